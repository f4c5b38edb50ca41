"""The floor's work on a case of the journal: each act is a form on the case's own page.

Each form writes the same entries as the command `dealerkit journal` of the same name, signed with name and PIN.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path, PurePath

import attrs

from dealerkit.files.printable import printable
from dealerkit.jobs.journal import docket
from dealerkit.jobs.journal.cases import JournalCase, find_case, is_open_ruling
from dealerkit.jobs.journal.disputes import Proposal, from_record
from dealerkit.jobs.journal.docket import Sent
from dealerkit.jobs.journal.entries import JournalEntry
from dealerkit.jobs.journal.people import ROLES
from dealerkit.jobs.journal.store import Journal
from dealerkit.rulings import OUTCOMES
from dealerkit.web.desk.journal import reason_in_words, seats_of, wrong_seats
from dealerkit.web.desk.signing import is_name

LONGEST = 2000
"""Most characters of a written text; the rest is cut off."""


@attrs.frozen
class CaseForm:
    """A form that adds an entry to a case, as filled in.

    Attributes:
        act: The act, a name of `CASE_ACTS`.
        text: The text of the entry.
        who: The person who said it, if not the writer; may be empty.
        role: The role of that person, one of `ROLES`.
        how: `so` to follow the proposed ruling, `otherwise` to depart from it.
        outcome: The decision, a word of `OUTCOMES`.
        reason: The reason.
        entry: Number of the wrong entry; empty for the first of the case.
        table: The correct table; empty for no change.
        seats: The correct seats; empty for no change.
        summary: The corrected subject of the case; empty for no change.
        fact: Name of a wrong fact; may be empty.
        value: The correct value of that fact.
        hand: Number of the hand in an attached file; empty for the last.
        at: Number of the act in that hand; empty for the last.
        by: The writer.
    """

    act: str = ""
    text: str = ""
    who: str = ""
    role: str = ""
    how: str = ""
    outcome: str = ""
    reason: str = ""
    entry: str = ""
    table: str = ""
    seats: str = ""
    summary: str = ""
    fact: str = ""
    value: str = ""
    hand: str = ""
    at: str = ""
    by: str = ""

    @property
    def decision(self) -> str | None:
        """The chosen outcome; None for the proposed one."""
        return None if self.how == "so" else self.outcome


FILLED_IN = tuple(field.name for field in attrs.fields(CaseForm) if field.name not in {"act", "by"})
"""The fields of a form, except its act and its sender."""

AttachedFile = tuple[str, bytes]
"""A file sent with a form: name and content."""


@attrs.frozen
class CaseAct:
    """An act that is possible on a case.

    Attributes:
        name: Its name in addresses.
        title: Its title.
        button: The text of its button.
        states: The states of a case in which it is possible.
        write: Writes the entry, given the open journal, the case's number, the form, and the file sent with it.
    """

    name: str
    title: str
    button: str
    states: frozenset[str]
    write: Callable[[Journal, str, CaseForm, AttachedFile | None, Sent], JournalEntry]


def _ask(journal: Journal, number: str, form: CaseForm, _file: AttachedFile | None, sent: Sent) -> JournalEntry:
    return docket.note(journal, number, form.text, by=form.by, kind="surveillance", sent=sent)


def _write_note(
    journal: Journal, number: str, form: CaseForm, _file: AttachedFile | None, sent: Sent, *, kind: str = "noted"
) -> JournalEntry:
    by, role = (form.who, form.role or "other") if form.who else (form.by, "floor")
    return docket.note(journal, number, form.text, by=by, role=role, kind=kind, writer=form.by, sent=sent)


def _decide(journal: Journal, number: str, form: CaseForm, _file: AttachedFile | None, sent: Sent) -> JournalEntry:
    return docket.decide(
        journal, number, form.decision, by=form.by, reason=form.reason, text=form.text, signed=True, sent=sent
    )  # fmt: skip


def _correct(journal: Journal, number: str, form: CaseForm, _file: AttachedFile | None, sent: Sent) -> JournalEntry:
    now: dict[str, object] = {name: new for name in ("table", "summary") if (new := getattr(form, name))}
    if form.seats:
        now["seats"] = sorted(seats_of(form.seats))
    facts = {form.fact: form.value} if form.fact else {}
    entry = int(form.entry) if form.entry else None
    return docket.correct(journal, number, form.text, entry=entry, by=form.by, now=now, facts=facts, sent=sent)


def _attach(journal: Journal, number: str, form: CaseForm, file: AttachedFile | None, sent: Sent) -> JournalEntry:
    assert file is not None, "a form without a file says so"
    return docket.attach(journal, number, proposal_of(file, form), writer=form.by, sent=sent)


def _sign(journal: Journal, number: str, form: CaseForm, _file: AttachedFile | None, sent: Sent) -> JournalEntry:
    return docket.sign(journal, number, form.by, form.role or "floor", sent=sent)


def _close(journal: Journal, number: str, form: CaseForm, _file: AttachedFile | None, sent: Sent) -> JournalEntry:
    return docket.close(journal, number, by=form.by, text=form.text, sent=sent)


_ANY = frozenset({"open", "decided", "appealed", "closed"})

CASE_ACTS = (
    CaseAct("decide", "Decide the case", "Save the decision", frozenset({"open", "appealed", "decided"}), _decide),
    CaseAct("note", "Note a statement or a fact", "Save the note", _ANY, _write_note),
    CaseAct("appeal", "Appeal", "Save the appeal", frozenset({"decided", "closed"}), partial(_write_note, kind="appealed")),
    CaseAct("surveillance", "Ask surveillance, or note its answer", "Save it", _ANY, _ask),
    CaseAct("attach", "Attach a record", "Attach the record", _ANY, _attach),
    CaseAct("correct", "Correct an entry", "Save the correction", _ANY, _correct),
    CaseAct("sign", "Sign the case", "Sign", _ANY, _sign),
    CaseAct("close", "Close the case", "Close the case", frozenset({"open", "decided"}), _close),
)
"""All acts on a case, in the order of its page."""

CAN_BE_SIGNED_AS = ("floor", "manager", "surveillance", "dealer", "witness")
"""Roles in which a person can sign a case."""


def acts_on(case: JournalCase) -> list[CaseAct]:
    """Return the acts possible on a case in its present state: a dispute can be closed only once it is decided, and nothing can
    be done on a removed case.
    """
    acts = [act for act in CASE_ACTS if case.state in act.states]
    if case.kind == "dispute" and case.decision is None:
        acts = [act for act in acts if act.name != "close"]
    return acts


def proposal_of(file: AttachedFile, form: CaseForm) -> Proposal:
    """Return a proposed ruling from a record sent with a form.

    Args:
        file: Name and content of the file.
        form: The form, with the numbers of hand and act.

    Raises:
        RecordError: If it cannot be read, or is impossible.
        UnknownName: If the file has no such record.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "record.txt"
        path.write_bytes(file[1])
        proposal = from_record(path, int(form.at) if form.at else None, form.hand or None)
    called = printable(PurePath(file[0].replace("\\", "/")).name)[:120] or path.name
    return attrs.evolve(proposal, name=proposal.name.replace(path.name, called, 1))


