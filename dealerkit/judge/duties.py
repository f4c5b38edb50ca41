"""Duties at the table: obligations of the dealer that follow from an act, with their deadlines. Every act is compared with them
after the matchers.

Duties with `outcome: true` forbid states of the felt, whatever step is open, and use no steps and no plans: after an unasked act,
chips, cards and hands are compared with them as they lie. Their findings take precedence over those of steps, and the agenda goes
back to its state before the act, so that no step is lost; chips given out of a pot are owed back into it. The act due next is
exempt.
"""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.facts import Situation
from dealerkit.facts.turns import turns_passed
from dealerkit.felt import DEALER, Act
from dealerkit.judge.findings import Draft
from dealerkit.judge.reversal import AS_IT_LAY, puts_back
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.compiled_game import CompiledGame
from dealerkit.procedure.duties import Duty, Pending

_USUAL = frozenset({"together", "pitched"})
"""Manners of dealing a card that are not faults."""


def cured_by(work: AgendaBuilder, act: Act, *, planned: bool) -> list[Pending]:
    """Return the open duties that an act settles, in full or in part; none if the act lays back something that was moved unasked.

    Args:
        work: Working copy of the agenda, before the act.
        act: The act.
        planned: Whether the act was due anyway. Outside a remedy, such an act does not settle a duty that is tied to a place.
    """
    if puts_back(work, act):
        return []
    of_remedy = work.step is not None and work.step.remedy
    return [duty for duty in work.books.duties if (not planned or of_remedy or not duty.by_place) and duty.after(act) is not duty]


def mends(house: CompiledGame, act: Act) -> bool:
    """Return whether an act that settles a duty needs no further judgement, as with most acts of the dealer.

    Args:
        house: Compiled game in force.
        act: The act, by the dealer or a player.
    """
    return act.verb not in house.felt.get("anew", {}) if act.who == DEALER else act.verb in ("put", "take", "cut")


def new_duties(may_come: Sequence[Duty], now: Situation, act: Act) -> tuple[list[Pending], list[Draft]]:
    """Return the duties and the slips that follow from an act.

    Args:
        may_come: Duties that such an act can bring.
        now: Situation after the act, with the seats that were to act before it.
        act: The act.

    Returns:
        Duties with time left, and drafts of the slips that are certain at once.
    """
    kept: list[Pending] = []
    slips: list[Draft] = []
    for duty in may_come:
        if duty.outcome or not duty.comes(now, act):
            continue
        code = duty.code(now)
        if duty.waits:
            kept.append(Pending(duty, code, act.who, now.asked, duty.cures, act.to[0] if act.to else ""))
        else:
            slips.append(Draft(None, code, duty.say, act.text, severity=duty.severity))
    return kept, slips


def mind(work: AgendaBuilder, act: Act, cured: Sequence[Pending], *, planned: bool) -> list[Draft]:
    """Update the duties after an act: drop the settled ones, draft a slip for each overdue one, and add those that the act
    brings.

    Args:
        work: Working copy of the agenda; its situation has the act, and the seats that were to act before it.
        act: The act, the last of the log.
        cured: Duties that the act settles.
        planned: Whether the act was due.

    Returns:
        Drafts of the slips.
    """
    now, open_before = work.now, work.books.duties
    drafts: list[Draft] = []
    kept: list[Pending] = []
    for pending in open_before:
        left = pending.after(act) if pending in cured else pending
        over = any(fact(now) for fact in pending.duty.by)
        if left is None or (not over and any(fact(now) for fact in pending.duty.done)):
            continue
        if over or left.is_late(act):
            drafts.append(Draft(None, pending.code, pending.duty.say, act.text, severity=pending.duty.severity))
        else:
            kept.append(left)
    remarked = not _USUAL.issuperset(act.manner) or now.remark[0] == len(now.log)
    more, slips = new_duties(work.house.likely.get((act.verb, planned, remarked), ()), now, act)
    kept += more
    drafts += slips
    passed = turns_passed(now)
    if kept or open_before or passed is not now.out_of_turn:
        work.note(duties=tuple(kept), out_of_turn=passed)
    return drafts


def outcomes(house: CompiledGame, now: Situation, act: Act, *, remarked: bool) -> list[Draft]:
    """Return a draft of the finding on a forbidden state of the felt after an act.

    Args:
        house: Compiled game in force.
        now: Situation after the act.
        act: The act, which was not asked for.
        remarked: Whether the felt has a remark on the act itself.

    Returns:
        The draft for the first such state in the game's order; an empty list if there is none.
    """
    for duty in house.likely.get((act.verb, False, remarked), ()):
        if duty.outcome and duty.comes(now, act):
            return [Draft(None, duty.code(now), duty.say, act.text, severity=duty.severity, amend=(AS_IT_LAY, act))]
    return []
