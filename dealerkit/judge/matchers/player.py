"""Matchers for players' acts that were not asked for. The act happens, and the players' mechanic is sent it."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.facts import Situation, fact_named
from dealerkit.facts.hands import ACTIONS, contested
from dealerkit.facts.tables import deck_lies_together
from dealerkit.felt import DEALER, Act
from dealerkit.felt.acts import is_seat
from dealerkit.felt.verbs import verbs_that
from dealerkit.judge.findings import Draft
from dealerkit.judge.lookahead import coming, is_dealt, last_players, next_players
from dealerkit.judge.match import ActView, Match, Matcher, Move, tell_players
from dealerkit.judge.matchers.debts import skip
from dealerkit.judge.matchers.due_act import pass_over
from dealerkit.judge.reversal import AS_IT_LAY, as_it_lay
from dealerkit.mechanics import NO_RULE, Ask
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Debt
from dealerkit.procedure.planning_again import can_be
from dealerkit.procedure.running_mechanics import RunningMechanic
from dealerkit.procedure.steps import DealerStep, PlayerStep, Step

MOTIONS = frozenset({"say", "put"})
"""Verbs for words and chips, whose meaning depends on the rules in force."""

ILLEGAL, OUT_OF_TURN = "play/illegal", "play/out-of-turn"
"""Codes for a step that names no rule for the breach."""


def _passed_on(view: ActView, *drafts: Draft) -> Match:
    """Return the match of an act that is sent to the open mechanic, if there is one."""
    return view.match(*drafts, then=tell_players)


def motion(view: ActView) -> Match | None:
    """Judge words and chips of the seat to act, whose meaning the mechanic asks of the rule set.

    Example: `s4 put 500`.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work, act = view.work, view.act
    if act.verb in MOTIONS and act.who in work.ask and work.players is not None and act.verb in work.players.mechanic.verbs:
        return view.match(then=tell_players)
    return None


def before_the_dealer(view: ActView) -> Match | None:
    """Judge an act of the next players' step while the dealer's step is unfinished: the dealer's step was skipped, and the
    players' step opens.

    `s2 check` with the flop not dealt is `burn/missed-before-street`. A choice that is not allowed is judged so too, if the
    dealer had something to do; otherwise it is judged where it belongs. A hand thrown in while the others get cards face up skips
    none of these.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    target = _waits_for(view) if view.work.players is None else None
    if target is None or (view.act.verb == "fold" and _serves_hands(view.work)):
        return None
    move, act = view.move(), view.act
    _go_on_to(move, target)
    asked = move.work.players is target and act.value in move.work.ask.get(act.who, {}).get(act.move, ())
    return move.match(tell_players) if asked else move.match(onward=True)


def _serves_hands(work: AgendaBuilder) -> bool:
    """Return whether the next act due is a card face up to a hand, so that everybody sees which hand lacks it."""
    due = work.plan[0]
    return due.verb == "deal" and due.face == "up" and is_seat(due.to[0])


def past_the_open_step(view: ActView) -> Match | None:
    """Judge an act of the next players' step while the open players' step may be passed over: the open step was skipped.

    `s3 post ante 1` before anybody has cut is `step/cut-skipped`, and no fault of seat 3.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work, act, players = view.work, view.act, view.work.players
    if players is None or not players.passable or act.verb in players.mechanic.verbs or work.ask.get(act.who, {}).get(act.move):
        return None
    target, ask, between = next_players(work)
    if target is None or target is players or act.value not in ask.get(act.who, {}).get(act.move, ()):
        return None
    if _is_done_beforehand(target, ask, act):
        return None
    if not all(_may_be_left_out(step, work.now) for step in between):
        return None
    move = view.move()
    pass_over(move)
    move.work.go_on()
    return move.match(tell_players)


def comes_or_goes(view: ActView) -> Match | None:
    """Let acts pass that a seat may do at any time: those that the game's file lists under `freely`.

    Example: `s3 sitout`.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    return _passed_on(view) if view.act.verb in view.work.house.felt.get("freely", ()) else None


def words(view: ActView) -> Match | None:
    """Let words and disputes pass: the betting mechanic decides how far words bind a player.

    Example: `s2 say nice hand`.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    return view.match() if view.act.verb in ("say", "dispute") else None


