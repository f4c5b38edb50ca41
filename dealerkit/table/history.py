"""Recent states of a table, for taking acts back. They reach back to the last two checkpoints, so that their number stays
limited.
"""

from __future__ import annotations

from typing import NamedTuple

from dealerkit.felt import Felt
from dealerkit.procedure.agenda import Agenda, mechanic_keys
from dealerkit.procedure.running_mechanics import RunningMechanics

_CHECKPOINT_EVERY = 128
"""Fewest acts between two checkpoints, which are copies of the felt at the beginning of a round."""

_CHECKPOINTS = 2
"""Most checkpoints kept; to go further back, a table replays from the start."""


class Stand(NamedTuple):
    """One state of a table.

    Attributes:
        at: Number of acts in the log.
        agenda: Agenda of the table.
        findings: Number of findings so far.
        rulings: Number of rulings so far.
    """

    at: int
    agenda: Agenda
    findings: int
    rulings: int


class History:
    """States of a table since its last two checkpoints.

    Args:
        felt: The felt before the first act.
        runs: The table's mechanics; those that no state can need any more are dropped.
    """

    __slots__ = ("_felts", "_runs", "_stands")

    def __init__(self, felt: Felt, runs: RunningMechanics) -> None:
        self._felts: list[tuple[int, Felt]] = [(0, felt.copy())]
        self._stands: list[Stand] = []
        self._runs = runs

    @property
    def oldest(self) -> int:
        """Number of acts in the log at the oldest checkpoint; earlier states are lost."""
        return self._felts[0][0]

    def note(self, stand: Stand, felt: Felt) -> None:
        """Store the present state of the table, with a copy of the felt at each checkpoint.

        A checkpoint is set where a round begins and no mechanic is running that opened before.

        Args:
            stand: The present state.
            felt: The felt as it is now.
        """
        before, at = self._stands[-1] if self._stands else stand, stand.at
        self._stands.append(stand)
        if (
            at - self._felts[-1][0] >= _CHECKPOINT_EVERY
            and stand.agenda.round.begun != before.agenda.round.begun
            and all(key[1] >= at for key in mechanic_keys(stand.agenda))
        ):
            self._felts.append((at, felt.copy()))
            self._forget()

    def _forget(self) -> None:
        """Drop the states before the oldest checkpoint."""
        if len(self._felts) <= _CHECKPOINTS:
            return
        del self._felts[:-_CHECKPOINTS]
        oldest, held = self.oldest, self._runs.held
        first = next(number for number, stand in enumerate(self._stands) if stand.at >= oldest)
        del self._stands[:first]
        for key in [key for key in held if key[1] < oldest][:-1]:  # the last of them may still hold values for facts
            del held[key]

    def back_to(self, length: int) -> Stand:
        """Return the state of the table when the log had a given number of acts, and drop later states."""
        while self._stands[-1].at > length:
            self._stands.pop()
        while self._felts[-1][0] > length:
            self._felts.pop()
        held = self._runs.held
        for key in [key for key in held if key[1] > length]:
            del held[key]
        return self._stands[-1]

    def felt_at(self, length: int) -> tuple[int, Felt]:
        """Return the felt at the last checkpoint up to a given number of acts in the log.

        Returns:
            Number of acts in the log at that checkpoint, and a copy of the felt.
        """
        at, felt = next((at, felt) for at, felt in reversed(self._felts) if at <= length)
        return at, felt.copy()
