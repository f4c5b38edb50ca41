"""Answers from the keyboard, key by key at a terminal, line by line without one."""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator

import attrs
import click

from dealerkit.cli.common import echo, ring, rub_out, wipe
from dealerkit.files.screen_text import either
from dealerkit.training.replies import LATER, LEAVE, PEEK

try:
    import select
    import termios
    import tty
except ImportError:
    _BY_KEY = False  # click reads the keys
else:
    _BY_KEY = True

_RUBOUT = ("\x7f", "\b")
_WIPE = ("\x15", "\x17")
_ENTER = ("\r", "\n")
_END = ("\x04", "")


class Left(Exception):
    """Raised when the trainee quits."""


class PutOff(Exception):
    """Raised when the trainee puts the question off for later."""


class Peeked(Exception):
    """Raised when the trainee asks to see the rule."""


@attrs.frozen
class Typed:
    """An answer that was typed.

    Attributes:
        text: The answer.
        first: Time of its first key, on the keyboard's clock; None without a terminal.
        last: Time when it was complete, on the same clock.
    """

    text: str
    first: float | None
    last: float | None


def a_key(prompt: str) -> bool:
    """Wait for any key at a terminal, then clear the prompt; return False for `q`, or at the end of input.

    Args:
        prompt: The prompt; its last line is cleared afterwards.

    Raises:
        KeyboardInterrupt: After Ctrl-C.
    """
    echo(prompt, nl=False)
    try:
        sign = click.getchar()
    except EOFError:
        sign = LEAVE
    wipe()
    return sign.casefold() != LEAVE


def no_such(thing: str, typed: str) -> str:
    r"""Return the message for a key that means nothing here; a key that cannot be printed is not named.

    >>> no_such("slip", "Z"), no_such("slip", "\x1b")
    ('no such slip: Z', 'no such slip')
    """
    return f"no such {thing}: {typed}" if typed.isprintable() else f"no such {thing}"


