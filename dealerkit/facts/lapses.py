"""Facts about what has just been done, for the duties that follow: a face seen in the shuffle, a string bet, a hand misread."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.facts.deal import one_card_shown, shown
from dealerkit.facts.draws import asked_since, cards_due, draw_changed_late, still_to_draw, wanted_pitched
from dealerkit.facts.hands import ACTIONS, gate_passed, live
from dealerkit.facts.seats import next_button
from dealerkit.facts.shown import awards_due, boards, first_to_show, form_of, reading, right_number, tabled, values_of
from dealerkit.facts.situation import REMARKED, UNASKED, Situation, fact, only_of, only_with
from dealerkit.facts.streets import last_round
from dealerkit.felt import Act
from dealerkit.felt.acts import seat_number
from dealerkit.showdown.heard import misheard


def _act(now: Situation) -> Act:
    assert now.act is not None
    return now.act


def _since_cards(now: Situation) -> list[Act]:
    """The acts since the dealer last dealt, burned or brought bets in, without the one that is judged."""
    found: list[Act] = []
    for act in reversed(now.log[:-1] if now.log and now.log[-1] is now.act else now.log):
        if act.who == "d" and act.verb in ("deal", "burn", "sweep"):
            break
        found.append(act)
    return found[::-1]


def _remark(now: Situation) -> str:
    at, remark = now.memo.get("remark", (0, ""))
    return str(remark) if at == len(now.log) else ""


# -- deck, shuffle, stub -----------------------------------------------------------------------------------------------


@fact
def seen_in_shuffle(now: Situation) -> bool:
    """A face was seen in the shuffle or the cut, before a card was out."""
    return _act(now).to[0] in ("shuffle", "cut", "bottom", "wash") or not any(
        now.felt.places[f"s{s}"] for s in range(1, now.felt.seats + 1)
    )


@fact
@only_of(REMARKED)
def foul_card_came(now: Situation) -> bool:
    """The card that came cannot be there: it is there twice, or has another back (IR-03, IR-05)."""
    return _remark(now) == "duplicate" or "wrong-back" in _act(now).manner


@fact
@only_of(REMARKED)
def scrap_card_came(now: Situation) -> bool:
    """The card that came is none of this game's: a joker, or a rank that was taken out (IR-09, MD-18)."""
    return _remark(now) == "foreign" or "foreign" in _act(now).manner


@fact
@only_of(REMARKED)
def boxed_card_came(now: Situation) -> bool:
    """The card that came lay face up in the deck (IR-08, MD-05)."""
    return _remark(now) == "boxed" or "boxed" in _act(now).manner


@fact
@only_of(REMARKED)
def second_boxed_card(now: Situation) -> bool:
    """A second card that lay face up in the deck came in the first deal (MD-05)."""
    act = _act(now)
    if not boxed_card_came(now) or not seat_number(act.to[0]) or now.felt.places.get("board"):
        return False
    return any("boxed" in one.manner for one in now.since("hand") if one is not act and one.verb == "deal")


@fact
def scrap_makes_a_misdeal(now: Situation) -> bool:
    """Under the rule set in force a card that is not of the game makes a misdeal, and there has been no action (MD-18)."""
    if gate_passed(now):
        return False
    decide = now.game.memo.get("decide")
    if decide is None:
        return False
    return bool(
        decide("joker", {"joker_in_game": False, "acts": "none", "substantial_action_reached": False}).outcome == "misdeal"
    )


@fact
def count_is_wrong(now: Situation) -> bool:
    """The number that the dealer counted is not what the deck should have (VD-08)."""
    act = _act(now)
    return act.n is not None and act.n not in (len(now.felt.layout.pack), now.felt.left())


@fact
def stub_fell(now: Situation) -> bool:
    """The stub was dropped (FTR-27)."""
    return _act(now).to[:1] in (("stub",), ())


@fact
def hand_is_short(now: Situation) -> bool:
    """A card that does not belong in it was taken out of a player's hand, and nothing has come in its place."""
    act = _act(now)
    seat = seat_number(act.to[0])
    if asked_since(now):
        return False  # on the draw, a card that was shown is replaced when the others have drawn
    if not seat or (act.verb == "move" and act.to[1] == now.felt.layout.burns):
        return False  # a shown card that becomes the burn has been replaced already
    return seat in live(now) or not now.felt.places[f"s{seat}"]


