"""The text of modules without a parser: comments, literals, and the code between them.

To parse all modules of the package takes seconds, and to tokenize them three times as long. A test that looks for something rare
reads the text first, and parses only the modules that may have it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_LEXEME = re.compile(
    r"(?P<comment>\#[^\n]*)"
    r"|(?P<prefix>[bfru]{0,2})"
    r"(?P<literal>"
    r'"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""'
    r"|'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''"
    r'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
    r"|'[^'\\\n]*(?:\\.[^'\\\n]*)*')",
    re.DOTALL | re.IGNORECASE,
)
"""A comment, or a literal with the letters before it."""


def comments(code: str) -> Iterator[tuple[int, str]]:
    """Yield the comments of a module, each with its line.

    >>> list(comments('1  # one\\n"# no comment"\\n# two'))
    [(1, '# one'), (3, '# two')]
    """
    line, counted = 1, 0
    for found in _LEXEME.finditer(code):
        if found["comment"] is not None:
            line, counted = line + code.count("\n", counted, found.start()), found.start()
            yield line, found["comment"]


def literals(code: str) -> Iterator[str]:
    """Yield the literals of a module as they are written, without f-strings.

    >>> list(literals("say('a', f'{b}')  # 'c'"))
    ["'a'"]
    """
    for found in _LEXEME.finditer(code):
        if found["literal"] is not None and "f" not in found["prefix"].lower():
            yield found["literal"]


def bare(code: str) -> str:
    """Return the code of a module without its comments and literals; f-strings stay, since they are code in part.

    >>> bare("say('a', f'{b}')  # 'c'")
    "say('', f'{b}')  "
    """
    return _LEXEME.sub(lambda found: found[0] if "f" in (found["prefix"] or "").lower() else "''" * (not found["comment"]), code)
