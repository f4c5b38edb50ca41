"""Rulings: from a fault and its facts to the outcome, with remedies, words and citation."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from dealerkit.errors import UnknownName
from dealerkit.files.plain_data import as_plain, fields
from dealerkit.rules.readings import READ, reading
from dealerkit.rules.sets import RuleSet, at_one_moment, by_its_facts, facts_under
from dealerkit.rules.texts import fill, text, without
from dealerkit.rulings.amounts import ASKED_ALWAYS, TELLING, Source, amounts, made_of
from dealerkit.rulings.arguments import Argument, arguments_of
from dealerkit.rulings.assumed_facts import assumed_facts, bet_limits, facts_of_sums, options_behind, sums_of
from dealerkit.rulings.conditions import Value, words
from dealerkit.rulings.decision_lists import Case, DecisionList, Undecided, decision_list, facts_told, meanings_in_force, plainly
from dealerkit.rulings.derivation import derive, worked_out_of
from dealerkit.rulings.differences.authority import is_house_choice
from dealerkit.rulings.facts import Fact, fact_of, known_facts, known_faults
from dealerkit.rulings.given_facts import in_one, renamed, usual
from dealerkit.rulings.outcome_words import ANSWER, UNDECIDED, WAITS
from dealerkit.rulings.penalties import Penalty, penalty
from dealerkit.rulings.round_facts import BETS, MEASURED, MINIMUM, facts_of, options_of_bets, round_of

if TYPE_CHECKING:
    from dealerkit.felt.bets import BetRound
    from dealerkit.rules.entries import CaseEntry, RemedyEntry


HOUSE_RULE = "House rule"
"""The authority for what a house has chosen itself without naming a source."""


@attrs.frozen
class PassedOver:
    """The reason why an earlier case of a decision list did not apply.

    Attributes:
        case: Name of the case.
        fact: Name of the fact that ruled it out.
        wanted: The value that the case requires, in words.
        got: The value that the fact had.
    """

    case: str
    fact: str
    wanted: str
    got: Value


@attrs.frozen
class Change:
    """A fact that would have changed the ruling, had it alone been different.

    Attributes:
        fact: Name of the fact.
        value: The value that would have changed the ruling.
        outcome: The outcome then; `undecided` if more would have to be known.
        rules: Ids of the rules then.
        remedies: Ids of the remedies then.
        say: Words to say aloud then; empty if more would have to be known.
        possible: All outcomes that are possible then; only one if it is decided.
        needs: Names of the facts that the outcome would still depend on.
    """

    fact: str
    value: Value
    outcome: str
    rules: tuple[str, ...] = ()
    remedies: tuple[str, ...] = ()
    say: str = ""
    possible: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


@attrs.frozen
class Ruling:
    """A ruling: the decision of the floor (the supervisor).

    Attributes:
        rules_set: Name of the rule set under which it was made.
        fault: Name of the fault.
        title: The fault in words.
        case: Name of the case of the decision list that applied; empty if undecided.
        outcome: A word of `OUTCOMES`, or `undecided`.
        rules: Ids of the rules it rests on, the one applied first.
        remedies: Ids of the remedies, in order.
        dealt_by: Ids of remedies that carry the outcome out, if the rule book names none.
        penalty: The player's penalty, and the fate of the hand; None if nobody is penalised.
        steps: The dealer's steps, in words, in order.
        do: The remedies in short, one sentence each; empty if there is none.
        say: Words that the supervisor says aloud.
        because: The reason, as a trainer would give it.
        cite: The work and section, in words; `HOUSE_RULE` for a house's own choice that names no source; empty if undecided.
        source: Id of the work, and section; empty for such a choice.
        verified: How much of the cited place was read: one of `dealerkit.rules.readings.GRADES`.
        weigh: Points for the floor to weigh, if the rule leaves the decision to the floor.
        choices: The decisions that the floor can then take.
        effects: For each of these, by its words, its effect on `cards` and `chips`, as far as the rule set states it.
        amounts: Amounts of money as decimal text, and seats, by the amount's name.
        needs: Names of the missing facts that can still change the ruling; empty once it is decided.
        asked: For each of these facts, the conditions that cases put on it.
        possible: The outcomes that are still possible; only one once it is decided.
        would_change: Single facts that would have changed it.
        passed_over: The earlier cases and why they did not apply.
        assumed: Facts that nobody gave, with the values assumed for them.
        facts: All facts it was made from, by name.
        beside: Rulings on other faults in the same hand.
        freeze: Things that nobody may touch until the ruling is carried out, as a sentence.
        window: Whether the dispute is still in time, or until when it can be raised (SD-16), as a sentence.
        idle: Names of the given facts that made no difference (`dealerkit.rulings.irrelevant_facts`).
        worked_out: Facts that nobody gave, computed from others, with their values.
        reckoned: How amounts were computed from the bets, in sentences.
        lacks: Names of missing facts that would add an amount or a seat to the answer; without them it stays general.
        under: The rule set, if it defines facts of its own that are needed to word the ruling; None otherwise.
    """

    json_names = "rules_set outcome rules remedies steps amounts say because cite verified detail needs would_change"
    rules_set: str
    fault: str
    title: str
    case: str
    outcome: str
    rules: tuple[str, ...] = ()
    remedies: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    do: tuple[str, ...] = ()
    say: str = ""
    because: str = ""
    cite: str = ""
    source: Mapping[str, str] = attrs.field(factory=dict)
    verified: str = ""
    weigh: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    effects: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)
    amounts: Mapping[str, str] = attrs.field(factory=dict)
    needs: tuple[str, ...] = ()
    asked: Mapping[str, tuple[object, ...]] = attrs.field(factory=dict)
    possible: tuple[str, ...] = ()
    would_change: tuple[Change, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()
    assumed: Mapping[str, Value] = attrs.field(factory=dict)
    facts: Mapping[str, Value] = attrs.field(factory=dict)
    beside: tuple[Ruling, ...] = ()
    freeze: str = ""
    window: str = ""
    dealt_by: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    reckoned: tuple[str, ...] = ()
    worked_out: Mapping[str, Value] = attrs.field(factory=dict)
    penalty: Penalty | None = None
    under: RuleSet | None = attrs.field(default=None, eq=False, repr=False)

    @property
    def argued(self) -> tuple[Argument, ...]:
        """The arguments that were made, each with the reason why it does not count."""
        return arguments_of(self.fault, self.facts)

    @property
    def to_deal(self) -> tuple[str, ...]:
        """Ids of the remedies that carry the ruling out, whether or not the rule book names them."""
        return (*self.remedies, *self.dealt_by)

    @property
    def each(self) -> tuple[Ruling, ...]:
        """This ruling and those in `beside`, each without any beside it."""
        return (attrs.evolve(self, beside=()), *self.beside) if self.beside else (self,)

    @property
    def decided(self) -> bool:
        """Whether the facts suffice for an outcome."""
        return self.outcome != UNDECIDED

    @property
    def questions(self) -> list[dict[str, object]]:
        """The questions that are still open, as plain data: for each its fact, the kind of answer, and the possible answers."""
        with facts_under(self.under):
            return [_question(fact_of(self.fault, name)) for name in self.needs]

    @property
    def detail(self) -> dict[str, object]:
        """The grounds of the ruling as plain data: its case, the cases passed over, source, choices, penalty."""
        return fields(
            self, "fault", "title", "case", "do", "source", "penalty", "weigh", "choices", "effects", "possible", "passed_over",
            "assumed", "worked_out", "changed_nothing=idle", "argued", "facts", "questions", "beside", "freeze", "window",
            "lacks", "reckoned",
        )  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """Return the ruling as plain data for JSON."""
        return fields(self, *self.json_names.split())


@at_one_moment()
@by_its_facts
def decide(
    rule_set: RuleSet,
    fault: str,
    facts: Mapping[str, object],
    options: Mapping[str, object] | None = None,
    *,
    written: bool = False,
) -> Ruling:
    """Return the ruling on a fault, by the first case of the rule set's decision list that fits.

    Args:
        rule_set: The rule set in force.
        fault: The fault, a name of `facts.yaml`.
        facts: The known facts, by name; None or `?` for an unknown one.
        options: Options of the game in force; an option with the name of a fact gives the fact its value if it is not given.
        written: Whether the dispute is told in full, so that exceptions which it does not mention can be ruled out.

    Returns:
        The ruling. If the facts are not enough, its outcome is `undecided` and `needs` names the facts to ask for.

    Raises:
        UnknownName: If there is no such fault, fact or value, or the set does not rule on the fault.
        RuleFileError: If the decision list itself cannot be used.
    """
    listed, declared = decision_list(rule_set, fault, options), known_facts()
    facts = in_one(fault, renamed(fault, facts))
    given = plainly(_read(rule_set, facts, listed, declared), meanings_in_force(rule_set, options))
    limits = bet_limits(rule_set, fault, given, options or {}) if BETS in given else None
    round_ = round_of(rule_set, fault, given, limits)
    by_bets: dict[str, Value] = {}
    if round_ is not None:
        used = {*listed.facts, *facts_told(fault, ()), *facts_of_sums(listed), *sums_of(listed)}
        by_bets = {
            name: value for name, value in facts_of(round_, given, rule_set.speech.get("stands_for", ())).items() if name in used
        }
        given |= by_bets
    in_force = options_behind(rule_set, listed, given, options or {})
    followed = derive({**in_force, **given}, listed.facts, written=written)
    given |= followed
    unsaid = {name: value for name, value in usual(fault, facts).items() if written}
    assumed = assumed_facts(rule_set, listed, given, {**unsaid, **(options or {})})
    known = {**given, **assumed}
    open_ = listed.open(known)
    undecided = Undecided(listed, known, open_)
    title = text(rule_set.faults[fault].get("title")) or fault
    possible = tuple(dict.fromkeys(case.key[0] for case in listed.cases if case.key in undecided.ends))
    passed = tuple(_passed(case, known) for at, case in enumerate(listed.cases) if not open_ >> at & 1)
    if len(undecided.ends) != 1:
        return Ruling(
            rule_set.name, fault, title, "", UNDECIDED, needs=undecided.needs, possible=possible, passed_over=passed,
            assumed=assumed, facts=known, asked={name: tuple(listed.conditions(name)) for name in undecided.needs},
            under=_telling(rule_set),
        )  # fmt: skip
    (end,) = undecided.ends
    left = [case for at, case in enumerate(listed.cases) if open_ >> at & 1 and case.key == end]
    # Where a missing fact makes no difference, the words are those of the case that fits without it.
    case = next((case for case in left if case.when.keys() <= known.keys()), left[0] if left else None)
    if case is None:
        sentence = ", ".join(f"{name}={as_plain(value)}" for name, value in known.items())
        raise UnknownName(kind=f"case of {rule_set.name}.{fault} for these facts", name=sentence)
    earlier = {case.name for case in listed.cases[: listed.cases.index(case)]}
    worded = _words(rule_set, fault, case, known)
    return attrs.evolve(
        worded,
        fault=fault,
        title=title,
        possible=possible,
        under=_telling(rule_set),
        passed_over=tuple(case for case in passed if case.case in earlier),
        would_change=_changes(listed, case, known, by_bets),
        assumed=assumed,
        facts=known,
        worked_out={name: value for name, value in followed.items() if declared[name].worked_out_of},
        reckoned=round_.how if round_ is not None else (),
        lacks=(*_minimum(round_, case), *worded.lacks),
    )


def _telling(rule_set: RuleSet) -> RuleSet | None:
    """Return the rule set if it declares facts or faults of its own, else None."""
    return rule_set if rule_set.declared else None


def _read(rule_set: RuleSet, facts: Mapping[str, object], listed: DecisionList, known: Mapping[str, Fact]) -> dict[str, Value]:
    """Read the given facts, without unknown values, and without options that the list does not ask for."""
    read: dict[str, Value] = {}
    asked = {*listed.facts, *facts_of_sums(listed), *sums_of(listed), *worked_out_of(listed.facts)}
    asked |= {*options_of_bets()} if BETS in facts else set()
    for name, value in facts.items():
        if name not in known:
            fault = known_faults().get(listed.fault)
            others = (*(fault.also if fault is not None else ()), *facts_of_sums(listed))
            lines = facts_told(listed.fault, [rule_set])
            raise UnknownName(kind=f"fact of {listed.fault}", name=name, known=others, whole=lines)
        meant = known[name].read(value)
        if meant is not None and (name in asked or not known[name].of_option):
            read[name] = meant
    return read


def _passed(case: Case, known: Mapping[str, Value]) -> PassedOver:
    fact = case.failing(known)
    assert fact is not None
    return PassedOver(case.name, fact, words(case.when[fact]), known[fact])


def _words(rule_set: RuleSet, fault: str, case: Case, known: Mapping[str, Value]) -> Ruling:
    """Return a case as a ruling in words, without what depends on how the case was reached."""
    data = case.data
    by_house = is_house_choice(rule_set, ("faults", fault, "cases", case.name))
    source = data.get("source") or {} if not by_house else {}
    outcome, rules, remedies, _ = case.key
    dealt_by = tuple(data.get("dealt_by") or ())
    ladders = [name for name in remedies if (rule_set.remedies.get(name) or {}).get("ladder")]
    to_player = penalty(data, [rule_set.remedies.get(name) or {} for name in remedies], known)
    steps = [WAITS[data["at"]]] if "at" in data else []
    steps += [step for remedy in (*remedies, *dealt_by) for step in remedy_steps(rule_set, remedy)]
    do = [in_short(rule_set, remedy) for remedy in (*remedies, *dealt_by) if remedy not in ladders]
    sums = amounts(data.get("amounts") or {}, known)
    say = _filled(data, known, sums)

    return Ruling(
        rules_set=rule_set.name,
        fault="",
        title="",
        case=case.name,
        outcome=outcome,
        rules=rules,
        remedies=remedies,
        steps=(*steps, *([to_player.player] if to_player else [])),
        do=(*do, *([to_player.hand, to_player.player] if to_player else [])),
        dealt_by=dealt_by,
        penalty=to_player,
        say=say(data.get("say")),
        because=say(data.get("because")),
        cite=HOUSE_RULE if by_house else citation(rule_set, source),
        source={key: text(source[key]) for key in ("work", "section") if key in source},
        verified=READ if by_house else reading(rule_set.sources, source).grade,
        weigh=tuple(say(weighed) for weighed in data.get("weigh") or ()),
        choices=tuple(say(choice) for choice in data.get("choices") or ()),
        effects={
            say(choice): {what: say(done) for what, done in rule_set.choices[text(choice)].items()}
            for choice in data.get("choices") or ()
            if text(choice) in rule_set.choices
        },
        amounts=sums,
        lacks=_lacking(
            {
                name: sum_
                for name, sum_ in (data.get("amounts") or {}).items()
                if outcome == ANSWER or made_of(sum_) in ASKED_ALWAYS
            },
            sums,
            known,
        ),
    )


def _filled(data: CaseEntry, known: Mapping[str, Value], sums: Mapping[str, str]) -> Callable[[object], str]:
    """Return a function that fills a case's texts with facts and amounts, and drops sentences whose amounts are unknown."""
    shown = {**as_plain(known), **sums}
    unknown = (data.get("amounts") or {}).keys() - sums.keys()
    return lambda value: fill(text(without(value, unknown)), shown).strip()


