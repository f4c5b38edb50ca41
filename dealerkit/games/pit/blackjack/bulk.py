"""Blackjack dealt in bulk: every box plays basic strategy, and shoes are cut and burned by the rules in force."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction

import attrs
import numpy as np

from dealerkit.arithmetic.rounding import whole
from dealerkit.games.pit.blackjack.best_play import best_play
from dealerkit.games.pit.blackjack.play_tables import Numbers, PlayTables
from dealerkit.games.pit.blackjack.rounds import RANKS, BoxRounds, DealtShoe, Ranks, RoundDealer
from dealerkit.games.pit.blackjack.terms import BlackjackTerms
from dealerkit.games.pit.facts.house_rounds import rounds_of_six
from dealerkit.rules.counted_figures import BulkRounds, BulkShoe, bulk_of
from dealerkit.rules.doc import branch
from dealerkit.rules.games import Game

_SHOES = 2048
"""Number of shoes in a block: enough to make array operations worthwhile, few enough to fit into the processor's cache."""

_APART = 13
"""Number of cards from the beginning of one round to that of the next, with one box, if the cards are shuffled continuously."""


@bulk_of("twenty_one")
class BlackjackBulk:
    """Dealer of blackjack in bulk.

    Args:
        game: The game, with its options in force.
        boxes: Number of boxes with a bet.
        stake: Bet on each box, in smallest units.
    """

    bet, play = "main", "basic strategy"

    def __init__(self, game: Game, boxes: int, stake: int) -> None:
        terms = BlackjackTerms.of(game.options)
        best = best_play(terms)
        self.exact = best.edge
        self.boxes, self.stake = boxes, stake
        options = game.options
        cards = 52 * terms.decks
        endless = options.get("deal_style") == "csm"
        self.in_shoes = not endless
        shoe = DealtShoe(
            boxes,
            str(options.get("up_card", "first")),
            int(str(options.get("burn", 1))),
            cards - int(str(options.get("cut_card_depth", cards // 4))),
            str(options.get("cut_card_first", "deal_round")),
            _APART * (boxes + 1) // 2 if endless else 0,
            rounds_of_six(boxes) if options.get("shuffle_at") == "rule_of_six" else 0,
        )
        self.dealer = RoundDealer(terms, shoe, PlayTables.of(terms, best.strategy))
        self.pack: Ranks = np.repeat(np.arange(len(RANKS), dtype=np.uint8), 4 * terms.decks)
        unit = Fraction(str(branch(game.data, "money").get("unit", "0.01")))
        step = max(1, int(Fraction(str(options.get("payout_unit", "0.01"))) / unit))
        rounding = str(options.get("payout_rounding", "up"))
        pays = terms.blackjack_pays
        self.natural = whole(stake * pays.numerator, pays.denominator * step, rounding) * step
        self.given_up = stake - whole(stake, 2 * step, rounding) * step
        after_cut = "A cut card costs the player a little more than a fresh shoe suggests."
        self.limits: Sequence[str] = () if endless else (after_cut, "A round that runs out of cards is not counted.")

    def block(self, seed: int, number: int, most: int | None = None) -> BulkRounds:
        """Return the results of one block of rounds.

        Args:
            seed: Seed of all cards.
            number: Number of the block, from 0.
            most: Largest number of rounds, counted shoe after shoe; None for the whole block.
        """
        rounds = self.dealer.deal(self.orders(seed, number))
        if most is not None:
            order = np.lexsort((rounds.start, rounds.shoe))[: most * self.boxes]
            rounds = BoxRounds(*(column[order] for column in attrs.astuple(rounds, recurse=False)))
        net = self.net(rounds)
        by_shoe = np.bincount(rounds.shoe, minlength=_SHOES) // self.boxes
        won = np.bincount(rounds.shoe, weights=net, minlength=_SHOES)
        ends = {
            "won": int((net > 0).sum()),
            "lost": int((net < 0).sum()),
            "pushed": int((net == 0).sum()),
            "naturals paid": int(rounds.naturals.sum()),
            "hands given up": int(rounds.surrendered.sum()),
            "cards": int(rounds.used.sum()) // self.boxes,
        }
        begun = by_shoe > 0
        return BulkRounds(by_shoe[begun].tolist(), np.rint(won[begun]).astype(np.int64).tolist(), ends)

    def shoes(self, seed: int) -> Iterator[BulkShoe]:
        """Yield the shoes of a run one by one, from the first.

        Args:
            seed: Seed of all cards.
        """
        dealt = self.dealer.shoe
        last = min(dealt.cut - (dealt.cut_card_first == "shuffle_now"), len(self.pack) - 1)
        for number in itertools.count():
            for row in self.orders(seed, number):
                rounds = self.dealer.deal(row[None, :])
                order = np.argsort(rounds.start, kind="stable")
                nets = self.net(rounds)[order].reshape(-1, self.boxes).tolist()
                end = int((rounds.start + rounds.used).max(initial=dealt.burn))
                yield BulkShoe("".join(RANKS[place] for place in row), nets, end > last or len(nets) == dealt.most)

    def orders(self, seed: int, number: int) -> Ranks:
        """Return the shuffled shoes of a block: one row for each, with indices of `RANKS` in the order in which the cards come
        out.

        Args:
            seed: Seed of all cards.
            number: Number of the block, from 0.
        """
        rng = np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed, spawn_key=(number,))))
        rows = np.empty((_SHOES, len(self.pack)), np.uint8)
        rows[:] = self.pack
        return rng.permuted(rows, axis=1, out=rows)

    def net(self, rounds: BoxRounds) -> Numbers:
        """Return the result of each box in each round, in smallest units (BJ-86 to BJ-88).

        Args:
            rounds: The rounds.
        """
        return rounds.units * self.stake + rounds.naturals * self.natural - rounds.surrendered * self.given_up
