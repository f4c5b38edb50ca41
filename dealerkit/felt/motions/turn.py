"""One seat's turn: its words, its chips, facts about them, and questions to the rule set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

import attrs

from dealerkit.felt import Act
from dealerkit.felt.motions.spot import Decide, RuledMotion, Spot

WAGERS = frozenset({"bet", "raise"})
STANDS = frozenset({"action_binding", "raise_allowed", "play_on", "corrected"})
"""Outcomes that let the wager stand: with the chips as they lie, or with the ruling's `to`."""
MANY_MEANINGS = 9


@attrs.frozen
class ChipPile:
    """Chips of one or more motions, in smallest chips.

    Attributes:
        rows: The motions, each a row of chips; an amount whose chips are unknown is one number.
        known: Whether the value of every single chip is known.
    """

    rows: tuple[tuple[int, ...], ...] = ()
    known: bool = True

    @classmethod
    def of(cls, puts: Sequence[Act], spot: Spot) -> ChipPile:
        """Return the chips of some motions. An amount counts as a single chip if the house has a chip of that value; otherwise
        its chips are unknown.

        Args:
            puts: The seat's `put` acts, in order.
            spot: Situation of the seat, with the values of the house's chips.
        """
        rows: list[tuple[int, ...]] = []
        known = True
        for act in puts:
            chips = act.parts or ((act.n,) if act.n is not None else ())
            row = tuple(int(chip * spot.scale) for chip in chips)
            known = known and (len(row) > 1 or all(chip in spot.chips for chip in row))
            if sum(row):
                rows.append(row)
        return cls(tuple(rows), known)

    @property
    def total(self) -> int:
        """Sum of all the motions, in smallest chips."""
        return sum(map(sum, self.rows))

    @property
    def first(self) -> int:
        """Sum of the first motion, in smallest chips."""
        return sum(self.rows[0]) if self.rows else 0

    @property
    def one_chip(self) -> bool:
        """Whether the pile is a single chip."""
        return self.known and sum(map(len, self.rows)) == 1

    def up_to(self, amount: int) -> ChipPile:
        """Return the motions, from the first, whose sum stays within an amount, joined into one motion. The first is always
        included.
        """
        kept = 1
        while kept < len(self.rows) and sum(map(sum, self.rows[: kept + 1])) <= amount:
            kept += 1
        return attrs.evolve(self, rows=(tuple(chip for row in self.rows[:kept] for chip in row),))

    def playing(self, unit: int) -> ChipPile:
        """Return the pile without chips smaller than `unit`. Unknown chips are reduced to the multiple of `unit` below them."""
        rows = (
            tuple(chip for chip in row if chip >= unit) if self.known or len(row) > 1 else (row[0] - row[0] % unit,)
            for row in self.rows
        )
        return attrs.evolve(self, rows=tuple(row for row in rows if sum(row)))

    def every_chip_needed(self, spot: Spot) -> bool:
        """Return whether the chips without their smallest one would be less than a call; BR-33. If the chips are unknown, the
        smallest is taken to be the smallest in play.
        """
        chips = [chip for row in self.rows for chip in row]
        return bool(chips) and self.total - (min(chips) if self.known else spot.unit) < spot.need


@attrs.frozen
class Read:
    """A first interpretation of a seat's words and chips as an act; it may not be legal yet.

    Attributes:
        kind: Kind of act, as in `MotionMeaning`.
        to: Total of the wager.
        rules: Ids of the rules that it rests on so far.
        fault: Last fault that was ruled on; empty for none.
        complete: Whether the act is complete, without further chips or words.
        ruled: The ruling that settled it; None if none was needed.
    """

    kind: str
    to: int
    rules: tuple[str, ...] = ()
    fault: str = ""
    complete: bool = True
    ruled: RuledMotion | None = None

    def resting_on(self, rules: Sequence[str]) -> Read:
        """Return the same interpretation, with further rule ids put before its own."""
        return attrs.evolve(self, rules=tuple(dict.fromkeys([*rules, *self.rules])))


