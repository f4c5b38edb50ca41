"""The class in a browser: watching, the room, joining, the wall; every path of it, done rightly and wrongly."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from dealerkit.rules.games import game
from dealerkit.training.store import TrainingStore
from dealerkit.training.watching import commonest, slips_of
from dealerkit.web.app import application
from dealerkit.web.classroom.codes import FIGURES, WORDS, new_code, read_code
from dealerkit.web.classroom.observe import now
from dealerkit.web.names import told_apart
from dealerkit.web.presence import SILENT, Beat, Presence
from dealerkit.web.settings import WebSettings
from tests.web.conftest import PageClient

HOSTILE = [
    "<script>alert(1)</script>",
    "Robert'); DROP TABLE places;--",
    "\u202eecila",
    "{{ 7*7 }}",
    "A" * 400,
    "\x00\x07 Bo",
    "莊閒和",
    "e\u0301\u0300\u0302" * 20,
]


# -- pure ---------------------------------------------------------------------------------------------------------------


def test_codes_are_read_however_they_are_typed():
    """Every word of ours, with any figures, comes back from what people make of it."""
    for word in WORDS:
        assert read_code(f" {word.upper()} {FIGURES[:3]} ") == f"{word}-{FIGURES[:3]}"
    made = {new_code() for _ in range(200)}
    assert len(made) > 150
    assert all(read_code(code.replace("-", "")) == code for code in made)


def test_names_that_look_the_same_are_told_apart():
    """However they are written, and with what nobody sees in them."""
    made = told_apart(["Ann Lee", "ann lee", "ＡＮＮ ＬＥＥ", "Ann\u200b Lee", "Bo"])
    assert len(set(made)) == 5
    assert made[0] == "Ann Lee"
    assert made[4] == "Bo"


def test_offline_is_told_after_two_lost_beats():
    """Whoever is silent is offline; who comes back was cut off for so long."""
    presence = Presence()
    assert presence.tell("ann", Beat(100.0))
    assert not presence.tell("ann", Beat(104.0))
    told = presence.of("ann")
    assert told is not None
    assert told.there(104.0 + SILENT)
    assert not told.there(104.5 + SILENT)
    assert presence.tell("ann", Beat(140.0, waiting=3))
    again = presence.of("ann")
    assert again is not None
    assert again.cut == 36.0
    assert presence.tell("ann", Beat(141.0, closed=True))


# -- watching -----------------------------------------------------------------------------------------------------------


def begin(client: PageClient, name: str = "mini-baccarat", **fields: str) -> str:
    """Begin to watch; the address of the page of buttons."""
    page = client.fill("/class/observe", game=name, **{"trainee": "Ann Lee", "by": "Bo Ray", **fields})
    assert page.status_code == 200, page.text
    return str(page.url.path)


def marks(*some: tuple[str, float, str]) -> dict[str, Any]:
    """Marks as the page sends them."""
    return {
        "marks": [
            {"key": f"k{number}-{at}", "what": what, "at": at, "code": code} for number, (what, at, code) in enumerate(some)
        ]
    }


def test_a_watched_dealer_comes_to_the_figures_of_the_terminal(client):
    """Two hands, a slip, one taken back; the sheet has both names; training keeps it once, as marked by a person."""
    at = begin(client)
    code = commonest(game("mini-baccarat"), slips_of(game("mini-baccarat")))[0].code
    sent = marks(("slip", 10, code), ("slip", 12, code), ("undo", 13, ""), ("hand", 60, ""), ("hand", 120, ""))
    assert client.tell(f"{at}/marks", sent).json()["kept"] == 5
    assert client.tell(f"{at}/marks", sent).json()["kept"] == 5, "what was sent twice counts once"
    assert "k4-120" in client.get(at).text, "a page that is loaded anew knows what was kept, though its answer was lost"
    page = client.fill(f"{at}/end", seconds="130.5", **{"mark-0": "4", "mark-1": "9"}, notes="<b>calm</b>")
    assert "2 finished in" in page.text
    assert "60 an hour" in page.text
    assert "<bdi>4</bdi>" in page.text
    assert "&lt;b&gt;calm" in page.text
    client.get(at)
    sheet = client.get(f"{at}/sheet")
    assert "Ann Lee" in sheet.text
    assert "Bo Ray" in sheet.text
    assert "unsafe-inline" in sheet.headers["content-security-policy"]
    assert "script-src" not in sheet.headers["content-security-policy"]
    assert client.get(f"{at}/sheet?form=pdf").content[:5] == b"%PDF-"
    assert client.get(f"{at}/sheet?form=exe").status_code == 404
    with TrainingStore.open(now=now) as store:
        answers = list(store.answers("Ann Lee"))
        assert [(one.right, one.source) for one in answers] == [(False, "marked"), (True, "marked")]


def test_marks_after_the_end_and_marks_that_are_none(client):
    """They are refused, and nothing of what came with them is kept."""
    at = begin(client)
    wrong: list[dict[str, Any]] = [
        {"marks": [{"key": "a", "what": "slip", "at": 1, "code": "no/such"}]},
        {"marks": [{"key": "a", "what": "hand", "at": -1, "code": ""}]},
        {"marks": [{"key": "a", "what": "hand", "at": 1e300}]},
        {"marks": [{"key": "", "what": "hand", "at": 1}]},
        {"marks": [{"key": "a", "what": "explode", "at": 1}]},
        {"marks": [{"key": "good", "what": "hand", "at": 1}, {"key": "b", "what": "hand", "at": True}]},
        {"marks": ["hand"]},
        {"marks": "hand"},
        {},
    ]
    for one in wrong:
        assert client.tell(f"{at}/marks", one).status_code == 422, one
    assert client.tell(f"{at}/marks", marks(("hand", 5, ""))).json()["kept"] == 1
    assert client.get(f"{at}/sheet").status_code == 409
    assert client.fill(f"{at}/end", seconds="nan").status_code == 200
    assert client.tell(f"{at}/marks", marks(("slip", 9, ""), ("hand", 10, ""))).status_code in (409, 422)
    assert client.tell(f"{at}/marks", marks(("hand", 5, ""))).json()["kept"] == 1, "what was kept before is answered the same"
    assert client.get("/class/observe/nonesuch").status_code == 404
    assert client.post(f"{at}/marks", json=marks(("hand", 5, ""))).status_code == 403, "without the token"


def test_a_clock_that_goes_backwards_does_no_harm(client):
    """A page whose clock was set back: marks stay in their order."""
    at = begin(client)
    client.tell(f"{at}/marks", {"marks": [{"key": "1", "what": "hand", "at": 60}, {"key": "2", "what": "hand", "at": 5}]})
    assert "2 finished in 1 min" in client.fill(f"{at}/end", seconds="1").text


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_of_who_is_watched(client, name):
    """They are text on the page and on paper."""
    at = begin(client, "holdem", trainee=name, by=name)
    client.tell(f"{at}/marks", marks(("hand", 5, "")))
    page = client.fill(f"{at}/end", seconds="9", notes=name)
    for text in (page.text, client.get(f"{at}/sheet").text, client.get("/class/observe").text):
        assert "<script>alert" not in text
        assert "\u202e" not in text.split("<h2>Notes")[0]
    assert client.get(f"{at}/sheet?form=pdf").status_code == 200


def test_no_game_is_asked_again(client):
    """A form without its game comes back with what is wrong."""
    page = client.fill("/class/observe", game="nonesuch", trainee="Ann")
    assert page.status_code == 422
    assert "Choose the game" in page.text
    assert 'value="Ann"' in page.text


# -- the room -----------------------------------------------------------------------------------------------------------


def room_of(client: PageClient, **fields: str) -> tuple[str, str]:
    """Open a room; its address and its code."""
    page = client.fill("/class", **{"game": "holdem", "mode": "guided", "level": "0", "by": "Ms Ray", "seed": "7", **fields})
    assert page.status_code == 200, page.text
    found = re.search(r'class="code">([a-z]+-\d{3})<', page.text)
    assert found
    return str(page.url.path), found[1]


def trainee(app: Starlette) -> PageClient:
    """Somebody else's browser."""
    return PageClient(app)


