"""Speech at a table and its meaning as acts, by the vocabulary; this module knows no game.

Spelling need not be exact: a word may be shortened or misspelled if its meaning is clear. Otherwise the speaker is asked.
"""

from __future__ import annotations

import contextlib
import difflib
import functools
import re
from collections.abc import Iterator, Mapping, Sequence

import attrs

from dealerkit.errors import ActError, WrongForm
from dealerkit.felt import DEALER, FLOOR, Act
from dealerkit.felt.acts import is_seat, seat_number
from dealerkit.felt.numbers import is_whole
from dealerkit.felt.verbs import VERBS
from dealerkit.rules import data
from dealerkit.rules.entries import Branch
from dealerkit.rules.files import read_file
from dealerkit.rules.games import Game
from dealerkit.rules.place_entries import place_entry
from dealerkit.rulings import OUTCOMES
from dealerkit.table.table import Table
from dealerkit.training.walk import ellipsis
from dealerkit.training.walk.phrase_book import NAMED, SLOT, Phrase, PhraseBook, acts_of, face_of, heeded

_GIVEN = ("{seat", "{amount", "{n}", "{times", "{card", "{word")
"""Slots that only the speaker can fill."""
_BREAK = re.compile(r"[,;.]\s+")
WHICH = "Which do you mean?"
COURTESY = "Good."
LOOK = ", hint for what is due"
"""Ending of a reply to a line that was not understood, unless hints are switched off."""
NO_ANSWER = "That's neither an answer nor a dealer's action. You lose no points."
"""Reply to a line that is neither clearly an act nor an answer to the open question."""
_MOST_TIMES = 60
_MOST_SHOWN = 80
"""Most characters of a line that was not understood that are repeated."""
_SHORTENED, _INITIAL, _MISSPELLED = 1, 2, 3
"""Costs of taking a word for another: because it is shortened, an initial, or misspelled."""


@attrs.frozen
class HeardTalk:
    """The meaning of a typed line: acts, or a question to the speaker.

    Attributes:
        acts: The acts; empty if the meaning is not clear.
        choices: The possible meanings, if there are several: each a tuple of acts.
        asks: The question or reply, if it was not understood; else empty.
        guessed: Whether a word was taken for another one, because it was shortened or misspelled.
    """

    acts: tuple[Act, ...] = ()
    choices: tuple[tuple[Act, ...], ...] = ()
    asks: str = ""
    guessed: bool = False

    @property
    def unsure(self) -> bool:
        """Whether the line may have been an answer to a question and not an act, so that nothing should be done on a guess."""
        if self.acts:
            return self.guessed and any(act.verb != "announce" for act in self.acts)
        return self.asks not in (COURTESY, WHICH)


@attrs.frozen
class _Fit:
    cost: int
    slots: tuple[tuple[str, str], ...]


