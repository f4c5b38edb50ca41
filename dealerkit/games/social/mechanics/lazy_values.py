"""Containers of allowed values that are tested one at a time, for moves such as melds: to test one is quick, to list all is slow.

A mechanic yields such a container instead of a list. It reads the table when it is asked, and so may be asked only until the next
act; its answers are remembered, and `stood` returns them after that act. Containers that hold all the data for their answers
(`OfCards`, `Held`) may be asked at any time, and are preferred if they are quick enough.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any

from dealerkit.felt import Act

Allowed = dict[str, Container[object]]


class Judged:
    """Base class of containers whose values are tested one at a time, and only until the next act.

    Attributes:
        log: The log of the table; after another act, a value is tested again.
        known: Answer for each value tested, with the length of the log at that time.
    """

    __slots__ = ("known", "log")

    def __init__(self, log: Sequence[Act]) -> None:
        self.log = log
        self.known: dict[object, tuple[int, bool]] = {}

    def fits(self, value: object) -> bool:
        """Return whether a value is allowed in the present state of the table."""
        raise NotImplementedError

    def values(self) -> Iterator[object]:
        """Yield values that may be allowed, in order."""
        raise NotImplementedError

    def some(self) -> bool:
        """Return whether any value is allowed, as far as is known."""
        return any(True for _ in self)

    def stood(self, value: object) -> bool:
        """Return whether a value was allowed at the last test, before the act that was made with it."""
        return self.known.get(value, (-1, False))[1]

    def __contains__(self, value: object) -> bool:
        at, fitting = self.known.get(value, (-1, False))
        now = len(self.log)
        if at != now:
            fitting = self.fits(value)
            self.known[value] = now, fitting
        return fitting

    def __iter__(self) -> Iterator[object]:
        return (value for value in self.values() if value in self)


class Family:
    """Moves of one kind, such as melds on each pile, which are computed when one of them is first looked up.

    It is a value of `OpenMoves.moves`, under any name, and may be asked only until the next act.

    Args:
        make: Function that computes the moves.
        again: Whether they are computed again if the number of acts has changed: an act that is not sent to the mechanic, such as
            a gathering of cards in the middle of a turn, may change them.
    """

    __slots__ = ("again", "at", "found", "make")

    def __init__(self, make: Callable[[], Allowed], *, again: bool = False) -> None:
        self.make, self.again = make, again
        self.at = -1
        self.found: Allowed | None = None

    def moves(self, at: int) -> Allowed:
        """Return the moves by name, each with its allowed values.

        Args:
            at: Number of acts so far.
        """
        if self.found is None or (self.again and self.at != at):
            self.at, self.found = at, self.make()
        return self.found


LAZY = (Family, Judged)
"""Types of value that are empty or not only after a computation."""

Choices = Mapping[str, Container[object] | Family]
"""Moves by name, and families of them."""


class OpenMoves(Mapping[str, Container[object]]):
    """A player's allowed moves: a mapping from a move's name to the values it may have. Moves that take long to find are looked
    for only when all are listed, as for a hint.

    Attributes:
        moves: By name, the container of the values of a move, or a `Family`, which lists several named moves.
        log: The log of the table; once it has grown, the moves are looked for on the next use.
    """

    __slots__ = ("at", "listed", "log", "moves")

    def __init__(self, moves: dict[str, Container[object] | Family], log: Sequence[Act]) -> None:
        self.moves, self.log = moves, log
        self.at = -1
        self.listed: list[str] = []

    def __getitem__(self, move: str) -> Container[object]:
        moves = self.get(move)
        if moves is None:
            raise KeyError(move)
        return moves  # type: ignore[no-any-return]

    def get(self, move: str, default: object = None) -> Any:
        """Return the allowed values of a move.

        Args:
            move: Name of the move, such as `meld`.
            default: Value to return if the move is not allowed.
        """
        allowed = self.moves.get(move)
        if allowed is not None:
            return allowed
        for family in self.moves.values():
            if isinstance(family, Family) and (allowed := family.moves(len(self.log)).get(move)) is not None:
                return allowed
        return default

    def __contains__(self, move: object) -> bool:
        return isinstance(move, str) and self.get(move) is not None

    def every(self) -> Iterator[tuple[str, Container[object]]]:
        """Yield every possible move, in order, with its values."""
        for move, allowed in self.moves.items():
            if isinstance(allowed, Family):
                yield from allowed.moves(len(self.log)).items()
            else:
                yield move, allowed

    def names(self) -> list[str]:
        """Return the moves that have values."""
        if self.at != len(self.log):
            self.at = len(self.log)
            self.listed = [move for move, allowed in self.every() if _some(allowed)]
        return self.listed

    @property
    def plain(self) -> bool:
        """Whether some move is allowed for certain, which can be told without computing any."""
        for allowed in reversed(self.moves.values()):  # noqa: SIM110 - asked after every act
            if not isinstance(allowed, LAZY):
                return True
        return False

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __len__(self) -> int:
        return len(self.names())

    def __bool__(self) -> bool:
        return bool(self.moves) and (self.plain or bool(self.names()))


def _some(allowed: Container[object]) -> bool:
    """Return whether a move has any value."""
    return not isinstance(allowed, Judged) or allowed.some()


def was_allowed(allowed: Container[object], value: object) -> bool:
    """Return whether a value was allowed before the act that was made with it.

    Args:
        allowed: The container of allowed values.
        value: The value.
    """
    return allowed.stood(value) if isinstance(allowed, Judged) else value in allowed
