"""The journal in a database on a server: the same entries, the same chain, the same verify as in a file."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.errors import JournalError
from dealerkit.files.server import ServerPlace, shown
from dealerkit.jobs.journal import server
from dealerkit.jobs.journal.cases import find_case
from dealerkit.jobs.journal.docket import Opening, decide, note, open_case
from dealerkit.jobs.journal.erasure import erase
from dealerkit.jobs.journal.export import as_json, dumped
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.transfer import copy
from dealerkit.jobs.journal.verify import verify
from tests.postgres import PASSWORD, USER

WRITER = Path(__file__).with_name("writer.py")


@pytest.fixture
def path(postgres) -> ServerPlace:
    """Where the journal lies: `journal` and `told` begin it there."""
    return ServerPlace(postgres.empty())


def started(*words: object) -> subprocess.Popen[str]:
    """A process that writes."""
    return subprocess.Popen(
        [sys.executable, str(WRITER), *map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def by_hand(path: ServerPlace, *statements: str, guarded: bool = False) -> None:
    """Do something to the database behind dealerkit's back, as whoever owns it can: without what refuses changes."""
    with psycopg.connect(path.url, autocommit=True) as connection:
        if not guarded:
            connection.execute("SET session_replication_role TO replica")
        for statement in statements:
            connection.execute(statement.encode())


def test_it_is_the_same_as_in_a_file(told, path):
    """A case from its opening to an erasure: what is said, shown and verified is what a file would have."""
    note(told, "1", "Bo Chan saw it, said José at 「十二」\x00")
    decide(told, "1", "play_on", by="Ann Lee", reason="no card was touched")
    assert find_case(told, "1").outcome == "play_on"
    assert verify(told).flaws == ()
    removed = erase(told, "Carl Roe")
    assert removed.people
    found = verify(told)
    assert found.flaws == ()
    assert "Carl Roe" not in dumped(as_json(told))
    assert "Ann Lee" in told.names.values()
    with Journal.open(path) as again:
        assert again.anchor() == told.anchor()
        assert verify(again, [told.anchor()]).flaws == ()
        assert [entry.hash for entry in again.entries()] == [entry.hash for entry in told.entries()]


@pytest.mark.parametrize(
    ("statement", "kind", "seq"),
    [
        ("UPDATE journal.bodies SET body = replace(body, 'drink', 'chip') WHERE seq = 2", "edited", 2),
        pytest.param("DELETE FROM journal.entries WHERE seq = 3", "missing", 3, marks=pytest.mark.slow),
        pytest.param("UPDATE journal.entries SET at = 'yesterday' WHERE seq = 3", "edited", 3, marks=pytest.mark.slow),
        ("DELETE FROM journal.entries WHERE seq > 4", "cut", 5),
        ("UPDATE journal.people SET name = 'Dan Fox', name_key = 'dan fox' WHERE name = 'Ann Lee'", "names", 0),
        pytest.param('DROP TRIGGER "bodies_no_UPDATE" ON journal.bodies', "file", 0, marks=pytest.mark.slow),
        ('ALTER TABLE journal.entries DISABLE TRIGGER "entries_no_DELETE"', "file", 0),
        (
            "CREATE OR REPLACE FUNCTION journal.refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
            "file",
            0,
        ),
    ],
)
def test_what_is_done_by_hand_is_found(told, path, statement, kind, seq):
    """An edit, a deletion, a cut tail, another name, what refuses changes taken out: each is told at its entry."""
    note(told, "1", "more")
    note(told, "1", "and more")
    anchor = told.anchor()
    by_hand(path, statement)
    assert (kind, seq) in [(flaw.kind, flaw.seq) for flaw in verify(told, [anchor]).flaws]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal.entries SET at = '2020-01-01'",
        *(
            pytest.param(one, marks=pytest.mark.slow)
            for one in (
                "DELETE FROM journal.entries WHERE seq = 2", "UPDATE journal.bodies SET body = '{}'",
                "DELETE FROM journal.bodies", "TRUNCATE journal.entries CASCADE",
            )
        ),
    ],
)  # fmt: skip
def test_the_tables_refuse_changes(told, path, statement):
    """SQL that would change or delete an entry is refused by the database itself."""
    with pytest.raises(psycopg.errors.IntegrityConstraintViolation, match="only added to"):
        by_hand(path, statement, guarded=True)
    assert verify(told).flaws == ()


