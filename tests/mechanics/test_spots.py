"""What a seat faces before its first motion, as the rules on words and chips are asked about it. BR-32 to BR-42"""

from __future__ import annotations

from typing import Any

import pytest

import dealerkit as dk
from dealerkit.arithmetic.betting import Betting, Limits
from dealerkit.mechanics.motions import spot_of

NO_LIMIT, LIMIT, CAPPED = Limits("no_limit", 2), Limits("fixed_limit", 2, cap=4), Limits("fixed_limit", 2, cap=1)
POT = Limits("pot_limit", 2)
SPOTS: list[tuple[str, Limits, list[list[int]], list[int], dict[str, int], dict[str, Any]]] = [
    # chips behind and in front of seats 1 to 3, who acted, more of the round, and what is told of the spot
    (
        "nothing is bet", NO_LIMIT, [[90, 80, 70], [0, 0, 0]], [], {},
        {"stack": 90, "top": 0, "front": 0, "least": 2, "most": 90, "step": 2, "acted": False, "open": True, "raises": 0},
    ),
    (
        "a bet", NO_LIMIT, [[90, 74, 70], [0, 6, 0]], [], {"bets": 1},
        {"top": 6, "least": 8, "most": 90, "opening": True, "acted": False, "open": True, "capped": False, "raises": 0},
    ),
    (
        "a raise", NO_LIMIT, [[90, 74, 50], [0, 6, 20]], [1, 2], {"bets": 2},
        {"seat": 3, "stack": 50, "front": 20, "top": 20, "opening": False, "raises": 1, "pot": 26},
    ),
    (
        "it faces less than a raise", NO_LIMIT, [[84, 0, 70], [6, 7, 0]], [1, 2], {"bets": 1},
        {"seat": 3, "most": 70, "acted": False, "open": True},
    ),
    ("pot limit", POT, [[90, 74, 70], [0, 6, 0]], [], {"bets": 1}, {"least": 8, "most": 18, "structure": "pot_limit"}),
    (
        "fixed limit", LIMIT, [[90, 78, 70], [0, 2, 0]], [], {"bets": 1},
        {"least": 4, "most": 4, "structure": "limit", "capped": False},
    ),
    (
        "the cap is reached", CAPPED, [[90, 78, 70], [0, 2, 0]], [], {"bets": 1},
        {"capped": True, "acted": False, "open": False, "most": 4, "top": 2},
    ),
    ("no more than it has", LIMIT, [[3, 78, 70], [0, 2, 0]], [], {"bets": 1}, {"stack": 3, "most": 3}),
    (
        "nobody could answer", NO_LIMIT, [[90, 0, 0], [0, 6, 6]], [], {"bets": 1},
        {"acted": True, "open": False, "capped": False, "most": 8},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("limits", "chips", "acted", "more", "told"), [pytest.param(*row[1:], id=row[0]) for row in SPOTS])
def test_what_a_seat_faces(
    limits: Limits, chips: list[list[int]], acted: list[int], more: dict[str, int], told: dict[str, Any]
) -> None:
    """The price, what it may bet, and whether it may raise at all."""
    now, (behind, front) = dk.Table("holdem", seats=3, seed=1).now, chips
    round_ = Betting([0, *behind], [0, *front], [1, 2, 3], [1, 2, 3], limits, top=max(front), **more)
    for seat in acted:
        round_.took(seat, [1, 2, 3])
    spot = spot_of(now, round_)
    assert {name: getattr(spot, name) for name in told} == told
    assert (spot.unit, spot.scale, spot.chips, spot.setting) == (1, now.felt.layout.scale, now.felt.layout.chips, "cash")


def test_the_pot_is_what_was_collected_and_what_lies_in_front() -> None:
    """Blinds of 1 and 2 brought in by three callers, and 10 bet."""
    table = dk.Table("holdem", seats=4, seed=1, button=4)
    table.advance("flop_betting")
    now = table.now
    assert sum(now.felt.rows[name][0] for name in now.felt.layout.pots) == 8
    round_ = Betting(now.felt.rows["stack"], [0, 10, 0, 0, 0], [1, 2, 3, 4], [2, 3, 4, 1], NO_LIMIT, bets=1)
    spot = spot_of(now, round_)
    assert (spot.pot, spot.live, spot.seat) == (18, 4, 2)
