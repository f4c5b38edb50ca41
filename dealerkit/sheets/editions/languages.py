"""An edition in one language or in two side by side, with untranslated texts marked.

An edition is made once for each language. Two of them are then merged line by line, since they consist of the same blocks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar, cast

import attrs

from dealerkit.errors import check_name
from dealerkit.rules.sets import at_one_moment, facts_under
from dealerkit.rules.texts import DEFAULT_LANGUAGE, text
from dealerkit.rules.translations import translation
from dealerkit.sheets.document import (
    Block,
    Columns,
    Document,
    Figure,
    Flow,
    Heading,
    Line,
    PageBreak,
    Paragraph,
    TableBlock,
    TextRun,
    inner,
    line,
    plain,
)
from dealerkit.sheets.editions.edition import Edition, EditionOrder
from dealerkit.sheets.locales import locale
from dealerkit.sheets.voice import LANGUAGES, Said, fixed_words

AND = "+"
PRINTED = (*LANGUAGES, *(f"{DEFAULT_LANGUAGE}{AND}{lang}" for lang in LANGUAGES if lang != DEFAULT_LANGUAGE))
"""Orderable languages of an edition: one language, or English and another."""

_T = TypeVar("_T")
_NAMES = re.compile(r"<(title|desc)[^>]*>.*?</\1>|aria-label=\"[^\"]*\"", re.DOTALL)


class _UnlikeError(Exception):
    """Two blocks have different structures, and cannot be merged."""


@at_one_moment()
def make(edition: Edition, order: EditionOrder) -> Document:
    """Make an edition in the language or languages of an order.

    Args:
        edition: The edition.
        order: The order; its `lang` is one of `PRINTED`, such as `en+zh-Hans` for two languages.

    Raises:
        UnknownName: If it cannot be printed in that language.
    """
    check_name("language of sheets", order.lang, PRINTED)
    with facts_under(*(dealt.rules for dealt in (*order.before, *order.games))):
        return _edition_in(edition, order)


def _edition_in(edition: Edition, order: EditionOrder) -> Document:
    """Return an edition, made with the facts of its rule sets in force."""
    first, _, second = order.lang.partition(AND)
    if second and (poster := _on_halves(edition, order, first, second)) is not None:
        return poster
    document = edition.make(attrs.evolve(order, lang=first))
    if second:
        return with_notice(side_by_side(document, edition.make(attrs.evolve(order, lang=second))))
    return with_notice(marked(document))


# Two languages


def side_by_side(first: Document, second: Document) -> Document:
    """Merge a document with its copy in a second language: each line is followed by its translation.

    Text that is equal in both, such as numbers, occurs once. Blocks with different structures follow each other. Words in
    pictures cannot be merged: a document that has such pictures is printed whole in one language and then in the other.
    """
    if any(picture != other for picture, other in zip(_pictures(first), _pictures(second), strict=False)):
        return _one_after_the_other(first, second)
    return attrs.evolve(
        first,
        title=_lines(first.title, second.title, second.lang),
        subtitle=_lines(first.subtitle, second.subtitle, second.lang),
        blocks=_blocks(first.blocks, second.blocks, second.lang),
        second=second.lang,
    )


HALVES = {"a3": "a4", "a4": "a5"}
"""Sheets that are two smaller ones side by side in landscape format."""


def _on_halves(edition: Edition, order: EditionOrder, first: str, second: str) -> Document | None:
    """Put a poster in two languages on the halves of a sheet; None if the edition has no halves, or the type would be too
    small.
    """
    paper = order.paper or edition.paper
    if not edition.halves or paper.size not in HALVES:
        return None
    half = attrs.evolve(paper, size=HALVES[paper.size], landscape=False)
    left, right = (edition.make(attrs.evolve(order, lang=lang, paper=half)) for lang in (first, second))
    if left.paper.type_size < edition.halves:
        return None
    right = _changed(right, lambda run: attrs.evolve(run, lang=run.lang or second))
    notice = _notice(first, second)
    return attrs.evolve(
        left,
        title=(*left.title, TextRun(" \u00b7 "), *right.title),
        blocks=(Columns((left.blocks, (*right.blocks, *notice))),),
        paper=attrs.evolve(left.paper, size=paper.size, landscape=True),
        second=second,
    )


def _one_after_the_other(first: Document, second: Document) -> Document:
    there = _changed(second, lambda run: attrs.evolve(run, lang=run.lang or second.lang))
    heading = Heading(there.title, listed=False)
    return attrs.evolve(first, blocks=(*first.blocks, PageBreak(), heading, *there.blocks), second=second.lang)


def _pictures(document: Document) -> list[str]:
    """Return the drawings of a document, without their text descriptions."""
    blocks = [block for outer in document.blocks for block in inner(outer)]
    figures = [block for block in blocks if isinstance(block, Figure)]
    cells = (cell for block in blocks if isinstance(block, TableBlock) for row in block.rows for cell in row)
    figures += [cell.picture for cell in cells if cell.picture is not None]
    return [_NAMES.sub("", figure.svg) for figure in figures]


def _blocks(first: tuple[Block, ...], second: tuple[Block, ...], lang: str) -> tuple[Block, ...]:
    if [type(block) for block in first] != [type(block) for block in second]:
        return (*first, *second)
    blocks: list[Block] = []
    for pair in zip(first, second, strict=True):
        try:
            blocks.append(_both(*pair, lang))
        except _UnlikeError:
            blocks += pair
    return tuple(blocks)


def _both(first: _T, second: _T, lang: str) -> _T:
    """Merge any part of a document with its translation: lines in pairs, everything that is not text from the first.

    Raises:
        _UnlikeError: If their structures differ.
    """
    if isinstance(first, tuple) and isinstance(second, tuple):
        if _is_line(first) and _is_line(second):
            return cast("_T", _lines(first, second, lang))
        if first and isinstance(first[0], Block):
            return cast("_T", _blocks(first, second, lang))
        if len(first) != len(second):
            raise _UnlikeError
        return cast("_T", tuple(_both(*pair, lang) for pair in zip(first, second, strict=True)))
    if attrs.has(type(first)):
        if type(first) is not type(second):
            raise _UnlikeError
        whole: Any = first
        names = [field.name for field in attrs.fields(type(whole))]
        changed = {name: _both(getattr(first, name), getattr(second, name), lang) for name in names}
        if isinstance(first, Figure) and isinstance(second, Figure) and first.alt != second.alt:
            changed["alt"] = f"{first.alt} / {second.alt}"
        return cast("_T", attrs.evolve(whole, **changed))
    return first


def _is_line(value: tuple[object, ...]) -> bool:
    return all(isinstance(part, TextRun) for part in value)


def _lines(first: Line, second: Line, lang: str) -> Line:
    text = plain(second)
    if not text or text == plain(first) or all(run.lang == DEFAULT_LANGUAGE for run in second):
        return first
    return (*first, TextRun(text, strong=all(run.strong for run in second), lang=lang, second=bool(first)))


# Untranslated text


def marked(document: Document) -> Document:
    """Return a document with its translatable texts translated, and each remaining English text marked."""
    if document.lang == DEFAULT_LANGUAGE:
        return document
    mark = text(fixed_words()["untranslated"], document.lang)
    return _changed(document, lambda run: _translated(run, document.lang, mark))


def _translated(run: TextRun, lang: str, mark: str) -> TextRun:
    if run.lang != DEFAULT_LANGUAGE or not any(map(str.isalpha, run.text)):
        return run
    if (text := translation(run.text, lang)) is not None:
        return attrs.evolve(run, text=text, lang=lang)
    return attrs.evolve(run, text=mark + run.text)


def _changed(thing: _T, change: Callable[[TextRun], TextRun]) -> _T:
    """Return a part of a document with every run in it changed."""
    if isinstance(thing, TextRun):
        return cast("_T", change(thing))
    if isinstance(thing, tuple):
        return cast("_T", tuple(_changed(part, change) for part in thing))
    if isinstance(thing, Document | Block) or attrs.has(type(thing)):
        whole: Any = thing
        fields = {field.name: getattr(thing, field.name) for field in attrs.fields(type(whole))}
        new = {
            name: _changed(value, change) for name, value in fields.items() if isinstance(value, tuple) or attrs.has(type(value))
        }
        return cast("_T", attrs.evolve(whole, **new))
    return thing


# Proofreading


def with_notice(document: Document) -> Document:
    """Return a document with a notice that no native reader has proofread its language, unless `locales.yaml` names one."""
    notice = _notice(document.lang, document.second or document.lang)
    *before, last = document.blocks or (Flow(()),)
    if isinstance(last, Flow):
        return attrs.evolve(document, blocks=(*before, attrs.evolve(last, blocks=(*last.blocks, *notice))))
    return attrs.evolve(document, blocks=(*document.blocks, *notice))


def _notice(first: str, lang: str) -> tuple[Block, ...]:
    """Return the notice, in the first language and in the language concerned; nothing for a proofread language."""
    if locale(lang).proved_by:
        return ()
    texts = [Said(text(fixed_words()["unproved"], tag), tag) for tag in dict.fromkeys((first, lang))]
    words = _lines(line(texts[0]), line(texts[1]), lang) if len(texts) > 1 else line(texts[0])
    return (Paragraph(words, style="small"),)
