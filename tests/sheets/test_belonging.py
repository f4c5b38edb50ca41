"""What editions are made of, of every game under every rule set that is for it: nothing of it belongs to another game."""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from dealerkit.errors import RuleFileError
from dealerkit.rules.games import Game, game
from dealerkit.rules.sets import rule_sets
from dealerkit.sheets.document import texts
from dealerkit.sheets.editions.book import make
from dealerkit.sheets.editions.edition import EditionOrder
from tests.sampling import daily_games, first_daily
from tests.sheets.reading import Parts

BOOKS = {
    "poker": {
        "poker-tda", "roberts-rules", "wsop-live", "wsop-live-2026", "wsop-dealer-guides", "jackpot-rules", "fla-75-11",
        "mo-mics-f",
    },
    "baccarat": {
        "france-2007", "spain-catalogue", "spain-1979", "macau-55-2004", "macau-73-2005", "nsw-baccarat",
        "singapore-baccarat", "published-pay-tables", "atlantic-city-2012",
    },
}  # fmt: skip
"""Works that are about one family of games only."""

RULES = {"baccarat": {"BA", "BI"}, "poker": {"BR", "SD", "DP", "IR", "DH", "MD", "FTR", "HL", "DR", "VD", "CO", "QU", "RM", "HH"}}
"""The beginnings of the ids of rules that are of one family of games only."""


GAMES = first_daily(daily_games(5, first=3), 5)


@functools.cache
def dealt(name: str) -> dict[str, Game]:
    """A game under every rule set of ours that is for it."""
    found = {}
    for rules in rule_sets():
        with contextlib.suppress(RuleFileError):  # it is for games of another family
            found[rules] = game(name, rules)
    return found


@functools.cache
def sheets(name: str) -> dict[str, Parts]:
    """What is printed of it."""
    return {rules: Parts(made) for rules, made in dealt(name).items()}


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", GAMES)
def test_no_rule_or_work_of_another_family(name):
    """The mini-baccarat sheet quoted the poker books and printed eighteen of poker's findings."""
    assert sheets(name)
    for rules, sheet in sheets(name).items():
        family = dealt(name)[rules].family
        foreign = {work for other, works in BOOKS.items() if other != family for work in works}
        assert {work.id for work in sheet.sources} & foreign == set(), rules
        prefixes = {prefix for other, ids in RULES.items() if other != family for prefix in ids}
        ids = {rule.id for chapter in sheet.rules for rule in chapter.rules}
        assert {one for one in ids if one.partition("-")[0] in prefixes} == set(), rules


def words(sheet: Parts) -> Iterator[str]:
    """What is printed in words."""
    for row in sheet.options:
        yield from (row.title, row.value)
    for item in sheet.equipment:
        yield from (item.title, item.text)
    for table in sheet.tables:
        yield from (table.title, *table.columns, *(cell.text for row in table.rows for cell in row))
    for part in sheet.procedure:
        yield part.title
        for step in part.steps:
            yield from (step.say, step.why)
    for one in sheet.decisions:
        yield from (one.ruling, one.say, one.wait, *one.when, *one.weigh, *one.choices)
        yield from (step for remedy in one.remedies for step in remedy.steps)
    for departure in sheet.departures:
        yield from (*departure.about, *departure.old, *departure.new)


TEMPLATE = re.compile(r"\{\w+\}|\u2026|\b(?:None|True|False)\b(?! was)|[a-z]_[a-z]")
"""What nobody would write on a sheet: braces, a gap, words of a programming language, names of a file."""


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", GAMES)
def test_no_template_shines_through(name):
    """As "The step … was skipped", "Done wrongly: wrong", "button do put_button" did."""
    for rules, sheet in sheets(name).items():
        assert [said for said in words(sheet) if TEMPLATE.search(said)] == [], rules


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(3, rest="thorough")
def test_equipment_and_tables_have_no_empty_cell(name):
    """The pack says how many cards it has and which jokers; a name in a table is said as a person would."""
    for sheet in sheets(name).values():
        assert all(item.title and item.count and item.text for item in sheet.equipment)
        assert all(cell.text for table in sheet.tables for row in table.rows for cell in row)
        for said in (said for one in sheet.departures if one.part == "faults" for said in (*one.old, *one.new)):
            assert said
            assert not said.endswith(": ")
        for title in [*(item.title for item in sheet.equipment), *(table.title for table in sheet.tables)]:
            assert title[0].isupper(), title
        heads = [row[0].text for table in sheet.tables for row in table.rows]
        assert [head for head in heads if head[:1].islower() and head != "joker"] == []


