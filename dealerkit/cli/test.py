"""`dealerkit test`: the cases that travel with rule sets and games."""

from __future__ import annotations

from pathlib import Path

import click

from dealerkit.cli.common import json_option, report, rules_option
from dealerkit.cli.progress_line import ProgressLine
from dealerkit.files.screen_text import count_of
from dealerkit.rules.data import seen_from_here


@click.command()
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path(path_type=Path))
@rules_option
@json_option
@click.pass_context
def test(ctx: click.Context, paths: tuple[Path, ...], rules: str | None, as_json: bool) -> None:
    """Run the cases of rule sets and games, and list the rules that no case tests.

    PATH is a file of cases, a house's file or folder with a folder `cases` beside or in it, or any folder with cases below it.
    Without PATH, all cases that come with dealerkit are run. --rules is for cases that name no rule set.

    \b
    dealerkit test
    dealerkit test houses/riverside
    """
    from dealerkit.jobs.cases import run_cases

    if not paths and ctx.get_parameter_source("rules") is click.core.ParameterSource.DEFAULT:
        rules = None  # the shipped cases ignore the default house
    with ProgressLine() as gauge:
        result = run_cases(
            paths, rules, lambda done, of, file: gauge.show(f"{done} of {count_of(of, 'case')}; {seen_from_here(file)}")
        )
    report(result, as_json, failed=bool(result.failed))
