"""A player's claim to a prize: the hand, and the answer to each clause (condition) of the policy."""

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
        clause: The clause; for a step of the verification a name such as `verification.deck`.
        answer: `yes`, `no` or `open`.
        said: The answer in words.
        finding: The code of the finding against the person who waived it; empty if it was not waived.
    """

    clause: str
    answer: str
    said: str
    finding: str = ""


@attrs.frozen
class ClaimedHand:
    """Another hand at the same showdown as the claimed one.

    Attributes:
        seat: Its seat.
        cards: The cards.
        worth: Its value for the promotion.
    """

    seat: int
    cards: tuple[Face, ...]
    worth: Worth


@attrs.frozen
class Asked:
    """A claim as read from its form, and not yet checked. None means unknown.

    Attributes:
        game: The id of the game.
        title: The game's title.
        table: The table.
        seat: The seat.
        who: The player.
        hole: The player's own cards.
        board: The community cards.
        worth: The value of the hand.
        others: The other hands at the showdown.
        shown_down: Whether there was a showdown.
        dealt: The seats that were dealt in.
        count: The number of players dealt in.
        pot: The pot in smallest chips, without uncalled bets.
        codes: The codes of the hand's findings.
        talk: Whether there was talk about the promotion.
        big_blind: The big blind of the game, in smallest chips.
        room: The other tables of the room, each with the seats that were dealt in.
        time: The time that decides in which window the hand counts.
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
        """The best of the other hands (several if they tie), if they beat the claimed hand; else empty."""
        best = max((hand.worth.value for hand in self.others), default=0)
        return tuple(hand for hand in self.others if hand.worth.value == best > self.worth.value)


@attrs.frozen
class Claim:
    """A claim in its present state.

    Attributes:
        number: Its number, from 1.
        seq: The number of the event in which it was made.
        at: When it was entered.
        said: The body of that event, which has the hand.
        answers: The answers, by clause.
        verified: When the last open clause was answered; None while one is open.
        left: Each time the player was away: when the player left, and came back (None if still away).
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
        """`refused` if any clause is answered no, `pending` while one is open, else `stands`."""
        answers = {clause.answer for clause in self.answers.values()}
        return REFUSED if NO in answers else PENDING if OPEN in answers else STANDS

    @property
    def value(self) -> int:
        """The value of the hand, by which claims are ranked; the higher is the better hand."""
        return int(self.said["value"])

    def counted(self, counts: str) -> datetime:
        """Return the time that decides in which window the claim counts; while that is unknown, the time of its entry.

        Args:
            counts: The policy's deciding time: `tabled`, `hand_started` or `verified`.
        """
        if counts == "verified":
            return self.verified or self.at
        time = self.said.get("counted")
        return datetime.fromisoformat(time) if time else self.at

    def away(self, until: datetime) -> bool:
        """Return whether the player left before a moment and was still away at it."""
        return any(gone < until and (back is None or back >= until) for gone, back in self.left)

    def has_left(self, until: datetime) -> bool:
        """Return whether the player ever left before a moment, even if the player came back."""
        return any(gone < until for gone, _ in self.left)

    @property
    def place(self) -> tuple[str, int]:
        """Table and seat."""
        return str(self.said.get("table") or ""), int(self.said.get("seat") or 0)

    def of(self, who: str | None, table: str, seat: int) -> bool:
        """Return whether this claim is a given player's: by name if both names are known, else by table and seat.

        Args:
            who: The player's name; None or empty if unknown.
            table: The table's name.
            seat: The seat, from 1; 0 if unknown.
        """
        if who and self.said.get("who"):
            return bool(self.said["who"] == who)
        return self.place == (table, seat) != ("", 0)
