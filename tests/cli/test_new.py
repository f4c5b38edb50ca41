"""`dealerkit new`: folders of one's own pass their own tests, are made whole or not at all, and lie where somebody wants them."""

from __future__ import annotations

import errno
import importlib.util
import json
import re
import shlex
import unittest
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.jobs.new_folders import KINDS
from dealerkit.rules.data import data_dir
from dealerkit.rules.sets import rule_sets
from tests.sampling import daily


def called(*words: str, typed: str = "", code: int = 0) -> str:
    """Run a command here, as the tests of such a folder run it in a process of its own."""
    result = CliRunner().invoke(main, words, input=typed, prog_name="dealerkit")
    assert result.exit_code == code, f"dealerkit {' '.join(words)}: {result.output}"
    return result.stdout


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)


def own_tests(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Run the tests of a folder; returns what went wrong, and nothing where all of them pass."""
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(folder)
    (file,) = folder.glob("test_*.py")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if hasattr(module, "dealerkit"):
        monkeypatch.setattr(module, "dealerkit", called)
    suite = unittest.TestLoader().loadTestsFromModule(module)
    assert suite.countTestCases() >= 3
    result = unittest.TestResult()
    suite.run(result)
    return [why for _, why in [*result.failures, *result.errors, *result.skipped]]


@pytest.mark.parametrize("kind", ["game", "drill", "reader"])
@pytest.mark.sample(2, rest="thorough")
def test_a_new_folder_passes_its_own_tests(kind, tmp_path, monkeypatch):
    """As it was made, and from a name of several words; what is to be done next stands in its README too."""
    told = json.loads(called("new", kind, "corner-club-2", "--json"))
    folder = tmp_path / "corner-club-2"
    assert told["kind"] == kind
    assert sorted(told["files"]) == sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert told["next"]
    assert set(told["next"]) <= {line.partition(". ")[2] for line in (folder / "README.md").read_text().splitlines()}
    assert own_tests(folder, monkeypatch) == []


def test_a_person_can_read_every_line(tmp_path):
    """As long as a line of ours may be, none with blanks at its end, none but one empty one within a file of rules."""
    for kind in KINDS:
        called("new", kind, "some-longer-name-of-ours", "--out", kind)
    made = [path for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".md"]
    assert len(made) >= 15
    for path in made:
        text = path.read_text(encoding="utf-8")
        assert max(map(len, text.splitlines())) <= 132, path
        assert not re.search(r"[ \t]$|\n\n\n\n|\n\n\Z", text, re.MULTILINE), path
        assert path.suffix != ".yaml" or "\n\n\n" not in text, path


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_to_be_done_next_can_be_done(kind, tmp_path, monkeypatch):
    """Every command of the next steps does its work in the folder; a reader's files are not read before it is installed."""
    told = json.loads(called("new", kind, "corner-club", "--json"))
    monkeypatch.chdir(tmp_path / "corner-club")
    commands = [shlex.split(one)[1:] for step in told["next"] for one in re.findall(r"`(dealerkit [^`]*)`", step)]
    assert commands
    for words in commands:
        result = CliRunner().invoke(main, words, input="quit\nq\n", prog_name="dealerkit")
        assert result.exit_code in ({1, 2} if words[0] == "check" else {0}), f"{words}: {result.output}"


@pytest.mark.parametrize("name", ["sg", *(pytest.param(name, marks=pytest.mark.thorough) for name in ("rules", "home", "yes"))])
def test_a_game_may_be_called_like_what_it_is_made_of(name, tmp_path):
    """Its files do not hide each other, its rules are not those of the table it stands on (SG-06), its name is no truth value."""
    called("new", "game", name)
    assert "ok" in called("lint", name)
    report = json.loads(called("test", name, "--json"))
    assert (report["failed"], report["uncovered"]) == (0, [])


@pytest.mark.parametrize("base", daily(rule_sets(), len(rule_sets()), first=rule_sets().index("us"), keep=["social"]))
@pytest.mark.sample(2, rest="thorough")
def test_rules_over_each_set_pass_their_own_tests(base, tmp_path, monkeypatch):
    """An option, a ruling and a sentence that differ, whatever they stand on."""
    called("new", "rules", "harbour", "--from", base, "--out", str(tmp_path / "our rules"))
    assert own_tests(tmp_path / "our rules", monkeypatch) == []


def test_rules_over_a_house_s_own_file(tmp_path, monkeypatch):
    """A path is found from the new folder, wherever that lies."""
    called("rules", "new", "quay", "--from", "us")
    (tmp_path / "far").mkdir()
    called("new", "rules", "harbour", "--from", "quay.yaml", "--out", "far/harbour")
    assert own_tests(tmp_path / "far" / "harbour", monkeypatch) == []


@pytest.mark.parametrize(
    "broken",
    [
        "three-tricks.yaml",
        pytest.param("three-tricks.rules.yaml", marks=pytest.mark.thorough),
        pytest.param("cases/three-tricks.yaml", marks=pytest.mark.thorough),
    ],
)
def test_the_tests_of_a_game_notice_a_change(broken, tmp_path, monkeypatch):
    """Another price, another ruling, another expectation: a test of the folder fails."""
    called("new", "game", "three-tricks")
    file = tmp_path / "three-tricks" / broken
    old, other = {
        "three-tricks.yaml": ("one: {tricks: 1, pays: 1}", "one: {tricks: 1, pays: 2}"),
        "three-tricks.rules.yaml": ("outcome: corrected", "outcome: floor_discretion"),
        "cases/three-tricks.yaml": ("s1: 112", "s1: 111"),
    }[broken]
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, other))
    assert own_tests(file.parents[broken.count("/")], monkeypatch)


