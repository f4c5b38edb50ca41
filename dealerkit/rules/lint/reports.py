"""Reports of `dealerkit lint`: problems of rule files, texts missing in a language, citations not read in full."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from dealerkit.errors import Problem
from dealerkit.files.screen_text import heading, line, width
from dealerkit.rules.lint.sources import Sources
from dealerkit.rules.readings import GRADES, OURS
from dealerkit.rules.source_excerpt import excerpt, lines_of


@attrs.frozen
class LintReport:
    """The problems of rule files.

    Attributes:
        errors: What is wrong.
        old: What is written as in an earlier release, and still works.
        notes: What is not wrong, but may be an oversight; None if nobody asked and there is nothing to remark.
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
        rows, notes = _rows(self.errors), _rows(self.notes or ())
        texts: dict[str, list[str]] = {}
        for row in notes:
            yield from _row(row, "note: ", texts)
        for row in _rows(self.old):
            yield from _row(row, "old: ", texts)
        for row in rows:
            yield from _row(row, "! ", texts)
        if notes:
            yield f"{len(notes)} note{'s' * (len(notes) != 1)}"
        yield f"{len(rows)} problem{'s' * (len(rows) != 1)}" if rows else "ok  nothing to say against these rule files"


@attrs.frozen
class Untranslated:
    """The texts that are not said in a language.

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
        rows = _rows(self.problems)
        texts: dict[str, list[str]] = {}
        for row in rows:
            yield from _row(row, "", texts)
        yield (
            f"{len(rows)} text{'s' * (len(rows) != 1)} not said in {self.lang}"
            if rows
            else f"ok  every text is said in {self.lang}"
        )


@attrs.frozen
class UnreadSources:
    """The citations that were not read in full, by work and place.

    Attributes:
        sources: What is cited.
    """

    sources: Sources

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return attrs.asdict(self.sources)

    def lines(self) -> Iterator[str]:
        """Yield each work with its places, by how far they were read."""
        found = self.as_json()
        for _, group in itertools.groupby(found["unread"], key=lambda one: one["work"]):
            places = list(group)
            yield heading(places[0]["title"])
            if places[0]["look_up"]:
                yield line(places[0]["look_up"], 2, "look it up: ")
            for grade, listed in itertools.groupby(places, key=lambda one: one["verified"]):
                yield line(f"{GRADES[grade]}:", 2)
                if grade == OURS:
                    yield line("; ".join(f"{one['section']}{_times(one)}" for one in listed), 4)
                else:
                    for one in listed:
                        yield line(
                            f"{one['section'] or 'as a whole'}{_times(one)}" + (f": {one['holds']}" if one["holds"] else ""),
                            4,
                            "- ",
                        )
            yield ""
        rest = len(found["unread"])
        of = f"{found['read']} of {found['cited']} citations are of places that were read"
        yield f"{of}; what remains is above, {rest} place{'s' * (rest != 1)}" if rest else f"ok  {of}"


def _times(one: dict[str, Any]) -> str:
    return f" ({len(one['where'])} times)" if len(one["where"]) > 1 else ""


def _rows(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    return [attrs.asdict(problem) for problem in problems]


def _row(row: dict[str, Any], sign: str, texts: dict[str, list[str]]) -> Iterator[str]:
    """Tell of one problem, with the line that it stands in.

    Args:
        row: The problem.
        sign: What stands before it.
        texts: The lines of files that were read before, by the file's name; this one's are put there.
    """
    yield f"{row['file']}:{row['line']}:{row['column']}" if row["line"] else row["file"]
    yield line(f"{row['path']}: {row['message']}" if row["path"] else row["message"], 2, sign)
    if row["line"]:
        if row["file"] not in texts:
            texts[row["file"]] = lines_of(row["file"])
        if row["line"] <= len(text := texts[row["file"]]):
            yield from (f"  {shown}" for shown in excerpt(text[row["line"] - 1], row["line"], row["column"], width() - 2))
    if row["hint"]:
        yield line(row["hint"], 4, "> ")
