"""The floor's acts at a table: the floor confirms a ruling, departs from it, or rules for the first time."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Container, Sequence
from itertools import takewhile

from dealerkit.errors import Impossible, MissingRow
from dealerkit.facts import Situation
from dealerkit.facts.slips import overtaken
from dealerkit.facts.tables import deck_lies_together
from dealerkit.felt import FLOOR, VERBS, Act
from dealerkit.felt.acts import is_seat
from dealerkit.judge.findings import Finding
from dealerkit.judge.floor.remedies import is_broken_off, put_on, under_way
from dealerkit.judge.floor.ruling import Ruled, decided, floor_spoke
from dealerkit.judge.lookahead import stakes_to_note
from dealerkit.judge.match import Then, nothing
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Leave, items, stacked
from dealerkit.procedure.compiled_game import CompiledGame
from dealerkit.procedure.remedies import BEGINS, BINDS, Remedy
from dealerkit.procedure.steps import DealerStep
from dealerkit.rulings import OUTCOMES, Ruling
from dealerkit.rulings.decision_lists import decision_list

_SHORT = {"void": "void_hand", "stands": "play_on"}
"""Outcomes by the short words that floor supervisors use."""

_STANDS = frozenset({"play_on", "action_binding", "raise_allowed", "card_plays"})
"""Outcomes that leave the table as it is."""

_PUT_RIGHT = frozenset({"corrected", "board_redealt", "card_does_not_play", "card_replaced"})
"""Outcomes that correct something on the table. Ruled without a remedy, each of them confirms the ruling in force."""


# -- the floor's own act ----------------------------------------------------------------------------------------------


def ruled_by(work: AgendaBuilder, act: Act, findings: Sequence[Finding], rulings: Sequence[Ruled]) -> Then:
    """Return the change to the agenda that carries out a ruling of the floor.

    The ruling is on the finding that it names, or else on the last one ruled on. With the id of a remedy it orders that remedy;
    otherwise it confirms the ruling in force or departs from it.

    Args:
        work: Working copy of the agenda.
        act: The floor's act: `f rule OUTCOME [CODE] [REMEDY ...]`.
        findings: Earlier findings.
        rulings: Earlier rulings.

    Raises:
        Impossible: If the outcome, the remedy or the finding is unknown.
    """
    known = work.house.remedies
    outcome, code, names = _spoken(work.house, act, findings)
    _of_this_game(work, act, names, code)
    _ask_which(work, act, code, findings, rulings)
    ruling = _in_force(work, code, findings, rulings)
    confirmed = ruling is not None and (_confirms(work.house, outcome, ruling) if not names else tuple(names) == ruling.remedies)
    ends = not (confirmed or outcome in _STANDS) and any(
        known[name].then is not None for name in names or _usual(work.house, outcome, ruling)
    )
    if not ends and is_broken_off(work) and deck_lies_together(work.now):
        return nothing  # the hand was abandoned and its cards are gathered: play cannot continue with it
    if confirmed:
        assert ruling is not None
        dealt = [
            name for name in ruling.to_deal if known[name].dealt and (known[name].floor or _is_left(work, known[name], rulings))
        ]
        fresh = any(known[name].floor == BEGINS for name in dealt) or not under_way(work)
        return functools.partial(_depart, dealt, code) if dealt and fresh else nothing
    names = names or _usual(work.house, outcome, ruling)
    if outcome in _STANDS:
        return functools.partial(_let_stand, names, code, findings)
    return functools.partial(_depart, names, code) if names or ruling is not None else nothing


def _spoken(house: CompiledGame, act: Act, findings: Sequence[Finding]) -> tuple[str, str, list[str]]:
    """Return the outcome, the finding's code (empty for none) and the remedies named in a ruling of the floor.

    Rule ids in codes and remedies are written in capitals, but read from an act in small letters.

    Raises:
        Impossible: If the outcome or a remedy is unknown.
    """
    outcome = _SHORT.get(act.to[0], act.to[0])
    if outcome not in OUTCOMES:
        near = difflib.get_close_matches(outcome, OUTCOMES, n=3, cutoff=0.5)
        msg = f"unknown ruling: '{act.to[0]}'; known: {', '.join(near or OUTCOMES)}"
        raise Impossible(msg)
    names = [word.upper() for word in act.to[1:] if "/" not in word and not is_seat(word)]
    if unknown := [name for name in names if name not in house.remedies]:
        msg = f"unknown remedy in this rule set: '{unknown[0]}'; known: {', '.join(house.remedies) or 'none'}"
        raise Impossible(msg)
    code = next((word for word in act.to[1:] if "/" in word), "")
    return outcome, next((finding.code for finding in findings if finding.code.lower() == code.lower()), code), names


def _of_this_game(work: AgendaBuilder, act: Act, names: Sequence[str], code: str) -> None:
    """Refuse a remedy whose steps use places or chips that this table does not have. It is tried on a copy of the table.

    Raises:
        Impossible: If there is such a remedy; the message names it.
    """
    if not names:
        return
    trial, places = work.copy(), work.now.felt.places
    try:
        _depart(names, code, trial, act)
        for step in (step for name in names for step in work.house.remedies[name].section.walk()):
            if isinstance(step, DealerStep):
                step.plan(trial.now)
        strange = any(VERBS[due.who, due.verb].cards and due.to and due.to[0] not in places for due in trial.plan)
    except (LookupError, StopIteration, MissingRow):
        strange = True
    if strange:
        msg = f"can't use {', '.join(names)} here: meant for another game, or another point in the hand"
        raise Impossible(msg)


def _is_left(work: AgendaBuilder, remedy: Remedy, rulings: Sequence[Ruled]) -> bool:
    """Return whether the dealer has ignored a remedy that ends the round or begins it again, so that the same round still
    continues.
    """
    return remedy.then is not None and not under_way(work) and bool(rulings) and rulings[-1].act > work.now.begun


def _ask_which(work: AgendaBuilder, act: Act, code: str, findings: Sequence[Finding], rulings: Sequence[Ruled]) -> None:
    """Refuse a ruling that names no finding while several findings are open.

    Raises:
        Impossible: If the ruling can refer to more than one finding; the message lists them.
    """
    wrong = {finding.code for number, finding in enumerate(findings) if number not in work.books.right}
    open_ = () if code else unclear_between(work.now, act, wrong, rulings)
    if open_:
        msg = f"'{act}': which finding do you mean? Type it after the ruling: {', '.join(open_)}"
        raise Impossible(msg)


def unclear_between(now: Situation, act: Act, wrong: Container[str], rulings: Sequence[Ruled]) -> tuple[str, ...]:
    """Return the codes of the open findings that a ruling without a code can refer to; empty if it is clear which one is meant.

    Args:
        now: Situation at the table.
        act: `f rule OUTCOME`, without a finding.
        wrong: Codes of the findings that are not corrected yet.
        rulings: Earlier rulings.
    """
    spoke = floor_spoke(now)
    open_ = {given.code: given.ruling for given in rulings if given.act > spoke and given.code in wrong}
    meant = [ruling for ruling in open_.values() if ruling.outcome == act.to[0]]
    named = any(is_seat(word) for word in act.to[1:])
    clear = named or len({ruling.fault for ruling in open_.values()}) < 2 or len(meant) == 1
    return () if clear else tuple(sorted(open_))


def _let_stand(names: Sequence[str], code: str, findings: Sequence[Finding], work: AgendaBuilder, act: Act) -> None:
    """Leave the table as it is, as the floor ruled, and drop the corrections owed for the finding. After a dispute, only findings
    up to the dispute count, unless the floor names one.
    """
    since = takewhile(lambda past: past.who != FLOOR, work.now.backwards(skip=1))
    disputed = next((back for back, past in enumerate(since, 2) if past.verb == "dispute"), 0)
    before = findings if code else [finding for finding in findings if finding.act <= len(work.now.log) - disputed]
    last = code or (before[-1].code if before else "")
    ruled_on = {number for number, finding in enumerate(before) if finding.code == last}
    work.debts = [debt for debt in work.debts if debt.finding not in ruled_on or not debt.amends]
    _depart(names, code, work, act)


def _in_force(work: AgendaBuilder, code: str, findings: Sequence[Finding], rulings: Sequence[Ruled]) -> Ruling | None:
    """Return the ruling on the named finding, or the last ruling; decided again if a player has acted or cards have come since.

    Raises:
        Impossible: If there is no finding with that code.
    """
    if code and not any(finding.code == code for finding in findings):
        known = dict.fromkeys(finding.code for finding in findings)
        msg = f"unknown finding: '{code}'; found so far: {', '.join(known) or 'nothing'}"
        raise Impossible(msg)
    house, now = work.house, work.now
    given = next((ruled for ruled in reversed(rulings) if not code or ruled.code == code), None)
    fault = given.ruling.fault if given is not None else str(house.catalogue.get(code, {}).get("fault", ""))
    if given is not None and not overtaken(now, given.act):
        return given.ruling
    return decided(house, now, fault) or (given.ruling if given is not None else None)


def _confirms(house: CompiledGame, outcome: str, ruling: Ruling) -> bool:
    """Return whether an outcome without a remedy confirms a ruling: the outcomes are equal, or both correct something."""
    return outcome == ruling.outcome or (
        {outcome, ruling.outcome} <= _PUT_RIGHT and any(house.remedies[name].floor == BINDS for name in ruling.to_deal)
    )


def _usual(house: CompiledGame, outcome: str, ruling: Ruling | None) -> list[str]:
    """Return the remedies that the rule set names with an outcome: for the fault ruled on, from a case whose conditions do not
    contradict the facts; or else for any fault, if the outcome ends the hand.
    """
    rules = house.game.rules
    if rules is None:
        return []
    if ruling is not None:
        for case in decision_list(rules, ruling.fault).cases:
            if case.key[0] == outcome and case.key[2] and case.failing(ruling.facts) is None:
                return list(case.key[2])
    for fault in rules.faults if outcome in ("void_hand", "misdeal") else ():  # these outcomes can be ruled without a fault
        for case in decision_list(rules, fault).cases:
            if case.key[0] == outcome and case.key[2]:
                return list(case.key[2])
    return []


def _depart(names: Sequence[str], code: str, work: AgendaBuilder, _act: Act) -> None:
    """Replace the current remedy by the named ones, as the floor has ruled. Remedies for other slips stay."""
    known = work.house.remedies
    ends = any(known[name].then is not None for name in names)
    work.stack = stacked(
        item
        for item in items(work.stack)
        if not ((isinstance(item, DealerStep) and _is_replaced(work, item, code, ends=ends)) or isinstance(item, Leave))
    )
    stakes = stakes_to_note(work.now)
    if stakes[1]:
        work.note(stakes=stakes)
    if work.step is not None and _is_replaced(work, work.step, code, ends=ends):
        work.drop_step()
    put_on(work, [name for name in names if known[name].dealt], code)
    if work.step is None and work.players is None:
        work.go_on()


def _is_replaced(work: AgendaBuilder, step: DealerStep, code: str, *, ends: bool) -> bool:
    """Return whether a step belongs to a remedy to be dropped: that of the finding ruled on, or any remedy if the ruling or that
    remedy ends the hand.
    """
    name = step.path.partition(".")[0]
    slip = work.now.mended.get(name)
    other = bool(code) and slip is not None and slip.code not in ("", code) and work.house.remedies[name].then is None
    return step.remedy and (ends or not other)


def is_same(ruling: Ruling | None, other: Ruling) -> bool:
    """Return whether two rulings have the same outcome and the same remedies to deal."""
    return ruling is not None and (ruling.outcome, ruling.to_deal) == (other.outcome, other.to_deal)
