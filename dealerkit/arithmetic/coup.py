"""The arithmetic of one coup: draws, winner, and the settlement of each bet. Whole numbers in, whole numbers out.

Cards come in as points (0 to 9), money as whole numbers of the smallest unit that is paid. A game's points, naturals, tableau and
pay table are data: `CoupRules` compiles a game's tables and the options in force once for all uses.

Bulk work can use this module alone: together with `dealerkit.arithmetic.paytable`, which reads the tables, it imports nothing
else of this package. Impossible input raises `ValueError`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from dealerkit.arithmetic.paytable import (
    LOSES,
    PAIR_FEATURES,
    BadTables,
    PayLine,
    PayRule,
    Place,
    Problems,
    ReadOption,
    as_written,
    read_natural,
    read_number,
    read_pays,
    read_player_draws,
    read_points,
    read_tableau,
    words,
)
from dealerkit.arithmetic.rounding import ROUNDINGS, whole

PLAYER: Final = 0
BANKER: Final = 1
SIDES: Final = ("player", "banker")

_STOOD: Final = 10  # stands for the points of a third card that was not drawn
_PAIRS_UNKNOWN: Final = 4  # pair code: 0 none, 1 player, 2 banker, 3 both

DEFAULTS: Final[Mapping[str, object]] = {
    "commission_rate": "0.05",
    "commission_unit": "0.01",
    "commission_rounding": "nearest",
    "commission_method": "deduct",
    "payout_unit": "0",
    "payout_rounding": "up",
}
"""Options used in settling, with the values for a game without them. BA-63, BA-65, BA-66

