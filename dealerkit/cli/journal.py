"""`dealerkit journal`: the group; its commands stand in the modules beside this one."""

from __future__ import annotations

import click

from dealerkit.cli.groups import group_of

COMMANDS: dict[str, tuple[str, str]] = {
    "begin": ("journal_setting", "Begin a journal, with the house's name and time zone."),
    "open": ("journal_keeping", "Open a case: a dispute from facts or from a record, or an incident."),
    "note": ("journal_keeping", "Note a fact of a CASE."),
    "attach": ("journal_keeping", "Attach a record to a CASE."),
    "surveillance": ("journal_keeping", "Ask surveillance about a CASE, or note what it answered."),
    "decide": ("journal_keeping", "Write down what the floor decided on a CASE."),
    "appeal": ("journal_keeping", "Write down an appeal on a CASE, which opens it again."),
    "correct": ("journal_keeping", "Correct a CASE with a new entry; what was written stays."),
    "sign": ("journal_keeping", "Sign a CASE as it stands."),
    "close": ("journal_keeping", "Close a CASE."),
    "list": ("journal_reading", "List the cases."),
    "show": ("journal_reading", "Show one CASE, entry by entry."),
    "report": ("journal_reading", "Print the report of a CASE, with lines to sign on."),
    "export": ("journal_reading", "Write the whole journal as CSV or JSON."),
    "papers": ("journal_reading", "List the papers that were put in force, and where their copies are."),
    "precedents": ("journal_judging", "How was this ruled on before? FAULT is what happened; without it, every past ruling."),
    "again": ("journal_judging", "Judge a CASE again: as it was, or under other rules."),
    "verify": ("journal_checking", "Look for edits, deletions, another order and, against an anchor, a cut tail."),
    "anchor": ("journal_checking", "Print the anchor: the number and hash of the last entry."),
    "people": ("journal_removing", "List the people who are named, with their pseudonyms."),
    "erase": ("journal_removing", "Remove a PERSON for good; the chain stays whole."),
    "retention": ("journal_removing", "Say how long names and cases are kept, and remove what is older."),
    "settings": ("journal_setting", "Show or change the house's name, time zone, shifts, and the game of the shift."),
    "adopt": ("journal_setting", "Say that rule sets are in force, and keep them as they are."),
}


@click.group(cls=group_of(COMMANDS))
def journal() -> None:
    """Keep disputes and incidents: facts, ruling, the floor's decision; chained, signed, judged again.

    The journal is one file that is only added to: each entry is tied to the one before by its hash. Names of people stand
    apart and can be erased. It lies in your data folder unless --journal or DEALERKIT_JOURNAL says otherwise, and only its
    owner can read it.

    \b
    dealerkit journal open boxed_card --table M3 --floor "Ann Lee" --note "the card was the Player's second"
    dealerkit journal decide 1 --follow --by "Ann Lee"
    dealerkit journal close 1
    dealerkit journal anchor
    """
