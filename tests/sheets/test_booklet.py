"""A booklet: two pages a side, so that folded sheets in one another have them in order."""

from __future__ import annotations

import io

import pypdf
import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.sheets.document import Document, Heading, PageBreak, Paper, Thumb
from dealerkit.sheets.formats import render
from dealerkit.sheets.formats.imposition import sides
from dealerkit.sheets.identity import read_mark


def booklet(pages: int) -> Document:
    """A document of so many pages, each with its number in words."""
    blocks = [one for at in range(1, pages + 1) for one in (PageBreak(), Heading(f"leaf {at} of it"))][1:]
    return Document("floor", 'A <b>booklet</b> "of" #ours', blocks, paper=Paper("a6", booklet=True), headed=False)


@pytest.mark.parametrize("pages", range(1, 41))
def test_folded_sheets_have_the_pages_in_order(pages):
    """Sheets are laid on one another, folded in the middle, and leafed through."""
    found = sides(pages)
    sheets = list(zip(found[::2], found[1::2], strict=True))
    # Of a sheet that is folded, the right half of the front is read before the left half of the back; the other two come last.
    first = [page for (_, front), (back, _) in sheets for page in (front, back)]
    last = [page for (front, _), (_, back) in reversed(sheets) for page in (back, front)]
    read = [*first, *last]
    assert read[:pages] == list(range(1, pages + 1))
    assert set(read[pages:]) <= {0}
    assert len(read) - pages < 4


@pytest.mark.sample(3)
@pytest.mark.parametrize("pages", [1, 4, 6])
def test_the_order_is_read_back_from_the_file(pages):
    """Each side has the texts of its two pages, the left one first, and is as wide as both."""
    made = pypdf.PdfReader(io.BytesIO(render(booklet(pages), "pdf")[0]))
    read = [[at for at in range(1, pages + 1) if f"leaf {at} of it" in side.extract_text()] for side in made.pages]
    assert read == [sorted(filter(None, pair)) for pair in sides(pages)]
    for side, pair in zip(made.pages, sides(pages), strict=True):
        text = side.extract_text()
        places = [text.index(f"leaf {page} of it") for page in pair if page]
        assert places == sorted(places)
        assert [round(float(one) * 25.4 / 72) for one in (side.mediabox.width, side.mediabox.height)] == [210, 148]


def test_it_is_known_as_ours_and_the_same_each_time():
    """By its title, its mark and its bytes."""
    made, again = (render(booklet(5), "pdf")[0] for _ in range(2))
    assert made == again
    found = pypdf.PdfReader(io.BytesIO(made))
    assert found.metadata is not None
    assert found.metadata.title == 'A <b>booklet</b> "of" #ours'
    assert str(found.root_object["/Lang"]) == "en"
    assert read_mark(made) == read_mark(render(Document("floor", booklet(5).title, booklet(5).blocks), "pdf")[0])


def test_marks_for_the_thumb_stand_at_the_outer_edge():
    """On the left of a page that lies on the left; with a booklet only."""
    blocks = [Thumb("Deal", 0, 6), Heading("one"), PageBreak(), Heading("two")]
    from dealerkit.sheets.formats.typeset import source

    folded, plain = (source(Document("floor", "x", blocks, paper=Paper("a6", booklet=one))) for one in (True, False))
    assert "let inner = calc.even(here().page())" in folded
    assert "let inner = false" in plain


def test_only_a_pdf_is_folded(tmp_path):
    """Anything else is refused with what to do; the index of disputes is a booklet of A6."""
    for words in (["--out", "x.html"], ["--format", "md"], ["--out", "x.png"]):
        done = CliRunner().invoke(main, ["sheet", "nap", "--doc", "floor", "--booklet", *words])
        assert done.exit_code == 2
        assert "add --out NAME.pdf" in done.output
    flat, folded = tmp_path / "flat.pdf", tmp_path / "folded.pdf"
    for out, more in ((flat, []), (folded, ["--booklet"])):
        assert CliRunner().invoke(main, ["sheet", "nap", "--doc", "floor", "--out", str(out), *more]).exit_code == 0
    pages = len(pypdf.PdfReader(flat).pages)
    assert len(pypdf.PdfReader(folded).pages) == len(sides(pages))
