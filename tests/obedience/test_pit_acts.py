"""Acts at games against the house after which obedience once did not end the round lawfully."""

from __future__ import annotations

import itertools

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from tests.obedience.campaign import Setting, clean
from tests.obedience.lawful import done

BETS = ("s1 bet main 20", "s2 bet main 20", "d close")
DEALT = {
    "war": ("d deal s1", "d deal s2"),
    "blackjack": ("d deal s1", "d deal s2", "d deal dealer up", "d deal s1", "d deal s2", "d deal dealer down"),
}


def at_bets(game: str, *acts: str, seed: int = 3) -> dk.Table:
    """A table of two whose bets are asked for, after these acts."""
    table = dk.Table(game, seats=2, seed=seed)
    table.advance("bets")
    for act in acts:
        assert table.push(act) == ()
    return table


def codes(table: dk.Table, act: str) -> list[str]:
    """The findings on an act."""
    return [finding.code for finding in table.push(act)]


def given(table: dk.Table, verb: str = "deal") -> list[str]:
    """What the dealer has dealt, or done with another verb, in order."""
    return [act.text for act in table.log if act.who == "d" and act.verb == verb]


@pytest.mark.parametrize("act", ["d gather", "d merge shoe dealer", "d merge shoe discard_rack"])
@pytest.mark.parametrize("game", ["war", "blackjack"])
def test_a_shoe_emptied_in_a_round_voids_it(game: str, act: str) -> None:
    """BJI-11, BJI-37: whatever game it is, bets go back, and all the cards are shuffled."""
    table = at_bets(game, *BETS, "d deal s1")
    [finding] = table.push(act)
    assert table.explain(finding).severity == "critical"
    assert table.rulings[-1].ruling.outcome == "void_hand"
    done(table, until="load")
    assert table.felt.rows["stack"][1:] == dk.Table(game, seats=2, seed=3).felt.rows["stack"][1:]


@pytest.mark.parametrize(("game", "place"), [("war", "dealer"), ("mini-baccarat", "discard_rack"), ("blackjack", "dealer")])
def test_a_shoe_emptied_before_its_first_round_is_taken_together(game: str, place: str) -> None:
    """BI-08, BJI-11: its cards lie in the rack then, and are gathered before they are shuffled."""
    table = dk.Table(game, seats=2, seed=3)
    table.advance("burn")
    table.push(f"d merge shoe {place}")
    acts = [act.text for act in done(table, until="burn")]
    assert acts.index("d gather") < acts.index("d shuffle")


def laid_out(table: dk.Table) -> None:
    """Call the supervisor, and lay out what was cleared: all that the ruling asks for (RJ-28)."""
    assert [act.text for act in table.expected.dealer] == ["d floor"]
    while table.owed or table.expected.step.startswith("RJ-28"):
        act = table.next_act()
        assert act is not None
        assert table.push(act) == ()


@pytest.mark.parametrize("cards", [1, 2, 6])
@pytest.mark.parametrize("game", ["war", "blackjack"])
def test_cards_cleared_in_a_round_are_laid_out_and_the_round_goes_on(game: str, cards: int) -> None:
    """BJ-90: each hand has its own cards again, a closed one face down, the bets play, and nobody gets a card twice."""
    dealt = DEALT[game][:cards]
    table, clean = at_bets(game, *BETS, *dealt), at_bets(game, *BETS, *dealt)
    lay = {name: sorted(held) for name, held in table.felt.places.items()}
    assert len(table.push("d clear")) == 1
    laid_out(table)
    assert {name: sorted(held) for name, held in table.felt.places.items()} == lay
    for other in (table, clean):
        done(other, until="clear")
    assert given(table) == given(clean)
    assert table.felt.rows["stack"] == clean.felt.rows["stack"]


def test_a_closed_card_that_was_cleared_lies_face_down_again() -> None:
    """BJ-33, BJ-67: nobody has seen it but by mistake, and the dealer still looks for a natural."""
    table = at_bets("blackjack", *BETS, *DEALT["blackjack"])
    table.push("d clear")
    laid_out(table)
    assert sorted(table.felt.up[card] for card in table.felt.cards("dealer")) == [0, 1]


