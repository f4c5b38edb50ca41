"""Disputes for a supervisor to look up: when they happen, what to ask, the ruling, what to say."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping

import attrs

from dealerkit.rules.doc import Doc
from dealerkit.rules.entries import CaseEntry
from dealerkit.rules.games import Game
from dealerkit.rules.page_data import page_data
from dealerkit.rules.sets import RuleSet, facts_doc
from dealerkit.rules.texts import without
from dealerkit.rulings.amounts import Source as AmountSource
from dealerkit.rulings.amounts import amounts, made_of
from dealerkit.rulings.assumed_facts import fixed_facts
from dealerkit.rulings.circumstances import circumstances
from dealerkit.rulings.conditions import Value, holds
from dealerkit.rulings.decision import titled_steps
from dealerkit.rulings.decision_lists import Case, DecisionList, decision_list
from dealerkit.rulings.differences.authority import is_house_choice
from dealerkit.rulings.facts import fact_of, known_facts, known_faults
from dealerkit.rulings.games import can_fit, faults_in_force, game_facts, values_in_force
from dealerkit.rulings.outcome_words import ANSWER, OUTCOMES, WAITS
from dealerkit.rulings.penalties import ladder_in_short
from dealerkit.sheets.citations import Cited
from dealerkit.sheets.context import Context
from dealerkit.sheets.house_words import HouseWords
from dealerkit.sheets.model import Source
from dealerkit.sheets.statements import Statement
from dealerkit.sheets.voice import EMPTY, Said, Voice, human

OTHER = "other"
"""Moment of faults that `floor.yaml` lists under no moment."""


SHORT = 64
"""Most characters of a step that is printed with the ruling."""


@attrs.frozen
class PrintedRemedy:
    """The steps that a ruling makes the dealer take, as printed.

    Attributes:
        title: The remedy in short.
        steps: The remedy step by step.
    """

    title: Said
    steps: tuple[Said, ...]

    @property
    def short(self) -> bool:
        """Whether its only step says everything in a line or two."""
        return len(self.steps) == 1 and len(self.steps[0]) <= SHORT

    @property
    def said(self) -> Said:
        """The text printed with a ruling: its only step, or the title of a remedy that is printed elsewhere."""
        return self.steps[0] if self.short else self.title


@attrs.frozen
class PrintedDecision:
    """A ruling on a dispute, as printed.

    Attributes:
        case: Name of its case in the decision list.
        wants: The required value of each fact, as in the decision list; not printed.
        when: The condition in words; empty for a ruling without one.
        ruling: The ruling; empty for an answer, which is in `say`.
        say: The supervisor's words.
        wait: An event to wait for first; may be empty.
        remedies: The dealer's remedies.
        weigh: Considerations, if the floor decides.
        choices: Possible decisions of the floor.
        source: The source; None without one.
        states: The ruling as facts and outcome, for proofs; not printed.
    """

    case: str
    wants: Mapping[str, object]
    when: tuple[Said, ...]
    ruling: Said
    say: Said
    wait: Said = EMPTY
    remedies: tuple[PrintedRemedy, ...] = ()
    weigh: tuple[Said, ...] = ()
    choices: tuple[Said, ...] = ()
    source: Source | None = None
    states: tuple[Statement, ...] = attrs.field(default=(), eq=False, repr=False)

    @property
    def done(self) -> tuple[object, ...]:
        """The ruling's effect at the table, without its words; rulings of two rule sets differ if this differs."""
        return self.when, self.ruling, self.wait, self.remedies, self.choices


@attrs.frozen
class PrintedDispute:
    """A fault that can be disputed in a game, with its rulings, as printed.

    Attributes:
        fault: Its name in the rule sets; not printed.
        title: The fault, or the question.
        words: Other words that people use for it.
        questions: Questions to ask, in order.
        decisions: The rulings, of which the first that fits applies.
    """

    fault: str
    title: Said
    words: tuple[str, ...]
    questions: tuple[Said, ...]
    decisions: tuple[PrintedDecision, ...]


