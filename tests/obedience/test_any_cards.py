"""Acts with cards after which obedience once did not end the hand lawfully."""

from __future__ import annotations

import itertools

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from tests.obedience.any_acts import AnyTrial, run
from tests.obedience.campaign import Setting, clean
from tests.obedience.lawful import done, is_lawful, obeyed, table_at

ROWS = [
    pytest.param("holdem", "strip", 3, ["d deal board 3"], "deal/deck-not-ready", "misdeal", id="a-flop-in-the-shuffle"),
    pytest.param("holdem", "wash", 9, ["d deal s2"], "deal/deck-not-ready", "misdeal", id="hands-off-a-deck-not-washed"),
    pytest.param("holdem", "wash", 9, ["d burn"], "deal/deck-not-ready", "misdeal", id="a-burn-off-a-deck-not-washed"),
    pytest.param("holdem", "turn_betting", 62, ["d gather"], "hand/cards-mixed", "void_hand", id="gathered-on-the-turn"),
    pytest.param("omaha-hilo", "preflop", 4, ["d gather"], "hand/cards-mixed", "misdeal", id="gathered-before-action"),
    pytest.param("stud7", "fifth_betting", 5, ["d gather"], "hand/cards-mixed", "void_hand", id="gathered-in-stud"),
    pytest.param(
        "triple-draw-27", "first_betting", 5, ["d rebuild s2"], "hand/cards-mixed", "misdeal", id="a-live-hand-in-the-stub"
    ),
    pytest.param("holdem", "turn_betting", 8, ["d rebuild board"], "hand/cards-mixed", "void_hand", id="the-board-shuffled-away"),
    pytest.param(
        "holdem", "turn_card", 12, ["d deal board 3"], "street/early-river", "board_redealt", id="three-cards-for-the-turn"
    ),
]
"""Acts that no step foresees: game, step, seed, acts, the finding, the outcome of the floor's ruling."""


@pytest.mark.parametrize(("game", "step", "seed", "acts", "code", "outcome"), ROWS)
def test_what_no_hand_may_come_to_is_critical_and_ruled_on(
    game: str, step: str, seed: int, acts: list[str], code: str, outcome: str
) -> None:
    """MD-01, IR-02, MD-17, FTR-23: found at once, the floor is called, and the hand that follows is whole."""
    table = table_at(game, step, seed)
    found = list(itertools.chain.from_iterable(table.push(act) for act in acts))
    assert [finding.code for finding in found][:1] == [code]
    assert table.explain(found[0]).severity == "critical"
    assert table.rulings[-1].ruling.outcome == outcome
    assert str(table.next_act()) == "d floor"
    is_lawful(table, obeyed(table))


@pytest.mark.parametrize(
    ("act", "cure"),
    [("d tip s2 1", "d tap"), ("d touch", "d clap"), ("d count 3", "d floor"), ("s2 talk french", "d warn")],
)
def test_what_an_act_obliges_the_dealer_to_is_due_in_time(act: str, cure: str) -> None:
    """Whoever does only what is due is not found too late: the duty is due before the act that ends its time."""
    table = table_at("holdem", "flop.board", 3)
    table.push(act)
    acts = obeyed(table)
    assert cure in [one.text for one in acts]


def test_a_burn_after_the_draw_asks_nobody_to_draw_again() -> None:
    """DR-12: the draw is over when the last player has drawn."""
    table = table_at("high-low-draw", "call_showdown", 3)
    assert table.push("d burn")
    assert not any(act.verb in ("draw", "pat") for act in obeyed(table))


def test_a_pack_brought_together_too_early_is_brought_together_at_the_end() -> None:
    """DP-28: what was gathered before the deal is not gathered after it."""
    table = table_at("stud7", "cut", 3)
    table.push("d gather")
    acts = obeyed(table)
    assert [act.verb for act in acts].count("gather") == 1
    is_lawful(table, acts)


