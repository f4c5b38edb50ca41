"""Calibration: what is drawn, what nobody can know beforehand, what is counted, what is never shown."""

from __future__ import annotations

import functools
import json
from collections import Counter
from fractions import Fraction
from typing import Any

import attrs
import pytest

from dealerkit.errors import TrainingError
from dealerkit.rules.sets import rule_set
from dealerkit.rulings import rule
from dealerkit.sheets.document import Document
from dealerkit.sheets.formats import render
from dealerkit.training.calibration import paper as drawing
from dealerkit.training.calibration.agreement import Agreement, agreement, parted
from dealerkit.training.calibration.pages import key_sheet, paper_sheet
from dealerkit.training.calibration.paper import (
    CalibrationCase,
    CalibrationPaper,
    draw,
    handed_out,
    of_rulings,
    sealed_paper,
)
from dealerkit.training.calibration.reports import AgreementReport
from dealerkit.training.calibration.sheets import CalibrationSheet, OpenSheet, from_paper, new_path, read_sheet, read_sheets
from dealerkit.training.exams.result import file_text
from dealerkit.training.exercises import NoExercise
from dealerkit.training.replies import SEPARATOR, Unclear
from tests.sampling import LONG, daily
from tests.training.replied import choices, parts

KEY = b"a house's secret that is long enough, 1"
DAY = "2026-03-02"


def printed(made: Document, form: str) -> str:
    """A document as somebody reads it."""
    return render(made, form)[0].decode()


@pytest.fixture(scope="module", autouse=True)
def settled_once():
    """What a set settles is ruled on once for all the papers that are drawn under it; it hangs on no secret and no number."""
    known: dict[Any, list[Any]] = {}
    real = drawing._settled

    def settled(rules, found):
        asked = list(found)
        key = (rules.sha256, *(repr(sorted(case.facts.items(), key=str)) for case in asked))
        return known[key] if key in known else known.setdefault(key, [*real(rules, asked)])

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(drawing, "_settled", settled)
        yield


@functools.cache
def disputes(rules: str = "tda") -> list[CalibrationCase]:
    """The disputes of a rule set of ours, whose files of cases are read once for all the papers."""
    return of_rulings(rule_set(rules))


@functools.cache
def drawn(rules: str = "tda", number: str = "0a1b2c", count: int | None = None) -> CalibrationPaper:
    """A paper of a rule set's own disputes; it is frozen, and several tests look at the same one."""
    return draw(rule_set(rules), KEY, disputes(rules), count, created=DAY, number=number)


def right(paper: CalibrationPaper, number: int) -> str:
    """The answer of the rules to a dispute."""
    return paper.items[number - 1].key.answers[0]


def wrong(paper: CalibrationPaper, number: int, at: int = 0) -> str:
    """Another answer."""
    asked = parts(paper.items[number - 1])
    good = right(paper, number).split(SEPARATOR)
    return SEPARATOR.join(
        [choice.word for choice in choices(part) if choice.word != one][at] for (_, part), one in zip(asked, good, strict=True)
    )


SETS = ["tda", "rrop", "wsop-live", "us", "macau", "france", "social"]


