"""Totals and naturals: the points of a baccarat hand, naturals, and the winner."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping, Sequence
from random import Random

import attrs

from dealerkit.arithmetic.coup import Coup, tally
from dealerkit.rules.coups import coup_rules
from dealerkit.training.coups import deal, from_the_shoe, packs_of, total
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.replies import OneOfReply, PartsReply, Reply, choices

_TOTAL = OneOfReply(choices([str(points) for points in range(10)], "0123456789"))
_NATURAL = OneOfReply(choices({"none": "no natural", "player": "player", "banker": "banker", "both": "both"}, "npba"))
_WINNER = OneOfReply(choices({"player": "player", "banker": "banker", "tie": "tie"}, "pbt"))
_ASKED: Mapping[str, tuple[tuple[str, Reply], ...]] = {
    "total": (("total", _TOTAL),),
    "totals": (("player's total", _TOTAL), ("banker's total", _TOTAL)),
    "natural": (("natural", _NATURAL),),
    "winner": (("winner", _WINNER),),
}
_CODES = {
    "total": "coup/total-miscalled",
    "totals": "coup/total-miscalled",
    "natural": "coup/drawn-on-natural",
    "winner": "coup/wrong-result",
}
_ROUNDS = 400


@attrs.frozen
class TotalsSituation:
    """Cards on the layout.

    Attributes:
        player: The Player's cards, or those of the only hand.
        banker: The Banker's cards; empty if only one hand is read.
    """

    player: tuple[str, ...]
    banker: tuple[str, ...] = ()


class Totals(Generator[TotalsSituation]):
    """Exercises on the totals of a coup.

    A cell, the unit that comes back after a wrong answer, is a total and the cards that make it; for two hands, the winner or
    the naturals.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return totals from 0 to 9, each its own class; for both hands, the naturals and the winner."""
        if setting.told("hands") == "both":
            if "winner" in setting.told("ask", ()):
                return {
                    f"{winner}, {how}": winner for winner in ("player", "banker", "tie") for how in ("a natural", "no natural")
                }
            return {f"natural: {who}": who for who in ("none", "player", "banker", "both")}
        kinds = _kinds(tuple(coup_rules(setting.game).points.values()), int(setting.told("cards", 2)))
        return {f"{sum_}, {kind}": str(sum_) for sum_, kind in kinds}

    def draw(self, setting: Setting, cell: str, rng: Random) -> TotalsSituation | None:
        """Draw cards until they belong to the cell; None if this attempt gave none."""
        rules, packs = coup_rules(setting.game), packs_of(setting.game)
        for _ in range(_ROUNDS):
            if setting.told("hands") == "both":
                if setting.told("cards") == "coup":
                    dealt = deal(rng, rules, packs)
                    given = TotalsSituation(dealt.player, dealt.banker)
                    natural = "no natural" if dealt.coup.natural == "none" else "a natural"
                    here = f"{dealt.coup.winner}, {natural}"
                else:
                    cards = from_the_shoe(rng, packs, 4)
                    given = TotalsSituation((cards[0], cards[2]), (cards[1], cards[3]))
                    here = f"natural: {_coup(setting, given).natural}"
            else:
                given = TotalsSituation(from_the_shoe(rng, packs, int(setting.told("cards", 2))))
                sum_, kind = _kind([rules.points[card[0]] for card in given.player])
                here = f"{sum_}, {kind}"
            if here == cell:
                return given
        return None

    def question(self, setting: Setting, given: TotalsSituation) -> Question:
        """Show the cards and ask the level's question."""
        asked = list(setting.told("ask", ["total"]))
        parts = tuple(part for name in asked for part in _ASKED[name])
        if not given.banker:
            return Question((" ".join(given.player),), "What is the total of the hand?", parts[0][1])
        lines = (f"Player  {' '.join(given.player)}", f"Banker  {' '.join(given.banker)}")
        more = {"natural": "who has a natural", "winner": "who wins"}
        what = ["the totals", *(more[name] for name in asked if name in more)]
        question_words = ", ".join(what[:-1]) + " and " + what[-1] if len(what) > 1 else what[0]
        return Question(lines, f"{question_words[0].upper()}{question_words[1:]}?", PartsReply(parts))

    def key(self, setting: Setting, given: TotalsSituation) -> Key:
        """Return totals, naturals and winner, counted as the game does."""
        rules = coup_rules(setting.game)
        asked = list(setting.told("ask", ["total"]))
        codes = tuple((_CODES[name],) for name in asked for _ in _ASKED[name])
        cited = setting.cited(*asked)
        if not given.banker:
            count = sum(rules.points[card[0]] for card in given.player) % 10
            lines = [f"{total(given.player, rules.points)}."]
            if count >= rules.natural and len(given.player) > 2:
                lines.append(f"{count} with {len(given.player)} cards is not a natural; only the first two cards make one.")
            return Key((str(count),), cited, tuple(lines), codes[0])
        coup = _coup(setting, given)
        answers = {
            "totals": f"{coup.player_total} | {coup.banker_total}",
            "natural": coup.natural,
            "winner": coup.winner,
        }
        lines = [f"Player {total(given.player, rules.points)}; banker {total(given.banker, rules.points)}."]
        if "natural" in asked:
            lines.append(_natural_line(coup, rules.natural))
        if "winner" in asked:
            lines.append(_winner_line(coup))
        return Key((PartsReply.join(answers[name] for name in asked),), cited, tuple(lines), codes[0], by_part=codes)

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the points of each card."""
        rules = coup_rules(setting.game)
        by_points: dict[int, list[str]] = {}
        for rank, points in rules.points.items():
            by_points.setdefault(points, []).append(rank)
        lines = [f"{' '.join(ranks):>10}  count {points}" for points, ranks in sorted(by_points.items())]
        return (*lines, "only the last digit of a total counts", f"a natural: {rules.natural} or more with two cards")


@functools.lru_cache(maxsize=16)
def _kinds(points: tuple[int, ...], cards: int) -> list[tuple[int, str]]:
    """Return the possible totals of hands with a number of cards, each with its composition."""
    return sorted({_kind(each) for each in itertools.combinations_with_replacement(points, cards)})


def _kind(points: Sequence[int]) -> tuple[int, str]:
    """Return a hand's total, and its composition."""
    sum_ = sum(points)
    how = "with a card that counts nought" if 0 in points else "ten or more" if sum_ >= 10 else "under ten"
    return sum_ % 10, how


def _coup(setting: Setting, given: TotalsSituation) -> Coup:
    rules = coup_rules(setting.game)
    return tally([rules.points[card[0]] for card in given.player], [rules.points[card[0]] for card in given.banker], rules)


def _natural_line(coup: Coup, least: int) -> str:
    if coup.natural != "none":
        who = {"player": "The player has", "banker": "The banker has", "both": "Both have"}[coup.natural]
        return f"{who} {least} or more with two cards: a natural."
    if any(count >= least for count in (coup.player_total, coup.banker_total)):
        return f"{least} or more with three cards is not a natural."
    return f"Neither hand has {least} or more with two cards."


def _winner_line(coup: Coup) -> str:
    if coup.winner == "tie":
        return f"Both total {coup.player_total}: tie."
    high, low = max(coup.player_total, coup.banker_total), min(coup.player_total, coup.banker_total)
    return f"{high} beats {low}: {coup.winner} wins."


GENERATOR = Totals()
