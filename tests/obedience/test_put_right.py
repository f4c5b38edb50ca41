"""Slips after which the table once contradicted itself, by the acts: whoever obeys it from there draws no further finding, and no
chip is left where none belongs.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import dealerkit as dk
from tests.obedience.campaign import Setting, clean, table_at
from tests.obedience.players import SteadyPlayers


@attrs.frozen
class Slip:
    """A slip.

    Attributes:
        id: What it is.
        game, rules, seats, seed, options: The table.
        to: The step it is made in.
        acts: What is done there.
        found: The first finding.
        due: What is due after the slip and the floor's ruling, in order; empty for whatever.
    """

    id: str
    game: str
    to: str
    acts: tuple[str, ...]
    found: str
    rules: str | None = None
    seats: int | None = None
    seed: int = 3
    options: dict[str, Any] = attrs.field(factory=dict)
    due: tuple[str, ...] = ()


SLIPS = (
    Slip("a mark without its box comes off", "all-fours", "hand.count", ("d mark s1 1",), "score/wrong", due=("d mark s1 -1",)),
    Slip(
        "a mark that was too high comes off whole",
        "all-fours",
        "hand.count",
        ("{more}", "{off}"),
        "score/wrong",
        due=("{due}",),
    ),
    Slip(
        "what lacks of the pot is pushed",
        "holdem",
        "award",
        ("{less}", "d floor", "f rule pot_awarded pot/wrong-winner"),
        "pot/wrong-winner",
        seats=3,
        due=("{rest}", "d check burns"),
    ),
    Slip(
        "the second board is dealt before the first",
        "bomb-pot",
        "flop.burn",
        ("d deal board-2 3 together",),
        "burn/missed-before-street",
        rules="wsop-live",
        seats=2,
    ),
    Slip(
        "of a flop that was begun card by card all is dealt again",
        "bomb-pot",
        "flop.tap",
        ("d deal board",),
        "street/no-tap",
        rules="wsop-live",
        seats=2,
    ),
    Slip(
        "four cards on the second board",
        "bomb-pot",
        "flop.board_2",
        ("d deal board-2 4 together",),
        "street/four-card-flop",
        rules="wsop-live",
        seats=2,
    ),
    Slip("a flop of two without a burn", "courchevel", "flop.burn", ("d deal board 2 together",), "burn/missed-before-street"),
    Slip("the flop has come with its first card", "courchevel", "spit", ("d deal board 2",), "street/early-flop"),
    Slip(
        "a card before the shuffle is done counts for the deal",
        "holdem",
        "shuffle.strip",
        ("d deal s2",),
        "deal/started-before-table-ready",
        rules="cedar-room",
        seats=3,
        options={"straddle": "under_the_gun"},
    ),
)


def _words(table: dk.Table, acts: tuple[str, ...]) -> list[str]:
    """The acts, with what is due here in the place of words in braces."""
    act = table.next_act()
    assert act is not None
    n = act.n or 0
    to = " ".join(act.to)
    known = {
        "due": f"d {act.verb} {to} {n}",
        "more": f"d {act.verb} {to} {n + 1}",
        "off": f"d {act.verb} {to} {-n - 1}",
        "less": f"d {act.verb} {to} {n - 1}",
        "rest": f"d {act.verb} {to} 1",
    }
    return [text.format(**known) for text in acts]


def _obeyed(table: dk.Table, players: SteadyPlayers) -> list[str]:
    """Do what is due, and what players choose, until the cards are gathered; what was found in it."""
    found: list[str] = []
    for _ in range(400):
        due = table.next_act()
        by_floor = due is not None and (due.who == "f" or due.verb == "floor")
        step = table.agenda.step
        acts = [] if by_floor or due in table.owed or (step is not None and step.remedy) else players.acts(table)
        for act in acts or [due]:
            assert act is not None, "nothing is due"
            found += [f"{act}: {finding.code}" for finding in table.push(act)]
            if act.who == "d" and act.verb == "gather":
                return found
    msg = "the cards are never gathered"
    raise AssertionError(msg)


def _at(slip: Slip) -> tuple[dk.Table, SteadyPlayers]:
    """The table at the step of a slip."""
    table = dk.Table(slip.game, slip.rules, seats=slip.seats, seed=slip.seed, options=slip.options)
    players = SteadyPlayers()
    for _ in range(600):
        step = table.agenda.step
        if step is not None and f".{step.path}".endswith(f".{slip.to}"):
            return table, players
        for act in players.acts(table) or [table.next_act()]:
            assert act is not None
            assert table.push(act) == ()
    msg = f"no step {slip.to}"
    raise AssertionError(msg)


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.id)
def test_whoever_obeys_is_not_accused_again(slip: Slip) -> None:
    """And what lies in the pots is pushed."""
    table, players = _at(slip)
    due = _words(table, slip.due)
    for number, text in enumerate(_words(table, slip.acts)):
        found = [finding.code for finding in table.push(text)]
        assert (found[0] if found else "") == ("" if number else slip.found), text
    for text in due:
        assert str(table.next_act()) == text
        assert table.push(text) == ()
    assert _obeyed(table, players) == []
    assert not any(table.felt.rows[name][0] for name in table.felt.layout.pots if name in table.felt.rows)


def test_an_owed_card_that_lies_as_it_should_is_not_the_one_due() -> None:
    """Stud: the second down card of the button, which may come last, is no door card face down."""
    table = dk.Table("stud7", seats=3, seed=3, button=3)
    table.advance("second_down")
    for text in ("d deal s1", "d deal s2", "d deal s1 up", "d deal s2 up", "d deal s3"):
        assert table.push(text) == (), text
    assert str(table.next_act()) == "d deal s3 up"


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


def test_fan_tans_pot_goes_whole_to_who_is_out() -> None:
    """FT-23: pushed to another it comes back; of too little the rest follows."""
    for wrong, due in (("s3 27", ["d collect s3 pot 27", "d award s2 27"]), ("s2 26", ["d award s2 1"])):
        table, _ = _at(Slip("", "fan-tan", "hand.award", (), "", seats=4))
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


@pytest.mark.parametrize("form", ["draw", "lowball-a5", "badugi", "triple-draw-27", "high-low-draw"])
def test_a_card_of_the_draw_dealt_face_up_is_found(form: str) -> None:
    """DR-29: whatever becomes of the card, it was shown."""
    table, _ = _at(Slip("", form, "draw_turn_cards", (), "", seats=4))
    act = table.next_act()
    assert act is not None
    assert "step/draw_turn_cards-wrong-face" in [finding.code for finding in table.push(f"{act} up")]


def test_cards_gathered_in_the_middle_are_dealt_again() -> None:
    """SG-06: of a hand whose cards are mixed nothing can be played."""
    table = dk.Table("thirty-one", seats=3, seed=3, button=3)
    table.advance("upcard")
    assert [finding.code for finding in table.push("d gather")] == ["step/gather-early"]
    assert str(table.next_act()) == "d shuffle"


def _upto(table: dk.Table, players: SteadyPlayers, verb: str) -> None:
    """Deal without a slip until an act of the dealer's with a verb is due."""
    for _ in range(900):
        due = table.next_act()
        acts = players.acts(table) or [due]
        if due is not None and due.who == "d" and due.verb == verb and acts == [due]:
            return
        for act in acts:
            assert act is not None
            assert table.push(act) == (), act
    msg = f"no '{verb}' comes"
    raise AssertionError(msg)


