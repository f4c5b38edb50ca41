"""The names of hands as dealers say them: "aces full of kings", "eight-six low". The words come with the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from dealerkit.arithmetic.ranking.order import HandOrder, category, ranks


class HandWords(NamedTuple):
    """The words for hands.

    Attributes:
        one: Word for one card, "ace", by rank (1 to 14).
        many: Word for several cards, "aces", by rank.
        say: Phrase for each category. In it {top} and {next} stand for the two deciding ranks, {tops} and {nexts} for their
            plurals.
        special: Proper name, "royal flush", by category and top rank ("straight_flush 14").
        none: Phrase for a hand that does not qualify.
    """

    one: Mapping[int, str]
    many: Mapping[int, str]
    say: Mapping[str, str]
    special: Mapping[str, str]
    none: str


def name(value: int, order: HandOrder, words: HandWords) -> str:
    """Return the dealer's name for a hand of this value.

    Args:
        value: The hand's value, as a ranker gives it.
        order: Order of hands by which it was ranked.
        words: Words for hands.
    """
    kind = category(value, order)
    row = ranks(value, order)
    if not kind:
        return words.none
    special = words.special.get(f"{kind} {row[0]}")
    if special:
        return special
    first, second = row[0], row[1] if len(row) > 1 else 0
    phrase = words.say[kind]
    if not second and "{next" in phrase:
        phrase = words.say.get(f"{kind} alone", phrase)
    return phrase.format(
        top=words.one[first], tops=words.many[first], next=words.one.get(second, ""), nexts=words.many.get(second, "")
    )


def in_full(value: int, order: HandOrder, words: HandWords, letters: Mapping[int, str]) -> str:
    """Return the name with every deciding rank, to tell two hands with the same name apart: "pair of aces (A K 9 4)".

    Args:
        value: The hand's value, as a ranker gives it.
        order: Order of hands by which it was ranked.
        words: Words for hands.
        letters: Letter of each rank, by its number from 1 or 2 to 14.
    """
    row = " ".join(letters[rank] for rank in ranks(value, order))
    return f"{name(value, order, words)} ({row})" if value else words.none
