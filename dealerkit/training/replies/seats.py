"""Replies that are cards or seats."""

from __future__ import annotations

import re
import unicodedata
from typing import ClassVar

import attrs

from dealerkit.cards import read_cards
from dealerkit.errors import DealerkitError
from dealerkit.felt.numbers import is_whole
from dealerkit.files.screen_text import count_of
from dealerkit.training.replies.reply import Reply, Unclear


@attrs.frozen
class CardsReply(Reply):
    """A reply in cards.

    Attributes:
        many: Number of cards; 0 for any.
        in_order: Whether their order is part of the answer.
    """

    kind: ClassVar[str] = "cards"
    many: int = 0
    in_order: bool = False

    @property
    def hint(self) -> str:
        """A hint at what can be typed."""
        return (count_of(self.many, "card") if self.many > 1 else "a card" if self.many else "cards") + ", such as Ah 10d 2c"

    def read(self, typed: str) -> str:
        """Return typed cards in the form in which they are saved; `10h`, `Th`, `10♥` and lower-case ranks are understood.

        Raises:
            Unclear: If it is not a list of cards, or their number is wrong.
        """
        text = typed.replace(",", " ").strip()
        if not text or text.lower() in ("-", "none"):
            if not self.many:
                return "none"
            msg = f"type {self.hint}"
            raise Unclear(msg)
        try:
            faces = read_cards(text)
        except DealerkitError as error:
            raise Unclear(str(error)) from None
        if None in faces:
            msg = "name each card; ?? is not an answer"
            raise Unclear(msg)
        if self.many and len(faces) != self.many:
            msg = f"type {count_of(self.many, 'card')}, not {len(faces)}"
            raise Unclear(msg)
        names = [str(face) for face in faces]
        return " ".join(names if self.in_order else sorted(names, key=names_in_order))


def names_in_order(name: str) -> tuple[int, str]:
    """Return the sort key of cards in an answer: rank from the ace down, then suit.

    >>> sorted(["2c", "Ah", "Td", "Ac"], key=names_in_order)
    ['Ac', 'Ah', 'Td', '2c']
    """
    return "AKQJT98765432".find(name[0]), name[1:]


@attrs.frozen
class SeatReply(Reply):
    """A reply that is a seat of the table.

    Attributes:
        seats: The number of seats.
        none: Whether "none" is an answer.
    """

    kind: ClassVar[str] = "seat"
    seats: int = 10
    none: bool = False

    @property
    def hint(self) -> str:
        """A hint at what can be typed."""
        return f"a seat, 1 to {self.seats}" + (", or none" if self.none else "")

    def read(self, typed: str) -> str:
        """Return a typed seat as `s3`; `3`, `s3` and `seat 3` are understood.

        Raises:
            Unclear: If it is not a seat of the table.
        """
        text = " ".join(typed.split()).lower()
        if self.none and text in ("none", "nobody", "-", "0"):
            return "none"
        match = re.fullmatch(r"(?:s|seat ?)?([0-9]{1,2})", text)
        if not match or not 1 <= int(match[1]) <= self.seats:
            msg = f"'{typed.strip()}' is not a seat here; type {self.hint}"
            raise Unclear(msg)
        return f"s{int(match[1])}"

    def say(self, answer: str) -> str:
        """Return the seat in words: `seat 3`."""
        return f"seat {answer[1:]}" if answer.startswith("s") else answer


@attrs.frozen
class GroupsReply(Reply):
    """A reply of seats in groups, such as the contestants of each pot; the number of groups is part of the answer.

    Attributes:
        seats: The number of seats.
    """

    kind: ClassVar[str] = "groups"
    hint = "the seats of each, with / between, such as 1 2 4 / 2 4"
    seats: int = 9

    def read(self, typed: str) -> str:
        """Return typed groups of seats in the form in which they are saved.

        Seats may be written together or apart; a slash, a semicolon or a comma separates the groups.

        Raises:
            Unclear: If there is no seat in it, or something that is not a seat.
        """
        groups = [part for part in re.split(r"[/;,]", unicodedata.normalize("NFKC", typed).lower()) if part.strip()]
        if not groups:
            msg = f"type {self.hint}"
            raise Unclear(msg)
        return " / ".join(" ".join(map(str, sorted(self._group(group)))) for group in groups)

    def _group(self, typed: str) -> set[int]:
        seats_: list[int] = []
        for sign in re.sub(r"seats?|\band\b|&|\bs(?=[0-9])", " ", typed).split():
            if not is_whole(sign):
                seats_.append(0)
            else:
                seats_ += [int(sign)] if int(sign) <= self.seats else map(int, sign)
        if not seats_ or not all(1 <= seat <= self.seats for seat in seats_):
            msg = f"'{typed.strip()}' is not a list of seats here; type {self.hint}"
            raise Unclear(msg)
        return set(seats_)
