"""Who is dealt in, where the button and the blinds go, and what each seat posts. DE-10, DP-09, CO-31, TDA 32, 34-B"""

from __future__ import annotations

from typing import Any

import pytest

import dealerkit as dk
from dealerkit.facts.seats import (
    Blinds,
    blinds_of,
    entitled,
    forced_bets,
    forced_bets_missing,
    forced_in_front,
    left_of_big_blind,
    place_blinds,
    place_button,
    playing,
)

BLINDS: list[tuple[str, list[int], int, Blinds | None, dict[str, bool], tuple[int, int, int]]] = [
    ("the next two", [4, 6, 2], 2, None, {}, (4, 6, 4)),
    ("heads-up the button is the small blind", [2, 5], 5, None, {}, (5, 2, 5)),
    ("heads-up, with the button on the first of them", [2, 5], 2, None, {}, (2, 5, 2)),
    ("heads-up, with the button on an empty seat", [2, 5], 3, None, {}, (5, 2, 5)),
    ("one is left", [4], 2, None, {}, (0, 0, 2)),
    ("nobody", [], 2, None, {}, (0, 0, 2)),
    ("one blind, on the button", [4, 6, 2], 2, None, {"on_button": True}, (0, 2, 2)),
    ("a moving button forgets the last hand", [4, 6, 2], 2, Blinds(3, 5, 3), {}, (4, 6, 4)),
    ("a dead button: the first hand", [4, 6, 2], 2, None, {"dead": True}, (4, 6, 4)),
    ("a dead button: the big blind has left", [4, 6, 2], 2, Blinds(3, 5, 3), {"dead": True}, (0, 6, 5)),
    ("a dead button: the big blind is there", [5, 6, 2], 3, Blinds(3, 5, 3), {"dead": True}, (5, 6, 5)),
    ("a dead button: round the table", [6, 2, 4], 5, Blinds(5, 6, 5), {"dead": True}, (6, 2, 6)),
    ("a dead button: nobody had a big blind", [4, 6, 2], 2, Blinds(0, 0, 2), {"dead": True}, (4, 6, 4)),
]


@pytest.mark.parametrize(("seats", "button", "last", "how", "where"), [pytest.param(*row[1:], id=row[0]) for row in BLINDS])
def test_de_10_where_the_blinds_are(
    seats: list[int], button: int, last: Blinds | None, how: dict[str, bool], where: tuple[int, int, int]
) -> None:
    """The small one, the big one, and the place of the small one."""
    assert place_blinds(seats, button, last, **how) == Blinds(*where)


BUTTONS: list[tuple[str, list[int], int, Blinds | None, bool, int]] = [
    ("to the next", [4, 6, 2], 2, Blinds(4, 6, 4), False, 4),
    ("a dead button goes to the small blind's place", [4, 6, 2], 2, Blinds(0, 5, 3), True, 3),
    ("or to the big blind's, where that was the same", [4, 6, 2], 2, Blinds(5, 5, 5), True, 5),
    ("a dead button without blinds", [4, 6, 2], 2, None, True, 4),
    ("a dead button without a big blind", [4, 6, 2], 2, Blinds(0, 0, 2), True, 4),
    ("of two it goes to the last big blind", [4, 6], 2, Blinds(2, 6, 2), False, 6),
    ("who has left is not asked", [4, 6], 2, Blinds(2, 5, 2), False, 4),
    ("of two without blinds", [4, 6], 2, None, True, 4),
    ("one is left", [6], 2, Blinds(2, 6, 2), False, 6),
    ("nobody is left", [], 2, Blinds(2, 6, 2), True, 2),
]


@pytest.mark.parametrize(("seats", "button", "last", "dead", "where"), [pytest.param(*row[1:], id=row[0]) for row in BUTTONS])
def test_dp_29_where_the_button_goes(seats: list[int], button: int, last: Blinds | None, dead: bool, where: int) -> None:
    """To the left, but that the big blind comes to nobody twice."""
    assert place_button(seats, button, last, dead=dead) == where


def table(acts: str = "", stacks: list[str] | None = None, name: str = "holdem", **options: Any) -> dk.Table:
    """A table of five with the button on seat 2, before the first card."""
    made = dk.Table(name, seats=5, seed=1, button=2, stacks=stacks, options=options)
    for line in filter(None, acts.split("; ")):
        made.push(line)
    return made


