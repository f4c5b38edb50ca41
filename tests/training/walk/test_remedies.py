"""A person slips, the floor rules, and the remedy is what is asked of that person next."""

from __future__ import annotations

import pytest

from dealerkit import Table
from dealerkit.felt import Act
from dealerkit.table.bots import CHOOSERS, NOBODY, Bots, Players
from dealerkit.training.walk.session import Session


def begun(rules: str, step: str, *, players: Players = NOBODY, game: str = "holdem") -> Session:
    """A person deals from this step on."""
    session = Session(Table(game, rules, seats=3, seed=4), players)
    session.go_to(step)
    return session


def say(session: Session, *acts: str) -> list[str]:
    """What the person does, one act after the other, with what the floor and the players do then; the codes that are found."""
    found: list[str] = []
    for act in acts:
        found += [finding.code for finding in session.say(Act.parse(act)).findings]
        session.players_act()
    return found


def due(session: Session) -> str:
    """The dealer's act that is due."""
    return str(next(iter(session.table.expected.dealer), ""))


@pytest.mark.parametrize(
    ("rules", "step", "slip", "remedy"),
    [
        ("rrop", "board", "d deal board 4 together", ["d rebuild board", "d cut", "d deal board 3 together"]),
        ("tda", "board", "d deal board 4 together", ["d turn board down", "d move board burns", "d turn board"]),
        ("rrop", "turn_burn", "d deal board", ["d move board burns", "d deal board"]),
        ("rrop", "pitch", "d deal s3", ["d gather", "d return s2 bet 1", "d return s3 bet 2", "d riffle"]),
        ("tda", "pitch", "d deal s3", ["d gather", "d return s2 bet 1", "d return s3 bet 2", "d riffle"]),
    ],
)
def test_the_remedy_is_asked_and_judged(rules: str, step: str, slip: str, remedy: list[str]) -> None:
    """FTR-20 FTR-25 MD-10: the floor rules on the finding by its name; each step is asked; who does them has no other finding."""
    session = begun(rules, step)
    (code,) = say(session, slip)
    ruled = session.table.log[-1]
    assert ruled.who == "f"
    assert code in ruled.to
    for act in remedy:
        assert due(session).startswith(act)
        assert say(session, due(session)) == []
    assert [finding.code for finding in session.findings()] == [code]


def test_a_step_of_the_remedy_that_is_left_out_is_found() -> None:
    """RM-11: the new flop comes from a stub that was not cut; the finding says what was due and by which rules."""
    session = begun("rrop", "board")
    say(session, "d deal board 4 together", "d rebuild board")
    assert say(session, "d deal board 3 together") == ["floor/ruling-not-carried-out"]
    finding = session.findings()[-1]
    assert finding.expected == "d cut"
    assert "RM-11" in finding.cite


@pytest.mark.parametrize(("rules", "cure"), [("rrop", 1), ("tda", 3)])
def test_players_wait_while_something_is_put_right(rules: str, cure: int) -> None:
    """FTR-22: nobody acts between the early turn and its cure; then the seat that was to act goes on."""
    session = begun(rules, "flop_betting", players=Bots(CHOOSERS["random"]))
    table, to_act = session.table, list(session.table.ask)
    for act in ("d tap", "d burn", "d deal board"):
        session.say(Act.parse(act))
    assert table.findings[-1].code == "street/early-turn"
    for _ in range(cure):
        session.players_act()
        assert table.log[-1].who in ("d", "f")
        session.say(table.expected.dealer[0])
    assert not table.floor.puts_right
    assert [done.act.who for done in session.players_act()][:1] == to_act


def test_the_slip_is_taken_back_with_the_ruling_on_it() -> None:
    """One undo takes back what the person did, and what the floor said because of it."""
    session = begun("rrop", "board")
    before = len(session.table.log)
    say(session, "d deal board 4 together")
    assert [str(act) for act in session.undo()][-1] == "d deal board 4 together"
    assert len(session.table.log) == before
    assert due(session) == "d deal board 3 together"


def test_what_the_floor_only_says_asks_for_no_ruling() -> None:
    """FTR-02: a tap that was left out is told, and nobody comes to the table."""
    session = begun("rrop", "tap")
    assert say(session, "d burn") == ["street/no-tap"]
    assert session.table.log[-1].who == "d"
