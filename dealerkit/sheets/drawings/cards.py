"""Playing cards as drawings: every face, the joker, the back, and rows of cards. The outlines are in `cards.yaml`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager

from dealerkit.cards import Face, Suit, read_cards
from dealerkit.rules.entries import Branch
from dealerkit.rules.texts import DEFAULT_LANGUAGE
from dealerkit.sheets.drawings.drawing import Canvas, Drawing, number
from dealerkit.sheets.drawings.inks import USUAL, Ink, data, ink

BACK = "back"
EDGE = 0.35
"""Thickness of a card's edge, in millimetres, whatever the card's size."""


def card(
    code: str | Face, *, width: float = 0, ink_name: str = USUAL, lang: str = DEFAULT_LANGUAGE, compact: bool | None = None
) -> Drawing:
    """Draw one card.

    Args:
        code: The card: `Ah`, `Td`, `Jk` for the joker; `??` or `back` for its back.
        width: Its width, in millimetres; 0 for that of a real card.
        ink_name: `colour`, `four` for a pack of four colours, or `mono`, in which the red suits are outlines.
        lang: The language of the alternative text.
        compact: Whether to draw one large letter and pip instead of all pips; None to decide by the width.

    Raises:
        ActError: If it is not a card.
        UnknownName: If there is no such ink.

    >>> card("Qs").alt, card("??").alt, card("Td", lang="zh-Hant").alt
    ('queen of spades', 'card face down', '方塊10')
    """
    face = _face(code)
    wide, high = _size(width)
    canvas = Canvas(wide, high)
    draw_card(canvas, face, 0, 0, wide, ink(ink_name), compact=compact)
    return canvas.drawing(card_name(face, lang))


def cards(
    codes: str | Iterable[str | Face | None],
    *,
    width: float = 20,
    overlap: float = 0,
    gap: float = 2,
    ink_name: str = USUAL,
    lang: str = DEFAULT_LANGUAGE,
    compact: bool | None = None,
) -> Drawing:
    """Draw a row of cards.

    Args:
        codes: The cards, from the left: `"Ah Kd ??"`, or a list.
        width: Width of a card, in millimetres.
        overlap: Share of a card that its right neighbour covers, 0 to less than 1.
        gap: Space between cards that do not overlap, in millimetres.
        ink_name: See `card`.
        lang: The language of the alternative text.
        compact: See `card`.

    Raises:
        ActError: If one is not a card.
        UnknownName: If there is no such ink.

    >>> cards("Ah Kd").alt
    'Cards: ace of hearts, king of diamonds'
    """
    faces = read_faces(codes)
    step = width * (1 - overlap) if overlap else width + gap
    _, high = _size(width)
    canvas = Canvas(max(width + step * (len(faces) - 1), width), high)
    draw_row(canvas, faces, 0, 0, width, step, ink(ink_name), compact=compact)
    return canvas.drawing(row_name(faces, lang))


def card_name(face: Face | None, lang: str = DEFAULT_LANGUAGE) -> str:
    """Return a card's name in words; for None, the words for a card face down.

    >>> card_name(Face.read("Ah")), card_name(Face.read("Jk"), "zh-Hans")
    ('ace of hearts', '王牌')
    """
    words = _words(lang)
    if face is None:
        return str(words["unknown"])
    if face.suit is None:
        return str(words["joker"])
    rank = words["ranks"].get(face.letter, face.letter)
    return str(words["pattern"]).format(rank=rank, suit=words["suits"][face.suit.value])


def rank_sign(face: Face) -> str:
    """Return a card's rank as printed: `10`, or a single letter or digit."""
    return "10" if face.letter == "T" else face.letter


def row_name(faces: Sequence[Face | None], lang: str = DEFAULT_LANGUAGE) -> str:
    """Return the names of cards in a row, as a sentence."""
    words = _words(lang)
    if not faces:
        return str(words["none"])
    return str(words["row"]).format(cards=str(words["and"]).join(card_name(face, lang) for face in faces))


