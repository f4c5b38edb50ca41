"""A round of bets played through, act by act, by the betting rules of `dealerkit.arithmetic.betting`."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Final

import attrs

from dealerkit.arithmetic.betting import Betting, Limits, counted_besides, layers, uncalled
from dealerkit.errors import BetsError
from dealerkit.felt.bets.line import BLINDS, POSTED, BetLine, ToldAct, read_line
from dealerkit.felt.bets.round import BetRound, Customs, Short, ToldPot, ToldSeat
from dealerkit.files.screen_text import count_of

STRUCTURES: Final = {"no_limit": "no_limit", "pot_limit": "pot_limit", "limit": "fixed_limit"}
PLENTY: Final = 10**18
"""Chips of a player with an unknown stack: more than any bet."""
WAGERS: Final = frozenset({"bet", "raise", "all_in", "to"})
UNCLEAR: Final = frozenset({"put", "say"})
"""Verbs of acts that could be a call or a raise until the floor rules."""
STRANGERS: Final = 2
"""Unnamed players assumed to be in the hand until some player has acted twice: three or more are in, and one may still act."""

USUAL: Final = Customs()
"""Betting limits and customs assumed for a house that gives none."""


@functools.lru_cache(maxsize=256)
def reckon(
    text: str,
    structure: str = "",
    customs: Customs = USUAL,
    disputes: tuple[str, ...] = (),
    *,
    size: Decimal | None = None,
    minimum: Decimal | None = None,
) -> BetRound:
    """Return the figures of a betting round, worked out by playing the bets of a line.

    Args:
        text: The line, as `read_line` takes it.
        structure: `no_limit`, `pot_limit` or `limit`, for a line that does not name one; empty for no limit.
        customs: Betting limits and customs of the house.
        disputes: The kinds of act that the ruling asked for can be about: names of `KINDS`, and verbs. The act in dispute is the
            last act of such a kind, or else the last with such a verb, anywhere in the line; if there is neither, the last act of
            the line, provided that it is unclear or not legal.
        size: Fixed bet of the street, for a line that does not give one.
        minimum: Smallest bet, for a line without one and without blinds.

    Raises:
        BetsError: If the line is not understood, or such a round is impossible.

    >>> reckon("300, all-in 500, all-in 650, all-in 800").amount("least")
    Decimal('1100')
    >>> reckon("pot 100, bet 50", "pot_limit").amount("most")
    Decimal('250')
    """
    line = read_line(text)
    line = attrs.evolve(line, size=size if line.size is None else line.size, big=minimum if line.big is None else line.big)
    at = _Play(line, structure, customs, disputes).found if disputes else None
    return _figures(_Play(line, structure, customs, disputes, at))


class _Play:
    """A betting round being played; amounts are whole multiples of the smallest unit that the line's amounts need."""

    def __init__(
        self, line: BetLine, structure: str, customs: Customs, disputes: Sequence[str], until: int | None = None
    ) -> None:
        """Play a line through.

        Args:
            line: The line.
            structure: Betting structure, for a line that does not name one.
            customs: Betting limits and customs of the house.
            disputes: The kinds of act that a fault can be about: names of `KINDS`, and verbs.
            until: Index of the act in dispute, from 0, if known; later acts are not played.
        """
        self.line, self.customs = line, customs
        self._disputes, self._until = disputes, until
        self.found: int | None = None
        """Index of the act in dispute, from 0; None if no act is of a kind that the fault can be about."""
        self.structure = line.structure or structure or "no_limit"
        if structure and line.structure not in ("", structure):
            raise BetsError(
                line.text, 1, f"the bets are {line.structure}, but the game is {structure}", "use the same structure in both"
            )
        amounts = [line.size, line.small, line.big, line.straddle, line.pot, customs.pot_chip]
        amounts += [amount for act in line.acts for amount in (act.amount, *act.chips)]
        self._scale: int = 10 ** max((-int(amount.as_tuple().exponent) for amount in amounts if amount is not None), default=0)
        self.names: list[str] = [""]
        self.posts: dict[int, int] = {}
        self.acts: list[tuple[int, ToldAct]] = []
        self._had: dict[int, int] = {}
        self._asked = 0
        self._read_acts()
        self.acted: set[int] = set()
        self.short: list[Short] = []
        self.prices: list[tuple[int, int]] = []  # the price, and the seat that set it
        self.unsized = False
        """Whether every wager so far was an all-in and the line does not give the smallest bet."""
        self.round = self._begin()
        self.disputed: ToldAct | None = None
        self.about = 0
        self._go_through()

    # -- who there is ----------------------------------------------------------------------------------------------------

    def units(self, amount: Decimal | None) -> int:
        """Return an amount in smallest units; 0 for none."""
        return int((amount or 0) * self._scale)

    def _error(self, column: int, message: str, hint: str) -> BetsError:
        return BetsError(self.line.text, column, message, hint)

    def money(self, units: int) -> Decimal:
        """Return units as an amount of money, without trailing zeros."""
        value = Decimal(units) / self._scale
        whole = value.to_integral_value()
        return whole if value == whole else value.normalize()

    def _seat(self, who: str) -> int:
        folded = who.casefold()
        at = next((at for at, name in enumerate(self.names) if name.casefold() == folded), 0) if who else 0
        if not at:
            strangers = sum(name.startswith("player ") for name in self.names)
            self.names.append(who or f"player {strangers + 1}")
            at = len(self.names) - 1
        return at

    def _read_acts(self) -> None:
        """Separate the players' posted chips from their acts, and give each player a place in the order of action."""
        line = self.line
        posted: dict[str, tuple[int, int]] = {}  # forced bets in order: the seat and its chips, by blind
        begun = False
        for act in line.acts:
            if act.verb == "asks":
                continue
            if act.verb in POSTED - {"has"} and begun and act.verb != "post":
                raise self._error(act.column, f"'{act.text}' comes after the first action", "type forced bets first")
            if act.verb in POSTED - {"has"}:
                seat = self._seat(act.who)
                blind = {"small": line.small, "big": line.big}.get(act.verb)
                amount = act.amount if act.amount is not None else blind
                if amount is None:
                    raise self._error(act.column, f"'{act.text}' has no amount", "type A bb 100, or begin with blinds 50/100")
                kind = act.verb if act.verb in BLINDS else f"{act.verb} {seat}"
                posted[kind] = seat, self.units(amount)
            elif act.verb != "has":
                begun = True
        for kind, name in BLINDS.items():  # blinds whose player the line does not name
            amount = line.small if kind == "small" else line.big
            whole = line.small is not None  # `big` without `small` is the smallest bet of a later street, not a blind
            if amount and whole and kind not in posted:
                posted[kind] = self._seat(name), self.units(amount)
        if line.straddle is not None:
            posted["straddle"] = self._seat("straddle"), self.units(line.straddle)
        rank = {"bring_in": 0, "small": 1, "big": 2, "post": 3, "straddle": 4}
        forced = sorted(posted.items(), key=lambda bet: rank[bet[0].split()[0]])
        self.kinds = {kind.split()[0] for kind in posted}
        for _, (seat, chips) in forced:
            self.posts[seat] = self.posts.get(seat, 0) + chips
        for act in line.acts:
            if act.verb in POSTED - {"has"}:
                continue
            seat = self._seat(act.who)
            if act.verb == "has":
                self._had[seat] = self.units(act.amount)
            elif act.verb == "asks":
                self._asked = seat
            else:
                self.acts.append((seat, act))
        self._blinds = {kind: posted[kind] for kind in BLINDS if kind in posted}

    def _begin(self) -> Betting:
        """Return the round before the first act."""
        named = len(self.names) - 1
        acting = [seat for seat, _ in self.acts]
        dead = {seat for kind, (seat, chips) in self._blinds.items() if not chips and self.names[seat] == BLINDS[kind]}
        for seat in dead:  # nobody sits in these seats
            self.names[seat] = ""
            del self.posts[seat]
        again = len(acting) > len(set(acting)) or self._asked in acting
        anonymous = [seat for seat in self.posts if self.names[seat] in (*BLINDS.values(), "straddle") and seat not in acting]
        everybody = 1 < self.line.players == len(set(acting)) == named - len(anonymous)
        if everybody and len(anonymous) == 2 == len(self._blinds) == len(self.posts):
            # everybody has acted, the blinds last; heads-up the button is the small blind
            last = list(dict.fromkeys(acting))[-2:]
            self.posts = dict(zip(last, self.posts.values(), strict=True))
            for kind, seat in zip(self._blinds, last, strict=True):
                self._blinds[kind] = seat, self._blinds[kind][1]
            for seat in anonymous:
                self.names[seat] = ""
            gone, anonymous = set(anonymous), []
        elif self.line.players == 2 and len(set(acting)) == 1 and len(anonymous) == 2 == len(self._blinds) == len(self.posts):
            (small, chips), seat = self._blinds["small"], acting[0]  # heads-up the button has the small blind, and acts first
            del self.posts[small]
            self.posts = {seat: chips, **self.posts}
            self._blinds["small"] = seat, chips
            self.names[small] = ""
            gone, anonymous = {small}, [other for other in anonymous if other != small]
        elif self.line.players and named - len(anonymous) >= self.line.players:
            for seat in anonymous:  # every player is named, so that this blind is a dead one
                self.names[seat] = ""
                del self.posts[seat]
            self._blinds = {kind: blind for kind, blind in self._blinds.items() if blind[0] not in anonymous}
            gone, anonymous = set(anonymous), []
        else:
            gone = set()
        gone |= dead
        here = named - len(gone)
        if self.line.players and here > max(self.line.players, 2) + len(anonymous):
            hint = "count every player who had cards when the round began"
            raise self._error(1, f"{count_of(here, 'player')} named, but only {self.line.players} in the hand", hint)
        strangers = max(0, self.line.players - here) if self.line.players else 0 if again else STRANGERS
        self.strangers = range(named + 1, named + 1 + strangers)
        self.unheard = {*self.strangers, *anonymous}
        seats = named + strangers
        self.bet = [0] * (seats + 1)
        self.stack = [0] + [PLENTY] * seats
        for seat, had in self._had.items():
            self.stack[seat] = had
        for seat, amount in self.posts.items():
            self.bet[seat] = min(amount, self.stack[seat])
            self.stack[seat] -= self.bet[seat]
        self.live = set(range(1, seats + 1)) - gone
        acting = [seat for seat in dict.fromkeys(acting) if seat not in self.posts]
        rest = [seat for seat in self.strangers if seat not in acting]
        others = [seat for seat in range(1, named + 1) if seat not in acting and seat not in self.posts and seat not in gone]
        brings = [seat for seat in self.posts if "bring_in" in self.kinds]
        order = [*brings, *acting, *others, *rest, *(seat for seat in self.posts if seat not in brings)]
        blinds = bool(self._blinds)
        big, small = self.units(self.line.big), self.units(self.line.small)
        if "big" in self._blinds:
            big = big or self._blinds["big"][1]
        customs = self.customs
        straddled = (
            max((self.bet[seat] for seat in self.posts), default=0) if self.kinds & {"straddle"} or self.line.straddle else 0
        )
        over = (big or straddled) if customs.raise_over_straddle == "big_blind" else straddled
        self.size = self.units(self.line.size) or (big if self.structure != "limit" or blinds else 0)
        if self.structure == "limit" and not self.size:
            self.size = self._first_bet()
        limits = Limits(
            STRUCTURES[self.structure],
            max(1, self.size),
            customs.raise_cap + 1 if customs.raise_cap is not None and self.structure == "limit" else None,
            customs.heads_up_uncapped,
            customs.check_raise,
            customs.half_bet_rule,
            customs.reopens_by == "largest_raise",
            max(1, self.units(customs.pot_chip)),
        )
        besides = 0
        if blinds and not straddled and self.structure == "pot_limit":
            lying = (
                self.bet[self._blinds["small"][0]] if "small" in self._blinds else 0,
                self.bet[self._blinds.get("big", (0, 0))[0]],
            )
            as_big, full = customs.pot_limit_small_blind == "big_blind", customs.pot_limit_blinds == "full"
            besides = counted_besides(small, big, lying, as_big=as_big, full=full)
        self.besides = besides
        top = max(self.bet)
        self.prices = [(max(top, big if blinds else 0), 0)] if top else []
        return Betting(
            self.stack, self.bet, self.live, order, limits,
            top=max(big, top) if blinds else 0,
            step=over if straddled and self.structure != "limit" else 0,
            bets=1 if blinds else 0,
            pot=self.units(self.line.pot) + besides,
            complete=self.size if brings else 0,
        )  # fmt: skip

    def _first_bet(self) -> int:
        """Return the fixed bet of the street, taken from the first bet of the line.

        Raises:
            BetsError: If the line begins with an all-in or chips without a word, or has no bet.
        """
        for _, act in self.acts:
            if act.verb in ("bet", "to", "raise") and act.amount is not None:
                return self.units(act.amount)
            if act.verb in ("all_in", "put"):
                break
        raise self._error(1, "the bet size for this street is missing", "type it as limit 20")

    # -- what was done ---------------------------------------------------------------------------------------------------

    def _go_through(self) -> None:
        kinds = [kind for name, kind in KINDS.items() if name in self._disputes]
        of_kind = False
        for at, (seat, act) in enumerate(self.acts):
            if seat not in self.live:
                raise self._error(act.column, f"{self.names[seat]} has folded", "name the player who acted")
            if self.bet[seat] and not self.stack[seat]:
                raise self._error(act.column, f"{self.names[seat]} is already all-in", "name the player who acted")
            self._pass_over(seat)
            to = self._comes_to(seat, act)
            if any(kind(self, seat, act, to) for kind in kinds):
                self.found, of_kind = at, True
            elif act.verb in self._disputes and not of_kind:
                self.found = at
            last = at == len(self.acts) - 1 and not self._asked and self.found is None
            if at == self._until or (last and (act.verb in UNCLEAR or not self._is_legal(seat, act, to))):
                self.disputed, self.about = act, seat
                self.to = to
                return
            if act.verb in UNCLEAR and self.found != at:
                hint = "type what the chips were ruled to be, such as B call; only the last action can be chips without a word"
                raise self._error(act.column, f"'{act.text}' may be a call or a raise", hint)
            self._happens(seat, act, to)
        waiting = [seat for seat in self.round.owes if seat not in self.strangers]
        first = self.round.owes[0] if self.round.owes else 0
        self.about = self._asked or (first if first in self.strangers or not waiting else waiting[0])

    def _pass_over(self, seat: int) -> None:
        """Fold the unnamed players whose turn was skipped, when `seat` acts again."""
        if seat not in self.acted:
            return
        for other in list(self.round.owes):
            if other == seat:
                break
            if other in self.unheard:
                self.live.discard(other)
                self.round.took(other, self.live)

    def _comes_to(self, seat: int, act: ToldAct) -> int:
        """Return a player's total in this round after an act, in smallest units."""
        front, top = self.bet[seat], self.round.top
        had = front + self.stack[seat]
        amount = self.units(act.amount) if act.amount is not None else None
        if act.verb == "say":
            return front  # a number without its unit: its meaning is not decided yet
        if act.verb in ("fold", "check"):
            if act.verb == "check" and top > front:
                raise self._error(
                    act.column,
                    f"{self.names[seat]} can't check: it is {self.money(top - front)} to call",
                    "call, raise or fold",
                )
            return front
        if act.verb == "call":
            if amount is not None and amount > top:
                raise self._error(
                    act.column,
                    f"a call is {self.money(top)} in all, not {act.amount}",
                    "type raise, or leave out the amount",
                )
            return min(amount if amount is not None else max(top, front), had)
        if act.verb == "all_in":
            if amount is None and had >= PLENTY:
                raise self._error(act.column, f"'{act.text}' has no amount", "type the player's total, such as C all-in 250")
            if amount is not None and amount < front:
                raise self._error(act.column, f"{self.names[seat]} already has {self.money(front)} in front", "type the total")
            if amount is not None and self._had.get(seat, amount) < amount:
                raise self._error(
                    act.column, f"{self.names[seat]} has only {self.money(self._had[seat])}", "change the stack or the amount"
                )
            return amount if amount is not None else had
        assert amount is not None
        to = front + amount if act.verb == "put" else top + amount if act.by else amount
        if to > had:
            raise self._error(act.column, f"{self.names[seat]} has only {self.money(had)}", "change the stack or the amount")
        if act.verb in ("bet", "raise") and to <= top:
            hint = f"type the total, or 'raise by {act.amount}'" if act.verb == "raise" else "call, raise or fold"
            raise self._error(
                act.column, f"the bet to match is already {self.money(top)}, so {act.amount} is not a {act.verb}", hint
            )
        return to

    def _is_legal(self, seat: int, act: ToldAct, to: int) -> bool:
        """Return whether a total is legal: below a full bet or raise only with the player's last chips."""
        front, top = self.bet[seat], self.round.top
        if act.verb in ("fold", "check") or to in (top, front):
            return True
        had = front + self.stack[seat]
        if act.verb == "all_in" or to == had:
            return to < top or self.round.may_raise(seat)
        if to < top:
            return False
        amounts = self.round.raises(seat)
        if self.structure == "limit" and not top and to == 2 * self.round.full:
            return True  # the double bet of a street with an open pair
        return to in amounts

    def _happens(self, seat: int, act: ToldAct, to: int) -> None:
        """Carry out an act, legal or not."""
        round_, top, full = self.round, self.round.top, self.round.full
        bets = round_.bets
        if act.verb == "fold":
            self.live.discard(seat)
        else:
            self.stack[seat] = 0 if act.verb == "all_in" else max(0, self.stack[seat] - (to - self.bet[seat]))
            self.bet[seat] = to
        self.acted.add(seat)
        self.unheard.discard(seat)
        round_.took(seat, self.live)
        if to > top:
            self.prices.append((to, seat))
            self.unsized = not self.size and act.verb == "all_in" and (not top or self.unsized)
            if to < full and self.size_known(full) and not self.unsized:
                counts = round_.bets > bets
                self.short.append(Short(self.names[seat], self.money(to), self.money(to - top), self.money(full), counts))

    def size_known(self, full: int) -> bool:
        """Return whether the size of a full bet is known: from the street, from the big blind, or from a bet of this round."""
        return bool(self.size) or full > 1


