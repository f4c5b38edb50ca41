"""Formats: every kind of block in each, whatever signs stand in a text; PDF that is tagged, whole and the same each time."""

from __future__ import annotations

import io
import itertools
import re
from html.parser import HTMLParser
from typing import Any

import attrs
import pypdf
import pytest

from dealerkit.errors import RuleFileError, UnknownName
from dealerkit.sheets.document import (
    SIZES,
    Block,
    Box,
    Columns,
    Contents,
    Control,
    Document,
    Fields,
    Figure,
    Flow,
    Heading,
    Index,
    Listing,
    NumberedBlock,
    PageBreak,
    Paper,
    Paragraph,
    Remark,
    TableBlock,
    TableCell,
    TextRun,
    Thumb,
    inner,
    strong,
    texts,
)
from dealerkit.sheets.formats import FORMATS, press, render
from dealerkit.sheets.formats.typeset import seams

SVG = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><rect width='20' height='20'/></svg>"
HOSTILE = (
    "House *rules* _a_ ~b~ #danger #let $x$ \"q\" 'r' \\ \\n @ref <label> <script>alert(1)</script> `code` {{ x }} {% y %} "
    "<< z >> <% w %> <# c #> | & &amp; [a](b) == // /* */ #{} ${} %"
)
BLOCKS = (
    Paragraph("A lead.", style="lead"),
    Heading("How it is played", 1, "1", "play"),
    Paragraph(
        ["Bet on ", strong("Banker"), " or ", TextRun("庄", lang="zh-Hans"), TextRun("Zhuang", second=True, lang="zh-Hans")]
    ),
    Paragraph("No more bets.", style="say"),
    Remark(HOSTILE, "! "),
    Remark("92 of 100", "score: "),
    Paragraph(HOSTILE),
    Paragraph("A rule.", number="4.2", anchor="r4-2"),
    Listing(["one", HOSTILE], style="boxes"),
    NumberedBlock(12, [Paragraph(f"first line\n{HOSTILE}", "given"), Paragraph("What now?")]),
    Listing(["three"], style="numbers", start=3),
    TableBlock(
        ["Bet", "Pays"],
        [["Banker", "0.95 to 1"], ["Tie", TableCell(["8 to 1", "or 9"], "dark")]],
        title="Payouts",
        align=("left", "right"),
        widths=(2, 1),
    ),
    Heading("Long", 3),
    TableBlock(["No", "What"], [[f"row {number}", "x"] for number in range(90)]),
    TableBlock(["", "0"], [["7", TableCell(["D"], columns=1)], [TableCell(["all"], columns=2)]], style="grid", align=("center",)),
    Figure(SVG, "a black square", 20, 20, "Black"),
    Fields([("Name", ""), ("Date", "today")], columns=2, lines=2),
    Box([Paragraph("in a box")], "Box", "shade"),
    Columns([[Paragraph("left")], [Paragraph("right")]]),
    Thumb("Deal", 2, 8),
    Flow([Paragraph("flowing")], 3),
    PageBreak(),
    Contents("Contents"),
    Index((("burn card", (("r4-2", "4.2"),)),)),
)
DOCUMENT = Document(
    "player",
    "Mini baccarat",
    BLOCKS,
    subtitle="House rules",
    control=Control(
        HOSTILE, ("1 Road", "Town"), number="GM-7", edition="3", effective="1 March", status="draft", copy="amber tide"
    ),
)


class Page(HTMLParser):
    """The text of a page, its elements, and whether each is closed."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.tags: list[Any] = []
        self.open: list[Any] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in ("meta", "br", "img", "col"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] != ["style"]:
            self.said.append(data)


def reader(document: Document) -> pypdf.PdfReader:
    """The document as PDF, read again by somebody else's library."""
    return pypdf.PdfReader(io.BytesIO(render(document, "pdf")[0]))


def said_on(found: pypdf.PdfReader) -> str:
    """What stands on its pages, line ends as spaces."""
    return " ".join(" ".join(page.extract_text() for page in found.pages).split())


def test_every_kind_of_block_is_tried_here():
    """A kind that comes later is printed by these tests too, or they say so."""
    kinds = {one.kind for one in Block.__subclasses__()}
    assert {block.kind for outer in BLOCKS for block in inner(outer)} == kinds


