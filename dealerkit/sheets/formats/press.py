"""The base of all formats: it finds the template of each kind of block, dealerkit's or a house's, and fills it in."""

from __future__ import annotations

import contextlib
import functools
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import CodeType
from typing import ClassVar

import jinja2
import jinja2.sandbox
from jinja2.bccache import Bucket

from dealerkit import __version__
from dealerkit.errors import Problem, RuleFileError
from dealerkit.files.printable import printable
from dealerkit.rules.cache import folder
from dealerkit.rules.data import data_dir
from dealerkit.rules.texts import fill, text
from dealerkit.sheets.document import (
    Block,
    Control,
    Document,
    Heading,
    Line,
    NumberedBlock,
    Paper,
    TableBlock,
    TableCell,
    TextRun,
    inner,
    plain,
)
from dealerkit.sheets.identity import mark
from dealerkit.sheets.voice import fixed_words

PRINT = "print"
"""The folder of the templates, with a folder for each format."""
_PLAIN = (Block, TableCell, Control, Document, Paper, TextRun)
"""Types of the parts of a document: frozen values, of which a template may use every attribute without a leading underscore."""
PROGRAM = f"dealerkit {__version__}"
PRINTED = f"Printed by {PROGRAM}"
"""The mark by which a file is recognised as ours."""


class Press:
    """A press: prints documents in one format.

    Each kind of block has a template of its own, `table.html.j2`, and a house's folder needs only those that it changes.
    Templates get the block, the document and the press's variables; they run in a sandbox, and an unknown name is an error.

    Args:
        overrides: The folder of a house's templates; None to use dealerkit's alone.
    """

    form: ClassVar[str]
    """The ending of its templates, and the name of their folder."""

    def __init__(self, overrides: Path | None = None) -> None:
        self.overrides = overrides
        folders = [data_dir("templates") / PRINT / self.form]
        if overrides is not None:
            folders.insert(0, overrides)
        self.environment = _Sandbox(
            loader=jinja2.FileSystemLoader(folders),
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            bytecode_cache=_compiled(),
            auto_reload=False,  # a press lasts no longer than a document
            **self.syntax(),
        )
        self.environment.filters["plain"] = plain
        self.environment.filters.update(self.filters())

    def syntax(self) -> Mapping[str, object]:
        """Return the syntax and escaping of this format's templates, as arguments for Jinja's environment."""
        raise NotImplementedError

    def filters(self) -> Mapping[str, Callable[..., object]]:
        """Return the template filters of this format, by name."""
        return {}

    def markup(self, text: str) -> str:
        """Mark a template's output as text of this format, so that it is not escaped a second time."""
        raise NotImplementedError

    def runs(self, words: Line, lang: str) -> str:
        """Return a line in this format; `lang` is the document's language."""
        raise NotImplementedError

    def table(self, block: TableBlock, document: Document) -> Mapping[str, object]:
        """Return the template's variables for a table, besides the table."""
        raise NotImplementedError

    def hung(self, lines: list[str], indent: int) -> str:
        """Return blocks under a number; in Markdown their later lines are indented by the given number of characters."""
        return self.markup("\n\n".join(lines)) if indent else ""

    def whole(self, document: Document) -> Mapping[str, object]:  # noqa: ARG002 - for those that need it
        """Return the template's variables for a document, besides the document."""
        return {}

    def print(self, document: Document) -> str:
        """Return the document in this format.

        Raises:
            RuleFileError: If a template of the house cannot be used; it names file and line.
        """
        try:
            return self._print(document)
        except jinja2.TemplateSyntaxError as error:
            raise _broken(error.filename or str(error.name), error.lineno, error.message or "it cannot be read") from None
        except (jinja2.TemplateError, TypeError, ValueError, AttributeError, KeyError, ZeroDivisionError) as error:
            if isinstance(error, RuleFileError) or self.overrides is None:
                raise
            frames = [
                frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(str(self.overrides))
            ]
            if not frames:
                raise
            raise _broken(frames[-1].filename, frames[-1].lineno or 1, str(error)) from None

    def fragment(self, document: Document) -> str:
        """Return only the blocks of a document in this format, to be put into a page that has its own head."""
        return self.markup("\n".join(self._drawn(document)[1]))

    def _print(self, document: Document) -> str:
        shared, blocks = self._drawn(document)
        return self._fill("document", {**shared, "blocks": blocks, **self.whole(document)})

    def _drawn(self, document: Document) -> tuple[dict[str, object], list[str]]:
        """Return the variables of every template, and the rendered blocks."""
        shared: dict[str, object] = {
            "document": document,
            "program": PRINTED,
            "printed_by": fill(_word("printed_by", document.lang), {"program": PROGRAM}),
            "foot": list(foot(document)),
            "marks": list(marks(document)),
            "pages": pages(document.lang),
            "mark": mark(document),
            "listed": [
                block for outer in document.blocks for block in inner(outer) if isinstance(block, Heading) and block.listed
            ],
            "width": document.paper.measures[0],
            "height": document.paper.measures[1],
            "runs": lambda words: self.runs(words, document.lang),
        }
        levels = _levels(document)

        def draw(block: Block) -> str:
            more: Mapping[str, object] = {}
            if isinstance(block, Heading):
                more = {"level": levels.get(id(block), block.level), "room": ROOM}
            elif isinstance(block, TableBlock):
                more = self.table(block, document)
            elif isinstance(block, NumberedBlock):
                more = {"hung": self.hung([draw(block) for block in block.blocks], len(str(block.number)) + 2)}
            elif block.kind == "columns":
                more = {"widths": block.widths or (1,) * len(block.columns)}  # type: ignore[attr-defined]
            elif block.kind == "paragraph":
                more = {"number_width": max(2.0, 0.62 * len(block.number))}  # type: ignore[attr-defined]
            return self.markup(self._fill(block.kind, {**shared, "block": block, **more}))

        def cell(table_cell: TableCell, **more: object) -> str:
            return self.markup(self._fill("cell", {**shared, "one": table_cell, **more}).strip())

        shared |= {"draw": draw, "cell": cell}
        return shared, [draw(block) for block in document.blocks]

    def _fill(self, name: str, values: Mapping[str, object]) -> str:
        return self.environment.get_template(f"{name}.{self.form}.j2").render(values).strip("\n")


