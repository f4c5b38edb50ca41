"""Translations of the texts of rule files, by their English text.

Most texts of a rule file are in English only. Their translations are in `templates/translations/`, by the English text itself:
the same sentence needs one translation however many sets have it, and a changed sentence of a house never gets the translation of
the sentence that it replaces. A rule file may also have several languages in a text, `{en: ..., zh-Hans: ...}`, which take
precedence.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping

from dealerkit.errors import Problem, RuleFileError
from dealerkit.rules.data import data_dir
from dealerkit.rules.doc import Doc
from dealerkit.rules.files import read_file

FOLDER = "translations"


def translation(english: str, lang: str) -> str | None:
    """Return a text in another language; None without a translation.

    Args:
        english: The text in English, with any white space between words.
        lang: A language tag.

    Raises:
        RuleFileError: If the translations cannot be used.

    >>> translation("Count  the\\nrack.", "zh-Hant"), translation("Unheard of.", "zh-Hant")
    ('點算籌碼盤。', None)
    """
    return _by_words().get(folded(english), {}).get(lang)


def folded(words: str) -> str:
    """Return a text with single spaces between words, the form in which it is looked up."""
    return " ".join(words.split())


def files() -> list[Doc]:
    """Return every file of translations: for each English text, its translations by language tag.

    Raises:
        RuleFileError: If a file is not YAML.
    """
    return [read_file(path) for path in sorted((data_dir("templates") / FOLDER).glob("*.yaml"))]


def shape(docs: Iterable[Doc]) -> Iterator[Problem]:
    """Yield problems of translation files that would make them unreadable: a wrong shape, or a text translated twice.

    Args:
        docs: The files.
    """
    seen: dict[str, str] = {}
    for doc in docs:
        for english, translation in doc.data.items():
            if not isinstance(translation, Mapping) or not all(isinstance(text, str) for text in translation.values()):
                yield doc.problem((english,), "expected a translation for each language", "write {zh-Hans: ..., zh-Hant: ...}")
            elif folded(english) in seen:
                hint = f"remove this text here or in {seen[folded(english)]}"
                yield doc.problem((english,), "this text is translated twice", hint, of_key=True)
            else:
                seen[folded(english)] = doc.origin((english,)).file


@functools.cache
def _by_words() -> Mapping[str, Mapping[str, str]]:
    docs = files()
    problems = list(shape(docs))
    if problems:
        raise RuleFileError(problems)
    return {folded(english): translations for doc in docs for english, translations in doc.data.items()}
