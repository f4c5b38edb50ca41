"""The winnings of each seat from the pots; where cards or house rules are unknown, their possible range."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dealerkit.arithmetic.betting import layers
from dealerkit.hands.phh.acts import Cards
from dealerkit.hands.phh.replay import Replay
from dealerkit.hands.phh.variants import Variant
from dealerkit.rules.rankings import FormPart


class Winnings(NamedTuple):
    """The chips that the seats won from the pots, in rows with a cell for each seat; cell 0 is unused.

    Attributes:
        least: The least that each seat can have won.
        most: The most that each seat can have won.
        split: Winnings with odd chips in the game's usual order; valid only where all cards are known.
        known: Whether all deciding cards are known.
    """

    least: list[int]
    most: list[int]
    split: list[int]
    known: bool


def share_pots(replay: Replay, variant: Variant, chip: int) -> Winnings:
    """Return the seats' winnings when the pots of a hand that was played to its end are shared.

    Args:
        replay: The hand.
        variant: Its variant.
        chip: Unit to which pots are split, in smallest chips: some rooms split to whole coins although amounts have decimals.
    """
    seats = len(replay.stack)
    if len(replay.live) == 1:
        row = [0] * seats
        row[replay.live[0]] = sum(replay.put)
        return Winnings(row, row, row, known=True)
    won = Winnings([0] * seats, [0] * seats, [0] * seats, known=True)
    values: dict[int, tuple[int, int]] = {}
    for amount, sharing in layers(replay.put, replay.live):
        if len(sharing) == 1:
            for row in (won.least, won.most, won.split):
                row[sharing[0]] += amount
            continue
        for seat in sharing:
            if seat not in values:
                values[seat] = _values(replay, variant, seat)
        sure = [seat for seat in sharing if seat in replay.shown and values[seat] != _UNKNOWN]
        open_ = [seat for seat in sharing if seat not in sure and _could_win(values, seat, sure, variant)]
        if open_:
            won = won._replace(known=False)
            for seat in {*open_, *sure}:
                won.most[seat] += amount
            continue
        _share(won, amount, sure, values, replay.hole, variant, chip)
    return won


_UNKNOWN = (-1, -1)


def _values(replay: Replay, variant: Variant, seat: int) -> tuple[int, int]:
    """Return the values of a hand, high and low; `_UNKNOWN` if a card is unknown."""
    hole, board = replay.hole[seat], replay.board
    if -1 in hole or -1 in board:
        return _UNKNOWN
    form = variant.form
    return _value(form.high, hole, board, form.from_hand), _value(form.low, hole, board, form.from_hand)


def _value(part: FormPart | None, hole: Cards, board: Cards, from_hand: int | None) -> int:
    if part is None:
        return 0
    if from_hand is None:
        return part.ranker.value(hole + board)
    return part.ranker.value_from(hole, board, from_hand)


def _could_win(values: dict[int, tuple[int, int]], seat: int, sure: Sequence[int], variant: Variant) -> bool:
    """Return whether a hand that was neither shown nor mucked could win part of a pot."""
    if values[seat] == _UNKNOWN or not sure:
        return True
    parts = [half for half, part in enumerate((variant.form.high, variant.form.low)) if part]
    return any(values[seat][half] and values[seat][half] >= max(values[number][half] for number in sure) for half in parts)


def _share(
    won: Winnings,
    amount: int,
    names: Sequence[int],
    values: dict[int, tuple[int, int]],
    hole: Sequence[Cards],
    variant: Variant,
    chip: int,
) -> None:
    """Share one pot among hands that are all known. The odd chip between the halves goes to high (HL-02, HL-03).

    Args:
        won: The winnings, which are increased.
        amount: Chips in the pot, in the smallest units.
        names: The seats that contest it.
        values: High and low value of each seat's hand.
        hole: The cards of each seat.
        variant: The variant of the hand.
        chip: The unit for splitting, in smallest chips.
    """
    form = variant.form
    winners: list[list[int]] = []
    for half, part in enumerate((form.high, form.low)):
        best = max(values[seat][half] for seat in names) if part else 0
        winners.append([seat for seat in names if values[seat][half] == best] if best else [])
    high, low = winners
    if not high and not low:
        high = list(names)
    lower = amount // 2 if high and low else amount if low else 0
    slack = min(chip, amount) if high and low and amount % (2 * chip) else 0
    for seats, part_of, is_low in ((high, amount - lower, False), (low, lower, True)):
        if not seats:
            continue
        each, odd = divmod(part_of, len(seats))
        over = part_of % (chip * len(seats))
        least = (part_of - over) // len(seats) - slack
        for seat in seats:
            won.least[seat] += min(each, max(0, least))
            won.most[seat] += max(each + 1 if odd else each, least + 2 * slack + over if over or slack else each)
        for at, seat in enumerate(_odd_order(seats, hole, variant, is_low=is_low)):
            won.split[seat] += each + (at < odd)


def _odd_order(seats: Sequence[int], hole: Sequence[Cards], variant: Variant, *, is_low: bool) -> Sequence[int]:
    """Return the order in which seats get odd chips.

    SD-10: the nearest seat to the left of the button first. SD-11: in stud the highest card by suit first, for the low half the
    lowest.
    """
    if variant.form.options["odd_chips"] == "left_of_button":
        return seats
    return sorted(seats, key=lambda seat: min(hole[seat])) if is_low else sorted(seats, key=lambda seat: -max(hole[seat]))
