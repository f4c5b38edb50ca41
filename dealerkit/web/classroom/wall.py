"""The wall: how the jackpot and the high hands stand, for a large screen. It reads the journal and changes nothing."""

from __future__ import annotations

from typing import Final, TypedDict

from markupsafe import Markup
from starlette.responses import Response

from dealerkit.errors import JournalError
from dealerkit.jobs.journal.clock import now
from dealerkit.jobs.journal.places import JournalPlace
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.promotions import summary
from dealerkit.jobs.promotions.book import runs
from dealerkit.sheets.drawings.cards import cards
from dealerkit.web.people import ASK
from dealerkit.web.visit import Visit, get

EVERY: Final = 15
"""Seconds after which the wall looks again."""
_WIDE: Final = 22


class BoardHolder(TypedDict):
    """Who holds a prize, as the wall shows it."""

    name: str
    cards: Markup
    where: str
    at: str
    pending: bool


class BoardOfPromotion(TypedDict):
    """A promotion as the wall shows it."""

    title: str
    house: str | None
    prize: str
    until: str
    holders: list[BoardHolder]
    now: str


def standing(where: JournalPlace, *, names: bool) -> tuple[list[BoardOfPromotion], str]:
    """Return the promotions that are open, as `dealerkit jackpot status` tells them, and what is wrong with the journal.

    Args:
        where: Where the journal lies.
        names: Whether players' names stand on the wall.
    """
    try:
        with Journal.open(where) as journal:
            zone = journal.settings["zone"]
            told = [summary.status(run, now(zone)) for run in runs(journal).values() if run.policy is not None]
            shown = journal.named(told) if names else told
    except JournalError as error:
        return [], str(error)
    return [_board(one, names=names) for one in shown if one["open"]], ""


def _board(one: summary.StatusSummary, *, names: bool) -> BoardOfPromotion:
    """Return what the wall shows of a promotion."""
    window = one["window"]
    found: BoardOfPromotion = {
        "title": one["title"],
        "house": one["house"],
        "prize": "",
        "until": "",
        "holders": [],
        "now": one["now"][11:16],
    }
    if window is None:
        found["until"] = f"the next window begins at {one['next'][11:16]}" if one["next"] else "no window is running"
        return found
    found["prize"] = window["prize"]
    begun = f"since {window['from'][:10]} {window['from'][11:16]}"
    found["until"] = (
        "won, and to be settled" if window["over"] else f"until {window['until'][11:16]}" if window["until"] else begun
    )
    found["holders"] = [_holder(claim, names=names) for claim in window["holders"]]
    return found


def _holder(claim: summary.ClaimSummary, *, names: bool) -> BoardHolder:
    where = [
        f"Table {claim['table']}" if claim["table"] else "",
        f"seat {claim['seat']}" if claim["seat"] else "",
        (claim["who"] or "") if names else "",
    ]
    drawn = cards(claim["cards"], width=_WIDE)
    return {
        "name": claim["name"].partition(" (")[0],  # the cards are drawn below it
        "cards": Markup(drawn.svg),  # noqa: S704 - drawn by us, its texts escaped
        "where": ", ".join(filter(None, where)),
        "at": claim["counted"][11:16],
        "pending": claim["verdict"] == "pending",
    }


def wall(visit: Visit) -> Response:
    """Show how it stands; with `?names=yes` the names of players too, to whoever may see them."""
    names = visit.query("names") == "yes" and visit.person.may("decide")
    boards, wrong = standing(visit.site.settings.journal_place, names=names)
    wrong = wrong.removeprefix(f"{visit.site.settings.journal_place}: ")  # a wall hangs where everybody reads it
    if wrong and not visit.person.may("decide"):
        wrong = "There is no journal that can be read."
    template = "classroom/boards.html" if visit.part or visit.query("part") else "classroom/wall.html"
    return visit.page(template, boards=boards, wrong=wrong, every=EVERY, names=names)


ROUTES = [get("/wall", wall, name="wall", may=ASK)]
