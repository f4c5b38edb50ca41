"""Who scores a hand is found under its name."""

from __future__ import annotations

from dealerkit.procedure.planners.scores import SCORERS, scorer
from tests.registering import example_of_a_word, is_registered


def test_what_is_registered_is_found() -> None:
    """Under its name, as it was."""
    is_registered(scorer, SCORERS, example_of_a_word.__name__)
