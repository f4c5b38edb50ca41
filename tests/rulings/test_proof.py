"""`dealerkit prove`: each property holds of a small clean set, and is shown by facts not to hold of one that is spoilt for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dealerkit.jobs.cases.classes import SetProof, proofs
from dealerkit.rules.sets import rule_set
from dealerkit.rulings import proof
from dealerkit.rulings.proof import Counterexample, Property, prove

TOTAL, DEAD, CLASH, OPTIONS, SILENCE, CLASSES = (
    "total",
    "no dead case",
    "no clash",
    "options settle what they say",
    "no option is silenced",
    "every class has a case",
)

LATE = """outcome: floor_discretion, rule: BI-03, because: Too late., say: "Wait, please.", weigh: [how far the coup has gone],
        source: {work: pa-code-58, section: 627a.13}"""
EARLY = """outcome: card_replaced, rule: BI-03, remedies: [RB-13], because: Seen., say: It is burned.,
        source: {work: pa-code-58, section: 627a.13}"""
SECOND = (
    """outcome: card_plays, rule: BI-04, because: It was due., say: It plays., source: {work: pa-code-58, section: 627a.13}"""
)

CLEAN = f"""set: riverside
title: Riverside
family: baccarat
precedence: [card_replaced]
faults:
  boxed_card:
    title: A card was face up in the shoe
    cases:
      late: {{when: {{later_card_drawn: true}}, {LATE}}}
      otherwise: {{{EARLY}}}
"""
CASES = """cases:
  - name: late
    rules: ../riverside.yaml
    facts: {fault: boxed_card, later_card_drawn: true}
    expect: {outcome: floor_discretion}
  - name: early
    rules: ../riverside.yaml
    facts: {fault: boxed_card, later_card_drawn: false}
    expect: {outcome: card_replaced}
"""


@pytest.fixture(autouse=True)
def _one_moment() -> None:
    """Read the files of cases at each proof: they are written again while a test runs."""


@pytest.fixture
def proved(tmp_path: Path) -> Callable[..., SetProof]:
    """Prove a rule set of our own, by its text, with its cases."""

    def prove(text: str = CLEAN, cases: str = CASES, **more: Any) -> SetProof:
        path = tmp_path / "riverside.yaml"
        path.write_text(text, encoding="utf-8")
        (tmp_path / "cases").mkdir(exist_ok=True)
        (tmp_path / "cases" / "all.yaml").write_text(cases, encoding="utf-8")
        (found,) = proofs([path], **more).data
        return found

    return prove


def broken(found: SetProof) -> dict[str, tuple[Counterexample, ...]]:
    """The properties that do not hold, with what speaks against them."""
    return {one.name: one.against for one in found.properties if not one.holds}


def test_a_clean_set_holds(proved):
    """Every property, and how much was looked at."""
    found = proved()
    assert broken(found) == {}
    assert found.holds
    assert [one.name for one in found.properties] == [TOTAL, DEAD, CLASH, OPTIONS, SILENCE, CLASSES]
    looked = {one.name: one.looked_at for one in found.properties}
    assert looked[TOTAL] == looked[CLASSES] == "2 classes of facts"
    assert looked[DEAD] == "2 cases"
    assert int(looked[OPTIONS].partition(" ")[0]) > 40


def test_facts_that_no_case_is_for(proved):
    """A list without a last word: what is told then is said in the desk's words."""
    found = broken(proved(CLEAN.replace("otherwise: {", "early: {when: {later_card_drawn: false, count: 1}, ")))
    (against,) = found[TOTAL]
    assert (against.fault, against.title) == ("boxed_card", "A card was face up in the shoe")
    assert against.facts
    assert against.what == "no case fits these facts, so there is no ruling"


