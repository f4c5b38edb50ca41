"""Baccarat drills: the worked examples of the ledger, and houses whose options change the answers."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import pytest

from dealerkit import Table
from dealerkit.training.coups import DealtCoup
from dealerkit.training.exercises import NoExercise, exercises, setting
from dealerkit.training.generators import commission, commission_ledger, shoe_opening, side_bets, totals
from dealerkit.training.generators.side_bets import Bet
from tests.training.oracles import proof


def items(drill, level, many=40, seed="7", **options):
    """So many exercises of a drill at a level, with options of the house."""
    rules = options.pop("rules", None)
    return list(itertools.islice(exercises(setting(drill, level, rules=rules, settings=options), seed), many))


# -- totals and naturals --


@pytest.mark.parametrize(("cards", "count"), [("7h 8c", "5"), ("Kd 9s", "9"), ("4c 5d Th", "9")])
def test_totals_as_the_ledger_has_them(cards, count):
    """BA-26, BA-27, the examples of drill 1."""
    where = setting("baccarat/totals-and-naturals", 1)
    assert totals.GENERATOR.key(where, totals.TotalsSituation(tuple(cards.split()))).answers == (count,)


def test_three_cards_make_no_natural():
    """BA-28, BA-30: king and nine are a natural, four, five and ten are none; and it is said so."""
    where = setting("baccarat/totals-and-naturals", 4)
    key = totals.GENERATOR.key(where, totals.TotalsSituation(("4c", "5d", "Th"), ("Kd", "9s")))
    assert key.answers == ("9 | 9 | banker | tie",)
    key = totals.GENERATOR.key(where, totals.TotalsSituation(("4c", "5d", "Th"), ("Kd", "3s", "4h")))
    assert key.answers == ("9 | 7 | none | player",)
    assert "not a natural" in key.working[1]


def test_what_was_wrong_decides_the_finding():
    """A total that is wrong is a total miscalled, a natural not seen is drawn on."""
    where = setting("baccarat/totals-and-naturals", 4)
    key = totals.GENERATOR.key(where, totals.TotalsSituation(("4c", "5d"), ("Kd", "3s")))
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
    given = commission.CommissionSituation(((4, 85),))
    assert commission.GENERATOR.key(where, given).answers == (answer,)
    assert proof(where, given) == answer


def test_commission_is_rounded_bet_by_bet():
    """Readings of drills: each bet is rounded by itself."""
    where = setting("baccarat/commission", 4, settings={"commission_unit": "1", "commission_rounding": "up"})
    key = commission.GENERATOR.key(where, commission.CommissionSituation(((5, 25), (3, 25), (1, 25))))
    assert key.answers == ("2 | 23 | 2 | 23 | 2 | 23",)


@pytest.mark.parametrize("variant", ["ez", "super6"])
def test_a_game_without_commission_asks_for_none(variant):
    """BA-69, BA-70: where the form of the game has no commission, no exercise on it is made."""
    with pytest.raises(NoExercise, match="has no exercises"):
        items("baccarat/commission", 1, 1, variant=variant)


def test_19_to_20_has_stakes_that_come_out():
    """BA-72: where stakes are multiples of 20, every bet is, and no rounding is needed."""
    for item in items("baccarat/commission", 3, rules="france"):
        assert "paying 19 to 20" in item.question.show[1]
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
    from dealerkit.arithmetic.coup import tally
    from dealerkit.rules.coups import coup_rules

    rules = coup_rules(where.game)
    hands = player.split(), banker.split()
    points, more = ([rules.points[card[0]] for card in hand] for hand in hands)
    ranks = [[card[0] for card in hand] for hand in hands]
    return DealtCoup(tuple(hands[0]), tuple(hands[1]), tally(points, more, rules, *ranks))


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
    given = side_bets.SideBetsSituation(_dealt(where, player, banker), (Bet(1, spot, 100),), spot)
    assert side_bets.GENERATOR.key(where, given).answers == (answer,)
    assert proof(where, given) == answer


def test_a_bet_that_is_not_offered_is_not_asked_of():
    """A house without Dragon 7 is never asked what it pays."""
    assert not any(
        "dragon7" in cell for cell in side_bets.GENERATOR.cells(setting("baccarat/side-bets", 2, settings={"dragon7": False}))
    )
    assert any("Dragon 7" in cell for cell in side_bets.GENERATOR.cells(setting("baccarat/side-bets", 2)))


def test_always_saying_that_a_bet_loses_scores_a_third():
    """Won, lost and pushed come equally often, close cases among them."""
    said = Counter(item.key.answers[0].split(" | ")[0] for item in items("baccarat/side-bets", 2, 180))
    assert max(said.values()) < 80


def test_a_three_card_seven_paid_has_a_finding_of_its_own():
    """Paying the banker bet on a three-card seven is `commission/ez-three-card-seven-paid`; another wrong amount is not."""
    where = setting("baccarat/side-bets", 2)
    given = side_bets.SideBetsSituation(_dealt(where, "4s 9h 7d", "8c 2c 7h"), (Bet(1, "banker", 100),), "banker")
    assert side_bets.GENERATOR.key(where, given).codes_for("push | 100") == ("commission/ez-three-card-seven-paid",)
    given = side_bets.SideBetsSituation(_dealt(where, "4s 9h 7d", "8c 2c 6h"), (Bet(1, "banker", 100),), "banker")
    assert side_bets.GENERATOR.key(where, given).codes_for("win | 95") == ("coup/wrong-payout",)


def test_the_whole_table_is_taken_first_and_paid_in_order():
    """BA-64: the losing bets, then payments from the dealer's right, each bettor's nearest bet first."""
    where = setting("baccarat/side-bets", 4)
    dealt = _dealt(where, "8s Kh", "8c 4c")
    bets = (Bet(7, "player", 50), Bet(7, "tie", 10), Bet(2, "player", 25), Bet(2, "banker", 100))
    assert side_bets.GENERATOR.key(where, side_bets.SideBetsSituation(dealt, bets, "player")).answers == ("110 | 50 25",)


def test_the_house_deals_its_own_form_of_the_game_where_it_is_one_of_those_asked():
    """A level that lists several forms takes the house's own, and the first for a house that deals none of them."""
    assert setting("baccarat/side-bets", 2).game.options["variant"] == "ez"
    assert setting("baccarat/side-bets", 2, settings={"variant": "super6"}).game.options["variant"] == "super6"


