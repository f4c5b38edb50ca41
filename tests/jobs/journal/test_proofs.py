"""The journal proves who, too: names, redactions, and what somebody with the file can do unseen."""

from __future__ import annotations

import json
import secrets
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from dealerkit.errors import JournalError
from dealerkit.files import sqlite_file
from dealerkit.jobs.journal import files
from dealerkit.jobs.journal.chain import SECOND, START, Anchor, canonical, hash_of_body, link
from dealerkit.jobs.journal.clock import now
from dealerkit.jobs.journal.docket import Opening, Person, change_settings, close, decide, note, open_case
from dealerkit.jobs.journal.erasure import erase, expire
from dealerkit.jobs.journal.proofs import digest, foreign, proof_of, shown, without_people
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.verify import Verified, verify


@pytest.fixture
def decided(told, path):
    """A journal with a decision in it, its anchor from before anybody touched it, and a way to touch it."""
    decide(told, "1", "play_on", by="Ann Lee", reason="Carl Roe was warned by Ann Lee")
    anchor = told.anchor()
    told.close()
    return path, anchor


def by_another_hand(path: Path, *statements: str | tuple[str, tuple[Any, ...]]) -> None:
    """Change the file with sqlite3, without the triggers."""
    connection = sqlite3.connect(path, isolation_level=None)
    triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    for one in statements:
        connection.execute(*([one] if isinstance(one, str) else one))
    for _, sql in triggers:
        connection.execute(sql)
    connection.close()


def looked_at(path: Path, anchor: Anchor) -> Verified:
    """Verify with the anchor from before."""
    with Journal.open(path) as journal:
        return verify(journal, [anchor])


def forged(path: Path, kind: str, body: dict[Any, Any]) -> None:
    """Add an entry as dealerkit would, by hand: whoever has the file can."""
    connection = sqlite3.connect(path, isolation_level=None)
    seq, prev, at, zone = connection.execute("SELECT seq, hash, at, zone FROM entries ORDER BY seq DESC LIMIT 1").fetchone()
    salt, text = "2:" + secrets.token_hex(16), canonical(body)
    hashed = digest(proof_of(body, salt))
    row = (seq + 1, at, zone, kind, "", hashed, prev, link(prev, seq + 1, at, zone, kind, "", hashed, SECOND))
    connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    connection.execute("INSERT INTO bodies VALUES (?, ?, ?)", (seq + 1, salt, text))
    connection.close()


def decision(path: Path) -> int:
    """The entry of the decision."""
    with Journal.open(path) as journal:
        return journal.entries(kinds=("decided",))[0].seq


# -- names


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE people SET name = 'Dan Fox', name_key = 'dan fox' WHERE name = 'Ann Lee'",
        "UPDATE people SET salt = '' WHERE name = 'Ann Lee'",
        "UPDATE people SET salt = '', name = 'Dan Fox', name_key = 'dan fox' WHERE name = 'Ann Lee'",
        "DELETE FROM people WHERE name = 'Ann Lee'",
        "INSERT INTO people VALUES ('P-ABCDEFGH', 'Dan Fox', 'dan fox', 'aa')",
    ],
)
def test_a_name_that_was_changed_is_seen(decided, statement):
    """Edited, taken out, put in."""
    path, anchor = decided
    assert looked_at(path, anchor).flaws == ()
    by_another_hand(path, statement)
    assert [flaw.kind for flaw in looked_at(path, anchor).flaws] == ["names"]


def test_two_names_that_changed_places_are_seen(decided):
    """Both are real, and neither is the one who was there."""
    path, anchor = decided
    by_another_hand(
        path,
        "UPDATE people SET name = 'x', name_key = 'x' WHERE name = 'Ann Lee'",
        "UPDATE people SET name = 'Ann Lee', name_key = 'ann lee' WHERE name = 'Bo Chan'",
        "UPDATE people SET name = 'Bo Chan', name_key = 'bo chan' WHERE name = 'x'",
    )
    assert [flaw.kind for flaw in looked_at(path, anchor).flaws] == ["names", "names"]


def test_a_name_tied_again_is_seen(decided):
    """A forged entry cannot tie another name to a pseudonym that has one."""
    from dealerkit.jobs.journal.proofs import name_digest

    path, anchor = decided
    with Journal.open(path) as journal:
        pseudonym = next(one for one, name in journal.names.items() if name == "Ann Lee")
    by_another_hand(path, "UPDATE people SET name = 'Dan Fox', name_key = 'dan fox', salt = 'aa' WHERE name = 'Ann Lee'")
    forged(path, "set", {"named": {pseudonym: name_digest("aa", pseudonym, "Dan Fox")}})
    assert "names" in [flaw.kind for flaw in looked_at(path, anchor).flaws]


