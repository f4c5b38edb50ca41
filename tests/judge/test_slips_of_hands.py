"""Each dealer's act of a clean hand left out, done twice or exchanged with the next: one slip, one finding."""

from __future__ import annotations

import functools

import pytest

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.felt import Act

# What is no slip: a contract need not be named; a tap more, or one before the bets are in, harms nobody, nor does bringing in
# what is in already; the button may have two cards in a row; the showdown need not be called; losing hands die in any order.
# Of a record that ends nobody can say that something is missing.
HARMLESS = {
    ("nap", "skip", "d announce contract"),
    ("nap", "double", "d announce contract"),
    ("holdem", "double", "d tap"),
    ("holdem", "double", "d sweep"),
    ("holdem", "swap", "d sweep"),
    ("holdem", "swap", "d deal s1"),
    ("holdem", "double", "d call showdown"),
    ("holdem", "skip", "d call showdown"),
    ("holdem", "swap", "d call showdown"),
    ("holdem", "swap", "d kill"),
    ("holdem", "double", "d kill"),
    ("holdem", "double", "d award"),
}


@functools.cache
def clean(game: str, seats: int, button: int) -> tuple[str, ...]:
    """The acts of a whole hand and of the next one's beginning, with the names of the cards that lie open."""
    table = dk.Table(game, seats=seats, seed=5, button=button)
    hands = 0
    shown: dict[int, str] = {}
    while hands < 2 and (act := table.next_act()) is not None:
        if table.players is not None and table.players.id == "bidding":
            seat, moves = next(iter(table.ask.items()))
            table.push(f"{seat} bid two" if "bid two" in moves else act)
        else:
            table.push(act)
        ends = "cut" if game == "holdem" else "deal"  # at home the cut is a player's, and the dealer is who deals
        hands = table.now.rounds.get("hand", 0) if table.log[-1].verb == ends else hands
        last = table.log[-1]
        if last.face == "up" or last.verb == "show" or last.move == "deal board":
            shown[len(table.log) - 1] = " ".join(table.felt.names(table.felt.moved))
    assert table.ok
    return tuple(f"{_unnumbered(act)} {shown[at]}" if at in shown else act.text for at, act in enumerate(table.log))


def _unnumbered(act: Act) -> str:
    """The act without a number of cards: they are named instead."""
    return " ".join(word for word in act.text.split() if not word.isdigit())


def found(game: str, seats: int, button: int, acts: list[str]) -> list[str]:
    """The codes that these acts come to, where no card is known beforehand; what only follows is not counted."""
    table = dk.Table(game, seats=seats, button=button)
    for act in acts:
        try:
            table.push(act)
        except Impossible:
            break  # the cards are not where the other acts take them to be
    return [finding.code for finding in table.findings if finding.because_of is None]


def _third_card(acts: list[str], act: str, at: int) -> int:
    """Where a seat that was dealt to twice gets its third card, or the end of the betting if it has it by then."""
    later = [one for one in range(at + 2, len(acts)) if acts[one] == Act.parse(act).plain.text]
    had = sum(one.startswith(Act.parse(act).plain.text) for one in acts[: at + 2])
    return later[0] if later and had < 3 else acts.index("d sweep")


@pytest.mark.parametrize(("game", "seats", "button"), [("holdem", 2, 1), ("holdem", 4, 1), ("nap", 3, 1), ("nap", 5, 2)])
@pytest.mark.parametrize("kind", ["skip", "double", "swap"])
def test_one_slip_is_one_finding(game: str, seats: int, button: int, kind: str) -> None:
    """Wherever the dealer slips, it is found, and nothing else is."""
    acts = list(clean(game, seats, button))
    tried = 0
    for at, act in enumerate(acts[:-1]):
        following = acts[at + 1] if at + 1 < len(acts) else ""
        if not act.startswith("d ") or (kind == "swap" and (following == act or not following.startswith("d "))):
            continue
        changed = {
            "skip": acts[:at] + acts[at + 1 :],
            "double": [*acts[: at + 1], Act.parse(act).plain.text, *acts[at + 1 :]],
            "swap": [*acts[:at], following, act, *acts[at + 2 :]],
        }[kind]
        if game == "holdem" and kind == "double" and act.startswith("d deal s"):
            changed = changed[: _third_card(changed, act, at)]  # what becomes of a hand with a card too many is another matter
        codes = found(game, seats, button, changed)
        harmless = any((game, kind) == case[:2] and act.startswith(case[2]) for case in HARMLESS)
        tried += 1
        if not harmless:
            assert len(codes) == 1, (kind, at, act, following, codes)
    assert tried > 5


@pytest.mark.parametrize(
    ("left_out", "code"),
    [
        ("d check pack", "step/deck-skipped"),
        ("d shuffle", "step/draw_shuffle-skipped"),
        ("d button s2", "deal/wrong-dealer"),
    ],
)
def test_a_slip_in_the_draw_for_the_deal_is_one_finding(left_out: str, code: str) -> None:
    """The draw comes to a player, and each step before and after it is missed if it is left out."""
    acts = list(clean("nap", 4, 0))
    acts = acts[: acts.index("d gather") + 2]
    acts.remove(left_out)
    assert found("nap", 4, 0, acts) == [code]
