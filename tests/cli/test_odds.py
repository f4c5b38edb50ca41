"""`dealerkit odds`: exact odds in text and JSON."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dealerkit.cli import main as root
from tests.arithmetic.baccarat_tables import TABLES, game_file


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run the command on a game of coups, and return what came of it."""
    monkeypatch.setitem(root.COMMANDS, "odds", "Odds.")
    file = game_file(tmp_path)

    def invoke(*args: str, code: int = 0, game: str = file) -> Result:
        result = CliRunner().invoke(root.main, ["odds", game, *args], env={"COLUMNS": "110"})
        assert result.exit_code == code, result.output
        return result

    return invoke


@pytest.fixture
def told(run):
    """Run the command with `--json`, and return the document."""

    def invoke(*args: str, **more: str) -> Any:
        return json.loads(run(*args, "--json", **more).stdout)

    return invoke


def bets(document: Any) -> dict[str, Any]:
    """The document's bets by name."""
    return {bet["bet"]: bet for bet in document["bets"]}


def test_the_document(told):
    """Counts are whole numbers, shares fractions and decimals."""
    document = told()
    assert document["game"] == "little-baccarat"
    assert document["options"]["decks"] == 8
    assert document["total"] == 4_998_398_275_503_360
    assert {name: found["count"] for name, found in document["outcomes"].items()} == {
        "player": 2_230_518_282_592_256,
        "banker": 2_292_252_566_437_888,
        "tie": 475_627_426_473_216,
    }
    for found in document["outcomes"].values():
        assert Fraction(found["fraction"]) == Fraction(found["count"], document["total"])
        assert found["decimal"] == pytest.approx(float(Fraction(found["fraction"])))
    banker = bets(document)["banker"]
    assert banker["win"] + banker["lose"] + banker["push"] == document["total"]
    assert banker["edge"] == pytest.approx(0.0105791, abs=1e-7)
    assert Fraction(banker["edge_fraction"]) * document["total"] == (banker["lose"] - Fraction(19, 20) * banker["win"])
    assert banker["edge_resolved"] == pytest.approx(0.011692, abs=1e-6)
    assert [way["pays"] for way in banker["ways"]] == ["1 to 1 less 5% commission", "push"]
    assert not bets(document)["dragon7"]["offered"]
    assert banker["offered"]


def test_options_change_the_odds(told):
    """Decks, variant, tie odds, commission."""
    assert told("--set", "decks=1")["outcomes"]["banker"]["count"] == 6_737_232_640
    assert bets(told("--set", "variant=ez"))["banker"]["edge"] == pytest.approx(0.010183, abs=1e-6)
    assert bets(told("--set", "tie_pays=9 to 1"))["tie"]["edge"] == pytest.approx(0.048440, abs=1e-6)


def test_a_changed_cell_changes_the_odds(told, tmp_path):
    """A house that writes S for D in one cell sees it in its odds."""
    row = list(TABLES["tableau"]["6"])
    row[7] = "S"
    house = game_file(tmp_path, tables={**TABLES, "tableau": {**TABLES["tableau"], "6": row}})
    assert told(game=house)["outcomes"]["banker"]["count"] != 2_292_252_566_437_888


def test_a_partly_dealt_shoe(told):
    """Cards that are out, and a shoe given by its ranks, come to the same."""
    out = told("--out", "8h 8d", "--out", "9c, 10s")
    assert out["cards"] == 412
    assert out["shoe"] == {rank: {"8": 30, "9": 31, "T": 31}.get(rank, 32) for rank in TABLES["points"]}
    counts = " ".join(f"{rank}={cards}" for rank, cards in out["shoe"].items())
    assert told("--shoe", counts)["bets"] == out["bets"]
    assert told("--shoe", "A:3,K:3")["total"] == 720
    assert told("--shoe", "A=4 10=3", "--out", "Ah")["shoe"] == {"A": 3, "T": 3}


def test_an_unseen_card_changes_no_chance(run):
    """It is left in the shoe, and a note says so."""
    result = run("--out", "??", "--json")
    assert "does not change the odds" in result.stderr
    assert json.loads(result.stdout)["cards"] == 416


def test_the_text(run):
    """Counts that can be read, the edge both ways, and which is which."""
    text = run("--set", "decks=6", "--set", "variant=ez").stdout
    assert "Little baccarat: the next coup from 312 cards, exact" in text
    assert "with variant ez, decks 6" in text
    assert "403 095 751 234 560" in text
    assert "house edge" in text
    assert "the house edge without pushes" in text
    assert "dragon7 *" in text
    assert "1.2351%" in run().stdout
    assert "1.3650%" in run().stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--out", "8x"], "'8x' is not a card"),
        (["--out", "8h 8h", "--set", "decks=1"], "2 cards 8h can't be out of a shoe of 1 deck"),
        (["--out", "Jk"], "no Jk left"),
        (["--shoe", "A=2 K=3"], "a coup may need 6 cards, but the shoe has only 5"),
        (["--shoe", ""], "the shoe has only 0"),
        (["--shoe", "A=2 X=30"], "unknown rank: 'X'"),
        (["--shoe", "A=2 A=30"], "A appears twice"),
        (["--shoe", "A-2"], "is not RANK=COUNT"),
        (["--shoe", "A=-2"], "is not RANK=COUNT"),
        (["--shoe", "K=8", "--out", "Ah"], "the shoe has no Ah left"),
        (["--set", "decks=0"], "0"),
    ],
)
def test_what_cannot_be_used_is_said(run, args, message):
    """Exit 2, a sentence, nothing on standard output."""
    result = run(*args, code=2)
    assert message in result.stderr
    assert result.stdout == ""


def test_what_is_not_allowed_is_answered_with_what_is(monkeypatch):
    """A number outside its range is told the range; a game of which nothing is counted is told what is."""
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)
    wrong = CliRunner().invoke(root.main, ["odds", "mini-baccarat", "--set", "decks=0"])
    assert (wrong.exit_code, wrong.stderr) == (
        2,
        "Error: unknown value of decks: '0'; allowed: a whole number from 1 to 12\n",
    )
    other = CliRunner().invoke(root.main, ["odds", "nap"])
    said = "no odds for Nap; there are odds for coups, hands against the house, poker hands, and games in which a card is turned"
    assert (other.exit_code, other.stderr) == (2, f"Error: {said}\n")
