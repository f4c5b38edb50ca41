"""Facts about hands that are turned up card by card, each to beat the hand before it: the turn, the target (the hand to beat),
and the kill rank, which ends a hand.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dealerkit.arithmetic.ranking import beats
from dealerkit.facts.faults import Known, tells_fault
from dealerkit.facts.first_to_bet import left_of_button, opener_called
from dealerkit.facts.hands import contested, live
from dealerkit.facts.situation import Situation, fact
from dealerkit.facts.tables import in_turn
from dealerkit.felt.acts import seat_number
from dealerkit.rules.rankings import FormPart, form

KILL, TARGET = "kill_card", "target"
"""Places of the two cards in the centre."""
BEAT, KILLED, RAN_OUT, GONE, NOT_YET = "beat", "killed", "ran_out", "gone", "not_yet"
"""Outcomes of a turn."""
_MOST = 7


@attrs.frozen
class Rolled:
    """A player's completed turn.

    Attributes:
        hand: Position in the log at which the hand began.
        seat: Seat of the player.
        before: Seat of the turn before in the same hand; 0 for the first turn.
        outcome: `beat`, `killed`, `ran_out` (all cards are up), or `gone` (the hand was taken in during the turn).
        stands: Hands that have beaten a target so far, in order: the seat, and its exposed cards at that time.
    """

    hand: int
    seat: int
    before: int
    outcome: str
    stands: tuple[tuple[int, tuple[int, ...]], ...] = ()


def last_roll(now: Situation) -> Rolled | None:
    """Return the last completed turn of this hand; None before the first."""
    for result in (now.results.get("roll"), now.before.get("roll")):
        if isinstance(result, Rolled) and result.hand == now.marks.get("hand", 0):
            return result
    return None


def stands(now: Situation) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the hands that have beaten a target so far, in order: the seat, and its exposed cards at that time."""
    last = last_roll(now)
    if last is not None:
        return last.stands
    standing = now.given.get("standing")
    return ((standing, tuple(exposed(now, standing))),) if standing else ()


def exposed(now: Situation, seat: int) -> list[int]:
    """Return a seat's face-up cards."""
    felt = now.felt
    return [card for card in felt.cards(f"s{seat}") if felt.up[card]]


def turner(now: Situation) -> int:
    """Return the seat in turn: the next live seat to the left, at first from the dealer's left (MS-09, MS-16, MS-A5); 0 when a
    single player is left, who takes the pot (MS-21).
    """
    if not contested(now):
        return 0
    last = last_roll(now)
    given = now.given.get("turner")
    if last is None and given:
        return int(given)
    alive = live(now)
    after = last.seat if last is not None else now.felt.button
    return next((seat for seat in in_turn(now, after) if seat in alive), 0)


def target(now: Situation) -> tuple[int, list[int]]:
    """Return the seat and the cards of the hand to beat: the last live hand that beat a target, or else seat 0 and the centre
    card (MS-11, MS-16, MS-A4).
    """
    alive = live(now)
    for seat, cards in reversed(stands(now)):
        if seat in alive:
            return seat, list(cards)
    return 0, now.felt.cards(TARGET)[:1]


def _values(now: Situation, cards: Sequence[int]) -> list[int] | None:
    faces = [now.felt.faces[card] for card in cards]
    return None if None in faces else [face.index for face in faces if face is not None]


def kills(now: Situation, card: int) -> bool | None:
    """Return whether a card is of the kill rank (MS-08, MS-A2); None if the card or the kill card is not known."""
    felt = now.felt
    centre = felt.cards(KILL)[:1]
    face, deadly = felt.faces[card], felt.faces[centre[0]] if centre else None
    if face is None or (centre and deadly is None):
        return None
    return deadly is not None and face.rank is deadly.rank


def beaten(now: Situation, mine: Sequence[int], theirs: Sequence[int]) -> bool | None:
    """Return whether exposed cards beat others (MS-12, MS-13, MS-22, MS-A3); None if a card is not known.

    Args:
        now: The situation.
        mine: Card numbers of the hand that is to win.
        theirs: Card numbers of the hand to beat.
    """
    ours, other = _values(now, mine), _values(now, theirs)
    if ours is None or other is None:
        return None
    if not ours or not other or len(ours) > _MOST or len(other) > _MOST:
        return bool(ours) and not other
    part: FormPart | None = now.game.once(("rolled", len(ours)), lambda game: form(game.id, None, len(ours)).high)
    if part is None:
        return None
    ranker = part.ranker
    longer = now.game.options.get("kicker_vs_missing") == "longer_wins"
    return beats(ranker.value(ours), ranker.value(other), ranker.order, longer_wins=longer)


def standing_of(now: Situation, cards: Sequence[int]) -> str:
    """Return how exposed cards stand against the target: `killed`, `beat` or `not_yet`.

    Args:
        now: The situation.
        cards: Numbers of the cards.
    """
    if any(kills(now, card) for card in cards):
        return KILLED
    return BEAT if beaten(now, cards, target(now)[1]) else NOT_YET


