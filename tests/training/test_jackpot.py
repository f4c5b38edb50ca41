"""Does it qualify: clauses of the policies, equal hands, who has left, and what is due before a prize is paid."""

from __future__ import annotations

import attrs
import pytest

from dealerkit.training.exercises import exercise, setting
from dealerkit.training.generators.jackpot import GENERATOR, JackpotSituation
from tests.training.oracles import proof

DRILL = "jackpot/qualifies"
BEATEN = JackpotSituation(
    "bad-beat", "stands", ("8s", "8h"), ("8d", "8c", "9s", "9h", "2c"), ("9d", "9c"), "holdem", players=6, pot=40
)
HIGH = JackpotSituation(
    "high-hand-hourly", "stands", ("As", "Ah"), ("Ad", "Ac", "Ks", "7d", "2c"), (), "holdem", players=6, pot=40
)


def _both(where, given):
    """The key and the second method, which have to agree."""
    key = GENERATOR.key(where, given)
    assert proof(where, given) == key.answers[0]
    return key


@pytest.mark.parametrize(
    ("given", "changes", "fails"),
    [
        (BEATEN, {}, "none"),
        (BEATEN, {"players": 3}, "dealt_in"),
        (BEATEN, {"players": 3, "pot": 29}, "dealt_in pot"),
        (BEATEN, {"hole": ("7s", "7h"), "board": ("7d", "7c", "9s", "9h", "2c")}, "hand"),
        (BEATEN, {"board": ("8d", "8c", "9s", "Kh", "2c")}, "beaten_by"),
        (BEATEN, {"hole": ("Jh", "Jd"), "board": ("Jc", "Js", "Ts", "9s", "8s"), "other": ("Qs", "2c")}, "own_cards"),
        (BEATEN, {"hole": ("Jh", "Jd"), "board": ("Jc", "Js", "Ts", "9s", "8s"), "other": ("Qs", "Ks")}, "none"),
        (BEATEN, {"talk": True}, "talk"),
        (BEATEN, {"codes": ("burn/missed-before-street",)}, "irregularities"),
        (BEATEN, {"codes": ("showdown/wrong-order",)}, "none"),
        (BEATEN, {"game": "bomb-pot"}, "game"),
        (HIGH, {}, "none"),
        (HIGH, {"minutes": 7 * 60}, "window"),
        (HIGH, {"hole": ("As", "Kh"), "board": ("Ad", "Ac", "Ah", "7d", "2c")}, "pair_for_four"),
        (HIGH, {"shown_down": False}, "showdown"),
    ],
)
def test_the_clauses_that_fail(given, changes, fails):
    """HH-14: the cases of the policies, clause by clause."""
    assert _both(setting(DRILL, 2), attrs.evolve(given, **changes)).answers == (fails,)


def _second(given, cards, **more):
    return attrs.evolve(given, kind="two hands", later=20, minutes=840, other=tuple(cards.split()), **more)


def test_equal_hands_and_who_has_left():
    """HH-10, HH-11: of equal hands the first has it here; whoever has left at the end hands it to the next."""
    where = setting(DRILL, 3)
    assert _both(where, _second(HIGH, "As Ah Ad Ac Ks 7d 2c")).answers == ("first",)
    assert _both(where, _second(HIGH, "Ks Kh Kd Kc As 7d 2c")).answers == ("first",)
    assert _both(where, _second(HIGH, "Ks Kh Kd Kc As 7d 2c", left=1)).answers == ("second",)
    assert _both(where, _second(HIGH, "Ks Kh Kd Kc As 7d 2c", left=2)).answers == ("first",)


@pytest.mark.parametrize(("fund", "due"), [(499, "frozen recording burns"), (500, "frozen recording burns deck")])
def test_papers_by_the_size_of_the_prize(fund, due):
    """HH-06: the deck is counted from the amount that the policy names."""
    assert _both(setting(DRILL, 4), attrs.evolve(BEATEN, kind="papers", fund=fund)).answers == (due,)


def test_a_house_has_its_own_policy(tmp_path):
    """Another policy, another key: the drill's file names it, and a house lays its own over."""
    mine = tmp_path / "mine.yaml"
    mine.write_text("promotion: mine\nextends: bad-beat\ntitle: Mine\ndealt_in: 2\n")
    house = tmp_path / "room.yaml"
    house.write_text(
        f"set: room\ntitle: Room\nextends: rrop\nfamily: poker\nprocedures: {{{DRILL}: {{with: {{policies: ['{mine}']}}}}}}\n"
    )
    where = setting(DRILL, 2, rules=str(house))
    assert all(str(mine) in cell for cell in GENERATOR.cells(where))
    assert _both(where, attrs.evolve(BEATEN, policy=str(mine), players=3)).answers == ("none",)


def test_nothing_shows_ids():
    """Findings are called by their titles."""
    item = exercise(setting(DRILL, 4), "1", "bad-beat, a burn or deck finding")
    assert not any("burn/" in line or "deck/" in line for line in (*item.question.show, *item.key.working))
