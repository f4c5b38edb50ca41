"""Facts about a round against the house: its first cards, a possible dealer's natural, offers to players, acts that are due."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from dealerkit.facts.rounds import round_id, steps_in
from dealerkit.facts.situation import GameData, Situation, by_option, fact, never_with, only_in, only_with
from dealerkit.felt import Act
from dealerkit.games.pit.facts.round_reader import bets_at_the_close, box_round
from dealerkit.rules.boxes import DEALER_HAND
from dealerkit.rules.doc import branch

EMPTY: Mapping[str, Any] = MappingProxyType({})
"""No options and no places."""


def order_of(
    game: GameData,
    orders: Mapping[str, Sequence[str]],
    by: Sequence[object] | None = None,
    closed: Mapping[str, Sequence[object]] = EMPTY,
    later: Mapping[str, Mapping[str, Sequence[object]]] = EMPTY,
) -> Sequence[str]:
    """Return the order of the first cards that is in force, as a list of `boxes` and places, each with `up` or `down`.

    Args:
        game: The game.
        orders: All orders, by name.
        by: Candidate names, of which the first one that names an order counts; None for the first order.
        closed: Options, each with the values under which the boxes' cards are dealt face down.
        later: Places whose cards come only after a decision, with the options and values under which they do.
    """

    def in_force(entry: Mapping[str, Sequence[object]]) -> bool:
        return any(game.options.get(option) in values for option, values in entry.items())

    order: Sequence[str] = next((orders[str(name)] for name in by or [*orders] if str(name) in orders), ())
    order = [part for part in order if not in_force(later.get(part.split()[0], EMPTY))]
    return [f"{part} down" if part == "boxes" and in_force(closed) else part for part in order]


def _first_deal(game: GameData) -> Sequence[str]:
    steps = (step for _, step in steps_in(branch(game.data, "procedure")) if "orders" in step)
    return next(
        (order_of(game, step["orders"], step.get("by"), step.get("closed", EMPTY), step.get("later", EMPTY)) for step in steps),
        (),
    )


def first_cards(now: Situation, order: Sequence[str] | None = None, *, dealer_last: bool = False) -> list[Act]:
    """Return the acts that deal the first cards still to come, in order (BJ-31).

    Args:
        now: Situation at the table.
        order: The order; each part is `boxes` or a place, with `up` or `down`. None for the game's own.
        dealer_last: Whether the dealer's own cards come after all others, as when one was left out and is made up for (BJI-07).
    """
    round_ = box_round(now)
    if round_.cleared or (round_.stood and not (round_.hands or round_.dealt)):  # nobody has a bet, so no round is dealt
        return []
    came, due = dict(round_.deals), list[Act]()
    for part in now.game.once("first deal", _first_deal) if order is None else order:
        place, *manner = part.split()
        count = next((int(word) for word in manner if word.isdecimal()), 1)
        face = next((word for word in manner if not word.isdecimal()), "")
        places = [hand.place for hand in round_.hands if not (hand.child or hand.void)] if place == "boxes" else [place]
        for to in places:
            there = min(came.get(to, 0), count)
            came[to] = came.get(to, 0) - there
            if there < count:
                due.append(Act.make("d", "deal", to, n=count - there if count - there > 1 else None, face=face))
    return sorted(due, key=lambda act: act.to[0] == DEALER_HAND) if dealer_last else due


@fact
def round_is_put_off(now: Situation) -> bool:
    """Return whether the cut card came instead of the first card of a round, so that the cards are shuffled first (BJ-22)."""
    round_, shuffled = box_round(now), now.game.options.get("cut_card_first") == "shuffle_now"
    return shuffled and now.felt.cut_out and not round_.hands and any(bets_at_the_close(now).get(round_.boxes.main, ()))


@fact
def nobody_has_bet(now: Situation) -> bool:
    """Return whether no box has a bet, so that no round is dealt (BJ-31)."""
    return not any(now.felt.rows[box_round(now).boxes.main])


@fact
def cards_are_out(now: Situation) -> bool:
    """Return whether cards of the round have been dealt, and so have to be cleared (BJ-90)."""
    return box_round(now).dealt > 0


@fact
def hands_to_play(now: Situation) -> bool:
    """Return whether a hand is still to be played: it has a decision to make, or cards to come."""
    return box_round(now).turn is not None


@fact
def hand_is_asked(now: Situation) -> bool:
    """Return whether the hand in turn has a decision to make: its cards are out, and it waits for none."""
    round_ = box_round(now)
    hand = round_.turn
    return hand is not None and hand.waits is None and len(hand.cards) >= round_.boxes.cards


def dealer_may_have_natural(now: Situation) -> bool:
    """Return whether the dealer's up-card can be part of a natural: an ace or a ten (BJ-66)."""
    round_ = box_round(now)
    up = round_.up_letter()
    return round_.boxes.reading.natural is not None and up is not None and round_.boxes.reading.natural(up)


