"""The catalogue, cached between runs: every entry by its names, and a full-text index of the entries."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import attrs

from dealerkit.catalogue.entries import Departure, Entry, RuledCase
from dealerkit.files.fulltext import FoundDocument, FullText, fold, write
from dealerkit.files.late_modules import late_imports
from dealerkit.rules.cache_database import database, rule_files
from dealerkit.rules.data import data_dir, seen_from_here
from dealerkit.rules.files import Stamp, stamp
from dealerkit.rules.registries import families_of_others
from dealerkit.rules.sets import RuleSet, at_one_moment, facts_under, find_set, rule_set, rule_sets

with late_imports():  # not needed if the entries are cached: nothing is gathered then, and no YAML read
    from dealerkit.catalogue import collection, step_words

_WEIGHTS = (4.0, 2.0, 1.0)
"""Weights of the index: for a word of a name or title, a word of the text, and a word of related entries."""

_COLUMNS = "number INTEGER PRIMARY KEY, id TEXT, kind TEXT, game TEXT, title TEXT, name TEXT, full_name TEXT"
"""Columns for the look-up; the rest of an entry is in a separate table."""

UNSOUGHT = "word"
"""Kind of entry left out of the full-text index: only authors of rule files look it up, and by name."""

Selectors = Sequence[str | Path]
"""Rule sets by name or path; empty for all that come with dealerkit."""


def key(name: str) -> str:
    """Return a name in the form in which names are compared: letters and digits only.

    >>> key("BA-37") == key("ba 37")
    True
    """
    return "".join(sign for sign in fold(name) if sign.isalnum())


def chosen(rules: Selectors = ()) -> tuple[RuleSet, ...]:
    """Return the rule sets that a user selected, or all that come with dealerkit; a set follows the sets that it builds on.

    Args:
        rules: Names or paths of rule sets; none for all.

    Raises:
        UnknownName: If there is no such set.
        RuleFileError: If a rule file cannot be used.
    """
    if not rules:
        return tuple(sorted(map(rule_set, rule_sets()), key=lambda book: (len(book.chain), book.family or "~", book.name)))
    return tuple(map(rule_set, rules))


class CatalogueStore:
    """The entries under some rule sets, as a database.

    Args:
        database: The database, filled by `_fill`.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._index = FullText(database, _WEIGHTS)
        self._shared: dict[tuple[str, int], object] = {}

    @classmethod
    def of(cls, rules: Selectors = (), settings: Mapping[str, str] = MappingProxyType({})) -> CatalogueStore:
        """Return the catalogue under some rule sets, from the cache or newly made.

        Args:
            rules: Names or paths of the rule sets; none for all.
            settings: Values of options by name, as for `collection.gather`.

        Raises:
            UnknownName: If there is no such set.
            RuleFileError: If a rule file cannot be used.
        """
        places = [(str(selector), str(find_set(selector).absolute())) for selector in rules]
        others = families_of_others()  # the words of other families are among the entries
        name = " ".join(["catalogue", json.dumps([places, settings] if settings else places), *others])
        return cls(database(name, lambda empty: _fill(empty, _gathered(rules, settings)), lambda: _files(rules)))

    def entries(self) -> tuple[Entry, ...]:
        """Return all entries."""
        return self._unpacked("ORDER BY number")

    def named(self, name: str) -> tuple[Entry, ...]:
        """Return the entries with a name, given with or without its game, in capitals or small letters."""
        return self._unpacked("WHERE name = ? OR full_name = ? ORDER BY number", *[key(name)] * 2)

    def numbers_named(self, name: str) -> list[int]:
        """Return the numbers in the database of the entries with exactly this name."""
        return [row[0] for row in self._database.execute("SELECT number FROM entries WHERE name = ? ORDER BY 1", (key(name),))]

    def of_kind(self, kind: str, *ids: str) -> tuple[Entry, ...]:
        """Return the entries of a kind with some ids."""
        marks = ", ".join("?" * len(ids))
        return self._unpacked(f"WHERE kind = ? AND id IN ({marks}) ORDER BY number", kind, *ids)

    def beginning(self, start: str) -> tuple[Entry, ...]:
        """Return the entries whose ids begin with a text."""
        return self._unpacked("WHERE substr(id, 1, ?) = ? ORDER BY number", len(start), start)

    def numbered(self, number: int) -> Entry:
        """Return the entry with a given number in the database."""
        (entry,) = self._unpacked("WHERE number = ?", number)
        return entry

    def ids(self) -> set[str]:
        """Return all ids."""
        return {row[0] for row in self._database.execute("SELECT DISTINCT id FROM entries")}

    def numbers(self, kinds: Collection[str], game: str) -> set[int]:
        """Return the numbers of the entries of some kinds that belong to a game or to no game.

        Args:
            kinds: Kinds of entry, from `KINDS`.
            game: Id of a game; empty for every game.
        """
        return {number for (number,) in self._of_kinds("number", kinds, game)}

    def numbered_ids(self, kinds: Collection[str], game: str) -> dict[int, str]:
        """Return the ids of the entries of some kinds that belong to a game or to no game, by their numbers.

        Args:
            kinds: Kinds of entry, from `KINDS`.
            game: Id of a game; empty for every game.
        """
        return dict(self._of_kinds("number, id", kinds, game))

    def _of_kinds(self, what: str, kinds: Collection[str], game: str) -> sqlite3.Cursor:
        marks = ", ".join("?" * len(kinds))
        which = f"kind IN ({marks}) AND (? = '' OR game IN ('', ?)) ORDER BY number"
        return self._database.execute(f"SELECT {what} FROM entries WHERE {which}", (*kinds, game, game))  # noqa: S608 - words of our own

    def label(self, number: int) -> tuple[str, str, str, str]:
        """Return the kind, id, title and game of an entry."""
        kind, id_, title, game = self._database.execute(
            "SELECT kind, id, title, game FROM entries WHERE number = ?", (number,)
        ).fetchone()
        return kind, id_, title, game

    def titles(self, kind: str = "") -> list[tuple[str, str]]:
        """Return pairs of id and title for a kind, or with an empty kind for all entries; each id once."""
        rows = self._database.execute(
            "SELECT id, min(title) FROM entries WHERE ? IN ('', kind) GROUP BY id ORDER BY min(number)", (kind,)
        )
        return [(id_, title) for id_, title in rows]

    def find(self, words: str, among: Collection[int]) -> list[FoundDocument]:
        """Return those entries among given ones that fit a search, as their numbers with scores, the best first.

        Args:
            words: Words of the search.
            among: Numbers of the entries to search.
        """
        return self._index.find(words, among)

    def _unpacked(self, which: str, *values: object) -> tuple[Entry, ...]:
        rows = self._database.execute(f"SELECT packed FROM entries JOIN whole USING (number) {which}", values).fetchall()  # noqa: S608 - words of our own
        return tuple(self._entry(_fields_of(Entry, row[0])) for row in rows)

    def _entry(self, data: dict[str, Any]) -> Entry:
        """Return an entry from plain data: with paths as seen from the current folder, and tuples instead of lists."""
        for name in ("rules", "see", "also"):
            data[name] = tuple(data[name])
        for name, unpack in _SHARED.items():
            data[name] = tuple(self._once(name, number, unpack) for number in data[name])
        return Entry(**{**data, "where": _seen(data["where"])})

    def _once(self, of: str, number: int, unpack: Callable[[str], object]) -> object:
        """Return a case or a departure by its number, from a cache, since several entries share it."""
        part = self._shared.get((of, number))
        if part is None:
            row = self._database.execute(f"SELECT packed FROM {of} WHERE number = ?", (number,)).fetchone()  # noqa: S608
            part = self._shared[of, number] = unpack(row[0])
        return part


