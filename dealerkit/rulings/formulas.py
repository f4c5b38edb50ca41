"""Formulas: facts computed from other known facts, such as a percentage from two amounts, or openers from a hand.

`facts.yaml` says which facts have a formula, which facts are in it (`worked_out_of`), and whether these are asked for instead
(`ask_those`). Each formula has the name of its fact, and returns None if too little is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal

from dealerkit.rulings.conditions import Value

Known = Mapping[str, Value]
Formula = Callable[[Known], Value | None]

_MOST = 1_000_000
"""As many per cent as anything is taken to be."""


def share_of_raise(known: Known) -> int | None:
    """Return the part of the wager beyond the call, as a percentage of the smallest raise, or of the smallest bet if there was
    none.

    BR-33, BR-34.

    >>> share_of_raise({"put_all": Decimal(500), "bet_to_match": Decimal(300), "smallest_wager": Decimal(600)})
    66
    """
    put, least, front = (amount(known, name) for name in ("put_all", "smallest_wager", "in_front"))
    front = front or Decimal(0)
    price = front if known.get("facing_bet") is False else amount(known, "bet_to_match")  # a blind's option is to raise itself
    if put is None or price is None or least is None or least <= price:
        return None
    return _per_cent(put + front - price, least - price)


def share_of_bet(known: Known) -> int | None:
    """Return the total that short wagers added for the player who faces them, as a percentage of a full bet or raise.

    BR-08, BR-10, BR-38.

    >>> share_of_bet({"bet_before": Decimal(100), "bet_to_match": Decimal(140), "raise_unit": Decimal(100)})
    40
    """
    before, now, unit = (amount(known, name) for name in ("bet_before", "bet_to_match", "raise_unit"))
    if before is None or now is None or not unit or now < before:
        return None
    return _per_cent(now - before, unit)


def share_of_stack(known: Known) -> int | None:
    """Return the chips that a player put in, as a percentage of all the player's chips (BR-37).

    >>> share_of_stack({"put_all": Decimal(400), "chips_behind": Decimal(500)})
    80
    """
    put, had = amount(known, "put_all"), amount(known, "chips_behind")
    return None if put is None or not had or put > had else _per_cent(put, had)


def every_chip_needed(known: Known) -> bool | None:
    """Return whether the chips would not cover the call without the smallest of them (BR-33).

    >>> every_chip_needed({"put_all": Decimal(600), "bet_to_match": Decimal(550), "least_chip": Decimal(100)})
    True
    """
    put, price, chip = (amount(known, name) for name in ("put_all", "bet_to_match", "least_chip"))
    front = amount(known, "in_front") or Decimal(0)
    if put is None or price is None or chip is None or front + put < price:
        return None
    return front + put - chip < price


def first_motion_is(known: Known) -> str | None:
    """Return how the first motion with chips compares with the bet, such as `call` (BR-35).

    >>> first_motion_is({"put_first": Decimal(60), "in_front": Decimal(40), "bet_to_match": Decimal(100)})
    'call'
    """
    put, owed = amount(known, "put_first"), amount(known, "bet_to_match")
    if put is None or owed is None:
        return None
    lies = put + (amount(known, "in_front") or 0)
    return "call" if lies == owed else "short_of_call" if lies < owed else "more_than_call"


def over_limit(known: Known) -> bool | None:
    """Return whether a player drew more cards than the house allows for the number of players in the hand (DR-11).

    >>> house = {"max_draw": 3, "max_draw_few": 5, "few_players": 4}
    >>> over_limit({**house, "cards_drawn": 4, "players_in": 5}), over_limit({**house, "cards_drawn": 4, "players_in": 4})
    (True, False)
    """
    drawn, players = known.get("cards_drawn"), known.get("players_in")
    most, most_of_few, few = (known.get(name) for name in ("max_draw", "max_draw_few", "few_players"))
    if not (isinstance(drawn, int) and isinstance(most, int) and isinstance(most_of_few, int) and isinstance(few, int)):
        return None
    if drawn <= min(most, most_of_few) or drawn > max(most, most_of_few):  # however many are in
        return drawn > most
    return drawn > (most_of_few if players <= few else most) if isinstance(players, int) else None


def deep_enough(known: Known) -> bool | None:
    """Return whether at least as many cards were cut off as the house requires (CU-04).

    >>> deep_enough({"cut_cards": 11, "minimum_cut": 12})
    False
    """
    cut, least = known.get("cut_cards"), known.get("minimum_cut")
    return cut >= least if isinstance(cut, int) and isinstance(least, int) else None


def openers_proved(known: Known) -> bool | None:
    """Return whether the hand that the opener can show was good enough to open: a pair of jacks or better (DR-05).

    >>> openers_proved({"opening_hand": "straight"}), openers_proved({"opening_hand": "low_pair"})
    (True, False)
    """
    shown = known.get("opening_hand")
    return None if shown is None else shown not in ("nothing", "low_pair")


def amount(known: Known, name: str) -> Decimal | None:
    """Return a fact that is an amount of money; None if it is not known."""
    value = known.get(name)
    return value if isinstance(value, Decimal) else None


def _per_cent(part: Decimal, whole: Decimal) -> int:
    return min(_MOST, int(100 * max(Decimal(0), part) // whole))


FORMULAS: Mapping[str, Formula] = {
    formula.__name__: formula
    for formula in (
        share_of_raise, share_of_bet, share_of_stack, every_chip_needed, first_motion_is, over_limit, deep_enough, openers_proved,
    )
}  # fmt: skip
"""The formula of each fact that is worked out, by its name."""
