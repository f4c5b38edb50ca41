"""Running mechanics: generators, which cannot be copied, and are therefore identified by their place in the log.

The key of a running mechanic is its step and the length of the log when it opened. It can be restarted from the felt as it lay
then, the acts since, and the list of acts that it was sent. So taking acts back and judging on trial need no copy of a generator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dealerkit.facts import Situation
from dealerkit.facts.situation import MechanicTold
from dealerkit.felt import Act, Felt
from dealerkit.mechanics import Ask
from dealerkit.procedure.steps import PlayerStep

Key = tuple[str, int]
"""Key of a running mechanic: the path of its players' step, and the length of the log when the step opened."""

NOBODY: Ask = {}
"""A question to no seat."""


class RunningMechanic:
    """A mechanic whose generator has been started.

    Args:
        step: The players' step.
        now: Situation when the step opens.

    Attributes:
        key: Key of the mechanic in `RunningMechanics`.
        step: The players' step.
        now: Situation that it reads: the table's own, or a trial's.
        told: Values that it passes to facts besides the moves that it asks for.
        opened: Situation when it opened, from which it is restarted.
        ask: The moves that it asks for, `{seat: {move: allowed}}`; empty once it is over.
        sent: Acts sent to it, in order; None stands for the dealer's closing.
        sent_at: Number of acts in the log at each of them.
        shut: Length of the log before the dealer's act that closed it by moving on; None if it was not closed so.
        over: Whether it has ended.
        result: Its result, once it is over.
    """

    __slots__ = ("_generator", "ask", "key", "now", "opened", "over", "result", "sent", "sent_at", "shut", "step", "told")

    def __init__(self, step: PlayerStep, now: Situation) -> None:
        self.key: Key = (step.path, len(now.log))
        self.step = step
        self.opened = now.copy()
        self.opened.told = MechanicTold(now.told)
        self.now = now
        self.told = now.told = MechanicTold(now.told)
        self.sent: list[Act | None] = []
        self.sent_at: list[int] = []
        self.shut: int | None = None
        self.over = False
        self.result: object = None
        self.ask: Ask = NOBODY
        self._generator = step.mechanic.run(self.now, step.params)
        try:
            self.ask = next(self._generator)
        except StopIteration as stop:
            self.end(stop.value)

    def send(self, act: Act | None, now: Situation) -> None:
        """Send an act to the mechanic after the act has happened; None for the dealer's closing.

        Args:
            act: The act, or None.
            now: Situation after it.
        """
        if now is not self.now:  # it was opened, or is sent the act, in a trial
            self.now.follow(now)
            self.now.felt, self.now.log, self.now.cache = now.felt, now.log, now.cache
        self.now.told = now.told = self.told
        self.sent.append(act)
        self.sent_at.append(len(now.log))
        try:
            self.ask = self._generator.send(act)
        except StopIteration as stop:
            self.end(stop.value)

    def end(self, result: object, shut: int | None = None) -> None:
        """Note that the mechanic is over, and its result.

        Args:
            result: The mechanic's result, returned by its generator.
            shut: Length of the log before the act with which the dealer closed it; None if it ended by itself.
        """
        self.over, self.result, self.ask = True, result, NOBODY
        self.shut = shut

    def shut_again(self, shut: int | None) -> None:
        """During a restart, close the mechanic if the log has reached the length at which it was closed before."""
        if shut == len(self.now.log) and not self.over:
            self.send(None, self.now)
            self.sent.pop()
            self.sent_at.pop()
            self.shut = shut


Revive = Callable[[Key, list[Act]], RunningMechanic]
"""Function that restarts a mechanic, given its key and the acts of a log, on a felt of its own."""


class RunningMechanics:
    """The running mechanics of one table, or of a trial of it.

    Args:
        revive: Function that restarts a mechanic, for a trial that sends acts to it.
        below: The running mechanics of the table that this is a trial of; None for the table's own.

    Attributes:
        held: Running mechanics by their key.
    """

    __slots__ = ("_below", "_revive", "held")

    def __init__(self, revive: Revive, below: RunningMechanics | None = None) -> None:
        self.held: dict[Key, RunningMechanic] = {}
        self._revive = revive
        self._below = below

    def trial(self) -> RunningMechanics:
        """Return running mechanics for a trial; acts sent there do not change these."""
        return RunningMechanics(self._revive, self)

    def __getitem__(self, key: Key) -> RunningMechanic:
        """Return the running mechanic of a key, for reading only."""
        run = self.held.get(key)
        if run is None:
            if self._below is None:
                raise KeyError(key)
            run = self._below[key]
        return run

    def own(self, key: Key, now: Situation) -> RunningMechanic:
        """Return the running mechanic of a step, in order to send acts to it; in a trial, a copy restarted for the trial.

        Args:
            key: Key of the mechanic: its step, and the number of acts in the log when it opened.
            now: Situation in which it goes on.

        Raises:
            KeyError: If no mechanic of that step is running.
        """
        run = self.held.get(key)
        if run is None:
            if self._below is None:
                raise KeyError(key)
            known = self._below[key]
            fresh = not known.sent and known.opened.log is now.log and len(now.log) == key[1]
            run = self.held[key] = RunningMechanic(known.step, known.opened.copy()) if fresh else self._revive(key, now.log)
        return run

    def add(self, run: RunningMechanic) -> None:
        """Store a running mechanic."""
        self.held[run.key] = run

    def adopt(self, trial: RunningMechanics) -> None:
        """Take over the running mechanics of a trial whose act has happened."""
        for key, run in trial.held.items():
            mine = self.held.get(key)
            if mine is None:
                self.held[key] = run
            elif run.over and not mine.over:  # it was closed during the trial
                mine.end(run.result, shut=run.sent_at[-1])


def bring_back(wanted: Sequence[RunningMechanic], felt: Felt, log: list[Act], acts: Sequence[Act]) -> dict[Key, RunningMechanic]:
    """Return mechanics restarted from an earlier felt, by sending them their acts again.

    Args:
        wanted: The mechanics to restart; only the acts already sent to them are repeated.
        felt: Felt after `log`; the acts are done on it.
        log: Acts before those of the mechanics; the acts are added to it.
        acts: Acts since then.

    Returns:
        The restarted mechanics by their key.
    """
    brought: dict[Key, RunningMechanic] = {}
    for act in (None, *acts):
        if act is not None:
            for old in wanted:
                if (run := brought.get(old.key)) is not None:
                    run.shut_again(old.shut)
            act.effect(felt, act)
            log.append(act)
        at = len(log)
        for old in wanted:
            if old.key[1] == at:
                brought[old.key] = RunningMechanic(old.step, old.opened.elsewhere(felt, log))
            if (run := brought.get(old.key)) is not None:
                for length, sent in zip(old.sent_at, old.sent, strict=True):
                    if length == at and not run.over:
                        run.send(sent, run.now)
    return brought
