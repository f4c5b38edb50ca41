"""`dealerkit jackpot`: what each command prints, writes and refuses, and the code it leaves with."""

from __future__ import annotations

import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import freezegun
import pytest
from click.testing import CliRunner
from freezegun import freeze_time

from dealerkit.cli.jackpot import COMMANDS, jackpot
from dealerkit.cli.main import main
from dealerkit.jobs.journal import clock

ROOT = Path(__file__).resolve().parent.parent.parent
RECORDS = ROOT / "tests" / "records"
HAND = ("--hole", "AsAh", "--board", "Ad Kh Kc 2c 3d", "--dealt-in", "1-6", "--pot", "40")
NOON = "2026-03-01 11:00:00"
"""Noon in Vienna, in UTC."""


class House:
    """A house in a folder of its own, whose clock a test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self, *words: str, code: int = 0, at: str | None = None) -> str:
        """Run a command; return what it prints, or what it says against it."""
        self.now = f"2026-03-01 {at}" if at and len(at) < 10 else at or self.now
        with freeze_time(self.now):
            result = CliRunner().invoke(main, ["jackpot", *words])
        assert result.exit_code == code, result.output
        assert "Traceback" not in result.output
        return result.stdout if code < 2 else result.stderr

    def json(self, *words: str, **extra: Any) -> Any:
        """The same, and read the document."""
        return json.loads(self(*words, "--json", **extra))


@pytest.fixture
def house(tmp_path, monkeypatch):
    """Vienna, at noon; nothing is open."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEALERKIT_JOURNAL", str(tmp_path / "j.db"))
    monkeypatch.setenv("TZ", "Europe/Vienna")
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.delenv("DEALERKIT_PROMOTIONS", raising=False)
    return House()


@pytest.fixture
def hourly(house):
    """The high hand of the hour is open."""
    house("open", "high-hand-hourly", "--by", "Ann Lee")
    return house


def test_a_whole_hour_from_the_claim_to_the_payment(hourly):
    """Each step says what it did, and the money is told to the last chip."""
    said = hourly("claim", "high-hand-hourly", *HAND, "--table", "T1", "--seat", "3", "--player", "Bo Chan", at="11:05:07")
    assert "Claim 1: aces full of kings (A K), table T1, seat 3, Bo Chan, pending" in said
    assert "counts at 2026-03-01 12:05:07 +01:00" in said
    assert "ok  Own cards: 2 of the player's own cards play; 2 are required. (HH-14)" in said
    assert "?   Verification: The floor has seen the five cards and both the player's own cards. To be confirmed." in said
    assert "not yet verified" in hourly("status")
    assert "it can't be settled yet" in hourly("close", "high-hand-hourly", at="12:00:00", code=1)
    assert "stands" in hourly("confirm", "high-hand-hourly", "1", "--yes", "all", "--by", "Ann Lee")
    assert "award 1: 300 to the holder, table T1, seat 3, Bo Chan" in hourly("close", "high-hand-hourly")
    assert "paid in entry" in hourly("pay", "high-hand-hourly", "--by", "Ann Lee")
    report = hourly("report", "high-hand-hourly")
    assert "balanced: money in equals money paid out plus the fund" in report
    assert "awarded -> winners" in report


def test_json_of_every_command(hourly):
    """One document each, of the same names throughout; amounts are text."""
    claim = hourly.json("claim", "high-hand-hourly", *HAND, "--table", "T1", "--seat", "3", "--yes", "all", at="11:30:00")
    assert claim["verdict"] == "stands"
    assert [one["clause"] for one in claim["answers"]][:4] == ["showdown", "game", "window", "dealt_in"]
    assert hourly.json("leave", "high-hand-hourly", "--table", "T1", "--seat", "3")["claims"] == [1]
    assert hourly.json("leave", "high-hand-hourly", "--table", "T1", "--seat", "3", "--back")["back"] is True
    assert hourly.json("confirm", "high-hand-hourly", "1", "--yes", "seen")["claim"] == 1
    [status] = hourly.json("status", at="11:59:59")["promotions"]
    assert status["window"]["holders"][0]["claim"] == 1
    assert status["window"]["prize"] == "300"
    closed = hourly.json("close", "high-hand-hourly", at="12:00:00")
    assert closed["settled"][0]["holders"] == [1]
    assert hourly.json("pay", "high-hand-hourly", "1")["state"] == "paid"
    report = hourly.json("report", "high-hand-hourly")
    assert report["even"] is True
    assert [one["what"] for one in report["moves"]] == ["opened", "settled", "paid"]
    assert {one["policy"] for one in hourly.json("list")["policies"]} == {"bad-beat", "high-hand-hourly", "high-hand-night"}
    hourly.json("open", "high-hand-night")
    paid = hourly.json("buy-in", "high-hand-night", "--player", "Bo Chan")
    assert (paid["amount"], paid["who"], paid["accounts"]["fund"]) == ("5", "Bo Chan", "5")


