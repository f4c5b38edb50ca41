"""The phrase book of a table: its phrases, the words of a typed line, and the phrase of an act.

It is data, `procedures/talk.yaml`; this module knows no game.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Container, Iterator, Mapping, Sequence

import attrs

from dealerkit.cards import Face
from dealerkit.errors import ActError
from dealerkit.felt import DEALER, Act
from dealerkit.felt.acts import is_seat
from dealerkit.felt.numbers import is_whole
from dealerkit.rulings import OUTCOMES
from dealerkit.table.table import Table
from dealerkit.training.walk import ellipsis

_WORD = re.compile(r"\?\?|[^\s?!:;\"()$]+")
_HYPHEN = re.compile(r"#|-(?!\d)|(?<=\w)-")
"""Characters that only join words. A minus sign before a number is not one of them, and no amount is negative."""
SLOT = re.compile(r"\{(\w+)(\??)\}")
NAMED = ("spot", "hand", "place", "mark", "bid")
"""Slots for names that belong to the table or the game."""
_PARTICLE = "in"
"""An article-like word that has a meaning at the end of a line: `s1 is in`, `pull in`."""
_OWNER = re.compile(r"['’]s?$")
_EXAMPLES = {"seat": "s1", "amount": "100", "card": "Ah", "word": "...", "pot": "side pot 1", "outcome": "play on"}
"""Example values of slots for showing a phrase, by name."""


@attrs.frozen
class Phrase:
    """A way of saying an act.

    Attributes:
        act: The act's words, with slots such as `{seat}`.
        words: The words of the phrase, with the same slots, without articles and the like.
        spoken: The phrase as written in the vocabulary.
    """

    act: tuple[str, ...]
    words: tuple[str, ...]
    spoken: str

    @property
    def in_full(self) -> tuple[str, ...]:
        """The words of the phrase, articles and the like included."""
        return tuple(self.spoken.split())


@attrs.frozen(eq=False)
class PhraseBook:
    """The words and phrases of a table, by which lines are read and acts are put in words.

    Attributes:
        phrases: All phrases of all acts.
        fillers: Articles and other words that are ignored.
        numbers: Numbers by their words.
        names: Other names of places on the felt, by place.
        outcome: Patterns of the acts that show the result of a round.
        courtesies: Polite words that are not an act.
        known: Every word of a phrase or name of a place; none of them is taken for a misspelling of another.
    """

    phrases: tuple[Phrase, ...]
    fillers: frozenset[str]
    numbers: Mapping[str, int]
    names: Mapping[str, tuple[str, ...]]
    outcome: tuple[str, ...]
    courtesies: frozenset[tuple[str, ...]]
    known: frozenset[str]

    def words(self, line: str, *, in_full: bool = False) -> list[str]:
        """Return a line's words in lower case, without articles and the like, with seats and amounts in the notation of acts.

        Args:
            line: The line.
            in_full: Whether articles and the like are kept.

        >>> from dealerkit.rules.games import game
        >>> from dealerkit.training.walk.talk import Talk
        >>> Talk.of(game("mini-baccarat")).words("Pay seat three $1,000, please!")
        ['pay', 's3', '1000']
        """
        words = [word.strip(".,'") for word in _WORD.findall(_HYPHEN.sub(" ", line.lower()))]
        words = [word for word in words if word]
        parts: list[str] = []
        for word in words:
            word = _OWNER.sub("", word) if parts[-1:] == ["seat"] or is_seat(word.partition("'")[0]) else word
            plain = word.replace(",", "")
            number = str(self.numbers.get(word, plain))
            if parts[-1:] == ["seat"] and is_whole(number):
                parts[-1] = f"s{number}"
            elif re.fullmatch(r"seat\d+", word):
                parts.append(f"s{word[4:]}")
            else:
                parts.append(plain if plain[:1].isdecimal() else word)
        return parts if in_full else list(heeded(parts, self.fillers)) or parts

    def said(self, act: Act, table: Table | None = None) -> str:
        """Return the phrase of an act at a table; the act's own words if the vocabulary has none.

        Known cards are named, to tell similar acts apart.

        Args:
            act: The act.
            table: The table, so that a step's own word, such as "the flop", is used too; None without one.
        """
        for phrase in self.phrases if table is not None and act.manner else ():
            if phrase.act[0] == "step" and ";" not in phrase.act and table is not None:
                with contextlib.suppress(ActError):
                    if acts_of(" ".join(phrase.act), table) == (act.plain,):
                        return phrase.spoken
        spoken = self._spoken(act.text.split())
        if spoken or not act.cards or act.who != DEALER:
            spoken = spoken or self._spoken(act.plain.text.split())
            return spoken or act.text.removeprefix("d ")
        names = [card.name for card in act.cards if card is not None]
        plain = self._spoken(act.plain.text.split())
        if not plain or len(names) < len(act.cards):
            return plain or act.text.removeprefix("d ")
        return f"{plain} {' '.join(names)}"

    def _spoken(self, words: Sequence[str]) -> str:
        """Return the phrase for an act with these words; empty if the vocabulary has none."""
        return next(self._ways(words), "")

    def ways(self, act: Act, table: Table) -> Iterator[str]:
        """Yield every phrase for an act that is due, without its cards.

        Args:
            act: The act.
            table: The table.
        """
        yield from self._ways(act.plain.text.split(), table)
        for phrase in self.phrases:
            if phrase.act[0] in ellipsis.WHOLE and ";" not in phrase.act:
                with contextlib.suppress(ActError):
                    if acts_of(" ".join(phrase.act), table) == (act.plain,):
                        yield phrase.spoken

    def _ways(self, words: Sequence[str], table: Table | None = None) -> Iterator[str]:
        """Yield the phrases for an act with these words; at a table, only those whose slots fit its names."""
        for phrase in self.phrases:
            slots = _bound(phrase.act, words)
            if slots is None:
                continue
            if table is not None and any(name in NAMED and value not in self.named(name, table) for name, value in slots):
                continue
            spoken = phrase.spoken
            for name, value in slots:
                here = f"the {{{name}}}" if is_seat(value) and f"the {{{name}}}" in spoken else f"{{{name}}}"  # not "the s2"
                spoken = spoken.replace(here, value.replace("_", " "), 1)
            if "{" not in spoken and len(SLOT.findall(phrase.spoken)) == len(slots):
                yield spoken

    def examples(self, phrase: Phrase, table: Table) -> Iterator[str]:
        """Yield ways to fill the slots of a phrase with this table's names.

        Args:
            phrase: The phrase.
            table: The table.
        """
        rows: list[list[str]] = [[]]
        for word in phrase.words:
            slot = SLOT.fullmatch(word)
            if slot is None:
                options = [word]
            elif slot[1] == "outcome":
                options = [name.replace("_", " ") for name in OUTCOMES][:12]
            elif slot[1] in NAMED:
                options = [name.replace("_", " ") for name in self.named(slot[1], table)][:12]
            else:
                options = [{"seat": "s1", "amount": "100", "card": "Ah", "word": "..."}.get(slot[1], "3")]
            rows = [[*row, option] for row in rows for option in options]
        yield from (" ".join(row) for row in rows)

    def shown(self, phrase: Phrase, table: Table) -> str:
        """Return a phrase as it can be typed, articles included, with its slots filled in; two slots for places get different
        names.

        Args:
            phrase: The phrase.
            table: The table, whose names are used.
        """
        text, places = phrase.spoken, set[str]()
        for slot in SLOT.findall(text):
            names = list(self.named(slot[0], table)) if slot[0] in NAMED else []
            named = "s1" if slot[0] == "hand" and "s1" in names else next((name for name in names if name not in places), "")
            places.add(named if slot[0] == "place" else "")
            plain = _EXAMPLES.get(slot[0], "3")
            text = text.replace(f"{{{slot[0]}{slot[1]}}}", named.replace("_", " ") or plain, 1)
        return text

    def named(self, slot: str, table: Table) -> Iterator[str]:
        """Yield this table's names for the things that a slot stands for.

        Args:
            slot: The name of the slot, such as `spot` or `place`.
            table: The table.
        """
        layout = table.felt.layout
        if slot == "spot":
            spots = table.game.data["felt"].get("spots", {})
            yield from (name for name in layout.rows if spots.get(name, {}).get("offered", True))
            return
        if slot == "mark":
            yield from table.felt.marks
            return
        if slot == "bid":
            yield from table.game.data.get("tables", {}).get("bids", ())
            return
        for name, spec in layout.places.items():
            if slot == "place" or spec.kind in ("hand", "board", "trick"):
                yield name


def heeded(words: Sequence[str], fillers: Container[str]) -> Iterator[str]:
    """Yield the significant words of a line: all but the fillers. The word "in" counts at the end of a line.

    Args:
        words: The words of the line.
        fillers: Articles and other words that are ignored.

    >>> list(heeded(["s1", "is", "in"], {"is", "in"})), list(heeded(["pull", "in", "the", "bets"], {"in", "the"}))
    (['s1', 'in'], ['pull', 'bets'])
    """
    last = len(words) - 1
    return (word for at, word in enumerate(words) if word not in fillers or (at == last > 0 and word == _PARTICLE))


def acts_of(text: str, table: Table) -> tuple[Act, ...]:
    """Return the acts that an entry of the vocabulary stands for.

    Args:
        text: One act in the notation of records, or words such as `due deal` that stand for several.
        table: The table.

    Raises:
        ActError: If it stands for none now.
    """
    first, *rest = text.split()
    return ellipsis.WHOLE[first](table, rest) if first in ellipsis.WHOLE else (Act.parse(text),)


def _bound(pattern: Sequence[str], words: Sequence[str]) -> list[tuple[str, str]] | None:
    """Return the values of a pattern's slots in an act's words, in order; None if the words do not match."""
    if len(pattern) != len(words):
        return None
    slots: list[tuple[str, str]] = []
    for mine, word in zip(pattern, words, strict=True):
        slot = SLOT.fullmatch(mine)
        if slot is None:
            if mine != word:
                return None
            continue
        name = slot[1]
        if name == "times":
            return None
        number = word[:1].isdecimal() == (name in ("amount", "n"))
        seat = name in ("hand", "place") or (name == "seat") == is_seat(word)
        again = name != "place" and any(name == known for known, _ in slots)
        if (face_of(word) is None) if name == "card" else (not (number and seat) or again):
            return None
        slots.append((name, word))
    return slots


def face_of(word: str) -> Face | None:
    """Return the card that a word names; None if it names none."""
    try:
        return Face.read(word)
    except ActError:
        return None
