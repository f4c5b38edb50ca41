"""A scene drawn on a terminal: a sheet of cells, and no word of any game."""

from dealerkit.scene.screen.canvas import CellCanvas, StyledSpan, cells
from dealerkit.scene.screen.page import LEAST, Notes, ShownSlip, answer_room, page, sheet
from dealerkit.scene.screen.pieces import Signs
from dealerkit.scene.screen.terminal import Terminal

__all__ = [
    "LEAST",
    "CellCanvas",
    "Notes",
    "ShownSlip",
    "Signs",
    "StyledSpan",
    "Terminal",
    "answer_room",
    "cells",
    "page",
    "sheet",
]