@pytest.mark.parametrize("game", ["war", "blackjack"])
@pytest.mark.parametrize("bets", [(), BETS])
def test_a_clear_with_no_card_out_clears_nothing(game: str, bets: tuple[str, ...]) -> None:
    """BJ-90: the first cards are still due; bets that were taken up with it are put back."""
    table = at_bets(game, *bets)
    assert len(table.push("d clear")) == 1
    done(table, until="clear" if bets else "close")
    if bets:
        assert all(place in " ".join(given(table)) for place in ("s1", "s2", "dealer"))


@pytest.mark.parametrize(("game", "row"), [("war", "main"), ("war", "tie"), ("blackjack", "main"), ("blackjack", "pairs")])
def test_chips_that_come_after_no_more_bets_go_back_at_once(game: str, row: str) -> None:
    """BJ-26: whether or not the row is one of a bet that the house offers."""
    table = at_bets(game, *BETS, "d deal s1")
    had = table.felt.rows["stack"][2]
    assert codes(table, f"s2 bet {row} 30") == ["play/BJ-26"]
    assert table.next_act() == Act.parse(f"d return s2 {row} 30")
    done(table, until="return")
    assert table.felt.rows["stack"][2] == had


def test_chips_put_on_a_bet_out_of_turn_go_back_at_once() -> None:
    """BJ-39: while another hand is asked."""
    table = at_bets("blackjack", *BETS)
    while not table.ask:
        table.advance()
    [who] = table.ask
    other = "s2" if who == "s1" else "s1"
    assert codes(table, f"{other} bet main 20") == ["play/BJ-39"]
    assert table.next_act() == Act.parse(f"d return {other} main 20")


def wins_at_war() -> dk.Table:
    """A table where both bets win, and that of s2 is paid first."""
    for seed in range(60):
        table = at_bets("war", *BETS, *DEALT["war"], "d deal dealer", seed=seed)
        if [act.text for act in table.plan()] == ["d pay s2 main 20", "d pay s1 main 20"]:
            return table
    pytest.fail("nobody wins")


@pytest.mark.parametrize("act", ["d take s1 main", "d take s1 main 20"])
def test_a_winner_that_is_taken_out_of_turn_is_found(act: str) -> None:
    """BJ-79, BJ-81: it is not in turn, and is taken though it wins: it comes back, and both are paid."""
    table = wins_at_war()
    assert codes(table, act) == ["pit/wrong-payout"]
    before = table.felt.rows["stack"][1]
    done(table, until="clear")
    assert table.felt.rows["stack"][1] == before + 40 * table.felt.layout.scale


@pytest.mark.parametrize("acts", [("d move shoe s1 1",), ("d putback s1", "d square pack"), ("d putback s1",)])
def test_a_card_moved_between_shoe_and_hand_goes_back_and_is_no_other(acts: tuple[str, ...]) -> None:
    """BJ-31: the hand keeps the card that it was dealt, and gets none besides."""
    table = at_bets("war", *BETS, *DEALT["war"])
    held = table.felt.cards("s1")[:]
    for act in acts:
        table.push(act)
    done(table, until="clear")
    assert [act for act in given(table) if act == "d deal s1"] == ["d deal s1"]
    assert held == [card for card in table.felt.places["discard_rack"] if card in held]


def in_turn() -> dk.Table:
    """A table of blackjack where a hand is asked."""
    table = at_bets("blackjack", *BETS)
    while not table.ask:
        table.advance()
    return table


@pytest.mark.parametrize(
    "act", ["d pay s2 insurance 10", "d pay s2 main 10", "d pay s2 10", "d take s2 main", "d take s2 main 20"]
)
def test_chips_that_move_while_a_hand_is_asked_go_back_to_where_they_lay(act: str) -> None:
    """BJ-79, BJI-23: the stack of its player, its bet and the rack are as they were before anybody answers."""
    table = in_turn()
    rows = {name: row[:] for name, row in table.felt.rows.items()}
    assert codes(table, act) == ["bj/out-of-turn"]
    while table.owed:
        assert table.push(table.owed[0]) == ()
    assert {name: row[:] for name, row in table.felt.rows.items()} == rows
    done(table, until="clear")


