"""The run that changes every leaf of a rule set: what it changes, what it lets off, and the cases it proposes."""

from __future__ import annotations

import pytest

CLUB = """set: club
family: poker
sources:
  club: {title: Club rules}
faults:
  wrong_count:
    title: A hand has the wrong number of cards
    cases:
      few: {when: {extra_count: 2-3}, rule: MD-06, outcome: misdeal, remedies: [RM-01], source: {work: club, verified: read}}
      more: {when: {extra_count: 2+}, rule: MD-06, outcome: hand_dead, remedies: [], source: {work: club, verified: read}}
      otherwise: {rule: MD-07, outcome: play_on, source: {work: club, verified: read}}
"""
CASES = """cases:
  - {name: MD-06 two, facts: {fault: wrong_count, extra_count: 2}, expect: {outcome: misdeal, remedies: [RM-01]}}
"""


@pytest.fixture(scope="module")
def bench(script):
    """The script as a module."""
    return script("mutate_rules")


@pytest.fixture
def club(tmp_path):
    """A rule set with one case that proves a little of it."""
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "all.yaml").write_text(CASES, encoding="utf-8")
    path = tmp_path / "club.yaml"
    path.write_text(CLUB, encoding="utf-8")
    return path


def test_what_no_case_notices_survives(bench, club):
    """The case of two extra cards holds its outcome, remedies, lower end and place in the order; nothing holds the rest."""
    tried, survivors = bench.run(bench.Mutants(club))
    said = {what for _, what, _ in survivors}
    assert {"few.when.extra_count: 2-2", "few.when.extra_count: 2-4", "few.when.extra_count: left out", "more: left out"} <= said
    assert not said & {"few.when.extra_count: 3-3", "few.remedies: without RM-01", "few: left out", "few and more: exchanged"}
    assert not any(what.startswith("few.outcome") for what in said)
    assert tried > len(survivors)


def test_a_change_that_changes_nothing_is_not_counted(bench, club):
    """Three or more behind two to three is the same as two or more: only what few leaves matters there."""
    mutants = bench.Mutants(club)
    changed = {what: rules for _, what, rules in mutants.changed()}
    assert mutants.same("wrong_count", changed["more.when.extra_count: 3+"])
    assert not mutants.same("wrong_count", changed["more.when.extra_count: 1+"])
    assert not mutants.fails("wrong_count", changed["more.when.extra_count: 3+"])


def test_the_proposed_cases_leave_no_survivor(bench, club):
    """They say what the set rules now, and are written as files of cases are."""
    mutants = bench.Mutants(club)
    _, survivors = bench.run(mutants)
    lines = [f"  - {bench.flow(case)}\n" for _, case in bench.proposals(mutants, survivors)]
    assert len(lines) < len(survivors)
    assert all("MD-0" in line and "fault: wrong_count" in line for line in lines)
    (club.parent / "cases" / "more.yaml").write_text("cases:\n" + "".join(lines), encoding="utf-8")
    again = bench.Mutants(club)
    assert bench.run(again)[1] == []
    assert not any(again.failed_by(case, again.rules) for cases in again.cases.values() for case in cases)


def test_what_an_overlay_takes_out_is_put_back(bench, tmp_path):
    """A case removed by null is a leaf too."""
    path = tmp_path / "house.yaml"
    path.write_text("set: house\nextends: rrop\nfaults:\n  extra_cards:\n    cases:\n      several: null\n", encoding="utf-8")
    assert {what for _, what, _ in bench.Mutants(path).changed()} == {"several: put back"}


def test_two_names_of_one_sum_are_no_change(bench):
    """A whole chip as it lies and all motions come to the same; a call and a raise do not."""
    assert bench.worth("all_motions") == bench.worth("as_it_lies")
    assert bench.worth("to_call") != bench.worth("minimum_raise")
