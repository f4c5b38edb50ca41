"""The published schemas: in step with the checks, and good enough for an editor."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dealerkit.rules import data
from dealerkit.rules.lint.files import kind_of
from dealerkit.rules.loader import Doc, read_yaml
from dealerkit.rules.schema import KINDS, Kind, check, published, write_schemas
from dealerkit.rules.validator import compile_schema


def test_the_published_schemas_are_in_step(tmp_path: Path) -> None:
    """If this fails, run `python -m dealerkit.rules.schema` and commit `schema/`."""
    for file in write_schemas(tmp_path):
        assert (data.data_dir("procedures").parent / "docs" / "schema" / file.name).read_text(encoding="utf-8") == file.read_text(
            encoding="utf-8"
        )


@pytest.mark.parametrize("kind", KINDS)
def test_a_published_schema_stands_alone(kind: Kind) -> None:
    """It mentions only definitions that it has, and has only those it mentions; closed maps are closed."""
    schema = published(kind)
    text = json.dumps(schema)
    names = set(schema.get("$defs", {}))
    assert {part.split('"')[0] for part in text.split("#/$defs/")[1:]} == names
    assert schema["additionalProperties"] is False
    assert schema["$schema"].endswith("2020-12/schema")


def test_an_overlay_is_good_for_an_editor_although_it_is_only_a_part() -> None:
    """It may leave out, remove and place; it may not misspell."""
    look = compile_schema(published("ruleset"))
    text = """
set: house
extends: base
faults:
  surplus:
    cases:
      one: null
      two: {before: three, outcome: plays}
findings: {burn/missed: {severity: minor, why: null}}
"""
    good = read_yaml(("house.yaml", text))
    wrong: list[Any] = []
    look(good.data, (), wrong)
    assert wrong == []
    look({"set": "house", "faults": {"surplus": {"cases": {"one": {"outcom": "plays"}}}}}, (), wrong)
    assert len(wrong) == 1


def test_a_mention_of_an_option_may_stand_for_a_value() -> None:
    """Wherever a procedure's schema asks for a particular kind of value."""
    step = {"do": "deal", "any_order": {"option": "x"}, "optional": {"option": "x"}, "severity": {"option": "x"}}
    game = {
        "game": "toy",
        "family": "toys",
        "title": "Toy",
        "players": {"min": {"option": "x"}, "max": 4},
        "procedure": {"deal": step},
    }
    assert check(Doc.of(game), "procedure") == []


@pytest.mark.parametrize(
    ("key", "under"),
    [
        ("drill", ("clauses",)),
        ("syllabus", ("walks", "courses", "slips")),
        ("lesson", ("slips", "told", "walks")),
        ("courses", ("clauses",)),
        ("told", ("walks", "slips")),
        ("walks", ("slips",)),
        ("clauses", ("house", "numbers")),
        ("house", ("numbers", "renamed")),
        ("renamed", ("numbers",)),
    ],
)
def test_a_key_one_step_too_far_left_makes_no_file_of_another_kind(key: str, under: tuple[str, ...]) -> None:
    """`walks` of a syllabus that stands beside `performance`: lint tells the key, and not that `syllabus` is unknown."""
    assert [kind_of(Doc.of({other: {}, key: {}})) for other in under] == [key] * len(under)


@pytest.mark.thorough
def test_our_own_rule_files_follow_the_schemas_that_editors_use() -> None:
    """Every file by itself, as an editor sees it."""
    for path in sorted(data.data_dir("rulings").rglob("*.yaml")):
        if path.parent.name in ("cases", "told"):
            kind: Kind = path.parent.name  # type: ignore[assignment]
        else:
            kind = path.stem if path.parent == data.data_dir("rulings") else "ruleset"  # type: ignore[assignment]
        wrong: list[Any] = []
        compile_schema(published(kind))(read_yaml(path).data, (), wrong)
        assert wrong == [], path
    for path in sorted(data.data_dir("procedures").glob("*/**/*.yaml")):
        wrong = []
        doc = read_yaml(path)
        of = kind_of(doc) or "procedure"
        assert of in KINDS, path
        compile_schema(published(of))(doc.data, (), wrong)
        assert wrong == [], path
