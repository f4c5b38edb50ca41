"""The door of families: which packages are installed as one, when they are imported, and what is said of one that cannot be."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import dealerkit
from dealerkit.errors import FamilyError
from dealerkit.facts import FACTS
from dealerkit.rules import registries
from dealerkit.rules.data import data_dir

ROOT = Path(__file__).resolve().parent.parent.parent
FAMILIES = sorted(path.parent.name for path in (Path(dealerkit.__file__).parent / "games").glob("*/__init__.py"))


def test_every_folder_of_games_is_a_family_that_the_package_names():
    """A family is a folder, an entry point and a folder of rule files, all three of one name."""
    named = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]["dealerkit.games"]
    assert named == {name: f"dealerkit.games.{name}" for name in FAMILIES}
    assert [name for name in FAMILIES if not (data_dir("procedures") / name).is_dir()] == []


def test_our_own_families_come_through_the_door():
    """The installed package names them; where this fails, it was installed before it did: install it again."""
    assert registries.families().keys() >= set(FAMILIES)


def entry(name: str, value: str) -> importlib.metadata.EntryPoint:
    """An entry of a package's list of families."""
    return importlib.metadata.EntryPoint(name=name, value=value, group="dealerkit.games")


@pytest.fixture
def installed(monkeypatch):
    """Install the families that a test names, and nothing else."""

    def install(*entries: importlib.metadata.EntryPoint) -> None:
        monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: entries if group == "dealerkit.games" else ())
        monkeypatch.setattr(registries, "_BROUGHT_IN", set())
        monkeypatch.setattr(registries, "_of_checkout", dict)
        registries.families.cache_clear()

    yield install
    registries.families.cache_clear()


def test_a_checkout_that_was_installed_earlier_finds_its_families(monkeypatch):
    """Its metadata names none, as while it is built: they are read where an installation reads them."""
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda **_: ())
    registries.families.cache_clear()
    try:
        assert registries.families() == {name: f"dealerkit.games.{name}" for name in FAMILIES}
    finally:
        registries.families.cache_clear()


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        pytest.param((), "no family is installed; install dealerkit again", id="none"),
        pytest.param(
            (entry("pier", "one_pier"), entry("pier", "other_pier")),
            "the family of games 'pier': the packages one_pier and other_pier are both installed under this name",
            id="two-of-one-name",
        ),
        pytest.param(
            (entry("pier", "no_such_pier"),),
            "the family of games 'pier': the package no_such_pier cannot be used: ModuleNotFoundError",
            id="not-there",
        ),
    ],
)
def test_a_family_that_cannot_be_used_is_told_by_name(installed, entries, told):
    """The words of the engine alone would deal no game, so nothing goes on without it; the next reader is told as well."""
    installed(*entries)
    words: registries.Registry[str] = registries.Registry("word")
    for _ in range(2):
        with pytest.raises(FamilyError, match=told):
            len(words)


def test_a_word_that_is_there_already_is_told_with_its_family(installed, tmp_path, monkeypatch):
    """Neither word is silently the other: the family that came later is told, and where the first one stands."""
    package = tmp_path / "quay_games"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "facts.py").write_text(
        "from dealerkit.facts import fact\n\n\n@fact\ndef always(now): return True\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    installed(entry("quay", "quay_games"))
    with pytest.raises(FamilyError, match=r"'quay': .*the fact 'always' is already registered by dealerkit\.facts\.tables"):
        len(FACTS)


def test_players_come_in_apart_from_words(installed, tmp_path, monkeypatch):
    """Who looks a word up imports no players, and the other way round."""
    for name in ("facts", "bots", "harbour/mechanics", "harbour/bots"):
        path = tmp_path / "pier_games" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        (path.parent / "__init__.py").touch()
        path.touch()
    monkeypatch.syspath_prepend(tmp_path)
    installed(entry("pier", "pier_games"))
    came = []
    for part in ("words", "bots"):
        before = set(sys.modules)
        registries.bring_in(part)
        came.append({name for name in sys.modules.keys() - before if name.startswith("pier_games")})
    assert came[0] >= {"pier_games.facts", "pier_games.harbour.mechanics"}
    assert not {name for name in came[0] if name.endswith("bots")}
    assert came[1] == {"pier_games.bots", "pier_games.harbour.bots"}


def test_the_page_of_commands_looks_for_no_family():
    """`dealerkit --help` comes up as fast as ever: neither a family nor the list of packages is looked at."""
    code = "import sys; from dealerkit.cli.main import main; main(['--help'], standalone_mode=False); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    came = set(done.stdout.splitlines()[-1].split())
    assert not {name for name in came if name.startswith("dealerkit.games")} | ({"importlib.metadata"} & came)
