"""The cases that travel with the rule sets: each is ruled as its file says, and every case of every list has its own."""

from __future__ import annotations

import pytest

from dealerkit.rules.data import data_dir
from dealerkit.rules.loader import read_yaml
from dealerkit.rules.readings import GRADES, reading
from dealerkit.rules.resolution import read_set
from dealerkit.rules.sets import find_set, rule_set
from dealerkit.rulings import OUTCOMES, known_facts, rule
from dealerkit.rulings.decision_lists import decision_list

SETS = ["us", "france", "spain", "macau", "nsw", "louisiana", "social", "rrop", "tda", "wsop-live"]


def cases_of(name):
    """The cases that a rule set brings with it."""
    return [
        case for path in sorted((data_dir("rulings") / name / "cases").glob("*.yaml")) for case in read_yaml(path).data["cases"]
    ]


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", SETS)
def test_a_ruling_is_undecided_where_it_needs_something(name):
    """And only there. That each ruling is the one its case expects is proved case by case in `tests/test_cases.py`."""
    for case in cases_of(name):
        assert case["rules"] == name, case["name"]
        ruling = rule(case["facts"], rules=name)
        assert bool(ruling.needs) is (ruling.outcome == "undecided"), case["name"]


@pytest.mark.parametrize("name", SETS)
def test_every_case_of_a_list_is_reached_and_avoided(name):
    """Each case that a set writes itself has a case for it and, where the list has another, one against it."""
    own = read_set(find_set(name)).data.get("faults", {})
    reached = {(case["facts"].get("fault"), case["expect"].get("case")) for case in cases_of(name)}
    wanted = {(fault, key) for fault, entry in own.items() for key, said in entry["cases"].items() if said is not None}
    assert wanted <= reached
    for fault, key in wanted:
        if len(rule_set(name).faults[fault]["cases"]) > 1:
            assert any(where == fault and which != key for where, which in reached), (fault, key)


@pytest.mark.parametrize("name", SETS)
def test_every_case_of_a_list_is_complete(name):
    """Title, rule, outcome, because, say and a source that can be cited; remedies exist; the last case has no condition."""
    found = rule_set(name)
    for fault, entry in found.faults.items():
        listed = decision_list(found, fault)
        assert entry["title"]
        assert listed.cases[-1].name == "otherwise"
        assert not listed.cases[-1].when
        for case in listed.cases:
            assert case.when or case.name == "otherwise", (fault, case.name)
            assert case.data["outcome"] in OUTCOMES
            assert case.data["because"]
            assert case.data["say"]
            assert case.data["source"]["work"] in found.sources
            assert case.data["source"]["section"]
            assert reading(found.sources, case.data["source"]).recorded in GRADES
            assert set(case.key[2]) <= set(found.remedies)


def test_every_fact_says_what_it_can_be_and_how_to_ask():
    """A floor supervisor is asked in words, with the answers there are."""
    for fact in known_facts().values():
        assert fact.type in {"bool", "int", "choice", "amount", "text", "cards", "acts", "bets", "seats", "boards"}
        assert fact.question.endswith("?")
        assert fact.title
        if fact.type == "bool":
            assert set(fact.answers) == {"true", "false"}
        if fact.type == "choice":
            assert set(fact.answers) == set(fact.values)
