"""Titles of a class: game or drill, amount of help, and the command that deals the same again."""

from __future__ import annotations

from typing import Final

from dealerkit.errors import DealerkitError
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load
from dealerkit.training.walk.code import NoCode, Plan, encode
from dealerkit.web.classroom.rooms import Room

MODE_WORDS: Final = {
    "learn": "learn: each step is announced first",
    "guided": "guided: slips are shown at once",
    "practice": "practice: slips are shown after each hand",
    "exam": "exam: nothing is shown before the end",
}
DRILL_MODE_WORDS: Final = {
    "guided": "right or wrong is shown at once, with the reason",
    "exam": "the answers are shown when the class ends",
}
LEVEL_WORDS: Final = {
    "0": "none: deal only",
    "1": "1: point to the player to act and announce the bet",
    "2": "2: calls and amounts",
    "3": "3: count and give change",
    "4": "4: read every tabled hand; players make mistakes",
}


def game_of(plan: Plan) -> Game:
    """Return the game that a class deals."""
    return load(plan.game, plan.rules, dict(plan.settings))


def mode_of(room: Room) -> str:
    """Return the help mode of a class, in words."""
    return (MODE_WORDS if room.walk is not None else DRILL_MODE_WORDS).get(room.plan.mode, "")


def level_of(room: Room) -> str:
    """Return the title of the level in a class that deals; empty if it has none."""
    return LEVEL_WORDS.get(str(room.walk.level), "") if room.walk is not None and room.walk.level else ""


def again(room: Room) -> str:
    """Return the terminal command that deals or asks the same; empty if the class uses a house's file, which no code names."""
    if room.drill is not None:
        asked = room.drill
        rules = f" --rules {asked.rules}" if asked.rules else ""
        return f"dealerkit drill {asked.drill} --level {asked.level}{rules} --seed {asked.seed}"
    assert room.walk is not None
    try:
        return f"dealerkit walk --code {encode(room.walk, game_of(room.walk).sha256)}"
    except (NoCode, DealerkitError):
        return ""
