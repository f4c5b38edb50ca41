"""Acts at games at home and at baccarat after which obedience once did not end the hand lawfully."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.felt import Act
from tests.obedience.any_acts import AnyTrial, run
from tests.obedience.campaign import Setting, clean
from tests.obedience.lawful import done


def at(game: str, step: str, seats: int = 4, rules: str | None = None, seed: int = 3) -> dk.Table:
    """A table at home, taken to a step by a perfect dealer."""
    table = dk.Table(game, rules, seats=seats, seed=seed)
    table.advance(step)
    return table


def after(table: dk.Table, text: str) -> dk.Table:
    """The table when an act that ends so has been done."""
    for _ in range(600):
        table.advance()
        if table.log[-1].text.endswith(text):
            return table
    pytest.fail(f"nobody does '{text}'")


def pile_taken(seed: int = 3) -> tuple[dk.Table, str]:
    """A table of two at which a player has just taken the pile and is to meld its upcard, and that player."""
    table = at("canasta-two", "turns", seats=2, seed=seed)
    for _ in range(600):
        who, pile = next(((seat, moves["take pile"]) for seat, moves in table.ask.items() if "take pile" in moves), ("", ()))
        if who and None in pile:
            assert table.push(f"{who} take pile") == ()
            return table, who
        table.advance()
    pytest.fail("nobody can take the pile")


def lying(table: dk.Table) -> dict[str, list[int]]:
    """The cards of each place but the stock, whose order nobody knows."""
    stock = table.felt.layout.stock
    return {name: sorted(cards) for name, cards in table.felt.places.items() if name != stock}


@pytest.mark.parametrize(
    ("game", "rules", "block", "number"),
    [
        pytest.param("newmarket", "written", 0, 218, id="NM-25-two-hands-laid-into-the-pack"),
        pytest.param("jenny-jenny", "written", 0, 186, id="JJ-06-a-hand-taken-in-before-it-is-sorted"),
    ],
)
def test_a_hand_of_the_campaign_that_once_failed(game: str, rules: str, block: int, number: int) -> None:
    """SG-03, SG-08: from whatever was done, obedience ends the hand."""
    assert run(AnyTrial(clean(Setting(game, rules, block)), number)).failures == ()


def test_of_two_hands_laid_into_the_pack_the_last_comes_out_first() -> None:
    """SG-08: the way back of each is known from how the cards lay then; the other way round both hands are mixed."""
    table = at("newmarket", "play")
    before = lying(table)
    for seat in (1, 2):
        table.push(f"d rebuild s{seat}")
    while table.owed:
        assert table.push(table.owed[0]) == ()
    assert lying(table) == before
    done(table)


def test_the_pack_laid_with_a_hand_in_the_deal_after_another_is_dealt_still() -> None:
    """FT-05, SG-04: the deal goes on when both lie as they lay, and every card is out."""
    table = at("fan-tan", "deal")
    for _ in range(40):
        table.advance()
    for act in ("d rebuild s2", "d merge pack s1"):
        table.push(act)
    done(table, until="post")
    assert sum(len(table.felt.places[f"s{seat}"]) for seat in range(1, 5)) == 52


def test_cards_gathered_before_a_hand_was_all_back_are_not_dealt_out_of_the_pack() -> None:
    """SG-08: they came together with the others, and the next deal has them."""
    table = at("cash", "next_board")
    for act in ("d rebuild s1", "d gather"):
        table.push(act)
    done(table, until="button")
    assert table.felt.left() == 52


@pytest.mark.parametrize("verb", ["gather", "shuffle"])
@pytest.mark.parametrize("act", ["s2 take pack", "d move pack s2 1"])
def test_a_card_off_a_pack_that_is_not_dealt_goes_back(verb: str, act: str) -> None:
    """SG-03, SG-04: nobody has a hand yet, and a move off the pack takes nothing back."""
    table = dk.Table("nap", seats=4, seed=3)
    after(table, verb)
    after(table, verb)
    assert len(table.push(act)) == 1
    assert table.next_act() == Act.parse("d move s2 pack")
    assert table.push("d move s2 pack") == ()
    assert not table.felt.places["s2"]


def test_a_card_moved_off_the_pack_in_the_deal_goes_back() -> None:
    """SG-04, NM-06: it is dealt in its turn, and the pack is enough for every hand."""
    table = at("newmarket", "deal")
    for _ in range(10):
        table.advance()
    assert [finding.code for finding in table.push("d move pack s3")] == ["step/unexpected"]
    done(table, until="answer")
    assert table.felt.left() == 0


def test_a_card_dealt_to_the_cards_out_of_play_goes_back() -> None:
    """SG-04: one that was taken out of them before is replaced where it came to, and not there."""
    table = at("newmarket", "deal")
    for _ in range(10):
        table.advance()
    table.push("d kill s2")
    assert table.push(table.next_act() or "") == ()
    assert [finding.code for finding in table.push("d deal out_of_play")] == ["step/unexpected"]
    done(table, until="answer")
    assert table.felt.left() == 0


def test_a_pass_while_the_upcard_is_to_be_melded_ends_no_melding() -> None:
    """CN-20, CN-22: it is told, and the upcard is still to be used."""
    table, who = pile_taken()
    due = table.next_act()
    assert [finding.code for finding in table.push(f"{who} pass")] == ["play/CN-20"]
    assert table.next_act() == due
    done(table, until="discard")


def test_a_discard_with_the_upcard_in_hand_is_taken_back_and_so_is_the_pile() -> None:
    """CN-22, CN-A15, RS-31: the turn that it had ended goes on with a draw from the stock."""
    table, who = pile_taken()
    assert [finding.code for finding in table.push(f"{who} discard")] == ["play/CN-22"]
    acts = done(table, until="take")
    assert [act.text.split()[:4] for act in acts[:2]] == [["d", "move", "pile", who], ["d", "move", who, "pile"]]
    assert acts[-1].text == f"{who} take pack 2"
    done(table, until="discard")


def test_a_cover_dealt_in_the_middle_of_a_turn_asks_for_no_other_at_the_end() -> None:
    """CN-09, CN-47: the cards on the table are covered before the first turn, and none is due when the stock is out."""
    table = at("canasta-two", "turns", seats=2, seed=12)
    after(table, "s2 discard 5s")
    assert table.push("d deal pile 3 up")
    acts = done(table)
    assert not [act for act in acts if act.who == "d" and act.verb == "deal"]


def test_without_any_hand_a_card_in_the_centre_is_a_misdeal() -> None:
    """SG-06, MS-04, MS-07: it is never too late to deal where nobody has a hand to play, and the antes are put in before."""
    table = at("mexican-sweat", "shuffle")
    table.push("d deal kill_card")
    assert table.rulings[-1].ruling.outcome == "misdeal"
    acts = done(table, until="award")
    assert sum(act.count for act in acts if act.verb == "deal" and act.to[0][0] == "s") == 28


def test_chips_passed_to_a_winner_unasked_are_no_part_of_what_he_won() -> None:
    """RD-09: they come back, and the pot pays what was bet."""
    table = after(at("red-dog", "call", seats=3, seed=1), "call win")
    who = next(f"s{seat}" for seat, bet in enumerate(table.felt.rows["bet"]) if bet)
    assert [finding.code for finding in table.push(f"d pass {who} 5")] == ["step/unexpected"]
    acts = done(table, until="award")
    assert [acts[0].text, acts[-1].text] == [f"d collect {who} 5", f"d award {who} 1"]


def test_a_card_burned_on_the_card_that_was_turned_hides_none() -> None:
    """RD-08, RD-10: it goes back, and the bet that has lost is swept in before the cards are gathered."""
    table = after(at("red-dog", "call", seats=3, seed=5), "s2 bet 1")
    table.advance()
    table.push("d burn turned down")
    acts = [act.text for act in done(table, until="gather")]
    assert acts == ["d move turned pack", "d call lose", "s2 show", "d sweep", "d gather"]


def test_chips_passed_in_a_deal_that_is_void_are_fetched_before_others_go_back() -> None:
    """SG-06, SG-07: whoever paid in this deal gets the own chips, and they are there."""
    table = at("three-five-seven", "declare")
    for who in list(table.ask):
        table.push(f"{who} declare in")
    after(table, "deal s2")
    for act in ("d pass s4 50", "d gather"):
        table.push(act)
    acts = done(table, until="shuffle")
    assert Act.parse("d collect s4 50") in acts
    assert table.felt.rows["stack"][0] == 0


def test_where_there_is_no_shoe_none_can_be_loaded() -> None:
    """SG-03: cards at home are dealt from where the pack lies; a load once took the place of the gathering that was due."""
    table = at("newmarket", "gather")
    with pytest.raises(Impossible, match="no shoe"):
        table.push("d load")


def test_a_ruling_on_an_earlier_slip_does_not_deal_from_an_empty_shoe() -> None:
    """RB-06, BI-08: once the cards are gathered the coup is void, whatever the floor says of a wrong payout."""
    table = dk.Table("mini-baccarat", "macau", seats=4, seed=3)
    table.advance("close")
    for act in ("s1 bet player 20", "d take s2 dragon7", "d floor", "d gather", "f rule corrected coup/wrong-payout"):
        table.push(act)
    acts = done(table, until="load")
    assert Act.parse("d return s1 player 20") in acts


def test_who_asks_in_vain_discards_and_pays_for_it() -> None:
    """CN-69, CN-A9: with a yes and no way to go out the turn ends with a discard, and the next player draws."""
    table = at("canasta", "turns")
    done(table, until="discard")
    who = after(table, "take pack").log[-1].who
    assert table.push(f"{who} ask out") == ()
    acts = [table.next_act() or Act.parse("d clap")]
    assert acts[0].verb == "answer"
    assert table.push(f"{acts[0].who} answer yes") == ()
    due = table.next_act() or Act.parse("d clap")
    assert (due.who, due.verb) == (who, "discard")
    assert [finding.code for finding in table.push(due)] == ["play/CN-69"]
    assert done(table, until="take")[-1].who == f"s{int(who[1]) % 4 + 1}"


def test_a_hand_that_lies_in_a_pack_that_was_stripped_since_is_found_there() -> None:
    """SG-08: its player knows the cards, and they come out wherever they lie now."""
    table = at("all-fours", "tricks", seats=3)
    before = lying(table)
    for act in ("d merge s3 pack", "d strip 2"):
        table.push(act)
    while table.owed:
        assert table.push(table.owed[0]) == ()
    assert lying(table) == before
    done(table, until="mark")


def test_two_hands_shuffled_into_the_same_pack_are_found_there() -> None:
    """SG-08: by the second the cards of the first lie elsewhere in the pack."""
    table = at("nap", "bidding")
    before = lying(table)
    for seat in (1, 2):
        table.push(f"d rebuild s{seat}")
    while table.owed:
        assert table.push(table.owed[0]) == ()
    assert lying(table) == before


def test_who_looks_at_his_hand_with_other_cards_in_it_holds_none_of_them() -> None:
    """NM-25: they go back, and nobody is called on for a card that lies on the table."""
    table = at("newmarket", "play")
    for act in ("d merge widow s1", "s1 lift"):
        table.push(act)
    done(table)


def test_two_cards_dealt_off_a_gathered_pack_both_go_back() -> None:
    """SG-04: the second is no more a card of a deal than the first."""
    table = dk.Table("thirty-one", seats=5, seed=3)
    for _ in range(2):  # of the draw for the deal, and of the first hand
        done(table, most=900, until="gather")
    for seat in (3, 2):
        assert [finding.code for finding in table.push(f"d deal s{seat}")] == ["step/unexpected"]
    done(table, until="button")
    assert table.felt.left() == 52


def test_cards_gathered_at_the_load_are_burned_once_they_are_loaded() -> None:
    """BA-19, BA-20: after the load they lie in the shoe, and the first card of it is turned and burned."""
    table = at("mini-baccarat", "load")
    for act in ("d gather", f"d count {len(table.felt.layout.pack)}", "d load"):
        table.push(act)
    assert Act.parse("d burn up") in done(table, until="close")


def test_a_card_is_not_discarded_from_the_discards() -> None:
    """GO-07: the card on top of the heap is the one that was played last."""
    table = at("golf", "play", seats=1)
    with pytest.raises(Impossible, match="is already there"):
        table.push("d discard played 1")


def test_a_hand_that_is_dead_for_another_reason_is_taken_in_once() -> None:
    """MS-17, RP-16: it was out already when its player looked at the kill card."""
    table = at("mexican-sweat", "take_in")
    due = table.next_act()
    assert due is not None
    for act in (f"{due.to[0]} look kill_card 1", f"d kill {due.to[0]}"):
        table.push(act)
    assert due not in done(table, until="deal")


def test_a_card_played_unnamed_in_fan_tan_goes_back() -> None:
    """FT-16, FT-23: it lies in no row, and without it the suit could not be finished."""
    table = at("fan-tan", "play")
    who = next(iter(table.ask))
    held = sorted(table.felt.places[who])
    assert len(table.push(f"{who} play")) == 1
    assert table.push(table.next_act() or "") == ()
    assert sorted(table.felt.places[who]) == held


def test_a_card_played_in_the_deal_of_fan_tan_goes_back() -> None:
    """FT-05, SG-03: the rows begin when every card is out."""
    table = at("fan-tan", "deal")
    for _ in range(10):
        table.advance()
    table.push("s2 play")
    done(table, until="post")
    assert sum(len(table.felt.places[f"s{seat}"]) for seat in range(1, 5)) == 52


@pytest.mark.parametrize("place", ["s1", "s2"])
def test_a_look_by_the_dealer_puts_no_hand_out(place: str) -> None:
    """MS-05, MS-06: a player who looks is out; a dealer who looks at somebody's cards has no hand to lose by it."""
    table = at("mexican-sweat", "betting")
    assert [finding.code for finding in table.push(f"d look {place}")] == ["step/unexpected"]
    assert table.rulings == []
    assert [finding.code for finding in table.push("s2 look 3")] == ["look/too-early"]
    assert table.next_act() == Act.parse("d kill s2")


@pytest.mark.parametrize("game", ["three-five-seven", "mexican-sweat", "canasta", "cash", "nap", "all-fours", "mississippi-stud"])
def test_a_shuffle_while_cards_lie_out_is_no_shuffle_of_the_pack(game: str) -> None:
    """SG-03, PIT-03: the cards are gathered, and then all of them are shuffled and cut."""
    table = dk.Table(game, seats=4, seed=3)
    if game == "mississippi-stud":
        table.advance("bets")
        table.push("s1 bet ante 20")
    while table.next_act() != Act.parse("d gather"):
        table.push(str(table.next_act()))
    assert [finding.code.rpartition("-")[2] for finding in table.push("d shuffle")] == ["skipped"]
    acts = [act.text for act in done(table, until="cut")]
    assert acts.index("d gather") < acts.index("d shuffle") < len(acts) - 1
