"""The acts that come next at a table: owed, planned, asked for, or urgent by a duty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from dealerkit.facts import Situation
from dealerkit.facts.cutting import cutter_of_stub
from dealerkit.felt import DEALER, FLOOR, VERBS, Act, Felt
from dealerkit.felt.verbs import verbs_that
from dealerkit.judge.floor import Floor, Ruled
from dealerkit.judge.lookahead import peek
from dealerkit.mechanics import Ask
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Agenda
from dealerkit.procedure.compiled_game import CompiledGame
from dealerkit.procedure.duties import Duty, Pending
from dealerkit.procedure.running_mechanics import Key, RunningMechanic, RunningMechanics
from dealerkit.procedure.steps import DealerStep, PlayerStep
from dealerkit.rules.games import Game
from dealerkit.table.expectation import Expectation


class TableNow(Protocol):
    """The parts of a table on which its next acts depend; see `dealerkit.table.table.Table`."""

    game: Game
    house: CompiledGame
    log: list[Act]
    felt: Felt
    agenda: Agenda
    now: Situation
    rulings: list[Ruled]

    @property
    def floor(self) -> Floor:
        """The floor's view of the table: the rulings that it has to give."""

    @property
    def players(self) -> PlayerStep | None:
        """The players' step that is open; None for none."""

    @property
    def ask(self) -> Ask:
        """The moves open to the players: `{seat: {move: allowed}}`."""

    @property
    def owed(self) -> tuple[Act, ...]:
        """Missing acts and corrections that come before all other acts."""

    def plan(self) -> list[Act]:
        """Return the acts of the open step that are still due."""


def next_act_at(table: TableNow) -> Act | None:
    """Return the next act of a perfect dealer, or of a player who checks, calls or passes; None if nothing is due."""
    floor = table.floor
    rule = floor.to_rule if table.rulings else None
    if rule is not None and floor.begins:
        called = any(act.verb == "floor" for act in table.log[table.rulings[-1].act :])
        return rule if called else Act.make(DEALER, "floor")
    question = floor.question if table.rulings else None
    if question is not None:
        if not any(act.verb == "floor" for act in table.log[question.act :]):
            return Act.make(DEALER, "floor")
        answer = floor.answer or floor.choice
        if answer is not None:
            return answer
    urgent = urgent_act(table)
    return urgent if urgent is not None else _planned_next(table)


def _planned_next(table: TableNow) -> Act | None:
    """Return the next act that is owed, planned or asked for, without regard to duties."""
    plan: Sequence[Act] = _owed_and_planned(table)
    if plan:
        return plan[0]
    if table.agenda.players is not None:
        act = plain_act(table)
        if act is not None:
            return act
        plan = step_after_players(table)[1]
    return plan[0] if plan else None


def plain_act(table: TableNow) -> Act | None:
    """Return a check, call or pass of the first player asked who can make one; None if there is none."""
    players = table.players
    if players is None:
        return None
    acts = (players.mechanic.plain(table.now, players.params, seat, moves) for seat, moves in table.ask.items())
    return next((act for act in acts if act is not None), None)


def expectation_at(table: TableNow) -> Expectation:
    """Return the acts expected at a table; see `Table.expected`."""
    step = table.agenda.step
    plan: Sequence[Act] = _owed_and_planned(table)
    if not plan and table.players is not None and table.players.until:
        step, plan = step_after_players(table)
    if not plan and DEALER in table.ask:  # the mechanic asks the dealer, among the players' turns
        plan = _among_players(table)
    shown = step.path if step is not None else table.players.path if table.players is not None else ""
    say = table.game.say(step.say) if step is not None and step.say else ""
    if not say and table.players is not None and table.players.say:
        say = table.game.say(table.players.say)
    asked = {seat: moves for seat, moves in table.ask.items() if seat != DEALER}
    return Expectation(
        shown,
        tuple(plan),
        bool(step is not None and step.any_order),
        asked,
        tuple(step.id for step in table.agenda.books.may),
        say,
    )


def _owed_and_planned(table: TableNow) -> list[Act]:
    """Return the owed and planned acts; chips that both would move are moved once."""
    owed, step = table.owed, table.agenda.step
    if table.players is not None and table.players.deadline and table.ask and (step is None or not step.remedy):
        return [*owed]  # the dealer may act while the players do, but has to wait for them here
    chips = {act for act in owed if VERBS[DEALER, act.verb].amount}
    due = [*owed, *(act for act in table.plan() if act not in chips)]
    return [*_before_the_card(table), *due] if due and due[0].verb in _DRAWS else due


_DRAWS = frozenset({"deal", "burn"})
"""Verbs that take a card off the stock."""


def _before_the_card(table: TableNow) -> Sequence[Act]:
    """Return the acts due before a card can be drawn, as far as the game has steps for them: the cut card at the mouth of the
    shoe is laid aside (BA-56), a stock that has run out in a round is made up again (BJI-11).
    """
    felt, refilled = table.felt, bool(table.log) and table.log[-1].verb == "rebuild"
    verbs = {"cutcard"} if felt.cut_card_at_mouth() else set[str]()
    if refilled or not felt.left():
        verbs.add("rebuild")
    if not verbs:
        return ()
    steps = (step for step in table.house.program.walk() if isinstance(step, DealerStep) and step.floating)
    return next((plan for step in steps if not verbs.isdisjoint(step.verbs) and (plan := step.plan(table.now))), ())


