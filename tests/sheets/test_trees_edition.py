"""Decision trees on paper: every dispute of a game has one, told in words for whoever does not see it."""

from __future__ import annotations

import io

import pypdf
import pytest

from dealerkit.rules.games import game
from dealerkit.rulings.games import faults_in_force
from dealerkit.sheets.document import Figure, Heading, Paper, texts
from dealerkit.sheets.editions.edition import EditionOrder
from dealerkit.sheets.editions.trees import make
from dealerkit.sheets.formats import render


@pytest.mark.parametrize(
    ("name", "size"),
    [*(pytest.param("mini-baccarat", size, marks=pytest.mark.slow) for size in ("a4", "a5")), ("fan-tan", "letter")],
)
def test_every_dispute_has_its_tree(name, size):
    """Under its title, no wider than the paper, each with what it shows in words; every title stands in the PDF."""
    made = make(EditionOrder((game(name),), paper=Paper(size, margin=12)))
    anchors = {block.anchor for block in made.blocks if isinstance(block, Heading) and block.level == 2}
    assert anchors == {f"tree-{fault}" for fault in faults_in_force(game(name))}
    figures = [block for block in made.blocks if isinstance(block, Figure)]
    assert len(figures) >= len(anchors)
    width, height = (side - 24 for side in made.paper.measures)
    assert all(one.alt and one.width <= width + 0.01 and one.height <= height for one in figures)
    said = "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(render(made, "pdf")[0])).pages)
    for block in made.blocks:
        if isinstance(block, Heading) and block.level == 2:
            assert "".join(block.text[0].text.split()) in "".join(said.split())
    assert not [one for one in texts(made) if ".yaml" in one]
