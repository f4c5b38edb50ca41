"""The book of a house: everything stands in it once, numbered for good, and nothing of the program's own."""

from __future__ import annotations

import io
import re

import pypdf
import pytest

from dealerkit.rules.games import game
from dealerkit.rulings.games import faults_in_force, faults_of
from dealerkit.sheets.document import Contents, Control, Heading, Index, TableBlock, inner, plain, texts
from dealerkit.sheets.editions.book import make
from dealerkit.sheets.editions.control import make as control
from dealerkit.sheets.editions.edition import EditionOrder
from dealerkit.sheets.formats import render
from dealerkit.sheets.numbers import Numbers
from tests.sampling import daily_games

RULE_ID = re.compile(r"\b[A-Z]{2}-\d{2}\b")
FILE = re.compile(r"\.ya?ml\b")


def book(*dealt, **more):
    """A book of games: id, or id and rule set."""
    return make(EditionOrder(tuple(game(*one) if isinstance(one, tuple) else game(one) for one in dealt), **more))


def blocks(document):
    """Every block of a document."""
    return [block for outer in document.blocks for block in inner(outer)]


@pytest.fixture(scope="module")
def two():
    """A book of two games of one family and one of another."""
    return book("mini-baccarat", ("holdem", "tda"), ("stud7", "tda"))


def test_nothing_of_the_program_stands_in_it(two):
    """No rule id, no name of an option, no file."""
    said = "\n".join(texts(two))
    assert not RULE_ID.findall(said)
    assert not FILE.search(said)
    names = {name for one in ("mini-baccarat", "holdem", "stud7") for name in game(one).choices if "_" in name}
    assert not {name for name in names if name in said}


def test_every_fault_stands_in_it(two):
    """Of each game, by its title; a fault that both games of poker have in the same way stands once."""
    headings = ["".join(run.text for run in block.text) for block in blocks(two) if isinstance(block, Heading)]
    for dealt in (game("mini-baccarat"), game("holdem", "tda"), game("stud7", "tda")):
        for fault in faults_in_force(dealt).values():
            title = fault["title"] if isinstance(fault["title"], str) else fault["title"]["en"]
            assert any(one.startswith(title) for one in headings), title
    assert len([one for one in headings if one.startswith("Too little was put in or said for a call")]) == 1


def test_every_number_stands_once_and_what_the_index_names_is_there(two):
    """No two things have one number, and nothing points at nothing."""
    numbers = [block.number for block in blocks(two) if getattr(block, "number", "")]
    rows = [
        row[0].lines[0][0].text for block in blocks(two) if isinstance(block, TableBlock) for row in block.rows if row[0].anchor
    ]
    assert len(rows) > 500
    assert len(set(numbers + rows)) == len(numbers + rows)
    anchors = {getattr(block, "anchor", "") for block in blocks(two)}
    anchors |= {one.anchor for block in blocks(two) if isinstance(block, TableBlock) for row in block.rows for one in row}
    (index,) = [block for block in blocks(two) if isinstance(block, Index)]
    assert {anchor for _, places in index.entries for anchor, _ in places} <= anchors
    assert any(isinstance(block, Contents) for block in blocks(two))


def test_numbers_stay_when_a_game_comes_and_another_goes():
    """Whatever was printed before keeps its number; what is gone is listed."""
    numbers = Numbers(edition="1")
    first = book("mini-baccarat", "holdem", numbers=numbers, control=Control(edition="1"))
    before = {one.key: one.number for one in numbers.all}
    numbers.edition = "2"
    second = book("red-dog", "holdem", numbers=numbers, control=Control(edition="2"))
    after = {one.key: one.number for one in numbers.all}
    assert after.items() >= before.items()
    gone = {one.number for one in numbers.withdrawn}
    assert numbers.number("holdem") == before["holdem"] == "2"
    assert before["mini-baccarat"] in gone
    said = list(texts(second))
    assert "Withdrawn numbers" in said
    assert "Withdrawn numbers" not in list(texts(first))
    assert before["mini-baccarat/options/decks"] in said


