"""Strict YAML: nothing is read as what it is not, every value knows its line, and no file is too odd to be refused politely."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from dealerkit.errors import Problem, RuleFileError
from dealerkit.rules import data, loader
from dealerkit.rules.loader import MAX_BYTES, MAX_NODES, Doc, Origin, read_yaml
from tests.sampling import daily


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("no", "no"), ("yes", "yes"), ("on", "on"), ("Off", "Off"), ("y", "y"),
        ("8:1", "8:1"), ("3:2", "3:2"), ("1:30", "1:30"), ("010", "010"), ("0o17", "0o17"), ("0x1f", "0x1f"),
        ("1_000", "1_000"),
        ("0.05", "0.05"), ("1e3", "1e3"), (".5", ".5"), ("+5", "+5"), (".inf", ".inf"), (".nan", ".nan"),
        ("2026-11-21", "2026-11-21"),
        ("5%", "5%"), ("2+", "2+"), ("1-2", "1-2"), ("=", "="), ("9" * 30, "9" * 30), ('"8"', "8"), ("'true'", "true"),
        ('""', ""),
        ("true", True), ("false", False), ("True", True), ("null", None), ("~", None),
        ("0", 0), ("8", 8), ("-3", -3), ("123456789012345678", 123456789012345678),
    ],
)  # fmt: skip
def test_a_value_is_what_it_looks_like(written: str, read: object) -> None:
    """Only truth, null and decimal whole numbers have a type; money stays exact."""
    value = read_yaml(("<text>", f"a: {written}\n")).data["a"]
    assert value == read
    assert type(value) is type(read)


def test_keys_are_text() -> None:
    """A tableau's row is called 3, not three."""
    assert list(read_yaml(("<text>", "3: a\ntrue: b\nnull: c\n0.5: d\n")).data) == ["3", "true", "null", "0.5"]


def test_everything_knows_where_it_stands() -> None:
    """Values and keys, lines and columns from 1."""
    doc = read_yaml(("house.yaml", "a: 1\nb:\n  c: [x, {d: y}]\n"))
    assert doc.where["b", "c", 1, "d"] == Origin("house.yaml", 3, 14)
    assert doc.keys["b", "c"] == Origin("house.yaml", 3, 3)
    assert str(doc.where["a",]) == "house.yaml:1"
    assert list(doc.where) == [(), ("a",), ("b",), ("b", "c"), ("b", "c", 0), ("b", "c", 1), ("b", "c", 1, "d")]
    assert list(doc.keys) == [("a",), ("b",), ("b", "c"), ("b", "c", 1, "d")]
    assert (len(doc.where), len(doc.keys)) == (7, 4)


def test_a_key_over_lines_that_are_commented_out_says_nothing() -> None:
    """So that a house file can list every option before any is decided."""
    doc = read_yaml(("<text>", "options:\n  toy:\n    # packs: 8\n\n    # burns: 1\nset: house\n"))
    assert doc.data == {"options": {}, "set": "house"}


def test_windows_files_read_the_same(tmp_path: Path) -> None:
    """A byte order mark and returns at the ends of lines are no error."""
    file = tmp_path / "house.yaml"
    file.write_bytes("\ufeffset: house\r\nhouse: Café\r\n".encode())
    doc = read_yaml(file)
    assert doc.data == {"set": "house", "house": "Café"}
    assert doc.where["house",].line == 2


