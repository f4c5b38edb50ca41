"""One hand played again in whole numbers, as far as it can have happened.

A replay says where a hand first does what cannot be. It says nothing where a file leaves something open: cards that nobody
knows, a hand neither shown nor mucked, a house's own way with short all-ins.
"""

from __future__ import annotations

from operator import add

from dealerkit.betting import Betting, uncalled
from dealerkit.phh.acts import (
    BAD,
    BOARD,
    BRING_IN,
    CALL,
    DRAW,
    DUE,
    FOLD,
    HOLE,
    MUCK,
    RAISE,
    REMARK,
    SHOW,
    UNKNOWN,
    WRONG,
    Cards,
    Deed,
    amount_text,
    card_text,
)
from dealerkit.phh.dealing import Dealing
from dealerkit.phh.hand import Hand
from dealerkit.phh.openers import opener
from dealerkit.phh.state import (
    AMOUNT,
    BETTING,
    COUNT,
    DEALING,
    ENDED,
    FOREIGN,
    INCOMPLETE,
    MISSING,
    NOT_DEALT,
    OVER,
    SHOWING,
    TURN,
    TWICE,
    UNREADABLE,
    Fault,
    Stop,
)
from dealerkit.phh.terms import Terms


class Replay(Dealing):
    """A hand as it is played again."""

    __slots__ = ()

    def __init__(self, hand: Hand, terms: Terms, stacks: list[int], reading: int = 0) -> None:
        """Post antes, blinds and straddles, and begin the first street."""
        super().__init__(hand, terms, stacks, reading)
        self._begin_street()

    def run(self) -> Fault | None:
        """Play the hand to its end, or to the first thing that cannot be."""
        deeds_, at = self.deeds, 0
        end = len(deeds_)
        try:
            at = self._first_deals()
            while at < end:
                if self.phase == BETTING and FOLD <= deeds_[at][0] <= RAISE:
                    at = self._bets(at, end)
                else:
                    self._other(at)
                    at += 1
            if self.phase < SHOWING:
                raise Stop(MISSING, self._wanted())
        except Stop as stop:
            return self._fault(stop, at if stop.at is None else stop.at)
        return None

    def step(self, at: int) -> None:
        """Play one action.

        Raises:
            Stop: If it cannot be.
        """
        if self.phase == BETTING and FOLD <= self.deeds[at][0] <= RAISE:
            self._bets(at, at + 1)
        else:
            self._other(at)

    def _other(self, at: int) -> None:
        """Anything but a call, raise or fold in a round of betting."""
        deed = self.deeds[at]
        kind = deed[0]
        if kind == HOLE:
            self._deal(deed)
        elif kind == BOARD:
            self._at = at
            self._deal_board(deed)
        elif kind in {SHOW, MUCK}:
            self._show(deed)
        elif kind == DRAW:
            self._draw(deed)
        elif FOLD <= kind <= BRING_IN:
            self._forced(deed)
        elif kind != REMARK:
            raise Stop(UNREADABLE, DUE[deed[2]])

    def _first_deals(self) -> int:
        """Deal the first cards where all have them at once, in order and without fault, as nearly always: how many actions."""
        each, seen, hole = self._owed[1], 0, self.hole
        seat = 0
        for seat, deed in enumerate(self.deeds[: len(hole) - 1], 1):
            kind, to, _, cards, mask = deed
            if kind != HOLE or to != seat or len(cards) != each or mask & seen:
                return self._first_undone()
            seen |= mask
            hole[seat] = cards
        if seat != len(hole) - 1 or seen & self._foreign:
            return self._first_undone()
        self._seen = seen
        self._left -= self._due
        self._due = 0
        self._owed = [0] * len(hole)
        self._open_betting()
        return seat

    def _first_undone(self) -> int:
        self.hole = [()] * len(self.hole)
        return 0

    def _fault(self, stop: Stop, at: int) -> Fault:
        got = "nothing more"
        code, where = stop.code, at
        if code in {MISSING, INCOMPLETE, TURN} and self.phase == DEALING:
            skipped = next((seat for seat in self.live if self._owed[seat]), 0)
            if self._partial >= 0:
                code, where = COUNT, self._partial
            elif skipped:
                where = self._passed_over(skipped, at)
            elif at == len(self.deeds) and self._pieces >= 0:
                code, where = COUNT, self._pieces  # cards are missing in the end: the street that came in pieces had too few
        if where < len(self.deeds):
            deed = self.deeds[where]
            got = self._texts[where] + (f": {WRONG[deed[2]]}" if deed[0] == BAD else "")
        return Fault(code, where, stop.expected, got)

    def _passed_over(self, seat: int, at: int) -> int:
        """Where a seat's card should have come: at the first deal of this street to a seat behind it."""
        where = at
        for back in range(at - 1, -1, -1):
            kind, other, *_ = self.deeds[back]
            if kind not in {HOLE, REMARK}:
                break
            if kind == HOLE and other > seat:
                where = back
        return where

    # betting

    def _open_betting(self) -> None:
        """All have their cards."""
        terms, live, stack = self._terms, self.live, self.stack
        if self._open:  # nobody is left who could bet
            self._close_round()
            return
        first = not self.street
        if first:
            order = terms.first
            if order:
                if stack.count(0) > 1:  # perhaps a short post
                    order = terms.order(self.bet)
            else:
                order = opener(terms.variant.opens[0], self.hole, live, terms.seats)
        elif terms.first:
            order = live[:]
        else:
            order = opener(terms.variant.opens[1], self.hole, live, terms.seats)
        if not order:  # the first to act follows from cards that nobody knows: it is whoever acts
            order = self._whoever()
        limits = self._limits[self.street]
        if first:
            bets = 1 if terms.first else 0
            round_ = Betting(stack, self.bet, live, order, limits, bets=bets, pot=self._pot, bring_in=terms.bring_in)
        else:
            round_ = Betting(stack, self.bet, live, order, limits, pot=self._pot)
        self.round = round_
        self.phase = BETTING
        if not round_.turn:
            self._close_round()

    def _whoever(self) -> list[int]:
        seats = self._terms.seats
        at = self._at_now()
        who = next((seat for kind, seat, *_ in self.deeds[at:] if FOLD <= kind <= BRING_IN), 1)
        return [(who + step - 1) % seats + 1 for step in range(seats)] if who <= seats else list(range(1, seats + 1))

    def _at_now(self) -> int:
        """How many actions have been played: cards that were dealt tell."""
        out = sum(map(len, self.hole)) + len(self.board)
        for at, deed in enumerate(self.deeds):
            if deed[0] in {HOLE, BOARD}:
                out -= len(deed[3])
            if out <= 0:
                return at
        return len(self.deeds)

    def _bets(self, at: int, end: int) -> int:
        """Calls, raises and folds, to the end of the round or to something else: where that is."""
        round_, bet, stack, live, played = self.round, self.bet, self.stack, self.live, self.deeds
        assert round_ is not None
        folded, called = round_.folded, round_.called
        while at < end:
            kind, seat, amount, _, _ = played[at]
            if not FOLD <= kind <= RAISE:
                return at
            if seat != round_.turn:
                if kind == CALL and seat in round_.idle:
                    round_.idle.remove(seat)  # it checks although there is nobody to bet against
                    at += 1
                    continue
                raise Stop(TURN, self._wanted(), at)
            if kind == RAISE:
                amounts = round_.raises()
                if amount not in amounts and not self._all_in(seat, amount):
                    raise Stop(AMOUNT, self._range(amounts), at)
                stack[seat] -= amount - bet[seat]
                bet[seat] = amount
                round_.bring_in = 0  # an all-in that is not called a bring-in is a short completion
                round_.took(seat, live)
            elif round_.bring_in:
                raise Stop(MISSING, self._wanted(), at)
            elif kind == CALL:
                due = round_.top - bet[seat]
                if due > 0:
                    if due > stack[seat]:  # noqa: PLR1730 - twice as fast as min()
                        due = stack[seat]
                    stack[seat] -= due
                    bet[seat] += due
                called()
            else:
                live.remove(seat)
                folded(live)
            at += 1
            if not round_.turn:
                self._close_round()
                return at
        return at

    def _range(self, amounts: range) -> str:
        """What may be bet, in words."""
        if not amounts:
            return "no bet or raise"
        low, high = (amount_text(amounts[at], self._decimals) for at in (0, -1))
        return f"{low} to {high}" if low != high else low

    def _forced(self, deed: Deed) -> None:
        """A bring-in; or a bet where none is due."""
        kind, seat, _, _, _ = deed
        round_ = self.round
        if self.phase != BETTING or round_ is None:
            if kind == CALL and round_ is not None and seat in round_.idle:
                round_.idle.remove(seat)
                return
            raise Stop(ENDED if self.phase > BETTING else MISSING, self._wanted())
        if seat != round_.turn:
            raise Stop(TURN, self._wanted())
        if not round_.bring_in:
            raise Stop(AMOUNT, "no bring-in")
        due = min(self.stack[seat], round_.bring_in)
        self.stack[seat] -= due
        self.bet[seat] += due
        round_.took(seat, self.live)
        if not round_.turn:
            self._close_round()

    def _all_in(self, seat: int, amount: int) -> bool:
        """Whether a bet that is too small puts everybody else all in, so that it comes to the same as a full one."""
        round_ = self.round
        assert round_ is not None
        if not round_.top < amount <= self.bet[seat] + self.stack[seat] or not round_.may_raise(seat):
            return False
        return amount == max(self.bet[other] + self.stack[other] for other in self.live if other != seat)

    def _close_round(self) -> None:
        """Bets go to the pot, what nobody called goes back, and the hand goes on."""
        bet, stack, put, live = self.bet, self.stack, self.put, self.live
        most = max(bet)
        if most:
            if bet.count(most) == 1:
                seat, over = uncalled(bet, live)
                if over:
                    bet[seat] -= over
                    stack[seat] += over
                    self.back[seat] += over
            self._pot += sum(bet)
            put[:] = map(add, put, bet)
            bet[:] = [0] * len(bet)
        streets = self._terms.variant.streets
        if len(live) < 2:
            self.phase = OVER
        elif self.street + 1 == len(streets):
            self.phase = SHOWING
        else:
            if not self._open and stack.count(0) > 1 and not streets[-1].draw:
                self._open = sum(stack[seat] > 0 for seat in live) < 2
            self._begin_street()

    # showing

    def _show(self, deed: Deed) -> None:
        kind, seat, amount, cards, _ = deed
        if self.phase < SHOWING and not self._open:
            raise Stop(INCOMPLETE if self.phase == BETTING else MISSING, self._wanted())
        hole = self.hole
        if seat >= len(hole):
            raise Stop(UNREADABLE, f"a seat from p1 to p{len(hole) - 1}")
        if kind == MUCK:
            if self.phase != OVER and seat in self.live and seat not in self.shown:
                self.live.remove(seat)
                if len(self.live) < 2:
                    self.phase = OVER
                else:
                    self._due -= self._owed[seat]
                    self._owed[seat] = 0
            return
        if amount >= 0:
            held = hole[seat]
            if cards != held:
                self._uncover(seat, held, cards)
        self.shown.add(seat)

    def _uncover(self, seat: int, held: Cards, cards: Cards) -> None:
        """A hand is shown, with its cards in any order, and some perhaps still face down."""
        if len(cards) != len(held):
            raise Stop(COUNT, f"{len(held)} cards of p{seat}")
        rest, found = list(held), []
        for card in cards:
            if card == UNKNOWN:
                continue
            if card in rest:
                rest.remove(card)
            elif UNKNOWN in rest and self._may_have(seat, card):
                rest.remove(UNKNOWN)
            elif UNKNOWN in rest and self._seen >> card & 1:
                raise Stop(TWICE, f"a card that is not out yet: not {card_text((card,))}")
            elif UNKNOWN in rest:
                raise Stop(FOREIGN, f"a card of the pack: not {card_text((card,))}")
            else:
                raise Stop(NOT_DEALT, f"the cards of p{seat}: {card_text(held)}")
            found.append(card)
        self.hole[seat] = (*found, *rest)
