"""The answer of a drill by another method: hands against the house."""

from __future__ import annotations

from fractions import Fraction

from dealerkit.training.generators import Setting
from dealerkit.training.generators.box_hands import BoxHandsSituation


def counted(cards: tuple[str, ...]) -> tuple[int, str]:
    """Count every ace as eleven, and one after the other as one while the hand is over 21."""
    values = [11 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in cards]
    while sum(values) > 21 and 11 in values:
        values[values.index(11)] = 1
    return sum(values), "over" if sum(values) > 21 else "soft" if 11 in values else "hard"


def in_units(amount: Fraction, unit: Fraction, way: str) -> Fraction:
    """Return the amount in whole units, by counting up to it."""
    whole = int(amount / unit)
    rest = amount - whole * unit
    more = {"up": rest > 0, "down": False, "nearest": 2 * rest >= unit}[way]
    return (whole + more) * unit


def told(amount: Fraction) -> str:
    """Return an amount with at most two decimal places, without zeros at its end."""
    return f"{float(amount):.2f}".rstrip("0").rstrip(".")


def proof(setting: Setting, given: BoxHandsSituation) -> str:
    """Read the options by their words: 6 to 5 is a fifth more than the bet, 3 to 2 a half."""
    options, ask = setting.game.options, setting.told("ask")
    unit = Fraction(str(options["payout_unit"]))
    if ask == "natural":
        up, _, down = str(options["blackjack_pays"]).split()
        return told(in_units(given.stake / int(down) * int(up), unit, str(options["payout_rounding"])))
    if ask == "insurance":
        most = in_units(given.stake / 2, unit, str(options["insurance_rounding"]))
        return f"{told(most)} | {told(given.put + given.put)}"
    if ask == "even_money":
        return " | ".join([told(given.stake)] * 2)
    each = [counted(cards) for cards in given.hands]
    if ask == "draws":
        total, kind = each[0]
        return "draw" if total < 17 or (total == 17 and kind == "soft" and options["soft17"] == "hit") else "stand"
    return " | ".join(f"{total} | {kind}" for total, kind in each)
