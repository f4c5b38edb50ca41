"""Basic strategy told at the table: the hand in turn, by the rules in force."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.cards import read_cards
from dealerkit.games.pit.blackjack.best_play import best_play
from dealerkit.games.pit.blackjack.bots import basic_decision
from dealerkit.games.pit.blackjack.terms import BlackjackTerms
from dealerkit.rules.data import data_dir
from dealerkit.table.bots import advice

FILE = data_dir("procedures") / "pit" / "blackjack.yaml"


def told(cards: str, step: str = "decide", **options: object) -> tuple[str, str] | None:
    """What is advised to seat 1 at a step; a card is burned first."""
    table = dk.Table(str(FILE), seats=1, deck=read_cards(f"2c {cards}"), options=options)
    table.advance("bets")
    for act in ("s1 bet main 10", "d close"):
        table.push(act)
    table.advance(step)
    found = advice(table, "s1")
    return None if found is None else (found[0].text, found[1])


@pytest.mark.parametrize(
    ("cards", "options", "act"),
    [
        ("8s 6h 8d Tc", {}, "s1 answer split"),
        ("9s 6h 2d Tc", {}, "s1 answer double"),
        ("9s Th 7d 9c", {}, "s1 answer hit"),
        ("9s Th 7d 9c", {"surrender": "late"}, "s1 answer surrender"),
        ("As 6h 8d Tc", {"soft17": "hit"}, "s1 answer double"),
        ("As 6h 8d Tc", {}, "s1 answer stand"),
    ],
)
@pytest.mark.sample(3, rest="thorough")
def test_advice_goes_by_the_rules_in_force(cards, options, act):
    """Box, up-card, box, closed card; the options change what is best."""
    found = told(cards, **options)
    assert found is not None
    assert found[0] == act
    assert "basic strategy" in found[1]


@pytest.mark.parametrize(
    ("cards", "options", "act"),
    [
        ("9s Th 7d 9c", {}, "s1 answer surrender"),
        ("9s Th 2d 9c", {}, None),
        ("8s Th 8d 9c", {}, "s1 answer surrender"),
        ("7s Th 7d 9c", {"decks": 1, "cut_card_depth": 13}, "s1 answer surrender"),
        ("9s Th 5d 9c", {"decks": 1, "cut_card_depth": 13}, None),
    ],
)
@pytest.mark.sample(3, rest="thorough")
def test_bj_54_early_surrender_is_advised_before_the_look(cards, options, act):
    """A hand that gives up half; one that plays on declines. With one deck 7-7 gives up and 9-5 does not."""
    found = told(cards, step="give_up", surrender="early", **options)
    assert (found and found[0]) == act


def test_advice_says_what_the_next_best_decision_is_worth():
    """Sixteen against a ten is a close matter."""
    found = told("9s Th 7d 9c")
    assert found is not None
    assert found[1] == "basic strategy: -0.54 of the bet on average, against -0.54 for stand"


@pytest.mark.parametrize(
    ("letters", "allowed", "decision"),
    [
        ("98", {"stand", "hit", "double"}, "stand"),
        ("A7", {"stand", "hit"}, "stand"),
        ("A7", {"stand", "hit", "double"}, "double"),
        ("A52", {"stand", "hit"}, "stand"),
        ("A24", {"stand", "hit"}, "hit"),
        ("88", {"stand", "hit"}, "stand"),
        ("AT", {"stand"}, "stand"),
    ],
)
def test_what_is_not_open_gives_way_to_the_next(letters, allowed, decision):
    """Against a six: soft 18 doubles, or stands; with three cards nothing is doubled."""
    assert basic_decision(best_play(BlackjackTerms()), letters, "6", allowed) == decision
