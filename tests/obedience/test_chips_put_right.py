"""Chips and marks in the wrong place: they come back, in whatever order and in parts, and nobody is asked twice."""

from __future__ import annotations

import pytest

import dealerkit as dk
from tests.obedience.campaign import Setting, clean, table_at
from tests.obedience.players import SteadyPlayers
from tests.obedience.put_right import Slip, codes, deal_upto, money, obeyed, table_at_step


def test_fan_tans_pot_goes_whole_to_who_is_out() -> None:
    """FT-23: pushed to another it comes back; of too little the rest follows."""
    for wrong, due in (("s3 27", ["d collect s3 pot 27", "d award s2 27"]), ("s2 26", ["d award s2 1"])):
        table, _ = table_at_step(Slip("", "fan-tan", "hand.award", (), "", seats=4))
        right = str(table.next_act())
        seat, sum_ = right.split()[2:]
        other = "s3" if seat != "s3" else "s4"
        wrong = wrong.replace("s3", other).replace("s2", seat).replace("27", sum_).replace("26", str(int(sum_) - 1))
        due = [text.replace("s3", other).replace("s2", seat).replace("27", sum_) for text in due]
        assert table.push(f"d award {wrong}")
        assert [str(act) for act in table.owed] == due[:1]
        for text in due:
            assert str(table.next_act()) == text
            assert table.push(text) == ()


@pytest.mark.parametrize("form", ["holdem", "omaha", "bomb-pot", "draw", "stud7"])
def test_a_forced_bet_given_back_before_the_deal_is_due_again(form: str) -> None:
    """DP-09: a blind or an ante goes back to its owner, and lies there again before a card is out."""
    options = {"small_blind": 1, "big_blind": 2} if form == "draw" else {}
    table = dk.Table(form, seats=4, seed=3, options=options)
    table.advance("pitch")
    row = "bet" if table.felt.rows["bet"][3] else "ante"
    lying = table.felt.money(table.felt.rows[row][3])
    assert [finding.code.rpartition("-")[2] for finding in table.push(f"d return s3 {row} {lying}")] == ["early"]
    assert str(table.next_act()) == f"d restore s3 {row} {lying}"
    assert table.push(f"d restore s3 {row} {lying}") == ()
    due = table.next_act()
    assert due is not None
    assert due.verb == "deal"


def test_what_is_marked_already_is_not_marked_again_after_a_word() -> None:
    """Cash CA-24: something is announced between two marks; the second is due, and not the first once more."""
    made = clean(Setting("cash", "social", 0))
    at = next(at for at, act in enumerate(made.acts) if act.verb == made.acts[at + 1].verb == "mark")
    table = table_at(made, at + 1)[0]
    due = table.next_act()
    assert due == made.acts[at + 1]
    assert codes(table, "d announce signals") == []
    assert table.next_act() is due


def test_a_second_award_at_the_next_turn_comes_back() -> None:
    """Red Dog RD-09: the turn it was about is over, and the chips are the pot's all the same."""
    table = dk.Table("red-dog", seats=3, seed=926313, button=1)
    players = SteadyPlayers()
    deal_upto(table, players, "award")
    due = str(table.next_act())
    seat, chips = due.split()[2:]
    assert codes(table, due) == []
    assert codes(table, due) == ["pot/wrong-payment"]
    assert str(table.next_act()) == f"d collect {seat} pot {chips}"
    assert codes(table, str(table.next_act())) == []
    assert not table.owed


def _at_a_strike(seed: int = 156494) -> tuple[dk.Table, SteadyPlayers, str]:
    """3-5-7 when a strike is due, and whose."""
    table = dk.Table("three-five-seven", seats=6, seed=seed, button=6)
    table.advance("declare")
    codes(table, "s1 declare in", *(f"s{seat} declare out" for seat in range(2, 7)))
    players = SteadyPlayers()
    deal_upto(table, players, "mark")
    return table, players, "s1"


def test_a_strike_without_its_box_is_one_strike() -> None:
    """TFS-17: it lies in the only box there is, so nobody gets a second one for it, and the pot stays."""
    table, _, seat = _at_a_strike()
    assert codes(table, f"d mark {seat} 1") == ["strike/given-wrongly"]
    while table.owed or table.expected.step.startswith("RP-11"):
        assert codes(table, str(table.next_act())) == []
        assert table.felt.marks["strikes"][1] <= table.felt.layout.scale
    assert table.felt.marks["strikes"][1] == table.felt.layout.scale


