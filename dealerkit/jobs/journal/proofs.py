"""Proofs: each word of an entry's text is tied to the hash chain, so that a word can be removed and the rest still be proved.

The hash of an entry's body is the root of a tree of digests: a map's digest is made of those of its fields, a text's of those
of its words, and every word and value has its own salt. A removed word leaves its digest but not its salt, so nobody can guess
it or put another in its place. Where a person was removed, the person's pseudonym is shown.

A proof is the tree as plain data: `{"m": {field: proof}}`, `{"l": [proof]}`, a text as `{"t": [[salt, word], ...]}`, any other
value as `{"v": [salt, value]}`. A word that was removed is `[digest, shown, 0]`, a field that was removed `{"gone": digest}`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from dealerkit.jobs.journal.chain import DOMAIN, canonical
from dealerkit.jobs.journal.people import NO_NAMES_IN, spans

NAMED = "named"
"""The field of an entry that ties people's names to the chain; it is never removed."""

_WORDS = re.compile(r"\w+|\s+|[^\w\s]")
_MARK = "2:"

Proof = dict[str, Any]


def new_salt(secret: str) -> str:
    """Return the salt text for a body that is hashed as a tree; it marks the form and holds the random secret."""
    return _MARK + secret


def proof_of(body: object, salt: str) -> Proof:
    """Return the proof (tree of salted words) of a body from which nothing was removed.

    Args:
        body: The body of an entry, as plain data.
        salt: The body's salt, from `new_salt`.

    >>> whole = proof_of({"text": "Ann left", "case": 1}, "2:00")
    >>> shown(whole) == {"text": "Ann left", "case": 1}
    True
    """
    return _expand(body, salt, names=True)


def _expand(value: object, salt: str, *, names: bool) -> Proof:
    if isinstance(value, Mapping):
        return {
            "m": {
                key: _expand(inner, _below(salt, key), names=names and key not in NO_NAMES_IN and key != NAMED)
                for key, inner in value.items()
            }
        }
    if isinstance(value, list | tuple):
        return {"l": [_expand(inner, _below(salt, at), names=names) for at, inner in enumerate(value)]}
    if isinstance(value, str) and names:
        return {"t": [[_below(salt, at), word] for at, word in enumerate(_WORDS.findall(value))]}
    return {"v": [_below(salt, 0), value]}


def _below(salt: str, key: str | int) -> str:
    return hashlib.sha256(f"{salt}\0{key}".encode()).hexdigest()[:32]


def digest(proof: Proof) -> str:
    """Return the root of a proof: the hash of the body as it was written.

    Raises:
        ValueError: If the value is not a proof.
    """
    match proof:
        case {"m": dict(fields)}:
            return _hash("map", *(part for key in sorted(fields) for part in (key, digest(fields[key]))))
        case {"l": list(items)}:
            return _hash("list", *map(digest, items))
        case {"t": list(words)}:
            return _hash("text", *map(_of_word, words))
        case {"v": [str(salt), value]}:
            return _hash("value", salt, canonical(value))
        case {"gone": str(left)}:
            return left
    raise ValueError(proof)


def _of_word(word: object) -> str:
    match word:
        case [str(salt), str(said)]:
            return _hash("word", salt, said)
        case [str(left), str(), 0]:
            return left
    raise ValueError(word)


def _hash(kind: str, *parts: str) -> str:
    return hashlib.sha256(DOMAIN + canonical([kind, *parts]).encode()).hexdigest()


def shown(proof: Proof) -> Any:
    """Return the content that a proof still holds, as plain data; removed fields are left out."""
    match proof:
        case {"m": dict(fields)}:
            return {key: shown(inner) for key, inner in fields.items() if "gone" not in inner}
        case {"l": list(items)}:
            return [shown(item) for item in items if "gone" not in item]
        case {"t": list(words)}:
            return "".join(str(word[1]) for word in words)
        case {"v": [_, value]}:
            return value
    return None


def without_people(proof: Proof, people: Iterable[tuple[Sequence[str], str]]) -> Proof:
    """Remove people from a proof: the words of their names lose their salts, and the pseudonym is shown.

    Args:
        proof: The proof.
        people: The spellings of each person's name, and the pseudonym.

    >>> left = without_people(proof_of({"text": "Ann Lee left", "set": "Ann Lee"}, "2:00"), [(["Ann Lee"], "P-00000000")])
    >>> shown(left)
    {'text': 'P-00000000 left', 'set': 'Ann Lee'}
    >>> digest(left) == digest(proof_of({"text": "Ann Lee left", "set": "Ann Lee"}, "2:00"))
    True
    """
    people = list(people)
    match proof:
        case {"m": dict(fields)}:
            return {"m": {key: without_people(inner, people) for key, inner in fields.items()}}
        case {"l": list(items)}:
            return {"l": [without_people(item, people) for item in items]}
        case {"t": list(words)}:
            for spellings, pseudonym in people:
                words = _without_person(words, spellings, pseudonym)
            return {"t": words}
    return proof


def _without_person(words: list[Any], spellings: Sequence[str], pseudonym: str) -> list[object]:
    text = "".join(word[1] for word in words)
    names = spans(text, spellings)
    if not names:
        return words
    left, at = list[object](), 0
    for word in words:
        end = at + len(word[1])
        of = next((start for start, stop in names if start <= at and end <= stop and word[1]), None)
        if of is None:
            left.append(word)
        else:
            left.append([_of_word(word), pseudonym if at == of else "", 0])
        at = end
    return left


def emptied(proof: Proof) -> Proof:
    """Return a proof without any content, except the digests that tie people's names to the chain.

    Raises:
        ValueError: If the value is not a proof.
    """
    fields: Mapping[str, Proof] = proof.get("m", {})
    return {"m": {key: inner if key == NAMED else {"gone": digest(inner)} for key, inner in fields.items()}}


def foreign(proof: Proof, people: Collection[str], *, whole: bool) -> Iterator[str]:
    """Yield a description of each part of a proof that was removed or replaced without permission.

    Args:
        proof: The proof.
        people: The pseudonyms that may be shown in place of removed words.
        whole: Whether the whole entry may be removed, rather than only words of names.
    """
    match proof:
        case {"m": dict(fields)}:
            for key, inner in fields.items():
                if "gone" in inner:
                    if not whole or key == NAMED:
                        yield f"the field '{key}' is gone"
                else:
                    yield from foreign(inner, people, whole=whole and key != NAMED)
        case {"l": list(items)}:
            for item in items:
                yield from foreign(item, people, whole=False)
        case {"t": list(words)}:
            before = False
            for word in words:
                gone = len(word) == 3
                if gone and word[1] not in people and (word[1] or not before):
                    problem = f"'{word[1]}' is shown where a word was removed"
                    yield problem if word[1] else "a word was removed that was not a name"
                before = gone


def removed_words(proof: Proof) -> int:
    """Return the number of places where words were removed."""
    match proof:
        case {"m": dict(fields)}:
            return sum(removed_words(inner) for inner in fields.values())
        case {"l": list(items)}:
            return sum(map(removed_words, items))
        case {"t": list(words)}:
            return sum(1 for word in words if len(word) == 3 and word[1])
    return 0


def name_digest(salt: str, pseudonym: str, name: str) -> str:
    """Return the digest that ties a name to its pseudonym; the salt is erased with the name.

    Args:
        salt: The random salt kept with the name.
        pseudonym: The pseudonym that stands in the entries.
        name: The name.
    """
    return _hash("name", salt, pseudonym, name)
