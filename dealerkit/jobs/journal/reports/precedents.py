"""Reports of `dealerkit journal` on precedents: earlier rulings on like cases, and a case judged again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from dealerkit.files.reports import Data
from dealerkit.files.screen_text import count_of
from dealerkit.jobs.journal.cases import JournalCase
from dealerkit.jobs.journal.people import with_names
from dealerkit.jobs.journal.retrial import Again
from dealerkit.jobs.journal.summary import fact, outcome
from dealerkit.sheets.document import Block, Heading, Remark, TableBlock
from dealerkit.sheets.report import DocumentReport


class Precedents(DocumentReport[Data]):
    """Past rulings, those that the present rules would decide otherwise, and disputes with the same facts ruled differently."""

    def told(self) -> Iterator[Block]:
        """Yield the report line by line."""
        past, unlike = self.data["precedents"], self.data["inconsistent"]
        if not past and not unlike:
            yield Remark("No past ruling.", inset=0)
            return
        yield Heading(f"{count_of(len(past), 'past ruling')}", 2)
        yield TableBlock(
            ("case", "day", "shift", "went wrong", "ruling", "by"),
            [
                (
                    precedent["case"],
                    precedent["at"][:10],
                    precedent["shift"],
                    ", ".join(precedent["faults"]),
                    precedent["outcome"] + " *" * precedent["departs"],
                    precedent["by"] or "-",
                )
                for precedent in past
            ],
        )
        for precedent in past:
            if precedent["reason"]:
                yield Remark(precedent["reason"], f"{precedent['case']} reason: ")
            if precedent["differing"]:
                there = "; ".join(
                    fact(name, values["there"]) for name, values in precedent["differing"].items() if values["there"] is not None
                )
                yield Remark(there or "some of the facts are not known", f"{precedent['case']} differs: ")
        otherwise = [precedent for precedent in past if precedent["changed"]]
        if otherwise:
            yield Heading("Today's rules would decide differently", 2)
            for precedent in otherwise:
                then, now = outcome(precedent["outcome"]), outcome(precedent["now"])
                yield Remark(f"{precedent['case']}: ruled {then}; {precedent['now_rules']} now: {now}", "! ")
        if unlike:
            yield Heading("Same facts, different rulings", 2)
            for group_ in unlike:
                yield Remark(", ".join(group_["faults"]), "! ")
                yield Remark("; ".join((fact(name, value) for name, value in group_["facts"].items())), inset=4)
                for word, group in group_["rulings"].items():
                    who = "; ".join(
                        f"{case['case']} ({case['shift']}{', ' + case['by'] if case['by'] else ''})" for case in group
                    )
                    yield Remark(f"{outcome(word)}: {who}", "- ", inset=4)
        lost = [precedent for precedent in past if precedent["why_not"]]
        for precedent in lost:
            yield Remark(f"{precedent['case']} was not judged under today's rules: {precedent['why_not']}", "note: ")


@attrs.frozen
class Retrial(DocumentReport[JournalCase]):
    """A case judged again: then and now.

    Attributes:
        data: The case.
        names: The name by pseudonym.
        made: The new judgement.
    """

    json_names = (
        "case=data.number rules=made.rules sha256=made.sha256 then=data.ruling now=made.ruling why_not=made.why_not same "
        "findings=made.findings same_findings=made.same_findings"
    )
    edition = "retrial"
    names: Mapping[str, str]
    made: Again

    def as_json(self) -> object:
        """Return both rulings whole, and whether they are the same, with names."""
        return with_names(super().as_json(), self.names)

    @property
    def same(self) -> bool:
        """Whether ruling and findings are the same as before."""
        return self.made.same and self.made.same_findings

    def title(self) -> str:
        """Return the title: the case, and the rules that it was judged under."""
        return f"Case {self.data.number} under {self.made.rules} ({self.made.sha256[:16]})"

    def blocks(self, *, paper: bool) -> Iterator[Block]:  # noqa: ARG002 - the same for every reader
        """Yield both rulings, and whether record and ruling come out the same."""
        attempt, then = self.made, self.data.ruling
        rulings = [("then", str(then["outcome"]), then["rules"])] if then else []
        rulings += [("now", attempt.outcome, attempt.ruling.rules)] if attempt.ruling is not None else []
        yield TableBlock((), [(label, outcome(word) + (f" ({', '.join(ids)})" if ids else "")) for label, word, ids in rulings])
        if attempt.why_not:
            yield Remark(with_names(attempt.why_not, self.names), "! ")
        if attempt.findings is not None:
            verdict = "the same findings as before" if attempt.same_findings else "different findings now"
            yield Remark(f"the record shows {verdict}: {len(attempt.findings)}", "ok  " if attempt.same_findings else "! ")
        yield Remark("the same result as before", "ok  ") if self.same else Remark("the result is different", "! ")
