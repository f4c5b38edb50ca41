"""Properties of a rule set, proved by walking every class of facts of its decision lists; a property that fails is shown by an
example.

The walk is exact: `dealerkit.rulings.fact_space` cuts all possible facts into classes that are ruled on alike. Classes whose
facts contradict each other (`contradictions` of `facts.yaml`) are left out.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping

import attrs

from dealerkit.errors import DealerkitError, Problem
from dealerkit.rules.doc import Doc, Place
from dealerkit.rules.games import Game, game, games_under
from dealerkit.rules.sets import RuleSet, facts_doc, rule_set, rule_sets
from dealerkit.rules.texts import text
from dealerkit.rulings import amounts
from dealerkit.rulings.conditions import Value
from dealerkit.rulings.contradictions import refuse
from dealerkit.rulings.decision_lists import Case, DecisionList, decision_list
from dealerkit.rulings.derivation import worked_out_of
from dealerkit.rulings.differences.rulings import outcome_differences
from dealerkit.rulings.fact_space import End, Space, in_words
from dealerkit.rulings.facts import QUESTION, known_facts, known_faults, standing_for
from dealerkit.rulings.lint import LEFT_TO_THE_FLOOR, usable_lists, why_dead
from dealerkit.rulings.round_facts import TOLD, options_of_bets
from dealerkit.rulings.silence import Silence, deciding, is_meant, silences
from dealerkit.rulings.wording import outcome_in_words


@attrs.frozen
class Counterexample:
    """An example that shows that a property does not hold.

    Attributes:
        fault: Name of the fault, question or option that it is about.
        title: The same in words.
        facts: The facts of the example, in words; empty if it does not depend on facts.
        what: The result, and why it is wrong.
        place: Keys that lead to the cause in the rule set.
    """

    fault: str
    title: str
    facts: tuple[str, ...]
    what: str
    place: Place = ()


@attrs.frozen
class Property:
    """A property of a rule set, and whether it holds.

    Attributes:
        name: Its name, such as `total`.
        means: The property in a sentence.
        count: Number of things that were examined.
        of: The kind of these things, such as "classes of facts".
        against: Examples that show that it does not hold; empty if it holds.
        mend: Advice to an author if it does not hold.
    """

    json_names = "name means count of against mend looked_at holds"
    name: str
    means: str
    count: int
    of: str
    against: tuple[Counterexample, ...]
    mend: str = ""

    @property
    def looked_at(self) -> str:
        """The things that were examined, with their number, such as "2,546 classes of facts"."""
        things, _, rest = self.of.partition(" ")
        single = "class" if things == "classes" else things.removesuffix("s")
        return f"{self.count:,} {single if self.count == 1 else things} {rest}".rstrip()

    @property
    def holds(self) -> bool:
        """Whether there is no example against it."""
        return not self.against


CLASSES = "classes of facts"


def prove(
    rules: RuleSet,
    same_as: RuleSet | None = None,
    only: Iterable[str] | None = None,
    faults: Collection[str] | None = None,
) -> Iterator[Property]:
    """Yield the properties of a rule set, each proved, or with the examples against it.

    Args:
        rules: The rule set.
        same_as: A rule set whose rulings it must share; None for none.
        only: Ids of the rules by which alone its rulings may differ from those of `same_as`; None if they may not differ at all.
        faults: Names of the faults whose decision lists are examined; None for all.

    Raises:
        RuleFileError: If a decision list cannot be used.
    """
    among = rules.faults if faults is None else [fault for fault in rules.faults if fault in faults]
    yield _total(rules, among)
    yield _no_dead_case(rules, among)
    yield _no_clash(rules, among)
    yield _options_settle(rules, among)
    yield _no_silence(rules, among)
    if same_as is not None:
        yield _same(rules, same_as, None if only is None else frozenset(only))


def proved(rules: RuleSet) -> tuple[Property, ...]:
    """Return the properties that `prove` yields for a rule set, cached while the set is unchanged, since a house prints them with
    each of its games.

    Raises:
        RuleFileError: If a decision list cannot be used.
    """
    dealt = tuple(game(name, rules.path) for name in games_under(rules))
    return _proved(rules, facts_doc(), (*map(rule_set, rule_sets()), *dealt))


@functools.lru_cache(maxsize=16)
def _proved(rules: RuleSet, _facts: Doc, _besides: tuple[RuleSet | Game, ...]) -> tuple[Property, ...]:
    return tuple(prove(rules))


def unproved(rules: RuleSet) -> Iterator[Problem]:
    """Yield a problem for each example against the decision lists that a set has written or changed.

    Examples that `dealerkit.rulings.lint` reports are left out; a set that cannot be used yields nothing.
    """
    changed = frozenset(changed_faults(rules))
    among = [fault for fault, _ in usable_lists(rules) if fault in changed]
    try:
        properties = (_no_clash(rules, among), _options_settle(rules, among), _no_silence(rules, among))
    except DealerkitError:
        return
    for prop in properties:
        for silence in prop.against:
            yield rules.doc.problem(silence.place, f"{silence.title}: {silence.what}", prop.mend)


def ends_of(listed: DecisionList) -> list[End]:
    """Return the ends that a decision list can reach, each a case with example facts, without those whose facts are
    contradictory.
    """
    return [end for end in Space(listed).ends() if _can_be(listed.fault, {name: end.example[name] for name in end.unusual})]


def _can_be(fault: str, facts: Mapping[str, Value]) -> bool:
    try:
        refuse(fault, facts)
    except DealerkitError:
        return False
    return True


def changed_faults(rules: RuleSet) -> list[str]:
    """Return the names of the faults whose decision lists a set has written or changed.

    It is compared with its nearest base that comes with dealerkit, which is proved by itself.

    >>> changed_faults(rule_set("cedar-room"))
    ['player_drops_card', 'hand_asked_for', 'flop_count']
    """
    below = next((rule_set(name) for name in rules.chain[1:] if name in rule_sets()), None)
    theirs = below.faults if below is not None else {}
    return [fault for fault, entry in rules.faults.items() if fault not in theirs or entry["cases"] != theirs[fault]["cases"]]


def _lists(rules: RuleSet, among: Iterable[str]) -> Iterator[DecisionList]:
    return (decision_list(rules, fault) for fault in among)


def _title(rules: RuleSet, fault: str) -> str:
    return text((rules.faults.get(fault) or {}).get("title")) or fault


def _against(rules: RuleSet, end: End, fault: str, what: str) -> Counterexample:
    facts = in_words({name: end.example[name] for name in end.unusual})
    (case,) = end.cases
    return Counterexample(fault, _title(rules, fault), facts, what, _place(fault, case.name) if case else _place(fault))


def _place(fault: str, *case: str) -> Place:
    return "faults", fault, "cases", *case


def _total(rules: RuleSet, among: Iterable[str]) -> Property:
    """Return whether every class of facts comes to a case, or to a last one that tells the floor what to weigh or to choose."""
    classes = 0
    problems = []
    for listed in _lists(rules, among):
        for end in ends_of(listed):
            classes += end.classes
            (case,) = end.cases
            if case is None:
                problems.append(_against(rules, end, listed.fault, "no case fits these facts, so there is no ruling"))
            elif _falls_through(listed, case):
                what = "the ruling is left to the floor without `weigh` or `choices`"
                problems.append(_against(rules, end, listed.fault, what))
    return Property("total", "Every combination of facts has a case.", classes, CLASSES, tuple(problems))


def _falls_through(listed: DecisionList, case: Case) -> bool:
    """Return whether a case takes everything that is left and leaves it to the floor without a word."""
    left = not case.when and len(listed.cases) > 1 and case.key[0] == LEFT_TO_THE_FLOOR
    return left and not (case.data.get("weigh") or case.data.get("choices"))


def _no_dead_case(rules: RuleSet, among: Iterable[str]) -> Property:
    """Return whether every case is reached by some facts."""
    problems = []
    cases = 0
    for listed in _lists(rules, among):
        cases += len(listed.cases)
        reached = {end.cases[0] for end in Space(listed).ends()}
        for case in listed.cases:
            if case not in reached:
                why = why_dead(listed, case) if case.when else "the cases before it fit all facts"
                what = f"'{case.name}' never applies: {why}"
                at = _place(listed.fault, case.name)
                problems.append(Counterexample(listed.fault, _title(rules, listed.fault), (), what, at))
    return Property("no dead case", "Every case applies to some facts.", cases, "cases", tuple(problems))


def _no_clash(rules: RuleSet, among: Collection[str]) -> Property:
    """Return whether the set's precedence says which of any two outcomes with remedies comes first."""
    undoing: dict[str, dict[str, str]] = {}
    for fault, entry in rules.faults.items():
        known = known_faults().get(fault)
        for name, case in entry["cases"].items() if known is None or known.kind != QUESTION else ():
            if case and case.get("remedies"):
                undoing.setdefault(str(case["outcome"]), {}).setdefault(fault, name)
    unplaced = [outcome for outcome in undoing if outcome not in rules.precedence]
    problems = []
    for first, other in itertools.combinations(unplaced, 2):
        fault = next((fault for fault in (*undoing[first], *undoing[other]) if fault in among), "")
        if fault:
            here, there = (first, other) if fault in undoing[first] else (other, first)
            title = f"{_title(rules, fault)}; {_title(rules, next(iter(undoing[there])))}"
            words = f"'{outcome_in_words(here)}' and '{outcome_in_words(there)}'"
            what = f"{words} both have remedies, but neither is listed under `precedence`"
            problems.append(Counterexample(fault, title, (), what, (*_place(fault, undoing[here][fault]), "outcome")))
    means = "When two things go wrong in one hand, the rule set says which is ruled on first."
    pairs = len(undoing) * (len(undoing) - 1) // 2
    mend = "list both under `precedence`, the first to be ruled on first"
    return Property("no clash", means, pairs, "pairs of outcomes", tuple(problems), mend)


