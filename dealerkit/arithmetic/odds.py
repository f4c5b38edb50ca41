"""Exact odds of a coup, counted from a rule set's own tableau and pay table for any shoe, whole or partly dealt.

Counts are numbers of ordered draws of six cards, the most that a coup can take; a coup with fewer cards does not look at the
rest. Published counts have this form, and all counts for one shoe can be compared with each other.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TypeAlias

import attrs

from dealerkit.arithmetic.coup import Coup, CoupRules, payout_lines

DRAWN = 6  # number of cards in a counted draw

_STOOD = 10


@attrs.frozen
class PaidWay:
    """One line of a bet's pay table, and the number of draws that it settles.

    Attributes:
        when: Condition of the line, in words.
        pays: `8 to 1`, `push`.
        count: Number of ordered draws of six cards.
    """

    when: str
    pays: str
    count: int


@attrs.frozen
class BetOdds:
    """The exact odds of one bet. Counts are numbers of ordered draws of six cards and add up to the shoe's total.

    Attributes:
        bet: The bet's name.
        win: Number of draws that win.
        lose: Number of draws that lose.
        push: Number of draws that push.
        edge: The house's average gain for each unit staked, with pushes counted as bets; negative if the bettor gains. Commission
            is counted exactly, before any rounding.
        edge_resolved: The same for each unit won or lost, without pushes. Ledger 1.16, item 11: guides that quote 1.17% and 1.36%
            mean this figure.
        ways: The bet's pay lines in force, each with its count.
    """

    bet: str
    win: int
    lose: int
    push: int
    edge: Fraction
    edge_resolved: Fraction
    ways: tuple[PaidWay, ...]


@attrs.frozen
class Odds:
    """The counts for the next coup from one shoe, or for a coup with known first cards.

    Attributes:
        shoe: Number of cards left, by rank letter.
        total: Number of ordered draws of six cards, less the known ones, from that shoe.
        outcomes: Number of draws by outcome: `player`, `banker` and `tie`.
        bets: Odds of each bet, in the order of the pay table.
        coups: Number of draws for every coup that bets can tell apart.
    """

    shoe: Mapping[str, int]
    total: int
    outcomes: Mapping[str, int]
    bets: Mapping[str, BetOdds]
    coups: Mapping[Coup, int]


def full_shoe(ranks: Iterable[str], decks: int) -> dict[str, int]:
    """Return the number of cards of each rank in a shoe of whole decks: four in each deck.

    Args:
        ranks: Letters of the ranks.
        decks: Number of decks.
    """
    return dict.fromkeys(ranks, 4 * decks)


Pair: TypeAlias = tuple[str, str]
"""The first two cards of a hand, by rank letter."""


class Uncountable(ValueError):
    """Raised for a shoe from which no coup can be counted."""


def odds(rules: CoupRules, shoe: Mapping[str, int], player: Pair | None = None, banker: Pair | None = None) -> Odds:
    """Return the counts of every coup that a shoe can give, and of every bet of the pay table.

    Args:
        rules: The tables and options in force.
        shoe: Number of cards in the shoe by rank letter, 0 for missing ranks; cards on the table are not included.
        player: First two cards of the player hand; None if unknown.
        banker: First two cards of the banker hand; None if unknown.

    Raises:
        Uncountable: If a rank has no points, a count is below zero, or there are fewer than six cards: no coup is started then
            (BA-59).
    """
    known = [*(player or ()), *(banker or ())]
    for rank, cards in [*shoe.items(), *((rank, 1) for rank in known)]:
        if rank not in rules.points:
            msg = f"unknown rank: '{rank}'"
            raise Uncountable(msg)
        if cards < 0:
            msg = f"a shoe cannot hold {cards} cards of rank {rank}"
            raise Uncountable(msg)
    size = sum(shoe.values())
    if size < DRAWN - len(known):
        need = DRAWN - len(known)
        msg = f"a coup may need {need} card{'s' * (need != 1)}{' more' if known else ''}, but the shoe has only {size}"
        raise Uncountable(msg)
    whole = Counter(shoe) + Counter(known)
    coups = _coups(rules, _first_four(rules, shoe, player, banker), whole)
    total = math.perm(size, DRAWN - len(known))
    outcomes = dict.fromkeys(("player", "banker", "tie"), 0)
    for coup, count in coups.items():
        outcomes[coup.winner] += count
    bets = {bet: _bet(rules, bet, coups, total) for bet in rules.pays}
    return Odds(dict(shoe), total, outcomes, bets, coups)


def _first_four(
    rules: CoupRules, shoe: Mapping[str, int], player: Pair | None, banker: Pair | None
) -> dict[tuple[int, int, int, int, int], int]:
    """Return the number of ordered draws of the unknown ones among the first four cards.

    Returns:
        Number of draws by points of the player hand's two cards, of the banker hand's two, and the pair code (1 player, 2
        banker). Both orders of the two cards of a hand are counted together.
    """
    ranks = sorted({*(rank for rank, cards in shoe.items() if cards), *(player or ()), *(banker or ())})
    left = [shoe.get(rank, 0) for rank in ranks]
    points = [rules.points[rank] for rank in ranks]
    hands = list(itertools.combinations_with_replacement(range(len(ranks)), 2))
    sides = [[tuple(sorted(map(ranks.index, pair)))] if pair is not None else hands for pair in (player, banker)]
    kinds = [[(*sorted((points[a], points[b])), a == b) for a, b in side] for side in sides]
    counts = [0] * (len(sides[0]) * len(sides[1]))
    place = 0
    # Suits do not matter, so ranks are drawn; with 13 of them there are 91 hands, and 8281 pairs of hands.
    for a, b in sides[0]:
        ways = 1 if player is not None else left[a] * (left[a] - 1) if a == b else 2 * left[a] * left[b]
        if player is None:
            left[a] -= 1
            left[b] -= 1
        for c, d in sides[1]:
            counts[place] = ways * (1 if banker is not None else left[c] * (left[c] - 1) if c == d else 2 * left[c] * left[d])
            place += 1
        if player is None:
            left[a] += 1
            left[b] += 1
    fours: dict[tuple[int, int, int, int, int], int] = {}
    for ((a, b, player_pair), (c, d, banker_pair)), count in zip(itertools.product(*kinds), counts, strict=True):
        if count:
            four = (a, b, c, d, player_pair + 2 * banker_pair)
            fours[four] = fours.get(four, 0) + count
    return fours


def _coups(rules: CoupRules, fours: Mapping[tuple[int, int, int, int, int], int], shoe: Mapping[str, int]) -> dict[Coup, int]:
    """Return the number of ordered draws of six cards for every coup that bets can tell apart.

    After the first four cards, a third card of i points can be drawn in n[i] - c[i] ways, where n counts the full shoe and c the
    four cards. So it is enough to know, for each pair of two-card totals, the sums over the draws of 1, of c[i] and of c[i] *
    c[j].
    """
    size = sum(shoe.values())
    n = [0] * 10
    for rank, cards in shoe.items():
        n[rules.points[rank]] += cards
    draws: dict[tuple[int, int, int], int] = {}
    once: dict[tuple[int, int, int], list[int]] = {}
    twice: dict[tuple[int, int, int], list[int]] = {}
    for (a, b, c, d, pairs), count in fours.items():
        player, banker = (a + b) % 10, (c + d) % 10
        state = (player, banker, pairs)
        if state not in draws:
            draws[state], once[state], twice[state] = 0, [0] * 10, [0] * 100
        draws[state] += count
        if player >= rules.natural or banker >= rules.natural:
            continue
        single, double = once[state], twice[state]
        for i in (a, b, c, d):
            single[i] += count
            double[i * 10 + a] += count
            double[i * 10 + b] += count
            double[i * 10 + c] += count
            double[i * 10 + d] += count

    counts: dict[int, int] = {}
    seen: dict[int, Coup] = {}

    def end(player: int, banker: int, player_third: int, banker_third: int, pairs: int, count: int) -> None:
        # The key equals `Coup.key`. It is built from totals first, so that coups differing only in their first cards are made
        # once.
        code = (player + player_third) % 10 * 100 + (banker + banker_third) % 10 * 10
        code += (player_third != _STOOD) * 1000 + (banker_third != _STOOD) * 2000 + pairs * 4000
        if code not in seen:
            seen[code], counts[code] = rules.coup(player, banker, player_third, banker_third, pairs), 0
        counts[code] += count

    for (player, banker, pairs), count in draws.items():
        if player >= rules.natural or banker >= rules.natural:
            end(player, banker, _STOOD, _STOOD, pairs, count * (size - 4) * (size - 5))
            continue
        single, double = once[player, banker, pairs], twice[player, banker, pairs]
        if not rules.player_draws[player]:
            if rules.draws(banker, None):
                for j in range(10):
                    end(player, banker, _STOOD, j, pairs, (n[j] * count - single[j]) * (size - 5))
            else:
                end(player, banker, _STOOD, _STOOD, pairs, count * (size - 4) * (size - 5))
            continue
        for i in range(10):
            if not rules.draws(banker, i):
                end(player, banker, i, _STOOD, pairs, (n[i] * count - single[i]) * (size - 5))
                continue
            for j in range(10):
                left = n[j] - (i == j)
                ways = n[i] * left * count - n[i] * single[j] - left * single[i] + double[i * 10 + j]
                end(player, banker, i, j, pairs, ways)
    return {seen[code]: count for code, count in counts.items() if count}


def _bet(rules: CoupRules, bet: str, coups: Mapping[Coup, int], total: int) -> BetOdds:
    """Return the odds of one bet, settled on every coup."""
    lines = rules.pays[bet]
    counts = [0] * (len(lines) + 1)
    places = {line.place: number for number, line in enumerate(lines)}
    for coup, count in coups.items():
        counts[places.get(rules.line(bet, coup).place, len(lines))] += count
    win = push = 0
    gain = Fraction(0)  # the bettor's gain, with one unit staked in each draw
    for line, count in zip(lines, counts, strict=False):
        if line.result == "win":
            win += count
            gain += count * (Fraction(line.up, line.down) - line.commission * rules.commission_rate)
        elif line.result == "push":
            push += count
    lose = total - win - push
    lost = lose - gain
    rows = payout_lines(rules, [bet])
    ways = tuple(PaidWay(row.when, row.pays, count) for row, count in zip(rows, counts, strict=False))
    return BetOdds(bet, win, lose, push, Fraction(lost, total), Fraction(lost, win + lose) if win + lose else Fraction(0), ways)
