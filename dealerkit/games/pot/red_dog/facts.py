"""Facts about bets against the pot, one player after the other: the turn, the bet, the card turned, the winner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import attrs

from dealerkit.cards import Face
from dealerkit.facts.seats import amount
from dealerkit.facts.situation import Situation, by_option, fact
from dealerkit.facts.tables import in_turn, just_done
from dealerkit.felt import DEALER, Act
from dealerkit.felt.acts import seat_number
from dealerkit.games.pot.facts.stakes import in_the_middle

TURNED = "turned"
"""Place of the cards turned for bets."""


@attrs.frozen
class WagerTurn:
    """A player's turn.

    Attributes:
        seat: Seat in turn; 0 after the last turn of the deal.
        stake: Chips bet or given as a fee, in smallest chips.
        fee: Whether the stake is a fee for passing instead of a bet.
        card: The card turned for the bet; None before it is turned.
    """

    seat: int
    stake: int
    fee: bool
    card: int | None


def _staked(acts: Sequence[Act]) -> tuple[int, bool, int]:
    """Return the seat with a stake in front, whether the stake is a fee, and the number of cards turned after it."""
    seat, fee, after = 0, False, 0
    for act in acts:
        if act.verb in ("bet", "post") and not act.to:
            if not after:
                seat, fee = act.seat, act.verb == "post"
        elif act.verb == "return" and act.to == (f"s{seat}", "bet") and not after:
            seat, fee = 0, False
        elif act.verb == "deal" and act.to[0] == TURNED and seat:
            after += act.count
    return seat, fee, after


def _last(now: Situation, upto: int) -> int:
    """Return the seat of the last turn of this deal within the first `upto` acts of the log; 0 if there was none."""
    last = seat = 0
    for act in now.log[now.marks.get("hand", 0) : upto]:
        verb = act.verb
        if verb == "bet":
            seat = act.seat if not act.to else seat
        elif verb == "post" and act.seat and not act.to:
            last, seat = act.seat, 0
        elif verb == "return" and act.who == "d" and act.to == (f"s{seat}", "bet"):
            seat = 0
        elif verb == "deal" and seat and act.to[0] == TURNED:
            last, seat = seat, 0
    return last


def turn(now: Situation) -> WagerTurn:
    """Return the present turn."""
    key = (len(now.log), now.marks.get("turn"), now.felt.tick)
    kept = now.cache.get("turn")
    if kept is None or kept[0] != key:
        kept = now.cache["turn"] = (key, _turn(now))
    wager_turn: WagerTurn = kept[1]
    return wager_turn


def _turn(now: Situation) -> WagerTurn:
    felt = now.felt
    acts = now.since("turn")
    bets = felt.rows["bet"]
    seat, fee, _ = _staked(acts)
    turned = felt.cards(TURNED)
    opened_here = not now.marks.get("turn")  # the table was set up in the middle of this turn
    card = next(iter(turned_now(now)), None)
    if not seat:
        lying = next((seat for seat in range(1, felt.seats + 1) if bets[seat]), 0) if opened_here else 0
        seat = lying or _next(now, now.marks.get("turn", 0))
        if opened_here and turned and seat and bets[seat] and card is None:
            card = turned[-1]
        return WagerTurn(seat, bets[seat] if seat else 0, fee=False, card=card)
    put = sum(felt.units(act.n) for act in acts if act.seat == seat and act.verb in ("bet", "post") and not act.to)
    if bets[seat]:
        return WagerTurn(seat, bets[seat], fee, card)
    back = 0
    for act in acts:
        if act.verb == "deal" and act.to[0] == TURNED:
            break  # any later return is of the bet itself
        if act.verb == "return" and act.to == (f"s{seat}", "bet"):
            back += felt.units(act.n)
    return WagerTurn(seat, put - back, fee, card)


def turned_now(now: Situation) -> list[int]:
    """Return the cards, by number, turned in this turn that are still at their place, in order; cards of earlier turns that came
    back are left out.
    """
    here = earlier = 0
    for act in now.since("turn"):
        if act.who != "d" or TURNED not in act.to:
            continue
        if act.verb in ("deal", "burn"):
            here += act.count
        elif act.to[0] == TURNED and act.verb in ("discard", "move", "putback"):
            gone = max(1, len(act.cards))  # a number stands for a single card
            here, earlier = max(0, here - gone), earlier + max(0, gone - here)
        elif act.verb == "move":
            here, earlier = (here, earlier - 1) if earlier else (here + 1, 0)
    lying = now.felt.cards(TURNED)
    return lying[len(lying) - here :] if here else []


def _next(now: Situation, upto: int) -> int:
    """Return the next seat to bet after the first `upto` acts of the log: from the left of the last seat that bet, or of the
    dealer; 0 after the dealer's own turn.
    """
    given = now.given.get("turn")
    if given and not now.marks.get("turn"):
        return int(given)
    felt, last = now.felt, _last(now, upto)
    if last == felt.button:
        return 0
    for seat in in_turn(now, last or felt.button):
        if felt.rows["stack"][seat] and felt.places[f"s{seat}"]:
            return seat
        if seat == felt.button:
            break
    return 0


@fact
def turns_left(now: Situation) -> bool:
    """Return whether a player has still to bet in this deal, and there is a pot to bet against (RD-11, RD-13, RD-14)."""
    return in_the_middle(now) > 0 and _next(now, len(now.log)) > 0


@fact
def bets_to_come(now: Situation) -> bool:
    """Return whether the deal is not over: a player has still to bet, or a bet is not settled (RD-12, RD-13)."""
    return turns_left(now) or bet_lies_there(now) or bool(unsettled(now))


@fact
def a_bet_was_made(now: Situation) -> bool:
    """Return whether a player has bet in this deal, after which there is no redeal (Red Dog, dealer's step 2)."""
    return any(act.verb == "bet" for act in now.since("hand"))


@fact
def bet_lies_there(now: Situation) -> bool:
    """Return whether chips are in front of a player as a bet."""
    return any(now.felt.rows["bet"])


@fact
def bet_was_made(now: Situation) -> bool:
    """Return whether the player in turn has bet, and not given a fee instead."""
    wager_turn = turn(now)
    return wager_turn.stake > 0 and not wager_turn.fee


@fact
def no_card_is_turned(now: Situation) -> bool:
    """Return whether no card has been turned for the bet of the player in turn, so that its result is not known (RD-07,
    RD-08).
    """
    return turn(now).card is None


def higher(face: Face, than: Face) -> bool:
    """Return whether a card beats the card that was turned: it is of the same suit and higher, the ace being high (RD-08,
    RD-A1).
    """
    return face.suit is than.suit and face.index > than.index


def winning(now: Situation) -> list[Face] | None:
    """Return the cards of the hand that beat the card turned; None while they are not known."""
    wager_turn = turn(now)
    felt = now.felt
    if not wager_turn.seat or wager_turn.card is None or (against := felt.faces[wager_turn.card]) is None:
        return None
    hand = [felt.faces[card] for card in felt.cards(f"s{wager_turn.seat}")]
    higher_faces = [face for face in hand if face is not None and higher(face, against)]
    return None if not higher_faces and None in hand else higher_faces


def turn_wins(now: Situation) -> bool | None:
    """Return whether the bet wins, by the cards alone (RD-08, RD-A5); None while a card that decides it is not known."""
    winners = winning(now)
    return None if winners is None else bool(winners)


@fact
def chips_taken_from_the_pot(now: Situation) -> bool:
    """Return whether chips go out of the pot although no bet is being settled (Red Dog, dealer's step 10)."""
    act = now.act
    if act is None or act.verb != "award" or bet_lies_there(now) or _next(now, len(now.log)):
        return False
    return not unsettled(now)


@fact
def hand_taken_up(now: Situation) -> bool:
    """Return whether the dealer takes up a player's cards (RD-12)."""
    return now.act is not None and bool(now.act.to) and seat_number(now.act.to[0]) > 0


def _takings(now: Situation) -> list[Act]:
    """Return the acts of this deal by which the dealer took cards out of hands."""
    acts = (act for act in now.since("hand") if act.who == DEALER and act.verb in ("discard", "kill") and act.to)
    return [act for act in acts if seat_number(act.to[0])]


def collected_early(now: Situation) -> list[tuple[str, int]]:
    """Return the cards collected before the end of this deal that are still among the used cards or in the pack: for each the
    place it came from, and its number.
    """
    if not any(act.verb in ("gather", "clear") for act in now.since("hand")):
        return []
    felt = now.felt
    lying = {card for name in (felt.layout.discards, felt.layout.start, felt.layout.stock) for card in felt.places[name]}
    kept = [(name, cards) for name, cards in felt.collected if name == TURNED or seat_number(name)]
    return [(name, card) for name, cards in kept for card in cards if card in lying]


def seats_taken_from(now: Situation) -> list[int]:
    """Return the seats from whose hands the dealer has taken cards in this deal."""
    seats = {seat_number(act.to[0]) for act in _takings(now)}
    if any(act.verb in ("gather", "clear") for act in now.since("hand")):
        seats |= {seat_number(name) for name, _ in now.felt.collected} - {0}
    return sorted(seats)


def taken_from_hands(now: Situation) -> list[tuple[str, int]]:
    """Return the cards that the dealer has taken out of hands in this deal and that are still among the used cards or in the
    pack.

    A card that the act did not name is recognised because players have seen it; the cards seen last are taken first, up to the
    number missing from the hand.

    Returns:
        For each card the place it came from, and its number; in the present order of the cards.
    """
    if early := collected_early(now):
        return early
    felt, takings = now.felt, _takings(now)
    lying = felt.cards(felt.layout.discards)
    named = {face: seat_number(act.to[0]) for act in takings for face in act.cards if face is not None}
    owners = {card: named[face] for card in lying if (face := felt.faces[card]) in named and face is not None}
    most = max(len(felt.cards(f"s{seat}")) for seat in range(1, felt.seats + 1)) or len(lying)
    for act in reversed(takings):
        seat = seat_number(act.to[0])
        missing = most - len(felt.cards(f"s{seat}")) - list(owners.values()).count(seat)
        own = [card for card in reversed(lying) if card not in owners and felt.seen[card] >> seat & 1]
        if not act.cards and missing > 0:
            owners |= dict.fromkeys(own[: missing if act.verb == "kill" else 1], seat)
    return [(f"s{owners[card]}", card) for card in lying if card in owners]


def was_shown(now: Situation, seat: int, card: int) -> bool:
    """Return whether a player other than its owner has seen a card.

    Args:
        now: The situation.
        seat: Seat of the owner.
        card: Number of the card in the pack.
    """
    return bool(now.felt.seen[card] & ~(1 << seat))


def unsettled(now: Situation) -> dict[int, int] | None:
    """Return the chips that each seat still has to get out of the pot to settle the turn, apart from its own bet in front;
    negative if it has to give chips back. None while the winner is unknown.
    """
    wager_turn, felt = turn(now), now.felt
    wins = False if wager_turn.fee else turn_wins(now)
    if wins is None:
        return None
    got, given = dict.fromkeys(range(1, felt.seats + 1), 0), Counter[int]()  # `given`: chips from outside the pot
    if wager_turn.seat:
        lying = felt.rows["bet"][wager_turn.seat]
        got[wager_turn.seat] = -wager_turn.stake + lying
    for act in _since_card(now):
        if act.who == "d" and act.to and (seat := seat_number(act.to[0])):
            units = felt.units(act.n) if act.n is not None else wager_turn.stake if seat == wager_turn.seat else 0
            if act.verb in ("pay", "pass"):
                got[seat] += max(0, units - max(0, -given[seat]))  # the rest is chips given back that came from elsewhere
                given[seat] += units
            elif act.verb == "award" or (act.verb == "return" and act.to[1:] in (("bet",), ("pot",))):
                got[seat] += units
            elif act.verb == "collect" and act.to[1:] == ("pot",):
                got[seat] -= units
            elif act.verb == "collect":  # the pot gets none of these chips
                got[seat] -= max(0, min(units, given[seat]))
                given[seat] -= units
        elif act.seat and act.verb == "take" and act.to == ("bet",):
            got[act.seat] += wager_turn.stake if act.n is None else felt.units(act.n)
        elif act.seat and act.verb == "pay":
            got[act.seat] -= felt.units(act.n)
            got[seat_number(act.to[0])] += felt.units(act.n)
    if wager_turn.seat and not wins:
        got[wager_turn.seat] -= felt.rows["bet"][wager_turn.seat]  # these chips are still to go into the pot
    due = {
        seat: (0 if seat != wager_turn.seat else wager_turn.stake if wins else -wager_turn.stake) - have
        for seat, have in got.items()
    }
    return {seat: n for seat, n in due.items() if n}


def paid_too_soon(now: Situation) -> dict[int, int]:
    """Return the chips that each seat got out of the pot in this turn before a card was turned, as negative numbers, because they
    have to go back; positive if too much has been taken back.
    """
    back: dict[int, int] = {}
    for act in now.since("turn"):
        of_the_pot = act.verb == "award" or (act.verb == "collect" and act.to[1:] in ((), ("pot",)))
        if of_the_pot and act.to and (seat := seat_number(act.to[0])):
            back[seat] = back.get(seat, 0) + now.felt.units(act.n) * (-1 if act.verb == "award" else 1)
    return {seat: n for seat, n in back.items() if n}


def _since_card(now: Situation) -> list[Act]:
    """Return the acts of this turn since a card was turned, or since the fee was put down."""
    acts = now.since("turn")
    for at, act in enumerate(acts):
        if (act.verb == "deal" and act.to[0] == TURNED) or (act.verb == "post" and not act.to):
            return acts[at + 1 :]
    return acts if not now.marks.get("turn") else []


def bets_allowed(now: Situation, seat: int) -> range:
    """Return a seat's possible bets, in smallest chips: from the smallest bet to the whole pot, up to the stack; only the whole
    pot if it is smaller (RD-06, RD-A4).
    """
    pot = now.felt.rows["pot"][0]
    most = min(pot, now.felt.rows["stack"][seat] + now.felt.rows["bet"][seat])
    least = min(amount(now, "minimum"), most)
    return range(least, most + 1) if most else range(0)


@fact
def turn_misannounced(now: Situation) -> bool:
    """Return whether the dealer calls a losing bet against the pot a win, or a winning bet a loss (RD-08, RD-10)."""
    word = just_done(now).to[0]
    wins = turn_wins(now) if word in ("win", "wins", "lose", "loses") else None
    return wins is not None and wins is not word.startswith("win")


@by_option("hand_faces", "down")
def hands_lie_down() -> None:
    """Return whether the house deals the hands face down, so that cards are to be shown (RD-10, RD-16)."""
