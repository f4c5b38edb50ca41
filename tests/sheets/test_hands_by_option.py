"""A hand for every value of every option that the engine reads: it comes out differently under another value, and a clause that
names the option's rule, or one that the engine's finding rests on, reads otherwise under the two.

`unturned_by_option.yaml` lists the values that no hand tells from another one, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.sampling import daily
from tests.sheets import turning
from tests.sheets.turning import A_NUMBER, Turn, every_option, turns, values_of
from tests.yaml_files import data_of

LISTED = data_of(Path(__file__).parent / "unturned_by_option.yaml")
UNTURNED: Mapping[str, frozenset[str]] = {
    option: frozenset(values) for options in LISTED["options"].values() for option, values in options.items()
}
"""By option the values that no hand tells from another one."""
EVERY_DAY = ("allow_opposed_bets", "check_raise", "fold_without_bet", "peek", "revoke")
"""Some of each family that are tried every day."""


def unturned(option: str, found: list[Turn]) -> set[str]:
    """Return the values of an option for which there is no hand."""
    told = {value for turn in found for value in (*turn.values, A_NUMBER)}
    return values_of(option) - told


@pytest.mark.thorough
@pytest.mark.parametrize("option", daily(every_option(), 40, keep=EVERY_DAY))
def test_a_hand_turns_on_the_option(option: str, record_property: Callable[[str, object], None]) -> None:
    """Each value of it is told from another one by a hand, and a clause says so; or it is listed."""
    found = turns(option)
    assert unturned(option, found) == UNTURNED.get(option, frozenset())
    assert all(turn.told and turn.rules for turn in found)
    record_property("turned", len(found))


def test_every_reason_is_told() -> None:
    """What is listed stands under a reason, under the name of an option, and once; its values are values of it."""
    assert LISTED["reasons"].keys() == LISTED["options"].keys()
    assert sum(map(len, LISTED["options"].values())) == len(UNTURNED)
    assert UNTURNED.keys() <= set(every_option())
    assert all(values <= values_of(option) for option, values in UNTURNED.items())


# What is not so is found


def test_a_hand_of_which_no_telling_knows_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """MS-23: without a sentence that changes with the option, no hand that turns on it counts."""
    assert unturned("peek", []) == {"true", "false"}
    (turn,) = turns("peek")
    assert unturned("peek", [turn]) == set()
    monkeypatch.setattr(turning, "_differs", lambda *_: False)
    assert turns("peek") == []
