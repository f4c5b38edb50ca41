"""`dealerkit journal`: what each command prints, writes and refuses, and the code it leaves with."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from freezegun import freeze_time

from dealerkit.cli.journal import COMMANDS, journal
from dealerkit.cli.main import main

ROOT = Path(__file__).resolve().parent.parent.parent
RECORD = ROOT / "tests" / "records" / "coup-wrong-payout.rec"


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run a command at a time that stands still, in a folder of its own with a journal of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEALERKIT_JOURNAL", str(tmp_path / "j.db"))
    monkeypatch.setenv("TZ", "Asia/Macau")
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)

    def command(*args: str, code: int = 0, typed: str | None = None) -> str:
        with freeze_time("2026-03-01 04:00:00"):
            result = CliRunner().invoke(main, [*args], input=typed)
        assert result.exit_code == code, result.output
        return result.stdout if code < 2 else result.stderr

    return command


@pytest.fixture
def keep(run):
    """Run a command of the journal."""
    return lambda *args, **extra: run("journal", *args, **extra)


@pytest.fixture
def case(keep):
    """A journal with one dispute in it."""
    keep(
        "open",
        "boxed_card",
        "--rules",
        "us",
        "--table",
        "M3",
        "--dealer",
        "Bo Chan",
        "--floor",
        "Ann Lee",
        "--seat",
        "3=Carl Roe",
        "-n",
        "face up",
    )
    return keep


@pytest.mark.parametrize("name", list(COMMANDS))
def test_the_table_says_what_the_command_says(name):
    """The list of commands has each command's own first line, and each explains itself."""
    command = journal.get_command(click.Context(journal), name)
    assert command is not None
    assert command.name == name
    assert command.get_short_help_str(limit=500) == COMMANDS[name][1]
    for param in command.params:
        assert not isinstance(param, click.Option) or param.help