@attrs.frozen(eq=False)
class Talk(PhraseBook):
    """The language of a table: it turns typed lines into acts."""

    @classmethod
    def of(cls, game: Game) -> Talk:
        """Return the language of a game: the phrases of the game, of its players' moves, of its family, and those that every
        game has.

        Args:
            game: The game.

        Raises:
            RuleFileError: If the vocabulary cannot be read.
        """
        played = (str(step.get("play", "")) for step in _steps(game.data["procedure"]))
        return _talk(tuple(dict.fromkeys([game.id, *filter(None, played), game.family, "every"])), tuple(_own_phrases(game)))

    def hear(self, line: str, table: Table) -> HeardTalk:
        """Return the meaning of a line at a table. Parts between commas are read one by one, if each of them is clear.

        Args:
            line: The line as typed.
            table: The table.
        """
        parts = [part for part in _BREAK.split(line) if part.strip()]
        if len(parts) > 1:
            talks = [self._hear(part, table) for part in parts]
            if all(talk.acts or talk.asks == COURTESY for talk in talks):
                acts = tuple(ellipsis.as_due(table, act) for talk in talks for act in talk.acts)
                return HeardTalk(acts, asks="" if acts else COURTESY, guessed=any(talk.guessed for talk in talks))
        talk = self._hear(line, table)
        if len(talk.acts) != 1 or line[:2].lower() in ("d ", "f "):  # an act in notation states everything
            return talk
        act = talk.acts[0]
        if act.who != FLOOR:
            return attrs.evolve(talk, acts=(ellipsis.as_due(table, act),))
        ruled = table.floor.means(act)
        if len(ruled) == 1:
            return attrs.evolve(talk, acts=ruled)
        return HeardTalk(choices=tuple((each,) for each in ruled), asks="Which one is the floor ruling on?")

    def plainly(self, line: str, table: Table) -> tuple[Act, ...]:
        """Return the acts of a line that is understood word for word, without guesses; empty if any part of it is not.

        Args:
            line: The line as typed.
            table: The table.
        """
        read_acts: list[Act] = []
        for part in filter(str.strip, _BREAK.split(line)):
            part_words = self.words(part)
            talk = self._by_phrase(part_words, table, exact=True) if part_words else None
            plain = self._as_verb(part_words, part) if part_words and talk is None else None
            if talk is not None and talk.acts:
                read_acts += talk.acts
            elif talk is None and isinstance(plain, Act) and self._missing(plain, table) is None:
                read_acts.append(plain)
            else:
                return ()
        return tuple(read_acts)

    def _hear(self, line: str, table: Table) -> HeardTalk:
        words = line.split()
        if words and (words[0].lower() in ("d", "f") or is_seat(words[0].lower())) and len(words) > 1:
            raw = _parsed(" ".join([words[0].lower(), *words[1:]]))
            if isinstance(raw, Act):
                no_seat = _no_seat(raw)
                return HeardTalk((raw,)) if no_seat is None else HeardTalk(asks=_not_there(no_seat))
            if words[0].lower() in ("d", "f"):
                return HeardTalk(asks=raw)
        tokens = self.words(line)
        if not tokens:
            return HeardTalk(asks="Nothing was said.")
        in_full = self.words(line, in_full=True)
        talk = self._by_phrase(in_full, table, exact=True, in_full=True) if in_full != tokens else None
        talk = talk or self._by_phrase(tokens, table, exact=True)
        if talk is not None:
            return talk
        plain = self._as_verb(tokens, line)
        if isinstance(plain, Act) and self._missing(plain, table) is None:
            return HeardTalk((plain,))
        if tuple(tokens) in self.courtesies:
            return HeardTalk(asks=COURTESY)
        named = self._with_cards(tokens, table)
        if named is not None:
            return HeardTalk((named,))
        if len(tokens) == 1 and is_whole(tokens[0]) and 0 < int(tokens[0]) <= table.seats:
            return HeardTalk(asks=f"Seat {int(tokens[0])}? Say what the seat does.")
        more = self._more(tokens, table)
        if more:
            out = _out_of_the_hand(tokens[0], table)
            if out:
                return HeardTalk(asks=out)
            return HeardTalk(asks="Say a little more: " + " or ".join(f"'{text}'" for text in more) + ".")
        talk = self._by_phrase(tokens, table, exact=False)
        if talk is not None:
            return talk
        if isinstance(plain, Act):
            missing = self._missing(plain, table)
            return HeardTalk(asks=_not_there(missing if missing in tokens else tokens[-1]))
        return HeardTalk(asks=plain) if plain else self._by_the_seat(tokens, table) or self._nearest(tokens, table)

    def _by_the_seat(self, words: Sequence[str], table: Table) -> HeardTalk | None:
        """Return the meaning of words without a seat, such as `takes the upcard`, if exactly one player is asked."""
        talk = self._by_phrase([*table.ask, *words], table, exact=True) if len(table.ask) == 1 else None
        return attrs.evolve(talk, guessed=True) if talk is not None and talk.acts else None

    def _more(self, tokens: Sequence[str], table: Table) -> list[str]:
        """Return completions of an incomplete line, shortest first; one phrase for each act."""
        longer: dict[str, str] = {}
        for phrase in self.phrases:
            begins = self._fits(phrase.words[: len(tokens)], tokens, table, exact=True)
            if len(phrase.words) > len(tokens) and next(begins, None) is not None:
                for text in self.examples(phrase, table):
                    rest = text.split()[len(tokens) :]
                    longer.setdefault(" ".join([*tokens, *rest]), " ".join(phrase.act))
        acts: dict[str, list[str]] = {}
        for text, act in sorted(longer.items(), key=lambda pair: len(pair[0].split())):
            acts.setdefault(act, []).append(text)
        return [text for texts in acts.values() for text in texts[: 3 if "{hand}" in texts or len(acts) == 1 else 1]][:4]

    def _as_verb(self, words: Sequence[str], line: str) -> Act | str | None:
        """Return the line as a dealer's act without its `d`, or its error; None if it does not resemble one.

        A line with too few or too many words for notation is speech: the nearest phrases help more than the form of an act.
        """
        if ("d", words[0]) not in VERBS:
            return None
        parsed = _parsed(f"d {' '.join(words)}")
        if isinstance(parsed, Act):
            return parsed
        try:
            return Act.parse(f"d {line}")
        except WrongForm:
            return None
        except ActError as error:
            return str(error)

    def _missing(self, act: Act, table: Table) -> str | None:
        """Return the first word of a dealer's act that is unknown at this table, since it may be misspelled or mean something
        else; None if all are known.
        """
        spec, felt = VERBS[DEALER, act.verb], table.felt
        if spec.spoken or _no_seat(act) is not None:
            return _no_seat(act)
        known = {*felt.layout.places, *felt.rows, *felt.marks}
        if "PLACE" not in spec.form:
            known.update(word for due in table.expected.dealer if due.verb == act.verb for word in due.to)
            known.update(word for phrase in self.phrases if phrase.act[:2] == (DEALER, act.verb) for word in phrase.act[2:])
        return next((word for word in act.to if not is_seat(word) and word not in known), None)

    def _with_cards(self, words: Sequence[str], table: Table) -> Act | None:
        """Return the act of a phrase that is followed by its cards, such as `card for the player 2h`; None for any other line."""
        at = len(words)
        while at > 1 and face_of(words[at - 1]) is not None:
            at -= 1
        talk = self._by_phrase(words[:at], table, exact=True) if at < len(words) else None
        if talk is None or len(talk.acts) != 1 or talk.acts[0].cards:
            return None
        act, cards = talk.acts[0], [face_of(word) for word in words[at:]]
        with contextlib.suppress(ActError):
            return Act.make(act.who, act.verb, *act.to, face=act.face, cards=cards, manner=act.manner)
        return None

    def _by_phrase(self, tokens: Sequence[str], table: Table, *, exact: bool, in_full: bool = False) -> HeardTalk | None:
        """Return the meaning of the phrases that best match the words; None if none does.

        Args:
            tokens: The words.
            table: The table.
            exact: Whether each word must be spelled exactly.
            in_full: Whether the words include articles and the like, which must then match too.
        """
        best: list[tuple[Phrase, _Fit]] = []
        cost = 0 if exact else 1000
        for phrase in self.phrases:
            for fit in self._fits(phrase.in_full if in_full else phrase.words, tokens, table, exact=exact):
                if fit.cost < cost:
                    best, cost = [], fit.cost
                if fit.cost == cost:
                    best.append((phrase, fit))
        if not best or cost > 3 * len(tokens):
            return None
        holes = [sum(name == "word" for name, _ in fit.slots) for _, fit in best]
        best = [fit_ for fit_, count in zip(best, holes, strict=True) if count == min(holes)]  # s1 deals: not an answer
        meanings: dict[tuple[Act, ...], None] = {}
        problem = ""
        for phrase, fit in best:
            try:
                for acts in self._acts(phrase, dict(fit.slots), fit.slots, table):
                    meanings.setdefault(acts)
            except ActError as error:
                problem = str(error)
        if not meanings:
            return HeardTalk(asks=problem) if problem else None
        due = tuple(act.plain for act in table.expected.dealer[:1])
        if exact and len({phrase.act for phrase, _ in best}) > 1 and due in meanings:
            return HeardTalk(due)  # `deal board-2` is the second board, although it could mean two cards for a board
        if len(meanings) == 1:
            return HeardTalk(next(iter(meanings)), guessed=cost >= _MISSPELLED)
        return HeardTalk(choices=tuple(meanings)[:6], asks=WHICH)

    # -- matching -------------------------------------------------------------------------------------------------

    def _fits(self, pattern: Sequence[str], words: Sequence[str], table: Table, *, exact: bool) -> Iterator[_Fit]:
        """Yield every way in which words match a phrase."""
        if not pattern:
            if not words:
                yield _Fit(0, ())
            return
        if len(words) < len(pattern):
            return
        slot = SLOT.fullmatch(pattern[0])
        if slot is None:
            cost = self._likeness(words[0], pattern[0], table, exact=exact)
            if cost is not None:
                for fit in self._fits(pattern[1:], words[1:], table, exact=exact):
                    yield attrs.evolve(fit, cost=fit.cost + cost)
            return
        for used, value, cost in self._fill(slot[1], words, table, exact=exact):
            for fit in self._fits(pattern[1:], words[used:], table, exact=exact):
                yield _Fit(fit.cost + cost, ((slot[1], value), *fit.slots))

    def _fill(self, slot: str, words: Sequence[str], table: Table, *, exact: bool) -> Iterator[tuple[int, str, int]]:
        """Yield the possible values of a slot: words used, value, cost."""
        word = words[0]
        if slot in ("seat", "hand") and not exact and is_whole(word) and 0 < int(word) <= table.seats:
            yield 1, f"s{word}", _SHORTENED  # `button to 4`
        if slot == "seat":
            if is_seat(word):
                yield 1, word, 0
        elif slot == "pot":
            yield from self._pots(words, table)
        elif slot in ("amount", "n", "times"):
            number = str(self.numbers.get(word, word))
            amount = number.removeprefix("-") if slot == "amount" else number  # taking back what was marked: -1
            if amount[:1].isdecimal() or amount[:1] == ".":
                yield 1, number, 0
        elif slot == "card":
            face = face_of(word)
            if face is not None:
                yield 1, face.name, 0
        elif slot == "word":
            if word.isalpha():
                yield 1, word, 0
        elif slot == "outcome":
            yield from self._outcomes(words)
        else:
            yield from self._names(slot, words, table, exact=exact)

    def _pots(self, words: Sequence[str], table: Table) -> Iterator[tuple[int, str, int]]:
        """Yield the pots with whose name the words begin: number of words used, row (empty for the main pot), cost."""
        for row in table.felt.layout.pots:
            for name in ellipsis.pot_names(row):
                parts = name.split()
                if list(words[: len(parts)]) == parts:
                    yield len(parts), row if row != "pot" else "", 0

    def _names(self, slot: str, words: Sequence[str], table: Table, *, exact: bool) -> Iterator[tuple[int, str, int]]:
        """Yield the things of a slot whose name the words are like: number of words used, value, cost."""
        for name in self.named(slot, table):
            for other in (name.replace("_", " ").replace("-", " "), name, *self.names.get(name, ())):
                parts = [part for part in other.split(" ") if part not in self.fillers] or [other]  # "out of play"
                costs = [self._likeness(mine, part, table, exact=exact) for mine, part in zip(words, parts, strict=False)]
                if len(words) >= len(parts) and None not in costs:
                    yield len(parts), name, sum(cost for cost in costs if cost is not None)

    def _likeness(self, typed: str, word: str, table: Table, *, exact: bool) -> int | None:
        """Return the cost of taking one word for another; None if impossible, because a known word stands only for itself or
        another form of it.
        """
        cost = _likeness(typed, word, exact=exact)
        if cost and (typed in self.known or typed in table.felt.layout.places) and not _is_form(typed, word):
            return None
        return cost

    def _outcomes(self, tokens: Sequence[str]) -> Iterator[tuple[int, str, int]]:
        """Yield the outcomes of a ruling with which the words begin, by name or sentence: number of words used, value, cost."""
        for name, label in OUTCOMES.items():
            for other in (name.replace("_", " "), label.lower(), *self.names.get(name, ())):
                parts = self.words(other)
                if list(tokens[: len(parts)]) == parts:
                    yield len(parts), name, 0

    # -- making acts ----------------------------------------------------------------------------------------------

    def _acts(
        self, phrase: Phrase, slots: Mapping[str, str], given: Sequence[tuple[str, str]], table: Table
    ) -> Iterator[tuple[Act, ...]]:
        """Yield the acts of a phrase with its slots filled; several if a spot is left open.

        Raises:
            ActError: If they are not acts.
        """
        if phrase.act[0] == ellipsis.ASK:
            yield from ellipsis.one_of(table, " ".join(phrase.act[1:]).split(" ; "))
            return
        times = 1
        left = list(given)
        words: list[str] = []
        open_spot = -1
        for word in phrase.act:
            slot = SLOT.fullmatch(word)
            if slot is None:
                words.append(word)
            elif slot[1] == "times":
                times = int(slots["times"]) if is_whole(slots["times"]) else 0
                if not 0 < times <= _MOST_TIMES:
                    msg = f"'{slots['times']}' times is not possible; say 1 to {_MOST_TIMES}"
                    raise ActError(msg)
            else:
                value = next((pair for pair in left if pair[0] == slot[1]), None)
                if value is None and slot[1] in ellipsis.LEFT_OUT:
                    words.append(ellipsis.LEFT_OUT[slot[1]](table, words))
                elif value is not None:
                    left.remove(value)
                    words.append(value[1])
                else:
                    open_spot = len(words)
        if open_spot < 0:
            yield tuple(act for part in " ".join(words).split(" ; ") for act in acts_of(part, table)) * times
            return
        for spots in _spots(words, slots, table):
            texts = [" ".join(word for word in (*words[:open_spot], spot, *words[open_spot:]) if word) for spot in spots]
            yield tuple(map(Act.parse, texts))

    def _nearest(self, tokens: Sequence[str], table: Table) -> HeardTalk:
        """Return the nearest phrases for a line that was not understood, offered as choices and never done without
        confirmation.
        """
        spoken: dict[str, Phrase] = {}
        for phrase in self.phrases:
            for text in self.examples(phrase, table):
                spoken.setdefault(text, phrase)
        line = " ".join(tokens)
        shown = line if len(line) <= _MOST_SHOWN else f"{line[:_MOST_SHOWN]}..."
        near = difflib.get_close_matches(line, spoken, n=5, cutoff=0.6)
        meanings: dict[tuple[Act, ...], None] = {}
        for text in near:
            if not any(slot in word for word in spoken[text].words for slot in _GIVEN):
                talk = self._by_phrase(self.words(text), table, exact=True)
                meanings.setdefault(talk.acts if talk is not None else ())
        meanings.pop((), None)
        if meanings:
            return HeardTalk(choices=tuple(meanings)[:3], asks=f"Not understood: '{shown}'. Do you mean one of these?")
        hint = f" Did you mean '{near[0]}'?" if near else ""
        return HeardTalk(asks=f"Not understood: '{shown}'.{hint} Type help for what you can say{LOOK}.")

    def completions(self, before: Sequence[str], begun: str, table: Table) -> list[str]:
        """Return the possible next words, for a terminal that completes them.

        Args:
            before: The words typed already.
            begun: The beginning of the next word; may be empty.
            table: The table.
        """
        words_ = [word for word in self.words(" ".join(before)) if word not in self.fillers] if before else []
        endings: dict[str, None] = {}
        for phrase in self.phrases:
            for words in self._rest(phrase.words, words_, table):
                if words.startswith(begun.lower()):
                    endings.setdefault(words)
        return sorted(endings)

    def _rest(self, pattern: Sequence[str], words_: Sequence[str], table: Table) -> Iterator[str]:
        """Yield the next word of a phrase that begins with these words."""
        if not words_:
            if not pattern:
                return
            slot = SLOT.fullmatch(pattern[0])
            if slot is None:
                yield pattern[0]
            elif slot[1] == "seat":
                yield from (f"s{seat}" for seat in range(1, table.seats + 1))
            elif slot[1] in NAMED:
                yield from self.named(slot[1], table)
            return
        for length in range(1, min(len(pattern), len(words_)) + 1):
            if length == len(words_):
                for _ in self._fits(pattern[: len(words_)], words_, table, exact=True):
                    yield from self._rest(pattern[len(words_) :], (), table)
                    return


