"""Hands that depend on an option: cases of the rule files, and hands of a perfect dealer, judged under each of its values."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from unittest import mock

import attrs

from dealerkit.errors import DealerkitError
from dealerkit.felt import Act
from dealerkit.jobs.cases.coverage import Reached
from dealerkit.jobs.cases.files import RuleCase
from dealerkit.jobs.cases.run import run, table_after
from dealerkit.rules.games import Game, game, games
from dealerkit.rules.option_values import CHOOSES_THE_SET
from dealerkit.table import table as table_module
from dealerkit.table.bots import Bots, random_legal, sensible
from dealerkit.table.table import Table
from tests.attack.tables import clean
from tests.sheets.clauses import Clause, clauses, dealt_otherwise, others_needed, rules_of, values_tried
from tests.shipped_cases import shipped_cases

SEEDS = 3
"""Number of hands dealt for each kind of player in a search."""
ROUNDS = 2
MOST_ACTS = 900
GAMES = 2
"""Number of games with an option in which hands are dealt."""
RULE = re.compile(r"\b[A-Z]{2,4}-[A-Z]?\d+\b")
A_NUMBER = "a number"
CITED = ("acts", "coup", "odds", "record")
"""Kinds of case that the engine deals or computes."""


@attrs.frozen
class Turn:
    """A hand with different results under two values of an option.

    Attributes:
        option: The option's name.
        values: The value under which the hand is clean, or matches its case; and the other one.
        hand: Its name: the case's name, or its game, players and seed.
        otherwise: The engine's result under the other value.
        rules: The rules of that result, and those in the case's name.
        told: The clauses that name one of them, or the option's rule, and differ under the two values.
    """

    option: str
    values: tuple[str, str]
    hand: str
    otherwise: str
    rules: frozenset[str]
    told: frozenset[str]


def turns(option: str) -> list[Turn]:
    """Return a hand for each value of an option that some hand distinguishes from another one.

    A case of a game that has the option is judged under every other value; if none differs, hands are dealt.
    """
    found: list[Turn] = []
    wanted = values_of(option)
    for search in (_of_cases, _of_hands):
        for turn in search(option, wanted):
            if turn.told:
                wanted.difference_update((*turn.values, A_NUMBER))
                found.append(turn)
            if not wanted:
                return found
    return found


def values_of(option: str) -> set[str]:
    """Return the values of an option that need a hand that distinguishes them from another one: its words, in any game; for
    numbers and odds one of them is enough, represented by `A_NUMBER`.
    """
    choices = [one.choices[option] for one in games_with(option)]
    return {_as_text(value) if one.kind == "choice" else A_NUMBER for one in choices for value in values_tried(one)}


def games_with(option: str) -> list[Game]:
    """Return the games that have an option, under their own rule sets."""
    return [game(name) for name in games() if option in game(name).choices]


def every_option() -> list[str]:
    """Return the options of all games, each once, except the choice of the rule set."""
    return sorted({name for one in games() for name in game(one).choices} - {CHOOSES_THE_SET})


def _as_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# Cases


@functools.cache
def _cases() -> tuple[RuleCase, ...]:
    return tuple(case for case in shipped_cases() if case.kind in CITED and "game" in case.data)


def _of_cases(option: str, wanted: set[str]) -> Iterator[Turn]:
    """Yield the results of cases under another value: of those that set the option, then of those named after its rule.

    Args:
        option: The option's name.
        wanted: The values that have no hand yet; the caller removes those found.
    """
    for case in _concerned(option):
        case = _with(case, {**others_needed(case.data["game"], option), **_set_by(case)})
        before = game(case.data["game"], case.rules, _set_by(case))
        own = _as_text(before.options[option])
        for value in map(_as_text, values_tried(before.choices[option])):
            if value == own or wanted.isdisjoint((value, own, A_NUMBER)):
                continue
            other = _with(case, {**_set_by(case), option: value})
            if (why := _comes_out_otherwise(other)) and not _comes_out_otherwise(case):
                after = game(case.data["game"], case.rules, _set_by(other))
                rules = frozenset(RULE.findall(case.name)) | _cited_otherwise(case, other)
                yield _turn(option, (before, after), f"{case.data['game']}: {case.name}", why, rules)


def _set_by(case: RuleCase) -> dict[str, str]:
    return {str(name): str(value) for name, value in (case.data.get("set") or {}).items()}


def _with(case: RuleCase, options: Mapping[str, str]) -> RuleCase:
    return attrs.evolve(case, data={**case.data, "set": dict(options)})


def _not_looking_long() -> AbstractContextManager[object]:
    """Let a perfect dealer give up soon if a case continues with a step that another value has removed."""
    return mock.patch.object(table_module, "MOST_ACTS", MOST_ACTS)


def _concerned(option: str) -> Iterator[RuleCase]:
    having = {one.id: rules_of(one, one.choices[option]) for one in games_with(option)}
    of_them = [case for case in _cases() if case.data["game"] in having]
    yield from (case for case in of_them if option in (case.data.get("set") or {}))
    for case in of_them:
        if option not in (case.data.get("set") or {}) and not having[case.data["game"]].isdisjoint(RULE.findall(case.name)):
            yield case


def _comes_out_otherwise(case: RuleCase) -> str:
    """Return the difference from the case's expectation; empty for none, or for a case that is impossible under this value."""
    try:
        with _not_looking_long():
            return run(case, Reached()).why
    except DealerkitError:
        return ""


