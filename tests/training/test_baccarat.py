"""Baccarat drills: the worked examples of the ledger, and houses whose options change the answers."""

from __future__ import annotations

import itertools

import pytest

from dealerkit.training.coups import Dealt
from dealerkit.training.exercises import NoExercise, exercises, setting
from dealerkit.training.generators import commission, side_bets, totals
from dealerkit.training.generators.side_bets import Bet


def items(drill, level, many=40, seed="7", **options):
    """So many exercises of a drill at a level, with options of the house."""
    rules = options.pop("rules", None)
    return list(itertools.islice(exercises(setting(drill, level, rules=rules, settings=options), seed), many))


# -- totals and naturals --


@pytest.mark.parametrize(("cards", "count"), [("7h 8c", "5"), ("Kd 9s", "9"), ("4c 5d Th", "9")])
def test_totals_as_the_ledger_has_them(cards, count):
    """BA-26, BA-27, the examples of drill 1."""
    where = setting("baccarat/totals-and-naturals", 1)
    assert totals.GENERATOR.key(where, totals.Situation(tuple(cards.split()))).answers == (count,)


def test_three_cards_make_no_natural():
    """BA-28, BA-30: king and nine are a natural, four, five and ten are none; and it is said so."""
    where = setting("baccarat/totals-and-naturals", 4)
    key = totals.GENERATOR.key(where, totals.Situation(("4c", "5d", "Th"), ("Kd", "9s")))
    assert key.answers == ("9 | 9 | banker | tie",)
    key = totals.GENERATOR.key(where, totals.Situation(("4c", "5d", "Th"), ("Kd", "3s", "4h")))
    assert key.answers == ("9 | 7 | none | player",)
    assert "no natural" in key.working[1]


def test_what_was_wrong_decides_the_finding():
    """A total that is wrong is a total miscalled, a natural not seen is drawn on."""
    where = setting("baccarat/totals-and-naturals", 4)
    key = totals.GENERATOR.key(where, totals.Situation(("4c", "5d"), ("Kd", "3s")))
    assert key.codes_for("8 | 3 | player | player") == ("coup/total-miscalled",)
    assert key.codes_for("9 | 3 | none | player") == ("coup/drawn-on-natural",)
    assert key.codes_for("9 | 3 | player | banker") == ("coup/wrong-result",)


# -- commission --


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ({}, "4.25 | 80.75"),
        ({"commission_method": "mark"}, "85 | 4.25"),
        ({"commission_method": "mark_one_pay_one"}, "4.25 | 85"),
        ({"commission_rate": "0.04"}, "3.4 | 81.6"),
        ({"commission_unit": "1"}, "4 | 81"),
        ({"commission_unit": "1", "commission_rounding": "up"}, "5 | 80"),
        ({"commission_unit": "0.5", "commission_rounding": "nearest"}, "4.5 | 80.5"),
    ],
)
def test_a_house_takes_commission_its_own_way(options, answer):
    """BA-63, BA-65, BA-66: rate, rounding and time of commission are the house's; the order of the boxes is that of the acts."""
    where = setting("baccarat/commission", 3, settings=options)
    given = commission.Situation(((4, 85),))
    assert commission.GENERATOR.key(where, given).answers == (answer,)
    assert commission.GENERATOR.proof(where, given) == answer


def test_commission_is_rounded_bet_by_bet():
    """Readings of drills: each bet is rounded by itself."""
    where = setting("baccarat/commission", 4, settings={"commission_unit": "1", "commission_rounding": "up"})
    key = commission.GENERATOR.key(where, commission.Situation(((5, 25), (3, 25), (1, 25))))
    assert key.answers == ("2 | 23 | 2 | 23 | 2 | 23",)


@pytest.mark.parametrize("variant", ["ez", "super6"])
def test_a_game_without_commission_asks_for_none(variant):
    """BA-69, BA-70: where the form of the game has no commission, no exercise on it is made."""
    with pytest.raises(NoExercise, match="nothing to ask"):
        items("baccarat/commission", 1, 1, variant=variant)


def test_19_to_20_has_stakes_that_come_out():
    """BA-72: where stakes are multiples of 20, every bet is, and no rounding is needed."""
    for item in items("baccarat/commission", 3, rules="france"):
        assert "as 19 to 20" in item.question.show[1]
        taken, paid = map(int, item.key.answers[0].split(" | "))
        assert (taken + paid) % 20 == 0
        assert paid == 19 * taken


def test_seats_are_paid_from_the_end_where_the_house_begins():
    """BA-64: seats run from the dealer's left; paying begins at the right, or where the house says."""
    for order, options in ((True, {}), (False, {"payment_order": "from_left"})):
        for item in items("baccarat/commission", 4, 10, **options):
            seats = [int(line.split(":")[0].removeprefix("seat ")) for line in item.question.show if line.startswith("seat")]
            assert seats == sorted(seats, reverse=order)


# -- side bets --