class Keyboard:
    """Reads answers.

    Args:
        err: Whether typed text is echoed on standard error, because standard output is for another program.
        clock: Returns seconds since any moment; never goes backwards.
    """

    def __init__(self, *, err: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.err = err
        self.live = sys.stdin.isatty() and (sys.stderr if err else sys.stdout).isatty()

    def key(self, keys: str, also: str = "") -> Typed:
        """Read one of several keys. Any other key rings the bell; the first time, the allowed keys are listed too.

        Args:
            keys: The allowed keys.
            also: Further allowed keys that the list does not show.

        Raises:
            Left: If the trainee quits.
            Peeked: If the trainee asks to see the rule.
        """
        named = False
        while True:
            typed = self._one_key() if self.live else self._line()
            sign = typed.text.strip()[:1] if not self.live else typed.text
            if sign.lower() in keys + also or not self.live:
                self._show(sign)
                return typed
            self._wrong(keys, named=named)
            named = True

    def _wrong(self, keys: str, *, named: bool) -> None:
        """Ring at an unexpected key; list the accepted keys unless they were listed before."""
        if self.live:
            ring(err=self.err)
        if keys and not named:
            echo(f"({either(list(keys))}) ", nl=False, err=self.err)

    def raw(self, keys: str, *, refuse: Callable[[str], None] | None = None) -> str:
        """Read one of several keys, or Enter, backspace or space. Without a terminal a line is read, and its first character
        counts.

        Any other key rings the terminal's bell, and a message is printed.

        Args:
            keys: The allowed keys.
            refuse: Called with any other key to print a message about it; None to list the allowed keys, once.

        Returns:
            The key in lower case; Enter is a line feed, backspace the delete character.

        Raises:
            Left: If the trainee quits.
            Peeked: If `?` is typed.
        """
        named = False
        while True:
            typed = self._one_key(plain=False) if self.live else self._line()
            sign = typed.text.lower() if self.live else (typed.text[:1].lower() or "\n")
            if self.live and sign == LEAVE:
                raise self._left()
            if sign in _ENTER:
                return "\n"
            if sign in (*_RUBOUT, "<"):
                return "\x7f"
            if sign == " " or sign in keys:
                return sign
            self._wrong("" if refuse else keys, named=named)
            named = True
            if refuse is not None:
                refuse(typed.text)

    def line(self, *, put_off: bool = False) -> Typed:
        """Read a line.

        Args:
            put_off: Whether the question may be put off.

        Raises:
            Left: If the trainee leaves: `q` by itself, or the end of the input.
            Peeked: If the rule is asked for: `?` by itself.
            PutOff: If the question is put off: `/` by itself.
        """
        if not self.live:
            typed = self._line()
            if put_off and typed.text.strip() == LATER:
                raise PutOff
            self._show(typed.text)
            return typed
        text, first = "", None
        while True:
            typed = self._one_key(plain=bool(text))
            if typed.text in _ENTER:
                if text.strip().lower() == LEAVE:
                    raise self._left()
                if put_off and text.strip() == LATER:
                    raise PutOff
                if text.strip():
                    echo(err=self.err)
                    return Typed(text, first, typed.last)
            elif typed.text in _RUBOUT:
                if text:
                    text = text[:-1]
                    rub_out(1, err=self.err)
            elif typed.text in _WIPE:
                rub_out(len(text), err=self.err)
                text = ""
            elif typed.text.isprintable() and len(typed.text) == 1:
                first = typed.first if first is None else first
                text += typed.text
                echo(typed.text, nl=False, err=self.err)

    def _one_key(self, *, plain: bool = True) -> Typed:
        """Read one key at a terminal.

        Args:
            plain: Whether `?` is an ordinary key; otherwise it asks for the rule.
        """
        sign = self._key() if _BY_KEY else click.getchar()
        at = self.clock()
        if sign in _END:
            raise self._left()
        if sign == PEEK and not plain:
            raise Peeked
        return Typed(sign, at, at)

    def _key(self) -> str:
        """Wait for a key. Keys hit earlier are not lost; a key that sends several characters, such as an arrow, is ignored."""
        stream = sys.stdin.fileno()
        tty.setcbreak(stream, termios.TCSANOW)  # set each time, because suspending and resuming the program resets it
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        sign = ""
        while not sign:
            byte = os.read(stream, 1)
            if not byte:
                return ""
            sign = decode(byte)
        if sign == "\x1b":
            while select.select([stream], [], [], 0.01)[0] and os.read(stream, 1):
                pass
        return sign

    @contextlib.contextmanager
    def taken(self) -> Iterator[None]:
        """Context in which the keyboard is in use; afterwards the terminal is restored."""
        if not (self.live and _BY_KEY):
            yield
            return
        stream = sys.stdin.fileno()
        before = termios.tcgetattr(stream)
        tty.setcbreak(stream, termios.TCSANOW)
        try:
            yield
        finally:
            termios.tcsetattr(stream, termios.TCSADRAIN, before)

    def _line(self) -> Typed:
        """Read a line without a terminal."""
        typed = sys.stdin.readline()
        if not typed or typed.strip().lower() == LEAVE:
            raise self._left()
        if typed.strip() == PEEK:
            raise Peeked
        return Typed(typed.rstrip("\r\n"), None, None)

    def one_key(self, keys: str, *, put_off: bool = False) -> Typed:
        """Read one of several keys, or `q` to quit, `?` to see the rule, `/` to put the question off.

        Args:
            keys: The allowed keys.
            put_off: Whether the question may be put off.

        Raises:
            Left: If the trainee quits.
            Peeked: If the trainee asks to see the rule.
            PutOff: If the question is put off.
        """
        typed = self.key(keys, LEAVE + PEEK + LATER * put_off)
        if put_off and typed.text.strip() == LATER:
            raise PutOff
        if self.live and typed.text.lower() == LEAVE:
            raise self._left()
        if self.live and typed.text == PEEK:
            raise Peeked
        return typed

    def _left(self) -> Left:
        """End the question's line, and return the exception for leaving."""
        echo(err=self.err)
        return Left()

    def _show(self, text: str) -> None:
        """Echo typed text, since the terminal does not."""
        if text not in (LEAVE, PEEK):
            echo(text, err=self.err)
