"""Default citations: a citation at the top of a rule file applies to the entries of that file.

`source: {work: poker-tda}` at the top applies to every finding and every case of a fault in that file that does not have a
citation itself. `source: "67"` in an entry is the place in that work; a map without `work` gets the work from the top; a map with
`work` stands alone. Every entry gets its complete citation when its file is read, before files are laid over each other, so that
no other code needs to know this rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from dealerkit.errors import RuleFileError
from dealerkit.rules.doc import Doc, Origin, Place

if TYPE_CHECKING:
    from dealerkit.rules.entries import Branch

KEY, WORK, SECTION = "source", "work", "section"
KEYS = (WORK, SECTION, "verified", "note")
"""Keys of a citation."""

ENTRIES: Mapping[Place, bool] = {
    ("findings", "*"): True,
    ("faults", "*", "cases", "*"): True,
    ("remedies", "*"): False,
    ("rules", "*", "rules", "*"): False,
    ("procedures", "*", "rules", "*", "rules", "*"): False,
}
"""Places of entries with a source (`*` is any name), and whether an entry without one gets the file's. It does if entries of that
kind need a source.
"""


def with_sources(doc: Doc) -> Doc:
    """Return a rule file in which every entry has its complete citation, without the default citation at the top.

    >>> file = {"source": {"work": "book"}, "findings": {"burn/missed": {"source": "4.2"}, "burn/extra": {}}}
    >>> with_sources(Doc.of(file)).data["findings"]
    {'burn/missed': {'source': {'work': 'book', 'section': '4.2'}}, 'burn/extra': {'source': {'work': 'book'}}}

    Args:
        doc: The file as written; a file without entries that have sources is returned unchanged.

    Raises:
        RuleFileError: If the source at the top does not name a work.
    """
    if not isinstance(doc.data, dict) or not any(place[0] in doc.data for place in ENTRIES):
        return doc
    shared = _of_the_file(doc)
    if shared is None:
        return doc
    entries: dict[str, Any] = {key: value for key, value in doc.data.items() if key != KEY}
    written: dict[Place, Place] = {}
    for pattern, takes in ENTRIES.items():
        for place, entry in _below(doc.data, pattern):
            here = (*place, KEY)
            if KEY in entry:
                completed = _completed(entry[KEY], shared, here)
            else:
                completed = {key: (value, (KEY, key)) for key, value in shared.items()} if takes else {}
                written |= {here: (KEY,)} if completed else {}
            if completed:
                _put(entries, doc.data, place, {**entry, KEY: {key: value for key, (value, _) in completed.items()}})
                written |= {(*here, key): at for key, (_, at) in completed.items()}
    if not written:
        return doc if KEY not in doc.data else doc.with_data(entries)

    def locate(place: Place, *, of_key: bool) -> Origin | None:
        return doc.locate(written.get(place, place), of_key=of_key)

    return Doc(entries, locate)


def _of_the_file(doc: Doc) -> Mapping[str, object] | None:
    """Return the citation at the top of a file; empty if there is none, None if the key has another meaning in that file."""
    if KEY not in doc.data:
        return {}
    source = doc.data[KEY]
    if isinstance(source, dict) and source.keys().isdisjoint(KEYS):
        return None
    if not isinstance(source, dict) or not isinstance(source.get(WORK), str):
        named = source if isinstance(source, str) else "..."
        hint = f"write source: {{work: {named}}}, with the work's name under `sources:`"
        raise RuleFileError([doc.problem((KEY,), "the key 'source' at the top of the file does not name a work", hint)])
    if wrong := [key for key in source if key not in KEYS]:
        there_is = "allowed: " + ", ".join(KEYS)
        raise RuleFileError([doc.problem((KEY, key), f"unknown key '{key}'", there_is, of_key=True) for key in wrong])
    return source


def _below(data: object, pattern: Place, place: Place = ()) -> Iterator[tuple[Place, Mapping[str, object]]]:
    """Yield every map at the places that match a pattern, with its place."""
    if not isinstance(data, dict):
        return
    if not pattern:
        yield place, data
        return
    for key in data if pattern[0] == "*" else pattern[:1]:
        yield from _below(data.get(key), pattern[1:], (*place, key))


def _completed(mentioned: object, shared: Mapping[str, object], here: Place) -> dict[str, tuple[object, Place]]:
    """Return the whole citation of an entry, each part with the place where it is written; empty if it is complete already.

    Args:
        mentioned: The citation as written: the place in the work only, or a map.
        shared: The citation at the top of the file.
        here: Place of the citation.
    """
    if isinstance(mentioned, dict):
        if WORK in mentioned or not shared:
            return {}
        own = {key: (value, (*here, key)) for key, value in mentioned.items()}
    elif isinstance(mentioned, str) or type(mentioned) is int:
        own = {SECTION: (mentioned, here)}
    else:
        return {}
    return {key: (value, (KEY, key)) for key, value in shared.items()} | own


def _put(entries: dict[str, Any], written: Branch, place: Place, entry: Mapping[str, object]) -> None:
    """Put an entry into a document; every map on the way to it is copied before it changes.

    Args:
        entries: The new document.
        written: The document as written; parts that both share are not copied yet.
        place: Place of the entry.
        entry: The entry.
    """
    for key in place[:-1]:
        if entries[str(key)] is written[str(key)]:
            entries[str(key)] = dict(written[str(key)])
        entries, written = entries[str(key)], written[str(key)]
    entries[str(place[-1])] = entry
