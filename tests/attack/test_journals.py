"""A journal in other hands: edited with SQLite, its bytes spoiled, its clock moved, erased under an opening, read by another."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import sqlite3
import threading
import traceback
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from freezegun import freeze_time

from dealerkit.cli.main import main
from dealerkit.errors import JournalError, UnknownName
from dealerkit.jobs.journal.chain import Anchor
from dealerkit.jobs.journal.docket import Opening, Person, adopt, close, correct, decide, note, open_case, sign
from dealerkit.jobs.journal.erasure import erase
from dealerkit.jobs.journal.proofs import digest, proof_of
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.verify import verify
from dealerkit.rules.sets import rule_set
from tests.attack.kinds import TOKENS, Attack, run

pytestmark = pytest.mark.campaign

WATCHED = ("entries", "bodies", "people", "kept", "proofs")
NAMES = ("Ann Lee", "Bo Chan", "Carl Roe", "Dee Fox")


@pytest.fixture(scope="module")
def kept(tmp_path_factory) -> tuple[Path, list[Anchor]]:
    """A journal with something of everything in it, and two anchors: from before a person was erased, and from the end."""
    path = tmp_path_factory.mktemp("kept") / "journal.db"
    with freeze_time("2026-03-01 04:00:00"), Journal.begin(path, zone="Asia/Macau", house="Riverside") as journal:
        adopt(journal, [rule_set("us")])
        for number, name in enumerate(NAMES, 1):
            people = (Person(name, "patron", number), Person("Ann Lee", "floor"))
            story = (f"{name} spilled a drink", "Ann Lee was told")
            open_case(journal, Opening("incident", f"{name} and a drink", f"M{number}", people=people, story=story))
            note(journal, str(number), f"{name} said that it was not so", by="Ann Lee")
        decide(journal, "1", "play_on", by="Ann Lee", reason="nobody was hurt")
        correct(journal, "1", facts={}, text="it was a cup", by="Ann Lee")
        sign(journal, "1", by="Ann Lee")
        close(journal, "1")
        anchors = [journal.anchor()]
        erase(journal, "Carl Roe")
        anchors.append(journal.anchor())
        assert verify(journal, anchors).flaws == ()
    return path, anchors


def rows_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """What the tables hold that a journal is made of."""
    connection = sqlite3.connect(path)
    found = {table: sorted(connection.execute(f"SELECT * FROM {table}").fetchall(), key=repr) for table in WATCHED}
    connection.close()
    found["bodies"] = [(seq, salt if _hides(body) else "", body) for seq, salt, body in found["bodies"]]
    return found


def _hides(body: str) -> bool:
    """Whether the salt of an entry hides anything: one that says nothing may have any."""
    try:
        return digest(proof_of(json.loads(body), "a")) != digest(proof_of(json.loads(body), "b"))
    except (ValueError, TypeError):  # no JSON, or a number that no entry can have
        return True


def altered(value: object, others: list[object], rng: random.Random) -> object:
    """Another value for a cell."""
    pick = rng.random()
    if pick < 0.3 and others:
        return rng.choice(others)
    if isinstance(value, str) and value and pick < 0.8:
        at = rng.randrange(len(value))
        return value[:at] + rng.choice(("", "0", "a", "'", "\x00", "\u202e", "not ")) + value[at + rng.randrange(2) :]
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 1000, -(10**6)))
    if isinstance(value, bytes):
        at = rng.randrange(len(value) + 1)
        return value[:at] + bytes([rng.randrange(256)]) + value[at + 1 :]
    return rng.choice(("", *TOKENS))


def edited(path: Path, rng: random.Random, say) -> None:
    """One edit by hand, past the triggers."""
    connection = sqlite3.connect(path, isolation_level=None)
    for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    filled = [table for table in WATCHED if connection.execute(f"SELECT 1 FROM {table}").fetchone()]
    table = rng.choice(filled)
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    ids = [row[0] for row in connection.execute(f"SELECT rowid FROM {table}")]
    row, column, how = rng.choice(ids), rng.choice(columns), rng.random()
    try:
        if how < 0.1:
            say(f"DELETE {table} {row}")
            connection.execute(f"DELETE FROM {table} WHERE rowid = ?", (row,))
        elif how < 0.2:
            values = list(connection.execute(f"SELECT * FROM {table} WHERE rowid = ?", (row,)).fetchone())
            values = [altered(value, [], rng) if rng.random() < 0.7 else value for value in values]
            say(f"INSERT {table} {values}")
            connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)
        else:
            others = [one[0] for one in connection.execute(f"SELECT {column} FROM {table} WHERE rowid <> ?", (row,))]
            (value,) = connection.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (row,)).fetchone()
            new = altered(value, others, rng)
            say(f"UPDATE {table}.{column} {row}: {str(value)[:200]!r} to {str(new)[:200]!r}")
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (new, row))
    except (sqlite3.Error, OverflowError, UnicodeError) as error:
        say(f"SQLite itself refuses it: {error}")
    finally:
        connection.close()


def triggers_of(path: Path) -> list[tuple[str, ...]]:
    """The statements that make a journal's triggers."""
    connection = sqlite3.connect(path)
    found = connection.execute("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    connection.close()
    return found


@pytest.mark.thorough
def test_an_edit_is_seen_against_the_anchor_from_before(record_property, tmp_path, kept):
    """Any cell of any table, a row more, a row less; the triggers are put back, so that nothing else tells it."""
    source, anchors = kept
    whole, triggers = rows_of(source), triggers_of(source)
    path = tmp_path / "journal.db"

    def trial(rng: random.Random, say) -> None:
        shutil.copy(source, path)
        for _ in range(rng.choice((1, 1, 1, 2))):
            edited(path, rng, say)
        connection = sqlite3.connect(path)
        for (statement,) in triggers:
            connection.execute(statement)
        connection.close()
        same = rows_of(path) == whole
        flaws: tuple[object, ...]
        try:
            with Journal.open(path) as journal:
                flaws = verify(journal, anchors).flaws
        except JournalError as error:
            say(error)
            flaws = (error,)
        assert bool(flaws) != same, f"{'unchanged, and' if same else 'changed, and nothing'} was seen: {flaws}"
        if rng.random() < 0.2:
            command = rng.choice((["list"], ["show", "1"], ["export"], ["report", "1"], ["people"], ["precedents"], ["verify"]))
            say(command)
            run("journal", *command, "--journal", path)

    Attack("journals edited", 80, record_property).run(trial)


def test_spoiled_bytes_are_told(record_property, tmp_path, kept):
    """A byte of the file, anywhere: every command reads on or says that it cannot."""
    source, _ = kept
    path = tmp_path / "journal.db"

    def trial(rng: random.Random, say) -> None:
        data = bytearray(source.read_bytes())
        for _ in range(rng.choice((1, 1, 3, 40))):
            at = rng.choice((rng.randrange(len(data)), rng.randrange(200)))
            data[at] = rng.randrange(256)
            say(f"byte {at} is {data[at]}")
        cut = rng.randrange(len(data)) if rng.random() < 0.2 else len(data)
        path.write_bytes(data[:cut])
        command = rng.choice(
            (["list"], ["show", "1"], ["export"], ["verify"], ["note", "1", "x"], ["anchor"], ["erase", "Bo Chan", "--yes"])
        )
        say(f"{cut} bytes, {command}")
        run("journal", *command, "--journal", path)

    Attack("journals spoiled", 40, record_property).run(trial)


def test_a_clock_that_is_moved(record_property, tmp_path):
    """Forth and back, over years and changes of the hour: what is written stands, and only the clock is told."""
    zones = ("Asia/Macau", "Europe/Lisbon", "America/New_York", "UTC", "Australia/Lord_Howe")

    def trial(rng: random.Random, say) -> None:
        path = tmp_path / f"{rng.randrange(10**9)}.db"
        at = datetime(2026, rng.randint(1, 12), rng.randint(1, 28), rng.randrange(24), tzinfo=UTC)
        moved = False
        with freeze_time(at) as clock, Journal.begin(path, zone=rng.choice(zones)) as journal:
            for number in range(rng.randint(2, 8)):
                step = rng.choice((0, 1, 60, 3600, 86400, 86400 * 400, -1, -3600, -86400 * 400))
                at += timedelta(seconds=step)
                moved |= step < 0
                say(f"{number}: {at}")
                clock.move_to(at)
                open_case(journal, Opening("incident", f"drink {number}", "M3", people=(Person("Ann Lee", "floor"),)))
            numbers = numbers_of(journal)
            assert len(set(numbers)) == len(numbers)
            flaws = {flaw.kind for flaw in verify(journal, [journal.anchor()]).flaws}
            assert flaws <= {"clock"}, flaws
        with freeze_time(at + timedelta(days=rng.choice((-900, 0, 900)))):
            for command in (
                ["list"],
                ["show", numbers[-1]],
                ["precedents"],
                ["verify"],
                ["retention"],
                ["export", "--format", "json"],
            ):
                run("journal", *command, "--journal", path)
        path.unlink()

    Attack("clocks moved", 12, record_property).run(trial)


def numbers_of(journal: Journal) -> list[str]:
    """The cases' numbers."""
    return [entry.case for entry in journal.entries(kinds=("opened",))]


def test_an_erasure_against_an_opening(record_property, tmp_path):
    """One opens cases with a person's name, one erases that person: every entry stands, and at the end the name is nowhere."""

    def trial(rng: random.Random, say) -> None:
        path = tmp_path / f"{rng.randrange(10**9)}.db"
        name, rounds = rng.choice(NAMES), rng.randint(2, 5)
        say(f"{name} {rounds}")
        trouble: list[str] = []
        with Journal.begin(path, zone="UTC") as journal:
            open_case(journal, Opening("incident", f"{name} was here", "M1", people=(Person(name, "patron"),)))

        def opens() -> None:
            try:
                with Journal.open(path, write=True) as mine:
                    for number in range(rounds):
                        told = f"{name} said {number}"
                        open_case(
                            mine, Opening("incident", told, "M2", people=(Person(name, "patron", 2),), story=(told.upper(),))
                        )
            except Exception:  # noqa: BLE001 - told to the test
                trouble.append(traceback.format_exc())

        def erases() -> None:
            try:
                with Journal.open(path, write=True) as mine:
                    for _ in range(rounds):
                        with contextlib.suppress(UnknownName):  # nobody of that name is left
                            erase(mine, name)
            except Exception:  # noqa: BLE001 - told to the test
                trouble.append(traceback.format_exc())

        both = [threading.Thread(target=one) for one in (opens, erases)]
        for one in both:
            one.start()
        for one in both:
            one.join()
        assert not trouble, trouble[0]
        with Journal.open(path, write=True) as journal:
            assert len(journal.entries(kinds=("opened",))) == rounds + 1
            if name in journal.names.values():
                erase(journal, name)
            found = verify(journal, [journal.anchor()])
            assert found.flaws == (), found.flaws
        everything = b"".join(one.read_bytes() for one in tmp_path.iterdir())
        assert name.encode() not in everything
        path.unlink()

    Attack("erasures against openings", 6, record_property).run(trial)


OTHERS = [
    ["journal", "list", "--journal", "j.db"],
    ["journal", "note", "1", "more", "--journal", "j.db"],
    ["journal", "verify", "--journal", "j.db"],
    ["journal", "erase", "Ann Lee", "--yes", "--journal", "j.db"],
    ["journal", "begin", "--journal", "j.db"],
    ["journal", "export", "--journal", "j.db", "--out", "new.csv"],
    ["check", "a.rec"],
    ["replay", "a.rec"],
    ["walk", "--resume", "a.rec"],
    ["walk", "nap", "--seed", "1", "--record", "new.rec"],
    ["play", "nap", "--seed", "1", "--hands", "1", "--record", "a.rec"],
    ["convert", "a.rec", "new.phh"],
    ["sheet", "mini-baccarat", "--out", "sheet.md"],
    ["sheet", "mini-baccarat", "--out", "new.md"],
    ["rules", "new", "house", "--from", "us"],
    ["lint", "house.yaml"],
]


@pytest.mark.sample(4)
@pytest.mark.parametrize("args", OTHERS, ids=lambda args: " ".join(args[:3]))
def test_another_user_is_told_and_changes_nothing(args, tmp_path, kept, monkeypatch):
    """Files and a folder that belong to somebody else and are closed to others."""
    shutil.copy(kept[0], tmp_path / "j.db")
    for name in ("a.rec", "sheet.md", "house.yaml"):
        (tmp_path / name).write_text("# dealerkit record 1\nid: a\ngame: nap\nseats: 3\n---\n")
    monkeypatch.chdir(tmp_path)
    before = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
    mine = CliRunner().invoke(main, args, env={"DEALERKIT_CACHE": "off"}, input="quit\n")  # everything is imported now
    assert mine.exit_code in (0, 1, 2)
    for one in list(tmp_path.iterdir()):
        one.unlink()
    for name, data in before.items():
        (tmp_path / name).write_bytes(data)
        (tmp_path / name).chmod(0o000 if os.geteuid() else 0o600)
    tmp_path.chmod(0o555)
    code, said = as_another(args)
    tmp_path.chmod(0o755)
    assert code == 2, said
    assert any(why in said for why in ("ermission denied", "cannot", "not readable", "already exists")), said
    assert "went wrong" not in said
    for one in tmp_path.iterdir():
        one.chmod(0o600)
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == before


def as_another(args: list[str]) -> tuple[int, str]:
    """Run a command as somebody who owns nothing here: its code and what it says."""
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        try:
            if not os.geteuid():
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)
            result = CliRunner().invoke(main, args, env={"DEALERKIT_CACHE": "off"}, input="quit\n")
            os.write(writes, result.output.encode()[-4000:])
            os._exit(result.exit_code)
        finally:
            os._exit(99)
    os.close(writes)
    with os.fdopen(reads, "rb") as stream:
        said = stream.read().decode("utf-8", "replace")
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said
