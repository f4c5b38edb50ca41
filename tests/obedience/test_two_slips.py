"""A second slip while the first is put right: what the floor asked for and what the second one spoiled are both made good."""

from __future__ import annotations

import itertools

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from tests.obedience.campaign import wealth
from tests.obedience.lawful import done, is_lawful, table_at
from tests.obedience.lawful import obeyed as hand_dealt_out
from tests.obedience.oracles import Coup
from tests.obedience.test_pit_acts import at_bets
from tests.obedience.test_seen import coup, obeyed, pushed, stacks

CARDS = ("9h", "2c", "Kh", "4d")


@pytest.mark.parametrize("hand", ["player", "banker"])
def test_another_card_than_the_one_to_be_burned_goes_back(hand: str) -> None:
    """BI-02, BA-54: the floor has the surplus card burned, and the dealer burns a card that plays: it is a major slip."""
    table, clean = coup(*CARDS, rules="us"), coup(*CARDS, rules="us")
    pushed(table, "d deal player 5s")
    surplus = table.next_act()
    assert surplus is not None
    assert surplus.text.startswith("d discard player")
    [finding] = table.push("d discard banker" if hand == "banker" else "d discard player Kh")
    assert table.explain(finding).severity == "major"
    obeyed(table, "clear")
    obeyed(clean, "clear")
    assert stacks(table) == stacks(clean)


@pytest.mark.parametrize("late", ["", " 1", " 2"])
@pytest.mark.parametrize("game", ["mini-baccarat", "blackjack"])
def test_a_card_that_lay_face_up_in_the_shoe_stays_once_another_has_come(game: str, late: str) -> None:
    """BI-03, BJI-01: a card taken away then would shift all the others; it goes back."""
    if game == "blackjack":
        table, hand = at_bets(game, "s1 bet main 20", "s2 bet main 20", "d close", "d deal s1", "d deal s2"), "dealer"
        pushed(table, "d deal dealer up boxed", "d deal s1", "d deal s2", "d deal dealer down")
    else:
        table, hand = coup("9h", "2c", rules="spain"), "banker"
        pushed(table, "d deal player boxed", "d deal banker", "d deal banker")
        hand = "player"
    lay = sorted(table.felt.places[hand])
    [finding] = table.push(f"d discard {hand}{late}")
    assert table.explain(finding).severity == "major"
    assert f"d move discard_rack {hand}" in [act.plain.text for act in table.owed]
    while table.owed:
        assert table.push(table.owed[0]) == ()
    assert sorted(table.felt.places[hand]) == lay


@pytest.mark.parametrize("wrong", ["d pay s3 banker 190", "d pay s3 banker 20"])
def test_a_right_payment_collected_while_a_wrong_one_comes_back_is_paid_again(wrong: str) -> None:
    """BI-20, BA-64: in whatever order the table asks for it then, nothing of it is a slip."""
    bets = ("s1 bet banker 200", "s2 bet banker 100", "s3 bet player 50")
    table, clean = (coup("2h", "9c", "3d", "Kh", rules="macau", bets=bets) for _ in range(2))
    for other in (table, clean):
        other.advance("pay")
        assert pushed(other, "d pay s2 banker 95") == []
    assert pushed(table, wrong)
    assert pushed(table, "d collect s2 banker 95")
    assert obeyed(table, "clear") == obeyed(clean, "clear") == []
    assert stacks(table) == stacks(clean)


@pytest.mark.parametrize("rules", ["us", "written-baccarat"])
def test_a_wrong_payment_taken_back_whole_and_made_right_leaves_nothing_owed(rules: str) -> None:
    """BA-48, BI-20: the bettor has the right sum, and the next coup asks for no difference."""
    table = coup("9h", "2c", "Kh", "4d", rules=rules, bets=("s1 bet player 100",))
    table.advance("pay")
    before = stacks(table)
    assert [finding.code for finding in pushed(table, "d pay s1 player 150")] == ["coup/wrong-payout"]
    pushed(table, "d collect s1 player 150")
    assert obeyed(table, "clear") == []
    assert stacks(table) == [before[0] + 100, *before[1:]]
    assert (table.owed, table.agenda.books.debts) == ((), ())
    assert obeyed(table, "close") == []