def test_no_more_bets_said_again_leaves_a_doubled_bet_where_it_lies() -> None:
    """BJ-42: chips for a double were put down after the close, and are no bet for another round."""
    for seed in range(60):
        table = at_bets("blackjack", *BETS, seed=seed)
        while not table.ask:
            table.advance()
        who = next(iter(table.ask))
        if "answer double" in table.ask[who]:
            break
    for act in (f"{who} answer double", f"{who} bet double 20"):
        assert table.push(act) == ()
    while table.next_act() is not None and table.next_act().verb not in ("take", "pay", "clear"):
        table.advance()
    rows = {name: row[:] for name, row in table.felt.rows.items()}
    table.push("d close")
    assert {name: row[:] for name, row in table.felt.rows.items()} == rows


SHORT = ("s1 bet ante 20", "s2 bet ante 20", "d close")


@pytest.mark.parametrize("streets", [("play",), ("third", "fourth", "fifth")], ids=["dealer", "board"])
def test_a_hand_that_plays_on_short_of_a_card_holds_nobody_up(streets: tuple[str, ...]) -> None:
    """PIT-I05: the floor has let the card lie. The others decide and are paid or taken; its own bets are neither won nor lost."""
    game = "mississippi-stud" if "third" in streets else "three-card-poker"
    table = at_bets(game, *SHORT, seed=5)
    had = 20 * table.felt.layout.scale + table.felt.rows["stack"][1]
    for _ in range(3):
        assert codes(table, str(table.next_act())) == []
    assert codes(table, f"s1 answer {streets[0]}") == codes(table, f"s1 bet {streets[0]} 20") == []
    assert codes(table, "d putback s1") == ["step/unexpected"]
    assert [codes(table, act) for act in ("s2 dispute", "d floor", "f rule play_on")] == [[], [], []]
    assert set(table.ask) == {"s2"}
    for street in streets:
        for who in ("s1", "s2") if street != streets[0] else ("s2",):
            assert codes(table, f"{who} answer {street}") == codes(table, f"{who} bet {street} 20") == []
        assert codes(table, str(table.next_act())) == []
    settled = [act for act in done(table, until="clear") if act.verb in ("take", "pay")]
    assert settled
    assert {act.to[0] for act in settled} == {"s2"}
    assert table.felt.rows["stack"][1] == had


@pytest.mark.parametrize(
    ("game", "source", "target"),
    [("mississippi-stud", "board", "s1"), ("three-card-poker", "s2", "s1"), ("blackjack", "s1", "dealer")],
)
def test_cards_laid_with_another_hand_and_taken_out_again_are_nobody_elses(game: str, source: str, target: str) -> None:
    """PIT-I05, BJI-16: each hand has its own cards again, and gets no more and no fewer than in a clean round."""
    row = "main" if game == "blackjack" else "ante"
    bets = f"s1 bet {row} 20", f"s2 bet {row} 20", "d close"
    table, clean = at_bets(game, *bets, seed=5), at_bets(game, *bets, seed=5)
    for other in (table, clean):
        for _ in range(3):
            assert codes(other, str(other.next_act())) == []
    assert len(codes(table, f"d merge {source} {target}")) == 1
    for other in (table, clean):
        done(other, until="clear")
    assert given(table) == given(clean)


def test_a_card_that_goes_to_the_middle_by_a_ruling_lies_face_down() -> None:
    """MST-03, MST-I01: a dealer's card that came too early is the first of the middle, and nobody has seen it."""
    table = at_bets("mississippi-stud")
    assert codes(table, "d deal dealer down") == ["pit/deal-order"]
    for _ in range(2):
        assert codes(table, str(table.next_act())) == []
    [card] = table.felt.places["board"]
    assert not table.felt.up[card]
    assert codes(table, "s1 bet ante 20") == []
    acts = [str(act) for act in done(table, until="deal")]
    while not table.expected.step.endswith("third_choice"):
        acts.append(str(table.next_act()))
        assert codes(table, acts[-1]) == []
    assert acts == ["d close", "d deal s1 2 down", "d deal board 2 down"]


