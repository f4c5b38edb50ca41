"""Slips tried again from the summary, and a room's own files drilled: the terminal's exercises, and nothing of a hostile file."""

from __future__ import annotations

import html
import json
import re
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.felt import Act
from dealerkit.jobs.journal import docket
from dealerkit.jobs.journal.disputes import from_facts
from dealerkit.jobs.journal.docket import Opening, Person
from dealerkit.jobs.journal.store import Journal
from dealerkit.rules.sets import rule_set
from dealerkit.training.changes import changed_items
from dealerkit.training.incidents import DRILL
from dealerkit.training.planted_slips import AskedGame, plant_in
from dealerkit.training.refresher import refresher
from dealerkit.training.signoff import signoffs
from dealerkit.training.walk.code import Plan
from dealerkit.training.walk_results import SLIPS, WALK, again
from dealerkit.web.app import application
from dealerkit.web.people import ALONE
from dealerkit.web.settings import WebSettings
from dealerkit.web.sittings import training
from dealerkit.web.users.trail import Actor
from tests.web.conftest import PageClient
from tests.web.drill_answers import form, kept, wrong

pytestmark = pytest.mark.thorough


def record(code: str = "burn/doubled", seed: str = "11", game: str = "holdem") -> bytes:
    """A record with a slip in it."""
    return plant_in(AskedGame(game), code, Random(seed)).record().text().encode()


def send(client: PageClient, *files: tuple[str, bytes], **said: str) -> Any:
    """Send files, as the browser would."""
    sent = [("file", (name, body)) for name, body in files]
    return client.post("/drills/files", data={"token": client.token(), **said}, files=sent)


def sitting(client: PageClient, page: Any) -> Any:
    """The sitting that a page is of."""
    found = re.fullmatch(r"/drills/sitting/([\w-]+)/1", str(page.url.path))
    assert found, page.text[:2000]
    return client.app.state.site.sittings.find(found[1])  # type: ignore[attr-defined]


def problem(page: Any) -> str:
    """What is told at the field of the file."""
    assert page.status_code == 422, page.status_code
    found = re.search(r'id="file-problem" role="alert">(.*?)</div>', page.text, re.DOTALL)
    assert found, page.text[:2000]
    assert 'aria-invalid="true"' in page.text
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", found[1]).split()))


def slipped(client: PageClient) -> Any:
    """A table with a slip that was left and one that was taken back."""
    tables = client.app.state.site.tables  # type: ignore[attr-defined]
    live = tables.open(Plan("mini-baccarat", None, {}, 3, 7, step="deal"), ALONE)
    live.say("one", [Act.parse("d deal banker")])
    live.undo("back")
    live.say("right", [live.session.table.next_act()])
    live.say("two", [Act.parse("d deal player")])
    return live


# -- slips ------------------------------------------------------------------------------------------------------------


def test_the_slips_of_a_walk_are_tried_again(client: PageClient) -> None:
    """As `t` does it at the terminal: the same exercises in the same order, kept as it keeps them; then back to the summary."""
    live = slipped(client)
    summary = client.get(f"/deal/{live.id}/summary").text
    assert "Try the slips again" in summary
    own = sitting(client, client.fill("/drills/slips", table=live.id))
    wanted = list(again(live.session))
    assert len(wanted) == 2
    assert [one.item.question for one in own.plan.rows] == [item.question for item in wanted]
    at = f"/drills/sitting/{own.id}"
    assert "Mini baccarat: your slips again" in client.get(f"{at}/1").text
    client.fill(f"{at}/1", **form(wanted[0].question, wanted[0].key.answers[0]))
    said = client.fill(f"{at}/2", **form(wanted[1].question, wrong(wanted[1].question.reply, wanted[1].key.answers))).text
    assert "Wrong" in said
    answers = [one for one in kept() if one.drill == SLIPS and "/again/" in one.seed]
    assert [(one.cell, one.right) for one in answers] == [(wanted[0].cell, True), (wanted[1].cell, False)]
    result = client.get(f"{at}/result").text
    assert "1 of 2" in result
    assert f'href="/deal/{live.id}/summary"' in result
    once_more = sitting(client, client.fill(f"{at}/again"))
    assert [one.item.question for one in once_more.plan.rows] == [wanted[1].question]
    assert once_more.until_right


