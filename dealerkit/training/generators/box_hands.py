"""Hands of games against the house: totals, the dealer's draw, payment of a natural, the limit of insurance."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

import attrs

from dealerkit.procedure.setup import game_data
from dealerkit.rules.boxes import Boxes
from dealerkit.rules.games import Game
from dealerkit.training.coups import from_the_shoe, packs_of
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.money import as_put_down, digits, plain, said
from dealerkit.training.replies import AmountReply, CountReply, OneOfReply, PartsReply, Reply, choices

TOTAL, DRAWS, NATURAL, INSURANCE, EVEN_MONEY = "total", "draws", "natural", "insurance", "even_money"
_KIND = OneOfReply(choices({"hard": "hard", "soft": "soft", "over": "over"}, "hso"))
_DRAWS = OneOfReply(choices(["draw", "stand"]))
_ROUNDS = 400


@attrs.frozen
class BoxHandsSituation:
    """Hands, or a bet, to ask about.

    Attributes:
        hands: The cards of each hand.
        stake: The bet, in the money's unit; 0 if no bet is asked about.
        put: The insurance bet that the player put up, in the same unit; 0 for none.
        chips: The bet in chips, in words; empty if it is shown in digits.
    """

    hands: tuple[tuple[str, ...], ...] = ()
    stake: Fraction = Fraction(0)
    put: Fraction = Fraction(0)
    chips: str = ""


@functools.lru_cache(maxsize=32)
def boxes_in_force(game: Game) -> Boxes:
    """Return the rules of a game against the house for its boxes (a player's betting place and its hands), by the options in
    force.
    """
    boxes: Boxes = game_data(game).memo["boxes"]
    return boxes


def counted(game: Game, cards: Sequence[str]) -> tuple[int, str]:
    """Return the total of a hand, and its kind: `hard`, `soft` or `over`.

    Args:
        game: The game, whose rules count the hand.
        cards: The cards, as `Ah`.
    """
    read = boxes_in_force(game).reading.hand(tuple(card[0] for card in cards), "no")
    return int(str(read["total"])), "over" if read["bust"] else "soft" if read["soft"] else "hard"


class BoxHands(Generator[BoxHandsSituation]):
    """Exercises on one hand against the house.

    A cell, the unit that comes back after a wrong answer, is a total, hard or soft, or the size of a bet.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the totals that the level asks about, or the sizes of its bets."""
        ask = setting.told("ask", TOTAL)
        if ask in (NATURAL, INSURANCE, EVEN_MONEY):
            return {f"{ask.replace('_', ' ')}: {size}": size for size in setting.told("stakes", {})}
        answers = {}
        for kind, totals in setting.told("totals", {}).items():
            low, high = totals
            for total in range(low, high + 1):
                answers[f"{kind} {total}"] = self._answer(setting, total, kind) if ask == DRAWS else kind
        return answers

    def _answer(self, setting: Setting, total: int, kind: str) -> str:
        hard, soft = boxes_in_force(setting.game).draws
        return "draw" if total in (soft if kind == "soft" else hard) else "stand"

    def draw(self, setting: Setting, cell: str, rng: Random) -> BoxHandsSituation | None:
        """Draw cards until the last hand has the cell's total, or a bet of the cell's size; None if this attempt gave none."""
        ask = setting.told("ask", TOTAL)
        if ask in (NATURAL, INSURANCE, EVEN_MONEY):
            stake = Fraction(str(rng.choice(setting.told("stakes")[cell.partition(": ")[2]])))
            most = self._most(setting, stake)
            put = most if rng.randrange(2) else Fraction(rng.randint(1, max(1, int(most))))
            chips = ""
            if setting.told("show") == "chips" and stake.denominator == 1:
                chips = said(as_put_down(int(stake), [1, 5, 25, 100, 500], rng))
            return BoxHandsSituation((), stake, min(put, most), chips)
        least, most_cards = setting.told("cards", [2, 2])
        for _ in range(_ROUNDS):
            many, ranks = rng.randint(least, most_cards), setting.told("ranks", "")
            low = tuple(rng.choice(ranks) + rng.choice("cdhs") for _ in range(many)) if ranks else ()
            cards = low or from_the_shoe(rng, packs_of(setting.game), many)
            kind, total = cell.split()
            if counted(setting.game, cards) == (int(total), kind) and self._comes(setting, cards):
                others = [from_the_shoe(rng, packs_of(setting.game), least) for _ in range(int(setting.told("hands", 1)) - 1)]
                return BoxHandsSituation((*others, cards))
        return None

    def _comes(self, setting: Setting, cards: Sequence[str]) -> bool:
        """Return whether a hand is possible: nobody draws to 21, and a dealer does not draw to a hand that must stand."""
        for many in range(2, len(cards)):
            total, kind = counted(setting.game, cards[:many])
            if total >= 21 or (setting.told("ask") == DRAWS and self._answer(setting, total, kind) == "stand"):
                return False
        return True

    def _most(self, setting: Setting, stake: Fraction) -> Fraction:
        """Return the most insurance for a bet (BJ-57, BJ-59)."""
        boxes = boxes_in_force(setting.game)
        wager = next((wager_ for wager_ in boxes.wagers.values() if wager_.opened == "offer"), None)
        if wager is None:
            return Fraction(0)
        return boxes.part(int(stake * boxes.scale), wager.share, wager.rounding) / boxes.scale

    def question(self, setting: Setting, given: BoxHandsSituation) -> Question:
        """Show cards or a bet, with the posted rules."""
        ask, game = setting.told("ask", TOTAL), setting.game
        bet = given.chips or digits(given.stake)
        if ask == NATURAL:
            return Question((f"A natural. Bet: {bet}", *_posted(game, "blackjack_pays")), "What is paid?", AmountReply())
        if ask == EVEN_MONEY:
            return Question(
                (f"A natural against an ace; the player takes even money. Bet: {bet}",),
                "What is paid, and what would a push and full insurance have paid together?",
                PartsReply((("paid", AmountReply()), ("push and insurance", AmountReply()))),
            )
        if ask == INSURANCE:
            shown = (f"An ace is up. Bet: {bet}. Insurance bet: {digits(given.put)}.", *_posted(game, "insurance_rounding"))
            parts = (("maximum insurance", AmountReply()), ("paid if you have a natural", AmountReply()))
            return Question(shown, "What is the maximum insurance, and what does this bet pay with a natural?", PartsReply(parts))
        if ask == DRAWS:
            return Question((f"Dealer  {' '.join(given.hands[0])}", *_posted(game, "soft17")), "Do you draw or stand?", _DRAWS)
        asked: list[tuple[str, Reply]] = []
        for number in range(1, len(given.hands) + 1):
            of = f" of hand {number}" if len(given.hands) > 1 else ""
            asked += [(f"total{of}", CountReply("a total")), (f"hard, soft or over{of}", _KIND)]
        return Question(tuple(" ".join(cards) for cards in given.hands), "What is the total?", PartsReply(tuple(asked)))

    def key(self, setting: Setting, given: BoxHandsSituation) -> Key:
        """Return the right answer: the hand counted, the bet settled, or the drawing table looked up, by the game's rules."""
        ask, boxes = setting.told("ask", TOTAL), boxes_in_force(setting.game)
        cited, codes = setting.cited(ask), tuple(setting.told("codes", {}).get(ask, ()))
        units = int(given.stake * boxes.scale)
        if ask == NATURAL:
            line = next(
                line for line in boxes.pays[boxes.main] if line.condition.holds({"natural": True, "dealer_natural": False})
            )
            paid = boxes.winnings(units, line.up, line.down) / boxes.scale
            exact = given.stake * line.up / line.down
            rounded = f", rounded {digits(paid)}" if exact != paid else ""
            working = f"{digits(given.stake)} at {line.up} to {line.down} is {plain(exact)}{rounded}."
            return Key((digits(paid),), cited, (working,), codes)
        if ask in (INSURANCE, EVEN_MONEY):
            most, insured = self._most(setting, given.stake), 2 * given.put
            if ask == EVEN_MONEY:
                answer, why = (
                    [digits(given.stake)] * 2,
                    "The bet pushes, and insurance pays 2 to 1 on half of it: the same amount as the bet.",
                )
            else:
                answer = [digits(most), digits(insured)]
                half, won = plain(given.stake / 2), digits(insured)
                why = f"Half of {digits(given.stake)} is {half}; 2 to 1 on {digits(given.put)} is {won}."
            return Key((PartsReply.join(answer),), cited, (why,), codes)
        each = [counted(setting.game, cards) for cards in given.hands]
        total, kind = each[-1]
        if ask == DRAWS:
            answered = self._answer(setting, total, kind)
            code = setting.told("codes", {}).get(answered, codes)
            return Key((answered,), cited, (f"{kind.title()} {total}: {answered}.",), tuple(code))
        answer = [part for count, how in each for part in (str(count), how)]
        working = "; ".join(f"{' '.join(cards)}: {how} {count}" for cards, (count, how) in zip(given.hands, each, strict=True))
        return Key((PartsReply.join(answer),), cited, (f"{working}.",), codes)


def _posted(game: Game, option: str) -> tuple[str, ...]:
    """Return the posted text of an option, and the rounding of payments; empty if the option is off."""
    lines = []
    if option in game.options:
        lines.append(f"{game.say(game.choices[option].title)}: {game.answers().get(option, game.options[option])}.")
    unit = Fraction(str(game.options.get("payout_unit", "0.01")))
    if option != "soft17" and unit != Fraction(1, 100):
        lines.append(f"Paid in units of {digits(unit)}, rounded {game.options['payout_rounding']}.")
    return tuple(lines)


GENERATOR = BoxHands()
