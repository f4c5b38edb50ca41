"""The words of outcomes stand in `rulings/facts.yaml`; an outcome without words is told by lint."""

from __future__ import annotations

import re

import pytest

from dealerkit.cli.lint import words_of_the_engine
from dealerkit.rules.doc import Doc
from dealerkit.rules.lint.sets import lint_facts
from dealerkit.rules.option_facts import option_facts
from dealerkit.rules.sets import catalogue, facts_as_they_were, rule_set, rule_sets
from dealerkit.rules.texts import text
from dealerkit.rulings import rule
from dealerkit.rulings.amounts import made_of
from dealerkit.rulings.facts import is_question
from dealerkit.rulings.outcome_words import OUTCOMES, WAITS
from dealerkit.rulings.wording import to_do


def test_every_outcome_that_is_ruled_has_words():
    """In every set that comes with dealerkit."""
    ruled = {
        case["outcome"] for name in rule_sets() for fault in rule_set(name).faults.values() for case in fault["cases"].values()
    }
    assert ruled <= set(OUTCOMES)
    assert all(OUTCOMES[word][0].isupper() for word in ruled)
    assert set(WAITS) == {"end_of_round", "betting_over"}


def test_lint_tells_an_outcome_without_words():
    """One that the engine speaks of, and a case that comes to one."""
    doc = catalogue().facts
    left = {word: said for word, said in doc.data["outcomes"].items() if word not in {"penalty", "misdeal"}}
    told = [
        one.message for one in lint_facts(doc.with_data({**doc.data, "outcomes": left}), words_of_the_engine(), option_facts())
    ]
    assert told == ["the outcome 'misdeal' has no words", "the outcome 'penalty' has no words"]


def test_a_catalogue_of_an_earlier_day_is_told_in_the_words_of_today():
    """A journal keeps the facts of its day; before they had words of outcomes these stood in the code."""
    facts = {key: value for key, value in catalogue().facts.data.items() if key != "outcomes"}
    with facts_as_they_were(Doc.of(facts)):
        assert OUTCOMES["misdeal"] == "Misdeal: the deal is void and the hand is redealt"


BACK = (
    r"\b(?:goes?|comes?) back\b|\b(?:is|are) returned\b|\b(?:does not|doesn't) (?:count|play)\b|\bis (?:dead|void)\b"
    r"|\b(?:dealt again|redealt)\b|\bmisdeal\b"
)
STANDS = r"\bcounts?\b|\bstands?\b|\bbinds\b|\bit is a (?:call|raise|bet)\b"
OPPOSITES = {
    "action_not_binding": STANDS,
    "action_binding": rf"{BACK}|\bonly\b",
    **dict.fromkeys(("call", "raise", "bet", "check", "play_on", "board_stands"), BACK),
    "card_plays": rf"{BACK}|\bburned\b|\bdiscarded\b|\bis replaced\b",
    "card_does_not_play": r"\bit plays\b|\byou keep\b|\bthe card plays\b",
    "hand_dead": r"\bhand is live\b|\bit is live\b|\byou get them back\b|\bhand plays\b",
    "hand_live": r"\bis dead\b|\bcannot win\b|\bis folded\b",
    **dict.fromkeys(("misdeal", "void_hand"), r"\bstands?\b|\bplayed as it\b|\bgo(?:es)? on\b"),
    "raise_allowed": r"\bno raise\b|\bcall or fold\b",
    "raise_not_allowed": r"\bmay raise\b|\braise as you like\b",
    "complaint_rejected": r"\bcards (?:come back|are returned)\b|\b(?:dealt again|redealt)\b|\bshuffle again\b",
    "complaint_upheld": r"\btoo late\b|\bstands\b",
}
"""By outcome, words that say the opposite aloud; whoever reads the one line does something else than whoever hears the other."""
OF_SOMETHING_ELSE = (
    r"\b(?:the rest|change|the uncalled chips) (?:(?:goes?|comes?) back|(?:is|are) returned)\b|\bdoes not count\b(?=[^.]*; the)"
    r"|\bdoesn't count\. The right player opens the betting"
)
"""Words that are not about what was done, and are taken away first."""
BOTH = {
    ("disputed_call", "both_cash"): "of two calls at once the one counts and the other does not",
    ("rabbit_hunt", "turned_up"): "the card shown for nothing counts for nothing, and the award stands",
    ("disputed_call", "both_counter"): "of two calls at once the one counts and the other does not",
    ("wrong_count", "both_before_draw"): "of two hands the one is dead and the other live",
    ("chips_carried_off", "safety"): "nothing is undone; the chips come back with their owner",
    ("dealt_in_not_entitled", "otherwise"): "that hand is dead, by its remedy, and the others play on",
}
"""Cases that say two things, and mean both."""


@pytest.mark.parametrize("name", rule_sets())
def test_nothing_is_said_aloud_that_the_outcome_contradicts(name):
    """Say and Do of one ruling are carried out by different people."""
    wrong = []
    for fault, entry in rule_set(name).faults.items():
        for key, case in entry["cases"].items():
            opposite = OPPOSITES.get(str(case.get("outcome")), "")
            said = re.sub(OF_SOMETHING_ELSE, "", text(case.get("say")), flags=re.IGNORECASE)
            if opposite and (fault, key) not in BOTH and re.search(opposite, said, re.IGNORECASE):
                wrong.append((fault, key, case["outcome"], said))
    assert wrong == []


def test_the_first_of_several_motions_is_the_bet():
    """BR-35: what is said and what is done are one thing, with a bet to match and without."""
    for facing, outcome in (("no", "bet"), ("yes", "corrected")):
        facts = {"faults": ["string_bet"], "facing_bet": facing, "first_motion_is": "more_than_call", "put_first": "150"}
        ruling = rule(facts, rules=rule_set("rrop"))
        assert (ruling.outcome, dict(ruling.amounts)) == (outcome, {"counts": "150"})
        assert "not count" not in to_do(ruling)


SUMS_SAID = {
    r"\bminimum (?:raise|bet|amount)\b": {"minimum_raise", "full_bet", "raise_with_the_chip"},
    r"\b(?:it is a call|it's a call|full amount|call is for)\b": {"to_call", "all_in"},
    r"\bcall or fold\b": {"to_call", "chips_of_early_act"},
    r"\bfirst motion\b": {"first_motion"},
    r"\b(?:wager of the pot|pot-size|the true pot)": {"most_allowed", "largest_wager"},
    r"\bminimum buy-in\b": {"smallest_buy_in_of_it"},
    r"\bthe chip plays\b": {"most_the_chip_allows", "raise_with_the_chip"},
    r"\bfull raise on top\b": {"full_raise_on_top"},
    r"\ball-in\b(?! shows| player shows)": {"all_in"},
}
"""What a ruling that names a sum may say of it, and the sums that this is said of."""


@pytest.mark.parametrize("name", ["rrop", "tda", "wsop-live"])
def test_the_sum_of_a_ruling_is_the_one_that_is_said_aloud(name):
    """BR-32 to BR-41: whoever says "the minimum raise" does not name what lies there."""
    looked = 0
    for fault, entry in rule_set(name).faults.items():
        for key, case in entry["cases"].items():
            if is_question(fault) or not case or not case.get("amounts"):
                continue
            sums = {made_of(source) for source in case["amounts"].values()}
            for said, meant in SUMS_SAID.items():
                if re.search(said, text(case.get("say")), re.IGNORECASE):
                    looked += 1
                    assert sums & meant, (fault, key, sums)
    assert looked > 20
