"""The state of a hand in PHH while it is dealt again at a table: its position, and its findings."""

from __future__ import annotations

from collections import deque
from typing import Final

import attrs

from dealerkit.cards import Face
from dealerkit.errors import Impossible
from dealerkit.felt import Act
from dealerkit.hands.phh.acts import Deed
from dealerkit.hands.phh.checker import HandOutcome
from dealerkit.hands.phh.hand import PhhHand
from dealerkit.hands.phh.header import BURNS, header_for
from dealerkit.hands.phh.terms import Terms, terms_of
from dealerkit.hands.phh.translation import act_for, faces
from dealerkit.judge import Finding
from dealerkit.table.playback import table_of
from dealerkit.table.record import Header
from dealerkit.table.table import Table

_FOUL: Final = frozenset({"duplicate", "foreign"})
"""The felt's remarks on an impossible card. A dealer at a table would stop there; a hand in PHH continues."""
AT_THE_END = -1
"""Origin of an act that belongs to the end of a hand, where the hand has no further action."""


@attrs.define(eq=False)
class Redeal:
    """A hand and the table at which it is dealt again. It only holds values; the module `dealer` deals.

    Attributes:
        hand: The hand.
        outcome: The result of its fast check.
        terms: Its forced bets and limits.
        header: The header of a record of it.
        table: The table, with the hand dealt so far.
        waiting: Cards by seat that the hand names and the table has not dealt yet, each with the action that names it.
        burns: Named burn cards that are still to come.
        origin: For each act of the table's log, the action it comes from, counted from 0; for a dealer's act that the format has
            no action for, the next action, or `AT_THE_END` after the last.
        at: Number of the next action of the hand, from 0.
        checked: Seats that checked with nothing to decide, each with the felt's tick at that moment.
        trouble: The impossible act that stopped it; None if none did.
        unfinished: Whether the hand stops before its end.
        foul: Fault of a card of the last act that cannot be there: `duplicate` or `foreign`; empty for none.
    """

    hand: PhhHand
    outcome: HandOutcome
    terms: Terms
    header: Header
    table: Table
    waiting: dict[int, deque[tuple[Face | None, int]]]
    burns: list[Face | None]
    origin: list[int] = attrs.Factory(list)
    at: int = 0
    checked: set[tuple[int, int]] = attrs.Factory(set)
    trouble: Impossible | None = None
    unfinished: bool = False
    foul: str = ""

    @property
    def deeds(self) -> list[Deed]:
        """The hand's actions in parsed form."""
        return self.outcome.replay.deeds

    @property
    def here(self) -> int:
        """Number of the next action, from 0; `AT_THE_END` after the last."""
        return self.at if self.at < len(self.deeds) else AT_THE_END

    @property
    def finding(self) -> Finding | None:
        """The first finding; None if there is none yet."""
        return self.table.findings[0] if self.table.findings else None

    @property
    def is_wrong(self) -> bool:
        """Whether there is a finding or an impossible card."""
        return bool(self.foul) or not self.table.ok

    @property
    def found_at(self) -> int | None:
        """Number of the action with the first finding or the impossible act, from 0; None if there is none."""
        if self.finding is not None:
            return self.origin[self.finding.act - 1]
        if self.foul:
            return self.origin[-1]
        if self.trouble is not None:
            return self.here
        return len(self.deeds) if self.unfinished else None


def redeal_of(hand: PhhHand, outcome: HandOutcome) -> Redeal:
    """Return a hand with a table at which it can be dealt again.

    Args:
        hand: The hand.
        outcome: The result of its fast check.

    Raises:
        RecordError: If no table fits, because the hand has more players than the game allows.
    """
    terms, header = terms_of(hand), header_for(hand, outcome)
    return Redeal(
        hand,
        outcome,
        terms,
        header,
        table_of(header),
        waiting={seat: deque() for seat in range(1, terms.seats + 1)},
        burns=faces(str(hand.fields.get(BURNS, ""))) if BURNS in hand.raw else [],
    )


def push(redeal: Redeal, act: Act | str, origin: int | None = None) -> None:
    """Let an act happen at the table, and note the action of the hand that it comes from.

    Args:
        redeal: The hand.
        act: The act.
        origin: The action it comes from, counted from 0; None for the next one.

    Raises:
        Impossible: If it cannot have happened.
    """
    redeal.table.push(act)
    redeal.origin.append(redeal.here if origin is None else origin)
    redeal.foul = _foul_card(redeal.table) or redeal.foul


def _foul_card(table: Table) -> str:
    """Return the fault of a card of the last act: `duplicate` or `foreign`; empty if there is none."""
    at, remark = table.now.remark
    return remark if at == len(table.log) and remark in _FOUL else ""


def push_action(redeal: Redeal) -> None:
    """Let the hand's next action happen at the table, whether or not it is due.

    Raises:
        Impossible: If it cannot have happened.
    """
    act = act_for(redeal.deeds, redeal.at, redeal.hand.actions[redeal.at], redeal.terms.bring_in, redeal.table)
    push(redeal, act, redeal.at)
    redeal.at += 1
