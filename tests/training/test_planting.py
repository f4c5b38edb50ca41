"""Slips made on purpose: every code can be planted, and `check` finds exactly what was planted."""

from __future__ import annotations

import functools
import json
from random import Random

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.errors import DealerkitError
from dealerkit.hands.record_check import check_record
from dealerkit.rules.games import game
from dealerkit.rules.sets import catalogue
from dealerkit.table.record import read_record
from dealerkit.training.deals import deal, seating
from dealerkit.training.planted_slips import AskedGame, Clean, plant, plant_in, ways
from tests.sampling import LONG, daily

pytestmark = pytest.mark.campaign

MANY = 9 if LONG else 1

CANNOT = {
    "jackpot/hand-not-frozen": "a promotion's journal tells of it (`jackpot`), not a record of acts",
    "jackpot/deck-not-verified": "a promotion's journal tells of it (`jackpot`), not a record of acts",
    "jackpot/procedural-void": "a promotion's journal tells of it (`jackpot`), not a record of acts",
    "jackpot/talk-not-reported": "a promotion's journal tells of it (`jackpot`), not a record of acts",
    "jackpot/wrong-window": "a promotion's journal tells of it (`jackpot`), not a record of acts",
    "floor/ruling-not-carried-out": "it follows from another slip; by itself there is no ruling to carry out",
    "street/short-flop-acted-on": "it follows from street/short-flop; by itself there is no short flop",
    "pot/left-unsettled": "it is found with what was left out, pushing the pot; never alone",
    "coup/left-unsettled": "it is found with the payment that was left out; never alone",
    "cut/order-unchanged": "only a series of cuts that cancel out draws it",
    "cut/refused": "a player's refusal draws it, which the players here never do",
}
"""Codes of the catalogue that are not planted by themselves, and why."""
FOUND_WITHOUT_A_WAY = {"deal/wrong-dealer", "cut/wrong-person", "street/short-flop", "showdown/hand-misread"}
"""Codes outside the ledger's 138 that the engine makes from the act that is due, where the options allow it."""


def codes_in(text):
    """What `check` finds in a record."""
    return [flaw.code for flaw in check_record(read_record(text)).findings]


def test_every_code_of_the_catalogue_can_be_planted_or_it_is_said_why_not():
    """No finding of the ledger's families is forgotten."""
    families = {code.partition("/")[0] for code in ways()} | {"jackpot"}
    known = {code for code in catalogue().findings.data["findings"] if code.partition("/")[0] in families}
    assert known == set(ways()) | set(CANNOT) | FOUND_WITHOUT_A_WAY
    assert not set(ways()) & set(CANNOT)


@pytest.mark.sample(4)
@pytest.mark.parametrize("code", daily(sorted(ways()), 4))
def test_check_finds_what_was_planted_and_nothing_else(code):
    """Planted in a round dealt for it, in the games that it is written for, a code is found, and at its act."""
    for seed, way in enumerate(ways()[code][:MANY]):
        made = plant_in(AskedGame(way.game), code, Random(f"{seed}/{code}"))
        checked = check_record(read_record(made.record().text()))
        codes = [flaw.code for flaw in checked.findings]
        assert codes == list(made.found)
        assert codes == [code] or any(codes == list(one.found) for one in ways()[code])
        assert next(flaw.act for flaw in checked.findings if flaw.code == code) == made.at


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("game_id", "code"),
    [
        ("holdem", "burn/doubled"),
        ("holdem", "burn/missed-before-street"),
        ("holdem", "street/no-tap"),
        ("holdem", "deal/first-card-wrong-seat"),
        ("omaha", "burn/exposed"),
        ("stud7", "stud/burn-error"),
        ("draw", "draw/burn-error"),
        ("mini-baccarat", "coup/wrong-initial-order"),
        ("mini-baccarat", "coup/no-more-bets-not-called"),
    ],
)
def test_a_slip_is_put_into_a_record_that_is_there(game_id, code):
    """The record before the slip stays as it was, act by act."""
    planted = 0
    seeds = 6 if LONG else 3
    for seed in range(seeds):
        rng = Random(seed)
        dealt = deal(game(game_id), seating(game(game_id), {}, rng))
        if dealt is None or not any(act.verb in ("burn", "close", "deal") for act in dealt.acts):
            continue
        clean = Clean(functools.partial(dealt.table, 0), dealt.acts)
        try:
            made = plant(clean, code, rng)
        except DealerkitError:
            continue
        planted += 1
        assert codes_in(made.record().text()) == [code]
        assert made.table.log[: made.at - 1] == list(dealt.acts[: made.at - 1])
    assert planted >= seeds - 2


