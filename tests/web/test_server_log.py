"""The server's log: the same is told some times a minute, and a file does not grow for ever."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.web import server_log
from dealerkit.web.server import logged
from dealerkit.web.server_log import LogError, Repetitions, log_handler


def record(said: str, at: float, *args: object, name: str = "asyncio") -> logging.LogRecord:
    """Return a record that was made at a time."""
    made = logging.LogRecord(name, logging.ERROR, __file__, 1, said, args, None)
    made.created = at
    return made


def test_the_same_is_told_some_times_and_then_counted():
    """What names and numbers it is said of makes no difference, another logger or text does; after a minute it is told again."""
    few = Repetitions(most=2, within=60)
    told = [few.filter(record("no descriptor for %s\nsocket: <fd=%d>", 5, "a page", number)) for number in range(5)]
    assert told == [True, True, False, False, False]
    assert few.filter(record("something else", 6))
    assert few.filter(record("no descriptor for %s\nsocket: <fd=%d>", 6, "a page", 1, name="dealerkit.web"))
    assert not few.filter(record("no descriptor for %s", 64, "a page"))
    again = record("no descriptor for %s", 65, "a page")
    assert few.filter(again)
    assert again.getMessage() == "no descriptor for a page (and 4 more like it since the last)"
    assert few.filter(later := record("no descriptor for %s", 66, "a page"))
    assert "more like it" not in later.getMessage()


def test_no_more_kinds_are_remembered_than_there_is_room_for(monkeypatch):
    """Whoever makes every record another does not fill the memory."""
    monkeypatch.setattr(server_log, "MOST_KINDS", 3)
    few = Repetitions(most=1)
    for number in range(10):
        few.filter(record(f"kind {number}", 1))
    assert len(few._told) <= 3


def test_a_file_is_rotated(tmp_path, monkeypatch):
    """However much is told, so many files of so many bytes stay."""
    monkeypatch.setattr(server_log, "LARGEST", 2000)
    monkeypatch.setattr(server_log, "OLDER", 2)
    with logged(str(tmp_path / "serve.log")):
        for number in range(300):
            logging.getLogger("dealerkit.web").error(f"fault {number} %s", "x" * 40)  # noqa: G004 - each of a kind of its own
    found = sorted(tmp_path.iterdir())
    assert [path.name for path in found] == ["serve.log", "serve.log.1", "serve.log.2"]
    assert sum(path.stat().st_size for path in found) <= 6000
    assert "fault 299" in found[0].read_text(encoding="utf-8")


def test_the_same_error_fills_no_file(tmp_path):
    """An error a thousand times is a dozen lines."""
    path = tmp_path / "serve.log"
    with logged(str(path)):
        for _ in range(1000):
            logging.getLogger("asyncio").error("socket.accept() out of system resource")
    assert path.read_text(encoding="utf-8").count("\n") == server_log.MOST_ALIKE


def test_a_log_that_cannot_be_written_is_told(tmp_path):
    """The server is not opened, and the file is named."""
    with pytest.raises(LogError, match="nowhere"):
        log_handler(str(tmp_path / "nowhere" / "serve.log"))
    with pytest.raises(LogError, match="directory"):
        log_handler(str(tmp_path))


@pytest.mark.sqlite
def test_serve_says_so_before_it_opens(home: Path):
    """It leaves with 2, as with whatever cannot be used."""
    done = CliRunner().invoke(main, ["serve", "--port", "0", "--log", str(home / "nowhere" / "serve.log")])
    assert done.exit_code == 2
    assert "the log cannot be written" in done.output
