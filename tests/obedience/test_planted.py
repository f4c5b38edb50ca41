"""Each code's own fault, planted as the cases plant it: whoever obeys the table from there is not accused again.

Every day one case of each code is tried; in a campaign every case.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.obedience.planted import Planted, obeyed, own_faults, planted
from tests.sampling import LONG

pytestmark = pytest.mark.campaign


@pytest.mark.sample(3, most=4)
@pytest.mark.parametrize("game", sorted({str(one.case.data["game"]) for one in planted()}))
def test_whoever_obeys_after_a_planted_fault_is_not_accused_again(game: str) -> None:
    """Finding, floor, due act and players' choices go on without contradiction to the end of the round."""
    mine = [one for one in own_faults(0 if LONG else 1) if one.case.data["game"] == game]
    wrong = [f"{one.id}: {why}" for one in mine if (why := obeyed(one))]
    print(f"{game}: {len(mine)} faults planted, {len(wrong)} failing")
    assert not wrong, "\n".join(wrong)


def test_the_codes_that_are_planted_are_many() -> None:
    """Of every family that a dealer's act can plant, several codes are tried."""
    codes = {one.code for one in planted()}
    families = Counter(code.partition("/")[0] for code in codes)
    print(f"{len(planted())} cases of {len(codes)} codes: {dict(families)}")
    assert len(codes) > 200
    assert {"burn", "coup", "deal", "floor", "pot", "showdown", "street", "stud"} <= families.keys()


def test_a_fault_is_told_by_its_code_and_case() -> None:
    """What a message names can be found in the files."""
    one: Planted = planted()[0]
    assert one.id == f"{one.code} ({one.case.name})"
