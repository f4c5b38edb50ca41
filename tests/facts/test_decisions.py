"""What a ruling comes to: its outcome, its remedies, and what it may still come to while a fact is missing."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from dealerkit.facts.decisions import comes_to, outcomes_meant


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
