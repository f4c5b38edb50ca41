"""The poster on the wall: drawing, ranking of hands, order of cards, payouts and limits, on one page."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

import attrs

from dealerkit.errors import Impossible
from dealerkit.rules.games import Game
from dealerkit.rules.option_lines import decides
from dealerkit.rules.page_data import page_data
from dealerkit.rules.texts import DEFAULT_LANGUAGE
from dealerkit.sheets.context import Context
from dealerkit.sheets.document import (
    Block,
    Columns,
    Document,
    Heading,
    Listing,
    Paper,
    Paragraph,
    TableBlock,
    cell,
    plain,
    strong,
)
from dealerkit.sheets.drawings.drawing import Drawing
from dealerkit.sheets.drawings.hands import hands
from dealerkit.sheets.drawings.streets import streets
from dealerkit.sheets.drawings.tables import layout
from dealerkit.sheets.editions.edition import Edition, EditionOrder, for_guests
from dealerkit.sheets.editions.figures import figure
from dealerkit.sheets.editions.game_tables import printed
from dealerkit.sheets.editions.house_rules import house_rules
from dealerkit.sheets.editions.type_size import SIGN
from dealerkit.sheets.voice import Said

T = TypeVar("T")

PAPER = Paper(size="a3", points=17, margin=16)
"""A poster. On smaller paper, type and pictures shrink with it."""
READABLE = 11
"""The smallest readable size of type on a poster, in points."""
HEAD = 0.10
"""The title's share of the page's height."""
NAMED, PUT_IN_FORCE, NOTED = 1.9, 1.8, 2.4
"""Room above and below the poster, in line heights: for the house's name, its marks, a note on the language."""
ROW = 1.55
"""Height of a row of a table, in line heights."""
NOTHING = ("0", "none", "no", "")


@attrs.frozen
class _Sheet:
    """The paper, and its usable size.

    Attributes:
        paper: The paper, with type as large as its width allows.
        width: The printable width, in millimetres.
        height: The printable height, in millimetres.
    """

    paper: Paper
    width: float
    height: float

    def lines(self, count: float) -> float:
        """Return the height of a number of table rows."""
        return count * ROW * self.paper.type_size * 25.4 / 72

    def running(self, blocks: Iterable[Block]) -> float:
        """Return the height of headings and listings over the whole width."""
        most = self.width / (SIGN * self.paper.type_size)
        items = [item for block in blocks if isinstance(block, Listing) for item in block.items]
        headings = sum(isinstance(block, Heading) for block in blocks)
        return self.lines(1.5 * headings + sum(math.ceil(len(plain(item)) / most) for item in items))


def _sheet(asked: EditionOrder) -> _Sheet:
    paper, control = asked.paper or PAPER, for_guests(asked.control)
    width, height = paper.measures
    share = min(width / PAPER.measures[0], height / PAPER.measures[1])
    fitted = attrs.evolve(paper, points=PAPER.points * share, margin=PAPER.margin * share, large=False)
    more = (
        NAMED * bool(control.house)
        + PUT_IN_FORCE * any((control.number, control.edition, control.effective, control.status))
        + NOTED * (asked.lang != DEFAULT_LANGUAGE)
    )
    more += max(0, len(control.address) - 2) + bool(control.helpline)
    taken = more * fitted.type_size * 25.4 / 72
    return _Sheet(fitted, width - 2 * fitted.margin, (height - 2 * fitted.margin) * (1 - HEAD) - taken)


def make(asked: EditionOrder) -> Document:
    """Make the poster of a game."""
    context = asked.context()
    sheet = _sheet(asked)
    ranks = drawn(lambda: hands(context.game, context.voice.lang)) or {}
    beside = len(ranks) == 1
    tables, limits, own = tuple(_tables(context)), _limits(context, beside=beside), tuple(house_rules(context, "wall"))
    rows = sum(
        len(block.rows) + 2.5 if isinstance(block, TableBlock) else 1.5
        for block in (*tables, *(() if beside else limits))
        if isinstance(block, TableBlock | Columns)
    )
    room = sheet.height - sheet.lines(rows) - sheet.running(own)
    blocks = [*tables, *_pictures(context, sheet, room, ranks, limits if beside else ())]
    if not beside:
        blocks += limits
    blocks += own
    return EDITION.document(asked, context.voice.title(), blocks, paper=sheet.paper, control=for_guests(asked.control))


def _title(context: Context, name: str) -> Said:
    return context.voice.say(page_data("wall")["titles"][name])


