"""The facts of a poker dispute, read from a table, so that the floor need not ask for them.

As in `dealerkit.facts.faults`, there is one function for each fault; it returns the facts that the log and the felt show, and
leaves out all others. The facts of any hand are added to these: form of poker, betting structure, street, acts in turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from dealerkit.facts.faults import DISPUTES, Known, Tell
from dealerkit.facts.first_to_bet import last_round
from dealerkit.facts.hands import ACTIONS, acts_in_turn, late_cards, layers, live, no_more_betting
from dealerkit.facts.seats import blinds_of, entitled
from dealerkit.facts.situation import Situation
from dealerkit.felt import Act
from dealerkit.felt.acts import seat_number
from dealerkit.games.poker.facts.deal import shown
from dealerkit.games.poker.facts.draws import hand_size, owed_cards, requests
from dealerkit.games.poker.facts.openers import opener, openers_proved, split_was_said
from dealerkit.games.poker.facts.outcomes import dead_cards_mixed_in, deck_not_ready, hands_are_gone, live_cards_in_the_stub
from dealerkit.games.poker.facts.remedies import cards_each, deal_is_over, extra_cards, wrong_hands
from dealerkit.games.poker.facts.round_line import folds, round_line, this_round
from dealerkit.games.poker.facts.showdown import boards, is_pushed_rightly, tabled


def _about(*faults: str) -> Callable[[Tell], Tell]:
    def register(function: Tell) -> Tell:
        def tell(now: Situation) -> Known | None:
            known = function(now)
            return None if known is None else {**common(now), **known}

        for fault in faults:
            DISPUTES.add(fault, tell, function.__module__)
        return function

    return register


def common(now: Situation) -> Known:
    """Return the facts that apply to any hand, by name: form of poker, betting structure, kind of game, acts in turn, whether a
    card has been dealt, and whether one, two or more players are left.
    """
    options = now.game.options
    structure = str(options.get("structure", "no_limit"))
    acts, in_it = acts_in_turn(now), len(live(now))
    known: Known = {
        "structure": "limit" if structure == "fixed_limit" else structure,
        "setting": str(options.get("setting", "cash")),
        "acts": " ".join(acts) or "none",
        "card_out": "deal" in [act.verb for act in now.since("hand")],
        "heads_up": in_it == 2,
        "contested": in_it > 1,
        "no_more_betting": in_it > 1 and no_more_betting(now),
    }
    kind = now.game.data["showdown"].get("kind")
    if kind:
        known["form"] = str(kind)
    actor = _last_player(now)
    if actor is not None:
        bets = now.felt.rows["bet"]
        known["facing_bet"] = max(bets) > bets[actor.seat]
        known["is_button"] = actor.seat == entitled(now)[-1]
    return known


def _last_player(now: Situation) -> Act | None:
    return next((act for act in reversed(now.since("hand")) if act.seat), None)


_STREETS_OF_STUD = ("third", "fourth", "fifth", "sixth", "seventh")


def _street(now: Situation) -> str:
    """Return the name of the present street: by the number of cards on the fullest board, in stud in the fullest hand; in draw
    games by the draws.
    """
    if "bring_in" in now.game.data["showdown"]:
        most = max((len(now.felt.places[f"s{seat}"]) for seat in range(1, now.felt.seats + 1)), default=0)
        return _STREETS_OF_STUD[min(max(most, 3), 7) - 3]
    if "board" in now.felt.places:
        board = 0
        for name in boards(now):
            board = max(board, len(now.felt.places.get(name, ())))
        return {0: "preflop", 3: "flop", 4: "turn"}.get(board, "river" if board > 3 else "flop")
    drawn = any(act.verb in ("draw", "pat") for act in now.since("hand"))
    return "after_draw" if drawn else "before_draw"


@_about("card_exposed", "card_off_table", "card_flashed")
def _exposed(now: Situation) -> Known:
    cards = shown(now)
    known: Known = {"dealer_error": True, "street": "deal" if not acts_in_turn(now) else _street(now)}
    if "board" not in now.felt.places:  # a game with draws has a rule for each part of the hand
        known["street"] = _part_of_draw(now)
    known["initial_deal"] = not any(act.verb in ("draw", "pat") for act in now.since("hand"))
    if cards:
        known |= {"deck_position": cards[0][0], "exposed_count": len(cards)}
        low = _low(now, cards[-1][1])
        if low is not None:
            known["low_card"] = low
    return known


_LOW = 5
"""Index of the seven among the ranks, counted from 0 for the deuce; an ace is low too."""


def _low(now: Situation, place: str) -> bool | None:
    """Return whether the last card of a hand that is face up is a seven or lower, or an ace; None if it is not known."""
    felt = now.felt
    face = next((felt.faces[card] for card in reversed(felt.places[place]) if felt.up[card]), None)
    return None if face is None or face.rank is None else face.index // 4 <= _LOW or face.letter == "A"


def _part_of_draw(now: Situation) -> str:
    """Return the part of the hand as the rules name it: `before_draw`, `draw`, `after_draw`."""
    acts = now.since("hand")
    drawn = next((at for at, act in enumerate(acts) if act.verb in ("draw", "pat")), None)
    if drawn is None:
        return "before_draw"
    return "after_draw" if any(act.seat and act.verb in ACTIONS for act in acts[drawn:]) else "draw"


def _is_drawing(now: Situation) -> bool:
    """Return whether the betting before a draw is over, and the betting after it has not begun."""
    last = last_round(now)
    draws = "board" not in now.felt.places and "bring_in" not in now.game.data["showdown"]
    return draws and last is not None and bool(last.ended)


@_about("boxed_card")
def _boxed(now: Situation) -> Known:
    boxed = sum("boxed" in act.manner for act in now.since("hand"))
    return {"boxed_count": max(1, boxed), "initial_deal": not acts_in_turn(now), "later_card_drawn": False}


def _as_many_each(now: Situation) -> bool:
    """Return whether all live players, and the player who acted last, were dealt the same number of cards."""
    came = Counter[int]()
    for act in now.since("hand"):
        if act.verb == "deal":
            came[seat_number(act.to[0])] += act.count
    return len({came[seat] for seat in {*live(now), now.log[-1].seat}}) == 1


@_about("wrong_count", "extra_cards", "missing_card")
def _count(now: Situation) -> Known | None:
    wrong, known = wrong_hands(now), Known()
    acts, last = acts_in_turn(now), now.log[-1] if now.log else None
    if last is not None and last.verb == "deal" and (seat := seat_number(last.to[0])) and late_cards(now, seat):
        return None  # it came after the showdown, and belongs to no hand
    extra = extra_cards(now)
    known["street"] = "deal" if not acts else "draw" if extra and _is_drawing(now) else _street(now)
    if wrong and not extra and (laid := requests(now)) and all(laid.get(seat) and owed_cards(now, seat) > 0 for seat in wrong):
        return None  # these players draw: their cards come late, and no hand is dead for it (DR-12)
    if not deal_is_over(now):  # a short hand may still get its card
        if not extra and last is not None and last.verb == "deal":
            return known | {"fault": "out_of_sequence", "regular_replacement": False}
        if extra or sum(wrong.values()) < -1:  # a single missing card is the next one to be dealt
            wrong = {seat: more for seat, more in wrong.items() if more > 0}
    if not wrong and last is not None and last.seat and _as_many_each(now):
        return None  # a player acted on a street of which no card was dealt: all hands are equal, the cards come late
    if not wrong:
        return known
    seat, more = next(iter(wrong.items()))
    known |= {
        "count_error": "too_many" if more > 0 else "too_few",
        "is_button": seat == entitled(now)[-1],
        # A bring-in is a forced bet, and no act on the hand (MD-14).
        "acted": not (ACTIONS - {"bringin"}).isdisjoint([act.verb for act in now.since("hand") if act.seat == seat]),
        "betting_started": bool(acts),
    }
    if extra:
        known["extra_count"] = len(extra)
        just_dealt = last is not None and last.verb == "deal" and last.to[0] == f"s{extra[0][0]}"
        if len(extra) == 1 and just_dealt:  # the card just pitched is known to everybody
            known["card_identified"] = True
        elif known["street"] == "draw":  # the dealer has gone on, and the card is no longer known
            known["card_identified"] = False
    if more < 0:
        # True for the last card of a hand only, as the seventh in stud.
        known["last_card_missing"] = more == -1 and cards_each(now) == hand_size(now)
        known["next_in_sequence"] = more == -1 and seat == entitled(now)[-1]
    return known


@_about(
    "first_card_wrong_seat",
    "misdeal_called_late",
    "redeal_not_exact",
    "no_tap",
    "burn_exposed",
    "reshuffle_face_up",
    "flop_one_by_one",
    "rabbit_hunt",
    "turn_placement",
    "stub_short",
    "wrong_dealer",
    "fold_announced",
    "fold_out_of_turn",
    "burns_in_muck",
)
def _plain(now: Situation) -> Known:
    return {}


@_about("hand_broken")
def _broken(now: Situation) -> Known | None:
    """Return the reason why the hand cannot be played out; None if it can."""
    if hands_are_gone(now) or live_cards_in_the_stub(now) or _board_went(now):
        return {"broken_by": "mixed"}
    return {"broken_by": "deck"} if deck_not_ready(now) else None


def _board_went(now: Situation) -> bool:
    """Return whether the board was shuffled away in this hand and no card has been dealt since."""
    act = next((past for past in reversed(now.since("hand")) if past.verb in ("rebuild", "merge", "deal")), None)
    if act is None or act.verb == "deal":
        return False
    return any(name in act.to and not now.felt.places.get(name) for name in boards(now))


@_about("button_wrong")
def _button(now: Situation) -> Known | None:
    if now.act is not None and now.act.verb not in ("button", "riffle", "wash", "gather"):
        return None  # this early act concerns blinds or shuffle, not the button
    return {"found_later": False}


@_about("dealt_in_not_entitled")
def _not_entitled(now: Situation) -> Known:
    seats = entitled(now)
    gone = [seat for seat in range(1, now.felt.seats + 1) if now.felt.places[f"s{seat}"] and seat not in seats]
    if not gone:
        return {}
    return {
        "seat_kind": "absent" if now.felt.away >> gone[0] & 1 else "empty" if not now.felt.rows["stack"][gone[0]] else "not_in"
    }


@_about("dealt_out_entitled")
def _dealt_out(now: Situation) -> Known:
    seats = [seat for seat in entitled(now) if not now.felt.places[f"s{seat}"]]
    if not seats:
        return {}
    posted = any(act.seat == seats[0] and act.verb == "post" for act in now.since("hand"))
    return {"present": not now.felt.away >> seats[0] & 1, "posted": posted}


@_about("stub_dropped")
def _stub(now: Situation) -> Known:
    hand = now.since("hand")
    at = next((at for at in range(len(hand), 0, -1) if hand[at - 1].verb in ("rebuild", "merge", "deal", "burn")), 0)
    mixed = at > 0 and dead_cards_mixed_in(now, hand[:at])
    return {"mixed_with_muck": True, "stub_order_known": False} if mixed else {}


@_about("out_of_sequence")
def _sequence(now: Situation) -> Known:
    return {"regular_replacement": any(act.verb == "move" and act.to[-1] == "burns" for act in now.since("hand"))}


@_about("joker")
def _joker(now: Situation) -> Known:
    known: Known = {"joker_in_game": now.felt.layout.pack.jokers > 0}
    last = next((act for act in reversed(now.since("hand")) if act.verb == "deal"), None)
    if last is not None:
        seat = seat_number(last.to[0])
        known["found_in"] = "hand" if seat else "board"
        known["acted"] = any(act.seat == seat and act.verb in ACTIONS for act in now.since("hand")) if seat else False
    return known


@_about("duplicate_card", "wrong_back", "marked_card", "deck_short")
def _deck(now: Situation) -> Known:
    known: Known = {"dispute_over": False}
    flawed = next((act for act in now.since("hand") if "wrong-back" in act.manner), None)
    if flawed is not None and flawed.to:
        known["found_in"] = "hand" if seat_number(flawed.to[0]) else "board"
    return known


# -- flop, turn, river -------------------------------------------------------------------------------------------------


def _acted_since_board(now: Situation) -> bool:
    for act in reversed(now.since("hand")):
        if act.seat and act.verb in ACTIONS:
            return True
        if act.verb == "deal" and act.to[0] in boards(now):
            return False
    return False


@_about("premature_board", "board_predealt")
def _premature(now: Situation) -> Known:
    act = next((past for past in reversed(now.since("hand")) if past.verb in ("deal", "burn")), None)
    out = act is not None and act.verb == "deal"
    known: Known = {"street": _street(now), "board_out": out, "card_shown": out and act is not None and act.face != "down"}
    if act is not None and act.verb == "deal" and now.log[-1] is act and act.face == "down":
        known["stub_order_known"] = True  # the cards have just come off the stub
    return known


@_about("flop_short")
def _short_flop(now: Situation) -> Known:
    return {"acted_on_it": _acted_since_board(now)}


@_about("flop_count")
def _flop(now: Situation) -> Known:
    most = max((len(now.felt.places.get(name, ())) for name in boards(now)), default=0)
    return {"board_count": most, "acted_on_it": _acted_since_board(now)}


@_about("burn_error")
def _burn(now: Situation) -> Known:
    acts = now.since("hand")
    dealt = [at for at, act in enumerate(acts) if act.verb == "deal" and act.to[0] == "board"]
    board_last = bool(dealt) and not any(act.verb == "burn" for act in acts[dealt[-1] :])
    start = (dealt[-2] if len(dealt) > 1 else 0) if board_last else (dealt[-1] if dealt else 0)
    end = dealt[-1] if board_last else len(acts)
    burned = sum(act.count for act in acts[start:end] if act.verb == "burn")
    street = _street(now)
    if not board_last:
        street = {"preflop": "flop", "flop": "turn", "turn": "river"}.get(street, street)
    return {
        "burn_count": burned,
        "street": street,
        "board_out": board_last,
        "board_seen": board_last,
        "acted_on_it": board_last and _acted_since_board(now),
    }


# -- the betting -------------------------------------------------------------------------------------------------------


@_about("out_of_turn")
def _out_of_turn(now: Situation) -> Known:
    waiting = now.out_of_turn
    if waiting is None:
        act = _last_player(now)
        return {"early_act": act.verb} if act is not None and act.verb in ACTIONS else {}
    (turn, _), (early, *_) = waiting
    hand = now.since("hand")
    at = max((at for at, act in enumerate(hand) if act is early), default=len(hand))
    since = hand[at + 1 :]
    answers = [act.verb for act in since if act.who in turn and act.verb in ACTIONS]
    intervening = "not_yet"
    if answers:
        raised = any(word in ("bet", "raise") for word in answers)
        intervening = "bet_or_raise" if raised else "call" if "call" in answers else "check_or_fold"
    return {"early_act": early.verb if early.verb in ACTIONS else "bet", "intervening": intervening}


SUMS = frozenset(
    {"bet_to_match", "in_front", "chips_behind", "put_first", "put_all", "chip_value", "smallest_wager", "largest_wager"}
    | {"amount_said", "lowest_meaning", "highest_meaning"}
)
"""Facts of a turn that are amounts of chips."""


def _asked_about(fault: str) -> Callable[[Situation], Known]:
    def tell(now: Situation) -> Known:
        """Return the facts of the turn on which the ruling was made; if it was made in an earlier hand, two facts without a
        value.
        """
        at, facts = now.told.asked.get(fault, (-1, {}))
        if at < now.marks.get("hand", 0):
            return {"facing_bet": None, "heads_up": None}
        return {
            name: now.felt.money(value) if name in SUMS and isinstance(value, int) else value for name, value in facts.items()
        }

    return tell


for _fault in (
    *("oversized_chip", "several_chips", "string_bet", "undercall", "wager_too_small", "wager_too_large", "words"),
    *("raise_not_open", "raise_over_cap", "accepted_action", "uncalled_bet", "short_chips"),
):
    _about(_fault)(_asked_about(_fault))


@_about(
    "smallest_raise", "who_may_raise", "bet_against_nobody", "largest_bet", "big_blind_option", "price_to_call", "raises_allowed"
)
def _bets(now: Situation) -> Known:
    """Return the bets of the betting round; the rules derive from them the player whose turn it is."""
    line = round_line(now)
    return {"bets": line, "heads_up": None, "facing_bet": None} if line is not None else {}


_FIRST = frozenset({"preflop", "third", "before_draw"})
"""Names of the streets with the first betting round."""


@_about("first_to_act")
def _first(now: Situation) -> Known:
    """Return the seats of the players who can act, and the facts that decide their order: button, last post, upcards (QU-17)."""
    hand, first = now.since("hand"), _street(now) in _FIRST
    posts = [act for act in hand if act.verb in ("post", "straddle") and not act.to]  # without the antes
    straddles = [act for act in posts if act.verb == "straddle"]
    last = straddles[-1].seat if straddles else blinds_of(now).big if posts else 0
    known: Known = {
        "round": "first" if first else "later",
        "heads_up": len(entitled(now) if first else _began(now)) == 2,
        "blinds_posted": bool(posts),
        "facing_bet": None,
        **_seated(now, _could_act(now)),
    }
    return {**known, "last_post": last} if last else known


def _began(now: Situation) -> set[int]:
    """Return the seats that were in at the beginning of the betting round."""
    return {*live(now), *(seat for act in this_round(now.since("hand")) if (seat := folds(act)))}


def _could_act(now: Situation) -> list[int]:
    """Return the seats in at the beginning of the betting round that had chips to bet with, in order."""
    acted = {act.seat for act in this_round(now.since("hand")) if act.seat and act.verb in ACTIONS}
    return sorted(seat for seat in _began(now) if now.felt.rows["stack"][seat] > 0 or seat in acted)


def _seated(now: Situation, seats: Sequence[int]) -> Known:
    """Return the facts of button, seats and upcards, in the notation of the rules."""
    felt = now.felt
    known: Known = {"button": felt.button or felt.seats, "seats_in": " ".join(map(str, seats)) or None}
    if "bring_in" in now.game.data["showdown"]:
        faces = {seat: [felt.faces[card] for card in felt.places[f"s{seat}"] if felt.up[card]] for seat in live(now)}
        if all(faces.values()) and all(face is not None for row in faces.values() for face in row):
            known["upcards"] = ", ".join(f"{seat}: {' '.join(str(face) for face in row)}" for seat, row in faces.items() if row)
    return known


@_about("order_of_pots")
def _pots(now: Situation) -> Known:
    """Return the facts of the pots with their contestants, the last side pot first (SD-14); no facts while bets are in front, or
    a part of a pot is contested by a single player.
    """
    felt = now.felt
    pots = layers(now)
    if any(felt.rows["bet"]) or not pots[0][0] or any(len(seats) < 2 for _, seats in pots):
        return {}
    last = len(pots) - 1
    names = ["main pot", *(f"side pot {at}" if last > 1 else "side pot" for at in range(1, last + 1))]
    descriptions = [
        f"{name} {felt.money(amount)} ({', '.join(f'seat {seat}' for seat in seats)})"
        for name, (amount, seats) in zip(names, pots, strict=True)
    ]
    return {"side_pots": last, "pots": ", ".join(reversed(descriptions))}


@_about("skipped")
def _skipped(now: Situation) -> Known:
    waiting = now.out_of_turn
    if waiting is None:
        return {}
    (turn, _), (early, *_) = waiting
    behind = [act for act in now.since("hand") if act.seat and act.verb in ACTIONS and act.who not in turn]
    since = behind[behind.index(early) :] if early in behind else behind[-1:]
    kinds = [act.verb for act in since]
    chips = any(word in ("call", "bet", "raise") for word in kinds)
    return {
        "players_acted_behind": len({act.who for act in since}),
        "substantial_behind": len(kinds) > 2 or (len(kinds) == 2 and chips),
    }


# -- the showdown ------------------------------------------------------------------------------------------------------


@_about("dealer_kills_hand", "mucked", "cards_forward", "cards_into_other_hand")
def _killed(now: Situation) -> Known:
    act = next((past for past in reversed(now.since("hand")) if past.verb in ("kill", "muck", "fold")), None)
    shown = [past for past in now.since("hand") if past.verb == "show"]
    known: Known = {"at_showdown": last_round(now) is not None and bool(shown)}
    if act is not None:
        who = act.to[0] if act.verb == "kill" else act.who
        shown_all = any(past.who == who and not past.cards for past in shown)
        known["face_up"] = shown_all
        known["mucked_by"] = "dealer" if act.verb == "kill" else "player"
        if act.verb == "kill":
            known["tabled_winner"] = shown_all
    if act is not None and act.verb == "fold":
        known["binding_fold"] = not known["at_showdown"]
    return known


@_about("stud_upcards")
def _upcards(now: Situation) -> Known:
    return {"at_showdown": last_round(now) is not None and any(act.verb == "show" for act in now.since("hand"))}


@_about("wrong_award")
def _pushed(now: Situation) -> Known | None:
    """Return the facts of an odd chip for a pushed pot; None if the pot went to its winner before the losing hands were
    killed.
    """
    return None if is_pushed_rightly(now) else _award(now)


@_about("odd_chip")
def _award(now: Situation) -> Known:
    begun = any(act.verb in ("riffle", "wash") for act in now.log[-3:]) and bool(now.rounds.get("hand", 0) > 1)
    return {"next_hand_started": begun, "next_hand_action": False}


@_about("not_fully_tabled", "plays_board")
def _tabled(now: Situation) -> Known:
    act = next((past for past in reversed(now.since("hand")) if past.verb in ("show", "award")), None)
    if act is None:
        return {}
    seat = act.seat or seat_number(act.to[0])
    return {"all_shown": tabled(now, seat)} if now.felt.places.get(f"s{seat}") else {}


@_about("showdown_order", "all_in_face_down", "hand_asked_for", "hand_misdeclared")
def _order(now: Situation) -> Known:
    last = last_round(now)
    known: Known = {"bet_made": last is not None and last.aggressor > 0, **_seated(now, live(now))}
    return {**known, "last_bettor": last.aggressor} if last is not None and last.aggressor > 0 else known


@_about("clock_expired")
def _clock(now: Situation) -> Known:
    floor = any(act.verb == "floor" or act.who == "f" for act in now.since("hand"))
    return {"clock_by_floor": floor}


@_about("drew_too_many")
def _drawn(now: Situation) -> Known:
    # this fault is only reported for a draw above the limit of the house (DR-11)
    return {**(_draw(now) or {}), "over_limit": True}


@_about("openers_split")
def _split(now: Situation) -> Known:
    return {"said_split": split_was_said(now), "kept_openers": openers_proved(now, opener(now))}


@_about("draw_changed", "draw_question", "false_openers")
def _draw(now: Situation) -> Known:
    acts = now.since("hand")
    asked = [at for at, act in enumerate(acts) if act.verb in ("draw", "pat")]
    if not asked:
        return {"street": "before_draw"}
    after = acts[asked[0] + 1 :]
    return {
        "street": "after_draw" if any(act.seat and act.verb in ACTIONS for act in after) else "draw",
        "card_in_answer": any(act.verb in ("burn", "deal") for act in after),
        "acted_behind": len(asked) > 1,
        "asked_before_action": not any(act.seat and act.verb in ACTIONS for act in after),
    }
