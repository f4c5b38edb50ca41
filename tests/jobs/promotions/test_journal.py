"""Promotions in the journal: two at once, killed in the middle, people removed, and told again from what is left."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import attrs
import pytest

from dealerkit.errors import Impossible
from dealerkit.jobs.journal import clock as house
from dealerkit.jobs.journal.docket import change_settings
from dealerkit.jobs.journal.erasure import erase, expire
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.verify import verify
from dealerkit.jobs.promotions import summary
from dealerkit.jobs.promotions.book import Page, page, runs
from dealerkit.jobs.promotions.claim_form import ToldClaim, read
from tests.jobs.promotions.conftest import HAND, made

WRITER = Path(__file__).with_name("writer.py")
ROOT = WRITER.parent.parent.parent


def opened(journal: Journal, name: str = "high-hand-hourly", **over: object) -> str:
    """Open a promotion in a journal; its name."""
    under = made(name, **over)
    with page(journal, under.name) as here:
        here.acts.open(under, here.keep(under), journal.settings["zone"], here.by("Ann Lee"))
    return under.name


def claim(journal: Journal, name: str, player: str = "", told: ToldClaim = HAND) -> int:
    """Claim a hand for a player."""
    with page(journal, name) as here:
        who = here.who(player) or None
        here.acts.claim(read(attrs.evolve(told, who=who), here.run.in_force), {})
        return here.run.next_claim - 1


def started(what: str, path: Path, name: str, count: int = 1, **extra: Any) -> subprocess.Popen[str]:
    """A process of its own."""
    words = [sys.executable, str(WRITER), what, str(path), name, str(count)]
    return subprocess.Popen(words, text=True, stdout=subprocess.PIPE, stdin=subprocess.PIPE, cwd=ROOT, env=env(), **extra)


def env() -> dict[str, str]:
    """The program that is tested, and nothing of the user's."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def settled(journal: Journal, name: str) -> Page:
    """Settle what is over."""
    with page(journal, name) as here:
        here.acts.settle()
    return here


@pytest.fixture
def now_open(path):
    """A promotion that runs by the real clock, for processes of their own."""
    with Journal.begin(path, zone="UTC") as journal:
        return opened(journal, "bad-beat", hand={"goes_by": "highest", "at_least": None, "winner_at_least": None}, shares=None)


def test_hh_06_two_tables_claim_at_once(path, now_open):
    """Both are written down, each with a number of its own, in one order that everybody sees."""
    two = [started("claim", path, now_open, 4) for _ in range(2)]
    said = [process.communicate(timeout=120)[0].split() for process in two]
    assert [process.returncode for process in two] == [0, 0]
    numbers = sorted(int(number) for lines in said for number in lines)
    assert numbers == list(range(1, 9))
    with Journal.open(path) as journal:
        claims = runs(journal)[now_open].claims
        assert list(claims) == numbers
        assert [claims[number].seq for number in numbers] == sorted(claim.seq for claim in claims.values())
        assert verify(journal).flaws == ()


def test_a_process_killed_while_it_claims_leaves_nothing_half_done(path, now_open):
    """The claim that was not finished was never made; the next has its number."""
    process = started("hang", path, now_open)
    assert process.stdout is not None
    assert process.stdout.readline() == "in the middle\n"
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=120)
    with Journal.open(path, write=True) as journal:
        assert runs(journal)[now_open].claims == {}
        assert claim(journal, now_open) == 1
        assert verify(journal).flaws == ()


@pytest.mark.thorough
def test_killed_between_claim_and_payment_it_is_paid_once(path, now_open):
    """What was settled is still owed after a crash, is paid by one of two who try at once, and never again."""
    process = started("claim", path, now_open, 1)
    process.communicate(timeout=120)
    with Journal.open(path, write=True) as journal, page(journal, now_open) as here:
        here.acts.now += timedelta(seconds=2)
        here.acts.settle()
    two = [started("pay", path, now_open) for _ in range(2)]
    assert sorted(process.communicate(timeout=120)[0].strip() for process in two) == ["paid", "refused"]
    with Journal.open(path, write=True) as journal:
        run = runs(journal)[now_open]
        assert run.unpaid() == []
        assert run.fund["winners"] == 10000
        with pytest.raises(Impossible, match="was paid already"), page(journal, now_open) as here:
            here.acts.pay(1)
        assert runs(journal)[now_open].fund == run.fund


def test_a_person_is_removed_and_the_promotion_stands(journal, clock):
    """The name goes; claim, award and fund stay, and the chain is whole. A player called As changes no card."""
    name = opened(journal)
    claim(journal, name, "Carl Roe")
    claim(journal, name, "As", attrs.evolve(HAND, seat=4))
    run = runs(journal)[name]
    assert [one.said["hole"] for one in run.claims.values()] == [["As", "Ah"], ["As", "Ah"]]
    document = journal.named(summary.report(run, house.now("UTC")))
    assert [one["who"] for one in document["claims"]] == ["Carl Roe", "As"]
    assert [one["hole"] for one in document["claims"]] == [["As", "Ah"], ["As", "Ah"]]
    erase(journal, "Carl Roe")
    erase(journal, "As")
    after = runs(journal)[name]
    told = journal.named(summary.report(after, house.now("UTC")))
    assert all(one["who"].startswith("P-") for one in told["claims"])
    assert [one["hole"] for one in told["claims"]] == [["As", "Ah"], ["As", "Ah"]]
    assert after.fund == run.fund
    assert verify(journal).flaws == ()


def test_what_is_older_than_the_house_keeps_it_goes_when_the_promotion_has_ended(journal, clock):
    """Not before. What is left in the fund is still known, and so is where the numbers go on."""
    change_settings(journal, {"keep_names": "30d", "keep_cases": "60d"})
    name = opened(journal)
    claim(journal, name, "Carl Roe")
    clock.tick(timedelta(hours=3))
    settled(journal, name)
    clock.tick(timedelta(days=90))
    assert not expire(journal, house.now("UTC")), "it is still open"
    with page(journal, name) as here:
        here.acts.end()
    fund = runs(journal)[name].fund
    opened(journal)
    clock.tick(timedelta(days=40))
    assert expire(journal, house.now("UTC")).people
    assert "Carl Roe" not in str(journal.named(summary.report(runs(journal)[name], house.now("UTC"))))
    clock.tick(timedelta(days=40))
    assert expire(journal, house.now("UTC")).emptied
    run = runs(journal)[name]
    assert run.fund == fund
    assert claim(journal, name) == 2
    assert verify(journal).flaws == ()


def test_a_policy_is_kept_as_it_was_when_it_was_opened(journal, tmp_path):
    """What a file says later does not change a promotion that is open."""
    name = opened(journal)
    with page(journal, name) as here:
        assert here.run.in_force.ties == "first"
        assert here.run.in_force.sha256 == made().sha256


def test_an_entry_of_another_hand_is_seen(journal, path):
    """Somebody who makes the prize larger in the file is seen by the chain, and by the accounts."""
    name = opened(journal, "bad-beat")
    journal.close()
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TRIGGER bodies_no_UPDATE")
        connection.execute("UPDATE bodies SET body = replace(body, '\"fund\":10000', '\"fund\":90000')")
    with Journal.open(path) as again:
        assert [flaw.kind for flaw in verify(again).flaws if flaw.seq] == ["edited"]
        with pytest.raises(Impossible, match="don't match the entries before it"):
            runs(again)[name]
