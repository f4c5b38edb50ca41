"""Facts about the first deal of a hand with a button: seats dealt in, wrong cards, exposed cards."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dealerkit.facts.decisions import comes_to, ruling_of
from dealerkit.facts.first_to_bet import last_round
from dealerkit.facts.hands import ACTIONS, SEATS, first_cards
from dealerkit.facts.seats import entitled
from dealerkit.facts.situation import SLIPPED, Situation, fact, only_of
from dealerkit.felt import Act
from dealerkit.felt.acts import is_seat, seat_number
from dealerkit.games.poker.facts.draws import hand_size
from dealerkit.games.poker.facts.showdown import boards, form_of

FLOP = 3
"""Number of cards in a flop (FTR-05)."""


@attrs.define(eq=False)
class _Deal:
    """The cards dealt to players in one hand, as far as the log has been read.

    Attributes:
        begun: Position in the log at which the hand begins.
        read: Number of acts of the log that have been read.
        acts: The acts that dealt the cards.
        count: Number of cards.
        shown: The cards dealt face up: number of the card in the deal, from 1, and its seat.
    """

    begun: int
    read: int
    acts: list[Act] = attrs.field(factory=list)
    count: int = 0
    shown: list[tuple[int, str]] = attrs.field(factory=list)

    def read_on(self, log: Sequence[Act]) -> None:
        """Read the acts of the log that were added since the last call."""
        for act in log[self.read :]:
            if act.verb == "deal" and act.who == "d" and is_seat(act.to[0]):
                self.acts.append(act)
                self.count += act.count
                if act.face == "up":
                    self.shown.append((self.count, act.to[0]))
        self.read = len(log)


def _deal(now: Situation) -> _Deal:
    begun = now.marks.get("hand", len(now.log))  # cards dealt before are the draw for the first deal
    deal: _Deal | None = now.cache.get("deal")
    if deal is None or deal.begun != begun or deal.read > len(now.log):
        deal = now.cache["deal"] = _Deal(begun, begun)
    if deal.read < len(now.log):
        deal.read_on(now.log)
    return deal


def dealt(now: Situation) -> Sequence[Act]:
    """Return the acts of this hand that dealt cards to players."""
    return _deal(now).acts


def _this(now: Situation) -> Act | None:
    """Return the judged act if it deals a card to a player and has not happened yet; else None."""
    act = now.act
    if (
        act is None
        or act.verb != "deal"
        or "hand" not in now.marks
        or (now.log and now.log[-1] is act)
        or not seat_number(act.to[0])
    ):
        return None
    return act


@fact
def first_card_wrong(now: Situation) -> bool:
    """Return whether the first card of the hand did not go to the first player on the left of the button (MD-10)."""
    acts = dealt(now)
    first = acts[0] if acts else _this(now)
    return first is not None and seat_number(first.to[0]) != entitled(now)[0]


@fact
def seat_not_entitled(now: Situation) -> bool:
    """Return whether the judged act deals a card to a seat that is not in the hand (MD-11)."""
    act = now.act
    return act is not None and act.verb == "deal" and seat_number(act.to[0]) not in (0, *entitled(now))


def passed_over(now: Situation) -> list[int]:
    """Return the seats passed over by the judged act: those between the seats of the last card and of this card, or the seats
    that have too few cards.
    """
    acts, seats = dealt(now), entitled(now)
    act = now.act
    target = seat_number(act.to[0]) if act is not None and act.verb == "deal" else 0
    last = seat_number(acts[-1].to[0]) if acts else now.felt.button
    if target in seats and (last in seats or not acts):
        start, stop = seats.index(last) + 1 if acts else 0, seats.index(target)
        return seats[start:stop] if start <= stop else seats[start:] + seats[:stop]
    return [seat for seat in seats if held(now, seat) < hand_size(now)]


def held(now: Situation, seat: int) -> int:
    """Return the number of cards a seat has been dealt in this hand."""
    who = SEATS[seat]
    return sum([act.count for act in dealt(now) if act.to[0] == who])


@fact
def passed_over_without_cards(now: Situation) -> bool:
    """Return whether a player in the hand was passed over and has no card at all (MD-12)."""
    return any(not held(now, seat) for seat in passed_over(now))


@fact
def button_waits(now: Situation) -> bool:
    """Return whether the button alone lacks cards and, by the rule set in force, may get two cards in a row, or its last card
    late.

    TDA 35-B and 37 allow both; Robert's Rules have no such exception (MD-07, MD-08). After the button has acted on its hand, the
    fact `short_button_acts` applies instead.
    """
    act, seats = now.act, entitled(now)
    if act is None or (act.who == "d" and act.verb != "deal") or not _button_may_wait(now):
        return False
    button = seats[-1]
    if act.who == "d" and seat_number(act.to[0]) == button:
        least = min((held(now, seat) for seat in seats[:-1]), default=0)
        return least >= 2 and held(now, button) < least
    return passed_over(now) == [button]


def _button_may_wait(now: Situation) -> bool:
    """Return whether a card that comes to the button out of its order is no fault by the rule set in force; True if no rule set
    says otherwise.
    """
    kept = now.game.memo.get("button may wait")
    if kept is None:
        ruling = ruling_of(now, "out_of_sequence", {"is_button": True, "acts": "", "regular_replacement": False})
        kept = now.game.memo["button may wait"] = comes_to(ruling, ("stands",)) is not False
    return bool(kept)


def shown(now: Situation) -> Sequence[tuple[int, str]]:
    """Return the players' cards exposed in the deal: for each its place in the order of the deal, from 1, and its seat."""
    deal, act = _deal(now), _this(now)
    if act is None or act.face != "up":
        return deal.shown
    return [*deal.shown, (deal.count + act.count, act.to[0])]


