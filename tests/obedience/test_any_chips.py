"""Acts with chips and rulings after which obedience once did not end the hand lawfully."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from tests.obedience.lawful import done, is_lawful, obeyed, table_at

BACK = [
    pytest.param("award", "d restore s3 bet 98", "d return s3 bet 98", id="a-stack-put-forward"),
    pytest.param("turn_betting", "d take s2 stack 5", "d pay s2 5", id="a-stack-taken"),
    pytest.param("turn_betting", "d rake 2", "d build pot rake 2", id="a-rake-too-soon"),
    pytest.param("turn_betting", "d drop 8", "d build pot drop 8", id="the-whole-pot-dropped"),
    pytest.param("turn_betting", "d move board muck", "d move muck board", id="a-board-card-in-the-muck"),
    pytest.param("river_betting", "d burn board", "d move board stub", id="a-burn-onto-the-board"),
    pytest.param("showdown", "d merge s1 s2", "d move s2 s1", id="two-hands-laid-together"),
    pytest.param("move_button", "d burn 3", "d move burns stub", id="burns-off-a-deck-brought-together"),
    pytest.param("spread", "s1 bet 50", "d return s1 bet 50", id="a-bet-that-nobody-asked-for"),
]
"""Chips and cards that lie where nothing asked for them: step, act, what is owed."""


@pytest.mark.parametrize(("step", "act", "back"), BACK)
def test_what_was_moved_unasked_goes_back_where_it_lay(step: str, act: str, back: str) -> None:
    """DP-27, SD-18, FTR-05: it is found, owed at once, and the hand ends as if nothing had been."""
    clean, table = table_at("holdem", step, 3), table_at("holdem", step, 3)
    obeyed(clean)
    assert table.push(act)
    acts = obeyed(table)
    assert back in [one.text for one in acts]
    assert table.felt.rows["stack"] == clean.felt.rows["stack"]
    is_lawful(table, [*acts, *table.log])


def test_a_bet_in_the_draw_begins_no_other_draw() -> None:
    """DR-12, DR-19: whoever has said how many is not asked again, and the discards are those of one draw."""
    table = table_at("lowball-27", "draw_turn", 3)
    table.push("s2 draw 2")
    assert [finding.code for finding in table.push("s3 raise 2")] == ["play/DR-04"]
    acts = obeyed(table)
    assert not any(act.who == "s2" and act.verb in ("draw", "pat") for act in acts)


def test_a_called_bet_given_back_in_the_betting_is_restored() -> None:
    """RM-22: only what nobody has called goes back."""
    table = table_at("holdem", "preflop", 3)
    called = table.next_act()
    assert called is not None
    table.push(called)
    [finding] = table.push(f"d return {called.who} bet 2")
    assert finding.code == "step/preflop_uncalled-early"
    assert table.next_act() == Act.parse(f"d restore {called.who} bet 2")


def test_what_another_seat_has_uncalled_takes_back_no_called_bet() -> None:
    """RM-22: a raise that nobody has called yet is the raiser's, and frees nobody else's chips."""
    table = table_at("holdem", "preflop", 3)
    first = table.next_act()
    assert first is not None
    table.push(f"{first.who} call")
    second = table.next_act()
    assert second is not None
    table.push(f"{second.who} raise 20")
    assert table.push(f"d return {first.who} bet 2")
    assert table.next_act() == Act.parse(f"d restore {first.who} bet 2")


def test_chips_put_forward_before_the_first_hand_go_back() -> None:
    """BR-30, DP-09: the whole stack lies in front, and the ante can still be put in."""
    table = table_at("bomb-pot", "cut", 3)
    stack = table.felt.rows["stack"][1] // table.felt.layout.scale
    assert [finding.code for finding in table.push(f"s1 put {stack}")] == ["play/out-of-turn"]
    assert table.next_act() == Act.parse(f"d return s1 bet {stack}")
    is_lawful(table, obeyed(table))


def test_a_bring_in_out_of_turn_is_told_before_the_next_act() -> None:
    """BR-30: the act that the table asks for is not the one that comes too late."""
    table = table_at("razz", "third_betting", 3)
    asked = table.next_act()
    assert asked is not None
    other = f"s{asked.seat % 4 + 1}"
    assert [finding.code for finding in table.push(f"{other} bet 50")] == ["play/BR-30"]
    assert table.next_act() == Act.parse("d floor")
    is_lawful(table, obeyed(table))


def test_a_pot_that_came_back_is_awarded() -> None:
    """FT-23: the pot goes to whoever played the last card."""
    table = table_at("fan-tan", "award", 3)
    due = table.next_act()
    table.push("s3 take pot")
    acts = obeyed(table)
    assert due in acts


@pytest.mark.parametrize(
    ("game", "step", "before", "act", "back"),
    [
        pytest.param("draw", "first_betting", [], "d deal discards down", "d move discards stub", id="a-card-to-the-discards"),
        pytest.param("draw", "draw_turn", [], "d move stub s3 1", "d move s3 stub", id="the-bottom-card-to-a-hand"),
        pytest.param("badugi", "first_betting", ["fold"], "d move muck discards", "d move discards muck", id="a-folded-card"),
        pytest.param("draw", "pitch", ["d deal s2", "d deal s3"], "s3 draw 1", "d move discards s3", id="a-draw-in-the-deal"),
        pytest.param("stud7-hilo", "award", [], "s1 take muck", "d move s1 muck", id="cards-taken-out-of-the-muck"),
        pytest.param(
            "holdem", "turn_betting", ["d collect s3 6"], "d pay s2 side-1 2", "d collect s2 2", id="paid-for-a-side-pot"
        ),
    ],
)
def test_cards_and_chips_out_of_their_place_come_back(game: str, step: str, before: list[str], act: str, back: str) -> None:
    """DR-12, DR-19, SD-18, DP-27: found, owed at once, and the hand ends lawfully."""
    table = table_at(game, step, 3)
    for first in before:
        table.push(f"{next(iter(table.ask))} fold" if first == "fold" else first)
    assert table.push(act)
    assert table.next_act() == Act.parse(back)
    is_lawful(table, obeyed(table))


def test_who_shuffles_before_a_void_hand_is_paid_back_pays_it_back_still() -> None:
    """IR-02, DP-28: chips and cards of a remedy that was left are owed, and the hand that follows begins with none of them."""
    table = table_at("bomb-pot", "show", 3)
    for act in ("d merge board-2 stub", "d floor", "f rule void_hand hand/cards-mixed"):
        table.push(act)
    assert [finding.code for finding in table.push("d riffle")] == ["floor/ruling-not-carried-out"]
    acts = done(table)
    assert {act.verb for act in acts} == {"return", "gather"}
    assert not any(table.felt.rows["pot"])
    assert table.felt.left() == len(table.felt.layout.pack)


def test_a_pot_built_in_a_void_hand_is_no_pot() -> None:
    """IR-02, SD-14: the hand stays void, and every chip goes back to its owner."""
    table = table_at("courchevel", "river_betting", 3)
    for act in ("d rebuild s2", "d floor", "f rule void_hand hand/cards-mixed"):
        table.push(act)
    assert [finding.code for finding in table.push("d build side-1 2")] == ["step/unexpected"]
    done(table)
    assert not any(chips for row in table.felt.layout.pots if row in table.felt.rows for chips in table.felt.rows[row])
    assert list(table.felt.rows["stack"]) == list(table.setup.stacks)


def test_chips_given_back_open_no_pot() -> None:
    """DR-05, DR-06: who straddles out of turn, and has it back, has opened nothing."""
    table = dk.Table("high-low-draw", "written-poker", seats=4, seed=3)
    table.advance("first_betting")
    first, other = next(iter(table.ask)), f"s{int(next(iter(table.ask))[1:]) % 4 + 1}"
    table.push(f"{other} straddle 20")
    assert table.next_act() == Act.parse(f"d return {other} bet 20")
    table.push(f"d return {other} bet 20")
    assert "check" in table.ask[first]


def test_a_pot_that_its_player_took_too_early_is_still_shared() -> None:
    """DP-27, SD-18: what came back out of a stack lies in the pot, and both hands do not lose it."""
    table = table_at("bomb-pot", "board_2", 3, seats=2)
    pot = table.felt.rows["pot"][0]
    table.push("s1 take pot")
    acts = obeyed(table)
    won = [act for act in acts if act.verb == "award"]
    assert sum(table.felt.units(act.n) for act in won) == pot


def test_a_stake_taken_from_somebody_who_is_in_goes_back() -> None:
    """TO-18, TO-19: only who is out pays it."""
    table = dk.Table("thirty-one", seats=4, seed=3)
    table.advance("turns")
    assert [finding.code for finding in table.push("d collect s1 pot 5")] == ["step/stake-early"]
    assert table.next_act() == Act.parse("d return s1 pot 5")


def test_a_shoe_gathered_between_two_coups_is_made_again() -> None:
    """BI-08, BA-59: it goes on until the cut card has come."""
    table = dk.Table("mini-baccarat", seed=3)
    table.advance("clear")
    table.advance()
    assert [finding.code for finding in table.push("d gather")] == ["shoe/ran-out-in-coup"]
    acts = [act.verb for act in done(table, until="close")]
    assert "load" in acts


def test_a_player_who_has_tipped_everything_owes_no_ante() -> None:
    """DP-09: whoever has no chips is not asked for any, and is not dealt in."""
    table = table_at("stud7", "blinds", 3)
    assert table.next_act() == Act.parse("s1 post ante 1")
    table.push("d tip s1 200")
    assert table.next_act() == Act.parse("s2 post ante 1")
    acts = obeyed(table)
    is_lawful(table, acts)
    assert not any(act.verb == "deal" and act.to[0] == "s1" for act in acts)


def test_chips_posted_where_no_blind_lies_come_back() -> None:
    """DP-09: a blind that went to the rake is still to be posted."""
    table = table_at("omaha", "blinds", 3)
    assert [finding.code for finding in table.push("s2 post rake 200")] == ["play/DP-09"]
    assert table.next_act() == Act.parse("d return s2 rake 200")
    is_lawful(table, obeyed(table))


def test_chips_put_in_front_in_the_lot_come_back() -> None:
    """DE-07, DP-09: before the first hand nothing is bet, and the ante is posted out of the stack."""
    table = dk.Table("draw", "written-poker", seats=4, seed=3)
    table.advance("jack")
    assert [finding.code for finding in table.push("s3 bringin 200")] == ["play/out-of-turn"]
    assert table.next_act() == Act.parse("d return s3 bet 200")
    table.push("d return s3 bet 200")
    assert done(table, until="post")[-1].verb == "post"
    assert not any(table.felt.rows["bet"])


def test_the_winner_who_throws_in_his_hand_is_pushed_the_pot_still() -> None:
    """DP-27: nobody else is in, so a slip of the dealer's does not leave the pot lying."""
    table = table_at("holdem", "award", 5)
    due = table.next_act()
    assert due is not None
    table.push(f"{due.to[0]} fold")
    table.push("d close")
    assert table.next_act() == due
    is_lawful(table, obeyed(table))


