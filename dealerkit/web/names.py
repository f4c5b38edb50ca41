"""Names of people as a class shows them: what steers a screen taken out, and those told apart that look the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from dealerkit.jobs.journal.people import clean_name

MOST: Final = 60
"""Most characters of a name."""


def name_of(typed: str) -> str:
    """Return a name as it is kept: single spaces, no characters that nobody sees or that turn the line around, not too long.

    >>> name_of("  Ann\\u202e   Lee\\u200b ")
    'Ann Lee'
    """
    seen = "".join(sign for sign in typed[:1000] if unicodedata.category(sign) not in ("Cf", "Cs", "Co", "Cn"))
    return clean_name(" ".join(seen.split()))[:MOST].rstrip()


def likeness(name: str) -> str:
    """Return what is the same for names that look the same: wide and narrow letters, capitals, accents and marks piled up.

    >>> likeness("ＡＮＮ  Leé") == likeness("ann lee")
    True
    """
    parts = unicodedata.normalize("NFKD", name_of(name)).casefold()
    return " ".join("".join(sign for sign in parts if not unicodedata.combining(sign)).split())


def told_apart(names: Iterable[str]) -> list[str]:
    """Return names so that no two are the same: the second Ann Lee is `Ann Lee (2)`.

    >>> told_apart(["Ann", "Bo", "ANN", "Ann (2)"])
    ['Ann', 'Bo', 'ANN (2)', 'Ann (2) (2)']
    """
    taken: set[str] = set()
    names_ = []
    for name in names:
        numbered, number = name, 1
        while likeness(numbered) in taken:
            number += 1
            numbered = f"{name} ({number})"
        taken.add(likeness(numbered))
        names_.append(numbered)
    return names_