@pytest.mark.slow  # every day two processes write at once in a file, and one is killed here
def test_four_writers_make_one_chain(path):
    """Four processes of 100 entries each at once: all stand, each once, in one chain, each process's own in its order."""
    Journal.begin(path, zone="UTC").close()
    names = ("ann", "bo", "cy", "di")
    everybody = [started(path.url, who, 100, 10) for who in names]
    for one in everybody:
        out, _ = one.communicate(timeout=120)
        assert one.returncode == 0
        assert len(out.splitlines()) == 100
    with Journal.open(path) as journal:
        texts = [str(entry.said["text"]).split()[:2] for entry in journal.entries(kinds=("noted",))]
        assert verify(journal).flaws == ()
        assert journal.anchor().seq == 401
    for who in names:
        assert [int(number) for name, number in texts if name == who] == list(range(100))


def test_several_that_begin_at_once_begin_one_journal(path):
    """All find the same journal, with one first entry."""
    made: list[str] = []

    def begin() -> None:
        try:
            with Journal.begin(path, zone="UTC", new=False) as journal:
                made.append(journal.entries()[0].hash)
        except JournalError as error:
            made.append(str(error))

    threads = [threading.Thread(target=begin) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Counter(made).most_common() == [(made[0], 6)]


@pytest.mark.parametrize("after", [1, pytest.param(30, marks=pytest.mark.slow)])
@pytest.mark.thorough
def test_killed_between_entries(path, after):
    """Killed with kill -9 while it writes: every entry that was said to stand does, and the chain is whole."""
    Journal.begin(path, zone="UTC").close()
    process = started(path.url, "ann", 100000, 3000)
    last = 0
    for _ in range(after):
        last = int(process.stdout.readline().split()[0])
    process.send_signal(signal.SIGKILL)
    process.communicate()
    with Journal.open(path, write=True) as journal:
        found = verify(journal)
        assert found.flaws == ()
        assert found.entries >= last
        open_case(journal, Opening("incident", "afterwards"))
        assert verify(journal).flaws == ()


@pytest.mark.thorough
def test_killed_in_the_middle_of_an_entry(path):
    """Killed before it is done: what stood before stands, nothing of the rest does, and nobody waits for whoever died."""
    with Journal.begin(path, zone="UTC") as journal:
        before = journal.anchor()
    process = started("stop", path.url)
    assert process.stdout.readline() == "in the middle\n"
    process.send_signal(signal.SIGKILL)
    process.communicate()
    with Journal.open(path, write=True) as journal:
        open_case(journal, Opening("incident", "afterwards"))
        assert journal.entries()[1].seq == before.seq + 1
        assert verify(journal, [before]).flaws == ()


@pytest.mark.thorough
def test_whoever_waits_too_long_is_told(told, path, monkeypatch):
    """While somebody keeps writing another waits, says so once, gives up in the end, and nothing is lost."""
    monkeypatch.setattr(server, "PATIENCE", 2)
    waits: list[object] = []
    monkeypatch.setattr(Journal, "on_wait", staticmethod(waits.append))
    before = told.anchor()
    with Journal.open(path, write=True) as other, other.writing():
        with pytest.raises(JournalError, match="another program is still writing"):
            note(told, "1", "more")
        assert told.anchor() == before
    assert waits == [path]
    note(told, "1", "more")
    assert verify(told, [before]).flaws == ()


def test_a_read_only_database_and_a_read_only_opening(told, path, postgres):
    """Where nothing can be written it is said so, and what stands there is read."""
    name = path.url.partition("?")[0].rpartition("/")[2]
    postgres.execute("postgres", f"ALTER DATABASE {name} SET default_transaction_read_only TO on")
    with Journal.open(path, write=True) as journal, pytest.raises(JournalError, match="read-only"):
        note(journal, "1", "more")
    with Journal.open(path) as journal, pytest.raises(JournalError, match="read-only"):
        note(journal, "1", "more")
    assert verify(told).flaws == ()


def test_no_journal_a_second_one_and_a_later_one(path):
    """Each is refused in words that say what to do."""
    assert not Journal.is_there(path)
    with pytest.raises(JournalError, match="there is no journal in this database"):
        Journal.open(path)
    Journal.begin(path, zone="UTC").close()
    assert Journal.is_there(path)
    with pytest.raises(JournalError, match="there is a journal in this database already"):
        Journal.begin(path, zone="UTC")
    by_hand(path, "UPDATE journal.form SET number = 9")
    with pytest.raises(JournalError, match="a newer version of dealerkit wrote this journal"):
        Journal.open(path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda url: url.replace(quote(PASSWORD, safe=""), "guessed"), "the password is wrong"),
        (lambda url: url.replace(USER + ":", "nobody:"), "the user or the password is wrong"),
        (lambda url: url.replace("/house_", "/houses_"), "there is no such database"),
        (lambda url: url.partition("?")[0] + "?host=/nowhere", "no server answers at that address"),
        (lambda url: url.replace("?", "?sslmode=never&"), "the options after the question mark"),
        (lambda url: url.replace(quote(PASSWORD, safe=""), "sword fish/9"), "not a database address|no server answers"),
        (lambda url: url.replace(quote(PASSWORD, safe=""), "sword%fish"), "not a database address"),
    ],
)  # fmt: skip
def test_an_address_that_does_not_do(path, change: Callable[[str], str], said):
    """Wrong password, no such user, database or server, no address at all: in words, and never with the password."""
    with pytest.raises(JournalError, match=said) as caught:
        Journal.open(ServerPlace(change(path.url)))
    for secret in (PASSWORD, quote(PASSWORD, safe=""), "fish", "guessed"):
        assert secret not in str(caught.value)
        assert secret not in repr(ServerPlace(change(path.url)))


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:swordfish@db/house", "postgresql://ann:sw@ordfish@db/house", "postgres://ann:sword/fish@db/house",
        "postgresql://db/house?user=ann&password=swordfish", "postgresql://ann:swordfish@[db/house", "postgresql://ann:sword?fish@db/x",
        "postgresql://ann:sword#fish@db/x", "postgresql://ann@db:swordfish/house", "postgresql:swordfish@db",
    ],
)  # fmt: skip
def test_no_password_is_shown(url):
    """Whatever an address is, and however wrongly it was typed."""
    for part in ("sword", "fish"):
        assert part not in shown(url)