def _options_settle(rules: RuleSet, among: Iterable[str]) -> Property:
    """Return whether the cases of a fault ask exactly the options that say they settle it."""
    examples: dict[tuple[str, str], Counterexample] = {}
    looked: set[str] = set()
    turning = functools.cache(functools.partial(_options_turning, rules))
    asked_by = {fault: frozenset(options_asked(rules, fault)) for fault in among}
    for dealt in [game(name, rules.path) for name in games_under(rules)]:
        looked.update(dealt.choices)
        for fault, asked in asked_by.items():
            for name, option in dealt.choices.items():
                settles = fault in option.settles
                if settles and name not in turning(fault):
                    what = f"the option {name} lists this dispute under `settles`, but no case uses the option"
                elif not settles and name in asked:
                    what = f"its cases use the option {name}, which does not list this dispute under `settles`"
                else:
                    continue
                title, what = text(option.title) or name, f"{_title(rules, fault)}: {what}"
                examples[name, fault] = Counterexample(name, title, (), what, _asking(rules, fault, name))
    means = "An option decides the disputes it is meant to settle, and no others."
    mend = "list the dispute under `settles` of the option, or use the option in no case"
    return Property("options settle what they say", means, len(looked), "options", tuple(examples.values()), mend)


def _no_silence(rules: RuleSet, among: Collection[str]) -> Property:
    """Return whether each option decides what it settles under every value of the other options, or names those under which it
    does not.
    """
    lists = {listed.fault: listed for listed in _lists(rules, rules.faults)}
    decides = deciding(lists, functools.cache(functools.partial(_reckoned, rules)))
    examples: dict[Silence, Counterexample] = {}
    seen: set[Silence] = set()
    for dealt in [game(name, rules.path) for name in games_under(rules)]:
        options = dealt.choices
        for silence in silences(lists, options, decides, among):
            seen.add(silence)
            asking = [fault for fault, listed in lists.items() if silence.option in listed.facts]
            if is_meant(silence, options[silence.option]) or not set(asking) & set(among):
                continue
            other, value = text(options[silence.other].title) or silence.other, known_facts()[silence.other].answer(silence.value)
            what = (
                f"{_title(rules, asking[0])}: the option {silence.option} has no effect with this value of "
                f"{silence.other} ({other}: {value})"
            )
            examples[silence] = Counterexample(
                silence.option,
                text(options[silence.option].title) or silence.option,
                (),
                what,
                _asking(rules, asking[0], silence.option),
            )
    means = (
        "Every option has an effect, whatever the other options are, or names the values under which it has none and the reason."
    )
    mend = "use the option in a case there, or give the reason under the option's `idle_with`"
    of = "options under a value of another"
    return Property("no option is silenced", means, len(seen), of, tuple(examples.values()), mend)


