"""One act, one ruling: the gravest; and a ruling that is not carried out stays a finding."""

from __future__ import annotations

import attrs
import pytest

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.felt import Act
from dealerkit.rules.games import game
from tests.obedience.snapshots import pushed, read


def flop_without_tap_and_burn(rules: str) -> dk.Table:
    """Three cards are laid out, and neither was the table tapped nor a card burned."""
    table = dk.Table("holdem", rules, seats=4, seed=7)
    table.advance("flop")
    table.push("d deal board 3")
    return table


@pytest.mark.parametrize(("rules", "outcome"), [("rrop", "board_redealt"), ("tda", "corrected")])
def test_two_slips_of_one_act_have_one_ruling(rules: str, outcome: str) -> None:
    """FTR-02, FTR-24: the graver one, and the other slip follows from that it was on."""
    table = flop_without_tap_and_burn(rules)
    (given,) = table.rulings
    assert (given.ruling.outcome, given.code) == (outcome, "burn/missed-before-street")
    tap, burn = table.findings
    assert (tap.code, tap.because_of) == ("street/no-tap", (burn.code, burn.act))
    assert burn.because_of is None


@pytest.mark.parametrize("rules", ["rrop", "tda"])
def test_what_the_floor_has_ruled_on_is_not_put_right_by_a_late_burn(rules: str) -> None:
    """RM-11, RM-13: the remedy is what puts it right, and it is still due."""
    table = flop_without_tap_and_burn(rules)
    table.push("d floor")
    due = table.next_act()
    for act in ("d tap", "d burn"):
        table.push(act)
    assert not any(finding.self_corrected for finding in table.findings)
    assert table.next_act() == due


def test_a_ruling_that_was_not_carried_out_is_never_lowered() -> None:
    """RM-11: a second flop on the first, and then a third; the board that is left has five cards."""
    table = flop_without_tap_and_burn("rrop")
    for act in ("d floor", "d tap", "d burn", "d deal board 3", "d deal board 3"):
        table.push(act)
    while (due := table.next_act()) is not None and due.verb != "award":
        assert table.push(due) == ()
    assert len(table.felt.places["board"]) == 5
    left = [finding for finding in table.findings if finding.code == "floor/ruling-not-carried-out"]
    assert [finding.self_corrected for finding in left] == [False, False]
    assert {finding.because_of for finding in left} == {("burn/missed-before-street", table.findings[0].act)}


@pytest.mark.parametrize(
    ("rules", "at", "act", "outcomes", "dealt"),
    [
        ("rrop", "board", "d deal board 4 boxed", ["board_redealt", "card_replaced"], "rebuild"),
        ("rrop", "river_burn", "d deal board boxed", ["card_replaced", "corrected"], "discard"),
        ("tda", "board", "d deal board 4 boxed", ["card_replaced", "corrected"], "turn"),
    ],
)
def test_what_a_ruling_beside_another_has_dealt_is_dealt_too(
    rules: str, at: str, act: str, outcomes: list[str], dealt: str
) -> None:
    """MD-05, FTR-20, FTR-25: a card that lay face up in the deck, in a street that has a card too many or no burn."""
    table = dk.Table("holdem", rules, seats=4, seed=7)
    table.advance(at)
    table.push(act)
    (given,) = table.rulings
    assert [one.outcome for one in given.ruling.each] == outcomes
    acts = []
    while (due := table.next_act()) is not None and due.verb != "award":
        assert table.push(due) == ()
        acts.append(due.verb)
    assert dealt in acts
    assert len(table.felt.places["board"]) == 5


def test_a_graver_ruling_that_holds_no_more_leaves_room_for_the_next() -> None:
    """MD-02, FTR-24: two have acted, and the hand is no misdeal any more; the flop is still dealt again."""
    table = dk.Table("holdem", "rrop", seats=4, seed=7)
    table.advance("pitch")
    table.push("d deal s2 up")
    assert table.floor.to_rule == Act.parse("f rule misdeal step/pitch-wrong-face")
    for act in ("d deal s3", "d deal s4", "d deal s1", "d deal s2", "d deal s3", "d deal s4", "d deal s1"):
        table.push(act)
    for act in ("s4 call", "s1 call", "s2 call", "s3 check", "d sweep", "d deal board 3"):
        table.push(act)
    assert table.floor.to_rule == Act.parse("f rule board_redealt burn/missed-before-street")


def test_the_floor_may_speak_of_any_finding() -> None:
    """Also of one whose code ends in the name of a rule, however that is written; what nobody found is refused."""
    spoken = 0
    for table in map(pushed, read("nap")):
        for code in {finding.code for finding in table.findings}:
            for said in (code, code.lower(), code.upper()):
                assert (
                    table.judge(f"f rule play_on {said}").findings == table.judge(Act.make("f", "rule", "play_on", code)).findings
                )
            spoken += code != code.lower()
        with pytest.raises(Impossible, match="unknown finding:"):
            table.judge("f rule play_on play/nobody")
    assert spoken


@pytest.mark.parametrize("outcome", ["misdeal", "void_hand", "play_on"])
def test_the_floor_may_rule_where_no_rule_set_is_in_force(outcome: str) -> None:
    """There is no list to look a remedy up in, so the word alone stands."""
    table = dk.Table(attrs.evolve(game("holdem"), rules=None), seats=3, seed=1)
    assert table.push(f"f rule {outcome}") == ()
    assert not table.floor.puts_right
