"""The rules of a game dealt in coups (baccarat), compiled from its tables and options."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence

import attrs

from dealerkit.arithmetic.coup import Coup, CoupRules, TooFewCards, play
from dealerkit.arithmetic.odds import Odds, Pair, Uncountable, full_shoe, odds
from dealerkit.arithmetic.paytable import BadTables
from dealerkit.cards import RANKS, Face
from dealerkit.errors import Impossible, Problem, RuleFileError, UnknownName, no_such
from dealerkit.rules.doc import Place, branch
from dealerkit.rules.game_options import read_setting
from dealerkit.rules.games import Game, game, games

NEEDED = ("points", "tableau", "pays")

_RANKS = frozenset(RANKS)

BURN_COUNT = "burn_count"
"""Option that names the table with the number of cards burned after the first card."""


def has_coups(game: Game) -> bool:
    """Return whether a game is dealt in coups: its file has at least one of the tables that such a game needs (`NEEDED`)."""
    tables = game.data.get("tables")
    return isinstance(tables, dict) and any(name in tables for name in NEEDED)


@functools.lru_cache(maxsize=32)
def coup_rules(game: Game) -> CoupRules:
    """Return the compiled rules of a game that is dealt in coups, under its options.

    Raises:
        UnknownName: If the game has no points, tableau and pay table, and so no coups.
        RuleFileError: If the tables cannot be used; with every problem in them.
    """
    if not has_coups(game):
        raise UnknownName(kind="game of coups", name=game.id, known=_games_of_coups(game.id))
    money = game.data.get("money")
    unit = money.get("unit", "0.01") if isinstance(money, dict) else "0.01"

    def read(name: str, value: object) -> object:
        """Return the option's value that a pay line means."""
        try:
            return read_setting(game.choices[name], value) if name in game.choices else value
        except UnknownName as error:
            raise ValueError(str(error)) from None

    problems = [*_bets(game), *_points(game), *_burns(game)]
    try:
        coup_rules = CoupRules(game.data["tables"], game.options, unit, read)
    except BadTables as bad:
        problems += [game.doc.problem(place, what) for place, what in bad.problems]
    if problems:
        raise RuleFileError(problems)
    return coup_rules


def _bets(game: Game) -> Iterator[Problem]:
    """Yield a problem for each spot without pay lines, and for each paid bet without a spot."""
    spots, pays = branch(branch(game.data, "felt"), "spots"), branch(game.data["tables"], "pays")
    for name in spots:
        if name not in pays:
            hint = f"write `{name}:` under `pays` of `tables`, with a line for each result that wins"
            yield game.doc.problem(("felt", "spots", name), f"the bet '{name}' has no payout under `pays`", hint, of_key=True)
    for name in pays:
        if spots and name not in spots:
            hint = f"write `{name}:` under `spots` of `felt`, or remove '{name}' from `pays`"
            what = f"'{name}' is under `pays`, but the layout has no spot '{name}'"
            yield game.doc.problem(("tables", "pays", name), what, hint, of_key=True)


def _points(game: Game) -> Iterator[Problem]:
    """Yield problems with points for unknown ranks, and with ranks without points."""
    points = branch(game.data["tables"], "points")
    ranks = branch(branch(game.data, "equipment"), "pack").get("ranks", RANKS)
    yield from _ranks(game, ("tables", "points"), points)
    for rank in ranks if points and isinstance(ranks, str) else ():
        if rank not in points:
            what = f"the points of the rank {rank} are missing"
            yield game.doc.problem(("tables", "points"), what, f"write {rank}: and a number from 0 to 9", of_key=True)


def _burns(game: Game) -> Iterator[Problem]:
    """Yield a problem for each burn table that no value of the option uses, and for each impossible number of cards."""
    tables, option = game.data["tables"], game.choices.get(BURN_COUNT)
    known = [str(value) for value in option.values] if option is not None else []
    burn = tables.get("burn")
    for name, numbers in burn.items() if isinstance(burn, Mapping) else ():
        place: Place = ("tables", "burn", name)
        if known and name not in known:
            yield game.doc.problem(place, no_such("burn rule", name, known), of_key=True)
        elif not isinstance(numbers, Mapping):
            yield game.doc.problem(place, "expected the number of cards burned for each rank, such as {A: 1, K: 10}")
        else:
            yield from _ranks(game, place, numbers)
            for rank, number in numbers.items():
                if not isinstance(number, int) or isinstance(number, bool) or number < 0:
                    yield game.doc.problem((*place, rank), f"'{number}' is not a number of cards")
    for at, name in enumerate(tables.get("burn_whole", ())):
        if known and name not in known:
            what = no_such("burn rule", str(name), known)
            yield game.doc.problem(("tables", "burn_whole", at), what)


