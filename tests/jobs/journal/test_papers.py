"""Papers in the journal: put in force with their hashes, copies posted and called back, a file known again."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from dealerkit.errors import JournalError, UnknownName
from dealerkit.jobs.journal.erasure import erase
from dealerkit.jobs.journal.export import as_csv, as_json
from dealerkit.jobs.journal.papers import (
    Printed,
    adopt_papers,
    adopted,
    collect,
    copies,
    games_of,
    known_paper,
    post,
    recalled,
    revisions,
)
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.verify import verify
from dealerkit.rules.games import game
from dealerkit.sheets.identity import Identity, copy_words

ONE, TWO = "1a" * 32, "2b" * 32


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A journal."""
    with Journal.begin(tmp_path / "journal.db", zone="UTC") as made:
        yield made


def paper(version: str = "1", content: str = ONE, doc: str = "dealer", sha256: str = "", **more: Any) -> Printed:
    """A printed card of mini baccarat."""
    made = Printed(
        identity=Identity(doc, "Step card", "en", "HR-7", version, copy_words(content), content),
        house="Riverside",
        form="pdf",
        files=((f"{doc}.pdf", sha256 or content[::-1]),),
        games=(game("mini-baccarat", "us"),),
    )
    return attrs.evolve(made, **more)


def test_a_paper_is_put_in_force_with_its_hash(journal):
    """Edition, file, hash, version and who; the rules that it was printed from are kept, and the chain holds."""
    adopt_papers(journal, [paper()], by="Ann Lee")
    (one,) = adopted(journal)
    assert (one.house, one.doc, one.number, one.version, one.content) == ("Riverside", "dealer", "HR-7", "1", ONE)
    assert one.files == {"dealer.pdf": ONE[::-1]}
    assert one.games == ("mini-baccarat",)
    assert journal.named(one.entry.said["people"]) == [{"who": "Ann Lee", "role": "manager"}]
    (kept,) = games_of(journal, "1")
    assert (kept.id, kept.options, kept.sha256) == ("mini-baccarat", paper().games[0].options, paper().games[0].sha256)
    assert verify(journal).flaws == ()


def test_a_changed_entry_is_found(journal):
    """A hash that somebody changes in the journal is an edit that verify tells."""
    (entry,) = adopt_papers(journal, [paper()])
    connection = journal._store.connection
    connection.execute("DROP TRIGGER bodies_no_UPDATE")
    connection.execute("UPDATE bodies SET body = replace(body, ?, ?) WHERE seq = ?", (ONE[::-1], TWO, entry.seq))
    assert ("edited", entry.seq) in [(flaw.kind, flaw.seq) for flaw in verify(journal).flaws]


def test_the_same_paper_is_put_in_force_once(journal):
    """Printed again, file for file, it stands there once; in another format it is a paper of its own."""
    first = adopt_papers(journal, [paper()])
    assert [one.seq for one in adopt_papers(journal, [paper()])] == [one.seq for one in first]
    adopt_papers(journal, [paper(form="html", files=(("dealer.html", "cd" * 32),))])
    assert len(adopted(journal)) == 2


def test_a_version_has_one_text(journal):
    """Another text under the same version is refused, and nothing of what came with it is written."""
    adopt_papers(journal, [paper()])
    before = len(journal.entries())
    with pytest.raises(JournalError, match=r"edition 1 of dealer was adopted on .* with another text"):
        adopt_papers(journal, [paper(doc="floor"), paper(content=TWO)])
    assert len(journal.entries()) == before
    with pytest.raises(JournalError, match="no edition number"):
        adopt_papers(journal, [paper(version="")])


def test_copies_are_posted_called_back_and_collected(journal):
    """Place, number and date of each copy that is out, of the version that is called back and no other."""
    adopt_papers(journal, [paper(), paper(doc="floor", content="3c" * 32)])
    dealer, floor = adopted(journal)
    post(journal, dealer, "Table 7", by="Ann Lee")
    post(journal, dealer, "  Table   3 ")
    post(journal, floor, "Pit desk", number="A-1")
    adopt_papers(journal, [paper("2", TWO)])
    post(journal, adopted(journal)[-1], "Table 7")
    assert [(one.place, one.number) for one in recalled(journal, "1")] == [
        ("Pit desk", "A-1"),
        ("Table 3", "2"),
        ("Table 7", "1"),
    ]
    assert [one.place for one in recalled(journal, copy_words(ONE).upper())] == ["Table 3", "Table 7"]
    collect(journal, "1", "2", by="Bo Chen")
    assert [one.place for one in recalled(journal, "1")] == ["Pit desk", "Table 7"]
    assert [one.collected is not None for one in copies(journal)] == [False, True, False, False]
    with pytest.raises(UnknownName, match="unknown copy of edition 1 still out: '2'; known: 1, A-1"):
        collect(journal, "1", "2")
    with pytest.raises(UnknownName, match="unknown version of a paper: '9'"):
        recalled(journal, "9")
    with pytest.raises(JournalError, match="copy 1 of dealer, edition 1, is posted already: Table 7"):
        post(journal, dealer, "Table 8", number="1")
    with pytest.raises(UnknownName, match="unknown place"):
        post(journal, dealer, " ")
    post(journal, dealer, "Table 8", number="2")
    assert verify(journal).flaws == ()


def test_nothing_was_put_in_force_yet(journal):
    """An empty journal has no version, and says so."""
    with pytest.raises(UnknownName, match="no paper is in force yet"):
        recalled(journal, "1")


