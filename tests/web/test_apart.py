"""Nobody reads or spoils what is another's, an exam keeps its key, and nothing that was answered is lost."""

from __future__ import annotations

import re
import threading
import time

import pytest
import sqlalchemy as sa

from dealerkit.felt import Act
from dealerkit.training.exams import answer_sheet
from dealerkit.training.exams.syllabus import syllabuses
from dealerkit.training.walk.code import Plan
from dealerkit.web.app import application
from dealerkit.web.desk import memory, pins
from dealerkit.web.desk.dispute import Dispute
from dealerkit.web.exam_folders import folder as exam_folder
from dealerkit.web.people import ALONE, ANYBODY, NOBODY, guest
from dealerkit.web.refusals import Refused
from dealerkit.web.settings import WebSettings
from dealerkit.web.storage.store import Store
from dealerkit.web.storage.trouble import DatabaseError
from dealerkit.web.table_tasks import TableTask
from dealerkit.web.tables import Tables
from dealerkit.web.visit import Visit, get
from tests.web.conftest import PageClient
from tests.web.forms import forms_of

COUP = Plan("mini-baccarat", None, {}, 3, 7)
EXAM = Plan("mini-baccarat", None, {}, 3, 7, mode="exam")
FLASH = "baccarat/third-card-flash"


@pytest.fixture
def store(tmp_path):
    """A database."""
    made = Store(f"sqlite:///{tmp_path / 'web.db'}")
    yield made
    made.close()


@pytest.fixture
def building(home):
    """A server that others reach."""
    return application(WebSettings(host="0.0.0.0"))


def come(app, address):
    """Somebody's browser at an address."""
    return PageClient(app, base_url="http://192.168.1.20", client=(address, 5))


def owner_of(client):
    """The key of a guest, by the cookie of their browser."""
    client.get("/")
    return guest(client.cookies["dealerkit_token"])


# -- what is answered is kept ------------------------------------------------------------------------------------------


def test_a_key_that_no_database_takes_is_refused_before_anything_is_done(client, app):
    """Half a sign of two is no text: it was dealt in memory and kept nowhere."""
    live = app.state.site.tables.open(COUP, ALONE)
    act = live.session.table.next_act().text
    headers = {"X-Token": client.token(), "Accept": "application/json", "Content-Type": "application/json"}
    sent = b'{"key": "\\ud800", "acts": ["' + act.encode() + b'"]}'
    assert client.post(f"/deal/{live.id}/say", content=sent, headers=headers).status_code == 400
    assert app.state.site.tables.find(live.id).record() == live.record() == Tables(app.state.site.store).find(live.id).record()


def test_who_waits_at_a_table_that_could_not_keep_is_sent_back(store, monkeypatch):
    """A saying that waited while another could not be kept is not done on top of what is lost."""
    tables = Tables(store)
    live = tables.open(COUP, ALONE)
    act = live.session.table.next_act()

    def full(*_):
        msg = "the disk is full"
        raise DatabaseError(msg)

    with monkeypatch.context() as patch:
        for way in ("begin", "single"):
            patch.setattr(store, way, full)
        with pytest.raises(DatabaseError):
            live.say("a", [act])
    with pytest.raises(Refused) as refused:
        live.say("b", [live.session.table.next_act()])
    assert refused.value.status == 503
    again = tables.find(live.id)
    assert again.say("b", [act]).done
    assert Tables(store).find(live.id).record() == again.record()


