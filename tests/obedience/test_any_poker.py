"""Acts at a poker table after which obedience once did not end the hand lawfully, or drew a finding for itself."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from tests.obedience.lawful import done, is_lawful, obeyed, table_at


@pytest.mark.parametrize(("game", "wrong"), [("holdem", "royal flush"), ("razz", "wheel"), ("omaha-hilo", "four aces")])
def test_a_hand_that_was_read_wrongly_is_read_again_before_the_pot_goes(game: str, wrong: str) -> None:
    """SD-02, DP-24: the reading as it is comes due, and nobody is told afterwards that it was left out."""
    table = table_at(game, "settle", 3)
    shown = next(act.who for act in table.log if act.verb == "show")
    assert table.push(f"d read {shown} {wrong}") == ()
    due = table.next_act()
    assert due is not None
    assert (due.verb, due.to[0]) == ("read", shown)
    is_lawful(table, obeyed(table))


def test_the_button_has_its_late_card_before_it_acts() -> None:
    """TDA 37, DH-04: the last card of the button may come late, and is due when the button is to act."""
    table = table_at("holdem", "pitch", 3, seats=3, rules="tda")
    first, _, button = (act.to[0] for act in table.plan()[:3])
    table.advance()
    table.advance()
    assert table.push(f"d deal {first}") == ()
    acts = obeyed(table)
    late = acts.index(Act.parse(f"d deal {button}"), 2)
    assert acts[late + 1].who == button
    is_lawful(table, acts)


def test_chips_taken_into_a_pot_in_the_draw_go_back_without_a_finding() -> None:
    """DP-14, DH-04: what a hand that waits for its cards gets back is no pot that it wins."""
    table = table_at("high-low-draw", "draw_turn", 3)
    who = next(iter(table.ask))
    table.push(f"{who} draw 2")
    table.push(f"d collect {who} side-2 2")
    assert table.next_act() == Act.parse(f"d award {who} side-2 2")
    is_lawful(table, obeyed(table))


def test_hands_gathered_while_the_stub_is_shuffled_again_make_the_hand_void() -> None:
    """IR-02, RM-28: that remedy has not broken off the hand; the floor's ruling on the cards does."""
    table = table_at("high-low-draw", "first_betting", 3, rules="cedar-room")
    for act in ("d rebuild openers up", "d floor", "f rule corrected street/reshuffle-face-up", "d rebuild stub", "d gather"):
        table.push(act)
    assert table.findings[-1].code == "hand/cards-mixed"
    acts = obeyed(table)
    assert any(act.verb == "return" for act in acts)
    is_lawful(table, acts)


def test_a_straddle_that_nobody_may_post_goes_back() -> None:
    """DP-09: it comes while the deal is drawn for, and a whole stack would leave nothing for the ante."""
    table = dk.Table("bomb-pot", "written-poker", seats=2, seed=3)
    table.advance("jack")
    assert [finding.code for finding in table.push("s2 straddle 200")] == ["play/out-of-turn"]
    assert table.next_act() == Act.parse("d return s2 bet 200")
    is_lawful(table, obeyed(table))


def test_a_straddle_in_the_shuffle_stands_where_it_may_be_posted() -> None:
    """DP-09: players put it in when they like, until the first card."""
    table = dk.Table("holdem", seats=4, seed=3, button=1, options={"straddle": "under_the_gun"})
    table.advance("second_riffle")
    assert table.push("s4 straddle 4") == ()
    assert [finding.code for finding in table.push("s4 straddle 100")] == ["play/out-of-turn"]


def test_the_pot_is_the_last_players_though_his_cards_were_gathered() -> None:
    """DP-27, DH-04: the other hand was dead, and so nobody contests the pot."""
    table = table_at("omaha-hilo", "turn_tap", 3, seats=2)
    for act in ("d deal s2 5 up", "d kill s2 dead", "d gather"):
        table.push(act)
    acts = obeyed(table)
    assert [act.to[0] for act in acts if act.verb == "award"] == ["s1"]
    is_lawful(table, acts)


