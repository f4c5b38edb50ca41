"""Drawings: cards, tables and the like as SVG of our own, for pages, PDF and browser alike. See `Drawing`."""

from __future__ import annotations

from dealerkit.sheets.drawings.cards import BACK, card, cards
from dealerkit.sheets.drawings.drawing import FONT, Drawing
from dealerkit.sheets.drawings.hands import hands
from dealerkit.sheets.drawings.inks import inks
from dealerkit.sheets.drawings.roads import road, roads
from dealerkit.sheets.drawings.shoe import shoe
from dealerkit.sheets.drawings.streets import streets
from dealerkit.sheets.drawings.tables import layout
from dealerkit.sheets.drawings.trees import A4, A5, tree

__all__ = [
    "A4",
    "A5",
    "BACK",
    "FONT",
    "Drawing",
    "card",
    "cards",
    "hands",
    "inks",
    "layout",
    "road",
    "roads",
    "shoe",
    "streets",
    "tree",
]
