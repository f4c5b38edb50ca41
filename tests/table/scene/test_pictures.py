"""Tables drawn as they were drawn before, on screens of several sizes, and read aloud; see `pictures.py`."""

from __future__ import annotations

import difflib

import pytest

from tests.gathered import holds_for_each
from tests.obedience.snapshots import read
from tests.table.scene.pictures import FOLDER, Drawing, drawings, drawn, table_of


@pytest.mark.parametrize("game", sorted(path.stem for path in FOLDER.glob("*.txt")))
def test_a_table_is_drawn_as_it_was(game: str) -> None:
    """Every line of the drawing, and every sentence that is read aloud."""
    hands = {hand.id: hand for hand in read(game)}

    def is_drawn_again(drawing: Drawing) -> None:
        then, now = drawing.text.splitlines(), drawn(drawing, table_of(drawing, hands)).splitlines()
        assert now == then, "\n".join(difflib.unified_diff(then, now, "then", "now", lineterm="", n=1))

    holds_for_each(is_drawn_again, drawings(game), lambda drawing: drawing.title)
