"""What is rounded to chips, and the rake of a pot. BA-65, DP-27"""

from __future__ import annotations

from fractions import Fraction

import pytest

from dealerkit.arithmetic.rounding import ROUNDINGS, raked, whole


@pytest.mark.parametrize(
    ("parts", "of", "wanted"),
    [
        pytest.param(0, 4, (0, 0, 0), id="nothing"),
        pytest.param(4, 4, (1, 1, 1), id="comes-out"),
        pytest.param(5, 4, (1, 2, 1), id="a-quarter"),
        pytest.param(6, 4, (2, 2, 1), id="a-half-goes-up"),
        pytest.param(7, 4, (2, 2, 1), id="three-quarters"),
        pytest.param(8, 4, (2, 2, 2), id="two"),
        pytest.param(4, 3, (1, 2, 1), id="a-third"),
        pytest.param(5, 3, (2, 2, 1), id="two-thirds"),
        pytest.param(7, 1, (7, 7, 7), id="whole"),
    ],
)
def test_ba_65_rounding(parts, of, wanted):
    """To the nearest with a half up, up, and down."""
    assert tuple(whole(parts, of, rounding) for rounding in ROUNDINGS) == wanted


@pytest.mark.parametrize(
    ("pot", "more", "wanted"),
    [
        pytest.param(0, {}, 0, id="no-pot"),
        pytest.param(1, {"rounding": "up"}, 1, id="the-least-pot"),
        pytest.param(19, {}, 0, id="less-than-a-chip"),
        pytest.param(20, {}, 1, id="a-chip"),
        pytest.param(79, {"cap": 4}, 3, id="under-the-cap"),
        pytest.param(80, {"cap": 4}, 4, id="at-the-cap"),
        pytest.param(100, {"cap": 4}, 4, id="over-the-cap"),
        pytest.param(100, {}, 5, id="no-cap"),
        pytest.param(39, {"least": 40}, 0, id="under-the-least"),
        pytest.param(40, {"least": 40}, 2, id="the-least"),
        pytest.param(79, {"step": 2}, 2, id="in-twos"),
        pytest.param(80, {"step": 2}, 4, id="in-twos-comes-out"),
        pytest.param(61, {"step": 2, "rounding": "up"}, 4, id="in-twos-up"),
    ],
)
def test_dp_27_the_rake_of_a_twentieth(pot, more, wanted):
    """A share of the pot in whole steps, up to the cap, of pots that are raked at all."""
    assert raked(pot, Fraction(1, 20), **more) == wanted


def test_dp_27_the_share_is_taken_as_it_is_written():
    """Three fortieths are more than a twentieth."""
    assert (raked(80, Fraction(3, 40)), raked(80, Fraction(1, 10))) == (6, 8)