@pytest.mark.parametrize("times", [2, 3])
@pytest.mark.parametrize("amount", [10, 20, 40])
@pytest.mark.parametrize("game", ["war", "blackjack"])
def test_a_bet_paid_wrongly_again_and_again_comes_right(game: str, amount: int, times: int) -> None:
    """BJ-79, PIT-15: what was paid too much of one bet is collected, once."""
    table, clean = (at_bets(game, "s1 bet main 20", "s2 bet main 20", "d close") for _ in range(2))
    for other in (table, clean):
        other.advance("settle")
    for _ in range(times):
        table.push(f"d pay s1 main {amount}")
    for other in (table, clean):
        done(other, until="clear")
        for _ in range(4):
            act = other.next_act()
            if act is None or act.seat:
                break
            assert other.push(act) == ()
    assert table.felt.rows["stack"] == clean.felt.rows["stack"]


def test_a_card_that_strayed_before_the_cards_are_gathered_is_gathered_with_them() -> None:
    """SG-03, RP-05: the next hand is dealt from a whole pack."""
    table = dk.Table("red-dog", seats=3, seed=3)
    done(table, until="sweep")
    done(table, until="sweep")
    assert table.push("d button s2")
    table.push("d deal s3")
    done(table, until="gather")
    assert not any(cards for name, cards in table.felt.places.items() if name in ("s1", "s2", "s3"))


def test_a_boxed_board_card_taken_out_late_is_replaced() -> None:
    """RM-05, IR-08: the other board has had its card by then; the pot is pushed on two whole boards."""
    table = table_at("bomb-pot", "river_card", 3, seats=2)
    boxed = table.next_act()
    assert boxed is not None
    pushed(table, f"{boxed.text} boxed")
    out = table.next_act()
    assert out is not None
    assert out.text.startswith("d discard board ")
    pushed(table, "d deal board-2")
    assert pushed(table, out.text) == []
    assert str(table.next_act()) == "d deal board"
    is_lawful(table, hand_dealt_out(table))


def test_a_hand_ruled_dead_is_mucked_when_the_live_one_has_come_back() -> None:
    """RM-06, RM-23: the dealer mucks the wrong one; the floor gives it back, and the pot goes to it."""
    table = table_at("stud7", "fifth_cards", 3, seats=2)
    due = table.next_act()
    assert due is not None
    dead, live = due.to[0], "s2" if due.to[0] == "s1" else "s1"
    pushed(table, f"d deal {dead} 2 up")
    assert str(table.next_act()) == f"d kill {dead} dead"
    assert pushed(table, f"d kill {live} dead")
    acts = hand_dealt_out(table)
    assert f"d kill {dead} dead" in [act.text for act in acts]
    assert [act.to[0] for act in acts if act.verb == "award"] == [live]
    is_lawful(table, acts)


@pytest.mark.parametrize("slip", ["d deal s2 2", "d deal s3", "d deal s1", "d deal s4"])
@pytest.mark.parametrize("again", ["d deal s1", "d deal s3", "d deal s4 2"])
@pytest.mark.parametrize("game", ["fan-tan", "newmarket"])
def test_a_pack_is_dealt_out_to_its_last_card_after_slips_that_nobody_minds(game: str, slip: str, again: str) -> None:
    """FT-05, NM-06: whatever went wrong, no card is left over and none is asked for that is not there."""
    table = dk.Table(game, "written", seats=4, seed=3)
    table.advance("deal")
    for act in (slip, again):
        pushed(table, act)
        due = table.next_act()
        if due is not None and due.verb == "gather":  # the dealer goes on, and it is not minded
            pushed(table, "d deal s1")
    for _ in range(80):
        due = table.next_act()
        if due is None or due.verb != "deal":
            break
        table.push(due)
    assert table.felt.left() in (0, len(table.felt.layout.pack))


def test_a_card_that_a_ruling_does_not_ask_for_goes_back_in_a_home_game() -> None:
    """SG-09: while a hand is laid back card by card, one that goes to another seat is told, and comes back."""
    table = dk.Table("mexican-sweat", seats=4, seed=3)
    table.advance("call")
    held = {seat: len(table.felt.places[seat]) for seat in ("s1", "s2")}
    assert pushed(table, "d kill s2")
    due = table.next_act()
    assert due is not None
    assert due.text.startswith("d move out_of_play s2")
    assert [finding.code for finding in pushed(table, "d move out_of_play s1 1")] == ["step/unexpected"]
    for _ in range(30):
        due = table.next_act()
        if due is None or due.verb != "move":
            break
        assert table.push(due) == ()
    assert {seat: len(table.felt.places[seat]) for seat in held} == held


