"""A rule is told once: whoever explains it, searches for it or learns it reads the sentence that the book prints."""

from __future__ import annotations

import functools

import pytest

from dealerkit.catalogue.collection import gather
from dealerkit.catalogue.entries import Entry
from dealerkit.rules.games import game, games
from dealerkit.rules.sets import rule_set
from dealerkit.rulings.differences.authority import overruled
from dealerkit.sheets.editions import EditionOrder
from dealerkit.sheets.parts import rule_book
from dealerkit.training.rule_text import rule_text
from tests.sampling import daily


@functools.cache
def explained(rules: str) -> dict[str, Entry]:
    """The rules as `explain --rules` and the search have them, by id."""
    return {entry.id: entry for entry in gather([rule_set(rules)]) if entry.kind == "rule"}


def dealt() -> list[tuple[str, str]]:
    """Each game under its own rule set, and each of poker under the others of its family."""
    own = [(name, made.rules.name) for name in games() if (made := game(name)).rules is not None]
    poker = [name for name, _ in own if game(name).family == "poker"]
    return own + [(name, rules) for name in poker for rules in ("tda", "wsop-live", "cedar-room")]


@pytest.mark.parametrize(("name", "rules"), daily(dealt(), 8, keep=lambda one: one in (("holdem", "tda"), ("stud7", "rrop"))))
def test_a_rule_is_explained_and_taught_as_the_book_prints_it(name: str, rules: str) -> None:
    """Sentence for sentence; where games say it otherwise, the explanation says which game says what."""
    played = game(name, rules)
    context = EditionOrder((played,)).context()
    told = explained(rules)
    seen, faults = 0, rule_set(rules).faults
    ruled_otherwise = {
        faults[fault]["cases"][case]["rule"] for fault, cases in overruled(rule_set(rules)).items() for case in cases
    }  # the book says these as the house rules them
    for chapter in rule_book(context):
        for rule in chapter.rules:
            if rule.id in ruled_otherwise:
                continue
            entry, said = told[rule.id], str(rule.text)
            elsewhere = {" ".join(text.split()): those for text, those in entry.more.get("elsewhere", {}).items()}
            assert name in elsewhere[said] if said in elsewhere else said == " ".join(entry.text.split()), rule.id
            assert " ".join(rule_text(played, rule.id).split()) == said
            seen += 1
    assert seen > 5
