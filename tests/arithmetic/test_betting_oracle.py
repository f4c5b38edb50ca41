"""Rounds of betting against an independent engine: who is to act, what it must call, the smallest and the largest bet.

Where the two are known to differ, `KNOWN` says why, and the round is left there; that every reason occurs is tested as well.
"""

from __future__ import annotations

import random
import warnings
from collections import Counter
from typing import Any

import pytest

from dealerkit.arithmetic.betting import Betting, Limits

pokerkit = pytest.importorskip("pokerkit")

KNOWN = {
    "idle": "PokerKit has a big blind check although everybody left is all-in; there is nothing to decide (BR-25)",
    "first raise": "PokerKit measures the first all-in over the big blind against nothing, so that any of them reopens; a raise "
    "is measured against the blind (BR-38)",
    "first bet": "likewise an all-in below the smallest bet, after a check (BR-38)",
    "short is counted": "PokerKit counts an all-in that is short of a raise towards the cap (BR-03, BR-08)",
}

AFTER_THE_LAST_BET = {"HOLE_CARDS_SHOWING_OR_MUCKING", "HAND_KILLING", "CHIPS_PUSHING", "CHIPS_PULLING"}
AUTOMATION = tuple(one for one in pokerkit.Automation if one.name not in AFTER_THE_LAST_BET)
"""What PokerKit does by itself: all but the showdown, which takes it nine tenths of its time and decides no bet."""
GAMES = {
    "no_limit": (pokerkit.NoLimitTexasHoldem, "hold'em"),
    "pot_limit": (pokerkit.PotLimitOmahaHoldem, "hold'em"),
    "fixed_limit": (pokerkit.FixedLimitTexasHoldem, "hold'em"),
    "stud": (pokerkit.FixedLimitSevenCardStud, "stud"),
}


def begin(structure, stacks):
    """A hand of PokerKit's, and our round of its first street."""
    game = GAMES[structure][0]
    seats = len(stacks)
    if structure == "stud":
        state = game.create_state(AUTOMATION, True, 1, 5, 10, 20, stacks, seats)
    elif structure == "fixed_limit":
        state = game.create_state(AUTOMATION, True, 0, (5, 10), 10, 20, stacks, seats)
    else:
        state = game.create_state(AUTOMATION, True, 0, (5, 10), 10, stacks, seats)
    return state


def ours(state, structure):
    """Our round from the state of theirs, on any street."""
    seats = state.player_count
    street = state.street_index
    small = structure == "stud" and street == 0
    kind = "fixed_limit" if structure in {"stud", "fixed_limit"} else structure
    size = state.street.min_completion_betting_or_raising_amount
    limits = Limits(kind, size, 4 if kind == "fixed_limit" else None, heads_up_uncapped=False, half_bet=False)
    opener = state.opener_index
    order = [(opener + at) % seats + 1 for at in range(seats)]
    live = [at + 1 for at in range(seats) if state.statuses[at]]
    middle = state.total_pot_amount - sum(state.bets)
    return Betting([0, *state.stacks], [0, *state.bets], live, order, limits, pot=middle, bring_in=5 if small else 0)


def theirs(state):
    """What PokerKit says: who, to call, smallest, largest."""
    if state.actor_index is None:
        return 0, 0, 0, 0
    least = state.min_completion_betting_or_raising_to_amount
    most = state.max_completion_betting_or_raising_to_amount
    due = 0 if state.bring_in_status else state.checking_or_calling_amount
    return state.actor_index + 1, due, least or 0, most or 0


def said(now):
    """What our round says, in the same order."""
    amounts = now.raises()
    return now.turn, now.to_call(), *((amounts[0], amounts[-1]) if amounts else (0, 0))


def reason(state, now):
    """Why the two differ, or nothing."""
    us, them = said(now), theirs(state)
    if them[0] in now.idle:
        return "idle"
    if us[:2] != them[:2]:
        return ""
    if now.limits.cap and not them[2] and us[2] and state.completion_betting_or_raising_count > now.bets:
        return "short is counted"
    if them[2] and not us[2] and state.completion_betting_or_raising_amount < now.step:
        return "first raise" if now.top > now.step else "first bet"
    return ""


def played(structure, seed, seen):
    """Play one hand at random, and compare before every act."""
    rng = random.Random(seed)
    seats = rng.randint(2, 6)
    stacks = tuple(rng.choice([rng.randint(2, 40), rng.randint(20, 80), rng.randint(20, 200), 1000]) for _ in range(seats))
    state, compared = begin(structure, stacks), 0
    while state.status and state.actor_index is not None:
        street, now = state.street_index, ours(state, structure)
        while state.status and (state.actor_index is not None or now.turn) and state.street_index == street:
            if said(now) != theirs(state):
                why = reason(state, now)
                assert why, (stacks, said(now), theirs(state), state.operations)
                seen[why] += 1
                return compared
            compared += 1
            move(state, now, rng)
        assert not now.turn, (stacks, said(now), state.operations)
    return compared


def move(state, now, rng):
    """One act, the same in both."""
    seat = now.turn
    _, due, least, most = theirs(state)
    bet = now.bet[seat]
    live = list(now.live)
    choice = rng.random()
    if least and choice < 0.5 and not (state.bring_in_status and least <= 5):  # all-in with the bring-in is the bring-in
        total = rng.choice([least, least, most, rng.randint(least, most)])
        state.complete_bet_or_raise_to(total)
    elif state.bring_in_status:
        total = bet + state.effective_bring_in_amount
        state.post_bring_in()
    elif due and choice > 0.85:
        total = bet
        live.remove(seat)
        state.fold()
    else:
        total = bet + due
        state.check_or_call()
    now.stack[seat] -= total - bet
    now.bet[seat] = total
    now.took(seat, live)


def test_rounds_are_as_the_other_engine_has_them():
    """Thousands of acts in all structures; every known difference comes up, and no other."""
    seen: Counter[Any] = Counter()
    compared: Counter[Any] = Counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for structure in GAMES:
            compared[structure] = sum(played(structure, seed, seen) for seed in range(160))
    assert min(compared.values()) > 600
    assert set(seen) == set(KNOWN), seen
    assert sum(seen.values()) < 120, seen
