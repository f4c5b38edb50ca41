"""Facts about stakes and eliminated players, and about the total of a small hand in its best suit."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from dealerkit.cards import Face, Suit
from dealerkit.facts.announcements import announced, seats_in
from dealerkit.facts.elimination import is_out
from dealerkit.facts.situation import GameData, Situation, by_option, fact

Values = Mapping[str, int]


def best_suit(hand: Sequence[Face], values: Values, *, pairs_bind: bool = False, alike: Fraction | None = None) -> Fraction:
    """Return the total of the best suit of a hand (TO-14, TO-15).

    Args:
        hand: Cards of the hand.
        values: Points of each rank, by its letter.
        pairs_bind: Whether two cards of a suit count together even if a single card has more points (TO-A1).
        alike: Total of three cards of a rank; None if they count like any others (TO-A8).

    >>> from dealerkit.cards import Face
    >>> best_suit([Face.read(card) for card in ("As", "2h", "3h")], {"A": 11, "2": 2, "3": 3})
    Fraction(11, 1)
    """
    by_suit: dict[Suit | None, list[int]] = {}
    for face in hand:
        by_suit.setdefault(face.suit, []).append(values.get(face.letter, 0))
    groups = [group for group in by_suit.values() if len(group) > 1] if pairs_bind else []
    total = Fraction(max((sum(group) for group in groups or by_suit.values()), default=0))
    if alike is not None and len(hand) == 3 and len({face.rank for face in hand}) == 1:
        return max(total, alike)
    return total


def suit_total(now: Situation, seat: int) -> Fraction | None:
    """Return the best total in one suit of a seat's hand, by the game's table `values` and its options; None if a card is
    unknown.
    """
    faces = now.felt.faces
    hand = [faces[card] for card in now.felt.places[f"s{seat}"]]
    return None if None in hand else now.game.once("totals", _totals)(tuple(hand))


def total_of(now: Situation, hand: Sequence[Face]) -> Fraction:
    """Return the best total in one suit of any hand, by the game's table `values` and its options."""
    return now.game.once("totals", _totals)(tuple(hand))


def _totals(game: GameData) -> Callable[[tuple[Face | None, ...]], Fraction]:
    """Return the function from a hand to its total in this game, with a cache, since every hand is counted in every turn."""
    alike = str(game.options.get("three_of_a_kind", "none"))
    count = functools.partial(
        best_suit,
        values=game.tables["values"],
        pairs_bind=game.options.get("hand_value") == "pair_suit",
        alike=None if alike == "none" else Fraction(alike),
    )
    return functools.lru_cache(maxsize=1024)(count)


@fact
def wrongly_named_out(now: Situation) -> bool:
    """Return whether the dealer announces as eliminated a player who is still in the game (TO-18, TO-19)."""
    words = announced(now, "out")
    return words is not None and now.game.data.get("lives") is not None and any(not is_out(now, seat) for seat in seats_in(words))


@by_option("played_for", "banknotes", usual="banknotes")
def plays_for_stakes() -> None:
    """Return whether money is staked (TO-03)."""