@pytest.mark.parametrize(
    ("acts", "stacks", "options", "dealt", "blinds", "first"),
    [
        pytest.param("", None, {}, [3, 4, 5, 1, 2], (3, 4), 5, id="all"),
        pytest.param("s3 sitout", None, {}, [4, 5, 1, 2], (4, 5), 1, id="the-first-is-away"),
        pytest.param("s4 sitout; s1 sitout", None, {}, [3, 5, 2], (3, 5), 2, id="two-are-away"),
        pytest.param("s5 sitout; s5 sitin", None, {}, [3, 4, 5, 1, 2], (3, 4), 5, id="one-came-back"),
        pytest.param("", ["9", "9", "9", "0", "9"], {}, [3, 5, 1, 2], (3, 5), 1, id="one-has-no-chips"),
        pytest.param("s3 sitout", None, {"deal_to": "all_seats"}, [3, 4, 5, 1, 2], (3, 4), 5, id="MD-11-absent-are-dealt-in"),
        pytest.param("s3 sitout; s4 sitout; s5 sitout", None, {}, [1, 2], (2, 1), 2, id="heads-up"),
    ],
)
def test_dp_09_who_is_dealt_in(
    acts: str, stacks: list[str] | None, options: dict[str, Any], dealt: list[int], blinds: tuple[int, int], first: int
) -> None:
    """From the left of the button: with chips, and not sitting out."""
    now = table(acts, stacks, **options).now
    assert entitled(now) == playing(now) == dealt
    assert (blinds_of(now).small, blinds_of(now).big) == blinds
    assert left_of_big_blind(now) == first


FORCED: list[tuple[str, str, list[str] | None, dict[str, Any], str]] = [
    ("blinds", "", None, {}, "3 post 1; 4 post 2"),
    ("a short small blind", "", ["9", "9", "1", "9", "9"], {"small_blind": "2", "big_blind": "4"}, "3 post 1; 4 post 4"),
    ("antes before the blinds", "", None, {"ante": "1"}, ("3 post ante 1; 3 post 1; 4 post ante 1; 4 post 2; 5 post ante 1;"
     " 1 post ante 1; 2 post ante 1")),
    ("an ante of the big blind", "", None, {"ante": "2", "ante_by": "big_blind"}, "3 post 1; 4 post dead 2; 4 post 2"),
    ("a stack of less than ante and blind", "", ["9", "9", "9", "3", "9"], {"ante": "2", "ante_by": "big_blind"},
     "3 post 1; 4 post dead 2; 4 post 1"),
    ("an ante of the button", "", None, {"ante": "2", "ante_by": "button"}, "3 post 1; 4 post 2; 2 post dead 2"),
    ("one seat alone", "s3 sitout; s4 sitout; s5 sitout; s1 sitout", None, {}, ""),
]  # fmt: skip


@pytest.mark.parametrize(("acts", "stacks", "options", "due"), [pytest.param(*row[1:], id=row[0]) for row in FORCED])
def test_dp_09_what_each_seat_posts(acts: str, stacks: list[str] | None, options: dict[str, Any], due: str) -> None:
    """In the order of the seats, and no more than the stack."""
    made = table(acts, stacks, **options)
    now, scale = made.now, made.felt.layout.scale
    assert "; ".join(f"{seat} {move} {chips // scale}" for seat, move, chips in forced_bets(now)) == due


def test_dr_02_antes_without_blinds() -> None:
    """Nobody posts anything else."""
    now = table(name="draw").now
    one = now.felt.layout.scale
    assert forced_bets(now) == [(seat, "post ante", one) for seat in (3, 4, 5, 1, 2)]


def test_what_is_missing_in_front_of_the_seats() -> None:
    """The rest of a blind that was posted in part; what was posted counts for its seat, and a straddle too."""
    made = table()
    made.advance("blinds")
    assert forced_bets_missing(made.now) == [(3, "post", 1), (4, "post", 2)]
    made.push("s4 post 1")
    assert forced_bets_missing(made.now) == [(3, "post", 1), (4, "post", 1)]
    made.push("s3 post 1")
    made.push("s4 post 1")
    assert forced_bets_missing(made.now) == []
    assert forced_in_front(made.now) == {3: 1, 4: 2}
    made.push("s5 straddle 4")
    assert forced_in_front(made.now) == {3: 1, 4: 2, 5: 4}
