"""Reports of `dealerkit lint`: problems of rule files, texts missing in a language, citations not read in full."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from dealerkit.errors import Problem
from dealerkit.files.plain_data import as_plain
from dealerkit.files.printable import printable
from dealerkit.files.screen_text import count_of, heading, line
from dealerkit.rules.lint.sources import Sources
from dealerkit.rules.readings import GRADES, OURS
from dealerkit.rules.source_excerpt import parts


@attrs.frozen
class LintReport:
    """The problems of rule files.

    Attributes:
        errors: Errors.
        old: Uses of names of an earlier release, which still work.
        notes: Possible oversights; None if they were not asked for and there are no remarks.
        left_out: Sentences on files that were not checked.
    """

    errors: Sequence[Problem]
    old: Sequence[Problem]
    notes: Sequence[Problem] | None = None
    left_out: Sequence[str] = ()

    def as_json(self) -> dict[str, object]:
        """Return each list under its name, as a list with a map for each problem."""
        document: dict[str, object] = {"errors": as_plain(self.errors), "old": as_plain(self.old)}
        if self.left_out:
            document["left_out"] = list(self.left_out)
        return document if self.notes is None else {**document, "notes": as_plain(self.notes)}

    def lines(self) -> Iterator[str]:
        """Yield notes, old names and problems, each with its line of the file."""
        notes = self.notes or ()
        yield from _problem_lines([*parts(notes, "note: "), *parts(self.old, "old: "), *parts(self.errors)])
        if notes:
            yield count_of(len(notes), "note")
        yield count_of(len(self.errors), "problem") if self.errors else "ok  no problems found"
        yield from map(line, self.left_out)


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
        return {"lang": self.lang, "untranslated": as_plain(self.problems)}

    def lines(self) -> Iterator[str]:
        """Yield each text with its line of the file."""
        yield from _problem_lines(parts(self.problems))
        missing = count_of(len(self.problems), "text")
        yield f"{missing} not translated into {self.lang}" if self.problems else f"ok  every text is translated into {self.lang}"


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
                yield line(places[0]["look_up"], 2, "available from: ")
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
        of = f"read: {report['read']} of {count_of(report['cited'], 'citation')}"
        yield f"{of}. Listed above: {count_of(rest, 'place')} not read in full" if rest else f"ok  {of}"


def _times(entry: dict[str, Any]) -> str:
    return f" ({len(entry['where'])} times)" if len(entry["where"]) > 1 else ""


def _problem_lines(problems: Iterable[str]) -> Iterator[str]:
    """Yield the lines of problems, with an empty line after each problem."""
    for problem in problems:
        yield from printable(problem).split("\n")
        yield ""
