"""Old cases under the rules of their day, and under today's; which sets were in force; precedents."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dealerkit.errors import JournalError, RuleFileError
from dealerkit.files.plain_data import as_plain
from dealerkit.jobs.journal import docket
from dealerkit.jobs.journal.cases import cases, find_case
from dealerkit.jobs.journal.clock import SHIFTS, Shifts, moment
from dealerkit.jobs.journal.disputes import from_facts, from_record
from dealerkit.jobs.journal.docket import Opening
from dealerkit.jobs.journal.precedents import inconsistent, precedents
from dealerkit.jobs.journal.retrial import as_it_was, under
from dealerkit.jobs.journal.rulesets import in_force, keep_game, keep_rules, kept_game, kept_rules, present_rules
from dealerkit.rules import data
from dealerkit.rules.games import game
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.rulings import known_facts, rule
from tests.sampling import daily, daily_games

RECORDS = Path(__file__).parents[2] / "records"
SHIFTS_OF_THE_HOUSE = Shifts.read(SHIFTS)

HOUSE = """\
set: riverside
title: Riverside
extends: us
version: "{version}"
{rest}"""
PLAYS = """\
faults:
  boxed_card:
    cases:
      otherwise: {outcome: card_plays, remedies: []}
"""


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A house file that can be written anew."""
    monkeypatch.chdir(tmp_path)

    def write(version: str, rest: str = "") -> Path:
        path = tmp_path / "riverside.yaml"
        path.write_text(HOUSE.format(version=version, rest=rest), encoding="utf-8")
        return path

    return write


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", daily(rule_sets(), 3))
def test_every_rule_set_comes_back_as_it_was(journal, name):
    """A set that was kept has the same hash and rules alike."""
    found = rule_set(name)
    with journal.writing() as writing:
        said = keep_rules(writing, found)
    again = kept_rules(journal, said["kept"])
    assert again.sha256 == found.sha256 == said["sha256"]
    assert (again.name, again.chain, again.family, again.precedence) == (found.name, found.chain, found.family, found.precedence)
    for fault in found.faults:
        assert as_plain(rule({"fault": fault}, again).as_json()) == as_plain(rule({"fault": fault}, found).as_json())


@pytest.mark.sample(4, most=1)
@pytest.mark.parametrize("name", daily_games(4))
def test_every_game_comes_back_as_it_was(journal, name):
    """A game that was kept has the same hash, options and choices."""
    found = game(name)
    with journal.writing() as writing:
        hashed = keep_game(writing, found)
    again = kept_game(journal, hashed)
    assert again.sha256 == found.sha256
    assert again.options == found.options
    assert again.choices == found.choices


def test_an_old_case_under_the_rules_of_its_day(journal, house):
    """The house changed its rules since: as it was the same result as before, today it would not."""
    path = house("1")
    docket.open_case(journal, Opening(), from_facts(["boxed_card"], {}, rule_set(path)))
    house("2", PLAYS)
    case = find_case(journal, "1")
    then = as_it_was(journal, case)
    assert (then.same, then.outcome, then.rules) == (True, "card_replaced", "riverside")
    now = under(case, present_rules(case.said["rules_in_force"]["selector"]))
    assert (now.same, now.outcome) == (False, "card_plays")
    path.unlink()
    assert as_it_was(journal, case).same  # the file itself is not needed
    assert present_rules("riverside.yaml") is None


def test_an_old_case_with_the_facts_of_its_day(journal, tmp_path, monkeypatch):
    """A fact that has another name since still has its old one in an old case."""
    proposal = from_facts(["late_bet"], {"change": "placed"}, rule_set("us"))
    docket.open_case(journal, Opening(), proposal)
    other = tmp_path / "rulings"
    shutil.copytree(data.data_dir("rulings"), other)
    for file in (other / "facts.yaml", *other.glob("*/*.yaml")):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("change:", "bet_change:").replace("[change,", "[bet_change,"), encoding="utf-8")
    monkeypatch.setattr(data, "data_dir", lambda kind: other if kind == "rulings" else data.PACKAGE.parent / kind)
    assert "bet_change" in known_facts()
    case = find_case(journal, "1")
    with pytest.raises(RuleFileError, match="unknown fact:"):
        rule({"fault": "late_bet", "change": "placed"}, kept_rules(journal, case.said["rules_in_force"]["kept"]))
    again = as_it_was(journal, case)
    assert again.same
    assert again.outcome == case.proposed


@pytest.mark.parametrize("name", ["coup-wrong-payout", "coup-drawn-on-natural", "shoe-face-up-card-used", "holdem", "nap"])
@pytest.mark.sample(1, most=2)
def test_an_old_record_under_the_game_of_its_day(journal, name):
    """A record is gone through again under the game that was kept: the same findings, the same ruling."""
    docket.open_case(journal, Opening(), from_record(RECORDS / f"{name}.rec"))
    again = as_it_was(journal, find_case(journal, "1"))
    assert again.same
    assert again.same_findings
    assert len(again.findings) == len(from_record(RECORDS / f"{name}.rec").findings)


