"""What a house posts: odds, rates and limits as options of baccarat."""

from __future__ import annotations

import pytest

from dealerkit.errors import DealerkitError, RuleFileError, UnknownName
from dealerkit.rules.first_house_file import new_rules
from dealerkit.rules.games import game


@pytest.mark.parametrize(
    ("name", "said", "read"),
    [
        ("tie_pays", "8:1", "8 to 1"),
        ("tie_pays", "9 for 1", "8 to 1"),
        ("tie_pays", "9_to_1", "9 to 1"),
        ("tie_pays", "8.5 to 1", "17 to 2"),
        ("dragon7_pays", "30:1", "30 to 1"),
        ("six_pays", "0.5 to 1", "1 to 2"),
        ("commission_rate", "4.5%", "0.045"),
        ("commission_rate", "0.03", "0.03"),
        ("maximum", "12345.5", "12345.5"),
    ],
)
def test_any_value_that_a_house_posts_is_read(name, said, read):
    """BA-65, BA-66, BA-67, BA-73: one form for each, however it was written."""
    assert game("mini-baccarat", settings={name: said}).options[name] == read


@pytest.mark.parametrize(
    ("name", "said"),
    [*(("tie_pays", odds) for odds in ("eight", "0 to 1", "8", "1 for 1")), ("commission_rate", "105%"), ("maximum", "-1")],
)
def test_what_is_no_such_value_is_refused_with_what_is_allowed(name, said):
    """Bad input is told, with a value that would do."""
    with pytest.raises(UnknownName) as told:
        game("mini-baccarat", settings={name: said})
    assert ("any odds, such as 8 to 1" if name == "tie_pays" else "a number") in str(told.value)


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"minimum": "100", "maximum": "50"}, "minimum"),
        ({"side_minimum": "10", "tie_maximum": "5"}, "side_minimum"),
        ({"side_minimum": "10", "side_maximum": "5"}, "side_minimum"),
    ],
)
def test_limits_that_leave_no_room_are_refused_when_they_are_set(settings, name):
    """A smallest bet over the largest; a largest of nought is none."""
    with pytest.raises(RuleFileError) as told:
        game("mini-baccarat", settings=settings)
    assert told.value.problems[0].path == name
    assert game(
        "mini-baccarat", settings={option: "0" if option.endswith("maximum") else value for option, value in settings.items()}
    )


def test_a_new_house_file_lists_the_limits():
    """BA-72, BA-78: what a house decides is there to be decided."""
    text = new_rules("club", "us")
    for name in ("minimum", "maximum", "tie_maximum", "side_maximum", "differential", "side_without_main", "pushed_bets"):
        assert f"# {name}: " in text, name


def test_winnings_to_what_no_chip_makes_are_refused():
    """BA-A11: the unit of a payment is a multiple of the smallest chip."""
    from dealerkit.rules.coups import coup_rules

    with pytest.raises(DealerkitError, match="can't be paid"):
        coup_rules(game("mini-baccarat", settings={"payout_unit": "0.003"}))