@pytest.mark.thorough
@pytest.mark.sample(3)
@pytest.mark.parametrize("rules", daily(SETS, 3))
def test_a_paper_is_spread_over_the_faults(rules):
    """Twenty disputes, each fault once before any comes twice; every key is what the rules in force come to."""
    made = rule_set(rules)
    paper = drawn(rules)
    assert len(paper.items) == 20
    faults = Counter(item.cell for item in paper.items)
    assert len({item.question for item in paper.items}) == 20
    assert len({item.seed for item in paper.items}) == 20
    assert not any("floor discretion" in item.label or item.label == "undecided" for item in paper.items)
    found = disputes(rules)
    settled = {case.facts["fault"] for case in found if rule(case.facts, made).outcome not in ("undecided", "floor_discretion")}
    assert max(faults.values()) <= -(-20 // len(settled))
    for item in paper.items:
        outcomes = {rule(case.facts, made).outcome.replace("_", " ") for case in found if _is(case, item.cell)}
        assert item.label in outcomes
        assert item.key.rules
        for (_, part), word in zip(parts(item), item.key.answers[0].split(SEPARATOR), strict=True):
            titles = [choice.title for choice in choices(part)]
            assert word in [choice.word for choice in choices(part)]
            assert len(titles) == len(set(titles)) == 4


def _is(case: CalibrationCase, cell: str) -> bool:
    return str(case.facts["fault"]).replace("_", " ") == cell


@pytest.mark.campaign
def test_two_remedies_by_which_nothing_is_done_are_never_both_offered():
    """Whoever would do nothing is not made to guess between two names for it."""
    idle = {"there is nothing to fix", "Play goes on"}
    for number in range(12 * LONG or 4):
        for item in drawn.__wrapped__(number=str(number)).items:
            titles = [choice.title for choice in choices(parts(item)[1][1])]
            assert len(idle & set(titles)) < 2


def test_the_same_secret_and_number_draw_the_same_paper():
    """Another number or another secret draws another; the outcomes are not all one."""
    assert drawn.__wrapped__(count=8) == drawn(count=8)
    assert drawn(count=8).items != drawn(number="1", count=8).items
    made = rule_set("tda")
    assert draw(made, KEY + b"2", disputes(), 8, created=DAY, number="0a1b2c").items != drawn(count=8).items
    assert len({item.label for item in drawn().items}) >= 5


def test_a_house_has_its_own_keys(exchanging_house):
    """A house that lays one list over another gets its own answer to the same dispute."""
    fault = {"fault": "card_exposed", "initial_deal": True, "deck_position": 1, "acts": "none"}
    keys = {}
    for rules in ("tda", exchanging_house):
        made = rule_set(rules)
        assert len(of_rulings(made)) > 400
        (item,) = draw(made, KEY, [CalibrationCase(fault)], created=DAY).items
        keys[str(rules)] = item.key.answers[0]
    assert len(set(keys.values())) == 2


def test_what_is_handed_out_holds_no_key(tmp_path):
    """Neither key, rule, working nor seed; the commitment binds all of it."""
    paper = drawn()
    own, sealed = tmp_path / "x.paper.json", tmp_path / "x.sealed.json"
    own.write_text(file_text(paper.handed_out().as_data()), encoding="utf-8")
    sealed.write_text(file_text(paper.sealed()), encoding="utf-8")
    text = own.read_text(encoding="utf-8")
    assert paper.seed not in text
    rows = [row for item in paper.items for row in item.key.working if row.count(" ") > 4]
    assert rows
    assert not any(row in text for row in rows)
    assert '"answers"' not in text
    assert not [name for name in ("working", "codes", "cell", "seed") if f'"{name}"' in text]
    assert sealed_paper(sealed) == paper
    assert handed_out(own) == handed_out(sealed) == paper.handed_out()
    assert list(handed_out(own).questions) == [item.question for item in paper.items]
    with pytest.raises(TrainingError, match="not the sealed paper"):
        sealed_paper(own)
    data = json.loads(sealed.read_text("utf-8"))
    data["calibration"]["items"][3]["key"]["answers"] = ["another | answer"]
    sealed.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(TrainingError, match="does not match its commitment"):
        sealed_paper(sealed)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"what": "dealerkit exam, paper"}', "\0"])
def test_a_file_that_is_no_paper_is_told(tmp_path, text):
    """With its name, and with line and column where it is torn."""
    path = tmp_path / "x"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TrainingError, match="x: this is not a calibration paper"):
        handed_out(path)


def test_where_the_rules_settle_nothing_no_paper_is_drawn():
    """What is left to the floor cannot be agreed with."""
    made = rule_set("tda")
    found = [CalibrationCase({"fault": "undercall", "heads_up": False, "opening_bet": False})]
    with pytest.raises(NoExercise, match="has no ruling for any"):
        draw(made, KEY, found, created=DAY)


# -- sheets --


def test_a_sheet_bears_nothing_of_a_person(tmp_path):
    """No name, no time, neither in it nor on its file; what was answered stays when it is broken off."""
    paper = drawn()
    path = new_path(tmp_path / "calibration-0a1b2c.paper.json")
    sheet = OpenSheet(path, paper.id, paper.commitment)
    sheet.put(1, right(paper, 1))
    again = OpenSheet(path, paper.id, paper.commitment)
    again.put(2, wrong(paper, 2))
    read = read_sheet(path, paper.id, paper.commitment)
    assert read.answers == {1: right(paper, 1), 2: wrong(paper, 2)}
    head = json.loads(path.read_text("utf-8").splitlines()[0])
    assert set(head) == {"what", "calibration", "commitment", "sheet"}
    assert path.stat().st_mtime == 0
    with pytest.raises(TrainingError, match="another paper"):
        read_sheet(path, "ffffff", paper.commitment)


