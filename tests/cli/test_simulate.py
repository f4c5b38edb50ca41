"""`dealerkit simulate`: bulk play as its user meets it."""

from __future__ import annotations

import json
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from dealerkit.cli import main as root
from dealerkit.files.extras import install


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run the command in a folder of its own, and return what came of it."""
    monkeypatch.chdir(tmp_path)

    def invoke(*args: str, code: int = 0) -> Result:
        result = CliRunner().invoke(root.main, ["simulate", *args], env={"COLUMNS": "110"})
        assert result.exit_code == code, result.output
        return result

    return invoke


def test_coups(run):
    """Hold with its band beside the exact edge, streaks, roads and sessions; the same shoes again at a table."""
    out = run("mini-baccarat", "--rounds", "20000", "--seed", "7", "--jobs", "1", "--session", "100", "--prove", "2").stdout
    assert out.startswith("Mini baccarat: 20 000 coups, rules us, seed 7\n")
    assert "44.6247%" in out
    assert "1.0579%" in out
    assert "Streaks: the longest is" in out
    assert "Big eye boy" in out
    assert "sessions of 100 coups, starting with 10000" in out
    assert "ok  2 shoes dealt again at a table, step by step: every coup came out the same" in out


@pytest.mark.thorough
def test_json_is_the_same_with_any_number_of_processes(run):
    """One seed, one result."""
    args = ("mini-baccarat", "--rounds", "200000", "--seed", "3", "--bet", "tie=5", "--bet", "banker", "--json")
    one, two = (run(*args, "--jobs", jobs).stdout for jobs in ("1", "2"))
    assert one == two
    document = json.loads(one)
    assert document["coups"] == 200_000 == sum(row["count"] for row in document["outcomes"].values())
    assert [(row["bet"], row["stake"]) for row in document["bets"]] == [("tie", 5), ("banker", 100)]
    assert all(abs(row["errors_away"]) < 4 for row in document["bets"])
    assert document["sessions"]["bankroll"] == 10_000


def test_results_are_kept(run, tmp_path):
    """Shoes, coups and bets as Parquet: their sums are what was told; a run dealt again writes the same files, another beside."""
    args = ("mini-baccarat", "--rounds", "500", "--jobs", "1", "--out", "kept", "--each", "--json")
    told = json.loads(run(*args, "--seed", "1").stdout)
    run(*args, "--seed", "1")
    run(*args, "--seed", "2")
    names = sorted(path.name for path in (tmp_path / "kept").iterdir())
    assert [name.rpartition("-")[2] for name in names] == ["bets.parquet", "coups.parquet", "shoes.parquet"] * 2
    kinds = {
        kind: pq.read_table(tmp_path / "kept" / f"{names[0].rpartition('-')[0]}-{kind}.parquet")
        for kind in ("bets", "coups", "shoes")
    }
    assert kinds["coups"].num_rows == 500 == sum(kinds["shoes"]["coups"].to_pylist())
    winners = kinds["coups"]["winner"].to_pylist()
    assert {name: winners.count(name) for name in told["outcomes"]} == {
        name: row["count"] for name, row in told["outcomes"].items()
    }
    for row in told["bets"]:
        assert sum(kinds["shoes"][f"net_{row['bet']}"].to_pylist()) == pytest.approx(row["net"])
    assert kinds["bets"]["hold"].to_pylist() == [row["hold"] for row in told["bets"]]


def test_a_plot(run, tmp_path):
    """The bankrolls as SVG, replaced by the next one, never in the place of somebody else's file."""
    args = ("mini-baccarat", "--rounds", "4000", "--seed", "1", "--jobs", "1", "--session", "50", "--plot", "b.svg")
    run(*args)
    run(*args)
    drawn = ET.fromstring((tmp_path / "b.svg").read_text())
    assert "after 50 coups half of the sessions" in drawn[0].text
    (tmp_path / "b.svg").write_text("mine")
    assert "did not write" in run(*args, code=2).stderr


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("mini-baccarat", "--rounds", "4000", "--session", "50"), ["exact, fresh shoe", "after 50 coups half of the sessions"]),
        (("holdem", "--rounds", "6", "--seats", "3"), ["Won a hand, seat by seat", "actions a hand, each one judged"]),
    ],
    ids=["coups", "hands"],
)
def test_the_report_on_paper(run, tmp_path, args, said):
    """The same tables as on the screen, and of coups the bankrolls drawn; the screen has them too, and somebody's file stays."""
    shown = run(*args, "--seed", "1", "--jobs", "1", "--paper", "all.html").stdout
    paper = (tmp_path / "all.html").read_text(encoding="utf-8")
    assert all(words in unquote(paper) for words in said)
    assert shown.splitlines()[0] in paper.replace("&#39;", "'")
    (tmp_path / "all.html").write_text("mine")
    assert "did not write" in run(*args, "--seed", "1", "--jobs", "1", "--paper", "all.html", code=2).stderr


def test_hands(run, tmp_path):
    """Hands by the engine, what each seat won, kept as Parquet."""
    out = run(
        "holdem", "--rounds", "12", "--seed", "1", "--jobs", "1", "--seats", "4", "--per-table", "6", "--out", "kept"
    ).stdout
    assert out.startswith("Hold'em: 12 hands at 2 tables of 4 seats, rules ")
    assert "0 findings" in out
    (hands,) = (tmp_path / "kept").glob("*-hands.parquet")
    (seats,) = (tmp_path / "kept").glob("*-seats.parquet")
    assert pq.read_table(hands).num_rows == 12
    nets = pq.read_table(seats).to_pylist()
    assert (len(nets), round(sum(row["net"] for row in nets), 6)) == (48, 0)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["holdem", "--bet", "banker"], "--bet is only for games dealt in coups"),
        (["mini-baccarat", "--seats", "4"], "--seats is only for games dealt in hands"),
        (["mini-baccarat", "--bet", "bnker"], "bnker"),
        (["mini-baccarat", "--bet", "banker=ten"], "'ten' is not an amount above zero"),
        (["mini-baccarat", "--bet", "banker=0.001"], "can't be paid in chips of 0.01"),
        (["mini-baccarat", "--bankroll", "-5"], "is not an amount above zero"),
        (["mini-baccarat", "--jobs", "many"], "neither auto nor a number"),
        (["mini-baccarat", "--each"], "name one"),
        (["mini-baccarat", "--set", "decks=1", "--set", "cut_card_depth=60"], "cut_card_depth 60"),
        (["mini-baccarat", "--rounds", "0"], "0 is not in the range"),
        (["no-such-game"], "no-such-game"),
    ],
)
def test_what_cannot_be(run, args, said):
    """Told in words, with 2, and nothing is written."""
    result = run(*args, "--jobs", "1", code=2) if "--jobs" not in args else run(*args, code=2)
    assert said in result.stderr


def test_a_place_that_cannot_be_written_to(run, tmp_path):
    """Nothing half written is left."""
    (tmp_path / "kept").write_text("a file")
    assert "kept" in run("mini-baccarat", "--rounds", "1000", "--jobs", "1", "--out", "kept", code=2).stderr


def test_without_numpy(run, monkeypatch):
    """What is missing is named, and how to get it."""
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert install("bulk") in run("mini-baccarat", "--jobs", "1", code=2).stderr
