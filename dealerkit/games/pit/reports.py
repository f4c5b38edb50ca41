"""Report of one round against the house: every hand and every wager, settled to the cent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import attrs

from dealerkit.felt.numbers import written
from dealerkit.files.screen_text import count_of, line, table
from dealerkit.table.settled_rounds import SeatWord


def worth(features: Mapping[str, object]) -> object:
    """Return the total of a hand, or the name of what it makes; None if the game neither adds cards up nor ranks hands.

    Args:
        features: Features of the hand.
    """
    return features.get("total", features.get("named"))


@attrs.frozen
class SettledHand:
    """A hand of a box, played to its end.

    Attributes:
        seat: Seat of the box.
        title: Name of the hand within the box; empty for the first.
        cards: Its cards.
        total: Its total, or what it makes, in words; None if the game neither adds cards up nor ranks hands.
        words: Words said on it.
        result: Result of its main bet: `win`, `lose`, `push`, `half_back`.
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
        seat: Seat that made it.
        wager: Its row on the layout: `main`, `main-second`.
        title: Its printed name: `Main bet, second hand`.
        stake: The stake, in money.
        result: `win`, `lose`, `push`, `half_back`.
        net: The bettor's gain, in money; negative for a loss.
    """

    seat: int
    wager: str
    title: str
    stake: Fraction
    result: str
    net: Fraction

    def as_json(self) -> dict[str, str]:
        """Return the wager as plain data, with amounts as text."""
        return {"wager": self.wager, "stake": written(self.stake), "result": self.result, "net": written(self.net)}


@attrs.frozen
class SettledRoundReport:
    """A round against the house, with every hand and wager settled.

    Attributes:
        dealer: Cards of the dealer's hand; none if the game has no such hand.
        board: Cards that all hands share.
        features: Features of the dealer's hand, such as its total, as the game values cards.
        hands: Hands of all boxes, by seat.
        wagers: Their wagers, in the same order.
        cards: The given cards, in the order in which they leave the shoe.
        used: Number of cards that the round took, burned ones included (BJ-A17).
        unused: Decisions that the caller gave for a seat and that were never called for.
    """

    dealer: Sequence[str]
    board: Sequence[str]
    features: Mapping[str, object]
    hands: Sequence[SettledHand]
    wagers: Sequence[SettledWager]
    cards: Sequence[str]
    used: int
    unused: Sequence[SeatWord]

    @property
    def result(self) -> str:
        """Result of the dealer's hand: `natural`, `bust`, `stands`; empty if the game does not add its cards up."""
        features = self.features
        if "total" not in features:
            return ""
        return "natural" if features["natural"] else "bust" if features["bust"] else "stands"

    def net(self, seat: int) -> Fraction:
        """Return a seat's gain, in money; negative for a loss."""
        return sum((wager.net for wager in self.wagers if wager.seat == seat), Fraction(0))

    def as_json(self) -> dict[str, object]:
        """Return the dealer's hand, the hands and wagers by seat, and the number of cards used."""
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
        if self.dealer:
            rows.append(("dealer", " ".join(self.dealer), worth(self.features) or "", "", self.result))
        if self.board:
            rows.append(("board", " ".join(self.board), "", "", ""))
        makes = any(isinstance(hand.total, str) for hand in self.hands)
        yield table(rows, header=("hand", "cards", "makes" if makes else "total", "says", "result"))
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
