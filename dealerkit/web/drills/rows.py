"""Fixed sequences of exercises: slips to practise again, questions whose answers changed with the rules, and a card room's own
incidents from files.

Only the exercises made from a file are saved, and they contain no names.
"""

from __future__ import annotations

import itertools
import json
import random
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath
from typing import Final

import attrs
from starlette.responses import Response

from dealerkit.errors import DealerkitError, RecordError
from dealerkit.files.plain_data import as_plain
from dealerkit.files.printable import printable
from dealerkit.hands.compression import is_compressed
from dealerkit.rules.files import is_path
from dealerkit.rules.games import games
from dealerkit.training import incidents
from dealerkit.training.changes import NOTHING_CHANGED, changed_items
from dealerkit.training.drills import drill
from dealerkit.training.generators import Setting
from dealerkit.training.help_modes import AT_ONCE, MODES
from dealerkit.training.items import Item
from dealerkit.training.refresher import Refresher, RefresherBounds, is_findings, refresher
from dealerkit.training.signoff import label_since
from dealerkit.training.walk_results import MOST_AGAIN, MOST_DUE, SLIPS, again, come_back
from dealerkit.web.drills.pages import (
    LENGTHS,
    SEEDS,
    drill_page,
    known_drill,
    mode_asked,
    row_begun,
    rules_asked,
    set_asked,
    whole_number,
)
from dealerkit.web.house.sets import copies_kept, selector, sets_known, title_of, titled_sets
from dealerkit.web.kept_walks import seed_of
from dealerkit.web.people import CHECK, PRACTISE
from dealerkit.web.refusals import Refused
from dealerkit.web.sitting_plans import PlannedExercise, PlannedSetting, SittingPlan
from dealerkit.web.sittings import training
from dealerkit.web.tables import NOTHING_TOLD
from dealerkit.web.trainees import trainee_of
from dealerkit.web.visit import Visit, get, post

MOST_BYTES: Final = 1_000_000
"""Most bytes of a room's files together, because every hand in them is judged during the request."""
MOST_HANDS: Final = 300
"""Most hands that are read from a file."""
MOST_ROWS: Final = 100
"""Most exercises in a sequence."""
_LARGEST_ITEM: Final = 20_000
_LONGEST_SEED: Final = 200
_LONGEST_NAME: Final = 60
_WAITS: Final = 20.0
_reading: Final = threading.BoundedSemaphore(2)
"""Number of requests that may read a room's files at the same time; others wait."""


# -- the slips of a table -----------------------------------------------------------------------------------------------


def slips(visit: Visit) -> Response:
    """Begin to practise the slips of a table: the table just before each, with the question "what does the dealer do now?".

    Raises:
        Refused: If the slips may not be shown yet, or none of them can be asked as one step (403, 422).
    """
    live = visit.site.tables.find(visit.field("table")[:64], visit.person, deals=True)
    over = live.handed_in or (live.plan.mode != "exam" and not live.task.exam and not live.task.practice)
    if not (over and live.tells(visit.person)):
        raise Refused(403, NOTHING_TOLD)
    act = whole_number(visit.field("act"), "act", 0)
    trainee = trainee_of(visit)
    with live.lock:
        session, seed = live.session, seed_of(live)
        codes = {finding.code for finding in session.findings()}
        items = list(itertools.islice(again(session, act), MOST_AGAIN))
        if not act:
            with training() as store:
                due = [cell.cell for cell in store.today(trainee, SLIPS) if cell.cell not in codes]
            items += come_back(session, due[:MOST_DUE], seed)
        game = session.table.game
    if not items:
        missing = "that slip can't" if act else "none of these slips can"
        raise Refused(422, f"{missing} be asked again as one step; go back and deal from there")
    room = drill(incidents.DRILL)
    where = PlannedSetting.of(Setting(room, room.level(incidents.LEVEL), game))
    rows = tuple(PlannedExercise(where, attrs.evolve(item, seed=f"{seed}/again/{item.seed}"[:_LONGEST_SEED])) for item in items)
    title = f"{game.title}: your slips again" if not act else f"{game.title}: your slip again"
    plan = SittingPlan(
        SLIPS, 1, seed=seed, trainee=trainee, adaptive=False, climbs=False, title=title, rows=rows, table=live.id
    )  # fmt: skip
    return row_begun(visit, plan)


