"""The bets and words of a seat, told in a line, and the coup that settles them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dealerkit.cards import read_cards
from dealerkit.errors import ActError, BetsError, UnknownName
from dealerkit.rules.games import game
from dealerkit.table.settled_rounds import SeatLine, SeatWord, read_seats, settled_coup, signed

BANKER_WINS, PLAYER_WINS = read_cards("2s 9d Kh Kc"), read_cards("9s 2d Kh 5c")

Parts = list[tuple[str, object, int]]


def parts(words: object) -> Parts:
    """Name, amount and column of each."""
    assert isinstance(words, list)
    return [(word.name, word.amount, word.column) for word in words]


@pytest.mark.parametrize(
    ("line", "seat", "bets", "words"),
    [
        ("1: main 10", 1, [("main", 10, 4)], []),
        ("s3:main 10", 3, [("main", 10, 4)], []),
        ("Seat 12: main 10;", 12, [("main", 10, 10)], []),
        (
            "seat 2: Player-Pair 10 ,  tie .5 ; even money, double 5",
            2,
            [("player_pair", 10, 9), ("tie", Fraction(1, 2), 27)],
            [("even_money", None, 36), ("double", 5, 48)],
        ),
        ("1: main -5", 1, [("main", -5, 4)], []),
        ("1: main", 1, [("main", None, 4)], []),
    ],
)
def test_a_line_has_seat_bets_and_words(line: str, seat: int, bets: Parts, words: Parts) -> None:
    """Each with its amount, and the column where it stands."""
    read = SeatLine.read(line)
    assert (read.seat, parts(read.bets), parts(read.words), read.line) == (seat, bets, words, line)


@pytest.mark.parametrize(
    ("line", "column", "said"),
    [
        ("x: main 10", 1, "does not begin with a seat"),
        ("1 main 10", 1, "does not begin with a seat"),
        ("0: main 10", 1, "does not begin with a seat"),
        ("1: ", 3, "seat 1 has no bet"),
        ("1: ; stand", 3, "seat 1 has no bet"),
        ("1: 10", 4, "'10' names no bet or decision"),
        ("1: main 10, 20", 13, "'20' names no bet or decision"),
        ("1: main 10,, tie 5", 12, "'' names no bet or decision"),
        ("1: main 1.2.3", 3, "'1.2.3' is not a number"),
        ("1: main 10, tie 1x", 12, "'1x' is not a number"),
    ],
)
def test_a_line_that_cannot_be_read_names_its_column(line: str, column: int, said: str) -> None:
    """Counted from 1."""
    with pytest.raises(BetsError, match=said) as wrong:
        SeatLine.read(line)
    assert wrong.value.column == column


def test_each_seat_has_one_line() -> None:
    """They come in the order of the seats."""
    assert [line.seat for line in read_seats(["2: main 5", "10: main 5", "1: main 5"])] == [1, 2, 10]
    with pytest.raises(BetsError, match="seat 2 has two lines") as wrong:
        read_seats(["2: main 5", "1: main 5", "2: tie 5"])
    assert wrong.value.column == 1


def test_an_amount_may_have_a_minus() -> None:
    """One, and nothing else."""
    assert (signed("12.5"), signed("-3")) == (Fraction(25, 2), -3)
    with pytest.raises(ActError):
        signed("--3")


@pytest.mark.parametrize(
    ("bet", "units", "said"),
    [
        ("main 0.25", 1, ""),
        ("main 10", 40, ""),
        ("main 0.3", 0, r"main 0\.3: the smallest amount on this table is 0\.25"),
        ("main 0", 0, "main 0: a bet must be above zero"),
        ("main -1", 0, "main -1: a bet must be above zero"),
        ("main", 0, "the amount of 'main' is missing"),
    ],
)
def test_a_bet_is_made_of_the_smallest_chip(bet: str, units: int, said: str) -> None:
    """More than nothing, and a whole number of them."""
    word = SeatWord.read(bet, f"1: {bet}", 4)
    if units:
        assert word.units(Fraction(1, 4)) == units
        return
    with pytest.raises(BetsError, match=said) as wrong:
        word.units(Fraction(1, 4))
    assert wrong.value.column == 4


def test_a_coup_settles_every_bet() -> None:
    """By seat, with the commission on a winning banker bet and the sum of the seat."""
    mini = game("mini-baccarat")
    report = settled_coup(mini, BANKER_WINS, read_seats(["1: banker 20", "2: player 20, banker 5"]))
    lost = {"stake": "20", "result": "lose", "commission": "0", "net": "-20"}
    won = {"stake": "5", "result": "win", "commission": "0.25", "net": "4.75"}
    assert report.bets[1:] == [{"seat": "2", "bet": "player", **lost}, {"seat": "2", "bet": "banker", **won}]
    assert report.seats is not None
    assert report.seats[1] == {"seat": 2, "wagers": [{"wager": "player", **lost}, {"wager": "banker", **won}], "net": "-15.25"}
    report = settled_coup(mini, PLAYER_WINS, [SeatLine(0, [SeatWord("player", Fraction(21, 2), "player 10.5", 1)])])
    assert report.bets == [{"bet": "player", "stake": "10.5", "result": "win", "commission": "0", "net": "10.5"}]
    assert report.seats is None


def test_a_coup_asks_nobody_and_knows_its_bets() -> None:
    """A word is refused at its place; a bet that there is none of is told with the nearest."""
    mini = game("mini-baccarat")
    with pytest.raises(BetsError, match="players make no decisions in a coup") as wrong:
        settled_coup(mini, BANKER_WINS, read_seats(["1: banker 20; stand"]))
    assert wrong.value.column == 15
    with pytest.raises(UnknownName, match="did you mean banker"):
        settled_coup(mini, BANKER_WINS, read_seats(["1: bankr 20"]))
    with pytest.raises(BetsError, match="smallest amount"):
        settled_coup(mini, BANKER_WINS, read_seats(["1: banker 20.123"]))
