"""Who may sign in: passwords, invitations, codes, names; the first and the last who let others in."""

from __future__ import annotations

import re
import threading

import freezegun
import pytest
from argon2 import Type

from dealerkit.web.users.accounts import AccountError
from dealerkit.web.users.people import SESSION
from dealerkit.web.users.sessions import Sessions
from tests.web.people.conftest import HERE, HOSTILE, REAL_PASSWORDS, REAL_PINS, WORDS, come, enter, trail


def test_an_invitation_is_good_once(house):
    """A manager makes a link; who opens it chooses a password and is in; after that it is none, nor is one that is old."""
    manager = enter(house, "manager")
    page = manager.fill("/people", name="Bo Chan", role="dealer")
    assert "<svg" in page.text
    code = re.search(r"/invitation/([0-9A-Z-]{24})", page.text)[1]
    bo = come(house, "192.168.1.90")
    assert bo.fill("/sign-in", name="Bo Chan", password="").status_code == 422
    assert "Bo Chan" in bo.get(f"/invitation/{code.lower()}").text
    assert bo.fill(f"/invitation/{code}", new="short", twice="short").status_code == 422
    assert bo.fill(f"/invitation/{code}", new=WORDS, twice=f"{WORDS}.").status_code == 422
    assert bo.fill(f"/invitation/{code}", new=WORDS, twice=WORDS).url.path == "/"
    assert bo.get("/me").status_code == 200
    assert come(house).get(f"/invitation/{code}").status_code == 422
    user = house.state.site.people.accounts.named("Bo Chan")
    with freezegun.freeze_time("2026-11-20 12:00"):
        old = house.state.site.people.accounts.invite(HERE, user.id)
    assert house.state.site.people.accounts.invited(old) is None
    first, second = (house.state.site.people.accounts.invite(HERE, user.id) for _ in range(2))
    assert house.state.site.people.accounts.invited(first) is None
    assert house.state.site.people.accounts.invited(second.replace("0", "o").replace("-", " ")) == user
    assert code not in str(trail(house))


def test_hashes_cost_whoever_guesses_what_is_advised():
    """What other tests take away: each guess costs 19 MiB and two passes of argon2id, at least, as OWASP advises."""
    for hasher in (REAL_PASSWORDS, REAL_PINS):
        assert (hasher.memory_cost, hasher.time_cost) >= (19_456, 2)
        assert hasher.type is Type.ID


def test_codes_cannot_be_tried_one_by_one(house):
    """After many wrong ones a browser waits; a right one is taken, others of that address go on, and so do codes of classes."""
    client, other = come(house), come(house)
    assert [client.get("/invitation/XXXX").status_code for _ in range(32)] == [422] * 30 + [429] * 2
    assert other.get("/invitation/XXXX").status_code == 422
    assert client.fill("/join", code="shoe-000", name="x").status_code == 422
    user = house.state.site.people.accounts.add(HERE, "Bo Chan", "dealer")
    code = house.state.site.people.accounts.invite(HERE, user.id)
    assert "Bo Chan" in client.get(f"/invitation/{code}").text
    assert client.fill(f"/invitation/{code}", new=WORDS, twice=WORDS).url.path == "/"


def test_what_is_done_to_people_asks_for_the_password_again(house, clock):
    """A quarter of an hour after it was said last; a session that was stolen lets nobody in."""
    manager = enter(house, "manager")
    clock.go(16)
    assert manager.fill("/people", name="Eve Eve", role="manager").url.path == "/me/again"
    assert manager.fill("/me/again", password="not the right one", next="/people").status_code == 422
    before = manager.cookies[SESSION]
    assert manager.fill("/me/again", password=WORDS, next="/people").url.path == "/people"
    assert manager.cookies[SESSION] != before
    assert manager.fill("/people", name="Bo Chan", role="dealer").status_code == 200
    assert {user.name for user in house.state.site.people.accounts.all()} & {"Eve Eve", "Bo Chan"} == {"Bo Chan"}


def test_one_leads_nowhere_else(house):
    """After signing in one goes to a page of ours."""
    for to in ("//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/x\r\nSet-Cookie: a=b"):
        client = come(house)
        sent = {"token": client.token(), "name": "The floor", "password": WORDS, "next": to}
        assert client.post("/sign-in", data=sent, follow_redirects=False).headers["location"] == "/"


