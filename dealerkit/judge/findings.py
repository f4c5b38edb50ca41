"""Findings: slips as plain values that are returned and counted, never raised."""

from __future__ import annotations

from collections.abc import Container, Sequence

import attrs

from dealerkit.felt import Act, Felt
from dealerkit.procedure.agenda import Debt
from dealerkit.procedure.steps import DealerStep, Step

NO_FAULT = "step/no-fault"
"""Code, in a step's `codes` by fact, of an act or omission that is not a fault in the present situation. The omitted act may
still follow until the step named by `grace`.
"""
MOVED = "major"
"""Severity of an act that fits nowhere and has moved cards or chips."""
UNEXPECTED = "step/unexpected"
"""Code of an act that fits nowhere. In a step's `codes` by fact it says that the act does not belong to that step."""
SAME_SLIP = "step/same-slip"
"""Code of an act that is part of a slip already reported: it makes no finding, but is corrected like one."""
_SHORT = {"the house is": ("take",), "the seats are": ("pay",)}
"""The party that is short of chips, as the beginning of a sentence, with the verbs of the missing acts."""
UNTOLD = frozenset({NO_FAULT, SAME_SLIP})
"""Codes of drafts that make no finding."""


@attrs.frozen
class Finding:
    """One slip at the table.

    Attributes:
        code: Kind of the slip: `family/fault`.
        step: Id of the step in which it happened.
        expected: Acts that were due, as text; empty if none was.
        got: The act that came instead, as text.
        act: Number of the act in the record, from 1.
        self_corrected: Whether it was corrected before the next player acted.
        cite: Rule ids of the step, used if the catalogue has none for the code.
        severity: Severity given by the step, for codes missing from the catalogue; empty otherwise.
        because_of: Code and act number of the finding that caused this one; None for an independent slip.
        decided_by: Ids of the rules that decide this very act, if the planner names them; cited before the catalogue's.
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
    """A finding in preparation.

    Attributes:
        step: The step that it belongs to; None for a duty's.
        code: Kind of the slip.
        expected: Acts that were due, as text.
        got: The act that came instead, as text.
        owed: Debt of the missing acts; None if nothing is missing.
        amend: Step and act that were due, if the act was a wrong attempt that the step can correct; None otherwise.
        also: Further debts, of slips merged into this one.
        severity: Severity; empty for the catalogue's.
        because: Number of the finding that caused it; -1 if unknown.
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
    """Return acts as one line of text; repeated acts are counted, as in `d burn (2 times)`."""
    lines: dict[str, int] = {}
    for act in acts:
        lines[act.text] = lines.get(act.text, 0) + 1
    return ", ".join(line if count == 1 else f"{line} ({count} times)" for line, count in lines.items())


def _uncounted(expected: str) -> str:
    """Return the text of the missing acts without its count, `2 of 3 missing: `, for a list in which the counts do not add up."""
    return expected.rpartition(" missing: ")[2]


def in_all(owed: Sequence[Debt], felt: Felt) -> str:
    """Return the sum of the chips missing over several acts, in words: `the house is short 105 in all`; empty for a single act.

    Args:
        owed: Debts whose chips are added up.
        felt: The felt, which writes amounts as money.
    """
    totals = []
    for who, verbs in _SHORT.items():
        sums = [felt.units(act.n) for debt in owed for act in debt.acts if act.verb in verbs and act.n is not None]
        if len(sums) > 1:
            totals.append(f"{who} short {felt.money(sum(sums))} in all")
    return ", ".join(totals)


def merged(drafts: Sequence[Draft], known: Container[str] = ()) -> list[Draft]:
    """Merge drafts that report one slip: several skipped steps of one kind, or a remedy left out and the slips that follow from
    leaving it out.

    Args:
        drafts: Drafts on one act.
        known: Codes that were reported before and are not reported again; a remedy left out is reported in addition.
    """
    drafted: list[Draft] = []
    if any((draft.step is None or not draft.step.remedy) and draft.code not in known for draft in drafts):
        drafts = [draft for draft in drafts if draft.step is None or not draft.step.remedy or not draft.code.startswith("step/")]
    for draft in drafts:
        same = next((other for other in drafted if other.code == draft.code), None)
        if same is None or draft.owed is None or draft.code.startswith("step/"):
            drafted.append(draft)
            continue
        same.expected = ", ".join(filter(None, (_uncounted(same.expected), _uncounted(draft.expected))))
        if same.owed is None:
            same.owed = draft.owed
        else:
            same.also.append(draft.owed)
    return drafted