def test_one_slip_is_tried_again_and_survives(client: PageClient) -> None:
    """By its act; whatever becomes of the table, and on another server."""
    live = slipped(client)
    (act,) = {one.act for one in live.session.findings()}
    own = sitting(client, client.fill("/drills/slips", table=live.id, act=str(act)))
    (row,) = own.plan.rows
    live.undo("away")
    with PageClient(application()) as other:
        other.cookies = client.cookies
        at = f"/drills/sitting/{own.id}"
        assert other.get(f"{at}/1").status_code == 200
        assert "Right" in other.fill(f"{at}/1", **form(row.item.question, row.item.key.answers[0])).text
        assert other.fill(f"{at}/1", a0="a").url.query == b"kept=before"


def test_it_is_dealt_on_from_a_slip(client: PageClient) -> None:
    """At a table of its own, the same cards as they lay just before it; nothing of it is kept for progress, and it survives."""
    live = slipped(client)
    (act,) = {one.act for one in live.session.findings()}
    page = client.fill(f"/deal/{live.id}/from", act=str(act))
    made = client.app.state.site.tables.find(str(page.url.path).rpartition("/")[2])  # type: ignore[attr-defined]
    assert [str(one) for one in made.session.table.log] == [str(one) for one in live.session.table.log[: act - 1]]
    assert made.session.table.felt.places["shoe"][:4]
    assert not made.session.findings()
    number = 0
    while not made.session.times:
        number += 1
        made.say(f"k{number}", [made.session.table.next_act()])
    assert client.get(f"/deal/{made.id}/summary").status_code == 200
    assert not [one for one in kept() if one.drill == WALK]
    with PageClient(application()) as other:
        other.cookies = client.cookies
        assert other.get(f"/deal/{made.id}").status_code == 200
        same = other.app.state.site.tables.find(made.id)  # type: ignore[attr-defined]
        assert same.record() == made.record()
    assert client.fill(f"/deal/{live.id}/from", act="1").status_code == 422
    assert client.fill(f"/deal/{live.id}/from", act="x").status_code == 422


def test_slips_that_are_not_to_be_had(client: PageClient) -> None:
    """Of a table that is not there, of another's, of an exam that goes on, and where there are none."""
    live = slipped(client)
    assert client.fill("/drills/slips", table="nothing").status_code == 404
    assert client.fill("/drills/slips", table=live.id, act="999").status_code == 422
    assert client.fill("/drills/slips", table=live.id, act="-1").status_code == 422
    tables = client.app.state.site.tables  # type: ignore[attr-defined]
    exam = tables.open(Plan("mini-baccarat", None, {}, 3, 7, 0, "exam", step="deal"), ALONE)
    exam.say("one", [Act.parse("d deal banker")])
    assert client.fill("/drills/slips", table=exam.id).status_code == 403
    assert client.fill(f"/deal/{exam.id}/from", act=str(len(exam.session.table.log))).status_code == 403
    clean = tables.open(Plan("mini-baccarat", None, {}, 3, 7, step="deal"), ALONE)
    assert client.fill("/drills/slips", table=clean.id).status_code == 422


# -- files ------------------------------------------------------------------------------------------------------------


def test_a_file_is_drilled_as_the_command_drills_it(client: PageClient, tmp_path: Path) -> None:
    """The exercises of `drill --from`, until each is right, kept under its drill; no name, and on another server too."""
    path = tmp_path / "tuesday.txt"
    path.write_bytes(record().replace(b"---\n", b"dealer: Maria Ostrow\n---\n", 1) + b"\n" + record("street/no-tap", "5"))
    wanted = [item for _, item in refresher(path).asked]
    own = sitting(client, send(client, ("tuesday.txt", path.read_bytes())))
    assert [one.item for one in own.plan.rows] == wanted
    at = f"/drills/sitting/{own.id}"
    assert "Maria" not in own.plan.in_json()
    client.fill(f"{at}/1", **form(wanted[0].question, wrong(wanted[0].question.reply, wanted[0].key.answers)))
    with PageClient(application()) as other:
        other.cookies = client.cookies
        again_of = other.app.state.site.sittings.find(own.id)  # type: ignore[attr-defined]
        assert again_of.plan == own.plan
        for number, item in enumerate([*wanted[1:], wanted[0]], 2):
            other.fill(f"{at}/{number}", **form(item.question, item.key.answers[0]))
        assert again_of.over
        assert "Another file" in other.get(f"{at}/result").text
    answers = [one for one in kept() if one.drill == DRILL]
    assert [one.seed for one in answers] == [item.seed for item in (*wanted, wanted[0])]
    assert [one.right for one in answers] == [False, *[True] * len(wanted)]


