"""Lines of a pay table in words, in the language of a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs

from dealerkit.arithmetic.coup import CoupRules, payout_lines
from dealerkit.arithmetic.paytable import PayLine
from dealerkit.rules.texts import DEFAULT_LANGUAGE
from dealerkit.sheets.context import Context
from dealerkit.sheets.locales import odds
from dealerkit.sheets.statements import TableStatement
from dealerkit.sheets.voice import Said

SIDES = ("player", "banker")


@attrs.frozen
class PrintedPayout:
    """A printed line of a pay table.

    Attributes:
        bet: The bet's name.
        when: The condition.
        pays: The payment.
        states: The same as data (conditions on a coup, and odds), to check it against the rules; not printed.
    """

    bet: str
    when: Said
    pays: Said
    states: tuple[TableStatement, ...] = attrs.field(default=(), eq=False, repr=False)


def payouts(context: Context, rules: CoupRules, bets: Iterable[str]) -> Iterator[PrintedPayout]:
    """Yield the pay lines of some bets, in the order of the pay table; a result without a line loses.

    Args:
        context: The game, the language and the citations.
        rules: The rules of its coups.
        bets: The bets, by name.
    """
    voice = context.voice
    for bet in bets:
        for line, english in zip(rules.pays[bet], payout_lines(rules, [bet]), strict=True):
            if voice.lang == DEFAULT_LANGUAGE:
                when, pays = Said(english.when, voice.lang), Said(english.pays, voice.lang)
            else:
                when, pays = _when(context, line.when), _pays(context, line, rules)
            odds_said = (line.result, line.up, line.down, line.commission)
            states = TableStatement("pays", {"bet": bet, **line.when}, odds_said, context.game.options)
            yield PrintedPayout(bet, voice.say(line.text) if line.text else when, pays, (states,))


def _when(context: Context, features: Mapping[str, frozenset[object]]) -> Said:
    """Return a condition as a list of clauses, for languages without inflection."""
    voice, left = context.voice, dict(features)
    won = left.pop("winner", frozenset())
    texts: list[object] = []
    if won:
        sides = [voice.word("pay_wins", side=context.spot(side)) for side in SIDES if side in won]
        texts.append(voice.join([*sides, *([context.spot("tie")] if "tie" in won else [])], voice.word("pay_or")))
    for side in SIDES:
        clauses = list(_of_hand(context, side, left))
        if clauses:
            hand = voice.join(clauses, "")
            texts.append(hand if won == {side} else voice.word("pay_hand", side=context.spot(side), hand=hand))
    if margin := left.pop("margin", frozenset()):
        texts.append(voice.word("pay_margin", points=_some(margin, voice.word("pay_or"))))
    if natural := left.pop("natural", frozenset()):
        texts.append(
            voice.join([voice.word(f"pay_natural_{answer}") for answer in sorted(map(str, natural))], voice.word("pay_or"))
        )
    for feature, answers in left.items():
        title = context.spot(feature)
        texts.append(title if answers == {True} else voice.word("pay_not", what=title))
    return voice.join(texts, voice.word("pay_and")) if texts else voice.word("pay_other")


def _of_hand(context: Context, side: str, left: dict[str, frozenset[object]]) -> Iterator[Said]:
    """Yield the conditions on a hand, and remove them from the rest."""
    word = context.voice.word
    either = word("pay_or")
    if cards := left.pop(f"{side}_cards", frozenset()):
        yield word("pay_cards", cards=_some(cards, either))
    if totals := left.pop(f"{side}_total", frozenset()):
        yield word("pay_total", total=_some(totals, either))
    if True in left.get(f"{side}_natural", frozenset()):
        del left[f"{side}_natural"]
        yield word("natural")


def _pays(context: Context, line: PayLine, rules: CoupRules) -> Said:
    voice = context.voice
    if line.result != "win":
        return voice.word("pay_push" if line.result == "push" else "pay_loses")
    pays = Said(odds(f"{line.up} to {line.down}", voice.lang), voice.lang)
    if not (line.commission and rules.commission_rate):
        return pays
    percent = rules.commission_rate * 100
    rate = str(percent) if percent.denominator == 1 else f"{float(percent):g}"
    return voice.word("pay_less" if rules.deducts else "pay_marked", pays=pays, rate=rate)


def _some(answers: frozenset[object], either: str) -> str:
    """Return numbers as text, with runs of three or more as first and last: `2-5`."""
    numbers = sorted(answer for answer in answers if isinstance(answer, int))
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]}-{numbers[-1]}"
    return either.join(map(str, numbers))
