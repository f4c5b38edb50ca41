"""`dealerkit convert`: PHH to records and back, on disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main

PHH = Path(__file__).parent.parent / "data" / "phh"


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Call dealerkit in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)
    return lambda *words: CliRunner().invoke(main, [str(word) for word in words])


def test_hands_become_records_that_check_has_nothing_against(run):
    """All hands of a session, each a record of its own."""
    found = run("convert", PHH / "handhq.phhs", "session.txt", "--json")
    assert found.exit_code == 0
    document = json.loads(found.stdout)
    assert document == {
        "in": str(PHH / "handhq.phhs"),
        "out": "session.txt",
        "hands": document["hands"],
        "trouble": [],
        "left_out": {},
    }
    assert document["hands"] > 20
    assert run("check", "session.txt").exit_code == 0
    assert run("convert", "session.txt", "session.phhs").exit_code == 0
    assert run("check", "session.phhs").exit_code == 0


def test_one_hand_is_a_file_without_sections(run):
    """As the format has it; on standard output nothing else stands."""
    file = next((PHH / "pluribus").rglob("*.phh"))
    assert run("convert", file, "hand.txt").exit_code == 0
    told = run("convert", "hand.txt", "-")
    assert told.exit_code == 0
    assert told.stdout.startswith("variant = 'NT'\n")


def test_hands_that_cannot_be_told_are_left_out_and_said(run):
    """It leaves with 1; what could be turned stands in the file."""
    found = run("convert", PHH / "mutants.phhs", "some.txt", "--json")
    assert found.exit_code == 1
    document = json.loads(found.stdout)
    assert len(document["trouble"]) == 60 - document["hands"] + sum("ends with" in one["what"] for one in document["trouble"])
    assert "hand 1, line 9: the record ends with 'd deal board As'" in run("convert", PHH / "mutants.phhs", "more.txt").stdout
    aloud = run("convert", PHH / "mutants.phhs", "-")
    assert aloud.exit_code == 1
    assert "the record ends with" in aloud.stderr
    assert "the record ends with" not in aloud.stdout


def test_files_that_cannot_be_used(run):
    """2, with what to do, and no file is left behind or overwritten."""
    Path("empty.phh").write_text("", encoding="utf-8")
    Path("nap.txt").write_text("# dealerkit record 1\ngame: nap\nseats: 3\nbutton: 3\n---\n", encoding="utf-8")
    for words, said in [
        (("empty.phh", "out.txt"), "empty.phh: the file is empty"),
        (("nap.txt", "out.phh"), "PHH has no 'nap'"),
        (("nap.txt", "nap.txt"), "a file with this name already exists"),
        (("nap.txt", "no/where.phh"), "the file can't be written"),
        (("none.txt", "out.phh"), "does not exist"),
        (("nap.txt", "-", "--json"), "name a file for OUT"),
    ]:
        found = run("convert", *words)
        assert found.exit_code == 2, words
        assert said in found.stderr, found.stderr
    assert not Path("out.txt").exists()
    assert not Path("out.phh").exists()