def test_two_join_and_deal_the_same_shoe(app, client):
    """By code and by link; the instructor sees both; at the start each has a table of their own with the same cards."""
    room, code = room_of(client)
    ann, bo = trainee(app), trainee(app)
    assert ann.get(f"/join/{code}").url.query == f"code={code}".encode()
    assert ann.fill("/join", code=code.upper().replace("-", " "), name="Ann").url.path == "/class/here"
    assert "The class begins when Ms Ray starts it" in bo.fill("/join", code=code, name="Bo").text
    page = client.get(f"{room}/people").text
    assert "2 joined" in page
    assert "<bdi>Ann</bdi>" in page
    assert ann.tell("/class/beat", {"waiting": 0}).json()["to"] == ""
    client.fill(f"{room}/state", state="running")
    tables = []
    for one in (ann, bo):
        told = one.tell("/class/beat", {"waiting": 0}).json()
        assert told["state"] == "running"
        answer = one.get("/class/here", follow_redirects=False)
        assert answer.status_code == 303
        tables.append(answer.headers["location"].rpartition("/")[2])
        assert one.get("/class/here", follow_redirects=False).headers["location"].rpartition("/")[2] == tables[-1]
    assert len(set(tables)) == 2
    site = app.state.site
    first, second = (site.tables.find(one).session.table for one in tables)
    assert [str(act) for act in first.log] == [str(act) for act in second.log]
    assert first.felt.places["stub"] == second.felt.places["stub"]
    people = client.get(f"{room}/people").text
    assert "due: " in people
    assert "2 here" in people


