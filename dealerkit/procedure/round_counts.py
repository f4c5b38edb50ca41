"""Counts of repeated sections in a situation: how often each has begun, where in the log, and with what results before."""

from __future__ import annotations

import functools

from dealerkit.facts import Situation
from dealerkit.procedure.steps import Section

_MOST_STARTS = 255
"""Section starts remembered besides the latest: twice the coups of an eight-deck shoe."""


def count_beginning(now: Situation, section: Section, *, first: bool, again: bool) -> None:
    """Count the beginning of a repeated section in the situation, with its place in the log, and move its results to `before`.

    Args:
        now: The situation.
        section: The section.
        first: Whether it begins for the first time within the section around it.
        again: Whether the last time does not count, as after a misdeal.
    """
    rounds, starts = dict(now.rounds), dict(now.starts)
    if first:
        rounds[section.id], starts[section.id] = 0, ()
    rounds[section.id] += 1
    for inner in _parts_of(section):  # sections inside are counted from 0 each time
        rounds.pop(inner, None)
    starts[section.id] = (*starts[section.id][-_MOST_STARTS:], now.felt.tick)
    ended, marks = dict(now.ended), dict(now.marks)
    ended[section.id] = marks.get(section.id, 0)
    marks[section.id] = len(now.log)
    if now.results:
        if not again:
            now.before = {**now.before, **now.results}
        mine = _steps_in(section)
        now.results = {name: value for name, value in now.results.items() if name not in mine}
    now.rounds, now.starts, now.ended, now.marks = rounds, starts, ended, marks


@functools.lru_cache(maxsize=512)
def _steps_in(section: Section) -> frozenset[str]:
    """Return the ids of all steps in a section."""
    return frozenset(step.id for step in section.walk())


@functools.lru_cache(maxsize=512)
def _parts_of(section: Section) -> tuple[str, ...]:
    """Return the ids of the repeated sections inside a section."""
    return tuple(inner.id for inner in section.sections() if inner is not section and inner.repeat is not None)
