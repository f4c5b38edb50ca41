"""A whole screen: status line, felt, log of acts, slips beside their rulings, answers, and the prompt's row."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dealerkit.files.screen_text import count_of
from dealerkit.table.scene import Scene
from dealerkit.table.scene.screen.canvas import CellCanvas, Line, StyledSpan, cells, wrapped
from dealerkit.table.scene.screen.felt import Picture, felt
from dealerkit.table.scene.screen.pieces import Signs, with_cards

LEAST = (80, 24)
"""Fewest columns and rows that a screen needs."""

_BESIDE = 112
"""Fewest columns of a screen with panes beside the felt."""

_PANE = 6
"""Rows of the panes under the felt; more if the felt leaves room."""

_MOST = 12
"""Most rows of the panes while the felt needs its own rows."""

_LOG_BESIDE = 10
"""Rows of the log under the felt if the other panes are beside it; on a low screen a quarter of its rows."""

_LOG = 2
"""Rows left for the log when a slip is shown under the felt."""


@attrs.frozen
class ShownSlip:
    """A finding as shown on the screen.

    Attributes:
        severity: `minor`, `major` or `critical`.
        title: Title of the slip.
        why: Reason why it matters; may be empty.
        rules: Rules that it rests on.
        ruled: Lines of the floor's ruling and its steps; without a ruling, of the correction.
        right: Whether it was corrected at once.
    """

    severity: str
    title: str
    why: str = ""
    rules: tuple[str, ...] = ()
    ruled: tuple[str, ...] = ()
    right: bool = False


@attrs.frozen
class Notes:
    """The notes shown with the felt.

    Attributes:
        acts: Acts as sentences, the latest last.
        slips: Slips shown now, the latest last.
        found: Number of slips since the person began.
        answer: Lines of the answer to a question: a hint, the reason of a rule.
        heading: Heading of an answer that is long enough to replace the felt.
        whole_by: Command that shows a shortened slip whole; empty for none.
    """

    acts: tuple[str, ...] = ()
    slips: tuple[ShownSlip, ...] = ()
    found: int = 0
    answer: tuple[str, ...] = ()
    heading: str = ""
    whole_by: str = ""


def page(scene: Scene, notes: Notes, signs: Signs, width: int, height: int) -> CellCanvas:
    """Return a drawn screen; its last row is left for the prompt.

    Args:
        scene: Scene at the table.
        notes: Notes shown with the felt.
        signs: Characters that the screen can show.
        width: Number of columns, at least 80.
        height: Number of rows, at least 24.
    """
    canvas = CellCanvas(width, height)
    top = _bar(canvas, scene, signs)
    bottom = height - 1
    if width >= _BESIDE:
        side = _side(width)
        room = width - side
        drawn = felt(scene, signs, room, max((bottom - top) * 3 // 4, bottom - top - _LOG_BESIDE))
        _beside(canvas, notes, signs, room + 1, side - 1, top, bottom)
        foot = _draw(canvas, drawn, top)
        if foot < bottom:
            _rule(canvas, signs, 0, foot, room, "done")
            _log(canvas, notes, signs, 1, foot + 1, room - 2, bottom - foot - 1)
        return canvas
    drawn = felt(scene, signs, width, bottom - top - _wanted(notes, width) - 1)
    _under(canvas, notes, signs, _draw(canvas, drawn, top), bottom)
    return canvas


def _draw(canvas: CellCanvas, picture: Picture, top: int) -> int:
    """Draw the felt from a row on; return the row after it."""
    for x, y, line in picture.pieces:
        canvas.put(x, top + y, line)
    return top + picture.height


def _bar(canvas: CellCanvas, scene: Scene, signs: Signs) -> int:
    """Draw the status line and the debts under it; return the row after them."""
    status = scene.status
    turns = [seat.number for seat in scene.seats if seat.acts]
    turn = f"seat {turns[0]} to act" if len(turns) == 1 else "players to act" if turns else ""
    room = canvas.width - cells(turn) - 3
    step = "fixing a slip" if status.mends else f"step {status.step} of {status.steps}" if status.step else ""
    text = ""
    for words in (  # the least needed part comes first, and is dropped first if there is no room
        (status.game, status.rules, status.round, status.part, step),
        (status.game, status.round, status.part, step),
        (status.game, status.round, step),
    ):
        text = signs.dot.join(word for word in words if word)
        if cells(text) <= room:
            break
    canvas.put(1, 0, (StyledSpan(text, "bar"),), room)
    canvas.put(canvas.width - cells(turn) - 1, 0, (StyledSpan(turn, "bar"),))
    canvas.fill(0, "bar")
    if not status.owed:
        return 1
    canvas.put(1, 1, (StyledSpan("owed: ", "major"), StyledSpan("; ".join(status.owed), "bold")), canvas.width - 2)
    return 2


def _rule(canvas: CellCanvas, signs: Signs, x: int, y: int, width: int, title: str) -> None:
    """Draw a line across the screen, with a title in it."""
    canvas.put(x, y, (StyledSpan(signs.line * width, "dim"),), width)
    if title:
        canvas.put(x + 1, y, (StyledSpan(f" {title} ", "bold"),), width - 1)


def _counted(notes: Notes) -> str:
    return f"slips {notes.found}" if notes.found else ""


# Under the felt


def _wanted(notes: Notes, width: int) -> int:
    """Return the number of rows wanted by the panes under the felt, without the line above them."""
    wanted = len(_answer(notes, width - 2)) if notes.answer else 0
    if notes.slips:
        wanted = max(wanted, _slip_columns(notes, width)[0] + 1)
    return max(_PANE, min(wanted, _MOST))


def _under(canvas: CellCanvas, notes: Notes, signs: Signs, top: int, bottom: int) -> None:
    """Draw the answer, the last slip beside its ruling, and the log; each gets the room that the ones before leave."""
    width = canvas.width
    title = notes.heading if notes.answer else "" if notes.slips else "done"
    _rule(canvas, signs, 0, top, width, signs.dot.join(word for word in (title, _counted(notes)) if word))
    y = top + 1
    if notes.answer:
        y = _lines(canvas, _answer(notes, width - 2), 1, y, width - 2, bottom - y)
    if not notes.slips or bottom - y < _LOG + 1:
        _log(canvas, notes, signs, 1, y, width - 2, bottom - y)
        return
    high, left, right, column = _slip_columns(notes, width)
    logged = min(_LOG, max(bottom - y - high, 0 if notes.answer else 1))
    _log(canvas, notes, signs, 1, y, width - 2, logged)
    y += logged
    _lines(canvas, left, 1, y, column - 2, bottom - y, notes.whole_by)
    for row in range(y, bottom):
        canvas.put(column, row, (StyledSpan(signs.upright, "dim"),))
    _lines(canvas, right, column + 2, y, width - column - 3, bottom - y, notes.whole_by)


def _slip_columns(notes: Notes, width: int) -> tuple[int, list[Line], list[Line], int]:
    """Return the last slip and its ruling in the two columns that need the fewest rows: number of rows, left lines, right lines,
    and where the second column begins.
    """
    slip = notes.slips[-1]
    tries = []
    for column in range(width * 3 // 8, width * 5 // 8):
        left, right = _slip(slip, column - 2), _ruled(slip, width - column - 3)
        tries.append((max(len(left), len(right)), abs(width // 2 - column), left, right, column))
    high, _, left, right, column = min(tries, key=lambda tried: tried[:2])
    return high, left, right, column


def _slip(slip: ShownSlip, room: int) -> list[Line]:
    how = "fixed at once" if slip.right else slip.severity
    lines = _labelled(how, slip.title, room, "ok" if slip.right else slip.severity)
    if slip.why:
        lines += _labelled("why", slip.why, room)
    if slip.rules:
        lines += _labelled("rules" if len(slip.rules) > 1 else "rule", ", ".join(slip.rules), room)
    return lines


def _ruled(slip: ShownSlip, room: int) -> list[Line]:
    return [line for words in slip.ruled for line in wrapped(words, room, hang=2)]


def _labelled(label: str, words: str, room: int, style: str = "dim") -> list[Line]:
    """Return a label and the text after it, wrapped together."""
    lines = wrapped(f"{label}: {words}", room)
    first = lines[0][0].text
    if first.startswith(f"{label}:"):
        lines[0] = (StyledSpan(f"{label}:", style), StyledSpan(first[len(label) + 1 :]))
    return lines


# Beside the felt


def _beside(canvas: CellCanvas, notes: Notes, signs: Signs, x: int, width: int, top: int, bottom: int) -> None:
    """Draw the answer, and below it the slips, the latest first."""
    y = top
    if notes.answer:
        _rule(canvas, signs, x, y, width, notes.heading or "answer")
        y = _lines(canvas, _answer(notes, width - 2), x + 1, y + 1, width - 2, bottom - y - 1) + 1
    if bottom - y < _LOG:
        return
    _rule(canvas, signs, x, y, width, _counted(notes) or "slips")
    lines: list[Line] = []
    for slip in reversed(notes.slips):
        lines += [*_slip(slip, width - 2), *_ruled(slip, width - 2), ()]
    shown = lines or [(StyledSpan("none to show now", "dim"),)]
    _lines(canvas, shown, x + 1, y + 1, width - 2, bottom - y - 1, notes.whole_by)


# Lines


def _answer(notes: Notes, room: int) -> list[Line]:
    lines: list[Line] = []
    for text in notes.answer:
        for row in text.split("\n"):
            indent = len(row) - len(row.lstrip(" "))
            lines += wrapped(row, room, hang=min(indent + 2, room // 2)) if cells(row) > room else [(StyledSpan(row),)]
    return lines


def answer_room(width: int, height: int) -> tuple[int, int]:
    """Return the columns and rows for an answer beside the felt; a longer answer replaces the felt."""
    return (width - 2, _MOST) if width < _BESIDE else (_side(width) - 3, height // 2)


def sheet(lines: Sequence[str], width: int, height: int, heading: str) -> CellCanvas:
    """Return a screen of text in place of the felt; its last row is left for the prompt.

    Args:
        lines: Lines of text, cut to the screen.
        width: Columns of the screen.
        height: Rows of the screen.
        heading: Text of the first row.
    """
    canvas = CellCanvas(width, height)
    canvas.put(1, 0, (StyledSpan(heading, "bar"),), width - 2)
    canvas.fill(0, "bar")
    for y, line in enumerate(lines[: height - 2], 1):
        canvas.put(1, y, (StyledSpan(line),), width - 2)
    return canvas


def _side(width: int) -> int:
    """Return the number of columns of the panes beside the felt."""
    return min(max(width // 3, 38), 56)


def _log(canvas: CellCanvas, notes: Notes, signs: Signs, x: int, y: int, width: int, room: int) -> None:
    """Draw the latest acts that fit, the latest last."""
    rows: list[Line] = []
    for act in reversed(notes.acts):
        part = [with_cards(line, signs) for line in wrapped(act, width, hang=2)]
        if rows and len(rows) + len(part) > room:
            break
        rows = [*part, *rows]
    _lines(canvas, rows[-room:] if room > 0 else [], x, y, width, room)


def _lines(canvas: CellCanvas, lines: Sequence[Line], x: int, y: int, width: int, room: int, whole_by: str = "") -> int:
    """Draw lines under each other, with a note on the lines that do not fit and the command that shows them; return the row after
    them.
    """
    room = max(room, 0)
    shown = lines if len(lines) <= room else lines[: max(room - 1, 0)]
    for line in shown:
        canvas.put(x, y, line, width)
        y += 1
    if len(shown) < len(lines) and room:
        canvas.put(
            x,
            y,
            (StyledSpan(f"... {count_of(len(lines) - len(shown), 'more line')}{whole_by and f': type {whole_by}'}", "dim"),),
            width,
        )
        y += 1
    return y