def dead_lines(game: Game) -> Iterator[Problem]:
    """Yield a problem for each pay line in force that settles a bet in no possible coup of an eight-deck shoe.

    Args:
        game: A game that is dealt in coups, and whose tables can be used.
    """
    rules = coup_rules(game)
    for bet, lines in rules.pays.items():
        conditions = tuple((line.place, tuple(line.when.items())) for line in lines)
        for place, meant in _dead(_every_coup(rules), conditions):
            what = "an earlier line already settles every coup that fits this line" if meant else "no coup can end that way"
            hint = (
                ("move this line before the earlier one, or remove this line")
                if meant
                else ("change the conditions of this line, or remove the line")
            )
            yield game.doc.problem(("tables", "pays", bet, place), f"this pay line never applies: {what}", hint)


_Features = Mapping[str, object]


@attrs.frozen(eq=False)
class _Coups:
    """The features of every coup that bets can tell apart."""

    features: tuple[_Features, ...]


def _every_coup(rules: CoupRules) -> _Coups:
    """Return every coup that a game's points and tableau can give, cached."""
    key = (tuple(rules.points.items()), rules.natural, rules.player_draws, rules.tableau)
    if key not in _COUPS:
        coups = odds(rules, full_shoe(rules.points, 8)).coups
        _COUPS[key] = _Coups(tuple(coup.features() for coup in coups))
    return _COUPS[key]


_COUPS: dict[tuple[object, ...], _Coups] = {}
"""Cache of coups by the tables that decide them; most options of a game change no card."""


@functools.lru_cache(maxsize=256)
def _dead(
    coups: _Coups, lines: tuple[tuple[int, tuple[tuple[str, frozenset[object]], ...]], ...]
) -> tuple[tuple[int, bool], ...]:
    """Return the lines of a bet that settle no coup: the index of each, and whether some coup meets its condition."""
    settling, meant = set(), set()
    for features in coups.features:
        fitting = [place for place, when in lines if all(features[name] in answers for name, answers in when)]
        settling.update(fitting[:1])
        meant.update(fitting)
    return tuple((place, place in meant) for place, _ in lines if place not in settling)


def _ranks(game: Game, place: Place, bet: Mapping[str, object]) -> Iterator[Problem]:
    """Yield a problem for each key that is not a rank, in a table by rank."""
    for rank in bet:
        if rank not in _RANKS:
            yield game.doc.problem(
                (*place, rank), f"'{rank}' is not a rank", f"write one of the ranks {' '.join(RANKS)}", of_key=True
            )


def _games_of_coups(but: str) -> list[str]:
    """Return the games, other than one, that have the tables of a coup."""
    return [name for name in games() if name != but and set(NEEDED) <= set(game(name).data.get("tables") or ())]


def deal_coup(faces: Sequence[Face | None], rules: CoupRules) -> Coup:
    """Return the coup dealt from the front of a row of cards, in shoe order, player first; surplus cards are ignored.

    Args:
        faces: The cards; None for an unseen one.
        rules: The rules of the coup.

    Raises:
        Impossible: If a card is unseen or has no points in the game, or the coup needs more cards; the message names the hand.
    """
    points = []
    for place, face in enumerate(faces, 1):
        if face is None:
            msg = f"card {place} is unseen (??); name the card"
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
    """Return the odds of all coups that can be dealt from a shoe (see `dealerkit.arithmetic.odds.odds`).

    Args:
        rules: The rules of the coup.
        shoe: Number of cards of each rank left in the shoe, by the rank's letter; cards on the table are not among them.
        player: First two cards of the player hand; None if not dealt.
        banker: First two cards of the banker hand; None if not dealt.

    Raises:
        Impossible: If no coup can be dealt from the shoe.
    """
    try:
        return odds(rules, shoe, player, banker)
    except Uncountable as why:
        raise Impossible(str(why)) from None
