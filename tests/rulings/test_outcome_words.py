"""The words of outcomes stand in `rulings/facts.yaml`; an outcome without words is told by lint."""

from __future__ import annotations

from dealerkit.cli.lint import words_of_the_engine
from dealerkit.rules.doc import Doc
from dealerkit.rules.lint.sets import lint_facts
from dealerkit.rules.sets import catalogue, facts_as_they_were, rule_set, rule_sets
from dealerkit.rulings.outcome_words import OUTCOMES, WAITS


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
    told = [one.message for one in lint_facts(doc.with_data({**doc.data, "outcomes": left}), words_of_the_engine())]
    assert told == ["the outcome 'misdeal' has no words", "the outcome 'penalty' has no words"]


def test_a_catalogue_of_an_earlier_day_is_told_in_the_words_of_today():
    """A journal keeps the facts of its day; before they had words of outcomes these stood in the code."""
    facts = {key: value for key, value in catalogue().facts.data.items() if key != "outcomes"}
    with facts_as_they_were(Doc.of(facts)):
        assert OUTCOMES["misdeal"] == "Misdeal: the deal is void and is dealt again"