def _money(table: dk.Table) -> list[int]:
    """What each seat has, on the layout included."""
    return [sum(row[seat] for row in table.felt.rows.values()) for seat in range(1, table.seats + 1)]


def _codes(table: dk.Table, *acts: str) -> list[str]:
    """Let acts happen; the codes of what was found in them."""
    return [finding.code for act in acts for finding in table.push(act)]


def test_a_board_laid_twice_is_there_to_be_had() -> None:
    """Cash CA-16: whatever lies there may be swapped for, and nobody is accused of it."""
    table = dk.Table("cash", seats=4, seed=3)
    table.advance("swapping")
    assert _codes(table, "d deal board 4 together") == ["step/next_board-repeated"]
    mine, lying = (table.felt.faces[table.felt.cards(place)[-1]] for place in ("s1", "board"))
    assert _codes(table, f"s1 swap {mine} {lying}") == []


def test_where_no_board_lies_nothing_is_swept() -> None:
    """Cash CA-17: said twice it is once too often, and brings no card of an earlier board back."""
    table = dk.Table("cash", seats=4, seed=3)
    table.advance("swapping")
    assert _codes(table, "s1 pass", "s2 pass", "s3 pass", "s4 pass", "d clear") == []
    assert _codes(table, "d clear") == ["step/sweep-repeated"]
    assert not table.rulings
    assert str(table.next_act()) == "d deal board 4 together"


