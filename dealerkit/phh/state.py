"""A hand on its way: what lies where, what is due, and what can be wrong."""

from __future__ import annotations

from typing import Final

import attrs

from dealerkit.betting import Betting
from dealerkit.phh.acts import Cards, Deed, deeds
from dealerkit.phh.hand import Hand
from dealerkit.phh.terms import Terms

DEALING, DRAWING, BETTING, SHOWING, OVER = range(5)

AMOUNT, TURN, MISSING, INCOMPLETE = (
    "record/amount-illegal",
    "record/actor-out-of-turn",
    "record/missing-act",
    "record/street-incomplete",
)
COUNT, TWICE, FOREIGN, NOT_DEALT = (
    "record/wrong-card-count",
    "record/duplicate-card",
    "record/foreign-card",
    "record/card-not-dealt",
)
STACKS, ENDED, UNREADABLE = "record/stacks-do-not-add-up", "record/hand-is-over", "record/unreadable"
ALL: Final = 99  # more cards than any stub has


@attrs.frozen
class Fault:
    """The first thing in a hand that cannot be.

    Attributes:
        code: What kind of thing, `record/...`.
        at: Which action, from 0; the number of actions if the one that is missing would be the last; -1 for the fields.
        expected: What was due.
        got: What came.
        field: The field that is wrong, where no action is.
    """

    code: str
    at: int
    expected: str
    got: str
    field: str = ""


class Stop(Exception):
    """The hand cannot go on."""

    def __init__(self, code: str, expected: str, at: int | None = None) -> None:
        super().__init__(code)
        self.code, self.expected, self.at = code, expected, at


class State:
    """A hand as it stands. Rows have a cell a seat; cell 0 is unused, or what belongs to nobody.

    Attributes:
        stack: Chips behind.
        bet: Chips in front.
        put: What each has put in against the others; cell 0 has antes that are not matched.
        back: What each got back because nobody called it.
        live: The seats that can win.
        hole: The cards of each seat.
        board: The cards that all share.
        shown: The seats that have shown.
        phase: What is due.
        deeds: The actions.
        round: The round of betting; None before the first.
        street: Which street, from 0.
    """

    __slots__ = (
        "_at",
        "_decimals",
        "_drawers",
        "_due",
        "_foreign",
        "_instead",
        "_left",
        "_limits",
        "_maybe",
        "_open",
        "_owed",
        "_partial",
        "_pieces",
        "_pot",
        "_seen",
        "_terms",
        "_texts",
        "back",
        "bet",
        "board",
        "deeds",
        "hole",
        "live",
        "phase",
        "put",
        "round",
        "shown",
        "stack",
        "street",
    )

    def __init__(self, hand: Hand, terms: Terms, stacks: list[int], reading: int = 0) -> None:
        """Post antes, blinds and straddles, and begin the first street."""
        seats = terms.seats
        self._terms, self._limits = terms, terms.limits[reading]
        self._decimals = hand.decimals
        self._texts = hand.actions
        self.deeds: list[Deed] = list(map(deeds(hand.decimals).__getitem__, hand.actions))
        self.stack = stack = [0, *stacks]
        self.put = put = [0] * (seats + 1)
        self.back = [0] * (seats + 1)
        self._pot = 0
        short = min(stacks) < terms.forced
        if terms.antes:
            self._antes(stack, put)
        self.bet = bet = terms.posts[:]
        for seat, post in terms.posters:
            if short and post > stack[seat]:
                post = bet[seat] = stack[seat]
            stack[seat] -= post
        self.live = list(range(1, seats + 1))
        self.hole: list[Cards] = [()] * (seats + 1)
        self.board: Cards = ()
        self.shown: set[int] = set()
        self._owed = [0] * (seats + 1)
        self._due = self._seen = self._at = 0
        self._open = False
        self._left, self._foreign = terms.variant.cards, ~terms.variant.pack
        self._maybe: dict[int, int] = {}
        self._drawers: list[int] = []
        self._partial = self._pieces = -1
        self.street = -1
        self.round: Betting | None = None
        self.phase = DEALING

    def _antes(self, stack: list[int], put: list[int]) -> None:
        antes = [min(ante, chips) for ante, chips in zip(self._terms.antes, stack, strict=True)]
        if self._terms.trimmed:
            most = sorted(antes)[-2]
            antes = [min(ante, most) for ante in antes]
            put[:] = antes
        else:
            put[0] = sum(antes)
        for seat, ante in enumerate(antes):
            stack[seat] -= ante
        self._pot = sum(antes)

    def _wanted(self) -> str:
        """What is due, in the words of the format."""
        if self.phase == OVER:
            return "nothing: the hand is over"
        if self.phase == SHOWING:
            return "hands shown or mucked"
        if self.phase == BETTING:
            round_ = self.round
            assert round_ is not None
            return f"p{round_.turn} pb" if round_.bring_in else f"p{round_.turn} to act"
        for seat in self.live:
            if self._owed[seat]:
                return f"d dh p{seat} {'??' * self._owed[seat]}"
        if self._drawers:
            return f"p{self._drawers[0]} sd"
        return f"d db {'??' * self._owed[0]}"
