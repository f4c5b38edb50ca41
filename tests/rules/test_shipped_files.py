"""The YAML that comes with dealerkit, as files that people open: lines they can read, and any YAML reader can."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.sampling import daily

ROOT = Path(__file__).parents[2]
FOLD: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "scripts" / "fold_yaml.py"))
LONGEST: int = FOLD["LONGEST"]
LONGEST_NAME = 120  # of a case, in signs
SHIPPED = sorted(path for folder in ("procedures", "rulings", "templates") for path in (ROOT / folder).rglob("*.yaml"))


def test_there_are_files():
    """The folders that are looked through are the ones that are shipped."""
    assert len(SHIPPED) > 250


@pytest.mark.thorough
def test_plain_pyyaml_reads_every_file():
    """Our own reader is stricter about what values mean, and must not be more lenient about what is YAML."""
    for path in SHIPPED:
        assert yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader), path


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "folder", daily(sorted({path.parent for path in SHIPPED}), 8), ids=lambda folder: str(folder.relative_to(ROOT))
)
def test_so_it_does_where_it_has_no_libyaml(folder):
    """Its reader in Python takes ten times as long."""
    for path in sorted(folder.glob("*.yaml")):
        assert yaml.safe_load(path.read_text(encoding="utf-8")), path


def test_no_question_mark_of_a_list_lies_bare():
    """A card that nobody knows, `"s2 turn ??"` (FTR-11), is read without quotes in a list in brackets by libyaml alone."""
    quoted = re.compile(r""" "(?:[^"\\]|\\.)*" | '[^']*' | (?:^|\s)\#.* """, re.VERBOSE)
    bare = [
        f"{path.relative_to(ROOT)}:{at}"
        for path in SHIPPED
        for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if "?" in line and re.search(r": [\[{].*\?", quoted.sub('""', line))
    ]
    assert bare == []


def test_no_line_is_longer_than_a_person_reads():
    """As many signs as a line of our Python may have."""
    long = [
        f"{path.relative_to(ROOT)}:{at}"
        for path in SHIPPED
        for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert not long, "python docs/scripts/fold_yaml.py folds them"


def proposed_name(case: dict[str, Any]) -> str:
    """The name that `bench/mutate_rules.py --propose` gives a case of a ruling, but for a number; empty for another case."""
    facts, expect = case.get("facts") or {}, case.get("expect") or {}
    faults, cited = facts.get("faults", [facts.get("fault")]), expect.get("rules") or [case.get("rules")]
    if not all(faults):
        return ""
    return f"{cited[0]} {' and '.join(faults)}, {expect.get('case') or expect.get('outcome')}".replace("_", " ")


def test_proposed_cases_stand_apart():
    """What a person wrote can be read by itself: no case of `--propose` stands among it, nor one whose name tells its facts."""
    wrong, apart = [], 0
    for path in (path for path in SHIPPED if path.parent.name == "cases"):
        for case in yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)["cases"]:
            name, proposed = str(case["name"]), proposed_name(case)
            made = bool(proposed) and re.fullmatch(rf"{re.escape(proposed)}(, \d+)?", name) is not None
            if path.name.endswith(".edges.yaml"):
                apart += made
            elif made or len(name) > LONGEST_NAME or re.search(r"; [^;:]+: [^;:]+; [^;:]+: [^;:]+$", name):
                wrong.append(f"{path.relative_to(ROOT)}: {name}")
    assert not wrong
    assert apart > 200


TEXT = "words of a text that goes on " * 5 + "to its end"
PLAIN = "plain words that-go-on " * 7 + "till here"
ACTS = ", ".join(f"d deal s{n} Kh" for n in range(20))
LONG = f"""\
# A file with all that can be too long.
one: {{a: "{TEXT}", b: {{c: [one, two], d: 3}}, e: "it's \\"so\\""}}  # said behind it
two:
  - {{name: {TEXT}, acts: [{ACTS}]}}
  - short
three: {PLAIN}
# {PLAIN}
four: >
  {PLAIN}
  and a-hyphened-word {PLAIN}
"{PLAIN}": {{en: x}}
"""


def test_a_file_is_folded_and_says_the_same(tmp_path):
    """Every kind of long line: a flow map, an item, a list, a plain text, a comment, a block of text, a key."""
    path = tmp_path / "long.yaml"
    path.write_text(LONG, encoding="utf-8")
    assert FOLD["fold"](path)
    folded = path.read_text(encoding="utf-8")
    assert max(map(len, folded.splitlines())) <= LONGEST
    assert yaml.safe_load(folded) == yaml.safe_load(LONG)
    assert "# said behind it\none:\n  a: >-\n" in folded
    assert " ".join(folded.split()).count("till here") == LONG.count("till here")
    assert FOLD["fold"](path)
    assert path.read_text(encoding="utf-8") == folded


def test_what_cannot_be_folded_is_told(tmp_path, capsys):
    """A line without a space in it stays, and is named."""
    path = tmp_path / "word.yaml"
    path.write_text("a: |\n  " + "x" * 140 + "\n", encoding="utf-8")
    assert not FOLD["fold"](path)
    assert f"{path}:2" in capsys.readouterr().out
