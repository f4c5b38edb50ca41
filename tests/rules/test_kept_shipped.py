"""What the build makes for the first run: the same as if it were made there, never stale, never trusted when torn."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from dealerkit.catalogue.lookup import explain
from dealerkit.rules import cache, cache_database, data, files, loader, sets
from dealerkit.rules.doc import Doc
from dealerkit.rules.sets import rule_set

ROOT = Path(__file__).resolve().parents[2]


def forget() -> None:
    """As if another process began."""
    sets._sets.clear()
    files._remembered.clear()
    sets._checked.cache_clear()
    files._read.clear()
    cache_database._MADE.clear()


@pytest.fixture
def rulings(tmp_path, monkeypatch):
    """Rule files of ours that may be changed, as if they lay in an installed package."""
    ours = tmp_path / "installed"
    shutil.copytree(data.data_dir("rulings"), ours / "rulings", ignore=shutil.ignore_patterns("cases"))
    (ours / "procedures").symlink_to(data.data_dir("procedures"))
    monkeypatch.setattr(data, "data_dir", lambda kind: ours / kind)
    return ours / "rulings"


@pytest.fixture
def shipped(rulings, tmp_path, monkeypatch):
    """The set `us`, as it travels with the package; nothing was ever kept where it is installed."""
    monkeypatch.setattr(cache, "_UNSURE", 0)
    monkeypatch.setattr(cache, "SHIPPED", tmp_path / "_kept")
    monkeypatch.setenv("DEALERKIT_CACHE", str(tmp_path / "at the build"))
    forget()
    rule_set("us")
    cache.ship(cache.SHIPPED)
    monkeypatch.setenv("DEALERKIT_CACHE", str(tmp_path / "cache"))
    forget()
    yield cache.SHIPPED
    forget()


def yaml_is_read(monkeypatch) -> bool:
    """Whether the set is read from rule files."""
    read: list[Path] = []
    plain = loader.read_yaml

    def watching(path: Path) -> Doc:
        read.append(path)
        return plain(path)

    with monkeypatch.context() as watched:
        watched.setattr(loader, "read_yaml", watching)
        rule_set("us")
    return bool(read)


def test_the_first_run_reads_no_rule_file(shipped, monkeypatch, tmp_path):
    """Nor does the second, which finds it among what is kept."""
    assert not yaml_is_read(monkeypatch)
    assert len(list((tmp_path / "cache").iterdir())) == 1
    shutil.rmtree(shipped)
    forget()
    assert not yaml_is_read(monkeypatch)


def test_it_is_what_would_be_made(shipped, monkeypatch):
    """Data, files and hash."""
    found = rule_set("us")
    forget()
    monkeypatch.setenv("DEALERKIT_CACHE", "off")
    made = rule_set("us")
    assert (found.doc.data, found.files, found.sha256) == (made.doc.data, made.files, made.sha256)


def test_times_and_places_of_the_build_do_not_matter(shipped, rulings, monkeypatch):
    """Files bear other times where the package is unpacked, and lie elsewhere."""
    for file in rulings.rglob("*.yaml"):
        os.utime(file, (1, 1))
    moved = rulings.parent.rename(rulings.parent.with_name("moved"))
    monkeypatch.setattr(data, "data_dir", lambda kind: moved / kind)
    forget()
    assert not yaml_is_read(monkeypatch)


@pytest.mark.parametrize("file", ["us/irregularities.yaml", "findings.yaml"])
def test_a_changed_file_is_read(shipped, rulings, monkeypatch, file):
    """Its own, or one that all sets share; even of the same size and time."""
    path = rulings / file
    was, text = path.stat(), path.read_text(encoding="utf-8")
    at = text.index("title: ") + len("title: ") + 2
    path.write_text(text[:at] + ("x" if text[at] != "x" else "y") + text[at + 1 :], encoding="utf-8")
    os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))
    assert path.stat().st_size == was.st_size
    assert yaml_is_read(monkeypatch)


def test_a_file_that_comes_is_read(shipped, rulings, monkeypatch):
    """A folder of which it was made holds another file now."""
    (rulings / "us" / "more.yaml").write_text("faults: {}\n", encoding="utf-8")
    assert yaml_is_read(monkeypatch)


def test_other_code_makes_it_anew(shipped, monkeypatch):
    """A line of ours that was changed in its place."""
    monkeypatch.setattr(cache, "_contents_of_code", lambda: ["another", 0])
    assert yaml_is_read(monkeypatch)


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "spoil", [lambda raw: b"", lambda raw: raw[:-20], lambda raw: raw[:-9] + b"\0" + raw[-8:], lambda raw: b"{}\n"]
)
def test_a_torn_one_is_made_anew_without_a_word(shipped, monkeypatch, spoil, capfd):
    """Whatever happened to it."""
    for file in shipped.iterdir():
        file.write_bytes(spoil(file.read_bytes()))
    assert yaml_is_read(monkeypatch)
    assert capfd.readouterr() == ("", "")


def test_who_does_without_does_without_it_too(shipped, monkeypatch):
    """A test reads what lies there now."""
    monkeypatch.setenv("DEALERKIT_CACHE", "off")
    assert yaml_is_read(monkeypatch)


def test_a_folder_that_cannot_be_written_is_no_trouble(shipped, monkeypatch, tmp_path):
    """It is looked at again at every start then."""
    (tmp_path / "cache").write_text("a file, where the folder should be", encoding="utf-8")
    assert not yaml_is_read(monkeypatch)


def test_what_a_house_wrote_does_not_travel(shipped, tmp_path):
    """Its files lie on one machine."""
    house = tmp_path / "harbour.yaml"
    house.write_text("set: harbour\ntitle: Harbour Club\nextends: us\n", encoding="utf-8")
    rule_set(house)
    with pytest.raises(ValueError, match=r"harbour\.yaml, which is not part"):
        cache.ship(tmp_path / "anew")


@pytest.mark.slow
def test_what_the_build_makes_names_no_place_of_its_machine(tmp_path, monkeypatch):
    """All of it, made by the script of the build: whoever explains first gathers nothing, and sees no folder of it."""
    monkeypatch.setattr(cache, "SHIPPED", tmp_path / "_kept")
    program: str = runpy.run_path(str(ROOT / "hatch_build.py"))["MAKE"]
    program = program.replace(
        "cache.ship(cache.SHIPPED)", f"import pathlib\ncache.ship(pathlib.Path({str(tmp_path / '_kept')!r}))"
    )
    env = {**os.environ, "DEALERKIT_CACHE": str(tmp_path / "at the build"), "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", program], env=env, check=True, capture_output=True)
    found = {file.name: file.read_bytes().partition(b"\n") for file in cache.SHIPPED.iterdir()}
    assert len(found) >= len(sets.rule_sets()) + 5
    for head, _, body in found.values():
        for part in (head, zlib.decompress(body)):
            assert str(ROOT).encode() not in part
            assert str(tmp_path).encode() not in part
    monkeypatch.setenv("DEALERKIT_CACHE", str(tmp_path / "cache"))
    forget()
    monkeypatch.setattr("dealerkit.catalogue.collection.gather", lambda chosen: pytest.fail("gathered"))
    assert explain("MD-05")[0].where.startswith("rulings/rrop/")
    forget()
