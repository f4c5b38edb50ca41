"""`dealerkit rule` in a house that keeps a journal: how the same was ruled before; and a decision otherwise needs a reason."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from freezegun import freeze_time

from dealerkit.cli.main import main
from dealerkit.jobs.journal.store import Journal
from tests.cli.pseudo_terminal import PseudoTerminal

LATE = ("late_bet", "--rules", "us", "-f", "change=placed")
ASKED = ("rule", *LATE)


@pytest.fixture
def home(monkeypatch, tmp_path):
    """A house whose journal is the default one; nothing else is said."""
    for name in ("DEALERKIT_RULES", "DEALERKIT_GAME"):
        monkeypatch.delenv(name, raising=False)
    file = tmp_path / "desk.db"
    monkeypatch.setenv("DEALERKIT_JOURNAL", str(file))
    return file


@pytest.fixture
def run(home):
    """Run dealerkit; returns the result after a look at its exit code."""

    def call(*args, code=0):
        result = CliRunner().invoke(main, args)
        assert result.exit_code == code, result.output
        return result

    return call


@pytest.fixture
def decide(run, home):
    """Open a case on a day and decide it."""

    def call(day, outcome=None, *more, facts=LATE, code=0):
        with freeze_time(f"{day} 12:00:00"):
            if not home.exists():
                run("journal", "begin", "--zone", "UTC")
            number = json.loads(run("journal", "open", *facts, "--json").stdout)["case"]
            word = [outcome] if outcome else ["--follow"]
            return run("journal", "decide", number, *word, "--by", "Ann Lee", *more, code=code)

    return call


def first(run, day="2026-03-05"):
    """The first line of the answer on a day, a Thursday."""
    with freeze_time(f"{day} 12:00:00"):
        return run(*ASKED).stdout.splitlines()[0]


def test_how_it_was_ruled_before_stands_before_the_answer(run, decide):
    """Counted, with day and case; a weekday within a week, the date after that."""
    assert first(run).startswith("Say: ")
    decide("2026-03-01")
    assert first(run) == "Ruled once here, the same way, on Sunday."
    decide("2026-03-02")
    assert first(run) == "Ruled twice here, each time the same way; last on Monday."
    decide("2026-03-03", "play_on", "--reason", "the dealer had not called no more bets")
    otherwise = "differently: Play continues; nothing is undone (case 2026-0003)."
    assert first(run) == f"Ruled 3 times here, twice the same way; on Tuesday {otherwise}"
    assert first(run, "2026-03-03") == f"Ruled 3 times here, twice the same way; today {otherwise}"
    assert first(run, "2026-04-01") == f"Ruled 3 times here, twice the same way; on 2026-03-03 {otherwise}"
    document = json.loads(run(*ASKED, "--json").stdout)
    assert document["precedents"]["so"] == ["2026-0001", "2026-0002"]
    assert document["precedents"]["otherwise"][0]["case"] == "2026-0003"
    assert len(run(*ASKED, "--brief").stdout.splitlines()) == 2


def test_only_the_same_counts(run, decide):
    """Another fault, and a fact that would have made the ruling another, are something else; an open case is no ruling."""
    decide("2026-03-01", facts=("boxed_card", "--rules", "us"))
    decide("2026-03-01", facts=("late_bet", "--rules", "us", "-f", "change=withdrawn"))
    run("journal", "open", *LATE)
    assert first(run).startswith("Say: ")
    decide("2026-03-02", facts=(*LATE, "-f", "late_amount=30"))
    assert first(run) == "Ruled once here, the same way, on Monday."


def test_where_the_floor_chooses_its_choices_are_counted(run, decide):
    """No outcome is the proposed one then."""
    facts = ("boxed_card", "--rules", "us", "-f", "later_card_drawn=yes")
    decide("2026-03-01", "void_hand", facts=facts)
    decide("2026-03-02", "play_on", "--reason", "the players agreed", facts=facts)
    with freeze_time("2026-03-05 12:00:00"):
        said = run("rule", *facts).stdout.splitlines()[0]
    ways = "once 'Void', once 'Play continues; nothing is undone'"
    assert said == f"Ruled twice here: {ways}; last on Monday (case 2026-0002)."


def test_a_decision_against_precedent_needs_a_reason(run, decide, home):
    """It is refused with 2 and names the option; with one it stands, and the case says what it departs from."""
    decide("2026-03-01", "play_on", "--reason", "the dealer had not called no more bets")
    refused = decide("2026-03-02", code=2)
    assert "ruled differently here 1 time (2026-0001)" in refused.stderr
    assert "--reason" in refused.stderr
    assert "--reason" in decide("2026-03-02", "play_on", code=2).stderr  # against the set
    decide("2026-03-03", None, "--reason", "the rule is clear")
    shown = " ".join(run("journal", "show", "4").stdout.split())
    assert "the earlier ruling here: case 2026-0001" in shown
    decide("2026-03-04")  # one each: no longer against what was mostly ruled
    with Journal.open(home) as journal:
        assert [entry.said.get("against") for entry in journal.entries(kinds=("decided",))] == [None, ["2026-0001"], None]
    run("journal", "verify")


@pytest.mark.thorough
def test_at_a_terminal_the_reason_is_asked_for(run, decide, home, tmp_path):
    """And written down; without an answer it is refused."""
    decide("2026-03-01", "play_on", "--reason", "the dealer had not called no more bets")
    run("journal", "open", *LATE)
    number = json.loads(run("journal", "list", "--json").stdout)["cases"][-1]["case"]
    words = ("journal", "decide", number, "--follow", "--by", "Ann Lee")
    with PseudoTerminal(*words, cwd=tmp_path, DEALERKIT_JOURNAL=str(home)) as screen:
        assert "ruled differently here 1 time" in " ".join(screen.read("Why? > ").split())
        screen.type("", until="never")
        assert screen.end() == 2
    with PseudoTerminal(*words, cwd=tmp_path, DEALERKIT_JOURNAL=str(home)) as screen:
        screen.read("Why? > ")
        screen.type("the rule is clear", until="never")
        assert screen.end() == 0
    assert "the rule is clear" in run("journal", "show", number).stdout


@pytest.mark.parametrize("wrong", ["torn", "empty", "text", "folder", "body"])
def test_a_damaged_journal_is_never_in_the_way(run, decide, home, wrong):
    """It is said, once, beside the answer; the ruling is the same."""
    whole = run(*ASKED).stdout
    decide("2026-03-01")
    for log in home.parent.glob("desk.db-*"):
        log.unlink()
    if wrong == "torn":
        home.write_bytes(home.read_bytes()[: len(home.read_bytes()) // 2])
    elif wrong == "empty":
        home.write_bytes(b"")
    elif wrong == "text":
        home.write_text("no journal", encoding="utf-8")
    elif wrong == "body":
        raw = home.read_bytes()
        home.write_bytes(raw.replace(b'"outcome":', b'"0utc0me";'))
    else:
        home.unlink()
        home.mkdir()
    result = run(*ASKED)
    assert result.stdout == whole
    assert result.stderr.count("the journal cannot be read") == 1
    assert "Traceback" not in result.stderr
    assert json.loads(run(*ASKED, "--json").stdout)["rulings"]


def test_without_a_journal_none_is_made(run, home):
    """A question to the desk begins no journal."""
    run(*ASKED)
    assert not home.exists()
