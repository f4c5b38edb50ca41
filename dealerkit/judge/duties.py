"""A judge who also minds duties: what one act obliges the dealer to do, and by when."""

from __future__ import annotations

from dealerkit.felt import Act
from dealerkit.judge.findings import Draft, Finding
from dealerkit.judge.judge import Judge
from dealerkit.procedure.duties import Pending, Watch


class Minder(Judge):
    """A judge with duties.

    Attributes:
        watch: Duties by the verbs that may bring them.
    """

    watch: Watch

    def push_plainly(self, act: Act) -> tuple[Finding, ...]:
        """Let an act happen and judge it by the steps alone."""
        raise NotImplementedError

    def minded(self, act: Act) -> tuple[Finding, ...]:
        """Let an act happen, judge it, and look after the duties.

        Raises:
            Impossible: If the felt cannot do it; then nothing has changed.
        """
        known, pending = len(self.findings), self.pending
        planned = self._asked_for(act)
        turn = frozenset(self.ask)
        memo = self.now.memo
        memo["faced"] = None if planned else memo.get("allowed")
        memo.pop("meaning", None)
        if act.who == "d" and not planned and any(one.after(act) is not one for one in pending):
            act.effect(self.felt, act)
            self.log.append(act)
            self.answer(act)
        else:
            self.push_plainly(act)
        drafts: list[Draft] = []
        kept: list[Pending] = []
        for one in pending:
            left = one.after(act)
            if left is None:
                continue
            if left.is_late(act):
                drafts.append(Draft(None, one.code, one.duty.say, act.text))
            else:
                kept.append(left)
        self.now.act, self.now.asked = act, turn
        for duty in self.watch.get(act.verb, ()):
            if not duty.comes(self.now, act, planned=planned):
                continue
            code = duty.code(self.now)
            if duty.cures:
                kept.append(Pending(duty, code, act.who, turn, duty.cures))
            else:
                drafts.append(Draft(None, code, duty.say, act.text))
        if turn and act.seat and act.who not in turn:
            self.now.memo["out of turn"] = (act, turn)
        self.now.act = None
        self.pending = tuple(kept)
        if drafts:
            self.write(drafts)
        return tuple(self.findings[known:])

    def _asked_for(self, act: Act) -> bool:
        """Whether an act is what is due, or what a player may choose."""
        if act.seat:
            return act.who in self.ask and act.value in self.ask[act.who].get(act.move, ())
        return act.plain is self.head or any(due.what == act.what for due in self.plan())
