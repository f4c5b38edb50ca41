"""Decision lists read forwards, with gaps, and backwards."""

from __future__ import annotations

import itertools
import random
from decimal import Decimal
from typing import Any

import pytest

from dealerkit.errors import RuleFileError, UnknownName
from dealerkit.rules.sets import rule_set
from dealerkit.rulings import Fact, decide, known_facts, known_faults, rule
from dealerkit.rulings.amounts import TELLING, made_of
from dealerkit.rulings.decision_lists import decision_list
from dealerkit.rulings.gates import GATES
from tests.gathered import holds_for_each

STOOD = {"fault": "surplus_card", "side": "player", "player_stood": True, "banker_must_draw": True}
SETS = ["us", "france", "spain", "macau", "nsw", "louisiana"]
PIT = ["us-pit", "pit-house", "south-dakota", "colorado", "macau-pit", "nevada-house"]
POKER = ["rrop", "tda", "wsop-live"]


def test_a_ruling_says_everything_a_supervisor_needs():
    """Outcome, rule, steps, the sentence to say, the reason, the citation and how far it was read."""
    ruling = rule(STOOD)
    assert (ruling.rules_set, ruling.outcome, ruling.rules, ruling.remedies) == ("us", "corrected", ("BI-01",), ("RB-01",))
    assert "banker's third card" in ruling.steps[0]
    assert ruling.say == "The player stands. This card is the banker's third card."
    assert ruling.because
    assert ruling.cite == "Pennsylvania Code title 58 (Recreation), 627a.13"
    assert ruling.verified == "known"
    assert ruling.assumed == {"settled": False, "count": 1, "card_number": 3}


def test_what_players_do_in_a_remedy_is_no_step_of_the_dealers():
    """BJI-38: between the offer of insurance and its close the players bet; the desk says what the floor's index prints."""
    ruling = decide(rule_set("south-dakota"), "looked_before_insurance", {"insurance_offered": False, "face_seen": False})
    assert ruling.remedies == ("RJ-23",)
    assert [step.split()[0] for step in ruling.steps] == ["Stop,", "Offer", "Close"]


def test_the_cases_passed_over_say_which_fact_ruled_them_out():
    """Each earlier case names a fact, what it wants of it and what it was."""
    ruling = rule(STOOD)
    assert [(one.case, one.fact, one.wanted, one.got) for one in ruling.passed_over] == [
        ("settled", "settled", "yes", False),
        ("becomes_bankers_several", "count", "2 or more", 1),
    ]


def test_what_would_change_it_are_single_facts():
    """The list is read backwards: the same facts with one of them otherwise give another ruling."""
    ruling = rule(STOOD | {"face_seen": True})
    changes = {(one.fact, one.value): (one.outcome, one.rules) for one in ruling.would_change}
    assert changes["banker_must_draw", False][0] == "card_does_not_play"
    assert changes["settled", True] == ("floor_discretion", ("BI-20", "BI-02"))
    assert ("face_seen", False) not in changes
    for (fact, value), (outcome, rules) in changes.items():
        again = rule(STOOD | {"face_seen": True, fact: value})
        assert again.outcome == outcome or not rules
        assert (again.outcome, again.rules) != (ruling.outcome, ruling.rules)


def test_missing_facts_are_asked_for_in_the_order_of_the_cases():
    """Only facts that can still change the outcome are asked for."""
    assert rule({"fault": "surplus_card", "side": "player"}).needs == ("player_stood", "banker_must_draw", "natural", "face_seen")
    ruling = rule({"fault": "surplus_card", "side": "banker"})
    assert (ruling.outcome, ruling.needs, ruling.rules, ruling.remedies) == ("undecided", ("face_seen",), (), ())
    assert ruling.possible == ("card_does_not_play",)
    questions: Any = ruling.detail["questions"]
    assert questions[0]["question"].startswith("Has anybody")


def test_a_missing_fact_that_makes_no_difference_is_not_asked_for():
    """Under Louisiana's rules a card is burned whether it was seen or not."""
    assert rule({"fault": "card_drawn_in_error"}, rules="louisiana").needs == ()
    assert rule({"fault": "surplus_card", "side": "banker", "face_seen": True}).case == "banker_seen"


