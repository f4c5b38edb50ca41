"""The reply that names the slips in a record: number of the act, and fault."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from fractions import Fraction
from typing import ClassVar

import attrs

from dealerkit.training.replies.reply import Choice, Reply, Unclear

NAMED = 4
"""Most slips that a hint or sentence names one by one."""


@attrs.frozen
class SlipsReply(Reply):
    """A reply that names the slips in a record, each by its act and the letter of a fault, or says that the record is clean.

    Attributes:
        choices: The faults that may be named.
        acts: The number of acts in the record.
    """

    kind: ClassVar[str] = "slips"
    hint = "number and letter of each slip, such as 23 b or 17 a, 23 b; - if clean"
    choices: tuple[Choice, ...]
    acts: int

    CLEAN: ClassVar[str] = "clean"

    def read(self, typed: str) -> str:
        """Return the slips that acts and letters name, in any order, in the form in which they are saved; `clean` if there are
        none.

        Raises:
            Unclear: If it is not a list of acts and letters, or there is no such act or letter.
        """
        text = unicodedata.normalize("NFKC", typed).strip().casefold()
        if text in ("-", "0", "none", self.CLEAN):
            return self.CLEAN
        pairs = [(number, sign) for number, _, sign in _SLIP.findall(text)]
        if not pairs or _SLIP.sub("", text).strip(" ,;."):
            msg = f"'{typed.strip()[:40]}' is not an answer here; type {self.hint}"
            raise Unclear(msg)
        slips = []
        for number, sign in pairs:
            fault = next((choice.word for choice in self.choices if sign in (choice.key.casefold(), choice.word)), None)
            if fault is None:
                msg = f"'{sign}' is not one of the letters; they are {', '.join(choice.key for choice in self.choices)}"
                raise Unclear(msg)
            if len(number) > _FIGURES or not 1 <= int(number) <= self.acts:
                msg = f"there is no action {number[:9]}; the last is {self.acts}"
                raise Unclear(msg)
            slips.append((int(number), fault))
        return self.write(slips)

    @classmethod
    def write(cls, slips: Iterable[tuple[int, str]]) -> str:
        """Return slips in the canonical form, each once, in the order of their acts.

        Args:
            slips: Act number and code of each slip.

        >>> SlipsReply.write([(23, "burn/doubled"), (7, "street/no-tap")]), SlipsReply.write([])
        ('7 street/no-tap, 23 burn/doubled', 'clean')
        """
        return ", ".join(f"{act} {code}" for act, code in sorted(set(slips))) or cls.CLEAN

    def marks(self, right: str, answer: str) -> Fraction:
        """Return the marks for an answer, from 0 to 1.

        They are twice the hits, divided by the number of slips plus the number named, so that a false alarm costs as much as
        a miss. The right act with another fault is half a hit.

        Args:
            right: The right answer, in the canonical form.
            answer: The given answer, likewise.

        >>> reply = SlipsReply((), 50)
        >>> reply.marks("7 street/no-tap", "7 street/no-tap, 9 burn/doubled"), reply.marks("clean", "9 burn/doubled")
        (Fraction(2, 3), Fraction(0, 1))
        """
        if right == answer:
            return Fraction(1)
        planted, named = _pairs(right), _pairs(answer)
        if not planted or not named:
            return Fraction(0)
        hits = Fraction(len(planted & named))
        left = {act for act, _ in planted - named}
        hits += Fraction(len({act for act, _ in named - planted} & left), 2)
        return 2 * hits / (len(planted) + len(named))

    def say(self, answer: str) -> str:
        """Return the slips of an answer in words: the number of each act, and the title of the fault."""
        titles = {choice.word: choice.title for choice in self.choices}
        return "; ".join(f"action {act}: {titles.get(code, code)}" for act, code in sorted(_pairs(answer))) or self.CLEAN


_SLIP = re.compile(r"([0-9]+)(\s*[:.]?\s*)([a-z](?:[a-z-]*/[a-z-]+)?)\b")
_FIGURES = 6
_WRITTEN = re.compile(rf"([0-9]{{1,{_FIGURES}}}) (.*)")


def _pairs(written: str) -> set[tuple[int, str]]:
    """Return the acts and codes in a canonical answer; empty for any other text."""
    return {(int(match[1]), match[2]) for part in written.split(", ") if (match := _WRITTEN.fullmatch(part))}
