"""Facts about draws: the players still to draw, the cards due, and the cards left in the stub."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from dealerkit.cards import Face
from dealerkit.facts.cutting import stub_cutter
from dealerkit.facts.decisions import comes_to, ruling_of
from dealerkit.facts.first_to_bet import last_round
from dealerkit.facts.hands import live_in_turn, whole_hand
from dealerkit.facts.situation import SLIPPED, Situation, by_option, fact, only_of
from dealerkit.felt import Act
from dealerkit.felt.acts import seat_number


def this_draw(now: Situation) -> list[Act]:
    """Return the acts since the end of the last betting round, last one first; if there was no such round, those of the hand.
    Empty before the first hand, while cards are drawn for the first dealer.
    """
    if now.marks and "hand" not in now.marks:
        return []
    last = last_round(now)
    return now.log[: last.ended - 1 : -1] if last is not None and last.ended else now.since("hand")[::-1]


def asked_since(now: Situation) -> list[Act]:
    """Return the acts by which players discarded or stood pat in the draw under way, in order.

    The draw begins after the last bets, or after the deal; a bet out of turn during a draw does not begin another draw.
    """
    acts: list[Act] = []
    last = last_round(now)
    known = last is not None and bool(last.ended)
    for act in this_draw(now):
        if not known and act.seat and act.verb in ("check", "call", "bet", "raise", "fold", "post", "bringin"):
            break
        if act.verb in ("draw", "pat"):
            acts.append(act)
    return acts[::-1]


def requests(now: Situation) -> dict[int, int]:
    """Return the number of cards each player has discarded in the draw under way, in the order of their discards; 0 for a player
    who stands pat.
    """
    counts: dict[int, int] = {}
    for act in asked_since(now):
        counts[act.seat] = counts.get(act.seat, 0) + (act.count if act.verb == "draw" and (act.cards or act.n) else 0)
    return counts


def hand_size(now: Situation) -> int:
    """Return the number of cards in a complete hand of this game."""
    return whole_hand(now.game)


def drawers(now: Situation) -> list[int]:
    """Return the seats of the live players in the order of the draw, from the left of the button."""
    return live_in_turn(now, now.felt.button)


def owed_cards(now: Situation, seat: int) -> int:
    """Return the number of cards by which a player's hand is short of a complete hand."""
    return hand_size(now) - len(now.felt.places[f"s{seat}"])


def still_to_draw(now: Situation) -> list[int]:
    """Return the seats of the live players who have not yet said how many cards they draw, in order."""
    counts = requests(now)
    return [seat for seat in drawers(now) if seat not in counts]


def somebody_draws(now: Situation) -> bool:
    """Return whether a player has discarded, so that a burn is due before the first replacement."""
    return any(requests(now).values())


def cards_due(now: Situation) -> int:
    """Return the number of replacement cards still to come in this draw."""
    return sum(max(0, owed_cards(now, seat)) for seat in drawers(now))


def draw_limit(now: Situation) -> int:
    """Return the largest number of cards that a player may draw; the house may allow more with few live players."""
    return most_drawn({"max_draw": hand_size(now), **now.game.options}, len(drawers(now)))


def most_drawn(options: Mapping[str, object], players: int) -> int:
    """Return the largest number of cards that may be drawn (options `max_draw`, `max_draw_few`, `few_players`; DR-11).

    Args:
        options: The game's options in force.
        players: Number of live players.
    """
    most = int(str(options["max_draw"]))
    return int(str(options.get("max_draw_few", most))) if players <= int(str(options.get("few_players", 4))) else most


@by_option("draw_order", "one_by_one")
def draws_one_by_one() -> None:
    """Return whether each player gets replacements before the next player draws (option `draw_order`)."""


@by_option("draw_order", "all_first", usual="all_first")
def draws_all_first() -> None:
    """Return whether all players discard before the first replacement (option `draw_order`)."""


@fact
def draw_goes_on(now: Situation) -> bool:
    """Return whether a player has still to say how many cards to draw."""
    return bool(still_to_draw(now))


def draw_burn_due(now: Situation) -> bool:
    """Return whether a player has discarded, and no card has been burned for this draw."""
    if not somebody_draws(now):
        return False
    return not any(act.verb in ("burn", "deal") for act in _this_draw(now))


def shown_cards(now: Situation, seat: int) -> int:
    """Return the number of replacement cards that were exposed to a seat and will themselves be replaced after the other draws
    (DR-29).

    Exposed cards that the player must keep are not counted: one pitched at the player's request (option `pitched_card`), a low
    card (option `low_shown_card`), and one that stands by the rules in force.
    """
    options, who = now.game.options, f"s{seat}"
    if not asked_since(now):
        return 0
    count, wish = 0, wanted_pitched(now, seat)
    for act in _this_draw(now):
        if act.verb == "deal" and act.to == (who,) and act.face == "up":
            if wish and options.get("pitched_card") == "kept":
                continue
            if options.get("low_shown_card") == "kept" and act.cards and all(_is_low(card) for card in act.cards):
                continue
            if _plays(now, act):
                continue
            count += act.count
    return count