def problems_of(journal: Journal, number: str, form: CaseForm, file: AttachedFile | None) -> dict[str, str]:
    """Return the errors of a form, by field, as far as they can be found before the entry is written.

    Args:
        journal: The journal.
        number: The case.
        form: The filled-in form.
        file: The file sent with it; None for none.
    """
    problems: dict[str, str] = {}
    case = find_case(journal, number)
    if form.act in {"note", "appeal", "surveillance", "correct"} and not form.text:
        problems["text"] = "Enter the text of the note."
    if form.who and not is_name(form.who):
        problems["who"] = "That is not a name; leave the field empty if it is you."
    if form.role and form.role not in ROLES:
        problems["role"] = "Choose one of the roles."
    if form.act == "decide":
        problems |= _of_decision(journal, case, form)
    if form.act == "attach" and (file is None or not file[1]):
        problems["file"] = "Choose a record first."
    for name in ("at", "entry"):
        typed = getattr(form, name)
        if typed and not (typed.isascii() and typed.isdecimal() and len(typed) < _DIGITS and int(typed)):
            problems[name] = "A number, such as 3."
    if form.entry and "entry" not in problems and int(form.entry) not in [each.seq for each in case.entries]:
        problems["entry"] = f"The case has no entry {form.entry}."
    if wrong := wrong_seats(form.seats):
        problems["seats"] = wrong
    if form.value and not form.fact:
        problems["fact"] = "Choose the fact."
    if form.fact and not form.value:
        problems["value"] = "Enter the correct value."
    return problems


_DIGITS = 7


def _of_decision(journal: Journal, case: JournalCase, form: CaseForm) -> dict[str, str]:
    if form.how == "so" and is_open_ruling(case.proposed):
        return {"outcome": "The rules propose no ruling: enter yours."}
    if form.how != "so" and form.outcome not in OUTCOMES:
        return {"outcome": "Enter the ruling."}
    if not form.reason and (why := docket.why_reason(journal, case.number, form.decision)):
        return {"reason": f"Say why: {reason_in_words(why, case.proposed, form.decision or '')}."}
    return {}
