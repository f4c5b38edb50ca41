"""The floor at a table: rulings on slips, and the remedies that become what is expected because of them.

A rule set's own ruling is given as soon as a slip is found. What its remedies ask for goes on top of the agenda: at once, or
when the floor has ruled, as the remedy says. What was under way goes on below it.
"""

from dealerkit.judge.floor.act import ruled_by
from dealerkit.judge.floor.ruling import CARD_CODES, Hearing, Ruled
from dealerkit.judge.floor.view import Floor

__all__ = ["CARD_CODES", "Floor", "Hearing", "Ruled", "ruled_by"]
