"""The table at which a hand in PHH could have been dealt: the header of its record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from dealerkit.arithmetic.betting import Limits
from dealerkit.hands.phh.acts import BOARD, CALL, DRAW, FOLD, HOLE, RAISE, SHOW, Deed, amount_text, deeds
from dealerkit.hands.phh.checker import HandOutcome
from dealerkit.hands.phh.hand import PhhHand
from dealerkit.hands.phh.terms import Terms, terms_of
from dealerkit.hands.phh.variants import settings
from dealerkit.table.record import Header

ENDLESS: Final = 10**12
"""Size of an unlimited stack on a table, in smallest chips."""

BURNS: Final = "_dealerkit_burns"
"""Field of our own for the burned cards, in order; the format has none for them."""

_SIZES: Final = {"bring_in": "bring_in", "small_bet": "small_bet", "big_bet": "big_bet", "min_bet": "big_blind"}
"""Options of a table by the fields of a hand for bet sizes; without a limit, the smallest bet is the big blind."""


def header_for(hand: PhhHand, outcome: HandOutcome) -> Header:
    """Return the header of a hand's record.

    Args:
        hand: The hand.
        outcome: The result of its fast check.

    Raises:
        RecordError: If a field that the header needs is missing or invalid.
    """
    terms = terms_of(hand)
    return Header(
        game=hand.variant.game,
        seats=terms.seats,
        stacks=tuple(amount_text(min(chips, ENDLESS), hand.decimals) for chips in hand.money("starting_stacks")),
        button=terms.seats,
        unit=amount_text(1, hand.decimals),
        options=dict(_options(hand, terms, terms.limits[outcome.reading][0], outcome.replay.live)),
        notes={"id": hand.name},
        file=hand.file,
        line=hand.line,
    )


def _options(hand: PhhHand, terms: Terms, limits: Limits, live: Sequence[int]) -> Iterator[tuple[str, str]]:
    yield "structure", limits.structure
    if limits.structure == "fixed_limit" and not limits.half_bet:
        yield "half_bet_rule", "false"
    if limits.first_short:
        yield "reopens_by", "largest_raise"
    for field, option in _SIZES.items():
        if field in hand.raw:
            yield option, amount_text(hand.amount(field), hand.decimals)
    for option, value in settings()["table"].items():
        yield option, str(value).lower() if isinstance(value, bool) else str(value)
    if terms.antes:
        yield "ante", amount_text(max(terms.antes), hand.decimals)
    if any(street.draw for street in terms.variant.streets):
        yield "draw_order", "all_first" if _all_draw_first(hand) else "one_by_one"
        yield "max_draw", str(max(street.draw for street in terms.variant.streets))
    if _tabled_early(hand, live):
        yield "all_in_face_up", "true"


def _all_draw_first(hand: PhhHand) -> bool:
    """Return whether everybody discarded before anybody got new cards; otherwise each seat drew in turn."""
    last, dealt = 0, False
    for kind, seat, *_ in map(deeds(hand.decimals).__getitem__, hand.actions):
        if kind == DRAW:
            if dealt and seat > last > 0:
                return False
            last, dealt = seat, False
        elif kind == HOLE:
            dealt = True
        elif kind in {FOLD, CALL, RAISE}:
            last = 0
    return True


def is_shown(deed: Deed) -> bool:
    """Return whether an action shows at least one known card.

    Args:
        deed: The action in parsed form: kind, seat, amount, cards, bits of the known cards.
    """
    kind, _, amount, _, mask = deed
    return kind == SHOW and (amount < 0 or mask > 0)


def _tabled_early(hand: PhhHand, live: Sequence[int]) -> bool:
    """Return whether all who stayed to the end showed their hands before the last card was dealt."""
    played = list(map(deeds(hand.decimals).__getitem__, hand.actions))
    last = max((at for at, deed in enumerate(played) if deed[0] in {HOLE, BOARD}), default=0)
    shown = {deed[1] for deed in played[:last] if is_shown(deed)}
    return bool(shown) and shown.issuperset(live)
