"""Commands on a terminal, each in a process of its own that is forked from one that has imported everything already.

A fresh interpreter reads modules and rule files for a second before it says a word; a fork says it at once. How the program is
started is proved elsewhere (`tests/cli/test_main.py`); here only what a terminal is sent.
"""

from __future__ import annotations

import io
import json
import os
import pty
import select
import socket
import subprocess
import sys
import termios
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

MOST = 1 << 20
"""Bytes of one request, at most."""


class Forked:
    """A process with the program in it, that forks a child for every command."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._asks = ours
        self._process = subprocess.Popen([sys.executable, __file__, str(theirs.fileno())], pass_fds=[theirs.fileno()])
        theirs.close()

    def on_a_terminal(self, args: list[str], cwd: Path, env: Mapping[str, str], typed: str = "") -> str:
        """Run a command with all three streams on a terminal, and return everything that the terminal was sent.

        Args:
            args: What is typed after `dealerkit`.
            cwd: Where it runs.
            env: Its whole environment.
            typed: What is typed; after that, ends of input as often as it is asked for more.
        """
        ours, theirs = pty.openpty()
        how = termios.tcgetattr(theirs)
        how[3] &= ~termios.ECHO  # what is typed is not what is printed
        termios.tcsetattr(theirs, termios.TCSANOW, how)
        self.begin(theirs, args, cwd, env)
        os.write(ours, typed.encode())
        sent = b""
        while True:
            try:
                if select.select([ours], [], [], 0.1)[0]:
                    got = os.read(ours, 1 << 16)
                    if not got:
                        break
                    sent += got
                else:
                    os.write(ours, b"\x04")
            except OSError:  # the last process that had the terminal is gone
                break
        os.close(ours)
        return sent.decode("utf-8", "surrogateescape")

    def begin(self, terminal: int, args: list[str], cwd: Path, env: Mapping[str, str]) -> None:
        """Begin a command on a terminal of its own, which is closed on this side; it is talked to at the other end.

        Args:
            terminal: The terminal.
            args: What is typed after `dealerkit`.
            cwd: Where it runs.
            env: Its whole environment.
        """
        asked = json.dumps({"args": args, "cwd": str(cwd), "env": dict(env)}).encode()
        socket.send_fds(self._asks, [asked], [terminal])
        assert self._asks.recv(16) == b"begun"
        os.close(terminal)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._asks.close()
        self._process.wait()


def _serve(asks: socket.socket) -> None:
    """Fork a child for every request, until nobody asks any more."""
    import signal

    from dealerkit.cli.main import COMMANDS, main
    from dealerkit.rules.games import game

    for name in COMMANDS:
        main.get_command(None, name)
    for name in ("mini-baccarat", "holdem"):
        game(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for a child: its terminal tells when it is gone
    while True:
        asked, fds, _, _ = socket.recv_fds(asks, MOST, 1)
        if not asked:
            return
        if os.fork() == 0:
            asks.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _run(json.loads(asked), fds[0])
        os.close(fds[0])
        asks.send(b"begun")


def _run(asked: Mapping[str, Any], terminal: int) -> None:
    """Become a command on a terminal of its own; never returns."""
    code = 1
    try:
        os.setsid()
        for stream in (0, 1, 2):
            os.dup2(terminal, stream)
        os.close(terminal)
        os.chdir(asked["cwd"])
        os.environ.clear()
        os.environ.update(asked["env"])
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), encoding="utf-8")
        sys.__stdin__ = sys.stdin  # type: ignore[misc]  # the process becomes another one
        for number, name in ((1, "stdout"), (2, "stderr")):
            raw = io.BufferedWriter(io.FileIO(number, "w", closefd=False))
            text = io.TextIOWrapper(
                raw, encoding="utf-8", errors="strict" if number == 1 else "backslashreplace", line_buffering=True
            )
            setattr(sys, name, text)
            setattr(sys, f"__{name}__", text)
        sys.argv = ["dealerkit", *asked["args"]]
        from dealerkit.cli.start import main

        main()
        code = 0
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1
    except Exception:  # noqa: BLE001  what goes wrong is for the terminal, as it is in any process
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    os.environ["DEALERKIT_CACHE"] = "off"
    _serve(socket.socket(fileno=int(sys.argv[1])))
