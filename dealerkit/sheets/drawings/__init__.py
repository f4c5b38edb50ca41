"""Drawings: cards, tables and the like as SVG of our own, for pages, PDF and browser alike. See `Drawing`."""

from __future__ import annotations

from dealerkit.sheets.drawings.cards import BACK, card, cards
from dealerkit.sheets.drawings.drawing import FONT, Drawing
from dealerkit.sheets.drawings.inks import inks
from dealerkit.sheets.drawings.tables import layout

__all__ = ["BACK", "FONT", "Drawing", "card", "cards", "inks", "layout"]
