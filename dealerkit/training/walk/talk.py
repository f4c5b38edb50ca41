"""The speech of people at a table, and the acts that it means. What is said is looked up in the vocabulary; nothing here knows a
game.

Spelling need not be exact: a word may be cut short or misspelled where it is clear what is meant. What is not clear is asked.
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
"""Addition where something was not understood, unless nothing may be looked up."""
NO_ANSWER = "That's not an answer, or anything a dealer does; it costs nothing."
"""Reply where a question is open, and a line was neither plainly an act nor its answer."""
_MOST_TIMES = 60
_MOST_SHOWN = 80
"""Most characters repeated of words that were not understood."""
_SHORTENED, _INITIAL, _MISSPELLED = 1, 2, 3
"""Costs of taking a word for another: shortened, by its initial, misspelled."""


@attrs.frozen
class HeardTalk:
    """The meaning of a line that somebody typed: acts, or what to ask.

    Attributes:
        acts: The acts that are meant; empty if that is not clear.
        choices: What it may mean, if it may mean several things: each a tuple of acts.
        asks: What to ask or say, if it was not understood.
        guessed: Whether words were taken for others.
    """

    acts: tuple[Act, ...] = ()
    choices: tuple[tuple[Act, ...], ...] = ()
    asks: str = ""
    guessed: bool = False

    @property
    def unsure(self) -> bool:
        """Whether it may have been meant for the answer to a question: it was not plainly an act. Nothing is done on a guess
        then.
        """
        if self.acts:
            return self.guessed and any(act.verb != "announce" for act in self.acts)
        return self.asks not in (COURTESY, WHICH)


@attrs.frozen
class _Fit:
    cost: int
    slots: tuple[tuple[str, str], ...]


@attrs.frozen(eq=False)
class Talk(PhraseBook):
    """The language of one table, as it is heard: what a line means there."""

    @classmethod
    def of(cls, game: Game) -> Talk:
        """Return the language of a game, of what its players do, and of its family.

        Raises:
            RuleFileError: If the vocabulary cannot be read.
        """
        played = (str(step.get("play", "")) for step in _steps(game.data["procedure"]))
        return _talk(tuple(dict.fromkeys([game.id, *filter(None, played), game.family, "every"])), tuple(_decisions(game)))

    def hear(self, line: str, table: Table) -> HeardTalk:
        """Return what a line means at a table as it stands; with commas it may say several things, if each of them is clear."""
        parts = [part for part in _BREAK.split(line) if part.strip()]
        if len(parts) > 1:
            heard = [self._hear(part, table) for part in parts]
            if all(one.acts or one.asks == COURTESY for one in heard):
                acts = tuple(ellipsis.as_due(table, act) for one in heard for act in one.acts)
                return HeardTalk(acts, asks="" if acts else COURTESY, guessed=any(one.guessed for one in heard))
        one = self._hear(line, table)
        if len(one.acts) != 1 or line[:2].lower() in ("d ", "f "):  # an act as it is written says all it means
            return one
        act = one.acts[0]
        if act.who != FLOOR:
            return attrs.evolve(one, acts=(ellipsis.as_due(table, act),))
        ruled = table.floor.means(act)
        if len(ruled) == 1:
            return attrs.evolve(one, acts=ruled)
        return HeardTalk(choices=tuple((each,) for each in ruled), asks="Which one is the floor ruling on?")

    def plainly(self, line: str, table: Table) -> tuple[Act, ...]:
        """Return the acts that a line says word for word, nothing guessed; empty if it, or one of several parts of it, says
        none.
        """
        found: list[Act] = []
        for part in filter(str.strip, _BREAK.split(line)):
            said = self.words(part)
            heard = self._by_phrase(said, table, exact=True) if said else None
            plain = self._as_verb(said, part) if said and heard is None else None
            if heard is not None and heard.acts:
                found += heard.acts
            elif heard is None and isinstance(plain, Act) and self._missing(plain, table) is None:
                found.append(plain)
            else:
                return ()
        return tuple(found)

    def _hear(self, line: str, table: Table) -> HeardTalk:
        words = line.split()
        if words and (words[0].lower() in ("d", "f") or is_seat(words[0].lower())) and len(words) > 1:
            raw = _parsed(" ".join([words[0].lower(), *words[1:]]))
            if isinstance(raw, Act):
                no_seat = _no_seat(raw)
                return HeardTalk((raw,)) if no_seat is None else HeardTalk(asks=_not_there(no_seat))
            if words[0].lower() in ("d", "f"):
                return HeardTalk(asks=raw)
        said = self.words(line)
        if not said:
            return HeardTalk(asks="Nothing was said.")
        in_full = self.words(line, in_full=True)
        heard = self._by_phrase(in_full, table, exact=True, in_full=True) if in_full != said else None
        heard = heard or self._by_phrase(said, table, exact=True)
        if heard is not None:
            return heard
        plain = self._as_verb(said, line)
        if isinstance(plain, Act) and self._missing(plain, table) is None:
            return HeardTalk((plain,))
        if tuple(said) in self.courtesies:
            return HeardTalk(asks=COURTESY)
        named = self._with_cards(said, table)
        if named is not None:
            return HeardTalk((named,))
        if len(said) == 1 and is_whole(said[0]) and 0 < int(said[0]) <= table.seats:
            return HeardTalk(asks=f"Seat {int(said[0])}? Say what the seat does.")
        more = self._more(said, table)
        if more:
            out = _out_of_the_hand(said[0], table)
            if out:
                return HeardTalk(asks=out)
            return HeardTalk(asks="Say a little more: " + " or ".join(f"'{text}'" for text in more) + ".")
        heard = self._by_phrase(said, table, exact=False)
        if heard is not None:
            return heard
        if isinstance(plain, Act):
            missing = self._missing(plain, table)
            return HeardTalk(asks=_not_there(missing if missing in said else said[-1]))
        return HeardTalk(asks=plain) if plain else self._by_the_seat(said, table) or self._nearest(said, table)

    def _by_the_seat(self, said: Sequence[str], table: Table) -> HeardTalk | None:
        """Return what words mean that leave out who does it, where one player is asked: `takes the upcard`."""
        heard = self._by_phrase([*table.ask, *said], table, exact=True) if len(table.ask) == 1 else None
        return attrs.evolve(heard, guessed=True) if heard is not None and heard.acts else None

    def _more(self, said: Sequence[str], table: Table) -> list[str]:
        """Return what may be meant by a line that breaks off, the shortest first; one way to say each act."""
        longer: dict[str, str] = {}
        for phrase in self.phrases:
            begins = self._fits(phrase.words[: len(said)], said, table, exact=True)
            if len(phrase.words) > len(said) and next(begins, None) is not None:
                for text in self.examples(phrase, table):
                    rest = text.split()[len(said) :]
                    longer.setdefault(" ".join([*said, *rest]), " ".join(phrase.act))
        acts: dict[str, list[str]] = {}
        for text, act in sorted(longer.items(), key=lambda pair: len(pair[0].split())):
            acts.setdefault(act, []).append(text)
        return [text for texts in acts.values() for text in texts[: 3 if "{hand}" in texts or len(acts) == 1 else 1]][:4]

    def _as_verb(self, said: Sequence[str], line: str) -> Act | str | None:
        """Return the line as a dealer's act without its `d`, or what is wrong with it; None if it is not like one.

        A line with words too few or too many for notation is talk: the nearest phrases help more than the form of an act.
        """
        if ("d", said[0]) not in VERBS:
            return None
        made = _parsed(f"d {' '.join(said)}")
        if isinstance(made, Act):
            return made
        try:
            return Act.parse(f"d {line}")
        except WrongForm:
            return None
        except ActError as error:
            return str(error)

    def _missing(self, act: Act, table: Table) -> str | None:
        """Return the first word of a dealer's act that stands for nothing at this table: it may be misspelled, or mean something
        else; None if there is none.
        """
        spec, felt = VERBS[DEALER, act.verb], table.felt
        if spec.spoken or _no_seat(act) is not None:
            return _no_seat(act)
        known = {*felt.layout.places, *felt.rows, *felt.marks}
        if "PLACE" not in spec.form:
            known.update(word for due in table.expected.dealer if due.verb == act.verb for word in due.to)
            known.update(word for phrase in self.phrases if phrase.act[:2] == (DEALER, act.verb) for word in phrase.act[2:])
        return next((word for word in act.to if not is_seat(word) and word not in known), None)

    def _with_cards(self, said: Sequence[str], table: Table) -> Act | None:
        """Return the act of a phrase behind which its cards are named: `card for the player 2h`; None if the line is none."""
        at = len(said)
        while at > 1 and face_of(said[at - 1]) is not None:
            at -= 1
        heard = self._by_phrase(said[:at], table, exact=True) if at < len(said) else None
        if heard is None or len(heard.acts) != 1 or heard.acts[0].cards:
            return None
        act, cards = heard.acts[0], [face_of(word) for word in said[at:]]
        with contextlib.suppress(ActError):
            return Act.make(act.who, act.verb, *act.to, face=act.face, cards=cards, manner=act.manner)
        return None

    def _by_phrase(self, said: Sequence[str], table: Table, *, exact: bool, in_full: bool = False) -> HeardTalk | None:
        """Return what is meant by the phrases that words fit best; None if they fit none.

        Args:
            said: The words.
            table: The table.
            exact: Whether each word has to be as it is written.
            in_full: Whether small words stand among them, and have to be the phrase's own.
        """
        best: list[tuple[Phrase, _Fit]] = []
        cost = 0 if exact else 1000
        for phrase in self.phrases:
            for fit in self._fits(phrase.in_full if in_full else phrase.words, said, table, exact=exact):
                if fit.cost < cost:
                    best, cost = [], fit.cost
                if fit.cost == cost:
                    best.append((phrase, fit))
        if not best or cost > 3 * len(said):
            return None
        holes = [sum(name == "word" for name, _ in fit.slots) for _, fit in best]
        best = [found for found, count in zip(best, holes, strict=True) if count == min(holes)]  # s1 deals: not an answer
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
            return HeardTalk(due)  # `deal board-2`, the second board, where two cards for a board might be meant, too
        if len(meanings) == 1:
            return HeardTalk(next(iter(meanings)), guessed=cost >= _MISSPELLED)
        return HeardTalk(choices=tuple(meanings)[:6], asks=WHICH)

    # -- matching -------------------------------------------------------------------------------------------------

    def _fits(self, pattern: Sequence[str], said: Sequence[str], table: Table, *, exact: bool) -> Iterator[_Fit]:
        """Yield every way in which words fit a phrase."""
        if not pattern:
            if not said:
                yield _Fit(0, ())
            return
        if len(said) < len(pattern):
            return
        slot = SLOT.fullmatch(pattern[0])
        if slot is None:
            cost = self._likeness(said[0], pattern[0], table, exact=exact)
            if cost is not None:
                for fit in self._fits(pattern[1:], said[1:], table, exact=exact):
                    yield attrs.evolve(fit, cost=fit.cost + cost)
            return
        for used, value, cost in self._fill(slot[1], said, table, exact=exact):
            for fit in self._fits(pattern[1:], said[used:], table, exact=exact):
                yield _Fit(fit.cost + cost, ((slot[1], value), *fit.slots))

    def _fill(self, slot: str, said: Sequence[str], table: Table, *, exact: bool) -> Iterator[tuple[int, str, int]]:
        """Yield what may stand in a slot: words used, value, cost."""
        word = said[0]
        if slot in ("seat", "hand") and not exact and is_whole(word) and 0 < int(word) <= table.seats:
            yield 1, f"s{word}", _SHORTENED  # `button to 4`
        if slot == "seat":
            if is_seat(word):
                yield 1, word, 0
        elif slot == "pot":
            for row in table.felt.layout.pots:
                for name in ellipsis.pot_names(row):
                    parts = name.split()
                    if list(said[: len(parts)]) == parts:
                        yield len(parts), row if row != "pot" else "", 0
        elif slot in ("amount", "n", "times"):
            number = str(self.numbers.get(word, word))
            amount = number.removeprefix("-") if slot == "amount" else number  # what was marked is taken back: -1
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
            yield from self._outcomes(said)
        else:
            for name in self.named(slot, table):
                for other in (name.replace("_", " ").replace("-", " "), name, *self.names.get(name, ())):
                    parts = [part for part in other.split(" ") if part not in self.fillers] or [other]  # "out of play"
                    costs = [self._likeness(mine, part, table, exact=exact) for mine, part in zip(said, parts, strict=False)]
                    if len(said) >= len(parts) and None not in costs:
                        yield len(parts), name, sum(cost for cost in costs if cost is not None)

    def _likeness(self, said: str, word: str, table: Table, *, exact: bool) -> int | None:
        """Return what it costs to take one word for another; None if it cannot be: a word that is known here is none but itself,
        or another form of it.
        """
        cost = _likeness(said, word, exact=exact)
        if cost and (said in self.known or said in table.felt.layout.places) and not _is_form(said, word):
            return None
        return cost

    def _outcomes(self, said: Sequence[str]) -> Iterator[tuple[int, str, int]]:
        """Yield the outcomes of a ruling that words begin with, by their word or their sentence: words used, value, cost."""
        for name, label in OUTCOMES.items():
            for other in (name.replace("_", " "), label.lower(), *self.names.get(name, ())):
                parts = self.words(other)
                if list(said[: len(parts)]) == parts:
                    yield len(parts), name, 0

    # -- making acts ----------------------------------------------------------------------------------------------

    def _acts(
        self, phrase: Phrase, slots: Mapping[str, str], given: Sequence[tuple[str, str]], table: Table
    ) -> Iterator[tuple[Act, ...]]:
        """Yield the acts that a phrase means with its slots filled; several where a spot is left open and there are several.

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
                    msg = f"not '{slots['times']}' times; from 1 to {_MOST_TIMES}"
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
            yield tuple(act for one in " ".join(words).split(" ; ") for act in acts_of(one, table)) * times
            return
        for spots in _spots(words, slots, table):
            texts = [" ".join(word for word in (*words[:open_spot], spot, *words[open_spot:]) if word) for spot in spots]
            yield tuple(map(Act.parse, texts))

    def _nearest(self, said: Sequence[str], table: Table) -> HeardTalk:
        """Return what is nearest, where nothing was understood: offered to be picked, never done unasked."""
        spoken: dict[str, Phrase] = {}
        for phrase in self.phrases:
            for text in self.examples(phrase, table):
                spoken.setdefault(text, phrase)
        line = " ".join(said)
        shown = line if len(line) <= _MOST_SHOWN else f"{line[:_MOST_SHOWN]}..."
        near = difflib.get_close_matches(line, spoken, n=5, cutoff=0.6)
        meanings: dict[tuple[Act, ...], None] = {}
        for text in near:
            if not any(slot in word for word in spoken[text].words for slot in _GIVEN):
                heard = self._by_phrase(self.words(text), table, exact=True)
                meanings.setdefault(heard.acts if heard is not None else ())
        meanings.pop((), None)
        if meanings:
            return HeardTalk(choices=tuple(meanings)[:3], asks=f"Not understood: '{shown}'. Do you mean one of these?")
        hint = f" Did you mean '{near[0]}'?" if near else ""
        return HeardTalk(asks=f"Not understood: '{shown}'.{hint} Type help for what can be said{LOOK}.")

    def completions(self, before: Sequence[str], begun: str, table: Table) -> list[str]:
        """Return the words that may come next, for a terminal that completes them.

        Args:
            before: The words that stand already.
            begun: The beginning of the next one; may be empty.
            table: The table.
        """
        said = [word for word in self.words(" ".join(before)) if word not in self.fillers] if before else []
        found: dict[str, None] = {}
        for phrase in self.phrases:
            for words in self._rest(phrase.words, said, table):
                if words.startswith(begun.lower()):
                    found.setdefault(words)
        return sorted(found)

    def _rest(self, pattern: Sequence[str], said: Sequence[str], table: Table) -> Iterator[str]:
        """Yield the word after those said, in a phrase that begins with them."""
        if not said:
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
        for length in range(1, min(len(pattern), len(said)) + 1):
            if length == len(said):
                for _ in self._fits(pattern[: len(said)], said, table, exact=True):
                    yield from self._rest(pattern[len(said) :], (), table)
                    return


