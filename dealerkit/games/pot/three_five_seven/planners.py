"""Planners of games in which players declare in or out: the cards of each round, the wild rank, the opening, strikes, the pot."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Act
from dealerkit.games.pot.facts.stakes import in_the_middle
from dealerkit.games.pot.three_five_seven.facts import (
    STAGES,
    STRIKES,
    best_in,
    cards_each,
    fists_are_open,
    in_seats,
    one_is_in,
    striker,
    wild_number,
    wrong_strikes,
)
from dealerkit.procedure.planners.registry import Params, do, no_amends, same_subject, same_verb, to_a_seat
from dealerkit.procedure.planners.scores import Scored, scorer


@do("deal_stage", "deal", to_a_seat, amend=no_amends)
def deal_stage(now: Situation, params: Params) -> list[Act]:
    """Plan cards to all players, in or out, one at a time from the left of the dealer: three first, then two more in each round
    (TFS-04, TFS-13, TFS-15).
    """
    held = cards_each(now)
    size = next((stage for stage in STAGES if stage > held), held)
    order = in_turn(now, now.felt.button)
    return [Act.make("d", "deal", f"s{seat}") for _ in range(size - held) for seat in order]


@do("deal_missing", "deal", to_a_seat, amend=no_amends, what="round")
def deal_missing(now: Situation, params: Params) -> list[Act]:
    """Plan the missing cards, in order, to a player who was passed over (TFS-13)."""
    held = cards_each(now)
    return [
        Act.make("d", "deal", f"s{seat}")
        for seat in in_turn(now, now.felt.button)
        for _ in range(held - len(now.felt.cards(f"s{seat}")))
    ]


@do("name_wild", "announce", lambda params, act: act.to == ("wild",))
def name_wild(now: Situation, params: Params) -> list[Act]:
    """Plan the naming of the wild rank, which is the number of cards in each hand (TFS-05): `d announce wild 3`."""
    return [Act.make("d", "announce", "wild", n=wild_number(now))]


@do("reveal", "reveal", amend=no_amends, standing=True)
def reveal(now: Situation, params: Params) -> list[Act]:
    """Plan that all players open their hands at once (TFS-08): `d reveal`."""
    return [] if fists_are_open(now) else [Act.make("d", "reveal")]


@do("call_winner", "call", lambda params, act: act.to[:1] == ("winner",), attempt=same_subject)
def call_winner(now: Situation, params: Params) -> list[Act] | None:
    """Plan the announcement of the best hand of those in (TFS-10, TFS-14): `d call winner s2`, `d call winner s2 s3`."""
    best = best_in(now)
    return None if best is None else [Act.make("d", "call", "winner", *(f"s{seat}" for seat in best))] if best else []


@scorer
def lone_strike(now: Situation, params: Params) -> list[Scored]:
    """Score a strike for the only player who is in (TFS-17)."""
    return [(in_seats(now)[0], STRIKES, "", now.felt.layout.scale)] if one_is_in(now) else []


@do("award_to_striker", "award", attempt=same_verb, amend=no_amends, standing=True, reopens="collect")
def award_to_striker(now: Situation, params: Params) -> list[Act]:
    """Plan the push of the pot to the player with the third strike (TFS-18): `d award s2 12`."""
    seat, lying = striker(now), in_the_middle(now)
    return [Act.make("d", "award", f"s{seat}", n=now.felt.written(lying))] if seat and lying else []


@do("clear_strikes", "mark", amend=no_amends)
def clear_strikes(now: Situation, params: Params) -> list[Act]:
    """Plan the removal of all strikes at the beginning of another game (TFS-02): `d mark s2 strikes -3`."""
    marks, written = now.felt.marks[STRIKES], now.felt.written
    return [
        Act.make("d", "mark", f"s{seat}", STRIKES, n=-written(marks[seat]))
        for seat in range(1, now.felt.seats + 1)
        if marks[seat]
    ]


@do("correct_marks", "mark", amend=no_amends, what="strikes")
def right_strikes(now: Situation, params: Params) -> list[Act]:
    """Plan the correction of strikes: wrong strikes are taken back, and missing ones given: `d mark s2 strikes -1`."""
    return [Act.make("d", "mark", f"s{seat}", STRIKES, n=n) for seat, n in wrong_strikes(now).items()]