def test_a_pack_is_told_in_words():
    """Short packs with their ranks, packs together with what is in each, a pack that hangs on the number of players."""
    said = {name: sheets(name)[rules].equipment[0].text for name, rules in PACKS.items()}
    assert said["holdem"] == "52 cards, no jokers"
    assert said["holdem-short-deck"] == "36 cards, 6 to A of each suit, no jokers"
    assert said["canasta"] == "52 cards in each, 2 jokers in each"
    assert said["nap"].startswith("with 3 players 24 cards, 9 to A of each suit, no jokers; with 4 players")


PACKS = {"holdem": "rrop", "holdem-short-deck": "rrop", "canasta": "social", "nap": "social"}


def test_a_rate_is_printed_in_per_cent():
    """Among the options and in the rules; nowhere as the share that the file has."""
    dealt = game("mini-baccarat", None, {"commission_rate": "0.04"})
    made = Parts(dealt)
    (row,) = (row for row in made.options if row.name == "commission_rate")
    assert row.value == "4%"
    assert "Commission is 4% of the bet" in next(
        rule.text for chapter in made.rules for rule in chapter.rules if rule.id == "BA-49"
    )
    assert "0.04" not in "\n".join([*words(made), *texts(make(EditionOrder((dealt,))))])


def steps(nodes: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every step and section of a procedure, with its name."""
    for name, node in nodes.items():
        if isinstance(node, Mapping):
            yield name, node
            yield from steps(node.get("steps") or {})


def has(game: Game, *names: str) -> bool:
    """Whether a step or section has one of these names, or one of these mechanics."""
    return any(name in names or node.get("play") in names for name, node in steps(game.data["procedure"]))


TERMS: dict[str, Callable[[Game], bool]] = {
    r"flop|preflop|river": lambda game: has(game, "flop"),
    r"coup|banker|punto|tableau": lambda game: "pays" in (game.data.get("tables") or {}),
    r"shoe": lambda game: "shoe" in game.data["felt"]["places"],
    r"bring-in": lambda game: "bring_in" in (game.data.get("showdown") or {}),
    r"openers": lambda game: (game.data.get("showdown") or {}).get("kind") == "draw_high",
    r"trumps?|tricks?": lambda game: has(game, "tricks"),
    r"melds?|melded|canastas?": lambda game: "melds" in game.data["felt"],
    r"rake|raked": lambda game: game.family == "poker",
}
"""Words of the trade, and the games that they belong to, told from what the game's own file has."""

ALLOWED = re.compile(r"without a flop")
"""The option that all of poker has: nothing is taken from such a hand."""


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(3, rest="thorough")
def test_no_term_of_another_game(name):
    """A stud sheet spoke of the flop 55 times, in cases and departures of games with a board; badugi's of openers."""
    for rules, sheet in sheets(name).items():
        book = [rule.text for chapter in sheet.rules for rule in chapter.rules]
        said = [ALLOWED.sub("", line) for line in (*words(sheet), *book)]
        for term, belongs in TERMS.items():
            if not belongs(dealt(name)[rules]):
                found = re.compile(rf"\b(?:{term})\b", re.IGNORECASE)
                assert [line for line in said if found.search(line)] == [], rules


@pytest.mark.parametrize("name", GAMES)
def test_every_step_is_said_in_a_sentence(name):
    """Three steps were printed by their names, two began in the middle of a sentence."""
    for rules, sheet in sheets(name).items():
        said = [(step.id, str(step.say)) for part in sheet.procedure for step in part.steps]
        assert [one for one in said if one[1] == one[0].replace("_", " ") or not re.match(r"[A-Z0-9]", one[1])] == [], rules
