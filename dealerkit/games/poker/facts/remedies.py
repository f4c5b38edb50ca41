"""Facts used by the remedies for a hand of poker: cards to return, dead hands, owners of chips."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

from dealerkit.facts.first_to_bet import rounds_of
from dealerkit.facts.hands import ACTIONS, first_cards, late_cards
from dealerkit.facts.seats import entitled
from dealerkit.facts.situation import RuledOn, Situation
from dealerkit.facts.slips import since_slip, slip_act
from dealerkit.felt import FLOOR
from dealerkit.felt.acts import seat_number
from dealerkit.games.poker.facts.draws import hand_size
from dealerkit.games.poker.facts.showdown import boards


def dealt_to(now: Situation) -> list[str]:
    """Return the names of the places to which streets are dealt: boards and hands."""
    return [name for name, spec in now.felt.layout.places.items() if spec.kind in ("board", "hand")]


def lying(now: Situation, cards: object) -> list[tuple[str, int]]:
    """Return those of some cards that lie in a hand or on a board: for each its place and its number, the card dealt last first.

    Args:
        now: The situation.
        cards: Numbers of the cards.
    """
    felt = now.felt
    wanted = set(cards)  # type: ignore[call-overload]
    placed = [(name, card) for name in dealt_to(now) for card in felt.places[name] if card in wanted]
    return sorted(placed, key=lambda pair: -felt.out[pair[1]])


def cards_too_early(now: Situation, slip: RuledOn | None) -> list[tuple[str, int]]:
    """Return the cards dealt by a slip, or by the dealer directly after it: for each its place and number, the card dealt last
    first. Empty if the stub was reshuffled since.

    Args:
        now: The situation.
        slip: The slip; None for none.
    """
    if slip is None or not slip.cards or any(act.verb == "rebuild" for act in since_slip(now, slip)):
        return []
    act = slip_act(now, slip)
    if act is not None and act.verb == "merge":
        return []  # two heaps put together: this act dealt no card
    felt = now.felt
    first = min(felt.out[card] for card in slip.cards if felt.out[card]) if any(felt.out[c] for c in slip.cards) else 0
    if not first:
        return []
    first += _due_of(now, slip)
    at_once = list(takewhile(lambda act: act.verb == "deal", since_slip(now, slip)))
    last = max(felt.out[card] for card in slip.cards) + sum(act.count for act in at_once)
    return lying(now, {card for card in range(len(felt.out)) if first <= felt.out[card] <= last})


def _due_of(now: Situation, slip: RuledOn) -> int:
    """Return how many cards of a premature street were due as the street before, and dealt in the same act (FTR-23); else 0."""
    act = slip_act(now, slip)
    if slip.fault != "premature_board" or act is None or not f"{slip.due} ".startswith(f"{act.what} "):
        return 0
    number = slip.due.removeprefix(act.what).partition(",")[0].split()
    due = int(number[0]) if number and number[0].isdecimal() else 1
    return due if due < act.count else 0


def of_the_street_due(now: Situation, slip: RuledOn) -> int:
    """Return how many of the cards dealt by a slip were due; the others came too early in the same act (FTR-23, FTR-25)."""
    due = (_due_of(now, other) for other in now.slips if other.at == slip.at)
    return next((number for number in due if number), len(slip.cards))


def whole_boards(now: Situation) -> list[str]:
    """Return the boards that have cards."""
    return [name for name in boards(now) if now.felt.places.get(name)]


def burned_for_street(now: Situation) -> int:
    """Return the number of burns for the street on the board or about to be dealt."""
    count = 0
    for act in reversed(now.since("hand")):
        if act.verb == "burn":
            count += act.count
        elif act.verb == "putback" and act.to == (now.felt.layout.burns,):
            count -= act.count
        elif act.verb == "move" and act.to[1] == now.felt.layout.burns:
            count += 1
        elif (count and act.verb == "deal") or act.verb == "sweep" or (act.seat and act.verb in ACTIONS):
            break
    return count


def burned_then(now: Situation, slip: RuledOn) -> int:
    """Return the number of cards that had been burned for the street of a slip at the time of the slip."""
    count, its_own = 0, slip_act(now, slip)
    dealt = its_own.to[:1] if its_own is not None and its_own.verb == "deal" else ()
    for act in reversed(now.log[now.marks.get("hand", 0) : slip.at]):
        if act.verb == "burn":
            count += act.count
        elif act.verb == "sweep" or act.seat:
            break
        elif act.verb == "deal" and act is not its_own and (not dealt or act.to[:1] == dealt):
            break  # the burn of the street before, with no betting between
    return count


def acted_since(now: Situation, slip: RuledOn | None) -> bool:
    """Return whether a player acted between the slip and the ruling on it; acts after the ruling do not count."""
    for act in since_slip(now, slip):
        if act.who == FLOOR:
            return False
        if act.seat and act.verb in ACTIONS:
            return True
    return False


def was_due(slip: RuledOn | None) -> bool:
    """Return whether the betting was complete when a street was dealt wrongly, so that the street is dealt again at once (RM-11,
    RM-16).

    Args:
        slip: The slip; None for none.
    """
    return slip is not None and slip.fault != "premature_board"


def boards_begun(now: Situation) -> list[str]:
    """Return the boards that have been dealt to in this hand."""
    dealt = {act.to[0] for act in now.since("hand") if act.verb == "deal"}
    return [name for name in boards(now) if name in dealt and name in now.felt.places]


# -- hands -------------------------------------------------------------------------------------------------------------


def _of_the_act(now: Situation, slip: RuledOn) -> int:
    """Return the seat of the act that was the slip: its player, or the first seat it names; 0 for none."""
    act = slip_act(now, slip)
    return 0 if act is None else act.seat or next((seat for word in act.to if (seat := seat_number(word))), 0)


def _not_in(now: Situation, slip: RuledOn) -> int:
    """Return a seat that holds cards and is not in the hand, or whose player is away; 0 if there is none."""
    felt, seats = now.felt, entitled(now)
    wrong = (seat for seat in range(1, felt.seats + 1) if seat not in seats or felt.away >> seat & 1)
    return next((seat for seat in wrong if felt.places[f"s{seat}"]), 0)


def wrong_hands(now: Situation) -> dict[int, int]:
    """Return the seats whose hands have a wrong number of cards: by seat, the surplus; a shortage is negative."""
    places, size = now.felt.places, cards_each(now)
    odd = [seat for seat in entitled(now) if len(places[f"s{seat}"]) not in (0, size)]
    held = {seat: len(places[f"s{seat}"]) - len(late_cards(now, seat)) for seat in odd}
    return {seat: count - size for seat, count in held.items() if count != size}


def cards_each(now: Situation) -> int:
    """Return the number of cards that a hand should have now; in stud it grows by one with the first card of a street."""
    size = hand_size(now)
    if "bring_in" not in now.game.data["showdown"]:
        return size
    played, held = rounds_of(now), now.felt.places
    each = first_cards(now.game) + len(played)
    if each > size:
        return size  # no street is left
    if not played:
        return each
    dealt = any(act.verb == "deal" and seat_number(act.to[0]) for act in now.log[played[-1].ended :])
    begun = dealt and any(len(held[f"s{seat}"]) >= each for seat in entitled(now))
    return each if begun else each - 1


def deal_is_over(now: Situation) -> bool:
    """Return whether no more cards are to come in this deal or street, because every hand is complete or play has gone on."""
    for act in reversed(now.since("hand")):
        if (act.seat and act.verb in ACTIONS) or (act.verb == "deal" and not seat_number(act.to[0])):
            return True
        if act.verb == "deal":
            break
    each, held = cards_each(now), now.felt.places
    return all(len(held[f"s{seat}"]) >= each for seat in entitled(now) if not now.felt.folded >> seat & 1)


def extra_cards(now: Situation) -> list[tuple[int, int]]:
    """Return the seat and number of each surplus card in a hand, for each hand the card dealt last first."""
    felt, extra = now.felt, []
    for seat, more in wrong_hands(now).items():
        held = sorted(felt.places[f"s{seat}"], key=felt.out.__getitem__, reverse=True)
        extra += [(seat, card) for card in held[: max(0, more)]]
    return extra


def _wrong_hand(now: Situation, slip: RuledOn) -> int:
    """Return the seat whose hand has a wrong number of cards: the seat of the slip if its hand has, else another; 0 for none."""
    wrong, seat = wrong_hands(now), _of_the_act(now, slip)
    return seat if seat in wrong else next(iter(wrong), 0)


DEAD: dict[str, Callable[[Situation, RuledOn], int]] = {
    "dealt_in_not_entitled": _not_in,
    "wrong_count": _wrong_hand,
    "extra_cards": _wrong_hand,
    "missing_card": _wrong_hand,
}
"""For each fault, the function that returns the seat of the dead hand; all other faults kill the hand of the slip's seat."""


def dead_hand(now: Situation, slip: RuledOn | None) -> int:
    """Return the seat whose hand the ruling kills; 0 if it has no cards any more."""
    seat = DEAD.get(slip.fault, _of_the_act)(now, slip) if slip is not None else 0
    return seat if seat and now.felt.places[f"s{seat}"] else 0


def taken_in(now: Situation) -> tuple[int, list[int]]:
    """Return the seat whose hand was last taken in or thrown in, and the numbers of those of its cards that are certainly in the
    muck.
    """
    felt = now.felt
    for act in reversed(now.since("hand")):
        seat = seat_number(act.to[0]) if act.verb == "kill" else act.seat if act.verb in ("fold", "muck") else 0
        if seat:
            own = [card for card in felt.places[felt.layout.discards] if felt.seen[card] >> seat & 1]
            others = [other for other in range(1, felt.seats + 1) if other != seat]
            return seat, [card for card in own if felt.up[card] or not any(felt.seen[card] >> other & 1 for other in others)]
    return 0, []
