"""A question on a page: large buttons for a choice, a pad for a number, seats, words."""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from dealerkit.rulings import Fact
from dealerkit.rulings.desk import Desk
from dealerkit.rulings.gates import WITH_CHIPS, WITHOUT_CHIPS

FEW = 12
"""Most values of a number that get a button each."""
MOST = 60
"""Largest value of a number, such as a per cent share, that is answered with buttons; above it there is a pad."""
NUMBERS = 10
"""Number of buttons for a number with many values, the smallest ones."""
SEATS = range(1, 12)
"""The seats that can be ticked."""


@attrs.frozen
class AnswerButton:
    """An answer to tap.

    Attributes:
        value: The answer.
        title: The text on it.
        note: Its meaning, in small letters; may be empty.
    """

    value: str
    title: str
    note: str = ""


@attrs.frozen
class AskedQuestion:
    """A question on a page.

    Attributes:
        fact: Name of the fact in question.
        title: The fact's title.
        asks: The question.
        kind: The kind of answer: `choice`, `number`, `amount`, `acts`, `seats`, `bets`, `boards` or `words`.
        buttons: Answers to tap; if `kind` is not `choice`, there is also a field.
        example: An example of an answer.
        words: Words from which a line is composed by taps: acts in turn, or a player's words in a line of bets.
        seats: Seats to tick, or to give cards or bets.
        chips: The chip values, smallest first; a tap adds a chip.
        cards: Whether a choice can also be answered with the cards that were shown.
    """

    fact: str
    title: str
    asks: str
    kind: str
    buttons: tuple[AnswerButton, ...] = ()
    example: str = ""
    words: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    chips: tuple[str, ...] = ()
    cards: bool = False


WITH_A_BET = ("check", "fold", "call", "bet", "raise", "raise by", "all-in", "puts", "says")
"""Words for a player in a line of bets, each with a button; others can be typed."""
WITHOUT_SEAT = ("small blind", "big blind")
"""Names in a line of bets besides seats."""

EXAMPLES = {
    "bets": "blinds 50/100, A raise 260, B puts 500",
    "acts": "fold call raise",
    "seats": "1 3 5",
    "boards": "2: Kh 9c, 5: 2c 7d",
    "amount": "12.50",
}


_EXAMPLE = re.compile(r" \(as:? [^)]*\)")
"""The example in a question for the terminal; on a page it is the field's placeholder."""
BUILT = frozenset({"amount", "acts", "seats", "bets", "boards"})
"""The types of facts whose answer is composed by taps."""


def question(desk: Desk, fact: Fact, chips: Sequence[str] = ()) -> AskedQuestion:
    """Return a question for a page.

    Args:
        desk: The dispute.
        fact: The fact in question.
        chips: The chip values of the game, smallest first.
    """
    offered = desk.offered(fact)
    asks = _EXAMPLE.sub("", fact.question) if fact.of_cards or fact.type in EXAMPLES else fact.question
    if offered:
        buttons = tuple(_button(*offer) for offer in offered)
        return AskedQuestion(fact.name, fact.title, asks, "choice", buttons, cards=fact.of_cards)
    buttons = ()
    kind = {"int": "number"}.get(fact.type, fact.type if fact.type in BUILT else "words")
    if fact.type == "int":
        high = fact.high if fact.high is not None else MOST + 1
        few = high - fact.low < FEW
        last = high if few else fact.low + NUMBERS - 1
        buttons = tuple(AnswerButton(str(number), str(number)) for number in range(fact.low, last + 1)) if high <= MOST else ()
        kind = "choice" if few else kind
    if fact.type == "acts":
        buttons = (AnswerButton("none", "No action yet"),)
    return AskedQuestion(
        fact.name,
        fact.title,
        asks,
        kind,
        buttons,
        EXAMPLES.get(fact.type, ""),
        {"acts": (*WITHOUT_CHIPS, *WITH_CHIPS), "bets": WITH_A_BET}.get(fact.type, ()),
        tuple(SEATS) if fact.type in {"seats", "bets", "boards"} else (),
        tuple(chips) if fact.type in {"amount", "bets"} else (),
    )


def _button(value: object, meaning: str) -> AnswerButton:
    """Return the button of an answer: a short word in large letters, with its meaning beside it."""
    if isinstance(value, str):
        return AnswerButton(value, meaning[:1].upper() + meaning[1:])
    word = "yes" if value else "no"
    return AnswerButton(word, word.capitalize(), meaning.removeprefix(word).lstrip(" ,;:"))
