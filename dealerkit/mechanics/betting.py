"""A betting round with cards in hand, under any structure: no limit, pot limit, fixed limit."""

from __future__ import annotations

import itertools
import operator
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

import attrs

from dealerkit.arithmetic.betting import Betting, Kept, Limits, counted_besides
from dealerkit.facts import GameData, Situation, fact_named
from dealerkit.facts.decisions import comes_to, ruling_of, ruling_on
from dealerkit.facts.first_to_bet import MAY_OPEN, MayOpen, StreetRound, opener_of
from dealerkit.facts.hands import ACTIONS, left_to_bet, live
from dealerkit.facts.seats import amount, blinds_of, posted_freely
from dealerkit.facts.tables import in_turn
from dealerkit.felt import FLOOR, Act, Felt, Number, read_number
from dealerkit.felt.acts import seat_number
from dealerkit.mechanics.motions import meant, spot_of
from dealerkit.mechanics.registry import EVERYTHING, NOTHING, Ask, Moves, Params, Run, mechanic


class Scaled:
    """Allowed amounts, kept in smallest chips in ascending order, as a container of amounts of money."""

    __slots__ = ("amounts", "felt")

    def __init__(self, felt: Felt, amounts: Sequence[int]) -> None:
        self.felt, self.amounts = felt, amounts

    def __contains__(self, value: object) -> bool:
        scale = self.felt.layout.scale
        if isinstance(value, int):
            return value * scale in self.amounts
        return isinstance(value, Number) and (value * scale).denominator == 1 and int(value * scale) in self.amounts

    def __iter__(self) -> Iterator[Number]:
        """Yield the smallest and the largest amount."""
        ends = dict.fromkeys((self.amounts[0], self.amounts[-1])) if self.amounts else {}
        return iter([self.felt.written(chips) for chips in ends])

    def __str__(self) -> str:
        money = self.felt.money
        if not self.amounts:
            return "nothing"
        if not isinstance(self.amounts, range):
            *others, last = map(money, self.amounts)
            return f"{', '.join(others)} or {last}" if others else last
        low, high = money(self.amounts[0]), money(self.amounts[-1])
        return low if low == high else f"{low} to {high}"


class BroughtIn(Sequence[int]):
    """Each seat's bet in a round whose bets were partly swept already: the chips in front of the seat and those swept into the
    pot, added up.
    """

    __slots__ = ("_brought", "_row")

    def __init__(self, row: Sequence[int], brought: Sequence[int]) -> None:
        self._row, self._brought = row, brought or [0] * len(row)

    def __len__(self) -> int:
        return len(self._row)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[int]: ...
    def __getitem__(self, at: int | slice) -> int | Sequence[int]:
        if isinstance(at, slice):
            return [*map(operator.add, self._row, self._brought)][at]
        return self._row[at] + self._brought[at]


