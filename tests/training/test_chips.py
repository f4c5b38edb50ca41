"""Chip drills: counting the bank, and making an amount with the fewest chips."""

from __future__ import annotations

import itertools
from decimal import Decimal

import pytest

from dealerkit.training.exercises import exercises, setting
from dealerkit.training.generators import amount, bank, generator
from dealerkit.training.replies import read_amount
from tests.training.oracles import proof


def items(drill, level, many=40, game=None, **options):
    """So many exercises of a drill at a level."""
    return list(itertools.islice(exercises(setting(drill, level, game=game, settings=options), "7"), many))


def test_a_bank_as_the_ledger_has_it():
    """The example of drill 10: one rack, two stacks and seven of 5 are 147 chips, 735."""
    where = setting("chips/count-the-bank", 1)
    key = bank.GENERATOR.key(where, bank.BankSituation((bank.CountedHeap("red", 5, 1, (20, 20), 7),)))
    assert key.answers == ("735",)
    assert key.working == ("red: 147 chips x 5 = 735.",)


def test_the_difference_from_the_slip_is_of_one_colour():
    """The slip agrees, has more, or has less, equally often; the working names the colour."""
    found = items("chips/count-the-bank", 4, 90)
    assert {item.label for item in found} == {"agrees", "short", "over"}
    for item in found:
        said, apart = item.key.answers[0].split(" | ")
        assert said == item.label
        assert (said == "agrees") == (apart == "0")
        assert (", the slip " in item.key.working[1]) == (said != "agrees")


def test_what_a_wrong_count_costs_goes_by_the_game():
    """A dealer of poker counts pots, one of baccarat pays bets."""
    assert items("chips/count-the-bank", 1, 1)[0].key.codes == ("coup/wrong-payout",)
    poker = items("chips/count-the-bank", 1, 1, game="holdem")[0].key
    assert (poker.codes, poker.rules) == (("pot/side-pot-wrong",), ("DE-04",))


@pytest.mark.parametrize(
    ("tray", "sum_", "answers"),
    [
        ("100 25 5 1", "186", {"1x100 3x25 2x5 1x1"}),
        ("100 25 1", "30", {"1x25 5x1"}),
        ("25 20 10 1", "40", {"2x20"}),
        ("25 10 1", "30", {"3x10"}),
        ("100 25 5 1 0.25", "80.75", {"3x25 1x5 3x0.25"}),
        ("15 10 5", "25", {"1x15 1x10"}),
        ("6 5 2 1", "8", {"1x6 1x2"}),
        ("7 6 5 4", "11", {"1x7 1x4", "1x6 1x5"}),
    ],
)
def test_any_payment_with_the_fewest_chips_is_right(tray, sum_, answers):
    """Readings of drills: any payment with the fewest chips; the largest colour first is not always one of them."""
    where = setting("chips/make-the-amount", 1)
    given = amount.AmountSituation("pay", Decimal(sum_), tuple(Decimal(worth) for worth in tray.split()))
    key = amount.GENERATOR.key(where, given)
    assert set(key.answers) == answers
    assert proof(where, given) in answers


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_payments_come_from_the_tray_and_to_the_sum(level):
    """No colour that is missing, or that only the supervisor gives out, and never a chip too many or too few."""
    for item in items("chips/make-the-amount", level, 60):
        tray = {Decimal(worth.strip(" .")) for worth in item.question.show[0].rstrip(".").removeprefix("In the tray:").split(",")}
        chips = [tuple(map(Decimal, sign.split("x"))) for sign in item.key.answers[0].split()]
        assert {worth for _, worth in chips} <= tray - {Decimal(1000)}
        said = item.key.working[-1].split(" = ")[1].split(":")[0]
        assert read_amount(str(sum(many * worth for many, worth in chips))) == said


def test_a_changed_chip_is_not_given_back():
    """House colour rule: a chip is changed into smaller ones than it is, and than was asked for."""
    for item in items("chips/make-the-amount", 2, 60):
        if item.cell == "change":
            words = item.question.show[-1].split()
            limit = Decimal(words[-1].rstrip("."))
            assert all(Decimal(sign.split("x")[1]) <= limit < Decimal(words[4]) for sign in item.key.answers[0].split())


def test_the_payout_goes_by_the_commission_of_the_house():
    """BA-49, BA-63, BA-69: less commission, in full where it is marked, in full where there is none."""
    where = setting("chips/make-the-amount", 4)
    assert amount.GENERATOR._payout is not None
    for options, words in [
        ({}, "less"),
        ({"commission_method": "mark"}, "paid in full. The commission is marked"),
        ({"variant": "ez"}, "paid in full."),
    ]:
        for item in items("chips/make-the-amount", 4, 10, **options):
            assert words in item.key.working[0]
    assert where.game.options["commission_method"] == "deduct"


def test_a_house_has_other_colours(tmp_path):
    """Colours are data: a house lays its own tray over the drill, and no code knows of it."""
    house = tmp_path / "house.yaml"
    house.write_text(
        "set: house\ntitle: House\nextends: us\nfamily: baccarat\n"
        "procedures: {chips/make-the-amount: {with: {tray: ['1', '2', '20', '50']}}}\n"
    )
    where = setting("chips/make-the-amount", 1, rules=house)
    for item in itertools.islice(exercises(where, "1"), 20):
        assert item.question.show[0] == "In the tray: 1, 2, 20, 50."


@pytest.mark.parametrize("drill", ["chips/count-the-bank", "chips/make-the-amount"])
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_what_is_looked_up_fits_the_screen(drill, level):
    """`?` shows lines that fit into 78 columns with their margin."""
    where = setting(drill, level)
    lines = generator(where.drill).help(where)
    assert lines
    assert max(map(len, lines)) <= 76
