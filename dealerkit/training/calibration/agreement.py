"""Agreement of the floor: by dispute and by rule, where they part first. Persons appear nowhere, not even as codes."""

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
    """An answer, and how many gave it.

    Attributes:
        words: The answer in words.
        count: How many gave it.
        right: Whether it is as the rules in force have it.
    """

    words: str
    count: int
    right: bool


@attrs.frozen
class Answered:
    """A dispute, and what was answered to it.

    Attributes:
        number: From 1.
        item: The dispute.
        right: How many rule as the rules in force do.
        answers: The whole answers that were given, the commonest first.
        rulings: The rulings alone.
        remedies: What is done alone.
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
        """How often two of them, taken at random, rule otherwise than each other: 0 where all rule alike."""
        return parted([one.count for one in self.answers])


def parted(counts: Sequence[int]) -> Fraction:
    """Return how often two people out of groups of so many are not of the same group.

    >>> [str(parted(counts)) for counts in ((4,), (2, 2), (1, 1, 1), (1,))]
    ['0', '2/3', '1', '0']
    """
    whole = sum(counts)
    if whole < 2:
        return Fraction(0)
    return 1 - Fraction(sum(count * (count - 1) for count in counts), whole * (whole - 1))


@attrs.frozen
class Agreement:
    """The result of a calibration.

    Attributes:
        paper: The paper.
        sheets: How many answered.
        least: How many it takes before anything is shown.
        answered: The disputes in order; empty where too few answered.
        withheld: The numbers of disputes that too few answered.
        by_rule: Each rule with how many rule as it says, where the least agree first.
    """

    paper: CalibrationPaper
    sheets: int
    least: int
    answered: tuple[Answered, ...]
    withheld: tuple[int, ...]
    by_rule: tuple[tuple[str, Share], ...]

    @property
    def too_few(self) -> bool:
        """Whether figures would tell who has answered what."""
        return self.sheets < self.least

    @property
    def whole(self) -> Share:
        """The number of all answers that are as the rules in force."""
        return Share(sum(one.right.count for one in self.answered), sum(one.right.of for one in self.answered))

    @property
    def apart(self) -> tuple[Answered, ...]:
        """The disputes on which they part, those where they part most first."""
        found = [one for one in self.answered if one.parted]
        return tuple(sorted(found, key=lambda one: (-one.parted, one.right.value, one.number)))

    @property
    def rest(self) -> tuple[Answered, ...]:
        """The disputes on which all rule alike, in order."""
        return tuple(one for one in self.answered if not one.parted)

    @property
    def together_against(self) -> tuple[Answered, ...]:
        """The disputes on which all rule alike, and otherwise than the rules in force."""
        return tuple(one for one in self.rest if not one.right.count)


def _right(item: Item) -> str:
    """Return the right answer in words."""
    reply = item.question.reply
    assert isinstance(reply, PartsReply)
    return " / ".join(_words(item.key.answers[0], reply))


def agreement(paper: CalibrationPaper, sheets: Sequence[CalibrationSheet]) -> Agreement:
    """Count what was answered.

    Args:
        paper: The paper with its keys.
        sheets: The sheets; an answer to a dispute that the paper has not, or that none of its choices is, counts nowhere.
    """
    least = calibration()["least"]
    if len(sheets) < least:
        return Agreement(paper, len(sheets), least, (), (), ())
    answered = [_counted(number, item, sheets) for number, item in enumerate(paper.items, 1)]
    shown = tuple(one for one in answered if one.right.of >= least)
    return Agreement(
        paper=paper,
        sheets=len(sheets),
        least=least,
        answered=shown,
        withheld=tuple(one.number for one in answered if one.right.of < least),
        by_rule=_by_rule(shown),
    )


def _counted(number: int, item: Item, sheets: Sequence[CalibrationSheet]) -> Answered:
    reply = item.question.reply
    assert isinstance(reply, PartsReply)
    said = [sheet.answers[number] for sheet in sheets if _can_be(sheet.answers.get(number, ""), reply)]
    right = item.key.answers
    apart = [
        _counts([answer.split(SEPARATOR)[at] for answer in said], [one.split(SEPARATOR)[at] for one in right], part.say)
        for at, (_, part) in enumerate(reply.parts)
    ]
    whole = _counts(said, right, lambda answer: " / ".join(_words(answer, reply)))
    return Answered(number, item, Share(sum(one.count for one in whole if one.right), len(said)), whole, apart[0], apart[1])


def _words(answer: str, reply: PartsReply) -> list[str]:
    return [part.say(one) for (_, part), one in zip(reply.parts, answer.split(SEPARATOR), strict=True)]


def _can_be(answer: str, reply: PartsReply) -> bool:
    """Return whether an answer is one that the dispute offers."""
    given = answer.split(SEPARATOR)
    offered = [{choice.word for choice in getattr(part, "choices", ())} for _, part in reply.parts]
    return len(given) == len(offered) and all(one in words for one, words in zip(given, offered, strict=True))


def _counts(said: Sequence[str], right: Sequence[str], say: Callable[[str], str]) -> tuple[GivenRuling, ...]:
    made = [GivenRuling(say(answer), count, answer in right) for answer, count in Counter(said).items()]
    return tuple(sorted(made, key=lambda one: (-one.count, one.words)))


def _by_rule(answered: Sequence[Answered]) -> tuple[tuple[str, Share], ...]:
    count, of = Counter[str](), Counter[str]()
    for one in answered:
        for rule in one.item.key.rules:
            count[rule] += one.right.count
            of[rule] += one.right.of
    made = [(rule, Share(count[rule], of[rule])) for rule in of]
    return tuple(sorted(made, key=lambda one: (one[1].value, one[0])))
