"""Asking a question at the keyboard and taking its answer, part by part."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Callable, Sequence

import attrs

from dealerkit.cli.common import echo
from dealerkit.cli.keyboard import Keyboard, Left, Peeked
from dealerkit.files.screen_text import line, style
from dealerkit.training.items import Question
from dealerkit.training.replies import PartsReply, Reply, SlipsReply, Unclear


@attrs.frozen
class TakenAnswer:
    """A trainee's answer to a question.

    Attributes:
        typed: The typed text, its parts with `|` between them.
        answer: The answer in the form in which it is saved.
        first_ms: Milliseconds from the complete question on the screen to the first key; None without a terminal.
        total_ms: Milliseconds from there to the complete answer.
        helped: Whether the trainee looked at the rule.
        unclear: Number of lines that were not understood; they cost nothing.
    """

    typed: str
    answer: str
    first_ms: int | None
    total_ms: int | None
    helped: bool
    unclear: int


def put(
    keyboard: Keyboard,
    number: int,
    question: Question,
    *,
    help_: Callable[[], int] | None,
    may_put_off: bool = False,
    meanwhile: Callable[[], None] | None = None,
) -> TakenAnswer:
    """Ask a question and take its answer; the time runs from its display.

    Args:
        keyboard: The keyboard.
        number: The question's number.
        question: The question.
        help_: Shows the rule and returns its number of lines, 0 if there is none; None if no help is given.
        may_put_off: Whether `/` puts the question off.
        meanwhile: Work to do while the trainee at a terminal thinks; keys typed meanwhile are not lost.

    Raises:
        Left: If the trainee leaves.
        PutOff: If the question is put off.
    """
    err = keyboard.err
    echo(err=err)
    shown = _show(keyboard, number, question)
    began = keyboard.clock()
    first: float | None = None
    helped, unclear = False, 0
    typed: list[str] = []
    answers: list[str] = []
    parts = question.reply.parts if isinstance(question.reply, PartsReply) else (("", question.reply),)
    while len(answers) < len(parts):
        label, part = parts[len(answers)]
        for row in _choices(part) if label else ():
            echo(f"       {style(row, dim=True)}", err=err)
        echo(f"     {label}> " if label else "     > ", nl=False, err=err)
        if meanwhile is not None and keyboard.live:
            meanwhile()
            meanwhile = None
        off = may_put_off and not answers
        try:
            given = keyboard.one_key(_keys(part), put_off=off) if part.one_key else keyboard.line(put_off=off)
            first = given.first if first is None else first
            answers.append(part.read(given.text))
            typed.append(given.text.strip())
        except Peeked:
            echo(err=err)
            looked_up = help_() if help_ is not None else 0
            helped = bool(looked_up) or helped
            if keyboard.live and looked_up and shown + looked_up + _BESIDE > shutil.get_terminal_size().lines:
                echo(err=err)  # the question has scrolled off the screen
                _show(keyboard, number, question, again=True)
        except Unclear as why:
            unclear += 1
            echo(line(f"{why}.", 5), err=err)
    whole = keyboard.clock() - began
    answer = PartsReply.join(answers) if isinstance(question.reply, PartsReply) else answers[0]
    thought = None if first is None else first - began
    return TakenAnswer(" | ".join(typed), answer, _ms(thought), _ms(None if first is None else whole), helped, unclear)


def _show(keyboard: Keyboard, number: int, question: Question, *, again: bool = False) -> int:
    """Print a question, a long one in pages at a terminal; return its number of lines.

    Args:
        keyboard: The keyboard, for Enter between two pages.
        number: The question's number.
        question: The question.
        again: Whether it was shown before; a long one is then not shown page by page.
    """
    rows = [part for row in question.show for part in _wrapped(row)]
    err, last = keyboard.err, len(rows)
    for at, row in enumerate(rows if not again or last <= PAGE + _SPARE else ()):
        turns = keyboard.live and at and not at % PAGE and last - at > _SPARE
        if turns and not _turned(keyboard, at, last):
            break
        echo(f"{f'{number}.' if not at else '':>4} {_coloured(row)}", err=err)
    first = "" if question.show else f"{number}."
    hint = question.reply.hint
    if len(question.ask) + len(hint) + 8 <= WIDE:
        echo(f"{first:>4} {question.ask}   {style(hint, dim=True)}", err=err)
        return last + 1
    asked = _wrapped(question.ask)
    for at, row in enumerate(asked):
        echo(f"{first if not at else '':>4} {row}", err=err)
    under = _in_lines(re.split(r" {3}", hint))
    for row in under:
        echo(f"     {style(row, dim=True)}", err=err)
    return last + len(asked) + len(under)


def _turned(keyboard: Keyboard, at: int, last: int) -> bool:
    """Wait between two pages of a question; return whether to show the next one. `q` skips the remaining pages and asks the
    question.

    Args:
        keyboard: The keyboard.
        at: Number of the last line shown.
        last: Number of lines.
    """
    echo(line(f"line {at} of {last}; Enter shows more, q skips to the question", 5), nl=False, err=keyboard.err)
    try:
        keyboard.raw("", refuse=lambda _key: None)  # the prompt lists the keys
    except Left:
        return False
    except Peeked:
        pass  # the rule is shown once the whole question is on the screen
    echo(err=keyboard.err)
    return True


def _wrapped(row: str) -> list[str]:
    """Return a line of a question, wrapped to the width, with later lines indented two columns further."""
    if len(row) <= _SHOWN_WIDE:
        return [row]
    indent = " " * (len(row) - len(row.lstrip()))
    return textwrap.wrap(row, _SHOWN_WIDE, subsequent_indent=f"{indent}  ", break_on_hyphens=False)


PAGE = 18
"""Most lines of a question shown at once at a terminal; a record of a hand can be longer."""
_BESIDE = 9
"""Lines reserved for the prompt and the choices of a part."""
_SPARE = 3
"""Most remaining lines that are still shown with the page before."""
WIDE = 78
"""Most columns of a line of a question."""


def _choices(reply: Reply) -> list[str]:
    """Return the choices of a part with their keys, as lines; empty if every choice is its own key, or stands beside the
    record.
    """
    choices = getattr(reply, "choices", ())
    if isinstance(reply, SlipsReply) or all(choice.key == choice.title for choice in choices):
        return []
    return _in_lines([f"{choice.key} {choice.title}" for choice in choices])


def _in_lines(each: Sequence[str]) -> list[str]:
    """Return choices side by side, in lines; no choice is broken if it fits a line."""
    rows = [""]
    for choice in each:
        if rows[-1] and len(rows[-1]) + 3 + len(choice) > _CHOICES_WIDE:
            rows.append("")
        rows[-1] += "   " * bool(rows[-1]) + choice
    return [part for row in rows for part in textwrap.wrap(row, _CHOICES_WIDE)]


_CHOICES_WIDE = 70
_SHOWN_WIDE = 75


def _keys(reply: Reply) -> str:
    return "".join(choice.key for choice in getattr(reply, "choices", ()))


def _ms(seconds: float | None) -> int | None:
    return None if seconds is None else max(0, round(seconds * 1000))


_RED = frozenset("hd♥♦")


def _coloured(text: str) -> str:
    """Return a line with its red cards coloured red; unchanged in a pipe."""
    return " ".join(style(word, fg="red") if _is_red(word) else word for word in text.split(" "))


def _is_red(word: str) -> bool:
    card = word.rstrip(",;:.)")
    return len(card) == 2 and card[0] in "AKQJT98765432" and card[1] in _RED