@pytest.fixture
def table(app, client) -> tuple[str, PageClient, Any]:
    """A running room with one at a table."""
    room, code = room_of(client)
    ann = trainee(app)
    ann.fill("/join", code=code, name="Ann")
    client.fill(f"{room}/state", state="running")
    at = ann.get("/class/here", follow_redirects=False).headers["location"].rpartition("/")[2]
    return room, ann, app.state.site.tables.find(at)


def slip(live: Any, key: str = "one") -> None:
    """Deal what is not due."""
    from dealerkit.felt import Act

    live.say(key, [Act.parse("d deal board 3")])


def test_the_instructor_sees_slips_score_and_a_table_live(client, table):
    """A slip stands in the room, at the table that is looked at, in the report, on its paper, and in training."""
    room, ann, live = table
    slip(live)
    people = client.get(f"{room}/people").text
    assert 'class="slip"' in people
    looked = re.search(r'href="([^"]+/look/[^"]+)"', people)
    assert looked
    page = client.get(looked[1]).text
    assert "The felt" in page
    assert "cards to the board" in page.lower() or "board" in page
    assert client.get(looked[1] + "?part=yes").text.count("<html") == 0
    report = client.get(f"{room}/report").text
    assert "Most common slips" in report
    paper = client.get(f"{room}/paper")
    assert "Class:" in paper.text
    assert client.get(f"{room}/paper?form=pdf").content[:5] == b"%PDF-"
    ended = client.fill(f"{room}/state", state="ended")
    assert ended.url.path.endswith("/report")
    assert ann.tell("/class/beat", {}).json()["state"] == "ended"
    assert "The class is over" in ann.get("/class/here").text
    assert client.get(f"{room}/look/nonesuch").status_code == 404


def test_a_class_that_ends_is_kept_in_training_once(client, table):
    """Hands dealt to their end, under the name that was typed; ended by four hands at once it is kept once."""
    room, _ann, live = table
    token = client.token()
    session = live.session
    number = 0
    while not session.times and number < 300:
        act = session.table.next_act()
        assert act is not None
        live.say(f"k{number}", [act])
        number += 1
    with ThreadPoolExecutor(4) as many:
        list(many.map(lambda _: client.post(f"{room}/state", data={"token": token, "state": "ended"}), range(4)))
    client.fill(f"{room}/state", state="running")
    with TrainingStore.open(now=now) as store:
        assert len([one for one in store.answers("Ann") if one.drill == "walk/full-hand"]) == 1
    assert "over" in client.get(f"{room}/report").text