def test_a_board_card_laid_down_in_the_deal_goes_back_on_the_stub() -> None:
    """FTR-12, RM-19: it was no card of a street that was due, and the flop is dealt in its time."""
    table = table_at("holdem-short-deck", "pitch", 3)
    for _ in range(5):
        table.advance()
    assert [finding.code for finding in table.push("d deal board down")] == ["street/laid-out-ahead"]
    acts = obeyed(table)
    assert "putback" in [act.verb for act in acts[:2]]
    is_lawful(table, acts)


@pytest.mark.parametrize("street", ["fifth", "seventh"])
@pytest.mark.parametrize("burned", [True, False])
def test_a_street_that_was_dealt_to_nobody_comes_late(street: str, burned: bool) -> None:
    """DH-04, MD-15: no hand is short of another, so none is dead; the cards are due before anybody else acts."""
    table = table_at("stud7", f"{street}_cards" if burned else f"{street}_burn", 3)
    trial = table_at("stud7", f"{street}_betting", 3)
    first = next(iter(trial.ask))
    assert "deal/wrong-number-of-cards" in [finding.code for finding in table.push(f"{first} check")]
    assert not table.rulings
    acts = obeyed(table)
    assert [act.verb for act in acts[:4]] == ["deal"] * 4
    is_lawful(table, acts)


def test_cards_go_back_nowhere_once_the_deck_is_together() -> None:
    """DP-28, DP-29: what the muck was shuffled into is gathered, and the pot that was left is pushed."""
    table = table_at("triple-draw-27", "award", 3)
    for act in ("d rebuild muck", "d gather"):
        table.push(act)
    acts = obeyed(table)
    assert not any(act.verb == "move" for act in acts)
    is_lawful(table, acts)


def test_what_came_after_a_dispute_is_not_what_the_floor_lets_stand() -> None:
    """DR-12, RM-26: the floor was called for the dispute; a card laid aside in the deal goes back to its player."""
    table = table_at("badugi", "pitch", 3)
    for _ in range(5):
        table.advance()
    who = next(act.to[0] for act in table.log if act.verb == "deal")
    for act in ("s2 dispute", f"{who} draw 1", "d floor", "f rule play_on"):
        table.push(act)
    assert table.next_act() == Act.parse(f"d move discards {who}")
    is_lawful(table, obeyed(table))


def test_chips_that_a_player_puts_down_with_the_house_go_back() -> None:
    """DP-09, DP-14: a whole stack laid with the rake before the blinds leaves nothing to post."""
    table = table_at("omaha-hilo", "blinds", 3, seats=2)
    who = next(iter(table.ask))
    assert [finding.code for finding in table.push(f"{who} bet rake 200")] == ["play/DP-09"]
    assert table.next_act() == Act.parse(f"d return {who} rake 200")
    is_lawful(table, obeyed(table))


def test_hands_that_the_floor_has_completed_are_not_dealt_to_again() -> None:
    """MD-07, RM-04: what was missing has come with the remedy."""
    table = table_at("courchevel", "pitch", 3, seats=6)
    for _ in range(8):
        table.advance()
    table.push("d burn")
    acts = obeyed(table)
    assert {sum(act.count for act in table.log if act.verb == "deal" and act.to == (f"s{seat}",)) for seat in range(1, 7)} == {5}
    is_lawful(table, acts)


def test_chips_moved_into_a_pot_while_the_floor_is_called_go_back_though_the_hand_is_void() -> None:
    """RM-37, DP-14: the remedy gives back what was bet, and knows nothing of them."""
    table = table_at("omaha", "show", 3, seats=5)
    for act in ("d gather", "d floor", "d collect s2 side-3 5"):
        table.push(act)
    acts = obeyed(table)
    assert Act.parse("d award s2 side-3 5") in acts
    is_lawful(table, acts)


