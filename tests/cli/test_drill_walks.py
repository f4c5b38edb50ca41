"""Drills that are dealt: `baccarat/coup-walk`, `walk/full-hand`, and the exams for oneself."""

from __future__ import annotations

import itertools
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dealerkit.cli.main import main
from dealerkit.errors import RuleFileError
from dealerkit.table.bots import players_named
from dealerkit.table.table import Table
from dealerkit.training.drills import drill
from dealerkit.training.exercises import exercises, setting
from dealerkit.training.lint import lint_drill
from dealerkit.training.store import TrainingStore
from dealerkit.training.walk.session import Session
from dealerkit.training.walk_results import SLIPS
from tests.cli.pseudo_terminal import PseudoTerminal

pytestmark = [pytest.mark.usefixtures("here"), pytest.mark.thorough]


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder and a training file of one's own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)
    monkeypatch.delenv("DEALERKIT_TRAINEE", raising=False)
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "100")


def run(*args: str, said: list[str]) -> Result:
    """Sit down at a drill, typing these lines."""
    result = CliRunner().invoke(main, ["drill", *args, "--as", "Ann"], input="".join(f"{line}\n" for line in said))
    assert result.exit_code == 0, result.output
    return result


def kept(drill_id: str):
    """The answers kept of a drill."""
    with TrainingStore.open(now=lambda: datetime.now(tz=UTC)) as store:
        return list(store.answers("Ann", drill=drill_id))


def perfect(game: str, seed: int, seats: int, at: str, rounds: int = 0, until: str = "", **options: str) -> list[str]:
    """The acts of a dealer without a fault, as records write them."""
    session = Session(Table(game, seats=seats, seed=seed, options=options), players_named("bots"))
    session.go_to(at)
    session.players_act()
    said = []
    while not (rounds and session.rounds.done >= rounds):
        if until and session.times and until in session.table.expected.step.split("."):
            break
        act = session.table.next_act()
        assert act is not None
        assert not session.say(act).findings
        said.append(act.text)
        session.players_act()
    return said


def test_a_coup_walk_prompts_at_level_1():
    """Each step is said before it is done; the coup is kept under the drill, as helped."""
    said = perfect("mini-baccarat", 7, 3, "bets", 1)
    text = run("coup-walk", "--seed", "7", "--level", "1", said=said).output
    assert text.count("  next: ") >= 10
    assert "slips: none" in text
    (answer,) = kept("baccarat/coup-walk")
    assert (answer.right, answer.helped, answer.level, answer.mode) == (True, True, 1, "learn")
    assert "to repeat: dealerkit drill baccarat/coup-walk --level 1 --seed 7" in text


def test_five_coups_without_prompts_at_level_2():
    """Slips are told after their coup, and each coup is an answer of its own."""
    said = perfect("mini-baccarat", 7, 3, "bets", 5)
    said.insert(-1, "no more bets")
    text = run("coup-walk", "--seed", "7", "--level", "2", said=said).output
    assert "next: " not in text
    assert text.count("that coup was clean") == 4
    answers = kept("baccarat/coup-walk")
    assert [answer.right for answer in answers] == [True] * 5
    assert len(kept(SLIPS)) == 1


def test_a_one_deck_shoe_goes_to_its_end():
    """Level 3 is over when the cards are gathered, and a dealer who keeps no time is not held to a pace."""
    said = perfect("mini-baccarat", 1, 3, "bets", until="gather", **one_deck())
    text = run("coup-walk", "--seed", "1", "--level", "3", "--no-clock", said=[*said, "never said"]).output
    assert "never said" not in text
    assert 8 <= len(kept("baccarat/coup-walk")) <= 13


def one_deck() -> dict[str, Any]:
    """The options of level 3, as the drill sets them."""
    return {name: str(value) for name, value in drill("baccarat/coup-walk").level(3).settings.items()}


def test_a_one_deck_shoe_has_8_to_13_coups():
    """Level 3 of the coup walk, whatever card comes first (ledger of drills, 3)."""
    counts = []
    for seed in range(60):
        session = Session(Table("mini-baccarat", seats=1, seed=seed, options=one_deck()), players_named("bots"))
        session.go_to("bets")
        session.players_act()
        while not (session.times and "gather" in session.table.expected.step.split(".")):
            session.say(session.table.next_act())
            session.players_act()
        counts.append(len(session.times))
    assert min(counts) >= 8
    assert max(counts) <= 13


def test_help_that_is_typed_goes_before_the_levels():
    """--help-mode exam at level 1: nothing is said beforehand."""
    text = run("coup-walk", "--level", "1", "--help-mode", "exam", said=["hint", "quit"]).output
    assert "not in an exam" in text
    assert "next: " not in text


def keys(name: str, level: int, seed: int, game: str) -> list[str]:
    """The right answers to the questions of an exam, one a line."""
    strata = [one for one in drill(name).level(level).told["questions"].values() if one.get("of", game) == game]
    lines = []
    for at, one in enumerate(strata):
        games = drill(one["drill"]).level(one["level"]).games
        where = setting(one["drill"], one["level"], game if game in games else None, one.get("rules"))
        for item in itertools.islice(exercises(where, f"{seed}/{at}"), one["items"]):
            for answer in item.key.answers[0].split(" | "):
                choices = getattr(item.question.reply, "choices", ())
                lines.append(next((choice.key for choice in choices if choice.word == answer), answer))
    return lines


