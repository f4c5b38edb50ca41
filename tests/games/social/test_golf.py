"""Golf as its player meets it: solved from the command line, with a deck of one's own; hints do not look into the stock."""

from __future__ import annotations

import json
import random

import pytest
from click.testing import CliRunner

import dealerkit as dk
from dealerkit.arithmetic.adjacency import solve
from dealerkit.cli.main import main
from dealerkit.games.social.golf.bots import Solver, solved
from dealerkit.games.social.golf.facts import house_rules, position
from dealerkit.table.bots import advice
from tests.games.social.games import acts_of
from tests.sampling import LONG

pytestmark = pytest.mark.campaign

HOUSES = [{}, {"on_king": "queen"}, {"on_king": "wrap", "stock_bonus": True}, {"draw_when_blocked_only": False}]


def run(*words: str, code: int = 0) -> str:
    """What the command line prints."""
    made = CliRunner().invoke(main, words, catch_exceptions=False)
    assert made.exit_code == code, made.output
    return made.output


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: "-".join(house) or "default")
@pytest.mark.parametrize("seed", range(2 * max(1, LONG)))
@pytest.mark.sample(1, most=3)
def test_what_the_solver_says_is_what_the_table_counts(house, seed):
    """The best line is played at the table without a finding, and the score is the one that was said."""
    table, player = dk.Table("golf", seed=seed, options=house), Solver()
    for act in _acts(table, player):
        assert table.push(act) == (), act
    (found,) = player.solutions
    assert table.felt.marks["score"][1] == found.solved.score
    assert found.solved.cleared is (found.solved.score <= 0)
    assert sum(map(len, found.piles.values())) + len(found.stock) + 1 == 52


def _acts(table, player):
    return acts_of(table, player, 2)


@pytest.mark.parametrize("seed", range(2 * max(1, LONG)))
def test_a_hint_is_a_choice_that_is_open_and_does_not_look_into_the_stock(seed):
    """Whatever order the stock lies in, the same hint is given."""
    rng = random.Random(seed)
    table = dk.Table("golf", seed=seed, options={"on_king": "queen"})
    table.advance("play")
    for _ in range(rng.randint(0, 12)):
        table.advance()
    best = advice(table, "s1")
    assert best is not None
    act, why = best
    assert act.value in table.ask["s1"][act.move]
    assert why
    rng.shuffle(table.felt.places["stock"])
    assert advice(table, "s1") == best


def test_a_hint_sees_that_a_pile_can_be_cleared():
    """Where the stock is gone the hint knows everything: the six first, since the eight leads nowhere."""
    given = {"at": "play", "places": {"pile-1": "4c 5h 6s", "pile-2": "8d", "played": "47 7h", "stock": "0"}}
    table = dk.Table("golf", given=dk_given(given))
    act, why = advice(table, "s1")
    assert (str(act), why) == ("s1 play 6s", "about 1 card left at the end; no cards left to turn")


def dk_given(data):
    """A table set up in the middle."""
    from dealerkit.procedure.mid_game import MidGame

    return MidGame.read(data)


def test_solve_says_it_in_words_and_as_data(tmp_path):
    """A deck from a file: every card told, the line can be followed, exit 0."""
    faces = [face for face in dk.Table("golf", seed=0).felt.layout.pack.faces() if face is not None]
    random.Random(11).shuffle(faces)
    path = tmp_path / "deal.txt"
    names = [face.name for face in faces]
    rows = [" ".join(names[at : at + 5]) for at in range(0, 35, 5)]
    path.write_text("# the piles\n" + "\n".join(rows) + "\n" + " ".join(names[35:]) + "  # start and stock\n", encoding="utf-8")
    said = run("play", "golf", "--solve", "--deck", str(path), "--seed", "1")
    told = json.loads(run("play", "golf", "--solve", "--deck", " ".join(names), "--seed", "1", "--json"))
    (one,) = told["solved"]
    assert list(one["piles"].values()) == [row.split() for row in rows]
    assert (one["start"], one["stock"]) == (names[35], names[36:])
    table = dk.Table("golf", seed=1, deck=faces)
    table.advance("play")
    best = solve(position(table.now), house_rules(table.now))
    assert (one["score"], one["cleared"], one["ways"]) == (best.score, best.cleared, best.ways)
    assert ("The deal can be cleared" if best.cleared else f"at best {best.score} card") in said
    for act in one["line"]:
        assert table.push(act) == ()
    assert told["score"]["score"]["s1"] == str(best.score)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        pytest.param(("golf", "--solve", "--deck", "Ah Kd 1x"), "1x", id="no-card"),
        pytest.param(("golf", "--solve", "--deck", "Ah Kd Ah"), "the Ah is named 2 times", id="twice"),
        pytest.param(
            ("golf", "--solve", "--deck", "Ah Kd"), "a deal can only be solved if you name all 52 cards; 2 named", id="too-few"
        ),
        pytest.param(("golf", "--deck", "Ah ??"), "unknown card", id="unknown"),
        pytest.param(("nap", "--solve"), "--solve is for a solitaire", id="another-game"),
    ],
)
def test_a_deck_that_cannot_be(words, says):
    """What is wrong with it is said, and nothing is dealt: exit 2."""
    assert says in run("play", *words, code=2)


def test_a_file_with_a_word_that_is_no_card(tmp_path):
    """File and line are named."""
    path = tmp_path / "deal.txt"
    path.write_text("Ah Kd\n7h 9x\n", encoding="utf-8")
    said = " ".join(run("play", "golf", "--solve", "--deck", str(path), code=2).split())
    assert "deal.txt:2" in said.replace(" ", "")
    assert "9x" in said


def test_a_walk_is_dealt_and_played_by_one_person(tmp_path, monkeypatch):
    """No bot takes the choices away; a seat need not be named; what is not open is refused with its rule; a hint is given."""
    monkeypatch.chdir(tmp_path)
    lines = "check the pack\nshuffle\nlay out the piles\nfirst card\nKh\nturn\nturn\nturn\nhint\nturn\nJs\nquit\n"
    made = CliRunner().invoke(main, ["walk", "golf", "--seed", "3", "--no-record"], input=lines, catch_exceptions=False)
    assert made.exit_code == 0, made.output
    said = " ".join(made.output.split())
    assert "one seat" in said
    assert "You deal and play" in said
    assert "best: seat 1 plays" in said
    assert "GO-14: The stock is turned only when no card can be played." in said
    assert "on top Js" in said
    assert "slips: none" in said


def test_a_deal_that_is_not_known_is_not_solved():
    """A record of a real table has a stock that nobody has seen."""
    table = dk.Table("golf")
    table.advance("play")
    assert solved(table) is None
    assert advice(table, "s1") is None
