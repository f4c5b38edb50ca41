"""The identity of a printed paper: the hash of its text, two words made from the hash, and a mark in its file."""

from __future__ import annotations

import functools
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import quote, unquote

import attrs

from dealerkit.rules.data import data_dir
from dealerkit.rules.loader import read_yaml
from dealerkit.rules.texts import text
from dealerkit.sheets.document import Control, Document, plain, texts

POSTED: Final = ("dealer", "floor")
"""The editions at tables, whose old copies are recalled."""
_MARK: Final = re.compile(rb"dealerkit-paper;([A-Za-z0-9_.~%=;]*;content=[0-9a-f]{64})")
_LOOKED_AT: Final = ("house", "address", "number", "edition", "effective", "status", "prepared_by", "approved_by", "signatures")


@attrs.frozen
class Identity:
    """The identity of a printed file, as the file itself states it.

    Attributes:
        doc: Its edition, such as `dealer` or `book`.
        title: Its title.
        lang: Its language; `en+zh-Hans` for two side by side.
        number: The document's number.
        version: The edition or version of the house.
        words: The two words of a copy, in English; empty for editions that are not posted.
        content: The hash of its text.
    """

    doc: str
    title: str
    lang: str
    number: str
    version: str
    words: str
    content: str


def content_hash(document: Document) -> str:
    """Return the hash of a document's text, which is the same for every paper size, type size and format."""
    control = document.control
    identity_parts = [
        document.edition, document.lang, document.second, list(texts(document)),
        {name: getattr(control, name) for name in _LOOKED_AT} | ({"helpline": control.helpline} if control.helpline else {}),
        [[revision.version, revision.date, revision.what, revision.by] for revision in control.revisions],
        hashlib.sha256(control.logo).hexdigest() if control.logo else "",
    ]  # fmt: skip
    return hashlib.sha256(json.dumps(identity_parts, separators=(",", ":"), sort_keys=True).encode()).hexdigest()


@functools.cache
def _words() -> Mapping[str, Sequence[Mapping[str, str]]]:
    data: Mapping[str, Sequence[Mapping[str, str]]] = read_yaml(data_dir("templates") / "copy_words.yaml").data
    return data


def copy_words(content: str, lang: str = "en") -> str:
    """Return the two words of a content hash.

    >>> copy_words("00" * 32), copy_words("00" * 32, "zh-Hans")
    ('amber anchor', '琥珀船锚')
    """
    number = int(content[:16], 16)
    first, second = _words()["first"], _words()["second"]
    pair = first[number % len(first)], second[number // len(first) % len(second)]
    return ("" if lang.startswith("zh") else " ").join(text(item, lang) for item in pair)


def with_copy(document: Document) -> Document:
    """Return a document with the two words that identify its copies; unchanged if it has no version or is not for posting."""
    if document.edition not in POSTED or not document.control.edition:
        return document
    words = copy_words(content_hash(document), document.lang)
    return attrs.evolve(document, control=attrs.evolve(document.control, copy=words))


def identity(document: Document) -> Identity:
    """Return the identity of a document for its file."""
    control: Control = document.control
    content = content_hash(document)
    words = copy_words(content) if control.copy else ""
    lang = "+".join(filter(None, (document.lang, document.second)))
    return Identity(document.edition, plain(document.title), lang, control.number, control.edition, words, content)


def mark(document: Document) -> str:
    """Return the identity of a document as text to store in its file, in characters that every format keeps unchanged."""
    values = attrs.asdict(identity(document))
    return "dealerkit-paper;" + ";".join(f"{name}={_quoted(value)}" for name, value in values.items())


def _quoted(value: str) -> str:
    return quote(value, safe="", errors="replace").replace("-", "%2D")  # two strokes end a remark of HTML


def read_mark(raw: bytes) -> Identity | None:
    """Return the identity stored in a printed file; None if dealerkit did not print it."""
    match = _MARK.search(raw)
    if match is None:
        return None
    fields = dict(part.partition("=")[::2] for part in match[1].decode("ascii").split(";"))
    try:
        return Identity(*(unquote(fields[field.name], errors="strict") for field in attrs.fields(Identity)))
    except (KeyError, UnicodeDecodeError):
        return None
