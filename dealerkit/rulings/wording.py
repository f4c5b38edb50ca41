"""A ruling in words: what to say aloud and what to do, and everything that stands behind it, part by part.

The terminal prints these parts and the browser shows them: neither says anything of a ruling that the other does not.
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
        title: What it is called.
        value: What it is, in a word or two.
        made_of: Of what it was worked out, as 'Bet 200, Raise 400'; empty for one that was told.
    """

    name: str
    title: str
    value: str
    made_of: str = ""


@attrs.frozen
class SaidAmount:
    """An amount of a ruling.

    Attributes:
        title: What it is, as 'give back'.
        value: The amount, or a seat.
        money: Whether it is a sum of money.
    """

    title: str
    value: str
    money: bool


@attrs.frozen
class SaidChoice:
    """One of the choices that are left to the floor, in words.

    Attributes:
        title: What the floor may decide on.
        effects: What that does, each with its label: `cards` or `chips`.
    """

    title: str
    effects: tuple[tuple[str, str], ...] = ()


@attrs.frozen
class SaidChange:
    """One fact that would have changed the ruling.

    Attributes:
        name: The fact's name.
        title: What it is called.
        values: What it would have had to be, as 'yes' or '2 or 3'.
        then: What would be ruled then.
    """

    name: str
    title: str
    values: str
    then: str


@attrs.frozen
class RulingWords:
    """Every part of a ruling that is shown, in words; a part that it does not have is empty.

    Attributes:
        rules_set: The rule set it was made under.
        headline: What it comes to.
        say: What to say aloud, without quotation marks.
        do: What to do, in one line; empty while a fact is missing.
        ask: What to ask next; empty once it is decided.
        argued: What was argued, and why it does not count.
        steps: What the dealer does, in order.
        penalty: What becomes of hand and player, each with its label.
        amounts: Amounts of money, and seats.
        worked_out: Facts that nobody told, and of what they were worked out.
        reckoned: How amounts were reckoned from the bets, in sentences.
        lacks: Facts that would tell an amount of the answer.
        choices: What is left to the floor.
        weigh: What the floor weighs then.
        why: Why, as a trainer would say it.
        rules: The ids of the rules.
        cite: Work and section.
        doubt: How far that was read; empty where it was read whole.
        assumed: What was taken for granted.
        chosen: The house's options that decide it, or could.
        beside: What is ruled on other things that went wrong in the same hand.
        otherwise: What would have changed it.
        freeze: What nobody may touch meanwhile.
        window: Whether, or until when, the dispute is in time.
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
        """The rule, where it can be looked up, and how far that was read, in one line."""
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

    Of one that cannot be made yet, what to say meanwhile, if anything, and what to ask; of a mere answer, what to say alone.
    """
    if ruling.say:
        yield "Say", f'"{ruling.say}"'
    done = to_do(ruling) if ruling.decided else ""
    if done:
        yield "Do", done
    elif not ruling.decided or ruling.lacks:
        yield "Ask", to_ask(ruling)


def to_ask(ruling: Ruling) -> str:
    """Return the next question for a ruling that lacks a fact, or an answer that lacks one for its amount; if none is left, the
    sentence that the floor decides.
    """
    wanted = (*ruling.needs, *ruling.lacks)
    return fact_of(ruling.fault, wanted[0]).question if wanted else OUTCOMES["floor_discretion"]


def hands_missed(hands: int) -> str:
    """Return how many hands a player misses for a penalty, in words."""
    return f"{fill('{hands} hands', {'hands': hands})} {'is' if hands == 1 else 'are'} missed"


def to_do(ruling: Ruling) -> str:
    """Return the steps in the fewest words: the remedies in short, and the amounts; empty if there are none."""
    short = "" if ruling.penalty is not None else _outcome_in_short(ruling)
    choices = "; or ".join(ruling.choices)
    sentences = [": ".join(part for part in (short, choices) if part)]
    sentences += ruling.do
    if ruling.penalty is not None and ruling.penalty.hands is not None:
        sentences.append(hands_missed(ruling.penalty.hands))
    sentences += [f"{in_words(name)}: {amount}" for name, amount in ruling.amounts.items()]
    return " ".join(f"{sentence[:1].upper()}{sentence[1:].rstrip('.')}." for sentence in sentences if sentence)


def headline(ruling: Ruling) -> str:
    """Return the outcome of a ruling; for an answered question, the question."""
    return ruling.title if ruling.outcome == ANSWER else outcome_in_words(ruling.outcome)


def outcome_in_words(word: str) -> str:
    """Return the meaning of an outcome; an unknown one is returned unchanged."""
    return OUTCOMES.get(word, word)


def said_fact(fault: str, name: str, value: Value) -> SaidFact:
    """Return a fact of a fault in words.

    Args:
        fault: The fault, whose own words for the fact go before others.
        name: The fact.
        value: Its value.
    """
    fact = fact_of(fault, name)
    return SaidFact(name, fact.title, fact.short(value))


def answers(fact: Fact, conditions: Sequence[object] = ()) -> list[tuple[str | bool, str]]:
    """Return the possible answers to a question of yes and no or of a choice, with their meaning; empty for other questions.

    Args:
        fact: The fact that is asked for.
        conditions: What cases want of it: of a long choice only what can make a difference is offered.
    """
    if fact.type == "bool":
        return [(value, fact.answer(value)) for value in (True, False)]
    if fact.type == "choice":
        return [(value, ANY_OTHER if rest else fact.answer(value)) for value, rest in fact.choices(conditions)]
    return []


def told_of_it(rulings: Sequence[Ruling], known: Mapping[str, Value]) -> tuple[SaidFact, ...]:
    """Return the facts from a record that decided rulings or can still change them, in words.

    Args:
        rulings: The rulings, on one fault.
        known: What the record tells.
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
    """Return the words and remedies of a ruling, as a key: two rulings with the same key differ in their rules alone."""
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
