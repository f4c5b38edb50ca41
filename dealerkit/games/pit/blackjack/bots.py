"""Advice for a player at a box: basic strategy under the rules in force. A player who decides otherwise makes no mistake."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dealerkit.arithmetic.readings import TEN_VALUED, total
from dealerkit.felt import Act
from dealerkit.games.pit.blackjack.best_play import UP_CARDS, BestPlay, StrategyRow, best_play
from dealerkit.games.pit.blackjack.dealer_hands import ACE, TEN
from dealerkit.games.pit.blackjack.terms import BlackjackTerms
from dealerkit.games.pit.facts.round_reader import box_round
from dealerkit.table.bots.registry import adviser
from dealerkit.table.table import Table


def value_of(letter: str) -> int:
    """Return the value of a card by the letter of its rank, an ace as one.

    >>> value_of("A"), value_of("7"), value_of("K")
    (1, 7, 10)
    """
    return ACE if letter == "A" else TEN if letter in TEN_VALUED else int(letter)


def basic_decision(best: BestPlay, letters: Sequence[str], up: str, allowed: Collection[str]) -> str:
    """Return the decision of basic strategy on a hand.

    Args:
        best: Best play under the rules in force.
        letters: Letters of the hand's ranks, two or more.
        up: Letter of the up-card's rank.
        allowed: Open decisions: `stand` and `hit`, and with two cards others.

    >>> best = best_play(BlackjackTerms(surrender="late"))
    >>> basic_decision(best, "88", "T", {"stand", "hit", "split"}), basic_decision(best, "T24", "T", {"stand", "hit"})
    ('split', 'hit')
    """
    column = UP_CARDS.index(value_of(up))
    count, soft = total(letters)
    if count >= 21:
        return "stand"
    kind = StrategyRow("soft" if soft else "hard", count)
    first, second = value_of(letters[0]), value_of(letters[1])
    if len(letters) == 2 and first == second and "split" in allowed:
        kind = StrategyRow("pair", first)
    wanted = best.strategy[kind][column] if len(letters) == 2 else best.strategy[kind][column][-1:]
    return next((decision for decision in wanted if decision in allowed), "stand")


@adviser("decide")
def advise(table: Table, seat: str) -> tuple[Act, str] | None:
    """Return basic strategy's decision on the hand in turn, and its expected result in words; None in games with other totals."""
    round_ = box_round(table.now)
    hand = round_.turn
    words = {move.split()[1] for move in table.ask.get(seat, ()) if move.startswith("answer ")}
    if table.now.game.data.get("reading") != "twenty_one" or hand is None or round_.up is None or "stand" not in words:
        return None
    letters, up = round_.letters(hand.cards), round_.up_letter()
    if f"s{hand.seat}" != seat or letters is None or up is None:
        return None
    best = best_play(BlackjackTerms.of(table.now.game.options))
    decision = basic_decision(best, letters, up, words)
    return Act.make(seat, "answer", decision, *([hand.place] if hand.child else [])), _why(best, letters, up, decision)


@adviser("offer")
def advise_offer(table: Table, seat: str) -> tuple[Act, str] | None:
    """Return the early surrender that basic strategy recommends for a hand; None if it declines the offer (BJ-54)."""
    round_ = box_round(table.now)
    hand = next((box for box in round_.hands if f"s{box.seat}" == seat and not box.child), None)
    words = {move.split()[1] for move in table.ask.get(seat, ()) if move.startswith("answer ")}
    if table.now.game.data.get("reading") != "twenty_one" or hand is None or round_.up is None or "surrender" not in words:
        return None
    letters, up = round_.letters(hand.cards), round_.up_letter()
    if letters is None or up is None:
        return None
    best = best_play(BlackjackTerms.of(table.now.game.options))
    decision = basic_decision(best, letters, up, {"surrender", "split", "stand"})
    return (Act.make(seat, "answer", decision), _why(best, letters, up, decision)) if decision == "surrender" else None


def _why(best: BestPlay, letters: Sequence[str], up: str, decision: str) -> str:
    """Return a sentence that compares the decision's expected result with that of the next best; for more than two cards, one
    without figures.
    """
    low, high = sorted(map(value_of, letters[:2]))
    worth = best.hands.get(((low, high), value_of(up)), {}) if len(letters) == 2 else {}
    others = {name: share for name, share in worth.items() if name != decision}
    if decision not in worth or not others:
        return "basic strategy under the rules in force"
    other = max(others, key=others.__getitem__)
    return f"basic strategy: {worth[decision]:+.2f} of the bet on average, against {others[other]:+.2f} for {other}"
