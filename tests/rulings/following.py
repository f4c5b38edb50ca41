"""Slips planted at tables under changed rule sets: where the shipped cases lead to a ruling, and what obeying it leads to."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from dealerkit.errors import DealerkitError, Impossible
from dealerkit.felt import FLOOR, Act
from dealerkit.jobs.cases import read_all
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

LAST = "otherwise"
NOTHING_TO_DO = ("play_on", ())
AS_IT_LIES = frozenset({"play_on", "action_binding", "raise_allowed", "complete_allowed", "hand_live", "card_plays"})
"""Outcomes that, without a remedy, nobody has to do anything for."""
MOST = 80
"""Acts for which a ruling is followed; a hand, or a coup, is over by then."""


@attrs.frozen
class Spot:
    """Where a shipped case meets a case of a decision list.

    Attributes:
        case: The shipped case.
        rules: The rule set, by name.
        lines: How many of its lines are played until then.
        fault: What happened.
        ruled: The case of the decision list that applies.
        code: The finding that may be ruled on; empty if there is none.
        given: Whether the ruling was given at once; otherwise somebody has to ask for it.
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
    """One case of a decision list that a house has otherwise.

    Attributes:
        rules: The rule set under it, by name.
        fault: What happened.
        case: The case.
        outcome: The outcome it has instead, with its remedies; None if it is taken out.
    """

    rules: str
    fault: str
    case: str
    outcome: tuple[str, tuple[str, ...]] | None

    @property
    def entry(self) -> dict[str, Any]:
        """What the house's file says."""
        said: dict[str, Any] | None = None
        if self.outcome is not None:
            said = {"outcome": self.outcome[0], "remedies": list(self.outcome[1])}
            case = rule_set(self.rules).faults[self.fault]["cases"][self.case]
            said |= {key: None for key in ("amounts", "dealt_by") if key in case}
        return {"faults": {self.fault: {"cases": {self.case: said}}}}

    @property
    def house(self) -> RuleSet:
        """The house's rule set."""
        rules = rule_set(self.rules)
        entry = copy.deepcopy(self.entry)
        below = Doc.of({"faults": {self.fault: rules.faults[self.fault]}})
        faults = overlay(below, Doc.of(entry)).data["faults"]
        data = {**rules.doc.data, "faults": {**rules.faults, **faults}}
        return attrs.evolve(rules, doc=rules.doc.with_data(data))


def changes(rules: RuleSet, fault: str, case: str) -> Iterator[Changed]:
    """Yield what a house may do with a case: take it out, let what was done stand, rule as another case does, or end the hand."""
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
    """The table of a case, under its own rule set or another, where a house has something else."""
    in_force = _game(case) if rules is None else game(case.data["game"], rules, case.data.get("set", {}))
    if house is not None:
        in_force = attrs.evolve(in_force, rules=house)
    given = MidGame.read(case.data["given"]) if "given" in case.data else None
    table = _sit(case, in_force, _deck(case.data, in_force), given)
    if "at" in case.data:
        table.advance(case.data["at"])
    return table


def play(table: Table, line: Act | str) -> None:
    """Let one line of a case happen."""
    if isinstance(line, Act):
        table.push(line)
    else:
        table.advance(line or None)


def spots_of(case: RuleCase, rules: str | None = None) -> Iterator[Spot]:
    """Yield where a case leads to a ruling, or to a duty or finding that somebody may want ruled on."""
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
    """The table at a spot under a house's rules; None if it is not reached there."""
    table = sat(spot.case, spot.rules, house)
    try:
        for line in _lines(spot.case)[: spot.lines]:
            play(table, line)
    except Impossible:
        return None
    return table


def followed(table: Table, spot: Spot) -> list[Finding]:
    """What is found while the ruling is obeyed: the floor says it, a perfect dealer and players who only go on do what is due.

    Nobody has to do anything for a ruling that lets what was done stand; for any other whose remedy the table does not deal, the
    floor is called, and rules.
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
    """Whether somebody has to call the floor for a ruling: no remedy of it is expected already, and there is something to do."""
    dealt = bool(table.rulings) and any(table.house.remedies[name].dealt for name in ruling.to_deal)
    return ruling.decided and not dealt and (ruling.outcome not in AS_IT_LIES or bool(ruling.to_deal))


def _push(table: Table, act: Act | str) -> bool:
    try:
        table.push(act)
    except Impossible:
        return False
    return True


def _begun(table: Table) -> dict[str, int]:
    """Where the hand or coup began that is under way."""
    return {name: table.now.marks[name] for name in ("hand", "coup") if name in table.now.marks}


def speaks_of(table: Table, finding: Finding, spot: Spot) -> bool:
    """Whether a finding is about what was ruled on at a spot: it leads to that fault, a duty that asks for that fault brings it,
    or it finds fault with the floor's own ruling.
    """
    if finding.code == spot.code or table.floor.fault_of(finding) == spot.fault or finding.got.startswith(f"{FLOOR} rule "):
        return True
    duties = {duty for those in table.house.watch.values() for duty in those if spot.fault in dict((*duty.ruled, *duty.unless))}
    return any(finding.code in (duty.codes.values() if isinstance(duty.codes, Mapping) else [duty.codes]) for duty in duties)


def contradicting(spot: Spot, changed: Changed) -> list[Finding] | None:
    """The findings about a fault that come of obeying the changed ruling on it, and that obeying the usual one does not bring;
    None if the change makes no difference there, or the house's ruling cannot be told from here.
    """
    usual, table = planted(spot, None), planted(spot, changed.house)
    if usual is None or table is None:
        return None
    one, other = (where.floor.decided(spot.fault) for where in (usual, table))
    if one is None or other is None or not other.decided or (one.outcome, one.remedies) == (other.outcome, other.remedies):
        return None
    found = any(it.code == spot.code for it in table.findings) or any(it.ruling.fault == spot.fault for it in table.rulings)
    if not found and other.outcome in ("misdeal", "void_hand"):
        return None  # nothing has been found yet that the floor could name
    told = {finding.code for finding in followed(usual, spot)}
    return [found for found in followed(table, spot) if speaks_of(table, found, spot) and found.code not in told]


SHIPPED = [case for case in read_all()[1] if case.kind == "acts"]
