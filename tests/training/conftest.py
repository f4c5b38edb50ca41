"""Common fixtures of training's tests: a path for the file, a manual clock, answers."""

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
    """A clock that only the test moves."""

    at: datetime = START

    def __call__(self) -> datetime:
        return self.at

    def move(self, **by: float) -> datetime:
        """Move it on, or back."""
        self.at += timedelta(**by)
        return self.at


def answer(when: datetime = START, **fields: Any) -> Answer:
    """Return a right and fast answer, with changed fields."""
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
    """The path of the future file; its folder does not exist yet."""
    return tmp_path / "home" / "training.db"


@pytest.fixture
def clock() -> Clock:
    """A manual clock."""
    return Clock()


@pytest.fixture
def told() -> list[str]:
    """The messages of the store."""
    return []


@pytest.fixture
def opened(path: Path, clock: Clock, told: list[str]) -> Callable[[], TrainingStore]:
    """A function that opens the store like a drill."""
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
