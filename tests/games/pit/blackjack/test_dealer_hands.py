"""What the dealer makes of an up-card, against published tables and against hands drawn card by card. BJ-74 to BJ-77"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from dealerkit.games.pit.blackjack.dealer_hands import FINALS, VALUES, DealerHands, shoe


def unseen(decks: int, up: int) -> list[int]:
    """A fresh shoe without the up-card."""
    found = shoe(decks)
    found[up - 1] -= 1
    return found


@pytest.mark.parametrize(
    ("up", "published"),
    [
        (1, ("0.126128", "0.131003", "0.129486", "0.131553", "0.0515646", "0.313726", "0.11654")),
        (2, ("0.138976", "0.131762", "0.131815", "0.123948", "0.120526", "0", "0.352973")),
        (3, ("0.130313", "0.130946", "0.123761", "0.123345", "0.116047", "0", "0.375588")),
        (4, ("0.130973", "0.114163", "0.120679", "0.116286", "0.115096", "0", "0.402803")),
        (5, ("0.119687", "0.123483", "0.116909", "0.104694", "0.106321", "0", "0.428905")),
        (6, ("0.166948", "0.106454", "0.107192", "0.100705", "0.0978785", "0", "0.420823")),
        (7, ("0.372345", "0.138583", "0.0773344", "0.0788967", "0.072987", "0", "0.259854")),
        (8, ("0.130857", "0.362989", "0.129445", "0.0682898", "0.0697914", "0", "0.238627")),
    ],
)
def test_bj_74_finals_of_one_deck_before_the_look(up, published):
    """Dealer stands on soft 17; to one in the last digit printed. Source: wizardofodds.com, Blackjack appendix 2B."""
    found = DealerHands.of(up, hits_soft_17=False).exact(unseen(1, up))
    assert sum(found) == 1
    for share, digits in zip(found, published, strict=True):
        assert float(share) == pytest.approx(float(digits), abs=1.5 * 10 ** -len(digits.partition(".")[2]))


@pytest.mark.parametrize(
    ("decks", "up", "published"),
    [
        (1, 1, ("0.183786", "0.19089", "0.18868", "0.191692", "0.075137", "0.169815")),
        (1, 10, ("0.124156", "0.122486", "0.124421", "0.356869", "0.03957", "0.232499")),
        (2, 1, ("0.186367", "0.189883", "0.188851", "0.190272", "0.076531", "0.168096")),
        (2, 10, ("0.122412", "0.1216", "0.122524", "0.36387", "0.038449", "0.231144")),
    ],
)
def test_bj_68_finals_after_the_look(decks, up, published):
    """A natural excluded. Source: wizardofodds.com, Blackjack appendix 2."""
    *totals, natural, bust = DealerHands.of(up, hits_soft_17=False).exact(unseen(decks, up))
    for share, digits in zip((*totals, bust), published, strict=True):
        assert float(share / (1 - natural)) == pytest.approx(float(digits), abs=6e-7)


@pytest.mark.parametrize("soft17", [False, True])
@pytest.mark.parametrize("up", VALUES)
def test_bj_76_every_hand_drawn_card_by_card(up, soft17):
    """From a few cards of a shoe the tree counts what drawing one card after the other counts."""
    rng = random.Random(f"{up} {soft17}")
    left = [rng.randrange(1, 3) for _ in range(9)] + [3]
    found = [Fraction(0)] * len(FINALS)

    def draw(cards: list[int], chance: Fraction) -> None:
        total = sum(cards)
        soft = 1 in cards and total <= 11
        total += 10 * soft
        if len(cards) > 1 and total >= 17 and not (total == 17 and soft and soft17):
            end = "bust" if total > 21 else "natural" if total == 21 and len(cards) == 2 else total
            found[FINALS.index(end)] += chance
            return
        size = sum(left)
        for value in VALUES:
            if left[value - 1]:
                share = Fraction(left[value - 1], size)
                left[value - 1] -= 1
                draw([*cards, value], chance * share)
                left[value - 1] += 1

    draw([up], Fraction(1))
    hands = DealerHands.of(up, hits_soft_17=soft17)
    assert hands.exact(left) == found
    assert hands.chances(left, sum(left)) == pytest.approx([float(share) for share in found])
