"""Cases about odds: the exact house edge of each bet, to prove the odds that a rule book states."""

from __future__ import annotations

from dealerkit.arithmetic.odds import full_shoe, odds
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.entries import Branch
from dealerkit.rules.games import Game

ODDS_KEYS = frozenset({"edges", "by_edge", "results", "house_wins"})
"""Keys that a case of odds can expect.

`edges`: bet -> what the house keeps of it, in per cent with two places; `by_edge`: the bets of the case, from the
lowest edge to the highest; `results`: the results from the most frequent to the rarest; `house_wins`: whether every bet of the
pay table, offered or not, keeps something for the house.
"""


def odds_told(in_force: Game, question: Branch) -> dict[str, object]:
    """Return the odds of the next coup from a full shoe, under the keys that a case can expect.

    Args:
        in_force: The game, with the options in force.
        question: `bets`, the names of the bets to compare; every bet of the pay table if it names none.

    Returns:
        `edges`: house edge by bet, in percent as text; `by_edge`: the bets from the lowest edge up; `results`: the results
        from the most frequent down; `house_wins`: whether every bet of the pay table has an edge for the house.

    Raises:
        UnknownName: If the game is not dealt in coups, as baccarat is.
        KeyError: If there is no such bet.
    """
    rules = coup_rules(in_force)
    counted = odds(rules, full_shoe(rules.points, int(in_force.options.get("decks", 1))))
    named = [str(bet) for bet in question.get("bets", ())] or list(rules.pays)
    edges = {bet: counted.bets[bet].edge for bet in named}
    return {
        "edges": {bet: f"{float(edge * 100):.2f}" for bet, edge in edges.items()},
        "by_edge": sorted(edges, key=edges.__getitem__),
        "results": sorted(counted.outcomes, key=counted.outcomes.__getitem__, reverse=True),
        "house_wins": all(bet.edge > 0 for bet in counted.bets.values()),
    }