def _no_seat(act: Act) -> str | None:
    """Return the word in the seat's position of a dealer's act, if it is not a seat; else None."""
    seat = VERBS[DEALER, act.verb].form.split()[2:3] == ["SEAT"] if act.who == DEALER else False
    return act.to[0] if seat and act.to and not is_seat(act.to[0]) else None


def _out_of_the_hand(word: str, table: Table) -> str:
    """Return the message for a seat without a player, or for a folded one; empty for any other word."""
    seat = seat_number(word) if is_seat(word) else 0
    if seat > table.seats:
        return f"Seat {seat} is empty."
    return f"Seat {seat} has folded." if seat and table.felt.folded >> seat & 1 else ""


def _not_there(word: str) -> str:
    return f"'{word}' is not a seat or a place at this table. Say which one you mean."


def _likeness(typed: str, word: str, *, exact: bool) -> int | None:
    """Return the cost of taking one word for another; None if they are too different."""
    if typed == word:
        return 0
    if exact or not typed[:1].isalpha() or is_seat(typed):
        return None
    if word.startswith(typed) and len(word) > 3:
        return _INITIAL if len(typed) == 1 else _SHORTENED
    enough = 0.76 if len(word) > 4 else 0.75  # `foo` is not `floor`: three equal letters of five are not a misspelling
    alike = len(typed) >= 3 and len(word) >= 3 and difflib.SequenceMatcher(None, typed, word).ratio() >= enough
    return _MISSPELLED if alike else None


