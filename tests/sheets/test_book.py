"""The book of a house: everything stands in it once, numbered for good, and nothing of the program's own."""

from __future__ import annotations

import io
import re
from functools import partial

import pypdf
import pytest

from dealerkit.rules.games import game, games
from dealerkit.rules.sets import rule_set
from dealerkit.rules.texts import text
from dealerkit.rulings.differences.rulings import outcome_differences
from dealerkit.rulings.games import faults_in_force, faults_of
from dealerkit.rulings.proof import prove
from dealerkit.sheets.document import (
    Contents,
    Control,
    Heading,
    Index,
    PageBreak,
    Paragraph,
    TableBlock,
    block_texts,
    inner,
    plain,
    texts,
)
from dealerkit.sheets.editions.book import make
from dealerkit.sheets.editions.control import make as control
from dealerkit.sheets.editions.edition import EditionOrder
from dealerkit.sheets.formats import render
from dealerkit.sheets.numbers import Numbers
from tests.gathered import holds_for_each
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
    assert len([one for one in headings if one.startswith("A call was short, in chips or verbally")]) == 1


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
    assert "House differences from the base rules" in list(texts(made))
    assert "House differences from the base rules" not in list(texts(book("holdem")))


@pytest.mark.parametrize("sources", ["none", "notes", "inline"])
def test_sources_stand_where_they_are_wanted(sources):
    """Nowhere, at the end, or behind each rule; our own readings are told once."""
    said = list(texts(book("holdem", sources=sources)))
    ours = [one for one in said if one.startswith("†")]
    assert ("Sources" in said) == (sources != "none")
    assert len(ours) == (sources != "none")
    assert any("[Robert's Rules of Poker" in one for one in said) == (sources == "inline")


@pytest.mark.sample(4, most=2)
@pytest.mark.parametrize("name", daily_games(7))
def test_every_game_can_be_a_book(name):
    """Each prints; set in pages, with a page number for every heading of the contents."""
    made = book(name)
    assert "\n### 1.1 House options\n" in render(made, "md")[0].decode()
    found = pypdf.PdfReader(io.BytesIO(render(made, "pdf")[0]))
    contents = " ".join(page.extract_text() for page in found.pages[:2])
    assert re.search(r"1.1\s+House options.*\d", contents)


def test_the_notes_tell_the_fingerprint_and_nothing_else_does():
    """Small, at the end, and not where sources are left out; another value of an option gives another one."""

    def said(**more):
        return [one for one in texts(book("red-dog", **more)) if "ingerprint" in one]

    assert said() == [f"Fingerprint of the rules in force: {game('red-dog').sha256[:16]}."]
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
        assert "when the deal is complete. An absent player" in said


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


RIVERSIDE = """set: riverside
extends: us
house: Riverside
title: House rules of Riverside
family: baccarat
{more}
faults: {{boxed_card: {{cases: {{otherwise: {{outcome: card_plays, rule: BI-03, remedies: [{remedy}]}}}}}}}}
"""


def proof_page(tmp_path, more="", remedy="", **order):
    """The page of proof of a house of baccarat: its sentences, and the rows of its table."""
    path = tmp_path / "riverside.yaml"
    path.write_text(RIVERSIDE.format(more=more, remedy=remedy), encoding="utf-8")
    made = make(EditionOrder((game("mini-baccarat", path),), control=Control(house="Riverside"), **order))
    listed = [block for block in made.blocks if not isinstance(block, PageBreak)]
    first = next(at for at, block in enumerate(listed) if isinstance(block, Heading) and block.anchor.startswith("proof-"))
    walked, table, own = listed[first + 1 : first + 4]
    assert isinstance(walked, Paragraph)
    assert isinstance(table, TableBlock)
    assert isinstance(own, Paragraph)
    rows = [["".join(run.text for part in one.lines for run in part) for one in row] for row in table.rows]
    return made, plain(walked.text), rows, plain(own.text)


