"""Control characters of a screen, written as text.

Names, notes and files of other people may hold escape sequences, which move the cursor, rename the window or hide what was
printed, and characters that turn the direction of writing, so that a line reads otherwise than it is. Whatever is printed goes
through `printable`; a line end and a tab are let through, because they are ours.
"""

from __future__ import annotations

import re
from typing import Final

_OBEYED: Final = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0, delete and C1, but for the tab and the line end
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f"  # the direction of writing: marks, embeddings, overrides, isolates
    "\u2028\u2029\ud800-\udfff"  # other ends of lines; halves of characters, as a file's name that is not UTF-8 comes to us
)
_SIGNS: Final = re.compile(f"[{_OBEYED}]")
_BYTES: Final = range(0xDC80, 0xDD00)


def printable(text: str) -> str:
    r"""Return a text with each character that a screen obeys written as `\x1b` or `\u202e`; any other text as it is.

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
    r"""Return JSON with the same characters written as JSON writes them, so that it says the same and stays JSON.

    >>> print(printable_json('["\x9b31m"]'))
    ["\u009b31m"]
    """
    return document if document.isprintable() else _SIGNS.sub(lambda sign: f"\\u{ord(sign[0]):04x}", document)
