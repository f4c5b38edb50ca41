"""Who chooses, who advises and who deals a round are found under what they choose, advise and deal."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any

import pytest

from dealerkit.table import settled_rounds
from dealerkit.table.bots import registry
from tests.registering import is_registered


@pytest.mark.parametrize(
    ("register", "words", "name"),
    [
        (registry.chooser("lighting"), registry.SENSE, "lighting"),
        (registry.chooser("lighting", "lamps"), registry.SENSE, "lighting lamps"),
        (registry.adviser("lighting"), registry.ADVICE, "lighting"),
        (settled_rounds.round_dealer("lamps"), settled_rounds.ROUND_DEALERS, "lamps"),
    ],
    ids=["chooser", "chooser of a family", "adviser", "round_dealer"],
)
def test_what_is_registered_is_found(register: Callable[[Any], Any], words: MutableMapping[Any, Any], name: str) -> None:
    """Under its name, as it was."""
    is_registered(register, words, name)