@pytest.mark.parametrize("wrong", [5, 6, 2])
def test_a_rank_called_wild_wrongly_twice_is_called_again_whole(wrong: int) -> None:
    """A rank is no sum of money, of which a part could be called."""
    table = dk.Table("three-five-seven", seats=4, seed=3)
    table.advance("wild")
    right = table.next_act()
    assert right is not None
    pushed(table, f"d announce wild {wrong}", "d announce wild 2")
    assert table.next_act() == right
    assert table.push(right) == ()


def test_a_flop_that_was_left_short_is_completed_though_the_other_board_was_dealt() -> None:
    """FTR-05, RM-36: nobody is asked to act on two cards."""
    table = table_at("bomb-pot", "board", 3, seats=2)
    assert pushed(table, "d deal board 2 together")
    assert pushed(table, "d deal board-2")
    boards = ("board", "board-2")
    while (due := table.next_act()) is not None and due.verb == "deal":
        assert table.push(due) == ()
    assert [len(table.felt.places[board]) for board in boards] == [3, 3]


@pytest.mark.parametrize("others", [("d pay s2 banker 95",), ("d pay s2 banker 95", "d pay s1 banker 190")])
def test_bets_paid_twice_are_all_collected_though_the_cards_are_cleared(others: tuple[str, ...]) -> None:
    """BI-20, BA-54: the second payment too that came while the first one was put right."""
    bets = ("s1 bet banker 200", "s2 bet banker 100", "s3 bet player 50")
    table, clean = (coup("2h", "9c", "3d", "Kh", rules="macau", bets=bets) for _ in range(2))
    for other in (table, clean):
        other.advance("clear")
    for act in (*others, "d pay s2 banker 95"):
        pushed(table, act)
    pushed(table, "d clear")
    pushed(clean, "d clear")
    while table.owed:
        assert table.push(table.owed[0]) == ()
    assert stacks(table) == stacks(clean)


def test_cards_left_from_the_lot_are_gathered_though_one_more_was_dealt() -> None:
    """FTR-01, MD-05: the deck is not shuffled while some of its cards lie at the seats."""
    table = dk.Table("holdem-short-deck", "written-poker", seats=3, seed=3)
    table.advance("lot_gather")
    pushed(table, "d wash")
    assert str(table.next_act()) == "d gather"
    pushed(table, "d deal s2")
    assert str(table.next_act()) == "d gather"


def settled_last(table: dk.Table) -> Act | None:
    """Deal on to the payment of the last bet, if it is one that wins, and return it."""
    while (due := table.next_act()) is not None and due.verb not in ("clear", "answer"):
        if due.verb == "pay" and len(table.expected.dealer) == 1:
            return due
        table.push(due)
    return None


@pytest.mark.parametrize("back", ["0.02", "5"])
def test_a_surplus_taken_back_too_high_is_owed_once(back: str) -> None:
    """PIT-15: what is due of the bet says all; the chips need no second way back."""
    bets = ("s1 bet main 100", "s2 bet main 200", "d close")
    seed = next(seed for seed in range(1, 30) if settled_last(at_bets("war", *bets, seed=seed)) is not None)
    table, clean = (at_bets("war", *bets, seed=seed) for _ in range(2))
    due = settled_last(table)
    settled_last(clean)
    assert due is not None
    pushed(table, f"d pay {' '.join(due.to)} {due.n}.01", f"d collect {' '.join(due.to)} {back}")
    for other in (table, clean):
        done(other, until="clear")
        while other.owed:
            assert other.push(other.owed[0]) == ()
    assert table.felt.rows["stack"] == clean.felt.rows["stack"]


@pytest.mark.parametrize("rules", ["written-baccarat", "us", "france"])
@pytest.mark.parametrize("seed", range(12))
def test_cards_moved_to_their_places_are_not_missed_at_the_result(seed: int, rules: str) -> None:
    """BI-06: once all lie right nothing of it is due any more, and no call of the result leaves it out."""
    table = dk.Table("mini-baccarat", rules, seats=2, seed=seed)
    table.advance("bets")
    pushed(table, "s1 bet player 100", "d close", "d deal player", "d deal banker", "d deal banker", "d deal player")
    pushed(table, "d deal banker")
    for _ in range(60):
        due = table.next_act()
        assert due is not None
        assert table.push(due) == ()
        if due.verb == "clear":
            return
    pytest.fail("the coup does not end")


