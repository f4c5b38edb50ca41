"""Strength of a hand as its player sees it: the unseen cards are dealt at random a number of times, and the wins counted."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence

import attrs

from dealerkit.arithmetic.ranking.ranker import Ranker
from dealerkit.facts.hands import live
from dealerkit.games.poker.bots.draws import keep
from dealerkit.games.poker.facts.draws import draw_limit
from dealerkit.games.poker.facts.showdown import form_of
from dealerkit.procedure.steps import PlayerStep
from dealerkit.rules.rankings import Form
from dealerkit.table.table import Table

_DEALS = 32
_FEW = 10
"""Number of random deals; fewer in a game in which a deal takes long: with four cards in hand, or several draws."""
_OTHERS = 3
"""Most opponents in a random deal."""
FULL = 1000
"""Strength of a hand that always wins the whole pot."""


def strength(table: Table, seat: str) -> int:
    """Return the part of the pot that a hand wins on average against the live hands, in thousandths.

    The figure depends on the table's seed and on the cards that the seat sees, and on nothing else.
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
    size, shared = form.deals[0], 0 if form.total else max(form.board)
    return _share(
        _Sight(
            seed=f"{table.setup.seed}/{key}",
            own=tuple(own[:size]),  # an extra card does not count
            board=tuple(board[:shared]),
            others=tuple(tuple(cards[:size]) for cards in others),
            rest=tuple(rest),
            left=left,
            draws=left + done,
            most=draw_limit(table.now) if left + done else 0,
            size=size,
            shared=shared,
            from_hand=form.from_hand,
            rankers=tuple(part.ranker if part is not None else None for part in (form.high, form.low)),
            form=form,
        )
    )


@attrs.frozen
class _Sight:
    """Everything that the strength of a hand depends on, as the key of a cache: hands of the same seed are dealt again and again.

    Attributes:
        seed: Seed of the random deals.
        own: The player's own cards.
        board: The common cards.
        others: Cards of each opponent that the player sees.
        rest: Cards that the player does not see.
        left: Number of draws still to come.
        draws: Number of draws before now.
        most: Most cards that may be discarded in a draw.
        size: Number of cards in a hand.
        shared: Number of common cards at the end.
        from_hand: Number of own cards that must play; None for any number.
        rankers: Rankings of the high and the low half.
        form: How the game shows down; not part of the key, because the other attributes have all that counts.
    """

    seed: str
    own: tuple[int, ...]
    board: tuple[int, ...]
    others: tuple[tuple[int, ...], ...]
    rest: tuple[int, ...]
    left: int
    draws: int
    most: int
    size: int
    shared: int
    from_hand: int | None
    rankers: tuple[Ranker | None, ...]
    form: Form = attrs.field(eq=False)


def draws_left(table: Table) -> tuple[int, int]:
    """Return the number of draws of this hand that come after the present step, and the number of its other draws."""
    steps = [step for step in table.house.program.walk() if isinstance(step, PlayerStep)]
    here = table.players.path if table.players is not None else ""
    at = next((at for at, step in enumerate(steps) if step.path == here), len(steps))
    draws = [number for number, step in enumerate(steps) if step.mechanic.name == "draw" and not step.params.get("one")]
    left = sum(number > at for number in draws)
    return left, len(draws) - left


@functools.lru_cache(maxsize=4096)
def _share(sight: _Sight) -> int:
    form, size, rng = sight.form, sight.size, random.Random(sight.seed)
    won = deals = 0
    for _ in range(_FEW if form.from_hand or sight.draws > 1 else _DEALS):
        stub = shuffled(sight.rest, rng)
        common = [*sight.board, *_some(stub, sight.shared - len(sight.board))]
        mine = _finished([*sight.own, *_some(stub, size - len(sight.own))], form, stub, sight.left, sight.most)
        theirs = [
            _finished([*cards, *_some(stub, size - len(cards))], form, stub, sight.draws, sight.most) for cards in sight.others
        ]
        won += _part(sight, mine, theirs, common)
        deals += 1
    return won // deals


def shuffled(cards: Sequence[int], rng: random.Random) -> list[int]:
    """Return cards shuffled exactly as `rng.shuffle` would, in less than half the time.

    Args:
        cards: The cards.
        rng: Source of chance.

    >>> other = list(range(52))
    >>> random.Random(7).shuffle(other)
    >>> shuffled(range(52), random.Random(7)) == other
    True
    """
    stub, bits = list(cards), rng.getrandbits
    for last in range(len(stub) - 1, 0, -1):
        width = (last + 1).bit_length()
        at = bits(width)
        while at > last:
            at = bits(width)
        stub[last], stub[at] = stub[at], stub[last]
    return stub


def _some(stub: list[int], count: int) -> list[int]:
    """Take a number of cards off the stub, or all of them if it has fewer, and return them."""
    taken = stub[: max(0, count)]
    del stub[: len(taken)]
    return taken


def _finished(hand: list[int], form: Form, stub: list[int], draws: int, most: int) -> list[int]:
    """Return a hand after the rest of its draws."""
    for _ in range(draws):
        kept = list(keep(hand, form, most))
        fresh = _some(stub, len(hand) - len(kept))
        hand = kept + fresh
    return hand


def _part(sight: _Sight, mine: Sequence[int], theirs: Sequence[Sequence[int]], board: Sequence[int]) -> int:
    """Return the part of the pot that a hand wins against others, in thousandths."""
    halves = []
    for ranker in sight.rankers:
        if ranker is None:
            continue
        values = [_value(ranker, hand, board, sight.from_hand) for hand in (mine, *theirs)]
        if best := max(values):
            halves.append((values[0], best, values.count(best)))
    return sum(FULL // len(halves) // winners for value, best, winners in halves if value == best)


def _value(ranker: Ranker, hand: Sequence[int], board: Sequence[int], from_hand: int | None) -> int:
    if not hand:
        return 0
    return ranker.value_from(hand, board, from_hand) if from_hand else ranker.value([*hand, *board])
