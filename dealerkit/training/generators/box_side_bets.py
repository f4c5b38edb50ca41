"""Side bets on the first cards at a box: the line of the pay table that each bet hits, and the payment."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from random import Random

import attrs

from dealerkit.arithmetic.first_cards import BETS, SideBetLine, won
from dealerkit.cards import RANKS, Suit
from dealerkit.rules.doc import branch
from dealerkit.rules.games import Game
from dealerkit.rules.texts import text
from dealerkit.training.coups import packs_of
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.generators.box_hands import boxes_in_force
from dealerkit.training.items import Key, Question
from dealerkit.training.money import digits
from dealerkit.training.replies import AmountReply, OneOfReply, PartsReply, Reply, choices

LOSES, WAITS = "loses", "waits"
NATURAL_PAID, NATURAL_WAITS = "a natural that is paid now", "a natural that waits"
_OPEN, _CLOSED = "23456789", "TJQKA"
"""Ranks of an upcard under which the dealer cannot have a natural, and under which one is possible."""
_ROUNDS = 4000
_WIDTH = 74


@attrs.frozen
class BoxSideBetsSituation:
    """A box with side bets, after the first cards.

    Attributes:
        cards: The box's two cards.
        up: The dealer's upcard.
        bets: Name and stake of each side bet, nearest the bettor first.
        main: Stake of the main bet; 0 if it is not asked about.
    """

    cards: tuple[str, str]
    up: str
    bets: tuple[tuple[str, int], ...]
    main: int = 0


class BoxSideBets(Generator[BoxSideBetsSituation]):
    """Exercises on side bets.

    A cell, the unit that comes back after a wrong answer, is a bet with the line of its pay table that the cards hit; the
    line is the class.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return a cell for each side bet with each line of its pay table; the class is the line, or that the bet loses or
        waits.
        """
        cells: dict[str, str] = {}
        for bet in _offered(setting):
            waits = setting.told("waits") and any(line.natural for line in _table(setting.game, bet))
            met = [LOSES, *_lines(setting.game, bet), *([WAITS] if waits else [])]
            cells |= {f"{_title(setting.game, bet)}: {line}": line for line in met}
        return cells | (dict.fromkeys((NATURAL_PAID, NATURAL_WAITS), "natural") if setting.told("main") else {})

    def draw(self, setting: Setting, cell: str, rng: Random) -> BoxSideBetsSituation | None:
        """Draw cards until a bet hits the line of the cell, and place the other bets; None if this attempt gave none."""
        offered, titles = _offered(setting), {_title(setting.game, bet): bet for bet in _offered(setting)}
        title, _, line = cell.rpartition(": ")
        of_natural = cell in (NATURAL_PAID, NATURAL_WAITS)
        bet = rng.choice(offered) if of_natural else titles[title]
        for _ in range(_ROUNDS):
            first, second, up = _natural(rng, cell) if of_natural else _cards(rng, packs_of(setting.game))
            met = {name: _met(setting.game, name, (first, second), up) for name in offered}
            if (not of_natural and met[bet] != line) or (WAITS in met.values() and not setting.told("waits")):
                continue
            others = [name for name in offered if name != bet]
            count = min(len(others), int(setting.told("bets_on_box", 1)) - 1)
            chosen = {bet, *rng.sample(others, count)}
            bets = tuple((name, int(rng.choice(setting.told("stakes")))) for name in offered if name in chosen)
            main = int(rng.choice(setting.told("main"))) if setting.told("main") else 0
            return BoxSideBetsSituation((first, second), up, bets, main)
        return None

    def question(self, setting: Setting, given: BoxSideBetsSituation) -> Question:
        """Show box, upcard, bets and posted odds; ask for the line and the payment of each bet."""
        game = setting.game
        lies = [f"{_title(game, bet)} {stake}" for bet, stake in given.bets]
        main = [f"{_title(game, boxes_in_force(game).main)} {given.main}"] if given.main else []
        show = [f"Dealer  {given.up}", f"Box     {' '.join(given.cards)}", f"Bets    {', '.join([*main, *lies])}"]
        for bet, _ in given.bets:
            odds = ", ".join(f"{name} {digits(pays)} to 1" for name, pays in _posted(game, bet))
            show += textwrap.wrap(f"{_title(game, bet)}: {odds}", _WIDTH, subsequent_indent="  ")
        if given.main:
            show.append(f"A natural pays {game.options['blackjack_pays']}.")
        parts: list[tuple[str, Reply]] = []
        for bet, _ in given.bets:
            words = [*_lines(game, bet), LOSES, *([WAITS] if setting.told("waits") else [])]
            title = _title(game, bet)
            parts += [(title, OneOfReply(choices(words, "abcdefghij"[: len(words)]))), (f"paid on {title}", AmountReply())]
        if given.main:
            parts.append(("paid now on the main bet", AmountReply()))
        return Question(
            tuple(show), "Which pay line does each bet hit, and what is paid (0 if nothing)?", PartsReply(tuple(parts))
        )

    def key(self, setting: Setting, given: BoxSideBetsSituation) -> Key:
        """Return the line and payment of each bet by its pay table.

        A natural is paid at once if the dealer cannot have one (BJ-69, BJ-91).
        """
        game, answer, lines, codes = setting.game, list[str](), list[str](), list[tuple[str, ...]]()
        wrong, named = setting.told("codes", {}), ["line"]
        for bet, stake in given.bets:
            met = _met(game, bet, given.cards, given.up)
            units = _units(game, bet, given.cards, given.up)
            answer += [met, digits(stake * (units or 0))]
            codes += [tuple(wrong["line"]), tuple(wrong["line"])]
            title = _title(game, bet)
            if units is None:
                named.append("wait")
                lines.append(f"{title} waits: a dealer natural would pay more.")
            elif units:
                lines.append(f"{title}: {met}, {digits(units)} to 1 on {stake} is {digits(stake * units)}.")
            else:
                lines.append(f"{title}: loses.")
        if given.main:
            named.append("main")
            boxes = boxes_in_force(game)
            features = boxes.reading.hand(tuple(card[0] for card in given.cards), "no")
            paid = Fraction(0)
            if features.get("natural") and not _may_be_natural(game, given.up):
                up, _, down = str(game.options["blackjack_pays"]).split()
                paid = boxes.winnings(int(given.main * boxes.scale), int(up), int(down)) / boxes.scale
            answer.append(digits(paid))
            codes.append(tuple(wrong["main"]))
            lines.append(f"Main bet: {f'a natural, {digits(paid)}' if paid else 'nothing yet'}.")
        return Key((PartsReply.join(answer),), setting.cited(*named), tuple(lines), codes[0], by_part=tuple(codes))

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the pay tables of the level."""
        return tuple(
            f"{_title(setting.game, bet)}: {name}: {digits(pays)} to 1"
            for bet in _offered(setting)
            for name, pays in _posted(setting.game, bet)
        )


