"""Every matcher of the judge is held in place by a case that fails without it."""

from __future__ import annotations

from importlib import import_module

import pytest

from dealerkit.errors import DealerkitError
from dealerkit.jobs.cases import RuleCase, read_all
from dealerkit.jobs.cases.coverage import Reached
from dealerkit.jobs.cases.run import run
from dealerkit.rules.data import data_dir

ORDERS = {"dealer": import_module("dealerkit.judge.classification"), "player": import_module("dealerkit.judge.matchers.player")}

NOTICED = {
    ("dealer", "remedy_left"): "DP-10 MD-03 the first card is shown, and the misdeal is called in time",
    ("dealer", "remedy_passed_over"): "RM-11 floor/ruling-not-carried-out, a second flop is dealt onto the one that goes back",
    ("dealer", "begins_anew"): "DP-01 DP-02 VD-01 VD-02 VD-03 VD-04 a new deck is spread both ways and washed",
    ("dealer", "excused"): "DP-11 deal/exposed-card-replaced-wrongly, replaced before the deal is done",
    ("dealer", "owed_exactly"): "DE-10 the button's second down card comes after the door cards of the others",
    ("dealer", "taken_off"): "SG-09 score/wrong, too much was marked, and all of it comes off again",
    ("dealer", "due_act"): "BA-18 shoe/cut-card-depth-wrong",
    ("dealer", "made_good"): "BA-18 shoe/cut-card-depth-wrong put right before the shoe is loaded",
    ("dealer", "dealt_again"): "MD-05 deck/boxed-misdeal-not-called, a second one is passed over",
    ("dealer", "picked_up"): "BJ-90 bj/picked-up-early, laid out again before the closed card is turned",
    ("dealer", "unknowable"): "BA-22 the first card was not seen: nobody can say how many, and nobody is accused",
    ("dealer", "further_on"): "BA-64 coup/paid-before-losers-taken, paid in the wrong order of seats",
    ("dealer", "floating"): "BA-56 the cut card is announced as soon as it is seen, or before the cards are cleared",
    ("dealer", "said_early"): "TFS-05 TFS-06 threes are named wild before they are dealt",
    ("dealer", "unanswered"): "BJ-61 a card comes before the hand has said anything",
    ("dealer", "later_step"): "DP-14 the bets are not brought in",
    ("dealer", "next_round"): "DP-29 MD-09 deal/started-before-table-ready, the button is not moved",
    ("dealer", "repeated"): "FTR-05 street/four-card-flop, the fourth a moment later",
    ("dealer", "made_good_late"): "DP-29 deal/started-before-table-ready, put right before a card is out",
    ("dealer", "early"): "BR-30 a raise has changed what was faced, so the chips go back",
    ("dealer", "always_or_never"): "BI-04 shoe/card-put-back, a card that was rightly drawn",
    ("dealer", "not_asked"): "BA-56 shoe/cut-card-rule-broken, a coup too many",
    ("player", "motion"): "BR-42 chips that were out already are pulled back",
    ("player", "before_the_dealer"): "BR-25 after the last round the hands are shown",
    ("player", "past_the_open_step"): "SG-03 the antes come before the cut: the cut is missing, and nobody who paid is blamed",
    ("player", "comes_or_goes"): (
        "MD-11 MD-12 deal/absent-hand-not-killed, the seat of an absent player is dealt in and killed when the deal is done"
    ),
    ("player", "words"): "floor/next-hand-started, the next coup's first card",
    ("player", "second_motion"): "BR-16 BR-17 fold, check, call, bet and raise are done as they are said",
    ("player", "unasked"): "SD-04 FTR-26 a hand is shown unasked when no bet can be made any more, and that is no fault",
    ("player", "gesture"): "protect/language-not-enforced",
    ("player", "beforehand"): "CU-08 cut/missing-or-irregular, the dealer does not wait for it",
    ("player", "shown_after"): "MS-A8 MS-21 the last one who is in shows the hand, though nobody has to see it",
    ("player", "against_the_rules"): "BA-15 shoe/cut-card-depth-wrong, the bettor cut nearer than ten cards to an end",
}
"""The case that notices when a matcher is taken out, as `bench/mutate_matchers.py` prints it."""


@pytest.fixture(scope="module")
def cases() -> dict[str, RuleCase]:
    """The cases of the procedures, by name."""
    return {case.name: case for case in read_all([data_dir("procedures")])[1]}


def passes(case: RuleCase) -> bool:
    """Whether a case comes out as it says."""
    try:
        return run(case, Reached()).ok
    except (DealerkitError, LookupError):
        return False


def test_every_matcher_is_spoken_of():
    """A new matcher needs a case that fails without it."""
    matchers = {(whose, matcher.__name__) for whose, module in ORDERS.items() for matcher in module.MATCHERS}
    assert matchers == NOTICED.keys()


@pytest.mark.parametrize(("whose", "name"), NOTICED, ids=lambda word: word)
def test_a_case_fails_without_the_matcher(whose, name, cases, monkeypatch):
    """And passes with it."""
    case = cases[NOTICED[whose, name]]
    assert passes(case)
    kept = tuple(matcher for matcher in ORDERS[whose].MATCHERS if matcher.__name__ != name)
    monkeypatch.setattr(ORDERS[whose], "MATCHERS", kept)
    assert not passes(case)
