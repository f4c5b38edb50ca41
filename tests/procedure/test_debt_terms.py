"""How long a debt is owed: over the beginning of a round, and over the leaving of one."""

from __future__ import annotations

import attrs
import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.procedure.agenda import Debt
from dealerkit.procedure.debt_terms import outlives, stays_owed
from dealerkit.procedure.planners.table import MOVED_UNASKED
from dealerkit.procedure.steps import DealerStep

TABLE = dk.Table("holdem", seats=3, button=3, seed=3)
TABLE.advance("preflop")
TABLE.felt.rows["pot"][0] = 4
"""The blinds of 1 and 2 lie in front of seats 1 and 2, and 4 in the pot."""

STEP = next(step for step in TABLE.house.program.walk() if isinstance(step, DealerStep))
TAKEN_BACK = attrs.evolve(STEP, do=MOVED_UNASKED)


def debt(*acts: str, unasked: bool = False, finding: int = 1, round_: int = 5) -> Debt:
    """A debt of these acts, noted in a round."""
    return Debt(TAKEN_BACK if unasked else STEP, tuple(map(Act.parse, acts)), len(acts), finding=finding, round=round_)


@pytest.mark.parametrize(
    ("act", "finding", "round_", "over", "owed"),
    [
        ("d burn", 1, 5, frozenset(), True),
        ("d burn", 1, 4, frozenset(), True),
        ("d burn", 1, 3, frozenset(), False),
        ("d burn", 1, 5, frozenset({"burn"}), False),
        ("d burn", 1, 5, frozenset({"deal"}), True),
        ("d return s2 bet 2", 1, 3, frozenset(), True),
        ("d return s2 bet 2", 0, 3, frozenset({"return"}), True),
        ("d return s2 bet 2", -1, 3, frozenset(), False),
        ("d return s2 bet 2", -1, 4, frozenset(), True),
    ],
)
def test_a_debt_is_owed_for_one_round_more_and_found_money_for_ever(act, finding, round_, over, owed):
    """When round 5 begins; an act whose verb cannot be made good any more is dropped, unless it is money that was found."""
    assert outlives(debt(act, finding=finding, round_=round_), 5, over) is owed


@pytest.mark.parametrize(
    ("acts", "more", "owed"),
    [
        (["d button s1"], {"unasked": True}, True),  # MD-17
        (["d button s1"], {}, False),
        (["d button s1", "d burn"], {"unasked": True}, False),
        (["d burn"], {}, False),
        (["d return s2 bet 2"], {}, True),
        (["d return s2 bet 1"], {}, True),
        (["d return s2 bet 3"], {}, False),
        (["d return s3 bet 1"], {}, False),
        (["d return s2 bet 3"], {"round_": 4}, True),
        (["d return s2 bet 2"], {"round_": 6}, True),
        (["d return s2 bet 3"], {"round_": 4, "finding": -1}, False),
        (["d return s2 bet 2"], {"finding": -1}, False),
        (["d return s2 bet 2"], {"finding": 0}, True),
        (["d return s2 bet 3"], {"finding": 0}, False),
        (["d return s2 bet 3"], {"round_": 4, "finding": 0}, True),
        (["d return s2 bet 0"], {}, False),
        (["d return s1 bet 1", "d return s2 bet 3"], {}, False),
        (["d return s1 bet 1", "d return s2 bet 2"], {}, True),
        (["d return s2 pot 4"], {}, False),
        (["d return s2 pot 4"], {"unasked": True}, True),
        (["d return s2 pot 5"], {"unasked": True}, False),
        (["d award s2 4"], {}, False),
    ],
)
def test_chips_that_lie_there_stay_owed_when_the_round_is_left(acts, more, owed):
    """In front of their owner, and in the pot if they came there unasked; not more than lies there. Found earlier they stay."""
    assert stays_owed(debt(*acts, **more), 5, TABLE.now) is owed
