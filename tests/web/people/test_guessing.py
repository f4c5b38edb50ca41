"""Passwords that are guessed: slowly, and nobody is locked out or told which names there are."""

from __future__ import annotations

import html
import re
import threading

import pytest

from dealerkit.web.users.accounts import AccountError
from dealerkit.web.users.people import KNOWN, SESSION
from dealerkit.web.users.tries import Tries
from tests.web.people.conftest import HERE, WORDS, come, enter, trail


def test_guessing_is_slow_and_locks_nobody_out(house, monkeypatch):
    """After five wrong ones the sixth waits, the right one too, and twice as long each time; whoever works there comes in."""
    monkeypatch.setattr("dealerkit.web.users.tries.seconds", lambda: 1000.0)
    mine = enter(house, "floor")
    mine.fill("/sign-out")
    thief = come(house, "10.0.0.9")
    sent = {"token": thief.token(), "name": "The floor"}
    tried = [thief.post("/sign-in", data={**sent, "password": f"guess number {number}"}) for number in range(7)]
    assert [one.status_code for one in tried] == [422] * 5 + [429] * 2
    assert "Wait 2 seconds" in html.unescape(tried[5].text)
    assert tried[5].headers["retry-after"]
    assert thief.post("/sign-in", data={**sent, "password": WORDS}).status_code == 429
    assert not thief.cookies.get(SESSION)
    assert mine.fill("/sign-in", name="The floor", password=WORDS).status_code == 200
    assert mine.get("/me").status_code == 200
    assert len([one for one in trail(house) if one[1] == "sign in"]) == 5


def test_a_browser_that_is_known_is_not_known_to_everybody(house):
    """Its cookie is for one person; changed by hand, or for another, it is none."""
    mine = enter(house, "floor")
    people = house.state.site.people
    kept = mine.cookies[KNOWN].replace("%3A", ":")
    floor, manager = people.accounts.named("The floor"), people.accounts.named("The manager")
    assert people._device(floor, kept)
    assert not people._device(manager, kept)
    assert not people._device(manager, kept.replace(floor.id, manager.id))
    assert not people._device(floor, "x" * 5000)


def test_nobody_is_told_which_names_there_are(house):
    """A name that nobody has and a wrong password are answered in the same words; what was typed for a name is kept nowhere."""
    client = come(house)
    answers = [
        client.fill("/sign-in", name=name, password="guess number one").text for name in ("The floor", "my secret password")
    ]
    plain = [re.sub(r'value="[^"]*"', "", one) for one in answers]
    assert plain[0] == plain[1]
    assert not any("secret" in str(one) for one in trail(house))


def test_tries_wait_longer_and_are_forgotten(monkeypatch):
    """Two seconds, four, up to a minute; one address may be a room full of people."""
    now = [1000.0]
    monkeypatch.setattr("dealerkit.web.users.tries.seconds", lambda: now[0])
    tries = Tries(3, 20, 60.0)
    assert [tries.begin("a", "x") for _ in range(3)] == [0, 0, 0]
    waits = []
    for _ in range(8):
        waits.append(tries.begin("a", "x"))
        now[0] += waits[-1]
        assert tries.begin("a", "x") == 0
    assert waits == [2, 4, 8, 16, 32, 60, 60, 60]
    assert tries.begin("b", "x") == 0
    assert tries.begin("a", "y", known="phone") == 0
    now[0] += 901
    assert tries.begin("a", "x") == 0
    for number in range(30):
        tries.begin(f"n{number}", "z")
    assert tries.begin("other", "z") > 0
    assert tries.begin("other", "elsewhere") == 0


def test_many_at_once_are_as_many(house, monkeypatch):
    """Each try is counted before it is looked at."""
    people, looked = house.state.site.people, []

    def wrong(*_):
        looked.append(1)
        return False

    monkeypatch.setattr("dealerkit.web.users.passwords.fits", wrong)
    threads = [threading.Thread(target=people.signs_in, args=("The floor", "x", "10.0.0.9", "")) for _ in range(12)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(looked) == 5


@pytest.mark.parametrize(
    ("password", "told"),
    [
        ("short", "10 characters"),
        ("x" * 201, "200"),
        ("Password123", "easy to guess"),
        ("aaaaaaaaaaaa", "easy to guess"),
        ("the FLOOR rules", "name"),
    ],
)
def test_a_password_that_is_none(house, password, told):
    """Too short, too long, tried first, or the name."""
    with pytest.raises(AccountError, match=told):
        house.state.site.people.accounts.set_password(HERE, house.state.site.people.accounts.named("The floor").id, password)
