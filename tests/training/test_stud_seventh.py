"""Enough cards for seventh street?: the ledger's example, the count of 5.1, and the table itself."""

from __future__ import annotations

import pytest

from dealerkit.games.poker.facts.streets import last_street
from dealerkit.training.exercises import exercise, setting
from dealerkit.training.generators.stud_seventh import (
    BOTH,
    COMMUNITY,
    DEAL,
    GENERATOR,
    SCRAMBLE,
    StudSeventh,
    StudSeventhSituation,
)
from tests.training.oracles import disputed, proof


@pytest.mark.parametrize(
    ("dealt_in", "folded", "stub", "cure"),
    [
        (6, (), 13, DEAL),
        (7, (), 7, SCRAMBLE),
        (8, (), 1, BOTH),
        (7, (5,), 8, DEAL),
        (8, (3,), 4, COMMUNITY),
        (8, (3, 3), 7, SCRAMBLE),
        (8, (5,), 2, BOTH),
    ],
)
def test_the_example_of_the_ledger(dealt_in, folded, stub, cure):
    """stud/short-stub-not-seen: as many as are in and two more; then the burns; then one card for all (drill 29)."""
    given = StudSeventhSituation(dealt_in, folded)
    assert given.stub == stub
    first, second = setting("stud/seventh-street", 1), setting("stud/seventh-street", 2)
    assert GENERATOR.key(first, given).answers == ("yes" if cure == DEAL else "no",) == (proof(first, given),)
    assert GENERATOR.key(second, given).answers == (cure,) == (proof(second, given),)


def test_two_more_than_are_in():
    """Ledger 5.1: n live players need n + 2 cards in the stub."""
    for live in range(2, 9):
        assert last_street(live, live + 2, 3) == (False, False)
        assert last_street(live, live + 1, 3) == (True, False)


def test_whoever_was_first_on_sixth_street_is_first_again():
    """QU-17; and if he has folded, the best board of the others."""
    where = setting("stud/seventh-street", 3)
    boards = ((1, ("Ah", "Kd", "7c", "2d")), (3, ("9h", "9c", "4d", "3s")), (5, ("Qd", "Jc", "8s", "6h")))
    stays = StudSeventhSituation(6, (3, 4, 4), boards, 3)
    assert GENERATOR.key(where, stays).answers == (f"{DEAL} | s3",) == (proof(where, stays),)
    folded = StudSeventhSituation(6, (3, 4, 6), boards, 2)
    assert GENERATOR.key(where, folded).answers == (f"{DEAL} | s3",) == (proof(where, folded),)


def test_the_lowest_board_in_razz():
    """The same hand asked of razz has another first actor."""
    where = setting("stud/seventh-street", 3, "razz")
    boards = ((1, ("Ah", "Kd", "7c", "2d")), (3, ("9h", "9c", "4d", "3s")), (5, ("Qd", "Jc", "8s", "6h")))
    given = StudSeventhSituation(6, (3, 4, 6), boards, 2)
    assert GENERATOR.key(where, given).answers == (f"{DEAL} | s5",) == (proof(where, given),)


def test_a_wrong_key_is_noticed():
    """A key that forgets the burn and the last card is noticed."""

    class Broken(StudSeventh):
        def key(self, setting, given):
            made = super().key(setting, given)
            return type(made)(("yes" if given.stub >= given.live else "no",), made.rules, made.working, made.codes)

    where = setting("stud/seventh-street", 1)
    items = [exercise(where, str(number), "not enough, the burns help", Broken()) for number in range(30)]
    assert {(one.key.answers, answer) for one, answer in disputed(where, items)} == {(("yes",), "no")}