def test_cards_drawn_unasked_go_back_in_the_order_in_which_they_lay() -> None:
    """DP-28: the last of three burns goes onto the stub first."""
    table = table_at("holdem", "move_button", 3)
    lay = table.felt.places["stub"][:]
    table.push("d burn 3")
    for _ in range(3):
        table.push("d move burns stub")
    assert table.felt.places["stub"] == lay
    assert table.next_act() == Act.parse("d button s2")


def test_a_player_who_turns_a_card_is_judged() -> None:
    """FTR-11: a turn that names no place is nothing to do with a board."""
    table = table_at("holdem", "flop_betting", 3)
    assert [finding.code for finding in table.push("s2 turn")] == ["play/BR-17"]


@pytest.mark.parametrize(
    ("game", "step", "act", "back"),
    [
        pytest.param("lowball-a5", "kill_losers", "d putback s3", "d move stub s3", id="a-card-of-the-winner-in-the-stub"),
        pytest.param("holdem", "pitch", "d merge stub muck", "d merge muck stub", id="the-stub-on-the-muck"),
        pytest.param("stud7", "pitch", "d discard stub", "d move muck stub", id="a-card-of-the-stub-in-the-muck"),
    ],
)
def test_what_a_duty_speaks_of_passes_only_where_a_duty_comes_of_it(game: str, step: str, act: str, back: str) -> None:
    """DH-04, SD-18, IR-02: no card leaves a hand or the stub unseen, and the hand ends as if nothing had been."""
    clean, table = table_at(game, step, 3), table_at(game, step, 3)
    obeyed(clean)
    assert [table.explain(finding).severity for finding in table.push(act)] == ["major"]
    acts = obeyed(table)
    assert back in [one.text for one in acts]
    assert table.felt.rows["stack"] == clean.felt.rows["stack"]


@pytest.mark.parametrize(
    ("game", "step", "acts", "ruling"),
    [
        pytest.param("five-card-stud", "door_card", ["d putback s2"], "misdeal", id="a-card-in-the-stub"),
        pytest.param("omaha-hilo", "award", ["d rebuild s2 up"], "void_hand", id="two-rulings-on-one-act"),
        pytest.param("razz", "seventh_betting", ["d gather", "d rebuild s1 up"], "void_hand", id="rulings-on-two-acts"),
    ],
)
def test_a_broken_hand_is_ruled_on_whatever_comes_after(game: str, step: str, acts: list[str], ruling: str) -> None:
    """IR-02, FTR-28: the floor is called, gives the graver ruling, and the hand that follows is whole."""
    table = table_at(game, step, 3)
    for act in acts:
        table.push(act)
    assert table.push("d floor") == ()
    assert table.next_act() == Act.parse(f"f rule {ruling} hand/cards-mixed")
    is_lawful(table, obeyed(table))


def test_a_misdeal_that_is_over_excuses_no_later_gathering() -> None:
    """IR-02: the hand was dealt again, and its live cards are mixed all the same."""
    table = table_at("triple-draw-27", "pitch", 3)
    for _ in range(6):
        table.advance()
    table.push("d button s1")
    done(table)
    table.advance("draw_turn")
    assert [finding.code for finding in table.push("d gather")] == ["hand/cards-mixed"]
    is_lawful(table, obeyed(table))


def test_a_shoe_gathered_before_the_first_coup_is_told() -> None:
    """BI-08, BA-59: not as four steps of a coup that were skipped."""
    table = dk.Table("mini-baccarat", seed=3)
    table.advance("first_card")
    assert [finding.code for finding in table.push("d gather")] == ["shoe/ran-out-in-coup"]