def test_html_says_everything_and_nothing_in_it_is_markup():
    """Each text stands there as it was given; every element is closed; no script comes of a text."""
    page = Page(render(DOCUMENT, "html")[0].decode())
    assert page.open == []
    found = " ".join("".join(page.said).split())
    for one in texts(DOCUMENT):
        for part in one.split("\n"):
            wanted = " ".join(part.split())
            assert wanted in found or any(wanted == given.get("alt") for _, given in page.tags), wanted
    assert not {"script", "label"} & {tag for tag, _ in page.tags}
    assert {"lang": "zh-Hans"} in [given for tag, given in page.tags if tag == "span"]
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_markdown_says_everything_and_nothing_in_it_is_markup():
    """Signs that Markdown would obey are escaped; tables have one place for each column in every row."""
    made = render(DOCUMENT, "md")[0].decode()
    assert "\\*rules\\* \\_a\\_ \\~b\\~" in made
    assert "<script" not in made
    for block in re.findall(r"(?:^\|.*\|$\n?)+", made, re.MULTILINE):
        rows = [len(re.findall(r"(?<!\\)\|", row)) for row in block.splitlines()]
        assert len(set(rows)) == 1, block


def test_pdf_is_tagged_and_says_everything():
    """With its title, its language, and each text as it was given; a picture's words are in the tags."""
    found = reader(DOCUMENT)
    root: Any = found.trailer["/Root"]
    metadata: Any = found.metadata
    assert metadata["/Title"] == "Mini baccarat"
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]
    said = re.sub(r"\s", "", said_on(found))
    for one in texts(DOCUMENT):
        one = one.replace("burn card 4.2", "burn card 1")  # paper names the page, a screen the number
        if one != "a black square":
            assert re.sub(r"\s", "", one) in said, one
    assert b"a black square" in render(DOCUMENT, "pdf")[0] or "a black square" in str(root["/StructTreeRoot"])
    assert f"page 2 of {len(found.pages)}" in said_on(found)


@pytest.mark.sample(3)
@pytest.mark.parametrize("form", FORMATS)
def test_the_same_document_gives_the_same_bytes(form):
    """Whenever it is printed."""
    assert render(DOCUMENT, form) == render(attrs.evolve(DOCUMENT), form)


@pytest.mark.parametrize("form", FORMATS)
def test_what_steers_a_screen_is_told_and_not_obeyed(form):
    """Escape signs, signs that turn the direction of writing, and ten thousand signs in one word."""
    bad = "red\x1b[31m \u202egpj.exe\u2028end " + "x" * 10_000
    made = render(Document("player", bad, [Paragraph(bad)], control=Control(house=bad)), form)
    if form in ("md", "html"):
        assert not set("\x1b\u202e\u2028") & set(made[0].decode())
    if form == "pdf":
        assert "\\u202egpj.exe" in said_on(pypdf.PdfReader(io.BytesIO(made[0])))


@pytest.mark.sample(4)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("landscape", [False, True])
def test_every_paper_can_be_printed_on(size, landscape):
    """Each size, upright and on its side, also in large print."""
    paper = Paper(size, landscape, large=landscape)
    found = reader(attrs.evolve(DOCUMENT, paper=paper))
    width, height = (float(side) * 25.4 / 72 for side in found.pages[0].mediabox[2:])
    assert (round(width), round(height)) == paper.measures
    assert paper.type_size >= (18 if landscape else 10)


def test_a_paper_that_there_is_not():
    """Is told with those that there are."""
    with pytest.raises(UnknownName, match=r"a4.*letter"):
        render(attrs.evolve(DOCUMENT, paper=Paper("foolscap")), "html")


@pytest.mark.thorough
def test_no_heading_stands_alone_at_the_foot_of_a_page():
    """Wherever a page ends, a heading has something below it on its page."""
    for lines in range(30, 60):
        blocks = [
            *(Paragraph(f"filler {number}") for number in range(lines)),
            Heading("Alone"),
            TableBlock([], [["a", "b"]] * 20),
        ]
        for page in reader(Document("player", "T", blocks, running=False)).pages:
            said = page.extract_text().rstrip()
            assert not said.endswith("Alone"), f"after {lines} lines"