def test_the_whole_promotion_on_paper(hourly):
    """Every clause with its answer in words, since no sign of the screen stands there; for its owner alone (HH-06)."""
    hourly("claim", "high-hand-hourly", *HAND[:-1], "4", "--table", "T1", "--seat", "3", "--player", "Bo Chan", code=1)
    assert hourly("report", "high-hand-hourly", "--out", "all.md") == ""
    paper = Path("all.md")
    told = paper.read_text(encoding="utf-8")
    assert "| **Pot** | no | The pot was only 4; 20 is required. | HH-14 |" in told
    assert "balanced: money in equals" in told
    assert stat.S_IMODE(paper.stat().st_mode) == 0o600
    assert hourly.json("report", "high-hand-hourly", "--out", "all.html")["claims"]
    assert Path("all.html").exists()


@pytest.mark.thorough
def test_it_is_all_there_after_a_restart(hourly):
    """Every command reads the journal anew: what was said in one is known in the next, and to another program."""
    hourly("claim", "high-hand-hourly", *HAND, "--table", "T1", "--seat", "3", "--yes", "all")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-m", "dealerkit", "jackpot", "report", "high-hand-hourly", "--json"]
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["claims"][0]["name"] == "aces full of kings (A K)"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--hole", "AsXh", "--board", "Ad Kh Kc 2c 3d"), "'Xh' is not a card"),
        (("--hole", "AsAh", "--board", "As Kh Kc 2c 3d"), "As is in the board and in seat 3"),
        (("--hole", "AsAs", "--board", "Ad Kh Kc 2c 3d"), "As is twice in seat 3"),
        (("--hole", "AsAhAc", "--board", "Ad Kh Kc 2c 3d"), "seat 3 has 3 cards; in Hold'em a hand has 2"),
        (("--hole", "As??", "--board", "Ad Kh Kc 2c 3d"), "a card is unseen"),
        (("--hole", "AsAh", "--board", "Ad Kh"), "the board has 2 cards"),
        ((*HAND[:4], "--dealt-in", "1,2,4-6"), "seat 3 was not dealt in; the seats dealt in are 1, 2, 4, 5, 6"),
        ((*HAND[:4], "--dealt-in", "1-6", "--shown", "9=QsQh"), "seat 9 was not dealt in"),
        ((*HAND[:4], "--dealt-in", "0-6"), "'0-6' is not a seat"),
        ((*HAND[:4], "--dealt-in", "1-6,3"), "a seat is named twice"),
        ((*HAND[:4], "--dealt-in", "1-6", "--players", "5"), "the cards went to 6 seats, but the form says 5 players"),
        ((*HAND[:4], "--shown", "3=QsQh"), "seat 3 is both the claiming seat and one of the other hands"),
        ((*HAND[:4], "--shown", "QsQh"), "is not SEAT=CARDS"),
        ((*HAND[:4], "--pot", "0.5"), "not a whole number of chips of 1"),
        ((*HAND[:4], "--pot", "lots"), "'lots' is not a number"),
        ((*HAND[:4], "--pot", "40", "--uncalled", "41"), "cannot be part of a pot of 40"),
        ((*HAND[:4], "--at", "2026-03-01 12:30"), "is in the future"),
        ((*HAND[:4], "--at", "soon"), "unknown day or time: 'soon'"),
        ((*HAND[:4], "--game", "holdm"), "did you mean holdem"),
        ((*HAND[:4], "--set", "wild=9x"), "'9x' is not a card"),
        ((*HAND[:4], "--yes", "deck2"), "unknown clause of claim 1: 'deck2'"),
        ((), "no hand given"),
        (("--record", "nothing.rec"), "nothing.rec"),
        (("--record", str(RECORDS / "holdem-hand.rec"), "--pot", "40"), "--pot: the record already has that"),
        ((*HAND[:4], "--act", "7"), "--act chooses a hand in a record: add --record FILE"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written_down(hourly, words, said):
    """With the reason, with exit code 2, and with not half of it in the journal."""
    before = hourly("report", "high-hand-hourly", at="11:10:00")
    assert said in hourly("claim", "high-hand-hourly", "--table", "T1", "--seat", "3", *words, code=2)
    assert hourly("report", "high-hand-hourly") == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("claim", "nothing", *HAND), "unknown promotion in this journal: 'nothing'; known: high-hand-hourly"),
        (("open", "nothing"), "unknown promotion: 'nothing'"),
        (("open", "nothing.yaml"), "nothing.yaml: there is no such file"),
        (("open", "high-hand-hourly"), "high-hand-hourly is open already"),
        (("buy-in", "high-hand-hourly"), "players pay no entry fee here"),
        (("buy-in", "high-hand-hourly", "--drop"), "add --amount"),
        (("buy-in", "high-hand-hourly", "--drop", "--amount", "0"), "expected an amount above 0"),
        (("buy-in", "high-hand-hourly", "--drop", "--amount=-5"), "is not a number"),
        (("confirm", "high-hand-hourly", "7", "--yes", "all"), "unknown claim of high-hand-hourly: '7'"),
        (("leave", "high-hand-hourly"), "name the player with --player NAME"),
        (("leave", "high-hand-hourly", "--table", "T9", "--seat", "1"), "unknown player with a claim"),
        (("pay", "high-hand-hourly"), "there is no award to pay"),
        (("pay", "high-hand-hourly", "1"), "unknown award of high-hand-hourly: '1'"),
        (("close", "high-hand-hourly", "--award", "1"), "a reason is needed to decide what the policy leaves open: --reason"),
        (("close", "high-hand-hourly", "--award", "1", "--reason", "so"), "no finished window is left for the floor to decide"),
        (("status", "--every", "5"), "--every needs --wall"),
        (("status", "--journal", "no.db"), "there is no journal here"),
        (("claims",), "No such command"),
    ],
)
def test_words_that_cannot_be_used(hourly, words, said):
    """Each is answered in words that help, with exit code 2."""
    assert said in hourly(*words, code=2)


