"""Reports of `dealerkit progress`: how a trainee or a class stands, who has signed off a version, answers taken in or removed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dealerkit.files.reports import Data, DataReport
from dealerkit.files.screen_text import heading, line, table
from dealerkit.jobs.journal.clock import said_time
from dealerkit.training.cell_names import cell_title, slip_title, title_of
from dealerkit.training.drills import practice_day
from dealerkit.training.figures import ShareFigures, seconds, share
from dealerkit.training.progress import ClassProgress, DrillStanding, LevelFigures, Signoffs, SlipTimes, TraineeProgress

BAR = 20
"""Columns of a bar that stands for all right."""


class TraineeReport(DataReport[TraineeProgress]):
    """How a trainee stands: right answers with their interval, times against the target, the weakest cell."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        yield heading(f"Progress of {named(self.data['trainee'])}")
        if not self.data["answered"] and not self.data["marked"]:
            yield line("nothing was answered yet")
            yield line("dealerkit drill", 2, "> ")
            return
        yield table(_facts(self.data))
        for one in self.data["drills"]:
            yield ""
            yield from _level(one)
        if self.data["days"]:
            yield ""
            yield heading("Day by day")
            yield table(
                [
                    (one["day"], one["right"]["of"], f"{per_cent(one['right']):>3} %", _bar(one["right"]))
                    for one in self.data["days"]
                ],
                header=("day", "items", "right", ""),
            )
        yield from _slips(self.data["slips"])
        if self.data["slips"]:
            yield line("the most in " + ", ".join(f"{one['family']} ({one['times']})" for one in self.data["families"]))
            yield line(f"dealerkit explain {self.data['slips'][0]['code']}", 2, "> ")
        if self.data["marked"]:
            yield ""
            yield heading("Marked by a person, in none of the figures above")
            yield table(
                [
                    (_title(one), f"{one['answered']} mark{'s' * (one['answered'] != 1)}", f"lately {share(one['last'])}")
                    for one in self.data["marked"]
                ]
            )


class ClassReport(DataReport[ClassProgress]):
    """How everybody who is named stands, and the class drill by drill."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        yield heading("Progress of the class")
        if not self.data["trainees"]:
            yield line("nobody is named; `dealerkit progress` shows what was answered without a name")
            return
        yield table(
            [
                (
                    one["trainee"], f"{one['answered']:,}", one["last_day"] or "-", one["mastered"], share(one["right"]),
                    cell_title(one["focus"]["cell"]) if one["focus"] else "-",
                )
                for one in self.data["trainees"]
            ],
            header=("trainee", "items", "last", "mastered", "right lately", "weakest"),
        )  # fmt: skip
        if self.data["drills"]:
            yield ""
            yield heading("Drill by drill")
            yield table(
                [
                    (_title(one), f"{len(one['mastered'])} of {len(one['practised'])}", ", ".join(_not_yet(one)))
                    for one in self.data["drills"]
                ],
                header=("drill", "mastered", "not yet"),
            )
        yield from _slips(self.data["slips"])


class SignoffReport(DataReport[Signoffs]):
    """Who has passed the drill of what changed since a version of the rules."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        yield heading(f"What changed since {self.data['version']}: who has passed")
        if not self.data["signoffs"]:
            yield line("nobody has begun the drill of its changes")
            yield line(f"dealerkit drill --since {self.data['version']}", 2, "> ")
            return
        for one in self.data["signoffs"]:
            rules = ", ".join(f"{rules['name']} {rules['sha256'][:16]}" for rules in one["rules"])
            if one["passed"]:
                yield line(
                    f"{named(one['trainee'])}: passed on {said_time(one['passed'])}, {one['items']} items; {rules}", 2, "ok  "
                )
            else:
                yield line(f"{named(one['trainee'])}: not yet, {one['right']} of {one['items']} items right; {rules}", 2, "! ")


