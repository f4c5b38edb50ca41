"""Exams for oneself in the browser: the terminal's questions, cards and result, kept once, told to nobody before the end."""

from __future__ import annotations

import itertools
import re
import time
from pathlib import Path
from typing import Any

import attrs
import pytest

from dealerkit.felt import Act
from dealerkit.training import practice_exam
from dealerkit.training.answers import Answer
from dealerkit.training.exercises import exercises, setting
from dealerkit.training.walk_results import SLIPS, WALK
from dealerkit.training.walked_drills import seated
from dealerkit.web.app import application
from dealerkit.web.drills.question import typed
from dealerkit.web.sittings import LiveSitting
from tests.web.conftest import PageClient
from tests.web.drill_answers import form, kept, no_key_in, wrong

pytestmark = pytest.mark.thorough

TABLE_TEST = "exam/table-test"


def begun(client: PageClient, **said: str) -> tuple[str, LiveSitting]:
    """Begin the table test of baccarat; return its address and the sitting."""
    asked = {"drill": TABLE_TEST, "level": "1", "game": "mini-baccarat", "seed": "5", **said}
    page = client.fill("/drills/exams", **asked)
    assert page.status_code == 200, page.text[:400]
    at = str(page.url.path)
    assert re.fullmatch(r"/drills/exams/[\w-]+", at)
    return at, client.app.state.site.sittings.find(at.rpartition("/")[2])  # type: ignore[attr-defined]


def answer_all(live: LiveSitting) -> None:
    """Answer every question that is open, rightly."""
    for number, one in enumerate(live.plan.rows, 1):
        if number >= live.number:
            fields = form(one.item.question, one.item.key.answers[0])
            live.answer(number, typed(one.item.question, list(fields.values())))


def answer_by_form(client: PageClient, at: str, live: LiveSitting, *, missed: int = 0) -> None:
    """Answer every question on its page, the first so many wrongly."""
    token = client.token(at)
    for number, one in enumerate(live.plan.rows, 1):
        right = one.item.key.answers
        given = wrong(one.item.question.reply, right) if number <= missed else right[0]
        page = client.post(f"{at}/{number}", data={"token": token, **form(one.item.question, given)})
        assert page.url.path == (f"{at}/{number + 1}" if number < len(live.plan.rows) else at)


def table(client: PageClient, at: str) -> Any:
    """Open the table of the game that comes next."""
    page = client.fill(f"{at}/deal")
    assert re.fullmatch(r"/deal/[\w-]{8,}", str(page.url.path)), page.text[:300]
    return client.app.state.site.tables.find(str(page.url.path).rpartition("/")[2])  # type: ignore[attr-defined]


def deal(live: Any, rounds: int, client: PageClient | None = None, slip: str = "") -> None:
    """Deal so many rounds, rightly but for the sixth act; through the page if a client is named."""
    token = client.token(f"/deal/{live.id}") if client is not None else ""
    for number in itertools.count():
        if len(live.session.times) >= rounds:
            return
        act = slip if slip and number == 5 else str(live.session.table.next_act())
        if client is None:
            live.say(f"{rounds}-{number}", [Act.parse(act)])
            continue
        said = {"key": f"{rounds}-{number}", "acts": [act]}
        answer = client.post(f"/deal/{live.id}/say", json=said, headers={"X-Token": token, "Accept": "application/json"})
        assert answer.status_code == 200, answer.text


def of_exam() -> list[Answer]:
    """What is kept of the exam itself."""
    return [one for one in kept() if one.drill == TABLE_TEST]


def test_a_table_test_is_taken_whole(client: PageClient) -> None:
    """The questions and the shoe of the command, nothing told before the end, and the command's result, line for line."""
    at, live = begun(client)
    where = setting(TABLE_TEST, 1, "mini-baccarat")
    strata = list(practice_exam.strata(where, None, []))
    items = [
        item for number, one in enumerate(strata) for item in itertools.islice(exercises(one.where(), f"5/{number}"), one.items)
    ]
    assert [one.item for one in live.plan.rows] == items
    assert len(items) == 31
    cover = client.get(at).text
    assert "0 of 31 questions answered" in cover
    assert "44 min" in cover or "45 min" in cover
    no_key_in(client.get(f"{at}/1").text, items[0])
    answer_by_form(client, at, live, missed=1)
    assert not of_exam()
    assert "Deal: Mini baccarat" in client.get(at).text
    dealt = table(client, at)
    twin = seated(where, "mini-baccarat", None, {}, 5, rounds=3)
    assert dealt.session.table.felt.places["shoe"] == twin.table.felt.places["shoe"]
    assert [str(act) for act in dealt.session.table.log[: dealt.session.began]] == [str(act) for act in twin.table.log]
    page = client.get(f"/deal/{dealt.id}").text
    assert "0 of 3 coups dealt" in page
    assert f'href="{at}"' in page
    assert 'data-left="' in page
    deal(dealt, 3, client)
    assert "Hand it in" in client.get(at).text
    result = client.fill(f"{at}/end")
    assert result.url.path == f"{at}/result"
    assert "30 of 31 right, 31 answered; weight 30" in result.text
    assert "100 of 100; weight 70 in all" in result.text
    assert "99 of 100, passed" in result.text
    assert "dealerkit drill exam/table-test --level 1 --game mini-baccarat --seed 5" in re.sub("<[^>]+>", "", result.text)
    (answer,) = of_exam()
    assert (answer.right, answer.given, answer.seed, answer.mode, answer.cell) == (
        True,
        "99 of 100",
        "5",
        "exam",
        "mini-baccarat",
    )
    assert len([one for one in kept() if one.drill == WALK]) == 3
    assert "Written and table test" in client.get("/progress").text


