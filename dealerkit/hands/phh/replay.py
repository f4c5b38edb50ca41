"""A recorded hand while it is played again in whole numbers: what lies where, and what is due."""

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
"""States of a replay, by what is due: cards, discards, a bet, hands to be shown, nothing."""


class Replay:
    """A hand as it stands after some of its actions. It holds values only; the modules beside it play the actions.

    Rows have a cell a seat; cell 0 is unused, or holds what belongs to nobody. Chips are in smallest units.

    Args:
        hand: The hand.
        terms: What it is played for.
        stacks: The stacks at the start, from the first seat.
        reading: Under which reading of the limits it is played: an index of `terms.limits`.

    Attributes:
        terms: What the hand is played for.
        limits: The limits of each street.
        decimals: How many decimals the money of the file has.
        texts: The actions as they are written.
        deeds: The actions.
        stack: Chips behind.
        bet: Chips in front.
        put: What each has put in against the others; cell 0 has antes that are not matched.
        back: What each got back because nobody called it.
        pot: Chips of the rounds that are over, antes included.
        live: The seats that can win.
        hole: The cards of each seat.
        board: The cards that all share.
        shown: The seats that have shown.
        phase: What is due.
        street: Which street, from 0; -1 before the first.
        round: The round of betting; None before the first.
        owed: Cards that are due to each seat, and in cell 0 to the board.
        due: The sum of `owed`.
        drawers: The seats that have still to say what they exchange, in order.
        left: Cards in the stub.
        seen: Bits of the cards that are known to be out.
        foreign: Bits of the cards that are not in the pack.
        possible: Of each seat, the bits of cards that may be among its unknown ones, because nobody knows which it discarded.
        instead: Cards that may come to the board in place of a street that the stub is too small for; 0 for none.
        closed: Whether nobody is left who could bet, so that only cards are dealt.
        partial: The action with which the board of this street began in pieces; -1 if it did not.
        pieces: The same of the first street that did.
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
            hand: The hand as it was read.
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
    """Take the antes from the stacks and return their sum; `put` gets what each has put in against the others."""
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
    """Return the step due, in the words of the format."""
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
