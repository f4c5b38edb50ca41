"""The score sheet: RO-01 to RO-05 on paper, for a pencil or from a record."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main as cli
from dealerkit.rules.games import game
from dealerkit.rules.road_book import road_book
from dealerkit.sheets.render import render_score
from dealerkit.sheets.roads import score_sheet
from dealerkit.sheets.voice import LANGUAGES
from dealerkit.table.playback import replay
from dealerkit.table.record import read_record
from dealerkit.table.scorecard import scorecard


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


def drawings(page: str) -> list[list[ET.Element]]:
    """The drawings of a page in HTML: for each form its roads."""
    forms = re.split(r'<main class="form">', page)[1:]
    return [[ET.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", form, re.DOTALL)] for form in forms]


def marks(page: str) -> list[list[list[str]]]:
    """The marks of a page in HTML: for each form and road the letters of its squares, row by row, only those that have one."""
    return [
        [[node.text or "" for node in svg.iter() if node.tag.endswith("text") and (node.text or "").isalpha()] for svg in form]
        for form in drawings(page)
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_empty_form_has_every_square_and_no_mark(lang):
    """As many rows and columns as the game's file says, in every language; each road is told in words too."""
    page = render_score(score_sheet(game("mini-baccarat"), lang), "html")
    kept = road_book(game("mini-baccarat")).kept
    (form,) = drawings(page)
    for svg, road in zip(form, kept, strict=True):
        lines = "".join(node.get("d") or "" for node in svg.iter())
        assert (lines.count("H"), lines.count("V")) == (road.rows + 1, road.columns + 1)
        assert {str(road.rows), str(road.columns)} <= set(re.findall(r"\d+", svg[0].text))
    assert marks(page) == [[[]] * len(kept)]
    assert "<dd></dd>" in page
    assert not re.search(r"roads_|\{|\}", re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL))


def test_a_filled_sheet_is_the_scorecard_of_the_record(dealt):
    """A form for each shoe; each road square by square."""
    card = scorecard(read_record(dealt))
    told = CliRunner().invoke(cli, ["sheet", "mini-baccarat", "--doc", "roads", "--record", str(dealt), "--format", "html"])
    assert told.exit_code == 0
    letters = [
        [[cell[0] for row in card.book.grid(road, shoe) for cell in row if cell] for road in card.book.kept]
        for shoe in card.shoes
    ]
    assert marks(told.output) == letters
    assert len(letters) == 2


def test_what_stands_in_the_record_is_text_on_the_page(dealt):
    """Table, dealer and date are printed, and neither HTML nor Markdown nor a screen obeys them."""
    for form, said in (("html", "T7 &lt;b&gt;|*x*"), ("md", r"T7 &lt;b&gt;\|\*x\*")):
        told = CliRunner().invoke(cli, ["sheet", "mini-baccarat", "--doc", "roads", "--record", str(dealt), "--format", form])
        assert said in told.output
        assert "\x1b" not in told.output
        assert "2026-03-01" in told.output


def test_markdown_has_the_roads_as_they_are_written_in_letters(dealt):
    """The first row of the bead plate and of the big road."""
    card = scorecard(read_record(dealt))
    page = CliRunner().invoke(cli, ["sheet", "mini-baccarat", "--doc", "roads", "--record", str(dealt)]).output
    for road in card.book.kept[:2]:
        row = card.book.grid(road, card.shoes[0])[0]
        assert "| " + " | ".join(row).replace("  ", " ").strip() in page.replace("|  |", "| |")


def test_a_record_is_printed_with_the_options_it_was_dealt_with(dealt):
    """The document names the game and the forms are filled."""
    told = CliRunner().invoke(cli, ["sheet", "mini-baccarat", "--doc", "roads", "--record", str(dealt), "--json"])
    made = json.loads(told.output)
    assert made["doc"] == "roads"
    assert made["filled"] is True
    counted = [sum(count for _, count in form["counts"][:3]) for form in made["forms"]]
    assert counted == [len(shoe) for shoe in scorecard(read_record(dealt)).shoes]
    assert replay(dealt).ok


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nap", "--doc", "roads"], "no roads are kept of Nap"),
        (["mini-baccarat", "--record", "FILE"], "add --doc roads"),
        (["mini-baccarat", "--hand", "1"], "add --doc roads"),
        (["mini-baccarat", "--doc", "roads", "--hand", "1"], "add --record FILE"),
        (["holdem", "--doc", "roads", "--record", "FILE"], "is a record of mini-baccarat, not of holdem"),
        (["mini-baccarat", "--doc", "roads", "--record", "FILE", "--set", "decks=6"], "--set is for an empty form"),
        (["mini-baccarat", "--doc", "roads", "--record", "FILE", "--hand", "9"], "no record in this file is called '9'"),
        (["mini-baccarat", "--doc", "roads", "--record", "none.txt"], "none.txt"),
    ],
)
def test_what_cannot_be_printed_is_said(dealt, words, said):
    """With what to write instead, and exit 2."""
    told = CliRunner().invoke(cli, ["sheet", *(str(dealt) if word == "FILE" else word for word in words)])
    assert told.exit_code == 2
    assert said in told.output
