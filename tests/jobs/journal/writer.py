"""A process that writes in a journal until it is done or killed; it prints each entry's number after the commit."""

from __future__ import annotations

import sys

from dealerkit.jobs.journal.places import place_named
from dealerkit.jobs.journal.store import Journal


def main(path: str, who: str, count: int, size: int) -> None:
    """Add entries, one transaction each."""
    with Journal.open(place_named(path), write=True) as journal:
        for number in range(count):
            with journal.writing() as writing:
                entry = writing.add("noted", {"text": f"{who} {number} " + "x" * size}, "2026-0001")
            print(entry.seq, number, flush=True)


def stop_in_the_middle(path: str) -> None:
    """Write a long entry, large enough to be in the file, and wait for the end without a commit."""
    with Journal.open(place_named(path), write=True) as journal:
        if "://" not in path:
            journal.rows("PRAGMA cache_size = 5")
        with journal.writing() as writing:
            for _ in range(20):
                writing.add("noted", {"text": "never said " * 5000}, "2026-0001")
            print("in the middle", flush=True)
            sys.stdin.read()


if __name__ == "__main__":
    if sys.argv[1] == "stop":
        stop_in_the_middle(sys.argv[2])
    else:
        main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
