"""Hands per second of each game against the house, for a pot and at home, and the cost of an act.

Hands are played in advance by random players; then the same acts are timed at a new table. The peer is a judged act of mini
baccarat in the same run: the ratio compares an act of the game with it.

    python bench/games.py [HANDS] [REPEATS]
"""

from __future__ import annotations

import random
import sys
import time

import dealerkit as dk
from dealerkit.rules.games import game, games
from dealerkit.table.bots import Bots, random_legal
from dealerkit.table.rounds import Rounds

GOALS = {"pit": 2.0, "pot": 3.0, "social": 3.0}
"""Limit for the cost of an act, in acts of mini baccarat, by the game's family."""


def played(name: str, hands: int) -> tuple[dk.Table, int]:
    """Return a table with a number of hands played, and their actual number: a game can be over earlier."""
    people = game(name).data["players"]
    seats = min(int(people["max"]), max(int(people["min"]), 4))
    table = dk.Table(name, seats=seats, seed=5, button=min(1, seats))
    bots, rounds = Bots(random_legal), Rounds(table)
    while rounds.done < hands:
        asked = bots.acts(table)
        act = asked[0] if asked else table.next_act()
        if act is None:
            break
        table.push(act)
        rounds.look(table)
    return table, rounds.done


def seconds(table: dk.Table, acts: list[dk.Act]) -> float:
    """Return the duration of the acts at a new table, in seconds."""
    new = dk.Table(table.game, seats=table.seats, seed=table.setup.seed, button=table.setup.button)
    began = time.process_time()
    for act in acts:
        new.push(act)
    return time.process_time() - began


def main(hands: int = 60, repeats: int = 5) -> int:
    """Print a row for each game; return 1 if an act of one is over its limit."""
    names = ["mini-baccarat", *(name for name in games() if game(name).family in GOALS)]
    tables = {name: played(name, hands) for name in names}
    best: dict[str, float] = {}
    for _ in range(repeats):
        random.shuffle(names)
        for name in names:
            table, _count = tables[name]
            took = seconds(table, table.log)
            best[name] = min(took, best.get(name, took))
    acts = {name: best[name] / len(table.log) * 1e6 for name, (table, _) in tables.items()}
    peer = acts["mini-baccarat"]
    print(f"{'game':20}{'seats':>6}{'hands/s':>10}{'acts/hand':>11}{'us/act':>9}{'x baccarat':>12}")
    for name, (table, count) in tables.items():
        each = len(table.log) / max(1, count)
        print(f"{name:20}{table.seats:6}{count / best[name]:10.0f}{each:11.1f}{acts[name]:9.1f}{acts[name] / peer:12.2f}")
    return int(any(cost > GOALS.get(game(name).family, 1) * peer for name, cost in acts.items()))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