class Made(NamedTuple):
    """An act of a betting round, as noted in case it is taken back.

    Attributes:
        seat: The seat that acted.
        kept: State of the round before the act.
        raised: Whether it was a bet or raise.
    """

    seat: int
    kept: Kept
    raised: bool


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the key of the rule that an act breaks: out of turn, a move not offered, or a wrong amount."""
    moves = ask.get(act.who)
    if act.verb == "bet" and act.to and act.to[0] not in (*now.felt.layout.front, "pot"):
        return "spot"
    if act.verb == "turn" and "stop" in params.get("rules", {}):
        return "stop"
    if moves is None:
        return "turn" if any(past.seat and past.verb in ACTIONS for past in _this_round(now)) else "first"
    if act.verb in ("bet", "raise") and "over_cap" in params.get("rules", {}) and _is_over_the_cap(now, act):
        return "over_cap"
    if act.move in moves:
        return "amount"
    if params.get("opening") and "check" in moves and act.verb in ("bet", "raise"):
        return "openers"
    if params.get("pass_and_out") and act.verb == "check" and not any(now.felt.rows["bet"]):
        return "pass"
    if act.verb == "take":
        return "pulled"
    if act.verb in ("raise", "bet"):
        if now.told.barred == act.seat:
            return "turn"
        if any(word in moves for word in ("raise", "bet")):
            return "choice"
        if "take bet" in moves and now.told.allowed is not None and now.told.allowed[0]:
            return "amount"  # it may raise, but not to a total below the chips that it has put in front
        rules = params.get("rules", {})
        if now.told.allowed is not None and now.told.allowed[1] and "capped" in rules:
            return "capped"
        limited = now.game.options.get("structure") == "fixed_limit" and "closed_in_limit" in rules
        return "closed_in_limit" if limited else "closed"
    return "choice"


def _is_over_the_cap(now: Situation, act: Act) -> bool:
    """Return whether a bet or raise exceeds the chips that the seat may still bet under the cap on the hand (option `hand_cap`,
    BR-45).
    """
    left, bets, chips = left_to_bet(now), now.felt.rows["bet"], now.felt.rows["stack"]
    if left is chips or act.n is None or not left[act.seat] < chips[act.seat]:
        return False
    return now.felt.units(act.n) > bets[act.seat] + left[act.seat]


def _this_round(now: Situation) -> Iterator[Act]:
    """Yield the acts since the dealer last dealt, burned or swept, the last one first."""
    for act in reversed(now.log):
        if act.verb in ("deal", "burn", "sweep"):
            return
        yield act


def _call(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    for word in ("check", "call", "bringin"):
        if word in moves:
            return Act.make(seat, word, n=next(iter(moves[word])) if word == "bringin" else None)  # type: ignore[call-overload]
    return Act.make(seat, "fold")


def _limits(game: GameData, felt: Felt, size: int) -> Limits:
    options = game.options
    structure = str(options.get("structure", "no_limit"))
    raises = str(options.get("raise_cap", "none"))
    cap = None if structure != "fixed_limit" or raises == "none" else int(raises) + 1
    return Limits(
        structure=structure,
        size=size,
        cap=cap,
        heads_up_uncapped=bool(options.get("heads_up_uncapped", True)),
        check_raise=bool(options.get("check_raise", True)),
        half_bet=bool(options.get("half_bet_rule", True)),
        first_short=options.get("reopens_by") == "largest_raise",
        pot_chip=max(1, felt.units(read_number(str(options.get("pot_chip", "0"))))),
    )


def _size(now: Situation, params: Params) -> int:
    """Return the bet of the street in smallest chips: in fixed limit the small or big bet, otherwise the big blind."""
    if now.game.options.get("structure") == "fixed_limit":
        return amount(now, str(params.get("size", "small_bet")))
    return amount(now, "big_blind") or amount(now, "small_bet") or 1


def limits_of(now: Situation, params: Params) -> Limits:
    """Return the betting limits of a street. A double bet is a player's choice and not included; see `_choices`."""
    size = _size(now, params)
    felt = now.felt
    limits: Limits = now.game.once(("limits", size), lambda game: _limits(game, felt, size))
    return limits


def begin(now: Situation, params: Params, opener: int) -> Betting:
    """Return a betting round that begins with the chips in front of the players (BR-20, BR-41).

    A short blind is called in full; the smallest raise is over the straddle or over the big blind (option `raise_over_straddle`).
    If posts are taken as they were posted, only the chips that lie there count.

    Args:
        now: Situation at the table.
        params: The step's parameters.
        opener: The seat that acts first; 0 if unknown.
    """
    felt = now.felt
    rows = felt.rows
    bets = rows["bet"]
    lying = sum(rows[name][0] for name in felt.layout.pots)
    lying += sum(sum(rows[name]) for name in felt.layout.front if name != "bet")
    top = bring = counted = step = 0
    limits = limits_of(now, params)
    forced = params.get("forced")
    if forced == "blinds" and any(bets):
        counted, top = 1, max(bets)
        if not posted_freely(now):
            straddles = any(act.verb == "straddle" for act in now.since("hand"))
            top = max(amount(now, "big_blind"), top)
            over = amount(now, "big_blind") if now.game.options.get("raise_over_straddle") == "big_blind" else top
            step = over if straddles and limits.structure != "fixed_limit" else 0
            if not straddles:
                lying += _counted_besides(now, bets)
    elif forced == "bring_in":
        bring = amount(now, "bring_in")
    order = [opener, *in_turn(now, opener)[:-1]] if opener else in_turn(now, felt.button)
    return Betting(left_to_bet(now), bets, live(now), order, limits, top=top, step=step, bets=counted, pot=lying, bring_in=bring)


