"""What a seat sees depends on nothing that it has not seen: hands exchanged through the deck leave its view as it was."""

from __future__ import annotations

import random

import pytest

import dealerkit as dk
from dealerkit.cards import Face
from tests.table.dealing import next_act

GAMES = {"mini-baccarat": 2, "holdem": 4, "nap": 4}


def dealt(game: str, deck: list[Face], acts: list[str]) -> dk.Table:
    """A table with this deck, after these acts."""
    table = dk.Table(game, seats=GAMES[game], button=None if game == "mini-baccarat" else 1, deck=deck)
    for act in acts:
        table.push(act)
    return table


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_other_hands_behind_the_same_acts_look_the_same(game: str, seed: int) -> None:
    """Places, counts, chips, marks and log: all of the view, for every seat and for a bystander."""
    rng = random.Random(seed)
    deck = list(dealt(game, [], []).felt.layout.pack.faces())
    rng.shuffle(deck)
    table = dealt(game, deck, [])
    for _ in range({"mini-baccarat": 40, "holdem": 16, "nap": 14}[game]):
        act = next_act(table, rng)
        if act is None:
            break
        table.push(act.plain)
    acts = [act.text for act in table.log]
    felt = table.felt
    for seat in range(table.seats + 1):
        bit = 1 << (seat or 30)
        seen = [at for at in range(len(felt.faces)) if felt.out[at] and felt.seen[at] & bit]
        known = {felt.out[card] - 1 for card in seen}
        rest = [at for at in range(len(deck)) if at not in known]
        mixed = rest[:]
        rng.shuffle(mixed)
        other = deck[:]
        for at, to in zip(rest, mixed, strict=True):
            other[at] = deck[to]
        assert other != deck
        assert dealt(game, other, acts).view(seat) == table.view(seat)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_card_named_in_the_log_is_hidden_whatever_the_act(seat: int) -> None:
    """Dealt, moved, turned down again, discarded: only who has seen it reads its name."""
    table = dk.Table("nap", seats=3, button=3)
    table.advance("deal")
    read = []
    for act in ("d deal s1 Ah Kh Qh", "d move s1 s2 Ah", "d discard s1 Kh", "d turn s1 Qh"):
        table.push(act)
        read.append(table.view(seat).log[-1])
    hidden = ["d deal s1 ?? ?? ??", "d move s1 s2 ??", "d discard s1 ??", "d turn s1 Qh"]
    shown = {
        0: hidden,
        1: ["d deal s1 Ah Kh Qh", "d move s1 s2 Ah", "d discard s1 Kh", "d turn s1 Qh"],
        2: [hidden[0], "d move s1 s2 Ah", *hidden[2:]],
    }
    assert read == shown[seat]
