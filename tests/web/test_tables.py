"""Tables in the database: what was answered is kept, once, and the table is made again as it was."""

from __future__ import annotations

import pytest

from dealerkit.felt import Act
from dealerkit.table.playback import replay
from dealerkit.training.walk.code import Plan
from dealerkit.web.people import ALONE, NOBODY
from dealerkit.web.refusals import Refused
from dealerkit.web.storage.store import Store
from dealerkit.web.storage.trouble import DatabaseError
from dealerkit.web.tables import Tables

PLANS = [
    Plan("mini-baccarat", None, {}, 3, 7),
    Plan("holdem", None, {}, 4, 7),
    Plan("holdem", None, {}, 4, 7, level=1),
    Plan("golf", None, {}, 1, 3, bots=False),
]


@pytest.fixture
def store(tmp_path):
    """Store."""
    made = Store(f"sqlite:///{tmp_path / 'web.db'}")
    yield made
    made.close()


def dealt(live, count):
    """Deal so many acts as they are due, with slips taken back and one act twice between."""
    for number in range(count):
        act = live.session.table.next_act()
        if act is None:
            break
        assert not live.say(f"k{number}", [act]).refused
        if number == 3:
            live.say("twice", [act])
            assert live.undo("back").taken or live.session.undone


def same(one, other):
    """Same."""
    return (
        one.session.table.record() == other.session.table.record()
        and one.session.findings() == other.session.findings()
        and one.session.taken_back == other.session.taken_back
        and one.session.score() == other.session.score()
        and one.session.times == other.session.times
        and one.session.undone == other.session.undone
        and one.keys == other.keys
    )


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.game}-{plan.level}")
def test_a_table_is_made_again_as_it_was(store, plan):
    """A table is made again as it was."""
    live = Tables(store).open(plan, ALONE)
    dealt(live, 40)
    again = Tables(store).find(live.id, ALONE)
    assert same(live, again)
    dealt(again, 5)  # it goes on
    assert replay(again.record()).record() == again.record()


def test_what_is_said_twice_with_one_key_is_done_once(store):
    """What is said twice with one key is done once."""
    live = Tables(store).open(PLANS[0], ALONE)
    act = live.session.table.next_act()
    assert live.say("a", [act]).done
    stood = live.record()
    assert live.say("a", [act]).again
    assert Tables(store).find(live.id).say("a", [act]).again
    assert live.record() == stood
    assert live.undo("b").taken
    assert live.undo("b").again


def test_what_was_said_of_an_older_table_is_not_done(store):
    """What was said of an older table is not done."""
    live = Tables(store).open(PLANS[0], ALONE)
    act = live.session.table.next_act()
    at = len(live.session.table.log)
    assert live.say("a", [act], at).done
    assert "this table has changed" in live.say("b", [act], at).refused


def test_what_cannot_be_done_is_told_and_nothing_is_kept(store):
    """What cannot be done is told and nothing is kept."""
    live = Tables(store).open(PLANS[0], ALONE)
    stood = live.record()
    assert "can't be done" in live.say("a", [Act.parse("d deal s9")]).refused
    assert live.record() == stood == Tables(store).find(live.id).record()


def test_what_cannot_be_kept_has_not_happened(store, monkeypatch):
    """What cannot be kept has not happened."""
    tables = Tables(store)
    live = tables.open(PLANS[0], ALONE)
    stood = live.record()

    def full(*_):
        msg = "the disk is full"
        raise DatabaseError(msg)

    with monkeypatch.context() as patch:
        for way in ("begin", "single"):
            patch.setattr(store, way, full)
        with pytest.raises(DatabaseError):
            live.say("a", [live.session.table.next_act()])
    assert tables.find(live.id).record() == stood


def test_another_persons_table_is_told_to_nobody(store):
    """Another persons table is told to nobody."""
    live = Tables(store).open(PLANS[0], ALONE)
    with pytest.raises(Refused, match="no such table"):
        Tables(store).find(live.id, NOBODY)
    with pytest.raises(Refused, match="no such table"):
        Tables(store).find("nothing", ALONE)
