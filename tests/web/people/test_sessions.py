"""Sessions: stolen, replayed, expired, ended; forms that are of one session; streams after it."""

from __future__ import annotations

import asyncio
import concurrent.futures
import re
from types import SimpleNamespace
from typing import Any

import sqlalchemy as sa
from starlette.requests import Request

from dealerkit.web.storage.schema import USER_SESSIONS
from dealerkit.web.users.people import SESSION
from dealerkit.web.visit import _going_on
from tests.web.people.conftest import HERE, WORDS, come, enter, trail


def test_a_session_begins_anew_at_the_door(house):
    """What a browser was made to keep before is not the session afterwards, and the form's token is another."""
    client = come(house)
    client.cookies.set(SESSION, "planted-by-somebody-who-waits", domain="192.168.1.20")
    before = client.token()
    client.fill("/sign-in", name="The floor", password=WORDS)
    assert client.cookies[SESSION] != "planted-by-somebody-who-waits"
    assert client.token() != before
    with house.state.site.store.begin() as connection:
        kept = connection.scalars(sa.select(USER_SESSIONS.c.token)).all()
    assert client.cookies[SESSION] not in kept
    said = client.post("/sign-in", data={"token": client.token(), "name": "The floor", "password": WORDS}, follow_redirects=False)
    flags = next(value for value in said.headers.get_list("set-cookie") if value.startswith(SESSION)).lower()
    assert "httponly" in flags
    assert "samesite=lax" in flags
    assert "max-age" not in flags


def test_a_new_session_ends_the_one_before_in_the_same_browser(house):
    """The old cookie is worth nothing after somebody has signed in once more."""
    client = enter(house, "floor")
    old = client.cookies[SESSION]
    client.fill("/sign-in", name="The manager", password=WORDS)
    thief = come(house)
    thief.cookies.set(SESSION, old)
    assert thief.get("/me").status_code == 401


def test_a_stolen_session_is_that_browsers(house):
    """Another browser that brings it ends it, for both; another address of the same browser is a phone on its way."""
    mine = enter(house, "floor")
    walked = come(house, "192.168.2.9")
    walked.cookies.set(SESSION, mine.cookies[SESSION])
    assert walked.get("/me").status_code == 200
    assert "192.168.2.9" in mine.get("/me").text or "192.168.1.77" in mine.get("/me").text
    thief = come(house, "10.0.0.9", browser="curl")
    thief.cookies.set(SESSION, mine.cookies[SESSION])
    assert thief.get("/me").status_code == 401
    assert mine.get("/me").status_code == 401
    assert ("The floor", "session ended", "another browser used it", "done") in trail(house)


def test_after_signing_out_it_is_worth_nothing(house):
    """The cookie replayed is nobody's; without the token nobody is signed out by another page."""
    mine = enter(house, "floor")
    kept = mine.cookies[SESSION]
    assert mine.post("/sign-out").status_code == 403
    assert mine.get("/me").status_code == 200
    mine.fill("/sign-out")
    assert mine.get("/me").status_code == 401
    mine.cookies.set(SESSION, kept)
    assert mine.get("/me").status_code == 401


def test_a_session_ends_by_itself(house, clock):
    """After two hours without a touch, and after twelve whatever is done."""
    mine = enter(house, "floor")
    for _ in range(3):
        clock.go(110)
        assert mine.get("/me").status_code == 200
    clock.go(121)
    assert mine.get("/me").status_code == 401
    mine = enter(house, "floor")
    for _ in range(6):
        clock.go(115)
        assert mine.get("/me").status_code == 200
    clock.go(40)
    assert mine.get("/me").status_code == 401
    assert ("The floor", "session ended", "the session had ended", "done") in trail(house)


def test_an_exam_for_oneself_is_its_owners_and_outlives_the_session(house, clock):
    """Another's address leads nowhere, a manager's neither; a session that ended answers nothing; signed in again it goes on."""
    mine = enter(house, "trainee")
    at = str(mine.fill("/drills/exams", drill="exam/mock-audition", seed="4").url.path)
    live = house.state.site.sittings.find(at.rpartition("/")[2])
    token = mine.token(at)
    assert live.plan.trainee == "The trainee"
    for role in ("dealer", "manager"):
        other = enter(house, role)
        assert other.get(at).status_code == 404
        assert other.fill(f"{at}/1", a0="a", a1="a").status_code == 404
        assert other.fill(f"{at}/end").status_code == 404
    clock.go(121)
    late = mine.post(f"{at}/1", data={"token": token, "a0": "a", "a1": "a"})
    assert late.status_code in {401, 403}, late.text[:300]
    assert mine.get(at).status_code in {401, 404}
    assert not live.answers
    again = enter(house, "trainee")
    assert "0 of 2 questions answered" in again.get(at).text
    assert again.fill(f"{at}/1", a0="a", a1="a").url.path == f"{at}/2"
    assert len(live.answers) == 1


