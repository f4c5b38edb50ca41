"""Reports of `dealerkit explain` and `dealerkit search`: one entry in full, and the entries that fit some words."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from dealerkit.catalogue.entries import Departure, Entry, RuledCase
from dealerkit.catalogue.lookup import Hit
from dealerkit.files.late_modules import late_imports
from dealerkit.files.screen_text import SEVERITY_COLOURS, count_of, heading, line, style, table
from dealerkit.rulings.outcome_words import ANSWER, DOUBT, OUTCOMES

with late_imports():  # a search needs neither citations nor questions
    from dealerkit.rules import readings
    from dealerkit.rulings import facts

COMMAND = "command"
"""Kind of a hit that is a command of dealerkit."""


@attrs.frozen
class Explanation:
    """All entries of one name, as a report.

    Attributes:
        entries: Entries with the name, the most likely first.
        rules: Names or paths of the rule sets, as the user gave them; none for all.
        printed: For each entry, the rows of tables that it refers to, as printed on paper; empty if the report is for a program.
        own: For each entry, the house's own wording in place of dealerkit's; empty if it has none.
    """

    entries: tuple[Entry, ...]
    rules: tuple[str, ...] = ()
    printed: Sequence[Sequence[str]] = ()
    own: Sequence[Sequence[str]] = ()

    def as_json(self) -> dict[str, object]:
        """Return the most likely entry as plain data, with the others under `also`."""
        first, *others = [
            entry.as_json() | ({"house_wording": list(own)} if own else {})
            for entry, own in zip(self.entries, self.own or [()] * len(self.entries), strict=True)
        ]
        return {**first, "also": others}

    def lines(self) -> Iterator[str]:
        """Yield the entries, one after the other."""
        for number, entry in enumerate(self.entries):
            if number:
                yield ""
            printed = [*(self.printed[number] if self.printed else ()), *(self.own[number] if self.own else ())]
            yield from _entry(entry, self.rules, printed)


@attrs.frozen
class SearchReport:
    """The result of a search by words: commands first, then the entries that fit best.

    Attributes:
        sought: Words of the search.
        commands: Commands of dealerkit that fit, each as plain data in the form of a hit.
        hits: Entries that fit, the best first.
        limit: Most hits shown.
    """

    sought: str
    commands: Sequence[Mapping[str, object]]
    hits: Sequence[Hit]
    limit: int

    def _rows(self) -> list[Mapping[str, Any]]:
        entries = [
            {name: getattr(hit.entry, name) for name in ("id", "kind", "title", "severity", "game")}
            | {"games": list(hit.games), "excerpt": hit.excerpt, "score": hit.score, "where": hit.entry.where}
            for hit in self.hits
        ]
        return [*self.commands, *entries][: self.limit]

    def as_json(self) -> dict[str, object]:
        """Return a map with the words of the search, and a list with a map for each hit."""
        return {"query": self.sought, "hits": self._rows()}

    def lines(self) -> Iterator[str]:
        """Yield each hit as lines of text, with the part of its text that fits."""
        hits = self._rows()
        if not hits:
            yield f"Nothing found for '{self.sought}'; try fewer words, or the word you'd use at the table."
        for hit in hits:
            if hit["kind"] == COMMAND:
                yield f"{heading('dealerkit ' + hit['id'])}  {hit['title']}  ({COMMAND})"
                continue
            kind = f"{hit['kind']}, {hit['severity']}" if hit["severity"] else hit["kind"]
            if hit["games"]:
                kind += f" of {count_of(len(hit['games']), 'game')}"
            elif hit["kind"] == "option":
                kind += f" of {hit['game']}"
            yield f"{heading(hit['id'])}  {hit['title']}  ({kind})"
            if hit["excerpt"] and hit["excerpt"] != hit["title"]:
                yield line(hit["excerpt"], 4)


def _entry(entry: Entry, rules: tuple[str, ...], printed: Sequence[str]) -> Iterator[str]:
    kind = f"{entry.kind} of {entry.game}" if entry.game and entry.kind != "game" else entry.kind
    severity = f", {style(entry.severity, fg=SEVERITY_COLOURS.get(entry.severity))}" if entry.severity else ""
    yield f"{heading(entry.id)}  {entry.title}  ({kind}{severity})"
    yield from _what(entry)
    if entry.kind == "word":
        yield from _step_word(entry)
    if entry.kind == "work":
        yield from _work(entry)
    yield from map(line, printed)
    if entry.rules:
        yield line(", ".join(entry.rules), 2, "rule: ")
    if entry.cite:
        yield line(_place(entry), 2, "source: ")
    if entry.kind == "finding" and entry.cases and not rules:
        faults = dict.fromkeys(case.fault for case in entry.cases)
        yield line("; ".join(f"{fault} (dealerkit rule {fault}, dealerkit explain {fault})" for fault in faults), 2, "rulings: ")
    else:
        yield from _cases(entry.cases, entry.more.get("handed_down", {}))
    yield from _departures(entry.departures)
    if entry.see:
        yield line(", ".join(entry.see), 2, "see also: ")
    if entry.where:
        yield line(entry.where, 2, "in: ")


def _what(entry: Entry) -> Iterator[str]:
    """Yield the lines on an entry, by its kind."""
    more: dict[str, Any] = dict(entry.more)
    if entry.kind == "finding":
        if more["why"]:
            yield line(more["why"], 2, "why: ")
        if more["remedy"]:
            yield line(more["remedy"], 2, "> ")
        return
    if entry.kind == "remedy":
        for number, step in enumerate(more["steps"], 1):
            yield line(step, 2, f"{number}. ")
        if more["then"]:
            yield line("; ".join(f"{what} the {part}" for what, part in more["then"].items()), 2, "then: ")
        return
    if entry.text:
        yield line(entry.text)
    for sentence, played in more.get("elsewhere", {}).items():
        yield line(sentence, 2, f"in {', '.join(played)}: ")
    if entry.kind in ("fault", "question"):
        yield from _asked(more)
    if entry.kind == "fact":
        answers = more["answers"] or dict.fromkeys(more["allowed"], "")
        yield table([({"true": "yes", "false": "no"}.get(word, word), meaning) for word, meaning in answers.items()], indent=4)
        if more["assume"] is not None:
            yield line(f"assumed to be {more['assume']} unless stated otherwise")
    if entry.kind == "option":
        yield from _answers(more)
    if entry.kind == "game":
        yield line(" to ".join(map(str, more["players"])), 2, "players: ")
        yield table(list(more["options"].items()), indent=4)
    if entry.kind == "set" and more["chain"][1:]:
        yield line(f"sha256 {more['sha256'][:16]}")


def _asked(more: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines on the facts of a fault or a question: what is asked, by which other names, and what is assumed."""
    if more["facts"]:
        yield line("what the floor will ask:")
        yield table(list(more["facts"].items()), indent=4)
        if more["answers"]:
            yield line("what the answers mean:")
        for fact, answers in more["answers"].items():
            yield line("; ".join(f"{value}: {meaning}" for value, meaning in answers.items()), 4, f"{fact}  ")
    if more["other_names"]:
        yield line("; ".join(f"{word} for {fact}" for word, fact in more["other_names"].items()), 2, "also understood: ")
    if more["usual"]:
        yield line("; ".join(f"{fact} {value}" for fact, value in more["usual"].items()), 2, "assumed unless you say otherwise: ")


