"""README and the pages in `docs/`: examples run, quotations stand where they say, every word of the rule files has its line."""

from __future__ import annotations

import doctest
import json
import re
import runpy
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner

from dealerkit.cli.main import COMMANDS, main
from dealerkit.facts import FACTS
from dealerkit.jobs.cases import CaseReport, run_cases
from dealerkit.judge import classification
from dealerkit.judge.matchers import player
from dealerkit.mechanics import MECHANICS
from dealerkit.procedure.planners import DO
from dealerkit.procedure.planners.scores import SCORERS
from dealerkit.rules.code_tables import KINDS
from dealerkit.rules.data import data_dir
from dealerkit.rules.games import game, games
from dealerkit.rules.schemas.game import DEALER_STEP, DUTY, FELT, LIKE_STEP, PLACE, PLAYER_STEP, SECTION, SPOT, STREET, STREETS
from dealerkit.rules.schemas.rule_set import REMEDY
from dealerkit.rules.step_words import do_word

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(page for page in (ROOT / "docs").rglob("*.md") if "reference" not in page.parts)
EXAMPLES = [ROOT / "README.md", *(page for page in PAGES if page.parent.name != "words")]
LIKE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
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


def blocks(page: Path) -> Iterator[tuple[str, str, str, int]]:
    """Every fenced block of a page: its language, the file name that may stand behind it, its text, and the line it begins on."""
    content = page.read_text(encoding="utf-8")
    for found in re.finditer(r"^```(\w+) ?(.*?)\n(.*?)^```$", content, re.DOTALL | re.MULTILINE):
        yield found[1], found[2], found[3], content.count("\n", 0, found.start()) + 1


