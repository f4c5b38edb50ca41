"""Reports of `dealerkit draw`: the first dealer, the highest card, the seats, the order of deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from dealerkit.cards import Face
from dealerkit.files.screen_text import count_of
from dealerkit.jobs.deck.lots import DealTurn, FirstOf, LotDraw, cited
from dealerkit.sheets.document import Block, Heading, Remark, TableBlock
from dealerkit.sheets.report import DocumentReport


@attrs.frozen
class JackDraw(DocumentReport[FirstOf]):
    """Cards dealt around face up until a card of a given rank fell.

    Attributes:
        data: The cards by player, and the winner.
        players: Everybody, in seat order.
        rank: The letter of the rank.
        seed: The seed that the cards came from; None if they were named.
        after: Cards that the user gave after the deciding one; they are ignored.
    """

    players: Sequence[str]
    rank: str
    seed: int | None
    after: Sequence[Face] = ()

    def as_json(self) -> dict[str, object]:
        """Return the report as plain data."""
        return {
            "winner": self.data.winner or None, "rank": self.rank, "seed": self.seed,
            "cards": [{"player": who, "card": face.name} for who, face in self.data.cards],
            "not_dealt": [face.name for face in self.after],
        }  # fmt: skip

    def told(self) -> Iterator[Block]:
        """Yield everybody's cards, and the dealer."""
        rows: dict[str, list[str]] = {name: [] for name in self.players}
        for who, face in self.data.cards:
            rows[who].append(face.name)
        yield TableBlock((), [(who, " ".join(mine)) for who, mine in rows.items()])
        yield _decided(
            self.data.winner,
            f"has the first {self.rank} and deals ({cited('first_of')})",
            f"no {self.rank} has appeared yet: keep dealing",
        )
        if self.after:
            alone = len(self.after) == 1
            named = (
                "The card named after it doesn't" if alone else f"The {count_of(len(self.after), 'card')} named after it don't"
            )
            yield Remark(f"{named} count", "note: ")
        yield from _from_seed(self.seed)


@attrs.frozen
class CardDraw(DocumentReport[LotDraw]):
    """Cards drawn, or cut to, one for each player, and again for those who tied.

    Attributes:
        data: The rounds, and the winner.
        seed: The seed that the cards came from; None if they were named.
        wins: `high` or `low`.
    """

    json_names = "winner=data.winner? tied=data.tied wins by_suit=data.by_suit seed rounds=data.rounds"
    seed: int | None
    wins: str

    def told(self) -> Iterator[Block]:
        """Yield each round, and the winner."""
        drawn = self.data
        for number, cards in enumerate(drawn.rounds, 1):
            if len(drawn.rounds) > 1:
                yield Heading(f"Round {number}", 2)
            yield TableBlock((), [(name, face.name) for name, face in cards.items()])
        how = " by suit" if drawn.by_suit else ""
        rules = cited("card_by_suit" if drawn.by_suit else "card")
        won = f"has the {'lowest' if self.wins == 'low' else 'highest'} card{how} ({rules})"
        yield _decided(drawn.winner, won, f"{' and '.join(drawn.tied)} tie: they draw again")
        yield from _from_seed(self.seed)


@attrs.frozen
class SeatDraw(DocumentReport[Mapping[str, int]]):
    """Seats that were drawn for.

    Attributes:
        data: The seat of each player, from 1.
        cards: The card of each player.
        seed: The seed that the cards came from; None if they were named.
    """

    cards: Mapping[str, Face]
    seed: int | None

    def as_json(self) -> dict[str, object]:
        """Return seat, player and card, by seat."""
        rows = [{"seat": seat, "player": name, "card": card} for seat, name, card in self._rows()]
        return {"seats": rows, "seed": self.seed}

    def told(self) -> Iterator[Block]:
        """Yield the seats drawn as a table."""
        yield TableBlock(("seat", "player", "card"), [(str(seat), name, card) for seat, name, card in self._rows()])
        yield from _from_seed(self.seed)

    def _rows(self) -> list[tuple[int, str, str]]:
        by_seat = sorted(self.data.items(), key=lambda item: item[1])
        return [(seat, name, self.cards[name].name) for name, seat in by_seat]


@attrs.frozen
class TurnList(DocumentReport[Sequence[DealTurn]]):
    """Dealer, cutter and first player of the next hands."""

    json_names = "hands=data"

    def told(self) -> Iterator[Block]:
        """Yield the hands as a table."""
        head = (
            "hand", f"deals ({cited('deals')})", f"cuts ({cited('cuts')})", f"gets the first card ({cited('first_card')})",
        )  # fmt: skip
        yield TableBlock(head, [(str(at), turn.dealer, turn.cutter, turn.first) for at, turn in enumerate(self.data, 1)])


def _decided(winner: str, won: str, still: str) -> Remark:
    """Return the line about the winner, or about the next round if nobody has won."""
    return Remark(f"{winner} {won}", "=> ") if winner else Remark(still, "? ")


def _from_seed(seed: int | None) -> Iterator[Remark]:
    if seed is not None:
        yield Remark(f"seed {seed}; deal the same cards again with --seed {seed}")
