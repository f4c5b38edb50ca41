"""The answer of a drill by another method: the bring-in of stud, and the first to act on a later street."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dealerkit.training.generators import Setting
from dealerkit.training.generators.stud_first import _SUITS, _TIE, StudFirstSituation, _game


def proof(setting: Setting, given: StudFirstSituation) -> str:
    """Put the boards in order by hand: pairs and ranks, then suits or places under the house's option."""
    shown = _game(setting, given.form).data["showdown"]
    low = shown.get("opens") == "low"
    seats = [seat for seat, _ in given.boards]
    boards = dict(given.boards)
    third = len(boards[seats[0]]) == 1
    ace_low = shown.get("bring_in") == "high" if third else low
    order = "A23456789TJQK" if ace_low else "23456789TJQKA"
    if third:
        ranked = sorted(seats, key=lambda seat: (order.index(boards[seat][0][0]), _SUITS.index(boards[seat][0][1])))
        leader = ranked[-1] if shown.get("bring_in") == "high" else ranked[0]
    else:
        values = {seat: worth(cards, order) for seat, cards in given.boards}
        top = (min if low else max)(values.values())
        tied = [seat for seat in seats if values[seat] == top]
        leader = tied[0]
        if _game(setting, given.form).options[_TIE] == "suit":
            leader = max(tied, key=lambda seat: max((order.index(card[0]), _SUITS.index(card[1])) for card in boards[seat]))
    while leader in given.all_in:
        ring = sorted(seats)
        leader = ring[(ring.index(leader) + 1) % len(ring)]
    return f"s{leader}"


def worth(cards: Sequence[str], order: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the value of a board of up to four cards: the number of cards of each rank, the most first, and the ranks in that
    order.

    Args:
        cards: The cards, as `Ah`.
        order: The ranks from the lowest up.
    """
    counts = Counter(order.index(card[0]) for card in cards)
    groups = sorted(((many, rank) for rank, many in counts.items()), reverse=True)
    return tuple(many for many, _ in groups), tuple(rank for _, rank in groups)