def test_help_imports_no_database():
    """The start-up of `dealerkit --help` and of `journal --help` leaves sqlite3 alone."""
    script = (
        "import sys\n"
        "from dealerkit.cli.main import main\n"
        "main(sys.argv[1:], standalone_mode=False)\n"
        "assert 'sqlite3' not in sys.modules"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    for words in (["--help"], ["journal", "--help"]):
        done = subprocess.run([sys.executable, "-c", script, *words], env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "journal" in done.stdout


def test_a_dispute_from_first_to_last(case):
    """Opened, decided, appealed, asked, decided again, signed, closed, listed, shown."""
    refused = case("decide", "1", "play_on", "--by", "Ann Lee", code=2)
    assert "give a reason" in refused
    assert "--reason" in refused
    assert "the case is decided" in case("decide", "1", "play_on", "--by", "Ann Lee", "--reason", "nobody saw it")
    assert "the case is appealed" in case("appeal", "1", "I saw it", "--by", "Carl Roe")
    case("surveillance", "1", "camera 12 from 14:02", "--by", "Ann Lee")
    case("note", "1", "it was face up", "--by", "Bo Chan", "--role", "dealer")
    case("attach", "1", str(RECORD), "--at", "20")
    case("correct", "1", "it was table M4", "--table", "M4")
    assert "appeal is not decided" in case("close", "1", code=2)
    case("decide", "1", "--follow", "--by", "Dee Fox")
    case("sign", "1", "--by", "Dee Fox", "--role", "manager")
    assert "the case is closed" in case("close", "1")
    assert case("list").splitlines()[1].split() == [
        "2026-0001", "2026-03-01", "12:00", "dispute", "M4", "closed", "card_replaced", "boxed_card",
    ]  # fmt: skip
    shown = case("show", "1")
    for words in (
        "Bo Chan (dealer)",
        "Carl Roe (patron, seat 3)",
        "BI-03",
        "departs from",
        "camera 12",
        "coup/wrong-payout",
        "before: M3",
    ):
        assert words in shown
    assert "Carl Roe" not in case("show", "1", "--pseudonyms")
    document = json.loads(case("show", "1", "--json"))
    assert (document["state"], document["table"], document["zone"]) == ("closed", "M4", "Asia/Macau")
    assert len(document["entries"]) == 11
    assert "ok" in case("verify")


def test_follow_or_an_outcome(case):
    """One of the two; not both, not neither, and no outcome that there is not."""
    for words in ((), ("--follow", "play_on")):
        assert "--follow" in case("decide", "1", *words, "--by", "Ann Lee", code=2)
    assert "unknown outcome: 'plau_on'; did you mean play_on" in case("decide", "1", "plau_on", "--by", "Ann Lee", code=2)


def test_a_dispute_from_a_record(keep):
    """The ruling is the table's, the record is attached, and it can be judged again."""
    told = json.loads(keep("open", "--record", str(RECORD), "--at", "20", "--json"))
    assert told["game"] == "mini-baccarat"
    assert [entry["kind"] for entry in told["entries"]] == ["opened", "attached"]
    assert "the same findings as before" in keep("again", "1")
    assert "there is no act 999" in keep("open", "--record", str(RECORD), "--at", "999", code=2)
    assert "unknown record in this file" in keep("open", "--record", str(RECORD), "--hand", "x", code=2)


def test_a_missing_fact(keep):
    """The question is asked; the answer is a correction, and the ruling follows."""
    assert "? What was done to the bet" in keep("open", "late_bet")
    keep("correct", "1", "a new bet", "-f", "change=placed")
    keep("decide", "1", "--follow", "--by", "Ann Lee")


def test_an_incident(keep):
    """What no rule is about needs no fault, and is closed without a decision."""
    assert "say what happened" in keep("open", "--table", "M3", code=2)
    keep("open", "--incident", "--summary", "a drink", "--when", "2026-03-01 03:00")
    assert "2026-03-01 03:00:00+08:00" in keep("show", "1")
    keep("close", "1", "--by", "Ann Lee")
    assert keep("list", "--state", "open") == "No such case.\n"
    assert (
        json.loads(keep("list", "--json", "--kind", "incident", "--from", "2026-03-01", "--to", "2026-03-01"))["cases"][0][
            "summary"
        ]
        == "a drink"
    )
    assert keep("list", "--from", "2026-03-02") == "No such case.\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("open", "boxd_card"), "did you mean boxed_card"),
        (("open", "-f", "face_seen=no"), "name the fault"),
        (("open", "boxed_card", "--rules", "us", "--seat", "x"), "not a seat"),
        (("open", "boxed_card", "--rules", "us", "--person", "Ann"), "ROLE=NAME"),
        (("open", "boxed_card", "--rules", "us", "--person", "boss=Ann"), "unknown role:"),
        (("open", "boxed_card", "--rules", "nowhere"), "unknown rule set"),
        (("open", "boxed_card", "--rules", "us", "--when", "soon"), "day or time"),
        (("begin", "--zone", "Asia/Makau"), "did you mean Asia/Macau"),
        (("verify", "--anchor", "7"), "anchor"),
        (("erase",), "name the PERSON"),
        (("retention", "--names", "soon"), "period"),
    ],
)
def test_what_cannot_be_used(keep, tmp_path, words, says):
    """A message and 2, never a traceback; nothing but a journal is left behind."""
    keep("begin", "--journal", "other.db")
    assert says in keep(*words, "--journal", "other.db", code=2)
    assert {one.name for one in tmp_path.iterdir()} == {"other.db"}


def test_there_is_no_journal(keep, tmp_path):
    """Reading begins none, and says what to do."""
    for words in (("list",), ("show", "1"), ("verify",), ("note", "1", "x"), ("export",), ("erase", "Ann", "--yes")):
        told = keep(*words, code=2)
        assert "there is no journal here" in told
        assert "j.db" in told
    assert list(tmp_path.iterdir()) == []


def test_another_program_s_database(keep, tmp_path):
    """It is named, and left as it was, whatever is asked."""
    file = tmp_path / "j.db"
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE cookies (a)")
    connection.commit()
    connection.close()
    before = file.read_bytes()
    for words in (("list",), ("open", "boxed_card", "--rules", "us"), ("verify",), ("erase", "--sweep")):
        assert "another program's database" in keep(*words, code=2)
    assert file.read_bytes() == before


def test_verify_finds_it(case, tmp_path):
    """An edit leaves with 1 and names the entry; a cut tail needs the anchor."""
    anchor = case("anchor").strip()
    assert json.loads(case("anchor", "--json"))["entry"] == int(anchor.split()[0])
    case("verify", "--anchor", anchor)
    connection = sqlite3.connect(tmp_path / "j.db")
    for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute("DELETE FROM bodies WHERE seq = 4")
    connection.execute("DELETE FROM entries WHERE seq = 4")
    connection.execute("UPDATE bodies SET body = replace(body, 'table\":\"M3', 'table\":\"M4')")
    connection.commit()
    connection.close()
    told = case("verify", "--anchor", anchor, code=1)
    for words in (
        "entry 3 was edited after it was written",
        "its end was cut off",
        "the protection against changes was removed",
    ):
        assert words in told
    assert {one["kind"] for one in json.loads(case("verify", "--json", code=1))["flaws"]} == {"file", "edited"}


