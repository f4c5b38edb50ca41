"""What a sheet says: everything once, nothing that the engine does not do, and every departure of a house."""

from __future__ import annotations

import functools
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import attrs
import pytest

from dealerkit import Table
from dealerkit.arithmetic.coup import payout_lines
from dealerkit.arithmetic.odds import full_shoe, odds
from dealerkit.errors import RuleFileError, UnknownName
from dealerkit.files.output import write_output as write
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.games import game, games
from dealerkit.rules.readings import reading
from dealerkit.rulings import OUTCOMES
from dealerkit.sheets.build import documents, make_sheet
from dealerkit.sheets.render import FORMATS, markdown, render
from dealerkit.sheets.voice import LANGUAGES, Said, fixed_words
from tests.sampling import daily, daily_games

BACCARAT = ["us", "france", "spain", "macau", "nsw", "louisiana"]


class Page(HTMLParser):
    """Reads a page strictly enough to see that it is well formed."""

    VOID = frozenset({"meta", "br", "link", "hr", "img"})

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


@functools.cache
def sheet_of(name, doc="rules", lang="en"):
    """A sheet of a game as it comes; several tests look at the same one."""
    return make_sheet(game(name), doc, lang)


@functools.cache
def printed(name, form):
    """The rules of a game as they come, printed."""
    return render(sheet_of(name), form)


@functools.cache
def page_of(name, doc="rules", lang="en"):
    """Its page, read."""
    return Page(printed(name, "html") if (doc, lang) == ("rules", "en") else render(sheet_of(name, doc, lang), "html"))


def cell(sheet, table, row, column):
    """One cell of a table of a sheet, by the head of its row and the place of its column."""
    found = next(one for one in sheet.tables if one.id == table)
    return next(line for line in found.rows if line[0].text == row)[column]


# The rule book, the options, the procedure


def test_every_rule_of_the_ledger_is_printed_once(standard):
    """BA-01 to BA-80, the readings BA-A1 to BA-A11, and RO-01 to RO-05 on keeping the score, each in one place of the book."""
    printed = [rule.id for chapter in make_sheet(standard).rules for rule in chapter.rules]
    ledger = [*(f"BA-{n:02}" for n in range(1, 81)), *(f"BA-A{n}" for n in range(1, 12)), *(f"RO-{n:02}" for n in range(1, 6))]
    assert sorted(printed) == sorted(ledger)


@pytest.mark.parametrize("name", daily_games(5, first=2))
def test_every_rule_stands_once_in_both_formats(name):
    """In Markdown as a list item, in HTML with its id, which is the page's only one."""
    text, page = printed(name, "md"), page_of(name)
    for chapter in sheet_of(name).rules:
        for rule in chapter.rules:
            assert len(re.findall(rf"^- \*\*{rule.id}\*\*", text, re.MULTILINE)) == 1
            assert page.ids.count(rule.id) == 1


def test_every_option_is_printed_with_its_value_in_force():
    """Those that are not at their usual value are marked, with who decided it."""
    france = game("mini-baccarat", "france", {"tie_pays": "9:1"})
    rows = {row.name: row for row in make_sheet(france).options}
    assert list(rows) == list(france.choices)
    assert (rows["decks"].value, rows["decks"].usual, rows["decks"].departs) == ("6", "8", True)
    assert rows["decks"].decided == "fixed by Baccarat, French rules"
    assert (rows["tie_pays"].value, rows["tie_pays"].decided) == ("9 to 1", "chosen for this sheet")
    assert rows["commission_method"].value == "kept back from each payment"
    assert not rows["variant"].departs
    assert "| **6** ● not the usual value; fixed by Baccarat, French rules | 8 |" in render(make_sheet(france), "md")