def test_of_a_raise_in_the_blinds_the_blind_stays() -> None:
    """DP-09: what is more than the blind goes back, so that the hand has its blinds."""
    table = table_at("holdem", "blinds", 3)
    first = table.next_act()
    assert first is not None
    table.push(first)
    big = table.next_act()
    assert big is not None
    table.push(f"{big.who} raise 5")
    acts = done(table, until="return")
    assert acts[-1] == Act.parse(f"d return {big.who} bet 3")
    assert table.felt.rows["bet"][big.seat] == table.felt.units(big.n)
    is_lawful(table, obeyed(table))


@pytest.mark.parametrize(("game", "step"), [("holdem", "preflop"), ("draw", "first_betting"), ("stud7", "third_betting")])
def test_a_bet_laid_with_a_side_pot_comes_back(game: str, step: str) -> None:
    """DP-14: side pots are made by the dealer; chips laid there by a player would lie there for ever."""
    table = table_at(game, step, 3)
    due = table.next_act()
    assert due is not None
    assert [finding.code for finding in table.push(f"{due.who} bet side-2 1")] == ["play/DP-14"]
    assert table.next_act() == Act.parse(f"d return {due.who} side-2 1")
    is_lawful(table, obeyed(table))


def test_a_winner_is_paid_though_the_rack_was_sold_out() -> None:
    """MON-08: chips that the rack lacks come from the cage, and the house's account shows it."""
    table = dk.Table("mini-baccarat", seed=3)
    table.advance("close")
    table.push("s1 bet player 20")
    table.push(f"d pass s6 {table.felt.written(table.felt.rows['stack'][0])}")
    acts = done(table, until="pay")
    assert acts[-1] == Act.parse("d pay s1 player 20")


