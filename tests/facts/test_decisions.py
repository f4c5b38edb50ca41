"""What a ruling comes to: its outcome, its remedies, and what it may still come to while a fact is missing."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from dealerkit.errors import DealerkitError
from dealerkit.facts.decisions import comes_to, outcomes_meant, ruling_in_force, ruling_of, ruling_on
from dealerkit.felt import Act


def ruling(outcome: str, to_deal: str = "", possible: str = "", *, decided: bool = True) -> Any:
    """A ruling, as far as it is asked for."""
    return SimpleNamespace(outcome=outcome, to_deal=to_deal.split(), possible=possible.split(), decided=decided)


@pytest.mark.parametrize(
    ("of", "words", "answer"),
    [
        pytest.param(ruling("misdeal"), ["misdeal"], True, id="its-outcome"),
        pytest.param(ruling("misdeal"), ["hand_dead"], False, id="another"),
        pytest.param(ruling("misdeal"), ["ends"], True, id="a-group"),
        pytest.param(ruling("play_on"), ["ends"], False, id="of-the-other-group"),
        pytest.param(ruling("card_plays"), ["ends", "stands"], True, id="of-either"),
        pytest.param(ruling("play_on", "RM-05 RM-01"), ["RM-01"], True, id="a-remedy"),
        pytest.param(ruling("play_on", "RM-05"), ["RM-01"], False, id="another-remedy"),
        pytest.param(ruling("undecided", possible="misdeal void_hand", decided=False), ["ends"], True, id="all-that-may-come"),
        pytest.param(ruling("undecided", possible="misdeal play_on", decided=False), ["ends"], None, id="some-of-it"),
        pytest.param(ruling("undecided", decided=False), ["ends"], None, id="nobody-knows"),
        pytest.param(None, ["ends"], None, id="no-ruling"),
    ],
)
def test_whether_a_ruling_comes_to_one_of_some_outcomes(of: Any, words: list[str], answer: bool | None) -> None:
    """Where it is undecided, what it may come to decides only if all of it does."""
    assert comes_to(of, words) is answer


def test_words_for_several_outcomes() -> None:
    """Each means itself too."""
    assert outcomes_meant(["stands"]) == {"stands", "play_on", "action_binding", "raise_allowed", "card_plays"}
    assert outcomes_meant(["hand_dead", "ends"]) == {"hand_dead", "ends", "misdeal", "void_hand"}
    assert outcomes_meant([]) == frozenset()


@pytest.mark.parametrize(
    ("since", "now_ruled", "outcome"),
    [
        pytest.param([], "misdeal", "play_on", id="nothing-has-happened-since"),
        pytest.param(["d tap"], "misdeal", "play_on", id="nothing-that-counts"),
        pytest.param(["s1 call"], "misdeal", "misdeal", id="a-player-has-acted"),
        pytest.param(["d burn"], "misdeal", "misdeal", id="a-card-has-come"),
        pytest.param(["s1 call"], None, "play_on", id="no-rule-for-it-as-it-lies-now"),
    ],
)
def test_the_ruling_that_is_in_force(since: list[str], now_ruled: str | None, outcome: str) -> None:
    """The floor's, until something has happened; then the one for what lies there, if there is one."""
    asked: list[tuple[str, Mapping[str, object]]] = []

    def decide(fault: str, facts: Mapping[str, object]) -> Any:
        asked.append((fault, facts))
        if now_ruled is None:
            raise DealerkitError
        return ruling(now_ruled)

    game = SimpleNamespace(data={}, memo={"decide": decide})
    log = [Act.parse(line) for line in ["d deal s1", *since]]
    now: Any = SimpleNamespace(game=game, log=log, felt=SimpleNamespace(flaws=[1, 2]))
    slip: Any = SimpleNamespace(at=1, fault="foreign_card", ruling=ruling("play_on"))
    in_force = ruling_in_force(now, slip)
    assert in_force is not None
    assert in_force.outcome == outcome
    assert asked in ([], [("foreign_card", {"flawed_cards": 2})])
    assert ruling_on(now, "no_such_fault") is None


def test_facts_may_show_that_it_was_another_fault() -> None:
    """It is ruled on as that one; without a rule set there is no ruling."""
    asked: list[tuple[str, Mapping[str, object]]] = []
    memo = {"decide": lambda fault, facts: asked.append((fault, facts))}
    now: Any = SimpleNamespace(game=SimpleNamespace(memo=memo))
    ruling_of(now, "cards_misplaced", {"fault": "surplus_card", "count": 1})
    ruling_of(now, "cards_misplaced", {"count": 1})
    assert asked == [("surplus_card", {"count": 1}), ("cards_misplaced", {"count": 1})]
    assert ruling_of(SimpleNamespace(game=SimpleNamespace(memo={})), "boxed_card", {}) is None  # type: ignore[arg-type]