# -- changes of rules --------------------------------------------------------------------------------------------------


def changes(visit: Visit) -> Response:
    """Begin the questions of a drill whose right answers differ from those under an earlier rule set, like `dealerkit drill ID
    --since`.

    Raises:
        Refused: If there is no such drill, or no such rule set (404, 422).
    """
    drill_, key = known_drill(visit.field("drill")), visit.field("since")
    if key not in sets_known(visit.site.settings):
        raise Refused(422, "there is no such rule set here; choose the earlier one")
    rules, since = rules_asked(visit, drill_), selector(key)
    try:
        items = list(changed_items([drill_.id], rules or None, since))
    except DealerkitError as error:
        return drill_page(visit, drill_, str(error))
    if not items:
        return drill_page(visit, drill_, NOTHING_CHANGED.format(since=title_of(key)), field="since")
    plan = SittingPlan(
        drill_.id,
        items[0][1].level,
        trainee=trainee_of(visit),
        adaptive=False,
        climbs=False,
        title=f"{drill_.title}: what has changed since {title_of(key)}",
        rows=tuple(_planned(items)),
        until_right=True,
        label=label_since(Path(since).stem if is_path(since) else since),
    )
    return row_begun(visit, plan)


# -- a room's own files -------------------------------------------------------------------------------------------------


def room(visit: Visit) -> Response:
    """Show the form for a drill on a card room's own incidents."""
    return _form(visit)


def _form(visit: Visit, problems: Sequence[str] = ()) -> Response:
    names = ("items", "order", "mode", "clock", "rules", "opened")
    opened = [(identifier, name) for identifier, name, _ in visit.site.files.of(visit.person)] if visit.person.may(CHECK) else []
    return visit.page(
        "drills/room_files.html",
        422 if problems else 200,
        problems=[problem.rstrip(".") for problem in problems],
        chosen={name: visit.field(name) for name in names},
        opened=opened,
        rule_sets=titled_sets(visit.site.settings),
        lengths=LENGTHS,
        modes=MODES,
        most=MOST_BYTES // 1_000_000,
        most_hands=MOST_HANDS,
        most_rows=MOST_ROWS,
        journals=visit.person.may(CHECK),
    )


def begin(visit: Visit) -> Response:
    """Begin a drill on a card room's own incidents, from uploaded files or one opened before.

    A problem of a file is shown at its field, with file, line and column; the other choices are preserved.

    Raises:
        Refused: If a choice is not offered (422), or too many files are being read (503).
    """
    mode, rules = mode_asked(visit, "guided"), set_asked(visit)
    count = whole_number(visit.field("items"), "number of exercises", 0)
    sent = _sent(visit)
    if not sent:
        return _form(visit, ["choose a file first: a record, hands in PHH, or the output of `check --json`"])
    try:
        refresher_ = _refresher_of(visit, sent, rules or None)
    except RecordError as error:
        return _form(visit, [_message(error)])
    except Refused:
        raise
    except DealerkitError as error:
        return _form(visit, [str(error)])
    rows = [(where, item) for where, item in refresher_.asked if len(json.dumps(as_plain(item))) <= _LARGEST_ITEM]
    if not rows:
        return _form(visit, [refresher_.nothing, *refresher_.left_out[:10]])
    if visit.field("order") == "mixed":
        random.shuffle(rows)
    plan = SittingPlan(
        rows[0][1].drill,
        rows[0][1].level,
        seed=str(random.randrange(SEEDS)),
        mode=mode,
        trainee=trainee_of(visit),
        clocked=visit.field("clock", "on") != "off",
        adaptive=False,
        climbs=False,
        title=f"The room's own {refresher_.kind}",
        rows=tuple(_planned(rows[: min(count or MOST_ROWS, MOST_ROWS)])),
        until_right=mode in AT_ONCE,
        notes=tuple(refresher_.left_out[:10]),
    )
    return row_begun(visit, plan)


def _planned(rows: Sequence[tuple[Setting, Item]]) -> Iterator[PlannedExercise]:
    kept: dict[int, PlannedSetting] = {}
    for where, item in rows:
        if id(where) not in kept:
            kept[id(where)] = PlannedSetting.of(where)
        yield PlannedExercise(kept[id(where)], item)


def _message(error: RecordError) -> str:
    """Return the error of a file in words: file, line, column."""
    place = error.file
    place += f", line {error.line}" if error.line else ""
    place += f", column {error.column}" if error.column else ""
    return f"{place}: {error.message}" + (f"; {error.hint}" if error.hint else "")


