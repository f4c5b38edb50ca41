"""A scene drawn on a terminal as a sheet of character cells, in the same way for every game."""

from dealerkit.table.scene.screen.canvas import CellCanvas, StyledSpan, cells
from dealerkit.table.scene.screen.page import LEAST, Notes, ShownSlip, answer_room, page, sheet
from dealerkit.table.scene.screen.pieces import Signs
from dealerkit.table.scene.screen.terminal import Terminal

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