def _limits(context: Context, *, beside: bool) -> tuple[Block, ...]:
    """Return the limits and the house's take, under a heading; nothing if there are no limits.

    Args:
        context: The game.
        beside: Whether they are in a narrow column beside another block, with each value under its label.
    """
    rows = tuple(_limit_rows(context))
    if beside:
        table = TableBlock([], [[cell(label, strong(value))] for label, value in rows], row_heads=False, whole=True)
    else:
        table = TableBlock(
            [], [[label, strong(value)] for label, value in rows], widths=(3, 2), align=("left", "right"), whole=True
        )
    return (Heading(_title(context, "limits")), table) if rows else ()


def _limit_rows(context: Context) -> Iterator[tuple[Said, Said]]:
    game, voice = context.game, context.voice
    for key in page_data("wall")["money"]:
        if (amount := context.part("money").get(key)) is not None:
            yield context.money_label(key), voice.money(amount)
    for name in page_data("wall")["limits"]:
        if name not in game.choices or str(game.options[name]) in NOTHING or not decides(game, name):
            continue
        if name in page_data("wall")["of_side_bets"] and not context.has_side_bets:
            continue
        label = page_data("wall")["labels"].get(name, game.choices[name].title)
        yield voice.say(label), voice.option(name, game.options[name])


def _tables(context: Context) -> Iterator[Block]:
    """Yield the game's tables for bettors, as wide as the page, and a legend of the letters in them."""
    for name in page_data("wall")["tables"]:
        shades: set[str] = set()
        for table in printed(context, name):
            ruled = table.style == "ruled"
            widths = (2, 2, 3)[: table.columns] if ruled else (2.4, *[1.0] * (table.columns - 1))
            yield attrs.evolve(table, widths=widths, align=("left",) if ruled else ("left", "center"))
            shades |= {cell.shade for row in table.rows for cell in row}
        if "dark" in shades:
            meant = ("legend_draws", "legend_stands", "legend_natural")[: 3 if "light" in shades else 2]
            yield Columns([[Paragraph(context.voice.word(meaning))] for meaning in meant])


def _pictures(
    context: Context, sheet: _Sheet, room: float, ranks: Mapping[str, Drawing], beside: tuple[Block, ...]
) -> Iterator[Block]:
    """Yield the ranks of hands and the order of the deal; if there are neither, the table.

    Args:
        context: The game.
        sheet: The paper.
        room: The available height.
        ranks: The ranks of hands, drawn.
        beside: The blocks beside the ranks.
    """
    game, lang = context.game, context.voice.lang
    strip = drawn(lambda: streets(game, lang))
    if strip is not None:
        order = figure(strip, sheet.width, room / 3)
        room -= order.height + sheet.lines(1.5)
    if len(ranks) == 1:
        (rank,) = ranks.values()
        shown = figure(rank, sheet.width * (0.68 if beside else 1), room - sheet.lines(1.5))
        column = (Heading(_title(context, "ranks")), shown)
        yield Columns([column, beside], (shown.width, sheet.width - shown.width - 5)) if beside else Columns([column])
    elif ranks:
        yield Heading(_title(context, "ranks"))
        yield _side_by_side(context, ranks, sheet, room - sheet.lines(1.5))
    if strip is not None:
        yield Heading(_title(context, "order"))
        yield order
    if not ranks and strip is None:
        yield Heading(_title(context, "table"))
        yield figure(layout(game, lang, seen_from="players"), sheet.width, room - sheet.lines(2))


def _side_by_side(context: Context, ranks: Mapping[str, Drawing], sheet: _Sheet, room: float) -> Columns:
    width = (sheet.width - 5) / len(ranks)
    share = min(min(width / rank.width, (room - sheet.lines(1.5)) / rank.height) for rank in ranks.values())
    return Columns(
        [[Heading(_title(context, name), 2), figure(drawing, drawing.width * share)] for name, drawing in ranks.items()]
    )


def drawn(draw: Callable[[], T]) -> T | None:
    """Return the result of a drawing function, or None if the game has nothing to draw."""
    try:
        return draw()
    except Impossible:
        return None


def offered(game: Game) -> bool:
    """Return whether a poster can be made of a game: it is dealt by a house, and has a table, ranks or streets."""
    return game.data.get("dealing") != "seat"


EDITION = Edition(
    name="wall",
    title="Poster",
    reader="the player",
    purpose="For the wall: who draws, which hand wins, the order of the deal, limits and payouts.",
    pages=1,
    paper=PAPER,
    make=make,
    halves=READABLE,
    offered=offered,
)