def test_what_is_marked_already_is_not_marked_again_after_a_word() -> None:
    """Cash CA-24: something is announced between two marks; the second is due, and not the first once more."""
    made = clean(Setting("cash", "social", 0))
    at = next(at for at, act in enumerate(made.acts) if act.verb == made.acts[at + 1].verb == "mark")
    table = table_at(made, at + 1)[0]
    due = table.next_act()
    assert due == made.acts[at + 1]
    assert _codes(table, "d announce signals") == []
    assert table.next_act() is due


def test_a_second_award_at_the_next_turn_comes_back() -> None:
    """Red Dog RD-09: the turn it was about is over, and the chips are the pot's all the same."""
    table = dk.Table("red-dog", seats=3, seed=926313, button=1)
    players = SteadyPlayers()
    _upto(table, players, "award")
    due = str(table.next_act())
    seat, chips = due.split()[2:]
    assert _codes(table, due) == []
    assert _codes(table, due) == ["pot/wrong-payment"]
    assert str(table.next_act()) == f"d collect {seat} pot {chips}"
    assert _codes(table, str(table.next_act())) == []
    assert not table.owed


def _at_a_strike(seed: int = 156494) -> tuple[dk.Table, SteadyPlayers, str]:
    """3-5-7 when a strike is due, and whose."""
    table = dk.Table("three-five-seven", seats=6, seed=seed, button=6)
    table.advance("declare")
    _codes(table, "s1 declare in", *(f"s{seat} declare out" for seat in range(2, 7)))
    players = SteadyPlayers()
    _upto(table, players, "mark")
    return table, players, "s1"


def test_a_strike_without_its_box_is_one_strike() -> None:
    """TFS-17: it lies in the only box there is, so nobody gets a second one for it, and the pot stays."""
    table, _, seat = _at_a_strike()
    assert _codes(table, f"d mark {seat} 1") == ["strike/given-wrongly"]
    while table.owed or table.expected.step.startswith("RP-11"):
        assert _codes(table, str(table.next_act())) == []
        assert table.felt.marks["strikes"][1] <= table.felt.layout.scale
    assert table.felt.marks["strikes"][1] == table.felt.layout.scale


def test_strikes_are_put_right_in_either_order() -> None:
    """TFS-17: the wrong one off first, then the right one, or the other way round."""
    for order in (
        (f"d mark {seat} strikes {n}" for seat, n in pair) for pair in ((("s2", -1), ("s1", 1)), (("s1", 1), ("s2", -1)))
    ):
        table, _, _ = _at_a_strike()
        assert _codes(table, "d mark s2 strikes 1") == ["strike/given-wrongly"]
        assert _codes(table, *order) == []
        assert not table.owed


def test_antes_owed_to_the_pot_come_in_before_the_shuffle_of_the_same_deal() -> None:
    """RD-03, SG-06: a card came before the antes were the pot, which is a misdeal; bringing them in then is no slip."""
    table = dk.Table("red-dog", seats=3, seed=3, button=1)
    players = SteadyPlayers()
    _upto(table, players, "sweep")
    assert _codes(table, "d deal s3")
    assert [str(table.next_act())] == ["d gather"]
    assert _codes(table, "d gather", "d sweep") == []
    assert str(table.next_act()) == "d shuffle"
    assert table.felt.rows["pot"][0] == 3


