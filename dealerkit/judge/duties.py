"""A judge who also minds duties: what one act obliges the dealer to do, and by when."""

from __future__ import annotations

from dealerkit.facts.lapses_betting import remember_turns
from dealerkit.felt import Act
from dealerkit.judge.findings import Draft, Finding
from dealerkit.judge.judge import Judge
from dealerkit.procedure.duties import Likely, Pending, Watch

_USUAL = frozenset({"together", "pitched"})
"""Manners in which nothing is wrong with a card."""


class Minder(Judge):
    """A judge with duties.

    Attributes:
        watch: Duties by the verbs that may bring them.
        likely: Those of them that may come at all, by more than the verb.
        minding: Whether an act has happened and its duties have not been looked after yet.
    """

    watch: Watch
    likely: Likely
    minding: bool = False

    def minded(self, act: Act) -> tuple[Finding, ...]:
        """Let an act happen, judge it, and look after the duties.

        Raises:
            Impossible: If the felt cannot do it; then nothing has changed.
        """
        self.minding = True  # where a round begins with this act, no copy of the state is kept that lacks what follows here
        try:
            return self._minded(act)
        finally:
            self.minding = False

    def _minded(self, act: Act) -> tuple[Finding, ...]:
        known, pending = len(self.findings), self.pending
        planned = self._asked_for(act)
        if planned and not pending:
            return self._asked(act) if self.likely.get((act.verb, True, True)) else self.push_plainly(act)
        turn = frozenset(self.ask)
        memo = self.now.memo
        memo["faced"] = None if planned else memo.get("allowed")
        memo.pop("meaning", None)
        if planned:  # what is due anyway puts nothing else right
            of_remedy = self.step is not None and self.step.remedy
            cured = [one for one in pending if (of_remedy or not one.by_place) and one.after(act) is not one]
        else:
            cured = [one for one in pending if one.after(act) is not one]
        mends = (
            act.verb not in self.now.game.data["felt"].get("anew", {}) if act.who == "d" else act.verb in ("put", "take", "cut")
        )
        if cured and mends and not planned:
            self.note_taken(act)
            act.effect(self.felt, act)
            self.log.append(act)
            if act.seat:
                self.last_player_act = len(self.log)
            self.answer(act)
            self.look_again()
        else:
            self.push_plainly(act)
        drafts: list[Draft] = []
        kept: list[Pending] = []
        self.now.act, self.now.asked = act, turn
        for one in pending:
            left = one.after(act) if one in cured else one
            over = any(fact(self.now) for fact in one.duty.by)
            if left is None or (not over and any(fact(self.now) for fact in one.duty.done)):
                continue
            if over or left.is_late(act):
                drafts.append(Draft(None, one.code, one.duty.say, act.text, severity=one.duty.severity))
            else:
                kept.append(left)
        self._new_duties(act, turn, kept, drafts, planned=planned)
        remember_turns(self.now)
        self.now.act = None
        self.pending = tuple(kept)
        if drafts:
            self.write(drafts)
        return tuple(self.findings[known:])

    def _asked(self, act: Act) -> tuple[Finding, ...]:
        """Let an act happen that is due, while no duty is open; it may bring one."""
        now = self.now
        turn = frozenset(self.ask)
        now.memo["faced"] = None
        now.memo.pop("meaning", None)
        found = self.push_plainly(act)
        drafts: list[Draft] = []
        kept: list[Pending] = []
        now.act, now.asked = act, turn
        self._new_duties(act, turn, kept, drafts, planned=True)
        now.act = None
        if kept:
            self.pending = tuple(kept)
        if drafts:
            known = len(self.findings) - len(found)
            self.write(drafts)
            return tuple(self.findings[known:])
        return found

    def _new_duties(self, act: Act, turn: frozenset[str], kept: list[Pending], drafts: list[Draft], *, planned: bool) -> None:
        """The duties that an act brings: those that wait go with `kept`, a slip that they are at once with `drafts`."""
        now = self.now
        remarked = not _USUAL.issuperset(act.manner) or now.memo.get("remark", (0, ""))[0] == len(self.log)
        for duty in self.likely.get((act.verb, planned, remarked), ()):
            if not duty.comes(now, act):
                continue
            code = duty.code(now)
            if duty.waits:
                kept.append(Pending(duty, code, act.who, turn, duty.cures, act.to[0] if act.to else ""))
            else:
                drafts.append(Draft(None, code, duty.say, act.text, severity=duty.severity))

    def _asked_for(self, act: Act) -> bool:
        """Whether an act is what is due, or what a player may choose."""
        if act.seat:
            return act.who in self.ask and act.value in self.ask[act.who].get(act.move, ())
        return act.plain is self.head or (self.bag and any(due.what == act.what for due in self.plan()))
