"""Exercises on paper: the questions, and apart from them the key, with one copy number on both."""

from __future__ import annotations

import functools
import hashlib
import itertools
from collections.abc import Iterable

import attrs
import jinja2

from dealerkit import __version__
from dealerkit.printable import printable
from dealerkit.rules.data import data_dir
from dealerkit.sheets.render import markdown
from dealerkit.training.exercises import exercises
from dealerkit.training.generators import Setting
from dealerkit.training.items import Item
from dealerkit.training.replies import OneOf, Parts, Reply
from dealerkit.training.rule_text import rule_text


@attrs.frozen
class Row:
    """An exercise as it is printed.

    Attributes:
        number: From 1.
        show: What is given.
        ask: The question.
        boxes: What can be ticked; empty where the answer is written.
        lines: What each blank line is for; one empty text for a single answer.
        answer: The right answer in words.
        working: How one comes to it.
        rule: The rule, with its id.
    """

    number: int
    show: tuple[str, ...]
    ask: str
    boxes: tuple[str, ...]
    lines: tuple[str, ...]
    answer: str
    working: tuple[str, ...]
    rule: str


@attrs.frozen
class Paper:
    """A printed drill.

    Attributes:
        title: The drill.
        level: Its level, in words.
        game: The game.
        rules: The rule set, and the first figures of its fingerprint.
        seed: What makes it again; it stands on the key alone.
        copy: The copy number, on both papers.
        target: Seconds for each answer.
        rows: The exercises.
        program: What printed it.
    """

    title: str
    level: str
    game: str
    rules: str
    seed: str
    copy: str
    target: str
    rows: tuple[Row, ...]
    program: str = f"dealerkit {__version__}"

    def questions(self, form: str) -> str:
        """Return the paper for the trainee; `form` is `md` or `html`."""
        return self._filled(form, key=False)

    def key(self, form: str) -> str:
        """Return the paper for the instructor; `form` is `md` or `html`."""
        return self._filled(form, key=True)

    def _filled(self, form: str, *, key: bool) -> str:
        return environment().get_template(f"exercises.{form}.j2").render(paper=self, key=key, m=markdown).rstrip("\n") + "\n"


def paper(where: Setting, seed: str, count: int) -> Paper:
    """Make a paper of so many exercises; the same drill, level, rules and seed make the same one.

    Raises:
        NoExercise: If none can be made.
    """
    return printed(where, seed, list(itertools.islice(exercises(where, seed), count)))


def printed(where: Setting, seed: str, items: Iterable[Item]) -> Paper:
    """Return exercises as a paper."""
    game = where.game
    row = list(items)
    made = f"{where.drill.id}:{where.level.number}:{game.id}:{game.sha256}:{seed}:{len(row)}:{__version__}"
    return Paper(
        title=where.drill.title,
        level=f"{where.level.number}, {where.level.title}" if where.level.title else str(where.level.number),
        game=game.title,
        rules=f"{game.rules.name}, {game.sha256[:12]}" if game.rules is not None else game.sha256[:12],
        seed=seed,
        copy=hashlib.sha256(made.encode()).hexdigest()[:8].upper(),
        target=str(where.level.target),
        rows=tuple(_row(where, number, item) for number, item in enumerate(row, 1)),
    )


def _row(where: Setting, number: int, item: Item) -> Row:
    question, key = item.question, item.key
    texts = [(text, rule) for rule in key.rules if (text := rule_text(where.game, rule))][:1]
    rule = f"{texts[0][0]} ({', '.join(key.rules)})" if texts else ", ".join(key.rules)
    return Row(number, question.show, question.ask, _boxes(question.reply), _lines(question.reply), item.right, key.working, rule)


def _boxes(reply: Reply) -> tuple[str, ...]:
    return tuple(choice.title for choice in getattr(reply, "choices", ()))


def _lines(reply: Reply) -> tuple[str, ...]:
    if isinstance(reply, Parts):
        return tuple(
            label + (f" ({' / '.join(choice.title for choice in part.choices)})" if isinstance(part, OneOf) else "")
            for label, part in reply.parts
        )
    return () if _boxes(reply) else ("",)


@functools.cache
def environment() -> jinja2.Environment:
    """Return what fills the templates of papers; everything in them is escaped."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(data_dir("templates")),
        autoescape=jinja2.select_autoescape(enabled_extensions=("html.j2",)),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=lambda value: printable(value) if isinstance(value, str) and not hasattr(value, "__html__") else value,
    )