`payout_unit` and `payout_rounding` are for winnings that are not a multiple of the stake, such as half of it (BA-70, BA-A11). A
`payout_unit` of 0 means the smallest amount that is paid.
"""

_CENT: Final = Fraction(1, 100)  # assumed for an unreadable amount, so that only that problem is reported
_METHODS: Final = ("deduct", "mark", "mark_one_pay_one")


class TooFewCards(ValueError):
    """Raised when a coup needs a card that is not there.

    Attributes:
        have: Number of cards given.
        needs: Use of the next card, in words.
    """

    def __init__(self, have: int, needs: str) -> None:
        self.have, self.needs = have, needs
        super().__init__(f"{have} {'card is' if have == 1 else 'cards are'} not enough: {needs}")


class Coup(NamedTuple):
    """A finished coup. Immutable and shared: equal coups under the same rules are the same object.

    Attributes:
        player_cards: Number of cards in the player hand, 2 or 3.
        banker_cards: Number of cards in the banker hand, 2 or 3.
        player_initial: Total of the player hand's first two cards.
        banker_initial: Total of the banker hand's first two cards.
        player_total: Final total, 0 to 9. BA-27
        banker_total: Final total, 0 to 9. BA-27
        winner: `player`, `banker` or `tie`. BA-44, BA-45
        natural: `none`, `player`, `banker` or `both`. BA-28 to BA-30
        margin: Difference of the totals, 0 to 9.
        player_pair: Whether the player hand's first two cards have the same rank; None if ranks were not given. BA-76
        banker_pair: The same for the banker hand.
        key: Everything that settling depends on, as one whole number.
    """

    player_cards: int
    banker_cards: int
    player_initial: int
    banker_initial: int
    player_total: int
    banker_total: int
    winner: str
    natural: str
    margin: int
    player_pair: bool | None
    banker_pair: bool | None
    key: int

    @property
    def cards_used(self) -> int:
        """Number of cards that the coup took, 4 to 6."""
        return self.player_cards + self.banker_cards

    def features(self) -> dict[str, object]:
        """Return the features of the coup that pay lines can ask about, by the names in `FEATURES`. Pairs are None if ranks were
        not given.
        """
        either = None if self.player_pair is None or self.banker_pair is None else self.player_pair or self.banker_pair
        return {
            "winner": self.winner,
            "natural": self.natural,
            "player_natural": self.natural in {"player", "both"},
            "banker_natural": self.natural in {"banker", "both"},
            "player_cards": self.player_cards,
            "banker_cards": self.banker_cards,
            "player_total": self.player_total,
            "banker_total": self.banker_total,
            "margin": self.margin,
            "player_pair": self.player_pair,
            "banker_pair": self.banker_pair,
            "either_pair": either,
        }


class Settlement(NamedTuple):
    """The settlement of one bet, in smallest units.

    Attributes:
        result: `win`, `lose` or `push`.
        pays: Winnings by the odds, before commission; 0 unless the bet wins.
        commission: Commission on a win; 0 otherwise. It is taken from `pays`, or marked and owed, by the method in force.
        net: The bettor's gain in the end: `pays - commission` for a win, 0 for a push, minus the stake for a loss.
        paid: Chips pushed across the layout now, besides the stake: `net` if commission is deducted, `pays` if it is marked.
    """

    result: str
    pays: int
    commission: int
    net: int
    paid: int


class CoupRules:
    """The tables of one game and the options in force, compiled.

    Attributes:
        points: Points by rank letter. BA-26
        natural: The lowest two-card total that is a natural. BA-28
        player_draws: For each total 0 to 9, whether the player hand draws. BA-32, BA-33
        tableau: Whether the banker hand draws, by the banker's total * 11 + (0 if the player hand stood, else 1 + the points of
            its third card).
        pays: Pay lines in force, in order, by bet.
        options: Options as given, with defaults for those used in settling.
        unit: Smallest amount that is paid, as money; all amounts are whole numbers of it.
        commission_rate: Commission as a share of the stake.
        commission_step: Amount to a multiple of which commission is rounded, in smallest units. BA-65
        payout_step: Amount to a multiple of which fractional winnings are rounded, in smallest units. BA-A11
        deducts: Whether commission is taken from the winnings at once. BA-63
        settled: Cache, by bet and `Coup.key`, of the pay line that settled such a coup before.
    """

    __slots__ = (
        "_broken",
        "_coups",
        "_rounding",
        "_share",
        "commission_rate",
        "commission_step",
        "deducts",
        "natural",
        "options",
        "payout_step",
        "pays",
        "player_draws",
        "points",
        "settled",
        "tableau",
        "unit",
    )

    def __init__(
        self,
        tables: Mapping[str, object],
        options: Mapping[str, object] | None = None,
        unit: object = "0.01",
        read: ReadOption = as_written,
    ) -> None:
        """Compile a game's tables.

        Args:
            tables: `points`, `natural`, `player_draws`, `tableau` and `pays`, as in the game's file.
            options: The options in force; missing ones of `DEFAULTS` have their default.
            unit: Smallest amount that can be paid, as money ("0.01").
            read: Function that reads an option's value in a pay line; by default values are taken as written.

        Raises:
            BadTables: If the tables cannot be used; it carries every problem.
        """
        self.options: Mapping[str, object] = {**DEFAULTS, **(options or {})}
        problems: Problems = []
        self.points = read_points(tables, problems)
        self.natural = read_natural(tables, problems)
        self.player_draws = read_player_draws(tables, problems)
        self.tableau = read_tableau(tables, self.natural, problems)
        self.pays = read_pays(tables, self.options, problems, read)
        self._commission(unit, problems)
        self._payouts(problems)
        if problems:
            raise BadTables(problems)
        self._coups: dict[int, Coup] = {}
        self.settled: dict[str, dict[int, PayLine]] = {bet: {} for bet in self.pays}

    def _commission(self, unit: object, problems: Problems) -> None:
        """Read the rate and rounding of commission."""
        amounts = {"unit": unit, **{name: self.options[name] for name in ("commission_rate", "commission_unit")}}
        numbers: dict[str, Fraction] = {}
        for name, value in amounts.items():
            number = read_number(value)
            if number is None or number < 0 or (number == 0 and name != "commission_rate"):
                path: Place = ("money", "unit") if name == "unit" else ("options", name)
                problems.append((path, f"'{value}' is not an amount above zero"))
                number = _CENT
            numbers[name] = number
        for name, known in (("commission_rounding", ROUNDINGS), ("commission_method", _METHODS)):
            if self.options[name] not in known:
                problems.append((("options", name), f"'{self.options[name]}' is not one of {', '.join(known)}"))
        self.unit = numbers["unit"]
        self.commission_rate = numbers["commission_rate"]
        step = numbers["commission_unit"] / self.unit
        if step.denominator != 1:
            what = f"commission in steps of {self.options['commission_unit']} can't be paid: the smallest amount is {unit}"
            problems.append((("options", "commission_unit"), what))
        self.commission_step = step.numerator
        self.deducts = self.options["commission_method"] == "deduct"
        self._rounding = str(self.options["commission_rounding"])
        share = self.commission_rate / self.commission_step
        self._share = share.numerator, share.denominator  # share of the stake, in units of the commission step

    def _payouts(self, problems: Problems) -> None:
        """Read the rounding of fractional winnings."""
        unit, how = self.options["payout_unit"], self.options["payout_rounding"]
        number = read_number(unit)
        step = Fraction(-1) if number is None else number / self.unit or Fraction(1)
        if step < 0 or step.denominator != 1:
            what = f"winnings in steps of {unit} can't be paid: the smallest amount is {float(self.unit):g}"
            problems.append((("options", "payout_unit"), what))
            step = Fraction(1)
        if how not in ROUNDINGS:
            problems.append((("options", "payout_rounding"), f"'{how}' is not one of {', '.join(ROUNDINGS)}"))
        self.payout_step = step.numerator
        self._broken = str(how)

    def winnings(self, stake: int, up: int, down: int) -> int:
        """Return the winnings of a stake, in smallest units; a fraction is rounded as the house does. BA-65, BA-A11

        Args:
            stake: The stake, in smallest units.
            up: First number of the odds, 8 of 8 to 1.
            down: Second number of the odds.

        >>> tables = {"points": {"A": 1}, "natural": 8, "player_draws": "0-5", "pays": {}}
        >>> tables["tableau"] = {total: ["S"] * 11 for total in range(8)}
        >>> [CoupRules(tables, {"commission_unit": "5", "payout_rounding": how}, "1").winnings(25, 1, 2) for how in ROUNDINGS]
        [13, 13, 12]
        """
        if down == 1:
            return stake * up
        return whole(stake * up, down * self.payout_step, self._broken) * self.payout_step

    def bets(self) -> list[str]:
        """Return the names of the bets, in the order of the pay table."""
        return list(self.pays)

    def draws(self, banker_total: int, third: int | None) -> bool:
        """Return whether the banker hand draws: one cell of the tableau.

        Args:
            banker_total: The banker hand's two-card total.
            third: Points of the player hand's third card; None if it stood, which is not the same as a third card counting 0.
                BA-43
        """
        return self.tableau[banker_total * 11 + (0 if third is None else third + 1)]

    def commission(self, stake: int) -> int:
        """Return the commission on a winning stake, in smallest units, rounded as the house does. BA-49, BA-65, BA-A7

        The share of the stake is exact before it is rounded; "nearest" rounds a half up.
        """
        steps, of = self._share
        return whole(stake * steps, of, self._rounding) * self.commission_step

    def coup(self, player: int, banker: int, player_third: int, banker_third: int, pairs: int) -> Coup:
        """Return the finished coup with these totals, third cards and pairs.

        Args:
            player: The player hand's two-card total.
            banker: The banker hand's two-card total.
            player_third: Points of the player hand's third card; 10 for none.
            banker_third: Points of the banker hand's third card; 10 for none.
            pairs: 1 for a pair in the player hand, 2 for a pair in the banker hand, 3 for both, 0 for none, 4 if unknown.
        """
        code = (((player * 10 + banker) * 11 + player_third) * 11 + banker_third) * 5 + pairs
        coup = self._coups.get(code)
        if coup is None:
            coup = self._coups[code] = self._make(player, banker, player_third, banker_third, pairs)
        return coup

    def _make(self, player: int, banker: int, player_third: int, banker_third: int, pairs: int) -> Coup:
        player_cards = 2 if player_third == _STOOD else 3
        banker_cards = 2 if banker_third == _STOOD else 3
        player_total = (player + player_third) % 10  # _STOOD is 10 and adds nothing
        banker_total = (banker + banker_third) % 10
        punto = player_cards == 2 and player >= self.natural
        banco = banker_cards == 2 and banker >= self.natural
        winner = "tie" if player_total == banker_total else SIDES[banker_total > player_total]
        natural = ("both" if banco else "player") if punto else ("banker" if banco else "none")
        known = pairs != _PAIRS_UNKNOWN
        return Coup(
            player_cards,
            banker_cards,
            player,
            banker,
            player_total,
            banker_total,
            winner,
            natural,
            abs(player_total - banker_total),
            bool(pairs & 1) if known else None,
            bool(pairs & 2) if known else None,
            (((player_total * 10 + banker_total) * 2 + player_cards - 2) * 2 + banker_cards - 2) * 5 + pairs,
        )

    def line(self, bet: str, coup: Coup) -> PayLine:
        """Return the pay line that settles a bet; a losing line if none fits.

        Args:
            bet: Name of the bet.
            coup: The finished coup.

        Raises:
            ValueError: If there is no such bet, or a pair bet meets a coup whose ranks were not given.
        """
        if bet not in self.pays:
            msg = f"unknown bet: '{bet}'; known: {', '.join(self.pays)}"
            raise ValueError(msg)
        features = coup.features()
        outcome = LOSES
        for line in self.pays[bet]:
            if coup.player_pair is None and not PAIR_FEATURES.isdisjoint(line.when):
                msg = f"the bet '{bet}' needs the ranks of the cards, not only their points"
                raise ValueError(msg)
            if all(features[feature] in answers for feature, answers in line.when.items()):
                outcome = line
                break
        self.settled[bet][coup.key] = outcome
        return outcome


def next_to_draw(player_points: Sequence[int], banker_points: Sequence[int], rules: CoupRules) -> int | None:
    """Return the hand that takes the next card: 0 for the player hand, 1 for the banker hand, None when the coup is over.

    Args:
        player_points: Points of the player hand's cards, in the order in which they came.
        banker_points: The same for the banker hand.
        rules: The rules in force.

    The first four cards go player, banker, player, banker (BA-61). If the player hand got a third card that it should not have,
    the tableau ignores that card: the banker acts as if the player hand had stood. A fourth card in a hand changes nothing.

    Source:
        BA-28 to BA-43; 58 Pa. Code 631a.11.
    """
    player_cards, banker_cards = len(player_points), len(banker_points)
    if player_cards < 2 or banker_cards < 2:
        return PLAYER if player_cards <= banker_cards else BANKER
    player = (player_points[0] + player_points[1]) % 10
    banker = (banker_points[0] + banker_points[1]) % 10
    if player >= rules.natural or banker >= rules.natural:
        return None
    column = 0
    if rules.player_draws[player]:
        if player_cards == 2:
            return PLAYER
        column = 1 + player_points[2]
    if banker_cards == 2 and rules.tableau[banker * 11 + column]:
        return BANKER
    return None


def play(points: Sequence[int], rules: CoupRules, ranks: Sequence[object] | None = None) -> Coup:
    """Return the coup dealt from the front of a row of cards, in shoe order, player first.

    Args:
        points: Points of the cards; surplus cards are ignored (`Coup.cards_used` gives the number used).
        rules: The rules in force.
        ranks: Ranks of the same cards, as any comparable objects; needed only for pair bets.

    Raises:
        TooFewCards: If the coup needs more cards; the message says for which hand.
    """
    have = len(points)
    if have < 4:
        raise TooFewCards(have, f"the {_FIRST_FOUR[have]} is missing")
    player = (points[0] + points[2]) % 10
    banker = (points[1] + points[3]) % 10
    pairs = _PAIRS_UNKNOWN if ranks is None else (ranks[0] == ranks[2]) + 2 * (ranks[1] == ranks[3])
    if player >= rules.natural or banker >= rules.natural:
        return rules.coup(player, banker, _STOOD, _STOOD, pairs)
    used, column, player_third, banker_third = 4, 0, _STOOD, _STOOD
    if rules.player_draws[player]:
        if have < 5:
            raise TooFewCards(have, f"the player hand has {player} and draws a third card")
        player_third = points[4]
        used, column = 5, 1 + player_third
    if rules.tableau[banker * 11 + column]:
        if have <= used:
            against = (
                f"against a player's third card of {player_third}" if column else f"against a player hand that stands on {player}"
            )
            raise TooFewCards(have, f"the banker hand has {banker} {against} and draws a third card")
        banker_third = points[used]
    return rules.coup(player, banker, player_third, banker_third, pairs)


_FIRST_FOUR: Final = (
    "first card of the player hand",
    "first card of the banker hand",
    "second card of the player hand",
    "second card of the banker hand",
)


def tally(
    player_points: Sequence[int],
    banker_points: Sequence[int],
    rules: CoupRules,
    player_ranks: Sequence[object] | None = None,
    banker_ranks: Sequence[object] | None = None,
) -> Coup:
    """Return the coup of two hands as they lie, drawn rightly or not: every card counts.

    Args:
        player_points: Points of the player hand's cards, in the order in which they came.
        banker_points: The same for the banker hand.
        rules: The rules in force.
        player_ranks: Ranks of the player hand's cards, for pairs; None if unknown.
        banker_ranks: The same for the banker hand.

    Raises:
        ValueError: If a hand has fewer than two or more than three cards.
    """
    if not (2 <= len(player_points) <= 3 and 2 <= len(banker_points) <= 3):
        msg = f"a hand has two or three cards, not {len(player_points)} and {len(banker_points)}"
        raise ValueError(msg)
    pairs = _PAIRS_UNKNOWN
    if player_ranks is not None and banker_ranks is not None:
        pairs = (player_ranks[0] == player_ranks[1]) + 2 * (banker_ranks[0] == banker_ranks[1])
    return rules.coup(
        (player_points[0] + player_points[1]) % 10,
        (banker_points[0] + banker_points[1]) % 10,
        player_points[2] if len(player_points) == 3 else _STOOD,
        banker_points[2] if len(banker_points) == 3 else _STOOD,
        pairs,
    )


def burned_after(options: Mapping[str, object], tables: Mapping[str, Any], packs: int, rank: str | None) -> int | None:
    """Return the number of cards burned after a first card with a given rank, by the options and tables of a game (BA-21, BA-22).

    None if the number depends on the rank, and the rank is unknown or missing from the table.

    Args:
        options: The game's options.
        tables: Tables of the game; `burn` among them if the number depends on the rank.
        packs: Number of packs in the shoe.
        rank: Letter of the rank, such as `A`; None if unknown.
    """
    how = str(options.get("burn_count", "face_value_court_10"))
    if how == "fixed":
        count = int(str(options["burn_fixed"]))
    elif how == "number_of_decks":
        count = packs
    else:
        if rank is None or rank not in tables["burn"][how]:
            return None
        count = int(tables["burn"][how][rank])
    return count - (how in tables.get("burn_whole", ()))


def settle(bet: str, stake: int, coup: Coup, rules: CoupRules) -> Settlement:
    """Return the settlement of one bet.

    Args:
        bet: The bet's name in the pay table.
        stake: The stake in smallest units, 0 or more.
        coup: The finished coup.
        rules: The rules in force.

    Fractional winnings are rounded as the house does (`CoupRules.winnings`); by default up to the next amount that can be paid
    (BA-65: New South Wales rule 5.7), so half of 25 cents is 13 cents. Commission is worked out exactly on the stake, then
    rounded (`CoupRules.commission`).

    Raises:
        ValueError: If there is no such bet, the stake is below 0, or a pair bet meets a coup whose ranks were not given.
    """
    if stake < 0:
        msg = f"a stake of {stake} is below zero"
        raise ValueError(msg)
    try:
        line = rules.settled[bet][coup.key]
    except KeyError:
        line = rules.line(bet, coup)
    _, _, result, up, down, commissioned, _ = line
    if result == "lose":
        return Settlement(result, 0, 0, -stake, 0)
    if result == "push":
        return Settlement(result, 0, 0, 0, 0)
    pays = stake * up if down == 1 else rules.winnings(stake, up, down)
    if not commissioned:
        return Settlement(result, pays, 0, pays, pays)
    commission = rules.commission(stake)
    net = pays - commission
    return Settlement(result, pays, commission, net, net if rules.deducts else pays)


def payout_lines(rules: CoupRules, bets: Iterable[str] | None = None) -> list[PayRule]:
    """Return the pay table in force, as rows to print. Results without a row lose.

    Args:
        rules: The rules in force.
        bets: Bets to print, in order; None for all.
    """
    return [
        PayRule(bet, words(line.when), _pays_words(line, rules), line.text)
        for bet in (rules.pays if bets is None else bets)
        for line in rules.pays[bet]
    ]


def _pays_words(line: PayLine, rules: CoupRules) -> str:
    if line.result != "win":
        return "push" if line.result == "push" else "loses"
    pays = f"{line.up} to {line.down}"
    if not (line.commission and rules.commission_rate):
        return pays
    percent = rules.commission_rate * 100
    rate = str(percent) if percent.denominator == 1 else f"{float(percent):g}"
    return f"{pays} less {rate}% commission" if rules.deducts else f"{pays}, {rate}% commission marked"