@pytest.mark.parametrize("stray", ["d burn 5", "d burn", "d burn 44"])
@pytest.mark.parametrize("word", ["s1 answer out_of_play", "d roll", "d clear"])
@pytest.mark.parametrize("game", ["fan-tan", "newmarket"])
def test_cards_that_strayed_in_the_deal_are_dealt_when_they_are_back(game: str, word: str, stray: str) -> None:
    """FT-05, NM-06: also where another slip came while they were away."""
    table = dk.Table(game, "written", seats=4, seed=3)
    table.advance("deal")
    for _ in range(8):
        table.push(str(table.next_act()))
    pushed(table, stray, word)
    while (due := table.next_act()) is not None and due.verb in ("move", "deal"):
        assert table.push(due) == ()
    assert table.felt.left() == 0


@pytest.mark.parametrize("rules", ["rrop", "tda", "wsop-live", "old-mill", "cedar-room", "written-poker"])
@pytest.mark.parametrize("step", ["turn_tap", "turn_burn", "river_tap"])
def test_a_flop_laid_as_a_later_street_leaves_no_board_too_long(rules: str, step: str) -> None:
    """FTR-20, FTR-23, FTR-25, RM-17, RM-18: the surplus goes back, the missing burn is made good by one card alone."""
    table = table_at("holdem", step, 3, seats=2, rules=rules)
    pushed(table, "d deal board 3 together")
    whole = 4 if step.startswith("turn") else 5
    while (act := table.next_act()) is not None and (act.seat == 0 or act.who == "f"):
        assert pushed(table, act.text) == []
    assert len(table.felt.places["board"]) == whole
    is_lawful(table, hand_dealt_out(table))


@pytest.mark.parametrize("board", ["board", "board-2"])
def test_a_flop_laid_as_the_turn_on_one_of_two_boards_goes_back_alone(board: str) -> None:
    """FTR-23, RM-17: the other board stays; each has four cards when the betting goes on."""
    table = table_at("bomb-pot", "turn_tap", 3, seats=2)
    pushed(table, f"d deal {board} 3 together")
    acts = []
    while (act := table.next_act()) is not None and not act.seat:
        acts.append(act.text)
        assert pushed(table, act.text) == []
    assert not any(act.startswith("d rebuild board") for act in acts)
    assert [len(table.felt.places[name]) for name in ("board", "board-2")] == [4, 4]
    is_lawful(table, hand_dealt_out(table))


@pytest.mark.parametrize("card", ["d deal s1", "d deal s2", "d deal s3"])
@pytest.mark.parametrize("game", ["holdem", "razz", "triple-draw-27"])
def test_cards_of_the_draw_for_the_deal_are_gathered_though_a_card_was_dealt_meanwhile(game: str, card: str) -> None:
    """SG-03, DP-01: they are no part of a hand; everybody gets as many cards as the others."""
    table = dk.Table(game, "written-poker", seats=4, seed=3)
    table.advance("lot_gather")
    pushed(table, "d riffle")
    pushed(table, card)
    assert str(table.next_act()) == "d gather"
    assert table.push(dk.Act.parse("d gather")) == ()
    is_lawful(table, hand_dealt_out(table))


def test_a_button_moved_while_the_floor_is_waited_for_goes_back_when_the_ruling_is_done() -> None:
    """MD-17: the ruling comes first, and nothing of it is a slip."""
    table = dk.Table("holdem", "written-poker", seats=3, seed=3)
    table.advance("dealer")
    pushed(table, "d gather", "d button s2")
    is_lawful(table, hand_dealt_out(table))


