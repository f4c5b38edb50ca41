"""`dealerkit check`: records judged from the command line, good ones, faulty ones and files that are none."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import dealerkit.hands.record_check
from dealerkit.cli.main import main
from dealerkit.jobs.archive import judged
from dealerkit.table.table import Table

RECORDS = Path(__file__).parent.parent / "records"
CLEAN = RECORDS / "clean-opening-and-six-coups.rec"
SHORT = RECORDS / "short-baccarat.rec"
HEAD = "# dealerkit record 1\nid: one\ngame: mini-baccarat\nseats: 1\n---\n"
SLIP = HEAD + "d check decks\n"  # the rack was not counted
CODES = ["coup/banker-third-card-wrong", "coup/wrong-result"]
KEYS = ["file", "hand", "act", "line", "code", "severity", "expected", "got", "why", "cite", "remedy", "self_corrected"]
KEYS += ["title", "round", "rules", "said", "due", "because_of"]


@pytest.fixture(autouse=True)
def _no_house(monkeypatch):
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)


def check(*args: object, code: int = 0) -> Result:
    """Run the command."""
    result = CliRunner().invoke(main, ["check", *map(str, args)], env={"COLUMNS": "100"})
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result


def document(*args: object, code: int = 1) -> dict[Any, Any]:
    """Run the command and read its JSON."""
    return json.loads(check(*args, "--json", code=code).stdout)


@pytest.fixture
def file(tmp_path):
    """Write a file of records, as text or bytes."""

    def write(content: str | bytes, name: str = "some.rec") -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


# -- what it says


def test_a_clean_record():
    """Exit 0, one line, nothing on standard error."""
    result = check(CLEAN)
    assert result.stdout == "6 hands in 1 file, nothing to report.\n"
    assert result.stderr == ""


def test_a_faulty_record():
    """Exit 1; each finding with line, act, what was due and what came, and the rule; the counts at the end."""
    said = check(SHORT, code=1).stdout
    assert f"{SHORT}, hand short-baccarat: Mini baccarat, rules us" in said.replace("\n", " ")
    assert "  ! coup/banker-third-card-wrong   The banker's third-card rule was not followed (critical)\n" in said
    assert "    line 25, act 17: the dealer deals 2d to banker; due: the dealer calls player 7\n" in said
    assert "2 findings in 1 hand in 1 file: 2 critical\n" in said
    assert "    rule: BA-35\n" in said  # the player stood: the one rule that decides


def test_the_reason_is_told_once(file):
    """An auditor of a thousand hands reads why once, and then only where."""
    said = check(file(SLIP + SLIP.replace("one", "two")), code=1).stdout
    assert said.count("! step/rack-skipped") == 2
    assert said.count("why: ") == 1
    assert "2 findings in 2 hands in 1 file: 2 minor" in said


def test_json_of_a_clean_record():
    """The whole document."""
    whole = {"files": 1, "hands": 6, "unreadable": [], "findings": [], "no_records": {"files": 0, "kinds": {}}, "left_out": []}
    assert document(CLEAN, code=0) == whole


def test_json_of_a_faulty_record():
    """The keys of DESIGN section 5, acts and lines counted from 1."""
    told = document(CLEAN, SHORT)
    assert (told["files"], told["hands"], told["unreadable"]) == (2, 7, [])
    assert [finding["code"] for finding in told["findings"]] == CODES
    first = told["findings"][0]
    assert sorted(first) == sorted(KEYS)
    assert (first["file"], first["hand"], first["act"], first["line"]) == (str(SHORT), "short-baccarat", 17, 25)
    assert (first["severity"], first["got"], first["self_corrected"]) == ("critical", "d deal banker 2d", False)
    assert first["cite"] == ["BA-35"]
    assert first["why"]
    assert first["remedy"]


@pytest.mark.thorough
def test_json_without_a_screen_that_shows_everything(file):
    """Plain letters, and still one document that says the same."""
    path = file(SHORT.read_text(encoding="utf-8").replace("id: short-baccarat", "id: 百家乐"))
    told = {}
    for encoding in ("ascii", "utf-8"):
        call = [sys.executable, "-m", "dealerkit", "check", str(path), "--json"]
        done = subprocess.run(call, env={**os.environ, "PYTHONIOENCODING": encoding}, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (1, b"")
        told[encoding] = json.loads(done.stdout.decode(encoding))
    assert told["ascii"] == told["utf-8"]
    assert told["ascii"]["findings"][0]["hand"] == "百家乐"


def test_a_finding_that_was_put_right():
    """One step milder, and said."""
    told = document(RECORDS / "coup-cards-racked-early.rec")
    assert [(one["severity"], one["self_corrected"]) for one in told["findings"]] == [("minor", True)]
    assert "(minor, fixed at once)" in check(RECORDS / "coup-cards-racked-early.rec", code=1).stdout


# -- rules


def test_a_record_is_judged_under_the_rules_it_names(file):
    """France deals no coup after the cut card; the record says whose rules were in force."""
    path = file(
        HEAD.replace("seats", "rules: france\nseats")
        + "d check rack\nd check decks\nd check cut cards\nd shuffle\nd roll\nd offer\nd cut\nd insert 52\n"
    )
    (finding,) = document(path)["findings"]
    assert (finding["code"], finding["expected"]) == ("shoe/cut-card-depth-wrong", "d insert 10")
    assert document(path, "--rules", "us", code=0)["findings"] == []


def test_the_house_rules_are_for_records_that_name_none(file, monkeypatch):
    """DEALERKIT_RULES does not overrule what a record says of itself."""
    acts = "d check rack\nd check decks\nd check cut cards\nd shuffle\nd roll\nd offer\nd cut\nd insert 10\n"
    named, bare = file(HEAD.replace("seats", "rules: us\nseats") + acts, "a.rec"), file(HEAD + acts, "b.rec")
    monkeypatch.setenv("DEALERKIT_RULES", "france")
    assert [finding["file"] for finding in document(named, bare)["findings"]] == [str(named)]


def test_a_rule_set_that_does_not_exist():
    """Exit 2 at once, not a complaint for every hand."""
    result = check(CLEAN, "--rules", "frankreich", code=2)
    assert "unknown rule set: 'frankreich'" in result.stderr
    assert result.stdout == ""


def test_rules_that_have_changed_since_are_mentioned(file):
    """The record's hash of the rules is not today's: worth a note, no finding."""
    table = Table("mini-baccarat", seats=1)
    table.push("d check rack")
    kept, old = (
        file(table.record(), "kept.rec"),
        file(table.record().replace(f"hash: {table.game.sha256}", "hash: 12ab"), "old.rec"),
    )
    assert check(kept).stderr == ""
    assert check(old).stderr == "note: 1 hand was recorded under rules that have since changed\n"


# -- files


def test_no_such_file(file):
    """Exit 2."""
    result = check(CLEAN, "gone.rec", code=2)
    assert "gone.rec" in result.stderr
    assert result.stdout == ""


def test_no_file():
    """Exit 2."""
    check(code=2)


def test_a_folder(tmp_path, file):
    """Every record in it, by how it begins; what is of another kind is passed over, and counted."""
    (tmp_path / "deep").mkdir()
    file(SLIP, "deep/one.txt")
    file(b"\xef\xbb\xbf" + SLIP.encode(), "two")
    file("notes of the shift\n", "notes.md")
    file(b"\x89PNG\r\n\x1a\n\0\0", "felt.png")
    told = document(tmp_path)
    assert (told["files"], told["hands"]) == (2, 2)
    assert len(told["findings"]) == 2
    assert told["no_records"]["files"] == 2


def test_a_folder_without_a_record_is_no_clean_bill(tmp_path, file):
    """A folder that was mistyped, or has nothing to check in it, is said to be that, and leaves with 2."""
    file("notes of the shift\n", "notes.md")
    assert "this folder has no record" in check(str(tmp_path), code=2).stderr


def test_many_records_in_a_file(file):
    """Each is a hand, by its id or its number; lines are counted through the file."""
    told = document(file(SLIP + "\n" + SLIP.replace("id: one\n", "") + SLIP.replace("one", "three")))
    assert told["hands"] == 3
    assert [(finding["hand"], finding["line"]) for finding in told["findings"]] == [("one", 6), ("2", 12), ("three", 18)]


@pytest.mark.parametrize(
    ("content", "line", "what"),
    [
        pytest.param("", 0, "the file is empty", id="empty"),
        pytest.param("\n\n", 0, "the file is empty", id="blank lines"),
        pytest.param(bytes(range(256)) * 40, 1, "this is not text", id="binary"),
        pytest.param("x" * 1_000_000, 1, "this line is too long", id="huge line"),
        pytest.param("a photograph of a shoe\n", 1, "this is not a record", id="prose"),
        pytest.param(SLIP.encode("utf-16"), 1, "this is not text", id="utf-16"),
        pytest.param("# dealerkit record 1\n", 1, "the header is not finished", id="first line only"),
        pytest.param("# dealerkit record 1\ngame: mini-baccarat\nse", 1, "the header is not finished", id="torn header"),
        pytest.param("# dealerkit record 1\n---\n", 1, "does not name the game", id="no game"),
        pytest.param(HEAD.replace("mini", "maxi"), 1, "unknown game: 'maxi-baccarat'", id="unknown game"),
        pytest.param(HEAD.replace("seats: 1", "seats: 0"), 1, "1 to 9 seats, not 0", id="no seat"),
        pytest.param(HEAD.replace("seats: 1", "seats: some"), 4, "'some' is not a whole number", id="seats"),
        pytest.param(HEAD.replace("seats: 1", "seats: 1\nstacks: 5 5"), 1, "2 stacks for 1 seat", id="stacks"),
        pytest.param(HEAD.replace("seats: 1", "set decks: 99"), 1, "unknown value of decks: '99'", id="option"),
        pytest.param(HEAD.replace("seats: 1", "rules: usa"), 1, "unknown rule set: 'usa'", id="rules"),
        pytest.param(HEAD.replace("seats: 1", "seeds: 1"), 4, "unknown header of a record: 'seeds'", id="header key"),
        pytest.param(HEAD.replace("seats: 1", "deck: 7h Zz"), 4, "'Zz' is not a card", id="deck"),
    ],
)
def test_a_file_that_is_no_record(file, content, line, what):
    """Exit 1: what could not be checked is a finding too; the line is named."""
    told = document(file(content))
    (lost,) = told["unreadable"]
    assert what in lost["what"]
    assert lost["line"] == line
    (finding,) = told["findings"]
    assert (finding["code"], finding["severity"], finding["line"]) == ("record/unreadable", "major", line)
    assert what in finding["got"]
    check(file(content), code=1)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        pytest.param("d chuck rack", "unknown verb for the dealer: 'chuck'", id="no verb"),
        pytest.param("x check rack", "'x' is not a person", id="nobody"),
        pytest.param("d", "is not an act", id="no act"),
        pytest.param("d burn 1h", "'1h' is not a", id="no card"),
        pytest.param("d deal player", "the shoe has 0 cards left", id="empty shoe"),
        pytest.param("s1 bet player 5001", "only 5000 is there", id="chips that are not there"),
        pytest.param("s1 bet corner 5", "no place for chips named 'corner'", id="no such spot"),
        pytest.param("d discard player", "there is no card in the player's hand", id="no card there"),
        pytest.param("d check \0", "this is not text", id="null byte"),
        pytest.param("d check " + "x" * 5000, "this line is too long", id="long line"),
        pytest.param("d check r\udcffck", "this line is not UTF-8 text", id="latin-1"),
    ],
)
def test_a_line_that_cannot_be(file, line, what):
    """What was found before it stands, the rest of that hand is not judged, the next hand is."""
    bad = SLIP + line + "\nd gather\nd count 3\n"
    told = document(file((bad + SLIP.replace("one", "two")).encode("utf-8", "surrogateescape")))
    assert told["hands"] == 2
    assert [(one["hand"], one["line"]) for one in told["unreadable"]] == [("one", 7)]
    assert what in told["unreadable"][0]["what"]
    assert [(one["hand"], one["code"]) for one in told["findings"]] == [
        ("one", "step/rack-skipped"),
        ("one", "record/unreadable"),
        ("two", "step/rack-skipped"),
    ]


def test_a_torn_last_line(file):
    """As a crash leaves it: what is whole is judged, the torn line is reported."""
    told = document(file(SLIP + "d check cut ca"))
    assert [one["code"] for one in told["findings"]] == ["step/rack-skipped", "record/unreadable"]
    assert told["unreadable"] == [
        {
            "file": told["findings"][0]["file"],
            "hand": "one",
            "line": 7,
            "what": "the last line is torn and is left out: 'd check cut ca'",
        }
    ]


def test_a_line_torn_within_a_letter(file):
    """Half a character is no other kind of file."""
    (lost,) = document(file(HEAD.encode() + "d check rack  # Zürich".encode()[:-5]))["unreadable"]
    assert "torn" in lost["what"]


def test_cards_that_cannot_be_known_are_refused_where_they_are(file):
    """With a seed the shoe is known, and a card that it does not hold ends the hand."""
    table = Table("mini-baccarat", seats=1, seed=7, options={"decks": 1})
    table.advance("deal")
    top = next(face for face in (table.felt.faces[card] for card in reversed(table.felt.places["shoe"]) if card >= 0) if face)
    text = table.record() + f"d deal player {top}\nd deal banker {top}\n"
    (lost,) = document(file(text))["unreadable"]
    assert f"the {top} is not in the shoe" in lost["what"]


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_byte_order_mark(file, ends, mark):
    """As other systems write them."""
    told = document(file(mark + SHORT.read_text(encoding="utf-8").replace("\n", ends).encode()))
    assert [finding["code"] for finding in told["findings"]] == CODES
    assert told["findings"][0]["line"] == 25


def test_more_cards_of_a_face_than_the_packs_have(file):
    """One pack, two sixes of hearts: the record or the pack is foul."""
    acts = "d check rack\nd check decks\nd check cut cards\nd shuffle\nd roll\nd offer\nd cut\nd insert 10\n"
    acts += "d load\nd burn up 6h\nd burn 6h\n"
    told = document(file(HEAD.replace("seats: 1", "seats: 1\nset decks: 1\nset cut_card_depth: 10") + acts))
    assert [one["code"] for one in told["findings"]] == ["record/duplicate-card"]


# -- long work


def test_a_file_is_read_hand_by_hand(file):
    """The first hand comes before the last has been looked at, and memory does not grow with the file."""
    path = file(SLIP * 100)
    next(iter(judged([path])))
    tracemalloc.start()
    try:
        peaks = []
        for count, _ in enumerate(judged([path])):
            if count in (25, 99):
                gc.collect()
                peaks.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 50_000


def stop_at_the_third(monkeypatch):
    """Somebody presses Ctrl-C while the third hand is being judged."""
    seen = []
    judge = dealerkit.hands.record_check.check_record

    def judged(*args):
        seen.append(1)
        if len(seen) == 3:
            raise KeyboardInterrupt
        return judge(*args)

    monkeypatch.setattr(dealerkit.hands.record_check, "check_record", judged)


def test_ctrl_c_as_text(file, monkeypatch):
    """Exit 130; what was found so far has been said and counted."""
    stop_at_the_third(monkeypatch)
    said = check(file(SLIP * 5), code=130).stdout
    assert said.count("! step/rack-skipped") == 2
    assert "Stopped: 2 findings in 2 hands in 1 file: 2 minor" in said


def test_ctrl_c_as_json(file, monkeypatch):
    """Exit 130; the document is whole, and says that it was stopped."""
    stop_at_the_third(monkeypatch)
    told = document(file(SLIP * 5), code=130)
    assert (told["hands"], len(told["findings"]), told["stopped"]) == (2, 2, True)


def test_progress_only_where_somebody_watches(file, monkeypatch):
    """On standard error, wiped before each finding and at the end; never in a pipe."""
    path = file(SLIP * 3)
    assert check(path, code=1).stderr == ""
    monkeypatch.setattr("dealerkit.cli.progress_line.is_watched", lambda: True)
    monkeypatch.setattr("dealerkit.cli.progress_line.STEP", 0)
    result = check(path, code=1)
    assert "  1 hand, 1 finding" in result.stderr
    assert result.stderr.endswith("\r\x1b[K")  # the line is cleared before the answer
    assert "  1 hands" not in result.stdout


PHH = Path(__file__).parent.parent / "data" / "phh"


def test_hands_in_phh_are_checked():
    """Clean ones, in files and folders, are counted; the number of hands is right."""
    assert "98 hands in 98 files, nothing to report." in check(PHH / "pluribus", PHH / "wsop").stdout


def test_broken_hands_in_phh_are_told():
    """The JSON has the same keys as for our own records; acts count from 1, lines from the file's first."""
    found = document(PHH / "mutants.phhs")
    assert (found["hands"], found["files"], len(found["findings"]), len(found["unreadable"])) == (60, 1, 60, 4)
    assert all(list(flaw) == KEYS for flaw in found["findings"])
    first = found["findings"][0]
    assert (first["hand"], first["act"], first["line"], first["code"], first["got"]) == (
        "1",
        20,
        9,
        "record/duplicate-card",
        "d db As",
    )
    assert first["why"]
    assert first["cite"]
    assert found["unreadable"][0]["line"] == 650
    assert {flaw["act"] for flaw in found["findings"] if flaw["code"] == "record/stacks-do-not-add-up"} == {0}


def test_phh_files_that_are_none_are_told(file):
    """Each with its file and line, and the hands beside them are checked."""
    good = next((PHH / "pluribus").rglob("*.phh")).read_text()
    torn = file("[1]\n" + good + "\n[2]\n" + good[:-30] + "\n[3]\nvariant = 'X'\nactions = []\n", "torn.phhs")
    empty, picture = file("", "empty.phh"), file(b"\x89PNG\r\n\x00\xff", "picture.phh")
    found = document(torn, empty, picture)
    assert [(Path(one["file"]).name, one["hand"]) for one in found["unreadable"]] == [
        ("torn.phhs", "2"), ("torn.phhs", "3"), ("empty.phh", ""), ("picture.phh", ""),
    ]  # fmt: skip
    assert found["hands"] == 3
    assert "unknown variant: 'X'" in found["unreadable"][1]["what"]
    text = check(torn, code=1).stdout
    assert "record/unreadable" in text