def test_shared_cards_that_are_laid_out_again_lie_up_and_down_as_before() -> None:
    """RJ-28, MST-05: one card of the middle was up; one more comes up on each street, whatever their order now."""
    table = at_bets("mississippi-stud", "s1 bet ante 20", "d close", "d deal s1 2 down", "d deal board 3 down", seed=5)
    for act in ("s1 answer third", "s1 bet third 20", "d turn board 1"):
        assert codes(table, act) == []
    assert codes(table, "d clear") == ["pit/cleared-early"]
    laid_out(table)
    up = [sum(table.felt.up[card] for card in table.felt.places["board"])]
    for street in ("fourth", "fifth"):
        assert codes(table, f"s1 answer {street}") == codes(table, f"s1 bet {street} 20") == []
        assert codes(table, str(table.next_act())) == []
        up.append(sum(table.felt.up[card] for card in table.felt.places["board"]))
    assert up == [1, 2, 3]


@pytest.mark.parametrize(
    ("game", "word", "row"),
    [("mississippi-stud", "third", "ante"), ("casino-stud", "raise", "ante"), ("three-card-poker", "play", "ante"),
     ("blackjack", "double", "main"), ("war", "war", "main")],
)  # fmt: skip
def test_a_wager_that_its_player_tipped_away_is_not_asked_for(game: str, word: str, row: str) -> None:
    """PIT-I12, WAR-I05: the hand plays on for what lies there; a part of the chips that is left can still be put."""
    table = dk.Table(game, seats=2, seed=5)
    table.advance("bets")
    for act in (f"s1 bet {row} 100", "d close"):
        table.push(act)
    while (dealt := table.next_act()) is not None and dealt.who == "d":
        assert table.push(dealt) == ()
    assert table.push(f"s1 answer {word}") == ()
    due = table.next_act()
    assert due is not None
    assert due.verb == "bet"
    table.push(f"d tip s1 {table.felt.written(table.felt.rows['stack'][1])}")
    acts = done(table, until="clear")
    assert not any(act.who == "s1" and act.verb == "bet" for act in acts)
    assert not any(sum(chips) for name, chips in table.felt.rows.items() if name != "stack")


def test_a_tip_that_leaves_chips_for_a_smaller_wager_lets_it_be_put() -> None:
    """MST-04: three times the ante was meant, and what is left is enough for one."""
    table = at_bets("mississippi-stud", "s1 bet ante 20", "d close", "d deal s1 2 down", "d deal board 3 down")
    for act in ("s1 answer third", f"d tip s1 {table.felt.written(table.felt.rows['stack'][1] - table.felt.units(30))}"):
        assert table.push(act) == ()
    assert str(table.next_act()) == "s1 bet third 20"


def at_settling(*first: str) -> dk.Table:
    """Casino stud when two hands with an ante of 20 and a raise of 40 win: the dealer's hand does not qualify, or loses."""
    acts = ["s1 bet ante 20", "s2 bet ante 20", "d close", "d deal s1 5 down Ah As Kd 7c 4c", "d deal s2 5 down Qh Qs Jd 8c 5c"]
    acts += ["d deal dealer 5 down 2c 2d Ad Kc 9h", "d turn dealer 5", "s1 answer raise", "s1 bet raise 40", "s2 answer raise"]
    acts += ["s2 bet raise 40", "d turn dealer up", "d call qualifies", "d turn s2 up", "d turn s1 up"]
    table = dk.Table("casino-stud", seats=2)
    table.advance("bets")
    for act in acts:
        assert table.push(act) == ()
    for act in first:
        table.push(act)
    return table


