"""A journal in a folder of its own, with a fixed clock."""

from __future__ import annotations

from pathlib import Path

import pytest
from freezegun import freeze_time

from dealerkit.jobs.journal.docket import Opening, Person, open_case
from dealerkit.jobs.journal.store import Journal

ZONE = "Asia/Macau"
NOON = "2026-03-01 04:00:00"
"""Noon in Macau, in UTC."""


@pytest.fixture
def clock():
    """A clock that only the test moves."""
    with freeze_time(NOON) as frozen:
        yield frozen


@pytest.fixture
def path(tmp_path) -> Path:
    """The path of the journal."""
    return tmp_path / "journal.db"


@pytest.fixture
def journal(path, clock):
    """A new journal."""
    with Journal.begin(path, zone=ZONE, house="Riverside") as made:
        yield made


@pytest.fixture
def told(journal):
    """A journal with one incident in it, reported by people with names."""
    people = (Person("Ann Lee", "floor"), Person("Bo Chan", "dealer"), Person("Carl Roe", "patron", 3))
    opening = Opening(
        "incident",
        "Carl Roe spilled a drink",
        "M3",
        people=people,
        story=("Bo Chan stopped the game", "CARL ROE left, said Ann Lee"),
    )
    open_case(journal, opening)
    return journal
