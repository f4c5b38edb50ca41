"""Rulings carried out at the table that gave them, as in `rulings_dealt.txt`: the acts in sentences.

Each is of a hand of `tests/obedience/snapshots`, after a number of its acts, and there is at least one for each kind of fault.

    python -m tests.table.rulings_dealt     write the file again, after an intended change of a ruling
"""

from __future__ import annotations

from pathlib import Path

from dealerkit.table.enforcement import carried_out
from tests.obedience.snapshots import Snapshot, by_name, pushed

FILE = Path(__file__).with_name("rulings_dealt.txt")


def paragraphs() -> list[str]:
    """Return the rulings in the file."""
    return FILE.read_text(encoding="utf-8").strip().split("\n\n")


def dealt(paragraph: str, hands: dict[str, Snapshot]) -> str:
    """Return the current acts of a ruling, with the returned cards and chips."""
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
