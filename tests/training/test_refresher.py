"""A room's own incidents: what a file is, what is asked of it, what is never taken over."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.errors import JournalError, RecordError
from dealerkit.files.plain_data import as_plain
from dealerkit.jobs.journal import docket
from dealerkit.jobs.journal.disputes import from_facts
from dealerkit.jobs.journal.docket import Opening, Person
from dealerkit.jobs.journal.store import Journal
from dealerkit.rules.sets import rule_set
from dealerkit.training.journal_exercises import for_calibration, journal_disputes
from dealerkit.training.planted_slips import AskedGame, plant_in
from dealerkit.training.refresher import refresher
from dealerkit.training.replies import SEPARATOR
from tests.training.replied import choices, parts

NAMES = ("Maria", "Ostrow", "Bobby", "Tables", "O'Neil", "Łukasz", "李娜", "Zoë")


def planted(path: Path, code: str = "burn/doubled", game: str = "holdem", seed: str = "11") -> Path:
    """A record with a slip in it, and names wherever a record can have them."""
    made = plant_in(AskedGame(game), code, Random(seed))
    head, _, acts = made.record().text().partition("---\n")
    acts = acts.replace("d burn\n", "d burn  # Maria O'Neil again\nd announce Łukasz 李娜\n")
    notes = "id: Zoë-17\ntable: Bobby Tables\ndealer: Maria Ostrow\ndate: 2024-05-01\n"
    path.write_text(f"{head}{notes}---\n{acts}", encoding="utf-8")
    return path


def everything(path: Path) -> str:
    """All that leaves a file."""
    found = refresher(path)
    return json.dumps([as_plain(item) for _, item in found.asked], ensure_ascii=False) + " ".join(found.left_out)


def test_no_name_of_a_record_leaves_it(tmp_path):
    """Neither out of its head nor out of notes, nor out of what was said at the table."""
    said = everything(planted(tmp_path / "Maria-Ostrow.txt"))
    assert "burns" in said
    assert not [name for name in (*NAMES, "2024", "Ostrow") if name.lower() in said.lower()]


def test_a_folder_gives_what_its_files_give(tmp_path):
    """Each record once, whatever else lies there."""
    planted(tmp_path / "a.txt")
    planted(tmp_path / "b.txt", "street/no-tap", seed="5")
    (tmp_path / "notes.md").write_text("Maria was late", encoding="utf-8")
    alone = [item for name in ("a.txt", "b.txt") for _, item in refresher(tmp_path / name).asked]
    assert [item for _, item in refresher(tmp_path).asked] == alone
    assert {"burn/doubled", "street/no-tap"} <= {item.cell for item in alone}


def test_the_exercises_of_one_game_are_one_sitting(tmp_path):
    """They share a setting, whichever record they are of."""
    planted(tmp_path / "a.txt")
    planted(tmp_path / "b.txt", "street/no-tap", seed="5")
    assert len({id(where) for where, _ in refresher(tmp_path).asked}) == 1
    assert len({item.seed for _, item in refresher(tmp_path).asked}) == len(refresher(tmp_path).asked)


def test_findings_ask_only_what_they_name(tmp_path):
    """The document of `check --json`, whole, cut down to one finding, or line by line."""
    record = planted(tmp_path / "a.txt")
    document = json.loads(CliRunner().invoke(main, ["check", str(record), "--json"]).stdout)
    whole, one, rows = tmp_path / "whole.json", tmp_path / "one.json", tmp_path / "rows.jsonl"
    whole.write_text(json.dumps(document, indent=1), encoding="utf-8")
    mine = [flaw for flaw in document["findings"] if flaw["code"] == "burn/doubled"]
    one.write_text(json.dumps({"findings": mine}), encoding="utf-8")
    rows.write_text("".join(json.dumps(flaw) + "\n" for flaw in mine * 2), encoding="utf-8")
    (wanted,) = [item for _, item in refresher(record).asked if item.cell == "burn/doubled"]
    for path in (one, rows):
        assert [item for _, item in refresher(path).asked] == [wanted]
    assert wanted in [item for _, item in refresher(whole).asked]
    assert refresher(whole).kind == "findings"


def test_a_record_that_is_gone_is_told(tmp_path):
    """With the line that names it and without its name; what is still there is asked."""
    record, other = planted(tmp_path / "a.txt"), planted(tmp_path / "Maria.txt", "street/no-tap", seed="5")
    args = ["check", str(record), str(other), "--json"]
    found = tmp_path / "found.json"
    found.write_text(CliRunner().invoke(main, args).stdout, encoding="utf-8")
    other.unlink()
    left = refresher(found)
    line = next(number for number, row in enumerate(found.read_text("utf-8").splitlines(), 1) if "Maria.txt" in row)
    assert left.left_out == (f"{found}:{line}: the record named here no longer exists",)
    assert [item for _, item in left.asked] == [item for _, item in refresher(record).asked]
    record.unlink()
    with pytest.raises(RecordError, match=r"found\.json:\d+: the record named here no longer exists, nor does any"):
        refresher(found)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "the file is empty"),
        (b"{", r"bad:1:2: not a findings document"),
        (b'{"findings": [\n\n', r"bad:3:1: not a findings document"),
        (b'{"a": 1}', "the list of findings is missing"),
        (b'{"findings": [{"file": 1}]}', "this is not a finding: file, hand or act is missing"),
        (b'{"findings": [{"file": "x", "hand": "1", "act": "2"}]}', "the act is not a number"),
        (b'{"file": "x", "hand": "1", "act": 1}\n{"fi', "bad:2: this line is not a finding"),
        (b"Maria was here", "bad:1: this cannot be read as a record"),
        (b"\xff\xfe\x00Maria", "bad:1: this cannot be read as a record"),
        (
            b"# dealerkit record 1\ngame: maria\n---\nd burn\n",
            "bad:1: the record can't be dealt again with the game and options in its first lines",
        ),
        (b"# dealerkit record 1\ngame: holdem\n---\nMaria burns\n", r"bad:4: from here on"),
        (b"SQLite format 3\x00" + b"Maria" * 40, "bad: "),
    ],
)
def test_a_bad_file_is_told_without_what_stands_in_it(tmp_path, raw, said):
    """File and line, and where to read on."""
    path = tmp_path / "bad"
    path.write_bytes(raw)
    if b"Maria burns" in raw:
        (why,) = refresher(path).left_out
    else:
        with pytest.raises((RecordError, JournalError)) as caught:
            refresher(path)
        why = str(caught.value)
    assert re.search(said, why)
    assert "maria" not in why.lower()


def test_one_record_that_cannot_be_read_does_not_hide_the_others(tmp_path):
    """It is told, and the next is read."""
    path = planted(tmp_path / "a.txt")
    path.write_text("# dealerkit record 1\ngame: nonesuch\n---\n" + path.read_text("utf-8"), encoding="utf-8")
    found = refresher(path)
    assert "burn/doubled" in {item.cell for _, item in found.asked}
    assert "a.txt:1: the record can't be dealt again with the game and options in its first lines" in found.left_out[0]


def test_a_seat_that_is_not_there_stops_nothing(tmp_path):
    """An act of seat 23 is told by `check`; the slips of the dealer are asked all the same."""
    path = planted(tmp_path / "a.txt")
    before = [item.cell for _, item in refresher(path).asked]
    path.write_text(path.read_text("utf-8").replace("---\n", "---\ns23 call\n"), encoding="utf-8")
    assert [item.cell for _, item in refresher(path).asked] == before


def test_hands_in_phh_are_asked_as_check_reads_them(tmp_path):
    """Of a hand of somebody else's the dealer's slip comes back, without the players' names."""
    hand = """\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
players = ['Maria', 'Ostrow', 'Bobby']
actions = ['d dh p1 AcAd', 'd dh p2 KcKd', 'd dh p3 QcQd', 'p3 cc', 'd db 2c3c4c', 'p1 cc', 'p2 cc']
"""
    path = tmp_path / "x.phh"
    path.write_text(hand, encoding="utf-8")
    ((where, item),) = refresher(path).asked
    assert where.game.id == "holdem"
    assert item.cell == "street/early-flop"
    assert not any(name in json.dumps(as_plain(item)) for name in NAMES)