@pytest.mark.parametrize(
    ("game", "step", "act", "back"),
    [
        pytest.param("holdem", "show", "s3 straddle 5", "d return s3 bet 5", id="chips-at-the-showdown"),
        pytest.param("draw", "first_betting", "s3 draw 3", "d move discards s3", id="a-draw-in-the-betting"),
        pytest.param("bomb-pot", "flop_betting", "s1 take pot", "d collect s1 pot 20", id="chips-out-of-the-pot"),
    ],
)
def test_what_a_player_does_out_of_its_step_is_given_back(game: str, step: str, act: str, back: str) -> None:
    """BR-17, BR-30, DR-12, DP-27: found, owed back at once, and the hand ends lawfully."""
    table = table_at(game, step, 3)
    assert table.push(act)
    assert table.next_act() == Act.parse(back)
    is_lawful(table, obeyed(table))


@pytest.mark.parametrize(
    ("game", "act", "back"),
    [
        ("omaha", "d deal burns 3", "d move burns stub"),
        ("courchevel", "d deal board 1", "d move board stub"),
        ("holdem", "d deal s2 up", "d move s2 stub"),
    ],
)
def test_nothing_is_dealt_off_a_deck_that_was_brought_together(game: str, act: str, back: str) -> None:
    """DP-28, MD-01: the cards go back, and the deck is whole."""
    table = table_at(game, "gather", 3)
    table.push("d gather")
    assert [finding.code for finding in table.push(act)] == ["step/unexpected"]
    assert table.next_act() == Act.parse(back)
    while back in [one.text for one in table.owed]:
        table.push(back)
    assert table.felt.left() == len(table.felt.layout.pack)


def test_a_hand_given_back_is_in_again() -> None:
    """IR-02, DP-13: killed, ruled live, given back, and then gathered with the others."""
    table = table_at("omaha-hilo", "preflop", 3, seats=2)
    table.push("d kill s1")
    table.push("d floor")
    table.push("f rule hand_live showdown/live-hand-killed")
    while (due := table.next_act()) is not None and due.verb == "move":
        assert table.push(due) == ()
    assert [finding.code for finding in table.push("d gather")] == ["hand/cards-mixed"]
    is_lawful(table, obeyed(table))


def test_discards_are_not_held_by_a_card_that_was_taken_otherwise() -> None:
    """DR-19: a hand lacks a card that the dealer has taken from it, and the draw is complete all the same."""
    table = table_at("badugi", "draw_turn_three", 3, seats=2, rules="old-mill")
    for _ in range(2):
        asked = table.next_act()
        assert asked is not None
        last = table.log[-1]
        if last.verb == "deal":
            assert [finding.code for finding in table.push(f"d discard {asked.who} 2")] == ["step/unexpected"]
        table.push(f"{asked.who} draw 1")
        while (due := table.next_act()) is not None and due.verb in ("burn", "deal"):
            assert table.push(due) == ()
    assert any(act.verb == "merge" for act in obeyed(table))


def test_a_number_changed_too_late_lays_nothing_aside() -> None:
    """DR-12: the first number stands, the card goes back, and the discards of a draw that is complete are cleared."""
    table = table_at("triple-draw-27", "draw_turn", 3)
    while (due := table.next_act()) is not None and due.verb != "merge":
        who = next(iter(table.ask), "")
        table.push(f"{who} draw 1" if who else due)
    last = next(act.who for act in reversed(table.log) if act.verb == "draw")
    assert [finding.code for finding in table.push(f"{last} draw 1")] == ["play/DR-12"]
    assert table.next_act() == Act.parse(f"d move discards {last}")
    assert "merge" in [act.verb for act in obeyed(table)]


def test_a_hand_that_got_its_cards_back_may_draw_them() -> None:
    """DR-11, DR-04: the question is about the hand as it lies when it is answered."""
    table = table_at("triple-draw-27", "draw_turn", 3)
    who = next(iter(table.ask))
    table.push(f"{who} discard 3")
    while table.owed:
        assert table.push(table.owed[0]) == ()
    assert table.push(f"{who} draw 4") == ()


