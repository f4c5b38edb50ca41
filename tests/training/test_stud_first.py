"""Bring-in and first to act: the forms, the suits, boards that tie under each set, and who is all-in."""

from __future__ import annotations

import itertools

import pytest

from dealerkit import Table
from dealerkit.training.exercises import exercise, exercises, setting
from dealerkit.training.generators.stud_first import GENERATOR, StudFirstSituation
from tests.training.oracles import disputed, proof


def _boards(**cards):
    return tuple((int(seat[1:]), tuple(held.split())) for seat, held in cards.items())


@pytest.mark.parametrize(
    ("form", "boards", "answer"),
    [
        ("stud7", {"s1": "2h", "s2": "2c", "s3": "Ac"}, "s2"),
        ("stud7-hilo", {"s1": "3c", "s2": "Ac", "s3": "3d"}, "s1"),
        ("razz", {"s1": "Kh", "s2": "Ac", "s3": "Ks"}, "s3"),
        ("razz", {"s1": "As", "s2": "Qc", "s3": "Jh"}, "s2"),
        ("stud7", {"s1": "Ah Kd", "s2": "2c 2d", "s3": "Qc Jc"}, "s2"),
        ("razz", {"s1": "Ah 8d", "s2": "2c 7d", "s3": "3c 3d"}, "s2"),
        ("stud7-hilo", {"s1": "2c 3d 4h", "s2": "5c 5d 2h", "s3": "5h 5s 9c"}, "s3"),
    ],
)
def test_who_begins(form, boards, answer):
    """stud/wrong-bring-in, stud/wrong-first-to-act: rank then suit, razz the other way; later the best board, razz the lowest."""
    where = setting("stud/bring-in-and-first", 3)
    given = StudFirstSituation(form, _boards(**boards))
    assert GENERATOR.key(where, given).answers == (answer,) == (proof(where, given),)


@pytest.mark.parametrize(("tie", "answer"), [("position", "s5"), ("suit", "s2")])
def test_boards_that_tie_are_the_house_s(tie, answer):
    """QU-17: by position or by the highest card's suit; the option says."""
    where = setting("stud/bring-in-and-first", 4, settings={"first_to_act_tie": tie})
    given = StudFirstSituation("stud7", _boards(s5="Kd 7c", s6="9h 8h", s2="Ks 7d"))
    assert GENERATOR.key(where, given).answers == (answer,) == (proof(where, given),)
    other = StudFirstSituation("razz", _boards(s5="7d 3c", s2="7s 3d"))
    assert GENERATOR.key(where, other).answers == (answer,) == (proof(where, other),)


def test_no_exercise_of_ties_under_tda():
    """Ledger, section 6: stud ties under tda have no item; the all-in cells stay."""
    where = setting("stud/bring-in-and-first", 4, rules="tda")
    assert not any("tie" in cell for cell in GENERATOR.cells(where))
    assert GENERATOR.cells(where)
    assert any("tie" in cell for cell in GENERATOR.cells(setting("stud/bring-in-and-first", 4, rules="wsop-live")))


def test_who_is_all_in_has_nothing_to_act_with():
    """QU-17: the low card all-in for the ante: the seat to its left; a leader all-in: as if he had checked."""
    where = setting("stud/bring-in-and-first", 4)
    third = StudFirstSituation("stud7", _boards(s7="2c", s8="Kd", s1="3h"), (7, 8))
    assert GENERATOR.key(where, third).answers == ("s1",) == (proof(where, third),)
    later = StudFirstSituation("stud7", _boards(s1="Ac Ad", s3="Kd 4d", s8="3h 9c"), (1,))
    assert GENERATOR.key(where, later).answers == ("s3",) == (proof(where, later),)


@pytest.mark.parametrize("game", ["stud7", "razz"])
def test_the_table_says_the_same(game):
    """The seat that the procedure asks first on third street is the key of its upcards."""
    for seed in range(5):
        table = Table(game, seats=6, seed=seed)
        table.advance("third_betting")
        felt = table.felt
        cards = {
            f"s{seat}": str(next(felt.faces[card] for card in felt.places[f"s{seat}"] if felt.up[card])) for seat in range(1, 7)
        }
        where = setting("stud/bring-in-and-first", 2 if game == "razz" else 1, game)
        key = GENERATOR.key(where, StudFirstSituation(game, _boards(**cards)))
        assert str(table.expected).startswith(f"{key.answers[0]}:")


def test_each_house_is_proved():
    """Forty exercises of the last level under each set, none disputed."""
    for rules in ("rrop", "tda", "wsop-live"):
        where = setting("stud/bring-in-and-first", 4, rules=rules)
        assert disputed(where, itertools.islice(exercises(where, "7"), 40)) == []
    assert exercise(where, "1", "razz, boards that tie").key.codes == ("stud/wrong-first-to-act",)
