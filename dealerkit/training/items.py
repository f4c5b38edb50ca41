"""An exercise as one value: material, question, kind of reply, and key (the right answers)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import attrs

from dealerkit.training.replies import SEPARATOR, PartsReply, Reply, SlipsReply


@attrs.frozen
class Question:
    """A question in the form in which it is asked on screen and paper.

    Attributes:
        show: The material, line by line, as plain text; cards as `Ah`.
        ask: The question, one line.
        reply: The kind of reply.
    """

    show: tuple[str, ...]
    ask: str
    reply: Reply


@attrs.frozen
class Key:
    """The right answers, and why they are right.

    Attributes:
        answers: The right answers in the form of `Reply.read`; any of them is accepted, and the first is shown.
        rules: Ids of the rules.
        working: How the answer is reached, one whole sentence a line.
        codes: Codes of the findings that a wrong answer would have caused at a table.
        by_answer: The codes for particular wrong answers, where they differ from `codes`.
        by_part: The codes for each part of an answer of several parts, where they differ from `codes`.
    """

    answers: tuple[str, ...] = attrs.field(validator=attrs.validators.min_len(1))
    rules: tuple[str, ...] = ()
    working: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    by_answer: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    by_part: tuple[tuple[str, ...], ...] = ()

    def codes_for(self, answer: str) -> tuple[str, ...]:
        """Return the codes of the findings that a wrong answer would have caused at a table.

        Args:
            answer: The wrong answer, in the form of `Reply.read`; empty for none.

        >>> key = Key(("5 | yes",), codes=("coup/total-miscalled",), by_part=(("coup/total-miscalled",), ("coup/wrong-result",)))
        >>> key.codes_for("5 | no"), key.codes_for("")
        (('coup/wrong-result',), ('coup/total-miscalled',))
        """
        if answer in self.by_answer or not self.by_part or not answer:
            return self.by_answer.get(answer, self.codes)
        right = min((each.split(SEPARATOR) for each in self.answers), key=lambda parts: _apart(parts, answer.split(SEPARATOR)))
        pairs = zip(right, answer.split(SEPARATOR), self.by_part, strict=False)
        return tuple(dict.fromkeys(code for wanted, part, codes in pairs if wanted != part for code in codes)) or self.codes


def _apart(first: list[str], other: list[str]) -> int:
    """Return the number of parts in which two answers differ."""
    return sum(a != b for a, b in zip(first, other, strict=False))


@attrs.frozen
class Item:
    """A complete exercise: it can be shown, marked and saved by itself.

    Attributes:
        drill: The drill's id, as `baccarat/third-card-flash`.
        level: The level it belongs to, from 1.
        seed: The seed from which this exercise can be made again, with the same drill, level, rules and cell.
        cell: What is practised, the unit that the schedule repeats: `banker 3, third 8`, a rule's id, a finding's code.
        label: The class of its answer, such as `draw` or `clean`; all classes of a drill are equally frequent.
        question: The question.
        key: The right answers, and why.
    """

    drill: str
    level: int
    seed: str
    cell: str
    label: str
    question: Question
    key: Key

    def judge(self, answer: str) -> Fraction:
        """Return the marks for an answer: 1 if it is right, less if it is partly right, 0 if it is wrong.

        Args:
            answer: The answer in the form of `Reply.read`.

        >>> from dealerkit.training.replies import CountReply
        >>> item = Item("chips/count", 1, "7/1", "fives", "", Question((), "How many?", CountReply()), Key(("147",)))
        >>> item.judge("147"), item.judge("140")
        (Fraction(1, 1), Fraction(0, 1))
        """
        if answer in self.key.answers:
            return Fraction(1)
        reply = self.question.reply
        if isinstance(reply, SlipsReply):
            return max(reply.marks(right, answer) for right in self.key.answers)
        if not isinstance(reply, PartsReply):
            return Fraction(0)
        weights = reply.weights or (1,) * len(reply.parts)
        given = answer.split(SEPARATOR)
        best = 0
        for right in self.key.answers:
            pairs = zip(right.split(SEPARATOR), given, weights, strict=False)
            best = max(best, sum(weight for wanted, part, weight in pairs if wanted == part))
        return min(Fraction(best, sum(weights)), Fraction(sum(weights) - 1, sum(weights)))

    @property
    def right(self) -> str:
        """The right answer in words."""
        return self.question.reply.say(self.key.answers[0])