def _cited_otherwise(case: RuleCase, other: RuleCase) -> frozenset[str]:
    """Return the rules of the findings that only one of two tables has."""
    if case.kind != "acts":
        return frozenset()
    either = [_cited(one) for one in (case, other)]
    return frozenset(rule for (_, rule) in (either[0] - either[1]) + (either[1] - either[0]))


def _cited(case: RuleCase) -> Counter[tuple[str, str]]:
    try:
        with _not_looking_long():
            table = table_after(case)
    except DealerkitError:
        return Counter()
    return Counter((one.code, rule) for one in table.findings for rule in table.explain(one).cite)


# Hands of a perfect dealer


def _of_hands(option: str, wanted: set[str]) -> Iterator[Turn]:
    """Yield hands that are clean under one value and have a finding under another; the arguments are those of `_of_cases`."""
    for name in [one.id for one in games_with(option)][:GAMES]:
        others = others_needed(name, option)
        first = game(name, None, others)
        for other in dealt_otherwise(name, None, option, others):
            for clean_under, judged_under in ((first, other), (other, first)):
                if wanted.isdisjoint((A_NUMBER, *(_as_text(one.options[option]) for one in (first, other)))):
                    continue
                yield from _dealt(option, clean_under, judged_under)


def _dealt(option: str, clean_under: Game, judged_under: Game) -> Iterator[Turn]:
    for players in (sensible, random_legal):
        for seed in range(SEEDS):
            try:
                table, acts = Table(judged_under, seed=seed), _hand(clean_under, seed, players.__name__)
            except DealerkitError:
                return  # no player can sit down: an ante that no chip makes up
            said, rules = _judged(table, acts)
            if said:
                hand = f"{clean_under.id}, {players.__name__} players, seed {seed}"
                yield _turn(option, (clean_under, judged_under), hand, said, rules)
                return


PLAYERS = {players.__name__: players for players in (sensible, random_legal)}


@functools.lru_cache(maxsize=64)
def _hand(played: Game, seed: int, players: str) -> tuple[Act, ...]:
    """Return the acts of a perfect dealer and of players who keep to the rules."""
    table, acts = Table(played, seed=seed), []
    for act in clean(table, Bots(PLAYERS[players], seed), ROUNDS):
        assert table.push(act) == (), act.text
        acts.append(act)
        if len(acts) == MOST_ACTS:
            break
    return tuple(acts)


def _judged(table: Table, acts: tuple[Act, ...]) -> tuple[str, frozenset[str]]:
    """Push acts until one has a finding, or is impossible; return that, and the rules that it rests on."""
    for act in acts:
        try:
            found = table.push(act)
        except DealerkitError as error:
            return f"{act.text}: {error}", frozenset()
        if found:
            return f"{act.text}: {found[0].code}", frozenset(rule for one in found for rule in table.explain(one).cite)
    return "", frozenset()


def _turn(option: str, played: tuple[Game, Game], hand: str, otherwise: str, rules: frozenset[str]) -> Turn:
    before, after = (_told(one) for one in played)
    telling = rules | {played[0].choices[option].rule}
    told = {where for where in before.keys() | after.keys() if _differs(before, after, where, telling)}
    values = (_as_text(played[0].options[option]), _as_text(played[1].options[option]))
    return Turn(option, values, hand, otherwise, rules, frozenset(told))


@functools.lru_cache(maxsize=8)
def _told(played: Game) -> Mapping[str, Clause]:
    return clauses(played, ())


def _differs(before: Mapping[str, Clause], after: Mapping[str, Clause], where: str, rules: frozenset[str]) -> bool:
    either = [told[where] for told in (before, after) if where in told]
    return len({clause.text for clause in either}) + 2 - len(either) > 1 and any(rules & clause.rules for clause in either)
