"""What an instructor who watches is offered, and what is kept of it, without a terminal."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from dealerkit.rules.games import Game, game, games
from dealerkit.sheets.document import texts
from dealerkit.training.observation import SlipMark, watched
from dealerkit.training.reports.observation import ObservedHands
from dealerkit.training.store import TrainingStore
from dealerkit.training.watching import ObservedFigures, commonest, keep_hands, slips_meant, slips_of, taken_back, told


@pytest.mark.parametrize("name", games())
def test_every_game_offers_slips_that_it_has_and_can_name(name):
    """No button without a title, none for a slip that the game cannot draw, none twice."""
    made = game(name)
    known = slips_of(made)
    assert known
    offered = commonest(made, known)
    assert len({slip.code for slip in offered}) == len(offered)
    assert all(slip.title and slip.severity in ("minor", "major", "critical") for slip in known.values())


def test_any_other_slip_is_meant_by_words():
    """Words find what has no button; words of nothing find nothing."""
    known = slips_of(game("holdem"))
    assert any("burn" in slip.title.lower() for slip in slips_meant(known, "exposed burn"))
    assert slips_meant(known, "zzzz") == []


def seen_on_paper_and_screen(made: Game, seen: ObservedFigures, notes: str = "") -> list[str]:
    """Return what the sheet says, and what the terminal says."""
    told = ObservedHands(seen, made, slips_of(made), "2026-11-23", notes)
    return [" ".join(texts(told.document())), "\n".join(told.lines())]


def test_nothing_passes_where_nothing_was_dealt():
    """No hand and no slip: the sheet and the terminal say so, and give no marks; a slip in a hand that did not end is marked."""
    made = game("holdem")
    known = slips_of(made)
    nothing = told(made, "Cy", "Bo", watched([], 0, 9), known, {})
    said = seen_on_paper_and_screen(made, nothing)
    assert all("no score: no hand was finished" in one and "100" not in one for one in said), said
    slip = watched([SlipMark("slip", 20, next(iter(known)))], 0, 60)
    assert all("of 100" in one for one in seen_on_paper_and_screen(made, told(made, "Cy", "Bo", slip, known, {})))


def test_figures_sheet_and_store_of_what_was_marked(tmp_path):
    """Two hands with one slip: the figures, the paper with notes as they were written, and marked answers."""
    made = game("mini-baccarat")
    known = slips_of(made)
    slip = commonest(made, known)[0]
    what = watched([SlipMark("slip", 20, slip.code), SlipMark("hand", 60), SlipMark("hand", 120)], 0, 120)
    document = told(made, "Ann", "Bo", what, known, {})
    assert document.hands == 2
    assert document.hands_an_hour == 60
    assert document.slips == {slip.code: 1}
    for said in seen_on_paper_and_screen(made, document, "<i>calm</i> hands"):
        assert slip.title in said
        assert "<i>calm</i> hands" in said
    assert taken_back(SlipMark("slip", 0, slip.code), known) == slip.title
    with TrainingStore.open(tmp_path / "training.db", now=lambda: datetime(2026, 11, 23, 14, tzinfo=UTC)) as store:
        assert keep_hands(store, made, "Ann", watched([], 0, 9)) == ""
        session = keep_hands(store, made, "Ann", what)
        answers = list(store.answers("Ann"))
        assert [(one.right, one.source, one.session) for one in answers] == [
            (False, "marked", session),
            (True, "marked", session),
        ]