def test_a_person_is_erased(case, tmp_path):
    """Asked first; then the name is nowhere, and the chain is whole."""
    anchor = case("anchor").strip()
    assert "Carl Roe" in case("people")
    assert case("erase", "Carl Roe", typed="n\n") == ""
    assert "Carl Roe" in case("people")
    told = case("erase", "Carl Roe", typed="y\n")
    assert "Removed for good" in told
    assert "Copies, exports" in told
    assert b"Carl Roe" not in (tmp_path / "j.db").read_bytes()
    assert "ok" in case("verify", "--anchor", anchor)
    assert "unknown person in the journal" in case("erase", "Carl Roe", "--yes", code=2)
    assert "Nothing" not in case("erase", "--sweep")


def test_retention(case):
    """Set, shown, applied."""
    assert case("retention") == "names are kept forever, cases forever\n"
    assert json.loads(case("retention", "--names", "2y", "--cases", "10y", "--json")) == {"keep_names": "2y", "keep_cases": "10y"}
    assert "nothing to remove" in case("retention", "--apply", "--yes")
    assert "forever" in case("retention", "--names", "none")


def test_reports_and_exports(case, tmp_path):
    """Printed, or written for the owner alone."""
    assert "Signatures" in case("report", "1")
    for words, name in ((("report", "1"), "case.html"), (("export",), "journal.csv"), (("export",), "journal.json")):
        case(*words, "--out", name)
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    assert (tmp_path / "case.html").read_text().startswith("<!DOCTYPE html>")
    assert (tmp_path / "journal.csv").read_text().startswith("entry,time,")
    assert json.loads((tmp_path / "journal.json").read_text())["cases"][0]["case"] == "2026-0001"
    assert "Ann Lee" not in case("export", "--format", "json", "--pseudonyms")
    assert "no such file" in case("report", "1", "--out", "nowhere/case.html", code=2).lower()


def test_precedents(case):
    """How we ruled before, what differs between shifts, and what today's rules would decide otherwise."""
    case("decide", "1", "--follow", "--by", "Ann Lee")
    case("open", "boxed_card", "--rules", "us", "--table", "M1")
    case("decide", "2", "play_on", "--by", "Dee Fox", "--reason", "nobody saw it")
    told = case("precedents", "boxed", "card")
    for words in (
        "2 past rulings",
        "Ann Lee",
        "nobody saw it",
        "Same facts, different rulings",
        "Today's rules would decide differently",
    ):
        assert words in told
    document = json.loads(case("precedents", "--changed", "--rules", "macau", "--json"))
    assert [(one["case"], one["outcome"], one["now"]) for one in document["precedents"]] == [
        ("2026-0002", "play_on", "card_plays"), ("2026-0001", "card_replaced", "card_plays"),
    ]  # fmt: skip
    assert case("precedents", "late_bet") == "No past ruling.\n"
    assert "1 past ruling\n" in case("precedents", "--case", "1")
    assert "the result is different" in case("again", "1", "--rules", "macau", code=1)


def test_rules_in_force(run, keep, tmp_path):
    """`rules list --at` says what the journal knows: set, version, hash."""
    (tmp_path / "riverside.yaml").write_text('set: riverside\ntitle: Riverside\nextends: us\nversion: "7"\n')
    keep("adopt", "riverside.yaml", "--since", "2026-02-01")
    assert "has no rule set" in run("rules", "list", "--at", "2026-01-31")
    told = run("rules", "list", "--at", "2026-02-01")
    assert told.splitlines()[1].split()[:3] == ["riverside", "7", "2026-02-01"]
    (row,) = json.loads(run("rules", "list", "--at", "2026-03-01 12:00", "--json"))
    assert (row["name"], row["version"], row["until"], len(row["sha256"])) == ("riverside", "7", None, 64)
    assert "day or time" in run("rules", "list", "--at", "yesterday", code=2)
    assert "--at DATE" in run("rules", "list", "--journal", "j.db", code=2)


def test_settings(keep):
    """Begun with a house and a zone; changed later; shown."""
    keep("begin", "--house", "Riverside", "--zone", "+08:00")
    assert "there is a file here already" in keep("begin", code=2)
    document = json.loads(keep("settings", "--shifts", "day=06:00 night=18:00", "--zone", "Asia/Macau", "--json"))
    assert (document["house"], document["zone"], document["shifts"]) == ("Riverside", "Asia/Macau", "day=06:00 night=18:00")
    assert "Riverside" in keep("settings")


