"""Two faults that are told in the same words rule the same facts alike, or the desk asks what tells them apart.

What the pairs are is not written down: a phrase of one, of two words or more that say something, stands in a phrase of the other.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest

from dealerkit.errors import DealerkitError
from dealerkit.rules.data import data_dir
from dealerkit.rules.loader import read_yaml
from dealerkit.rules.sets import rule_set
from dealerkit.rulings.complaint import how_unlike
from dealerkit.rulings.decision import decide
from dealerkit.rulings.decision_lists import decision_list
from dealerkit.rulings.derivation import heard
from dealerkit.rulings.facts import is_question, known_faults
from dealerkit.rulings.outcome_words import UNDECIDED
from tests.rulings.test_cases import cases_of

LISTED: Mapping[str, Any] = read_yaml(Path(__file__).with_name("pairs.yaml")).data
EXCEPTIONS = {tuple(sorted(pair)) for group in LISTED["exceptions"] for pair in group["pairs"]}
SETS = ("us", "rrop", "tda", "wsop-live")
"""The sets in which faults that share words ask the same facts."""
SILENT = frozenset(LISTED["silent"])
"""Words that say nothing of what went wrong."""


@functools.cache
def phrases(fault: str) -> frozenset[frozenset[str]]:
    """The phrases in which a fault is told, each as its words that say something; those with one alone are left out."""
    every = [*known_faults()[fault].words, *_told().get(fault, ())]
    found = (
        frozenset(word.removesuffix("s") for word in re.findall(r"[a-z']+", one.casefold()) if word not in SILENT)
        for one in every
    )
    return frozenset(words for words in found if len(words) > 1)


@functools.cache
def _told() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((data_dir("rulings") / "told").glob("*.yaml")):
        for fault, story in read_yaml(path).data["told"].items():
            found[fault] += [one for one in story.get("told") or () if isinstance(one, str)]
    return found


def share_words(one: str, other: str) -> bool:
    """Whether a phrase of one fault stands in a phrase of the other, or the desk says how they are told apart."""
    told_apart = other in how_unlike(one) or one in how_unlike(other)
    return told_apart or any(a <= b or b <= a for a in phrases(one) for b in phrases(other))


@attrs.frozen
class Told:
    """The facts of a case, put to another fault.

    Attributes:
        one: The fault that the case is about.
        other: The fault that its facts were put to.
        case: The case's name.
        outcomes: What both come to; of the other `undecided` where it asks.
        shared: The facts that were told and that the lists of both ask.
    """

    one: str
    other: str
    case: str
    outcomes: tuple[str, str]
    shared: tuple[str, ...]


def put_to_the_other(name: str) -> Iterator[Told]:
    """Put the facts of every case of a set to each fault that shares words with the case's own, and asks some of its facts."""
    rules = rule_set(name)
    faults = [fault for fault in rules.faults if fault in known_faults() and not is_question(fault)]
    asked = {fault: decision_list(rules, fault).facts.keys() for fault in faults}
    partners = defaultdict(list)
    for one, other in itertools.permutations(faults, 2):
        if asked[one] & asked[other] and share_words(one, other):
            partners[one].append(other)
    for case in cases_of(name):
        facts = dict(case["facts"])
        one = facts.pop("fault", None)
        if one not in partners or "faults" in facts:
            continue
        ruled = decide(rules, one, facts, written=True)
        if not ruled.decided:
            continue
        known = {fact: value for fact, value in ruled.facts.items() if fact not in ruled.assumed}
        for other in partners[one]:
            shared = tuple(fact for fact in known if fact in asked[one] and fact in asked[other])
            if not shared:
                continue
            told = {fact: value for fact, value in known.items() if fact in heard(other)}
            try:
                also = decide(rules, other, told)
            except DealerkitError:  # such facts cannot be of that fault
                continue
            yield Told(one, other, case["name"], (ruled.outcome, also.outcome), shared)


@functools.cache
def _differing(name: str) -> tuple[Counter[str], dict[tuple[str, ...], Told]]:
    """How the facts of a set's cases come out at the other fault, and by pair one that differs with nothing to tell it apart."""
    counted: Counter[str] = Counter()
    found: dict[tuple[str, ...], Told] = {}
    for one in put_to_the_other(name):
        apart = one.other in how_unlike(one.one) or one.one in how_unlike(one.other)
        if one.outcomes[1] == UNDECIDED:
            counted["asks"] += 1
        elif one.outcomes[0] == one.outcomes[1]:
            counted["agree"] += 1
        elif apart:
            counted["told apart"] += 1
        else:
            counted["exceptions"] += 1
            found[tuple(sorted((one.one, one.other)))] = one
    return counted, found


@pytest.mark.thorough
@pytest.mark.parametrize("name", SETS)
def test_faults_that_share_words_rule_the_same_facts_alike_or_are_told_apart(name):
    """They agree, the other one asks, `unlike` says what tells them apart, or the pair is listed with the reason."""
    counted, found = _differing(name)
    assert {pair: one for pair, one in found.items() if pair not in EXCEPTIONS} == {}
    assert counted["agree"]
    assert counted["asks"]


@pytest.mark.thorough
def test_every_exception_is_one():
    """A pair that no longer differs is taken off the list."""
    differ = {pair for name in SETS for pair in _differing(name)[1]}
    assert differ >= EXCEPTIONS


@pytest.mark.parametrize("name", ["rrop", "tda", "wsop-live"])
@pytest.mark.parametrize("story", LISTED["stories"], ids=lambda story: story["story"])
def test_one_story_is_ruled_alike_as_whatever_fault_it_is_told(name, story):
    """DH-10, BR-43, IR-02, BR-41 ...: money and cards do not hang on the word under which somebody looks a dispute up."""
    rules = rule_set(name)
    ruled = {fault: decide(rules, fault, facts, written=True).outcome for fault, facts in story["told"].items()}
    assert UNDECIDED not in ruled.values(), ruled
    assert len(set(ruled.values())) == 1, ruled
