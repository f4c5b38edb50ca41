"""The answer of a drill by another method: counting the bank."""

from __future__ import annotations

from dealerkit.training.generators import Setting
from dealerkit.training.generators.bank import BankSituation


def proof(setting: Setting, given: BankSituation) -> str:
    """Add the money up rack by rack, stack by stack and chip by chip."""
    rack = int(setting.told("rack", 100))
    money = 0
    for heap in given.heaps:
        for _ in range(heap.racks):
            money += rack * heap.worth
        for chips in (*heap.stacks, heap.loose):
            for _ in range(chips):
                money += heap.worth
    if not given.slip:
        return str(money)
    for amount in given.slip.values():
        money -= amount
    return ("agrees | 0" if money == 0 else f"short | {-money}") if money <= 0 else f"over | {money}"
