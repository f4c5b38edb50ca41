"""Cards that are dealt, drawn and discarded."""

from __future__ import annotations

from abc import abstractmethod

from dealerkit.phh.acts import UNKNOWN, Cards, Deed, card_text
from dealerkit.phh.state import (
    ALL,
    BETTING,
    COUNT,
    DEALING,
    DRAWING,
    ENDED,
    FOREIGN,
    INCOMPLETE,
    MISSING,
    NOT_DEALT,
    TURN,
    TWICE,
    UNREADABLE,
    State,
    Stop,
)


class Dealing(State):
    """A hand, and what the dealer does."""

    __slots__ = ()

    @abstractmethod
    def _open_betting(self) -> None:
        """All have their cards."""

    def _begin_street(self) -> None:
        self.street += 1
        street = self._terms.variant.streets[self.street]
        self._left -= street.burn
        self._partial = -1
        self.phase = DEALING
        owed, live = self._owed, self.live
        if street.draw:
            self._drawers = list(live)
            self.phase = DRAWING
            return
        self._instead = 0
        self._due = owed[0] = street.board
        each = street.down + street.up
        if each:
            for seat in live:
                owed[seat] = each
            self._due += each * len(live)
            if self._due > self._left:
                self._instead = each

    def _see(self, deed: Deed) -> None:
        """Cards come off the stub."""
        _, _, _, cards, mask = deed
        count = len(cards)
        if count > self._left:  # discards and dead hands are shuffled and dealt
            self._left = ALL
            self._seen = 0
            for seat in self.live:
                for card in self.hole[seat]:
                    if card >= 0:
                        self._seen |= 1 << card
        self._left -= count
        if mask & self._seen:
            raise Stop(TWICE, "a card that is not out yet: not " + self._cards_of(mask & self._seen))
        if mask & self._foreign:
            raise Stop(FOREIGN, "a card of the pack: not " + self._cards_of(mask & self._foreign))
        self._seen |= mask

    @staticmethod
    def _cards_of(mask: int) -> str:
        return card_text(tuple(card for card in range(52) if mask >> card & 1))

    def _deal(self, deed: Deed) -> None:
        _, seat, _, cards, _ = deed
        count = len(cards)
        if self.phase > DRAWING:
            raise Stop(INCOMPLETE if self.phase == BETTING else ENDED, self._wanted())
        owed = self._owed
        if seat >= len(owed):
            raise Stop(UNREADABLE, f"a seat from p1 to p{len(owed) - 1}")
        if owed[seat] < count or not count:
            if not self._due:
                raise Stop(MISSING, self._wanted())
            raise Stop(COUNT, f"{owed[seat]} cards to p{seat}" if owed[seat] else f"no card to p{seat}")
        self._see(deed)
        self.hole[seat] += cards
        owed[seat] -= count
        self._due -= count
        if not self._due and not self._drawers:
            self._open_betting()

    def _deal_board(self, deed: Deed) -> None:
        cards = deed[3]
        count = len(cards)
        if self.phase != DEALING:
            raise Stop(ENDED if self.phase > BETTING else INCOMPLETE, self._wanted())
        owed = self._owed[0]
        if (
            self._instead and self._instead == count and self._due == count * len(self.live)
        ):  # not enough for all: cards for all together
            self._owed = [count, *[0] * (len(self._owed) - 1)]
            self._due = owed = count
        if self._due > owed:
            raise Stop(MISSING, self._wanted())
        if not 0 < count <= owed:
            raise Stop(COUNT, f"{owed} cards to the board" if owed else "no card to the board")
        self._see(deed)
        self.board += cards
        self._owed[0] -= count
        self._due -= count
        if self._due:
            self._partial = self._at if self._partial < 0 else self._partial
            self._pieces = self._partial if self._pieces < 0 else self._pieces
        else:
            self._open_betting()

    def _draw(self, deed: Deed) -> None:
        _, seat, _, cards, mask = deed
        if self.phase != DRAWING or not self._drawers:
            raise Stop(ENDED if self.phase > BETTING else INCOMPLETE, self._wanted())
        if seat != self._drawers[0]:
            raise Stop(TURN, self._wanted())
        count, hand = len(cards), self.hole[seat]
        if count > self._terms.variant.streets[self.street].draw:
            raise Stop(COUNT, f"{len(hand)} cards at most")
        if cards:
            self._discard(seat, hand, cards, mask)
        del self._drawers[0]
        self._owed[seat] = count
        self._due += count
        if not self._drawers:
            self.phase = DEALING
            if not self._due:
                self._open_betting()

    def _discard(self, seat: int, hand: Cards, cards: Cards, mask: int) -> None:
        kept = list(hand)
        for card in cards:
            if card == UNKNOWN and UNKNOWN not in kept:  # one of those we know, but which?
                for one in kept:
                    self._maybe[seat] = self._maybe.get(seat, 0) | 1 << one
                kept = [UNKNOWN] * len(kept)
            if card in kept:
                kept.remove(card)
            elif UNKNOWN in kept and self._may_have(seat, card):
                kept.remove(UNKNOWN)
            else:
                raise Stop(NOT_DEALT, f"cards that p{seat} holds: {card_text(hand)}")
        self._seen |= mask
        self.hole[seat] = tuple(kept)

    def _may_have(self, seat: int, card: int) -> bool:
        """Whether a card that we do not know a seat to have may be one of its unknown ones."""
        maybe = self._maybe.get(seat, 0)
        if maybe >> card & 1:
            self._maybe[seat] = maybe & ~(1 << card)
            return True
        if self._seen >> card & 1 or self._foreign >> card & 1:
            return False
        self._seen |= 1 << card
        return True
