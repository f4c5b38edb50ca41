"""`dealerkit progress show`: a trainee, a class, and who has signed off a version, on the screen or as a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from dealerkit.cli.common import PAPER_ENDINGS, echo, force_option, json_option, show
from dealerkit.cli.training import open_store, per_cent, seconds, share
from dealerkit.files.screen_text import heading, line, table
from dealerkit.jobs.journal.clock import said_time
from dealerkit.training import progress
from dealerkit.training.cell_names import cell_title, slip_title, title_of
from dealerkit.training.progress import ClassProgress, DrillStanding, LevelFigures, ShareFigures, Signoffs, TraineeProgress
from dealerkit.training.signoff import Signoff, signoffs

BAR = 20
"""Columns of a bar that stands for all right."""


@click.command("show")
@click.argument("name", required=False)
@click.option("--drill", metavar="ID", help="Of one drill alone.")
@click.option("--class", "whole", is_flag=True, help="Everybody who is named, by name.")
@click.option(
    "--signoff", metavar="VERSION", help="Who has passed the drill of what changed since VERSION of the rules, and when."
)
@click.option(
    "--out", "--html", "page", metavar="FILE", type=click.Path(path_type=Path),
    help=f"Write it for paper or browser: {PAPER_ENDINGS}.",
)  # fmt: skip
@force_option
@json_option
def show_(
    name: str | None, drill: str | None, whole: bool, signoff: str | None, page: Path | None, force: bool, as_json: bool
) -> None:
    """Show how a trainee stands: right answers with their interval, times against the target, the one weakest cell.

    Without NAME it is whoever drilled without a name. An answer with help does not count as right, and what a person marked is
    in none of the figures: it stands by itself.
    """
    if (whole or signoff is not None) and (name is not None or drill is not None):
        msg = "--class and --signoff are of everybody: leave out NAME and --drill"
        raise click.UsageError(msg)
    if whole and signoff is not None:
        msg = "--class or --signoff, not both"
        raise click.UsageError(msg)
    document: TraineeProgress | ClassProgress | Signoffs
    with open_store() as store:
        if signoff is not None:
            template = "signoff"
            document = _signoffs(signoff, signoffs(store, signoff), store.now().isoformat(timespec="seconds"))
        elif whole:
            template, document = "class", progress.class_progress(store)
        else:
            who = progress.whose(store, name)
            template, document = "trainee", progress.progress(store, who, _known(drill))
    if page is not None:
        from dealerkit.cli.papers import write_document
        from dealerkit.training.report import report

        files = write_document(report(template, document, title_of, slip_title), page, private=True, force=force)
        if not as_json:
            echo(f"Wrote {' and '.join(map(str, files))}.")
            return
    show(document, as_json, _lines)


def _lines(document: TraineeProgress | ClassProgress | Signoffs) -> Iterator[str]:
    if "signoffs" in document:
        return _told_signoffs(document)
    return _told_class(document) if "trainees" in document else _told(document)


def _known(drill: str | None) -> str | None:
    """Return a drill's whole id where only its second part was said."""
    if drill is None or "/" in drill:
        return drill
    from dealerkit.training import drills

    return drills.drill(drill).id


def _signoffs(version: str, found: Sequence[Signoff], now: str) -> Signoffs:
    return {
        "version": version,
        "as_of": now,
        "signoffs": [
            {
                "trainee": one.trainee,
                "passed": one.passed or None,
                "right": one.right,
                "items": one.items,
                "rules": [{"name": name, "sha256": sha256} for name, sha256 in one.rules],
                "session": one.session,
            }
            for one in found
        ],
    }


# -- a trainee --------------------------------------------------------------------------------------------------------


def named(trainee: str) -> str:
    """Say a trainee's name."""
    return trainee or "nobody named"


def _told(document: TraineeProgress) -> Iterator[str]:
    yield heading(f"Progress of {named(document['trainee'])}")
    if not document["answered"] and not document["marked"]:
        yield line("nothing was answered yet")
        yield line("dealerkit drill", 2, "> ")
        return
    yield table(_facts(document))
    for one in document["drills"]:
        yield ""
        yield from _level(one)
    if document["days"]:
        yield ""
        yield heading("Day by day")
        yield table(
            [(one["day"], one["right"]["of"], f"{per_cent(one['right']):>3} %", _bar(one["right"])) for one in document["days"]],
            header=("day", "items", "right", ""),
        )
    if document["slips"]:
        yield ""
        yield heading("What wrong answers would have been at a table")
        yield table([(f"{one['times']} x", slip_title(one["code"])) for one in document["slips"][:10]])
        yield line("the most in " + ", ".join(f"{one['family']} ({one['times']})" for one in document["families"]))
        yield line(f"dealerkit explain {document['slips'][0]['code']}", 2, "> ")
    if document["marked"]:
        yield ""
        yield heading("Marked by a person, in none of the figures above")
        yield table(
            [
                (_title(one), f"{one['answered']} mark{'s' * (one['answered'] != 1)}", f"lately {share(one['last'])}")
                for one in document["marked"]
            ]
        )


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
        yield "due", f"{due['cells']}; {due['today']} of them fit into today's ten minutes"


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


def _bar(right: ShareFigures) -> str:
    return "#" * (BAR * int(right["count"]) // int(right["of"]))


# -- a class ----------------------------------------------------------------------------------------------------------


def _told_class(document: ClassProgress) -> Iterator[str]:
    yield heading("Progress of the class")
    if not document["trainees"]:
        yield line("nobody is named; `dealerkit progress` shows what was answered without a name")
        return
    yield table(
        [
            (
                one["trainee"], f"{one['answered']:,}", one["last_day"] or "-", one["mastered"], share(one["right"]),
                cell_title(one["focus"]["cell"]) if one["focus"] else "-",
            )
            for one in document["trainees"]
        ],
        header=("trainee", "items", "last", "mastered", "right lately", "weakest"),
    )  # fmt: skip
    if document["drills"]:
        yield ""
        yield heading("Drill by drill")
        yield table(
            [
                (_title(one), f"{len(one['mastered'])} of {len(one['practised'])}", ", ".join(_not_yet(one)))
                for one in document["drills"]
            ],
            header=("drill", "mastered", "not yet"),
        )
    if document["slips"]:
        yield ""
        yield heading("What wrong answers would have been at a table")
        yield table([(f"{one['times']} x", slip_title(one["code"])) for one in document["slips"][:10]])


def _not_yet(one: DrillStanding) -> list[str]:
    return [name for name in one["practised"] if name not in one["mastered"]]


# -- a version --------------------------------------------------------------------------------------------------------


def _told_signoffs(document: Signoffs) -> Iterator[str]:
    yield heading(f"What changed since {document['version']}: who has passed")
    if not document["signoffs"]:
        yield line("nobody has begun the drill of its changes")
        yield line(f"dealerkit drill --since {document['version']}", 2, "> ")
        return
    for one in document["signoffs"]:
        rules = ", ".join(f"{rules['name']} {rules['sha256'][:16]}" for rules in one["rules"])
        if one["passed"]:
            yield line(f"{named(one['trainee'])}: passed on {said_time(one['passed'])}, {one['items']} items; {rules}", 2, "ok  ")
        else:
            yield line(f"{named(one['trainee'])}: not yet, {one['right']} of {one['items']} items right; {rules}", 2, "! ")
