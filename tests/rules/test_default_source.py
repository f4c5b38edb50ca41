"""A file's own source: said once at its top, taken by what says none, kept apart from that of files over and under it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dealerkit.errors import RuleFileError
from dealerkit.rules.default_source import KEYS, with_sources
from dealerkit.rules.doc import Doc
from dealerkit.rules.lint.files import lint
from dealerkit.rules.lint.sources import sources
from dealerkit.rules.loader import read_yaml
from dealerkit.rules.schemas.kinds import DEFS
from dealerkit.rules.sets import rule_set

Put = Callable[[str, str], Path]

HOUSE = """\
set: house
extends: base
source: {work: pier, note: Our book}
faults:
  surplus:
    cases:
      seen: {outcome: plays}
      half: {before: otherwise, when: {count: 2}, rule: TI-02, outcome: plays, source: "7"}
      other: {before: otherwise, when: {count: 3}, rule: TI-02, outcome: plays, source: {work: book, section: "9"}}
sources:
  pier: {title: Rules of the Pier}
  quay: {title: Rules of the Quay}
"""
OVER = """\
set: over
extends: ./house.yaml
source: {work: quay, section: "1"}
faults:
  surplus:
    cases:
      half: {source: "2"}
      third: {before: otherwise, when: {count: 4}, rule: TI-02, outcome: plays}
"""


def cited(path: Path) -> dict[str, object]:
    """Return what each case of the fault is cited from."""
    return {name: case["source"] for name, case in rule_set(path).faults["surplus"]["cases"].items()}


def test_what_says_none_takes_it_and_what_says_its_own_keeps_it(toys: Path, put: Put) -> None:
    """The place alone is in the file's work, another work stands alone, and what the base says keeps the base's."""
    path = put("house.yaml", HOUSE)
    assert cited(path) == {
        "seen": {"work": "pier", "note": "Our book"},
        "half": {"work": "pier", "section": "7", "note": "Our book"},
        "other": {"work": "book", "section": "9"},
        "otherwise": {"work": "book", "section": "4", "verified": "part"},
    }
    assert "source" not in rule_set(path).doc.data
    assert lint([path]) == []


def test_each_of_two_files_over_one_another_has_its_own(toys: Path, put: Put) -> None:
    """What only the lower file rules is cited from the lower file's work."""
    put("house.yaml", HOUSE)
    found = cited(put("over.yaml", OVER))
    assert found["half"] == {"work": "quay", "section": "2"}
    assert found["third"] == {"work": "quay", "section": "1"}
    assert found["seen"] == {"work": "pier", "note": "Our book"}
    assert found["otherwise"] == {"work": "book", "section": "4", "verified": "part"}


def test_the_files_of_one_folder_have_each_its_own(toys: Path, put: Put) -> None:
    """One set in two files that cite two works."""
    put("pier/set.yaml", "set: pier\nextends: base\nsources: {one: {title: One}, two: {title: Two}}\n")
    fault = "source: {{work: {0}}}\nfindings:\n  {1}: {{title: T, severity: minor}}\n"
    put("pier/first.yaml", fault.format("one", "pier/first"))
    put("pier/second.yaml", fault.format("two", "pier/second"))
    findings = rule_set(
        put("pier/set.yaml", "set: pier\nextends: base\nsources: {one: {title: One}, two: {title: Two}}\n")
    ).findings
    assert [findings[code]["source"] for code in ("pier/first", "pier/second")] == [{"work": "one"}, {"work": "two"}]


def test_each_part_is_found_where_it_is_written(toys: Path, put: Put) -> None:
    """The work at the top of the file, the place in the case."""
    doc = rule_set(put("house.yaml", HOUSE)).doc
    cases = ("faults", "surplus", "cases")
    lines = {part: doc.origin((*cases, "half", "source", part)).line for part in ("work", "section", "note")}
    assert lines == {"work": 3, "section": 8, "note": 3}
    assert doc.origin((*cases, "half", "source", "section")).column == HOUSE.splitlines()[7].index('"7"') + 1
    assert doc.origin((*cases, "seen", "source")).line == 3
    assert doc.origin((*cases, "seen", "outcome")).line == 7


