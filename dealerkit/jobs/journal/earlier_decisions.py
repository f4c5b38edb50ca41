"""The house's practice: the floor's earlier decisions in cases with the same faults and the same relevant facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

import attrs

from dealerkit.files.plain_data import as_plain, fields
from dealerkit.files.screen_text import count_of
from dealerkit.jobs.journal.cases import ALL_BUT_RECORDS, JournalCase, case_of, is_open_ruling
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.summary import outcome
from dealerkit.rules.entries import Branch


@attrs.frozen
class Earlier:
    """A past decision on the same fault.

    Attributes:
        case: The case's number.
        at: When the floor decided it, in the house's zone.
        outcome: Its outcome, a name of `OUTCOMES`.
    """

    case: str
    at: datetime
    outcome: str


@attrs.frozen
class Practice:
    """Every earlier decision on the same kind of dispute.

    Attributes:
        earlier: The decisions, the oldest first.
        wanted: The outcome that they are compared with, a word of `OUTCOMES`.
    """

    earlier: tuple[Earlier, ...]
    wanted: str

    @property
    def so(self) -> tuple[Earlier, ...]:
        """The decisions with the same outcome."""
        return tuple(past for past in self.earlier if past.outcome == self.wanted)

    @property
    def otherwise(self) -> tuple[Earlier, ...]:
        """The decisions with another outcome."""
        return tuple(past for past in self.earlier if past.outcome != self.wanted)

    @property
    def against(self) -> bool:
        """Whether the wanted outcome goes against most earlier decisions."""
        return len(self.otherwise) > len(self.so)

    def as_json(self) -> dict[str, object]:
        """Return plain data: `times` (the number of decisions), `so` (case numbers with the same outcome), `otherwise` (the
        others).
        """
        return {"times": len(self.earlier), "so": [past.case for past in self.so], **fields(self, "otherwise")}


def practice(
    journal: Journal, faults: Collection[str], ruling: Mapping[str, object], wanted: str | None = None, *, but: str = ""
) -> Practice:
    """Return how the floor decided earlier cases like this one.

    An earlier case is like this one if it has the same faults, and no different fact that could have changed the ruling: a fact
    of the ruling's `would_change`, or one that ruled out an earlier entry of the decision list.

    Args:
        journal: An open journal.
        faults: The names of all the faults; a dispute about two faults is not like a dispute about one of them.
        ruling: The present ruling, in the form of `Ruling.as_json`.
        wanted: The outcome to compare with; None for the ruling's.
        but: The number of a case to leave out, which is still to be decided.
    """
    earlier = [
        Earlier(case.number, case.decision.at, case.outcome)
        for case in _cases_of(journal, faults)
        if case.number != but and not case.removed and case.decision is not None and set(case.faults) == set(faults)
        if _alike(case, ruling)
    ]
    return Practice(tuple(sorted(earlier, key=lambda past: past.at)), str(ruling["outcome"]) if wanted is None else wanted)


TIMES = {1: "once", 2: "twice"}
"""Words for small numbers of times."""
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
A_WEEK = 7
"""Days for which a weekday names a day."""


def in_words(practice_: Practice, now: datetime) -> str:
    """Return a sentence about earlier decisions on the same kind of dispute.

    Args:
        practice_: The earlier decisions, at least one.
        now: The time, in the house's zone.
    """
    many = len(practice_.earlier)
    times = TIMES.get(many, count_of(many, "time"))
    if is_open_ruling(practice_.wanted):
        counted = Counter(outcome(past.outcome).partition(":")[0] for past in practice_.earlier)
        last = practice_.earlier[-1]
        counts = ", ".join(f"{TIMES.get(times, count_of(times, 'time'))} '{word}'" for word, times in counted.most_common())
        return f"Ruled {times} here: {counts}; last {_day(last.at, now)} (case {last.case})."
    if not practice_.otherwise:
        same = "the same way," if many == 1 else "each time the same way; last"
        return f"Ruled {times} here, {same} {_day(practice_.so[-1].at, now)}."
    last = practice_.otherwise[-1]
    so = TIMES.get(len(practice_.so), count_of(len(practice_.so), "time")) if practice_.so else "never"
    head = f"Ruled {times} here" + ("" if many == 1 else f", {so} the same way")
    which = "" if len(practice_.otherwise) == 1 else "last "
    return f"{head}; {which}{_day(last.at, now)} differently: {outcome(last.outcome)} (case {last.case})."


def _day(at: datetime, now: datetime) -> str:
    """Return a day in words: today, a weekday of the last seven days, or the date."""
    days = (now.date() - at.astimezone(now.tzinfo).date()).days
    if days == 0:
        return "today"
    return f"on {DAYS[at.astimezone(now.tzinfo).weekday()]}" if 0 < days < A_WEEK else f"on {at.date().isoformat()}"


def reason_needed(proposed: str, wanted: str, before: Practice | None) -> str:
    """Return why a decision needs a reason: it departs from the proposed ruling, or from most earlier decisions.

    Args:
        proposed: The proposed outcome, a name of `OUTCOMES`; empty if there is none.
        wanted: The outcome to decide, a name of `OUTCOMES`.
        before: Earlier decisions on the same kind of dispute, compared with that outcome; None if they are unknown.

    Returns:
        Why, in words; empty if it needs none.
    """
    if not is_open_ruling(proposed) and wanted != proposed:
        return f"the rules propose {proposed}; to rule {wanted}, give a reason"
    if before is not None and before.against:
        other = before.otherwise
        cases = ", ".join(past.case for past in other)
        many = f"{count_of(len(other), 'time')}"
        return f"the same facts were ruled differently here {many} ({cases}); to rule {wanted} now, give a reason"
    return ""


def _cases_of(journal: Journal, faults: Collection[str]) -> Sequence[JournalCase]:
    """Return the cases whose first entry names one of these faults; no other case is read, however long the journal is."""
    wanted = " OR ".join(["instr(b.body, ?) > 0"] * len(faults))
    rows = journal.rows(
        f"SELECT e.case_no FROM entries e JOIN bodies b ON b.seq = e.seq WHERE e.kind = 'opened' AND ({wanted}) ORDER BY e.seq",  # noqa: S608
        tuple(f'"{fault}"' for fault in faults),
    )
    return [case_of(journal.entries(str(number), ALL_BUT_RECORDS)) for (number,) in rows]


def _alike(case: JournalCase, ruling: Branch) -> bool:
    detail = ruling["detail"]
    matter = {str(entry["fact"]) for entry in (*ruling["would_change"], *detail["passed_over"])}
    mine, theirs = as_plain(detail["facts"]), as_plain(case.known)
    return all(str(mine[name]) == str(theirs[name]) for name in matter if name in mine and name in theirs)