# -- commission boxes --


def _shoe(**more):
    """Two coups that the banker wins, a tie and one that the player wins; seats 4 and 2."""
    coups = (("banker", ((4, 100), (2, 25))), ("tie", ((4, 50),)), ("banker", ((2, 185),)), ("player", ((4, 500), (2, 500))))
    return commission_ledger.CommissionLedgerSituation(coups, **more)


def test_boxes_are_marked_added_up_and_collected():
    """BA-62: only a winning banker bet is marked; every box is empty in the end."""
    where = setting("baccarat/commission-ledger", 2)
    for given, answer in [
        (_shoe(), "5 1.25 | 0 | 9.25 | 0 0 | 10.5 | 5"),
        (_shoe(payments=((1, 4, 2),)), "5 1.25 | 0 | 9.25 | 0 0 | 10.5 | 3"),
        (_shoe(leavers=((3, 2),)), "5 1.25 | 0 | 9.25 | 10.5 | 0 0 | 5"),
        (
            _shoe(disputes=(commission_ledger.LedgerDispute(1, 4, Fraction(5), Fraction(4)),)),
            "5 1.25 | 0 | 9.25 | 0 0 | box | 10.5 | 5",
        ),
        (
            _shoe(disputes=(commission_ledger.LedgerDispute(1, 4, Fraction(6), Fraction(5)),)),
            "5 1.25 | 0 | 9.25 | 0 0 | seat | 10.5 | 5",
        ),
    ]:
        key = commission_ledger.GENERATOR.key(where, given)
        assert key.answers == (answer,)
        assert proof(where, given) == answer
        assert len(key.by_part) == len(answer.split(" | "))
    key = commission_ledger.GENERATOR.key(where, _shoe())
    assert key.codes_for("5 1 | 0 | 9.25 | 0 0 | 10.5 | 5") == ("commission/not-marked",)
    assert key.codes_for("5 1.25 | 0 | 9.25 | 0 0 | 10.5 | 0") == ("commission/not-collected",)


