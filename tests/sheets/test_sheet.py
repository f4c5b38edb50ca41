"""What a sheet says: everything once, nothing that the engine does not do, and every departure of a house."""

from __future__ import annotations

import functools
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from dealerkit.arithmetic.coup import payout_lines
from dealerkit.arithmetic.odds import full_shoe, odds
from dealerkit.errors import RuleFileError
from dealerkit.files.output import write_output as write
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.games import game, games
from dealerkit.rules.readings import reading
from dealerkit.rules.reports.odds import percent
from dealerkit.sheets.disputes import moments
from dealerkit.sheets.document import Control, texts
from dealerkit.sheets.editions.book import make
from dealerkit.sheets.editions.edition import EditionOrder
from dealerkit.sheets.formats import render
from dealerkit.sheets.formats.markdown import markdown
from dealerkit.sheets.numbers import Numbers
from dealerkit.sheets.voice import LANGUAGES, fixed_words
from tests.sampling import daily, daily_games
from tests.sheets.reading import Parts

BACCARAT = ["us", "france", "spain", "macau", "nsw", "louisiana"]


class Page(HTMLParser):
    """Reads a page strictly enough to see that it is well formed."""

    VOID = frozenset({"meta", "br", "link", "hr", "img", "col"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.wrong: list[str] = []
        self.said: list[str] = []
        self.languages: list[str] = []
        self.unscoped = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        found = dict(attrs)
        self.tags[tag] += 1
        if "id" in found:
            self.ids.append(str(found["id"]))
        if "lang" in found:
            self.languages.append(str(found["lang"]))
        if tag == "a":
            self.links.append(str(found.get("href")))
        if tag == "th" and "scope" not in found:
            self.unscoped += 1
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close a tag."""
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        """Note text."""
        self.said.append(data)


def cell(sheet, table, row, column):
    """One cell of a table of a sheet, by the head of its row and the place of its column."""
    found = next(one for one in sheet.tables if one.id == table)
    return next(line for line in found.rows if line[0].text == row)[column]


# The rule book, the options, the procedure


def test_every_rule_of_the_ledger_is_printed_once(standard):
    """BA-01 to BA-80, the readings BA-A1 to BA-A11, and RO-01 to RO-05 on keeping the score, each in one place of a book of those
    houses in which it is in force.
    """
    every = dict.fromkeys((name for name, option in standard.choices.items() if option.values == (False, True)), "yes")
    houses: tuple[dict[str, str], ...] = ({}, every, {"variant": "ez"}, {"variant": "super6"}, {"commission_method": "mark"})
    books = [[rule.id for chapter in Parts(game("mini-baccarat", None, one)).rules for rule in chapter.rules] for one in houses]
    ledger = [*(f"BA-{n:02}" for n in range(1, 81)), *(f"BA-A{n}" for n in range(1, 12)), *(f"RO-{n:02}" for n in range(1, 6))]
    assert all(len(set(printed)) == len(printed) for printed in books)
    assert {rule for printed in books for rule in printed} == set(ledger)


def test_prose_follows_the_options():
    """A number in the rule book is the number in force."""
    sheet = Parts(game("mini-baccarat", settings={"decks": 6, "cut_card_depth": 14, "commission_method": "mark"}))
    rules = {rule.id: rule for chapter in sheet.rules for rule in chapter.rules}
    assert "6 ordinary packs" in rules["BA-02"].text
    assert "14 cards behind it" in rules["BA-18"].text
    assert "paid in full, then its commission is marked in the box" in rules["BA-63"].text
    assert "{" not in "".join(rule.text for rule in rules.values())


# Tables, odds and irregularities are those of the engine


def test_the_drawing_table_is_printed_as_it_is_run(standard):
    """All 88 cells, the column of a hand that stood at the end, and each row in words."""
    sheet, rules = Parts(standard), coup_rules(standard)
    for total in range(8):
        for points in range(10):
            assert cell(sheet, "tableau", str(total), 1 + points).text == ("D" if rules.draws(total, points) else "S")
        assert cell(sheet, "tableau", str(total), 11).text == ("D" if rules.draws(total, None) else "S")
    assert cell(sheet, "tableau", "4", 12).text == "draws on 2-7; stands on 0, 1, 8, 9; if the player stood, draws"
    assert [one.text for one in next(table for table in sheet.tables if table.id == "player_draws").rows[0][1:]] == [
        *"DDDDDDSSNN"
    ]


def test_the_pay_table_has_the_bets_that_are_offered():
    """With a side bet on, its line; with the form changed, another banker line."""
    plain = Parts(game("mini-baccarat"))
    assert {row[0].text for row in next(table for table in plain.tables if table.id == "pays").rows} == {
        "Player",
        "Banker",
        "Tie",
    }
    ez = game("mini-baccarat", settings={"variant": "ez", "dragon7": "yes"})
    rows = [tuple(one.text for one in row) for row in next(one for one in Parts(ez).tables if one.id == "pays").rows]
    expected = [(line.when, line.pays) for line in payout_lines(coup_rules(ez), ["player", "banker", "tie", "dragon7"])]
    assert [row[1:] for row in rows] == expected
    assert ("Banker", "banker wins with a three-card 7", "push") in rows
    assert rows[-1] == ("Dragon 7", "banker wins with a three-card 7", "40 to 1")


@pytest.mark.parametrize(
    ("settings", "head", "said", "cells"),
    [
        ({}, "A", "Then burned", ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "10", "10", "10"]),
        (
            {"burn_count": "ace_11"},
            "A",
            "Then burned",
            ["11", "2", "3", "4", "5", "6", "7", "8", "9", "10", "10", "10", "10"],
        ),
        (
            {"burn_count": "point_value"},
            "A",
            "Then burned",
            ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "0", "0", "0"],
        ),
        ({"burn_count": "number_of_decks", "decks": 6}, "any", "Total burned", ["6"]),
        ({"burn_count": "fixed", "burn_fixed": 3}, "any", "Total burned", ["3"]),
        (
            {"burn_count": "whole_face_value"},
            "A",
            "Total burned",
            ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "10", "10", "10"],
        ),
    ],
)
def test_the_burn_table_is_the_one_in_force_ba_22(settings, head, said, cells):
    """The option chooses; where the number does not go by the card there is one column. Whether the first card counts is said."""
    sheet = Parts(game("mini-baccarat", settings=settings))
    table = next(one for one in sheet.tables if one.id == "burn")
    assert table.columns[1] == head
    assert [one.text for one in table.rows[0]] == [said, *cells]


def test_the_odds_are_those_of_the_engine(standard, house):
    """House edge from the exact count; a house's table has its own."""
    rules = coup_rules(standard)
    exact = odds(rules, full_shoe(rules.points, 8)).bets
    made = Parts(standard).odds
    assert made is not None
    assert [(row.bet, row.edge) for row in made.bets] == [(bet, percent(exact[bet].edge)) for bet in ("player", "banker", "tie")]
    assert [row.edge for row in made.bets] == ["1.2351%", "1.0579%", "14.3596%"]
    other = Parts(house).odds
    assert other is not None
    assert [row.bet for row in other.bets] == ["player", "banker", "tie", "dragon7"]
    assert other.bets[1].edge != "1.0579%"


def test_every_work_that_is_cited_is_listed(house):
    """The house's own book among them, with the sections that are cited."""
    works = {work.id: work for work in Parts(house).sources}
    assert works["riverside"].sections == "Cited here: 9.1. Read in part: 4"
    assert "pa-code-58" in works


# Departures


def test_the_departures_of_a_house(house):
    """What it was, what it is, by what authority, as outcome against outcome; the base's authority is not borrowed."""
    found = {(one.part, one.kind): one for one in Parts(house).departures}
    assert set(found) == {
        ("options", "changed"), ("tables", "changed"), ("steps", "added"), ("steps", "removed"), ("rules", "changed"),
        ("findings", "changed"), ("rulings", "changed"),
    }  # fmt: skip
    rulings = [one for one in Parts(house).departures if one.part == "rulings"]
    assert [one.about[0] for one in rulings] == ["A card was face up in the shoe", "A bet was changed after the first card"]
    assert (rulings[0].old[0], rulings[0].new[0]) == ("Replace the card", "The card plays")
    assert [one.source for one in rulings] == ["Riverside house book, 9.1", "House rule"]
    assert (found["findings", "changed"].source, found["findings", "changed"].new) == ("House rule", ("major",))
    assert found["rules", "changed"].source == "Riverside house book, 4"
    assert found["options", "changed"].source == "House option"
    assert found["steps", "removed"].old == ("Hold out the spare cut card to a bettor.",)
    for one in Parts(house).departures:
        assert one.old != one.new
        assert not re.search(r"\b[A-Z]{2}-[0-9]+", " ".join((*one.about, *one.old, *one.new)))


def test_options_of_a_house_file_and_of_the_command_line_are_departures():
    """Wherever they were set, and under a rule set that is nobody's house; what follows from an option is not told twice."""
    made = Parts(game("holdem", "rrop", {"check_raise": False})).departures
    assert [(one.part, one.old, one.new, one.source) for one in made] == [("options", ("yes",), ("no",), "House option")]


def test_a_house_that_rules_otherwise_is_its_own_authority(tmp_path):
    """Where it names no source: in its rulings on paper and among the departures the set below is not cited for it; a set that
    extends it without a `house:` is a house's as well.
    """
    path = tmp_path / "ours.yaml"
    boxed = "{outcome: card_plays, remedies: [], say: The card plays., because: It is a card.}"
    path.write_text(f"set: ours\nextends: france\nfaults: {{boxed_card: {{cases: {{otherwise: {boxed}}}}}}}\n", encoding="utf-8")
    sheet = Parts(game("mini-baccarat", path))
    (one,) = sheet.departures
    assert (one.new[0], one.source) == ("The card plays", "House rule")
    (source,) = {row.source for row in sheet.decisions if row.say == "The card plays."}
    assert source is not None
    assert (source.text, source.mark) == ("House rule", "")


# The head


# Formats


PAGES = [(name, lang) for name in games() for lang in LANGUAGES]


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("a | b", r"a \| b"),
        ("[x](javascript:y)", r"\[x\](javascript:y)"),
        ("# no heading", r"\# no heading"),
        ("- no list", r"\- no list"),
        ("1. no list", r"1\. no list"),
        ("0.05", "0.05"),
        ("`code` _and_ ~this~", r"\`code\` \_and\_ \~this\~"),
        ("two\nlines", "two lines"),
        ("back\\slash & <tag>", r"back\\slash &amp; &lt;tag&gt;"),
    ],
)
def test_markdown_shows_a_text_as_it_is(said, written):
    """Whatever has a meaning in Markdown loses it; nothing breaks out of a table's cell."""
    assert markdown(said) == written


