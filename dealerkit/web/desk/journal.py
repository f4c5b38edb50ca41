"""The dispute desk's use of the house's journal: earlier rulings on the same facts, and writing a decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

import attrs

from dealerkit.errors import DealerkitError, UnknownName
from dealerkit.jobs.journal import clock, docket
from dealerkit.jobs.journal.cases import JournalCase
from dealerkit.jobs.journal.disputes import Proposal, from_facts, from_table
from dealerkit.jobs.journal.docket import Decision, Opening, Person
from dealerkit.jobs.journal.earlier_decisions import Practice, in_words, practice, reason_needed
from dealerkit.jobs.journal.people import clean_name
from dealerkit.jobs.journal.store import Journal
from dealerkit.rulings import Ruling
from dealerkit.rulings.desk import Desk
from dealerkit.rulings.wording import outcome_in_words
from dealerkit.web.desk.dispute import UNKNOWN, Dispute
from dealerkit.web.desk.ground import DisputeGround
from dealerkit.web.settings import WebSettings

T = TypeVar("T")


@attrs.frozen
class RuledBefore:
    """A summary of this house's earlier rulings on the same facts, for a page.

    Attributes:
        line: A summary in one line; empty if there are none.
        cases: The last of these decisions, latest first: number, day, outcome in words.
    """

    line: str = ""
    cases: tuple[tuple[str, str, str], ...] = ()


@attrs.frozen
class DecisionForm:
    """The form for deciding a dispute, as filled in.

    Attributes:
        key: Key of this decision from the page, so that it is written only once.
        outcome: The decision, a word of `OUTCOMES`; empty for the proposed ruling.
        reason: The reason.
        by: The person who decides.
        table: The table's name.
        seat: The seat.
        amount: The amount in dispute.
        dealer: The dealer.
        text: The decision in the floor's own words.
        summary: The subject of the case, if no rule covers it.
    """

    key: str = ""
    outcome: str = ""
    reason: str = ""
    by: str = ""
    table: str = ""
    seat: str = ""
    amount: str = ""
    dealer: str = ""
    text: str = ""
    summary: str = ""


def is_there(settings: WebSettings) -> bool:
    """Return whether the house has begun its journal."""
    return Journal.is_there(settings.journal_place)


def reading(settings: WebSettings, read: Callable[[Journal], T], nothing: T) -> T:
    """Return a value read from the journal, or `nothing` if the journal cannot be read, since it must never stop a ruling.

    Args:
        settings: The server's settings.
        read: Reads from the open journal.
        nothing: The value to return if the journal cannot be read.
    """
    if not is_there(settings):
        return nothing
    try:
        with Journal.open(settings.journal_place) as journal:
            return read(journal)
    except (DealerkitError, OSError, LookupError, TypeError, ValueError, AttributeError):
        return nothing


def ruled_before(settings: WebSettings, faults: Sequence[str], ruling: Ruling) -> RuledBefore:
    """Return the house's earlier rulings on the same facts.

    Args:
        settings: Settings with the journal's place.
        faults: The names of the faults.
        ruling: The present ruling.
    """

    def read(journal: Journal) -> RuledBefore:
        return _ruled_before(journal, practice(journal, faults, ruling.as_json()))

    return reading(settings, read, RuledBefore()) if ruling.decided else RuledBefore()


_SHOWN = 5
"""Most earlier decisions listed."""


def _ruled_before(journal: Journal, practice_: Practice) -> RuledBefore:
    if not practice_.earlier:
        return RuledBefore()
    cases = [
        (decision.case, decision.at.date().isoformat(), outcome_in_words(decision.outcome))
        for decision in reversed(practice_.earlier)
    ]
    return RuledBefore(in_words(practice_, clock.now(journal.settings["zone"])), tuple(cases[:_SHOWN]))


def counted(settings: WebSettings) -> Counter[str]:
    """Return how many cases were opened here for each fault."""

    def read(journal: Journal) -> Counter[str]:
        return Counter(str(fault) for entry in journal.entries(kinds=("opened",)) for fault in entry.said.get("faults") or ())

    return reading(settings, read, Counter())


def game_of_the_shift(settings: WebSettings) -> str:
    """Return the journal's game of the shift; empty if it names none."""
    return reading(settings, lambda journal: journal.settings.get("game", ""), "")


