"""What other people's files and names say stays text: no screen obeys it, and JSON stays JSON."""

from __future__ import annotations

import ast
import json
import os
import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from dealerkit.cli import common
from dealerkit.cli.failure import Refusal
from dealerkit.cli.main import COMMANDS, main
from dealerkit.files import screen_text
from dealerkit.files.printable import printable, printable_json
from tests.cli.forked import forked

pytestmark = pytest.mark.thorough

PACKAGE = Path(common.__file__).parents[1]
EVIL = "\x1b]0;owned\x07\x1b[31mred\x9b2J\u202egnp.exe\u2066\u200f\x08"
"""Renames the window, colours, clears the screen (C1), turns the direction of writing, and steps back."""
SHOWN = r"\x1b]0;owned\x07\x1b[31mred\x9b2J\u202egnp.exe\u2066\u200f\x08"
OURS = re.compile(r"\x1b\[(?:[0-9]*m|K|\?2004[hl])")  # colours; the wiped line of progress; the line editor's own
OBEYED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f]")

HOUSE = f"""\
set: house
extends: us
house: {json.dumps("Riverside " + EVIL)}
"""
RECORD = """\
# dealerkit record 1
id: one{0}
game: mini-baccarat
dealer: Bo{0}
seats: 2
---
d check decks  # {0}
s1 say hello{0}
{1}
"""
PHH = f"variant = 'NT'\nauthor = {json.dumps(EVIL)}\nhand = {json.dumps('h' + EVIL)}\n"
PHH += f"players = {json.dumps(['Ann' + EVIL, 'Bo'])}\n"
PHH += "antes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [9, 9]\n"
PHH += "actions = ['d dh p1 ????', 'd dh p2 ????', 'p1 f', 'p2 cbr 500']\n"


@pytest.fixture
def folder(tmp_path):
    """A folder of files with hostile names and hostile words in them."""
    (tmp_path / "house.yaml").write_text(HOUSE, encoding="utf-8")
    (tmp_path / "bad.yaml").write_text(f"set: bad\nextends: us\nhouse: X\n{json.dumps('k' + EVIL)}: 1\n", encoding="utf-8")
    (tmp_path / "a.rec").write_text(RECORD.format(EVIL, "d burn up Zz" + EVIL), encoding="utf-8")
    (tmp_path / "good.rec").write_text(RECORD.format(EVIL, "d check rack"), encoding="utf-8")
    (tmp_path / f"b{EVIL}.rec").write_text(RECORD.format(EVIL, ""), encoding="utf-8")
    (tmp_path / "h.phh").write_text(PHH, encoding="utf-8")
    (tmp_path / "cards.txt").write_text(f"Ah Kd{EVIL} Zz\n", encoding="utf-8")
    return tmp_path


def on_a_terminal(folder: Path, args: list[str], typed: str = "") -> str:
    """Run a command with all three streams on a terminal, and return everything that the terminal was sent."""
    env = {**os.environ, "COLUMNS": "100", "TERM": "xterm-256color"}
    env["DEALERKIT_CACHE"] = str(folder.parent / "rules-kept")  # read once for all
    env.pop("NO_COLOR", None)
    env |= {"DEALERKIT_JOURNAL": str(folder / "j.journal"), "INPUTRC": "/dev/null", "PYTHONIOENCODING": "utf-8"}
    return forked().on_a_terminal(args, folder, env, typed)