def test_hostile_names_are_names_or_none(house):
    """Shown as text, on one line, on every page; never two that look the same."""
    manager = enter(house, "manager")
    assert manager.fill("/people", name=HOSTILE, role="dealer").status_code == 200
    for page in (manager.get("/people"), manager.get("/audit"), manager.get(f"/audit?who={HOSTILE[:20]}")):
        assert "<script>alert" not in page.text
        assert "\u202e" not in page.text
        assert "\x1b" not in page.text
    for name in (
        "",
        "7",
        "x" * 61,
        "Bo (guest 1f0c2a9b)",
        "the  FLOOR",
        "Thé floor",
        "\uff34he floor",
        "The\u200b floor",
        "\ud800",
    ):
        assert manager.fill("/people", name=name.encode("utf-8", "replace").decode(), role="dealer").status_code == 422, name
    assert manager.fill("/people", name="Ann Lee", role="king").status_code == 422
    csv = manager.get("/audit/audit.csv").text
    assert ",=" not in csv
    assert "\n=" not in csv


def test_the_first_can_let_others_in_and_the_last_stays(accounts):
    """Neither by removing nor by another role is a house left without anybody; one who has no password yet does not count."""
    with pytest.raises(AccountError, match="the first user"):
        accounts.add(HERE, "Bo Chan", "floor", WORDS)
    with pytest.raises(AccountError, match="the first user"):
        accounts.add(HERE, "Ann Lee", "manager")
    ann = accounts.add(HERE, "Ann Lee", "manager", WORDS)
    accounts.add(HERE, "Cy Dee", "manager")
    for undo in (lambda: accounts.remove(HERE, ann.id), lambda: accounts.set_role(HERE, ann.id, "floor")):
        with pytest.raises(AccountError, match="the last user who can add others"):
            undo()
    bo = accounts.add(HERE, "Bo Chan", "manager", WORDS)
    accounts.set_role(HERE, ann.id, "auditor")
    with pytest.raises(AccountError, match="the last"):
        accounts.remove(HERE, bo.id)


def test_two_managers_at_once_leave_one(accounts):
    """Each takes the other's role at the same moment: one of them is refused, and the audit is whole."""
    ann, bo = accounts.add(HERE, "Ann Lee", "manager", WORDS), accounts.add(HERE, "Bo Chan", "manager", WORDS)
    refused, meet = [], threading.Barrier(2)

    def take(user):
        meet.wait(10)
        try:
            accounts.set_role(HERE, user.id, "dealer")
        except AccountError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=take, args=(user,)) for user in (ann, bo)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(refused) == 1
    assert sorted(user.role for user in accounts.all()) == ["dealer", "manager"]
    assert accounts._trail.check().wrong == ""


def test_sessions_are_kept_in_either_database(accounts):
    """Begun, used, listed, ended with the role; the oldest of too many makes room."""
    sessions = Sessions(accounts._store, accounts._policy, accounts._trail)
    ann = accounts.add(HERE, "Ann Lee", "manager", WORDS)
    bo = accounts.add(HERE, "Bo Chan", "floor", WORDS)
    tokens = [sessions.start(bo, "10.0.0.7", "Firefox") for _ in range(22)]
    assert [sessions.who(token, "10.0.0.7", "Firefox") is None for token in tokens] == [True] * 2 + [False] * 20
    person = sessions.who(tokens[-1], "10.0.0.8", "Firefox")
    assert person is not None
    assert (person.name, person.role, person.key) == ("Bo Chan", "floor", f"user/{bo.id}")
    assert {one.address for one in sessions.of(person)} == {"10.0.0.7", "10.0.0.8"}
    assert sessions.proved(person)
    sessions.end_others(person, HERE)
    assert len(sessions.of(person)) == 1
    accounts.set_role(HERE, bo.id, "dealer")
    assert sessions.who(tokens[-1], "10.0.0.8", "Firefox") is None
    assert [user.name for user in accounts.all()] == ["Ann Lee", "Bo Chan"]
    assert accounts._trail.check().wrong == ""
    assert accounts.find(ann.id).seen is None
