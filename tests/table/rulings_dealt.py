"""Rulings carried out at the table where they were given, as they stand in `rulings_dealt.txt`: the acts in sentences.

Each is of a hand of `tests/obedience/snapshots`, after so many of its acts, and there is one at least of each kind of fault.

    python -m tests.table.rulings_dealt     write the file again, where a ruling was meant to be carried out otherwise
"""

from __future__ import annotations

from pathlib import Path

from dealerkit.table.enforcement import carried_out
from tests.obedience.snapshots import Snapshot, by_name, pushed

FILE = Path(__file__).with_name("rulings_dealt.txt")


def paragraphs() -> list[str]:
    """Return the rulings as they stand in the file."""
    return FILE.read_text(encoding="utf-8").strip().split("\n\n")


def dealt(paragraph: str, hands: dict[str, Snapshot]) -> str:
    """Return a ruling as it is carried out now: its acts, and what goes back to whom."""
    title = paragraph.partition("\n")[0]
    name, acts, fault = title.split(", ")
    table = pushed(hands[name], int(acts.split()[0]))
    ruling = table.rulings[-1].ruling if table.rulings else None
    if ruling is None or ruling.fault != fault:
        return f"{title}\n  no such ruling"
    done = carried_out(table, ruling)
    back = [f"{each} {amount}" for each, amount in done.amounts.items() if each not in ruling.amounts]
    return "\n  ".join((title, *done.steps, *back))


if __name__ == "__main__":
    named = by_name(paragraph.partition(", ")[0] for paragraph in paragraphs())
    FILE.write_text("\n\n".join(dealt(each, named) for each in paragraphs()) + "\n", encoding="utf-8")