def _counted_besides(now: Situation, bets: Sequence[int]) -> int:
    """Return the chips that pot limit counts in the first pot although they do not lie there: short, dead and small blinds
    (BR-41).
    """
    options, blinds = now.game.options, blinds_of(now)
    as_big, full = options.get("pot_limit_small_blind") == "big_blind", options.get("pot_limit_blinds") == "full"
    if not (as_big or full) or not blinds.big:
        return 0
    small = amount(now, "small_blind") if options.get("blinds_at") != "button" else 0
    posted = bets[blinds.small] if blinds.small else 0, bets[blinds.big]
    return counted_besides(small, amount(now, "big_blind"), posted, as_big=as_big, full=full)


@mechanic(
    "betting",
    breaks=_broken,
    plain=_call,
    hears="kill sweep tip pass",
    verbs="check call bet raise bringin put say return kill move",
    void="spot",
)
def betting(now: Situation, params: Params) -> Run:
    """Play one round of betting. Parameters: `opens`, the first to act (see `dealerkit.facts.first_to_bet.OPENERS`); `size`,
    the street's bet in fixed limit; `forced`, the bets already there: `blinds` or `bring_in`; `street`, its name where rules
    ask for it; `double`, whether the first bet may be twice as much with an open pair; `opening`, whether the option `opening`
    holds, by which openers are needed; `pass_and_out`, whether it holds, by which a player who does not bet drops.

    Words and chips (`say`, `put`) have the meaning that the rule set in force gives them (`dealerkit.felt.motions`).

    Returns:
        The opener, the first and last bettor and the end of the round, as a `StreetRound`.
    """
    opener = opener_of(now, params)
    round_ = begin(now, params, opener or 0)
    double = bool(params.get("double")) and fact_named("open_pair")(now) is not False
    must_bet = bool(params.get("pass_and_out")) and now.game.options.get("opening") == "pass_and_out"
    openers = MAY_OPEN.get(str(now.game.options.get("opening"))) if params.get("opening") else None
    carried: Act | None = None
    acts: list[Made] = []
    killed: dict[int, tuple[int, Kept]] = {}
    while opener is None and round_.turn and (carried is None or not carried.seat):
        # cards are unknown: the seat that acts first is taken to be the right one
        anybody = {
            f"s{seat}": _moves(now, round_, seat, round_.raises(seat), double=double, must_bet=must_bet, openers=openers)
            for seat in round_.owes
        }
        carried = yield anybody
        if carried is None:
            return StreetRound(0, 0, 0, 0, len(now.log))
        round_.begins_with(carried.seat)
    opener = round_.turn
    limits, street = round_.limits, str(params.get("street", ""))
    now.told.size = limits.size
    by_the_pot = limits.structure == "pot_limit"
    early: dict[int, tuple[str, int]] = {}
    undecided: list[Act] = []
    asked: frozenset[str] = frozenset()  # seats asked in addition, during the turn of the seat before
    while round_.turn or _floor_decides(now, undecided):
        seat = round_.turn
        barred = seat in early and round_.top > early[seat][1] and _early_act_bars(now, early[seat][0])
        amounts = range(0) if barred else round_.raises(seat)
        moves = _moves(now, round_, seat, amounts, double=double, must_bet=must_bet, openers=openers)
        capped = limits.cap is not None and round_.bets >= limits.cap and not round_.may_raise(seat)
        now.told.allowed = (amounts, capped, street, round_.pot_bet() if by_the_pot else 0)
        now.told.barred = seat if barred else 0
        act = carried if carried is not None else (yield {f"s{seat}": moves} if seat else {})
        carried = None
        _follow_the_cap(now, round_)
        if act is None:
            break
        turn, asked, word = act.seat == seat or act.who in asked, frozenset(), act.verb
        if act.verb in ("say", "put") and act.seat == seat:
            done, word, asked = yield from _motions(now, round_, act, moves)
            if done is None:
                break
            carried = done if done.seat != seat or done.verb not in _SETTLED else None
            act = Act.make(f"s{seat}", "put", n=1) if carried is not None else done
        if act.verb in _AMENDS and (at := _set_right(act, acts, seat)) is not None:
            round_ = _again(now, acts, at)
            continue
        if act.verb in _ELSEWHERE:
            continue  # a seat was taken or left, or a card was turned
        if act.verb == "sweep":  # swept too early: the swept bets still count
            round_.bet = BroughtIn(now.felt.rows["bet"], now.felt.brought)
            continue
        if not act.seat:  # the dealer corrected something, or took a hand in
            of = seat_number(act.to[-1]) if act.verb == "move" else 0
            if act.verb == "kill":
                killed[seat_number(act.to[0])] = len(acts), round_.kept()
                ruling = None if _is_ruled_dead(now, act) else ruling_on(now, "dealer_kills_hand")
                undecided += [act] if ruling is not None and not ruling.decided else []
                round_.took(seat_number(act.to[0]), live(now))
            elif of in killed:
                round_ = _played_again(now, acts, *killed.pop(of))
            continue
        if act.verb == "take" and act.seat == seat:
            continue  # chips that were in front before were pulled back: this binds the player to call or raise (BR-42)
        early.pop(act.seat, None)
        if act.seat != seat and act.verb in ("check", "call"):
            early[act.seat] = act.verb, round_.top
        _take(now, round_, acts, act.seat, forced=act.verb == "bringin")
        if turn and word in _COUNTED:
            _note_turn(now, word)
    raisers = [past.seat for past in acts if past.raised]
    return StreetRound(opener, *((raisers[-1], raisers[0]) if raisers else (0, 0)), len(raisers), len(now.log))


