"""Figures of games in which hands are paid by a table: ends of a round, decisions, best play on the first cards."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from dealerkit.cards import RANKS
from dealerkit.errors import Impossible
from dealerkit.games.pit.ranked_hands.figures import PlayTotals, edge_data, edge_table, lead, odds_text
from dealerkit.games.pit.ranked_hands.streets import EndCount, StreetCount, StreetCounter, StreetEnd
from dealerkit.games.pit.ranked_hands.terms import RankedTerms
from dealerkit.rules.counted_figures import CountedFigures, FigureTable
from dealerkit.rules.rankings import kind_named
from dealerkit.rules.reports.odds import grouped, percent, share


def street_figures(terms: RankedTerms) -> CountedFigures:
    """Return the figures of a game in which hands are paid by a table.

    Args:
        terms: Terms of the game.
    """
    counter = StreetCounter(terms)
    counts = {"best": counter.count("best")}
    with contextlib.suppress(Impossible):  # a game need not have a table of usual play
        counts["usual"] = counter.count("usual")
    ways = {play: _street_totals(count) for play, count in counts.items()}
    best = counts["best"]
    rows = list(_street_rows(counter, best))
    tables = [
        edge_table(terms, ways, {}),
        FigureTable(
            "How a round ends, with best play",
            ("end", "pays", "deals", "chance", "average bet"),
            [
                (name, pays, grouped(end.deals), percent(Fraction(end.deals, best.deals)), f"{float(end.staked / end.deals):.2f}")
                for name, pays, end in rows
            ],
        ),
        FigureTable(
            "Decisions, with best play",
            ("shared cards seen", "decision", "of all deals"),
            [
                (str(board), name, percent(Fraction(many, best.deals)))
                for board, decided in best.decided.items()
                for name, many in sorted(decided.items())
            ],
        ),
        *_first_decisions(terms, best),
    ]
    data = {
        **edge_data(terms, ways),
        "ends": [
            {"end": name, "pays": pays, "count": end.deals, **share(end.deals, best.deals), "staked": str(end.staked / end.deals)}
            for name, pays, end in rows
        ],
        "decisions": {
            str(board): {name: share(many, best.deals) for name, many in decided.items()}
            for board, decided in best.decided.items()
        },
    }
    return CountedFigures(f"{terms.game.title}: {grouped(best.deals)} deals, exact", data, lead(terms), tables)


def _street_totals(count: StreetCount) -> PlayTotals:
    net = sum((end.net for end in count.ends.values()), Fraction(0))
    return PlayTotals(net, sum((end.staked for end in count.ends.values()), Fraction(0)), count.deals)


def _street_rows(counter: StreetCounter, count: StreetCount) -> Iterator[tuple[str, str, EndCount]]:
    """Yield the ends of a round, best first: name, payment, count. A category that is paid in several ways names its ranks."""
    merged: dict[tuple[str, int, tuple[int, ...]], list[tuple[StreetEnd, EndCount]]] = defaultdict(list)
    for end, counted in count.ends.items():
        merged[end.made or end.word, end.board if not end.made else counter.board, end.units].append((end, counted))
    names = [name for name, _, _ in merged]
    for (name, board, units), rows in sorted(
        merged.items(), key=lambda item: (not item[1][0][0].made, *map(int.__neg__, item[0][2]))
    ):
        label = kind_named(name)
        if not rows[0][0].made:
            label = f"{label}, {board} shared card{'s' * (board != 1)} seen"
        elif names.count(name) > 1:
            tops = sorted({end.top for end, _ in rows}, key=RANKS.index)
            label = f"{label}, {' '.join(tops).replace('T', '10')}"
        results = dict.fromkeys(odds_text(Fraction(unit, counter.scale)) for unit in units)
        counts = [counted for _, counted in rows]
        yield label, ", ".join(results) if rows[0][0].made else "lose", _sum(counts)


def _sum(counts: Sequence[EndCount]) -> EndCount:
    return EndCount(
        sum(counted.deals for counted in counts),
        sum((counted.staked for counted in counts), Fraction(0)),
        sum((counted.net for counted in counts), Fraction(0)),
    )


def _first_decisions(terms: RankedTerms, count: StreetCount) -> Iterable[FigureTable]:
    """Yield the table of best play on two own cards; nothing in a game with another number of them."""
    if terms.boxes.cards != 2 or not count.first:
        return
    cells: dict[tuple[int, int, bool], str] = {}
    for masks, name in count.first.items():
        ranks = [rank for mask in masks for rank in range(13) if mask >> rank & 1]
        word, _, amount = name.rpartition(" ")
        cells[min(ranks), max(ranks), len([mask for mask in masks if mask]) == 1] = amount if word else name[:1].upper()
    order = range(12, -1, -1)
    rows = [
        (
            RANKS[row].replace("T", "10"),
            *(cells[min(row, column), max(row, column), column < row] for column in order),
        )
        for row in order
    ]
    words = dict.fromkeys(f"{name[:1].upper()} {name}" for name in count.first.values() if " " not in name)
    note = f"A number: a bet of so many units. {', '.join(words)}. Right of the pairs: one suit; left of them: two."
    yield FigureTable(
        "Best play on the first two cards", ("", *(RANKS[rank].replace("T", "10") for rank in order)), rows, (note,)
    )