def test_findings_come_with_their_records(client: PageClient, tmp_path: Path) -> None:
    """Sent together, whatever folder the document names; several records are a folder; one opened before is chosen."""
    path = tmp_path / "a.txt"
    path.write_bytes(record())
    found = CliRunner().invoke(main, ["check", str(path), "--json"]).stdout.encode()
    own = sitting(client, send(client, ("found.json", found), ("a.txt", path.read_bytes())))
    assert [one.item.cell for one in own.plan.rows] == [item.cell for _, item in refresher(path).asked]
    assert "no longer exists" in problem(send(client, ("found.json", found))), "no file of the server is looked at"
    both = sitting(client, send(client, ("a.txt", record()), ("a.txt", record("street/no-tap", "5")), items="10", order="mixed"))
    assert {"burn/doubled", "street/no-tap"} <= {one.item.cell for one in both.plan.rows}
    mixed = sitting(client, send(client, ("a.txt", record()), ("b.txt", b"Maria was here")))
    assert mixed.plan.notes == ("b.txt, line 1: this cannot be read as a record; `dealerkit check` shows what is wrong",)
    opened = client.post("/records/open", data={"token": client.token()}, files={"file": ("b.txt", record())})
    name = str(opened.url.path).rpartition("/")[2]
    assert f'value="{name}"' in client.get("/drills/files").text
    page = client.fill("/drills/files", opened=name, rules="tda", mode="practice", clock="off")
    assert {one.where.rules for one in sitting(client, page).plan.rows} == {"tda"}
    assert not sitting(client, page).until_right


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "the file is empty"),
        (b'{"findings": [\n\n', "bad, line 3, column 1: not a findings document"),
        (b'{"findings": [{"file": "x", "hand": "1", "act": "2"}]}', "the act is not a number"),
        (b'{"findings": [{"file": "/etc/passwd", "hand": "1", "act": 2}]}', "no longer exists"),
        (b"[" * 100_000, "bad, line 1"),
        (b"Maria was here", "bad, line 1: this cannot be read as a record"),
        (b"\xff\xfe\x00Maria", "bad, line 1: this cannot be read as a record"),
        (b"# dealerkit record 1\ngame: maria\n---\nd burn\n", "that this server does not have"),
        (b"# dealerkit record 1\ngame: /dev/zero\n---\nd burn\n", "that this server does not have"),
        (b"# dealerkit record 1\ngame: holdem\nrules: /etc/passwd\n---\nd burn\n", "that this server does not have"),
        (b"# dealerkit record 1\ngame: holdem\n---\nMaria burns\n", "no dealer slip was found"),
        (b"SQLite format 3\x00" + b"Maria" * 40, "bad"),
        (b"x" * 1_000_001, "the file is too large"),
    ],
)
def test_a_bad_file_is_told_at_its_field(client: PageClient, raw: bytes, said: str) -> None:
    """File, line and column, without the folder that it lay in; what else was chosen stays chosen, and nothing is begun."""
    page = send(client, ("bad", raw), items="10", rules="tda" if b"rules" not in raw else "", mode="practice", order="mixed")
    told = problem(page)
    assert said in told
    assert "/tmp" not in page.text
    assert "Maria" not in told
    assert re.search(r'<option value="10" selected>', page.text)
    assert re.search(r'<option value="practice" selected>', page.text)
    assert re.search(r'<option value="mixed" selected>', page.text)
    assert not kept()


def test_hostile_names_and_choices(client: PageClient) -> None:
    """A file's name leads nowhere and is text on the page; a choice that is none is refused; without a file it is said."""
    for name in (
        "../../../x.txt",
        "..",
        "/etc/passwd",
        "<script>alert(1)</script>",
        "a" * 500,
        "\u202e\x00\x1b[2J.txt",
        "-",
        "x.gz",
    ):
        page = send(client, (name, b"nothing"))
        assert page.status_code == 422, name
        assert "<script>alert" not in page.text
        assert sitting(client, send(client, (name, record()))) if name != "x.gz" else problem(page)
    assert "choose a file first" in problem(send(client))
    assert send(client, ("a.txt", record()), rules="../../etc/passwd").status_code == 422
    assert send(client, ("a.txt", record()), mode="loud").status_code == 422
    assert send(client, ("a.txt", record()), items="-1").status_code == 422
    assert client.fill("/drills/files", opened="../../x").status_code == 404


