"""The meaning of a seat's words and chips: made legal, and settled into chips to give back and chips owed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from dealerkit.felt import Act
from dealerkit.felt.motions.announcement import words
from dealerkit.felt.motions.chips import chips
from dealerkit.felt.motions.spot import Decide, MotionMeaning, Spot
from dealerkit.felt.motions.turn import WAGERS, MotionTurn, Read, ruled_as

CODES: Mapping[str, str] = {
    "oversized_chip": "action/overchip-misread",
    "several_chips": "action/multichip-misread",
    "string_bet": "action/string-bet-allowed",
    "undercall": "action/undercall-accepted",
    "wager_too_small": "action/wager-too-small",
    "raise_not_open": "action/reopened-wrongly",
    "raise_over_cap": "action/raise-cap-exceeded",
}
"""The dealer's finding if the ruling on a fault is not carried out, by fault."""
TOO_LARGE: Mapping[str, str] = {"limit": "action/wrong-limit", "pot_limit": "action/pot-limit-maximum-wrong"}
"""The dealer's finding on a wager that is too large, by structure."""


def meaning(motions: Sequence[Act], spot: Spot, decide: Decide) -> MotionMeaning:
    """Return the meaning of a seat's motions in one turn.

    Args:
        motions: Its `say` and `put` acts, in order; other acts are ignored.
        spot: Situation of the seat before the first motion.
        decide: Function that takes a fault and its facts, and returns the ruling of the rule set in force.
    """
    turn = MotionTurn(motions, spot, decide)
    return _settled(turn, _legal(turn, words(turn) or chips(turn)))


def _legal(turn: MotionTurn, read: Read) -> Read:
    """Return the legal reading of a bet or raise: first whether it is allowed, then its size; BR-03 to BR-11, BR-36, BR-38,
    BR-41.
    """
    spot = turn.spot
    if read.kind not in WAGERS:
        return read
    if spot.owned <= max(spot.top, spot.front):  # no chips for a wager: such an all-in is a call (BR-15)
        return attrs.evolve(read, kind="call" if spot.facing else "check", to=spot.called)
    read = attrs.evolve(read, to=min(max(read.to, spot.front), spot.owned))
    for barred, fault in ((not spot.open, "raise_not_open"), (spot.capped, "raise_over_cap")):
        ruled = turn.ask_about(fault, read.to) if barred else None
        if ruled is not None and ruled.outcome != "raise_allowed":
            return ruled_as(turn, fault, ruled, read.to)
    if read.to < min(spot.least, spot.owned):
        return _then(turn, read, "wager_too_small")
    if read.to > spot.most:
        return _then(turn, read, "wager_too_large")
    return read


def _then(turn: MotionTurn, read: Read, fault: str) -> Read:
    """Return the reading after a ruling on the size of a wager. If an earlier fault changed the chips, the reading keeps that
    fault's name.
    """
    ruled = ruled_as(turn, fault, turn.ask_about(fault, read.to), read.to)
    kept = read.fault if read.fault and (read.fault in ("string_bet", "words") or read.to != turn.lies) else fault
    return attrs.evolve(ruled.resting_on(read.rules), fault=kept, complete=read.complete and ruled.complete)


def _settled(turn: MotionTurn, read: Read) -> MotionMeaning:
    """Return the meaning of a reading, with the chips to give back, the chips owed, and the finding."""
    spot, ruled = turn.spot, read.ruled
    lies, to = spot.front + turn.put, min(max(read.to, 0), spot.owned)
    fault = _fault(turn, read, to, lies)
    return MotionMeaning(
        kind=read.kind,
        to=to,
        back=max(0, lies - to),
        owed=max(0, to - lies),
        rules=read.rules,
        fault=fault,
        complete=read.complete,
        code=_code(turn, read, to, lies, fault),
        outcome=ruled.outcome if ruled is not None else "",
        remedies=tuple(ruled.remedies) if ruled is not None else (),
        because=ruled.because if ruled is not None else "",
    )


def _fault(turn: MotionTurn, read: Read, to: int, lies: int) -> str:
    """Return the fault that decided the reading; empty if the chips count as they lie."""
    if read.fault == "words" or (read.fault and (to != lies or read.kind == "open")):
        return read.fault
    if turn.put and turn.said != "nothing" and to < lies:
        return "words"  # words count before chips (BR-16)
    return "short_chips" if turn.put != turn.pile.total and to != lies else ""


def _code(turn: MotionTurn, read: Read, to: int, lies: int, fault: str) -> str:
    """Return the code of the dealer's finding if the chips are left as they lie; empty for none."""
    if fault == "wager_too_large":
        return TOO_LARGE.get(turn.spot.structure, "")
    if fault == "words" and read.kind == "call" and to < lies:
        return CODES["oversized_chip" if turn.pile.one_chip else "several_chips"]
    return CODES.get(fault, "")
