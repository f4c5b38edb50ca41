"""Facts about the seats in the game, the button, and the bets due from each seat before the cards."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import attrs

from dealerkit.facts.situation import Situation, by_option
from dealerkit.facts.tables import in_turn
from dealerkit.felt import read_number


@attrs.frozen
class Blinds:
    """The seats of the blinds in a hand.

    Attributes:
        small: Seat that posts the small blind; 0 for none.
        big: Seat that posts the big blind; 0 for none.
        small_place: Seat of the small blind even if it is empty: with a dead button, the button goes there next (DE-10).
    """

    small: int
    big: int
    small_place: int


def entitled(now: Situation) -> list[int]:
    """Return the seats that are dealt in, from the left of the button: those with chips that do not sit out, or that put chips in
    for this hand before they left (DP-09, MD-11).

    They are fixed from the first card that leaves the stub until the hand is over.
    """
    felt = now.felt
    mark = now.marks.get("hand", -1)
    kept = now.cache.get("entitled")
    if kept is not None and kept[:2] == (mark, felt.seatings) and (kept[2] or _only_posts_since(now, kept[4])):
        numbers: list[int] = kept[3]
        return numbers
    seating = _seating(now, mark)
    away, funded, button = seating or (felt.left_out(), felt.funded(), felt.button)
    absent = 0 if _absent_are_dealt_in(now) else away
    order = in_turn(now, button)
    seats = [seat for seat in order if not absent >> seat & 1 and funded >> seat & 1] or order
    now.cache["entitled"] = (mark, felt.seatings, seating is not None, seats, len(now.log))
    return seats


def _seating(now: Situation, mark: int) -> tuple[int, int, int] | None:
    """Return the seats left out and the seats with chips, as masks, and the button, at the moment when the first card of this
    hand left the stub; None before that.

    A hand that is dealt again has the same seats as before (MD-17).
    """
    starts = now.starts.get("hand", ())
    begun = starts[max(0, len(starts) - 1 - _in_vain(now, mark))] if starts else now.felt.tick
    return next((seating[1:] for seating in now.felt.seatings if seating[0] >= begun), None)


def _in_vain(now: Situation, mark: int) -> int:
    """Return how many times in a row this hand was dealt before and ruled a misdeal."""
    kept = now.cache.get("in vain")
    if kept is None or kept[0] != mark:
        count = 0
        for at in range(mark - 1, -1, -1):
            act = now.log[at]
            if act.verb == "award":
                break
            count += act.who == "f" and act.verb == "rule" and act.to[0] == "misdeal"
        kept = now.cache["in vain"] = (mark, count)
    return int(kept[1])


def _only_posts_since(now: Situation, at: int) -> bool:
    """Return whether the log, from an index on, has only forced bets put in front of their owners."""
    front = now.felt.layout.front
    return all(act.verb == "post" and (not act.to or act.to[0] in front) for act in now.log[at:])


def _absent_are_dealt_in(now: Situation) -> bool:
    return now.game.options.get("deal_to") == "all_seats"


def playing(now: Situation) -> list[int]:
    """Return the seats that can be in the next hand, from the left of the button: they have chips behind and do not sit out."""
    felt = now.felt
    stack = felt.rows["stack"]
    absent = 0 if _absent_are_dealt_in(now) else felt.away
    return [seat for seat in in_turn(now, felt.button) if stack[seat] and not absent >> seat & 1]


def blinds_of(now: Situation) -> Blinds:
    """Return the seats of the blinds in this hand (DE-10; TDA 32, 34-B).

    With a moving button they are the next two seats in the game; heads-up the button has the small blind. With a dead button the
    big blind moves on by one player each hand, and the small blind follows to the seat of the last big blind, unposted if that is
    empty.
    """
    options, last = now.game.options, now.before.get("blinds")
    return place_blinds(
        entitled(now),
        now.felt.button,
        last if isinstance(last, Blinds) else None,
        dead=options.get("button_rule") == "dead",
        on_button=options.get("blinds_at") == "button",
    )


def place_blinds(
    seats: Sequence[int], button: int, last: Blinds | None = None, *, dead: bool = False, on_button: bool = False
) -> Blinds:
    """Return the seats of the blinds (DE-10; TDA 32, 34-B).

    Args:
        seats: Seats that are dealt in, from the left of the button.
        button: Seat of the button; it may be empty.
        last: Blinds of the hand before; None for the first.
        dead: Whether the house plays with a dead button.
        on_button: Whether the only blind is posted by the button.

    >>> place_blinds([4, 6, 2], 2, Blinds(3, 5, 3), dead=True)
    Blinds(small=0, big=6, small_place=5)
    """
    if len(seats) < 2:
        return Blinds(0, 0, button)
    if on_button:
        return Blinds(0, seats[-1], button)
    if len(seats) == 2:
        small, big = (button, next(seat for seat in seats if seat != button)) if button in seats else (seats[1], seats[0])
        return Blinds(small, big, small)
    if dead and last is not None and last.big:
        place = last.big
        big = next((seat for seat in sorted(seats) if seat > place), min(seats))
        return Blinds(place if place in seats else 0, big, place)
    return Blinds(seats[0], seats[1], seats[0])


def next_button(now: Situation) -> int:
    """Return the seat of the button for the next hand (DP-29, DE-10; TDA 32, 34-B); its present seat if fewer than two players
    can play on.
    """
    last, dead = now.results.get("blinds"), now.game.options.get("button_rule") == "dead"
    return place_button(playing(now), now.felt.button, last if isinstance(last, Blinds) else None, dead=dead)


def place_button(seats: Sequence[int], button: int, last: Blinds | None = None, *, dead: bool = False) -> int:
    """Return the seat of the button for the next hand (DP-29, DE-10; TDA 32, 34-B).

    Args:
        seats: Seats that can be in that hand, from the left of the present button.
        button: Seat of the present button.
        last: Blinds of the finished hand; None if unknown.
        dead: Whether the house plays with a dead button.

    >>> place_button([4, 6, 2], 2, Blinds(3, 5, 3), dead=True), place_button([4, 6, 2], 2, Blinds(3, 5, 3))
    (3, 4)
    >>> place_button([4, 6], 2, Blinds(2, 6, 2)), place_button([4], 2)  # two are left, and one
    (6, 4)
    """
    if len(seats) < 2:
        return seats[0] if seats else button
    if len(seats) == 2:  # nobody may have the big blind twice in a row
        return last.big if last is not None and last.big in seats else seats[0]
    if dead and last is not None and last.big:
        return last.small_place if last.small_place != last.big else last.big
    return seats[0]


Due = tuple[int, str, int]
"""A forced bet that is due: the seat, the move (`post`, `post ante`, `post dead`), and the amount in smallest chips."""


def forced_bets(now: Situation) -> list[Due]:
    """Return the bets due from every seat before the cards, in the order of the seats (DP-09, DR-02, DE-10).

    A player with fewer chips puts in the whole stack; the ante comes before the blind.

    Returns:
        The bets, each as seat, move such as `post ante`, and amount in smallest chips.
    """
    mark = now.marks.get("hand", -1)
    kept = now.cache.get("forced bets")
    if kept is not None and kept[0] == mark and not now.felt.returned and _only_posts_since(now, kept[2]):
        known: list[Due] = kept[1]
        return known
    dues = _forced_bets(now)
    now.cache["forced bets"] = (mark, dues, len(now.log))
    return dues


def _forced_bets(now: Situation) -> list[Due]:
    felt, options = now.felt, now.game.options
    seats = entitled(now)
    if len(seats) < 2:
        return []
    small, big, ante = (amount(now, name) for name in ("small_blind", "big_blind", "ante"))
    dues: list[Due] = []
    blinds = blinds_of(now) if big else Blinds(0, 0, 0)
    ante_by = str(options.get("ante_by", "all"))
    owed = owing(now)
    rows = [felt.rows[name] for name in ("stack", *felt.layout.front)]
    for seat in seats:
        wanted: list[tuple[str, int]] = []
        if ante and ante_by == "all":
            wanted.append(("post ante", ante))
        elif ante and seat == (blinds.big if ante_by == "big_blind" else felt.button):
            wanted.append(("post dead", ante))
        if seat == blinds.small:
            wanted.append(("post", small))
        elif seat == blinds.big:
            wanted.append(("post", big))
        elif big and seat in owed:
            wanted.append(("post", big))
            if owed[seat]:
                wanted.append(("post dead", small))
        left = sum(row[seat] for row in rows)
        for move, full in wanted:
            due = min(full, left)
            left -= due
            dues.append((seat, move, due))
    return dues


def forced_bets_missing(now: Situation) -> list[Due]:
    """Return the forced bets, or parts of them, that do not lie in front of their seats yet.

    Returns:
        Each as seat, move such as `post ante`, and missing amount in smallest chips.
    """
    rows = now.felt.rows
    return [(seat, move, due - rows[_ROWS[move]][seat]) for seat, move, due in forced_bets(now) if rows[_ROWS[move]][seat] < due]


def forced_rows(now: Situation) -> list[Due]:
    """Return the forced bets of the hand with the rows in which they lie.

    Returns:
        Each as seat, row of chips such as `ante`, and amount in smallest chips.
    """
    return [(seat, _ROWS[move], due) for seat, move, due in forced_bets(now)]


def forced_in_front(now: Situation) -> dict[int, int]:
    """Return the blind or straddle that is part of each seat's bet, in smallest chips.

    It is posted once for the hand, even if the hand is dealt again.
    """
    dues: dict[int, int] = {}
    for seat, move, due in forced_bets(now):
        if move == "post":
            dues[seat] = dues.get(seat, 0) + due
    for act in now.since("hand"):
        if act.verb == "straddle":
            dues[act.seat] = now.felt.units(act.n)
    return dues


_ROWS = {"post": "bet", "post ante": "ante", "post dead": "dead"}


def owing(now: Situation) -> dict[int, bool]:
    """Return the seats that owe a big blind before they are dealt in: those that came back after they missed it, and new players.

    They post the big blind live, and a missed small blind dead (R: Button and Blind Use). There are none if the house does not
    ask for it (options `missed_blinds` and `new_player_posts`; CO-31, CO-33).

    Returns:
        For each of these seats, whether it owes a small blind too.
    """
    felt, log = now.felt, now.log
    names = dict.fromkeys(_newcomers(now), False)
    if not felt.returned or now.game.options.get("missed_blinds") == "none":
        return names
    for seat in range(1, felt.seats + 1):
        if felt.returned >> seat & 1:
            who, posted, away = f"s{seat}", 0, False
            for act in reversed(log):
                if act.who == who and act.verb == "sitin":
                    away = True
                elif act.who == who and act.verb == "sitout":
                    break
                elif away and act.verb == "post" and not act.to:
                    posted += 1
            if posted > 1:  # the others have posted the blinds of a whole hand meanwhile
                names[seat] = posted > 3
    return names


def _newcomers(now: Situation) -> list[int]:
    """Return the seats that bought in since the last hand and were never dealt a card, if the house makes new players post
    (option `new_player_posts`, CO-33); none on the first hand.
    """
    if now.game.options.get("new_player_posts") != "big_blind":
        return []
    log, bought = now.log, set[int]()
    at = len(log) - 1 - sum(1 for _ in itertools.takewhile(lambda act: act.verb != "award", reversed(log)))
    if at < 0:
        return []
    bought = {act.seat for act in log[at:] if act.verb == "buy" and not act.to}
    return [seat for seat in sorted(bought) if not any(act.verb == "deal" and act.to[0] == f"s{seat}" for act in log[:at])]


def amount(now: Situation, name: str) -> int:
    """Return the value of an option that is money, in smallest chips; 0 if the game has no such option."""
    value = now.game.options.get(name)
    if value in (None, "", "none"):
        return 0
    known = now.game.memo.get(("amount", name))
    if known is None:
        known = now.game.memo["amount", name] = now.felt.units(read_number(str(value)))
    return int(known)


@by_option("posts", "free")
def posted_freely() -> None:
    """Return whether forced bets are taken as they were posted, since a record from another source gives each seat's posts
    (option `posts`).
    """


def left_of_big_blind(now: Situation) -> int:
    """Return the seat under the gun: the first seat with cards to the left of the big blind."""
    seats = entitled(now)
    at = seats.index(blinds_of(now).big) if blinds_of(now).big in seats else 0
    return seats[(at + 1) % len(seats)]
