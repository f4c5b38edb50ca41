"""Third-card flash: draw or stand, for the Player by its total, for the Banker by the tableau."""

from __future__ import annotations

from collections.abc import Container, Mapping
from random import Random

import attrs

from dealerkit.arithmetic.coup import CoupRules
from dealerkit.cards import RANKS, Suit
from dealerkit.rules.coups import coup_rules
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.replies import OneOfReply, choices

DRAW, STAND = "draw", "stand"
STOOD = -1
_REPLY = OneOfReply(choices([DRAW, STAND]))


@attrs.frozen
class ThirdCardSituation:
    """A hand that draws or stands.

    Attributes:
        hand: `player` or `banker`.
        total: Its two-card total.
        third: Points of the Player's third card; -1 if the Player stood, and for the Player's own hand.
        cards: The cards, if they are shown instead of totals: the hand's two, then the Player's third.
    """

    hand: str
    total: int
    third: int = STOOD
    cards: tuple[str, ...] = ()


class ThirdCard(Generator[ThirdCardSituation]):
    """Exercises on the third card.

    A cell, the unit that comes back after a wrong answer, is a square of the printed tableau.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the squares of the tableau that the level asks about; the class is `draw` or `stand`."""
        rules, answers = coup_rules(setting.game), {}
        if setting.told("hand") == "player":
            for total in range(rules.natural):
                answers[f"player {total}"] = DRAW if rules.player_draws[total] else STAND
            return answers
        thirds = [STOOD] if setting.told("third") == "none" else [STOOD, *range(10)]
        for total in range(rules.natural):
            for third in thirds:
                if setting.told("only") != "close" or _close(rules, total, third):
                    answers[_name(total, third)] = DRAW if rules.draws(total, _points(third)) else STAND
        return answers

    def draw(self, setting: Setting, cell: str, rng: Random) -> ThirdCardSituation | None:
        """Return the situation of a cell, as totals or as cards."""
        words = cell.replace(",", "").split()
        hand, total = words[0], int(words[1])
        third = STOOD if "stood" in words or hand == "player" else int(words[-1])
        cards: tuple[str, ...] = ()
        if setting.told("show") == "cards":
            points = coup_rules(setting.game).points
            first = rng.choice(_letters(points, range(10)))
            second = rng.choice(_letters(points, [(total - points[first]) % 10]))
            letters = [first, second, *([rng.choice(_letters(points, [third]))] if third != STOOD else [])]
            suits = [suit.value for suit in Suit]
            cards = tuple(letter + rng.choice(suits) for letter in letters)
        return ThirdCardSituation(hand, total, third, cards)

    def question(self, setting: Setting, given: ThirdCardSituation) -> Question:
        """Ask for draw or stand."""
        shown = " ".join(given.cards[:2]) or str(given.total)
        if given.hand == "player":
            return Question((f"Player {shown}",), "The player: draw or stand?", _REPLY)
        third = (
            "the player stood"
            if given.third == STOOD
            else f"player's third card {given.cards[2] if given.cards else given.third}"
        )
        return Question((f"Banker {shown}, {third}",), "The banker: draw or stand?", _REPLY)

    def key(self, setting: Setting, given: ThirdCardSituation) -> Key:
        """Return `draw` or `stand` by the tableau in force."""
        rules = coup_rules(setting.game)
        if given.hand == "player":
            draws = rules.player_draws[given.total]
            low = [str(total) for total, does in enumerate(rules.player_draws) if does]
            line = f"The player draws on {low[0]} to {low[-1]} and stands on the rest; {given.total} {_verb(draws=draws)}."
            return Key((DRAW if draws else STAND,), _cited(setting, given), (line,), ("coup/player-third-card-wrong",))
        draws = rules.draws(given.total, _points(given.third))
        row = f"Banker {given.total}: {_row(rules, given.total)}."
        working: tuple[str, ...] = (row,)
        if given.cards:
            points = [rules.points[card[0]] for card in given.cards]
            sum_words = f"{points[0]} and {points[1]} make {given.total}"
            working = (sum_words + (f", the third card counts {given.third}." if given.third != STOOD else "."), row)
        return Key((DRAW if draws else STAND,), _cited(setting, given), working, ("coup/banker-third-card-wrong",))

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the tableau, or the player's rule."""
        rules = coup_rules(setting.game)
        if setting.told("hand") == "player":
            return tuple(f"player {total}  {_letter(draws=rules.player_draws[total])}" for total in range(rules.natural))
        head = "banker  stood  " + "  ".join(str(third) for third in range(10))
        rows = [
            f"{total:>6}  {_letter(draws=rules.draws(total, None)):>5}  "
            + "  ".join(_letter(draws=rules.draws(total, third)) for third in range(10))
            for total in range(rules.natural)
        ]
        return (head, *rows, "D draws, S stands")


def _cited(setting: Setting, given: ThirdCardSituation) -> tuple[str, ...]:
    """Return the rule of a cell: for the Player by its total; for the Banker by whether the Player stood, and then by its
    total.
    """
    row = given.hand if given.hand == "player" else "stood" if given.third == STOOD else "drew"
    rule = setting.game.data["tables"].get("drawing_rules", {}).get(row, {}).get(str(given.total))
    return (rule,) if rule else setting.drill.cite


def _name(total: int, third: int) -> str:
    return f"banker {total}, player stood" if third == STOOD else f"banker {total}, third {third}"


def _points(third: int) -> int | None:
    return None if third == STOOD else third


def _close(rules: CoupRules, total: int, third: int) -> bool:
    """Return whether a neighbouring cell, in the same row or column, has the other answer."""
    here = rules.draws(total, _points(third))
    beside = [(total + 1, third), (total - 1, third)]
    if third != STOOD:
        beside += [(total, third + 1), (total, third - 1)]
    return any(
        rules.draws(near, _points(other)) != here
        for near, other in beside
        if 0 <= near < rules.natural and (other == STOOD) == (third == STOOD) and other <= 9
    )


def _letters(points: Mapping[str, int], wanted: Container[int]) -> list[str]:
    return [letter for letter in RANKS if points[letter] in wanted]


def _row(rules: CoupRules, total: int) -> str:
    """Return a row of the tableau in words."""
    drawn = [str(third) for third in range(10) if rules.draws(total, third)]
    stood = _verb(draws=rules.draws(total, None))
    what = f"draws against {_spans(drawn)}"
    if len(drawn) in (0, 10):
        what = f"{_verb(draws=bool(drawn))} whatever the player drew"
    return f"{what}, and {stood} when the player stood"


def _spans(numbers: list[str]) -> str:
    spans: list[list[int]] = []
    for number in map(int, numbers):
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return " and ".join(str(low) if low == high else f"{low} to {high}" for low, high in spans)


def _verb(*, draws: bool) -> str:
    return "draws" if draws else "stands"


def _letter(*, draws: bool) -> str:
    return "D" if draws else "S"


GENERATOR = ThirdCard()
