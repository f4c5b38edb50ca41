"""Nothing that the rule books call grave is called minor, or passes in silence, whatever the act was."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.rules.games import game, games
from tests.obedience.campaign import settings
from tests.obedience.grave import FAMILIES, PAIRS, called, trials
from tests.sampling import LONG, daily_games

ACTS = [
    pytest.param("pot_given_away", "holdem", "turn_betting", "d award s2 8", id="the-pot-on-the-turn"),
    pytest.param("pot_given_away", "stud7", "show", "d award s3 4", id="part-of-the-pot-at-the-showdown"),
    pytest.param("stack_taken_from", "omaha", "flop_betting", "d take s2 stack 5", id="chips-of-a-stack"),
    pytest.param("hand_taken", "holdem", "river_betting", "d discard s2", id="a-card-into-the-muck"),
    pytest.param("hand_taken", "courchevel", "turn_betting", "d move s1 s3", id="a-card-to-another-hand"),
    pytest.param("hand_taken", "razz", "fifth_betting", "d kill s2", id="a-hand-into-the-muck"),
    pytest.param("hand_mixed_in", "draw", "first_betting", "d rebuild s2", id="a-hand-shuffled-into-the-stub"),
    pytest.param("card_mixed_in", "holdem", "turn_betting", "d putback s2", id="a-card-onto-the-stub"),
    pytest.param("dead_mixed_in", "holdem", "turn_betting", "d rebuild burns", id="the-burns-shuffled-into-the-stub"),
    pytest.param("order_mixed", "holdem", "turn_betting", "d riffle", id="the-stub-riffled-in-the-hand"),
    pytest.param("deck_unmade", "holdem", "wash", "d deal s2", id="dealt-before-the-wash"),
    pytest.param("board_too_long", "holdem", "river_betting", "d deal board", id="a-sixth-card"),
    pytest.param("street_of_many", "omaha", "turn_card", "d deal board 2", id="two-cards-as-the-turn"),
    pytest.param("street_of_many", "holdem", "turn_card", "d deal board 3 together", id="a-whole-flop-as-the-turn"),
    pytest.param("street_too_early", "holdem", "preflop", "d deal board 3", id="the-flop-before-the-betting-is-over"),
    pytest.param("card_put_back", "mini-baccarat", "player_third", "d rebuild banker", id="the-hand-back-into-the-shoe"),
    pytest.param("stake_taken", "mini-baccarat", "player_third", "d take s1 player 100", id="a-bet-while-cards-come"),
    pytest.param("bet_too_late", "mini-baccarat", "player_third", "s2 post banker 100", id="a-bet-while-cards-come-out"),
]
"""An act for each pair: what it brings about, the game and the step."""


@pytest.mark.parametrize(("what", "game_id", "step", "act"), ACTS)
def test_what_is_grave_is_called_so(what: str, game_id: str, step: str, act: str) -> None:
    """The least that `grave.yaml` names, by the rules that it names; and the act brings that about."""
    table = dk.Table(game_id, seats=4, seed=3)
    table.advance("bets" if game_id == "mini-baccarat" else step)
    if game_id == "mini-baccarat":
        for bet in ("s1 bet player 100", "d close", "d deal player", "d deal banker"):
            table.push(bet)
    names = {one.what: one for one in called(table, Act.parse(act))}
    assert what in names
    assert not names[what].too_little, str(names[what])


def test_each_pair_has_an_act() -> None:
    """No line of the list is there for nothing."""
    assert {mark.values[0] for mark in ACTS} == PAIRS.keys()


@pytest.mark.campaign
@pytest.mark.parametrize("name", daily_games(4, of=[name for name in games() if game(name).family in FAMILIES]))
def test_no_act_that_is_grave_is_called_minor(name: str) -> None:
    """One act of everything that the felt's grammar allows, at a random moment of a clean round."""
    setting = list(settings(1, (name,)))[-1]
    wrong = [f"{where}: {one}" for where, one in trials(setting, 8 + 8 * LONG) if one.too_little]
    assert not wrong
