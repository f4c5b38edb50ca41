"""The command of `dealerkit users` for the audit: audit."""

from __future__ import annotations

import click

from dealerkit.cli.common import echo_exactly, json_option, report
from dealerkit.cli.users import common


@click.command("audit")
@click.option("--who", default="", metavar="NAME", help="Only actions by NAME.")
@click.option(
    "--last", type=click.IntRange(1, 100_000), default=50, show_default=True, help="How many of the latest lines to show."
)
@click.option("--as", "form", type=click.Choice(["csv", "jsonl"]), help="Print the whole log: as CSV, or JSON lines.")
@json_option
@common.database_option
def audit_(who: str, last: int, form: str | None, as_json: bool, database: str) -> None:
    """Show who did what, when, from where and by which right, and whether the log is complete.

    Each line is sealed together with the one before, so that a changed, removed or moved line is found; the exit status is then
    1. Write the seal of the last line down somewhere else: it shows whether the end was cut off.

    \b
    dealerkit users audit --who "Ann Lee"
    dealerkit users audit --as csv > audit.csv
    """
    from dealerkit.web.users.reports import AuditReport

    with common.people(database) as people:
        if form:
            for row in people.trail.as_csv() if form == "csv" else people.trail.as_json_lines():
                echo_exactly(row)
            return
        checked = people.trail.check()
        lines_ = [line_.as_json() for line_ in reversed(people.trail.lines(who=who, most=last))]

    document = {"lines": lines_, "count": checked.lines, "seal": checked.seal, "wrong": checked.wrong}
    report(AuditReport(document), as_json, failed=bool(checked.wrong))
