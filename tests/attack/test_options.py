"""Houses with options at random: refused when they are set up, or dealt to an end without an accusation."""

from __future__ import annotations

import random

import pytest

import dealerkit as dk
from dealerkit.errors import DealerkitError
from dealerkit.rules.games import game
from dealerkit.table.bots import Bots, random_legal
from dealerkit.table.rounds import Rounds
from tests.attack.kinds import TOKENS, Attack, run
from tests.attack.tables import GAMES, belongings, clean, options_of, players_of, table_of
from tests.obedience.campaign import rule_sets_of

pytestmark = pytest.mark.campaign


def test_any_house_is_refused_or_dealt_without_a_finding(record_property):
    """Two rounds of a perfect dealer: nobody is accused, they end, no card and no chip is lost."""

    def trial(rng: random.Random, say) -> None:
        table, said = table_of(rng, rng.choice((0.1, 0.3, 0.8)))
        say(said)
        if table is None or table.setup.seed is None:
            return
        before = belongings(table)
        for act in clean(table, players_of(rng), 2):
            found = table.push(act)
            assert found == (), f"after {[str(one) for one in table.log[-8:]]}: {[str(one) for one in found]}"
        assert belongings(table) == before

    Attack("options", 40, record_property).run(trial)


ANNOUNCING = [name for name in GAMES if {"announce_bets", "small_bet"} <= game(name).data["options"].keys()]


@pytest.mark.sample(4, most=1)
@pytest.mark.parametrize("name", ANNOUNCING)
def test_a_bet_of_nothing_is_refused_or_nobody_is_accused(name):
    """A house that wants bets announced and whose small bet is nothing, in every structure, under every rule set (DP-12).

    In fixed limit that is no bet, and is refused; elsewhere the small bet says nothing.
    """
    said = 0
    for rules in rule_sets_of(name):
        for structure in game(name).data["options"]["structure"]["values"]:
            options = {"announce_bets": True, "small_bet": "0", "structure": structure}
            if structure == "fixed_limit":
                with pytest.raises(DealerkitError, match="small_bet"):
                    dk.Table(name, rules, options=options)
                continue
            table = dk.Table(name, rules, seats=4, seed=7, options=options)
            for act in clean(table, Bots(random_legal, 7), 2):
                assert table.push(act) == (), f"{rules} {structure}: {act}"
                said += act.verb == "announce"
    assert said, "nothing was announced, so nothing is proved"


def test_words_that_are_no_values(record_property):
    """`--set` with anything: a value, or a message."""

    def trial(rng: random.Random, say) -> None:
        name = rng.choice(GAMES)
        options = options_of(name, rng, 0.1)
        for option in rng.sample(list(game(name).data["options"]), 1):
            options[option] = rng.choice(TOKENS)
        pairs = [word for option, value in options.items() for word in ("--set", f"{option}={value}")]
        say([name, *pairs])
        run("play", name, *pairs, "--seed", 1, "--hands", 1)

    Attack("options in words", 40, record_property).run(trial)


@pytest.mark.parametrize("button", [0, 1, 2, 3])
def test_red_dog_ends_where_the_pot_is_less_than_the_smallest_bet(button):
    """RD-02, RD-17: three players, a smallest bet of 6 and a pot of 3, deal after deal from one pack."""
    table = dk.Table("red-dog", seats=3, seed=781444286, button=button, options={"minimum": "6", "deal_through": "yes"})
    rounds, players = Rounds(table), Bots(random_legal)
    for _ in range(20_000):
        asked = players.acts(table)
        act = asked[0] if asked else table.next_act()
        if act is None:
            return
        assert table.push(act) == (), act.text
        rounds.look(table)
    pytest.fail(f"after {rounds.done} deals it has not ended")
