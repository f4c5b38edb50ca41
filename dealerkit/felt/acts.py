"""Acts: one thing done by the dealer, a player or the floor, on one line of text.

`[mm:ss] who verb args  # note`: *who* is `d` (the dealer), `s1` to `s23` (a seat) or `f` (the floor); the clock and the note
belong to the record's line, not to the act. Arguments come in any order and are told apart by their form: a seat or a word is a
target, a number is a count or an amount, `up` and `down` are the side that a card shows, `Ah 7d ??` are cards. *What* is who,
verb and targets; *how* is number, side, manner and cards.

Acts are interned: reading the same line twice gives the same object, so that an act is compared with the plan by `is`. That is
only for speed: acts that were not interned compare by their text.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Any

from dealerkit.cards import UNKNOWN, Face
from dealerkit.errors import ActError, WrongForm
from dealerkit.felt.numbers import Number, read_chips, written
from dealerkit.felt.verbs import VERBS, Effect, Verb

DEALER, FLOOR = "d", "f"
MANNERS = ("together", "pitched", "boxed", "foreign", "wrong-back", "damaged")
_FACES = ("up", "down")
_LIMIT = 200_000
_MOST_SHOWN = 80
"""Most characters of an act repeated in an error."""
_LONGEST = 4000
"""Most characters of an act."""

PARSED: dict[object, Act] = {}
"""Interned acts, by their text."""


def is_seat(word: str) -> bool:
    """Return whether the word names a seat: `s1`, `s10`."""
    return 1 < len(word) < 8 and word[0] == "s" and word.isascii() and word[1:].isdecimal() and word[1] != "0"


def seat_number(word: str) -> int:
    """Return the seat's number, 1 and up; 0 for the dealer, the floor and anything else."""
    return int(word[1:]) if is_seat(word) else 0


