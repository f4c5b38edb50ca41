"""`dealerkit progress` as its users type it: a trainee, an instructor, whoever keeps the record."""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from freezegun import freeze_time

from dealerkit.cli.main import main
from dealerkit.training.store import TrainingStore
from tests.training.conftest import Clock, answer, keep_all

NASTY = 'Bo <script>alert(1)</script> "x"'


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch) -> Path:
    """A data folder of the test's own; pages and exports go beside it."""
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


def run(*words: str, typed: str | None = None) -> Result:
    """Type a command."""
    return CliRunner().invoke(main, ["progress", *words], input=typed)


@pytest.fixture
def practised(home) -> None:
    """Three people: Ann has mastered one level, Bo is weak in a cell, nobody named has two answers."""
    # far from midnight, and less than the two days after which the first cell is due again
    clock = Clock((datetime.now().astimezone() - timedelta(days=1)).replace(hour=12, minute=0))
    with TrainingStore.open(home / "training.db", now=clock) as store:
        keep_all(store, clock, "-" * 3 + "+" * 57, trainee="Ann Lee", cell="banker 6, third 6")
        keep_all(store, clock, "+-" * 10, trainee=NASTY)
        for clean, right in ((False, True), (True, True), (True, False)):
            fields: dict[str, Any] = {
                "right": right,
                "false_alarm": (not right) if clean else None,
                "drill": "poker/find-the-slip",
                "codes": (),
            }
            keep_all(store, clock, "+" if right else "-", trainee=NASTY, **fields)
        keep_all(store, clock, "--", trainee="Ann Lee", drill="cards/pitch-and-shuffle", source="marked", codes=["deal/exposed"])
        keep_all(store, clock, "+-", trainee="")


# A trainee


def test_nothing_yet():
    """A word, a way on, and 0."""
    result = run()
    assert (result.exit_code, result.output) == (
        0,
        "Progress (no name given)\n  no answers yet\n  > dealerkit drill\n",
    )


def test_a_trainee(practised):
    """Figures with their interval, the time against the target, mastery, days, and the marks of a person by themselves."""
    result = run("ann  LEE")
    assert result.exit_code == 0
    for said in (
        "Progress of Ann Lee\n  answered  60 items in 1 sitting, since 20",
        "Third-card flash, level 1\n  right     30 of the last 30 (89 to 100 %)\n  time      median 2.0 s, target 5.0 s\n",
        "in a row  57, longest 57",
        "each 30   90 %, 100 % right, oldest first\n  ok  mastered",
        "  60      95 %  ###################\n",
        "  3 x  The banker's third-card rule was not followed\n  most often in coup (3)\n",
        "Marked by a person; not in the figures above\n",
        "2 marks  lately 0 of 2 (0 to 66 %)",
    ):
        assert said in result.output, said
    assert "in focus" not in result.output  # the last ten of the cell are right
    assert "deal/exposed" not in result.output


def test_the_one_cell_in_focus_and_what_mastery_still_wants(practised):
    """Of whoever misses every second time; hits and false alarms stand apart."""
    result = run(NASTY)
    assert "in focus  banker 3, third 8: 5 of the last 10 right (Third-card flash)" in result.output
    assert "> still needed for mastery: 30 more items, 27 of the last 30 right\n" in result.output
    assert "slips found   1 of 1 (21 to 100 %)\n" in result.output
    assert "false alarms  1 of 2 (9 to 91 %), in hands without a slip\n" in result.output


def test_without_a_name(practised):
    """Whoever drilled without one."""
    assert "Progress (no name given)\n  answered  2 items" in run().output


def test_the_only_one_there_is(home):
    """Nobody else is there: no name is needed; with two, the names are told."""
    clock = Clock()
    with TrainingStore.open(home / "training.db", now=clock) as store:
        keep_all(store, clock, "+", trainee="Ann")
    assert "Progress of Ann\n" in run().output
    with TrainingStore.open(home / "training.db", now=clock) as store:
        keep_all(store, clock, "+", trainee="Bo")
    result = run()
    assert result.exit_code == 2
    assert "Ann, Bo" in result.output