def test_a_torn_sheet_is_told(tmp_path):
    """A last line that was torn costs that answer; one in the middle is told with its number."""
    paper = drawn()
    path = tmp_path / "x.sheet.jsonl"
    sheet = OpenSheet(path, paper.id, paper.commitment)
    sheet.put(1, right(paper, 1))
    sheet.put(2, right(paper, 2))
    text = path.read_text("utf-8")
    path.write_text(text[:-10], encoding="utf-8")
    assert list(read_sheet(path, paper.id, paper.commitment).answers) == [1]
    rows = text.splitlines()
    path.write_text("\n".join([rows[0], "{", rows[2]]) + "\n", encoding="utf-8")
    with pytest.raises(TrainingError, match="line 2 is incomplete"):
        read_sheet(path, paper.id, paper.commitment)
    path.write_text("\n".join([rows[0], '{"number": "1", "answer": 2}']) + "\n", encoding="utf-8")
    with pytest.raises(TrainingError, match="line 2 is not an answer"):
        read_sheet(path, paper.id, paper.commitment)


def test_a_copy_of_a_sheet_counts_once(tmp_path):
    """Whoever copies a file is not two."""
    paper = drawn()
    path = tmp_path / "a.sheet.jsonl"
    OpenSheet(path, paper.id, paper.commitment).put(1, right(paper, 1))
    copy = tmp_path / "b.sheet.jsonl"
    copy.write_bytes(path.read_bytes())
    sheets, copies = read_sheets([path, copy], paper.id, paper.commitment)
    assert len(sheets) == 1
    assert copies == [copy]


def test_a_row_of_letters_is_a_sheet():
    """As people type it from paper; what it cannot be is told."""
    paper = drawn(count=3)
    asked = [item.question for item in paper.items]
    letters = {row["number"]: row["letters"].replace(" ", "") for row in _key_rows(paper)}
    wanted = {1: right(paper, 1), 3: right(paper, 3)}
    for typed in ("{} - {}", "1{},2-,3.{}", "{}--{}", "{}  --\t{}"):
        assert from_paper(typed.format(letters[1], letters[3]).upper(), asked) == wanted
    for typed, said in (("aa bb", "2 answers for 3"), ("aa bb hh", "dispute 3 has no choice h"), ("a bb cc", "'a' is not")):
        with pytest.raises(Unclear, match=said):
            from_paper(typed, asked)


def _key_rows(paper: CalibrationPaper) -> list[dict[str, Any]]:
    text = printed(key_sheet(paper.handed_out(), paper.items), "md")
    rows = [row.partition(". **") for row in text.splitlines() if ". **" in row]
    return [{"number": int(number), "letters": rest.partition(":")[0]} for number, _, rest in rows]


# -- agreement --


def sheets(paper: CalibrationPaper, *rows: dict[int, str]) -> list[CalibrationSheet]:
    """Sheets with these answers."""
    return [CalibrationSheet(f"secret-{number}", row) for number, row in enumerate(rows)]


def test_shares_and_where_they_part():
    """Counted by hand: four people, three disputes."""
    paper = drawn(count=3)
    found = agreement(
        paper,
        sheets(
            paper,
            {1: right(paper, 1), 2: right(paper, 2), 3: wrong(paper, 3)},
            {1: right(paper, 1), 2: wrong(paper, 2), 3: wrong(paper, 3)},
            {1: right(paper, 1), 2: wrong(paper, 2, 1), 3: wrong(paper, 3)},
            {1: right(paper, 1), 2: right(paper, 2), 3: wrong(paper, 3)},
        ),
    )
    one, two, three = found.answered
    assert [str(row.right.value) for row in found.answered] == ["1", "1/2", "0"]
    assert one.right.interval == (51, 100)
    assert (one.parted, two.parted, three.parted) == (Fraction(0), Fraction(5, 6), Fraction(0))
    assert [(given.count, given.right) for given in two.answers] == [(2, True), (1, False), (1, False)]
    assert sum(given.count for given in two.rulings) == sum(given.count for given in two.remedies) == 4
    assert [row.number for row in found.apart] == [2]
    assert [row.number for row in found.together_against] == [3]
    assert (found.whole.count, found.whole.of) == (6, 12)
    by_rule = dict(found.by_rule)
    for number, count in ((1, 4), (2, 2), (3, 0)):
        for name in paper.items[number - 1].key.rules:
            others = [n for n in (1, 2, 3) if n != number and name in paper.items[n - 1].key.rules]
            if not others:
                assert (by_rule[name].count, by_rule[name].of) == (count, 4)


