"""Interface of the matchers: the question is an act at a table, the answer its place in the procedure.

A matcher changes nothing. If an act belongs to another place in the procedure, the matcher moves its own working copy there and
returns it in its match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from dealerkit.facts.hands import live
from dealerkit.felt import Act
from dealerkit.judge.findings import Draft
from dealerkit.procedure.advance import AgendaBuilder

Then = Callable[[AgendaBuilder, Act], None]
"""Change of the agenda after the act: a new plan, for example, or an act sent to the players' mechanic."""


def nothing(_work: AgendaBuilder, _act: Act) -> None:
    """Leave the agenda as it is after the act."""


def tell_players(work: AgendaBuilder, act: Act) -> None:
    """Send the act to the open players' step, since the moves open to the players may change with it."""
    work.answer(act)


def tell_unless_undecided(work: AgendaBuilder, act: Act) -> None:
    """Send a hand that was taken in to the players' mechanic, unless the floor has yet to rule whether it comes back and the
    players' step would go on without it.
    """
    if not hands_undecided(work, len(work.now.log)):
        work.answer(act)


def hands_undecided(work: AgendaBuilder, *at: int) -> list[int]:
    """Return, from acts of the log given by number, those that took in a hand whose ruling is left to the floor, with only one
    hand left or no other to be asked.
    """
    now = work.now
    waits = {slip.at for slip in now.slips if slip.ruling is not None and not slip.ruling.decided}
    taken = [number for number in at if number in waits and now.log[number - 1].verb == "kill"]
    return [number for number in taken if len(live(now)) < 2 or _is_asked_last(work, now.log[number - 1])]


def _is_asked_last(work: AgendaBuilder, act: Act) -> bool:
    """Return whether the players' step ends without the hand that an act has taken in."""
    if act.to[0] not in work.ask:
        return False
    trial = work.copy()
    trial.answer(act)
    return trial.open is not work.open


class Match(NamedTuple):
    """A matcher's answer: where in the procedure an act belongs.

    Attributes:
        work: Agenda that the act belongs to: the table's own, or a copy moved to the act's place.
        drafts: Drafts of findings on the act, earlier ones included.
        then: Change of the agenda after the act.
        onward: Whether the remaining matchers are to judge the act further from that place.
    """

    work: AgendaBuilder
    drafts: tuple[Draft, ...]
    then: Then = nothing
    onward: bool = False


class ActView(NamedTuple):
    """An act at a table, as matchers see it.

    Attributes:
        work: Working copy of the agenda; matchers leave it unchanged.
        act: The act, before it happens.
        drafts: Drafts of findings on the act so far.
    """

    work: AgendaBuilder
    act: Act
    drafts: tuple[Draft, ...] = ()

    def match(self, *drafts: Draft, then: Then = nothing) -> Match:
        """Return the answer that the act belongs to the open step, with further drafts of findings.

        Args:
            drafts: The further drafts.
            then: Change of the agenda after the act.
        """
        return Match(self.work, (*self.drafts, *drafts), then)

    def move(self) -> Move:
        """Return a copy of the agenda that a matcher may move to another step."""
        return Move(self.work.copy(), self.act, [*self.drafts])


class Move:
    """A matcher's own working copy of the agenda, moved to the place of an act.

    Args:
        work: The copy.
        act: The act.
        drafts: Drafts of findings on the act so far.
    """

    __slots__ = ("act", "drafts", "work")

    def __init__(self, work: AgendaBuilder, act: Act, drafts: list[Draft]) -> None:
        self.work, self.act, self.drafts = work, act, drafts

    def match(self, then: Then = nothing, *, onward: bool = False) -> Match:
        """Return the answer that the act belongs to the place that this copy has been moved to.

        Args:
            then: Change of the agenda after the act.
            onward: Whether the remaining matchers are to judge the act further from that place.
        """
        return Match(self.work, tuple(self.drafts), then, onward)

    def judged_by(self, matchers: Sequence[Matcher], *, silent: bool = False) -> Match:
        """Let matchers judge the act at this place, and return the answer of the first that recognizes it; an answer without
        findings if none does.

        Args:
            matchers: The matchers, in order.
            silent: Whether to leave out the drafts of those matchers.
        """
        view = ActView(self.work, self.act, tuple(self.drafts))
        for matcher in matchers:
            answer = matcher(view)
            if answer is not None:
                return self.take(answer, silent=silent)
        return self.match()

    def take(self, answer: Match, *, silent: bool = False) -> Match:
        """Adopt another matcher's answer as this move's own.

        Args:
            answer: The other matcher's match; its working copy becomes this move's.
            silent: Whether to leave out its drafts.
        """
        if answer.work is not self.work:
            self.work.become(answer.work)
        return Match(self.work, tuple(self.drafts) if silent else answer.drafts, answer.then, answer.onward)


Matcher = Callable[[ActView], "Match | None"]
"""Function that returns the match of an act of the kind that it recognizes; None for any other act."""
