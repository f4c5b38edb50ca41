"""Findings: what was wrong with an act, as a plain value that is returned and counted, never raised."""

from __future__ import annotations

from collections.abc import Container, Sequence

import attrs

from dealerkit.felt import Act, Felt
from dealerkit.procedure.agenda import Debt
from dealerkit.procedure.steps import DealerStep, Step

NO_FAULT = "step/no-fault"
"""The code of what is not a fault as things stand: in a step's `codes`, behind a fact. What is left out so may still be done
until the step that is its `grace`.
"""
UNEXPECTED = "step/unexpected"
"""The code of an act that fits nowhere; in a step's `codes`, behind a fact: it is none of that step's."""
SAME_SLIP = "step/same-slip"
"""The code of what belongs to a slip that is told already: it is not a finding, but is put right like one."""
_SHORT = {"the house is": ("take",), "the seats are": ("pay",)}
"""Who is short of chips, by what was not done."""
UNTOLD = frozenset({NO_FAULT, SAME_SLIP})
"""Codes that are not findings."""


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
        because_of: The finding it follows from, as its code and its act; None where it is a slip of its own.
        decided_by: The rules that decide this very act, where the planner names them; they stand before the catalogue's.
    """

    code: str
    step: str
    expected: str
    got: str
    act: int
    self_corrected: bool = False
    cite: tuple[str, ...] = ()
    severity: str = ""
    because_of: tuple[str, int] | None = None
    decided_by: tuple[str, ...] = ()


@attrs.define
class Draft:
    """A finding that is being written.

    Attributes:
        step: The step it belongs to; None for a duty's.
        code: What kind.
        expected: What was due, as text.
        got: What came, as text.
        owed: What is missing because of it.
        amend: What was to be done by which step, where it was done wrongly and may be put right.
        also: What else is missing, of slips that were told as one.
        severity: Its own severity; empty as the catalogue has it.
        because: The number of the finding it follows from, where that is known; -1 if it is not.
    """

    step: Step | None
    code: str
    expected: str
    got: str
    owed: Debt | None = None
    amend: tuple[DealerStep, Act] | None = None
    also: list[Debt] = attrs.field(factory=list)
    severity: str = ""
    because: int = -1


def texts(acts: Sequence[Act]) -> str:
    """Return acts as one line of text; equal ones are counted."""
    lines: dict[str, int] = {}
    for act in acts:
        lines[act.text] = lines.get(act.text, 0) + 1
    return ", ".join(line if count == 1 else f"{line} ({count} times)" for line, count in lines.items())


def _uncounted(expected: str) -> str:
    """Return the act that was due without how many of it are missing: a list of several kinds has no one count."""
    return expected.rpartition(" missing: ")[2]


def in_all(owed: Sequence[Debt], felt: Felt) -> str:
    """Return what chips missing in several acts come to: `the house is short 105 in all`; empty if one act only is missing."""
    totals = []
    for who, verbs in _SHORT.items():
        sums = [felt.units(act.n) for debt in owed for act in debt.acts if act.verb in verbs and act.n is not None]
        if len(sums) > 1:
            totals.append(f"{who} short {felt.money(sum(sums))} in all")
    return ", ".join(totals)


def merged(drafts: Sequence[Draft], known: Container[str] = ()) -> list[Draft]:
    """Merge slips that are one: an act that skips several steps of one kind, or a remedy left out and what is wrong because
    of it.

    Args:
        drafts: What was wrong with an act.
        known: Codes that were told before and are not told again; a remedy left out is told beside them.
    """
    drafted: list[Draft] = []
    if any((draft.step is None or not draft.step.remedy) and draft.code not in known for draft in drafts):
        drafts = [draft for draft in drafts if draft.step is None or not draft.step.remedy or not draft.code.startswith("step/")]
    for draft in drafts:
        same = next((other for other in drafted if other.code == draft.code and draft.owed is not None), None)
        if same is None or draft.owed is None or draft.code.startswith("step/"):
            drafted.append(draft)
            continue
        same.expected = ", ".join(filter(None, (_uncounted(same.expected), _uncounted(draft.expected))))
        if same.owed is None:
            same.owed = draft.owed
        else:
            same.also.append(draft.owed)
    return drafted
