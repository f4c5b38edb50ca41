"""A second settlement of a round of blackjack, from the ledger alone: cards in the order in which they leave the shoe, bets and
decisions in, money out. It does not use the package; money is whole cents, a card is written `Ah`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

DEFAULTS: dict[str, object] = {
    "up_card": "first",
    "hole_card": "peek",
    "natural_takes": "original_only",
    "soft17": "stand",
    "blackjack_pays": "3 to 2",
    "payout_unit": 1,
    "payout_rounding": "up",
    "double_on": "any_two",
    "double_after_split": True,
    "split_by": "value",
    "max_hands": 4,
    "resplit_aces": False,
    "hit_split_aces": False,
    "surrender": "none",
    "surrender_vs_ace": True,
    "surrender_after_split": False,
}
"""Ledger 1.9; `payout_unit` in cents."""


@dataclass(eq=False)
class Hand:
    """A hand of a box, and its result."""

    cards: list[str]
    bet: int
    doubled: int = 0
    ended: str = ""
    split: bool = False


Choose = Callable[["Hand", str, list[str]], str]
"""The choice for a hand: the hand, the dealer's up-card, and the allowed decisions."""


@dataclass
class Seat:
    """A box: its main bet, its player, and its insurance stake; its result."""

    bet: int
    choose: Choose
    insurance: int = 0
    even_money: bool = False
    hands: list[Hand] = field(default_factory=list)
    net: int = 0


@dataclass
class Settled:
    """The result of the round."""

    nets: list[int]
    used: int
    dealer: list[str]


def value(card: str) -> int:
    """BJ-02, an ace as one."""
    return 1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0])


def count(cards: Sequence[str]) -> tuple[int, bool]:
    """BJ-03: the total, and whether it is soft."""
    total = sum(map(value, cards))
    soft = any(card[0] == "A" for card in cards) and total + 10 <= 21
    return (total + 10, True) if soft else (total, False)


def is_natural(cards: Sequence[str]) -> bool:
    """BJ-04."""
    return len(cards) == 2 and sorted(map(value, cards)) == [1, 10]


