"""A hand as a dealer reads it aloud, compared with the real hand. Words that are not understood count as right."""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from dealerkit.arithmetic.ranking import ranks
from dealerkit.arithmetic.ranking.order import SIZES
from dealerkit.rules.rankings import Form, FormPart, HeardHand, heard
from dealerkit.showdown.hands import MadeHand

_GROUPED = {"one_pair": 1, "two_pairs": 2, "three_of_a_kind": 1, "full_house": 2, "four_of_a_kind": 1, "five_of_a_kind": 1}
"""Categories made of equal ranks, with the number of ranks that appear more than once."""

_RUNS = ("straight", "straight_flush")
_WHEEL = {"ace-to-five": (5, 4, 3, 2, 1), "deuce-to-seven": (7, 5, 4, 3, 2), "ace-to-six": (6, 4, 3, 2, 1)}
"""Ranks of the hand that dealers call a wheel, by the order of lows: its best hand."""


_LONGEST = 15
"""Most words of a reading that are recorded."""

_SMALL = ("", "a", "an", "of", "the")


@attrs.frozen
class HandWord:
    """One rank or kind of hand in a dealer's words.

    Attributes:
        kind: A category, `wheel`, `low`, `no_low`, `high`; empty for a rank.
        rank: The rank, or the top rank in the name of a category; 0 for none.
        several: Whether several cards of the rank are meant.
    """

    kind: str = ""
    rank: int = 0
    several: bool = False


def misheard(reading: Sequence[str], high: MadeHand | None, low: MadeHand | None, form: Form) -> str:
    """Return the half of the pot for which the dealer misread a hand: `high` or `low`; empty if the reading is right.

    Args:
        reading: The dealer's words.
        high: The real hand for high; None in a game for low only.
        low: The real hand for low; None in a game for high only.
        form: The game's rules for the showdown.
    """
    words = understood(reading)
    if high is None or form.high is None:
        alone = [word for word in words if word.kind not in ("low", "no_low", "high")]
        return "" if low is None or form.low is None or _fits(alone, low, form.low) else "low"
    if low is None or form.low is None:
        alone = [word for word in words if word.kind not in ("low", "no_low")]
        return "" if _fits(alone, high, form.high) else "high"
    if any(word.kind == "no_low" for word in words):
        if low.value:
            return "low"
        words = [word for word in words if word.kind != "no_low"]
        return "" if _fits(words, high, form.high) else "high"
    if not any(word.kind == "low" for word in words):
        return "" if _fits(words, high, form.high) or (low.value and _fits(words, low, form.low)) else "high"
    of_high, of_low = _halves(words)
    if not low.value or not _fits(of_low, low, form.low):
        return "low"
    return "" if _fits(of_high, high, form.high) else "high"


def in_words(high: MadeHand | None, low: MadeHand | None) -> str:
    """Return a hand as a dealer reads it aloud: for high and for low if it has both, once if both are the same pair.

    Args:
        high: The hand for high; None in a game for low only.
        low: The hand for low; None in a game for high only.
    """
    if high is None or low is None:
        hand = high or low
        assert hand is not None
        return hand.name
    if not low.value:
        return f"{high.name}, no low"
    if low.category not in ("no_pair", "high_card"):
        return high.name
    return f"{high.name}, {low.name if 'low' in low.name else f'low {low.name}'}"


def kept_words(text: str) -> list[str]:
    """Return the words of a reading in the form in which a record saves them.

    >>> kept_words("Two pair, aces and kings")
    ['two', 'pair', 'aces', 'and', 'kings']
    """
    return [word for word in re.findall(r"[a-z0-9-]+", text.lower().replace("'", "")) if word.strip("-")][:_LONGEST]


def understood(words: Sequence[str]) -> list[HandWord]:
    """Return the ranks and kinds of hands that a dealer's words name, in order. Other words are passed over.

    >>> [word.kind or word.rank for word in understood("aces full of kings".split())]
    [14, 'full_house', 13]
    >>> [word.kind or word.rank for word in understood(["8-6", "low"])]
    [8, 6, 'low']
    >>> [word.kind or word.rank for word in understood("pair of eights, eight-five low".split())]
    ['one_pair', 8, 8, 5, 'low']
    """
    known = heard()
    row = _tokens(words, known)
    phrases = [(tuple(word for word in phrase if word not in _SMALL), kind) for phrase, kind in known.phrases]
    hand_words: list[HandWord] = []
    at = 0
    while at < len(row):
        phrase = next((entry for entry in phrases if tuple(row[at : at + len(entry[0])]) == entry[0]), None)
        if phrase is not None:
            kind, _, head = phrase[1].partition(" ")
            if kind:
                hand_words.append(HandWord(kind, known.ranks[head.lower()] if head else 0))
            at += len(phrase[0])
            continue
        word, after = row[at], row[at + 1] if at + 1 < len(row) else ""
        if word in known.counts and after in known.several:
            hand_words.append(HandWord(known.counts[word]))
        elif word in known.ranks:
            rank = known.ranks[word]
            plural = at > 0 and row[at - 1] in known.several  # eights, eight-five low
            # the same rank said card by card
            if hand_words and not hand_words[-1].kind and hand_words[-1].rank == rank and not plural:
                hand_words[-1] = HandWord("", rank, several=True)
            else:
                hand_words.append(HandWord("", rank, word in known.several))
        at += 1
    return hand_words