@pytest.mark.parametrize("second", ["d deal s2", "d deal s2 2"])
@pytest.mark.parametrize("game", ["badugi", "triple-draw-27", "draw"])
def test_a_shown_card_is_replaced_when_the_others_have_theirs(game: str, second: str) -> None:
    """DR-29, DR-12: a card that came too soon is no replacement; the shown ones go, and nobody has a card too many."""
    table = table_at(game, "draw_turn", 3, seats=3)
    pushed(table, "s2 draw 2")
    done(table, until="burn") if str(table.next_act()) == "d burn" else None
    due = table.next_act()
    assert due is not None
    assert due.what == Act.parse("d deal s2 2").what
    pushed(table, "d deal s2 2 up", "s3 draw 1")
    pushed(table, second)
    acts = hand_dealt_out(table)
    assert not any(act.verb == "kill" and "dead" in act.to for act in acts)
    is_lawful(table, acts)


@pytest.mark.parametrize("rules", ["rrop", "tda", "wsop-live"])
@pytest.mark.parametrize("game", ["badugi", "draw", "lowball-27"])
def test_an_extra_card_on_the_draw_that_nobody_touched_goes_back(game: str, rules: str) -> None:
    """DH-04, DR-12, RM-03: the finding and the floor say the same; the hand lives, and the others draw their own cards."""
    table = table_at(game, "draw_turn", 3, seats=3, rules=rules)
    asked = table.next_act()
    assert asked is not None
    pushed(table, f"{asked.who} pat", f"d deal {asked.who}")
    acts = hand_dealt_out(table)
    assert [act.verb for act in acts[:2]] == ["floor", "putback"]
    assert f"d kill {asked.who} dead" not in [act.text for act in acts]
    is_lawful(table, acts)


@pytest.mark.parametrize("seat", ["s2", "s3"])
def test_a_player_whose_hand_is_ruled_dead_on_the_draw_is_not_asked(seat: str) -> None:
    """DH-04, RM-06: two cards too many, and the hand is dead; the others go on."""
    table = table_at("draw", "draw_turn", 5, seats=3)
    pushed(table, f"d deal {seat} 2")
    assert pushed(table, f"d kill {seat} dead") == []
    acts = hand_dealt_out(table)
    assert seat not in [act.who for act in acts]
    is_lawful(table, acts)


@pytest.mark.parametrize(
    ("game", "step", "acts"),
    [
        ("holdem", "river_burn", ["d deal board", "d burn", "d kill s3"]),
        ("omaha", "board", ["d deal board 4 together", "s3 check"]),
        ("omaha", "river_card", ["d deal board boxed", "d discard board 2"]),
        ("courchevel", "river_burn", ["d deal board", "d kill s3"]),
        ("bomb-pot", "turn_burn", ["d deal board", "d burn", "d kill s3"]),
    ],
)
def test_no_board_is_longer_than_the_streets_so_far(game: str, step: str, acts: list[str]) -> None:
    """FTR-20, FTR-23, RM-18: whatever two rulings ask for one after the other, what is too much goes back before it counts."""
    table = table_at(game, step, 3)
    for act in acts:
        table.push(Act.parse(act))
    acts_after, longest = [], 0
    for _ in range(200):
        due = table.next_act()
        assert due is not None
        if due.verb == "award":
            boards = [name for name, spec in table.felt.layout.places.items() if spec.kind == "board"]
            longest = max(len(table.felt.places[name]) for name in boards)
        table.push(due)
        acts_after.append(due)
        if due.verb == "gather" and longest:
            break
    assert longest <= 5
    is_lawful(table, acts_after)


def test_burns_of_a_street_before_are_none_of_a_wrong_one_without_betting_between() -> None:
    """RM-18, FTR-25: everybody is all-in, and of two burns one goes back."""
    table = dk.Table("holdem", seats=2, seed=3, stacks=[4, 4])
    table.advance("preflop")
    asked = table.next_act()
    assert asked is not None
    pushed(table, f"{asked.who} raise 4", f"s{3 - asked.seat} call")
    table.advance("turn_burn")
    pushed(table, "d burn 2")
    burned = len(table.felt.places["burns"])
    assert burned == 3
    acts = hand_dealt_out(table)
    assert [act.text for act in acts].count("d putback burns") == 1
    is_lawful(table, acts)


