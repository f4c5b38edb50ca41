"""Numbers, odds, dates and lists as each language writes them: a small table, `templates/locales.yaml`."""

from __future__ import annotations

import datetime as dt
import functools
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

import attrs

from dealerkit.errors import RuleFileError
from dealerkit.rules.data import data_dir
from dealerkit.rules.loader import read_yaml

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_ODDS = re.compile(r"([0-9]+) to ([0-9]+)")


def _names(names: Iterable[object]) -> tuple[str, ...]:
    return tuple(map(str, names))


@attrs.frozen
class Locale:
    """How a language writes what is no word.

    Attributes:
        group: The sign between thousands.
        grouped_from: From which number on it is set.
        odds: Odds, with `{pays}` for what is won and `{stake}` for what was staked.
        date: A date, with `{year}`, `{month}` and `{day}`.
        months: The twelve months.
        list: What stands between the parts of a list.
        clauses: What stands between clauses.
        colon: What stands before an explanation.
    """

    group: str
    grouped_from: int
    odds: str
    date: str
    months: tuple[str, ...] = attrs.field(converter=_names)
    list: str
    clauses: str
    colon: str


@functools.cache
def locale(lang: str) -> Locale:
    """Return how a language writes numbers and dates.

    Raises:
        KeyError: If the table does not have the language.
        RuleFileError: If the table cannot be used.
    """
    doc = read_yaml(data_dir("templates") / "locales.yaml")
    entry: Any = doc.data[lang]
    try:
        return Locale(**entry)
    except TypeError as error:
        raise RuleFileError([doc.problem((lang,), f"no complete table of signs: {error}")]) from None


def number(value: object, lang: str) -> str:
    """Write a number with its thousands set apart; whatever is no number stays as it is.

    >>> number(25000, "en"), number("1000000.50", "zh-Hant"), number(5000, "en"), number("8-9", "en")
    ('25,000', '1,000,000.50', '5000', '8-9')
    """
    text, how = str(value), locale(lang)
    if not _NUMBER.fullmatch(text) or abs(Decimal(text)) < how.grouped_from:
        return text
    whole, point, rest = text.partition(".")
    return f"{int(whole):,}".replace(",", how.group) + point + rest


def odds(value: str, lang: str) -> str:
    """Write odds; whatever is none stays as it is.

    >>> odds("8 to 1", "en"), odds("8 to 1", "zh-Hans"), odds("1 to 2", "zh-Hant"), odds("push", "zh-Hans")
    ('8 to 1', '1赔8', '2賠1', 'push')
    """
    found = _ODDS.fullmatch(value)
    return locale(lang).odds.format(pays=number(found[1], lang), stake=number(found[2], lang)) if found else value


def date(value: str, lang: str) -> str:
    """Write a date of the calendar, `2026-11-23`; whatever is none stays as somebody wrote it.

    >>> date("2026-11-23", "en"), date("2026-11-23", "zh-Hans"), date("Nov 23", "en"), date("2026-02-30", "en")
    ('23 November 2026', '2026年11月23日', 'Nov 23', '2026-02-30')
    """
    try:
        day = dt.datetime.strptime(value, "%Y-%m-%d").replace(tzinfo=dt.UTC).date()
    except ValueError:
        return value
    how = locale(lang)
    return how.date.format(year=day.year, month=how.months[day.month - 1], day=day.day)


def plain_value(value: object, lang: str) -> str:
    """Write a number or odds as the language does; a truth value is a word and none of these.

    >>> plain_value("12 to 1", "zh-Hant"), plain_value("20000", "en")
    ('1賠12', '20,000')
    """
    return odds(number(value, lang), lang)
