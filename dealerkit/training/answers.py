"""One line of the log of answers: question, answer, verdict, rules and time."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, Final

import attrs

from dealerkit import __version__
from dealerkit.errors import AnswerError
from dealerkit.files.screen_text import count_of
from dealerkit.rules.entries import Branch
from dealerkit.rules.games import Game
from dealerkit.training.help_modes import MODES
from dealerkit.training.structure import Misfit, check_types, structured

SOURCES: Final = ("computed", "marked")
"""Source of a verdict: computed by the program, or marked by a person who watched. Their figures are kept apart."""

_AT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_DRILL: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*")
_CODE: Final = re.compile(r"[^\s/,]+/[^\s,]+")
_SHA256: Final = re.compile(r"[0-9a-f]{64}|")
_LONGEST: Final = {"trainee": 80, "cell": 200, "seed": 200, "given": 4_000, "expected": 4_000}
_OTHERWISE: Final = 200
YES_NO: Final = ("right", "helped", "false_alarm")
"""Fields that are true, false or None."""


def instant(at: datetime) -> str:
    """Return a time as the log writes it: UTC with milliseconds.

    Args:
        at: A time with a time zone.

    Raises:
        AnswerError: If the time has no time zone.

    >>> instant(datetime.fromisoformat("2026-03-08T03:30:00.250-04:00"))
    '2026-03-08T07:30:00.250Z'
    """
    if at.tzinfo is None:
        field, message = "at", "a time without its zone"
        raise AnswerError(field, message)
    return f"{at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='milliseconds')}Z"


def moment(text: str) -> datetime:
    """Return the time that a text written by `instant` stands for, in UTC.

    Args:
        text: The text, as `2026-03-01T14:30:00.000Z`.

    Raises:
        AnswerError: If it is written otherwise, or there is no such time.
    """
    field = "at"
    if not _AT.fullmatch(text):
        message = f"'{text}' is not a time in UTC; write it as 2026-03-01T14:30:00.000Z"
        raise AnswerError(field, message)
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        message = f"'{text}' is not a time: {error}"
        raise AnswerError(field, message) from None


def _text(value: str) -> str:
    """Return a text that a file can store: lone surrogates, from a name that is not UTF-8, are replaced."""
    if not isinstance(value, str):
        return value  # reported with its field
    return value.encode("utf-8", "replace").decode("utf-8")


def _codes(codes: Iterable[str]) -> tuple[str, ...]:
    return tuple(codes)


@attrs.frozen(kw_only=True)
class Answer:
    """A saved answer. It is complete: figures, schedule and reports are computed from answers alone.

    Attributes:
        at: Time of the answer: UTC, ISO 8601 with milliseconds and `Z`; `instant` writes it.
        session: Id of the session, from `Store.begin`.
        trainee: Name or code; empty for no name.
        drill: Id of the drill, as `baccarat/third-card-flash`.
        level: From 1.
        cell: What was practised, the unit that the schedule repeats: a square of a table, a rule's id, a finding's code, or a
            kind of hand.
        seed: Seed from which exactly this exercise can be made again; each exercise of a session has its own.
        game: Id of the game; empty where a drill has none.
        rules: Name of the rule set; empty where none is in force.
        fingerprint: SHA-256 of the resolved rule set without prose, 64 hexadecimal digits; empty where none is in force.
        version: The version of dealerkit.
        mode: The help mode, one of `MODES`.
        given: The answer as typed; empty if the trainee gave up.
        expected: The right answer, in the form in which answers are saved.
        right: Whether it counts as right.
        score: The marks, from `0` to `1` for a right answer, as a fraction such as `1/2`.
        helped: Whether the trainee looked it up first; then it does not count as right.
        false_alarm: For a record without a slip, whether the trainee named one all the same; None for a record with a slip,
            and for other drills.
        first_ms: Milliseconds from the complete question on the screen to the first key; None if it was not timed.
        total_ms: Milliseconds to the complete answer; None if it was not timed.
        target_ms: The target in force, in milliseconds; None if the drill has none.
        codes: Codes of the findings that a wrong answer would have caused at a table; empty for a right one.
        source: Who judged it, one of `SOURCES`: the program or a person.

    Raises:
        AnswerError: If a field is impossible; the error names the first.
    """

    at: str
    session: str
    trainee: str = attrs.field(converter=_text)
    drill: str
    level: int
    cell: str = attrs.field(converter=_text)
    seed: str
    game: str
    rules: str = attrs.field(converter=_text)
    fingerprint: str
    version: str
    mode: str
    given: str = attrs.field(converter=_text)
    expected: str = attrs.field(converter=_text)
    right: bool
    score: str
    helped: bool = False
    false_alarm: bool | None = None
    first_ms: int | None = None
    total_ms: int | None = None
    target_ms: int | None = None
    codes: tuple[str, ...] = attrs.field(default=(), converter=_codes)
    source: str = "computed"

    def __attrs_post_init__(self) -> None:
        wrong = self._wrong()
        if wrong is not None:
            raise AnswerError(*wrong)

    def _wrong(self) -> tuple[str, str] | None:
        """Return the first impossible field and the problem with it; None if there is none."""
        try:
            check_types(self)
        except Misfit as error:
            return str(error.place[0]), error.message
        for name in _TEXTS:
            if len(getattr(self, name)) > (most := _LONGEST.get(name, _OTHERWISE)):
                return name, f"{count_of(len(getattr(self, name)), 'character')}; the maximum is {most}"
        for name, least in (("level", 1), ("first_ms", 0), ("total_ms", 0), ("target_ms", 1)):
            value = getattr(self, name)
            if value is not None and value < least:
                return name, f"expected a whole number from {least}, not {value}"
        moment(self.at)
        return self._wrong_text() or self._contradiction()

    def _wrong_text(self) -> tuple[str, str] | None:
        if not _DRILL.fullmatch(self.drill):
            return "drill", f"'{self.drill}' is not a drill's ID, such as baccarat/third-card-flash"
        for name in ("session", "cell", "seed", "version"):
            if not getattr(self, name).strip():
                return name, "the value is empty"
        if not _SHA256.fullmatch(self.fingerprint):
            return "fingerprint", "expected 64 hexadecimal digits, or nothing"
        if self.mode not in MODES:
            return "mode", f"'{self.mode}' is not one of {', '.join(MODES)}"
        if self.source not in SOURCES:
            return "source", f"'{self.source}' is not one of {', '.join(SOURCES)}"
        if not re.fullmatch(r"\d{1,9}(/\d{1,9})?", self.score) or self.score.endswith("/0"):
            return "score", f"'{self.score}' is not a fraction, such as 1/2"
        if str(Fraction(self.score)) != self.score or Fraction(self.score) > 1:
            return "score", f"'{self.score}' is not a fraction of 1 in lowest terms"
        for code in self.codes:
            if not _CODE.fullmatch(code):
                return "codes", f"{code!r} is not a finding's code, such as burn/doubled"
        return None

    def _contradiction(self) -> tuple[str, str] | None:
        if self.right and self.codes:
            return "codes", "a right answer can't have findings"
        if self.right and self.false_alarm:
            return "false_alarm", "a right answer can't be a false alarm"
        if self.first_ms is not None and self.total_ms is not None and self.first_ms > self.total_ms:
            return "first_ms", "the time to the first key is longer than the time for the whole answer"
        return None

    @property
    def counts(self) -> bool:
        """Whether it counts as right: right without help."""
        return self.right and not self.helped

    @property
    def slow(self) -> bool:
        """Whether the first key came later than the target; False if it was not clocked."""
        return self.first_ms is not None and self.target_ms is not None and self.first_ms > self.target_ms

    def as_dict(self) -> dict[str, object]:
        """Return the fields in their order, as for JSON."""
        return {name: list(value) if isinstance(value := getattr(self, name), tuple) else value for name in FIELDS}

    @classmethod
    def from_dict(cls, fields: Branch) -> Answer:
        """Return the answer that has the given fields, as `as_dict` returns them.

        Args:
            fields: The value of each field, by name.

        Raises:
            AnswerError: If a field is missing, unknown or impossible.
        """
        message = "the value is missing"
        for name in FIELDS:
            if name not in fields:
                raise AnswerError(name, message)
        try:
            return structured(cls, fields)
        except Misfit as error:
            raise AnswerError(str(error.place[0]), error.message) from None


FIELDS: Final = tuple(field.name for field in attrs.fields(Answer))
_TEXTS: Final = tuple(name for name, kind in Answer.__annotations__.items() if kind == "str")


def answer_under(game: Game, at: datetime, **values: Any) -> Answer:
    """Return an answer given under a game's rules in force.

    Args:
        game: The game, with rule set and options.
        at: Time of the answer, with its zone.
        **values: The other fields of `Answer`.
    """
    rules = game.rules.name if game.rules is not None else ""
    return Answer(at=instant(at), game=game.id, rules=rules, fingerprint=game.sha256, version=__version__, **values)
