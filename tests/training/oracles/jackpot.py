"""The answer of a drill by another method: promotions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import time
from decimal import Decimal
from itertools import combinations

from dealerkit.rules.entries import Branch
from dealerkit.training.generators import Setting
from dealerkit.training.generators.jackpot import BOTH, FIRST, SECOND, JackpotSituation, _clauses, _policy
from tests.training import independent_ranking


def proof(setting: Setting, given: JackpotSituation) -> str:
    """Compare the hand with the policy's file, line by line."""
    data = _policy(given.policy).doc.data
    if given.later or given.left:
        return _holder_by_hand(data, given)
    if given.fund:
        steps = data["verification"]
        names = [name for name, step in steps.items() if given.fund >= Decimal(str(step.get("from", 0)))]
        return " ".join(names) or "none"
    failed = _failed(data, given)
    if given.clause:
        return "no" if given.clause in failed else "yes"
    return " ".join(name for name in _clauses(_policy(given.policy)) if name in failed) or "none"


def _holder_by_hand(data: Mapping[str, object], given: JackpotSituation) -> str:
    by = independent_ranking.order("high")
    one, other = (independent_ranking.best_high(cards, (), by)[0] for cards in (given.hole + given.board, given.other))
    names = [FIRST, SECOND]
    if one != other:
        names = names if one > other else names[::-1]
        gone = (FIRST, SECOND)[given.left - 1] if given.left and data["must_be_present"] == "at_the_end" else ""
        return next(name for name in names if name != gone)
    if given.left:
        return (FIRST, SECOND)[2 - given.left]
    return {"first": FIRST, "last": SECOND, "split": BOTH}[str(data["ties"])]


def _failed(data: Branch, given: JackpotSituation) -> set[str]:
    """Return the clauses of a policy's file that a claim does not meet."""
    by, hand = independent_ranking.order("high"), data["hand"]
    mine = independent_ranking.best_high(given.hole, given.board, by)[0]
    won = independent_ranking.best_high(given.other, given.board, by)[0] if given.other else None
    beaten = hand["goes_by"] == "beaten"
    wins = beaten and won is not None and won > mine
    played = [(given.hole, mine), *([(given.other, won)] if wins and won is not None else [])]
    failed = {
        "game": given.game not in data["games"],
        "showdown": not given.shown_down,
        "dealt_in": given.players < int(data.get("dealt_in", 0)),
        "pot": given.pot < Decimal(str(data.get("pot", 0))),
        "hand": mine < independent_ranking.value(hand["at_least"].split(), by) if "at_least" in hand else False,
        "beaten_by": beaten and (not wins or (won or ()) < independent_ranking.value(hand["winner_at_least"].split(), by)),
        "own_cards": any(_own(cards, given.board, by) < int(hand.get("own_cards", 0)) for cards, _ in played),
        "pair_for_four": bool(hand.get("pair_for_four")) and any(_lent(cards, worth, by) for cards, worth in played),
        "talk": given.talk and bool(data.get("exclusions", {}).get("talk")),
        "irregularities": any(
            code.startswith(pattern.rstrip("*"))
            for code in given.codes
            for pattern in data.get("exclusions", {}).get("findings", ())
        ),
        "window": _is_outside(data["window"], given.minutes),
    }
    return {name for name, fails in failed.items() if fails}


def _own(hole: Sequence[str], board: Sequence[str], by: independent_ranking.PrintedOrder) -> int:
    """Return the most own cards in any form of the best hand."""
    best = independent_ranking.best_high(hole, board, by)[0]
    return max(
        len(set(cards) & set(hole)) for cards in combinations((*hole, *board), 5) if independent_ranking.value(cards, by) == best
    )


def _lent(hole: Sequence[str], worth: independent_ranking.Value, by: independent_ranking.PrintedOrder) -> bool:
    """Return whether a four of a kind has fewer than two of its cards in the hand."""
    four = len(by.categories) - by.categories.index("four_of_a_kind")
    return worth[0] == four and sum("23456789TJQKA".index(card[0]) + 2 == worth[1] for card in hole) < 2


def _is_outside(window: Branch, minutes: int) -> bool:
    if window["kind"] != "fixed":
        return False
    begins, ends = (60 * one.hour + one.minute for one in (time.fromisoformat(window[name]) for name in ("from", "until")))
    inside = begins <= minutes < ends if begins < ends else minutes >= begins or minutes < ends
    return not inside
