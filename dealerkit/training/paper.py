"""Exercises on paper: the questions, and a separate key, with one copy number on both."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Iterator

import attrs

from dealerkit import __version__
from dealerkit.rules.games import Game
from dealerkit.sheets.document import Block, Document, Fields, Flow, Listing, NumberedBlock, Paragraph, strong
from dealerkit.sheets.document import Paper as Sheet
from dealerkit.training.exercises import exercises
from dealerkit.training.generators import Setting
from dealerkit.training.items import Item, Question
from dealerkit.training.replies import AnyOfReply, OneOfReply, PartsReply, Reply
from dealerkit.training.rule_text import rule_text

WIDE = 46
"""Most characters of a line in a column; an exercise with longer lines gets the whole width of the page."""


@attrs.frozen
class PaperRow:
    """An exercise to be printed.

    Attributes:
        question: The question.
        answer: The right answer in words; empty if the key is not to be printed.
        why: The working, and the rule with its id, line by line.
    """

    question: Question
    answer: str = ""
    why: tuple[str, ...] = ()

    def asked(self) -> Iterator[Block]:
        """Yield the blocks for the trainee: the question, with boxes to tick or lines to write on."""
        if self.question.show:
            yield Paragraph("\n".join(self.question.show), "given")
        yield Paragraph(self.question.ask)
        if boxes := _boxes(self.question.reply):
            yield Listing(boxes, "boxes")
        if lines := _lines(self.question.reply):
            yield Fields([(line, "") for line in lines])

    def answered(self) -> Iterator[Block]:
        """Yield the blocks for the key: the right answer and why."""
        yield Paragraph([strong(self.answer)])
        yield from (Paragraph(line, "small") for line in self.why)


@attrs.frozen
class ExercisePaper:
    """Exercises to be printed: a paper with the questions, and another with the key.

    Attributes:
        title: Their title.
        fields: The head of both papers: labels and texts.
        key_fields: Further labels and texts for the head of the key.
        copy: The copy number, on both papers.
        target: Target time for each answer, in seconds; empty if there is none.
        rows: The exercises.
    """

    title: str
    fields: tuple[tuple[str, str], ...]
    key_fields: tuple[tuple[str, str], ...]
    copy: str
    target: str
    rows: tuple[PaperRow, ...]

    def questions(self) -> Document:
        """Return the paper for the trainee."""
        known = [*self.fields, *([("Target", f"{self.target} s each")] if self.target else [])]
        blank = [("Name", ""), ("Date", ""), (f"Right, of {len(self.rows)}", "")]
        items = [NumberedBlock(number, tuple(row.asked())) for number, row in enumerate(self.rows, 1)]
        narrow = all(len(line) <= WIDE for row in self.rows for line in row.question.show)
        return self._document(self.title, [*known, *blank], items, columns=2 if narrow else 1)

    def key(self) -> Document:
        """Return the paper for the instructor."""
        items = [NumberedBlock(number, tuple(row.answered())) for number, row in enumerate(self.rows, 1)]
        return self._document(f"{self.title}: key", [*self.fields, *self.key_fields], items, columns=2)

    def _document(self, title: str, fields: list[tuple[str, str]], items: list[NumberedBlock], columns: int) -> Document:
        head = Fields(fields, columns=2)
        body: list[Block] = [Flow(items, columns)] if columns > 1 else list(items)
        return Document("exercises", title, [head, *body], subtitle=f"copy {self.copy}", paper=Sheet(points=9.5))


def paper(where: Setting, seed: str, count: int) -> ExercisePaper:
    """Make a paper of exercises; the same drill, level, rules and seed always give the same one.

    Args:
        where: The drill, its level and the game.
        seed: The seed of the exercises.
        count: The number of exercises.

    Raises:
        NoExercise: If no exercise can be made.
    """
    return printed(where, seed, list(itertools.islice(exercises(where, seed), count)))


def printed(where: Setting, seed: str, items: Iterable[Item]) -> ExercisePaper:
    """Return exercises as a paper.

    Args:
        where: The drill, its level and the game.
        seed: The seed of the exercises, printed with the key.
        items: The exercises, in order.
    """
    game = where.game
    row = list(items)
    text = f"{where.drill.id}:{where.level.number}:{game.id}:{game.sha256}:{seed}:{len(row)}:{__version__}"
    fields = (
        ("Level", f"{where.level.number}, {where.level.title}" if where.level.title else str(where.level.number)),
        ("Game", game.title),
        ("Rules", f"{game.rules.name}, {game.sha256[:12]}" if game.rules is not None else game.sha256[:12]),
    )
    return ExercisePaper(
        title=where.drill.title,
        fields=fields,
        key_fields=(("Seed", seed),),
        copy=hashlib.sha256(text.encode()).hexdigest()[:8].upper(),
        target=str(where.level.target),
        rows=tuple(printed_row(item, game) for item in row),
    )


def printed_row(item: Item, game: Game | None = None) -> PaperRow:
    """Return an exercise in print, with the words of its rule if the game is given.

    Args:
        item: The exercise.
        game: The game, whose rule book has the words of the rule; None for the rule's id alone.
    """
    key = item.key
    words = next((text for rule in key.rules if (text := rule_text(game, rule))), "") if game is not None else ""
    rule = f"{words} ({', '.join(key.rules)})" if words else ", ".join(key.rules)
    return PaperRow(item.question, item.right, (*key.working, rule) if rule else key.working)


def _boxes(reply: Reply) -> tuple[str, ...]:
    """Return the choices to tick; empty if the answer is written."""
    return tuple(choice.title for choice in getattr(reply, "choices", ()))


def _lines(reply: Reply) -> tuple[str, ...]:
    """Return the labels of the lines to write on; one empty label for a single answer."""
    if isinstance(reply, PartsReply):
        return tuple(
            label
            + (f" ({' / '.join(choice.title for choice in part.choices)})" if isinstance(part, OneOfReply | AnyOfReply) else "")
            for label, part in reply.parts
        )
    return () if _boxes(reply) else ("",)
