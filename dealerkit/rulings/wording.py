"""A ruling in words: what to say aloud, what to do, and all its details, part by part.

The terminal prints these parts and the browser shows them, so that both say the same of a ruling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import attrs

from dealerkit.rules.texts import fill
from dealerkit.rulings.amounts import in_words, is_money
from dealerkit.rulings.arguments import Argument
from dealerkit.rulings.conditions import Value
from dealerkit.rulings.decision import Change, Ruling
from dealerkit.rulings.facts import Fact, fact_of, known_facts
from dealerkit.rulings.gates import GATES
from dealerkit.rulings.outcome_words import ANSWER, DOUBT, OUTCOMES, UNDECIDED

ANY_OTHER = "any other"
"""The answer that stands for all values that no rule tells apart."""


@attrs.frozen
class SaidFact:
    """A fact and its value, in words.

    Attributes:
        name: The fact's name.
        title: Its title.
        value: Its value, in a word or two.
        made_of: The facts from which it was computed, such as 'Bet 200, Raise 400'; empty for one that was given.
    """

    name: str
    title: str
    value: str
    made_of: str = ""


@attrs.frozen
class SaidAmount:
    """An amount of a ruling.

    Attributes:
        title: Its name in words, such as 'give back'.
        value: The amount, or a seat.
        money: Whether it is a sum of money.
    """

    title: str
    value: str
    money: bool


@attrs.frozen
class SaidChoice:
    """One of the decisions that a ruling leaves to the floor, in words.

    Attributes:
        title: The decision.
        effects: Its effects, each with its label: `cards` or `chips`.
    """

    title: str
    effects: tuple[tuple[str, str], ...] = ()


@attrs.frozen
class SaidChange:
    """A fact that would have changed the ruling, had it alone been different.

    Attributes:
        name: The fact's name.
        title: Its title.
        values: The values that would have changed the ruling, such as 'yes' or '2 or 3'.
        then: The ruling then, in words.
    """

    name: str
    title: str
    values: str
    then: str


@attrs.frozen
class RulingWords:
    """Every part of a ruling that is shown, in words; a part that it does not have is empty.

    Attributes:
        rules_set: The rule set under which it was made.
        headline: The outcome.
        say: Words to say aloud, without quotation marks.
        do: The dealer's task, in one line; empty while a fact is missing.
        ask: The next question; empty once the ruling is decided.
        argued: The arguments that were made, each with the reason why it does not count.
        steps: The dealer's steps, in order.
        penalty: The fate of the hand, and the player's penalty, each with its label.
        amounts: Amounts of money, and seats.
        worked_out: Facts that nobody gave, and the facts from which they were computed.
        reckoned: How amounts were computed from the bets, in sentences.
        lacks: Missing facts that would add an amount to the answer.
        choices: The decisions left to the floor.
        weigh: Points for the floor to weigh in that decision.
        why: The reason, as a trainer would give it.
        rules: Ids of the rules.
        cite: Work and section.
        doubt: How much of that was read; empty if all of it was.
        assumed: Facts that were assumed, since nobody gave them.
        chosen: The house's options that decide it, or could.
        beside: Rulings on other faults in the same hand.
        otherwise: Facts that would have changed it.
        freeze: Things that nobody may touch in the meantime.
        window: Whether the dispute is still in time, or until when it can be raised.
    """

    rules_set: str
    headline: str
    say: str = ""
    do: str = ""
    ask: str = ""
    argued: tuple[Argument, ...] = ()
    steps: tuple[str, ...] = ()
    penalty: tuple[tuple[str, str], ...] = ()
    amounts: tuple[SaidAmount, ...] = ()
    worked_out: tuple[SaidFact, ...] = ()
    reckoned: tuple[str, ...] = ()
    lacks: tuple[Fact, ...] = ()
    choices: tuple[SaidChoice, ...] = ()
    weigh: tuple[str, ...] = ()
    why: str = ""
    rules: tuple[str, ...] = ()
    cite: str = ""
    doubt: str = ""
    assumed: tuple[SaidFact, ...] = ()
    chosen: tuple[SaidFact, ...] = ()
    beside: tuple[str, ...] = ()
    otherwise: tuple[SaidChange, ...] = ()
    freeze: str = ""
    window: str = ""

    @property
    def rule(self) -> str:
        """The rule, its citation, and how much of the cited place was read, in one line."""
        return f"{', '.join(self.rules)}; {self.cite}" + (f" ({self.doubt})" if self.doubt else "")


def ruling_words(ruling: Ruling) -> RulingWords:
    """Return a ruling in words."""
    fault, penalty = ruling.fault, ruling.penalty
    return RulingWords(
        rules_set=ruling.rules_set,
        headline=headline(ruling),
        say=ruling.say,
        do=to_do(ruling) if ruling.decided else "",
        ask="" if ruling.decided else to_ask(ruling),
        argued=ruling.argued,
        steps=ruling.steps,
        penalty=() if penalty is None else tuple(
            (label, text)
            for label, text in (
                ("hand", penalty.hand),
                ("player", hands_missed(penalty.hands) if penalty.hands is not None else ""),
                ("next time", "; then: ".join(penalty.further)),
            )
            if text or label == "hand"
        ),
        amounts=tuple(SaidAmount(in_words(name), amount, is_money(amount)) for name, amount in ruling.amounts.items()),
        worked_out=tuple(_worked_out(ruling, name) for name in ruling.worked_out),
        reckoned=ruling.reckoned,
        lacks=tuple(known_facts()[name] for name in ruling.lacks),
        choices=tuple(SaidChoice(choice, tuple(ruling.effects.get(choice, {}).items())) for choice in ruling.choices),
        weigh=ruling.weigh,
        why=ruling.because,
        rules=ruling.rules,
        cite=ruling.cite,
        doubt=DOUBT.get(ruling.verified, ""),
        assumed=tuple(
            said_fact(fault, name, value) for name, value in ruling.assumed.items() if not known_facts()[name].of_option
        ),
        chosen=tuple(_chosen(ruling)),
        beside=tuple(
            f"{ruled.title}: {outcome_in_words(ruled.outcome)}" + (f" ({', '.join(ruled.rules)})" if ruled.rules else "")
            for ruled in ruling.beside
        ),
        otherwise=tuple(_otherwise(ruling)),
        freeze=ruling.freeze,
        window=ruling.window,
    )  # fmt: skip


def two_lines(ruling: Ruling) -> Iterator[tuple[str, str]]:
    """Yield the first lines of a ruling, each with its label: what to say aloud, and what to do.

    For an undecided ruling, these are what to say in the meantime (if anything) and what to ask; for the answer to a mere
    question, only what to say.
    """
    if ruling.say:
        yield "Say", f'"{ruling.say}"'
    done = to_do(ruling) if ruling.decided else ""
    if done:
        yield "Do", done
    elif not ruling.decided or ruling.lacks:
        yield "Ask", to_ask(ruling)


def to_ask(ruling: Ruling) -> str:
    """Return the next question to ask: for a fact that the ruling depends on, or that an amount in the answer needs. If no
    question is left, return the sentence that the floor decides.
    """
    wanted = (*ruling.needs, *ruling.lacks)
    return fact_of(ruling.fault, wanted[0]).question if wanted else OUTCOMES["floor_discretion"]


def hands_missed(hands: int) -> str:
    """Return, as a clause, the number of hands that a player misses for a penalty."""
    return f"{fill('{hands} hands', {'hands': hands})} {'is' if hands == 1 else 'are'} missed"


def to_do(ruling: Ruling) -> str:
    """Return the dealer's task in the fewest words: the remedies in short, and the amounts; empty if there are none."""
    short = "" if ruling.penalty is not None else _outcome_in_short(ruling)
    choices = "; or ".join(ruling.choices)
    sentences = [": ".join(part for part in (short, choices) if part)]
    sentences += ruling.do
    if ruling.penalty is not None and ruling.penalty.hands is not None:
        sentences.append(hands_missed(ruling.penalty.hands))
    sentences += [f"{in_words(name)}: {amount}" for name, amount in ruling.amounts.items()]
    return " ".join(f"{sentence[:1].upper()}{sentence[1:].rstrip('.')}." for sentence in sentences if sentence)


