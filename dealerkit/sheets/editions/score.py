"""The score sheet: the roads of a shoe, empty or filled from a record, or a line for each deal of a hand-scored game."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.rules.entries import Branch
from dealerkit.rules.games import Game
from dealerkit.rules.page_data import page_data
from dealerkit.rules.road_book import road_book
from dealerkit.sheets.context import Context
from dealerkit.sheets.document import (
    Block,
    Columns,
    Document,
    Fields,
    Heading,
    PageBreak,
    Paper,
    Paragraph,
    TableBlock,
    TableCell,
    TextRun,
    cell,
    strong,
)
from dealerkit.sheets.drawings.roads import road
from dealerkit.sheets.editions.edition import Edition, EditionOrder, Scored
from dealerkit.sheets.editions.figures import figure
from dealerkit.sheets.roads import Drawn, RoadsForm, score_sheet
from dealerkit.sheets.voice import Said

PAPER = Paper(landscape=True, points=9, margin=10)
TARGETS = ("target", "points_target", "holes")
"""Options for the score that ends a game."""


def make(asked: EditionOrder) -> Document:
    """Make the score sheet of a game.

    Raises:
        RuleFileError: If the game's roads cannot be used.
    """
    context = asked.context()
    paper = asked.paper or PAPER
    roads = road_book(asked.game) is not None
    blocks = _roads(context, paper, asked.scored) if roads else _deals(context)
    return EDITION.document(asked, _word(context, "title"), blocks, subtitle=context.voice.title())


def _word(context: Context, name: str, **values: object) -> Said:
    return context.voice.say(page_data("score")["words"][name], **values)


def _roads(context: Context, paper: Paper, scored: Scored | None) -> Iterator[Block]:
    """Yield the roads of each shoe, or empty ones, with their head fields and a legend."""
    shoes, notes = (None, {}) if scored is None else (scored.shoes, scored.notes)
    score_form = score_sheet(context.game, context.voice.lang, shoes, notes)
    for at, form in enumerate(score_form.forms):
        if at:
            yield PageBreak()
        yield from _form(context, paper, form)
        key = context.voice.join((f"{sign.letter or '●'} {sign.title}" for sign in score_form.legend), " · ")
        tie = f" · / {context.voice.word('roads_tie_after')}"
        yield Paragraph([key, tie, ". ", score_form.note], "small")


def _form(context: Context, paper: Paper, form: RoadsForm) -> Iterator[Block]:
    """Yield the roads of one shoe."""
    wide = paper.measures[0] - 2 * paper.margin
    main, derived = ([drawn for drawn in form.roads if drawn.derived is kind] for kind in (False, True))
    third = (wide - 5 * (len(derived) - 1)) / max(1, len(derived))
    high = (paper.measures[1] - 2 * paper.margin - 55 - (third / 4 if derived else 0)) / len(main) - 10
    yield Fields(form.fields, columns=min(3, len(form.fields)))
    if all(count is not None for _, count in form.counts):
        yield Paragraph([part for title, count in form.counts for part in (f"{title} ", strong(f"{count}"), "   ")])
    for road_drawn in main:
        yield Heading(_road_title(road_drawn), 2)
        yield figure(road(road_drawn, context.voice.lang, room=wide), wide, high)
    if derived:
        roads = (
            [Heading(_road_title(drawn), 2), figure(road(drawn, context.voice.lang, room=third), third)] for drawn in derived
        )
        yield Columns(roads)


def _road_title(drawn: Drawn) -> list[str | TextRun]:
    return [drawn.title, *([f" ({drawn.waiting})"] if drawn.waiting else [])]


def _deals(context: Context) -> Iterator[Block]:
    """Yield the lines of each deal, and a column for each player or side."""
    game = context.game
    spec: Branch = page_data("score")["games"].get(game.id) or {}
    targets = [name for name in TARGETS if name in game.choices]
    known = [(_word(context, "target"), context.voice.option(name, game.options[name])) for name in targets]
    yield Fields([(_word(context, "date"), ""), (_word(context, "place"), ""), *known], columns=3)
    count = int(spec.get("sides") or min(8, game.data["players"]["max"]))
    kind = "side" if "sides" in spec else "player"
    heads = [cell(_word(context, kind, number=number), shade="head") for number in range(1, count + 1)]
    lines = [_line(context, line) for line in (spec.get("lines") or {}).values()]
    rows: list[list[TableCell]] = []
    for deal in range(1, int(spec.get("deals") or page_data("score")["deals"]) + 1):
        name = f"{_word(context, 'deal')} {deal}"
        for at, deal_line in enumerate(lines):
            first = [TableCell([name], "light", rows=len(lines) + 1)] if not at else []
            rows.append([*first, cell(deal_line), *(cell("") for _ in range(count))])
        total = cell(_word(context, "total"), shade="head") if lines else cell(name, shade="light")
        rows.append([total, *(cell("", shade="head" if lines else "") for _ in range(count))])
    before = [cell(_word(context, "deal"), shade="head"), *([cell("", shade="head")] if lines else [])]
    widths = (1.2, *((4,) if lines else ()), *(3,) * count)
    yield TableBlock([*before, *heads], rows, widths=widths, style="grid", align=("left",))


def _line(context: Context, spec: Branch) -> Said:
    """Return the line of a score sheet, with the points under the rules in force."""
    title = context.voice.say(spec["title"])
    if "points" not in spec:
        return title
    table, entry = spec["points"]
    points = context.part("tables").get(table, {}).get(entry)
    return title if points is None else _word(context, "each", what=title, points=points)


def offered(game: Game) -> bool:
    """Return whether there is anything to write down: roads, or marks on the felt."""
    return road_book(game) is not None or bool((game.data.get("felt") or {}).get("marks"))


EDITION = Edition(
    name="score",
    title="Score sheet",
    reader="the player",
    purpose="To write on: the roads of a shoe, or a column for each player.",
    pages=2,
    paper=PAPER,
    make=make,
    offered=offered,
)
