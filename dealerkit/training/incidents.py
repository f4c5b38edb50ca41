"""A room's own slips as exercises: the table just before each of them, without names, and "what does the dealer do now?".

for item in of_record(one_record(Path("tuesday.txt"))):
    print(item.question.ask)

`drill --from` asks them (see `dealerkit.training.refresher`). Acts, cards and the rule set are taken over from a record. Left
out are the dealer, the table, the time, the notes and clocks of its lines, and spoken words that the rules do not know.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import attrs

from dealerkit.errors import Impossible
from dealerkit.felt import DEALER, Act, sentence
from dealerkit.table.playback import table_of
from dealerkit.table.record import Record
from dealerkit.table.rounds import Rounds
from dealerkit.table.table import Table
from dealerkit.training.anonymous import quiet
from dealerkit.training.generators.next_step import ASK_NEXT, StepChoice, offered, waits_for
from dealerkit.training.items import Item, Key, Question
from dealerkit.training.narration import heading, latest, lines, tell, wrapped
from dealerkit.training.replies import Choice, OneOfReply

DRILL = "room/incidents"
"""Id under which answers to these exercises are saved and scheduled; it is not a drill of the list."""
LEVEL = 1
_LINES = 16
_WIDE = 75


def of_record(
    record: Record, rules: str | Path | None = None, acts: set[int] | None = None, drill: str = DRILL
) -> Iterator[Item]:
    """Yield an exercise for each slip in a record, in the order of the acts.

    Args:
        record: The record, complete or not.
        rules: Another rule set to judge by; None for the record's own.
        acts: Numbers of the acts to look at, from 1; None for every slip.
        drill: Id of the drill under which the answers are saved.

    Raises:
        RecordError: If the record's table cannot be set up.
    """
    table = table_of(record.header, rules)
    numbered = [(number, line) for number, line in enumerate(record.lines, 1) if line.act.highest <= table.seats]
    record = attrs.evolve(record, lines=tuple(line for _, line in numbered))
    rounds, first = Rounds(table), 0
    for at, (number, line) in enumerate(numbered, 1):
        try:
            verdict = table.judge(line.act)
        except Impossible:
            return
        asked = verdict.findings and line.act.who == DEALER and (acts is None or number in acts)
        if asked:
            item = _item(record, rules, table, first, at, drill)
            if item is not None:
                yield item
        table.push(line.act)
        if rounds.look(table):
            first = at


def _item(record: Record, rules: str | Path | None, table: Table, first: int, number: int, drill: str) -> Item | None:
    """Return the exercise for a slip; None if there is no choice at that point."""
    act_made = record.lines[number - 1].act
    say = quiet(table.game, record.header.notes.values())
    right = _right(table, say)
    if right is None:
        return None
    finding = table.judge(act_made).findings[0]
    seed = f"{_mark(record)}/{number}/{finding.code}"
    rng = Random(f"{number}/{finding.code}")
    coming = [] if table.expected.dealer else [act for act in record.acts[number:] if act.who == DEALER][:3]
    picked = offered(table, [StepChoice(right, right=True)], [act_made, *coming], rng, 5, least=1)
    if picked is None:
        return None
    quieter = {sentence(act): say(act) for act in (act_made, *coming)}
    picked = tuple(attrs.evolve(step, text=quieter.get(step.text, step.text)) for step in picked)
    if len({step.text for step in picked}) < len(picked):
        return None
    shown = table_of(attrs.evolve(record.header, notes={}), rules)
    for line in record.lines[:first]:
        shown.push(line.act)
    narration = lines(tell(shown, record.acts[first : number - 1], say))
    known = table.explain(finding)
    before = latest(heading(table.game, table), narration, _LINES)
    choices = tuple(Choice(key, step.text) for key, step in zip("abcde", picked, strict=False))
    working = (*wrapped(f"In the hand: {say(act_made)}. {known.title}.", _WIDE, ""), *wrapped(known.why, _WIDE, ""))
    key = Key(
        (right,),
        known.cite,
        working,
        (finding.code,),
        {step.text: step.codes for step in picked if not step.right},
    )
    return Item(drill, LEVEL, seed, finding.code, "", Question(before, ASK_NEXT, OneOfReply(choices)), key)


def _right(table: Table, say: Callable[[Act], str]) -> str | None:
    """Return the right step instead of a slip: the act due, or waiting for the one player whose turn it was.

    Args:
        table: The table before the slip.
        say: Returns an act in words.
    """
    if table.expected.dealer:
        due = table.next_act()
        return None if due is None or due.who != DEALER else say(due)
    turn = list(table.ask)
    return waits_for(turn[0]) if len(turn) == 1 else None


def _mark(record: Record) -> str:
    """Return a mark of eight digits that identifies a record and reveals nothing of it."""
    whole = "\n".join([record.header.game, str(record.header.seed), *(act.text for act in record.acts)])
    return hashlib.sha256(whole.encode("utf-8", "replace")).hexdigest()[:8]
