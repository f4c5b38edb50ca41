"""Keys at a terminal: a wrong one rings the bell, once it is said which there are, and an arrow is one key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.files.screen_text import either
from dealerkit.training.drills import courses
from dealerkit.training.walk.norms import offered
from tests.cli.pseudo_terminal import PseudoTerminal

BELL = b"\x07"
ARROWS = (b"\x1b[A", b"\x1bOB", b"\x1b[1;5C")
PROMPTS = {
    "walk": (("walk",), "> ", f"({either(list(offered()))})"),
    "drill": (("drill",), "> ", f"({either([one.key for one in courses()])})"),
    "question": (("drill", "baccarat/third-card-flash", "--level", "3", "--seed", "1"), "     > ", "(d or s)"),
    "exam": (("exam", "take", "paper.json"), "     > ", "(d or s)"),
}
"""Prompts at which one key is awaited: what is typed, how the line begins, what is said of the keys."""


@pytest.fixture
def exam(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A paper of an exam of two questions, as `paper.json`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    Path("short.yaml").write_text(
        "syllabus: short\ntitle: Short test\nminutes: 10\npass: 80\n"
        "written:\n  strata: {flash: {drill: baccarat/third-card-flash, level: 3, items: 2}}\n",
        encoding="utf-8",
    )
    made = CliRunner().invoke(main, ["exam", "new", "short.yaml", "--as", "Ann Lee", "--json"])
    Path(json.loads(made.stdout)["paper"]).rename("paper.json")


def begun(tmp_path: Path, *args: str) -> PseudoTerminal:
    """A command at a terminal, with a home of its own."""
    return PseudoTerminal(*args, cwd=tmp_path, DEALERKIT_HOME=str(tmp_path / "home"))


def pressed(terminal: PseudoTerminal, key: bytes, until: str = "") -> bytes:
    """Press a key; what the terminal gets for it."""
    since = len(terminal.raw)
    terminal.keys(key)
    terminal.read(until, since=since)
    return terminal.raw[since:]


@pytest.mark.usefixtures("exam")
@pytest.mark.parametrize("name", PROMPTS)
def test_a_wrong_key_rings_and_the_keys_are_named_once(tmp_path: Path, name: str) -> None:
    """The bell itself goes to the terminal, and nothing of it is written; an arrow rings once."""
    args, prompt, named = PROMPTS[name]
    with begun(tmp_path, *args) as terminal:
        terminal.read(prompt)
        assert pressed(terminal, b"#", prompt) == BELL + f"{named} ".encode()
        for key in (b"#", b"\x07", *ARROWS):
            assert pressed(terminal, key, prompt) == BELL
        assert "\\x" not in terminal.text
        terminal.keys(b"q")
        terminal.end()


@pytest.mark.usefixtures("exam")
def test_no_bell_without_a_terminal() -> None:
    """Where lines are read from a pipe nothing rings."""
    told = CliRunner().invoke(main, ["exam", "take", "paper.json"], input="#\nq\n").output
    assert "\a" not in told
    assert "is not one of the choices" in told


def test_the_slips_of_a_walk_are_tried_again(tmp_path: Path) -> None:
    """After the summary one key begins it, and one key answers each slip."""
    with begun(tmp_path, "walk", "mini-baccarat", "--at", "deal", "--seed", "1") as terminal:
        terminal.read("dealer> ")
        terminal.type("burn")
        terminal.type("quit", until="> ")
        assert pressed(terminal, b"z", "> ") == BELL + b"(t) "
        since = len(terminal.raw)
        terminal.keys(b"t")
        terminal.read("     > ", since=since)
        rung = pressed(terminal, b"\x1b[A", "     > ")
        assert rung.startswith(BELL + b"(")
        assert rung.endswith(b") ")
        assert pressed(terminal, b"\x1b[A", "     > ") == BELL
        terminal.keys(b"q")
        terminal.end()


def test_a_wrong_key_at_the_camera_desk_is_named(tmp_path: Path) -> None:
    """Whoever watches does not look at the keys: a key that stands for no slip rings and is told, each time."""
    with begun(tmp_path, "observe", "mini-baccarat", "--as", "Ann") as terminal:
        terminal.read("")
        for _ in range(2):
            told = pressed(terminal, b"Z")
            assert BELL in told
            assert b"no such slip: Z" in told
        told = pressed(terminal, b"\x1b[A")
        assert told.count(BELL) == 1
        assert b"no such slip\r\n" in told
        assert b"  which slip? " in pressed(terminal, b"/")
        assert b"number, or q: " in pressed(terminal, b"wrong payout\r")
        assert pressed(terminal, b"z").startswith(BELL + b"(1")
        pressed(terminal, b"1")
        pressed(terminal, b"q", "  accuracy: ")
        assert pressed(terminal, b"9", "  accuracy: ") == BELL + b"(1, 2, 3, 4 or 5) "
        assert pressed(terminal, b"0", "  accuracy: ") == BELL
        terminal.keys(b"q")
        terminal.end()


def test_a_wrong_key_for_a_mark_is_named(tmp_path: Path) -> None:
    """Hands that are called out: what each key does before what was due is shown, then which slips there are."""
    with begun(tmp_path, "callout", "holdem", "--level", "3", "--seed", "3") as terminal:
        terminal.read("")
        told = pressed(terminal, b"x")
        assert BELL in told
        assert b"Space or Enter: show the right answer." in told
        pressed(terminal, b" ")
        told = pressed(terminal, b"Z")
        assert BELL in told
        assert b"no such slip: Z" in told
        terminal.keys(b"q")
        terminal.end()


def test_a_try_by_hand_names_its_keys(tmp_path: Path) -> None:
    """A try against the clock says what space does, and which key is no fault."""
    with begun(tmp_path, "observe", "chips/run-down", "--as", "Ann") as terminal:
        terminal.read("")
        assert b"space starts the clock" in pressed(terminal, b"x")
        pressed(terminal, b" ")
        assert b"space stops the clock" in pressed(terminal, b"\r")
        pressed(terminal, b" ")
        assert b"(no such fault: Z) " in pressed(terminal, b"Z")
        terminal.keys(b"q")
        terminal.end()
