"""Bankrolls: the results of flat bets over sessions with a fixed number of coups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import attrs
import numpy as np

from dealerkit.jobs.simulation.shoes import Numbers

STATIONS = 20
"""Places along a session at which the bankrolls are recorded."""

SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The quantiles of sessions that are shown as lines."""


@attrs.define
class BankrollSessions:
    """The totals of sessions: counts that can be added up.

    Attributes:
        count: The number of sessions.
        broke: How many of them ended early, because the chips left were fewer than a stake.
        ahead: How many of them ended with more chips than they began.
        at: Station (one of some equally spaced points in a session, from 1) -> net in smallest units -> number of sessions.
    """

    count: int = 0
    broke: int = 0
    ahead: int = 0
    at: dict[int, Counter[int]] = attrs.field(factory=dict)

    def add(self, others: BankrollSessions) -> None:
        """Add other sessions to these."""
        self.count += others.count
        self.broke += others.broke
        self.ahead += others.ahead
        for station, nets in others.at.items():
            self.at.setdefault(station, Counter()).update(nets)

    def lines(self, station: int, shares: Sequence[float] = SHARES) -> list[int]:
        """Return quantiles of the sessions' net results at a station, in smallest units.

        Args:
            station: The number of the station, from 1.
            shares: The quantiles, between 0 and 1, ascending.
        """
        nets, seen = [], 0
        ladder = iter(sorted(self.at[station].items()))
        net = 0
        for share in shares:
            while seen < share * self.count:
                net, count = next(ladder)
                seen += count
            nets.append(net)
        return nets


def sessions_of(won: Numbers, length: int, bankroll: int, stake: int) -> BankrollSessions:
    """Divide consecutive coups into sessions, and follow each until it ends or the chips are fewer than a stake.

    Args:
        won: The net of each coup in order, in smallest units; coups after the last whole session are ignored.
        length: The number of coups in a session, 1 or more.
        bankroll: The chips at the beginning of a session, in smallest units.
        stake: The stake of each coup, in smallest units.
    """
    count = len(won) // length
    if not count:
        return BankrollSessions()
    stands = won[: count * length].reshape(count, length).cumsum(axis=1)
    short = stands + bankroll < stake
    short[:, -1] = False  # after the last coup nothing more is staked
    broke = short.any(axis=1)
    when = short.argmax(axis=1)
    stations = {place: -(-length * place // STATIONS) - 1 for place in range(1, STATIONS + 1)}
    at: dict[int, Counter[int]] = {}
    rows = np.arange(count)
    for place, coup in stations.items():
        net = stands[rows, np.where(broke, np.minimum(when, coup), coup)]
        at[place] = Counter(dict(zip(*(counts.tolist() for counts in np.unique(net, return_counts=True)), strict=True)))
    final = stands[rows, np.where(broke, when, length - 1)]
    return BankrollSessions(count, int(broke.sum()), int((final > 0).sum()), at)
