"""The body of a promotion's event in the journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict


class WrittenAnswer(TypedDict, total=False):
    """The answer of a claim to a clause, and the code of the finding from it; empty if there is none."""

    clause: str
    answer: str
    said: str
    finding: str


class WrittenFinding(TypedDict):
    """A finding in a claim: its code, and its sentence."""

    code: str
    said: str


class WrittenTable(TypedDict):
    """A table of the room, with the seats that had cards."""

    table: str
    seats: Sequence[int]


class WrittenAward(TypedDict):
    """A part of a prize that goes to one seat. The amount is in the smallest units of money."""

    award: int
    claim: int
    role: str
    table: str
    seat: int
    who: str
    amount: int


EventBody = TypedDict(
    "EventBody",
    {
        "promotion": str,
        "kept": str,
        "run": int,
        "zone": str,
        "from": str,
        "until": str,
        "next_claim": int,
        "next_award": int,
        "claim": int,
        "claims": Sequence[int],
        "answers": Sequence[WrittenAnswer],
        "findings": Sequence[WrittenFinding],
        "value": int,
        "counted": str,
        "game": str,
        "hole": Sequence[str],
        "board": Sequence[str],
        "cards": Sequence[str],
        "name": str,
        "dealt": Sequence[int],
        "room": Sequence[WrittenTable],
        "record": Mapping[str, object],
        "who": str,
        "table": str,
        "seat": int,
        "time": str,
        "back": bool,
        "drop": bool,
        "holders": Sequence[int],
        "others": Sequence[int],
        "awards": Sequence[WrittenAward],
        "windows": int,
        "prize": int,
        "amount": int,
        "said": Sequence[str],
        "decided": Sequence[int],
        "winners": Sequence[int],
        "reason": str,
        "award": int,
        "transfers": Sequence[tuple[str, str, int]],
        "accounts": Mapping[str, int],
    },
    total=False,
)
"""The body of an event of a promotion: every key that events have; the kind of event decides which it has.

Times are ISO 8601, money is in the smallest units, claims and awards are numbered from 1.
"""
