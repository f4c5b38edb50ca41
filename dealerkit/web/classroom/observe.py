"""Watching a dealer at real cards on a phone or tablet, with the same slips, figures and sheet as `dealerkit observe`."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import attrs
from starlette.responses import Response

from dealerkit.errors import DealerkitError
from dealerkit.rules.games import Game, games
from dealerkit.rules.games import game as load
from dealerkit.sheets.formats import render
from dealerkit.training.drills import looked_at
from dealerkit.training.reports.observation import ObservedHands
from dealerkit.training.store import TrainingStore
from dealerkit.training.walk.norms import offered, pace_of
from dealerkit.training.watching import commonest, keep_hands, told
from dealerkit.web.classroom import watchings
from dealerkit.web.classroom.watchings import Watching
from dealerkit.web.house.sets import rules_for
from dealerkit.web.local_time import when
from dealerkit.web.names import name_of
from dealerkit.web.pages import fragment
from dealerkit.web.refusals import Refused
from dealerkit.web.visit import Visit, get, post

PAPER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src 'self' data:; frame-ancestors 'none'"
"""Content policy of a paper, which contains its styles and loads nothing, least of all scripts."""
_keeping = threading.Lock()


def now() -> datetime:
    """Return the time, with the zone of this machine."""
    return datetime.now().astimezone()


def choices() -> Iterator[tuple[str, list[Game]]]:
    """Yield the games to choose from: the most frequently dealt ones, then the others by family."""
    first = list(offered().values())
    every = [load(name) for name in games()]
    yield "Dealt most", [load(name) for name in first if name in games()]
    for family in dict.fromkeys(drill_.family for drill_ in every):
        rest = [drill_ for drill_ in every if drill_.family == family and drill_.id not in first]
        if rest:
            yield family.capitalize(), rest


def paper(visit: Visit, document: Any, name: str) -> Response:
    """Return a document to be printed, as the address asks: a page, or a PDF.

    Args:
        visit: The visit; its field `form` is `html` or `pdf`.
        document: The document.
        name: The file name.

    Raises:
        Refused: If another format is asked for than html or pdf (404).
    """
    form = visit.query("form", "html")
    if form not in ("html", "pdf"):
        raise Refused(404, "choose html or pdf for the paper")
    (file,) = render(document, form)
    headers = {"Content-Security-Policy": PAPER_POLICY}
    if form == "pdf":
        headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return Response(file, media_type="application/pdf" if form == "pdf" else "text/html", headers=headers)


# -- views ------------------------------------------------------------------------------------------------------------


def index(visit: Visit, status: int = 200, wrong: str = "") -> Response:
    """Show the form for watching a dealer at real cards, and the dealers watched lately."""
    lately = [
        {"id": row.id, "title": _title(row.game), "trainee": row.trainee, "at": when(row.made), "open": row.seconds is None}
        for row in watchings.of(visit.site.store, visit.person)
    ]
    chosen = visit.field("game") or visit.query("game") or visit.site.settings.game
    return visit.page(
        "classroom/watch.html",
        status,
        choices=list(choices()),
        chosen=chosen,
        trainee=visit.field("trainee") or visit.query("trainee"),
        by=visit.field("by") or visit.person.name,
        wrong=wrong,
        lately=lately,
    )


def _title(game: str) -> str:
    try:
        return load(game).title
    except DealerkitError:
        return game  # an earlier game that no longer exists


def begun(visit: Visit) -> Response:
    """Begin to watch a dealer, from the form's game and names."""
    game = visit.field("game")
    if game not in games():
        return index(visit, 422, "Choose the game.")
    rules = rules_for(visit.site.settings, game)
    game_ = load(game, rules or None)
    name = watchings.begin(
        visit.site.store, visit.person, game_, rules, name_of(visit.field("trainee")), name_of(visit.field("by"))
    )
    return visit.go("class.observe.marking", id=name)