@fact
def dealer_has_natural(now: Situation) -> bool | None:
    """Return whether the dealer is known to have a natural (BJ-67); None while that cannot be known."""
    return box_round(now).dealer_natural()


def ace_is_up(now: Situation) -> bool:
    """Return whether the dealer's up-card is an ace (BJ-57)."""
    return box_round(now).up_letter() == "A"


@fact
def round_allowed(now: Situation) -> bool:
    """Return whether another round may begin from this shoe (BJ-22): the cut card has not come out, and enough cards are left;
    and a deck dealt by the rule of six has not had all its rounds (BJ-24).
    """
    felt = now.felt
    if not felt.left():
        return False
    if not felt.cut_out:
        return not _six_is_reached(now)
    begun = now.starts.get(round_id(now.game), ())
    if not begun or now.game.options.get("cut_card_first") != "deal_round":
        return False
    return felt.cut_at == felt.tick and felt.cut_at not in begun  # the cut card has come as the first card of the coming round


@fact
def pack_is_uncut(now: Situation) -> bool:
    """Return whether the pack was shuffled and neither cut nor dealt from since, so that it may be shuffled more (PIT-03,
    PIT-04).
    """
    last = next((act.verb for act in now.backwards() if act.verb in ("shuffle", "cut", "deal", "burn")), "")
    return last == "shuffle"


@fact
def used_cards_lie_out(now: Situation) -> bool:
    """Return whether used cards lie in the discards, so that the pack in hand is not whole (PIT-03)."""
    return bool(now.felt.places[now.felt.layout.discards])


_SIX = 6
"""Rounds from a deck and boxes in play, after which a deck dealt by the rule of six is shuffled."""


def rounds_of_six(boxes: int) -> int:
    """Return how many rounds are dealt from a deck by the rule of six, which fixes the sum of rounds and boxes; at least one
    (BJ-24).

    Args:
        boxes: Number of boxes in play.

    >>> [rounds_of_six(boxes) for boxes in (1, 3, 5, 7)]
    [5, 3, 1, 1]
    """
    return max(1, _SIX - boxes)


def _six_is_reached(now: Situation) -> bool:
    """Return whether the deck is shuffled by the rule of six after the last round that was dealt from it (BJ-24)."""
    if now.game.options.get("shuffle_at") != "rule_of_six":
        return False
    boxes = len({hand.seat for hand in box_round(now).hands})
    return _rounds_dealt(now) >= rounds_of_six(boxes)


def _rounds_dealt(now: Situation) -> int:
    """Return the number of rounds from this shoe whose cards were dealt and cleared. Cards that were cleared too early and laid
    out again are cleared once more.
    """
    rounds, out = 0, False
    for act in now.since("shoe"):
        if act.verb == "clear" and out:
            rounds, out = rounds + 1, False
        elif act.verb == "move" and act.to[0] == now.felt.layout.discards and not out:
            rounds, out = rounds - 1, True
        elif act.verb == "deal":
            out = True
    return rounds


@fact
@only_with("insurance", "true")
def insurance_is_due(now: Situation) -> bool:
    """Return whether an ace is up and the house offers insurance (BJ-57)."""
    return bool(now.game.options.get("insurance", False)) and ace_is_up(now)


@fact
@only_with("insurance", "true")
def insurance_may_be_made(now: Situation) -> bool:
    """Return whether insurance is due and the dealer's hole card has not been seen; once it was seen, insurance is no longer
    offered (BJI-14).
    """
    if not insurance_is_due(now):
        return False
    round_ = box_round(now)
    return not (round_.open and len(round_.dealer) >= round_.boxes.cards)


