"""The sessions in the training store, and the counts of an erased trainee."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import attrs

KINDS: Final = ("drill", "walk", "find", "exam", "observe")
"""The kinds of session."""


@attrs.frozen
class TrainingSession:
    """A sitting.

    Attributes:
        id: Its own, in any file.
        kind: One of `KINDS`.
        trainee: Name or code; empty for no name.
        label: The purpose, as `since 2026.1`; may be empty.
        items: The number of items if it is fixed; else None.
        at: When it began, as `instant` writes it.
    """

    id: str
    kind: str
    trainee: str
    label: str
    items: int | None
    at: str


@attrs.frozen
class Forgotten:
    """The counts of rows removed with a person.

    Attributes:
        sessions: The number of sessions.
        answers: The number of answers.
        mentions: In how many labels and answers of others the name stands all the same.
        damaged: Damaged files that were set aside, in which the person may still stand.
    """

    sessions: int
    answers: int
    mentions: int
    damaged: tuple[Path, ...]
