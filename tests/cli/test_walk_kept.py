"""What is kept of a walk: rounds with score and pace, slips that come back by their code; and the slips tried again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from click.testing import CliRunner
from freezegun import freeze_time

from dealerkit.cli.main import main
from dealerkit.felt import Act
from dealerkit.table.bots import players_named
from dealerkit.table.record import read_record
from dealerkit.table.table import Table
from dealerkit.training.store import TrainingStore
from dealerkit.training.walk.code import Plan, encode
from dealerkit.training.walk.session import Session
from dealerkit.training.walk_results import SLIPS, WALK, WalkKeeper, again, come_back, rounds
from tests.cli.pseudo_terminal import PseudoTerminal

pytestmark = pytest.mark.thorough


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    """Every walk in a folder of its own, with a training file of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)
    monkeypatch.delenv("DEALERKIT_TRAINEE", raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))


def kept():
    """The answers in the training file."""
    with TrainingStore.open(now=lambda: datetime.now(tz=UTC)) as store:
        return list(store.answers()), store.sessions()


def dealt(count: int, slip: bool = False, tick=lambda: None) -> Session:
    """A session in which so many coups are dealt without a slip, or with one in the first."""
    session = Session(Table("mini-baccarat", seats=3, seed=7), players_named("bots"))
    session.go_to("bets")
    session.players_act()
    while len(session.times) < count:
        act = session.table.next_act()
        assert act is not None
        tick()
        if slip and act.verb == "clear":
            session.say(Act.parse("d burn"))
            slip = False
        session.say(act)
        session.players_act()
    return session


def test_rounds_are_kept_with_score_steps_and_pace(tmp_path):
    """Two coups, four seconds an act: each an answer of its own, right where it would have been a pass."""
    with freeze_time("2026-03-08 06:00:00") as clock:
        session = dealt(2, slip=True, tick=lambda: clock.tick(timedelta(seconds=4)))
        first, second = rounds(session)
        assert first.codes
        assert first.percent < 100
        assert second.percent == 100
        assert second.passed
        assert second.ms % 4000 == 0
        now = lambda: datetime.now(tz=UTC)  # noqa: E731
        with TrainingStore.open(tmp_path / "t.db", now=now) as store:
            WalkKeeper(store, store.begin("walk", "Ann", WALK), "Ann", "guided", now, "7").keep(session, [False, True])
            answers = list(store.answers("Ann", drill=WALK))
            slips = list(store.answers("Ann", drill=SLIPS))
    assert [answer.cell for answer in answers] == ["mini-baccarat"] * 2
    assert answers[1].given.startswith("100 of 100, ")
    assert "an hour" in answers[1].given
    assert answers[1].helped
    assert answers[1].target_ms == 90_000
    assert Fraction(answers[0].score) == first.percent / 100
    assert [answer.cell for answer in slips] == list(first.codes)


def test_a_slip_comes_back_when_it_is_due(tmp_path):
    """Its code is scheduled, and a right try afterwards sets it on."""
    session = dealt(1, slip=True)
    at = [datetime(2026, 3, 8, 6, tzinfo=UTC)]
    with TrainingStore.open(tmp_path / "t.db", now=lambda: at[0]) as store:
        keeper = WalkKeeper(store, store.begin("walk", "Ann", WALK), "Ann", "guided", lambda: at[0], "7")
        keeper.keep(session)
        (code,) = {answer.cell for answer in store.answers("Ann", drill=SLIPS)}
        assert code in {cell.cell for cell in store.due("Ann", SLIPS, at[0] + timedelta(days=1))}
        (item,) = again(session)
        assert item.cell == code
        assert not keeper.again(session, item, "", "")
        assert keeper.again(session, item, "a", item.key.answers[0])
        assert [answer.right for answer in store.answers("Ann", drill=SLIPS)] == [False, False, True]


def test_what_was_taken_back_comes_back_too():
    """A slip that `undo` took off the record is asked as the table before it."""
    session = dealt(1)
    before = len(session.table.log)
    session.say(Act.parse("d burn"))
    session.undo()
    assert len(session.table.log) == before
    (item,) = again(session)
    assert item.drill == SLIPS
    assert item.question.ask == "What does the dealer do now?"


