"""A draw: each player in turn says how many, or stands pat."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.cards import Face
from dealerkit.facts import Situation
from dealerkit.facts.draws import draw_changed_late, draw_limit, requests, still_to_draw
from dealerkit.felt import Act
from dealerkit.mechanics.registry import NO_RULE, NOTHING, Ask, Moves, Params, Run, mechanic


class Draws:
    """Any number of cards up to a most, named or not; cards that are named are in the hand."""

    __slots__ = ("felt_names", "most")

    def __init__(self, most: int, names: frozenset[Face | None]) -> None:
        self.most, self.felt_names = most, names

    def __contains__(self, value: object) -> bool:
        if value is None:
            return True  # one card, unseen
        if isinstance(value, int):
            return 1 <= value <= self.most
        cards = value if isinstance(value, tuple) else (value,)
        unseen = None in self.felt_names
        return 1 <= len(cards) <= self.most and all(card is None or unseen or card in self.felt_names for card in cards)

    def __iter__(self) -> Iterator[int]:
        return iter(range(1, self.most + 1))

    def __str__(self) -> str:
        return f"1 to {self.most} cards"


def _which(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    if act.verb not in ("draw", "pat"):
        return "turn"
    if act.who not in ask and act.seat in requests(now):
        return "change" if draw_changed_late(now, act) else NO_RULE
    if act.verb == "draw":
        return "number" if act.who in ask else "turn"
    return "" if act.who in ask else "turn"


def _pat(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    return Act.make(seat, "pat")


@mechanic("draw", breaks=_which, plain=_pat, verbs="draw pat")
def draw(now: Situation, params: Params) -> Run:
    """Let each player in turn lay cards aside, or stand pat (DR-11 to DR-14). Parameter `one`: only the next player's turn.

    Returns:
        How many each seat drew.
    """
    felt = now.felt
    made: dict[int, int] = {}
    while seats := still_to_draw(now):
        seat = seats[0]
        names = frozenset(felt.faces[card] for card in felt.places[f"s{seat}"])
        most = min(draw_limit(now), len(felt.places[f"s{seat}"]))
        moves: Moves = {"draw": Draws(most, names), "pat": NOTHING}
        act = yield {f"s{seat}": moves}
        if act is None:
            break
        if act.verb in ("draw", "pat"):
            made[act.seat] = made.get(act.seat, 0) + (act.count if act.verb == "draw" else 0)
        if params.get("one") and act.seat == seat and act.verb in ("draw", "pat"):
            break
    return made
