"""Building side pots: SD-13, SD-14, RM-22, and the odd chip of SD-10."""

from __future__ import annotations

import itertools
import random

import attrs
import pytest

from dealerkit.training.exercises import NoExercise, exercises, setting
from dealerkit.training.generators.side_pots import GENERATOR, SidePotsSituation
from tests.training.oracles import proof

WHERE = setting("poker/side-pots", 3)


def answer(given, where=WHERE):
    """The key of a hand, which the second method shares."""
    key = GENERATOR.key(where, given)
    assert proof(where, given) == key.answers[0]
    return key.answers[0]


def test_the_ledgers_examples():
    """Drill 22 of the ledger: three pots, and three pots with chips that go back."""
    assert answer(SidePotsSituation((0, 25, 60, 100, 100, 10), (5,), (1, 2))) == "110 105 80 | 1 2 3 4 / 2 3 4 / 3 4 | 0"
    assert answer(SidePotsSituation((0, 40, 125, 300, 210, 75), (5,), (1, 2, 4))) == "200 290 170 | 1 2 3 4 / 2 3 4 / 3 4 | 90"


def test_layers_of_the_ledger():
    """Ledger 5.1: layer k is the sum over all seats of min(x, xk) less min(x, x(k-1))."""
    rng = random.Random(3)
    for _ in range(300):
        put = [0, *(rng.randrange(1, 40) for _ in range(rng.randint(2, 8)))]
        top = max(put)
        put[rng.choice([seat for seat in range(1, len(put)) if put[seat] < top] or [1])] = top  # somebody has called it
        if put.count(top) < 2:
            continue
        pots = [int(part) for part in answer(SidePotsSituation(tuple(put), (), ())).split(" | ")[0].split()]
        levels = sorted(set(put[1:]))
        assert pots == [
            sum(min(one, level) - min(one, below) for one in put[1:]) for below, level in zip([0, *levels], levels, strict=False)
        ]


def test_the_odd_chip_goes_to_the_first_seat_left_of_the_button():
    """SD-10, SD-13: of 15 in fives two players get 10 and 5, the first of them from the left of the button the 10."""
    given = SidePotsSituation((0, 5, 10, 10, 0), (4,), (1,), (), 0, 2, ((1, 3), (2,)), 5)
    assert answer(given) == "15 10 | 0 | 5 0 20"
    assert answer(attrs.evolve(given, button=4)) == "15 10 | 0 | 10 0 15"


def test_an_ante_of_one_for_all_makes_another_key():
    """A house in which the big blind antes for all: the ante is in the main pot, and belongs to nobody's layer."""
    theirs = setting("poker/side-pots", 4, settings={"ante_by": "big_blind"})
    shown = next(exercises(theirs, "1")).question.show
    assert any("has also anted 5 for the table" in line for line in shown)
    each = SidePotsSituation((0, 20, 100, 100), (), (1,), (0, 5, 5, 5), 0, 1, ((1,), (2, 3)), 5)
    for_all = SidePotsSituation((0, 20, 100, 100), (), (1,), (5, 0, 0, 0), 0, 1, ((1,), (2, 3)), 5)
    assert answer(each) == "75 160 | 0 | 75 80 80"
    assert answer(for_all) == "65 160 | 0 | 65 80 80"


def test_no_exercise_where_the_odd_chip_goes_by_the_cards():
    """Where a house gives the odd chip to the highest card by suit, and no card is shown, nobody is asked."""
    with pytest.raises(NoExercise):
        next(exercises(setting("poker/side-pots", 4, settings={"odd_chips": "card_by_suit"}), "1"))


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_kept_chips_are_named(level):
    """Who leaves the uncalled part in the pot has kept it: the answer counts under that finding, and so does one pot for all."""
    where = setting("poker/side-pots", level)
    codes = set()
    for item in itertools.islice(exercises(where, "5"), 40):
        for wrong, found in item.key.by_answer.items():
            assert item.question.reply.read(wrong) == wrong
            assert item.judge(wrong) < 1
            codes |= {*found}
    assert codes == ({"pot/odd-chip-wrong"} if level == 4 else {"pot/uncalled-bet-kept", "pot/pots-merged-before-split"})