def _no_seat(act: Act) -> str | None:
    """Return the word in the place of a seat in a dealer's act, if it is not a seat; else None."""
    seat = VERBS[DEALER, act.verb].form.split()[2:3] == ["SEAT"] if act.who == DEALER else False
    return act.to[0] if seat and act.to and not is_seat(act.to[0]) else None


def _out_of_the_hand(word: str, table: Table) -> str:
    """Return the refusal of a seat without a player, or of a folded one; empty for any other word."""
    seat = seat_number(word) if is_seat(word) else 0
    if seat > table.seats:
        return f"Nobody sits at seat {seat}."
    return f"Seat {seat} has folded." if seat and table.felt.folded >> seat & 1 else ""


def _not_there(word: str) -> str:
    return f"'{word}' is not a seat or a place at this table. Say whose, or which."


def _likeness(said: str, word: str, *, exact: bool) -> int | None:
    """Return the cost of taking one word for another; None if they are too different."""
    if said == word:
        return 0
    if exact or not said[:1].isalpha() or is_seat(said):
        return None
    if word.startswith(said) and len(word) > 3:
        return _INITIAL if len(said) == 1 else _SHORTENED
    enough = 0.76 if len(word) > 4 else 0.75  # `foo` is not `floor`: three letters of five are not a misspelling
    alike = len(said) >= 3 and len(word) >= 3 and difflib.SequenceMatcher(None, said, word).ratio() >= enough
    return _MISSPELLED if alike else None