def test_prose_follows_the_options():
    """A number in the rule book is the number in force."""
    sheet = make_sheet(game("mini-baccarat", settings={"decks": 6, "cut_card_depth": 14, "commission_method": "mark"}))
    rules = {rule.id: rule for chapter in sheet.rules for rule in chapter.rules}
    assert "6 ordinary packs" in rules["BA-02"].text
    assert "14 cards behind it" in rules["BA-18"].text
    assert "paid in full, marked in the box afterwards" in rules["BA-63"].text
    assert "{" not in "".join(rule.text for rule in rules.values())


def test_every_step_is_printed_with_what_is_found_if_it_is_left_out(standard):
    """In the order of the procedure, numbered through, each with a sentence, a reason and its rules."""
    steps = [step for part in make_sheet(standard).procedure for step in part.steps]
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert [step.id for step in steps[:6]] == ["rack", "decks", "cut_cards", "shuffle", "roll", "offer"]
    for step in steps:
        assert step.say, step.id
        assert step.why, step.id
        assert step.cite, step.id
        assert step.who == "players" or step.left_out, step.id
    take = next(step for step in steps if step.id == "take")
    assert take.left_out is not None
    assert (take.left_out.code, take.left_out.severity) == ("coup/paid-before-losers-taken", "minor")


def test_the_findings_are_those_of_the_game(standard):
    """Every code that a step names, and nothing of poker's."""
    sheet = make_sheet(standard)
    codes = [row.code for row in sheet.findings]
    named = {one.code for part in sheet.procedure for step in part.steps for one in [step.left_out, *step.wrong] if one}
    assert {code for code in named if not code.startswith("step/")} <= set(codes)
    assert "coup/late-bet-accepted" in codes
    assert not [code for code in codes if code.startswith(("burn/", "street/", "pot/"))]
    assert len(codes) == len(set(codes))


# Tables, odds and irregularities are those of the engine


def test_the_drawing_table_is_printed_as_it_is_run(standard):
    """All 88 cells, the column of a hand that stood at the end, and each row in words."""
    sheet, rules = make_sheet(standard), coup_rules(standard)
    for total in range(8):
        for points in range(10):
            assert cell(sheet, "tableau", str(total), 1 + points).text == ("D" if rules.draws(total, points) else "S")
        assert cell(sheet, "tableau", str(total), 11).text == ("D" if rules.draws(total, None) else "S")
    assert cell(sheet, "tableau", "4", 12).text == "draws on 2-7; stands on 0, 1, 8, 9; if the player stood, draws"
    assert [one.text for one in next(table for table in sheet.tables if table.id == "player_draws").rows[0][1:]] == [
        *"DDDDDDSSNN"
    ]


def test_a_cell_that_a_house_changes_is_changed_and_marked(house):
    """Old and new stand in the cell, in the row's words, in the rule that points at the row, and in the list of departures."""
    sheet = make_sheet(house)
    changed = cell(sheet, "tableau", "6", 7)
    assert (changed.text, changed.was) == ("S", "D")
    assert cell(sheet, "tableau", "6", 8).was is None
    assert cell(sheet, "tableau", "6", 12).text.startswith("draws on 7;")
    (row,) = next(rule for chapter in sheet.rules for rule in chapter.rules if rule.id == "BA-40").here
    assert row.startswith("draws on 7;")
    one = next(one for one in sheet.departures if one.part == "tables")
    assert [(change.what, change.old, change.new) for change in one.changes] == [
        ("Banker's total 6, Value of the player's third card 6", "D", "S")
    ]
    assert '<td class="draws changed">' not in render(sheet, "html")
    assert '<td class="stands changed">' in render(sheet, "html")
    assert "S ← D" in render(sheet, "md")


