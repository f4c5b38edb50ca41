"""Figures of games in which hands are compared with a dealer's hand: ends of a round, best play by up-card, side bets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from dealerkit.games.pit.ranked_hands.duels import BEST, USUAL, DuelCount, DuelCounter, UpCardCount
from dealerkit.games.pit.ranked_hands.figures import PlayTotals, edge_data, edge_table, lead, odds_text
from dealerkit.games.pit.ranked_hands.terms import RankedTerms, letters
from dealerkit.rules.counted_figures import CountedFigures, FigureTable
from dealerkit.rules.rankings import kind_named
from dealerkit.rules.reports.odds import grouped, percent, share


class DuelEnd(NamedTuple):
    """A printed row of ways in which a round ends.

    Attributes:
        decision: The decision.
        units: Result of a unit of each wager without its bonus; None for a wager that was not made.
        bonus: Bonus paid on each wager.
        net: The player's net result, in units of the first bet.
    """

    decision: str
    units: tuple[Fraction | None, ...]
    bonus: tuple[Fraction, ...]
    net: Fraction


def duel_figures(terms: RankedTerms) -> CountedFigures:
    """Return the figures of a game in which hands are compared with a dealer's hand.

    Args:
        terms: Terms of the game.
    """
    count = DuelCounter(terms).count()
    ends = {play: _duel_ends(terms, count, way) for play, way in (("best", BEST), ("usual", USUAL)) if count.ends[way]}
    ways = {play: _duel_totals(count, rows) for play, rows in ends.items()}
    lines = {wager: _side_lines(count, wager) for wager in terms.sides}
    sides = {wager: _side_totals(rows, count.deals) for wager, rows in lines.items()}
    titles = [terms.title(wager) for wager in terms.wagers]
    rows = sorted(ends["best"].items(), key=lambda item: (-item[0].net, item[0].decision))
    tables = [
        edge_table(terms, ways, sides),
        FigureTable(
            "How a round ends, with best play",
            ("decision", *titles, "net", "deals", "chance"),
            [
                (end.decision, *_printed(end), str(end.net), grouped(many), percent(Fraction(many, count.deals)))
                for end, many in rows
            ],
        ),
        _best_play(count),
        *(_side_table(terms, wager, rows_, count.deals) for wager, rows_ in lines.items()),
    ]
    data = {
        **edge_data(terms, ways),
        "ends": [
            {
                "decision": end.decision,
                "results": {
                    wager: {"pays": odds_text(units), "bonus": odds_text(extra) if extra else None}
                    for wager, units, extra in zip(terms.wagers, end.units, end.bonus, strict=True)
                },
                "net": str(end.net),
                "count": many,
                **share(many, count.deals),
            }
            for end, many in rows
        ],
        "best_play": [
            {
                "up_card": up.letter or None,
                "edge": share(-up.net / up.deals),
                "decisions": {
                    name: {**share(many, up.deals), "lowest": letters(up.lowest[name]), "highest": letters(up.highest[name])}
                    for name, many in up.decided.items()
                    if many
                },
            }
            for up in count.up_cards
        ],
        "side_bets": [
            {
                "bet": wager,
                "offered": terms.offered(wager),
                "edge": float(totals.edge),
                "edge_fraction": str(totals.edge),
                "ways": [
                    {"when": kind, "pays": odds_text(units), **share(many, count.deals)}
                    for (kind, units), many in lines[wager].items()
                    if units > 0
                ],
            }
            for wager, totals in sides.items()
        ],
    }
    return CountedFigures(f"{terms.game.title}: {grouped(count.deals)} deals, exact", data, lead(terms), tables)


def _duel_ends(terms: RankedTerms, count: DuelCount, way: int) -> dict[DuelEnd, int]:
    """Return the deals of each printed row."""
    ends: dict[DuelEnd, int] = defaultdict(int)
    for result, many in count.ends[way]:
        stakes = count.stakes[result.decision]
        bonus = tuple(result.bonus.get(wager, Fraction(0)) for wager in terms.wagers)
        units = [result.wagers[wager] for wager in terms.wagers]
        plain = tuple(None if whole is None else whole - extra for whole, extra in zip(units, bonus, strict=True))
        net = sum((stake * (result.wagers[wager] or 0) for wager, stake in stakes.items()), Fraction(0))
        ends[DuelEnd(result.decision, plain, bonus, net)] += many
    return ends


def _duel_totals(count: DuelCount, ends: Mapping[DuelEnd, int]) -> PlayTotals:
    net = sum((end.net * many for end, many in ends.items()), Fraction(0))
    staked = sum((sum(count.stakes[end.decision].values(), Fraction(0)) * many for end, many in ends.items()), Fraction(0))
    return PlayTotals(net, staked, count.deals)


def _printed(end: DuelEnd) -> Iterator[str]:
    for units, bonus in zip(end.units, end.bonus, strict=True):
        yield odds_text(units) + (f" and {odds_text(bonus)}" if bonus else "")


def _best_play(count: DuelCount) -> FigureTable:
    """Return the table of best play: how often each decision is best, and with which hands."""
    names = list(count.stakes)
    costs = {name: len(stakes) > 1 for name, stakes in count.stakes.items()}
    has_up_card = bool(count.up_cards[0].letter)
    header = [cell for name in names for cell in (name, f"lowest to {name}" if costs[name] else f"highest to {name}")]
    rows = []
    for up in count.up_cards:
        cells = [cell for name in names for cell in _decided(up, name, costs[name])]
        rows.append((up.letter.replace("T", "10"), percent(-up.net / up.deals), *cells) if has_up_card else tuple(cells))
    return FigureTable("Best play", (*(("upcard", "house edge") if has_up_card else ()), *header), rows)


def _decided(up: UpCardCount, name: str, costs: bool) -> tuple[str, str]:  # noqa: FBT001
    hands = up.lowest if costs else up.highest
    return percent(Fraction(up.decided[name], up.deals)), letters(hands[name]).replace("T", "10") if name in hands else ""


def _side_lines(count: DuelCount, wager: str) -> dict[tuple[str, Fraction], int]:
    """Return the deals with each result of a side bet, best first, by what the hand makes."""
    ends: dict[tuple[str, Fraction], int] = defaultdict(int)
    for result, many in count.ends[BEST]:
        units = result.wagers[wager]
        if units is not None:
            ends[kind_named(result.made) if units > 0 else "", units] += many
    return dict(sorted(ends.items(), key=lambda item: -item[0][1]))


def _side_totals(lines: Mapping[tuple[str, Fraction], int], deals: int) -> PlayTotals:
    return PlayTotals(sum((units * many for (_, units), many in lines.items()), Fraction(0)), Fraction(deals), deals)


def _side_table(terms: RankedTerms, wager: str, lines: Mapping[tuple[str, Fraction], int], deals: int) -> FigureTable:
    won = {line: many for line, many in lines.items() if line[1] > 0}
    rows = [(kind, odds_text(units), percent(Fraction(many, deals))) for (kind, units), many in won.items()]
    rows.append(("wins", "", percent(Fraction(sum(won.values()), deals))))
    return FigureTable(f"Side bet {terms.title(wager)}", ("with", "pays", "chance"), rows)
