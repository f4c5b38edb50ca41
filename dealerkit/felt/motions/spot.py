"""The spot of a seat to act: the bet it faces, the meaning of its motions, and the rule set's answers.

Amounts are in smallest chips. A wager's total is the seat's chips in front in this round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import attrs

from dealerkit.felt.motions.words import Speech


class RuledMotion(Protocol):
    """The parts of a ruling that motions need; `dealerkit.rulings.Ruling` has them all."""

    @property
    def outcome(self) -> str:
        """The word for the outcome."""

    @property
    def amounts(self) -> Mapping[str, str]:
        """Sums as decimal text, by name: `to` is the total of the wager, `counts` the total of the motions that count."""

    @property
    def rules(self) -> Sequence[str]:
        """Ids of rules, the one applied first."""

    @property
    def remedies(self) -> Sequence[str]:
        """Ids of remedies."""

    @property
    def because(self) -> str:
        """Reason of the ruling, in words."""


Decide = Callable[[str, Mapping[str, object]], RuledMotion]
"""Function that asks the rule set in force for a ruling, given the name of a fault and facts of `facts.yaml`."""


@attrs.frozen
class Spot:
    """The bet and the limits that a seat faces in its turn, in smallest chips.

    Attributes:
        seat: The seat, from 1.
        stack: Chips behind, before its first motion.
        top: Total to be matched; 0 without a bet.
        least: Smallest legal total of a bet or raise, regardless of the seat's chips.
        most: Largest legal total, within the seat's chips.
        front: Chips in front before its first motion: a blind, or an earlier bet of the round.
        step: Amount that a full bet or raise adds to `top`; 0 for the difference between `least` and `top`.
        structure: `no_limit`, `pot_limit` or `limit`.
        setting: `cash`, `tournament` or `home`.
        pot: All chips in the pot and in front of the seats, before the first motion.
        live: Number of players in the hand.
        opening: Whether the bet faced is the first of the round.
        acted: Whether the seat has acted in this round.
        open: Whether the betting is open to the seat (BR-08, BR-38); if not, the rule set is asked.
        share: Sum of the short wagers that the seat faces, in per cent of a full bet or raise; used only if `open` is False.
        capped: Whether the raises of the round are used up (BR-03); if so, the rule set is asked.
        raises: Raises made in this round.
        heads_up_since: `never`, `before_cap` or `after_cap` (BR-05, BR-06).
        last_two: Whether the whole event is down to two players (BR-07).
        chips: Values of the house's chips, in smallest chips.
        unit: The smallest chip that plays (BR-12).
        scale: Smallest chips in one of the record's unit of money.
        speech: The words of the rule set.
    """

    seat: int
    stack: int
    top: int
    least: int
    most: int
    front: int = 0
    step: int = 0
    structure: str = "no_limit"
    setting: str = "cash"
    pot: int = 0
    live: int = 3
    opening: bool = False
    acted: bool = False
    open: bool = True
    share: int = 0
    capped: bool = False
    raises: int = 0
    heads_up_since: str = "never"
    last_two: bool = False
    chips: tuple[int, ...] = ()
    unit: int = 1
    scale: int = 1
    speech: Speech = attrs.field(factory=Speech)

    @property
    def behind(self) -> int:
        """Chips behind, without those too small to play (BR-13, BR-15)."""
        return self.stack - self.stack % self.unit

    @property
    def owned(self) -> int:
        """Largest total that the seat's chips allow (BR-15)."""
        return self.front + self.behind

    @property
    def facing(self) -> bool:
        """Whether there is a bet to match."""
        return self.top > self.front

    @property
    def called(self) -> int:
        """Total in front after a call; less than `top` if the stack is too small."""
        return max(self.front, min(self.top, self.owned))

    @property
    def need(self) -> int:
        """Chips needed to call."""
        return self.called - self.front

    @property
    def full(self) -> int:
        """Chips that a full bet or raise adds to the bet to be matched."""
        return max(1, self.step or self.least - self.top)

    @property
    def wager(self) -> str:
        """Verb for putting in more than a call: `bet` if there is no bet to match, else `raise`."""
        return "raise" if self.top else "bet"

    def share_of_raise(self, to: int) -> int:
        """Return the part of a wager above the bet to be matched, in per cent of a full raise; BR-34."""
        return min(1_000_000, 100 * max(0, to - self.top) // self.full)


@attrs.frozen
class MotionMeaning:
    """The wager that a turn's motions mean, in smallest chips. Always: chips in front + `owed` - `back` = `to`.

    Attributes:
        kind: `fold`, `check`, `call`, `bet`, `raise`, or `open` while undecided: no motion yet, chips to follow, or a decision of
            the floor to come.
        to: Total of the wager in this round.
        back: Chips to be given back.
        owed: Chips still to be put in.
        rules: Ids of the rules that it rests on.
        fault: Fault that decided it; empty if the chips count as they lie.
        complete: Whether the seat's action is complete; chips may still be owed.
        code: Code of the dealer's finding if the chips are left otherwise; empty for none.
        outcome: Outcome of the ruling that settled it; empty if none was needed.
        remedies: Ids of that ruling's remedies.
        because: Reason of that ruling, in words.
    """

    kind: str
    to: int
    back: int = 0
    owed: int = 0
    rules: tuple[str, ...] = ()
    fault: str = ""
    complete: bool = True
    code: str = ""
    outcome: str = ""
    remedies: tuple[str, ...] = ()
    because: str = ""
