"""The roads of a shoe as drawings: bead plate, big road and the derived roads, empty or filled in.

Roads are the score charts of baccarat. `dealerkit.arithmetic.roads` lays them out, by the game's file; here they are only drawn.
Each mark contains its letter, so that it can be read without colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dealerkit.arithmetic.roads import RoadResult
from dealerkit.rules.games import Game
from dealerkit.rules.texts import DEFAULT_LANGUAGE, fill, text
from dealerkit.sheets.drawings.drawing import Canvas, Drawing
from dealerkit.sheets.drawings.inks import USUAL, Ink, data, ink
from dealerkit.sheets.roads import Drawn, Square, score_sheet

LETTERS = {"disc": (0.5, 0.7, 0.56), "ring": (0.5, 0.68, 0.5), "": (0.28, 0.42, 0.44)}
"""Position and height of a mark's letter, by the mark's shape."""
CORNERS = {"top-left": (0.16, 0.16), "top-right": (0.84, 0.16), "bottom-left": (0.16, 0.84), "bottom-right": (0.84, 0.84)}
"""Position of a dot, in parts of a square."""


def roads(
    game: Game,
    results: Sequence[RoadResult] | None = None,
    lang: str = DEFAULT_LANGUAGE,
    *,
    room: float = 0,
    ink_name: str = USUAL,
) -> Mapping[str, Drawing]:
    """Draw every road of a game, by its name in the game's file.

    Args:
        game: The game with its options in force.
        results: The coups of a shoe, in order; None for empty roads to fill in.
        lang: The language, a tag in `templates/locales.yaml`.
        room: Width available for a road, in millimetres; 0 for a landscape page.
        ink_name: See `dealerkit.sheets.drawings.cards.card`.

    Raises:
        Impossible: If the game keeps no roads.
        UnknownName: If there is no such language or ink.
        RuleFileError: If the game's roads cannot be used.
    """
    (form,) = score_sheet(game, lang, None if results is None else [results]).forms
    return {drawn.name: road(drawn, lang, room=room, ink_name=ink_name) for drawn in form.roads}


def road(drawn: Drawn, lang: str = DEFAULT_LANGUAGE, *, room: float = 0, ink_name: str = USUAL) -> Drawing:
    """Draw a road that has been laid out, as on a score sheet.

    Args:
        drawn: The road, square by square.
        lang: The language.
        room: Width available, in millimetres; 0 for a landscape page.
        ink_name: The name of the ink.
    """
    spec, colours = data("roads"), ink(ink_name)
    rows, columns = len(drawn.rows), len(drawn.rows[0])
    usual = float(spec["derived"] if drawn.derived else spec["square"])
    edge = 0.2
    side = min(usual, ((room or float(spec["room"])) - 2 * edge) / columns)
    canvas = Canvas(round(columns * side + 2 * edge, 3), round(rows * side + 2 * edge, 3))
    with canvas.moved(edge, edge):
        _grid(canvas, rows, columns, side, colours, bold=2 if drawn.derived else 0)
        for row, line in enumerate(drawn.rows):
            for column, square in enumerate(line):
                if square.text:
                    with canvas.moved(column * side, row * side, scale=side):
                        _mark(canvas, square, drawn.shape, colours)
    return canvas.drawing(_in_letters(drawn, lang))


def _grid(canvas: Canvas, rows: int, columns: int, side: float, colours: Ink, *, bold: int) -> None:
    """Draw the squares, with every `bold`-th line stronger, since the derived roads have four squares in each of the big
    road's.
    """
    wide, high = columns * side, rows * side
    canvas.rect(0, 0, wide, high, fill=colours["paper"])
    thin: list[str] = []
    strong: list[str] = []
    for at in range(rows + 1):
        (strong if at in {0, rows} or (bold and at % bold == 0) else thin).append(f"M0 {at * side:.3f}H{wide:.3f}")
    for at in range(columns + 1):
        (strong if at in {0, columns} or (bold and at % bold == 0) else thin).append(f"M{at * side:.3f} 0V{high:.3f}")
    if thin:
        canvas.path("".join(thin), fill="none", stroke=colours["faint"], stroke_width=0.15)
    canvas.path("".join(strong), fill="none", stroke=colours["line"], stroke_width=0.25)


def _mark(canvas: Canvas, square: Square, shape: str, colours: Ink) -> None:
    """Draw a mark in a square with a side of one."""
    colour = colours[square.colour]
    letter = colour
    if shape == "disc":
        canvas.circle(0.5, 0.5, 0.42, fill=colour)
        letter = colours["paper"]
    elif shape == "ring":
        canvas.circle(0.5, 0.5, 0.38, fill="none", stroke=colour, stroke_width=0.085)
    else:
        canvas.line((0.12, 0.88), (0.88, 0.12), stroke=colour, stroke_width=0.12)
    if square.ties:
        canvas.line((0.06, 0.94), (0.94, 0.06), stroke=colours["green"], stroke_width=0.08)
        if shape == "ring":  # the letter must stay readable
            canvas.circle(0.5, 0.5, 0.25, fill=colours["paper"])
    x, y, size = LETTERS.get(shape, LETTERS[""])
    canvas.text(x, y, square.letter, size, anchor="middle", bold=True, fill=letter)
    if square.ties > 1:
        canvas.circle(0.8, 0.2, 0.2, fill=colours["paper"])
        canvas.text(0.8, 0.34, str(square.ties), 0.38, anchor="middle", bold=True, fill=colours["green"])
    for dot in square.dots:
        x, y = CORNERS[dot.corner]
        canvas.circle(x, y, 0.13, fill=colours[dot.colour], stroke=colours["paper"], stroke_width=0.04)


def _in_letters(drawn: Drawn, lang: str) -> str:
    """Return a road in letters: columns from the left, each from the top."""
    words = data("roads")["words"]
    columns = [" ".join(row[at].text for row in drawn.rows if row[at].text) for at in range(len(drawn.rows[0]))]
    marks = text(words["column"], lang).join(column for column in columns if column)
    values = {"title": drawn.title, "rows": len(drawn.rows), "columns": len(drawn.rows[0]), "marks": marks}
    return fill(text(words["filled" if marks else "empty"], lang), values)
