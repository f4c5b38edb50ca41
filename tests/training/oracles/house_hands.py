"""The answer of a drill by another method: hands against the house that an order of hands reads."""

from __future__ import annotations

from dealerkit.training.generators import Setting
from dealerkit.training.generators.house_hands import HouseHandsSituation
from dealerkit.training.money import digits
from tests.games.pit.ranked_settlement import (
    BLIND,
    FIVE,
    RANKS,
    THREE,
    best,
    casino_stud,
    dealer_holdem,
    kind_of,
    three_card,
    worth,
)

CALLED = {
    "high": "high_card",
    "pair": "one_pair",
    "two pair": "two_pairs",
    "trips": "three_of_a_kind",
    "full": "full_house",
    "quads": "four_of_a_kind",
    "straight flush": "straight_flush",
}
ENOUGH = {3: "2s 3d Qh", 5: "As Kd 4h 3c 2s"}
"""By the number of cards, a dealer's hand that qualifies and that the hands of a table beat."""


def proof(setting: Setting, given: HouseHandsSituation) -> str:
    """Sort hands as tuples; pay by the difference that a bet makes to a whole round (TCP-17, TCP-18, CST-12)."""
    ask, many = setting.told("ask"), len(given.hand)
    hand = worth(given.hand) if many < 6 else best(given.hand)
    if ask == "winner":
        other = worth(given.other)
        return "equal" if hand == other else "player" if hand > other else "dealer"
    if ask == "qualifies" and many > 5:
        return "qualifies" if hand[0] else "does not qualify"
    if ask == "qualifies":
        line = (0, [RANKS.index(rank) for rank in ("Q32" if len(given.hand) == 3 else "AK432")])
        return "qualifies" if hand >= line else "does not qualify"
    if ask == "kind":
        kind = (THREE if len(given.hand) == 3 else FIVE)[hand[0]]
        return CALLED.get(kind, kind)
    options = {name: str(value).lower() for name, value in setting.game.options.items()}
    stake = int(given.stake)
    if many > 5:
        mine, shared = given.hand[:2], given.hand[2:]
        trips = dealer_holdem(mine, mine, shared, 10, stake, 1, **options)  # all but the side bet pushes against the same hand
        return digits(trips if setting.told("wager") == "trips" else stake * BLIND[kind_of(hand)])
    dealers = ENOUGH[many].split()
    if setting.told("wager") == "raise":
        ante = stake // 2
        return str(casino_stud(given.hand, dealers, ante, 0, "raise", **options) - ante)
    if setting.told("bonus"):
        return str(three_card(given.hand, dealers, stake, 0, "play", **options) - 2 * stake)
    without = three_card(given.hand, dealers, 10, 0, "play", **options)
    return str(three_card(given.hand, dealers, 10, stake, "play", **options) - without)
