"""`verify`: an edit, a deletion, another order, a cut tail, a journal written anew."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable

import pytest

from dealerkit.errors import UnknownName
from dealerkit.jobs.journal.chain import START, Anchor, canonical, hash_of_body, link
from dealerkit.jobs.journal.docket import Opening, note, open_case
from dealerkit.jobs.journal.people import NO_NAMES_IN
from dealerkit.jobs.journal.rulesets import keep_rules
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.verify import Verified, verify
from dealerkit.rules.sets import rule_set


@pytest.fixture
def tampered(told, path):
    """Do something to the file behind dealerkit's back, without the triggers, and verify."""
    for number in range(4):
        note(told, "1", f"fact {number}")
    anchor = told.anchor()
    told.close()

    def do(*statements: str | Callable[[sqlite3.Connection], None]) -> Verified:
        connection = sqlite3.connect(path, isolation_level=None)
        triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        for one in statements:
            one(connection) if callable(one) else connection.execute(one)
        for _, sql in triggers:
            connection.execute(sql)
        connection.close()
        with Journal.open(path) as journal:
            return verify(journal, [anchor])

    return do


def kinds(found: Verified) -> list[tuple[str, int]]:
    """What was found where."""
    return [(flaw.kind, flaw.seq) for flaw in found.flaws]


def test_untouched(tampered):
    """Nothing is wrong with what nobody touched."""
    assert tampered().flaws == ()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE bodies SET body = replace(body, 'drink', 'chip') WHERE seq = 2",
        "UPDATE bodies SET salt = '' WHERE seq = 2",
        "UPDATE entries SET at = '2026-03-01T13:00:00+08:00' WHERE seq = 2",
        "UPDATE entries SET case_no = '2026-0002' WHERE seq = 2",
        "UPDATE entries SET kind = 'noted' WHERE seq = 2",
        "UPDATE entries SET zone = 'UTC' WHERE seq = 2",
        "UPDATE entries SET body_hash = prev WHERE seq = 2",
        "UPDATE entries SET prev = body_hash WHERE seq = 2",
    ],
)
def test_an_edit(tampered, statement):
    """Whatever of an entry is edited, the entry is named."""
    assert ("edited", 2) in kinds(tampered(statement))


def test_an_edit_with_a_hash_of_its_own_breaks_the_next(tampered):
    """Who edits an entry and makes its hash anew is betrayed by the entry after it."""

    def forge(connection: sqlite3.Connection) -> None:
        row = connection.execute("SELECT prev, seq, at, zone, kind, case_no FROM entries WHERE seq = 3").fetchone()
        prev, seq, at, zone, kind, case = row
        body = canonical({"text": "nothing happened"})
        hashed = hash_of_body("salt", body)
        connection.execute("UPDATE bodies SET salt = 'salt', body = ? WHERE seq = 3", (body,))
        connection.execute(
            "UPDATE entries SET body_hash = ?, hash = ? WHERE seq = 3", (hashed, link(prev, seq, at, zone, kind, case, hashed))
        )

    found = tampered(forge)
    assert kinds(found) == [("edited", 4)]
    assert "no longer there" in found.flaws[0].text


@pytest.mark.parametrize("seq", [1, 3, 7])
def test_a_deletion(tampered, seq):
    """An entry that was deleted is missing, with its text or without."""
    found = tampered(f"DELETE FROM bodies WHERE seq = {seq}", f"DELETE FROM entries WHERE seq = {seq}")
    assert ("missing", seq) in kinds(found)
    assert "deleted" in next(flaw.text for flaw in found.flaws if flaw.seq == seq)


def test_a_deletion_of_the_text_alone(tampered):
    """Text that is gone without an entry that says so is missing."""
    assert kinds(tampered("DELETE FROM bodies WHERE seq = 3")) == [("missing", 3)]


def test_a_deletion_closed_up(tampered):
    """Who closes the gap by giving the later entries other numbers has moved them."""
    found = tampered(
        "DELETE FROM bodies WHERE seq = 5",
        "DELETE FROM entries WHERE seq = 5",
        "UPDATE entries SET seq = seq - 1 WHERE seq > 5",
        "UPDATE bodies SET seq = seq - 1 WHERE seq > 5",
    )
    assert ("moved", 5) in kinds(found)
    assert "written as entry 6" in found.flaws[0].text
    assert ("cut", 8) in kinds(found)  # and there is one fewer than the anchor knows


def test_another_order(tampered):
    """Two entries that changed places are both named, with where they stood."""
    steps = ("seq = 1000 WHERE seq = 5", "seq = 5 WHERE seq = 6", "seq = 6 WHERE seq = 1000")
    found = tampered(*(f"UPDATE {table} SET {step}" for table in ("entries", "bodies") for step in steps))
    assert kinds(found) == [("moved", 5), ("moved", 6)]
    assert "written as entry 6" in found.flaws[0].text


def test_a_cut_tail(tampered, path):
    """Entries cut off the end are seen only against an anchor; the message says where the end was."""
    found = tampered("DELETE FROM bodies WHERE seq > 6", "DELETE FROM entries WHERE seq > 6")
    assert kinds(found) == [("cut", 7)]
    assert "the anchor has entry 8" in found.flaws[0].text
    assert "ends with entry 6" in found.flaws[0].text
    with Journal.open(path) as journal:
        assert verify(journal).flaws == ()  # as the command itself says