def test_a_discard_from_another_hand_while_shown_cards_go_comes_back() -> None:
    """DR-29: the shown cards are the drawer's; the other player's card is the player's."""
    table = table_at("draw", "draw_turn", 3, seats=3)
    asked = table.next_act()
    assert asked is not None
    table.push(Act.parse(f"{asked.who} draw 2"))
    table.push(Act.parse(f"d deal {asked.who} 2 up"))
    while (due := table.next_act()) is not None and due.verb != "discard":
        table.push(due)
    assert due is not None
    other = "s3" if due.to[0] != "s3" else "s1"
    pushed(table, f"d discard {other}")
    assert str(table.next_act()).startswith(f"d move muck {other}")
    is_lawful(table, hand_dealt_out(table))


def test_a_flop_that_lacks_a_card_is_told_though_its_first_card_came_before() -> None:
    """FTR-05, DP-17: at courchevel one card lies there in the first betting, and that is no short flop; two of three are one."""
    table = table_at("courchevel", "board", 3)
    pushed(table, "d deal board")
    found = table.push(Act.parse("s2 check"))
    assert [finding.code for finding in found] == ["street/short-flop-acted-on"]
    assert [str(act) for act in hand_dealt_out(table)[:2]] == ["d floor", "d deal board"]


def test_a_second_board_that_a_ruling_has_dealt_whole_gets_no_card_more() -> None:
    """RM-11, FTR-20: its flop was one short when the other board's was dealt again with it."""
    table = table_at("bomb-pot", "board_2", 3, seats=2, rules="written-poker")
    pushed(table, "d deal board-2 2 together", "d deal board")
    while (due := table.next_act()) is not None and not due.seat:
        assert pushed(table, due.text) == []
    assert [len(table.felt.places[name]) for name in ("board", "board-2")] == [3, 3]
    is_lawful(table, hand_dealt_out(table))


def test_a_replacement_dealt_before_the_boxed_card_is_out_is_the_replacement() -> None:
    """RM-05, IR-08: no second one is asked for."""
    table = table_at("bomb-pot", "turn_card", 3, seats=2)
    pushed(table, "d deal board boxed", "d deal board")
    out = table.next_act()
    assert out is not None
    assert pushed(table, out.text) == []
    assert str(table.next_act()) == "d deal board-2"
    is_lawful(table, hand_dealt_out(table))


@pytest.mark.parametrize("game", ["holdem", "badugi", "lowball-27"])
def test_an_uncalled_bet_given_to_another_comes_back_though_the_bets_were_swept(game: str) -> None:
    """DP-15, RM-22: the chips go into the pot then, and the winner gets them with it."""
    table, clean = (dk.Table(game, "written-poker", seats=3, seed=3) for _ in range(2))
    for other in (table, clean):
        while other.next_act() is not None and (due := other.next_act()) is not None and due.verb != "return":
            other.push(Act.parse(f"{due.who} fold") if due.verb in ("call", "complete", "raise") else due)
    due = table.next_act()
    assert due is not None
    owner = due.to[0]
    another = next(f"s{seat}" for seat in range(1, 4) if f"s{seat}" != owner and table.felt.rows["bet"][seat])
    pushed(table, f"d return {another} bet {due.n}", "d sweep")
    assert str(table.next_act()) == f"d collect {another} pot {due.n}"
    is_lawful(table, hand_dealt_out(table))
    hand_dealt_out(clean)
    assert table.felt.rows["stack"] == clean.felt.rows["stack"]


def test_a_third_card_laid_over_from_the_other_hand_is_the_third_card() -> None:
    """RB-04, BA-38: another one dealt after it is a card too many, and is found."""
    table = coup("2h", "7c", "3d", "Kh", rules="written-baccarat")
    while (due := table.next_act()) is not None and due.text != "d deal player":
        table.push(due)
    assert pushed(table, "d deal banker 6c")
    due = table.next_act()
    assert due is not None
    assert due.verb == "move"
    assert pushed(table, due.text) == []
    assert pushed(table, "d deal player")


def test_an_extra_card_on_the_draw_after_which_the_dealer_has_gone_on_is_ruled_on_at_once() -> None:
    """DH-04, RM-06: nobody can say any more that it is untouched, and the last hand that lives gets the pot."""
    table = table_at("badugi", "draw_turn", 3, seats=2, rules="rrop")
    first = table.next_act()
    assert first is not None
    other = "s1" if first.who == "s2" else "s2"
    pushed(table, f"{first.who} draw 3", "d burn", f"d deal {first.who} 3", f"{other} draw 1")
    pushed(table, f"d deal {first.who}", "d merge discards muck", f"{first.who} check", f"d move {first.who} stub")
    is_lawful(table, hand_dealt_out(table))


