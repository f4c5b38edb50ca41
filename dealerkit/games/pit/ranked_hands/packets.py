"""The order in which a round's cards come from one pack: packets or single cards, to boxes, dealer and middle."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dealerkit.errors import Impossible
from dealerkit.facts.rounds import steps_in
from dealerkit.files.screen_text import count_of
from dealerkit.games.pit.ranked_hands.terms import RankedTerms
from dealerkit.rules.boxes import BOARD, DEALER_HAND
from dealerkit.rules.doc import branch


@attrs.frozen
class DealtPlaces:
    """Places of a round's cards in the pack, each in the order in which the cards come.

    Attributes:
        boxes: For each box, the places of its cards.
        dealer: The places of the dealer's cards; none if the dealer has no hand.
        board: The places of the shared cards; none if there are none.
        up_card: Index in `dealer` of the card that is turned up; -1 if none is.
    """

    boxes: Sequence[Sequence[int]]
    dealer: Sequence[int]
    board: Sequence[int]
    up_card: int

    @property
    def cards(self) -> int:
        """Number of cards that a round takes."""
        return sum(map(len, self.boxes)) + len(self.dealer) + len(self.board)


def dealt_places(terms: RankedTerms, boxes: int) -> DealtPlaces:
    """Return the places of a round's cards, by the order in which the game's file has them dealt.

    Args:
        terms: Terms of the game.
        boxes: Number of boxes with a bet.

    Raises:
        Impossible: If the pack has too few cards for so many boxes.
    """
    steps = dict(steps_in(branch(terms.game.data, "procedure")))
    deal = next(step for step in steps.values() if step.get("do") == "deal_boxes")
    orders, by = branch(deal, "orders"), deal.get("by")
    packets = orders[str(by[0])] if isinstance(by, Sequence) else next(iter(orders.values()))
    assert isinstance(packets, Sequence)
    hands: list[list[int]] = [[] for _ in range(boxes)]
    dealer, board = list[int](), list[int]()
    groups = {"boxes": hands, DEALER_HAND: [dealer], BOARD: [board]}
    at = 0
    for packet in packets:
        words = str(packet).split()
        many = int(words[1]) if words[1:] and words[1].isdecimal() else 1
        for places in groups[words[0]]:
            places += range(at, at + many)
            at += many
    if at > 52:
        msg = f"{count_of(boxes, 'box')} need {count_of(at, 'card')}, and the pack of {terms.game.title} has 52"
        raise Impossible(msg)
    shown = next((str(step.get("which")) for step in steps.values() if step.get("do") == "show_card"), "")
    return DealtPlaces(hands, dealer, board, {"first": 0, "last": len(dealer) - 1}.get(shown, -1))
