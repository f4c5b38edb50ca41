"""The windows in which a prize can be won, in the house's own time, through midnight and changes of the clock.

Every moment here is in UTC, to the second; a span includes its first second and excludes its `until`. The hours of a session are
counted in real time: an hour that a clock change repeats is two windows, and an hour that it skips is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo

import attrs

DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


@attrs.frozen
class PrizeSpan:
    """A time in which a prize can be won.

    Attributes:
        begins: Its first second, in UTC.
        until: The first second after it, in UTC; None while the end is unknown.
    """

    begins: datetime
    until: datetime | None = None

    def __contains__(self, moment: datetime) -> bool:
        return self.begins <= moment and (self.until is None or moment < self.until)


@attrs.frozen
class Hours:
    """The fixed hours of a promotion: sessions, daily or on some weekdays, divided into windows of equal length.

    Attributes:
        begin: The time of day at which a session begins.
        end: The time of day at which it ends, on the next day if it is not later than `begin`; None if it lasts until the next
            begins.
        length: The length of each window; None for the whole session. The last one ends with the session.
        days: The days on which sessions begin, 0 for Monday; empty for all.
    """

    begin: time
    end: time | None = None
    length: timedelta | None = None
    days: frozenset[int] = frozenset()

    def session(self, day: date, zone: tzinfo) -> PrizeSpan | None:
        """Return the session that begins on a day; None if there is none, or if the clock change leaves out all of it.

        A time of day that a clock change skips is read as if the clock had not been changed yet; of a time that comes twice, the
        first is meant.

        >>> Hours(time(18), time(4)).session(date(2026, 3, 1), UTC).until.isoformat()
        '2026-03-02T04:00:00+00:00'
        """
        if self.days and day.weekday() not in self.days:
            return None
        later = self.end is None or self.end <= self.begin
        begins = datetime.combine(day, self.begin, zone).astimezone(UTC)
        until = datetime.combine(day + DAY * later, self.end if self.end is not None else self.begin, zone).astimezone(UTC)
        return PrizeSpan(begins, until) if begins < until else None

    def windows(self, moment: datetime, zone: tzinfo) -> Iterator[PrizeSpan]:
        """Yield the windows that end after a moment, in order and endlessly; the first may have begun before the moment."""
        day = moment.astimezone(zone).date() - 2 * DAY
        while True:
            session = self.session(day, zone)
            day += DAY
            if session is not None and session.until is not None and session.until > moment:
                yield from (window for window in self._parts(session) if window.until is not None and window.until > moment)

    def _parts(self, session: PrizeSpan) -> Iterator[PrizeSpan]:
        begins = session.begins
        assert session.until is not None
        while begins < session.until:
            until = session.until if self.length is None else min(begins + self.length, session.until)
            yield PrizeSpan(begins, until)
            begins = until


def written(moment: datetime, zone: tzinfo, beside: datetime | None = None) -> str:
    """Return a moment in the house's time, with its offset; the day is left out if it is that of `beside`.

    >>> written(datetime(2026, 3, 1, 4, tzinfo=UTC), UTC)
    '2026-03-01 04:00:00 +00:00'

    Args:
        moment: The moment to write.
        zone: The house's time zone.
        beside: Another moment that stands next to it on the page; None if there is none.
    """
    local = moment.astimezone(zone)
    same = beside is not None and beside.astimezone(zone).date() == local.date()
    return local.strftime("%H:%M:%S" if same else "%Y-%m-%d %H:%M:%S ") + ("" if same else local.isoformat()[-6:])


def span_written(span: PrizeSpan, zone: tzinfo) -> str:
    """Return a span in the house's time: `2026-03-01 14:00:00 +01:00 to 15:00:00`."""
    if span.until is None:
        return f"{written(span.begins, zone)} on"
    same = span.begins.astimezone(zone).utcoffset() == span.until.astimezone(zone).utcoffset()
    return f"{written(span.begins, zone)} to {written(span.until, zone, span.begins if same else None)}"
