"""Random players: every open move is equally likely."""

from __future__ import annotations

import random
from collections.abc import Container, Iterator
from fractions import Fraction
from typing import Any

from dealerkit.felt import Act
from dealerkit.felt.verbs import VERBS
from dealerkit.table.bots.knowledge import hand_of
from dealerkit.table.bots.players import Moves
from dealerkit.table.table import Table

_SELDOM = ("leave", "answer stop")
"""Acts that end the game for a seat or for all; chosen now and then."""

_WITH_CARDS = ("draw", "show")
"""Verbs that name cards of the hand."""


def random_legal(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return an act that the rules and the seat's chips allow: a move chosen at random, and an allowed value. None if the seat
    can make no move.

    Args:
        table: The table.
        seat: The seat, such as `s3`.
        moves: Its open moves, each with its allowed values.
        rng: Random generator.
    """
    names = sorted(moves)
    rng.shuffle(names)
    for name in names:
        act = _any_of(table, seat, name, moves[name], rng)
        if act is not None:
            return act
    return None


def _any_of(table: Table, seat: str, move: str, allowed: Container[object], rng: random.Random) -> Act | None:
    """Return a move with some allowed value; None if the seat cannot make it."""
    felt, number = table.felt, int(seat[1:])
    verb, *to = move.split()
    if move in _SELDOM and rng.random() < 0.9:
        return None
    if verb == "take" and to[0] in felt.rows and not felt.rows[to[0]][number]:
        return None
    if verb in _WITH_CARDS:
        return _with_cards(table, seat, verb, allowed, rng)
    values = list(_values(table, seat, verb, allowed, rng))
    rng.shuffle(values)
    # a player who sees the hand names the card
    named = VERBS["s", verb].needs_number or (verb == "play" and any(hand_of(table, seat)))
    for value in values:
        if value not in allowed or (value is None and named):
            continue
        if verb in ("bet", "post", "straddle") and felt.units(value) > felt.rows["stack"][number]:
            continue
        return Act.of(seat, move, value)
    return None


def _with_cards(table: Table, seat: str, verb: str, allowed: Container[object], rng: random.Random) -> Act | None:
    """Return an act with some cards of the hand laid aside or shown, or the whole hand shown; None if none is allowed."""
    hand = [face for face in hand_of(table, seat) if face is not None]
    if verb == "show" and None in allowed:
        return Act.make(seat, verb)
    for _ in range(4):
        cards = [face for face in hand if rng.random() < 0.5]
        if cards and (cards[0] if len(cards) == 1 else tuple(cards)) in allowed:
            return Act.make(seat, verb, n=len(cards) if verb == "draw" else None, cards=cards)
    return None


def _values(table: Table, seat: str, verb: str, allowed: Any, rng: random.Random) -> Iterator[Any]:
    """Yield candidate values of a move for a container of allowed ones."""
    yield None
    if verb == "play":
        yield from (face for face in hand_of(table, seat) if face is not None)
        yield from () if seat in table.felt.places else allowed  # a card from a pile on the table
    elif isinstance(allowed, range):
        yield from (rng.choice(allowed) for _ in range(4) if allowed)
    elif hasattr(allowed, "amounts"):
        scale, amounts = table.felt.layout.scale, allowed.amounts
        yield from (rng.choice(amounts) // scale for _ in range(8) if amounts)
        yield from (-(-amounts[0] // scale), amounts[-1] // scale) if amounts else ()
    elif hasattr(allowed, "low"):
        yield from _chips(table, allowed.low, allowed.high, rng)
    else:
        yield from allowed


def _chips(table: Table, low: Fraction, high: Fraction | None, rng: random.Random) -> Iterator[object]:
    """Yield amounts between two limits, in steps of the lower one; without an upper one, up to the seat's chips."""
    most = Fraction(table.felt.written(max(table.felt.rows["stack"][1:], default=0)))
    most = most if high is None else min(Fraction(high), most)
    times = max(1, int(most / low)) if low else 1
    yield from (whole(low * rng.randint(1, times)) for _ in range(6))
    yield whole(Fraction(low))


def whole(value: Fraction | int) -> object:
    """Return a number as `int` if it is whole, else as `Fraction`."""
    value = Fraction(value)
    return value.numerator if value.denominator == 1 else value
