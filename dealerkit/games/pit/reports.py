"""Report of one round against the house: every hand and every wager, settled to the cent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import attrs

from dealerkit.felt.numbers import written
from dealerkit.files.screen_text import count_of, line, table
from dealerkit.table.settled_rounds import SeatWord


@attrs.frozen
class SettledHand:
    """A hand of a box, played to its end.

    Attributes:
        seat: Whose box it is.
        title: Its name within the box; empty for the first.
        cards: Its cards.
        total: What they count; None where cards are not added up.
        words: What was said of it.
        result: How its main bet came out: `win`, `lose`, `push`, `half_back`.
    """

    seat: int
    title: str
    cards: Sequence[str]
    total: object
    words: Sequence[str]
    result: str


@attrs.frozen
class SettledWager:
    """A wager, settled.

    Attributes:
        seat: Whose it is.
        wager: Its row on the layout: `main`, `main-second`.
        title: Its name on paper: `Main bet, second hand`.
        stake: The money put on it.
        result: `win`, `lose`, `push`, `half_back`.
        net: What the bettor is better off by; below zero what the house took.
    """

    seat: int
    wager: str
    title: str
    stake: Fraction
    result: str
    net: Fraction

    def as_json(self) -> dict[str, str]:
        """Return it with amounts as they are written."""
        return {"wager": self.wager, "stake": written(self.stake), "result": self.result, "net": written(self.net)}


@attrs.frozen
class SettledRoundReport:
    """A round against the house.

    Attributes:
        dealer: The cards of the dealer's hand.
        features: What that hand is, by the reading of the game.
        hands: The hands of all boxes, by seat.
        wagers: Their wagers, in the same order.
        cards: The cards that were told, in the order in which they leave the shoe.
        used: How many of them the round took, burned ones too (BJ-A17).
        unused: Words that nobody was asked for.
    """

    dealer: Sequence[str]
    features: Mapping[str, object]
    hands: Sequence[SettledHand]
    wagers: Sequence[SettledWager]
    cards: Sequence[str]
    used: int
    unused: Sequence[SeatWord]

    @property
    def result(self) -> str:
        """How the dealer's hand came out: `natural`, `bust`, `stands`; empty where its cards are not added up."""
        features = self.features
        if "total" not in features:
            return ""
        return "natural" if features["natural"] else "bust" if features["bust"] else "stands"

    def net(self, seat: int) -> Fraction:
        """Return what a seat is better off by."""
        return sum((wager.net for wager in self.wagers if wager.seat == seat), Fraction(0))

    def as_json(self) -> dict[str, object]:
        """Return the dealer's hand, the hands and wagers by seat, and how many cards were used."""
        natural = self.features.get("natural", False)
        return {
            "dealer": {
                "cards": self.dealer,
                "total": self.features.get("total"),
                "result": self.result,
                "natural": natural,
            },
            "seats": [
                {
                    "seat": seat,
                    "hands": [
                        {"cards": hand.cards, "total": hand.total, "words": hand.words, "result": hand.result}
                        for hand in self.hands
                        if hand.seat == seat
                    ],
                    "wagers": [wager.as_json() for wager in self.wagers if wager.seat == seat],
                    "net": written(self.net(seat)),
                }
                for seat in dict.fromkeys(hand.seat for hand in self.hands)
            ],
            "cards_used": self.used,
        }

    def lines(self) -> Iterator[str]:
        """Yield the hands, the wagers, and the cards that are left."""
        rows = [
            (
                f"seat {hand.seat}{f', {hand.title}' if hand.title else ''}",
                " ".join(hand.cards),
                "" if hand.total is None else hand.total,
                ", ".join(hand.words),
                hand.result.replace("_", " "),
            )
            for hand in self.hands
        ]
        rows.append(("dealer", " ".join(self.dealer), self.features.get("total", ""), "", self.result))
        yield table(rows, header=("hand", "cards", "total", "says", "result"))
        yield ""
        settled = [
            (wager.seat, wager.title, written(wager.stake), wager.result.replace("_", " "), written(wager.net))
            for wager in self.wagers
        ]
        yield table(settled, header=("seat", "bet", "stake", "result", "net"))
        yield ""
        for seat in dict.fromkeys(hand.seat for hand in self.hands):
            yield line(f"Seat {seat}: {written(self.net(seat))}")
        left = self.cards[self.used :]
        yield line(f"{count_of(self.used, 'card')} used" + (f", {len(left)} left over: {' '.join(left)}" if left else ""))
        if self.unused:
            yield line(f"Unused words: {', '.join(word.name for word in self.unused)}")