def test_boxes_are_kept_as_the_house_marks():
    """BA-63: the house's own way of marking holds; a level without one takes the first; no boxes where there is no commission."""
    assert setting("baccarat/commission-ledger", 1).game.options["commission_method"] == "mark"
    house = setting("baccarat/commission-ledger", 1, settings={"commission_method": "mark_one_pay_one"})
    assert "marked first" in next(exercises(house, "1")).question.show[0]
    with pytest.raises(NoExercise, match="has no exercises"):
        items("baccarat/commission-ledger", 1, 1, variant="ez")


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_every_mark_is_collected_once(level):
    """What is collected and what was paid before comes to the sum of all marks."""
    for item in items("baccarat/commission-ledger", level, 20):
        labels = [label for label, _ in item.question.reply.parts]
        parts = dict(zip(labels, item.key.answers[0].split(" | "), strict=True))
        marked = sum(Fraction(mark) for label, marks in parts.items() if label.endswith("marks") for mark in marks.split())
        collected = sum(Fraction(amount) for label, amount in parts.items() if label.startswith("collected"))
        paid = sum(int(line.split()[3]) for line in item.question.show if "toward its box" in line)
        assert collected + paid == marked


# -- opening a shoe --


@pytest.mark.parametrize(
    ("card", "options", "number"),
    [
        ("7d", {}, "7"),
        ("Qs", {}, "10"),
        ("Ah", {}, "1"),
        ("Ah", {"burn_count": "ace_11"}, "11"),
        ("Qs", {"burn_count": "point_value"}, "0"),
        ("Qs", {"burn_count": "number_of_decks"}, "7"),
        ("Qs", {"burn_count": "number_of_decks", "decks": 6}, "5"),
        ("Qs", {"burn_count": "fixed", "burn_fixed": 4}, "3"),
        ("5s", {"burn_count": "whole_face_value"}, "4"),
    ],
)
def test_burns_as_the_ledger_has_them(card, options, number):
    """BA-21, BA-22, the examples of drill 7."""
    where = setting("baccarat/shoe-opening", 1, settings=options)
    given = shoe_opening.ShoeOpeningSituation(card=card)
    assert shoe_opening.GENERATOR.key(where, given).answers == (number,)
    assert proof(where, given) == number


@pytest.mark.parametrize("rules", ["us", "macau"])
def test_the_table_burns_what_the_key_says(rules):
    """The engine's own table, after the same first card, wants as many cards burned."""
    where = setting("baccarat/shoe-opening", 1, rules=rules)
    for card in ("Ah", "7d", "Qs"):
        table = Table("mini-baccarat", rules=rules, seats=1, seed=1)
        table.advance("first_card")
        table.push(f"d burn up {card}")
        wanted = int(shoe_opening.GENERATOR.key(where, shoe_opening.ShoeOpeningSituation(card=card)).answers[0])
        for _ in range(wanted):
            assert "burn" in str(table.expected)
            table.push("d burn")
        assert "burn" not in str(table.expected)


def test_the_order_is_that_in_which_the_table_wants_it():
    """The engine's own table reaches the steps of the key one after the other, an act or two apart."""
    where = setting("baccarat/shoe-opening", 2)
    names = list(shoe_opening._steps(where, ""))
    table = Table("mini-baccarat", seats=1, seed=1)
    acts = []
    for name in names:
        table.advance(name)
        acts.append(len(table.log))
    assert acts == sorted(acts)
    assert acts[-1] <= len(names)
    assert table.ok


def test_a_house_with_another_procedure_has_another_order(tmp_path):
    """A step that a house takes out of its procedure is not in the order, and its depth of the cut card is the right one."""
    house = tmp_path / "house.yaml"
    house.write_text(
        "set: house\ntitle: House\nextends: us\nfamily: baccarat\noptions: {mini-baccarat: {cut_card_depth: 16}}\n"
        "procedures: {mini-baccarat: {procedure: {opening: {steps: {rack: null}}}}}\n"
    )
    shown = [line for item in items("baccarat/shoe-opening", 3, 60, rules=house) for line in item.question.show]
    assert not any("Count the rack" in line for line in shown)
    assert any("16 cards behind it" in line for line in shown)


@pytest.mark.parametrize("level", [3, 4])
def test_what_does_not_belong_is_left_out(level):
    """The key has the steps alone: as many letters as are shown, less those that do not belong."""
    traps = setting("baccarat/shoe-opening", level).told("traps")
    for item in items("baccarat/shoe-opening", level, 30):
        order = item.key.answers[0].split()
        assert len(item.question.reply.letters) - len(order) == traps
        assert order != sorted(order)