def test_a_journal_goes_to_a_server_and_back(told, path, tmp_path):
    """From a database to a file and on to another database: the same entries, hashes and names, an erasure included."""
    note(told, "1", "Bo Chan saw it")
    erase(told, "Carl Roe")
    file, last = tmp_path / "copy.db", ServerPlace(path.url)
    copied = copy(told, file)
    assert copied.anchor == told.anchor()
    by_hand(path, "DROP SCHEMA journal CASCADE")
    with Journal.open(file, write=True) as one:
        assert verify(one, [copied.anchor]).flaws == ()
        entries, names = one.entries(), one.names
        copy(one, last)
        with pytest.raises(JournalError, match="there is already something here"):
            copy(one, last)
        with pytest.raises(JournalError, match="there is already something here"):
            copy(one, file)
    with Journal.open(last, write=True) as other:
        assert other.entries() == entries
        assert other.names == names
        assert verify(other, [copied.anchor]).flaws == ()
        note(other, "1", "afterwards")
        assert verify(other, [copied.anchor]).flaws == ()


def test_a_journal_that_was_edited_is_not_copied(told, path, tmp_path):
    """What is not as it was written is told, and no copy of it made."""
    by_hand(path, "UPDATE journal.entries SET zone = 'UTC' WHERE seq = 2")
    with pytest.raises(JournalError, match=r"changed after it was written.*nothing was copied"):
        copy(told, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_the_commands_read_it_there(told, path, tmp_path):
    """`journal` verifies, shows and copies by an address; nothing that it prints has the password."""
    told.close()
    said = ""
    for words in (
        ["verify", "--journal", path.url], ["anchor"], ["list"], ["note", "1", "by hand", "--by", "Ann Lee"], ["show", "1"],
        ["copy", str(tmp_path / "copy.db")], ["verify", "--journal", str(tmp_path / "copy.db")],
    ):  # fmt: skip
        result = CliRunner().invoke(main, ["journal", *words], env={"DEALERKIT_DATABASE": path.url})
        assert result.exit_code == 0, result.output
        said += result.output
    assert "by hand" in said
    assert f"entries in {tmp_path / 'copy.db'}, each the same as in" in " ".join(said.split())
    assert PASSWORD not in said
    assert quote(PASSWORD, safe="") not in said
