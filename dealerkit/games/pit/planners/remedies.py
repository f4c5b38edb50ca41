"""Planners of remedies at boxes: cards that were dealt in error are used as the next card or leave the round; bets go back."""

from __future__ import annotations

import itertools

from dealerkit.facts import GameData, Situation
from dealerkit.facts.decisions import ruling_of
from dealerkit.facts.rounds import round_id, steps_in
from dealerkit.facts.situation import RuledOn
from dealerkit.facts.slips import since_slip, slip_act, the_slip
from dealerkit.felt import Act
from dealerkit.games.pit.facts.faults import excess
from dealerkit.games.pit.facts.house_rounds import first_cards
from dealerkit.games.pit.facts.round_reader import box_round
from dealerkit.games.pit.facts.settlement import Due, due_of
from dealerkit.games.pit.mechanics import BET_BACK, doubled_hands, short_hands
from dealerkit.games.pit.planners.cards import BURNED, deal_after_word, draw_by_table, serve
from dealerkit.games.pit.planners.settlements import money, still
from dealerkit.procedure.planners.registry import Params, card_act, do, no_amends
from dealerkit.rules.doc import branch
from dealerkit.rules.entries import Branch


def _drawn(now: Situation, params: Params) -> list[tuple[str, int]]:
    """Return the cards that came by the slip, were due to no hand, and still lie there, each with its place. Of several cards
    dealt to the right hand at once, the first ones were due. Cards that came wrongly one right after the other are returned in
    the order in which they came (WAR-I04).
    """
    slip, lying = the_slip(now, params), list[tuple[str, int]]()
    if slip is None or params["what"] != "wrong_hand":
        return _drawn_by(now, slip)
    for earlier in reversed(now.slips):
        if earlier.code == slip.code and _follow_at_once(now, earlier, slip):
            lying[:0] = _drawn_by(now, earlier)
            slip = earlier
    return lying


def _follow_at_once(now: Situation, earlier: RuledOn, slip: RuledOn) -> bool:
    """Return whether two slips of this round are the same, or no card came between them."""
    return earlier.at > now.marks.get(round_id(now.game), 0) and not any(
        act.verb == "deal" for act in now.log[earlier.at : slip.at - 1]
    )


def _drawn_by(now: Situation, slip: RuledOn | None) -> list[tuple[str, int]]:
    """Return the cards of one slip that were due to no hand and still lie there, each with its place."""
    act = slip_act(now, slip)
    if slip is None or act is None or not act.to:
        return []
    first = slip.due.partition(",")[0]
    due = Act.parse(first) if first.startswith("d deal ") else None
    came = slip.cards[due.count :] if due is not None and act.verb == "deal" and due.to == act.to else slip.cards
    place = act.to[0]
    return [(place, card) for card in dict.fromkeys(came) if card in now.felt.places[place]]


def _by_sight(now: Situation, card: int, lying: list[int], act: Act) -> Act:
    """Return the act on a card of a hand: it names the face if the card can be seen, else the position among the cards that still
    lie there then, counted from 1; no position for the only one. The card leaves them.
    """
    at = lying.index(card)
    lying.pop(at)
    if now.felt.up[card]:
        return card_act(now, act.verb, card, *act.to)
    return Act.make("d", act.verb, *act.to, n=at + 1 if at or lying else None)


@do("take_out", "move discard hold", amend=no_amends, what="next_card wrong_hand no_card")
def take_drawn(now: Situation, params: Params) -> list[Act]:
    """Plan the removal of a card that was due to no hand. Parameter `what`, its use: `next_card`, it becomes the next card, and
    goes at once to the hand that is due one, if any (BJI-02, BJI-03, WAR-I03); `wrong_hand`, it goes to the hand that was due one
    (BJI-16, BJI-17, WAR-I04); `no_card`, it is out of the round (BJI-05).
    """
    what, acts = params["what"], list[Act]()
    places = _next_places(now) if what != "no_card" else []
    lying: dict[str, list[int]] = {}
    for place, card in _drawn(now, params):
        to, there = places.pop(0) if places else "", lying.setdefault(place, list(now.felt.cards(place)))
        if to and to != place:
            acts.append(_by_sight(now, card, there, Act.make("d", "move", place, to)))
        elif not to and what != "wrong_hand" and place != now.felt.layout.discards:
            acts.append(_by_sight(now, card, there, Act.make("d", "hold" if what == "next_card" else "discard", place)))
    return acts