def test_strikes_are_put_right_in_either_order() -> None:
    """TFS-17: the wrong one off first, then the right one, or the other way round."""
    for order in (
        (f"d mark {seat} strikes {n}" for seat, n in pair) for pair in ((("s2", -1), ("s1", 1)), (("s1", 1), ("s2", -1)))
    ):
        table, _, _ = _at_a_strike()
        assert codes(table, "d mark s2 strikes 1") == ["strike/given-wrongly"]
        assert codes(table, *order) == []
        assert not table.owed


def test_antes_owed_to_the_pot_come_in_before_the_shuffle_of_the_same_deal() -> None:
    """RD-03, SG-06: a card came before the antes were the pot, which is a misdeal; bringing them in then is no slip."""
    table = dk.Table("red-dog", seats=3, seed=3, button=1)
    players = SteadyPlayers()
    deal_upto(table, players, "sweep")
    assert codes(table, "d deal s3")
    assert [str(table.next_act())] == ["d gather"]
    assert codes(table, "d gather", "d sweep") == []
    assert str(table.next_act()) == "d shuffle"
    assert table.felt.rows["pot"][0] == 3


@pytest.mark.parametrize(
    ("game", "acts"), [("fan-tan", 9), ("fan-tan", 30), ("three-five-seven", 30), ("newmarket", 50), ("newmarket", 70)]
)
def test_chips_that_moved_because_of_a_deal_go_back_before_it_is_dealt_again(game: str, acts: int) -> None:
    """SG-06: the cards are gathered in the middle; whatever players have paid or won since they came goes back."""
    table, players = dk.Table(game, seed=3), SteadyPlayers()
    seen = 0
    before = money(table)
    while seen < acts:
        dealt = any(act.verb == "deal" for act in table.now.since("hand"))
        before = before if dealt else money(table)
        for act in players.acts(table) or [table.next_act()]:
            assert act is not None
            assert table.push(act) == ()
            seen += bool(act.seat) and any(one.verb == "deal" for one in table.log)
    assert codes(table, "d gather") == ["step/gather-early"]
    for _ in range(200):
        due = table.next_act()
        assert due is not None
        if due.verb == "shuffle":
            break
        for act in [due] if due in table.owed or due.who == "d" else players.acts(table):
            assert table.push(act) == (), act
    fresh = game == "newmarket" and not any(act.verb == "deal" for act in table.now.since("hand"))
    assert money(table) == before or fresh


def test_bets_of_hands_turned_up_go_back_with_the_cards() -> None:
    """MS-15, SG-06: the ante stays for the same hand, the bets that were swept in do not."""
    table = dk.Table("mexican-sweat", seats=3, seed=3, button=3)
    table.advance("roll")
    players = SteadyPlayers()
    for _ in range(40):
        if "bet" in table.ask.get("s1", {}):
            break
        for act in players.acts(table) or [table.next_act()]:
            assert act is not None
            assert table.push(act) == ()
    betting = [f"{who} {'bet 1' if at == 0 else 'call'}" for at, who in enumerate(("s1", "s2", "s3"))]
    assert codes(table, *betting, "d sweep") == []
    assert codes(table, "d gather") == ["step/gather-early"]
    back = []
    while str(table.next_act()).startswith("d return"):
        back.append(str(table.next_act()))
        assert codes(table, back[-1]) == []
    assert back == ["d return s1 pot 1", "d return s2 pot 1", "d return s3 pot 1"]
    assert table.felt.rows["pot"][0] == 3


def test_a_pot_that_came_back_is_pushed_again() -> None:
    """MS-21: pushed before the other hand was in the muck, fetched back; whoever is left then gets it."""
    table = dk.Table("mexican-sweat", seats=2, seed=3, button=2)
    players = SteadyPlayers()
    deal_upto(table, players, "kill")
    winner = next(seat for seat in ("s1", "s2") if seat not in table.next_act().to)
    loser = str(table.next_act())
    assert codes(table, f"d award {winner} 2") == ["pot/paid-wrongly"]
    assert codes(table, loser) == ["step/right_award-skipped"]
    assert codes(table, f"d collect {winner} pot 2") == []
    assert str(table.next_act()) == f"d award {winner} 2"


@pytest.mark.parametrize(
    ("wrong", "parts"),
    [
        (["d pay s2 banker 45"], ["d collect s2 banker 10", "d collect s2 banker 16"]),
        (["d pay s2 banker 15"], ["d pay s2 banker 2", "d pay s2 banker 2"]),
    ],
)
def test_a_wrong_payment_is_put_right_in_parts(wrong: list[str], parts: list[str]) -> None:
    """BI-20, RB-10: 19 was due; each part leaves the rest due, and none is a slip."""
    table = dk.Table("mini-baccarat", seats=2, seed=7)
    table.advance("bets")
    assert codes(table, "s1 bet player 100", "s2 bet banker 20", "d close") == []
    while str(table.next_act()) != "d pay s2 banker 19":
        assert codes(table, str(table.next_act())) == []
    assert codes(table, *wrong) == ["coup/wrong-payout"]
    assert codes(table, parts[0]) == []
    assert str(table.next_act()) == parts[1]
    assert codes(table, parts[1], "d clear") == []
    assert table.felt.rows["stack"][2] == 5019_00


