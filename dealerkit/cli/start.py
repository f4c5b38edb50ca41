"""The start of the program. It imports nothing of ours, so that Ctrl-C ends it quietly before the command line is there."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys

# Rule files and what is made of them live as long as the command: to look for garbage among them every 700 objects takes a sixth
# of the time of the longer commands.
gc.set_threshold(50_000, 20, 10)


def main() -> None:
    """Run the command line."""
    _open_what_was_closed()
    quiet = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # else the caller wants it otherwise
    if quiet:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if shell := os.environ.get("_DEALERKIT_COMPLETE"):
        with contextlib.suppress(BaseException):  # a line is being typed: whatever goes wrong, nobody wants to see why
            from dealerkit.cli.shell.answer import complete

            complete(shell)
        return
    from dealerkit.cli.main import main as run

    if quiet:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        run(prog_name="dealerkit")
    finally:
        if quiet:  # nothing is left to be put in order
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        gc.freeze()  # at the end Python would look for garbage among all there is, a tenth of the time of a short command


def _open_what_was_closed() -> None:
    """Let a stream that the caller has closed lead nowhere (`dealerkit games >&-`), as `/dev/null` does.

    The lowest number is taken first, so that no file of ours comes to lie where others print.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - it is open to the end
