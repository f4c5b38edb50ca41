"""A printed document as plain values: blocks of text, tables, steps and pictures, before they have a format.

An edition (`dealerkit.sheets.editions`) makes a `Document`; a format (`dealerkit.sheets.formats`) prints it as Markdown, HTML,
PDF or PNG. Neither knows the other, and no block contains markup: every text is literal, whatever characters it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Literal

import attrs

from dealerkit.errors import check_name
from dealerkit.rules.texts import Said
from dealerkit.sheets.statements import Stated

Align = Literal["left", "center", "right"]

NUMBERS: tuple[Align, ...] = ("left", "right")
"""Alignment of columns if the first labels the figures in the others."""
Shade = Literal["", "head", "strong", "light", "dark"]

SIZES = {"a3": (297, 420), "a4": (210, 297), "a5": (148, 210), "a6": (105, 148), "letter": (216, 279), "legal": (216, 356)}
"""Paper sizes, upright: width and height in millimetres."""


@attrs.frozen
class TextRun:
    """A piece of a line with one style.

    Attributes:
        text: The text.
        strong: Whether it is emphasized.
        lang: Its language tag; empty for the document's own, and for names and numbers.
        second: Whether it repeats the run before in a second language, which is set apart from it.
        goes_to: Anchor of the block to which it links; empty for none.
        file: Name of the file beside this one to which it links; empty for none.
    """

    text: str
    strong: bool = False
    lang: str = ""
    second: bool = False
    goes_to: str = ""
    file: str = ""


Line = tuple[TextRun, ...]
"""A line, sentence or paragraph: consecutive runs, which contain any space between them."""
Words = str | TextRun | Iterable["str | TextRun"]
"""Values from which `line` makes a line."""


def line(words: Words) -> Line:
    """Return a line made from a text, a run, or several of them. A `Said` (a text with its language) keeps its language.

    >>> line("Burn a card.")
    (TextRun(text='Burn a card.', strong=False, lang='', second=False, goes_to='', file=''),)
    """
    parts = [words] if isinstance(words, str | TextRun) else words
    return tuple(part if isinstance(part, TextRun) else _run(part) for part in parts if isinstance(part, TextRun) or part)


def _run(text: str) -> TextRun:
    return TextRun(str(text), lang=text.lang if isinstance(text, Said) else "")


def strong(text: str) -> TextRun:
    """Return a text as an emphasized run."""
    return attrs.evolve(_run(text), strong=True)


def plain(words: Line) -> str:
    """Return the text of a line, without its styles.

    >>> plain(line(["Burn ", strong("one"), " card."]))
    'Burn one card.'
    """
    return "".join(("\n" if run.second else "") + run.text for run in words)


def _lines(several: Iterable[Words]) -> tuple[Line, ...]:
    return tuple(line(words) for words in several)


@attrs.frozen
class Block:
    """A part of a document. Each kind of block has a macro of its name in the templates of each format."""

    kind: ClassVar[str] = ""


@attrs.frozen
class Heading(Block):
    """A heading; it never stands alone at the foot of a page.

    Attributes:
        text: The text.
        level: 1 for a part, 2 for a section, 3 for a subsection. The document's title is above them all.
        number: Its number, such as `3.2`, to which a house refers; empty for none.
        anchor: The name to which `TextRun.goes_to`, `Contents` and `Index` refer; empty for none.
        listed: Whether `Contents` lists it.
    """

    kind: ClassVar[str] = "heading"
    text: Line = attrs.field(converter=line)
    level: int = 1
    number: str = ""
    anchor: str = ""
    listed: bool = True


@attrs.frozen
class Paragraph(Block):
    """A paragraph.

    Attributes:
        text: The text.
        style: `say` for words said aloud, `lead` for the beginning of a page, `small` for notes, `given` for text printed exactly
            as it is, line by line, such as a record; else empty.
        number: Its number, if paragraphs are numbered like rules; else empty.
        anchor: The name of links to it; empty for none.
    """

    kind: ClassVar[str] = "paragraph"
    text: Line = attrs.field(converter=line)
    style: Literal["", "say", "lead", "small", "given"] = ""
    number: str = ""
    anchor: str = ""


@attrs.frozen
class Remark(Block):
    """A line of its own with a sign in front; on paper, the sign is printed only if it is a word.

    Attributes:
        text: The text.
        sign: `ok  ` for correct, `! ` for wrong, `> ` for what to do now, or a label, such as `score: `.
        inset: Indent on a screen, in columns.
        hang: Further indent of its later lines, in columns.
        severity: For a finding, `minor`, `major` or `critical`, which decides the colour of the sign and the first word on a
            screen; else empty.
    """

    kind: ClassVar[str] = "remark"
    text: Line = attrs.field(converter=line)
    sign: str = ""
    inset: int = 2
    hang: int = 0
    severity: str = ""

    @property
    def label(self) -> str:
        """The sign, if it is a label in words; else an empty text."""
        return self.sign if self.sign.endswith(": ") else ""


@attrs.frozen
class Listing(Block):
    """A list of lines.

    Attributes:
        items: The lines, in order.
        style: `bullets`, `numbers`, or `boxes` to be ticked off with a pen.
        start: The first number.
    """

    kind: ClassVar[str] = "listing"
    items: tuple[Line, ...] = attrs.field(converter=_lines)
    style: Literal["bullets", "numbers", "boxes"] = "bullets"
    start: int = 1


@attrs.frozen
class TableCell:
    """A cell of a table.

    Attributes:
        lines: Its lines, from top to bottom.
        shade: Its emphasis, never by colour alone, because paper may be black and white.
        columns: Number of columns that it spans.
        rows: Number of rows that it spans.
        picture: A picture above the lines; None if there is none.
        anchor: The name of links to it; empty for none.
        states: The rulings or figures that its sentences state, as data to check them against the rules; not printed.
    """

    lines: tuple[Line, ...] = attrs.field(converter=_lines, default=())
    shade: Shade = ""
    columns: int = 1
    rows: int = 1
    picture: Figure | None = None
    anchor: str = ""
    states: tuple[Stated, ...] = attrs.field(default=(), eq=False, repr=False)


def cell(
    *lines: Words,
    shade: Shade = "",
    columns: int = 1,
    rows: int = 1,
    anchor: str = "",
    states: tuple[Stated, ...] = (),
) -> TableCell:
    """Return a cell of a table.

    Args:
        *lines: The lines of the cell, from top to bottom.
        shade: Its emphasis; empty for none.
        columns: Number of columns that it spans.
        rows: Number of rows that it spans.
        anchor: The name of links to it; empty for none.
        states: The rulings or figures that its sentences state, as data to check them; not printed.
    """
    return TableCell(lines, shade, columns, rows, anchor=anchor, states=states)


def _cells(row: Iterable[TableCell | Words]) -> tuple[TableCell, ...]:
    return tuple(words if isinstance(words, TableCell) else cell(words) for words in row)


def _rows(rows: Iterable[Iterable[TableCell | Words]]) -> tuple[tuple[TableCell, ...], ...]:
    return tuple(map(_cells, rows))


@attrs.frozen
class TableBlock(Block):
    """A table. No row is cut by the end of a page, and the head is repeated on each page.

    Attributes:
        head: The heads of the columns; empty for none.
        rows: The rows.
        title: The text above it; may be empty.
        widths: The columns' shares of the width; empty for columns as wide as their content.
        align: Alignment of each column; the last one applies to all later columns. Empty for left.
        style: `ruled` for lines between rows, `grid` for narrow cells that are all alike, `open` without lines.
        row_heads: Whether the first cell of each row is its head.
        whole: Whether the end of a page must not cut it at all.
    """

    kind: ClassVar[str] = "table"
    head: tuple[TableCell, ...] = attrs.field(converter=_cells, default=())
    rows: tuple[tuple[TableCell, ...], ...] = attrs.field(converter=_rows, default=())
    title: Line = attrs.field(converter=line, default=())
    widths: tuple[float, ...] = ()
    align: tuple[Align, ...] = ()
    style: Literal["ruled", "grid", "open"] = "ruled"
    row_heads: bool = True
    whole: bool = False

    @property
    def columns(self) -> int:
        """Number of columns."""
        return max((sum(cell.columns for cell in row) for row in (self.head, *self.rows)), default=0)


@attrs.frozen
class Figure(Block):
    """A picture.

    Attributes:
        svg: The drawing.
        alt: A description, for readers who cannot see it.
        width: Printed width, in millimetres.
        height: Printed height, in millimetres.
        caption: The text below it; may be empty.
    """

    kind: ClassVar[str] = "figure"
    svg: str
    alt: str
    width: float
    height: float
    caption: Line = attrs.field(converter=line, default=())


def _pairs(rows: Iterable[tuple[Words, Words]]) -> tuple[tuple[Line, Line], ...]:
    return tuple((line(label), line(text)) for label, text in rows)


@attrs.frozen
class Fields(Block):
    """Fields to fill in by hand: a label, and a line to write on or a known value.

    Attributes:
        rows: Label and value; an empty value leaves a line.
        lines: Number of lines to write on.
        columns: Number of fields side by side.
    """

    kind: ClassVar[str] = "fields"
    rows: tuple[tuple[Line, Line], ...] = attrs.field(converter=_pairs)
    lines: int = 1
    columns: int = 1


def _blocks(blocks: Iterable[Block]) -> tuple[Block, ...]:
    return tuple(blocks)


def _side_by_side(columns: Iterable[Iterable[Block]]) -> tuple[tuple[Block, ...], ...]:
    return tuple(map(_blocks, columns))


@attrs.frozen
class Box(Block):
    """Blocks that stay together on a page.

    Attributes:
        blocks: The blocks.
        title: The text above them; may be empty.
        style: `frame` with a line around it, `shade` on a grey ground, `open` with neither.
    """

    kind: ClassVar[str] = "box"
    blocks: tuple[Block, ...] = attrs.field(converter=_blocks)
    title: Line = attrs.field(converter=line, default=())
    style: Literal["frame", "shade", "open"] = "frame"


@attrs.frozen
class NumberedBlock(Block):
    """Blocks under a number, like a question on a paper; they stay together on a page.

    Attributes:
        number: The number.
        blocks: The blocks.
    """

    kind: ClassVar[str] = "numbered"
    number: int
    blocks: tuple[Block, ...] = attrs.field(converter=_blocks)


@attrs.frozen
class Columns(Block):
    """Blocks side by side; each column is a tuple of blocks. On a narrow screen they stand one below the other.

    Attributes:
        columns: The columns.
        widths: Their shares of the width; empty for equal ones.
    """

    kind: ClassVar[str] = "columns"
    columns: tuple[tuple[Block, ...], ...] = attrs.field(converter=_side_by_side)
    widths: tuple[float, ...] = ()


@attrs.frozen
class Flow(Block):
    """Blocks that flow through several columns of a page, as in a newspaper.

    Attributes:
        blocks: The blocks.
        columns: Number of columns.
    """

    kind: ClassVar[str] = "flow"
    blocks: tuple[Block, ...] = attrs.field(converter=_blocks)
    columns: int = 2


@attrs.frozen
class PageBreak(Block):
    """A page break: the next block begins a new page."""

    kind: ClassVar[str] = "pagebreak"


@attrs.frozen
class Contents(Block):
    """A table of contents: the listed headings with their pages.

    Attributes:
        title: Its heading.
        depth: Lowest level that is listed.
    """

    kind: ClassVar[str] = "contents"
    title: Line = attrs.field(converter=line)
    depth: int = 2


@attrs.frozen
class Index(Block):
    """An alphabetical index: words with the pages of their blocks.

    Attributes:
        entries: Each word with its places, a place being an anchor and a short label: `("burn card", (("r4-2", "4.2"),))`.
    """

    kind: ClassVar[str] = "index"
    entries: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


@attrs.frozen
class Thumb(Block):
    """A thumb mark at the outer edge of the page, for finding a section.

    Attributes:
        text: Its text.
        place: Its position from the top, from 0.
        places: Number of positions.
    """

    kind: ClassVar[str] = "thumb"
    text: str
    place: int
    places: int


@attrs.frozen
class Paper:
    """The paper on which a document is printed.

    Attributes:
        size: One of `SIZES`.
        landscape: Whether it is printed in landscape.
        large: Whether it is set in large print.
        points: Type size, in points; large print is never below 18.
        margin: The margin, in millimetres.
        booklet: Whether a PDF has two pages on each side of a sheet, in the order for folding and stapling.
    """

    size: str = "a4"
    landscape: bool = False
    large: bool = False
    points: float = 10
    margin: float = 16
    booklet: bool = False

    @property
    def measures(self) -> tuple[float, float]:
        """Width and height in millimetres.

        Raises:
            UnknownName: If there is no paper of that size.
        """
        check_name("size of paper", self.size, SIZES)
        width, height = SIZES[self.size]
        return (height, width) if self.landscape else (width, height)

    @property
    def type_size(self) -> float:
        """The type size used, in points."""
        return max(18, self.points) if self.large else self.points


@attrs.frozen
class Revision:
    """A version that was in force.

    Attributes:
        version: Its name.
        date: The day from which it was in force, as printed.
        what: What it is a version of, if not of this document; may be empty.
        by: Who put it in force; may be empty.
    """

    version: str
    date: str
    what: str = ""
    by: str = ""


@attrs.frozen
class Control:
    """The data for filing, replacing and recalling a document.

    Attributes:
        house: The house's name.
        address: Its address, line by line.
        logo: The content of its logo file; empty for none.
        logo_type: Format of the logo: `svg` or `png`.
        number: The document's number in the house's files.
        edition: The edition or version.
        effective: First day in force, as printed.
        status: `draft`, `in force` or `superseded`, as printed.
        prepared_by: Person who prepared it.
        approved_by: Person who approved it.
        signatures: People who must still sign it, in order; each gets a line.
        revisions: The earlier versions.
        fingerprint: Hash of the rules; printed small, and only for readers who can use it.
        copy: The words that identify a posted copy, such as "amber tide"; empty if copies are not numbered.
        helpline: A helpline for guests, at the foot of papers for guests; empty for none.
    """

    house: str = ""
    address: tuple[str, ...] = ()
    logo: bytes = b""
    logo_type: Literal["svg", "png"] = "svg"
    number: str = ""
    edition: str = ""
    effective: str = ""
    status: str = ""
    prepared_by: str = ""
    approved_by: str = ""
    signatures: tuple[str, ...] = ()
    revisions: tuple[Revision, ...] = ()
    fingerprint: str = ""
    copy: str = ""
    helpline: str = ""


@attrs.frozen
class Document:
    """A document, ready to be printed in any format.

    Attributes:
        edition: Name of the edition, as for `--doc`.
        title: Its title, above the first page and in the running head.
        blocks: Its content.
        lang: Its language tag.
        second: Language tag of the second language; empty for a single language.
        subtitle: The text below the title; may be empty.
        paper: The paper for which it is made.
        control: House, version, dates and signatures.
        program: Name of the program, by which a file is recognised as printed by dealerkit.
        headed: Whether title and house are printed above the first page; a card or a poster may have a head of its own.
        running: Whether head and foot are repeated on every page.
        reload: Seconds after which a page on a screen reloads itself; such a page fills the screen. 0 for paper.
    """

    edition: str
    title: Line = attrs.field(converter=line)
    blocks: tuple[Block, ...] = attrs.field(converter=_blocks)
    lang: str = "en"
    second: str = ""
    subtitle: Line = attrs.field(converter=line, default=())
    paper: Paper = attrs.field(factory=Paper)
    control: Control = attrs.field(factory=Control)
    program: str = ""
    headed: bool = True
    running: bool = True
    reload: int = 0


def inner(block: Block) -> Iterator[Block]:
    """Yield a block and all blocks in it, in reading order."""
    yield block
    within: Iterable[Block] = ()
    if isinstance(block, Box | Flow | NumberedBlock):
        within = block.blocks
    elif isinstance(block, Columns):
        within = (cell for column in block.columns for cell in column)
    for part in within:
        yield from inner(part)


def statements(document: Document) -> Iterator[tuple[TableBlock, TableCell, Stated]]:
    """Yield the rulings and figures that a document states (`TableCell.states`), in order, each with its table and cell."""
    for outer in document.blocks:
        for block in inner(outer):
            if isinstance(block, TableBlock):
                yield from ((block, cell, stated) for row in block.rows for cell in row for stated in cell.states)


def texts(document: Document) -> Iterator[str]:
    """Yield every text that a reader sees, in reading order; thumb marks, which repeat headings, are left out."""
    yield plain(document.title)
    yield plain(document.subtitle)
    for block in document.blocks:
        yield from block_texts(block)


def block_texts(block: Block) -> Iterator[str]:
    """Yield every text of a block and of the blocks in it, in reading order."""
    for part in inner(block):
        yield from _own_texts(part)


def _own_texts(block: Block) -> Iterator[str]:
    match block:
        case Heading() | Paragraph():
            yield f"{block.number} {plain(block.text)}".strip()
        case Remark():
            yield f"{block.label}{plain(block.text)}"
        case Listing():
            yield from map(plain, block.items)
        case TableBlock():
            yield plain(block.title)
            for row in (block.head, *block.rows):
                for cell in row:
                    if cell.picture is not None:
                        yield from _own_texts(cell.picture)
                    yield from map(plain, cell.lines)
        case Figure():
            yield block.alt
            yield plain(block.caption)
        case Fields():
            for label, text in block.rows:
                yield plain(label)
                yield plain(text)
        case Box() | Contents():
            yield plain(block.title)
        case Index():
            for word, places in block.entries:
                yield f"{word} {', '.join(text for _, text in places)}"
        case _:
            pass