def test_where_a_house_departs_stands_with_its_authority(tmp_path):
    """What it was, what it is, who says so; of a set that is nobody's house nothing is told."""
    path = tmp_path / "house.yaml"
    path.write_text(
        "set: riverside\nextends: tda\nhouse: Riverside\ntitle: House rules of Riverside\nversion: 1\n"
        "options:\n  holdem: {small_blind: 5, big_blind: 10}\n",
        encoding="utf-8",
    )
    made = make(EditionOrder((game("holdem", str(path)),), control=Control(house="Riverside")))
    rows = [
        [str(line[0].text) if line else "" for one in row for line in one.lines]
        for b in blocks(made)
        if isinstance(b, TableBlock)
        for row in b.rows
    ]
    assert ["Option: Small blind", "1", "5", "House option"] in rows
    assert "The rules of Riverside" in list(texts(made))
    assert "Where the house departs from what it builds on" in list(texts(made))
    assert "Where the house departs from what it builds on" not in list(texts(book("holdem")))


@pytest.mark.parametrize("sources", ["none", "notes", "inline"])
def test_sources_stand_where_they_are_wanted(sources):
    """Nowhere, at the end, or behind each rule; our own readings are told once."""
    said = list(texts(book("holdem", sources=sources)))
    ours = [one for one in said if one.startswith("†")]
    assert ("Sources" in said) == (sources != "none")
    assert len(ours) == (sources != "none")
    assert any("[Robert's Rules of Poker" in one for one in said) == (sources == "inline")


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", daily_games(7))
def test_every_game_can_be_a_book(name):
    """Each prints; set in pages, with a page number for every heading of the contents."""
    made = book(name)
    assert "\n### 1.1 Options of the house\n" in render(made, "md")[0].decode()
    found = pypdf.PdfReader(io.BytesIO(render(made, "pdf")[0]))
    contents = " ".join(page.extract_text() for page in found.pages[:2])
    assert re.search(r"1.1\s+Options of the house.*\d", contents)


def test_the_notes_tell_the_fingerprint_and_nothing_else_does():
    """Small, at the end, and not where sources are left out; another value of an option gives another one."""

    def said(**more):
        return [one for one in texts(book("red-dog", **more)) if "ingerprint" in one]

    assert said() == [f"Fingerprint of the rules that are in force here: {game('red-dog').sha256[:16]}."]
    assert said(sources="none") == []
    two = make(EditionOrder((game("red-dog"), game("canasta"))))
    assert game("red-dog").sha256[:16] not in " ".join(texts(two))


def test_no_note_announces_what_does_not_follow():
    """The sheet lists our readings below its sign, the book has them in their places."""
    assert not [one for one in texts(book("canasta")) if one.startswith(("†", "‡")) and one.endswith(":")]


@pytest.mark.parametrize("edition", [make, control])
def test_the_last_ruling_of_several_is_for_whatever_is_left_over(edition):
    """`In every case` below other rulings would say that those never hold."""
    firsts = []
    for one in blocks(edition(EditionOrder((game("mini-baccarat"),)))):
        if isinstance(one, TableBlock) and "If" in (head := [plain(said) for each in one.head for said in each.lines]):
            firsts.append([plain(row[head.index("If")].lines[0]) for row in one.rows])
    assert any(rows[-1] == "Otherwise" for rows in firsts)
    assert all(len(rows) == 1 for rows in firsts if "In every case" in rows)


def test_a_step_and_its_reason_are_two_sentences():
    """`... when the deal is done Nobody is there ...` stood in the book of hold'em and in what a regulator is sent."""
    for edition in (make, control):
        said = " ".join(texts(edition(EditionOrder((game("holdem"),)))))
        assert "when the deal is done. Nobody is there" in said


@pytest.mark.parametrize("edition", [make, control])
def test_what_the_floor_weighs_and_what_it_may_do_are_told_apart(edition):
    """Behind "You decide" stands a list of each, and what each is: no bare line of either is left."""
    baccarat = game("mini-baccarat")
    found = {
        kind: [text for fault in faults_of(baccarat).values() for case in fault["cases"].values() for text in of(case)]
        for kind, of in {"weigh": lambda case: case.get("weigh", ()), "choices": lambda case: case.get("choices", ())}.items()
    }
    said = list(texts(edition(EditionOrder((baccarat,)))))
    assert found["weigh"]
    assert found["choices"]
    assert any(one.startswith("Weigh: ") for one in said)
    assert any(one.startswith("You may: ") for one in said)
    assert not {str(one) for one in said} & {str(one) for listed in found.values() for one in listed}