def _is_ruled_dead(now: Situation, act: Act) -> bool:
    """Return whether a hand is taken in because a ruling, or the floor's own word, has declared it dead (RM-06):
    `d kill s1 dead`.
    """
    begun = now.marks.get("hand", 0)
    ruled = (slip.ruling for slip in now.slips if slip.at > begun and slip.ruling is not None)
    by_rule = any(ruling.decided and ruling.outcome == "hand_dead" for ruling in ruled)
    by_floor = any(past.who == FLOOR and past.to[:1] == ("hand_dead",) for past in now.since("hand"))
    return "dead" in act.to and (by_rule or by_floor)


def _floor_decides(now: Situation, taken: Sequence[Act]) -> bool:
    """Return whether only one hand is left because the dealer took another in, and the floor has not ruled yet whether it comes
    back. Until then the round is not over.

    Args:
        now: Situation at the table.
        taken: Acts that took hands in and whose ruling is left to the floor.
    """
    if not taken or len(live(now)) > 1:
        return False
    since = itertools.takewhile(lambda act: act != taken[-1], reversed(now.log))
    return not any(act.who == FLOOR and act.verb == "rule" for act in since)


def _follow_the_cap(now: Situation, round_: Betting) -> None:
    """Update the chips that each seat can bet, where a cap on the hand limits them."""
    if round_.stack is not now.felt.rows["stack"]:
        round_.stack[:] = left_to_bet(now)


