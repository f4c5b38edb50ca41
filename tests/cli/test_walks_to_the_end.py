"""Drills that are dealt, taken to their end by a scripted trainee: what is asked, score, what is kept, progress."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner

from dealerkit.cli.drill.request import Request
from dealerkit.cli.drill.walks import seated
from dealerkit.cli.main import main
from dealerkit.felt import Act
from dealerkit.training.action.lesson import Lesson
from dealerkit.training.exercises import setting
from dealerkit.training.store import TrainingStore
from dealerkit.training.walk.session import Session
from dealerkit.training.walk_results import SLIPS
from tests.cli.test_drill_walks import keys

pytestmark = [pytest.mark.usefixtures("here"), pytest.mark.thorough]


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder and a training file of one's own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)
    monkeypatch.delenv("DEALERKIT_TRAINEE", raising=False)
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "100")


def script(
    name: str,
    level: int,
    seed: int,
    *,
    game: str | None = None,
    says: Callable[[str, str], str | None] = lambda _, right: right,
    slips: Mapping[int, str] | None = None,
) -> tuple[list[str], Session]:
    """The lines of a dealer without a fault, and the table as it is then.

    Args:
        name: The drill.
        level: Its level.
        seed: Its seed.
        game: The game; None for the drill's first.
        says: What is answered, of the kind of a question and the right answer; None to deal on without one.
        slips: By how many lines have been said, an act that is done out of its turn.
    """
    where = setting(name, level, game)
    request = Request(name, level, "practice", None, None, {}, seed, None, "", clocked=False, kept=False, as_json=False)
    session = seated(request, where, where.game.id, None, {}, seed)
    lesson = session.watch
    rounds, until, lines = int(where.told("rounds", 0)), str(where.told("until", "")), []

    def over() -> bool:
        if isinstance(lesson, Lesson) and lesson.holds:
            return False
        at_its_step = until and session.times and until in session.table.expected.step.split(".")
        return bool(at_its_step or (rounds and session.rounds.done >= rounds))

    session.players_act()
    while not over():
        question = lesson.open if isinstance(lesson, Lesson) else None
        said = says(question.kind, question.answer) if question is not None else None
        if said is not None:
            assert isinstance(lesson, Lesson)
            heard = lesson.hear(said, session.table)
            assert heard is not None, said
            assert not heard[1], said
            lines.append(said)
            acts = heard[0]
        else:
            slip = (slips or {}).get(len(lines))
            acts = (session.table.next_act() if slip is None else Act.parse(slip),)
            lines.append(acts[0].text)
        for number, act in enumerate(acts):
            session.say(act, goes_on=number > 0)
        if not rounds or session.rounds.done < rounds:
            session.players_act()
    return lines, session


def run(*args: str, said: list[str]) -> str:
    """Sit down at a drill, typing these lines and one that must not be reached."""
    told = "".join(f"{line}\n" for line in [*said, "never said"])
    result = CliRunner().invoke(main, ["drill", *args, "--as", "Ann", "--no-clock"], input=told)
    assert result.exit_code == 0, result.output
    assert "never said" not in result.output
    return result.output


def kept(drill_id: str):
    """The answers kept of a drill."""
    with TrainingStore.open(now=lambda: datetime.now(tz=UTC)) as store:
        return list(store.answers("Ann", drill=drill_id))


def progress() -> str:
    """What `dealerkit progress` tells."""
    return CliRunner().invoke(main, ["progress", "Ann"]).output


@pytest.mark.parametrize(("level", "hands"), [(2, 2), (3, 2), (4, 3)])
def test_full_hands_of_holdem_are_dealt_to_their_end(level: int, hands: int) -> None:
    """All answered rightly: no slip, each hand is kept as passed, and progress has them."""
    lines, session = script("walk/full-hand", level, 8)
    text = run("full-hand", "--level", str(level), "--seed", "8", said=lines)
    assert "slips: none" in text, text
    assert "100 of 100, passed" in text
    assert f"{hands} hands clean" in text  # the relief begins no hand
    answers = kept("walk/full-hand")
    assert [(one.right, one.level, one.score) for one in answers] == [(True, level, "1")] * hands
    assert kept(SLIPS) == []
    assert "Full hand" in progress()
    acts = [act.verb for act in session.table.log]
    assert (acts.count("dispute"), acts.count("relieve")) == ((1, 1) if level == 4 else (0, 0))


@pytest.mark.parametrize("game", ["holdem", "stud7", "triple-draw-27"])
def test_level_4_has_one_dispute_and_a_relief_at_its_end(game: str) -> None:
    """Whatever the seed (ledger of drills, 34); the floor rules, and nothing is wrong with the dealer who calls it."""
    for seed in range(2):
        _, session = script("walk/full-hand", 4, seed, game=game)
        acts = [act for act in session.table.log if act.verb in ("dispute", "relieve", "rule")]
        assert [act.verb for act in acts].count("dispute") == 1
        assert acts[-1].verb == "relieve"
        assert session.table.log[-1] == acts[-1]
        assert session.findings() == []


@pytest.mark.parametrize(
    ("kind", "said", "code"),
    [
        ("dispute", "it stands", "floor/dispute-not-escalated"),
        ("dispute", None, ""),
        ("relief", "hand over, nothing", "protect/relief-in-hand"),
        ("relief", "tap out; button and warnings", ""),
    ],
)
def test_what_is_said_to_a_dispute_and_to_a_relief(kind: str, said: str | None, code: str) -> None:
    """The floor's is not settled alone (RM-26), and whoever leaves tells what there is to know; each slip is found once."""
    lines, session = script("walk/full-hand", 4, 8, says=lambda asked, right: said if asked == kind else right)
    assert [one.code for one in session.findings()] == ([code] if code else [])
    text = run("full-hand", "--level", "4", "--seed", "8", said=lines)
    assert text.count("!!") + text.count("! ") == bool(code), text
    assert [one.cell for one in kept(SLIPS)] == ([code] if code else [])