def _asking(rules: RuleSet, fault: str, option: str) -> Place:
    """Return the place of the first case of a fault that uses an option by name; the list's if none does."""
    asking = (name for name, case in rules.faults[fault]["cases"].items() if option in (case.get("when") or {}))
    return next(((*_place(fault, name), "when", option) for name in asking), _place(fault))


def options_asked(rules: RuleSet, fault: str) -> list[str]:
    """Return the names of the options that rulings on a fault depend on.

    A condition may name the option, the option may define a fact or be part of its formula, or it may decide whether the fault
    can happen.

    Args:
        rules: The rule set.
        fault: Name of the fault.

    >>> from dealerkit.rules.sets import rule_set
    >>> options_asked(rule_set("rrop"), "check_raise"), options_asked(rule_set("tda"), "misdeal_called_late")
    (['form', 'check_raise'], ['gate'])
    """
    cases = [case for case in ((rules.faults[fault] or {}).get("cases") or {}).values() if case]
    asked = dict.fromkeys(name for case in cases for name in case.get("when") or {})
    standing = standing_for()
    names = [standing[name].option if name in standing else name for name in asked]
    known = known_faults().get(fault)
    return list(dict.fromkeys([*names, *worked_out_of(names), *(known.under if known is not None else ())]))


def _options_turning(rules: RuleSet, fault: str) -> frozenset[str]:
    """Return the options that can change the ruling: those behind an amount, and those that cases ask for here or in another set
    of the family, since an option belongs to the game.
    """
    family = [rules, *(other_set for other_set in map(rule_set, rule_sets()) if other_set.family == rules.family)]
    asked = (name for rules in family if fault in rules.faults for name in options_asked(rules, fault))
    return _reckoned(rules, fault).union(asked)


