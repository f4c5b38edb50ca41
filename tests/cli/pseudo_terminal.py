"""A command in a pseudo-terminal of a given size, and its screen, from a small terminal emulator.

It is forked from a process with the program loaded, unless the test gives it other code or options for Python.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Self

import pyte

from tests.cli.forked import Command, forked

COMMAND = "import sys; from dealerkit.cli.start import main; sys.exit(main())"
OWN = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
"""Code that makes the terminal the command's own, so that Ctrl-C reaches it."""

PATIENCE = 120.0
"""Seconds after which a wait fails; no test measures anything by it."""


LOOK, QUIET = 0.02, 3
"""Seconds between two checks of a command, and the number of consecutive checks at which it must be asleep and silent."""


class PseudoTerminal:
    """A command with a terminal of its own.

    Args:
        args: The arguments of `dealerkit`.
        columns: The terminal's columns.
        rows: The terminal's rows.
        env: Further environment variables.
        cwd: The working directory.
        code: The code to run, if not the installed program.
    """

    def __init__(self, *args: str, columns: int = 80, rows: int = 24, cwd: Path, code: str = "", **env: str) -> None:
        self.master, slave = pty.openpty()
        self.first = self.screen = pyte.Screen(columns, rows)
        self.second, self._half = False, b""
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self._set_size(columns, rows)
        clean = {
            name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES", "DEALERKIT_RULES")
        }
        told = {**clean, "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", **env}
        self.process: Command | subprocess.Popen[bytes]
        if code or any(name.startswith(("PYTHON", "LC_")) for name in env):
            line = [sys.executable, "-c", OWN + (code or COMMAND), *args]
            self.process = subprocess.Popen(
                line, stdin=slave, stdout=slave, stderr=slave, cwd=cwd, env=told, start_new_session=True
            )
            os.close(slave)
        else:
            self.process = forked().begin(slave, list(args), cwd, told)

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window."""
        self.screen.resize(rows, columns)
        self._set_size(columns, rows)

    def read(self, until: str, *, since: int = 0) -> str:
        """Read until the cursor's line begins with these words, the output has stopped and the command waits for input; return
        the screen as text.

        Raises:
            AssertionError: If that never happens.
        """
        end, quiet = time.monotonic() + PATIENCE, 0
        while time.monotonic() < end:
            ready, _, _ = select.select([self.master], [], [], LOOK)
            quiet = 0 if ready or not self._waits() else quiet + 1
            if ready:
                try:
                    data = os.read(self.master, 65536)
                except OSError:
                    data = b""
                if not data:
                    return self.text
                self.raw += data
                self._feed(data)
            elif quiet >= QUIET and self.at_prompt(until) and len(self.raw) > since:
                self._feed_rest()
                return self.text
        msg = f"'{until}' never came:\n{self.text}"
        raise AssertionError(msg)

    def _waits(self) -> bool:
        """Return whether the command sleeps, or has ended; on a machine without that information, a check takes as long as all
        of them.
        """
        try:
            state = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        except OSError:
            time.sleep(LOOK * 2 * QUIET)
            return True
        return state not in "RD"  # it is running, or waits for a disk

    def _feed(self, data: bytes) -> None:
        """Add output to the first or the second screen; the emulator has only one."""
        *parts, last = re.split(rb"(\x1b\[\?1049[hl])", self._half + data)
        whole, self._half = (
            (last, b"") if b"\x1b" not in last[-8:] else (last[: last.rindex(b"\x1b")], last[last.rindex(b"\x1b") :])
        )
        for part in (*parts, whole):
            if part.startswith(b"\x1b[?1049"):
                self.second = part.endswith(b"h")
                self.screen = pyte.Screen(self.screen.columns, self.screen.lines) if self.second else self.first
                self.stream = pyte.ByteStream(self.screen)
            else:
                self.stream.feed(part)

    def _feed_rest(self) -> None:
        rest, self._half = self._half, b""
        self.stream.feed(rest)

    def at_prompt(self, words: str) -> bool:
        """Return whether the cursor's line begins with these words."""
        return self.screen.display[self.screen.cursor.y].startswith(words)

    def type(self, text: str, until: str = "dealer> ") -> str:
        """Type a line, wait for the next prompt; return the screen."""
        since = len(self.raw)
        os.write(self.master, f"{text}\r".encode())
        return self.read(until, since=since)

    def keys(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self.master, keys)

    def signal(self, number: int) -> None:
        """Send a signal to the process."""
        os.killpg(self.process.pid, number)

    def end(self) -> int:
        """Read to the end; return the exit status."""
        self.read("\0")
        return self.process.wait(PATIENCE)

    @property
    def text(self) -> str:
        """Return the screen as text."""
        return "\n".join(row.rstrip() for row in self.screen.display)

    @property
    def echoes(self) -> bool:
        """Return whether input is echoed and taken line by line, as in a terminal's usual mode."""
        flags = termios.tcgetattr(self.master)[3]
        return bool(flags & termios.ECHO and flags & termios.ICANON)

    def stop(self) -> None:
        """End the command, if it is still running."""
        if self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):  # it may end by itself between the check and the signal
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)
        os.close(self.master)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
