"""The pages in `docs/`: their examples run, what they quote stands where they say, every word of the rule files has its line."""

from __future__ import annotations

import doctest
import json
import re
import runpy
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.facts import FACTS
from dealerkit.judge import location
from dealerkit.judge.rungs import player
from dealerkit.mechanics import MECHANICS
from dealerkit.procedure.planners import DO
from dealerkit.procedure.planners.scores import SCORERS
from dealerkit.procedure.steps import KINDS
from dealerkit.rules.data import data_dir
from dealerkit.rules.games import game, games
from dealerkit.rules.schemas import DEALER_STEP, DUTY, FELT, LIKE_STEP, PLACE, PLAYER_STEP, REMEDY, SECTION, SPOT

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted((ROOT / "docs").glob("*.md"))
GUIDES = [page for page in PAGES if page.name != "words.md"]
MADE = runpy.run_path(str(ROOT / "docs" / "scripts" / "make_words.py"))


def text(name: str) -> str:
    """A page of the documentation."""
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def rows(part: str) -> Iterator[list[str]]:
    """The cells of every row of the tables in a part of a page, without their heads."""
    for line in part.splitlines():
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if cells and not set(line) <= set("|- "):
            yield cells


def under(page: str, *headings: str) -> str:
    """What stands under headings of a page, each up to the next heading."""
    parts = re.split(r"^#+ (.*)$", page, flags=re.MULTILINE)
    found = dict(zip(parts[1::2], parts[2::2], strict=True))
    return "\n".join(found[heading] for heading in headings)


def words_of(cell: str) -> set[str]:
    """The words in backticks of a cell."""
    return set(re.findall(r"`([^`]+)`", cell))


# -- examples ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.name)
def test_the_examples_print_what_the_page_says(page):
    """Every example with `>>>` on a page, run in order."""
    found = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert found.attempted >= 10
    assert found.failed == 0


