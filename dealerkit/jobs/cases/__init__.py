"""Cases: the test examples of rule sets and games, each with its expected result; and the rules that no case reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from dealerkit.errors import Problem, RuleFileError
from dealerkit.files.screen_text import count_of
from dealerkit.jobs.cases.coverage import Reached, uncovered
from dealerkit.jobs.cases.files import RuleCase, Target, read_cases, targets
from dealerkit.jobs.cases.run import BrokenCase, CaseResult, run
from dealerkit.sheets.document import Block, Heading, Remark
from dealerkit.sheets.report import DocumentReport

__all__ = ["CaseReport", "CaseResult", "RuleCase", "run_cases"]


@attrs.frozen
class CaseReport(DocumentReport[Sequence[CaseResult]]):
    """The result of running cases.

    Attributes:
        data: The result of each case, in the order of the files.
        uncovered: The rulings and rules that no case reaches: `us:surplus_card.seen` is an entry of a rule set's decision list,
            `mini-baccarat:BA-11` a rule of a game's book. When a house's cases are run, only those in the house's files.
        uncovered_ours: The number of further ones in dealerkit's own files, which are not listed when a house's cases are run.
    """

    json_names = "passed failed cases=data uncovered uncovered_ours"
    uncovered: tuple[str, ...]
    uncovered_ours: int = 0

    @property
    def passed(self) -> int:
        """The number of cases that passed."""
        return sum(result.ok for result in self.data)

    @property
    def failed(self) -> int:
        """The number of cases that failed."""
        return len(self.data) - self.passed

    def told(self) -> Iterator[Block]:
        """Yield the failed cases with their differences, the totals, and the rules that no case reaches."""
        for result in self.data:
            if not result.ok:
                yield Remark(f"{result.file}:{result.line}: {result.name}", "! ")
                yield from (Remark(why, inset=4) for why in result.why.split("; "))
        if not self.data:
            yield Remark("No cases are here.", inset=0)
        elif self.failed:
            yield Heading(f"{self.failed} of {count_of(len(self.data), 'case')} did not come out as expected.", 2)
        else:
            alike = "The case came out as expected." if self.passed == 1 else f"All {self.passed} cases came out as expected."
            yield Heading(alike, 2)
        if self.uncovered:
            yield Heading(f"No case reaches {count_of(len(self.uncovered), 'rule')}:")
            yield Remark(", ".join(self.uncovered))
        if self.uncovered_ours:
            ours = f"{self.uncovered_ours} of dealerkit's own rules are not in these cases; dealerkit has cases for them."
            yield Remark(ours, inset=0)


def run_cases(
    paths: Iterable[str | Path] = (), rules: str | Path | None = None, tell: Callable[[int, int, str], None] | None = None
) -> CaseReport:
    """Run the cases of some files and folders.

    Args:
        paths: Files of cases, rule sets with cases beside them, folders; if empty, everything that comes with dealerkit.
        rules: The rule set for cases that name none.
        tell: Progress callback: the number of cases run, the number of all cases, and the file of the next; None for no calls.

    Raises:
        RuleFileError: If a file cannot be used, or a case cannot be run because it names a game, option, step or card that
            does not exist. The error lists every problem of every file.
    """
    target = targets(paths)
    reached = Reached()
    results: list[CaseResult] = []
    problems: list[Problem] = []
    cases = list(read_cases(target, rules))
    for number, case in enumerate(cases):
        if tell is not None:
            tell(number, len(cases), case.file)
        try:
            results.append(run(case, reached))
        except BrokenCase as broken:
            problems += broken.problems
    if problems:
        raise RuleFileError(dict.fromkeys(problems))
    own, ours = uncovered(target, reached)
    return CaseReport(tuple(results), tuple(own), ours)


def read_all(paths: Iterable[str | Path] = ()) -> tuple[Target, list[RuleCase]]:
    """Read cases without running them, and return them with the files, rule sets and games that they are about.

    Raises:
        RuleFileError: If a file cannot be used.
    """
    target = targets(paths)
    return target, list(read_cases(target, None))
