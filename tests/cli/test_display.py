"""How answers come to the screen: `--color`, `--quiet`, `--no-pager`, and the pager, in real terminals and in pipes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dealerkit.cli.display import color
from dealerkit.cli.main import main
from tests.cli.pseudo_terminal import COMMAND, PseudoTerminal

pytestmark = pytest.mark.thorough

COLOURED = "\x1b["


@pytest.fixture
def plain(monkeypatch, tmp_path) -> None:
    """An environment that says nothing about colours."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path))


def output(*args: str, terminal: bool = False) -> str:
    """Run a command; on a terminal click strips nothing unless it is told so."""
    result = CliRunner().invoke(main, args, color=terminal)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize(
    ("typed", "environ", "kept", "wanted"),
    [
        (None, {}, None, None),
        (None, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, "always", False),
        (None, {"NO_COLOR": "", "FORCE_COLOR": "1", "TERM": "dumb"}, "never", True),
        (None, {"FORCE_COLOR": "0"}, "always", True),
        (None, {"TERM": "dumb"}, "always", False),
        (None, {"TERM": "xterm"}, "never", False),
        ("always", {"NO_COLOR": "1", "TERM": "dumb"}, "never", True),
        ("never", {"FORCE_COLOR": "1"}, "always", False),
        ("auto", {}, "always", None),
        ("auto", {"NO_COLOR": "1"}, "always", False),
    ],
)
def test_who_decides_about_colours(typed, environ, kept, wanted):
    """An option goes before the environment, the environment before the file; `auto` typed overrules the file alone."""
    assert color(typed, environ, kept) is wanted


@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_options_stand_before_or_behind_the_command(plain, place):
    """Nobody has to know on which side of the command's name an option of all commands belongs."""
    words = ["explain", "BA-37"]
    for said, coloured in (("--color=always", True), ("--color=never", False)):
        assert (COLOURED in output(*words[:place], said, *words[place:], terminal=not coloured)) is coloured
    assert COLOURED not in output("journal", "list", "--color=never", "--help")


def test_the_environment_and_the_file_decide_too(plain, monkeypatch):
    """Colours in a pipe where somebody wants them, none on a terminal where somebody does not."""
    assert COLOURED not in output("explain", "BA-37")
    output("config", "set", "color", "always")
    assert COLOURED in output("explain", "BA-37")
    monkeypatch.setenv("NO_COLOR", "1")
    assert COLOURED not in output("explain", "BA-37", terminal=True)
    assert COLOURED in output("explain", "BA-37", "--color", "always")


def test_quiet_leaves_the_answer_and_the_errors(plain, tmp_path, monkeypatch):
    """What is said beside the answer is left out; what is wrong is not."""
    monkeypatch.chdir(tmp_path)
    told = CliRunner().invoke(main, ["rules", "new", "mine", "--from", "us"])
    quiet = CliRunner().invoke(main, ["rules", "new", "yours", "--from", "us", "--quiet"])
    assert "Wrote mine.yaml" in told.stderr
    assert (quiet.output, quiet.exit_code) == ("", 0)
    assert "unknown game:" in CliRunner().invoke(main, ["-q", "games", "napp"]).stderr
    assert output("-q", "games") == output("games")


def test_a_wrong_word_is_told(plain):
    """`--color purple` is refused, whichever side it stands on."""
    for words in (["--color", "purple", "games"], ["games", "--color", "purple"]):
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 2
        assert "'purple' is not one of 'auto', 'always', 'never'" in result.stderr


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_a_long_answer_goes_through_the_pager(tmp_path, columns):
    """It stops at the first screen, in colours, and `q` leaves it; the exit code is the command's."""
    with PseudoTerminal(
        "explain", "boxed_card", cwd=tmp_path, columns=columns, rows=12, NO_PAGER="", PAGER="less", LESS=""
    ) as one:
        text = one.read(":")
        assert text.startswith("boxed_card")
        assert b"\x1b[1mboxed_card" in one.raw
        one.keys(b"q")
        assert one.end() == 0
        assert len(one.raw) < 5000


def test_the_code_of_the_command_is_the_code_after_the_pager(tmp_path):
    """Findings are findings, whether they are read to the end or not."""
    (tmp_path / "many.yaml").write_text("set: mine\n" + "".join(f"x{number}: 1\n" for number in range(30)))
    with PseudoTerminal("lint", "many.yaml", cwd=tmp_path, rows=12, NO_PAGER="", PAGER="less", LESS="") as one:
        one.read(":")
        one.keys(b"q")
        assert one.end() == 1


NO_PAGER: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "no-pager": ({}, ("--no-pager",)),
    "the-environment": ({"NO_PAGER": "1"}, ()),
    "cat": ({"PAGER": "cat"}, ()),
    "nothing": ({"PAGER": ""}, ()),
    "not-there": ({"PAGER": "no-such-pager -x"}, ()),
    "an-open-quote": ({"PAGER": "'less"}, ()),
    "a-dumb-terminal": ({"TERM": "dumb"}, ()),
    "the-file": ({"DEALERKIT_CONFIG": "settings.yaml"}, ()),
}


@pytest.mark.parametrize("kind", NO_PAGER)
def test_where_nobody_wants_a_pager_there_is_none(tmp_path, kind):
    """The whole answer is printed, and the command ends by itself."""
    env, words = NO_PAGER[kind]
    (tmp_path / "settings.yaml").write_text("pager: never\n")
    with PseudoTerminal("games", *words, cwd=tmp_path, rows=12, **({"NO_PAGER": "", "PAGER": "less"} | env)) as one:
        assert one.end() == 0
        assert "To see the options of a game: dealerkit games GAME" in one.text
        assert b"all-fours" in one.raw


def test_a_short_answer_needs_no_pager(tmp_path):
    """What fits the screen is printed at once."""
    with PseudoTerminal("games", cwd=tmp_path, rows=60, NO_PAGER="", PAGER="less") as one:
        assert one.end() == 0


def test_the_pager_shows_no_sign_that_a_screen_obeys(tmp_path):
    """Another's text is text in the pager, too: only our colours reach it."""
    (tmp_path / "house.yaml").write_text(
        'set: mine\ntitle: "a\\e]0;gone\\a"\nextends: us\n' + "".join(f'"k\\e[2J{n}": 1\n' for n in range(30))
    )
    with PseudoTerminal("lint", "house.yaml", cwd=tmp_path, rows=12, NO_PAGER="", PAGER="less -R", LESS="") as one:
        one.read(":")
        assert b"\\x1b[2J" in one.raw
        assert b"\x1b[2J" not in one.raw
        one.keys(b"q")
        one.end()


def test_in_a_pipe_there_is_no_pager(tmp_path):
    """Nothing waits for a key where nobody sits."""
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, "games"], capture_output=True, text=True, check=True, timeout=300, cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PAGER": "less", "TERM": "xterm", "PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    assert done.stdout.endswith("To see the options of a game: dealerkit games GAME\n")


def test_a_painted_screen_has_the_colours_that_were_asked_for(tmp_path):
    """`walk` on its screen: none with `--color never`."""
    for words, coloured in (((), True), (("--color", "never"), False)):
        with PseudoTerminal("walk", "mini-baccarat", "--seed", "7", *words, cwd=tmp_path, columns=100, rows=40) as one:
            one.read("dealer> ")
            assert bool(re.search(rb"\x1b\[3\dm", one.raw)) is coloured
            one.type("quit", until="\0")
