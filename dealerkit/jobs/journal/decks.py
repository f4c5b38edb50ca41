"""The log of decks: which were verified, which tables were set up with them, which were changed and why (VD-01, VD-09)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from dealerkit.errors import JournalError, UnknownName, check_name
from dealerkit.jobs.deck.check import DeckReport
from dealerkit.jobs.deck.packs import decks_doc
from dealerkit.jobs.journal.cases import find_case
from dealerkit.jobs.journal.docket import by_whom
from dealerkit.jobs.journal.entries import OF_DECKS, JournalEntry
from dealerkit.jobs.journal.store import Journal
from dealerkit.rules.texts import fill, text

FAULT = "fault"
"""The reason for a change that is a fault of the deck itself."""


@attrs.frozen
class DeckStanding:
    """A deck's standing in the log.

    Attributes:
        deck: Its name.
        table: The table at which it is in play; empty if it is not in play.
        since: The number of the entry that put it into play or took it out; 0 if there is none.
        checked: The number of the last entry in which it was verified; 0 if there is none.
        ok: Whether that verification found no fault.
        faces: Whether the faces were looked at then, one by one.
        backs: Whether the backs were looked at then.
        due: Whether it must be verified before it goes into play: it never was, or has been in play since.
    """

    deck: str
    table: str = ""
    since: int = 0
    checked: int = 0
    ok: bool = False
    faces: bool = False
    backs: bool = False

    @property
    def due(self) -> bool:
        """Whether it must be verified before it goes into a game (VD-01)."""
        return self.checked <= self.since or not self.checked


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


def _named(kind: str, name: str) -> str:
    plain = " ".join(name.split())
    if not plain:
        raise UnknownName(kind=kind, name=name, allowed="a name, number or colour that tells it apart")
    return plain


def reasons() -> dict[str, str]:
    """Return the reasons for a change of decks: the title of each by its name."""
    return {name: text(entry["title"]) for name, entry in decks_doc().data["reasons"].items()}


def deck_slip(kind: str, **words: object) -> dict[str, object]:
    """Return a slip in the handling of a deck that goes into play, as `{code, text, rules, remedy}`. The code is None if no
    finding exists for it.

    Args:
        kind: A word of `slips` in `procedures/decks.yaml`.
        words: The values for the text's placeholders: deck, table, entry.
    """
    entry = decks_doc().data["slips"][kind]
    texts = {key: fill(text(entry[key]), words) for key in ("title", "remedy")}
    return {"code": entry.get("code"), "text": texts["title"], "rules": list(entry["cite"]), "remedy": texts["remedy"]}


def fault_of(reason: str) -> str:
    """Return the fault that rule sets rule on if a deck is changed for a reason; empty if no rule set has a fault for it."""
    return str(decks_doc().data["reasons"][reason].get("fault", ""))


def log_check(journal: Journal, deck: str, report: DeckReport, *, table: str = "", by: str = "", note: str = "") -> JournalEntry:
    """Enter the verification of a deck, and its faults.

    Args:
        journal: Open for writing.
        deck: The deck's name.
        report: The result of the check.
        table: The table it is for; may be empty.
        by: The person who verified it; may be empty.
        note: A note.

    Raises:
        UnknownName: If the deck has no name.
        JournalError: If the journal cannot be written.
    """
    finds = [
        {"kind": find.kind, "card": find.face.name if find.face is not None else "", "count": find.count} for find in report.finds
    ]
    body = {
        "deck": _named("deck", deck), "table": table.strip(), "pack": report.pack.name, "cards": report.counted,
        "how": report.how, "ok": report.ok, "finds": finds, "unread": report.unread, "text": note,
        "faces_seen": report.faces_seen, "backs_seen": report.backs_seen,
    }  # fmt: skip
    return _write(journal, "verified", body, by)


def log_setup(
    journal: Journal, table: str, decks: Sequence[str], *, seal: str = "", by: str = "", note: str = ""
) -> tuple[JournalEntry, list[DeckStanding]]:
    """Write down that a table was set up with decks.

    Args:
        journal: An open journal.
        table: The table's name.
        decks: The names of the decks, each once.
        seal: The number of the seal that was broken; may be empty.
        by: The person who set the table up; may be empty.
        note: A note.

    Returns:
        The entry, and the state of each deck in the log before it.

    Raises:
        UnknownName: If a deck or the table has no name.
        JournalError: If a deck is named twice, or the journal cannot be written.
    """
    named = [_named("deck", deck) for deck in decks]
    if len({_key(deck) for deck in named}) < len(named):
        raise JournalError(str(journal.path), "a deck is named twice", "give each deck at the table its own name")
    known = standings(journal)
    before = [known.get(_key(deck), DeckStanding(deck)) for deck in named]
    body = {"table": _named("table", table), "decks": named, "seal": seal, "text": note}
    return _write(journal, "setup", body, by), before


def log_change(
    journal: Journal,
    table: str,
    out: str,
    into: str,
    cause: str,
    *,
    by: str = "",
    note: str = "",
    case: str = "",
) -> tuple[JournalEntry, list[DeckStanding]]:
    """Write down that a deck was changed.

    Args:
        journal: Open for writing.
        table: The table.
        out: The deck that went out.
        into: The deck that came in.
        cause: Why, a word of `reasons`.
        by: The person who changed it; may be empty.
        note: A note.
        case: The case that led to it; may be empty.

    Returns:
        The entry, and the state in the log, before it, of the deck that came in.

    Raises:
        UnknownName: If there is no such reason or case.
        JournalError: If the deck that went out is in play at another table, or both are one deck.
    """
    check_name("reason to change a deck", cause, reasons())
    table, out, into = _named("table", table), _named("deck", out), _named("deck", into)
    if _key(out) == _key(into):
        raise JournalError(str(journal.path), f"{out} can't replace itself", "name the deck taken out, and the new one")
    number = find_case(journal, case).number if case else ""
    known = standings(journal)
    other = known.get(_key(out), DeckStanding(out)).table
    if other and _key(other) != _key(table):
        raise JournalError(
            str(journal.path), f"{out} is in play at {other}, not at {table}", "dealerkit deck log shows which deck is where"
        )
    body = {"table": table, "out": out, "in": into, "cause": cause, "text": note}
    return _write(journal, "changed", body, by, number), [known.get(_key(into), DeckStanding(into))]


def _write(journal: Journal, kind: str, body: Mapping[str, object], by: str, case: str = "") -> JournalEntry:
    with journal.writing() as writing:
        return writing.add(kind, {**body, "people": [], **by_whom(writing, by, "floor")}, case)


def standings(journal: Journal) -> dict[str, DeckStanding]:
    """Return the state of every deck in the log, by its name in small letters."""
    by_deck: dict[str, DeckStanding] = {}

    def put(deck: str, **now: Any) -> None:
        by_deck[_key(deck)] = attrs.evolve(by_deck.get(_key(deck), DeckStanding(deck)), **now)

    for entry in journal.entries(kinds=OF_DECKS):
        content = entry.said
        if entry.kind == "verified" and content.get("deck"):
            put(
                content["deck"],
                checked=entry.seq,
                ok=bool(content.get("ok")),
                faces=bool(content.get("faces_seen")),
                backs=bool(content.get("backs_seen")),
            )
        elif entry.kind == "setup":
            for standing in [
                standing
                for standing in by_deck.values()
                if _key(standing.table) == _key(str(content.get("table", ""))) and standing.table
            ]:
                put(standing.deck, table="", since=entry.seq)
            for deck in content.get("decks") or ():
                put(deck, table=content["table"], since=entry.seq)
        elif entry.kind == "changed" and content.get("in"):
            put(content["out"], table="", since=entry.seq)
            put(content["in"], table=content["table"], since=entry.seq)
    return by_deck


def deck_log(journal: Journal, *, table: str = "", deck: str = "") -> list[JournalEntry]:
    """Return the entries of the log of decks, the oldest first.

    Args:
        journal: An open journal.
        table: The table whose entries are wanted; empty for all.
        deck: The deck whose entries are wanted; empty for all.
    """
    return [
        entry
        for entry in journal.entries(kinds=OF_DECKS)
        if (not table or _key(str(entry.said.get("table", ""))) == _key(table)) and (not deck or _key(deck) in _decks_in(entry))
    ]


def _decks_in(entry: JournalEntry) -> set[str]:
    content = entry.said
    names: Iterable[object] = (content.get("deck"), content.get("out"), content.get("in"), *(content.get("decks") or ()))
    return {_key(str(name)) for name in names if name}