class MotionTurn:
    """A seat's words and chips in one turn, and the rulings on them so far.

    Attributes:
        spot: Situation of the seat.
        heard: Words said before the first chip; None if none of them counts.
        late: Words said after the first chip; None if none of them counts.
        pile: Chips that count so far.
        put: All chips put in, playable or not, in smallest chips.
        said: Name of the word that counts; `nothing` until one does.
        announced: Whether that word announces a bet or raise.
        sum_said: Whether the amount was said too.
    """

    def __init__(self, motions: Sequence[Act], spot: Spot, decide: Decide) -> None:
        self.spot, self._decide = spot, decide
        first = next((at for at, act in enumerate(motions) if act.verb == "put"), len(motions))
        self.heard = spot.speech.hear(*(act for act in motions[:first] if act.verb == "say"))
        self.late = spot.speech.hear(*(act for act in motions[first:] if act.verb == "say"))
        self.said, self.announced, self.sum_said = "nothing", False, False
        self.pile = ChipPile.of([act for act in motions[first:] if act.verb == "put"], spot)
        self.put = self.pile.total
        self._leave_out_what_does_not_play()

    @property
    def lies(self) -> int:
        """Total of the seat's bet: chips that lay in front of it, and the counted chips of this turn, in smallest chips."""
        return self.spot.front + self.pile.total

    def ask(self, fault: str, **facts: object) -> RuledMotion:
        """Ask the rule set about a fault, with every fact about the turn.

        Args:
            fault: Name of the fault in the rule set.
            **facts: Facts that replace those of the turn.
        """
        return self._decide(fault, {**self.facts(), **facts})

    def ask_about(self, fault: str, to: int) -> RuledMotion:
        """Ask the rule set about a wager of a given total, in place of the chips that lie there.

        Args:
            fault: Name of the fault in the rule set.
            to: Total of the wager, in smallest chips.
        """
        spot = self.spot
        return self.ask(
            fault,
            put_all=max(0, to - spot.front),
            share_of_raise=spot.share_of_raise(to),
            last_chips=to >= spot.owned,
        )

    def facts(self) -> Mapping[str, object]:
        """Return every fact about the turn, by its name in `facts.yaml`."""
        spot, pile = self.spot, self.pile
        first = "short_of_call" if pile.first < spot.need else "call" if pile.first == spot.need else "more_than_call"
        return {
            "structure": spot.structure,
            "setting": spot.setting,
            "facing_bet": spot.facing,
            "heads_up": spot.live == 2,
            "opening_bet": spot.opening,
            "missed_raise": False,  # only the player can claim not to have seen the raise
            "said": self.said,
            "raise_said": self.announced,
            "sum_said": self.sum_said,
            "after_chips": False,
            "amount_meanings": 1,
            "motions": max(1, len(pile.rows)),
            "first_motion_is": first,
            "every_chip_needed": pile.every_chip_needed(spot),
            "last_chips": pile.total >= spot.behind,
            "share_of_raise": spot.share_of_raise(self.lies),
            "share_of_bet": spot.share,
            "largest_raise_faced": spot.open,
            "acted_this_round": spot.acted,
            "raises_made": spot.raises,
            "heads_up_since": spot.heads_up_since,
            "last_two": spot.last_two,
            "bet_to_match": spot.top,
            "in_front": spot.front,
            "chips_behind": spot.behind,
            "put_first": pile.first,
            "put_all": pile.total,
            "chip_value": pile.first,
            "smallest_wager": spot.least,
            "largest_wager": spot.most,
        }

    def _leave_out_what_does_not_play(self) -> None:
        """Leave out chips too small to play, unless the rule set lets them count; BR-12 to BR-14."""
        kept = self.pile.playing(self.spot.unit)
        if kept.total != self.pile.total and self.ask("short_chips", chip_kind="too_small").outcome not in STANDS:
            self.pile = kept


def total(ruled: RuledMotion, name: str, otherwise: int) -> int:
    """Return an amount that a ruling states, in whole smallest chips.

    Args:
        ruled: The ruling.
        name: Name of the amount: `to` or `counts`.
        otherwise: Value to return if the ruling states no such amount.
    """
    amount = ruled.amounts.get(name)
    return int(Decimal(amount)) if amount is not None else otherwise


def ruled_as(turn: MotionTurn, fault: str, ruled: RuledMotion, lies: int) -> Read:
    """Return the interpretation of a turn that follows from a ruling on its wager.

    Args:
        turn: The seat's turn.
        fault: Fault that was ruled on.
        ruled: The ruling.
        lies: Total of the wager as the chips lie, in smallest chips.
    """
    spot, outcome = turn.spot, ruled.outcome
    read = Read("open", lies, tuple(ruled.rules), fault, ruled=ruled)
    if outcome == "hand_dead":
        return attrs.evolve(read, kind="fold", to=spot.front)
    if outcome == "check" or (outcome in ("call", "raise_not_allowed") and not spot.facing):
        return attrs.evolve(read, kind="check", to=spot.front)
    if outcome in ("call", "raise_not_allowed"):
        return attrs.evolve(read, kind="call", to=total(ruled, "to", spot.called))
    if outcome in WAGERS or outcome in STANDS or outcome == "complete_allowed":
        to = total(ruled, "to", spot.least if outcome == "complete_allowed" else lies)
        no_more = "call" if spot.facing else "check"
        return attrs.evolve(read, kind=no_more if to <= max(spot.top, spot.front) else spot.wager, to=to)
    if outcome == "action_not_binding":
        return attrs.evolve(read, to=spot.front, complete=False)
    return attrs.evolve(read, complete=False)  # left to the floor, or a fact is missing: the chips stay as they lie
