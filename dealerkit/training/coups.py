"""Coups for exercises: cards drawn from a shoe, the two hands, the order of payment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

import attrs

from dealerkit.arithmetic.coup import Coup, CoupRules, play
from dealerkit.cards import RANKS, Suit
from dealerkit.rules.games import Game

_PACK = tuple(rank + suit.value for rank in RANKS for suit in Suit)


def from_the_shoe(rng: Random, packs: int, cards: int) -> tuple[str, ...]:
    """Return cards drawn from a full shoe: a face occurs at most once for each pack.

    Args:
        rng: The random source.
        packs: The number of packs in the shoe.
        cards: The number of cards to draw.

    Returns:
        The cards, as `Ah`.
    """
    return tuple(_PACK[number % len(_PACK)] for number in rng.sample(range(packs * len(_PACK)), cards))


@attrs.frozen
class DealtCoup:
    """A coup with its cards.

    Attributes:
        player: The Player's cards, in the order dealt.
        banker: The Banker's cards, in the order dealt.
        coup: The result of the coup.
    """

    player: tuple[str, ...]
    banker: tuple[str, ...]
    coup: Coup

    @property
    def lines(self) -> tuple[str, str]:
        """The two hands, line by line."""
        return f"Player  {' '.join(self.player)}", f"Banker  {' '.join(self.banker)}"


def deal(rng: Random, rules: CoupRules, packs: int) -> DealtCoup:
    """Deal a coup from a full shoe.

    Args:
        rng: The random source.
        rules: The tables and options of the game.
        packs: The number of packs in the shoe.
    """
    cards = from_the_shoe(rng, packs, 6)
    coup = play([rules.points[card[0]] for card in cards], rules, [card[0] for card in cards])
    player = (cards[0], cards[2], *(cards[4:5] if coup.player_cards == 3 else ()))
    rest = cards[4 + coup.player_cards - 2 :]
    banker = (cards[1], cards[3], *(rest[:1] if coup.banker_cards == 3 else ()))
    return DealtCoup(player, banker, coup)


def packs_of(game: Game) -> int:
    """Return the number of packs in the shoe."""
    return int(game.options.get("decks", 8))


def in_paying_order(game: Game, seats: Iterable[int]) -> list[int]:
    """Return seats in the order of payment (BA-64); seats are numbered from the dealer's left."""
    return sorted(seats, reverse=game.options.get("payment_order", "from_right") == "from_right")


def total(cards: Sequence[str], points: Mapping[str, int]) -> str:
    """Return in words how the points of a hand add up, and its total without the tens.

    Args:
        cards: The cards, as `7h`.
        points: The points of each rank.

    >>> total(["7h", "8c"], {"7": 7, "8": 8})
    '7 + 8 = 15, counts 5'
    """
    each = [points[card[0]] for card in cards]
    sum_ = sum(each)
    if len(each) == 1:
        return f"has {sum_}"
    return f"{' + '.join(map(str, each))} = {sum_}" + (f", counts {sum_ % 10}" if sum_ >= 10 else "")