def test_the_fixed_words_are_in_every_language():
    """None is missing or empty, and placeholders are the same in all."""
    for key, words in fixed_words().items():
        assert set(words) == set(LANGUAGES), key
        assert all(words.values()), key
        assert len({frozenset(re.findall(r"{\w+}", said)) for said in words.values()}) == 1, key


def test_a_table_that_cannot_be_run_is_not_printed(tmp_path):
    """A sheet never passes over what the engine would refuse."""
    path = tmp_path / "broken.yaml"
    path.write_text(
        "set: broken\nextends: us\nprocedures: {mini-baccarat: {tables: {natural: 9}}}\n", encoding="utf-8"
    )  # then a row for eight is missing
    with pytest.raises(RuleFileError, match=r"tableau\.8"):
        Parts(game("mini-baccarat", path))


@functools.cache
def book_of(name, lang="en"):
    """The book of a game as it comes; several tests look at the same one."""
    return make(EditionOrder((game(name),), lang))


@pytest.mark.sample(3, most=1)
@pytest.mark.parametrize("name", daily_games(5, first=2))
def test_every_rule_stands_once_in_the_book(name):
    """With a number that no other entry has."""
    numbers = Numbers(edition="")
    dealt = game(name)
    made = make(EditionOrder((dealt,), numbers=numbers))
    said = Counter(getattr(block, "number", "") for block in made.blocks)
    printed = Counter(texts(made))
    for chapter in Parts(dealt).rules:
        for rule in chapter.rules:
            number = numbers.number(f"{dealt.family}-rules/rule/{rule.id}")
            assert said[number] == 1, rule.id
            assert sum(printed[one] for one in printed if one.startswith(f"{number} {rule.text}")) == 1, rule.id


