"""Games with hands read by a ranking, dealt in bulk: one pack shuffled for each round, every box by the game's usual play."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Final, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from dealerkit.arithmetic.readings import RANKED
from dealerkit.cards import RANKS, SUITS
from dealerkit.errors import Impossible
from dealerkit.games.pit.ranked_hands.duels import USUAL, DuelCounter
from dealerkit.games.pit.ranked_hands.packets import DealtPlaces, dealt_places
from dealerkit.games.pit.ranked_hands.streets import Masks, Seen, StreetCounter
from dealerkit.games.pit.ranked_hands.terms import RankedTerms, no_usual_play
from dealerkit.rules.counted_figures import BulkRounds, BulkShoe, bulk_of
from dealerkit.rules.games import Game

Numbers: TypeAlias = npt.NDArray[np.int64]
Pack: TypeAlias = npt.NDArray[np.uint8]

_ROUNDS: Final = 1 << 15
"""Rounds in a block."""


class _Settlement(Protocol):
    """Settlement of many boxes at once."""

    def exact(self) -> float:
        """Return the counted house edge."""

    def nets(self, cards: Pack, places: DealtPlaces, box: int) -> Numbers:
        """Return the result of a box in each round, in smallest chips."""


@bulk_of(RANKED)
class RankedBulk:
    """Dealer of such a game in bulk.

    Args:
        game: The game, with its options in force.
        boxes: Number of boxes with a bet.
        stake: First bet on each box, in smallest units.

    Raises:
        Impossible: If such a game is not counted, or the pack has too few cards for so many boxes.
    """

    in_shoes, play = True, "the game's usual play"

    def __init__(self, game: Game, boxes: int, stake: int) -> None:
        terms = RankedTerms.of(game)
        self.places = dealt_places(terms, boxes)
        settle: Callable[[RankedTerms, int], _Settlement] = _StreetSettlement if terms.boxes.board else _DuelSettlement
        self.settlement = settle(terms, stake)
        self.bet = terms.boxes.main
        self.limits: Sequence[str] = ()

    @functools.cached_property
    def exact(self) -> float:
        """Counted house edge with usual play."""
        return self.settlement.exact()

    def block(self, seed: int, number: int, most: int | None = None) -> BulkRounds:
        """Return the results of one block of rounds.

        Args:
            seed: Seed of all cards.
            number: Number of the block, from 0.
            most: Largest number of rounds; None for the whole block.
        """
        nets = self._nets(self.packs(seed, number)[:most])
        ends = {
            "won": int((nets > 0).sum()),
            "lost": int((nets < 0).sum()),
            "pushed": int((nets == 0).sum()),
            "cards": len(nets) * self.places.cards,
        }
        return BulkRounds([1] * len(nets), nets.sum(axis=1).tolist(), ends)

    def shoes(self, seed: int) -> Iterator[BulkShoe]:
        """Yield the rounds of a run one by one, from the first, each as the pack from which it is dealt.

        Args:
            seed: Seed of all cards.
        """
        for number in itertools.count():
            packs = self.packs(seed, number)
            for pack, nets in zip(packs, self._nets(packs).tolist(), strict=True):
                names = [f"{RANKS[card // 4]}{SUITS[card % 4]}" for card in pack.tolist()]
                yield BulkShoe("".join(name[0] for name in names), [nets], whole=True, cards=names)

    def packs(self, seed: int, number: int) -> Pack:
        """Return the shuffled packs of a block: one row for each, with cards as a ranker numbers them, in the order in which they
        come out.

        Args:
            seed: Seed of all cards.
            number: Number of the block, from 0.
        """
        rng = np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed, spawn_key=(number,))))
        rows = np.empty((_ROUNDS, 52), np.uint8)
        rows[:] = np.arange(52, dtype=np.uint8)
        return rng.permuted(rows, axis=1, out=rows)

    def _nets(self, cards: Pack) -> Numbers:
        """Return the result of each box in each round: one row for each round."""
        return np.stack([self.settlement.nets(cards, self.places, box) for box in range(len(self.places.boxes))], axis=1)


class _RankSets:
    """All sets of ranks of a number of cards, to be found for many hands at once.

    Args:
        size: Number of cards.
    """

    _KEYS: Final = (np.uint64(1) << np.arange(0, 39, 3, dtype=np.uint64)).astype(np.int64)

    def __init__(self, size: int) -> None:
        sets = [ranks for ranks in combinations_with_replacement(range(13), size) if max(Counter(ranks).values()) <= len(SUITS)]
        keys = np.array([int(self._KEYS[list(ranks)].sum()) for ranks in sets])
        order = np.argsort(keys)
        self._keys, self.sets = keys[order], [sets[at] for at in order]

    def places(self, cards: Pack) -> Numbers:
        """Return the index of each hand's set of ranks in `sets`.

        Args:
            cards: One row for each hand.
        """
        places: Numbers = np.searchsorted(self._keys, self._KEYS[cards // 4].sum(axis=1))
        return places


def _one_suit(cards: Pack) -> npt.NDArray[np.bool_]:
    suits = cards % 4
    alike: npt.NDArray[np.bool_] = (suits == suits[:, :1]).all(axis=1)
    return alike


def _mixed(ranks: Sequence[int]) -> list[int]:
    """Return cards with these ranks, which are in ascending order, of several suits."""
    return [rank * 4 + at % 4 for at, rank in enumerate(ranks)]


def _chips(terms: RankedTerms, stakes: Mapping[str, int], answers: Mapping[str, object]) -> int:
    """Return the result of a hand's wagers, in smallest chips, rounded as the house rounds."""
    boxes, total = terms.boxes, 0
    for wager, stake in stakes.items():
        bonus = terms.bonus(wager, answers)
        units = terms.result(wager, answers) - bonus
        if units > 0:
            total += boxes.winnings(stake, units.numerator, units.denominator)
        elif units in (0, -1):
            total += int(units) * stake
        else:
            total -= boxes.half_kept(stake, None)
        total += boxes.winnings(stake, bonus.numerator, bonus.denominator)
    return total


