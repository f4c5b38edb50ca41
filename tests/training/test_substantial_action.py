"""Substantial action: MD-02, by the gates of the engine and by patterns of letters."""

from __future__ import annotations

import itertools

import pytest

from dealerkit.training.exercises import exercises, setting
from dealerkit.training.generators.substantial_action import GENERATOR, SubstantialActionSituation
from tests.training.oracles import proof

SETS = ("tda", "rrop", "wsop-live")


def answers(row, **told):
    """What each set says of a row of acts; both methods agree."""
    where = setting("poker/substantial-action", 3, **told)
    found = []
    for rules in SETS:
        given = SubstantialActionSituation(rules, tuple(row.split(", ")) if row else ())
        key = GENERATOR.key(where, given)
        assert key.answers == (proof(where, given),)
        found.append(key.answers[0])
    return found


@pytest.mark.parametrize(
    ("row", "closed"),
    [
        ("", [False, False, False]),
        ("raise", [False, False, False]),
        ("fold, fold", [False, True, False]),
        ("call, fold", [True, True, True]),
        ("fold, fold, fold", [True, True, True]),
        ("check, fold", [False, True, True]),
        ("check, check", [False, True, False]),
        ("check, check, check", [True, True, True]),
    ],
)
def test_the_ledgers_examples(row, closed):
    """Drill 17 of the ledger, and the table of the poker ledger's first section."""
    assert answers(row) == ["closed" if one else "open" for one in closed]


def test_in_stud_two_players_after_the_bring_in_are_enough_at_the_world_series():
    """Drill 17 of the ledger: wsop-live, stud; nobody checks there, and no blind or straddle is told of."""
    assert answers("fold, fold", game="stud7") == ["open", "closed", "closed"]
    assert answers("fold", game="stud7") == ["open", "open", "open"]
    shown = [item.question.show for item in itertools.islice(exercises(setting("poker/substantial-action", 4, "stud7"), "1"), 60)]
    assert all("The cards are out, the antes and the bring-in are in." in lines[0] for lines in shown)
    assert not [lines for lines in shown if any(word in " ".join(lines[1:]) for word in ("check", " bets", "straddle", "blind"))]


def test_a_house_with_another_gate_has_another_key():
    """A house that says otherwise when the gate closes, under the set that it is made from."""
    assert answers("fold, fold", rules="rrop", settings={"gate": "substantial_action"}) == ["open", "open", "open"]
    assert answers("fold, fold", rules="cedar-room") == ["open", "closed", "open"]


def test_a_set_is_asked_by_its_own_gate():
    """Under tda, which is made from rrop, an exercise about rrop has rrop's gate, and is explained by no rule of tda's."""
    where = setting("poker/substantial-action", 2, rules="tda")
    found = {rules: GENERATOR.key(where, SubstantialActionSituation(rules, ("fold", "fold"))) for rules in ("tda", "rrop")}
    assert [found[rules].answers[0] for rules in ("tda", "rrop")] == ["open", "closed"]
    assert [found[rules].rules[0] for rules in ("tda", "rrop")] == ["MD-02", "MD-15"]


def test_what_is_no_act_in_turn_does_not_count():
    """MD-02: one act in turn and one out of turn are no two acts; posted blinds and straddles are none."""
    where = setting("poker/substantial-action", 4)
    for item in itertools.islice(exercises(where, "1"), 60):
        told = [line for line in item.question.show[1:] if not any(word in line for word in ("out of turn", "posted", "all-in"))]
        row = item.cell.partition(": ")[2].partition("; ")[0]
        assert len(told) == (0 if row == "nothing yet" else len(row.split(", ")))
        assert len(item.key.working) == 3
