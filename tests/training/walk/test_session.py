"""A session: acts on the record as they happen, undo, resume, what players may not choose."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealerkit import Table, replay
from dealerkit.errors import Impossible, UnknownName
from dealerkit.felt import Act
from dealerkit.procedure.steps import DealerStep
from dealerkit.rules.games import game, games
from dealerkit.rules.texts import text
from dealerkit.table.bots import NOBODY, Bots, sensible
from dealerkit.table.record import Writer, read_record
from dealerkit.table.scene import eyes
from dealerkit.training.walk.felt_text import draw, signs
from dealerkit.training.walk.legality import barred, rule_texts
from dealerkit.training.walk.session import Session, open_record


@pytest.fixture
def session():
    """Makes a session taken to a step, with a record if there is a path."""
    writers: list[Writer] = []

    def make(path: Path | None = None, step: str = "deal", players=None) -> Session:
        table = Table("mini-baccarat", seats=3, seed=7)
        writer = open_record(table, path)[0] if path is not None else None
        if writer is not None:
            writers.append(writer)
        made = Session(table, Bots(sensible) if players is None else players, writer)
        made.go_to(step)
        return made

    yield make
    for writer in writers:
        writer.close()


def test_every_act_is_on_disk_at_once(session, tmp_path):
    """After each act the file holds all of them: a crash loses nothing."""
    path = tmp_path / "kept.txt"
    made = session(path)
    for act in ("d deal player", "d deal player", "d deal banker"):
        made.say(Act.parse(act))
        assert replay(path).felt.same_as(made.table.felt)


def test_undo_takes_back_what_was_said_with_what_players_did(session, tmp_path):
    """Taken back on the table and on the record, players' acts too; and then they do the same again."""
    path = tmp_path / "kept.txt"
    made = session(path, step="burn")
    before = [str(act) for act in made.table.log]
    plan = list(made.table.expected.dealer)
    for act in plan:
        made.say(act)
    made.players_act()
    after = [str(act) for act in made.table.log]
    assert after[-1].startswith("s")
    assert made.undo()[-1] == plan[-1]
    for _ in plan[1:]:
        made.undo()
    assert [str(act) for act in made.table.log] == before
    assert [str(act) for act in read_record(path).acts] == before
    assert made.undo() == []
    for act in plan:
        made.say(act)
    made.players_act()
    assert [str(act) for act in made.table.log] == after


def test_a_resumed_session_goes_on_as_the_other_would_have(session, tmp_path):
    """Acts, findings, score and players' choices are the same as if it had never stopped."""
    path = tmp_path / "kept.txt"
    made = session(path)
    made.say(Act.parse("d deal banker"))
    assert made.writer is not None
    made.writer.close()
    writer, record = Writer.resume(path)
    again = Session.resumed(record, Bots(sensible), writer)
    assert again.table.felt.same_as(made.table.felt)
    assert [one.code for one in again.findings()] == [one.code for one in made.findings()] == ["coup/wrong-initial-order"]
    assert again.undo() == [Act.parse("d deal banker")]
    assert replay(path).felt.same_as(again.table.felt)
    writer.close()


@pytest.mark.parametrize(
    ("step", "act", "rule"),
    [
        ("deal", "s1 bet player 100", "BI-12"),
        ("deal", "s1 take player", "BI-12"),
    ],
)
def test_a_late_bet_is_refused_with_its_rule(session, step, act, rule):
    """A player's choice that is not open is not done, and the rule it would break is named."""
    made = session(step=step)
    found = made.bars(Act.parse(act))
    assert found is not None
    assert found.rule == rule
    assert rule in rule_texts(made.table.game) or rule.startswith("BI")


@pytest.mark.parametrize(
    ("act", "rule"),
    [("s3 bid nap", "NP-14"), ("s2 bid wellington", "NP-12"), ("s2 play Ah", "NP-14")],
)
def test_a_bid_that_is_not_open_is_refused_with_its_rule(act, rule):
    """Out of turn, or without the bid that must come first."""
    table = Table("nap", seats=3, seed=1, button=1)
    table.advance("bidding")
    found = barred(table, Act.parse(act))
    assert found is not None
    assert found.rule == rule


def test_what_is_open_is_not_refused(session):
    """A bet while bets are open, a dispute at any time, whatever the dealer does."""
    made = session(step="close", players=NOBODY)
    for act in ("s1 bet player 50", "s2 dispute", "d clear"):
        assert made.bars(Act.parse(act)) is None


