"""A round of bets as it stands: each seat, each short wager, the pots, and every amount that can be asked for."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

import attrs

from dealerkit.felt.bets.line import BetLine


@attrs.frozen
class Customs:
    """A house's limits of bets and the way it adds them up; as the options of the same names in a game's file.

    Attributes:
        raise_cap: Raises of a round in fixed limit; None for any number. BR-03
        heads_up_uncapped: No cap where the round becomes heads-up in time. BR-04
        check_raise: A player who has checked may raise. BR-01
        half_bet_rule: In fixed limit half a bet counts as a full one. BR-10
        reopens_by: `full_raise`, or `largest_raise` where a short all-in is a measure too. BR-38
        pot_limit_small_blind: `itself`, or `big_blind` if it counts as much in the first pot. BR-41
        pot_limit_blinds: `posted`, or `full` if short blinds count in full. BR-41
        raise_over_straddle: `straddle`, or `big_blind` if a raise over a straddle need not be larger than that. CO-44
        pot_chip: Pot bets are rounded up to this; 0 for exactly the pot. BR-41
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
    """One player's chips and actions in the round.

    Attributes:
        name: What he is called.
        front: His chips of this round.
        behind: What is left behind; None if nobody told.
        acted: Whether he has acted.
        faces: What he has to add now.
        may_raise: Whether the betting is open to him.
    """

    name: str
    front: Decimal
    behind: Decimal | None
    acted: bool
    faces: Decimal
    may_raise: bool


@attrs.frozen
class Short:
    """A wager with the last chips that was less than a full bet or raise.

    Attributes:
        name: Who made it.
        to: What it came to in all.
        over: What it was more than the price.
        full: What a full bet or raise would have been.
        counts: Whether it counts as a full one all the same.
    """

    name: str
    to: Decimal
    over: Decimal
    full: Decimal
    counts: bool


@attrs.frozen
class ToldPot:
    """A pot: how much, and who contests it."""

    amount: Decimal
    names: tuple[str, ...]


@attrs.frozen
class BetRound:
    """A round of bets as it stands after what was told.

    Attributes:
        line: What was told.
        structure: `no_limit`, `pot_limit` or `limit`.
        amounts: Amounts by name: `price`, what is to be matched; `unit`, the last full bet or raise; `least` and `most` that a
            bet or raise may come to; `faced` and `front` of the player it is about; of the act in dispute `put_first`,
            `put_all`, `chip`. One that nobody can tell is not there.
        about: The player it is about: of the act in dispute, asked about, or next to act.
        disputed: Whether an act of the line is in dispute: it has not been counted, and neither has what came behind it.
        kind: What that act is: `fold`, `check`, `call`, `bet` or `raise`; empty where none is in dispute or nobody can tell.
        acted: Whether the player it is about has acted.
        last_chips: Whether the act in dispute was with the last chips.
        every_chip_needed: Whether the call would be short without the smallest of the chips in dispute; None if nobody can tell.
        raises: Raises so far, a completed bring-in and short ones not counted.
        opening: Whether the price is that of the first bet.
        blinds_alone: Whether the price is that of the blinds: nobody has raised or straddled.
        heads_up: Whether two are left; None if nobody can tell.
        seats: The players who were named and have cards and chips, with what they may do.
        short: The short wagers in their order.
        pots: Main pot and side pots as the chips lie, the main pot first; what nobody has called is not among them.
        returned: What nobody can call, with whose it is; None if there is none.
        alone: Whether no two players are left who could bet against each other; None while somebody unnamed may be in.
        bets: Full bets and raises so far, the first bet counted.
        closed: What closes the betting to everybody: `nobody_answers` or `capped`; empty where nothing does.
        taken_out: Who has posted, has not acted and would have to add chips to be in: taken to have folded where pots are formed.
        minimum_missing: Whether every wager was an all-in and nobody said what the smallest bet is: no raise can be measured.
        how: How the amounts were reckoned, in sentences.
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
        """Return an amount by name; None if nobody can tell it."""
        return self.amounts.get(name)

    @property
    def may_raise(self) -> tuple[str, ...]:
        """The players with a turn to come who may raise."""
        return tuple(seat.name for seat in self.seats if seat.may_raise)

    @property
    def may_not(self) -> tuple[str, ...]:
        """The players with a turn to come who may only call or fold."""
        return tuple(seat.name for seat in self.seats if not seat.may_raise)
