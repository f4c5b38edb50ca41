"""`dealerkit walk --level` on a terminal of 80 by 24: what is asked stands in the pane until it is answered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.pseudo_terminal import PseudoTerminal

pytestmark = pytest.mark.thorough


def test_the_end_of_a_hand_by_what_the_hints_say(tmp_path: Path) -> None:
    """From the river on, at level 4: every question is on the screen, its hint can be typed, and nothing is found."""
    words = ("walk", "holdem", "--level", "4", "--at", "river_betting", "--hands", "1", "--seed", "3", "--no-record")
    terminal = PseudoTerminal(*words, cwd=tmp_path, DEALERKIT_HOME=str(tmp_path / "home"))
    try:
        _by_hints(terminal)
    finally:
        terminal.stop()


def _by_hints(terminal: PseudoTerminal) -> None:
    """Type what the hints say until the summary stands there."""
    screen = terminal.read("dealer> ")
    asked = 0
    for _ in range(40):
        question = re.search(r"\? .+", screen)
        asked += question is not None
        hint = terminal.type("hint")
        if question is not None:
            assert question[0][:40] in hint, "the question has gone while it is open"
        said = re.search(r"say: (.+)", hint)
        assert said is not None, hint
        screen = terminal.type(said[1].strip(), until="")
        if "Summary" in screen:
            break
    assert "slips: none" in screen
    assert "passed" in screen
    assert asked > 4
    assert terminal.end() == 0
