"""Slips after which the table once contradicted itself, by the acts: whoever obeys it from there draws no further finding, and no
chip is left where none belongs.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import dealerkit as dk
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
    assert [str(act) for act in table.owed] == ["d move banker player Ks", "d move player banker Qd"]
    assert table.push("d move banker player Ks") == ()
    assert [str(act) for act in table.owed] == ["d move player banker Qd"]


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


@pytest.mark.parametrize("form", ["holdem", "omaha", "draw", "stud7"])
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
