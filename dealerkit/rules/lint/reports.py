"""Reports of `dealerkit lint`: problems of rule files, texts missing in a language, citations not read in full."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from dealerkit.errors import Problem
from dealerkit.files.printable import printable
from dealerkit.files.screen_text import heading, line
from dealerkit.rules.lint.sources import Sources
from dealerkit.rules.readings import GRADES, OURS
from dealerkit.rules.source_excerpt import parts


@attrs.frozen
class LintReport:
    """The problems of rule files.

    Attributes:
        errors: Errors.
        old: Uses of names of an earlier release, which still work.
        notes: Possible oversights; None if nobody asked and there are no remarks.
    """

    errors: Sequence[Problem]
    old: Sequence[Problem]
    notes: Sequence[Problem] | None = None

    def as_json(self) -> dict[str, object]:
        """Return each list, a map a problem."""
        document: dict[str, object] = {"errors": _rows(self.errors), "old": _rows(self.old)}
        return document if self.notes is None else {**document, "notes": _rows(self.notes)}

    def lines(self) -> Iterator[str]:
        """Yield notes, old words and problems, each with the line it stands in."""
        notes = self.notes or ()
        yield from _problem_lines([*parts(notes, "note: "), *parts(self.old, "old: "), *parts(self.errors)])
        if notes:
            yield f"{len(notes)} note{'s' * (len(notes) != 1)}"
        many = len(self.errors)
        yield f"{many} problem{'s' * (many != 1)}" if many else "ok  no problems found"


@attrs.frozen
class Untranslated:
    """Texts without a translation into a language.

    Attributes:
        lang: The language's tag.
        problems: The texts.
    """

    lang: str
    problems: Sequence[Problem]

    def as_json(self) -> dict[str, object]:
        """Return the language, and a map for each text."""
        return {"lang": self.lang, "untranslated": _rows(self.problems)}

    def lines(self) -> Iterator[str]:
        """Yield each text with the line it stands in."""
        yield from _problem_lines(parts(self.problems))
        many = len(self.problems)
        yield f"{many} text{'s' * (many != 1)} not said in {self.lang}" if many else f"ok  every text is said in {self.lang}"


@attrs.frozen
class UnreadSources:
    """Citations not read in full, by work and place.

    Attributes:
        sources: The cited places.
    """

    sources: Sources

    def as_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return attrs.asdict(self.sources)

    def lines(self) -> Iterator[str]:
        """Yield each work with its places, by how far they were read."""
        report = self.as_json()
        for _, group in itertools.groupby(report["unread"], key=lambda item: item["work"]):
            places = list(group)
            yield heading(places[0]["title"])
            if places[0]["look_up"]:
                yield line(places[0]["look_up"], 2, "look it up: ")
            for grade, listed in itertools.groupby(places, key=lambda place: place["verified"]):
                yield line(f"{GRADES[grade]}:", 2)
                if grade == OURS:
                    yield line("; ".join(f"{place['section']}{_times(place)}" for place in listed), 4)
                else:
                    for place in listed:
                        yield line(
                            f"{place['section'] or 'as a whole'}{_times(place)}"
                            + (f": {place['holds']}" if place["holds"] else ""),
                            4,
                            "- ",
                        )
            yield ""
        rest = len(report["unread"])
        of = f"{report['read']} of {report['cited']} citations are of places that were read"
        yield f"{of}; what remains is above, {rest} place{'s' * (rest != 1)}" if rest else f"ok  {of}"


def _times(entry: dict[str, Any]) -> str:
    return f" ({len(entry['where'])} times)" if len(entry["where"]) > 1 else ""


def _rows(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    return [attrs.asdict(problem) for problem in problems]


def _problem_lines(problems: Iterable[str]) -> Iterator[str]:
    """Yield the lines of problems, an empty one after each."""
    for problem in problems:
        yield from printable(problem).split("\n")
        yield ""
