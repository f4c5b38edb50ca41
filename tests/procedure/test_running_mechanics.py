"""Mechanics as they run: what they are sent, how they end, and how a trial and a table taken back get theirs."""

from __future__ import annotations

from typing import Any

import pytest

from dealerkit.procedure.round_counts import count_beginning
from dealerkit.procedure.running_mechanics import RunningMechanic, RunningMechanics, bring_back
from tests.procedure.agendas import TABLE, acts, asking, section, step, texts, working

CHECK, FOLD, TAP = acts("s1 check", "s1 fold", "d tap")


def runs(revived: list[Any] | None = None, below: RunningMechanics | None = None) -> RunningMechanics:
    """Return running mechanics that note which are played again."""

    def revive(key: Any, log: Any) -> RunningMechanic:
        assert revived is not None, "nothing is played again here"
        revived.append((key, log))
        return RunningMechanic(asking("revived"), working().now)

    return RunningMechanics(revive, below)


def test_a_mechanic_is_sent_acts_until_it_is_over():
    """Each with the length of the log then; at its end it asks nobody, and has a result."""
    now = working().now
    here, run = len(now.log), RunningMechanic(asking(), now)
    assert (run.key, run.over, run.ask, run.result, run.shut) == (("ask", here), False, {"s1": {"check": (None,)}}, None, None)
    run.send(CHECK, now)
    assert (run.over, run.sent, run.sent_at) == (False, [CHECK], [here])
    now.log.append(FOLD)
    run.send(FOLD, now)
    assert (run.over, run.ask, run.sent, run.sent_at) == (True, {}, [CHECK, FOLD], [here, here + 1])
    assert (run.result, run.shut) == (["s1 check", "s1 fold"], None)
    at_once = RunningMechanic(asking(asks=False), now)
    assert (at_once.over, at_once.ask, at_once.result) == (True, {}, [])


def test_a_mechanic_reads_the_situation_of_the_act():
    """Opened in one working copy and sent an act in another, it knows what has happened there."""
    now, other = working().now, working().now
    run = RunningMechanic(asking(), now)
    other.results, other.cache = {"ask": 1}, {"live": 2}
    assert run.opened is not run.now
    run.send(CHECK, other)
    assert run.now is now
    assert (now.results, now.felt, now.log, now.cache) == (other.results, other.felt, other.log, other.cache)
    assert now.log is other.log
    assert now.cache is other.cache
    assert other.told is run.told is now.told


@pytest.mark.parametrize(
    ("shut", "over", "closes"), [(0, False, True), (1, False, False), (None, False, False), (0, True, False), (-1, False, False)]
)
def test_a_mechanic_that_the_dealer_closed_is_closed_again_there(shut, over, closes):
    """When the log has reached the same length; what it was sent stays as it was."""
    now = working().now
    run = RunningMechanic(asking(), now)
    run.send(CHECK, now)
    if over:
        run.end("before")
    at = None if shut is None else len(now.log) + shut
    run.shut_again(at)
    assert run.sent == [CHECK]
    assert run.sent_at == [len(now.log)]
    assert run.over is (closes or over)
    assert run.shut == (at if closes else None)
    assert run.result == (["s1 check", "closed"] if closes else "before" if over else None)


def test_a_trial_reads_the_mechanics_of_the_table():
    """And has none that the table does not have."""
    table = runs()
    trial, run = table.trial(), RunningMechanic(asking(), working().now)
    for those in (table, trial, trial.trial()):
        with pytest.raises(KeyError):
            those[run.key]
        with pytest.raises(KeyError):
            those.own(run.key, run.now)
    table.add(run)
    assert table[run.key] is trial[run.key] is trial.trial()[run.key] is run
    assert table.own(run.key, run.now) is run
    assert trial.held == {}


@pytest.mark.parametrize(
    ("sent", "another_log", "later", "again"),
    [
        pytest.param(False, False, False, False, id="just-opened"),
        pytest.param(True, False, False, True, id="it-was-sent-an-act"),
        pytest.param(False, True, False, True, id="on-another-log"),
        pytest.param(False, False, True, True, id="acts-have-come-since"),
    ],
)
def test_a_trial_that_sends_an_act_has_a_mechanic_of_its_own(sent, another_log, later, again):
    """One that has just opened is simply opened once more; any other is played again from its acts."""
    revived: list[Any] = []
    now, table = working().now, runs(revived)
    run = RunningMechanic(asking(), now)
    table.add(run)
    trial, other = table.trial(), now.copy()
    if sent:
        run.send(CHECK, now)
    if another_log:
        other.log = [*now.log]
    if later:
        now.log.append(TAP)
    mine = trial.own(run.key, other)
    assert mine is not run
    assert (revived == [(run.key, other.log)]) is again
    assert mine is trial.own(run.key, other) is trial.held[run.key]
    assert mine.step.id == ("revived" if again else "ask")
    mine.send(FOLD, other)
    assert (run.over, table.held) == (False, {run.key: run})


