"""Acts told without a name: what the rules know is said as it is, and nothing else that somebody wrote."""

from __future__ import annotations

import pytest

from dealerkit.felt import Act, sentence
from dealerkit.rules.data import data_dir
from dealerkit.rules.files import read_file
from dealerkit.rules.games import game
from dealerkit.training.anonymous import quiet

HOLDEM = quiet(game("holdem"), ["Jack Ostrow", "table 4"])


@pytest.mark.parametrize(
    ("act", "told"),
    [
        ("s4 say Maria raise to 20", "seat 4 says ... raise ... 20"),
        ("s4 say Bobby Tables call", "seat 4 says ... call"),
        ("s4 say Ana-Lucía O'Neil raise", "seat 4 says ... raise"),
        ("s4 say мария call", "seat 4 says ... call"),
        ("s4 say 李娜 raise", "seat 4 says ... raise"),
        ("d announce maria", "the dealer announces ..."),
        ("d read s2 maria has aces full", "the dealer reads seat 2's hand: ... has aces full"),
        ("d read s2 jack high", "the dealer reads seat 2's hand: ... high"),
        ("s3 dispute maria", "seat 3 disputes ..."),
        ("d relieve maria ostrow", "the dealer hands over to the relief dealer ..."),
        ("s2 bet maria 100", "seat 2 bets 100 on ..."),
    ],
)
def test_words_that_may_be_names_are_left_out(act, told):
    """Any script, any mark between; what the head of the record names goes even where the rules know it."""
    assert HOLDEM(Act.parse(act)) == told


def test_what_the_rules_know_is_told_as_it_is():
    """Nearly every act by which a slip is made on purpose has only such words in it."""
    ways = read_file(data_dir("procedures") / "training" / "slips.yaml").data["slips"].values()
    changed = []
    for way in (way for row in ways for way in row):
        say = quiet(game(way["game"], way.get("rules")))
        acts = [Act.parse(text) for text in way["acts"] if not text.startswith("->")]
        changed += [act.text for act in acts if say(act) != sentence(act)]
    assert sorted(set(changed)) == [
        "d relieve blinds warnings",
        "s2 say pitch_it",
        "s2 say splitting_openers",
        "s4 talk spanish",
    ]
