"""Errors on the command line, and its exit status.

0    clean; also when the program that reads the output closed the pipe
1    findings, failed cases (the command itself raises click's `Exit`)
2    a file or an option that cannot be used
70   an internal error of dealerkit
130  stopped with Ctrl-C

`dealerkit --help` imports this module, so it needs only click, the standard library and one small module of dealerkit.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import sys
from collections.abc import Iterable, Iterator
from typing import IO, TYPE_CHECKING, Any

import click

from dealerkit.cli.settings import hint_at
from dealerkit.files.extras import install
from dealerkit.files.printable import printable

if TYPE_CHECKING:
    from dealerkit.errors import DealerkitError

UNUSABLE = 2
OWN_ERROR = 70
INTERRUPTED = 130

DEBUG = "DEALERKIT_DEBUG"

# Replacements for characters that a screen or file cannot encode: the suit's letter, a plain dash.
PLAIN = dict(zip("♣♦♥♠♧♢♡♤‘’“”–—×·\u00a0", "cdhscdhs''\"\"--x. ", strict=True))
PLAIN |= {"…": "...", "→": "->", "←": "<-", "≤": "<=", "≥": ">=", "≠": "!=", "½": "1/2", "¼": "1/4", "¾": "3/4", "§": "s."}
HANDLER = "dealerkit"
ASCII = "dealerkit_ascii"


def _in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    """Replace a character that a codec cannot write; see `codecs.register_error`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(sign, "?") for sign in error.object[error.start : error.end]), error.end


def _ascii(name: str) -> codecs.CodecInfo | None:
    """Return the ASCII codec under another name: click takes an ASCII stream for a misconfiguration and writes UTF-8 to it."""
    if name != ASCII:
        return None
    codec = codecs.lookup("ascii")
    return codecs.CodecInfo(
        codec.encode, codec.decode, codec.streamreader, codec.streamwriter, codec.incrementalencoder, name=name
    )


codecs.register_error(HANDLER, _in_plain_letters)
codecs.register(_ascii)


def let_any_screen_show_it() -> None:
    """Make both output streams write a readable replacement for every character that their encoding lacks."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            plain = codecs.lookup(stream.encoding).name == "ascii"
            reconfigure(encoding=ASCII if plain else stream.encoding, errors=HANDLER)


def tell_old_names() -> None:
    """Print a note on standard error for each outdated name that the rule files used, with the name to use now."""
    files = sys.modules.get("dealerkit.rules.files")  # a command that has read no rule file has seen no old name
    for message in files.told_of() if files is not None else ():
        click.echo(printable(f"note: {message}"), err=True)


class Refusal(click.ClickException):
    """An error that the user can fix, in the words of the command line."""

    exit_code = UNUSABLE

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message and the hint to standard error."""
        stream = sys.stderr if file is None else file
        click.echo(printable(f"Error: {self.message}"), file=stream)
        if self.hint:
            click.echo(printable(f"hint: {self.hint}"), file=stream)


def require_server(modules: Iterable[str]) -> None:
    """Check that the packages for the browser are installed.

    Args:
        modules: Modules of other packages that a command needs.

    Raises:
        Refusal: If one of them is missing; the hint says how to install it.
    """
    from importlib.util import find_spec

    if missing := [name for name in modules if find_spec(name) is None]:
        msg = f"the browser pages need extra packages ({', '.join(missing)}); to install them: {install('web')}"
        raise Refusal(msg)


class OwnError(Refusal):
    """An internal error of the program, which only its authors can fix."""

    exit_code = OWN_ERROR