def _answers(more: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines on the values of an option, and on the one in force."""
    meanings = more.get("meanings") or {}
    yield line(", ".join(more["allowed"]), 2, "values: ")
    if meanings:
        yield table(list(meanings.items()), indent=4)
    meant = f": {meanings[more['value']]}" if more["value"] in meanings else ""
    changed = "" if more["value"] == more["default"] else f" (default {more['default']})"
    yield line(f"{more['value']}{meant}{changed}", 2, "in force: ")


def _step_word(entry: Entry) -> Iterator[str]:
    """Yield the lines on a word of `do:`: compulsory and optional parameters, an example, its users."""
    more = entry.more
    for meaning in more["words"]:
        indent = 2
        if meaning["text"]:
            yield line(f"what: {', '.join(meaning['what'])}" if meaning["what"] else "without what:", 2, "- ")
            yield line(meaning["text"], 4)
            indent = 4
        yield line(", ".join(meaning["verbs"]), indent, "acts: ")
        listed = [
            "; ".join(
                _parameter(name, meaning["values"].get(name, ()), meaning["instead"].get(name, ())) for name in meaning[key]
            )
            for key in ("needs", "may")
        ]
        yield line(listed[0] or "nothing", indent, "needed: ")
        if listed[1]:
            yield line(listed[1], indent, "optional: ")
    if more["example"]:
        yield line(f"{more['example']} ({more['example_in']})", 2, "example: ")
    for label in ("games", "remedies"):
        if more[label]:
            yield line(", ".join(more[label]), 2, f"{label}: ")


def _parameter(name: str, values: Sequence[str], instead: Sequence[str]) -> str:
    return (f"{name} ({' or '.join(values)})" if values else name) + "".join(f", or {other}" for other in instead)


def _work(entry: Entry) -> Iterator[str]:
    """Yield the lines on a work: the address to look it up, the contents of its places, and the grade of places not
    read in full.
    """
    if entry.look_up:
        yield line(entry.look_up, 2, "available from: ")
    if places := entry.more["places"]:
        yield line("what the cited section says:")
    for place, grade, holds in places:
        doubt = f" ({DOUBT[grade]})" if grade in DOUBT else ""
        yield line(f"{place}{doubt}" + (f": {holds}" if holds else ""), 4, "- ")


def _cases(cases: tuple[RuledCase, ...], handed_down: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines on each set's rulings. Cases inherited from another requested set are named, so that no list looks complete
    without them.
    """
    if cases:
        yield line("answered:" if _all_questions(cases) else "ruled:")
    for (rules_set, fault), group in itertools.groupby(cases, key=lambda case: (case.rules_set, case.fault)):
        yield line(f"{rules_set}, {fault}", 4)
        for case in group:
            remedies = f", {', '.join(case.remedies)}" if case.remedies else ""
            ruled = case.say if case.outcome == ANSWER else OUTCOMES.get(case.outcome, case.outcome)
            yield line(f"{case.when or 'otherwise'}: {ruled} ({case.rules[0]}{remedies})", 6, "- ")
            yield line(case.because, 8)
            yield line(f"{case.cite}; {case.where}", 8)
        if rest := handed_down.get(rules_set):
            yield line(f"same as {rest['from']}: {'; '.join(when or 'otherwise' for when in rest['when'])}", 6, "- ")
    ruling = {case.rules_set for case in cases}
    for rules_set, whole in handed_down.items():
        if rules_set not in ruling:
            yield line(f"{rules_set}: all the same as {whole['from']}", 4)
    places = dict.fromkeys(_place(case) for case in cases if case.verified != readings.OURS and (case.holds or case.look_up))
    ours = dict.fromkeys(case.cite for case in cases if case.verified == readings.OURS)
    if places or ours:
        yield line("what the cited sections say:")
    for place in places:
        yield line(place, 4, "- ")
    if ours:
        yield line(f"{'; '.join(ours)}: our own choice, since no rule book covers it; a house may decide differently", 4, "- ")


def _all_questions(cases: tuple[RuledCase, ...]) -> bool:
    """Return whether all cases answer questions that involve no slip."""
    if all(case.outcome != ANSWER for case in cases):
        return False
    return all(facts.is_question(case.fault) for case in cases)


def _place(cited: Entry | RuledCase) -> str:
    """Return the text on a cited place: how far it was read, its contents, and the address to look it up."""
    doubt = f" ({DOUBT[cited.verified]})" if cited.verified in DOUBT else ""
    holds = f": {cited.holds}" if cited.holds else ""
    return f"{cited.cite}{doubt}{holds}" + (f"; available from: {cited.look_up}" if cited.look_up else "")


MOST_DEPARTURES = 8
"""Most departures shown."""


def _departures(departures: tuple[Departure, ...]) -> Iterator[str]:
    if departures:
        yield line("where a rule set differs from the one it extends:")
    shown_departures = [departure for departure in departures if not departure.path.endswith(".source")]
    for departure in shown_departures[:MOST_DEPARTURES]:
        what = {"added": "adds", "removed": "removes", "moved": "moves"}.get(departure.kind, "changes")
        old, new = departure.old, departure.new
        change = f": {old} -> {new or 'none'}" if old else f": {new}" if new else ""
        base = f" ({departure.base}: {departure.base_where})" if departure.base_where else ""
        yield line(f"{departure.rules_set} {what} {departure.path}{change}; {departure.where}{base}", 4, "- ")
    if len(shown_departures) > MOST_DEPARTURES:
        yield line(f"... and {len(shown_departures) - MOST_DEPARTURES} more; --json has them all", 4)
    if cited := len(departures) - len(shown_departures):
        yield line(f"and cites another source in {count_of(cited, 'case')}", 4, "- ")
