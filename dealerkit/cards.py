"""Cards: the printed face, the piece of card that carries it, and how a pack is made up.

A `Face` is what is printed: rank and suit. A `Card` is one piece of card: its face, and which pack and
back it came from; two aces of hearts of an eight-deck shoe are different cards with the same face.
On the felt a card is a whole number, its place in the pack as it was made up (see `dealerkit.felt`).
"""

from __future__ import annotations

import enum
import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import attrs

from dealerkit.errors import ActError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
UNKNOWN = "??"
JOKER = "Jk"


class Suit(enum.Enum):
    """The four suits, by their letter."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"

    @property
    def sign(self) -> str:
        """The suit's symbol, such as `♥`, for screens that can show it."""
        return SUIT_SIGNS[self.value]


class Rank(enum.Enum):
    """The thirteen ranks, by their letter; `place` counts from 0 (two) to 12 (ace)."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"

    @property
    def place(self) -> int:
        """Place in the ordinary order, 0 for the two to 12 for the ace."""
        return RANKS.index(self.value)


class Face:
    """The face of a card: rank and suit, or a joker. Interned: equal faces are the same object.

    Attributes:
        name: Two characters, `Ah`, `Td`, `Jk` for the joker.
        rank: The rank, or None for the joker.
        suit: The suit, or None for the joker.
        letter: The rank's letter, or `Jk` for the joker: the key of every table by rank.
        index: 0 to 51 (rank place * 4 + suit place), 52 for the joker.

    >>> Face.read("10♥") is Face.read("th")
    True
    >>> Face.read("Ah").index, str(Face.read("joker"))
    (50, 'Jk')
    """

    __slots__ = ("index", "letter", "name", "rank", "suit")

    def __init__(self, name: str, rank: Rank | None, suit: Suit | None, index: int) -> None:
        self.name, self.rank, self.suit, self.index = name, rank, suit, index
        self.letter = name[0] if rank else JOKER

    def __hash__(self) -> int:
        return self.index  # the same in every process, so that a set of faces is iterated in the same order in each

    def __repr__(self) -> str:
        return f"Face({self.name})"

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Face.read, (self.name,)

    def __lt__(self, other: Face) -> bool:
        return self.index < other.index

    @staticmethod
    @functools.lru_cache(maxsize=1024)
    def read(text: str) -> Face:
        """Read a card as people write it: `Ah`, `10h`, `A♥`, `ah`, `joker`.

        Raises:
            ActError: If it is not a card.
        """
        face = FACES.get(text)
        if face is None:
            plain = text.strip().translate(_SIGNS).replace("10", "T")
            if plain.lower() in {"jk", "joker"}:
                return FACES[JOKER]
            face = FACES.get(plain[:1].upper() + plain[1:].lower())
        if face is None:
            msg = f"'{text}' is not a card; write rank then suit, such as Ah, Td or 2c, or Jk for the joker"
            raise ActError(msg)
        return face


_SIGNS = str.maketrans({"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"})

FACES: Mapping[str, Face] = {
    **{r.value + s.value: Face(r.value + s.value, r, s, r.place * 4 + SUITS.index(s.value)) for r in Rank for s in Suit},
    JOKER: Face(JOKER, None, None, 52),
}


@attrs.frozen
class Card:
    """One piece of card.

    Attributes:
        face: The printed face; None for an unknown card.
        pack: Number of its pack in the shoe, from 0; -1 for a card that is not from the shoe.
        back: The colour or mark of its back.
    """

    face: Face | None
    pack: int = 0
    back: str = "plain"


@attrs.frozen
class Composition:
    """The composition of a pack: decks, ranks, jokers.

    Attributes:
        decks: Packs in it, 1 or more.
        ranks: The rank letters in each pack, any order.
        jokers: Jokers in each pack.
        back: Colour or mark on the back of every card.

    >>> len(Composition(decks=8)), len(Composition(decks=2, jokers=2))
    (416, 108)
    >>> len(Composition.standard("89TJQKA"))
    28
    """

    decks: int = attrs.field(default=1, validator=attrs.validators.ge(1))
    ranks: str = RANKS
    jokers: int = attrs.field(default=0, validator=attrs.validators.ge(0))
    back: str = "plain"

    @classmethod
    def standard(cls, ranks: str = RANKS, jokers: int = 0) -> Composition:
        """Return one pack of four suits in the named ranks, with a number of jokers."""
        return cls(1, ranks, jokers)

    def __len__(self) -> int:
        return self.decks * (4 * len(self.ranks) + self.jokers)

    def faces(self) -> Iterator[Face]:
        """Yield every card's face, pack by pack, suit by suit, in the order of a new deck."""
        for _ in range(self.decks):
            for suit in SUITS:
                for rank in sorted(self.ranks, key=RANKS.index):
                    yield FACES[rank + suit]
            for _ in range(self.jokers):
                yield FACES[JOKER]

    def count(self) -> Counter[Face]:
        """Return each face of the pack with the number of cards that have it."""
        return Counter(self.faces())


def read_cards(text: str | Iterable[str]) -> list[Face | None]:
    """Read a row of cards, separated by spaces or commas or run together; `??`, an unknown card, becomes None.

    >>> read_cards("7h Ks,Th")
    [Face(7h), Face(Ks), Face(Th)]
    >>> read_cards("AhKd??")
    [Face(Ah), Face(Kd), None]
    """
    words = text.replace(",", " ").split() if isinstance(text, str) else list(text)
    cards: list[Face | None] = []
    for word in words:
        parts = [word]
        if word.lower() != "joker" and len(word) > 3 and "10" not in word and len(word) % 2 == 0:
            parts = [word[i : i + 2] for i in range(0, len(word), 2)]
        cards += [None if part == UNKNOWN else Face.read(part) for part in parts]
    return cards
