"""A second slip where no house deals, or one card decides: what the first one has left to do is done all the same."""

from __future__ import annotations

import pytest

import dealerkit as dk
from tests.obedience.lawful import done, table_at
from tests.obedience.test_pit_acts import at_bets
from tests.obedience.test_seen import pushed


def codes(table: dk.Table, *acts: str) -> list[str]:
    """The codes of what is found in some acts."""
    return [finding.code for finding in pushed(table, *acts)]


@pytest.mark.parametrize("wrong", ["less", "another seat", "another seat, less"])
def test_a_pot_pushed_wrongly_after_the_cards_were_gathered_goes_to_its_winner(wrong: str) -> None:
    """DP-27, RP-15: the last hand in is known by the cards that were dealt, though none lies there any more."""
    table = table_at("mexican-sweat", "award", 3)
    due = table.next_act()
    assert due is not None
    assert due.n is not None
    winner, pot = due.to[0], due.n
    other = next(seat for seat in ("s1", "s2", "s3", "s4") if seat != winner)
    before = table.felt.rows["stack"][int(winner[1:])]
    pushed(table, "d gather")
    [finding] = table.push(f"d award {winner if wrong == 'less' else other} {pot if wrong == 'another seat' else pot - 1}")
    assert table.explain(finding).severity in ("major", "critical")
    done(table, until="button")
    assert table.felt.rows["pot"][0] == 0
    assert table.felt.rows["stack"][int(winner[1:])] == before + table.felt.units(pot)


@pytest.mark.parametrize("robbed", ["s2", "s3"])
@pytest.mark.parametrize("step", ["call", "award"])
def test_chips_taken_from_the_wrong_player_for_a_pot_go_back_to_him_once(step: str, robbed: str) -> None:
    """RP-15: the pot comes back from the player who got it, and is what it was."""
    table, clean = (table_at("mexican-sweat", step, 3) for _ in range(2))
    due, pot = table.next_act(), table.felt.written(table.felt.rows["pot"][0])
    wrong = next(seat for seat in ("s1", "s4") if due is None or seat not in due.to)
    assert pushed(table, f"d award {wrong} {pot}")
    assert pushed(table, f"d collect {robbed} pot {pot}")
    for other in (table, clean):
        done(other, until="button")
    assert table.felt.rows == clean.felt.rows


@pytest.mark.parametrize("first", ["d deal s5 2", "d deal s6", "d deal board 4 together"])
@pytest.mark.parametrize("again", ["d deal board 4 together", "d clear"])
def test_a_void_deal_is_not_gone_on_with_by_its_board(first: str, again: str) -> None:
    """SG-06: nobody plays on with hands that were never dealt; all cards are gathered and dealt again."""
    table = dk.Table("cash", "social", seats=6, seed=641805, button=4)
    table.advance("deal")
    assert pushed(table, first)
    assert str(table.next_act()) == "d gather"
    if again != "d clear" or "board" in first:
        assert codes(table, again) == ["deal/misdeal-played-on"]
    assert str(table.next_act()) == "d gather"
    done(table, until="gather")
    assert table.felt.left() == len(table.felt.layout.pack)


def test_a_void_deal_that_is_dealt_to_its_end_may_be_played() -> None:
    """SG-06: nobody has to claim a misdeal; the next card is no slip."""
    table = dk.Table("cash", "social", seats=6, seed=641805, button=4)
    table.advance("deal")
    assert codes(table, "d deal s5 2") == ["step/deal-wrong-count"]
    assert codes(table, "d deal s6", "d deal s1") == []
    assert str(table.next_act()) != "d gather"


@pytest.mark.parametrize("rules", ["social", "written"])
@pytest.mark.parametrize("short", [1, 2, 3])
def test_a_board_that_was_cleared_while_it_was_short_lacks_nothing(short: int, rules: str) -> None:
    """CA-17, CA-25: four new cards are laid at once, and no single one is asked for."""
    table = dk.Table("cash", rules, seats=6, seed=641805, button=4)
    table.advance("first_board")
    assert codes(table, f"d deal board {short} together") == ["step/first_board-wrong"]
    pushed(table, "d clear")
    assert str(table.next_act()) == "d deal board 4 together"
    assert table.push("d deal board 4 together") == ()
    assert len(table.felt.places["board"]) == 4


@pytest.mark.parametrize("owners", [("s2",), ("s2", "s3")])
def test_cards_that_came_to_the_dealer_too_soon_go_where_their_order_puts_them(owners: tuple[str, ...]) -> None:
    """WAR-05, WAR-I04, RJ-04: one card after the other, though the ruling is the same: the next bets get them, the dealer's is
    the last.
    """
    tables = [dk.Table("war", seats=3, seed=3) for _ in range(2)]
    for other in tables:
        other.advance("bets")
        assert pushed(other, *[f"{seat} bet main 20" for seat in ("s1", *owners)], "d close") == []
    table, clean = tables
    pushed(table, "d deal s1", *["d deal dealer"] * 2)
    pushed(clean, "d deal s1", *[f"d deal {seat}" for seat in owners], "d deal dealer")
    while (due := table.next_act()) is not None and due.verb in ("floor", "move", "deal"):
        assert table.push(due) == ()
    for place in ("s1", *owners, "dealer"):
        assert table.felt.places[place] == clean.felt.places[place]


@pytest.mark.parametrize("more", ["0.01", "5"])
def test_what_was_taken_back_too_much_is_paid_while_other_bets_wait(more: str) -> None:
    """BJ-79, PIT-15: the rest of a correction is due as it is by now, and no slip."""
    bets = ("s1 bet main 20", "s2 bet main 40", "d close")
    table = at_bets("war", *bets, seed=_both_win(bets))
    table.advance("settle")
    assert codes(table, "d pay s2 war 40") == ["pit/wrong-payout"]
    pushed(table, f"d collect s2 war {40 + float(more):g}")
    assert str(table.next_act()) == f"d pay s2 war {more}"
    done(table, until="clear")
    assert [chips - 5000 for chips in map(table.felt.written, table.felt.rows["stack"][1:3])] == [20, 40]


def _both_win(bets: tuple[str, ...]) -> int:
    """A seed with which both bets of a table win."""
    for seed in range(1, 60):
        table = at_bets("war", *bets, seed=seed)
        table.advance("settle")
        if [act.verb for act in table.expected.dealer] == ["pay", "pay"]:
            return seed
    pytest.fail("nobody wins")


@pytest.mark.parametrize(
    "slips", [("d call lose", "d sweep"), ("d award s3 2", "d collect s3 ante 1"), ("d award s3 2", "d sweep")]
)
def test_a_turn_that_was_settled_wrongly_is_settled_though_another_slip_came(slips: tuple[str, ...]) -> None:
    """RP-05, RD-09: the same ruling is carried out, and what the pot never got was not given back to it."""
    tables = [_at_the_payment() for _ in range(2)]
    pushed(tables[0], *slips)
    for table in tables:
        while (due := table.next_act()) is not None and due.who == "d":
            assert table.push(due) == ()
    assert tables[0].felt.rows == tables[1].felt.rows


def _at_the_payment() -> dk.Table:
    """A turn of red dog that seat 3 has won, before the pot pays."""
    for seed in range(1, 200):
        table = dk.Table("red-dog", seats=3, seed=seed, button=2)
        table.advance("pay")
        due = table.next_act()
        if due is not None and due.text == "d award s3 1":
            return table
    pytest.fail("seat 3 does not win")
