"""The decision tree of a ruling as a drawing: the question, the answers below it, and the result beside each.

A tree that does not fit on a page is split: a branch becomes a numbered part of its own, and a branch that occurs twice is
drawn once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import attrs

from dealerkit.rules.games import Game
from dealerkit.rules.texts import DEFAULT_LANGUAGE, fill, text
from dealerkit.sheets.drawings.drawing import Canvas, Drawing
from dealerkit.sheets.drawings.inks import USUAL, Ink, data, ink
from dealerkit.sheets.drawings.letters import ASCENT, LEADING, width, wrap
from dealerkit.sheets.drawings.questions import Node, TreeOutcome, TreeQuestion, questions

SIZES: Final = (3.5, 3.0, 2.6, 2.2, 1.9)
"""Heights of the font, in millimetres: 10 points, or less if a single ruling would not fit on a page."""
PAD: Final = 1.8
EDGE: Final = 0.2
"""Margin around the drawing, so that no line is cut off."""
STEP: Final = 9.0
"""Indent of a branch, in millimetres."""
BETWEEN: Final = 2.6
NARROWEST: Final = 46.0
"""Least width of a box; a branch that is indented further becomes a part of its own."""
A4, A5 = (180.0, 257.0), (128.0, 190.0)
"""Space within the margins of a page, in millimetres."""


@attrs.frozen
class TreeElsewhere:
    """A reference to a branch that is drawn elsewhere, as a part with this number."""

    number: int


@attrs.frozen
class Limb:
    """An answer in a drawn decision tree.

    Attributes:
        answer: The answer in words.
        end: The subtree behind it: a ruling, a further question, or a reference.
    """

    answer: str
    end: Drawn


@attrs.frozen
class Stem:
    """A question in a drawn decision tree.

    Attributes:
        text: The question.
        usual: A sentence with the answer that is assumed if nobody knows; may be empty.
        limbs: The answers.
    """

    text: str
    usual: str
    limbs: tuple[Limb, ...]


Drawn: TypeAlias = TreeOutcome | Stem | TreeElsewhere


def tree(
    game: Game,
    fault: str,
    lang: str = DEFAULT_LANGUAGE,
    *,
    page: tuple[float, float] = A4,
    ink_name: str = USUAL,
    rules: bool = False,
) -> tuple[Drawing, ...]:
    """Draw the decision tree of a fault, one drawing for each page.

    Args:
        game: The game with its rule set and options in force.
        fault: A fault that the rule set rules on, or a question that it answers.
        lang: The language, as far as texts are translated.
        page: Space on a page, such as `A4` and `A5`.
        ink_name: See `dealerkit.sheets.drawings.cards.card`.
        rules: Whether the ids of the rules are printed after each outcome.

    Raises:
        UnknownName: If the rule set does not rule on that fault in this game, or there is no such ink.
        RuleFileError: If the decision list cannot be used.
    """
    whole = questions(game, fault, lang)
    title = game.say(game.rules.faults[fault].get("title") or fault, lang) if game.rules is not None else fault
    makers = (_TreeMaker(lang, page, size, ink(ink_name), rules=rules) for size in SIZES)
    for maker in makers:
        drawn = tuple(maker.pages(whole, title))
        if all(branch.height <= page[1] + 1 for branch in drawn):
            break
    return drawn


class _TreeMaker:
    """Draws trees on pages of one size."""

    def __init__(self, lang: str, page: tuple[float, float], size: float, colours: Ink, *, rules: bool) -> None:
        self.lang, self.size, self.colours, self.rules = lang, size, colours, rules
        self.wide, self.high = page

    def pages(self, whole: Node, title: str) -> Iterator[Drawing]:
        """Split a tree and lay out its parts on pages."""
        parts = self._parts(whole)
        pages: list[list[int]] = [[]]
        used = 0.0
        for number, part in enumerate(parts, 1):
            high = self._part_height(part, len(parts))
            if pages[-1] and used + high > self.high:
                pages.append([])
                used = 0.0
            pages[-1].append(number)
            used += high + 2 * BETWEEN
        for numbers in pages:
            yield self._page(numbers, parts, title)

    # Splitting

    def _parts(self, whole: Node) -> list[Drawn]:
        """Return the parts of a tree, beginning with that of its root."""
        counted = Counter(_below(whole))
        numbers: dict[Node, int] = {node: 0 for node, times in counted.items() if times > 1 and _ends(node) > 2}
        nodes: list[Node] = [whole]
        for root in nodes:  # it grows during the loop
            self._fit(root, numbers)
            for node in _outside(root, numbers):
                if not numbers[node]:
                    nodes.append(node)
                    numbers[node] = len(nodes)
        return [self._numbered(node, numbers) for node in nodes]

    def _fit(self, root: Node, numbers: dict[Node, int]) -> None:
        """Make branches into parts of their own until the rest fits on a page: the smallest branch that suffices, or else the
        largest that fits on a page.
        """
        while True:
            part = self._numbered(root, numbers)
            deep = list(self._too_narrow(root, numbers))
            if not deep and self._part_height(part, 2) <= self.high:
                return
            rest = [node for node in _below(root, numbers) if node is not root and isinstance(node, TreeQuestion)]
            if not deep and not rest:
                return  # a single question with its answers exceeds a page
            numbers[deep[0] if deep else self._set_aside(root, rest, numbers)] = 0

    def _set_aside(self, root: Node, rest: Sequence[Node], numbers: Mapping[Node, int]) -> Node:
        """Return the branch to be drawn as a part of its own."""
        sizes = {node: self._part_height(self._numbered(node, numbers), 2) for node in rest}
        enough = [node for node in rest if self._part_height(self._numbered(root, {**numbers, node: 0}), 2) <= self.high]
        if enough:
            return min(enough, key=lambda node: sizes[node])
        return max([node for node in rest if sizes[node] <= self.high] or rest, key=lambda node: sizes[node])

    def _too_narrow(self, root: Node, numbers: Mapping[Node, int]) -> Iterator[Node]:
        """Yield the questions that are indented so far that their boxes could not be read."""

        def walk(node: Node, room: float) -> Iterator[Node]:
            if isinstance(node, TreeQuestion):
                if room < NARROWEST + 2 * STEP and node is not root:
                    yield node
                    return
                for branch in node.branches:
                    if branch.node not in numbers:
                        yield from walk(branch.node, room - STEP)

        return walk(root, self.wide)

    def _numbered(self, root: Node, numbers: Mapping[Node, int]) -> Drawn:
        """Return a tree whose separately drawn branches are replaced by their numbers; its own root is drawn."""
        if isinstance(root, TreeOutcome):
            return root
        ends = [
            TreeElsewhere(numbers[branch.node]) if branch.node in numbers else self._numbered(branch.node, numbers)
            for branch in root.branches
        ]
        branches = tuple(Limb(tree_branch.answer, end) for tree_branch, end in zip(root.branches, ends, strict=True))
        return Stem(root.text, root.usual, branches)

    # Measuring and drawing: the same walk does both

    def _part_height(self, part: Drawn, count: int) -> float:
        return self._draw(None, part, EDGE, self._heading_height(count), self.wide - 2 * EDGE)

    def _heading_height(self, count: int) -> float:
        return self.size * 2.2 if count > 1 else 0.0

    def _page(self, numbers: Sequence[int], parts: Sequence[Drawn], title: str) -> Drawing:
        high = sum(self._part_height(parts[number - 1], len(parts)) for number in numbers) + 2 * BETWEEN * (len(numbers) - 1)
        canvas = Canvas(self.wide, round(high + 2 * EDGE, 2))
        y = EDGE
        words = [self._word("alt", title=title)]
        for number in numbers:
            part = parts[number - 1]
            if len(parts) > 1:
                canvas.text(
                    0.2,
                    y + self.size * 1.15,
                    self._word("part", number=number),
                    self.size * 1.15,
                    bold=True,
                    fill=self.colours["line"],
                )
                words.append(f"{self._word('part', number=number)}.")
            y = self._draw(canvas, part, EDGE, y + self._heading_height(len(parts)), self.wide - 2 * EDGE) + 2 * BETWEEN
            words.append(self._in_words(part))
        return canvas.drawing(" ".join(words))

    def _draw(self, canvas: Canvas | None, node: Drawn, x: float, y: float, room: float) -> float:
        """Draw a node with its subtree, or only measure it if there is no canvas; return the bottom edge."""
        if not isinstance(node, Stem):
            return self._end(canvas, node, x, y, room)
        foot = self._question(canvas, node, x, y, room)
        trunk = x + STEP / 2
        begins, last = foot, foot
        foot += BETWEEN
        for branch in node.limbs:
            middle, foot = self._branch(canvas, branch, x + STEP, foot, room - STEP)
            if canvas is not None:
                canvas.line((trunk, middle), (x + STEP, middle), stroke=self.colours["line"], stroke_width=0.35)
            last = middle
            foot += BETWEEN
        if canvas is not None:
            canvas.line((trunk, begins), (trunk, last), stroke=self.colours["line"], stroke_width=0.35)
        return foot - BETWEEN

    def _branch(self, canvas: Canvas | None, branch: Limb, x: float, y: float, room: float) -> tuple[float, float]:
        """Draw an answer with its subtree; return the height where the branch enters, and the bottom edge."""
        ends = not isinstance(branch.end, Stem)
        most = room * 0.4 if ends else room
        wide = min(most, width(branch.answer, self.size) + 2 * PAD + 0.5)
        lines = wrap(branch.answer, wide - 2 * PAD, self.size)
        high = _block(lines, self.size) + 1.6
        if not ends:
            self._answer(canvas, lines, x, y, wide, high)
            child = y + high + 1.2
            if canvas is not None:
                canvas.line((x + STEP / 2, y + high), (x + STEP / 2, child), stroke=self.colours["line"], stroke_width=0.35)
            return y + high / 2, self._draw(canvas, branch.end, x, child, room)
        beyond = x + wide + 6
        foot = self._end(None, branch.end, beyond, y, room - wide - 6)
        whole = max(high, foot - y)
        top = y + (whole - high) / 2
        self._answer(canvas, lines, x, top, wide, high)
        below = y + (whole - (foot - y)) / 2
        self._end(canvas, branch.end, beyond, below, room - wide - 6)
        if canvas is not None:
            self._arrow(canvas, x + wide, beyond, y + whole / 2)
        return y + whole / 2, y + whole

    def _question(self, canvas: Canvas | None, node: Stem, x: float, y: float, room: float) -> float:
        lines = wrap(node.text, room - 2 * PAD, self.size, bold=True)
        usual = wrap(node.usual, room - 2 * PAD, self.size * 0.85) if node.usual else ()
        high = _block(lines, self.size) + _block(usual, self.size * 0.85) + 2 * PAD
        if canvas is not None:
            line = self.colours["line"]
            canvas.rect(x, y, room, high, r=1.6, fill=self.colours["shade"], stroke=line, stroke_width=0.35)
            at = self._lines(canvas, lines, x + PAD, y + PAD, self.size, bold=True)
            self._lines(canvas, usual, x + PAD, at, self.size * 0.85)
        return y + high

    def _answer(self, canvas: Canvas | None, lines: Sequence[str], x: float, y: float, wide: float, high: float) -> None:
        if canvas is not None:
            paint = {"fill": self.colours["paper"], "stroke": self.colours["line"], "stroke_width": 0.35}
            canvas.rect(x, y, wide, high, r=min(high / 2, 2.6), **paint)
            self._lines(canvas, lines, x + PAD, y + 0.8, self.size)

    def _end(self, canvas: Canvas | None, node: Drawn, x: float, y: float, room: float) -> float:
        """Draw an outcome, or the number of the part in which it continues; return the bottom edge."""
        head, say = self._end_lines(node, room - 2 * PAD - 1.2)
        high = _block(head, self.size) + _block(say, self.size) + 2 * PAD
        if canvas is not None:
            line = self.colours["line"]
            if isinstance(node, TreeElsewhere):
                canvas.rect(
                    x, y, room, high, r=1, fill=self.colours["paper"], stroke=line, stroke_width=0.35, stroke_dasharray="1.4 1"
                )
            else:
                canvas.rect(x, y, room, high, fill=self.colours["paper"], stroke=line, stroke_width=0.35)
                canvas.rect(x, y, 1.2, high, fill=self.colours["rail"])
            at = self._lines(canvas, head, x + PAD + 1.2, y + PAD, self.size, bold=True)
            self._lines(canvas, say, x + PAD + 1.2, at, self.size)
        return y + high

    def _end_lines(self, node: Drawn, room: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the bold lines of an end, and its plain lines."""
        if isinstance(node, TreeElsewhere):
            return (self._word("go_on", number=node.number),), ()
        assert isinstance(node, TreeOutcome)
        rules = f" ({', '.join(node.rules)})" if self.rules and node.rules else ""
        head = wrap(f"{node.ruling}{rules}", room, self.size, bold=True) if node.ruling else ()
        return head, wrap(f"{node.say}{'' if node.ruling else rules}", room, self.size)

    def _lines(self, canvas: Canvas, lines: Sequence[str], x: float, y: float, size: float, *, bold: bool = False) -> float:
        for line in lines:
            canvas.text(x, y + size * (LEADING + ASCENT) / 2, line, size, bold=bold, fill=self.colours["line"])
            y += size * LEADING
        return y

    def _arrow(self, canvas: Canvas, x: float, end: float, y: float) -> None:
        line = self.colours["line"]
        canvas.line((x, y), (end - 1.8, y), stroke=line, stroke_width=0.35)
        canvas.polygon([(end, y), (end - 2.2, y - 1.1), (end - 2.2, y + 1.1)], fill=line)

    # Words

    def _in_words(self, node: Drawn) -> str:
        """Return a description of a tree."""
        if isinstance(node, TreeElsewhere):
            return self._word("go_on", number=node.number)
        if isinstance(node, TreeOutcome):
            return " ".join(part for part in (f"{node.ruling}." if node.ruling else "", node.say) if part)
        usual = f" ({node.usual})" if node.usual else ""
        ends = [f"[{branch.answer}: {self._in_words(branch.end)}]" for branch in node.limbs]
        return f"{node.text}{usual} {' '.join(ends)}"

    def _word(self, name: str, **values: object) -> str:
        return fill(text(data("tree")["words"][name], self.lang), values)


def _block(lines: Sequence[str], size: float) -> float:
    return len(lines) * size * LEADING


def _below(node: Node, numbers: Mapping[Node, int] | None = None) -> Iterator[Node]:
    """Yield every question of a tree as often as it occurs, root first, without parts drawn separately."""
    if isinstance(node, TreeQuestion):
        yield node
        for branch in node.branches:
            if numbers is None or branch.node not in numbers:
                yield from _below(branch.node, numbers)


def _outside(node: Node, numbers: Mapping[Node, int]) -> Iterator[Node]:
    """Yield the branches of a part that are drawn separately, in order."""
    if isinstance(node, TreeQuestion):
        for branch in node.branches:
            if branch.node in numbers:
                yield branch.node
            else:
                yield from _outside(branch.node, numbers)


def _ends(node: Node) -> int:
    """Return the number of ends of a tree."""
    return 1 if isinstance(node, TreeOutcome) else sum(_ends(branch.node) for branch in node.branches)