@pytest.mark.parametrize(
    ("game", "acts"), [("fan-tan", 9), ("fan-tan", 30), ("three-five-seven", 30), ("newmarket", 50), ("newmarket", 70)]
)
def test_chips_that_moved_because_of_a_deal_go_back_before_it_is_dealt_again(game: str, acts: int) -> None:
    """SG-06: the cards are gathered in the middle; whatever players have paid or won since they came goes back."""
    table, players = dk.Table(game, seed=3), SteadyPlayers()
    seen = 0
    before = _money(table)
    while seen < acts:
        dealt = any(act.verb == "deal" for act in table.now.since("hand"))
        before = before if dealt else _money(table)
        for act in players.acts(table) or [table.next_act()]:
            assert act is not None
            assert table.push(act) == ()
            seen += bool(act.seat) and any(one.verb == "deal" for one in table.log)
    assert _codes(table, "d gather") == ["step/gather-early"]
    for _ in range(200):
        due = table.next_act()
        assert due is not None
        if due.verb == "shuffle":
            break
        for act in [due] if due in table.owed or due.who == "d" else players.acts(table):
            assert table.push(act) == (), act
    fresh = game == "newmarket" and not any(act.verb == "deal" for act in table.now.since("hand"))
    assert _money(table) == before or fresh


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
    assert _codes(table, *betting, "d sweep") == []
    assert _codes(table, "d gather") == ["step/gather-early"]
    back = []
    while str(table.next_act()).startswith("d return"):
        back.append(str(table.next_act()))
        assert _codes(table, back[-1]) == []
    assert back == ["d return s1 pot 1", "d return s2 pot 1", "d return s3 pot 1"]
    assert table.felt.rows["pot"][0] == 3


def test_a_live_hand_that_was_taken_in_goes_back_as_it_lay() -> None:
    """MS-17, MS-21: card by card in its order, and what had been turned lies face up again."""
    table = dk.Table("mexican-sweat", seats=3, seed=3, button=3)
    table.advance("roll")
    assert _codes(table, "s1 turn") == []
    while table.ask.get("s1", {}).get("turn"):
        assert _codes(table, "s1 turn") == []
    lay, up = table.felt.cards("s1")[:], [table.felt.up[card] for card in table.felt.cards("s1")]
    assert _codes(table, "d kill s1") == ["turn/live-hand-killed"]
    while (due := table.next_act()) is not None and due.verb in ("move", "turn") and due.who == "d":
        assert table.push(due) == ()
    assert table.felt.cards("s1") == lay
    assert [table.felt.up[card] for card in lay] == up


def test_gathering_is_ruled_on_whatever_else_came_early() -> None:
    """SG-06: the pot was pushed too early, then the cards were gathered: that is told as well, and the deal begins again."""
    table = dk.Table("mexican-sweat", seats=3, seed=3, button=3)
    table.advance("roll")
    assert _codes(table, "d award s3 3") == ["pot/paid-wrongly"]
    assert _codes(table, "d gather") == ["step/gather-early"]
    assert str(table.next_act()) == "d collect s3 pot 3"


def test_a_pot_that_came_back_is_pushed_again() -> None:
    """MS-21: pushed before the other hand was in the muck, fetched back; whoever is left then gets it."""
    table = dk.Table("mexican-sweat", seats=2, seed=3, button=2)
    players = SteadyPlayers()
    _upto(table, players, "kill")
    winner = next(seat for seat in ("s1", "s2") if seat not in table.next_act().to)
    loser = str(table.next_act())
    assert _codes(table, f"d award {winner} 2") == ["pot/paid-wrongly"]
    assert _codes(table, loser) == ["step/right_award-skipped"]
    assert _codes(table, f"d collect {winner} pot 2") == []
    assert str(table.next_act()) == f"d award {winner} 2"


def test_a_second_card_on_the_pile_is_what_is_played_on() -> None:
    """Golf GO-07: the card that was turned too many is the one to continue."""
    made = clean(Setting("golf", "social", 0))
    table = table_at(made, [str(act) for act in made.acts].index("d deal played") + 1)[0]
    assert _codes(table, "d deal played") == ["step/start-repeated"]
    for act in made.setting.players().acts(table):
        assert table.push(act) == ()


def test_a_hand_is_shown_before_its_cards_are_gathered() -> None:
    """Red Dog RD-10: the dealer went on to the next deal; the cards are not gathered before the hand has been shown."""
    made = clean(Setting("red-dog", "", 0))
    texts = [str(act) for act in made.acts]
    at = next(at for at, text in enumerate(texts) if text == "d call lose" and "d gather" in texts[at : at + 4])
    table = table_at(made, at)[0]
    assert "pot/hand-not-shown" in _codes(table, "d button s2")
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
    assert _codes(table, "s1 bet player 100", "d close", "d deal player 8h", "d deal banker 4d", "d deal player Ks") == []
    assert _codes(table, "d deal banker Qd Ac") == ["coup/wrong-initial-order"]
    assert str(table.next_act()) == "d discard banker"