@fact
def made_up_after_a_fall(now: Situation) -> bool:
    """The stub was dropped and has been made up again."""
    for act in reversed(now.log[:-1]):
        if act.verb in ("deal", "burn", "square", "rebuild"):
            return False
        if act.verb == "fumble":
            return True
    return False


@fact
def burns_to_the_muck(now: Situation) -> bool:
    """The burns are laid with the muck while the hand is on (FTR-10)."""
    layout = now.felt.layout
    return set(_act(now).to) == {layout.burns, layout.discards} and not pot_is_gone(now)


@fact
def down_without_count(now: Situation) -> bool:
    """The stub was not counted since this dealer sat down (VD-08)."""
    for act in reversed(now.log[:-1]):
        if act.verb == "relieve":
            return True
        if act.verb == "count":
            return False
    return True


@fact
def pot_is_gone(now: Situation) -> bool:
    """The pot has been pushed, and no new hand has begun."""
    felt = now.felt
    return not any(felt.rows[name][0] for name in felt.layout.pots) and any(act.verb == "award" for act in now.since("hand"))


@fact
def undealt_shown(now: Situation) -> bool:
    """A card of the stub, the muck or the burns is shown when the hand is over (SD-19)."""
    return pot_is_gone(now) and _act(now).to[0] in ("stub", "muck", "burns")


@fact
def shuffled_face_up(now: Situation) -> bool:
    """Faces could be seen while the stub was made up again (FTR-28)."""
    return _act(now).face == "up"


@fact
def stub_left_open(now: Situation) -> bool:
    """The stub was laid down without anything on it."""
    return "open" in _act(now).to


# -- rulings and redeals ------------------------------------------------------------------------------------------------


@fact
def misdeal_too_late(now: Situation) -> bool:
    """A misdeal is declared although there has been action (MD-02, MD-15), and the deck is not foul."""
    acts = now.since("hand")
    named = [card for one in acts if one.verb in ("deal", "burn") for card in one.cards if card is not None]
    twice = now.game.data["equipment"]["pack"].get("decks", 1) == 1 and len(named) > len(set(named))
    foul = twice or any("wrong-back" in one.manner for one in acts)
    return _act(now).to[0] == "misdeal" and gate_passed(now) and not foul and not now.felt.flaws


@fact
def put_right_in_silence(now: Situation) -> bool:
    """A card was moved, turned or taken back in a hand, without a word that it was a slip (RM-26)."""
    act = _act(now)
    if not any(now.felt.places[f"s{seat}"] for seat in range(1, now.felt.seats + 1)):
        return False
    if act.to[0] == "discards":
        return False  # an opener is kept for inspection (DR-20)
    if act.verb == "move" and one_card_shown(now) and act.to[0] == shown(now)[0][1]:
        return False  # everybody sees where a shown card goes
    said = next((one for one in reversed(now.log[:-1]) if one.verb in ("slip", "floor") or one.seat), None)
    return act.verb in ("move", "putback", "turn", "hold") and (said is None or bool(said.seat))


@fact
def more_boards_than_the_game(now: Situation) -> bool:
    """More boards are to be run than the game has (street/run-it-twice-not-agreed)."""
    return int(_act(now).n or 0) > len(boards(now))


# -- the betting -------------------------------------------------------------------------------------------------------


def _out_of_turn(now: Situation) -> list[Act]:
    """The acts out of turn, one after the other, that this one is the last of; empty if it was in turn."""
    act = _act(now)
    if not now.asked or act.who in now.asked or act.verb not in _MONEY:
        return []
    earlier = _since_cards(now)
    last = next((one for one in reversed(earlier) if one.seat), None)
    if act.verb == "put" and last is not None and last.who == act.who:
        return []  # a second motion
    waiting: list[Act] = now.memo.get("out of turn", (None, []))[1] if _still_waits(now) else []
    return [*waiting, act]


_MONEY = ACTIONS | {"put"}


