"""Cost of a judged act, over a whole eight-deck shoe dealt, bet on, judged and settled.

The acts of a clean shoe with seven bettors are pushed through a new table: parsed in advance; parsed from text for the first
time; and with every act written to a record and flushed. The peer is the bare arithmetic of the same shoe (draws, results,
every bet settled), without felt, log and judge.

    python bench/judged_act.py [REPEATS]
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path

import dealerkit as dk
from dealerkit.arithmetic.coup import play, settle
from dealerkit.felt.acts import PARSED
from dealerkit.games.baccarat.facts.coup import rules_of
from dealerkit.table import table as engine
from dealerkit.table.record import RecordLine, Writer

COMPILED = not str(engine.__file__).endswith(".py")
GOAL = 25.0 if COMPILED else 40.0  # times the bare arithmetic of the shoe
MEMORY = 50.0  # megabytes
SEATS, SEED = 7, 11
Bet = tuple[str, int]


def shoe() -> tuple[dk.Table, list[list[Bet]], list[int]]:
    """Return a table with a whole shoe dealt to it, the bets of each coup, and the points in shoe order."""
    rng = random.Random(SEED)
    table = dk.Table("mini-baccarat", seats=SEATS, seed=SEED)
    table.advance("bets")
    bets: list[list[Bet]] = []
    while table.players is not None:
        coup = [(rng.choice(("player", "banker", "tie")), rng.choice((25, 50, 100))) for _ in range(SEATS)]
        bets.append(coup)
        for seat, (spot, amount) in enumerate(coup, 1):
            table.push(f"s{seat} bet {spot} {amount}")
        while table.log[-1].verb != "clear":
            table.advance()
    while table.log[-1].verb != "count":
        table.advance()
    if not table.ok:
        what = f"a clean shoe has a finding: {table.findings[0]}"
        raise SystemExit(what)
    rules = rules_of(table.now.game)
    cards = sorted((card for card in range(416) if table.felt.faces[card] is not None), key=lambda card: card)
    return table, bets, [rules.points[face.letter] for card in cards if (face := table.felt.faces[card]) is not None]


def seconds(work: object, *args: object) -> float:
    """Return the duration of a call, in seconds."""
    began = time.process_time()
    work(*args)  # type: ignore[operator]
    return time.process_time() - began


def judged(table: dk.Table, acts: list[dk.Act] | list[str]) -> None:
    """Push every act through a new table."""
    new = dk.Table(table.game, seats=SEATS, seed=SEED)
    push = new.push
    for act in acts:
        push(act)


def parsed_and_judged(table: dk.Table, texts: list[str]) -> None:
    """Push every act through a new table, from its text, with nothing parsed in advance."""
    PARSED.clear()
    judged(table, texts)


def recorded(table: dk.Table, acts: list[dk.Act], folder: Path) -> None:
    """Push every act through a new table, each written to a record and flushed before the next."""
    path = folder / f"{time.perf_counter_ns()}.txt"
    new = dk.Table(table.game, seats=SEATS, seed=SEED)
    with Writer.create(path, new.setup.header()) as writer:
        for act in acts:
            new.push(act)
            writer.write(RecordLine(act, 0))


def arithmetic(table: dk.Table, bets: list[list[Bet]], points: list[int]) -> None:
    """Compute only the numbers of the same coups."""
    rules = rules_of(table.now.game)
    at = 0
    for coup in bets:
        result = play(points[at : at + 6], rules)
        at += result.cards_used
        for spot, amount in coup:
            settle(spot, amount * 100, result, rules)


def main(repeats: int = 9) -> int:
    """Print the figures; return 1 if judging a shoe is over its limit."""
    table, bets, points = shoe()
    acts = table.log[:]
    texts = [act.text for act in acts]
    with tempfile.TemporaryDirectory() as name:
        rows = [
            (
                seconds(judged, table, acts),
                seconds(arithmetic, table, bets, points),
                seconds(parsed_and_judged, table, texts),
                seconds(recorded, table, acts, Path(name)),
            )
            for _ in range(repeats)
        ]
    push, bare, parsed, written = (min(column) for column in zip(*rows, strict=True))
    each = push / len(acts) * 1e6
    tracemalloc.start()
    judged(table, acts)
    peak = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    ratio = push / bare
    print(f"judged shoe: {ratio:.1f} times its bare arithmetic (goal {GOAL:.0f}); {len(acts)} acts, best of {repeats}")
    print(f"  a judged act {each:.1f} us, whole shoe {push * 1e3:.1f} ms")
    print(
        f"  parsed from text as well {parsed / len(acts) * 1e6:.1f} us; record flushed as well {written / len(acts) * 1e6:.1f} us"
    )
    print(f"  memory of the shoe {peak:.1f} MB (at most {MEMORY})")
    return int(ratio > GOAL or peak > MEMORY)


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:2])))
