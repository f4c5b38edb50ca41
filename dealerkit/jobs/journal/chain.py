"""The chain: the canonical form of an entry, its hash over the one before, and the anchor that is printed.

An entry's hash covers its number, time, zone, kind, case, the hash of its body and the hash of the entry before it. The
body is outside the chain, but tied to it word by word (`dealerkit.jobs.journal.proofs`), so that a person can be removed without
breaking the chain, and the rest is still proved. In journals of an earlier form, each body is hashed as a whole; if it was
redacted, a later entry says so and gives its new hash.
"""

from __future__ import annotations

import hashlib
import json
import re

import attrs

from dealerkit.errors import UnknownName

DOMAIN = b"dealerkit journal 1\0"
SECOND = b"dealerkit journal 2\0"
"""Prefix of the hashed text of an entry whose body is a tree (see `dealerkit.jobs.journal.proofs`), as all are now."""
START = "0" * 64
"""Hash instead of an entry before the first: 64 noughts."""
LEAST = 16
"""How much of an anchor's hash must be typed back, in hexadecimal digits."""


def canonical(value: object) -> str:
    """Return plain data (maps, lists, texts, whole numbers, booleans, None) as JSON in the one form that is hashed.

    Raises:
        TypeError: If it contains anything else, such as a float.

    >>> canonical({"b": 1, "a": ["é", None]})
    '{"a":["é",null],"b":1}'
    """
    _plain(value)
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True)


def _plain(value: object) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            if not isinstance(key, str):
                msg = f"a key of a journal's entry is text, not {key!r}"
                raise TypeError(msg)
            _plain(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            _plain(inner)
    elif not (value is None or isinstance(value, str | int | bool)):
        msg = f"{type(value).__name__} has no place in a journal's entry"
        raise TypeError(msg)


def hash_of_body(salt: str, body: str) -> str:
    """Return the hash of an entry's body. The salt keeps anybody from guessing a removed body by its hash."""
    return hashlib.sha256(DOMAIN + b"body\0" + salt.encode() + b"\0" + body.encode()).hexdigest()


def link(prev: str, seq: int, at: str, zone: str, kind: str, case: str, body_hash: str, domain: bytes = DOMAIN) -> str:
    """Return the hash of an entry, which ties it to the entry before.

    Raises:
        TypeError: If an argument is not plain data.

    >>> link(START, 1, "2026-01-01T00:00:00+00:00", "UTC", "begun", "", START)[:12]
    'db001469329c'

    Args:
        prev: The hash of the entry before, or `START`.
        seq: The number of the entry, from 1.
        at: When it was written, in ISO 8601.
        zone: The house's time zone.
        kind: The kind of entry.
        case: The number of its case; empty if it has none.
        body_hash: The hash of its body.
        domain: Bytes put before the hashed data, which differ by the form of the body.

    Returns:
        The SHA-256 as 64 hexadecimal digits.
    """
    return hashlib.sha256(domain + canonical([prev, seq, at, zone, kind, case, body_hash]).encode()).hexdigest()


@attrs.frozen
class Anchor:
    """Number and hash of an entry: printed and kept elsewhere, it shows whether the journal was cut or rewritten.

    Attributes:
        seq: The entry's number, from 1.
        hash: Its hash, or the beginning of it, in hexadecimal.

    >>> anchor = Anchor(7, "ab" * 32)
    >>> print(anchor)
    7 abababab abababab abababab abababab abababab abababab abababab abababab
    >>> Anchor.read(str(anchor)) == anchor
    True
    """

    json_names = "entry=seq hash"
    seq: int
    hash: str

    def __str__(self) -> str:
        return f"{self.seq} " + " ".join(self.hash[at : at + 8] for at in range(0, len(self.hash), 8))

    @classmethod
    def read(cls, text: str) -> Anchor:
        """Read an anchor as it was printed; the hash may be cut short.

        Raises:
            UnknownName: If the text is not an anchor.
        """
        match = re.fullmatch(r"\s*(\d+)[\s:]+([0-9a-fA-F\s]+?)\s*", text)
        digits = "".join(match[2].split()).lower() if match else ""
        if match is None or not LEAST <= len(digits) <= len(START):
            allowed = f"what `journal anchor` prints: a number, and {LEAST} to {len(START)} digits of its hash"
            raise UnknownName(kind="anchor", name=text, allowed=allowed)
        return cls(int(match[1]), digits)
