"""Reports of `dealerkit journal` on precedents: how like cases were ruled before, and a case judged again."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.files.reports import Data, DataReport
from dealerkit.files.screen_text import heading, line, table
from dealerkit.jobs.journal.summary import fact, outcome


class Precedents(DataReport[Data]):
    """Past rulings, those that present rules would decide otherwise, and the same facts ruled in different ways."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        past, unlike = self.data["precedents"], self.data["inconsistent"]
        if not past and not unlike:
            yield "No past ruling."
            return
        yield heading(f"{len(past)} past ruling{'s' * (len(past) != 1)}")
        yield table(
            [
                (
                    one["case"],
                    one["at"][:10],
                    one["shift"],
                    ", ".join(one["faults"]),
                    one["outcome"] + " *" * one["departs"],
                    one["by"] or "-",
                )
                for one in past
            ],
            header=("case", "day", "shift", "went wrong", "ruling", "by"),
        )
        for one in past:
            if one["reason"]:
                yield line(one["reason"], 2, f"{one['case']} reason: ")
            if one["differing"]:
                there = "; ".join(
                    fact(name, values["there"]) for name, values in one["differing"].items() if values["there"] is not None
                )
                yield line(there or "facts that were asked for are not known", 2, f"{one['case']} differs: ")
        otherwise = [one for one in past if one["changed"]]
        if otherwise:
            yield heading("The present rules would decide otherwise")
            for one in otherwise:
                yield line(
                    f"{one['case']}: ruled {outcome(one['outcome'])}; {one['now_rules']} now: {outcome(one['now'])}", 2, "! "
                )
        if unlike:
            yield heading("The same facts, ruled in different ways")
            for one in unlike:
                yield line(", ".join(one["faults"]), 2, "! ")
                yield line("; ".join(fact(name, value) for name, value in one["facts"].items()), 4)
                for word, group in one["rulings"].items():
                    who = "; ".join(
                        f"{case['case']} ({case['shift']}{', ' + case['by'] if case['by'] else ''})" for case in group
                    )
                    yield line(f"{outcome(word)}: {who}", 4, "- ")
        lost = [one for one in past if one["why_not"]]
        for one in lost:
            yield line(f"{one['case']} was not judged under present rules: {one['why_not']}", 2, "note: ")


class Retrial(DataReport[Data]):
    """A case judged again: then and now."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        then, now = self.data["then"], self.data["now"]
        yield heading(f"Case {self.data['case']} under {self.data['rules']} ({self.data['sha256'][:16]})")
        for label, ruling in (("then", then), ("now", now)):
            if ruling:
                cite = ", ".join(ruling["rules"])
                yield line(f"{outcome(ruling['outcome'])}" + (f" ({cite})" if cite else ""), 2, f"{label:<5} ")
        if self.data["why_not"]:
            yield line(self.data["why_not"], 2, "! ")
        if self.data["findings"] is not None:
            said = "the same findings as then" if self.data["same_findings"] else "other findings than then"
            yield line(
                f"the record shows {said}: {len(self.data['findings'])}", 2, "ok  " if self.data["same_findings"] else "! "
            )
        if self.data["same"]:
            yield line("it comes out as it did", 2, "ok  ")
        else:
            yield line("it comes out otherwise", 2, "! ")
