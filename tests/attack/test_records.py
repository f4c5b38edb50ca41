"""Records with something wrong in them: told for that hand, and the hands round it are judged as ever."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from dealerkit.felt import VERBS
from dealerkit.rules.games import games
from tests.attack.kinds import Attack, maybe, mutated, run, some

pytestmark = pytest.mark.campaign

RECORDS = some((Path(__file__).parents[1] / "records").glob("*.rec"))
KEYS = ["game:", "seats:", "stacks:", "button:", "seed:", "deck:", "unit:", "rules:", "id:", "given:", "set", "---"]
WORDS = [*(verb for _, verb in VERBS), *games(), *KEYS]
BEGIN = b"# dealerkit record 1\n"
GOOD = "# dealerkit record 1\nid: {}\ngame: mini-baccarat\nseats: 3\n---\nd check decks\n"
"""A hand with one slip in it."""


def findings(text: str) -> list[dict[Any, Any]]:
    """What `check` says of a file, as it is read from standard input."""
    return json.loads(run("check", "-", "--json", codes=(0, 1), typed=text).stdout)["findings"]


def test_a_bad_hand_costs_nobody_else_anything(record_property, tmp_path):
    """Between two hands that can be read, whatever stands there."""
    first, last = findings(GOOD.format("first")), findings(GOOD.format("last"))
    path = tmp_path / "a.rec"

    def trial(rng: random.Random, say) -> None:
        name = rng.choice(RECORDS)
        bad = mutated(name.read_bytes(), rng, WORDS)
        if not bad.startswith(BEGIN):  # else its first lines belong to the hand before
            bad = BEGIN + bad
        say(f"{name.name} {bad!r}")
        path.write_bytes(GOOD.format("first").encode() + bad.rstrip(b"\x00") + b"\n" + GOOD.format("last").encode())
        told = json.loads(run("check", path, "--json", codes=(1,)).stdout)
        found = told["findings"]
        assert [_but_line(one) for one in found[: len(first)]] == [_but_line(one) for one in first]
        assert _but_line(found[-1]) == _but_line(last[-1])

    Attack("records", 80, record_property).run(trial)


def _but_line(finding: dict[Any, Any]) -> dict[Any, Any]:
    """A finding wherever its hand stands in the file."""
    return {key: value for key, value in finding.items() if key not in ("line", "file")}


def test_every_command_that_reads_a_record_refuses_what_it_cannot_read(record_property, tmp_path):
    """`replay`, `walk --resume`, `convert`, `rule --record`, `journal open --record`."""
    path, journal = tmp_path / "a.rec", tmp_path / "j.journal"

    def trial(rng: random.Random, say) -> None:
        name = rng.choice(RECORDS)
        bad = mutated(name.read_bytes(), rng, WORDS)
        path.write_bytes(bad)
        at = rng.choice((0, 1, 5, 40, 10**6))
        args = rng.choice(
            [
                [
                    "replay",
                    path,
                    *maybe(rng, 0.5, "--at", at),
                    *maybe(rng, 0.3, "--json"),
                    *maybe(rng, 0.3, "--seat", rng.randint(0, 12)),
                ],
                ["walk", "--resume", path, *maybe(rng, 0.3, "--menu")],
                ["convert", path, "-"],
                ["check", path, "--rules", rng.choice(("macau", "tda", "us"))],
                ["rule", "--record", path, *maybe(rng, 0.5, "--at", max(1, at)), *maybe(rng, 0.5, "--json")],
                ["journal", "open", "--record", path, "--journal", journal],
            ]
        )
        say(f"{name.name} {args} {bad!r}")
        run(*args, typed="hint\nshow\nundo\nmisdeal\nquit\n")

    Attack("records read elsewhere", 60, record_property).run(trial)