def _reckoned(rules: RuleSet, fault: str) -> frozenset[str]:
    """Return the options behind the amounts of a fault's cases: those in a sum, and those that limit bets where a round of bets
    tells the amount.
    """
    listed = decision_list(rules, fault)
    sums = [amounts.made_of(amount) for case in listed.cases for amount in (case.data.get("amounts") or {}).values()]
    behind = {*sums, *(fact for checked in sums for fact in amounts.FACTS_OF.get(checked, ()))}
    known = known_faults().get(fault)
    names = {*behind, *(known.facts if known is not None else ())} & TOLD.keys()
    return frozenset({*behind, *(options_of_bets() if names else ())})


def _same(rules: RuleSet, other: RuleSet, only: frozenset[str] | None) -> Property:
    """Return whether a set rules like another on all possible facts, or differs in the named rules alone."""
    compared = outcome_differences(other, rules)
    counterexamples = [
        Counterexample(
            difference.fault,
            difference.title,
            difference.example,
            f"{other.title}: {difference.old}; {rules.title}: {difference.new}",
        )
        for difference in compared.differences
        if only is None or not {*difference.old.rules, *difference.new.rules} & only
    ]
    within = "" if only is None else f", but for {', '.join(sorted(only))}"
    name = f"same as {other.name}" if only is None else "differs only in the named rules"
    return Property(name, f"It rules as {other.title} does{within}.", compared.classes, CLASSES, tuple(counterexamples))
