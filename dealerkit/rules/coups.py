"""The coup rules of a game: its tables and the options in force, compiled, with every problem at its place in the file."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from dealerkit.arithmetic.coup import Coup, CoupRules, TooFewCards, play
from dealerkit.arithmetic.odds import Odds, Pair, Uncountable, odds
from dealerkit.arithmetic.paytable import BadTables
from dealerkit.cards import Face
from dealerkit.errors import Impossible, RuleFileError, UnknownName
from dealerkit.rules.games import Game, game, games

NEEDED = ("points", "tableau", "pays")


def has_coups(game: Game) -> bool:
    """Return whether a game is dealt in coups: whether it has points, tableau and pay table."""
    tables = game.data.get("tables")
    return isinstance(tables, dict) and any(name in tables for name in NEEDED)


@functools.lru_cache(maxsize=32)
def coup_rules(game: Game) -> CoupRules:
    """Compile the tables of a game that is dealt in coups.

    Raises:
        UnknownName: If the game has no points, tableau and pay table, and so no coups.
        RuleFileError: If they cannot be used; with every problem in them.
    """
    if not has_coups(game):
        raise UnknownName(kind="game of coups", name=game.id, known=_games_of_coups(game.id))
    money = game.data.get("money")
    unit = money.get("unit", "0.01") if isinstance(money, dict) else "0.01"
    try:
        return CoupRules(game.data["tables"], game.options, unit)
    except BadTables as bad:
        raise RuleFileError(game.doc.problem(place, what) for place, what in bad.problems) from None


def _games_of_coups(but: str) -> list[str]:
    """Return the games, other than one, that have the tables of a coup."""
    return [name for name in games() if name != but and set(NEEDED) <= set(game(name).data.get("tables") or ())]


def deal_coup(faces: Sequence[Face | None], rules: CoupRules) -> Coup:
    """Deal a coup from the front of a row of cards, in shoe order, player first; what it does not need is left.

    Raises:
        Impossible: If a card is unseen or has no points in the game, or the coup needs more cards; it says for which hand.
    """
    points = []
    for place, face in enumerate(faces, 1):
        if face is None:
            msg = f"card {place} is unseen (??); a coup is dealt from cards that can be read"
            raise Impossible(msg)
        if face.letter not in rules.points:
            msg = f"card {place}, {face}, has no points in this game"
            raise Impossible(msg)
        points.append(rules.points[face.letter])
    try:
        return play(points, rules, [face.letter for face in faces if face])
    except TooFewCards as few:
        raise Impossible(str(few)) from None


def counted(rules: CoupRules, shoe: Mapping[str, int], player: Pair | None = None, banker: Pair | None = None) -> Odds:
    """Return the odds of a shoe as somebody has told it (see `dealerkit.arithmetic.odds.odds`).

    Args:
        rules: The rules of the coup.
        shoe: How many cards of each rank are in the shoe, by the letter of the rank, without those on the table.
        player: The first two cards of the player hand, where they are dealt already.
        banker: The first two cards of the banker hand, where they are dealt already.

    Raises:
        Impossible: If no coup can be dealt from it.
    """
    try:
        return odds(rules, shoe, player, banker)
    except Uncountable as why:
        raise Impossible(str(why)) from None
