"""People in the journal: their names are in a separate table, and everything else has pseudonyms."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Callable, Container, Iterable, Mapping
from typing import TypeVar, cast

T = TypeVar("T")

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Characters of pseudonyms: no letter that can be taken for another."""
PSEUDONYM = re.compile(rf"\bP-[{SIGNS}]{{8}}\b")

NO_NAMES_IN = frozenset({
    "set", "chain", "selector", "sha256", "kept", "facts_kept", "game_kept", "kind", "outcome", "proposed", "possible",
    "rules", "remedies", "needs", "fault", "faults", "case", "rules_set", "source", "verified", "program", "zone",
    "who", "role", "code", "version", "promotion", "hole", "board", "cards", "clause", "answer", "card", "pack", "how", "cause",
})  # fmt: skip
"""Keys of entries whose values are never names: a person called like one of those words does not change them."""

ROLES = ("dealer", "floor", "patron", "manager", "surveillance", "witness", "other")


def new_pseudonym() -> str:
    """Return a random pseudonym."""
    return "P-" + "".join(secrets.choice(SIGNS) for _ in range(8))


def clean(text: str) -> str:
    """Return a text in Unicode's normal form (NFC), without control characters, so that a name is found however it was typed.

    >>> clean("Jose\u0301\x1b[2J")
    'José[2J'
    """
    whole = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode("utf-8"))
    return "".join(sign for sign in whole if sign in "\n\t" or unicodedata.category(sign) != "Cc")


def clean_name(name: str) -> str:
    """Return a name with single spaces, in its normal form.

    >>> clean_name("  Ann   Lee ")
    'Ann Lee'
    """
    return " ".join(clean(name).split())


def key_of(name: str) -> str:
    """Return a key for comparing names, which ignores capitals and extra spaces."""
    return clean_name(name).casefold()


def _pattern(names: Iterable[str], flags: int = 0) -> re.Pattern[str] | None:
    ordered = sorted({clean_name(name) for name in names} - {""}, key=len, reverse=True)
    if not ordered:
        return None
    choices = "|".join(r"\s+".join(re.escape(part) for part in name.split()) for name in ordered)
    return re.compile(rf"(?<!\w)(?:{choices})(?!\w)", flags)


def with_pseudonyms(value: T, names: Mapping[str, str]) -> T:
    """Return a value with people's names replaced by pseudonyms in every text.

    Args:
        value: Maps, lists and texts, to any depth.
        names: Name by pseudonym.

    >>> with_pseudonyms(["Ann Lee and Annabel"], {"P-00000000": "Ann Lee"})
    ['P-00000000 and Annabel']
    """
    pattern = _pattern(names.values())
    known = {name: pseudonym for pseudonym, name in names.items()}
    if pattern is None:
        return _each(value, clean)
    return _each(value, lambda text: pattern.sub(lambda at: known[clean_name(at[0])], clean(text)))


def _ways_to_spell(spellings: Iterable[str]) -> list[re.Pattern[str]]:
    """Return patterns that match a name's spellings: those of several words first, then those of one."""
    names = [clean_name(name) for name in spellings]
    several = _pattern([name for name in names if " " in name], re.IGNORECASE)
    single = _pattern(way for name in names if " " not in name for way in (name, name.title(), name.upper()))
    return [pattern for pattern in (several, single) if pattern is not None]


def spans(text: str, spellings: Iterable[str]) -> list[tuple[int, int]]:
    """Return the positions of a name's spellings in a text, as pairs of start and end, in order. `without` replaces these.

    >>> spans("ann  LEE shouted, May may go", ["Ann Lee", "May"])
    [(0, 8), (18, 21)]
    """
    places: list[tuple[int, int]] = []
    for pattern in _ways_to_spell(spellings):
        for at in pattern.finditer(text):
            if not any(start < at.end() and at.start() < stop for start, stop in places):
                places.append(at.span())
    return sorted(places)


def without(value: T, spellings: Iterable[str], pseudonym: str) -> T:
    """Return a value with a pseudonym instead of every spelling of a name.

    A name of several words is found in any capitalization. A single word, which may also be an ordinary word, is found only as it
    is spelled, with a capital first letter, and in capitals.

    >>> without({"text": "ann  LEE shouted, May may go"}, ["Ann Lee", "May"], "P-00000000")
    {'text': 'P-00000000 shouted, P-00000000 may go'}

    Args:
        value: Maps, lists and texts to look through.
        spellings: The ways in which the name has been written.
        pseudonym: The pseudonym to put in its place.
    """
    patterns = _ways_to_spell(spellings)

    def change(text: str) -> str:
        text = clean(text)
        for pattern in patterns:
            text = pattern.sub(pseudonym, text)
        return text

    return _each(value, change)


def with_names(value: T, names: Mapping[str, str]) -> T:
    """Return a value with pseudonyms replaced by names; the pseudonyms of removed people stay.

    Args:
        value: Maps, lists and texts, to any depth.
        names: Name by pseudonym.
    """
    return _each(value, lambda text: PSEUDONYM.sub(lambda at: names.get(at[0], at[0]), text), but=())


def mentioned(value: object) -> set[str]:
    """Return every pseudonym that occurs in a value of maps, lists and texts."""
    if isinstance(value, Mapping):
        return set().union(*map(mentioned, value.values()))
    if isinstance(value, list | tuple):
        return set().union(*map(mentioned, value))
    return set(PSEUDONYM.findall(value)) if isinstance(value, str) else set()


def _each(value: T, change: Callable[[str], str], but: Container[str] = NO_NAMES_IN) -> T:
    """Apply a function to every text in a value, to any depth, except under some keys; the value keeps its shape."""
    changed: object = value
    if isinstance(value, str):
        changed = change(value)
    elif isinstance(value, Mapping):
        changed = {key: inner if key in but else _each(inner, change, but) for key, inner in value.items()}
    elif isinstance(value, list | tuple):
        changed = [_each(inner, change, but) for inner in value]
    return cast("T", changed)