def test_the_pay_table_has_the_bets_that_are_offered():
    """With a side bet on, its line; with the form changed, another banker line."""
    plain = make_sheet(game("mini-baccarat"))
    assert {row[0].text for row in next(table for table in plain.tables if table.id == "pays").rows} == {
        "Player",
        "Banker",
        "Tie",
    }
    ez = game("mini-baccarat", settings={"variant": "ez", "dragon7": "yes"})
    rows = [tuple(one.text for one in row) for row in next(one for one in make_sheet(ez).tables if one.id == "pays").rows]
    expected = [(line.when, line.pays) for line in payout_lines(coup_rules(ez), ["player", "banker", "tie", "dragon7"])]
    assert [row[1:] for row in rows] == expected
    assert ("Banker", "banker wins with a three-card 7", "push") in rows
    assert rows[-1] == ("Dragon 7", "banker wins with a three-card 7", "40 to 1")


@pytest.mark.parametrize(
    ("settings", "head", "said", "cells"),
    [
        ({}, "A", "Burned after it", ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "10", "10", "10"]),
        (
            {"burn_count": "ace_11"},
            "A",
            "Burned after it",
            ["11", "2", "3", "4", "5", "6", "7", "8", "9", "10", "10", "10", "10"],
        ),
        (
            {"burn_count": "point_value"},
            "A",
            "Burned after it",
            ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "0", "0", "0"],
        ),
        ({"burn_count": "number_of_decks", "decks": 6}, "any", "Burned in all", ["6"]),
        ({"burn_count": "fixed", "burn_fixed": 3}, "any", "Burned in all", ["3"]),
        (
            {"burn_count": "whole_face_value"},
            "A",
            "Burned in all",
            ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "10", "10", "10"],
        ),
    ],
)
def test_the_burn_table_is_the_one_in_force_ba_22(settings, head, said, cells):
    """The option chooses; where the number does not go by the card there is one column. Whether the first card counts is said."""
    sheet = make_sheet(game("mini-baccarat", settings=settings))
    table = next(one for one in sheet.tables if one.id == "burn")
    assert table.columns[1] == head
    assert [one.text for one in table.rows[0]] == [said, *cells]


def test_the_odds_are_those_of_the_engine(standard, house):
    """House edge from the exact count; a house's table has its own."""
    rules = coup_rules(standard)
    exact = odds(rules, full_shoe(rules.points, 8)).bets
    made = make_sheet(standard).odds
    assert made is not None
    assert [(row.bet, row.edge_fraction) for row in made.bets] == [
        (bet, str(exact[bet].edge)) for bet in ("player", "banker", "tie")
    ]
    assert [row.edge for row in made.bets] == ["1.2351%", "1.0579%", "14.3596%"]
    other = make_sheet(house).odds
    assert other is not None
    assert [row.bet for row in other.bets] == ["player", "banker", "tie", "dragon7"]
    assert other.bets[1].edge != "1.0579%"


@pytest.mark.parametrize("rules", BACCARAT)
def test_every_case_in_force_is_printed_in_order(rules):
    """Every fault and case of the set, with outcome, remedies, rules and source; what is not `read` says so."""
    dealt = game("mini-baccarat", rules)
    sheet = make_sheet(dealt)
    assert dealt.rules is not None
    assert [fault.id for fault in sheet.faults] == list(dealt.rules.faults)
    for fault in sheet.faults:
        cases = dealt.rules.faults[fault.id]["cases"]
        assert [case.name for case in fault.cases] == list(cases)
        for case in fault.cases:
            written = cases[case.name]
            assert case.ruling == OUTCOMES[written["outcome"]]
            assert dict.fromkeys(remedy for remedy, _ in case.steps) == dict.fromkeys(written.get("remedies") or ())
            assert case.source is not None
            assert case.source.verified == reading(dealt.rules.sources, written["source"]).grade
            assert bool(case.source.note) == (case.source.verified != "read")


def test_every_work_that_is_cited_is_listed(house):
    """The house's own book among them, with the sections that are cited."""
    works = {work.id: work for work in make_sheet(house).sources}
    assert works["riverside"].sections == "Cited here: 9.1. Read in part: 4"
    assert "pa-code-58" in works


# Departures


