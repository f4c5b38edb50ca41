"""Planners of cards in a game against the house: the deal, a hand in turn, the dealer's own hand."""

from __future__ import annotations

import itertools

from dealerkit.facts import Situation
from dealerkit.facts.rounds import this_round
from dealerkit.felt import Act
from dealerkit.felt.acts import is_seat
from dealerkit.games.pit.facts.dues import ended_at_once, second_card_is_wanted, somebody_waits_for_the_dealer, table_says_draw
from dealerkit.games.pit.facts.house_rounds import dealer_has_natural, first_cards, order_of
from dealerkit.games.pit.facts.round_reader import box_round
from dealerkit.procedure.planners.registry import Params, do, no_amends, turn_up
from dealerkit.rules.boxes import BOARD, DEALER_HAND

BURNED = "discard_rack"
"""Place of burned cards."""


def of_a_hand(params: Params, act: Act) -> bool:
    """Return whether an act is about the cards of a box."""
    return is_seat(act.to[0].partition(".")[0])


def _to_the_dealer(params: Params, act: Act) -> bool:
    return act.to[0] == DEALER_HAND


def _opens_own(params: Params, act: Act) -> bool:
    return act.to[0] == DEALER_HAND and act.face != "down"


def _to_the_middle(params: Params, act: Act) -> bool:
    return act.to[0] == BOARD


@do(
    "deal_boxes",
    "deal",
    lambda params, act: of_a_hand(params, act) or _to_the_dealer(params, act) or _to_the_middle(params, act),
    attempt=lambda params, expected, act: act.verb == "deal",
    amend=turn_up,
    fresh=True,
)
def deal_boxes(now: Situation, params: Params) -> list[Act]:
    """Plan the first cards of a round, to each box with a bet, to the dealer and to the middle (BJ-31, BJ-33, PIT-05).

    Parameters: `orders`, lists of `boxes` and places by name, each part with `up` or `down`, and with a number if several cards
    come together: `boxes 2 down`; `by`, candidate names, of which the first one that names an order counts (by default the first
    order); `closed`, options, each with the values under which the boxes' cards are dealt face down (BJ-35); `later`, places that
    are left out, each with options and the values under which they are (HOD-04).
    """
    later = params.get("later", {})
    return first_cards(now, order_of(now.game, params["orders"], params.get("by"), params.get("closed", {}), later))


@do("serve", "move deal", of_a_hand, amend=no_amends, fresh=True)
def serve(now: Situation, params: Params) -> list[Act]:
    """Plan the acts for the last decision on the hand in turn: the cards of a split are laid side by side, and cards are dealt
    (BJ-39, BJ-42, BJ-47).
    """
    round_ = box_round(now)
    hand = round_.turn
    if hand is None:
        return []
    if hand.into is not None:
        return [Act.make("d", "move", hand.place, hand.into.place), Act.make("d", "deal", hand.place)]
    if hand.waits is not None:
        return [Act.make("d", "deal", hand.place)] * hand.due
    if any(other.seat == hand.seat and not other.picked and ended_at_once(round_, other) for other in round_.hands):
        return []  # the box's earlier hand is settled first (BJ-41, BJ-54)
    return [Act.make("d", "deal", hand.place)] * (round_.boxes.cards - len(hand.cards))


@do("call_hand", "call", of_a_hand, fresh=True)
def call_hand(now: Situation, params: Params) -> list[Act] | None:
    """Plan the call of a hand's total, whenever its number of cards has changed: `d call s1 17` (BJ-37). Parameter `after_card`:
    whether to call the hand that was last dealt a card; by default the hand in turn.
    """
    round_ = box_round(now)
    hand = round_.served if params.get("after_card") else round_.turn
    if hand is None or hand.picked or hand.waits is not None or not round_.boxes.cards <= len(hand.cards) > hand.called:
        return []
    features = round_.features(hand)
    return [Act.make("d", "call", hand.place, n=int(str(features["total"])))] if "total" in features else None


