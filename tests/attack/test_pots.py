"""Odd chips, side pots and awards against a reckoning of the test's own, chip by chip and with no code of ours."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, groupby

import attrs
import pytest

import dealerkit as dk
from dealerkit.cards import Face, read_cards
from dealerkit.felt import Act
from dealerkit.table.bots import Bots, random_legal
from dealerkit.table.bots.players import Moves
from tests.attack.kinds import Attack
from tests.attack.tables import likely

pytestmark = pytest.mark.campaign

RANKS = "23456789TJQKA"
GAMES = {"holdem": (0, False), "omaha": (2, False), "omaha-hilo": (2, True)}
"""How many of the hand's own cards have to be used, and whether low has a half."""


@attrs.define
class Hand:
    """One hand, as somebody sees it who writes down what every player does."""

    table: dk.Table
    stack: list[int] = attrs.field(init=False)
    front: list[int] = attrs.field(init=False)
    total: list[int] = attrs.field(init=False)
    dead: int = 0
    before_the_flop: bool = True
    out: set[int] = attrs.field(factory=set)
    given_up: set[int] = attrs.field(factory=set)
    cards: dict[int, list[str]] = attrs.field(factory=dict)
    board: list[str] = attrs.field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.stack = list(self.table.felt.rows["stack"])
        self.front, self.total = [0] * len(self.stack), [0] * len(self.stack)

    def _in(self, seat: int, chips: int, *, live: bool = True) -> None:
        self.stack[seat] -= chips
        self.total[seat] += chips
        self.front[seat] += chips if live else 0

    def note(self, act: Act) -> None:
        """Write down an act that has happened."""
        seat, n = act.seat, int(act.n or 0)
        if act.verb == "post" and act.to == ("dead",):
            self.stack[seat] -= n
            self.dead += n
        elif act.verb == "post":
            self._in(seat, n, live=act.to != ("ante",))
        elif act.verb in ("bet", "straddle"):
            self._in(seat, n)
        elif act.verb == "raise":
            self._in(seat, n - self.front[seat])
        elif act.verb == "call":
            blind = int(self.table.game.options["big_blind"]) if self.before_the_flop else 0
            self._in(seat, min(self.stack[seat], max(*self.front, blind) - self.front[seat]))
        elif act.verb == "fold":
            self.out.add(seat)
        elif act.verb == "muck":
            self.given_up.add(seat)
        elif act.verb == "sweep":
            self.front = [0] * len(self.stack)
            self.before_the_flop = False
        felt = self.table.felt
        for at in range(1, len(self.stack)):
            held = felt.names(felt.cards(f"s{at}"))
            if len(held) >= len(self.cards.get(at, ())):
                self.cards[at] = held
        shown = felt.names(felt.cards("board"))
        self.board = max(self.board, shown, key=len)

    def settled(self, button: int) -> list[int] | None:
        """What every seat has when the pots are pushed; None if nobody claims one of them."""
        live = {seat for seat, held in self.cards.items() if held} - self.out
        put, after = list(self.total), list(self.stack)
        order = sorted(range(1, len(put)), reverse=True, key=lambda seat: put[seat])
        if put[order[0]] > put[order[1]] and order[0] in live:  # nobody has called the last of it
            after[order[0]] += put[order[0]] - put[order[1]]
            put[order[0]] = put[order[1]]
        piles: list[tuple[frozenset[int], int]] = []
        for level in range(1, max(put) + 1):
            chips = sum(one >= level for one in put[1:])
            sharing = frozenset(seat for seat in live if put[seat] >= level)
            piles.append((sharing or piles[-1][0], chips))
        if self.dead:
            piles.insert(0, (frozenset(live), self.dead))
        for sharing, same in groupby(piles, key=lambda pile: pile[0]):
            claims = sorted(sharing - self.given_up, key=lambda seat: ((seat - button - 1) % (len(put) - 1), seat))
            if not claims:
                return None
            for seat, chips in self.shares(sum(pile[1] for pile in same), claims).items():
                after[seat] += chips
        return after

    def shares(self, chips: int, claims: Sequence[int]) -> Counter[int]:
        """One pot: halves where low has one, the odd chip of the halves high, the others one by one from the button's left."""
        own, low = GAMES[self.table.game.id]
        if len(claims) == 1:
            return Counter({claims[0]: chips})
        highs = {seat: max(high(five) for five in fives(self.cards[seat], self.board, own)) for seat in claims}
        halves = [(chips, [seat for seat in claims if highs[seat] == max(highs.values())])]
        lows = {seat: lowest(fives(self.cards[seat], self.board, own)) for seat in claims} if low else {}
        made = [one for one in lows.values() if one]
        if made:
            halves = [(chips - chips // 2, halves[0][1]), (chips // 2, [seat for seat in claims if lows[seat] == min(made)])]
        found: Counter[int] = Counter()
        for half, winners in halves:
            for at in range(half):
                found[winners[at % len(winners)]] += 1
        return found


def fives(held: Sequence[str], board: Sequence[str], own: int) -> Iterable[tuple[str, ...]]:
    """Every five cards that a hand can play."""
    if not own:
        return combinations([*held, *board], 5)
    return (mine + theirs for mine in combinations(held, own) for theirs in combinations(board, 5 - own))


def high(five: Sequence[str]) -> tuple[object, ...]:
    """How high five cards are."""
    ranks = sorted((RANKS.index(card[0]) for card in five), reverse=True)
    counts = Counter(ranks)
    groups = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len({card[1] for card in five}) == 1
    straight = ranks[0] if len(counts) == 5 and ranks[0] - ranks[4] == 4 else 3 if ranks == [12, 3, 2, 1, 0] else -1
    if straight >= 0 and flush:
        return (8, straight)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    kind = kinds.get(tuple(shape), 0)
    if kind < 6 and flush:
        return (5, *ranks)
    if kind < 6 and straight >= 0:
        return (4, straight)
    return (kind, *groups)


def lowest(hands: Iterable[Sequence[str]]) -> list[int]:
    """The best low of eight or better, its highest card first; empty if there is none."""
    lows = []
    for five in hands:
        ranks = sorted({(RANKS.index(card[0]) + 1) % 13 for card in five}, reverse=True)
        if len(ranks) == 5 and ranks[0] <= 7:
            lows.append(ranks)
    return min(lows, default=[])


def staying(table: dk.Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Fold and throw in seldom, so that there is something to split."""
    act = random_legal(table, seat, moves, rng)
    return act if act is None or act.verb not in ("fold", "muck") or rng.random() < 0.15 else None


def twins(rng: random.Random, seats: int, own: int) -> list[Face | None]:
    """A deck in which everybody gets the same ranks, in other suits."""
    ranks = rng.sample(RANKS, own)
    suits = [rng.sample("cdhs", 4) for _ in ranks]
    cards = [rank + suits[at][seat] for at, rank in enumerate(ranks) for seat in range(seats)]
    rest = [rank + suit for rank in RANKS for suit in "cdhs" if rank + suit not in cards]
    return read_cards(" ".join([*cards, *rng.sample(rest, len(rest))]))


def table_of(rng: random.Random) -> dk.Table:
    """A table with stacks that make side pots, antes and blinds that make odd chips, and cards that tie."""
    name = rng.choice(list(GAMES))
    alike = rng.random() < 0.7
    seats = rng.randint(2, 4 if alike else 7)
    small, big = rng.choice([(1, 2), (1, 3), (2, 5), (3, 3)])
    options = {
        "small_blind": small,
        "big_blind": big,
        "ante": rng.choice([0, 0, 1, 3]),
        "ante_by": rng.choice(["all", "big_blind", "button"]),
        "structure": rng.choice(["no_limit", "pot_limit"]),
        "straddle": rng.choice(["none", "under_the_gun"]),
        "odd_chips": "left_of_button",
    }
    stacks = [rng.choice([rng.randint(1, 9), rng.randint(3, 40), rng.randint(20, 90)]) for _ in range(seats)]
    deck = twins(rng, seats, GAMES[name][0] * 2 or 2) if alike else []
    return dk.Table(
        name, seats=seats, stacks=stacks, options=options, deck=deck, seed=rng.randrange(10**9), button=rng.randint(1, seats)
    )


@pytest.mark.thorough
def test_every_chip_goes_where_the_reckoning_has_it(record_property):
    """Hand after hand: what nobody called, main pot and side pots, halves, odd chips."""

    def trial(rng: random.Random, say) -> None:
        table = table_of(rng)
        players = Bots(staying, rng.randrange(10**6))
        say(table.record())
        for _ in range(2):
            table.advance("shuffle")
            hand, number, button, stacks = Hand(table), table.now.rounds.get("hand", 0), 0, []
            while table.now.rounds.get("hand", 0) == number:
                act = likely(table, rng, players, 0)
                if act is None:
                    break
                assert table.push(act) == (), act.text
                hand.note(act)
                if act.verb == "gather":
                    stacks = list(table.felt.rows["stack"])
                button = button or (table.felt.button if act.verb == "deal" else 0)
            wanted = hand.settled(button) if stacks else None
            assert wanted is None or stacks[1:] == wanted[1:], "\n".join(str(act) for act in table.now.log)
            if table.next_act() is None:
                return

    Attack("pots", 40, record_property).run(trial)
