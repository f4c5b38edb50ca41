"""Piles that are cleared onto a single pile, one card at a time, each next in rank to the one before; if no card can be played,
the stock is turned.
"""

from __future__ import annotations

from dealerkit.cards import Rank
from dealerkit.facts import Situation
from dealerkit.facts.tables import last_played
from dealerkit.felt import Act
from dealerkit.games.social.golf.facts import fits, goes_on, house_rules, tableau, tableau_cleared, uncovered
from dealerkit.mechanics.registry import EVERYTHING, Ask, Moves, Params, Run, mechanic


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule that an act breaks, as a key of the step's `rules:`; empty for a card that is in none of the piles.

    `over`: the game is over. `turn`: the stock is turned although a card can be played. `covered`: another card is on top of it.
    `king`: it may not be played on a king. `ace`: king and ace are not neighbours. `rank`: it is not a neighbour of the top card.
    """
    if not ask:
        return "over"
    if act.verb == "turn":
        return "turn"
    if act.verb != "play" or not act.cards:
        return ""
    card, top = act.cards[0], last_played(now)
    if card is None or top is None:
        return ""
    felt = now.felt
    if not any(felt.faces[lying] is card for pile in tableau(now) for lying in felt.cards(pile)):
        return ""
    if any(felt.faces[under] is card for pile in tableau(now) for under in felt.cards(pile)[:-1]):
        return "covered"
    if Rank.KING in (card.rank, top.rank) and Rank.ACE in (card.rank, top.rank):
        return "ace"
    return "king" if top.rank is Rank.KING else "rank"


def _first(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    fitting = (face for face in uncovered(now).values() if face is not None and face in moves.get("play", ()) and fits(now, face))
    card = next(fitting, None)
    if card is None:
        return Act.make(seat, "turn", "stock") if "turn stock" in moves else None
    return Act.make(seat, "play", cards=(card,))


@mechanic("build_pile", breaks=_broken, plain=_first, verbs="play turn", hears="deal move merge rebuild")
def build_pile(now: Situation, params: Params) -> Run:
    """Let a player play uncovered cards of the tableau onto a pile, each next in rank to the card before (GO-05 to GO-16).

    The stock is turned card by card if no card can be played, or at any time if the house allows it. The step ends when the
    tableau is cleared, or when no card can be played and the stock is empty.

    Returns:
        Whether the tableau was cleared.
    """
    felt = now.felt
    while open_ := uncovered(now).values():
        top, moves = last_played(now), {}
        fitting = goes_on(now, top).intersection(open_) if top is not None else frozenset()
        hidden = top is None or None in open_
        if fitting or hidden:
            moves["play"] = EVERYTHING if hidden else fitting
        if felt.cards(felt.layout.stock) and not (fitting and house_rules(now).blocked_only):
            moves["turn stock"] = EVERYTHING  # the card may be named
        if not moves:
            break
        act = yield {"s1": moves}
        if act is None:
            break
    return {"cleared": bool(tableau_cleared(now))}
