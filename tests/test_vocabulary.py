"""House style: no sentence that a user sees has a phrase that `templates/vocabulary.yaml` or the glossary refuses.

Sentences are the texts of the code (errors, help, hints, reports), of its commands' help, of pages and scripts of the browser,
of the rule files and of templates, and of the documentation. Left out are cases, stories as people tell them at the desk,
translations, and the pages that are made from the code.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from tests.source_text import comments, literals
from tests.yaml_files import data_of

ROOT = Path(__file__).resolve().parent.parent
NOT_OURS = {"cases", "told", "translations", "fonts", "reference", "words"}
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


class Sentence(NamedTuple):
    """A text and where it stands."""

    file: str
    line: int
    text: str


class Phrase(NamedTuple):
    """A refused phrase: its name, how it is found, the longer phrases in which it is right, and what to say."""

    name: str
    pattern: re.Pattern[str]
    unless: tuple[str, ...]
    say: str

    def within(self, text: str) -> bool:
        """Whether a text has it, in capitals or small letters."""
        plain = " ".join(text.lower().split())
        for right in self.unless:
            plain = plain.replace(right, "")
        return self.pattern.search(plain) is not None


def one_of(phrases: list[str]) -> re.Pattern[str]:
    """The pattern of phrases as whole words."""
    return re.compile(r"(?<!\w)(?:" + "|".join(re.escape(phrase.lower()) for phrase in phrases) + r")(?!\w)")


@functools.cache
def vocabulary() -> Any:
    """The file of phrases, as it stands."""
    return data_of(ROOT / "templates/vocabulary.yaml")


@functools.cache
def phrases() -> tuple[Phrase, ...]:
    """Those of the vocabulary, and what the glossary says is not our word for a thing."""
    glossary = data_of(ROOT / "templates/glossary.yaml")
    own = [
        Phrase(name, one_of(it["never"]), tuple(map(str.lower, it.get("unless", ()))), it["say"])
        for name, it in vocabulary()["phrases"].items()
    ]
    terms = [
        Phrase(name, one_of(term["never"]["en"]), (), term["en"])
        for name, term in glossary.items()
        if term.get("never", {}).get("en")
    ]
    return (*own, *terms)


class ModuleText(NamedTuple):
    """The texts of a module, each with its line: those that users see, and its docstrings and comments."""

    shown: tuple[tuple[int, str], ...]
    comments: tuple[tuple[int, str], ...]


@functools.cache
def of_module(path: Path) -> ModuleText:
    """Parse a module once, for both kinds of its texts."""
    code = path.read_text(encoding="utf-8")
    nodes = [*ast.walk(ast.parse(code))]
    return ModuleText((*_shown(nodes),), (*_docstrings(nodes), *comments(code)))


def of_code(path: Path) -> Iterator[tuple[int, str]]:
    """Texts in a module, and the help of its commands; no docstring besides."""
    yield from of_module(path).shown


def of_comments(path: Path) -> Iterator[tuple[int, str]]:
    """Docstrings and comments of a module."""
    yield from of_module(path).comments


def _docstrings(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def _shown(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    docs, parts = set(), set()
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            docs.add(id(node.value))
        if isinstance(node, FUNCTION) and any(re.search("command|group", ast.unparse(one)) for one in node.decorator_list):
            yield node.lineno, ast.get_docstring(node) or ""
        if isinstance(node, ast.JoinedStr):
            parts |= {id(one) for one in node.values}
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            yield node.lineno, "".join(str(one.value) if isinstance(one, ast.Constant) else "..." for one in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and not {id(node)} & (docs | parts):
            yield node.lineno, node.value


def of_page(path: Path) -> Iterator[tuple[int, str]]:
    """Lines of a template without comments and tags of Jinja, or the quoted texts of a script."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        for line, row in enumerate(text.splitlines(), 1):
            yield from ((line, found[1]) for found in re.finditer(r"[\"`]([^\"`]* [^\"`]*)[\"`]", row.partition(" // ")[0]))
    else:
        shown = re.sub(r"{[#%].*?[#%]}", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)
        yield from enumerate(shown.splitlines(), 1)


def of_prose(path: Path) -> Iterator[tuple[int, str]]:
    """Paragraphs of a Markdown page, code in backticks left out; quotations of files and screens are left out too."""
    fenced = False
    for line, row in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if row.startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield line, re.sub(r"`[^`]*`", "`", row)


def of_data(path: Path) -> Iterator[tuple[int, str]]:
    """Values of a YAML file that are sentences, or more words than one."""
    for event in yaml.parse(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.ScalarEvent) and " " in event.value:
            yield event.start_mark.line + 1, event.value


KINDS = {
    "pages": (("docs", "bench", "README.md", "CONTRIBUTING.md", "SECURITY.md"), ("*.md",), of_prose),
    "comments": (("dealerkit", "bench", "docs"), ("*.py",), of_comments),
    "code": (("dealerkit",), ("*.py",), of_code),
    "browser": (("templates/web", "templates/print"), ("*.html", "*.js", "*.md", "*.typ"), of_page),
    "data": (("procedures", "rulings", "templates"), ("*.yaml",), of_data),
}


@functools.cache
def sentences(kind: str) -> tuple[Sentence, ...]:
    """All sentences of a kind."""
    folders, patterns, of = KINDS[kind]
    files = sorted(
        path
        for folder in folders
        for pattern in patterns
        for path in ([ROOT / folder] if (ROOT / folder).is_file() else (ROOT / folder).rglob(pattern))
    )
    ours = [
        path
        for path in files
        if not NOT_OURS & set(path.relative_to(ROOT).parts) and path.name not in {"vocabulary.yaml", "glossary.yaml"}
    ]
    return tuple(Sentence(str(path.relative_to(ROOT)), line, text) for path in ours for line, text in of(path) if " " in text)