def test_who_has_put_in_an_ante_and_leaves_is_dealt_a_whole_hand() -> None:
    """MD-11, DE-09: one card was dealt to him and no other."""
    table = table_at("stud7", "pitch", 3, seats=2)
    table.push("s2 sitout")
    acts = obeyed(table)
    assert sum(act.verb == "deal" and act.to == ("s2",) for act in acts) == sum(
        act.verb == "deal" and act.to == ("s1",) for act in acts
    )
    is_lawful(table, acts)


def test_chips_of_a_void_hand_go_back_though_it_was_gathered_twice() -> None:
    """IR-02: whose chips lie in the pot was known before the first time."""
    table = table_at("holdem", "turn_betting", 3)
    for act in ("d gather", "d gather", "d floor", "f rule void_hand hand/cards-mixed"):
        table.push(act)
    done(table)
    assert list(table.felt.rows["stack"]) == list(table.setup.stacks)


def test_chips_put_in_while_a_void_hand_is_gathered_go_back() -> None:
    """IR-02, BR-30: they came when all the others had gone back, and lie before their owner in the next hand."""
    table = table_at("holdem", "turn_betting", 3)
    for act in ("d gather", "d floor", "f rule void_hand hand/cards-mixed"):
        table.push(act)
    while (due := table.next_act()) is not None and due.verb == "return":
        table.push(due)
    assert [finding.code for finding in table.push("s1 bet 5")] == ["play/BR-30"]
    assert [str(act) for act in done(table, until="return")] == ["d gather", "d return s1 bet 5"]
    is_lawful(table, obeyed(table))


