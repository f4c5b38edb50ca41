"""A server with a signed-in person of each role, and a manual clock of sessions."""

from __future__ import annotations

import pytest

from dealerkit.training.walk.code import Plan
from dealerkit.web.app import application
from dealerkit.web.desk import pins
from dealerkit.web.settings import WebSettings
from dealerkit.web.storage.store import Store
from dealerkit.web.users import passwords
from dealerkit.web.users.accounts import Accounts
from dealerkit.web.users.people import SESSION
from dealerkit.web.users.policy import read_policy
from dealerkit.web.users.trail import Actor, Trail
from tests.web.conftest import PageClient

HERE = Actor("test", "", "here")
WORDS = "three words apart"
REAL_PASSWORDS, REAL_PINS = passwords._HASHER, pins._HASHER  # every test has quicker ones, see conftest.py
ROLES = ("trainee", "dealer", "floor", "manager", "auditor")
COUP = Plan("mini-baccarat", None, {}, 3, 7)
HOSTILE = '"><script>alert(1)</script>\u202e=HYPERLINK("x")\x1b[2J'


class Hours:
    """A manual clock of sessions."""

    def __init__(self):
        self.at = 1_800_000_000.0

    def __call__(self):
        """Return the seconds."""
        return self.at

    def go(self, minutes):
        """Move the clock forward."""
        self.at += minutes * 60


@pytest.fixture
def clock(monkeypatch):
    """The clock of sessions."""
    made = Hours()
    monkeypatch.setattr("dealerkit.web.users.sessions.now_in_seconds", made)
    return made


@pytest.fixture
def house(home):
    """A server with accounts, and a person of each role."""
    app = application(WebSettings(host="0.0.0.0"))
    accounts = app.state.site.people.accounts
    for role in ("manager", *(one for one in ROLES if one != "manager")):
        accounts.add(HERE, f"The {role}", role, WORDS)
    return app


def come(app, address="192.168.1.77", browser="Firefox"):
    """Return a client at an address."""
    return PageClient(app, base_url="http://192.168.1.20", client=(address, 5), headers={"User-Agent": browser})


def enter(app, role, *, password=WORDS, **of):
    """Return the client of a person of a role, signed in."""
    client = come(app, **of)
    answer = client.fill("/sign-in", name=f"The {role}", password=password)
    assert client.cookies.get(SESSION), answer.text[-600:]
    return client


def trail(app):
    """Return the entries of the audit, the latest first, as (who, did, what, came)."""
    return [(one.who, one.did, one.what, one.came) for one in app.state.site.people.trail.lines(most=10_000)]


@pytest.fixture(params=["sqlite", "postgresql"])
def accounts(request, tmp_path, home):
    """Accounts in an empty database, of either kind."""
    url = f"sqlite:///{tmp_path / 'web.db'}" if request.param == "sqlite" else request.getfixturevalue("postgres").empty()
    store = Store(url)
    made = Accounts(store, read_policy(), Trail(store))
    yield made
    store.close()
