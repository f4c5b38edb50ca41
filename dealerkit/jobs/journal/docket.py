"""Acts on a case: each function writes entries, all of them or none."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import attrs

from dealerkit.errors import JournalError, UnknownName, check_name
from dealerkit.files.plain_data import as_plain
from dealerkit.jobs.journal import clock
from dealerkit.jobs.journal.cases import JournalCase, find_case, is_open_ruling
from dealerkit.jobs.journal.clock import Shifts, Span
from dealerkit.jobs.journal.disputes import Proposal, from_facts
from dealerkit.jobs.journal.earlier_decisions import Practice, practice, reason_needed
from dealerkit.jobs.journal.entries import JournalEntry
from dealerkit.jobs.journal.people import ROLES, key_of
from dealerkit.jobs.journal.rulesets import in_force as rules_in_force
from dealerkit.jobs.journal.rulesets import keep_rules, kept_facts, kept_rules
from dealerkit.jobs.journal.store import Journal, Writing
from dealerkit.rules.games import game as load
from dealerkit.rules.sets import RuleSet, facts_as_they_were
from dealerkit.rulings import OUTCOMES, UNDECIDED

FAIRNESS = {"poker": "Robert's Rules, House Policies, Decision-making 1; Poker TDA 1"}
"""By the family of games, the rule that lets the floor depart from the rules' letter for the sake of fairness."""


TOLD_AS_IT_WAS = ("table", "game", "seats", "summary", "facts")
"""Keys whose old value a correction shows beside the new one."""


@attrs.frozen
class Person:
    """A person named in a case.

    Attributes:
        name: The name, or the pseudonym of a person in the journal.
        role: One of `ROLES`.
        seat: The seat, from 1; 0 for a person without a seat.
    """

    name: str
    role: str = "other"
    seat: int = 0


@attrs.frozen
class Opening:
    """The circumstances of a case when it is opened; the proposed ruling is kept apart (`Proposal`).

    Attributes:
        kind: `dispute` or `incident`.
        summary: Its subject, in a line; may be empty.
        table: The table's name; may be empty.
        game: The game; may be empty.
        people: Everybody who is named in it.
        seats: The seats concerned.
        story: The events in order, each as one sentence.
        at_table: When it happened; None if it is written down as it happens.
    """

    kind: str = "dispute"
    summary: str = ""
    table: str = ""
    game: str = ""
    people: tuple[Person, ...] = ()
    seats: tuple[int, ...] = ()
    story: tuple[str, ...] = ()
    at_table: datetime | None = None


@attrs.frozen
class Decision:
    """The floor's decision on a case.

    Attributes:
        outcome: The decision, a word of `OUTCOMES`; None to follow the proposed ruling.
        by: The person who decides.
        reason: Why; may be empty if the decision follows the rules and most earlier decisions.
        text: The decision in the floor's own words; may be empty.
    """

    outcome: str | None
    by: str
    reason: str = ""
    text: str = ""


@attrs.frozen
class Sent:
    """A form sent from a web page, so that a double tap writes only once, and nobody writes on a case without having seen its
    latest entries.

    Attributes:
        key: The form's key; if an entry of the case has it already, the form was sent before.
        seen: The number of the last entry that the page shows; 0 to write even if entries have been added since.
    """

    key: str
    seen: int = 0


class SentBeforeError(JournalError):
    """The same form was sent before, and its entry is in the journal already."""


class WrittenSinceError(JournalError):
    """A case was changed after the page with the form was shown."""


def people_of(writing: Writing, people: Iterable[Person]) -> list[dict[str, Any]]:
    """Return people as an entry stores them: pseudonym, role and seat.

    Raises:
        UnknownName: If there is no such role, or a name is invalid.
    """
    entries = []
    for each in people:
        check_name("role", each.role, ROLES)
        entries.append({"who": writing.person(each.name), "role": each.role} | ({"seat": each.seat} if each.seat else {}))
    return entries


def by_whom(writing: Writing, name: str, role: str) -> dict[str, object]:
    """Return the fields of an entry that name its author; an empty map if there is no author.

    Args:
        writing: The transaction.
        name: The name of the author; may be empty.
        role: The role of that person.
    """
    return {"people": people_of(writing, [Person(name, role)])} if name else {}