# -- a journal --


@pytest.fixture
def journal(tmp_path) -> Path:
    """Disputes of two tables, with names in every place that takes one."""
    path = tmp_path / "journal.db"
    people = (Person("Maria Ostrow", "dealer"), Person("Bobby Tables", "patron", 3), Person("Zoë", "floor"))
    string = {
        "raise_said": "no", "sum_said": "no", "facing_bet": "yes", "first_motion_is": "call", "bet_to_match": "100",
        "chips_behind": "2000", "put_first": "100", "put_all": "300",
    }  # fmt: skip
    with Journal.begin(path, zone="UTC") as book:

        def opened(fault, facts, rules, **more):
            opening = Opening(summary="Maria's doing", table="Bobby Tables 4", people=people, story=("Zoë shouted",), **more)
            return docket.open_case(book, opening, from_facts([fault], facts, rule_set(rules))).number

        first = opened("boxed_card", {"face_seen": "no"}, "us", game="mini-baccarat")
        docket.decide(book, first, by="Zoë")
        second = opened("string_bet", string, "tda", game="Maria's game")
        docket.decide(book, second, "action_binding", by="Zoë", reason="Maria was new", text="let Maria have it")
        opened("out_of_turn", {"early_act": "bet", "intervening": "check_or_fold"}, "tda")
        opened("surplus_card", {"side": "banker"}, "us")
        docket.open_case(book, Opening(kind="incident", summary="Maria fell", people=people))
    return path


