"""The server is killed while decisions are written: what was answered is in the journal, and what is sent again is there once."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import httpx2
import pytest

from dealerkit.jobs.journal.cases import cases
from dealerkit.jobs.journal.places import journal_place
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.verify import verify
from tests.web.test_desk import RULED, query

pytestmark = pytest.mark.thorough

DECIDERS = 3
ACKNOWLEDGED = 4
"""The server is killed once so many decisions have been answered."""


def served(home: Path) -> tuple[subprocess.Popen[str], str]:
    """Start a server, as a house does; return it and its address."""
    made = subprocess.Popen(
        [sys.executable, "-m", "dealerkit", "serve", "--port", "0"],
        env={**os.environ, "DEALERKIT_HOME": str(home), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert made.stdout is not None
    said = ""
    for line in made.stdout:
        said += line
        if found := re.search(r"http://[\d.]+:\d+", line):
            return made, found[0]
    raise AssertionError(said)


def stop(server: subprocess.Popen[str], how: signal.Signals) -> None:
    """Stop a server, and wait until it is gone."""
    server.send_signal(how)
    server.wait()
    assert server.stdout is not None
    server.stdout.close()


def send(client: httpx2.Client, key: str, by: str) -> str:
    """Send a decision; return the number of its case, or nothing if it was not answered."""
    try:
        token = re.search(r'name="token" content="([^"]+)"', client.get("/desk").text)
        assert token
        form = {**query(RULED), "token": token[1], "j.key": key, "j.how": "so", "j.by": by, "j.pin": "1234", "j.again": "1234"}
        answer = client.post("/desk/decide", data=form)
    except httpx2.TransportError:
        return ""
    found = re.search(r"/desk/case/(\d{4}-\d{4})", answer.headers.get("location", ""))
    assert found, (answer.status_code, answer.text)
    return found[1]


def test_kill_9_loses_no_decision_and_doubles_none(home):
    """Three of the floor decide at once; the server is killed; every decision is sent again to the next one."""
    server, address = served(home)
    with httpx2.Client(base_url=address, timeout=120) as client:
        token = re.search(r'name="token" content="([^"]+)"', client.get("/desk").text)
        assert token
        client.post("/desk/begin", data={"token": token[1], "zone": "UTC"})
    answered: dict[str, str] = {}
    sent: list[tuple[str, str]] = []
    enough = threading.Event()

    def decide(number: int) -> None:
        with httpx2.Client(base_url=address, timeout=120) as client:
            for turn in range(50):
                key, by = f"{number:016d}{turn:016d}", f"Floor {'ABC'[number]}a"
                sent.append((key, by))
                case = send(client, key, by)
                if not case:
                    return
                answered[key] = case
                if len(answered) >= ACKNOWLEDGED:
                    enough.set()

    threads = [threading.Thread(target=decide, args=(number,)) for number in range(DECIDERS)]
    for one in threads:
        one.start()
    assert enough.wait(300)
    stop(server, signal.SIGKILL)
    for one in threads:
        one.join()
    path = journal_place()
    with Journal.open(path) as journal:
        assert not verify(journal).flaws
        there = {str(case.said["key"]): case.number for case in cases(journal) if case.state == "decided"}
    assert answered.items() <= there.items()
    server, address = served(home)
    try:
        with httpx2.Client(base_url=address, timeout=120) as client:
            again = {key: send(client, key, by) for key, by in sent}
    finally:
        stop(server, signal.SIGTERM)
    assert answered.items() <= again.items()
    with Journal.open(path) as journal:
        assert not verify(journal).flaws
        assert sorted(case.number for case in cases(journal)) == sorted(set(again.values()))