def test_what_is_left_to_the_floor_without_a_word(proved):
    """A last case that says neither what to weigh nor what to choose rules nothing."""
    silent = CLEAN.replace(EARLY, LATE.replace("weigh: [how far the coup has gone],", "")).replace(LATE, EARLY, 1)
    (against,) = broken(proved(silent))[TOTAL]
    assert "left to the floor without `weigh` or `choices`" in against.what


@pytest.mark.parametrize(
    ("cases", "name"),
    [
        pytest.param(f"again: {{when: {{later_card_drawn: true, count: 2}}, {SECOND}}}", "again", id="taken-by-one"),
        pytest.param(
            f"""no: {{when: {{later_card_drawn: false}}, {EARLY}}}
      never: {{when: {{count: "2+"}}, {SECOND}}}""",
            "never",
            id="taken-by-two",
        ),
    ],
)
def test_a_case_that_nothing_reaches(proved, cases, name):
    """The case is named, and why no facts come to it."""
    found = broken(proved(CLEAN.replace("      otherwise:", f"      {cases}\n      otherwise:")))
    assert any(f"'{name}' never applies" in one.what for one in found[DEAD])


def test_a_last_case_that_nothing_is_left_for(proved):
    """Those before it cover all facts."""
    found = broken(
        proved(CLEAN.replace("      otherwise:", f"      no: {{when: {{later_card_drawn: false}}, {EARLY}}}\n      otherwise:"))
    )
    assert [one.what for one in found[DEAD]] == ["'otherwise' never applies: the cases before it fit all facts"]


TWO = CLEAN.replace("precedence: [card_replaced]", "precedence: []").replace("weigh:", "remedies: [RB-11], weigh:")


def test_two_outcomes_with_remedies_that_nothing_puts_in_order(proved):
    """Which of two slips is put right first would hang on which is told first."""
    (against,) = broken(proved(TWO))[CLASH]
    assert "neither is listed under `precedence`" in against.what
    assert {CLASH} == broken(proved(TWO)).keys()
    for order in ("[card_replaced]", "[floor_discretion]"):
        assert broken(proved(TWO.replace("precedence: []", f"precedence: {order}"))) == {}


def settling(fault: str) -> str:
    """The same set, in which an option of mini baccarat says that it settles a fault."""
    return f"{CLEAN}procedures: {{mini-baccarat: {{options: {{calls_required: {{settles: [{fault}]}}}}}}}}\n"


ASKING = CLEAN.replace("{later_card_drawn: true}", "{later_card_drawn: true, calls_required: true}")


def test_an_option_that_settles_what_no_case_asks(proved):
    """It says that it decides a dispute, and every value of it is ruled on alike."""
    (against,) = broken(proved(settling("boxed_card")))[OPTIONS]
    assert against.fault == "calls_required"
    assert "lists this dispute under `settles`, but no case uses the option" in against.what


def test_a_list_that_asks_an_option_that_does_not_say_so(proved):
    """And nothing speaks against it once the option says so."""
    (against,) = broken(proved(ASKING))[OPTIONS]
    assert against.fault == "calls_required"
    assert "its cases use the option calls_required, which does not list this dispute under `settles`" in against.what
    both = settling("boxed_card").replace("{later_card_drawn: true}", "{later_card_drawn: true, calls_required: true}")
    assert OPTIONS not in broken(proved(both))


TWO_OPTIONS = CLEAN.replace("{later_card_drawn: true}", "{calls_required: true, allow_opposed_bets: true}")
SETTLING = """procedures:
  mini-baccarat:
    options: {calls_required: {settles: [boxed_card]%s}, allow_opposed_bets: {settles: [boxed_card%s]%s}}
"""