def test_the_page_of_proof_says_what_was_walked_and_that_it_holds(tmp_path):
    """Each property of `prove`, over as much as it looks at, with the hash of the book; and what the house rules for itself."""
    _, walked, rows, own = proof_page(tmp_path)
    rules = rule_set(tmp_path / "riverside.yaml")
    proved = [*prove(rules)]
    assert [row[:2] for row in rows] == [[one.means, one.looked_at] for one in proved]
    assert {row[2] for row in rows} == {"holds"}
    assert game("mini-baccarat", rules.path).sha256[:16] in walked
    assert f"{len(rules.faults)} disputes and questions" in walked
    assert text(rules.faults["boxed_card"]["title"]) in own
    compared = outcome_differences(rule_set("us"), rules, ["boxed_card"])
    changed = sum(one.classes for one in compared.differences)
    assert changed
    assert f"also rules on: {compared.classes}." in own
    assert f"Ruled differently here: {changed}." in own


def test_the_page_of_proof_says_what_does_not_hold(tmp_path):
    """A house whose precedence places neither of two outcomes with remedies prints that, and not that all is well."""
    _, _, rows, _ = proof_page(tmp_path, "precedence: []", "RB-13")
    assert {row[2][:13] for row in rows} == {"holds", "does not hold"}
    (wrong,) = [row for row in rows if row[2].startswith("does not hold")]
    assert wrong[0].startswith("When two things go wrong in one hand, the rule set says which is ruled on first")
    assert text(rule_set("us").faults["surplus_card"]["title"]) in wrong[2]


def test_the_page_of_proof_is_for_houses_and_in_their_language(tmp_path):
    """Nobody's book has none; a Chinese one is Chinese."""
    assert "Proof of the rulings" not in list(texts(book("mini-baccarat")))
    made, _, rows, _ = proof_page(tmp_path, lang="zh-Hans")
    assert "裁决的验证" in list(texts(made))
    assert {row[2] for row in rows} == {"成立"}
    assert not re.search(r"[A-Za-z]{3}", " ".join(row[0] + row[1] for row in rows))
    for name in ("html", "md"):
        assert "无论说到什么" in render(made, name)[0].decode()


def explained(document):
    """The words that a document's glossary explains, and the rest of its text."""
    there = list(document.blocks)
    heads = {"Glossary", "Definitions"}
    at = next(at for at, block in enumerate(there) if isinstance(block, Heading) and plain(block.text) in heads)
    rest = " ".join(text for number, block in enumerate(there) if number != at + 1 for text in block_texts(block))
    return {plain(row[0].lines[0]) for row in there[at + 1].rows}, rest.casefold()


def explains_what_it_prints(make_document, name):
    """No word of a game's glossary is missing from the rest of its document; a button is explained where there is one."""
    words, rest = explained(make_document(EditionOrder((game(name),))))
    assert not [word for word in words if word not in rest]
    if game(name).family == "poker":
        assert ("button" in words) is (game(name).options["button_rule"] != "none")


@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.thorough)], ids=["one in six", "all"])
@pytest.mark.parametrize("edition", [make, control], ids=["book", "control"])
@pytest.mark.sample(2, rest="thorough")
def test_a_document_explains_only_words_that_it_prints(edition, every):
    """In every game, every day in one of six; no button is explained where the deal begins at the dealer's left, as in stud."""
    dealt = [name for name in games() if edition is make or game(name).data.get("dealing") != "seat"]
    holds_for_each(partial(explains_what_it_prints, edition), dealt[::every])
    words, _ = explained(edition(EditionOrder((game("holdem"),))))
    assert words >= {"button", "burn", "stub", "misdeal"}


def test_a_document_that_prints_none_of_the_words_has_no_glossary(monkeypatch):
    """No heading stands above nothing."""
    monkeypatch.setattr("dealerkit.sheets.editions.book.glossary", lambda *_: TableBlock([], []))
    assert "Glossary" not in list(texts(book("golf")))