def second_motion(view: ActView) -> Match | None:
    """Judge further chips of the seat that acted last; duties follow from them.

    Example: `s2 put 10` after `s2 put 10`.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    return _passed_on(view) if view.act.verb == "put" and _acted_last(view.work, view.act) else None


def unasked(view: ActView) -> Match | None:
    """Judge acts that are allowed while no players' step is open: those that the game's file lists under `unasked`, each if its
    fact holds.

    Example: `s1 bet 5` between two hands.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work = view.work
    name = work.house.felt.get("unasked", {}).get(view.act.verb)
    return view.match() if name and not work.ask and fact_named(name)(work.now) else None


def gesture(view: ActView) -> Match | None:
    """Let a gesture pass; duties may follow from it.

    Example: `s2 knock`.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    return view.match() if view.act.verb in view.work.house.felt.get("gestures", ()) else None


def beforehand(view: ActView) -> Match | None:
    """Judge an act before its players' step opens, if the step's mechanic counts chips and cards that lie there already.

    Chips that the next step does not ask for go back, and so do cards laid into the stub. A cut counts if only the button has
    still to move before it; a cut before the shuffle is a finding. `s2 post 1` passes before the blinds are asked for, `s2 bet 5`
    does not.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work, act = view.work, view.act
    if act.verb in _ORDERS and not work.ask and _will_be_asked(work, act):
        return view.match()
    if work.players is None and last_players(work) is None:
        asked = [step for step in work.house.program.walk() if isinstance(step, PlayerStep)]
        target, ask, _ = next_players(work)
        later = [step for step in coming(work) if isinstance(step, PlayerStep)] if target is not None else asked
        asking = [step for step in later if step is target or step.params.get("anytime")]
        asked_for = not asked or any(act.verb in step.mechanic.verbs for step in asking)
        back = _over_the_forced_bets(work, ask, act) if asked_for else _given_back(work, target or asked[0], act, "outside")
        if not back and act.verb not in _ORDERS:
            return view.match()
        owed = Debt(AS_IT_LAY, back, len(back), amends=True, round=work.round.begun) if back else None
        rules = target.params.get("rules", {}) if target is not None and any(act.verb in moves for moves in ask.values()) else {}
        code = f"play/{rules['who']}" if "who" in rules else OUT_OF_TURN
        return view.match(Draft(target, code, "not asked to act", act.text, owed=owed))
    return view.match() if _is_done_beforehand(*next_players(work)[:2], view.act) else None


def shown_after(view: ActView) -> Match | None:
    """Let a player show a hand once the pot is no longer contested: a winner may show it.

    Example: `s3 show` after everybody has folded.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work, act = view.work, view.act
    over = work.players is None and act.verb == "show" and act.who in work.now.felt.places and not contested(work.now)
    return view.match() if over else None


def against_the_rules(view: ActView) -> Match | None:
    """Judge an act out of turn, an illegal act or a wrong amount: the mechanic names the rule that it breaks.

    `s1 call` in the turn of s4 is `play/BR-30`.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work, act = view.work, view.act
    players, asked = work.players or last_players(work), work.ask.get(act.who)
    assert players is not None  # `beforehand` has judged the acts before the first players' step
    mechanic = players.mechanic
    how = mechanic.breaks(work.now, players.params, work.ask, act)
    if how == NO_RULE:
        return _passed_on(view)
    if work.step is not None and players.params.get("again_from") == work.step.id:
        return view.match()  # bets for the next round, while the last round is being cleared
    broken = players.params.get("rules", {}).get(how, how)
    code = OUT_OF_TURN if asked is None else ILLEGAL
    if "/" in broken:
        code = broken
    elif "-" in broken:
        code = f"play/{broken}"
    unasked = not work.ask or act.verb not in mechanic.verbs or how in mechanic.void
    # if there is a fault, the floor's ruling gives the chips back
    late = _is_late(work, act) and not work.house.catalogue.get(code, {}).get("fault")
    back = (as_it_lay(work.now, act) or ()) if late else _given_back(work, players, act, how) if unasked else ()
    if back and not broken:
        code = f"play/{players.params.get('rules', {}).get('turn', OUT_OF_TURN.partition('/')[2])}"
    if not (broken or asked is not None or work.ask or back or act.verb in _ORDERS):
        return _passed_on(view)
    owed = Debt(AS_IT_LAY, back, len(back), amends=True, round=work.round.begun) if back else None
    draft = Draft(players, code, ", ".join(sorted(asked)) if asked else "not asked to act", act.text, owed=owed)
    taken_back = bool(back) and act.verb not in mechanic.verbs  # the players continue as if the act had not been done
    return view.match(draft) if taken_back else _passed_on(view, draft)