def _among_players(table: TableNow) -> list[Act]:
    """Return the dealer's acts due among the players' turns, with their amounts."""
    acts, players = [], table.players
    for move, allowed in table.ask[DEALER].items():
        act = players.mechanic.plain(table.now, players.params, DEALER, {move: allowed}) if players is not None else None
        acts.append(act if act is not None else Act.make(DEALER, *move.split()))
    return acts


def step_after_players(table: TableNow) -> tuple[DealerStep | None, Sequence[Act]]:
    """Return the next dealer's step that has something due, looking past players who may still act.

    Returns:
        The step, and the acts that it asks for; None and an empty list if there is none.
    """
    return peek(AgendaBuilder(table.agenda, table.now, table.house, RunningMechanics(_not_to_be_sent)))


def _not_to_be_sent(key: Key, log: list[Act]) -> RunningMechanic:  # noqa: ARG001 - instead of what revives
    """Raise an error: a look ahead sends no act to a mechanic and so restarts none."""
    raise KeyError(key)


def urgent_act(table: TableNow) -> Act | None:
    """Return the act that the dealer owes at once by a duty; None for none. See `urgent_duty`."""
    urgent = urgent_duty(table)
    return None if urgent is None else urgent[0]


def urgent_duty(table: TableNow) -> tuple[Act, Duty] | None:
    """Return the act that the dealer owes at once, before play continues, and the duty that demands it; None for none.

    Such acts announce a bet or a stud board, give an all-in button (DP-12), shuffle and cut a fallen stub (FTR-27), or call the
    floor to a dispute, which the floor decides before the next hand (RM-26, SD-16). Others follow from the dealer's own act and
    would be too late after the next one.
    """
    duties = table.agenda.books.duties
    first = next((pending for pending in duties if _urgent(table, pending) is not None), None)
    coming = _urgent(table, first) if first is not None else _planned_next(table) if duties else None
    last = (coming, first.duty) if coming is not None and first is not None else None
    left = [pending for pending in duties if pending is not first]
    while (
        left
        and (pending := next((candidate for candidate in left if _in_time(table, candidate, coming) is not None), None))
        is not None
    ):
        coming = _in_time(table, pending, coming)  # this act may end the time of another duty
        assert coming is not None
        last = coming, pending.duty
        left.remove(pending)
    return last


def _in_time(table: TableNow, pending: Pending, coming: Act | None) -> Act | None:
    """Return the act that settles a duty in time, before the next act would make it too late; None if the next act settles it, or
    the duty names no act.

    Args:
        table: The table.
        pending: The duty.
        coming: The next act if the duty is ignored.
    """
    if coming is None or not pending.is_late(coming) or pending.after(coming) is not pending:
        return None
    if pending.duty.asks is not None:
        plan = pending.duty.asks.plan(table.now, {}) or ()
        return next((act for act in plan if pending.after(act) is not pending), None)
    for cure in pending.left:
        if cure.who != DEALER:
            continue
        for verb in sorted(cure.verbs):
            spec = VERBS[DEALER, verb]
            if verb == "announce" and pending.duty.all_of:  # the amount of cash that was spread out
                return Act.make(DEALER, verb, "cash")
            if not spec.words[0] and not spec.needs_number:
                return Act.make(DEALER, verb)
    return None


_STUB_AGAIN = verbs_that("orders_stub")


def _urgent(table: TableNow, pending: Pending) -> Act | None:
    """Return the act that settles a duty owed at once; None if it can wait."""
    log, stock = table.log, table.felt.layout.stock
    if any(cure.who == FLOOR and "rule" in cure.verbs for cure in pending.left) and pending.duty.by:
        since = next((at for at in range(len(log) - 1, -1, -1) if log[at].verb == "dispute"), 0)
        called = any(act.verb == "floor" for act in log[since:])
        ruling = table.floor.to_repeat or table.floor.means(Act.make(FLOOR, "rule", "play_on"))[-1]
        return ruling if called else Act.make(DEALER, "floor")
    again = next((cure.verbs for cure in pending.left if not _STUB_AGAIN.isdisjoint(cure.verbs)), None)
    if again is not None:
        if "cut" not in again:
            return Act.make(DEALER, "rebuild", stock)
        cutters = {cure.who for cure in pending.left if "cut" in cure.verbs}
        of_stub = pending.owner if "owner" in cutters else f"s{cutter_of_stub(table.now)}"
        return Act.make(DEALER if DEALER in cutters else of_stub, "cut")
    verbs = pending.left[0].verbs if len({cure.verbs for cure in pending.left}) == 1 else ()
    if "allin" in verbs:
        return Act.make(DEALER, "allin", pending.owner)
    if "announce" not in verbs:
        return None
    last = next((act for act in reversed(log) if act.who == pending.owner), None)
    if last is None or not last.seat:
        return Act.make(DEALER, "announce", "high")
    return Act.make(DEALER, "announce", last.verb if last.verb in ("bet", "raise") else "bet", n=last.n)
