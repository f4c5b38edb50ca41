"""The problems of a recorded hand that the fast check reports."""

from __future__ import annotations

from typing import Final

import attrs

AMOUNT: Final = "record/amount-illegal"
TURN: Final = "record/actor-out-of-turn"
MISSING: Final = "record/missing-act"
INCOMPLETE: Final = "record/street-incomplete"
COUNT: Final = "record/wrong-card-count"
TWICE: Final = "record/duplicate-card"
FOREIGN: Final = "record/foreign-card"
NOT_DEALT: Final = "record/card-not-dealt"
STACKS: Final = "record/stacks-do-not-add-up"
ENDED: Final = "record/hand-is-over"
UNREADABLE: Final = "record/unreadable"
CODES: Final = frozenset({AMOUNT, TURN, MISSING, INCOMPLETE, COUNT, TWICE, FOREIGN, NOT_DEALT, STACKS, ENDED, UNREADABLE})
"""Codes that the fast check uses, in the games that the format knows."""
OF_PLAY: Final = frozenset({AMOUNT, TURN, MISSING, INCOMPLETE, COUNT})
"""Codes for breaches of the rules of play; the others say that the record is impossible."""


@attrs.frozen
class HandProblem:
    """The first problem of a hand.

    Attributes:
        code: Kind of problem, `record/...`.
        at: Number of the action, from 0; the number of actions if one is missing at the end; -1 if a field is wrong.
        expected: The action or value due.
        got: The action or value that came.
        field: Name of the wrong field; empty if the problem is an action.
    """

    code: str
    at: int
    expected: str
    got: str
    field: str = ""


class Stop(Exception):
    """Raised when a recorded hand cannot continue.

    Args:
        code: Kind of problem, `record/...`.
        expected: The action due, in the words of the format.
        at: Number of the faulty action, from 0; None for the one being played.
    """

    def __init__(self, code: str, expected: str, at: int | None = None) -> None:
        super().__init__(code)
        self.code, self.expected, self.at = code, expected, at
