"""A list of cards compared with a pack: missing, extra, foreign, turned or marked cards (VD-02 to VD-05)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

from dealerkit.cards import Face
from dealerkit.jobs.deck.listing import ListedCard, said_kinds
from dealerkit.jobs.deck.packs import Pack, in_order
from dealerkit.jobs.deck.sequence import out_of_order

FOREIGN = "foreign"
"""The fault of a card that is not of the pack: recognized by its face, or marked so in the list."""


@attrs.frozen
class Find:
    """A fault of a deck.

    Attributes:
        kind: A word of `finds` in `procedures/decks.yaml`.
        face: The card; None where nobody can say which.
        count: The number of cards missing, surplus, or with this fault.
        have: Cards of this face in the deck.
        should: Cards of this face that it should have.
        back: The card's back, if the fault is about it; else empty.
        places: Their places in the list, from 1.
        text: A further description; may be empty.
    """

    json_names = "kind card=face count have should back? places text"
    kind: str
    face: Face | None
    count: int = 1
    have: int = 0
    should: int = 0
    back: str = ""
    places: tuple[int, ...] = ()
    text: str = ""


@attrs.frozen
class DeckReport:
    """The result of a check of a deck.

    Attributes:
        pack: The pack as it should be.
        how: How it was checked: `list`, `count` or `guided`.
        counted: The number of cards counted.
        finds: The faults, in the order of the catalogue and of the deck.
        unread: The number of cards that could not be read.
        may_be: The faces that may be missing, if cards were unreadable or only counted by groups; else empty.
        notes: Sentences about points that could not be decided, and why.
        faces_seen: Whether the faces were looked at one by one.
        backs_seen: Whether the backs were looked at.
    """

    pack: Pack
    how: str
    counted: int
    finds: tuple[Find, ...] = ()
    unread: int = 0
    may_be: tuple[Face, ...] = ()
    notes: tuple[str, ...] = ()
    faces_seen: bool = True
    backs_seen: bool = False

    @property
    def ok(self) -> bool:
        """Whether the deck has no fault, and every card was seen."""
        return not self.finds and not self.unread

    @property
    def kinds(self) -> list[str]:
        """The kinds of fault of the deck, each once."""
        return list(dict.fromkeys(find.kind for find in self.finds))

    def number(self, kind: str) -> int:
        """Return how many cards have a fault of a kind, a word of `finds` in `procedures/decks.yaml`."""
        return sum(find.count for find in self.finds if find.kind == kind)


def check_list(pack: Pack, pieces: Sequence[ListedCard], order: str = "") -> DeckReport:
    """Compare a list with a pack.

    Args:
        pack: The pack as it should be.
        pieces: The cards, in the order in which they lie.
        order: The sequence they should lie in, a word of `orders` in `procedures/decks.yaml`; empty for any.

    Raises:
        UnknownName: If there is no such sequence.
    """
    finds = [*_faces(pack, pieces)]
    unread = sum(piece.face is None for piece in pieces)
    short = [find for find in finds if find.kind == "missing"]
    notes: list[str] = []
    may_be: tuple[Face, ...] = ()
    if unread and short:
        finds, may_be = _not_read(finds, short, unread)
        if unread > 1 or len(may_be) > 1:
            notes.append("the cards you couldn't read may be any of the missing ones: look at them again")
    backs, back_notes = _own_backs(pack, pieces)
    notes += back_notes
    finds += _backs(attrs.evolve(pack, backs=backs), pieces)
    finds += [find for kind in said_kinds() if kind != FOREIGN for find in _marked(pack, pieces, kind)]
    if order:
        at = out_of_order(pack, [piece.face for piece in pieces], order)
        if at is not None:
            finds.append(Find("out_of_order", pieces[at].face, places=(at + 1,)))
    return DeckReport(
        pack, "list", len(pieces), tuple(finds), unread, may_be, tuple(notes), backs_seen=any(piece.back for piece in pieces)
    )


def _faces(pack: Pack, pieces: Sequence[ListedCard]) -> Iterator[Find]:
    should, have = pack.faces, Counter(piece.face for piece in pieces if piece.face is not None)
    places: dict[Face, list[int]] = {}
    for at, piece in enumerate(pieces, 1):
        if piece.face is not None:
            places.setdefault(piece.face, []).append(at)
    for face in sorted(should, key=in_order):
        if have[face] < should[face]:
            yield Find("missing", face, should[face] - have[face], have[face], should[face])
    for face in sorted(have, key=in_order):
        if face in should and have[face] > should[face]:
            yield Find("duplicate", face, have[face] - should[face], have[face], should[face], places=tuple(places[face]))
    for face in sorted(have, key=in_order):
        if face not in should:
            yield Find(FOREIGN, face, have[face], have[face], 0, places=tuple(places[face]))
    for foreign, at_places in _grouped(pieces, FOREIGN).items():
        if foreign is not None and foreign in should:
            yield Find(FOREIGN, foreign, len(at_places), have[foreign], should[foreign], places=at_places)


def _not_read(finds: Sequence[Find], short: Sequence[Find], unread: int) -> tuple[list[Find], tuple[Face, ...]]:
    """Remove from the missing cards as many as could not be read: they may be those."""
    faces = tuple(find.face for find in short if find.face is not None)
    surely = sum(find.count for find in short) - unread
    others = [find for find in finds if find.kind != "missing"]
    if surely <= 0:
        return others, faces
    if len(short) == 1:
        return [attrs.evolve(short[0], count=surely), *others], faces
    return [Find("missing", None, surely), *others], faces


def _own_backs(pack: Pack, pieces: Sequence[ListedCard]) -> tuple[tuple[str, ...], list[str]]:
    """Return the backs that belong to the pack: those named for it, else those that at least half a deck has."""
    if pack.backs:
        return pack.backs, []
    backs_seen = Counter(piece.back for piece in pieces if piece.back)
    if not backs_seen:
        return (), []
    half = len(pack) / pack.composition.decks / 2
    own = tuple(back for back, number in backs_seen.items() if number >= half)
    if own and pack.composition.decks % len(own) == 0:
        return own, []
    listing = ", ".join(f"{number} {back}" for back, number in sorted(backs_seen.items()))
    return (), [f"the list doesn't show which backs belong to the pack ({listing}): name them with --back"]


def _backs(pack: Pack, pieces: Sequence[ListedCard]) -> Iterator[Find]:
    """Yield cards with a back that is not the pack's, or with that of another deck of it."""
    if not pack.backs:
        return
    should = pack.faces
    odd: dict[tuple[Face | None, str], list[int]] = {}
    by_face: dict[Face, list[tuple[int, str]]] = {}
    for at, piece in enumerate(pieces, 1):
        if piece.back and piece.back not in pack.backs and "wrong_back" not in piece.marks:
            odd.setdefault((piece.face, piece.back), []).append(at)
        elif piece.face is not None and piece.face in should:
            by_face.setdefault(piece.face, []).append((at, piece.back))
    for (face, back), places in odd.items():
        yield Find("wrong_back", face, len(places), len(places), 0, back, tuple(places))
    if len(pack.backs) < 2:
        return
    for face in sorted(by_face, key=in_order):
        cards = by_face[face]
        share = should[face] // len(pack.backs)
        if any(not back for _, back in cards):
            continue
        over = Counter({back: number - share for back, number in Counter(back for _, back in cards).items() if number > share})
        wrong = sum(over.values()) - max(0, len(cards) - should[face])
        if wrong > 0:
            back = over.most_common(1)[0][0]
            yield Find("wrong_back", face, wrong, len(cards), should[face], back, tuple(at for at, card in cards if card in over))


def _marked(pack: Pack, pieces: Sequence[ListedCard], kind: str) -> Iterator[Find]:
    should = pack.faces
    for face, places in _grouped(pieces, kind).items():
        yield Find(kind, face, len(places), len(places), 0 if face is None else should[face], places=places)


def _grouped(pieces: Sequence[ListedCard], kind: str) -> dict[Face | None, tuple[int, ...]]:
    places: dict[Face | None, tuple[int, ...]] = {}
    for at, piece in enumerate(pieces, 1):
        if kind in piece.marks:
            places[piece.face] = (*places.get(piece.face, ()), at)
    return places
