"""Simulated players of draw poker: they keep and discard cards by the ranking of the game's showdown."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations

from dealerkit.arithmetic.ranking import category
from dealerkit.arithmetic.ranking.order import RUNS, SIZES
from dealerkit.arithmetic.ranking.ranker import MOST, Ranker
from dealerkit.felt import Act
from dealerkit.games.poker.facts.showdown import form_of
from dealerkit.rules.rankings import Form, FormPart
from dealerkit.table.bots.knowledge import hand_of
from dealerkit.table.bots.players import Moves
from dealerkit.table.bots.registry import chooser
from dealerkit.table.table import Table

_PAT = ("five_of_a_kind", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight")
"""Complete high hands, with which a player stands pat."""
_ROUGH = 8
"""Highest rank in a hand for low."""
_PAT_LOW, _PAT_BADUGI = 9, 11
"""Highest card of a low, and of a badugi, with which a player stands pat."""


@chooser("draw")
def draw(table: Table, seat: str, moves: Moves, _rng: random.Random) -> Act | None:
    """Return the act that discards the useless cards by name, or stands pat."""
    cards = [face for face in hand_of(table, seat) if face is not None]
    asked = moves.get("draw")
    most = int(getattr(asked, "most", 0))
    kept = keep([face.index for face in cards], form_of(table.now), most)
    aside = [face for face in cards if face.index not in kept][:most]
    if asked is None or not aside or "pat" not in moves:
        return Act.make(seat, "pat") if "pat" in moves else None
    return Act.make(seat, "draw", n=len(aside), cards=aside)


def keep(cards: Sequence[int], form: Form, most: int) -> frozenset[int]:
    """Return the cards of a hand that are kept, so that at most `most` cards are discarded.

    Args:
        cards: The hand, as card indices.
        form: How the game shows down.
        most: Most cards that may be discarded.
    """
    high, low = form.high, form.low
    if high is not None and low is not None and 0 < len(cards) <= MOST:
        part: FormPart | None = high if _promises_high(cards, high.ranker) else low
    else:
        part = high or low
    if part is None or not 0 < len(cards) <= MOST:
        return frozenset(cards)
    ranker = part.ranker
    if not ranker.order.low:
        kept = _high(cards, ranker)
    elif set(SIZES) & set(ranker.order.categories):
        kept = _badugi(cards, ranker)
    else:
        kept = _low(cards, ranker)
    spare = sorted((card for card in cards if card not in kept), key=ranker.order.place, reverse=not ranker.order.low)
    return frozenset(kept) | frozenset(spare[: max(0, len(cards) - len(kept) - most)])


def _promises_high(cards: Sequence[int], ranker: Ranker) -> bool:
    """Return whether a high-low hand is played for high: it is complete, or has several pairs or a pair of tens or better and
    fewer than four low cards.
    """
    if category(ranker.value(list(cards)), ranker.order) in _PAT:
        return True
    pairs = [rank for rank, count in Counter(card // 4 for card in cards).items() if count > 1]
    lows = {card // 4 for card in cards if card // 4 == 12 or card // 4 <= _ROUGH - 2}
    return len(pairs) > 1 or (max(pairs, default=0) > 7 and len(lows) < 4)


def _high(cards: Sequence[int], ranker: Ranker) -> Collection[int]:
    if category(ranker.value(list(cards)), ranker.order) in _PAT:
        return cards
    wild = [card for card in cards if card in ranker.wild or card > 51]
    plain = [card for card in cards if card not in wild]
    count = Counter(card // 4 for card in plain)
    groups = [card for card in plain if count[card // 4] > 1]
    if groups:
        best = max(rank for rank in count if count[rank] > 1)
        return [*wild, *(card for card in groups if not wild or card // 4 == best)]
    for four in (_same_suit(plain, 4 - len(wild)), _in_a_row(plain, 4 - len(wild))):
        if four and len(cards) > 4:
            return [*wild, *four]
    return [*wild, *sorted(plain, key=lambda card: card // 4)[-1 if wild else -2 :]]


def _same_suit(cards: Sequence[int], need: int) -> list[int]:
    count = Counter(card % 4 for card in cards)
    return next(([card for card in cards if card % 4 == suit] for suit, many in count.items() if many >= need), [])


def _in_a_row(cards: Sequence[int], need: int) -> list[int]:
    """Return a number of cards in sequence that lack one card of a straight at either end; empty if the hand has none."""
    ranks = {card // 4: card for card in cards}
    for low in range(12 - need, 0, -1):
        if all(low + at in ranks for at in range(need)) and low + need <= 12:
            return [ranks[low + at] for at in range(need)]
    return []


def _low(cards: Sequence[int], ranker: Ranker) -> Collection[int]:
    """Return the low cards of different ranks that are kept; a complete low is kept, and an unwanted straight or flush is broken
    up.
    """
    order = ranker.order
    kept: dict[int, int] = {}
    for card in sorted(cards, key=order.place):
        kept.setdefault(card if card in ranker.wild or card > 51 else -order.place(card), card)
    whole = len(kept) == len(cards)
    if whole and category(ranker.value(list(cards)), order) == order.categories[-1] and max(map(order.place, cards)) <= _PAT_LOW:
        return cards
    good = [card for card in kept.values() if card in ranker.wild or card > 51 or order.place(card) <= _ROUGH]
    if len(good) == len(cards) and set(RUNS) & set(order.categories):
        good = good[:-1]  # five low cards that are no low are a straight or a flush
    return good


def _badugi(cards: Sequence[int], ranker: Ranker) -> Collection[int]:
    """Return the cards of a badugi if they are low; a complete badugi with a jack or lower stands pat."""
    place = ranker.order.place
    free = [card for card in cards if card in ranker.wild or card > 51]
    plain = sorted((card for card in cards if card not in free), key=place)
    best: tuple[int, ...] = ()
    for many in range(len(plain), 0, -1):
        fit = [part for part in combinations(plain, many) if _all_differ(part)]
        if fit:
            best = min(fit, key=lambda part: [place(card) for card in reversed(part)])
            break
    if len(best) + len(free) == len(cards) and max(map(place, best), default=0) <= _PAT_BADUGI:
        return cards
    return [*free, *(card for card in best if place(card) <= _ROUGH)]


def _all_differ(cards: Sequence[int]) -> bool:
    """Return whether all the cards differ in rank and in suit."""
    return len({card // 4 for card in cards}) == len({card % 4 for card in cards}) == len(cards)