def test_no_name_of_a_journal_leaves_it(journal):
    """Told are facts by the words of the rules, and the word of a decision."""
    said = everything(journal)
    assert "A card was face up" in said
    assert not [name for name in NAMES if name.lower() in said.lower()]


def test_a_dispute_is_asked_by_the_rules_in_force(journal):
    """Ruling and remedy; the working says where the house decided otherwise."""
    cases = {item.cell: item for _, item in refresher(journal).asked}
    assert list(cases) == ["boxed card", "string bet", "out of turn"]
    boxed, string = cases["boxed card"], cases["string bet"]
    assert boxed.key.answers == (SEPARATOR.join(("card replaced", "The boxed card is burned and the next card takes its place")),)
    assert boxed.key.rules == ("BI-03",)
    assert not any("otherwise" in row for row in boxed.key.working)
    assert string.key.answers[0].startswith("call | ")
    assert string.key.working[0] == "The floor decided differently here: The action is binding."
    assert string.key.rules == ("BR-35",)
    assert string.key.codes == ("action/string-bet-allowed",)
    for item in cases.values():
        assert item.judge(item.key.answers[0]) == 1
        for (_, part), word in zip(parts(item), item.key.answers[0].split(SEPARATOR), strict=True):
            titles = [choice.title for choice in choices(part)]
            assert word in [choice.word for choice in choices(part)]
            assert len(titles) == len(set(titles)) == 4


def test_what_cannot_be_asked_of_a_journal_is_counted(journal):
    """An incident without a fault, and a dispute that lacks a fact."""
    assert sorted(journal_disputes(journal).left_out.values()) == [1, 1]
    assert "the case names no fault" in journal_disputes(journal).left_out


def test_another_rule_set_gives_another_key(journal):
    """The same card face up plays under the rules of Macau, and another list does not know poker."""
    (item,) = [item for _, item in refresher(journal, "macau").asked]
    assert item.key.answers[0].startswith("card plays | ")
    assert "macau has no rule for the dispute" in journal_disputes(journal, "macau").left_out


def test_the_game_is_that_of_the_journal_or_one_under_the_same_rules(journal):
    """What somebody called the game is no name of ours, and is not taken."""
    found = refresher(journal).asked
    assert [(where.game.id, where.game.rules.name) for where, _ in found] == [
        ("mini-baccarat", "us"), ("holdem", "tda"), ("holdem", "tda"),
    ]  # fmt: skip


def test_a_calibration_takes_the_disputes_of_most(journal):
    """Of two rule sets the one that more of them are under."""
    rules, found = for_calibration(journal)
    assert rules.name == "tda"
    assert [case.facts["fault"] for case in found] == ["string_bet", "out_of_turn"]
    assert found[0].house == "The floor decided differently here: The action is binding."
