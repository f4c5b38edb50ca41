"""Irregularities of baccarat: the ruling of each set, and the steps with half of the marks."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from dealerkit.rulings import rule
from dealerkit.training.exercises import exercise, exercises, setting
from dealerkit.training.generators import irregularity
from tests.training.oracles import disputed

DRILL = "baccarat/irregularity"
SETS = ["us", "france", "spain", "macau", "nsw", "louisiana"]


def ruled(level, cell, rules="us"):
    """The right answer to an exercise of a cell."""
    where = setting(DRILL, level, rules=rules)
    (found,) = {exercise(where, str(seed), cell).key.answers for seed in range(3)}
    return found[0]


@pytest.mark.parametrize(
    ("level", "cell", "rules", "answer"),
    [
        (1, "player stands and banker draws", "us", "corrected | RB-01"),  # BI-01
        (1, "player stands and banker draws", "louisiana", "card_does_not_play | RB-02"),
        (1, "player stands and banker draws; restorable: no", "france", "void_hand | RB-05"),
        (1, "player stands and banker draws; restorable: yes", "france", "card_does_not_play | RB-02"),
        (1, "both hands stand", "us", "card_does_not_play | RB-03"),  # BI-02
        (1, "both hands stand", "spain", "card_does_not_play | RB-02"),
        (2, "both hands stand; count: 1", "us", "card_does_not_play | RB-02"),
        (2, "player stands and banker draws; count: 2", "spain", "corrected | RB-01 RB-02"),
        (1, "a card for the banker against the table", "us", "card_does_not_play | RB-03"),  # BI-05
        (1, "a fourth card and banker draws", "us", "card_plays | RB-01"),  # BI-22, BI-04
        (1, "the player's card was due", "us", "play_on | none"),  # BA-33: nothing is wrong
        (1, "the banker's card was due; restorable: no", "france", "play_on | none"),
        (3, "the player's card is missing", "us", "corrected | draw_player"),
        (3, "the banker's card is missing", "us", "corrected | draw_banker"),
        (3, "no card is missing", "us", "play_on | none"),
        (3, "the banker's card came before the player's", "us", "corrected | RB-04"),  # BI-06
        (3, "the banker's card came before the player's; harms a side: yes", "spain", "void_hand | RB-05"),
        (3, "a missing card is found when bets are paid", "us", "floor_discretion | RB-11"),  # BI-20
        (3, "a missing card is found when bets are paid", "france", "void_hand | RB-05"),
        (3, "a missing card is found when the cards are gone", "us", "floor_discretion | RB-11"),  # BI-20
        (4, "a card lay face up; later card drawn: no", "us", "card_replaced | RB-13"),  # BI-03
        (4, "a card lay face up", "macau", "card_plays | none"),
        (4, "the shoe is empty and a card is due", "us", "void_hand | RB-06"),  # BI-08
        (4, "the shoe is empty and none is due", "us", "play_on | none"),
        (4, "a damaged card; flawed cards: 1", "louisiana", "card_replaced | RB-12"),  # BI-21
        (4, "a damaged card", "us", "floor_discretion | RB-12"),
        (4, "the shuffling machine fails", "us", "floor_discretion | RB-11"),  # BI-17
        (4, "the shuffling machine fails; disadvantaged: no", "nsw", "play_on | none"),
    ],
)
def test_rulings_as_the_ledger_has_them(level, cell, rules, answer):
    """Ledger 1.14: each set rules in its own way."""
    assert ruled(level, cell, rules) == answer


@pytest.mark.parametrize("rules", SETS)
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_every_set_is_asked_and_proved(rules, level):
    """Every cell of every set: key and second method agree, the ruling is that of the desk, and the rule is named."""
    where = setting(DRILL, level, rules=rules)
    cells = irregularity.GENERATOR.cells(where)
    assert len(set(cells.values())) > 1
    for cell, label in cells.items():
        item = exercise(where, "5", cell)
        assert item.key.answers[0].split(" | ")[0] == label
        assert item.key.rules
        assert where.game.rules.title in item.question.show
        assert len(item.question.show) <= 18
        assert disputed(where, [item]) == []


def test_a_house_rules_its_own_way():
    """The same card face up in the shoe: the house that builds on Macau burns it where Macau plays it."""
    assert ruled(4, "a card lay face up; later card drawn: no", "lantern") == "card_replaced | RB-13"


def test_the_ruling_alone_has_half_of_the_marks():
    """Ruled: half for the ruling without the steps."""
    item = exercise(setting(DRILL, 1), "1", "both hands stand")
    assert item.judge("card_does_not_play | RB-02") == Fraction(1, 2)
    assert item.judge("card_does_not_play | RB-03") == 1
    assert item.judge("void_hand | RB-05") == 0
    assert item.key.codes_for("void_hand | RB-05") == ("coup/player-third-card-wrong",)


def test_the_facts_told_are_enough_to_rule():
    """Whoever reads the facts from the exercise comes to the same ruling at the desk."""
    where = setting(DRILL, 2, rules="spain")
    made = irregularity.GENERATOR
    for item in itertools.islice(exercises(where, "3"), 20):
        spec = where.told("situations")[item.cell.partition("; ")[0]]
        assert spec["slip"].split()[0] in " ".join(item.question.show)
        assert "the table has seen it" in " ".join(item.question.show)
    facts = {
        "fault": "surplus_card",
        "side": "player",
        "player_stood": True,
        "banker_must_draw": True,
        "count": 2,
        "settled": False,
        "card_number": 3,
    }
    assert rule(facts, "spain").outcome == made.cells(where)["player stands and banker draws; count: 2"]


def test_a_wrong_ruling_is_noticed(monkeypatch):
    """If the desk ruled wrongly, the second method would not agree."""
    where = setting(DRILL, 1)
    real = irregularity._ruled

    def wrong(where, fault, facts):
        import attrs

        return attrs.evolve(real(where, fault, facts), outcome="void_hand")

    monkeypatch.setattr(irregularity, "_ruled", wrong)
    assert disputed(where, [exercise(where, "1", "both hands stand")])


def test_choices_of_a_part_stand_on_the_screen():
    """A ruling is picked by key: the keys and what they stand for are shown before each part is asked, none broken in two."""
    from click.testing import CliRunner

    from dealerkit.cli.main import main

    asked = ["drill", DRILL, "--level", "1", "--no-record", "--seed", "3"]
    told = CliRunner().invoke(main, asked, input="3\n-\nq\n").output
    assert "3 the card does not play" in told
    assert "burn it" in told.split("ruling> 3")[1].split("steps> ")[0]
