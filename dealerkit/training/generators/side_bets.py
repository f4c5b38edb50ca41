"""Side bets, and the banker bet in a game without commission: winners, payments, and their order."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random
from string import ascii_lowercase

import attrs

from dealerkit.arithmetic.coup import Settlement, payout_lines, settle
from dealerkit.games.baccarat.facts.coup import banker_wins_may_push
from dealerkit.procedure.setup import game_data
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.games import Game
from dealerkit.rules.texts import text
from dealerkit.training.coups import DealtCoup, deal, in_paying_order, packs_of, total
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.money import digits
from dealerkit.training.replies import AmountReply, AmountsReply, AnyOfReply, OneOfReply, PartsReply, choices

_VERBS = {"win": "wins", "lose": "loses", "push": "pushes"}
_RESULT = OneOfReply(choices(_VERBS))
_ROUNDS = 300
_LINES = 3


@attrs.frozen
class Bet:
    """A bet on the layout.

    Attributes:
        seat: Its bettor's seat.
        spot: Its name in the pay table.
        stake: The stake, in the money's unit.
    """

    seat: int
    spot: str
    stake: int


@attrs.frozen
class SideBetsSituation:
    """A finished coup with its bets.

    Attributes:
        dealt: The coup.
        bets: The bets, in order of payment.
        asked: The name of the bet that the cell is about.
    """

    dealt: DealtCoup
    bets: tuple[Bet, ...]
    asked: str


class SideBets(Generator[SideBetsSituation]):
    """Exercises on side bets.

    A cell, the unit that comes back after a wrong answer, is a bet and its result; near misses have cells of their own.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the cells from which exercises are drawn: one for each offered side bet with each of its possible results. The
        value is that result, by which draws are balanced.
        """
        return {cell: result for cell, (_, result, _) in _cells(setting).items()}

    def draw(self, setting: Setting, cell: str, rng: Random) -> SideBetsSituation | None:
        """Deal coups until one has the cell's result, and place bets on it; None if this attempt gave none."""
        (spot, result, near), rules, packs = _cells(setting)[cell], coup_rules(setting.game), packs_of(setting.game)
        for _ in range(_ROUNDS):
            dealt = deal(rng, rules, packs)
            features = _features(dealt, rules.points) if near else {}
            if all(features.get(name) == value for name, value in near.items()) and rules.line(spot, dealt.coup).result == result:
                return self._bets(setting, dealt, spot, rng)
        return None

    def _bets(self, setting: Setting, dealt: DealtCoup, spot: str, rng: Random) -> SideBetsSituation | None:
        offered, ask = _offered(setting), setting.told("ask", "one")
        many = {"which": len(offered), "one": 1}.get(ask, int(setting.told("on_seat", 3)))
        holder = rng.randrange(1, 10)
        seats = in_paying_order(
            setting.game,
            [holder, *rng.sample([seat for seat in range(1, 10) if seat != holder], int(setting.told("seats", 1)) - 1)],
        )
        bets = []
        for seat in seats:
            others = [name for name in offered if name != spot]
            chosen = rng.sample(others, min(len(others), (many if seat == holder else rng.randint(1, many)) - (seat == holder)))
            names = [*chosen, spot] if seat == holder else chosen
            if not setting.game.options.get("allow_opposed_bets", True) and {"player", "banker"} <= set(names):
                names.remove("player" if spot != "player" else "banker")
            bets += [Bet(seat, name, rng.choice(_stakes(setting, name))) for name in offered if name in names]
        given = SideBetsSituation(dealt, tuple(bets), spot)
        return given if ask != "table" or len(_payments(setting, given)) > 1 else None

    def question(self, setting: Setting, given: SideBetsSituation) -> Question:
        """Show coup, bets and odds; ask which bets win, or for the payment of one or of all in order, as the level says."""
        game, ask = setting.game, setting.told("ask", "one")
        forms = setting.told("forms", {})
        form = str(game.options.get("variant", ""))
        head = (*given.dealt.lines, *([f"The game {forms[form]}"] if form in forms else []))
        if ask == "which":
            titles = {bet.spot: _title(game, bet.spot) for bet in given.bets}
            return Question(head, "Which of these bets win?", AnyOfReply(choices(titles, ascii_lowercase[: len(titles)])))
        head = (*head, *_posted(game, [bet.spot for bet in given.bets]))
        if ask == "one":
            (bet,) = given.bets
            parts = PartsReply((("the bet", _RESULT), ("paid", AmountReply())))
            return Question(
                (*head, f"Bet: {_title(game, bet.spot)} {bet.stake}"), "Does the bet win, and what is paid (0 if nothing)?", parts
            )
        seats = dict.fromkeys(bet.seat for bet in given.bets)
        lines = [
            f"seat {seat}: {', '.join(f'{_title(game, bet.spot)} {bet.stake}' for bet in given.bets if bet.seat == seat)}"
            for seat in (sorted(seats) if ask == "table" else seats)
        ]
        taken = ("total taken", AmountReply())
        if ask == "seat":
            asked = tuple((f"paid on {_title(game, bet.spot)}", AmountReply()) for bet in given.bets)
            return Question(
                (*head, *lines), "What is taken, and what is paid on each bet (0 if nothing)?", PartsReply((taken, *asked))
            )
        end = "right" if in_paying_order(game, (1, 2)) == [2, 1] else "left"
        paying = f"Paying begins at the dealer's {end}, at seat {in_paying_order(game, seats)[0]}."
        return Question(
            (*head, *lines, paying),
            "What is taken, and which payments are made, in order?",
            PartsReply((taken, ("payments", AmountsReply()))),
        )

    def key(self, setting: Setting, given: SideBetsSituation) -> Key:
        """Return the winners and payments, each bet settled as the game does."""
        game, ask = setting.game, setting.told("ask", "one")
        settled = [(bet, _settled(game, bet, given.dealt)) for bet in given.bets]
        unit = coup_rules(game).unit
        paid = [digits(settled_bet.paid * unit) for _, settled_bet in settled]
        taken = digits(sum(bet.stake for bet, settled_bet in settled if settled_bet.result == "lose"))
        answer = {
            "which": " ".join(bet.spot for bet, settled_bet in settled if settled_bet.result == "win") or AnyOfReply.NONE,
            "one": f"{settled[0][1].result} | {paid[0]}",
            "seat": PartsReply.join([taken, *paid]),
            "table": f"{taken} | {' '.join(amount for amount in paid if amount != '0')}",
        }[str(ask)]
        by_spot, by_form, form = setting.told("rules", {}), setting.told("rules_by_form", {}), game.options.get("variant")
        cited = dict.fromkeys(rule for bet in given.bets for rule in by_spot.get(bet.spot, ()) if by_form.get(rule, form) == form)
        codes = self._codes(setting, given)
        first = ("coup/wrong-result",)
        by_part = {"one": (first, codes), "seat": (first, *([codes] * len(paid))), "table": (first, codes)}
        return Key(
            (answer,),
            tuple(cited) or setting.drill.cite,
            _worked(setting, settled, given),
            codes,
            by_part=by_part.get(str(ask), ()),
        )

    def _codes(self, setting: Setting, given: SideBetsSituation) -> tuple[str, ...]:
        """Return the findings for paying a bet wrongly; a bet that depends on a third card has its own."""
        features = _features(given.dealt, coup_rules(setting.game).points)
        pushes = (features["winner"], features["banker_total"]) == ("banker", 7) and banker_wins_may_push(game_data(setting.game))
        three = {
            "banker": "commission/ez-three-card-seven-paid" if pushes else "",
            "dragon7": "coup/three-card-bet-paid-on-two" if features["banker_total"] == 7 else "",
            "panda8": "coup/three-card-bet-paid-on-two" if features["player_total"] == 8 else "",
        }
        codes = dict.fromkeys(three[bet.spot] for bet in given.bets if three.get(bet.spot))
        return tuple(codes) or ("coup/wrong-payout",)

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the posted pay table."""
        rows = payout_lines(coup_rules(setting.game), _offered(setting))
        return tuple(f"{_title(setting.game, row.bet)}: {text(row.text) or row.when}: {row.pays}" for row in rows)


def _cells(setting: Setting) -> dict[str, tuple[str, str, Mapping[str, object]]]:
    """Return every cell with its bet, its result, and the features of a coup in which the result is easily mistaken."""
    cells: dict[str, tuple[str, str, Mapping[str, object]]] = {}
    for spot in _offered(setting):
        title = _title(setting.game, spot)
        can = {"lose", *(line.result for line in coup_rules(setting.game).pays[spot])}
        cells |= {f"{title} {verb}": (spot, result, {}) for result, verb in _VERBS.items() if result in can}
        for number, near in enumerate(setting.told("near", {}).get(spot, ()), 1):
            features = {name: value for name, value in near.items() if name != "gets"}
            cells[f"{title}, a close case ({number})"] = (spot, near.get("gets", "lose"), features)
    return cells


def _offered(setting: Setting) -> list[str]:
    """Return the bets of the level that the house offers, in the order of the layout, nearest the bettor first (BA-08)."""
    listed, spots, pays = setting.told("bets", []), setting.game.data["felt"]["spots"], coup_rules(setting.game).pays
    return [
        name
        for name, spot in spots.items()
        if name in listed and name in pays and (not spot.get("side") or spot.get("offered", True))
    ]


def _title(game: Game, spot: str) -> str:
    return text(game.data["felt"]["spots"][spot].get("title")) or spot


def _stakes(setting: Setting, spot: str) -> Sequence[int]:
    side = spot == "tie" or setting.game.data["felt"]["spots"][spot].get("side")
    stakes: Sequence[int] = setting.told("stakes", {"main": [100], "side": [10]})["side" if side else "main"]
    return stakes


def _posted(game: Game, spots: Iterable[str]) -> list[str]:
    """Return the odds of bets as posted at the table, in the order of the layout."""
    rules, here = coup_rules(game), set(spots)
    parts = []
    for spot in game.data["felt"]["spots"]:
        rows = [row for row in payout_lines(rules, [spot]) if row.pays != "push"] if spot in here else []
        odds = dict.fromkeys(row.pays for row in rows)
        if len(odds) == 1:
            parts.append(f"{_title(game, spot)} {rows[0].pays}")
        elif odds:
            lines_ = ", ".join(f"{row.pays} when {text(row.text) or row.when}" for row in rows)
            parts.append(f"{_title(game, spot)}: {lines_}")
    return textwrap.wrap(f"Posted: {'; '.join(parts)}", _WIDTH, subsequent_indent="  ")


_WIDTH = 74


def _settled(game: Game, bet: Bet, dealt: DealtCoup) -> Settlement:
    rules = coup_rules(game)
    return settle(bet.spot, int(Fraction(bet.stake) / rules.unit), dealt.coup, rules)


def _payments(setting: Setting, given: SideBetsSituation) -> list[int]:
    return [paid for bet in given.bets if (paid := _settled(setting.game, bet, given.dealt).paid)]


def _features(dealt: DealtCoup, points: Mapping[str, int]) -> dict[str, object]:
    """Return the features of a coup that near misses depend on."""
    by_feature = dealt.coup.features()
    for name, hand in (("player", dealt.player), ("banker", dealt.banker)):
        alike = points[hand[0][0]] == points[hand[1][0]] and hand[0][0] != hand[1][0]
        by_feature[f"{name}_nought_for_a_pair"] = alike
    return by_feature


def _worked(setting: Setting, settled: Sequence[tuple[Bet, Settlement]], given: SideBetsSituation) -> tuple[str, ...]:
    """Return the totals, then the result of each bet, those that win or push first."""
    game, points = setting.game, coup_rules(setting.game).points
    asked = given.asked
    hands = f"Player {total(given.dealt.player, points)}; banker {total(given.dealt.banker, points)}."
    first = sorted(settled, key=lambda pair: (pair[0].spot != given.asked, pair[1].result == "lose"))
    results_ = []
    for bet, settled_bet in first:
        title = f"{_title(game, bet.spot)}"
        if settled_bet.result == "win":
            results_.append(f"{title} {bet.stake} wins and is paid {digits(settled_bet.paid * coup_rules(game).unit)}")
        else:
            results_.append(f"{title} {_VERBS[settled_bet.result]}")
    if len(settled) == 1:
        return (hands, f"{results_[0]}.", f"{_title(game, asked)}: {_why(game, asked)}"[:_LONGEST])
    lost = [title for bet, settled_bet in first if settled_bet.result == "lose" and (title := _title(game, bet.spot))]
    stayed = [sentence for (_, settled_bet), sentence in zip(first, results_, strict=True) if settled_bet.result != "lose"]
    if len(lost) > 1:
        results_ = [*stayed, "the others lose"] if stayed else ["all the bets lose"]
    return (hands, f"{'; '.join(dict.fromkeys(results_))}.")


_LONGEST = 160


def _why(game: Game, spot: str) -> str:
    """Return when a bet wins, in the words of the house's option or of its pay table."""
    help_ = text(game.data["options"].get(spot, {}).get("help"))
    return help_ or "; ".join(f"{text(row.text) or row.when}: {row.pays}" for row in payout_lines(coup_rules(game), [spot])) + "."


GENERATOR = SideBets()