@pytest.mark.parametrize("second", ["d collect s1 pot 4", "d sweep"])
def test_a_pot_that_went_wrong_comes_back_whatever_the_dealer_does_first(second: str) -> None:
    """RP-15: Mexican Sweat; the pot went to a dead hand, and the dealer took it from another player, or swept."""
    made = clean(Setting("mexican-sweat", "", 0))
    at = next(at for at, act in enumerate(made.acts) if act.verb == "award")
    table = table_at(made, at)[0]
    winner, before = made.acts[at].to[0], sum(table.felt.rows["pot"])
    wrong = "s4" if winner != "s4" else "s3"
    stacks = list(table.felt.rows["stack"])
    assert codes(table, f"d award {wrong} {before}") == ["pot/killed-hand-paid"]
    assert len(codes(table, second)) == 1
    while table.next_act() is not None and table.next_act().verb != "gather":
        assert codes(table, str(table.next_act())) == []
    stacks[int(winner[1:])] += before
    assert table.felt.rows["stack"] == stacks


def test_a_pot_pushed_wrongly_comes_back_in_parts() -> None:
    """SD-16: the loser hands back what was pushed in two parts, then the floor rules and the winner is given it."""
    table = dk.Table("holdem", seats=3, seed=5)
    while str(table.next_act()) != "d award s3 6":
        assert codes(table, str(table.next_act())) == []
    assert codes(table, "d award s1 6") == ["pot/wrong-winner"]
    assert codes(table, "d collect s1 pot 2") == []
    assert [str(act) for act in table.owed] == ["d collect s1 pot 4"]
    assert codes(table, "d collect s1 pot 4") == []
    while table.log[-1].verb != "gather":
        assert codes(table, str(table.next_act())) == []
    assert table.felt.rows["stack"] == [0, 198, 198, 204]


@pytest.mark.parametrize(
    ("before", "after", "pot"),
    [
        (["s1 raise 6"], ["s2 call", "s3 call"], 18),  # two players have still to match what was swept
        (["s1 call", "s2 call"], ["s3 raise 10", "s1 call", "s2 call"], 30),  # all have; the big blind has its option left
    ],
)
def test_bets_that_were_swept_before_an_early_flop_still_count(before: list[str], after: list[str], pot: int) -> None:
    """DP-17, action/bets-pulled-in-early: the bets were swept and the flop was dealt with a player still to act; the flop
    goes back, and whoever acts then matches what was bet.
    """
    table = dk.Table("holdem", seats=3, seed=5, button=1)
    table.advance("preflop")
    while "s1" not in table.ask:
        assert codes(table, str(table.next_act())) == []
    assert codes(table, *before) == []
    slips = codes(table, "d sweep", "d burn", "d deal board 3")
    assert slips == ["action/bets-pulled-in-early", "burn/before-action-complete", "street/early-flop"]
    assert codes(table, "d floor", "d rebuild board", "d cut", *after) == []
    players = SteadyPlayers()
    assert obeyed(table, players) == []
    awarded = [act.n for act in table.log if act.verb == "award"]
    assert sum(awarded) == pot


def test_the_last_player_gets_the_side_pots_too() -> None:
    """DP-27, SD-13: blinds were brought in before the deal was over, nobody bet, and what the small blind did not match is a
    side pot when the others fold.
    """
    table = dk.Table("holdem", seats=3, seed=3, button=1)
    table.advance("pitch")
    assert codes(table, "d sweep") == ["action/bets-pulled-in-early"]
    assert codes(table, *(f"d deal s{seat}" for seat in (2, 3, 1, 2, 3, 1)), "s1 check", "s2 check", "s3 check") == []
    assert codes(table, "d build side-1 1", "d tap", "d burn", "d deal board 3 together") == []
    assert codes(table, "s2 check", "s3 bet 2", "s1 fold", "s2 fold") == []
    due = []
    while (act := table.next_act()) is not None and act.verb != "gather":
        assert table.push(act) == (), act
        due += [str(act)] if act.verb in ("return", "award") else []
    assert due == ["d return s3 bet 2", "d award s3 side-1 1", "d award s3 2"]
    assert {name: sum(row) for name, row in table.felt.rows.items() if any(row)} == {"stack": 600}