def _sent(visit: Visit) -> list[tuple[str, bytes]]:
    """Return name and content of the uploaded files, or of the file opened before.

    Raises:
        Refused: If the visitor may not check records (403), or the file does not exist (404).
    """
    sent = [(name, body) for name, body in visit.files("file") if name]
    if sent or not visit.field("opened"):
        return sent
    if not visit.person.may(CHECK):
        raise Refused(403, "to open files here you need the right to check records")
    file = visit.site.files.find(visit.field("opened")[:64], visit.person)
    return [(file.name, file.body)]


def _refresher_of(visit: Visit, sent: Sequence[tuple[str, bytes]], rules: str | None) -> Refresher:
    """Return the exercises made from files.

    Args:
        visit: The visit.
        sent: Name and content of each file.
        rules: Another rule set to judge by; None for each record's own.

    Raises:
        RecordError, JournalError: If a file cannot be used, or they are too large.
        Refused: If too many files are being read (503).
    """
    if sum(len(body) for _, body in sent) > MOST_BYTES:
        size = f"the files are more than {MOST_BYTES // 1_000_000} MB in all" if len(sent) > 1 else "the file is too large"
        raise RecordError(sent[0][0][:_LONGEST_NAME], 0, f"{size}; `dealerkit drill --from` reads any size")
    if not _reading.acquire(timeout=_WAITS):
        raise Refused(503, "other files are being read; send it again")
    try:
        with tempfile.TemporaryDirectory() as folder:
            return _read(Path(folder), sent, rules, _bounds(visit))
    finally:
        _reading.release()


def _read(folder: Path, sent: Sequence[tuple[str, bytes]], rules: str | None, bounds: RefresherBounds) -> Refresher:
    """Return the exercises made from files; messages name the files without their temporary folder."""
    paths = []
    for name, body in sent:
        plain = printable(PurePath(name.replace("\\", "/")).name)[:_LONGEST_NAME].strip(". ") or "file"
        if is_compressed(plain):
            what = "the file is compressed"
            raise RecordError(plain, 0, what, "unpack it first; `dealerkit drill --from` reads compressed files too")
        path = next(
            candidate for at in itertools.count() if not (candidate := folder / (f"{at}-{plain}" if at else plain)).exists()
        )
        path.write_bytes(body)
        paths.append(path)
    sources = [path for path in paths if is_findings(path, path.read_bytes()[:64])] or paths
    bounds = attrs.evolve(bounds, records=max(1, bounds.records // len(sources)))
    refreshers: list[Refresher] = []
    wrong: list[RecordError] = []
    for source in sources:
        try:
            refreshers.append(refresher(source, rules, bounds))
        except RecordError as error:
            file = error.file.removeprefix(f"{folder}/")
            wrong.append(RecordError(file, error.line, error.message, error.hint, error.column))
        except DealerkitError as error:
            wrong.append(RecordError(source.name, 0, str(error).replace(f"{folder}/", "")))
    if wrong and not any(refresher_.asked for refresher_ in refreshers):
        raise wrong[0]
    kinds = {refresher_.kind for refresher_ in refreshers}
    left_out = [text.replace(f"{folder}/", "") for each in refreshers for text in each.left_out]
    return Refresher(
        kinds.pop() if len(kinds) == 1 else "records",
        tuple(pair for each in refreshers for pair in each.asked),
        (*map(_message, wrong), *left_out),
    )


def _bounds(visit: Visit) -> RefresherBounds:
    """Return the limits for files from a browser: known games, rule sets of this server, no journals."""
    sets = {selector(key) for key in sets_known(visit.site.settings)} | {str(copy.path) for copy in copies_kept()}
    names = frozenset(games())
    return RefresherBounds(
        known=lambda game, rules: game in names and (rules is None or rules in sets),
        records=MOST_HANDS,
        journals=visit.person.may(CHECK),
    )


ROUTES = [
    post("/drills/changes", changes, name="drills.changes", may=PRACTISE),
    post("/drills/slips", slips, name="drills.slips", may=PRACTISE),
    get("/drills/files", room, name="drills.files", may=PRACTISE),
    post("/drills/files", begin, name="drills.files.begin", may=PRACTISE, most=3 * MOST_BYTES),
]
