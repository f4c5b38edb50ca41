"""The hands of an exam dealt in the browser: the terminal's cards, the terminal's mark, given away to nobody before it."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.applications import Starlette

from dealerkit.cli.main import main
from dealerkit.training.exams.answer_sheet import read_answers
from dealerkit.training.exams.exam import sealed_exam
from dealerkit.training.exams.result import seated
from dealerkit.web.app import application
from dealerkit.web.sittings import now
from tests.web.conftest import PageClient

pytestmark = pytest.mark.thorough


def drawn(client: PageClient) -> str:
    """Draw a paper, and return its address."""
    found = client.fill("/exams/draw", syllabus="baccarat-table-test", candidate="Ann <Lee>", paper="A")
    assert found.status_code == 200, found.text
    return str(found.url.path)


@pytest.fixture
def begun(client: PageClient, home: Path) -> tuple[str, Any]:
    """An exam that has begun: its address, and the sealed paper."""
    at = drawn(client)
    client.fill(f"{at}/begin", code=client.exam_code(at))
    return at, sealed_exam(home / "exams" / at.rsplit("/", 1)[1] / "exam.sealed.json")


def table(client: PageClient, at: str) -> Any:
    """Open the table of the hands."""
    page = client.fill(f"{at}/deal", name="coups")
    assert re.fullmatch(r"/deal/[\w-]{8,}", str(page.url.path)), page.text[:300]
    return client.app.state.site.tables.find(str(page.url.path).rpartition("/")[2])  # type: ignore[attr-defined]


def deal(client: PageClient, live: Any, rounds: int) -> None:
    """Deal so many rounds rightly, through the page."""
    number = 0
    while len(live.session.times) < rounds:
        number += 1
        act = str(live.session.table.next_act())
        answer = client.tell(f"/deal/{live.id}/say", {"key": f"{rounds}-{number}", "acts": [act]})
        assert answer.status_code == 200, answer.text


def test_hands_are_dealt_marked_and_proved(client: PageClient, begun: tuple[str, Any], home: Path) -> None:
    """The cards of `exam take`; a slip is not told; the record is among the answers; the mark is one that `exam verify` finds."""
    at, exam = begun
    live = table(client, at)
    assert [str(act) for act in live.session.table.log] == [
        *(str(act) for act in seated(exam.walks[0]).table.log),
        *(str(act) for act in live.session.table.log[live.session.began :]),
    ]
    assert live.session.table.felt.places["shoe"] == seated(exam.walks[0]).table.felt.places["shoe"]
    page = client.get(f"/deal/{live.id}").text
    assert 'data-left="' in page
    assert "0 of 3 coups dealt" in page
    deal(client, live, 1)
    while not str(live.session.table.next_act()).startswith("d deal player"):
        client.tell(
            f"/deal/{live.id}/say", {"key": f"to-{len(live.session.table.log)}", "acts": [str(live.session.table.next_act())]}
        )
    told = client.tell(f"/deal/{live.id}/say", {"key": "wrong", "acts": ["d deal banker"]}).json()
    assert live.session.findings()
    assert not told["slips"]
    assert client.tell(f"/deal/{live.id}/undo", {"key": "undo"}).json()["refused"]
    deal(client, live, 3)
    over = client.tell(f"/deal/{live.id}/say", {"key": "more", "acts": ["d close"]}).json()
    assert over["refused"].startswith("Every hand is dealt")
    assert "Back to the exam" in over["panel"]
    assert "all dealt" in client.get(at).text
    path = home / "exams" / exam.id
    rows = [one for one in read_answers(path / "exam.answers.jsonl", exam.id, exam.commitment) if one.walk == "coups"]
    assert rows[-1].given == live.record()
    result = client.fill(f"{at}/mark", examiner="Bo").text
    assert "3 dealt" in result
    assert "verified: the paper matches" in result.lower()
    assert "Not valid" not in result
    assert CliRunner().invoke(main, ["exam", "verify", str(path / "exam.result.json")]).exit_code == 0
    summary = client.get(f"/deal/{live.id}/summary").text
    assert "Slips" in summary
    assert client.tell(f"/deal/{live.id}/say", {"key": "after", "acts": ["d close"]}).status_code == 410


def test_nothing_is_given_away_before_it_is_marked(client: PageClient, begun: tuple[str, Any]) -> None:
    """Neither record, code, the same cards again, replay, desk nor progress; the seed stands in no page."""
    at, exam = begun
    live = table(client, at)
    deal(client, live, 1)
    for path in (f"/deal/{live.id}/record", f"/records/t/{live.id}", f"/records/t/{live.id}/text"):
        assert client.get(path).status_code == 403, path
    assert client.fill(f"/deal/{live.id}/again", same="yes").status_code == 403
    assert client.get(f"/deal/{live.id}/summary").url.path == at
    assert not live.handed_in
    assert "Not in an exam" in client.get(f"/deal/{live.id}/ask/hint").json()["html"]
    for path in (at, f"/deal/{live.id}", "/records", "/deal/games", "/progress"):
        assert str(exam.walks[0].seed) not in client.get(path).text


def test_they_survive_the_server_and_a_second_window(client: PageClient, begun: tuple[str, Any], home: Path) -> None:
    """Begun twice there is one table; another server goes on with it; what was dealt stands among the answers once."""
    at, exam = begun
    live = table(client, at)
    assert table(client, at) is live
    deal(client, live, 1)
    other = PageClient(application())
    other.cookies = client.cookies
    again = table(other, at)
    assert again.id == live.id
    assert [str(act) for act in again.session.table.log] == [str(act) for act in live.session.table.log]
    assert again.task == live.task
    deal(other, again, 2)
    path = home / "exams" / exam.id / "exam.answers.jsonl"
    rows = [one for one in read_answers(path, exam.id, exam.commitment) if one.walk == "coups"]
    assert [one.given.count("\n") > 3 for one in rows] == [False, True, True], "begun, and a record for each coup"


def test_the_time_ends_the_dealing(client: PageClient, begun: tuple[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """By the server's clock: nothing more is taken; the coups that were dealt in time count."""
    at, _exam = begun
    live = table(client, at)
    deal(client, live, 1)
    monkeypatch.setattr("dealerkit.web.exam_folders.now", lambda: now() + timedelta(minutes=46))
    answer = client.tell(f"/deal/{live.id}/say", {"key": "late", "acts": [str(live.session.table.next_act())]})
    assert answer.status_code == 410
    assert "Time is up" in client.get(at).text
    result = client.fill(f"{at}/mark").text
    assert "1 dealt" in result
    assert "Not valid" not in result
    assert "33.3 of 100" in result