def test_a_stranger_is_told_the_nearest_name(practised):
    """Exit 2, and nobody is made up."""
    result = run("An Lee")
    assert result.exit_code == 2
    assert "unknown trainee: 'An Lee'; did you mean Ann Lee?" in result.output


def test_one_drill_by_the_second_part_of_its_id(practised):
    """And nothing of another."""
    result = run(NASTY, "--drill", "third-card-flash")
    assert result.exit_code == 0
    assert "answered  20 items" in result.output
    assert "find-the-slip" not in result.output
    assert run(NASTY, "--drill", "third-card-flush").exit_code == 2


def test_json(practised):
    """One document, with the figures that the screen shows."""
    document = json.loads(run("Ann Lee", "--json").output)
    (drill,) = document["drills"]
    assert (drill["drill"], drill["level"], drill["answered"], drill["mastered"]) == ("baccarat/third-card-flash", 1, 60, True)
    assert drill["last"] == {"count": 30, "of": 30, "low": 89, "high": 100}
    assert [one["drill"] for one in document["marked"]] == ["cards/pitch-and-shuffle"]
    assert document["due"] == {"cells": 0, "today": 0}
    assert json.loads(run(NASTY, "--json").output)["due"]["cells"] == 2


@freeze_time("2026-11-01 06:30:00", tick=False)
def test_a_day_is_where_the_trainee_is(home, monkeypatch):
    """New York, the night in which the clocks go back: 23:30 of one day, and twice half past one of the next."""
    monkeypatch.setenv("TZ", "America/New_York")
    clock = Clock()
    with TrainingStore.open(home / "training.db", now=clock) as store:
        session = store.begin("drill", "Ann")
        for at in ("2026-11-01T03:30:00", "2026-11-01T05:30:00", "2026-11-01T06:30:00"):
            store.keep(answer(datetime.fromisoformat(f"{at}+00:00"), session=session))
    days = json.loads(run("Ann", "--json").output)["days"]
    assert [(day["day"], day["right"]["of"]) for day in days] == [("2026-10-31", 1), ("2026-11-01", 2)]


# A class, a version


def test_a_class_by_name(practised):
    """Everybody who is named, nobody ranked; which levels are mastered by whom."""
    result = run("--class")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[1].split() == ["trainee", "items", "last", "mastered", "right", "lately", "weakest"]
    assert lines[2].startswith("  Ann Lee ")
    assert lines[3].startswith("  Bo <script>")
    assert re.search(rf"Third-card flash, level 1 +1 of 2 +{re.escape(NASTY)}", result.output)
    document = json.loads(run("--class", "--json").output)
    assert [one["trainee"] for one in document["trainees"]] == ["Ann Lee", NASTY]
    assert [one["mastered"] for one in document["trainees"]] == [1, 0]


def test_options_that_contradict(practised):
    """Told, exit 2."""
    for words in (["Ann Lee", "--class"], ["--class", "--signoff", "1"], ["--signoff", "1", "--drill", "x"]):
        assert run(*words).exit_code == 2


def test_who_has_signed_off_a_version(home):
    """Names, times, the rules in force; who has not; nobody."""
    clock = Clock()
    with TrainingStore.open(home / "training.db", now=clock) as store:
        for who, marks in (("Ann", "++"), ("Bo", "+-")):
            session = store.begin("drill", who, "since 2026.1", 2)
            keep_all(store, clock, marks, trainee=who, session=session)
    result = run("--signoff", "2026.1")
    assert result.exit_code == 0
    assert "ok  Ann: passed on 2026-03-02 18:00 UTC, 2 items; us abababababababab" in result.output
    assert "! Bo: not yet, 1 of 2 items right; us abababababababab" in result.output
    assert "no one has started" in run("--signoff", "2027").output
    assert json.loads(run("--signoff", "2026.1", "--json").output)["signoffs"][1]["passed"] is None


# Pages