@pytest.mark.parametrize(("game", "due"), [("lowball-27", "award"), ("razz", "kill")])
def test_a_card_dealt_after_the_showdown_is_no_part_of_a_hand(game: str, due: str) -> None:
    """DH-04, SD-01: a hand is what was shown; the pot goes where it would have gone."""
    table, players = dk.Table(game, seats=3, seed=5), SteadyPlayers()
    _upto(table, players, due)
    assert any(act.verb == "show" for act in table.log)
    losers = {act.to[0] for act in table.plan() if act.verb == "kill"}
    winner = next(name for name in ("s1", "s2", "s3") if name not in losers and table.felt.cards(name))
    assert _codes(table, f"d deal {winner}")
    assert _obeyed(table, players) == []
    assert any(str(act).startswith(f"d award {winner} ") for act in table.log)


def test_what_a_coup_lacked_is_not_owed_in_the_next() -> None:
    """BA-60: no close, one card, and the cards were cleared; the next has its own. The bet goes back."""
    table = dk.Table("mini-baccarat", seats=3, seed=4)
    table.advance("bets")
    assert _codes(table, "s1 bet player 100", "d deal player") == ["coup/no-more-bets-not-called"]
    assert _codes(table, "d clear") == ["coup/wrong-initial-order", "coup/left-unsettled"]
    assert [act.text for debt in table.agenda.books.debts for act in debt.acts] == ["d return s1 player 100"]
    assert _codes(table, "d return s1 player 100") == []
    assert str(table.next_act()) == "d close"


def test_whoever_leaves_a_remedy_out_is_told_so_and_what_is_missing_stays_due() -> None:
    """BI-06, BA-61: the first card went to the banker, nobody moved it, and the result was called; so are chips moved then."""
    table = dk.Table("mini-baccarat", seats=2, seed=7)
    table.advance("bets")
    told = _codes(table, "s1 bet player 100", "s2 bet banker 20", "d close", "d deal banker", "d call banker wins")
    assert told == ["coup/wrong-initial-order", "step/rearrange-skipped"]
    assert str(table.next_act()) == "d deal banker"
    assert _codes(table, "d pay s1 player 999") == ["coup/wrong-payout"]
    assert table.findings[-1].because_of == ("step/rearrange-skipped", table.findings[-2].act)
    assert [str(act) for act in table.expected.dealer].count("d collect s1 player 999") == 1
    clean = dk.Table("mini-baccarat", seats=2, seed=7)
    clean.advance("bets")
    assert _codes(clean, "s1 bet player 100", "s2 bet banker 20", "d close") == []
    for dealt in (table, clean):
        while dealt.log[-1].verb != "clear":
            assert _codes(dealt, str(dealt.next_act())) == []
    assert table.felt.rows["stack"] == clean.felt.rows["stack"]


def test_a_card_dealt_on_while_others_are_to_be_moved_is_one_of_the_first_four() -> None:
    """BI-06: the third and the fourth card change places; the fourth is no third card of the player's, and both are moved."""
    table = dk.Table("mini-baccarat", seats=2, seed=7)
    table.advance("bets")
    assert _codes(table, "s1 bet player 100", "d close", "d deal player", "d deal banker") == []
    assert _codes(table, "d deal banker", "d deal player") == ["coup/wrong-initial-order"]
    for _ in range(2):
        assert table.next_act().verb == "move"
        assert _codes(table, str(table.next_act())) == []
    assert table.next_act().verb == "call"


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
    assert _codes(table, "s1 bet player 100", "s2 bet banker 20", "d close") == []
    while str(table.next_act()) != "d pay s2 banker 19":
        assert _codes(table, str(table.next_act())) == []
    assert _codes(table, *wrong) == ["coup/wrong-payout"]
    assert _codes(table, parts[0]) == []
    assert str(table.next_act()) == parts[1]
    assert _codes(table, parts[1], "d clear") == []
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
    assert _codes(table, f"d award {wrong} {before}") == ["pot/killed-hand-paid"]
    assert len(_codes(table, second)) == 1
    while table.next_act() is not None and table.next_act().verb != "gather":
        assert _codes(table, str(table.next_act())) == []
    stacks[int(winner[1:])] += before
    assert table.felt.rows["stack"] == stacks


