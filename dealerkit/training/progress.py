"""The progress of a trainee, and of a class: the figures of all drills put together, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, TypedDict, final

from dealerkit.errors import UnknownName
from dealerkit.training.figures import Figures, Share, ShareFigures, Weak
from dealerkit.training.store import TrainingStore

DAYS: Final = 14
"""How many days of practice a curve shows."""
FAMILIES: Final = 3
"""How many of the weakest families are named (ledger of drills, section 3)."""


class WeakestCell(TypedDict):
    """The cell that went worst."""

    drill: str
    cell: str
    last: ShareFigures
    slow: int


class MarkedFigures(TypedDict):
    """The figures of a level that a person marked."""

    drill: str
    level: int
    answered: int
    last: ShareFigures
    hits: ShareFigures | None
    false_alarms: ShareFigures | None
    streak: int
    best_streak: int
    trend: list[ShareFigures]


class LevelFigures(MarkedFigures):
    """The figures of a level that was drilled. Times are in milliseconds."""

    in_time: bool | None
    first_ms: int | None
    target_ms: int | None
    mastered: bool
    opens_next: bool
    missing: list[str]


class DayFigures(TypedDict):
    """The answers of one day."""

    day: str
    right: ShareFigures


class SlipTimes(TypedDict):
    """A finding, and the number of wrong answers that would have led to it at a table."""

    code: str
    times: int


class FamilyTimes(TypedDict):
    """A family of findings, and the number of wrong answers that would have led to one of it at a table."""

    family: str
    times: int


class DueCells(TypedDict):
    """The number of cells that are due, and of those that fit into today."""

    cells: int
    today: int


@final
class TraineeProgress(TypedDict):
    """How a trainee stands: `focus` is the one weakest cell, `days` the curve, `marked` what a person judged."""

    trainee: str
    as_of: str
    answered: int
    sessions: int
    begun: str | None
    focus: WeakestCell | None
    due: DueCells
    drills: list[LevelFigures]
    days: list[DayFigures]
    slips: list[SlipTimes]
    families: list[FamilyTimes]
    marked: list[MarkedFigures]


class LevelStanding(TypedDict):
    """A level that somebody has practised, and whether it is mastered."""

    drill: str
    level: int
    mastered: bool


class MemberLine(TypedDict):
    """One line of a class."""

    trainee: str
    answered: int
    last_day: str | None
    drills: int
    mastered: int
    right: ShareFigures
    focus: WeakestCell | None


class DrillStanding(TypedDict):
    """Who has practised a level, and who has mastered it."""

    drill: str
    level: int
    practised: list[str]
    mastered: list[str]


@final
class ClassProgress(TypedDict):
    """How a class stands, by name."""

    as_of: str
    trainees: list[MemberLine]
    drills: list[DrillStanding]
    slips: list[SlipTimes]


class SignedRules(TypedDict):
    """Rules that were in force: name and fingerprint."""

    name: str
    sha256: str


class SignoffLine(TypedDict):
    """How far a trainee has come in the drill of a version's changes; `passed` is when, None if not yet."""

    trainee: str
    passed: str | None
    right: int
    items: int
    rules: list[SignedRules]
    session: str


@final
class Signoffs(TypedDict):
    """Who has passed the drill of what changed since a version."""

    version: str
    as_of: str
    signoffs: list[SignoffLine]