class Act:
    """One thing done at the table. Build it with `Act.parse` or `Act.make`; it never changes.

    Attributes:
        who: `d`, `f` or a seat such as `s3`.
        seat: The seat's number, 0 for dealer and floor.
        verb: A word of the table in `dealerkit.felt.verbs`.
        to: Its targets in order: seats, places and words.
        n: A count, or an amount in the record's unit of money; None if none is given.
        parts: The single amounts of chips put in together (`500+100`, `5x100`), else empty.
        face: `up`, `down`, or empty for the usual side.
        cards: Faces named; None for an unknown card.
        manner: Words on the way it was done, such as `together` and `boxed`.
        what: Who, verb and targets as one text; comparison with a plan begins with it.
        move: Verb and targets as one text: the choice of a player.
        value: The value that goes with the move: the number, the card or cards, or None.
        plain: The same act with the number of cards instead of their names, which is how plans have it.
        alone: A plan with this act only, as a tuple.
        effect: Function that carries it out on the felt.
        highest: Highest seat named in it, as actor or target; 0 for none.
    """

    __slots__ = (
        "alone",
        "cards",
        "effect",
        "face",
        "highest",
        "manner",
        "move",
        "n",
        "parts",
        "plain",
        "seat",
        "text",
        "to",
        "value",
        "verb",
        "what",
        "who",
    )

    who: str
    seat: int
    verb: str
    to: tuple[str, ...]
    n: Number | None
    parts: tuple[Number, ...]
    face: str
    cards: tuple[Face | None, ...]
    manner: tuple[str, ...]
    what: str
    move: str
    value: object
    plain: Act
    alone: tuple[Act]
    effect: Effect
    highest: int
    text: str

    @classmethod
    def make(
        cls,
        who: str,
        verb: str,
        *to: str,
        n: Number | None = None,
        face: str = "",
        cards: Sequence[Face | None] = (),
        manner: Sequence[str] = (),
        parts: Sequence[Number] = (),
    ) -> Act:
        """Return the act with these parts; equal parts always give the same object.

        Args:
            who: `d`, `f` or a seat such as `s3`.
            verb: A word of the table in `dealerkit.felt.verbs`, such as `deal`.
            to: Targets: seats, places, words.
            n: Count of cards, or amount of money in the record's unit.
            face: `up` or `down`; empty for the usual side.
            cards: Faces named; None for an unknown one.
            manner: Oddities of the cards, such as `boxed`.
            parts: The single amounts that add up to `n`.

        Raises:
            ActError: If there is no such verb, or the verb does not take these arguments.
        """
        usual = None if cards or manner or parts else (who, verb, to, n, face)
        if usual is not None and (known := PARSED.get(usual)) is not None:
            return known
        spec = VERBS.get((who if who in (DEALER, FLOOR) else "s", verb))
        if spec is None:
            raise _no_such_verb(who, verb)
        if n is not None and not isinstance(n, int) and n.denominator == 1:
            n = n.numerator
        amount = "+".join(map(written, parts)) if parts else "" if n is None else written(n)
        names = [UNKNOWN if card is None else card.name for card in cards]
        text = " ".join(word for word in (who, verb, *to, amount, face, *names, *manner) if word)
        known = PARSED.get(text)
        if known is not None:
            if usual is not None:
                PARSED[usual] = known
            return known
        if "#" in text:  # in a record the rest of the line would be read as a note
            msg = f"'{text[:_MOST_SHOWN]}': an action can't contain #, which starts a note"
            raise ActError(msg)
        if n is not None and n < 0 and not spec.signed:
            msg = f"'{text}': an amount can't be negative"
            raise ActError(msg)
        _check(spec, text, to, n, face, cards)
        act = object.__new__(cls)
        act.who, act.verb, act.to, act.n, act.parts = who, verb, to, n, tuple(parts)
        act.face, act.cards, act.manner, act.text = face, tuple(cards), tuple(manner), text
        act.seat = seat_number(who)
        act.highest = max(act.seat, *map(seat_number, to)) if to else act.seat
        act.move = " ".join((verb, *to))
        act.what = f"{who} {act.move}"
        act.value = act.cards[0] if len(cards) == 1 else act.cards if cards else n
        act.effect = spec.effect
        several = len(cards) > 1 or spec.needs_number
        count = n if n is not None else len(cards) if several and spec.count and not spec.amount else None
        act.plain = cls.make(who, verb, *to, n=count, face=face, manner=manner, parts=parts) if cards else act
        act.alone = (act,)
        if len(PARSED) >= _LIMIT:
            PARSED.clear()
        PARSED[text] = act
        if usual is not None:
            PARSED[usual] = act
        return act

    @classmethod
    def of(cls, who: str, move: str, value: Any) -> Act:
        """Return a player's act, built from a move and its value.

        Args:
            who: The player, a seat such as `s3`.
            move: Verb and targets, such as `bet player`.
            value: None, a number, a card, or several cards.
        """
        verb, *to = move.split()
        if isinstance(value, Face):
            return cls.make(who, verb, *to, cards=(value,))
        if isinstance(value, tuple):
            return cls.make(who, verb, *to, cards=value)
        return cls.make(who, verb, *to, n=value)

    @classmethod
    def parse(cls, text: str) -> Act:
        """Return the act written on one line.

        Args:
            text: Who, verb and arguments, as in a record but without clock and note: `d deal s3 down`, `s4 put 500+100`.

        >>> act = Act.parse("d deal board Ah 7d 2c together")
        >>> act.what, act.count, str(act.plain)
        ('d deal board', 3, 'd deal board 3 together')
        >>> Act.parse(str(act)) == act
        True

        Raises:
            ActError: If the line is not an act; the message names the wrong word.
        """
        known = PARSED.get(text)
        if known is not None:
            return known
        if len(text) > _LONGEST:
            msg = f"'{text[:_MOST_SHOWN]}...' is too long for an action"
            raise ActError(msg)
        words = text.split()
        odd = "" if text.isascii() else next((word for word in words if any(s.isdigit() and not s.isascii() for s in word)), "")
        if odd:
            msg = f"'{odd}' has a digit other than 0 to 9"
            raise ActError(msg)
        if len(words) < 2:
            msg = f"'{text.strip()}' is not an action; type who, what and to whom, such as 'd burn' or 's3 bet player 100'"
            raise ActError(msg)
        who, verb = words[0].lower(), words[1].lower()
        if who not in (DEALER, FLOOR) and not is_seat(who):
            msg = f"'{words[0]}' is not a person at the table; start with d (dealer), s1, s2 ... (a seat) or f (the floor)"
            raise ActError(msg)
        to: list[str] = []
        cards: list[Face | None] = []
        manner: list[str] = []
        n: Number | None = None
        parts: tuple[Number, ...] = ()
        face = ""
        spec = VERBS.get((who if who in (DEALER, FLOOR) else "s", verb))
        if spec is not None and spec.spoken:
            to = [word.lower() for word in words[2:]]
            words = words[:2]
        for word in words[2:]:
            low = word.lower()
            if low in _FACES:
                face = low
            elif low in MANNERS:
                manner.append(low)
            elif word == UNKNOWN:
                cards.append(None)
            elif (card := _card(word)) is not None:
                cards.append(card)
            elif word.lstrip("-")[:1].isdecimal() or (word[0] == "." and len(word) > 1):
                if spec is not None and spec.cards and low[-1] in "cdhs":
                    Face.read(word)  # raises the error: 1h is meant as a card, and there is no such card
                if n is not None:
                    msg = f"'{text}' has two numbers; type only one"
                    raise ActError(msg)
                parts = read_chips(word.removeprefix("-"))
                n = -sum(parts) if word[0] == "-" else sum(parts)
                parts = parts if len(parts) > 1 and n > 0 else ()
            else:
                to.append(low)
        act = cls.make(who, verb, *to, n=n, face=face, cards=cards, manner=manner, parts=parts)
        PARSED[text] = act
        return act

    @property
    def count(self) -> int:
        """Number of cards in the act: the number of named cards, else the number given, else 1."""
        return len(self.cards) or (int(self.n) if self.n is not None else 1)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Act({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Act) and self.text == other.text)

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Act.parse, (self.text,)