@attrs.frozen
class Moment:
    """A moment of a game at which disputes arise.

    Attributes:
        name: Its name in `floor.yaml`.
        title: The moment in words.
        short: The moment for the thumb index.
        disputes: The disputes, in the order of `floor.yaml`.
    """

    name: str
    title: Said
    short: Said
    disputes: tuple[PrintedDispute, ...]


def moments(context: Context) -> tuple[Moment, ...]:
    """Return the disputes possible in a game, grouped by the moment at which they arise."""
    by_moment, cited = _moments(context.game, context.voice.lang, context.voice.words_of_house, facts_doc())
    context.cited.include(cited)
    return by_moment


@functools.lru_cache(maxsize=32)
def _moments(game: Game, lang: str, words: HouseWords, _facts: Doc) -> tuple[tuple[Moment, ...], Cited]:
    """Return the moments of a game with their citations; cached, because several editions use them, some more than once."""
    voice = Voice(game, lang, words)
    cited = Cited(voice, game.rules)
    context = Context(game, voice, cited)
    faults, known = faults_in_force(context.game), known_here(context)
    listed = {
        name: [fault for fault in spec["faults"] if fault in faults] for name, spec in page_data("floor")["moments"].items()
    }
    placed = {name for names in listed.values() for name in names}
    listed[OTHER] += [fault for fault in faults if fault not in placed]
    moments = tuple(
        Moment(
            name,
            context.voice.say(page_data("floor")["moments"][name]["title"]),
            context.voice.say(page_data("floor")["moments"][name]["short"]),
            tuple(_dispute(context, name, known) for name in names),
        )
        for name, names in listed.items()
        if names
    )
    return moments, cited


def known_here(context: Context) -> dict[str, Value]:
    """Return the facts that need no question at a table of this game, by name: those that follow from the game and its options,
    and those for which a printed paper assumes a value.
    """
    rules, known, facts = context.game.rules, known_facts(), game_facts(context.game)
    fixed = fixed_facts(rules, str(facts.get("form", ""))) if rules is not None else {}
    own = {name: value for name, value in facts.items() if name in fixed or known[name].type != "amount"}
    for name, fact in known.items():
        if fact.type in ("bool", "choice") and (fact.under or fact.unless):
            possible = values_in_force(context.game, name, list(fact.values) or [True, False])
            own |= {name: possible[0]} if len(possible) == 1 else {}
    return {**page_data("floor")["known"], **fixed, **own}


def list_here(context: Context, fault: str, here: Mapping[str, Value]) -> DecisionList:
    """Return a fault's decision list (cases with conditions, the first that fits applies) without what the game already decides.

    Args:
        context: The game with its rule set.
        fault: The fault.
        here: The facts that are known in this game, from `known_here`.

    Raises:
        UnknownName: If the rule set does not rule on that fault.
        RuleFileError: If its list cannot be used.
    """
    rules = context.game.rules
    assert rules is not None
    listed = decision_list(rules, fault, context.game.options)
    cases = tuple(attrs.evolve(case, when=when) for case, when in _cases(context, listed.cases, here))
    return DecisionList(fault, cases, listed.facts)


def _dispute(context: Context, fault: str, here: Mapping[str, Value]) -> PrintedDispute:
    """Return a dispute: its questions and rulings."""
    rules = context.game.rules
    assert rules is not None
    listed = list_here(context, fault, here)
    asked = dict.fromkeys(fact for case in listed.cases for fact in case.when)
    known = known_faults().get(fault)
    return PrintedDispute(
        fault=fault,
        title=context.voice.say(rules.faults[fault].get("title") or human(fault)),
        words=known.words if known is not None else (),
        questions=tuple(Said(fact_of(fault, fact).question, "en") for fact in listed.facts if fact in asked),
        decisions=tuple(decision(context, fault, case, here) for case in listed.cases),
    )


