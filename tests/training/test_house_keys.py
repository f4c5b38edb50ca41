"""Drills under a house that chose options and rules for itself: the answer is the house's, and so is what is told of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dealerkit.rules.games import game
from dealerkit.rulings import decide
from dealerkit.sheets.editions import EditionOrder
from dealerkit.sheets.parts import rule_book
from dealerkit.training.disputes import ruled_by
from dealerkit.training.drill_run import ruled as told_rule
from dealerkit.training.exercises import setting
from dealerkit.training.generators import Setting, generator
from dealerkit.training.items import Key
from tests.training.oracles import proof

POKER = """
set: ours
title: Our Room
extends: rrop
source: {work: our-rules}
options:
  poker: {gate: live_action, deal_to: all_seats, check_raise: false, odd_chips: card_by_suit, tap: false}
faults:
  boxed_card:
    cases:
      otherwise: {outcome: card_plays, remedies: [], because: It is the next card., say: The card plays., source: "4.2"}
  first_card_wrong_seat:
    cases:
      in_time: {outcome: play_on, remedies: [], because: Who has a card keeps it., say: Keep it; we go on., source: "4.3"}
  out_of_turn:
    cases:
      otherwise: {outcome: floor_discretion, because: The floor looks at who gains., say: The floor decides., source: "5.1"}
  premature_board:
    cases:
      otherwise: {because: It comes back as our rules have it., source: "6.1"}
sources: {our-rules: {title: Our Room rules, verified: read}}
"""
BACCARAT = """
set: ours
title: Our Pit
extends: us
source: {work: our-rules}
options: {mini-baccarat: {decks: 6}}
faults:
  surplus_card:
    cases:
      becomes_bankers:
        {outcome: card_does_not_play, remedies: [RB-02], because: It goes to the rack., say: It is out of play., source: "4.2"}
sources: {our-rules: {title: Our Pit rules, verified: read}}
"""
RULED = [
    ("poker/misdeal-or-cure", POKER, 1, "Who has a card keeps it."),
    ("poker/misdeal-or-cure", POKER, 2, "It is the next card."),
    ("poker/misdeal-or-cure", POKER, 3, "It is the next card."),
    ("poker/early-street", POKER, 1, ""),
    ("poker/substantial-action", POKER, 2, "three players acting in turn, or two who do not both fold or both check"),
    ("poker/wager-ruling", POKER, 4, "The floor looks at who gains."),
    ("baccarat/irregularity", BACCARAT, 1, "It goes to the rack."),
]
"""Drills whose key is a ruling: the house, the level, and a reason of the house's own that some of its answers tell."""


def under(tmp_path: Path, rules: str, drill: str, level: int) -> Setting:
    """The drill as the house asks it."""
    house = tmp_path / "ours.yaml"
    house.write_text(rules, encoding="utf-8")
    return setting(drill, level, rules=house)


def asked(where: Setting) -> Iterator[tuple[str, Any, Key]]:
    """Two exercises of every cell: the cell, the situation and the key."""
    made = generator(where.drill)
    for cell in made.cells(where):
        for seed in range(2):
            given = made.draw(where, cell, Random(f"{cell} {seed}"))
            if given is not None:
                yield cell, given, made.key(where, given)


@pytest.mark.parametrize(("drill", "rules", "level", "reason"), RULED)
def test_the_key_is_the_houses_answer_and_sentence(tmp_path: Path, drill: str, rules: str, level: int, reason: str) -> None:
    """BI-01, IR-08, MD-02, MD-10: that answer is right to which the house's lists come under the options of its own games, gone
    through another way than for the key; and the rule that is told to whoever missed it stands so in the house's book.
    """
    where = under(tmp_path, rules, drill, level)
    assert where.rules.name == "ours"
    printed, told = book(where), set()
    for cell, given, key in asked(where):
        for ruling in getattr(given, "rulings", ()):
            ours = {name: value for name, value in ruling.facts.items() if name not in where.game.options}
            under_it = where.game if ruling.rules_set == "ours" else game(where.game.id, ruling.rules_set)
            assert under_it.rules is not None
            assert decide(under_it.rules, ruling.fault, ours, under_it.options).outcome == ruling.outcome, cell
        assert proof(where, given) in (None, key.answers[0]), cell
        first = next((rule for rule in key.rules if rule in printed), None)
        if first is not None:
            assert printed[first] in told_rule(where, (first,))
        told.add(" ".join(key.working))
    assert any(reason in one for one in told)


def book(where: Setting) -> dict[str, str]:
    """The rules as the house's book prints them, by id."""
    return {rule.id: str(rule.text) for part in rule_book(EditionOrder((where.game,)).context()) for rule in part.rules}


def test_two_sets_side_by_side_are_the_houses_and_the_other(tmp_path: Path) -> None:
    """Where a level asks two sets, a house stands in the place of the one that it is made from, by its file's name or not."""
    where = under(tmp_path, POKER, "poker/misdeal-or-cure", 3)
    rows = [given.rulings for cell, given, _ in asked(where) if cell.startswith("boxed card")]
    assert {tuple(one.rules_set for one in row) for row in rows} == {("tda", "ours")}
    assert any(row[0].outcome != row[1].outcome == "card_plays" for row in rows)


@pytest.mark.parametrize("gate", ["action", "live_action"])
def test_an_option_that_is_set_decides_the_key(gate: str) -> None:
    """MD-02: two folds close the gate of Robert's Rules, and with three acts, or two that were not both folds, they do not."""
    where = setting("poker/misdeal-or-cure", 1, settings={"gate": gate})
    facts = {"fault": "first_card_wrong_seat", "acts": "fold fold"}
    assert ruled_by(where, where.rules, facts).outcome == ("play_on" if gate == "action" else "misdeal")