@functools.cache
def refused(kind: str) -> tuple[tuple[Phrase, Sentence], ...]:
    """The sentences of a kind that have a refused phrase, but for those that are allowed by name."""
    allowed = {name: {it["text"] for it in those} for name, those in vocabulary()["allowed"].items()}
    any_of = re.compile("|".join(phrase.pattern.pattern for phrase in phrases()))
    return tuple(
        (phrase, sentence)
        for sentence in sentences(kind)
        if any_of.search(" ".join(sentence.text.lower().split()))
        for phrase in phrases()
        if phrase.within(sentence.text) and sentence.text not in allowed.get(phrase.name, ())
    )


@pytest.mark.parametrize("kind", KINDS)
def test_no_sentence_has_a_refused_phrase(kind: str) -> None:
    """The rule files, the code with the comments of many rooms, the browser and the papers alike."""
    wrong = [f"{at.file}:{at.line}: {' '.join(at.text.split())[:120]!r}: say {phrase.say}" for phrase, at in refused(kind)]
    assert not wrong, "\n".join(wrong)


def test_every_phrase_is_found_and_its_right_uses_are_not() -> None:
    """Each refused phrase fails a sentence that has it, in capitals too; within a longer word, or in a right use, it does not."""
    for name, it in vocabulary()["phrases"].items():
        phrase = next(one for one in phrases() if one.name == name)
        for never in it["never"]:
            assert phrase.within(f"Before {never.upper()} after."), never
            assert not phrase.within(f"Before x{never}x after."), never
        assert not any(phrase.within(f"Before {right} after.") for right in phrase.unless)


def test_every_exception_is_used_and_says_why() -> None:
    """An allowed sentence that nobody writes any more goes out of the file."""
    texts = {sentence.text for kind in KINDS for sentence in sentences(kind)}
    names = {phrase.name for phrase in phrases()}
    for name, those in vocabulary()["allowed"].items():
        assert name in names
        for it in those:
            assert it["because"]
            assert it["text"] in texts


BLANK = re.compile(r"\{([A-Za-z_]\w*)\}")


def unfilled(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Plain texts of four words or more that print a variable of their function in braces, where an `f` is missing."""
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for function in ast.walk(tree):
        if isinstance(function, FUNCTION):
            names = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
            names |= {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
            for node in ast.walk(function):
                if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in parts | docs:
                    continue
                if len(node.value.split()) > 3 and names.intersection(BLANK.findall(node.value)):
                    yield node.lineno, node.value


def test_no_message_prints_the_name_of_its_blank() -> None:
    """A hint says "remove 'draws'", never "remove '{part}'": the text is an f-string."""
    wrong = "def told(part):\n    return \"remove '{part}', or add another key\"\n"
    assert len(list(unfilled(ast.parse(wrong)))) == 1
    assert any(map(BLANK.search, literals(wrong)))
    assert not list(unfilled(ast.parse(wrong.replace("return ", "return f"))))
    texts = [
        f"{path.relative_to(ROOT)}:{line}: {text[:100]!r}"
        for path in sorted((ROOT / "dealerkit").rglob("*.py"))
        if any(map(BLANK.search, literals(code := path.read_text(encoding="utf-8"))))
        for line, text in unfilled(ast.parse(code))
    ]
    assert texts == []


MAN = re.compile(r"\b(he|his|him|himself)\b", re.IGNORECASE)
SPOKEN = {"words", "also"}
HEARD = {"talk.yaml", "elsewhere.yaml", "sources.yaml", "vocabulary.yaml"}


def printed(node: yaml.Node | None) -> Iterator[yaml.ScalarNode]:
    """The texts of a YAML document that are printed, keys among them; not the phrases by which a story is understood."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from printed(key)
            if key.value not in SPOKEN:
                yield from printed(value)
    elif isinstance(node, yaml.SequenceNode):
        for entry in node.value:
            yield from printed(entry)
    elif isinstance(node, yaml.ScalarNode):
        yield node


def test_no_printed_text_takes_a_player_for_a_man() -> None:
    """A player or a dealer is "the player", "they" or "you", never "he"; people who tell a story say what they like."""
    read, wrong = 0, []
    for folder in ("procedures", "rulings", "templates"):
        for path in sorted((ROOT / folder).rglob("*.yaml")):
            if NOT_OURS & set(path.relative_to(ROOT).parts) or path.name in HEARD:
                continue
            for document in yaml.compose_all(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader):
                for text in printed(document):
                    read += 1
                    if MAN.search(text.value):
                        wrong.append(f"{path.relative_to(ROOT)}:{text.start_mark.line + 1}: {text.value[:100]!r}")
    wrong += [f"{at.file}:{at.line}: {at.text[:100]!r}" for at in sentences("code") if re.search(r"\b[Hh]imself\b", at.text)]
    assert read > 30_000
    assert wrong == []


def test_sentences_are_read_from_every_kind() -> None:
    """An error, a command's help, a page, a script's text and a rule file's are among them."""
    assert any(one.text.startswith("unknown ...: '") for one in sentences("code"))
    assert any("Exit status 1 if there were slips." in one.text for one in sentences("code"))
    assert any(
        one.file == "README.md" and one.text.startswith("dealerkit is a program that trains dealers")
        for one in sentences("pages")
    )
    assert any(one.text.startswith("Write `docs/words/`:") for one in sentences("comments"))
    assert any(one.text.startswith("# noqa") for one in sentences("comments"))
    assert {Path(one.file).suffix for one in sentences("browser")} >= {".html", ".js"}
    assert {one.file.split("/")[0] for one in sentences("data")} == {"procedures", "rulings", "templates"}
