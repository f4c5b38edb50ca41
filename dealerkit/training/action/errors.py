"""Patrons' mistakes, and the dealer's answers by the rule set in force."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dealerkit.felt import DEALER, Act, read_number
from dealerkit.felt.acts import is_seat
from dealerkit.games.poker.facts.showdown import tabled
from dealerkit.procedure.duties import Pending
from dealerkit.table.table import Table
from dealerkit.training.action.keyed_answer import KeyedLine, one_amount, one_seat
from dealerkit.training.action.question import Look, WalkQuestion

_STRING, _ONE_CHIP, _SHORT = "action/string-bet-allowed", "action/overchip-misread", "action/undercall-accepted"
_EARLY = ("action/out-of-turn-not-backed-up", "action/wrong-first-seat")
_PART = "showdown/one-card-shown-no-advice"


def ruling(look: Look) -> WalkQuestion | None:
    """Ask for the dealer's words on a patron's mistake (BR-30, BR-35, BR-36, SD-01); None if nobody has just made one."""
    return _of(look, {_STRING: _string, _SHORT: _short, _PART: _part, **dict.fromkeys(_EARLY, _out_of_turn)})


def change(look: Look) -> WalkQuestion | None:
    """Ask for the change of a single chip put in for a smaller call (BR-32); None if nobody has just put one in."""
    return _of(look, {_ONE_CHIP: _change})


Makes = Callable[[Look, Pending], "WalkQuestion | None"]


def _of(look: Look, known: Mapping[str, Makes]) -> WalkQuestion | None:
    if look.last is None or not look.last.seat:
        return None
    for pending in look.table.agenda.books.duties:
        if pending.code in known and look.last.who == pending.owner:
            return known[pending.code](look, pending)
    return None


def goes_on(act: Act) -> bool:
    """Return whether an act of the dealer continues play: it handles cards or chips, or gives the action to a seat."""
    return act.who == DEALER and (act.verb in ("deal", "burn", "sweep", "tap", "kill", "award", "gather") or _points(act))


def _points(act: Act) -> bool:
    return act.verb == "announce" and act.to[0] == "action"


# -- chips that have to go back, or to follow -------------------------------------------------------------------------


def settled(seat: int, to: int) -> Callable[[Table], tuple[Act, ...]]:
    """Return a function that gives the acts for making a seat's bet what was ruled: chips to return, or chips to add.

    Args:
        seat: The seat.
        to: The ruled amount in front of the seat, in smallest chips.
    """

    def mends(table: Table) -> tuple[Act, ...]:
        felt = table.felt
        lies = felt.rows["bet"][seat]
        if lies > to:
            return (Act.make(DEALER, "return", f"s{seat}", "bet", n=felt.written(lies - to)),)
        return (Act.make(f"s{seat}", "put", n=felt.written(to - lies)),) if lies < to else ()

    return mends


def _string(look: Look, pending: Pending) -> WalkQuestion | None:
    """Ask about chips in two motions without a word: the first motion counts (BR-35)."""
    act, felt = look.last, look.table.felt
    earlier = look.table.log[look.since - 2] if look.since > 1 else None
    if act is None or act.verb != "put" or earlier is None or (earlier.who, earlier.verb) != (act.who, "put"):
        return None
    back = felt.units(act.n)
    seat = act.seat
    to = felt.rows["bet"][seat] - back
    kind = "call" if to <= max(chips for other, chips in enumerate(felt.rows["bet"]) if other != seat) else "bet"
    first, then = look.money(felt.units(earlier.n)), look.money(back)
    asks = f"Seat {seat} has put in {first}, and then {then} more, without a word. What do you say?"
    return _back(look, pending, asks, seat, to, back, kind, {"string"}, look.cited("string_bet"))


def _change(look: Look, pending: Pending) -> WalkQuestion | None:
    """Ask about one larger chip without a word, for a smaller call (BR-32)."""
    act, felt, meaning = look.last, look.table.felt, look.table.now.told.meaning
    if act is None or meaning is None or meaning.kind != "call" or not meaning.back:
        return None
    chip, seat = felt.units(act.n), act.seat
    price = look.money(chip - meaning.back)
    asks = f"Seat {seat} puts in a {look.money(chip)} chip without a word, with {price} to call. How much change?"
    return _back(look, pending, asks, seat, meaning.to, meaning.back, "call", set(), look.cited("big_chip"))


def _back(
    look: Look, pending: Pending, asks: str, seat: int, to: int, back: int, kind: str, names: set[str], cite: tuple[str, ...]
) -> WalkQuestion:
    """Return the question about chips that go back, and the wager that remains.

    Args:
        look: The table.
        pending: The patron's mistake, waiting for the dealer.
        asks: The question.
        seat: The seat.
        to: Chips in front of the seat afterwards, in smallest chips.
        back: Chips that go back.
        kind: Kind of question.
        names: Words that an answer may contain besides seat and amount.
        cite: Ids of the rules.
    """
    felt, who = look.table.felt, f"s{seat}"
    words = look.level.words["amount"] | look.level.words["said"] | look.level.words["string"]
    best = Act.make(DEALER, "return", who, "bet", n=felt.written(back))

    def hears(line: KeyedLine) -> tuple[Act, ...] | None:
        if not line.only(words) or line.seats not in ([], [who]):
            return None
        heads = [word for word in line.others if word in ("call", "calls", "bet", "bets", "raise", "raises", "string")]
        motions = line.has("motion", "motions")  # a single motion has no amount
        if line.amounts and not motions:
            amount = one_amount(line, words)
            if amount is None:
                return None
            if {"raise", "raises"} & set(heads) and not line.has("string", "back", "no", "not"):
                return (Act.parse(f"d announce raise {amount}"),)
            if heads and felt.said(read_number(amount)) == to:
                return (best,)  # it is a call of that amount
            return (Act.parse(f"d return {who} bet {amount}"),)
        if not heads and not motions:
            return None
        strung = motions or line.has("string", "no", "not")
        verb_said = "raise" if {"raise", "raises"} & set(heads) and not strung else kind
        return (best,) if verb_said == kind else (Act.make(DEALER, "announce", verb_said, who),)

    def judges(act: Act) -> bool | None:
        if act.verb == "return" and act.to[:1] == (who,):
            return felt.said(act.n) == back
        if act.verb == "floor":
            return True
        if act.verb == "announce" and act.to[0] in ("raise", "bet", "call"):
            return act.to[0] == kind
        return None

    ruling_words = {"call": "that is a call", "bet": "only the first motion counts"}[kind]
    return WalkQuestion(
        kind="change" if not names else "ruling",
        key=("ruling", look.since),
        asks=asks,
        answer=f"{ruling_words}: {look.money(back)} back to seat {seat}",
        best=(best,),
        hears=hears,
        judges=judges,
        code=pending.code,
        cite=cite,
        ends=goes_on,
        mends=settled(seat, to),
    )


def _short(look: Look, pending: Pending) -> WalkQuestion | None:
    """Ask about a short call with more chips behind: the whole call is owed, if the rule set in force says so (BR-36)."""
    act, felt, meaning = look.last, look.table.felt, look.table.now.told.meaning
    if act is None or meaning is None or meaning.kind != "call" or not meaning.owed:
        return None
    seat, owed, to = act.seat, meaning.owed, meaning.to
    who, words = f"s{seat}", look.level.words["amount"] | look.level.words["said"]
    price = felt.units(act.n) + owed
    best = Act.make(DEALER, "announce", "call", who, n=felt.written(to))

    def hears(line: KeyedLine) -> tuple[Act, ...] | None:
        if not line.only(words) or line.seats not in ([], [who]) or len(line.amounts) > 1:
            return None
        if line.amounts:
            call = Act.parse(f"d announce call {who} {line.amounts[0]}")
            return (best,) if felt.said(call.n) == owed else (call,)
        return (best,) if line.has("short", "full", "more") else None

    def judges(done: Act) -> bool | None:
        if done.verb == "floor":
            return True
        if done.verb == "announce" and done.to[0] == "call":
            return done.n is None or felt.said(done.n) in (to, owed, price)
        return False if done.verb == "return" and done.to[:1] == (who,) else None

    put = look.money(felt.units(act.n))
    return WalkQuestion(
        kind="ruling",
        key=("ruling", look.since),
        asks=f"Seat {seat} puts in {put}, with {look.money(price)} to call. What do you say?",
        answer=f"{look.money(owed)} more: a call is for the full amount",
        best=(best,),
        hears=hears,
        judges=judges,
        code=pending.code,
        cite=look.cited("short_call"),
        ends=goes_on,
        mends=settled(seat, to),
    )


# -- turns and hands ----------------------------------------------------------------------------------------------------


def _out_of_turn(look: Look, pending: Pending) -> WalkQuestion | None:
    """Ask for the seat that the action goes back to after an act out of turn (BR-30)."""
    turn = sorted(seat for seat in pending.turn if is_seat(seat))
    if len(turn) != 1 or look.last is None:
        return None
    (who,), early = turn, look.last.seat
    words = look.level.words["seat"]

    def hears(line: KeyedLine) -> tuple[Act, ...] | None:
        named = [seat for seat in line.seats if seat != f"s{early}"] or line.seats
        if not line.only(words):
            return None
        if not named and line.amounts:
            seat = one_seat(line, words, look.table)
            named = [seat] if seat is not None else []
        if not named:
            known = line.has("turn", "wait", "hold", "back")
            return (Act.make(DEALER, "announce", "action", who),) if known else None
        seat = named[0]
        if seat == f"s{early}" and line.has("not", "wait", "hold", "out", "stop"):
            return (Act.make(DEALER, "announce", "action", who),)
        return (Act.make(DEALER, "announce", "action", seat),) if len(named) == 1 else None

    def judges(act: Act) -> bool | None:
        if act.verb == "floor":
            return True
        return who in act.to[1:] if _points(act) else None

    return WalkQuestion(
        kind="ruling",
        key=("ruling", look.since),
        asks=f"Seat {early} has acted out of turn. What do you say?",
        answer=f"action back to seat {who[1:]}",
        best=(Act.make(DEALER, "announce", "action", who),),
        hears=hears,
        judges=judges,
        code=pending.code,
        cite=look.cited("out_of_turn"),
        ends=lambda act: goes_on(act) and not _points(act),
    )


def _part(look: Look, pending: Pending) -> WalkQuestion | None:
    """Ask the dealer to have all of a hand shown, after a part of a winning one was shown (SD-01)."""
    if look.last is None:
        return None
    seat, who = look.last.seat, pending.owner
    words = look.level.words["whole"]
    best = Act.make(DEALER, "announce", "show_all", who)

    def hears(line: KeyedLine) -> tuple[Act, ...] | None:
        if not line.only(words) or line.amounts or line.seats not in ([], [who]):
            return None
        return (best,) if not set(line.others) <= {"seat", "hand", "cards", "you"} else None

    def judges(act: Act) -> bool | None:
        if act.verb == "floor":
            return True
        return True if act.verb == "announce" and act.to[0] == "show_all" else None

    return WalkQuestion(
        kind="ruling",
        key=("ruling", look.since),
        asks=f"Seat {seat} has tabled only part of the hand. What do you say?",
        answer="table the whole hand",
        best=(best,),
        hears=hears,
        judges=judges,
        code=pending.code,
        cite=look.cited("part_shown"),
        ends=goes_on,
        mends=lambda table: (Act.make(who, "show"),) if table.felt.cards(who) and not tabled(table.now, seat) else (),
    )
