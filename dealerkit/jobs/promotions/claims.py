"""A claim: its hand, and its answer to each clause."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import attrs

from dealerkit.cards import Face
from dealerkit.jobs.promotions.event_body import EventBody
from dealerkit.jobs.promotions.hands import Worth

YES, NO, OPEN = "yes", "no", "open"
STANDS, PENDING, REFUSED = "stands", "pending", "refused"

Away = tuple[datetime, datetime | None]
"""The time when a player left, and when they came back; None if they have not."""


@attrs.frozen
class ClauseAnswer:
    """The answer of a claim to a clause.

    Attributes:
        clause: The clause; a step of the verification as `verification.deck`.
        answer: `yes`, `no` or `open`.
        said: The answer in words.
        finding: The finding against the person who waived it; empty if nobody did.
    """

    clause: str
    answer: str
    said: str
    finding: str = ""


@attrs.frozen
class ClaimedHand:
    """A hand shown down beside the claimed one.

    Attributes:
        seat: Its seat.
        cards: The cards.
        worth: Its value.
    """

    seat: int
    cards: tuple[Face, ...]
    worth: Worth


@attrs.frozen
class Asked:
    """A claim as read from its form. None is an unknown value.

    Attributes:
        game: The game.
        title: Its title.
        table: The table.
        seat: The seat.
        who: The player.
        hole: The player's own cards.
        board: The cards that all share.
        worth: The value of the hand.
        others: The other hands that were shown down.
        shown_down: Whether there was a showdown.
        dealt: The seats that were dealt in.
        count: The number of players dealt in.
        pot: The pot in smallest chips, without uncalled bets.
        codes: The codes of the hand's findings.
        talk: Whether there was talk about the promotion.
        big_blind: The big blind of the game, in smallest chips.
        room: The other tables of the room, with the seats dealt in.
        time: The time that decides.
    """

    game: str
    title: str
    table: str | None
    seat: int | None
    who: str | None
    hole: tuple[Face, ...]
    board: tuple[Face, ...]
    worth: Worth
    others: tuple[ClaimedHand, ...] = ()
    shown_down: bool | None = True
    dealt: tuple[int, ...] | None = None
    count: int | None = None
    pot: int | None = None
    codes: tuple[str, ...] = ()
    talk: bool = False
    big_blind: int | None = None
    room: tuple[tuple[str, tuple[int, ...]], ...] | None = None
    time: datetime | None = None

    @property
    def winners(self) -> tuple[ClaimedHand, ...]:
        """The best of the other hands, if it beats the claimed one."""
        best = max((hand.worth.value for hand in self.others), default=0)
        return tuple(hand for hand in self.others if hand.worth.value == best > self.worth.value)


@attrs.frozen
class Claim:
    """A claim in its present state.

    Attributes:
        number: Its number, from 1.
        seq: The event in which it was made.
        at: When it was entered.
        said: The claim's event, with the hand.
        answers: The answers, by clause.
        verified: When the last open clause was answered; None while one is open.
        left: When the player left, and when he came back, if he did.
    """

    number: int
    seq: int
    at: datetime
    said: EventBody
    answers: Mapping[str, ClauseAnswer]
    verified: datetime | None
    left: tuple[Away, ...] = ()

    @property
    def verdict(self) -> str:
        """`refused` if any clause says no, `pending` while one is open, else `stands`."""
        answers = {clause.answer for clause in self.answers.values()}
        return REFUSED if NO in answers else PENDING if OPEN in answers else STANDS

    @property
    def value(self) -> int:
        """The value of the hand, by which claims are ranked; the higher is the better hand."""
        return int(self.said["value"])

    def counted(self, counts: str) -> datetime:
        """Return the time that decides, or until that is known the time at which the claim was entered."""
        if counts == "verified":
            return self.verified or self.at
        time = self.said.get("counted")
        return datetime.fromisoformat(time) if time else self.at

    def away(self, until: datetime) -> bool:
        """Return whether the player has left before a moment, and is not back."""
        return any(gone < until and (back is None or back >= until) for gone, back in self.left)

    def has_left(self, until: datetime) -> bool:
        """Return whether the player has left at any time before a moment."""
        return any(gone < until for gone, _ in self.left)

    @property
    def place(self) -> tuple[str, int]:
        """Table and seat."""
        return str(self.said.get("table") or ""), int(self.said.get("seat") or 0)

    def of(self, who: str | None, table: str, seat: int) -> bool:
        """Return whether it is a player's claim: by name where both are known, else by table and seat.

        Args:
            who: The player's name; None or empty if nobody knows it.
            table: The table's name.
            seat: The seat, from 1; 0 if nobody knows it.
        """
        if who and self.said.get("who"):
            return bool(self.said["who"] == who)
        return self.place == (table, seat) != ("", 0)