def test_a_file_is_known_again(journal):
    """By its hash; by its text in another file; as altered, as ours and never adopted, as nobody's; and what came after it."""
    adopt_papers(journal, [paper()])
    adopt_papers(journal, [paper("2", TWO)])
    first, second = adopted(journal)
    says = paper().identity
    assert known_paper(journal, ONE[::-1], None).paper == first
    assert known_paper(journal, ONE[::-1], None).newer == second
    assert known_paper(journal, TWO[::-1], None).newer is None
    assert [known_paper(journal, "ff" * 32, one).state for one in (says, attrs.evolve(says, content="4d" * 32))] == [
        "reprinted", "altered",
    ]  # fmt: skip
    assert known_paper(journal, "ff" * 32, attrs.evolve(says, content="4d" * 32, version="3")).state == "unknown"
    assert known_paper(journal, "ff" * 32, attrs.evolve(says, content="4d" * 32, title="Another game")).state == "unknown"
    assert known_paper(journal, "ff" * 32, None).state == "foreign"
    assert known_paper(None, "ff" * 32, says).state == "unknown"


def test_the_history_of_a_version_does_not_change(journal):
    """Editions before it, with day and who; what comes later never stands in the history of an earlier one."""
    adopt_papers(journal, [paper(effective="2026-03-01")], by="Ann Lee")
    games = paper().games
    assert revisions(journal, "Riverside", games, now="1") == ()
    (one,) = revisions(journal, "Riverside", games, now="2")
    assert (one.version, one.date, one.by) == ("1", "1 March 2026", "Ann Lee")
    adopt_papers(journal, [paper("2", TWO)])
    assert [one.version for one in revisions(journal, "Riverside", games, now="2")] == ["1"]
    assert [one.version for one in revisions(journal, "Riverside", games, now="3")] == ["1", "2"]
    assert revisions(journal, "Riverside", games, now="1") == ()
    assert revisions(journal, "Lakeside", games, now="2") == ()


def test_versions_of_rule_sets_are_a_part_of_the_history(journal, tmp_path):
    """A house whose rule set had another version in force before: version and day, with what the rules are of."""
    file = tmp_path / "own.yaml"
    for version, depth in (("A", 14), ("B", 15)):
        file.write_text(f'set: own\nextends: us\nversion: "{version}"\noptions: {{mini-baccarat: {{cut_card_depth: {depth}}}}}\n')
        games = (game("mini-baccarat", file),)
        made = revisions(journal, "Riverside", games, now=version)
        assert [one.version for one in made] == (["A", "A"] if version == "B" else [])
        adopt_papers(journal, [paper(version, version.encode().hex() * 32, games=games)])
        assert revisions(journal, "Riverside", games, now=version) == made


def test_export_tells_what_a_paper_was(journal):
    """CSV and JSON have the entries of papers."""
    adopt_papers(journal, [paper()], by="Ann Lee")
    post(journal, adopted(journal)[0], "Table 7")
    told = "\n".join(as_csv(journal))
    assert "printed" in told
    assert f"file dealer.pdf, {ONE[::-1][:16]}" in told
    assert "copy 1: Table 7" in told
    entries: Any = as_json(journal)["entries"]
    assert [one["kind"] for one in entries][-2:] == ["printed", "posted"]


def test_a_person_is_erased_from_papers(journal):
    """Who put a paper in force, and a place named after somebody: gone, and the chain still holds."""
    adopt_papers(journal, [paper()], by="Ann Lee")
    post(journal, adopted(journal)[0], "the desk of Ann Lee", by="Ann Lee")
    erase(journal, "Ann Lee")
    assert "Ann Lee" not in "\n".join(as_csv(journal))
    assert [one.number for one in recalled(journal, "1")] == ["1"]
    assert verify(journal).flaws == ()


@pytest.mark.slow
def test_two_that_adopt_at_once(tmp_path):
    """Two programs put papers in force at the same time: each stands there once, and the chain holds."""
    path = tmp_path / "journal.db"
    Journal.begin(path, zone="UTC").close()
    code = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
from test_papers import paper
from dealerkit.jobs.journal.papers import adopt_papers
from dealerkit.jobs.journal.store import Journal
with Journal.open(Path(sys.argv[1]), write=True) as journal:
    adopt_papers(journal, [paper()])
    adopt_papers(journal, [paper("2", sys.argv[2] * 32, doc="floor" + sys.argv[2])])
"""
    running = [subprocess.Popen([sys.executable, "-c", code, str(path), who, str(Path(__file__).parent)]) for who in ("aa", "bb")]
    deadline = time.monotonic() + 120
    while any(one.poll() is None for one in running) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert [one.returncode for one in running] == [0] * 2
    with Journal.open(path) as journal:
        assert sorted(one.doc for one in adopted(journal)) == ["dealer", "flooraa", "floorbb"]
        assert verify(journal).flaws == ()


def test_a_full_disk_leaves_the_journal_as_it_was(journal, monkeypatch):
    """No room for the entry: nothing is written, and the journal is whole."""
    before = len(journal.entries())
    journal._store.connection.execute(f"PRAGMA max_page_count = {journal.rows('PRAGMA page_count')[0][0]}")
    with pytest.raises(JournalError):
        adopt_papers(journal, [paper()])
    assert len(journal.entries()) == before
    assert verify(journal).flaws == ()


def test_hostile_words_are_only_words(journal):
    """Names and places with signs that steer, quotes and ten thousand letters are kept and told."""
    text = "*#$<@\"'\\{x} \u202e \x1b[2J" + "z" * 10_000
    adopt_papers(journal, [paper(house=text, files=((text, ONE),))], by="Ann Lee")
    post(journal, adopted(journal)[0], text)
    assert "\x1b" not in "\n".join(as_csv(journal))
    assert verify(journal).flaws == ()