def marking(visit: Visit) -> Response:
    """Show the buttons with which an observer marks slips and hands; after the end, the report."""
    watching = watchings.find(visit.site.store, visit.path("id"), visit.person)
    if watching.seconds is not None:
        return _ended(visit, watching)
    known = watching.known
    first = commonest(watching.game, known)
    rest = [slip for code, slip in known.items() if slip not in first]
    usual = pace_of(watching.game)
    state = {
        "id": watching.id,
        "url": visit.url("class.observe.marks", id=watching.id),
        "elapsed": max(0.0, time.time() - watching.made),
        "marks": [attrs.asdict(mark) for mark in watching.all],
        "keys": watching.keys,
        "titles": {code: slip.title for code, slip in known.items()},
        "usual": None if usual is None else [usual.slow, usual.fast],
    }
    return visit.page(
        "classroom/observe.html",
        it=watching,
        first=first,
        rest=sorted(rest, key=lambda slip: slip.title.casefold()),
        state=state,
        usual=usual,
        looked_at=looked_at((watching.game.family,)),
        keys="abcdefghijklmnoprstuvwxyz",
    )


def marked(visit: Visit) -> Response:
    """Store the marks that the page sends, in order, each once.

    Raises:
        Refused: If the page sent no list of marks (422).
    """
    watching = watchings.find(visit.site.store, visit.path("id"), visit.person)
    sent = visit.json().get("marks")
    if not isinstance(sent, list) or not all(isinstance(mark, dict) for mark in sent):
        raise Refused(422, "the marks can't be read; load the page again")
    kept = watchings.add(visit.site.store, watching, sent)
    return visit.answer({"kept": kept, "keys": [mark["key"] for mark in sent]})


def ended(visit: Visit) -> Response:
    """End the observation of a dealer: store grades (1 to 5) and notes, and save the result in the training file."""
    watching = watchings.find(visit.site.store, visit.path("id"), visit.person)
    marks = {}
    for number, what in enumerate(looked_at((watching.game.family,))):
        given = visit.field(f"mark-{number}")
        if given in ("1", "2", "3", "4", "5"):
            marks[what] = int(given)
    watchings.end(visit.site.store, watching, _seconds(visit.field("seconds"), watching), marks, visit.field("notes").strip())
    return visit.go("class.observe.marking", id=watching.id)


def _seconds(typed: str, watching: Watching) -> float:
    """Return the time of the end on the page's clock: not before the last mark, and not later than is possible."""
    last = watching.all[-1].at if watching.all else 0.0
    try:
        seconds = float(typed)
    except ValueError:
        return last
    return min(max(seconds, last), watchings.LONGEST) if math.isfinite(seconds) else last


def _ended(visit: Visit, watching: Watching) -> Response:
    kept = _kept(visit, watching)
    shown = fragment(_observed(watching).document(paper=False))
    return visit.page("classroom/observed.html", it=watching, told=shown, usual=pace_of(watching.game), lost=kept)


def _observed(watching: Watching) -> ObservedHands:
    """Return the report of a watching, as `dealerkit observe` prints it."""
    seen = told(watching.game, watching.trainee, watching.by, watching.seen(), watching.known, watching.marks)
    date = datetime.fromtimestamp(watching.made).astimezone().date().isoformat()
    return ObservedHands(seen, watching.game, watching.known, date, watching.notes)


def _kept(visit: Visit, watching: Watching) -> str:
    """Save a watching in the training file, once; return the error message if that fails, else empty."""
    with _keeping:
        watching = watchings.find(visit.site.store, watching.id, visit.person)
        what = watching.seen()
        if watching.kept or not what.times:
            return ""
        try:
            with TrainingStore.open(now=now) as store:
                session = keep_hands(store, watching.game, watching.trainee, what)
        except DealerkitError as error:
            return str(error)
        watchings.keep(visit.site.store, watching, session)
    return ""


def sheet(visit: Visit) -> Response:
    """Return the report sheet that dealer and observer sign.

    Raises:
        Refused: If the observation has not ended (409).
    """
    watching = watchings.find(visit.site.store, visit.path("id"), visit.person)
    if watching.seconds is None:
        raise Refused(409, "the session is still running; end it, then print the sheet")
    observed_ = _observed(watching)
    return paper(visit, observed_.document(), f"observed-{observed_.date}")


ROUTES = [
    get("/class/observe", index, name="class.observe", may="teach"),
    post("/class/observe", begun, name="class.observe.begin", may="teach"),
    get("/class/observe/{id}", marking, name="class.observe.marking", may="teach"),
    post("/class/observe/{id}/marks", marked, name="class.observe.marks", may="teach", audited=False),
    post("/class/observe/{id}/end", ended, name="class.observe.end", may="teach"),
    get("/class/observe/{id}/sheet", sheet, name="class.observe.sheet", may="teach"),
]