def _take(now: Situation, round_: Betting, acts: list[Made], seat: int, *, forced: bool = False) -> None:
    """Record a seat's act in the round, by its chips on the felt; a forced bet is not a raise."""
    kept, top = round_.kept(), round_.top
    round_.took(seat, live(now))
    acts.append(Made(seat, kept, raised=round_.top > top and not forced))


def _note_turn(now: Situation, word: str) -> None:
    """Note the verb of an act in turn for facts: words and chips by their meaning (MD-02); a bring-in is not noted (MD-14)."""
    mark, words = now.told.turns
    hand = now.marks.get("hand", 0)
    now.told.turns = hand, (*words, word) if mark == hand else (word,)


def _early_act_bars(now: Situation, verb: str) -> bool:
    """Return whether a check or call out of turn bars the seat from raising if a bet or raise has come in between (BR-30)."""
    ruling = ruling_of(now, "out_of_turn", {"early_act": verb, "intervening": "bet_or_raise"})
    return comes_to(ruling, ["raise_not_allowed"]) is True


def _set_right(act: Act, acts: Sequence[Made], turn: int) -> int | None:
    """Return the index of the earlier act that is corrected by chips of its seat put in, taken or returned; None for none."""
    if act.seat:
        seat = act.seat if act.seat != turn and act.verb in ("put", "take") else 0
    else:
        seat = seat_number(act.to[0]) if act.verb == "return" else 0
    return next((at for at in range(len(acts) - 1, -1, -1) if acts[at].seat == seat), None) if seat else None


def _played_again(now: Situation, acts: list[Made], at: int, kept: Kept) -> Betting:
    """Return the round replayed from one of its acts on; the later acts of other seats stand (RM-23)."""
    seats, round_ = [past.seat for past in acts[at:]], Betting.of(kept)
    del acts[at:]
    for seat in seats:
        _take(now, round_, acts, seat)
    return round_


def _again(now: Situation, acts: list[Made], at: int) -> Betting:
    """Return the round replayed from one of its acts on, with the chips as they lie now."""
    round_ = _played_again(now, acts, at, acts[at].kept)
    round_.owe_more(dict.fromkeys(past.seat for past in acts[at:]))
    return round_


_AMENDS = frozenset({"put", "take", "return"})

_ELSEWHERE = frozenset({"sitout", "sitin", "buy", "turn", "look"})

_COUNTED = ACTIONS - {"bringin"}

_SETTLED = frozenset({"check", "call", "bet", "raise", "fold", "put", "say"})


def _motions(now: Situation, round_: Betting, act: Act, moves: Moves) -> Run:
    """Take the words and chips of one turn until their meaning is clear and the chips lie accordingly.

    An act of another seat in between accepts the chips as they lie.

    Returns:
        The last act of the turn, or the act that ended it (None when the round is closed); the verb that the turn amounts to; the
        seats that were asked in addition.
    """
    seat = round_.turn
    spot = spot_of(now, round_)
    if act.verb == "put":  # the felt has moved its chips already
        more = now.felt.units(act.n)
        spot = attrs.evolve(spot, stack=spot.stack + more, front=spot.front - more, pot=spot.pot - more)
        spot = attrs.evolve(spot, most=max(spot.most, min(spot.front + spot.stack, _largest(round_, more))))
    motions = [act]
    who = f"s{seat}"
    while True:
        meaning_so_far = meant(now, motions, spot)
        settled = round_.bet[seat] == meaning_so_far.to
        if meaning_so_far.complete and settled and meaning_so_far.kind != "fold":
            return act, meaning_so_far.kind, frozenset()
        following: dict[str, Moves] = {who: {**_over(moves, round_.bet[seat]), "take bet": EVERYTHING}}
        if (meaning_so_far.complete and meaning_so_far.kind != "fold") or any(motion.verb == "put" for motion in motions):
            following |= _after(now, round_, meaning_so_far.to)
        came = yield following
        _follow_the_cap(now, round_)
        word = meaning_so_far.kind if meaning_so_far.kind != "open" else "call"
        if came is None or (came.seat and came.who != who):
            return came, word, frozenset(following) - {who}
        if came.seat and came.verb not in ("say", "put", "take"):
            return came, came.verb, frozenset()
        if came.verb in ("say", "put"):
            motions.append(came)
        act = came if came.seat else act
        if not came.seat and meaning_so_far.complete and round_.bet[seat] == meaning_so_far.to:
            return act, meaning_so_far.kind, frozenset()


