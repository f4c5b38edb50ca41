"""A round that is read on from act to act is known as one that is read from its first act."""

from __future__ import annotations

import random

import pytest

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.games.pit.facts.boxes import BoxRound
from dealerkit.games.pit.facts.round_reader import box_round
from dealerkit.games.pit.facts.settlement import due_of
from dealerkit.table.bots import Bots, random_legal

ACTS = 260
SLIPS = (
    "d pay s1 main 5",
    "d pay s2 main 10",
    "d take s1 main",
    "d take s2 main 5",
    "d collect s1 main 5",
    "d return s1 main",
    "s3 bet main 20",
)
"""What changes chips and no card, at any moment."""


def known(made: BoxRound) -> list[object]:
    """Everything that is worked out of a round."""
    hands = [
        (
            (hand.place, hand.split, hand.cards, hand.began, hand.words, hand.due, hand.picked, hand.called, hand.void),
            (dict(made.features(hand)), dict(made.against(hand)), [word.name for word in made.words_open(hand)]),
            [(name, due and due[1:]) for name in made.wagers_of(hand) for due in [due_of(made, hand, name)]],
        )
        for hand in made.hands
    ]
    turn = made.turn
    return [
        *hands,
        turn and turn.place,
        made.dealer_natural(),
        made.up_letter(),
        made.letters(made.dealer),
        made.dealt,
        made.open,
    ]


@pytest.mark.parametrize("game", ["blackjack", "war"])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.sample(2, rest="thorough")
def test_a_round_read_on_is_the_round_read_anew(game: str, seed: int) -> None:
    """After every act, chips paid and taken out of place among them, what is kept is what a new reading tells."""
    table, bots, rng = dk.Table(game, seats=3, seed=seed), Bots(random_legal), random.Random(seed)
    told = 0
    while len(table.log) < ACTS:
        asked = bots.acts(table)
        act = rng.choice(SLIPS) if rng.random() < 0.2 else asked[0] if asked else table.next_act()
        assert act is not None
        try:
            table.push(act)
        except Impossible:
            continue
        made = box_round(table.now)
        assert known(made) == known(box_round(table.now.elsewhere(table.felt.copy(), [*table.log]))), table.log[-6:]
        told += len(made.hands)
    assert told > ACTS // 8  # boxes without a bet are closed and dealt to nobody