def test_what_is_drawn_for_the_deal_is_no_draw() -> None:
    """DE-07, DR-29: cards dealt up in the lot are shown to everybody, and replaced by nobody."""
    table = dk.Table("draw", "written-poker", seats=4, seed=3)
    while not table.felt.places["s2"]:
        table.advance()
    table.push("s2 draw 1")
    assert "deal" in [act.verb for act in done(table)]


def test_a_deck_gathered_before_the_lot_is_dealt_for_the_lot() -> None:
    """DE-07: nobody deals first because the dealer was in a hurry."""
    table = dk.Table("lowball-27", "written-poker", seats=4, seed=3)
    assert table.push("d gather")
    assert next(act.verb for act in done(table, until="button")) == "shuffle"


def test_a_stub_laid_with_a_hand_breaks_the_hand() -> None:
    """IR-02: nobody can tell the hand from the stub any more."""
    table = table_at("stud7-hilo", "fifth_betting", 3)
    assert [finding.code for finding in table.push("d merge stub s1")] == ["hand/cards-mixed"]
    assert table.push("d floor") == ()
    assert table.next_act() == Act.parse("f rule void_hand hand/cards-mixed")
    is_lawful(table, obeyed(table))


def test_a_duty_that_another_duty_ends_comes_first() -> None:
    """VD-20, DP-02: hands that passed chips are cleared before the deck is washed once more."""
    table = dk.Table("razz", "written-poker", seats=5, seed=3)
    table.advance("player_cut")
    assert not table.push("d flash pot dead")
    assert not table.push("d pass s2 1")
    verbs = [act.verb for act in done(table, until="deal")]
    assert verbs.index("clap") < verbs.index("wash")


def test_a_stub_made_up_in_the_deal_is_no_card_of_a_draw() -> None:
    """DR-19, DP-10: the floor has no wrong count to rule on, and the deal goes on."""
    table = table_at("high-low-draw", "pitch", 3)
    for _ in range(5):
        table.advance()
    due = table.next_act()
    assert "draw/wrong-number-drawn" not in [finding.code for finding in table.push("d rebuild muck")]
    assert table.next_act() == due
    is_lawful(table, obeyed(table))


@pytest.mark.parametrize("burns", [0, 2])
def test_a_shoe_gathered_before_the_first_coup_is_made_again(burns: int) -> None:
    """BI-08, RB-06: shuffled, cut, loaded and burned from once more."""
    table = dk.Table("mini-baccarat", seed=3)
    table.advance("burn")
    for _ in range(burns):
        table.advance()
    table.push("d gather")
    acts = [act.verb for act in done(table, until="close") if act.who == "d"]
    assert [verb for verb in acts if verb in ("shuffle", "cut", "insert", "load")] == ["shuffle", "cut", "insert", "load"]


def test_a_pack_laid_elsewhere_in_the_deal_is_dealt_when_it_is_back() -> None:
    """FT-05: the deal is not over because the pack was gone for a moment."""
    table = dk.Table("fan-tan", seats=4, seed=3)
    table.advance("deal")
    table.advance()
    table.push("d merge pack clubs-right")
    done(table, until="merge")
    assert table.next_act() is not None
    assert next(act.verb for act in done(table, until="post")) == "deal"
    assert sum(len(table.felt.places[f"s{seat}"]) for seat in range(1, 5)) == len(table.felt.layout.pack)


def test_who_had_the_hand_taken_in_has_not_gone_out() -> None:
    """FT-23: the pot goes to whoever has played the last card."""
    table = dk.Table("fan-tan", seats=4, seed=3)
    table.advance("play")
    table.advance()
    table.push("d kill s4")
    table.push("s4 buy 5")
    assert "gather" not in [act.verb for act in done(table, until="award")]


def test_a_stock_made_again_by_the_dealer_is_played_from() -> None:
    """GO-A3: the cards are there to be turned, and no score is marked meanwhile."""
    table = dk.Table("golf", seed=3)
    table.advance("play")
    while len(table.felt.places["played"]) < 8:
        table.advance()
    table.push("d rebuild played")
    done(table)


