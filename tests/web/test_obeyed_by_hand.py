"""A beginner's slips at each kind of step, made in the browser's face and obeyed there to the end of the round.

What hands do is sent as the page sends it, what the page marks is done by hand, what it asks is answered. Page, `check` of the
record and the table itself must agree on what was found, and the chips must lie where `tests/obedience` has them.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import attrs
import pytest

import dealerkit as dk
from dealerkit.felt import FLOOR, Act
from dealerkit.hands.check import check_file
from dealerkit.rules.games import game as load
from dealerkit.rules.games import games
from dealerkit.table.playback import replay
from dealerkit.training.walk.code import Plan
from dealerkit.web.deal.felt import drawn
from dealerkit.web.deal.gestures import Way, hands_of
from dealerkit.web.deal.table_page import choices
from dealerkit.web.people import ALONE
from tests.obedience.campaign import Setting, Trial, one_a_step, run, wealth
from tests.sampling import daily_games
from tests.web.test_deal import say
from tests.web.test_deal_gestures import done_by

pytestmark = [pytest.mark.sqlite, pytest.mark.thorough]
EVERY_DAY = 2
"""So many of a game's kinds of step are tried every day; the slow test tries each."""


@attrs.frozen
class PageSetting(Setting):
    """A table as a page opens it: the players of `tests/obedience` sit there, and say what they do."""

    @property
    def plan(self) -> Plan:
        """What the page opens."""
        people = load(self.game).data["players"]
        seats = min(int(people["max"]), max(int(people["min"]), 3))
        return Plan(self.game, None, {}, seats, 5 + self.block, bots=False)

    def table(self) -> dk.Table:
        """The same table without a page."""
        plan = self.plan
        return dk.Table(plan.game, plan.rules, seats=plan.seats, seed=plan.seed, options={})


def by_hand(live: Any, act: Act) -> str:
    """An act as hands do it on the drawn table; as it is said where hands cannot."""
    table = live.session.table
    hands, things = hands_of(table.game), drawn(table).things
    way = hands.way(act, things) if act.who == "d" else None
    if way is None:
        return act.text
    done = done_by(hands, way, things)
    return done.text if done.plain == act.plain or (done.move == act.move and done.n is None and act.n == 1) else act.text


def marked(live: Any, answer: dict[str, Any]) -> str:
    """The act of what the page marks; empty where it marks nothing."""
    mark = answer["mark"]
    if not mark:
        return ""
    if mark["act"]:
        return str(mark["act"])
    table = live.session.table
    way = Way(**{name: mark[name] for name in ("take", "put", "button", "given", "say") if name in mark})
    return done_by(hands_of(table.game), way, drawn(table).things).text


def obey(client: Any, trial: Trial, folder: Path) -> None:
    """Make a slip at a page, and go on there as whoever obeys goes on."""
    expected = run(trial)
    assert expected.failures == (), trial.id
    setting = trial.clean.setting
    assert isinstance(setting, PageSetting)
    client.cookies.clear()  # another browser: one alone may not ask so often
    client.known_token = None
    live = client.app.state.site.tables.open(setting.plan, ALONE)
    table = live.session.table
    while len(table.log) < trial.at:  # the clean part: as fast as can be
        done = live.say(f"clean-{len(table.log)}", trial.clean.acts[len(table.log) : trial.at][:50])
        assert done.done, done.refused
    if expected.refused:
        refused = [say(client, live, by_hand(live, act)).json()["refused"] for act in trial.wrong]
        assert any(refused), trial.id
        assert len(table.log) == trial.at + refused.count(""), trial.id
        return
    told, chips = 0, total(table)
    answer: dict[str, Any] = {}
    wanted = [text for text in expected.record if Act.parse(text).who != FLOOR]  # the floor rules by itself, or is asked
    slipped = trial.at + len(trial.wrong)
    while (at := len(done_at(table))) < len(wanted):
        told += ruled(client, live, trial)
        act = Act.parse(wanted[at])
        if at >= slipped and act.who == "d" and table.next_act() == act and (mark := marked(live, answer)):
            same = Act.parse(mark)
            assert (same.who, same.verb) == (act.who, act.verb), f"{trial.id}: the page marks {same}, due is {act}"
        known, stood = len(table.findings), len(table.log)
        answer = say(client, live, by_hand(live, act), at=stood).json()
        assert not answer["refused"], f"{trial.id}: {act} was refused: {answer['refused']}"
        assert (table.log[stood].who, table.log[stood].move) == (act.who, act.move), f"{trial.id}: {table.log[stood]} for {act}"
        told += len(answer["slips"])
        assert len(answer["slips"]) == len(table.findings) - known, trial.id
    assert done_at(table)[: len(wanted)] == wanted, trial.id
    assert {*expected.found, *expected.late} <= {one.code for one in table.findings}, trial.id
    assert told == len(table.findings), trial.id
    assert total(table) == chips, trial.id
    record = client.get(f"/deal/{live.id}/record").text
    again = replay(record)
    assert again.findings == table.findings, trial.id
    assert wealth(again) == wealth(table), trial.id
    file = folder / "hand.txt"
    file.write_text(record, encoding="utf-8")
    (hand,) = check_file(file)
    assert {(one.code, one.act) for one in table.findings} <= {(one.code, one.act) for one in hand.findings}, trial.id


def ruled(client: Any, live: Any, trial: Trial) -> int:
    """Rule as the floor, where the page asks it and everybody waits; returns how many slips were told then."""
    due = live.session.table.next_act()
    if due is None or due.who != FLOOR:
        return 0
    line = live.talk.said(Act.make(FLOOR, "rule", due.to[0]))
    assert line in {button.line for button in choices(live)}, f"{trial.id}: no button says '{line}'"
    answer = say(client, live, line=line, at=len(live.session.table.log)).json()
    assert not answer["refused"], f"{trial.id}: {line}: {answer['refused']}"
    assert due in live.session.table.log, f"{trial.id}: {live.session.table.log[-1]} for {due}"
    return len(answer["slips"])


def done_at(table: dk.Table) -> list[str]:
    """What dealer and players have done, without the floor's rulings."""
    return [act.text for act in table.log if act.who != FLOOR]


def total(table: dk.Table) -> int:
    """All chips there are, wherever they lie."""
    return sum(sum(row) for row in table.felt.rows.values())


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_a_slip_at_each_kind_of_step_is_obeyed_by_hand(client: Any, tmp_path: Path, game: str) -> None:
    """Every kind of step of the game, a slip each; what the page says is done, to the end of the round."""
    found = list(one_a_step(PageSetting(game, "", 0)))
    assert found
    for trial in found:
        obey(client, trial, tmp_path)


@pytest.mark.parametrize("game", daily_games(40))
def test_some_slips_are_obeyed_by_hand(client: Any, tmp_path: Path, game: str) -> None:
    """The same of a few kinds of step, one game of each family every day."""
    found = list(one_a_step(PageSetting(game, "", 1)))
    for trial in random.Random(game).sample(found, min(EVERY_DAY, len(found))):
        obey(client, trial, tmp_path)
