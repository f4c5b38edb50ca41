"""The meaning of a player's words and chips: a fold, check, call, bet or raise, and its total.

The motions are as recorded; their meaning is up to the rule set. Questions on which sets or houses differ go to `decide`, fault
by fault, with facts; this package turns motions into facts, and a ruling's sums into an amount. It moves nothing: the felt has
moved the chips already.

    words    the spoken words, from a rule set's `speech`
    spot     the situation of the seat, and the meaning of its motions
    turn     words and chips of one turn as facts, with the rule set to ask
    pushed   the reading of the chips
    said     the reading of the words
    meant    the meaning made legal, and settled: chips to give back and chips owed
"""

from __future__ import annotations

from dealerkit.felt.motions.meaning import meaning
from dealerkit.felt.motions.spot import Decide, MotionMeaning, RuledMotion, Spot
from dealerkit.felt.motions.words import HeardWords, Speech, SpokenWord

__all__ = ["Decide", "HeardWords", "MotionMeaning", "RuledMotion", "Speech", "SpokenWord", "Spot", "meaning"]
