"""Facts about the streets and betting rounds of a hand: first to act, sizes of bets, ends of rounds, cards to be dealt."""

from __future__ import annotations

from dealerkit.facts.first_to_bet import last_round, left_of_button, opener_called, rounds_of
from dealerkit.facts.hands import ACTIONS, live, live_in_turn
from dealerkit.facts.seats import amount, blinds_of, entitled, left_of_big_blind, posted_freely
from dealerkit.facts.situation import Situation, by_option, fact, never_with, only_with
from dealerkit.facts.tables import in_turn
from dealerkit.felt.acts import seat_number
from dealerkit.showdown.upcards import brings_in, opens

SUITS = "cdhs"
"""Suits from the lowest: they decide who brings it in, never a pot (HR-13)."""


def upcards(now: Situation, seat: int) -> list[int] | None:
    """Return a seat's upcards as card indices 0 to 51; None if a card is unknown."""
    felt = now.felt
    faces = [felt.faces[card] for card in felt.places[f"s{seat}"] if felt.up[card]]
    return None if None in faces else [face.index for face in faces if face is not None]


def _door_cards(now: Situation) -> dict[int, list[int]] | None:
    cards_up = {}
    for seat in live_in_turn(now, now.felt.button):
        cards = upcards(now, seat)
        if not cards:
            return None
        cards_up[seat] = cards
    return cards_up


@opener_called("bring_in")
def bring_in(now: Situation) -> int | None:
    """Return the seat that brings it in: the lowest upcard by rank, then suit; in a game for low, the highest
    (stud/wrong-bring-in).

    None while an upcard is not known.
    """
    cards = _door_cards(now)
    if cards is None:
        return None
    high = bool(now.game.data["showdown"].get("bring_in") == "high")
    return brings_in({seat: held[0] for seat, held in cards.items()}, high=high)


@opener_called("board")
def board_first(now: Situation) -> int | None:
    """Return the seat that opens a later street of stud: the best exposed hand, of equal ones by the option
    `first_to_act_tie`.
    """
    cards = _door_cards(now)
    if cards is None:
        return None
    low = now.game.data["showdown"].get("opens") == "low"
    options = now.game.options
    by_position = options.get("first_to_act_tie") == "position"
    return opens(cards, low=low, by_position=by_position, joker=str(options.get("joker", "none")))


@opener_called("after_blinds")
def after_blinds(now: Situation) -> int | None:
    """Return the first live seat from the left of the big blind or the straddle; without blinds, from the left of the button."""
    if posted_freely(now):
        return _after_last_post(now)
    big = blinds_of(now).big if now.game.options.get("big_blind", "0") not in ("0", 0) else 0
    after = big or now.felt.button
    straddles = [act.seat for act in now.since("hand") if act.verb == "straddle"]
    at_button = now.game.options.get("straddle") == "button"
    if straddles and not at_button and straddles[-1] == left_of_big_blind(now):
        after = straddles[-1]
    return next((seat for seat in in_turn(now, after) if seat in live(now)), 0)


def _after_last_post(now: Situation) -> int:
    """Return the seat first to act after posts in any order: from the left of the highest blind or straddle, of equal ones the
    last in turn.

    Only posts of the first two seats are blinds (DE-10); a straddle is named as such. Any other post is out of position and does
    not change the first to act.
    """
    bets, order = now.felt.rows["bet"], entitled(now)
    posted = {act.seat: act.verb for act in now.since("hand") if act.verb in ("post", "straddle") and not act.to}
    called = [seat for seat, verb in posted.items() if verb == "straddle" or seat in order[:2]]
    last = max(called, key=lambda seat: (bets[seat], order.index(seat) if seat in order else -1), default=now.felt.button)
    return next((seat for seat in in_turn(now, last) if seat in live(now)), 0)


@opener_called("first_opener")
def first_opener(now: Situation) -> int | None:
    """Return the seat first to act after a draw: the seat that opened the first round, or the first live seat to the left of it
    (DR-22).
    """
    first = next((round_ for round_ in rounds_of(now) if round_.first_bettor), None)
    if first is None:
        return left_of_button(now)
    return next((seat for seat in (first.first_bettor, *in_turn(now, first.first_bettor)) if seat in live(now)), 0)


