"""A home-made game that takes away chips or marks its procedure needs is told what is missing, and does not go wrong."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.rules.games import game, games

TAKEN = [
    pytest.param(name, key, left, id=f"{name}-{key}-{len(left)}")
    for name in games()
    for key in ("rows", "marks")
    if (there := list(game(name).data["felt"].get(key) or ()))
    for left in ([], there[1:])
]


@pytest.mark.sample(4)
@pytest.mark.parametrize(("name", "key", "left"), TAKEN)
def test_what_the_procedure_needs_and_the_felt_lacks_is_named(name, key, left, tmp_path):
    """It plays if nothing asks for it; else the message names the row and where it is to be written."""
    path = tmp_path / "mine.yaml"
    path.write_text(f"extends: {name}\ngame: mine\ntitle: Mine\nfelt:\n  {key}: [{', '.join(left)}]\n")
    result = CliRunner().invoke(main, ["play", str(path), "--seed", "1", "--hands", "1"])
    assert result.exit_code in (0, 1, 2), result.output
    if result.exit_code == 2 and "game's procedure needs" in result.output:
        told = " ".join(result.output.split())
        assert f"add it under 'felt: {key}:' in the game's file" in told


def test_a_pot_game_without_its_bets_is_refused(tmp_path):
    """The message says which row."""
    path = tmp_path / "mine.yaml"
    path.write_text("extends: red-dog\ngame: mine\ntitle: Mine\nfelt:\n  rows: [ante, pot]\n")
    result = CliRunner().invoke(main, ["play", str(path), "--seed", "1"])
    assert result.exit_code == 2
    assert "needs a row of chips called 'bet'" in result.output
