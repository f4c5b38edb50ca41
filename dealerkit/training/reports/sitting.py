"""The final report of `dealerkit drill`: the result of each level, and the command that asks the same again."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import attrs

from dealerkit.files.plain_data import fields
from dealerkit.sheets.document import Block, Heading, Remark
from dealerkit.sheets.report import DocumentReport
from dealerkit.training.drill_run import DrillRun, slips, so_far
from dealerkit.training.phrases import SAVED
from dealerkit.training.sitting import BLOCK


@attrs.frozen
class DrillReport(DocumentReport[DrillRun]):
    """The report at the end of a drill.

    Attributes:
        data: The drill, with the exercises answered at each level.
        again: The words of the command that asks the same again; empty if there is none.
        more: Further fields of the JSON, by key.
    """

    again: Sequence[str] = ()
    more: Mapping[str, object] = attrs.field(factory=dict)

    def as_json(self) -> dict[str, object]:
        """Return the results, level by level, as plain data."""
        run = self.data
        where, taken = run.sittings[0].where, run.taken
        whole = [sitting.standing() for sitting in run.sittings]
        figures = (
            run.store.figures(run.trainee, where.drill.id, run.sitting.where.level.number) if run.store is not None else None
        )
        return {
            **fields(where, "drill=drill.id", "game=game.id", "rules=game.rules.name"),
            **fields(run, "seed", "mode"),
            "items": len(taken),
            "right": sum(part.right.count for part in whole),
            "median_seconds": None if whole[-1].median_ms is None else str(whole[-1].median_ms / 1000),
            "codes": dict(Counter(code for answer in taken for code in answer.codes)),
            "mastery": None if figures is None else {"mastered": figures.mastered, "missing": list(figures.missing)},
            "answers": [
                {
                    **fields(answer, "cell=item.cell", "seed=item.seed", "show=item.question.show", "ask=item.question.ask"),
                    **fields(answer, "given", "right", "helped", "first_ms"),
                    "expected": answer.item.key.answers[0],
                    "marks": str(answer.marks),
                }
                for answer in taken
            ],
            **self.more,
        }

    def told(self) -> Iterator[Block]:
        """Yield the result of each level, and the command that asks the same again."""
        run = self.data
        yield Heading("How it went")
        for sitting in run.sittings:
            if not sitting.taken:
                continue
            whole = sitting.standing()
            if len(sitting.taken) != BLOCK or run.mode == "exam":
                yield Remark(f"level {sitting.where.level.number}: {so_far(whole, interval=True)}", "-- ", inset=0)
            if whole.codes:
                yield Remark("; ".join(slips(whole.codes)), "at a table: ", inset=3)
        if run.store is not None and any(sitting.taken for sitting in run.sittings):
            lost = run.store.lost
            yield Remark(f"not saved: {lost}" if lost else SAVED, inset=3)
        if self.again:
            yield Remark(shlex.join(self.again), "to repeat: ", inset=3)
