"""The report of a case, for paper."""

from __future__ import annotations

from dealerkit.jobs.journal import summary
from dealerkit.jobs.journal.cases import JournalCase
from dealerkit.jobs.journal.chain import Anchor
from dealerkit.jobs.journal.people import ROLES
from dealerkit.jobs.journal.rulesets import told_by_its_rules
from dealerkit.jobs.journal.store import Journal
from dealerkit.sheets.document import Block, Control, Document, Fields, Heading, NumberedBlock, Paragraph, TableBlock, strong

SIGNED_BY = ("dealer", "floor", "manager")
"""Who signs a printed report; everybody else who is named in the case and works for the house follows."""
LABELS = (1, 5)
"""How wide labels are beside what they say."""


def case_paper(journal: Journal, case: JournalCase, *, names: bool = True, records: bool = False) -> Document:
    """Return the report of a case.

    Args:
        journal: The journal it stands in.
        case: The case.
        names: Whether the names of people stand in it, or their pseudonyms.
        records: Whether the attached records stand in it whole.
    """
    known = journal.names if names else {}
    settings = journal.settings
    last = case.entries[-1]
    with told_by_its_rules(journal, case):
        blocks: list[Block] = [TableBlock([], summary.head(case, known), widths=LABELS)]
        if proposed := summary.proposed(case, known):
            blocks += [Heading("What the rules propose"), TableBlock([], proposed, widths=LABELS)]
        blocks += [Heading("What was written, in order"), *(_entry(one) for one in summary.told(case, known))]
    for name, text in summary.record_of(case, known) if records else ():
        blocks += [Heading(f"The record {name}"), Paragraph(text, "given")]
    signed = [(label, "") for role in _roles(case) for label in (role, "date", "time")]
    blocks += [Heading("Signatures"), Fields(signed, columns=3)]
    anchor = f"Last entry and its hash: {Anchor(last.seq, last.hash)}. Times are those of {settings['zone']}."
    blocks.append(Paragraph(anchor, "small"))
    title = f"{(case.kind or 'case').capitalize()} {case.number}"
    return Document("case", title, blocks, control=Control(house=str(settings["house"] or "")))


def _entry(one: summary.ToldCase) -> NumberedBlock:
    said = [Paragraph([strong(one.title), f": {one.who}" if one.who else "", f" ({one.at})"])]
    said += [Paragraph(f"{label}: {text}" if label else text) for label, text in one.lines]
    if one.corrected:
        said.append(Paragraph([strong("Corrected later: "), one.corrected], "say"))
    return NumberedBlock(one.seq, tuple(said))


def _roles(case: JournalCase) -> list[str]:
    named = {str(one.get("role")) for one in case.people} - {"patron", "witness", "other"}
    return [role for role in ROLES if role in named or role in SIGNED_BY]
