"""Properties of a rule set, proved by walking every class of facts of its decision lists; what does not hold is shown by facts.

The walk is exact: `dealerkit.rulings.fact_space` cuts what can be said into classes whose facts are all ruled on alike. A class
whose facts cannot both be (`contradictions` of `facts.yaml`) is none.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping

import attrs

from dealerkit.errors import DealerkitError
from dealerkit.rules.games import game, games_under
from dealerkit.rules.sets import RuleSet, rule_set, rule_sets
from dealerkit.rules.texts import text
from dealerkit.rulings import amounts
from dealerkit.rulings.conditions import Value
from dealerkit.rulings.contradictions import refuse
from dealerkit.rulings.decision_lists import Case, DecisionList, decision_list
from dealerkit.rulings.differences.rulings import outcome_differences
from dealerkit.rulings.fact_space import End, Space, in_words
from dealerkit.rulings.facts import QUESTION, known_faults, standing_for
from dealerkit.rulings.implications import made_of
from dealerkit.rulings.lint import LEFT_TO_THE_FLOOR, why_dead
from dealerkit.rulings.round_facts import TOLD, options_of_bets
from dealerkit.rulings.wording import outcome_in_words


@attrs.frozen
class Counterexample:
    """Something that shows that a property does not hold.

    Attributes:
        fault: The fault or question, or the option, that it is about.
        title: The same in words.
        facts: What is told, in the desk's words; empty where it does not hang on facts.
        what: What comes of it, and why that is wrong.
    """

    fault: str
    title: str
    facts: tuple[str, ...]
    what: str


@attrs.frozen
class Property:
    """A property of a rule set, and whether it holds.

    Attributes:
        name: Its name, as `total`.
        means: What it says, in a sentence.
        looked_at: How many things it was looked for in, with what they are, as "2,546 classes of facts".
        against: What shows that it does not hold; empty where it holds.
    """

    name: str
    means: str
    looked_at: str
    against: tuple[Counterexample, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.against


def prove(rules: RuleSet, same_as: RuleSet | None = None, only: Iterable[str] | None = None) -> Iterator[Property]:
    """Yield the properties of a rule set, each proved or with what speaks against it.

    Args:
        rules: The rule set.
        same_as: A rule set that it must rule like; None for none.
        only: Ids of rules in which alone it may differ from `same_as`; None where it may not differ at all.

    Raises:
        RuleFileError: If a decision list cannot be used.
    """
    yield _total(rules)
    yield _no_dead_case(rules)
    yield _no_clash(rules)
    yield _options_settle(rules)
    if same_as is not None:
        yield _same(rules, same_as, None if only is None else frozenset(only))


def ends_of(listed: DecisionList) -> list[End]:
    """Return what a list can come to, without ends whose facts contradict each other."""
    return [end for end in Space(listed).ends() if _can_be(listed.fault, {name: end.example[name] for name in end.unusual})]


def _can_be(fault: str, facts: Mapping[str, Value]) -> bool:
    try:
        refuse(fault, facts)
    except DealerkitError:
        return False
    return True


def _lists(rules: RuleSet) -> Iterator[DecisionList]:
    return (decision_list(rules, fault) for fault in rules.faults)


def _title(rules: RuleSet, fault: str) -> str:
    return text((rules.faults.get(fault) or {}).get("title")) or fault


def _against(rules: RuleSet, end: End, fault: str, what: str) -> Counterexample:
    return Counterexample(fault, _title(rules, fault), in_words({name: end.example[name] for name in end.unusual}), what)


def _total(rules: RuleSet) -> Property:
    """Return whether every class of facts comes to a case, or to a last one that tells the floor what to weigh or to choose."""
    classes = 0
    found = []
    for listed in _lists(rules):
        for end in ends_of(listed):
            classes += end.classes
            (case,) = end.cases
            if case is None:
                found.append(_against(rules, end, listed.fault, "no case is for this: nothing is ruled"))
            elif _falls_through(listed, case):
                what = "it is left to the floor, and the floor is not told what to weigh or to choose"
                found.append(_against(rules, end, listed.fault, what))
    return Property("total", "Whatever is told, a case is for it.", f"{classes:,} classes of facts", tuple(found))


def _falls_through(listed: DecisionList, case: Case) -> bool:
    """Return whether a case takes what the others leave, and leaves it to the floor without a word."""
    left = not case.when and len(listed.cases) > 1 and case.key[0] == LEFT_TO_THE_FLOOR
    return left and not (case.data.get("weigh") or case.data.get("choices"))


def _no_dead_case(rules: RuleSet) -> Property:
    """Return whether every case is reached by some facts."""
    found = []
    cases = 0
    for listed in _lists(rules):
        cases += len(listed.cases)
        reached = {end.cases[0] for end in Space(listed).ends()}
        for case in listed.cases:
            if case not in reached:
                why = why_dead(listed, case) if case.when else "the cases before it cover all facts"
                found.append(
                    Counterexample(listed.fault, _title(rules, listed.fault), (), f"'{case.name}' is never reached: {why}")
                )
    return Property("no dead case", "Some facts lead to every case.", f"{cases:,} cases", tuple(found))


def _no_clash(rules: RuleSet) -> Property:
    """Return whether the set's precedence says of any two outcomes with remedies which is put right first."""
    order = frozenset(rules.precedence)
    undoing: dict[str, list[str]] = {}
    for fault, entry in rules.faults.items():
        known = known_faults().get(fault)
        for case in entry["cases"].values() if known is None or known.kind != QUESTION else ():
            if case and case.get("remedies"):
                undoing.setdefault(str(case["outcome"]), []).append(fault)
    unplaced = [outcome for outcome in undoing if outcome not in order]
    found = [
        Counterexample(
            undoing[one][0],
            f"{_title(rules, undoing[one][0])}; {_title(rules, undoing[other][0])}",
            (),
            f"'{outcome_in_words(one)}' and '{outcome_in_words(other)}' both have remedies, and `precedence` places neither",
        )
        for one, other in itertools.combinations(unplaced, 2)
    ]
    means = "Of two things that went wrong in one hand it is settled which is put right first, whichever is told first."
    pairs = len(undoing) * (len(undoing) - 1) // 2
    return Property("no clash", means, f"{pairs:,} pairs of outcomes", tuple(found))


