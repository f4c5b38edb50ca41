"""Planners of poker's remedies for hands and chips: a hand completed, killed or given back; chips returned to their owners.

Each looks at the felt and plans the acts still missing.
"""

from __future__ import annotations

from itertools import takewhile

from dealerkit.facts import Situation
from dealerkit.facts.hands import live
from dealerkit.facts.seats import forced_in_front
from dealerkit.facts.situation import RuledOn
from dealerkit.facts.slips import since_slip, slip_act, stakes_of_the_hand, the_slip
from dealerkit.felt import Act, Felt
from dealerkit.felt.acts import is_seat, seat_number
from dealerkit.games.poker.facts.remedies import dead_hand, lying, taken_in
from dealerkit.procedure.planners.pots import fetched, out_of_the_pot
from dealerkit.procedure.planners.registry import Params, card_act, do, no_amends, same_verb

# -- hands -------------------------------------------------------------------------------------------------------------


@do("take_out", "discard", amend=no_amends, standing=True, what="scrap")
def discard_scrap(now: Situation, params: Params) -> list[Act]:
    """Plan the discard of a scrap card (one that does not belong in the deck) that came with the slip (RM-05)."""
    slip = the_slip(now, params)
    act = slip_act(now, slip)
    if slip is None or act is None:
        return []
    return [card_act(now, "discard", card, name) for name, card in lying(now, slip.cards) if _is_scrap(now, act, slip, card)]


def _is_scrap(now: Situation, act: Act, slip: RuledOn, card: int) -> bool:
    """Return whether a card that came by the slip is scrap: boxed, or a joker."""
    face = now.felt.faces[card]
    joker = face is not None and face.rank is None
    return joker or (slip.fault == "boxed_card" and (act.count == 1 or "boxed" in act.manner))


@do("deal_missing", "deal", amend=no_amends, standing=True, what="scrap")
def deal_in_place(now: Situation, params: Params) -> list[Act]:
    """Plan the next cards in place of scrap cards that have been removed (RM-05)."""
    slip = the_slip(now, params)
    acts, act = since_slip(now, slip), slip_act(now, slip)
    out = [at for at, past in enumerate(acts) if past.verb == "discard"]
    if not out or act is None:
        return []
    place = acts[out[-1]].to[0]
    taken = sum(max(1, len(acts[at].cards)) for at in out if acts[at].to[0] == place)  # a number stands for a single card
    # cards dealt to this place before the scrap card left it
    at_once = takewhile(lambda past: past.verb == "deal" and past.to == (place,), acts[: out[0]])
    since = [*at_once, *acts[out[0] :]]
    back = sum(max(1, len(past.cards)) for past in since if past.verb == "move" and past.to[1:] == (place,))
    lacks = taken - back - sum(past.count for past in since if past.verb == "deal" and past.to == (place,))
    return [Act.make("d", "deal", place, n=lacks if lacks > 1 else None, face=act.face)] if lacks > 0 else []


@do("kill_hand", "kill", amend=no_amends, standing=True, reopens="move", what="dead")
def kill_hand(now: Situation, params: Params) -> list[Act]:
    """Plan that the hand ruled dead goes to the muck, while its chips stay (RM-06): `d kill s4 dead`. No act if its player is the
    last one in, and so takes the pot (DP-27).
    """
    seat = dead_hand(now, the_slip(now, params))
    return [Act.make("d", "kill", f"s{seat}", "dead")] if seat and live(now) != [seat] else []


@do("put_back", "move turn", lambda params, act: seat_number(act.to[-1]) > 0, amend=no_amends, standing=True, what="mucked")
def give_hand_back(now: Situation, params: Params) -> list[Act]:
    """Plan the return of a live hand's cards from the muck, one by one (RM-23); tabled cards are turned up again."""
    felt = now.felt
    seat, cards = taken_in(now)
    slip = the_slip(now, params)
    # the cards that this act took
    if slip is not None and (act := slip_act(now, slip)) is not None and act.verb == "kill":
        seat, cards = seat_number(act.to[0]), [card for card in slip.cards if card in felt.places[felt.layout.discards]]
    who = f"s{seat}"
    if not cards and any(past.verb == "show" and past.who == who for past in now.since("hand")):
        down = [face for card in felt.places.get(who, ()) if not felt.up[card] and (face := felt.faces[card]) is not None]
        return [Act.make("d", "turn", who, cards=(face,)) for face in down]
    muck = felt.places[felt.layout.discards]
    to = (felt.layout.discards, f"s{seat}")
    if cards and muck[len(muck) - len(cards) :] == cards and any(felt.faces[card] is None for card in cards):
        return [Act.make("d", "move", *to)] * len(cards)  # the cards are not known, but they are on top
    return [card_act(now, "move", card, *to) for card in reversed(cards)]


# -- chips -------------------------------------------------------------------------------------------------------------