def _plays(now: Situation, act: Act) -> bool:
    """Return whether a card exposed on the draw stands by the rules in force."""
    form = now.game.data["showdown"].get("kind")
    if not form:
        return False
    facts: dict[str, object] = {"dealer_error": True, "form": str(form), "street": "draw", "initial_deal": False}
    if act.cards:
        facts["low_card"] = all(_is_low(card) for card in act.cards)
    return comes_to(ruling_of(now, "card_exposed", facts), ["stands"]) is True


def wanted_pitched(now: Situation, seat: int) -> bool:
    """Return whether a player has asked in this draw for the replacements to be pitched."""
    who = f"s{seat}"
    return any(act.who == who and act.verb == "say" and "pitch" in "_".join(act.to).split("_") for act in _this_draw(now))


_LOW = 7


def _is_low(card: Face | None) -> bool:
    return card is not None and card.rank is not None and (card.letter == "A" or card.index // 4 + 2 <= _LOW)


def _this_draw(now: Situation) -> list[Act]:
    """Return the acts of the draw under way, in order."""
    return this_draw(now)[::-1]


def draw_changed_late(now: Situation, act: Act) -> bool:
    """Return whether an act changes a player's number of cards too late: after a card was dealt or burned for it, or after
    another player named a number (DR-12).
    """
    acts = _this_draw(now)
    if acts and acts[-1] is act:
        acts = acts[:-1]
    mine = next((at for at in range(len(acts) - 1, -1, -1) if acts[at].who == act.who and acts[at].verb in ("draw", "pat")), None)
    if mine is None:
        return False
    return any(past.verb in ("burn", "deal", "draw", "pat") for past in acts[mine + 1 :])


def turn_cards(now: Situation, seat: int) -> int:
    """Return the number of cards a player is owed now; the replacement of an exposed card comes later."""
    return max(0, owed_cards(now, seat) - shown_cards(now, seat))


@fact
def draw_was_changed(now: Situation) -> bool:
    """Return whether the judged act deals to a seat that has named a number of cards more than once in this draw (DR-12)."""
    act = now.act
    if act is None or act.verb != "deal":
        return False
    acts = [past for past in _this_draw(now) if past.who == act.to[0] and past.verb in ("draw", "pat")]
    return len(acts) > 1


@fact
def discards_taken_early(now: Situation) -> bool:
    """Return whether the discards of a draw are taken away before every player has named a number and got that many cards
    (draw/rounds-mixed).

    A player whose hand had a card too many or too few before the draw is not waited for.
    """
    act = now.act
    if act is None or act.to[:1] != ("discards",) or not asked_since(now):
        return False
    came: Counter[int] = Counter()
    for past in _this_draw(now):
        if past.verb == "deal":
            came[seat_number(past.to[0])] += past.count
    laid = requests(now)
    return bool(still_to_draw(now)) or any(laid.get(seat, 0) > came[seat] and owed_cards(now, seat) > 0 for seat in drawers(now))


@fact
def discards_left_lying(now: Situation) -> bool:
    """Return whether the first discards of a draw are put down on discards of the draw before (draw/rounds-mixed)."""
    act = now.act
    if act is None or act.verb != "draw" or sum(past.verb == "draw" for past in asked_since(now)) > 1:
        return False
    if sum(past.verb == "draw" for past in now.since("hand")) < 2:
        return False  # this is the first discard of the hand
    return len(now.felt.places["discards"]) > act.count


@fact
def stub_is_made_up(now: Situation) -> bool:
    """Return whether the act puts cards into the stub, and deals none (DR-19)."""
    return now.act is not None and now.act.verb == "rebuild"


@fact
def takes_the_last_card(now: Situation) -> bool:
    """Return whether the act deals all cards of the stub."""
    act = now.act
    return act is not None and act.verb == "deal" and now.felt.left() <= act.count


@fact
@only_of(SLIPPED)
def replaced_out_of_its_time(now: Situation) -> bool:
    """Return whether, before all the others have drawn, a player has got more cards than were discarded, one of them to replace
    an exposed card.
    """
    act = now.act
    seat = seat_number(act.to[0]) if act is not None else 0
    if act is None or not seat or not shown_cards(now, seat):
        return False
    came = sum(past.count for past in _this_draw(now) if past.verb == "deal" and past.to == act.to)
    others = any(turn_cards(now, drawer) for drawer in drawers(now) if drawer != seat)
    return came > requests(now).get(seat, 0) and (bool(still_to_draw(now)) or others)


@fact
def card_shown_on_the_draw(now: Situation) -> bool:
    """Return whether a card that the dealer exposed on the draw is still to be replaced (DR-29)."""
    return any(shown_cards(now, seat) for seat in drawers(now))


@fact
def shown_card_replaced_early(now: Situation) -> bool:
    """Return whether the judged act replaces a card exposed on the draw before the others have drawn (DR-29)."""
    act = now.act
    return act is not None and act.verb == "deal" and shown_cards(now, seat_number(act.to[0])) >= act.count


def cards_to_be_had(now: Situation, due: int) -> int:
    """Return how many of the cards due the stub can give: up to all but its bottom card, or all if the house lets the bottom card
    complete the draw (option `bottom_card`; DR-18).

    Args:
        now: Situation at the table.
        due: Number of cards due.
    """
    return had_from(now.felt.left(), due, last_card=_last_card_completes(now))


def had_from(stub: int, due: int, *, last_card: bool) -> int:
    """Return how many of the cards due a stub can give.

    Args:
        stub: Number of cards in the stub.
        due: Number of cards due.
        last_card: Whether the bottom card may be dealt if that completes the draw.
    """
    return due if _is_enough(stub, due, last_card=last_card) else max(0, stub - 1)


def _last_card_completes(now: Situation) -> bool:
    return now.game.options.get("bottom_card") == "completes_the_draw" and not still_to_draw(now)


def _is_enough(have: int, due: int, *, last_card: bool) -> bool:
    """Return whether a stub can give the cards due; its bottom card is dealt only with `last_card`, to complete the draw."""
    return due < have or (last_card and due == have)


def reshuffled(now: Situation, due: int) -> list[str]:
    """Return the names of the places whose cards are added to an exhausted stub, as many places as are needed (option
    `reshuffle_pool`; DR-19).

    Args:
        now: Situation at the table.
        due: Number of cards due.
    """
    felt = now.felt
    order = heaps_in_order(now.game.options, felt.layout.burns, felt.layout.discards, "discards")
    lying = {name: len(felt.places.get(name, ())) for names in order for name in names}
    return made_up_of(lying, order, felt.left(), due, last_card=_last_card_completes(now))


def heaps_in_order(options: Mapping[str, object], burns: str, muck: str, running: str) -> list[tuple[str, ...]]:
    """Return groups of places in the order in which their cards are added to a stub; a later group is added only if the stub is
    still too small (option `reshuffle_pool`).

    Args:
        options: The game's options in force.
        burns: Place of the burns.
        muck: Place of the used cards.
        running: Place of the discards of this draw.
    """
    if options.get("reshuffle_pool") == "bottom_and_discards":
        return [(running,), (muck,), (burns,)]
    return [(burns, muck), (running,)]


def made_up_of(lying: Mapping[str, int], order: Sequence[tuple[str, ...]], stub: int, due: int, *, last_card: bool) -> list[str]:
    """Return the names of the places whose cards are added to a stub, until it has enough cards and its bottom card need not be
    dealt.

    Args:
        lying: Number of cards in each place.
        order: Groups of places in the order in which they are added.
        stub: Number of cards in the stub.
        due: Number of cards due.
        last_card: Whether the bottom card may be dealt if that completes the draw.
    """
    parts: list[str] = []
    have = stub
    for names in order:
        here = [name for name in names if lying.get(name)]
        if here and (not parts or not _is_enough(have, due, last_card=last_card)):
            parts += here
            have += sum(lying[name] for name in here)
    return parts


@fact
def stub_to_be_made_up(now: Situation) -> bool:
    """Return whether a burn for the draw is due, and the stub has no card left besides its bottom card (DR-18, DR-19)."""
    return now.felt.left() < 2 and draw_burn_due(now)


@stub_cutter("next_to_draw")
def next_to_draw(now: Situation) -> int:
    """Return the seat that gets the next cards of the draw: the first seat with discards and cards due, else the next player to
    name a number; 0 if there is none (DR-19).
    """
    owed = next((seat for seat in drawers(now) if turn_cards(now, seat) and seat in requests(now)), 0)
    return owed or next(iter(still_to_draw(now)), 0)


@by_option("draw_cut", "next_to_draw")
def next_to_draw_cuts() -> None:
    """Return whether the player who draws next cuts a reshuffled stub (option `draw_cut`, DR-19)."""


@by_option("draw_cut", "dealer")
def dealer_cuts_the_draw() -> None:
    """Return whether the dealer may cut a stub reshuffled for the draw (option `draw_cut`, DR-19)."""


@fact
def made_up_for_the_draw(now: Situation) -> bool:
    """Return whether the judged act adds cards to the stub while cards of the draw are due (DR-19)."""
    act = now.act
    return act is not None and act.verb == "rebuild" and bool(asked_since(now)) and next_to_draw(now) > 0


@fact
def wrong_player_cuts_the_draw(now: Situation) -> bool:
    """Return whether a stub reshuffled for the draw is cut by neither the player who draws next nor, if the house lets him cut,
    the dealer (DR-19).
    """
    act = now.act
    if act is None or act.verb != "cut":
        return False
    before = next((past for past in this_draw(now) if past is not act and past.verb in ("rebuild", "deal", "cut")), None)
    if before is None or before.verb != "rebuild" or not asked_since(now):
        return False
    return act.seat != next_to_draw(now) if act.seat else next_to_draw_cuts(now)
