"""The dealer for hands in PHH: forced bets, the dealer's own steps, and the cards and choices that the hand names.

The format names only cards and choices. Everything else that a table expects of its dealer (shuffle, burns, sweeps, side pots,
the award) is done correctly, so that every finding is about the hand's own text.
"""

from __future__ import annotations

from dealerkit.errors import Impossible
from dealerkit.facts.hands import contested, live
from dealerkit.felt import Act
from dealerkit.hands.phh.acts import BOARD, CALL, HOLE, MUCK, REMARK, SHOW
from dealerkit.hands.phh.hand_end import award, is_award_due, show_or_muck
from dealerkit.hands.phh.header import is_shown
from dealerkit.hands.phh.named_cards import deal_named, deal_surplus
from dealerkit.hands.phh.redeal import Redeal, push, push_action
from dealerkit.hands.phh.replay import Replay


def deal(redeal: Redeal) -> None:
    """Deal a hand at its table from the shuffle to the award of the pots, or up to the first finding or impossible act.

    Args:
        redeal: The hand and its table; both are changed.
    """
    table = redeal.table
    try:
        while table.players is None:
            push(redeal, table.plan()[0])
        _post(redeal)
        while not redeal.is_wrong and _step(redeal):
            pass
    except Impossible as error:
        redeal.trouble = error


def _post(redeal: Redeal) -> None:
    """Post the antes, blinds, straddles and other posts of the hand."""
    terms, felt = redeal.terms, redeal.table.felt
    stacks = redeal.hand.money("starting_stacks")
    replay = Replay(redeal.hand, terms, stacks, redeal.outcome.reading)
    for seat, chips in enumerate(stacks, 1):
        ante = chips - replay.stack[seat] - replay.bet[seat]
        if ante:
            push(redeal, f"s{seat} post {'ante' if terms.trimmed else 'dead'} {felt.money(ante)}")
    for seat, post in enumerate(replay.bet):
        if post:
            verb = "straddle" if terms.calls[seat] and seat > 2 else "post"
            push(redeal, f"s{seat} {verb} {felt.money(post)}")


def _step(redeal: Redeal) -> bool:
    """Push one more act, the table's next step or the hand's next action; return False when there is none."""
    table = redeal.table
    _skip(redeal)
    plan = table.expected.dealer
    if table.now.rounds.get("hand", 0) > 1:
        return False
    if redeal.at < len(redeal.deeds) and _is_won(redeal):
        push_action(redeal)  # the hand is over, but its text continues
        return True
    if plan and plan[0].verb == "deal":
        return deal_named(redeal, plan)
    if any(redeal.waiting.values()):
        return deal_surplus(redeal)
    if is_award_due(table, plan):
        return award(redeal, plan)
    if plan:
        act = plan[0]
        if act.verb == "burn" and redeal.burns:
            act = Act.make("d", "burn", cards=(redeal.burns.pop(0),))
        push(redeal, act)
        return True
    if redeal.at < len(redeal.deeds):
        push_action(redeal)
        return True
    return show_or_muck(redeal)


def _skip(redeal: Redeal) -> None:
    """Skip the actions that a table has no act for.

    They are remarks, checks by a player whom nobody can bet against, and shows or mucks of a hand that is already folded, has
    won unseen, or stays face down while cards are still to come.
    """
    while redeal.at < len(redeal.deeds) and not redeal.is_wrong:
        now = redeal.table.now
        kind, seat, *_ = deed = redeal.deeds[redeal.at]
        unseen = kind == SHOW and not is_shown(deed) and any(later[0] in {HOLE, BOARD} for later in redeal.deeds[redeal.at :])
        over = kind in {SHOW, MUCK} and _is_possible(redeal) and (not contested(now) or seat not in live(now))
        if over and kind == SHOW and live(now) == [seat]:
            push_action(redeal)
            continue
        if not (over or unseen or kind == REMARK or (kind == CALL and _is_idle(redeal, seat))):
            return
        redeal.at += 1


def _is_won(redeal: Redeal) -> bool:
    """Return whether only one of the players dealt in is left."""
    dealt = redeal.table.felt.tick >= len(redeal.waiting)
    return dealt and len(live(redeal.table.now)) == 1 and not any(redeal.waiting.values())


def _is_possible(redeal: Redeal) -> bool:
    """Return whether the fast check found no problem up to the next action."""
    problem = redeal.outcome.problem
    return problem is None or not 0 <= problem.at <= redeal.at


def _is_idle(redeal: Redeal, seat: int) -> bool:
    """Return whether a seat has nothing to decide, and note its check: it may check once a round."""
    now, felt = redeal.table.now, redeal.table.felt
    bet, stack, alive = felt.rows["bet"], felt.rows["stack"], live(now)
    if f"s{seat}" in redeal.table.ask or seat not in alive or (seat, felt.tick) in redeal.checked:
        return False
    if max(bet) > bet[seat] or any(stack[other] + bet[other] > bet[seat] for other in alive if other != seat):
        return False
    redeal.checked.add((seat, felt.tick))
    return True