def _is_late(work: AgendaBuilder, act: Act) -> bool:
    """Return whether an act puts chips on a row that is closed for bets, or that no bet can be put on before the cards come, such
    as a double; or takes a bet off the layout once betting is closed (BJ-26, BJ-42).
    """
    felt = work.now.felt
    closed = felt.layout.opened if felt.closed is None else felt.closed
    moved = act.verb in ("bet", "post") or (act.verb == "take" and felt.closed is not None)
    return moved and act.to[:1] != () and act.to[0] in closed


def _stands(step: PlayerStep, players: PlayerStep, act: Act, how: str) -> bool:
    """Return whether a player's unasked act belongs to a step and stands, as a fold does at any time."""
    mechanic = step.mechanic
    why = how if mechanic is players.mechanic else "outside"
    return act.verb in mechanic.verbs and why not in mechanic.void


def _given_back(work: AgendaBuilder, players: PlayerStep, act: Act, how: str) -> tuple[Act, ...]:
    """Return the dealer's acts that give back chips or cards that a player put in or laid down unasked; empty if they stand.

    Args:
        work: Working copy of the agenda.
        players: The players' step that is open, or else the last or the next one.
        act: The player's act.
        how: Kind of breach, as the mechanic names it.
    """
    back = as_it_lay(work.now, act) or ()
    rows = (*work.now.felt.layout.front, *work.now.felt.layout.pots)
    if all(move.verb == "return" and (move.to[1] in rows or how in players.mechanic.void) for move in back):
        return _more_than_posted(work, _asked_of_stakes(work, players, act), act, back)
    steps = [step for step in work.house.program.walk() if isinstance(step, PlayerStep)]
    betting = act.verb != "fold" or any(not ACTIONS.isdisjoint(step.mechanic.verbs) for step in steps)
    asked = [players] if work.ask else steps
    known = (betting and act.verb in ACTIONS) or any(_stands(step, players, act, how) for step in asked)
    own = all(move.to[-1] == act.who or move.verb == "turn" or (move.verb in _GIVES and move.to[0] == act.who) for move in back)
    return back if own and not (known and _is_in_a_hand(work, back)) else ()


def _asked_of_stakes(work: AgendaBuilder, players: PlayerStep, act: Act) -> Ask:
    """Return the moves that the open step asks for; the next step's moves where the open step may be passed over and the act
    does not belong to it: an ante before the cut counts (TFS-03).
    """
    passes = work.players is players and players.passable and act.verb not in players.mechanic.verbs
    return next_players(work)[1] if passes else work.ask


def _is_in_a_hand(work: AgendaBuilder, back: Sequence[Act]) -> bool:
    """Return whether the cards go back to a place other than the stock, or a hand is in progress. Before the deal and after the
    gathering, no rule lets a card taken from the stock stand.
    """
    stock = work.now.felt.layout.stock
    return all(move.to[-1] != stock for move in back) or (is_dealt(work) and not deck_lies_together(work.now))


def _over_the_forced_bets(work: AgendaBuilder, ask: Ask, act: Act) -> tuple[Act, ...]:
    """Return the dealer's acts that give back chips put in before the forced bets are asked for, beyond those bets; also a
    straddle of a wrong size, or by a player who may not straddle.
    """
    back = (as_it_lay(work.now, act) or ()) if act.verb in ("post", "straddle") else ()
    if act.verb == "post":
        return _more_than_posted(work, ask, act, back)
    later = (step for step in coming(work) if isinstance(step, PlayerStep) and step.holds(work.now))
    runs = (RunningMechanic(step, work.now.copy()) for step in later if act.verb in step.mechanic.verbs)
    return () if any(not run.over and act.value in run.ask.get(act.who, {}).get(act.move, ()) for run in runs) else back


