"""`dealerkit journal`: the group; its commands are in the modules of this folder."""

from __future__ import annotations

import click

from dealerkit.cli.groups import group_of

COMMANDS: dict[str, tuple[str, str]] = {
    "begin": ("journal.house", "Begin a journal, with the house's name and time zone."),
    "open": ("journal.cases", "Open a case: a dispute from facts or from a record, or an incident."),
    "note": ("journal.cases", "Add a statement or a fact to a CASE."),
    "attach": ("journal.cases", "Attach a record to a CASE."),
    "surveillance": ("journal.cases", "Ask surveillance about a CASE, or log the answer."),
    "decide": ("journal.cases", "Log the floor's decision on a CASE."),
    "appeal": ("journal.cases", "Log an appeal on a CASE, which reopens it."),
    "correct": ("journal.cases", "Correct a CASE with a new entry; the old entry stays."),
    "sign": ("journal.cases", "Sign a CASE up to its last entry."),
    "close": ("journal.cases", "Close a CASE."),
    "list": ("journal.extracts", "List the cases."),
    "show": ("journal.extracts", "Show one CASE, entry by entry."),
    "report": ("journal.extracts", "Print a CASE report, with signature lines."),
    "export": ("journal.extracts", "Write the whole journal as CSV or JSON."),
    "papers": ("journal.extracts", "List the papers put in force, and where their copies are posted."),
    "precedents": ("journal.precedents", "Show past rulings on a FAULT in your own words; without FAULT, every past ruling."),
    "again": ("journal.precedents", "Rule on a CASE again, under the same rules or others."),
    "verify": ("journal.chain", "Verify that no entry was changed, removed or moved or, with an anchor, cut off at the end."),
    "copy": ("journal.chain", "Copy the whole journal, entry for entry, to PLACE: a file, or postgresql://USER@HOST/NAME."),
    "anchor": ("journal.chain", "Print the anchor: the number and hash of the last entry."),
    "people": ("journal.people", "List the people named in the journal, with their pseudonyms."),
    "erase": ("journal.people", "Erase a PERSON's name for good; the journal can still be verified."),
    "retention": ("journal.people", "Set how long names and cases are kept, and remove older ones."),
    "settings": ("journal.house", "Show or change the house's name, time zone, shifts, and the game of the shift."),
    "adopt": ("journal.house", "Put rule sets in force, and save their current text."),
}


@click.group(cls=group_of(COMMANDS))
def journal() -> None:
    """Log disputes and incidents: facts, ruling and decision, so that any later change shows.

    The journal is one file. Entries are only added, and the hash of each, its fingerprint, ties it to the one before. Names of
    people are stored apart and can be erased. The file is in your data folder unless --journal or DEALERKIT_JOURNAL says
    otherwise, and only its owner can read it. A house with a PostgreSQL server can keep the journal there: put the address in
    DEALERKIT_DATABASE or --journal.

    \b
    dealerkit journal open boxed_card --table M3 --floor "Ann Lee" --note "the card was the Player's second"
    dealerkit journal decide 1 --follow --by "Ann Lee"
    dealerkit journal close 1
    dealerkit journal anchor
    """
