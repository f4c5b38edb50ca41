"""Reports of `dealerkit observe`: hands that an instructor watched, and tries against the clock."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

import attrs

from dealerkit.files.screen_text import heading, line
from dealerkit.rules.games import Game
from dealerkit.training.observed_sheet import Observed, observed_score
from dealerkit.training.watching import OfferedSlip


@attrs.frozen
class ObservedHands:
    """Hands that an instructor watched, with their slips and score.

    Attributes:
        game: The game.
        seen: What was seen, as `told` of `dealerkit.training.watching` has it.
        known: The slips that can be marked in the game, by code.
    """

    game: Game
    seen: Observed
    known: Mapping[str, OfferedSlip]

    def as_json(self) -> Observed:
        """Return what was seen as plain data."""
        return self.seen

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        seen = self.seen
        yield ""
        yield heading(f"{self.game.title}: {seen['trainee'] or 'nobody named'}")
        pace = f", {seen['hands_an_hour']} an hour" if seen["hands_an_hour"] is not None else ""
        yield line(f"{seen['hands']} dealt to the end{pace}", 2, "hands: ")
        for code, count in seen["slips"].items():
            yield line(named(self.known[code]) + (f", {count} times" if count > 1 else ""), 4, "! ")
        yield line(", ".join(f"{count} {grade}" for grade, count in seen["severities"].items()) or "none", 2, "slips: ")
        yield line(f"{observed_score(seen)}; marked by {seen['by'] or 'a person'}", 2, "score: ")


@attrs.frozen
class TimedTries:
    """Tries at a drill on chips or cards, timed by an instructor.

    Attributes:
        drill: The id of the drill.
        level: The number of its level.
        trainee: Who did it; empty for nobody named.
        by: Who timed it.
        tries: Seconds of each try, with the faults that were named.
        target: The seconds it should take.
    """

    drill: str
    level: int
    trainee: str
    by: str
    tries: Sequence[tuple[float, Sequence[str]]]
    target: Decimal

    @property
    def _right(self) -> int:
        return sum(not faults for _, faults in self.tries)

    @property
    def _median(self) -> str | None:
        if not self.tries:
            return None
        return str(round(Decimal(statistics.median(seconds for seconds, _ in self.tries)), 1))

    def as_json(self) -> dict[str, object]:
        """Return it as plain data."""
        return {
            "drill": self.drill,
            "level": self.level,
            "trainee": self.trainee,
            "by": self.by,
            "tries": len(self.tries),
            "right": self._right,
            "median_seconds": self._median,
            "target_seconds": str(self.target),
            "source": "marked",
        }

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        yield ""
        times = f", {self._median} s (target {self.target})" if self.tries else ""
        yield line(f"{self._right} of {len(self.tries)} right{times}", 0, "-- ")


def named(slip: OfferedSlip) -> str:
    """Return a slip in words, with its severity."""
    return f"{slip.title} ({slip.severity})"
