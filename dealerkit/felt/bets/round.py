"""The figures of a betting round: each seat, each short all-in, the pots, and every amount that can be asked for."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

import attrs

from dealerkit.felt.bets.line import BetLine


@attrs.frozen
class Customs:
    """A house's betting limits and customs; fields are named after the options in a game's file.

    Attributes:
        raise_cap: Most raises in a round of fixed limit; None for any number. BR-03
        heads_up_uncapped: Whether the cap no longer applies once only two players are left, if that happens before the cap is
            reached. BR-04
        check_raise: Whether a player who has checked may raise. BR-01
        half_bet_rule: Whether half a bet counts as a full bet in fixed limit. BR-10
        reopens_by: `full_raise`, or `largest_raise` if a short all-in also sets the size of the next raise. BR-38
        pot_limit_small_blind: `itself`, or `big_blind` if the small blind counts as a big one in the first pot. BR-41
        pot_limit_blinds: `posted`, or `full` if short blinds count in full. BR-41
        raise_over_straddle: `straddle`, or `big_blind` if a raise over a straddle need only add a big blind. CO-44
        pot_chip: Chip to which pot bets are rounded up, in money; 0 for exactly the pot. BR-41
    """

    raise_cap: int | None = None
    heads_up_uncapped: bool = True
    check_raise: bool = True
    half_bet_rule: bool = True
    reopens_by: str = "full_raise"
    pot_limit_small_blind: str = "itself"
    pot_limit_blinds: str = "posted"
    raise_over_straddle: str = "straddle"
    pot_chip: Decimal = Decimal(0)


@attrs.frozen
class ToldSeat:
    """One player's chips and options in the round.

    Attributes:
        name: Name of the player.
        front: Chips put in this round.
        behind: Chips behind; None if unknown.
        acted: Whether the player has acted.
        faces: Chips needed to call now.
        may_raise: Whether the betting is open to the player.
    """

    name: str
    front: Decimal
    behind: Decimal | None
    acted: bool
    faces: Decimal
    may_raise: bool


@attrs.frozen
class Short:
    """An all-in for less than a full bet or raise.

    Attributes:
        name: Name of the player.
        to: Total of the all-in.
        over: Its excess over the price.
        full: Total of a full bet or raise at that moment.
        counts: Whether it counts as a full bet or raise all the same.
    """

    name: str
    to: Decimal
    over: Decimal
    full: Decimal
    counts: bool


@attrs.frozen
class ToldPot:
    """A pot: its amount, and the players who contest it."""

    amount: Decimal
    names: tuple[str, ...]


@attrs.frozen
class BetRound:
    """The figures of a betting round, as read from a line.

    Attributes:
        line: The line as read.
        structure: `no_limit`, `pot_limit` or `limit`.
        amounts: Amounts by name: `price`, the total to match; `unit`, the last full bet or raise; `least` and `most`, totals of a
            bet or raise; `faced` and `front`, of the player in question; `put_first`, `put_all` and `chip`, of the act in
            dispute. Unknown ones are missing.
        about: Name of the player in question: whose act is in dispute, who is asked about, or else who acts next.
        disputed: Whether an act of the line is in dispute, so that neither it nor later acts are counted.
        kind: Kind of that act: `fold`, `check`, `call`, `bet` or `raise`; empty if none is in dispute or it is unknown.
        acted: Whether the player in question has acted.
        last_chips: Whether the act in dispute took the last chips.
        every_chip_needed: Whether the call would be short without the smallest of the chips in dispute; None if unknown.
        raises: Number of raises so far. A completed bring-in and short all-ins do not count.
        opening: Whether the bet to match is the first of the round.
        blinds_alone: Whether the bet to match is a blind, without a raise or straddle.
        heads_up: Whether two players are left; None if unknown.
        seats: Named players with cards and chips, with their options.
        short: Short all-ins, in order.
        pots: Main pot and side pots as the chips lie, the main pot first, without uncalled chips.
        returned: Player who gets uncalled chips back, and the amount; None for none.
        alone: Whether no two players can bet against each other; None while an unnamed player may be in.
        bets: Number of full bets and raises so far, the first bet included.
        closed: Reason why nobody can raise any more: `nobody_answers` or `capped`; empty if somebody can.
        taken_out: Players assumed to have folded when pots are formed: they have posted, not acted, and owe chips.
        minimum_missing: Whether every wager was an all-in and the smallest bet is unknown, so that no raise can be measured.
        how: Sentences that explain how the amounts were worked out.
    """

    line: BetLine
    structure: str
    amounts: Mapping[str, Decimal]
    about: str
    disputed: bool
    kind: str
    acted: bool
    last_chips: bool
    every_chip_needed: bool | None
    raises: int
    opening: bool
    blinds_alone: bool
    heads_up: bool | None
    seats: tuple[ToldSeat, ...]
    short: tuple[Short, ...]
    pots: tuple[ToldPot, ...]
    returned: tuple[str, Decimal] | None
    alone: bool | None
    bets: int
    closed: str
    taken_out: tuple[str, ...]
    minimum_missing: bool
    how: tuple[str, ...]

    def amount(self, name: str) -> Decimal | None:
        """Return an amount by its name in `amounts`, such as `price` or `least`; None if unknown."""
        return self.amounts.get(name)

    @property
    def may_raise(self) -> tuple[str, ...]:
        """Players still to act who may raise."""
        return tuple(seat.name for seat in self.seats if seat.may_raise)

    @property
    def may_not(self) -> tuple[str, ...]:
        """Players still to act who may only call or fold."""
        return tuple(seat.name for seat in self.seats if not seat.may_raise)
