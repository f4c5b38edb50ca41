"""Hands in PHH turned into records of our own, and back.

The words of both are in `dealerkit.phh.words`. PHH has no word for a burn, a tap, a sweep or a push of the pot: they are put
in where the game has them, and left out on the way back. It numbers players from the left of the button, so that the last has
the button; of two players the second has it, and posts the small blind.
"""

from __future__ import annotations

from dealerkit.phh.from_record import from_record
from dealerkit.phh.to_record import to_record, to_text

__all__ = ["from_record", "to_record", "to_text"]
