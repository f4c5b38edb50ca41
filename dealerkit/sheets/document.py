"""A printed document as plain values: blocks of text, tables, steps and pictures, before they have a format.

An edition (`dealerkit.sheets.editions`) makes a `Document`; a format (`dealerkit.sheets.formats`) prints it as Markdown, HTML,
PDF or PNG. Neither knows the other, and no block holds markup: a text is what a reader reads, whatever signs stand in it.
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
"""How columns are set where the first says what the figures of the others are."""
Shade = Literal["", "head", "strong", "light", "dark"]

SIZES = {"a3": (297, 420), "a4": (210, 297), "a5": (148, 210), "a6": (105, 148), "letter": (216, 279), "legal": (216, 356)}
"""Sizes of paper, upright: width and height in millimetres."""


@attrs.frozen
class TextRun:
    """A piece of a line that is set alike.

    Attributes:
        text: What is read.
        strong: Whether it stands out.
        lang: Its language tag; empty for the document's own, and for names and numbers.
        second: Whether it is the same as the run before in a second language, which is set apart from it.
        goes_to: The anchor of a block that it points at; empty if it points nowhere.
        file: The file beside this one that it points at; empty if it points at none.
    """

    text: str
    strong: bool = False
    lang: str = ""
    second: bool = False
    goes_to: str = ""
    file: str = ""


Line = tuple[TextRun, ...]
"""A line, a sentence, a paragraph: runs one after the other. White space between them is their own."""
Words = str | TextRun | Iterable["str | TextRun"]
"""Arguments that `line` makes a line of."""


def line(words: Words) -> Line:
    """Return a line made of a text, a run, or several of them. A `Said` keeps its language.

    >>> line("Burn a card.")
    (TextRun(text='Burn a card.', strong=False, lang='', second=False, goes_to='', file=''),)
    """
    parts = [words] if isinstance(words, str | TextRun) else words
    return tuple(part if isinstance(part, TextRun) else _run(part) for part in parts if isinstance(part, TextRun) or part)


def _run(text: str) -> TextRun:
    return TextRun(str(text), lang=text.lang if isinstance(text, Said) else "")


def strong(text: str) -> TextRun:
    """Return a run that stands out."""
    return attrs.evolve(_run(text), strong=True)


def plain(words: Line) -> str:
    """Return the signs of a line, without how they are set.

    >>> plain(line(["Burn ", strong("one"), " card."]))
    'Burn one card.'
    """
    return "".join(("\n" if run.second else "") + run.text for run in words)


def _lines(several: Iterable[Words]) -> tuple[Line, ...]:
    return tuple(line(words) for words in several)


@attrs.frozen
class Block:
    """A part of a document; each kind of block has a macro of its name in the templates of each format."""

    kind: ClassVar[str] = ""


@attrs.frozen
class Heading(Block):
    """A heading; it never stands alone at a page's foot.

    Attributes:
        text: What it says.
        level: 1 for a part, 2 for a section, 3 for what lies in one. The document's title is above them all.
        number: Its number, `3.2`, which a house refers to; empty if it has none.
        anchor: What `TextRun.goes_to`, `Contents` and `Index` point at; empty if nothing does.
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
        text: What it says.
        style: `say` for words that are said aloud, `lead` for what a page begins with, `small` for notes, `given` for a table or
            a record that is shown sign by sign, line by line, else empty.
        number: Its number, where paragraphs are numbered as rules are; empty if it has none.
        anchor: What points at it; empty if nothing does.
    """

    kind: ClassVar[str] = "paragraph"
    text: Line = attrs.field(converter=line)
    style: Literal["", "say", "lead", "small", "given"] = ""
    number: str = ""
    anchor: str = ""


@attrs.frozen
class Remark(Block):
    """A line by itself with a mark in front that says what it is; on paper the mark is printed if it is a word.

    Attributes:
        text: What it says.
        sign: `ok  ` of what is right, `! ` of what is wrong, `> ` of what to do now, or a label, `score: `.
        inset: How many columns in a screen begins it.
        hang: How many columns further in its later lines begin.
        severity: Of a finding, by which a screen colours the sign and the first word: `minor`, `major`, `critical`, or empty.
    """

    kind: ClassVar[str] = "remark"
    text: Line = attrs.field(converter=line)
    sign: str = ""
    inset: int = 2
    hang: int = 0
    severity: str = ""

    @property
    def label(self) -> str:
        """The sign if it is a label in words, else nothing."""
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
        lines: What stands in it, line under line.
        shade: How it is set off: never by colour alone, for paper may be black and white.
        columns: How many columns it spans.
        rows: How many rows it spans.
        picture: A picture above the lines; None if there is none.
        anchor: What points at it; empty if nothing does.
        states: What its sentences state, for proofs; printed nowhere.
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
        shade: The shade of its ground; empty for none.
        columns: How many columns it spans.
        rows: How many rows it spans.
        anchor: The name that links lead to; empty for none.
        states: What its sentences state; printed nowhere.
    """
    return TableCell(lines, shade, columns, rows, anchor=anchor, states=states)