def _over(moves: Moves, lies: int) -> Moves:
    """Return the moves that remain while chips are in front: no bet may be smaller than those chips (BR-42).

    Args:
        moves: Moves of the seat before it put chips in.
        lies: Chips in front of it, in smallest chips.
    """
    left = dict(moves)
    for word in ("bet", "raise"):
        allowed = moves.get(word)
        if isinstance(allowed, Scaled) and allowed.amounts and allowed.amounts[0] < lies:
            amounts = allowed.amounts[bisect_left(allowed.amounts, lies) :]
            if amounts:
                left[word] = Scaled(allowed.felt, amounts)
            else:
                del left[word]
    return left


def _largest(round_: Betting, more: int) -> int:
    """Return the largest total of the seat's bet, as it was before the seat moved chips in this turn.

    Args:
        round_: The betting round.
        more: Chips that the seat has moved in this turn, in smallest chips.
    """
    seat = round_.turn
    if round_.limits.structure == "no_limit":
        return round_.bet[seat] + round_.stack[seat]
    if round_.limits.structure == "pot_limit":
        return max(round_.full, round_.pot_bet() - 2 * more if more else round_.pot_bet())
    return round_.full


def _after(now: Situation, round_: Betting, to: int) -> dict[str, Moves]:
    """Return the moves of the next seat, provided that the seat to act has put in the right chips."""
    seat = round_.turn
    trial = round_.copy()
    stack, bet = list(round_.stack), list(round_.bet)
    stack[seat] += bet[seat] - to
    bet[seat] = to
    trial.stack, trial.bet = stack, bet
    trial.took(seat, live(now))
    if not trial.turn or trial.turn == seat:
        return {}
    amounts = trial.raises()
    return {f"s{trial.turn}": _moves(now, trial, trial.turn, amounts, double=False, must_bet=False, openers=None)}


def _moves(
    now: Situation, round_: Betting, seat: int, amounts: range, *, double: bool, must_bet: bool, openers: MayOpen | None
) -> Moves:
    """Return the moves of the seat to act; `amounts` are the totals it may bet."""
    felt = now.felt
    if round_.bring_in:
        least = min(round_.bring_in, round_.stack[seat])
        opening: dict[str, object] = {"bringin": Scaled(felt, range(least, least + 1))}
        if amounts and amounts[-1] > least:  # an all-in for the bring-in or less counts as the bring-in
            opening["bet"] = Scaled(felt, amounts)
            opening["raise"] = opening["bet"]
        return opening  # type: ignore[return-value]
    moves: dict[str, object] = {"fold": NOTHING}
    if round_.top > round_.bet[seat]:
        moves["call"] = NOTHING
    elif not must_bet or round_.top:
        moves["check"] = NOTHING
    if amounts and openers is not None and round_.top == 0 and openers(now, seat) is False:
        return moves  # type: ignore[return-value]
    if amounts:
        if double and round_.top == 0 and amounts[-1] == amounts[0] > 0:
            both = range(amounts[0], 2 * amounts[0] + 1, amounts[0])
            amounts = both if 2 * amounts[0] <= round_.stack[seat] else amounts
        if round_.top == 0:
            moves["bet"] = Scaled(felt, amounts)
        moves["raise"] = Scaled(felt, amounts)
    return moves  # type: ignore[return-value]