class Page(HTMLParser):
    """Reads a page and remembers its elements and its text; every element that is opened is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append(tag)
        if tag not in {"meta", "br", "path", "line", "polyline", "col", "img"}:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


@pytest.mark.parametrize("words", [[NASTY], ["Ann Lee"], ["--class"], ["--signoff", "<i>1</i>"]])
def test_a_page(practised, words):
    """Well formed, without a script, with names as text; for its owner alone."""
    result = run(*words, "--html", "page.html")
    assert (result.exit_code, result.output) == (0, "Wrote page.html.\n")
    text = Path("page.html").read_text(encoding="utf-8")
    page = Page(text)
    assert "script" not in page.elements
    assert "i" not in page.elements
    assert Path("page.html").stat().st_mode & 0o077 == 0
    said = "".join(page.words)
    if words != ["Ann Lee"]:
        assert (NASTY if "--signoff" not in words else "<i>1</i>") in said
    else:
        assert "30 of the last 30 (89 to 100 %)" in said
        assert "img" in page.elements
        assert 'alt="right, oldest first: ' in text
        assert "Marked by a person" in said


def test_a_page_replaces_only_pages_of_ours(practised):
    """Somebody else's file stays."""
    Path("page.html").write_text("mine", encoding="utf-8")
    result = run("--class", "--html", "page.html")
    assert result.exit_code == 2
    assert Path("page.html").read_text(encoding="utf-8") == "mine"
    assert run("--class", "--html", "page.html", "--force").exit_code == 0
    assert run("--class", "--html", "page.html").exit_code == 0


# The record


@pytest.mark.parametrize("file", ["log.csv", "log.json", "copy.db"])
def test_out_of_one_machine_and_into_another(practised, home, file, monkeypatch, tmp_path):
    """Export or backup, then import: the same progress. A second import brings nothing new."""
    command = "backup" if file == "copy.db" else "export"
    before = [run("--class").output, run("Ann Lee").output, run().output]
    assert run(command, file).output == f"Wrote {file}.\n"
    assert Path(file).stat().st_mode & 0o077 == 0
    assert run(command, file).exit_code == (2 if file == "copy.db" else 0)
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "other"))
    assert run("import", file).output == f"{file}: 87 answers, 87 of them new.\n"
    assert run("import", file).output == f"{file}: 87 answers, 0 of them new.\n"
    assert [run("--class").output, run("Ann Lee").output, run().output] == before


def test_export_of_one_and_to_a_pipe(practised):
    """Only that one, and nothing but the answers on standard output."""
    result = run("export", "-", 'bo <script>alert(1)</script> "X"', "--format", "csv")
    assert result.exit_code == 0
    assert result.stdout.startswith("session,kind,label,items,begun,at,")
    assert len(result.stdout.splitlines()) == 24
    assert "Ann" not in result.stdout
    assert run("export", "answers").exit_code == 2
    assert run("export", "answers.txt").exit_code == 2


def test_a_file_that_cannot_be_taken_in_leaves_everything_as_it_was(practised):
    """Where it is wrong is told; exit 2; nothing of it is kept."""
    run("export", "log.csv")
    rows = Path("log.csv").read_text(encoding="utf-8").splitlines()
    Path("log.csv").write_text("\n".join([*rows[:5], rows[5].replace(",no,", ",nein,", 1), *rows[6:]]) + "\n", encoding="utf-8")
    result = run("import", "log.csv")
    assert result.exit_code == 2
    assert "log.csv:6: " in result.output
    assert "nein" in result.output
    Path("log.csv").write_bytes(b"\xff\xfe\x00")
    assert run("import", "log.csv").exit_code == 2
    assert run("import", "nowhere.csv").exit_code == 2
    Path("torn.db").write_bytes(b"SQLite format 3\0" + b"\0" * 5000)
    result = run("import", "torn.db")
    assert result.exit_code == 2
    assert "went wrong in dealerkit" not in result.output
    assert "answered  60 items" in run("Ann Lee").output


def test_backup_never_takes_the_place_of_the_file_itself(practised, home):
    """Nor of another file, without --force."""
    raw = (home / "training.db").read_bytes()
    result = run("backup", str(home / "training.db"), "--force")
    assert result.exit_code == 2
    assert "the training file itself" in result.output
    assert (home / "training.db").read_bytes() == raw
    Path("mine").write_text("mine", encoding="utf-8")
    assert run("backup", "mine").exit_code == 2
    assert run("backup", "mine", "--force").exit_code == 0