def _cells(row: Iterable[TableCell | Words]) -> tuple[TableCell, ...]:
    return tuple(words if isinstance(words, TableCell) else cell(words) for words in row)


def _rows(rows: Iterable[Iterable[TableCell | Words]]) -> tuple[tuple[TableCell, ...], ...]:
    return tuple(map(_cells, rows))


@attrs.frozen
class TableBlock(Block):
    """A table. A row is never cut in two by the end of a page, and its head stands on each page that it goes on to.

    Attributes:
        head: The heads of the columns; empty if there are none.
        rows: The rows.
        title: What stands above it; may be empty.
        widths: The columns' shares of the width; empty to let them be as wide as what stands in them.
        align: How each column is set; the last one counts for those that follow. Empty for left.
        style: `ruled` for lines between rows, `grid` for narrow cells that are all alike, `open` without lines.
        row_heads: Whether the first cell of each row says what the row is.
        whole: Whether it must not be cut by the end of a page at all.
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
        """How many columns it has."""
        return max((sum(cell.columns for cell in row) for row in (self.head, *self.rows)), default=0)


@attrs.frozen
class Figure(Block):
    """A picture.

    Attributes:
        svg: The drawing.
        alt: What it shows, in words, for readers who cannot see it.
        width: How wide it is printed, in millimetres.
        height: How high, in millimetres.
        caption: What stands below it; may be empty.
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
    """Fields to fill in by hand: a label and a line to write on, or what is known already.

    Attributes:
        rows: Label and value; an empty value leaves a line.
        lines: How many lines are left to write on.
        columns: How many stand side by side.
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
        title: What stands above them; may be empty.
        style: `frame` with a line around it, `shade` on a grey ground, `open` with neither.
    """

    kind: ClassVar[str] = "box"
    blocks: tuple[Block, ...] = attrs.field(converter=_blocks)
    title: Line = attrs.field(converter=line, default=())
    style: Literal["frame", "shade", "open"] = "frame"


@attrs.frozen
class NumberedBlock(Block):
    """Blocks under a number, as a question has on a paper; they stay together on a page.

    Attributes:
        number: The number.
        blocks: The blocks.
    """

    kind: ClassVar[str] = "numbered"
    number: int
    blocks: tuple[Block, ...] = attrs.field(converter=_blocks)


@attrs.frozen
class Columns(Block):
    """Blocks side by side: each column is a tuple of blocks. On a narrow screen they stand one under the other.

    Attributes:
        columns: The columns.
        widths: Their shares of the width; empty for equal ones.
    """

    kind: ClassVar[str] = "columns"
    columns: tuple[tuple[Block, ...], ...] = attrs.field(converter=_side_by_side)
    widths: tuple[float, ...] = ()


