"""Rules of poker that whole hands turn on, each in the smallest hand that shows it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

import dealerkit as dk
from dealerkit.errors import ActError
from dealerkit.facts.hands import layers, live
from dealerkit.facts.seats import entitled
from dealerkit.procedure.setup import BadSetup
from tests.games.poker.hands import hands_dealt, next_act, over


def to(table: dk.Table, step: str) -> dk.Table:
    """Deal on until a step is open, with players who only go on."""
    for _ in range(2000):
        here = table.agenda.step or table.players
        if here is not None and here.id == step:
            return table
        table.advance()
    pytest.fail(f"{step} is not reached: {table.expected}")


def done(table: dk.Table, *acts: str) -> None:
    """Acts that are as they should be."""
    for act in acts:
        assert table.push(act) == (), (act, table.findings)


def finished(table: dk.Table) -> list[str]:
    """The rest of the hand, without a finding."""
    hand, start = hands_dealt(table), len(table.log)
    while not over(table, hand):
        table.advance()
    assert table.ok, table.findings
    return [act.text for act in table.log[start:]]


def test_br_11_a_big_blind_that_is_short_is_called_in_full() -> None:
    """Two is the big blind, though its owner had one chip: a call is two, and the least raise is to four."""
    table = to(dk.Table("holdem", seats=4, seed=1, stacks=[50, 50, 1, 50]), "preflop")
    moves: Mapping[str, Any] = table.ask["s4"]
    assert moves["raise"].amounts == range(4, 51)
    done(table, "s4 call")
    assert table.felt.rows["bet"] == [0, 0, 1, 1, 2]
    done(table, "s1 fold", "s2 call", "d sweep")
    assert table.felt.rows["pot"][0] == 5
    assert [str(act) for act in table.expected.dealer] == ["d build side-1 2"]


def test_br_25_a_big_blind_that_is_short_is_not_owed_to_nobody() -> None:
    """The small blind of one need not come up to two, where nobody but it has chips and nobody has more in than one."""
    table = to(dk.Table("holdem", seats=3, seed=1, stacks=[1, 50, 1]), "preflop")
    assert list(table.ask) == ["s1"]
    done(table, "s1 call", "d sweep")
    assert table.felt.rows["pot"][0] == 3
    assert finished(table)


def test_dp_09_a_straddle_is_posted_and_acts_last() -> None:
    """Seat four doubles the blind; the seat after it begins, and it may raise last."""
    table = to(dk.Table("holdem", seats=5, seed=1, options={"straddle": "under_the_gun"}), "straddle")
    done(table, "s4 straddle 4")
    to(table, "preflop")
    assert list(table.ask) == ["s5"]
    moves: Mapping[str, Any] = table.ask["s5"]
    assert moves["raise"].amounts[0] == 8
    done(table, "s5 call", "s1 call", "s2 call", "s3 call")
    assert "check" in table.ask["s4"]
    done(table, "s4 check", "d sweep")
    assert finished(table)


def test_sd_14_a_last_chip_of_dead_money_is_played_for_and_no_more() -> None:
    """Whose last chip was the ante of the table contests the antes, though he is in no other pot."""
    options = {"ante": "1", "ante_by": "button"}
    table = to(dk.Table("holdem", seats=3, seed=1, stacks=[1, 50, 50], options=options), "preflop")
    done(table, "s2 call", "s3 check", "d sweep")
    assert layers(table.now) == [(1, (1, 2, 3)), (4, (2, 3))]
    done(table, "d build side-1 4")
    assert finished(table)


@pytest.mark.parametrize("order", ["one_by_one", "all_first"])
def test_dr_12_who_draws_all_his_cards_stays_in_the_hand(order: str) -> None:
    """An empty hand that waits for cards is no folded one."""
    table = to(
        dk.Table("lowball-27", seats=3, seed=1, options={"draw_order": order}),
        "draw_turn" if order == "one_by_one" else "draw_all",
    )
    done(table, "s2 draw 5")
    assert live(table.now) == [1, 2, 3]
    if order == "one_by_one":
        assert [str(act) for act in table.expected.dealer] == ["d burn"]
    acts = finished(table)
    assert "d deal s2 5" in acts
    assert "s2 show" in acts


def test_dr_12_a_draw_of_one_unseen_card_is_a_draw() -> None:
    """`draw ??` is as good as `draw 1`; `draw` alone says nothing."""
    table = to(dk.Table("draw", seats=2), "draw_turn")
    with pytest.raises(ActError, match="needs a number or cards"):
        table.push("s2 draw")
    done(table, "s2 draw ??", "d burn", "d deal s2 ??")


def test_dr_11_each_draw_is_asked_for_though_nobody_can_bet_between() -> None:
    """Two players all-in before the first draw draw three times, with a burn for each draw."""
    table = to(dk.Table("triple-draw-27", seats=2, seed=1, stacks=[2, 2]), "draw_turn")
    hand = hands_dealt(table)
    while not over(table, hand):
        [*asked] = table.ask if table.players is not None and table.players.mechanic.name == "draw" else []
        done(table, f"{asked[0]} draw 1" if asked else str(table.next_act()))
    acts = [act.text for act in table.now.log]
    assert [acts.count(f"s{seat} draw 1") for seat in (1, 2)] == [3, 3]
    assert acts.count("d burn") == 3


@pytest.mark.parametrize(
    ("pool", "first"), [("bottom_and_discards", "d rebuild discards"), ("earlier_rounds", "d rebuild burns discards")]
)
def test_dr_19_a_stub_that_runs_out_is_made_up_again(pool: str, first: str) -> None:
    """Seven players draw five each: the stub of seventeen is dealt to its bottom card, then made up again, whatever it takes."""
    options = {"reshuffle_pool": pool, "bottom_card": "never", "draw_order": "all_first"}
    table = to(dk.Table("lowball-27", seats=7, seed=1, options=options), "draw_all")
    for seat in (2, 3, 4, 5, 6, 7, 1):
        done(table, f"s{seat} draw 5")
    done(table, "d burn", "d deal s2 5", "d deal s3 5", "d deal s4 5")
    assert table.felt.left() == 1
    assert str(table.expected.dealer[0]) == first
    assert finished(table)


def test_dr_18_the_bottom_card_completes_a_draw_only_where_the_house_lets_it() -> None:
    """Sixteen cards for sixteen: the last is dealt by the option, and held back without it."""
    for bottom, dealt in (("completes_the_draw", True), ("never", False)):
        options = {"bottom_card": bottom, "draw_order": "all_first"}
        table = to(dk.Table("lowball-27", seats=7, seed=1, options=options), "draw_all")
        for seat, count in ((2, 5), (3, 5), (4, 5), (5, 1)):
            done(table, f"s{seat} draw {count}")
        done(table, "s6 pat", "s7 pat", "s1 pat", "d burn")
        assert any(act.verb == "rebuild" for act in table.expected.dealer) is not dealt
        assert finished(table)


def test_draw_own_discards_returned_is_found() -> None:
    """Discards of the running draw are no part of the stub while the others serve."""
    options = {"draw_order": "all_first", "bottom_card": "never"}
    table = to(dk.Table("triple-draw-27", seats=6, seed=1, options=options), "first_betting")
    done(table, "s4 call", "s5 call", "s6 call", "s1 call", "s2 fold", "s3 check")
    to(table, "draw_all")
    for seat in (3, 4, 5, 6, 1):
        done(table, f"s{seat} draw 5")
    done(table, "d burn", "d deal s3 5", "d deal s4 5", "d deal s5 5", "d deal s6 5")
    assert str(table.expected.dealer[0]) == "d rebuild burns muck"
    assert [finding.code for finding in table.push("d rebuild discards")] == ["draw/own-discards-returned"]


@pytest.mark.parametrize(
    ("form", "seats", "acts"),
    [
        ("stud7", 8, ["d rebuild burns", "d cut", "d burn"]),
        ("five-card-stud", 10, ["d rebuild burns", "d cut", "d burn"]),
    ],
)
def test_stud_a_stub_too_short_for_the_last_street_is_seen(form: str, seats: int, acts: list[str]) -> None:
    """Where all of eight stay, one stub card and three burns are scrambled and cut, one is burned, one serves all."""
    table = dk.Table(form, seats=seats, seed=1)
    done_acts = finished(to(table, "first_riffle"))
    at = done_acts.index(acts[0])
    assert done_acts[at : at + 3] == acts


@pytest.mark.parametrize(("structure", "offered"), [("no_limit", "5 to 500"), ("fixed_limit", "")])
def test_br_42_no_raise_is_offered_of_less_than_the_chips_in_front(structure: str, offered: str) -> None:
    """Whoever has put in a 5 over a bet of 2 cannot make it 4; a raise to no such amount is a wrong amount."""
    table = to(dk.Table("holdem", seats=3, seed=1, stacks=[500] * 3, options={"structure": structure}), "preflop")
    seat = next(iter(table.ask))
    assert "4" in str(table.ask[seat]["raise"])
    done(table, f"{seat} put 5")
    assert str(table.ask[seat].get("raise", "")) == offered
    if not offered:
        assert [finding.code for finding in table.push(f"{seat} raise 7")] == ["play/BR-11"]


def test_br_09_all_in_for_the_bring_in_is_no_bet() -> None:
    """Who has no more than the bring-in brings it in and does nothing else."""
    table = to(dk.Table("stud7", seats=2, seed=1, stacks=[3, 3]), "third_betting")
    [moves] = table.ask.values()
    assert list(moves) == ["bringin"]
    assert 2 in moves["bringin"]


def test_stud_where_no_upcard_is_known_the_first_to_act_is_the_opener() -> None:
    """Anybody may be the one; after him it goes round as ever, and he is not asked again."""
    table = to(dk.Table("stud7", seats=3), "third_betting")
    assert set(table.ask) == {"s1", "s2", "s3"}
    assert all(list(moves) == ["bringin", "bet", "raise"] for moves in table.ask.values())
    done(table, "s3 bringin 2")
    assert list(table.ask) == ["s1"]
    done(table, "s1 call", "s2 call")
    assert table.players is None


def test_a_table_has_no_more_seats_than_the_pack_can_serve() -> None:
    """Ten players with six cards each would take sixty cards; a record that says so may still have empty seats."""
    assert [dk.Table("omaha", options={"hole_cards": cards}).seats for cards in (4, 5, 6)] == [10, 8, 7]
    with pytest.raises(BadSetup, match="Omaha is for 2 to 10 seats, not 11"):
        dk.Table("omaha", seats=11)
    with pytest.raises(BadSetup, match="the pack has cards for 8 players of Omaha, not for 9"):
        dk.Table("omaha", seats=9, options={"hole_cards": 5})
    recorded = dk.Table("omaha", seats=9, options={"hole_cards": 5}, recorded=True)
    assert recorded.seats == dk.replay(recorded.record()).seats == 9
    with pytest.raises(BadSetup, match="Omaha is for 2 to 10 seats, not 11"):
        dk.Table("omaha", seats=11, recorded=True)
    with pytest.raises(BadSetup, match="not for 9"):  # where nobody can sit out, nobody has
        dk.Table("red-dog", seats=9, options={"hand_size": 5}, recorded=True)


@pytest.mark.parametrize("change", ["s3 sitout", "d button s3", "d pass s4 50"])
def test_md_11_who_is_dealt_in_holds_through_the_hand(change: str) -> None:
    """It is settled by the first card; whatever is taken back or tried out, the seats and their order stay."""
    table = to(dk.Table("holdem", seats=4, stacks=[50, 50, 50, 0], seed=1, button=1), "burn")
    assert entitled(table.now) == [2, 3, 1]
    table.push(change)
    table.judge("d burn")
    assert entitled(table.now) == [2, 3, 1]
    table.push("d burn")
    table.pop()
    assert entitled(table.now) == [2, 3, 1]
    assert entitled(dk.replay(table.record()).now) == [2, 3, 1]


def test_md_17_a_hand_is_dealt_again_to_the_same_seats() -> None:
    """Whoever has come in the meantime waits; twice in a row is no difference."""
    table = to(dk.Table("holdem", seats=4, stacks=[50, 50, 50, 0], seed=1, button=1), "pitch")
    for _ in range(2):
        for act in ("d deal s2", "d floor", "f rule misdeal", "d gather"):
            table.push(act)
        table.push("d pass s4 50")
        to(table, "pitch")
        assert entitled(table.now) == [2, 3, 1]
        table.push("d deal s2")
        assert entitled(table.now) == [2, 3, 1]
        table.pop()


def test_rm_22_an_ante_that_nobody_could_match_is_its_owner_s() -> None:
    """Whoever throws the hand in at the showdown gets back what the other, all-in for less, has not matched."""
    options = {"small_blind": "1", "big_blind": "2", "ante": "3"}
    table = dk.Table("holdem", seats=2, stacks=[1, 29], seed=3, button=2, options=options)
    while str(table.next_act()) != "s1 show":
        table.advance()
    done(table, "s1 show", "s2 muck", "d kill s2")
    assert [act.text for act in table.plan()] == ["d award s2 side-1 2", "d award s1 2"]


def test_hh_03_a_drop_is_never_more_than_the_pot() -> None:
    """A drop of nine from a pot of four takes four."""
    options = {"drop": "9", "no_flop_no_drop": False}
    table = to(dk.Table("holdem", seats=2, seed=1, options=options), "drop")
    assert [str(act) for act in table.expected.dealer] == ["d drop 4"]
    assert finished(table)


def test_players_at_random_are_deterministic() -> None:
    """The helper that deals for these tests comes to the same hand each time."""
    logs = []
    for _ in range(2):
        table, rng = dk.Table("badugi", seats=3, seed=5), random.Random(5)
        for _ in range(80):
            act = next_act(table, rng)
            assert act is not None
            table.push(act)
        logs.append([act.text for act in table.log])
    assert logs[0] == logs[1]