@pytest.mark.parametrize("sent", [1, pytest.param(22, marks=pytest.mark.slow)])
def test_a_guest_sends_records_and_no_journal(home: Path, tmp_path: Path, sent: int) -> None:
    """Whoever may not check has no files opened here and reads no journal; their sittings are counted as all others are."""
    place = tmp_path / "journal.db"
    with sqlite3.connect(place) as made:
        made.execute("CREATE TABLE entries (number INTEGER)")
    made.close()
    app = application(WebSettings())
    app.state.site.people.accounts.add(Actor("test", "", ""), "Ann Lee", "manager", "three words apart")
    with PageClient(app) as guest:
        page = guest.get("/drills/files").text
        assert "or a journal" not in page
        assert "this is a journal" in problem(send(guest, ("journal.db", place.read_bytes())))
        assert guest.fill("/drills/files", opened="x").status_code == 403
        rows = [sitting(guest, send(guest, ("a.txt", record()))).id for _ in range(sent)]
        assert guest.get(f"/drills/sitting/{rows[0]}/1").status_code == (404 if sent > 20 else 200)
        assert guest.get(f"/drills/sitting/{rows[-1]}/1").status_code == 200


def test_a_journal_is_drilled(client: PageClient, tmp_path: Path) -> None:
    """Its disputes, ruled on as they are today, without a name, kept under the drill of disputes."""
    place = tmp_path / "journal.db"
    facts = {"facing_bet": True}
    with Journal.begin(place, zone="UTC") as journal:
        opening = Opening(summary="Maria's doing", people=(Person("Maria Ostrow", "floor"),))
        docket.open_case(journal, opening, from_facts(["oversized_chip"], facts, rule_set("tda")))
    own = sitting(client, send(client, ("monday.db", place.read_bytes())))
    (row,) = own.plan.rows
    assert row.item == next(item for _, item in refresher(place).asked)
    page = client.get(f"/drills/sitting/{own.id}/1").text
    assert "Maria" not in page
    assert "The room&#39;s own journal" in page
    client.fill(f"/drills/sitting/{own.id}/1", **form(row.item.question, row.item.key.answers[0]))
    assert [(one.drill, one.right) for one in kept()] == [("room/disputes", True)]


def test_so_many_hands_are_looked_at(client: PageClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first ones, and it is told; of the exercises so many are asked."""
    monkeypatch.setattr("dealerkit.web.drills.rows.MOST_HANDS", 3)
    monkeypatch.setattr("dealerkit.web.drills.rows.MOST_ROWS", 2)
    own = sitting(client, send(client, ("a.txt", (record() + b"\n") * 5)))
    assert len(own.plan.rows) == 2
    assert own.plan.notes == ("a.txt: only the first 3 hands were checked",)
    assert "only the first 3 hands were checked" in client.get(f"/drills/sitting/{own.id}/1").text
    assert json.loads(own.plan.in_json())["notes"]


def test_what_rules_have_changed_is_asked_and_signed_off(client: PageClient) -> None:
    """As `drill ID --since` asks it: exactly what has another key, until each is right; then whoever had it stands signed off."""
    wanted = list(changed_items(["baccarat/irregularity"], "macau", "us"))
    assert wanted
    said = {"drill": "baccarat/irregularity", "since": "us", "rules": "macau"}
    own = sitting(client, client.fill("/drills/changes", **said))
    assert [one.item for one in own.plan.rows] == [item for _, item in wanted]
    at = f"/drills/sitting/{own.id}"
    for number, (_, item) in enumerate(wanted, 1):
        client.fill(f"{at}/{number}", **form(item.question, item.key.answers[0]))
    assert "Signed off: every one is right." in client.get(f"{at}/result").text
    with training() as store:
        (signed,) = signoffs(store, "us")
    assert signed.passed
    assert signed.items == len(wanted)
    same = client.fill("/drills/changes", drill="baccarat/irregularity", since="us", rules="us")
    assert same.status_code == 422
    assert 'id="since-problem"' in same.text
    for since in ("", "../../etc/passwd", "<script>"):
        assert client.fill("/drills/changes", drill="baccarat/irregularity", since=since).status_code == 422
    assert client.fill("/drills/changes", drill="no/such", since="us").status_code == 404