def test_password_and_role_end_what_was_open(house):
    """One's own other sessions, when one changes the password; all, when a manager gives another role."""
    here, there = enter(house, "floor"), enter(house, "floor", address="192.168.1.78")
    assert (
        here.fill("/me/password", password="wrong one here", new="four other words", twice="four other words").status_code == 422
    )
    changed = here.fill("/me/password", password=WORDS, new="four other words", twice="four other words")
    assert "every other session has ended" in changed.text
    assert (here.get("/me").status_code, there.get("/me").status_code) == (200, 401)
    manager = enter(house, "manager")
    user = house.state.site.people.accounts.named("The floor")
    assert "sign in again" in manager.fill(f"/people/{user.id}/role", role="trainee").text
    assert here.get("/me").status_code == 401
    again = enter(house, "floor", password="four other words")
    assert again.get("/desk/decide?said=x").status_code == 403


def test_one_ends_ones_own_sessions_and_no_others(house):
    """By the list on one's own page; the id of another's is not found."""
    here, there, manager = enter(house, "floor"), enter(house, "floor", browser="Chrome"), enter(house, "manager")
    ends = re.findall(r"/me/sessions/([^/]+)/end", here.get("/me").text)
    mine = [one for one in ends if one != "end"]
    assert len(mine) == 1
    manager.fill(f"/me/sessions/{mine[0]}/end")
    assert there.get("/me").status_code == 200
    here.fill(f"/me/sessions/{mine[0]}/end")
    assert (here.get("/me").status_code, there.get("/me").status_code) == (200, 401)
    third = enter(house, "floor", browser="Safari")
    here.fill("/me/sessions/end")
    assert (here.get("/me").status_code, third.get("/me").status_code) == (200, 401)


def test_a_form_is_of_one_session(house):
    """The token of a guest's page, and that of another's, is not this session's."""
    client = come(house)
    guests = client.token()
    floor, manager = enter(house, "floor"), enter(house, "manager")
    for token in (guests, floor.token(), ""):
        assert manager.post("/people", data={"token": token, "name": "Eve Eve", "role": "manager"}).status_code == 403
    assert "Eve" not in {user.name for user in house.state.site.people.accounts.all()}
    said = manager.post("/deal/first", json={}, headers={"X-Token": guests, "Accept": "application/json"}).json()
    assert said["again"] is True


def test_a_page_that_only_looks_is_told_nothing_after_its_session(house, monkeypatch):
    """A stream that was opened in a session ends with it, though nothing is asked any more."""
    monkeypatch.setattr("dealerkit.web.visit.LOOKED_AGAIN", -1.0)
    client = enter(house, "floor")
    site = house.state.site
    session = client.cookies[SESSION]
    agent = (b"user-agent", b"Firefox")
    scope = {"type": "http", "headers": [(b"cookie", f"{SESSION}={session}".encode()), agent], "client": ("192.168.1.77", 5)}
    request = Request(scope)
    person = site.people.who(request, "")[0]
    assert person.name == "The floor"

    visit: Any = SimpleNamespace(site=site, person=person, request=request)

    async def endless():
        while True:
            yield "told"

    async def told():
        stream = _going_on("first", endless(), visit)
        had = [await anext(stream) for _ in range(3)]
        site.people.accounts.end_sessions(HERE, person.user)
        return [*had, *[one async for one in stream]]

    with concurrent.futures.ThreadPoolExecutor(1) as apart:  # a browser's test before it may have left a loop in this thread
        assert apart.submit(asyncio.run, told()).result() == ["first", "told", "told"]


def test_whoever_is_let_go_is_out_at_once(house):
    """Removed while signed in: the next page asks to sign in, which they no longer can."""
    floor, manager = enter(house, "floor"), enter(house, "manager")
    user = house.state.site.people.accounts.named("The floor")
    assert "can no longer sign in" in manager.fill(f"/people/{user.id}/remove").text
    assert floor.get("/me").status_code == 401
    assert floor.fill("/sign-in", name="The floor", password=WORDS).status_code == 422
