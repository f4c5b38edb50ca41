"""The open question at a table, its answers and the slips in them.

All of it is computed from the acts, so that a resumed record has the same questions and findings.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import attrs

from dealerkit.errors import ActError
from dealerkit.felt import Act
from dealerkit.judge import Finding
from dealerkit.table.bots import Players
from dealerkit.table.rounds import Rounds
from dealerkit.table.table import Table
from dealerkit.training.action import baccarat, betting, chips, errors, readings, relief
from dealerkit.training.action.keyed_answer import KeyedLine
from dealerkit.training.action.levels import WalkLevel
from dealerkit.training.action.mistakes import Erring
from dealerkit.training.action.question import Asks, Look, WalkQuestion
from dealerkit.training.replies import Unclear
from dealerkit.training.walk.talk import Talk

KINDS: Mapping[str, Asks] = {
    "dispute": relief.dispute,
    "ruling": errors.ruling,
    "change": errors.change,
    "late": baccarat.late,
    "bet": betting.bet,
    "call": betting.call,
    "count": chips.count,
    "shares": chips.shares,
    "read": readings.read,
    "point": betting.point,
    "how_much": betting.how_much,
    "total": baccarat.total,
    "card": baccarat.card,
    "buy_in": baccarat.buy_in,
    "payment": baccarat.payment,
    "commission": baccarat.commission,
    "chips": baccarat.chips,
    "box": baccarat.box,
    "relief": relief.relief,
}
"""The questions of a level by kind, in the order in which they are asked if several are due."""

_CLAUSE = re.compile(r"[,;]\s+|\s+-\s+|\.\s+")


_MOST = 3
"""Most acts that carry out a ruling in a lesson."""


@attrs.frozen
class ToldAnswer:
    """The verdict on a question that is no longer open.

    Attributes:
        question: The question.
        right: Whether it was answered correctly; None if the game moved on without an answer.
    """

    question: WalkQuestion
    right: bool | None


class Lesson(Players):
    """The questions asked at a table, and the players, who wait while a question is open.

    Args:
        level: The level, with its questions and the patrons' mistakes.
        table: The table.
        players: The players.

    Attributes:
        open: The open question; None if there is none.
        findings: The findings on wrong or missing answers, besides the table's own.
        slips: Numbers of the acts, from 1, that answered wrongly, or moved on without an answer and had no other fault.
        told: The verdict on the last question that was closed, until `taken` returns it; else None.
    """

    errs = True

    def __init__(self, level: WalkLevel, table: Table, players: Players) -> None:
        self.level = level
        self.players = Erring(players, level.patrons) if level.patrons else players
        self.talk = Talk.of(table.game)
        self.open: WalkQuestion | None = None
        self.findings: list[Finding] = []
        self.slips: set[int] = set()
        self.told: ToldAnswer | None = None
        self._closed: dict[tuple[object, ...], int] = {}
        self._mends: tuple[int, WalkQuestion] | None = None
        self._due: tuple[Act, ...] = ()
        self._mended: set[int] = set()
        self._rounds = Rounds(table)
        self.look(table)

    # -- questions --------------------------------------------------------------------------------------------------

    def look(self, table: Table) -> None:
        """Find the question that is due after an act, if any, and open it."""
        self.open = None
        self._due = self._mending(table)
        if self._due:
            return
        seen = Look(table, self.level, self._rounds.done)
        for kind, asks in KINDS.items():
            often = self.level.asks.get(kind, 0)
            if not often:
                continue
            question = asks(seen)
            if question is not None and question.key not in self._closed and _falls(seen, question, often):
                self.open = question
                break

    def hear(self, line: str, table: Table) -> tuple[tuple[Act, ...], str] | None:
        """Return the acts that a line means as an answer to the open question, and the rest of the line after them.

        Args:
            line: The line as typed.
            table: The table.

        Returns:
            None if no question is open, or the line does not answer it.

        Raises:
            Unclear: If it is an answer that cannot be understood.
        """
        question = self.open
        if question is None:
            return None
        if question.loose and self._is_an_act(line, table):
            return None
        acts = self._acts_for(question, line)
        if acts is not None:
            return acts, ""
        for mark in _CLAUSE.finditer(line):
            acts = self._acts_for(question, line[: mark.start()])
            if acts is not None:
                return acts, line[mark.end() :].strip()
        return None

    def _acts_for(self, question: WalkQuestion, line: str) -> tuple[Act, ...] | None:
        try:
            return question.hears(KeyedLine.of(line, self.talk))
        except ActError as error:
            raise Unclear(str(error)) from None

    def _is_an_act(self, line: str, table: Table) -> bool:
        acts = self.talk.plainly(line, table)
        return bool(acts) and all(act.verb not in ("read", "announce") for act in acts)

    @property
    def asks(self) -> bool:
        """Whether a question is open. The screen must then not show whose turn it is or the amount to call, which may be the
        answer.
        """
        return self.open is not None

    @property
    def holds(self) -> bool:
        """Whether a question is open that must be answered before the walk is over."""
        return self.open is not None and self.open.holds

    # -- verdicts ---------------------------------------------------------------------------------------------------

    def after(self, table: Table, act: Act, of_table: Sequence[Finding]) -> tuple[Finding, ...]:
        """Record an act that was done; return the lesson's findings on it, besides the table's.

        Args:
            table: The table after the act.
            act: The act.
            of_table: The table's findings on the act.
        """
        if self._due and act == self._due[0]:
            self._mended.add(len(table.log))
        self._rounds.look(table)
        question = self.open
        slip: tuple[Finding, ...] = ()
        if question is not None:
            right = question.judges(act)
            if right is not None or question.ends(act):
                self._closed[question.key] = len(table.log)
                self.told = ToldAnswer(question, right)
                self._mends = (len(table.log), question)
                theirs = [finding for finding in of_table if self.counts(table, finding)]
                if right is False or (right is None and not theirs):
                    self.slips.add(len(table.log))
                if right is not True and not theirs:
                    code = question.missed if right is None else question.known_as(table) or question.code
                    slip = (Finding(code, question.kind, question.answer, act.text, len(table.log), cite=question.cite),)
                    self.findings += slip
        self.look(table)
        return slip

    def counts(self, table: Table, finding: Finding) -> bool:
        """Return whether a finding counts against the dealer; not for a patron's mistake, or the correction that follows a
        ruling.

        Args:
            table: The table that found it.
            finding: The finding.
        """
        if finding.act in self._mended:
            return False
        return not (finding.code.startswith("play/") and table.log[finding.act - 1].seat)

    def took_back(self, table: Table) -> None:
        """Recompute questions and slips after acts were taken back."""
        length = len(table.log)
        self.findings = [finding for finding in self.findings if finding.act <= length]
        self.slips = {at for at in self.slips if at <= length}
        self._mended = {at for at in self._mended if at <= length}
        self._closed = {key: at for key, at in self._closed.items() if at <= length}
        if self._mends is not None and self._mends[0] > length:
            self._mends = None
        self.told = None
        self._rounds.took_back(table)
        self.look(table)

    def taken(self) -> ToldAnswer | None:
        """Return the verdict on the last question that was closed; None if there is none, or it was returned before."""
        answered, self.told = self.told, None
        return answered

    # -- the players ----------------------------------------------------------------------------------------------

    def acts(self, table: Table) -> list[Act]:
        """Return the acts of the players now: first those that a ruling asks for, else none while a question is open."""
        mending = self._mending(table)
        if mending:
            return list(mending)
        return [] if self.open is not None else self.players.acts(table)

    def _mending(self, table: Table) -> tuple[Act, ...]:
        if self._mends is None:
            return ()
        at, question = self._mends
        acts = question.mends(table) if len(table.log) <= at + _MOST else ()
        if not acts:
            self._mends = None
        return acts


def _falls(seen: Look, question: WalkQuestion, often: int) -> bool:
    return often >= 100 or seen.rng(*question.key).randrange(100) < often