def _more_than_posted(work: AgendaBuilder, ask: Ask, act: Act, back: Sequence[Act]) -> tuple[Act, ...]:
    """Return the dealer's acts that give chips back to a player, less the forced bets due from that player."""
    units, lies = work.now.felt.units, dict.fromkeys((given.to[1] for given in back), 0)
    for move, amounts in ask.get(act.who, {}).items():
        verb, row = move.split()[0], (move.split()[1:] or ["bet"])[0]
        if verb == "post" and row in lies and isinstance(amounts, tuple):
            lies[row] = units(amounts[0])
    left = [(given, units(given.n) - lies[given.to[1]]) for given in back]
    return tuple(Act.make(DEALER, given.verb, *given.to, n=work.now.felt.written(more)) for given, more in left if more > 0)


_ORDERS, _MIXES = verbs_that("orders_stub"), verbs_that("mixes")
"""Verbs that put the stub in another order, and verbs that mix cards."""

_GIVES = ("collect", "move", "return")
"""Verbs by which the dealer takes chips or cards from a seat, or gives them back."""


def _acted_last(work: AgendaBuilder, act: Act) -> bool:
    """Return whether the acting seat was also the last player to act since cards were dealt or bets brought in."""
    for past in reversed(work.now.log):
        if past.seat:
            return past.who == act.who and past.verb in (*MOTIONS, "call", "bet", "raise")
        if past.verb in ("deal", "burn", "sweep"):
            return False
    return False


def _waits_for(view: ActView) -> PlayerStep | None:
    """Return the next players' step, if an act belongs to it; None otherwise."""
    act = view.act
    target, ask, between = next_players(view.work)
    if target is None or target.until or _is_done_beforehand(target, ask, act):
        return None
    fits = act.value in ask.get(act.who, {}).get(act.move, ())
    free = act.verb in target.mechanic.verbs and all(_may_be_left_out(step, view.work.now) for step in between)
    return target if fits or free else None


def _go_on_to(move: Move, target: PlayerStep) -> None:
    """Move on to a coming players' step; the dealer's steps before it are skipped."""
    work = move.work
    begun, laps = work.round.begun, work.round.laps
    while work.players is not target and work.round.begun == begun and work.round.laps <= laps + 1 and work.stack is not None:
        if work.plan:
            assert work.step is not None
            skip(move, work.step, work.plan, work.total, target)
        work.plan = ()
        work.go_on()


def _is_done_beforehand(step: PlayerStep | None, ask: Ask, act: Act) -> bool:
    """Return whether players may do the act before their step opens."""
    return step is not None and bool(step.params.get("anytime")) and act.value in ask.get(act.who, {}).get(act.move, ())


def _will_be_asked(work: AgendaBuilder, act: Act) -> bool:
    """Return whether players will be asked for an act once the dealer has done the acts before it, with the cards as they lie.
    The button moves among these, so the player who will be on its right may have cut already.
    """
    trial = work.copy()
    now = trial.now = trial.now.elsewhere(work.now.felt.copy(), work.now.log[:])
    while trial.plan and trial.plan[0].verb not in _MIXES and can_be(trial.plan[0], now):
        due = trial.plan[0]
        due.effect(now.felt, due)
        now.log.append(due)
        trial.drop(0)
        if not trial.plan:
            trial.go_on()
    return act.value in trial.ask.get(act.who, {}).get(act.move, ())


def _may_be_left_out(step: Step, now: Situation) -> bool:
    """Return whether a step may be skipped without a fault."""
    return not step.holds(now) or (isinstance(step, DealerStep) and step.is_optional(now))


MATCHERS: tuple[Matcher, ...] = (
    motion,
    before_the_dealer,
    past_the_open_step,
    comes_or_goes,
    words,
    second_motion,
    unasked,
    gesture,
    beforehand,
    shown_after,
    against_the_rules,
)
"""The matchers of a player's act, in the order in which they are tried: the first that returns a match decides."""