@do("show_burned", "turn", lambda params, act: act.to[0] == BURNED, amend=no_amends)
def show_burned(now: Situation, params: Params) -> list[Act]:
    """Plan the turning up of the burned cards: `d turn discard_rack` (BJ-21)."""
    return [Act.make("d", "turn", BURNED)] if now.felt.places[BURNED] else []


@do("look_at_hole", "look", _to_the_dealer, amend=no_amends, fresh=True)
def look_at_hole(now: Situation, params: Params) -> list[Act]:
    """Plan the look at the dealer's hole card: `d look dealer` (BJ-65, BJ-66)."""
    return [Act.make("d", "look", DEALER_HAND)] if _closed_cards(now) else []


@do("open_hands", "turn", of_a_hand, amend=no_amends, fresh=True, in_parts=True)
def open_hands(now: Situation, params: Params) -> list[Act]:
    """Plan the turning up of players' hands that lie face down, in the order of settlement (BJ-35, BJ-79). A hand that is settled
    before the others, such as one given up, is picked up as it lies (MST-07).
    """
    round_ = box_round(now)
    closed = (hand for hand in round_.hands if round_.is_closed(hand) and not hand.picked and now.felt.places.get(hand.place))
    hands = sorted((hand for hand in closed if ended_at_once(round_, hand) is None), key=lambda hand: hand.seat)
    if now.game.options.get("settle_order", "right_to_left") == "right_to_left":
        hands.reverse()
    return [Act.make("d", "turn", hand.place, face="up") for hand in hands]


@do("turn_board", "turn", _to_the_middle, amend=no_amends, fresh=True, what="up_to")
def turn_up_to(now: Situation, params: Params) -> list[Act]:
    """Plan the turning up of shared cards one by one, until `n` of them lie face up: `d turn board 2` (MST-09). Parameters
    `what`: `up_to`; `n`.
    """
    lying = now.felt.places[BOARD]
    closed = [at for at, card in enumerate(lying, 1) if not now.felt.up[card]]
    up = len(lying) - len(closed)
    return [Act.make("d", "turn", BOARD, n=at) for at in closed[: max(0, int(str(params["n"])) - up)]]


@do("deal_shared", "deal", _to_the_middle, attempt=lambda params, expected, act: act.verb == "deal", amend=turn_up, fresh=True)
def deal_shared(now: Situation, params: Params) -> list[Act]:
    """Plan the deal of shared cards face up, all together, until `n` of them lie there: `d deal board 3 up` (HOD-04). Parameter
    `n`.
    """
    left = int(str(params["n"])) - len(now.felt.places[BOARD])
    return [Act.make("d", "deal", BOARD, n=left if left > 1 else None, face="up")] if left > 0 else []


@do("feed", "rebuild", lambda params, act: act.to == (BURNED,), amend=no_amends, fresh=True)
def feed(now: Situation, params: Params) -> list[Act]:
    """Plan the return of a round's cards to the shuffler: `d rebuild discard_rack` (BJ-23)."""
    return [Act.make("d", "rebuild", BURNED)] if now.felt.places[BURNED] else []


def _closed_cards(now: Situation) -> list[int]:
    """Return the positions of the dealer's cards that lie face down, from 1."""
    return [at for at, card in enumerate(now.felt.places[DEALER_HAND], 1) if not now.felt.up[card]]


@do("open_hole", "turn deal", _opens_own, amend=no_amends, fresh=True, in_parts=True)
def open_hole(now: Situation, params: Params) -> list[Act]:
    """Plan the turning up of the dealer's closed cards, the hole card at blackjack; if there is none, the deal of the second card
    (BJ-34, BJ-78, PIT-14).
    """
    round_ = box_round(now)
    if len(round_.dealer) < round_.boxes.cards:
        return [Act.make("d", "deal", DEALER_HAND)] if second_card_is_wanted(now) else []
    closed = _closed_cards(now)
    return [Act.make("d", "turn", DEALER_HAND, face="up" if len(closed) > 1 else "")] if closed else []


