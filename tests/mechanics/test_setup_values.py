"""The values with which a mechanic begins in the middle: what is read of each kind, and what is told where it cannot be."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dealerkit.cards import Rank, Suit, read_cards
from dealerkit.mechanics.setup_values import NotGiven, read_kinds

READ: list[tuple[str, object, object]] = [
    ("seat", "s1", 1),
    ("seat", "s3", 3),
    ("suit", "hearts", Suit.HEARTS),
    ("suit", "Spades", Suit.SPADES),
    ("suit", "d", Suit("d")),
    ("rank", "K", Rank("K")),
    ("rank", 10, Rank("T")),
    ("rank", "t", Rank("T")),
    ("count", 0, 0),
    ("count", "12", 12),
    ("count", -3, -3),
    ("amount", 5, 5),
    ("amount", "2.5", Fraction(5, 2)),
    ("word", 7, "7"),
    ("word", "beg", "beg"),
    ("flag", True, True),
    ("flag", False, False),
    ("seats", ["s2", "s1"], [2, 1]),
    ("seats", "s3 s1", [3, 1]),
    ("seats", [], []),
    ("words", "give beg", ["give", "beg"]),
    ("words", [1, "x"], ["1", "x"]),
    ("cards", "Ah 2c", read_cards("Ah 2c")),
    ("by_seat", {"s1": 2, "s3": 0}, {1: 2, 3: 0}),
    ("words_by_seat", {"s2": "out"}, {2: "out"}),
]


@pytest.mark.parametrize(("kind", "given", "value"), READ, ids=[f"{kind}-{given}" for kind, given, _ in READ])
def test_a_value_is_read_by_its_kind(kind: str, given: object, value: object) -> None:
    """Whether it has to be given or not."""
    for optional in ("", "?"):
        read = read_kinds({"it": kind + optional}, {"it": given}, 3)
        assert read == {"it": value}
        assert type(read["it"]) is type(value)


REFUSED: list[tuple[str, object, str]] = [
    ("seat", "s0", "it has s1 to s3"),
    ("seat", "s4", "it has s1 to s3"),
    ("seat", "bo", "'bo' is not a seat"),
    ("suit", "cups", "not a suit; known: clubs, diamonds, hearts, spades"),
    ("suit", "cd", "not a suit"),
    ("suit", "", "not a suit"),
    ("rank", "1", "not a rank; known: 2 3 4"),
    ("rank", "AK", "not a rank"),
    ("rank", "", "not a rank"),
    ("count", True, "'True' is not a whole number"),
    ("count", "2.5", "not a whole number"),
    ("count", "--2", "not a whole number"),
    ("flag", "true", "not true or false"),
    ("flag", 1, "not true or false"),
    ("seats", ["s1", "s9"], "'s9' is not a seat"),
    ("cards", "Ahh", "it: "),
    ("by_seat", "s1", "expected one entry for each seat"),
    ("by_seat", {"s1": "x"}, "'x' is not a whole number"),
    ("by_seat", {"s5": 1}, "'s5' is not a seat"),
    ("words_by_seat", ["s1"], "expected one entry for each seat"),
]


@pytest.mark.parametrize(("kind", "given", "told"), REFUSED, ids=[f"{kind}-{given}" for kind, given, _ in REFUSED])
def test_a_value_of_another_kind_is_refused(kind: str, given: object, told: str) -> None:
    """With its name, and what there is."""
    with pytest.raises(NotGiven) as error:
        read_kinds({"it": kind}, {"it": given}, 3)
    assert error.value.key == ("it",)
    assert str(error.value).startswith("it: ")
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("values", "key", "told"),
    [
        pytest.param({"leader": "s1", "trumps": "h", "won": 1}, ("won",), "won", id="a-name-unknown"),
        pytest.param({"trumps": "h"}, (), "leader is missing", id="one-missing"),
        pytest.param({}, (), "leader, trumps are missing", id="two-missing"),
    ],
)
def test_what_is_missing_or_not_known_is_told(values: dict[str, Any], key: tuple[str, ...], told: str) -> None:
    """A value that may be left out is not missing."""
    kinds = {"leader": "seat", "trumps": "suit", "led": "suit?"}
    with pytest.raises(NotGiven) as error:
        read_kinds(kinds, values, 3)
    assert error.value.key == key
    assert told in str(error.value)
    assert read_kinds(kinds, {"leader": "s2", "trumps": "h"}, 3) == {"leader": 2, "trumps": Suit.HEARTS}