def test_forget(practised, home):
    """Asked first; gone without a trace; the others stay."""
    result = run("forget", "ann lee", typed="n\n")
    assert "Nothing was removed." in result.output
    assert "answered  60 items" in run("Ann Lee").output
    result = run("forget", "ann lee", "--yes")
    assert result.exit_code == 0
    assert result.output.startswith("Removed for good: 62 answers in 2 sessions, and the name.\n")
    assert b"Ann Lee" not in b"".join(one.read_bytes() for one in home.iterdir())
    assert run("Ann Lee").exit_code == 2
    assert "answered  23 items" in run(NASTY).output
    assert run("forget").exit_code == 2
    assert run("forget", "--sweep").output == "The file was rewritten.\n"
    assert run("forget", "", "--yes").output.startswith("Removed for good: 2 answers in 1 session, and the name.\n")
    assert "no answers yet" not in run().output  # the only one left is shown
    assert "Progress of Bo" in run().output


# The file


def test_a_damaged_file_is_told_and_set_aside(practised, home):
    """On standard error, with 0: there is a new file, and the old one under its date. Keeping commands stop instead."""
    (home / "training.db").write_bytes(b"nothing of ours")
    assert run("backup", "copy.db").exit_code == 2
    result = run()
    assert result.exit_code == 0
    assert "is damaged: the beginning of the file is overwritten; it was renamed training.20" in result.stderr
    assert "no answers yet" in result.stdout
    (aside,) = home.glob("*.damaged.db")
    assert aside.read_bytes() == b"nothing of ours"


def test_a_file_of_a_later_dealerkit(practised, home):
    """A clear error, exit 2."""
    with contextlib.closing(sqlite3.connect(home / "training.db")) as connection:
        connection.execute("PRAGMA user_version = 99")
    for words in ([], ["--class"], ["export", "log.csv"], ["forget", "Ann Lee", "--yes"]):
        result = run(*words)
        assert result.exit_code == 2
        assert "a newer dealerkit wrote this training file (format 99" in result.output


def test_what_steers_a_screen_is_shown_as_text(home):
    """In a cell, a label, a drill's answer: whatever an import brings."""
    clock = Clock()
    with TrainingStore.open(home / "training.db", now=clock) as store:
        keep_all(store, clock, "--", trainee="Ann", cell="\x1b[2J\u202ecell", codes=["coup/\x1b[31m"])
    for words in (["Ann"], ["--class"], ["Ann", "--json"]):
        output = run(*words).output
        assert "\x1b" not in output
        assert "\u202e" not in output
    run("Ann", "--html", "page.html")
    assert "\x1b" not in Path("page.html").read_text(encoding="utf-8")


def test_help_names_every_command():
    """`--help` of the group and of each command."""
    result = run("--help")
    for name in ("show", "export", "import", "backup", "forget"):
        assert f"\n  {name} " in result.output
        assert run(name, "--help").exit_code == 0
    assert run("show").exit_code == 0


def test_a_slip_is_called_by_its_title(home):
    """Neither the screen nor the page says a code where the slip has a name; a time is told as people write it."""
    clock = Clock(datetime(2026, 3, 2, 18, tzinfo=UTC))
    with TrainingStore.open(home / "training.db", now=clock) as store:
        keep_all(store, clock, "-", trainee="Ann Lee", codes=["coup/player-third-card-wrong"])
    assert run("Ann Lee", "--html", "ann.html").exit_code == 0
    page = Path("ann.html").read_text()
    for said in (run("Ann Lee").output, page):
        assert "hand drew on 6 or 7" in said
    assert "coup/" not in page
    assert not re.search(r"\dT\d", page)


@pytest.mark.parametrize("words", [["Ann Lee"], ["--class"], ["--signoff", "<i>1</i>"]])
def test_a_page_in_other_formats(practised, words):
    """PDF and Markdown by the name of the file, with the same figures."""
    assert run(*words, "--out", "page.pdf").exit_code == 0
    assert run(*words, "--out", "page.md").exit_code == 0
    assert Path("page.pdf").read_bytes().startswith(b"%PDF")
    assert Path("page.pdf").stat().st_mode & 0o077 == 0
    said = Path("page.md").read_text(encoding="utf-8")
    assert (re.search(r"30 of (the last )?30 \(89 to 100 %\)", said) is not None) == ("--signoff" not in words)