def _still_waits(now: Situation) -> bool:
    """Whether the seat that is to act is the one that acts out of turn have passed over so far."""
    return bool(now.memo.get("out of turn", (None, []))[0] == (now.asked, _street(now)))


def _street(now: Situation) -> int:
    """Where in the log cards last came."""
    return next(
        (at for at in range(len(now.log) - 1, -1, -1) if now.log[at].who == "d" and now.log[at].verb in ("deal", "burn")), 0
    )


def remember_turns(now: Situation) -> None:
    """Note who acted out of turn, for the acts that come."""
    acts = _out_of_turn(now)
    if acts:
        now.memo["out of turn"] = ((now.asked, _street(now)), acts)


def _began(now: Situation, acts: list[Act]) -> bool:
    """Whether a row of acts out of turn is what a round began with."""
    return not any(one.verb in _MONEY for one in _since_cards(now)[: -len(acts) + 1 or None])


@fact
@only_of(UNASKED)
def acted_out_of_turn(now: Situation) -> bool:
    """A player acted who was not to act, after others had begun the round (BR-30)."""
    acts = _out_of_turn(now)
    return len(acts) == 1 and not _began(now, acts)


@fact
@only_of(UNASKED)
def passed_over(now: Situation) -> bool:
    """The second player behind a seat that was to act has acted (BR-31)."""
    acts = _out_of_turn(now)
    return len({act.who for act in acts}) == 2 and len(acts) == 2 and not _began(now, acts)


@fact
@only_of(UNASKED)
def begun_out_of_turn(now: Situation) -> bool:
    """The first act of a round came from a seat that was not to begin it (DP-18)."""
    acts = _out_of_turn(now)
    return len(acts) == 1 and _began(now, acts)


@fact
def wrong_seat_pointed_to(now: Situation) -> bool:
    """The dealer gives the action to a seat that is not to act: `d announce action s3` (DP-18)."""
    act = _act(now)
    seats = [word for word in act.to[1:] if seat_number(word)]
    return act.to[0] == "action" and bool(seats) and bool(now.asked) and not now.asked & set(seats)


def _meaning_code(now: Situation, code: str) -> bool:
    found = now.memo.get("meaning")
    return found is not None and getattr(found, "code", "") == code


@fact
def string_bet(now: Situation) -> bool:
    """Chips were put in in more than one motion, without a word before (BR-35)."""
    if _meaning_code(now, "action/string-bet-allowed"):
        return True
    act = _act(now)
    earlier = _since_cards(now)
    last = earlier[-1] if earlier else None
    return last is not None and last.who == act.who and last.verb in ("put", "call") and act.who not in now.asked


@fact
def overchip(now: Situation) -> bool:
    """One chip larger than needed was put in without a word (BR-32)."""
    return _meaning_code(now, "action/overchip-misread")


@fact
def many_chips(now: Situation) -> bool:
    """Several chips were put in without a word, and come to something else than what lies there (BR-33, BR-34)."""
    return _meaning_code(now, "action/multichip-misread")


@fact
def short_call(now: Situation) -> bool:
    """Less than the call was put in, and not as the last chips (BR-36)."""
    return _meaning_code(now, "action/undercall-accepted")


@fact
def short_wager(now: Situation) -> bool:
    """Less than the smallest bet or raise was put in, and not as the last chips (BR-36)."""
    if _meaning_code(now, "action/wager-too-small"):
        return True
    return _named_amount(now, "small")


@fact
@only_with("structure", "pot_limit")
def wager_over_the_pot(now: Situation) -> bool:
    """More than the pot was bet in pot limit (BR-41)."""
    limited = now.game.options.get("structure") == "pot_limit"
    return limited and (_named_amount(now, "large") or _meaning_code(now, "action/pot-limit-maximum-wrong"))


@fact
@only_with("structure", "fixed_limit")
def off_the_limit(now: Situation) -> bool:
    """A bet or raise in fixed limit is not of the street's size (BR-36)."""
    limited = now.game.options.get("structure") == "fixed_limit"
    return limited and (_named_amount(now, "large") or _named_amount(now, "small") or _meaning_code(now, "action/wrong-limit"))


