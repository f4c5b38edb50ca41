"""Each matcher of the judge by itself: an agenda, an act, what is found in it, and the agenda that the table has then.

A row of `matcher_rows.yaml` names a case of the games for its table, and the line of its acts that the matcher is asked about:

- `case`, `line`: the case, which begins with the rule that it proves, and which of its acts it is, from 1; or
- `acts`: acts at that case's table in place of its own, of which the last one is asked about
- `act`: that act
- `due`: the open step and the acts due in it, as the matcher sees them: the first two
- `found`: the codes of the matcher's own answer
- `after`: the same of the table when the act has happened, behind `owed` what is to be done before anything else; whoever goes
  on as it is due from there, does nothing wrong
"""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from dealerkit.felt import Act
from dealerkit.jobs.cases.run import new_table
from dealerkit.judge.match import ActView, Match, Matcher
from dealerkit.procedure.steps import DealerStep, PlayerStep
from dealerkit.table.table import Table
from tests.table.moments import cases, lines_of, obeyed, push
from tests.yaml_files import data_of

ORDERS = {"dealer": import_module("dealerkit.judge.classification"), "player": import_module("dealerkit.judge.matchers.player")}
ROWS: dict[str, dict[str, list[dict[str, Any]]]] = data_of(Path(__file__).parent / "matcher_rows.yaml")
FEWEST = 3
"""Rows of a matcher at least."""
OBEYED = 8
"""Acts that are done as they come due after the one that was asked about."""


def stand(step: DealerStep | PlayerStep | None, acts: list[Act]) -> str:
    """Return a step and the first two acts that are due in it, as text."""
    more = f", ... {len(acts)}" if len(acts) > 2 else ""
    return f"{step.id if step is not None else '-'}: {', '.join(act.text for act in acts[:2])}{more}".rstrip(": ")


def stands_at(table: Table) -> str:
    """Return where a table stands, and what it owes."""
    place = table.agenda.place
    told = stand(place.step if place is not None else table.players, table.plan())
    return told + "".join(f"; owed {act.text}" for act in table.owed[:2])


class Watched:
    """A matcher that keeps what it was asked and answered, and looks whether it has moved anything."""

    def __init__(self, matcher: Matcher) -> None:
        self.matcher = matcher
        self.__name__ = matcher.__name__
        self.answers: list[tuple[str, list[str]]] = []

    def __call__(self, view: ActView) -> Match | None:
        """Ask the matcher."""
        work = view.work
        before, length, due = work.build(), len(work.now.log), stand(work.step or work.players, [*work.plan])
        match = self.matcher(view)
        assert (work.build(), len(work.now.log)) == (before, length), "a matcher moves nothing"
        if match is not None:
            self.answers.append((due, [draft.code for draft in match.drafts[len(view.drafts) :]]))
        return match


@pytest.mark.parametrize(
    ("whose", "matcher", "row"),
    [
        pytest.param(whose, matcher, row, id=f"{matcher}-{number}")
        for whose, matchers in ROWS.items()
        for matcher, rows in matchers.items()
        for number, row in enumerate(rows, 1)
    ],
)
def test_a_matcher_answers_and_the_table_goes_on_from_there(whose, matcher, row, monkeypatch):
    """The row is what the matcher saw, what it found, and where the table then stands."""
    case = cases()[row["case"]]
    watched = {each.__name__: Watched(each) for each in ORDERS[whose].MATCHERS}
    monkeypatch.setattr(ORDERS[whose], "MATCHERS", tuple(watched.values()))
    *before, last = [*lines_of(case, 0), *row["acts"]] if "acts" in row else lines_of(case, row.get("line"))
    table = new_table(case)
    for line in before:
        push(table, line)
    for each in watched.values():
        each.answers.clear()
    push(table, last)
    (due, found), *_ = watched[matcher].answers or [("not asked", [])]
    assert (last, due, found, stands_at(table)) == (row["act"], row["due"], row["found"], row["after"])
    assert [*obeyed(table, OBEYED)], "something is due from there, and nothing is found in it"


def test_every_matcher_has_its_rows():
    """Three at least, of different cases or lines, and each names the rule that its case proves."""
    names = {whose: [matcher.__name__ for matcher in module.MATCHERS] for whose, module in ORDERS.items()}
    assert {whose: [*matchers] for whose, matchers in ROWS.items()} == names
    count = Counter({name: len(rows) for matchers in ROWS.values() for name, rows in matchers.items()})
    assert {name for name in count if count[name] < FEWEST} == set()
    rows = [row for matchers in ROWS.values() for rows in matchers.values() for row in rows]
    assert [row["case"] for row in rows if not re.search(r"\b[A-Z]{1,3}-[A-Z]?\d+\b|/", row["case"])] == []
    for matchers in ROWS.values():
        for rows in matchers.values():
            assert len({(row["case"], row.get("line"), *row.get("acts", ())) for row in rows}) == len(rows)
