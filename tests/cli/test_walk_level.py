"""`dealerkit walk --level`: questions at the prompt, answers in a line, and what comes of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.rules.games import game
from dealerkit.table.table import Table
from dealerkit.training.walk.norms import marking, pace_of
from dealerkit.training.walk.score import score
from dealerkit.training.walk.session import Session


@pytest.fixture
def walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Walk with lines typed; returns exit code and output."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)

    def run(*words: str, lines: str = "") -> tuple[int, str]:
        result = CliRunner().invoke(main, ["walk", *words], input=lines)
        return result.exit_code, result.output

    return run


def test_a_beginner_points_and_says_the_bet(walk) -> None:
    """Level 1 of hold'em starts at the pitch and asks whose turn it is."""
    code, out = walk("holdem", "--level", "1", "--seed", "3", lines="deal them all\nseat 1\n")
    assert code == 0, out
    assert "Whose turn is it?" in out
    assert "to act:" not in out


def test_two_answers_in_one_line(walk) -> None:
    """The bet is said and the next player pointed to in one breath."""
    _, first = walk("holdem", "--level", "2", "--seed", "1", "--no-record", lines="deal them all\nseat 1\n")
    assert "Announce seat 1's action" in first
    code, out = walk("holdem", "--level", "2", "--seed", "1", "--no-record", lines="deal them all\nseat 1\nraise to 4, seat 2\n")
    assert code == 0, out
    assert "announces raise 4" in out
    assert "points to seat 2" in out


def test_what_is_no_answer_costs_nothing_and_does_nothing(walk) -> None:
    """A number is never taken for one of several guesses while something is asked."""
    code, out = walk("holdem", "--level", "1", "--seed", "3", lines="deal them all\nfoo bar\n1\n")
    assert "You lose no points" in out
    assert "1  " not in out.split("foo bar")[1].split("dealer> 1")[0]
    assert "points to seat 1" in out
    assert code == 0


def test_a_wrong_answer_is_told_with_the_right_one(walk) -> None:
    """The finding, and what was right."""
    code, out = walk("holdem", "--level", "1", "--seed", "3", lines="deal them all\nseat 3\n")
    assert code == 1
    assert out.count("! action/wrong-first-seat") == 1
    assert "correct answer: action on seat 1" in out


def test_learn_says_the_answer_beforehand(walk) -> None:
    """`--help-mode learn` names what is to be said."""
    _, out = walk("holdem", "--level", "1", "--seed", "3", "--help-mode", "learn", lines="deal them all\n")
    assert "next, say: action on seat 1" in out


def test_practice_keeps_the_right_answer_until_the_hand_is_over(walk) -> None:
    """`--help-mode practice` is silent."""
    _, out = walk("holdem", "--level", "1", "--seed", "3", "--help-mode", "practice", lines="deal them all\nseat 3\n")
    assert "correct answer:" not in out
    assert "! action/wrong-first-seat" not in out.split("Summary")[0]


def test_a_level_is_kept_in_the_record(walk, tmp_path: Path) -> None:
    """A walk that is resumed asks on."""
    walk("holdem", "--level", "1", "--seed", "3", "--record", "one.txt", lines="deal them all\n")
    assert "level: 1" in (tmp_path / "one.txt").read_text(encoding="utf-8")
    code, out = walk("--resume", "one.txt", lines="1\n")
    assert code == 0, out
    assert "Whose turn is it?" in out


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("golf", "--level", "1"), "levels are for poker and baccarat"),
        (("holdem", "--level", "9"), "unknown level of holdem: '9'"),
        (("holdem", "--level", "0"), "0 is not in the range"),
        (("holdem", "--level", "1", "--bettors", "none"), "leave out --bettors"),
    ],
)
def test_what_cannot_be_walked_so_is_said(walk, words: tuple[str, ...], what: str) -> None:
    """Exit 2 and a sentence."""
    code, out = walk(*words)
    assert code == 2
    assert what in " ".join(out.split())


def test_baccarat_is_asked_its_totals(walk) -> None:
    """A bare number is the total."""
    four = "card for the player\ncard for the banker\ncard for the player\ncard for the banker\n"
    _, out = walk("mini-baccarat", "--level", "1", "--seed", "5", lines=f"no more bets\n{four}hint\n")
    assert "Call the player's total." in out
    total = out.split("say: player ")[1][0]
    code, out = walk("mini-baccarat", "--level", "1", "--seed", "5", lines=f"no more bets\n{four}{total}\n")
    assert code == 0, out
    assert f"calls player {total}" in out


def test_a_house_lays_its_own_pass_mark_and_majors(walk, tmp_path: Path) -> None:
    """`procedures: walk/norms` of a rule set: points, the mark, majors and pace, without Python."""
    house = tmp_path / "corner.yaml"
    lines = "deal them all\nburn\nquit\n"
    over = "score: {points: {major: 9}, pass: 95, majors: 0}\n    walks: {holdem: {pace: [50, 60]}}"
    house.write_text(f"set: corner\nextends: tda\ntitle: Corner\nprocedures:\n  walk/norms:\n    {over}\n", encoding="utf-8")
    assert walk("holdem", "--rules", str(house), "--seed", "3", "--no-record", lines=lines)[0] in (0, 1)
    theirs, ours = game("holdem", str(house)), game("holdem", "tda")
    by = marking(theirs.rules)
    assert (by.points["major"], by.points["minor"], by.pass_mark, by.majors, by.often) == (9, 1, 95, 0, 3)
    assert (pace_of(theirs).slow, pace_of(ours).slow) == (50, 30)
    assert marking(ours.rules).pass_mark == marking().pass_mark == 80
    table = Table("holdem", str(house), seats=3, seed=3)
    assert Session(table).marking == by
    assert score(table).marking == by


@pytest.mark.thorough
def test_a_house_whose_norms_are_misspelt_is_told_where(walk, tmp_path: Path) -> None:
    """File and line; exit 2."""
    house = tmp_path / "corner.yaml"
    house.write_text(
        "set: corner\nextends: tda\ntitle: Corner\nprocedures:\n  walk/norms:\n    score: {pas: 90}\n", encoding="utf-8"
    )
    code, out = walk("holdem", "--rules", str(house), "--seed", "3", "--no-record", lines="deal them all\nquit\n")
    assert code == 2, out
    assert "corner.yaml:6" in out
    assert "pas" in out
    linted = CliRunner().invoke(main, ["lint", str(house)])
    assert linted.exit_code == 1
    assert "corner.yaml:6" in linted.output