def test_a_card_of_an_earlier_turn_that_came_back_hides_no_later_one() -> None:
    """RD-07, RD-08: the card that is turned for a bet decides it."""
    table = dk.Table("red-dog", seats=3, seed=3)
    table.advance("bet")
    while len(table.felt.places["turned"]) < 2:
        table.advance()
    while (due := table.next_act()) is not None and due.verb != "bet":
        table.advance()
    table.push("d putback turned 2")
    acts = done(table, until="call")
    assert [act.verb for act in acts] == ["move", "bet", "deal", "call"]


def test_a_hand_that_another_player_took_comes_back() -> None:
    """SD-18, DP-27: the winner's hand lies before its owner when the pot is pushed."""
    table = table_at("holdem", "award", 3)
    due = table.next_act()
    assert due is not None
    other = "s1" if due.to[0] != "s1" else "s2"
    table.push(f"{other} take {due.to[0]}")
    assert table.next_act() == Act.parse(f"d move {other} {due.to[0]}")
    is_lawful(table, obeyed(table))


@pytest.mark.parametrize(
    ("game", "rules", "number"),
    [
        pytest.param("red-dog", "", 102, id="RD-13-a-table-that-was-only-cleared-is-gathered-still"),
        pytest.param("courchevel", "old-mill", 72, id="DP-12-an-all-in-button-is-no-tip"),
    ],
)
def test_a_hand_of_the_campaign_that_once_failed(game: str, rules: str, number: int) -> None:
    """RD-13, RD-17, DP-12: what was due contradicts nothing, and the pack is whole when the next deal begins."""
    outcome = run(AnyTrial(clean(Setting(game, rules, 0)), number))
    assert outcome.failures == ()


def test_a_question_where_nobody_is_a_partner_waits_for_no_answer() -> None:
    """CN-A9: of two players none can be asked, and the turn goes on."""
    table = dk.Table("canasta-two", seats=2, seed=3)
    table.advance("turns")
    act = table.next_act()
    while act is not None and act.verb != "discard":
        table.push(act)
        act = table.next_act()
    assert act is not None
    assert [finding.code for finding in table.push(f"{act.who} ask out")] == ["play/CN-A9"]
    assert table.next_act() == act


def test_no_first_hand_is_dealt_to_a_player_alone() -> None:
    """DP-09, MD-11: of two, one sits out while the lot is drawn; the cards are gathered, and the game is over."""
    table = dk.Table("holdem", "written-poker", seats=2, seed=3)
    table.advance("jack")
    table.push("s2 sitout")
    acts = done(table)
    assert acts[-1].verb == "gather"
    assert table.next_act() is None
    assert table.felt.left() == len(table.felt.layout.pack)


@pytest.mark.parametrize("game", ["holdem", "courchevel", "stud7", "triple-draw-27"])
@pytest.mark.parametrize("act", ["s2 sitout", "d tip s2 200"])
def test_no_hand_is_dealt_to_a_player_whose_only_opponent_is_gone(game: str, act: str) -> None:
    """DP-09, MD-11: of two, one is out of the game before the deal; the pack is gathered undealt, and the button stays."""
    table = table_at(game, "strip", 3, seats=2)
    table.push(act)
    acts = done(table)
    assert not {one.verb for one in acts} & {"deal", "burn", "post", "award"}
    assert table.next_act() is None
    assert table.felt.left() == len(table.felt.layout.pack)


def test_a_hand_changed_for_the_board_comes_back() -> None:
    """BR-30, FTR-11: cards of both places have left them, and every card goes back to where it lay."""
    table = table_at("courchevel", "preflop", 3)
    before = {name: sorted(table.felt.places[name]) for name in ("s1", "board")}
    assert [finding.code for finding in table.push("s1 swap board")] == ["play/BR-30"]
    acts = done(table, until="call")
    assert {act.verb for act in acts[:-1]} == {"move"}
    assert {name: sorted(table.felt.places[name]) for name in before} == before
    is_lawful(table, obeyed(table))