def headline(ruling: Ruling) -> str:
    """Return the outcome of a ruling in words; for an answered question, the question."""
    return ruling.title if ruling.outcome == ANSWER else outcome_in_words(ruling.outcome)


def outcome_in_words(word: str) -> str:
    """Return the meaning of an outcome in words; an unknown outcome is returned unchanged.

    Args:
        word: The outcome, a word of `OUTCOMES`.
    """
    return OUTCOMES.get(word, word)


def said_fact(fault: str, name: str, value: Value) -> SaidFact:
    """Return a fact of a fault in words.

    Args:
        fault: Name of the fault, whose own wording of the fact takes precedence.
        name: Name of the fact.
        value: Its value.
    """
    fact = fact_of(fault, name)
    return SaidFact(name, fact.title, fact.short(value))


def answers(fact: Fact, conditions: Sequence[object] = ()) -> list[tuple[str | bool, str]]:
    """Return the possible answers to a question, each as a value and its meaning; empty unless it is a choice or yes and no.

    Args:
        fact: The fact that is asked for.
        conditions: Conditions of cases on it: of a long choice, only values that can make a difference are offered.
    """
    if fact.type == "bool":
        return [(value, fact.answer(value)) for value in (True, False)]
    if fact.type == "choice":
        return [(value, ANY_OTHER if rest else fact.answer(value)) for value, rest in fact.choices(conditions)]
    return []