def test_a_policy_that_cannot_be_used_is_shown_with_line_and_column(house, tmp_path):
    """All at once, with a caret under each; no journal is begun for it."""
    text = (
        'promotion: ours\ngames: [holdem]\nwindow: {kind: fixed, from: "18:00", until: "18:00"}\nfund: {prize: all}\nties: both\n'
    )
    Path("ours.yaml").write_text(text, encoding="utf-8")
    said = house("open", "ours.yaml", code=2)
    assert "ours.yaml:5:7: ties: 'both' is not allowed here" in said
    Path("ours.yaml").write_text(text.replace("ties: both\n", ""), encoding="utf-8")
    said = house("open", "ours.yaml", code=2)
    assert "ours.yaml:3:45: window.until: the window starts and ends at the same time" in said
    assert "^" in said
    assert not (tmp_path / "j.db").exists()


def test_hh_12_a_house_keeps_its_policies_in_a_folder_of_its_own(house, tmp_path, monkeypatch):
    """By name from the folder that DEALERKIT_PROMOTIONS names, or by path; one extends another and says only what differs."""
    folder = tmp_path / "ours"
    folder.mkdir()
    (folder / "fridays.yaml").write_text(
        "promotion: fridays\ntitle: Friday Nights\nextends: high-hand-hourly\nwindow: {days: [fri]}\nties: split\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("DEALERKIT_PROMOTIONS", str(folder))
    assert "fridays" in house("list")
    said = house.json("open", "fridays")
    assert (said["title"], said["house"]) == ("Friday Nights", "Harbour Card Room")
    assert said["next"] == "2026-03-06T12:00:00+01:00"
    assert "fridays is open already" in house("open", "ours/fridays.yaml", code=2)
    (folder / "broken.yaml").write_text("promotion: broken\n", encoding="utf-8")
    assert "cannot be used" in house("list")


def test_hh_13_lint_says_what_a_policy_leaves_open(house, tmp_path):
    """HH-12, HH-13: ties, leavers, wild cards, the law: put it in writing. A policy that says it all is left in peace."""
    Path("home.yaml").write_text(
        "promotion: home\ngames: [holdem]\nwindow: {kind: until_closed}\nfund: {prize: all, seed: 50}\n", encoding="utf-8"
    )
    with freeze_time(NOON):
        result = CliRunner().invoke(main, ["lint", "home.yaml", "--json"])
    assert result.exit_code == 1
    said = {one["message"] for one in json.loads(result.stdout)["errors"]}
    for words in ("two hands tie", "must be present", "holder who leaves", "wild cards", "under what law"):
        assert any(words in one and "put it in writing" in one for one in said), words
    assert all(one["line"] for one in json.loads(result.stdout)["errors"])
    opened = house.json("open", "home.yaml")
    assert set(opened["left_open"]) == said
    assert CliRunner().invoke(main, ["lint", str(ROOT / "procedures" / "promotions")]).exit_code == 0
    sheet = CliRunner().invoke(main, ["sheet", "home.yaml", "--doc", "promotion"]).stdout
    assert sheet.count("Not settled: ") == 5


def test_the_policy_in_writing(house):
    """Markdown to the screen, a page to a file, the same as data; what is typed cannot become markup."""
    Path("ours.yaml").write_text(
        "promotion: ours\nextends: bad-beat\ntitle: <b>Big</b> *Beat*\nnotices: {law: 'ask <script>alert(1)</script>'}\n",
        encoding="utf-8",
    )
    runner = CliRunner()
    text = runner.invoke(main, ["sheet", "ours.yaml", "--doc", "promotion"]).stdout
    assert "# &lt;b&gt;Big&lt;/b&gt; \\*Beat\\*" in text
    assert "four eights or better" in text
    done = runner.invoke(main, ["sheet", "ours.yaml", "--doc", "promotion", "--out", "ours.html"])
    assert done.exit_code == 0
    page = Path("ours.html").read_text(encoding="utf-8")
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    document = json.loads(runner.invoke(main, ["sheet", "high-hand-hourly", "--doc", "promotion", "--json"]).stdout)
    assert document["edition"] == "promotion"
    titles = ["".join(run["text"] for run in block["text"]) for block in document["blocks"] if block["kind"] == "heading"]
    assert titles == ["How the prize is won", "Settled in advance", "Before a prize is awarded", "The fund", "Law, tax and house"]


CLUB = """promotion: club
title: Club
extends: bad-beat
games: [holdem, omaha]
verification: null
hand:
  falls: {"20000": 7s 7h 7d 7c 2s, "30000": As Ah Ad Ts Th}
  flopped: [omaha]
  kicker_plays: true
pot: null
pot_in_big_blinds: 20
fund: {by_hand: {Ts Js Qs Ks As: all, 5s 6s 7s 8s 9s: "1/2"}, prize: "1/4"}
shares: {loser: "1/2", winner: "1/4", table: "1/8", room: "1/8"}
"""


def test_clauses_that_a_house_composes_stand_in_its_policy(house):
    """As players read them: no ids of rules, sums with their thousands, shares in words; each clause once."""
    Path("club.yaml").write_text(CLUB, encoding="utf-8")
    sheet = CliRunner().invoke(main, ["sheet", "club.yaml", "--doc", "promotion"]).stdout
    for sentence in (
        "Minimum pot: 20 big blinds of the game.",
        "Once the fund reaches 20,000, four sevens or better qualifies.",
        "In Omaha the hand must be made on the flop",
        "needs one of those cards as the kicker",
        "Royal flush or better wins the whole fund.",
        "Nine-high straight flush or better wins half of the fund.",
        "Any other qualifying hand wins a quarter of the fund.",
        "Players holding cards at another table share an eighth.",
        "The fund starts at 10,000",
        "a burn card missed, doubled or exposed",
    ):
        assert sheet.count(sentence) == 1, sentence
    assert "HH-" not in sheet
    assert "(any)" not in sheet
    places = "promotion: three\ntitle: Three\nextends: high-hand-hourly\nfund: {places: [1/2, 1/3, 1/6]}\n"
    Path("three.yaml").write_text(places, encoding="utf-8")
    sheet = CliRunner().invoke(main, ["sheet", "three.yaml", "--doc", "promotion"]).stdout
    assert "The best hands of a window share the prize: half, a third, a sixth." in sheet


BEATEN = ("--hole", "8s8h", "--board", "8d 8c 9s 9h 2c", "--shown", "4=9d9c", "--table", "T1", "--seat", "3", "--dealt-in", "3-6")


def test_a_claim_is_asked_what_the_house_composed(house):
    """HH-14: the big blind and the room are told with the claim; what nobody told stays open."""
    Path("club.yaml").write_text(CLUB, encoding="utf-8")
    house("open", "club.yaml")
    whole = house.json("claim", "club", *BEATEN, "--pot", "40", "--big-blind", "2", "--room", "T2=1-2", "--room", "T3=7")
    assert whole["verdict"] == "stands"
    pending = house.json("claim", "club", *BEATEN, "--pot", "40")
    assert {one["clause"] for one in pending["answers"] if one["answer"] == "open"} == {"pot_in_big_blinds", "room"}
    for words, said in (
        (("--room", "T1=1-2"), "T1 is the claim's own table"),
        (("--room", "T2"), "is not TABLE=SEATS"),
        (("--room", "T2=1", "--room", "T2=2"), "table T2 is named twice"),
        (("--room", "T2=0"), "is not a seat"),
    ):
        assert said in house("claim", "club", *BEATEN, *words, code=2)


@pytest.mark.parametrize("begun", [False, True])
def test_a_claim_is_tried_by_the_policy_before_anything_is_opened(house, tmp_path, begun):
    """Nothing is begun and nothing written; a promotion that there is not is told."""
    if begun:
        house("open", "high-hand-hourly")
    tried = house.json("claim", "bad-beat", *BEATEN, "--pot", "40", "--dry-run", "--yes", "all")
    assert (tried["verdict"], tried["dry_run"], tried["promotion"]) == ("stands", True, "bad-beat")
    refused = house.json("claim", "bad-beat", *BEATEN, "--pot", "29", "--dry-run", code=1)
    assert refused["verdict"] == "refused"
    assert (tmp_path / "j.db").exists() is begun
    assert "unknown promotion: 'bed-beat'; did you mean bad-beat?" in house("claim", "bed-beat", *BEATEN, "--dry-run", code=2)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("hand: {flopped: [razz]}", "'razz' is not one of the promotion's games"),
        ("games: [holdem, draw]\nhand: {flopped: [draw]}", "Five-card draw has no flop"),
        ("hand: {falls: {'500': As Ks Qs Js Ts}}", "is not lower than the hand before it"),
        ("hand: {falls: {'500': As Ks}}", "expected a hand of 5 different cards"),
        ("fund: {places: ['1/2', '2/3']}", "the places add up to 7/6 of the prize"),
        (
            "window: {kind: until_hit}\nfund: {each_window: null, places: ['1/2', '1/2']}",
            "`places` can't be used with `kind: until_hit`",
        ),
        ("fund: {by_hand: {As Ks Qs Js Ts: '3/2'}}", "'3/2' is not a prize"),
        ("fund: {by_hand: {As As Qs Js Ts: all}}", "expected a hand of 5 different cards"),
        ("shares: {holder: '1/2', table: '1/2'}", "'table' can't be used with `goes_by: highest`"),
    ],
)
def test_a_composed_clause_that_cannot_be_is_told_with_its_line(house, written, said):
    """HH-14: what a policy says and no claim could ever be held against."""
    window = "window: {kind: until_hit, from: null, until: null, length: null}"
    written = written.replace("window: {kind: until_hit}", window)
    Path("ours.yaml").write_text(f"promotion: ours\ntitle: Ours\nextends: high-hand-hourly\n{written}\n", encoding="utf-8")
    told = house("open", "ours.yaml", code=2)
    assert said in told
    assert "ours.yaml:" in told


