"""Coups of baccarat called out: bets, cash, late acts of patrons; then the payouts for the result at the real table."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from fractions import Fraction
from random import Random

from dealerkit.arithmetic.coup import SIDES, Coup, CoupRules, settle
from dealerkit.errors import DealerkitError
from dealerkit.felt import Act
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.entries import Branch
from dealerkit.rulings import OUTCOMES
from dealerkit.table.bots import players_named
from dealerkit.training.callout.call import Ask, Call, Calls, CallWords
from dealerkit.training.coups import deal, in_paying_order, packs_of
from dealerkit.training.deals import seating, sit
from dealerkit.training.disputes import ruled
from dealerkit.training.generators import Setting
from dealerkit.training.money import digits

Bets = Mapping[int, Mapping[str, int]]
"""The bets by seat, each a map of bet to stake in smallest chips."""
Money = Callable[[int], str]
"""Function that writes smallest chips as money."""
TIE = "tie"
_SAMPLE = 4000
"""Number of coups dealt to find the facts on which the payouts depend."""
_MOST = 200


def calls(where: Setting, seed: str) -> Calls:
    """Yield the calls of one coup after another, without end.

    Args:
        where: The drill at a level, with the game and its rules.
        seed: The seed.
    """
    for number in itertools.count(1):
        words = CallWords(where, number)
        rng = Random(f"{where.drill.id}:{where.level.number}:{seed}/{number}")
        bets, money = _bets(where, rng)
        if rng.randrange(100) < int(where.told("cash", 0)):
            yield _cash(words, rng, sorted(bets))
        yield _called(words, bets, money)
        for entry in where.told("told", ()):
            call = _dispute(where, words, entry, rng, sorted(bets))
            if call is not None and rng.randrange(100) < int(entry.get("often", 100)):
                yield call
                break
        coup = yield from _result(where, words)
        yield _settled(where, words, bets, coup, money)


def _bets(where: Setting, rng: Random) -> tuple[Bets, Money]:
    """Let the bots bet on player, banker and tie only, because the winner alone decides these bets.

    Args:
        where: The drill at a level.
        rng: The random source.

    Returns:
        The bets, and the function that writes money.
    """
    table = sit(where.game, seating(where.game, where.level.told, rng))
    players, stakes = players_named("sensible"), dict[int, dict[str, int]]()
    for _ in range(_MOST):
        acts = players.acts(table)
        if acts and acts[0].verb == "bet":
            for act in acts:
                if act.verb == "bet" and act.to[0] in (*SIDES, TIE) and act.n is not None:
                    stakes.setdefault(act.seat, {})[act.to[0]] = table.felt.units(act.n)
            break
        due = table.next_act()
        for act in acts or ([due] if due is not None else []):
            table.push(act)
    if not stakes:
        stakes[1] = {"player": table.felt.units(Act.parse("s1 bet player 100").n or 100)}
    return stakes, table.felt.money


def _cash(words: CallWords, rng: Random, seats: Sequence[int]) -> Call:
    amount = 100 * rng.randint(1, 10)
    say = words.patron("cash", rng, seat=rng.choice(list(seats)), n=amount)
    return words.call("cash", [say], [words.dealer("cash", n=amount)])


def _called(words: CallWords, bets: Bets, money: Money) -> Call:
    rng = Random(0)
    say = [
        words.patron("bets", rng, seat=seat, bets=", ".join(f"{money(stake)} on {bet}" for bet, stake in bets[seat].items()))
        for seat in sorted(bets)
    ]
    sums: Counter[str] = Counter()
    for row in bets.values():
        sums.update(row)
    whole = {bet: money(sums[bet]) if sums[bet] else "nothing" for bet in (*SIDES, TIE)}
    return words.call("bets", say, [words.dealer("bets", **whole)])


def _dispute(where: Setting, words: CallWords, entry: Branch, rng: Random, seats: Sequence[int]) -> Call | None:
    """Return the call of a patron's mistake; None if the rules in force do not settle it."""
    try:
        ruling = ruled(where, entry["fault"], entry.get("facts") or {})
    except DealerkitError:
        return None
    if not ruling.decided:
        return None
    say = str(entry["say"]).format(seat=rng.choice(list(seats)))
    reveal = [f"{OUTCOMES[ruling.outcome]}.", ". ".join(ruling.steps) + "." if ruling.steps else "", ruling.because]
    return words.call("told", [say], reveal, ruling.rules)


