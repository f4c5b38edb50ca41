"""Sheets: the house rules of a game on paper, made of the same data that the engine runs."""

from __future__ import annotations

from dealerkit.sheets.build import documents, make_sheet
from dealerkit.sheets.model import Sheet
from dealerkit.sheets.render import FORMATS, render, render_score
from dealerkit.sheets.roads import ROADS, ScoreSheet, score_sheet
from dealerkit.sheets.voice import LANGUAGES

__all__ = [
    "FORMATS", "LANGUAGES", "ROADS", "ScoreSheet", "Sheet",
    "documents", "make_sheet", "render", "render_score", "score_sheet",
]  # fmt: skip
