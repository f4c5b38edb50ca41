"""Hostile words in every argument and option of every command: no screen obeys what it says, and it ends with a code of ours."""

from __future__ import annotations

import random
from collections.abc import Iterator

import click
import pytest

from dealerkit.cli.main import COMMANDS, main
from dealerkit.rules.games import games
from tests.attack.kinds import TOKENS, Attack, run
from tests.cli.test_hostile_text import EVIL, OBEYED, OURS

pytestmark = pytest.mark.campaign

GOOD = [*games(), "us", "rrop", "1", "2", "boxed_card", "AhKd", "Ann=AhKd", "decks=6", "10", "BA-01", "s1", "first_dealer", "."]
SLOW = {("demo",), ("lint",), ("test",)}
"""Commands that look through everything if they are given nothing."""
LONG_WORK = {"--help", "--hands", "--solve", "--slips"}


def commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command that does something, with the words that call it."""
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            inner = command.get_command(click.Context(command), name)
            assert inner is not None
            yield from commands(inner, (*path, name))
    else:
        yield path, command


def value(param: click.Parameter, rng: random.Random) -> str:
    """Something that a parameter may be given."""
    pick = rng.random()
    if pick < 0.35:
        return EVIL if rng.random() < 0.5 else rng.choice(GOOD) + EVIL
    if pick < 0.5 and isinstance(param.type, click.Choice):
        return str(rng.choice(list(param.type.choices)))
    return rng.choice(GOOD if pick < 0.75 else [token for token in TOKENS if not token.startswith(("/dev", "-"))])


def test_every_parameter(record_property, tmp_path, monkeypatch):
    """Some given well, some given badly, one of them hostile at least."""
    monkeypatch.chdir(tmp_path)
    every = list(commands(main))
    assert {path[0] for path, _ in every} == set(COMMANDS)

    def trial(rng: random.Random, say) -> None:
        path, command = rng.choice([one for one in every if one[0] not in SLOW])
        words: list[str] = []
        for param in command.params:
            if isinstance(param, click.Option):
                if LONG_WORK.intersection(param.opts) or rng.random() > (0.9 if param.required else 0.25):
                    continue
                words += [param.opts[-1]] if param.is_flag else [f"{max(param.opts, key=len)}={value(param, rng)}"]
            elif param.required or rng.random() < 0.6:
                words += [value(param, rng) for _ in range(rng.choice((1, 1, 2)) if param.nargs != 1 else 1)]
        if not any("\x1b" in word for word in words):
            words.append(EVIL)
        say([*path, *words])
        result = run(*path, *words, typed="n\nquit\n", DEALERKIT_JOURNAL=str(tmp_path / "j.db"))
        left = OURS.sub("", result.output).replace("\r\n", "\n")
        assert not OBEYED.search(left), repr(left[-600:])

    Attack("arguments", 30, record_property).run(trial)
