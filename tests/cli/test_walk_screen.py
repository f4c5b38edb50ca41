"""`dealerkit walk` on a terminal that shows it: driven through a pseudo-terminal, its screen read by an emulator."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.pseudo_terminal import COMMAND, PseudoTerminal

pytestmark = pytest.mark.thorough

OPEN, CLOSE = b"\x1b[?1049h", b"\x1b[?1049l"
NOTATION = re.compile(r"\bs\d+\b|\?\?|\b[a-z]+/[a-z]|\bd [a-z]+ ")


@pytest.fixture
def walk(tmp_path: Path) -> Iterator[object]:
    """Begins a walk in a terminal; it is ended whatever happens."""
    begun: list[PseudoTerminal] = []

    def begin(*args: str, **how: Any) -> PseudoTerminal:
        begun.append(PseudoTerminal("walk", *args, cwd=tmp_path, DEALERKIT_HOME=str(tmp_path / "home"), **how))
        return begun[-1]

    yield begin
    for terminal in begun:
        terminal.stop()


def left_clean(terminal: PseudoTerminal) -> None:
    """See that the first screen is shown again, with its cursor, in no style, and that lines are typed as before."""
    assert not terminal.second
    assert terminal.raw.count(OPEN) == terminal.raw.count(CLOSE)
    assert terminal.raw.rfind(b"\x1b[?25h") > terminal.raw.rfind(b"\x1b[?25l")
    assert terminal.echoes
    assert b"\x1b[0m" in terminal.raw[terminal.raw.rfind(CLOSE) - 12 : terminal.raw.rfind(CLOSE)]


def test_a_whole_coup_of_mini_baccarat(walk) -> None:
    """Cards, calls, payments, said as the hints say: the table stays in its place, and the summary is on the first screen."""
    terminal = walk("mini-baccarat", "--seed", "11", "--at", "deal", "--coups", "1")
    text = terminal.read("dealer> ")
    assert "Mini baccarat · us · coup 1" in text.split("\n")[0]
    seen = []
    for _ in range(40):
        told = re.search(r"^ *say: (.*)$", terminal.type("hint", until=""), re.MULTILINE)
        assert told, terminal.text
        text = terminal.type(told[1], until="")
        if not terminal.second:
            break
        rows = text.split("\n")
        assert rows[0].startswith(" Mini baccarat")
        assert rows[1].startswith("╭")
        assert rows[-1].startswith("dealer>")
        assert not NOTATION.search(text), text
        seen.append(text)
    assert terminal.end() == 0
    left_clean(terminal)
    assert re.search(r"player +banker", seen[3])
    assert re.search(r"│\d.│|│[TJQKA].│", seen[3])
    assert any("the dealer pays" in text or "the dealer takes" in text for text in seen)
    assert "slips: none" in terminal.text
    assert "Summary" in terminal.text
    assert "coup 1" not in terminal.text  # nothing of the second screen is left


def test_a_hand_of_hold_em_with_a_slip(walk) -> None:
    """The slip stands beside its ruling and what to do, in words; what is put right is gone; then the hand goes on."""
    terminal = walk("holdem", "--seed", "5", "--seats", "6", "--at", "flop", "--no-record")
    terminal.read("dealer> ")
    terminal.type("tap")
    text = terminal.type("deal the flop")
    assert re.search(r"major: A street was dealt +│ floor: |major: A street was dealt .*│ floor: ", text), text
    assert "fixing a slip" in text
    assert "slips 1" in text
    assert "1. " in text
    assert not NOTATION.search(text), text
    assert text.split("\n")[0].startswith(" Hold'em · rrop · hand 1")
    for _ in range(30):
        told = re.search(r"^ *say: (.*)$", terminal.type("hint", until=""), re.MULTILINE)
        assert told, terminal.text
        text = terminal.type(told[1])
        if "fixing a slip" not in text and "The turn" in text:
            break
    assert "A street was dealt without" not in text  # it is seen to
    assert "slips 1" in text
    terminal.keys(b"quit\r")
    assert terminal.end() == 1
    left_clean(terminal)
    assert "slips: 1 major" in terminal.text


@pytest.mark.parametrize("how", ["quit", "ctrl-d", "ctrl-c", "term"])
def test_however_it_ends_the_terminal_is_left_clean(walk, how: str) -> None:
    """The word, the end of the input, an interruption, and a signal from outside."""
    terminal = walk("mini-baccarat", "--seed", "7")
    terminal.read("dealer> ")
    assert terminal.second
    if how == "term":
        terminal.signal(signal.SIGTERM)
    else:
        terminal.keys({"quit": b"quit\r", "ctrl-d": b"\x04", "ctrl-c": b"\x03"}[how])
    code = terminal.end()
    left_clean(terminal)
    assert code == {"ctrl-c": 130, "term": 143}.get(how, 0)
    if how == "ctrl-c":
        assert "The record is saved. Continue with" in terminal.text
    elif how != "term":
        assert "Summary" in terminal.text


def test_an_exception_leaves_the_terminal_clean(walk) -> None:
    """What goes wrong inside is told on the first screen."""
    broken = "import dealerkit.cli.walk.conversation as d\nd.Conversation.on_hint = lambda self: 1 / 0\n" + COMMAND
    terminal = walk("mini-baccarat", "--seed", "7", code=broken)
    terminal.read("dealer> ")
    terminal.keys(b"hint\r")
    assert terminal.end() not in (0, 1)
    left_clean(terminal)
    assert "ZeroDivisionError" in terminal.text or "fault" in terminal.text


def test_the_screen_follows_the_window(walk) -> None:
    """Larger, and the panes go beside the felt, what is typed stays; too small, and lines scroll; large again, and it is back."""
    terminal = walk("mini-baccarat", "--seed", "7", "--at", "deal")
    terminal.read("dealer> ")
    terminal.keys(b"card for the pl")
    terminal.read("dealer> card")
    since = len(terminal.raw)
    terminal.resize(120, 40)
    text = terminal.read("dealer> card for the pl", since=since)
    assert "╮ ─ slips" in text.split("\n")[1]
    assert "the dealer deals to player" in terminal.type("ayer")
    terminal.resize(70, 20)
    text = terminal.type("card for the banker")
    assert not terminal.second
    assert "  the dealer deals to banker" in text
    terminal.resize(80, 24)
    text = terminal.type("card for the player")
    assert terminal.second
    assert text.split("\n")[0].startswith(" Mini baccarat")


def test_long_answers_take_the_place_of_the_felt(walk) -> None:
    """`help` is read page by page; then the table is back."""
    terminal = walk("holdem", "--seed", "7", "--no-record")
    terminal.read("dealer> ")
    text = terminal.type("help", until="q: back to the table; Enter: next> ")
    assert "Say what you do" in text
    for _ in range(9):
        text = terminal.type("", until="")
        if terminal.at_prompt("dealer> "):
            break
    assert text.split("\n")[1].startswith("╭")


def test_the_pages_of_an_answer_are_left_by_q(walk) -> None:
    """The table is back, and the walk goes on; at the table `q` ends it."""
    terminal = walk("holdem", "--seed", "7", "--no-record")
    terminal.read("dealer> ")
    terminal.type("help", until="q: back")
    text = terminal.type("q")
    assert "Say what you do" not in text
    assert text.split("\n")[1].startswith("╭")
    assert "the dealer washes" in terminal.type("wash")
    terminal.type("q", until="")
    assert terminal.end() == 0


def test_enter_alone_leaves_the_answer_where_it_is(walk) -> None:
    """What was told last is still there, once: a hint, and a slip with its ruling."""
    terminal = walk("holdem", "--seed", "5", "--seats", "6", "--at", "flop", "--no-record")
    terminal.read("dealer> ")
    hint = terminal.type("hint")
    assert "tap the table" in hint
    assert terminal.type("") == hint
    assert terminal.type("   ").rstrip() == hint.rstrip()
    terminal.type("tap")
    slip = terminal.type("deal the flop")
    assert "major: A street was dealt" in slip
    assert terminal.type("") == slip


@pytest.mark.parametrize("how", [{"TERM": "dumb"}, {"args": ("--plain",)}, {"columns": 79}, {"rows": 23}], ids=str)
def test_what_cannot_show_it_gets_lines(walk, how: dict[Any, Any]) -> None:
    """A terminal that says so, one that is too small, and whoever asks for it."""
    how = dict(how)
    terminal = walk("mini-baccarat", "--seed", "7", "--at", "deal", *how.pop("args", ()), **how)
    text = terminal.read("dealer> ")
    assert OPEN not in terminal.raw
    assert "Mini baccarat: 3 seats" in text
    assert "bets: s1 player 100" in text


def test_without_colour_the_screen_stays(walk) -> None:
    """NO_COLOR takes the colour away and nothing else."""
    terminal = walk("mini-baccarat", "--seed", "7", "--at", "deal", NO_COLOR="1")
    text = terminal.read("dealer> ")
    assert terminal.second
    assert text.split("\n")[1].startswith("╭")
    painted = terminal.raw[terminal.raw.index(OPEN) :]
    assert not re.search(rb"\x1b\[[\d;]*3\d", painted)
    coloured = walk("mini-baccarat", "--seed", "7", "--at", "deal", "--no-record")
    coloured.read("dealer> ")
    assert re.search(rb"\x1b\[[\d;]*3\d", coloured.raw[coloured.raw.index(OPEN) :])


def test_a_terminal_without_signs_gets_letters_and_lines_of_strokes(walk) -> None:
    """A terminal whose text is ASCII: the same screen, nothing that it cannot show, and no stop at what somebody typed."""
    plain = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    terminal = walk("mini-baccarat", "--seed", "7", "--at", "deal", **plain)
    terminal.read("dealer> ")
    text = terminal.type("card for the player")
    assert terminal.second
    assert text.isascii()
    assert text.split("\n")[1].startswith("+---")
    assert re.search(r"player \d[cdhs]", text)


def test_ctrl_z_and_back(walk) -> None:
    """Stopped, the first screen is shown; when the program goes on, the table is there again, and so is what was typed."""
    terminal = walk("mini-baccarat", "--seed", "7", "--at", "deal")
    terminal.read("dealer> ")
    terminal.keys(b"card for the pl")
    terminal.read("dealer> card")
    since = len(terminal.raw)
    terminal.keys(b"\x1a")
    text = terminal.read("dealer> card for the pl", since=since)
    assert terminal.raw[since:].count(CLOSE) == terminal.raw[since:].count(OPEN) == 1
    assert text.split("\n")[1].startswith("╭")
    assert "the dealer deals to player" in terminal.type("ayer")


def test_tab_shows_the_words_that_may_come_next(walk) -> None:
    """They stand in the pane; the line being typed stays."""
    terminal = walk("mini-baccarat", "--seed", "7", "--at", "deal")
    terminal.read("dealer> ")
    since = len(terminal.raw)
    terminal.keys(b"pa\t\t")
    text = terminal.read("dealer> pa", since=since)
    assert "pay" in text
    assert text.split("\n")[1].startswith("╭")


def test_why_gives_a_reason_and_repeated_acts_are_one_line(walk) -> None:
    """The rule's own words, not the step's name; ten burns are one line."""
    terminal = walk("mini-baccarat", "--seed", "7", "--at", "burn", "--no-record")
    terminal.read("dealer> ")
    text = terminal.type("why")
    assert re.search(r"rule: BA-\d+: \w+ \w+", text)
    text = terminal.type("burn ten")
    assert "the dealer burns 10" in text


def test_slips_that_are_told_at_the_end_are_not_on_the_screen(walk) -> None:
    """Neither in a pane nor in the status line; the summary tells them."""
    terminal = walk("mini-baccarat", "--seed", "7", "--at", "player_total", "--findings", "end", "--no-record")
    terminal.read("dealer> ")
    text = terminal.type("player has nine")
    assert "slips" not in text
    assert "owed" not in text
    terminal.keys(b"quit\r")
    assert terminal.end() == 1
    assert "major" in terminal.text or "minor" in terminal.text