def test_the_last_live_hand_gets_the_pot_when_the_floor_has_ruled_the_other_dead() -> None:
    """RM-06, DP-27: the rule set left it to the floor, which has ruled; no second ruling is waited for."""
    table = dk.Table("triple-draw-27", "old-mill", seats=3, button=3, seed=158921)
    while (due := table.next_act()) is not None and due.text != "s3 call":
        table.push(due)
    pushed(table, "s3 call", "s1 fold")
    table.advance("draw_turn_three")
    pushed(table, "s2 pat", "s3 draw 1", "d burn", "d deal s1", "d merge discards muck", "s2 check", "d move s1 stub", "d floor")
    assert table.rulings[-1].ruling.outcome == "undecided"
    pushed(table, "f rule hand_dead draw/wrong-number-drawn")
    acts = hand_dealt_out(table)
    assert [act.text for act in acts[:2]] == ["d kill s3 dead", f"d award s2 {table.felt.written(int(acts[1].n or 0))}"]
    is_lawful(table, acts)


@pytest.mark.parametrize("second", ["d deal board", "d deal board 2"])
def test_cards_of_a_flop_that_a_ruling_has_dealt_are_not_owed_once_more(second: str) -> None:
    """RM-13, FTR-20: neither with the turn nor at any time after; each street has as many cards as it has to have."""
    table = table_at("bomb-pot", "gather_bets", 3, seats=2, rules="old-mill")
    pushed(table, "d deal board-2", second)
    acts = hand_dealt_out(table)
    assert [act.count for act in acts if act.verb == "deal" and act.to == ("board",)][-2:] == [1, 1]
    is_lawful(table, acts)


@pytest.mark.parametrize(
    ("game", "more"),
    [
        ("bomb-pot", ("d deal s1", "d deal s2")),
        *itertools.product(
            ("holdem", "omaha", "omaha-hilo", "courchevel"),
            (("d deal s1", "d deal s2"), ("d deal s1 2", "d deal s2"), ("d deal s1 2", "d deal s2 2")),
        ),
    ],
)
def test_a_pot_is_split_evenly_where_no_hand_has_the_right_number_of_cards(game: str, more: tuple[str, ...]) -> None:
    """DH-04, SD-16: no floor was called; all hands are dead alike, and no push that is due is then found wrong."""
    table = table_at(game, "gather_bets" if game == "bomb-pot" else "preflop", 3, seats=2, rules="rrop")
    for act in (*more, *(f"{seat} {'call' if 'call' in moves else 'check'}" for seat, moves in table.ask.items())):
        table.push(act)
    for seat in list(table.ask):
        table.push(f"{seat} check")
    pushed(table, "d sweep")
    stacks_before = table.felt.rows["stack"][1:]
    acts = hand_dealt_out(table)
    assert [act.verb for act in acts if act.verb in ("floor", "kill")] == []
    got = [after - before for after, before in zip(table.felt.rows["stack"][1:], stacks_before, strict=True)]
    assert got[0] == got[1] > 0
    is_lawful(table, acts)


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha-hilo", "courchevel", "bomb-pot"])
def test_a_hand_with_a_card_too_many_loses_to_one_with_the_right_number(game: str) -> None:
    """DH-04: whatever it holds, also where the game is dealt with as many cards under another option (HR-17)."""
    for seed in range(1, 7):
        table = table_at(game, "gather_bets" if game == "bomb-pot" else "preflop", seed, seats=2, rules="rrop")
        for act in ("d deal s1", *(f"{seat} {'call' if 'call' in moves else 'check'}" for seat, moves in table.ask.items())):
            table.push(act)
        for seat in list(table.ask):
            table.push(f"{seat} check")
        pushed(table, "d sweep")
        acts = hand_dealt_out(table)
        assert {act.to[0] for act in acts if act.verb == "award"} == {"s2"}
        is_lawful(table, acts)


