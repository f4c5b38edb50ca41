"""Control characters of a screen, written as text.

Names, notes and files of other people may contain escape sequences, which move the cursor, rename the window or hide output,
and characters that reverse the direction of writing, so that a line reads differently from its text. All output goes through
`printable`, which leaves line ends and tabs alone, because they are ours.
"""

from __future__ import annotations

import re
from typing import Final

_OBEYED: Final = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0, delete and C1, without the tab and the line end
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f"  # direction of writing: marks, embeddings, overrides, isolates
    "\u2028\u2029\ud800-\udfff"  # other line ends; lone surrogates, which stand for bytes of a file name that is not UTF-8
)
_SIGNS: Final = re.compile(f"[{_OBEYED}]")
_BYTES: Final = range(0xDC80, 0xDD00)


def printable(text: str) -> str:
    r"""Return a text with each character that controls the screen written as `\x1b` or `\u202e`; other characters unchanged.

    >>> print(printable("red\x1b[31m, \u202etxt.exe, 庄"))
    red\x1b[31m, \u202etxt.exe, 庄
    """
    return text if text.isprintable() else _SIGNS.sub(_written, text)


def _written(sign: re.Match[str]) -> str:
    code = ord(sign[0])
    if code in _BYTES:
        code -= 0xDC00
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def printable_json(document: str) -> str:
    r"""Return a JSON document with every character that controls the screen as a JSON escape; its meaning is unchanged.

    >>> print(printable_json('["\x9b31m"]'))
    ["\u009b31m"]
    """
    return document if document.isprintable() else _SIGNS.sub(lambda sign: f"\\u{ord(sign[0]):04x}", document)
