"""Simulated players of games for a pot: they bet by their chance to win, judged from the cards that the seat has seen."""

from __future__ import annotations

import random

from dealerkit.felt import Act
from dealerkit.games.pot.mexican_sweat.facts import target
from dealerkit.games.pot.red_dog.facts import higher
from dealerkit.games.pot.three_five_seven.facts import STAGES, form_now, may_be_in
from dealerkit.table.bots.knowledge import hand_of
from dealerkit.table.bots.players import Moves
from dealerkit.table.bots.registry import chooser
from dealerkit.table.table import Table

SURE = 700
"""Chance, in thousandths, from which the whole pot is bet."""


def chance(table: Table, seat: str) -> int:
    """Return the chance, in thousandths, that a hand beats the next card: the share of the unseen cards that are lower than the
    hand's best card of their suit.

    Args:
        table: The table.
        seat: The player: `s3`.
    """
    felt, bit = table.felt, 1 << int(seat[1:])
    seen = {face for card, face in enumerate(felt.faces) if face is not None and felt.seen[card] & bit}
    unseen = [face for face in table.felt.layout.pack.faces() if face not in seen]
    hand = [face for face in hand_of(table, seat) if face is not None]
    beaten = sum(any(higher(mine, face) for mine in hand) for face in unseen)
    return 1000 * beaten // len(unseen) if unseen else 0


@chooser("pot_wager")
def pot_wager(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return the smallest bet below an even chance, a larger one above it, and the whole pot when winning is nearly certain."""
    amounts: range = getattr(moves.get("bet"), "amounts", range(0))
    if not amounts:
        return None
    likely = chance(table, seat) + rng.randint(-40, 40)
    low, high = amounts[0], amounts[-1]
    if likely < 500 and "post" in moves:
        return Act.make(seat, "post", n=next(iter(moves["post"])))  # type: ignore[call-overload]
    wanted = high if likely >= SURE else low + (high - low) * max(0, 2 * likely - 1000) // 1000
    scale = table.felt.layout.scale
    whole = wanted // scale * scale
    return Act.make(seat, "bet", n=table.felt.written(whole if whole in amounts else wanted))


_DEALS = 40
"""Number of random hands dealt to the others to judge a hand."""


@chooser("declare")
def declare(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Declare in with a hand that probably beats the others; the more others, the better it must be."""
    if "declare in" not in moves:
        return Act.make(seat, "declare", "out")
    felt, bit = table.felt, 1 << int(seat[1:])
    own = [face.index for face in hand_of(table, seat) if face is not None][: STAGES[-1]]
    seen = {face.index for card, face in enumerate(felt.faces) if face is not None and felt.seen[card] & bit}
    part = form_now(table.now, len(own)).high if own else None
    if part is None:
        return Act.make(seat, "declare", "out")
    rest = [face.index for face in table.felt.layout.pack.faces() if face.index not in seen]
    mine = part.ranker.value(own)
    beaten = (
        sum(mine >= part.ranker.value(rng.sample(rest, len(own))) for _ in range(_DEALS)) if len(rest) >= len(own) else _DEALS
    )
    rivals = sum(may_be_in(table.now, other) for other in range(1, table.seats + 1)) - 1
    wanted = 500 + 500 * (rivals - 1) // (rivals + 1) + rng.randint(-120, 60) if rivals > 0 else 0
    return Act.make(seat, "declare", "in" if 1000 * beaten // _DEALS >= wanted else "out")


@chooser("betting", "pot")
def betting(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return an act of the betting between players' turns: the player with the hand to beat bets, a player with many cards to
    turn stays in, and the others fold now and then.
    """
    felt, me = table.felt, int(seat[1:])
    ahead = target(table.now)[0] == me
    down = sum(not felt.up[card] for card in felt.cards(seat))
    word = next((move for move in ("bet", "raise") if move in moves), None)
    amounts: range = getattr(moves.get(word), "amounts", range(0)) if word is not None else range(0)
    if amounts and rng.random() < (0.55 if ahead else 0.08):
        return Act.make(seat, str(word), n=felt.written(amounts[0]))
    if "check" in moves:
        return Act.make(seat, "check")
    stays = ahead or rng.randint(0, 99) < 30 + 10 * down
    return Act.make(seat, "call" if stays and "call" in moves else "fold")
