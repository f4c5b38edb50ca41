"""Figures of blackjack: house edge and basic strategy, naturals, the dealer's totals, insurance, side bets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from dealerkit.arithmetic.first_cards import side_bet_lines
from dealerkit.games.pit.blackjack.best_play import UP_CARDS, BestPlay, StrategyRow, best_play
from dealerkit.games.pit.blackjack.dealer_hands import ACE, FINALS, TEN, DealerHands, shoe
from dealerkit.games.pit.blackjack.side_bets import SideBetOdds, side_bet_odds
from dealerkit.games.pit.blackjack.terms import BlackjackTerms
from dealerkit.rules.counted_figures import CountedFigures, FigureTable, odds_of
from dealerkit.rules.doc import branch
from dealerkit.rules.games import Game
from dealerkit.rules.reports.odds import NOT_OFFERED, chosen_options, percent, share

LETTERS: Final[Mapping[str, str]] = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}
"""Letters for decisions in a printed table of basic strategy."""


def card_name(value: int) -> str:
    """Return a card's value as printed in a table.

    >>> card_name(1), card_name(10)
    ('A', '10')
    """
    return "A" if value == ACE else str(value)


def row_name(kind: StrategyRow) -> str:
    """Return the name of a row of basic strategy.

    >>> row_name(StrategyRow("hard", 16)), row_name(StrategyRow("soft", 18)), row_name(StrategyRow("pair", 1))
    ('hard 16', 'soft 18', 'A-A')
    """
    return f"{card_name(kind.total)}-{card_name(kind.total)}" if kind.row == "pair" else f"{kind.row} {kind.total}"


def strategy_rows(best: BestPlay) -> Iterator[tuple[str, ...]]:
    """Yield the rows of basic strategy as printed: the hand, then the decision against each up-card.

    In a cell with two letters the second applies if the first decision is not allowed: `Dh` doubles, or else hits.

    Args:
        best: Best play under the rules in force.
    """
    plain = [
        kind for kind in best.strategy if kind.row != "pair" and kind not in (StrategyRow("hard", 4), StrategyRow("soft", 12))
    ]
    hard, soft = (sorted((kind for kind in plain if kind.row == row), reverse=True) for row in ("hard", "soft"))
    pairs = sorted((kind for kind in best.strategy if kind.row == "pair"), key=lambda kind: -(kind.total % ACE or kind.total))
    for kind in (*hard, *soft, *pairs):
        yield row_name(kind), *(_cell(decisions) for decisions in best.strategy[kind])


def _cell(decisions: tuple[str, ...]) -> str:
    first, *others = (LETTERS[decision] for decision in decisions)
    return first + "".join(others).lower() if first in "DR" else first


def dealer_rows(terms: BlackjackTerms) -> dict[int, list[Fraction]]:
    """Return the probability of each of `FINALS` for every up-card, with nothing known of the other card.

    Args:
        terms: The rules in force.
    """
    rows = {}
    for up in UP_CARDS:
        unseen = shoe(terms.decks)
        unseen[up - 1] -= 1
        rows[up] = DealerHands.of(up, hits_soft_17=terms.hits_soft_17).exact(unseen)
    return rows


def natural_chances(decks: int) -> dict[str, Fraction]:
    """Return the probability that a box, the dealer, and both have a natural.

    Args:
        decks: Number of whole decks in the shoe.
    """
    aces, tens, cards = 4 * decks, 16 * decks, 52 * decks
    single = Fraction(2 * aces * tens, cards * (cards - 1))
    both = single * Fraction(2 * (aces - 1) * (tens - 1), (cards - 2) * (cards - 3))
    return {"a box": single, "the dealer": single, "both": both}


def insurance_edge(decks: int) -> Fraction:
    """Return the house edge on a unit of insurance, with no card known but the ace (BJ-57).

    Args:
        decks: Number of whole decks in the shoe.

    >>> insurance_edge(6)
    Fraction(23, 311)
    """
    return 1 - 3 * Fraction(16 * decks, 52 * decks - 1)


@odds_of("twenty_one")
def blackjack_odds(game: Game) -> CountedFigures:
    """Return the counted figures of a game of blackjack under its options in force.

    Args:
        game: The game.
    """
    terms = BlackjackTerms.of(game.options)
    best = best_play(terms)
    sides = {
        bet: side_bet_odds(bet, lines, terms.decks)
        for bet, lines in side_bet_lines(branch(game.data, "tables"), game.options).items()
    }
    dealer, naturals = dealer_rows(terms), natural_chances(terms.decks)
    edges: dict[str, Fraction] = {
        "main, played by total": Fraction(best.edge),
        "main, played by the first two cards": Fraction(-best.by_cards),
        "insurance": insurance_edge(terms.decks),
    }
    data: dict[str, object] = {
        "game": game.id,
        "options": dict(game.options),
        "cards": 52 * terms.decks,
        "edge": {"by_total": best.edge, "by_cards": -best.by_cards},
        "insurance": share(edges["insurance"]),
        "naturals": {name: share(chance) for name, chance in naturals.items()},
        "dealer": {
            card_name(up): {str(final): share(chance) for final, chance in zip(FINALS, row, strict=True)}
            for up, row in dealer.items()
        },
        "strategy": {
            row_name(kind): {card_name(up): list(cell) for up, cell in zip(UP_CARDS, cells, strict=True)}
            for kind, cells in best.strategy.items()
        },
        "side_bets": [_side_bet_data(bet, side_odds, game) for bet, side_odds in sides.items()],
    }
    chosen = chosen_options(game)
    decks = "one deck" if terms.decks == 1 else f"{terms.decks} decks"
    tables = [
        _edges(game, edges, sides),
        FigureTable("Naturals", ("who", "chance"), [(name, percent(chance)) for name, chance in naturals.items()]),
        _dealer_table(dealer),
        FigureTable(
            "Basic strategy",
            ("hand", *map(card_name, UP_CARDS)),
            list(strategy_rows(best)),
            ("S stand, H hit, D double, P split, R surrender; a small letter is the play if the first one is not allowed.",),
        ),
        *(_side_bet_table(bet, side_odds) for bet, side_odds in sides.items()),
    ]
    title = f"{game.title}: a round from {decks}, {52 * terms.decks} cards"
    return CountedFigures(title, data, (chosen,) if chosen else (), tables)


def _edges(game: Game, edges: Mapping[str, Fraction], sides: Mapping[str, SideBetOdds]) -> FigureTable:
    rows = [(name, percent(edge)) for name, edge in edges.items()]
    rows += [(bet if _is_offered(bet, game) else f"{bet} *", percent(side_odds.edge)) for bet, side_odds in sides.items()]
    notes = [
        "House edge: the house's average share of each unit of the first bet, off a fresh shoe, with best play.",
        "Pushes count as bets. A figure below zero favours the bettor.",
        "A cut card costs the player a little more: rounds with many small cards use more of the shoe.",
    ]
    if not all(_is_offered(bet, game) for bet in sides):
        notes.append(NOT_OFFERED)
    return FigureTable("House edge", ("bet", "house edge"), rows, notes)


def _dealer_table(dealer: Mapping[int, list[Fraction]]) -> FigureTable:
    rows = [(card_name(up), *map(percent, row)) for up, row in dealer.items()]
    for up in (TEN, ACE):
        row = dealer[up]
        natural = row[FINALS.index("natural")]
        known = [Fraction(0) if final == "natural" else chance / (1 - natural) for final, chance in zip(FINALS, row, strict=True)]
        rows.append((f"{card_name(up)}, no natural", *map(percent, known)))
    return FigureTable("The dealer's hand by the upcard", ("upcard", *map(str, FINALS)), rows)


def _side_bet_table(bet: str, side_odds: SideBetOdds) -> FigureTable:
    rows = [(name, f"{pays} to 1", percent(chance)) for name, (pays, chance) in side_odds.lines.items()]
    return FigureTable(f"Side bet {bet}", ("with", "pays", "chance"), [*rows, ("wins", "", percent(side_odds.win))])


def _side_bet_data(bet: str, side_odds: SideBetOdds, game: Game) -> dict[str, object]:
    return {
        "bet": bet,
        "offered": _is_offered(bet, game),
        "win": share(side_odds.win),
        "edge": float(side_odds.edge),
        "edge_fraction": str(side_odds.edge),
        "ways": [{"when": name, "pays": f"{pays} to 1", **share(chance)} for name, (pays, chance) in side_odds.lines.items()],
    }


def _is_offered(bet: str, game: Game) -> bool:
    return game.options.get(bet) is True