@attrs.frozen
class Flow(Block):
    """Blocks that flow through several columns of a page, as a newspaper does.

    Attributes:
        blocks: The blocks.
        columns: Through how many columns.
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
    """The headings that are listed, with the pages they stand on.

    Attributes:
        title: Its heading.
        depth: Down to which level.
    """

    kind: ClassVar[str] = "contents"
    title: Line = attrs.field(converter=line)
    depth: int = 2


@attrs.frozen
class Index(Block):
    """Words in the order of the alphabet, each with the pages of the blocks it points at.

    Attributes:
        entries: Word, and the anchors of what it is found at, with what stands there in short:
            `("burn card", (("r4-2", "4.2"),))`.
    """

    kind: ClassVar[str] = "index"
    entries: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


@attrs.frozen
class Thumb(Block):
    """A mark at the outer edge of the page, by which a section is found with the thumb.

    Attributes:
        text: What stands on it.
        place: Its place from the top, counted from 0.
        places: How many places there are.
    """

    kind: ClassVar[str] = "thumb"
    text: str
    place: int
    places: int


@attrs.frozen
class Paper:
    """The paper that a document is printed on.

    Attributes:
        size: One of `SIZES`.
        landscape: Whether it lies on its long side.
        large: Whether it is set in large print.
        points: The size of type, in points; large print is never under 18.
        margin: The margin, in millimetres.
        booklet: Whether a PDF has two pages on each side of a sheet, in order to be folded and stapled.
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
        """The size of type that is set, in points."""
        return max(18, self.points) if self.large else self.points


@attrs.frozen
class Revision:
    """A version that a house has had in force: its name, its date, what was new in it and who approved it."""

    version: str
    date: str
    what: str = ""
    by: str = ""


@attrs.frozen
class Control:
    """The data by which a document is filed, replaced and called back.

    Attributes:
        house: The house's name.
        address: Its address, line by line.
        logo: Its logo, as it lies in the file; empty if it has none.
        logo_type: What that is: `svg` or `png`.
        number: The document's number in the house's files.
        edition: The edition or version.
        effective: From when it holds; as it is printed.
        status: `draft`, `in force` or `superseded`, as it is printed.
        prepared_by: Who prepared it.
        approved_by: Who approved it.
        signatures: Whose signatures it waits for, in order; each gets a line.
        revisions: The versions before it.
        fingerprint: The hash of what decides; printed small, and only where a reader can do something with it.
        copy: The words by which a posted copy is known, as "amber tide"; empty if it is not a numbered copy.
        helpline: Whom a guest can call for help, at the foot of papers for guests; empty for nobody.
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
        edition: Which edition it is, as `--doc` names it.
        title: Its title, which stands above the first page and in the running head.
        blocks: What it says.
        lang: Its language tag.
        second: The tag of the language that stands beside it; empty if it is in one language.
        subtitle: What stands below the title; may be empty.
        paper: The paper it is made for.
        control: House, version, dates and signatures.
        program: What printed it, and by which a file is known as ours.
        headed: Whether the title and the house stand above the first page; a card or a poster may have a head of its own.
        running: Whether head and foot run on every page.
        reload: After how many seconds a page on a screen loads itself again, and is set as large as the screen; 0 for paper.
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
    """Yield a block and all that lie in it, in reading order."""
    yield block
    within: Iterable[Block] = ()
    if isinstance(block, Box | Flow | NumberedBlock):
        within = block.blocks
    elif isinstance(block, Columns):
        within = (cell for column in block.columns for cell in column)
    for part in within:
        yield from inner(part)


def statements(document: Document) -> Iterator[tuple[TableBlock, TableCell, Stated]]:
    """Yield all statements of a document on disputes, cards and pay, in reading order: with table and cell."""
    for outer in document.blocks:
        for block in inner(outer):
            if isinstance(block, TableBlock):
                yield from ((block, cell, stated) for row in block.rows for cell in row for stated in cell.states)


def texts(document: Document) -> Iterator[str]:
    """Yield every text that a reader sees, in reading order; marks at the edge, which repeat headings, are left out."""
    yield plain(document.title)
    yield plain(document.subtitle)
    for block in document.blocks:
        yield from block_texts(block)


def block_texts(block: Block) -> Iterator[str]:
    """Yield every text of a block and of those within it, in reading order."""
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
