"""Who may what: every page says which right it takes, and nobody reaches what is another's."""

from __future__ import annotations

import pytest
from starlette.routing import Mount

from dealerkit.training.walk.code import Plan
from dealerkit.web.app import application
from dealerkit.web.classroom import rooms
from dealerkit.web.people import ANYBODY, LOOK_ON, RIGHTS, SIGNED_IN, TEACH, Visitor
from dealerkit.web.refusals import Refused
from dealerkit.web.settings import WebSettings
from dealerkit.web.table_tasks import TableTask
from dealerkit.web.visit import RightfulRoute

COUP = Plan("mini-baccarat", None, {}, 3, 7)
ANN = Visitor("Ann", frozenset({TEACH}), "user/ann")
BO = Visitor("Bo", frozenset({TEACH}), "user/bo")
CHIEF = Visitor("Chief", frozenset(RIGHTS), "user/chief")


def test_every_page_says_which_right_it_takes(home):
    """A route that is added without one cannot be made; one with a word that is no right is found here."""
    for route in application(WebSettings()).routes:
        if not isinstance(route, Mount):
            assert isinstance(route, RightfulRoute), route
            assert route.may in {*RIGHTS, ANYBODY, SIGNED_IN, LOOK_ON}, route.name


def test_who_teaches_reaches_her_own_classes_and_who_oversees_all(app):
    """By the id of a room, and by the id of a table that is dealt in it."""
    site = app.state.site
    room = rooms.open_room(site.store, ANN, COUP, "Ann")
    place = rooms.join(site.store, room, "Tom")
    live = site.tables.open(COUP, place.person, TableTask("Tom", room=room.id))
    for person in (ANN, CHIEF):
        assert rooms.find_room(site.store, room.id, person).id == room.id
        assert site.tables.find(live.id, person) is live
    with pytest.raises(Refused) as refused:
        rooms.find_room(site.store, room.id, BO)
    assert refused.value.status == 404
    with pytest.raises(Refused) as refused:
        site.tables.find(live.id, BO)
    assert refused.value.status == 404
    with pytest.raises(Refused) as refused:
        site.tables.find(live.id, ANN, deals=True)
    assert refused.value.status == 403