@pytest.mark.parametrize(
    ("kind", "name", "said"),
    [
        *[
            ("game", name, "can't be a name")
            for name in ("", "X y", "../b", "a--b", "-a-", "9a", "null", "a/b", "é", "a" * 41, "a\x1b")
        ],
        ("game", "holdem", "holdem: a game with this name already exists"),
        ("rules", "tda", "tda: a rule set with this name already exists"),
    ],
)
def test_a_name_that_cannot_be_is_refused(kind, name, said, tmp_path):
    """With what a name is, and nothing is made."""
    result = CliRunner().invoke(main, ["new", kind, "--out", "here", "--", name])
    assert (result.exit_code, said in result.output) == (2, True), result.output
    assert list(tmp_path.iterdir()) == []


def test_what_stands_there_stays(tmp_path):
    """A folder, even an empty one, a file, a link that leads nowhere."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("folder", "file", "link"):
        result = CliRunner().invoke(main, ["new", "drill", "manners", "--out", name])
        assert result.exit_code == 2, result.output
        assert f"{name}: " in result.output
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder", "link"]
    assert list((tmp_path / "folder").iterdir()) == []
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("kind", KINDS)
def test_no_folder_is_made_among_dealerkit_s_own_files(kind):
    """Whoever stands in a checkout is told to go elsewhere."""
    place = data_dir("templates") / "mine"
    result = CliRunner().invoke(main, ["new", kind, "mine", "--out", str(place)])
    assert result.exit_code == 2
    assert "dealerkit's own files" in result.output
    assert not place.exists()


def test_a_place_that_is_not_there_is_told(tmp_path):
    """Folders above it are not made up."""
    result = CliRunner().invoke(main, ["new", "game", "mine", "--out", "nowhere/mine"])
    assert result.exit_code == 2
    assert "nowhere/mine: there is no such file or folder" in result.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("error", "code"), [(OSError(errno.ENOSPC, "No space left"), 2), (KeyboardInterrupt(), 130)])
def test_nothing_half_made_is_left(error, code, tmp_path, monkeypatch):
    """The disk is full at the third file, or somebody stops it there: neither folder nor a part of it stays."""
    written: list[Path] = []
    write = Path.write_text

    def fail(path: Path, *words: object, **more: object) -> int:
        written.append(path)
        if len(written) == 3:
            raise error
        return write(path, *words, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Path, "write_text", fail)
    result = CliRunner().invoke(main, ["new", "reader", "mine"])
    assert result.exit_code == code
    assert "the disk is full" in result.output or code != 2
    assert len(written) == 3
    assert list(tmp_path.iterdir()) == []
