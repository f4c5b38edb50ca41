"""Facts about what has just been done, for the duties that follow: a face seen in the shuffle, a string bet, a hand misread."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.facts.draws import asked_since, cards_due, this_draw
from dealerkit.facts.hands import ACTIONS, gate_passed, live
from dealerkit.facts.seats import next_button
from dealerkit.facts.shown import awards_due, form_of, reading, tabled
from dealerkit.facts.situation import Situation, fact
from dealerkit.felt import Act
from dealerkit.felt.acts import seat_number
from dealerkit.showdown.hands import Made


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
def foul_card_came(now: Situation) -> bool:
    """The card that came cannot be there: it is there twice, or has another back (IR-03, IR-05)."""
    return _remark(now) == "duplicate" or "wrong-back" in _act(now).manner


@fact
def scrap_card_came(now: Situation) -> bool:
    """The card that came is none of this game's: a joker, or a rank that was taken out (IR-09, MD-18)."""
    return _remark(now) == "foreign" or "foreign" in _act(now).manner


@fact
def boxed_card_came(now: Situation) -> bool:
    """The card that came lay face up in the deck (IR-08, MD-05)."""
    return _remark(now) == "boxed" or "boxed" in _act(now).manner


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
    foul = any(one.manner and "wrong-back" in one.manner for one in now.since("hand"))
    return _act(now).to[0] == "misdeal" and gate_passed(now) and not foul and not now.felt.flaws


@fact
def redeal_with_another_button(now: Situation) -> bool:
    """After a misdeal the button was moved; a redeal is an exact replay (MD-17)."""
    acts = now.since("hand")[:-1]
    return any(one.who == "f" and one.to[:1] == ("misdeal",) for one in acts)


@fact
def put_right_in_silence(now: Situation) -> bool:
    """A card was moved, turned or taken back in a hand, without a word that it was a slip (RM-26)."""
    act = _act(now)
    if not any(now.felt.places[f"s{seat}"] for seat in range(1, now.felt.seats + 1)):
        return False
    said = next((one for one in reversed(now.log[:-1]) if one.verb in ("slip", "floor") or one.seat), None)
    return act.verb in ("move", "putback", "turn", "hold") and (said is None or bool(said.seat))


# -- the betting -------------------------------------------------------------------------------------------------------


@fact
def acted_out_of_turn(now: Situation) -> bool:
    """A player acted who was not to act, after others had begun the round (BR-30)."""
    act = _act(now)
    return bool(now.asked) and act.who not in now.asked and any(one.verb in ACTIONS for one in _since_cards(now))


@fact
def passed_over(now: Situation) -> bool:
    """The second player behind a seat that was to act has acted (BR-31)."""
    act = _act(now)
    if not now.asked or act.who in now.asked:
        return False
    behind: set[str] = set()
    for one in reversed(_since_cards(now)):
        if one.who in now.asked and one.verb in ACTIONS:
            break
        if one.seat and one.verb in ACTIONS:
            behind.add(one.who)
    earlier = _since_cards(now)
    last = earlier[-1] if earlier else None
    return (
        last is not None and last.seat > 0 and last.who not in now.asked and last.who != act.who and _was_out_of_turn(now, last)
    )


def _was_out_of_turn(now: Situation, act: Act) -> bool:
    """Whether an earlier act of this round was out of turn: the seat that was to act then is still to act."""
    waiting = now.memo.get("out of turn")
    return waiting is not None and waiting == (act, now.asked)


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
def wager_over_the_pot(now: Situation) -> bool:
    """More than the pot was bet in pot limit (BR-41)."""
    limited = now.game.options.get("structure") == "pot_limit"
    return limited and (_named_amount(now, "large") or _meaning_code(now, "action/pot-limit-maximum-wrong"))


@fact
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
    return (_named_amount(now, "closed") and not _capped(now)) or _meaning_code(now, "action/reopened-wrongly")


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
    return now.felt.rows["stack"][_act(now).seat] == 0


@fact
def house_announces(now: Situation) -> bool:
    """The house wants bets and raises announced (option `announce_bets`)."""
    return bool(now.game.options.get("announce_bets"))


@fact
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
def floor_was_not_called(now: Situation) -> bool:
    """Nobody has called the floor in this hand (DH-07)."""
    return not any(one.verb == "floor" or one.who == "f" for one in now.since("hand"))


@fact
def killed_for_time(now: Situation) -> bool:
    """A hand is taken in because its time was up, without the floor."""
    return "time" in _act(now).to and floor_was_not_called(now)


# -- the showdown ------------------------------------------------------------------------------------------------------


