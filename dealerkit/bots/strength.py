"""How strong a hand is to its player: what the seat does not see is dealt out at random, often, and the wins are counted."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from dealerkit.bots.draws import keep
from dealerkit.facts.draws import draw_limit
from dealerkit.facts.hands import live
from dealerkit.facts.shown import form_of
from dealerkit.procedure.steps import PlayerStep

if TYPE_CHECKING:
    from dealerkit.rules.rankings import Form
    from dealerkit.table import Table

_DEALS = 32
_FEW = 10
"""How often hands are dealt out; less often where that takes long: any two of four cards, several draws."""
_OTHERS = 3
"""Against so many others at most."""
FULL = 1000
"""The strength of a hand that always wins all."""


def strength(table: Table, seat: str) -> int:
    """The part of the pot that a hand would win on average against those who are in, in thousandths.

    It hangs on the table's seed and on what the seat sees, and on nothing else.
    """
    me = int(seat[1:])
    felt, bit = table.felt, 1 << me
    form = form_of(table.now)
    seen = [felt.faces[card] if felt.seen[card] & bit else None for card in range(len(felt.faces))]
    own = [face.index for card in felt.places[seat] if (face := seen[card]) is not None]
    board = [face.index for card in felt.places.get("board", ()) if (face := seen[card]) is not None]
    others = [
        [face.index for card in felt.places[f"s{other}"] if felt.up[card] and (face := seen[card]) is not None]
        for other in live(table.now)
        if other != me
    ]
    others = sorted(others, key=len)[:_OTHERS] or [[]]
    known = {face.index for face in seen if face is not None}
    rest = [face.index for face in table.felt.layout.pack.faces() if face.index not in known]
    left, done = draws_left(table)
    key = ("strength", seat, tuple(own), tuple(board), tuple(map(tuple, others)), len(rest), left)
    kept: dict[object, int] = table.now.cache.setdefault("thought", {})
    if key not in kept:
        if len(kept) > 64:
            kept.clear()
        rng = random.Random(f"{table.setup.seed}/{key}")
        kept[key] = _share(form, own, board, others, rest, rng, left, left + done, draw_limit(table.now) if left + done else 0)
    return kept[key]


def draws_left(table: Table) -> tuple[int, int]:
    """How many draws are still to come in this hand, and how many there were."""
    steps = [step for step in table.house.program.walk() if isinstance(step, PlayerStep)]
    here = table.players.path if table.players is not None else ""
    at = next((at for at, step in enumerate(steps) if step.path == here), len(steps))
    draws = [number for number, step in enumerate(steps) if step.mechanic.name == "draw" and not step.params.get("one")]
    left = sum(number > at for number in draws)
    return left, len(draws) - left


def _share(
    form: Form,
    own: Sequence[int],
    board: Sequence[int],
    others: Sequence[Sequence[int]],
    rest: Sequence[int],
    rng: random.Random,
    left: int,
    draws: int,
    most: int,
) -> int:
    size, shared = form.deals[0], 0 if form.total else max(form.board)
    own, board, others = own[:size], board[:shared], [cards[:size] for cards in others]  # a card too many is nobody's strength
    won = deals = 0
    for _ in range(_FEW if form.from_hand or draws > 1 else _DEALS):
        stub = list(rest)
        rng.shuffle(stub)
        common = [*board, *_some(stub, shared - len(board))]
        mine = _finished([*own, *_some(stub, size - len(own))], form, stub, left, most)
        theirs = [_finished([*cards, *_some(stub, size - len(cards))], form, stub, draws, most) for cards in others]
        won += _part(form, mine, theirs, common)
        deals += 1
    return won // deals


def _some(stub: list[int], count: int) -> list[int]:
    """So many cards off the stub, as far as it goes."""
    taken = stub[: max(0, count)]
    del stub[: len(taken)]
    return taken


def _finished(hand: list[int], form: Form, stub: list[int], draws: int, most: int) -> list[int]:
    """A hand after its draws."""
    for _ in range(draws):
        kept = list(keep(hand, form, most))
        fresh = _some(stub, len(hand) - len(kept))
        hand = kept + fresh
    return hand


def _part(form: Form, mine: Sequence[int], theirs: Sequence[Sequence[int]], board: Sequence[int]) -> int:
    """The part of the pot that a hand wins, in thousandths."""
    values = [_values(form, hand, board) for hand in (mine, *theirs)]
    halves = [half for half in zip(*values, strict=True) if max(half)]
    return sum(FULL // len(halves) // half.count(max(half)) for half in halves if half[0] == max(half))


def _values(form: Form, hand: Sequence[int], board: Sequence[int]) -> list[int]:
    return list(_each(form, hand, board))


def _each(form: Form, hand: Sequence[int], board: Sequence[int]) -> Iterator[int]:
    for part in (form.high, form.low):
        if part is None:
            continue
        if not hand:
            yield 0
        elif form.from_hand:
            yield part.ranker.value_from(hand, board, form.from_hand)
        else:
            yield part.ranker.value([*hand, *board])
