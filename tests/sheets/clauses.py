"""The clauses of a game's papers that name a rule: rule book, steps, dealer's card, rulings, lines for players."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path

import attrs

from dealerkit.errors import DealerkitError
from dealerkit.procedure.setup import game_data
from dealerkit.rules.games import Game, game
from dealerkit.rules.option_values import CHOOSES_THE_SET
from dealerkit.rules.options import Option
from dealerkit.rules.sets import at_one_moment
from dealerkit.rulings.decision_lists import DecisionList, decision_list
from dealerkit.sheets.disputes import moments
from dealerkit.sheets.document import plain
from dealerkit.sheets.editions import EDITIONS, EditionOrder
from dealerkit.sheets.editions.dealer import card_lines
from dealerkit.sheets.parts import rule_book
from dealerkit.sheets.procedure import procedure, with_reason
from dealerkit.sheets.statements import Statement
from tests.sheets.replay import PrintedStatements, replay, stated
from tests.yaml_files import data_of

TELLINGS = ("player", "dealer", "floor")
"""The editions that are replayed under every value; book and submission print the same rows."""
HERE = Path(__file__).parent
NEEDS = {
    **data_of(HERE / "changed_by_option.yaml"),
    **data_of(HERE / "unmoved_by_option.yaml")["needs"],
}
"""Other options that an option needs to have an effect, by game and option: a bet's pay needs the bet."""
OTHER_ODDS = ("9 to 1", "1 to 2")
"""Values tried of an option for odds."""


@attrs.frozen
class Clause:
    """A printed clause.

    Attributes:
        where: Its place: `book MD-13`, `step board`, `card burn`, `slip burn/doubled`, `ruling boxed_card two`, `player
            boxed_card`.
        rules: The rules it names.
        text: Its text.
    """

    where: str
    rules: frozenset[str]
    text: str


def clauses(played: Game, told: Iterable[PrintedStatements]) -> dict[str, Clause]:
    """Return the clauses of a game by place.

    Args:
        played: The game.
        told: The result of `stated` for its players' page; other statements may be included.
    """
    found: dict[str, Clause] = {}
    for one in (*_clauses(played), *_for_players(played, told)):
        found[one.where] = attrs.evolve(one, text=f"{found[one.where].text}\n{one.text}") if one.where in found else one
    return found


def _clauses(played: Game) -> Iterator[Clause]:
    context = EditionOrder((played,)).context()
    for rule in (rule for chapter in rule_book(context) for rule in chapter.rules):
        yield Clause(f"book {rule.id}", frozenset([rule.id]), " ".join(filter(None, [rule.text, rule.row])))
    for step in (step for part in procedure(context) for step in part.steps):
        yield Clause(f"step {step.id}", frozenset(step.rules), with_reason(step))
    if EDITIONS["dealer"].offered(played):
        for line in card_lines(context):
            yield Clause(f"card {line.name}", frozenset(line.rules), f"{line.text} {line.aloud}")
            for slip in line.slips:
                yield Clause(f"slip {slip.code}", frozenset(slip.rules), f"{slip.title}: {slip.help}")
    if played.rules is not None:
        for dispute in (dispute for moment in moments(context) for dispute in moment.disputes):
            for decision in dispute.decisions:
                said = [*decision.when, decision.ruling, decision.say, decision.wait, *decision.weigh, *decision.choices]
                done = [step for remedy in decision.remedies for step in remedy.steps]
                rules = frozenset(decision.states[0].rules)
                yield Clause(f"ruling {dispute.fault} {decision.case}", rules, "; ".join(map(str, [*said, *done])))


def _for_players(played: Game, told: Iterable[PrintedStatements]) -> Iterator[Clause]:
    for cell, said in (row for group in told if group.edition == "player" for row in group.rows):
        if isinstance(said, Statement):
            facts = " ".join(f"{name}={value}" for name, value in said.facts.items() if name not in {*played.options, "form"})
            yield Clause(f"player {said.fault} {facts}".strip(), frozenset(said.rules), " ".join(map(plain, cell.lines)))


def values_tried(option: Option) -> list[object]:
    """Return the tried values of an option: all words; of numbers the ends and one inside; some odds."""
    if option.kind == "choice":
        return list(option.values)
    if option.kind == "odds":
        return list(OTHER_ODDS)
    middle = (option.low + option.high) / 2
    inside = option.low + 1 if option.boundless else Decimal(int(middle)) if option.high - option.low > 1 else middle
    return [format(value, "f") for value in dict.fromkeys([option.low, *([] if option.boundless else [option.high]), inside])]


@attrs.frozen
class Flip:
    """An option of a game under a rule set, and the effects of its values.

    Attributes:
        option: Its name.
        rules: Its own rules, and those of the disputes that it settles.
        values: Number of dealt values.
        named: The clauses that name one of these rules, under some value.
        changed: The named clauses that some value changes, adds or removes.
        alike: The named clauses that rule on a dispute in whose list another case asks the option: they apply under every
            value, which is replayed.
        replayed: Number of replays of facts of these disputes in the decision lists.
        wrong: Printed rulings under a value that differ from the actual ones.
    """

    option: str
    rules: frozenset[str]
    values: int
    named: frozenset[str]
    changed: frozenset[str]
    alike: frozenset[str]
    replayed: int
    wrong: tuple[str, ...]