def test_a_ruling_on_one_slip_leaves_what_puts_another_right() -> None:
    """RM-19, RM-23: the hand comes back, and so does the card that was laid out ahead."""
    table = table_at("omaha", "preflop", 3)
    for act in ("d kill s1", "d floor", "d deal board down", "f rule hand_live showdown/live-hand-killed"):
        table.push(act)
    acts = done(table, until="call")
    assert [act.verb for act in acts] == ["move", "move", "move", "move", "putback", "call"]
    is_lawful(table, obeyed(table))


def test_chips_of_a_remedy_that_was_left_are_given_back_once() -> None:
    """RM-01, MD-01: the next ruling gives them back, and no ante of the hand after is owed for them."""
    table = table_at("draw", "pitch", 3, rules="old-mill")
    for _ in range(6):
        table.advance()
    who = f"s{table.felt.button}"
    assert "deal/wrong-number-of-cards" in [finding.code for finding in table.push(f"{who} raise 1")]
    for act in ("d floor", "f rule misdeal deal/wrong-number-of-cards", "d announce raise 1", "d cut 2", "d gather"):
        table.push(act)
    table.push("d burn")
    acts = obeyed(table)
    assert [act.text for act in acts].count(f"d return {who} bet 1") == 1
    assert not any(act.verb == "restore" for act in acts)
    is_lawful(table, acts)