def blocks(page: Path, language: str) -> Iterator[tuple[str, str]]:
    """The fenced blocks of a language: what stands behind it, and the text."""
    yield from re.findall(rf"^```{language} ?(.*?)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.name)
def test_the_commands_print_what_the_page_says(page, monkeypatch):
    """Every command with `$`; `...` stands for anything."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)
    for _, block in blocks(page, "console"):
        for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = session.partition("\n")
            result = CliRunner().invoke(main, shlex.split(command)[1:])
            flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            assert doctest.OutputChecker().check_output(expected, result.output, flags), f"$ {command}\n{result.output}"


def test_what_is_quoted_from_a_rule_file_stands_there():
    """A block of YAML names its file, and is found in it word for word."""
    quoted = [(page.name, file, block) for page in GUIDES for file, block in blocks(page, "yaml")]
    assert len(quoted) >= 5
    for page, file, block in quoted:
        assert block in (ROOT / file).read_text(encoding="utf-8"), f"docs/{page}: not in {file}:\n{block}"


def test_every_link_leads_somewhere():
    """Links between the pages; each page is linked from CONTRIBUTING.md."""
    for page in PAGES:
        known = {re.sub(r"[^a-z0-9 -]", "", head.lower()).replace(" ", "-") for head in _headings(page)}
        for file, anchor in re.findall(r"\]\(([\w./-]*)(?:#([\w-]+))?\)", page.read_text(encoding="utf-8")):
            assert not file or (page.parent / file).is_file(), f"{page.name}: {file}"
            there = (
                known
                if not file
                else {re.sub(r"[^a-z0-9 -]", "", it.lower()).replace(" ", "-") for it in _headings(page.parent / file)}
            )
            assert not anchor or anchor in there, f"{page.name}: #{anchor}"
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [page.name for page in PAGES if f"(docs/{page.name})" not in contributing] == []


def _headings(page: Path) -> list[str]:
    return re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)


# -- the engine ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("heading", "rungs"), [("The dealer's", location.RUNGS), ("The players'", player.RUNGS)])
def test_the_rungs_are_told_in_their_order(heading, rungs):
    """Number, name, sentence and example of every rung, in the order in which they are tried; the act is its docstring's."""
    told = [row for row in rows(under(text("engine.md"), heading)) if row[0]]
    assert [(int(number), *words_of(name)) for number, name, *_ in told] == [
        (number, rung.__name__) for number, rung in enumerate(rungs, 1)
    ]
    for (_, _, sentence, example), rung in zip(told, rungs, strict=True):
        assert sentence
        assert example
        acts = {word for word in words_of(rung.__doc__ or "") if re.match(r"(d|s\d) ", word)}
        assert acts & words_of(example) or not acts, f"{rung.__name__}: {sorted(acts)}"


def test_the_parts_of_an_agenda_are_told():
    """Every field of an agenda, in order."""
    from dealerkit.procedure.agenda import Agenda

    assert [name for part, _ in list(rows(under(text("engine.md"), "The agenda")))[1:] for name in words_of(part)] == list(
        Agenda._fields
    )


def test_every_kind_of_fault_is_told():
    """What can be wrong with a step, in the order of the code."""
    told = [name for kind, _ in list(rows(under(text("findings.md"), "The kinds")))[1:] for name in words_of(kind)]
    assert told == list(KINDS)


def test_every_key_of_a_remedy_is_told():
    """What a remedy's entry can say."""
    told = {name for key, _ in list(rows(under(text("remedies.md"), "The remedy's steps")))[1:] for name in words_of(key)}
    assert told == set(REMEDY["properties"])


# -- the words ----------------------------------------------------------------------------------------------------------------


def test_the_page_of_words_is_in_step():
    """If this fails, run `python docs/scripts/make_words.py` and commit `docs/words.md`."""
    assert text("words.md") == MADE["page"]()


TOLD = [
    ("section", SECTION, ["Sections"]),
    ("dealer's step", DEALER_STEP, ["Steps", "A dealer's step"]),
    ("players' step", PLAYER_STEP, ["Steps", "A players' step"]),
    ("like", LIKE_STEP, ["A step like another"]),
    ("duty", DUTY, ["Duties"]),
    ("felt", FELT, ["`felt:`"]),
    ("place", PLACE, ["A place"]),
    ("spot", SPOT, ["A spot"]),
]


@pytest.mark.parametrize(("shape", "headings"), [row[1:] for row in TOLD], ids=[row[0] for row in TOLD])
def test_every_key_has_a_line_with_a_meaning(shape, headings):
    """What the schema lets a rule file say; `before` and `after` of a step only place it in an overlay."""
    told = {name: row for row in rows(under(text("words.md"), *headings)) for name in words_of(row[0])}
    keys = {key for key, inner in shape["properties"].items() if "not" not in inner}
    assert keys <= told.keys()
    assert [key for key in keys if len(told[key]) != 3 or not all(told[key])] == []


def test_editors_are_shown_the_same_meanings():
    """The published schema of a procedure says of each key what it means."""
    published = (data_dir("procedures").parent / "docs" / "schema" / "procedure.schema.json").read_text(encoding="utf-8")
    for _, shape, _ in TOLD:
        for key, inner in shape["properties"].items():
            if "not" in inner:
                continue
            assert f'"{key}"' in published
            assert json.dumps(inner["description"], ensure_ascii=False) in published


def said_in(nodes: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Every step of a procedure or remedy."""
    for node in nodes.values():
        if "steps" in node:
            yield from said_in(node["steps"])
        else:
            yield node


@pytest.mark.parametrize("name", games())
def test_rule_files_use_no_key_that_the_page_does_not_know(name):
    """Felt, places, duties, sections and steps of every game, and of the remedies of its rule set."""
    found = game(name)
    assert set(found.data["felt"]) <= set(FELT["properties"])
    for place in found.data["felt"]["places"].values():
        assert set(place) <= set(PLACE["properties"])
    for duty in found.data.get("duties", {}).values():
        assert set(duty) <= set(DUTY["properties"])
    remedies = found.rules.remedies if found.rules is not None else {}
    steps = [*said_in(found.data["procedure"]), *(step for it in remedies.values() for step in said_in(it.get("steps") or {}))]
    for step in steps:
        word = DO[step["do"]] if "do" in step else MECHANICS[step["play"]]
        shape = DEALER_STEP if "do" in step else PLAYER_STEP
        known = set(shape["properties"]) | MADE["parameters_of"](word)
        for table in (SCORERS, MADE["PAYMENTS"]):
            if step.get("by") in table:
                known |= MADE["parameters"](table[step["by"]])
        assert set(step) <= known, f"{name}: {sorted(set(step) - known)} of {word.name}"


def test_every_parameter_is_told_by_its_word():
    """A parameter that a planner, a mechanic or a scorer reads stands in its docstring, and so on the page."""
    told: dict[str, tuple[set[str], str]] = {
        **{name: (MADE["parameters_of"](word), word.plan.__doc__ or "") for name, word in DO.items()},
        **{f"play {name}": (MADE["parameters_of"](word), word.run.__doc__ or "") for name, word in MECHANICS.items()},
        **{f"by {name}": (MADE["parameters"](scorer), scorer.__doc__ or "") for name, scorer in SCORERS.items()},
    }
    assert len(told) > 150
    missing = {name: left for name, (read, doc) in told.items() if (left := {key for key in read if f"`{key}" not in doc})}
    assert missing == {}


def test_every_word_says_what_it_means():
    """Each `do` word, mechanic and fact has its sentence."""
    assert [name for name, word in DO.items() if not word.help] == []
    assert [name for name, word in MECHANICS.items() if not (word.run.__doc__ or "").strip()] == []
    assert [name for name, function in FACTS.items() if not (function.__doc__ or "").strip()] == []
