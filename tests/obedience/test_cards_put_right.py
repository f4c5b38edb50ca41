"""Cards in the wrong place: which are due after a slip, which stay, and what is ruled."""

from __future__ import annotations

import pytest

import dealerkit as dk
from tests.obedience.campaign import Setting, clean, table_at
from tests.obedience.players import SteadyPlayers
from tests.obedience.put_right import Slip, codes, deal_upto, money, obeyed, table_at_step


def test_an_owed_card_that_lies_as_it_should_is_not_the_one_due() -> None:
    """Stud: the second down card of the button, which may come last, is no door card face down."""
    table = dk.Table("stud7", "tda", seats=3, seed=3, button=3)
    table.advance("second_down")
    for text in ("d deal s1", "d deal s2", "d deal s1 up", "d deal s2 up", "d deal s3"):
        assert table.push(text) == (), text
    assert str(table.next_act()) == "d deal s3 up"


@pytest.mark.parametrize("form", ["stud7", "stud7-hilo"])
def test_a_button_that_acts_a_card_short_has_a_dead_hand(form: str) -> None:
    """DH-04, TDA 37: the button's second down card may come late, but not after it has called; and others lack no card."""
    table = dk.Table(form, "tda", seats=3, seed=3, button=1)
    table.advance("second_down")
    acts = ("d deal s2", "d deal s3", "d deal s2 up", "d deal s3 up", "d deal s1 up", "s2 bringin 2", "s3 call")
    assert codes(table, *acts) == []
    assert codes(table, "s1 call") == ["deal/wrong-number-of-cards"]
    assert (table.rulings[-1].ruling.outcome, table.rulings[-1].ruling.rules[0]) == ("hand_dead", "DH-04")
    players = SteadyPlayers()
    assert obeyed(table, players) == []
    assert sum(money(table)) == 600
    assert money(table)[0] == 197, "the ante and the call are lost"


@pytest.mark.parametrize(("rules", "seats"), [("tda", 2), ("tda", 3)])
def test_a_button_that_acts_a_card_short_before_the_gate_has_a_misdeal(rules: str, seats: int) -> None:
    """MD-07: one call is no substantial action, so that it is a misdeal still and everybody gets the blinds back."""
    table = dk.Table("holdem", rules, seats=seats, seed=3, button=1)
    table.advance("pitch")
    assert codes(table, *(["d deal s2", "d deal s2", "d deal s1"] if seats == 2 else ["d deal s2", "d deal s3"])) == []
    if seats == 3:
        assert codes(table, "d deal s2", "d deal s3", "d deal s1") == []
    assert codes(table, "s1 call") == ["deal/wrong-number-of-cards"]
    assert table.rulings[-1].ruling.outcome == "misdeal"
    for _ in range(8):
        due = table.next_act()
        assert due is not None
        assert table.push(due) == (), due
        if due.verb == "riffle":
            break
    assert money(table) == [200] * seats


def test_robert_lets_the_button_wait_for_no_card() -> None:
    """MD-07, MD-08: two cards in a row to the button, and its last one late, are the exception of TDA 35-B and 37."""
    for rules, found in (("tda", []), ("rrop", ["deal/entitled-seat-skipped"]), ("wsop-live", ["deal/entitled-seat-skipped"])):
        table = dk.Table("holdem", rules, seats=3, seed=3, button=1)
        table.advance("pitch")
        assert codes(table, "d deal s2", "d deal s3", "d deal s2") == found, rules


def test_equal_first_cards_in_the_wrong_hands_are_both_moved() -> None:
    """Baccarat BI-06: third and fourth card exchanged; both are moved, not only the first."""
    table = dk.Table("mini-baccarat", "louisiana", seats=3)
    table.advance("bets")
    for text in ("s1 bet player 100", "d close", "d deal player 8h", "d deal banker 4d"):
        table.push(text)
    assert [finding.code for finding in table.push("d deal banker Ks")] == ["coup/wrong-initial-order"]
    assert table.push("d deal player Qd") == ()
    assert [str(act) for act in table.expected.dealer] == ["d move banker player Ks", "d move player banker Qd"]
    assert table.push("d move banker player Ks") == ()
    assert [str(act) for act in table.expected.dealer] == ["d move player banker Qd"]