def _files(rules: Selectors) -> list[Stamp]:
    """Return every source file and folder of the entries, with sizes and times."""
    own = (file for selector in rules for file in rule_set(selector).files)
    return [*rule_files(), *map(stamp, sorted(step_words.planner_files())), *own]


@at_one_moment()
def _gathered(rules: Selectors, settings: Mapping[str, str]) -> tuple[Entry, ...]:
    sets = chosen(rules)
    with facts_under(*sets):
        return collection.gather(sets, settings)


def _fill(empty: sqlite3.Connection, entries: Sequence[Entry]) -> None:
    shared: dict[str, dict[str, int]] = {of: {} for of in _SHARED}

    def number_of(of: str, part: RuledCase | Departure) -> int:
        return shared[of].setdefault(_packed(_plain(part)), len(shared[of]))

    empty.execute(f"CREATE TABLE entries ({_COLUMNS})")
    empty.executemany(
        "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (number, entry.id, entry.kind, entry.game, entry.title, key(entry.id), key(f"{entry.game}.{entry.id}"))
            for number, entry in enumerate(entries)
        ],
    )
    whole = [
        _packed(_plain(entry) | {of: [number_of(of, part) for part in getattr(entry, of)] for of in _SHARED}) for entry in entries
    ]
    empty.execute("CREATE TABLE whole (number INTEGER PRIMARY KEY, packed TEXT)")
    empty.executemany("INSERT INTO whole VALUES (?, ?)", enumerate(whole))
    for of, packed in shared.items():
        empty.execute(f"CREATE TABLE {of} (number INTEGER PRIMARY KEY, packed TEXT)")
        empty.executemany(f"INSERT INTO {of} VALUES (?, ?)", [(number, part) for part, number in packed.items()])  # noqa: S608
    empty.execute("CREATE INDEX names ON entries (name)")
    empty.execute("CREATE INDEX full_names ON entries (full_name)")
    write(empty, [_fields(entry) for entry in entries if entry.kind != UNSOUGHT], len(_WEIGHTS))


