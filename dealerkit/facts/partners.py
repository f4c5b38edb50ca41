"""Sides: partners across from each other, or each seat alone."""

from __future__ import annotations

from dealerkit.facts.situation import Situation


def sides(now: Situation) -> int:
    """Return the number of sides: `partners: {sides: N}` of the game, or `{each: N}` for N players a side; without either, every
    seat is a side of its own.
    """
    partners = now.game.data.get("partners")
    if not partners:
        return now.felt.seats
    return int(partners["sides"]) if "sides" in partners else now.felt.seats // int(partners["each"])


def side_of(now: Situation, seat: int) -> int:
    """Return the side of a seat, from 1. With two sides, seats 1 and 3 are side 1, and seats 2 and 4 side 2."""
    return (seat - 1) % sides(now) + 1


def partners(now: Situation, seat: int) -> list[int]:
    """Return the other seats of a seat's side, in order."""
    return [other for other in members(now, side_of(now, seat)) if other != seat]


def members(now: Situation, side: int) -> list[int]:
    """Return all seats of a side, in order."""
    return list(range(side, now.felt.seats + 1, sides(now)))


def first_seat(now: Situation, side: int) -> int:
    """Return the seat that keeps a side's score."""
    return side
