"""Hands of sensible players, dealt by a perfect dealer, with all their choices.

    python -m tests.games.bot_hands [GAME]...              update the choices at the same tables, after an intended change
    python -m tests.games.bot_hands --draw N [GAME]...     select other tables, N for each game

A hand is in `bot_hands.yaml` with its table and the players' acts in order. Check the differences before an update: players may
do only allowed and sensible acts. `told` has two letters for each module of facts, and for wrong acts, after half of the acts
and at the end, as in `tests/obedience/answers.py`: here houses, stacks and numbers of seats are random.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

import dealerkit as dk
from dealerkit.errors import DealerkitError
from dealerkit.rules.games import game, games
from dealerkit.table.bots import Bots, sensible
from dealerkit.table.rounds import Rounds
from tests.obedience.answers import answers, judged
from tests.obedience.snapshots import letters
from tests.yaml_files import data_of

FILE = Path(__file__).parent / "bot_hands.yaml"
MOST = 45
"""Greatest number of players' acts in a hand."""

Hand = Mapping[str, Any]
"""A hand: its game, the words of its table, and the players' acts."""


def hands() -> list[Hand]:
    """Return the hands in the file."""
    kept: list[Hand] = data_of(FILE)
    return kept


def table_of(hand: Hand) -> dk.Table:
    """Return the table of a hand."""
    return dk.Table(hand["game"], **{word: value for word, value in hand.items() if word not in ("game", "acts", "told")})


def choices(table: dk.Table) -> Iterator[str]:
    """Yield the players' choices in a hand, one act after the other."""
    players, rounds, count = Bots(sensible), Rounds(table), 0
    while not rounds.done and count < MOST:
        acts = players.acts(table) or [table.next_act()]
        for act in acts:
            if act is None:
                return
            if act.seat:
                count += 1
                yield act.text
            table.push(act)
        rounds.look(table)


def telling(table: dk.Table) -> dict[str, str]:
    """Return letters for the answers of each module of facts, and for wrong acts."""
    return {name: letters(repr(told)) for name, told in ({"judged": judged(table, len(table.log))} | answers(table)).items()}


def dealt(hand: Hand) -> Iterator[tuple[str, dict[str, str]]]:
    """Deal a hand again: yield each choice of the players, and the letters in the middle; at the end an empty choice."""
    table, half = table_of(hand), len(hand["acts"]) // 2
    for at, act in enumerate(choices(table)):
        yield act, telling(table) if at == half else {}
    yield "", telling(table)


def with_told(hand: Hand) -> Hand:
    """Return a hand with its current letters."""
    return {**hand, "told": " ".join("".join(told.values()) for _, told in dealt(hand) if told)}


def drawn(name: str, number: int) -> Hand:
    """Return a table of a game with random seats, stacks, button and house."""
    rng = random.Random(f"{name}/{number}")
    data = game(name).data
    players = data["players"]
    hand: dict[str, Any] = {"game": name, "seed": number + 1}
    hand["seats"] = rng.choice(range(int(players["min"]), int(players["max"]) + 1, int(players.get("step", 1))))
    options: dict[str, Any] = {}
    for option, spec in data["options"].items():
        if option != "hands" and isinstance(spec["values"], list) and rng.random() < 0.12:
            options[option] = rng.choice(spec["values"])
    short = {"stacks": [str(rng.choice((7, 25, 60, 200))) for _ in range(hand["seats"])]} if rng.random() < 0.4 else {}
    for more in ({"options": options, **short}, {"options": options}, short, {}):
        try:
            table_of({**hand, **more})
        except (DealerkitError, ValueError):  # that house cannot serve so many, or two options exclude each other
            continue
        return {**hand, **more}
    return hand


def write(kept: Sequence[Hand]) -> None:
    """Write hands to the file."""
    texts = [yaml.safe_dump([dict(hand)], sort_keys=False, width=96, default_flow_style=None) for hand in kept]
    FILE.write_text("".join(texts), encoding="utf-8")


def main() -> None:
    """Update the choices, or select other tables."""
    parser = argparse.ArgumentParser(description="Hands of players with some sense, and what they choose.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of them if left out")
    parser.add_argument("--draw", type=int, default=0, metavar="N", help="other tables, so many a game")
    texts = parser.parse_args()
    asked = texts.games or [*games()]
    kept = hands() if FILE.exists() else []
    if texts.draw:
        kept = [hand for hand in kept if hand["game"] not in asked]
        kept += [drawn(name, number) for name in asked for number in range(texts.draw)]
    write([with_told({**hand, "acts": [*choices(table_of(hand))]}) if hand["game"] in asked else hand for hand in kept])


if __name__ == "__main__":
    main()