def test_a_record_under_rules_that_changed(journal, house, tmp_path):
    """The game's own options as they were: a house that takes another commission now does not change what was found then."""
    text = (RECORDS / "clean-opening-and-six-coups.rec").read_text(encoding="utf-8")
    path = house("1", 'options:\n  mini-baccarat:\n    commission_rate: "0.04"\n')
    record = tmp_path / "night.rec"
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith(("rules:", "hash:"))]
    record.write_text(lines[0] + f"rules: {path.name}\n" + "".join(lines[1:]), encoding="utf-8")
    docket.open_case(journal, Opening(), from_record(record))
    case = find_case(journal, "1")
    before = as_it_was(journal, case)
    house("2")
    again = as_it_was(journal, case)
    assert again.same
    assert again.same_findings
    assert again.findings == before.findings != ()
    assert from_record(record).findings == ()


def test_a_case_without_rules_cannot_be_judged_again(journal):
    """It says so."""
    docket.open_case(journal, Opening("incident", "a drink"))
    with pytest.raises(JournalError, match="opened without rules"):
        as_it_was(journal, find_case(journal, "1"))


# What was in force


def test_what_was_in_force_on_a_day(journal, house, clock):
    """A version is in force from its day until the next of the same name; opening a case says so by itself, once."""
    docket.adopt(journal, [rule_set(house("1"))], moment("2026-01-01", "Asia/Macau"))
    clock.move_to("2026-04-01 00:00:00")
    path = house("2", PLAYS)
    for _ in range(2):
        docket.open_case(journal, Opening(), from_facts(["boxed_card"], {}, rule_set(path)))

    def versions(day: str) -> list[tuple[str, str]]:
        return [(one.set, one.version) for one in in_force(journal, moment(day, "Asia/Macau", end=True))]

    assert versions("2025-12-31") == []
    assert versions("2026-01-01") == versions("2026-03-31") == [("riverside", "1")]
    assert versions("2026-04-01") == [("riverside", "2")]
    assert [one.until is None for one in in_force(journal)] == [False, True]
    old = in_force(journal, moment("2026-02-01", "Asia/Macau"))[0]
    assert rule({"fault": "boxed_card"}, kept_rules(journal, old.kept)).outcome == "card_replaced"


# Precedents


def opened(journal, clock, at: str, outcome: str | None, reason: str = "", fault: str = "boxed_card", **facts: object) -> str:
    """Open and decide a case at a time, in UTC."""
    clock.move_to(at)
    case = docket.open_case(journal, Opening(), from_facts([fault], facts, rule_set("us")))
    docket.decide(journal, case.number, outcome, by="Ann Lee", reason=reason)
    return case.number


def test_precedents(journal, clock):
    """The most alike come first, of these the latest; a past ruling that today's rules decide otherwise is listed as such."""
    first = opened(journal, clock, "2026-03-02 00:00", None)
    other = opened(journal, clock, "2026-03-03 00:00", None, fault="late_bet", change="placed")
    third = opened(journal, clock, "2026-03-04 00:00", None)
    found = precedents(cases(journal), SHIFTS_OF_THE_HOUSE, lambda case: rule_set("us"), ["boxed_card"])
    assert [one.case.number for one in found] == [third, first]
    assert not any(one.changed for one in found)
    found = precedents(cases(journal), SHIFTS_OF_THE_HOUSE, lambda case: rule_set("macau"))
    assert [(one.case.number, one.changed) for one in found if one.case.number != other] == [(third, True), (first, True)]
    assert found[0].now is not None
    found = precedents(cases(journal), SHIFTS_OF_THE_HOUSE, lambda case: None)
    assert [one.now for one in found] == [None] * 3


def test_precedents_by_facts(journal, clock):
    """What differs in its facts comes later, and the difference is told."""
    near = opened(journal, clock, "2026-03-02 00:00", None, fault="late_bet", change="placed")
    far = opened(journal, clock, "2026-03-03 00:00", None, fault="late_bet", change="raised")
    found = precedents(cases(journal), SHIFTS_OF_THE_HOUSE, lambda case: None, ["late_bet"], {"change": "placed"})
    assert [one.case.number for one in found] == [near, far]
    assert found[1].differing == {"change": ("placed", "raised")}


def test_consistency_between_shifts(journal, clock):
    """The same facts ruled in two ways are told, with the shifts; the same way twice, or with other facts, is not."""
    night = opened(journal, clock, "2026-03-01 16:00", "play_on", "the patron insisted")
    day = opened(journal, clock, "2026-03-02 02:00", None, "the rule is clear")
    opened(journal, clock, "2026-03-02 03:00", None)
    opened(journal, clock, "2026-03-02 04:00", "play_on", "late", fault="late_bet", change="placed")
    found = precedents(cases(journal), SHIFTS_OF_THE_HOUSE, lambda case: rule_set("us"))
    (unlike,) = inconsistent(found)
    assert unlike.faults == ("boxed_card",)
    told = {word: [(one.case.number, one.shift) for one in group] for word, group in unlike.rulings.items()}
    assert told["play_on"] == [(night, "night")]
    assert (day, "day") in told["card_replaced"]
    assert [one.case.number for one in found if one.changed and one.case.faults == ("boxed_card",)] == [night]
