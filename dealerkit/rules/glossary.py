"""Words of the trade in other languages, and checks of translations."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping

import attrs

from dealerkit.errors import Problem
from dealerkit.rules import translations
from dealerkit.rules.data import data_dir
from dealerkit.rules.doc import Doc
from dealerkit.rules.entries import Branch
from dealerkit.rules.loader import read_yaml
from dealerkit.rules.texts import DEFAULT_LANGUAGE, PLACEHOLDER, placeholders

SCRIPTS = {"zh-Hans": "gb2312", "zh-Hant": "big5"}
"""Character set of each language's script; characters that only the other script uses are missing from it."""
SHARED = frozenset("〔〕—…·“”‘’×½\u2212†‡♠♥♦♣–着裏綫曱甴")
"""Characters allowed in both scripts though a character set lacks them, some of them from Hong Kong."""


@attrs.frozen
class Term:
    """A word of the trade.

    Attributes:
        name: Its name in the glossary.
        en: The word in English.
        words: Its translation, by language tag.
        says: By language, words of which a translation must contain at least one if the English text has the term; empty if
            nothing is demanded.
        never: By language, words that no text of dealerkit may contain.
    """

    name: str
    en: str
    words: Mapping[str, str]
    says: Mapping[str, tuple[str, ...]]
    never: Mapping[str, tuple[str, ...]]

    def stands_in(self, english: str) -> bool:
        """Return whether an English text contains the word, in any of its forms."""
        text, word = _plain(english), self.en.lower()
        return bool(word) and word in text and re.search(rf"\b{re.escape(word)}(s|es|ed)?\b", text) is not None


@functools.lru_cache(maxsize=4096)
def _plain(english: str) -> str:
    """Return a text in small letters and without placeholders, for the search of words of the trade."""
    return PLACEHOLDER.sub("", english).lower()


@functools.cache
def glossary() -> tuple[Term, ...]:
    """Return the words of the trade, from `templates/glossary.yaml`."""
    entries: Branch = read_yaml(data_dir("templates") / "glossary.yaml").data
    return tuple(
        Term(
            name,
            entry[DEFAULT_LANGUAGE],
            {lang: entry[lang] for lang in SCRIPTS},
            {lang: tuple(words) for lang, words in (entry.get("says") or {}).items()},
            {lang: tuple(words) for lang, words in (entry.get("never") or {}).items()},
        )
        for name, entry in entries.items()
    )


def objections(english: str, text: str, lang: str) -> Iterator[str]:
    """Yield objections to a translation: characters of the wrong script, a forbidden word, a missing word of the trade, or
    `{name}`s that differ from those of the English text.

    >>> list(objections("{n} banker wins", "莊赢", "zh-Hans"))[0]
    "the character '莊' is not used in zh-Hans"
    >>> list(objections("The cut card comes out", "切牌卡出現", "zh-Hant"))
    []

    Args:
        english: The English text.
        text: Its translation.
        lang: Language of the translation, such as `zh-Hans`.
    """
    if lang in SCRIPTS:
        foreign = [word for word in dict.fromkeys(text) if word not in SHARED and not _in_script(word, SCRIPTS[lang])]
        yield from (f"the character '{term}' is not used in {lang}" for term in foreign)
    for term in glossary():
        yield from (
            f"the glossary refuses '{word}' for '{term.en or term.name}'" for word in term.never.get(lang, ()) if word in text
        )
        wanted = term.says.get(lang, ())
        if wanted and term.stands_in(english) and not any(word in text for word in wanted):
            yield f"the glossary translates '{term.en}' as {' or '.join(wanted)}"
    if sorted(set(placeholders(english))) != sorted(set(placeholders(text))):
        yield "the translation must have the same names in braces as the English text"


@functools.lru_cache(maxsize=16_384)
def _in_script(sign: str, codec: str) -> bool:
    try:
        sign.encode(codec)
    except UnicodeEncodeError:
        return False
    return True


def lint_translations(languages: Collection[str]) -> Iterator[Problem]:
    """Yield problems in dealerkit's translations: wrong shape, missing languages, words that contradict the glossary.

    Args:
        languages: Tags of the languages that every text must have.
    """
    yield from _wrong(tuple(translations.files()), tuple(languages))


@functools.lru_cache(maxsize=2)
def _wrong(docs: tuple[Doc, ...], languages: tuple[str, ...]) -> tuple[Problem, ...]:
    """Return the problems in translation files as read, cached; a changed file is a new document."""
    return tuple(translations.shape(docs)) or tuple(_badly_said(docs, languages))


def _badly_said(docs: Iterable[Doc], languages: Iterable[str]) -> Iterator[Problem]:
    for doc in docs:
        for english, by_lang in doc.data.items():
            if missing := [lang for lang in languages if lang not in by_lang]:
                yield doc.problem((english,), "no translation into " + ", ".join(missing), of_key=True)
            for lang, words in by_lang.items():
                yield from (doc.problem((english, lang), what) for what in objections(english, words, lang))
