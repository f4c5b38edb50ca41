"""What was wrong with an act: a finding, a plain value that is returned and counted, never raised."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dealerkit.felt import Act
from dealerkit.procedure.cursor import Owed
from dealerkit.procedure.steps import DealerStep, Step


@attrs.frozen
class Finding:
    """One slip.

    Attributes:
        code: What kind: `family/fault`.
        step: The step it happened in, by its id.
        expected: What was due, as text; empty if nothing was.
        got: What came, as text.
        act: Which act of the record, counted from 1.
        self_corrected: Whether it was put right before the next player acted.
        cite: The rule ids of the step, where the catalogue has none of its own.
        severity: Of the step, for codes that the catalogue does not know; empty otherwise.
    """

    code: str
    step: str
    expected: str
    got: str
    act: int
    self_corrected: bool = False
    cite: tuple[str, ...] = ()
    severity: str = ""


@attrs.define
class Draft:
    """A finding that is being written: the step it belongs to, what is owed because of it, its own severity."""

    step: Step | None
    code: str
    expected: str
    got: str
    owed: Owed | None = None
    amend: tuple[DealerStep, Act] | None = None
    also: list[Owed] = attrs.field(factory=list)
    severity: str = ""


def texts(acts: Sequence[Act]) -> str:
    """Acts as one line; equal ones are counted."""
    lines: dict[str, int] = {}
    for act in acts:
        lines[act.text] = lines.get(act.text, 0) + 1
    return ", ".join(line if count == 1 else f"{line} ({count} times)" for line, count in lines.items())


def merged(drafts: Sequence[Draft]) -> list[Draft]:
    """One act that skips several steps of the same kind is one slip; so is a remedy left out and what is wrong because of it."""
    found: list[Draft] = []
    if any(draft.step is None or not draft.step.remedy for draft in drafts):
        drafts = [draft for draft in drafts if draft.step is None or not draft.step.remedy or not draft.code.startswith("step/")]
    for draft in drafts:
        same = next((it for it in found if it.code == draft.code and it.owed is not None and draft.owed is not None), None)
        if same is None or same.owed is None or draft.owed is None or draft.code.startswith("step/"):
            found.append(draft)
        else:
            same.expected = f"{same.expected}, {draft.expected}"
            same.also.append(draft.owed)
    return found


def nothing() -> None:
    """Nothing more is to be done."""
