"""What an option settles is ruled by the option, whatever it is set to."""

from __future__ import annotations

import pytest

from dealerkit.jobs.cases.classes import every_class
from dealerkit.rules.games import game, games
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.rulings.decision import decide
from dealerkit.rulings.proof import prove
from tests.sampling import daily, first_daily

# game, options, fault, facts: what is said aloud
RULED = {
    "opposed-allowed": ("mini-baccarat", {}, "opposed_bets", {}, "Both bets stand."),
    "opposed-barred": ("mini-baccarat", {"allow_opposed_bets": "no"}, "opposed_bets", {"first_card_out": False}, "One bet on"),
    "cut-card-none": ("mini-baccarat", {"coups_after_cut_card": "0"}, "cut_card_out", {"cut_card_first": False}, "and shuffle"),
    "cut-card-two": ("mini-baccarat", {"coups_after_cut_card": "2"}, "cut_card_out", {"cut_card_first": False}, "the last ones"),
    "commission-up": ("mini-baccarat", {"commission_rounding": "up"}, "inexact_payment", {}, "The commission is rounded up"),
    "commission-down": (
        "mini-baccarat",
        {"commission_rounding": "down"},
        "inexact_payment",
        {},
        "The commission is rounded down",
    ),
    "no-commission-in-ez": ("mini-baccarat", {"variant": "ez"}, "inexact_payment", {}, "The win is rounded up"),
    "half-a-six-down": (
        "mini-baccarat",
        {"variant": "super6", "payout_rounding": "down"},
        "inexact_payment",
        {},
        "The win is rounded down",
    ),
    "half-a-six-nearest": (
        "mini-baccarat",
        {"variant": "super6", "payout_rounding": "nearest"},
        "inexact_payment",
        {},
        "The win is rounded to the nearest",
    ),
    "pass-always": ("fan-tan", {}, "wrongful_pass", {"could_play": False, "row_begun": True}, "for one chip"),
    "pass-opening": (
        "fan-tan",
        {"pass_chip": "opening_only"},
        "wrongful_pass",
        {"could_play": False, "row_begun": True},
        "is free",
    ),
    "pass-before-it": (
        "fan-tan",
        {"pass_chip": "opening_only"},
        "wrongful_pass",
        {"could_play": False, "row_begun": False},
        "for one chip",
    ),
    "seven-instead": (
        "fan-tan",
        {"seven_penalty": "instead"},
        "wrongful_pass",
        {"could_play": True, "held_seven": True},
        "Five chips each",
    ),
    "revoke-replayed": ("nap", {"revoke": "replay"}, "revoke", {"trick_game": "nap", "trick_gathered": True}, "redealt"),
    "level-none": (
        "thirty-one",
        {"tie_lowest": "none_lose"},
        "losing_knock",
        {"knocker_lowest": "tied", "ended_by_knock": True},
        "no one loses",
    ),
    "blitz-doubled": (
        "thirty-one",
        {"double_after_blitz": "yes"},
        "losing_knock",
        {"knocker_lowest": "alone", "ended_by_knock": False},
        "two",
    ),
    "blitz-single": (
        "thirty-one",
        {},
        "losing_knock",
        {"knocker_lowest": "alone", "ended_by_knock": False},
        "One loss, like any lowest hand",
    ),
    "blitz-all": (
        "thirty-one",
        {"blitz_charges": "all_others"},
        "losing_knock",
        {"knocker_lowest": "another", "ended_by_knock": False},
        "One loss for each player without thirty-one.",
    ),
    "blitz-all-and-two": (
        "thirty-one",
        {"blitz_charges": "all_others", "double_after_blitz": "yes"},
        "losing_knock",
        {"knocker_lowest": "alone", "ended_by_knock": False},
        "two for the knocker",
    ),
    "letters": (
        "cash",
        {},
        "disputed_call",
        {"call_made": "cash", "own_hand": False, "four_of_a_kind": False},
        "a letter to the pair",
    ),
    "points": (
        "cash",
        {"scoring": "points"},
        "disputed_call",
        {"call_made": "cash", "own_hand": False, "four_of_a_kind": False},
        "one point off for the pair that called",
    ),
    "both-at-once": ("cash", {"simultaneous": "counter"}, "disputed_call", {"same_instant": True}, "Counter cash! counts"),
    "look-barred": ("mexican-sweat", {}, "early_look", {"first_peek": True}, "That hand is out"),
    "look-allowed": ("mexican-sweat", {"peek": "yes"}, "early_look", {"first_peek": True}, "You may look at one card"),
}


@pytest.mark.parametrize(("name", "options", "fault", "facts", "says"), RULED.values(), ids=RULED)
def test_the_option_in_force_decides(name, options, fault, facts, says):
    """The same story under another option: what is said aloud is the option's, and nobody is asked for it."""
    dealt = game(name, None, options)
    assert dealt.rules is not None
    ruling = decide(dealt.rules, fault, facts, dealt.options)
    assert ruling.decided
    assert says in ruling.say


@pytest.mark.parametrize("name", games())
def test_every_option_says_what_it_settles(name):
    """An option that settles no ruling says so by an empty list."""
    assert [option for option, spec in game(name).data["options"].items() if "settles" not in spec] == []


@pytest.mark.parametrize("name", first_daily(daily(rule_sets(), 20, keep=lambda name: rule_set(name).family != "poker"), 6))
def test_what_a_set_promises_holds(name):
    """`dealerkit prove`: total, no dead case, no clash, options settle what they say, and a case for every class of facts."""
    rules = rule_set(name)
    against = {one.name: one.against for one in (*prove(rules), every_class(rules)) if not one.holds}
    assert against == {}


def test_an_amount_hangs_on_the_options_that_it_is_reckoned_from():
    """BA-65: what commission is rounded to settles what a win is paid, though no case asks it."""
    promised = {one.name: one for one in prove(rule_set("us"))}["options settle what they say"]
    assert promised.holds
    assert game("mini-baccarat").choices["commission_unit"].settles == ("inexact_payment",)
