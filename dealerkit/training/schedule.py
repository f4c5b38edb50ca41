"""The schedule of repetition: when a cell or a rule is due again, by the spacing of FSRS-6 (the library `fsrs`).

The unit of the schedule is a cell of a drill (`banker 3, third 8`, `MD-05`), never a generated item, which is used once, while
the rule behind it remains. A wrong answer is `Again`, a right one `Good`; an answer with help does not prove that the rule is
known and counts as `Again`. Time taken changes no date; slowness is a separate flag. The state of a cell follows from its
answers alone, so it can be deleted and computed again.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable
from datetime import datetime, timedelta, tzinfo
from typing import NamedTuple

import attrs

from dealerkit.files.late_modules import late_imports
from dealerkit.training.answers import instant, moment

with late_imports():  # a walk that is not recorded needs no schedule
    import fsrs


class Review(NamedTuple):
    """An answer, as the schedule needs it: its time (`instant` writes it), whether it was right, and whether it was slow."""

    at: str
    right: bool
    slow: bool


@attrs.frozen
class ScheduledCell:
    """When a cell, the unit that the schedule repeats, is due again.

    Attributes:
        drill: The id of its drill.
        cell: The cell.
        due: Time when it should be asked again, as `instant` writes it.
        last: Time when it was asked last, likewise.
        slow: Whether the last answer came after the target time.
        card: The state of the library `fsrs` for it, as JSON.
    """

    drill: str
    cell: str
    due: str
    last: str
    slow: bool
    card: str

    def weakness(self, now: datetime) -> tuple[object, ...]:
        """Return a sort key that puts the weakest cell first.

        It compares the chance that the cell is still known, then its stability in the memory, then how long it has been due.

        Args:
            now: The present time.
        """
        card = _card(self.card)
        return _scheduler().get_card_retrievability(card, now), card.stability, self.due, self.drill, self.cell


def reviewed(drill: str, cell: str, before: ScheduledCell | None, reviews: Iterable[Review]) -> ScheduledCell | None:
    """Return a cell's place in the schedule after further answers; None if it was never asked.

    Args:
        drill: The id of its drill.
        cell: The cell.
        before: Its place before those answers; None if it was never asked.
        reviews: The answers since then, in order of time.
    """
    scheduler = _scheduler()
    card = None if before is None else _card(before.card)
    review = None
    for review in reviews:
        at = moment(review.at)
        card = fsrs.Card(card_id=0, due=at) if card is None else card  # without an id, it waits for the clock to tick
        card, _ = scheduler.review_card(card, fsrs.Rating.Good if review.right else fsrs.Rating.Again, at)
    if review is None or card is None:
        return before
    text = json.dumps(card.to_dict(), separators=(",", ":"))
    return ScheduledCell(drill, cell, instant(card.due), review.at, review.slow, text)


def day_begins(now: datetime) -> datetime:
    """Return the beginning of a day, in the zone of a given time.

    >>> from zoneinfo import ZoneInfo
    >>> print(day_begins(datetime(2026, 3, 8, 12, 0, tzinfo=ZoneInfo("America/New_York"))))
    2026-03-08 00:00:00-05:00
    """
    zone: tzinfo | None = now.tzinfo
    return datetime(now.year, now.month, now.day, tzinfo=zone)


def within(milliseconds: int, cells: Iterable[ScheduledCell], pace: dict[str, int], unknown: int) -> list[ScheduledCell]:
    """Return the first cells that can be practised in a given time.

    Args:
        milliseconds: The time, in milliseconds.
        cells: The cells that are due, in order.
        pace: Time that an exercise takes, by drill, in milliseconds.
        unknown: The time to assume for any other drill, in milliseconds.
    """
    chosen = []
    for cell in cells:
        milliseconds -= pace.get(cell.drill, unknown)
        if milliseconds < 0:
            break
        chosen.append(cell)
    return chosen


@functools.cache
def _scheduler() -> fsrs.Scheduler:
    # Fuzz comes from the global random generator: two runs over the same answers would give two schedules.
    return fsrs.Scheduler(desired_retention=0.9, enable_fuzzing=False, maximum_interval=timedelta(days=365).days)


def _card(text: str) -> fsrs.Card:
    return fsrs.Card.from_dict(json.loads(text))
