"""`dealerkit drill --from`: a room's own incidents, at the terminal and on paper."""

from __future__ import annotations

import hashlib
import random
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from dealerkit import __version__
from dealerkit.cli.common import echo, note, report
from dealerkit.cli.drill.request import Request
from dealerkit.cli.drill.sitting import DrillTalk
from dealerkit.cli.failure import Refusal
from dealerkit.cli.keyboard import Keyboard
from dealerkit.cli.trainee import open_store
from dealerkit.files.screen_text import line
from dealerkit.training.help_modes import AT_ONCE

if TYPE_CHECKING:
    from dealerkit.training.refresher import Refresher

"""Modes in which missed exercises come back before the end."""


def own(source: Path, rules: str | None) -> Refresher:
    """Return exercises made from a card room's own file of records or its journal of disputes.

    Args:
        source: The file or folder of records, or the journal.
        rules: The rule set to judge by; None for each record's or case's own.

    Raises:
        RecordError, JournalError: If the file cannot be used.
        UnknownName, RuleFileError: If there is no such rule set.
        Refusal: If no exercise can be made from it.
    """
    from dealerkit.training.refresher import refresher

    refresher_ = refresher(source, rules)
    for why in refresher_.left_out:
        note(f"note: {why}")
    if not refresher_.asked:
        raise Refusal(
            refresher_.nothing,
            hint="`dealerkit check` shows the findings in records, `dealerkit journal list` the cases of a journal",
        )
    return refresher_


def _drawn(refresher_: Refresher, seed: int | None, items: int | None) -> Refresher:
    """Return a number of the exercises, in order, or in random order with a seed.

    Args:
        refresher_: The exercises.
        seed: The seed; None to keep the order.
        items: The number; None for all.
    """
    import attrs

    rows = list(refresher_.asked)
    if seed is not None:
        random.Random(seed).shuffle(rows)
    return attrs.evolve(refresher_, asked=tuple(rows[:items]))


def practise_refresher(refresher_: Refresher, request: Request) -> None:
    """Ask the exercises made from a card room's file. Nothing else from the file is shown or saved, not even its name.

    Args:
        refresher_: The exercises.
        request: The trainee's options: number of exercises, seed, name, output.
    """
    rows = _drawn(refresher_, request.seed, request.items).asked
    keyboard = Keyboard(err=request.as_json)
    with ExitStack() as stack:
        store = stack.enter_context(open_store()) if request.kept else None
        stack.enter_context(keyboard.taken())
        many = "1 exercise" if len(rows) == 1 else f"{len(rows)} exercises"
        echo(line(f"{many} from the room's own {refresher_.kind}, names removed.", 0), err=keyboard.err)
        seed = str(request.seed or 0)
        talk = DrillTalk(request, rows[0][0], keyboard, store, seed, adaptive=False, count=len(rows), again=False)
        try:
            done = talk.ask_all(rows, until_right=request.mode in AT_ONCE)
        except KeyboardInterrupt:
            talk.over()
            raise
        talk.over()
        if request.as_json:
            more = {"from": refresher_.kind, "asked": len(rows), "done": done, "left_out": list(refresher_.left_out)}
            report(talk.report(**more), as_json=True)


def print_refresher(refresher_: Refresher, seed: int | None, count: int, out: Path | None) -> None:
    """Write the exercises on paper, and their key on a paper of its own.

    Args:
        refresher_: The exercises from the room's file.
        seed: The seed of the paper; None for any.
        count: The number of exercises.
        out: The file for the paper; its key goes beside it. None for `refresher-NUMBER.html` in the current folder.

    Raises:
        OutputError: If another program's file is there.
    """
    from dealerkit.cli.papers import write_document
    from dealerkit.training.paper import ExercisePaper, printed_row

    rows = _drawn(refresher_, seed, count).asked
    identity = "\n".join([__version__, *(f"{where.game.sha256} {item.seed}" for where, item in rows)])
    drills = list(dict.fromkeys(where.drill.title for where, _ in rows))
    games = list(dict.fromkeys(where.game.title for where, _ in rows))
    paper = ExercisePaper(
        title=" and ".join(drills),
        fields=(("From", f"the room's own {refresher_.kind}, names removed"), ("Games", ", ".join(games))),
        key_fields=(),
        copy=hashlib.sha256(identity.encode()).hexdigest()[:8].upper(),
        target="",
        rows=tuple(printed_row(item, where.game) for where, item in rows),
    )
    target = out or Path(f"refresher-{paper.copy.lower()}.html")
    key = target.with_name(f"{target.stem}-key{target.suffix}")
    files = [*write_document(paper.questions(), target), *write_document(paper.key(), key)]
    note(f"Wrote {' and '.join(map(str, files))}, copy {paper.copy}.")
