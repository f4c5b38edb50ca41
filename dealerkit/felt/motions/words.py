"""Words that players say at the table, from a rule set's `speech`; each phrase is understood as one word and one amount.

The words are data. Each has one meaning with a bet to match, and one without. A word that has no meaning in the situation does
not fit, and the rule set decides the consequence (BR-17).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from dealerkit.felt import Act, Number
from dealerkit.rules.entries import SpeechEntry

BARE_NUMBER = "amount"
"""Key of `speech: said` for a number spoken alone."""


@attrs.frozen
class SpokenWord:
    """One word that players use.

    Attributes:
        name: Name of the word in the data.
        facing: Meaning with a bet to match: `fold`, `check`, `call`, `bet`, `raise` or `amount`; empty if it does not fit.
        unfaced: Meaning without a bet to match; empty if it does not fit.
        fits: Betting structures in which it fits; empty for all.
        sum: Amount that it stands for: `most`, the largest legal wager, or `stack`, the whole stack; empty if it names none.
    """

    name: str
    facing: str = ""
    unfaced: str = ""
    fits: tuple[str, ...] = ()
    sum: str = ""


@attrs.frozen
class HeardWords:
    """A player's words as understood.

    Attributes:
        word: The first word that counts; or, if a word for an amount follows a bet or raise ("raise all-in"), that word.
        number: Spoken number, in the record's unit of money; 0 for none.
        unclear: Whether the number was spoken without its unit, so that it may mean more (BR-40).
        on_top: Whether the number goes on top of the bet faced.
    """

    word: SpokenWord
    number: Number = 0
    unclear: bool = False
    on_top: bool = False


@attrs.frozen(eq=False)
class Speech:
    """The spoken words of a rule set.

    Attributes:
        phrases: Every spoken form of a word, split into parts, the longest first.
        numbers: Values of the words for numbers.
        times: Words that multiply the number before them, such as "hundred".
        on_top: Phrases after which a number goes on top of the bet faced.
        stands_for: Multiples that a number spoken without its unit may stand for.
        bare: The word for a number spoken alone.
        rests_on: Ids of the rules for a meaning that needs no ruling, by its kind: `words` that fit, a bet or raise `announced`
            without its amount, and chips without a word that are a `call` or a `bet`.
    """

    phrases: tuple[tuple[tuple[str, ...], SpokenWord], ...] = ()
    numbers: Mapping[str, int] = attrs.field(factory=dict)
    times: Mapping[str, int] = attrs.field(factory=dict)
    on_top: tuple[tuple[str, ...], ...] = ()
    stands_for: tuple[int, ...] = (1,)
    bare: SpokenWord = SpokenWord(BARE_NUMBER, facing="amount", unfaced="bet")
    rests_on: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)

    def rules(self, of: str) -> tuple[str, ...]:
        """Return the ids of the rules for one kind of meaning; empty if the rule set names none.

        Args:
            of: The kind: a key of `rests_on`, such as `announced`.
        """
        return self.rests_on.get(of, ())

    @classmethod
    def of(cls, data: SpeechEntry) -> Speech:
        """Return the spoken words that a rule set defines.

        Args:
            data: The section `speech` of the rule set.

        >>> speech = Speech.of({"said": {"raise": {"also": ["make it"], "facing": "raise"}}, "numbers": {"forty": 40}})
        >>> heard = speech.hear(Act.parse("s4 say make it forty"))
        >>> heard.word.name, heard.number, heard.unclear
        ('raise', 40, True)
        """
        words = {
            name: SpokenWord(
                name, spec.get("facing", ""), spec.get("unfaced", ""), tuple(spec.get("fits", ())), spec.get("sum", "")
            )
            for name, spec in (data.get("said") or {}).items()
        }
        ways = {_parts(way): words[name] for name in words for way in (name, *(data["said"][name].get("also") or ()))}
        return cls(
            phrases=tuple(sorted(ways.items(), key=lambda way: (-len(way[0]), way[0]))),
            numbers=dict(data.get("numbers") or {}),
            times=dict(data.get("times") or {}),
            on_top=tuple(_parts(way) for way in data.get("on_top") or ()),
            stands_for=tuple(data.get("stands_for") or (1,)),
            rests_on={of: tuple(rules) for of, rules in (data.get("rests_on") or {}).items()},
            bare=words.get(BARE_NUMBER, SpokenWord(BARE_NUMBER, facing="amount", unfaced="bet")),
        )

    def hear(self, *acts: Act) -> HeardWords | None:
        """Return the meaning of the words in one or more `say` acts; None if no word counts."""
        parts = [part for act in acts for word in act.to for part in _parts(word)]
        spoken_words = list(self._words(parts))
        figure = next((act.n for act in acts if act.n is not None), None)
        spoken, unclear = self._number(parts)
        number: Number = spoken if figure is None else figure * (spoken or 1)
        word = spoken_words[0] if spoken_words else None
        if word is not None and (word.facing == "raise" or word.unfaced == "bet"):
            word = next((other for other in spoken_words if other.sum), word)  # "raise all-in", "bet the pot"
        if word is None and not number:
            return None
        on_top = any(_holds(parts, phrase) for phrase in self.on_top)
        return HeardWords(word or self.bare, number, unclear and figure is None, on_top)

    def _words(self, parts: Sequence[str]) -> Iterator[SpokenWord]:
        """Yield the words that count, in spoken order."""
        at = 0
        while at < len(parts):
            match = next(((phrase, word) for phrase, word in self.phrases if tuple(parts[at : at + len(phrase)]) == phrase), None)
            if match is not None and match[1].name != BARE_NUMBER:
                yield match[1]
            at += len(match[0]) if match is not None else 1

    def _number(self, parts: Sequence[str]) -> tuple[int, bool]:
        """Return the spoken number, and whether it was spoken without a multiplier such as `hundred` or `thousand`.

        `two hundred and fifty` is 250. Of two numbers the first counts. A multiplier after a figure multiplies it.
        """
        total, group, bare, any_number, alone = 0, 0, False, False, 1
        for part in parts:
            if part in self.numbers:
                value = self.numbers[part]
                if any_number and bare and not (group % 100 and group % 10 == 0 and value < 10):
                    break
                group, bare, any_number = group + value, True, True
            elif part in self.times:
                times = self.times[part]
                if not any_number:
                    alone *= times
                elif times >= 1000:
                    total, group, bare = total + max(group, 1) * times, 0, False
                else:
                    group, bare = group * times, False
        if not any_number:
            return (alone if alone > 1 else 0), False
        return total + group, total == 0 and group < 100


def _parts(phrase: str) -> tuple[str, ...]:
    """Return a spoken form split into parts: `all-in` and `all in` are equal."""
    return tuple(phrase.casefold().replace("-", " ").replace("_", " ").replace("'", "").split())


def _holds(parts: Sequence[str], phrase: Sequence[str]) -> bool:
    return any(list(parts[at : at + len(phrase)]) == list(phrase) for at in range(len(parts)))
