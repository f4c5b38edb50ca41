"""The recorded hands for the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dealerkit.hands.phh.hand import PhhHand, read_hands

HANDS = Path(__file__).resolve().parents[2] / "data" / "phh"
FILES = sorted(path for path in HANDS.rglob("*.phh*") if not path.name.startswith("mutants"))


def unbroken(every: int = 1) -> Iterator[tuple[str, PhhHand]]:
    """Yield each unbroken hand under its key in `expected.json`; or one in `every`."""
    for path in FILES:
        for at, hand in enumerate(read_hands(path)):
            assert isinstance(hand, PhhHand), hand
            if (at + len(path.name)) % every == 0:
                yield path.relative_to(HANDS).as_posix() + (f"#{hand.section}" if hand.section else ""), hand
