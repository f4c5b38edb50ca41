"""Terms of a game with hands read by a ranking, as its odds need them: the cards, the decisions, and the result of each wager."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

import attrs

from dealerkit.arithmetic.conditions import HandCondition, PaymentLine, Told
from dealerkit.arithmetic.ranking import Badugi, Ranker
from dealerkit.cards import RANKS, SUITS, Composition
from dealerkit.errors import Impossible
from dealerkit.facts.rounds import steps_in
from dealerkit.procedure.setup import composition
from dealerkit.rules.boxes import DEALER_HAND, Boxes, Word, boxes_of
from dealerkit.rules.doc import branch
from dealerkit.rules.games import Game
from dealerkit.rules.rankings import ranking

_RESULTS: Final = {"push": Fraction(0), "lose": Fraction(-1), "half_back": Fraction(-1, 2)}
_NEVER_ASKED: Final = {"split": "no", "first_hand": True, "first_left": True, "room": False, "natural_shown": False}
"""Answers that are the same for every hand of such a game."""


@attrs.frozen
class OpenDecision:
    """A decision of a player.

    Attributes:
        word: The word that is said.
        stake: Amount of the wager that it requires, in units of the first bet; 0 if it costs nothing.
    """

    word: Word
    stake: Fraction


@attrs.frozen(eq=False)
class RankedTerms:
    """Terms under the options in force.

    Attributes:
        game: The game.
        boxes: Its compiled rules.
        ranker: Ranker of its hands.
        has_dealer: Whether hands are compared with a dealer's hand.
        up_card: Whether one of the dealer's cards lies face up before the players decide.
        wagers: Names of the first bet and of all wagers that a decision requires, in the game's order.
        sides: Names of the side bets.
    """

    game: Game
    boxes: Boxes
    ranker: Ranker
    has_dealer: bool
    up_card: bool
    wagers: Sequence[str]
    sides: Sequence[str]

    @classmethod
    def of(cls, game: Game) -> RankedTerms:
        """Return the terms of a game under its options in force.

        Raises:
            Impossible: If the odds of such a game are not counted.
            RuleFileError: If its file cannot be used.
        """
        boxes = boxes_of(game)
        reading = branch(game.data, "reading")
        ranker = ranking(str(reading["order"]))
        steps = [step for _, step in steps_in(branch(game.data, "procedure"))]
        orders = [order for step in steps for order in branch(step, "orders").values() if isinstance(order, Sequence)]
        has_dealer = any(str(packet).startswith(DEALER_HAND) for order in orders for packet in order)
        up_card = any(step.get("do") == "show_card" for step in steps)
        wagers = [name for name, wager in boxes.wagers.items() if not wager.box]
        sides = [name for name, wager in boxes.wagers.items() if wager.box]
        terms = cls(game, boxes, ranker, has_dealer, up_card, wagers, sides)
        if why := next(terms._obstacles(), ""):
            msg = f"no odds for {game.title}: {why}"
            raise Impossible(msg)
        return terms

    def _obstacles(self) -> Iterator[str]:
        """Yield the reasons for which the odds cannot be counted, in words."""
        boxes, order = self.boxes, self.ranker.order
        if self.has_dealer and boxes.board:
            yield "hands with shared cards against a dealer's hand are not counted"
        pack = composition(self.game, 1)
        if pack != Composition(1, RANKS, 0, pack.back):
            yield "the pack is not one of 52 cards"
        if isinstance(self.ranker, Badugi) or self.ranker.wild or "four_flush" in order.categories:
            yield "such an order of hands is not counted"
        if boxes.cards + boxes.board > order.cards:
            yield "hands with more cards than their ranking uses are not counted"
        if any(wager.of not in ("", boxes.main) for wager in boxes.wagers.values()):
            yield "a bet measured by another one than the first is not counted"
        opened = [wager.opened for name, wager in boxes.wagers.items() if name != boxes.main and not wager.box]
        if set(opened) - {"word"} or any(wager.opened != "betting" for wager in boxes.wagers.values() if wager.box):
            yield "a second bet before the deal, or one that is offered to all players, is not counted"
        if boxes.side_bets or boxes.children or any(word.cards or word.new_hand or word.offered for word in boxes.words.values()):
            yield "hands that are drawn to or split, and side bets on first cards, are not counted"
        known = {"made", "top", "against", "word", "cards", "board", "dealer_made", "dealer_top"}
        known |= {feature for feature in boxes.features if feature.removeprefix("dealer_") in self._lines}
        if strange := sorted(self.asked_by_pays() - known):
            yield f"a pay line depends on {strange[0].replace('_', ' ')}"

    @property
    def _lines(self) -> set[str]:
        return set(branch(branch(self.game.data, "reading"), "least"))

    def asked_by_pays(self) -> set[str]:
        """Return the features on which the pay lines depend."""
        tables = [*self.boxes.pays.values(), *self.boxes.bonus.values()]
        return {feature for lines in tables for line in lines for feature in line.condition.asks}

    def asked_by_words(self) -> set[str]:
        """Return the features on which decisions depend."""
        conditions: list[HandCondition] = []
        for word in self.boxes.words.values():
            conditions += [*word.open, *word.unless, *word.usual, *word.most]
        return {feature for condition in conditions for feature in condition.asks}

    @staticmethod
    def asked_to_open(word: Word) -> set[str]:
        """Return the features on which it depends whether a word is open."""
        return {feature for condition in (*word.open, *word.unless) for feature in condition.asks}

    def offered(self, wager: str) -> bool:
        """Return whether a wager is offered under the options in force."""
        return branch(self.game.data["wagers"], wager).get("offered", True) is not False

    def title(self, wager: str) -> str:
        """Return the printed name of a wager, in small letters."""
        return self.game.say(branch(self.game.data["wagers"], wager).get("title") or wager).lower()

    def decisions(self, answers: Told) -> list[OpenDecision]:
        """Return the decisions open to a hand, in the order in which they are offered.

        Args:
            answers: Known features of the hand.
        """
        decisions = []
        for word in self.boxes.words.values():
            if not word.is_open(answers):
                continue
            if not word.wager:
                decisions.append(OpenDecision(word, Fraction(0)))
                continue
            wager = self.boxes.wagers[word.wager]
            sizes = wager.multiples(answers) if wager.times else (wager.share,)
            decisions += [OpenDecision(word, Fraction(size)) for size in sizes]
        return decisions

    def usual(self, decisions: Sequence[OpenDecision], answers: Told) -> OpenDecision | None:
        """Return the decision of the game's own table of usual play, with the amount that it names; None if it names none.

        Args:
            decisions: The decisions open to the hand.
            answers: Known features of the hand.
        """
        for word in dict.fromkeys(decision.word for decision in decisions):
            if not any(condition.holds(answers) for condition in word.usual):
                continue
            sizes = sorted((decision for decision in decisions if decision.word is word), key=lambda decision: decision.stake)
            small = bool(word.wager and self.boxes.wagers[word.wager].times)
            large = not small or any(condition.holds(answers) for condition in word.most)
            return sizes[-1 if large else 0]
        return None

    def result(self, wager: str, answers: Told) -> Fraction:
        """Return the winnings of a unit of a wager, its bonus included; negative for a loss.

        Args:
            wager: Name of the wager.
            answers: Features of the hand, and its comparison with the dealer's.

        Raises:
            Impossible: If a pay line depends on something that is not known yet.
        """
        return self._paid(self.boxes.pays.get(wager, ()), answers, Fraction(-1)) + self.bonus(wager, answers)

    def bonus(self, wager: str, answers: Told) -> Fraction:
        """Return the bonus on a unit of a wager, which is paid whether the wager wins or loses."""
        return self._paid(self.boxes.bonus.get(wager, ()), answers, Fraction(0))

    def _paid(self, lines: Sequence[PaymentLine], answers: Told, otherwise: Fraction) -> Fraction:
        for line in lines:
            fits = line.condition.holds({**_NEVER_ASKED, **answers})
            if fits is None:
                msg = f"no odds for {self.game.title}: a bet is settled before its pay line can be known"
                raise Impossible(msg)
            if fits:
                return _RESULTS[line.result] if line.result in _RESULTS else Fraction(line.up, line.down)
        return otherwise

    def hand(self, cards: Sequence[int]) -> Told:
        """Return the features of a hand by itself.

        Args:
            cards: Its cards, as a ranker numbers them.
        """
        return self.boxes.reading.hand(tuple(f"{RANKS[card // 4]}{SUITS[card % 4]}" for card in cards), "no")


def no_usual_play(title: str) -> str:
    """Return the message that a game's table of usual play leaves some hands out."""
    return f"no figures of usual play for {title}: `usual` of its words leaves some hands out"


def letters(cards: Sequence[int]) -> str:
    """Return the ranks of a hand as printed, those that occur most often first.

    >>> letters([0, 48, 4, 1])
    '2-2-A-3'
    """
    places = [card // 4 for card in cards]
    return "-".join(RANKS[place] for place in sorted(places, key=lambda place: (places.count(place), place), reverse=True))
