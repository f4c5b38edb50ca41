"""A terminal's second screen: what is written to open it, paint it and leave it, and what happens at each signal."""

from __future__ import annotations

import io
import os
import signal
from pathlib import Path

import pytest

from dealerkit.table.scene.screen import CellCanvas, StyledSpan, Terminal

OPENED, CLOSED = "\x1b[?1049h", "\x1b[0m\x1b[?25h\x1b[?1049l"
SIGNALS = ("SIGWINCH", "SIGTSTP", "SIGTERM", "SIGHUP")


class Screen(io.StringIO):
    """A terminal that keeps all that was written to it, of signs that it has."""

    encoding = "latin-1"

    def told(self) -> str:
        """Return what was written since it was asked last."""
        text = self.getvalue()
        self.seek(0)
        self.truncate()
        return text


class Painter:
    """A terminal, and how often it was asked to be painted again."""

    def __init__(self, *, colour: bool = False) -> None:
        self.screen, self.painted = Screen(), 0
        self.terminal = Terminal(self.screen, colour=colour, again=self.again)

    def again(self) -> None:
        """Count."""
        self.painted += 1


def test_the_second_screen_is_opened_and_left_once() -> None:
    """Whoever asks again changes nothing; the context leaves it, and leaves nothing that was not opened."""
    painter = Painter()
    with painter.terminal as terminal:
        assert (terminal, terminal.opened, painter.screen.told()) == (painter.terminal, False, "")
        terminal.close()
        assert painter.screen.told() == ""
        terminal.open()
        terminal.open()
        assert (terminal.opened, painter.screen.told()) == (True, OPENED)
        terminal.type("hint")
        assert painter.screen.told() == "hint"
    assert (painter.terminal.opened, painter.screen.told()) == (False, CLOSED)
    painter.terminal.close()
    assert painter.screen.told() == ""


@pytest.mark.parametrize("colour", [True, False])
def test_every_row_is_painted_at_its_place(colour: bool) -> None:
    """Each row from its first column and cleared behind its end; the cursor is hidden meanwhile and left in the last row. A sign
    that the terminal does not have becomes a question mark.
    """
    painter, canvas = Painter(colour=colour), CellCanvas(20, 3)
    canvas.put(0, 0, (StyledSpan("seat 2", "chips"),))
    canvas.put(1, 1, (StyledSpan("K♥"),))
    painter.terminal.paint(canvas)
    first = "\x1b[0m\x1b[33mseat 2\x1b[0m" if colour else "\x1b[0mseat 2\x1b[0m"
    rows = f"\x1b[1;1H{first}\x1b[K\x1b[2;1H K?\x1b[K\x1b[3;1H\x1b[K"
    assert painter.screen.told() == f"\x1b[?25l{rows}\x1b[3;1H\x1b[J\x1b[?25h"


def test_a_screen_of_another_size_is_painted_again_while_it_is_open() -> None:
    """And in no other state."""
    painter = Painter()
    with painter.terminal as terminal:
        for opened, painted in ((None, 0), (terminal.open, 1), (terminal.close, 1)):
            if opened is not None:
                opened()
            signal.raise_signal(signal.SIGWINCH)
            assert painter.painted == painted


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_who_is_told_to_end_leaves_the_screen(number: int) -> None:
    """With the exit status of a program that the signal ended."""
    painter = Painter()

    def session() -> None:
        with painter.terminal as terminal:
            terminal.open()
            signal.raise_signal(number)

    with pytest.raises(SystemExit) as ended:
        session()
    assert ended.value.code == 128 + number
    assert painter.screen.told() == OPENED + CLOSED


@pytest.mark.parametrize("opened", [True, False])
def test_while_the_program_is_stopped_the_first_screen_is_shown(opened: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-Z: the program is stopped in the usual way, and what was open is opened and painted again; the next time too."""
    painter = Painter()

    def stop(process: int, number: int) -> None:
        assert (process, number, painter.terminal.opened) == (os.getpid(), signal.SIGTSTP, False)
        assert signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL
        painter.screen.write("stopped")

    monkeypatch.setattr(os, "kill", stop)
    with painter.terminal as terminal:
        if opened:
            terminal.open()
        for time in (1, 2):
            painter.screen.told()
            signal.raise_signal(signal.SIGTSTP)
            assert painter.screen.told() == (f"{CLOSED}stopped{OPENED}" if opened else "stopped")
            assert painter.painted == (time if opened else 0)


def test_signals_are_as_they_were_when_the_screen_is_left() -> None:
    """Whoever heard of them before hears of them again."""
    before = {name: signal.getsignal(getattr(signal, name)) for name in SIGNALS}
    with Painter().terminal:
        assert all(signal.getsignal(getattr(signal, name)) != before[name] for name in SIGNALS)
    assert {name: signal.getsignal(getattr(signal, name)) for name in SIGNALS} == before


def test_what_is_no_terminal_has_no_size() -> None:
    """Where the stream is a text in memory or a file."""
    assert Painter().terminal.size() == (0, 0)
    with Path(os.devnull).open("w", encoding="utf-8") as stream:
        assert Terminal(stream, colour=False, again=lambda: None).size() == (0, 0)