_ENDINGS = ("", "s", "es", "d", "ed", "ing")


def _is_form(said: str, word: str) -> bool:
    """Return whether two words are forms of one: `deal`, `deals`, `dealing`.

    >>> _is_form("takes", "take"), _is_form("card", "upcard")
    (True, False)
    """
    stems = ({one.removesuffix(end) for end in _ENDINGS} for one in (said, word))
    return any(len(stem) > 1 for stem in set.intersection(*stems))


def _spots(words: Sequence[str], slots: Mapping[str, str], table: Table) -> list[list[str]]:
    """Return the spots that may be meant where none was named: each reading a list of spots, which may be none.

    Raises:
        ActError: If a spot is needed and there is none to be meant.
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
        msg = f"seat {number} has nothing on the layout; name the spot, as '{verb} {seat} {spot}'"
        raise ActError(msg)
    return [[""]]


def _parsed(text: str) -> Act | str:
    """Return the act that a text is, or what is wrong with it."""
    try:
        return Act.parse(text)
    except ActError as error:
        return str(error)


def _steps(section: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """Yield every step of a part of a procedure, as it is written."""
    for entry in section.values():
        if isinstance(entry, Mapping):
            yield entry
            yield from _steps(entry.get("steps", {}))


def _decisions(game: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield how each decision of a hand is said of a seat: by its word, and by the phrases that stand with the word."""
    decisions: Mapping[str, Branch] = game.data.get("words") or {}
    for word, decision in decisions.items():
        said = [word.replace("_", " "), *(decision.get("phrases") or ())]
        yield f"{{seat}} answer {word}", tuple(f"{{seat}} {phrase}" for phrase in said)


