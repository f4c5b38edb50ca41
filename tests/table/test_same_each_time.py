"""The same seed deals the same round in every process: nothing hangs on where a value lies or how a text is hashed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

DEALT = """
import hashlib
from dealerkit.errors import Impossible
from dealerkit.rules.games import games
from dealerkit.table.table import Table

for name in games():
    table = Table(name, seed=3)
    try:
        for _ in range(160):
            table.advance()
    except Impossible:
        pass
    print(name, hashlib.sha256("\\n".join(map(str, table.log)).encode()).hexdigest())
"""


def dealt(seed: str) -> list[str]:
    """What is dealt of every game by players who only go on, in a process of its own."""
    made = subprocess.run(
        [sys.executable, "-c", DEALT],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return made.stdout.splitlines()


@pytest.mark.slow
def test_every_game_is_dealt_the_same_in_another_process():
    """Fan Tan was not: which card a player put down hung on the addresses of faces."""
    once, again = dealt("1"), dealt("2")
    assert len(once) >= 30
    assert [(a, b) for a, b in zip(once, again, strict=True) if a != b] == []