@fact
@only_with("hole_card", "peek")
def look_is_due(now: Situation) -> bool:
    """Return whether the dealer has to look at the hole card: the house plays so, and an ace or a ten is up (BJ-65, BJ-66)."""
    return now.game.options.get("hole_card") == "peek" and dealer_may_have_natural(now)


def side_bets_offered(game: GameData) -> bool:
    """Return whether the house offers a side bet on the first cards (BJ-06)."""
    spots = game.data["felt"]["spots"]
    return any(spots[name]["offered"] for name in branch(branch(game.data, "tables"), "side_bets"))


@fact
@only_in(side_bets_offered)
def side_bets_are_offered(now: Situation) -> bool:
    """Return whether the house offers a side bet on the first cards (BJ-91)."""
    return now.game.once("side bets", lambda game: (side_bets_offered(game),))[0]


@by_option("deal_style", "shoe", "pitch", usual="shoe")
def cards_are_cut() -> None:
    """Return whether the cards are cut after the shuffle and a cut card marks their end; they are not with a continuous shuffler
    (BJ-23).
    """


@by_option("deal_style", "csm")
def cards_go_back_after_each_round() -> None:
    """Return whether a continuous shuffler takes back the cards of a round (BJ-23)."""


@by_option("deal_style", "pitch")
def players_cards_lie_down() -> None:
    """Return whether the players' first cards are dealt face down, from the hand (BJ-35)."""


@by_option("board", "streets")
def board_is_dealt_by_streets() -> None:
    """Return whether the shared cards are dealt street by street, each after a burn, and do not lie closed from the start
    (HOD-04).
    """


@by_option("burn_new_dealer", "true")
def new_dealer_burns() -> None:
    """Return whether a new dealer burns a card (BJ-13)."""


@by_option("show_burn", "true")
def burned_card_may_be_seen() -> None:
    """Return whether a burned card is shown to a player who asks (BJ-21)."""


@by_option("hole_card", "no_peek", "none")
def nobody_looks() -> None:
    """Return whether the dealer's second card is seen only after the players have played (BJ-70)."""


@fact
@only_with("tie_on_war", "true")
def another_tie_may_be_bet_on(now: Situation) -> bool:
    """Return whether a hand goes to war, and the house lets players bet on a second tie (WAR-14)."""
    round_ = box_round(now)
    return bool(now.game.options.get("tie_on_war")) and any(word == "war" for hand in round_.hands for word in hand.words)


@fact
@only_with("surrender", "early")
def early_surrender_is_due(now: Situation) -> bool:
    """Return whether hands may be given up before the dealer looks (BJ-54)."""
    return now.game.options.get("surrender") == "early" and look_is_due(now)


@fact
@only_with("surrender", "late", "early")
def surrender_is_offered(now: Situation) -> bool:
    """Return whether a hand may be given up for half of its bet (BJ-52)."""
    return now.game.options.get("surrender") in ("late", "early")


@fact
@only_with("even_money", "ace_and_ten")
def even_money_goes_with_a_ten(now: Situation) -> bool:
    """Return whether a box has a natural against a ten and may still take even money for it, in a house that gives even money
    against a ten too, though it offers no insurance then (BJ-60).
    """
    round_ = box_round(now)
    if now.game.options.get("even_money") != "ace_and_ten" or ace_is_up(now) or round_.looked or not dealer_may_have_natural(now):
        return False
    return any(round_.features(hand).get("natural") and not hand.words for hand in round_.hands)


@fact
@never_with("even_money", "never")
def even_money_may_be_due(now: Situation) -> bool:
    """Return whether an ace or a ten is up and the house gives even money to a natural on request (BJ-60)."""
    return now.game.options.get("even_money", "never") != "never" and bool(dealer_may_have_natural(now))


@fact
@only_with("natural_paid", "at_once")
def naturals_are_paid_at_once(now: Situation) -> bool:
    """Return whether a player's natural is paid before the other hands are played (BJ-69)."""
    return now.game.options.get("natural_paid") == "at_once"
