"""Penalties: which rung of the ladder, how many hands, and what lint says of a ladder that is not there (RM-29, T 71-A)."""

from __future__ import annotations

import pytest

from dealerkit.cli.lint import words_of_the_engine
from dealerkit.rules.entries import CaseEntry
from dealerkit.rules.lint.files import lint
from dealerkit.rules.sets import rule_set
from dealerkit.rulings import rule
from dealerkit.rulings.penalties import missed_hands, penalty, rungs

POKER = ("rrop", "tda", "wsop-live")
KINDS = {
    "cash": ["warning", "suspension", "barring"],
    "tournament": ["warning", "missed_hands", "missed_rounds", "disqualification"],
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", POKER)
def test_the_ladder_is_that_of_the_ledger(name, kind):
    """RM-29: warning, missed hands, missed rounds, disqualification; in money games warning, suspension, barring."""
    assert [rung.name for rung in rungs(rule_set(name).remedies["RM-29"], kind)] == KINDS[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_repeats_go_up_rung_by_rung_and_stop_at_the_last(kind):
    """Each earlier penalty is one rung more; what is left above is told, so that the player can be."""
    ladder = KINDS[kind]
    for earlier in range(9):
        found = rule({"fault": "advice_given", "setting": kind, "earlier_penalties": earlier}, rules="rrop").penalty
        assert found.rung == ladder[min(earlier, len(ladder) - 1)]
        assert len(found.further) == len(ladder) - 1 - ladder.index(found.rung)


def test_a_round_is_a_hand_for_each_player_the_offender_counted():
    """T 71-A: hands are players at the table times rounds; nothing is counted where the rung is no round or nobody said."""
    told = {"fault": "advice_given", "earlier_penalties": 2}
    assert rule({**told, "players_at_table": 9, "penalty_rounds": 3}, rules="tda").penalty.hands == 27 == missed_hands(9, 3)
    assert rule(told, rules="tda").penalty.hands is None
    assert rule({**told, "players_at_table": 9, "setting": "cash"}, rules="tda").penalty.hands is None
    assert rule({**told, "players_at_table": 9, "earlier_penalties": 1}, rules="tda").penalty.hands is None


def test_a_case_may_begin_further_up():
    """`penalty` names the rung by kind of game; earlier penalties are counted from there."""
    remedy = rule_set("tda").remedies["RM-29"]
    case: CaseEntry = {"penalty": {"tournament": "missed_hands"}, "hand": "folded"}
    first = penalty(case, [remedy], {"setting": "tournament", "earlier_penalties": 0})
    again = penalty(case, [remedy], {"setting": "tournament", "earlier_penalties": 1})
    assert (first.rung, again.rung) == ("missed_hands", "missed_rounds")
    assert "fold stands" in first.hand
    assert penalty(case, [remedy], {"setting": "cash"}).rung == "warning"
    assert penalty(case, [{}], {"setting": "cash"}) is None


def test_a_penalty_comes_after_everything_that_touches_the_hand():
    """Two things in one hand: a misdeal, and the talk falls away; a dead hand first, the talk beside it."""
    talk = {"betting_over": False, "heads_up": False}
    both = rule({"faults": ["talk_about_hand", "fold_announced"], "facing_bet": True, "acted_behind": True, **talk}, rules="rrop")
    assert (both.fault, [one.fault for one in both.beside]) == ("fold_announced", ["talk_about_hand"])
    over = rule({"faults": ["talk_about_hand", "card_exposed"], "deck_position": 1, "acts": "none", **talk}, rules="rrop")
    assert (over.outcome, over.beside) == ("misdeal", ())


def test_the_hand_goes_on_so_nothing_is_frozen():
    """Where a player misbehaves the desk does not stop the hand, decided or not."""
    for facts in ({}, {"device_use": "call"}):
        ruling = rule({"fault": "phone_used", **facts}, rules="tda")
        assert "continues" in ruling.freeze
        assert not ruling.window
        assert "Hands off" not in ruling.say


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("remedies: []", "none of the `remedies` has a `ladder` of penalties"),
        ("remedies: [RM-29]\n        penalty: {tournament: jail}", "unknown penalty in the ladder for 'tournament': 'jail'"),
    ],
)
def test_lint_says_where_a_ladder_is_missing(tmp_path, wrong, said):
    """A penalty names a remedy with a ladder, and a rung that the ladder has."""
    house = tmp_path / "club.yaml"
    house.write_text(
        "set: club\nextends: tda\nfamily: poker\nfaults:\n  advice_given:\n    cases:\n      otherwise:\n        " + wrong + "\n"
    )
    assert any(said in problem.message for problem in lint([house], words_of_the_engine()))
