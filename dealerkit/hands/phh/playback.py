"""Playing one hand again in whole numbers, up to its first impossible action.

Whatever a file leaves open counts as possible: unknown cards, a hand neither shown nor mucked, a house's own way with short
all-ins.
"""

from __future__ import annotations

from dealerkit.hands.phh.acts import BAD, BOARD, BRING_IN, DRAW, DUE, FOLD, HOLE, MUCK, RAISE, REMARK, SHOW, WRONG
from dealerkit.hands.phh.dealing import deal_board, deal_first, deal_hole, draw, show
from dealerkit.hands.phh.problems import COUNT, INCOMPLETE, MISSING, TURN, UNREADABLE, HandProblem, Stop
from dealerkit.hands.phh.replay import BETTING, DEALING, SHOWING, Replay, wanted
from dealerkit.hands.phh.streets import begin_street
from dealerkit.hands.phh.wagers import bring_in, play_round


def play(replay: Replay) -> HandProblem | None:
    """Play a hand from its first street to its end.

    Args:
        replay: The hand before its first action; it is changed.

    Returns:
        The first impossible action, where the hand stops; None if there is none.

    Raises:
        Stop: If the hand breaks off before its showdown; the exception names the step due.
    """
    deeds, at = replay.deeds, 0
    end = len(deeds)
    begin_street(replay)
    try:
        at = deal_first(replay)
        while at < end:
            if replay.phase == BETTING and FOLD <= deeds[at][0] <= RAISE:
                at = play_round(replay, at, end)
            else:
                _play_other(replay, at)
                at += 1
        if replay.phase < SHOWING:
            raise Stop(MISSING, wanted(replay))
    except Stop as stop:
        return _problem(replay, stop, at if stop.at is None else stop.at)
    return None


def _play_other(replay: Replay, at: int) -> None:
    """Play any action other than a call, raise or fold in a betting round."""
    deed = replay.deeds[at]
    kind = deed[0]
    if kind == HOLE:
        deal_hole(replay, deed)
    elif kind == BOARD:
        deal_board(replay, deed, at)
    elif kind in {SHOW, MUCK}:
        show(replay, deed)
    elif kind == DRAW:
        draw(replay, deed)
    elif FOLD <= kind <= BRING_IN:
        bring_in(replay, deed)
    elif kind != REMARK:
        raise Stop(UNREADABLE, DUE[deed[2]])


def _problem(replay: Replay, stop: Stop, at: int) -> HandProblem:
    """Return the problem that stopped a hand, with its action; for missing cards, the action where they were due."""
    got = "nothing more"
    code, where = stop.code, at
    if code in {MISSING, INCOMPLETE, TURN} and replay.phase == DEALING:
        skipped = next((seat for seat in replay.live if replay.owed[seat]), 0)
        if replay.partial >= 0:
            code, where = COUNT, replay.partial
        elif skipped:
            where = _passed_over(replay, skipped, at)
        elif at == len(replay.deeds) and replay.pieces >= 0:
            code, where = COUNT, replay.pieces  # cards are missing at the end: the street dealt in pieces had too few
    if where < len(replay.deeds):
        deed = replay.deeds[where]
        got = replay.texts[where] + (f": {WRONG[deed[2]]}" if deed[0] == BAD else "")
    return HandProblem(code, where, stop.expected, got)


def _passed_over(replay: Replay, seat: int, at: int) -> int:
    """Return the action at which a seat's card was due: the first deal of this street to a later seat."""
    where = at
    for back in range(at - 1, -1, -1):
        kind, other, *_ = replay.deeds[back]
        if kind not in {HOLE, REMARK}:
            break
        if kind == HOLE and other > seat:
            where = back
    return where
