"""A terminal's alternate screen: opened, painted on, and closed even if the program is interrupted."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable
from types import FrameType
from typing import Self, TextIO

from dealerkit.table.scene.screen.canvas import CellCanvas

_OPEN, _CLOSE = "\x1b[?1049h", "\x1b[0m\x1b[?25h\x1b[?1049l"
_HIDE, _SHOW = "\x1b[?25l", "\x1b[?25h"


class Terminal:
    """The alternate screen of a terminal; a context manager that closes it.

    Args:
        stream: Text stream of the terminal.
        colour: Whether colours are used.
        again: Function that paints the screen again; it is called when the size has changed, or when the program goes on after it
            was stopped.

    Attributes:
        opened: Whether the alternate screen is shown.
    """

    def __init__(self, stream: TextIO, *, colour: bool, again: Callable[[], None]) -> None:
        self.stream, self.colour, self.again = stream, colour, again
        self.opened = False
        self._before: dict[signal.Signals, object] = {}

    def __enter__(self) -> Self:
        handlers = {"SIGWINCH": self._resized, "SIGTSTP": self._stopped, "SIGTERM": self._ended, "SIGHUP": self._ended}
        for name, handler in handlers.items():
            number = getattr(signal, name, None)
            if number is not None:
                with contextlib.suppress(ValueError):  # only the main thread may set signal handlers
                    self._before[number] = signal.signal(number, handler)
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]  # what signal.signal gave us

    def size(self) -> tuple[int, int]:
        """Return the number of columns and rows; zeros if unknown."""
        try:
            return os.get_terminal_size(self.stream.fileno())
        except (OSError, ValueError):
            return 0, 0

    def open(self) -> None:
        """Show the alternate screen."""
        if not self.opened:
            self.opened = True
            self._write(_OPEN)

    def close(self) -> None:
        """Show the normal screen again, unchanged, with its cursor."""
        if self.opened:
            self.opened = False
            self._write(_CLOSE)

    def paint(self, canvas: CellCanvas) -> None:
        """Paint the whole screen; the cursor is left at the beginning of the last row, which is empty."""
        rows = canvas.painted(colour=self.colour)
        text = "".join(f"\x1b[{number};1H{row}\x1b[K" for number, row in enumerate(rows, 1))
        self._write(f"{_HIDE}{text}\x1b[{len(rows)};1H\x1b[J{_SHOW}")

    def type(self, text: str) -> None:
        """Write text in the prompt's row, at the cursor."""
        self._write(text)

    def _write(self, text: str) -> None:
        encoding = self.stream.encoding or "ascii"  # a character that the terminal lacks must not stop the program
        self.stream.write(text.encode(encoding, "replace").decode(encoding))
        self.stream.flush()

    def _resized(self, _number: int, _frame: FrameType | None) -> None:
        if self.opened:
            self.again()

    def _stopped(self, number: int, _frame: FrameType | None) -> None:
        """Show the normal screen while the program is stopped by Ctrl-Z."""
        was = self.opened
        self.close()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(number, self._stopped)
        if was:
            self.open()
            self.again()

    @staticmethod
    def _ended(number: int, _frame: FrameType | None) -> None:
        """End the program in the usual way on a signal, so that the terminal is restored."""
        raise SystemExit(128 + number)
