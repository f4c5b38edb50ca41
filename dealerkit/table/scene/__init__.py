"""The scene at a table, as a value from which terminal, paper, browser and screen reader are drawn."""

from dealerkit.felt import spoken
from dealerkit.table.scene.reader import OPEN, dealer_waits, eyes, look, together
from dealerkit.table.scene.values import CUT_IN, SQUARED, Chips, Heap, Lying, Scene, Seat, Status
from dealerkit.table.scene.words import lying_words, named, told

__all__ = [
    "CUT_IN",
    "OPEN",
    "SQUARED",
    "Chips",
    "Heap",
    "Lying",
    "Scene",
    "Seat",
    "Status",
    "dealer_waits",
    "eyes",
    "look",
    "lying_words",
    "named",
    "spoken",
    "together",
    "told",
]
