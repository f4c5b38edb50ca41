"""The strength of a hand to its player: unseen cards are dealt out at random, often, and the wins are counted."""

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
"""Number of random deals; fewer where a deal takes long: any two of four cards, several draws."""
_OTHERS = 3
"""Most opponents in a random deal."""
FULL = 1000
"""The strength of a hand that always wins all."""


def strength(table: Table, seat: str) -> int:
    """Return the part of the pot that a hand wins on average against the live hands, in thousandths.

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
    size, shared = form.deals[0], 0 if form.total else max(form.board)
    return _share(
        _Sight(
            seed=f"{table.setup.seed}/{key}",
            own=tuple(own[:size]),  # a card too many is nobody's strength
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
    """Everything that a hand's strength depends on, as the key of a cache: hands of one seed are dealt again and again.

    Attributes:
        seed: What chance hangs on.
        own: The player's own cards.
        board: The cards that all share.
        others: What the player sees of each of the others' cards.
        rest: The cards that the player does not see.
        left: How many draws are still to come.
        draws: How many draws there are in a hand.
        most: How many cards may be drawn at most.
        size: How many cards a hand has.
        shared: How many cards all will share.
        from_hand: How many of the own cards must play; None for any number.
        rankers: What values the high and the low half.
        form: How the game shows down; everything in it that counts here stands above.
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
    """Return the number of draws still to come in this hand, and of all its draws."""
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
    """Return the cards in the order into which `rng.shuffle` brings them, in less than half the time.

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
    """Take a number of cards off the stub, or as many as it has."""
    taken = stub[: max(0, count)]
    del stub[: len(taken)]
    return taken


def _finished(hand: list[int], form: Form, stub: list[int], draws: int, most: int) -> list[int]:
    """Return a hand after its draws."""
    for _ in range(draws):
        kept = list(keep(hand, form, most))
        fresh = _some(stub, len(hand) - len(kept))
        hand = kept + fresh
    return hand


def _part(sight: _Sight, mine: Sequence[int], theirs: Sequence[Sequence[int]], board: Sequence[int]) -> int:
    """Return the part of the pot that a hand wins, in thousandths."""
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