def _cards(rng: Random, packs: int) -> tuple[str, str, str]:
    """Return two cards of a box and the upcard. Ranks and suits are often drawn from a few neighbours, so that every line comes
    up; a face comes no more often than the packs have it.
    """
    while True:
        low, many = rng.randrange(len(RANKS)), rng.choice((1, 3, 3, len(RANKS)))
        ranks = [RANKS[(low + step) % len(RANKS)] for step in range(many)]
        suits = rng.sample([suit.value for suit in Suit], rng.choice((1, 2, 4)))
        first, second, up = (rng.choice(ranks) + rng.choice(suits) for _ in range(3))
        if rng.randrange(2):
            up = rng.choice(RANKS) + rng.choice(suits)
        if max(Counter((first, second, up)).values()) <= packs:
            return first, second, up


def _natural(rng: Random, cell: str) -> tuple[str, str, str]:
    """Return a natural in either order, and an upcard under which it is paid now or waits."""
    ranks = ["A", rng.choice("TJQK")]
    rng.shuffle(ranks)
    first, second, up = (rank + rng.choice("cdhs") for rank in (*ranks, rng.choice(_OPEN if cell == NATURAL_PAID else _CLOSED)))
    return first, second, up


def _offered(setting: Setting) -> list[str]:
    """Return the side bets of the level that the house offers, nearest the bettor first."""
    boxes = boxes_in_force(setting.game)
    spots = branch(branch(setting.game.data, "felt"), "spots")
    return [
        bet
        for bet in setting.told("bets", [])
        if bet in boxes.wagers and bet in boxes.side_bets and branch(spots, bet).get("offered", True)
    ]


def _title(game: Game, bet: str) -> str:
    return text(branch(branch(game.data, "wagers"), bet).get("title")) or bet


def _table(game: Game, bet: str) -> Sequence[SideBetLine]:
    return boxes_in_force(game).side_bets[bet]


def _posted(game: Game, bet: str) -> list[tuple[str, Fraction]]:
    """Return the lines of a bet as they are posted, each with its odds to one."""
    return [(line.name, line.pays) for line in _table(game, bet)]


def _lines(game: Game, bet: str) -> list[str]:
    """Return the lines that a bet can meet while the dealer's natural is unknown; a bet on each of two cards can meet two."""
    names = list(dict.fromkeys(line.name for line in _table(game, bet) if not line.natural))
    parts = 2 if len(BETS[bet].traits(*["2c"] * BETS[bet].cards)) > 1 else 1
    return names if parts == 1 else [*names, *(" and ".join(pair) for pair in combinations_with_replacement(names, 2))]


def _parts(game: Game, bet: str, cards: Sequence[str], up: str) -> list[str]:
    """Return the names of the lines that the cards meet, for each payment, without those that need the dealer's natural."""
    about, names = BETS[bet], [line.name for line in _table(game, bet)]
    all_traits = about.traits(*(cards if about.cards == 2 else (*cards, up)))
    lines = [line for line in _table(game, bet) if not line.natural]
    met = [next((line.name for line in lines if line.cards in traits), "") for traits in all_traits]
    return sorted(filter(None, met), key=names.index)


def _units(game: Game, bet: str, cards: Sequence[str], up: str) -> Fraction | None:
    """Return the winnings of a bet for each unit staked; None while they depend on the dealer's natural."""
    about = BETS[bet]
    traits = about.traits(*(cards if about.cards == 2 else (*cards, up)))
    return won(_table(game, bet), traits, natural=None if _may_be_natural(game, up) else False)


def _may_be_natural(game: Game, up: str) -> bool:
    """Return whether the dealer can have a natural with an upcard."""
    natural = boxes_in_force(game).reading.natural
    return natural is not None and natural(up[0])


def _met(game: Game, bet: str, cards: Sequence[str], up: str) -> str:
    """Return the line that a bet meets, or that it loses or waits for the dealer's hole card."""
    units = _units(game, bet, cards, up)
    return WAITS if units is None else " and ".join(_parts(game, bet, cards, up)) if units else LOSES


GENERATOR = BoxSideBets()
