"""The words of a family that is installed later: the catalogue that was kept before is not the one that tells of them."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from dealerkit.catalogue import store
from dealerkit.rules.registries import families_of_others
from tests.games.installed import TOY, run_with

EXPLAINED = """
from dealerkit.catalogue.step_words import planner_files, step_words
print(json.dumps([{entry.id: entry.where for entry in step_words([], [])}, [str(one) for one in planner_files()]]))
"""


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """A folder that packages are installed in."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def install(folder: Path, package: str, entry_points: str) -> None:
    """Put into a folder what an installer leaves there of a package."""
    place = folder / f"{package}.dist-info"
    place.mkdir()
    (place / "entry_points.txt").write_text(entry_points)
    importlib.invalidate_caches()


def kept_as(monkeypatch) -> str:
    """Return the name that the catalogue of all rule sets is kept under."""
    names: list[str] = []
    with monkeypatch.context() as patched:
        patched.setattr(store, "database", lambda name, *_: names.append(name))
        patched.setattr(store, "FullText", lambda *_: None)
        store.CatalogueStore.of()
    return names[0]


def test_a_family_that_is_installed_later_has_a_catalogue_of_its_own(folder, monkeypatch):
    """Nothing else that is installed changes it, nor we ourselves: ours are in the catalogue that comes with dealerkit."""
    before = kept_as(monkeypatch)
    install(folder, "pier_tools-1.0", "[console_scripts]\npier = pier:main\n")
    install(folder, "dealerkit-0.1.0", "[dealerkit.games]\npoker = dealerkit.games.poker\n")
    assert kept_as(monkeypatch) == before
    install(folder, "harbour_games-1.0", "[dealerkit.games]\nharbour = harbour_games\n")
    assert [Path(one.split()[0]).parent.name for one in families_of_others()] == ["harbour_games-1.0.dist-info"]
    assert kept_as(monkeypatch) != before


def test_a_word_of_another_family_is_explained_where_it_stands():
    """Its planner lies in no folder of ours; what is kept is made anew when that file changes."""
    words, files = run_with({"harbour": "harbour_games"}, EXPLAINED)
    file = str(TOY / "harbour_games" / "planners.py")
    assert words["call_hailed"].rpartition(":")[0] == file
    assert file in files
