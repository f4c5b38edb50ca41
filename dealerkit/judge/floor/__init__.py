"""The floor at a table: rulings on slips, and the remedies that they put on the agenda.

A rule set's own ruling is given when the slip is found. The steps of its remedies go on top of the agenda, at once or when the
floor has ruled, as the remedy says. The interrupted steps resume after them.
"""

from dealerkit.judge.floor.act import ruled_by
from dealerkit.judge.floor.ruling import CARD_CODES, Hearing, Ruled
from dealerkit.judge.floor.view import Floor

__all__ = ["CARD_CODES", "Floor", "Hearing", "Ruled", "ruled_by"]
