"""The engine with no family of ours: a toy's words are found by its entry point, and its game is dealt and judged."""

from __future__ import annotations

import pytest

from tests.games.installed import run_with

DEALT = """
import dealerkit as dk
from dealerkit.table.bots import Bots, sensible

slip = {slip!r}
table, players = dk.Table(toy + "/harbour.yaml", seats=3, seed=1), Bots(sensible)
while not (table.log and table.log[-1].verb == "gather" and any(act.verb == "answer" for act in table.log)):
    act = (players.acts(table) or table.expected.dealer)[0]
    if slip and str(act) == slip[0]:
        act, slip = dk.Act.parse(slip[1]), None  # once; then the right call is due
    table.push(act)
ours = [name for name in sys.modules if name.startswith("dealerkit.games")]
found = [[finding.code, *table.explain(finding).cite] for finding in table.findings]
print(json.dumps([[str(act) for act in table.log], found, ours]))
"""


def deal(*slip: str) -> tuple[list[str], list[list[str]], list[str]]:
    """Deal one hand of the toy; where an act is due that a slip names, the other one is done."""
    return run_with({"harbour": "harbour_games"}, DEALT.format(slip=slip))


def test_a_toy_is_dealt_with_no_family_of_ours():
    """Its fact opens the players' step, its mechanic asks them, its player answers, its planner says what is called."""
    acts, findings, ours = deal()
    hand = acts[acts.index("s3 answer ahoy") :]
    assert hand == ["s3 answer ahoy", "s1 answer ahoy", "s2 answer ahoy", "d call hailed 3", "d gather"]
    assert findings == []
    assert ours == []


@pytest.mark.parametrize(
    ("due", "done", "finding"),
    [
        pytest.param("d call hailed 3", "d call hailed 2", ["step/hailed-wrong-amount", "SG-01"], id="a-wrong-call"),
        pytest.param("d call hailed 3", "d gather", ["step/hailed-skipped", "SG-01"], id="no-call"),
        pytest.param("s1 answer ahoy", "s2 answer ahoy", ["play/SG-01", "SG-01"], id="out-of-turn"),
    ],
)
@pytest.mark.sample(3, rest="thorough")
def test_a_toy_is_judged_with_no_family_of_ours(due, done, finding):
    """What the dealer and the players do wrong there is found, and cites the rule that the toy's file names (SG-01)."""
    _, findings, ours = deal(due, done)
    assert findings == [finding]
    assert ours == []