def test_a_critical_coup_is_kept_with_nothing():
    """Not passed, and no points beside it."""
    session = dealt(1)
    session.players_act()
    for text in ("d close", "d deal banker", "d deal banker", "d deal banker", "d deal player", "d deal player", "d clear"):
        session.say(Act.parse(text))
    while len(session.times) < 2:
        act = session.table.next_act()
        assert act is not None
        session.say(act)
    _, second = rounds(session)
    assert not second.passed
    assert second.percent == 0


def test_the_command_keeps_a_walk_under_a_name():
    """One session with its slips; `progress` shows it; nothing is kept with --no-record."""
    said = "burn\ncard for the player\nquit\n"
    result = CliRunner().invoke(main, ["walk", "mini-baccarat", "--seed", "7", "--at", "deal", "--as", "Ann"], input=said)
    assert result.exit_code == 1
    assert "Saved. See how you are doing" in result.output
    answers, sessions = kept()
    assert [(one.kind, one.trainee, one.label) for one in sessions] == [("walk", "Ann", WALK)]
    assert [answer.drill for answer in answers] == [SLIPS]
    shown = CliRunner().invoke(main, ["progress", "Ann"]).output
    assert "Slips of walks" in shown
    CliRunner().invoke(main, ["walk", "mini-baccarat", "--at", "deal", "--as", "Bo", "--no-record"], input=said)
    assert len(kept()[1]) == 1


def test_a_walk_that_is_gone_on_with_is_not_kept_twice():
    """Only what was done in this sitting is kept."""
    said = "burn\nquit\n"
    CliRunner().invoke(main, ["walk", "mini-baccarat", "--seed", "7", "--at", "deal", "--as", "Ann"], input=said)
    result = CliRunner().invoke(main, ["walk", "--resume", "mini-baccarat-7.txt", "--as", "Ann"], input="card for the player\n")
    assert result.exit_code == 1
    assert len(kept()[0]) == 1


def test_rounds_of_a_record_that_is_gone_on_with_are_counted_from_there():
    """The second coup's score is its own."""
    first = dealt(1, slip=True)
    session = Session.resumed(read_record(first.table.record()), players_named("bots"), None)
    session.players_act()
    while not session.times:
        act = session.table.next_act()
        assert act is not None
        session.say(act)
        session.players_act()
    (only,) = rounds(session)
    assert only.codes == ()
    assert only.passed


@pytest.fixture
def terminal(tmp_path) -> Iterator[object]:
    """Begins a walk in a terminal of 80 by 24."""
    begun: list[PseudoTerminal] = []

    def begin(*args: str) -> PseudoTerminal:
        begun.append(PseudoTerminal("walk", *args, cwd=tmp_path, DEALERKIT_HOME=str(tmp_path / "home")))
        return begun[-1]

    yield begin
    for one in begun:
        one.stop()


def test_slips_are_tried_again_by_one_key(terminal):
    """After the summary `t` puts the table just before the slip; rule and working follow, and it is kept."""
    screen = terminal("mini-baccarat", "--seed", "7", "--at", "deal", "--as", "Ann")
    screen.read("dealer> ")
    screen.type("burn")
    screen.keys(b"quit\r")
    assert "t: practise these slips; q: quit" in screen.read("> ")
    screen.keys(b"t")
    assert "What does the dealer do now?" in screen.read("     > ")
    screen.keys(b"a")
    assert screen.end() == 1
    assert "Rule" in screen.text
    assert "right this time" in screen.text
    assert [answer.drill for answer in kept()[0]] == [SLIPS, SLIPS]


