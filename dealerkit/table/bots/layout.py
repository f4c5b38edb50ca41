"""Sense at games that are bet on a layout, bid for and taken in tricks: bets within limits, bids on strength, cheap tricks."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from dealerkit.cards import Face, Suit
from dealerkit.facts.bet_limits import LayoutLimits, limits
from dealerkit.facts.tricks import contract
from dealerkit.felt import Act
from dealerkit.mechanics.setup_values import SUIT_WORDS
from dealerkit.mechanics.trick import strength
from dealerkit.mechanics.tricks import trump_suit
from dealerkit.rules.entries import Branch
from dealerkit.table.bots.knowledge import hand_of, open_cards
from dealerkit.table.bots.players import Moves
from dealerkit.table.bots.registry import chooser
from dealerkit.table.rounds import round_start

if TYPE_CHECKING:
    from dealerkit.table.table import Table


@chooser("wager")
def wager(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Bet within the limits, mostly on a hand, never beyond the stack; now and then nothing. A bet that a push has left lying
    rides, or is taken back now and then.
    """
    felt, at = table.felt, int(seat[1:])
    stack, spots = felt.rows["stack"][at], limits(table.now.game, felt)
    lying = [move for move in moves if move.startswith("take ") and felt.rows[move.split()[1]][at]]
    if lying:
        return Act.make(seat, *rng.choice(lying).split()) if rng.random() < 0.3 else None
    bets = [move for move in moves if move.startswith("bet ")]
    hands = {name for name, spec in felt.layout.places.items() if spec.kind == "hand"}
    main = [move for move in bets if move.split()[1] in hands]
    if not bets or stack < max(spots[name].low for name in hands):
        return Act.make(seat, "leave") if "leave" in moves else None
    if rng.random() < 0.12:
        return Act.make(seat, "leave") if "leave" in moves and rng.random() < 0.02 else None
    others = _others(table, bets, main, spots)
    side = bool(others) and (not main or rng.random() < 0.15)
    if not side and not main:
        return None
    move = rng.choice(others if side else main)
    spot = spots[move.split()[1]]
    least = spot.low or felt.layout.scale
    amount = least * rng.choice((5, 5, 10, 10, 25) if side else (1, 2, 2, 3, 5, 10, 10, 20))
    if spot.step:
        amount = max(spot.step, amount // spot.step * spot.step)
    amount = min(amount, spot.high or amount, stack)
    return Act.make(seat, *move.split(), n=felt.written(amount)) if amount > 0 else None


def _others(table: Table, bets: Sequence[str], main: Sequence[str], spots: Mapping[str, LayoutLimits]) -> list[str]:
    """Return the bets that are on no hand: without the side bets where these need a bet on a hand and none is made."""
    others = [move for move in bets if move not in main]
    if table.game.options.get("side_without_main", True) or _has_main(bets, spots):
        return others
    return [move for move in others if not spots[move.split()[1]].side]


def _has_main(bets: Sequence[str], spots: Mapping[str, LayoutLimits]) -> bool:
    """Return whether one of the bets that are no side bets is made already: it is not among those that may still be chosen."""
    return any(f"bet {name}" not in bets for name, spot in spots.items() if not spot.side)


@chooser("player_cuts")
@chooser("bettor_cuts")
def cut(_table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Cut somewhere in the middle half."""
    for move, allowed in moves.items():
        if isinstance(allowed, range) and allowed:
            quarter = len(allowed) // 4
            return Act.make(seat, *move.split(), n=allowed[rng.randint(quarter, len(allowed) - 1 - quarter)])
    return None


def _likely_tricks(hand: Sequence[Face], trumps: Suit | None) -> Fraction:
    """Return how many tricks a hand may take, as a fraction of twentieths."""
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
    """Bid the highest that the hand is worth; else pass."""
    hand = [face for face in hand_of(table, seat) if face is not None]
    name = table.players.params["bids"] if table.players is not None else ""
    bids: Mapping[str, Branch] = table.now.game.tables.get(name, {})
    best = max((_likely_tricks(hand, suit) for suit in Suit), default=Fraction(0)) + Fraction(rng.randint(-4, 4), 20)
    low = bool(hand) and max(face.rank.place if face.rank else 13 for face in hand) <= 6
    found = None
    for bid, spec in bids.items():
        tricks = int(spec.get("tricks", 0))
        if f"bid {bid}" in moves and (low if tricks == 0 else tricks <= best):
            found = bid
    if found is None and "pass" in moves:
        return Act.make(seat, "pass")
    return Act.make(seat, "bid", found or next(iter(moves)).split()[1])


def _trumps(table: Table) -> Suit | None:
    """Return the trump suit as everybody at the table knows it: of a card turned up, of the first card played, or the one
    named.
    """
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
    """Win cheaply, lead the highest, throw the lowest; who bid to lose does the opposite."""
    if "play" not in moves:
        named = [move for move in moves if move.startswith("name ")]
        if not named:
            return None  # the only thing to do
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
