"""Whole hands of every form against an independent engine, PokerKit: the same shuffled cards and the same acts in both.

At every decision the same seat is to act, a call comes to the same chips, and the least and the most of a bet or raise are the same;
between the streets the pots and who contests them; at the end every stack. `DEALERKIT_LONG=20` deals twenty times as many hands.
"""

from __future__ import annotations

import random
import warnings
from collections import Counter

import pytest

pytest.importorskip("pokerkit")

import dealerkit as dk
from tests.poker.hands import LONG, hands_dealt, next_act, over
from tests.poker.peer import PLAIN, VARIANTS, Peer, Unlike

KNOWN = {
    "idle": ("BR-25", "PokerKit has somebody check although everybody else is all-in: there is nothing to decide"),
    "first raise": ("BR-38", "PokerKit measures the first all-in over the big blind against nothing, so that any of them reopens"),
    "first bet": ("BR-38", "likewise an all-in below the smallest bet"),
    "short is counted": ("BR-08", "PokerKit counts an all-in that is short of a raise towards the cap"),
    "blind is a bet": ("BR-03", "PokerKit does not count the big blind as the first bet of the capped round"),
    "short blind": ("BR-11", "PokerKit lets a big blind that is all-in for less be called for less; we have it called in full"),
    "fold unasked": ("BR-19", "PokerKit refuses a fold where a check is free; here a player may throw the hand away"),
    "opener": ("DR-22", "PokerKit has no game in which whoever opened begins after the draw; it is told to"),
    "low in another pot": (
        "HL-06",
        "where nobody in a side pot has a low and somebody in another pot has, PokerKit halves the side pot and splits the low half "
        "among all in it; here high takes all of it",
    ),
    "pots together": (
        "SD-13",
        "PokerKit throws pots together when the hands that lost in one of them are killed; here each is split by itself",
    ),
    "odd chips": ("SD-09", "PokerKit gives all chips that cannot be split to one winner; we give one to each in turn"),
}
"""Where the two are known to differ: our rule, what PokerKit does, and why ours is another."""

SEEN: Counter[str] = Counter()
HANDS = 24


def stakes_of(variant: str, rng: random.Random) -> dict[str, int]:
    """Blinds, antes and bets of a table."""
    spec = VARIANTS[variant]
    small, big = rng.choice([(1, 2), (1, 3), (2, 5), (5, 10)])
    blinds = spec.kind in ("board", "spit") or spec.game not in ("draw",) and spec.kind == "draw"
    ante = rng.choice([0, 0, 1, 2]) if blinds else rng.choice([1, 2])
    return {
        "small_blind": small if blinds else 0,
        "big_blind": big if blinds else 0,
        "ante": ante,
        "bring_in": max(1, big // 2) if spec.kind == "stud" else 0,
        "small_bet": big,
        "big_bet": 2 * big,
    }


def table_of(variant: str, rng: random.Random) -> tuple[dk.Table, dict[str, int]]:
    """A table with stacks deep and short."""
    spec = VARIANTS[variant]
    stakes = stakes_of(variant, rng)
    base = dk.Table(spec.game).game.options
    options = {name: value for name, value in PLAIN.items() if name in base}
    options |= {name: str(value) for name, value in stakes.items() if name in base}
    options |= {"structure": spec.structure, "raise_cap": "3", **spec.options}
    if stakes["ante"] and stakes["big_blind"]:
        options["ante_by"] = rng.choice(["all", "big_blind", "button"])
    if "blinds_at" in base:
        options["blinds_at"] = rng.choice(["left_of_button", "button"])
    big = stakes["small_bet"]
    seats = rng.randint(2, spec.seats)
    stacks = [rng.choice([rng.randint(1, 3 * big), rng.randint(big, 20 * big), rng.randint(big, 100 * big)]) for _ in range(seats)]
    table = dk.Table(
        spec.game, seats=seats, stacks=stacks, options=options, seed=rng.randrange(10**9), button=rng.randint(1, seats)
    )
    return table, stakes


def dealt_together(table: dk.Table, variant: str, stakes: dict[str, int], rng: random.Random) -> int:
    """Deal one hand in both engines; how many decisions were compared."""
    hand = hands_dealt(table)
    peer: Peer | None = None
    alone = False
    while not over(table, hand):
        name = table.players.mechanic.name if table.players is not None else ""
        if table.plan() or alone or name not in ("betting", "draw"):
            act = next_act(table, rng) if name != "show" else table.next_act()
        else:
            assert peer is not None
            try:
                act = peer.decide(rng) if name == "betting" else peer.draw(rng)
            except Unlike:
                alone = True
                continue
        if act is None:
            break
        if peer is None and act.verb == "deal":
            peer = Peer(table, VARIANTS[variant], stakes, SEEN)
        if peer is not None and not alone and act.verb in ("kill", "award") and not peer.fair:
            peer.settle()
        assert table.push(act) == (), (str(act), table.findings)
        if peer is not None and act.verb in ("deal", "burn"):
            peer.dealt(act)
        if act.verb == "gather" and not alone and peer is not None:
            peer.end()
    return peer.compared if peer is not None else 0


@pytest.mark.parametrize("variant", VARIANTS)
def test_hands_are_as_the_other_engine_has_them(variant: str) -> None:
    """The same acts, amounts, pots and stacks, hand after hand, with short stacks and antes."""
    compared = hands = 0
    block = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        while hands < HANDS * max(1, LONG):
            rng = random.Random(f"{variant}/{block}")
            block += 1
            table, stakes = table_of(variant, rng)
            for _ in range(6):
                table.advance("shuffle")
                compared += dealt_together(table, variant, stakes, rng)
                hands += 1
                if table.step is None and table.players is None:
                    break
    assert compared > 3 * hands