@pytest.mark.parametrize("second", ["d discard player", "d clear"])
def test_a_card_ruled_out_of_the_coup_counts_in_no_hand_though_it_is_cleared_with_the_others(second: str) -> None:
    """RB-02, BA-64: the bets are settled by the cards that play, and the campaign's own count says so too."""
    table = dk.Table("mini-baccarat", "written-baccarat", seats=3, seed=3)
    counted = Coup.of(table)
    assert counted is not None
    before = wealth(table)["seats"]

    def doing(*acts: str) -> None:
        for act in acts:
            table.push(act)
            counted.look(table.log[-1])

    while (due := table.next_act()) is not None and due.verb not in ("take", "collect", "pay"):
        doing(*(("s1 bet banker 100", "s2 bet player 50", "s3 bet tie 5", "d close") if due.verb == "close" else (due.text,)))
    doing("d deal player")
    assert table.rulings[-1].ruling.outcome == "card_does_not_play"
    doing(second)
    while not counted.cleared or table.owed:
        doing(str(table.next_act()))
    after = wealth(table)["seats"]
    assert counted.wrong(before, after) == ""
    assert counted.wrong(before, (after[0] + 1, *after[1:])) == "bets"


@pytest.mark.parametrize(
    ("acts", "back", "code"),
    [
        (("s3 post ante 2",), "1", "play/out-of-turn"),
        (("s3 post ante 2", "s1 post ante 1"), "1", "play/out-of-turn"),
        (("s3 post ante 2", "s1 post ante 1", "s2 post ante 1"), "1", "play/out-of-turn"),
        (("s2 cut 26", "s3 post ante 2"), "1", "play/TFS-03"),
        (("s2 cut 26", "s3 post ante 1", "s3 post ante 2"), "2", "play/TFS-03"),
    ],
)
def test_of_an_ante_too_large_only_what_is_too_much_goes_back(acts: tuple[str, ...], back: str, code: str) -> None:
    """TFS-03, SG-03: whether it came before the cut or in its time, every player has one ante in the pot when the cards come."""
    table = dk.Table("three-five-seven", seats=3, seed=7)
    table.advance("cut")
    assert code in [finding.code for finding in pushed(table, *acts)]
    assert [act.text for act in table.owed] == [f"d return s3 ante {back}"]
    before = table.felt.chips()
    assert obeyed(table, "sweep") == []
    assert (table.felt.rows["ante"], table.felt.rows["pot"][0]) == ([0] * 4, 3)
    assert table.felt.chips() == before


@pytest.mark.parametrize(
    ("acts", "back"),
    [
        (("s2 post 5",), ["d return s2 bet 4"]),
        (("s2 post 5", "s3 post 2"), ["d return s2 bet 4"]),
        (("s1 post 5",), ["d return s1 bet 5"]),
        (("s2 post ante 5",), ["d return s2 ante 5"]),
        (("s3 post 5", "s2 post 3"), ["d return s2 bet 2", "d return s3 bet 3"]),
        (("s2 post 5", "s2 post 4"), ["d return s2 bet 4"]),
    ],
)
def test_of_a_blind_too_large_only_what_is_too_much_goes_back(acts: tuple[str, ...], back: list[str]) -> None:
    """DP-09: as before the blinds are asked for, and the cards come when both blinds lie right."""
    table = dk.Table("holdem", seats=3, seed=7, button=1)
    table.advance("blinds")
    assert {finding.code for finding in pushed(table, *acts)} == {"play/DP-09"}
    assert [act.text for act in table.owed] == back
    assert obeyed(table, "deal") == []
    assert table.felt.rows["bet"] == [0, 0, 1, 2]
    is_lawful(table, hand_dealt_out(table))


def test_a_blind_that_is_given_back_whole_is_asked_for_again() -> None:
    """DP-09: of 5 posted for 1, the dealer gives back 5 and not 4."""
    table = dk.Table("holdem", seats=3, seed=7, button=1)
    table.advance("blinds")
    assert pushed(table, "s2 post 5", "d return s2 bet 5")
    assert obeyed(table, "deal") == []
    assert table.felt.rows["bet"] == [0, 0, 1, 2]


def test_chips_given_away_twice_in_the_same_sum_come_back_twice() -> None:
    """SG-09: the second move is no other telling of the first."""
    table = dk.Table("all-fours", seats=4, seed=3)
    table.advance("deal")
    before = stacks(table)
    assert [finding.code for finding in pushed(table, "d pay s1 1", "d pay s1 1")] == ["step/unexpected"] * 2
    while table.owed:
        assert table.push(table.owed[0]) == ()
    assert stacks(table) == before
