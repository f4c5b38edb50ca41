"""Splits, quarters and odd chips: the share of each winner of a split pot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import attrs

from dealerkit.cards import RANKS, Suit, read_cards
from dealerkit.rules.games import Game, game
from dealerkit.showdown import Pot, showdown
from dealerkit.showdown.pots import OddChip, split
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.phrases import pot_name, seats
from dealerkit.training.replies import AmountsReply

TWO, THREE = "two tie", "three tie"
HALVES, NO_LOW = "high and low, one winner each", "no low qualifies"
LOW_TIED, HIGH_TIED = "low tied", "high tied"
TWO_POTS, QUARTERS, SUITS = "two pots, a tie in one", "both halves shared, quarters", "stud: odd chip by suit"
KINDS: Mapping[str, tuple[str, ...]] = {
    "tie": (TWO, THREE),
    "halves": (HALVES, NO_LOW),
    "half_tied": (LOW_TIED, HIGH_TIED),
    "all": (TWO_POTS, QUARTERS, SUITS),
}
SUIT_ORDER = "cdhs"
"""Suits, lowest first (HR-13)."""


@attrs.frozen
class SplitPotSituation:
    """Pots to push to their winners.

    Attributes:
        kind: The cell it was drawn for.
        pots: Chips, winners of high and winners of low of each pot, main pot first; no winners of low if the pot is not
            halved.
        chip: The smallest chip in play.
        button: The seat with the button.
        count: The number of seats.
        hands: For a tie decided by suit: seat and cards of each hand.
        ranks: For such a tie: the ranks that make the hand.
    """

    kind: str
    pots: tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]
    chip: int
    button: int
    count: int = 9
    hands: tuple[tuple[int, tuple[str, ...]], ...] = ()
    ranks: str = ""

    @property
    def taking(self) -> list[int]:
        """The seats that win a share, in order."""
        return sorted({seat for _, high, low in self.pots for seat in (*high, *low)})


class SplitPot(Generator[SplitPotSituation]):
    """Exercises on splitting a pot.

    A cell, the unit that comes back after a wrong answer, is a way in which a pot is split: between two or three, by halves,
    by quarters.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the level's ways of splitting a pot that exist in the game in force."""
        by_button = setting.game.options.get("odd_chips") == "left_of_button"
        kinds_found = []
        for kind in KINDS[str(setting.told("ask", "tie"))]:
            stud = kind == SUITS
            if _stud(setting) is not None if stud else by_button:
                kinds_found.append(kind)
        return dict.fromkeys(kinds_found, "")

    def draw(self, setting: Setting, cell: str, rng: Random) -> SplitPotSituation | None:
        """Draw chips that do not divide evenly, and the seats that share them."""
        chip = int(rng.choice(list(map(int, setting.told("chips", [1, 5, 25])))))
        count = int(setting.told("seats", 9))
        chips = rng.randint(9, int(setting.told("most", 120))) * chip
        button = rng.randint(1, count)
        some = rng.sample(range(1, count + 1), 4)
        high, low = _winners(cell, some)
        pots = [(chips, tuple(sorted(high)), tuple(sorted(low)))]
        if cell == TWO_POTS:
            side = rng.randint(5, 60) * chip
            hi_lo = "hilo" in str(setting.game.id)
            low = some[2:3] if hi_lo else []
            pots = [(chips, tuple(sorted(some[:2])), tuple(low)), (side, (some[0],), tuple(low))]
        if cell == SUITS:
            return _by_suit(rng, chips, chip, button, count)
        given = SplitPotSituation(cell, tuple(pots), chip, button, count)
        return given if cell == NO_LOW or _odd(given) or rng.random() < 0.15 else None

    def question(self, setting: Setting, given: SplitPotSituation) -> Question:
        """Describe the pots and their winners, and ask for each share."""
        lines = [f"Button: seat {given.button} of {given.count}. Smallest chip: {given.chip}."]
        if given.hands:
            stud = _stud(setting)
            assert stud is not None
            lines[0] = f"{stud.title}. Smallest chip: {given.chip}."
        for number, (chips, high, low) in enumerate(given.pots):
            name = "Pot" if len(given.pots) == 1 else pot_name(number).capitalize()
            won = f"{seats(high)} {'wins' if len(high) == 1 else 'tie'}"
            if low:
                won = f"{seats(high)} {_has(high)} high, {seats(low)} {_has(low)} low"
            elif given.kind == NO_LOW:
                won = f"{seats(high)} has high, and no low qualifies"
            lines.append(f"{name}: {chips}. {won[0].upper()}{won[1:]}.")
        lines += [f"seat {seat}: {' '.join(cards)}" for seat, cards in given.hands]
        what = f"What do {seats(given.taking)} get, in this order"
        if len(given.taking) == 1:
            what = f"What does {seats(given.taking)} get"
        return Question(tuple(lines), f"{what}?", AmountsReply())

    def key(self, setting: Setting, given: SplitPotSituation) -> Key:
        """Return each share: a pot is halved with the odd chip to high, and each half divided by itself, odd chips as the game
        says.
        """
        if given.hands:
            return _key_by_suit(setting, given)
        got = dict.fromkeys(given.taking, 0)
        lines = []
        for chips, high, low in given.pots:
            whole = chips // given.chip
            lower = whole // 2 if low else 0
            parts = [f"{(whole - lower) * given.chip} to high and {lower * given.chip} to low"] if low else []
            for half, among in ((whole - lower, high), (lower, low)):
                names = [str(seat) for seat in sorted(among, key=lambda seat: (seat - given.button - 1) % given.count)]
                if not names:
                    continue
                shares, odd = split(half, names, [OddChip(winner, "", "") for winner in names])
                for name, many in shares.items():
                    got[int(name)] += many * given.chip
                if len(names) > 1:
                    row = " and ".join(str(shares[name] * given.chip) for name in names)
                    which = "high" if among is high and low else "low" if low else "the pot"
                    first = (
                        f", the odd chip{'s' * (len(odd) > 1)} to {seats([int(winner.name) for winner in odd])}, first left of "
                        "the button"
                        if odd
                        else ""
                    )
                    parts.append(f"{which} is shared {row}{first}")
            if given.kind == NO_LOW:
                parts.append(f"no low qualifies, so seat {high[0]} gets the whole pot")
            lines.append(f"Of {chips}: {'; '.join(parts) or f'all to seat {high[0]}'}.")
        answer = " ".join(str(got[seat]) for seat in given.taking)
        halved = any(low for _, _, low in given.pots)
        cases = ["halved"] * halved + ["shared"]
        cases = ["pots", *cases] if len(given.pots) > 1 else ["no low"] if given.kind == NO_LOW else cases
        rules = setting.cited(*cases)
        code = "omaha/half-divided-wrongly" if halved else "pot/odd-chip-wrong"
        code = "omaha/no-low-still-split" if given.kind == NO_LOW else code
        by_answer = {}
        if len(given.pots) == 1 and len(given.taking) == 2:
            other = " ".join(str(got[seat]) for seat in reversed(given.taking))
            if other != answer:
                by_answer[other] = ("pot/odd-chip-wrong",)
        return Key((answer,), rules, tuple(lines), (code,), by_answer)