@pytest.mark.parametrize("form", ["draw", "lowball-a5", "badugi", "triple-draw-27", "high-low-draw"])
def test_a_card_of_the_draw_dealt_face_up_is_found(form: str) -> None:
    """DR-29: whatever becomes of the card, it was shown."""
    table, _ = table_at_step(Slip("", form, "draw_turn_cards", (), "", seats=4))
    act = table.next_act()
    assert act is not None
    assert "step/draw_turn_cards-wrong-face" in [finding.code for finding in table.push(f"{act} up")]


def test_cards_gathered_in_the_middle_are_dealt_again() -> None:
    """SG-06: of a hand whose cards are mixed nothing can be played."""
    table = dk.Table("thirty-one", seats=3, seed=3, button=3)
    table.advance("upcard")
    assert [finding.code for finding in table.push("d gather")] == ["step/gather-early"]
    assert str(table.next_act()) == "d shuffle"


def test_a_board_laid_twice_is_there_to_be_had() -> None:
    """Cash CA-16: whatever lies there may be swapped for, and nobody is accused of it."""
    table = dk.Table("cash", seats=4, seed=3)
    table.advance("swapping")
    assert codes(table, "d deal board 4 together") == ["step/next_board-repeated"]
    mine, lying = (table.felt.faces[table.felt.cards(place)[-1]] for place in ("s1", "board"))
    assert codes(table, f"s1 swap {mine} {lying}") == []


def test_where_no_board_lies_nothing_is_swept() -> None:
    """Cash CA-17: said twice it is once too often, and brings no card of an earlier board back."""
    table = dk.Table("cash", seats=4, seed=3)
    table.advance("swapping")
    assert codes(table, "s1 pass", "s2 pass", "s3 pass", "s4 pass", "d clear") == []
    assert codes(table, "d clear") == ["step/sweep-repeated"]
    assert not table.rulings
    assert str(table.next_act()) == "d deal board 4 together"


def test_a_live_hand_that_was_taken_in_goes_back_as_it_lay() -> None:
    """MS-17, MS-21: card by card in its order, and what had been turned lies face up again."""
    table = dk.Table("mexican-sweat", seats=3, seed=3, button=3)
    table.advance("roll")
    assert codes(table, "s1 turn") == []
    while table.ask.get("s1", {}).get("turn"):
        assert codes(table, "s1 turn") == []
    lay, up = table.felt.cards("s1")[:], [table.felt.up[card] for card in table.felt.cards("s1")]
    assert codes(table, "d kill s1") == ["turn/live-hand-killed"]
    while (due := table.next_act()) is not None and due.verb in ("move", "turn") and due.who == "d":
        assert table.push(due) == ()
    assert table.felt.cards("s1") == lay
    assert [table.felt.up[card] for card in lay] == up


def test_gathering_is_ruled_on_whatever_else_came_early() -> None:
    """SG-06: the pot was pushed too early, then the cards were gathered: that is told as well, and the deal begins again."""
    table = dk.Table("mexican-sweat", seats=3, seed=3, button=3)
    table.advance("roll")
    assert codes(table, "d award s3 3") == ["pot/paid-wrongly"]
    assert codes(table, "d gather") == ["step/gather-early"]
    assert str(table.next_act()) == "d collect s3 pot 3"


def test_a_second_card_on_the_pile_is_what_is_played_on() -> None:
    """Golf GO-07: the card that was turned too many is the one to continue."""
    made = clean(Setting("golf", "social", 0))
    table = table_at(made, [str(act) for act in made.acts].index("d deal played") + 1)[0]
    assert codes(table, "d deal played") == ["step/start-repeated"]
    for act in made.setting.players().acts(table):
        assert table.push(act) == ()


