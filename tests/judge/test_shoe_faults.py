"""Faults at a shoe after which obedience once did not come to a lawful end."""

from __future__ import annotations

import pytest

import dealerkit as dk


def upto(game: str, *acts: str, at: str = "") -> dk.Table:
    """A table after these acts."""
    table = dk.Table(game, seats=3, seed=3)
    if at:
        table.advance(at)
    for act in acts:
        table.push(act)
    return table


@pytest.mark.parametrize("game", ["mini-baccarat", "blackjack"])
def test_a_shuffle_that_the_next_shoe_asks_for_as_well_is_owed_no_more(game):
    """BA-13, BJ-14: the count leaps over a whole shoe; one shuffle is due, and not one more for ever."""
    table = upto(game, "d check rack", "d count 2")
    for act in ("d gather", "d shuffle"):
        assert str(table.next_act()) == act
        assert table.push(act) == ()
    assert str(table.next_act()) not in ("d gather", "d shuffle")


@pytest.mark.parametrize(("game", "spot"), [("mini-baccarat", "player"), ("blackjack", "main")])
def test_a_close_before_anybody_has_bet_closes_nothing(game, spot):
    """BA-60, BJ-26: bets that come after it are in force once betting is closed over them."""
    table = upto(game, "d close", f"s1 bet {spot} 20", "d close", at="bets")
    assert table.felt.closed[spot][1] == 20 * table.felt.layout.scale


def test_the_cage_pays_what_the_rack_lacks():
    """MON-08: a fill comes to the table: the house pays a winner though its rack is empty, whether or not bets that push stay."""
    table = upto("blackjack", "s1 bet main 20", "d close", at="bets")
    table.push("d pay s2 main 1000000")
    table.push("d pay s1 main 20")
    assert table.felt.rows["stack"][0] < 0


def test_cards_gathered_while_a_ruling_is_carried_out_are_found():
    """BJI-11: what fits nowhere is no part of the remedy under way."""
    table = upto("blackjack", "s1 bet main 10", "d close", "d deal s1", "d pay s1 100", at="bets")
    assert [finding.code for finding in table.push("d gather")] == ["bj/finished-from-elsewhere"]


def test_two_cards_face_down_for_the_dealer_are_not_turned_up():
    """BJ-33: the closed card lies as it should; the one too many goes on."""
    table = upto("blackjack", "s1 bet main 10", "d close", "d deal s1", "d deal dealer up", "d deal s1", at="bets")
    table.push("d deal dealer 2 down")
    assert all(act.verb != "turn" for act in table.owed)


@pytest.mark.parametrize("game", ["mini-baccarat", "blackjack", "war", "mississippi-stud", "three-card-poker"])
def test_a_boxed_card_that_went_straight_to_the_rack_stays_there(game):
    """BI-03, BJI-01: it is out of play, as the ruling has it; nothing is moved, and the card is no hand's."""
    table = upto(game, at="bets")
    due = table.next_act()
    assert len(table.push("d deal discard_rack boxed")) == 1
    assert table.rulings[-1].ruling.outcome == "card_replaced"
    assert (table.next_act(), table.owed) == (due, ())
    assert len(table.felt.places["discard_rack"]) == len(upto(game, at="bets").felt.places["discard_rack"]) + 1