def rules_of(played: Game, option: Option) -> frozenset[str]:
    """Return the rule of an option, and the first named rule of each case that asks the option."""
    asking = [case for listed in settled_lists(played, option) for case in listed.cases if option.name in case.when]
    return frozenset([*([option.rule] if option.rule else []), *(rule for case in asking for rule in case.rules[:1])])


def settled_lists(played: Game, option: Option) -> list[DecisionList]:
    """Return the decision lists in force of the disputes that an option settles and that one of their cases asks."""
    rules = played.rules
    known = [fault for fault in option.settles if rules is not None and fault in rules.faults]
    lists = [decision_list(rules, fault, played.options) for fault in known if rules is not None]
    return [listed for listed in lists if any(option.name in case.when for case in listed.cases)]


def _alike(dealt: Iterable[Game], option: Option) -> set[str]:
    """Return the rulings, by place, of cases that do not ask an option that another case of their list asks.

    The lines for players about such a dispute are included by fault alone: each is replayed.
    """
    lists = [listed for played in dealt for listed in settled_lists(played, option)]
    cases = {f"ruling {one.fault} {case.name}" for one in lists for case in one.cases if option.name not in case.when}
    return cases | {f"player {listed.fault}" for listed in lists}


@attrs.frozen(eq=False)
class Tellings:
    """A game and its papers.

    Attributes:
        played: The game.
        papers: The statements of its editions.
        clauses: The clauses that name a rule, by place.
    """

    played: Game
    papers: tuple[PrintedStatements, ...]
    clauses: Mapping[str, Clause]


def _tellings(played: Game) -> Tellings:
    papers = tuple(stated(played, TELLINGS))
    return Tellings(played, papers, clauses(played, papers))


@functools.lru_cache(maxsize=4)
def _as_it_comes(name: str, rules: str | None, others: tuple[tuple[str, str], ...]) -> Tellings:
    """Return the papers of a game with default options; they are shared by most of its options."""
    return _tellings(game(name, rules, dict(others)))


def others_needed(name: str, option: str) -> dict[str, str]:
    """Return the other settings that an option needs to have an effect: options of the game, or another game with it."""
    choices = game(name).choices
    for options in (NEEDS.get(name, {}), *NEEDS.values()):
        others = (options.get(option) or {}).get("with") or {}
        if others and others.keys() <= choices.keys():
            return {key: str(value) for key, value in others.items()}
    return {}


@functools.cache
@at_one_moment()
def flipped(name: str, rules: str | None, option: str) -> Flip:
    """Deal a game with every value of an option, compare the clauses that name its rules, and replay their statements."""
    others = others_needed(name, option)
    first = _as_it_comes(name, rules, tuple(sorted(others.items())))
    choice = first.played.choices[option]
    wanted = rules_of(first.played, choice)
    every = [first, *map(_tellings, dealt_otherwise(name, rules, option, others))]
    again = {one: replay(one.played, [group for group in one.papers if _concerns(group, wanted, choice)]) for one in every}
    named = {where for one in every for where, clause in one.clauses.items() if not wanted.isdisjoint(clause.rules)}
    changed = {where for where in named if len({_text(one, where) for one in every}) > 1}
    alike = _alike((one.played for one in every), choice)
    return Flip(
        option,
        wanted,
        len(every),
        frozenset(named),
        frozenset(changed),
        frozenset(where for where in named if short(where) in alike),
        sum(one.facts for one in again.values()),
        tuple(f"{option}={one.played.options[option]}: {said}" for one, found in again.items() for said in found.wrong),
    )


def short(clause: str) -> str:
    """Return a clause's name for a list: for a player's line the fault alone."""
    return " ".join(clause.split()[:2]) if clause.startswith("player ") else clause


def _text(told: Tellings, where: str) -> str:
    return told.clauses[where].text if where in told.clauses else ""


def dealt_otherwise(name: str, rules: str | None, option: str, others: Mapping[str, str]) -> Iterator[Game]:
    """Yield a game with every other value of an option that fits the other options."""
    first = game(name, rules, others)
    for value in values_tried(first.choices[option]):
        with contextlib.suppress(DealerkitError):
            other = game(name, rules, {**others, option: str(value)})
            game_data(other)  # incompatible values are rejected when dealt
            if other.options[option] != first.options[option]:
                yield other


def _concerns(group: PrintedStatements, wanted: frozenset[str], option: Option) -> bool:
    rulings = [said for _, said in group.rows if isinstance(said, Statement)]
    return any(said.fault in option.settles or not wanted.isdisjoint(said.rules) for said in rulings)


def options_of(name: str, rules: str | None) -> list[str]:
    """Return the tried options of a game: all that can be changed, except the choice of the rule set."""
    choices = game(name, rules).choices
    return [one for one, option in choices.items() if one != CHOOSES_THE_SET and len(values_tried(option)) > 1]
