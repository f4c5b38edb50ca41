"""A poker hand from the deal to the last card as a strip: the cards of each street, with the burns and the betting.

It is derived from the steps of the game's procedure, so it shows a street that a house adds, or a burn that it leaves out.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import attrs

from dealerkit.cards import Face
from dealerkit.errors import Impossible
from dealerkit.rules.entries import StepEntry
from dealerkit.rules.games import Game
from dealerkit.rules.texts import DEFAULT_LANGUAGE, fill, languages, text
from dealerkit.sheets.drawings.cards import card_height, draw_card, read_faces
from dealerkit.sheets.drawings.drawing import Canvas, Drawing
from dealerkit.sheets.drawings.inks import USUAL, Ink, data, ink
from dealerkit.sheets.drawings.letters import LEADING, width, wrap

WIDE: Final = 180.0
DOWN, UP, BURN, BOARD, ANOTHER, BETTING = "down", "up", "burn", "board", "another", "betting"
DISCARD, DRAW = "discard", "draw"
TITLE: Final = 4.4
SMALL: Final = 3.2
GAP: Final = 1.0
LEAST_CARD: Final = 10.0
"""Least width of a drawn card, in millimetres."""
BETWEEN: Final = 3.4
"""Space between two groups of cards of a street, and between two streets."""
PAD: Final = 2.2


@attrs.frozen
class StreetEvent:
    """A deal or another event on a street.

    Attributes:
        kind: `down` or `up` (cards to the players), `burn`, `board`, `another` (a second board), `discard`, `draw` or `betting`.
        count: Number of cards.
    """

    kind: str
    count: int = 0


@attrs.frozen
class DrawnStreet:
    """A street.

    Attributes:
        title: Its title.
        events: Its events, in order.
    """

    title: str
    events: tuple[StreetEvent, ...]


def streets(game: Game, lang: str = DEFAULT_LANGUAGE, *, ink_name: str = USUAL) -> Drawing:
    """Draw the streets of a game as a strip, with cards, burns and betting rounds.

    Args:
        game: The game with its options in force.
        lang: The language of the labels.
        ink_name: See `dealerkit.sheets.drawings.cards.card`.

    Raises:
        Impossible: If the game has no streets.
        UnknownName: If there is no such ink.
    """
    streets = streets_of(game, lang)
    return _Strip(streets, lang, ink(ink_name)).drawing(game.say(game.data.get("title") or game.id, lang))


def streets_of(game: Game, lang: str = DEFAULT_LANGUAGE) -> tuple[DrawnStreet, ...]:
    """Return the streets of a game, from its procedure.

    Raises:
        Impossible: If the game has none.

    >>> from dealerkit.rules.games import game
    >>> [(street.title, [event.kind for event in street.events]) for street in streets_of(game("holdem"))][1:3]
    [('The flop', ['burn', 'board', 'betting']), ('The turn', ['burn', 'board', 'betting'])]
    """
    hand = game.data["procedure"].get("hand") or {}
    drawn_streets: list[DrawnStreet] = []
    title, events = _title(game, "deal", {}, lang), list[StreetEvent]()
    for name, event in _events(game, hand.get("steps") or {}, ""):
        if name and event is None:  # a section begins
            if events:
                drawn_streets.append(DrawnStreet(title, tuple(events)))
            title, events = _title(game, name, hand["steps"][name], lang), []
        elif event is not None and events and event.kind == events[-1].kind == DOWN:
            events[-1] = StreetEvent(DOWN, events[-1].count + event.count)
        elif event is not None:
            events.append(event)
    if events:
        drawn_streets.append(DrawnStreet(title, tuple(events)))
    drawn_streets = [street for street in drawn_streets if any(event.kind != BETTING for event in street.events)]
    if not any(event.kind == BETTING for street in drawn_streets for event in street.events):
        msg = f"{game.title} is not dealt in streets with rounds of betting"
        raise Impossible(msg)
    return tuple(drawn_streets)


def _events(game: Game, steps: Mapping[str, StepEntry], section: str) -> Iterator[tuple[str, StreetEvent | None]]:
    """Yield the events of a hand in order, and at the beginning of each section its name with None."""
    for name, step in steps.items():
        if not step or not _drawn(game, step):
            continue
        if "steps" in step:
            if not section and _deals(step["steps"]):
                yield name, None
                yield from ((section, event) for _, event in _events(game, step["steps"], name) if event is not None)
            continue
        read = EVENTS.get(str(step.get("do"))) or EVENTS.get(str(step.get("play")))
        event = read(step) if read is not None else None
        if event is not None:
            yield section, event


def _deals(steps: Mapping[str, object]) -> bool:
    """Return whether a section deals cards."""
    return any(
        str(step.get("do")) in EVENTS or _deals(step.get("steps") or {}) for step in steps.values() if isinstance(step, Mapping)
    )


def _drawn(game: Game, step: Mapping[str, object]) -> bool:
    """Return whether a step is part of an ordinary hand under the options in force."""
    conditions = step.get("if") or []
    for fact in conditions if isinstance(conditions, list) else [conditions]:
        option = data("streets")["asks"].get(fact)
        if option is not None and not float(str(game.options.get(option, 0))):
            return False
    return True


def _round(step: StepEntry) -> StreetEvent:
    batches = step.get("batches") or [1]
    return StreetEvent(DOWN, int(step.get("cards") or sum(batches)))


def _single_card(kind: str) -> Callable[[StepEntry], StreetEvent]:
    """Return a function that makes the event of one card of a kind."""
    return lambda _: StreetEvent(kind, int(kind != BETTING))


EVENTS: Final[Mapping[str, Callable[[StepEntry], StreetEvent]]] = {
    "deal_round": _round,
    "deal_door": _single_card(UP),
    "deal_street": lambda step: StreetEvent(UP if step.get("face") == "up" else DOWN, 1),
    "deal_board": lambda step: StreetEvent(ANOTHER if str(step.get("to", "board")) != "board" else BOARD, int(step.get("n", 1))),
    "burn": _single_card(BURN),
    "burn_for_draw": _single_card(BURN),
    "replace_drawn": _single_card(DRAW),
    "draw": _single_card(DISCARD),
    "betting": _single_card(BETTING),
}
"""Functions that make the drawn event of a step, by its `do` or `play`."""


def _title(game: Game, name: str, section: Mapping[str, object], lang: str) -> str:
    """Return the title of a street: the game's title in that language, the default one, or the game's in another language."""
    own = section.get("title")
    usual = data("streets")["streets"].get(name)
    if own is not None and (usual is None or lang in languages(own)):
        return game.say(own, lang)
    return text(usual, lang) if usual is not None else name


class _Strip:
    """Draws streets side by side, in as many rows as necessary."""

    def __init__(self, drawn_streets: Sequence[DrawnStreet], lang: str, colours: Ink) -> None:
        self.streets, self.lang, self.colours = drawn_streets, lang, colours
        usual = float(data("streets")["card"])
        sizes = [usual - step * 0.5 for step in range(int((usual - LEAST_CARD) / 0.5) + 1)]
        self.card = min(sizes, key=lambda size: (self.rows_at(size), -size))  # smaller cards only if they save a row

    def word(self, name: str, **values: object) -> str:
        return fill(text(data("streets")["words"][name], self.lang), values)

    def label(self, event: StreetEvent) -> str:
        return self.word(event.kind, count=event.count)

    def rows_at(self, size: float) -> int:
        """Return the number of rows needed with cards of a width."""
        self.card = size
        count, used = 1, 0.0
        for street in self.streets:
            if used and used + BETWEEN + self.across(street) > WIDE:
                count, used = count + 1, 0.0
            used += self.across(street) + (BETWEEN if used else 0.0)
        return count

    def rows(self) -> list[Sequence[DrawnStreet]]:
        """Return the streets in rows, of lengths as equal as possible."""
        places = range(1, len(self.streets))
        splits = (
            [self.streets[start:end] for start, end in itertools.pairwise((0, *cuts, len(self.streets)))]
            for cuts in itertools.combinations(places, self.rows_at(self.card) - 1)
        )
        return min(splits, key=lambda rows: max(map(self.row_width, rows)))

    def row_width(self, row: Sequence[DrawnStreet]) -> float:
        return sum(map(self.across, row)) + BETWEEN * (len(row) - 1)

    def drawing(self, game: str) -> Drawing:
        rows = self.rows()
        heights = [max(map(self.high, row)) for row in rows]
        canvas = Canvas(WIDE, round(sum(heights) + BETWEEN * (len(rows) - 1) + 0.4, 2))
        faces = iter(read_faces(data("streets")["faces"]))
        y, number = 0.2, 0
        for row, high in zip(rows, heights, strict=True):
            x = 0.2
            more = (WIDE - 0.4 - self.row_width(row)) / len(row)
            for street in row:
                number += 1
                self.street(canvas, street, number, x, y, self.across(street) + more, high, faces)
                x += self.across(street) + more + BETWEEN
            y += high + BETWEEN
        return canvas.drawing(self.told(game))

    def groups(self, street: DrawnStreet) -> list[list[StreetEvent]]:
        """Return the events of a street side by side, in groups; a second board is under the first."""
        events: list[list[StreetEvent]] = []
        for event in street.events:
            if event.kind == ANOTHER and events:
                events[-1].append(event)
            elif event.kind != BETTING:
                events.append([event])
        return events

    def group_width(self, group: Sequence[StreetEvent]) -> float:
        cards = max(event.count for event in group) * (self.card + GAP) - GAP
        return max(cards, min(max(width(self.label(event), SMALL) for event in group), 16.0))

    def across(self, street: DrawnStreet) -> float:
        groups = self.groups(street)
        inside = sum(map(self.group_width, groups)) + BETWEEN * (len(groups) - 1)
        return max(inside, width(street.title, TITLE, bold=True) + 9.5) + 2 * PAD

    def label_lines(self, event: StreetEvent, room: float) -> tuple[str, ...]:
        return wrap(self.label(event), room + BETWEEN - 0.6, SMALL)

    def group_height(self, group: Sequence[StreetEvent]) -> float:
        room = self.group_width(group)
        return sum(card_height(self.card) + 1 + len(self.label_lines(event, room)) * SMALL * LEADING for event in group)

    def high(self, street: DrawnStreet) -> float:
        deepest = max((self.group_height(group) for group in self.groups(street)), default=0.0)
        betting = any(event.kind == BETTING for event in street.events)
        return PAD + 7.4 + deepest + (6.4 if betting else 0.0) + PAD

    def street(
        self,
        canvas: Canvas,
        street: DrawnStreet,
        number: int,
        x: float,
        y: float,
        wide: float,
        high: float,
        faces: Iterator[Face | None],
    ) -> None:
        """Draw a street in its box: title, groups of cards, betting.

        Args:
            canvas: Where to draw.
            street: The street.
            number: Its number in the round, from 1.
            x: The left edge of its box.
            y: The top edge of its box.
            wide: Width of its box.
            high: Height of its box.
            faces: The cards to draw face up, taken one by one.
        """
        line = self.colours["line"]
        canvas.rect(x, y, wide, high, r=2, fill=self.colours["felt"], stroke=line, stroke_width=0.35)
        canvas.circle(x + PAD + 2.6, y + PAD + 2.6, 2.8, fill=self.colours["rail"])
        canvas.text(x + PAD + 2.6, y + PAD + 3.9, str(number), 3.4, anchor="middle", bold=True, fill=self.colours["paper"])
        canvas.text(x + PAD + 7, y + PAD + 4.1, street.title, TITLE, bold=True, fill=line)
        at = x + PAD
        for group in self.groups(street):
            self.group(canvas, group, at, y + PAD + 7.4, faces)
            at += self.group_width(group) + BETWEEN
        if any(event.kind == BETTING for event in street.events):
            foot = y + high - PAD - 5
            word = self.word(BETTING)
            across = width(word, SMALL) + 9
            canvas.rect(x + PAD, foot, across, 5, r=2.5, fill=self.colours["paper"], stroke=line, stroke_width=0.3)
            for step in (0.0, 1.1):
                canvas.circle(x + PAD + 2.8 + step, foot + 2.5, 1.4, fill=self.colours["gold"], stroke=line, stroke_width=0.3)
            canvas.text(x + PAD + 6.4, foot + 3.55, word, SMALL, fill=line)

    def group(self, canvas: Canvas, group: Sequence[StreetEvent], x: float, y: float, faces: Iterator[Face | None]) -> None:
        room = self.group_width(group)
        for event in group:
            cards = event.count * (self.card + GAP) - GAP
            for at in range(event.count):
                left = x + (room - cards) / 2 + at * (self.card + GAP)
                if event.kind in {DISCARD, DRAW}:
                    self.exchanged(canvas, left, y, down=event.kind == DRAW)
                else:
                    up = event.kind in {UP, BOARD, ANOTHER}
                    draw_card(canvas, next(faces) if up else None, left, y, self.card, self.colours)
                    if event.kind == BURN:
                        self.struck(canvas, left, y)
            y += card_height(self.card) + 1
            for label_line in self.label_lines(event, room):
                canvas.text(x + room / 2, y + SMALL * 0.9, label_line, SMALL, anchor="middle", fill=self.colours["line"])
                y += SMALL * LEADING

    def struck(self, canvas: Canvas, x: float, y: float) -> None:
        """Cross a burn out, so that it is not taken for a player's card.

        Args:
            canvas: Where to draw.
            x: The left edge of the card.
            y: The top edge of the card.
        """
        high = card_height(self.card)
        for start, end in (
            ((x + 1.2, y + 1.2), (x + self.card - 1.2, y + high - 1.2)),
            ((x + self.card - 1.2, y + 1.2), (x + 1.2, y + high - 1.2)),
        ):
            canvas.line(start, end, stroke=self.colours["paper"], stroke_width=2.2)
            canvas.line(start, end, stroke=self.colours["line"], stroke_width=1.0)

    def exchanged(self, canvas: Canvas, x: float, y: float, *, down: bool) -> None:
        """Draw discards or their replacements: an empty place with an arrow out of it or into it.

        Args:
            canvas: Where to draw.
            x: The left edge of the place.
            y: The top edge of the place.
            down: Whether the arrow points down into the place, for replacements; otherwise up and out of it.
        """
        high, line = card_height(self.card), self.colours["line"]
        empty = {"fill": self.colours["paper"], "stroke": line, "stroke_width": 0.35, "stroke_dasharray": "1.2 1"}
        canvas.rect(x, y, self.card, high, r=self.card * 0.05, **empty)
        middle, sign = x + self.card / 2, 1 if down else -1
        start, end = y + high / 2 - sign * high * 0.27, y + high / 2 + sign * high * 0.27
        canvas.line((middle, start), (middle, end), stroke=line, stroke_width=0.9)
        canvas.polygon(
            [(middle, end + sign * 1.4), (middle - 1.6, end - sign * 1.4), (middle + 1.6, end - sign * 1.4)], fill=line
        )

    def told(self, game: str) -> str:
        """Return a description of the strip."""
        words = [self.word("title", game=game)]
        for number, street in enumerate(self.streets, 1):
            events = self.word("and").join(self.label(event) for event in street.events)
            words.append(f"{number}. {self.word('street', title=street.title, events=events)}")
        stop = self.word("stop")
        return stop.join(words) + stop.strip()