def test_a_beaten_hand_is_no_sole_winner(house):
    """HH-14: the clause stands at the hand that wins."""
    Path("ours.yaml").write_text("promotion: ours\nextends: bad-beat\nhand: {sole_winner: true}\n", encoding="utf-8")
    assert "ours.yaml:3:8: hand.sole_winner: `sole_winner` can't be used with `goes_by: beaten`" in house(
        "open", "ours.yaml", code=2
    )


def test_a_claim_from_a_record_brings_its_findings_with_it(house):
    """The hand, the seats, the pot and what was found come from the record; an error in it that nobody reported is found."""
    Path("any.yaml").write_text(
        "promotion: any\nextends: high-hand-night\ncontribution: null\nexclusions: {findings: [burn/*]}\n", encoding="utf-8"
    )
    house("open", "any.yaml")
    said = house.json("claim", "any", "--record", str(RECORDS / "holdem-hand.rec"), "--seat", "3", "--player", "Bo Chan")
    assert (said["table"], said["hole"], said["name"]) == ("7", ["2s", "6c"], "three sixes (6 A J)")
    assert said["verdict"] == "stands"
    assert said["record"]["acts"][0] == 1
    assert "seat 4 did not table a hand" in house(
        "claim", "any", "--record", str(RECORDS / "holdem-hand.rec"), "--seat", "4", code=2
    )
    faulty = ROOT / "procedures" / "promotions" / "cases" / "burn-missed.rec"
    said = house.json("claim", "any", "--record", str(faulty), "--seat", "3", code=1)
    assert said["verdict"] == "refused"
    assert [one["code"] for one in said["findings"]] == ["jackpot/procedural-void"]


