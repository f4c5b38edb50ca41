"""Findings in SARIF 2.1.0, the format that code hosts and editors read. Source: OASIS, SARIF version 2.1.0 plus errata 01."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from typing import BinaryIO, Final
from urllib.parse import quote

from dealerkit import __version__
from dealerkit.hands.listing import OtherFiles
from dealerkit.jobs.archive.outputs.rows import CheckedRow, FindingRow
from dealerkit.jobs.archive.values import NotJudged

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
VERSION: Final = "2.1.0"
FINGERPRINT: Final = "dealerkitHand/v1"
"""Name of our fingerprints among those of others."""

LEVELS: Final = {"critical": "error", "major": "warning", "minor": "note"}
"""The level of SARIF for each severity."""


_PROPERTIES = (
    "table", "dealer", "time", "zone", "players", "game", "rules", "round", "act", "severity", "cite", "follows",
)  # fmt: skip
"""Columns of a finding that are written as properties of its result, unless empty."""


class Sarif:
    """Writer of SARIF: one result for each finding, and at the end the descriptions of their codes.

    Args:
        stream: The output.
        baseline: Whether findings of an earlier run are left out; those written are then marked as new.
    """

    def __init__(self, stream: BinaryIO, *, baseline: bool = False) -> None:
        self._stream = stream
        self._baseline = baseline
        self._rules: dict[str, dict[str, object]] = {}
        self._places: dict[str, int] = {}
        self._first = True
        self._write(f'{{\n"$schema": "{SCHEMA}",\n"version": "{VERSION}",\n"runs": [{{\n"columnKind": "unicodeCodePoints",\n')
        self._write('"properties": {"writtenBy": "dealerkit archive 1"},\n"results": [')

    def _write(self, text: str) -> None:
        self._stream.write(text.encode("utf-8", "backslashreplace"))

    def hand(self, hand: CheckedRow | None, finding_rows: Sequence[FindingRow]) -> None:  # noqa: ARG002 - of hands others tell
        """Write the findings of a hand."""
        for row in finding_rows:
            self._write(("\n" if self._first else ",\n") + json.dumps(self._result(row), ensure_ascii=False))
            self._first = False

    def end(self, left: Mapping[NotJudged, int], passed: OtherFiles) -> None:
        """Write the codes' descriptions, the number of records that were not judged, and the files that are not records."""
        driver = {"name": "dealerkit", "version": __version__, "rules": list(self._rules.values())}
        run: dict[str, object] = {"tool": {"driver": driver}}
        notes = [_notification("warning", f"{left.told(records)}: {left.why}") for left, records in left.items()]
        if passed.files:
            notes.append(_notification("note", passed.told()))
        if notes:
            run["invocations"] = [{"executionSuccessful": True, "toolExecutionNotifications": notes}]
        rest = ",\n".join(f'"{name}": {json.dumps(value, ensure_ascii=False)}' for name, value in run.items())
        self._write(f"\n],\n{rest}\n}}]\n}}\n")

    def _result(self, row: FindingRow) -> dict[str, object]:
        place = self._places.get(row.code)
        if place is None:
            place = self._places[row.code] = len(self._places)
            self._rules[row.code] = _rule(row)
        properties = {name: value for name in _PROPERTIES if (value := getattr(row, name))}
        physical: dict[str, object] = {"artifactLocation": {"uri": uri(row.file)}}
        if row.line:
            physical["region"] = {"startLine": row.line, "startColumn": 1}
        result: dict[str, object] = {
            "ruleId": row.code,
            "ruleIndex": place,
            "level": LEVELS.get(row.severity, "warning"),
            "message": {"text": message(row)},
            "locations": [
                {
                    "physicalLocation": physical,
                    **({"logicalLocations": [{"name": row.hand, "kind": "hand"}]} if row.hand else {}),
                }
            ],
            "partialFingerprints": {FINGERPRINT: row.fingerprint},
            "properties": {**properties, **({"selfCorrected": True} if row.self_corrected else {})},
        }
        if self._baseline:
            result["baselineState"] = "new"
        return result


def _notification(level: str, text: str) -> dict[str, object]:
    """Return a sentence about the run itself."""
    return {"level": level, "message": {"text": text}}


def message(row: FindingRow) -> str:
    """Return a finding in a sentence or two: its title, the act, the step due."""
    due = f"; due: {row.due}" if row.due else ""
    text = f": {row.said}{due}" if row.said else ""
    return f"{row.title or row.code}{text}"


def _rule(row: FindingRow) -> dict[str, object]:
    """Return the description of a code, once for all results: title, reason, remedy, rule ids."""
    remedy = f"What to do: {row.remedy}" if row.remedy else ""
    rules = f"Rules: {', '.join(row.cite)}" if row.cite else ""
    help_ = "\n\n".join(part for part in (row.why, remedy, rules) if part)
    return {
        "id": row.code,
        "shortDescription": {"text": row.title or row.code},
        **({"fullDescription": {"text": row.why}} if row.why else {}),
        "help": {"text": f"{help_}\n\ndealerkit explain {row.code}".strip()},
        "defaultConfiguration": {"level": LEVELS.get(row.severity, "warning")},
        "properties": {"tags": [row.code.partition("/")[0]], "cite": list(row.cite)},
    }


def uri(file: str) -> str:
    """Return a file as a URI: relative if it is below the working folder, else with `file:`.

    >>> uri("june/table 4.txt"), uri("-")
    ('june/table%204.txt', 'stdin')

    Args:
        file: The file, as it was named.
    """
    if file == "-" or not file:
        return "stdin"
    path = PurePath(file)
    text = path.as_posix().encode("utf-8", "surrogateescape")
    if path.is_absolute():
        return f"file://{quote(text)}"
    if ".." in path.parts:
        return f"file://{quote(Path(file).absolute().as_posix().encode('utf-8', 'surrogateescape'))}"
    return quote(text).replace(":", "%3A")