@do("take_out", "discard", lambda params, act: act.to[:1] == ("held",), amend=no_amends, what="held")
def take_held(now: Situation, params: Params) -> list[Act]:
    """Plan the removal from the round of a card that was laid aside and that no hand has taken (BJI-03)."""
    return [Act.make("d", "discard", "held")] * len(now.felt.places["held"])


@do("lay_out", "move turn restore", amend=no_amends, fresh=True, reverses=True)
def lay_out(now: Situation, params: Params) -> list[Act]:
    """Plan to lay out again cards that were picked up too early, and the bets with them: from the discards, the last card first,
    each to its hand: `d move discard_rack s2`, `d restore s2 main 10` (BJI-24, MON-15).
    """
    slip = the_slip(now, params)
    left = list(slip.back) if slip is not None else []
    for act in since_slip(now, slip):
        done = next((at for at, due in enumerate(left) if due.what == act.what and act.n in (due.n, None)), None)
        if done is not None:
            del left[done]
    discards = now.felt.layout.discards
    laid = [due for due in left if due.verb == "move" and due.to[0] == discards]
    if len(laid) > len(now.felt.places[discards]):  # the discards were gathered meanwhile: no card can be laid out any more
        return [due for due in left if due.verb == "restore"]
    return left


@do("burn", "burn", amend=no_amends, what="word")
def burn_for_a_word(now: Situation, params: Params) -> list[Act]:
    """Plan the burns that were left out before the first card after a decision, such as those for a war (WAR-I02)."""
    later = now.game.once("cards after a word", _after_a_word)
    return list(itertools.takewhile(lambda act: act.verb == "burn", deal_after_word(now, later) or ())) if later else []


@do("refill", "rebuild burn", lambda params, act: act.verb == "burn" or act.to == (BURNED,), amend=no_amends, fresh=True)
def refill(now: Situation, params: Params) -> list[Act]:
    """Plan the shuffle of the discards when the cards run out while one is due, and the burn of a card if the rule set asks for
    it: `d rebuild discard_rack` (BJI-11).
    """
    refilled = bool(now.log) and now.log[-1].verb == "rebuild"
    if (now.felt.left() and not refilled) or not (refilled or now.felt.places[BURNED]) or not _card_is_due(now):
        return []
    ruling = ruling_of(now, "shoe_empty", {"round_can_be_finished": True})
    burn = [Act.make("d", "burn")] if ruling is not None and "RJ-10" in ruling.remedies else []
    return burn if refilled else [Act.make("d", "rebuild", BURNED), *burn]


def _card_is_due(now: Situation) -> bool:
    """Return whether a card is still to come in the round: a first card, one to the hand in turn or the dealer, or one after a
    word.
    """
    return bool(_next_places(now))


def _after_a_word(game: GameData) -> Branch:
    """Return the step in which cards come after a word, as at war; empty if the game has none."""
    steps = (step for _, step in steps_in(branch(game.data, "procedure")))
    return next((step for step in steps if step.get("do") == "deal_after_word"), {})


def _next_places(now: Situation) -> list[str]:
    """Return the places of the next cards that are due, in order."""
    later = now.game.once("cards after a word", _after_a_word)
    after = (deal_after_word(now, later) or []) if later else []
    due = first_cards(now) or serve(now, {}) or draw_by_table(now, {}) or after
    return [act.to[0] for act in due if act.verb == "deal" for _ in range(act.count)]


@do("deal_missing", "deal move", amend=no_amends, fresh=True, standing=True, what="box")
def deal_missing(now: Situation, params: Params) -> list[Act]:
    """Plan cards that are missing: first those of the first deal, the dealer's own last (BJI-07, BJI-09); then those that the
    hand in turn has asked for (BJI-18).
    """
    return first_cards(now, dealer_last=True) or list(serve(now, {}) or ())


@do("return_chips", "return", amend=no_amends, what="short_hand")
def return_short(now: Situation, params: Params) -> list[Act]:
    """Plan the return of the bets of a hand that was passed over (BJI-08, BJI-10)."""
    round_ = box_round(now)
    return [
        money(now, "return", hand.seat, round_.boxes.row(name, hand.child), round_.stake(hand, name))
        for hand in short_hands(box_round(now))
        for name in round_.wagers_of(hand)
        if not round_.boxes.wagers[name].box
    ]


