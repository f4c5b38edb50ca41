"""Simulated players of games for partners: they collect four of a kind, signal it, and watch for the signals of the partner and
now and then of others.

Each pair agrees on signals before the game that no other player knows; here they are drawn from the table's seed and the number
of the pair.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence

from dealerkit.cards import Face
from dealerkit.facts.partners import partners, side_of
from dealerkit.felt import Act
from dealerkit.games.social.cash.facts import is_worn
from dealerkit.rules.entries import Branch
from dealerkit.table.bots.knowledge import hand_of, open_cards
from dealerkit.table.bots.players import Moves
from dealerkit.table.bots.registry import chooser
from dealerkit.table.table import Table


def _agreed(table: Table, side: int) -> str:
    """Return the gesture that a side has agreed on for this hand; empty if all are worn out."""
    words = _fresh(table, side)
    random.Random(f"{table.setup.seed}/signals/{side}").shuffle(words)
    return words[0] if words else ""


def _fresh(table: Table, side: int) -> list[str]:
    """Return the usual gestures that a side has not worn out before this hand."""
    known: Mapping[str, Branch] = table.now.game.tables["signals"]
    start = table.now.marks.get("hand", 0)
    return [word for word in known["gesture"]["usual"] if not is_worn(table.now, side, "gesture", word, start)]


def _signals(table: Table, seats: Sequence[int]) -> list[Act]:
    """Return the signals that some seats have given in this hand."""
    return [act for act in table.now.since("hand") if act.verb == "signal" and act.seat in seats]


@chooser("exchange")
def exchange(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return an act: a call after the partner's signal, a signal of four of a kind, a swap towards it, or a pass if no card of
    the board helps.
    """
    number = int(seat[1:])
    hand = [face for face in hand_of(table, seat) if face is not None]
    if "swap" not in moves or len(hand) != 4:
        return None
    side = side_of(table.now, number)
    call = _call(table, seat, moves, rng)
    if call is not None:
        return call
    counts = Counter(face.letter for face in hand)
    ready = max(counts.values()) == 4
    mine = _signals(table, [number])
    word = _agreed(table, side)
    if ready and word and not any(act.to[1] == word for act in mine):
        return Act.make(seat, "signal", "gesture", word)
    if not ready and not mine and rng.random() < 0.02:  # a false signal (CA-07)
        phony = [fakes for fakes in _fresh(table, side) if fakes != word]
        if phony:
            return Act.make(seat, "signal", "gesture", rng.choice(phony))
    return None if ready else _swap(seat, hand, open_cards(table, "board"), counts)


def _call(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return a call of cash after the partner's signal, sooner or later, or now and then a call of counter cash; None for no
    call.
    """
    number = int(seat[1:])
    side = side_of(table.now, number)
    word = _agreed(table, side)
    seen = any(act.to == ("gesture", word) for act in _signals(table, partners(table.now, number)))
    if "claim cash" in moves and ((seen and rng.random() < 0.6) or (not word and rng.random() < 0.03)):
        return Act.make(seat, "claim", "cash")
    rivals = [act for act in _signals(table, range(1, table.seats + 1)) if side_of(table.now, act.seat) != side]
    if rivals and rng.random() < 0.02 and f"claim counter s{rivals[-1].seat}" in moves:
        return Act.make(seat, "claim", "counter", f"s{rivals[-1].seat}")
    return None


def _swap(seat: str, hand: Sequence[Face], board: Sequence[Face], counts: Mapping[str, int]) -> Act | None:
    """Return the swap of one of the hand's rarest cards for a card of its most frequent rank; if all cards differ, for a card
    that makes a pair. None if the board has no such card.
    """
    wanted = max(
        hand, key=lambda face: (counts[face.letter], any(lying.letter == face.letter for lying in board), face.index)
    ).letter
    taken = next((face for face in board if face.letter == wanted), None)
    if taken is None:
        return None
    given = min((face for face in hand if face.letter != wanted), key=lambda face: (counts[face.letter], face.index))
    return Act.make(seat, "swap", cards=(given, taken))
