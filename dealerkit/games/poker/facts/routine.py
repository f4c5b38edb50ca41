"""Facts about the dealer's routine (decks, burns, counts), and about slips when a hand is killed or a pot pushed."""

from __future__ import annotations

from dealerkit.facts.hands import ACTIONS, hand_taken_in, kept_back, last_in, live, uncalled
from dealerkit.facts.seats import forced_rows
from dealerkit.facts.situation import Situation, by_option, fact, only_in, only_with
from dealerkit.felt.acts import seat_number
from dealerkit.games.poker.facts.deal import deal_is_done
from dealerkit.games.poker.facts.seats import first_hand
from dealerkit.games.poker.facts.showdown import (
    awards_due,
    comes_out_uneven,
    form_of,
    high_and_low,
    pots_lying,
    pushed_so_far,
    tabled,
    values_of,
    whole_shares,
)


@fact
def pot_not_pushed(now: Situation) -> bool:
    """Return whether chips are in a pot, and there is a player who may win it (DP-27)."""
    rows = now.felt.rows
    return any(rows[name][0] for name in now.felt.layout.pots if name in rows) and bool(live(now) or last_in(now))


@fact
def pot_is_unclaimed(now: Situation) -> bool:
    """Return whether chips are in a pot, several players are in the hand, and none has tabled it, so that no winner is known
    (SD-05).
    """
    if not pot_not_pushed(now):
        return False
    seats = live(now)
    return len(seats) > 1 and not any(tabled(now, seat) for seat in seats)


@fact
def new_deck_brought(now: Situation) -> bool:
    """Return whether a new deck has been brought to the table for this hand (DP-01, VD-01)."""
    return _since_dealt(now, "introduce")


def _since_dealt(now: Situation, *verbs: str) -> bool:
    """Return whether the dealer has done an act with one of some verbs since a card was last dealt."""
    last = next((act for act in reversed(now.log) if act.verb == "deal" or (act.who == "d" and act.verb in verbs)), None)
    return last is not None and last.verb != "deal"


@fact
def cards_fresh(now: Situation) -> bool:
    """Return whether the cards are to be washed: in the first hand, with a new deck, or after a face was seen in the shuffle
    (DP-02).
    """
    return first_hand(now) or _since_dealt(now, "introduce", "flash")


@fact
@only_with("show_burns", "true")
def burns_to_be_shown(now: Situation) -> bool:
    """Return whether there are burns, and the house counts them after the hand (option `show_burns`)."""
    return bool(now.game.options.get("show_burns")) and bool(now.felt.places[now.felt.layout.burns])


@by_option("spread_deck", "true")
def deck_to_be_spread() -> None:
    """Return whether the house spreads the deck after each hand (option `spread_deck`)."""


@fact
@only_with("count_stub", "first_hand", "every_hand")
def stub_to_be_counted(now: Situation) -> bool:
    """Return whether the house has the stub counted after this hand (option `count_stub`)."""
    when = now.game.options.get("count_stub")
    return when == "every_hand" or (when == "first_hand" and first_hand(now))


@by_option("count_stub", "each_down", "first_hand")
def house_counts_each_down() -> None:
    """Return whether the house has the stub counted at least once before a dealer is relieved (option `count_stub`)."""


@fact
def no_flop_hand(now: Situation) -> bool:
    """Return whether the hand was over before a flop."""
    return "board" in now.felt.places and not now.felt.places["board"]


# -- absent players ----------------------------------------------------------------------------------------------------


def _absent(now: Situation) -> list[int]:
    """Return the seats that hold cards and whose players are away."""
    felt = now.felt
    if not felt.away:
        return []
    return [seat for seat in range(1, felt.seats + 1) if felt.away >> seat & 1 and felt.places[f"s{seat}"]]


@fact
def absent_were_dealt_in(now: Situation) -> bool:
    """Return whether the deal is done, and a player who is away has a hand."""
    act = now.act
    if not now.felt.away or act is None or not seat_number(act.to[0]):
        return False
    if any(past.verb in ACTIONS for past in now.since("hand")):
        return False  # a player who left after the deal is not absent
    return bool(_absent(now)) and deal_is_done(now)