class Table:
    """A round."""

    def __init__(self, cards: Sequence[str], seats: Sequence[Seat], options: dict[str, object]) -> None:
        self.cards, self.seats, self.rules = cards, seats, {**DEFAULTS, **options}
        self.used = 0

    def draw(self) -> str:
        self.used += 1
        return self.cards[self.used - 1]

    def paid(self, amount: Fraction) -> int:
        """BJ-87: rounding applies to what is paid."""
        unit = int(str(self.rules["payout_unit"]))
        whole, rest = divmod(amount, unit)
        up = {"up": rest > 0, "down": False, "nearest": 2 * rest >= unit}[str(self.rules["payout_rounding"])]
        return int(whole + up) * unit

    def play(self) -> Settled:
        rules = self.rules
        # BJ-31: one card to each box from the dealer's left, one to the dealer, again; BJ-34: no second one without a hole card.
        firsts = [self.draw() for _ in self.seats]
        dealer = [self.draw()]
        for seat, first in zip(self.seats, firsts, strict=True):
            seat.hands = [Hand([first, self.draw()], seat.bet)]
        if rules["hole_card"] != "none":
            dealer.append(self.draw())
        up = dealer[1] if rules["up_card"] == "second" else dealer[0]
        ace_or_ten = value(up) in (1, 10)
        peeks = rules["hole_card"] == "peek"
        # BJ-54: early surrender against an ace or a ten is asked before the look.
        if peeks and ace_or_ten and rules["surrender"] == "early":
            for seat in self.seats:
                hand = seat.hands[0]
                asked = not is_natural(hand.cards) and self.may_surrender(up)
                if asked and seat.choose(hand, up, ["surrender", "no"]) == "surrender":
                    hand.ended = "surrender"
        for seat in self.seats:  # BJ-60
            if seat.even_money and is_natural(seat.hands[0].cards):
                seat.hands[0].ended = "even money"
        # BJ-65 to BJ-67.
        if peeks and ace_or_ten and is_natural(dealer):
            return self.finish(dealer, played=False)
        for seat in self.seats:
            self.play_box(seat, up)
        live = [hand for seat in self.seats for hand in seat.hands if hand.ended in ("stand", "double")]
        waiting = [
            hand
            for seat in self.seats
            for hand in seat.hands
            if hand.ended == "natural" or (hand.ended == "surrender" and rules["surrender"] == "late")
        ]
        insured = any(seat.insurance for seat in self.seats)
        if rules["hole_card"] == "none" and (live or ((waiting or insured) and ace_or_ten)):  # BJ-A18 to BJ-A20
            dealer.append(self.draw())
        if live and not is_natural(dealer):  # BJ-73 to BJ-77
            while True:
                total, soft = count(dealer)
                if total > 17 or (total == 17 and not (soft and rules["soft17"] == "hit")):
                    break
                dealer.append(self.draw())
        return self.finish(dealer, played=True)

    def may_surrender(self, up: str) -> bool:
        """BJ-52, BJ-55."""
        return self.rules["surrender"] != "none" and (value(up) != 1 or bool(self.rules["surrender_vs_ace"]))

    def play_box(self, seat: Seat, up: str) -> None:
        """BJ-38 to BJ-56, the box's hands from the dealer's left."""
        at = 0
        while at < len(seat.hands):
            hand = seat.hands[at]
            if len(hand.cards) == 1:  # BJ-47
                hand.cards.append(self.draw())
            if not hand.ended:
                self.play_hand(seat, at, up)
            at += bool(hand.ended)

    def play_hand(self, seat: Seat, at: int, up: str) -> None:
        """Play a hand until it is over or split."""
        rules, hand = self.rules, seat.hands[at]
        if is_natural(hand.cards) and not hand.split:
            hand.ended = "natural"
            return
        split_ace = hand.split and value(hand.cards[0]) == 1
        while True:
            total, soft = count(hand.cards)
            if total > 21:
                hand.ended = "bust"
                return
            allowed = ["stand"]
            two = len(hand.cards) == 2
            if total < 21 and not (split_ace and not rules["hit_split_aces"]):
                allowed.append("hit")
                if two and not split_ace and (not hand.split or rules["double_after_split"]) and self.may_double(total, soft):
                    allowed.append("double")
            asked_before = rules["hole_card"] == "peek" and rules["surrender"] == "early" and value(up) in (1, 10)
            in_time = bool(rules["surrender_after_split"]) if hand.split else not asked_before
            if two and in_time and self.may_surrender(up) and not (split_ace and not rules["hit_split_aces"]):
                allowed.append("surrender")
            if two and self.may_split(seat, hand, split_ace=split_ace):
                allowed.append("split")
            if total == 21 or allowed == ["stand"]:  # BJ-40, BJ-49
                hand.ended = "stand"
                return
            word = seat.choose(hand, up, allowed)
            assert word in allowed
            if word == "hit":
                hand.cards.append(self.draw())
            elif word == "split":
                other = Hand([hand.cards.pop()], seat.bet, split=True)
                hand.split = True
                seat.hands.insert(at + 1, other)
                hand.cards.append(self.draw())
                return
            elif word == "double":
                hand.doubled = hand.bet
                hand.cards.append(self.draw())
                hand.ended = "bust" if count(hand.cards)[0] > 21 else "double"
                return
            else:
                hand.ended = word
                return

    def may_double(self, total: int, soft: bool) -> bool:
        """BJ-43."""
        allowed = {"any_two": range(2, 21), "9-11": range(9, 12), "10-11": range(10, 12)}[str(self.rules["double_on"])]
        return total in allowed

    def may_split(self, seat: Seat, hand: Hand, *, split_ace: bool) -> bool:
        """BJ-46, BJ-48, BJ-50."""
        one, two = hand.cards
        alike = one[0] == two[0] if self.rules["split_by"] == "rank" else value(one) == value(two)
        return (
            alike and len(seat.hands) < int(str(self.rules["max_hands"])) and (not split_ace or bool(self.rules["resplit_aces"]))
        )

    def finish(self, dealer: list[str], *, played: bool) -> Settled:
        """BJ-67, BJ-71, BJ-72, BJ-79 to BJ-88."""
        natural = is_natural(dealer)
        for seat in self.seats:
            if natural:
                seat.net = self.against_natural(seat, played=played)
            else:
                seat.net = sum(self.result(hand, dealer) for hand in seat.hands)
            seat.net += (2 * seat.insurance if natural else -seat.insurance) if seat.insurance else 0
        return Settled([seat.net for seat in self.seats], self.used, dealer)

    def result(self, hand: Hand, dealer: list[str]) -> int:
        """Return the winnings of a hand against a dealer without a natural."""
        stake = hand.bet + hand.doubled
        if hand.ended == "even money":
            return hand.bet
        if hand.ended == "natural":
            up, _, down = str(self.rules["blackjack_pays"]).partition(" to ")
            return self.paid(Fraction(hand.bet * int(up), int(down)))
        if hand.ended == "surrender":
            return self.paid(Fraction(hand.bet, 2)) - hand.bet
        if hand.ended == "bust":
            return -stake
        mine, theirs = count(hand.cards)[0], count(dealer)[0]
        if theirs > 21 or mine > theirs:
            return stake
        return 0 if mine == theirs else -stake

    def against_natural(self, seat: Seat, *, played: bool) -> int:
        """Return the loss of a box against a natural: before any play of the bet, afterwards by `natural_takes`."""
        first = seat.hands[0]
        if first.ended == "even money":
            return seat.bet
        if not first.split and is_natural(first.cards):
            return 0
        # BJ-54: what was given up before is settled and gone; a late surrender still waits for the natural (BJ-A18).
        gone = [hand for hand in seat.hands if hand.ended == "surrender" and self.rules["surrender"] == "early"]
        left = [hand for hand in seat.hands if hand not in gone]
        net = sum(self.paid(Fraction(hand.bet, 2)) - hand.bet for hand in gone)
        takes = self.rules["natural_takes"] if played else "original_only"
        if takes == "all":
            return net - sum(hand.bet + hand.doubled for hand in left)
        if takes == "busted_and_one":
            net -= sum(hand.bet + hand.doubled for hand in left if hand.ended == "bust")
            left = [hand for hand in left if hand.ended != "bust"]
            return net - (seat.bet if left else 0)
        # BJ-72: what a bust hand began with stays lost; BJ-71: the first bet is lost, what was added to it goes back.
        lost = [hand for hand in left if hand.ended == "bust" or hand is first]
        return net - seat.bet * len(lost)


def settle(cards: Sequence[str], seats: Sequence[Seat], **options: object) -> Settled:
    """Play and settle a round."""
    return Table(cards, seats, options).play()
