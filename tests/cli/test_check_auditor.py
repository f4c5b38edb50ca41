"""What an auditor reads in `check`: which coup, in words, for programs too, and into a pipe that somebody closes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealerkit.catalogue.findings import in_words
from dealerkit.cli.main import main
from dealerkit.hands.phh.words import in_words as phh_words

ROOT = Path(__file__).parents[2]
COUPS = ROOT / "tests" / "records" / "clean-opening-and-six-coups.rec"
MUTANTS = ROOT / "tests" / "data" / "phh" / "mutants.phhs"


@pytest.fixture
def faulty(tmp_path):
    """A record of six coups; in the third and the fifth the cards are called wrong."""
    rows, coup = [], 0
    for row in COUPS.read_text(encoding="utf-8").splitlines():
        coup += row.split("#")[0].split()[-2:] == ["d", "close"]
        wrong = coup in (3, 5) and row.split("#")[0].split()[-3:-1] == ["call", "player"]
        rows.append(row.rsplit(" ", 1)[0] + " 9" if wrong and not row.endswith(" 9") else row)
    path = tmp_path / "a.rec"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_each_coup_has_its_number(faulty):
    """All coups of a record are no longer one hand."""
    result = CliRunner().invoke(main, ["check", "--json", str(faulty)])
    told = json.loads(result.stdout)["findings"]
    assert {one["round"] for one in told} == {3, 5}
    assert {one["rules"] for one in told} == {"us"}
    assert all(one["title"] and one["said"] for one in told)
    assert ", round 3 of 6: the dealer calls player 9" in CliRunner().invoke(main, ["check", str(faulty)]).stdout


def test_acts_are_told_in_words():
    """Of ours and of PHH; JSON keeps the notation beside them."""
    assert in_words("d deal banker 2d") == "the dealer deals 2d to banker"
    assert in_words("nothing") == "nothing"
    assert phh_words("d db ????") == "the dealer deals 2 cards to the board"
    assert phh_words("p3 cc") == "player 3 checks or calls"
    assert phh_words("p3 sm AhKd") == "player 3 shows Ah Kd"
    assert phh_words("p3 sm") == "player 3 mucks or shows nothing"
    said = CliRunner().invoke(main, ["check", str(MUTANTS)]).stdout
    assert "the dealer deals As to the board" in said
    assert "d db " not in said


def test_errors_are_json_where_json_is_asked_for():
    """On standard error, where messages go; the exit code is the same."""
    for args in (["check", "gone.rec"], ["games", "xyzzy"], ["games", "--nonsense"], ["nonsense"]):
        plain, told = CliRunner().invoke(main, args), CliRunner().invoke(main, [*args, "--json"])
        said = json.loads(told.stderr)
        assert (told.stdout, told.exit_code, said["exit"]) == ("", plain.exit_code, plain.exit_code)
        assert said["error"] in " ".join(plain.stderr.split()) or said["error"] in plain.stderr


@pytest.mark.slow
def test_a_closed_pipe_keeps_the_exit_code(tmp_path):
    """`check ... | head` leaves with 1 where something was found before the reader went."""
    bad = "# dealerkit record 1\ngame: mini-baccarat\nseats: 1\n---\nd check decks\n"
    (tmp_path / "a.rec").write_text(bad * 600)
    for more in ("", "--json"):
        line = f'"{sys.executable}" -m dealerkit check a.rec {more} | head -c 1 > /dev/null; echo ${{PIPESTATUS[0]}}'
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(["bash", "-c", line], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert (done.stdout, done.stderr) == ("1\n", "")


HAND = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = ["d dh p1 AcKh", "d dh p2 QsQd", "d dh p3 7s2d", "p3 f", {actions}]
"""


@pytest.mark.parametrize(
    ("actions", "code", "title", "remedy"),
    [
        (
            '"p1 cc", "p2 cc", "d db Ah7d", "p1 cc"',
            "record/wrong-card-count",
            "The flop has only two cards",
            "Turn the missing card now",
        ),
        (
            '"p1 cc", "p2 cc", "d db Ah7d2c9s", "p1 cc"',
            "record/wrong-card-count",
            "The flop has four cards",
            "Stop and call the floor",
        ),
        (
            '"p1 cc", "p2 cc", "d db Ac7d2c"',
            "record/duplicate-card",
            "A card appears more times than there are copies in the pack",
            "Check the recording",
        ),
        ('"p1 f", "d db Ah7d2c"', "record/hand-is-over", "The record goes on after the hand was over", ""),
    ],
    ids=["two cards", "four cards", "a card twice", "after the end"],
)
def test_a_flop_is_called_what_it_is(tmp_path, actions, code, title, remedy):
    """With the remedy that fits; a record that cannot be right is told as that, and not as what a table would find besides."""
    path = tmp_path / "hand.phh"
    path.write_text(HAND.format(actions=actions), encoding="utf-8")
    (told,) = json.loads(CliRunner().invoke(main, ["check", "--json", str(path)]).stdout)["findings"]
    assert (told["code"], told["title"]) == (code, title)
    assert told["remedy"].startswith(remedy)