class _DuelSettlement:
    """Settlement against a dealer's hand.

    Args:
        terms: Terms of the game.
        stake: First bet, in smallest units.

    Raises:
        Impossible: If the game's table of usual play leaves a hand out.
    """

    def __init__(self, terms: RankedTerms, stake: int) -> None:
        self.counter = counter = DuelCounter(terms)
        if (counter.usual < 0).any():
            raise Impossible(no_usual_play(terms.game.title))
        self.ranks = _RankSets(terms.boxes.cards)
        ranker = terms.ranker
        self.plain: Numbers = np.array([ranker.value(_mixed(ranks)) for ranks in self.ranks.sets])
        self.suited: Numbers = np.array(
            [
                ranker.value([rank * 4 for rank in ranks]) if len(set(ranks)) == len(ranks) else value
                for ranks, value in zip(self.ranks.sets, self.plain.tolist(), strict=True)
            ]
        )
        self.classes = [np.array([counter.player_class[value] for value in row.tolist()]) for row in (self.plain, self.suited)]
        self.chips: Numbers = np.zeros(counter.nets.shape, np.int64)
        for place in np.ndindex(*self.chips.shape):
            stakes = {wager: int(size * stake) for wager, size in counter.stakes[place[1]].items()}
            self.chips[place] = _chips(terms, stakes, counter.answers(*place))

    def exact(self) -> float:
        """Return the counted house edge with usual play."""
        count = self.counter.count()
        won = sum(
            (
                many * size * (end.wagers[wager] or 0)
                for end, many in count.ends[USUAL]
                for wager, size in count.stakes[end.decision].items()
            ),
            Fraction(0),
        )
        return -float(Fraction(won) / count.deals)

    def nets(self, cards: Pack, places: DealtPlaces, box: int) -> Numbers:
        """Return the result of a box in each round, in smallest chips.

        Args:
            cards: The packs.
            places: Places of the cards.
            box: Number of the box, from 0.
        """
        own, mine = self._values(cards[:, list(places.boxes[box])])
        theirs, _ = self._values(cards[:, list(places.dealer)])
        level = 1 - np.sign(own - theirs)
        part = np.searchsorted(self.counter.edges, theirs, side="right") - 1
        if places.up_card >= 0:
            choice = self.counter.usual[mine, cards[:, places.dealer[places.up_card]] // 4]
        else:
            choice = self.counter.usual[mine, 0]
        won: Numbers = self.chips[mine, choice, level, part]
        return won

    def _values(self, cards: Pack) -> tuple[Numbers, Numbers]:
        """Return the value of each hand, and its class."""
        at, suited = self.ranks.places(cards), _one_suit(cards)
        classes = np.where(suited, self.classes[1][at], self.classes[0][at])
        return np.where(suited, self.suited[at], self.plain[at]), classes


class _StreetSettlement:
    """Settlement of hands that are paid by a table, with decisions street by street.

    Args:
        terms: Terms of the game.
        stake: First bet, in smallest units.
    """

    def __init__(self, terms: RankedTerms, stake: int) -> None:
        self.terms, self.stake = terms, stake
        self.counter = StreetCounter(terms)
        self.ranks = [_RankSets(terms.boxes.cards + board) for board in range(terms.boxes.board + 1)]
        self._after = dict[tuple[int, int, int], tuple[int, bool]]()
        self._paths: list[tuple[str, tuple[tuple[str, Fraction], ...]]] = [("none", ((terms.boxes.main, Fraction(1)),))]

    def exact(self) -> float:
        """Return the counted house edge with usual play."""
        count = self.counter.count("usual")
        return -float(sum((end.net for end in count.ends.values()), Fraction(0)) / count.deals)

    def nets(self, cards: Pack, places: DealtPlaces, box: int) -> Numbers:
        """Return the result of a box in each round, in smallest chips.

        Args:
            cards: The packs.
            places: Places of the cards.
            box: Number of the box, from 0.
        """
        own = list(places.boxes[box])
        won: Numbers = np.zeros(len(cards), np.int64)
        left, path = np.arange(len(cards)), np.zeros(len(cards), np.int64)
        for board in range(self.terms.boxes.board):
            hands = self.ranks[board].places(cards[left][:, [*own, *places.board[:board]]])
            pairs, back = np.unique(path * len(self.ranks[board].sets) + hands, return_inverse=True)
            after = [self._decided(board, *divmod(pair, len(self.ranks[board].sets))) for pair in pairs.tolist()]
            path = np.array([now for now, _ in after])[back]
            over = np.array([ends for _, ends in after])[back]
            lost = [self._paid(now, (), one_suit=False) if ends else 0 for now, ends in after]
            won[left[over]] = np.array(lost)[back][over]
            left, path = left[~over], path[~over]
        whole = cards[left][:, [*own, *places.board]]
        sets = self.ranks[-1].sets
        keys = (path * len(sets) + self.ranks[-1].places(whole)) * 2 + _one_suit(whole)
        rows, back = np.unique(keys, return_inverse=True)
        paid = [self._paid(row // 2 // len(sets), sets[row // 2 % len(sets)], one_suit=bool(row % 2)) for row in rows.tolist()]
        won[left] = np.array(paid, np.int64)[back]
        return won

    def _decided(self, board: int, path: int, hand: int) -> tuple[int, bool]:
        """Return the path after usual play's decision on a set of ranks, and whether the decision ends the round.

        Args:
            board: Number of shared cards that lie face up.
            path: The path so far: the last decision, and the amounts.
            hand: The set.
        """
        key = board, path, hand
        if key not in self._after:
            word, amounts = self._paths[path]
            masks = _masks(_mixed(self.ranks[board].sets[hand]))
            choice = self.counter.usual(Seen(masks, board, word, ()))
            ends = False
            if choice is not None:
                wager = choice.decision.word.wager
                more = ((wager, choice.decision.stake),) if wager else ()
                step, ends = (choice.decision.word.name, (*amounts, *more)), choice.decision.word.ends
                if step not in self._paths:
                    self._paths.append(step)
                path = self._paths.index(step)
            self._after[key] = path, ends
        return self._after[key]

    def _paid(self, path: int, ranks: Sequence[int], *, one_suit: bool) -> int:
        """Return the result of a path in smallest chips; without ranks, that of a hand given up."""
        word, amounts = self._paths[path]
        stakes = {wager: int(size * self.stake) for wager, size in amounts}
        cards = [rank * 4 for rank in ranks] if one_suit else _mixed(ranks)
        features = self.terms.hand(cards) if cards else {}
        board = self.terms.boxes.board if cards else 0
        return _chips(self.terms, stakes, {**features, "board": board, "word": word, "cards": self.terms.boxes.cards})


def _masks(cards: Sequence[int]) -> Masks:
    masks = [0] * 4
    for card in cards:
        masks[card % 4] |= 1 << card // 4
    return tuple(sorted(masks))
