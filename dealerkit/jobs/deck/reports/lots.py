"""Reports of `dealerkit draw`: who deals, who has the highest card, who sits where, whose turn comes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from dealerkit.cards import Face
from dealerkit.files.screen_text import heading, line, table
from dealerkit.jobs.deck.lots import DealTurn, FirstOf, LotDraw, cited


@attrs.frozen
class JackDraw:
    """Cards that were dealt round face up until one of a rank fell.

    Attributes:
        drawn: Who got which card, and who has won.
        players: Everybody, in seat order.
        rank: The letter of the rank.
        seed: The seed that the cards came from; None if they were named.
        after: Cards named after the deciding one.
    """

    drawn: FirstOf
    players: Sequence[str]
    rank: str
    seed: int | None
    after: Sequence[Face] = ()

    def as_json(self) -> dict[str, object]:
        """Return it as plain data."""
        return {
            "winner": self.drawn.winner or None, "rank": self.rank, "seed": self.seed,
            "cards": [{"player": who, "card": face.name} for who, face in self.drawn.cards],
            "not_dealt": [face.name for face in self.after],
        }  # fmt: skip

    def lines(self) -> Iterator[str]:
        """Yield everybody's cards, and who deals."""
        rows: dict[str, list[str]] = {name: [] for name in self.players}
        for who, face in self.drawn.cards:
            rows[who].append(face.name)
        yield table([(who, " ".join(mine)) for who, mine in rows.items()])
        yield _decided(
            self.drawn.winner,
            f"has the first {self.rank} and deals ({cited('first_of')})",
            f"no {self.rank} has fallen yet: go on dealing",
        )
        if self.after:
            yield line(f"{len(self.after)} cards were named after it, and count for nothing", 2, "note: ")
        yield from _from_seed(self.seed)


@attrs.frozen
class CardDraw:
    """Cards that were drawn, or cut to, one for each player, and again for those who tied.

    Attributes:
        drawn: The rounds, and who has won.
        seed: The seed that the cards came from; None if they were named.
        wins: `high` or `low`.
    """

    drawn: LotDraw
    seed: int | None
    wins: str

    def as_json(self) -> dict[str, object]:
        """Return it as plain data."""
        drawn = self.drawn
        return {
            "winner": drawn.winner or None, "tied": list(drawn.tied), "wins": self.wins, "by_suit": drawn.by_suit,
            "seed": self.seed, "rounds": [{name: face.name for name, face in one.items()} for one in drawn.rounds],
        }  # fmt: skip

    def lines(self) -> Iterator[str]:
        """Yield each round, and who has won."""
        drawn = self.drawn
        for number, one in enumerate(drawn.rounds, 1):
            if len(drawn.rounds) > 1:
                yield heading(f"Round {number}")
            yield table([(name, face.name) for name, face in one.items()])
        how = " by suit" if drawn.by_suit else ""
        rules = cited("card_by_suit" if drawn.by_suit else "card")
        won = f"has the {'lowest' if self.wins == 'low' else 'highest'} card{how} ({rules})"
        yield _decided(drawn.winner, won, f"{' and '.join(drawn.tied)} tie: they draw again")
        yield from _from_seed(self.seed)


@attrs.frozen
class SeatDraw:
    """Seats that were drawn for.

    Attributes:
        seats: The seat of each player, from 1.
        cards: The card of each player.
        seed: The seed that the cards came from; None if they were named.
    """

    seats: Mapping[str, int]
    cards: Mapping[str, Face]
    seed: int | None

    def as_json(self) -> dict[str, object]:
        """Return seat, player and card, by seat."""
        rows = [{"seat": seat, "player": name, "card": card} for seat, name, card in self._rows()]
        return {"seats": rows, "seed": self.seed}

    def lines(self) -> Iterator[str]:
        """Yield them as a table."""
        yield table(self._rows(), header=("seat", "player", "card"))
        yield from _from_seed(self.seed)

    def _rows(self) -> list[tuple[int, str, str]]:
        by_seat = sorted(self.seats.items(), key=lambda one: one[1])
        return [(seat, name, self.cards[name].name) for name, seat in by_seat]


@attrs.frozen
class TurnList:
    """Who deals, cuts and is dealt to first in the next hands.

    Attributes:
        turns: The hands, in order.
    """

    turns: Sequence[DealTurn]

    def as_json(self) -> dict[str, object]:
        """Return the hands, a map each."""
        return {"hands": [{"dealer": one.dealer, "cut": one.cutter, "first_card": one.first} for one in self.turns]}

    def lines(self) -> Iterator[str]:
        """Yield them as a table."""
        yield table(
            [(number, one.dealer, one.cutter, one.first) for number, one in enumerate(self.turns, 1)],
            header=(
                "hand",
                f"deals ({cited('deals')})",
                f"cuts ({cited('cuts')})",
                f"gets the first card ({cited('first_card')})",
            ),
        )


def _decided(winner: str, won: str, still: str) -> str:
    """Say who has won, or what goes on if nobody has yet."""
    return line(f"{winner} {won}", 2, "=> ") if winner else line(still, 2, "? ")


def _from_seed(seed: int | None) -> Iterator[str]:
    if seed is not None:
        yield line(f"seed {seed}: with --seed {seed} the same cards come again", 2)
