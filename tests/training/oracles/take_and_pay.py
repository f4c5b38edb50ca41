"""The answer of a drill by another method: take and pay."""

from __future__ import annotations

from fractions import Fraction

from dealerkit.training.generators import Setting
from dealerkit.training.generators.take_and_pay import TakeAndPaySituation
from tests.training.oracles.box_hands import counted, told


def proof(setting: Setting, given: TakeAndPaySituation) -> str:
    """Settle hand by hand, by the sentences of the ledger (BJ-71, BJ-80 to BJ-85)."""
    options = setting.game.options
    dealer, _ = counted(given.dealer)
    up, _, down = str(options["blackjack_pays"]).split()
    dealer_natural = len(given.dealer) == 2 and dealer == 21
    answer = []
    for hand in given.hands:
        count, _ = counted(hand.cards)
        stakes = dict(hand.bets)
        natural = len(hand.cards) == 2 and count == 21 and hand.split == "no"
        take, pay = Fraction(0), Fraction(0)
        if dealer_natural:
            everything = options.get("natural_takes") == "all"
            lost = sum(stakes.values()) if everything else stakes["main"] if not hand.child else 0
            take = Fraction(0 if natural else lost)
        elif natural:
            pay = stakes["main"] * int(up) / int(down)
        elif dealer > 21 or count > dealer:
            pay = Fraction(sum(stakes.values()))
        elif count < dealer:
            take = Fraction(sum(stakes.values()))
        answer += ["take", told(take)] if take else ["pay", told(pay)] if pay else ["push", "0"]
    return " | ".join(answer)
