"""Scores of the winner of a game in which cards are collected."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.facts.elimination import playing
from dealerkit.games.social.jenny_jenny.facts import ranks_held
from dealerkit.procedure.planners.registry import Params
from dealerkit.procedure.planners.scores import Scored, scorer


@scorer
def call_or_most_ranks(now: Situation, params: Params) -> list[Scored] | None:
    """Score a win for the caller of a whole set (JJ-19); without a call for the players with the most ranks, if the house decides
    so (JJ-A4).
    """
    played = now.results.get("turns")
    if played is None:
        return None
    box, amount = str(now.game.data["wins"]["box"]), now.felt.units(1)
    if played["ended"] == "called":
        return [(int(played["by"]), box, "called", amount)]
    if played["ended"] != "ranks":
        return []
    if any(now.felt.faces[card] is None for seat in playing(now) for card in now.felt.cards(f"s{seat}")):
        return None
    held = {seat: ranks_held(now, seat) for seat in playing(now)}
    return [(seat, box, "ranks", amount) for seat, many in held.items() if many == max(held.values())]
