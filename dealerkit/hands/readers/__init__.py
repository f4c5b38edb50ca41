"""Readers of other programs' hand histories: each converts a hand into the fields of PHH, which the checker knows.

A package with a reader of your own names it as an entry point of the group `dealerkit.readers`; see `HandReader`.
"""

from dealerkit.hands.readers.reader import (
    LONGEST_LINE,
    ConvertedHand,
    DividedFormat,
    HandReader,
    ReadHand,
    UnreadText,
    converted_hands,
    went_wrong,
)
from dealerkit.hands.readers.registry import LOOKED_AT, reader_called, reader_of, readers, versions

__all__ = [
    "LONGEST_LINE",
    "LOOKED_AT",
    "ConvertedHand",
    "DividedFormat",
    "HandReader",
    "ReadHand",
    "UnreadText",
    "converted_hands",
    "reader_called",
    "reader_of",
    "readers",
    "versions",
    "went_wrong",
]
