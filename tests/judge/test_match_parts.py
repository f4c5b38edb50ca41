"""A matcher's answer: whose copy of the agenda it is, which findings it keeps, and whether players go on without a hand."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from dealerkit.felt import Act
from dealerkit.judge import match as matches
from dealerkit.judge.findings import Draft
from dealerkit.judge.match import ActView, Match, Move, hands_undecided
from dealerkit.procedure.advance import AgendaBuilder
from tests.judge.copies import acts, holdem_at, working_copy
from tests.table.moments import table_at

TABLE = holdem_at("turn_burn")
LAST = len(TABLE.log)
TAP = Act.parse("d tap")
ONE, OTHER = Draft(None, "a/one", "", "d tap"), Draft(None, "a/other", "", "d tap")


def nobody(_view: ActView) -> Match | None:
    """Recognize nothing."""
    return None


def elsewhere(view: ActView) -> Match:
    """Answer with another draft, from another place."""
    move = view.move()
    move.work.partial = TAP
    move.drafts.append(OTHER)
    return move.match(matches.tell_players, onward=True)


def here(view: ActView) -> Match:
    """Answer that the act belongs here."""
    return view.match()


@pytest.mark.parametrize(
    ("matchers", "silent", "codes", "moved", "then"),
    [
        ([], False, ["a/one"], False, matches.nothing),
        ([nobody], False, ["a/one"], False, matches.nothing),
        ([nobody, elsewhere, here], False, ["a/one", "a/other"], True, matches.tell_players),
        ([elsewhere], True, ["a/one"], True, matches.tell_players),
        ([here, elsewhere], False, ["a/one"], False, matches.nothing),
    ],
)
def test_the_first_matcher_that_recognizes_an_act_decides(matchers, silent: bool, codes: list[str], moved: bool, then) -> None:
    """FTR-24: its place becomes the move's own; silently, what was found before is all."""
    move = Move(working_copy(TABLE), TAP, [ONE])
    came = move.judged_by(matchers, silent=silent)
    assert [draft.code for draft in came.drafts] == codes
    assert (came.work is move.work, came.work.partial is TAP, came.then, came.onward) == (True, moved, then, moved)


def test_what_a_matcher_moves_is_its_own_copy() -> None:
    """FTR-24: the view stays as it is."""
    view = ActView(working_copy(TABLE), TAP, (ONE,))
    move = view.move()
    move.drafts.append(OTHER)
    move.work.drop_step()
    assert ([draft.code for draft in view.drafts], view.work.step is TABLE.agenda.step) == (["a/one"], True)
    assert [draft.code for draft in view.match(OTHER, then=matches.tell_players).drafts] == ["a/one", "a/other"]


@pytest.mark.parametrize(
    ("log", "told", "live", "last", "waits"),
    [
        (["d kill s2"], {}, 1, False, [LAST + 1]),
        (["d kill s2"], {}, 2, False, []),
        (["d kill s2"], {}, 2, True, [LAST + 1]),
        (["d kill s2"], {"ruling": None}, 1, False, []),
        (["d kill s2"], {"decided": True}, 1, False, []),
        (["d kill s2"], {"at": LAST}, 1, False, []),
        (["d tap"], {}, 1, False, []),
        (["d kill s2", "d tap"], {}, 1, False, [LAST + 1]),
    ],
)
def test_a_hand_waits_for_the_floor_if_the_game_would_go_on_without_it(log, told: dict[str, Any], live, last, waits) -> None:
    """RM-23: with one hand left, or nobody else to be asked; as long as the floor has not ruled."""
    work = working_copy(TABLE, *log)
    given = table_at("RM-11 floor/ruling-not-carried-out, the stub is not cut", 0, ["d burn up", "d deal board 4 together"])
    slip = given.now.slips[-1]
    undecided = attrs.make_class("Undecided", ["decided"])(told.get("decided", False))
    slips: Any = (attrs.evolve(slip, at=told.get("at", LAST + 1), ruling=told.get("ruling", undecided)),)
    work.note(slips=slips)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(matches, "live", lambda _now: ["s1"] * live)
        patched.setattr(matches, "_is_asked_last", lambda *_: last)
        assert hands_undecided(work, *range(1, len(work.now.log) + 1)) == waits
        assert hands_undecided(work) == []
        sent: list[Act] = []
        patched.setattr(AgendaBuilder, "answer", lambda _work, act: sent.append(act))
        matches.tell_unless_undecided(work, TAP)
        assert sent == ([] if waits == [len(work.now.log)] else [TAP])


def test_a_seat_is_asked_last_if_the_step_ends_without_it() -> None:
    """RM-23: while others have still to act, it does not."""
    table = holdem_at("flop_betting")
    work = AgendaBuilder(table.agenda, table.now, table.house, table._runs)
    assert sorted(work.ask) == ["s2"]
    assert not matches._is_asked_last(work, Act.parse("d kill s2"))
    assert not matches._is_asked_last(work, Act.parse("d kill s3")), "nobody asks that seat"
    ends: list[Act] = []

    def end(self: AgendaBuilder, act: Act) -> None:
        ends.append(act)
        self.open = None

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(AgendaBuilder, "answer", end)
        assert matches._is_asked_last(work, Act.parse("d kill s2"))
        assert not matches._is_asked_last(work, Act.parse("d kill s3"))
    assert ends == [*acts("d kill s2")]
    assert work.open is not None, "it was only tried"