@pytest.mark.parametrize(
    ("done_", "due"),
    [
        (["d pay s2 20"], "d pay s2 raise 40"),
        (["d pay s2 ante 20.01", "d collect s2 0.01"], "d pay s2 raise 40"),
        (["d pay s2 ante 40", "d collect s2 20"], "d pay s2 raise 40"),
        (["d pay s2 ante 19", "d pay s2 1"], "d pay s2 raise 40"),
        (["d pay s2 ante 20", "d pay s2 raise 80", "d collect s2 40"], "d pay s1 ante 20"),
        (["d pay s2 ante 20", "d pay s2 40"], "d pay s1 ante 20"),
        (["d pay s2 ante 20", "d collect s2 5"], "d pay s2 5"),
        (["d pay s2 ante 20", "d pay s2 raise 40", "d pay s2 raise 40", "d collect s2 40"], "d pay s1 ante 20"),
    ],
)
def test_a_payment_that_names_no_bet_is_of_the_bet_that_lacks_as_much(done_: list[str], due: str) -> None:
    """PIT-15, CST-10: of several bets, the one that it settles or corrects exactly; nothing is asked for twice."""
    table = at_settling(*done_)
    assert str(table.next_act()) == due
    done(table, until="clear")
    won = table.felt.units(60)
    assert table.felt.rows["stack"][1:] == [had + won for had in dk.Table("casino-stud", seats=2).felt.rows["stack"][1:]]


@pytest.mark.parametrize("place", ["held", "stub"])
def test_a_card_that_is_dealt_onto_its_own_place_again_and_again_is_one_card(place: str) -> None:
    """PIT-I03: whatever number the act has, the card is put right once."""
    table = at_bets("casino-stud", "s1 bet ante 20", "d close")
    assert codes(table, f"d deal {place} 4 up") == ["pit/deal-order"]
    done(table, until="clear")


@pytest.mark.parametrize(
    ("game", "packet", "word", "last"),
    [("mississippi-stud", 2, "third", "d deal board 3 down"), ("casino-stud", 5, "raise", "d deal dealer 5 down"),
     ("three-card-poker", 3, "play", "d deal dealer 3 down")],
)  # fmt: skip
def test_the_packet_that_all_bets_depend_on_is_dealt_before_play_goes_on(game: str, packet: int, word: str, last: str) -> None:
    """PIT-05, MST-03: a player spoke before it lay there; it is due at once, and the round goes on with all its cards."""
    table = at_bets(game, "s1 bet ante 20", "d close", f"d deal s1 {packet} down")
    assert codes(table, f"s1 answer {word}") == ["pit/deal-order"]
    assert str(table.next_act()) == last
    acts = done(table, until="clear")
    assert [act.text for act in acts if act.verb == "deal"] == [last]
    assert any(act.verb in ("take", "pay") for act in acts)


def test_a_bet_given_back_while_its_loss_is_owed_is_put_back_first() -> None:
    """PIT-15: the ante of a hand that folded went back to its player; it lies there again before it is taken."""
    table = at_bets("casino-stud", "s1 bet ante 20", "s2 bet ante 20", "d close", "d deal s1 5 down", "d deal s2 5 down")
    for act in ("d deal dealer 5 down", "d turn dealer 5", "s1 answer fold"):
        assert table.push(act) == ()
    assert codes(table, "d take s2 ante 20") == ["pit/wrong-payout"]
    assert len(table.push("d return s1 ante 20")) == 1
    acts = [act.text for act in done(table, until="clear")]
    assert acts.index("d restore s1 ante 20") < acts.index("d take s1 ante 20")
    assert "d return s2 ante 20" in acts


@pytest.mark.parametrize("between", [[], ["d clear"], ["d floor"], ["d floor", "d move discard_rack s2"]])
def test_cleared_cards_that_are_gathered_before_they_are_laid_out_void_the_round(between: list[str]) -> None:
    """PIT-19, BJI-37: nobody can read them any more; the bets go back, and nothing is laid out of an empty rack."""
    table = at_settling("d pay s2 ante 20", "d clear", *between)
    assert codes(table, "d gather") == ["pit/gathered-early"]
    assert table.rulings[-1].ruling.outcome == "void_hand"
    done(table, until="close")
    assert table.felt.rows["stack"][1:] == dk.Table("casino-stud", seats=2).felt.rows["stack"][1:]


