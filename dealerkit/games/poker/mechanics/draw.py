"""The draw: each player in turn discards some cards, or stands pat."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.facts import Situation
from dealerkit.felt import Act
from dealerkit.games.poker.facts.draws import draw_changed_late, draw_limit, requests, still_to_draw
from dealerkit.games.poker.facts.openers import opener, split_was_said
from dealerkit.mechanics.card_choices import SomeOfHand
from dealerkit.mechanics.registry import NO_RULE, NOTHING, Ask, Moves, Params, Run, first_move, mechanic


class Draws(SomeOfHand):
    """The choices of a player who draws: any number of cards of the hand up to a limit, named or not."""

    __slots__ = ()

    def __iter__(self) -> Iterator[int]:
        return iter(range(1, self.most + 1))


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


@mechanic("draw", breaks=_which, plain=_pat, verbs="draw pat", hears="move kill putback", void="change outside")
def draw(now: Situation, params: Params) -> Run:
    """Let each player in turn discard, or stand pat (DR-11 to DR-14).

    Parameter `one`: whether only the next player has a turn.

    Returns:
        The number of cards each seat has discarded.
    """
    felt = now.felt
    counts: dict[int, int] = {}
    while seats := still_to_draw(now):
        seat = seats[0]
        hand = [felt.faces[card] for card in felt.places[f"s{seat}"]]
        moves: Moves = {"draw": Draws(hand, min(draw_limit(now), len(hand))), "pat": NOTHING}
        act = yield {f"s{seat}": moves}
        if act is None:
            break
        if act.verb in ("draw", "pat"):
            counts[act.seat] = counts.get(act.seat, 0) + (act.count if act.verb == "draw" else 0)
        if params.get("one") and act.seat == seat and act.verb in ("draw", "pat"):
            break
    return counts


@mechanic("say_split", plain=first_move, verbs="say")
def say_split(now: Situation, params: Params) -> Run:
    """Let the opener say that the openers are split, before the cards of the draw come (DR-20).

    Returns:
        The opener's seat.
    """
    seat = opener(now)
    while not split_was_said(now):
        act = yield {f"s{seat}": {"say splitting_openers": NOTHING}}
        if act is None:
            break
    return seat
