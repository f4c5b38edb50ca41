"""Pages of records: hands dealt here, opened files, their findings, and every hand act by act."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
from starlette.responses import Response

from dealerkit.errors import Impossible, RecordError
from dealerkit.files.screen_text import count_of
from dealerkit.judge import Finding
from dealerkit.rules.games import game as find_game
from dealerkit.rules.sets import set_title
from dealerkit.table.playback import push, table_of
from dealerkit.table.record import Record, read_record
from dealerkit.table.rounds import Rounds
from dealerkit.table.table import Table
from dealerkit.training.walk import wording
from dealerkit.training.walk.legality import rule_texts
from dealerkit.web.deal.felt import drawn
from dealerkit.web.local_time import when
from dealerkit.web.people import CHECK, PRACTISE
from dealerkit.web.records.record_files import MOST_BYTES, MOST_HANDS, FindingFilter, as_csv, as_json, counted, gravity, record_in
from dealerkit.web.refusals import Refused
from dealerkit.web.tables import LiveTable
from dealerkit.web.visit import Visit, attached, get, post, whole

A_PAGE = 50
"""Number of hands on a page."""


@attrs.frozen
class ReplayedSlip:
    """A finding in the replay.

    Attributes:
        act: Number of the act with the finding, from 1.
        severity: Its severity, as in the catalogue.
        said: The slip, as a sentence.
        why: Reason why it matters.
        rules: The ids of its rules, each with its text.
        remedy: The remedy, in words.
        corrected: Whether it was corrected at once.
    """

    act: int
    severity: str
    said: str
    why: str
    rules: tuple[tuple[str, str], ...]
    remedy: str
    corrected: bool


@attrs.frozen
class ReplayMoment:
    """A record replayed up to an act.

    Attributes:
        at: The number of acts done.
        acts: Each act of the record in words, later ones included.
        table: The table after the act.
        slips: All findings of the record, in order of acts.
        marks: Numbers of the acts with findings, each with the severity.
        rounds: Numbers of the acts that ended a round.
        trouble: Reason why the record cannot be read or replayed to its end; empty if it can.
    """

    at: int
    acts: tuple[str, ...]
    table: Table
    slips: tuple[ReplayedSlip, ...]
    marks: Mapping[int, str]
    rounds: tuple[int, ...]
    trouble: str

    @property
    def here(self) -> tuple[ReplayedSlip, ...]:
        """The slips at the act reached."""
        return tuple(slip for slip in self.slips if slip.act == self.at)

    @property
    def next_slip(self) -> int:
        """The number of the next act with a slip; 0 if there is none."""
        return min((act for act in self.marks if act > self.at), default=0)

    @property
    def last_slip(self) -> int:
        """The number of the previous act with a slip; 0 if there is none."""
        return max((act for act in self.marks if act < self.at), default=0)


def moment(record: Record, at: int | None) -> ReplayMoment:
    """Return a record replayed up to an act.

    Args:
        record: The record.
        at: Number of acts to replay; None for those up to the first slip, or to the end.

    Raises:
        RecordError: If the record's table cannot be set up.
        Refused: If the record has fewer acts.
    """
    whole, doings, trouble = table_of(record.header), [], str(record.broken or "")
    rounds, ends = Rounds(whole), []
    for line in record.lines:
        try:
            push(whole, line, record.header.file)
        except (RecordError, Impossible) as error:
            trouble = str(error)
            break
        doings.append(wording.doing(whole, line.act))
        if rounds.look(whole):
            ends.append(len(whole.log))
    slips = tuple(_slip(whole, finding) for finding in sorted(whole.findings, key=lambda finding: finding.act))
    marks: dict[int, str] = {}
    for slip in slips:
        marks[slip.act] = min(marks.get(slip.act, "minor"), slip.severity, key=gravity)
    if at is None:
        at = min(marks, default=len(doings))
    if not 0 <= at <= len(doings):
        raise Refused(404, f"the record has {count_of(len(doings), 'act')}; act {at} is past the end")
    if at == len(doings) and not trouble:
        table = whole
    else:
        table = table_of(record.header)
        for line in record.lines[:at]:
            push(table, line, record.header.file)
    return ReplayMoment(at, tuple(doings), table, slips, marks, tuple(ends), trouble)


def _slip(table: Table, finding: Finding) -> ReplayedSlip:
    explained, book = table.explain(finding), rule_texts(table.game)
    rules = tuple((name, book.get(name, "")) for name in explained.cite)
    sentence = wording.what_was_wrong(table, finding)
    return ReplayedSlip(
        finding.act, explained.severity, sentence, explained.why, rules, explained.remedy, bool(finding.self_corrected)
    )


def index(visit: Visit) -> Response:
    """Show the tables dealt here and the opened files."""
    dealt = visit.site.tables.of(visit.person)
    tables = [(name, find_game(plan.game, plan.rules).title, when(time_made)) for name, plan, time_made in dealt]
    files = [(name, title, when(time_made)) for name, title, time_made in visit.site.files.of(visit.person)]
    return visit.page("records/index.html", tables=tables, files=files, most=MOST_BYTES // 1_000_000)


def opened(visit: Visit) -> Response:
    """Save a file, and go to its page.

    Raises:
        Refused: If no file was chosen (422).
    """
    sent = visit.file("file")
    if sent is None or not sent[0]:
        raise Refused(422, "choose a file first: a record, or hands in PHH (.phh, .phhs)")
    return visit.go("records.file", id=visit.site.files.keep(visit.person, *sent))


def forgotten(visit: Visit) -> Response:
    """Delete a file."""
    visit.site.files.drop(visit.path("id"), visit.person)
    return visit.go("records")


def _look(visit: Visit) -> FindingFilter:
    return FindingFilter(visit.query("code"), visit.query("severity"), visit.query("clean") == "1")


def file(visit: Visit) -> Response:
    """Show the findings in a file."""
    file_ = visit.site.files.find(visit.path("id"), visit.person)
    checked, look = visit.site.files.checked(file_), _look(visit)
    hands = checked.hands
    rows = []
    for number, hand in enumerate(hands, 1):
        flaws = [flaw for flaw in hand.findings if look.fits(flaw)]
        if flaws or (not look.narrow and look.clean):
            rows.append((number, hand, flaws))
    pages = max(1, -(-len(rows) // A_PAGE))
    page = min(whole(visit.query("page"), 6) or 1, pages)
    return visit.page(
        "records/file.html",
        file=file_,
        rows=rows[(page - 1) * A_PAGE : page * A_PAGE],
        shown=len(rows),
        counted=counted(hands),
        look=look,
        page=page,
        pages=pages,
        hands=sum(hand.hands for hand in hands if hand.is_hand),
        findings=sum(len(hand.findings) for hand in hands),
        more=MOST_HANDS if checked.more else 0,
        title_of=set_title,
    )


def export(visit: Visit) -> Response:
    """Return the filtered findings of a file as CSV or JSON, or the file itself."""
    file_ = visit.site.files.find(visit.path("id"), visit.person)
    form, look = visit.query("form", "csv"), _look(visit)
    if form == "file":
        return attached(file_.body, file_.name, "application/octet-stream")
    flaws = [flaw for hand in visit.site.files.checked(file_).hands for flaw in hand.findings if look.fits(flaw)]
    stem = file_.name.rpartition(".")[0] or file_.name
    if form == "json":
        return attached(as_json(flaws).encode(), f"{stem}-findings.json", "application/json")
    return attached(as_csv(flaws).encode("utf-8-sig"), f"{stem}-findings.csv", "text/csv; charset=utf-8")


def _at(visit: Visit) -> int | None:
    typed = visit.query("at")
    at = whole(typed, 7)
    if typed and at is None:
        raise Refused(404, f"there is no act '{typed[:20]}'; acts count from 1")
    return at


def hand(visit: Visit) -> Response:
    """Show a hand of a file at an act.

    Raises:
        Refused: If the file has no such hand (404).
    """
    file_ = visit.site.files.find(visit.path("id"), visit.person)
    typed = visit.path("number")
    number = whole(typed, 7)
    if number is None:
        raise Refused(404, f"this file has no hand '{typed[:20]}'")
    record = record_in(file_, number)
    back = (f"{file_.name}, hand {number}", visit.url("records.file", id=file_.id))
    return _shown(visit, record, back, visit.url("records.hand", id=file_.id, number=typed), f"record={file_.id}&hand={number}")


def _live(visit: Visit) -> LiveTable:
    live = visit.site.tables.find(visit.path("id"), visit.person)
    if not live.tells(visit.person):
        raise Refused(403, "this exam is still in progress; finish it, and then everything is shown")
    return live


def table(visit: Visit) -> Response:
    """Show the hands of a table dealt here."""
    live = _live(visit)
    record = read_record(live.record(), "what was dealt here")
    back = ("what was dealt here", visit.url("records"))
    return _shown(visit, record, back, visit.url("records.table", id=live.id), f"table={live.id}")


def table_text(visit: Visit) -> Response:
    """Return the record of a table as text, in the form that `dealerkit check` reads."""
    live = _live(visit)
    return attached(live.record().encode(), f"{live.plan.game}-{live.plan.seed}.txt", "text/plain; charset=utf-8")


def _shown(visit: Visit, record: Record, back: tuple[str, str], here: str, desk: str) -> Response:
    then = moment(record, _at(visit))
    return visit.page(
        "records/moment.html" if visit.part else "records/replay.html",
        then=then,
        view=drawn(then.table),
        at=then.at,
        title=then.table.game.title,
        under=then.table.game.rules.title if then.table.game.rules is not None else "",
        back=back,
        here=here,
        desk=desk,
    )


ROUTES = [
    get("/records", index, name="records", may=CHECK),
    post("/records/open", opened, name="records.open", may=CHECK, most=MOST_BYTES + 10_000),
    get("/records/f/{id}", file, name="records.file", may=CHECK),
    post("/records/f/{id}/forget", forgotten, name="records.forget", may=CHECK),
    get("/records/f/{id}/export", export, name="records.export", may=CHECK),
    get("/records/f/{id}/{number}", hand, name="records.hand", may=CHECK),
    get("/records/t/{id}", table, name="records.table", may=PRACTISE),
    get("/records/t/{id}/text", table_text, name="records.text", may=PRACTISE),
]