BEGIN = [
    "journal",
    "open",
    "boxed_card",
    "--rules",
    "us",
    "--table",
    "M3" + EVIL,
    "--dealer",
    "Bo" + EVIL,
    "--seat",
    "1=Ann" + EVIL,
    "-n",
    EVIL,
]
SCREENS = {
    "demo": [["demo"]],
    "games": [["games", EVIL], ["games", "mini-baccarat", "--rules", "house.yaml"]],
    "walk": [
        ["walk", "mini-baccarat", "--no-record"],
        ["walk", "--resume", "a.rec"],
        ["walk", EVIL],
        ["walk", "--resume", "good.rec"],
    ],
    "play": [
        ["play", "mini-baccarat", "--rules", "house.yaml", "--seed", "1", "--hands", "1"],
        ["play", "nap", "--set", f"{EVIL}=1"],
    ],
    "drill": [
        ["drill", EVIL],
        ["drill", "commission", "--as", "Ann" + EVIL, "--items", "1"],
        ["drill", "commission", "--rules", "house.yaml", "--sheet", "2", "--out", f"p{EVIL}.html"],
        ["drill", "commission", "--since", EVIL],
        ["drill", "--from", EVIL],
        ["drill", "--from", f"b{EVIL}.rec"],
    ],
    "progress": [
        ["progress", "Ann" + EVIL],
        ["progress", "--class"],
        ["progress", "import", f"b{EVIL}.rec"],
        ["progress", "forget", EVIL],
    ],
    "exam": [
        ["exam", "new", "baccarat-table-test", "--as", "Ann" + EVIL],
        ["exam", "new", EVIL, "--as", "x"],
        ["exam", "take", f"b{EVIL}.rec"],
        ["exam", "verify", EVIL],
    ],
    "calibrate": [
        ["calibrate", "new", "--rules", EVIL],
        ["calibrate", "new", "--rules", "house.yaml", "--out", f"o{EVIL}"],
        ["calibrate", "take", f"b{EVIL}.rec"],
        ["calibrate", "report", f"b{EVIL}.rec"],
    ],
    "callout": [["callout", EVIL], ["callout", "holdem", "--as", "Ann" + EVIL, "--by", EVIL]],
    "observe": [["observe", EVIL], ["observe", "mini-baccarat", "--as", "Ann" + EVIL, "--by", EVIL]],
    "plant": [["plant", f"b{EVIL}.rec", "--fault", EVIL], ["plant", "--list", EVIL]],
    "replay": [["replay", "good.rec"], ["replay", "a.rec"], ["replay", f"no{EVIL}"]],
    "check": [["check", "."], ["check", "a.rec", "--rules", EVIL], ["check", "h.phh"], ["check", f"b{EVIL}.rec"]],
    "convert": [["convert", "h.phh", "-"], ["convert", "good.rec", "-"], ["convert", "h.phh", f"out{EVIL}.rec"]],
    "coup": [["coup", "Ah" + EVIL], ["coup", "Ah", "2d", "3c", "4s", "--bet", f"{EVIL}=5"]],
    "round": [
        ["round", EVIL, "Ah", "--seat", "1: main 10"],
        ["round", "blackjack", "9h 6c 2d Tc Kd", "--seat", f"1: main 10; {EVIL}"],
    ],
    "showdown": [["showdown", "holdem", "--board", "2c3c4c5d9h", "--hand", f"Ann{EVIL}=AhAd", "--hand", "Bo=KsKd"]],
    "rule": [
        ["rule", EVIL],
        ["rule", "boxed_card", "--rules", "us", "-f", f"face_seen={EVIL}"],
        ["rule", "boxed_card", "--rules", "house.yaml"],
    ],
    "deck": [["deck", "verify", "--list", "cards.txt"], ["deck", "verify", EVIL]],
    "cut": [["cut", EVIL], ["cut", "10", "--cards", EVIL]],
    "draw": [["draw", "seats", "Ann" + EVIL, "Bo", "--seed", "7"], ["draw", EVIL]],
    "journal": [
        BEGIN,
        ["journal", "show", "1"],
        ["journal", "list"],
        ["journal", "people"],
        ["journal", "report", "1"],
        ["journal", "export"],
        ["journal", "export", "--format", "json"],
        ["journal", "decide", "1", EVIL],
        ["journal", "note", "1", EVIL],
        ["journal", "precedents"],
        ["journal", "verify", "--anchor", EVIL],
        ["journal", "erase", "Ann" + EVIL],
        ["journal", "erase", EVIL],
        ["journal", "show", EVIL],
    ],
    "jackpot": [["jackpot", "claim", EVIL], ["jackpot", "list"], ["jackpot", "open", EVIL]],
    "explain": [["explain", EVIL], ["explain", "BA-01", "--rules", "house.yaml"]],
    "search": [["search", "zzz" + EVIL]],
    "users": [["users", "add", EVIL, "--role", EVIL], ["users", "list", "--database", f"sqlite:///no/{EVIL}"]],
    "serve": [["serve", "--check", "--host", EVIL], ["serve", "--check", "--database", f"sqlite:///no/{EVIL}"]],
    "simulate": [["simulate", EVIL], ["simulate", "mini-baccarat", "--bet", EVIL], ["simulate", "holdem", "--rules", "bad.yaml"]],
    "odds": [["odds", "mini-baccarat", "--set", f"decks={EVIL}"], ["odds", "mini-baccarat", "--rules", "bad.yaml"]],
    "sheet": [
        ["sheet", "mini-baccarat", "--rules", "house.yaml", "--doc", "book"],
        ["sheet", "mini-baccarat", "--rules", "house.yaml", "--doc", "book", "--format", "md"],
        ["sheet", "mini-baccarat", "--rules", "house.yaml", "--format", "html"],
        ["sheet", EVIL],
    ],
    "new": [["new", "game", EVIL], ["new", "rules", "mine", "--from", EVIL], ["new", "drill", "mine", "--out", f"no/{EVIL}"]],
    "rules": [["rules", "list"], ["rules", "diff", "house.yaml", "us"], ["rules", "new", EVIL, "--from", "us"], ["rules", EVIL]],
    "config": [["config", "set", "game", EVIL], ["config", "get", EVIL], ["config", EVIL]],
    "completion": [["completion", "show", EVIL], ["completion", EVIL]],
    "lint": [["lint", "bad.yaml"], ["lint", "house.yaml"]],
    "prove": [["prove", EVIL], ["prove", "house.yaml"]],
    "test": [["test", "house.yaml"], ["test", EVIL]],
}


