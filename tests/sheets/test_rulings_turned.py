"""Rulings turned round: where a house lets stand what our sets do not, neither its card nor its table knows the slip any more."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest
import yaml

from dealerkit.errors import DealerkitError
from dealerkit.facts.decisions import outcomes_meant
from dealerkit.felt.motions.meaning import CODES
from dealerkit.hands.codes import codes_in, codes_of
from dealerkit.jobs.cases.files import RuleCase
from dealerkit.jobs.cases.run import table_after
from dealerkit.judge.severity import line_of
from dealerkit.rules.games import game
from dealerkit.rules.sets import rule_set
from dealerkit.sheets.editions import EditionOrder
from dealerkit.sheets.editions.dealer import card_lines
from dealerkit.sheets.ruled_texts import faults_of
from tests.shipped_cases import shipped_cases

GAMES = {"holdem": "rrop", "stud7": "rrop", "draw": "rrop", "mini-baccarat": "us"}
OTHERS = ("play_on", "corrected", "card_plays")
"""What a house comes to instead; the first that a duty does not want."""


def _ours(name: str) -> Mapping[str, Any]:
    dealt = game(name, GAMES[name])
    assert dealt.rules is not None
    return dealt.rules.faults


def _hanging(name: str) -> Iterator[tuple[str, str, frozenset[str]]]:
    """Yield each fault on whose ruling a duty or a reading of chips hangs, what a house makes of it, and the codes that go."""
    duties = game(name, GAMES[name]).data.get("duties") or {}
    of_duties = {duty: frozenset(codes_in(spec.get("code"))) for duty, spec in duties.items()}
    said = [(duty, key, fault) for duty, spec in duties.items() for key in ("ruled", "unless") for fault in spec.get(key) or {}]
    hanging = {(fault, "play_on"): {code} for fault, code in CODES.items()} if "showdown" in game(name).data else {}
    goes: dict[tuple[str, str], set[str]] = {}
    for duty, key, fault in said:
        words = duties[duty][key][fault]
        meant = outcomes_meant([words] if isinstance(words, str) else words)
        other = next(one for one in (*OTHERS, *sorted(meant)) if (one in meant) == (key == "unless"))
        hanging.setdefault((fault, other), set()).update(of_duties[duty])
        goes.setdefault((fault, other), set()).add(duty)
    dealt = game(name, GAMES[name]).data
    steps = frozenset((*step_codes(dealt["procedure"]), *codes_in(dealt["felt"].get("never"))))
    for (fault, other), codes in sorted(hanging.items()):
        stay = [found for duty, found in of_duties.items() if duty not in goes.get((fault, other), ())]
        elsewhere = steps.union(*stay) - {CODES.get(fault, "")}
        if fault in _ours(name) and (gone := codes - elsewhere):
            yield fault, other, frozenset(gone)


def step_codes(node: object) -> Iterator[str]:
    """Yield the codes of every step below a node of a procedure."""
    if isinstance(node, Mapping):
        for key, inner in node.items():
            yield from codes_in(inner) if key in ("codes", "over") else step_codes(inner)


TURNED = [pytest.param(name, *row, id=f"{name}: {row[0]}") for name in GAMES for row in _hanging(name)]


def turned(path: Path, base: str, fault: str, outcome: str) -> Path:
    """Write the file of a house that settles a fault in one way, whatever else holds, and return it."""
    before = rule_set(base).faults[fault]["cases"]
    cases = {name: None for name in before if name != "otherwise"}
    gone = dict.fromkeys(before.get("otherwise", {}))
    own = {"rule": "OU-01", "outcome": outcome, "say": "We let it be.", "because": "Ours.", "source": {"work": "ours"}}
    house = {
        "set": "ours",
        "extends": base,
        "house": "Ours",
        "sources": {"ours": {"title": "Our rules"}},
        "faults": {fault: {"cases": {**cases, "otherwise": {**gone, **own}}}},
    }
    path.write_text(yaml.safe_dump(house, sort_keys=False), encoding="utf-8")
    return path


@functools.cache
def _cases() -> tuple[RuleCase, ...]:
    return tuple(case for case in shipped_cases() if case.kind == "acts" and case.rules is None)


def _drawing(name: str, codes: frozenset[str]) -> list[RuleCase]:
    """Return the cases of a game that expect one of some findings."""
    found = []
    for case in _cases():
        said = case.data["expect"].get("findings") or []
        drawn = {one["code"] if isinstance(one, Mapping) else one for one in said if not isinstance(said, int)}
        if case.data.get("game") == name and not drawn.isdisjoint(codes):
            found.append(case)
    return found


@pytest.mark.parametrize(("name", "fault", "outcome", "codes"), TURNED)
@pytest.mark.sample(5, rest="thorough")
def test_a_slip_goes_with_the_ruling_it_hangs_on(tmp_path: Path, name: str, fault: str, outcome: str, codes: frozenset[str]):
    """IR-08, BR-35, DH-03: what stands is no slip, on the card and at the table alike."""
    base = GAMES[name]
    ours = {slip.code for one in card_lines(EditionOrder((game(name, base),)).context()) for slip in one.slips}
    path = turned(tmp_path / "ours.yaml", base, fault, outcome)
    house = game(name, path)
    assert codes.isdisjoint(codes_of(house))
    shown = {slip.code for one in card_lines(EditionOrder((house,)).context()) for slip in one.slips}
    assert codes.isdisjoint(shown)
    assert ours - shown <= codes | {code for code in ours if fault in faults_of(line_of(house.rules.findings, code))}
    for case in _drawing(name, codes):
        try:
            table = table_after(attrs.evolve(case, rules=path))
        except DealerkitError:
            continue  # it tells of a remedy that nobody is given here
        assert codes.isdisjoint(one.code for one in table.findings), case.name