class Text(HTMLParser):
    """The words of a page, its tags and their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words, self.tags, self.attributes = "", list[str](), set[str]()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        """Note a tag."""
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        """Note words."""
        self.words += data


def test_the_page_for_the_wall(hourly):
    """It loads itself anew, shows who holds what, and nothing that somebody typed becomes part of the page."""
    nasty = "<img src=x onerror=alert(1)>"
    hourly("claim", "high-hand-hourly", *HAND, "--table", nasty, "--seat", "3", "--player", "Bo <b>Chan</b>", "--yes", "all")
    Path("wall.html").write_text("before", encoding="utf-8")
    hourly("status", "--wall", "wall.html", "--force", at="11:20:00")
    page = Path("wall.html").read_text(encoding="utf-8")
    text = Text(page)
    assert '<meta http-equiv="refresh" content="10">' in page
    assert "onerror" not in text.attributes
    assert "b" not in text.tags
    assert nasty in text.words
    assert "aces full of kings" in text.words
    assert "until 13:00" in text.words
    assert "Chan" not in text.words
    hourly("status", "--wall", "wall.html", "--names")
    assert "Bo <b>Chan</b>" in Text(Path("wall.html").read_text(encoding="utf-8")).words
    assert sorted(path.name for path in Path().iterdir() if "wall" in path.name) == ["wall.html"]


def test_a_page_that_cannot_be_written(hourly):
    """A folder that is not there is an error; the page that was there stays."""
    said = hourly("status", "--wall", "nowhere/wall.html", code=2)
    assert "nowhere" in said
    Path("folder").mkdir()
    assert "folder" in hourly("status", "--wall", "folder", code=2)


def test_a_journal_that_cannot_be_written(hourly, tmp_path, monkeypatch):
    """Read-only or full: the error says which, and nothing is half done."""
    from dealerkit.files import sqlite_file
    from dealerkit.jobs.journal import files

    monkeypatch.setattr(files, "is_writable", lambda _: False)
    assert "read-only" in hourly("claim", "high-hand-hourly", *HAND, "--seat", "3", code=2)
    monkeypatch.undo()
    monkeypatch.setenv("DEALERKIT_JOURNAL", str(tmp_path / "j.db"))
    monkeypatch.chdir(tmp_path)
    connection = sqlite_file.connect

    def small(made, mode, *settings):
        opened = connection(made, mode, *settings)
        opened.execute(f"PRAGMA max_page_count = {opened.execute('PRAGMA page_count').fetchone()[0]}")
        return opened

    with monkeypatch.context() as patched:
        patched.setattr(sqlite_file, "connect", small)
        said = hourly("claim", "high-hand-hourly", *HAND, "--seat", "3", "--record", str(RECORDS / "holdem-hand.rec"), code=2)
        assert "already has that" in said
        long = tmp_path / "long.rec"
        long.write_text((RECORDS / "holdem-hand.rec").read_text(encoding="utf-8") + "# on and on\n" * 100, encoding="utf-8")
        for _ in range(40):  # until there is no room
            result = CliRunner().invoke(main, ["jackpot", "claim", "high-hand-hourly", "--record", str(long), "--seat", "3"])
            if result.exit_code == 2:
                break
        assert "the disk is full" in result.stderr
    assert hourly.json("report", "high-hand-hourly")["even"] is True


def test_hh_10_two_in_the_same_second(hourly):
    """Both are written down in their order, and the first keeps the prize."""
    for table in ("T1", "T2"):
        hourly("claim", "high-hand-hourly", *HAND, "--table", table, "--seat", "3", "--yes", "all", at="11:30:07")
    report = hourly.json("report", "high-hand-hourly")
    assert [(one["claim"], one["table"], one["counted"][11:19]) for one in report["claims"]] == [
        (1, "T1", "12:30:07"),
        (2, "T2", "12:30:07"),
    ]
    assert hourly.json("close", "high-hand-hourly", at="12:00:00")["awards"][0]["table"] == "T1"


@pytest.mark.parametrize(("at", "window"), [("11:59:59", 0), ("12:00:00", 1)])
def test_hh_02_a_second_before_and_after_the_hour(hourly, at, window):
    """By the clock of the house, to the second."""
    hourly("claim", "high-hand-hourly", *HAND, "--table", "T1", "--seat", "3", "--yes", "all", at=at)
    settled = hourly.json("close", "high-hand-hourly", at="13:00:00")["settled"]
    assert [one["holders"] for one in settled][window] == [1]


@pytest.fixture
def fold(monkeypatch):
    """Freezegun forgets which of two equal hours it is when the clock goes back; this keeps it."""
    fake = freezegun.api.FakeDatetime

    def keep(real):
        year, month, day, hour, minute, second, *_ = real.timetuple()
        return fake(year, month, day, hour, minute, second, real.microsecond, real.tzinfo, fold=real.fold)

    def now(zone):
        return datetime.now(tz=UTC).astimezone(clock.zone_of(zone))

    monkeypatch.setattr(freezegun.api, "datetime_to_fakedatetime", keep)
    monkeypatch.setattr(clock, "now", now)


def test_hh_02_the_clock_goes_forward(house):
    """The night on which it does has one hour less; nothing is settled twice, and none is left out."""
    house("open", "high-hand-hourly", at="2026-03-28 23:00:00")
    for moment in ("2026-03-29 00:59:59", "2026-03-29 01:00:00"):
        house("claim", "high-hand-hourly", *HAND, "--table", "T1", "--seat", "3", "--yes", "all", at=moment)
    settled = house.json("close", "high-hand-hourly", at="2026-03-29 02:00:00")["settled"]
    assert [(one["from"], one["until"], one["holders"]) for one in settled] == [
        ("2026-03-29T00:00:00+01:00", "2026-03-29T01:00:00+01:00", []),
        ("2026-03-29T01:00:00+01:00", "2026-03-29T03:00:00+02:00", [1]),
        ("2026-03-29T03:00:00+02:00", "2026-03-29T04:00:00+02:00", [2]),
    ]


@pytest.mark.usefixtures("fold")
def test_hh_02_the_clock_goes_back(house):
    """The night on which it does has an hour twice; what was entered in either stands in its own."""
    house("open", "high-hand-hourly", at="2026-10-24 22:00:00")
    for moment in ("2026-10-25 00:30:00", "2026-10-25 01:30:00"):
        house("claim", "high-hand-hourly", *HAND, "--table", "T1", "--seat", "3", "--yes", "all", at=moment)
    settled = house.json("close", "high-hand-hourly", at="2026-10-25 02:00:00")["settled"]
    assert [(one["from"], one["holders"]) for one in settled] == [
        ("2026-10-25T00:00:00+02:00", []),
        ("2026-10-25T02:00:00+02:00", [1]),
        ("2026-10-25T02:00:00+01:00", [2]),
    ]


def test_a_clock_that_was_set_back_is_not_believed(hourly):
    """It is said, nothing is written, and the time can be said by hand. What is settled stays settled."""
    hourly("claim", "high-hand-hourly", *HAND, "--table", "T1", "--seat", "3", "--yes", "all", at="11:30:00")
    hourly("close", "high-hand-hourly", at="12:00:00")
    said = hourly("claim", "high-hand-hourly", *HAND, "--table", "T2", "--seat", "4", at="11:40:00", code=2)
    assert "the clock was set back; correct it, or give the time with --at" in said
    assert hourly("close", "high-hand-hourly").startswith("No window has finished.")
    late = hourly.json("claim", "high-hand-hourly", *HAND, "--table", "T2", "--seat", "4", "--at", "2026-03-01 12:40", code=1)
    assert "settled in entry" in next(one["said"] for one in late["answers"] if one["clause"] == "window")
    with freeze_time("2026-03-01 11:40:00"):
        notes = CliRunner().invoke(main, ["journal", "verify"]).stdout
    assert "the clock was set back" in notes


@pytest.mark.thorough
def test_ctrl_c_ends_the_page_for_the_wall(hourly, tmp_path):
    """It leaves with 130, says that it stopped, and the page is whole."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-m", "dealerkit", "jackpot", "status", "--wall", "wall.html", "--every", "1"]
    process = subprocess.Popen(words, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 120
    while not (tmp_path / "wall.html").exists() and time.monotonic() < end:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=120)
    assert process.returncode == 130, said
    assert "Stopped." in said
    assert Path("wall.html").read_text(encoding="utf-8").endswith("</html>\n")


