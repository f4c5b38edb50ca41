"""Cases: examples in rule sets and games with their expected result; and the rules that no case reaches."""

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
        data: One for each case, in the order of the files.
        uncovered: What no case reaches: `us:surplus_card.seen` is a case of a decision list, `mini-baccarat:BA-11` a rule
            of a game's book. Where a house's cases are run, only what stands in the house's files.
        uncovered_ours: The number of cases of decision lists and rules in our files besides that no case reaches.
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
        """The number of cases that did not."""
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
    """Run cases.

    Args:
        paths: Files of cases, rule sets with cases beside them, folders; none for everything that comes with dealerkit.
        rules: The rule set for cases that name none.
        tell: Is told how many have been run, of how many, and the file of the next; None tells nobody.

    Raises:
        RuleFileError: If a file cannot be used, or a case in it cannot be tried: it names a game, option, step or card that
            does not exist. With every problem of every file.
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
    """Read cases without running them.

    Raises:
        RuleFileError: If a file cannot be used.
    """
    target = targets(paths)
    return target, list(read_cases(target, None))
