"""The sessions in the training store, and the counts for an erased trainee."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import attrs

KINDS: Final = ("drill", "walk", "find", "exam", "observe")
"""The kinds of session."""


@attrs.frozen
class TrainingSession:
    """A session of a trainee.

    Attributes:
        id: Its id, unique over all files.
        kind: One of `KINDS`.
        trainee: Name or code; empty for no name.
        label: The purpose, such as `since 2026.1`; may be empty.
        items: The number of items if it is fixed; else None.
        at: Time when it began, as `instant` writes it.
    """

    id: str
    kind: str
    trainee: str
    label: str
    items: int | None
    at: str


@attrs.frozen
class Forgotten:
    """The numbers of rows that were removed with a person.

    Attributes:
        sessions: The number of sessions.
        answers: The number of answers.
        mentions: Number of labels and answers of other people that still contain the name.
        damaged: Damaged files that were set aside, which may still contain the person.
    """

    sessions: int
    answers: int
    mentions: int
    damaged: tuple[Path, ...]
