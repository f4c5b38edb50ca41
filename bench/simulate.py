"""Cost of a coup in bulk, and whether bulk coups equal the engine's.

    python bench/simulate.py [COUPS] [SHOES]

Deals COUPS (5 000 000) in one process with the bets that a house offers: coups per processor second, with everything that
`simulate` counts, compared with `dealerkit.arithmetic.coup.play` on the same shoes, without counts. Every bet of the pay table
is then compared with its exact edge over as many coups: none may be more than four standard errors off. Finally SHOES (100) are
dealt at a table as well, act by act, in two processes, and compared.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor

from dealerkit.arithmetic.coup import play
from dealerkit.arithmetic.odds import full_shoe, odds
from dealerkit.jobs.simulation.coups import SHOES, CoupDealer, CoupPlan, run
from dealerkit.jobs.simulation.shoes import NONE
from dealerkit.jobs.simulation.table_proof import differences
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.games import game

GOAL = 3.0  # million coups a second
OFF = 4.0  # standard errors
STAKE = 100_000
OFFERED = 3  # player, banker, tie


def plan(coups: int, many: int | None = None) -> CoupPlan:
    """Return a plan with a number of bets of the pay table on every coup, all of them for None."""
    bets = coup_rules(game("mini-baccarat")).bets()[:many]
    return CoupPlan("mini-baccarat", None, {}, 20, coups, dict.fromkeys(bets, STAKE), 500, 100 * STAKE, (1, 2, 3))


def one_by_one(dealer: CoupDealer, shoes: int) -> float:
    """Deal shoes coup by coup, and return the number of coups per second."""
    points = [dealer.rules.points[rank] for rank in dealer.shoe.table.ranks]
    orders = dealer.orders(0)[:shoes].tolist()
    coups = (dealer.shoe.deal(dealer.orders(0)[:shoes]) != NONE).sum(axis=1)
    began = time.process_time()
    for order, many in zip(orders, coups, strict=True):
        at = 1 + int(dealer.shoe.burned[order[0]])
        for _ in range(many):
            cards = order[at : at + 6]
            at += play([points[card] for card in cards], dealer.rules, cards).cards_used
    return int(coups.sum()) / (time.process_time() - began)


def at_a_table(first: int) -> tuple[int, int]:
    """Deal some shoes at a table as well; return the number of coups, and the number that differ."""
    dealer = CoupDealer(plan(1))
    orders = dealer.orders(first // SHOES)[first % SHOES :][:STEP]
    ids = dealer.shoe.deal(orders)
    return int((ids != NONE).sum()), len(differences(dealer.game, dealer.shoe, orders, ids, first + 1))


STEP = 16


def main(coups: int = 5_000_000, shoes: int = 100) -> int:
    """Print the figures; return 1 if a limit is missed."""
    dealer = CoupDealer(plan(coups))
    peer = one_by_one(dealer, 300)
    began = time.process_time()
    run(CoupDealer(plan(coups, OFFERED)), 1, lambda _ids, _totals: None)
    speed = coups / (time.process_time() - began) / 1e6
    print(
        f"simulate: {speed:.1f} million coups a second of one core (goal {GOAL:g}), "
        f"{speed * 1e6 / peer:.0f} times the coups dealt one by one"
    )
    total = run(dealer, 2, lambda _ids, _totals: None)
    exact = odds(dealer.rules, full_shoe(dealer.rules.points, 8))
    off = {
        bet: float(takings.hold(STAKE) - exact.bets[bet].edge) / takings.error(STAKE) for bet, takings in total.takings.items()
    }
    print(
        f"hold against exact edge over {total.coups:,} coups, in standard errors: "
        + ", ".join(f"{bet} {way:+.1f}" for bet, way in off.items())
    )
    began = time.monotonic()
    with ProcessPoolExecutor(2) as pool:
        rows = list(pool.map(at_a_table, range(0, shoes, STEP)))
    dealt, wrong = (sum(column) for column in zip(*rows, strict=True))
    print(f"{len(rows) * STEP} shoes at a table: {dealt:,} coups in {time.monotonic() - began:.0f} s, {wrong} differ")
    return int(speed < GOAL or wrong > 0 or max(map(abs, off.values())) > OFF)


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:])))