_ENDINGS = ("", "s", "es", "d", "ed", "ing")


def _is_form(typed: str, word: str) -> bool:
    """Return whether two words are forms of one: `deal`, `deals`, `dealing`.

    >>> _is_form("takes", "take"), _is_form("card", "upcard")
    (True, False)
    """
    stems = ({form.removesuffix(end) for end in _ENDINGS} for form in (typed, word))
    return any(len(stem) > 1 for stem in set.intersection(*stems))


def _spots(words: Sequence[str], slots: Mapping[str, str], table: Table) -> list[list[str]]:
    """Return the spots that may be meant if none was named; each reading is a list of spots, possibly empty.

    Raises:
        ActError: If a spot is needed and none fits.
    """
    seat, verb = slots.get("seat", ""), words[1]
    number = int(seat[1:]) if is_seat(seat) else 0
    due = [act.to[1] for act in table.plan() if act.verb == verb and act.to[:1] == (seat,) and len(act.to) > 1]
    lying = [name for name in table.felt.layout.rows if 0 < number <= table.seats and table.felt.rows[name][number]]
    if len(lying) == 1:
        return [lying]
    if due and "amount" not in slots:
        return [due]
    if len(due) == 1:
        return [due]
    if lying:
        return [[spot] for spot in lying]
    if VERBS["d", verb].words[0] > 1:
        spot = next(iter(table.felt.layout.rows), "")
        msg = f"seat {number} has nothing on the layout; name the spot, such as '{verb} {seat} {spot}'"
        raise ActError(msg)
    return [[""]]


