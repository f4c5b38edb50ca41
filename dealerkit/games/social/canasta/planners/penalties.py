"""Planners of remedies for wrong acts of players: cards put back, points deducted."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.facts import Situation
from dealerkit.facts.partners import first_seat, side_of
from dealerkit.felt import Act
from dealerkit.games.social.mechanics.turns import play_of
from dealerkit.procedure.planners.registry import Params, do, no_amends


def _at_fault(now: Situation) -> Act | None:
    """Return the last act of a player, which is the subject of the ruling; None if there is none."""
    return next((act for act in reversed(now.log) if act.seat), None)


def _place_of(now: Situation, card: int) -> str:
    return next(name for name, cards in now.felt.places.items() if card in cards)


def _move(now: Situation, source: str, target: str, cards: Sequence[int]) -> Act:
    """Return the act that moves named cards from one place to another."""
    return Act.make("d", "move", source, target, cards=[now.felt.faces[card] for card in cards])


def _into_hand(now: Situation, act: Act) -> list[Act]:
    """Return the act that brings the cards of a player's last act back into the hand, in a list; empty if none moved."""
    moved = list(now.felt.moved)
    if not moved:
        return []
    place = _place_of(now, moved[0])
    return [] if place == act.who else [_move(now, place, act.who, moved)]


@do("put_back", "move", amend=no_amends, what="laid_away pile")
def cards_back(now: Situation, params: Params) -> list[Act]:
    """Plan the return of the cards of a player's last act.

    Parameter `what`: `laid_away`, to the hand (CN-A10); `pile`, back to the pile in their order, after the cards laid away since
    (CN-A15).
    """
    act, pile = _at_fault(now), now.felt.layout.discards
    if act is None or params["what"] != "pile":
        return [] if act is None else _into_hand(now, act)
    play = play_of(now)
    if play is None:
        return []
    if act.verb == "take":
        return [_move(now, act.who, pile, now.felt.moved)] if now.felt.moved else []
    # with a discard the turn was over
    turns = [turn for turn in (play.gone, play.turn) if turn is not None and turn.seat == act.seat]
    taken = turns[0].taken if turns else []
    return [*_into_hand(now, act), *([_move(now, act.who, pile, taken)] if taken else [])]


@do("correct_marks", "mark", lambda params, act: params["box"] in act.to, amend=no_amends, what="penalty")
def charge(now: Situation, params: Params) -> list[Act]:
    """Plan the deduction of points from the side of the player who acted last: `d mark s1 points wrong-take -50`.

    Parameters: `box`, the row of the score sheet; `for`, the name of the penalty; `amount`, its points.
    """
    act = _at_fault(now)
    if act is None:
        return []
    first = first_seat(now, side_of(now, act.seat))
    return [Act.make("d", "mark", f"s{first}", str(params["box"]), str(params["for"]), n=-int(params["amount"]))]