@pytest.mark.parametrize(("game", "rules"), [("high-low-draw", "tda"), ("lowball-a5", "wsop-live")])
def test_a_card_taken_out_of_a_hand_in_the_deal_of_a_draw_goes_back(game: str, rules: str) -> None:
    """DR-29, MD-07: nobody has shown it; without it the button would act on too few cards."""
    table = table_at(game, "pitch", 3, rules=rules)
    for _ in range(8):
        table.advance()
    assert [table.explain(finding).severity for finding in table.push("d discard s1")] == ["major"]
    assert table.next_act() == Act.parse("d move muck s1")
    is_lawful(table, obeyed(table))


def test_a_fold_in_the_middle_of_a_long_deal_leaves_no_cards_to_come_one_by_one() -> None:
    """MD-07, DH-04: three hands lack cards, and not the button's alone."""
    table = table_at("badugi", "pitch", 3, seats=3, rules="tda")
    for _ in range(5):
        table.advance()
    assert [finding.code for finding in table.push("s1 fold")] == ["deal/wrong-number-of-cards"]
    assert table.rulings[-1].ruling.outcome == "misdeal"
    is_lawful(table, obeyed(table))


def test_the_only_hand_that_is_in_is_not_killed() -> None:
    """DP-27, RM-06: it has the wrong number of cards, and nobody else could be given the pot."""
    table = table_at("stud7", "fifth_cards", 3, seats=2)
    due = table.next_act()
    assert due is not None
    table.push(f"d deal {due.to[0]} 2 up")
    assert table.rulings[-1].ruling.outcome == "hand_dead"
    table.push("s2 fold" if due.to[0] == "s1" else "s1 fold")
    acts = obeyed(table)
    assert not any(act.verb == "kill" for act in acts)
    is_lawful(table, acts)


def test_cards_that_a_player_draws_come_late_and_kill_no_hand() -> None:
    """DR-12: the next player draws before the one in turn has got any, and both have a whole hand in the end."""
    table = table_at("draw", "draw_turn", 3, seats=3)
    while (due := table.next_act()) is not None and due.verb != "deal":
        table.push(f"{due.who} draw 1" if due.seat else due)
    assert due is not None
    asked = len(table.rulings)
    other = next(
        f"s{seat}"
        for seat in (1, 2, 3)
        if f"s{seat}" not in (due.to[0], *[past.who for past in table.log if past.verb == "draw"])
    )
    assert table.push(f"{other} draw 1")
    assert len(table.rulings) == asked
    assert table.next_act() == due
    acts = obeyed(table)
    assert not any(act.verb == "kill" and "dead" in act.to for act in acts)
    is_lawful(table, acts)


def test_cards_for_all_in_stud_that_nobody_needs_go_back() -> None:
    """FTR-28, SD-18: the stub has served everybody, and with a board nobody could win."""
    table = table_at("razz", "seventh_betting", 3)
    assert [finding.code for finding in table.push("d deal board 4")] == ["step/unexpected"]
    assert table.next_act() == Act.parse("d move board stub")
    is_lawful(table, obeyed(table))


def test_a_board_card_that_is_owed_back_is_not_dealt_besides() -> None:
    """RM-23, FTR-05: it was moved while the floor's ruling was carried out, and comes back when that is done."""
    table = table_at("bomb-pot", "river_card_2", 3, seats=2)
    for act in ("d kill s1", "d floor", "f rule hand_live showdown/live-hand-killed"):
        table.push(act)
    assert table.push("d move board board-2 3")
    acts = obeyed(table)
    assert [act.text for act in acts if act.verb == "deal"] == ["d deal board-2"]
    is_lawful(table, acts)