def _tokens(words: Sequence[str], known: HeardHand) -> list[str]:
    """Return words in lower case, without articles and suits; a run of ranks such as 8642a is split."""
    row: list[str] = []
    for whole in re.split(r"[\s_]+", " ".join(words).lower()):
        if whole in _SMALL:
            continue
        for word in re.split(r"[,;/+-]+", whole):
            if word in known.ranks or not re.fullmatch(r"(10|[2-9tjqka])+", word):
                card = re.fullmatch(r"(10|[2-9tjqka])[cdhs]", word)
                row += [card[1] if card and word not in known.several else word] if word else []
            else:
                row += re.findall(r"10|[2-9tjqka]", word)
    return row


def _halves(words: Sequence[HandWord]) -> tuple[list[HandWord], list[HandWord]]:
    """Return the words for high and the words for low: the ranks around the word `low` belong to the low, the rest to the high
    hand.
    """
    at = next(at for at, word in enumerate(words) if word.kind == "low")
    start = at
    while start > 0 and ((not words[start - 1].kind and not words[start - 1].several) or words[start - 1].kind == "wheel"):
        start -= 1
        if words[start].kind == "wheel":  # `wheel` is the whole low: a rank before it belongs to the high hand
            break
    behind = [word for word in words[at + 1 :] if word.kind != "low"]
    if start == at:  # "low eight six"; other words after it belong to the high hand
        stop = at + 1
        while stop < len(words) and (words[stop].kind == "wheel" or not (words[stop].kind or words[stop].several)):
            stop += 1
        return [*words[:at], *words[stop:]], list(words[at + 1 : stop])
    return [*words[:start], *behind], list(words[start:at])


def _fits(words: Sequence[HandWord], hand: MadeHand, part: FormPart) -> bool:
    """Return whether words are a right reading of a hand, as far as they say anything about it."""
    kinds = _kinds([word.kind for word in words if word.kind and word.kind != "high"])
    row = ranks(hand.value, part.ranker.order)
    named = [1 if word.rank == 14 and 1 in row else word.rank for word in words if word.rank and not word.kind]
    several = [word.several for word in words if word.rank and not word.kind]
    if not hand.value:
        return not kinds and not named
    if "wheel" in kinds:
        kinds = kinds - {"wheel"}
        if row != _WHEEL.get(part.name, ()) and not (hand.category in _RUNS and row[0] == 5):
            return False
    heads = [word.rank for word in words if word.kind and word.rank]
    if heads and row[0] not in heads:
        return False
    category = "high_card" if hand.category == "no_pair" else hand.category
    if kinds and category not in kinds:
        return False
    if not named:
        return True
    if not kinds and not any(several):
        loud = part.ranker.order.low or any(word.kind == "high" for word in words)
        if loud and category not in ("high_card", *SIZES):
            return False
        if category in _GROUPED or category == "flush":
            return True
    elif not kinds and category not in _GROUPED:
        return False
    return _ranks_fit(named, several, category, row)


def _kinds(words: Sequence[str]) -> set[str]:
    """Return the categories that were said; words that make one category together count as one."""
    kinds = set(words)
    if "full_house" in kinds or {"three_of_a_kind", "one_pair"} <= kinds:
        return {"full_house"}
    if words.count("one_pair") > 1 or {"two_pairs", "one_pair"} <= kinds:
        return {"two_pairs"}
    if {"straight", "flush"} <= kinds:
        return {"straight_flush"}
    if "four_cards" in kinds and kinds & {"three_cards", "two_cards", "one_card"}:
        kinds.discard("four_cards")  # a three-card badugi
    return kinds


def _ranks_fit(ranks: Sequence[int], several: Sequence[bool], category: str, row: Sequence[int]) -> bool:
    """Return whether the spoken ranks are the deciding ranks, in an order in which a dealer may say them."""
    if category in _RUNS:
        top = row[0]
        run = {14 if rank == 1 else rank for rank in range(top - 4, top + 1)}
        return top in ranks and run >= {14 if rank == 1 else rank for rank in ranks}
    grouped = _GROUPED.get(category, 0)
    if not grouped:
        return list(ranks) == list(row[: len(ranks)]) or sorted(ranks) == sorted(row)
    first = [rank for rank, many in zip(ranks, several, strict=True) if many] or list(ranks[:grouped])
    first = list(dict.fromkeys(first))
    rest = [rank for rank in ranks if rank not in first]
    head = list(row[:grouped])
    if category == "two_pairs" and len(first) > 1:
        ranked = sorted(first[:2]) == sorted(head)
    else:
        ranked = first[:grouped] == head[: len(first[:grouped])]
    after = [*row[grouped:]]
    rest = [*first[grouped:], *rest]
    return ranked and all(rank in after for rank in rest)