def _plain(part: Entry | RuledCase | Departure) -> dict[str, object]:
    """Return the fields as plain data; the path of one of our own files in a form that is the same on every machine."""
    ours = f"{data_dir('rulings').parent}{os.sep}"
    data = {name: getattr(part, name) for name in _NAMES[type(part)]}
    for name in ("where", "base_where"):
        if name in data and data[name].startswith(ours):
            data[name] = data[name].removeprefix(ours).replace(os.sep, "/")
    return data


_NAMES = {kind: tuple(field.name for field in attrs.fields(kind)) for kind in (Entry, RuledCase, Departure)}


def _packed(fields: Mapping[str, object]) -> str:
    """Return the fields as stored: only their values in order, since thousands of entries would repeat the names."""
    return json.dumps(list(fields.values()), separators=(",", ":"))


def _fields_of(kind: type[Entry | RuledCase | Departure], packed: str) -> dict[str, Any]:
    """Return the fields of an entry, or of a part of one, from their stored form."""
    return dict(zip(_NAMES[kind], json.loads(packed), strict=True))


def _fields(entry: Entry) -> tuple[str, str, str]:
    hanging = [" ".join((entry.kind, entry.game, entry.cite, *entry.rules, *entry.see))]
    hanging += [
        f"{case.rules_set} {case.fault} {case.when} {case.because} {case.cite} {' '.join(case.rules)}" for case in entry.cases
    ]
    hanging += [f"{departure.rules_set} {departure.path}" for departure in entry.departures]
    return "\n".join((entry.id, entry.title, *entry.also)), entry.text, "\n".join(hanging)


def _ruled(packed: str) -> RuledCase:
    fields = _fields_of(RuledCase, packed)
    return RuledCase(
        **{**fields, "rules": tuple(fields["rules"]), "remedies": tuple(fields["remedies"]), "where": _seen(fields["where"])}
    )


def _departure(packed: str) -> Departure:
    fields = _fields_of(Departure, packed)
    return Departure(**{**fields, "where": _seen(fields["where"]), "base_where": _seen(fields["base_where"])})


_SHARED: Mapping[str, Callable[[str], object]] = {"cases": _ruled, "departures": _departure}
"""Parts that several entries have in common, with the functions that unpack them: each part is stored once, by number."""


def _seen(where: str) -> str:
    file, sign, line = where.rpartition(":")
    return f"{seen_from_here(file)}:{line}" if sign and line.isdecimal() else seen_from_here(where)
