"""The parts of an act that its effect on the felt reads, and the error for an act that cannot be done."""

from __future__ import annotations

from typing import Protocol

from dealerkit.cards import Face
from dealerkit.errors import Impossible
from dealerkit.felt.numbers import Number


class ActParts(Protocol):
    """The parts of an act that its effect reads; `Act` has all of them."""

    @property
    def who(self) -> str:
        """The actor: `d` for the dealer, `f` for the floor, or a seat such as `s3`."""

    @property
    def seat(self) -> int:
        """The seat's number, 0 for dealer and floor."""

    @property
    def verb(self) -> str:
        """The verb: a word of the table in `dealerkit.felt.verbs`, such as `deal`."""

    @property
    def to(self) -> tuple[str, ...]:
        """The act's targets, in order: seats, places and words."""

    @property
    def n(self) -> Number | None:
        """A count, or an amount in the record's unit of money; None if none is given."""

    @property
    def parts(self) -> tuple[Number, ...]:
        """Amounts of the single chips, where the act lists them (`500+100`); else empty."""

    @property
    def face(self) -> str:
        """`up` or `down`; empty if the act does not say, so that the place's usual side applies."""

    @property
    def cards(self) -> tuple[Face | None, ...]:
        """The faces that the act names, in order; None stands for an unknown card."""

    @property
    def manner(self) -> tuple[str, ...]:
        """Words on the way it was done, such as `together` and `boxed`."""

    @property
    def count(self) -> int:
        """Number of cards that the act handles."""


def refused(act: ActParts, why: str) -> Impossible:
    """Return the error for an act that the felt cannot do.

    Args:
        act: The act.
        why: The reason, in words.
    """
    return Impossible(f"'{act}': {why}")