def test_the_departures_of_a_house(house):
    """What it was, what it is, by what authority; the base's authority is not borrowed."""
    found = {(one.part, one.kind): one for one in make_sheet(house).departures}
    assert set(found) == {
        ("options", "changed"), ("tables", "changed"), ("procedure", "new"), ("procedure", "removed"), ("rules", "wording"),
        ("findings", "changed"), ("faults", "changed"), ("faults", "removed"),
    }  # fmt: skip
    ruling = found["faults", "changed"]
    assert [(change.old, change.new) for change in ruling.changes] == [
        ("The card is replaced by another", "The card plays"),
        ("RB-13 The boxed card is burned and the next card takes its place", "nothing"),
    ]
    assert (ruling.source, ruling.cite) == ("Riverside house book, 9.1", ("BI-03",))
    assert re.fullmatch(r"riverside\.yaml:\d+", ruling.where)
    assert found["findings", "changed"].source == ""
    assert found["findings", "changed"].changes[0].new == "major"
    assert found["rules", "wording"].source == "Riverside house book, 4‡"
    assert found["procedure", "removed"].title == "Hold out the spare cut card to a bettor."


def test_departures_are_marked_where_they_stand(house):
    """The step, the rule, the case and the finding bear the mark themselves."""
    sheet = make_sheet(house)
    steps = {step.id: step for part in sheet.procedure for step in part.steps}
    assert steps["wave"].departure is not None
    assert "offer" not in steps
    assert steps["roll"].departure is None
    text = render(sheet, "md")
    assert '**BA-60** **[reworded]** The dealer says "rien ne va plus".' in text
    assert "**The card plays** **[changed]**" in text
    assert text.count("**[new]**") == 2  # in the list and at the step
    page = render(sheet, "html")
    assert page.count('<strong class="mark">new</strong>') == 2


def test_a_set_that_extends_nothing_departs_from_nothing(standard):
    """The American rules stand on their own, and say nothing of departures."""
    sheet = make_sheet(standard)
    assert sheet.departures == ()
    assert "departs" not in render(sheet, "md")


def test_a_house_that_changes_nothing_says_so(tmp_path):
    """And its fingerprint is that of the set it extends."""
    path = tmp_path / "same.yaml"
    path.write_text("set: same\nextends: us\nhouse: The Same\n", encoding="utf-8")
    sheet = make_sheet(game("mini-baccarat", path))
    assert sheet.departures == ()
    assert "differ from Baccarat, American rules in nothing" in render(sheet, "md")
    assert sheet.sha256 == make_sheet(game("mini-baccarat", "us")).sha256


def test_a_house_over_a_house_departs_from_the_nearer_one(house_file, tmp_path):
    """Only what the event itself says is a departure; the option that the house fixed is the house's."""
    path = tmp_path / "event.yaml"
    path.write_text("set: event\nextends: ./riverside.yaml\noptions: {mini-baccarat: {free_coups: 3}}\n", encoding="utf-8")
    sheet = make_sheet(game("mini-baccarat", path))
    assert sheet.chain == ("event", "riverside", "us")
    assert [one.title for one in sheet.departures] == ["Coups without a bet that are dealt in a shoe"]
    decided = {row.name: row.decided for row in sheet.options if row.departs}
    assert decided["decks"].startswith("fixed by Riverside")
    assert decided["free_coups"] == "fixed by event"


# The head


@pytest.mark.parametrize("settings", [{}, {"decks": 6}, {"variant": "ez"}])
def test_the_fingerprint_is_the_engines(settings, house_file):
    """A sheet and a table under the same rules have the same hash, in both formats."""
    for rules in (None, str(house_file)):
        dealt = game("mini-baccarat", rules, settings)
        sheet = make_sheet(dealt)
        assert sheet.sha256 == Table("mini-baccarat", rules=rules, options=settings).game.sha256
        for form in FORMATS:
            assert sheet.sha256 in render(sheet, form)