@do("show_card", "turn", _opens_own, amend=no_amends, fresh=True)
def show_card(now: Situation, params: Params) -> list[Act]:
    """Plan the turning up of one card of the dealer's hand, while all of them lie face down: `d turn dealer 5` (CST-02).
    Parameter `which`: `first` or `last`.
    """
    closed = _closed_cards(now)
    if not closed or len(closed) < len(now.felt.places[DEALER_HAND]):
        return []
    return [Act.make("d", "turn", DEALER_HAND, n=closed[0 if str(params["which"]) == "first" else -1])]


def _is_said_of(params: Params, act: Act) -> bool:
    return act.verb == "call" and act.to[-1:] == (params["feature"],)


@do("call_dealer", "call", _is_said_of, attempt=lambda params, expected, act: _is_said_of(params, act), fresh=True)
def call_dealer(now: Situation, params: Params) -> list[Act] | None:
    """Plan the call whether the dealer's open hand has a feature: `d call qualifies` or `d call not qualifies` (PIT-14).
    Parameter `feature`: the feature.
    """
    round_, feature = box_round(now), str(params["feature"])
    letters = round_.letters_with_board(round_.dealer)
    if not letters or not round_.open:
        return None
    has = round_.boxes.reading.hand(letters, "no").get(feature)
    return None if has is None else [Act.make("d", "call", *([] if has else ["not"]), feature)]


def dealer_draws(now: Situation) -> bool | None:
    """Return whether the dealer takes a card: some bet depends on the dealer's hand, and the rules say draw (BJ-73 to BJ-77).
    None while that is unknown.
    """
    return somebody_waits_for_the_dealer(now) and not dealer_has_natural(now) and table_says_draw(box_round(now))


@do("draw_by_table", "deal", _to_the_dealer, amend=no_amends, fresh=True, in_parts=True)
def draw_by_table(now: Situation, params: Params) -> list[Act] | None:
    """Plan the next card of the dealer's hand, as long as the rules in force say draw (BJ-74 to BJ-77)."""
    draws = dealer_draws(now)
    return None if draws is None else [Act.make("d", "deal", DEALER_HAND)] if draws else []


@do(
    "deal_after_word",
    "burn deal",
    lambda params, act: act.verb == "burn" or of_a_hand(params, act) or _to_the_dealer(params, act),
    attempt=lambda params, expected, act: act.verb == expected.verb == "deal",
    amend=no_amends,
    fresh=True,
)
def deal_after_word(now: Situation, params: Params) -> list[Act]:
    """Plan one more card to each hand on which a certain decision was said, in order, and one to the dealer (WAR-09, WAR-15).

    Parameters: `word`, the decision; `burns`, by name, the number of cards burned before the first of these cards and before each
    of the others; `by`, the name of the numbers in force.
    """
    round_ = box_round(now)
    word = str(params["word"])
    first, other = params["burns"][str(params["by"])]
    hands = [hand for hand in round_.hands if hand.words[-1:] == [word]]
    if not hands:
        return []
    places = [hand.place for hand in hands if len(hand.cards) <= round_.boxes.cards]
    begun = len(places) < len(hands) or len(round_.dealer) > round_.boxes.cards or any(hand.unpaid for hand in round_.hands)
    burned, acts = _burned_since_a_card(now), list[Act]()
    for place in [*places, *([DEALER_HAND] if len(round_.dealer) <= round_.boxes.cards else [])]:
        acts += [Act.make("d", "burn")] * max(0, int(other if begun else first) - burned)
        acts.append(Act.make("d", "deal", place))
        begun, burned = True, 0
    return acts


def _burned_since_a_card(now: Situation) -> int:
    """Return the number of cards burned in the round since a card was dealt, without a burn after a shuffle in the round."""
    dealers = [act for act in this_round(now) if act.who == "d"]
    last = next((at + 1 for at in range(len(dealers) - 1, -1, -1) if dealers[at].verb == "deal"), 0)
    pairs = itertools.pairwise(dealers[max(0, last - 1) :])
    return sum(act.count for before, act in pairs if act.verb == "burn" and before.verb != "rebuild")
