"""The hold of each bet (the share of stakes the house kept) over simulated coups, and its confidence interval."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from statistics import NormalDist

import attrs
import numpy as np
import numpy.typing as npt

from dealerkit.arithmetic.coup import Coup, CoupRules, settle
from dealerkit.jobs.simulation.shoes import CoupIds, Numbers

RESULTS = ("win", "lose", "push")


def nets(rules: CoupRules, coups: Iterable[Coup], bet: str, stake: int) -> Numbers:
    """Settle a bet once on every possible coup.

    Args:
        rules: The rules in force.
        coups: The coups, in the order of their ids.
        bet: The bet's name in the pay table.
        stake: The stake, in smallest units.

    Returns:
            The bettor's net win by the coup's id, in smallest units; negative for a loss.
    """
    return np.array([settle(bet, stake, coup, rules).net for coup in coups], np.int64)


@attrs.frozen
class Takings:
    """The takings of a bet with the same stake on every coup: sums that can be added up.

    Attributes:
        coups: The number of coups bet on.
        net: The bettor's net win, in smallest units.
        shoes: The number of shoes that these coups came from.
        squares: Sum over shoes of the shoe's net, squared.
        products: Sum over shoes of the shoe's net times its coups.
        lengths: Sum over shoes of its coups, squared.
    """

    coups: int = 0
    net: int = 0
    shoes: int = 0
    squares: float = 0.0
    products: float = 0.0
    lengths: float = 0.0

    def __add__(self, other: Takings) -> Takings:
        return Takings(*(mine + theirs for mine, theirs in zip(attrs.astuple(self), attrs.astuple(other), strict=True)))

    @classmethod
    def of(cls, won: npt.NDArray[np.int64], ids: CoupIds) -> Takings:
        """Return the takings of the bet over the coups of a block.

        Args:
            won: The bettor's net win by the coup's id, with a 0 added at the end, for no coup.
            ids: The ids of the coups, one row for each shoe.
        """
        return cls.of_shoes(won.take(ids, mode="wrap").sum(axis=1), (ids >= 0).sum(axis=1))  # NONE is the last place

    @classmethod
    def of_shoes(cls, by_shoe: npt.ArrayLike, coups: npt.ArrayLike) -> Takings:
        """Return the takings from the net results of shoes.

        Args:
            by_shoe: The bettor's net win in each shoe, in smallest units.
            coups: The number of coups, or rounds, of each shoe.
        """
        by_shoe, lengths = np.asarray(by_shoe), np.asarray(coups)
        begun = lengths > 0
        real, long = by_shoe.astype(np.float64), lengths.astype(np.float64)
        return cls(
            int(lengths.sum()),
            int(by_shoe.sum()),
            int(begun.sum()),
            float(real @ real),
            float(real @ long),
            float(long @ long),
        )

    def hold(self, stake: int) -> Fraction:
        """Return the share of the stakes that the house kept.

        Args:
            stake: The stake of every coup, in smallest units, above 0.
        """
        return Fraction(-self.net, self.coups * stake) if self.coups else Fraction(0)

    def error(self, stake: int) -> float:
        """Return the standard error of the hold, with shoes as samples, because the coups of a shoe are not independent.

        The hold is a ratio of two sums over shoes, net and coups; its error follows from the residuals of the shoes (Cochran,
        Sampling Techniques, section 2.11).

        Args:
            stake: The stake of every coup, in smallest units, above 0.
        """
        if self.shoes < 2 or not self.coups:
            return math.inf
        mean = self.net / self.coups
        residuals = self.squares - 2 * mean * self.products + mean * mean * self.lengths
        return math.sqrt(max(residuals, 0.0) * self.shoes / (self.shoes - 1)) / (self.coups * stake)


def band(hold: float, error: float, share: float) -> tuple[float, float]:
    """Return the confidence interval of the hold: in the given share of such runs, the true hold lies between the two figures.

    Args:
        hold: The hold in the run.
        error: Its standard error.
        share: The share of runs, between 0 and 1, such as 0.95.

    >>> [round(end, 4) for end in band(0.0106, 0.001, 0.95)]
    [0.0086, 0.0126]
    """
    wide = NormalDist().inv_cdf((1 + share) / 2) * error
    return hold - wide, hold + wide


def results(rules: CoupRules, coups: Sequence[Coup], bet: str, counts: Mapping[int, int]) -> dict[str, int]:
    """Return how often a bet won, lost and was pushed, by these words.

    Args:
        rules: The rules in force.
        coups: The coups, in the order of their ids.
        bet: The bet's name.
        counts: How often each coup was dealt, by the coup's id.
    """
    totals = dict.fromkeys(RESULTS, 0)
    for place, count in counts.items():
        totals[settle(bet, 1, coups[place], rules).result] += count
    return totals
