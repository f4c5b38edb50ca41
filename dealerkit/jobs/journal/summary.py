"""A case in words: what its head says, and what each entry says, as blocks that screen, paper and page share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dealerkit.files.screen_text import count_of
from dealerkit.jobs.journal.cases import JournalCase
from dealerkit.jobs.journal.entries import KINDS, OF_DECKS, JournalEntry
from dealerkit.jobs.journal.people import with_names
from dealerkit.rules.entries import Branch
from dealerkit.rules.games import game_title
from dealerkit.rules.sets import set_title
from dealerkit.rules.texts import shown
from dealerkit.rulings import OUTCOMES, known_facts, known_faults
from dealerkit.rulings.facts import is_question
from dealerkit.sheets.document import NumberedBlock, Paragraph, strong

Names = Mapping[str, str]


def time_of(entry: JournalEntry) -> str:
    """Return the time of an entry as it is printed: day, time, offset."""
    return entry.at.strftime("%Y-%m-%d %H:%M ") + entry.at.isoformat()[-6:]


def outcome(word: str) -> str:
    """Return an outcome in words."""
    return OUTCOMES.get(word, word)


def fault(name: str) -> str:
    """Return a fault in words."""
    found = known_faults().get(name)
    return name if found is None else found.title


def fact(name: str, value: object) -> str:
    """Return a fact in words."""
    found = known_facts().get(name)
    said = {"yes": True, "no": False}.get(value.casefold(), value) if isinstance(value, str) else value
    return f"{name}: {shown(said)}" if found is None else f"{found.title}: {found.short(said)}"


def person(one: Mapping[str, object]) -> str:
    """Return somebody who is named in a case: name, role, seat."""
    seat = f", seat {one['seat']}" if one.get("seat") else ""
    return f"{one.get('who', '')} ({one.get('role', '')}{seat})"


def head(case: JournalCase, names: Names) -> list[tuple[str, str]]:
    """Return what stands at the head of a case: label and text.

    Args:
        case: The case.
        names: The names of people, by pseudonym.
    """
    said = with_names(case.said, names)
    game, rules = str(said.get("game", "")), said.get("rules_in_force") or {}
    version = f", version {rules['version']}" if rules.get("version") else ""
    rows = [
        ("state", case.state),
        ("opened", f"{time_of(case.opened)} ({case.opened.zone})"),
        ("happened", _when(case)),
        ("about", said.get("summary", "")),
        ("table", said.get("table", "")),
        ("game", game_title(game)),
        ("seats", ", ".join(map(str, said.get("seats") or ()))),
        ("people", "; ".join(person(with_names(one, names)) for one in case.people)),
        ("went wrong", "; ".join(fault(name) for name in case.faults if not is_question(name))),
        ("asked", "; ".join(fault(name) for name in case.faults if is_question(name))),
        ("facts", "; ".join(fact(name, value) for name, value in (said.get("facts") or {}).items())),
        ("gate", "; ".join(fact(name, value) for name, value in (said.get("gate") or {}).items())),
        ("rules", f"{set_title(rules['set'])}{version}, {rules['sha256'][:16]}" if rules else ""),
    ]
    return [(label, str(text)) for label, text in rows if text]


def _when(case: JournalCase) -> str:
    at = str(case.said.get("at_table") or "")
    return at.replace("T", " ") if at and at[:16] != case.opened.at.isoformat()[:16] else ""


def proposed(case: JournalCase, names: Names) -> list[tuple[str, str]]:
    """Return the proposed ruling: label and text."""
    return _ruling(with_names(case.ruling, names)) if case.ruling else []


def _ruling(ruling: Branch) -> list[tuple[str, str]]:
    detail = ruling.get("detail") or {}
    cite = ", ".join(ruling.get("rules") or ()) + (f"; {ruling['cite']}" if ruling.get("cite") else "")
    rows = [("outcome", outcome(str(ruling.get("outcome", ""))))]
    rows += [
        ("first", str(detail.get("freeze", ""))),
        ("in time", str(detail.get("window", ""))),
        ("say", str(ruling.get("say", ""))),
    ]
    rows += [("do", step) for step in ruling.get("steps") or ()]
    rows += [(name.replace("_", " "), amount) for name, amount in (ruling.get("amounts") or {}).items()]
    rows += [("why", str(ruling.get("because", ""))), ("rule", cite)]
    rows += [("ask", str(one.get("question", ""))) for one in detail.get("questions") or ()]
    rows += [("weigh", one) for one in detail.get("weigh") or ()]
    rows += [("the floor may", one) for one in detail.get("choices") or ()]
    return [(label, text) for label, text in rows if text]


def told(case: JournalCase, entry: JournalEntry, names: Names) -> NumberedBlock:
    """Return an entry of a case in words, under its number, with the begin of its hash."""
    said = with_names(entry.said, names)
    who = "; ".join(person(one) for one in said.get("people") or ()) if entry.kind != "opened" else ""
    head = Paragraph([strong(KINDS.get(entry.kind, entry.kind)), f": {who}" if who else "", f" ({time_of(entry)})"])
    lines = _lines(entry, said) if entry.body is not None else [("", "removed for good")]
    blocks = [head, *(Paragraph(f"{label}: {text}" if label else text) for label, text in lines)]
    if entry.seq in case.corrected:
        blocks.append(Paragraph([strong("Corrected later: "), with_names(case.corrected[entry.seq], names)], "say"))
    return NumberedBlock(entry.seq, (*blocks, Paragraph(entry.hash[:16], "small")))


def _lines(entry: JournalEntry, said: Branch) -> Iterator[tuple[str, str]]:
    if entry.kind == "decided":
        yield "decision", outcome(str(said.get("outcome", "")))
        if said.get("departs"):
            yield "departs from", outcome(str(said.get("proposed", "")))
            yield "reason", str(said.get("reason", ""))
            if said.get("basis"):
                yield "basis", f"fairness over the letter of the rules: {said['basis']}"
        elif said.get("reason"):
            yield "reason", str(said["reason"])
        if said.get("against"):
            yield "otherwise than", f"it was ruled here before: case {', '.join(said['against'])}"
        if said.get("on_appeal"):
            yield "", "decided on appeal"
    elif entry.kind == "attached":
        yield "record", f"{said.get('file', '')}, act {said.get('at', '')}: {said.get('act', '')}"
        for one in said.get("findings") or ():
            yield "finding", f"act {one['act']}: {one['title']} ({one['code']})"
        return
    elif entry.kind == "corrected":
        yield "corrects", f"entry {said.get('entry')}"
        was = said.get("was") or {}
        for name, value in (said.get("now") or {}).items():
            if name in was:
                yield name, f"{_value(value)}; it said: {_value(was[name]) or 'nothing'}"
            elif name == "ruling" and value:
                yield "proposed now", outcome(str(value.get("outcome", "")))
    elif entry.kind in OF_DECKS:
        yield from of_deck(entry.kind, said)
    elif entry.kind == "signed":
        yield "signs", f"the case as it stood with entry {said.get('entry')}, {str(said.get('sha256', ''))[:16]}"
    if said.get("text"):
        yield "", str(said["text"])


def of_deck(kind: str, said: Branch) -> Iterator[tuple[str, str]]:
    """Yield what an entry of the log of decks says, without its text: label and text."""
    if said.get("table"):
        yield "table", str(said["table"])
    if kind == "verified":
        yield "deck", str(said.get("deck", ""))
        finds = [f"{one['card'] or one['count']} {one['kind'].replace('_', ' ')}" for one in said.get("finds") or ()]
        came = "; ".join(finds) or ("nothing wrong" if said.get("ok") else "not every card could be read")
        yield "check", f"{count_of(said['cards'], 'card')}, {said.get('how')}: {came}"
    elif kind == "setup":
        yield "decks", ", ".join(map(str, said.get("decks") or ()))
    else:
        yield "out", str(said.get("out", ""))
        yield "in", str(said.get("in", ""))
        yield "because", str(said.get("cause", ""))
    if said.get("seal"):
        yield "seal", str(said["seal"])


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(fact(name, one) for name, one in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value or "")


def record_of(case: JournalCase, names: Names) -> list[tuple[str, str]]:
    """Return the attached records: name and text."""
    found = [with_names(entry.said, names) for entry in case.entries if entry.kind == "attached" and entry.body]
    return [(str(one.get("file", "")), str(one.get("text", ""))) for one in found]
