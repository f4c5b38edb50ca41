"""The value of a claimed hand, and the number of the player's own cards that play in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

import attrs

from dealerkit.cards import Face, read_cards
from dealerkit.errors import ActError
from dealerkit.rules.rankings import Form, FormPart, form
from dealerkit.showdown import MadeHand
from dealerkit.showdown.checks import check_counts, check_pack, readable
from dealerkit.showdown.hands import made_hand

FOUR = "four_of_a_kind"


@attrs.frozen
class Worth:
    """A hand as a promotion values it.

    Attributes:
        value: A number to compare hands by; the higher, the better.
        name: Its name, as a dealer calls it.
        category: Its category, such as a full house.
        cards: The cards that play.
        own: The most of the player's own cards that can play in it.
        own_of_kind: How many of the player's own cards have the rank that is most frequent in the hand.
    """

    value: int
    name: str
    category: str
    cards: tuple[Face, ...]
    own: int
    own_of_kind: int


def high_part(form_: Form) -> FormPart:
    """Return the part of a game's showdown that the highest hand wins.

    Raises:
        ActError: If the game is won by the lowest hand alone.
    """
    if form_.high is None:
        msg = f"{form_.title} has no high hand, which a promotion needs"
        raise ActError(msg)
    return form_.high


def natural(game: str, settings: Mapping[str, object], *, as_played: bool) -> Form:
    """Return the showdown rules of a game for a promotion: wild cards count as what they are and jokers for nothing, unless
    `as_played`.

    Args:
        game: The name of the game.
        settings: Options of the game, by name.
        as_played: Whether wild cards count as they were played.

    Raises:
        UnknownName: If there is no such game or option.
    """
    return form(game, dict(settings) if as_played else {**settings, "natural_only": True})


def worth(form_: Form, hands: Mapping[str, Sequence[Face | None]], board: Sequence[Face | None]) -> dict[str, Worth]:
    """Return the value of each hand of a showdown.

    Args:
        form_: The showdown form of the game.
        hands: The own cards of each player, by any name for the player.
        board: The community cards.

    Raises:
        ActError: If a card is unseen or appears twice, or a hand has the wrong number of cards.
    """
    part = high_part(form_)
    shared = readable("the board", board)
    held = {whose: readable(whose, cards) for whose, cards in hands.items()}
    check_counts(form_, held, shared)
    check_pack(form_, held, shared)
    return {whose: _worth(part, form_, cards, shared) for whose, cards in held.items()}


def _worth(part: FormPart, form_: Form, cards: Sequence[Face], board: Sequence[Face]) -> Worth:
    hand: MadeHand = made_hand(part, form_, cards, board)
    ranks = Counter(card.letter for card in hand.cards)
    most = max(ranks, key=lambda letter: ranks[letter])
    own_of_kind = sum(card.letter == most for card in cards)
    own = form_.from_hand if form_.from_hand is not None else _own(part, hand.value, cards, board)
    return Worth(hand.value, hand.in_full, hand.category, hand.cards, own, own_of_kind)


def _own(part: FormPart, value: int, cards: Sequence[Face], board: Sequence[Face]) -> int:
    """Return the most own cards with which a hand of this value can be made."""
    size = part.ranker.order.cards
    mine, shared = [card.index for card in cards], [card.index for card in board]
    for own in range(min(size, len(mine)), 0, -1):
        if size - own > len(shared):
            continue
        for some in combinations(mine, own):
            for rest in combinations(shared, size - own):
                if part.ranker.value([*some, *rest]) == value:
                    return own
    return 0


def is_flopped(game: str, hole: Sequence[Face], board: Sequence[Face], worth_: Worth, *, as_played: bool) -> bool:
    """Return whether a hand was as good on the flop (the first three cards of the board) as it is in the end.

    Args:
        game: The name of the game.
        hole: The player's own cards.
        board: The board, in the order in which it came.
        worth_: The final value of the hand.
        as_played: Whether wild cards count as they were played.
    """
    form_ = natural(game, {}, as_played=as_played)
    return made_hand(high_part(form_), form_, hole, board[:3]).value >= worth_.value


def least(text: str, part: FormPart) -> tuple[int, str]:
    """Read the lowest qualifying hand, written as cards, and return its value and name.

    Raises:
        ActError: If the text is not cards that make a hand in this game.
    """
    cards = readable("the hand", read_cards(text))
    size = part.ranker.order.cards
    if len(cards) != size or len(set(cards)) != size:
        msg = f"expected a hand of {size} different cards, such as 'As Ah Ad Th Ts'; '{text}' has {len(set(cards))}"
        raise ActError(msg)
    plain = Form("", "a hand", (size,), (0,), 0, None, lengths_differ=False, high=part, low=None, options={})
    hand = made_hand(part, plain, cards, ())
    return hand.value, hand.name