def test_a_critical_slip_fails_it_and_comes_back(client: PageClient) -> None:
    """Not passed and without a figure, though every question was right; the slip enters the schedule once it is over."""
    at, live = begun(client)
    answer_all(live)
    dealt = table(client, at)
    deal(dealt, 3, slip="d deal player")
    assert dealt.session.score().severities.get("critical")
    assert not [one for one in kept() if one.drill == SLIPS]
    result = client.fill(f"{at}/end").text
    assert "no points, failed; weight 70 in all" in result
    assert "not passed: failed in Mini baccarat" in result
    assert not of_exam()[0].right
    assert [one for one in kept() if one.drill == SLIPS]
    assert "Slips" in client.get(f"/deal/{dealt.id}/summary").text


def test_nothing_is_told_before_it_is_over(client: PageClient) -> None:
    """Neither by the pages of drills nor by those of the table, the desk, the records, or progress."""
    at, live = begun(client)
    sitting = at.replace("/exams/", "/sitting/")
    for path in (f"{sitting}/result", f"{sitting}/1", f"{sitting}/1/felt"):
        assert client.get(path).status_code == 404, path
    assert client.get(sitting).url.path == at
    for path in ("again", "leave", "1", "1/rule"):
        assert client.fill(f"{sitting}/{path}").status_code == 404, path
    assert client.get(f"{at}/result").url.path == at
    assert client.get(f"{at}/31").url.path == f"{at}/1"
    assert client.fill(f"{at}/deal").status_code == 409, "the questions come first"
    answer_all(live)
    dealt = table(client, at)
    deal(dealt, 1)
    for path in (f"/deal/{dealt.id}/record", f"/records/t/{dealt.id}", f"/records/t/{dealt.id}/text"):
        assert client.get(path).status_code == 403, path
    assert client.fill(f"/deal/{dealt.id}/again", same="yes").status_code == 403
    assert client.get(f"/deal/{dealt.id}/summary").url.path == at
    assert not dealt.handed_in
    assert "Not in an exam" in client.get(f"/deal/{dealt.id}/ask/hint").json()["html"]
    assert client.tell(f"/deal/{dealt.id}/undo", {"key": "undo"}).json()["refused"]


def test_it_survives_the_server_and_is_kept_once(client: PageClient) -> None:
    """Another server goes on with question, table and clock; sent twice, by a second tab or going back, all of it counts once."""
    at, live = begun(client)
    items = [one.item for one in live.plan.rows]
    client.fill(f"{at}/1", **form(items[0].question, items[0].key.answers[0]))
    again = client.fill(f"{at}/1", **form(items[0].question, wrong(items[0].question.reply, items[0].key.answers)))
    assert again.url.path == f"{at}/2"
    assert client.fill(f"{at}/2", a0="").status_code == 422
    assert len(kept()) == 1
    with PageClient(application()) as other:
        other.cookies = client.cookies
        assert "1 of 31 questions answered" in other.get(at).text
        lives = other.app.state.site.sittings.find(at.rpartition("/")[2])  # type: ignore[attr-defined]
        assert lives.plan == live.plan
        answer_all(lives)
        dealt = table(other, at)
        assert table(other, at) is dealt
        deal(dealt, 1)
    with PageClient(application()) as third:
        third.cookies = client.cookies
        same = table(third, at)
        assert same.id == dealt.id
        assert len(same.session.times) == 1
        deal(same, 3)
        first = third.fill(f"{at}/end").text
        assert "100 of 100, passed" in first
        assert third.fill(f"{at}/end").url.path == f"{at}/result"
        assert third.fill(f"{at}/deal").url.path == f"{at}/result"
        assert third.fill(f"{at}/1", a0="1").url.path == f"{at}/result"
        assert third.tell(f"/deal/{same.id}/say", {"key": "after", "acts": ["d close"]}).status_code == 410
    with PageClient(application()) as last:
        last.cookies = client.cookies
        assert "100 of 100, passed" in last.get(f"{at}/result").text
    assert len(of_exam()) == 1
    assert len([one for one in kept() if one.drill == WALK]) == 3