def open_case(journal: Journal, opening: Opening, proposal: Proposal | None = None) -> JournalCase:
    """Open a case, and return it.

    Args:
        journal: Open for writing.
        opening: The subject of the case.
        proposal: The proposed ruling; None for an incident that no rule covers.

    Raises:
        UnknownName: If there is no such role, case or outcome, or a name is invalid.
        JournalError: If the journal cannot be written.
    """
    with journal.writing() as writing:
        number = _open(writing, opening, proposal or Proposal())
    return find_case(journal, number)


def settle(journal: Journal, opening: Opening, proposal: Proposal | None, decision: Decision, key: str) -> JournalCase:
    """Open, decide and sign a case in one transaction. If the same form is sent twice, it is written once.

    Args:
        journal: Open for writing.
        opening: The subject of the case.
        proposal: The proposed ruling; None for an incident that no rule covers.
        decision: The floor's decision.
        key: The form's key; if a case has it already, that case is returned unchanged.

    Raises:
        JournalError: If there is no proposal to follow, or a departure has no reason; then nothing is written.
        UnknownName: If there is no such outcome or role, or a name is invalid.
    """
    with journal.writing() as writing:
        number = _sent_before(journal, key)
        if not number:
            number = _open(writing, opening, proposal or Proposal(), key)
            _decide(writing, find_case(journal, number), decision)
            _sign(writing, find_case(journal, number), decision.by, "floor")
    return find_case(journal, number)


def _sent_before(journal: Journal, key: str) -> str:
    """Return the number of the case that was opened by a key; empty if none was."""
    wanted = (
        "SELECT e.case_no, b.body FROM entries e JOIN bodies b ON b.seq = e.seq WHERE e.kind = 'opened' AND instr(b.body, ?) > 0"
    )
    rows = journal.rows(wanted, (key,))
    return next((str(number) for number, body in rows if json.loads(body).get("key") == key), "")


def _open(writing: Writing, opening: Opening, proposal: Proposal, key: str = "") -> str:
    people = people_of(writing, opening.people)
    number = writing.next_case()
    content = proposal.body(writing)
    seats = sorted({*opening.seats, *(person.seat for person in opening.people if person.seat)})
    game = opening.game or (proposal.game.id if proposal.game is not None else "")
    at = (opening.at_table or writing.now).isoformat()
    head = {"kind": opening.kind, "summary": opening.summary, "table": opening.table, "game": game, "seats": seats}
    sent = {"key": key} if key else {}
    writing.add("opened", {**content, **head, "people": people, "at_table": at, **sent}, number)
    for text in opening.story:
        writing.add("noted", {"text": text}, number)
    if proposal.record:
        writing.add("attached", {**proposal.attachment(), "game_kept": content.get("game_kept", "")}, number)
    return number


@contextlib.contextmanager
def _written(journal: Journal, number: str, sent: Sent | None = None) -> Iterator[tuple[Writing, JournalCase]]:
    """Open a transaction on a case in its present state, with other writers locked out."""
    with journal.writing() as writing:
        case = find_case(journal, number)
        if sent is not None and any(entry.said.get("key") == sent.key for entry in case.entries):
            raise SentBeforeError(str(journal.path), f"case {case.number} already has this entry")
        if sent is not None and sent.seen and sent.seen != case.entries[-1].seq:
            what = f"someone has written on case {case.number} since this page was shown"
            raise WrittenSinceError(str(journal.path), what, "check the case, then send your entry again")
        if case.removed:
            hint = "open another case for later events"
            raise JournalError(str(journal.path), f"the text of case {case.number} was removed for good", hint)
        yield writing, case


def note(
    journal: Journal,
    number: str,
    text: str,
    *,
    by: str = "",
    role: str = "floor",
    kind: str = "noted",
    writer: str = "",
    sent: Sent | None = None,
) -> JournalEntry:
    """Add a note, an appeal, or a request to surveillance: a text and its author.

    Args:
        journal: Open for writing.
        number: The case.
        text: The text of the note.
        by: The author of the text; may be empty.
        role: The role of that person.
        kind: `noted`, `appealed` or `surveillance`.
        writer: The person who enters it, if not the author; may be empty.
        sent: The page's form; None if there is no page.

    Raises:
        UnknownName: If there is no such case.
        JournalError: If the text of the case was removed, or the journal cannot be written.
    """
    with _written(journal, number, sent) as (writing, case):
        author = [Person(by, role)] if by else []
        wrote = [Person(writer, "floor")] if writer and key_of(writer) != key_of(by) else []
        people = {"people": people_of(writing, [*author, *wrote])} if author or wrote else {}
        return writing.add(kind, {**people, "text": text, **_key(sent)}, case.number)


