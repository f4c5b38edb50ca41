"""A rule is told once: whoever explains it, searches for it or learns it reads the sentence that the book prints."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from dealerkit.catalogue.collection import gather
from dealerkit.catalogue.entries import Entry
from dealerkit.catalogue.lookup import explain
from dealerkit.rules.games import game, games
from dealerkit.rules.sets import rule_set
from dealerkit.sheets.editions import EditionOrder
from dealerkit.sheets.parts import rule_book
from dealerkit.training.rule_text import rule_text
from tests.sampling import daily, first_daily


@functools.cache
def explained(rules: str) -> dict[str, Entry]:
    """The rules as `explain --rules` and the search have them, by id."""
    return {entry.id: entry for entry in gather([rule_set(rules)]) if entry.kind == "rule"}


def dealt() -> list[tuple[str, str]]:
    """Each game under its own rule set, and each of poker under the others of its family."""
    own = [(name, made.rules.name) for name in games() if (made := game(name)).rules is not None]
    poker = [name for name, _ in own if game(name).family == "poker"]
    return own + [(name, rules) for name in poker for rules in ("tda", "wsop-live", "cedar-room")]


SAMPLE = daily(dealt(), 8, keep=lambda one: one in (("holdem", "tda"), ("stud7", "rrop")))


@pytest.mark.parametrize(("name", "rules"), first_daily(SAMPLE, 4))
@pytest.mark.sample(2, rest="thorough")
def test_a_rule_is_explained_and_taught_as_the_book_prints_it(name: str, rules: str) -> None:
    """Sentence for sentence; where games say it otherwise, the explanation says which game says what."""
    played = game(name, rules)
    context = EditionOrder((played,)).context()
    told = explained(rules)
    seen = 0
    for chapter in rule_book(context):
        for rule in chapter.rules:
            entry, said = told[rule.id], str(rule.text)
            elsewhere = {" ".join(text.split()): those for text, those in entry.more.get("elsewhere", {}).items()}
            assert name in elsewhere[said] if said in elsewhere else said == " ".join(entry.text.split()), rule.id
            assert " ".join(rule_text(played, rule.id).split()) == said
            seen += 1
    assert seen > 5


@pytest.mark.parametrize("own_rule", [False, True], ids=["by the rule of the set", "by a rule of its own"])
@pytest.mark.sample(2, rest="thorough")
def test_a_house_that_rules_otherwise_is_explained_and_taught_as_it_rules(tmp_path: Path, own_rule: bool) -> None:
    """IR-08: where the boxed card plays, no explanation says that it is scrap, and none quotes another authority for it."""
    file = tmp_path / "ours.yaml"
    rule = "rule: OR-01\n        " if own_rule else ""
    file.write_text(BOXED_CARD_PLAYS.replace("outcome: card_plays", f"{rule}outcome: card_plays"), encoding="utf-8")
    played = game("holdem", file)
    printed = next(rule for part in rule_book(EditionOrder((played,)).context()) for rule in part.rules if rule.id == "IR-08")
    assert str(printed.text) == "A card was face up in the deck: The card plays."
    entry = next(one for one in explain("IR-08", file) if one.kind == "rule")
    assert entry.text == rule_text(played, "IR-08") == printed.text
    assert "scrap" in explain("IR-08")[0].text


@pytest.mark.parametrize("house", [False, True], ids=["set", "house"])
@pytest.mark.sample(2, rest="thorough")
def test_what_an_option_decides_is_explained_as_it_is_set(tmp_path: Path, house: bool) -> None:
    """BR-01, QU-13: under a house without check-raises, or with the option set, no rule and no ruling explained allows one."""
    file = tmp_path / "ours.yaml"
    file.write_text("set: ours\ntitle: Ours\nextends: rrop\noptions:\n  poker: {check_raise: false}\n", encoding="utf-8")
    rules, settings = (file, {}) if house else ("rrop", {"check_raise": "no"})
    entry = next(one for one in explain("BR-01", rules, settings) if one.kind == "rule")
    printed = rule_text(game("holdem", rules, settings), "BR-01")
    assert entry.text == printed == "A player who has checked may not raise in that round."
    asked = next(one for one in explain("check_raise", rules, settings) if one.kind == "question")
    assert {one.case for one in asked.cases} == {"lowball", "barred"}
    assert "otherwise" in {one.case for one in explain("check_raise", "rrop")[0].cases}


BOXED_CARD_PLAYS = """
set: ours
title: Our Room
extends: rrop
source: {work: our-rules}
faults:
  boxed_card:
    cases:
      otherwise:
        outcome: card_plays
        remedies: []
        because: The card is the next card of the deck, whichever way up it lies.
        say: The card plays.
        source: "4.2"
sources:
  our-rules: {title: Our Room rules, verified: read}
"""