@pytest.mark.parametrize("name", list(COMMANDS))
def test_no_command_lets_a_screen_obey_what_others_wrote(name, folder):
    """Every command, on a terminal, with hostile house, player and file names, notes, option values, words of a dispute."""
    told = ""
    for args in SCREENS[name]:
        sent = on_a_terminal(folder, args, "pay s1\n" if name == "walk" else "n\n")
        left = OURS.sub("", sent)
        assert "Traceback" not in left, left
        assert "went wrong in dealerkit" not in left, left
        rung = re.sub(r"(?<!owned)\x07", "", left)  # the bell at a wrong key is ours; what others wrote rings behind "owned"
        assert not OBEYED.search(rung.replace("\r\n", "\n").replace("\r", "")), (args, left)
        told += left
    if name not in ("demo", "search"):  # which say nothing of what was typed
        assert r"\x1b" in told or r"\u001b" in told or "&#" in told, told


def test_every_command_has_its_hostile_screens():
    """A command that is new is tried too."""
    assert set(SCREENS) == set(COMMANDS)


@pytest.mark.parametrize("form", ["md", "html"])
def test_a_sheet_shows_the_sign_as_text(form, folder):
    """In the file that is written, not only on the screen."""
    out = folder / f"sheet.{form}"
    args = ["sheet", "mini-baccarat", "--house", str(folder / "house.yaml"), "--doc", "book", "--out", str(out)]
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 0, result.output
    text = out.read_text(encoding="utf-8")
    assert not OBEYED.search(text)
    assert "x1b" in text


@pytest.mark.parametrize("form", ["md", "html"])
def test_a_report_of_the_journal_too(form, folder):
    """For paper and for a browser."""
    env = {"DEALERKIT_JOURNAL": str(folder / "j.journal")}
    assert CliRunner().invoke(main, BEGIN, env=env).exit_code == 0
    out = folder / f"report.{form}"
    assert CliRunner().invoke(main, ["journal", "report", "1", "--out", str(out)], env=env).exit_code == 0
    assert not OBEYED.search(out.read_text(encoding="utf-8"))
    assert "gnp.exe" in out.read_text(encoding="utf-8")


def test_json_says_exactly_what_was_written(folder):
    """It is escaped as JSON escapes; whoever reads it has the text as it was."""
    result = CliRunner().invoke(main, ["check", "--json", str(folder / f"b{EVIL}.rec")])
    assert not OBEYED.search(result.stdout)
    assert {one["file"] for one in json.loads(result.stdout)["findings"]} == {str(folder / f"b{EVIL}.rec")}


def test_messages_on_standard_error(folder):
    """A file, an option, a rule set that cannot be used: the message names it as text."""
    for args in (["check", f"no{EVIL}"], ["games", EVIL], [EVIL], ["games", f"--{EVIL}"], ["lint", str(folder / "bad.yaml")]):
        result = CliRunner().invoke(main, args)
        assert not OBEYED.search(result.output), args
        assert r"\x1b" in result.output, args


def test_the_hint_of_a_refusal(capsys):
    """Message and hint are other people's words too."""
    Refusal("a" + EVIL, "b" + EVIL).show()
    assert capsys.readouterr().err == f"Error: a{SHOWN}\nhint: b{SHOWN}\n"


def test_what_is_ours_stays():
    """Line ends, tabs and our own colours."""
    assert printable("a\tb\nc 庄 é") == "a\tb\nc 庄 é"
    assert printable("\udc9b") == r"\x9b"
    assert json.loads(printable_json(json.dumps(EVIL, ensure_ascii=False))) == EVIL
    probe = click.command()(lambda: common.echo(screen_text.heading("Tom " + EVIL)))
    assert CliRunner().invoke(probe, color=True).output == f"\x1b[1mTom {SHOWN}\x1b[0m\n"
    assert CliRunner().invoke(probe).output == f"Tom {SHOWN}\n"


def test_nobody_can_write_our_colours():
    """What stands for our own escape sign is drawn anew by each process; a text that guesses it wrong stays text."""
    probe = click.command()(lambda: common.echo("\ue00000000000[31mred"))
    assert CliRunner().invoke(probe, color=True).output == "\ue00000000000[31mred\n"


def test_there_is_one_door():
    """No command prints but through `echo` and its like."""
    doors = {"cli/common.py", "cli/failure.py"}
    prints = {"print", "click.echo", "click.secho", "click.style", "click.confirm", "click.prompt", "sys.stdout.write"}
    lasts = {name.rpartition(".")[2] for name in prints}
    printed = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in prints))
    printing = set()
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if printed.search(text) else ():
            called = node.func if isinstance(node, ast.Call) else None
            last = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
            if last in lasts and ast.unparse(called) in prints:
                printing.add(path.relative_to(PACKAGE).as_posix())
    assert printing == doors
