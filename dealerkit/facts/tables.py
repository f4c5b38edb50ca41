"""Facts about any table: the pack, the stock, who sits where."""

from __future__ import annotations

from dealerkit.facts.situation import Situation, fact


@fact
def always(now: Situation) -> bool:
    """Holds at all times: a section that repeats as long as the table is open."""
    return True


@fact
def first_time(now: Situation) -> bool:
    """The section around is gone through for the first time."""
    return max(now.rounds.values(), default=1) <= 1


@fact
def pack_to_shuffle(now: Situation) -> bool:
    """The cards lie together where they are shuffled, or are used up and have to be."""
    return not now.felt.left()


def in_turn(now: Situation, after: int) -> list[int]:
    """All seats in order, from the left of one of them."""
    seats = now.felt.seats
    return [(after + step - 1) % seats + 1 for step in range(1, seats + 1)]


def bettors(now: Situation) -> list[int]:
    """The seats in the order in which the dealer reaches them, from the dealer's left."""
    return list(range(1, now.felt.seats + 1))


@fact
def heads_up(now: Situation) -> bool:
    """Two players only: the button posts the small blind and is dealt last."""
    return now.felt.seats == 2


@fact
def house_asks_calls(now: Situation) -> bool:
    """The house wants every total called aloud (option `calls_required`)."""
    return bool(now.game.options.get("calls_required", False))


@fact
def deal_begun(now: Situation) -> bool:
    """A card of this hand is out."""
    return now.felt.tick > max(map(max, now.starts.values()), default=0) if now.starts else now.felt.tick > 0


@fact
def cut_card_out(now: Situation) -> bool:
    """The cut card has come out of the shoe."""
    return now.felt.cut_out
