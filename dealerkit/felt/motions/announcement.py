"""The meaning of words said in turn: they are binding (BR-17), and come before chips that say something else (BR-16)."""

from __future__ import annotations

import attrs

from dealerkit.felt.bets.meanings import meanings
from dealerkit.felt.motions.chips import chips
from dealerkit.felt.motions.spot import RuledMotion
from dealerkit.felt.motions.turn import MANY_MEANINGS, WAGERS, MotionTurn, Read, ruled_as, total
from dealerkit.felt.motions.words import HeardWords

RULED_WORDS = {"hand_dead": "fold", "action_binding": "raise", "raise_allowed": "raise"}
"""Verb for words that do not fit, by the outcome of the ruling on them; other outcomes are verbs themselves."""

DECIDED_BY_CHIPS = frozenset({"action_not_binding", "play_on"})
"""Outcomes by which words said after the first chip do not count, so that the chips decide."""


def words(turn: MotionTurn) -> Read | None:
    """Return the meaning of the player's words, not yet checked for legality; None if the chips decide.

    Words said after the first chip count only if the rule set lets them.

    Args:
        turn: The seat's words and chips in this turn.
    """
    if turn.heard is not None:
        return _bound(turn, turn.heard)
    if turn.late is None:
        return None
    ruled = turn.ask("words", said=turn.late.word.name, after_chips=True)
    return _bound(turn, turn.late) if ruled.outcome not in DECIDED_BY_CHIPS else None


def _bound(turn: MotionTurn, words: HeardWords) -> Read | None:
    spot, word = turn.spot, words.word
    turn.said = word.name
    comes_to = word.facing if spot.facing else word.unfaced
    ruled: RuledMotion | None = None
    read = Read("open", turn.lies, spot.speech.rules("words"))
    if not comes_to or (word.fits and spot.structure not in word.fits):
        ruled = turn.ask("words")
        if ruled.outcome == "raise_not_allowed":
            return _no_raise(turn, ruled)
        if ruled.outcome == "action_not_binding":
            turn.said = "nothing"
            return None
        comes_to = RULED_WORDS.get(ruled.outcome, ruled.outcome)
        read = Read("open", turn.lies, tuple(ruled.rules), "words", ruled=ruled)
    if comes_to == "call" and not spot.facing:
        comes_to = "check"
    if comes_to in ("fold", "check"):
        return attrs.evolve(read, kind=comes_to, to=spot.front)
    if comes_to == "call":
        return _call(turn, read)
    if comes_to not in (*WAGERS, "amount"):
        return attrs.evolve(read, complete=False)  # left to the floor
    turn.announced = word.name != spot.speech.bare.name
    amount = _spoken_amount(turn, words, ruled)
    if amount is None:
        return _amount_to_follow(turn, read)
    turn.sum_said = True
    return _amount(turn, attrs.evolve(read, to=min(amount, spot.owned)))


def _call(turn: MotionTurn, read: Read) -> Read:
    """Return the reading of a word as a call of the whole bet, whatever chips come with it; BR-16, BR-36, TDA 51-A."""
    if turn.pile.rows and turn.lies < turn.spot.called:
        return ruled_as(turn, "undercall", turn.ask("undercall"), turn.lies)
    return attrs.evolve(read, kind="call", to=turn.spot.called)


def _no_raise(turn: MotionTurn, ruled: RuledMotion) -> Read:
    """Return the reading of words that exclude a raise: the chips may call, and the rest goes back; BR-17, TDA 55."""
    spot, rules = turn.spot, tuple(ruled.rules)
    turn.said = "nothing"
    read = chips(turn)
    if read.kind in WAGERS and read.to > spot.called:
        return Read("call" if spot.facing else "check", spot.called, rules, "words", ruled=ruled)
    if read.kind == "open":
        return Read("open", read.to, rules, "words", complete=False, ruled=ruled)
    return read.resting_on(rules)


def _spoken_amount(turn: MotionTurn, words: HeardWords, ruled: RuledMotion | None) -> int | None:
    """Return the amount in the words, or in a ruling on them; None if the chips decide."""
    spot = turn.spot
    if ruled is not None and "to" in ruled.amounts:
        return total(ruled, "to", spot.least)
    if words.word.sum == "stack":
        return spot.owned
    if words.word.sum == "most" and (not words.word.fits or spot.structure in words.word.fits):
        return spot.most  # pot-limit: "pot" announces the largest bet (BR-41)
    if words.number:
        number, on_top = int(words.number * spot.scale), spot.top if words.on_top else 0
        return _one_of_its_meanings(turn, number, on_top) if words.unclear else number + on_top
    return spot.least if spot.least == spot.most else None  # fixed limit: there is only one amount


def _one_of_its_meanings(turn: MotionTurn, number: int, on_top: int) -> int:
    """Return the legal amount that a number spoken without its unit means; BR-40, TDA 57."""
    spot = turn.spot
    could_be = {number * times + on_top for times in spot.speech.stands_for}
    price = spot.top if spot.facing else 0
    amounts = meanings(could_be, least=spot.least, most=spot.most, price=price, pot=spot.pot)
    legal = amounts.legal
    if len(legal) < 2:
        return legal[0] if legal else number + on_top
    ruled = turn.ask(
        "words",
        amount_meanings=min(MANY_MEANINGS, len(legal)),
        amount_said=number + on_top,
        lowest_meaning=legal[0],
        highest_meaning=amounts.highest,
    )
    return total(ruled, "to", legal[0])


def _amount(turn: MotionTurn, read: Read) -> Read:
    """Return the reading of an announced amount: a wager, a call, or less. A number alone counts as that many chips
    (TDA 40-C).
    """
    spot = turn.spot
    if not spot.facing or turn.announced:
        short = spot.facing and read.to == spot.owned <= spot.top
        return attrs.evolve(read, kind="call" if short else spot.wager)
    if read.to < spot.called:
        return ruled_as(turn, "undercall", turn.ask_about("undercall", read.to), read.to)
    return attrs.evolve(read, kind="call" if read.to == spot.called else spot.wager)


def _amount_to_follow(turn: MotionTurn, read: Read) -> Read:
    """Return the reading of a bet or raise announced without its amount: the chips decide it, and it is open until they come."""
    if not turn.pile.rows:
        return attrs.evolve(read, to=turn.spot.front, complete=False)
    return chips(turn).resting_on(read.rules)