def test_every_option_is_printed_with_its_value_in_force():
    """By its title, in the words of the option; only what a bet that is not offered would pay or take is left out."""
    france = game("mini-baccarat", "france", {"tie_pays": "9:1"})
    rows = {row.name: row for row in Parts(france).options}
    pays = {name for name in france.choices if name.endswith("_pays")} - {"tie_pays"}
    assert france.choices.keys() - rows.keys() == pays | {"burn_fixed", "side_maximum", "side_without_main"}
    assert list(rows) == [name for name in france.choices if name in rows]
    assert (rows["decks"].value, rows["tie_pays"].value) == ("6", "9 to 1")
    assert rows["commission_method"].value == "taken out of each payout"
    said = list(texts(make(EditionOrder((france,)))))
    for row in rows.values():
        assert str(row.value) in said[said.index(str(row.title)) :][:2]


def test_every_step_is_printed_in_order(standard):
    """Numbered through, each with a sentence and a reason."""
    steps = [step for part in Parts(standard).procedure for step in part.steps]
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert [step.id for step in steps[:6]] == ["rack", "decks", "cut_cards", "shuffle", "roll", "offer"]
    said = "\n".join(texts(book_of("mini-baccarat")))
    places = [said.index(str(step.say)) for step in steps]
    assert all(step.why and str(step.why) in said for step in steps)
    assert places == sorted(places)