def _key(sent: Sent | None) -> dict[str, str]:
    return {"key": sent.key} if sent is not None else {}


def attach(journal: Journal, number: str, proposal: Proposal, *, writer: str = "", sent: Sent | None = None) -> JournalEntry:
    """Attach a record to a case that is open already.

    Args:
        journal: An open journal.
        number: The number of the case.
        proposal: The proposed ruling, with the record.
        writer: The person who attaches it; may be empty.
        sent: The page's form; None if there is no page.

    Raises:
        UnknownName: If there is no such case.
        JournalError: If the text of the case was removed, or the journal cannot be written.
    """
    with _written(journal, number, sent) as (writing, case):
        kept = {"game_kept": proposal.body(writing).get("game_kept", "")}
        by = by_whom(writing, writer, "floor")
        return writing.add("attached", {**by, **proposal.attachment(), **kept, **_key(sent)}, case.number)


def outcome_named(text: str) -> str:
    """Return an outcome by its name or by its title.

    Raises:
        UnknownName: If there is no such outcome.
    """
    words = {name: meaning.casefold() for name, meaning in OUTCOMES.items() if name != UNDECIDED}
    wanted = text.strip().casefold()
    name = wanted.replace(" ", "_").replace("-", "_")
    if name in words:
        return name
    for known, meaning in words.items():
        if wanted == meaning:
            return known
    raise UnknownName(kind="outcome", name=text, known=words)


def decide(
    journal: Journal,
    number: str,
    outcome: str | None = None,
    *,
    by: str,
    reason: str = "",
    text: str = "",
    signed: bool = False,
    sent: Sent | None = None,
) -> JournalEntry:
    """Enter the floor's decision.

    Args:
        journal: Open for writing.
        number: The case.
        outcome: The decision, a word of `OUTCOMES`; the proposed one if None.
        by: The person who decides.
        reason: Why; required if the decision departs from the proposed ruling or from most earlier decisions.
        text: The decision in the floor's own words; may be empty.
        signed: Whether to sign the case as well.
        sent: The page's form; None if there is no page.

    Raises:
        JournalError: If the case is closed, there is no proposal to follow, or a departure has no reason.
    """
    with _written(journal, number, sent) as (writing, case):
        entry = _decide(writing, case, Decision(outcome, by, reason, text), sent)
        if signed:
            _sign(writing, find_case(journal, case.number), by, _role_of_decision(case))
        return entry


def _role_of_decision(case: JournalCase) -> str:
    """Return the role of the person who decides a case: on appeal a manager."""
    return "manager" if any(entry.kind == "appealed" for entry in case.entries) else "floor"


def _decide(writing: Writing, case: JournalCase, decision: Decision, sent: Sent | None = None) -> JournalEntry:
    journal, reason = writing.journal, decision.reason
    if case.state == "closed":
        raise JournalError(str(journal.path), f"case {case.number} is closed", "an appeal reopens it")
    wanted = _wanted(journal, case, decision.outcome)
    before = _before(journal, case, wanted)
    why = reason_needed(case.proposed, wanted, before)
    if why and not reason.strip():
        hint = "fairness may override the letter of the rules, with a reason: --reason TEXT"
        raise JournalError(str(journal.path), f"case {case.number}: {why}", hint)
    departs = not is_open_ruling(case.proposed) and wanted != case.proposed
    against = {"against": [past.case for past in before.otherwise]} if before is not None and before.against else {}
    role = _role_of_decision(case)
    body = {
        "outcome": wanted, "proposed": case.proposed, "departs": departs, "reason": reason, "text": decision.text,
        "on_appeal": role == "manager", "basis": _fairness(journal, case) if departs else "", **against, **_key(sent),
    }  # fmt: skip
    return writing.add("decided", {**by_whom(writing, decision.by, role), **body}, case.number)


