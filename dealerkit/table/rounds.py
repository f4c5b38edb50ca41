"""Rounds: one coup, one hand, one deal. A round is the innermost repeated section of a procedure in which players choose."""

from __future__ import annotations

from dealerkit.procedure.agenda import Loop, items
from dealerkit.procedure.steps import PlayerStep, Section
from dealerkit.table.table import Table


def round_section(program: Section) -> Section | None:
    """Return the section of the game's procedure that is one round; None in a procedure without rounds."""
    innermost = None
    for section in program.sections():
        inner = [part for part in section.sections() if part is not section and part.repeat is not None and not part.part]
        if (
            section.repeat is not None
            and not section.part
            and not inner
            and any(isinstance(step, PlayerStep) for step in section.walk())
        ):
            innermost = section
    return innermost


def round_start(table: Table) -> int:
    """Return the number of acts before the open round, or before the last one between rounds; 0 before the first."""
    section = round_section(table.house.program)
    return table.now.marks.get(section.id, 0) if section is not None else 0


class Rounds:
    """A count of the rounds that a table finishes from the moment when the count is made.

    Attributes:
        section: The section of the game's procedure that is one round; None for a game without rounds.
        done: Number of rounds finished since then.
    """

    def __init__(self, table: Table) -> None:
        self.section = round_section(table.house.program)
        self._ended: list[int] = []
        self._mark = self.began(table)

    @property
    def done(self) -> int:
        """Number of rounds finished since this counter was created."""
        return len(self._ended)

    def began(self, table: Table) -> int | None:
        """Return the number of acts in the log when the open round began; None between rounds."""
        section = self.section
        if section is None or not any(isinstance(item, Loop) and item.section is section for item in items(table.agenda.stack)):
            return None
        return table.now.marks.get(section.id)

    def look(self, table: Table) -> bool:
        """Update the count after an act; return True if a round ended with that act."""
        mark = self.began(table)
        ended = self._mark is not None and mark != self._mark
        if ended:
            self._ended.append(len(table.log))
        self._mark = mark
        return ended

    def took_back(self, table: Table) -> None:
        """Update the count after acts were taken back: a round whose end was taken back is open again."""
        self._ended = [at for at in self._ended if at <= len(table.log)]
        self._mark = self.began(table)