def test_doubled_names_are_asked_and_told_apart(app, client):
    """The same browser comes back; another of that name is asked; who is there cannot be taken over."""
    room, code = room_of(client)
    ann, other = trainee(app), trainee(app)
    ann.fill("/join", code=code, name="Ann")
    assert ann.fill("/join", code=code, name="ANN").url.path == "/class/here"
    asked = other.fill("/join", code=code, name="ann")
    assert asked.status_code == 422
    assert "Someone with that name is already here" in asked.text
    other.fill("/join", code=code, name="ann", who="another")
    people = client.get(f"{room}/people").text
    assert "<bdi>Ann</bdi>" in people
    assert "<bdi>ann (2)</bdi>" in people
    ann.tell("/class/beat", {"waiting": 0})
    place = re.search(r'name="who" value="([\w-]+)"', asked.text)
    assert place
    third = trainee(app)
    assert third.fill("/join", code=code, name="Ann", who=place[1]).status_code == 409
    ann.tell("/class/beat", {"closed": True})
    assert third.fill("/join", code=code, name="Ann", who=place[1]).url.path == "/class/here"
    assert "number 1 in class" in third.get("/class/here").text
    assert third.get("/join").text.count("Back to your table") == 1


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_in_a_room(app, client, name):
    """On every page of the class they are text, and turn nothing around."""
    room, code = room_of(client, by=name)
    who = trainee(app)
    who.fill("/join", code=code, name=name)
    client.fill(f"{room}/state", state="running")
    who.get("/class/here", follow_redirects=False)
    for path in (room, f"{room}/people", f"{room}/report", f"{room}/paper", "/class"):
        page = client.get(path)
        assert page.status_code == 200
        assert "<script>alert" not in page.text
        assert "\u202e" not in page.text
    assert client.get(f"{room}/paper?form=pdf").status_code == 200


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"code": "", "name": "Ann"}, "No class has that code"),
        ({"code": "shoe-999", "name": "Ann"}, "No class has that code"),
        ({"code": "\x00" * 40, "name": "Ann"}, "No class has that code"),
        ({"name": "  \u200b "}, "Enter your name"),
        ({"name": ""}, "Enter your name"),
    ],
)
def test_joining_wrongly(app, client, fields, said):
    """The form comes back and says what is wrong."""
    _, code = room_of(client)
    page = trainee(app).fill("/join", **{"code": code, **fields})
    assert page.status_code == 422
    assert said in page.text


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"game": "nonesuch"}, "Choose the game"),
        ({"level": "9"}, "from the lists"),
        ({"mode": "sleep"}, "from the lists"),
        ({"seats": "many"}, "Seats: type a number"),
        ({"seats": "9" * 5000}, "Seats: type a number"),
        ({"seats": "21"}, "seat"),
        ({"seed": "-1"}, "Seed: type a number"),
        ({"seed": "9" * 30}, "Seed: type a number"),
        ({"game": "hearts", "level": "2"}, ""),
    ],
)
def test_opening_a_room_wrongly(client, fields, said):
    """What there cannot be is said before anybody is led to it."""
    page = client.fill("/class", **{"game": "holdem", "mode": "guided", "level": "0", **fields})
    assert page.status_code == 422, page.url
    assert said in page.text


def test_who_is_in_no_class(client):
    """The page of a place leads to the door; a beat says that there is none; a forged place is none."""
    assert client.get("/class/here").url.path == "/join"
    assert client.tell("/class/beat", {}).json() == {"room": None}
    client.cookies.set("dealerkit_place", "abc.def")
    assert client.get("/class/here").url.path == "/join"
    assert client.get("/class/room/nonesuch").status_code == 404
    assert client.fill("/class/here/left").url.path == "/join"