def _is_too_small(play: _Play, seat: int, act: ToldAct, to: int) -> bool:
    """Return whether a wager is above a call and below a full bet or raise, with chips left behind."""
    return act.verb in WAGERS | {"put"} and play.round.top < to < min(play.round.full, play.bet[seat] + play.stack[seat])


def _is_too_large(play: _Play, seat: int, act: ToldAct, to: int) -> bool:
    """Return whether a wager is above the limit of the structure."""
    most = _most(play, seat)
    return act.verb in WAGERS | {"put"} and most is not None and to > max(most, play.round.top)


def _is_short_call(play: _Play, seat: int, act: ToldAct, to: int) -> bool:
    """Return whether chips below the price were put in, with more left behind."""
    at_least = play.bet[seat] if act.verb == "call" else play.bet[seat] + 1
    return act.verb in WAGERS | {"put", "call"} and at_least <= to < min(play.round.top, play.bet[seat] + play.stack[seat])


def _is_not_open(play: _Play, seat: int, act: ToldAct, to: int) -> bool:
    """Return whether a seat raised while the betting was not open to it."""
    return act.verb in WAGERS | {"put"} and to > play.round.top > 0 and not play.round.may_raise(seat)


KINDS: Final[Mapping[str, Callable[[_Play, int, ToldAct, int], bool]]] = {
    "too_small": _is_too_small,
    "too_large": _is_too_large,
    "short_call": _is_short_call,
    "not_open": _is_not_open,
}
"""Tests for the kinds of act that a fault can be about, by the kinds' names in `disputes` of `facts.yaml`."""


