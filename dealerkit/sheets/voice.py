"""The voice of a sheet: the texts printed in its language, both fixed words and texts from rule files."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping

from dealerkit.errors import RuleFileError, check_name
from dealerkit.rules.data import data_dir
from dealerkit.rules.differences import same
from dealerkit.rules.entries import Branch
from dealerkit.rules.games import Game
from dealerkit.rules.loader import read_yaml
from dealerkit.rules.texts import DEFAULT_LANGUAGE, EMPTY, Said, fill, joined, said_in, shown, text, without
from dealerkit.sheets.house_words import NO_WORDS, HouseWords
from dealerkit.sheets.locales import locale, locales, plain_value

LANGUAGES = tuple(locales())
"""The languages that a sheet can be printed in."""

_CARDS = re.compile(r"(?:Jk|[2-9TJQKA][shdc]?)(?: (?:Jk|[2-9TJQKA][shdc]?))*")
_RANKS = {"T": "10"}
_SUITS = {"s": "\u2660", "h": "\u2665", "d": "\u2666", "c": "\u2663"}
"""Printed forms of ranks and suits."""


@functools.cache
def fixed_words() -> Mapping[str, Mapping[str, str]]:
    """Return the fixed words of sheets: key -> language -> words.

    Raises:
        RuleFileError: If the file cannot be used, or a language is missing.
    """
    doc = read_yaml(data_dir("templates") / "words.yaml")
    problems = [
        doc.problem((key,), "no translation into " + ", ".join(missing))
        for key, words in doc.data.items()
        if (missing := [lang for lang in LANGUAGES if not isinstance(words, Mapping) or lang not in words])
    ]
    if problems:
        raise RuleFileError(problems)
    data: Mapping[str, Mapping[str, str]] = doc.data
    return data


class Voice:
    """The texts about a game in one language; a text that is not translated comes in the language that it has.

    Args:
        game: The game; its options fill the `{name}` of prose.
        lang: One of `LANGUAGES`.
        words_of_house: The house's own rules and wording.

    Raises:
        UnknownName: If a sheet cannot be printed in that language.
    """

    def __init__(self, game: Game, lang: str = DEFAULT_LANGUAGE, words_of_house: HouseWords = NO_WORDS) -> None:
        check_name("language of sheets", lang, LANGUAGES)
        self.game, self.lang, self.words_of_house = game, lang, words_of_house
        self._fixed = fixed_words()

    def word(self, key: str, **values: object) -> Said:
        """Return fixed words of sheets, with each `{name}` in them replaced by its value.

        Raises:
            KeyError: If there are no words for that key.
        """
        return Said(fill(text(self._fixed[key], self.lang), values), self.lang)

    def words(self, *keys: str) -> list[Said]:
        """Return fixed words in this language for several keys; see `word`."""
        return [self.word(key) for key in keys]

    def join(self, parts: Iterable[object], sign: str | None = None) -> Said:
        """Join texts with a separator; the result has the language of the first text that has one.

        Args:
            parts: The texts.
            sign: The separator; None for the one between items of a list in this language.
        """
        return joined(parts, locale(self.lang).list if sign is None else sign)

    def say(self, value: object, **values: object) -> Said:
        """Return a text from a rule file in this language (or the one it has), with each `{name}` in it replaced by its value.

        A sentence about an option is left out if its feature is switched off (`Game.switched_off`), such as a limit that does
        not exist or a card that is not burned. The result may be empty.
        """
        text, lang = said_in(value, self.lang)
        if "{" in text:
            text = str(without(text, self.game.switched_off - values.keys()))
        if "{" not in text:
            return Said(text, lang)
        words = {**self.game.values, **self.game.answers(lang), **values}
        worded = self.game.answers(lang).keys() | values.keys()
        filled = {
            name: self.money(word) if name in self._money and name not in worded else self._filled(word, lang)
            for name, word in words.items()
        }
        return Said(fill(text, filled), lang)

    @functools.cached_property
    def _money(self) -> frozenset[str]:
        """The options whose values are amounts of money."""
        return frozenset(name for name, option in self.game.choices.items() if option.is_money)

    def own(self, value: object) -> Said:
        """Return a text of the house in this language (or the one it has), exactly as written: no `{name}` in it is replaced."""
        return Said(*said_in(value, self.lang))

    def sentence(self, name: str, text: Said) -> Said:
        """Return a printed sentence, or the house's replacement, marked as the house's.

        Args:
            name: Its name in `HouseWords.sentences`.
            text: The text if there is no replacement; an empty one is not printed.
        """
        own = self.words_of_house.sentence(name, self.game.id) if text else None
        return text if own is None else self.join([self.own(own), self.word("house_wording")], " ")

    def money(self, amount: object) -> Said:
        """Return an amount of money, with the house's currency symbol."""
        text = plain_value(amount, self.lang)
        currency = self.words_of_house.currency
        return Said(currency.amount(text) if currency is not None and text[:1].isdecimal() else text)

    def is_silent(self, value: object) -> bool:
        """Return whether a text prints nothing, since all of it is about features that are switched off."""
        return bool(value) and not self.say(value)

    def title(self, game: Game | None = None) -> Said:
        """Return the title of a game, by default of this voice's; its id if it has no title."""
        game = game or self.game
        return self.say(game.data.get("title") or game.id)

    def _filled(self, value: object, lang: str) -> object:
        """Return the value of a name for a text: yes and no in its language, numbers and odds in its format."""
        if isinstance(value, bool):
            return text(self._fixed["yes" if value else "no"], lang)
        return plain_value(value, lang) if lang in LANGUAGES else value

    def value(self, value: object) -> Said:
        """Return a plain value: yes and no in words, others unchanged."""
        if isinstance(value, bool):
            return self.word("yes" if value else "no")
        if isinstance(value, Mapping):
            return self.join(f"{self.name(str(key))} {self.value(inner)}" for key, inner in value.items()) or self.word("nothing")
        if isinstance(value, list | tuple):
            return self.join(map(self.value, value)) or self.word("nothing")
        if value is None or value == "":
            return self.word("nothing")
        written = plain_value(value, self.lang)
        return Said(written) if written != str(value) else self.cards(str(value)) or self.name(str(value))

    def name(self, key: str) -> Said:
        """Return the printed form of a name in the game's tables, from the file's `printed`, or else the name as words."""
        printed: Branch = self.game.data.get("printed") or {}
        return self.say(printed[key]) if key in printed else Said(human(key))

    def cards(self, value: str) -> Said:
        """Return the printed form of ranks and cards, such as `Jk 2` and `3h 3d`; empty for any other text."""
        faces = _CARDS.fullmatch(value) is not None and value.split()
        if not faces:
            return EMPTY
        names = (
            self.word("joker") if face == "Jk" else _RANKS.get(face[0], face[0]) + _SUITS.get(face[1:], "") for face in faces
        )
        return self.join(names)

    def option(self, name: str, value: object) -> Said:
        """Return a value of an option in words."""
        spec: Branch = self.game.data["options"].get(name) or {}
        answers = spec.get("answers") or {}
        if isinstance(answers, Mapping) and shown(value) in answers:
            return self.say(answers[shown(value)])
        if name in self.game.choices and (none := self.game.choices[name].is_none) is not None and same(value, none):
            return self.word("option_none")
        if name in self.game.choices and self.game.choices[name].is_money:
            return self.money(value)
        if name in self.game.choices and self.game.choices[name].unit:
            return Said(self.game.choices[name].words(value))
        return self.value(human(value) if isinstance(value, str) else value)


def human(name: str) -> str:
    """Return a name of a rule file as words.

    >>> human("cut_card_depth")
    'cut card depth'
    """
    return name.replace("_", " ")


__all__ = ["EMPTY", "LANGUAGES", "Said", "Voice", "fixed_words", "human"]
