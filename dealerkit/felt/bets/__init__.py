"""The bets of one round as a person tells them in a line, and what they come to: price, smallest raise, who may raise.

    line        the line read: the round's setting, and one act after another
    reckoning   the acts played through `dealerkit.arithmetic.betting`
    round       what comes of it: a frozen value with every amount, and how it was reckoned

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
