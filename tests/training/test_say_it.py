"""Announcing: typed as people say it, chosen among what is said wrongly, in the words and languages of the house."""

from __future__ import annotations

import pytest

from dealerkit.training.exercises import exercise, exercises, setting
from dealerkit.training.generators.say_it import GENERATOR, SayItSituation
from tests.training.oracles import proof
from tests.training.replied import choices

DRILL = "poker/say-it"
VALUES = {"seat": 3, "other": 5, "third": 7, "bet": 100, "total": 1200, "more": 1100}
VALUES |= {"short": 150, "full": 400, "many": 3, "main": 450, "side": 500}


def _given(phrase, boards=(), **more):
    return SayItSituation(phrase, tuple((name, str(value)) for name, value in {**VALUES, **more}.items()), boards)


@pytest.mark.parametrize(
    ("phrase", "typed"),
    [
        ("all-in", "All in, 150!"),
        ("all-in", "seat 3 is all-in for 150"),
        ("all-in for less", "call, all in for 150"),
        ("side pots", "Main pot 450, side pot 500."),
        ("pot", "raise to 1,200"),
        ("string bet", "String bet: call only."),
    ],
)
def test_what_is_said_is_heard(phrase, typed):
    """Capitals, stops, hyphens and small words make no difference."""
    where, given = setting(DRILL, 2), _given(phrase)
    assert GENERATOR.question(where, given).reply.read(typed) in GENERATOR.key(where, given).answers


@pytest.mark.parametrize(("phrase", "typed"), [("all-in", "all in"), ("side pots", "main pot 500 side pot 450"), ("pot", "pot")])
def test_an_amount_left_out_is_wrong(phrase, typed):
    """action/amount-not-announced: the call is not there without its amount."""
    where, given = setting(DRILL, 2), _given(phrase)
    key = GENERATOR.key(where, given)
    assert GENERATOR.question(where, given).reply.read(typed) not in key.answers


def test_a_house_has_words_of_its_own(tmp_path):
    """A rule set lays its phrase over the drill's; the drill's file is untouched."""
    house = tmp_path / "my-room.yaml"
    house.write_text(
        "set: my-room\ntitle: My Room\nextends: tda\nfamily: poker\n"
        "procedures: {poker/say-it: {with: {phrases: {all-in: {say: {english: ['[seat {seat}] jams {short}']}}}}}}\n"
    )
    where, given = setting(DRILL, 2, rules=str(house)), _given("all-in")
    assert GENERATOR.key(where, given).answers == ("seat 3 jams 150", "jams 150")


def test_the_second_language_is_the_house_s(tmp_path):
    """Level 4: Spanish where one language is posted, else the second that the house posts."""
    item = exercise(setting(DRILL, 4), "1", "check")
    assert "Spanish" in item.question.ask
    assert "pasa" in item.right
    house = tmp_path / "my-room.yaml"
    house.write_text(
        "set: my-room\ntitle: My Room\nextends: tda\nfamily: poker\n"
        "procedures: {holdem: {felt: {languages: [english, chinese]}}}\n"
    )
    item = exercise(setting(DRILL, 4, rules=str(house)), "1", "check")
    assert "Chinese" in item.question.ask
    assert "过牌" in item.right


def test_what_a_hand_could_become_is_never_right():
    """stud/wrong-announcement: no possible flush, straight or full house in any key."""
    where = setting(DRILL, 3)
    made = [item for item, _ in zip(exercises(where, "7"), range(40), strict=False)]
    assert not any("possible" in item.right for item in made)
    assert any("possible" in choice.title for item in made for choice in choices(item.question.reply))


def test_a_wrong_seat_is_noticed():
    """The second method reads the boards itself."""
    where = setting(DRILL, 3)
    boards = ((2, ("2c",)), (5, ("Kd",)), (6, ("2s",)))
    right = _given("bring-in", boards, seat=2, wrong=5, rank="two", ranks="twos")
    wrong = _given("bring-in", boards, seat=6, wrong=5, rank="two", ranks="twos")
    assert proof(where, right) in GENERATOR.key(where, right).answers
    assert proof(where, wrong) not in GENERATOR.key(where, wrong).answers
