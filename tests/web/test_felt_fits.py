"""How a felt with many seats is laid out: on a phone, on a tablet upright and lying, nothing lies over anything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette

from dealerkit.training.walk.code import Plan
from dealerkit.web.people import ALONE

pytestmark = pytest.mark.slow

OVER = """() => {
  const told = (one) => one.dataset.thing, things = [...document.querySelectorAll("#felt .thing")];
  const place = new Map(things.map((one) => [one, one.getBoundingClientRect()]));
  const inner = document.querySelector("#felt .felt").getBoundingClientRect();
  const found = things.filter((one) => place.get(one).left < inner.left || place.get(one).right > inner.right).map(told);
  things.forEach((one, at) => things.slice(at + 1).forEach((other) => {
    const a = place.get(one), b = place.get(other);
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1) found.push(`${told(one)} and ${told(other)}: ${wide.toFixed()} x ${high.toFixed()}`);
  }));
  return found;
}"""
CLOCKWISE = """() => {
  const felt = document.querySelector("#felt .felt").getBoundingClientRect();
  return [...document.querySelectorAll("#felt .k-plate")].map((one) => {
    const place = one.getBoundingClientRect();
    const over = place.left + place.width / 2 - felt.left - felt.width / 2;
    const up = felt.top + felt.height / 2 - place.top - place.height / 2;
    return (Math.atan2(over, up) + Math.PI) % (2 * Math.PI);
  });
}"""
"""How far around the felt each seat stands, clockwise from the dealer."""


@pytest.mark.parametrize("width", [390, 768, 1024])
@pytest.mark.parametrize(
    ("game", "seats", "acts"),
    [
        ("mini-baccarat", 9, 60), ("mini-baccarat", 8, 60), ("mini-baccarat", 7, 40), ("holdem", 10, 60), ("omaha", 9, 50),
        ("stud7", 8, 45), ("draw", 6, 60), ("canasta", 4, 60), ("red-dog", 10, 30), ("red-dog", 5, 25), ("all-fours", 7, 60),
    ],
)  # fmt: skip
def test_nothing_lies_over_anything(
    app: Starlette, screen: Callable[..., Any], game: str, seats: int, acts: int, width: int
) -> None:
    """In the middle of a hand with as many as can sit there; on a tablet upright seats go clockwise all around."""
    live = app.state.site.tables.open(Plan(game, None, {}, seats, 5), ALONE)
    for number in range(acts):
        act = live.session.table.next_act()
        if act is not None:
            live.say(f"k{number}", [act])
    page = screen(width, 844 if width == 390 else 1024)
    page.goto(f"/deal/{live.id}")
    page.wait_for_selector("#deal.ready")
    assert page.evaluate(OVER) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width == 768 and seats > 4:
        around = page.evaluate(CLOCKWISE)
        assert around == sorted(around)
