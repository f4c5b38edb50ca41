"""State that PHH needs of a table beyond its acts, its question and its felt."""

from __future__ import annotations

from typing import Final

from dealerkit.table.table import Table

_FOUL: Final = frozenset({"duplicate", "foreign"})
"""Remarks of the felt on a card that cannot be there. At a table the dealer stops then; a hand in PHH has nobody to stop it."""


def hand_number(table: Table) -> int:
    """Return which hand is being dealt at a table, from 1; 0 before the first."""
    return table.now.rounds.get("hand", 0)


def foul_card(table: Table) -> str:
    """Return what is foul about a card of the last act: `duplicate` or `foreign`; empty if nothing is."""
    at, remark = table.now.remark
    return remark if at == len(table.log) and remark in _FOUL else ""