def why_reason(settings: WebSettings, fault: str, ruling: Ruling | None, outcome: str) -> str:
    """Return a sentence that explains why a decision needs a reason; empty if it needs none.

    Args:
        settings: Settings with the journal's place.
        fault: The fault's name; empty if no rule covers it.
        ruling: The proposed ruling; None if there is none.
        outcome: The chosen outcome; empty for the proposed one.
    """
    if ruling is None or not fault:
        return ""
    proposed = ruling.outcome
    wanted = outcome or proposed
    nothing: Practice | None = None
    before = reading(settings, lambda journal: practice(journal, [fault], ruling.as_json(), wanted), nothing)
    return reason_in_words(reason_needed(proposed, wanted, before), proposed, wanted)


def reason_in_words(needed: str, *outcomes: str) -> str:
    """Return the explanation why a reason is needed, with titles instead of the names of outcomes.

    Args:
        needed: The journal's explanation.
        *outcomes: The outcomes that it names.
    """
    for word in sorted({*outcomes} - {""}, key=len, reverse=True):
        needed = needed.replace(word, f"\u2018{outcome_in_words(word)}\u2019")
    return needed


def beside(journal: Journal, case: JournalCase) -> RuledBefore:
    """Return the house's rulings on the same facts in other cases than a given one.

    Args:
        journal: The journal.
        case: The case.
    """
    if not case.faults or not case.ruling:
        return RuledBefore()
    return _ruled_before(journal, practice(journal, case.faults, case.ruling, case.outcome or None, but=case.number))


def propose(ground: DisputeGround, desk: Desk, dispute: Dispute, ruling: Ruling) -> Proposal:
    """Return a ruling as it was shown, in the form in which the journal stores it.

    Args:
        ground: The ground of the dispute.
        desk: The dispute under its rule set, with its facts.
        dispute: The dispute with its answers.
        ruling: The ruling as it was shown.
    """
    answered = {name: desk.facts[name] for name, value in dispute.answers if value != UNKNOWN and name in desk.facts}
    if dispute.argued:
        answered["argued"] = desk.facts["argued"]
    if ground.table is not None:
        proposal = from_table(ground.table, ground.record, ground.name, [dispute.fault], answered)
    else:
        proposal = from_facts([dispute.fault], answered, ground.sets[0], ground.game)
    return attrs.evolve(proposal, ruling=ruling)


def settle(settings: WebSettings, dispute: Dispute, proposal: Proposal | None, form: DecisionForm) -> JournalCase:
    """Write the floor's decision: open, decide and sign the case in one transaction.

    Args:
        settings: The server's settings.
        dispute: The dispute.
        proposal: The ruling that was proposed; None for none.
        form: The filled-in form.

    Raises:
        JournalError: If it cannot be written, or a departure has no reason.
        UnknownName: If a name, a seat or an outcome is invalid.
    """
    seats = tuple(seats_of(form.seat))
    people = [Person(clean_name(form.by), "floor"), *([Person(clean_name(form.dealer), "dealer")] if form.dealer else [])]
    story = [dispute.said] if dispute.said else []
    if form.amount:
        story.append(f"in dispute: {form.amount}")
    opening = Opening(
        kind="dispute" if dispute.fault else "incident",
        summary=form.summary or dispute.said[:200],
        table=form.table,
        game=dispute.game if proposal is None or proposal.game is None else "",
        people=tuple(people),
        seats=seats,
        story=tuple(story),
    )
    decision = Decision(form.outcome or None, clean_name(form.by), form.reason, form.text)
    with Journal.open(settings.journal_place, write=True) as journal:
        return docket.settle(journal, opening, proposal, decision, form.key)


def seats_of(text: str) -> list[int]:
    """Read seats, such as `3` or `3, 5`.

    Raises:
        UnknownName: If they are not seats.
    """
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdecimal() and len(word) < _DIGITS and int(word) for word in words):
        raise UnknownName(kind="seat", name=text[:40], allowed="a number, such as 3")
    return [int(word) for word in words]


def wrong_seats(typed: str) -> str:
    """Return an error message for typed seats; empty if they can be read."""
    try:
        seats_of(typed)
    except UnknownName:
        return "A number, such as 3; or several, such as 3, 5."
    return ""


_DIGITS = 3
"""Most digits of a seat's number."""
