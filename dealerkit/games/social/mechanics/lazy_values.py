"""Allowed values that are tested one at a time: to test one meld is quick, to list all is slow.

A mechanic yields such a container instead of a list. It looks at the table as it lies when it is asked, so it may be asked
only until the next act; what it said of a value is remembered, and `stood` tells it after that act. Containers that keep what
their answer hangs on (`OfCards`, `Held`) may be asked at any time, and are preferred where that costs little.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any

from dealerkit.felt import Act

Allowed = dict[str, Container[object]]


class Judged:
    """Values tested one at a time, valid only until the next act.

    Attributes:
        log: The acts so far; a value is judged again when there are more.
        known: What was said of each value, with the length of the log then.
    """

    __slots__ = ("known", "log")

    def __init__(self, log: Sequence[Act]) -> None:
        self.log = log
        self.known: dict[object, tuple[int, bool]] = {}

    def fits(self, value: object) -> bool:
        """Return whether a value is allowed, as the table lies."""
        raise NotImplementedError

    def values(self) -> Iterator[object]:
        """Yield values that may be allowed, in order."""
        raise NotImplementedError

    def some(self) -> bool:
        """Return whether any value is allowed, as far as can be known."""
        return any(True for _ in self)

    def stood(self, value: object) -> bool:
        """Return whether a value was allowed when that was last asked: before the act that was made with it."""
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
    """Moves of one kind, such as melds on each pile, computed at the first look-up of one of them.

    It stands in `OpenMoves.moves` under any name, and is asked only until the next act.

    Args:
        make: Works them out.
        again: Whether they are worked out again when there are more acts, or fewer: an act that the mechanic is not sent, such as
            cards gathered in the middle of a turn, may change what they are.
    """

    __slots__ = ("again", "at", "found", "make")

    def __init__(self, make: Callable[[], Allowed], *, again: bool = False) -> None:
        self.make, self.again = make, again
        self.at = -1
        self.found: Allowed | None = None

    def moves(self, at: int) -> Allowed:
        """Return the moves, by name; `at`: the number of acts so far."""
        if self.found is None or (self.again and self.at != at):
            self.at, self.found = at, self.make()
        return self.found


LAZY = (Family, Judged)
"""Types of value that must be computed to tell whether they are empty."""

Choices = Mapping[str, Container[object] | Family]
"""Moves by name, and families of them."""


class OpenMoves(Mapping[str, Container[object]]):
    """Moves of which some are computed only when all are listed, as for a hint; valid until the next act.

    Attributes:
        moves: All moves that may be open, and families of them.
        log: The acts so far: what is open is looked up again when there are more.
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
        """Return the values of a move."""
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
        """Whether a move is open for certain, without working anything out."""
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
    """Return whether a move can be made with something."""
    return not isinstance(allowed, Judged) or allowed.some()


def was_allowed(allowed: Container[object], value: object) -> bool:
    """Return whether a value was allowed before the act that was made with it."""
    return allowed.stood(value) if isinstance(allowed, Judged) else value in allowed
