"""A class that pauses and ends, held by the server; a class in which all are asked the same."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.applications import Starlette

from dealerkit.training.store import TrainingStore
from dealerkit.web.app import application
from dealerkit.web.classroom import rooms
from dealerkit.web.people import Visitor
from dealerkit.web.refusals import Refused
from dealerkit.web.settings import WebSettings
from dealerkit.web.sittings import now
from tests.web.conftest import PageClient
from tests.web.test_classroom import HOSTILE, room_of

pytestmark = pytest.mark.thorough


@pytest.fixture
def dealt(app: Starlette, client: PageClient) -> tuple[str, PageClient, Any]:
    """A running room with one at a table."""
    room, code = room_of(client)
    ann = PageClient(app)
    ann.fill("/join", code=code, name="Ann")
    client.fill(f"{room}/state", state="running")
    at = ann.get("/class/here", follow_redirects=False).headers["location"].rpartition("/")[2]
    return room, ann, app.state.site.tables.find(at)


def test_a_class_that_pauses_takes_nothing_and_no_time_goes_by(client: PageClient, dealt: Any) -> None:
    """An act is refused as one that waits, and done when the class goes on; after the end it is not taken any more."""
    room, ann, live = dealt
    act = str(live.session.table.next_act())
    said = {"key": "waits", "acts": [act], "at": len(live.session.table.log)}
    client.fill(f"{room}/state", state="paused")
    before = live.clock()
    for path in (f"/deal/{live.id}/say", f"/deal/{live.id}/undo"):
        answer = ann.tell(path, said)
        assert answer.status_code == 423
        assert "paused" in answer.json()["error"]
    assert live.clock() == before
    assert not live.keys - {"begin"}
    client.fill(f"{room}/state", state="running")
    done = ann.tell(f"/deal/{live.id}/say", said)
    assert done.status_code == 200
    assert not done.json()["refused"]
    assert ann.tell(f"/deal/{live.id}/say", said).json()["again"]
    client.fill(f"{room}/state", state="ended")
    log = len(live.session.table.log)
    answer = ann.tell(f"/deal/{live.id}/say", {**said, "key": "late"})
    assert answer.status_code == 410
    assert "over" in answer.json()["error"]
    assert ann.tell(f"/deal/{live.id}/undo", {"key": "late too"}).status_code == 410
    assert len(live.session.table.log) == log


def test_a_pause_outlives_the_server(client: PageClient, dealt: Any) -> None:
    """Started again, the table waits where it stood."""
    room, _ann, live = dealt
    client.fill(f"{room}/state", state="paused")
    again = application(WebSettings()).state.site.tables.find(live.id)
    with pytest.raises(Refused, match="paused"):
        again.say("key", [live.session.table.next_act()])
    assert again.clock.fixed is not None


def test_the_instructor_looks_at_the_felt(client: PageClient, dealt: Any) -> None:
    """The felt as the trainee sees it, and nothing on it can be touched."""
    room, _ann, live = dealt
    looked = re.search(r'href="([^"]+/look/[^"]+)"', client.get(f"{room}/people").text)
    assert looked
    page = client.get(looked[1]).text
    assert '<fieldset class="looked-at" disabled>' in page
    assert 'data-thing="seat s1"' in page
    live.say("one", [live.session.table.next_act()])
    assert "Last acts" in client.get(looked[1] + "?part=yes").text


def asked_room(client: PageClient, **fields: str) -> tuple[str, str]:
    """Open a room that asks; its address and its code."""
    said = {"drill": "baccarat/third-card-flash", "at": "1", "items": "3", "mode": "guided", "by": "Ms Ray", "seed": "7"}
    page = client.fill("/class/drill", **{**said, **fields})
    assert page.status_code == 200, page.text
    found = re.search(r'class="code">([a-z]+-\d{3})<', page.text)
    assert found
    return str(page.url.path), found[1]


def drilling(app: Starlette, client: PageClient, code: str, room: str, *names: str) -> list[tuple[PageClient, Any]]:
    """Let some join, and start: each browser with its sitting."""
    made = []
    for name in names:
        one = PageClient(app)
        one.fill("/join", code=code, name=name)
        made.append(one)
    client.fill(f"{room}/state", state="running")
    found = []
    for one in made:
        to = one.get("/class/here", follow_redirects=False).headers["location"]
        assert to.startswith("/drills/sitting/")
        assert one.tell("/class/beat", {}).json()["to"] == to
        found.append((one, app.state.site.sittings.find(to.rpartition("/")[2])))
    return found


def answered(one: PageClient, live: Any, *, right: bool = True) -> Any:
    """Answer what is open, rightly or wrongly."""
    item = live.item()
    said = next(choice.key for choice in item.question.reply.choices if (choice.word in item.key.answers) == right)
    return one.fill(f"/drills/sitting/{live.id}/{live.number}", a0=said)


def test_the_form_stands_as_it_is_sent(client: PageClient) -> None:
    """Ten questions where nobody says; what was wrong comes back with what was typed."""
    assert 'id="items" name="items" inputmode="numeric" maxlength="3" value="10"' in client.get("/class").text
    page = client.fill("/class/drill", drill="poker/side-pots", at="1", items="400", mode="guided", by="Ms Ray")
    assert 'maxlength="3" value="400"' in page.text
    assert '<option value="poker/side-pots" selected>' in page.text


def test_a_class_is_asked_the_same_and_seen_live(app: Starlette, client: PageClient) -> None:
    """Two at one drill: the same questions; right and wrong are told at once, scores are live; a report with what was right."""
    room, code = asked_room(client)
    (ann, first), (bo, second) = drilling(app, client, code, room, "Ann", "Bo")
    asked = []
    for number in range(3):
        assert first.item() == second.item()
        asked.append(first.item().seed)
        assert "<title>Right" in answered(ann, first).text
        told = answered(bo, second, right=number > 0).text
        assert ("<title>Wrong" in told) == (number == 0)
    assert len(set(asked)) == 3
    people = client.get(f"{room}/people").text
    assert "3 of 3 right" in people
    assert "2 of 3 right" in people
    assert "all answered" in people
    assert "Everyone has answered every question" in people
    looked = re.findall(r'href="([^"]+/look/[^"]+)"', people)
    assert "All answered" in client.get(looked[0]).text
    assert "Correct answer:" in client.get(looked[1] + "?part=yes").text
    report = client.fill(f"{room}/state", state="ended")
    assert "The questions, and the right answers" in report.text
    assert "1 of 2 got it right" in report.text
    assert "1 of 2 got it right" in client.get(f"{room}/paper").text
    assert client.get(f"{room}/paper?form=pdf").content[:5] == b"%PDF-"
    with TrainingStore.open(now=now) as store:
        assert len(list(store.answers("Ann"))) == len(list(store.answers("Bo"))) == 3
    assert "See what was right" in ann.get("/class/here").text
    assert "3 of 3" in ann.get(f"/drills/sitting/{first.id}/result").text


def test_answers_are_shown_when_the_class_ends(app: Starlette, client: PageClient) -> None:
    """Nothing of right or wrong stands in any page of a trainee before; nobody leaves it, or asks once more what was wrong."""
    room, code = asked_room(client, mode="exam", items="2")
    ((ann, live),) = drilling(app, client, code, room, "Ann")
    at = f"/drills/sitting/{live.id}"
    assert "Stop here" not in ann.get(f"{at}/1").text
    kept = answered(ann, live, right=False)
    assert "Saved" in kept.text
    assert "Wrong" not in kept.text
    assert ann.get(f"{at}/result").url.path == f"{at}/2"
    ann.fill(f"{at}/leave")
    assert not live.left
    answered(ann, live)
    page = ann.get(f"{at}/result").text
    assert "The correct answers are shown when the class ends" in page
    assert "1 of 2" not in page
    assert ann.fill(f"{at}/again").status_code == 409
    client.fill(f"{room}/state", state="ended")
    assert "1 of 2" in ann.get(f"{at}/result").text


def test_whoever_had_not_finished_when_the_class_ended_is_told_without_a_question(app: Starlette, client: PageClient) -> None:
    """There is nothing to hand in any more: what was answered is told, and what was wrong can be asked once more."""
    room, code = asked_room(client, mode="exam", items="2")
    ((ann, live),) = drilling(app, client, code, room, "Ann")
    answered(ann, live, right=False)
    client.fill(f"{room}/state", state="ended")
    page = ann.get(f"/drills/sitting/{live.id}/result").text
    assert "Hand in" not in page
    assert "Correct answer:" in page
    assert answered(ann, live).status_code == 410
    assert ann.fill(f"/drills/sitting/{live.id}/again").status_code == 200


def test_an_answer_waits_while_a_class_pauses(app: Starlette, client: PageClient) -> None:
    """The page keeps what was answered; the pause is nobody's time; after the end no answer is taken."""
    room, code = asked_room(client)
    ((ann, live),) = drilling(app, client, code, room, "Ann")
    ann.get(f"/drills/sitting/{live.id}/1")
    client.fill(f"{room}/state", state="paused")
    shown = live.thought()
    assert live.thought() == shown
    page = answered(ann, live)
    assert page.status_code == 423
    assert "the class is paused" in page.text
    assert not live.answers
    assert ann.fill(f"/drills/sitting/{live.id}/1/rule").status_code == 423
    client.fill(f"{room}/state", state="running")
    assert answered(ann, live).status_code == 200
    client.fill(f"{room}/state", state="ended")
    assert answered(ann, live).status_code == 410
    assert len(live.answers) == 1


