"""The house's time: its zone, the day an entry belongs to, and periods as a house writes them.

The clock is read in one place, `now`; every time is aware of its zone.
"""

from __future__ import annotations

import calendar
import os
import re
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import attrs

from dealerkit.errors import UnknownName

SHIFTS = "day=06:00 swing=14:00 night=22:00"
"""Default shifts of a house: name and beginning."""


def zone_of(name: str) -> tzinfo:
    """Return a time zone by its name, as `Asia/Macau`, or by its offset, as `+08:00`.

    Raises:
        UnknownName: If there is no such time zone.

    >>> print(zone_of("+08:00"))
    UTC+08:00
    """
    offset = re.fullmatch(r"([+-])(\d\d):(\d\d)", name)
    if offset and int(offset[2]) < 24 and int(offset[3]) < 60:
        span = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
        return timezone(-span if offset[1] == "-" else span)
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        known, allowed = available_timezones(), "a name such as Asia/Macau, or +08:00"
        raise UnknownName(kind="time zone", name=name, known=known, allowed=allowed) from None


def zone_here() -> str:
    """Return the name of this machine's time zone, or its present offset if it has no name."""
    named = os.environ.get("TZ", "").lstrip(":")
    if not named:
        parts = Path(os.path.realpath("/etc/localtime")).parts
        named = "/".join(parts[parts.index("zoneinfo") + 1 :]) if "zoneinfo" in parts else ""
    try:
        zone_of(named)
    except UnknownName:
        offset = datetime.now().astimezone().strftime("%z")
        return f"{offset[:3]}:{offset[3:5]}"
    return "UTC" if named in {"Etc/UTC", "Universal", "Zulu"} else named


def now(zone: str) -> datetime:
    """Return the present time in the house's zone, to the second.

    Raises:
        UnknownName: If there is no such zone.
    """
    return datetime.now(tz=zone_of(zone)).replace(microsecond=0)


def said_time(at: str) -> str:
    """Return an ISO 8601 time as people read it.

    >>> said_time("2026-03-02T18:00:00.000Z")
    '2026-03-02 18:00 UTC'
    >>> said_time("2026-03-02T18:00:00+08:00")
    '2026-03-02 18:00 (UTC+08:00)'
    """
    offset = at[-6:] if at[-6:-5] in ("+", "-") and at[-3] == ":" else ""
    return f"{at[:10]} {at[11:16]} {f'(UTC{offset})' if offset.strip('+-0:') else 'UTC'}"


def moment(text: str, zone: str, *, end: bool = False) -> datetime:
    """Read a day or a time, in the house's zone unless it names another.

    Args:
        text: `2026-03-01` or `2026-03-01 14:30`, with an offset if it is not the house's.
        zone: The house's zone.
        end: Whether a day without a time means its last moment, rather than its first.

    Raises:
        UnknownName: If the text is neither a day nor a time.

    >>> moment("2026-03-01", "UTC", end=True).isoformat()
    '2026-03-01T23:59:59+00:00'
    """
    try:
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text.strip()):
            time_point = datetime.combine(date.fromisoformat(text.strip()), time(23, 59, 59) if end else time(0))
        else:
            time_point = datetime.fromisoformat(text.strip())
    except ValueError:
        raise UnknownName(
            kind="day or time", name=text, allowed="a day such as 2026-03-01, or a time such as 2026-03-01 14:30"
        ) from None
    return time_point if time_point.tzinfo is not None else time_point.replace(tzinfo=zone_of(zone))


@attrs.frozen
class Span:
    """A span of time in whole days, months or years.

    Attributes:
        count: The number of units.
        unit: `d`, `m` or `y`.
    """

    count: int
    unit: str

    @classmethod
    def read(cls, text: str) -> Span:
        """Read `90d`, `18m` or `7y`.

        Raises:
            UnknownName: If the text is not a span of time.
        """
        match = re.fullmatch(r"\s*([1-9]\d{0,3})\s*([dmy])\w*\s*", text.casefold())
        if match is None:
            raise UnknownName(kind="period", name=text, allowed="a number of days, months or years, such as 90d, 18m or 7y")
        return cls(int(match[1]), match[2])

    def __str__(self) -> str:
        return f"{self.count}{self.unit}"

    def before(self, at: datetime) -> datetime:
        """Return the moment this long before another; a day that its month does not have becomes the month's last.

        >>> print(Span.read("1 month").before(datetime(2026, 3, 31, tzinfo=timezone.utc)).date())
        2026-02-28
        """
        if self.unit == "d":
            return at - timedelta(days=self.count)
        months = at.year * 12 + at.month - 1 - self.count * (12 if self.unit == "y" else 1)
        year, month = max(months // 12, 1), months % 12 + 1
        return at.replace(year=year, month=month, day=min(at.day, calendar.monthrange(year, month)[1]))


@attrs.frozen
class Shifts:
    """The shifts of a house's day.

    Attributes:
        starts: When each shift begins, and its name, in the order of the day.

    >>> Shifts.read(SHIFTS).of(datetime(2026, 3, 1, 2, 0, tzinfo=timezone.utc))
    'night'
    """

    starts: tuple[tuple[time, str], ...]

    @classmethod
    def read(cls, text: str) -> Shifts:
        """Read `day=06:00 night=18:00`.

        Raises:
            UnknownName: If the text has another form.
        """
        starts = []
        for shift in text.split():
            name, sign, start = shift.partition("=")
            match = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)", start)
            if not (name and sign and match):
                raise UnknownName(kind="shift", name=shift, allowed="a name and start time, such as night=22:00")
            starts.append((time(int(match[1]), int(match[2])), name))
        return cls(tuple(sorted(starts)))

    def of(self, at: datetime) -> str:
        """Return the name of the shift at a time; the day's last shift lasts past midnight."""
        begun = [name for start, name in self.starts if start <= at.time()]
        return begun[-1] if begun else self.starts[-1][1] if self.starts else ""
