"""Response time of an act in the browser, with many tables dealt at the same time, and a check that no act is lost.

A server is started as a process of its own, on a database of its own. First one dealer deals alone, act by act: half of the
acts must be answered within 10 ms. Then many dealers deal, each at a table of their own, an act a second, through HTTP like the
page: the due acts come from a copy of the table in this process. At the end each record is compared with that copy. The figure
is the 95th percentile; the goal is 50 ms with 50 tables on two cores.

    python bench/browser.py [TABLES [SECONDS]] [--database URL]

With `--database` the data are in that database, on a PostgreSQL server; it should be empty.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlencode

from dealerkit.felt import Act
from dealerkit.table.table import Table
from dealerkit.training.walk.opening import seated
from dealerkit.training.walk.session import Session

GOAL_ALONE = 0.010
GOAL = 0.050
ALONE = 5
"""Seconds of dealing by one dealer alone."""
GAMES = ("mini-baccarat", "holdem", "omaha", "stud7", "draw", "thirty-one")


class Dealer(threading.Thread):
    """A dealer at a table in the browser.

    Args:
        host: The server's address.
        number: The dealer's number.
        until: The end, in terms of `time.monotonic`.
        pace: Seconds from one act to the next; 0 for no pause.
    """

    def __init__(self, host: str, number: int, until: float, pace: float = 1.0) -> None:
        super().__init__(daemon=True)
        self.pace = pace
        self.game, self.seed, self.until = GAMES[number % len(GAMES)], number, until
        self.web = http.client.HTTPConnection(host, timeout=60)
        self.waited: list[float] = []
        self.wrong = ""
        self.cookie = self.token = self.id = ""

    def ask(self, way: str, path: str, body: str = "", kind: str = "") -> tuple[int, str, str]:
        """Return status, location and text of a response."""
        headers = {"Cookie": self.cookie, "X-Token": self.token, "Accept": "application/json"} | (
            {"Content-Type": kind} if kind else {}
        )
        try:
            self.web.request(way, path, body.encode(), headers)
            answer = self.web.getresponse()
            text = answer.read().decode()
        except (ConnectionError, http.client.HTTPException):  # the connection was idle too long: sent once more, as by the page
            self.web.close()
            self.web.request(way, path, body.encode(), headers)
            answer = self.web.getresponse()
            text = answer.read().decode()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie" and value.startswith("dealerkit_token="):
                self.cookie = value.partition(";")[0]
        return answer.status, answer.getheader("Location") or "", text

    def open(self) -> Session:
        """Open the table, and return a copy of it."""
        page = self.ask("GET", "/")[2]
        match = re.search(r'name="token" content="([^"]+)"', page)
        assert match
        self.token = match[1]
        form = {"token": self.token, "game": self.game, "seed": str(self.seed), "seats": "4", "mode": "guided", "level": "0"}
        _, to, _ = self.ask("POST", "/deal/games", urlencode(form), "application/x-www-form-urlencoded")
        self.id = to.rpartition("/")[2]
        table = seated(self.game, None, {}, seats=4, seed=self.seed, bettors="bots", step=None, level_=None)
        table.players_act()
        return table

    def run(self) -> None:
        """Deal until the end; any error counts as a lost act."""
        try:
            self.deal()
        except Exception as error:  # noqa: BLE001 - a dealer who stops early has lost the rest
            self.wrong = f"{self.game}: {error!r}"

    def deal(self) -> None:
        """Deal until the end."""
        beside = self.open()
        time.sleep(random.random() * self.pace)
        number = 0
        while time.monotonic() < self.until:
            due = beside.table.next_act()
            if due is None:
                break
            body = json.dumps({"key": f"k{number}", "at": len(beside.table.log), "acts": [due.text]})
            began = time.perf_counter()
            status, _, text = self.ask("POST", f"/deal/{self.id}/say", body, "application/json")
            self.waited.append(time.perf_counter() - began)
            if status != 200:
                self.wrong = f"{self.game}: {status} {text[:200]}"
                return
            beside.say(Act.parse(due.text))
            beside.players_act()
            number += 1
            time.sleep(max(0.0, self.pace - (time.perf_counter() - began)))
        kept = self.ask("GET", f"/deal/{self.id}/record")[2]
        if _acts(kept) != [act.text for act in _log(beside.table)]:
            self.wrong = f"{self.game}: the record is not what was dealt"


def _log(table: Table) -> list[Act]:
    return list(table.log)


def _acts(record: str) -> list[str]:
    return [Act.parse(row.partition("  # ")[0]).text for row in record.partition("---\n")[2].splitlines() if row.strip()]


def main() -> int:
    """Serve, deal, and print the results."""
    asked = argparse.ArgumentParser()
    asked.add_argument("tables", type=int, nargs="?", default=50)
    asked.add_argument("seconds", type=int, nargs="?", default=60)
    asked.add_argument("--database", default="")
    given = asked.parse_args()
    tables, seconds = given.tables, given.seconds
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "DEALERKIT_HOME": folder, "DEALERKIT_DATABASE": given.database}
        server = subprocess.Popen(
            [sys.executable, "-c", "from dealerkit.cli.start import main; main()", "serve", "--port", "0"],
            stderr=subprocess.PIPE, env=env, text=True, cwd=Path(folder),
        )  # fmt: skip
        assert server.stderr
        match = re.search(r"http://([^/]+)/", server.stderr.readline())
        assert match, "the server does not start"
        alone = Dealer(match[1], 0, time.monotonic() + ALONE, pace=0)
        alone.run()
        dealers = [Dealer(match[1], number, time.monotonic() + seconds + 5) for number in range(tables)]
        for dealer in dealers:
            dealer.start()
        for dealer in dealers:
            dealer.join()
        server.terminate()
        server.wait(10)
    waited = sorted(wait for dealer in dealers for wait in dealer.waited)
    wrong = [dealer.wrong for dealer in (alone, *dealers) if dealer.wrong]
    single = statistics.median(alone.waited)
    late = waited[int(len(waited) * 0.95)]
    middle = statistics.median(waited)
    kept = "PostgreSQL" if given.database else "SQLite"
    print(f"browser: {kept}, one dealer: an act answered in {single * 1000:.1f} ms in the middle (goal {GOAL_ALONE * 1000:.0f})")
    text = f"{kept}, {tables} tables, {len(waited)} acts: answered in {middle * 1000:.0f} ms in the middle, 95 in 100 within"
    print(f"browser: {text} {late * 1000:.0f} ms (goal {GOAL * 1000:.0f}); {len(wrong)} tables wrong {wrong[:2] or ''}")
    return 0 if single <= GOAL_ALONE and late <= GOAL and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
