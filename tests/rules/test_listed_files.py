"""Lists of rule files by folder: looked up again as soon as a file comes or goes, however deep, and not before."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dealerkit.rules.data import listed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file in each of two folders, changed long ago."""
    for name in ("pit/war.yaml", "pot/red.yaml"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("game: g\n", encoding="utf-8")
    age(tmp_path)
    return tmp_path


def age(folder: Path) -> None:
    """Let every folder have been changed an hour ago."""
    for path in (folder, *(one for one in folder.rglob("*") if one.is_dir())):
        os.utime(path, (path.stat().st_mtime - 3600,) * 2)


def names(folder: Path, pattern: str) -> list[str]:
    """The files that are listed, by their paths in the folder."""
    return [path.relative_to(folder).as_posix() for path in listed(folder, pattern)]


@pytest.mark.parametrize("pattern", ["*/*.yaml", "**/*.yaml"])
def test_a_file_that_comes_or_goes_is_seen_at_once(folder: Path, pattern: str) -> None:
    """Whether its folder was changed long ago, just now, or is new itself."""
    assert names(folder, pattern) == ["pit/war.yaml", "pot/red.yaml"]
    (folder / "pit" / "ace.yaml").write_text("game: g\n", encoding="utf-8")
    assert names(folder, pattern) == ["pit/ace.yaml", "pit/war.yaml", "pot/red.yaml"]
    (folder / "pit" / "war.yaml").unlink()
    assert names(folder, pattern) == ["pit/ace.yaml", "pot/red.yaml"]
    age(folder)
    assert names(folder, pattern) == ["pit/ace.yaml", "pot/red.yaml"]
    (folder / "social").mkdir()
    (folder / "social" / "nap.yaml").write_text("game: g\n", encoding="utf-8")
    assert names(folder, pattern) == ["pit/ace.yaml", "pot/red.yaml", "social/nap.yaml"]


def test_a_folder_that_a_later_part_of_the_pattern_names_may_come_later(folder: Path) -> None:
    """The common base of a family is written after its games."""
    assert names(folder, "*/base/*.yaml") == []
    (folder / "pot" / "base").mkdir()
    (folder / "pot" / "base" / "home.yaml").write_text("game: g\n", encoding="utf-8")
    assert names(folder, "*/base/*.yaml") == ["pot/base/home.yaml"]


def test_what_has_not_changed_is_not_looked_through_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One look for many questions; and a folder that is not there has nothing in it."""
    first = listed(folder, "*/*.yaml")
    monkeypatch.setattr(Path, "glob", None)
    assert listed(folder, "*/*.yaml") is first
    monkeypatch.undo()
    assert listed(folder / "none", "*/*.yaml") == ()
