"""Containers of the cards that a choice allows: a number of cards, certain cards, one card of a hand.

They serve as the allowed values in a mechanic's question: `in` tests a value, and iteration yields examples of allowed values.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from dealerkit.cards import Face
from dealerkit.files.screen_text import count_of
from dealerkit.mechanics.registry import EVERYTHING


class Unnamed:
    """Base of containers whose only example of an allowed choice is no value at all: iteration yields None."""

    __slots__ = ()

    def __iter__(self) -> Iterator[None]:
        return iter((None,))


class OfCards:
    """Container that allows a fixed number of cards, given as cards or as their number."""

    __slots__ = ("count",)

    def __init__(self, count: int) -> None:
        self.count = count

    def __contains__(self, value: object) -> bool:
        if isinstance(value, tuple):
            return len(value) == self.count
        if isinstance(value, int):
            return value == self.count
        return self.count == 1

    def __iter__(self) -> Iterator[int | None]:
        return iter((None if self.count == 1 else self.count,))

    def __repr__(self) -> str:
        return count_of(self.count, "card")


class These(Unnamed):
    """Container that allows certain cards, all of them together in any order, or no value, which stands for them."""

    __slots__ = ("faces",)

    def __init__(self, faces: Sequence[Face | None]) -> None:
        self.faces = tuple(faces)

    def __contains__(self, value: object) -> bool:
        if value is None:
            return True
        named = list(value) if isinstance(value, tuple) else [value]
        if len(named) != len(self.faces):
            return False
        left, strangers = list(self.faces), 0
        for face in named:
            if face is not None and face in left:
                left.remove(face)
            else:
                strangers += face is not None
        return strangers <= left.count(None)

    def __repr__(self) -> str:
        return " ".join("??" if face is None else face.name for face in self.faces)


class Held:
    """Container that allows one card of a hand, except barred faces."""

    __slots__ = ("barred", "faces")

    def __init__(self, hand: Sequence[Face | None], barred: Container[Face | None] = ()) -> None:
        self.faces, self.barred = tuple(hand), barred

    def __contains__(self, value: object) -> bool:
        return isinstance(value, Face) and value in self.faces and value not in self.barred

    def __iter__(self) -> Iterator[Face]:
        return (face for face in dict.fromkeys(self.faces) if face is not None and face not in self.barred)

    def __repr__(self) -> str:
        return " ".join(face.name for face in self)


class SomeOf:
    """Container that allows one or several of certain cards; iteration yields them one by one."""

    __slots__ = ("faces",)

    def __init__(self, faces: Sequence[Face]) -> None:
        self.faces = tuple(faces)

    def __contains__(self, value: object) -> bool:
        named = value if isinstance(value, tuple) else (value,)
        return bool(named) and all(isinstance(face, Face) and named.count(face) <= self.faces.count(face) for face in named)

    def __iter__(self) -> Iterator[object]:
        return iter(dict.fromkeys(self.faces))

    def __repr__(self) -> str:
        return "some of " + " ".join(face.name for face in self.faces)


class UpToCards(OfCards):
    """Container that allows from one card up to a number of cards, given as cards or as their number."""

    __slots__ = ()

    def __contains__(self, value: object) -> bool:
        many = len(value) if isinstance(value, tuple) else value if isinstance(value, int) else 1
        return 1 <= many <= self.count

    def __repr__(self) -> str:
        return f"up to {count_of(self.count, 'card')}"


def one_of(hand: Sequence[Face | None]) -> Container[object]:
    """Return a container with each single card of a hand; if a card of the hand is unknown, it allows any card."""
    return EVERYTHING if None in hand else tuple(dict.fromkeys(hand))


class SomeOfHand:
    """Container that allows from one card of a hand up to a number of them, given as cards or as their number."""

    __slots__ = ("hand", "most")

    def __init__(self, hand: Sequence[Face | None], most: int) -> None:
        self.hand, self.most = hand, most

    def __contains__(self, value: object) -> bool:
        if value is None:
            return self.most >= 1
        if isinstance(value, int):
            return 1 <= value <= self.most
        cards = value if isinstance(value, tuple) else (value,)
        unseen = None in self.hand
        return 1 <= len(cards) <= self.most and all(card is None or unseen or card in self.hand for card in cards)

    def __iter__(self) -> Iterator[object]:
        known: list[object] = [face for face in self.hand if face is not None]
        return iter(known or [1])

    def __str__(self) -> str:
        return "one card" if self.most == 1 else f"1 to {self.most} cards"


class Own:
    """Container that allows a whole hand or, unless only that may be chosen, some named cards of it."""

    __slots__ = ("faces", "whole_only")

    def __init__(self, faces: list[Face | None], *, whole_only: bool) -> None:
        self.faces, self.whole_only = faces, whole_only

    def __contains__(self, value: object) -> bool:
        if value is None:
            return True
        cards = value if isinstance(value, tuple) else (value,)
        if self.whole_only and len(cards) < len(self.faces):
            return False
        return None in self.faces or all(card is None or card in self.faces for card in cards)

    def __iter__(self) -> Iterator[None]:
        return iter((None,))

    def __str__(self) -> str:
        return "the whole hand"
