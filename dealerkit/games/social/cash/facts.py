"""Facts about calls that any player may make, about the partners' cards and their signals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from dealerkit.cards import Face
from dealerkit.facts.ending import over_target
from dealerkit.facts.faults import Known, tells_fault
from dealerkit.facts.partners import members, side_of
from dealerkit.facts.situation import Situation, fact
from dealerkit.felt import Act


class PartnersCall(TypedDict):
    """A call that any player may make.

    Attributes:
        caller: Seat that made it.
        word: Word of the call.
        about: Seat of the partner or the accused player.
    """

    caller: int
    word: str
    about: int


def standing_call(now: Situation) -> PartnersCall | None:
    """Return the call that counts in this hand; None before there is one."""
    call: PartnersCall | None = now.results.get("showing") or now.results.get("swapping")
    return call if call and call.get("word") else None


@fact
def call_made(now: Situation) -> bool:
    """Return whether a player has made a call that counts (CA-05)."""
    return standing_call(now) is not None


@fact
def swapping_goes_on(now: Situation) -> bool:
    """Return whether no player has called, and the board has cards (CA-16)."""
    return not call_made(now) and bool(now.felt.cards("board"))


@fact
def new_board_left(now: Situation) -> bool:
    """Return whether no player has called, and the stock has four cards for another board (CA-17, CA-25)."""
    return not call_made(now) and now.felt.left() >= 4


@fact
def card_wanted(now: Situation) -> bool:
    """Return whether a player has asked to wait for a card of this board, and has neither swapped nor passed since (CA-17)."""
    waits = {}
    for act in now.since("boards"):
        if act.seat and act.verb in ("answer", "swap", "pass"):
            waits[act.seat] = act.verb == "answer"
    return any(waits.values())


def about(now: Situation, call: PartnersCall) -> list[int]:
    """Return the seats whose hands prove a call: the caller's partner, or all accused players (CA-20, CA-21)."""
    kind = now.game.tables["calls"][call["word"]]
    seat = int(call["about"])
    return [seat] if kind["speaks"] == "for" else members(now, side_of(now, seat))


def call_is_good(now: Situation, call: PartnersCall) -> bool | None:
    """Return whether a hand that proves the call has four of a kind (CA-20, CA-21); None while it is unknown."""
    hands = [[now.felt.faces[card] for card in now.felt.cards(f"s{seat}")] for seat in about(now, call)]
    if any(len(hand) == 4 and None not in hand and len({face.letter for face in hand if face}) == 1 for hand in hands):
        return True
    return None if any(_may_be_four(hand) for hand in hands) else False


def _may_be_four(hand: Sequence[Face | None]) -> bool:
    """Return whether a hand that is partly unknown may be four of a kind."""
    return None in hand and len(hand) == 4 and len({face.letter for face in hand if face is not None}) < 2


# -- signals ------------------------------------------------------------------------------------------------------


def _used(now: Situation, side: int, kind: str, word: str, before: int) -> tuple[int, int]:
    """Return the number of a side's uses of a signal, and the number of earlier hands in which it was used, within the first
    `before` acts of the log.
    """
    times = hands = 0
    seen = False
    start = now.marks.get("hand", 0)
    for at, act in enumerate(now.log[:before]):
        if act.verb == "gather":
            seen = False
        elif act.verb == "signal" and act.to == (kind, word) and side_of(now, act.seat) == side:
            times += 1
            hands += not seen and at < start
            seen = True
    return times, hands


def is_worn(now: Situation, side: int, kind: str, word: str, before: int) -> bool:
    """Return whether a side has used a signal as often as it may (CA-10, CA-11), by the game's table `signals`: `{word: {times:
    1}, gesture: {hands: 3}}`.

    Args:
        now: The situation.
        side: Number of the side.
        kind: Kind of signal: `word` or `gesture`.
        word: The signal.
        before: Position in the log of the act with the signal; only acts before it count.
    """
    lasts = now.game.tables["signals"].get(kind, {})
    times, hands = _used(now, side, kind, word, before)
    return bool(times >= lasts.get("times", times + 1) or hands >= lasts.get("hands", hands + 1))


def _signal(now: Situation) -> Act | None:
    return now.act if now.act is not None and now.act.verb == "signal" else None


@fact
def signal_worn(now: Situation) -> bool:
    """Return whether a verbal signal is given a second time, or a gesture in a fourth hand (CA-10, CA-11)."""
    act = _signal(now)
    before = len(now.log) - (bool(now.log) and now.log[-1] is act)
    return act is not None and is_worn(now, side_of(now, act.seat), act.to[0], act.to[1], before)


@fact
def signal_barred(now: Situation) -> bool:
    """Return whether the house forbids signals of this kind (option `verbal_signals`, CA-02)."""
    act = _signal(now)
    return act is not None and not allowed_kind(now, act.to[0])


def allowed_kind(now: Situation, kind: str) -> bool:
    """Return whether the house allows a kind of signal (`word` or `gesture`); a kind that the game's table does not list is
    allowed.
    """
    return bool(now.game.tables["signals"].get(kind, {}).get("allowed", True))


@fact
def target_reached(now: Situation) -> bool:
    """Return whether a player or side has the points that end the game (`target: {box: points, at: 7}`)."""
    return bool(over_target(now))


@tells_fault
def board_swept(now: Situation) -> Known | None:
    """Return the facts of a board that was swept while a player wanted to wait for a card of it (CA-17); None if it was empty."""
    return {} if now.log and now.log[-1].verb == "clear" and now.felt.moved else None