def test_an_erasure_still_works(decided):
    """The name is nowhere, the rest is proved against the anchor from before, and it is said what was removed by what."""
    path, anchor = decided
    with Journal.open(path, write=True) as journal:
        erase(journal, "Carl Roe")
        erase(journal, "Ann Lee")
    found = looked_at(path, anchor)
    assert found.flaws == ()
    assert any("a name was removed from entry 4 in one place by entry 6" in note for note in found.notes)
    everything = b"".join(one.read_bytes() for one in path.parent.iterdir() if one.is_file())
    assert b"Carl" not in everything
    assert b"Ann Lee" not in everything


def test_what_is_kept_says_nothing_of_who_was_removed(decided):
    """The digest of a removed word has lost its salt: nobody finds the name by trying."""
    path, _ = decided
    with Journal.open(path, write=True) as journal:
        erase(journal, "Carl Roe")
        salts = {row[0] for row in journal.rows("SELECT salt FROM bodies WHERE seq IN (SELECT seq FROM proofs)")}
        proofs = [row[0] for row in journal.rows("SELECT proof FROM proofs")]
    assert salts == {""}
    assert len(proofs) == 1
    assert "ROE" not in proofs[0]


# -- redactions


def test_a_decision_cannot_be_replaced_under_a_forged_redaction(decided):
    """As an earlier form let it: another body, and an entry that says it was redacted."""
    path, anchor = decided
    seq = decision(path)
    body = canonical({"outcome": "no_action", "reason": "nobody was warned"})
    by_another_hand(path, ("UPDATE bodies SET salt = 'aa', body = ? WHERE seq = ?", (body, seq)))
    forged(path, "redacted", {"why": "a person was removed", "bodies": {str(seq): hash_of_body("aa", body)}, "people": []})
    assert ("edited", seq) in [(flaw.kind, flaw.seq) for flaw in looked_at(path, anchor).flaws]


@pytest.mark.parametrize("how", ["a field", "a value", "a word", "another word", "the names"])
def test_a_forged_proof_removes_no_more_than_names(decided, how):
    """With everything else done as dealerkit does it: more than a name that is gone is told."""
    path, anchor = decided
    seq = decision(path)
    with Journal.open(path) as journal:
        ((salt, body),) = journal.rows("SELECT salt, body FROM bodies WHERE seq = ?", (seq,))
        pseudonym = next(iter(journal.names))
    proof = proof_of(json.loads(body), salt)
    fields = proof["m"]
    if how == "a field":
        fields["outcome"] = {"gone": digest(fields["outcome"])}
    elif how == "a value":
        fields["outcome"]["v"][1] = "no_action"
    elif how == "a word":
        words = fields["reason"]["t"]
        words[2] = ["00" * 32, "", 0]
    elif how == "another word":
        fields["reason"]["t"][2] = [digest({"t": fields["reason"]["t"]}), "praised", 0]
    else:
        proof = proof_of(json.loads(body) | {"named": {pseudonym: "00"}}, salt)
    kept = canonical(proof)
    by_another_hand(
        path,
        ("UPDATE bodies SET salt = '', body = ? WHERE seq = ?", (canonical(shown(proof)), seq)),
        ("INSERT INTO proofs VALUES (?, ?)", (seq, kept)),
    )
    said = {"why": "a person was removed", "bodies": {str(seq): hash_of_body("", kept)}, "people": [pseudonym]}
    forged(path, "redacted", said)
    assert ("edited", seq) in [(flaw.kind, flaw.seq) for flaw in looked_at(path, anchor).flaws]


def test_an_entry_removed_altogether_where_cases_are_kept_for_ever_is_told(decided):
    """Only a house that says how long it keeps cases may lose one."""
    path, anchor = decided
    seq = decision(path)
    with Journal.open(path) as journal:
        ((salt, body),) = journal.rows("SELECT salt, body FROM bodies WHERE seq = ?", (seq,))
    kept = canonical({"m": {key: {"gone": digest(part)} for key, part in proof_of(json.loads(body), salt)["m"].items()}})
    by_another_hand(path, ("DELETE FROM bodies WHERE seq = ?", (seq,)), ("INSERT INTO proofs VALUES (?, ?)", (seq, kept)))
    said = {"why": "past the house's retention period", "bodies": {str(seq): hash_of_body("", kept)}, "people": []}
    forged(path, "redacted", said)
    found = looked_at(path, anchor)
    assert ("edited", seq) in [(flaw.kind, flaw.seq) for flaw in found.flaws]
    assert any(f"the text of entry {seq} was removed by entry {seq + 1}" in note for note in found.notes)


def test_a_word_of_a_forged_redaction_is_a_pseudonym_and_is_told():
    """What is left to do unseen by the flaws: a word becomes a pseudonym, and the notes say where."""
    whole = proof_of({"text": "he was not warned"}, "2:aa")
    left = without_people(whole, [(["not"], "P-00000000")])
    assert digest(left) == digest(whole)
    assert list(foreign(left, {"P-00000000"}, whole=False)) == []
    assert list(foreign(left, {"P-11111111"}, whole=False)) != []


