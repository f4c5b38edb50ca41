"""Reports on a table: the roads of its shoes (score cards of past results), as letters in rows and columns, with colours that
repeat the letters' meaning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from dealerkit.arithmetic.roads import RoadResult
from dealerkit.files import screen_text
from dealerkit.files.screen_text import count_of
from dealerkit.rules.games import Game
from dealerkit.rules.road_book import WINNERS, KeptRoad, RoadBook, Sign

_INDENT = 4
_SCREEN = ("red", "blue", "green")
"""Colours of roads that a terminal shows; others, such as black and brown, are printed without colour."""


@attrs.frozen
class RoadsReport:
    """The roads of a table's shoes so far.

    Attributes:
        game: The game.
        book: Roads that the game keeps.
        shoes: The coups of each shoe, in order.
    """

    game: Game
    book: RoadBook
    shoes: Sequence[Sequence[RoadResult]]

    def as_json(self) -> dict[str, object]:
        """Return a map with `shoes`: for each shoe its results in order, counts, and the marks of each road with rows and columns
        from 1.
        """
        return {"shoes": [_shoe(self.book, results) for results in self.shoes]}

    def lines(self) -> Iterator[str]:
        """Yield the roads of the shoe in play, as text."""
        game, book, results, shoe = self.game, self.book, self.shoes[-1], len(self.shoes)
        yield screen_text.heading(f"The roads of shoe {shoe}: {_counted(book, results)}")
        if not results:
            return
        for road in book.kept:
            laid = road.lay_out(results)
            yield ""
            yield screen_text.line(game.say(road.title))
            if laid.marks:
                yield from _bands(book, road, results)
            else:
                yield screen_text.line("no mark yet", _INDENT)
            if laid.waiting:
                yield screen_text.line(f"{count_of(laid.waiting, 'tie')} before the first win", _INDENT)
        yield ""
        yield from _legend(game, book)


def _shoe(book: RoadBook, results: Sequence[RoadResult]) -> dict[str, object]:
    roads = {}
    for road in book.kept:
        laid = road.lay_out(results)
        marks = []
        for mark in laid.marks:
            dots = [dot for dot in mark.dots if dot in road.dots]
            marks.append({"column": mark.column + 1, "row": mark.row + 1, "mark": mark.what, "ties": mark.ties, "dots": dots})
        roads[road.name] = {"rows": road.rows, "marks": marks, "ties_waiting": laid.waiting}
    return {
        "coups": [{"winner": result.winner, "dots": list(result.dots)} for result in results],
        "counts": _counts(book, results),
        "roads": roads,
    }


def _counts(book: RoadBook, results: Sequence[RoadResult]) -> dict[str, int]:
    winners = Counter(result.winner for result in results)
    dots = Counter(dot for result in results for dot in result.dots)
    return {name: winners[name] for name in WINNERS} | {name: dots[name] for name in book.dots}


def _counted(book: RoadBook, results: Sequence[RoadResult]) -> str:
    """Return the counts of a shoe: `6 coups: banker 3, player 2, tie 1; banker pair 1`."""
    if not results:
        return "no coup yet"
    counts = _counts(book, results)
    won = ", ".join(f"{name} {counts[name]}" for name in WINNERS)
    dots = ", ".join(f"{name.replace('_', ' ')} {counts[name]}" for name in book.dots if counts[name])
    return f"{count_of(len(results), 'coup')}: {won}" + (f"; {dots}" if dots else "")


def _bands(book: RoadBook, road: KeptRoad, results: Sequence[RoadResult]) -> Iterator[str]:
    """Yield a road's rows; columns beyond the screen follow in a further band."""
    colours = {}
    laid = road.lay_out(results)
    for mark in laid.marks:
        colours[mark.row, mark.column] = book.marks[mark.what].colour
    grid = book.grid(road, results)
    widths = [max(map(screen_text.cells, column)) for column in zip(*grid, strict=True)]
    first = 0
    while first < len(widths):
        last, room = first, screen_text.width() - _INDENT
        while last < len(widths) and (last == first or sum(widths[first : last + 1]) + last - first <= room):
            last += 1
        if first:
            yield screen_text.line(f"from column {first + 1}:", _INDENT)
        for number, row in enumerate(grid):
            written = [_cell(row[at], widths[at], colours.get((number, at))) for at in range(first, last)]
            yield " " * _INDENT + " ".join(written).rstrip()
        first = last


def _cell(written: str, wide: int, colour: str | None) -> str:
    shown = written or "."
    padding = " " * (wide - screen_text.cells(shown))
    return (screen_text.style(shown, fg=colour) if colour in _SCREEN else shown) + padding


def _legend(game: Game, book: RoadBook) -> Iterator[str]:
    """Yield the meanings of the letters, on roads of results and on derived roads."""
    plain = [kept for kept in book.kept if kept.plan != "derived"]
    if plain:
        dots = {name: book.dots[name] for name in book.dots if any(name in road.dots for road in plain)}
        letters = [*_signs(game, {name: book.marks[name] for name in WINNERS}), *_signs(game, dots)]
        if any(road.plan == "runs" for road in plain):
            letters.append("/ a tie after this win, /2 two ties")
        yield screen_text.line("; ".join(letters))
    if len(plain) < len(book.kept):
        compared = {name: sign for name, sign in book.marks.items() if name not in WINNERS}
        yield screen_text.line("derived roads: " + "; ".join(_signs(game, compared)))


def _signs(game: Game, signs: Mapping[str, Sign]) -> Iterable[str]:
    return (f"{sign.letter} {game.say(sign.title)}" for sign in signs.values())