class JsonRefusal(Refusal):
    """A refusal for another program, printed on standard error as a JSON document: message, hint and exit status."""

    def __init__(self, error: click.ClickException) -> None:
        super().__init__(error.format_message(), getattr(error, "hint", ""))
        self.exit_code = error.exit_code  # type: ignore[misc]  # one class for all these errors

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the JSON document."""
        import json

        document = {"error": self.message, "hint": self.hint, "exit": self.exit_code}
        click.echo(json.dumps(document), file=sys.stderr if file is None else file)


@contextlib.contextmanager
def answered(*, as_json: bool = False) -> Iterator[None]:
    """Turn every error of a command into a message and an exit status; a traceback never reaches a user.

    Args:
        as_json: Whether the message is for another program.

    Raises:
        click.ClickException: For errors that the user can fix, and for internal errors.
        click.exceptions.Exit: For Ctrl-C and for a closed pipe, after which nothing more is printed.
    """
    try:
        with _telling_old_names():
            yield
    except click.ClickException as error:
        if as_json:
            raise JsonRefusal(error) from None
        raise


@contextlib.contextmanager
def _telling_old_names() -> Iterator[None]:
    """Turn every error of a command into a click exception with its message."""
    try:
        yield
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.exceptions.Exit:
        _leave_nothing_to_flush()
        raise
    except click.ClickException as error:
        _made_printable(error)
        if error.exit_code == UNUSABLE or isinstance(error, Refusal):
            raise
        raise Refusal(error.format_message()) from None  # click exits with 1 for some, which is our status for findings
    except (KeyboardInterrupt, click.Abort):
        with contextlib.suppress(OSError):
            click.echo("\nStopped.", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    except Exception as error:  # noqa: BLE001 - the one place that handles every error
        _leave_nothing_to_flush()
        if is_closed_pipe(error):
            raise click.exceptions.Exit(getattr(error, "exit_code", 0)) from None
        if os.environ.get(DEBUG, "0") not in {"", "0"}:
            import traceback

            click.echo(printable(traceback.format_exc()), err=True)
        raise _refusal(error) from None


def _made_printable(error: click.ClickException) -> None:
    """Make typed text in click's own messages printable."""
    for part in ("message", "ui_filename", "param_hint"):
        text = getattr(error, part, None)
        if isinstance(text, str):
            setattr(error, part, printable(text))


def is_closed_pipe(error: Exception) -> bool:
    """Return whether an error means that the program reading the output has closed the pipe; Windows reports EINVAL for it."""
    return isinstance(error, OSError) and error.filename is None and error.errno in {errno.EPIPE, errno.EINVAL}


def _leave_nothing_to_flush() -> None:
    """Redirect standard output to nowhere if it is closed, since Python would complain when it flushes it at exit."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)


def _refusal(error: Exception) -> Refusal:
    from dealerkit.errors import DealerkitError

    if isinstance(error, DealerkitError):
        return Refusal(_tell(error), hint_at(_named(error)))
    if isinstance(error, OSError):
        return Refusal(*_about_a_file(error))
    if isinstance(error, UnicodeDecodeError):
        what = f"a file is not UTF-8 text: byte {error.object[error.start]:#04x} at position {error.start}, counted from 0"
        return Refusal(what, hint="save the file as UTF-8 text and try again")
    if isinstance(error, EOFError):
        return Refusal("the input ended before the last question")
    name = type(error).__name__
    what = f"{name}: {error}" if str(error) else name
    return OwnError(
        f"something went wrong in dealerkit ({what}); nothing you typed should cause this",
        hint=f"set {DEBUG}=1, run the command again, and report what it prints with the command",
    )


def _named(error: DealerkitError) -> str:
    """Return the unknown name, or the name or file that cannot be used, from an error; empty if it has none."""
    from dealerkit.errors import RuleFileError, UnfitRuleSet

    if isinstance(error, RuleFileError) and not isinstance(error, UnfitRuleSet):
        return next((problem.file for problem in error.problems if not problem.line), "")
    return str(getattr(error, "name", "") or getattr(error, "file", ""))


_FILE_TROUBLE: dict[int, tuple[str, str]] = {
    errno.ENOENT: ("there is no such file or folder", "check the name and the folder you are in"),
    errno.EISDIR: ("this is a folder, not a file", "name a file in it"),
    errno.ENOTDIR: ("part of this path is a file, not a folder", ""),
    errno.EACCES: ("permission denied", "choose a place you can read and write"),
    errno.EPERM: ("permission denied", "choose a place you can read and write"),
    errno.EROFS: ("this disk is read-only, so nothing can be saved on it", "choose another place"),
    errno.ENOSPC: ("the disk is full", "make room or choose another place"),
    errno.EEXIST: ("this already exists", "choose another name or remove it first"),
}


def _about_a_file(error: OSError) -> tuple[str, str]:
    what, hint = _FILE_TROUBLE.get(error.errno or 0, (error.strerror or str(error) or type(error).__name__, ""))
    where = error.filename2 or error.filename
    return (f"{os.fsdecode(where)}: {what}" if isinstance(where, str | bytes) else what), hint


def _tell(error: DealerkitError) -> str:
    from dealerkit.errors import RuleFileError

    if not isinstance(error, RuleFileError):
        return str(error)
    from dealerkit.rules.source_excerpt import told

    return told(error)
