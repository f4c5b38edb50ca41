"""Forty questions that a player or a floor asks: whoever has only the printed edition finds the answer, and the engine agrees.

Questions and answers are data, written from the ledgers of the rules of play; see `data/forty_questions.yaml`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dealerkit.rules.coups import coup_rules
from dealerkit.rules.games import Game, game
from dealerkit.rules.loader import read_yaml
from dealerkit.rulings import rule
from dealerkit.sheets.document import Document, Heading, Index, TableBlock, inner, plain
from dealerkit.sheets.editions import EditionOrder, edition

QUESTIONS: list[dict[str, Any]] = read_yaml(Path(__file__).parent / "data" / "forty_questions.yaml").data["questions"]
EACH = pytest.mark.parametrize("asked", QUESTIONS, ids=[f"{one['rule']} {one['ask']}" for one in QUESTIONS])
FLOOR = "floor"


def _game(asked: Mapping[str, Any]) -> Game:
    return game(asked["game"], asked.get("rules"), asked.get("options"))


@functools.cache
def _printed(name: str, rules: str | None, options: tuple[tuple[str, str], ...], doc: str) -> Document:
    return edition(doc).make(EditionOrder((game(name, rules, dict(options)),)))


def _document(asked: Mapping[str, Any]) -> Document:
    options = tuple((asked.get("options") or {}).items())
    return _printed(asked["game"], asked.get("rules"), options, asked.get("edition", FLOOR))


def test_there_are_forty() -> None:
    """Thirty-eight of forty have to be found; of players' and floors' questions, about two games and several rule sets."""
    assert len(QUESTIONS) == len({one["ask"] + str(one.get("rules")) for one in QUESTIONS}) == 40
    assert len({one["rule"] for one in QUESTIONS}) > 30


@EACH
def test_the_answer_stands_where_one_would_look(asked: dict[str, Any]) -> None:
    """The word leads through the index to a dispute, and one of its lines has the circumstances and the answer beside them."""
    document = _document(asked)
    rows = list(_looked_up(document, asked["look"])) if "look" in asked else list(_rows(document, asked["row"]))
    assert rows
    wanted = [str(one).casefold() for one in asked.get("when", ())]
    found = [
        row
        for row in rows
        if all(one in row[0].casefold() for one in wanted) and asked["answer"].casefold() in row[-1].casefold()
    ]
    assert found, (asked["ask"], rows)


@EACH
def test_the_engine_agrees(asked: dict[str, Any]) -> None:
    """The engine comes to what the ledger says, and says what is printed; a bet is paid what is printed."""
    if "bet" in asked:
        rules = coup_rules(_game(asked))
        ((bet, pays),) = asked["bet"].items()
        line = next(one for one in rules.pays[bet] if one.result == "win")
        assert Fraction(line.up, line.down) - line.commission * rules.commission_rate == Fraction(pays)
        return
    played = _game(asked)
    assert played.rules is not None
    ruling = rule(asked["facts"], played.rules, options=played.options)
    assert ruling.outcome == asked["outcome"], ruling
    assert asked["answer"].casefold() in ruling.say.casefold()


def test_a_question_that_no_rule_answers_is_not_found() -> None:
    """The proof can fail: a word that nobody says is not in the index, and a wrong answer stands nowhere."""
    document = _document({"game": "holdem"})
    assert list(_looked_up(document, "nobody says this")) == []
    assert not any("is a raise" in row[-1].casefold() for row in _looked_up(document, "overchip") if "Otherwise" in row[0])


def _looked_up(document: Document, word: str) -> Iterator[list[str]]:
    """Yield the lines of the disputes that the index leads to."""
    blocks = [one for outer in document.blocks for one in inner(outer)]
    (index,) = [one for one in blocks if isinstance(one, Index)]
    anchors = {anchor for said, places in index.entries if said == word for anchor, _ in places}
    here = False
    for block in blocks:
        if isinstance(block, Heading):
            here = block.anchor in anchors
        elif isinstance(block, TableBlock) and here:
            yield from _cells(block)


def _rows(document: Document, first: str) -> Iterator[list[str]]:
    """Yield the lines of tables that begin with a word."""
    for block in (one for outer in document.blocks for one in inner(outer)):
        if isinstance(block, TableBlock):
            yield from (["", " ".join(row[1:])] for row in _cells(block) if row[0] == first)


def _cells(table: TableBlock) -> Iterator[list[str]]:
    for row in table.rows:
        yield [" ".join(map(plain, cell.lines)) for cell in row]