def read_faces(codes: str | Iterable[str | Face | None]) -> list[Face | None]:
    """Read cards in any form that `card` accepts, from a text or a list; None stands for a card face down."""
    if isinstance(codes, str):
        return read_cards(codes)
    return [code if isinstance(code, Face) or code is None else _face(code) for code in codes]


def card_height(width: float) -> float:
    """Return the height of a card of a given width, in millimetres."""
    return _size(width)[1]


def draw_row(
    canvas: Canvas,
    faces: Sequence[Face | None],
    x: float,
    y: float,
    width: float,
    step: float,
    colours: Ink,
    *,
    compact: bool | None = None,
) -> None:
    """Draw cards onto a canvas, each `step` to the right of the one before.

    Args:
        canvas: Where to draw.
        faces: The cards from left to right; None for a back.
        x: The left edge of the first card.
        y: The top edge of the cards.
        width: Width of a card.
        step: Distance between the left edges of two neighbours.
        colours: The ink.
        compact: Whether to draw the small form of the cards; None to decide by their width.
    """
    for at, face in enumerate(faces):
        draw_card(canvas, face, x + at * step, y, width, colours, compact=compact)


def draw_card(
    canvas: Canvas, face: Face | None, x: float, y: float, width: float, colours: Ink, *, compact: bool | None = None
) -> None:
    """Draw a card onto a canvas.

    Args:
        canvas: Where to draw.
        face: The card; None for a back.
        x: The left edge.
        y: The top edge.
        width: Width of the card.
        colours: The ink.
        compact: Whether to draw the small form of the card; None to decide by its width.
    """
    spec = data("cards")
    full, high, corner = (float(spec["size"][key]) for key in ("width", "height", "corner"))
    small = width < spec["compact_below"] if compact is None else compact
    scale = width / full
    with canvas.moved(x, y, scale=scale):
        edge = EDGE / scale
        canvas.rect(
            edge / 2,
            edge / 2,
            full - edge,
            high - edge,
            r=corner,
            fill=colours["paper"],
            stroke=colours["line"],
            stroke_width=edge,
        )
        if face is None:
            _back(canvas, spec, colours)
        elif face.suit is None:
            _joker(canvas, spec, colours, small=small)
        elif small:
            _compact(canvas, spec, face, face.suit, colours)
        else:
            _full(canvas, spec, face, face.suit, colours)


def draw_pip(canvas: Canvas, suit: Suit, x: float, y: float, size: float, colours: Ink, *, turned: bool = False) -> None:
    """Draw the pip of a suit.

    Args:
        canvas: Where to draw.
        suit: The suit.
        x: The middle of the pip, from the left.
        y: The middle of the pip, from the top.
        size: Size of the pip.
        colours: The ink.
        turned: Whether it is upside down.
    """
    fill, edge = colours.suit(suit)
    spec = data("cards")["suits"][suit.name.lower()]
    with canvas.moved(x, y, turn=180 if turned else 0, scale=size):
        line = {"stroke": edge, "stroke_width": 0.075, "stroke_linejoin": "round"} if edge else {}
        canvas.path(spec, fill=fill, **line)


def draw_letters(canvas: Canvas, letters: str, x: float, y: float, height: float, colour: str) -> None:
    """Draw the letters of a card's corner side by side.

    Args:
        canvas: Where to draw.
        letters: The letters and digits, as in the corners of cards.
        x: The middle of the row.
        y: The top of the row.
        height: Height of the letters.
        colour: Their colour.
    """
    known = data("cards")["letters"]
    stroke, gap = float(data("cards")["stroke"]), 1.6
    scale = height / 10
    whole = sum(known[letter]["width"] for letter in letters) + gap * (len(letters) - 1)
    at = x - whole * scale / 2
    for letter in letters:
        with canvas.moved(at, y, scale=scale):
            canvas.path(known[letter]["d"], fill="none", stroke=colour, stroke_width=stroke)
        at += (known[letter]["width"] + gap) * scale


