"""The book in which events of promotions are written: the journal, or for cases and tests a list in memory."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import datetime
from typing import cast

from dealerkit.jobs.journal.clock import zone_of
from dealerkit.jobs.journal.store import Journal, Writing
from dealerkit.jobs.promotions.acts import Acts
from dealerkit.jobs.promotions.event_body import EventBody
from dealerkit.jobs.promotions.policy import Policy, policy_of
from dealerkit.jobs.promotions.run import OPENED, Body, PromotionEvent, PromotionRun
from dealerkit.rules.doc import Doc

KIND = "jackpot_"
KINDS = tuple(
    f"{KIND}{what}" for what in ("opened", "paid_in", "claimed", "confirmed", "left", "settled", "paid", "ended")
)  # fmt: skip


def find_in(journal: Journal, hash_: str) -> Policy:
    """Return a stored policy.

    Raises:
        RuleFileError: If the stored policy cannot be used any more; the error lists every problem.
    """
    return policy_of(Doc.of(journal.kept(hash_)["data"], f"<kept {hash_[:12]}>"))


def runs(journal: Journal) -> dict[str, PromotionRun]:
    """Return every promotion of a journal, by name, in the order in which they were first opened."""
    known: dict[str, Policy] = {}

    def find(hash_: str) -> Policy:
        if hash_ not in known:
            known[hash_] = find_in(journal, hash_)
        return known[hash_]

    runs_: dict[str, PromotionRun] = {}
    for entry in journal.entries(kinds=KINDS):
        name = entry.case.rpartition("#")[0]
        run = runs_.setdefault(name, PromotionRun(name, find))
        run.apply(PromotionEvent(entry.kind.removeprefix(KIND), entry.at, entry.seq, cast("EventBody | None", entry.body)))
    return runs_


class Page:
    """A promotion opened for writing, in a transaction of the journal.

    Attributes:
        run: The promotion as it stands.
        acts: The acts on the promotion.
    """

    def __init__(self, writing: Writing, name: str) -> None:
        self._writing, self.name = writing, name
        self.run = runs(writing.journal).get(name) or PromotionRun(name, lambda hash_: find_in(writing.journal, hash_))
        self.acts = Acts(self.run, writing.now, self._write)

    def _write(self, what: str, body: Body) -> PromotionEvent:
        number = self.run.number + (what == OPENED)
        entry = self._writing.add(f"{KIND}{what}", body, f"{self.name}#{number}")
        return PromotionEvent(what, entry.at, entry.seq, cast("EventBody | None", entry.body))

    def suppose(self, time: datetime) -> None:
        """Set the present time forward, for a trial whose events are not written."""
        self.acts = Acts(self.run, max(self._writing.now, time), self._write)

    def who(self, name: str) -> str:
        """Return the pseudonym of a player; an empty name stays empty."""
        return self._writing.person(name) if name.strip() else ""

    def by(self, name: str, role: str = "floor") -> Body:
        """Return the fields of an event that name its author; an empty map if the name is empty."""
        return {"people": [{"who": self._writing.person(name), "role": role}]} if name.strip() else {}

    def keep(self, policy: Policy) -> str:
        """Store a policy in the journal, and return the hash of its text."""
        return self._writing.keep("promotion", {"data": policy.doc.data})


class _OnlyTried(Exception):
    """Raised to end a trial without writing."""


@contextlib.contextmanager
def page(journal: Journal, name: str, *, tried: bool = False) -> Iterator[Page]:
    """Open a promotion in its present state for writing, with other writers locked out: all events are written, or none.

    Args:
        journal: The journal.
        name: The promotion's name.
        tried: Whether it is only a trial, whose events are discarded at the end.
    """
    with contextlib.suppress(_OnlyTried), journal.writing() as writing:
        yield Page(writing, name)
        if tried:
            raise _OnlyTried


class Memory:
    """A promotion in memory, whose time is set by the caller.

    Attributes:
        run: The promotion as it stands.
        events: The events so far.
        now: The present time.
    """

    def __init__(self, policy: Policy, zone: str, now: datetime) -> None:
        self.policy, self.zone, self.now = policy, zone, now
        self.events: list[PromotionEvent] = []
        self.run = PromotionRun(policy.name, lambda _: policy)

    def _write(self, what: str, body: Body) -> PromotionEvent:
        event = PromotionEvent(what, self.now.astimezone(zone_of(self.zone)), len(self.events) + 1, cast("EventBody", body))
        self.events.append(event)
        return event

    @property
    def acts(self) -> Acts:
        """The acts on this promotion at the present time, `now`."""
        return Acts(self.run, self.now, self._write)

    def again(self) -> PromotionRun:
        """Rebuild the promotion from all of its events, and return it."""
        return PromotionRun(self.policy.name, lambda _: self.policy, self.events)
