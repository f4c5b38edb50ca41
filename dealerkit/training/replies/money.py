"""Replies in numbers: amounts, chips, counts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from typing import ClassVar

import attrs

from dealerkit.felt.numbers import is_whole
from dealerkit.training.replies.reply import Reply, Unclear

_AMOUNT = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?|\.[0-9]+")
_SIGNS = "$€£¥ "


def read_amount(typed: str) -> str:
    """Return an amount in its canonical form: digits and a point, without trailing zeros.

    Raises:
        Unclear: If it is not an amount.

    >>> [read_amount(text) for text in ("1,163.75", "1163.75", "$ 20.00", ".5", "007")]
    ['1163.75', '1163.75', '20', '0.5', '7']
    """
    text = unicodedata.normalize("NFKC", typed).strip().strip(_SIGNS)
    if not text.isascii() or len(text) > _LONGEST or not _AMOUNT.fullmatch(text):
        msg = f"'{typed.strip()}' is not an amount; type it as 1163.75"
        raise Unclear(msg)
    return written(Decimal(text.replace(",", "")))


_LONGEST = 30


def written(amount: Decimal | int) -> str:
    """Return an amount as saved answers have it: plain decimal digits without trailing zeros.

    >>> written(Decimal("20.50")), written(100)
    ('20.5', '100')
    """
    text = format(Decimal(amount), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


@attrs.frozen
class AmountReply(Reply):
    """A reply that is an amount of money, in the money's own unit."""

    kind: ClassVar[str] = "amount"
    hint = "an amount, such as 1163.75"

    def read(self, typed: str) -> str:
        """Return a typed amount in the form in which it is saved.

        Raises:
            Unclear: If it is not an amount.
        """
        return read_amount(typed)


@attrs.frozen
class AmountsReply(Reply):
    """A reply of several amounts in order; how many there are is part of the answer."""

    kind: ClassVar[str] = "amounts"
    hint = "amounts with spaces between, such as 110 105 80"

    def read(self, typed: str) -> str:
        """Return typed amounts in the form in which they are saved; they may be separated by spaces, semicolons, slashes or
        commas.

        Raises:
            Unclear: If there is no amount in it, or it could be one amount or several.
        """
        text = unicodedata.normalize("NFKC", typed).strip()
        signs = [part for part in re.split(r"[\s;/+]+|,(?=\s)", text) if part.strip(_SIGNS)]
        if len(signs) == 1 and "," in signs[0]:
            if _AMOUNT.fullmatch(signs[0]):
                msg = f"'{text}' can be one amount or several; put spaces between them"
                raise Unclear(msg)
            signs = signs[0].split(",")
        if not signs:
            msg = "type amounts with spaces between, such as 110 105 80"
            raise Unclear(msg)
        return " ".join(read_amount(sign.rstrip(",")) for sign in signs)


_CHIPS = re.compile(r"(?:([0-9]{1,4})\s*[x*×]\s*)?([^\sx*×]+)")


@attrs.frozen
class ChipsReply(Reply):
    """A reply in chips: the number of each colour, by value."""

    kind: ClassVar[str] = "chips"
    hint = "chips, such as 2x100 25 3x5"

    def read(self, typed: str) -> str:
        """Return typed chips in the form in which they are saved, largest first.

        They may be written as `2x100 25 3x5`, `2 x 100, 25, 3 * 5` or `100 100 25 5 5 5`.

        Raises:
            Unclear: If it is not a list of chips, or more chips than a table has.
        """
        text = re.sub(r"[,;+]|\band\b", " ", unicodedata.normalize("NFKC", typed).lower()).strip()
        if text in ("-", "none", "nothing"):
            return "none"
        counts: dict[Decimal, int] = {}
        end = 0
        for sign in _CHIPS.finditer(text):
            if text[end : sign.start()].strip():
                break
            end = sign.end()
            worth = Decimal(read_amount(sign[2]))
            counts[worth] = counts.get(worth, 0) + int(sign[1] or 1)
        if text[end:].strip() or not counts:
            msg = f"'{typed.strip()}' is not understood; type {self.hint}"
            raise Unclear(msg)
        if not all(counts) or sum(counts.values()) > _MOST_CHIPS:
            msg = f"'{typed.strip()}' cannot be put out in chips; type {self.hint}"
            raise Unclear(msg)
        return in_chips(counts) or "none"


_MOST_CHIPS = 9999


def in_chips(chips: Mapping[Decimal, int]) -> str:
    """Return chips as saved answers have them, largest first.

    Args:
        chips: The number of chips, by value.

    >>> in_chips({Decimal(5): 3, Decimal("0.25"): 0, Decimal(100): 2})
    '2x100 3x5'
    """
    return " ".join(f"{many}x{written(worth)}" for worth, many in sorted(chips.items(), reverse=True) if many)


@attrs.frozen
class CountReply(Reply):
    """A reply that is a whole number.

    Attributes:
        of: The hint at what can be typed, such as `a number`.
    """

    kind: ClassVar[str] = "count"
    of: str = "a number"

    @property
    def hint(self) -> str:
        """The hint at what can be typed."""
        return self.of

    def read(self, typed: str) -> str:
        """Return a typed whole number in the form in which it is saved.

        Raises:
            Unclear: If it is not a whole number.
        """
        text = unicodedata.normalize("NFKC", typed).strip()
        if not is_whole(text):
            msg = f"'{typed.strip()}' is not a whole number"
            raise Unclear(msg)
        return str(int(text))
