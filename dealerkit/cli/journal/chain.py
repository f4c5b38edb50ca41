"""The commands of `dealerkit journal` that verify the chain of hashes: verify, anchor."""

from __future__ import annotations

import click

from dealerkit.cli.common import json_option, misused, note, report
from dealerkit.cli.journal.common import on_journal
from dealerkit.cli.journal_place import journal_option, placed
from dealerkit.jobs.journal.chain import Anchor
from dealerkit.jobs.journal.places import JournalPlace
from dealerkit.jobs.journal.reports.book import ChainReport, CopiedJournal, PrintedAnchor
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.transfer import copy
from dealerkit.jobs.journal.verify import verify


@click.command("verify")
@click.option("--anchor", "printed", metavar="TEXT", multiple=True, help="An anchor printed by `journal anchor`; repeatable.")
@journal_option
@json_option
def verify_(printed: tuple[str, ...], where: JournalPlace | None, as_json: bool) -> None:
    """Verify that no entry was changed, removed or moved or, with an anchor, cut off at the end.

    Without an anchor nobody can tell that the last entries were cut off, or that everything was rewritten. Exit status 1 if
    anything is wrong.

    \b
    dealerkit journal verify --anchor "12 0f3a77c1 52b09e44 ..."
    """
    anchors = [Anchor.read(anchor_) for anchor_ in printed]
    with Journal.open(where) as journal:
        verified = verify(journal, anchors)
    report(ChainReport(verified, str(journal.path), len(anchors)), as_json, failed=bool(verified.flaws))


@click.command("anchor")
@on_journal()
def anchor_(journal: Journal, as_json: bool) -> None:
    """Print the anchor: the number and hash of the last entry.

    Print it on the shift sheet and have it signed. With it, `verify --anchor` shows whether the journal was cut short or
    rewritten; the number and the first 16 digits of the hash are enough.
    """
    report(PrintedAnchor(journal.anchor()), as_json)
    note("Keep it where no one with access to the journal can change it: printed and signed on the shift sheet.")


@click.command("copy")
@click.argument("to", metavar="PLACE", callback=placed)
@on_journal(write=True)
def copy_(journal: Journal, to: JournalPlace | None, as_json: bool) -> None:
    """Copy the whole journal, entry for entry, to PLACE: a file, or postgresql://USER@HOST/NAME.

    The copy has the same entries, hashes, people and erasures, and both journals are verified; nobody can write to them during
    the copy. From then on use only one of them: --journal, DEALERKIT_JOURNAL or DEALERKIT_DATABASE chooses it.

    \b
    dealerkit journal copy postgresql://dealer@db/house --journal journal.db
    dealerkit journal copy journal.db --journal postgresql://dealer@db/house
    """
    if to is None:
        misused("no PLACE for the copy was given; name a file, or postgresql://USER@HOST/NAME")
    copied = copy(journal, to)
    document = {"journal": str(journal.path), "to": str(to), "entries": copied.entries, "anchor": copied.anchor}
    report(CopiedJournal(document), as_json)
    note("From now on use only one of them, chosen by --journal or DEALERKIT_JOURNAL, and put the other away.")