@fact
def more_seats_than_the_deck_serves(now: Situation) -> bool:
    """Return whether a seat gets its first card although the hands, the board and a burn for each street would take more cards
    than the pack has (DE-01).
    """
    act, felt = now.act, now.felt
    if act is None or act.verb != "deal" or not seat_number(act.to[0]) or len(felt.places[act.to[0]]) != act.count:
        return False
    if not min(form_of(now).board) or felt.places["board"]:
        return False  # a game without a board has draws, or a last card common to all
    seats = sum(1 for seat in range(1, felt.seats + 1) if felt.places[f"s{seat}"])
    return seats * hand_size(now) + _BOARD > len(felt.layout.pack)


_BOARD = 8
"""Five cards of a board and three burns."""


@fact
def card_shown_in_the_deal(now: Situation) -> bool:
    """Return whether the judged act deals a card to a player face up."""
    act = now.act
    return act is not None and act.verb == "deal" and act.face == "up" and seat_number(act.to[0]) > 0


@fact
def one_card_shown(now: Situation) -> bool:
    """Return whether exactly one card was exposed in the deal."""
    return len(shown(now)) == 1


@fact
def deal_is_done(now: Situation) -> bool:
    """Return whether every seat dealt in has all its cards of the deal before the first betting."""
    need = first_cards(now.game)
    return all(held(now, seat) >= need for seat in entitled(now))


@fact
def deal_under_way(now: Situation) -> bool:
    """Return whether cards have gone to players in this hand, and a seat dealt in still lacks some."""
    return bool(dealt(now)) and not deal_is_done(now)


def shown_again(now: Situation) -> bool:
    """Return whether the seat whose card was just exposed is dealt another exposed card."""
    act = now.act
    if act is None or act.verb != "deal" or not one_card_shown(now):
        return False
    earlier = dealt(now)
    if now.log and now.log[-1] is act:  # it is already in the log
        earlier = earlier[:-1]
    return bool(earlier) and act.to[0] == shown(now)[0][1] == earlier[-1].to[0] and earlier[-1].face == "up"