def test_a_card_dealt_once_more_after_a_doubled_burn_is_the_next_street() -> None:
    """FTR-23, RM-18: what the remedy would have put right is over, and excuses no sixth card on the board."""
    table = table_at("holdem", "turn_burn", 3, rules="rrop")
    for act in ("d burn", "d burn", "d deal board"):
        table.push(act)
    assert [finding.code for finding in table.push("d deal board")] == ["street/early-river"]
    is_lawful(table, obeyed(table))


def test_of_a_flop_that_was_left_out_and_comes_in_part_the_rest_is_owed() -> None:
    """FTR-05: a player has checked before it was dealt, and one card comes for three."""
    table = table_at("holdem", "flop.board", 3)
    table.push("s2 check")
    table.push("d deal board")
    assert table.next_act() == Act.parse("d deal board 2")
    is_lawful(table, done(table))


def test_packs_laid_into_the_shoe_before_the_cut_are_cut_there() -> None:
    """BA-14, BA-15, BI-04: the cut card that lay on their bottom goes along, and a bettor finds all cards to cut."""
    table = dk.Table("mini-baccarat", seats=2, seed=3)
    table.advance("bettor_cuts")
    table.push("d rebuild pack")
    assert table.felt.places["pack"] == []
    done(table, until="load")


@pytest.mark.parametrize(
    ("game", "acts", "back", "then"),
    [
        pytest.param("fan-tan", 24, "d move out_of_play s2", "deal", id="FT-05-in-the-deal"),
        pytest.param("thirty-one", 25, "d move pile s2", "discard", id="TO-08-in-a-turn"),
    ],
)
def test_a_hand_thrown_in_where_nobody_folds_comes_back(game: str, acts: int, back: str, then: str) -> None:
    """FT-05, TO-08, SG-03: where no rule knows a fold all cards are still in play, and whoever has the turn goes on."""
    table = dk.Table(game, seats=4, seed=3)
    while len(table.log) < acts:
        table.advance()
    held = sorted(table.felt.places["s2"])
    assert len(table.push("s2 fold")) == 1
    assert {table.push(table.next_act() or "") for _ in held} == {()}
    assert [act.text for act in table.log[-len(held) :]] == [back] * len(held)
    assert sorted(table.felt.places["s2"]) == held
    assert [act.verb for act in done(table, until=then)] == [then]


def test_a_question_after_a_meld_waits_for_no_answer() -> None:
    """CN-A9, CN-69: it comes too late, and binds nobody to go out who cannot."""
    table = dk.Table("canasta", seats=4, seed=3)
    table.advance("turns")
    while table.log[-1].verb != "meld":
        table.advance()
    who, due = table.log[-1].who, table.next_act()
    assert [finding.code for finding in table.push(f"{who} ask out")] == ["play/CN-A9"]
    assert table.next_act() == due


def test_a_card_taken_out_of_another_hand_in_newmarket_goes_back() -> None:
    """SG-03, NM-25: it is no pot, and whoever is called plays on."""
    table = dk.Table("newmarket", seats=4, seed=3)
    table.advance("play")
    table.push("s2 take s3 1")
    assert table.next_act() == Act.parse("d move s2 s3")
    done(table)


def test_no_hand_of_stud_is_short_before_the_next_street_begins() -> None:
    """DH-04, DE-09: one hand with too many cards does not make the others short when the betting is over."""
    table = table_at("stud7", "blinds", 4, seats=3, rules="rrop")
    assert table.push("d deal s2 5 up")
    is_lawful(table, obeyed(table))


def test_who_is_out_is_out_though_cards_lay_in_the_empty_place() -> None:
    """FT-23: cards of the rows laid before whoever is out go back, and the pot goes to the same player."""
    table = dk.Table("fan-tan", seats=4, seed=3)
    table.advance("award")
    due = table.next_act()
    assert due is not None
    table.push(f"d merge clubs {due.to[0]}")
    assert table.push(table.next_act() or "") == ()
    assert table.next_act() == due
