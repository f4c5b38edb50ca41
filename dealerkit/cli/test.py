"""`dealerkit test`: the cases that travel with rule sets and games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dealerkit.cli.common import heading, json_option, line, rules_option, show
from dealerkit.cli.progress_line import ProgressLine
from dealerkit.rules.data import seen_from_here

if TYPE_CHECKING:
    from dealerkit.jobs.cases import CaseReport


@click.command()
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path(path_type=Path))
@rules_option
@json_option
@click.pass_context
def test(ctx: click.Context, paths: tuple[Path, ...], rules: str | None, as_json: bool) -> None:
    """Run the cases of rule sets and games, and say which rules no case reaches.

    PATH is a file of cases, a house's file or folder with a folder `cases` beside or in it, or any folder with cases
    below it. Without a PATH everything that comes with dealerkit is run. --rules is for cases that name no rule set.

    \b
    dealerkit test
    dealerkit test houses/riverside
    """
    from dealerkit.jobs.cases import run_cases

    if not paths and ctx.get_parameter_source("rules") is click.core.ParameterSource.DEFAULT:
        rules = None  # the shipped cases stand as they are, whatever house is at home here
    with ProgressLine() as gauge:
        report = run_cases(paths, rules, lambda done, of, file: gauge.show(f"{done} of {of} cases; {seen_from_here(file)}"))
    show(report.as_json() if as_json else report, as_json, lambda _: _lines(report))
    if report.failed:
        raise click.exceptions.Exit(1)


def _lines(report: CaseReport) -> Iterator[str]:
    for result in report.results:
        if not result.ok:
            yield line(f"{result.file}:{result.line}: {result.name}", 2, "! ")
            for why in result.why.split("; "):
                yield line(why, 4)
    if not report.results:
        yield "No cases are here."
    elif report.failed:
        yield heading(f"{report.failed} of {len(report.results)} cases did not come out as they say.")
    else:
        yield heading(
            "The case came out as it says." if report.passed == 1 else f"All {report.passed} cases came out as they say."
        )
    if report.uncovered:
        yield ""
        yield f"No case reaches {len(report.uncovered)} {'rule' if len(report.uncovered) == 1 else 'rules'}:"
        yield line(", ".join(report.uncovered), 2)
