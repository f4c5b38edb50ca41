"""Fan Tan: what cases cannot say. The bots, guided play, a hand of which nobody knows the cards, and wrong acts at random."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from click.testing import CliRunner

import dealerkit as dk
from dealerkit.cli.main import main
from dealerkit.games.social.facts.rows import held, next_in_rows
from dealerkit.table.bots import Bots, random_legal, sensible
from dealerkit.table.record import read_record
from tests.games.social.games import acts_of
from tests.sampling import LONG

pytestmark = pytest.mark.campaign


@pytest.mark.parametrize("seed", range(3 * max(1, LONG)))
def test_a_pass_though_able_costs_what_the_rules_say(seed):
    """Wherever it comes in a hand: a chip, three more, and five to each neighbour of each seven that others hold."""
    rng = random.Random(seed)
    table = dk.Table("fan-tan", seats=rng.randint(3, 8), seed=seed, button=1)
    tried = 0
    for act in acts_of(table, Bots(random_legal), 1):
        if act.verb != "play" or act.seat == 0 or rng.random() < 0.8:
            table.push(act)
            continue
        before = table.felt.rows["stack"][:]
        hand = held(table.now, act.seat)
        sevens = [face for face in hand if face.letter == "7"]
        beside = [f"{rank}{seven.name[1]}" for seven in sevens for rank in "68"]
        others = [name for name in beside if name not in {face.name for face in hand}]
        found = table.push(f"{act.who} pass")
        assert [one.code for one in found] == ["rows/wrongful-pass-with-a-seven" if sevens else "rows/wrongful-pass"]
        while any("post pot" in moves or any(move.startswith("pay") for move in moves) for moves in table.ask.values()):
            assert table.push(table.next_act()) == ()
        assert before[act.seat] - table.felt.rows["stack"][act.seat] == 4 + 5 * len(others)
        tried += 1
        if tried > 3:
            break
    assert tried


def test_sense_wins_against_chance():
    """Over some hands the two players with sense take chips from the two without."""
    won = 0
    for seed in range(25):
        table = dk.Table("fan-tan", seats=4, seed=seed, button=seed % 4 + 1)
        players = Bots(lambda at, seat, moves, rng: (sensible if int(seat[1:]) % 2 else random_legal)(at, seat, moves, rng))
        for act in acts_of(table, players, 1):
            table.push(act)
        won += table.felt.rows["stack"][1] + table.felt.rows["stack"][3] - 200
    assert won > 0


def test_a_record_without_the_cards_accuses_nobody():
    """Of a table whose hands nobody knows, a clean hand with the cards played by name gives no finding."""
    seen = dk.Table("fan-tan", seats=4, seed=9, button=2)
    blind = dk.Table("fan-tan", seats=4, button=2)
    for act in acts_of(seen, Bots(sensible), 1):
        seen.push(act)
        assert blind.push(act) == (), act
    assert blind.felt.rows == seen.felt.rows


def test_what_may_be_played_never_names_a_card_that_somebody_else_holds():
    """Guided, a seat is offered only cards of its own that continue a row."""
    table = dk.Table("fan-tan", seats=5, seed=2, button=5)
    for act in acts_of(table, Bots(random_legal), 1):
        for seat in table.ask:
            moves: Mapping[str, Any] = table.ask[seat]
            if "play" in moves:
                assert set(moves["play"]) <= set(held(table.now, int(seat[1:]))) & set(next_in_rows(table.now))
        table.push(act)


def test_guided_play_refuses_a_pass_and_names_the_rule(tmp_path, monkeypatch):
    """Whoever can play must (FT-17): the pass is not done."""
    monkeypatch.chdir(tmp_path)
    lines = "s1 pass\ns1 play Kh\nquit\n"
    args = ["walk", "fan-tan", "--seed", "4", "--no-record", "--seats", "3", "--players", "none", "--at", "play"]
    made = CliRunner().invoke(main, args, input=lines, catch_exceptions=False)
    assert made.exit_code == 0, made.output
    assert "nothing was changed" in made.output
    assert "slips: none" in made.output


def test_the_record_tells_of_fourteen_chips():
    """The penalty of the hand that is kept as an example is paid in full, and the pot is handed over."""
    acts = read_record(_record()).acts
    at = next(number for number, act in enumerate(acts) if act.verb == "pass" and acts[number + 1].n == 4)
    paid = [act.text for act in acts[at + 1 : at + 3]]
    assert sum(act.n for act in acts[at + 1 : at + 3]) == 14, paid
    assert acts[-3].verb == "award"


def _record():
    from pathlib import Path

    return Path(__file__).parents[2] / "records" / "fan-tan.rec"