@fact
def double_on_fourth(now: Situation) -> bool:
    """The upper limit was bet on fourth street, where the house does not have it so (stud/fourth-street-double-bet)."""
    faced = now.memo.get("faced")
    return off_the_limit(now) and faced is not None and faced[2] == "fourth"


@fact
def betting_not_open(now: Situation) -> bool:
    """A player raised to whom the betting had not been reopened (BR-08, BR-38)."""
    who = _act(now).who
    acted = any(one.who == who and one.verb in _MONEY for one in _since_cards(now))  # else only nobody is left who could answer
    return (acted and _named_amount(now, "closed") and not _capped(now)) or _meaning_code(now, "action/reopened-wrongly")


@fact
def over_the_cap(now: Situation) -> bool:
    """A raise more than the cap allows (BR-03)."""
    return (_named_amount(now, "closed") and _capped(now)) or _meaning_code(now, "action/raise-cap-exceeded")


def _capped(now: Situation) -> bool:
    faced = now.memo.get("faced")
    return bool(faced and faced[1])


def _named_amount(now: Situation, how: str) -> bool:
    """Whether a named bet or raise was in turn, and too small, too large, or not open to the seat."""
    act, allowed = _act(now), now.memo.get("faced")
    if act.verb not in ("bet", "raise") or act.who not in now.asked or allowed is None:
        return False
    amounts: range = allowed[0]
    if not amounts:
        return how == "closed"
    if act.n is None:
        return False
    amount = now.felt.units(act.n)
    return amount < amounts[0] if how == "small" else amount > amounts[-1] if how == "large" else False


@fact
def not_all_in(now: Situation) -> bool:
    """Whoever bet has chips behind."""
    return now.felt.rows["stack"][_act(now).seat] > 0


@fact
def went_all_in(now: Situation) -> bool:
    """A player has put in the last chips."""
    return _act(now).seat > 0 and now.felt.rows["stack"][_act(now).seat] == 0


@fact
@only_with("announce_bets", "true", alone=True)
def house_announces(now: Situation) -> bool:
    """The house wants bets and raises announced (option `announce_bets`)."""
    return bool(now.game.options.get("announce_bets"))


@fact
@only_with("all_in_buttons", "true", alone=True)
def house_marks_all_in(now: Situation) -> bool:
    """The house marks who is all-in (option `all_in_buttons`)."""
    return bool(now.game.options.get("all_in_buttons"))


@fact
def pot_counted(now: Situation) -> bool:
    """The pot was counted aloud in a game in which it limits nothing (TDA 54-A)."""
    act = _act(now)
    return "pot" in act.to and act.n is not None and now.game.options.get("structure") != "pot_limit"


@fact
def wrong_pot_announced(now: Situation) -> bool:
    """The most that may be bet was announced wrongly in pot limit (BR-41)."""
    act, allowed = _act(now), now.memo.get("allowed")
    if (
        "pot" not in act.to
        or act.n is None
        or now.game.options.get("structure") != "pot_limit"
        or allowed is None
        or len(allowed) < 4
    ):
        return False
    return now.felt.units(act.n) != int(allowed[3])


@fact
def wager_misannounced(now: Situation) -> bool:
    """A bet or raise was announced as another amount than anybody's wager comes to (BR-43)."""
    act = _act(now)
    if act.n is None or not {"bet", "raise"} & set(act.to):
        return False
    wager = next((one for one in reversed(now.log[:-1]) if one.seat and one.n is not None), None)
    right = {*now.felt.rows["bet"], getattr(now.memo.get("meaning"), "to", 0), now.felt.units(wager.n) if wager else 0}
    return now.felt.units(act.n) not in right - {0}


@fact
def floor_was_not_called(now: Situation) -> bool:
    """Nobody has called the floor in this hand (DH-07)."""
    return not any(one.verb == "floor" or one.who == "f" for one in now.since("hand"))


@fact
def time_was_up(now: Situation) -> bool:
    """A hand is taken in because its time was up: who may say so is a matter of the clock (DH-07)."""
    return "time" in _act(now).to


@fact
def killed_for_time(now: Situation) -> bool:
    """A hand is taken in because its time was up, without the floor."""
    return "time" in _act(now).to and floor_was_not_called(now)


# -- the showdown ------------------------------------------------------------------------------------------------------