def told_of_it(rulings: Sequence[Ruling], known: Mapping[str, Value]) -> tuple[SaidFact, ...]:
    """Return, in words, the facts from a record that decided rulings or can still change them.

    Args:
        rulings: The rulings, on one fault.
        known: The facts in the record, by name.
    """
    facts = known_facts()
    matter = {name for ruling in rulings for name in _weighed(ruling)}
    if matter & GATES.keys():
        matter.add("acts")
    return tuple(
        said_fact(rulings[0].fault, name, value)
        for name, value in known.items()
        if name in facts and name in matter and not facts[name].of_game
    )


def done_by(ruling: Ruling) -> tuple[object, ...]:
    """Return all of a ruling that the table acts on, as a key: two rulings with the same key differ at most in their rules."""
    return ruling.outcome, ruling.remedies, ruling.steps, ruling.amounts, ruling.choices, ruling.say


def _outcome_in_short(ruling: Ruling) -> str:
    """Return an outcome without what it means for cards and chips, where the remedies say that."""
    text = outcome_in_words(ruling.outcome)
    if ruling.outcome == ANSWER:
        return "" if ruling.amounts else text.partition("; ")[2]
    return re.split("[:;]", text)[0] if ruling.do or ruling.choices else text


def _worked_out(ruling: Ruling, name: str) -> SaidFact:
    parts = (fact_of(ruling.fault, part) for part in known_facts()[name].worked_out_of if part in ruling.facts)
    fact = fact_of(ruling.fault, name)
    unit = f" {fact.unit}" if fact.unit else ""
    made_of = ", ".join(f"{part.title} {part.short(ruling.facts[part.name])}" for part in parts)
    return SaidFact(name, fact.title, f"{fact.short(ruling.worked_out[name])}{unit}", made_of)


def _chosen(ruling: Ruling) -> Iterator[SaidFact]:
    """Yield the house's options on which the ruling turns."""
    facts, weighed = known_facts(), set(_weighed(ruling))
    for name, value in ruling.facts.items():
        if name in weighed and facts[name].of_option:
            yield said_fact(ruling.fault, name, value)


def _otherwise(ruling: Ruling) -> Iterator[SaidChange]:
    """Yield each single fact that would have changed the ruling, and the ruling then; a house's option counts, the form of game
    does not.
    """
    facts = known_facts()
    grouped: dict[tuple[object, ...], list[Change]] = {}
    for difference in ruling.would_change:
        if not facts[difference.fact].of_game or facts[difference.fact].of_option or difference.fact in ruling.assumed:
            grouped.setdefault(
                (difference.fact, difference.outcome, difference.rules, difference.remedies, difference.say, difference.possible),
                [],
            ).append(difference)
    for changes in grouped.values():
        fact = fact_of(ruling.fault, changes[0].fact)
        values = " or ".join(fact.short(change.value) for change in changes)
        yield SaidChange(fact.name, fact.title, values, _then(ruling, changes[0]))


def _then(ruling: Ruling, change: Change) -> str:
    """Return the ruling with one fact changed, in words; if the outcome's word is the same, the spoken words."""
    rules = f" ({', '.join(change.rules)})" if change.rules else ""
    if change.outcome == UNDECIDED or change.needs:
        titles = [known_facts()[name].title for name in change.needs]
        hangs = (
            f"; {'the details depend' if len(change.possible) == 1 else 'the ruling depends'} on: {'; '.join(titles)}"
            if titles
            else ""
        )
        return ", or: ".join(map(outcome_in_words, change.possible or ("floor_discretion",))) + hangs
    if change.outcome == ruling.outcome and change.say and change.say != ruling.say:
        too = "" if change.outcome == ANSWER else f"{outcome_in_words(change.outcome)} too, but: "
        return f'{too}"{change.say}"{rules}'
    return f"{outcome_in_words(change.outcome)}{rules}"


def _weighed(ruling: Ruling) -> Iterator[str]:
    """Yield the facts that made the ruling, or can still change it."""
    yield from ruling.needs
    yield from (passed_over.fact for passed_over in ruling.passed_over)
    yield from (change.fact for change in ruling.would_change)