def _dealt(where, player, banker):
    from dealerkit.coup import tally
    from dealerkit.rules.coups import coup_rules

    rules = coup_rules(where.game)
    hands = player.split(), banker.split()
    points = [[rules.points[card[0]] for card in hand] for hand in hands]
    ranks = [[card[0] for card in hand] for hand in hands]
    return Dealt(tuple(hands[0]), tuple(hands[1]), tally(*points, rules, *ranks))


@pytest.mark.parametrize(
    ("player", "banker", "spot", "options", "answer"),
    [
        ("4s 9h 7d", "8c 2c 7h", "banker", {}, "push | 0"),  # BA-69
        ("4s 9h 7d", "8c 2c 7h", "dragon7", {}, "win | 4000"),  # BA-73
        ("4s Th 3d", "8c 2c 7h", "dragon7", {}, "lose | 0"),  # a tie at 7
        ("4s 2h", "8c 9c", "dragon7", {}, "lose | 0"),  # a two-card 7
        ("4s 2h", "8c 9c", "banker", {}, "win | 100"),
        ("4s Th 4d", "8c 2c 7h", "panda8", {}, "win | 2500"),  # BA-74
        ("4s 4d", "8c 2c", "panda8", {}, "lose | 0"),  # a natural
        ("4s Th 4d", "8c 3c 7h", "panda8", {}, "lose | 0"),  # a tie at 8
        ("Ks Qh 4d", "8c 3c 7h", "player_pair", {}, "lose | 0"),  # BA-76
        ("Ks Kh 4d", "8c 3c 7h", "player_pair", {}, "win | 1100"),
        ("4s 2h", "8c Kc", "tie", {}, "lose | 0"),
        ("8s Kh", "8c Kc", "tie", {}, "win | 800"),  # BA-51
        ("8s Kh", "8c Kc", "tie", {"tie_pays": "9 to 1"}, "win | 900"),  # BA-67
        ("8s Kh", "8c Kc", "player", {}, "push | 0"),  # BA-53
        ("4s Ah", "8c 8s", "banker", {"variant": "super6"}, "win | 50"),  # BA-70
        ("4s 9h 7d", "8c 2c 7h", "banker", {"variant": "super6"}, "win | 100"),
        ("4s 9h 7d", "8c 2c 7h", "banker", {"variant": "commission"}, "win | 95"),
        ("4s 9h 7d", "8c 2c 7h", "banker", {"variant": "commission", "commission_method": "mark"}, "win | 100"),
        ("4s 9h 7d", "8c 2c 7h", "dragon7", {"dragon7_pays": "50 to 1"}, "win | 5000"),
    ],
)
def test_side_bets_as_the_ledger_has_them(player, banker, spot, options, answer):
    """BA-48 to BA-53, BA-67, BA-69, BA-70, BA-73 to BA-78."""
    where = setting("baccarat/side-bets", 2, settings=options)
    given = side_bets.Situation(_dealt(where, player, banker), (Bet(1, spot, 100),), spot)
    assert side_bets.GENERATOR.key(where, given).answers == (answer,)
    assert side_bets.GENERATOR.proof(where, given) == answer


def test_a_bet_that_is_not_offered_is_not_asked_of():
    """A house without Dragon 7 is never asked what it pays."""
    assert not any(
        "dragon7" in cell for cell in side_bets.GENERATOR.cells(setting("baccarat/side-bets", 2, settings={"dragon7": False}))
    )
    assert any("dragon7" in cell for cell in side_bets.GENERATOR.cells(setting("baccarat/side-bets", 2)))


def test_a_three_card_seven_paid_has_a_finding_of_its_own():
    """Paying the banker bet on a three-card seven is `commission/ez-three-card-seven-paid`; another wrong amount is not."""
    where = setting("baccarat/side-bets", 2)
    given = side_bets.Situation(_dealt(where, "4s 9h 7d", "8c 2c 7h"), (Bet(1, "banker", 100),), "banker")
    assert side_bets.GENERATOR.key(where, given).codes_for("push | 100") == ("commission/ez-three-card-seven-paid",)
    given = side_bets.Situation(_dealt(where, "4s 9h 7d", "8c 2c 6h"), (Bet(1, "banker", 100),), "banker")
    assert side_bets.GENERATOR.key(where, given).codes_for("win | 95") == ("coup/wrong-payout",)


def test_the_whole_table_is_taken_first_and_paid_in_order():
    """BA-64: the losing bets, then payments from the dealer's right, each bettor's nearest bet first."""
    where = setting("baccarat/side-bets", 4)
    dealt = _dealt(where, "8s Kh", "8c 4c")
    bets = (Bet(7, "player", 50), Bet(7, "tie", 10), Bet(2, "player", 25), Bet(2, "banker", 100))
    assert side_bets.GENERATOR.key(where, side_bets.Situation(dealt, bets, "player")).answers == ("110 | 50 25",)


def test_the_house_deals_its_own_form_of_the_game_where_it_is_one_of_those_asked():
    """A level that lists several forms takes the house's own, and the first for a house that deals none of them."""
    assert setting("baccarat/side-bets", 2).game.options["variant"] == "ez"
    assert setting("baccarat/side-bets", 2, settings={"variant": "super6"}).game.options["variant"] == "super6"
