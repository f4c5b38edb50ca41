"""Facts cut into classes, and rule sets compared by what they come to: exact, against random facts and against all of them."""

from __future__ import annotations

import functools
import itertools
import json
import math
import random
from decimal import Decimal

import pytest

from dealerkit.rules.sets import rule_set
from dealerkit.rulings import Fact, decide, known_facts
from dealerkit.rulings.assumed_facts import fixed_facts
from dealerkit.rulings.decision_lists import decision_list
from dealerkit.rulings.differences.rulings import COMPARED, outcome_differences
from dealerkit.rulings.fact_space import ACTS, Space, gates_together, in_words
from dealerkit.rulings.gates import GATES, WITH_CHIPS, WITHOUT_CHIPS, derived
from tests.gathered import holds_for_each

PAIRS = [("rrop", "tda"), ("rrop", "wsop-live"), ("us", "macau"), ("france", "nsw")]
PAIRED = pytest.mark.parametrize(("a", "b"), PAIRS)
WORDS = (*WITHOUT_CHIPS, *WITH_CHIPS)


def first_fit(listed, facts):
    """Read a list as a person does, from its top."""
    return next((case.name for case in listed.cases if case.failing(facts) is None and case.when.keys() <= facts.keys()), None)


@functools.cache
def space_of(a, b, fault):
    """The two sets' lists, the facts that they use, and the classes of these."""
    lists = decision_list(rule_set(a), fault), decision_list(rule_set(b), fault)
    space = Space(*lists)
    return lists, space, list(space.classes())


def some_value(rng: random.Random, fact: Fact):
    """Anything the fact can be, edges more often than chance would have them."""
    if fact.type == "bool":
        return rng.random() < 0.5
    if fact.type == "choice":
        return rng.choice(fact.values)
    high = fact.high if fact.high is not None else fact.low + 1000
    return rng.choice([fact.low, high, rng.randint(fact.low, high), rng.randint(fact.low, min(high, fact.low + 5))])


def some_facts(rng: random.Random, lists):
    """Full facts: each fact anything, the gates as some acts bring them about."""
    acts = {ACTS: " ".join(rng.choices(WORDS, k=rng.randint(0, 5))) or "none"}
    facts = {name: some_value(rng, fact) for listed in lists for name, fact in listed.facts.items() if name not in GATES}
    return acts | facts | derived(acts)


@PAIRED
def test_every_class_holds_its_example_and_both_lists_decide_it_alike(a, b):
    """The example falls into its class and no other, and first fit from the top comes to the class's cases."""

    def holds(fault):
        lists, space, classes = space_of(a, b, fault)
        for one in classes:
            rest = {axis.name: axis.said[-1] for axis in space.axes} | one.example
            facts = rest | derived(rest)
            placed = space.place(facts)
            assert all(placed[name] in ats for name, ats in one.within.items())
            assert [case and case.name for case in one.cases] == [first_fit(listed, facts) for listed in lists]

    holds_for_each(holds, rule_set(a).faults)


@PAIRED
def test_random_facts_fall_into_exactly_one_class(a, b):
    """And are decided as its example is, under both lists."""

    def fall(fault):
        lists, space, classes = space_of(a, b, fault)
        rng = random.Random(f"{a} {b} {fault}")
        for _ in range(25):
            facts = some_facts(rng, lists)
            placed = space.place(facts)
            (one,) = (one for one in classes if all(placed[name] in ats for name, ats in one.within.items()))
            assert [case and case.name for case in one.cases] == [first_fit(listed, facts) for listed in lists]

    holds_for_each(fall, rule_set(a).faults)


@PAIRED
def test_the_ends_agree_with_all_classes_of_values_multiplied_out(a, b):
    """Brute force: every combination of the axes' values, whether it matters or not; of all lists but the very long ones."""
    faults = rule_set(a).faults
    small = [fault for fault in faults if math.prod(len(axis.said) for axis in space_of(a, b, fault)[1].axes) <= 3000]
    assert len(small) > 0.8 * len(faults)

    def agree(fault):
        lists, space, classes = space_of(a, b, fault)
        found = set()
        for ats in itertools.product(*(range(len(axis.said)) for axis in space.axes)):
            facts = {name: value for axis, at in zip(space.axes, ats, strict=True) for name, value in axis.facts[at].items()}
            found.add(tuple(first_fit(listed, facts) for listed in lists))
        ends = space.ends()
        assert {tuple(case and case.name for case in end.cases) for end in ends} == found
        assert sum(end.classes for end in ends) == len(classes)

    holds_for_each(agree, small)