def test_not_known_is_the_same_as_not_given():
    """None and `?` are facts that nobody knows."""
    assert rule({"fault": "stuck_cards", "order_certain": None}) == rule({"fault": "stuck_cards", "order_certain": "?"})
    assert rule({"fault": "stuck_cards", "order_certain": "?"}).needs == ("order_certain",)


@pytest.mark.thorough
@pytest.mark.sample(4)
@pytest.mark.parametrize("name", [*SETS, *POKER])
def test_needs_are_exactly_the_facts_that_matter(name):
    """Against every way to fill the gaps: a need changes the ruling in one of them, any other missing fact in none."""
    found = rule_set(name)
    holds_for_each(lambda fault: needs_what_matters(found, fault), found.faults)


def needs_what_matters(found, fault):
    """The proof for one list."""
    listed = decision_list(found, fault)
    spread = {fact: [None, *spec.apart(listed.conditions(fact))] for fact, spec in listed.facts.items()}
    rng = random.Random(f"{found.name} {fault}")
    every = [dict(zip(spread, values, strict=True)) for values in itertools.product(*spread.values())]
    for facts in rng.sample(every, min(40, len(every))):
        # What is assumed, and what follows from other facts, is no gap.
        ruling = decide(found, fault, facts)
        known = {**facts, **ruling.facts}
        missing = [fact for fact in spread if known[fact] is None]
        full = {}
        for values in itertools.product(*(spread[fact][1:] for fact in missing)):
            filled = known | dict(zip(missing, values, strict=True))
            case = next(case for case in listed.cases if case.failing(filled) is None)
            full[values] = case.key
        matters = {
            fact
            for at, fact in enumerate(missing)
            for one, two in itertools.combinations(full, 2)
            if full[one] != full[two] and one[:at] + one[at + 1 :] == two[:at] + two[at + 1 :]
        }
        assert set(ruling.needs) == matters
        assert ruling.decided is (len(set(full.values())) == 1)
        if ruling.decided:
            assert (ruling.outcome, ruling.rules, ruling.remedies) == next(iter(full.values()))[:3]


def test_the_same_dispute_differs_from_house_to_house():
    """A card face up in the shoe: burned in America, withdrawn with the bets fixed in Spain, played in Macau."""
    assert {name: rule({"fault": "boxed_card"}, rules=name).outcome for name in SETS} == {
        "us": "card_replaced",
        "france": "card_replaced",
        "spain": "card_replaced",
        "macau": "card_plays",
        "nsw": "card_replaced",
        "louisiana": "card_replaced",
    }


def test_an_option_with_the_name_of_a_fact_is_that_fact():
    """What the rule set fixes holds for the fact, what the game has in force before it, what is given before both."""
    late = {"first_card_out": True}
    us, nsw = rule_set("us"), rule_set("nsw")
    assert decide(us, "opposed_bets", late).outcome == "play_on"
    assert decide(us, "opposed_bets", late, options={"allow_opposed_bets": False, "decks": 8}).outcome == "floor_discretion"
    assert decide(us, "opposed_bets", late | {"allow_opposed_bets": True}, {"allow_opposed_bets": False}).outcome == "play_on"
    assert decide(nsw, "opposed_bets", late).outcome == "floor_discretion"
    assert dict(decide(rule_set("france"), "cut_card_out", {"cut_card_first": False}).assumed) == {"coups_after_cut_card": 0}


