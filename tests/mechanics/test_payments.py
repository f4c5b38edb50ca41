"""Who pays whom: nothing is made or lost, and it comes out right however clumsily it is paid."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.games.social.nap.mechanics import contract_payment

PRICES = {"two": 2, "three": 3, "mis": 3, "four": 4, "nap": 10, "wellington": 20, "blucher": 40}
WANTED = {"two": 2, "three": 3, "mis": 0, "four": 4, "nap": 5, "wellington": 5, "blucher": 5}
HIGH = ("nap", "wellington", "blucher")


def settled(table, bid, bidder, tricks):
    """A table at which this bid has been played for so many tricks."""
    now = table.now
    bidding = {**table.game.data["tables"]["bids"][bid], "bid": bid, "bidder": bidder}
    won = {seat: tricks if seat == bidder else 0 for seat in range(table.seats + 1)}
    now.results = {**now.results, "bidding": bidding, "tricks": {"won": won, "revoked": []}}
    return now


@pytest.mark.parametrize("bid", PRICES)
@pytest.mark.parametrize("factor", ["1", "0.5"])
@pytest.mark.parametrize("seats", range(3, 8))
def test_every_payment(bid, factor, seats):
    """The bidder's result is plus or minus the price times the others, made by at least the tricks bid; the sum is nothing."""
    for bidder in (1, seats):
        for tricks in range(6):
            table = dk.Table("nap", seats=seats, button=1, options={"loss_factor_nap": factor})
            now = settled(table, bid, bidder, tricks)
            results: dict[int | str, int] = dict.fromkeys(range(1, seats + 1), 0)
            for payer, payee, amount in contract_payment(now, {}):
                results[payer] -= amount
                results[payee] += amount
                assert amount > 0
                assert bidder in (payer, payee)
                assert payer != payee
            made = tricks == 0 if bid == "mis" else tricks >= WANTED[bid]
            share = Fraction(factor) if bid in HIGH and not made else 1
            assert sum(results.values()) == 0
            assert results[bidder] == (1 if made else -1) * PRICES[bid] * share * (seats - 1)
            assert len({results[seat] for seat in results if seat != bidder}) == 1


@pytest.mark.parametrize("seed", range(30))
def test_wrong_payments_are_made_good_in_the_end(seed):
    """Whoever has paid whom what before, following what is asked brings every stack to where it belongs."""
    rng = random.Random(seed)
    table = dk.Table("nap", seats=3 + seed % 4, seed=seed, button=1)
    table.advance("bidding")
    table.push(f"s2 bid {rng.choice(['two', 'three', 'mis', 'four'])}")
    table.advance("settle")
    before = table.felt.rows["stack"][:]
    due = contract_payment(table.now, {})
    for _ in range(rng.randint(0, 6)):
        giver, taker = rng.sample(range(1, table.seats + 1), 2)
        table.push(Act.make(f"s{giver}", "pay", f"s{taker}", n=rng.randint(1, 12)))
    while table.players is not None and table.players.id == "settle":
        who = rng.choice(list(table.ask))
        moves: Mapping[str, Any] = table.ask[who]
        move, allowed = rng.choice(list(moves.items()))
        assert table.push(Act.make(who, *move.split(), n=next(iter(allowed)))) == ()
    for payer, payee, amount in due:
        assert isinstance(payer, int)
        assert isinstance(payee, int)
        before[payer] -= amount
        before[payee] += amount
    assert table.felt.rows["stack"] == before
