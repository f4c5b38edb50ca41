"""How far the places of works were read: nothing is called read that was not, and every citation says what its place holds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.rules.games import game_doc, games
from dealerkit.rules.lint.files import lint, look
from dealerkit.rules.lint.sources import sources
from dealerkit.rules.readings import GRADES, KNOWN, OURS, PART, READ, SECOND_HAND, reading, source_of_rule
from dealerkit.rules.sets import catalogue, rule_set, rule_sets

WORKS = catalogue().sources.data["sources"]

PUT_DOWN = {
    READ: [
        ("pa-code-58", "627a.1"), ("pa-code-58", "627a.8(b)"), ("pa-code-58", "631a.11(a)"), ("pa-code-58", "603a.17"),
        ("france-2007", "art. 54"), ("france-2007", "art. 55-14"), ("france-2007", "art. 58"), ("france-2007", "art. 60"),
        ("macau-55-2004", "art. 4"), ("macau-73-2005", "art. 18(2)"), ("spain-catalogue", "p. 358"),
        ("nsw-baccarat", "5.7"), ("la-admin-code-42", "III.3106"), ("poker-tda", "35-A(2), RP-10-C"), ("poker-tda", "71"),
        ("roberts-rules", "Misdeals 2(e)"), ("roberts-rules", "Dead hands 1(d)"), ("roberts-rules", "Irregularities 12"),
        ("roberts-rules", "Betting and raising 6"), ("roberts-rules", "Betting and Raising 11"), ("roberts-rules", "Showdown 7"),
        ("roberts-rules", "Ties 3, 4, 5"), ("roberts-rules", "Hold'em 8"), ("roberts-rules", "No-limit and Pot-limit 5"),
        ("roberts-rules", "House policies, procedures 1"), ("roberts-rules", "House policies, decision-making 5"),
        ("wsop-live-2026", "138, 179"), ("wsop-live", "104, 119, 120"),
    ],
    PART: [
        ("france-2007", "arts. 54 to 60"), ("macau-55-2004", "arts. 1 to 7"), ("macau-55-2004", "art. 6"),
        ("spain-1979", ""), ("nsw-baccarat", "5.1"), ("queensland-2001", ""), ("wac-230-15", ""), ("wsop-live", "7"),
        ("roberts-rules", "Betting and Raising 7"), ("roberts-rules", "Irregularities 15"), ("roberts-rules", "Seating 1"),
    ],
    SECOND_HAND: [
        ("singapore-baccarat", "rule 1.1.6"), ("roberts-rules", "Blinds 2"), ("roberts-rules", "Procedures 3"),
    ],
    KNOWN: [
        ("pa-code-58", "627a.13"), ("pa-code-58", "627a.5"), ("pa-code-58", "627a.12"), ("pa-code-58", "629a.13"),
        ("njac-13-69f", "13:69F-2.5"), ("roberts-rules", "House policies, decision-making 6"),
        ("roberts-rules", "House policies, procedures"), ("roberts-rules", "Betting and raising 9"),
        ("roberts-rules", "Betting and raising 13"), ("roberts-rules", "Betting and raising 14, 16"),
        ("roberts-rules", "Hold'em 9"), ("roberts-rules", "Draw high, jacks or better 2, 3"), ("roberts-rules", "Lowball 12"),
        ("roberts-rules", "No-limit and Pot-limit (gross misunderstanding)"), ("roberts-rules", "Tournaments"),
        ("roberts-rules", "Misdeals 2; Jacks or better 9"),
    ],
    OURS: [("dealerkit-reading", "BI-20"), ("dealerkit-reading", "records")],
}  # fmt: skip
"""Places of every kind, by how far the ledgers of the rules say they were read."""


@pytest.mark.parametrize(
    ("grade", "work", "section"), [(grade, *place) for grade, places in PUT_DOWN.items() for place in places]
)
def test_a_place_was_read_as_far_as_the_ledger_says(grade, work, section):
    """The weakest part of a citation counts; what is not put down is as far read as its work."""
    assert reading(WORKS, {"work": work, "section": section}).grade == grade


def sources_of(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Mapping[str, Any]]]:
    """Every citation below a value."""
    if isinstance(value, Mapping):
        if "work" in value and path and path[-1] == "source":
            yield path, value
        for key, inner in value.items():
            yield from sources_of(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from sources_of(inner, (*path, index))


def cited() -> Iterator[tuple[Mapping[str, Any], str, Mapping[str, Any]]]:
    """Every citation in force under every set and in every game, with the works that are known there."""
    for name in rule_sets():
        rules = rule_set(name)
        for path, source in sources_of({key: rules.doc.data.get(key) for key in ("faults", "findings", "remedies", "rules")}):
            yield rules.sources, f"{name} {path}", source
    for name in games():
        for path, source in sources_of(game_doc(name)[0].data.get("rules")):
            yield WORKS, f"{name} {path}", source


def test_no_citation_claims_more_than_was_read():
    """Under every set, houses among them."""
    found = [(where, reading(works, source)) for works, where, source in cited()]
    assert len(found) > 2000
    assert [where for where, one in found if one.too_much or not one.recorded] == []
    assert {one.grade for _, one in found} == set(GRADES)


def test_every_citation_says_what_its_place_holds():
    """What is ours holds nothing to look up, and a house knows its own book."""
    bare = {
        (source["work"], str(source.get("section")))
        for works, _, source in cited()
        if "house-rules" not in source["work"] and source["work"] not in ("dealerkit-reading", "old-mill-rules")
        and not (reading(works, source).holds and reading(works, source).look_up)
    }  # fmt: skip
    assert bare == set()


HOUSE = """set: riverside
extends: rrop
sources: {riverside-book: {title: Riverside rules, verified: read}%s}
faults:
  shuffle_complaint:
    cases:
      otherwise: {source: {work: roberts-rules, section: "%s", verified: %s}}