def test_a_story_opens_no_case_before_it_is_clear(keep):
    """As `rule` answers it: the faults that may be meant, each with the command that opens the case; nothing is written."""
    told = keep("open", "the dealer burned two", "--table", "M3", code=1)
    assert "dealerkit journal open burn_error --table M3" in told
    assert "there is no journal here" in keep("list", code=2)
    keep("open", "burn_error", "--table", "M3")
    assert "dealerkit journal precedents burn_error" in keep("precedents", "dealer burned two cards", code=1)


def test_the_game_of_the_shift_goes_without_saying(keep, run):
    """A setting of the journal: nothing of other games is offered, nor in `rule`; a case is of that game and its rules."""
    keep("begin")
    story, title = "somebody bet after no more bets", "A bet was changed after the first card"
    assert title in keep("open", story, code=1)
    assert "unknown game:" in keep("settings", "--game", "tiddlywinks", code=2)
    keep("settings", "--game", "razz")
    assert title not in keep("open", story, code=1)
    assert title not in run("rule", story, code=1)
    assert title in run("rule", story, "--game", "mini-baccarat", code=1)
    case = json.loads(keep("open", "boxed_card", "--json"))
    assert (case["game"], case["rules_in_force"]["set"]) == ("razz", "rrop")
    keep("settings", "--game", "")
    assert title in keep("open", story, code=1)


# As a process


def started(tmp_path: Path, *words: str, **extra: Any) -> subprocess.Popen[bytes]:
    """Start dealerkit as a user does."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "DEALERKIT_JOURNAL": str(tmp_path / "j.db")}
    return subprocess.Popen(
        [sys.executable, "-m", "dealerkit", "journal", *words], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **extra
    )  # fmt: skip


@pytest.mark.slow
def test_a_pipe_closed_early_is_quiet(case, tmp_path):
    """Whoever has read enough of an export closes the pipe; nothing is said about it."""
    for _ in range(3):
        case("note", "1", "x" * 100000)
    with started(tmp_path, "export", "--format", "json") as process:
        assert process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.slow
def test_ctrl_c_while_it_waits_for_its_turn(case, tmp_path):
    """Ctrl-C is heard at once, leaves with 130, and nothing is written."""
    holder = sqlite3.connect(tmp_path / "j.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    script = (
        "import dealerkit.files.sqlite_file as file\n"
        "from dealerkit.cli.main import main\n"
        "real = file.time.sleep\n"
        "def waiting(seconds):\n"
        "    print('waiting', flush=True)\n"
        "    real(seconds)\n"
        "file.time.sleep = waiting\n"
        "main(['journal', 'note', '1', 'never said'])\n"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, "-c", script], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline() == b"waiting\n"
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130
    assert said.decode().strip() == "Stopped."
    holder.execute("ROLLBACK")
    holder.close()
    assert "never said" not in case("show", "1")
    assert "ok" in case("verify")


@pytest.mark.usefixtures("case")
def test_a_copy_wants_a_place(keep):
    """A variable of the shell that was never set names none."""
    assert "no PLACE for the copy was given" in keep("copy", "", code=2)


def test_no_case_is_opened_before_it_is_known_what_is_dealt(keep):
    """Each family of games rules otherwise on it: the command for each is told, and one of them opens it."""
    text = " ".join(keep("open", "boxed_card", "--table", "M1", code=1).split())
    assert "Which game is being dealt?" in text
    assert "dealerkit journal open boxed_card --table M1 --rules rrop" in text
    assert "[rrop]" in keep("open", "boxed_card", "--table", "M1", "--rules", "rrop")


def test_a_case_is_told_as_a_dispute_is_told_to_rule(keep, tmp_path):
    """Bets by `--bets`; a fact without `-f` and an act without its record are told, not left out."""
    keep("open", "who_may_raise", "--bets", "A 100, B raise 200, C all-in 250, D call", "--rules", "tda", "--json")
    (opened,) = [one for one in json.loads(keep("show", "1", "--json"))["entries"] if one["kind"] == "opened"]
    assert opened["body"]["facts"]["bets"] == "A 100, B raise 200, C all-in 250, D call"
    assert "did you mean -f face_seen=no?" in keep("open", "boxed_card", "face_seen=no", code=2)
    assert "--at and --hand need --record" in keep("open", "boxed_card", "--at", "3", code=2)
