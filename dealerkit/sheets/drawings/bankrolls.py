"""Bankrolls as a drawing: a bettor's result over a session of flat bets, as bands that contain given shares of all sessions."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import attrs

from dealerkit.files.screen_text import count_of
from dealerkit.sheets.drawings.drawing import Canvas, Drawing
from dealerkit.sheets.drawings.inks import USUAL, data, ink


@attrs.frozen
class BankrollBands:
    """The results of one bet over many sessions, to be drawn as bands.

    Attributes:
        title: The bet, in words.
        stations: Numbers of coups after which the sessions are compared, ascending.
        lines: For each station, the net results below which 5, 25, 50, 75 and 95 per cent of the sessions lie, in money.
        note: A remark, such as the share that went broke.
    """

    title: str
    stations: Sequence[int]
    lines: Sequence[Sequence[float]]
    note: str


def bankrolls(title: str, bets: Sequence[BankrollBands], ink_name: str = USUAL) -> Drawing:
    """Draw the sessions of bets, in a panel each; the panels share the horizontal scale and have their own vertical one.

    Args:
        title: The title of the drawing.
        bets: The bets, one or more.
        ink_name: See `dealerkit.sheets.drawings.cards.card`.
    """
    spec, colours = data("bankrolls"), ink(ink_name)
    wide, high, left, gap, top = (float(spec[name]) for name in ("width", "height", "left", "gap", "top"))
    canvas = Canvas(left + wide + gap, top + len(bets) * (high + gap))
    canvas.rect(0, 0, canvas.width, canvas.height, fill=colours["paper"])
    canvas.text(left, top / 2, title, spec["title"], bold=True, fill=colours["line"])
    for number, bet in enumerate(bets):
        _panel(canvas, bet, left, top + number * (high + gap), wide, high, ink_name)
    text = "; ".join(
        f"{bet.title}: after {count_of(bet.stations[-1], 'coup')} half of the sessions are at {bet.lines[-1][2]:g} or below"
        for bet in bets
    )
    return canvas.drawing(f"{title}. {text}")


def _panel(canvas: Canvas, bet: BankrollBands, left: float, top: float, wide: float, high: float, ink_name: str) -> None:
    spec, colours = data("bankrolls"), ink(ink_name)
    values = [0.0, *(value for row in bet.lines for value in row)]
    low, most = min(values), max(values)
    room = (most - low) or 1.0

    def place(coup: int, value: float) -> tuple[float, float]:
        return left + wide * coup / bet.stations[-1], top + high * (most - value) / room

    rows = [(0, [0.0] * 5), *zip(bet.stations, bet.lines, strict=True)]
    for outer, strength in ((0, spec["pale"]), (1, spec["strong"])):
        under = [place(coup, row[outer]) for coup, row in rows]
        over = [place(coup, row[4 - outer]) for coup, row in rows]
        canvas.polygon([*under, *reversed(over)], fill=colours[spec["band"]], fill_opacity=strength)
    middle = [place(coup, row[2]) for coup, row in rows]
    for start, end in itertools.pairwise(middle):
        canvas.line(start, end, stroke=colours["line"], stroke_width=spec["line"])
    canvas.line(
        place(0, 0), place(bet.stations[-1], 0), stroke=colours["line"], stroke_width=spec["line"] / 2, stroke_dasharray="1 1"
    )
    canvas.rect(left, top, wide, high, fill="none", stroke=colours["line"], stroke_width=spec["line"] / 2)
    for value in dict.fromkeys((most, 0.0, low)):
        x, y = place(0, value)
        canvas.text(x - 1, y + spec["label"] / 3, f"{value:g}", spec["label"], anchor="end", fill=colours["line"])
    canvas.text(left + 1.5, top + spec["label"] * 1.3, f"{bet.title}: {bet.note}", spec["label"], bold=True, fill=colours["line"])
    for coup in (bet.stations[len(bet.stations) // 2 - 1], bet.stations[-1]):
        x, _ = place(coup, 0)
        canvas.text(x, top + high + spec["label"], count_of(coup, "coup"), spec["label"], anchor="end", fill=colours["line"])