def test_who_is_relieved_is_asked_what_is_told() -> None:
    """`tap out` alone is not enough, and costs nothing."""
    lines, _ = script("walk/full-hand", 4, 8)
    text = run("full-hand", "--level", "4", "--seed", "8", said=[*lines[:-1], "tap out", lines[-1]])
    assert "Say in the same line what you hand over" in text
    assert "slips: none" in text


def test_a_shoe_with_late_bets_is_dealt_to_its_end() -> None:
    """Level 4 of the coup walk: cut card, last coup, commission collected, nothing said wrongly."""
    lines, session = script("baccarat/coup-walk", 4, 3)
    text = run("coup-walk", "--level", "4", "--seed", "3", said=lines)
    assert "slips: none" in text, text
    answers = kept("baccarat/coup-walk")
    assert len(answers) == len(session.times) > 4
    assert all(one.right and one.level == 4 for one in answers)
    assert any(act.verb == "collect" for act in session.table.log)
    assert any(act.verb == "cutcard" for act in session.table.log)


@pytest.mark.parametrize("slip", [False, True])
def test_an_audition_is_taken_to_its_end(slip: bool) -> None:
    """Two questions and five hands of hold'em: passed; a flop of four cards is critical and fails the game (FTR-06)."""
    lines, session = script("exam/mock-audition", 1, 4, slips={15: "d deal board 4"} if slip else None)
    assert bool(session.score().severities.get("critical")) is slip
    text = run("mock-audition", "--level", "1", "--seed", "4", said=[*keys("exam/mock-audition", 1, 4, "holdem"), *lines])
    assert "questions: 2 of 2 right" in text, text
    assert ("result: 100 of 100, passed" in text) is not slip
    assert ("not passed: failed in Hold'em" in text) is slip
    (answer,) = kept("exam/mock-audition")
    assert answer.right is not slip
    assert "Mock audition" in progress()