def test_a_cell_that_a_house_changes_is_told(house):
    """It stands in the table, in the row's words, in the rule that points at the row, and among the departures."""
    sheet = Parts(house)
    assert cell(sheet, "tableau", "6", 7).text == "S"
    assert cell(sheet, "tableau", "6", 12).text.startswith("draws on 7;")
    row = next(rule for chapter in sheet.rules for rule in chapter.rules if rule.id == "BA-40").row
    assert row.startswith("The banker draws if the player's third card counts 7 and stands if ")
    one = next(one for one in sheet.departures if one.part == "tables")
    assert one.about == ("Drawing rules for the banker's hand: 6, Value of the player's third card 6",)
    assert (one.old, one.new) == (("D",), ("S",))


@pytest.mark.parametrize("rules", BACCARAT)
@pytest.mark.sample(1, most=2)
def test_every_ruling_says_how_far_its_source_was_read(rules):
    """As the rule file has it."""
    dealt = game("mini-baccarat", rules)
    found = {(dispute.fault, one.case): one for moment in moments(Parts(dealt).context) for dispute in moment.disputes
             for one in dispute.decisions}  # fmt: skip
    assert found
    for (fault, case), one in found.items():
        written = dealt.rules.faults[fault]["cases"].get(case)
        if written is not None and one.source is not None:
            assert one.source.verified == reading(dealt.rules.sources, written["source"]).grade


def test_a_set_that_extends_nothing_departs_from_nothing(standard):
    """The American rules stand on their own, and say nothing of departures."""
    assert Parts(standard).departures == ()
    assert "depart" not in " ".join(texts(book_of("mini-baccarat")))


def test_a_house_that_changes_nothing_departs_from_nothing(tmp_path):
    """And its fingerprint is that of the set it extends."""
    path = tmp_path / "same.yaml"
    path.write_text("set: same\nextends: us\nhouse: The Same\n", encoding="utf-8")
    dealt = game("mini-baccarat", path)
    assert Parts(dealt).departures == ()
    assert dealt.sha256 == game("mini-baccarat", "us").sha256


def test_a_house_over_a_house_departs_from_what_both_rest_on(house_file, tmp_path):
    """From the nearest set that is no house's own: what the house below has chosen is a departure of the event, too."""
    path = tmp_path / "event.yaml"
    path.write_text("set: event\nextends: ./riverside.yaml\noptions: {mini-baccarat: {free_coups: 3}}\n", encoding="utf-8")
    event, below = Parts(game("mini-baccarat", path)).departures, Parts(game("mini-baccarat", house_file)).departures
    assert [one.about for one in event if one not in below] == [("Free hands per shoe",)]
    assert set(below) < set(event)


@pytest.mark.parametrize(("name", "book"), [("holdem", {"board"}), ("stud7", set()), ("badugi", {"draw"})])
def test_the_rules_of_a_game_are_those_of_its_form(name, book):
    """The set's chapters on the board (FTR-20) and on the draw (DR-16) are printed for the forms that have one."""
    printed = {rule.id for chapter in Parts(game(name)).rules for rule in chapter.rules}
    assert {"FTR-20": "board" in book, "DR-16": "draw" in book} == {rule: rule in printed for rule in ("FTR-20", "DR-16")}
    assert printed >= {"FTR-27", "FTR-28"}  # a stub falls in any form


PAGES = [(name, lang) for name in games() for lang in LANGUAGES]