def test_an_option_that_another_one_silences(proved):
    """Where opposed bets are barred it makes no difference whether calls are required, and the other way round."""
    plain = f"{TWO_OPTIONS}{SETTLING % ('', ', opposed_bets', '')}"
    said = {one.fault: one.what for one in broken(proved(plain, "cases: []"))[SILENCE]}
    assert said.keys() == {"calls_required", "allow_opposed_bets"}
    assert "the option calls_required has no effect with this value of allow_opposed_bets" in said["calls_required"]
    meant = [
        f", idle_with: {{{other}: {{is: [false], because: Both it takes.}}}}"
        for other in ("allow_opposed_bets", "calls_required")
    ]
    declared = f"{TWO_OPTIONS}{SETTLING % (meant[0], ', opposed_bets', meant[1])}"
    assert SILENCE not in broken(proved(declared, "cases: []"))
    half = f"{TWO_OPTIONS}{SETTLING % (meant[0].replace('false', 'true'), ', opposed_bets', meant[1])}"
    assert [one.fault for one in broken(proved(half, "cases: []"))[SILENCE]] == ["calls_required"]


def test_the_charges_of_a_blitz_silence_none_of_each_other(tmp_path):
    """TO-A4, TO-A12: thirty-one without the case for both at once, and the one takes no notice of the other."""
    path = tmp_path / "table.yaml"
    both = "all_and_two: null, all_and_two_level: null"
    path.write_text(
        f"set: table\ntitle: Table\nextends: social\nfamily: social\nfaults: {{losing_knock: {{cases: {{{both}}}}}}}\n",
        encoding="utf-8",
    )
    silenced = {one.name: one for one in prove(rule_set(path))}[SILENCE].against
    assert [one.fault for one in silenced] == ["double_after_blitz"]
    assert "the option double_after_blitz has no effect with this value of blitz_charges" in silenced[0].what
    assert {one.name: one for one in prove(rule_set("social"))}[SILENCE].holds


HOUSE = """set: riverside
title: Riverside
extends: us
family: baccarat
faults: {boxed_card: {cases: {otherwise: {outcome: card_plays, rule: BI-03, remedies: []}}}}
"""


def same(found: SetProof) -> Property:
    """The property that a set is held against another by."""
    return next(one for one in found.properties if one.name.startswith(("same as", "differs only")))


def test_a_set_that_rules_otherwise_than_another(proved):
    """What it rules otherwise, on which facts; by rules that are named it may."""
    (against,) = same(proved(HOUSE, "cases: []", same_as="us")).against
    assert against.fault == "boxed_card"
    assert "card_replaced" in against.what
    assert same(proved(HOUSE, "cases: []", same_as="us", only=["BI-03"])).holds
    assert not same(proved(HOUSE, "cases: []", same_as="us", only=["BI-04", "BA-07"])).holds
    unchanged = "set: riverside\ntitle: Riverside\nextends: us\nfamily: baccarat\n"
    assert same(proved(unchanged, "cases: []", same_as="us")).holds


def test_a_class_of_facts_without_a_case(proved):
    """Take a case away, and the facts that it proved are told."""
    (against,) = broken(proved(cases=CASES.partition("  - name: early")[0]))[CLASSES]
    assert against.what == "no case proves that ruling"
    assert against.facts == ("Later cards were drawn: no, the mistake was noticed before the next card",)
    assert set(broken(proved(cases="cases: []"))) == {CLASSES}
    assert len(broken(proved(cases="cases: []"))[CLASSES]) == 2


def test_a_case_of_another_fault_proves_nothing(proved):
    """Nor one with facts of another class."""
    both_late = CASES.replace("later_card_drawn: false", "later_card_drawn: true").replace("card_replaced", "floor_discretion")
    (against,) = broken(proved(cases=both_late))[CLASSES]
    assert against.fault == "boxed_card"


def test_what_is_kept_of_a_proof_does_not_outlive_a_change_of_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The options that are looked at are those of the games: without a game there are none, though the rules are the same."""
    rules = rule_set("us")
    options = {prop.name: prop.count for prop in proof.proved(rules)}[OPTIONS]
    monkeypatch.setattr(proof, "games_under", lambda _: [])
    assert (options > 0, {prop.name: prop.count for prop in proof.proved(rules)}[OPTIONS]) == (True, 0)
