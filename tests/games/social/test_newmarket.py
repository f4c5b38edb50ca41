"""Newmarket: what cases cannot say. A blind record, sense against chance, the hand on the table, guided play."""

from __future__ import annotations

import random

import pytest
from click.testing import CliRunner

import dealerkit as dk
from dealerkit.cli.main import main
from dealerkit.felt import Act
from dealerkit.games.social.newmarket.facts import next_higher
from dealerkit.table.bots import Bots, random_legal, sensible
from tests.games.social.games import acts_of
from tests.sampling import LONG

pytestmark = pytest.mark.campaign

HOUSES = [{}, {"no_opposite_colour": "any_suit"}, {"restart": "new_suit", "widow_position": "first"}, {"restart": "any_suit"}]


def _choose(table, seat, moves, rng):
    """Seats with odd numbers have sense."""
    return (sensible if int(seat[1:]) % 2 else random_legal)(table, seat, moves, rng)


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: "-".join(house) or "default")
@pytest.mark.parametrize("seed", range(2 * max(1, LONG)))
def test_a_record_without_the_cards_accuses_nobody(house, seed):
    """Of a table whose hands nobody knows, a clean hand with the cards played by name gives no finding."""
    seats = 3 + seed % 6
    seen = dk.Table("newmarket", seats=seats, seed=seed, button=2, options=house)
    blind = dk.Table("newmarket", seats=seats, button=2, options=house)
    for act in acts_of(seen, Bots(_choose), 1):
        seen.push(act)
        assert blind.push(act) == (), act
    assert blind.felt.rows == seen.felt.rows


def test_sense_wins_against_chance():
    """Over some hands the two players with sense have more than the two without."""
    with_sense = without = 0
    for seed in range(25):
        table = dk.Table("newmarket", seats=4, seed=seed, button=seed % 4 + 1)
        for act in acts_of(table, Bots(_choose), 1):
            table.push(act)
        stacks = table.felt.rows["stack"]
        with_sense += stacks[1] + stacks[3]
        without += stacks[2] + stacks[4]
    assert with_sense > without


@pytest.mark.parametrize("seed", range(3 * max(1, LONG)))
def test_every_card_of_a_run_is_the_next_one_or_a_lead_after_a_stop(seed):
    """By what lies on the table alone: the next card is passed over only if it is dead, or has been played."""
    table = dk.Table("newmarket", seats=3 + seed % 6, seed=seed, button=1)
    for act in acts_of(table, Bots(random_legal), 1):
        if act.verb == "gather":
            break
        table.push(act)
    felt = table.felt
    runs = [felt.faces[card] for card in felt.cards("runs")]
    dead = {felt.faces[card] for card in felt.cards("widow")}
    assert len(runs) > 3
    for at in range(len(runs) - 1):
        after = next_higher(runs[at])
        assert runs[at + 1] is after or after is None or after in dead or after in runs[:at]


@pytest.mark.parametrize("answer", ["exchange", "keep"])
def test_who_sees_the_hand_on_the_table(answer):
    """Nobody before it is taken; then only whoever takes it, and the hand given up stays known to its old owner alone."""
    table = dk.Table("newmarket", seats=3, seed=5, button=3)
    table.advance("decide")
    assert all(set(table.view(seat).places["widow"]) == {"??"} for seat in range(4))
    table.push(f"s3 answer {answer}")
    who = 3
    if answer == "keep":
        who = 1
        for act in ("s1 bid 2", "s2 pass", "d announce sold s1", "s1 pay s3 2"):
            assert table.push(act) == ()
        assert all(set(table.view(seat).places["widow"]) == {"??"} for seat in range(4))
    table.push(f"s{who} swap widow")
    assert "??" not in table.view(who).places[f"s{who}"]
    assert "??" not in table.view(who).places["widow"]
    others = [seat for seat in range(4) if seat != who]
    assert all(set(table.view(seat).places["widow"]) == {"??"} for seat in others)
    assert all(set(table.view(seat).places[f"s{who}"]) == {"??"} for seat in others)
    assert table.ok


def _first_pot(seed):
    """A table where the first deal's first pot is about to be taken, and that act; where none is, as with 24, another deal."""
    for number in range(seed, seed + 10_000, 1000):
        table = dk.Table("newmarket", seats=random.Random(number).randint(3, 8), seed=number, button=1)
        for act in acts_of(table, Bots(sensible), 1):
            if act.verb == "take":
                return table, act
            table.push(act)
    pytest.fail("no pot was taken in ten deals")


@pytest.mark.parametrize("seed", dict.fromkeys([*range(2 * max(1, LONG)), 24]))
def test_a_pot_that_is_not_collected_stays_and_grows(seed):
    """Whoever lets the next card be played first has lost it (NM-32, NM-36)."""
    table, act = _first_pot(seed)
    missed = act.to[0]
    seat = next(seat for seat in range(1, table.seats + 1) if seat != act.seat)
    card = table.felt.faces[table.felt.cards(f"s{seat}")[0]]
    found = table.push(Act.make(f"s{seat}", "play", cards=(card,)))
    assert [one.code for one in found] == ["runs/pot-not-collected"]
    lying = table.felt.rows[missed][0]
    assert lying == table.seats
    found = table.push(f"s{act.seat} take {missed}")
    assert [one.code for one in found] == ["runs/pot-not-collected"]
    assert table.push(f"s{act.seat} post {missed} {lying}") == ()
    assert table.felt.rows[missed][0] == lying


def test_guided_play_refuses_and_names_the_rule(tmp_path, monkeypatch):
    """A bid of the dealer, and one that is no higher than the one before, are not done."""
    monkeypatch.chdir(tmp_path)
    lines = "s2 keep\ns2 bid 2\ns1 bid 2\ns3 bid 2\nsold s1\nquit\n"
    args = ["walk", "newmarket", "--seed", "5", "--no-record", "--seats", "3", "--players", "none", "--at", "decide"]
    made = CliRunner().invoke(main, args, input=lines, catch_exceptions=False)
    said = " ".join(made.output.split())
    assert made.output.count("nothing was changed") >= 2
    assert "NM-17: Each bid is higher than the one before." in said
    assert "NM-15" in said
