"""The path of data through the package: number of calls, functions, files and rooms, for one example of each kind.

Each trip is made once before it is counted, so that everything is loaded and cached. Calls are those of functions of the
package, counted by `sys.setprofile`; a crossing is a call from one room to another. There is no limit: a shorter path shows
here. `trips.py ROOM` also lists the functions of a room in each trip.

    python bench/trips.py
    python bench/trips.py judge
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

from starlette.testclient import TestClient

import dealerkit as dk
from dealerkit.cli.main import main as command
from dealerkit.web.app import application
from dealerkit.web.settings import WebSettings

PACKAGE = str(Path(dk.__file__).parent) + os.sep


class Trip:
    """The calls of one trip."""

    def __init__(self) -> None:
        self.functions: Counter[tuple[str, str]] = Counter()
        self.crossings: Counter[tuple[str, str]] = Counter()
        self.deepest = 0
        self._open: dict[int, list[str]] = {}

    def note(self, frame: FrameType, event: str, _: object) -> None:
        """Count a call, or the end of one: the function for `sys.setprofile`."""
        file = frame.f_code.co_filename
        if event not in ("call", "return") or not file.startswith(PACKAGE):
            return
        rooms = self._open.setdefault(threading.get_ident(), [])
        if event == "return":
            if rooms:
                rooms.pop()
            return
        room = room_of(file)
        self.functions[file, frame.f_code.co_qualname] += 1
        if rooms and rooms[-1] != room:
            self.crossings[rooms[-1], room] += 1
        rooms.append(room)
        self.deepest = max(self.deepest, len(rooms))

    def __str__(self) -> str:
        calls, files = self.functions.total(), {file for file, _ in self.functions}
        between = ", ".join(f"{room} to {other} {count}" for (room, other), count in self.crossings.most_common(3))
        return (
            f"{calls:,} calls, {len(self.functions)} functions, {len(files)} files, {len({*map(room_of, files)})} rooms, "
            f"depth {self.deepest}, {self.crossings.total()} crossings" + f" ({between})" * bool(between)
        )


def room_of(file: str) -> str:
    """Return the room of a file of the package."""
    return Path(file.removeprefix(PACKAGE)).with_suffix("").parts[0]


@contextlib.contextmanager
def counted() -> Iterator[Trip]:
    """Count the calls during the block, including those in threads that begin in it."""
    trip = Trip()
    threading.setprofile(trip.note)
    sys.setprofile(trip.note)
    try:
        yield trip
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def pushed(act: str) -> Callable[[], object]:
    """Return a function that pushes an act at a table of hold'em before the burn of the flop."""
    table = dk.Table("holdem", seats=6, button=2, seed=7)
    table.advance("flop.burn")
    return lambda: table.push(act)


def run(*words: str) -> Callable[[], object]:
    """Return a function that runs a command and discards its output."""

    def given() -> None:
        nowhere = io.StringIO()
        with contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
            command(list(words), standalone_mode=False)

    return given


def act_in_browser() -> Callable[[], object]:
    """Return a function that sends an act from the page of a table, to a server in this process."""
    client = TestClient(application(WebSettings()))
    page = client.get("/deal/games")
    field = re.search(r'name="token" content="([^"]+)"', page.text)
    assert field
    form = {"token": field[1], "game": "mini-baccarat", "seed": "7", "seats": "4", "mode": "guided", "level": "0"}
    table = str(client.post("/deal/games", data=form).url)
    headers = {"X-Token": field[1], "Accept": "application/json"}
    sent = {"key": "one", "acts": ["d check rack"]}
    return lambda: client.post(f"{table}/say", json=sent, headers=headers).raise_for_status()


def trips(folder: str) -> dict[str, Callable[[], Callable[[], object]]]:
    """Return functions that prepare each trip, by its name.

    Args:
        folder: The folder for papers.
    """
    sheet = ("sheet", "mini-baccarat", "--out", str(Path(folder, "sheet.html")), "--force")
    return {
        "a slip, the flop without a burn": lambda: pushed("d deal board 3"),
        "a right act, the burn": lambda: pushed("d burn"),
        "a dispute's words to a ruling": lambda: run("rule", "the dealer exposed my second card", "--rules", "tda", "--json"),
        "a game's name to its sheet": lambda: run(*sheet),
        "an act in the browser": act_in_browser,
    }


def main(words: list[str]) -> None:
    """Make each trip and print its counts.

    Args:
        words: A room, to list its functions; none for the figures alone.
    """
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DEALERKIT_HOME": folder}
        for name, ready in trips(folder).items():
            ready()()
            act = ready()
            with counted() as trip:
                act()
            print(f"trips: {name}: {trip}")
            for (file, function), count in trip.functions.most_common() if words else ():
                if room_of(file) == words[0]:
                    print(f"  {count:>6}  {file.removeprefix(PACKAGE)}  {function}")


if __name__ == "__main__":
    main(sys.argv[1:])