def test_the_head_names_house_set_version_and_date(house):
    """Whoever reads the paper knows whose it is and of when."""
    sheet = make_sheet(house)
    assert (sheet.house, sheet.version, sheet.date) == ("Riverside *Card* | Room & <b>Sons</b>", "3", "2026-11-21")
    assert sheet.base == "Baccarat, American rules"


# Formats


PAGES = [(name, lang) for name in games() for lang in LANGUAGES]


@pytest.mark.parametrize(("name", "lang"), daily(PAGES, 7))
def test_the_page_is_well_formed_and_accessible(name, lang):
    """One main, one h1, every header cell with a scope, ids once, links that lead somewhere, languages named."""
    for doc in documents(game(name)):
        page = page_of(name, doc, lang)
        assert (page.wrong, page.open) == ([], [])
        assert page.tags["main"] == page.tags["h1"] == page.tags["title"] == 1
        assert page.unscoped == 0
        assert len(page.ids) == len(set(page.ids))
        assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
        assert page.languages[0] == lang
        assert lang == "en" or "en" in page.languages
        assert not page.tags["script"] + page.tags["img"] + page.tags["link"]  # one file, nothing to fetch


def test_text_of_the_house_is_escaped(house):
    """Neither tags nor Markdown in a house's name do anything."""
    sheet = make_sheet(house)
    page, text = render(sheet, "html"), render(sheet, "md")
    assert "<script" not in page
    assert "<b>Sons" not in page
    assert "Riverside &lt;script&gt;alert(1)&lt;/script&gt; rules" in page
    assert "Riverside *Card* | Room & <b>Sons</b>" in "".join(Page(page).said)
    assert r"**Riverside \*Card\* \| Room &amp; &lt;b&gt;Sons&lt;/b&gt;**" in text
    assert "<script" not in text


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


@pytest.mark.parametrize("name", daily_games(5, first=2))
def test_the_tables_of_markdown_have_as_many_cells_in_every_row(name):
    """A bar in a text would add one."""
    columns = 0
    for line in printed(name, "md").splitlines():
        cells = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0
        assert not (cells and columns) or cells == columns, line
        columns = cells


def test_the_fixed_words_are_in_every_language():
    """None is missing or empty, and placeholders are the same in all."""
    for key, words in fixed_words().items():
        assert set(words) == set(LANGUAGES), key
        assert all(words.values()), key
        assert len({frozenset(re.findall(r"{\w+}", said)) for said in words.values()}) == 1, key


def test_a_chinese_sheet_speaks_chinese_where_it_can(standard):
    """Titles, bets and calls are translated; what is not says that it is English."""
    sheet = make_sheet(standard, lang="zh-Hant")
    assert sheet.game_title == "迷你百家樂"
    assert [row.title for row in sheet.odds.bets] == ["閒", "莊", "和"]
    close = next(step for part in sheet.procedure for step in part.steps if step.id == "close")
    assert "買定離手" in close.say
    assert isinstance(sheet.rules[0].rules[0].text, Said)
    assert sheet.rules[0].rules[0].text.lang == "en"
    page = render(sheet, "html")
    assert '<html lang="zh-Hant">' in page
    assert '<span lang="en">Cut cards</span>' in page


def test_the_same_rules_make_the_same_sheet(house):
    """Nothing of the moment or the machine is on the paper."""
    assert render(make_sheet(house), "md") == render(make_sheet(house), "md")
    assert str(Path.cwd()) not in render(make_sheet(house), "html")


def test_the_drawing_table_has_a_sheet_of_its_own(standard):
    """The page to pin to the wall has the two drawing tables and the head; games without one have no such page."""
    assert documents(standard) == ["rules", "faults", "tableau"]
    sheet = make_sheet(standard, "tableau")
    assert [table.id for table in sheet.tables] == ["player_draws", "tableau"]
    assert [*sheet.rules, *sheet.faults, *sheet.procedure, *sheet.options] == []
    assert sheet.sha256 == standard.sha256
    assert documents(game("nap")) == ["rules", "faults"]
    with pytest.raises(UnknownName, match="no sheet of nap is called 'tableau'; there is faults, rules"):
        make_sheet(game("nap"), "tableau")


