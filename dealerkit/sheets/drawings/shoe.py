"""The cut and the shoe as a drawing: where to cut, which part goes to the front, the place of the cut card, the burn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from dealerkit.arithmetic.coup import burned_after
from dealerkit.cards import Face
from dealerkit.errors import Impossible
from dealerkit.procedure.setup import composition
from dealerkit.rules.entries import StepEntry
from dealerkit.rules.games import Game
from dealerkit.rules.texts import DEFAULT_LANGUAGE, fill, text
from dealerkit.sheets.drawings.cards import card_height, draw_card
from dealerkit.sheets.drawings.drawing import Canvas, Drawing
from dealerkit.sheets.drawings.inks import USUAL, Ink, data, ink
from dealerkit.sheets.drawings.letters import LEADING, width, wrap

WIDE: Final = 180.0
BAR: Final = 13.0
SIZE: Final = 3.5
SMALL: Final = 3.0
EDGE: Final = 0.2
"""Margin at both sides, so that no line is cut off."""
CUT_AT: Final = 0.4
"""Place of the example cut, as a share of the pack."""
CARD: Final = 11.0
ORDER: Final = "A23456789TJQK"
"""Ranks in printed order."""


@attrs.frozen
class Shoe:
    """The way in which the cards of a game are cut, loaded and burned, by the options in force.

    Attributes:
        packs: Number of packs.
        cards: Number of cards.
        minimum: Number of cards at each end that may not be cut; 0 for no limit.
        cut_card: Whether there is a cut card in or under the cards.
        behind: Number of cards behind the cut card.
        burned: Number of cards burned after a first card of each rank, by its letter; empty if none are.
        after: Number of coups dealt after the one in which the cut card comes out; None if not applicable.
        shoe: Whether the game is dealt from a shoe, not from the hand.
    """

    packs: int
    cards: int
    minimum: int
    cut_card: bool
    behind: int
    burned: Mapping[str, int]
    after: int | None
    shoe: bool


def shoe_of(game: Game) -> Shoe:
    """Return the way in which the cards of a game are cut, and for a shoe also loaded and burned.

    Raises:
        Impossible: If the cards are not cut.
    """
    steps = list(_steps(game.data["procedure"]))
    cuts = [step for step in steps if step.get("do") in {"cut", "offer_cut"} or "cut" in str(step.get("play"))]
    if not cuts or _is_under(game, "uncut"):
        msg = f"the cards of {game.title} are not cut, so there is nothing to draw"
        raise Impossible(msg)
    pack = composition(game, int(game.data["players"]["min"]))
    inserts = [step for step in steps if step.get("do") == "insert" and "behind" in step]
    burns = any(step.get("do") == "burn_by_card" for step in steps)
    tables: Mapping[str, object] = game.data.get("tables") or {}
    counted = {rank: burned_after(game.options, tables, pack.decks, rank) for rank in pack.ranks} if burns else {}
    after = game.options.get(data("shoe")["after"])
    return Shoe(
        packs=pack.decks,
        cards=len(pack),
        minimum=max((int(step.get("minimum") or 0) for step in cuts), default=0),
        cut_card=bool(inserts) or "cut_cards" in game.data["equipment"],
        behind=int(inserts[0]["behind"]) if inserts else 0,
        burned={rank: counted[rank] or 0 for rank in ORDER if counted.get(rank) is not None},
        after=int(str(after)) if after is not None else None,
        shoe=bool(inserts) and not _is_under(game, "from_hand"),
    )


def _is_under(game: Game, name: str) -> bool:
    """Return whether all options under a name in `shoe.yaml` are in force."""
    return all(game.options.get(option) == value for option, value in data("shoe")[name].items())


def _steps(section: Mapping[str, StepEntry]) -> Iterator[StepEntry]:
    """Yield every step of a procedure with a `do` or `play` word, in order."""
    for step in section.values():
        if isinstance(step, Mapping):
            if "do" in step or "play" in step:
                yield step
            yield from _steps(step.get("steps") or {})


def shoe(game: Game, lang: str = DEFAULT_LANGUAGE, *, ink_name: str = USUAL) -> Drawing:
    """Draw how the cards of a game are cut; for a shoe, also how the cut card goes in and which cards are burned.

    Args:
        game: The game with its options in force.
        lang: The language of the labels.
        ink_name: See `dealerkit.sheets.drawings.cards.card`.

    Raises:
        Impossible: If the cards are not cut.
        UnknownName: If there is no such ink.
    """
    shoe = shoe_of(game)
    colours = ink(ink_name)
    maker = _ShoeMaker(shoe, lang, colours)
    canvas = Canvas(WIDE + 2 * EDGE, round(maker.draw(Canvas(WIDE, 1)), 2))
    with canvas.moved(EDGE, 0):
        maker.draw(canvas)
    return canvas.drawing(maker.told(game.say(game.data.get("title") or game.id, lang)))


class _ShoeMaker:
    """Draws the stages of a shoe, one under the other."""

    def __init__(self, shoe: Shoe, lang: str, colours: Ink) -> None:
        self.found, self.lang, self.colours = shoe, lang, colours
        self.pen: dict[str, Any] = {"stroke": colours["line"], "stroke_width": 0.3}

    def word(self, name: str, **values: object) -> str:
        return fill(text(data("shoe")["words"][name], self.lang), values)

    def headings(self) -> list[str]:
        """Return the headings of the steps, in order."""
        shoe = self.found
        words = [self.word("cut", minimum=shoe.minimum) if shoe.minimum else self.word("cut_anywhere"), self.word("complete")]
        if shoe.cut_card:
            words.append(self.word("insert", behind=shoe.behind) if shoe.behind else self.word("bottom"))
        if shoe.burned:
            counts = set(shoe.burned.values())
            words.append(self.word("burn") if len(counts) > 1 else self.word("burn_fixed", count=counts.pop()))
        if shoe.after is not None and shoe.shoe:
            words.append(self.word("more", count=shoe.after))
        return words

    def told(self, game: str) -> str:
        """Return a description of the drawing."""
        shoe = self.found
        parts = [self.word("title" if shoe.shoe else "title_stub", game=game), self._packs()]
        parts += [f"{number}. {heading}" for number, heading in enumerate(self.headings(), 1)]
        if len(set(shoe.burned.values())) > 1:
            ranks = (self.word("rank", rank=_rank(rank), count=count) for rank, count in shoe.burned.items())
            parts.append(self.word("and").join(ranks))
        stop = self.word("stop")
        return stop.join(parts) + stop.strip()

    def _packs(self) -> str:
        return self.word("packs" if self.found.packs > 1 else "pack", count=self.found.packs, cards=self.found.cards)

    def draw(self, canvas: Canvas) -> float:
        """Draw everything; return the height used."""
        y = 1.0
        stages = [self._cut, self._complete]
        stages += [self._insert] * self.found.cut_card + [self._burn] * bool(self.found.burned)
        headings = self.headings()
        for number, heading in enumerate(headings, 1):
            y = self._heading(canvas, number, heading, y)
            if number <= len(stages):
                y = stages[number - 1](canvas, y) + 5
        return y - (5 if len(headings) <= len(stages) else 0) + 1

    def _heading(self, canvas: Canvas, number: int, heading: str, y: float) -> float:
        canvas.circle(3.2, y + 2.6, 2.9, fill=self.colours["rail"])
        canvas.text(3.2, y + 3.85, str(number), 3.5, anchor="middle", bold=True, fill=self.colours["paper"])
        for line in wrap(heading, WIDE - 9, SIZE, bold=True):
            canvas.text(8, y + 3.9, line, SIZE, bold=True, fill=self.colours["line"])
            y += SIZE * LEADING
        return y + 2.2

    def _label(self, canvas: Canvas, x: float, y: float, text: str, anchor: str = "middle") -> None:
        canvas.text(x, y, text, SMALL, anchor=anchor, fill=self.colours["line"])

    def _bar(self, canvas: Canvas, x: float, y: float, wide: float, thing: str) -> None:
        """Draw a bar of cards seen from their edges.

        Args:
            canvas: Where to draw.
            x: The left edge.
            y: The top edge.
            wide: Its width.
            thing: Kind of thing, which decides the colour.
        """
        canvas.rect(x, y, wide, BAR, fill=self.colours[thing], **self.pen)
        count = max(2, round(wide / 1.9))
        lines = "".join(f"M{x + wide * at / count:.2f} {y + 0.2:.2f}V{y + BAR - 0.2:.2f}" for at in range(1, count))
        canvas.path(lines, fill="none", stroke=self.colours["faint"], stroke_width=0.12)

    def _ends(self, canvas: Canvas, y: float) -> None:
        """Label the left and the right end of the bar."""
        first, last = ("front", "end") if self.found.shoe else ("top", "under")
        self._label(canvas, 0, y, self.word(first), "start")
        self._label(canvas, WIDE, y, self.word(last), "end")

    def _in(self, canvas: Canvas, x: float, wide: float, y: float, text: str) -> None:
        """Draw a label in a bar, on a ground of its own; nothing if there is no room."""
        lines = wrap(text, wide - 3, SMALL)
        if lines and len(lines) * SMALL * LEADING <= BAR - 3:
            from_top = y + (BAR - len(lines) * SMALL * LEADING) / 2
            box = min(wide - 1.5, max(_across(line) for line in lines) + 2.4)
            canvas.rect(
                x + (wide - box) / 2, from_top - 0.4, box, len(lines) * SMALL * LEADING + 0.8, r=0.8, fill=self.colours["paper"]
            )
            for at, line in enumerate(lines):
                self._label(canvas, x + wide / 2, from_top + (at + 0.78) * SMALL * LEADING, line)

    def _cut(self, canvas: Canvas, y: float) -> float:
        """Draw the whole pack, with the ends that may not be cut hatched, and an example cut; return the bottom edge."""
        y += SMALL * LEADING + 1.6
        place = WIDE * CUT_AT
        self._bar(canvas, 0, y, place, "paper")
        self._bar(canvas, place, y, WIDE - place, "shade")
        closed = WIDE * self.found.minimum / self.found.cards
        for x in (0.0, WIDE - closed):
            self._hatched(canvas, x, y, closed)
        self._in(canvas, closed, place - closed, y, self.word("before"))
        self._in(canvas, place, WIDE - place - closed, y, self.word("behind"))
        self._label(canvas, place, y - 3.4, self.word("here"))
        accent = self.colours["accent"]
        canvas.polygon([(place, y + 0.4), (place - 1.5, y - 2.6), (place + 1.5, y - 2.6)], fill=accent)
        canvas.line((place, y), (place, y + BAR), stroke=accent, stroke_width=0.9)
        foot = y + BAR + SMALL + 0.8
        self._ends(canvas, foot)
        self._label(canvas, WIDE / 2, foot, self._packs())
        return foot + 1

    def _hatched(self, canvas: Canvas, x: float, y: float, wide: float) -> None:
        """Hatch the part of a bar that may not be cut."""
        if wide <= 0:
            return
        canvas.rect(x, y, wide, BAR, fill=self.colours["faint"], **self.pen)
        if wide > 8:
            self._in(canvas, x, wide, y, self.word("cards", count=self.found.minimum))

    def _complete(self, canvas: Canvas, y: float) -> float:
        place = WIDE * (1 - CUT_AT)
        self._bar(canvas, 0, y, place, "shade")
        self._bar(canvas, place, y, WIDE - place, "paper")
        self._in(canvas, 0, place, y, self.word("behind"))
        self._in(canvas, place, WIDE - place, y, self.word("before"))
        foot = y + BAR + SMALL + 0.8
        self._ends(canvas, foot)
        return foot + 1

    def _insert(self, canvas: Canvas, y: float) -> float:
        """Draw the cut card in its place, with the number of cards on both sides of it; return the bottom edge."""
        shoe = self.found
        y += SMALL * LEADING + 0.6
        behind = shoe.behind
        slab = 1.8
        place = (WIDE - slab) * (shoe.cards - behind) / shoe.cards
        self._bar(canvas, 0, y, place, "paper")
        if behind:
            self._bar(canvas, place + slab, y, WIDE - place - slab, "shade")
        canvas.rect(place, y - 1.6, slab, BAR + 3.2, fill=self.colours["accent"], **self.pen)
        label = self.word("cut_card")
        half = _across(label) / 2
        self._label(canvas, min(place + slab / 2, WIDE - half), y - 2.6, label)
        down = y + BAR + 4.2
        self._span(canvas, 0, place, down, shoe.cards - behind)
        if behind:
            self._span(canvas, place + slab, WIDE, down, behind)
        foot = down + SMALL + 1.6
        return foot + 1

    def _span(self, canvas: Canvas, start: float, end: float, y: float, count: int) -> None:
        """Draw a measure under a bar, with its number of cards."""
        canvas.line((start + 0.3, y), (end - 0.3, y), **self.pen)
        for x in (start + 0.3, end - 0.3):
            canvas.line((x, y - 1.2), (x, y + 1.2), **self.pen)
        word = self.word("cards", count=count)
        half = _across(word) / 2
        self._label(canvas, max(min((start + end) / 2, WIDE - half), half), y + SMALL + 1, word)

    def _burn(self, canvas: Canvas, y: float) -> float:
        """Draw each rank with the number of cards burned after it; return the bottom edge."""
        counts = self.found.burned
        if len(set(counts.values())) == 1:
            number = next(iter(counts.values()))
            draw_card(canvas, Face.read("As"), 8, y, CARD, self.colours)
            for at in range(number):
                draw_card(canvas, None, 8 + CARD + 4 + at * min(CARD + 1, 140 / max(number, 1)), y, CARD, self.colours)
            return y + card_height(CARD)
        step = WIDE / len(counts)
        for at, rank in enumerate(counts):
            draw_card(canvas, Face.read(f"{rank}s"), at * step + (step - CARD) / 2, y, CARD, self.colours)
            middle = at * step + step / 2
            canvas.text(
                middle, y + card_height(CARD) + 5.4, str(counts[rank]), 5, anchor="middle", bold=True, fill=self.colours["line"]
            )
        return y + card_height(CARD) + 6.6


def _rank(letter: str) -> str:
    return "10" if letter == "T" else letter


def _across(text: str) -> float:
    return width(text, SMALL)
