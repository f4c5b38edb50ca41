"""What a look through all rule files came to is kept for the next one, and for no look at other files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dealerkit.rules import cache
from dealerkit.rules.lint import kept_results, results
from dealerkit.rules.lint.files import Looked, Vocabulary


@pytest.fixture
def looked(toys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], tuple[Looked, bool]]:
    """Look through the toy rule files; whether they were really looked through, or it was known."""
    monkeypatch.setenv(cache.CACHE, str(tmp_path / "kept"))
    monkeypatch.setattr(cache, "_UNSURE", 0)
    asked: list[bool] = []

    def words() -> Vocabulary:
        asked.append(True)
        return Vocabulary()

    def look() -> tuple[Looked, bool]:
        asked.clear()
        return results.look_through_ours(words, notes=False), bool(asked)

    return look


def test_it_is_known_until_something_changes(toys: Path, looked: Callable[[], tuple[Looked, bool]]) -> None:
    """The same answer, problems and all; a file that changes, comes or goes is seen at once."""
    clean = looked()
    assert clean == (Looked((), ()), True)
    assert looked() == (clean[0], False)
    (game,) = (toys / "procedures").rglob("toy.yaml")
    was = game.read_text(encoding="utf-8")
    game.write_text(was + "nonsense: 1\n", encoding="utf-8")
    wrong, anew = looked()
    assert anew
    assert any("nonsense" in str(one) for one in wrong.problems)
    assert looked() == (wrong, False)
    game.write_text(was, encoding="utf-8")
    assert looked() == clean
    more = toys / "rulings" / "base" / "more.yaml"
    more.write_text("nobody: knows\n", encoding="utf-8")
    assert looked()[1]
    more.unlink()
    assert looked() == clean


def test_other_code_looks_anew(looked: Callable[[], tuple[Looked, bool]], monkeypatch: pytest.MonkeyPatch) -> None:
    """What an earlier dealerkit found is not what this one finds."""
    assert looked()[1]
    monkeypatch.setattr(kept_results, "_code", lambda: 0)
    assert looked()[1]
    assert not looked()[1]
