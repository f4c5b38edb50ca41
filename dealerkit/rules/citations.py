"""Check that a cited section exists, for works whose sections `sources.yaml` lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

BRACKETS = re.compile(r"\([^)]*\)")
PART = re.compile(r"(?P<name>[^0-9]*)(?P<number>[0-9]+)?(?P<rest>[^0-9].*)?", re.DOTALL)
TO = re.compile(r"\s*to\s*(?P<number>[0-9]+)\b")
SECTION = re.compile(r"(?P<name>.*?)[\s-]*(?P<low>[0-9]+)-(?P<high>[0-9]+)")


def unknown_section(text: str, sections: Sequence[str]) -> str:
    """Return the first part of a citation that is not a section of its work; empty if all are.

    Args:
        text: The citation, with commas or semicolons between its parts. Brackets, and additions to a number as in `35-A(2)`, are
            ignored; a number alone belongs to the name before it; words after the first part may be a description.
        sections: Names of sections, alone or with the range of their numbers: `1-71`, `RP-1-22`, `Misdeals`.

    >>> sections = ["1-71", "RP-1-22", "Ties", "art. 54-60"]
    >>> [unknown_section(said, sections) for said in ("35-A(2), RP-10-C", "Ties 3, 4", "art. 58", "art. 54 to 60")]
    ['', '', '', '']
    >>> [unknown_section(said, sections) for said in ("72", "35-A, RP-23", "Tie 3", "art. 54 to 61")]
    ['72', 'RP-23', 'Tie 3', 'art. 54 to 61']
    """
    known = [_section(section) for section in sections]
    name = ""
    for at, part in enumerate(parts(text)):
        match = PART.fullmatch(part)
        assert match is not None, part  # the pattern matches any text
        own = _folded(match["name"])
        name = own if own or any(not name for name, _, _ in known) else name
        numbers = [int(match["number"])] if match["number"] else []
        if numbers and (to := TO.match(match["rest"] or "")):
            numbers.append(int(to["number"]))
        fitting = [(low, high) for source, low, high in known if source == name]
        if not fitting:
            if at == 0 or numbers:
                return part
        elif numbers and not all(any(low <= number <= high for low, high in fitting) for number in numbers):
            return part
    return ""


def parts(text: str) -> Iterator[str]:
    """Yield the parts of a citation between commas or semicolons, without brackets."""
    return (part.strip() for part in re.split(r"[,;]", BRACKETS.sub("", text)) if part.strip())


def _section(text: str) -> tuple[str, int, int]:
    """Return the name of a section, and its first and last number; for a section without numbers the widest range."""
    match = SECTION.fullmatch(text.strip())
    return (_folded(match["name"]), int(match["low"]), int(match["high"])) if match else (_folded(text), 0, 10**9)


def _folded(name: str) -> str:
    return name.strip(" -").casefold()