def _winners(cell: str, some: Sequence[int]) -> tuple[Sequence[int], Sequence[int]]:
    return {
        TWO: (some[:2], ()),
        THREE: (some[:3], ()),
        HALVES: (some[:1], some[1:2]),
        NO_LOW: (some[:1], ()),
        LOW_TIED: (some[:1], some[1:3]),
        HIGH_TIED: (some[:2], some[2:3]),
        QUARTERS: (some[:2], [some[0], *some[2:3]]),
    }.get(cell, (some[:2], ()))


def _has(among: Sequence[int]) -> str:
    return "has" if len(among) == 1 else "tie for"


def _odd(given: SplitPotSituation) -> bool:
    """Return whether some chip cannot be divided."""
    for chips, high, low in given.pots:
        whole = chips // given.chip
        lower = whole // 2 if low else 0
        if (low and whole % 2) or (whole - lower) % len(high) or (low and lower % len(low)):
            return True
    return False


# -- stud, where suits decide about the odd chip --


def _stud(setting: Setting) -> Game | None:
    """Return the stud game in which suits decide about the odd chip, under the rules in force; None if they do not."""
    name = setting.told("stud")
    if not name:
        return None
    rules = setting.game.rules
    game_ = game(str(name), rules.path if rules is not None else None)
    return game_ if game_.options.get("odd_chips") in ("card_by_suit", "card_of_hand") else None


