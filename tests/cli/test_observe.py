"""`dealerkit observe` as an instructor uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealerkit.cli.main import main
from dealerkit.hands.codes import codes_of
from dealerkit.rules.games import game, games
from dealerkit.training.drills import observed


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    """Every class in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)
    monkeypatch.setenv("COLUMNS", "100")


def observe(*args: str, said: str = "", code: int = 0) -> Result:
    """Watch, hitting these keys, one a line."""
    result = CliRunner().invoke(main, ["observe", *args], input=said)
    assert result.exit_code == code, result.output
    return result


def test_hands_slips_and_marks_come_to_a_sheet():
    """Two slips, one taken back, two hands; marks; a sheet with both names."""
    said = "a\nf\n<\n\n\nq\n5\n4\nq\n"
    made = json.loads(observe("mini-baccarat", "--as", "Ann", "--by", "Bo", "--out", "ann.html", "--json", said=said).stdout)
    assert made["hands"] == 2
    assert made["slips"] == {"coup/no-more-bets-not-called": 1}
    assert list(made["marks"].values()) == [5, 4]
    sheet = Path("ann.html").read_text(encoding="utf-8")
    assert "Ann" in sheet
    assert "not computed" in sheet


def test_any_other_slip_is_found_by_words():
    """What has no key is looked for."""
    made = json.loads(observe("holdem", "--no-marks", "--json", said="/\nexposed burn\n1\n\nq\n").stdout)
    assert len(made["slips"]) == 1
    told = observe("holdem", "--no-marks", said="/\nzzzz\nq\n").output
    assert "no slip found" in told


def test_what_a_person_marked_is_kept_apart():
    """Marked answers count nowhere among those that the program reckoned."""
    from datetime import UTC, datetime

    from dealerkit.training.store import TrainingStore

    observe("mini-baccarat", "--as", "Ann", "--no-marks", said="f\n\n\nq\n")
    observe("chips/run-down", "--as", "Ann", "--level", "2", said=" \n \n\n \n \na\n\nq\n")
    with TrainingStore.open(now=lambda: datetime.now(UTC)) as store:
        answers = list(store.answers("Ann"))
        assert {one.source for one in answers} == {"marked"}
        assert [one.right for one in answers] == [False, True, True, False]
        assert store.figures("Ann", "chips/run-down", 2).answered == 0
        assert store.figures("Ann", "chips/run-down", 2, "marked").answered == 2


def test_two_cards_shown_fail_the_round():
    """They would be a misdeal (drill 12)."""
    told = observe("cards/pitch-and-shuffle", "--level", "3", said=" \n \na\na\n\nq\n").output
    assert "critical, so the round is failed" in told


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("nonesuch",), "unknown game:"),
        (("chips/nonesuch",), "unknown drill"),
        (("baccarat/commission",), "not a drill that an instructor times"),
        (("holdem", "--rules", "us"), "family"),
    ],
)
def test_what_cannot_be_watched_is_told(args, said):
    """A clear message and exit code 2."""
    assert said in observe(*args, code=2).output


CHOSEN = {"baccarat": [{"commission_method": "mark"}, {"variant": "ez"}], "poker": [{"count_stub": "every_hand"}]}
"""Options under which a slip can be made that cannot be made under the usual ones."""


def test_every_key_stands_for_a_slip_that_some_game_can_draw():
    """What is listed by family exists; a game shows only what it can draw."""
    for family in ("baccarat", "poker"):
        dealt = [game(name, None, chosen) for name in games() if game(name).family == family for chosen in ({}, *CHOSEN[family])]
        drawn = frozenset().union(*map(codes_of, dealt))
        assert observed(family)
        assert set(observed(family)) <= drawn