def test_written_anew(told, path, tmp_path):
    """Another journal of the same length is not the one that the anchor was printed of."""
    anchor = told.anchor()
    with Journal.begin(tmp_path / "other.db", zone="UTC") as other:
        open_case(other, Opening("incident", story=("a", "b")))
        assert other.anchor().seq == anchor.seq
        assert verify(other).flaws == ()
        assert [(flaw.kind, flaw.seq) for flaw in verify(other, [anchor]).flaws] == [("edited", anchor.seq)]


def test_nothing_left_at_all(tampered):
    """A journal without entries is not as it was begun."""
    assert ("missing", 1) in kinds(tampered("DELETE FROM bodies", "DELETE FROM entries"))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE bodies SET body = x'ff00' WHERE seq = 2",
        "UPDATE bodies SET body = '[' WHERE seq = 2",
        "UPDATE entries SET at = 'yesterday' WHERE seq = 2",
        "UPDATE entries SET kind = 'boasted' WHERE seq = 2",
    ],
)
def test_nonsense_is_tampering_too(tampered, statement):
    """What cannot even be read is found, and stops nobody."""

    def force(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = replace(sql, ' STRICT', '')")
        connection.execute("PRAGMA writable_schema = RESET")
        connection.execute(statement)

    assert ("edited", 2) in kinds(tampered(force))


def test_rules_that_were_changed_or_deleted(journal, path):
    """The rule sets that were kept are part of what is looked at."""
    with journal.writing() as writing:
        keep_rules(writing, rule_set("us"))
    assert verify(journal).flaws == ()
    journal.close()
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER kept_no_UPDATE")
    connection.execute("DROP TRIGGER kept_no_DELETE")
    connection.execute("UPDATE kept SET packed = x'00' WHERE what = 'rules'")
    connection.execute("DELETE FROM kept WHERE what = 'facts'")
    connection.commit()
    connection.close()
    with Journal.open(path) as opened:
        found = verify(opened)
    assert sorted(kinds(found)) == [("file", 0), ("rules", 0), ("rules", 2)]


def test_the_clock_was_set_back(journal, clock):
    """A clock set back is noted; it is no tampering."""
    clock.move_to("2026-03-01 03:00:00")
    open_case(journal, Opening("incident", "a drink"))
    found = verify(journal)
    assert found.flaws == ()
    assert "set back before entry 2" in found.notes[0]


def test_anchors_as_people_type_them(told):
    """The number and the first 16 digits are enough, however they are spaced; what is no anchor is refused."""
    anchor = told.anchor()
    for said in (str(anchor), f" {anchor.seq}: {anchor.hash.upper()}", f"{anchor.seq} {anchor.hash[:8]} {anchor.hash[8:16]}"):
        assert verify(told, [Anchor.read(said)]).flaws == ()
    for said in (
        "",
        "7",
        f"{anchor.seq} {anchor.hash[:15]}",
        anchor.hash,
        f"{anchor.seq} {'g' * 16}",
        f"{anchor.seq} {'a' * 65}",
    ):
        with pytest.raises(UnknownName, match="anchor"):
            Anchor.read(said)


def test_the_chain_is_what_its_description_says(told):
    """An independent reading of the file, with hashlib's own words, comes to the same hashes."""
    import hashlib

    def sha(*parts: object) -> str:
        text = json.dumps(parts, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(b"dealerkit journal 1\0" + text.encode()).hexdigest()

    def below(salt: str, key: object) -> str:
        return hashlib.sha256(f"{salt}\0{key}".encode()).hexdigest()[:32]

    def tree(value: object, salt: str, names: bool) -> str:
        if isinstance(value, dict):
            parts = []
            for key in sorted(value):
                parts += [key, tree(value[key], below(salt, key), names and key not in NO_NAMES_IN | {"named"})]
            return sha("map", *parts)
        if isinstance(value, list):
            return sha("list", *(tree(inner, below(salt, at), names) for at, inner in enumerate(value)))
        if isinstance(value, str) and names:
            words = re.findall(r"\w+|\s+|[^\w\s]", value)
            return sha("text", *(sha("word", below(salt, at), word) for at, word in enumerate(words)))
        return sha("value", below(salt, 0), json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True))

    prev = START
    rows = told.rows(
        "SELECT e.seq, at, zone, kind, case_no, body_hash, hash, salt, body FROM entries e JOIN bodies b ON b.seq = e.seq"
    )
    for seq, at, zone, kind, case, body_hash, hashed, salt, body in rows:
        assert tree(json.loads(body), salt, names=True) == body_hash
        text = json.dumps([prev, seq, at, zone, kind, case, body_hash], separators=(",", ":"), ensure_ascii=False)
        assert hashlib.sha256(b"dealerkit journal 2\0" + text.encode()).hexdigest() == hashed
        prev = hashed
    for pseudonym, name, salt in told.rows("SELECT pseudonym, name, salt FROM people"):
        assert any(sha("name", salt, pseudonym, name) in str(row[8]) for row in rows)


def test_what_has_no_place_in_an_entry():
    """No float, no other thing, no key that is not text: there is one way to write an entry."""
    for value in ({"a": 1.5}, {1: "a"}, {"a": {1, 2}}):
        with pytest.raises(TypeError):
            canonical(value)