@fact
def part_of_a_winner(now: Situation) -> bool:
    """A player shows a part of a hand that wins as far as hands are known, and not all of it (SD-01)."""
    seat = _act(now).seat
    if not _act(now).cards or tabled(now, seat):
        return False
    shown = [card for card in now.felt.places[f"s{seat}"] if now.felt.up[card]]
    return 0 < len(shown) < len(now.felt.places[f"s{seat}"])


@fact
def a_player_shows_another(now: Situation) -> bool:
    """A player shows cards to another player and not to all (BR: one player to a hand)."""
    act = _act(now)
    return bool(act.seat) and bool(seat_number(act.to[0]))


@fact
def hand_is_hidden(now: Situation) -> bool:
    """The hand that the dealer reads or turns up has not been tabled by its player (TDA 67)."""
    act = _act(now)
    seat = seat_number(act.to[0])
    if not seat or seat not in live(now):
        return False
    if act.verb == "read":
        return not tabled(now, seat)
    return act.face != "down" and not any(one.seat == seat and one.verb in ("show", "muck") for one in now.since("hand"))


@fact
def hand_misread(now: Situation) -> bool:
    """The hand that is read aloud is another than it is (SD-02)."""
    act = _act(now)
    seat = seat_number(act.to[0])
    if not seat or not tabled(now, seat):
        return False
    made = reading(now, seat)
    if made is None:
        return False
    said = "_".join(act.to[1:])
    high, low = made
    if said.startswith("low") or (high is None and low is not None):
        return _differs(low, said.removeprefix("low").strip("_"))
    if said in ("no_low", "nolow"):
        return low is not None and low.value > 0
    return _differs(high, said.removeprefix("high_"))


def _differs(made: Made | None, said: str) -> bool:
    """Whether what is said names another hand than this: another category, or other ranks where ranks are said."""
    if made is None or not said:
        return False
    words = made.name.replace(",", "").replace("-", " ").split()
    spoken = [word for word in said.replace("-", "_").split("_") if word not in ("a", "of", "the", "and", "with", "low")]
    if not spoken:
        return made.value == 0
    known = {*words, *made.category.split("_")}
    return made.value == 0 or any(word not in known for word in spoken)


@fact
def low_misread(now: Situation) -> bool:
    """It is the low that was read wrongly (HL-06)."""
    form_ = form_of(now)
    return bool(form_.high and form_.low) and any(word in ("low", "no-low", "no") for word in _act(now).to[1:])


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
    seat = seat_number(_act(now).to[0])
    others = [one for one in live(now) if one != seat]
    held = len(now.felt.places[f"s{seat}"])
    return bool(others) and seat in live(now) and held not in form_of(now).deals


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
    return "possible" in _act(now).to


@fact
def draw_changed_late(now: Situation) -> bool:
    """A player changed the number of cards after one was dealt or burned, or after somebody acted on it (DR-12)."""
    act = _act(now)
    acted_on = False
    for one in this_draw(now)[1:]:
        if one.seat and one.verb in ("check", "call", "bet", "raise", "fold"):
            break
        if one.who == act.who and one.verb in ("draw", "pat"):
            return acted_on
        acted_on = acted_on or one.verb in ("burn", "deal", "draw", "pat")
    return False


@fact
def draw_under_way(now: Situation) -> bool:
    """Somebody has drawn, and has not got all cards back."""
    return bool(asked_since(now)) and cards_due(now) > 0


@fact
def last_card_dealt_too_soon(now: Situation) -> bool:
    """The last card of the stub was dealt on a draw, and more are due (DR-18)."""
    return now.felt.left() == 0 and bool(asked_since(now)) and cards_due(now) > 0


@fact
def shown_on_the_draw(now: Situation) -> bool:
    """A card was exposed by the dealer on the draw (DR-29)."""
    return _act(now).face == "up" and bool(asked_since(now))


@fact
def count_told_late(now: Situation) -> bool:
    """The dealer tells how many a player drew after there has been action (DR-16)."""
    act = _act(now)
    return (
        "draw" in act.to
        and any(one.verb in ACTIONS for one in _since_cards(now))
        and any(one.verb in ("draw", "pat") for one in now.since("hand"))
    )


@fact
def pitched_on_the_draw(now: Situation) -> bool:
    """A replacement was pitched where the house pushes it (option `draw_pushed`)."""
    return bool(now.game.options.get("draw_pushed")) and "pitched" in _act(now).manner and bool(asked_since(now))


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
def dispute_open(now: Situation) -> bool:
    """Something is in dispute, and the floor has not ruled (RM-26)."""
    return disputes_open(now.since("hand"))