class TakenIn(DataReport[Data]):
    """The answers that were taken in from a file."""

    def lines(self) -> Iterator[str]:
        """Yield it as a line."""
        yield line(f"{self.data['file']}: {self.data['answers']:,} answers, {self.data['new']:,} of them new.", 0)


class ForgottenTrainee(DataReport[Data]):
    """A trainee who was removed for good, and where the name may still stand."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        answers, sessions = (
            f"{self.data[what]:,} {what[: -1 if self.data[what] == 1 else None]}" for what in ("answers", "sessions")
        )
        yield line(f"Removed for good: {answers} in {sessions}, and the name.", 0)
        if self.data["mentions"]:
            yield line(f"the name still stands in {self.data['mentions']} labels or answers of others", 2, "! ")
        yield from (
            line(f"{one} is damaged and was set aside; whoever is in it is still in it", 2, "! ") for one in self.data["damaged"]
        )
        yield line("Exports, backups and printed reports are not in the file: see to them yourself.", 0)


def per_cent(said: ShareFigures) -> int:
    """Return a share in whole per cent."""
    return round(100 * said["count"] / said["of"]) if said["of"] else 0


def named(trainee: str) -> str:
    """Say a trainee's name."""
    return trainee or "nobody named"


def _facts(document: TraineeProgress) -> Iterator[tuple[str, str]]:
    if document["answered"]:
        sittings = f"{document['sessions']} sitting{'s' * (document['sessions'] != 1)}"
        yield "answered", f"{document['answered']:,} items in {sittings}, since {document['begun']}"
    focus = document["focus"]
    if focus:
        slow = f", {focus['slow']} of them slow" if focus["slow"] else ""
        last = focus["last"]
        cell, of = cell_title(focus["cell"]), title_of(focus["drill"])
        yield "in focus", f"{cell}: {last['count']} of the last {last['of']} right{slow} ({of})"
    due = document["due"]
    if due["cells"]:
        fit = "fits" if due["today"] == 1 else "fit"
        yield "due", f"{due['cells']}; {due['today']} of them {fit} into today's {practice_day().minutes} minutes"


def _title(one: Mapping[str, object]) -> str:
    return f"{title_of(one['drill'])}, level {one['level']}"


def _level(one: LevelFigures) -> Iterator[str]:
    yield heading(_title(one))
    yield table(list(_rows(one)))
    if one["mastered"]:
        yield line("mastered", 2, "ok  ")
    else:
        opened = "the next level is open; " if one["opens_next"] else ""
        yield line(f"{opened}for mastery: {', '.join(one['missing'])}", 2, "> ")


def _rows(one: LevelFigures) -> Iterator[tuple[str, str]]:
    last = one["last"]
    yield "right", f"{last['count']} of the last {last['of']} ({last['low']} to {last['high']} %)"
    if one["first_ms"] is not None:
        target = f", target {seconds(one['target_ms'])}" if one["target_ms"] is not None else ""
        yield "time", f"median {seconds(one['first_ms'])}{target}"
    if one["hits"] is not None and one["false_alarms"] is not None:
        yield "slips found", share(one["hits"])
        yield "false alarms", f"{share(one['false_alarms'])}, where nothing was wrong"
    yield "in a row", f"{one['streak']}, longest {one['best_streak']}"
    if len(one["trend"]) > 1:
        yield "by thirties", f"{' '.join(str(per_cent(part)) for part in one['trend'])} % right, oldest first"


def _slips(found: Sequence[SlipTimes]) -> Iterator[str]:
    if found:
        yield ""
        yield heading("What wrong answers would have been at a table")
        yield table([(f"{one['times']} x", slip_title(one["code"])) for one in found[:10]])


def _bar(right: ShareFigures) -> str:
    return "#" * (BAR * int(right["count"]) // int(right["of"]))


def _not_yet(one: DrillStanding) -> list[str]:
    return [name for name in one["practised"] if name not in one["mastered"]]
