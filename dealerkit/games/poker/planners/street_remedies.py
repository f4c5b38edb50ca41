"""Planners of poker's remedies for the cards of a street: premature cards, surplus cards, and cards displaced by a wrong burn.

Each looks at the felt and plans the acts still missing, so that a remedy may be begun in another order, or late. The acts of a
remedy are the dealer's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dealerkit.facts import Situation
from dealerkit.facts.hands import contested
from dealerkit.facts.situation import RuledOn
from dealerkit.facts.slips import since_slip, slip_act, the_slip
from dealerkit.felt import FLOOR, Act
from dealerkit.felt.acts import seat_number
from dealerkit.games.poker.facts.deal import FLOP
from dealerkit.games.poker.facts.remedies import (
    acted_since,
    boards_begun,
    burned_for_street,
    burned_then,
    cards_too_early,
    extra_cards,
    lying,
    of_the_street_due,
    was_due,
    whole_boards,
    wrong_hands,
)
from dealerkit.games.poker.facts.showdown import boards
from dealerkit.procedure.planners.boards import boards_laid, turned_up
from dealerkit.procedure.planners.registry import Params, card_act, do, no_amends, same_verb

_CUT = Act.make("d", "cut")
_BURN = Act.make("d", "burn")


def rebuilt(now: Situation, slip: RuledOn | None) -> int:
    """Return the number of acts since the stub was reshuffled because of a slip, counting the reshuffle itself; 0 if it was not.

    Args:
        now: The situation.
        slip: The slip; None for none.
    """
    acts = since_slip(now, slip)
    return next((len(acts) - at for at in range(len(acts) - 1, -1, -1) if acts[at].verb == "rebuild"), 0)


def _to_stub(params: Params, expected: Act, act: Act) -> bool:
    """Return whether cards went to the stub, but other cards or in another way than planned."""
    return act.verb in ("rebuild", "putback") and expected.verb in ("rebuild", "putback")


def _same_way(expected: Act, act: Act) -> bool:
    """Return whether two acts are equal; cards to be shuffled in may first be put on the stub one by one."""
    return expected.what == act.what or (expected.verb == "rebuild" and act.verb == "putback" and act.to[0] in expected.to)


@do("shuffle_again", "putback rebuild", attempt=_to_stub, amend=no_amends, same=_same_way, standing=True, what="early boards")
def shuffle_back(now: Situation, params: Params) -> list[Act]:
    """Plan the return of premature or surplus cards into the stub, and its shuffle (RM-11, RM-16, RM-17).

    Parameter `what`: `early`, only the premature cards; `boards`, all cards of the boards.
    """
    slip = the_slip(now, params)
    if rebuilt(now, slip):
        return []
    stock = now.felt.layout.stock
    laid_back = [Act.make("d", "rebuild", stock)] if any(act.verb == "putback" for act in since_slip(now, slip)) else []
    if params["what"] == "boards":
        places = whole_boards(now)
        return [Act.make("d", "rebuild", *places)] if places else laid_back
    early = cards_too_early(now, slip)
    whole = list(dict.fromkeys(name for name, _ in reversed(early)))
    if early and not any(seat_number(name) for name in whole) and sum(len(now.felt.places[name]) for name in whole) == len(early):
        return [Act.make("d", "rebuild", *whole)]
    return (
        [*(card_act(now, "putback", card, name) for name, card in early), Act.make("d", "rebuild", stock)] if early else laid_back
    )


@do("cut_again", "cut", attempt=same_verb, amend=no_amends, standing=True)
def cut_again(now: Situation, params: Params) -> list[Act]:
    """Plan the cut of a reshuffled stub (RM-16)."""
    after = rebuilt(now, the_slip(now, params))
    return [_CUT] if after and not any(act.verb == "cut" for act in now.log[len(now.log) - after :]) else []


@do("burn", "burn", amend=no_amends, standing=True, what="street street_before")
def burn_missing(now: Situation, params: Params) -> list[Act]:
    """Plan burns that were left out. Parameter `what`: `street`, the burn for a street that is dealt again, unless it has been
    made (FTR-24); `street_before`, a further burn before the next street, because the last street had none and its cards stand
    (RM-18).
    """
    return [_BURN] * _BURNS[str(params["what"])](now, the_slip(now, params))


def _of_street(now: Situation, slip: RuledOn | None) -> int:
    """Return the number of burns missing before a street that is dealt again at once: 1 or 0."""
    return int(was_due(slip) and not whole_boards(now) and not burned_for_street(now))


def _of_street_before(now: Situation, slip: RuledOn | None) -> int:
    """Return the number of further burns before the next street because the present one had none: 1 or 0."""
    stands = slip is not None and acted_since(now, slip) and not burned_then(now, slip) and contested(now)
    put_right = any(act.verb in ("move", "putback", "rebuild", "burn") for act in since_slip(now, slip))
    return int(stands and not put_right)


_BURNS: dict[str, Callable[[Situation, RuledOn | None], int]] = {
    "street": _of_street,
    "street_before": _of_street_before,
}


def _to_board(params: Params, act: Act) -> bool:
    return seat_number(act.to[0]) == 0


def _of_that_kind(params: Params, act: Act) -> bool:
    return (seat_number(act.to[0]) > 0) is (params["what"] == "hand")


@do("deal_missing", "deal", _of_that_kind, amend=no_amends, standing=True, what="hand flop")
def complete(now: Situation, params: Params) -> list[Act]:
    """Plan missing cards.

    Parameter `what`: `hand`, the cards that a short hand lacks (RM-04); `flop`, a whole flop at once (RM-11, RM-13). While
    betting is open, the flop has to wait; but the rest of a flop that was begun card by card is due at once (FTR-11).
    """
    if params["what"] == "hand":
        lacks = {f"s{seat}": -more for seat, more in wrong_hands(now).items()}
    else:
        lacks = _flop_lacks(now, the_slip(now, params))
    return [
        Act.make("d", "deal", place, n=need if need > 1 else None, manner=("together",) if _is_whole_flop(place, need) else ())
        for place, need in lacks.items()
        if need > 0
    ]


def _is_whole_flop(place: str, need: int) -> bool:
    return need == FLOP and not seat_number(place)


def _flop_lacks(now: Situation, slip: RuledOn | None) -> dict[str, int]:
    """Return for each board that was begun the number of cards its flop lacks; for every board if players acted on a short
    flop.
    """
    if slip is None or not was_due(slip):
        return {}
    act = slip_act(now, slip)
    begun = act.to[0] if act is not None and act.verb == "deal" and act.count < FLOP and slip.fault != "flop_count" else ""
    names = boards_laid(now) if slip.fault == "flop_short" else boards_begun(now)
    return {name: FLOP - len(now.felt.places[name]) for name in names if name != begun}


@do("shuffle_again", "rebuild", amend=no_amends, standing=True, what="apart")
def shuffle_in(now: Situation, params: Params) -> list[Act]:
    """Plan to shuffle cards that were set apart (`what: apart`) into the stub. Parameter `from`: their place (RM-15)."""
    place = str(params["from"])
    return [Act.make("d", "rebuild", place)] if now.felt.places.get(place) and contested(now) else []


# -- a card drawn by chance --------------------------------------------------------------------------------------------


def _for_the_lot(now: Situation, slip: RuledOn | None) -> str:
    """Return the board from which a card is to be drawn as the burn, because it has four cards or no burn; empty for none."""
    if acted_since(now, slip):
        return ""
    burns, since = now.felt.layout.burns, since_slip(now, slip)
    drawn = any(act.verb == "move" and act.to[1:] == (burns,) for act in since)
    ordered = any(act.verb in ("floor", "slip") or act.who == FLOOR for act in since)  # a burn after the ruling corrects nothing
    burned = burned_then(now, slip) if slip is not None and ordered else burned_for_street(now)
    for name in boards_begun(now):
        lie = len(now.felt.places[name])
        too_many = slip is not None and slip.fault == "flop_count" and lie > FLOP
        if too_many or (lie == FLOP and not drawn and not burned):
            return name
    return ""


def _same_side(params: Params, act: Act) -> bool:
    down = params["what"] == "down"
    return (act.face == "down") is down and (down or _to_board(params, act))


@do("turn_board", "turn", _same_side, amend=no_amends, standing=True, what="down up")
def turn_board(now: Situation, params: Params) -> list[Act]:
    """Plan to turn board cards over (RM-12, RM-13).

    Parameter `what`: `down`, all cards of a board with a surplus card, which are then mixed so that one can be drawn by chance;
    `up`, the mixed cards.
    """
    felt = now.felt
    if params["what"] == "down":
        board = _for_the_lot(now, the_slip(now, params))
        return [Act.make("d", "turn", board, face="down")] if board and any(felt.up[card] for card in felt.places[board]) else []
    return turned_up(now, boards_begun(now))


def _same_places(expected: Act, act: Act) -> bool:
    """Return whether two acts have the same verb and places; their cards may differ."""
    return expected.verb == act.verb and expected.to == act.to


def _to_burns(params: Params, act: Act) -> bool:
    return act.to[1:] == ("burns",)


@do("take_out", "move", _to_burns, amend=no_amends, same=_same_places, standing=True, what="by_lot")
def draw_the_burn(now: Situation, params: Params) -> list[Act]:
    """Plan the move of a board card, drawn by chance, to the burns (RM-12, RM-13)."""
    board = _for_the_lot(now, the_slip(now, params))
    return [Act.make("d", "move", board, now.felt.layout.burns)] if board else []


# -- back on top of the stub, in order ---------------------------------------------------------------------------------


def _is_back(params: Params, act: Act) -> bool:
    return act.verb != "move" or (len(act.to) > 1 and act.to[1] == params.get("to"))


@do("put_back", "putback turn", _is_back, amend=no_amends, standing=True, what="extra street ahead early")
def put_back(now: Situation, params: Params) -> list[Act]:
    """Plan the return of cards to the top of the stub in the order in which they were due, the last one first (RM-03, RM-14,
    RM-19).

    Parameter `what`: `extra`, the surplus cards of a hand; `street`, the cards of a street with its burns except the first;
    `ahead`, cards laid out too soon; `early`, premature cards, which wait at the place `to` instead (RM-15, with `verb: move`).
    """
    slip = the_slip(now, params)
    if params["what"] == "early":
        to = str(params["to"])
        early = cards_too_early(now, slip) if to in now.felt.places else []
        return [card_act(now, "move", card, name, to) for name, card in early]
    return list(_BACK[str(params["what"])](now, slip))


def _extra(now: Situation, slip: RuledOn | None) -> Iterator[Act]:
    """Yield the acts that put back the surplus cards of hands."""
    for seat, card in extra_cards(now):
        yield card_act(now, "putback", card, f"s{seat}")


def _street_and_burns(now: Situation, slip: RuledOn | None) -> Iterator[Act]:
    """Yield the acts that put back a street without action on it, with all its burns but the first."""
    if slip is None or acted_since(now, slip) or any(act.verb in ("deal", "burn") for act in since_slip(now, slip)):
        return
    felt = now.felt
    for name, card in lying(now, slip.cards):
        yield card_act(now, "putback", card, name)
    burns = felt.places[felt.layout.burns]
    for card in burns[: -burned_for_street(now) : -1] if burned_for_street(now) > 1 else ():
        yield card_act(now, "putback", card, felt.layout.burns)


def _laid_ahead(now: Situation, slip: RuledOn | None) -> Iterator[Act]:
    """Yield the acts for board cards laid face down before their time: put them back, or turn up those that were due."""
    due = slip.due.replace(",", "").split() if slip is not None else []
    if slip is not None and due[:2] == ["d", "deal"] and due[2] in boards(now):
        for name in dict.fromkeys(name for name, card in lying(now, slip.cards) if not now.felt.up[card]):
            yield Act.make("d", "turn", name)
        return
    for name, card in cards_too_early(now, slip):
        if not now.felt.up[card]:
            yield card_act(now, "putback", card, name)


_BACK: dict[str, Callable[[Situation, RuledOn | None], Iterator[Act]]] = {
    "extra": _extra,
    "street": _street_and_burns,
    "ahead": _laid_ahead,
}


# -- a burn error on turn or river -------------------------------------------------------------------------------------


@do("put_back", "move putback deal", amend=no_amends, standing=True, what="wrong_burn")
def due_card(now: Situation, params: Params) -> list[Act]:
    """Plan the replacement of a board card that is wrong because of a wrong burn (RM-18, FTR-25, FTR-26).

    Without a burn, the card on the board should have been the burn, and the next card belongs on the board. With two burns, the
    upper burn belongs on the board, and the card there goes back on the stub. Once there has been action on it, the card on the
    board stands; with two burns, the upper one then goes back as the next card.
    """
    slip = the_slip(now, params)
    act, burns = slip_act(now, slip), now.felt.layout.burns
    if slip is None or act is None:
        return []
    of_street = {*boards(now), burns}  # a hand that is put back belongs to another ruling
    done = [past.verb for past in since_slip(now, slip) if past.verb in ("move", "putback", "deal") and past.to[0] in of_street]
    burned = burned_then(now, slip)
    begun = whole_boards(now)
    street = [(name, card) for name, card in _street_of(now, slip) if name in begun]
    if acted_since(now, slip):
        return [Act.make("d", "putback", burns)] if burned > 1 and not done else []
    if act.verb == "burn" and not street and not _went_back(now, slip):
        return [] if done else [Act.make("d", "putback", burns)] * max(0, burned - 1)
    board = street[0][0] if street else "board"
    if burned == 0:
        to = act.to[0] if act.verb == "deal" else board
        due = of_the_street_due(now, slip)
        wrong = street[-due:] if {"move", "deal"}.isdisjoint(done) else []  # the cards dealt first; later ones were premature
        move = [card_act(now, "move", card, name, burns) for name, card in wrong]
        lacks = due - done.count("deal")
        return [*move, Act.make("d", "deal", to, n=lacks if lacks > 1 else None)] if lacks > 0 else []
    if burned == 2 and len(street) == 1 and "putback" not in done:
        return [card_act(now, "putback", street[0][1], board), Act.make("d", "move", burns, board)]
    return (
        [Act.make("d", "move", burns, board)] if burned == 2 and not street and "putback" in done and "move" not in done else []
    )


def _went_back(now: Situation, slip: RuledOn) -> bool:
    """Return whether a card of a board, and not a burn, has been put back since the slip."""
    return any(act.verb == "putback" and act.to != (now.felt.layout.burns,) for act in since_slip(now, slip))


def _street_of(now: Situation, slip: RuledOn) -> list[tuple[str, int]]:
    """Return the place and number of each card of the street that had the wrong burn: the cards of the slip, or if the slip was
    the burn, the cards dealt after it.
    """
    felt, act = now.felt, slip_act(now, slip)
    if act is None or act.verb != "burn":
        return lying(now, slip.cards)
    last = max((felt.out[card] for card in slip.cards), default=0)
    return lying(now, {card for card in range(len(felt.out)) if last and felt.out[card] > last})


@do("shuffle_again", "rebuild", attempt=same_verb, amend=no_amends, standing=True, what="stub")
def shuffle_stub(now: Situation, params: Params) -> list[Act]:
    """Plan another shuffle of the stub, face down (RM-28): `d rebuild stub`. No act before the first card, when the whole shuffle
    is repeated.
    """
    felt = now.felt
    out = any(felt.places[name] for name in felt.places if name != felt.layout.stock)
    return [Act.make("d", "rebuild", felt.layout.stock)] if out and not rebuilt(now, the_slip(now, params)) else []


@do("square_stub", "square")
def square_stub(now: Situation, params: Params) -> list[Act]:
    """Plan the squaring of a stub that was dropped, in its order (RM-19): `d square stub`."""
    fell = any(act.verb == "fumble" for act in now.since("hand"))
    done = any(act.verb in ("square", "rebuild") for act in since_slip(now, the_slip(now, params)))
    return [Act.make("d", "square", now.felt.layout.stock)] if fell and not done else []
