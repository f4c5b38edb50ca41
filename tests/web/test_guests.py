"""Guests leave so much behind and no more."""

from __future__ import annotations

import time

import attrs
import pytest
import sqlalchemy as sa

from dealerkit.training.walk.code import Plan
from dealerkit.web.app import application
from dealerkit.web.people import ALONE, guest
from dealerkit.web.refusals import Refused
from dealerkit.web.settings import WebSettings
from dealerkit.web.storage.schema import SAYINGS, SITTINGS, TABLES
from dealerkit.web.table_tasks import TableTask
from dealerkit.web.users.policy import policy_file
from tests.web.conftest import PageClient

COUP = Plan("mini-baccarat", None, {}, 3, 7)
TOM, EVE = guest("tom", address="10.0.0.7"), guest("eve", address="10.0.0.8")


@pytest.fixture
def app(home):
    """A server whose guests keep three tables, and whose addresses open eight an hour."""
    home.mkdir(parents=True)
    said = policy_file().read_text(encoding="utf-8")
    said = said.replace("tables: 20 ", "tables: 3 ").replace("tables_an_hour: 300", "tables_an_hour: 8")
    (home / "people.yaml").write_text(said, encoding="utf-8")
    return application(WebSettings(host="0.0.0.0"))


@pytest.fixture
def site(app):
    """What its requests share."""
    yield app.state.site
    app.state.site.close()


def kept(site, table=TABLES):
    """The ids that are kept."""
    with site.store.begin() as connection:
        return set(connection.scalars(sa.select(table.c[0])))


def test_the_oldest_table_of_a_guest_makes_room(site):
    """The fourth table takes the first one's place, with all that was said at it; nobody else's, and none of an exam."""
    others = {site.tables.open(COUP, EVE).id, site.tables.open(COUP, ALONE).id}
    exam = site.tables.open(COUP, TOM, TableTask(exam="x")).id
    first = site.tables.open(COUP, TOM)
    first.say("a", [first.session.table.next_act()])
    assert kept(site, SAYINGS)
    later = {site.tables.open(COUP, TOM).id for _ in range(3)}
    assert kept(site) == {*others, exam, *later}
    assert not kept(site, SAYINGS)
    with pytest.raises(Refused) as refused:
        site.tables.find(first.id, TOM)
    assert refused.value.status == 404
    with pytest.raises(Refused):
        first.say("b", [first.session.table.next_act()])


def test_one_address_opens_so_many_in_an_hour(site):
    """Whatever browser it says it is; others go on."""
    for number in range(8):
        site.tables.open(COUP, guest(f"number {number}", address="10.0.0.9"))
    with pytest.raises(Refused) as refused:
        site.tables.open(COUP, guest("number 9", address="10.0.0.9"))
    assert refused.value.status == 429
    site.tables.open(COUP, TOM)
    assert len(kept(site)) == 9


def test_what_guests_left_is_forgotten_after_a_month(site):
    """Tables and sittings of guests; those of a class, of whoever signs in and of this machine stay."""
    month = time.time() - 31 * 86_400
    stays = {site.tables.open(COUP, attrs.evolve(ALONE, key=key)).id for key in ("", "user/ann", "place/one")}
    site.tables.open(COUP, TOM)
    with site.store.begin() as connection:
        connection.execute(sa.update(TABLES).values(made=month))
        row = {"id": "s", "owner": TOM.key, "plan": "{}", "asked": "{}", "left": False, "made": month}
        connection.execute(SITTINGS.insert().values(**row))
    site.guests._tidied = None
    site.guests.tidy()
    assert kept(site) == stays
    assert not kept(site, SITTINGS)


def test_sittings_of_guests_make_room_too(app):
    """By the pages: the drill that was begun first is forgotten when the fourth is begun."""
    client = PageClient(app, base_url="http://192.168.1.20", client=("192.168.1.77", 5))
    for _ in range(4):
        assert client.fill("/drills/begin", drill="baccarat/third-card-flash", level="1", seed="5").status_code == 200
    assert len(kept(app.state.site, SITTINGS)) == 3