def _figures(play: _Play) -> BetRound:
    """Return the figures of the round."""
    round_, about, act = play.round, play.about, play.disputed
    amounts: dict[str, Decimal] = {}
    if round_.top or play.acts or play.posts:
        amounts["price"] = play.money(round_.top)
    known = bool(play.size or round_.top) and not play.unsized
    if known and (play.structure != "limit" or play.size):
        amounts["unit"] = play.money(round_.step)
        amounts["least"] = play.money(round_.full)
    if play.size:
        amounts["smallest_bet"] = play.money(play.size)
    if about:
        amounts["front"] = play.money(play.bet[about])
        amounts["faced"] = play.money(max(0, round_.top - play.bet[about]))
        if play.stack[about] < PLENTY // 2:
            amounts["behind"] = play.money(play.stack[about])
    most = _most(play, about)
    if most is not None:
        amounts["most"] = play.money(most)
    if play.structure == "pot_limit" and about:
        amounts["pot_size"] = play.money(round_.pot_bet(about))
    amounts["pot"] = play.money(play.units(play.line.pot) + sum(play.bet))
    every: bool | None = None
    if act is not None and act.verb == "say":
        amounts["said"] = act.amount or Decimal(0)
    elif act is not None:
        put = play.to - play.bet[about]
        amounts["put_all"] = play.money(put)
        if act.verb == "put":
            chips = [play.units(chip) for chip in act.chips]
            amounts["put_first"] = play.money(sum(chips[: act.motions[0]]))
            if len(chips) == 1:
                amounts["chip"] = play.money(put)
            else:
                every = put - min(chips) < round_.top - play.bet[about]
    if act is not None and "least" in amounts and play.to > round_.top and round_.full > round_.top:
        amounts["over"] = play.money(play.to - round_.top)
    live = [seat for seat in play.live if seat not in play.strangers]
    known_number = bool(play.line.players) or not play.strangers
    return BetRound(
        line=play.line,
        structure=play.structure,
        amounts=amounts,
        about="" if about in play.strangers or not about else play.names[about],
        disputed=act is not None,
        kind=_kind(play, act),
        acted=about in play.acted,
        last_chips=act is not None and (act.verb == "all_in" or play.to == play.bet[about] + play.stack[about]),
        every_chip_needed=every,
        raises=max(0, round_.bets - 1),
        opening=len(play.prices) == 1 and round_.top > 0,
        blinds_alone=bool(play.posts) and play.prices[-1][1] == 0 and play.kinds <= set(BLINDS),
        heads_up=len(play.live) == 2 if known_number else None,
        seats=tuple(_standing(play, seat) for seat in _waiting(play)),
        short=tuple(play.short),
        pots=_pots(play, live),
        returned=_returned(play),
        alone=None if play.unheard & play.live else sum(play.stack[seat] > 0 for seat in play.live) < 2,
        bets=round_.bets,
        closed=_closed(play),
        taken_out=tuple(play.names[seat] for seat in _taken_out(play, live) if _names_it(play, seat)),
        minimum_missing=play.unsized,
        how=tuple(_how(play, about)),
    )


