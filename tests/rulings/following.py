"""Slips planted at tables under changed rule sets: where the shipped cases lead to a ruling, and what obeying it leads to."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from dealerkit.cases import read_all
from dealerkit.cases.files import Case
from dealerkit.cases.run import _deck, _game, _lines, _sit
from dealerkit.errors import DealerkitError, Impossible
from dealerkit.felt import DEALER, FLOOR, Act
from dealerkit.judge import Finding
from dealerkit.procedure.given import Given
from dealerkit.rules.doc import Doc
from dealerkit.rules.games import game
from dealerkit.rules.overlay import overlay
from dealerkit.rules.sets import RuleSet, rule_set
from dealerkit.rulings import UNDECIDED, decide
from dealerkit.rulings.lists import decision_list
from dealerkit.table import Table

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

    case: Case
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


def sat(case: Case, rules: str | None = None, house: RuleSet | None = None) -> Table:
    """The table of a case, under its own rule set or another, where a house has something else."""
    in_force = _game(case) if rules is None else game(case.data["game"], rules, case.data.get("set", {}))
    given = Given.read(case.data["given"]) if "given" in case.data else None
    table = _sit(case, in_force, _deck(case.data, in_force), given)
    if house is not None:
        table.rules = house
        table._data.memo["decide"] = lambda fault, facts: decide(house, fault, facts, options=table.game.options)
    if "at" in case.data:
        table.advance(case.data["at"])
    return table


def play(table: Table, line: Act | str) -> None:
    """Let one line of a case happen."""
    if isinstance(line, Act):
        table.push(line)
    else:
        table.advance(line or None)


def spots_of(case: Case, rules: str | None = None) -> Iterator[Spot]:
    """Yield where a case leads to a ruling, or to a duty or finding that somebody may want ruled on."""
    try:
        table = sat(case, rules)
        if table.rules is None:
            return
        name = table.rules.name
        for at, line in enumerate(_lines(case), 1):
            rulings, findings, pending = len(table.rulings), len(table.findings), set(map(id, table.pending))
            play(table, line)
            told = set()
            for ruled in table.rulings[rulings:]:
                if ruled.ruling.outcome != UNDECIDED:
                    told.add(ruled.ruling.fault)
                    yield Spot(case, name, at, ruled.ruling.fault, ruled.ruling.case, ruled.code, given=True)
            codes = [one.code for one in table.pending if id(one) not in pending]
            codes += [one.code for one in table.findings[findings:]]
            for code in dict.fromkeys(codes):
                entry = table.catalogue.get(code, {})
                fault = str(entry.get("fault") or entry.get("dispute") or "")
                ruling = table.decided(fault) if fault and fault not in told else None
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
    """What is found while the ruling is obeyed: the floor says it, and a perfect dealer and players who only go on do what is due."""
    known = len(table.findings)
    hand = _hand(table)
    said: set[int] = set()
    if not spot.given:
        ruling = table.decided(spot.fault)
        goes_on = ruling is not None and ruling.outcome in AS_IT_LIES and not ruling.to_deal
        if ruling is not None and ruling.outcome != UNDECIDED and not goes_on:
            _push(table, "d floor")
            found = [spot.code] if any(one.code == spot.code for one in table.findings) else []
            _push(table, Act.make(FLOOR, "rule", ruling.outcome, *(found or ruling.remedies)))
    for _ in range(MOST):
        rule = table.to_rule
        act: Act | None
        if rule is not None and len(table.rulings) not in said:
            said.add(len(table.rulings))
            if not any(one.verb == "floor" for one in table.log[table.rulings[-1].act :]):
                _push(table, Act.make(DEALER, "floor"))
            act = rule
        else:
            act = table.next_act()
        if act is None or not _push(table, act) or _hand(table) != hand:
            break
    return table.findings[known:]


def _push(table: Table, act: Act | str) -> bool:
    try:
        table.push(act)
    except Impossible:
        return False
    return True


def _hand(table: Table) -> Mapping[str, int]:
    return {name: table.now.marks[name] for name in ("hand", "coup") if name in table.now.marks}


def contradicting(spot: Spot, changed: Changed | None) -> list[Finding] | None:
    """The findings, of the fault itself, that obeying a changed ruling brings; None if the change makes no difference there."""
    table = planted(spot, changed.house if changed is not None else None)
    if table is None:
        return None
    found = followed(table, spot)
    return [one for one in found if table.fault_of(one) == spot.fault or one.code == spot.code]


SHIPPED = [case for case in read_all()[1] if case.kind == "acts"]
