"""Planners of remedies for wrong acts of players: cards put back, points deducted."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.facts import Situation
from dealerkit.facts.partners import first_seat, side_of
from dealerkit.facts.situation import RuledOn
from dealerkit.felt import Act
from dealerkit.games.social.mechanics.turns import play_of
from dealerkit.procedure.planners.registry import Params, do, no_amends


def _slip_of_a_player(now: Situation) -> RuledOn | None:
    """Return the last slip of a player in this hand on which there is a ruling; None if there is none."""
    begun = now.marks.get("hand", 0)
    return next((slip for slip in reversed(now.slips) if begun < slip.at <= len(now.log) and now.log[slip.at - 1].seat), None)


def _at_fault(now: Situation) -> Act | None:
    """Return the act that is the subject of the ruling: the slip, or what the same player has laid away since; None if there is
    none. Cards taken since, by whomever, go back by themselves.
    """
    slip = _slip_of_a_player(now)
    if slip is None:
        return next((act for act in reversed(now.log) if act.seat), None)
    wrong = now.log[slip.at - 1]
    since = (act for act in reversed(now.log[slip.at :]) if act.seat == wrong.seat and act.verb != "take")
    return next(since, wrong)


def _place_of(now: Situation, card: int) -> str:
    return next(name for name, cards in now.felt.places.items() if card in cards)


def _move(now: Situation, source: str, target: str, cards: Sequence[int]) -> Act:
    """Return the act that moves named cards from one place to another."""
    return Act.make("d", "move", source, target, cards=[now.felt.faces[card] for card in cards])


def _into_hand(now: Situation, act: Act) -> list[Act]:
    """Return the act that brings the cards of a player's act back into the hand, in a list; empty if none moved, or if another
    player has moved cards since.
    """
    moved = list(now.felt.moved)
    if not moved or now.log[-1].seat not in (0, act.seat):
        return []
    place = _place_of(now, moved[0])
    return [] if place == act.who else [_move(now, place, act.who, moved)]


@do("put_back", "move", amend=no_amends, what="laid_away pile")
def cards_back(now: Situation, params: Params) -> list[Act]:
    """Plan the return of the cards of a player's wrong act.

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
        slip, hand = _slip_of_a_player(now), now.felt.places[act.who]
        taken = [card for card in (now.felt.moved if slip is None else slip.cards) if card in hand]
        return [_move(now, act.who, pile, taken)] if taken else []
    # with a discard the turn was over
    turns = [turn for turn in (play.gone, play.turn) if turn is not None and turn.seat == act.seat]
    taken = list(turns[0].taken) if turns else []
    return [*_into_hand(now, act), *([_move(now, act.who, pile, taken)] if taken else [])]


@do("correct_marks", "mark", lambda params, act: params["box"] in act.to, amend=no_amends, what="penalty")
def charge(now: Situation, params: Params) -> list[Act]:
    """Plan the deduction of points from the side of the player who erred: `d mark s1 points wrong-take -50`.

    Parameters: `box`, the row of the score sheet; `for`, the name of the penalty; `amount`, its points.
    """
    act = _at_fault(now)
    if act is None:
        return []
    first = first_seat(now, side_of(now, act.seat))
    return [Act.make("d", "mark", f"s{first}", str(params["box"]), str(params["for"]), n=-int(params["amount"]))]
