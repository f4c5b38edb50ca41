"""The screen on the wall: jackpots and high hands in large print. It reads the journal and changes nothing."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from dealerkit.errors import JournalError
from dealerkit.jobs.journal.clock import now
from dealerkit.jobs.journal.places import JournalPlace
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.promotions import summary
from dealerkit.jobs.promotions.book import runs
from dealerkit.jobs.promotions.pages import Board, board
from dealerkit.web.people import ASK
from dealerkit.web.visit import Visit, get

EVERY: Final = 15
"""Seconds between two looks of the wall at the journal."""


def standing(where: JournalPlace, *, names: bool) -> tuple[list[Board], str]:
    """Return the boards of open promotions, as printed by `dealerkit jackpot status`, and an error message about the journal.

    Args:
        where: The journal's place.
        names: Whether players' names are shown.
    """
    try:
        with Journal.open(where) as journal:
            zone = journal.settings["zone"]
            summaries = [summary.status(run, now(zone)) for run in runs(journal).values() if run.policy is not None]
            shown = journal.named(summaries) if names else summaries
    except JournalError as error:
        return [], str(error)
    return [board(promotion, names=names) for promotion in shown if promotion["open"]], ""


def wall(visit: Visit) -> Response:
    """Show the promotions; with `?names=yes` players' names too, to users who may see them."""
    names = visit.query("names") == "yes" and visit.person.may("decide")
    boards, wrong = standing(visit.site.settings.journal_place, names=names)
    wrong = wrong.removeprefix(f"{visit.site.settings.journal_place}: ")  # everybody can read a wall
    if wrong and not visit.person.may("decide"):
        wrong = "The journal can't be read."
    template = "classroom/boards.html" if visit.part or visit.query("part") else "classroom/wall.html"
    return visit.page(template, boards=boards, wrong=wrong, every=EVERY, names=names)


ROUTES = [get("/wall", wall, name="wall", may=ASK)]