def test_what_was_opened_or_closed_in_a_trial_is_the_tables():
    """What was open already goes on as it was, unless the trial has closed it."""
    now, table = working().now, runs()
    going, closing, over = (RunningMechanic(asking(name), now) for name in ("going", "closing", "over"))
    over.end("before")
    for run in (going, closing, over):
        table.add(run)
    trial, fresh = table.trial(), RunningMechanic(asking("fresh"), now)
    trial.add(fresh)
    for name in ("going", "closing", "over"):
        twin = RunningMechanic(asking(name), working().now)
        trial.add(twin)
        twin.send(CHECK, twin.now)
        if name != "going":
            twin.now.log.append(TAP)
            twin.send(None, twin.now)
    table.adopt(trial)
    assert table.held == {run.key: run for run in (going, closing, over, fresh)}
    assert (going.over, going.shut) == (False, None)
    assert (closing.over, closing.result, closing.shut) == (True, ["s1 check", "closed"], len(now.log) + 1)
    assert (over.result, over.shut) == ("before", None)


def test_mechanics_are_played_again_from_an_earlier_felt():
    """Each from where it opened, with the acts that it was sent, on the felt as it was then; one that was closed is closed."""
    now, felt = working().now, TABLE.felt.copy()
    here, log = len(now.log), list(now.log)
    first = RunningMechanic(asking("first"), now)
    done = acts("d tap", "d burn", "d deal board 3", "d tap")
    for number, act in enumerate(done):
        now.log.append(act)
        if number == 1:
            second = RunningMechanic(asking("second"), now)
        if number != 1:
            first.send(act, now)
    second.shut, third = here + 3, RunningMechanic(asking("third"), now)
    third.key = ("third", here + 9)  # it opened later than these acts
    brought = bring_back([first, second, third], felt, log, done)
    assert {*brought} == {first.key, second.key}
    again, closed = brought[first.key], brought[second.key]
    assert (again.sent, again.sent_at, again.over) == (first.sent, [here + 1, here + 3, here + 4], False)
    assert (closed.over, closed.shut, closed.result) == (True, here + 3, ["closed"])
    assert texts(log[here:]) == texts(done)
    assert len(felt.cards("board")) == 3
    assert again.now.log is log
    assert again.now.felt is felt


def test_a_mechanic_that_is_over_is_sent_nothing_more():
    """Whatever it was sent after its end."""
    now, felt = working().now, TABLE.felt.copy()
    log, run = list(now.log), RunningMechanic(asking(), now)
    run.send(FOLD, now)
    run.sent, run.sent_at = [FOLD, CHECK], [len(log), len(log)]
    (again,) = bring_back([run], felt, log, ()).values()
    assert (again.sent, again.over) == ([FOLD], True)


@pytest.mark.parametrize(
    ("first", "again", "rounds", "starts", "before"),
    [
        (True, False, {"shoe": 4, "hand": 1}, 1, {"ask": 1, "other": 2, "old": 3}),
        (False, False, {"shoe": 4, "hand": 6}, 3, {"ask": 1, "other": 2, "old": 3}),
        (False, True, {"shoe": 4, "hand": 6}, 3, {"old": 3}),
    ],
)
def test_a_round_is_counted_with_its_place_in_the_log(first, again, rounds, starts, before):
    """Its results are those of the round before then, unless it does not count; a part of it begins anew (MD-17)."""
    now = working().now
    turn = section("turn", step("tap"), part=True)
    once = section("once", step("burn"), repeats=None)
    now.rounds, now.starts = {"shoe": 4, "hand": 5, "turn": 9, "once": 8}, {"hand": (1, 2), "turn": (1,)}
    now.marks, now.ended = {"hand": 7}, {"hand": 2, "shoe": 1}
    now.results, now.before = {"ask": 1, "other": 2}, {"old": 3, "ask": 0} if not again else {"old": 3}
    count_beginning(now, section("hand", asking(), turn, once), first=first, again=again)
    assert now.rounds == {**rounds, "once": 8}
    assert (len(now.starts["hand"]), now.starts["hand"][-1], now.starts["turn"]) == (starts, now.felt.tick, (1,))
    assert (now.marks, now.ended) == ({"hand": len(now.log)}, {"hand": 7, "shoe": 1})
    assert (now.results, now.before) == ({"other": 2}, before)


def test_only_the_last_rounds_of_a_shoe_are_remembered():
    """Some hundred: twice the coups of eight decks. The first has none before it."""
    now = working().now
    for number in range(300):
        count_beginning(now, section("coup", step("tap")), first=number == 0, again=False)
    assert (now.rounds["coup"], len(now.starts["coup"])) == (300, 256)
    assert (now.ended["coup"], now.marks["coup"], now.before) == (len(now.log), len(now.log), TABLE.now.before)
