"""The databases that are kept of rule files: the same as if they were made anew, never stale, never trusted when torn."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import threading
import zlib

import pytest

from dealerkit.catalogue.lookup import explain, find
from dealerkit.catalogue.store import CatalogueStore
from dealerkit.rules import cache, files
from dealerkit.rules.cache_database import database
from dealerkit.rules.files import stamp
from dealerkit.rulings.complaint import faults_like

HOUSE = "set: harbour\ntitle: Harbour Club\nextends: us\nfindings:\n  coup/wrong-payout: {severity: critical}\n"


@pytest.fixture
def house(tmp_path):
    """A house's own file."""
    file = tmp_path / "harbour.yaml"
    file.write_text(HOUSE, encoding="utf-8")
    return file


@pytest.fixture
def counted(place, tmp_path, forget):
    """A database of one number, made from one file; how often it was made."""
    file = tmp_path / "made-from.yaml"
    file.write_text("a: 1\n", encoding="utf-8")
    made = []

    def ask() -> int:
        def fill(empty) -> None:
            made.append(1)
            empty.execute("CREATE TABLE t (n INTEGER)")
            empty.execute("INSERT INTO t VALUES (7)")

        forget()
        found = database("counted", fill, lambda: [stamp(file)])
        assert found.execute("SELECT n FROM t").fetchall() == [(7,)]
        return len(made)

    return ask


def test_it_is_made_once(counted):
    """The second run reads what the first has kept."""
    assert [counted(), counted(), counted()] == [1, 1, 1]


def test_a_changed_file_makes_it_anew(counted, tmp_path):
    """Also one of the same size and time."""
    assert counted() == 1
    file = tmp_path / "made-from.yaml"
    was = file.stat()
    file.write_text("a: 2\n", encoding="utf-8")
    os.utime(file, ns=(was.st_atime_ns, was.st_mtime_ns))
    assert counted() == 2
    file.unlink()
    assert counted() == 3


@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: b"",
        lambda raw: raw[: len(raw) // 2],
        lambda raw: raw[:-100],
        lambda raw: raw[:-1] + bytes([raw[-1] ^ 1]),
        lambda raw: raw.replace(b"SQLite format 3", b"SQLite format 4"),
        lambda raw: raw.replace(b"CREATE TABLE", b"CREATE TABEL"),
        lambda raw: b"\x00\xff" + raw,
        lambda raw: b"{}\n" + raw.partition(b"\n")[2],
        lambda raw: raw.replace(b'"made by"', b'"made of"', 1),
    ],
)
def test_a_torn_one_is_made_anew_without_a_word(counted, place, spoil, capfd):
    """Cut short, a bit turned over, of another program; and the next run finds a whole one again."""
    counted()
    (file,) = place.glob("*.sqlite")
    file.write_bytes(spoil(file.read_bytes()))
    assert [counted(), counted()] == [2, 2]
    assert capfd.readouterr() == ("", "")


def test_a_sum_that_fits_bytes_that_are_no_database(counted, place):
    """Even then it is made anew."""
    counted()
    (file,) = place.glob("*.sqlite")
    head = json.loads(file.read_bytes().partition(b"\n")[0])
    torn = b"no database at all"
    head["sum"] = zlib.crc32(torn)
    file.write_bytes(json.dumps(head).encode() + b"\n" + torn)
    assert counted() == 2


def test_another_dealerkit_makes_it_anew(counted, monkeypatch):
    """Another version, or other code."""
    counted()
    monkeypatch.setattr(cache, "_made_by", lambda: ["another", 0])
    assert counted() == 2


def test_a_folder_that_cannot_be_written_is_no_trouble(counted, place, monkeypatch, capfd):
    """It is made in memory every time."""
    place.write_text("", encoding="utf-8")
    assert [counted(), counted()] == [1, 2]
    monkeypatch.setenv("DEALERKIT_CACHE", "off")
    assert counted() == 3
    assert capfd.readouterr() == ("", "")


def test_only_the_latest_are_kept(place, tmp_path):
    """They are large."""

    def fill(empty: sqlite3.Connection) -> None:
        empty.execute("CREATE TABLE t (n)")

    for number in range(cache._MOST[cache.DATABASE] + 3):
        database(f"number {number}", fill, list)
    assert len(list(place.glob("*.sqlite"))) == cache._MOST[cache.DATABASE]


