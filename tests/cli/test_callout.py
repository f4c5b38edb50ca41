"""`dealerkit callout` as a trainee with real cards and an instructor use it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from freezegun import freeze_time

from dealerkit.cli.main import main
from dealerkit.training.store import TrainingStore
from tests.cli.pseudo_terminal import PseudoTerminal

pytestmark = pytest.mark.thorough


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    """Every table in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)
    monkeypatch.delenv("DEALERKIT_TRAINEE", raising=False)
    monkeypatch.setenv("COLUMNS", "100")


def callout(*args: str, said: str = "", code: int = 0) -> Result:
    """Call out, hitting these keys, one a line."""
    result = CliRunner().invoke(main, ["callout", *args], input=said)
    assert result.exit_code == code, result.output
    return result


def test_one_key_reveals_and_one_marks():
    """The line, what was due with its rule, the mark; a letter is a slip."""
    told = callout("holdem", "--seed", "3", "--as", "Ann", "--by", "Bo", said="\n\n\na\nq\n").output
    assert told.index("Deal the hand. Who is first?") < told.index("> Point to seat")
    assert "rule: " in told
    assert "right: 1 of 2" in told
    assert "marked by Bo" in told


def test_nothing_is_shown_before_the_key():
    """What was due stands nowhere until it is asked for."""
    assert "> Point" not in callout("holdem", "--seed", "3", said="q\n").output


def test_marks_are_kept_as_a_persons():
    """Apart from what the program reckons: in none of its figures, with the slip and the time of day."""
    with freeze_time("2026-03-02 18:00"):
        callout("holdem", "--level", "2", "--seed", "3", "--as", "Ann", said="\n\n\nw\n\na\n\n\n\nq\n")
    with TrainingStore.open(now=lambda: datetime(2026, 3, 3, tzinfo=UTC)) as store:
        answers = list(store.answers("Ann"))
        assert [one.source for one in answers] == ["marked"] * 4
        assert [one.right for one in answers] == [True, False, False, True]
        assert [bool(one.codes) for one in answers] == [False, False, True, False]
        assert answers[0].at == "2026-03-02T18:00:00.000Z"
        assert {one.drill for one in answers} == {"callout/poker"}
        assert store.figures("Ann", "callout/poker", 2).answered == 0
        assert store.figures("Ann", "callout/poker", 2, "marked").answered == 4
        assert store.due("Ann") == []
    told = CliRunner().invoke(main, ["progress", "Ann"]).output
    assert told.index("Marked by a person") < told.index("Called out: a hand of poker")


def test_the_last_mark_can_be_taken_back():
    """Backspace before the next line is shown; what is kept is the second mark, once."""
    made = json.loads(callout("holdem", "--seed", "3", "--as", "Ann", "--json", said="\n\n<\nw\n\n\nq\n").stdout)
    assert [one["given"] for one in made["marks"]] == ["wrong", "right"]
    with TrainingStore.open(now=lambda: datetime(2026, 3, 3, tzinfo=UTC)) as store:
        assert [one.given for one in store.answers("Ann")] == ["wrong", "right"]


def test_a_coup_asks_who_won():
    """One key; then what is taken and paid."""
    told = callout("mini-baccarat", "--seed", "2", "--hands", "1", said="\n\nx\n?\nb\n\n\n").output
    assert "one of p, b, t" in told
    assert "Banker wins." in told
    assert "pays 19 on banker; commission 1" in told
    assert "right: 2 of 2" in told


def test_the_same_seed_calls_out_the_same():
    """And nothing is kept where nothing is to be."""
    args = ("omaha", "--level", "4", "--seed", "5", "--hands", "1", "--no-record", "--json")
    first, again = (callout(*args, said="\n\n" * 60).stdout for _ in range(2))
    assert first == again
    assert json.loads(first)["source"] == "marked"
    assert not list(Path("home").glob("*.db"))


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("stud7",), "stud7 can't be practised by callout"),
        (("nonesuch",), "unknown game:"),
        (("holdem", "--level", "7"), "unknown level"),
        (("holdem", "--rules", "nonesuch"), "nonesuch"),
        (("holdem", "--set", "nonesuch=1"), "nonesuch"),
    ],
)
def test_what_cannot_be_called_out_is_told(args, said):
    """Exit code 2, and what can be."""
    assert said in callout(*args, code=2).output


def test_at_a_terminal(tmp_path):
    """80 by 24: space, Enter, a letter, backspace, `q`; no line wider than the screen."""
    args = ("callout", "holdem", "--level", "3", "--seed", "3", "--as", "Ann")
    with PseudoTerminal(*args, cwd=tmp_path, DEALERKIT_HOME=str(tmp_path / "home")) as terminal:
        terminal.read("")
        for keys in (b" ", b"\r", b" ", b"a", b"\x7f", b"w", b" ", b"\r", b"q"):
            since = len(terminal.raw)
            terminal.keys(keys)
            if keys != b"q":
                terminal.read("", since=since)
        assert terminal.end() == 0
        assert "right: 2 of 3" in terminal.text
    with TrainingStore.open(tmp_path / "home" / "training.db", now=lambda: datetime(2026, 3, 3, tzinfo=UTC)) as store:
        marks = list(store.answers("Ann"))
        assert [one.given for one in marks] == ["right", "wrong", "right"]
        assert all(one.first_ms is not None for one in marks)
