"""A process that keeps answers until it is done or killed; it prints each number once the answer is on the disk."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

from dealerkit.training.answers import Answer, instant
from dealerkit.training.store import TrainingStore


def main(path: str, who: str, count: int) -> None:
    """Keep answers, one transaction each."""

    def now() -> datetime:
        return datetime.now(UTC)

    with TrainingStore.open(Path(path), now=now) as store:
        session = store.begin("drill", who)
        for number in range(count):
            store.keep(
                Answer(
                    at=instant(now()), session=session, trainee=who, drill="a/b", level=1, cell="c", seed=f"7/{number}", game="g",
                    rules="us", fingerprint="", version="0", mode="practice", given="d", expected="d", right=True, score="1",
                )
            )  # fmt: skip
            print(number, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
