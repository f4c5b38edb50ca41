"""Answers: what cannot be is refused with its field, and what was written is read back the same."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealerkit.errors import AnswerError
from dealerkit.training.answers import FIELDS, SOURCES, Answer, instant, moment
from dealerkit.training.help_modes import MODES
from tests.sampling import LONG

from .conftest import answer


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("at", "2026-03-02T18:00:00Z"),
        ("at", "2026-02-30T18:00:00.000Z"),
        ("at", "2026-03-02T18:00:00.000+01:00"),
        ("session", " "),
        ("trainee", "a" * 81),
        ("trainee", None),
        ("drill", "Third Card"),
        ("drill", "third-card"),
        ("level", 0),
        ("level", True),
        ("level", 1.0),
        ("cell", ""),
        ("seed", ""),
        ("seed", "\ud800"),
        ("fingerprint", "AB" * 32),
        ("fingerprint", "ab"),
        ("mode", "easy"),
        ("right", 1),
        ("score", "0.5"),
        ("score", "2/4"),
        ("score", "3/2"),
        ("score", "1/0"),
        ("score", "-1"),
        ("helped", None),
        ("false_alarm", 0),
        ("first_ms", -1),
        ("first_ms", 1.5),
        ("first_ms", 2501),
        ("total_ms", 1 << 60),
        ("target_ms", 0),
        ("codes", ("no code",)),
        ("codes", ("coup/banker-third-card-wrong",)),
        ("source", "guessed"),
        ("given", "x" * 4001),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(field, value):
    """The error names the field."""
    with pytest.raises(AnswerError) as error:
        answer(**{field: value})
    assert error.value.field == field


def test_a_right_answer_is_no_false_alarm():
    """Who named a slip that is not there was not right."""
    with pytest.raises(AnswerError, match="can't be a false alarm"):
        answer(false_alarm=True)
    assert answer(right=False, false_alarm=True).false_alarm


def test_what_was_typed_is_kept_whatever_it_is():
    """A name of bytes that are no UTF-8, signs that steer a screen: the first is marked as lost, the others stay text."""
    assert answer(given="\udce9t\x1b[31m").given == "?t\x1b[31m"


def test_helped_does_not_count():
    """A right answer after a look at the table is right, and does not count."""
    assert answer(helped=True).right
    assert not answer(helped=True).counts
    assert answer().counts


@pytest.mark.parametrize(
    ("first", "target", "slow"), [(5000, 5000, False), (5001, 5000, True), (None, 5000, False), (9, None, False)]
)
def test_slowness_is_the_first_key_against_the_target(first, target, slow):
    """At the target is in time; what was not clocked is not slow."""
    assert answer(first_ms=first, total_ms=9000, target_ms=target).slow is slow


def test_an_answer_is_frozen():
    """Nobody changes an answer."""
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        answer().right = False  # type: ignore[misc]


def test_from_dict_names_what_is_missing_and_what_is_not_ours():
    """A file of answers that somebody has edited."""
    fields = answer().as_dict()
    for broken, field in (
        ({name: value for name, value in fields.items() if name != "cell"}, "cell"),
        ({**fields, "colour": "red"}, "colour"),
        ({**fields, "codes": "burn/doubled"}, "codes"),
        ({**fields, "codes": [1]}, "codes"),
        ({**fields, "trainee": 7}, "trainee"),
    ):
        with pytest.raises(AnswerError) as error:
            Answer.from_dict(broken)
        assert error.value.field == field


# -- properties -------------------------------------------------------------------------------------------------------------

zones = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
times = st.datetimes(datetime.fromisoformat("1970-01-02"), datetime.fromisoformat("2999-01-01"), timezones=zones)


@given(times)
def test_a_time_is_written_in_utc_and_read_back(at):
    """To the millisecond, whatever its zone."""
    read = moment(instant(at))
    assert read.tzinfo == UTC
    assert timedelta(0) <= at - read < timedelta(milliseconds=1)


@given(times, times)
def test_times_sort_as_texts(one, other):
    """The file orders answers by the text of their times."""
    if abs(one - other) >= timedelta(milliseconds=1):
        assert (instant(one) < instant(other)) is (one < other)


def test_a_time_without_a_zone_is_refused():
    """Nobody guesses a zone."""
    with pytest.raises(AnswerError, match="zone"):
        instant(datetime.fromisoformat("2026-03-02"))


texts = st.text(max_size=60)
filled = st.text(min_size=1, max_size=60).filter(lambda text: bool(text.strip()))
milliseconds = st.none() | st.integers(0, 10**9)


@st.composite
def answers(draw) -> Answer:
    """Any answer that can be."""
    right = draw(st.booleans())
    first, total = sorted((draw(st.integers(0, 10**9)), draw(st.integers(0, 10**9))))
    return answer(
        draw(times), trainee=draw(texts), level=draw(st.integers(1, 9)), cell=draw(filled), seed=draw(filled), rules=draw(texts),
        mode=draw(st.sampled_from(MODES)), given=draw(texts), expected=draw(texts), right=right,
        score="1" if right else draw(st.sampled_from(["0", "1/2", "2/3"])), helped=draw(st.booleans()),
        false_alarm=draw(st.sampled_from([None, False] if right else [None, False, True])),
        first_ms=draw(st.sampled_from([None, first])), total_ms=draw(st.sampled_from([None, total])),
        target_ms=draw(st.none() | st.integers(1, 10**6)), source=draw(st.sampled_from(SOURCES)),
        codes=() if right else draw(st.lists(st.sampled_from(["burn/doubled", "deal/*", "play/AF-28"]), max_size=3)),
    )  # fmt: skip


@pytest.mark.campaign
@settings(max_examples=25 * max(1, LONG), deadline=None)
@given(answers())
def test_what_was_written_is_read_back(made):
    """Through JSON and back."""
    assert Answer.from_dict(json.loads(json.dumps(made.as_dict()))) == made
    assert tuple(made.as_dict()) == FIELDS