def test_what_is_due_of_before_is_asked_after_a_clean_walk(terminal, tmp_path):
    """A slip of last week comes back in a hand dealt anew with the slip in it; a right answer sets it on."""
    then = datetime.now(tz=UTC) - timedelta(days=7)
    session = Session(Table("mini-baccarat", seats=3, seed=7), players_named("bots"))
    session.go_to("bets")
    session.players_act()
    for text in ("d close", "d deal banker"):
        session.say(Act.parse(text))
    (finding,) = session.findings()
    with TrainingStore.open(tmp_path / "home" / "training.db", now=lambda: then) as store:
        WalkKeeper(store, store.begin("walk", "Ann", WALK), "Ann", "guided", lambda: then, "7").keep(session)
    screen = terminal("mini-baccarat", "--seed", "7", "--at", "result", "--coups", "1", "--as", "Ann")
    screen.read("dealer> ")
    for _ in range(40):
        told = re.search(r"^ *say: (.*)$", screen.type("hint", until=""), re.MULTILINE)
        assert told, screen.text
        screen.type(told[1], until="")
        if not screen.second:
            break
    assert "t: practise 1 older slip; q: quit" in screen.read("> ")
    screen.keys(b"t")
    assert "What does the dealer do now?" in screen.read("     > ")
    screen.keys(b"a")
    assert screen.end() == 0
    assert [answer.cell for answer in kept()[0] if answer.drill == SLIPS] == [finding.code] * 2


def test_a_code_that_the_game_cannot_have_is_left_out():
    """A slip of hold'em is no slip of baccarat."""
    assert list(come_back(dealt(1), ["burn/doubled", "no/such"], "1")) == []


def test_in_an_exam_nothing_is_tried_again(terminal):
    """Kept, and over."""
    screen = terminal("mini-baccarat", "--seed", "7", "--at", "deal", "--as", "Ann", "--help-mode", "exam")
    screen.read("dealer> ")
    screen.type("burn")
    screen.keys(b"quit\r")
    assert screen.end() == 1
    assert "tries the slips" not in screen.text
    assert kept()[0][0].mode == "exam"


def test_a_code_deals_the_same_walk(monkeypatch):
    """The code told at the end deals the same cards to the same players, from the same step, in the same mode."""
    args = ["--seed", "31", "--at", "deal", "--set", "decks=6", "--help-mode", "practice", "--no-record"]
    first = CliRunner().invoke(main, ["walk", "mini-baccarat", *args], input="card for the player\nquit\n").output
    code = first.rpartition("--code ")[2].split()[0]
    monkeypatch.setenv("DEALERKIT_RULES", "macau")  # what is in the environment is not what the code was made under
    second = CliRunner().invoke(main, ["walk", "--code", code.lower(), "--no-record"], input="card for the player\nquit\n").output
    assert second == first
    assert "record: " not in second


def test_a_code_made_under_other_rules_says_so():
    """The cards are the same, what is right may not be."""
    code = encode(Plan("mini-baccarat", None, {}, 3, 7), "f" * 64)
    result = CliRunner().invoke(main, ["walk", "--code", code, "--no-record"], input="quit\n")
    assert result.exit_code == 0
    assert "made under different rules" in result.stderr


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (["--code", "K7QF-3M2P"], "not a valid walk code"),
        (["--code", ""], "not a valid walk code"),
        (["holdem", "--code", "K7QF-3M2P"], "leave out GAME"),
        (["--code", "K7QF-3M2P", "--seed", "3"], "leave out GAME"),
        (["--code", "K7QF-3M2P", "--rules", "tda"], "leave out GAME"),
    ],
)
def test_a_code_that_cannot_be_used_is_said(args, what):
    """Exit 2."""
    result = CliRunner().invoke(main, ["walk", *args])
    assert result.exit_code == 2
    assert what in result.output


def test_a_walk_that_has_no_code_says_why(tmp_path):
    """A file of players, or of rules, is nobody else's."""
    (tmp_path / "acts.txt").write_text("s1 bet player 50\n", encoding="utf-8")
    said = ["walk", "mini-baccarat", "--seed", "7", "--no-record", "--players", "acts.txt"]
    assert "no code: players from a file cannot be shared by code" in CliRunner().invoke(main, said, input="quit\n").output


def test_a_game_of_your_own_is_told_with_the_file_that_it_lies_in(tmp_path, monkeypatch):
    """Not by its name, by which nobody finds it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "late.yaml").write_text("extends: mini-baccarat\ngame: late\n", encoding="utf-8")
    said = CliRunner().invoke(main, ["walk", "./house/late.yaml", "--seed", "7", "--no-record"], input="quit\n").output
    assert "a game of your own can't be used in a code; share the file 'house/late.yaml'" in " ".join(said.split())
