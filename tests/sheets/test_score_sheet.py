"""The score sheet: RO-01 to RO-05 on paper, for a pencil or from a record."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from xml.etree import ElementTree as ET

import pypdf
import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main as cli
from dealerkit.cli.sheet.editions import as_values
from dealerkit.games.baccarat.scorecard import scorecard
from dealerkit.rules.games import game
from dealerkit.rules.road_book import road_book
from dealerkit.sheets.document import Document, Figure, PageBreak, inner, texts
from dealerkit.sheets.editions.edition import EditionOrder, Scored
from dealerkit.sheets.editions.score import make
from dealerkit.sheets.formats import render
from dealerkit.sheets.voice import LANGUAGES
from dealerkit.table.playback import replay
from dealerkit.table.record import read_record


@pytest.fixture(scope="module")
def dealt(tmp_path_factory):
    """A record of two shoes, with names that a page must not obey."""
    path = tmp_path_factory.mktemp("score") / "shoe.txt"
    words = ["play", "mini-baccarat", "--seed", "3", "--seats", "1", "--hands", "90", "--record", str(path)]
    CliRunner().invoke(cli, words)
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("\nseats:", "\ntable: T7 <b>|*x*\ndealer: Ana \x1b[31m\ndate: 2026-03-01\nseats:", 1), encoding="utf-8"
    )
    return path


def roads(made: Document) -> list[list[tuple[Figure, ET.Element]]]:
    """The roads of a score sheet, shoe by shoe."""
    shoes: list[list[tuple[Figure, ET.Element]]] = [[]]
    for outer in made.blocks:
        if isinstance(outer, PageBreak):
            shoes.append([])
        shoes[-1] += [(block, ET.fromstring(block.svg)) for block in inner(outer) if isinstance(block, Figure)]
    return shoes


def marks(svg: ET.Element) -> list[str]:
    """The letters of a road's squares, row by row, only those that have one."""
    return [node.text or "" for node in svg.iter() if node.tag.endswith("text") and (node.text or "").isalpha()]


def filled(dealt) -> Document:
    """The score sheet of the record."""
    card = scorecard(read_record(dealt))
    return make(
        EditionOrder((game("mini-baccarat"),), scored=Scored(tuple(map(tuple, card.shoes)), read_record(dealt).header.notes))
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_empty_form_has_every_square_and_no_mark(lang):
    """As many rows and columns as the game's file says, in every language; each road is told in words too."""
    made = make(EditionOrder((game("mini-baccarat"),), lang))
    kept = road_book(game("mini-baccarat")).kept
    (form,) = roads(made)
    for (shown, svg), road in zip(form, kept, strict=True):
        lines = "".join(node.get("d") or "" for node in svg.iter())
        assert (lines.count("H"), lines.count("V")) == (road.rows + 1, road.columns + 1)
        assert {str(road.rows), str(road.columns)} <= set(re.findall(r"\d+", shown.alt))
        assert marks(svg) == []
    assert not re.search(r"roads_|\{|\}", "\n".join(texts(made)))


def test_a_filled_sheet_is_the_scorecard_of_the_record(dealt):
    """A page for each shoe; each road square by square, told in letters too, and how many coups each won."""
    card, made = scorecard(read_record(dealt)), filled(dealt)
    letters = [
        [[cell[0] for row in card.book.grid(road, shoe) for cell in row if cell] for road in card.book.kept]
        for shoe in card.shoes
    ]
    assert [[marks(svg) for _, svg in form] for form in roads(made)] == letters
    assert len(letters) == 2
    for form, shoe in zip(roads(made), card.shoes, strict=True):
        for (shown, _), road in zip(form, card.book.kept, strict=True):
            first = [row[0] for row in card.book.grid(road, shoe) if row[0]]
            assert " ".join(first) in shown.alt
    said = list(texts(made))
    for shoe in card.shoes:
        count = Counter(result.winner for result in shoe)
        told = f"Banker {count['banker']}   Player {count['player']}   Tie {count['tie']}"
        assert any(one.startswith(told) for one in said)
        assert str(len(shoe)) in said


def test_each_shoe_fills_a_page(dealt):
    """Landscape, as the pencil has it."""
    pages = pypdf.PdfReader(io.BytesIO(render(filled(dealt), "pdf")[0])).pages
    assert len(pages) == 2


def test_what_stands_in_the_record_is_text_on_the_page(dealt):
    """Table, dealer and date are printed, and neither HTML nor Markdown nor a screen obeys them."""
    for form, said in (("html", "T7 &lt;b&gt;|*x*"), ("md", r"T7 &lt;b&gt;\|\*x\*")):
        told = CliRunner().invoke(cli, ["sheet", "mini-baccarat", "--doc", "score", "--record", str(dealt), "--format", form])
        assert said in told.output
        assert "\x1b" not in told.output
        assert "2026-03-01" in told.output


def test_a_record_is_printed_with_the_options_it_was_dealt_with(dealt):
    """By its old name too."""
    told = CliRunner().invoke(cli, ["sheet", "mini-baccarat", "--doc", "roads", "--record", str(dealt), "--json"])
    made = json.loads(told.stdout)
    assert made["edition"] == "score"
    assert made["blocks"] == json.loads(json.dumps(as_values(filled(dealt))["blocks"]))
    assert replay(dealt).ok


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["canasta", "--doc", "score", "--hand", "1"], "add --record FILE"),
        (["mini-baccarat", "--record", "FILE"], "add --doc score"),
        (["mini-baccarat", "--hand", "1"], "add --doc score"),
        (["mini-baccarat", "--doc", "score", "--hand", "1"], "add --record FILE"),
        (["holdem", "--doc", "score", "--record", "FILE"], "is a record of mini-baccarat, not of holdem"),
        (["mini-baccarat", "--doc", "score", "--record", "FILE", "--set", "decks=6"], "--set is for an empty form"),
        (["mini-baccarat", "--doc", "score", "--record", "FILE", "--hand", "9"], "unknown record in this file: '9'"),
        (["mini-baccarat", "--doc", "score", "--record", "none.txt"], "none.txt"),
    ],
)
def test_what_cannot_be_printed_is_said(dealt, words, said):
    """With what to write instead, and exit 2."""
    told = CliRunner().invoke(cli, ["sheet", *(str(dealt) if word == "FILE" else word for word in words)])
    assert told.exit_code == 2
    assert said in told.output