def test_part_of_an_answer_is_not_the_answer():
    """The right ruling with another remedy is told as such, and does not agree."""
    paper = drawn(count=1)
    ruling, _ = right(paper, 1).split(SEPARATOR)
    mixed = SEPARATOR.join((ruling, wrong(paper, 1).split(SEPARATOR)[1]))
    (one,) = agreement(paper, sheets(paper, *[{1: mixed}] * 3)).answered
    assert one.right.count == 0
    assert [given.right for given in one.rulings] == [True]
    assert [given.right for given in one.remedies] == [False]


def everywhere(found: Agreement) -> str:
    """Return all that is told of a calibration: to programs, on paper, on the screen."""
    told = AgreementReport(found)
    return "\n".join([json.dumps(told.as_json()), *(printed(told.document(), form) for form in ("html", "md")), *told.lines()])


@pytest.mark.parametrize("people", [0, 1, 2])
def test_of_too_few_nothing_is_shown(people):
    """Neither on screen nor on paper nor as JSON: the figures would tell who has answered what."""
    paper = drawn(count=4)
    found = agreement(paper, sheets(paper, *[{1: right(paper, 1), 2: wrong(paper, 2)}] * people))
    assert found.too_few
    told = everywhere(found)
    assert "so that no one can tell who answered what" in told
    assert AgreementReport(found).as_json()["answered"] == []
    assert AgreementReport(found).as_json()["as_the_rules"] is None
    assert paper.items[1].question.show[-1] not in told


def test_a_dispute_that_too_few_answered_is_withheld():
    """Three sheets, and only one of them has an answer to the second."""
    paper = drawn(count=2)
    found = agreement(paper, sheets(paper, {1: right(paper, 1), 2: wrong(paper, 2)}, {1: right(paper, 1)}, {1: wrong(paper, 1)}))
    assert [one.number for one in found.answered] == [1]
    assert found.withheld == (2,)
    assert "2" in printed(AgreementReport(found).document(), "html").partition("people answered:")[2][:6]


def test_nobody_appears_in_the_report():
    """Not even the random numbers of the sheets, nor in what order they were answered."""
    paper = drawn()
    rows = [{number: right(paper, number) for number in range(1, 21)}, {1: wrong(paper, 1)}, {1: wrong(paper, 1, 1)}]
    found, other = agreement(paper, sheets(paper, *rows)), agreement(paper, list(reversed(sheets(paper, *rows))))
    told = everywhere(found)
    assert "secret-" not in told
    assert AgreementReport(found).as_json() == AgreementReport(other).as_json()
    assert AgreementReport(found).document() == AgreementReport(other).document()


def test_an_answer_that_is_none_counts_nowhere():
    """A sheet that was changed by hand adds nothing."""
    paper = drawn(count=1)
    rows = [{1: right(paper, 1), 9: "x"}, {1: "misdeal"}, {1: "free drinks | none"}, {1: right(paper, 1)}, {1: right(paper, 1)}]
    (one,) = agreement(paper, sheets(paper, *rows)).answered
    assert (one.right.count, one.right.of) == (3, 3)


@pytest.mark.parametrize(("counts", "share"), [((4,), 0), ((2, 2), Fraction(2, 3)), ((1, 1, 1), 1), ((), 0)])
def test_parted(counts, share):
    """How often two of them rule apart."""
    assert parted(counts) == share


def test_hostile_words_stay_text():
    """The rule set of a house may have anything in its texts; on paper it is text."""
    paper = drawn(count=3)
    own = attrs.evolve(paper.handed_out(), title="<script>alert(1)</script>\x1b[2J\u202e")
    assert "<script>" not in printed(paper_sheet(own), "html")
    assert "\x1b" not in printed(paper_sheet(own), "html") + printed(paper_sheet(own), "md")
