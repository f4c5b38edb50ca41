"""Every sheet of every game, under every rule set that is for it: nothing on it belongs to another game."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator

import pytest

from dealerkit.errors import RuleFileError
from dealerkit.rules.games import Game, game, games
from dealerkit.rules.sets import rule_sets
from dealerkit.sheets import FORMATS, Sheet, make_sheet, render

BOOKS = {
    "poker": {"poker-tda", "roberts-rules", "wsop-live", "wsop-dealer-guides", "jackpot-rules", "fla-75-11", "mo-mics-f"},
    "baccarat": {
        "pa-code-58", "france-2007", "spain-catalogue", "spain-1979", "macau-55-2004", "macau-73-2005", "nsw-baccarat",
        "la-admin-code-42", "singapore-baccarat", "published-pay-tables", "atlantic-city-2012", "dealer-school-guides",
    },
}  # fmt: skip
"""Works that are about one family of games only."""

RULES = {"baccarat": {"BA", "BI"}, "poker": {"BR", "SD", "DP", "IR", "DH", "MD", "FTR", "HL", "DR", "VD", "CO", "QU", "RM", "HH"}}
"""The beginnings of the ids of rules that are of one family of games only."""


@functools.cache
def dealt(name: str) -> dict[str, Game]:
    """A game under every rule set of ours that is for it."""
    found = {}
    for rules in rule_sets():
        with contextlib.suppress(RuleFileError):  # it is for games of another family
            found[rules] = game(name, rules)
    return found


@functools.cache
def sheets(name: str) -> dict[str, Sheet]:
    """Its sheets."""
    return {rules: make_sheet(made) for rules, made in dealt(name).items()}


def cited(sheet: Sheet) -> Iterator[str]:
    """Every rule id that a sheet cites."""
    for row in sheet.findings:
        yield from row.cite
    for part in sheet.procedure:
        for step in part.steps:
            yield from step.cite
    for fault in sheet.faults:
        for case in fault.cases:
            yield from case.cite


@pytest.mark.parametrize("name", games())
def test_no_finding_rule_or_work_of_another_family(name):
    """The mini-baccarat sheet quoted the poker books and printed eighteen of poker's findings."""
    assert sheets(name)
    for rules, sheet in sheets(name).items():
        family = dealt(name)[rules].family
        foreign = {work for other, works in BOOKS.items() if other != family for work in works}
        assert {work.id for work in sheet.sources} & foreign == set(), rules
        prefixes = {prefix for other, ids in RULES.items() if other != family for prefix in ids}
        assert {one for one in cited(sheet) if one.partition("-")[0] in prefixes} == set(), rules


@pytest.mark.parametrize("name", games())
def test_each_sheet_is_printed_in_both_formats(name):
    """Whatever the rule set."""
    for sheet in sheets(name).values():
        assert all(render(sheet, form) for form in FORMATS)