def _card(word: str) -> Face | None:
    """Return the card for a word; None if it does not name a card."""
    if len(word) > 3 and word.lower() != "joker":
        return None
    if word.isdecimal():
        return None
    try:
        return Face.read(word)
    except ActError:
        return None


def _no_such_verb(who: str, verb: str) -> ActError:
    role = who if who in (DEALER, FLOOR) else "s"
    mine = sorted(name for (kind, name) in VERBS if kind == role)
    doer = {DEALER: "the dealer", FLOOR: "the floor"}.get(who, "a player")
    near = difflib.get_close_matches(verb, mine, n=3, cutoff=0.5)
    hint = f"; did you mean {' or '.join(near)}?" if near else f"; {doer} can {', '.join(mine)}"
    return ActError(f"unknown verb for {doer}: '{verb}'{hint}")


def _check(spec: Verb, text: str, to: Sequence[str], n: Number | None, face: str, cards: Sequence[Face | None]) -> None:
    low, high = spec.words
    text = text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."
    if not low <= len(to) <= high:
        if len(to) < low:
            msg = f"'{text}' is incomplete; type it as '{spec.form}'"
        elif spec.cards:
            msg = f"'{to[high]}' is not a card; type it as '{spec.form}'"
        else:
            msg = f"'{to[high]}' is one word too many; type it as '{spec.form}'"
        raise WrongForm(msg)
    if n is not None and not (spec.amount or spec.count):
        msg = f"'{text}': '{spec.name}' takes no number; type it as '{spec.form}'"
        raise ActError(msg)
    if spec.count and not spec.amount and n is not None and (not isinstance(n, int) or not 0 <= n <= 1000):
        msg = f"'{text}': the number of cards must be a whole number from 0 to 1000"
        raise ActError(msg)
    # a seat is named with the price: this buys a card, not chips
    if spec.amount and n is None and spec.needs_number and not (spec.cards and to):
        msg = f"'{text}' needs an amount; type it as '{spec.form}'"
        raise ActError(msg)
    if spec.cards and spec.needs_number and n is None and not cards and not (spec.amount and to):
        msg = f"'{text}' needs a number or cards; type it as '{spec.form}'"
        raise ActError(msg)
    if len(cards) > spec.cards:
        most = f"'{text}': '{spec.name}' takes no card"
        msg = most if not spec.cards else f"'{text}' has too many cards; type it as '{spec.form}'"
        raise ActError(msg)
    if face and not spec.face:
        msg = f"'{text}': 'up' and 'down' can't be used with '{spec.name}'"
        raise ActError(msg)