def test_a_misdeal_is_ruled_though_chips_have_come_from_the_broken_hand_since() -> None:
    """IR-02, MD-01: the cards of a live hand lie in the stub still."""
    table = table_at("holdem", "pitch", 3)
    for _ in range(5):
        table.advance()
    table.push("d rebuild s2")
    table.push("d floor")
    table.push("d restore s2 pot 2")
    assert table.next_act() == Act.parse("f rule misdeal hand/cards-mixed")
    is_lawful(table, obeyed(table))


@pytest.mark.parametrize(("game", "more"), [("holdem", 1), ("omaha-hilo", 2)])
def test_a_flop_with_too_many_cards_that_was_acted_on_leaves_no_pot(game: str, more: int) -> None:
    """FTR-20, DP-27: told when it was dealt; the floor was called too late, and in the end the first five cards are read."""
    table = table_at(game, "flop.board", 3)
    assert [finding.code for finding in table.push(f"d deal board {3 + more} together")] == ["street/four-card-flop"]
    for act in ("s2 check", "s3 check", "d floor"):
        table.push(act)
    is_lawful(table, done(table))


def test_chips_out_of_the_drop_are_no_pot_that_a_hand_contests() -> None:
    """DH-04, DP-27: pushed to a hand that is short they are the wrong pot, as to any other hand."""
    table = dk.Table("holdem", seats=4, seed=1)
    table.advance("award")
    for act in ("d drop 1", "d move s3 muck"):
        table.push(act)
    assert [finding.code for finding in table.push("d award s3 drop 1")] == ["pot/wrong-winner"]


@pytest.mark.parametrize(
    ("game", "act", "back"),
    [
        pytest.param("draw", "s1 post 200", "d return s1 bet 200", id="in-front"),
        pytest.param("high-low-draw", "s2 post side-2 200", "d return s2 side-2 200", id="into-a-side-pot"),
        pytest.param("holdem", "s3 post 200", "d return s3 bet 198", id="more-than-the-big-blind"),
    ],
)
def test_what_is_posted_in_the_shuffle_beyond_the_forced_bet_goes_back(game: str, act: str, back: str) -> None:
    """DP-09: the forced bet is there to be posted when it is asked for, and a hand is dealt to everybody."""
    table = table_at(game, "second_riffle", 3)
    assert [finding.code for finding in table.push(act)] == ["play/out-of-turn"]
    assert table.next_act() == Act.parse(back)
    is_lawful(table, obeyed(table))


def test_a_dispute_with_two_slips_open_is_ruled_on_by_name() -> None:
    """RM-26, DH-07, IR-21: the ruling that is due says which of them it means, and play goes on."""
    table = table_at("stud7-hilo", "fourth_betting", 3, rules="rrop")
    who = next(iter(table.ask))
    for act in (f"d clock {who} 3", "d burn", f"{who} dispute", "d floor"):
        table.push(act)
    due = table.next_act()
    assert due is not None
    assert due.text.startswith("f rule play_on ")
    is_lawful(table, obeyed(table))


@pytest.mark.parametrize("game", ["holdem", "high-low-draw"])
def test_chips_given_out_of_a_contested_pot_without_a_sum_come_back(game: str) -> None:
    """SD-18, DP-27: as many as went, though the act does not say how many; then the pot is pushed as in a clean hand."""
    table = table_at(game, "award", 3)
    who = next(act.who for act in table.log if act.verb == "post")
    pot = table.felt.rows["pot"][0]
    assert [finding.code for finding in table.push(f"d return {who} pot")] == ["pot/pushed-before-hands-killed"]
    went = pot - table.felt.rows["pot"][0]
    assert went > 0
    assert table.next_act() == Act.parse(f"d collect {who} pot {table.felt.written(went)}")
    is_lawful(table, obeyed(table))
