"""Lines of PokerStars text about chips put in or taken: read both for a hand's acts and for its sums."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

CURRENCIES: Final = "$€£¥"
"""Characters that may stand before an amount."""

POST: Final = re.compile(r"posts (?P<what>small blind|big blind|the ante|small & big blinds|straddle) (?P<amount>\D?[\d.,]+)")
ACT: Final = re.compile(
    r"(?P<what>folds|checks|calls|bets|raises)(?: (?P<amount>\D?[\d.,]+))?(?: to (?P<to>\D?[\d.,]+))?"
    r"(?: and is all-in| and has reached the .* cap)*(?P<shown> \[[^\]]*\])?(?: \([^)]*\))?"
)
BRINGS_IN: Final = re.compile(r"brings[- ]in(?: low)? for (?P<amount>\D?[\d.,]+)(?: and is all-in)?")
WON: Final = re.compile(r"(?P<name>.*) collected (?P<amount>\D?[\d.,]+) from (?:the )?(?:main |side )?pot(?:-\d+)?")


def money(text: str) -> Decimal:
    """Read an amount without its currency.

    Args:
        text: The amount as a line has it; the patterns of lines match only valid ones.

    >>> money("$1,234.50")
    Decimal('1234.50')
    """
    return Decimal(text.lstrip(CURRENCIES).replace(",", ""))
