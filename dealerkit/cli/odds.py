"""`dealerkit odds`: exact counts, chances and house edge of every bet, for any shoe."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import click

from dealerkit.cards import Face, read_cards
from dealerkit.cli.common import heading, json_option, line, note, rules_option, set_option, show, table
from dealerkit.coup import Rules
from dealerkit.errors import Impossible, UnknownName
from dealerkit.odds import BetOdds, Odds, full_shoe
from dealerkit.odds import odds as count
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load
from dealerkit.rules.texts import shown


@click.command()
@click.argument("game")
@click.option("--out", metavar="CARDS", multiple=True, help='Cards that are already gone, as "Ah Kd 7c"; repeat it for more.')
@click.option("--shoe", metavar="COUNTS", help='The cards left of each rank, as "A=30 2=31 T=28"; ranks left out have none.')
@rules_option
@set_option
@json_option
def odds(game: str, out: tuple[str, ...], shoe: str | None, rules: str | None, settings: dict[str, str], as_json: bool) -> None:
    """Count every coup that can come from the shoe, and say what each bet of GAME is worth.

    Everything is exact and taken from the rule set's own tableau and pay table, under the options in force. The shoe is
    full, or what --out has left of it, or what --shoe says.

    \b
    dealerkit odds mini-baccarat
    dealerkit odds mini-baccarat --set decks=6 --set variant=ez
    dealerkit odds mini-baccarat --out "8h 8d 9c" --json
    """
    played = load(game, rules, settings)
    under = coup_rules(played)
    found = count(under, _shoe(played, under, out, shoe))
    show(_document(played, found), as_json, lambda document: _lines(document, played, found))


def _shoe(game: Game, under: Rules, out: tuple[str, ...], counts: str | None) -> dict[str, int]:
    """Make up the shoe.

    Raises:
        Impossible: If more cards are gone than there were.
        ActError: If a word is no card.
        UsageError: If `--shoe` cannot be read.
    """
    named = read_cards(" ".join(out))
    gone = [face for face in named if face is not None]
    if len(gone) < len(named):
        note("note: a card that nobody has seen changes no chance; ?? is left in the shoe")
    if counts is not None:
        left = _counts(counts, under)
    else:
        decks = _decks(game)
        left = full_shoe(under.points, decks)
        for face in set(gone):
            if gone.count(face) > decks:
                msg = f"{gone.count(face)} cards {face} cannot be gone from {decks} deck{'s' * (decks > 1)}"
                raise Impossible(msg)
    for face in gone:
        _take(left, face)
    return left


def _decks(game: Game) -> int:
    """Read how many decks the game's pack has."""
    equipment = game.data.get("equipment")
    pack = equipment.get("pack") if isinstance(equipment, dict) else None
    decks = pack.get("decks", 1) if isinstance(pack, dict) else game.options.get("decks", 1)
    return decks if isinstance(decks, int) else 1


def _take(left: dict[str, int], face: Face) -> None:
    """Take a card out of the shoe."""
    if not left.get(face.letter):
        msg = f"the shoe has no {face} left to take out"
        raise Impossible(msg)
    left[face.letter] -= 1


def _counts(text: str, under: Rules) -> dict[str, int]:
    """Read `A=30 2=31`."""
    left: dict[str, int] = {}
    for word in text.replace(",", " ").split():
        found = re.fullmatch(r"(\w+)[=:](\d{1,6})", word)
        if not found:
            msg = f"--shoe: '{word}' is not RANK=COUNT, as in A=30"
            raise click.UsageError(msg)
        rank = found[1].upper().replace("10", "T")
        if rank not in under.points:
            kind = "rank"
            raise UnknownName(kind, found[1], under.points)
        if rank in left:
            msg = f"--shoe: {rank} is there twice"
            raise click.UsageError(msg)
        left[rank] = int(found[2])
    return left


def _share(part: int, total: int) -> dict[str, Any]:
    share = Fraction(part, total)
    return {"count": part, "fraction": str(share), "decimal": float(share)}


def _document(game: Game, found: Odds) -> dict[str, Any]:
    """The odds as the JSON document has them; counts are whole numbers, shares are fractions and decimals."""
    return {
        "game": game.id,
        "options": dict(game.options),
        "shoe": dict(found.shoe),
        "cards": sum(found.shoe.values()),
        "total": found.total,
        "outcomes": {outcome: _share(count, found.total) for outcome, count in found.outcomes.items()},
        "bets": [_bet(bet, game, found.total) for bet in found.bets.values()],
    }


def _bet(bet: BetOdds, game: Game, total: int) -> dict[str, Any]:
    return {
        "bet": bet.bet,
        "offered": game.options.get(bet.bet) is not False,
        "win": bet.win,
        "lose": bet.lose,
        "push": bet.push,
        "chances": {name: _share(getattr(bet, name), total) for name in ("win", "lose", "push")},
        "edge": float(bet.edge),
        "edge_fraction": str(bet.edge),
        "edge_resolved": float(bet.edge_resolved),
        "edge_resolved_fraction": str(bet.edge_resolved),
        "ways": [{"when": way.when, "pays": way.pays, **_share(way.count, total)} for way in bet.ways],
    }


def _percent(share: Fraction) -> str:
    """A share as a percentage with four decimals, rounded from the exact fraction.

    >>> _percent(Fraction(1, 8)), _percent(Fraction(-1, 3))
    ('12.5000%', '-33.3333%')
    """
    units = round(abs(share) * 10**6)
    return f"{'-' if share < 0 and units else ''}{units // 10**4}.{units % 10**4:04}%"


def _lines(document: Mapping[str, Any], game: Game, found: Odds) -> Iterator[str]:
    """The odds as text."""
    yield heading(f"{game.title}: the next coup from {document['cards']} cards, exact")
    chosen = [
        (name, value) for name, value in game.options.items() if value != game.choices[name].read(game.choices[name].default)
    ]
    if chosen:
        yield line("with " + ", ".join(f"{name} {shown(value)}" for name, value in chosen))
    yield line(f"{found.total:,} ordered draws of six cards".replace(",", " "))
    yield ""
    yield table(
        [(name, _percent(Fraction(n, found.total)), f"{n:,}".replace(",", " ")) for name, n in found.outcomes.items()],
        header=("result", "chance", "draws"),
    )
    yield ""
    rows = []
    for bet in found.bets.values():
        chances = [_percent(Fraction(n, found.total)) for n in (bet.win, bet.lose, bet.push)]
        name = bet.bet if game.options.get(bet.bet) is not False else f"{bet.bet} *"
        rows.append((name, *chances, _percent(bet.edge), _percent(bet.edge_resolved)))
    yield table(rows, header=("bet", "wins", "loses", "pushes", "house edge", "edge of bets resolved"))
    yield ""
    yield line(
        "House edge: what the house keeps of each unit staked, on average; pushes count as bets. Below zero the bettor gains."
    )
    yield line("Edge of bets resolved: the same with pushes left out. Many guides quote this one.")
    yield line("Commission is taken exactly here; rounding it up or down moves the edge of small stakes.")
    if any(not bet["offered"] for bet in document["bets"]):
        yield line("* not offered under the options in force")