@pytest.mark.parametrize("make", [lambda it: make_sheet(it, lang="fr"), lambda it: render(make_sheet(it), "pdf")])
def test_what_there_is_not_is_refused_by_name(standard, make):
    """With what there is."""
    with pytest.raises(UnknownName, match="there is"):
        make(standard)


def test_a_table_that_cannot_be_run_is_not_printed(tmp_path):
    """A sheet never passes over what the engine would refuse."""
    path = tmp_path / "broken.yaml"
    path.write_text(
        "set: broken\nextends: us\nprocedures: {mini-baccarat: {tables: {natural: 9}}}\n", encoding="utf-8"
    )  # then a row for eight is missing
    with pytest.raises(RuleFileError, match=r"tableau\.8"):
        make_sheet(game("mini-baccarat", path))


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


def test_a_sheet_is_plain_values(standard):
    """So that it can be printed as JSON."""
    assert attrs.asdict(make_sheet(standard))["game"] == "mini-baccarat"


@pytest.mark.parametrize(
    ("name", "rules"), [("mini-baccarat", "us"), ("mini-baccarat", "macau"), ("holdem", "tda"), ("nap", None)]
)
def test_what_is_ours_and_what_was_not_read_is_told_once(name, rules):
    """A line bears a sign at most; under the sources stands what the signs mean, and each rule, case and finding of ours."""
    sheet = make_sheet(game(name, rules) if rules else game(name))
    ruled = [
        (fault.title, number, case) for fault in (*sheet.faults, *sheet.questions) for number, case in enumerate(fault.cases, 1)
    ]
    sources = [rule.source for chapter in sheet.rules for rule in chapter.rules]
    sources += [case.source for _, _, case in ruled] + [row.source for row in sheet.findings]
    signs = Counter(one.mark for one in sources if one is not None)
    ours = {rule.id for chapter in sheet.rules for rule in chapter.rules if rule.source and rule.source.verified == "ours"}
    told = {str(part): str(listed) for part, listed in sheet.ours}
    assert set(told.get("The rules", "").split(", ")) - {""} == ours
    for title, number, case in ruled:
        listed = "; ".join(told.get(part, "") for part in ("When something goes wrong", "When nobody erred"))
        found = re.search(re.escape(title) + r"(?: \(([0-9, ]+)\))?(?:;|$)", listed)
        numbers = (found[1] or str(number)).split(", ") if found else []
        assert (str(number) in numbers) == (case.source is not None and case.source.verified == "ours"), (title, number)
    text = render(sheet, "md")
    before, _, notes = text.partition("## Sources")
    assert notes
    departing = "".join(one.source * max(1, len(one.changes)) for one in sheet.departures)
    assert [before.count(sign) for sign in "†‡"] == [signs[sign] + departing.count(sign) for sign in "†‡"]
    assert (notes.count("†"), notes.count("‡")) == (bool(signs["†"]), bool(signs["‡"]))
    assert not any(warning in before for warning in ("not verified", "text not seen", "in part only", "our reading"))


def test_the_list_of_works_says_how_far_each_place_was_read():
    """And where the work can be looked up; what was read stands first, and what was not is all there."""
    works = {work.id: work for work in make_sheet(game("mini-baccarat")).sources}
    assert "dealerkit-reading" not in works
    said = works["pa-code-58"].sections
    assert said.startswith("Cited here: 627a.8(b); ")
    assert said.endswith("Text not seen: 627a.13; 627a; 629a.11; 627a.12; 601a.2")
    assert works["pa-code-58"].look_up == "Look it up: the Commonwealth's published code, by chapter and section"
    assert works["singapore-baccarat"].sections == "At second hand: rule 1.1.6"
