"""Texts in other languages: found by their English, held to the glossary, and never another sentence's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.errors import RuleFileError
from dealerkit.rules import translations
from dealerkit.rules.data import data_dir
from dealerkit.rules.glossary import SCRIPTS, glossary, lint_translations, objections
from dealerkit.rules.lint.languages import untranslated
from dealerkit.rules.loader import read_yaml
from dealerkit.rules.texts import said_in, text

APART = {"glossary.yaml", "vocabulary.yaml", "locales.yaml", "copy_words.yaml"}
"""Files that are not texts of the trade: the glossaries themselves, characters, and words drawn by lot."""


def in_several(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Mapping[str, Any]]]:
    """Every text of a file that is written in English and Chinese."""
    if isinstance(value, Mapping):
        if isinstance(value.get("en"), str) and any(lang in value for lang in SCRIPTS):
            yield place, value
        else:
            for key, inner in value.items():
                yield from in_several(inner, (*place, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from in_several(inner, (*place, index))


def files() -> list[Path]:
    """Every file of ours that may speak Chinese."""
    found = [path for kind in ("procedures", "rulings", "templates") for path in data_dir(kind).rglob("*.yaml")]
    return [path for path in found if path.name not in APART and path.parent.name != translations.FOLDER]


def speaking() -> list[Path]:
    """Those that do."""
    return [path for path in files() if "zh-" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", speaking(), ids=lambda path: path.relative_to(path.parents[2]).as_posix())
def test_every_chinese_text_keeps_to_the_glossary(path):
    """Right script, our words of the trade, the same `{names}`: each text that stands in a file beside its English."""
    wrong = [
        (place, lang, what, said[lang])
        for place, said in in_several(read_yaml(path).data)
        for lang in SCRIPTS
        if lang in said
        for what in objections(said["en"], said[lang], lang)
    ]
    assert wrong == []


def test_every_translation_keeps_to_the_glossary():
    """So does each that lies apart; and it is there in both scripts."""
    assert [str(problem) for problem in lint_translations(SCRIPTS)] == []


def test_every_translation_is_of_something_that_is_said():
    """A translation whose English has been changed is of no use: it has to be made anew for what is said now."""
    said = {translations.folded(one) for path in [*files(), *data_dir("templates").rglob("*.yaml")] for one in strings(path)}
    said |= {translations.folded(one) for one in of_the_code()}
    stale = [english for doc in translations.files() for english in doc.data if translations.folded(english) not in said]
    assert stale == []


def strings(path: Path) -> Iterator[str]:
    """Every string of a file of data; a file of translations says nothing by itself."""
    if path.parent.name == translations.FOLDER:
        return
    waiting: list[Any] = [read_yaml(path).data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, str):
            yield value


def of_the_code() -> Iterator[str]:
    """What the code itself says on paper."""
    from dealerkit.rulings.outcome_words import OUTCOMES, WAITS

    yield from OUTCOMES.values()
    yield from WAITS.values()


@pytest.mark.parametrize(
    ("english", "said", "lang", "what"),
    [
        pytest.param("Banker wins.", "閒贏。", "zh-Hant", "the glossary translates 'banker' as 莊", id="a term is missing"),
        pytest.param("A tie.", "平局。", "zh-Hans", "the glossary refuses '平局' for 'tie'", id="another word"),
        pytest.param("Burn a card.", "烧一张牌。", "zh-Hant", "the character '烧' is not used in zh-Hant", id="the other script"),
        pytest.param(
            "The last coup.",
            "最后一局。",
            "zh-Hant",
            "the glossary refuses '最后' for 'others'",
            id="a variant of the other region",
        ),
        pytest.param(
            "Burn {n}.",
            "烧牌。",
            "zh-Hans",
            "the translation must have the same names in braces as the English text",
            id="a name is missing",
        ),
    ],
)
def test_what_is_wrong_is_told(english, said, lang, what):
    """Each kind of objection is raised by a text that deserves it."""
    assert what in list(objections(english, said, lang))


def test_the_glossary_keeps_to_itself():
    """What a term says or is called is never what another forbids."""
    for term in glossary():
        for lang, word in term.words.items():
            assert [other.name for other in glossary() for never in other.never.get(lang, ()) if word and never in word] == []


def test_a_text_that_a_house_has_changed_keeps_no_translation_of_the_old_one():
    """The translation belongs to the sentence, so a house's own sentence stays as it is, and is known to be English."""
    assert said_in("Count the rack.", "zh-Hans")[1] == "zh-Hans"
    assert said_in("Count the rack twice.", "zh-Hans") == ("Count the rack twice.", "en")


def test_a_language_in_the_text_comes_first():
    """What stands beside the English is printed, not what lies apart; and any language can stand there."""
    said = {"en": "Count the rack.", "zh-Hans": "数筹码。", "pt": "Conte as fichas."}
    assert (text(said, "zh-Hans"), text(said, "pt"), text(said, "zh-Hant")) == ("数筹码。", "Conte as fichas.", "點算籌碼盤。")


def test_two_translations_of_one_text_are_refused(tmp_path, monkeypatch):
    """Which of them is printed would hang on the names of files."""
    folder = tmp_path / translations.FOLDER
    folder.mkdir()
    for name in ("a.yaml", "b.yaml"):
        (folder / name).write_text('"Burn a card.": {zh-Hans: 烧一张牌。, zh-Hant: 燒一張牌。}\n', encoding="utf-8")
    monkeypatch.setattr(translations, "data_dir", lambda kind: tmp_path)
    with pytest.raises(RuleFileError, match=r"b\.yaml:1:1: .*this text is translated twice"):
        translations._by_words.__wrapped__()


HOUSE = """set: paper-house
title: Our house
extends: us
family: baccarat
house: Our House
findings:
  coup/wrong-payout: {title: "Paid wrongly, in our words", why: {en: Why, zh-Hans: 何故}}
"""


def test_lint_lists_what_is_not_said_in_a_language(tmp_path):
    """File, line and the English; a text that has the language is not listed."""
    path = tmp_path / "house.yaml"
    path.write_text(HOUSE, encoding="utf-8")
    assert [(one.line, one.message) for one in untranslated([path], "zh-Hans")] == [
        (2, "no translation into zh-Hans: Our house"),
        (7, "no translation into zh-Hans: Paid wrongly, in our words"),
    ]
    done = CliRunner().invoke(main, ["lint", "--lang", "zh-Hant", str(path)])
    assert done.exit_code == 1
    assert "findings.coup/wrong-payout.why: no translation into zh-Hant: Why" in " ".join(done.stdout.split())
    assert done.stdout.endswith("3 texts not translated into zh-Hant\n")


@pytest.mark.parametrize("args", [["--lang", "zh_Hans!"], ["--lang", "zh-Hans", "--sources"]])
def test_lint_refuses_what_is_no_language(args):
    """A tag that is none, and two lists at once."""
    assert CliRunner().invoke(main, ["lint", *args]).exit_code == 2
