"""A dealer watched: what is marked, taken back, paused, counted and scored."""

from __future__ import annotations

from fractions import Fraction

from dealerkit.training.drills import looked_at
from dealerkit.training.observation import Observation, totals

SEVERITY = {"a/minor": "minor", "b/major": "major", "c/critical": "critical"}.__getitem__


class Hands:
    """A clock that is set by hand."""

    at = 0.0

    def __call__(self) -> float:
        return self.at


def test_pace_leaves_out_pauses():
    """Three hands in six minutes of dealing, with a shuffle of four minutes between: thirty an hour."""
    clock = Hands()
    seen = Observation(clock)
    for _ in range(2):
        clock.at += 120
        seen.hand_over()
    seen.pause()
    clock.at += 240
    assert seen.paused
    seen.pause()
    clock.at += 120
    seen.hand_over()
    assert seen.seen().pace == 30
    assert seen.seen().seconds == 360


def test_anything_can_be_taken_back():
    """A slip, the end of a hand, a pause; and nothing when there is nothing."""
    clock = Hands()
    seen = Observation(clock)
    assert seen.undo() is None
    seen.slip("a/minor")
    clock.at += 60
    seen.hand_over()
    seen.slip("b/major")
    assert seen.undo().code == "b/major"
    assert seen.undo().what == "hand"
    assert seen.seen().hands == (("a/minor",),)
    assert seen.seen().times == ()
    seen.pause()
    seen.undo()
    assert not seen.paused


def test_the_score_is_that_of_a_walked_hand():
    """Minor 1, major 4; the same minor slip more than three times in a hand is one major; a critical one fails (section 3)."""
    clock = Hands()
    seen = Observation(clock)
    for _ in range(4):
        seen.slip("a/minor")
    seen.hand_over()
    seen.slip("a/minor")
    seen.slip("b/major")
    seen.hand_over()
    assert seen.seen().score(SEVERITY, 90) == (100 * (1 - Fraction(9, 90)), True)
    seen.slip("c/critical")
    assert seen.seen().score(SEVERITY, 90)[1] is False
    assert totals(seen.seen().codes, SEVERITY) == {"critical": 1, "major": 1, "minor": 5}


def test_a_clock_that_goes_backwards_takes_nothing_away():
    """No hand lasts less than nothing."""
    clock = Hands()
    seen = Observation(clock)
    clock.at = 100
    seen.hand_over()
    clock.at = 50
    seen.hand_over()
    clock.at = 80
    assert seen.seen().times == (100, 0)
    assert seen.seen().seconds == 130


def test_what_is_looked_at_fits_the_games():
    """Nobody is marked on string bets where there are none."""
    poker, baccarat = looked_at(("poker",)), looked_at(("baccarat",))
    assert set(baccarat) < set(poker) == set(looked_at(("baccarat", "poker")))
    assert not any("string" in one or "stub" in one for one in baccarat)
