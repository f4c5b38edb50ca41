"""A deck counted by hand: all of it, by suits, by ranks, by cards (VD-05, VD-08)."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from dealerkit.cards import JOKER, RANKS, Face
from dealerkit.errors import ActError, UnknownName
from dealerkit.felt.numbers import is_whole
from dealerkit.jobs.deck.check import DeckReport, Find
from dealerkit.jobs.deck.packs import Pack, in_order
from dealerkit.rules.rankings import rank_words

TOTAL = "total"
_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_WORDS = {
    **{word: letter for letter, plural in _SUITS.items() for word in (letter, plural, plural[:-1])},
    **dict.fromkeys(("all", "total", "cards", "deck"), TOTAL), **dict.fromkeys(("jk", "joker", "jokers"), JOKER), "10": "T",
}  # fmt: skip


@functools.cache
def _words() -> Mapping[str, str]:
    """Words for groups of cards, with the dealers' names of ranks."""
    return {**{word: rank for rank, words in rank_words().items() for word in words}, **_WORDS}


def read_counts(pairs: Iterable[str]) -> dict[str, int]:
    """Read counts of cards: `51` for the whole deck, `hearts=12`, `A=3`, `twos=4`, `Ah=1`, `jokers=2`.

    Returns:
        The number by group: `total`, the letter of a suit or a rank, a card, or `Jk`.

    Raises:
        UnknownName: If a word is not among these, or a number cannot be read.

    >>> read_counts(["51", "hearts=12", "twos=3"])
    {'total': 51, 'h': 12, '2': 3}
    """
    counts: dict[str, int] = {}
    for pair in pairs:
        what, sign, number = pair.partition("=") if "=" in pair else (TOTAL, "=", pair)
        name = _group(what.strip())
        number = number.strip()
        if not (sign and is_whole(number) and len(number) < 6):
            raise UnknownName(kind="number of cards", name=pair, allowed="a count such as 51, hearts=12, A=3 or Ah=1")
        if counts.setdefault(name, int(number)) != int(number):
            msg = f"{what} is given twice, as {counts[name]} and as {number}"
            raise ActError(msg)
    return counts


def _group(what: str) -> str:
    low = what.casefold()
    if low in _words():
        return _words()[low]
    if len(what) == 1 and what.upper() in RANKS:
        return what.upper()
    try:
        return Face.read(what).name
    except ActError:
        known, allowed = [*_words(), *RANKS], "total, a suit, a rank or a card"
        raise UnknownName(kind="group of cards", name=what, known=known, allowed=allowed) from None


def _in_group(name: str, face: Face) -> bool:
    if name == TOTAL:
        return True
    if len(name) == 2:
        return face.name == name
    return face.rank is not None and name in (face.name[0] if name.isupper() or name.isdecimal() else face.name[1])


def _called(name: str) -> str:
    if name == TOTAL:
        return "the whole deck"
    return _SUITS.get(name, "jokers" if name == JOKER else f"rank {name}" if len(name) == 1 else name)


def check_counts(pack: Pack, counts: Mapping[str, int]) -> DeckReport:
    """Compare counts, as `read_counts` returns them, with a pack.

    Counts tell less than a list: two faults may hide each other, and the backs are not looked at. If groups are short, the cards
    that belong to all of them are reported as those that may be missing.

    Args:
        pack: The pack as it should be.
        counts: The number of cards counted, by group.
    """
    should = pack.faces
    wanted = {name: sum(number for face, number in should.items() if _in_group(name, face)) for name in counts}
    finds: list[Find] = []
    for name, have in counts.items():
        if len(name) == 2 and have != wanted[name]:
            kind = "missing" if have < wanted[name] else "duplicate" if wanted[name] else "foreign"
            finds.append(Find(kind, Face.read(name), abs(have - wanted[name]), have, wanted[name]))
    known = Counter(
        {kind: sum(find.count for find in finds if find.kind == kind) for kind in ("missing", "duplicate", "foreign")}
    )
    may_be: tuple[Face, ...] = ()
    for kind, sign in (("missing", 1), ("duplicate", -1)):
        off = {name: sign * (wanted[name] - have) for name, have in counts.items() if len(name) != 2}
        off = {name: number for name, number in off.items() if number > 0}
        least = max([off.get(TOTAL, 0), *_kinds(off)], default=0) - known[kind] - (known["foreign"] if kind == "duplicate" else 0)
        if least <= 0:
            continue
        faces = _candidates(should, off, counts, wanted, kind)
        only = faces[0] if len(faces) == 1 else None
        text = "; ".join(f"{_called(name)}: {counts[name]} counted, {wanted[name]} expected" for name in off)
        finds.append(Find(kind, only, least, text=text))
        if kind == "missing":
            may_be = faces if only is None and len(faces) < len(should) else ()
    counted = counts.get(TOTAL, _counted(counts, pack))
    return DeckReport(pack, "count", counted, tuple(finds), may_be=may_be, notes=tuple(_notes(counts, finds)), faces_seen=False)


def _kinds(off: Mapping[str, int]) -> list[int]:
    """Return how many cards at least the suits, and the ranks, are off by."""
    suits = sum(number for name, number in off.items() if name in _SUITS)
    ranks = sum(number for name, number in off.items() if len(name) == 1 and name in RANKS)
    return [suits, ranks]


def _candidates(
    should: Counter[Face], off: Mapping[str, int], counts: Mapping[str, int], wanted: Mapping[str, int], kind: str
) -> tuple[Face, ...]:
    """Return the faces in every kind of group whose count is off, and in no group whose count was right."""
    suits, ranks = [name for name in off if name in _SUITS], [name for name in off if len(name) == 1 and name in RANKS]
    right = {name for name, have in counts.items() if name != TOTAL and have == wanted[name]}
    candidates = [
        face
        for face in sorted(should, key=in_order)
        if (not suits or any(_in_group(name, face) for name in suits))
        and (not ranks or any(_in_group(name, face) for name in ranks))
        and not any(_in_group(name, face) for name in right)
    ]
    return tuple(candidates) if kind == "missing" or suits or ranks else ()


def _counted(counts: Mapping[str, int], pack: Pack) -> int:
    """Return the number of cards counted, if the deck was not counted whole: all suits with jokers, else all ranks with them,
    else single cards.
    """
    jokers = counts.get(JOKER, 0)
    if all(suit in counts for suit in _SUITS):
        return sum(counts[suit] for suit in _SUITS) + jokers
    if all(rank in counts for rank in pack.composition.ranks):
        return sum(counts[rank] for rank in pack.composition.ranks) + jokers
    return sum(number for name, number in counts.items() if len(name) == 2)


def _notes(counts: Mapping[str, int], finds: Sequence[Find]) -> list[str]:
    notes = []
    if not finds and set(counts) == {TOTAL}:
        notes.append("a full count can't rule out a duplicate in place of a missing card")
    elif set(counts) == {TOTAL}:
        notes.append("a count can't tell which card: sort the deck, or list it")
    notes.append("a count can't show backs, marks and misprints")
    return notes
