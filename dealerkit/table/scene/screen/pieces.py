"""Cards and chips as pieces of text, shared by all parts of the drawing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import attrs

from dealerkit.cards import Face
from dealerkit.table.scene import Heap, Lying
from dealerkit.table.scene.screen.canvas import Line, StyledSpan

_RED = frozenset("dh")
_CARD = re.compile(r"\b((?:[2-9TJQKA])[cdhs]\b|(?<!\w)[2-9TJQKA][♣♦♥♠]|\bJk\b)")
_FEW = 4
"""Most card backs that are drawn one by one."""


@attrs.frozen
class Signs:
    """The characters that a screen can show.

    Attributes:
        suits: Whether suits and lines are shown as symbols; otherwise as plain letters and signs of ASCII.
    """

    suits: bool = True

    @property
    def back(self) -> str:
        """Character for the back of a card."""
        return "▒▒" if self.suits else "##"

    @property
    def dot(self) -> str:
        """Character between two parts of a line."""
        return " · " if self.suits else " - "

    @property
    def line(self) -> str:
        """Character of horizontal lines."""
        return "─" if self.suits else "-"

    @property
    def upright(self) -> str:
        """Character of vertical lines."""
        return "│" if self.suits else "|"

    @property
    def corners(self) -> str:
        """Corners of the felt: top left, top right, bottom left, bottom right."""
        return "╭╮╰╯" if self.suits else "++++"

    @property
    def turn(self) -> str:
        """Character that marks the seat to act."""
        return "▸" if self.suits else ">"

    def name(self, face: Face) -> str:
        """Return a card in two columns: `Q♥` or `Qh`."""
        return face.name if face.suit is None or not self.suits else face.name[0] + face.suit.sign

    def card(self, face: Face, style: str = "") -> StyledSpan:
        """Return a card as a span of text, red if its suit is red.

        Args:
            face: The card.
            style: Further style, such as `bold`; empty for none.
        """
        red = face.suit is not None and face.suit.value in _RED
        return StyledSpan(self.name(face), " ".join(part for part in ("red" if red and style != "dim" else "", style) if part))


def cards(lying: Sequence[Lying], signs: Signs, style: str = "") -> Iterator[Line]:
    """Yield cards side by side; many backs in a row become one back with their number.

    Args:
        lying: The cards.
        signs: Characters that the screen can show.
        style: Style of the known cards.
    """
    for known, group in groupby(lying, key=lambda card: card.face is not None):
        run = list(group)
        if known:
            for card in run:
                assert card.face is not None
                yield (signs.card(card.face, style),)
        elif len(run) > _FEW:
            yield (StyledSpan(f"{signs.back}{'×' if signs.suits else 'x'}{len(run)}", "dim"),)
        else:
            yield from ((StyledSpan(signs.back, "dim"),) for _ in run)


def with_cards(line: Line, signs: Signs) -> Line:
    """Return a sentence as a line with its cards in colour and symbols.

    Args:
        line: The sentence, as spans of text with cards such as `Kh`.
        signs: Characters that the screen can show.

    >>> [span.text for span in with_cards((StyledSpan("seat 2 plays Kh"),), Signs())]
    ['seat 2 plays ', 'K♥']
    """
    out: list[StyledSpan] = []
    for span in line:
        for part in _CARD.split(span.text):
            known = _CARD.fullmatch(part)
            out.append(signs.card(Face.read(part), span.style) if known else StyledSpan(part, span.style))
    return tuple(span for span in out if span.text)


def stack_of(heap: Heap, signs: Signs) -> Line:
    """Return a squared stack of cards as one line of text: title, number of cards, a face-up top card, notes."""
    spans = [StyledSpan(f"{heap.title} "), StyledSpan(str(heap.count), "bold")]
    for card in heap.cards:
        if card.face is not None:
            spans += [StyledSpan(" "), signs.card(card.face, "bold")]
    if heap.notes:
        spans.append(StyledSpan(f" {', '.join(heap.notes)}", "bold" if heap.kind != "stock" else ""))
    return tuple(spans)


def big(lying: Sequence[Lying], signs: Signs) -> list[Line]:
    """Return cards drawn with a frame each, as three lines side by side.

    In a trick, the lower edge of a card has the number of the seat that played it. On a screen with plain letters only, the cards
    take one line without frames.
    """
    if not signs.suits:
        return [tuple(_joined(cards(lying, signs)))]
    top: list[StyledSpan] = []
    middle: list[StyledSpan] = []
    bottom: list[StyledSpan] = []
    for card in lying:
        face = signs.card(card.face, "bold") if card.face is not None else StyledSpan(signs.back, "dim")
        top.append(StyledSpan("╭──╮"))
        middle += [StyledSpan("│"), face, StyledSpan("│")]
        bottom.append(StyledSpan(f"╰{f'{card.by:─>2}' if card.by else '──'}╯"))
    return [tuple(top), tuple(middle), tuple(bottom)]


def fan(lying: Sequence[Lying], signs: Signs) -> list[Line]:
    """Return cards that touch each other, drawn in one frame of three lines; an empty list for no cards."""
    if not lying:
        return []
    many = len(lying)
    middle = [StyledSpan("│")]
    for card in lying:
        middle += [signs.card(card.face, "bold") if card.face is not None else StyledSpan(signs.back, "dim"), StyledSpan("│")]
    return [(StyledSpan("╭──" + "┬──" * (many - 1) + "╮"),), tuple(middle), (StyledSpan("╰──" + "┴──" * (many - 1) + "╯"),)]


def _joined(chunks: Iterable[Line]) -> Iterator[StyledSpan]:
    for number, chunk in enumerate(chunks):
        if number:
            yield StyledSpan(" ")
        yield from chunk
