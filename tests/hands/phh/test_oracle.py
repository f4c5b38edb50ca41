"""Random hands of another engine are clean to us, in every variant."""

from __future__ import annotations

import random
import warnings
from collections import Counter
from typing import Any

import pytest

from dealerkit.hands.phh.checker import check_hand, outcome_of
from dealerkit.hands.phh.hand import dumps, parse_hand
from dealerkit.hands.phh.variants import variants

pokerkit = pytest.importorskip("pokerkit")

KNOWN = {
    "record/stacks-do-not-add-up": "where no hand qualifies for low in a side pot, but one does in the main pot, PokerKit gives "
    "half of the side pot to all who contest it instead of all of it to the high hand (HL-06)",
}
HOLD_BACK = {"HOLE_CARDS_SHOWING_OR_MUCKING"}
AUTOMATION = tuple(one for one in pokerkit.Automation if one.name not in HOLD_BACK)
MOST = {"F7S": 7, "F7S/8": 7, "FR": 7, "N2L1D": 6, "F2L3D": 6, "FB": 6}


def dealt(code, rng):
    """A game and its state: random stacks, antes, blinds, straddles and posts."""
    game = pokerkit.HandHistory.game_types[code]
    seats = rng.randint(2, MOST.get(code, 8))
    small = rng.choice([1, 5, 50])
    big = 2 * small
    stacks = tuple(rng.choice([rng.randint(1, 10 * big), rng.randint(5 * big, 100 * big), 1000 * big, big]) for _ in range(seats))
    trimmed = rng.random() < 0.5
    antes = [rng.choice([0, 0, small])] * seats
    if not trimmed and rng.random() < 0.15:
        antes = [0, big] + [0] * (seats - 2)
    blinds = [small, big] + [0] * (seats - 2)
    if seats > 2 and rng.random() < 0.15:
        blinds[2] = 2 * big
    elif seats > 3 and rng.random() < 0.15:
        blinds[3] = -big
    forced = {"bring_in": [small, big, 2 * big], "small_bet": [blinds, big, 2 * big], "min_bet": [blinds, big]}
    amounts = forced[next(field for field in forced if field in variants()[code].fields)]
    mode = pokerkit.Mode.CASH_GAME
    state = game.create_state(AUTOMATION, trimmed, antes, *amounts, stacks, seats, mode=mode)
    return game(AUTOMATION, trimmed, antes, *amounts, mode=mode), state


def moved(state, rng):
    """One act."""
    if state.actor_index is not None:
        chance, least = rng.random(), state.min_completion_betting_or_raising_to_amount
        if least is not None and chance < (0.15 if state.bring_in_status else 0.4):
            most = state.max_completion_betting_or_raising_to_amount
            state.complete_bet_or_raise_to(rng.choice([least, least, most, rng.randint(least, most)]))
        elif state.bring_in_status:
            state.post_bring_in()
        elif chance > 0.85 and state.checking_or_calling_amount:
            state.fold()
        else:
            state.check_or_call()
    elif state.stand_patter_or_discarder_index is not None:
        cards = [card for card in state.hole_cards[state.stand_patter_or_discarder_index] if rng.random() < 0.4]
        room = len(tuple(state.get_dealable_cards(0, warning_status=False))) >= 30
        state.stand_pat_or_discard(cards if room else ())
    else:
        state.show_or_muck_hole_cards(rng.choice([None, True]))


def played(code, seed):
    """A hand as PokerKit writes it."""
    rng = random.Random(f"{code} {seed}")
    random.seed(f"{code} {seed}")
    game, state = dealt(code, rng)
    while state.status:
        moved(state, rng)
    history = pokerkit.HandHistory.from_game_state(
        game, state, finishing_stacks=list(state.stacks), ante_trimming_status=game.ante_trimming_status
    )
    return history.dumps()


@pytest.mark.sample(4, most=1)
@pytest.mark.parametrize("code", list(variants()))
def test_hands_of_another_engine_are_clean(code):
    """Every act, card and final stack; with the stacks as we have them, the known difference is gone too."""
    seen: Counter[Any] = Counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        texts = [played(code, seed) for seed in range(25)]
    for text in texts:
        hand = parse_hand(text)
        fault = check_hand(hand)
        if fault is not None:
            assert fault.code in KNOWN, (fault, text)
            assert "/8" in code, (fault, text)
            seen[fault.code] += 1
            hand = parse_hand(dumps({**hand.fields, "finishing_stacks": outcome_of(hand).stacks}))
            assert check_hand(hand) is None
    assert sum(seen.values()) < 3