def _lacking(wanted: Mapping[str, Source], texts: Mapping[str, str], known: Mapping[str, Value]) -> tuple[str, ...]:
    """Return the missing facts behind a case's amounts: the fact itself, the parts of its sum, or the fact that is asked for
    instead.
    """
    declared = known_facts()
    sums = (made_of(sum_) for name, sum_ in wanted.items() if name not in texts)
    behind = (declared[fact] for sum_ in sums for fact in TELLING.get(sum_, (sum_,)) if fact in declared)
    return tuple(dict.fromkeys(name for fact in behind if (name := fact.ask_first or fact.name) not in known))


def _minimum(round_: BetRound | None, case: Case) -> tuple[str, ...]:
    """Return the fact to ask for where an amount depends on a smallest bet that nobody has told; QU-04."""
    sources = {made_of(sum_) for sum_ in (case.data.get("amounts") or {}).values()}
    return (MINIMUM,) if round_ is not None and round_.minimum_missing and sources & MEASURED else ()


def remedy_steps(rule_set: RuleSet, remedy: str) -> list[str]:
    """Return the dealer's steps to carry out a remedy, in words.

    Args:
        rule_set: The rule set.
        remedy: Id of the remedy.

    Raises:
        UnknownName: If there is no such remedy.
    """
    entry = rule_set.remedies.get(remedy)
    if not isinstance(entry, Mapping):
        raise UnknownName(kind="remedy", name=remedy, known=rule_set.remedies)
    return list(map(text, titled_steps(entry))) or [text(entry.get("title"))]


