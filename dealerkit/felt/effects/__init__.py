"""The effect of each verb on the felt.

An effect checks everything before it changes anything, always ends, and refuses only the physically impossible (`Impossible`). It
returns None or a remark, which is one of these words: `boxed`, `duplicate`, `foreign`, `out-of-order` (the named card was in the
stock but not on top), `flawed` (foreign, damaged or with a wrong back), `elsewhere` (the card came from another place),
`cut-card` (the cut card came out with it), `dealer-change`.
"""

from __future__ import annotations

from dealerkit.felt.act_parts import ActParts
from dealerkit.felt.felt import Felt


def handed_over(felt: Felt, act: ActParts) -> str | None:
    """Note that another dealer takes over. Return the remark `dealer-change`."""
    felt.moved = ()
    return "dealer-change"


def nothing(felt: Felt, act: ActParts) -> None:
    """Leave the felt as it is: the effect of words and gestures."""
    felt.moved = ()