def test_an_exam_is_bound_to_who_began_it(app: Starlette, client: PageClient, begun: tuple[str, Any]) -> None:
    """Its address is not enough: neither to answer nor to deal; the examiner lets it go on elsewhere, and then not here."""
    at, _exam = begun
    live = table(client, at)
    other = PageClient(app)
    page = other.get(at)
    assert page.status_code == 200
    assert "is open in another browser" in page.text
    for answer in (
        other.get(f"{at}/1"),
        other.fill(f"{at}/1", a0="1"),
        other.fill(f"{at}/begin"),
        other.fill(f"{at}/deal", name="coups"),
        other.tell(f"/deal/{live.id}/say", {"key": "k", "acts": ["d close"]}),
    ):
        assert answer.status_code == 403, answer.text[:200]
    code = client.exam_code(at, "release")
    assert other.get(f"{at}/1").status_code == 403, "it is let go on, and not to whoever has its address"
    assert other.fill(f"{at}/begin").status_code == 422
    assert other.fill(f"{at}/begin", code=code).status_code == 200
    assert client.get(f"{at}/2").status_code == 403
    assert other.tell(f"/deal/{live.id}/say", {"key": "k", "acts": ["d close"]}).status_code == 200


def test_hands_that_are_none(client: PageClient, begun: tuple[str, Any]) -> None:
    """A name that is no hands of it; before it has begun; after it was marked."""
    at, _exam = begun
    for name in ("", "<script>", "other"):
        assert client.fill(f"{at}/deal", name=name).status_code == 404
    fresh = drawn(client)
    assert client.fill(f"{fresh}/deal", name="coups").url.path == fresh
    client.fill(f"{at}/mark")
    assert client.fill(f"{at}/deal", name="coups").url.path == at
