"""The ranking of hands. Whole numbers in, whole numbers out; nothing else of this package is imported.

A card is its face's index (`dealerkit.cards.Face.index`): rank place * 4 + suit place, 52 for the joker. A hand's value is a
whole number: in every ranking, lows too, the higher value wins and equal values tie. 0 stands for a hand that does not count. The
order of ranks and categories is data (`procedures/ranking.yaml`), compiled by `dealerkit.rules.rankings`.
"""

from __future__ import annotations

from dealerkit.arithmetic.ranking.names import HandWords, in_full, name
from dealerkit.arithmetic.ranking.order import HandOrder, beats, category, ranks
from dealerkit.arithmetic.ranking.ranker import Badugi, Ranker, ranker

__all__ = ["Badugi", "HandOrder", "HandWords", "Ranker", "beats", "category", "in_full", "name", "ranker", "ranks"]