def _kind(play: _Play, act: ToldAct | None) -> str:
    """Return the kind of the act in dispute: `fold`, `check`, `call`, `bet` or `raise`; empty if words or chips leave it open.

    Args:
        play: The round up to that act.
        act: The act; None if none is in dispute.
    """
    if act is None or act.verb in UNCLEAR:
        return ""
    if act.verb not in WAGERS:
        return act.verb
    if play.to <= play.round.top:
        return "call"
    return "raise" if play.round.top else "bet"


def _waiting(play: _Play) -> list[int]:
    """Return the named players still to act, among them the player whose act is in dispute or asked about."""
    waiting = [seat for seat in play.round.owes if _names_it(play, seat)]
    if play.about and _names_it(play, play.about) and play.about not in waiting and play.stack[play.about]:
        waiting.append(play.about)
    return waiting


def _names_it(play: _Play, seat: int) -> bool:
    return seat not in play.strangers and bool(play.names[seat])


def _standing(play: _Play, seat: int) -> ToldSeat:
    round_ = play.round
    behind = play.money(play.stack[seat]) if play.stack[seat] < PLENTY // 2 else None
    faces = play.money(min(max(0, round_.top - play.bet[seat]), play.stack[seat]))
    able = play.bet[seat] + play.stack[seat] > round_.top
    return ToldSeat(
        play.names[seat], play.money(play.bet[seat]), behind, seat in play.acted, faces, able and round_.may_raise(seat)
    )