def test_whatever_goes_wrong_the_table_is_made_anew(store, monkeypatch):
    """A fault of our own in the second of two acts leaves nothing of the first."""
    tables = Tables(store)
    live = tables.open(COUP, ALONE)
    stood = live.record()
    with monkeypatch.context() as patch:
        patch.setattr(live.session, "players_act", lambda: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            live.say("a", [live.session.table.next_act()])
    assert tables.find(live.id).record() == stood


def test_two_windows_after_a_restart_have_one_table(store, monkeypatch):
    """Both ask at once for a table that sleeps: one object, so that what one says the other sees."""
    name = Tables(store).open(COUP, ALONE).id
    tables = Tables(store)
    made, both = tables._again, threading.Barrier(2)

    def slow(said):
        found = made(said)
        both.wait(60)
        return found

    monkeypatch.setattr(tables, "_again", slow)
    found = []
    threads = [threading.Thread(target=lambda: found.append(tables.find(name))) for _ in range(2)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert found[0] is found[1]


def test_a_list_that_cannot_be_kept_is_not_in_the_way_of_a_ruling(store, monkeypatch):
    """The last disputes are forgotten when the disk is full; the ruling is given."""

    def full(*_):
        msg = "the disk is full"
        raise DatabaseError(msg)

    for way in ("begin", "single"):
        monkeypatch.setattr(store, way, full)
    memory.remember(store, ALONE, Dispute("abc", fault="x"), "what", "asked")


# -- what is another's -------------------------------------------------------------------------------------------------


def test_whoever_teaches_looks_at_a_table_and_does_not_deal_at_it(building):
    """Another's table can be looked at by whoever teaches; nothing is said or taken back there."""
    here, there = come(building, "127.0.0.1"), come(building, "192.168.1.77")
    live = building.state.site.tables.open(COUP, owner_of(there))
    act = live.session.table.next_act().text
    assert here.get(f"/deal/{live.id}/look").status_code == 200
    assert here.tell(f"/deal/{live.id}/say", {"key": "a", "acts": [act]}).status_code == 403
    assert there.tell(f"/deal/{live.id}/say", {"key": "a", "acts": [act]}).status_code == 200
    assert here.tell(f"/deal/{live.id}/undo", {"key": "b"}).status_code == 403
    assert come(building, "192.168.1.78").get(f"/records/t/{live.id}").status_code == 404


def test_a_guest_has_nobody_elses_progress(building, monkeypatch):
    """Neither this machine's own nor, by typing a name, what is kept under that name."""
    monkeypatch.setenv("DEALERKIT_TRAINEE", "Ann Lee")
    here, there = come(building, "127.0.0.1"), come(building, "192.168.1.77")
    begun = here.fill("/drills/begin", drill=FLASH, level="1", seed="5").url.path.rpartition("/")[0]
    here.fill(f"{begun}/1", a0="d")
    assert "Ann Lee" in here.get("/progress").text
    assert "third-card" in here.get("/progress").text.casefold().replace(" ", "-")
    for name in ("", "Ann Lee"):
        if name:
            there.fill("/drills/trainee", trainee=name)
        page = there.get("/progress").text.casefold().replace(" ", "-")
        assert "third-card" not in page
        assert "guest" in page
    assert 'value="Ann Lee"' in there.get("/drills").text
    there.fill("/drills/trainee", trainee="\u017di\u017eka")
    assert 'value="\u017di\u017eka"' in there.get("/drills").text


def test_a_stream_that_is_anothers_is_refused_before_it_begins(building):
    """A page gets the status that every page gets, and not half a stream."""
    live = building.state.site.tables.open(COUP, ALONE)
    assert come(building, "192.168.1.77").get(f"/deal/{live.id}/events").status_code == 404


def test_the_place_in_a_class_is_not_the_table_of_a_decision(client, app):
    """Two cookies of one name: the place's token stood in the form, and deciding put its owner out of the class."""
    client.cookies.set("dealerkit_place", "secret-place.0123456789")
    client.fill("/desk/begin")
    assert "secret-place" not in client.get("/desk/decide?said=x").text


def test_a_name_in_any_letters_is_remembered(client, app):
    """What is remembered of a name goes into a cookie, whatever letters it is written with."""
    client.fill("/desk/begin")
    page = client.get("/desk/decide?said=lamp")
    key = re.search(r'name="j.key" value="([0-9a-f]{32})"', page.text)[1]
    fields = {"j.key": key, "j.by": "\u017di\u017eka \u8d75", "j.pin": "2468", "j.again": "2468", "j.summary": "a lamp fell"}
    done = client.fill(
        "/desk/decide", said="lamp", **fields, **{"j.how": "otherwise", "j.outcome": "floor_discretion", "j.reason": "so"}
    )
    assert done.status_code == 200, done.text[-800:]
    assert "\u017di\u017eka \u8d75" in client.get("/desk/decide?said=lamp").text


def test_many_wrong_pins_at_once_count_as_many(store, monkeypatch):
    """Each try is counted before it is looked at."""
    assert pins.check(store, "Bo Chan", "2468", "2468").right
    looked, meet = [], threading.Barrier(12)

    def slow(*_):
        looked.append(1)
        return False

    counted = pins._counted
    monkeypatch.setattr(pins, "_fits", slow)
    monkeypatch.setattr(pins, "_counted", lambda *given: (meet.wait(60), counted(*given))[1])
    threads = [threading.Thread(target=pins.check, args=(store, "Bo Chan", "1111")) for _ in range(12)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(looked) == pins.TRIES


# -- an exam keeps its key ---------------------------------------------------------------------------------------------


def test_an_exam_at_a_table_tells_nothing_before_it_is_handed_in(client, app):
    """Neither the replay nor the desk tell of its slips. Whoever looks at the summary, or a program that looks whether it is
    there, is asked and ends nothing; handed in it is over, and stays so.
    """
    live = app.state.site.tables.open(EXAM, ALONE, TableTask(rounds=3))
    while live.session.table.expected.step.split(".")[-1] != "deal":
        live.say(f"k{len(live.session.table.log)}", [live.session.table.next_act()])
    live.say("slip", [Act.parse("d deal banker")])
    for path in (f"/records/t/{live.id}", f"/records/t/{live.id}/text", f"/desk?table={live.id}"):
        page = client.get(path)
        assert page.status_code == 403, path
        assert "BA-61" not in page.text
    assert client.head(f"/deal/{live.id}/summary").status_code == 200
    asked = client.get(f"/deal/{live.id}/summary").text
    assert "3 coups are not dealt. Hand in?" in asked
    assert "BA-61" not in asked
    assert not live.handed_in
    assert not live.say("on", [live.session.table.next_act()]).refused
    (form,) = [one for one in forms_of(asked) if one.action.endswith("/hand-in")]
    assert client.get(form.action).status_code == 405
    assert "BA-61" in client.post(form.action, data=form.sent()).text
    assert client.get(f"/records/t/{live.id}").status_code == 200
    for found in (live, Tables(app.state.site.store).find(live.id)):
        assert "handed in" in found.say("more", [found.session.table.next_act()]).refused


def test_an_exam_of_a_drill_is_handed_in_by_whoever_says_so(client):
    """The results of a drill's exam tell what was wrong: after that nothing of it is answered any more. A look only asks."""
    at = client.fill("/drills/begin", drill=FLASH, level="1", seed="5", mode="exam", items="3").url.path.rpartition("/")[0]
    client.fill(f"{at}/1", a0="d")
    assert client.fill(f"{at}/again").status_code == 409
    client.head(f"{at}/result")
    asked = client.get(f"{at}/result").text
    assert "2 questions are not answered. Hand in?" in asked
    assert "Correct answer:" not in asked
    assert client.get(f"{at}/2").url.path == f"{at}/2"
    (form,) = [one for one in forms_of(asked) if one.action.endswith("/leave")]
    told = client.post(form.action, data=form.sent()).text
    assert "Correct answer:" in told or "1 of 1" in told
    assert client.get(f"{at}/2").url.path == f"{at}/result"
    assert client.fill(f"{at}/2", a0="d").status_code == 409


# -- what is sent ------------------------------------------------------------------------------------------------------


def test_no_more_is_read_than_may_be_sent(client, app):
    """A form that does not say how long it is filled the disk before its token was looked at."""
    had = []

    def endless():
        yield b'--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
        for _ in range(100):
            had.append(1)
            yield b"y" * 1_000_000
        yield b"\r\n--x--\r\n"

    sent = client.post("/join", content=endless(), headers={"Content-Type": "multipart/form-data; boundary=x"})
    assert sent.status_code == 413


def test_what_is_remembered_comes_back_as_it_was(home):
    """A cookie has whatever signs there are."""
    for said in ("Ann Lee", "\u8d75", "a%41b", 'q"x;y', "x~y=z&w+1", ""):
        app = application(WebSettings())

        def keep(visit: Visit, said=said):
            visit.remember("x", said)
            return visit.answer({"had": visit.cookie("x", "none")})

        app.router.routes.append(get("/t/keep", keep, name="t.keep", may=ANYBODY))
        with PageClient(app) as client:
            client.get("/t/keep")
            assert client.get("/t/keep").json() == {"had": said}


# -- who asks, and how often -------------------------------------------------------------------------------------------


def test_whoever_comes_through_another_server_is_not_this_machine(home):
    """Bound to this machine and handed on to others, it would give everybody everything."""
    with PageClient(application(WebSettings())) as client:
        assert client.get("/house").status_code == 200
        for name in ("Forwarded", "X-Forwarded-For", "X-Real-IP"):
            assert client.get("/house", headers={name: "192.0.2.7"}).status_code == 401, name
            assert client.get("/deal", headers={name: "192.0.2.7"}).status_code == 200


def test_codes_of_classes_cannot_be_tried_one_by_one(building):
    """After many wrong ones a browser waits; one at another address does not."""
    there = come(building, "192.168.1.77")
    token = there.token()
    tried = [there.post("/join", data={"token": token, "code": f"shoe-{number}", "name": "x"}) for number in range(222, 253)]
    assert [one.status_code for one in tried[-2:]] == [422, 429]
    assert "wait a minute" in tried[-1].text
    assert come(building, "192.168.1.78").fill("/join", code="shoe-222", name="x").status_code == 422


def class_code(app):
    """Open a class, and return its code."""
    page = come(app, "127.0.0.1").fill("/class", game="holdem", mode="guided", level="0", by="Ms Ray", seed="7")
    return re.search(r"\b[a-z]+-[0-9]{3}\b", page.text)[0]


def test_whoever_mistypes_codes_is_in_nobodys_way(building):
    """Others of that address come in, and that browser once it types the right one; invitations are counted apart."""
    code = class_code(building)
    there = come(building, "192.168.1.77")
    token = there.token()
    tried = [there.post("/join", data={"token": token, "code": "shoe-000", "name": "x"}).status_code for _ in range(40)]
    assert tried == [422] * 30 + [429] * 10
    others = come(building, "192.168.1.77")
    assert others.fill("/join", code="shoe-000", name="Bo").status_code == 422
    assert others.fill("/join", code=code, name="Bo").url.path == "/class/here"
    assert there.fill("/join", code=code, name="Ann").url.path == "/class/here"
    assert there.get("/invitation/XXXX").status_code == 422


def test_another_browser_for_each_code_is_no_way_around(building, monkeypatch):
    """Where more came from an address than a building mistypes, no code of it is looked at; another address goes on."""
    monkeypatch.setattr("dealerkit.web.wrong_codes.MOST_OF_ADDRESS", 5)
    code = class_code(building)
    for _ in range(5):
        assert come(building, "192.168.1.77").fill("/join", code="shoe-000", name="x").status_code == 422
    assert come(building, "192.168.1.77").fill("/join", code=code, name="x").status_code == 429
    assert come(building, "192.168.1.78").fill("/join", code=code, name="x").url.path == "/class/here"


def test_many_browsers_of_one_address_are_counted_together(building, monkeypatch):
    """Another cookie for each request is no way around."""
    monkeypatch.setattr("dealerkit.web.guard.MOST_BY_ADDRESS", 20)
    for number in range(22):
        client = come(building, "192.168.1.77")
        client.cookies.set("dealerkit_token", f"{number:032}")
        status = client.get("/").status_code
    assert status == 429
    assert come(building, "192.168.1.78").get("/").status_code == 200


@pytest.mark.sqlite
def test_a_database_that_fails_tells_a_guest_nothing_of_where_it_lies(building, monkeypatch):
    """Its path is for whoever runs the server."""

    def full(*_):
        msg = "the database cannot be used (sqlite:////data/somebody/web.db): disk is full"
        raise DatabaseError(msg)

    here, there = come(building, "127.0.0.1"), come(building, "192.168.1.77")
    for client in (here, there):
        client.get("/")
    for way in ("begin", "single"):
        monkeypatch.setattr(building.state.site.store, way, full)
    assert "somebody" in here.get("/deal/games").text
    page = there.get("/deal/games")
    assert page.status_code == 503
    assert "somebody" not in page.text
    assert "could not be saved" in page.text
    assert "journal.db" not in there.get("/wall").text


@pytest.mark.sqlite
@pytest.mark.parametrize("address", ["127.0.0.1", "192.168.1.77"], ids=["at this machine", "a guest"])
def test_where_a_servers_database_lies_is_for_its_log(building, monkeypatch, caplog, address):
    """User, host, port and name of a server's database stand on no page, not even on that of whoever may do everything."""

    def away(*_):
        msg = "the database cannot be used (postgresql://dealer@db.example.org:5433/casino): no server answers at that address"
        raise DatabaseError(msg)

    client = come(building, address)
    client.get("/")
    store = building.state.site.store
    monkeypatch.setattr(store, "url", sa.make_url("postgresql+psycopg://dealer:secret@db.example.org:5433/casino"))
    for way in ("begin", "single"):
        monkeypatch.setattr(store, way, away)
    for said in (client.get("/deal/games"), client.get("/deal/games", headers={"Accept": "application/json"})):
        assert said.status_code == 503
        assert not re.search("dealer@|db.example|5433|postgresql", said.text)
    assert "db.example.org:5433/casino" in caplog.text


def test_streams_to_one_address_have_an_end(building, monkeypatch):
    """Pages that only look cannot take every connection."""
    there = come(building, "192.168.1.77")
    live = building.state.site.tables.open(COUP, owner_of(there))
    for number in range(300):
        assert building.state.site.streams.open(NOBODY, f"another {number}", "192.168.1.77")
    assert there.get(f"/deal/{live.id}/events").status_code == 429


def test_an_exam_that_is_begun_twice_at_once_has_one_clock(client, monkeypatch):
    """Two heads in the file of answers made it unreadable for ever."""
    sent = client.fill("/exams/draw", syllabus=next(iter(syllabuses())), candidate="Ann")
    at, token, add = sent.url.path, client.token(), answer_sheet.add_row
    code = client.exam_code(at)

    def slow(*given):
        time.sleep(0.3)
        add(*given)

    monkeypatch.setattr(answer_sheet, "add_row", slow)
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(client.post(f"{at}/begin", data={"token": token, "code": code}).status_code))
        for _ in range(3)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert found == [200, 200, 200]
    (heads,) = [path.read_text().count('"began"') for path in exam_folder().glob("*/exam.answers.jsonl")]
    assert heads == 1
