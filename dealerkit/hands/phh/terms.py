"""The terms of a hand: forced bets, limits, and who acts first. Computed once for all hands that share them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from dealerkit.arithmetic.betting import Limits
from dealerkit.files.screen_text import count_of
from dealerkit.hands.phh.hand import PhhHand
from dealerkit.hands.phh.variants import Variant, settings

FEWEST, MOST = 2, 23
_REMEMBERED: Final = 4096
_FIELDS: Final = ("ante_trimming_status", "antes", "blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet")


class Terms:
    """The stakes of a hand: forced bets, limits, and who acts first.

    Seats are counted from 1, the first to the left of the button. Heads-up, the second seat has the button and the small blind.
    The format lists the small blind first, so the two forced bets change places.

    Attributes:
        variant: The variant.
        seats: Number of players.
        antes: Antes, with a cell for each seat; cell 0 is unused here and in all rows. Empty if there are none.
        posts: Blinds, straddles and other posts.
        calls: For each seat, whether its post is a blind or straddle; the first to act sits behind the last of these.
        trimmed: Whether antes are matched like bets: a player all-in for part of an ante contests only as much of the others'.
        bring_in: The bring-in, 0 if there is none.
        limits: For each possible interpretation of the betting limits, the limits of each street.
        first: The order in which the seats act on the first street, if no post is short; empty for stud.
        posters: The seats that post, with their amounts.
        forced: Chips with which any seat can pay all its forced bets.
    """

    __slots__ = (
        "antes",
        "bring_in",
        "calls",
        "first",
        "forced",
        "later",
        "limits",
        "posters",
        "posts",
        "seats",
        "trimmed",
        "variant",
    )

    def __init__(self, hand: PhhHand) -> None:
        """Read the terms.

        Raises:
            RecordError: If a field that they need is missing or invalid.
        """
        self.variant: Variant = hand.variant
        antes = hand.money("antes")
        if "antes" not in hand.raw:
            hand.wrong("variant", "antes is missing", f"add it; {hand.variant.title} needs `antes`")
        self.seats = seats = len(antes)
        if not FEWEST <= seats <= MOST:
            hand.wrong("antes", f"antes for {count_of(seats, 'player')}", f"write antes for {FEWEST} to {MOST} players")
        trimmed = hand.raw.get("ante_trimming_status", "false")
        if trimmed not in {"true", "false"}:
            hand.wrong("ante_trimming_status", f"ante_trimming_status is {trimmed[:40]}", "write true or false")
        self.trimmed = trimmed == "true"
        posts = [0] * seats
        sizes: dict[str, int] = {}
        self.bring_in = 0
        for field in hand.variant.fields:
            if field == "blinds_or_straddles":
                posts = hand.money(field)
                if len(posts) != seats:
                    hand.wrong(
                        field if posts else "variant",
                        f"{len(posts)} blinds for {count_of(seats, 'player')}",
                        "write one for each player",
                    )
                continue
            sizes[field] = hand.amount(field)
            if sizes[field] < 0:
                hand.wrong(field, f"{field} is {hand.raw[field]}", "write zero or more")
        self.bring_in = sizes.get("bring_in", 0)
        if min(antes) < 0:
            hand.wrong("antes", "an ante is less than zero", "write zero or more")
        if seats == FEWEST:
            antes, posts = antes[::-1], posts[::-1]
        self.antes = [0, *antes] if any(antes) else []
        self.posts = [0, *map(abs, posts)]
        self.posters = [(seat, post) for seat, post in enumerate(self.posts) if post]
        self.calls = [False, *(post > 0 for post in posts)]
        self.limits = _limits(hand.variant, sizes)
        self.forced = max(map(sum, zip([0, *antes], self.posts, strict=True)))
        self.first = self.order(self.posts) if hand.variant.opens[0] == "blinds" else []

    def order(self, bets: Sequence[int]) -> list[int]:
        """Return the seats in the order of action on the first street, from the left of the last blind or straddle.

        Args:
            bets: Chips in front of each seat; cell 0 is unused.
        """
        calls = self.calls
        last = max(range(1, self.seats + 1), key=lambda seat: (bets[seat] if calls[seat] else -1 if bets[seat] else 0, seat))
        return [*range(last + 1, self.seats + 1), *range(1, last + 1)]


def _limits(variant: Variant, sizes: Mapping[str, int]) -> tuple[tuple[Limits, ...], ...]:
    """Return the limits of each street, under each possible reading."""
    parts = []
    for reading in variant.readings:
        way = {"structure": variant.structure, **reading}
        cap = settings()["caps"].get(way["structure"])
        parts.append(tuple(Limits(size=sizes[street.bet], cap=cap, **way) for street in variant.streets))
    return tuple(parts)


_TERMS: dict[tuple[object, ...], Terms] = {}


def terms_of(hand: PhhHand) -> Terms:
    """Return the forced bets, limits and first to act of a hand.

    Raises:
        RecordError: If a field that they need is missing or invalid.
    """
    get = hand.raw.get
    key = (hand.variant.code, hand.decimals, *map(get, _FIELDS))
    term = _TERMS.get(key)
    if term is None:
        if len(_TERMS) >= _REMEMBERED:
            _TERMS.clear()
        term = _TERMS[key] = Terms(hand)
    return term