def test_acts_bring_about_five_combinations_of_gates_and_no_more():
    """However many acts there are, up to four in turn, in any words."""
    known = {tuple(gates.values()) for _, gates in gates_together()}
    for length in range(5):
        for acts in itertools.product(WORDS, repeat=length):
            assert tuple(reached(acts) for reached in GATES.values()) in known
    assert len(known) == 5
    assert all(derived({ACTS: said}) == gates for said, gates in gates_together())


def test_facts_that_no_acts_bring_about_have_no_class():
    """Substantial action without two acts cannot be, and a fact that is missing is named."""
    _, space, _ = space_of("rrop", "tda", "first_card_wrong_seat")
    with pytest.raises(ValueError, match="no acts of players lead to"):
        space.place({"action_reached": False, "substantial_action_reached": True})
    with pytest.raises(ValueError, match="no fact given for substantial_action_reached"):
        space.place({"action_reached": False})


def test_money_has_classes_between_whole_numbers():
    """Half a unit is neither 1 nor 2, and a range from 2 begins at 2."""
    fact = Fact("due", "amount")
    assert fact.apart([1, "2+"]) == [Decimal(0), Decimal(1), Decimal(2)]
    assert fact.apart(["0-1", "2+"]) == [Decimal(0), Decimal("1.5"), Decimal(2)]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("a", "b"), [("rrop", "tda"), ("rrop", "wsop-live"), ("tda", "wsop-live"), ("us", "macau"), ("us", "france")]
)
def test_every_difference_can_be_asked_again(a, b):
    """Each example, said to `rule` under either set, gives the two rulings that the difference tells."""
    sets = rule_set(a), rule_set(b)
    found = outcome_differences(*sets)
    assert found.differences
    for one in found.differences:
        for rules, side in zip(sets, (one.old, one.new), strict=True):
            facts = {name: value for name, value in one.facts.items() if name not in fixed_facts(rules)}
            ruling = decide(rules, one.fault, facts)
            assert (ruling.outcome, ruling.remedies, ruling.rules) == (side.outcome, side.remedies, side.rules), one
            assert side.where.partition(":")[0].endswith(".yaml")
        assert one.what == tuple(name for name in COMPARED if getattr(one.old, name) != getattr(one.new, name))


def test_a_set_comes_to_the_same_as_itself():
    """And facts no set rules on are named as such."""
    assert outcome_differences(rule_set("rrop"), rule_set("rrop")).differences == ()
    found = outcome_differences(rule_set("us"), rule_set("rrop"))
    assert "surplus_card" in found.only_a
    assert "oversized_chip" in found.only_b
    assert found.faults == ("boxed_card", "card_off_table")


def test_two_folds_are_action_in_one_set_and_not_in_the_other():
    """MD-13: the difference between the sets' gates comes with acts that show it."""
    (one,) = outcome_differences(rule_set("rrop"), rule_set("tda"), ["first_card_wrong_seat"]).differences
    assert one.facts == {"acts": "fold fold"}
    assert (one.old.outcome, one.new.outcome, one.what) == ("play_on", "misdeal", ("outcome", "remedies"))
    assert in_words({"share_of_raise": 50}) == ("Share of the minimum raise: 50 per cent",)


def test_a_fact_that_a_set_fixes_is_not_asked_under_it():
    """Macau fixes the coups after the cut card; what its list says of another number is nothing that can happen there."""
    rules, fixed = rule_set("macau"), fixed_facts(rule_set("macau"))
    assert fixed.keys() == {"coups_after_cut_card", "cut_card_depth", "free_coups"}
    listed = decision_list(rules, "cut_card_out")
    free, bound = Space(listed), Space(listed, fixed=[fixed])
    assert {axis.name for axis in free.axes} - {axis.name for axis in bound.axes} == {"coups_after_cut_card"}
    wider = {end.cases[0].name for end in free.ends()}
    assert {end.cases[0].name for end in bound.ends()} < wider


@pytest.mark.thorough
def test_what_is_told_can_be_written_as_json():
    """Values are words, numbers, yes and no."""
    json.dumps(outcome_differences(rule_set("rrop"), rule_set("tda")).as_json())
    assert known_facts()["acts"].type == "acts"
