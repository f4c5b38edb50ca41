"""Planners of a hand's cards: streets, replacements in a draw, the showdown, the end of the hand."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.facts.hands import contested
from dealerkit.facts.seats import entitled, next_button, playing
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Act
from dealerkit.felt.acts import seat_number
from dealerkit.games.poker.facts.draws import (
    cards_due,
    cards_to_be_had,
    draw_burn_due,
    drawers,
    owed_cards,
    requests,
    reshuffled,
    shown_cards,
    turn_cards,
)
from dealerkit.games.poker.facts.lapses_showdown import is_misread
from dealerkit.games.poker.facts.openers import ASIDE, split_cards
from dealerkit.games.poker.facts.showdown import first_to_show, losers, main_pot_won_by, reading
from dealerkit.games.poker.facts.streets import served
from dealerkit.procedure.planners.registry import Params, card_act, do, no_amends, same_verb, to_a_seat
from dealerkit.showdown.spoken_hand import in_words, kept_words


@do("deal_door", "deal", to_a_seat, amend=no_amends)
def deal_door(now: Situation, params: Params) -> list[Act]:
    """Plan the first upcard to each player from the left of the button; face down to a player who already has an upcard (MD-04,
    stud/exposed-downcard-not-converted).
    """
    felt = now.felt
    return [
        Act.make("d", "deal", f"s{seat}", face="" if any(felt.up[card] for card in felt.places[f"s{seat}"]) else "up")
        for seat in entitled(now)
    ]


@do("remake_stub", "rebuild", attempt=same_verb, amend=no_amends)
def remake_stub(now: Situation, params: Params) -> list[Act]:
    """Plan the scramble of stub and burns, if together they are enough for the last street (stud/short-stub-not-seen)."""
    return [Act.make("d", "rebuild", now.felt.layout.burns)]


def _not_to_all(params: Params, expected: Act, act: Act) -> bool:
    return act.verb == "deal" and expected.to == ("board",)


def _to_a_seat_or_all(params: Params, act: Act) -> bool:
    return to_a_seat(params, act) or (params.get("short") == "community" and act.to == ("board",))


@do("deal_street", "deal", _to_a_seat_or_all, attempt=_not_to_all, amend=no_amends)
def deal_street(now: Situation, params: Params) -> list[Act]:
    """Plan a card to every live player, from the left of the button. Parameters: `face`, up or down; `short`, `community` if a
    single common card is dealt to the board when the stub is too small to serve all players without its bottom card
    (stud/short-stub-not-seen).
    """
    face = "up" if params.get("face") == "up" else ""
    seats = served(now)
    if params.get("short") == "community" and len(seats) >= now.felt.left() and "board" in now.felt.places:
        return [Act.make("d", "deal", "board")]
    return [Act.make("d", "deal", f"s{seat}", face=face) for seat in seats]


def _to_a_seat_or_stub(params: Params, act: Act) -> bool:
    return act.verb == "rebuild" or to_a_seat(params, act)


def _other_cards(params: Params, expected: Act, act: Act) -> bool:
    """Return whether the stub was reshuffled with other cards than planned."""
    return expected.verb == act.verb == "rebuild"


def _same_cards(expected: Act, act: Act) -> bool:
    """Return whether two acts are equal, except for the order of the places of a reshuffle."""
    return expected.what == act.what or (expected.verb == act.verb == "rebuild" and sorted(expected.to) == sorted(act.to))


@do("replace_drawn", "deal rebuild", _to_a_seat_or_stub, attempt=_other_cards, amend=no_amends, same=_same_cards, reopens="move")
def replace_drawn(now: Situation, params: Params) -> list[Act]:
    """Plan the replacement of every player's discards, in turn (DR-12): `d deal s3 2`.

    If the stub runs out, it is reshuffled before its bottom card is dealt (DR-18, DR-19): `d rebuild discards`.
    """
    laid_down = requests(now)  # empty once players bet, so that a hand given back card by card draws nothing
    owed = [(seat, count) for seat in drawers(now) if (count := min(turn_cards(now, seat), laid_down.get(seat, 0))) > 0]
    due = sum(count for _, count in owed)
    had = cards_to_be_had(now, due)
    acts: list[Act] = []
    for seat, count in owed:
        first = min(count, had)
        if first:
            acts.append(_deal(seat, first))
        had -= first
        if first < count:
            places = reshuffled(now, due - had)
            acts += [Act.make("d", "rebuild", *places), _deal(seat, count - first)] if places else []
            had = due
    return acts


def _deal(seat: int, count: int) -> Act:
    return Act.make("d", "deal", f"s{seat}", n=count if count > 1 else None)


@do("rebuild_stub", "rebuild", attempt=_other_cards, amend=no_amends, same=_same_cards)
def rebuild_stub(now: Situation, params: Params) -> list[Act]:
    """Plan the shuffle of cards out of play into a stub that has run out (DR-19)."""
    places = reshuffled(now, cards_due(now) + 1)
    return [Act.make("d", "rebuild", *places)] if places else []


@do("burn_for_draw", "burn", amend=no_amends)
def burn_for_draw(now: Situation, params: Params) -> list[Act]:
    """Plan the burn before the first replacement of a draw (draw/burn-error)."""
    return [Act.make("d", "burn")] if draw_burn_due(now) else []


@do("take_shown_on_draw", "discard", to_a_seat, amend=no_amends, undo=True)
def take_shown_on_draw(now: Situation, params: Params) -> list[Act]:
    """Plan the removal of a card exposed on the draw (DR-29)."""
    felt, acts = now.felt, []
    for seat in drawers(now):
        hand = felt.places[f"s{seat}"] if shown_cards(now, seat) else ()
        shown = [card for card in hand if felt.up[card]]
        last = all(felt.up[card] for card in hand[-len(shown) :])  # else the act must name the cards
        acts += [Act.make("d", "discard", f"s{seat}") if last else card_act(now, "discard", card, f"s{seat}") for card in shown]
    return acts


def _others_wait(now: Situation) -> bool:
    """Return whether a player still waits for replacements, and none of those was exposed."""
    return any(owed_cards(now, seat) > 0 for seat in drawers(now) if requests(now).get(seat) and not shown_cards(now, seat))


@do("replace_shown_on_draw", "deal", to_a_seat, amend=no_amends, waits=_others_wait)
def replace_shown_on_draw(now: Situation, params: Params) -> list[Act]:
    """Plan the replacement of a card exposed on the draw, after the other draws (DR-29)."""
    felt, acts = now.felt, []
    for seat in drawers(now):
        if not shown_cards(now, seat):
            continue
        owed = owed_cards(now, seat) + sum(1 for card in felt.places[f"s{seat}"] if felt.up[card])
        if owed > 0:
            acts.append(Act.make("d", "deal", f"s{seat}", n=owed if owed > 1 else None))
    return acts


def _to_the_openers(params: Params, act: Act) -> bool:
    return act.to[-1] == ASIDE


@do("keep_openers", "move", _to_the_openers)
def keep_openers(now: Situation, params: Params) -> list[Act]:
    """Plan that an opener which was discarded, and announced as such, is set apart from the discards (DR-20): `d move discards
    openers Jh`.
    """
    return [card_act(now, "move", card, "discards", ASIDE) for card in split_cards(now)]


@do("show_kept_openers", "turn", _to_the_openers)
def show_kept_openers(now: Situation, params: Params) -> list[Act]:
    """Plan that openers set apart are turned up after the play (DR-20): `d turn openers Jh`."""
    return [card_act(now, "turn", card, ASIDE) for card in now.felt.places[ASIDE] if not now.felt.up[card]]


@do("clear_discards", "merge", standing=True)
def clear_discards(now: Situation, params: Params) -> list[Act]:
    """Plan the move of a draw's discards to the muck, so that those of different draws stay apart (draw/rounds-mixed)."""
    felt = now.felt
    return [Act.make("d", "merge", "discards", felt.layout.discards)] if felt.places.get("discards") else []