# -- the form


@pytest.fixture
def old(path):
    """A journal as an earlier dealerkit wrote it: its tables, two entries, a name."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(files.TABLES + files.TRIGGERS)
    connection.execute(f"PRAGMA application_id = {files.APPLICATION}")
    connection.execute("PRAGMA user_version = 1")
    connection.execute("INSERT INTO people VALUES ('P-ABCDEFGH', 'Ann Lee', 'ann lee')")
    prev = START
    bodies = [
        ("begun", "", {"zone": "UTC", "house": "Old", "shifts": "day 06:00"}),
        ("opened", "2026-0001", {"kind": "incident", "summary": "P-ABCDEFGH fell; Ann Lee is well"}),
    ]
    for seq, (kind, case, body) in enumerate(bodies, 1):
        text = canonical(body)
        hashed = hash_of_body("aa", text)
        at = f"2026-01-0{seq}T12:00:00+00:00"
        now = link(prev, seq, at, "UTC", kind, case, hashed)
        connection.execute("INSERT INTO entries VALUES (?, ?, 'UTC', ?, ?, ?, ?, ?)", (seq, at, kind, case, hashed, prev, now))
        connection.execute("INSERT INTO bodies VALUES (?, 'aa', ?)", (seq, text))
        prev = now
    connection.close()
    return path, Anchor(2, prev)


def test_a_journal_of_the_first_form_is_read(old):
    """As it is, without a change; what is not tied is said."""
    path, anchor = old
    before = path.read_bytes()
    found = looked_at(path, anchor)
    assert found.flaws == ()
    assert any("names are not protected by the hash chain yet" in note for note in found.notes)
    assert path.read_bytes() == before


def test_it_is_brought_up_to_date_by_the_first_entry_that_is_written(old, clock):
    """What stood in it stands in it; from then on its names are tied, and it can be erased from."""
    path, anchor = old
    with Journal.open(path, write=True) as journal:
        note(journal, "1", "she is back")
    found = looked_at(path, anchor)
    assert (found.flaws, found.notes, found.entries) == ((), (), 3)
    by_another_hand(path, "UPDATE people SET name = 'Dan Fox', name_key = 'dan fox'")
    assert [flaw.kind for flaw in looked_at(path, anchor).flaws] == ["names"]
    by_another_hand(path, "UPDATE people SET name = 'Ann Lee', name_key = 'ann lee'")
    with Journal.open(path, write=True) as journal:
        erase(journal, "Ann Lee")
    found = looked_at(path, anchor)
    assert found.flaws == ()
    assert any("entry 2 was redacted by entry 4, but there is no proof of the remaining text" in note for note in found.notes)


def test_what_expires_keeps_the_names_that_are_still_needed(journal, clock, path):
    """A person whose first case is gone is still proved by what is left of it."""
    people = (Person("Ann Lee", "floor"),)
    open_case(journal, Opening("incident", "one", "M3", people=people))
    close(journal, "1")
    change_settings(journal, {"keep_cases": "1m"})
    clock.move_to("2026-09-01 04:00:00")
    open_case(journal, Opening("incident", "two", "M3", people=people))
    assert expire(journal, now("Asia/Macau"))
    anchor = journal.anchor()
    assert verify(journal, [anchor]).flaws == ()
    assert list(journal.names.values()) == ["Ann Lee"]
    by_another_hand(path, "UPDATE people SET name = 'Dan Fox', name_key = 'dan fox'")
    assert [flaw.kind for flaw in verify(journal, [anchor]).flaws] == ["names"]


# -- waiting


@pytest.mark.thorough
def test_whoever_waits_is_told_so(told, path, monkeypatch):
    """After a second, once; and it is waited for half a minute, as it is said."""
    assert [times * (sqlite_file.PATIENCE + sqlite_file.PAUSE) for times in (sqlite_file.TRIES, sqlite_file.QUIET)] == [30, 1]
    monkeypatch.setattr(time, "sleep", lambda _: None)
    monkeypatch.setattr(sqlite_file, "TRIES", 3)
    monkeypatch.setattr(sqlite_file, "QUIET", 1)
    heard: list[Any] = []
    monkeypatch.setattr(Journal, "on_wait", staticmethod(heard.append))
    with Journal.open(path, write=True) as other, other.writing(), pytest.raises(JournalError):
        note(told, "1", "more")
    assert heard == [path]


@pytest.mark.thorough
def test_the_command_says_that_it_waits(told, path):
    """On standard error, with the file."""
    code = "import sys; from dealerkit.files import sqlite_file; sqlite_file.QUIET = 0; sqlite_file.TRIES = 2;"
    code += "from dealerkit.cli.main import main; main()"
    with told.writing():
        call = [sys.executable, "-c", code, "journal", "note", "1", "more", "--journal", str(path)]
        done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"note: someone else is writing to {path}; waiting" in done.stderr
