"""A game that shows hands down has an order of hands, and one of ours stands among the games that `showdown` and `odds` know."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealerkit.rules.lint import games
from dealerkit.rules.lint.files import lint


def test_a_form_that_nothing_has_is_told(tmp_path: Path) -> None:
    """With the nearest one; a house's own game may use any of ours."""
    path = tmp_path / "pineapple.yaml"
    path.write_text("game: pineapple\nextends: holdem\nshowdown: {form: holden}\n", encoding="utf-8")
    (found,) = lint([path])
    assert (found.line, found.message) == (3, "unknown form of the showdown: 'holden'")
    assert "holdem" in found.hint
    path.write_text("game: pineapple\nextends: holdem\n", encoding="utf-8")
    assert lint([path]) == []


def test_a_new_game_of_ours_that_the_ranking_does_not_have_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is missing, and what to write; the games that are there are all known."""
    monkeypatch.setattr(games, "data_dir", lambda _: tmp_path)
    path = tmp_path / "pineapple.yaml"
    path.write_text("game: pineapple\nextends: holdem\n", encoding="utf-8")
    (found,) = lint([path])
    assert found.message == "'pineapple' has a showdown, but is not in procedures/ranking.yaml"
    assert found.hint.startswith("add the game under `games` in that file")
    path.write_text("game: fan\nextends: fan-tan\n", encoding="utf-8")
    assert "ranking.yaml" not in " ".join(one.message for one in lint([path]))