def test_going_to_a_step_that_is_not_there(session):
    """The nearest steps are named."""
    with pytest.raises(UnknownName, match="did you mean"):
        session(step="shufle")


def test_players_who_cannot_go_on_say_so(tmp_path):
    """A file that asks for what is not open stops with the act named."""
    from dealerkit.table.bots import Script

    path = tmp_path / "acts.txt"
    path.write_text("s2 bid blucher\n", encoding="utf-8")
    table = Table("nap", seats=3, seed=1, button=1)
    table.advance("bidding")
    with pytest.raises(Impossible, match="blucher"):
        Session(table, Script.read(path)).players_act()


def test_a_record_is_never_overwritten(tmp_path, monkeypatch):
    """A second walk of the same game and seed gets another file."""
    monkeypatch.chdir(tmp_path)
    names = []
    for _ in range(3):
        writer, elsewhere = open_record(Table("mini-baccarat", seats=1, seed=7), None)
        assert not elsewhere
        writer.close()
        names.append(writer.path.name)
    assert names == ["mini-baccarat-7.txt", "mini-baccarat-7-2.txt", "mini-baccarat-7-3.txt"]


def test_the_felt_shows_what_the_eyes_may_see():
    """The dealer of a home game sees the own hand, a seat its own, a bystander none."""
    table = Table("nap", seats=3, seed=1, button=1)
    table.advance("bidding")

    def known(mask: int) -> set[str]:
        return {row.split()[0] for row in draw(table, mask) if row[:1] == "s" and "??" not in row and row[1:2].isdigit()}

    assert known(eyes(table)) == {"s1"}
    assert known(eyes(table, 2)) == {"s2"}
    assert known(eyes(table, 0)) == set()


def test_suits_as_signs(session):
    """Signs where they are asked for, letters otherwise."""
    made = session(step="player_total")
    letters, pictures = draw(made.table), draw(made.table, show=signs)
    assert all(row.isascii() for row in letters)
    assert any(sign in row for row in pictures for sign in "♣♦♥♠")


@pytest.mark.parametrize("cards", range(5, 10))
def test_however_many_cards_a_hand_is_given_it_can_be_ruled_on(session, cards):
    """A beginner who keeps dealing to one hand is corrected, not stopped."""
    made = session(step="deal")
    for _ in range(cards):
        made.say(Act.parse("d deal player"))
    assert made.findings()
    assert made.table.rulings


@pytest.mark.parametrize(
    ("game", "step"),
    [("mini-baccarat", "bets"), ("mini-baccarat", "close"), ("mini-baccarat", "pay"), ("nap", "bidding"), ("nap", "tricks")],
)
def test_a_walk_begins_where_it_is_asked_to(game, step):
    """At a dealer's step the players have done what comes before; at a players' step they have not begun."""
    made = Session(Table(game, seats=4, seed=147), Bots(sensible))
    made.go_to(step)
    table = made.table
    here = table.players.path if table.players is not None and not table.players.until else table.expected.step
    assert step in (here.rsplit(".", 1)[-1], table.players.id if table.players is not None else "")
    if step == "close":
        assert table.log[-1].seat
    if step in ("bets", "bidding"):
        assert not table.log[-1].seat


@pytest.mark.parametrize("name", games())
def test_every_step_has_a_reason(name):
    """`why` never has to fall back on what a step is called: there is a reason, or a rule that the game's book prints under the
    options with which the step is asked for.
    """
    table = Table(name)
    drawn = {"first_dealer": "jack"} if "first_dealer" in table.game.choices else {}
    book = {**rule_texts(game(name, None, drawn)), **rule_texts(table.game)}
    bare = [step.path for step in table.house.program.walk() if not step.why and not set(step.cite) & set(book)]
    assert bare == []


def _words(said: object) -> str:
    return text(said).strip().rstrip(".").lower() if said else ""


@pytest.mark.parametrize("name", games())
def test_every_dealer_step_has_a_reason_of_its_own(name):
    """DP-16: the first thing that a trainee asks of a burn is why. More than six words, and neither the step's own sentence nor
    another step's reason; a step that comes again on a later street or draw has the same sentence, and may have the same reason.
    """
    steps = [step for step in Table(name).house.program.walk() if isinstance(step, DealerStep)]
    said_of: dict[str, set[str]] = {}
    for step in steps:
        said_of.setdefault(_words(step.why), set()).add(_words(step.say))
    assert [step.path for step in steps if len(_words(step.why).split()) <= 6] == []
    assert [step.path for step in steps if _words(step.why) == _words(step.say)] == []
    assert {why: said for why, said in said_of.items() if len(said) > 1} == {}
