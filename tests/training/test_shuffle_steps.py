"""Before the first card: DP-01 to DP-09, as the procedure of the house has them."""

from __future__ import annotations

import itertools

import pytest

from dealerkit.training.exercises import exercise, exercises, setting
from dealerkit.training.generators.shuffle_steps import GENERATOR
from tests.training.replied import choices


def in_order(item, answer):
    """The texts of an item in the order of an answer."""
    texts = {line[0]: line[3:] for line in item.question.show if line[1:3] == "  " and line[0].isalpha()}
    return [texts[letter] for letter in answer.split()]


NEW = [
    "Spread the new deck face up",
    "Spread the deck face down",
    "Wash",
    "Riffle",
    "Riffle again",
    "Strip",
    "Riffle once more",
    "Cut",
    "Deal one card",
]
"""The beginnings of the steps of a new deck, as the ledger's section 18 has them (DP-01 to DP-10), without the posts."""


@pytest.mark.parametrize("level", [1, 2])
def test_the_order_is_that_of_the_ledger(level):
    """DP-01 to DP-10: check, wash, two riffles, strip, riffle, cut, deal; the posts at any time before the first card."""
    for item in itertools.islice(exercises(setting("poker/shuffle-steps", level), "1"), 40):
        for answer in item.key.answers:
            told = in_order(item, answer)
            posts = [line for line in told if line.startswith("The blinds")]
            places = [max(n for n, start in enumerate(NEW) if line.startswith(start)) for line in told if line not in posts]
            assert places == sorted(places)
            if posts and told[-1].startswith("The blinds"):
                assert not any(line.startswith("Deal one card") for line in told)
    firsts = [
        item.key.answers[0].split()[0] for item in itertools.islice(exercises(setting("poker/shuffle-steps", level), "2"), 40)
    ]
    assert len(set(firsts)) > 3


def test_who_cuts_is_the_houses():
    """CU-08, CU-09: where a player cuts, the offer and the player's cut stand in the place of the dealer's."""
    own, players = (GENERATOR.cells(setting("poker/shuffle-steps", 1, settings=told)) for told in ({}, {"cut_by": "player"}))
    assert "used deck: cut" in own
    assert "used deck: cut" not in players
    assert {"used deck: offer cut", "used deck: player cut"} <= set(players)
    shown = exercise(setting("poker/shuffle-steps", 1, settings={"shuffle_strips": 6}), "1", "used deck: strip").question.show
    assert any("6 packets" in line for line in shown)


def test_a_house_without_a_step_is_not_asked_for_it(tmp_path):
    """A house's procedure is the key: a strip that the house does not make is in no exercise."""
    house = tmp_path / "house.yaml"
    steps = "procedure: {hand: {steps: {shuffle: {steps: {strip: null}}}}}"
    house.write_text(f"set: riverboat\nextends: rrop\nprocedures: {{holdem: {{{steps}}}}}\n", encoding="utf-8")
    assert "used deck: strip" not in GENERATOR.cells(setting("poker/shuffle-steps", 1, rules=house))


def test_what_does_not_belong_is_left_out():
    """A deck from the machine is neither riffled nor stripped."""
    for item in itertools.islice(exercises(setting("poker/shuffle-steps", 3), "3"), 30):
        told = in_order(item, item.key.answers[0])
        assert not [line for line in told if line.startswith(("Riffle", "Strip", "Spread", "Burn", "Turn"))]
        assert len(told) == 4


def test_the_missing_step_is_named():
    """Level 4: the choice that is right is the one step of the procedure that is not shown."""
    for item in itertools.islice(exercises(setting("poker/shuffle-steps", 4), "4"), 40):
        shown = " ".join(item.question.show)
        assert item.key.answers[0][:40] not in shown
        assert len(choices(item.question.reply)) == 4
        assert item.right
