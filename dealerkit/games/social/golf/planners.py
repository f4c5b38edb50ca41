"""Planners of piles laid out before play, and of their score."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.facts import Situation
from dealerkit.felt import Act
from dealerkit.games.social.golf.facts import house_rules, tableau
from dealerkit.procedure.planners.registry import Params, do, no_amends
from dealerkit.procedure.planners.scores import Scored, scorer


def _to_a_pile(params: Params, act: Act) -> bool:
    return act.to[0] not in ("played", "discards")


@do("deal_piles", "deal", _to_a_pile, amend=no_amends, least={"cards": 1})
def deal_piles(now: Situation, params: Params) -> list[Act]:
    """Plan the cards of each pile of the tableau, less those already there: `d deal pile-1 5`. Parameter `cards`: the number of
    cards in each pile.
    """
    missing = {name: int(params["cards"]) - len(now.felt.cards(name)) for name in tableau(now)}
    return [Act.make("d", "deal", name, n=count if count > 1 else None) for name, count in missing.items() if count > 0]


@scorer
def cards_left_in_piles(now: Situation, params: Params) -> Sequence[Scored]:
    """Score the cards left in the piles, in `box`; if the piles are cleared and the house gives a bonus, minus one for each card
    of the stock (GO-17, GO-18, GO-A2).
    """
    felt = now.felt
    left = sum(len(felt.cards(name)) for name in tableau(now))
    if not left and house_rules(now).bonus:
        left = -len(felt.cards(felt.layout.stock))
    return [(1, str(params["box"]), "", felt.units(left))]
