"""The choice of a game for a walk, by one key at a terminal."""

from __future__ import annotations

from dealerkit.cli.common import echo, misused
from dealerkit.cli.keyboard import Keyboard, Left, Peeked
from dealerkit.files.screen_text import line, style
from dealerkit.rules.games import game
from dealerkit.training.replies import LEAVE
from dealerkit.training.walk.norms import offered


def choose() -> str | None:
    """Ask for a game by one key; return None if the dealer quits.

    Raises:
        UsageError: Without a terminal.
    """
    keyboard, games = Keyboard(), offered()
    if not keyboard.live:
        misused("name the game, as in: dealerkit walk mini-baccarat; `dealerkit games` lists them")
    named = [f"{style(key, bold=True)}\u00a0{game(name).title}" for key, name in games.items()]
    echo(line(f"{'   '.join(named)}   {LEAVE}\u00a0leaves", 0))
    with keyboard.taken():
        while True:
            echo("> ", nl=False)
            try:
                return games[keyboard.one_key("".join(games)).text.lower()]
            except Peeked:
                echo(
                    line(
                        "press a key to choose the game; `dealerkit games` lists the others, and `dealerkit walk GAME` deals them"
                    )
                )
            except Left:
                return None
