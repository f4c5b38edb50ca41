"""Entries of the journal, and the kinds of entry."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import attrs

from dealerkit.rules.entries import Branch

KINDS: Mapping[str, str] = {
    "begun": "the journal was begun",
    "set": "a setting of the journal was changed",
    "adopted": "a rule set came into force",
    "withdrawn": "a rule set due to come into force was withdrawn",
    "opened": "a case was opened",
    "noted": "a fact was noted",
    "attached": "a record was attached",
    "decided": "the floor decided",
    "appealed": "an appeal was made",
    "surveillance": "surveillance was asked",
    "corrected": "an earlier entry was corrected",
    "signed": "the case was signed",
    "closed": "the case was closed",
    "verified": "a deck was verified",
    "setup": "a table was set up with decks",
    "changed": "a deck was changed",
    "printed": "a paper was put in force",
    "posted": "a copy of a paper was posted",
    "collected": "a copy of a paper was collected",
    "redacted": "something was removed for good",
    "jackpot_opened": "a promotion was opened",
    "jackpot_paid_in": "money was added to a promotion",
    "jackpot_claimed": "a prize was claimed",
    "jackpot_confirmed": "a claim was checked",
    "jackpot_left": "a player with a claim left or came back",
    "jackpot_settled": "a prize window was settled",
    "jackpot_paid": "a prize was paid or returned",
    "jackpot_ended": "a promotion was ended",
}
"""Every kind of entry, with its title."""

OF_DECKS = ("verified", "setup", "changed")
"""Entries of the log of decks; one belongs to a case only if the case led to another deck."""

OF_PAPERS = ("printed", "posted", "collected")
"""Entries about the papers of the house; they belong to no case."""


@attrs.frozen
class JournalEntry:
    """An entry of the journal.

    Attributes:
        seq: Its number, from 1 without gaps.
        at: When it was written, in the house's zone.
        zone: The name of the house's zone.
        kind: One of `KINDS`.
        case: The number of the case it belongs to; empty if it belongs to none.
        body: Its content, with pseudonyms for names; None if it was removed.
        body_hash: The salted hash of the body as it was written.
        prev: The hash of the entry before it.
        hash: Its own hash.
    """

    seq: int
    at: datetime
    zone: str
    kind: str
    case: str
    body: Mapping[str, object] | None
    body_hash: str
    prev: str
    hash: str

    @property
    def said(self) -> Branch:
        """The body; an empty map if it was removed."""
        return self.body or {}