def _cases(context: Context, cases: Iterable[Case], known: Mapping[str, Value]) -> Iterator[tuple[Case, Mapping[str, object]]]:
    """Yield the cases that are possible at this table, each with the facts still to be asked; a case that an earlier one always
    covers is left out.
    """
    before: list[Mapping[str, object]] = []
    for case in cases:
        if not can_fit(context.game, case.data) or not all(
            holds(wanted, known[fact]) for fact, wanted in case.when.items() if fact in known
        ):
            continue
        left = {fact: wanted for fact, wanted in case.when.items() if fact not in known}
        if not all(values_in_force(context.game, fact, wanted) for fact, wanted in left.items()):
            continue
        if not any(name.items() <= left.items() for name in before) and not _all_said(context.game, before):
            yield case, left
        before.append(left)


def _all_said(game: Game, before: Iterable[Mapping[str, object]]) -> bool:
    """Return whether cases, each with a condition on a single fact, cover all its possible values under the options in force."""
    all_texts: dict[str, list[object]] = {}
    for wants in before:
        for fact, wanted in wants.items() if len(wants) == 1 else ():
            all_texts.setdefault(fact, []).extend(wanted if isinstance(wanted, list) else [wanted])
    return any(
        known_facts()[fact].type == "choice" and set(values_in_force(game, fact, list(known_facts()[fact].values))) <= set(values)
        for fact, values in all_texts.items()
    )


def decision(context: Context, fault: str, case: Case, here: Mapping[str, Value]) -> PrintedDecision:
    """Return the printed form of a case in a fault's decision list.

    Args:
        context: The game, the language and the citations of the paper.
        fault: The name of the fault.
        case: The case, one of `list_here`.
        here: The facts that are known in this game, from `known_here`.
    """
    voice, data, rules = context.voice, case.data, context.game.rules
    assert rules is not None
    outcome = str(data.get("outcome", ""))
    sources = data.get("amounts") or {}
    sums = amounts(sources, here)
    unknown = sources.keys() - sums.keys()
    words = voice.say(
        without(data.get("say"), unknown), **{name: _amount(voice, sources[name], amount) for name, amount in sums.items()}
    )
    _, cited, remedies, _ = case.key
    chosen = context.game.options
    states = Statement(rules.name, fault, case.when, here, chosen, (outcome,), case.name, cited, remedies, str(words))
    return PrintedDecision(
        case=case.name,
        wants=case.when,
        when=circumstances(voice.lang, context.game, fault, case.when),
        ruling=EMPTY
        if outcome == ANSWER
        else voice.say(page_data("floor")["rulings"].get(outcome) or OUTCOMES.get(outcome, human(outcome))),
        say=voice.sentence(f"ruling/{fault}/{case.name}", words),
        wait=voice.say(WAITS[data["at"]]) if "at" in data else EMPTY,
        remedies=tuple(_remedies(context, rules, data)),
        weigh=tuple(map(voice.say, data.get("weigh") or ())),
        choices=tuple(map(voice.say, data.get("choices") or ())),
        source=context.cited.house()
        if is_house_choice(rules, ("faults", fault, "cases", case.name))
        else context.cited.source(data.get("source")),
        states=(states,),
    )


def _amount(voice: Voice, source: AmountSource, value: object) -> object:
    """Return an amount in a ruling as printed: with the house's currency if it is money and not a number of seconds."""
    name, options, facts = made_of(source), voice.game.choices, known_facts()
    is_money = options[name].is_money if name in options else name in facts and facts[name].type == "amount"
    return voice.money(value) if is_money else value


def _remedies(context: Context, rules: RuleSet, data: CaseEntry) -> Iterator[PrintedRemedy]:
    """Yield the dealer's remedies, without those that only repeat the ruling."""
    voice = context.voice
    for remedy in (*(data.get("remedies") or ()), *(data.get("dealt_by") or ())):
        if remedy in page_data("floor")["silent"]:
            continue
        entry = rules.remedies.get(remedy) or {}
        title = voice.say(entry.get("title") or remedy)
        steps = list(map(voice.say, titled_steps(entry))) or [title]
        ladder = ladder_in_short(entry, context.game.options.get("setting"))
        yield PrintedRemedy(title, (*steps, *([Said(ladder, "en")] if ladder else [])))