def test_cleared_cards_are_gathered_in_a_later_round_too() -> None:
    """PIT-19, BJI-37: that round began with the gathering of the last one's cards, which is no second gathering."""
    table = at_bets("casino-stud", "s1 bet ante 20", "d close")
    done(table, until="gather")
    done(table, until="cut")
    assert table.push("s1 bet ante 20") == ()
    done(table, until="turn")
    for act in ("s1 answer raise", "s1 bet raise 40"):
        assert table.push(act) == ()
    while (due := table.next_act()) is not None and due.verb not in ("take", "pay"):
        assert table.push(due) == ()
    table.push("d clear")
    assert codes(table, "d gather") == ["pit/gathered-early"]
    assert not any(act.verb == "move" for act in done(table, until="close"))


def test_bets_that_are_closed_again_while_a_raise_lies_there_are_not_new() -> None:
    """PIT-10: the ante was taken, and the raise is still to be taken."""
    table = at_settling("d pay s2 ante 20", "d pay s2 raise 40", "d pay s1 ante 20")
    lay = {name: row[:] for name, row in table.felt.rows.items()}
    for act in ("d take s1 ante 20", "d take s2 ante 20", "d close"):
        table.push(act)
    assert table.felt.rows["raise"] == lay["raise"]


def test_a_hand_that_folded_and_was_not_picked_up_is_not_turned_up() -> None:
    """MST-07, PIT-15: the dealer went on to the own hand; the folded cards lie face down until they are picked up."""
    table = at_bets("casino-stud", "s1 bet ante 20", "s2 bet ante 20", "d close", "d deal s1 5 down", "d deal s2 5 down")
    for act in ("d deal dealer 5 down", "d turn dealer 5", "s1 answer raise", "s1 bet raise 40", "s2 answer fold"):
        assert table.push(act) == ()
    assert table.push("d take s2 ante 20") == ()
    assert len(table.push("d turn dealer up")) == 1
    due = table.next_act()
    assert due is not None
    for act in (due.text, "d pick s2"):
        table.push(act)
    assert "d turn s2 up" not in [act.text for act in done(table, until="clear")]


@pytest.mark.parametrize(("game", "row"), [("blackjack", "double"), ("war", "war"), ("casino-stud", "raise")])
def test_chips_on_a_row_that_waits_for_a_decision_go_back_before_the_deal(game: str, row: str) -> None:
    """BJ-42, WAR-09, CST-05: no bet can be put there yet; it is returned, and the round begins as if it had not been made."""
    table = at_bets(game)
    had = table.felt.rows["stack"][1:]
    assert len(table.push(f"s1 bet {row} 10")) == 1
    assert str(table.next_act()) == f"d return s1 {row} 10"
    assert table.push(f"d return s1 {row} 10") == ()
    assert table.felt.rows["stack"][1:] == had
    assert table.push(f"s1 bet {'ante' if game == 'casino-stud' else 'main'} 20") == ()


@pytest.mark.parametrize("act", ["d cutcard", "d allin s1", "d flash s1", "d button s2"])
@pytest.mark.parametrize("ruled", [False, True], ids=["before-the-floor", "after-the-floor"])
@pytest.mark.parametrize("game", ["war", "blackjack"])
def test_no_act_after_a_shoe_was_emptied_drops_the_ruling_on_it(game: str, act: str, *, ruled: bool) -> None:
    """RJ-30: the supervisor still voids the round, and the next one comes from a shuffled shoe, not an empty one."""
    table = at_bets(game, *BETS, *DEALT[game][:2])
    table.push("d gather")
    assert table.rulings[-1].ruling.remedies == ("RJ-30",)
    floor = ("d floor", f"f rule void_hand {table.findings[-1].code}")
    for each in (*floor, act) if ruled else (act, *floor):
        table.push(each)
    assert [done.verb for done in done(table, until="clear") if done.verb in ("deal", "return")] == ["return", "return"]
    assert table.push("s1 bet main 20") == ()
    assert not any(act.verb == "deal" for act in done(table, until="shuffle"))


