"""Reports of `dealerkit odds` on hands: the frequency of each hand, and the chances of the next card turned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import attrs

from dealerkit.arithmetic.chances import CardTurn
from dealerkit.arithmetic.ranking.order import JOKER
from dealerkit.cards import FACES
from dealerkit.files.screen_text import count_of, heading, line, table
from dealerkit.rules.games import Game
from dealerkit.rules.rankings import Form
from dealerkit.rules.rankings import options as ranking_options
from dealerkit.rules.reports.odds import grouped, percent, share
from dealerkit.showdown.frequency import Frequencies

_RANKS = ("wild", "joker", "five_of_a_kind", "double_ace_flush", "natural_only", "four_flush_hand", "low_scale", "qualifier")
"""Options that change the frequency of hands; other options only change payments."""

_NAMES = {face.index: face.name for face in FACES.values()}


def card_name(card: int) -> str:
    """Return the name of a card, such as `Ah`, by its number."""
    return _NAMES[card]


@attrs.frozen
class HandOdds:
    """Frequencies of a game's hands, as a report.

    Attributes:
        form: The game's rules for the showdown.
        hand: Known cards of the hand, as numbers.
        counted: The frequencies.
    """

    form: Form
    hand: Sequence[int]
    counted: Frequencies

    def as_json(self) -> dict[str, object]:
        """Return a map with the game, its options, the cards, and for each half of the pot a list of hands with count and
        share.
        """
        shown, mine, counted = self.form, self.hand, self.counted
        return {
            "game": shown.id,
            "options": dict(shown.options),
            "cards": counted.cards,
            "hand": [card_name(card) for card in mine],
            "unseen": counted.unseen,
            "total": counted.total,
            "hands": {
                name: [{**attrs.asdict(row), **share(row.count, counted.total)} for row in rows]
                for name, rows in counted.parts.items()
            },
        }

    def lines(self) -> Iterator[str]:
        """Yield the frequencies as text."""
        shown, counted = self.form, self.counted
        yield heading(f"{shown.title}: hands of {count_of(counted.cards, 'card')}, exact")
        usual = {name: str(option["default"]).lower() for name, option in ranking_options().items()}
        chosen = [
            f"{name} {str(value).lower()}"
            for name, value in shown.options.items()
            if name in _RANKS and str(value).lower() != usual[name]
        ]
        if chosen:
            yield line("with " + ", ".join(chosen))
        if self.hand:
            yield line(f"the hand has {' '.join(map(card_name, self.hand))} so far")
        yield line(f"{grouped(counted.total)} ways to draw the cards from {counted.unseen}")
        for name, rows in counted.parts.items():
            yield ""
            if len(counted.parts) > 1:
                yield line(f"The {name} hand")
            so_far, cells = 0, []
            for row in rows:
                so_far += row.count
                chances = (percent(Fraction(ways, counted.total)) for ways in (row.count, so_far))
                cells.append((row.hand, next(chances), grouped(row.count), next(chances)))
            yield table(cells, header=("hand", "chance", "ways", "this or better"))


@attrs.frozen
class TurnedCardOdds:
    """Chance that a hand holds a higher card of the suit of the next card turned (RD-08), as a report.

    Attributes:
        game: The game with its options in force.
        hand: Cards of the hand, as numbers.
        beaten: Unseen cards that it beats, as numbers.
        unseen: All unseen cards, as numbers.
    """

    game: Game
    hand: Sequence[int]
    beaten: Sequence[int]
    unseen: Sequence[int]

    def as_json(self) -> dict[str, object]:
        """Return a map with the cards, the chances to win and to lose a bet, and its expected gain."""
        game, mine, beaten, unseen = self.game, self.hand, self.beaten, self.unseen
        wins = Fraction(len(beaten), len(unseen))
        return {
            "game": game.id,
            "hand": [card_name(card) for card in mine],
            "unseen": len(unseen),
            "beaten": len(beaten),
            "win": share(wins),
            "lose": share(1 - wins),
            "gain": share(2 * wins - 1),
        }

    def lines(self) -> Iterator[str]:
        """Yield the cards suit by suit."""
        game, mine, beaten, unseen = self.game, self.hand, self.beaten, self.unseen
        wins = Fraction(len(beaten), len(unseen))
        yield heading(f"{game.title}: a bet with {' '.join(map(card_name, mine))}, exact")
        yield line(f"{len(beaten)} of the {count_of(len(unseen), 'unseen card')} are beaten")
        yield ""
        rows = []
        for suit in (3, 2, 1, 0):
            best = max((card for card in mine if card % 4 == suit), default=None)
            of_suit = [card for card in unseen if card % 4 == suit]
            rows.append((("clubs", "diamonds", "hearts", "spades")[suit], card_name(best) if best is not None else "-",
                         f"{sum(card in beaten for card in of_suit)} of {len(of_suit)}"))  # fmt: skip
        yield table(rows, header=("suit", "best card", "beaten"))
        yield ""
        yield line(f"wins {percent(wins)}, loses {percent(1 - wins)}; average result {percent(2 * wins - 1)} of the bet")


@attrs.frozen
class AnyHandOdds:
    """Chance that a hand nobody has looked at beats the next card turned (RD-08), as a report.

    Attributes:
        game: The game with its options in force.
        size: Number of cards in a hand.
        found: Number of hands, by the number of cards that they beat.
    """

    game: Game
    size: int
    found: Mapping[int, int]

    @property
    def _total(self) -> int:
        return sum(self.found.values())

    @property
    def _unseen(self) -> int:
        return JOKER - self.size

    @property
    def _average(self) -> Fraction:
        return Fraction(sum(wins * ways for wins, ways in self.found.items()), self._total * self._unseen)

    def as_json(self) -> dict[str, object]:
        """Return a map with the chance to win a bet, its expected gain, and how many hands beat how many cards."""
        game, size, counts, total, unseen, average = self.game, self.size, self.found, self._total, self._unseen, self._average
        return {
            "game": game.id,
            "cards": size,
            "unseen": unseen,
            "total": total,
            "win": share(average),
            "gain": share(2 * average - 1),
            "hands": [{"beaten": wins, "count": counts[wins], **share(counts[wins], total)} for wins in sorted(counts)],
        }

    def lines(self) -> Iterator[str]:
        """Yield how many hands win more often than they lose."""
        game, size, counts, total, unseen, average = self.game, self.size, self.found, self._total, self._unseen, self._average
        bands = {
            "a favourite": sum(ways for wins, ways in counts.items() if 2 * wins > unseen),
            "even": counts[unseen // 2] if unseen % 2 == 0 else 0,
            "an underdog": sum(ways for wins, ways in counts.items() if 2 * wins < unseen),
        }
        yield heading(f"{game.title}: a bet with any {size} cards, exact")
        yield line(f"{grouped(total)} hands, against {count_of(unseen, 'unseen card')}")
        yield ""
        rows = [(name, percent(Fraction(ways, total)), grouped(ways)) for name, ways in bands.items()]
        yield table(rows, header=("the hand is", "chance", "hands"))
        yield ""
        yield line(f"a blind bet wins {percent(average)}; average result {percent(2 * average - 1)} of the bet")
        yield line("for the chances of one hand, add --hand CARDS")


@attrs.frozen
class RolledHandOdds:
    """Chances of the next turn of a hand that is turned up card by card (MS-14, MS-17, MS-18).

    Attributes:
        game: The game with its options in force.
        kill: Card in the centre whose rank kills a hand, as a number.
        target: Cards to beat, as numbers.
        hand: Cards of the hand that are face up, as numbers.
        unseen: Number of unseen cards.
        killers: Number of unseen cards of the rank that kills.
        came: Chances of how the turn ends.
    """

    game: Game
    kill: int
    target: Sequence[int]
    hand: Sequence[int]
    unseen: int
    killers: int
    came: CardTurn

    def as_json(self) -> dict[str, object]:
        """Return a map with the cards, and the chances that the hand beats the target, is killed, or runs out of cards: in all,
        and for each card.
        """
        game, mine, came = self.game, self.hand, self.came
        return {
            "game": game.id,
            "kill": card_name(self.kill),
            "target": [card_name(card) for card in self.target],
            "hand": [card_name(card) for card in mine],
            "unseen": self.unseen,
            "kill_cards": self.killers,
            "beat": share(sum(came.beat, Fraction())),
            "killed": share(sum(came.killed, Fraction())),
            "ran_out": share(came.ran_out),
            "cards": [
                {"card": len(mine) + at, "beat": share(beaten), "killed": share(killed)}
                for at, (beaten, killed) in enumerate(zip(came.beat, came.killed, strict=True), 1)
            ],
        }

    def lines(self) -> Iterator[str]:
        """Yield the chances as text."""
        game, came = self.game, self.came
        yield heading(
            f"{game.title}: a turn against {' '.join(map(card_name, self.target))}, kill card {card_name(self.kill)}, exact"
        )
        if self.hand:
            yield line(f"the hand shows {' '.join(map(card_name, self.hand))} so far")
        yield line(f"{count_of(self.unseen, 'unseen card')}, {self.killers} of them of the kill rank")
        yield ""
        beat, killed = sum(came.beat, Fraction()), sum(came.killed, Fraction())
        ends = (("beats the target", beat), ("is killed", killed), ("runs out of cards", came.ran_out))
        yield table([(name, percent(chance)) for name, chance in ends], header=("the hand", "chance"))
        yield ""
        rows = [
            (card, percent(beaten), percent(dead))
            for card, (beaten, dead) in enumerate(zip(came.beat, came.killed, strict=True), len(self.hand) + 1)
        ]
        yield table(rows, header=("at card", "beaten", "killed"))
