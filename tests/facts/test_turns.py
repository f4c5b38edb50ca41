"""What begins anew with each coup, what is left of the shoe, and whose late chips go where."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.facts.faults import FAULTS
from dealerkit.games.baccarat.facts.coup import coup_allowed
from tests.table.dealing import COUP


def test_a_slip_that_is_told_once_a_coup_is_told_again_in_the_next() -> None:
    """Cards sent to the wrong hand: one finding a coup, and one in each coup."""
    table = dk.Table("mini-baccarat", seats=1, seed=3)
    for coup in (1, 2):
        table.advance("bets")
        table.push("s1 bet player 100")
        table.push("d close")
        table.push("d deal banker")
        table.push("d deal banker")
        table.push("d deal player")
        table.advance("clear")
        table.advance()
        assert [finding.code for finding in table.findings].count("coup/wrong-initial-order") == coup


@pytest.mark.parametrize("cut_cards", [0, 1])
@pytest.mark.parametrize(("left", "allowed"), [(5, False), (6, True), (7, True), (0, False)])
def test_ba_59_no_coup_is_started_with_fewer_than_six_cards(left: int, allowed: bool, cut_cards: int) -> None:
    """A coup may need six, and a cut card that still lies among them is none of these."""
    table = dk.Table("mini-baccarat", seats=1, seed=3, options={"cut_card_depth": 0})
    table.advance("bets")
    shoe, used = table.felt.places["shoe"], table.felt.places["discard_rack"]
    cards = [card for card in shoe if card >= 0]
    cuts = [card for card in shoe if card < 0]
    used += cards[left:]
    shoe[:] = cuts[:cut_cards] + cards[:left]
    assert table.felt.left() == left
    assert coup_allowed(table.now) is allowed


def test_bi_12_late_money_goes_back_and_withdrawn_money_is_restored_each_to_its_own() -> None:
    """One bettor adds, another takes back, before the dealer has seen to either."""
    table = dk.Table("mini-baccarat", seats=2, seed=3)
    table.advance("bets")
    for act in ("s2 bet player 100", "d close", "d deal player", "s1 bet banker 50", "s2 take player 100"):
        table.push(act)
    assert [act.text for act in table.plan()] == ["d restore s2 player 100"]
    table.push("d restore s2 player 100")
    assert [act.text for act in table.plan()] == ["d return s1 banker 50"]
    table.push("d return s1 banker 50")
    assert [finding.code for finding in table.findings] == ["play/BI-12", "play/BI-12"]
    assert table.expected.step.endswith(".deal")


@pytest.mark.parametrize(("first", "over"), [("Th", True), ("Jh", True), ("9c", False)])
def test_np_a9_a_misere_is_decided_when_its_bidder_has_a_trick(first: str, over: bool) -> None:
    """Where play ends once the bid is settled: not before, even if no trick is what the bidder wants."""
    table = dk.Table("nap", seats=3, button=3, options={"stop_when_decided": True})
    opening = ["d check pack", "d shuffle", "s2 cut 5", "d deal s1 Ah Kh Qh", "d deal s2 Ad Kd Qd", "d deal s3 Ac Kc 9s"]
    hand = ["d deal s1 Jh 9c" if first == "9c" else "d deal s1 Jh Th", "d deal s2 Jd Td", "d deal s3 Jc Tc"]
    for act in [*opening, *hand, "s1 bid mis", "s2 pass", "s3 pass"]:
        assert table.push(act) == (), act
    table.advance("tricks")
    for act in (f"s1 play {first}", "s2 play Td", "s3 play Jc" if first == "9c" else "s3 play 9s"):
        assert table.push(act) == (), act
    assert table.push("s3 take trick" if first == "9c" else "s1 take trick") == ()
    assert ("pay" in str(table.expected)) is over


@pytest.mark.parametrize(
    ("more", "after", "coups"),
    [
        pytest.param(0, 1, 1, id="none more: in place of a coup's first card, that coup is dealt all the same"),
        pytest.param(0, 4, 1, id="none more: in a coup, it is finished"),
        pytest.param(1, 4, 2, id="one more"),
        pytest.param(2, 1, 1, id="two more: in place of a coup's first card, that coup is the last"),
        pytest.param(2, 4, 3, id="two more: in a coup"),
    ],
)
def test_ba_56_how_many_coups_are_dealt_from_the_one_in_which_the_cut_card_came(more: int, after: int, coups: int) -> None:
    """The house's number counts from a coup in progress; it does not count from a coup that had not begun."""
    table = dk.Table("mini-baccarat", seats=1, options={"coups_after_cut_card": more})
    table.advance("load")
    for act in ("d load", "d burn up 2c", "d burn", "d burn", *COUP[:after], "d cutcard", *COUP[after:]):
        assert table.push(act) == (), act
    dealt = 1
    while not table.expected.step.endswith("gather"):
        for act in COUP:
            assert table.push(act) == (), act
        dealt += 1
    assert dealt == coups


@pytest.mark.parametrize(("bettor", "change"), [("s1 take player 40", "lowered"), ("s1 take player", "withdrawn")])
def test_bi_12_what_a_bettor_took_back_late_is_told_by_what_is_left(bettor: str, change: str) -> None:
    """A part taken back is a bet lowered, all of it a bet withdrawn."""
    table = dk.Table("mini-baccarat", seats=1, seed=3)
    table.advance("bets")
    for act in ("s1 bet player 100", "d close", "d deal player", bettor):
        table.push(act)
    told = FAULTS["late_bet"](table.now)
    assert told is not None
    assert told["change"] == change
    assert [act.text for act in table.plan()] == [f"d restore s1 player {told['late_amount']}"]


def test_ba_79_only_coups_without_a_bet_count_as_free() -> None:
    """Three are dealt in a shoe however many coups with bets lie between; the fourth is refused aloud."""
    table = dk.Table("mini-baccarat", seats=1, seed=3, options={"free_coups": 3})
    free = 0
    for bet in (True, True, False, True, False, True, False):
        table.advance("bets")
        if bet:
            table.push("s1 bet tie 10")
        assert table.push("d close") == ()
        free += not bet
        table.advance("clear")
        table.advance()
    assert free == 3
    assert [act.text for act in table.plan() or table.expected.dealer] == ["d announce no free hands"]
    assert [finding.code for finding in table.push("d close")] == ["step/free_coup-skipped"]