def test_a_deck_that_was_cut_before_any_shuffle_is_shuffled_before_it_is_dealt() -> None:
    """DP-04, DP-08, MD-01: all of the shuffle is due, and then the cut; no card of that hand is found off a deck not ready."""
    table = table_at("omaha", "first_riffle", 3)
    table.push("d cut")
    acts = obeyed(table)
    assert [act.verb for act in acts[:5]] == ["riffle", "riffle", "strip", "riffle", "cut"]
    is_lawful(table, acts)


def test_bets_brought_in_while_a_void_hand_is_paid_back_go_to_their_owners() -> None:
    """RM-37, IR-02: the cards were gathered, so that nobody sees in the pot whose they were."""
    table = dk.Table("stud7-hilo", seats=4, seed=3)
    table.advance("fifth_betting")
    table.push(f"{next(iter(table.ask))} bet 4")
    for act in ("d gather", "d floor", "f rule void_hand", "d sweep"):
        table.push(act)
    assert "RM-37" in table.rulings[-1].ruling.remedies
    done(table)
    assert table.felt.rows["stack"][1:] == [200] * 4


def test_a_pack_that_was_rolled_counts_its_cuts_anew() -> None:
    """CU-02, CU-03: the cut after it is due, and is no cut too many."""
    table = dk.Table("holdem", seats=3, seed=3, options={"cuts": 3})
    table.advance("pitch")
    table.push("d roll")
    assert table.next_act() == Act.parse("d cut")
    is_lawful(table, obeyed(table))


def test_a_cut_in_the_middle_of_a_hand_is_no_cut_too_many() -> None:
    """CU-03: the cuts that a house allows are those before the deal."""
    table = dk.Table("holdem", seats=3, seed=3, options={"cuts": 3})
    table.advance("flop.board")
    table.push("d cut 5")
    is_lawful(table, obeyed(table))


def test_the_last_player_gets_the_bets_that_were_brought_in_after_the_cards() -> None:
    """DP-27, DP-14: the pot that is owed is the one that lies there."""
    table = dk.Table("holdem", seats=3, seed=3)
    table.advance("turn_betting")
    table.push(f"{next(iter(table.ask))} bet 6")
    while table.players is not None:
        table.push(f"{next(iter(table.ask))} fold")
    table.push("d gather")
    acts = obeyed(table)
    assert [act.n for act in acts if act.verb == "award"] == [12]
    is_lawful(table, acts)


def test_the_floor_is_due_before_a_bettors_hand_is_killed_that_he_threw_in() -> None:
    """SD-15: he may think that the pot is won; whoever does only what is due calls the floor and holds the hand."""
    table = dk.Table("holdem", seats=2, seed=3)
    table.advance("river_betting")
    bettor = next(iter(table.ask))
    table.push(f"{bettor} bet 6")
    table.advance("call_showdown")
    assert table.push(f"{bettor} muck") == ()
    assert table.next_act() == Act.parse("d floor")
    is_lawful(table, obeyed(table))


def test_the_cut_in_the_place_of_one_too_thin_is_no_cut_too_many() -> None:
    """CU-03, CU-04: a cut of two cards is no cut, and the one that is due for it is allowed."""
    table = dk.Table("stud7", seats=3, seed=3, options={"cuts": 2})
    table.advance("blinds")
    table.push("d cut 2")
    assert table.next_act() == Act.parse("d cut")
    is_lawful(table, obeyed(table))


def test_chips_put_in_while_forced_bets_of_a_void_hand_go_back_go_back_with_them() -> None:
    """RM-37: whatever lies in front of a player by then is his."""
    table = dk.Table("holdem", seats=4, seed=3)
    table.advance("preflop")
    for act in ("d gather", "d floor", "f rule void_hand hand/cards-mixed"):
        table.push(act)
    first = table.next_act()
    assert first is not None
    assert first.verb == "return"
    table.push(first)
    table.push(f"{first.to[0]} bet 4")
    assert table.next_act() == Act.parse(f"d return {first.to[0]} bet 4")
    is_lawful(table, obeyed(table))


