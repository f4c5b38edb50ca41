"""A baseline: the fingerprints that a former run has written, to tell only what is new."""

from __future__ import annotations

import re
from pathlib import Path

from dealerkit.errors import RecordError
from dealerkit.jobs.archive.outputs.sarif import FINGERPRINT

_BLOCK = 1 << 20
_LONGEST = 80
"""Bytes that one of them takes at most, with its name."""

_FOUND = re.compile(
    rb'"(?:fingerprint|' + re.escape(FINGERPRINT.encode()) + rb')"\s*:\s*"([0-9a-f]{16})"|^([0-9a-f]{16}),', re.MULTILINE
)
_OURS = re.compile(rb'"\$schema"|"runs"\s*:|^fingerprint,file,|"fingerprint"\s*:')


def read_baseline(path: Path) -> frozenset[int]:
    """Read the fingerprints out of what `check` wrote: SARIF, JSON lines or CSV.

    The file may have gone through another's tool; of SARIF the partial fingerprints of ours are read wherever they stand.

    Args:
        path: The file.

    Returns:
        The fingerprints as whole numbers, which take less memory.

    Raises:
        RecordError: If it is none of these.
        OSError: If it cannot be read.
    """
    known = set[int]()
    ours = empty = False
    with path.open("rb") as stream:
        rest = b""
        empty = True
        while block := stream.read(_BLOCK):
            empty = False
            text = rest + block
            ours = ours or _OURS.search(text) is not None
            known.update(int(found[1] or found[2], 16) for found in _FOUND.finditer(text))
            rest = text[-_LONGEST:]
            if (cut := rest.rfind(b"\n")) >= 0:  # a line of CSV begins where one begins, not where a block does
                rest = rest[cut:]
    if not ours and not empty:
        hint = "name a file that `dealerkit check --out` wrote as .sarif, .jsonl or .csv"
        raise RecordError(str(path), 1, "this is no output of check: there is no fingerprint in it", hint)
    return frozenset(known)