def why_reason(journal: Journal, number: str, outcome: str | None) -> str:
    """Return why a decision on a case needs a reason; empty if it needs none.

    Args:
        journal: An open journal.
        number: The case.
        outcome: The outcome to decide; None for the proposed one.

    Raises:
        UnknownName: If there is no such case or outcome.
        JournalError: If `outcome` is None and the rules propose nothing.
    """
    case = find_case(journal, number)
    wanted = _wanted(journal, case, outcome)
    return reason_needed(case.proposed, wanted, _before(journal, case, wanted))


def _wanted(journal: Journal, case: JournalCase, outcome: str | None) -> str:
    """Return the outcome to decide, a name of `OUTCOMES`.

    Raises:
        JournalError: If `outcome` is None and the rules propose nothing.
        UnknownName: If there is no such outcome.
    """
    if outcome is None and is_open_ruling(case.proposed):
        what = f"case {case.number}: the rules propose no outcome to follow"
        raise JournalError(str(journal.path), what, "name the outcome, as in: decide CASE play_on")
    return outcome_named(case.proposed if outcome is None else outcome)


def _before(journal: Journal, case: JournalCase, wanted: str) -> Practice | None:
    """Return earlier decisions on the same; None for a case without a ruling."""
    return practice(journal, case.faults, case.ruling, wanted, but=case.number) if case.ruling and case.faults else None


def _fairness(journal: Journal, case: JournalCase) -> str:
    in_force = case.said.get("rules_in_force")
    family = kept_rules(journal, in_force["kept"]).family if in_force else None
    return FAIRNESS.get(family or "", "")


def correct(
    journal: Journal,
    number: str,
    text: str,
    *,
    entry: int | None = None,
    by: str = "",
    now: Mapping[str, object] | None = None,
    facts: Mapping[str, object] | None = None,
    sent: Sent | None = None,
) -> JournalEntry:
    """Correct an earlier entry of a case by a new one; the old entry stays.

    Args:
        journal: Open for writing.
        number: The case.
        text: The correction, in words.
        entry: The entry that was wrong; the first of the case if None.
        by: The person who corrects it.
        now: Corrected fields of the case: `table`, `game`, `seats`, `summary`.
        facts: Corrected facts by name; a ruling is proposed again with them, under the rules with which the case was opened.
        sent: The page's form; None if there is no page.

    Raises:
        UnknownName: If the case has no such entry, or a fact cannot have that value.
        JournalError: If facts are given although the case was opened without rules.
    """
    with _written(journal, number, sent) as (writing, case):
        numbers = [each.seq for each in case.entries]
        wrong = case.opened.seq if entry is None else entry
        check_name(f"entry of case {case.number}", wrong, numbers)
        changes = dict(now or {})
        if facts:
            in_force = case.said.get("rules_in_force")
            if not in_force or not case.faults:
                what = f"case {case.number} was opened without a fault, so it has no facts to correct"
                raise JournalError(str(journal.path), what, "type the correction in words")
            with facts_as_they_were(kept_facts(journal, in_force["facts_kept"])):
                proposal = from_facts(case.faults, {**case.facts, **facts}, kept_rules(journal, in_force["kept"]))
                assert proposal.ruling is not None
                ruling = as_plain(proposal.ruling)
            changes |= {"facts": as_plain(proposal.facts), "gate": proposal.gate, "ruling": ruling}
        was = {name: case.said.get(name) for name in changes if name in TOLD_AS_IT_WAS}
        body = {"entry": wrong, "text": text, "now": changes, "was": was, **_key(sent)}
        return writing.add("corrected", {**by_whom(writing, by, "floor"), **body}, case.number)


def sign(journal: Journal, number: str, by: str, role: str = "floor", *, sent: Sent | None = None) -> JournalEntry:
    """Sign a case in its present state: the entry names the last entry of the case and its hash.

    Args:
        journal: An open journal.
        number: The number of the case.
        by: The signer.
        role: The role of the signer, such as `floor`.
        sent: The page's form; None if there is no page.

    Raises:
        UnknownName: If there is no such case or role, or a name is invalid.
        JournalError: If the text of the case was removed, or the journal cannot be written.
    """
    with _written(journal, number, sent) as (writing, case):
        return _sign(writing, case, by, role, sent)