def whose(store: TrainingStore, name: str | None) -> str:
    """Return whose progress is meant: the one who is named, else nobody named, else the only one there is.

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
    found = store.spelling(name)
    if found is None:
        raise UnknownName(kind="trainee", name=name, known=filter(None, known))
    return found


def progress(store: TrainingStore, trainee: str, drill: str | None = None) -> TraineeProgress:
    """Return how a trainee stands.

    Args:
        store: An open store.
        trainee: Name or code.
        drill: Of this drill alone; of all if None.

    Returns:
        Plain data: `focus` is the one weakest cell, `drills` the figures level by level, `days` the curve, `marked` what a person
        judged; that is in none of the other figures. Times are in milliseconds, shares hold count, number and interval.
    """
    now = store.now()
    practised = [level for level in store.practised(trainee) if drill in {None, level[0]}]
    dates = store.days(trainee, drill)
    days = by_day(store.by_minute(trainee, drill, dates[-DAYS - 1] if len(dates) > DAYS else ""), now)
    weakest = store.weakest(trainee, drill, 1)
    slips = store.slips(trainee, drill)
    return {
        "trainee": trainee,
        "as_of": now.isoformat(timespec="seconds"),
        "answered": sum(answered for _, _, answered in practised),
        "sessions": store.sittings(trainee, drill),
        "begun": dates[0] if dates else None,
        "focus": _weak(weakest[0]) if weakest else None,
        "due": {"cells": len(store.due(trainee, drill)), "today": len(store.today(trainee, drill))},
        "drills": [_drill(store, trainee, *level) for level in practised],
        "days": [{"day": day, "right": share.as_json()} for day, share in days[-DAYS:]],
        "slips": [{"code": code, "times": times} for code, times in slips.most_common()],
        "families": [{"family": family, "times": times} for family, times in families(slips)[:FAMILIES]],
        "marked": [_marked(store, trainee, *level) for level in store.practised(trainee, "marked") if drill in {None, level[0]}],
    }


def class_progress(store: TrainingStore, trainees: Sequence[str] | None = None) -> ClassProgress:
    """Return how a class stands, by name; nobody is ranked.

    Args:
        store: An open store.
        trainees: Who is of the class; all who are named, if None.
    """
    names = [name for name in store.trainees() if name] if trainees is None else list(trainees)
    now = store.now()
    rows, drills = list[MemberLine](), dict[tuple[str, int], dict[str, list[str]]]()
    slips: dict[str, int] = {}
    for name in names:
        found, levels = progress_of_class_member(store, name)
        for one in levels:
            stand = drills.setdefault((one["drill"], one["level"]), {"practised": [], "mastered": []})
            stand["practised"].append(name)
            stand["mastered"] += [name] if one["mastered"] else []
        for code, times in store.slips(name).items():
            slips[code] = slips.get(code, 0) + times
        rows.append(found)
    return {
        "as_of": now.isoformat(timespec="seconds"),
        "trainees": rows,
        "drills": [
            {"drill": drill, "level": level, "practised": stand["practised"], "mastered": stand["mastered"]}
            for (drill, level), stand in sorted(drills.items())
        ],
        "slips": [{"code": code, "times": slips[code]} for code in sorted(slips, key=lambda code: (-slips[code], code))],
    }


def progress_of_class_member(store: TrainingStore, name: str) -> tuple[MemberLine, list[LevelStanding]]:
    """Return one line of a class, totals and the weakest cell, and the levels that were practised."""
    dates = store.days(name)
    days = by_day(store.by_minute(name, None, dates[-1]) if dates else [], store.now())
    weakest = store.weakest(name, None, 1)
    practised = store.practised(name)
    found = {(drill, level): store.figures(name, drill, level) for drill, level, _ in practised}
    levels: list[LevelStanding] = [
        {"drill": drill, "level": level, "mastered": figures.mastered} for (drill, level), figures in found.items()
    ]
    highest = {drill: figures.last for (drill, _), figures in found.items()}
    line: MemberLine = {
        "trainee": name,
        "answered": sum(answered for _, _, answered in practised),
        "last_day": days[-1][0] if days else None,
        "drills": len(highest),
        "mastered": sum(one["mastered"] for one in levels),
        "right": Share(sum(share.count for share in highest.values()), sum(share.of for share in highest.values())).as_json(),
        "focus": _weak(weakest[0]) if weakest else None,
    }
    return line, levels


def by_day(minutes: Sequence[tuple[str, int, int]], now: datetime) -> list[tuple[str, Share]]:
    """Return what was answered day by day, in the zone that the clock knows; days without an answer are left out.

    Args:
        minutes: As `TrainingStore.by_minute` returns them.
        now: A time in the trainee's zone.
    """
    found: dict[str, tuple[int, int]] = {}
    for minute, answered, right in minutes:
        day = datetime.fromisoformat(minute).replace(tzinfo=UTC).astimezone(now.tzinfo).date().isoformat()
        before = found.get(day, (0, 0))
        found[day] = before[0] + right, before[1] + answered
    return [(day, Share(*found[day])) for day in sorted(found)]


def families(slips: dict[str, int]) -> list[tuple[str, int]]:
    """Return the families of findings, most frequent first, and how often each.

    >>> families({"coup/wrong-payout": 2, "burn/doubled": 3, "coup/wrong-result": 2})
    [('coup', 4), ('burn', 3)]
    """
    found: dict[str, int] = {}
    for code, times in slips.items():
        family = code.partition("/")[0]
        found[family] = found.get(family, 0) + times
    return sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))


def _drill(store: TrainingStore, trainee: str, drill: str, level: int, _: int) -> LevelFigures:
    found = store.figures(trainee, drill, level)
    return {
        **_plain(drill, level, found),
        "in_time": found.in_time,
        "first_ms": found.first_ms,
        "target_ms": found.target_ms,
        "mastered": found.mastered,
        "opens_next": found.opens_next,
        "missing": list(found.missing),
    }


def _marked(store: TrainingStore, trainee: str, drill: str, level: int, _: int) -> MarkedFigures:
    return _plain(drill, level, store.figures(trainee, drill, level, "marked"))


def _plain(drill: str, level: int, found: Figures) -> MarkedFigures:
    return {
        "drill": drill,
        "level": level,
        "answered": found.answered,
        "last": found.last.as_json(),
        "hits": None if found.hits is None else found.hits.as_json(),
        "false_alarms": None if found.false_alarms is None else found.false_alarms.as_json(),
        "streak": found.streak,
        "best_streak": found.best_streak,
        "trend": [share.as_json() for share in found.trend],
    }


def _weak(weak: Weak) -> WeakestCell:
    return {"drill": weak.drill, "cell": weak.cell, "last": weak.last.as_json(), "slow": weak.slow}