@fact
def absent_hold_cards(now: Situation) -> bool:
    """Return whether a player who is away has a hand."""
    return bool(_absent(now))


@fact
def absent_are_out(now: Situation) -> bool:
    """Return whether no player who is away holds cards."""
    return not _absent(now)


@fact
def absent_passed(now: Situation) -> bool:
    """Return whether the action was at a player who is away, and passed on to the next seat."""
    act = now.act
    away = (seat for seat in range(1, now.felt.seats + 1) if now.felt.away >> seat & 1)
    return act is not None and act.verb in ACTIONS and any(f"s{seat}" in now.asked for seat in away)


@fact
def absent_hand_taken(now: Situation) -> bool:
    """Return whether the hand taken in is that of a player who is away."""
    return bool(now.felt.away >> hand_taken_in(now) & 1)


# -- hands taken in wrongly --------------------------------------------------------------------------------------------


@fact
def tabled_winner_killed(now: Situation) -> bool:
    """Return whether the hand taken in is face up, and wins a pot or a share of one (SD-06)."""
    seat = hand_taken_in(now)
    due = awards_due(now) if seat in live(now) and tabled(now, seat) else None
    return due is not None and any(winner == seat for _, winner, _ in due)


# -- pots pushed wrongly -------------------------------------------------------------------------------------------------


@fact
def pot_is_pushed(now: Situation) -> bool:
    """Return whether the judged act pushes a pot."""
    return now.act is not None and now.act.verb == "award"


def _pushed(now: Situation) -> tuple[int, int, str]:
    """Return the seat, the amount in smallest chips, and the pot of the award being judged; `0, 0, ""` for another act."""
    act = now.act
    if act is None or act.verb != "award":
        return 0, 0, ""
    return seat_number(act.to[0]), now.felt.units(act.n), act.to[1] if len(act.to) > 1 else "pot"


@fact
def award_is_wrong(now: Situation) -> bool:
    """Return whether the judged act pushes a pot to a seat that it is not due to, or in a wrong amount."""
    seat, amount, pot = _pushed(now)
    return bool(seat) and (pot, seat, amount) not in (awards_due(now) or [])


@fact
def forced_bet_goes_back(now: Situation) -> bool:
    """Return whether a blind or an ante that is due is given back to its player before any player has acted (DP-09)."""
    act = now.act
    if act is None or act.verb != "return" or any(past.seat and past.verb in ACTIONS for past in now.since("hand")):
        return False
    seat, row = seat_number(act.to[0]), now.felt.rows[act.to[1]]
    left = row[seat] - (now.felt.units(act.n) if act.n is not None else row[seat])
    return any(left < due for owner, name, due in forced_rows(now) if (owner, name) == (seat, act.to[1]))


@fact
def called_bet_goes_back(now: Situation) -> bool:
    """Return whether a bet that was made in turn is given back, and more of it than its uncalled part (RM-22, BR-30)."""
    act = now.act
    if act is None or act.verb != "return" or act.to[1] != "bet":
        return False
    if now.out_of_turn is not None and any(past.who == act.to[0] for past in now.out_of_turn[1]):
        return False
    seat, more = uncalled(now)
    row = now.felt.rows["bet"]
    given = now.felt.units(act.n) if act.n is not None else row[seat_number(act.to[0])]
    return given > (more if seat == seat_number(act.to[0]) else 0)


