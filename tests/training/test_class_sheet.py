"""The report of a class: what each has dealt, and what went wrong most."""

from __future__ import annotations

from dealerkit.felt import Act
from dealerkit.sheets.document import texts
from dealerkit.table.bots import players_named
from dealerkit.table.table import Table
from dealerkit.training.class_sheet import Dealings, Pupil, class_sheet, commonest, dealt
from dealerkit.training.walk.session import Session


def a_session() -> Session:
    """Hold'em as the flop is due."""
    session = Session(Table("holdem", seats=3, seed=7), players_named("bots"), None, clock=lambda: 0.0)
    session.go_to("flop")
    return session


def test_how_somebody_dealt_is_the_score_of_the_walk():
    """Slips, score and hands are the session's own."""
    session = a_session()
    assert dealt(session) == Dealings(score="nothing was dealt")
    session.say(Act.parse("d deal board 3"))  # nothing was burned
    found = dealt(session)
    assert found.steps == session.score().steps == 1
    assert sum(found.severities.values()) == len(session.findings()) > 0
    assert set(found.codes) == {finding.code for finding in session.findings()}
    session.undo()
    assert dealt(session).taken_back == 1
    assert dealt(session).codes == found.codes, "what was taken back counts as done"


def test_the_sheet_of_a_class_names_everybody_and_what_went_wrong():
    """Each has a row, markup in a name stays text, and a slip is counted over all."""
    pupils = [
        Pupil(
            "<b>Ann</b>",
            Dealings(steps=9, rounds=2, severities={"major": 1}, codes={"burn/missed": 1}, score="56 of 100", pace=40),
        ),
        Pupil(
            "Bo",
            Dealings(steps=3, rounds=1, severities={"major": 2}, codes={"burn/missed": 2}, score="11 of 100"),
            "left at 14:10",
        ),
    ]
    said = list(texts(class_sheet("Hold'em", [("Date", "2026-11-23")], pupils, lambda code: f"title of {code}")))
    assert "<b>Ann</b>" in said
    assert "title of burn/missed" in said
    assert "2 of 2" in said
    assert "left at 14:10" in said
    assert commonest(pupils) == [("burn/missed", 3, 2)]


def test_a_class_of_nobody():
    """Nobody came: the sheet says so."""
    assert "No one has joined." in list(texts(class_sheet("Hold'em", [], [], str)))
