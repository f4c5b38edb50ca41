"""The commands of `dealerkit jackpot` that run a promotion: list, open, status, close."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import click

from dealerkit.cli.common import force_option, json_option, misused, note, report
from dealerkit.cli.jackpot import common
from dealerkit.cli.journal.common import by_option, names_option
from dealerkit.cli.journal_place import journal_option
from dealerkit.errors import DealerkitError
from dealerkit.jobs.journal.clock import now
from dealerkit.jobs.journal.places import JournalPlace
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.promotions import summary
from dealerkit.jobs.promotions.book import page, runs
from dealerkit.jobs.promotions.files import find_policy, policies
from dealerkit.jobs.promotions.lint import lint_policy
from dealerkit.jobs.promotions.policy import policy
from dealerkit.jobs.promotions.reports import ClosedWindows, OpenedPromotion, PolicyList, PromotionStatus
from dealerkit.rules.data import seen_from_here
from dealerkit.rules.texts import text


@click.command("list")
@json_option
def list_(as_json: bool) -> None:
    """List the policies that can be opened by name.

    These policies come with dealerkit, or are in the folder that DEALERKIT_PROMOTIONS names. Any other policy is opened by its
    path.
    """
    rows = []
    for name, path in policies().items():
        title = kind = gist = wrong = ""
        try:
            policy_ = policy(path)
            title, kind, gist = policy_.title, policy_.kind, text(policy_.doc.data.get("summary"))
        except DealerkitError as error:
            wrong = str(error)
        file = seen_from_here(str(path))
        rows.append({"policy": name, "title": title, "kind": kind, "summary": gist, "file": file, "wrong": wrong})

    report(PolicyList({"policies": rows}), as_json)


@click.command("open")
@click.argument("selector", metavar="POLICY")
@by_option
@journal_option
@json_option
def open_(selector: str, by: str, where: JournalPlace | None, as_json: bool) -> None:
    """Open a promotion under a POLICY: a name of `jackpot list`, or the path of your own file.

    The policy is saved in the journal as it is now. Points that it leaves open are listed; the floor decides those.
    """
    path = find_policy(selector)
    policy_ = policy(path)
    left_open = list(lint_policy(path))
    with Journal.begin(where, new=False) as journal:
        with page(journal, policy_.name) as here:
            here.acts.open(policy_, here.keep(policy_), journal.settings["zone"], here.by(by))
        document = {"journal": str(journal.path), **journal.named(summary.status(here.run, here.acts.now))}
    document["left_open"] = [problem.message for problem in left_open]
    report(OpenedPromotion(document), as_json)


@click.command("status")
@click.argument("name", required=False, metavar="[PROMOTION]")
@click.option("--wall", "wall", type=click.Path(path_type=Path), metavar="FILE", help="Write a page for a screen on the wall.")
@force_option
@click.option("--every", type=click.IntRange(1, 3600), metavar="SECONDS", help="Rewrite the page this often, until Ctrl-C.")
@click.option("--names", is_flag=True, help="Show players' names on the page, not only table and seat.")
@names_option
@journal_option
@json_option
def status_(
    name: str | None,
    wall: Path | None,
    force: bool,
    every: int | None,
    names: bool,
    pseudonyms: bool,
    where: JournalPlace | None,
    as_json: bool,
) -> None:
    """Show the state of a promotion: the window, the prize, its holders, waiting claims, unpaid awards.

    With --wall you get a page for a screen, which refreshes itself.

    \b
    dealerkit jackpot status --wall board.html --every 10
    """
    if every is not None and wall is None:
        misused("--every needs --wall")
    while True:
        with Journal.open(where) as journal:
            runs_ = runs(journal) if name is None else {name: common.find_run(journal, name)}
            zone = journal.settings["zone"]
            statuses = [summary.status(run, now(zone)) for run in runs_.values() if run.policy is not None]
            shown = statuses if pseudonyms else journal.named(statuses)
            document = {"journal": str(journal.path), "promotions": shown}
        if wall is not None:
            _write_wall(wall, shown, names=names, every=every, force=force)
        if every is None:
            break
        time.sleep(every)
    if wall is not None:
        note(f"Wrote {wall}.")
    report(PromotionStatus(document), as_json)


def _write_wall(path: Path, promotions: Sequence[summary.Summary], *, names: bool, every: int | None, force: bool) -> None:
    from dealerkit.cli.papers import write_document
    from dealerkit.jobs.promotions.pages import wall_page

    write_document(wall_page(promotions, names=names, every=every or 10), path, force=force)


@click.command("close")
@click.argument("name", metavar="PROMOTION")
@click.option("--end", is_flag=True, help="End the promotion: the current window ends now.")
@click.option(
    "--award", "chosen", metavar="CLAIM", type=click.IntRange(1), multiple=True,
    help="Award the first finished window to a claim, if the policy leaves it open or it is not verified; needs --reason.",
)  # fmt: skip
@click.option(
    "--rest", type=click.Choice(("house", "players")),
    help="With --end: who gets the rest of the fund and reserve. Default: it stays for the next opening. Needs --reason.",
)  # fmt: skip
@click.option("--reason", metavar="TEXT", default="", help="Why.")
@by_option
@journal_option
@json_option
def close_(
    name: str,
    end: bool,
    chosen: tuple[int, ...],
    rest: str | None,
    reason: str,
    by: str,
    where: JournalPlace | None,
    as_json: bool,
) -> None:
    """Settle every finished time window, in order, and name the winners.

    A night without a fixed end ends now. A window can't be settled while its holder is not verified, or while something happened
    in it that the policy does not decide; later windows wait for it. Exit status 1 if a window can't be settled.
    """
    if end and chosen:
        misused("settle the window with --award first, then end the promotion with --end")
    if rest and not end:
        misused("--rest needs --end: it names who gets the rest when the promotion ends")
    with Journal.open(where, write=True) as journal:
        with common.page_of(journal, name) as here:
            if end:
                done, stuck = here.acts.end(here.by(by), rest or "", reason)
            else:
                by_hand = here.run.policy is not None and here.run.policy.kind == "until_closed"
                done, stuck = here.acts.settle(end=by_hand, chosen=chosen, why=reason, by=here.by(by))
        settled = [summary.settled(here.run, event) for event in done if event.what == "settled"]
        awards = [summary.award(here.run, here.run.awards[number]) for settlement in settled for number in settlement["awards"]]
        waits = [summary.decision(here.run, decision_, 0) for decision_ in stuck]
        document = {
            "promotion": name, "ended": not here.run.open, "settled": settled, "awards": awards,
            "waits": waits[0] if waits else None, "accounts": summary.accounts(here.run.in_force, here.run.fund.accounts),
        }  # fmt: skip
        document = journal.named(document)
    report(ClosedWindows(document), as_json, failed=bool(waits))