"""


@pytest.mark.parametrize(
    ("more", "section", "claim", "said"),
    [
        ("", "Draw high", "read", "`verified` is 'read', but the sources file has 'known' for roberts-rules, Draw high"),
        (
            "",
            "Misdeals 1, Draw high",
            "part",
            "`verified` is 'part', but the sources file has 'known' for roberts-rules, Misdeals 1, Draw high",
        ),
        ("", "Misdeals 1", "second_hand", ""),
        (", roberts-rules: {places: {Draw high: {verified: read}}}", "Draw high", "read", ""),
    ],
)
def test_lint_refuses_a_citation_that_claims_more_than_was_read(tmp_path, more, section, claim, said):
    """A house that has read the place puts that down; nobody is kept from claiming less."""
    path = tmp_path / "riverside.yaml"
    path.write_text(HOUSE % (more, section, claim), encoding="utf-8")
    assert [problem.message for problem in lint([path])] == ([said] if said else [])


def test_no_is_still_read_as_known_or_ours():
    """What older files wrote of both."""
    assert reading(WORKS, {"work": "dealerkit-reading", "section": "BI-20", "verified": "no"}).grade == OURS
    assert reading(WORKS, {"work": "pa-code-58", "section": "627a.1", "verified": "no"}).grade == KNOWN
    assert reading({}, {"work": "club", "section": "1", "verified": "no"}).grade == KNOWN


HOUSE_BOOK = """set: riverside
extends: us
sources:
  riverside-book: {title: Riverside rules, look_up: the pit office, places: {"4": {verified: second_hand, holds: the shoe}}}
faults:
  boxed_card:
    cases:
      otherwise: {source: {work: riverside-book, section: "4"}}
  surplus_card:
    cases:
      otherwise: {source: {work: dealerkit-reading, section: BI-08}}
