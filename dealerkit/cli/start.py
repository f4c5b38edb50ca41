"""The start of the program. It imports nothing of dealerkit at first, so that Ctrl-C ends it quietly while the rest loads."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys

# Rule files and the objects made from them live as long as the command. Searching them for garbage every 700 objects would take
# a sixth of the time of the longer commands.
gc.set_threshold(50_000, 20, 10)


def main() -> None:
    """Run the command line."""
    _open_what_was_closed()
    quiet = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # otherwise the caller wants it differently
    if quiet:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if shell := os.environ.get("_DEALERKIT_COMPLETE"):
        with contextlib.suppress(BaseException):  # a line is being typed: no error may be printed
            from dealerkit.cli.shell.answer import complete

            complete(shell)
        return
    from dealerkit.cli.main import main as run

    if quiet:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        run(prog_name="dealerkit")
    finally:
        if quiet:  # nothing is left to clean up
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        gc.freeze()  # at exit Python would search all objects for garbage, which takes a tenth of a short command's time


def _open_what_was_closed() -> None:
    """Open `/dev/null` in place of each standard stream that the caller has closed (`dealerkit games >&-`).

    Otherwise a file of ours could get the number of that stream, and output would be written into it.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - it stays open to the end
