"""A template for a house's file: games with their rule sets, and all details of its papers, ready to be filled in.

Lines that begin with `##` are explanations. Every line that begins with `# ` is a setting that takes effect once the `# ` is
removed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dealerkit.rules.first_house_file import yaml_value
from dealerkit.rules.games import game_doc, games
from dealerkit.rules.option_values import CHOOSES_THE_SET

DEALT: Final = ("mini-baccarat", "holdem")
"""The games in a new file that are not commented out."""


def new_house(name: str) -> str:
    """Return the text of a house's file that can be printed unchanged.

    Args:
        name: The name of the house.
    """
    return "\n".join([*_head(name), *_games(), *_rest()]) + "\n"


def _head(name: str) -> Iterator[str]:
    yield "## A house with all its games. Lines that begin with ## are explanations. Remove the # from another line to put the"
    yield "## line in force. `dealerkit lint FILE` shows what is wrong with this file, and"
    yield "## `dealerkit sheet --all --house FILE --out FOLDER` prints the papers."
    yield "## The numbers of the rules are saved in a second file in the same folder: keep the two together."
    yield f"house: {yaml_value(name)}"
    yield '# address: ["12 Mill Lane", Riverside]'
    yield "## An SVG or PNG file beside this one."
    yield "# logo: logo.svg"
    yield "document:"
    yield "  # number: HR-7"
    yield "  ## A posted paper is identified and recalled by its edition; a changed paper gets a new edition."
    yield '  edition: "1"'
    yield "  # effective: 2026-12-01"
    yield "  ## draft, in_force or superseded"
    yield "  status: draft"
    yield "  # prepared_by: Ann Lee"
    yield "  # approved_by: Bo Chen"
    yield "  # signatures: [General manager, Compliance officer]"


def _games() -> Iterator[str]:
    yield "## Each game with its rule set: a name of `dealerkit rules list`, or the path of your own (`dealerkit rules new`)."
    yield "## Options of a game: mini-baccarat: {rules: us, options: {decks: 6}}; `dealerkit games GAME` lists them."
    yield "games:"
    others = [name for name in games() if name not in DEALT]
    for name in (*DEALT, *others):
        yield f"  {'# ' if name in others else ''}{name}: {_rules_of(name)}"


def _rules_of(name: str) -> str:
    data = game_doc(name)[0].data
    choice = data.get("options", {}).get(CHOOSES_THE_SET)
    return yaml_value(choice["default"] if choice else data["rulings"])


def _rest() -> Iterator[str]:
    yield "## a4, letter or legal, where an edition has no size of its own; large print for all."
    yield "# paper: {size: letter, large: true}"
    yield "## The first is the default: en, zh-Hans, zh-Hant."
    yield "# languages: [en]"
    yield "## Where sources are printed: none, notes (at the end) or inline. `adopted`: the rules are the house's own."
    yield "# sources: notes"
    yield "## House rules that no fault covers, each with the papers it appears on (player, wall, dealer, floor, book, control)."
    yield "# house_rules:"
    yield "#   back_in_time:"
    yield "#     title: Coming back"
    yield "#     text: A player who leaves the table must be back within 60 minutes; after that the chips are picked up."
    yield "#     readers: [player, floor, book]"
    yield "#     games: [holdem]"
    yield "## Your own sentence instead of a printed one: by rule ID, step/NAME, card/LINE,"
    yield "## player/SECTION/LINE, ruling/FAULT/CASE, or the number of its clause in your book."
    yield "# text: {BA-60: The dealer closes the bets with one clear call.}"
    yield "## The money on your papers; the sign comes before or after an amount."
    yield '# currency: {symbol: "$", place: before}'
    yield "## At the foot of papers for guests."
    yield "# helpline: Gambling a problem? Call 555 0100, day and night."
    yield "## A folder of your own templates, used before dealerkit's."
    yield "# templates: templates"
    yield "## A renamed rule keeps its number: its current key, and the earlier key in the file of numbers."
    yield "# was: {holdem/rule/NEW-1: holdem/rule/OLD-1}"