def titled_steps(remedy: RemedyEntry) -> list[object]:
    """Return the titles of the dealer's steps in a remedy, in order. Steps without a title belong to players and are left out."""
    return [step["title"] for step in (remedy.get("steps") or {}).values() if step.get("title")]


def in_short(rule_set: RuleSet, remedy: str) -> str:
    """Return a remedy in one sentence: its step, or its title if it has several.

    Args:
        rule_set: The rule set.
        remedy: Id of the remedy.

    Raises:
        UnknownName: If there is no such remedy.
    """
    steps = remedy_steps(rule_set, remedy)
    return steps[0] if len(steps) == 1 else text(rule_set.remedies[remedy].get("title"))


def citation(rule_set: RuleSet, source: Mapping[str, object]) -> str:
    """Return a citation in words: the work and the section.

    Args:
        rule_set: The rule set.
        source: The citation: `work` (an id) and `section`.

    Raises:
        UnknownName: If `sources` has no such work.
    """
    work = str(source.get("work") or "")
    if not work:
        return ""
    entry = rule_set.sources.get(work)
    if entry is None:
        raise UnknownName(kind="work", name=work, known=rule_set.sources)
    title, edition, section = text(entry.get("title")), text(entry.get("edition")), text(source.get("section"))
    return ", ".join(part for part in (title, edition, section) if part)