@fact
def keep_it_asked(now: Situation) -> bool:
    """Return whether the dealer asks a player whether to keep an exposed card: `d announce keep s3` (IR-19)."""
    return now.act is not None and now.act.to[0] == "keep" and bool(shown(now))


@fact
def burn_is_made(now: Situation) -> bool:
    """Return whether the card exposed in the deal is already among the burns (DP-11)."""
    moved = [act.to[1] for act in now.since("hand") if act.verb == "move"]
    return now.felt.layout.burns in moved


@fact
def too_many_on_board(now: Situation) -> bool:
    """Return whether the judged act gives the board more cards than the three of a flop (FTR-20)."""
    act = now.act
    return act is not None and act.verb == "deal" and len(now.felt.cards(act.to[0])) + act.count > FLOP


@fact
def too_few_on_board(now: Situation) -> bool:
    """Return whether the judged act deals several cards to the board at once and leaves it with fewer than the three of a flop
    (FTR-05).
    """
    act = now.act
    return act is not None and act.verb == "deal" and act.count > 1 and len(now.felt.cards(act.to[0])) + act.count < FLOP


@fact
@only_of(SLIPPED)
def flop_lacks_a_card(now: Situation) -> bool:
    """Return whether a flop was begun and has fewer than three cards (FTR-05).

    False if players acted between the first burn and the first card of the board, since then it is a later street and the flop
    was left out. False too if a player has acted on the short flop and the ruling was that no card is added to it.
    """
    places = now.felt.places
    for name in boards(now):
        if name in places and 0 < len(places[name]) < FLOP:
            break
    else:
        return False
    acts = now.since("hand")
    burned = next((at for at, act in enumerate(acts) if act.verb == "burn"), len(acts))
    dealt = next((at for at, act in enumerate(acts) if act.verb == "deal" and act.to[0] in boards(now)), len(acts))
    return not any(act.seat and act.verb in ACTIONS for act in acts[burned:dealt]) and not _short_flop_stands(now)


@fact
@only_of(SLIPPED)
def rest_of_flop_lacks_a_card(now: Situation) -> bool:
    """Return whether the betting on the first card of a flop is over, and the flop has one or two cards (FTR-05)."""
    last = last_round(now)
    short = any(0 < len(now.felt.places.get(name, ())) < FLOP for name in boards(now))
    return short and last is not None and bool(last.ended) and not _short_flop_stands(now)


def _short_flop_stands(now: Situation) -> bool:
    """Return whether it was ruled in this hand that a flop on which a player acted stays short, so that nothing is to be
    dealt.
    """
    begun = now.marks.get("hand", 0)
    ruled = [slip for slip in now.slips if slip.at > begun and slip.fault == "flop_short" and now.log[slip.at - 1].seat]
    return bool(ruled) and ruled[-1].ruling is not None and not ruled[-1].ruling.to_deal


@fact
@only_of(SLIPPED)
def flop_shown_in_part(now: Situation) -> bool:
    """Return whether some cards of a flop are face up and others face down, or a card is dealt face up beside cards just dealt
    face down (FTR-11). False for an act that turns a card by its name or place.
    """
    act = now.act
    if act is None or act.face == "down" or not set(act.to[:1]) & set(boards(now)):
        return False
    lying = now.felt.cards(act.to[0])
    if not 1 < len(lying) <= FLOP:
        return False
    if act.verb == "turn":
        return act.n is not None or len(act.cards) == 1 or not all(now.felt.up[card] for card in lying)
    before = next((past for past in reversed(now.log) if past is not act), None)
    return before is not None and before.verb == "deal" and before.to == act.to and before.face == "down"


@fact
def laid_face_down(now: Situation) -> bool:
    """Return whether cards are dealt face down (FTR-12)."""
    return now.act is not None and now.act.face == "down"