"""


def test_lint_lists_what_was_not_read_by_work_and_place(tmp_path):
    """Of a house only what it cites itself; each place once, with where it is cited."""
    path = tmp_path / "riverside.yaml"
    path.write_text(HOUSE_BOOK, encoding="utf-8")
    found = sources([path])
    assert (found.cited, found.read) == (2, 0)
    assert [(one.work, one.section, one.verified, one.holds, one.look_up) for one in found.unread] == [
        ("riverside-book", "4", SECOND_HAND, "the shoe", "the pit office"),
        ("dealerkit-reading", "BI-08", OURS, "", ""),
    ]
    assert found.unread[0].where == (f"{path}:8",)


def test_what_remains_of_all_rule_files_is_all_that_was_not_read():
    """Every citation that is not read is in the list, at its own line, and nothing that was read is."""
    found = sources()
    lines = [where for one in found.unread for where in one.where]
    assert len(lines) == len(set(lines)) == found.cited - found.read
    assert {one.verified for one in found.unread} == {PART, SECOND_HAND, KNOWN, OURS}
    assert [(one.work, one.verified) for one in found.unread if one.section == "627a.13"] == [("pa-code-58", KNOWN)]
    assert not any(one.section.startswith("627a.8") for one in found.unread)
    assert all(one.work != "dealerkit-reading" or one.verified == OURS for one in found.unread)


def test_lint_sources_on_the_screen_and_as_json(tmp_path):
    """The work once, with where to look it up; then place by place."""
    path = tmp_path / "riverside.yaml"
    path.write_text(HOUSE_BOOK, encoding="utf-8")
    result = CliRunner().invoke(main, ["lint", "--sources", str(path)])
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "Riverside rules",
        "  available from: the pit office",
        "  known at second hand:",
        "    - 4: the shoe",
        "",
        "dealerkit's reading",
        "  our own reading, because no rule book covers it:",
        "    BI-08",
        "",
        "read: 0 of 2 citations. Listed above: 2 places not read in full",
    ]
    document = json.loads(CliRunner().invoke(main, ["lint", "--sources", "--json", str(path)]).stdout)
    assert document["unread"][0]["verified"] == SECOND_HAND
    assert CliRunner().invoke(main, ["lint", "--sources", "--notes"]).exit_code == 2


@pytest.mark.parametrize(
    ("game", "rule", "work"),
    [
        ("nap", "NP-A5", "dealerkit-reading"),
        ("nap", "SG-04", "dealerkit-reading"),  # told in the game's own words, listed with the rules that all home games share
        ("all-fours", "AF-08", "dealerkit-reading"),
        ("red-dog", "RD-A1", "dealerkit-reading"),
        ("cash", "CA-19", "published-game-rules"),
        ("nap", "NP-26", None),
        ("nap", "SG-08", None),
        ("red-dog", "RD-14", None),
    ],
)
def test_a_chapter_lists_its_readings_of_ours(game, rule, work):
    """Rules that the guide states, or that follow from it, bear no citation; what fills its gaps is ours, or is cited."""
    chapters = game_doc(game)[0].data["rules"].values()
    (chapter,) = [chapter for chapter in chapters if rule in chapter["rules"]]
    assert (source_of_rule(chapter, rule) or {}).get("work") == work


def test_a_reading_of_ours_is_a_rule(tmp_path):
    """What a chapter lists has to stand somewhere."""
    path = tmp_path / "riverside.yaml"
    book = "rules: {house: {title: House, ours: [HB-01, HB-02], rules: {HB-01: The dealer smiles.}}}"
    path.write_text(f"set: riverside\nextends: us\n{book}\n", encoding="utf-8")
    assert [problem.message for problem in lint([path])] == ["unknown rule: 'HB-02'"]
    assert [(one.section, one.verified) for one in sources([path]).unread] == [("HB-01", OURS)]


def test_an_old_no_is_noted(tmp_path):
    """It is still read, and lint --notes says what to write."""
    path = tmp_path / "riverside.yaml"
    path.write_text(HOUSE % ("", "Draw high", '"no"'), encoding="utf-8")
    assert lint([path]) == []
    notes = [note for note in look([path]).notes if "does not say why the section was not read" in note.message]
    assert [(note.line, note.hint) for note in notes] == [
        (7, "remove `verified`, or write known (the text was not seen) or ours (no text covers it)")
    ]


def test_a_work_is_explained_place_by_place():
    """Where it can be looked up, what each place holds, and which were not read in full."""
    text = " ".join(CliRunner().invoke(main, ["explain", "pa-code-58"]).stdout.split())
    assert "available from: the Commonwealth's published code" in text
    assert "- 627a.8: when bets are closed" in text
    assert "- 627a.13 (the text was not seen): irregularities: an extra card" in text