@fact
def rest_of_a_wrong_share(now: Situation) -> bool:
    """Return whether a pot is divided wrongly by two pushes: after a share of it was pushed in a wrong amount, the rest goes to
    another seat that has a share. Both pushes are one slip (SD-16).

    The same applies to the second half of a pot that was split although no low qualifies (HL-06).
    """
    seat, amount, pot = _pushed(now)
    if not seat or pot not in now.felt.layout.pots or amount != now.felt.rows[pot][0]:
        return False
    before = pushed_so_far(now)
    if split_without_low(now) and any(name == pot and winner != seat and got for (name, winner), got in before.items()):
        return True
    shares = whole_shares(now) or []
    mine = [got for name, winner, got in shares if (name, winner) == (pot, seat)]
    others = ((name, winner, got) for name, winner, got in shares if name == pot and winner != seat)
    return bool(mine) and any(before.get((name, winner), 0) not in (0, got) for name, winner, got in others)


@fact
def pots_pushed_together(now: Situation) -> bool:
    """Return whether a single push covers several pots that have different winners (SD-13)."""
    seat, amount, _ = _pushed(now)
    lying = pots_lying(now)
    due = awards_due(now)
    if due is None or len(lying) < 2 or amount != sum(size for _, size, _ in lying):
        return False
    return len({winner for _, winner, _ in due}) > 1 and bool(seat)


@fact
def uncalled_goes_along(now: Situation) -> bool:
    """Return whether the seat is pushed another player's uncalled bet along with its share (RM-22)."""
    seat, amount, _ = _pushed(now)
    owner, kept = kept_back(now)
    return (
        bool(kept) and seat != owner and amount == kept + sum(got for _, winner, got in awards_due(now) or [] if winner == seat)
    )


@fact
def odd_chip_only(now: Situation) -> bool:
    """Return whether a seat that shares the pot gets an amount that is wrong by odd chips only (SD-09 to SD-12)."""
    seat, amount, pot = _pushed(now)
    due = awards_due(now) or []
    shares = {winner: got for name, winner, got in due if name == pot}
    if seat not in shares or len(shares) < 2 or not 0 < abs(shares[seat] - amount) <= len(shares):
        return False
    return comes_out_uneven(now, sum(shares.values()), list(shares))


@fact
def pots_put_together(now: Situation) -> bool:
    """Return whether a whole side pot is put back into the main pot: `d build pot side-1 40` (SD-13)."""
    act = now.act
    if act is None or act.verb != "build" or act.to[0] != "pot" or len(act.to) < 2:
        return False
    lying = now.felt.rows.get(act.to[1])
    return lying is not None and now.felt.units(act.n) >= lying[0] > 0


@fact
def pots_merged(now: Situation) -> bool:
    """Return whether the main pot and the side pots were divided together, as if they were one pot (SD-13)."""
    seat, amount, _ = _pushed(now)
    lying, due = pots_lying(now), awards_due(now) or []
    if len(lying) < 2:
        return False
    total = sum(size for _, size, _ in lying)
    winners = {winner for _, winner, _ in due}
    return seat in winners and abs(amount * len(winners) - total) < len(winners)


@fact
@only_in(high_and_low)
def split_without_low(now: Situation) -> bool:
    """Return whether half a pot is pushed although no hand qualifies for low (HL-06)."""
    form_ = form_of(now)
    if not (form_.high and form_.low):
        return False
    _, amount, pot = _pushed(now)
    values = [values_of(now, seat) for seat in live(now)]
    if None in values or any(value is not None and value[1] for value in values):
        return False
    size = next((size for name, size, _ in pots_lying(now) if name == pot), 0)
    return bool(size) and abs(2 * amount - size) <= 1


@fact
@only_in(high_and_low)
def share_of_halves(now: Situation) -> bool:
    """Return whether in a high-low game a wrong amount goes to a seat that shares the pot (HL-03, HL-07)."""
    form_ = form_of(now)
    seat, _, pot = _pushed(now)
    winners = {winner for name, winner, _ in awards_due(now) or [] if name == pot}
    return bool(form_.high and form_.low) and seat in winners


@fact
@only_with("chips_stacked", "true")
def split_to_be_stacked(now: Situation) -> bool:
    """Return whether the pot is to be split, and the house has its chips stacked first (option `chips_stacked`)."""
    return bool(now.game.options.get("chips_stacked")) and len({winner for _, winner, _ in awards_due(now) or []}) > 1
