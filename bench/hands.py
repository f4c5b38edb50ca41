"""Cost of a judged hand of poker: no-limit hold'em, six seats, from the shuffle to the next button.

Every act of the dealer is explicit and judged: riffles, strip and cut, each card, taps, burns, bets brought in, losing hands
taken in, pots pushed, the button. Players choose at random among their legal moves. The peer is PokerKit with all its
automations off, so that blinds, burns, cards, bet collection, hands shown and killed, chips pushed and pulled are explicit
there too; it has no shuffle, no taps and no button, and judges nothing. Both deal in turn, and no player ever runs short of
chips.

    python bench/hands.py [HANDS] [REPEATS]
"""

from __future__ import annotations

import random
import sys
import time
import warnings
from typing import TYPE_CHECKING, cast

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.table import table as engine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dealerkit.mechanics.betting import Scaled

COMPILED = not str(engine.__file__).endswith(".py")
GOAL = 5.0 if COMPILED else 3.0  # times PokerKit
SEATS, STACK, SEED = 6, 1_000_000, 7
FEWEST = 50  # hands of the peer: with fewer, the mean depends on the hands


def chosen(table: dk.Table, rng: random.Random) -> Act | None:
    """Return a player's act: any legal move, any legal amount."""
    for seat, moves in table.ask.items():
        if "show" in moves:
            return Act.make(seat, "show")
        if "post" in moves:
            return Act.make(seat, "post", n=cast("Sequence[int]", moves["post"])[0])
        dice = rng.random()
        if dice < 0.2 and "raise" in moves:
            amounts = cast("Scaled", moves["raise"]).amounts
            return Act.make(seat, "raise", n=amounts[rng.randrange(min(len(amounts), 20))])
        if "check" in moves:
            return Act.make(seat, "check")
        return Act.make(seat, "fold" if dice > 0.7 else "call")
    return None


def ours(hands: int, seed: int) -> int:
    """Deal a number of hands at one table of ours; return the number of acts."""
    rng = random.Random(seed)
    table = dk.Table("holdem", seats=SEATS, seed=seed, stacks=[STACK] * SEATS)
    dealt, push, log = 0, table.push, table.log
    while dealt < hands:
        due = table.plan()
        act = due[0] if due else chosen(table, rng) or table.next_act()
        assert act is not None
        push(act)
        if act.verb == "button":
            dealt += 1
    if not table.ok:
        what = f"a clean hand has a finding: {table.findings[0]}"
        raise SystemExit(what)
    return len(log)


def theirs(hands: int, seed: int) -> int:
    """Deal a number of hands in PokerKit, everything explicit; return the number of operations."""
    from pokerkit import NoLimitTexasHoldem

    rng = random.Random(seed)
    count = 0
    for _ in range(hands):
        state = NoLimitTexasHoldem.create_state(
            (),
            ante_trimming_status=True,
            raw_antes=0,
            raw_blinds_or_straddles=(1, 2),
            min_bet=2,
            raw_starting_stacks=STACK,
            player_count=SEATS,
        )
        while state.status:
            if state.actor_index is not None:
                dice = rng.random()
                if dice < 0.2 and state.can_complete_bet_or_raise_to():
                    least = state.min_completion_betting_or_raising_to_amount or 0
                    state.complete_bet_or_raise_to(least + rng.randrange(20))
                elif dice > 0.7 and state.can_fold():
                    state.fold()
                else:
                    state.check_or_call()
            elif state.can_post_blind_or_straddle():
                state.post_blind_or_straddle()
            elif state.can_collect_bets():
                state.collect_bets()
            elif state.can_deal_hole():
                state.deal_hole()
            elif state.can_burn_card():
                state.burn_card()
            elif state.can_deal_board():
                state.deal_board()
            elif state.can_show_or_muck_hole_cards():
                state.show_or_muck_hole_cards(state.hole_cards[state.showdown_index or 0])
            elif state.can_kill_hand():
                state.kill_hand()
            elif state.can_push_chips():
                state.push_chips()
            elif state.can_pull_chips():
                state.pull_chips()
            else:
                what = f"PokerKit does not go on: {state}"
                raise SystemExit(what)
        count += len(state.operations)
    return count


def main(hands: int = 1000, repeats: int = 5) -> int:
    """Print hands per second of both and the ratio; return 1 if it is below the goal."""
    warnings.simplefilter("ignore")
    fewer = max(FEWEST, hands // 20)
    ours(20, 1), theirs(2, 1)
    rows = []
    for _ in range(repeats):  # the same hands every time: the best of several is then the least disturbed, not the shortest hands
        began = time.process_time()
        acts = ours(hands, SEED)
        between = time.process_time()
        operations = theirs(fewer, SEED)
        ended = time.process_time()
        rows.append(((between - began) / hands, (ended - between) / fewer, acts / hands, operations / fewer))
    mine, other = min(row[0] for row in rows), min(row[1] for row in rows)
    ratio = other / mine
    acts_a_hand, operations_a_hand = rows[0][2:]
    print(
        f"hands: {1 / mine:.0f} a second, each act judged "
        f"({mine / acts_a_hand * 1e6:.1f} us an act, {acts_a_hand:.0f} acts a hand); "
        f"PokerKit, all explicit, {1 / other:.0f} ({operations_a_hand:.0f} operations); {ratio:.1f} times (goal {GOAL:.0f})"
    )
    return int(ratio < GOAL)


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:3])))