def test_a_seed_plants_the_same_slip_again():
    """Game, code and seed are all that is needed to make a record again."""
    one, two = (plant_in(AskedGame("holdem"), "burn/doubled", Random("7")) for _ in range(2))
    assert one.record().text() == two.record().text()
    assert plant_in(AskedGame("holdem"), "burn/doubled", Random("8")).record().text() != one.record().text()


# -- the command -------------------------------------------------------------------------------------------------------


def run(*words, given=None):
    """Run the command."""
    return CliRunner().invoke(main, ["plant", *map(str, words)], input=given)


def test_plant_deals_a_round_and_check_finds_the_slip(tmp_path):
    """Record on standard output or in a file, the slip on standard error."""
    out = tmp_path / "faulty.txt"
    made = run("--game", "holdem", "--fault", "burn/doubled", "--seed", 7, "--out", out)
    assert made.exit_code == 0, made.output
    assert "burn/doubled" in made.stderr
    assert codes_in(out.read_text(encoding="utf-8")) == ["burn/doubled"]
    assert run("--game", "holdem", "--fault", "burn/doubled", "--seed", 7).stdout == out.read_text(encoding="utf-8")


def test_plant_puts_a_slip_into_a_record(tmp_path):
    """The record keeps its id; what stands in it besides is as it was."""
    clean = tmp_path / "clean.txt"
    CliRunner().invoke(main, ["play", "holdem", "--seed", "3", "--hands", "1", "--record", str(clean)])
    text = clean.read_text(encoding="utf-8").replace("# dealerkit record 1\n", "# dealerkit record 1\nid: table 4, hand 12\n", 1)
    clean.write_text(text, encoding="utf-8")
    made = run(clean, "--fault", "street/no-tap", "--seed", 1, "--json")
    assert made.exit_code == 0, made.output
    document = json.loads(made.stdout)
    assert document["found"] == ["street/no-tap"]
    assert "id: table 4, hand 12" in document["record"]
    assert codes_in(document["record"]) == ["street/no-tap"]
    again = tmp_path / "faulty.txt"
    again.write_text(document["record"], encoding="utf-8")
    refused = run(again, "--fault", "street/no-tap")
    assert refused.exit_code == 2
    assert f"{again}:" in refused.stderr
    assert "clean record" in refused.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "holdem"], "--fault CODE is missing"),
        (["--fault", "burn/doubled"], "name a record"),
        (["--game", "holdem", "--fault", "burn/dubled"], "did you mean burn/doubled"),
        (["--game", "holdem", "--fault", "coup/wrong-payout"], "unknown slip of Hold'em"),
        (["--game", "holdme", "--fault", "burn/doubled"], "holdem"),
        (["nothing.txt", "--fault", "burn/doubled"], "nothing.txt"),
        (["--list", "nothing"], "unknown game"),
        (["--game", "holdem", "--fault", "burn/doubled", "--seed", "-1"], "--seed"),
    ],
)
def test_what_cannot_be_planted_is_said(words, said):
    """Exit code 2, and what to do about it."""
    made = run(*words)
    assert made.exit_code == 2
    assert said in made.stderr
    assert "Traceback" not in made.output


def test_the_list_has_what_the_game_can_draw():
    """No burns in baccarat, no coups in hold'em."""
    assert "coup/wrong-payout" in run("--list", "mini-baccarat").stdout
    assert "burn/doubled" not in run("--list", "mini-baccarat").stdout
    assert "burn/doubled" in [row["code"] for row in json.loads(run("--list", "holdem", "--json").stdout)["slips"]]