def test_a_hand_is_shown_before_its_cards_are_gathered() -> None:
    """Red Dog RD-10: the dealer went on to the next deal; the cards are not gathered before the hand has been shown."""
    made = clean(Setting("red-dog", "", 0))
    texts = [str(act) for act in made.acts]
    at = next(at for at, text in enumerate(texts) if text == "d call lose" and "d gather" in texts[at : at + 4])
    table = table_at(made, at)[0]
    assert "pot/hand-not-shown" in codes(table, "d button s2")
    for _ in range(4):
        due = table.next_act()
        assert due is not None
        assert due.verb != "gather" or not table.ask
        if due.verb == "gather":
            break
        assert table.push(due) == ()
    assert any(act.verb == "show" for act in table.log[-3:])


def test_a_card_too_many_behind_a_natural_is_a_surplus_card() -> None:
    """BA-28, BI-05: two cards came for the banker's second; the first four lie right, and the fifth is discarded."""
    table = dk.Table("mini-baccarat", "spain", seats=3)
    table.advance("bets")
    assert codes(table, "s1 bet player 100", "d close", "d deal player 8h", "d deal banker 4d", "d deal player Ks") == []
    assert codes(table, "d deal banker Qd Ac") == ["coup/wrong-initial-order"]
    assert str(table.next_act()) == "d discard banker"


@pytest.mark.parametrize(("game", "due"), [("lowball-27", "award"), ("razz", "kill")])
def test_a_card_dealt_after_the_showdown_is_no_part_of_a_hand(game: str, due: str) -> None:
    """DH-04, SD-01: a hand is what was shown; the pot goes where it would have gone."""
    table, players = dk.Table(game, seats=3, seed=5), SteadyPlayers()
    deal_upto(table, players, due)
    assert any(act.verb == "show" for act in table.log)
    losers = {act.to[0] for act in table.plan() if act.verb == "kill"}
    winner = next(name for name in ("s1", "s2", "s3") if name not in losers and table.felt.cards(name))
    assert codes(table, f"d deal {winner}")
    assert obeyed(table, players) == []
    assert any(str(act).startswith(f"d award {winner} ") for act in table.log)


def test_what_a_coup_lacked_is_not_owed_in_the_next() -> None:
    """BA-60: no close, one card, and the cards were cleared; the next has its own. The bet goes back."""
    table = dk.Table("mini-baccarat", seats=3, seed=4)
    table.advance("bets")
    assert codes(table, "s1 bet player 100", "d deal player") == ["coup/no-more-bets-not-called"]
    assert codes(table, "d clear") == ["coup/wrong-initial-order", "coup/left-unsettled"]
    assert [act.text for debt in table.agenda.books.debts for act in debt.acts] == ["d return s1 player 100"]
    assert codes(table, "d return s1 player 100") == []
    assert str(table.next_act()) == "d close"


def test_a_card_dealt_on_while_others_are_to_be_moved_is_one_of_the_first_four() -> None:
    """BI-06: the third and the fourth card change places; the fourth is no third card of the player's, and both are moved."""
    table = dk.Table("mini-baccarat", seats=2, seed=7)
    table.advance("bets")
    assert codes(table, "s1 bet player 100", "d close", "d deal player", "d deal banker") == []
    assert codes(table, "d deal banker", "d deal player") == ["coup/wrong-initial-order"]
    for _ in range(2):
        assert table.next_act().verb == "move"
        assert codes(table, str(table.next_act())) == []
    assert table.next_act().verb == "call"


@pytest.mark.parametrize("rules", ["rrop", "tda", "written-poker"])
@pytest.mark.parametrize(("seats", "dealt"), [(2, 1), (2, 3), (4, 7)])
def test_a_board_card_in_the_deal_leaves_two_boards_whole(rules: str, seats: int, dealt: int) -> None:
    """FTR-05, RM-11: where nobody bets before the flop. It goes back, or the flop is dealt
    again once, and the pot is pushed.
    """
    table = dk.Table("bomb-pot", rules, seats=seats, seed=7, button=1)
    table.advance("pitch")
    for _ in range(dealt):
        table.push(table.next_act())
    assert codes(table, "d deal board")
    assert obeyed(table, SteadyPlayers()) == []
    assert (sum(money(table)), table.felt.rows["pot"][0]) == (seats * 200, 0)
