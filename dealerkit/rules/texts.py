"""Texts for people in rule files: in one language or several, with placeholders for options."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Self, TypeGuard, overload

from dealerkit.rules.translations import translation

DEFAULT_LANGUAGE = "en"
PLACEHOLDER = re.compile(r"\{([A-Za-z_][A-Za-z0-9_.-]*)\}")
SENTENCE_END = re.compile(r"(?<=[.?!])\s+")
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?")


def text(value: object, lang: str = DEFAULT_LANGUAGE) -> str:
    """Return a text in a language: the given language, its parent, its translation, English, or any other, in that order.

    Args:
        value: A string (English), or a map from language tags to strings.
        lang: A language tag such as `en`, `zh-Hans`, `zh-Hant`.

    >>> text({"en": "tie", "zh-Hant": "和"}, "zh-Hant"), text({"en": "oddly"}, "zh-Hans"), text("oddly", "zh-Hans")
    ('和', 'oddly', 'oddly')
    """
    return said_in(value, lang)[0]


def said_in(value: object, lang: str = DEFAULT_LANGUAGE) -> tuple[str, str]:
    """Return a text in a language, and the language that it really is in: another if there is no translation.

    Args:
        value: A string (English), or a map from language tags to strings.
        lang: The wanted language tag.

    >>> said_in({"en": "Count the rack."}, "zh-Hans"), said_in("oddly", "zh-Hans")
    (('清点筹码盘。', 'zh-Hans'), ('oddly', 'en'))
    """
    if isinstance(value, Mapping):
        for tag in (lang, lang.partition("-")[0]):
            if tag in value:
                return str(value[tag]), tag
        if DEFAULT_LANGUAGE not in value:
            return next(((str(text), str(tag)) for tag, text in value.items()), ("", DEFAULT_LANGUAGE))
        value = value[DEFAULT_LANGUAGE]
    written = "" if value is None else str(value)
    if written and lang != DEFAULT_LANGUAGE and (translated := translation(written, lang)) is not None:
        return translated, lang
    return written, DEFAULT_LANGUAGE


def languages(value: object) -> tuple[str, ...]:
    """Return the languages in which a text is written, in the order of the file.

    >>> languages("tie"), languages({"en": "tie", "zh-Hans": "和"})
    (('en',), ('en', 'zh-Hans'))
    """
    return tuple(map(str, value)) if isinstance(value, Mapping) else (DEFAULT_LANGUAGE,)


def is_text(value: object) -> TypeGuard[str | Mapping[str, str]]:
    """Return whether a value is a text: a string, or a map from language tags to strings that has English.

    >>> is_text("tie"), is_text({"en": "tie"}), is_text({"en": 3}), is_text({"name": "tie"})
    (True, True, False, False)
    """
    if isinstance(value, str):
        return True
    return (
        isinstance(value, Mapping)
        and DEFAULT_LANGUAGE in value
        and all(isinstance(tag, str) and LANGUAGE.fullmatch(tag) and isinstance(text, str) for tag, text in value.items())
    )


@overload
def without(value: str, names: AbstractSet[str]) -> str: ...


@overload
def without(value: str | Mapping[str, str], names: AbstractSet[str]) -> str | Mapping[str, str]: ...


@overload
def without(value: object, names: AbstractSet[str]) -> object: ...


def without(value: object, names: AbstractSet[str]) -> object:
    """Return a text, in all its languages, without the sentences that contain certain `{name}`s, whose values are unknown.

    Args:
        value: A string (English), or a map from language tags to strings.
        names: Names without a value.

    >>> without("It is the big blind. Here that is {least}.", {"least"})
    'It is the big blind.'
    """
    if isinstance(value, Mapping):
        return {tag: without(text, names) for tag, text in value.items()}
    if not isinstance(value, str) or names.isdisjoint(placeholders(value)):
        return value
    return " ".join(part for part in SENTENCE_END.split(value) if names.isdisjoint(placeholders(part)))


def placeholders(value: object) -> Iterator[str]:
    """Yield the name in every `{name}` of a text, in all its languages.

    >>> list(placeholders({"en": "{decks} packs", "zh-Hans": "{decks}副牌"}))
    ['decks', 'decks']
    """
    for text in value.values() if isinstance(value, Mapping) else (value,):
        yield from PLACEHOLDER.findall(str(text))


def fill(sentence: str, values: Mapping[str, object]) -> str:
    """Return a text with its `{name}`s replaced by values; a name without a value is left. A noun after a number agrees with it.

    Args:
        sentence: The text.
        values: Values by name.

    >>> fill("{decks} packs, {x}", {"decks": 8})
    '8 packs, {x}'
    >>> [fill(sentence, {"n": 1}) for sentence in ("{n} packs", "all {n} packs", "{n} times", "one of {n}")]
    ['1 pack', 'the pack', 'once', 'one of 1']
    >>> fill("with {n} cards behind it", {"n": 0})
    'with no cards behind it'
    """
    return _COUNTED.sub(lambda match: _put_in(match, values), sentence)


_NOUNS = "boards canastas cards chips coups decks hands jokers minutes packets packs players points raises rounds seconds times"
_COUNTED = re.compile(rf"((?:\b[Aa]ll )?(?:\b[Tt]he )?)\{{([A-Za-z_][A-Za-z0-9_.-]*)\}}(?: ({'|'.join(_NOUNS.split())})\b)?")
"""Pattern of a placeholder, with the English noun counted after it, and `all` or `the` before it."""


def _put_in(match: re.Match[str], values: Mapping[str, object]) -> str:
    """Return the replacement for a placeholder and for the words around it that depend on the number."""
    before, name, noun = match[1], match[2], match[3] or ""
    if name not in values:
        return match[0]
    number = shown(values[name])
    if number == "0" and noun and not before:
        return f"no {noun}"
    if number != "1" or not noun:
        return f"{before}{number}{noun and ' '}{noun}"
    if noun == "times":
        return f"{before}once"
    single = noun.removesuffix("s")
    return f"{'The' if before[0].isupper() else 'the'} {single}" if before else f"1 {single}"


def shown(value: object) -> str:
    """Return an option's value as it stands in a sentence: `yes` and `no` for booleans.

    >>> shown(True), shown(8), shown("8 to 1")
    ('yes', '8', '8 to 1')
    """
    if value is True:
        return "yes"
    if value is False:
        return "no"
    return str(value)


class Said(str):
    """A text that knows its language, since a text without a translation is English even on a Chinese sheet.

    Attributes:
        lang: A language tag; empty for text in no language, such as ids and numbers.
    """

    __slots__ = ("lang",)
    lang: str

    def __new__(cls, value: object, lang: str = "") -> Self:
        """Return a text with its white space reduced to single spaces."""
        sentence = super().__new__(cls, " ".join(str(value).split()))
        sentence.lang = lang
        return sentence


EMPTY = Said("")


def joined(parts: Iterable[object], sign: str) -> Said:
    """Return texts joined by a separator; the whole counts as being in the language of the first text that has one.

    Args:
        parts: The texts.
        sign: The separator.
    """
    listed = list(parts)
    lang = next((part.lang for part in listed if isinstance(part, Said) and part.lang), "")
    return Said(sign.join(map(str, listed)), lang)