def _most(play: _Play, seat: int) -> int | None:
    """Return the largest legal total of a player; None in no-limit with an unknown stack."""
    round_ = play.round
    had = play.bet[seat] + play.stack[seat] if seat else PLENTY
    if play.structure == "limit":
        return min(round_.full, had) if play.size else None
    if play.structure == "pot_limit":
        return min(max(round_.full if play.size or round_.top else 0, round_.pot_bet(seat)), had) if seat else None
    return had if had < PLENTY // 2 else None


def _pots(play: _Play, live: Sequence[int]) -> tuple[ToldPot, ...]:
    if any(play.bet[seat] < play.round.top and play.stack[seat] and seat in play.acted for seat in live):
        return ()  # a player who has acted must still call
    put = list(play.bet)
    seat, more = uncalled(put, live)
    put[seat] -= more
    put[0] = play.units(play.line.pot)
    out = _taken_out(play, live)
    named = [
        player
        for player in live
        if _names_it(play, player) and (player in play.acted or player in play.posts) and player not in out
    ]
    return tuple(
        ToldPot(play.money(pot), tuple(play.names[player] for player in seats)) for pot, seats in layers(put, named) if pot
    )


def _taken_out(play: _Play, live: Sequence[int]) -> list[int]:
    """Return the players assumed to have folded: they have posted, not acted, and owe chips."""
    top = play.round.top
    return [
        player
        for player in live
        if player in play.posts and player not in play.acted and play.bet[player] < top and play.stack[player]
    ]