def test_nobody_is_asked_for_chips_that_he_has_given_away() -> None:
    """BR-11: a tip out of the stack leaves less to bet with."""
    table = dk.Table("holdem", seats=3, seed=3)
    table.advance("preflop")
    who = next(iter(table.ask))
    table.push(f"d tip {who} 150")
    amounts = table.ask[who]["raise"]
    assert 50 in amounts
    assert 200 not in amounts


def test_a_pot_of_bets_brought_in_after_the_cards_is_pushed() -> None:
    """DP-27, DP-14: nothing lay in it when the cards were gathered."""
    table = dk.Table("holdem", seats=2, seed=3)
    table.advance("preflop")
    table.push(f"{next(iter(table.ask))} fold")
    table.advance("gather_bets")
    table.push("d gather")
    is_lawful(table, obeyed(table))


def test_a_blind_given_back_without_an_amount_is_put_back() -> None:
    """DP-09, RM-22: how much it was is seen before it goes."""
    table = dk.Table("lowball-a5", seats=2, seed=3)
    table.advance("pitch")
    who = next(f"s{seat}" for seat, chips in enumerate(table.felt.rows["bet"]) if chips)
    table.push(f"d return {who} bet")
    due = table.next_act()
    assert due is not None
    assert (due.verb, due.to) == ("restore", (who, "bet"))
    is_lawful(table, obeyed(table))


def test_blinds_swept_after_a_misdeal_do_not_stay_for_the_next_deal() -> None:
    """MD-17, RM-01: the hand is void; what was brought into the pot goes back before the same hand is dealt again."""
    table = dk.Table("holdem", seats=4, seed=3)
    table.advance("pitch")
    for act in ("d deal s3", "d floor", "f rule misdeal", "d gather", "d sweep"):
        table.push(act)
    acts = obeyed(table)
    assert [act.text for act in acts[:2]] == ["d return s2 pot 1", "d return s3 pot 2"]
    is_lawful(table, acts)


@pytest.mark.parametrize("rules", ["rrop", "tda"])
@pytest.mark.parametrize("between", [(), ("d floor", "d rake 1"), ("d award s2 4",)])
def test_the_betting_goes_on_when_the_last_hand_but_one_comes_back(rules: str, between: tuple[str, ...]) -> None:
    """DH-09, RM-23: the floor rules it live, so the pot is not pushed before its player has acted and shown."""
    table = table_at("holdem", "turn_betting", 3, 2, rules)
    for act in ("s2 check", "d kill s1", *between):
        table.push(act)
    acts = [act.text for act in obeyed(table)]
    assert acts.index("s1 check") < acts.index("d call showdown s2") < acts.index("d award s2 4")


@pytest.mark.parametrize("rules", ["rrop", "tda"])
def test_the_pot_is_pushed_when_the_last_hand_but_one_is_ruled_dead(rules: str) -> None:
    """DH-09: nobody is asked any more."""
    table = table_at("holdem", "turn_betting", 3, 2, rules)
    for act in ("s2 check", "d kill s1", "d floor", "f rule hand_dead"):
        table.push(act)
    assert table.next_act() == Act.parse("d award s2 4")


@pytest.mark.parametrize("step", ["call_showdown", "show"])
@pytest.mark.parametrize("game", ["holdem", "bomb-pot", "omaha"])
def test_the_button_moved_at_the_showdown_leaves_the_pot_to_be_shown_for(game: str, step: str) -> None:
    """DP-27, DE-10: it is moved too early, and no hand is gathered, no pot left, because of it."""
    table = table_at(game, step, 3, 2)
    assert [finding.code for finding in table.push(f"d button s{3 - table.felt.button}")] == ["deal/started-before-table-ready"]
    acts = obeyed(table)
    assert [act.verb for act in acts].index("show") < [act.verb for act in acts].index("award")
    is_lawful(table, acts)