def refusal(source: Path | tuple[str, str]) -> str:
    """Return what is said against a file."""
    with pytest.raises(RuleFileError) as caught:
        read_yaml(source)
    return str(caught.value)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    """Folders, devices, and files that are not there."""
    assert "this is a folder" in refusal(tmp_path)
    assert "there is no such file" in refusal(tmp_path / "none.yaml")
    assert "cannot be read" in refusal(tmp_path / "a\0b.yaml") or "no such file" in refusal(tmp_path / "a\0b.yaml")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.yaml")
        assert "not an ordinary file" in refusal(tmp_path / "pipe.yaml")


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Says so in the system's own words."""
    file = tmp_path / "house.yaml"
    file.write_text("set: house\n", encoding="utf-8")

    def forbidden(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", forbidden)
    assert refusal(file) == f"{file}: the file cannot be read: Permission denied"


def test_a_huge_file_is_not_even_read(tmp_path: Path) -> None:
    """Nobody waits for it."""
    file = tmp_path / "house.yaml"
    file.write_bytes(b"a: " + b"x" * MAX_BYTES)
    assert "larger than 4 MB" in refusal(file)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("a: " + "[" * 100_000, "levels deep", id="brackets"),
        pytest.param("a: " + "{a: " * 50_000, "levels deep", id="braces"),
        pytest.param("- " * 100_000, "levels deep", id="dashes"),
        pytest.param("\n".join(" " * i + "a:" for i in range(1_500)) + " 1", "levels deep", id="stairs"),
        pytest.param("\n".join(" " * i + "a:" for i in range(300)) + " 1", "levels deep", id="short-stairs"),
        pytest.param("a: " + "[" * 300 + "]" * 300, "levels deep", id="few-brackets"),
        pytest.param("a: [" + "x," * (MAX_NODES + 10) + "]", "values", id="bulk"),
        pytest.param(
            "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9) if i else 'x'}]\n" for i in range(12)),
            "YAML aliases can't be used here",
            id="bomb",
        ),
    ],
)
def test_a_bomb_does_not_go_off(text: str, said: str) -> None:
    """Deep, bulky and multiplying files are refused by their shape, before they are made, and never overflow the stack."""
    assert said in refusal(("<text>", text))


@given(st.text(alphabet="ab: -[]{}#'\"&*!|>%@\n\t,?0.\\", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing else comes out, whatever goes in; and what was refused has a place."""
    doc, problems = tried(("<text>", text))
    if doc is None:
        assert problems
        assert all(problem.line or problem.message == "the file is empty" for problem in problems)
    else:
        assert isinstance(doc.data, dict)
        assert all(doc.where[place].line for place in doc.where)


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    """Files come from anywhere."""
    file = tmp_path_factory.mktemp("bytes") / "house.yaml"
    file.write_bytes(raw)
    doc, problems = tried(file)
    assert (doc is None) is bool(problems)


def tried(source: Path | tuple[str, str]) -> tuple[Doc | None, tuple[Problem, ...]]:
    """Read a file: the document, or what is wrong with it."""
    try:
        return read_yaml(source), ()
    except RuleFileError as error:
        return None, error.problems


# -- PyYAML without its part in C

ROOT = Path(__file__).parents[2]
OF_ALL_KINDS = [*sorted((ROOT / "tests" / "broken").glob("*/*.yaml")), *sorted(data.data_dir("rulings").glob("*.yaml"))]


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The loader as it comes up where PyYAML was built without libyaml."""
    monkeypatch.setitem(sys.modules, "yaml.cyaml", None)
    monkeypatch.delattr(yaml, "CSafeLoader")
    spec = importlib.util.spec_from_file_location("plain_loader", loader.__file__)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def read_by(module: ModuleType, source: Path | tuple[str, str]) -> object:
    """What a loader makes of a text: values and where each stands, or what is wrong and where."""
    try:
        doc = module.read_yaml(source)
    except RuleFileError as error:
        return error.problems
    return doc.data, {place: doc.where[place] for place in doc.where}


@pytest.mark.parametrize("part", daily(range(4), 4, rest="thorough"))
def test_without_its_part_in_c_all_is_read_and_refused_alike(plain: ModuleType, part: int) -> None:
    """Every kind of broken file has the same problems at the same lines and columns, and every value the same place."""
    assert plain.Composer is yaml.SafeLoader
    assert [file.name for file in OF_ALL_KINDS[part::4] if read_by(plain, file) != read_by(loader, file)] == []
    assert len(OF_ALL_KINDS) > 120


@pytest.mark.parametrize(
    "text",
    [
        "a: [1, 2",
        "a: {b: 1, c:",
        "a:\n  b: 1\n   c: 2",
        "a:\n  - 1\n  b\n",
        "a: é\x07",
        "a: &b\x07 [*b]",
        "a: 'b",
        "a: {b: , c: }\n",
        "a:\nb: 1\n",
        "a: |\n  x\n  y",
        "a\nb: 1",
        "a: !x y",
        "--- a\n--- b\n",
        "a: b: c",
        "a: %",
    ],
)
def test_without_its_part_in_c_a_text_is_read_alike(plain: ModuleType, text: str) -> None:
    """Also where it breaks off in the middle of a line, or has what no text may have."""
    assert read_by(plain, ("x", text)) == read_by(loader, ("x", text))
