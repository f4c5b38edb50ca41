"""The widths of texts, and breaking them into lines: estimated from a table of widths, since no font is loaded."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Mapping, Sequence

from dealerkit.files.printable import printable
from dealerkit.sheets.drawings.inks import data

ELLIPSIS = "…"
NOT_AT_START = frozenset("，。；：！？、）」』”’》…,.;:!?)")
"""Characters with which no line may begin."""
ASCENT = 0.74
"""Height of capitals above the baseline, as a share of the font's height."""
LEADING = 1.25
"""Distance between two baselines, as a multiple of the font's height."""


@functools.cache
def _widths() -> Mapping[str, float]:
    return {sign: float(width) for width, signs in data("widths")["widths"].items() for sign in signs}


@functools.lru_cache(maxsize=4096)
def _width(sign: str) -> float:
    table = data("widths")
    known = _widths().get(sign) or _widths().get(unicodedata.normalize("NFD", sign)[0])
    if known is not None:
        return known
    if unicodedata.combining(sign):
        return 0.0
    return float(table["wide"] if unicodedata.east_asian_width(sign) in "WF" else table["other"])


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return an upper bound of a line's width, in the unit of `size`.

    >>> width("", 4), width("庄闲", 4), width("tie", 10) < width("tie", 10, bold=True)
    (0.0, 8.0, True)

    Args:
        text: The line.
        size: The height of the font.
        bold: Whether it is set in bold.
    """
    return sum(map(_width, text)) * size * (float(data("widths")["bold"]) if bold else 1.0)


@functools.lru_cache(maxsize=1024)
def wrap(text: str, room: float, size: float, *, bold: bool = False, lines: int = 0) -> tuple[str, ...]:
    """Break a text into lines that fit.

    Latin text breaks between words, Chinese between any two characters; a word wider than a line is broken at its end.

    Args:
        text: The text; white space in it is folded.
        room: Width available for a line.
        size: The height of the font, in the unit of `room`.
        bold: Whether it is set bold.
        lines: Most lines; the rest is cut, with an ellipsis. 0 for any number.

    >>> wrap("boxed card found before action", 10, 1)
    ('boxed card found', 'before action')
    >>> wrap("牌面朝上的牌", 4, 1)
    ('牌面朝上', '的牌')
    """
    rows: list[str] = []
    line, used = "", 0.0
    factor = size * (float(data("widths")["bold"]) if bold else 1.0)
    for piece in _pieces(" ".join(printable(text).split())):
        own = sum(map(_width, piece.rstrip())) * factor
        if line and used + own > room:
            rows.append(line.rstrip())
            line, used = "", 0.0
        if not line:
            piece = piece.lstrip()
        if used + sum(map(_width, piece.rstrip())) * factor <= room:
            line, used = line + piece, used + sum(map(_width, piece)) * factor
            continue
        for sign in piece:  # of a word wider than a line, as much as fits on each
            wide = _width(sign) * factor
            if line and used + wide > room:
                rows.append(line.rstrip())
                line, used = "", 0.0
            line, used = line + sign, used + wide
    if line.strip():
        rows.append(line.rstrip())
    if lines and len(rows) > lines:
        rows = [*rows[: lines - 1], shortened("".join(f"{row} " for row in rows[lines - 1 :]), room, size, bold=bold)]
    return tuple(rows)


def shortened(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """Return a text, cut with an ellipsis if it is wider than the room.

    Args:
        text: The line.
        room: Width available, in the unit of `size`.
        size: The height of the font.
        bold: Whether it is set in bold.
    """
    sentence = text.strip()
    if width(sentence, size, bold=bold) <= room:
        return sentence
    left = room - width(ELLIPSIS, size, bold=bold)
    fit = 0
    for sign in sentence:
        left -= width(sign, size, bold=bold)
        if left < 0:
            break
        fit += 1
    return sentence[:fit].rstrip() + ELLIPSIS


def widest(lines: Sequence[str], size: float, *, bold: bool = False) -> float:
    """Return an upper bound of the widest line's width, in the unit of `size`; 0 for no lines.

    Args:
        lines: The lines.
        size: The height of the font.
        bold: Whether they are set in bold.
    """
    return max((width(line, size, bold=bold) for line in lines), default=0.0)


def _pieces(text: str) -> list[str]:
    """Return the pieces between which a line may be broken: words with the space before them, Chinese characters one by one
    with the punctuation after them.
    """
    pieces: list[str] = []
    for sign in text:
        beside_han = _is_han(sign) or (pieces and _is_han(pieces[-1][-1]))
        if not pieces or sign == " " or (beside_han and sign not in NOT_AT_START):
            pieces.append(sign)
        else:
            pieces[-1] += sign
    return pieces


def _is_han(sign: str) -> bool:
    return unicodedata.east_asian_width(sign) in "WF"
