"""The fonts for PDF and PNG: the families for each language, and the characters that each has.

They are in `templates/fonts/` (and in the wheel) with their licence; `docs/scripts/make_fonts.py` makes them. Fonts installed on
the machine are never used, so that a sheet looks the same everywhere and missing characters are reported in advance.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path

from dealerkit.files.printable import printable
from dealerkit.files.screen_text import count_of
from dealerkit.rules.data import data_dir

COVERAGE = "signs.txt"
LICENCE = "OFL.txt"

TOLD = 12
"""Greatest number of missing characters that are named."""

LATIN, SIMPLIFIED, TRADITIONAL = "Felt Sans", "Felt Sans SC", "Felt Sans TC"
INVISIBLE = frozenset("\t\n\r\u200b\u200c\u200d\u200e\u200f\u2060\ufeff") | {chr(code) for code in range(0x202A, 0x202F)}
"""Characters that control the setting of text and have no shape of their own."""


def folder() -> Path:
    """Return the folder of the fonts, which contains nothing else, for the typesetter."""
    return data_dir("templates") / "fonts"


def families(lang: str) -> tuple[str, ...]:
    """Return the families for a language, each a fallback for the characters that those before it lack.

    Latin comes first, because a Chinese font would set apostrophes and quotes too wide. A sheet in English still has the
    Chinese ones, since a house's name may need them.

    Args:
        lang: A tag such as `en` or `zh-Hant`, or several of them: `en+zh-Hans`.

    >>> families("en+zh-Hant")
    ('Felt Sans', 'Felt Sans TC', 'Felt Sans SC')
    """
    return (LATIN, TRADITIONAL, SIMPLIFIED) if "zh-Hant" in lang.split("+") else (LATIN, SIMPLIFIED, TRADITIONAL)


@functools.cache
def coverage() -> dict[str, frozenset[str]]:
    """Return for each font family the characters that all of its styles have, from the table beside the fonts."""
    fonts: dict[str, frozenset[str]] = {}
    family = ""
    for line in (folder() / COVERAGE).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            family = line.strip("[]")
            fonts[family] = frozenset()
        elif not line.startswith("#"):
            fonts[family] |= _signs(line)
    return fonts


def missing(text: str) -> frozenset[str]:
    """Return the characters of a text that no included font has, which would be printed as empty boxes.

    >>> missing("Banker’s 莊 beats Player’s 閒 ♠"), missing("\U0001f600")
    (frozenset(), frozenset({'😀'}))
    """
    return frozenset(text) - INVISIBLE - frozenset[str]().union(*coverage().values())


def told(signs: Iterable[str]) -> str:
    """Return a message about missing characters, with the code point of each, or of the first dozen.

    >>> told("\u05e9\u05dd")
    'the fonts for PDF and PNG do not have 2 characters: ם (U+05DD), ש (U+05E9)'
    """
    listed = sorted(signs)
    shown = ", ".join(f"{printable(sign)} (U+{ord(sign):04X})" for sign in listed[:TOLD]) + (
        ", ..." if len(listed) > TOLD else ""
    )
    return f"the fonts for PDF and PNG do not have {count_of(len(listed), 'character')}: {shown}"


def ranges(signs: Iterable[str]) -> str:
    """Return characters as ranges of code points, the notation of the table beside the fonts.

    >>> ranges("abcx")
    '61-63 78'
    """
    runs: list[list[int]] = []
    for code in sorted(map(ord, signs)):
        if runs and runs[-1][1] == code - 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return " ".join(f"{low:x}" if low == high else f"{low:x}-{high:x}" for low, high in runs)


def _signs(line: str) -> frozenset[str]:
    """Return the characters in a line of the table."""
    bounds = (part.partition("-") for part in line.split())
    return frozenset(chr(code) for low, _, high in bounds for code in range(int(low, 16), int(high or low, 16) + 1))
