"""Bets that push: they lie on, records of both ways are judged by their own, and no chip is lost (BA-53, BA-55)."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.table.bots import Bots, sensible
from dealerkit.table.playback import replay

TIE = [
    "d close",
    "d deal player 6h",
    "d deal banker Ks",
    "d deal player Th",
    "d deal banker 6c",
    "d call tie",
    "d tap",
    "d clear",
]
WIN = [
    "d close",
    "d deal player 7h",
    "d deal banker Qs",
    "d deal player Jh",
    "d deal banker 6d",
    "d call player wins",
    "d push player",
]


def after_a_tie(**options: object) -> dk.Table:
    """A table of one seat whose bet of 100 on player has just pushed, the cards cleared."""
    table = dk.Table("mini-baccarat", seats=1, stacks=["150"], options=options)
    table.advance("bets")
    for act in ["s1 bet player 100", *TIE]:
        assert table.push(act) == ()
    return table


def test_what_is_due_and_what_lies_there_agree():
    """View, expectation and settlement speak of the same chips."""
    table = after_a_tie()
    assert (table.felt.rows["player"][1], table.felt.rows["stack"][1]) == (10000, 5000)
    assert table.view(0).chips["player"] == ("0", "100")
    for act in WIN:
        assert table.push(act) == ()
    assert [due.text for due in table.plan()] == ["d pay s1 player 100"]


def test_a_record_says_which_way_it_was():
    """Whatever becomes the usual way later, the record is judged as it was dealt."""
    for way in ("stay", "taken_up"):
        table = after_a_tie(pushed_bets=way)
        assert f"set pushed_bets: {way}" in table.record()
        assert replay(table.record()).felt.same_as(table.felt)


def test_an_older_record_of_ours_is_judged_the_old_way():
    """The bettor had the bet back and made it again, out of a stack that would not have served for two."""
    table = after_a_tie(pushed_bets="taken_up")
    for act in ["s1 bet player 100", *WIN, "d pay s1 player 100", "d clear"]:
        assert table.push(act) == ()
    old = table.record().replace("set pushed_bets: taken_up\n", "")
    assert old != table.record()
    again = replay(old)
    assert again.findings == []
    assert again.felt.rows["stack"][1] == 25000
    assert again.game.options["pushed_bets"] == "taken_up"


def test_a_record_by_hand_goes_by_the_rules_in_force():
    """Without a hash nobody says that it is older."""
    table = after_a_tie()
    lines = [line for line in table.record().splitlines() if not line.startswith(("hash:", "set pushed_bets"))]
    assert replay("\n".join(lines) + "\n").felt.rows["player"][1] == 10000


@pytest.mark.parametrize("variant", ["commission", "ez", "super6"])
@pytest.mark.sample(1, most=1)
def test_bots_let_pushed_bets_ride_or_take_them_back_and_no_chip_is_lost(variant: str):
    """Two hundred coups: the chips of stacks, spots and rack stay what they were, and nothing is found."""
    table = dk.Table("mini-baccarat", seats=4, seed=11, options={"variant": variant, "dragon_bonus_player": True})
    players, whole = Bots(sensible), sum(map(sum, table.felt.rows.values()))
    rode = taken_back = coups = 0
    lying: set[tuple[str, int]] = set()
    while coups < 200:
        for act in players.acts(table) or [table.next_act()]:
            table.push(act)
            assert sum(map(sum, table.felt.rows.values())) == whole
            if act.verb == "take" and act.seat:
                taken_back += 1
                lying.discard((act.to[0], act.seat))
            if act.verb == "close":
                rode += len(lying)
            if act.verb == "clear":
                coups += 1
                rows = table.felt.rows
                lying = {(name, at) for name in table.felt.layout.rows for at, chips in enumerate(rows[name]) if chips}
    assert table.findings == []
    assert rode > 10
    assert taken_back > 3


def test_a_bet_that_was_never_paid_lies_on_and_goes_up_with_the_payment():
    """Cleared too early: the stack is in the end what it would have been."""
    table = dk.Table("mini-baccarat", seats=1)
    table.advance("bets")
    for act in ["s1 bet player 100", *WIN, "d clear"]:
        table.push(act)
    assert table.felt.rows["player"][1] == 10000
    assert [due.text for due in table.owed] == ["d pay s1 player 100"]
    table.push(Act.parse("d pay s1 player 60"))
    table.push(Act.parse("d pay s1 player 40"))
    assert (table.felt.rows["player"][1], table.felt.rows["stack"][1]) == (0, 510000)