class _Sandbox(jinja2.sandbox.ImmutableSandboxedEnvironment):
    """Jinja's sandbox with a short cut for attributes of a document's plain values."""

    def is_safe_attribute(self, obj: object, attr: str, value: object) -> bool:
        """Return whether a template may use an attribute."""
        return (isinstance(obj, _PLAIN) and not attr.startswith("_")) or super().is_safe_attribute(obj, attr, value)


def _compiled() -> jinja2.BytecodeCache:
    """Return the cache of compiled templates on disk, like Python's for modules; in memory if no file can be written.

    Each is identified by its path and contents, and belongs to one version of Jinja.
    """
    where = folder()
    if where is None:
        return _MEMORY
    where /= f"templates-{jinja2.__version__}"
    with contextlib.suppress(OSError):
        where.mkdir(mode=0o700, parents=True, exist_ok=True)
        return _Kept(str(where))
    return _MEMORY


class _Kept(jinja2.FileSystemBytecodeCache):
    """Compiled templates in files; if they cannot be written, they are compiled again each time."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)


class _InMemory(jinja2.BytecodeCache):
    """Compiled templates until the process ends, by path and contents."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[str, CodeType | None]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        checksum, code = self.kept.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = (bucket.checksum, bucket.code)


_MEMORY = _InMemory()


ROOM = 22
"""Least space on a page for a heading, in millimetres: for itself and a few lines."""


def _levels(document: Document) -> dict[int, int]:
    """Return the level of each heading, with no level skipped on the way down, for screen readers."""
    levels: dict[int, int] = {}
    last = 0
    for outer in document.blocks:
        for block in inner(outer):
            if isinstance(block, Heading):
                last = levels[id(block)] = min(block.level, last + 1)
    return levels


def _broken(where: str, line: int, what: str) -> RuleFileError:
    hint = "the parts of a document and their fields are in dealerkit/sheets/document.py"
    return RuleFileError([Problem(where, line, 1, "", printable(what), hint)])


@functools.cache
def _word(key: str, lang: str) -> str:
    return text(fixed_words()[key], lang)


@functools.cache
def pages(lang: str) -> Mapping[str, str]:
    """Return the texts around the page's number and the number of pages: `page 3 of 12`."""
    before, _, rest = _word("page_of", lang).partition("{page}")
    between, _, after = rest.partition("{pages}")
    return {"before": before, "between": between, "after": after}


def foot(document: Document) -> Iterator[str]:
    """Yield the foot of each page: number, version and date."""
    control = document.control
    for key, value in (("number", control.number), ("edition", control.edition), ("effective", control.effective)):
        if value:
            yield fill(_word(f"foot_{key}", document.lang), {"value": value})


def marks(document: Document) -> Iterator[tuple[str, str]]:
    """Yield the lines under the title, label and value: version, dates, status, who prepared and approved it."""
    for key in ("number", "edition", "effective", "status", "prepared_by", "approved_by"):
        if value := getattr(document.control, key):
            yield _word(f"control_{key}", document.lang), value


def columns_of(table: TableBlock) -> list[list[TableCell | None]]:
    """Return the rows of a table, the head first, with a value for each column: None where a cell from the left or above spans
    it.
    """
    columns: list[list[TableCell | None]] = []
    below: dict[int, int] = {}  # column: number of further rows covered from above
    for row in (table.head, *table.rows):
        places: list[TableCell | None] = []
        cells = iter(row)
        while len(places) < table.columns:
            at = len(places)
            if below.get(at):
                below[at] -= 1
                places.append(None)
                continue
            cell = next(cells, None)
            span = cell.columns if cell is not None else 1
            if cell is not None and cell.rows > 1:
                below.update({at + k: cell.rows - 1 for k in range(span)})
            places += [cell, *[None] * (span - 1)]
        columns.append(places)
    return columns


def stays_whole(table: TableBlock) -> bool:
    """Return whether a table must stay on one page, because it is marked so or is short."""
    return table.whole or len(table.rows) <= SHORT


SHORT = 6
"""A table of at most this number of rows is not broken over pages."""
SURE = 1200
"""A table of at most this number of characters fits on any page, and is not measured."""


def surely_fits(table: TableBlock) -> bool:
    """Return whether a table is so short that it fits on a page of any size."""
    cells = [cell for row in (table.head, *table.rows) for cell in row]
    return all(cell.picture is None for cell in cells) and sum(len(plain(line)) for cell in cells for line in cell.lines) <= SURE
