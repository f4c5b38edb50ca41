"""The problems of a recorded hand, as the fast check tells them."""

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
"""Codes that the fast check finds in hands of the games that the format knows."""
OF_PLAY: Final = frozenset({AMOUNT, TURN, MISSING, INCOMPLETE, COUNT})
"""Those that go against the rules of play; the others say that the record cannot be right."""


@attrs.frozen
class HandProblem:
    """The first thing in a hand that cannot be.

    Attributes:
        code: What kind of thing, `record/...`.
        at: Which action, from 0; the number of actions if a last one is missing; -1 for the fields.
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
    """The hand cannot go on.

    Args:
        code: What kind of problem it is, `record/...`.
        expected: What was due, in the words of the format.
        at: Which action is wrong, from 0; None for the action being played.
    """

    def __init__(self, code: str, expected: str, at: int | None = None) -> None:
        super().__init__(code)
        self.code, self.expected, self.at = code, expected, at
