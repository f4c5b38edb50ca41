"""Exercises from wrong answers in a walk: the table as it was, the same question, and the given answer beside the right one."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.felt import Act, sentence
from dealerkit.table.bots import NOBODY
from dealerkit.table.playback import table_of
from dealerkit.table.record import Record
from dealerkit.table.rounds import Rounds
from dealerkit.table.table import Table
from dealerkit.training.action.lesson import Lesson
from dealerkit.training.action.levels import WalkLevel
from dealerkit.training.action.question import WalkQuestion as Asked
from dealerkit.training.items import Item, Key, Question
from dealerkit.training.narration import heading, latest, lines, tell
from dealerkit.training.replies import Choice, OneOfReply, choices

_LINES = 12


def of_lesson(record: Record, level: WalkLevel, began: int, acts: set[int], drill: str) -> Iterator[tuple[int, Item]]:
    """Yield an exercise for each wrong answer in a walk, with the number of the act that answered.

    Args:
        record: The record of the walk.
        level: The level of the walk.
        began: Number of acts before the dealer began.
        acts: Numbers of the acts to look at, from 1.
        drill: Id of the drill under which the answers to the exercises are saved.

    Raises:
        RecordError: If the record's table cannot be set up.
    """
    table = table_of(record.header)
    rounds, first = Rounds(table), 0
    lesson: Lesson | None = None
    for number, line in enumerate(record.lines, 1):
        if number == began + 1:
            lesson = Lesson(level, table, NOBODY)
        asked = lesson.open if lesson is not None else None
        of_table = table.push(line.act)
        if lesson is not None:
            lesson.after(table, line.act, of_table)
            if asked is not None and number in lesson.slips and number in acts:
                code = next(finding.code for finding in (*lesson.findings, *of_table) if finding.act == number)
                yield number, _item(record, table, first, number, asked, code, drill)
        if rounds.look(table):
            first = number


def _item(record: Record, table: Table, first: int, number: int, asked: Asked, code: str, drill: str) -> Item:
    """Return the exercise for a wrong answer, with the hand up to it."""
    shown = table_of(record.header)
    for line in record.lines[:first]:
        shown.push(line.act)
    narration = lines(tell(shown, record.acts[first : number - 1], sentence))
    before = latest(heading(table.game, table), narration, _LINES)
    act_made = record.lines[number - 1].act
    named = _choices(table, asked, act_made)
    seed = f"{record.header.seed}/{number}/{code}"
    key = Key((asked.answer,), asked.cite, (f"In the hand: {sentence(act_made)}.",), (code,))
    return Item(drill, 1, seed, code, "", Question(before, asked.asks, OneOfReply(named)), key)


def _choices(table: Table, asked: Asked, act_made: Act) -> tuple[Choice, ...]:
    """Return the choices: every seat for a question of a seat; else the right answer and the given one."""
    if asked.kind == "point":
        return choices([f"action on seat {seat}" for seat in range(1, table.seats + 1)], "123456789abcdefghi"[: table.seats])
    offered = sorted({asked.answer, sentence(act_made), "nothing to say"})
    return choices(offered, "abc"[: len(offered)])
