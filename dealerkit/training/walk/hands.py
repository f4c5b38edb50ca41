"""Hands dealt unattended: a perfect dealer, bots, and planted slips with their findings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

import attrs

from dealerkit.errors import Impossible
from dealerkit.felt import Act
from dealerkit.felt.acts import is_seat
from dealerkit.jobs.simulation.rounds import wealth
from dealerkit.judge import Finding
from dealerkit.table.bots import Players
from dealerkit.table.rounds import Rounds
from dealerkit.table.table import Table
from dealerkit.training.walk.ending import Ending
from dealerkit.training.walk.felt_text import Print, letters
from dealerkit.training.walk.slips import KINDS, Planted, plant
from dealerkit.training.walk.talk import Talk

_MOST = 3000
"""Most acts in a hand."""
_SHORT = 12
"""Number of dealer's acts in a short round."""


@attrs.frozen
class WalkedHand:
    """A round that was dealt.

    Attributes:
        number: The number of the hand, from 1.
        first: The number of its first act, from 1.
        last: The number of its last act.
        cards: The open cards of each hand or board, before they were cleared.
        outcome: The acts that show its result.
        net: The net win of each seat, in smallest chips; index 0 is the house.
        pot: The chips left in the middle, in smallest chips.
        scored: The change in the round of each box of marks, such as the score: a value for each seat, in smallest units.
        planted: The planted slips.
        findings: The findings.
        ending: The hands shown and the pots won, at games with pots; else None.
    """

    number: int
    first: int
    last: int
    cards: Mapping[str, tuple[str, ...]]
    outcome: tuple[Act, ...]
    net: tuple[int, ...]
    pot: int = 0
    planted: tuple[Planted, ...] = ()
    findings: tuple[Finding, ...] = ()
    ending: Ending | None = None
    scored: Mapping[str, tuple[int, ...]] = attrs.field(factory=dict)

    def found(self, slip: Planted) -> tuple[str, ...]:
        """Return the codes of the findings caused by a planted slip: at once, or later but before the next planted slip."""
        after = min((other.number for other in self.planted if other.number > slip.number), default=self.last + 1)
        return tuple(finding.code for finding in slip.findings) or tuple(
            finding.code for finding in self.findings if slip.number <= finding.act < after
        )

    @property
    def missed(self) -> tuple[Planted, ...]:
        """The planted slips that caused no finding, neither at once nor later."""
        return tuple(slip for slip in self.planted if not self.found(slip))


@attrs.define
class Dealing:
    """Deals hands at a table unattended, with a perfect dealer whose slips are planted.

    Attributes:
        table: The table.
        players: The players.
        slips: The number of slips still to be planted.
        every: Number of hands for each planted slip.
        kinds: The kinds of slip to plant.
        stuck: Reason why no further hand can be dealt; empty while one can.
        show: Prints a card: in letters, or with its suit symbol.
    """

    table: Table
    players: Players
    slips: int = 0
    every: int = 1
    kinds: Sequence[str] = KINDS
    stuck: str = ""
    show: Print = letters

    def hands(self, count: int) -> Iterator[WalkedHand]:
        """Deal a number of hands, or as many as the procedure allows, and yield each.

        The first one begins at the table's present state, with any opening that is due.

        Args:
            count: The number of hands.
        """
        usual = _SHORT
        for number in range(1, count + 1):
            hand = self._hand(number, -(-self.slips // (count + 1 - number)), usual)
            if hand is None:
                return
            usual = sum(act.who == "d" for act in self.table.log[hand.first - 1 : hand.last])
            yield hand
            if self.stuck:
                return

    def _hand(self, number: int, per_hand: int, usual: int) -> WalkedHand | None:
        """Deal a hand with a number of slips, spread over the dealer's acts of a usual hand.

        Args:
            number: Number of the hand, from 1.
            per_hand: Number of slips.
            usual: Number of dealer's acts in a usual hand.
        """
        table = self.table
        rounds = Rounds(table)
        first, findings_before = len(table.log) + 1, len(table.findings)
        before = wealth(table)
        scores = {box: row[:] for box, row in table.felt.marks.items()}
        cards: dict[str, tuple[str, ...]] = {}
        ending = Ending(table, self.show)
        planted: list[Planted] = []
        rng = random.Random(f"{table.setup.seed}/slips/{number}")
        wait = rng.randint(0, max(_SHORT, usual * 2 // 3))
        for _ in range(_MOST):
            dealt = len(table.log)
            try:
                acts = self.players.acts(table)
                slip = None
                if not acts and self.slips and len(planted) < per_hand and rounds.began(table) is not None:
                    wait -= 1
                    slip = plant(table, rng, self.kinds) if wait < 0 else None
                if slip is not None:
                    planted.append(slip)
                    self.slips -= 1
                    wait = rng.randint(2, max(8, usual // 3))
                elif acts:
                    for act in acts:
                        table.push(act)
                else:
                    act_due = table.next_act()
                    if act_due is None:
                        break
                    table.push(act_due)
            except Impossible as error:
                self.stuck = str(error)
                break
            for act in table.log[dealt:]:
                ending.look(act)
            self._see(cards)
            if rounds.look(table) or len(table.log) == dealt:
                break
        if len(table.log) < first:
            return None
        outcome = Talk.of(table.game).outcome
        outcome_acts = tuple(
            act for act in table.log[first - 1 :] if any(fnmatchcase(act.plain.text, pattern) for pattern in outcome)
        )
        net = tuple(now - was for now, was in zip(wealth(table), before, strict=True))
        pot = sum(row[0] for name, row in table.felt.rows.items() if name != "stack")
        scored = {
            box: tuple(now - was for now, was in zip(row, scores[box], strict=True)) for box, row in table.felt.marks.items()
        }
        found_now = tuple(table.findings[findings_before:])
        return WalkedHand(number, first, len(table.log), cards, outcome_acts, net, pot, tuple(planted), found_now, ending, scored)

    def _see(self, cards: dict[str, tuple[str, ...]]) -> None:
        """Remember the open cards before they are cleared."""
        felt = self.table.felt
        for name, spec in self.table.felt.layout.places.items():
            if spec.kind in ("hand", "board") and not is_seat(name):
                open_ = [face for card in felt.cards(name) if felt.up[card] and (face := felt.faces[card]) is not None]
                if open_:
                    cards[name] = tuple(self.show(face) for face in open_)
