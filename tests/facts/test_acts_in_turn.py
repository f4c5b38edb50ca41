"""Acts in turn, which a misdeal has to come before (MD-02): counted from the turn that the round of betting asked for."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.facts.hands import acts_in_turn
from dealerkit.felt.acts import seat_number

FORMS = [
    pytest.param("holdem", 4, ("preflop", "flop_betting", "turn_betting", "river_betting"), id="from-the-blinds-then-the-button"),
    pytest.param("holdem", 2, ("preflop", "flop_betting"), id="heads-up"),
    pytest.param("stud7", 4, ("fourth_betting", "fifth_betting"), id="from-the-best-board"),
    pytest.param("razz", 4, ("fourth_betting",), id="from-the-lowest-board"),
    pytest.param("draw", 4, ("first_betting", "second_betting"), id="from-the-left-of-the-button-then-the-opener"),
    pytest.param("lowball-27", 4, ("first_betting", "second_betting"), id="from-the-big-blind"),
]


@pytest.mark.parametrize(("name", "seats", "rounds"), FORMS)
def test_md_02_an_act_out_of_turn_does_not_count(name: str, seats: int, rounds: tuple[str, ...]) -> None:
    """In no round, not even as the first act of it; the seat that was asked counts after it as before."""
    for street in rounds:
        table = dk.Table(name, seats=seats, seed=3, button=seats)
        table.advance(street)
        before, asked = acts_in_turn(table.now), seat_number(next(iter(table.ask)))
        early, word = asked % seats + 1, "call" if "call" in table.ask[f"s{asked}"] else "check"
        assert len(before) >= (seats - 1 if street != rounds[0] else 0)
        table.push(f"s{early} {word}")
        assert acts_in_turn(table.now) == before
        table.push(f"s{asked} {word}")
        assert acts_in_turn(table.now) == (*before, word)
        table.pop()
        assert acts_in_turn(table.now) == before


def test_md_14_the_bring_in_is_a_forced_bet_and_does_not_count() -> None:
    """The calls after it do."""
    table = dk.Table("stud7", seats=4, seed=3)
    table.advance("third_betting")
    table.advance()
    assert (table.log[-1].verb, acts_in_turn(table.now)) == ("bringin", ())
    table.advance()
    assert acts_in_turn(table.now) == ("call",)


@pytest.mark.parametrize(
    ("acts", "counted"),
    [
        pytest.param(["s3 put 2", "s4 call"], ("call", "call"), id="a-call-in-silence"),
        pytest.param(["s3 say raise 6", "s3 put 6", "s4 fold"], ("raise", "fold"), id="a-raise-in-words"),
        pytest.param(["s3 put 25", "s4 fold"], ("call", "fold"), id="BR-32-an-oversized-chip-is-a-call"),
        pytest.param(["s3 say fold", "s4 call"], ("fold", "call"), id="a-fold-in-words"),
        pytest.param(["s3 call", "s4 call", "s1 call", "s2 say check"], ("call", "call", "call", "check"), id="a-check-in-words"),
    ],
)
def test_md_02_words_and_chips_count_as_what_they_come_to(acts: list[str], counted: tuple[str, ...]) -> None:
    """By the rule set in force."""
    table = dk.Table("holdem", seats=4, seed=1, button=4)
    table.advance("preflop")
    for line in acts:
        table.push(line)
    assert acts_in_turn(table.now) == counted


def test_md_17_a_hand_dealt_again_begins_with_no_act() -> None:
    """What was done before the misdeal is no act of the new deal."""
    table = dk.Table("holdem", seats=4, seed=1, button=4)
    table.advance("preflop")
    for line in ("s3 call", "f rule misdeal"):
        table.push(line)
    table.advance("preflop")
    assert acts_in_turn(table.now) == ()
