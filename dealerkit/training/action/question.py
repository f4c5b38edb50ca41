"""A question to the dealer: its text, its reader of answers, and the act that answers it rightly."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import attrs

from dealerkit.felt import DEALER, FLOOR, Act
from dealerkit.procedure.duties import HANDLING
from dealerkit.table.next_acts import urgent_act
from dealerkit.table.rounds import round_section
from dealerkit.table.table import Table
from dealerkit.training.action.keyed_answer import KeyedLine
from dealerkit.training.action.levels import WalkLevel

ASIDES = frozenset({"announce", "read", "floor", "slip", "warn", "talk", "allin"})
"""Dealer's verbs that do not continue play: words and signs beside it."""


def handles(act: Act) -> bool:
    """Return whether an act continues play: the dealer handles cards or chips."""
    return act.who == DEALER and act.verb in HANDLING - ASIDES


def nothing(table: Table) -> tuple[Act, ...]:  # noqa: ARG001 - one of several
    """Return no acts: the default for a question after which no chips have to be corrected."""
    return ()


def unnamed(table: Table) -> str:  # noqa: ARG001 - one of several
    """Return an empty code: the default for a question whose wrong answer the table itself does not report."""
    return ""


@attrs.frozen(eq=False)
class WalkQuestion:
    """A question to the person who deals, and how its answers are read and judged.

    Attributes:
        kind: Its name in the levels.
        key: The key of the question, unique at this table.
        asks: The question, in words.
        answer: The right answer, in words.
        best: The acts of a dealer who answers correctly.
        hears: Returns the acts that a line means; None if it is not an answer to this question. Raises `Unclear` for an
            answer that cannot be understood.
        judges: Returns whether an act answers it correctly; None if the act is not an answer to it.
        code: The code of the finding for a wrong answer.
        holds: Whether the walk continues until it is answered, even after its rounds are dealt.
        known_as: Returns the code of the table's own finding for the same wrong answer; empty if it has none.
        missed: The code of the finding if the game moves on without an answer; by default `code`.
        cite: Ids of the rules.
        ends: Returns whether an act means that the game has moved on without an answer.
        loose: Whether `hears` accepts words that also name acts; a line that is clearly an act is then read as that act.
        mends: Returns the acts that, answered or not, then bring the chips to what the rule set says.
    """

    kind: str
    key: tuple[object, ...]
    asks: str
    answer: str
    best: tuple[Act, ...]
    hears: Callable[[KeyedLine], tuple[Act, ...] | None]
    judges: Callable[[Act], bool | None]
    code: str
    cite: tuple[str, ...]
    missed: str = attrs.field(default=attrs.Factory(lambda self: self.code, takes_self=True))
    ends: Callable[[Act], bool] = handles
    loose: bool = False
    mends: Callable[[Table], tuple[Act, ...]] = nothing
    known_as: Callable[[Table], str] = unnamed
    holds: bool = False


@attrs.define(eq=False)
class Look:
    """The table as the functions that ask questions see it.

    Attributes:
        table: The table.
        level: The level.
        over: Number of rounds completed since the dealer began.
        since: Number of acts up to the last real one; announcements, marks and the floor's acts after it are not counted.
    """

    table: Table
    level: WalkLevel
    over: int = 0
    since: int = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        log = self.table.log
        at = len(log)
        while at and _is_aside(log[at - 1]):
            at -= 1
        self.since = at

    @property
    def last(self) -> Act | None:
        """The last act that is not an announcement, a mark or the floor's; None before the first."""
        return self.table.log[self.since - 1] if self.since else None

    def said(self, *heads: str, seat: str = "") -> bool:
        """Return whether the dealer has made an announcement since the last act.

        Args:
            heads: First words of the announcements looked for; any of them counts.
            seat: The seat it was about, as `s3`; empty for any.
        """
        return any(
            act.verb == "announce" and act.to[0] in heads and (not seat or seat in act.to) for act in self.table.log[self.since :]
        )

    @property
    def called(self) -> bool:
        """Whether the dealer has called the floor since the last act."""
        return any((act.who, act.verb) == (DEALER, "floor") for act in self.table.log[self.since :])

    @property
    def begun(self) -> int:
        """Number of acts before the current round."""
        section = round_section(self.table.house.program)
        return self.table.now.marks.get(section.id, 0) if section is not None else 0

    @property
    def calm(self) -> bool:
        """Whether no correction is due and nothing is waiting for the floor."""
        table = self.table
        if table.floor.question is not None or table.floor.puts_right or table.floor.to_rule is not None:
            return False
        return urgent_act(table) is None

    def cited(self, name: str) -> tuple[str, ...]:
        """Return the rules that a question cites, from the level's file; empty if it cites none.

        Args:
            name: The question, or the patron's mistake.
        """
        return self.level.rules.get(name, ())

    def money(self, chips: int) -> str:
        """Return an amount in smallest chips as the text to say, in the money's unit."""
        return self.table.felt.money(chips)

    def rng(self, *key: object) -> random.Random:
        """Return a random source that depends only on the seed and the key."""
        return random.Random(f"{self.table.setup.seed}/walk/{'/'.join(map(str, key))}")


Asks = Callable[[Look], "WalkQuestion | None"]
"""Function that returns a question if it is due now."""


def first_of(questions: Iterable[WalkQuestion | None]) -> WalkQuestion | None:
    """Return the first question that is not None."""
    return next((question for question in questions if question is not None), None)


def _is_aside(act: Act) -> bool:
    return act.who == FLOOR or (act.who == DEALER and act.verb in ASIDES)
