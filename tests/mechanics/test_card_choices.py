"""The values that a move may be made with: those that are allowed, those that are not, and those that are offered."""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterable
from fractions import Fraction
from typing import Any

import pytest

import dealerkit as dk
from dealerkit.cards import read_cards
from dealerkit.games.poker.mechanics.draw import Draws
from dealerkit.games.pot.mexican_sweat.mechanics import OneOfMany
from dealerkit.games.social.jenny_jenny.mechanics import Hidden, Purchase, SomeOfRanks
from dealerkit.games.social.newmarket.mechanics.open_auction import AtLeast
from dealerkit.mechanics.betting import Scaled
from dealerkit.mechanics.card_choices import Held, OfCards, Own, SomeOf, SomeOfHand, These, UpToCards, one_of
from dealerkit.mechanics.payments import UpToAmount


def faces(text: str) -> Any:
    """Cards as a choice holds them; one alone by itself, several together."""
    found = tuple(read_cards(text))
    return found if len(found) > 1 else found[0]


def hand(text: str) -> list[Any]:
    """Cards of a hand."""
    return list(read_cards(text))


ACE, KING, TWO, ACE_SPADES = (faces(name) for name in ("Ah", "Kd", "2c", "As"))
CHIPS = dk.Table("holdem", seats=3, seed=1).felt  # a chip is the smallest amount

ROWS: list[tuple[str, Container[object], list[Any], list[Any], list[Any]]] = [
    # name, choice, what is in it, what is not, what is offered
    ("one card", OfCards(1), [None, ACE, 1, (ACE,)], [2, (ACE, KING), ()], [None]),
    ("two cards", OfCards(2), [2, (ACE, KING)], [None, ACE, 1, 3, (ACE,)], [2]),
    (
        "certain cards",
        These(hand("Ah Kd")),
        [None, (KING, ACE), (None, ACE)],
        [ACE, (ACE, ACE), (ACE, TWO), (ACE, KING, TWO)],
        [None],
    ),
    (
        "a certain card, and one unseen",
        These([None, ACE]),
        [(TWO, ACE), (ACE, KING), (None, TWO), (TWO, None)],
        [(KING, TWO), ACE],
        [None],
    ),
    ("one of a hand", Held(hand("Ah Kd Ah 2c"), {TWO}), [ACE, KING], [TWO, ACE_SPADES, None, 1], [ACE, KING]),
    (
        "some of certain cards",
        SomeOf(hand("Ah Ah Kd")),
        [ACE, (ACE, ACE), (ACE, KING)],
        [(), TWO, (KING, KING), None],
        [ACE, KING],
    ),
    ("up to two cards", UpToCards(2), [1, 2, ACE, None, (ACE, KING)], [0, 3, (), (ACE, KING, TWO)], [2]),
    ("a card of a hand", one_of(hand("Ah Kd Ah")), [ACE, KING], [TWO, None], [ACE, KING]),
    ("a card of a hand unseen", one_of([ACE, None]), [ACE, TWO, None], [], []),
    (
        "up to two of a hand",
        SomeOfHand(hand("Ah Kd 2c"), 2),
        [None, 1, 2, ACE, (ACE, TWO)],
        [0, 3, ACE_SPADES, (), (ACE, KING, TWO)],
        hand("Ah Kd 2c"),
    ),
    ("up to two of a hand unseen", SomeOfHand([None, None], 2), [None, 1, 2, ACE, (ACE, KING)], [3, (ACE, KING, TWO)], [1]),
    ("just one of a hand", SomeOfHand(hand("Ah Kd"), 1), [None, 1, ACE, (KING,)], [0, 2, TWO, (ACE, KING)], hand("Ah Kd")),
    ("none of a hand", SomeOfHand(hand("Ah"), 0), [], [None, 1, ACE], hand("Ah")),
    ("DR-11 draw up to three", Draws(hand("Ah Kd 2c As"), 3), [1, 3, ACE], [0, 4], [1, 2, 3]),
    ("a whole hand", Own([ACE, KING], whole_only=True), [None, (ACE, KING)], [ACE, (KING,)], [None]),
    ("a hand or cards of it", Own([ACE, KING], whole_only=False), [None, ACE, (ACE, KING)], [TWO, (ACE, TWO)], [None]),
    ("a hand of unseen cards", Own([ACE, None], whole_only=False), [None, TWO], [], [None]),
    ("one of three to be turned", OneOfMany(3), [None, 1, 3, ACE], [0, 4], [None, 1, 2, 3]),
    ("JJ-05 court cards", SomeOfRanks(hand("Kd As")), [KING, (KING, ACE_SPADES)], [TWO, None], [(KING, ACE_SPADES)]),
    ("JJ-05 one court card", SomeOfRanks(hand("Kd")), [KING], [ACE], [KING]),
    (
        "JJ-06 duplicates by rank",
        SomeOfRanks(hand("Ah Kd"), by_rank=True),
        [ACE, ACE_SPADES, (KING, ACE_SPADES)],
        [TWO, (ACE, ACE_SPADES), (KING, KING), None],
        [(ACE, KING)],
    ),
    ("cards that nobody has seen", Hidden(), [ACE, (ACE, KING)], [None], []),
    (
        "JJ-11 a card for a court card",
        Purchase(hand("Ah 2c"), hand("Kd Kd"), {"2"}),
        [(ACE, KING), (TWO, KING)],
        [ACE, (KING, ACE), (ACE, KING, KING)],
        [(ACE, KING)],
    ),
    (
        "NM-17 a bid of three or more",
        AtLeast(3, Fraction(1, 2)),
        [3, Fraction(7, 2), 100],
        [2, Fraction(13, 4), None],
        [3, Fraction(7, 2), 4],
    ),
    ("two to five chips", Scaled(CHIPS, range(2, 6)), [2, 5], [1, 6, Fraction(5, 2), None], [2, 5]),
    ("just four chips", Scaled(CHIPS, range(4, 5)), [4], [3, 5], [4]),
    ("no chips", Scaled(CHIPS, range(4, 4)), [], [4], []),
    ("NP-22 up to five that are owed", UpToAmount(5), [1, 5, Fraction(1, 2)], [0, -1, 6, None], [5]),
]


@pytest.mark.parametrize(("choice", "allowed", "barred", "offered"), [pytest.param(*row[1:], id=row[0]) for row in ROWS])
def test_what_may_be_chosen(choice: Container[object], allowed: list[Any], barred: list[Any], offered: list[Any]) -> None:
    """A name that begins with a rule's id is of the mechanic that offers it."""
    assert [value for value in allowed if value not in choice] == []
    assert [value for value in barred if value in choice] == []
    assert isinstance(choice, Iterable)
    assert [*itertools.islice(choice, len(offered) + 1 if not isinstance(choice, AtLeast) else 3)] == offered