def _face(code: str | Face) -> Face | None:
    if isinstance(code, Face):
        return code
    return None if code == BACK else read_cards([code])[0]


def _size(width: float) -> tuple[float, float]:
    size = data("cards")["size"]
    wide = width or float(size["width"])
    return wide, wide * size["height"] / size["width"]


def _words(lang: str) -> Branch:
    names = data("cards")["names"]
    known: Branch = names.get(lang) or names.get(lang.partition("-")[0]) or names[DEFAULT_LANGUAGE]
    return known


def _letter_colour(suit: Suit, colours: Ink) -> str:
    fill, edge = colours.suit(suit)
    return edge or fill


def _both_ends(canvas: Canvas, spec: Branch) -> list[AbstractContextManager[None]]:
    """Return the contexts for drawing both ends of a card, upright and turned round."""
    size = spec["size"]
    return [canvas.moved(0, 0), canvas.moved(size["width"], size["height"], turn=180)]


def _full(canvas: Canvas, spec: Branch, face: Face, suit: Suit, colours: Ink) -> None:
    index = spec["index"]
    for end in _both_ends(canvas, spec):
        with end:
            draw_letters(canvas, face.letter, index["left"], index["top"], index["height"], _letter_colour(suit, colours))
            draw_pip(canvas, suit, index["left"], index["pip_top"], index["pip"], colours)
    if face.letter in spec["court"]["letters"]:
        _court(canvas, spec, face, suit, colours)
        return
    pips = spec["pips"]
    top, bottom = pips["rows"]["top"], pips["rows"]["bottom"]
    if face.letter == "A":
        _ace(canvas, spec, suit, colours)
        return
    for place in pips[face.letter]:
        column, _, row = place.partition(" ")
        at = float(row)
        draw_pip(canvas, suit, pips["columns"][column], top + at * (bottom - top), pips["size"], colours, turned=at > 0.5)


def _ace(canvas: Canvas, spec: Branch, suit: Suit, colours: Ink) -> None:
    """Draw the large pip of an ace, and an inner line along its edge."""
    ace = spec["ace"]
    size, line = float(ace["size"]), float(ace["line"])
    x, y = spec["size"]["width"] / 2, spec["size"]["height"] / 2
    draw_pip(canvas, suit, x, y, size, colours)
    _, edge = colours.suit(suit)
    with canvas.moved(x, y, scale=size * line):
        canvas.path(ace[suit.name.lower()], fill="none", stroke=edge or colours["paper"], stroke_width=0.03)


def _court(canvas: Canvas, spec: Branch, face: Face, suit: Suit, colours: Ink) -> None:
    court, size = spec["court"], spec["size"]
    frame, letter, crown, pip = court["frame"], court["letter"], court["crown"], court["pip"]
    colour = _letter_colour(suit, colours)
    x, y, wide, high = frame["x"], frame["y"], frame["width"], frame["height"]
    canvas.rect(x, y, wide, high, r=1, fill=colours["paper"], stroke=colour, stroke_width=0.55)
    canvas.rect(x + 1.1, y + 1.1, wide - 2.2, high - 2.2, r=0.5, fill="none", stroke=colour, stroke_width=0.25)
    spec_letter = court["letters"][face.letter]
    middle = size["width"] / 2
    for end in _both_ends(canvas, spec):
        with end:
            draw_pip(canvas, suit, pip["x"], pip["y"], pip["size"], colours)
            scale = letter["height"] / 10
            with canvas.moved(middle - spec_letter["width"] * scale / 2, letter["foot"] - letter["height"], scale=scale):
                canvas.path(spec_letter["d"], fill=colour, fill_rule="evenodd")
            with canvas.moved(middle, crown["foot"], scale=crown["width"] / 14):
                for shape in court["crowns"][face.letter]:
                    ((kind, d),) = shape.items()
                    if kind == "solid":
                        canvas.path(d, fill=colour)
                    else:
                        canvas.path(d, fill=colours["gold"], stroke=colour, stroke_width=0.3, stroke_linejoin="round")
    _band(canvas, x + 1.1, size["height"] / 2, wide - 2.2, suit, colours)


