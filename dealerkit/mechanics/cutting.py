"""The cut by a player: whose right it is, and its depth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dealerkit.facts import Situation
from dealerkit.facts.cutting import at_the_table, right_of_dealer
from dealerkit.felt import Act
from dealerkit.felt.verbs import verbs_that
from dealerkit.mechanics.registry import Ask, Moves, Params, Run, mechanic


def _cut_half(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    return Act.make(seat, _how_cut(params), n=max(1, len(now.felt.places[now.felt.layout.stock]) // 2))


def _how_cut(params: Params) -> str:
    """Return the verb of the player's cut: lifting a packet, or inserting the cut card (CU-09)."""
    return str(params.get("with", "cut"))


def _what_of_the_cut(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the key of the rule that a cut breaks: `who`, by the wrong player, or `depth`, too near an end."""
    return "depth" if act.who in ask else "who"


_MIXES = verbs_that("mixes") | {"deal"}
"""Dealer's verbs that make an earlier cut void."""


class Cutters(Mapping[str, Moves]):
    """Map of the seats asked to cut, with their moves: the player on the dealer's right, who may change during the deal, or
    everybody.
    """

    def __init__(self, now: Situation, params: Params) -> None:
        self.now, self.move, self.least = now, _how_cut(params), int(params.get("minimum", 1))
        self.everybody = params.get("who") == "anyone"

    def __getitem__(self, who: str) -> Moves:
        if who not in list(self):
            raise KeyError(who)
        size = len(self.now.felt.cards(self.now.felt.layout.stock))
        return {self.move: range(self.least, max(self.least, size - self.least) + 1)}

    def __iter__(self) -> Iterator[str]:
        seats = at_the_table(self.now) if self.everybody else [right_of_dealer(self.now)]
        return iter([f"s{seat}" for seat in seats])

    def __len__(self) -> int:
        return len(list(iter(self)))


@mechanic("player_cuts", breaks=_what_of_the_cut, plain=_cut_half)
def player_cuts(now: Situation, params: Params) -> Run:
    """Let the player on the dealer's right cut, or insert the cut card (SG-03, CU-08, CU-09).

    Parameters `who`: `anyone` for any player who wants to (CU-06); `with`: `cut` (default) or `insert`; `minimum`: the fewest
    cards on either side; `again`: whether the player may still cut after somebody else has (CU-19). A cut that this player made
    before the button was moved counts.

    Returns:
        The seat that cut.
    """
    ask = Cutters(now, params)
    before = next((past for past in reversed(now.log) if past.verb in _MIXES or past.verb == ask.move), None)
    if before is not None and before.verb == ask.move and not ask.everybody and before.who in ask:
        return before.seat
    act = yield ask
    while act is not None and (act.verb != ask.move or (params.get("again") and act.who not in ask)):
        act = yield ask
    return act.seat if act else 0
