"""Discards after the deal: each player discards cards of his choice until a certain number is left."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.felt import Act
from dealerkit.games.social.mechanics.choice import late_answer
from dealerkit.mechanics.card_choices import SomeOfHand
from dealerkit.mechanics.registry import Ask, Moves, Params, Run, mechanic


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule that an act breaks, as a key of the step's `rules:`.

    `many`: more cards than had to go. `answer`, or the word: a choice is answered that is no longer open. `first`: another act
    before all players have discarded.
    """
    if act.verb == "answer":
        return late_answer(now, params, act)
    return "many" if act.verb == "discard" else "first"


def _last_cards(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    return Act.make(seat, "discard", n=moves["discard"].most)  # type: ignore[attr-defined]


@mechanic("discard", breaks=_broken, plain=_last_cards, verbs="discard", least={"down_to": 1})
def discard(now: Situation, params: Params) -> Run:
    """Let every player with more than `down_to` cards discard the surplus, in any order (AF-22).

    Returns:
        The number of cards each seat has discarded.
    """
    felt, keeps = now.felt, int(params["down_to"])
    laid: dict[int, int] = {}
    while True:
        over = {seat: len(felt.cards(f"s{seat}")) - keeps for seat in range(1, felt.seats + 1)}
        ask: Ask = {
            f"s{seat}": {"discard": SomeOfHand([felt.faces[card] for card in felt.cards(f"s{seat}")], more)}
            for seat, more in over.items()
            if more > 0
        }
        if not ask:
            return laid
        act = yield ask
        if act is None:
            return laid
        if act.verb == "discard":
            laid[act.seat] = laid.get(act.seat, 0) + act.count
