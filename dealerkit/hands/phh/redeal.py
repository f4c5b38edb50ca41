"""A hand in PHH while it is dealt again at a table: how far it has come, and what was found."""

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
"""Remarks of the felt on a card that cannot be there. At a table the dealer stops then; a hand in PHH has nobody to stop it."""
AT_THE_END = -1
"""Where an act stems from that belongs to the end of a hand: its final stacks."""


@attrs.define(eq=False)
class Redeal:
    """A hand and the table at which it is dealt again. It holds values only; `dealer` deals.

    Attributes:
        hand: The hand.
        outcome: What came of it when it was played in whole numbers.
        terms: What it is played for.
        header: The header of a record of it.
        table: The table; the hand is dealt as far as it went.
        waiting: Cards that the hand names and the table has not dealt yet, of each seat, each with the action that names it.
        burns: Cards that the hand says were burned, and that are still to come.
        origin: Of each act of the table's log, the action it stems from, counted from 0; of a dealer's act that the format has
            no word for, the action that comes next, and `AT_THE_END` where none does.
        at: The next action.
        checked: Seats that have checked though they had nothing to decide, each with the felt's tick then.
        trouble: What stopped it: an act that cannot have happened; None if nothing did.
        unfinished: Whether the hand stops before its end.
        foul: What is foul about a card of the last act, which nobody can have dealt: `duplicate` or `foreign`; empty if nothing.
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
        """The hand's actions."""
        return self.outcome.replay.deeds

    @property
    def here(self) -> int:
        """The next action; `AT_THE_END` after the last."""
        return self.at if self.at < len(self.deeds) else AT_THE_END

    @property
    def finding(self) -> Finding | None:
        """The first thing that was found."""
        return self.table.findings[0] if self.table.findings else None

    @property
    def is_wrong(self) -> bool:
        """Whether something was found, or a card is foul."""
        return bool(self.foul) or not self.table.ok

    @property
    def found_at(self) -> int | None:
        """At which action something was found, or could not be; None if all went well."""
        if self.finding is not None:
            return self.origin[self.finding.act - 1]
        if self.foul:
            return self.origin[-1]
        if self.trouble is not None:
            return self.here
        return len(self.deeds) if self.unfinished else None


def redeal_of(hand: PhhHand, outcome: HandOutcome) -> Redeal:
    """Set up the table for a hand.

    Args:
        hand: The hand.
        outcome: What came of it when it was played in whole numbers.

    Raises:
        RecordError: If there is no such table: more players than the game is for.
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
    """Let an act happen at the table.

    Args:
        redeal: The hand.
        act: The act.
        origin: The action it stems from, counted from 0; the next one if None.

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
    """Let the hand's next action happen, whatever is expected.

    Raises:
        Impossible: If it cannot have happened.
    """
    act = act_for(redeal.deeds, redeal.at, redeal.hand.actions[redeal.at], redeal.terms.bring_in, redeal.table)
    push(redeal, act, redeal.at)
    redeal.at += 1