def test_a_table_test_is_passed_by_who_knows():
    """31 right answers and three coups without a slip: 100 of 100, weights 30 and 70; nothing was said before the end."""
    said = [*keys("exam/table-test", 1, 5, "mini-baccarat"), *perfect("mini-baccarat", 5, 4, "bets", 3)]
    text = run("exam/table-test", "--game", "mini-baccarat", "--seed", "5", "--level", "1", said=said).output
    assert "questions: 31 of 31 right" in text, text
    assert "result: 100 of 100, passed" in text
    (answer,) = kept("exam/table-test")
    assert answer.right
    assert answer.score == "1"
    assert "right\n" not in text.partition("Written and table test\n  questions")[0]


def test_a_critical_slip_fails_the_table_test():
    """All the questions right, and a critical slip: not passed, without a figure."""
    dealt = perfect("mini-baccarat", 5, 4, "bets", 3)
    dealt.insert(1, "d burn")
    said = [*keys("exam/table-test", 1, 5, "mini-baccarat"), *dealt, "quit"]
    text = run("exam/table-test", "--game", "mini-baccarat", "--seed", "5", "--level", "1", said=said).output
    assert "not passed: failed in Mini baccarat" in text
    assert not kept("exam/table-test")[0].right


def test_an_audition_that_is_left_is_not_passed():
    """`q` at the first question: nothing is kept of it, and it says so."""
    text = run("exam/mock-audition", "--seed", "5", "--level", "3", said=["q"]).output
    assert "not passed: you stopped before the end" in text
    assert "Hold'em, " in text
    assert kept("exam/mock-audition") == []


def test_a_resit_asks_what_is_weak():
    """Level 4 asks 31 questions of the drills in which most was missed."""
    for _ in range(3):
        run("poker/pot-count", "--level", "1", "--items", "3", "--seed", "3", said=["1", "1", "1"])
    text = run("exam/table-test", "--seed", "5", "--level", "4", said=["q"]).output
    assert "of 31 right" in text
    assert "pot" in text.lower().partition("  1.")[2][:600]


@pytest.mark.parametrize("name", ["baccarat/coup-walk", "walk/full-hand", "exam/mock-audition", "exam/table-test"])
def test_the_list_and_lint_know_them(name):
    """Each stands in the list with four levels, and lint finds nothing."""
    assert name in CliRunner().invoke(main, ["drill", "--list"]).output
    made = drill(name)
    assert list(made.levels) == [1, 2, 3, 4]
    from dealerkit.training.drills import find_drill

    assert list(lint_drill(find_drill(name))) == []


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("with: {mode: loud}", "unknown `mode`: 'loud'"),
        ("with: {at: nowhere}", "has no step 'nowhere'"),
        ("with: {until: nowhere}", "has no step 'nowhere'"),
        ("with: {asks: {weather: 100}}", "unknown name under `asks`: 'weather'"),
        ("with: {patrons: {sing: 100}}", "unknown name under `patrons`: 'sing'"),
        ("with: {drawn: {from: [whist], count: 1}}", "unknown game: 'whist'"),
        ("with: {questions: {a: {drill: no/such, level: 1, items: 2}}}", "can't be asked"),
    ],
)
def test_lint_finds_what_cannot_be_dealt(tmp_path, line, what):
    """Help, steps, games and questions of a house's own drill."""
    path = tmp_path / "own.yaml"
    path.write_text(f"drill: house/own\nextends: baccarat/coup-walk\ntitle: Own\n{line}\n", encoding="utf-8")
    try:
        said = " ".join(problem.message for problem in lint_drill(path))
    except RuleFileError as error:
        said = str(error)
    if "mode" in line or "at:" in line or "until" in line:
        path.write_text(
            f"drill: house/own\nextends: baccarat/coup-walk\ntitle: Own\nlevels: {{1: {{{line}}}}}\n", encoding="utf-8"
        )
        said = " ".join(problem.message for problem in lint_drill(path))
    assert what in said


@pytest.mark.parametrize("args", [("full-hand", "--json"), ("mock-audition", "--json"), ("full-hand", "--sheet", "3")])
def test_what_cannot_be_had_of_them_is_said(args):
    """Exit 2, and what to do."""
    result = CliRunner().invoke(main, ["drill", *args])
    assert result.exit_code == 2
    assert "hint" in result.output


def test_a_whole_hand_at_level_1_on_a_screen_of_80_by_24(tmp_path):
    """A beginner who does what is said deals a hand of hold'em: no slip, kept, and the screen is as it was."""
    terminal = PseudoTerminal(
        "drill",
        "walk/full-hand",
        "--level",
        "1",
        "--seed",
        "5",
        "--as",
        "Ann",
        cwd=tmp_path,
        DEALERKIT_HOME=str(tmp_path / "home"),
    )
    try:
        terminal.read("dealer> ")
        for _ in range(90):
            told = re.search(r"say: (.*)$", terminal.type("hint", until=""), re.MULTILINE)
            assert told, terminal.text
            terminal.type(told[1].strip(), until="")
            if not terminal.second:
                break
        assert terminal.end() == 0
        assert "slips: none" in terminal.text, terminal.text
        assert "100 of 100, passed" in terminal.text
    finally:
        terminal.stop()
    (answer,) = kept("walk/full-hand")
    assert answer.right
    assert answer.helped


def test_patrons_err_at_the_levels_that_say_so():
    """Level 3 of the full hand is a lesson with patrons who make mistakes; the cards are those of the seed."""
    text = run("full-hand", "--level", "3", "--seed", "3", said=["quit"]).output
    assert "two hands, players make mistakes" in text
    again = run("full-hand", "--level", "3", "--seed", "3", said=["quit"]).output
    assert again == text
