"""When a prize can be won: through midnight, through both changes of the clock, and to the second."""

from __future__ import annotations

import random
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from dealerkit.jobs.promotions.windows import Hours, PrizeSpan, span_written
from tests.jobs.promotions.conftest import claimed, made, memory
from tests.sampling import LONG

pytestmark = pytest.mark.campaign

VIENNA = ZoneInfo("Europe/Vienna")
HOUR = timedelta(hours=1)


def first(hours: Hours, at: str, count: int, zone: ZoneInfo = VIENNA) -> list[str]:
    """The beginnings of the first windows that end after a moment, in the house's time."""
    moment = datetime.fromisoformat(at).astimezone(UTC)
    windows = hours.windows(moment, zone)
    return [next(windows).begins.astimezone(zone).strftime("%d %H:%M%z") for _ in range(count)]


def test_hh_02_the_clock_goes_forward():
    """A night of ten hours by the clock has nine windows, none of them in the hour that is left out."""
    found = first(Hours(time(18), time(4), HOUR), "2026-03-28T18:00+01:00", 10)
    assert found[6:9] == ["29 00:00+0100", "29 01:00+0100", "29 03:00+0200"]
    assert found[9] == "29 18:00+0200"


def test_hh_02_the_clock_goes_back():
    """It has eleven, two of them from two to three."""
    found = first(Hours(time(18), time(4), HOUR), "2026-10-24T18:00+02:00", 12)
    assert found[8:11] == ["25 02:00+0200", "25 02:00+0100", "25 03:00+0100"]
    assert found[11] == "25 18:00+0100"


def test_hh_02_a_day_with_a_change_of_the_clock_is_one_window():
    """From noon to noon, whether that is 23 hours or 25."""
    whole = Hours(time(12))
    for day, length in (("2026-03-28T12:00+01:00", 23), ("2026-10-24T12:00+02:00", 25), ("2026-06-01T12:00+02:00", 24)):
        window = next(whole.windows(datetime.fromisoformat(day), VIENNA))
        assert window.until is not None
        assert window.until - window.begins == timedelta(hours=length)


def test_hh_02_a_time_of_day_that_there_is_not():
    """A session that should begin in the hour that is left out begins when that hour would have been over."""
    window = next(Hours(time(2, 30), time(6)).windows(datetime.fromisoformat("2026-03-29T00:00+01:00"), VIENNA))
    assert window.begins == datetime.fromisoformat("2026-03-29T03:30+02:00")


def test_hh_02_only_on_some_days():
    """On Fridays and Saturdays, into the morning after."""
    found = first(Hours(time(20), time(2), days=frozenset({4, 5})), "2026-03-01T12:00+01:00", 3)
    assert found == ["06 20:00+0100", "07 20:00+0100", "13 20:00+0100"]


def test_hh_02_the_last_window_of_a_session_is_as_long_as_is_left():
    """Of a session of two and a half hours in windows of one."""
    hours = Hours(time(18), time(20, 30), HOUR)
    windows = hours.windows(datetime(2026, 3, 1, 17, 0, tzinfo=UTC), VIENNA)
    assert [window.until - window.begins for window in (next(windows), next(windows), next(windows))] == [HOUR, HOUR, HOUR / 2]


@pytest.mark.parametrize("seed", range(20 * max(1, LONG)))
def test_windows_never_overlap_and_none_is_left_out(seed):
    """For any hours and any zone each window begins where the last ended, or where the next session begins, and lasts."""
    rng = random.Random(seed)
    zone = ZoneInfo(rng.choice(["Europe/Vienna", "America/New_York", "Australia/Lord_Howe", "Asia/Macau", "America/St_Johns"]))
    begin = time(rng.randrange(24), rng.choice((0, 15, 30)))
    end = rng.choice([None, time(rng.randrange(24), 45)])
    length = rng.choice([None, timedelta(minutes=rng.randrange(1, 400))])
    hours = Hours(begin, end, length)
    moment = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=rng.randrange(365 * 24 * 60))
    before = PrizeSpan(moment, moment)
    for window, _ in zip(hours.windows(moment, zone), range(60), strict=False):
        assert window.until is not None
        assert window.begins < window.until
        assert before.until is not None
        assert window.until > moment
        assert before == PrizeSpan(moment, moment) or window.begins >= before.until
        if length is not None:
            assert window.until - window.begins <= length
        if end is None and before != PrizeSpan(moment, moment):
            assert window.begins == before.until, "a day without an end leaves no gap"
        before = window


def test_a_span_in_words_says_the_offset_where_it_changes():
    """Both offsets stand there when the clock was changed in between."""
    at = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert span_written(PrizeSpan(at, at + HOUR), VIENNA) == "2026-10-25 02:30:00 +02:00 to 2026-10-25 02:30:00 +01:00"
    assert span_written(PrizeSpan(at + HOUR, at + 2 * HOUR), VIENNA) == "2026-10-25 02:30:00 +01:00 to 03:30:00"


@pytest.mark.parametrize(("seconds", "holders"), [(-1, [[1]]), (0, [[], [1]]), (1, [[], [1]])])
def test_hh_02_a_second_before_and_after_the_end_of_the_hour(seconds, holders):
    """The hour ends before its last minute is full; what comes then belongs to the next."""
    book = memory(made())
    book.now += HOUR + timedelta(seconds=seconds)
    claimed(book)
    book.now += HOUR
    done, stuck = book.acts.settle()
    assert [event.said["holders"] for event in done] == holders
    assert stuck == []
