"""The codes of the findings that are possible in a game, derived from its steps, duties, felt and remedies; no list goes by a
game's name.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence

from dealerkit.facts.decisions import outcomes_meant
from dealerkit.facts.situation import GameData, can_hold
from dealerkit.felt.motions.meaning import CODES as CODES_OF_CHIPS
from dealerkit.hands.checked_hand import RECORD_CODES
from dealerkit.hands.phh.problems import CODES as PHH_CODES
from dealerkit.hands.phh.variants import variants
from dealerkit.judge import floor
from dealerkit.judge.findings import UNEXPECTED, UNTOLD
from dealerkit.judge.matchers.player import ILLEGAL, OUT_OF_TURN
from dealerkit.procedure.setup import game_data
from dealerkit.procedure.steps import GENERIC
from dealerkit.rules.entries import DutyEntry, RemedyEntry, names_in
from dealerkit.rules.games import Game
from dealerkit.rulings.games import faults_of
from dealerkit.rulings.house_sentences import cases_here

_TABLES = ("codes", "over")
"""Keys of a step or section that hold tables of codes."""
_FAULTS_OF_CHIPS = {code: fault for fault, code in CODES_OF_CHIPS.items()}


@functools.lru_cache(maxsize=64)
def codes_of(game: Game) -> frozenset[str]:
    """Return the codes of the findings that can arise in a game with its options in force.

    A step without a code of its own for a kind of fault uses `step/<id>-<kind>`. Where the catalogue has no entry for that, the
    entry `step/<kind>` explains it. Both codes are returned.

    Args:
        game: The game with its rule set and options.
    """
    data = game_data(game)
    codes = {*_of_steps(game.data.get("procedure") or {}, data), *_of_duties(game, data)}
    codes.update(_of_tables(game.data.get("tables")))
    codes.update(_of_felt(game.data.get("felt") or {}, data))
    cases = (case for fault in faults_of(game).values() for case in fault["cases"].values())
    named = {remedy for case in cases for remedy in case.get("remedies") or ()}
    remedies: Mapping[str, RemedyEntry] = game.rules.remedies if game.rules is not None else {}
    codes.update(code for name in named for code in _of_remedy(remedies.get(name) or {}, data))
    codes.update(floor.CARD_CODES, RECORD_CODES, {UNEXPECTED})
    if game.id in {variant.game for variant in variants().values()}:
        codes.update(PHH_CODES)
    return frozenset(codes - UNTOLD)


def codes_in(codes: object, data: GameData | None = None) -> Iterator[str]:
    """Yield every code of a finding in a table of codes, at any depth.

    Args:
        codes: A code, or a map from verb, kind of fault or fact to further codes.
        data: The game in force: codes under a fact that can never hold in it are skipped. None to skip none.
    """
    if isinstance(codes, str):
        yield codes
    elif codes is not None and isinstance(codes, Mapping):
        for name, inner in codes.items():
            if data is None or can_hold(name, data):
                yield from codes_in(inner, data)


def step_codes(node: Mapping[str, object], data: GameData | None = None) -> Iterator[str]:
    """Yield the codes of findings that a step or section itself names, not those of the steps in it.

    The `rules` of a players' step may contain rule ids among the codes; these are skipped.

    Args:
        node: The step or section, as data of the rule file.
        data: The game in force: codes under a fact that can never hold in it are skipped. None to skip none.
    """
    for key in _TABLES:
        yield from codes_in(node.get(key), data)
    yield from (code for code in codes_in(node.get("rules"), data) if "/" in code)


def happens(node: Mapping[str, object], data: GameData) -> bool:
    """Return whether a step or section can ever be due in a game with its options in force.

    Args:
        node: The step or section, as data of the rule file.
        data: The game in force.
    """
    return all(can_hold(name, data) for name in names_in(node.get("if")))


def _of_steps(nodes: Mapping[str, object], data: GameData) -> Iterator[str]:
    for name, node in nodes.items():
        if not (isinstance(node, Mapping) and happens(node, data)):
            continue
        yield from step_codes(node, data)
        if "steps" in node:
            yield from _of_steps(node["steps"], data)
        elif "play" in node:
            rules = {str(rule) for rule in codes_in(node.get("rules"), data)}
            yield from (f"play/{rule}" for rule in rules if "/" not in rule)
            yield from (ILLEGAL, OUT_OF_TURN)  # for acts that the step names no rule for
        if "steps" not in node:
            endings = [ending for kind, ending in GENERIC.items() if not _named(node, kind)]
            yield from (f"step/{of}{ending}" for ending in endings for of in (f"{name}-", ""))


def _named(node: Mapping[str, object], kind: str) -> bool:
    """Return whether a step always has a code of its own for a kind of fault."""
    codes = node.get("codes")
    if isinstance(codes, Mapping):
        codes = codes.get(kind, codes.get("any"))
    return isinstance(codes, str) or (isinstance(codes, Mapping) and "otherwise" in codes)


def _of_duties(game: Game, data: GameData) -> Iterator[str]:
    duties: Mapping[str, DutyEntry] = game.data.get("duties") or {}
    for duty in duties.values():
        on = [[facts] if isinstance(facts, str) else facts or [] for facts in duty["on"].values()]
        comes = any(not facts or any(fact == "always" or can_hold(fact, data) for fact in facts) for facts in on)
        if comes and happens(duty, data) and wanted_by_rulings(game, duty):
            yield from (code for code in codes_in(duty.get("code"), data) if not _left_as_it_lies(game, code))


def wanted_by_rulings(game: Game, duty: DutyEntry) -> bool:
    """Return whether the rulings in force can bring a duty that depends on rulings.

    Each fault in the duty's `ruled` must have a case with an outcome named there; no fault in its `unless` may have one in all
    its cases.

    Args:
        game: The game with its rule set.
        duty: The duty, as data of the rule file.
    """
    wanted = (any(_rulings_meet(game, fault, words)) for fault, words in (duty.get("ruled") or {}).items())
    spared = (_all_rulings_meet(game, fault, words) for fault, words in (duty.get("unless") or {}).items())
    return all(wanted) and not any(spared)


def _all_rulings_meet(game: Game, fault: str, words: str | Sequence[str]) -> bool:
    meetings = [*_rulings_meet(game, fault, words)]
    return bool(meetings) and all(meetings)


def _rulings_meet(game: Game, fault: str, words: str | Sequence[str]) -> Iterator[bool]:
    """Yield, for each case of a fault that can arise in a game, whether it has one of some outcomes or remedies.

    Args:
        game: The game.
        fault: The fault.
        words: One outcome or remedy, or several.
    """
    cases = faults_of(game).get(fault, {}).get("cases", {})
    meant = outcomes_meant([words] if isinstance(words, str) else words)
    for name in cases_here(game, cases):
        case = cases[name]
        yield not meant.isdisjoint((case["outcome"], *(case.get("remedies") or ()), *(case.get("dealt_by") or ())))


def _left_as_it_lies(game: Game, code: str) -> bool:
    """Return whether a finding about a ruling on chips can never arise, because no ruling moves the chips."""
    return code in _FAULTS_OF_CHIPS and _all_rulings_meet(game, _FAULTS_OF_CHIPS[code], "stands")


def _of_felt(felt: Mapping[str, object], data: GameData) -> Iterator[str]:
    yield from codes_in(felt.get("never"), data)
    yield from codes_in(felt.get("ran_out"))


def _of_remedy(remedy: RemedyEntry, data: GameData) -> Iterator[str]:
    yield from codes_in(remedy.get("code"))
    yield from _of_steps(remedy.get("steps") or {}, data)


def _of_tables(tables: object) -> Iterator[str]:
    """Yield the findings for choices that a table allows only under a condition, from the `rule` that each breaks."""
    if isinstance(tables, Mapping):
        if isinstance(rule := tables.get("rule"), str):
            yield f"play/{rule}"
        for inner in tables.values():
            yield from _of_tables(inner)
