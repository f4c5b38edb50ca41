"""A case in words: its head and each entry, as blocks for screen, paper and page."""

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
    """Return the time of an entry as text: day, time of day, offset from UTC."""
    return entry.at.strftime("%Y-%m-%d %H:%M ") + entry.at.isoformat()[-6:]


def outcome(word: str) -> str:
    """Return an outcome, a name of `OUTCOMES`, in words."""
    return OUTCOMES.get(word, word)


def fault(name: str) -> str:
    """Return the title of a fault by its name."""
    fault_ = known_faults().get(name)
    return name if fault_ is None else fault_.title


def fact(name: str, value: object) -> str:
    """Return a fact and its value in words."""
    entry = known_facts().get(name)
    plain_value = {"yes": True, "no": False}.get(value.casefold(), value) if isinstance(value, str) else value
    return f"{name}: {shown(plain_value)}" if entry is None else f"{entry.title}: {entry.short(plain_value)}"


def person(person_: Mapping[str, object]) -> str:
    """Return a person named in a case in words: name, role, seat.

    Args:
        person_: A map with `who`, `role` and `seat`, as an entry has it.
    """
    seat = f", seat {person_['seat']}" if person_.get("seat") else ""
    return f"{person_.get('who', '')} ({person_.get('role', '')}{seat})"


def head(case: JournalCase, names: Names) -> list[tuple[str, str]]:
    """Return the head of a case as pairs of label and text.

    Args:
        case: The case.
        names: The names of people, by pseudonym.
    """
    content = with_names(case.said, names)
    game, rules = str(content.get("game", "")), content.get("rules_in_force") or {}
    version = f", version {rules['version']}" if rules.get("version") else ""
    rows = [
        ("state", case.state),
        ("opened", f"{time_of(case.opened)} ({case.opened.zone})"),
        ("happened", _when(case)),
        ("about", content.get("summary", "")),
        ("table", content.get("table", "")),
        ("game", game_title(game)),
        ("seats", ", ".join(map(str, content.get("seats") or ()))),
        ("people", "; ".join(person(with_names(person_, names)) for person_ in case.people)),
        ("went wrong", "; ".join(fault(name) for name in case.faults if not is_question(name))),
        ("asked", "; ".join(fault(name) for name in case.faults if is_question(name))),
        ("facts", "; ".join(fact(name, value) for name, value in (content.get("facts") or {}).items())),
        ("gate", "; ".join(fact(name, value) for name, value in (content.get("gate") or {}).items())),
        ("rules", f"{set_title(rules['set'])}{version}, {rules['sha256'][:16]}" if rules else ""),
    ]
    return [(label, str(text)) for label, text in rows if text]


def _when(case: JournalCase) -> str:
    at = str(case.said.get("at_table") or "")
    return at.replace("T", " ") if at and at[:16] != case.opened.at.isoformat()[:16] else ""


def proposed(case: JournalCase, names: Names) -> list[tuple[str, str]]:
    """Return the proposed ruling of a case as pairs of label and text.

    Args:
        case: The case.
        names: The names of people, by pseudonym.
    """
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
    rows += [("ask", str(question.get("question", ""))) for question in detail.get("questions") or ()]
    rows += [("weigh", consideration) for consideration in detail.get("weigh") or ()]
    rows += [("the floor may", choice) for choice in detail.get("choices") or ()]
    return [(label, text) for label, text in rows if text]


def entry_block(case: JournalCase, entry: JournalEntry, names: Names) -> NumberedBlock:
    """Return an entry of a case in words, with its number and the first digits of its hash."""
    content = with_names(entry.said, names)
    who = "; ".join(person(person_) for person_ in content.get("people") or ()) if entry.kind != "opened" else ""
    head = Paragraph([strong(KINDS.get(entry.kind, entry.kind)), f": {who}" if who else "", f" ({time_of(entry)})"])
    lines = _lines(entry, content) if entry.body is not None else [("", "removed for good")]
    blocks = [head, *(Paragraph(f"{label}: {text}" if label else text) for label, text in lines)]
    if entry.seq in case.corrected:
        blocks.append(Paragraph([strong("Corrected later: "), with_names(case.corrected[entry.seq], names)], "say"))
    return NumberedBlock(entry.seq, (*blocks, Paragraph(entry.hash[:16], "small")))


def _lines(entry: JournalEntry, content: Branch) -> Iterator[tuple[str, str]]:
    if entry.kind == "decided":
        yield "decision", outcome(str(content.get("outcome", "")))
        if content.get("departs"):
            yield "departs from", outcome(str(content.get("proposed", "")))
            yield "reason", str(content.get("reason", ""))
            if content.get("basis"):
                yield "basis", f"fairness over the letter of the rules: {content['basis']}"
        elif content.get("reason"):
            yield "reason", str(content["reason"])
        if content.get("against"):
            yield "differs from", f"the earlier ruling here: case {', '.join(content['against'])}"
        if content.get("on_appeal"):
            yield "", "decided on appeal"
    elif entry.kind == "attached":
        yield "record", f"{content.get('file', '')}, act {content.get('at', '')}: {content.get('act', '')}"
        for finding in content.get("findings") or ():
            yield "finding", f"act {finding['act']}: {finding['title']} ({finding['code']})"
        return
    elif entry.kind == "corrected":
        yield "corrects", f"entry {content.get('entry')}"
        was = content.get("was") or {}
        for name, value in (content.get("now") or {}).items():
            if name in was:
                yield name, f"{_value(value)}; before: {_value(was[name]) or 'nothing'}"
            elif name == "ruling" and value:
                yield "proposed now", outcome(str(value.get("outcome", "")))
    elif entry.kind in OF_DECKS:
        yield from of_deck(entry.kind, content)
    elif entry.kind == "signed":
        yield "signs", f"the case up to entry {content.get('entry')}, {str(content.get('sha256', ''))[:16]}"
    if content.get("text"):
        yield "", str(content["text"])


def of_deck(kind: str, content: Branch) -> Iterator[tuple[str, str]]:
    """Yield the fields of an entry in the log of decks, except its text, as pairs of label and value.

    Args:
        kind: The kind of entry.
        content: The body of the entry.
    """
    if content.get("table"):
        yield "table", str(content["table"])
    if kind == "verified":
        yield "deck", str(content.get("deck", ""))
        finds = [f"{find['card'] or find['count']} {find['kind'].replace('_', ' ')}" for find in content.get("finds") or ()]
        came = "; ".join(finds) or ("nothing wrong" if content.get("ok") else "not every card could be read")
        yield "check", f"{count_of(content['cards'], 'card')}, {content.get('how')}: {came}"
    elif kind == "setup":
        yield "decks", ", ".join(map(str, content.get("decks") or ()))
    else:
        yield "out", str(content.get("out", ""))
        yield "in", str(content.get("in", ""))
        yield "because", str(content.get("cause", ""))
    if content.get("seal"):
        yield "seal", str(content["seal"])


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(fact(name, fact_value) for name, fact_value in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value or "")


def record_of(case: JournalCase, names: Names) -> list[tuple[str, str]]:
    """Return the records attached to a case, as pairs of name and text."""
    records = [with_names(entry.said, names) for entry in case.entries if entry.kind == "attached" and entry.body]
    return [(str(record.get("file", "")), str(record.get("text", ""))) for record in records]