def test_a_room_that_is_full_and_one_that_is_over(app, client, monkeypatch):
    """Both are said."""
    monkeypatch.setattr("dealerkit.web.classroom.rooms.MOST_PLACES", 1)
    room, code = room_of(client)
    trainee(app).fill("/join", code=code, name="Ann")
    assert trainee(app).fill("/join", code=code, name="Bo").status_code == 409
    client.fill(f"{room}/state", state="ended")
    assert "over" in trainee(app).fill("/join", code=code, name="Cy").text
    assert client.fill(f"{room}/state", state="sideways").status_code == 422


def test_who_leaves_stays_in_the_report(app, client, table):
    """The instructor sees that they left, and when; coming back undoes it."""
    room, ann, _live = table
    place = ann.cookies["dealerkit_place"]
    ann.fill("/class/here/left")
    assert "left at" in client.get(f"{room}/people").text
    assert "left at" in client.get(f"{room}/report").text
    ann.cookies.clear()
    ann.cookies.set("dealerkit_place", place)
    ann.get("/class/here", follow_redirects=False)
    assert "left at" not in client.get(f"{room}/people").text


def test_a_table_that_cannot_be_made_again_takes_no_other_with_it(app, client, table):
    """The others are shown, and the report is there."""
    import sqlalchemy as sa

    from dealerkit.web.storage.schema import PLACES

    room, _ann, _live = table
    with app.state.site.store.begin() as connection:
        connection.execute(sa.update(PLACES).values(table_id="nonesuch"))
    assert "the table can&#39;t be rebuilt" in client.get(f"{room}/people").text
    assert "the table can&#39;t be rebuilt" in client.get(f"{room}/report").text


# -- over the building's network ----------------------------------------------------------------------------------------


class From(TestClient):
    """Somebody at another machine."""


def test_a_guest_may_practise_and_not_teach(home):
    """From another machine nobody opens rooms, watches, or looks at another's table; whoever sits at this one does."""
    made = application(WebSettings(host="0.0.0.0"))
    with PageClient(made, base_url="http://192.168.1.20", client=("127.0.0.1", 5)) as here:
        room, code = room_of(here)
        page = here.get(room)
        assert f"http://192.168.1.20/join/{code}" in page.text
        assert "<svg" in page.text
        there = PageClient(made, base_url="http://192.168.1.20", client=("192.168.1.77", 5))
        other = PageClient(made, base_url="http://192.168.1.20", client=("192.168.1.78", 5))
        for path in ("/class", room, f"{room}/people", f"{room}/report", f"{room}/paper", "/class/observe", f"{room}/events"):
            assert there.get(path).status_code in (401, 403), path
        assert there.fill(f"{room}/state", state="ended").status_code in (401, 403)
        there.fill("/join", code=code, name="Ann")
        here.fill(f"{room}/state", state="running")
        table = there.get("/class/here", follow_redirects=False).headers["location"]
        live = made.state.site.tables.find(table.rpartition("/")[2])
        assert live.task.trainee == "Ann"
        from dealerkit.web.people import guest, place_in, seated
        from dealerkit.web.refusals import Refused

        secret = made.state.site.store.secret
        ann = seated(guest("x"), place_in(there.cookies["dealerkit_place"], secret))
        assert made.state.site.tables.find(live.id, ann) is live
        with pytest.raises(Refused):
            made.state.site.tables.find(live.id, guest("y"))
        assert other.get(f"{room}/look/x").status_code in (401, 403)


def test_only_this_machine_is_said(client):
    """Bound to 127.0.0.1 nobody else can join, and the page says how they could."""
    room, _ = room_of(client)
    page = client.get(room).text
    assert "Only this machine can reach this server" in page
    assert "dealerkit serve --host 0.0.0.0" in re.sub("<[^>]+>", "", page)
    assert '<span class="whole">--host</span>' in page, "it may break within an option"
    assert 'class="qr"' not in page
