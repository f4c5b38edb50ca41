"""Turns: the acts since the last cards, and those out of turn."""

from __future__ import annotations

from dealerkit.facts.hands import ACTIONS
from dealerkit.facts.situation import Situation
from dealerkit.facts.tables import just_done
from dealerkit.felt import Act


def since_cards(now: Situation) -> list[Act]:
    """Return the acts since the dealer last dealt, burned or brought bets in, without the act under judgement."""
    acts: list[Act] = []
    for act in now.backwards(bool(now.log) and now.log[-1] is now.act):
        if act.verb in ("deal", "burn", "sweep"):
            break
        acts.append(act)
    return acts[::-1]


def out_of_turn(now: Situation) -> list[Act]:
    """Return the consecutive acts out of turn that end with the last act; empty if that was in turn."""
    act = just_done(now)
    if not now.asked or act.who in now.asked or not is_action(act):
        return []
    earlier = since_cards(now)
    last = next((act for act in reversed(earlier) if act.seat), None)
    if act.verb == "put" and last is not None and last.who == act.who:
        return []  # a second motion of the same turn
    passed = now.out_of_turn
    waiting = passed[1] if passed is not None and passed[0] == (now.asked, _street(now)) else ()  # the same seat has still to act
    return [*waiting, act]


def is_action(act: Act) -> bool:
    """Return whether an act is a player's action in the betting; a dealer's call for the showdown is not."""
    return act.seat > 0 and (act.verb in ACTIONS or act.verb == "put")


def _street(now: Situation) -> int:
    """Return the index of the last card dealt or burned in the log; 0 for none."""
    return next(
        (at for at in range(len(now.log) - 1, -1, -1) if now.log[at].who == "d" and now.log[at].verb in ("deal", "burn")), 0
    )


def turns_passed(now: Situation) -> tuple[tuple[frozenset[str], int], tuple[Act, ...]] | None:
    """Return the acts out of turn so far and the seats that were to act, as `Situation.out_of_turn` holds them; None for none."""
    acts = out_of_turn(now)
    return ((now.asked, _street(now)), tuple(acts)) if acts else now.out_of_turn