@do("call_showdown", "call", lambda params, act: act.to[:1] == ("showdown",))
def call_showdown(now: Situation, params: Params) -> list[Act]:
    """Plan the call of the showdown: `d call showdown s3` names the first to show (DP-23, SD-03)."""
    seat = first_to_show(now)
    return [Act.make("d", "call", "showdown", f"s{seat}")] if seat and contested(now) else []


@do("read_hand", "read", to_a_seat, amend=no_amends)
def read_hand(now: Situation, params: Params) -> list[Act]:
    """Plan that a tabled hand that was misread is read again correctly (SD-02): `d read s2 two pair aces and kings`."""
    last = {act.to[0]: act for act in now.since("hand") if act.verb == "read"}
    wrong = ((who, reading(now, seat_number(who))) for who, act in last.items() if is_misread(now, act))
    return [Act.make("d", "read", who, *kept_words(in_words(*halves))) for who, halves in wrong if halves is not None]


@do("kill_losers", "kill", amend=no_amends, standing=True, fresh=True)
def kill_losers(now: Situation, params: Params) -> list[Act] | None:
    """Plan that every losing hand goes to the muck before a pot is pushed (DP-25, SD-18): `d kill s2`."""
    hands = losers(now)
    return None if hands is None else [Act.make("d", "kill", f"s{seat}") for seat in hands]


@do("move_button", "button", attempt=same_verb, undo=True, waits=contested)
def move_button(now: Situation, params: Params) -> list[Act]:
    """Plan the move of the button for the next hand, by the option `button_rule` (DP-29, DE-10)."""
    won = main_pot_won_by(now) if now.game.options.get("button_rule") == "winner" else []
    return [Act.make("d", "button", f"s{next((seat for seat in won if seat in playing(now)), 0) or next_button(now)}")]


@do("kill_absent", "kill", amend=no_amends)
def kill_absent(now: Situation, params: Params) -> list[Act]:
    """Plan to kill, after the deal, each hand whose player is away (deal/absent-hand-not-killed)."""
    felt = now.felt
    return [
        Act.make("d", "kill", f"s{seat}")
        for seat in in_turn(now, felt.button)
        if felt.away >> seat & 1 and felt.places[f"s{seat}"]
    ]


@do("count_stub", "count")
def count_stub(now: Situation, params: Params) -> list[Act]:
    """Plan the count of the stub together with the dealt cards: `d count 52` (DP-28, VD-08)."""
    return [Act.make("d", "count", n=len(now.felt.layout.pack))]