@pytest.mark.parametrize(
    ("said", "place", "message"),
    [
        ("pier", ":3:9: ", "the key 'source' at the top of the file does not name a work"),
        ('{section: "4"}', ":3:9: ", "the key 'source' at the top of the file does not name a work"),
        ("{work: pier, page: 4}", ":3:22: ", "unknown key 'page'"),
        ("{work: peer}", ":3:16: ", "unknown work: 'peer'; did you mean 'pier'?"),
        ("{work: pier, section: [4]}", ":3:31: ", "expected text or a whole number, not a list"),
    ],
)
def test_a_wrong_one_is_told_once_and_where_it_stands(toys: Path, put: Put, said: str, place: str, message: str) -> None:
    """Although many entries take it."""
    path = put("house.yaml", HOUSE.replace("{work: pier, note: Our book}", said))
    problems = [str(one) for one in lint([path])]
    assert len(problems) == 1
    assert f"{path}{place}" in problems[0]
    assert message in problems[0]


def test_a_place_without_a_work_says_what_is_missing(toys: Path, put: Put) -> None:
    """There is nothing at the top and nothing in a base that it could be in."""
    path = put("house.yaml", HOUSE.replace("source: {work: pier, note: Our book}\n", ""))
    (problem,) = [str(one) for one in lint([path])]
    assert f"{path}:7:" in problem
    assert "the key 'work' is missing" in problem
    assert "write source: {work: ...} at the top of the file for all of it" in problem


def test_a_section_that_is_wanted_is_missed_in_the_entry(toys: Path, put: Put) -> None:
    """The work stands at the top of the file, and the message says which of the entries under it has no place in it."""
    path = put("house.yaml", HOUSE.replace("{title: Rules of the Pier}", "{title: Rules of the Pier, sections: [1-9]}"))
    (problem,) = [str(one) for one in lint([path])]
    assert f"{path}:3:9: " in problem
    assert "'seen' cites pier without a section" in problem


def test_every_citation_counts_although_the_place_is_written_once(toys: Path, put: Put) -> None:
    """The list of what was not read names each entry, where it stands."""
    path = put("house.yaml", HOUSE.replace("note: Our book", 'section: "1"'))
    found = sources([path])
    assert found.cited == 3
    where = {
        work: [at.rpartition(":")[2] for one in found.unread if one.work == work for at in one.where] for work in ("pier", "book")
    }
    assert where == {"pier": ["3", "8"], "book": ["9"]}


def test_a_file_without_entries_is_left_alone() -> None:
    """Another kind of file may have a key of that name; its own shape says whether it may."""
    doc = read_yaml(("drill.yaml", "drill: a/b\nsource: x\n"))
    assert with_sources(doc) is doc
    words = read_yaml(("words.yaml", "source: {title: Source}\nfindings: {title: Findings}\n"))
    assert with_sources(words) is words
    with pytest.raises(RuleFileError, match="does not name a work"):
        with_sources(Doc.of({"source": 3, "findings": {}}))


def test_a_citation_says_what_the_schema_lets_it_say() -> None:
    """Neither list may forget one."""
    assert set(KEYS) == DEFS["source"]["properties"].keys()


def test_a_game_s_own_rules_may_name_the_place_alone() -> None:
    """Only those that are cited; a rule that is told in words alone takes nothing."""
    file = {"game": "g", "source": {"work": "w"}, "rules": {"a": {"rules": {"A-1": "Text", "A-2": {"text": "T", "source": "3"}}}}}
    rules = with_sources(Doc.of(file)).data["rules"]["a"]["rules"]
    assert rules == {"A-1": "Text", "A-2": {"text": "T", "source": {"work": "w", "section": "3"}}}