def _by_suit(rng: Random, chips: int, chip: int, button: int, count: int) -> SplitPotSituation | None:
    """Return two hands of seven cards with the same straight, each with two cards that do not play.

    Args:
        rng: The random source.
        chips: Chips in the pot.
        chip: The smallest chip in play.
        button: The seat with the button.
        count: Number of seats.
    """
    top = rng.randint(4, 11)  # the place of the straight's highest card among the ranks, the deuce first
    places = "23456789TJQKA"
    ranks = places[top - 4 : top + 1]
    others = [rank for rank in places if rank not in places[max(0, top - 5) : top + 2] and rank in RANKS]
    suits = [suit.value for suit in Suit]
    deal: dict[int, tuple[str, ...]] = {}
    used: set[str] = set()
    for seat in sorted(rng.sample(range(1, 9), 2)):
        row: list[str] = []
        for rank in (*ranks, *rng.sample(others, 2)):
            free = [rank + suit for suit in suits if rank + suit not in used]
            if not free:
                return None
            row.append(rng.choice(free))
            used.add(row[-1])
        if max(sum(card[1] == suit for card in row) for suit in suits) > 4:
            return None
        rng.shuffle(row)
        deal[seat] = tuple(row)
    first_hand, two = deal
    if chips // chip % 2 == 0:
        chips += chip
    return SplitPotSituation(SUITS, ((chips, (first_hand, two), ()),), chip, button, count, tuple(deal.items()), ranks)


def _key_by_suit(setting: Setting, given: SplitPotSituation) -> Key:
    """Compute the shares by the engine's showdown."""
    stud = _stud(setting)
    assert stud is not None
    cards = {str(seat): read_cards(" ".join(row)) for seat, row in given.hands}
    settings = {name: value for name, value in stud.options.items() if name == "odd_chips"}
    done = showdown(stud.id, cards, (), [Pot(given.pots[0][0] // given.chip, tuple(cards))], None, settings)
    award = done.awards[0]
    answer = " ".join(str(award.shares.get(str(seat), 0) * given.chip) for seat in given.taking)
    how = "of all their cards" if stud.options["odd_chips"] == "card_by_suit" else "of the five that play"
    first = award.odd[0].name if award.odd else ""
    lines = [f"Both have a straight to the {given.ranks[-1]}."]
    best = {
        seat: _highest(row if "all" in how else [card for card in row if card[0] in given.ranks]) for seat, row in given.hands
    }
    row = ", ".join(f"seat {seat} {card}" for seat, card in best.items())
    lines.append(f"The odd chip goes to the highest card {how}: {row}.")
    lines.append(f"Seat {first} gets the odd chip; for equal ranks, suits rank clubs, diamonds, hearts, spades, low to high.")
    swapped = " ".join(reversed(answer.split()))
    by_answer = {swapped: ("pot/odd-chip-wrong",)} if swapped != answer else {}
    return Key((answer,), setting.cited("by suit"), tuple(lines), ("pot/odd-chip-wrong",), by_answer)


def _highest(cards: Sequence[str]) -> str:
    return max(cards, key=lambda card: ("23456789TJQKA".index(card[0]), SUIT_ORDER.index(card[1])))


GENERATOR = SplitPot()
