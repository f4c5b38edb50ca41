"""The conventions of each language for numbers, odds and lists, from `templates/locales.yaml`."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from decimal import Decimal

import attrs

from dealerkit.errors import RuleFileError
from dealerkit.rules.data import data_dir
from dealerkit.rules.loader import read_yaml

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_ODDS = re.compile(r"([0-9]+) to ([0-9]+)")


@attrs.frozen
class Locale:
    """The conventions of a language for numbers, odds and lists.

    Attributes:
        title: The language's name in English.
        group: The separator of thousands.
        grouped_from: The smallest number with separators.
        odds: Odds, with `{pays}` for the win and `{stake}` for the stake.
        list: The separator of the items of a list.
        clauses: The separator of clauses.
        colon: The text before an explanation.
        proved_by: The name of the native reader who has proofread the texts; empty for none yet.
    """

    title: str
    group: str
    grouped_from: int
    odds: str
    list: str
    clauses: str
    colon: str
    proved_by: str = ""


@functools.cache
def locales() -> Mapping[str, Locale]:
    """Return the languages that a sheet can be printed in, by tag, English first.

    Raises:
        RuleFileError: If the table cannot be used.
    """
    doc, locales = read_yaml(data_dir("templates") / "locales.yaml"), dict[str, Locale]()
    for lang, entry in doc.data.items():
        try:
            locales[lang] = Locale(**entry)
        except TypeError as error:
            raise RuleFileError([doc.problem((lang,), f"no complete character table: {error}")]) from None
    return locales


def locale(lang: str) -> Locale:
    """Return the conventions of a language.

    Raises:
        KeyError: If the table does not have the language.
        RuleFileError: If the table cannot be used.
    """
    return locales()[lang]


def number(value: object, lang: str) -> str:
    """Return a number with its thousands separated; a text that is not a number is returned unchanged.

    >>> number(25000, "en"), number("1000000.50", "zh-Hant"), number(5000, "en"), number("8-9", "en")
    ('25,000', '1,000,000.50', '5000', '8-9')
    """
    text, how = str(value), locale(lang)
    if not _NUMBER.fullmatch(text) or abs(Decimal(text)) < how.grouped_from:
        return text
    whole, point, rest = text.partition(".")
    return f"{int(whole):,}".replace(",", how.group) + point + rest


def odds(value: str, lang: str) -> str:
    """Return odds in the format of a language; a text that is not odds is returned unchanged.

    >>> odds("8 to 1", "en"), odds("8 to 1", "zh-Hans"), odds("1 to 2", "zh-Hant"), odds("push", "zh-Hans")
    ('8 to 1', '1赔8', '2賠1', 'push')
    """
    match = _ODDS.fullmatch(value)
    return locale(lang).odds.format(pays=number(match[1], lang), stake=number(match[2], lang)) if match else value


def plain_value(value: object, lang: str) -> str:
    """Return a number or odds in the format of a language; truth values must be words already.

    >>> plain_value("12 to 1", "zh-Hant"), plain_value("20000", "en")
    ('1賠12', '20,000')
    """
    return odds(number(value, lang), lang)
