"""The bets of one betting round, read from a line that a person types, and their figures: price, smallest raise, players who may
raise.

    line        reads the line: the round's setting, then one act after another
    reckoning   plays the acts through `dealerkit.arithmetic.betting`
    round       the result: a frozen value with every amount and how it was worked out

>>> from dealerkit.felt.bets import reckon
>>> told = reckon("blinds 50/100, A raise 260, B raise 480")
>>> told.amount("least"), told.amount("unit"), told.may_raise
(Decimal('700'), Decimal('220'), ('small blind', 'big blind', 'A'))
"""

from __future__ import annotations

from dealerkit.felt.bets.line import BetLine, ToldAct, read_line
from dealerkit.felt.bets.reckoning import reckon
from dealerkit.felt.bets.round import BetRound, Customs, ToldSeat

__all__ = ["BetLine", "BetRound", "Customs", "ToldAct", "ToldSeat", "read_line", "reckon"]
