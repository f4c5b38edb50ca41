"""Facts about the dealer's last announcement, compared with the table."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.facts.situation import Situation
from dealerkit.facts.tables import just_done
from dealerkit.felt.acts import seat_number


def announced(now: Situation, *words: str) -> Sequence[str] | None:
    """Return the words of the dealer's last announcement after its first word, if that first word is one of `words`; None
    otherwise.
    """
    act = just_done(now)
    return act.to[1:] if act.to[0] in words else None


def seats_in(words: Sequence[str]) -> list[int]:
    """Return the numbers of the seats that some words name: `s3` is 3."""
    return [seat for word in words if (seat := seat_number(word))]