def test_a_house_overlays_one_case(tmp_path):
    """A house burns a surplus card always; everything else is its base's, and the citation is its own."""
    house = tmp_path / "riverside.yaml"
    house.write_text(
        "set: riverside\nextends: us\nhouse: Riverside Card Room\n"
        "sources: {riverside-book: {title: Riverside house rules}}\n"
        "faults:\n  surplus_card:\n    cases:\n      otherwise:\n        remedies: [RB-02]\n"
        "        source: {work: riverside-book, section: '4.2', verified: read}\n",
        encoding="utf-8",
    )
    facts = STOOD | {"banker_must_draw": False, "natural": False, "face_seen": False}
    ruling = rule(facts, rules=house)
    assert (ruling.rules_set, ruling.remedies, ruling.cite, ruling.verified) == (
        "riverside", ("RB-02",), "Riverside house rules, 4.2", "read",
    )  # fmt: skip
    assert rule(facts).remedies == ("RB-03",)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"fault": "surplus_crad"}, "unknown fault: 'surplus_crad'; did you mean surplus_card"),
        ({}, "unknown fault: ''"),
        ({"fault": "surplus_card", "face_sen": True}, "unknown fact of surplus_card: 'face_sen'; did you mean face_seen"),
        ({"fault": "surplus_card", "side": "bank"}, "unknown value of side: 'bank'; did you mean banker"),
        ({"fault": "surplus_card", "face_seen": "perhaps"}, "allowed: yes or no"),
        ({"fault": "surplus_card", "count": 0}, "a whole number from 1 to 6"),
        ({"fault": "surplus_card", "count": 1.0}, "a whole number from 1 to 6"),
        ({"fault": "late_bet", "late_amount": "-5"}, "an amount of money"),
        ({"fault": "deal_error", "decided": True}, "has no rule on deal_error; social and written do"),
    ],
)
def test_a_wrong_name_is_told_with_the_nearest(facts, said):
    """An unknown fault, fact or value is an error that says what there is."""
    with pytest.raises(UnknownName) as caught:
        rule(facts)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ("face_sen: true", "unknown fact: 'face_sen'; did you mean face_seen"),
        ("count: many", "the fact 'count' can't be 'many'"),
        ("count: 3-2", "the fact 'count' can't be '3-2'"),
        ("side: [player, dealer]", "the fact 'side' can't be 'dealer'"),
        ("natural: 1", "the fact 'natural' can't be '1'"),
    ],
)
def test_a_condition_that_cannot_be_is_told_with_its_place(tmp_path, when, said):
    """A house's own case that names no fact, or a value the fact cannot have, is found with file and line."""
    house = tmp_path / "house.yaml"
    house.write_text(
        "set: house\nextends: us\nfaults:\n  surplus_card:\n    cases:\n      mine:\n        before: otherwise\n"
        f"        when: {{{when}}}\n        outcome: play_on\n        rule: BI-02\n",
        encoding="utf-8",
    )
    with pytest.raises(RuleFileError) as caught:
        rule(STOOD, rules=house)
    (problem,) = caught.value.problems
    assert said in problem.message
    assert (problem.line, problem.path.startswith("faults.surplus_card.cases.mine.when")) == (8, True)


def test_facts_are_read_as_people_write_them():
    """Yes and no, numbers as text, and amounts that stay exact."""
    facts = known_facts()
    assert [facts["face_seen"].read(word) for word in (True, "yes", "No", "1", 0)] == [True, True, False, True, False]
    assert [facts["count"].read(word) for word in (2, "2", " 3 ")] == [2, 2, 3]
    assert facts["late_amount"].read("1,000.50") == Decimal("1000.50")
    assert facts["change"].read("Withdrawn") == "withdrawn"
    assert Fact("note", "text").read(["Ah", "Kd"]) == "Ah Kd"


def test_every_fault_names_the_facts_its_lists_use():
    """`facts.yaml` lists for each fault every fact that some set has a condition on or tells an amount by, and else only sums."""
    for name, fault in known_faults().items():
        used = set()
        for found in map(rule_set, [*SETS, *PIT, "social", *POKER]):
            if name in found.faults:
                listed = decision_list(found, name)
                sums = [made_of(sum_) for case in listed.cases for sum_ in (case.data.get("amounts") or {}).values()]
                told = {fact for sum_ in sums for fact in TELLING.get(sum_, (sum_,))}
                used |= {*listed.facts, *(told & known_facts().keys())}
        used = {fact for fact in used if not known_facts()[fact].of_option}  # the house has chosen it; nobody is asked
        assert used <= set(fault.facts)
        parts = {part for fact in used for part in known_facts()[fact].worked_out_of}
        told = {fact for fact in fault.facts if not known_facts()[fact].of_option}
        idle = told - used - parts - ({"acts"} if used & GATES.keys() else set())
        assert all(known_facts()[fact].type == "amount" for fact in idle) or name == "deal_error"
