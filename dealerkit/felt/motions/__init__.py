"""The meaning of a player's words and chips: a fold, check, call, bet or raise, and its total.

The motions are recorded as they were made; the rule set decides their meaning. This package turns motions into facts, asks
`decide` about each fault that rule sets or houses treat differently, and turns the sums of a ruling into an amount. It moves
nothing: the felt has moved the chips already.

    words         the spoken words, from a rule set's `speech`
    spot          the situation of the seat, and the meaning of its motions
    turn          words and chips of one turn as facts, and questions to the rule set
    chips         the reading of the chips
    announcement  the reading of the words
    meaning       the reading made legal, and settled: chips to give back and chips owed
"""

from __future__ import annotations

from dealerkit.felt.motions.meaning import meaning
from dealerkit.felt.motions.spot import Decide, MotionMeaning, RuledMotion, Spot
from dealerkit.felt.motions.words import HeardWords, Speech, SpokenWord

__all__ = ["Decide", "HeardWords", "MotionMeaning", "RuledMotion", "Speech", "SpokenWord", "Spot", "meaning"]