def _options_settle(rules: RuleSet) -> Property:
    """Return whether the cases of a fault ask exactly the options that say they settle it."""
    found: dict[tuple[str, str], Counterexample] = {}
    looked = set()
    for dealt in [game(name, rules.path) for name in games_under(rules)]:
        for name, option in dealt.choices.items():
            looked.add(name)
            for fault in option.settles:
                if fault in rules.faults and not _turns_on(rules, fault, name):
                    what = f"{name} says that it settles this, and no case asks it"
                    found[name, fault] = Counterexample(name, text(option.title) or name, (), f"{_title(rules, fault)}: {what}")
        for fault in rules.faults:
            for name in options_asked(rules, fault):
                if name in dealt.choices and fault not in dealt.choices[name].settles:
                    option = dealt.choices[name]
                    what = f"its cases ask {name}, which does not say that it settles this"
                    found[name, fault] = Counterexample(name, text(option.title) or name, (), f"{_title(rules, fault)}: {what}")
    means = "An option decides the disputes that it says it settles, and no others."
    return Property("options settle what they say", means, f"{len(looked):,} options", tuple(found.values()))


def options_asked(rules: RuleSet, fault: str) -> list[str]:
    """Return the options that a fault's cases ask under a rule set: by their names, by a fact that they give its meaning or that
    is worked out of them, or since the fault happens under some of their values alone.

    >>> from dealerkit.rules.sets import rule_set
    >>> options_asked(rule_set("rrop"), "check_raise"), options_asked(rule_set("tda"), "misdeal_called_late")
    (['form', 'check_raise'], ['gate'])
    """
    cases = [case for case in ((rules.faults[fault] or {}).get("cases") or {}).values() if case]
    asked = dict.fromkeys(name for case in cases for name in case.get("when") or {})
    standing = standing_for()
    names = [standing[name].option if name in standing else name for name in asked]
    known = known_faults().get(fault)
    return list(dict.fromkeys([*names, *made_of(names), *(known.under if known is not None else ())]))


def _turns_on(rules: RuleSet, fault: str, option: str) -> bool:
    """Return whether an option can turn what is ruled: the amounts are reckoned by it, or cases ask it, here or in another set of
    the family: an option is of the game, whatever set it is dealt under, and one that has no case for it rules on all alike.
    """
    family = [rules, *(one for one in map(rule_set, rule_sets()) if one.family == rules.family)]
    return option in _reckoned(rules, fault) or any(option in options_asked(one, fault) for one in family if fault in one.faults)


def _reckoned(rules: RuleSet, fault: str) -> frozenset[str]:
    """Return the options by which the amounts of a fault's cases are reckoned: those behind a sum, and where the bets of a round
    tell an amount those that limit bets.
    """
    listed = decision_list(rules, fault)
    sums = [amounts.made_of(amount) for case in listed.cases for amount in (case.data.get("amounts") or {}).values()]
    behind = {*sums, *(fact for one in sums for fact in amounts.FACTS_OF.get(one, ()))}
    known = known_faults().get(fault)
    told = {*behind, *(known.facts if known is not None else ())} & TOLD.keys()
    return frozenset({*behind, *(options_of_bets() if told else ())})


def _same(rules: RuleSet, other: RuleSet, only: frozenset[str] | None) -> Property:
    """Return whether it rules like another set, on all facts there can be, or differs from it in some rules alone."""
    compared = outcome_differences(other, rules)
    found = [
        Counterexample(one.fault, one.title, one.example, f"{other.title}: {one.old}; {rules.title}: {one.new}")
        for one in compared.differences
        if only is None or not {*one.old.rules, *one.new.rules} & only
    ]
    within = "" if only is None else f", but for {', '.join(sorted(only))}"
    name = f"same as {other.name}" if only is None else "differs only where it says"
    return Property(name, f"It rules as {other.title} does{within}.", f"{compared.classes:,} classes of facts", tuple(found))