@pytest.mark.parametrize("act", ["d count 2", "d spread down", "d button s2"])
@pytest.mark.parametrize("game", ["holdem", "bomb-pot"])
def test_what_ends_a_hand_leaves_nobody_out_in_the_deal(game: str, act: str) -> None:
    """MD-09, DP-28: in a game without a bet before the flop too it is early, and the cards are still to come."""
    table = table_at(game, "pitch", 3, 2, "old-mill")
    table.advance()
    found = table.push(act)
    assert found
    assert all(finding.code != "deal/entitled-seat-skipped" for finding in found)
    is_lawful(table, obeyed(table))


def test_chips_put_into_a_side_pot_of_a_void_hand_go_back() -> None:
    """RM-37: the remedy gives back what the hand put in; what the dealer has added since is owed after it."""
    table = table_at("omaha", "river_betting", 3, 5, "rrop")
    for act in ("d gather", "d floor", "f rule void_hand hand/cards-mixed"):
        table.push(act)
    table.advance()
    table.push("d restore s5 side-2 2")
    done(table, until="riffle")
    assert not any(sum(table.felt.rows[name]) for name in table.felt.layout.pots if name in table.felt.rows)


def test_a_hand_thrown_in_while_the_others_are_served_leaves_nobody_short() -> None:
    """BR-30, ST-06: the first to act folds before all have their card; the cards of the street still come."""
    table = table_at("five-card-stud", "fifth_cards", 3, 3, "old-mill")
    table.advance()
    who = next(act.who for act in table.log[::-1] if act.seat)
    first = table.log[-1].to[0]
    for seat in (first, who):
        codes = [finding.code for finding in table.push(f"{seat} fold")]
        assert codes == ["play/BR-30"]
        if len([name for name in ("s1", "s2", "s3") if table.felt.places[name]]) == 2:
            break
    acts = obeyed(table)
    is_lawful(table, acts)
    assert {len(table.felt.layout.pack)} == {table.felt.left()}


def test_a_flop_that_was_acted_on_is_completed_on_every_board() -> None:
    """FTR-05, RM-36: the second board has no card yet, and is not dealt together with the turn."""
    table = table_at("bomb-pot", "gather_bets", 3, 2, "tda")
    for act in ("d deal board 1", "d floor", "s2 raise 5", "d floor"):
        table.push(act)
    acts = [act.text for act in done(table, until="tap")]
    assert [text for text in acts if text.startswith("d deal")] == ["d deal board 2", "d deal board-2 3 together"]


@pytest.mark.parametrize("seat", ["s1", "s3"])
def test_a_card_on_the_draw_to_a_player_who_waits_for_none_goes_back(seat: str) -> None:
    """DR-12, DR-29: no card was shown, so none is told as one; the hand is whole again, and the next player is served."""
    table = dk.Table("draw", seats=3, seed=1)
    table.advance("draw")
    while (due := table.next_act()) is not None and due.verb != "deal":
        table.push("s2 draw 2" if due.who == "s2" else due)
    assert due is not None
    assert [finding.code for finding in table.push(f"d deal {seat}")] == ["step/unexpected"]
    assert not table.rulings
    assert str(table.next_act()) == f"d move {seat} stub"
    table.push(f"d move {seat} stub")
    assert table.next_act() == due
    assert len(table.felt.places[seat]) == 5


@pytest.mark.parametrize("game", ["bomb-pot", "draw", "holdem"])
def test_bets_brought_in_while_the_hands_are_dealt_leave_out_no_card(game: str) -> None:
    """DP-14, DP-10: the deal goes on where it was, and no hand is short. What follows the deal without betting is no other."""
    table, clean = table_at(game, "pitch", 3), table_at(game, "pitch", 3)
    for other in (table, clean):
        other.advance()
        other.advance()
    assert [finding.code for finding in table.push("d sweep")] == ["action/bets-pulled-in-early"]
    assert table.plan() == clean.plan()
    is_lawful(table, obeyed(table))
