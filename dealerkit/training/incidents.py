"""A room's own slips as exercises: the table just before each of them, with no name on it, and "what does the dealer do now?".

    for item in incidents(Path("tuesday.txt")):   # a record, or what `check --json` wrote
        print(item.question.ask)

`drill --from` asks them. What is taken over from a record are acts, cards and the rule set; who dealt, at which table and when is
left out, as are the notes and clocks of its lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import attrs

from dealerkit.errors import Impossible, RecordError
from dealerkit.felt import DEALER, sentence
from dealerkit.playback import table_of
from dealerkit.record import Record, read_records
from dealerkit.rounds import Rounds
from dealerkit.table import Table
from dealerkit.training.generators.next_step import Step, offered
from dealerkit.training.items import Item, Key, Question
from dealerkit.training.narration import heading, lines, tell, wrapped
from dealerkit.training.replies import Choice, OneOf

DRILL = "room/incidents"
"""The id under which answers to these exercises are kept and scheduled: they are of no drill of the list."""
LEVEL = 1
_LINES = 16


def incidents(path: Path, rules: str | Path | None = None) -> Iterator[Item]:
    """Yield an exercise for each slip of the dealer that is found in records, in their order.

    Args:
        path: A file of records, or a findings document of `check --json`, which names files and acts.
        rules: Another rule set to judge by.

    Raises:
        RecordError: If the file cannot be read, or is neither.
    """
    wanted = _findings(path)
    if wanted is None:
        for record in read_records(path):
            if isinstance(record, RecordError):
                raise record
            yield from of_record(record, rules)
        return
    for file, acts in wanted.items():
        beside = Path(file) if Path(file).is_file() else path.parent / Path(file).name
        for record in read_records(beside):
            if isinstance(record, RecordError):
                raise record
            yield from of_record(record, rules, acts.get(record.header.name, set()))


def _findings(path: Path) -> Mapping[str, Mapping[str, set[int]]] | None:
    """Return what a findings document names: file, then record, then acts; None if the file is no such document.

    Raises:
        RecordError: If it is JSON and no findings document.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise RecordError(str(path), 0, f"it cannot be read: {error}") from None
    if not text.lstrip().startswith("{"):
        return None
    try:
        found: dict[str, dict[str, set[int]]] = {}
        for flaw in json.loads(text)["findings"]:
            found.setdefault(str(flaw["file"]), {}).setdefault(str(flaw["hand"]), set()).add(int(flaw["act"]))
    except (ValueError, KeyError, TypeError) as error:
        raise RecordError(
            str(path), 0, f"this is no findings document ({error})", "`dealerkit check --json` writes one"
        ) from None
    return found


def of_record(
    record: Record, rules: str | Path | None = None, acts: set[int] | None = None, drill: str = DRILL
) -> Iterator[Item]:
    """Yield the exercises of one record, in the order of its acts.

    Args:
        record: The record, as far as it goes.
        rules: Another rule set to judge by.
        acts: Only of these acts, counted from 1; of every slip if None.
        drill: The drill's id on them, under which their answers are kept.
    """
    table = table_of(record.header, rules)
    rounds, first = Rounds(table), 0
    for number, line in enumerate(record.lines, 1):
        try:
            verdict = table.judge(line.act)
        except Impossible:
            return
        asked = verdict.findings and line.act.who == DEALER and table.expected.dealer and (acts is None or number in acts)
        if asked:
            item = _item(record, rules, table, first, number, drill)
            if item is not None:
                yield item
        table.push(line.act)
        if rounds.look(table):
            first = number


def _item(record: Record, rules: str | Path | None, table: Table, first: int, number: int, drill: str) -> Item | None:
    """Make the exercise of a slip; None where nothing can be picked in its place."""
    due = table.next_act()
    if due is None or due.who != DEALER:
        return None
    made = record.lines[number - 1].act
    finding = table.judge(made).findings[0]
    seed = f"{number}/{finding.code}"
    picked = offered(table, [Step(sentence(due), right=True)], [made], Random(seed), 5, least=1)
    if picked is None:
        return None
    shown = table_of(attrs.evolve(record.header, notes={}), rules)
    for line in record.lines[:first]:
        shown.push(line.act)
    told = lines(tell(shown, record.acts[first : number - 1]))
    known = table.explain(finding)
    before = (heading(table.game, table), *(("...",) if len(told) > _LINES else ()), *told[-_LINES:])
    choices = tuple(Choice(key, step.text) for key, step in zip("abcde", picked, strict=False))
    working = (*wrapped(f"Then: {sentence(made)}. {known.title}.", 76, "")[:2], *wrapped(known.why, 76, "")[:1])
    key = Key(
        (sentence(due),),
        known.cite,
        working[:3],
        (finding.code,),
        {step.text: step.codes for step in picked if not step.right},
    )
    return Item(drill, LEVEL, seed, finding.code, "", Question(before, "What does the dealer do now?", OneOf(choices)), key)