def outcome(now: Situation) -> str:
    """Return the outcome of the current turn, or of the last turn if it has just ended."""
    over = now.results.get("roll")
    if isinstance(over, Rolled) and over.hand == now.marks.get("hand", 0):
        return over.outcome
    seat = turner(now)
    cards = exposed(now, seat) if seat else []
    came_to = standing_of(now, cards) if cards else NOT_YET
    return RAN_OUT if came_to == NOT_YET and seat and len(cards) == len(now.felt.cards(f"s{seat}")) else came_to


@fact
def centre_card_up(now: Situation) -> bool:
    """Return whether a centre card has been dealt, after which there is no redeal (Mexican Sweat, dealer's step 3)."""
    return any(act.verb == "deal" and act.to[0] in (KILL, TARGET) for act in now.since("hand")) or any(
        now.felt.places[place] for place in (KILL, TARGET)
    )


@fact
def target_card_out(now: Situation) -> bool:
    """Return whether the card to beat has been dealt, so that a target can be announced (MS-07, MS-11)."""
    dealt = any(act.verb == "deal" and act.to[0] == TARGET for act in now.since("hand"))
    return dealt or bool(now.felt.places[TARGET])


@fact
def hand_is_out(now: Situation) -> bool:
    """Return whether the hand of this or the last turn is dead: it shows the kill rank, or all its cards are up without a beat
    (MS-17, MS-18).
    """
    return outcome(now) in (KILLED, RAN_OUT)


@fact
def hand_was_killed(now: Situation) -> bool:
    """Return whether the hand of this or the last turn shows the kill rank (MS-17)."""
    return outcome(now) == KILLED


@fact
def betting_after_turn(now: Situation) -> bool:
    """Return whether a betting round follows the turn: at least two players are left, and the turn ended with a beat, a kill or
    the last card.

    MS-15, MS-18, MS-19, MS-21.
    """
    last = now.results.get("roll")
    return contested(now) and isinstance(last, Rolled) and last.outcome != GONE


def peeking(now: Situation) -> bool:
    """Return whether players may still look at a card: the house allows it, the centre is dealt, and no card has been turned up
    (MS-23).
    """
    felt = now.felt
    if not now.game.options.get("peek") or not felt.places[TARGET]:
        return False
    return not any(felt.up[card] for seat in range(1, felt.seats + 1) for card in felt.cards(f"s{seat}"))


def may_look(now: Situation, seat: int) -> bool:
    """Return whether a seat may look at a card of its own (MS-05, MS-23, MS-A7)."""
    felt = now.felt
    return peeking(now) and not any(felt.seen[card] >> seat & 1 for card in felt.cards(f"s{seat}"))


@fact
def one_has_chips(now: Situation) -> bool:
    """Return whether at most one player has chips, and the pot is empty."""
    rows = now.felt.rows
    return sum(n > 0 for n in rows["stack"][1:]) < 2 and not any(rows["pot"])


@fact
def player_looks(now: Situation) -> bool:
    """Return whether a player, not the dealer, looks at a card (MS-05, MS-06)."""
    return now.act is not None and now.act.seat > 0


@fact
def equal_called_better(now: Situation) -> bool:
    """Return whether the dealer calls a beat for exposed cards that do not beat the target (MS-12)."""
    return now.act is not None and now.act.to[:1] == ("beat",) and outcome(now) in (NOT_YET, RAN_OUT)


@fact
def kill_not_called(now: Situation) -> bool:
    """Return whether the dealer calls another result although a card of the kill rank is up (MS-17)."""
    return now.act is not None and now.act.to[:1] != ("kill",) and outcome(now) == KILLED


@fact
def dead_hand_paid(now: Situation) -> bool:
    """Return whether the dealer pushes the pot to a player whose hand is dead (Mexican Sweat, dealer's step 10)."""
    return now.act is not None and now.act.verb == "award" and seat_number(now.act.to[0]) not in live(now)


@opener_called("after_roll")
def after_roll(now: Situation) -> int | None:
    """Return the seat first to act after a player's turn (MS-15, MS-18 to MS-20, MS-A6, MS-A11).

    It is the player who beat the target; without a beat, the player of the turn before, or the dealer after the first turn. If
    that player is out, it is the next live seat to the left.
    """
    last = last_roll(now)
    if last is None:
        return left_of_button(now)
    first = last.seat if last.outcome == BEAT else last.before or now.felt.button
    return next((seat for seat in (first, *in_turn(now, first)) if seat in live(now)), 0)


@tells_fault
def live_hand_taken_in(now: Situation) -> Known | None:
    """Return the facts of a hand taken in although it was not out (MS-21); None if there was none."""
    return {} if now.log and now.log[-1].verb == "kill" and now.felt.moved else None
