"""The answer of a drill by another method: telling the floor."""

from __future__ import annotations

import re
from decimal import Decimal

from dealerkit.training.generators import Setting
from dealerkit.training.generators.fact_report import GENERATOR, FactReportSituation
from dealerkit.training.replies import (
    written,
)

_NUMBERED = re.compile(r"(\d+) (seat .*?)(?:;|$)")


def proof(setting: Setting, given: FactReportSituation) -> str:
    """Read the screen: count the chips from the sentences, and find each fact in the numbered record."""
    shown = GENERATOR.question(setting, given).show
    blank = shown.index("")
    text = " ".join(shown[: blank - 1])
    record = [(int(number), what.strip()) for number, what in _NUMBERED.findall(text.partition(". ")[2] if blank < 0 else text)]
    where = {what: number for number, what in record}
    offered = [line.split("  ", 1) for line in shown[blank + 1 :]]
    front, folded = dict.fromkeys(range(1, given.seating.seats + 1), Decimal(0)), set()
    before = Decimal((re.findall(r"([\d.]+) in the pot before", text) or ["0"])[0])
    for seat, amount in re.findall(r"seat (\d+) posts (\d+(?:\.\d+)?)", text):
        front[int(seat)] = Decimal(amount) if not before else Decimal(0)
    mine = 0
    for number, what in record:
        seat, does = int(what.split()[1]), what.split()[2]
        mine = number if seat == given.seat else mine
        if does == "folds":
            folded.add(seat)
        elif does == "calls":
            front[seat] = max(front.values())
        elif does != "checks":
            front[seat] = Decimal(what.split()[-1])
    fields = {
        "button": f"s{given.seating.button}",
        "in": " ".join(f"s{seat}" for seat in front if seat not in folded),
        "bet": written(max(front.values())),
        "front": written(front[given.seat]),
        "pot": written(before + sum(front.values())),
        "camera": str(mine),
        "order": " ".join(letter for _, letter in sorted((where[what], letter) for letter, what in offered if what in where)),
    }
    return " | ".join(fields[name] for name in setting.told("fields"))