def _sign(writing: Writing, case: JournalCase, by: str, role: str, sent: Sent | None = None) -> JournalEntry:
    last = case.entries[-1]
    people = people_of(writing, [Person(by, role)])
    return writing.add("signed", {"people": people, "entry": last.seq, "sha256": last.hash, **_key(sent)}, case.number)


def close(journal: Journal, number: str, *, by: str = "", text: str = "", sent: Sent | None = None) -> JournalEntry:
    """Close a case.

    Args:
        journal: An open journal.
        number: The number of the case.
        by: The person who closes it; may be empty.
        text: A closing note; may be empty.
        sent: The page's form; None if there is no page.

    Raises:
        JournalError: If the case has a dispute or an appeal that nobody has decided.
    """
    with _written(journal, number, sent) as (writing, case):
        if case.state == "closed":
            raise JournalError(str(journal.path), f"case {case.number} is closed already", "an appeal reopens it")
        if case.state == "appealed" or (case.kind == "dispute" and case.decision is None):
            what = "the appeal is not decided yet" if case.state == "appealed" else "the dispute has not been decided yet"
            hint = f"dealerkit journal decide {case.number} --follow --by NAME"
            raise JournalError(str(journal.path), f"case {case.number}: {what}", hint)
        return writing.add("closed", {**by_whom(writing, by, "floor"), "text": text, **_key(sent)}, case.number)


def adopt(
    journal: Journal, rules: Sequence[RuleSet], since: datetime | None = None, *, by: str = "", authority: str = ""
) -> list[dict[str, str]]:
    """Put rule sets in force: store them, and write an entry for each.

    Args:
        journal: An open journal.
        rules: The rule sets.
        since: The time from which they are in force; None for now.
        by: The person who puts them in force; may be empty.
        authority: On whose authority, such as date and number of an approval; may be empty.

    Returns:
        The identifying fields of each: set, version, selector, sha256, kept, facts_kept (see `keep_rules`).
    """
    with journal.writing() as writing:
        people = by_whom(writing, by, "manager")
        details = {**people, **({"authority": authority} if authority else {})}
        return [keep_rules(writing, rule_file, since, details) for rule_file in rules]


def withdraw(journal: Journal, name: str, sha256: str, since: datetime, *, by: str = "") -> JournalEntry | None:
    """Enter that a rule set which was to come into force later will not.

    Args:
        journal: An open journal.
        name: The name of the rule set.
        sha256: The hash of its deciding content, as in the entry that put it in force.
        since: The time from which it was to be in force, to the second.
        by: The person who withdraws it; may be empty.

    Returns:
        The entry; None if no such set is to come into force, because it was withdrawn already.

    Raises:
        JournalError: If that time has come; a set in force is not withdrawn, but replaced by putting another in force.
    """
    with journal.writing() as writing:
        wanted = (name, sha256, since.replace(microsecond=0))
        named = [
            adopted
            for adopted in rules_in_force(journal)
            if (adopted.set, adopted.sha256, adopted.at.replace(microsecond=0)) == wanted
        ]
        if not named:
            return None
        if named[-1].at <= writing.now:
            hint = "put another version in force instead"
            raise JournalError(str(journal.path), f"{name} is already in force and can't be withdrawn", hint)
        return writing.add(
            "withdrawn", {**by_whom(writing, by, "manager"), "entry": named[-1].seq, "set": name, "sha256": sha256}
        )


def change_settings(journal: Journal, values: Mapping[str, str]) -> JournalEntry:
    """Change settings of the journal, and return the entry of the change.

    Args:
        journal: Open for writing.
        values: The new values by name: `zone`, `house`, `shifts`, `game`, `keep_names`, `keep_cases`; an empty text for the
            default.

    Raises:
        UnknownName: If a value cannot be used.
    """
    reads: dict[str, Any] = {
        "zone": clock.zone_of, "shifts": Shifts.read, "game": load, "keep_names": Span.read, "keep_cases": Span.read,
    }  # fmt: skip
    for name, value in values.items():
        if value and name in reads:
            reads[name](value)
    with journal.writing() as writing:
        return writing.add("set", dict(values))