@pytest.mark.sample(3, most=1)
@pytest.mark.parametrize(("name", "lang"), daily(PAGES, 11))
def test_the_page_is_well_formed_and_accessible(name, lang):
    """One main, one h1, every header cell with a scope, ids once, links that lead somewhere, languages named."""
    page = Page(render(book_of(name, lang), "html")[0].decode())
    assert (page.wrong, page.open) == ([], [])
    assert page.tags["main"] == page.tags["h1"] == page.tags["title"] == 1
    assert page.unscoped == 0
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert page.languages[0] == lang
    assert lang == "en" or "en" in page.languages
    assert not page.tags["script"] + page.tags["link"]  # one file, nothing to fetch


def test_text_of_the_house_is_escaped(house):
    """Neither tags nor Markdown in a house's words do anything."""
    made = make(EditionOrder((house,), control=Control(house="Riverside *Card* | Room & <b>Sons</b>")))
    page, text = (render(made, form)[0].decode() for form in ("html", "md"))
    assert "<script" not in page
    assert "<b>Sons" not in page
    assert "Riverside *Card* | Room & <b>Sons</b>" in "".join(Page(page).said)
    assert r"Riverside \*Card\* \| Room &amp; &lt;b&gt;Sons&lt;/b&gt;" in text
    assert "<script" not in text


@pytest.mark.sample(3, most=1)
@pytest.mark.parametrize("name", daily_games(5, first=2))
def test_the_tables_of_markdown_have_as_many_cells_in_every_row(name):
    """A bar in a text would add one."""
    columns = 0
    for line in render(book_of(name), "md")[0].decode().splitlines():
        cells = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0
        assert not (cells and columns) or cells == columns, line
        columns = cells


def test_a_chinese_book_speaks_chinese_where_it_can(standard):
    """Titles, bets and calls are translated; what is not says that it is English."""
    sheet = Parts(standard, "zh-Hant")
    assert [row.title for row in sheet.odds.bets] == ["閒", "莊", "和"]
    close = next(step for part in sheet.procedure for step in part.steps if step.id == "close")
    assert "買定離手" in close.say
    assert sheet.rules[0].rules[0].text.lang == "en"
    page = render(book_of("mini-baccarat", "zh-Hant"), "html")[0].decode()
    assert '<html lang="zh-Hant">' in page
    assert '<span lang="en">' in page


def test_the_same_rules_make_the_same_book(house):
    """Nothing of the moment or the machine is on the paper."""
    assert make(EditionOrder((house,))) == make(EditionOrder((house,)))
    assert str(Path.cwd()) not in render(make(EditionOrder((house,))), "html")[0].decode()


# On a disk


def test_a_file_is_written_all_at_once(tmp_path, monkeypatch):
    """When the disk fails, the old file stays as it was and nothing else is left behind."""
    path = tmp_path / "rules.md"
    write(path, "old\nPrinted by dealerkit 0.1.0.\n")
    path.chmod(0o640)
    write(path, "new\nPrinted by dealerkit 0.1.0.\n")
    assert path.read_text(encoding="utf-8").startswith("new\n")
    assert path.stat().st_mode & 0o777 == 0o640

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device", str(self))

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write(path, "newer\n")
    assert caught.value.filename == str(path)
    assert path.read_text(encoding="utf-8").startswith("new\n")
    assert [one.name for one in tmp_path.iterdir()] == ["rules.md"]


def test_a_link_is_written_through(tmp_path):
    """What it points at is replaced, the link stays."""
    (tmp_path / "there").mkdir()
    link = tmp_path / "rules.md"
    link.symlink_to(tmp_path / "there" / "rules.md")
    write(link, "text\n")
    assert link.is_symlink()
    assert (tmp_path / "there" / "rules.md").read_text(encoding="utf-8") == "text\n"


def test_the_list_of_works_says_how_far_each_place_was_read():
    """And where the work can be looked up; what was read stands first, and what was not is all there."""
    works = {work.id: work for work in Parts(game("mini-baccarat", None, {"player_pair": "yes"})).sources}
    assert "dealerkit-reading" not in works
    said = works["pa-code-58"].sections
    assert said.startswith("Cited here: 627a.8(b); ")
    assert said.endswith("Text not seen: 627a; 627a.13")
    assert works["pa-code-58"].look_up == "Look it up: the Commonwealth's published code, by chapter and section"
    assert works["singapore-baccarat"].sections == "At second hand: rule 1.1.6"