@do("return_chips", "collect return", lambda params, act: len(act.to) > 1, amend=no_amends, standing=True, what="wagers forced")
def return_wagers(now: Situation, params: Params) -> list[Act]:
    """Plan the return of wagers: `d return s3 bet 10`; out of the pot if they were swept (RM-01, RM-07). A part of the pot that
    was pushed already is collected first. Chips that the floor leaves in the pot stay (RM-08).

    Parameter `what`: `wagers`, bets and calls; `forced`, blinds, antes and straddles, which stay only if the same hand is dealt
    again.
    """
    felt, written, only_forced = now.felt, now.felt.written, params["what"] == "forced"
    forced = forced_in_front(now)
    acts = []
    for seat in range(1, felt.seats + 1):
        if f"s{seat}" in _forfeited(now):
            continue
        for row in felt.layout.front:
            lies = felt.rows[row][seat]
            stays = lies if row != "bet" else min(lies, forced.get(seat, 0))
            amount = lies if only_forced else lies - stays  # bets go first, and with the remainder the chips that came after them
            if amount:
                acts.append(Act.make("d", "return", f"s{seat}", row, n=written(amount)))
    return acts if only_forced and not _swept_since_ruling(now) else acts + _out_of_the_pots(now)


def _swept_since_ruling(now: Situation) -> bool:
    """Return whether bets were swept into the pot after the ruling of the floor."""
    acts = now.since("hand")
    ruled = next((at for at in range(len(acts) - 1, -1, -1) if acts[at].who == "f"), len(acts))
    return any(act.verb == "sweep" for act in acts[ruled:])


def _forfeited(now: Situation) -> tuple[str, ...]:
    """Return the seats, as `s3`, whose chips the floor leaves in the pot: `f rule void_hand RM-08 s3`."""
    ruled = next((act for act in reversed(now.since("hand")) if act.who == "f"), None)
    return tuple(word for word in ruled.to if is_seat(word)) if ruled is not None else ()


def _out_of_the_pots(now: Situation) -> list[Act]:
    """Return the acts that collect what was pushed out of the pots in this hand, and return each seat's chips out of them, the
    smallest stake first: `d collect s2 side-1 40`, `d return s3 pot 40`. None if nobody knows whose the chips were.
    """
    felt = now.felt
    at, stakes = stakes_of_the_hand(now)
    left = dict(stakes)
    pushed = _pushed(now) if any(stakes.values()) else {}
    for act in now.log[at:]:
        if act.verb == "return" and act.to[1] in felt.layout.pots:
            seat = seat_number(act.to[0])
            left[seat] = left.get(seat, 0) - felt.units(act.n)
    pots = {name: felt.rows[name][0] for name in felt.layout.pots}
    acts = []
    for (seat, name), amount in pushed.items():
        acts.append(Act.make("d", "collect", f"s{seat}", name, n=felt.written(amount)))
        pots[name] += amount
    for seat, stake in sorted(left.items(), key=lambda item: item[1]):
        amount = 0 if f"s{seat}" in _forfeited(now) else stake
        for name, lies in pots.items():
            part = min(amount, lies)
            if part > 0:
                acts.append(Act.make("d", "return", f"s{seat}", name, n=felt.written(part)))
                pots[name] -= part
                amount -= part
    return acts


def _pushed(now: Situation) -> dict[tuple[int, str], int]:
    """Return the chips that seats were pushed out of each pot in this hand and still have, in smallest chips, by seat and pot."""
    felt = now.felt
    pushed: dict[tuple[int, str], int] = {}
    for act in now.since("hand"):
        if act.who == "d" and act.verb in ("award", "collect") and (key := _whose(act))[1] in felt.layout.pots:
            _add(pushed, key, felt.units(act.n) * (1 if act.verb == "award" else -1))
    lies = {key: min(chips, felt.rows["stack"][key[0]]) for key, chips in pushed.items()}
    return {key: chips for key, chips in lies.items() if chips > 0}


@do("return_chips", "collect pay return", amend=no_amends, what="moved")
def withdraw_chips(now: Situation, params: Params) -> list[Act]:
    """Plan the return of chips that were moved since the first card of a hand, before the hand is dealt again (SG-06). Chips that
    left a pot, or went from one player to another, are collected; then each player gets back his own. Chips put in before the
    cards stay for the new deal.
    """
    felt, written = now.felt, now.felt.written
    begun = now.marks.get("hand", 0)
    first = next((at for at in range(begun, len(now.log)) if now.log[at].who == "d" and now.log[at].verb == "deal"), None)
    if first is None:
        return []
    got, gave = _moved_since(now, first)
    fetch = []
    for act in now.log[first:]:
        if act.who == "d" and act.verb == "pass" and got.get(_whose(act), 0) >= felt.units(act.n):
            _add(got, _whose(act), -felt.units(act.n))  # each pass is undone by its own amount, unless it was undone before
            fetch.append(Act.make("d", "collect", *act.to, n=act.n))
    for seat, n in _swept_since(now, begun).items():
        gave[seat, "pot"] = gave.get((seat, "pot"), 0) + n
    fetch += [
        Act.make("d", "collect", f"s{seat}", *([pot] if pot else []), n=written(n)) for (seat, pot), n in got.items() if n > 0
    ]
    bets = [Act.make("d", "return", f"s{seat}", "bet", n=written(n)) for seat, n in enumerate(felt.rows.get("bet", ())) if n]
    back = [
        Act.make("d", "return", f"s{seat}", pot, n=written(n)) if pot else Act.make("d", "pay", f"s{seat}", n=written(n))
        for (seat, pot), n in gave.items()
        if n > 0
    ]
    return fetch + bets + back


