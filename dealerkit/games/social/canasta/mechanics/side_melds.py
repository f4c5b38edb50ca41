"""The melds of one side during a hand, read again from the felt only after an act that may have changed them."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.cards import Face
from dealerkit.facts import Situation
from dealerkit.felt import Act
from dealerkit.games.social.canasta.facts.melds import faces_in, full_of, meld_piles, meld_rules, melded

QUIET = frozenset({"answer", "ask", "discard", "pass", "square"})
"""Verbs of acts that move no card to or from a meld."""


class SideMelds:
    """The melds of a side.

    Attributes:
        now: The situation.
        seats: Seats of the side.
        piles: Places of its melds, each with the letter of its rank.
        names: Places of its melds by the letter of their rank.
        at: Length of the log when the felt was last read.
        tops: Colour of the top card of each full meld that is squared up, by its pile.
    """

    __slots__ = ("_full", "_melded", "_uneven", "_worth", "at", "names", "now", "piles", "seats", "tops")

    def __init__(self, now: Situation, seats: Sequence[int]) -> None:
        self.now, self.seats = now, seats
        self.piles = meld_piles(now, seats[0])
        self.names = dict(self.piles)
        self.tops: dict[str, str] = {}
        self.forget()
        self.tops = dict(self.colours())

    def forget(self) -> None:
        """Drop the cached melds."""
        self.at = len(self.now.log)
        self._melded: dict[str, list[Face | None]] | None = None
        self._full: dict[str, bool] | None = None
        self._uneven: list[tuple[str, str]] | None = None
        self._worth = -1

    def look(self) -> None:
        """Drop the cached melds if an act since may have changed them."""
        log = self.now.log
        if self.at != len(log):
            if self.at > len(log) or not all(map(self.is_quiet, log[self.at :])):
                self.forget()
            self.at = len(log)

    def is_quiet(self, act: Act) -> bool:
        """Return whether an act moves no card to or from a meld of this side, so that the cached melds stay valid.

        A draw takes cards from the stock or the pile, and the other side melds on its own piles, unless it names another place.
        """
        if act.verb in QUIET:
            return True
        if act.verb == "take":
            layout = self.now.felt.layout
            return act.to[0] in (layout.stock, layout.discards)
        return act.verb in ("meld", "lay") and act.seat not in self.seats and not any("." in word for word in act.to)

    @property
    def melded(self) -> dict[str, list[Face | None]]:
        """The melds, by the letter of their rank."""
        self.look()
        if self._melded is None:
            self._melded = melded(self.now, self.seats[0])
        return self._melded

    @property
    def begun(self) -> bool:
        """Whether the side has any meld."""
        places = self.now.felt.places
        return any(places[name] for _, name in self.piles)

    def pile(self, letter: str) -> list[Face | None]:
        """Return the meld of a rank; empty if there is none."""
        return faces_in(self.now, self.names[letter])

    @property
    def full(self) -> dict[str, bool]:
        """The full melds, by the letter of their rank, each with whether it is natural."""
        self.look()
        if self._full is None:
            self._full = full_of(self.now, meld_rules(self.now), self.piles)
        return self._full

    @property
    def worth(self) -> int:
        """Points of all cards in the melds."""
        self.look()
        if self._worth < 0:
            rules = meld_rules(self.now)
            self._worth = sum(rules.worth(face) for cards in self.melded.values() for face in cards if face is not None)
        return self._worth

    def colours(self) -> list[tuple[str, str]]:
        """Return the piles of the full melds, each with the colour that its top card should have (CN-45)."""
        piles = meld_rules(self.now).piles
        return [(piles[letter], "red" if natural else "black") for letter, natural in self.full.items()]

    @property
    def uneven(self) -> list[tuple[str, str]]:
        """The full melds that are not squared up, or in the wrong colour, each as its pile and the right colour (CN-45,
        CN-46).
        """
        self.look()
        if self._uneven is None:
            self._uneven = [(pile, colour) for pile, colour in self.colours() if self.tops.get(pile) != colour]
        return self._uneven

    def square(self, pile: str, colour: str) -> None:
        """Record that a full meld is squared up with a card of a colour on top."""
        self.tops[pile] = colour
        self._uneven = None