def _parsed(text: str) -> Act | str:
    """Return the act in a text, or its error."""
    try:
        return Act.parse(text)
    except ActError as error:
        return str(error)


def _steps(section: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """Yield every step of a section of a procedure, as plain data."""
    for entry in section.values():
        if isinstance(entry, Mapping):
            yield entry
            yield from _steps(entry.get("steps", {}))


def _own_phrases(game: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each decision of a seat with its phrases, and the words for loading the cards, where there is no shoe."""
    decisions: Mapping[str, Branch] = game.data.get("words") or {}
    for word, decision in decisions.items():
        phrases = [word.replace("_", " "), *(decision.get("phrases") or ())]
        yield f"{{seat}} answer {word}", tuple(f"{{seat}} {phrase}" for phrase in phrases)
    loaded = place_entry(game, str(game.data["felt"].get("stock", ""))).get("phrases", ())
    if loaded:
        yield "d load", tuple(map(str, loaded))


@functools.lru_cache(maxsize=32)
def _talk(chosen: tuple[str, ...], decisions: tuple[tuple[str, tuple[str, ...]], ...]) -> Talk:
    """Return the language of some parts of the vocabulary; a phrase in several parts has its meaning from the first of them.

    Args:
        chosen: The names of the parts.
        decisions: Acts with phrases that come before all others.
    """
    spoken: Branch = read_file(data.data_dir("procedures") / "talk.yaml").data["talk"]
    parts: list[Branch] = [{"phrases": dict(decisions)}, *(spoken[part] for part in chosen if part in spoken)]
    fillers = frozenset(word for part in parts for word in part.get("fillers", ()))
    numbers = {str(word): int(value) for part in parts for word, value in part.get("numbers", {}).items()}
    read: dict[tuple[str, ...], Phrase] = {}
    for part in parts:
        for act, ways in part.get("phrases", {}).items():
            for text in map(str, ways):
                in_full = tuple(text.split())
                entry = Phrase(tuple(str(act).replace(";", " ; ").split()), tuple(heeded(in_full, fillers)), text)
                read.setdefault(in_full, entry)
    in_full_too = {phrase.words for phrase in read.values() if phrase.words in read}
    phrases: dict[tuple[str, ...], Phrase] = {}
    for in_full, phrase in read.items():  # `cut` is not an abbreviation of `cut please` if it has a meaning of its own
        words = in_full if phrase.words in in_full_too and phrase.words != in_full else phrase.words
        phrases.setdefault(words, attrs.evolve(phrase, words=words))
    names: dict[str, tuple[str, ...]] = {}
    for part in parts:
        for name, others in part.get("names", {}).items():
            names[name] = (*names.get(name, ()), *map(str, others))
    outcome = tuple(pattern for part in parts for pattern in part.get("outcome", ()))
    courtesies = frozenset(
        tuple(word for word in str(courtesy).split() if word not in fillers)
        for part in parts
        for courtesy in part.get("courtesies", ())
    )
    known = {word for phrase in phrases.values() for word in phrase.in_full if SLOT.fullmatch(word) is None}
    known.update(word for name, others in names.items() for other in (name, *others) for word in other.split())
    return Talk(tuple(phrases.values()), fillers, numbers, names, outcome, courtesies, frozenset(known))
