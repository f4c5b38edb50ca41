"""The terms of a hand: forced bets, limits, and who acts first. Worked out once for all hands that share them."""

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
    """The stakes of a hand: forced bets, limits, and who speaks first.

    Seats are counted from 1, the first to the left of the button. Of two players the second has the button and the small
    blind, although the format lists the small blind first, so that of two players the forced bets change places.

    Attributes:
        variant: The variant.
        seats: How many players.
        antes: Antes, a cell a seat; cell 0 is unused here and in all rows. Empty if there are none.
        posts: Blinds, straddles and posts.
        calls: Which of them are blinds or straddles, so that the first to act sits behind the last of these.
        trimmed: Antes are matched like bets: an all-in player contests of each ante only what he has put in himself.
        bring_in: The bring-in, 0 if there is none.
        limits: The limits of each street, under each way of reading.
        first: The order in which the seats act on the first street, where the posts are not short; empty for stud.
        posters: Who posts, and how much.
        forced: The most that a seat must have for all forced bets.
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
            RecordError: If the hand does not say what it should.
        """
        self.variant: Variant = hand.variant
        antes = hand.money("antes")
        if "antes" not in hand.raw:
            hand.wrong("variant", "antes is missing", f"{hand.variant.title} needs it")
        self.seats = seats = len(antes)
        if not FEWEST <= seats <= MOST:
            hand.wrong("antes", f"antes for {count_of(seats, 'player')}", f"there are {FEWEST} to {MOST}")
        trimmed = hand.raw.get("ante_trimming_status", "false")
        if trimmed not in {"true", "false"}:
            hand.wrong("ante_trimming_status", f"ante_trimming_status is {trimmed[:40]}", "it is true or false")
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
                        "there is one for each",
                    )
                continue
            sizes[field] = hand.amount(field)
            if sizes[field] < 0:
                hand.wrong(field, f"{field} is {hand.raw[field]}", "it is zero or more")
        self.bring_in = sizes.get("bring_in", 0)
        if min(antes) < 0:
            hand.wrong("antes", "an ante is less than zero", "an ante is zero or more")
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
        """Return the order of the first street, from the left of the last blind or straddle."""
        calls = self.calls
        last = max(range(1, self.seats + 1), key=lambda seat: (bets[seat] if calls[seat] else -1 if bets[seat] else 0, seat))
        return [*range(last + 1, self.seats + 1), *range(1, last + 1)]


def _limits(variant: Variant, sizes: Mapping[str, int]) -> tuple[tuple[Limits, ...], ...]:
    """Return the limits of each street, under each way of reading."""
    parts = []
    for reading in variant.readings:
        way = {"structure": variant.structure, **reading}
        cap = settings()["caps"].get(way["structure"])
        parts.append(tuple(Limits(size=sizes[street.bet], cap=cap, **way) for street in variant.streets))
    return tuple(parts)


_TERMS: dict[tuple[object, ...], Terms] = {}


def terms_of(hand: PhhHand) -> Terms:
    """Return the terms that a hand is played for.

    Raises:
        RecordError: If the hand does not say what it should.
    """
    get = hand.raw.get
    key = (hand.variant.code, hand.decimals, *map(get, _FIELDS))
    term = _TERMS.get(key)
    if term is None:
        if len(_TERMS) >= _REMEMBERED:
            _TERMS.clear()
        term = _TERMS[key] = Terms(hand)
    return term
