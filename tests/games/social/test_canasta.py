"""Canasta: what can be reached from a hand, in another way than the game reckons it; and the melds that are offered."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any, cast

import pytest

import dealerkit as dk
from dealerkit.cards import FACES, Face
from dealerkit.games.social.canasta.facts.meld_reach import Ends, most
from dealerkit.games.social.canasta.facts.melds import MeldRules, meld_rules
from dealerkit.procedure.mid_game import MidGame
from tests.table.moments import obeyed, table_at

ALL = [face for face in FACES.values() for _ in range(2 if face.rank is not None else 4)]


@pytest.fixture(scope="module")
def rules() -> MeldRules:
    """The rules of melds of the game."""
    return meld_rules(dk.Table("canasta", seed=1).now)


def by_trying(rules: MeldRules, hand: list[Face], keeps: int) -> int | None:
    """The dearest set of melds out of a hand, without going out: every way to give each wild card to a rank or to none."""
    natural = Counter(face.letter for face in hand if not rules.is_wild(face) and face not in rules.bonus | rules.last)
    wild = [face for face in hand if rules.is_wild(face)]
    best: int | None = 0 if len(hand) >= keeps else None
    for given in itertools.product(["", *natural], repeat=len(wild)):
        added = Counter(letter for letter in given if letter)
        choices = []
        for letter, count in natural.items():
            least = max(rules.naturals, rules.size - added[letter])
            able = list(range(least, count + 1)) if added[letter] <= rules.most_wild else []
            choices.append(able if added[letter] else [0, *able])
        for taken in itertools.product(*choices):
            used = sum(taken) + sum(added.values())
            if len(hand) - used < keeps:
                continue
            value = sum(many * rules.values[letter] for letter, many in zip(natural, taken, strict=True))
            value += sum(rules.worth(face) for face, letter in zip(wild, given, strict=True) if letter)
            best = value if best is None else max(best, value)
    return best


@pytest.mark.parametrize("seed", range(60))
def test_the_most_that_can_be_melded_is_found_by_trying_too(rules: MeldRules, seed: int) -> None:
    """CN-33 to CN-37: natural and wild cards, and two cards kept."""
    rng = random.Random(seed)
    ranks = rng.sample("A456789TJQK", 4)
    hand = rng.sample([face for face in ALL if face.letter in ranks or (rules.is_wild(face) and rng.random() < 0.3)], 9)
    wild = [face for face in hand if rules.is_wild(face)][3:]
    hand = [face for face in hand if face not in wild]  # more would take too long to try
    assert most(rules, hand, {}, 0, Ends(out=False, needed=1)) == by_trying(rules, hand, 2)


def test_the_dearest_wild_cards_are_offered_where_the_minimum_needs_them() -> None:
    """CN-35: of three wild cards the minimum may need the joker and a two together."""
    places = {"s1": "Kc 2c 2d Jk 5c 6d 7h", "s2": "4h", "s3": "4d", "s4": "4c", "pile": "Ks"}
    points = {"points": {"s1": 1500}}
    told = {"at": "turns", "button": "s4", "places": places, "marks": points, "mid": {"turn": "s1"}}
    table = dk.Table("canasta", given=MidGame.read(told))
    assert table.push("s1 take pile") == ()
    kings: Any = table.ask["s1"]["meld kings"]
    assert {tuple(sorted(face.name for face in value)) for value in kings} >= {("2c", "Jk", "Kc", "Ks")}


def test_a_hand_that_nobody_has_seen_lays_down_no_red_three_by_itself():
    """CN-15, CN-70: after the wrong take the others play on with unknown cards, and no card comes twice."""
    table = table_at("CN-70 the points are not charged")
    acts = [*obeyed(table, 40)]
    assert not [act for act in acts if " lay " in act]
    assert {"s1", "s2", "s3", "s4"} <= {act.split()[0] for act in acts if " discard" in act}


def test_a_red_three_that_lies_elsewhere_is_not_to_be_laid_down():
    """CN-15: each of the four is in the two packs once; a hand of unknown cards may hold only those that have not been seen."""
    table = table_at("CN-70 the points are not charged", None)
    while "lay red" not in table.ask.get("s2", {}):
        assert table.push(table.next_act()) == ()
    assert [face.name for face in cast("Any", table.ask["s2"]["lay red"]).faces] == ["3d", "3d", "3h", "3h"]
    for left in (["3d", "3h", "3h"], ["3h", "3h"], ["3h"], []):
        card = "3d" if left.count("3h") == 2 else "3h"
        assert table.push(f"s2 lay red {card}") == ()
        assert table.push("s2 take pack") == ()
        assert [face.name for face in getattr(table.ask["s2"].get("lay red"), "faces", ())] == left
