"""The agreement of the floor by dispute and by rule, least agreement first. No person appears, not even as a code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

import attrs

from dealerkit.training.calibration.paper import CalibrationPaper
from dealerkit.training.calibration.sheets import CalibrationSheet
from dealerkit.training.drills import calibration
from dealerkit.training.figures import Share
from dealerkit.training.items import Item
from dealerkit.training.replies import SEPARATOR, PartsReply


@attrs.frozen
class GivenRuling:
    """One of the answers to a dispute, and how many people gave it.

    Attributes:
        words: The answer in words.
        count: The number of people who gave it.
        right: Whether it agrees with the rules in force.
    """

    words: str
    count: int
    right: bool


@attrs.frozen
class Answered:
    """A dispute with the answers of the floor.

    Attributes:
        number: From 1.
        item: The dispute, with its right answer.
        right: The share of people who rule as the rules in force do.
        answers: The whole answers that were given, the commonest first.
        rulings: The same for the ruling alone.
        remedies: The same for the remedy alone.
    """

    number: int
    item: Item
    right: Share
    answers: tuple[GivenRuling, ...]
    rulings: tuple[GivenRuling, ...]
    remedies: tuple[GivenRuling, ...]

    @property
    def expected(self) -> str:
        """The answer under the rules in force, in words."""
        return _right(self.item)

    @property
    def parted(self) -> Fraction:
        """The chance that two people, drawn at random from those who answered, rule differently: 0 if all agree."""
        return parted([answer.count for answer in self.answers])


def parted(counts: Sequence[int]) -> Fraction:
    """Return the chance that two people, drawn at random, belong to different groups.

    Args:
        counts: The number of people in each group.

    >>> [str(parted(counts)) for counts in ((4,), (2, 2), (1, 1, 1), (1,))]
    ['0', '2/3', '1', '0']
    """
    whole = sum(counts)
    if whole < 2:
        return Fraction(0)
    return 1 - Fraction(sum(count * (count - 1) for count in counts), whole * (whole - 1))


@attrs.frozen
class Agreement:
    """The result of a calibration: how far the floor agrees on the same disputes.

    Attributes:
        paper: The disputes with their right answers.
        sheets: The number of people who handed in answers.
        least: The fewest of them for which figures are shown.
        answered: The disputes in order; empty if too few people answered.
        withheld: The numbers of disputes that too few answered.
        by_rule: Each rule with its share of agreeing rulings, lowest first.
    """

    paper: CalibrationPaper
    sheets: int
    least: int
    answered: tuple[Answered, ...]
    withheld: tuple[int, ...]
    by_rule: tuple[tuple[str, Share], ...]

    @property
    def too_few(self) -> bool:
        """Whether there are so few sheets that figures would reveal a person's answers."""
        return self.sheets < self.least

    @property
    def whole(self) -> Share:
        """Share of all answers that agree with the rules in force."""
        return Share(sum(item.right.count for item in self.answered), sum(item.right.of for item in self.answered))

    @property
    def apart(self) -> tuple[Answered, ...]:
        """The disputes with disagreement, the most disputed first."""
        disputed = [item for item in self.answered if item.parted]
        return tuple(sorted(disputed, key=lambda item: (-item.parted, item.right.value, item.number)))

    @property
    def rest(self) -> tuple[Answered, ...]:
        """The disputes on which everybody rules alike, in order."""
        return tuple(item for item in self.answered if not item.parted)

    @property
    def together_against(self) -> tuple[Answered, ...]:
        """The disputes on which everybody rules alike, but differently from the rules in force."""
        return tuple(item for item in self.rest if not item.right.count)


def _right(item: Item) -> str:
    """Return the right answer in words."""
    reply = item.question.reply
    assert isinstance(reply, PartsReply)
    return " / ".join(_words(item.key.answers[0], reply))


def agreement(paper: CalibrationPaper, sheets: Sequence[CalibrationSheet]) -> Agreement:
    """Return how far the answers to a calibration's disputes agree.

    Args:
        paper: The disputes with their right answers.
        sheets: The answers of each person; those to unknown disputes, or not among the choices, are not counted.
    """
    least = calibration()["least"]
    if len(sheets) < least:
        return Agreement(paper, len(sheets), least, (), (), ())
    answered = [_counted(number, item, sheets) for number, item in enumerate(paper.items, 1)]
    shown = tuple(each for each in answered if each.right.of >= least)
    return Agreement(
        paper=paper,
        sheets=len(sheets),
        least=least,
        answered=shown,
        withheld=tuple(each.number for each in answered if each.right.of < least),
        by_rule=_by_rule(shown),
    )


def _counted(number: int, item: Item, sheets: Sequence[CalibrationSheet]) -> Answered:
    reply = item.question.reply
    assert isinstance(reply, PartsReply)
    given = [sheet.answers[number] for sheet in sheets if _can_be(sheet.answers.get(number, ""), reply)]
    right = item.key.answers
    apart = [
        _counts(
            [answer.split(SEPARATOR)[at] for answer in given],
            [right_answer.split(SEPARATOR)[at] for right_answer in right],
            part.say,
        )
        for at, (_, part) in enumerate(reply.parts)
    ]
    whole = _counts(given, right, lambda answer: " / ".join(_words(answer, reply)))
    return Answered(
        number, item, Share(sum(answer_.count for answer_ in whole if answer_.right), len(given)), whole, apart[0], apart[1]
    )


def _words(answer: str, reply: PartsReply) -> list[str]:
    return [part.say(part_word) for (_, part), part_word in zip(reply.parts, answer.split(SEPARATOR), strict=True)]


def _can_be(answer: str, reply: PartsReply) -> bool:
    """Return whether an answer is among the choices of a dispute."""
    given = answer.split(SEPARATOR)
    offered = [{choice.word for choice in getattr(part, "choices", ())} for _, part in reply.parts]
    return len(given) == len(offered) and all(part_word in words for part_word, words in zip(given, offered, strict=True))


def _counts(given: Sequence[str], right: Sequence[str], say: Callable[[str], str]) -> tuple[GivenRuling, ...]:
    rulings = [GivenRuling(say(answer), count, answer in right) for answer, count in Counter(given).items()]
    return tuple(sorted(rulings, key=lambda ruling: (-ruling.count, ruling.words)))


def _by_rule(answered: Sequence[Answered]) -> tuple[tuple[str, Share], ...]:
    count, of = Counter[str](), Counter[str]()
    for item_ in answered:
        for rule in item_.item.key.rules:
            count[rule] += item_.right.count
            of[rule] += item_.right.of
    shares = [(rule, Share(count[rule], of[rule])) for rule in of]
    return tuple(sorted(shares, key=lambda pair: (pair[1].value, pair[0])))