@fact
def part_of_a_winner(now: Situation) -> bool:
    """A player shows a part of a hand that beats or ties every hand that is tabled, and not all of it (SD-01).

    Where a card is not known nobody can say that it would win.
    """
    seat = _act(now).seat
    if not _act(now).cards or tabled(now, seat) or len(live(now)) < 2 or now.memo.get("faced") is not None:
        return False
    mine = values_of(now, seat)
    if mine is None:
        return False
    others = [values_of(now, one) for one in live(now) if one != seat and tabled(now, one)]
    return all(
        other is not None and any(own >= its > 0 or own > 0 == its for own, its in zip(mine, other, strict=True))
        for other in others
    )


@fact
def a_player_shows_another(now: Situation) -> bool:
    """A player shows cards to another player and not to all (BR: one player to a hand)."""
    act = _act(now)
    return bool(act.seat) and bool(seat_number(act.to[0]))


@fact
def hand_is_hidden(now: Situation) -> bool:
    """The hand that the dealer reads or turns up has not been tabled by its player, and nobody has asked to see it (TDA 67)."""
    act = _act(now)
    seat = seat_number(act.to[0])
    if not seat or not now.felt.places.get(f"s{seat}"):
        return False
    if act.verb == "read":
        return not tabled(now, seat)
    hand = now.since("hand")
    if act.face == "down" or any(one.seat == seat and one.verb == "show" for one in hand):
        return False
    return not hand_was_asked_for(now)


@fact
def hand_was_asked_for(now: Situation) -> bool:
    """A player has asked to see a hand that was called (SD-07)."""
    return any(one.verb == "say" and one.seat and "see" in "_".join(one.to).split("_") for one in now.since("hand")[-20:])


@fact
def order_not_kept(now: Situation) -> bool:
    """Somebody shows first who is not first to show, though a player has asked for the order (SD-03)."""
    act = _act(now)
    asked = False
    for one in reversed(now.since("hand")[:-1]):
        if one.verb in ("show", "muck", "deal", "burn"):
            break
        asked = asked or (one.verb == "say" and bool(one.seat) and "order" in "_".join(one.to).split("_"))
    if not asked or len(live(now)) < 2:
        return False
    return act.seat != first_to_show(now)


@fact
def bettor_lets_go(now: Situation) -> bool:
    """The dealer takes in the hand of the last to bet or raise, who threw it in while others were in and no hand was tabled:
    he may think that he has won (SD-15). Not once the floor has been called, nor where the showdown had been called: then he
    knows that he was called, and concedes.
    """
    hand = now.since("hand")
    act = _act(now)
    seat = seat_number(act.to[0])
    thrown = next((at for at in range(len(hand) - 1, -1, -1) if hand[at].who == f"s{seat}" and hand[at].verb == "muck"), None)
    if thrown is None or any(one.verb == "floor" or one.who == "f" for one in hand[thrown:]):
        return False
    if any(one.verb == "call" and one.to[:1] == ("showdown",) for one in hand[:thrown]):
        return False
    if not live(now) or any(tabled(now, one) for one in live(now) if one != seat):
        return False
    return last_bettor(now) == seat and not any(one.verb == "show" for one in hand[:thrown])


def last_bettor(now: Situation) -> int:
    """Who bet or raised last in the round of betting that is under way, or in the last one; 0 if nobody did."""
    for one in reversed(now.since("hand")):
        if one.seat and one.verb in ("bet", "raise", "bringin"):
            return one.seat
        if one.who == "d" and one.verb in ("deal", "sweep"):
            break
    last = last_round(now)
    return last.aggressor if last is not None else 0


@fact
def hand_misread(now: Situation) -> bool:
    """The hand that is read aloud is another than it is (SD-02)."""
    act = _act(now)
    seat = seat_number(act.to[0])
    if not 1 <= seat <= now.felt.seats or not tabled(now, seat):
        return False
    made = reading(now, seat)
    return made is not None and misheard(act.to[1:], *made, form_of(now)) != ""


@fact
def low_misread(now: Situation) -> bool:
    """It is the low that was read wrongly, in a game for high and low (HL-06)."""
    form_ = form_of(now)
    if not (form_.high and form_.low):
        return False
    made = reading(now, seat_number(_act(now).to[0]))
    return made is not None and misheard(_act(now).to[1:], *made, form_) == "low"