def _closed(play: _Play) -> str:
    """Return why nobody can raise any more: `nobody_answers` or `capped`; empty if somebody can."""
    if not play.unheard & play.live and sum(play.stack[seat] > 0 for seat in play.live) < 2:
        return "nobody_answers"
    waiting = [seat for seat in _waiting(play) if play.stack[seat]]
    capped = play.round.limits.cap is not None and play.round.bets >= play.round.limits.cap
    return "capped" if capped and waiting and not any(play.round.may_raise(seat) for seat in waiting) else ""


def _returned(play: _Play) -> tuple[str, Decimal] | None:
    """Return the player who gets uncalled chips back, and the amount in money; None for none."""
    if play.round.owes or play.disputed:
        return None
    seat, more = uncalled(play.bet, play.live)
    return (play.names[seat], play.money(more)) if more and seat else None


def _how(play: _Play, about: int) -> list[str]:
    """Return sentences that explain how each amount was worked out."""
    round_ = play.round
    sentences = (
        [f"in dispute: {play.disputed.text}"] if play.disputed is not None and play.disputed is not play.acts[-1][1] else []
    )
    if play.prices:
        price, seat = play.prices[-1]
        by = f" ({play.names[seat]})" if seat and play.names[seat] else " (forced bets)" if not seat else ""
        sentences.append(f"the bet to match is {play.money(price)}{by}")
    if (play.size or round_.top) and not play.unsized:
        sentences.append(f"the last full bet or raise is {play.money(round_.step)}")
        if play.structure != "limit":
            sentences.append(f"{play.money(round_.top)} + {play.money(round_.step)} = {play.money(round_.full)}")
        else:
            sentences.append(f"the next full bet or raise is {play.money(round_.full)}")
    sentences += [
        f"{short.name}'s {short.to} is {short.over} more than the bet to match. A full raise is {short.full} "
        "more, so this one counts " + ("as a full raise" if short.counts else "as a call, and only the bet to match goes up")
        for short in play.short
    ]
    if play.structure == "pot_limit" and about:
        lying = play.units(play.line.pot) + sum(play.bet) + play.besides
        call = max(0, round_.top - play.bet[about])
        counted = f", plus {play.money(play.besides)} counted for the blinds" if play.besides else ""
        most, chip = round_.top + lying + call, round_.limits.pot_chip
        rounded = f", rounded up to the next {play.money(chip)}: {play.money(round_.pot_bet(about))}" if most % chip else ""
        sentences.append(
            f"pot: {play.money(lying - play.besides)} in the middle{counted}, the call is {play.money(call)}, "
            f"so the maximum raise is to {play.money(round_.top)} + {play.money(lying + call)} = {play.money(most)}{rounded}"
        )
    return sentences
