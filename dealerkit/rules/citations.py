"""The check that a citation names a section which its work has, for works whose sections `sources.yaml` lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

BRACKETS = re.compile(r"\([^)]*\)")
PART = re.compile(r"(?P<name>[^0-9]*)(?P<number>[0-9]+)?(?P<rest>[^0-9].*)?", re.DOTALL)
TO = re.compile(r"\s*to\s*(?P<number>[0-9]+)\b")
SECTION = re.compile(r"(?P<name>.*?)[\s-]*(?P<low>[0-9]+)-(?P<high>[0-9]+)")


def unknown_section(said: str, sections: Sequence[str]) -> str:
    """Return the first part of a citation that no section of its work has; empty if there is none.

    Args:
        said: The citation, parts apart by commas or semicolons. What stands in brackets or behind a number, as in `35-A(2)`, is
            not looked at; a number by itself goes with the name before it; words behind the first part may be a description.
        sections: Names of sections, each alone or with the range of its numbers: `1-71`, `RP-1-22`, `Misdeals`.

    >>> sections = ["1-71", "RP-1-22", "Ties", "art. 54-60"]
    >>> [unknown_section(said, sections) for said in ("35-A(2), RP-10-C", "Ties 3, 4", "art. 58", "art. 54 to 60")]
    ['', '', '', '']
    >>> [unknown_section(said, sections) for said in ("72", "35-A, RP-23", "Tie 3", "art. 54 to 61")]
    ['72', 'RP-23', 'Tie 3', 'art. 54 to 61']
    """
    known = [_section(one) for one in sections]
    name = ""
    for at, part in enumerate(parts(said)):
        found = PART.fullmatch(part)
        assert found is not None, part  # the pattern fits every text
        own = _folded(found["name"])
        name = own if own or any(not one for one, _, _ in known) else name
        numbers = [int(found["number"])] if found["number"] else []
        if numbers and (to := TO.match(found["rest"] or "")):
            numbers.append(int(to["number"]))
        fitting = [(low, high) for one, low, high in known if one == name]
        if not fitting:
            if at == 0 or numbers:
                return part
        elif numbers and not all(any(low <= number <= high for low, high in fitting) for number in numbers):
            return part
    return ""


def parts(said: str) -> Iterator[str]:
    """Yield the places that one citation names, apart by commas or semicolons; what stands in brackets is left out."""
    return (part.strip() for part in re.split(r"[,;]", BRACKETS.sub("", said)) if part.strip())


def _section(said: str) -> tuple[str, int, int]:
    """Read a section: its name, and the numbers it has; every number where none are said."""
    found = SECTION.fullmatch(said.strip())
    return (_folded(found["name"]), int(found["low"]), int(found["high"])) if found else (_folded(said), 0, 10**9)


def _folded(name: str) -> str:
    return name.strip(" -").casefold()