def test_its_time_ends(client: PageClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the server's clock, for questions and hands together: what was dealt in time counts, the rest has no points."""
    at, live = begun(client)
    answer_all(live)
    dealt = table(client, at)
    deal(dealt, 2)
    later = time.time() + 46 * 60
    monkeypatch.setattr("dealerkit.web.practice_exams.time.time", lambda: later)
    late = client.tell(f"/deal/{dealt.id}/say", {"key": "late", "acts": [str(dealt.session.table.next_act())]})
    assert late.status_code == 410
    result = client.get(at)
    assert result.url.path == f"{at}/result"
    assert "66 of 100, failed" in result.text
    assert "not passed: failed in Mini baccarat" in result.text
    assert len(of_exam()) == 1


def test_its_time_ends_among_the_questions(client: PageClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that comes too late is not taken; without a clock none does."""
    at, live = begun(client)
    free, untimed = begun(client, clock="off")
    item = live.plan.rows[0].item
    later = time.time() + 46 * 60
    monkeypatch.setattr("dealerkit.web.practice_exams.time.time", lambda: later)
    assert client.fill(f"{at}/1", **form(item.question, item.key.answers[0])).url.path == f"{at}/result"
    assert not live.answers
    assert "Nothing was answered or dealt" in client.get(f"{at}/result").text
    assert not of_exam()
    client.fill(f"{free}/1", **form(item.question, item.key.answers[0]))
    assert len(untimed.answers) == 1
    assert " left" not in client.get(free).text.partition("<main")[2]


def test_one_that_is_left_is_not_passed(client: PageClient) -> None:
    """Among its questions: what was answered is kept, as the command keeps it, and said."""
    at, live = begun(client)
    item = live.plan.rows[0].item
    client.fill(f"{at}/1", **form(item.question, item.key.answers[0]))
    result = client.fill(f"{at}/end").text
    assert "1 of 31 right, 1 answered" in result
    assert "not passed: you stopped before the end" in result
    assert not of_exam()[0].right


def test_an_audition_deals_several_games(client: PageClient) -> None:
    """Each at a table of its own, one after the other, the games that the command draws; what is not dealt has no points."""
    page = client.fill("/drills/exams", drill="exam/mock-audition", level="3", seed="5")
    at = str(page.url.path)
    live = client.app.state.site.sittings.find(at.rpartition("/")[2])  # type: ignore[attr-defined]
    games = practice_exam.games_dealt(setting("exam/mock-audition", 3), 5)
    assert [one.game for one in live.plan.exam.games] == list(games)
    assert len(games) == 4
    answer_all(live)
    first = table(client, at)
    assert first.plan.game == "holdem"
    assert first.task.rounds == 5
    live.change(attrs.evolve(live.plan))
    deal(first, 1)
    assert table(client, at) is first, "the game in hand is gone on with"
    result = client.fill(f"{at}/end").text
    assert result.count("no points, failed; weight 90 in all") == 3
    assert "20 of 100, failed; weight 90 in all" in result


def test_an_exam_of_anothers(strangers: PageClient, home: Path) -> None:
    """Its address is not enough, to a guest beside, to whoever has signed in, or where nobody is let in who has not."""
    app = application()
    with PageClient(app) as guest, PageClient(app) as other:
        at, live = begun(guest)
        item = live.plan.rows[0].item
        assert other.get("/drills").status_code == 200
        for path in (at, f"{at}/1", f"{at}/result"):
            assert guest.get(path).status_code == 200, path
            assert other.get(path).status_code == 404, path
            assert strangers.get(path).status_code == 401, path
        for path in ("1", "deal", "end"):
            assert other.fill(f"{at}/{path}", **form(item.question, item.key.answers[0])).status_code == 404, path
        assert not live.answers


def test_exams_that_are_not_there(client: PageClient) -> None:
    """A drill that is no exam, a level, a game, a rule set and a seed that are none; addresses that lead nowhere."""
    for said in (
        {"drill": "baccarat/commission"},
        {"drill": "no/such"},
        {"drill": TABLE_TEST, "level": "9"},
        {"drill": TABLE_TEST, "level": "one"},
        {"drill": TABLE_TEST, "game": "omaha"},
        {"drill": TABLE_TEST, "rules": "../../etc/passwd"},
        {"drill": TABLE_TEST, "seed": "-1"},
    ):
        assert client.fill("/drills/exams", **said).status_code in (404, 422), said
    for path in ("/drills/exams/nothing", "/drills/exams/..%2fx", f"/drills/exams/{'a' * 500}"):
        assert client.get(path).status_code == 404
        assert client.fill(f"{path}/end").status_code == 404
    sitting = client.fill("/drills/begin", drill="baccarat/commission").url.path.split("/")[3]
    assert client.get(f"/drills/exams/{sitting}").status_code == 404, "a drill is not an exam"
