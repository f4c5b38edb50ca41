"""Names of people in a class: cleaned of control characters, and numbered if they look the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from dealerkit.jobs.journal.people import clean_name

MOST: Final = 60
"""Most characters of a name."""


def name_of(typed: str) -> str:
    """Return a name in the form in which it is saved: single spaces, no invisible or direction-changing characters, limited
    length.

    >>> name_of("  Ann\\u202e   Lee\\u200b ")
    'Ann Lee'
    """
    seen = "".join(sign for sign in typed[:1000] if unicodedata.category(sign) not in ("Cf", "Cs", "Co", "Cn"))
    return clean_name(" ".join(seen.split()))[:MOST].rstrip()


def likeness(name: str) -> str:
    """Return a key that is equal for names that look the same, whatever their width, capitals, accents and marks.

    >>> likeness("ＡＮＮ  Leé") == likeness("ann lee")
    True
    """
    parts = unicodedata.normalize("NFKD", name_of(name)).casefold()
    return " ".join("".join(sign for sign in parts if not unicodedata.combining(sign)).split())


def told_apart(names: Iterable[str]) -> list[str]:
    """Return names made unique: the second Ann Lee becomes `Ann Lee (2)`.

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
