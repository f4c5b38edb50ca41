"""Slips at tables under changed rule sets: the points at which the included cases lead to a ruling, and the results of obeying
it.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from dealerkit.errors import DealerkitError, Impossible
from dealerkit.felt import FLOOR, Act
from dealerkit.jobs.cases.files import RuleCase
from dealerkit.jobs.cases.run import _deck, _game, _lines, _sit
from dealerkit.judge import Finding
from dealerkit.procedure.mid_game import MidGame
from dealerkit.rules.doc import Doc
from dealerkit.rules.games import game
from dealerkit.rules.overlay import overlay
from dealerkit.rules.sets import RuleSet, rule_set
from dealerkit.rulings import UNDECIDED, Ruling
from dealerkit.rulings.decision_lists import decision_list
from dealerkit.table.table import Table
from tests.shipped_cases import shipped_cases

LAST = "otherwise"
NOTHING_TO_DO = ("play_on", ())
AS_IT_LIES = frozenset({"play_on", "action_binding", "raise_allowed", "complete_allowed", "hand_live", "card_plays"})
"""Outcomes that require no act without a remedy."""
MOST = 80
"""Number of acts for which a ruling is followed, more than the rest of a hand or a coup."""


@attrs.frozen
class Spot:
    """The point at which an included case meets a case of a decision list.

    Attributes:
        case: The included case.
        rules: The rule set, by name.
        lines: Number of its lines before the point.
        fault: The fault.
        ruled: The case of the decision list that applies.
        code: The finding to rule on; empty for none.
        given: Whether the ruling was given at once; otherwise it must be asked for.
    """

    case: RuleCase
    rules: str
    lines: int
    fault: str
    ruled: str
    code: str
    given: bool


@attrs.frozen
class Changed:
    """A case of a decision list with a house's change.

    Attributes:
        rules: The rule set under it, by name.
        fault: The fault.
        case: The case.
        outcome: The new outcome, with its remedies; None for a removal.
    """

    rules: str
    fault: str
    case: str
    outcome: tuple[str, tuple[str, ...]] | None

    @property
    def entry(self) -> dict[str, Any]:
        """Return the content of the house's file."""
        said: dict[str, Any] | None = None
        if self.outcome is not None:
            said = {"outcome": self.outcome[0], "remedies": list(self.outcome[1])}
            case = rule_set(self.rules).faults[self.fault]["cases"][self.case]
            said |= {key: None for key in ("amounts", "dealt_by") if key in case}
        return {"faults": {self.fault: {"cases": {self.case: said}}}}

    @property
    def house(self) -> RuleSet:
        """Return the house's rule set."""
        rules = rule_set(self.rules)
        entry = copy.deepcopy(self.entry)
        below = Doc.of({"faults": {self.fault: rules.faults[self.fault]}})
        faults = overlay(below, Doc.of(entry)).data["faults"]
        data = {**rules.doc.data, "faults": {**rules.faults, **faults}}
        return attrs.evolve(rules, doc=rules.doc.with_data(data))


def changes(rules: RuleSet, fault: str, case: str) -> Iterator[Changed]:
    """Yield a house's possible changes of a case: remove it, accept the act, rule like another case, or end the hand."""
    cases = decision_list(rules, fault).cases
    if case != LAST:
        yield Changed(rules.name, fault, case, None)
    (own,) = (one for one in cases if one.name == case)
    over = next(
        (
            (one.key[0], one.key[2])
            for listed in (decision_list(rules, name) for name in rules.faults)
            for one in listed.cases
            if one.key[0] in ("misdeal", "void_hand") and one.key[2]
        ),
        NOTHING_TO_DO,
    )
    for other in dict.fromkeys([NOTHING_TO_DO, over, *((one.key[0], one.key[2]) for one in cases)]):
        if other != (own.key[0], own.key[2]):
            yield Changed(rules.name, fault, case, other)


def sat(case: RuleCase, rules: str | None = None, house: RuleSet | None = None) -> Table:
    """Return the table of a case, under its own rule set or another, or under a house's."""
    in_force = _game(case) if rules is None else game(case.data["game"], rules, case.data.get("set", {}))
    if house is not None:
        in_force = attrs.evolve(in_force, rules=house)
    given = MidGame.read(case.data["given"]) if "given" in case.data else None
    table = _sit(case, in_force, _deck(case.data, in_force), given)
    if "at" in case.data:
        table.advance(case.data["at"])
    return table


def play(table: Table, line: Act | str) -> None:
    """Push one line of a case."""
    if isinstance(line, Act):
        table.push(line)
    else:
        table.advance(line or None)