@pytest.mark.slow
def test_no_two_rows_of_a_table_are_left_over():
    """The page on which a table ends has three rows of it at least, and each has its head."""
    for lines in range(20, 50):
        blocks = [
            *(Paragraph(f"filler {number}") for number in range(lines)),
            TableBlock(["Head"], [[f"row {n}"] for n in range(24)]),
        ]
        pages = [page.extract_text() for page in reader(Document("player", "T", blocks, running=False)).pages]
        for page in pages:
            rows = len(re.findall(r"\brow \d+", page))
            assert rows == 0 or rows >= 3, f"{rows} rows after {lines} lines"
            assert (rows > 0) == ("Head" in page)


@pytest.mark.parametrize("rows", range(12))
def test_rows_that_are_kept_together_cover_a_table_exactly(rows):
    """Each row belongs to one seam and no more."""
    found = seams(TableBlock([], [["x"]] * rows))
    covered = 0
    for at, here in enumerate(found):
        assert (here > 0) == (covered == at)
        covered += here
    assert covered == rows == len(found)


def test_a_house_replaces_a_part_and_nothing_else(tmp_path):
    """A template of its own for tables; the rest stays ours."""
    (tmp_path / "table.html.j2").write_text("<p>A table of {{ block.rows|length }} rows.</p>\n", encoding="utf-8")
    made = render(DOCUMENT, "html", tmp_path)[0].decode()
    assert "<p>A table of 90 rows.</p>" in made
    assert "<table" not in made
    assert "No more bets." in made


@pytest.mark.parametrize(
    ("form", "written", "said"),
    [
        ("html", "{{ block.text }}\n{{ block.colour }}\n", "paragraph.html.j2:2:1: "),
        ("html", "{{ hause }}\n", "paragraph.html.j2:1:1: 'hause' is undefined"),
        ("md", "\n\n{% for %}\n", "paragraph.md.j2:3:1: "),
        ("pdf", "<< block.text.nothing >>\n", "paragraph.typ.j2:1:1: "),
        ("html", "{{ ''.__class__.__mro__ }}\n", "paragraph.html.j2:1:1: "),
    ],
)
def test_a_template_of_a_house_that_is_wrong(tmp_path, form, written, said):
    """A field that does not exist, or a way out of the sandbox, is told with file and line."""
    ending = {"pdf": "typ"}.get(form, form)
    (tmp_path / f"paragraph.{ending}.j2").write_text(written, encoding="utf-8")
    with pytest.raises(RuleFileError) as error:
        render(DOCUMENT, form, tmp_path)
    assert f"{tmp_path}/{said}" in str(error.value)


def test_a_format_that_there_is_not():
    """Is told with those that there are."""
    with pytest.raises(UnknownName, match="md"):
        render(DOCUMENT, "docx")


def test_a_picture_says_who_made_it():
    """A picture of each page; each carries the mark by which `--out` knows its own."""
    pages = render(DOCUMENT, "png")
    assert len(pages) == len(reader(DOCUMENT).pages)
    for page in pages:
        assert page.startswith(b"\x89PNG")
        assert b"Printed by dealerkit " in page[:200]


@pytest.mark.parametrize(("paper", "tied"), [(Paper(), True), (Paper(size="a6", points=7), False), (Paper(large=True), False)])
def test_a_browser_ties_rows_only_where_a_page_has_room_for_them(paper: Paper, tied: bool) -> None:
    """Where tied rows are more than a page, a browser cuts through one of them."""
    page = Document("notice", "Riverside", [TableBlock(["Bet", "Pays"], [["Tie", "8 to 1"]])], paper=paper)
    assert ("break-before: auto !important" in render(page, "html")[0].decode()) is not tied


@pytest.mark.parametrize("kept", ["files", ""])
def test_a_template_that_changes_is_compiled_anew(kept, tmp_path, monkeypatch):
    """What was compiled is kept, in memory where nothing is kept in files; what a house has written since then holds."""
    monkeypatch.setattr(press, "folder", lambda: tmp_path / kept if kept else None)
    template = tmp_path / "paragraph.md.j2"
    document = Document("player", "T", [Paragraph("said")], running=False)
    for words in ("first", "then", "then", "first"):
        template.write_text(f"{words}: it is {{{{ block.kind }}}}\n", encoding="utf-8")
        assert f"{words}: it is paragraph".encode() in render(document, "md", tmp_path)[0]
    assert b"it is" not in render(document, "md")[0]
