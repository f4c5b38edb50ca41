"""Planners of layouts: piles laid out before play, and what is counted of them afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.facts import Situation
from dealerkit.facts.piles import house_rules, tableau
from dealerkit.facts.rows import seat_out
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Act
from dealerkit.felt.acts import seat_number
from dealerkit.procedure.planners.registry import Params, do, no_amends, push_right, same_verb
from dealerkit.procedure.planners.scores import Scored, scorer


def _to_a_pile(params: Params, act: Act) -> bool:
    return act.to[0] not in ("played", "discards")


@do("deal_piles", "deal", _to_a_pile, amend=no_amends, least={"cards": 1})
def deal_piles(now: Situation, params: Params) -> list[Act]:
    """Plan so many cards to each pile of the tableau, less those that lie there: `d deal pile-1 5`. Parameter `cards`."""
    missing = {name: int(params["cards"]) - len(now.felt.cards(name)) for name in tableau(now)}
    return [Act.make("d", "deal", name, n=count if count > 1 else None) for name, count in missing.items() if count > 0]


def _to_a_hand(params: Params, act: Act) -> bool:
    return bool(seat_number(act.to[0])) or act.to[0] == params.get("extra")


@do("deal_out", "deal", _to_a_hand, amend=no_amends)
def deal_out(now: Situation, params: Params) -> list[Act]:
    """Plan the deal of the whole pack, a card at a time from the dealer's left. Parameters `extra`: a further hand on the
    table, and `extra_at`: whether it has its card `first` in each round, or `last`, after the dealer.
    """
    round_ = [f"s{seat}" for seat in in_turn(now, now.felt.button)]
    if extra := params.get("extra"):
        round_.insert(0 if params.get("extra_at") == "first" else len(round_), str(extra))
    return [Act.make("d", "deal", round_[at % len(round_)]) for at in range(now.felt.left())]


@do("award_to_out", "award", attempt=same_verb, amend=push_right, undo=True, reopens="collect")
def award_to_out(now: Situation, params: Params) -> list[Act]:
    """Plan the push of the pot to the player who has played the last card: `d award s3 13` (FT-23)."""
    lying, seat = now.felt.rows["pot"][0], seat_out(now)
    return [Act.make("d", "award", f"s{seat}", n=now.felt.written(lying))] if lying and seat else []


@do("split_pots_on_cards", "award", attempt=same_verb, amend=push_right, undo=True, named=True)
def split_pots_on_cards(now: Situation, params: Params) -> list[Act]:
    """Plan an equal share for all of what is left in each pot at the end of the game; chips that cannot be shared stay
    (NM-A9).
    """
    felt = now.felt
    shares = {pot: felt.rows[pot][0] // felt.seats for pot in felt.layout.pots}
    return [
        Act.make("d", "award", f"s{seat}", pot, n=felt.written(share))
        for pot, share in shares.items()
        if share
        for seat in in_turn(now, felt.button)
    ]


@scorer
def cards_left_in_piles(now: Situation, params: Params) -> Sequence[Scored]:
    """Score the cards left in the piles; where the piles are cleared, and the house gives a bonus, one off for each card of
    the stock (GO-17, GO-18, GO-A2). It is marked in `box`.
    """
    felt = now.felt
    left = sum(len(felt.cards(name)) for name in tableau(now))
    if not left and house_rules(now).bonus:
        left = -len(felt.cards(felt.layout.stock))
    return [(1, str(params["box"]), "", felt.units(left))]