_INTO = frozenset({"post", "bet", "put", "collect"})
"""Verbs by which chips go into a pot."""

_OUT_OF = frozenset({"take", "award", "return"})
"""Verbs by which chips come out of a pot. A spoken amount may be one that cannot be paid in chips."""

_GIVEN = frozenset({"post", "bet", "put", "return"})
"""Verbs by which a seat gives chips; `return` is subtracted."""

_Moved = dict[tuple[int, str], int]
"""Smallest chips by seat and pot; the pot is empty for chips that went from player to player, and go back through the dealer."""


def _moved_since(now: Situation, first: int) -> tuple[_Moved, _Moved]:
    """Return the chips that seats have got, and the chips that they have given, directly from or to a pot or another player,
    since the log had `first` acts; negative if chips have gone back.
    """
    pots = dict.fromkeys(now.felt.layout.pots, 0)
    got: _Moved = {}
    gave: _Moved = {}
    for at, act in enumerate(now.log):
        key = _whose(act)
        if key[1] in pots and act.verb in _INTO | _OUT_OF:
            goes_in = act.verb in _INTO
            n = (now.felt.units(act.n) if act.n is not None else 0) or pots[key[1]]  # a whole pot, without an amount
            pots[key[1]] += n if goes_in else -n
            sums = gave if act.verb in _GIVEN else got
            if at >= first:
                _add(sums, key, n if (sums is gave) == goes_in else -n)
        elif at >= first and act.n is not None and act.verb in ("pay", "collect", "pass"):
            _between_players(now.felt, act, key, got, gave)
    return got, gave


def _whose(act: Act) -> tuple[int, str]:
    """Return the seat whose chips an act moves, and the pot it names; an empty pot for chips that go from player to player."""
    to = act.to
    seat = act.seat or (seat_number(to[0]) if to and is_seat(to[0]) else 0)
    if act.seat and to:
        return seat, to[0]
    return seat, to[1] if len(to) > 1 else "pot" if act.verb == "award" else ""


def _between_players(felt: Felt, act: Act, key: tuple[int, str], got: _Moved, gave: _Moved) -> None:
    """Count in `got` and `gave` the chips that an act moves from player to player, or through the dealer."""
    n = felt.units(act.n)
    if act.seat and act.verb == "pay":
        _add(gave, (act.seat, ""), n)
        _add(got, (seat_number(act.to[0]), ""), n)
    elif act.verb == "pass":  # chips out of the bank that were not bought
        _add(got, key, n)
    elif act.who == "d" and not key[1]:
        _add(gave if act.verb == "pay" else got, key, -n)


def _add(sums: _Moved, key: tuple[int, str], n: int) -> None:
    sums[key] = sums.get(key, 0) + n


def _swept_since(now: Situation, begun: int) -> dict[int, int]:
    """Return for each seat the bets swept into the pot since the hand began, without antes, in smallest chips."""
    felt = now.felt
    if "bet" not in felt.rows:
        return {}
    at, stakes = stakes_of_the_hand(now)
    swept = dict(stakes)
    for number, act in enumerate(now.log[begun:], begun):
        seat = act.seat or (seat_number(act.to[0]) if act.to else 0)
        if act.verb == "post" and act.to == ("ante",):
            swept[seat] = swept.get(seat, 0) - felt.units(act.n)
        elif act.verb == "return" and act.to[1:] == ("pot",) and number < at:
            swept[seat] = swept.get(seat, 0) + felt.units(act.n)  # returned chips are subtracted elsewhere, with the moved ones
    return {seat: n + felt.rows["ante"][seat] for seat, n in swept.items() if n + felt.rows["ante"][seat] > 0}


@do("return_chips", "return", amend=fetched, standing=True, later=out_of_the_pot, what="uncalled")
def return_uncalled_bet(now: Situation, params: Params) -> list[Act]:
    """Plan the return of the uncalled part of a dead hand's bet to its owner; the called part stays (RM-22)."""
    felt = now.felt
    second, most = sorted(felt.rows["bet"])[-2:]
    seat = felt.rows["bet"].index(most)
    if most == second or felt.places[f"s{seat}"]:
        return []
    return [Act.make("d", "return", f"s{seat}", "bet", n=felt.written(most - second))]


@do("put_button", "button", attempt=same_verb)
def put_button(now: Situation, params: Params) -> list[Act]:
    """Plan the move of the button to the right seat (RM-10)."""
    slip = the_slip(now, params)
    due = Act.parse(slip.due) if slip is not None and slip.due.startswith("d button s") else None
    return [due.plain] if due is not None and f"s{now.felt.button}" != due.to[0] else []