def _band(canvas: Canvas, x: float, y: float, width: float, suit: Suit, colours: Ink) -> None:
    """Draw the band between the halves of a court: lozenges in a row."""
    colour = _letter_colour(suit, colours)
    canvas.rect(x, y - 1.7, width, 3.4, fill=colours["gold"], stroke=colour, stroke_width=0.25)
    count = 9
    step = width / count
    lozenges = "".join(
        f"M{number(x + step * at)} {number(y)}L{number(x + step * (at + 0.5))} {number(y - 1.7)}"
        f"L{number(x + step * (at + 1))} {number(y)}L{number(x + step * (at + 0.5))} {number(y + 1.7)}Z"
        for at in range(count)
    )
    canvas.path(lozenges, fill=colour)


def _compact(canvas: Canvas, spec: Branch, face: Face, suit: Suit, colours: Ink) -> None:
    """Draw a card for small print: its letter and its pip, as large as possible."""
    middle = spec["size"]["width"] / 2
    draw_letters(canvas, face.letter, middle, 9, 34, _letter_colour(suit, colours))
    draw_pip(canvas, suit, middle, 65, 33, colours)


def _joker(canvas: Canvas, spec: Branch, colours: Ink, *, small: bool) -> None:
    joker, size = spec["joker"], spec["size"]
    factor = 1.55 if small else 1
    for end in _both_ends(canvas, spec):
        with end:
            for at, letter in enumerate("JOKER"):
                draw_letters(
                    canvas,
                    letter,
                    spec["index"]["left"] + (factor - 1) * 5,
                    joker["top"] + at * joker["step"] * factor,
                    joker["letter"] * factor,
                    colours["line"],
                )
    x, y = size["width"] / 2, size["height"] / 2
    around = {} if small else dict(zip(Suit, ((0, 1), (-1, 0), (1, 0), (0, -1)), strict=True))
    for suit, (across, down) in around.items():
        draw_pip(canvas, suit, x + across * joker["round"], y + down * joker["round"], joker["suits"], colours, turned=down > 0)
    with canvas.moved(x, y, scale=joker["size"] * (1.2 if small else 0.85)):
        canvas.path(joker["star"], fill=colours["gold"], stroke=colours["line"], stroke_width=0.05, stroke_linejoin="round")


def _back(canvas: Canvas, spec: Branch, colours: Ink) -> None:
    """Draw the back: a lattice in a white edge, the same from both ends."""
    size = spec["size"]
    wide, high = size["width"], size["height"]
    edge = 4.2
    colour = colours["back"]
    canvas.rect(edge, edge, wide - 2 * edge, high - 2 * edge, r=1.6, fill=colour)
    edge += 2.2
    canvas.rect(
        edge - 1,
        edge - 1,
        wide - 2 * edge + 2,
        high - 2 * edge + 2,
        r=0.8,
        fill="none",
        stroke=colours["paper"],
        stroke_width=0.5,
    )
    columns, rows = 9, 13
    step_x, step_y = (wide - 2 * edge) / columns, (high - 2 * edge) / rows
    lozenges = []
    for row in range(rows):
        for column in range(columns):
            x, y = edge + step_x * (column + 0.5), edge + step_y * (row + 0.5)
            dx, dy = step_x * 0.36, step_y * 0.36
            corners = ((x - dx, y), (x, y - dy), (x + dx, y), (x, y + dy))
            lozenges.append(f"M{'L'.join(f'{number(left)} {number(top)}' for left, top in corners)}Z")
    canvas.path("".join(lozenges), fill=colours["paper"])