def test_several_at_once_do_not_spoil_it(counted):
    """Threads that make, keep and read it side by side."""
    wrong = []

    def work() -> None:
        try:
            for _ in range(10):
                counted()
        except Exception as error:  # noqa: BLE001 - whatever it is
            wrong.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


# What is kept of the catalogue and of the desk


def test_the_catalogue_that_was_kept_is_the_one_that_would_be_made(place, house, monkeypatch, forget):
    """Entry by entry, with places seen from here; nothing is gathered for it."""
    fresh = CatalogueStore.of((house,)).entries()
    hits = find("wrong payouts", house)
    forget()
    with monkeypatch.context() as strict:
        strict.setattr("dealerkit.catalogue.collection.gather", lambda sets: pytest.fail("gathered"))
        assert CatalogueStore.of((house,)).entries() == fresh
        assert find("wrong payouts", house) == hits
        assert explain("coup/wrong-payout", house)[0].severity == "critical"


def test_a_house_that_changes_is_explained_anew(place, house, forget):
    """In the next process and in the same."""
    assert explain("coup/wrong-payout", house)[0].severity == "critical"
    house.write_text(HOUSE.replace("critical", "minor"), encoding="utf-8")
    assert explain("coup/wrong-payout", house)[0].severity == "minor"
    forget()
    assert explain("coup/wrong-payout", house)[0].severity == "minor"


def test_a_place_is_seen_from_where_one_stands(place, house, monkeypatch, tmp_path, forget):
    """What is kept in one folder is shown rightly in another."""
    monkeypatch.chdir(tmp_path)
    (change,) = explain("coup/wrong-payout", house)[0].departures
    assert change.where == "harbour.yaml:5"
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    forget()
    (change,) = explain("coup/wrong-payout", house)[0].departures
    assert change.where == f"{house}:5"


def test_a_phrase_that_is_added_is_found(place, tmp_path, monkeypatch):
    """In a file that was there, and in a new one: its folder has changed."""
    from dealerkit.rules import data

    rulings = tmp_path / "rulings"
    shutil.copytree(data.data_dir("rulings"), rulings)
    monkeypatch.setattr(data, "data_dir", lambda kind: rulings if kind == "rulings" else pytest.fail(kind))
    assert faults_like("flibbertigibbet") == []
    file = rulings / "told" / "every.yaml"
    file.write_text(
        re.sub(
            r"(boxed_card:\n(?:    often: \d+\n)?    told:\n)", r"\1      - flibbertigibbet\n", file.read_text(encoding="utf-8")
        ),
        encoding="utf-8",
    )
    assert faults_like("flibbertigibbet")[0].fault.name == "boxed_card"
    assert faults_like("gobbledygook") == []
    files._remembered.clear()
    text = file.read_text(encoding="utf-8").replace("flibbertigibbet", "gobbledygook")
    (rulings / "told" / "zzz.yaml").write_text(text, encoding="utf-8")
    file.unlink()
    assert faults_like("gobbledygook")[0].fault.name == "boxed_card"


@pytest.mark.slow
@pytest.mark.parametrize("command", ["explain BI-03", "search late bets"])
def test_the_commands_start_without_yaml_the_second_time(command, tmp_path):
    """As whole processes, two at once at first; what they print is the same."""
    program = (
        "import sys, atexit; from dealerkit.rules import cache; cache._UNSURE = 0; cache.SHIPPED = cache.SHIPPED / 'none'\n"
        "from dealerkit.cli.main import main\n"
        "atexit.register(lambda: print('yaml' in sys.modules, file=sys.stderr)); main(prog_name='dealerkit')"
    )
    env = {**os.environ, "DEALERKIT_CACHE": str(tmp_path / "cache")}
    line = [sys.executable, "-c", program, *command.split()]
    pipe = subprocess.PIPE
    both = [subprocess.Popen(line, env=env, stdout=pipe, stderr=pipe, text=True) for _ in range(2)]
    first, beside = (one.communicate() for one in both)
    again = subprocess.run(line, env=env, check=True, capture_output=True, text=True)
    assert first[0] == beside[0] == again.stdout
    assert first[0]
    assert again.stderr.strip() == "False"
