"""A journal copied to another place, entry for entry: from a file to a house's database, or back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dealerkit.errors import JournalError
from dealerkit.jobs.journal.places import JournalPlace, JournalStore
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.verify import Verified, verify

COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "entries": ("seq", "at", "zone", "kind", "case_no", "body_hash", "prev", "hash"),
    "bodies": ("seq", "salt", "body"),
    "people": ("pseudonym", "name", "name_key", "salt"),
    "kept": ("hash", "what", "packed"),
    "proofs": ("seq", "proof"),
}
"""Columns of a journal, table by table, in the order in which it can be written."""


def copy(journal: Journal, to: JournalPlace) -> Verified:
    """Copy a journal to an empty place, with other writers locked out.

    The copy is complete or does not exist, and is verified against the anchor of the original.

    Args:
        journal: Open for writing.
        to: The place of the copy.

    Returns:
        The outcome of verifying the copy.

    Raises:
        JournalError: If the journal was tampered with, or the other place is not empty or cannot be written.
    """
    with journal.writing() as writing:
        before = verify(journal)
        _whole(before, journal, "nothing was copied")
        rows = {table: writing.execute(f"SELECT {', '.join(names)} FROM {table}") for table, names in COLUMNS.items()}  # noqa: S608
        checks: list[Verified] = []

        def fill(store: JournalStore) -> None:
            for table, names in COLUMNS.items():
                query = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"  # noqa: S608
                for row in sorted(rows[table]):
                    store.execute(query, row)
            journal_copy = Journal(to, store)
            checks.append(verify(journal_copy, [before.anchor]))
            _whole(checks[0], journal_copy, "no part of the copy was saved")

        if not Journal.make(to, fill):
            raise JournalError(str(to), "there is already something here", "name a place without a journal")
    return checks[0]


def _whole(verified: Verified, journal: Journal, then: str) -> None:
    if verified.flaws:
        what = f"the journal was changed after it was written ({verified.flaws[0].text}); {then}"
        raise JournalError(str(journal.path), what, "`dealerkit journal verify` lists everything that is wrong")