def _changes(
    listed: DecisionList, case: Case, known: Mapping[str, Value], certain: Container[str] = frozenset()
) -> tuple[Change, ...]:
    """Return the single facts that would have led to another ruling; facts that follow from the bets are left out."""
    changes: list[Change] = []
    names = [name for name in listed.facts if name in known]
    for name in names:
        if name in certain:
            continue
        others = listed.open({other: known[other] for other in names if other != name})
        same = others & listed.allowed(name, known[name])
        for value in listed.values(name):
            open_ = others & listed.allowed(name, value)
            if open_ == same:  # no case tells this value from the known one
                continue
            then = Undecided(listed, known, open_)
            if case.key not in then.ends:
                changes.append(_change(listed, {**known, name: value}, name, open_, then))
    return tuple(changes)


def _change(listed: DecisionList, known: Mapping[str, Value], fact: str, open_: int, then: Undecided) -> Change:
    """Return the ruling with one fact changed."""
    possible = tuple(dict.fromkeys(case.key[0] for case in listed.cases if case.key in then.ends))
    if len(then.ends) != 1:
        return Change(fact, known[fact], possible[0] if len(possible) == 1 else UNDECIDED, possible=possible, needs=then.needs)
    (end,) = then.ends
    if end is None:
        return Change(fact, known[fact], UNDECIDED)
    case = next(case for at, case in enumerate(listed.cases) if open_ >> at & 1 and case.key == end)
    say = _filled(case.data, known, amounts(case.data.get("amounts") or {}, known))
    return Change(fact, known[fact], *end[:3], say=say(case.data.get("say")), possible=possible)


def _question(fact: Fact) -> dict[str, object]:
    asked: dict[str, object] = {"fact": fact.name, "type": fact.type, "question": fact.question}
    if fact.worked_out_of:
        asked["worked_out_of"] = list(fact.worked_out_of)
    if fact.type in {"bool", "choice"}:
        asked["answers"] = {word: fact.answer(value) for word, value in _answers(fact)}
    else:
        asked["answers"] = {"": fact.allowed[0]}
    return asked


def _answers(fact: Fact) -> list[tuple[str, Value]]:
    if fact.type == "bool":
        return [("yes", True), ("no", False)]
    return [(value, value) for value in fact.values]
