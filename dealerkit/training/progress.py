"""The progress of a trainee or a class: the figures of all drills together, as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, TypeVar

import attrs

from dealerkit.errors import UnknownName
from dealerkit.training.figures import Figures, Share, Weak
from dealerkit.training.signoff import Signoff
from dealerkit.training.store import TrainingStore

DAYS: Final = 14
"""Number of days of practice in a curve."""
FAMILIES: Final = 3
"""Number of weakest families named (ledger of drills, section 3)."""


@attrs.frozen
class MarkedFigures:
    """The figures of a drill's level from marks given by a person; the fields from `answered` on are those of `Figures`."""

    drill: str
    level: int
    answered: int
    last: Share
    hits: Share | None
    false_alarms: Share | None
    streak: int
    best_streak: int
    trend: tuple[Share, ...]


@attrs.frozen
class LevelFigures(MarkedFigures):
    """The figures of a drill's level from answers judged by the program; times are in milliseconds, the fields those of
    `Figures`.
    """

    in_time: bool | None
    first_ms: int | None
    target_ms: int | None
    mastered: bool
    opens_next: bool
    missing: tuple[str, ...]


@attrs.frozen
class DayFigures:
    """The answers of a day: the date, as `2026-03-02`, and the share of right ones."""

    day: str
    right: Share


@attrs.frozen
class SlipTimes:
    """A finding by its code, and the number of wrong answers that would have caused it at a table."""

    code: str
    times: int


@attrs.frozen
class FamilyTimes:
    """A family of findings, and the number of wrong answers that would have caused one of them at a table."""

    family: str
    times: int


@attrs.frozen
class DueCells:
    """The number of cells (units that the schedule repeats) that are due, and of those that fit into today's practice."""

    cells: int
    today: int


@attrs.frozen
class TraineeProgress:
    """A trainee's progress.

    Attributes:
        trainee: Name or code; empty for no name.
        as_of: The time of the report.
        answered: The number of answers.
        sessions: The number of sessions.
        begun: The day of the first answer; None without one.
        focus: The weakest cell, to practise next; None if there is none.
        due: The number of cells that are due.
        drills: The figures of each level of each drill.
        days: The share of right answers day by day, for the curve.
        slips: The findings that wrong answers would have caused.
        families: The same by family of findings.
        marked: The figures from marks given by a person, which are in no other figure.
    """

    trainee: str
    as_of: str
    answered: int
    sessions: int
    begun: str | None
    focus: Weak | None
    due: DueCells
    drills: list[LevelFigures]
    days: list[DayFigures]
    slips: list[SlipTimes]
    families: list[FamilyTimes]
    marked: list[MarkedFigures]


@attrs.frozen
class MemberLine:
    """The line of one trainee in the table of a class.

    Attributes:
        trainee: The name.
        answered: The number of answers.
        last_day: The day of the last answer; None without one.
        drills: The number of levels practised.
        mastered: The number of levels mastered.
        right: The share of right answers.
        focus: The weakest cell; None if there is none.
    """

    trainee: str
    answered: int
    last_day: str | None
    drills: int
    mastered: int
    right: Share
    focus: Weak | None


@attrs.frozen
class DrillStanding:
    """A level of a drill, with the names of the trainees who have practised it, and of those who have mastered it."""

    drill: str
    level: int
    practised: list[str]
    mastered: list[str]


@attrs.frozen
class ClassProgress:
    """The progress of a class: a line for each trainee, by name, then each level of each drill, and the most frequent slips."""

    as_of: str
    trainees: list[MemberLine]
    drills: list[DrillStanding]
    slips: list[SlipTimes]


@attrs.frozen
class Signoffs:
    """The trainees who have begun the drill on the changes since a version of the rules, and how far they are."""

    version: str
    as_of: str
    signoffs: list[Signoff]


L = TypeVar("L", bound=MarkedFigures)


def whose(store: TrainingStore, name: str | None) -> str:
    """Return the name of the trainee whose progress is shown.

    Args:
        store: An open store.
        name: The requested name; None for the answers without a name, or else for the only trainee there is.

    Raises:
        UnknownName: If there is nobody of that name, or several to choose from.
    """
    known = store.trainees()
    if name is None:
        if "" in known or not known:
            return ""
        if len(known) == 1:
            return known[0]
        raise UnknownName(kind="trainee", name="", allowed=f"one of {', '.join(known[:12])}; or --class for all of them")
    known_name = store.spelling(name)
    if known_name is None:
        raise UnknownName(kind="trainee", name=name, known=filter(None, known))
    return known_name