def test_a_pot_pushed_wrongly_comes_back_in_parts() -> None:
    """SD-16: the loser hands back what was pushed in two parts, then the floor rules and the winner is given it."""
    table = dk.Table("holdem", seats=3, seed=5)
    while str(table.next_act()) != "d award s3 6":
        assert _codes(table, str(table.next_act())) == []
    assert _codes(table, "d award s1 6") == ["pot/wrong-winner"]
    assert _codes(table, "d collect s1 pot 2") == []
    assert [str(act) for act in table.owed] == ["d collect s1 pot 4"]
    assert _codes(table, "d collect s1 pot 4") == []
    while table.log[-1].verb != "gather":
        assert _codes(table, str(table.next_act())) == []
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
        assert _codes(table, str(table.next_act())) == []
    assert _codes(table, *before) == []
    slips = _codes(table, "d sweep", "d burn", "d deal board 3")
    assert slips == ["action/bets-pulled-in-early", "burn/before-action-complete", "street/early-flop"]
    assert _codes(table, "d floor", "d rebuild board", "d cut", *after) == []
    players = SteadyPlayers()
    assert _obeyed(table, players) == []
    awarded = [act.n for act in table.log if act.verb == "award"]
    assert sum(awarded) == pot


def test_the_floor_is_told_how_far_the_action_has_gone_by_now() -> None:
    """MD-13: a card was missing when the first player folded; two have acted when the floor comes, so no misdeal is due."""
    made = clean(Setting("badugi", "cedar-room", 0))
    at = next(at for at, act in enumerate(made.acts) if act.verb == "deal" and made.acts[at + 1].seat)
    table = table_at(made, at)[0]
    assert _codes(table, "s1 fold", "s2 call", str(made.acts[at])) == ["deal/wrong-number-of-cards"]
    assert str(table.next_act()) == "d floor"
    assert _codes(table, "d floor") == []
    ruling = str(table.next_act())
    assert ruling.startswith("f rule")
    assert "misdeal" not in ruling
    assert _codes(table, ruling) == []


def test_a_question_for_the_floor_is_not_forgotten_for_another_slip_of_the_same_act() -> None:
    """DH-04: a burn before two seats had their second card; that there was no tap is ruled on besides, and closes nothing."""
    table = dk.Table("bomb-pot", "rrop", seats=2, seed=3)
    table.advance("pitch")
    _codes(table, *(str(table.next_act()) for _ in range(1)))
    table.push(str(table.next_act()))
    assert len(_codes(table, "d burn")) > 1
    assert str(table.next_act()) == "d floor"


def test_what_is_late_is_asked_for_when_the_remedy_is_done() -> None:
    """DP-10: the button's last card comes after the flop's first; the floor is called for the burn, and nobody accused again."""
    made = clean(Setting("bomb-pot", "old-mill", 0))
    at = next(at for at, act in enumerate(made.acts) if act.verb == "deal" and made.acts[at + 1].verb in ("sweep", "tap", "burn"))
    table = table_at(made, at)[0]
    assert _codes(table, "d deal board")
    for _ in range(6):
        due = table.next_act()
        assert due is not None
        assert table.push(due) == (), due
    assert made.acts[at] in table.log[-6:]


def test_a_dispute_goes_to_the_floor_before_anything_else() -> None:
    """RM-26, SD-16: a dispute was passed over; the floor is due, and its ruling before the next coup."""
    table = dk.Table("mini-baccarat", seats=2, seed=3)
    table.advance("clear")
    assert _codes(table, "s1 dispute result") == []
    assert str(table.next_act()) == "d floor"
    assert "floor/dispute-not-escalated" in _codes(table, "d clear")
    assert str(table.next_act()) == "d floor"
    assert _codes(table, "d floor") == []
    assert str(table.next_act()) == "f rule play_on"
    assert _codes(table, "f rule play_on") == []
    assert str(table.next_act()) == "d close"
