"""Rounds told in lines against the settlement by the ledger: the same cards and words come to the same money."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from dealerkit.cards import read_cards
from dealerkit.games.pit.blackjack.terms import BlackjackTerms
from dealerkit.games.pit.round_dealers import deal_round
from dealerkit.rules.games import game
from dealerkit.table.settled_rounds import SeatLine
from tests.games.pit.blackjack.settlement import Choose, Hand, Seat, settle
from tests.games.pit.blackjack.test_engine import options_of, shoe_of
from tests.games.pit.blackjack.test_rounds import any_table, chooser
from tests.sampling import LONG


def noting(decide: Choose, words: list[str]) -> Choose:
    """The same decisions, each written down; what is declined before the look is no word."""

    def choose(hand: Hand, up: str, allowed: list[str]) -> str:
        word = decide(hand, up, allowed)
        words.extend([word] if word != "no" else [])
        return word

    return choose


@pytest.mark.parametrize("seed", range(100, 100 + max(LONG, 1) * 15))
@pytest.mark.campaign
def test_a_told_round_pays_what_the_ledger_pays(seed):
    """Random options, cards, bets to the cent and words. BJ-31 to BJ-88"""
    rng, options = random.Random(seed), options_of(seed)
    terms = BlackjackTerms.of(options)
    decide = chooser(any_table(rng, terms), options["split_by"])
    cards = shoe_of(seed, terms.decks)
    words: list[list[str]] = [[] for _ in range(rng.choice((1, 2, 4)))]
    boxes = [Seat(rng.randrange(1001, 500_000), noting(decide, said)) for said in words]
    ledger = settle(cards, boxes, **options)
    lines = [
        SeatLine.read(f"{seat}: main {box.bet / 100:.2f}; {', '.join(said)}")
        for seat, (box, said) in enumerate(zip(boxes, words, strict=True), 1)
    ]
    played = game("blackjack", settings={name: str(value).lower() for name, value in options.items()})
    told = deal_round(played, read_cards(" ".join(cards)), lines)
    assert [told.net(line.seat) for line in lines] == [Fraction(net, 100) for net in ledger.nets]
    assert told.used == ledger.used
    assert not told.unused
