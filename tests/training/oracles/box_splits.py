"""The answer of a drill by another method: splits at a box."""

from __future__ import annotations

from dealerkit.training.generators import Setting
from dealerkit.training.generators.box_splits import BoxSplitsSituation
from tests.training.oracles.box_hands import counted


def proof(setting: Setting, given: BoxSplitsSituation) -> str:
    """Play the box by the sentences of the ledger: the hand at the dealer's left is finished first (BJ-46 to BJ-51)."""
    options = setting.game.options
    words, coming = list(given.words), list(given.coming)
    hands, at, asked = [[given.pair[0]], [given.pair[1]]], 0, words.pop(0)
    assert asked == "split"
    while at < len(hands):
        hand = hands[at]
        if len(hand) == 1:
            hand.append(coming.pop(0))
        aces = given.pair[0][0] == "A"
        pair = len(hand) == 2 and hand[0][0] == hand[1][0]
        again = pair and len(hands) < int(str(options["max_hands"])) and (not aces or options["resplit_aces"])
        over = counted(tuple(hand))[0] >= 21 or (aces and not options["hit_split_aces"] and not again)
        word = "stand" if over else words.pop(0)
        if word == "split":
            hands.insert(at + 1, [hand.pop()])
        elif word in ("hit", "double"):
            hand.append(coming.pop(0))
        at += word in ("stand", "double")
    assert not words
    assert not coming
    order = "AKQJT98765432"
    return " | ".join(" ".join(sorted(hand, key=lambda card: (order.index(card[0]), card[1]))) for hand in hands)
