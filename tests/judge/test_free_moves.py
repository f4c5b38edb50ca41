"""Cards that the dealer may take back freely (`felt: freely`): what was done against the rules, and nothing else (SG-09)."""

from __future__ import annotations

import pytest

import dealerkit as dk


@pytest.mark.parametrize(
    ("name", "at", "place"), [("canasta", "deal", "s2.jacks"), ("canasta", "deal", "pile"), ("all-fours", "deal", "trick")]
)
def test_sg_09_nothing_is_taken_back_where_nothing_was_wrong(name: str, at: str, place: str) -> None:
    """A card that leaves a hand so is owed back to it, before play goes on without it."""
    table = dk.Table(name, seats=4, seed=1)
    table.advance(at)
    for _ in range(12):
        table.advance()
    (finding,) = table.push(f"d move s2 {place}")
    assert (finding.code, [act.text for act in table.owed]) == ("step/unexpected", [f"d move {place} s2"])
    assert table.push(f"d move {place} s2") == ()
    assert table.owed == ()


def test_sg_09_what_was_found_may_be_taken_back() -> None:
    """The dealer lays it back where it came from."""
    table = dk.Table("canasta", seats=4, seed=1)
    table.advance("turns")
    seat = next(iter(table.ask))
    other = f"s{int(seat[1:]) % 4 + 1}"
    assert table.push(f"{other} take pack")
    assert table.push(f"d move {other} pack") == ()


@pytest.mark.parametrize("act", ["d deal muck boxed", "d deal burns boxed"])
@pytest.mark.parametrize("game", ["holdem", "five-card-stud"])
def test_a_boxed_card_laid_where_none_is_due_is_no_card_that_only_duties_judge(game, act):
    """IR-08, MD-05: what follows from a boxed card follows from one that was due; another goes back into the stub."""
    table = dk.Table(game, seats=3, seed=7, button=1)
    while table.next_act().verb != "deal":
        table.push(table.next_act())
    table.push(table.next_act())
    assert [finding.code for finding in table.push(act)] == ["step/unexpected"]
    assert str(table.next_act()) == f"d move {act.split()[2]} stub"
