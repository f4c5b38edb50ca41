"""One game of each kind of turns, as a record that can be read: nothing is found in it but what its notes say."""

from __future__ import annotations

import pytest

from dealerkit.hands.check import check_file
from dealerkit.table.record import read_record
from tests.test_records import RECORDS

VERBS = {
    "thirty-one": {"take", "discard", "knock", "show", "mark"},
    "canasta": {"lay", "take", "meld", "square", "discard", "mark", "move"},
    "canasta-two": {"take", "meld", "square", "discard", "mark"},
    "jenny-jenny": {"lay", "take", "buy", "claim", "show", "mark"},
}


@pytest.mark.parametrize("name", VERBS)
def test_the_record_of_a_game_has_what_the_game_is_made_of(name: str) -> None:
    """From the pack to the count; what is found in it is what `tests/test_records.py` compares line by line."""
    path = next(path for path in RECORDS if path.stem == name)
    (hand,) = check_file(path)
    assert hand.unreadable is None
    assert VERBS[name] <= {act.verb for act in read_record(path).acts}