@opener_called("board_of_sixth")
def board_of_sixth(now: Situation) -> int | None:
    """Return the live seat first to act on the last street of stud: the seat that opened the street before, or would have."""
    last = last_round(now)
    if now.felt.places.get("board") and last is not None and last.opener in live(now):
        return last.opener  # a common card changes no upcards (TDA RP-10)
    return board_first(now)


@fact
def open_pair(now: Situation) -> bool | None:
    """Return whether a player shows a pair on fourth street, and the house allows a double bet on it (option `open_pair_bet`);
    None while an upcard is not known.
    """
    if not now.game.options.get("open_pair_bet"):
        return False
    pair: bool | None = False
    for seat in live(now):
        cards = upcards(now, seat)
        if cards is None:
            pair = None
        elif len({card // 4 for card in cards}) < len(cards):
            return True
    return pair


@fact
def stub_short_for_last_street(now: Situation) -> bool:
    """Return whether the stub cannot give each player a last card, after a burn and without its bottom card, but can if the burns
    are scrambled into it. If it has two cards or fewer, the burns are needed even for a single common card.
    """
    felt = now.felt
    return last_street(len(served(now)), felt.left(), len(felt.places[felt.layout.burns]))[0]


def last_street(seats: int, stub: int, burns: int) -> tuple[bool, bool]:
    """Return how a last street of stud is dealt: whether the burns are scrambled into the stub, and whether one common card is
    dealt.

    A burn and the bottom card, which is not dealt, add two to the number of cards needed.

    Args:
        seats: Number of hands that are to get a card.
        stub: Number of cards in the stub.
        burns: Number of burns.
    """
    need = seats + 2
    made_up = stub < need and (stub <= _TOO_FEW or stub + burns >= need)
    return made_up, stub + (burns if made_up else 0) < need


@fact
def stub_serves_a_burn(now: Situation) -> bool:
    """Return whether the stub has a card to burn besides the card to deal; the last card of the deck is dealt without a burn."""
    return now.felt.left() != 1


@fact
@never_with("big_blind", "0")
def blinds_are_played(now: Situation) -> bool:
    """Return whether the game has a big blind; without one there is no betting before the flop (bomb pots)."""
    return amount(now, "big_blind") > 0


@fact
def boards_open(now: Situation) -> bool:
    """Return whether a street has been dealt to some boards and not to all; the next board has no burn of its own (FTR-24)."""
    lying = [len(now.felt.places[name]) for name in now.game.data["showdown"].get("boards", ())]
    return len(set(lying)) > 1


@fact
def early_card_aside(now: Situation) -> bool:
    """Return whether a premature turn card was set aside, and the turn is still to be dealt with a burn of its own (FTR-22,
    RM-15).
    """
    if not now.felt.places.get("aside"):
        return False
    hand = reversed(now.since("hand"))
    last = next((act for act in hand if act.verb in ("deal", "burn") or (act.verb == "move" and act.to[1] == "aside")), None)
    return last is not None and last.verb == "move"


@fact
def next_burn_is_drawn(now: Situation) -> bool:
    """Return whether a card was drawn from a flop of four as the burn for the turn, so that none is burned for it (FTR-20,
    RM-12).
    """
    felt, drawn = now.felt, False
    for act in now.since("hand"):
        if act.verb == "move" and act.to[1] == felt.layout.burns and act.to[0] in felt.layout.places:
            drawn = felt.layout.places[act.to[0]].kind == "board" and len(felt.places[felt.layout.burns]) > 1
        elif act.verb == "burn":
            drawn = False
    return drawn


@fact
def stub_made_up(now: Situation) -> bool:
    """Return whether the dealer's last act reshuffled the stub, so that it is to be cut (RM-19)."""
    last = next((act for act in reversed(now.log) if act.who == "d" and act is not now.act), None)
    return last is not None and last.verb == "rebuild"


@fact
def early_card_went_back(now: Situation) -> bool:
    """Return whether a premature turn card that was set aside has been shuffled into the stub for the river, which then has no
    burn (FTR-22, RM-15).
    """
    hand = reversed(now.since("hand"))
    last = next((act for act in hand if act.verb == "deal" or (act.verb == "rebuild" and "aside" in act.to)), None)
    return last is not None and last.verb == "rebuild"


_TOO_FEW = 2


def dormant(now: Situation) -> list[int]:
    """Return the seats that folded without facing a bet and still get cards, from the left of the button.

    That is so if the house deals to them (option `fold_without_bet`), until a player bets, which kills their hands
    (stud/fold-without-bet).
    """
    seats: list[int] = []
    faced = True  # the bring-in comes before the cards of the first round
    for act in now.since("hand"):
        if act.who == "d":
            faced = faced and act.verb not in ("deal", "burn", "sweep")
        elif act.verb in ("bet", "raise", "bringin", "post", "put", "say"):
            faced, seats = True, []
        elif act.verb == "fold" and not faced:
            seats.append(act.seat)
    return [seat for seat in in_turn(now, now.felt.button) if seat in seats]


def served(now: Situation) -> list[int]:
    """Return the seats that get a card on the next street, from the left of the button."""
    alive = live(now)
    if now.game.options.get("fold_without_bet") == "until_a_bet":
        alive = [*alive, *dormant(now)]
    return [seat for seat in in_turn(now, now.felt.button) if seat in alive]


@fact
def dormant_seat_served(now: Situation) -> bool:
    """Return whether a seat that folded without facing a bet gets a card (DH-02)."""
    return now.act is not None and now.act.verb == "deal" and seat_number(now.act.to[0]) in dormant(now)


@fact
def dormant_seat_passed(now: Situation) -> bool:
    """Return whether a seat that folded without facing a bet is the next to get a card and is passed over (DH-02)."""
    if now.game.options.get("fold_without_bet") != "until_a_bet":
        return False
    done: set[int] = set()
    for act in reversed(now.log):
        if act.verb != "deal":
            break
        done.add(seat_number(act.to[0]))
    return next((seat for seat in served(now) if seat not in done), 0) in dormant(now)


@fact
def before_the_betting(now: Situation) -> bool:
    """Return whether no player has acted in this hand yet."""
    return not any(act.seat and act.verb in ACTIONS for act in now.since("hand"))


@fact
def street_is_dealt(now: Situation) -> bool:
    """Return whether the judged act, the deal of an upcard, completes the street: every live player then has the card."""
    held = {len(now.felt.places[f"s{seat}"]) for seat in live(now)}
    return now.act is not None and now.act.face == "up" and len(held) == 1


@by_option("announce_boards", "true")
def boards_announced() -> None:
    """Return whether the house wants bring-in, high hand and pairs announced on each street (option `announce_boards`)."""


@fact
def in_bring_in_round(now: Situation) -> bool:
    """Return whether the round of the bring-in is under way."""
    return not rounds_of(now)


@fact
@only_with("structure", "fixed_limit")
def double_refused(now: Situation) -> bool:
    """Return whether half of a bet goes back that was doubled correctly on an open pair (BR-21)."""
    act = now.act
    if act is None or act.verb != "return" or act.n is None or not open_pair(now):
        return False
    bet = next((past for past in now.backwards(1) if past.seat), None)
    doubled = bet is not None and bet.verb == "bet" and bet.who == act.to[0] and bet.n == 2 * act.n
    return doubled and now.game.options.get("structure") == "fixed_limit" and len(rounds_of(now)) == 1


@fact
@only_with("opening", "jacks_or_better")
def passed_out(now: Situation) -> bool:
    """Return whether no player opened a pot that needs openers: the cards come back, and all players ante again (DR-26)."""
    first = next(iter(rounds_of(now)), None)
    return now.game.options.get("opening") == "jacks_or_better" and first is not None and not first.first_bettor