def progress(store: TrainingStore, trainee: str, drill: str | None = None) -> TraineeProgress:
    """Return a trainee's progress.

    Args:
        store: An open store.
        trainee: Name or code.
        drill: The only drill to look at; None for all.
    """
    now = store.now()
    practised = [level for level in store.practised(trainee) if drill in {None, level[0]}]
    dates = store.days(trainee, drill)
    days = by_day(store.by_minute(trainee, drill, dates[-DAYS - 1] if len(dates) > DAYS else ""), now)
    slips = store.slips(trainee, drill)
    return TraineeProgress(
        trainee=trainee,
        as_of=now.isoformat(timespec="seconds"),
        answered=sum(answered for _, _, answered in practised),
        sessions=store.sittings(trainee, drill),
        begun=dates[0] if dates else None,
        focus=next(iter(store.weakest(trainee, drill, 1)), None),
        due=DueCells(len(store.due(trainee, drill)), len(store.today(trainee, drill))),
        drills=[_level(LevelFigures, name, level, store.figures(trainee, name, level)) for name, level, _ in practised],
        days=[DayFigures(*row) for row in days[-DAYS:]],
        slips=[SlipTimes(*pair) for pair in slips.most_common()],
        families=[FamilyTimes(*pair) for pair in families(slips)[:FAMILIES]],
        marked=[
            _level(MarkedFigures, name, level, store.figures(trainee, name, level, "marked"))
            for name, level, _ in store.practised(trainee, "marked")
            if drill in {None, name}
        ],
    )


def class_progress(store: TrainingStore, trainees: Sequence[str] | None = None) -> ClassProgress:
    """Return a class's progress, by name; nobody is ranked.

    Args:
        store: An open store.
        trainees: The members of the class; None for everybody with a name.
    """
    names = [name for name in store.trainees() if name] if trainees is None else list(trainees)
    now = store.now()
    rows, drills = list[MemberLine](), dict[tuple[str, int], DrillStanding]()
    slips = Counter[str]()
    for name in names:
        member, levels = progress_of_class_member(store, name)
        for (drill, level), mastered in levels.items():
            stand = drills.setdefault((drill, level), DrillStanding(drill, level, [], []))
            stand.practised.append(name)
            stand.mastered.extend([name] if mastered else [])
        slips.update(store.slips(name))
        rows.append(member)
    return ClassProgress(
        as_of=now.isoformat(timespec="seconds"),
        trainees=rows,
        drills=[drills[each] for each in sorted(drills)],
        slips=[SlipTimes(code, slips[code]) for code in sorted(slips, key=lambda code: (-slips[code], code))],
    )


def progress_of_class_member(store: TrainingStore, name: str) -> tuple[MemberLine, dict[tuple[str, int], bool]]:
    """Return a trainee's line in a class, and for each practised level of a drill whether it is mastered.

    Args:
        store: An open store.
        name: The trainee's name.
    """
    dates = store.days(name)
    days = by_day(store.by_minute(name, None, dates[-1]) if dates else [], store.now())
    practised = store.practised(name)
    figures_ = {(drill, level): store.figures(name, drill, level) for drill, level, _ in practised}
    levels = {level: figures.mastered for level, figures in figures_.items()}
    highest = {drill: figures.last for (drill, _), figures in figures_.items()}
    line = MemberLine(
        trainee=name,
        answered=sum(answered for _, _, answered in practised),
        last_day=days[-1][0] if days else None,
        drills=len(highest),
        mastered=sum(levels.values()),
        right=Share(sum(share.count for share in highest.values()), sum(share.of for share in highest.values())),
        focus=next(iter(store.weakest(name, None, 1)), None),
    )
    return line, levels


def by_day(minutes: Sequence[tuple[str, int, int]], now: datetime) -> list[tuple[str, Share]]:
    """Return the share of right answers by day, in the time zone of the trainee; days without answers are left out.

    Args:
        minutes: The rows of `TrainingStore.by_minute`.
        now: Any time in the trainee's time zone.
    """
    by_day_: dict[str, tuple[int, int]] = {}
    for minute, answered, right in minutes:
        day = datetime.fromisoformat(minute).replace(tzinfo=UTC).astimezone(now.tzinfo).date().isoformat()
        before = by_day_.get(day, (0, 0))
        by_day_[day] = before[0] + right, before[1] + answered
    return [(day, Share(*by_day_[day])) for day in sorted(by_day_)]


def families(slips: dict[str, int]) -> list[tuple[str, int]]:
    """Return the families of findings, such as `coup`, with the number of findings in each, most frequent first.

    Args:
        slips: The number of each finding, by code.

    >>> families({"coup/wrong-payout": 2, "burn/doubled": 3, "coup/wrong-result": 2})
    [('coup', 4), ('burn', 3)]
    """
    counts: dict[str, int] = {}
    for code, times in slips.items():
        family = code.partition("/")[0]
        counts[family] = counts.get(family, 0) + times
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _level(make: type[L], drill: str, level: int, figures: Figures) -> L:
    """Return the figures of a level, with the field names of the JSON."""
    return make(drill, level, *(getattr(figures, field.name) for field in attrs.fields(make)[2:]))
