"""The effect of each verb on the felt.

An effect checks everything before it changes anything, always ends, and refuses only the physically impossible (`Impossible`). It
returns a remark, as a word, or None: `boxed`, `duplicate`, `foreign`, `out-of-order` (the named card was in the stock but not on
top), `flawed` (foreign, damaged or with a wrong back), `elsewhere` (the card came from another place), `cut-card` (the cut card
came out with it).
"""

from __future__ import annotations

from dealerkit.felt.act_parts import ActParts
from dealerkit.felt.felt import Felt


def handed_over(felt: Felt, act: ActParts) -> str | None:
    """Note the arrival of another dealer."""
    felt.moved = ()
    return "dealer-change"


def nothing(felt: Felt, act: ActParts) -> None:
    """Leave the felt unchanged; the effect of words and gestures."""
    felt.moved = ()