# -- winnings --


def _result(where: Setting, words: CallWords) -> Generator[Ask, str, Coup]:
    """Ask for those facts of the result on which the payouts depend; return a coup with that result.

    Yields:
        Each question; the key of its answer is sent back.
    """
    rng, like = Random(0), _coups(where)
    winner = yield Ask(words.patron("result", rng), {"p": "player", "b": "banker", "t": TIE})
    like = [coup for coup in like if coup.winner == {"p": "player", "b": "banker", "t": TIE}[winner]]
    for name, side in (("points", _points), ("cards", _cards)):
        if len({_paid(where, coup) for coup in like}) < 2:
            break
        among = sorted({side(coup) for coup in like})
        if len(among) > 1:
            key = yield Ask(words.patron(name, rng), {str(choice): str(choice) for choice in among})
            like = [coup for coup in like if str(side(coup)) == key]
    return like[0]


@functools.lru_cache(maxsize=8)
def _coups(where: Setting) -> list[Coup]:
    rng, rules, packs = Random("coups"), coup_rules(where.game), packs_of(where.game)
    return list(dict.fromkeys(deal(rng, rules, packs).coup for _ in range(_SAMPLE)))


def _paid(where: Setting, coup: Coup) -> tuple[object, ...]:
    """Return the payment of each called bet for a stake of a thousand units."""
    rules = coup_rules(where.game)
    return tuple(settle(bet, 1000, coup, rules) for bet in _called_out(rules))


def _called_out(rules: CoupRules) -> list[str]:
    return [bet for bet in (*SIDES, TIE) if bet in rules.pays]


def _points(coup: Coup) -> int:
    return coup.banker_total if coup.winner == "banker" else coup.player_total


def _cards(coup: Coup) -> int:
    return coup.banker_cards if coup.winner == "banker" else coup.player_cards


def _settled(where: Setting, words: CallWords, bets: Bets, coup: Coup, money: Money) -> Call:
    """Return the call that settles every bet: losers are taken first, then winners are paid in order."""
    say = [words.patron("settle", Random(0), winner=str(coup.winner).capitalize())]
    lost, won = list[str](), list[str]()
    for seat in in_paying_order(where.game, bets):
        for bet, stake in bets[seat].items():
            row, lies = _row(where, words, seat, bet, stake, coup, money)
            (won if lies else lost).append(row)
    return words.call("settle", say, [words.dealer("order"), *lost, *won])


def _row(where: Setting, words: CallWords, seat: int, bet: str, stake: int, coup: Coup, money: Money) -> tuple[str, bool]:
    """Return the words for the settlement of a bet, and whether it stays on the layout because it did not lose."""
    rules = coup_rules(where.game)
    settled = settle(bet, int(Fraction(stake, sit_scale(where)) / rules.unit), coup, rules)
    paid, commission = digits(settled.paid * rules.unit), digits(settled.commission * rules.unit)
    name = {"lose": "lost", "push": "push"}.get(settled.result, "commission" if settled.commission else "paid")
    sentence = words.dealer(name, seat=seat, bet=bet, stake=money(stake), paid=paid, commission=commission)
    return sentence, settled.result != "lose"


@functools.lru_cache(maxsize=8)
def sit_scale(where: Setting) -> int:
    """Return the number of smallest chips in a unit of money at the drill's table."""
    return int(sit(where.game, seating(where.game, where.level.told, Random(0))).felt.layout.scale)