@fact
def played_for_low(now: Situation) -> bool:
    """The lowest hand wins."""
    return form_of(now).high is None


@fact
def made_of_two_and_three(now: Situation) -> bool:
    """A hand is made of a fixed number of the player's cards (HR-17)."""
    return form_of(now).from_hand is not None


@fact
def fouled_hand_wins(now: Situation) -> bool:
    """The pot goes to a hand with too many or too few cards (DH-04)."""
    act = _act(now)
    seat = seat_number(act.to[0]) if act.verb == "award" else 0
    others = any(one != seat for one in live(now)) or any(
        one.verb == "show" and one.seat not in (0, seat) for one in now.since("hand")
    )
    return others and seat in live(now) and not right_number(now, seat)


@fact
def winner_not_tabled(now: Situation) -> bool:
    """The pot goes to a hand that does not lie open as a whole, though another contested it (SD-01)."""
    act = _act(now)
    seat = seat_number(act.to[0]) if act.verb == "award" else 0
    return seat in live(now) and len(live(now)) > 1 and not tabled(now, seat)


@fact
def tabled_winner_waits(now: Situation) -> bool:
    """A tabled hand is due a pot."""
    return bool(awards_due(now))


# -- stud and draw ------------------------------------------------------------------------------------------------------


@fact
def upcards_lifted_facing_a_bet(now: Situation) -> bool:
    """Upcards were picked up by a player who faced a bet (DH-03)."""
    seat, bets = _act(now).seat, now.felt.rows["bet"]
    return seat in live(now) and max(bets) > bets[seat]


@fact
def possible_hand_announced(now: Situation) -> bool:
    """A possible straight or flush was announced (stud/wrong-announcement)."""
    return bool({"possible", "possibly", "draw", "drawing"} & set("_".join(_act(now).to).replace("-", "_").split("_")))


@fact
def draw_changed(now: Situation) -> bool:
    """A player changed the number of cards after one was dealt or burned, or after somebody acted on it (DR-12)."""
    return draw_changed_late(now, _act(now))


@fact
def last_card_dealt_too_soon(now: Situation) -> bool:
    """The last card of the stub was dealt on a draw, and more are due (DR-18)."""
    if now.felt.left() or not asked_since(now):
        return False
    never = now.game.options.get("bottom_card", "never") == "never"
    return never or cards_due(now) > 0 or bool(still_to_draw(now))


@fact
def count_told_late(now: Situation) -> bool:
    """The dealer tells how many a player drew after there has been action (DR-16)."""
    act = _act(now)
    told = {"draw", "draws", "drew", "drawn", "pat", "took"} & set("_".join(act.to).split("_"))
    return (
        bool(told)
        and any(one.verb in ACTIONS for one in _since_cards(now))
        and any(one.verb in ("draw", "pat") for one in now.since("hand"))
    )


@fact
def pitched_on_the_draw(now: Situation) -> bool:
    """A replacement was pitched where the house pushes it (option `draw_pushed`)."""
    return (
        bool(now.game.options.get("draw_pushed"))
        and "pitched" in _act(now).manner
        and bool(asked_since(now))
        and not wanted_pitched(now, seat_number(_act(now).to[0]))
    )


@fact
def button_not_due_there(now: Situation) -> bool:
    """The button was put where it does not belong."""
    return seat_number(_act(now).to[0]) != next_button(now)


# -- disputes ----------------------------------------------------------------------------------------------------------


def disputes_open(acts: Sequence[Act]) -> bool:
    """Whether something was disputed and the floor has not ruled since."""
    for act in reversed(acts):
        if act.who == "f":
            return False
        if act.verb == "dispute":
            return True
    return False


@fact
def next_hand_begun(now: Situation) -> bool:
    """The shuffle for another hand has begun: what was disputed is a matter of that now (SD-16)."""
    return _act(now).verb in ("riffle", "wash")


@fact
def dispute_open(now: Situation) -> bool:
    """Something is in dispute, and the floor has not ruled (RM-26)."""
    return disputes_open(now.since("hand"))
