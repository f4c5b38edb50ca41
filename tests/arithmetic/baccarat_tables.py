"""The tables of mini baccarat, written by hand from the ledger (1.5 to 1.13), for comparison with the game's file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from dealerkit.arithmetic.coup import CoupRules

POINTS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 0, "J": 0, "Q": 0, "K": 0}

# As the ledger prints it: banker's total, then the player's third card 0 to 9, then "player stood".
CELLS = {
    0: "DDDDDDDDDD D",
    1: "DDDDDDDDDD D",
    2: "DDDDDDDDDD D",
    3: "DDDDDDDDSD D",
    4: "SSDDDDDDSS D",
    5: "SSSSDDDDSS D",
    6: "SSSSSSDDSS S",
    7: "SSSSSSSSSS S",
}


def margins(side: str) -> list[dict[str, Any]]:
    """Return the lines of a dragon bonus: BA-77."""
    return [
        {"when": {"winner": side, f"{side}_natural": True}, "pays": "1 to 1"},
        {"when": {"winner": "tie", f"{side}_natural": True}, "pays": "push"},
        *(
            {"when": {"winner": side, "margin": margin}, "pays": f"{pays} to 1"}
            for margin, pays in ((9, 30), (8, 10), (7, 6), (6, 4), (5, 2), (4, 1))
        ),
    ]


TABLES: dict[str, Any] = {
    "points": POINTS,
    "natural": 8,
    "player_draws": "0-5",
    "tableau": {str(total): [row[-1], *row[:10]] for total, row in CELLS.items()},
    "pays": {
        "player": [
            {"when": {"winner": "player"}, "pays": "1 to 1"},
            {"when": {"winner": "tie"}, "pays": "push"},
        ],
        "banker": [
            {"when": {"variant": "ez", "winner": "banker", "banker_cards": 3, "banker_total": 7}, "pays": "push"},
            {"when": {"variant": "super6", "winner": "banker", "banker_total": 6}, "pays": "1 to 2"},
            {"when": {"variant": "commission", "winner": "banker"}, "pays": "1 to 1", "commission": True},
            {"when": {"variant": ["ez", "super6"], "winner": "banker"}, "pays": "1 to 1"},
            {"when": {"winner": "tie"}, "pays": "push"},
        ],
        "tie": [{"when": {"winner": "tie"}, "pays": {"option": "tie_pays"}}],
        "dragon7": [{"when": {"winner": "banker", "banker_cards": 3, "banker_total": 7}, "pays": "40 to 1"}],
        "panda8": [{"when": {"winner": "player", "player_cards": 3, "player_total": 8}, "pays": "25 to 1"}],
        "super6": [  # one line for each number of cards: Lucky 6 pays more for three
            {"when": {"winner": "banker", "banker_total": 6, "banker_cards": 2}, "pays": "12 to 1"},
            {"when": {"winner": "banker", "banker_total": 6, "banker_cards": 3}, "pays": "12 to 1"},
        ],
        "player_pair": [{"when": {"player_pair": True}, "pays": "11 to 1"}],
        "banker_pair": [{"when": {"banker_pair": True}, "pays": "11 to 1"}],
        "either_pair": [{"when": {"either_pair": True}, "pays": "5 to 1"}],
        "dragon_bonus_player": margins("player"),
        "dragon_bonus_banker": margins("banker"),
    },
}

OPTIONS = {"variant": "commission", "tie_pays": "8 to 1"}


def rules(tables: Mapping[str, Any] | None = None, unit: str = "0.01", **options: Any) -> CoupRules:
    """Return the rules under these options, with defaults for all others."""
    return CoupRules({**TABLES, **(tables or {})}, {**OPTIONS, **options}, unit)


def points(cards: str) -> list[int]:
    """Return the points of cards named by rank, `7 K T 6`."""
    return [POINTS[card[0]] for card in cards.split()]


GAME = {
    "game": "little-baccarat",
    "family": "baccarat",
    "title": "Little baccarat",
    "summary": "The tables alone.",
    "players": {"min": 1, "max": 9},
    "money": {"unit": "0.01"},
    "options": {
        "variant": {"title": "Variant", "values": ["commission", "ez", "super6"], "default": "commission"},
        "decks": {"title": "Decks", "values": "1-12", "default": 8},
        "tie_pays": {"title": "Tie", "values": ["8 to 1", "9 to 1"], "default": "8 to 1", "aliases": {"9:1": "9 to 1"}},
        "commission_rate": {"title": "Rate", "values": {"number": ["0", "0.1"]}, "default": "0.05"},
        "commission_method": {"title": "Method", "values": ["deduct", "mark", "mark_one_pay_one"], "default": "deduct"},
        "commission_unit": {"title": "Unit", "values": {"number": ["0.001", "100"]}, "default": "0.01"},
        "commission_rounding": {"title": "Rounding", "values": ["nearest", "up", "down"], "default": "nearest"},
        "dragon7": {"title": "Dragon 7", "values": [True, False], "default": False},
    },
    "equipment": {"pack": {"decks": {"option": "decks"}, "ranks": "AKQJT98765432", "jokers": 0}},
    "tables": TABLES,
    "procedure": {},
}
"""A game of coups and nothing else, as the data of its file."""


def game_file(folder: Path, **changes: Any) -> str:
    """Write a game of coups into a folder, with changed parts; return the path."""
    file = folder / "little-baccarat.yaml"
    file.write_text(yaml.safe_dump({**GAME, **changes}, sort_keys=False), encoding="utf-8")
    return str(file)
