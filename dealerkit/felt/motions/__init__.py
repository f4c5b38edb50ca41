"""The meaning of a player's words and chips: a fold, check, call, bet or raise, and to how much.

The motions are as they were recorded; what they come to is the rule set's business. Whatever sets or houses rule
differently is asked of `decide`, fault by fault, with facts; here stands only how motions become facts, and how a
ruling's sums become an amount. Nothing is moved: the felt has moved the chips already.

    words    what was said: the words of a rule set's `speech`
    spot     what the seat faces; what its motions come to
    turn     words and chips of one turn as facts, and whom to ask
    pushed   what the chips come to
    said     what the words bind to
    meant    made legal, and settled: what goes back and what is owed
"""

from __future__ import annotations

from dealerkit.felt.motions.meaning import meaning
from dealerkit.felt.motions.spot import Decide, MotionMeaning, RuledMotion, Spot
from dealerkit.felt.motions.words import HeardWords, Speech, SpokenWord

__all__ = ["Decide", "HeardWords", "MotionMeaning", "RuledMotion", "Speech", "SpokenWord", "Spot", "meaning"]