def spots_of(case: RuleCase, rules: str | None = None) -> Iterator[Spot]:
    """Yield the points at which a case leads to a ruling, or to a duty or finding that can be disputed."""
    try:
        table = sat(case, rules)
        if table.game.rules is None:
            return
        name = table.game.rules.name
        for at, line in enumerate(_lines(case), 1):
            rulings, findings, pending = len(table.rulings), len(table.findings), set(map(id, table.agenda.books.duties))
            play(table, line)
            told = set()
            for ruled in table.rulings[rulings:]:
                if ruled.ruling.outcome != UNDECIDED:
                    told.add(ruled.ruling.fault)
                    yield Spot(case, name, at, ruled.ruling.fault, ruled.ruling.case, ruled.code, given=True)
            codes = [one.code for one in table.agenda.books.duties if id(one) not in pending]
            codes += [one.code for one in table.findings[findings:]]
            for code in dict.fromkeys(codes):
                entry = table.house.catalogue.get(code, {})
                fault = str(entry.get("fault") or entry.get("dispute") or "")
                ruling = table.floor.decided(fault) if fault and fault not in told else None
                if ruling is not None and ruling.outcome != UNDECIDED:
                    yield Spot(case, name, at, ruling.fault, ruling.case, code, given=False)
    except (Impossible, DealerkitError):
        return


def planted(spot: Spot, house: RuleSet | None) -> Table | None:
    """Return the table at a spot under a house's rules; None if it is not reached there."""
    table = sat(spot.case, spot.rules, house)
    try:
        for line in _lines(spot.case)[: spot.lines]:
            play(table, line)
    except Impossible:
        return None
    return table


def followed(table: Table, spot: Spot) -> list[Finding]:
    """Return the findings while the ruling is obeyed: the floor states it; a perfect dealer and passive players do the due
    acts.

    A ruling that accepts the act requires nothing; for any other whose remedy the table does not deal, the floor is called, and
    rules.
    """
    known, begun, said = len(table.findings), _begun(table), set[int]()
    ruling = table.rulings[-1].ruling if spot.given and table.rulings else table.floor.decided(spot.fault)
    if ruling is not None and _is_for_the_floor(table, ruling):
        found = [spot.code] if any(one.code == spot.code for one in table.findings) else []
        _push(table, "d floor")
        _push(table, Act.make(FLOOR, "rule", ruling.outcome, *(found or ruling.remedies)))
    for _ in range(MOST):
        act: Act | None = table.floor.to_rule
        if act is not None and len(table.rulings) not in said:
            said.add(len(table.rulings))
            if not any(one.verb == "floor" for one in table.log[table.rulings[-1].act :]):
                _push(table, "d floor")
        else:
            act = table.next_act()
        if act is None or not _push(table, act) or _begun(table) != begun:
            break
    return table.findings[known:]


def _is_for_the_floor(table: Table, ruling: Ruling) -> bool:
    """Return whether the floor must be called for a ruling: no remedy of it is expected already, and there is something to do."""
    dealt = bool(table.rulings) and any(table.house.remedies[name].dealt for name in ruling.to_deal)
    return ruling.decided and not dealt and (ruling.outcome not in AS_IT_LIES or bool(ruling.to_deal))


def _push(table: Table, act: Act | str) -> bool:
    try:
        table.push(act)
    except Impossible:
        return False
    return True


def _begun(table: Table) -> dict[str, int]:
    """Return the beginning of the current hand or coup."""
    return {name: table.now.marks[name] for name in ("hand", "coup") if name in table.now.marks}


def speaks_of(table: Table, finding: Finding, spot: Spot) -> bool:
    """Return whether a finding is about the fault at a spot: it leads to that fault, comes from a duty with that fault, or is
    about the floor's own ruling.
    """
    if finding.code == spot.code or table.floor.fault_of(finding) == spot.fault or finding.got.startswith(f"{FLOOR} rule "):
        return True
    duties = {duty for those in table.house.watch.values() for duty in those if spot.fault in dict((*duty.ruled, *duty.unless))}
    return any(finding.code in (duty.codes.values() if isinstance(duty.codes, Mapping) else [duty.codes]) for duty in duties)


def contradicting(spot: Spot, changed: Changed) -> list[Finding] | None:
    """Return the findings about a fault after obeying the changed ruling that do not occur after the usual one; None if the
    change has no effect there, or the house's ruling cannot be identified.
    """
    usual, table = planted(spot, None), planted(spot, changed.house)
    if usual is None or table is None:
        return None
    one, other = (where.floor.decided(spot.fault) for where in (usual, table))
    if one is None or other is None or not other.decided or (one.outcome, one.remedies) == (other.outcome, other.remedies):
        return None
    found = any(it.code == spot.code for it in table.findings) or any(it.ruling.fault == spot.fault for it in table.rulings)
    if not found and other.outcome in ("misdeal", "void_hand"):
        return None  # there is no finding yet for the floor to name
    told = {finding.code for finding in followed(usual, spot)}
    return [found for found in followed(table, spot) if speaks_of(table, found, spot) and found.code not in told]


SHIPPED = [case for case in shipped_cases() if case.kind == "acts"]
