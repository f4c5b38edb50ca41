"""Report of `dealerkit odds` for games dealt in coups: the number of possible coups from a shoe, and the odds of each bet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import attrs

from dealerkit.arithmetic.coup import SIDES
from dealerkit.arithmetic.odds import DRAWN, BetOdds, Odds
from dealerkit.files.screen_text import count_of, heading, line, table
from dealerkit.rules.games import Game
from dealerkit.rules.texts import shown

NOT_OFFERED = "* not offered under the options in force"
"""Note under a table in which a mark shows bets that are not offered."""


@attrs.frozen
class CoupOdds:
    """The odds of a coup and of its bets.

    Attributes:
        game: The game with its options in force.
        found: Numbers of the coups that can be dealt, by result.
        player: First two cards of the player hand, as typed; None if unknown.
        banker: First two cards of the banker hand, as typed; None if unknown.
    """

    game: Game
    found: Odds
    player: Sequence[str] | None = None
    banker: Sequence[str] | None = None

    def as_json(self) -> dict[str, object]:
        """Return the odds; counts are whole numbers, shares are fractions and decimals."""
        return {
            "game": self.game.id,
            "options": dict(self.game.options),
            "shoe": dict(self.found.shoe),
            "cards": sum(self.found.shoe.values()),
            "player": self.player,
            "banker": self.banker,
            "total": self.found.total,
            "outcomes": {outcome: _share(count, self.found.total) for outcome, count in self.found.outcomes.items()},
            "bets": [_bet(bet, self.game, self.found.total) for bet in self.found.bets.values()],
        }

    def lines(self) -> Iterator[str]:
        """Yield the odds as text."""
        game, counts = self.game, self.found
        which = "this coup, with" if self.player or self.banker else "the next coup from"
        yield heading(
            f"{game.title}: {which} {count_of(sum(counts.shoe.values()), 'card')}"
            f"{' left' if which.startswith('this') else ''}, exact"
        )
        if chosen := chosen_options(game):
            yield line(chosen)
        first = {"player": self.player, "banker": self.banker}
        known = [f"{side} {' '.join(cards)}" for side in SIDES if (cards := first[side])]
        if known:
            yield line("the first cards are known: " + ", ".join(known))
        draws = {6: "six", 4: "four", 2: "two"}[DRAWN - 2 * len(known)]
        yield line(f"{grouped(counts.total)} ordered draws of {draws} cards")
        yield ""
        yield table(
            [(name, percent(Fraction(n, counts.total)), grouped(n)) for name, n in counts.outcomes.items()],
            header=("result", "chance", "draws"),
        )
        yield ""
        rows = []
        for bet in counts.bets.values():
            chances = [percent(Fraction(n, counts.total)) for n in (bet.win, bet.lose, bet.push)]
            name = bet.bet if game.options.get(bet.bet) is not False else f"{bet.bet} *"
            rows.append((name, *chances, percent(bet.edge), percent(bet.edge_resolved)))
        yield table(rows, header=("bet", "wins", "loses", "pushes", "house edge", "edge of bets resolved"))
        yield ""
        yield line(
            "House edge: the average share of each bet that the house keeps; pushes count as bets. "
            "A negative edge favours the player."
        )
        yield line("Edge of bets resolved: the house edge without pushes. Many guides quote this figure.")
        yield line("Commission is counted without rounding, which changes the edge on small bets.")
        if any(not _is_offered(bet, game) for bet in counts.bets.values()):
            yield line(NOT_OFFERED)


def chosen_options(game: Game) -> str:
    """Return the options that differ from their defaults, in words: `with decks 8, soft17 hit`; empty for none."""
    defaults = {name: choice.read(choice.default) for name, choice in game.choices.items()}
    chosen = [f"{name} {shown(value)}" for name, value in game.options.items() if value != defaults[name]]
    return f"with {', '.join(chosen)}" if chosen else ""


def percent(share: Fraction) -> str:
    """Return a share as a percentage with four decimals, rounded from the exact fraction.

    >>> percent(Fraction(1, 8)), percent(Fraction(-1, 3))
    ('12.5000%', '-33.3333%')
    """
    units = round(abs(share) * 10**6)
    return f"{'-' if share < 0 and units else ''}{units // 10**4}.{units % 10**4:04}%"


def share(part: int | Fraction, total: int = 1) -> dict[str, object]:
    """Return a share as data: as an exact fraction and as a decimal.

    Args:
        part: Number of cases.
        total: Number of all cases.
    """
    exact = Fraction(part, total)
    return {"fraction": str(exact), "decimal": float(exact)}


def grouped(number: int) -> str:
    """Return a number with a space between groups of three digits: `2 598 960`."""
    return f"{number:,}".replace(",", " ")


def _share(part: int, total: int) -> dict[str, object]:
    return {"count": part, **share(part, total)}


def _bet(bet: BetOdds, game: Game, total: int) -> dict[str, object]:
    return {
        "bet": bet.bet,
        "offered": _is_offered(bet, game),
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


def _is_offered(bet: BetOdds, game: Game) -> bool:
    return game.options.get(bet.bet) is not False
