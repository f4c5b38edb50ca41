"""The question put to a matcher, and its answer: an act at a table, and the place in the procedure where it belongs.

A matcher moves nothing. Where an act belongs elsewhere than the table stands, the matcher moves a working copy of its own, and
its match has it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from dealerkit.felt import Act
from dealerkit.judge.findings import Draft
from dealerkit.procedure.advance import AgendaBuilder

Then = Callable[[AgendaBuilder, Act], None]
"""Function that says what is to be done to the agenda when the act has happened: it plans again, tells the players, goes on."""


def nothing(_work: AgendaBuilder, _act: Act) -> None:
    """Do nothing more when the act has happened."""


def tell_players(work: AgendaBuilder, act: Act) -> None:
    """Tell the players' mechanic of the act: what they are asked may be another thing now."""
    work.answer(act)


class Match(NamedTuple):
    """The place of an act.

    Attributes:
        work: The agenda from which the act is done: the table's own, or one that was moved to where it belongs.
        drafts: What is wrong with it, together with what was found before.
        then: What is to be done to the agenda when it has happened.
        onward: Whether that is not all: the other matchers judge it from there.
    """

    work: AgendaBuilder
    drafts: tuple[Draft, ...]
    then: Then = nothing
    onward: bool = False


class ActView(NamedTuple):
    """An act at a table, as matchers look at it.

    Attributes:
        work: Where the table stands. Nothing of it is moved.
        act: The act, which has not happened yet.
        drafts: What was found wrong with it so far.
    """

    work: AgendaBuilder
    act: Act
    drafts: tuple[Draft, ...] = ()

    def match(self, *drafts: Draft, then: Then = nothing) -> Match:
        """Return the answer that an act belongs where the table stands, with more that is wrong with it."""
        return Match(self.work, (*self.drafts, *drafts), then)

    def move(self) -> Move:
        """Return a working copy to move."""
        return Move(self.work.copy(), self.act, [*self.drafts])


class Move:
    """A matcher's own working copy, on the way to where an act belongs.

    Args:
        work: The copy.
        act: The act.
        drafts: What was found wrong with it so far.
    """

    __slots__ = ("act", "drafts", "work")

    def __init__(self, work: AgendaBuilder, act: Act, drafts: list[Draft]) -> None:
        self.work, self.act, self.drafts = work, act, drafts

    def match(self, then: Then = nothing, *, onward: bool = False) -> Match:
        """Return the answer that the act belongs here."""
        return Match(self.work, tuple(self.drafts), then, onward)

    def judged_by(self, matchers: Sequence[Matcher], *, silent: bool = False) -> Match:
        """Return what the first of some matchers says of the act here; that it belongs here if none says anything.

        Args:
            matchers: The matchers, in their order.
            silent: What they find wrong with it is not told.
        """
        view = ActView(self.work, self.act, () if silent else tuple(self.drafts))
        for matcher in matchers:
            answer = matcher(view)
            if answer is not None:
                return self.take(answer, silent=silent)
        return self.match()

    def take(self, answer: Match, *, silent: bool = False) -> Match:
        """Return another matcher's answer as this one's own."""
        if answer.work is not self.work:
            self.work.become(answer.work)
        return Match(self.work, tuple(self.drafts) if silent else answer.drafts, answer.then, answer.onward)


Matcher = Callable[[ActView], "Match | None"]
"""Function that says where an act belongs, if it is of its kind; None if it is not."""
