"""The effect of each verb on the felt.

An effect checks everything before it changes anything, always ends, and refuses only the physically impossible (`Impossible`).
It returns a remark as a word: `boxed`, `duplicate`, `foreign`, `out-of-order` (the card named was in the stock but not on top),
`flawed` (foreign, damaged or with a wrong back), `elsewhere` (it came from another source), `cut-card` (the cut card came out
with it). None is no remark.
"""

from __future__ import annotations

from dealerkit.felt.act_parts import ActParts
from dealerkit.felt.felt import Felt


def handed_over(felt: Felt, act: ActParts) -> str | None:
    """Note the arrival of another dealer."""
    felt.moved = ()
    return "dealer-change"


def nothing(felt: Felt, act: ActParts) -> None:
    """Leave the felt as it is: words and gestures."""
    felt.moved = ()