@do("take_out", "pick", amend=no_amends, what="short_hand")
def pick_short(now: Situation, params: Params) -> list[Act]:
    """Plan to pick up the cards of a hand whose bet went back (BJI-08, BJI-10)."""
    return [Act.make("d", "pick", hand.place) for hand in box_round(now).hands if hand.void and not hand.picked and hand.cards]


@do("return_chips", "return", amend=no_amends, what="asked_back")
def return_asked(now: Situation, params: Params) -> list[Act]:
    """Plan the return of the bets of hands whose players chose that when asked after a slip (BJI-09, BJI-10, BJI-14, BJI-16)."""
    round_, since = box_round(now), since_slip(now, the_slip(now, params))
    seats = {act.seat for act in since if act.verb == "answer" and act.to[:1] == (BET_BACK,)}
    return [
        money(now, "return", hand.seat, round_.boxes.row(name, hand.child), round_.stake(hand, name))
        for hand in round_.hands
        if hand.seat in seats and not hand.picked and (hand.due or not round_.is_done(hand))
        for name in round_.wagers_of(hand)
        if not round_.boxes.wagers[name].box
    ]


@do("return_chips", "return", amend=no_amends, what="asked_double")
def return_double(now: Situation, params: Params) -> list[Act]:
    """Plan the return of the money added by a double, for hands whose players chose that instead of the card (BJI-18)."""
    round_, since = box_round(now), since_slip(now, the_slip(now, params))
    seats = {act.seat for act in since if act.verb == "answer" and act.to[:1] == (BET_BACK,)}
    rows = [(hand, round_.boxes.row(hand.waits.wager, hand.child)) for hand in doubled_hands(round_) if hand.waits is not None]
    return [money(now, "return", hand.seat, row, round_.put(hand.seat, row)) for hand, row in rows if hand.seat in seats]


@do("return_chips", "return", amend=no_amends, what="excess")
def return_excess(now: Situation, params: Params) -> list[Act]:
    """Plan the return of chips above a limit, or above the largest amount of a wager (BJI-22, BJI-25)."""
    return [money(now, "return", seat, row, chips) for seat, row, chips in excess(now)]


@do("return_chips", "return collect", amend=no_amends, what="round")
def return_round(now: Situation, params: Params) -> list[Act]:
    """Plan the return of every bet of the round, and of chips that were taken or paid before (BJI-12, BJI-32)."""
    round_, rows, acts = box_round(now), now.felt.rows, list[Act]()
    acts += [money(now, "collect", seat, row, chips) for (seat, row), chips in round_.paid.items() if chips > 0]
    acts += [money(now, "return", seat, row, chips) for (seat, row), chips in round_.taken.items() if chips > 0]
    wagers = [round_.boxes.row(name, child) for name in round_.boxes.wagers for child in ("", *round_.boxes.children)]
    for row in wagers:
        for seat in range(1, now.felt.seats + 1):
            chips = (rows[row][seat] if row in rows else 0) + max(0, round_.taken[seat, row])
            if chips:
                acts.append(money(now, "return", seat, row, chips))
    return acts


@do("settle_begun", "take return pay collect", amend=no_amends, fresh=True)
def settle_begun(now: Situation, params: Params) -> list[Act]:
    """Plan to finish the settlement of each bet for which chips were already taken or paid; no act while a settlement is unknown
    (BJI-23, BJI-24).
    """
    round_, acts = box_round(now), list[Act]()
    for hand in round_.hands:
        for name in round_.wagers_of(hand):
            row = round_.boxes.row(name, hand.child)
            due = due_of(round_, hand, name)
            if (due is None and round_.cleared) or not (round_.taken[hand.seat, row] or round_.paid[hand.seat, row]):
                continue  # its cards are in the discards, or none of its chips have moved
            acts += still(now, round_, due or Due(hand, name, row, round_.stake(hand, name), None, 0, 0))
    return acts


@do("burn", "burn", amend=no_amends, standing=True, what="rest")
def burn_rest(now: Situation, params: Params) -> list[Act]:
    """Plan those burns before the first round of a shoe that were left out (BJI-29)."""
    if not now.felt.left():
        return []
    burned = sum(act.count for act in now.since("shoe") if act.verb == "burn")
    return [Act.make("d", "burn")] * max(0, int(str(now.game.options.get("burn", 0))) - burned)