@functools.lru_cache(maxsize=32)
def _talk(chosen: tuple[str, ...], decisions: tuple[tuple[str, tuple[str, ...]], ...]) -> Talk:
    """Return the language made of some parts of the vocabulary: a phrase means what the first of them says.

    Args:
        chosen: The names of the parts.
        decisions: What is said besides, before all of them: acts, each with its phrases.
    """
    spoken: Branch = read_file(data.data_dir("procedures") / "talk.yaml").data["talk"]
    parts: list[Branch] = [{"phrases": dict(decisions)}, *(spoken[part] for part in chosen if part in spoken)]
    fillers = frozenset(word for part in parts for word in part.get("fillers", ()))
    numbers = {str(word): int(value) for part in parts for word, value in part.get("numbers", {}).items()}
    read: dict[tuple[str, ...], Phrase] = {}
    for part in parts:
        for act, said in part.get("phrases", {}).items():
            for one in map(str, said):
                in_full = tuple(one.split())
                made = Phrase(tuple(str(act).replace(";", " ; ").split()), tuple(heeded(in_full, fillers)), one)
                read.setdefault(in_full, made)
    in_full_too = {phrase.words for phrase in read.values() if phrase.words in read}
    phrases: dict[tuple[str, ...], Phrase] = {}
    for in_full, phrase in read.items():  # `cut` is not a short word for `cut please`, where it means something by itself
        words = in_full if phrase.words in in_full_too and phrase.words != in_full else phrase.words
        phrases.setdefault(words, attrs.evolve(phrase, words=words))
    names: dict[str, tuple[str, ...]] = {}
    for part in parts:
        for name, others in part.get("names", {}).items():
            names[name] = (*names.get(name, ()), *map(str, others))
    outcome = tuple(pattern for part in parts for pattern in part.get("outcome", ()))
    courtesies = frozenset(
        tuple(word for word in str(said).split() if word not in fillers) for part in parts for said in part.get("courtesies", ())
    )
    known = {word for phrase in phrases.values() for word in phrase.in_full if SLOT.fullmatch(word) is None}
    known.update(word for name, others in names.items() for other in (name, *others) for word in other.split())
    return Talk(tuple(phrases.values()), fillers, numbers, names, outcome, courtesies, frozenset(known))