LONG = {"preparing.md", "reckoning.md", "printing.md"}
"""Pages with whole examples that lint everything, reckon odds and print books."""


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=pytest.mark.thorough if page.name in LONG else ()) for page in EXAMPLES],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
@pytest.mark.usefixtures("keeping")
def test_the_examples_print_what_the_page_says(page, tmp_path, monkeypatch):
    """Every example of a page, run in order in one empty folder; `...` stands for anything.

    A command stands behind `$`, Python behind `>>>`. A block with a file's name behind its language is that file; with a path,
    it is a quotation from the rule files.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("dealerkit.jobs.cases.run_cases", some_cases)
    for name in ("DEALERKIT_RULES", "DEALERKIT_JOURNAL", "DEALERKIT_GAME"):
        monkeypatch.delenv(name, raising=False)
    python: dict[str, Any] = {}
    for language, name, block, line in blocks(page):
        if language == "console":
            for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                run(session, f"{page.name}:{line}")
        elif language == "pycon":
            example = doctest.DocTestParser().get_doctest(block, python, page.name, str(page), line)
            failures: list[str] = []
            doctest.DocTestRunner(optionflags=LIKE).run(example, out=failures.append, clear_globs=False)
            python = example.globs
            assert not failures, "".join(failures)
        elif name and "/" not in name:
            (tmp_path / name).write_text(block, encoding="utf-8")


PROMOTIONS = data_dir("procedures") / "promotions" / "cases"


def some_cases(paths: Sequence[str], *more: Any) -> CaseReport:
    """Those of one folder, where a page runs all that are shipped: `tests/test_cases.py` has run each of them."""
    return run_cases(paths, *more) if paths else attrs.evolve(run_cases([PROMOTIONS], *more), uncovered=())


def run(session: str, place: str) -> None:
    """Run a command, and compare what it prints with what stands below it."""
    command, _, expected = session.partition("\n")
    typed, _, file = command.partition(" < ")
    words = shlex.split(typed)
    assert words[0] == "dealerkit", f"{place}: {command}"
    given = Path(file).read_text(encoding="utf-8") if file else None
    result = CliRunner().invoke(main, words[1:], input=given)
    assert result.exit_code in {0, 1}, f"{place}: {command}: {result.output}"
    assert doctest.OutputChecker().check_output(expected, result.output, LIKE), (
        f"{place}: $ {command}\n{result.output}\nthe page says:\n{expected}"
    )


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_has_its_section(name):
    """One section on one page of `docs/commands/`, with an example that the test above runs."""
    told = [page for page in PAGES if f"\n## `dealerkit {name}`\n" in page.read_text(encoding="utf-8")]
    assert [page.parent.name for page in told] == ["commands"]
    content = told[0].read_text(encoding="utf-8").split(f"\n## `dealerkit {name}`\n")[1]
    assert f"$ dealerkit {name}" in re.split(r"^## ", content, flags=re.MULTILINE)[0]


def test_what_is_quoted_from_a_rule_file_stands_there():
    """A block of YAML that names a path is found in that file word for word."""
    quoted = [
        (page, file, block) for page in PAGES for language, file, block, _ in blocks(page) if language == "yaml" and "/" in file
    ]
    assert len(quoted) >= 5
    for page, file, block in quoted:
        assert block in (ROOT / file).read_text(encoding="utf-8"), f"{page.name}: not in {file}:\n{block}"


def anchors(page: Path) -> set[str]:
    """The headings of a page, as links name them."""
    heads = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^a-z0-9 _-]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", [*EXAMPLES, ROOT / "CONTRIBUTING.md"], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page):
    """A file that is there, and a heading that it has."""
    for file, anchor in re.findall(r"\]\(([\w./-]*)(?:#([\w-]+))?\)", page.read_text(encoding="utf-8")):
        there = page.parent / file if file else page
        assert there.is_file(), f"{page.name}: {file}"
        assert not anchor or anchor in anchors(there), f"{page.name}: {file}#{anchor}"


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_module_that_a_page_names_is_there(page):
    """Whoever is sent to a file finds it: in the package, `tests/`, `bench/` or `docs/`, however much of its path is said."""
    there = [path.as_posix() for part in ("dealerkit", "tests", "bench", "docs") for path in (ROOT / part).rglob("*.py")]
    named = re.findall(r"(?<![\w/.<>-])((?:[\w.-]+/)*\w+\.py)\b", page.read_text(encoding="utf-8"))
    assert [name for name in named if not any(path.endswith(f"/{name}") for path in there) and not (ROOT / name).is_file()] == []


def test_every_page_is_linked():
    """The README leads to each page, and to the table of a folder's pages; the site's front page is led to by the site."""
    for page in PAGES:
        index = page.parent / "index.md"
        among = ROOT / "README.md" if page == index or index == ROOT / "docs" / "index.md" else index
        link = page.relative_to(among.parent).as_posix()
        assert page == ROOT / "docs" / "index.md" or re.search(rf"\]\({link}[)#]", among.read_text(encoding="utf-8")), link


# -- the site ----------------------------------------------------------------------------------------------------------------


def test_the_reference_is_made_of_what_is_there():
    """Every command, finding, rule and room has its line; Sphinx is not needed for it."""
    from docs import reference_pages

    commands, listed, rooms = (
        reference_pages.commands_pages(),
        reference_pages.catalogue_pages(),
        reference_pages.module_pages(),
    )
    assert {f"commands/{name}" for name in COMMANDS} <= commands.keys()
    assert "`--follow`" in commands["commands/journal"]
    assert "`burn/missed-before-street`" in listed["findings/burn"]
    assert "`BA-38`" in listed["rules/ba"]
    assert "(ba.md)" in listed["rules/index"]
    assert {"python/felt", "python/facts", "python/mechanics"} <= rooms.keys()


def test_a_page_of_the_reference_can_be_read_on_a_telephone():
    """No page made from the code has a source above 70 kB; a browser is sent some twice as much."""
    from docs import reference_pages

    pages = {**reference_pages.commands_pages(), **reference_pages.catalogue_pages(), **MADE["pages"]()}
    assert {name: len(page) for name, page in pages.items() if len(page) > 70_000} == {}


def test_the_search_of_the_site_leads_to_the_row_of_each_id():
    """Every rule, finding, fault, fact, remedy, outcome and option has a target on the page that the search names."""
    from docs import reference_pages

    pages = reference_pages.catalogue_pages()
    named = list(reference_pages.named_things())
    assert {("BA-38", "rule", "rules/ba"), ("burn/missed-before-street", "finding", "findings/burn")} <= set(named)
    assert [id_ for id_, _, page in named if f'<span id="{reference_pages.target(id_)}"></span>`{id_}`' not in pages[page]] == []


# -- the engine ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("heading", "matchers"), [("The dealer's", classification.MATCHERS), ("The players'", player.MATCHERS)])
def test_the_matchers_are_told_in_their_order(heading, matchers):
    """Number, name, sentence and example of every matcher, in the order in which they are tried; the act is its docstring's."""
    told = [row for row in rows(under(text("engine.md"), heading)) if row[0]]
    assert [(int(number), *words_of(name)) for number, name, *_ in told] == [
        (number, matcher.__name__) for number, matcher in enumerate(matchers, 1)
    ]
    for (_, _, sentence, example), matcher in zip(told, matchers, strict=True):
        assert sentence
        assert example
        acts = {word for word in words_of(matcher.__doc__ or "") if re.match(r"(d|s\d) ", word)}
        assert acts & words_of(example) or not acts, f"{matcher.__name__}: {sorted(acts)}"


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


def test_the_pages_of_words_are_in_step():
    """If this fails, run `python docs/scripts/make_words.py` and commit `docs/words/`."""
    assert {page.name: page.read_text(encoding="utf-8") for page in (ROOT / "docs/words").iterdir()} == MADE["pages"]()


TOLD = [
    ("section", SECTION, ["Sections"]),
    ("streets", STREETS, ["Sections", "Streets"]),
    ("street", STREET, ["Sections", "Streets"]),
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
    told = {name: row for row in rows(under(text("words/index.md"), *headings)) for name in words_of(row[0])}
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


@pytest.mark.sample(4)
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
        name_of_word = do_word(step, DO) if "do" in step else ""
        word = DO[name_of_word] if name_of_word else MECHANICS[step["play"]]
        shape = DEALER_STEP if "do" in step else PLAYER_STEP
        known = set(shape["properties"]) | MADE["parameters_of"](word) | ({"what"} if ", what: " in name_of_word else set())
        for table in (SCORERS, MADE["PAYMENTS"]):
            if isinstance(step.get("by"), str) and step["by"] in table:
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
