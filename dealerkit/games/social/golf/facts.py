"""Facts about piles that are cleared card by card onto a single pile, each card next in rank to the one before."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from dealerkit.arithmetic.adjacency import PileLayout, PileRules, neighbours
from dealerkit.cards import FACES, RANKS, Face
from dealerkit.facts.situation import GameData, Situation, fact
from dealerkit.facts.tables import just_done, last_played


def tableau(now: Situation) -> Sequence[str]:
    """Return the names of the piles to be cleared, in order."""
    return now.game.once("tableau", _tableau)


def _tableau(game: GameData) -> tuple[str, ...]:
    places: Mapping[str, Mapping[str, object]] = game.data["felt"]["places"]
    return tuple(name for name, spec in places.items() if spec.get("kind") == "tableau")


def uncovered(now: Situation) -> dict[str, Face | None]:
    """Return the top card of each pile; None for an unknown card."""
    places, faces = now.felt.places, now.felt.faces
    return {name: faces[places[name][-1]] for name in tableau(now) if places[name]}


@functools.cache
def place_of(face: Face) -> int:
    """Return a card's rank with the ace low: 0 for the ace to 12 for the king."""
    return 0 if face.rank is None else (face.rank.place + 1) % len(RANKS)


def house_rules(now: Situation) -> PileRules:
    """Return the house's rules of the game (options `on_king`, `draw_when_blocked_only`, `stock_bonus`)."""
    return now.game.once("rules of piles", _house_rules)


def _house_rules(game: GameData) -> PileRules:
    options = game.options
    return PileRules(
        neighbours(str(options.get("on_king", "none"))),
        bool(options.get("draw_when_blocked_only", True)),
        bool(options.get("stock_bonus", False)),
    )


def fits(now: Situation, face: Face | None) -> bool | None:
    """Return whether a card may be played on the top card of the single pile; None if one of the two is unknown.

    Args:
        now: The situation.
        face: The card; None if unknown.
    """
    top = last_played(now)
    return None if face is None or top is None else face in goes_on(now, top)


def goes_on(now: Situation, top: Face) -> frozenset[Face]:
    """Return the cards that may be played on a given card, by the house's rules (GO-07 to GO-12).

    Args:
        now: The situation.
        top: The given card.
    """
    return now.game.once("goes on", lambda game: _goes_on(str(game.options.get("on_king", "none"))))[top]


@functools.cache
def _goes_on(on_king: str) -> Mapping[Face, frozenset[Face]]:
    on = neighbours(on_king)
    return {top: frozenset(face for face in FACES.values() if place_of(face) in on[place_of(top)]) for top in FACES.values()}


def tableau_cleared(now: Situation) -> bool:
    """Return whether every pile has been cleared."""
    return not any(now.felt.places[name] for name in tableau(now))


def position(now: Situation) -> PileLayout | None:
    """Return the piles, the top card and the stock as ranks from 0; None if a card is unknown."""
    felt = now.felt
    lying = [felt.cards(name) for name in tableau(now)]
    stock = felt.cards(felt.layout.stock)[::-1]
    top = last_played(now)
    faces = [felt.faces[card] for cards in (*lying, stock) for card in cards]
    if top is None or None in faces:
        return None

    def ranks(cards: Sequence[int]) -> tuple[int, ...]:
        return tuple(place_of(face) for card in cards if (face := felt.faces[card]) is not None)

    return PileLayout(tuple(map(ranks, lying)), place_of(top), ranks(stock))


@fact
def holes_played(now: Situation) -> bool:
    """Return whether as many deals have been played as the game has (option `holes`)."""
    return now.rounds.get("hand", 0) >= int(now.game.options.get("holes", 1))


@fact
def moved_between_piles(now: Situation) -> bool:
    """Return whether a card was moved to a pile from another pile, or from the stock.

    Not if it comes from the played cards, or if it undoes the move before it.
    """
    act = just_done(now)
    source, target = act.to
    specs = now.felt.layout.places
    before = now.log[-2] if len(now.log) > 1 else None
    back = before is not None and before.verb == "move" and before.to == (target, source)
    return specs[target].kind == "tableau" and specs[source].kind in ("tableau", "stock") and not back


@fact
def back_to_stock(now: Situation) -> bool:
    """Return whether cards that have been turned or played go back into the stock."""
    act = just_done(now)
    return act.verb == "rebuild" or now.felt.layout.stock in act.to[1:]
