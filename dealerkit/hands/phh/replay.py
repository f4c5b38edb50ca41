"""The state of a recorded hand while it is played again in whole numbers: cards, chips, and the next step."""

from __future__ import annotations

from typing import Final

from dealerkit.arithmetic.betting import Betting
from dealerkit.hands.phh.acts import Cards, Deed, deeds
from dealerkit.hands.phh.hand import PhhHand
from dealerkit.hands.phh.terms import Terms

DEALING: Final = 0
DRAWING: Final = 1
BETTING: Final = 2
SHOWING: Final = 3
OVER: Final = 4
"""Phases of a replay by the next step: cards, discards, a bet, a showdown, nothing."""


class Replay:
    """A hand after some of its actions. It only holds values; the modules beside it play the actions.

    A row has a cell for each seat; cell 0 is unused, or is for amounts that belong to no seat. Chips are in smallest units.

    Args:
        hand: The hand.
        terms: Its forced bets and limits.
        stacks: The starting stacks, seat 1 first.
        reading: Index in `terms.limits` of the interpretation of the limits to follow.

    Attributes:
        terms: The forced bets and limits.
        limits: The limits of each street.
        decimals: Number of decimals of the file's amounts.
        texts: The texts of the actions.
        deeds: The actions in parsed form.
        stack: Chips behind.
        bet: Chips in front.
        put: Chips that each seat has put in to be matched by others; cell 0 has unmatched antes.
        back: Uncalled chips returned to each seat.
        pot: Chips of completed rounds, antes included.
        live: The seats that can win.
        hole: The cards of each seat.
        board: The board cards.
        shown: The seats that have shown their hands.
        phase: Kind of the next step, such as `OVER`.
        street: Number of the street, from 0; -1 before the first.
        round: The betting round; None before the first.
        owed: Number of cards due to each seat, and in cell 0 to the board.
        due: The sum of `owed`.
        drawers: The seats that have still to draw, in order.
        left: Number of cards in the stub.
        seen: Bits of the cards known to have been dealt.
        foreign: Bits of the cards that are not in the pack.
        possible: For each seat, the bits of cards that may be among its unknown ones, because its discards are unknown.
        instead: Number of community cards that may replace a street that the stub is too small for; 0 for none.
        closed: Whether nobody can bet any more, so that only cards are dealt.
        partial: Number of the action that dealt the first piece of this street's board; -1 if it came whole.
        pieces: The same for the first street that came in pieces.
    """

    __slots__ = (
        "back",
        "bet",
        "board",
        "closed",
        "decimals",
        "deeds",
        "drawers",
        "due",
        "foreign",
        "hole",
        "instead",
        "left",
        "limits",
        "live",
        "owed",
        "partial",
        "phase",
        "pieces",
        "possible",
        "pot",
        "put",
        "round",
        "seen",
        "shown",
        "stack",
        "street",
        "terms",
        "texts",
    )

    def __init__(self, hand: PhhHand, terms: Terms, stacks: list[int], reading: int = 0) -> None:
        """Begin a hand: post its antes, blinds and straddles.

        Args:
            hand: The hand from the file.
            terms: The seats, forced bets and limits it is played under.
            stacks: The chips of each seat, in the smallest units.
            reading: Which of the possible readings of the limits to follow, from 0.
        """
        seats = terms.seats
        self.terms, self.limits = terms, terms.limits[reading]
        self.decimals = hand.decimals
        self.texts = hand.actions
        self.deeds: list[Deed] = list(map(deeds(hand.decimals).__getitem__, hand.actions))
        self.stack = stack = [0, *stacks]
        self.put = put = [0] * (seats + 1)
        self.back = [0] * (seats + 1)
        self.pot = _post_antes(terms, stack, put) if terms.antes else 0
        self.bet = bet = terms.posts[:]
        short = min(stacks) < terms.forced
        for seat, post in terms.posters:
            if short and post > stack[seat]:
                post = bet[seat] = stack[seat]
            stack[seat] -= post
        self.live = list(range(1, seats + 1))
        self.hole: list[Cards] = [()] * (seats + 1)
        self.board: Cards = ()
        self.shown: set[int] = set()
        self.owed = [0] * (seats + 1)
        self.due = self.seen = self.instead = 0
        self.closed = False
        self.left, self.foreign = terms.variant.cards, ~terms.variant.pack
        self.possible: dict[int, int] = {}
        self.drawers: list[int] = []
        self.partial = self.pieces = -1
        self.street = -1
        self.round: Betting | None = None
        self.phase = DEALING


def _post_antes(terms: Terms, stack: list[int], put: list[int]) -> int:
    """Take the antes from the stacks and return their sum.

    Args:
        terms: The stakes.
        stack: Chips of each seat; reduced by its ante.
        put: Chips that each seat has put in to be matched by others; increased by its ante.
    """
    antes = [min(ante, chips) for ante, chips in zip(terms.antes, stack, strict=True)]
    if terms.trimmed:
        most = sorted(antes)[-2]
        antes = [min(ante, most) for ante in antes]
        put[:] = antes
    else:
        put[0] = sum(antes)
    for seat, ante in enumerate(antes):
        stack[seat] -= ante
    return sum(antes)


def wanted(replay: Replay) -> str:
    """Return the next step that is due, in the words of PHH."""
    if replay.phase == OVER:
        return "nothing: the hand is over"
    if replay.phase == SHOWING:
        return "hands shown or mucked"
    if replay.phase == BETTING:
        round_ = replay.round
        assert round_ is not None
        return f"p{round_.turn} pb" if round_.bring_in else f"p{round_.turn} to act"
    for seat in replay.live:
        if replay.owed[seat]:
            return f"d dh p{seat} {'??' * replay.owed[seat]}"
    if replay.drawers:
        return f"p{replay.drawers[0]} sd"
    return f"d db {'??' * replay.owed[0]}"
