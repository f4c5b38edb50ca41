"""What the tests of training share: a place for the file, a clock that is set by hand, answers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import attrs
import pytest

from dealerkit.training.answers import Answer, instant
from dealerkit.training.store import TrainingStore

START = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)


@attrs.define
class Clock:
    """A clock that stands still until it is moved."""

    at: datetime = START

    def __call__(self) -> datetime:
        return self.at

    def move(self, **by: float) -> datetime:
        """Move it on, or back."""
        self.at += timedelta(**by)
        return self.at


def answer(when: datetime = START, **fields: Any) -> Answer:
    """An answer that is right and fast, but for what is said otherwise."""
    right = fields.get("right", True)
    usual: dict[str, Any] = {
        "at": instant(when), "session": "s", "trainee": "Ann", "drill": "baccarat/third-card-flash", "level": 1,
        "cell": "banker 3, third 8", "seed": "7/1", "game": "mini-baccarat", "rules": "us", "fingerprint": "ab" * 32,
        "version": "0.1", "mode": "practice", "given": "d" if right else "s", "expected": "d", "right": right,
        "score": "1" if right else "0", "first_ms": 2000, "total_ms": 2500, "target_ms": 5000,
        "codes": () if right else ("coup/banker-third-card-wrong",),
    }  # fmt: skip
    return Answer(**{**usual, **fields})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the file shall lie; its folder is not there yet."""
    return tmp_path / "home" / "training.db"


@pytest.fixture
def clock() -> Clock:
    """A clock set by hand."""
    return Clock()


@pytest.fixture
def told() -> list[str]:
    """What the store has told."""
    return []


@pytest.fixture
def opened(path: Path, clock: Clock, told: list[str]) -> Callable[[], TrainingStore]:
    """Open the store as a drill does."""
    return lambda: TrainingStore.open(path, now=clock, tell=told.append)


Keep = Callable[..., None]


def keep_all(store: TrainingStore, clock: Clock, marks: str, *, trainee: str = "Ann", session: str = "", **fields: Any) -> str:
    """Keep a row of answers, one every ten seconds: `+` is right, `-` wrong, `h` right with help; return the session."""
    session = session or store.begin("drill", trainee)
    for number, mark in enumerate(marks):
        clock.move(seconds=10)
        said = {"seed": f"7/{number}", "right": mark != "-", "helped": mark == "h", **fields}
        store.keep(answer(clock.at, session=session, trainee=trainee, **said))
    return session
