"""The games' cases, by name, and a table in the middle of one."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from dealerkit.facts import Situation
from dealerkit.jobs.cases import RuleCase, read_all
from dealerkit.jobs.cases.run import GO_TO, new_table
from dealerkit.rules.data import data_dir
from dealerkit.table.table import Table


@functools.cache
def cases() -> dict[str, RuleCase]:
    """Return the cases of acts included with the games, by name."""
    return {case.name: case for case in read_all([data_dir("procedures")])[1] if case.kind == "acts"}


def lines_of(case: RuleCase, count: int | None = None, acts: Sequence[str] | None = None) -> list[str]:
    """Return the first lines of a case's acts, by default all, after the step at which it begins; or other acts."""
    return [*([GO_TO + case.data["at"]] if "at" in case.data else []), *(case.data["acts"][:count] if acts is None else acts)]


def push(table: Table, line: str) -> None:
    """Push one line of a case."""
    if line.startswith(GO_TO):
        table.advance(line.removeprefix(GO_TO).strip() or None)
    else:
        table.push(line)


def table_at(name: str, count: int | None = None, acts: Sequence[str] | None = None) -> Table:
    """Return the table of a case after a number of its lines, by default all, or after other acts."""
    table = new_table(cases()[name])
    for line in lines_of(cases()[name], count, acts):
        push(table, line)
    return table


def obeyed(table: Table, count: int) -> Iterator[str]:
    """Yield what is due next, as often as told, and do it; nothing may be found in it."""
    for _ in range(count):
        due = table.next_act()
        if due is None:
            return
        yield str(due)
        assert table.push(due) == (), due


def moment_at(name: str, count: int | None = None, acts: Sequence[str] | None = None) -> Situation:
    """Return the same as the judge's view of the last act: pushed, with the player whose turn it was, and the players who had
    acted out of turn.
    """
    table = new_table(cases()[name])
    asked, passed = frozenset[str](), None
    for line in lines_of(cases()[name], count, acts):
        asked, passed = frozenset(table.ask), table.now.out_of_turn
        push(table, line)
    now = table.now.copy()
    now.act, now.asked, now.out_of_turn = table.log[-1] if table.log else None, asked, passed
    return now