def test_every_command_has_its_help(house):
    """From the table, and from the command itself; the two begin alike."""
    for name, (_, said) in COMMANDS.items():
        text = " ".join(house(name, "--help").split())
        assert re.split(r"[:;.]", said)[0] in text, name
    assert jackpot.list_commands(None) == list(COMMANDS)


def test_help_imports_none_of_it():
    """`dealerkit --help` and `dealerkit jackpot --help` start without the rules, the journal and the promotions."""
    script = (
        "import sys; from click.testing import CliRunner; from dealerkit.cli.main import main\n"
        "for words in (['--help'], ['jackpot', '--help']): assert CliRunner().invoke(main, words).exit_code == 0\n"
        "late = ('dealerkit.jobs.promotions', 'dealerkit.jobs.journal', 'yaml', 'attr')\n"
        "wrong = [name for name in sys.modules if name.startswith(late)]\n"
        "sys.exit(str(wrong) if wrong else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("time", ["2026-03-01 12:15:00", "2026-03-02 15:00:00", None])
def test_a_dry_run_judges_and_writes_nothing(hourly, time, tmp_path):
    """At a time that is past or supposed: the answers of the claim as it would be, and the journal stays as it is."""
    before = (tmp_path / "j.db").read_bytes()
    words = ("claim", "high-hand-hourly", *HAND, "--table", "T1", "--seat", "3", "--player", "Zoe Quill", "--dry-run")
    at = ("--at", time) if time else ()
    made = hourly.json(*words, *at, at="12:30:00", code=0)
    assert made["dry_run"] is True
    assert made["claim"] == 1
    assert made["who"] == "Zoe Quill"
    assert (tmp_path / "j.db").read_bytes() == before
    assert hourly.json("claim", "high-hand-hourly", *HAND, "--table", "T1", "--seat", "3", at="12:32:00")["claim"] == 1


def test_without_a_dry_run_no_time_is_supposed(hourly):
    """What is still to come cannot be claimed."""
    assert "in the future" in hourly("claim", "high-hand-hourly", *HAND, "--at", "2026-03-02 15:00:00", at="12:30:00", code=2)
