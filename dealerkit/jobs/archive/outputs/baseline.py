"""A baseline: the fingerprints of an earlier run, so that only new findings are shown."""

from __future__ import annotations

import csv
import itertools
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from dealerkit.errors import RecordError
from dealerkit.hands.phh.sources import endless, mode_of
from dealerkit.jobs.archive.outputs.sarif import FINGERPRINT, VERSION

_BLOCK: Final = 1 << 20
_MARK: Final = b"\xef\xbb\xbf"
_OURS: Final = re.compile(r"[0-9a-f]{16}")
_OF_LINES: Final = re.compile(rb'\s*\{\s*"fingerprint"\s*:')
_OF_CSV: Final = re.compile(rb'\s*"?fingerprint"?([,;\t])')
"""How the first line of a table begins; a spreadsheet may have put another character between the cells."""
_KEYS: Final = frozenset({"version", "runs", "results", "tool", "driver", "name", "partialFingerprints", FINGERPRINT})
"""Keys of SARIF that are looked at."""
_AGAIN: Final = "get the file again, or leave out --baseline"


class _Result(NamedTuple):
    """A result of SARIF.

    Attributes:
        fingerprint: Its fingerprint of ours; None if it has none.
    """

    fingerprint: object


def read_baseline(path: Path) -> frozenset[int]:
    """Read the fingerprints from an output of `check`: SARIF, JSON lines or CSV.

    The file may have gone through another tool; of SARIF only dealerkit's partial fingerprints are read.

    Args:
        path: The file.

    Returns:
        The fingerprints as whole numbers, which take less memory.

    Raises:
        RecordError: If the file has none of these formats, or is incomplete.
        OSError: If it cannot be read.
    """
    if (refused := endless(path, mode_of(path))) is not None:
        raise refused
    try:
        with path.open("rb") as stream:
            return frozenset(int(fingerprint, 16) for fingerprint in _fingerprints(str(path), stream))
    except UnicodeDecodeError:
        raise _none(str(path)) from None


def _none(file: str) -> RecordError:
    """Return the error for a file that is not an output of ours."""
    hint = "name a file that `dealerkit check --out` wrote as .sarif, .jsonl or .csv"
    return RecordError(file, 1, "the file was not written by `dealerkit check`: it has no fingerprints", hint)


def _fingerprints(file: str, stream: BinaryIO) -> Iterable[str]:
    """Return the fingerprints of a file by how it begins."""
    blank = b""
    while not (first := stream.readline(_BLOCK)).removeprefix(_MARK).strip():
        if not first:
            raise RecordError(file, 0, "the file is empty", "a run with no findings gives no baseline: leave out --baseline")
        blank += first
    lines = [*blank.splitlines(keepends=True), first]
    lines[0] = lines[0].removeprefix(_MARK)
    text = itertools.chain(lines, stream)
    if (table := _OF_CSV.match(lines[-1])) is not None:
        return _of_table(file, _ended(file, text), table[1].decode())
    if _OF_LINES.match(lines[-1]) is not None or _is_finding(lines[-1]):
        return _of_lines(file, _ended(file, text))
    if lines[-1].lstrip().startswith((b"{", b"\xff\xfe", b"\xfe\xff")):
        return _of_sarif(file, b"".join(text))
    raise _none(file)


def _ended(file: str, lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield lines, and refuse a last line that is cut off."""
    for number, line in enumerate(lines, 1):
        if not line.endswith(b"\n"):
            _whole(file, number, None)
        yield line


def _is_finding(line: bytes) -> bool:
    """Return whether a line is a finding, whatever the order of its keys."""
    try:
        return "fingerprint" in json.loads(line)
    except (ValueError, TypeError, RecursionError):
        return False


def _of_lines(file: str, lines: Iterable[bytes]) -> Iterator[str]:
    """Yield the fingerprints of JSON lines."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            fingerprint = json.loads(line)["fingerprint"]
        except (ValueError, KeyError, TypeError, RecursionError):
            fingerprint = None
        yield _whole(file, number, fingerprint)


def _of_table(file: str, lines: Iterable[bytes], between: str) -> Iterator[str]:
    """Yield the fingerprints of CSV, from its first column."""
    rows = csv.reader((line.decode("utf-8", "surrogateescape") for line in lines), delimiter=between, strict=True)
    columns = 0
    try:
        for row in rows:
            if not columns:
                columns = len(row)
            elif row:
                yield _whole(file, rows.line_num, row[0] if len(row) == columns else None)
    except csv.Error:
        _whole(file, rows.line_num, None)


def _whole(file: str, line: int, result: object) -> str:
    """Return the fingerprint of a line.

    Raises:
        RecordError: If there is none.
    """
    if isinstance(result, str) and _OURS.fullmatch(result):
        return result
    raise RecordError(file, line, "this line is not a complete finding", _AGAIN)


def _of_sarif(file: str, text: bytes) -> Iterator[str]:
    """Yield the fingerprints of SARIF."""
    try:
        document = json.loads(text, object_pairs_hook=_looked_at)
    except json.JSONDecodeError as error:
        raise RecordError(file, error.lineno, f"this is not complete JSON: {error.msg}", _AGAIN, column=error.colno) from None
    except RecursionError:
        raise _none(file) from None
    if not isinstance(document, dict) or not isinstance(runs := document.get("runs"), list):
        raise _none(file)
    if (version := document.get("version", VERSION)) != VERSION:
        raise RecordError(file, 0, f"this is SARIF version {version!r}", f"check reads and writes version {VERSION}")
    for number, run in enumerate(runs, 1):
        results = run.get("results") if isinstance(run, dict) else None
        if not isinstance(results, list):
            raise RecordError(file, 0, f"run {number} has no list of results", _AGAIN)
        ours = run.get("tool") == {"driver": {"name": "dealerkit"}}
        for place, result in enumerate(results, 1):
            fingerprint = result.fingerprint if isinstance(result, _Result) else None
            if isinstance(fingerprint, str) and _OURS.fullmatch(fingerprint):
                yield fingerprint
            elif ours or fingerprint is not None or not isinstance(result, dict | _Result):
                raise RecordError(file, 0, f"result {place} of run {number} has no fingerprint from `dealerkit check`", _AGAIN)


def _looked_at(pairs: list[tuple[str, object]]) -> object:
    """Reduce a SARIF object while it is parsed: a result to its fingerprint, for there may be a million."""
    fields = {key: value for key, value in pairs if key in _KEYS}
    prints = fields.get("partialFingerprints")
    return _Result(prints.get(FINGERPRINT)) if isinstance(prints, dict) else fields
