"""Forced bets before the cards: antes, blinds, straddles."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.facts.seats import Blinds, blinds_of, forced_bets_missing
from dealerkit.facts.seats import amount as money
from dealerkit.felt import Act
from dealerkit.games.poker.facts.seats import straddlers
from dealerkit.mechanics.registry import EVERYTHING, Ask, Params, Run, first_amount, mechanic


def _which(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule that an act breaks, as a key of the step's `rules:`: `spot` for chips that are not in front of their owner,
    else `blinds`.
    """
    return "spot" if act.to and act.to[0] not in now.felt.layout.front else "blinds"


@mechanic("forced_bets", breaks=_which, plain=first_amount, verbs="post", hears="tip pass return", void="spot blinds")
def forced_bets(now: Situation, params: Params) -> Run:
    """Let players put in antes and blinds before the deal, in any order; chips already in front count (DP-09, DR-02).

    Returns:
        The seats of the blinds, by which the next hand's button and blinds are placed.
    """
    written = now.felt.written
    while due := forced_bets_missing(now):
        ask: dict[str, dict[str, tuple[object, ...]]] = {}
        for seat, move, more in due:
            ask.setdefault(f"s{seat}", {})[move] = (written(more),)
        act = yield ask
        if act is None:
            break
    return blinds_of(now)


@mechanic("free_posts", breaks=lambda now, params, ask, act: "blinds")
def free_posts(now: Situation, params: Params) -> Run:
    """Let players post any chips until the first card is dealt, for records that were not written by dealerkit.

    Returns:
        The button, and no seats for the blinds.
    """
    moves = dict.fromkeys(("post", "post ante", "post dead", "straddle"), EVERYTHING)
    ask: Ask = {f"s{seat}": moves for seat in range(1, now.felt.seats + 1)}
    while (yield ask) is not None:
        pass
    return Blinds(0, 0, now.felt.button)


SMALLEST_STRADDLE = 2
"""Smallest straddle, in big blinds."""


@mechanic("straddle", breaks=lambda now, params, ask, act: "straddle", verbs="straddle", alone=True)
def straddle(now: Situation, params: Params) -> Run:
    """Let a player post a straddle of two big blinds, or of more if the house allows it (options `straddle` and `straddle_most`),
    until the first card is dealt.
    """
    most, blind = int(str(now.game.options.get("straddle_most", SMALLEST_STRADDLE))), money(now, "big_blind")
    sizes = tuple(now.felt.written(times * blind) for times in range(SMALLEST_STRADDLE, most + 1))
    act = yield {f"s{seat}": {"straddle": sizes} for seat in straddlers(now)}
    while act is not None and act.verb != "straddle":
        act = yield {}
    while act is not None:
        act = yield {}
    return None
