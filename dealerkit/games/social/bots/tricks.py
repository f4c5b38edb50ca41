"""Simulated players of games of bids and tricks: they bid by their strength and win tricks cheaply."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction

from dealerkit.cards import Face, Suit
from dealerkit.felt import Act
from dealerkit.games.social.facts.tricks import contract
from dealerkit.games.social.mechanics.trick import strength
from dealerkit.games.social.mechanics.tricks import trump_suit
from dealerkit.mechanics.setup_values import SUIT_WORDS
from dealerkit.rules.entries import Branch
from dealerkit.table.bots.knowledge import hand_of, open_cards
from dealerkit.table.bots.players import Moves
from dealerkit.table.bots.registry import chooser
from dealerkit.table.rounds import round_start
from dealerkit.table.table import Table


def _likely_tricks(hand: Sequence[Face], trumps: Suit | None) -> Fraction:
    """Return the number of tricks that a hand may take, in twentieths of a trick."""
    worth = 0
    for face in hand:
        if face.rank is None:
            worth += 20
        elif face.suit is trumps:
            worth += {12: 19, 11: 16, 10: 14}.get(face.rank.place, 10)
        else:
            worth += {12: 12, 11: 7, 10: 4}.get(face.rank.place, 1)
    return Fraction(worth, 20)


@chooser("auction")
def auction(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return the highest bid for which the hand is good enough; else a pass."""
    hand = [face for face in hand_of(table, seat) if face is not None]
    name = table.players.params["bids"] if table.players is not None else ""
    bids: Mapping[str, Branch] = table.now.game.tables.get(name, {})
    best = max((_likely_tricks(hand, suit) for suit in Suit), default=Fraction(0)) + Fraction(rng.randint(-4, 4), 20)
    low = bool(hand) and max(face.rank.place if face.rank else 13 for face in hand) <= 6
    higher = None
    for bid, spec in bids.items():
        tricks = int(spec.get("tricks", 0))
        if f"bid {bid}" in moves and (low if tricks == 0 else tricks <= best):
            higher = bid
    if higher is None and "pass" in moves:
        return Act.make(seat, "pass")
    return Act.make(seat, "bid", higher or next(iter(moves)).split()[1])


def _trumps(table: Table) -> Suit | None:
    """Return the trump suit, from the card turned up, the announcement or the first card played; None for none."""
    params = table.players.params if table.players is not None else {}
    if isinstance(params.get("trumps"), Mapping):
        return trump_suit(table.now, params)
    bid = contract(table.now)
    if bid is not None and bid.get("trumps") is False:
        return None
    for act in table.log[round_start(table) :]:
        if act.verb == "name":
            return SUIT_WORDS.get(act.to[0])
        if act.verb == "play" and act.cards and act.cards[0] is not None and act.cards[0].suit is not None:
            return act.cards[0].suit
    return None


@chooser("tricks")
def tricks(table: Table, seat: str, moves: Moves, _rng: random.Random) -> Act | None:
    """Return a card: the lowest that wins, the highest to lead, the lowest if none wins; a player who bid to lose does the
    opposite.
    """
    if "play" not in moves:
        named = [move for move in moves if move.startswith("name ")]
        if not named:
            return None  # no choice is left
        hand = [face for face in hand_of(table, seat) if face is not None]
        suits = [move.split()[1] for move in named]
        return Act.make(seat, "name", max(suits, key=lambda word: _likely_tricks(hand, SUIT_WORDS.get(word))))
    legal = [face for face in hand_of(table, seat) if face is not None and face in moves["play"]]
    if not legal:
        return None
    bid = contract(table.now)
    lose = bid is not None and int(bid.get("tricks", 1)) == 0 and bid.get("bidder") == int(seat[1:])
    trick, trumps = open_cards(table, "trick"), _trumps(table)
    led = (trick[0].suit or trumps) if trick else None
    top = max((strength(face, led, trumps) for face in trick), default=-1)

    def height(face: Face) -> int:
        return strength(face, led or face.suit, trumps)

    winning = [face for face in legal if height(face) > top]
    losing = [face for face in legal if height(face) <= top]
    if lose:
        card = max(losing, key=height) if losing else min(legal, key=height)
    elif not trick:
        card = max(legal, key=height)
    elif winning:
        card = min(winning, key=height)
    else:
        card = min(losing, key=height)
    return Act.make(seat, "play", cards=(card,))
