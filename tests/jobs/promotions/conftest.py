"""Promotions in memory and in a journal, with a fixed clock."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from freezegun import freeze_time

from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.promotions.book import Memory
from dealerkit.jobs.promotions.claim_form import ToldClaim, read
from dealerkit.jobs.promotions.policy import Policy, policy
from dealerkit.rules.doc import Doc

BOARD = "Ad Kh Kc 2c 3d"
HAND = ToldClaim("holdem", "AsAh", BOARD, table="T1", seat=3, dealt="1-6", pot="40")


def made(name: str = "high-hand-hourly", **over: object) -> Policy:
    """Return an included policy, without verification, with changes."""
    without = {"verification": None} if name != "high-hand-night" else {}
    return policy(name, Doc.of({**without, **over}))


def memory(under: Policy, at: str = "2026-03-01 12:00:00", zone: str = "UTC") -> Memory:
    """Return a newly opened promotion in memory."""
    book = Memory(under, zone, datetime.fromisoformat(at).replace(tzinfo=UTC))
    book.acts.open(under, "kept", zone)
    return book


def claimed(book: Memory, told: ToldClaim = HAND) -> int:
    """Claim a hand; return its number."""
    book.acts.claim(read(told, book.policy), {})
    return book.run.next_claim - 1


@pytest.fixture
def clock():
    """A clock that only the test moves, at noon in Vienna."""
    with freeze_time("2026-03-01 11:00:00") as frozen:
        yield frozen


@pytest.fixture
def path(tmp_path) -> Path:
    """The path of the journal."""
    return tmp_path / "journal.db"


@pytest.fixture
def journal(path, clock):
    """A new journal."""
    with Journal.begin(path, zone="Europe/Vienna", house="Harbour") as begun:
        yield begun
