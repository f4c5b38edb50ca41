"""Rule sets and games in force: stored in full under their hash, and rebuilt to judge an old case or record."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

import attrs

from dealerkit.errors import DealerkitError, JournalError
from dealerkit.jobs.journal.cases import JournalCase
from dealerkit.jobs.journal.store import Journal, Writing
from dealerkit.rules.doc import Doc
from dealerkit.rules.entries import Branch
from dealerkit.rules.files import is_path
from dealerkit.rules.game_options import read_options
from dealerkit.rules.games import Game
from dealerkit.rules.sets import RuleSet, catalogue, facts_under, rule_set
from dealerkit.rules.texts import text

FORM = 1


@attrs.frozen
class InForce:
    """A rule set's period in force.

    Attributes:
        set: Its name.
        version: The version stated in it; empty if it states none.
        selector: The name by which it is chosen: that of a set that comes with dealerkit, or the name of its file or folder.
        sha256: The hash of its deciding content.
        kept: The hash under which it is stored in full.
        facts_kept: The hash under which the facts and faults of that day are stored.
        at: The beginning of the period.
        until: The end of the period, when another version of the set followed; None if none did.
        seq: The number of the entry that put it in force.
    """

    json_names = "name=set version? since=at until sha256 kept entry=seq"
    set: str
    version: str
    selector: str
    sha256: str
    kept: str
    facts_kept: str
    at: datetime
    until: datetime | None
    seq: int


def keep_rules(
    writing: Writing, rules: RuleSet, since: datetime | None = None, details: Mapping[str, object] | None = None
) -> dict[str, str]:
    """Store a rule set, and enter it as in force unless its latest entry is for the same version.

    Args:
        writing: The transaction.
        rules: The rule set.
        since: The beginning of the period; None for now.
        details: Further fields of the entry, such as who puts it in force, and on whose authority.

    Returns:
        The fields of an entry that identify it: set, version, selector, sha256, kept, facts_kept.
    """
    facts = writing.keep("facts", {"form": FORM, "data": catalogue().facts.data})
    kept = writing.keep("rules", {
        "form": FORM, "set": rules.name, "title": rules.title, "chain": list(rules.chain), "family": rules.family,
        "data": rules.doc.data, "layers": [layer.data for layer in rules.layers], "sha256": rules.sha256,
    })  # fmt: skip
    content = {
        "set": rules.name, "version": version_of(rules),
        "selector": selector_of(rules), "sha256": rules.sha256, "kept": kept, "facts_kept": facts,
    }  # fmt: skip
    last = [adopted for adopted in in_force(writing.journal) if adopted.set == rules.name]
    since = since or writing.now
    if not last or last[-1].sha256 != rules.sha256 or last[-1].at > since:
        writing.add(
            "adopted",
            {**content, "since": since.isoformat(), "title": rules.title, "chain": list(rules.chain), **(details or {})},
        )
    return content


def version_of(rules: RuleSet) -> str:
    """Return a rule set's version, or its date; empty if it has neither."""
    return text(rules.doc.data.get("version")) or text(rules.doc.data.get("date"))


def selector_of(rules: RuleSet) -> str:
    """Return the name by which a rule set is chosen: its own if it comes with dealerkit, else that of its file or folder.

    The path is left out, because it may contain a person's name.
    """
    path = rules.path
    try:
        ours = rule_set(rules.name).path == path
    except Exception:  # noqa: BLE001 - it is not ours, then
        ours = False
    return rules.name if ours else path.parent.name if path.name == "set.yaml" else path.name


def in_force(journal: Journal, at: datetime | None = None) -> list[InForce]:
    """Return the periods in which rule sets were in force, in the order of their beginnings.

    A rule set that was withdrawn before its day is left out.

    Args:
        journal: An open journal.
        at: Return only the periods that include this moment; None for all.
    """
    periods: list[InForce] = []
    back = {entry.said.get("entry") for entry in journal.entries(kinds=("withdrawn",))}
    for entry in journal.entries(kinds=("adopted",)):
        content = entry.said
        if not content or entry.seq in back:
            continue
        since = datetime.fromisoformat(str(content.get("since", entry.at.isoformat())))
        named = {name: str(content.get(name, "")) for name in ("set", "version", "selector", "sha256", "kept", "facts_kept")}
        periods.append(InForce(**named, at=since, until=None, seq=entry.seq))
    periods.sort(key=lambda period: (period.at, period.seq))
    periods = list(_ended(periods))
    if at is None:
        return periods
    return [period for period in periods if period.at <= at and (period.until is None or at < period.until)]


def _ended(periods: list[InForce]) -> Iterator[InForce]:
    for number, period in enumerate(periods):
        follows = next((later.at for later in periods[number + 1 :] if later.set == period.set), None)
        yield attrs.evolve(period, until=follows)


def kept_rules(journal: Journal, hash_: str) -> RuleSet:
    """Rebuild a stored rule set.

    Raises:
        JournalError: If the journal does not have it, or a later dealerkit wrote it.
    """
    document = _document(journal, hash_)
    where = f"<kept {hash_[:12]}>"
    return RuleSet(
        name=document["set"],
        title=document["title"],
        chain=tuple(document["chain"]),
        family=document["family"],
        doc=Doc.of(document["data"], where),
        layers=tuple(Doc.of(layer, where) for layer in document["layers"]),
    )


def kept_facts(journal: Journal, hash_: str) -> Doc:
    """Rebuild a stored catalogue of facts and faults."""
    return Doc.of(_document(journal, hash_)["data"], f"<kept {hash_[:12]}>")


@contextlib.contextmanager
def told_by_its_rules(journal: Journal, case: JournalCase) -> Iterator[None]:
    """Context in which facts and faults are described as they were when a case was opened."""
    in_force, rules = case.said.get("rules_in_force"), None
    with contextlib.suppress(JournalError):  # a set that is not there, or that a later dealerkit wrote, has no words here
        rules = kept_rules(journal, in_force["kept"]) if in_force else None
    with facts_under(rules):
        yield


def keep_game(writing: Writing, game: Game, since: datetime | None = None) -> str:
    """Store a game as it was dealt, with its options and its rule set, and return its hash.

    Args:
        writing: The journal, open for writing.
        game: The game, with its options and rule set.
        since: The day from which its rule set is in force; None for now.
    """
    rules = keep_rules(writing, game.rules, since)["kept"] if game.rules is not None else None
    return writing.keep("game", {
        "form": FORM, "id": game.id, "family": game.family, "data": game.doc.data, "options": dict(game.options), "rules": rules,
        "sha256": game.sha256,
    })  # fmt: skip


def kept_game(journal: Journal, hash_: str) -> Game:
    """Rebuild a stored game.

    Raises:
        JournalError: As `kept_rules`.
    """
    document = _document(journal, hash_)
    doc = Doc.of(document["data"], f"<kept {hash_[:12]}>")
    return Game(
        id=document["id"],
        family=document["family"],
        doc=doc,
        options=document["options"],
        choices=read_options(doc),
        rules=kept_rules(journal, document["rules"]) if document["rules"] else None,
    )


def _document(journal: Journal, hash_: str) -> Branch:
    document = journal.kept(hash_)
    if document.get("form") != FORM:
        hint = "update dealerkit"
        raise JournalError(str(journal.path), f"a newer version of dealerkit saved the rules {hash_[:16]}", hint)
    return document


def present_rules(selector: str) -> RuleSet | None:
    """Return the rule set that a selector (a name, or a path from the current folder) finds today; None if there is none."""
    try:
        return rule_set(Path(selector) if is_path(selector) else selector)
    except DealerkitError:
        return None