@pytest.mark.parametrize("what", ["third", "third 10", "ante"])
@pytest.mark.parametrize("over", [False, True], ids=["others-decide", "nobody-is-asked"])
def test_a_bet_that_its_player_takes_off_the_layout_is_put_back(what: str, *, over: bool) -> None:
    """BJ-26, MST-04, PIT-13: it stands once betting is closed, and is settled for what it was."""
    acts = ["s1 bet ante 20", "s2 bet ante 20", "d close", "d deal s1 2 down", "d deal s2 2 down", "d deal board 3 down"]
    acts += ["s1 answer third", "s1 bet third 20", *(["s2 answer third", "s2 bet third 20"] if over else [])]
    table, clean = at_bets("mississippi-stud", *acts), at_bets("mississippi-stud", *acts)
    assert codes(table, f"s1 take {what}") == ["play/PIT-13"]
    due = table.next_act()
    assert due is not None
    assert (due.verb, due.to) == ("restore", ("s1", what.split(maxsplit=1)[0]))
    for other in (table, clean):
        done(other, until="clear")
    assert table.felt.rows == clean.felt.rows


def test_a_bet_comes_back_from_a_rack_that_was_passed_away() -> None:
    """PIT-19, BJ-11: the round is void, and the cage covers what the rack lacks, as it does for a payment."""
    acts = ["s1 bet ante 20", "s2 bet ante 20", "d close", "d deal s1 2 down", "d deal s2 2 down", "d deal board 3 down"]
    table = at_bets("mississippi-stud", *acts, "s1 answer third", "s1 bet third 20", "s2 answer fold", "d take s2 ante 20")
    table.push(f"d pass s1 {table.felt.written(table.felt.rows['stack'][0])}")
    had = table.felt.rows["stack"][2]
    table.push("d gather")
    done(table, until="clear")
    assert table.felt.rows["stack"][2] == had + table.felt.units(20)


def test_bets_that_are_closed_again_after_the_gather_still_come_back() -> None:
    """PIT-19, BJI-37: no bet lay there, so no round began; what was taken in the void one goes back to its player."""
    table = at_settling()
    raised = table.felt.rows["stack"][:]
    for act in ("d take s1 ante", "d clear", "d gather", "d close"):
        table.push(act)
    done(table, until="shuffle")
    assert table.felt.rows["stack"][1:] == [chips + table.felt.units(60) for chips in raised[1:]]


def test_a_hole_card_that_comes_back_face_up_is_turned_down_before_it_is_opened() -> None:
    """BJ-67, BJ-73: the turn that lays it as it lay is due, and is not the opening of the hand the wrong way."""
    table = at_bets("blackjack", *BETS, *DEALT["blackjack"])
    while (due := table.next_act()) is not None and str(due) != "d turn dealer":
        assert table.push(due) == ()
    assert codes(table, "d move dealer s1.second") == ["step/unexpected"]
    acts = [str(act) for act in done(table, until="clear")]
    at = acts.index("d turn dealer 2 down")
    assert acts[at + 1] == "d turn dealer"


@pytest.mark.parametrize("game", ["casino-stud", "three-card-poker", "dealer-holdem"])
@pytest.mark.parametrize("whose", ["dealer", "s"])
def test_a_hand_turned_up_card_by_card_is_opened_whole_before_it_is_paid(game: str, whose: str) -> None:
    """PIT-14, PIT-15: one card turned up is no open hand; the rest is asked for, and every chip moves as without that."""
    stacks = []
    for by_card in (False, True):
        setting = Setting(game, "us-pit", 0)
        table = setting.table()
        for act in itertools.takewhile(
            lambda act: not (act.text.startswith(f"d turn {whose}") and act.n is None), clean(setting).acts
        ):
            table.push(act)
        due = table.next_act()
        assert due is not None
        cards = table.felt.places[due.to[0]]
        if by_card:
            first = next(at for at, card in enumerate(cards, 1) if not table.felt.up[card])
            assert table.push(f"d turn {due.to[0]} {first} up") == ()
        while (act := table.next_act()) is not None and act.verb in ("turn", "call"):
            assert table.push(act) == ()
        assert all(table.felt.up[card] for card in cards)
        done(table, until="clear")
        stacks.append(table.felt.rows["stack"][:])
    assert stacks[0] == stacks[1]
