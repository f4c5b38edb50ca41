"""A hand in PHH dealt again at a table: forced bets, then the dealer's own work, cards and choices as the hand has them.

The format names only cards and choices. Whatever else a table expects of its dealer (shuffle, burns, sweeps, side pots, the
award) is done as it should be, so that what is found is found in what the hand says.
"""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.cards import Face
from dealerkit.errors import Impossible
from dealerkit.facts.hands import contested, live
from dealerkit.felt import Act, is_seat, seat_number
from dealerkit.phh.acts import BOARD, CALL, HOLE, MUCK, REMARK, SHOW, card_text
from dealerkit.phh.header import ENDLESS, is_shown
from dealerkit.phh.replay import Replay
from dealerkit.phh.seated import Seated, faces
from dealerkit.phh.state import STACKS


class Drive(Seated):
    """A hand on its way through a table, from the shuffle to the award."""

    def run(self) -> Drive:
        """Deal the hand to its end, or to the first thing that is wrong."""
        table = self.table
        try:
            while table.players is None:
                self._push(table.plan()[0])
            self._post()
            while not (table.findings or self.foul) and self._step():
                pass
        except Impossible as error:
            self.trouble = error
        return self

    # -- one thing after the other ----------------------------------------------------------------------------------

    def _post(self) -> None:
        """Antes, blinds, straddles and posts, as the hand has them."""
        terms = self.terms
        replay = Replay(self.hand, terms, self.hand.money("starting_stacks"), self.outcome.reading)
        for seat, chips in enumerate(self.hand.money("starting_stacks"), 1):
            ante = chips - replay.stack[seat] - replay.bet[seat]
            if ante:
                self._push(f"s{seat} post {'ante' if terms.trimmed else 'dead'} {self._money(ante)}")
        for seat, post in enumerate(replay.bet):
            if post:
                verb = "straddle" if terms.calls[seat] and seat > 2 else "post"
                self._push(f"s{seat} {verb} {self._money(post)}")

    def _step(self) -> bool:
        """One thing more; False when there is none."""
        table = self.table
        self._skip()
        plan = table.plan()
        if not plan and table.players is not None and table.players.until:
            plan = table.peek()[1]
        if table.now.rounds.get("hand", 0) > 1:
            return False
        if self.at < len(self.deeds) and self._is_won():
            return self._deed()  # the hand is over, and goes on all the same
        if plan and plan[0].verb == "deal":
            return self._cards(plan)
        if any(self._queue.values()):
            return self._surplus()
        if plan and (plan[0].verb == "award" or self._is_unpaid(plan[0])):
            return self._award(plan)
        if plan:
            act = plan[0]
            if act.verb == "burn" and self._burns:
                act = Act.make("d", "burn", cards=(self._burns.pop(0),))
            self._push(act)
            return True
        if self.at < len(self.deeds):
            self._deed()
            return True
        return self._end()

    def _skip(self) -> None:
        """Pass over what a table has no act for: remarks, the check of somebody whom nobody can bet against, hands that are
        folded already, have won unseen, or are shown face down while cards are still to come.
        """
        now = self.table.now
        while self.at < len(self.deeds) and not (self.table.findings or self.foul):
            kind, seat, *_ = deed = self.deeds[self.at]
            unseen = kind == SHOW and not is_shown(deed) and any(one[0] in {HOLE, BOARD} for one in self.deeds[self.at :])
            over = kind in {SHOW, MUCK} and self._is_possible() and (not contested(now) or seat not in live(now))
            if over and kind == SHOW and live(now) == [seat]:
                self._deed()
                continue
            if not (over or unseen or kind == REMARK or (kind == CALL and self._is_idle(seat))):
                return
            self.at += 1

    def _is_won(self) -> bool:
        """Whether only one is left of those who were dealt in."""
        dealt = self.table.felt.tick >= len(self._queue)
        return dealt and len(live(self.table.now)) == 1 and not any(self._queue.values())

    def _is_possible(self) -> bool:
        """Whether the next action is one that could be."""
        fault = self.outcome.fault
        return fault is None or not 0 <= fault.at <= self.at

    def _is_idle(self, seat: int) -> bool:
        """Whether a seat has nothing to decide; it may say so once a round."""
        now, felt = self.table.now, self.table.felt
        bet, stack, alive = felt.rows["bet"], felt.rows["stack"], live(now)
        if f"s{seat}" in self.table.ask or seat not in alive or (seat, felt.tick) in self._idle:
            return False
        if max(bet) > bet[seat] or any(stack[one] + bet[one] > bet[seat] for one in alive if one != seat):
            return False
        self._idle.add((seat, felt.tick))
        return True

    # -- cards -----------------------------------------------------------------------------------------------------

    def _cards(self, plan: Sequence[Act]) -> bool:
        """The dealer deals what the hand names; False if it names nothing more at all."""
        if not is_seat(plan[0].to[0]):
            return self._board(plan[0])
        first = self._queue[seat_number(plan[0].to[0])]
        while not first and self.at < len(self.deeds) and self.deeds[self.at][0] in {HOLE, REMARK}:
            kind, seat, _, cards, _ = self.deeds[self.at]
            if kind == HOLE:
                if seat not in self._queue:
                    break
                self._queue[seat].extend((face, self.at) for face in faces(card_text(cards)))
            self.at += 1
        for act in plan:
            queue = self._queue[seat_number(act.to[0])]
            if queue:
                taken = [queue.popleft() for _ in range(min(act.count, len(queue)))]
                self._push(Act.make("d", "deal", *act.to, face=act.face, cards=[face for face, _ in taken]), taken[0][1])
                return True
        return self._surplus() if any(self._queue.values()) else self._instead()

    def _instead(self) -> bool:
        """What comes where cards are due, or that nothing does."""
        self.unfinished = self.at >= len(self.deeds)
        return not self.unfinished and self._deed()

    def _board(self, due: Act) -> bool:
        """Cards that all share; a hand may name them in pieces."""
        cards: list[Face | None] = []
        first = self.at
        while self.at < len(self.deeds) and len(cards) < due.count and self.deeds[self.at][0] in {BOARD, REMARK}:
            cards += faces(card_text(self.deeds[self.at][3]))
            self.at += 1
        if cards:
            self._push(Act.make("d", "deal", "board", cards=cards, manner=due.manner), first)
            return True
        return self._instead()

    def _surplus(self) -> bool:
        """Cards that nobody expects."""
        for seat, queue in self._queue.items():
            if queue:
                face, origin = queue.popleft()
                self._push(Act.make("d", "deal", f"s{seat}", cards=[face]), origin)
                return True
        return False

    # -- choices ---------------------------------------------------------------------------------------------------

    def _deed(self) -> bool:
        """The hand's next action, whatever is expected."""
        act = self._act(self.deeds[self.at])
        self._push(act, self.at)
        self.at += 1
        return True

    # -- the end ---------------------------------------------------------------------------------------------------

    def _end(self) -> bool:
        """The hand says no more: whoever wins shows, others throw their hands in; False where nobody can know."""
        table, won = self.table, self._won()
        if table.players is None:
            return False
        for who, moves in table.ask.items():
            self.unfinished = "show" not in moves
            if self.unfinished or not won:
                return False
            self._push(f"{who} {'show' if won[seat_number(who)] or 'muck' not in moves else 'muck'}")
            return True
        return False

    def _won(self) -> list[int]:
        """What each seat won of the pots, a cell a seat: as the cards say, or else the final stacks; empty where neither does."""
        won, hand, fault = self.outcome.won, self.hand, self.outcome.fault
        if won is None or (fault is not None and not fault.field):
            return []
        if fault is not None and fault.field == "winnings":
            return [0, *hand.money("winnings")]
        if won.known and fault is None:
            return won.split
        if "finishing_stacks" not in hand.raw:
            return []
        final, behind = hand.money("finishing_stacks"), self.outcome.replay.stack
        return [0, *(max(0, chips - behind[seat]) if chips < ENDLESS else 0 for seat, chips in enumerate(final, 1))]

    def _is_unpaid(self, act: Act) -> bool:
        """Whether the cards are about to be gathered with chips in a pot: nobody could say whose they are."""
        rows = self.table.felt.rows
        return act.verb == "gather" and any(rows[name][0] for name in self.table.felt.layout.pots)

    def _award(self, plan: Sequence[Act]) -> bool:
        """The pots, by the cards; where the final stacks say otherwise, or cards are unknown, as the final stacks have it."""
        fault = self.outcome.fault
        if plan and plan[0].verb == "award" and (fault is None or fault.code != STACKS):
            self._push(plan[0])
            return True
        left, rows = self._won(), self.table.felt.rows
        for name in reversed(self.table.felt.layout.pots):
            for seat, chips in enumerate(left):
                part = min(chips, rows[name][0])
                if part and not self.table.findings:
                    self._push(f"d award s{seat} {name if name != 'pot' else ''} {self._money(part)}")
                    left[seat] -= part
        for seat, chips in enumerate(left):
            if chips and not self.table.findings:
                self._push(f"d award s{seat} {self._money(chips)}")
        return not any(rows[name][0] for name in self.table.felt.layout.pots)