def test_a_pause_is_nobodys_time_though_the_server_was_stopped_in_it(
    app: Starlette, client: PageClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question that was shown for ten seconds has been shown for ten seconds after an hour's pause, whoever serves then."""
    at = [1_800_000_000.0]
    monkeypatch.setattr("dealerkit.web.sittings.time", SimpleNamespace(time=lambda: at[0]))
    room, code = asked_room(client)
    ((ann, live),) = drilling(app, client, code, room, "Ann")
    ann.get(f"/drills/sitting/{live.id}/1")
    at[0] += 10
    client.fill(f"{room}/state", state="paused")
    at[0] += 1800
    after = application(WebSettings())
    again = after.state.site.sittings.find(live.id)
    assert again.thought() == 10
    at[0] += 1800
    rooms.change(after.state.site.store, rooms.find_room(after.state.site.store, live.plan.room), "running")
    again.go_on()
    assert again.thought() == 10
    at[0] += 5
    assert application(WebSettings()).state.site.sittings.find(live.id).thought() == 15


def test_a_class_that_goes_on_while_its_sitting_sleeps_lets_time_go_by(
    app: Starlette, client: PageClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server died between the two: whoever makes the sitting again ends the pause."""
    at = [1_800_000_000.0]
    monkeypatch.setattr("dealerkit.web.sittings.time", SimpleNamespace(time=lambda: at[0]))
    room, code = asked_room(client)
    ((ann, live),) = drilling(app, client, code, room, "Ann")
    ann.get(f"/drills/sitting/{live.id}/1")
    at[0] += 10
    client.fill(f"{room}/state", state="paused")
    at[0] += 1800
    store = app.state.site.store
    rooms.change(store, rooms.find_room(store, live.plan.room), "running")
    again = application(WebSettings()).state.site.sittings.find(live.id)
    assert again.thought() == 10
    at[0] += 5
    assert again.thought() == 15


def test_a_class_that_is_asked_outlives_its_server(app: Starlette, client: PageClient) -> None:
    """Everybody is where they were, and asked the same; a sitting is nobody else's."""
    room, code = asked_room(client)
    ((ann, live), _) = drilling(app, client, code, room, "Ann", "Bo")
    answered(ann, live)
    after = application(WebSettings())
    again = after.state.site.sittings.find(live.id)
    assert again.plan == live.plan
    assert len(again.answers) == 1
    assert again.item() == live.item()
    with pytest.raises(Refused):
        after.state.site.sittings.find(live.id, Visitor("", frozenset(), "guest/x"))


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_in_a_class_that_is_asked(app: Starlette, client: PageClient, name: str) -> None:
    """On the instructor's page, in the report and on its paper a name is text."""
    room, code = asked_room(client)
    one = PageClient(app)
    one.fill("/join", code=code, name=name)
    client.fill(f"{room}/state", state="running")
    one.get("/class/here")
    for path in (f"{room}/people", f"{room}/report", f"{room}/paper", room):
        page = client.get(path)
        assert page.status_code == 200
        assert "<script>alert" not in page.text
        assert "\u202e" not in page.text


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"drill": "no/such"}, "Choose the drill"),
        ({"drill": "walk/full-hand"}, "Choose the drill"),
        ({"at": "9"}, "has the levels"),
        ({"at": "<b>"}, "has the levels"),
        ({"items": "0"}, "from 1 to 100"),
        ({"items": "many"}, "from 1 to 100"),
        ({"mode": "practice"}, "Choose help"),
        ({"seed": "-1"}, "Seed: type a number"),
    ],
)
def test_opening_a_room_that_asks_wrongly(client: PageClient, fields: dict[str, str], said: str) -> None:
    """Each is told at its form, in words."""
    usual = {"drill": "baccarat/third-card-flash", "at": "1", "items": "3", "mode": "guided"}
    page = client.fill("/class/drill", **{**usual, **fields})
    assert page.status_code == 422
    assert said in page.text
