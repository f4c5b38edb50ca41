"""The money of a promotion: moved from one account to another, in whole chips, never created or lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from dealerkit.errors import Impossible

INSIDE = ("fund", "reserve", "awarded")
"""Accounts of money set aside: for the next prize, for the jackpot after it, for unpaid winners."""
OUTSIDE = ("house", "players", "drop", "winners")
"""Accounts outside the promotion; the balance of a source is negative."""

Transfer = tuple[str, str, int]
"""From, to, how many of the smallest chips."""


@attrs.frozen
class Fund:
    """The accounts of a promotion. Their balances always add up to zero.

    Attributes:
        accounts: The balance of each account, in smallest chips.

    >>> fund = Fund().after([("players", "fund", 50), ("fund", "awarded", 50)])
    >>> fund["awarded"], fund["fund"], sum(fund.accounts.values())
    (50, 0, 0)
    """

    accounts: Mapping[str, int] = attrs.field(factory=lambda: dict.fromkeys((*INSIDE, *OUTSIDE), 0))

    def __getitem__(self, account: str) -> int:
        return self.accounts[account]

    def after(self, transfers: Iterable[Transfer]) -> Fund:
        """Return the accounts after some transfers.

        Raises:
            Impossible: If an account has less than is taken out of it, or an amount is negative.
        """
        balances = dict(self.accounts)
        for origin, to, amount in transfers:
            if amount < 0:
                msg = f"{amount} cannot be moved from {origin} to {to}"
                raise Impossible(msg)
            balances[origin] -= amount
            balances[to] += amount
            if origin in INSIDE and balances[origin] < 0:
                msg = f"{origin} has only {balances[origin] + amount}, so {amount} can't be taken out of it"
                raise Impossible(msg)
        return Fund(balances)


def topped_up(fund: Fund, seed: int, apart: int = 0) -> list[Transfer]:
    """Return the transfers that restore the fund to its seed: from the reserve as far as that goes, then from the house.

    Args:
        fund: The accounts.
        seed: The size to restore, in smallest chips.
        apart: Money that is in the fund already but belongs to the next window, in smallest chips.
    """
    wanted = max(0, seed + apart - fund["fund"])
    from_reserve = min(wanted, fund["reserve"])
    return moved(("reserve", "fund", from_reserve), ("house", "fund", wanted - from_reserve))


def moved(*transfers: Transfer) -> list[Transfer]:
    """Return the transfers without those of a zero amount."""
    return [transfer for transfer in transfers if transfer[2]]
