"""The common part of all kinds of attack: number of inputs, their start, the report and the counts.

Each module of this folder is one kind. An input is made from its number: `DEALERKIT_FIRST=417` begins with that one. Few are
tried every day; `DEALERKIT_LONG=100` tries a hundred times as many. The counts are in pytest's last lines.
"""

from __future__ import annotations

import json
import os
import random
import re
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner, Result

from dealerkit.cli.failure import DEBUG, OWN_ERROR
from dealerkit.cli.main import main
from tests.sampling import LONG

FIRST = int(os.environ.get("DEALERKIT_FIRST", "0"))
"""The number of the first input."""

MOST_SHOWN = 400
MOST_TOLD = 20
"""Number of failures that are reported in full."""

SHOWN = {"DEALERKIT_RULES": None, DEBUG: None, "COLUMNS": "100"}
OURS = "went wrong in dealerkit"
"""Part of a command's message that occurs only with an internal error."""


@attrs.define
class Attack:
    """A kind of attack: its inputs, and the failures.

    Attributes:
        kind: The target of the attack.
        daily: Number of inputs for every day.
        tell: The function for the counts: pytest's `record_property`.
        inputs: Number of inputs tried.
        failures: Each failed input, with the failure.
    """

    kind: str
    daily: int
    tell: Callable[[str, object], None]
    inputs: int = 0
    failures: list[str] = attrs.field(factory=list)

    def run(self, trial: Callable[[random.Random, Callable[[object], None]], None]) -> None:
        """Try every input; a failed one does not stop the others.

        Args:
            trial: Makes an input from a random source and tries it; it reports the input to the second argument.
        """
        for number in range(FIRST, FIRST + (self.daily * LONG or -(-self.daily // 2))):
            said: list[str] = []
            self.inputs += 1
            try:
                trial(random.Random(f"{self.kind}/{number}"), _into(said))
            except (Exception, pytest.fail.Exception):  # noqa: BLE001 - any error is a failure of this input
                told = [one[:MOST_SHOWN] for one in said]
                self.failures.append("\n".join([f"-- {self.kind} {number}", *told, traceback.format_exc(limit=-6)[-3000:]]))
        self.tell("attack", [self.kind, self.inputs, len(self.failures)])
        first = "\n".join(self.failures[:MOST_TOLD])
        assert not self.failures, f"{self.kind}: {len(self.failures)} of {self.inputs} inputs failed\n{first}"


def _into(said: list[str]) -> Callable[[object], None]:
    """Return a function that appends a trial's report."""
    return lambda what: said.append(str(what))


def run(*args: object, codes: Sequence[int] = (0, 1, 2), typed: str | bytes | None = None, **env: str) -> Result:
    """Run a command: its exit status must be in `codes`, without an internal error, and any JSON must be valid."""
    words = [str(arg) for arg in args]
    result = CliRunner().invoke(main, words, env={**SHOWN, **env}, input=typed)
    if result.exit_code == OWN_ERROR or OURS in result.output:
        result = CliRunner().invoke(main, words, env={**SHOWN, **env, DEBUG: "1"}, input=typed)
    told = f"{words} ended with {result.exit_code}\n{result.output[-2500:]}"
    assert result.exit_code in codes, told
    assert OURS not in result.output, told
    assert "Traceback (most recent" not in result.output, told
    if "--json" in (words[: words.index("--")] if "--" in words else words):  # after `--` it is a plain word
        try:
            json.loads(result.stdout or result.stderr.splitlines()[-1])
        except (ValueError, IndexError):
            pytest.fail(f"this is not JSON: {told}")
    return result


# -- bytes written by a careless or hostile hand

SIGNS = "²٣①½\u2028\x85\x0b\x0c\u202e\u2066\ufeff\x1b[31m\x9b2J\x07\x00\r\tÅ庄🂡'\"\\`$(){}[]<>&*!|%@#:;,-_=+?/~^"
TOKENS = [*(Path(__file__).parent / "tokens.txt").read_text(encoding="utf-8").split(), ""]
"""Words that are invalid nearly anywhere, or valid somewhere else."""

ENDS = (b"\n", b"\r\n", b"\r", b"\x0b", b"\x0c", b"\xc2\x85", b"\xe2\x80\xa8", b"\x00", b"")
_WORD = re.compile(rb"[^\s]+")


def mutated(data: bytes, rng: random.Random, words: Sequence[str] = ()) -> bytes:
    """Return a text with one error in it, or a few.

    Args:
        words: Words with a meaning in this kind of text, in addition to the words that are invalid anywhere.
    """
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        data = rng.choice(_MUTATIONS)(data, rng, words)
    return data


def _byte(data: bytes, rng: random.Random, words: Sequence[str]) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + bytes([rng.randrange(256)]) + data[at + rng.randrange(2) :]


def _sign(data: bytes, rng: random.Random, words: Sequence[str]) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(SIGNS).encode() * rng.choice((1, 1, 2, 3000)) + data[at:]


def _word(data: bytes, rng: random.Random, words: Sequence[str]) -> bytes:
    found = list(_WORD.finditer(data))
    if not found:
        return data
    old = rng.choice(found)
    pick = rng.random()
    if pick < 0.3:
        new = rng.choice(found).group()
    elif pick < 0.6 and words:
        new = rng.choice(words).encode("utf-8", "surrogateescape")
    elif pick < 0.95:
        new = rng.choice(TOKENS).encode()
    else:
        new = rng.choice((b"9", b"a", b"[", b"s", b" ", b"a.")) * rng.choice((50, 5000))
    return data[: old.start()] + new + data[old.end() :]


def _extra(data: bytes, rng: random.Random, words: Sequence[str]) -> bytes:
    found = list(_WORD.finditer(data))
    at = rng.choice(found).end() if found else 0
    new = rng.choice([*TOKENS, *words]).encode("utf-8", "surrogateescape")
    return data[:at] + b" " + new + data[at:]


def _number(data: bytes, rng: random.Random, words: Sequence[str]) -> bytes:
    found = list(re.finditer(rb"\d+", data))
    if not found:
        return data
    old = rng.choice(found)
    new = str(rng.choice((0, 1, -1, int(old.group()[:9]) + 1, -int(old.group()[:9]), 10**9, 10**30))).encode()
    return data[: old.start()] + new + data[old.end() :]


def _lines(data: bytes, rng: random.Random, words: Sequence[str]) -> bytes:
    lines = data.split(b"\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    how = rng.randrange(5)
    if how == 0:
        del lines[at]
    elif how == 1:
        lines.insert(at, lines[other])
    elif how == 2:
        lines[at], lines[other] = lines[other], lines[at]
    elif how == 3:
        lines[at] = rng.choice((b" ", b"\t", b"   ")) + lines[at]
    else:
        lines[at : at + 2] = [b" ".join(lines[at : at + 2])]
    return b"\n".join(lines)


def _cut(data: bytes, rng: random.Random, words: Sequence[str]) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] if rng.random() < 0.3 else data[:at] + data[at + rng.choice((1, 2, 10, 100)) :]


def _end(data: bytes, rng: random.Random, words: Sequence[str]) -> bytes:
    if rng.random() < 0.2:
        return data.replace(b"\n", rng.choice(ENDS))
    at = data.find(b"\n", rng.randrange(len(data) + 1))
    return data[:at] + rng.choice(ENDS) + data[at + 1 :] if at >= 0 else data


_MUTATIONS = (_byte, _sign, _word, _word, _word, _extra, _number, _lines, _lines, _cut, _end)


def some(paths: Iterator[Path] | Sequence[Path]) -> list[Path]:
    """Return files in a stable order."""
    return sorted(paths)


def maybe(rng: random.Random, chance: float, *words: Any) -> list[Any]:
    """Return the words with a given chance, else nothing."""
    return list(words) if rng.random() < chance else []
