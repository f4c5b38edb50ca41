"""Early and irregular streets: the next cards and what is shuffled follow from the rule set's remedy, counted off the stub."""

from __future__ import annotations

import itertools

import pytest

from dealerkit.errors import RuleFileError
from dealerkit.training.exercises import exercise, exercises, setting
from dealerkit.training.generators.early_street import GENERATOR
from tests.training.oracles import disputed
from tests.training.replied import choices, parts

NAME = "poker/early-street"


def seen(level, cell, rules=None, seed="1"):
    """An exercise's parts by name, and the cards in the order in which they lay on the stub, as the screen shows them."""
    item = exercise(setting(NAME, level, rules=rules), seed, cell)
    text = " ".join(line.strip() for line in item.question.show)
    came = text.partition("in this order: ")[2].partition(".")[0].split(", ")
    stub = [*(card.split()[1] for card in came), *text.rpartition("from the top: ")[2].split()]
    names = [name for name, _ in parts(item)]
    return dict(zip(names, item.key.answers[0].split(" | "), strict=True)), stub, item


CARDS, SHUFFLED = "turn and river that are certain", "shuffled or scrambled together"


@pytest.mark.parametrize(
    ("level", "cell", "rules", "places", "heaps", "why"),
    [
        (1, "an early flop", "rrop", [], "stub cards", "RM-11"),
        (1, "an early flop", "tda", [], "stub cards", "RM-16"),
        (1, "only the burn before the flop", "rrop", [6, 8], "none", "IR-21: the burn stays"),
        (1, "a flop of four cards", "rrop", [], "stub cards", "RM-11"),
        (1, "a flop of four cards", "tda", [6, 8], "cards", "RM-12: the next burn is one of the four, the river has its own"),
        (1, "a flop without a burn, unseen", "rrop", [6, 8], "none", "RM-14"),
        (1, "a flop without a burn, seen", "tda", [6, 8], "cards", "RM-13: two of them and the next card are the flop"),
        (2, "an early turn", "rrop", [4], "stub cards", "RM-15: the river's card is the turn; burns stay out of the shuffle"),
        (2, "an early turn", "tda", [], "stub cards", "RM-16"),
        (2, "an early turn", "wsop-live", [], "stub cards", "RM-16"),
        (2, "an early river", "rrop", [], "stub cards", "RM-17"),
        (2, "only the burn before the turn", "rrop", [2, 4], "none", "IR-21"),
        (4, "a turn without a burn, acted on", "rrop", [4], "none", "RM-18: two cards are burned before the river"),
        (4, "a turn without a burn, acted on", "tda", [3], "none", "FTR-25: one burn a street from then on"),
        (4, "two burns before the turn, acted on", "rrop", [4], "none", "RM-18: one goes back and is the next burn"),
        (4, "two burns before the turn, acted on", "tda", [5], "none", "FTR-25"),
        (4, "two burns before the turn, nobody acted", "rrop", [2, 4], "none", "RM-18: put right"),
        (4, "a flop without a burn, acted on", "tda", [5, 7], "none", "RM-13: the three stand, one burn for the turn"),
        (4, "a flop without a burn, acted on", "rrop", [6, 8], "none", "RM-18"),
        (4, "a second burn between two boards, acted on", "rrop", [5, 6], "none", "RM-18"),
        (4, "a second burn between two boards, acted on", "tda", [6, 7], "none", "FTR-25"),
        (4, "two boards without a burn, acted on", "rrop", [5, 6], "none", "RM-18"),
        (4, "two boards without a burn, acted on", "tda", [4, 5], "none", "FTR-25"),
    ],
)  # fmt: skip
def test_the_next_cards_are_those_of_the_ledger(level, cell, rules, places, heaps, why):
    """Places on the stub as it lay before the street, from 1, worked out by hand from the remedy named."""
    parts, stub, _ = seen(level, cell, rules)
    assert parts[CARDS] == (" ".join(stub[place - 1] for place in places) or "none"), why
    assert parts[SHUFFLED] == heaps, why


def test_ftr_22_the_same_slip_has_different_cards_under_two_sets():
    """FTR-22: under tda chance makes the turn, under Robert's Rules it is the card that would have been the river."""
    parts, stub, item = seen(3, "an early turn")
    assert parts[f"{CARDS}, tda"] == "none"
    assert parts[f"{CARDS}, rrop"] == stub[3]
    assert "FTR-22" in item.key.rules


def test_what_the_ledger_does_not_decide_is_not_asked():
    """5, section 6: tda says nothing of a burn error on the turn before an act."""
    asked = GENERATOR.cells(setting(NAME, 4, rules="tda"))
    assert "a turn without a burn, acted on" in asked
    assert "a turn without a burn, nobody acted" not in asked
    assert "a turn without a burn, nobody acted" in GENERATOR.cells(setting(NAME, 4, rules="rrop"))


@pytest.mark.sample(4)
@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("rules", ["tda", "rrop", "wsop-live"])
def test_hands_on_cards_come_to_the_same(level, rules):
    """Nothing is disputed in any rule set, and each one-key part has its answer among the choices."""
    where = setting(NAME, level, rules=rules)
    items = list(itertools.islice(exercises(where, "3"), 25))
    for item in items:
        for (_, part), answer in zip(parts(item), item.key.answers[0].split(" | "), strict=True):
            assert part.kind != "one_of" or answer in [choice.word for choice in choices(part)]
    assert disputed(where, items) == []


def test_a_house_that_names_no_way_is_told_where(tmp_path):
    """A cure that no function knows is an error with its place, no traceback."""
    path = tmp_path / "own.yaml"
    path.write_text(
        "drill: own/street\nextends: poker/early-street\n"
        "levels: {1: {with: {cures: {RM-11: {board_redealt: {how: by magic}}}}}}\n"
    )
    with pytest.raises(RuleFileError, match="by magic"):
        exercise(setting(str(path), 1, rules="rrop"), "1", "an early flop")
