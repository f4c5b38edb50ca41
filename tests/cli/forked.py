"""Commands on a terminal, each in a process of its own, forked from one with everything imported.

A new interpreter needs a second for modules and rule files; a fork needs none. The start of the program is tested elsewhere
(`tests/cli/test_main.py`); this is only for the output on a terminal.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import functools
import gc
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
from typing import Any

MOST = 1 << 20
"""Greatest size of a request, in bytes."""


class Command:
    """A command that is running, or has ended.

    Args:
        told: The end of a pipe for its process id and its exit status.
    """

    def __init__(self, told: int) -> None:
        self._told = told
        self.returncode: int | None = None
        self.pid = self._number()

    def _number(self) -> int:
        """Read the next number from the pipe, of eight bytes."""
        return int(os.read(self._told, 8))

    def __del__(self) -> None:
        """Close the pipe."""
        os.close(self._told)

    def poll(self) -> int | None:
        """Return its exit status, in the form of `subprocess`: negative for a signal; None while it is running."""
        return self.wait() if select.select([self._told], [], [], 0)[0] else self.returncode

    def wait(self, patience: float | None = None) -> int:
        """Wait for its end, at most `patience` seconds; return its exit status.

        Raises:
            TimeoutError: If it is still running.
        """
        if self.returncode is None:
            if not select.select([self._told], [], [], patience)[0]:
                raise TimeoutError
            self.returncode = os.waitstatus_to_exitcode(self._number())
        return self.returncode


class Forked:
    """A process with the program loaded, which forks a child for every command."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._asks = ours
        self._process = subprocess.Popen([sys.executable, __file__, str(theirs.fileno())], pass_fds=[theirs.fileno()])
        theirs.close()

    def on_a_terminal(self, args: list[str], cwd: Path, env: Mapping[str, str], typed: str = "") -> str:
        """Run a command with all three streams on a terminal, and return the output on the terminal.

        Args:
            args: The arguments of `dealerkit`.
            cwd: Its working directory.
            env: Its whole environment.
            typed: The input; after that, an end of input for each further request.
        """
        ours, theirs = pty.openpty()
        how = termios.tcgetattr(theirs)
        how[3] &= ~termios.ECHO  # input is not echoed
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
            except OSError:  # the last process with the terminal has ended
                break
        os.close(ours)
        return sent.decode("utf-8", "surrogateescape")

    def begin(self, terminal: int, args: list[str], cwd: Path, env: Mapping[str, str]) -> Command:
        """Begin a command on a terminal of its own, which is closed on this side; the test uses the other end.

        Args:
            terminal: The terminal.
            args: The arguments of `dealerkit`.
            cwd: Its working directory.
            env: Its whole environment.
        """
        asked = json.dumps({"args": args, "cwd": str(cwd), "env": dict(env)}).encode()
        told, tells = os.pipe()
        socket.send_fds(self._asks, [asked], [terminal, tells])
        os.close(tells)
        os.close(terminal)
        return Command(told)

    def close(self) -> None:
        """End it; running commands continue."""
        self._asks.close()
        self._process.wait()


@functools.cache
def forked() -> Forked:
    """Return the process that all tests of this process share; it ends with this one."""
    made = Forked()
    atexit.register(made.close)
    return made


def _serve(asks: socket.socket) -> None:
    """Fork a child for every request, until the socket is closed."""
    import signal

    from dealerkit.cli.main import COMMANDS, main
    from dealerkit.rules.games import game, games

    for name in COMMANDS:
        main.get_command(None, name)
    for name in games():
        game(name)
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the minder of a child reports its end, so that it is not waited for here
    while True:
        asked, fds, _, _ = socket.recv_fds(asks, MOST, 2)
        if not asked:
            return
        if os.fork() == 0:
            asks.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _mind(json.loads(asked), *fds)
        for one in fds:
            os.close(one)


def _mind(asked: Mapping[str, Any], terminal: int, tells: int) -> None:
    """Fork a command, report its process id, and its exit status; never returns."""
    child = os.fork()
    if child == 0:
        os.close(tells)
        _run(asked, terminal)
    os.close(terminal)
    with contextlib.suppress(BrokenPipeError):  # the reader is gone
        os.write(tells, f"{child:8}".encode())
        os.write(tells, f"{os.waitpid(child, 0)[1]:8}".encode())
    os._exit(0)


def _run(asked: Mapping[str, Any], terminal: int) -> None:
    """Become a command on a terminal of its own; never returns."""
    code = 1
    try:
        os.setsid()
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)  # its own, so that Ctrl-C reaches it
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
    except KeyboardInterrupt:
        code = 130
    except Exception:  # noqa: BLE001  any error is for the terminal, as in every process
        traceback.print_exc()
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    _serve(socket.socket(fileno=int(sys.argv[1])))
