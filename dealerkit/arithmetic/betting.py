"""One betting round in whole numbers: the seat to act, and the legal totals of a bet; and pots. Imports nothing else of this
package.

Rows have one cell a seat; cell 0 is the house's and ignored. The round moves no chips: the caller moves them before calling
`took`. No act, legal or not, makes the round fail: it only returns the legal amounts, and continues from the act that came.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

import attrs

NOTHING: Final = range(0)
STRUCTURES: Final = ("no_limit", "pot_limit", "fixed_limit")

Kept = tuple[tuple[object, ...], list[int], dict[int, int], set[int]]
"""A stored state of a round: its fields, then copies of those that change in place."""


_STATE: Final = (
    "_barred",
    "_brought",
    "_closely",
    "_gap",
    "_half",
    "_reach",
    "_seats",
    "_seen",
    "_short",
    "_uncapped",
    "bet",
    "bets",
    "bring_in",
    "full",
    "idle",
    "limits",
    "live",
    "order",
    "owes",
    "pot",
    "stack",
    "step",
    "top",
    "turn",
)
"""Names of the fields that make up the state of a betting round."""

_CHECKED: Final = -1
"""Value in `_seen` for a seat that may not raise because it checked: less than any bet."""


@attrs.frozen
class Limits:
    """The limits of the bets on a street, and how short bets and raises count.

    Attributes:
        structure: `no_limit`, `pot_limit` or `fixed_limit`. BR-02, BR-03
        size: The fixed bet of the street in fixed limit; otherwise the smallest bet. BR-11
        cap: Most bets and raises in a round, the first bet counted; None for any number. BR-02, BR-03
        heads_up_uncapped: Whether the cap no longer applies if the round becomes heads-up before the cap is reached. BR-04,
            BR-05; False: BR-07
        check_raise: Whether a player who has checked may raise. BR-01
        half_bet: For fixed limit: an all-in of half a bet or more counts as a full one, and a smaller one can be completed (BR-08
            to BR-10). False: a raise over a short all-in is a full bet on top, and short all-ins reopen the betting only if they
            add up to a full bet.
        first_short: Whether the largest raise so far, even a short all-in, is the measure for reopening; the first raise of a
            round always is. Some engines play so; no rule book does. Only without `half_bet`.
        pot_chip: In pot limit the largest bet is rounded up to a multiple of this chip; 1 for exactly the pot.
        half_counts: With `half_bet`: whether half a bet counts as full. False: it can only be completed. Some sites play so; no
            rule book does.
        blind_in_full: For recorded hands: whether a short blind is called in full. False: it is called as it lies.
    """

    structure: str = "no_limit"
    size: int = 1
    cap: int | None = None
    heads_up_uncapped: bool = True
    check_raise: bool = True
    half_bet: bool = True
    first_short: bool = False
    pot_chip: int = 1
    half_counts: bool = True
    blind_in_full: bool = False


class Betting:
    """A betting round; amounts are in smallest chips.

    Attributes:
        stack: Chips behind, one cell a seat.
        bet: Chips in front, one cell a seat.
        order: All seats in the order of action.
        limits: Amounts that may be bet.
        turn: Seat to act; 0 when the round is over.
        top: Total to be matched.
        step: The last full bet or raise; in no-limit and pot-limit the next raise is at least as large. BR-11
        full: Total of the next full bet or raise: the smallest legal one in no-limit and pot-limit, the only one in fixed limit.
        bets: Number of full bets and raises so far. BR-03
        pot: Chips in the middle; the caller updates it if it changes during a round.
        bring_in: Bring-in due from the seat to act, unless it completes the bet; 0 once it is made.
        idle: Seats skipped because no other seat could bet against them.
    """

    __slots__ = _STATE

    def __init__(
        self,
        stack: list[int],
        bet: Sequence[int],
        live: Collection[int],
        order: Sequence[int],
        limits: Limits,
        *,
        top: int = 0,
        step: int = 0,
        bets: int = 0,
        pot: int = 0,
        bring_in: int = 0,
        complete: int = 0,
    ) -> None:
        """Begin a round.

        Args:
            stack: Chips behind, one cell a seat.
            bet: Chips in front, one cell a seat: forced bets that have been posted.
            live: Seats with cards.
            order: Seats in the order of action; those without cards or chips are skipped.
            limits: Amounts that may be bet.
            top: Total to be matched, if it is above every bet in front: a short blind is called in full.
            step: Smallest first raise; 0 for the street's smallest bet.
            bets: Number of bets that the forced bets count as: 1 with a full big blind.
            pot: Chips in the middle before this round. In pot-limit houses that count short blinds as full ones, or leave antes
                out, it includes that adjustment. BR-41
            bring_in: Bring-in due from the first to act, unless the bet is completed; 0 for none.
            complete: Total to which a posted bring-in is completed; 0 for none.
        """
        self.stack, self.bet, self.order, self.limits, self.pot, self.bets = stack, bet, order, limits, pot, bets
        self.live = live
        most = max(bet[1:], default=0) if bet[0] else max(bet)
        self._short = most < top  # nobody has as many chips in front as must be matched
        if most > top:  # noqa: PLR1730 - twice as fast as max()
            top = most
        self.top = top
        self.step = step = step or limits.size
        self.bring_in = 0 if top else bring_in
        self.full = complete or top + step
        self._reach = 0 if limits.first_short else step  # the increase that a seat must face before it may raise again
        self._brought = complete > 0
        self._gap = complete - top if complete else step
        self._half = limits.half_bet and limits.structure == "fixed_limit"
        self._barred = not limits.check_raise
        self._closely = self._short or limits.cap is not None  # the chips in front alone do not decide whose turn it is
        self._seats = len(live)
        self._seen: dict[int, int] = {}  # by seat, the total or the number of bets at its last act
        self._uncapped = False
        self.idle: set[int] = set()
        if len(order) == len(live) > 1 and 0 not in stack[1:]:  # all seats have cards and chips
            self.owes = list(order)
            if not top and not self._closely:  # and any seat can bet against the others
                self.turn = order[0]
                return
        else:
            self.owes = [seat for seat in order if stack[seat] > 0 and seat in live]
        self._settle()

    def kept(self) -> Kept:
        """Return the state of the round as a small value, from which `of` restores it; much cheaper than `copy`."""
        return _everything(self), self.owes[:], dict(self._seen), set(self.idle)

    @classmethod
    def of(cls, kept: Kept) -> Betting:
        """Return a round restored from a state that `kept` returned. Its rows of chips are the caller's own lists, not copies."""
        twin = cls([0], [0], (), (), _ANY)  # a compiled class cannot be created without `__init__`
        for name, value in zip(_STATE, kept[0], strict=True):
            setattr(twin, name, value)
        twin.owes, twin._seen, twin.idle = kept[1][:], dict(kept[2]), set(kept[3])
        return twin

    def copy(self) -> Betting:
        """Return an equal round that can be played on by itself. Its rows of chips are the caller's own lists, not copies."""
        return Betting.of(self.kept())

    def _settle(self) -> None:
        """Set the seat to act; a seat without an opponent to bet against is skipped."""
        owes, live, stack, bet = self.owes, self.live, self.stack, self.bet
        if len(live) < 2:
            owes.clear()
        while owes:
            seat = owes[0]
            mine = bet[seat]
            for other in live:
                if stack[other] + bet[other] > mine and other != seat:
                    break
            else:
                self.idle.add(owes.pop(0))
                continue
            break
        limits = self.limits
        if limits.cap is not None and limits.heads_up_uncapped and self.bets < limits.cap and not self._uncapped:
            stack = self.stack
            self._uncapped = sum(stack[seat] > 0 for seat in live) < 3  # all-in players do not count (BR-03, BR-05)
        self.turn = owes[0] if owes else 0

    def to_call(self) -> int:
        """Return the chips that the seat to act must add to stay in, in smallest chips; 0 where it may check."""
        due = self.top - self.bet[self.turn]
        return min(self.stack[self.turn], due) if due > 0 else 0

    def may_raise(self, seat: int) -> bool:
        """Return whether a seat may bet or raise: the betting is open to it, and another seat is able to answer."""
        if not self.is_open(seat):
            return False
        top, stack, bet = self.top, self.stack, self.bet
        for other in self.live:  # noqa: SIM110 - twice as fast as any()
            if other != seat and stack[other] > 0 and stack[other] + bet[other] > top:
                return True
        return False

    def is_open(self, seat: int) -> bool:
        """Return whether the betting is open to a seat, given the cap and the seat's earlier acts."""
        limits = self.limits
        if limits.cap is not None and self.bets >= limits.cap and not self._uncapped:
            return False  # capped (BR-03, BR-06)
        seen = self._seen.get(seat)
        if seen is not None:
            if seen < 0:
                return False  # it checked, and may not raise after that (BR-01)
            if (self.bets - seen < 1) if self._half else ((0 if self._brought else self.top) - seen < self._reach):
                return False  # it faces less than a full raise (BR-08, BR-38)
        return True

    def begins_with(self, seat: int) -> None:
        """Let the round begin with a seat: only the order of action changes."""
        if seat in self.order:
            at = self.order.index(seat)
            self.order = order = [*self.order[at:], *self.order[:at]]
            self.owes = [seat for seat in order if seat in self.owes]
            self._settle()

    def raises(self, seat: int = 0) -> range:
        """Return the legal totals of a bet, raise or completion of the seat to act, or of another seat; empty if it may not.

        A total below a full raise is included only if it takes the seat's last chip. BR-11
        """
        seat = seat or self.turn
        mine = self.bet[seat]
        most = mine + self.stack[seat]
        if not seat or most <= self.top or not self.may_raise(seat):
            return NOTHING
        full, limits = self.full, self.limits
        least = min(most, full)
        if limits.structure == "no_limit":
            return range(least, most + 1)
        if limits.structure == "fixed_limit":
            return range(least, least + 1)
        return range(least, min(most, max(full, self.pot_bet(seat))) + 1)

    def pot_bet(self, seat: int = 0) -> int:
        """Return the total of a pot-sized bet for a seat, or with 0 for the seat to act: it calls, then raises by the whole pot.
        BR-41
        """
        chip = self.limits.pot_chip
        biggest = 2 * self.top - self.bet[seat or self.turn] + self.pot + sum(self.bet) - self.bet[0]
        return -(-biggest // chip) * chip

    def took(self, seat: int, live: Collection[int]) -> None:
        """Record a seat's act in the round, after its chips were moved.

        An act out of turn leaves the turn where it was, and counts for its seat. BR-30

        Args:
            seat: Seat that acted.
            live: Seats with cards now.
        """
        self.live = live
        amount, owes, turn, barred = self.bet[seat], self.owes, self.turn, self._barred
        if amount > self.top:
            self._raised(seat, amount)
            owes = self.owes
        else:
            if owes and owes[0] == seat:
                del owes[0]
            elif seat in owes:
                owes.remove(seat)
            if barred and amount == self.top == 0:
                self._seen[seat] = _CHECKED
        gone = self._seats - len(live)
        if gone:
            self._seats -= gone
            if gone != 1 or seat != turn or seat in live:  # not just a fold in turn
                self.owes = owes = [other for other in owes if other in live]
        if not barred or self._seen.get(seat, 0) >= 0:
            self._seen[seat] = self.bets if self._half else 0 if self._brought else self.top
        if self._short and amount >= self.top:
            self._is_matched()
        if owes and not self._closely and len(live) > 1:
            first = owes[0]
            if self.top > self.bet[first] or (
                not gone and amount == 0 < self.stack[seat]
            ):  # it owes chips, or can still be bet against
                self.turn = first
                return
        self._settle()

    def folded(self, live: Collection[int]) -> None:
        """Record that the seat to act folded: a fast version of `took` for the commonest act.

        Args:
            live: Seats with cards now.
        """
        self.live = live
        owes = self.owes
        del owes[0]
        self._seats -= 1
        if owes and not self._closely and len(live) > 1 and self.top > self.bet[owes[0]]:
            self.turn = owes[0]
        else:
            self._settle()

    def called(self) -> None:
        """Record that the seat to act checked or called, after its chips were moved: a fast version of `took`."""
        owes, seat, top, bet = self.owes, self.turn, self.top, self.bet
        del owes[0]
        if self._barred:
            if top == 0:
                self._seen[seat] = _CHECKED
            elif self._seen.get(seat, 0) >= 0:
                self._seen[seat] = self.bets if self._half else 0 if self._brought else top
        else:
            self._seen[seat] = self.bets if self._half else 0 if self._brought else top
        if self._short and bet[seat] >= top:
            self._is_matched()
        if owes and not self._closely and (top > bet[owes[0]] or bet[seat] == 0 < self.stack[seat]):
            self.turn = owes[0]
        else:
            self._settle()

    def _is_matched(self) -> None:
        """Note that a seat has matched the price."""
        self._short, self._closely = False, self.limits.cap is not None

    def owe_more(self, seats: Iterable[int]) -> None:
        """Ask some seats again, after the others: the wager that they called turned out to be larger. BR-36"""
        for seat in seats:
            if 0 < self.bet[seat] < self.top and self.stack[seat] > 0 and seat in self.live and seat not in self.owes:
                self.owes.append(seat)
        self._settle()

    def _raised(self, seat: int, amount: int) -> None:
        """Update the round after the total to be matched has risen."""
        turn, stack, live, limits = self.turn, self.stack, self.live, self.limits
        if 0 < amount <= self.bring_in and amount < self.full:
            self._brought = True  # the bring-in is not a bet; the first full bet completes it
            self._gap = self.full - amount
        else:
            short = self.full - amount
            self._brought = False
            # half a bet counts as a full one (BR-10)
            if short <= 0 or (self._half and 2 * short <= self._gap and limits.half_counts):
                step = self.step
                if limits.structure != "fixed_limit" and amount - self.top > step:
                    self.step = step = amount - self.top
                self.bets += 1
                self.full = amount + step
                self._gap = step
                self._reach = max(self._reach, amount - self.top) if limits.first_short else step
            elif not self._half:
                self._reach = max(self._reach, amount - self.top) if limits.first_short else self._reach
                self.full = amount + self.step  # a raise is a full one on top of the short all-in (BR-39)
        self.top = amount  # in fixed limit a short all-in may be completed, so `full` is unchanged (BR-08, BR-09)
        self.bring_in = 0
        order = self.order
        at = order.index(seat) if seat in order else -1
        behind = [*order[at + 1 :], *order[:at]] if at > 0 else order[at + 1 :]
        waiting = [other for other in behind if stack[other] > 0 and other in live]
        if turn and turn != seat and turn in waiting:
            at = waiting.index(turn)
            waiting = waiting[at:] + waiting[:at]
        self.owes = waiting


def counted_besides(small: int, big: int, posted: tuple[int, int], *, as_big: bool = False, full: bool = False) -> int:
    """Return the chips that pot limit adds to the first pot, beyond the chips in it. BR-41

    Args:
        small: Small blind of the house; 0 for none.
        big: Big blind of the house.
        posted: Posted small and big blind; 0 for a dead small blind.
        as_big: Whether the small blind counts as much as the big one.
        full: Whether short or dead blinds count in full.

    >>> counted_besides(100, 200, (0, 200), full=True), counted_besides(5, 10, (5, 10), as_big=True)
    (100, 5)
    """
    wanted = big if as_big and (posted[0] or full) else small if full else 0
    return (max(0, wanted - posted[0]) if small else 0) + (max(0, big - posted[1]) if full else 0)


_everything: Callable[[Betting], tuple[object, ...]] = operator.attrgetter(*_STATE)
_ANY: Final = Limits()


def uncalled(put: Sequence[int], live: Collection[int]) -> tuple[int, int]:
    """Return the seat with uncalled chips, and their amount; (0, 0) if all are called.

    Args:
        put: Chips that each seat has put in, folded seats included; one cell a seat. Cell 0 is ignored.
        live: Seats that have not folded.

    >>> uncalled([0, 50, 200, 300, 200], [1, 2, 3])
    (3, 100)
    """
    first, most, second = 0, 0, 0
    for seat in range(1, len(put)):
        chips = put[seat]
        if chips > most:
            first, most, second = seat, chips, most
        elif chips > second:
            second = chips
    return (first, most - second) if most > second and first in live else (0, 0)


def layers(put: Sequence[int], live: Iterable[int]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the pots that the chips put in form: an all-in seat contests only the chips that it matched. SD-14

    Uncalled chips must be taken off first. Chips of folded seats above every live bet belong to the last pot. Cell 0 is dead
    money, which all live seats contest.

    Args:
        put: Chips that each seat has put in, folded seats included; one cell a seat.
        live: Seats that have not folded.

    Returns:
        The pots, the main pot first: chips, and the live seats that contest them, ascending.

    >>> layers([0, 50, 200, 200, 200], [1, 2, 3])
    [(200, (1, 2, 3)), (450, (2, 3))]
    >>> layers([5, 0, 50, 50], [1, 2, 3])
    [(5, (1, 2, 3)), (100, (2, 3))]
    """
    seats = sorted(live)
    levels = sorted({put[seat] for seat in seats})
    if not levels or not sum(put):
        return []
    if len(levels) == 1:
        return [(sum(put), tuple(seats))]
    pots: list[tuple[int, tuple[int, ...]]] = []
    below, chips, dead = 0, put[1:], put[0]
    for level in levels:
        amount = dead + sum(min(amount, level) - below for amount in chips if amount > below)
        if amount:
            pots.append((amount, tuple(seat for seat in seats if put[seat] >= level)))
        below, dead = level, 0
    over = sum(amount - below for amount in chips if amount > below)
    pots[-1] = (pots[-1][0] + over, pots[-1][1])
    return pots
