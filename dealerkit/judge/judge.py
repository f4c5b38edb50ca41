"""The judge: an act against what was expected. What was wrong comes back as findings; nothing is refused."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.errors import Impossible
from dealerkit.facts import Situation, fact_named
from dealerkit.facts.hands import contested
from dealerkit.felt import DEALER, Act
from dealerkit.judge.due import After
from dealerkit.judge.findings import Draft, Finding, merged, nothing
from dealerkit.judge.ladder import Ladder
from dealerkit.mechanics import NO_RULE, Ask
from dealerkit.procedure.cursor import Leave, Loop, Owed, Waiting
from dealerkit.procedure.steps import DealerStep, PlayerStep, Step

NO_FAULT = "step/no-fault"
"""The code of what is no fault as things stand: in a step's `codes`, behind a fact. What is left out so may still be done
until the step that is its `grace`.
"""


MOTIONS = frozenset({"say", "put"})
"""Words and chips: what they come to hangs on the rules in force."""


class Judge(Ladder):
    """A cursor that judges acts."""

    judging: bool = False

    def push_plainly(self, it: Act) -> tuple[Finding, ...]:
        """Let an act happen and judge it by the steps alone."""
        if it.plain is self.head:
            remedy = self.step is not None and self.step.remedy
            if remedy:
                self.note_taken(it)
            remark = it.effect(self.felt, it)
            self.log.append(it)
            self.head = self.rest.pop() if self.rest else None
            if remedy:
                self.tell_players(it)
                self.tell_waiting(it)
            if self.may and not (
                self.step is not None and self.step.remedy
            ):  # something known has come: what could not be known is past
                self.may.clear()
            if remark is not None:
                return self._remarked(it, remark)
            if self.head is None:
                self.go_on()
            return ()
        if self.head is None and it.who == DEALER and self.players is not None and self.players.until and self.guarded is None:
            return self._close(it)
        moves = self.ask.get(it.who)
        if moves is not None and it.value in moves.get(it.move, ()):
            remark = it.effect(self.felt, it)
            self.log.append(it)
            self.last_player_act = len(self.log)
            if remark is not None:
                return self._remarked(it, remark)
            self.answer(it)
            if self.step is not None and self.step.remedy:
                self.look_again()
            return ()
        return self.judge(it)

    def tell_players(self, act: Act) -> None:
        """A remedy has brought chips or a hand back while players act: their round is another now."""
        if self.players is not None and not self.players.until and act.verb in self.players.mechanic.verbs:
            self.answer(act)

    def _close(self, act: Act) -> tuple[Finding, ...]:
        """The dealer goes on while players may still act: what is due is worked out now."""
        self.go_on()
        if act.plain is not self.head:
            return self.judge(act)
        try:
            return self.push_plainly(act)
        except Impossible:
            self.refold()
            raise

    def _remarked(self, act: Act, remark: str) -> tuple[Finding, ...]:
        """The felt noticed something about an act that was the right one; then go on."""
        known = len(self.findings)
        self.remarked(act, remark)
        if act.seat:
            self.answer(act)
        elif self.head is None and self.guarded is None:
            self.go_on()
        return tuple(self.findings[known:])

    def judge(self, act: Act) -> tuple[Finding, ...]:
        """Compare an act that is not simply the one due, let it happen, and go on.

        Raises:
            Impossible: If the felt cannot do it; then nothing has changed.
        """
        known = len(self.findings)
        drafts: list[Draft] = []
        of_remedy = self.step is not None and self.step.remedy and act.who == DEALER and self.step.covers(act)
        self.now.act = act
        self.judging = True
        self.note_taken(act)
        try:
            if act.who == "d":
                after = self.dealer(act, drafts)
            elif act.seat:
                after = self.player(act, drafts)
            else:
                after = self.floor(act)
            remark = act.effect(self.felt, act)
        except Impossible:
            self.judging = False
            self.refold()
            raise
        finally:
            self.judging = False
        self.log.append(act)
        if act.seat:
            self.last_player_act = len(self.log)
        self.write(drafts)
        if remark is not None:
            self.remarked(act, remark)
        if of_remedy:
            self.tell_waiting(act)
        after()
        if of_remedy:
            self.tell_players(act)
        step = self.step
        changed = step is not None and (
            step.remedy
            or step.params.get("piecemeal")
            or (step.floating and act.seat > 0)
            or (act.seat > 0 and not self.rest and act.verb in self.now.game.data["felt"].get("freely", ()))
            or (step.do.named and act.who == "d" and act.verb not in step.do.verbs)
        )
        if step is not None and changed and self.guarded is None:  # what it asks for may have changed with this act
            plan = step.plan(self.now)
            if plan and act.verb in self.now.game.data["felt"].get("freely", ()) and len(plan) > 1:
                pass  # a seat was taken or left while the step was under way
            elif plan:
                self.set_plan(step, plan)
            elif plan is not None:
                self.go_on()
        elif step is not None and step is self.step and drafts and step.do.left is not None and act.verb in step.do.verbs:
            plan = step.do.left(self.now, self.plan(), act)
            if plan:
                self.set_plan(step, plan)
            else:
                self.head, self.rest = None, []
                self.go_on()
        self.now.act = None
        return tuple(self.findings[known:])

    def refold(self) -> None:
        """Go back to how things stood after the acts of the log."""

    def floor(self, act: Act) -> After:  # noqa: ARG002 - for whoever knows the rulings
        """The floor has ruled; whoever knows the rulings says what follows."""
        return nothing

    def ruled(self, finding: Finding) -> None:
        """A finding stands; whoever knows the rulings says what follows."""

    def remarked(self, act: Act, remark: str) -> None:
        """The felt noticed something about an act."""

    def player(self, act: Act, drafts: list[Draft]) -> After:
        """A player did what was not asked: out of turn, or not allowed. It happens, and the mechanic is told."""
        asked = self.ask.get(act.who)
        if asked is not None and act.move in asked and act.value in asked[act.move]:
            return lambda: self.answer(act)
        if asked is not None and act.verb in MOTIONS and self.players is not None and act.verb in self.players.mechanic.verbs:
            return lambda: self.answer(act)  # what it comes to, the mechanic asks the rule set
        if self.players is None and self._wait_is_over(act, drafts):
            asked = self.ask.get(act.who)
            if asked is not None and act.value in asked.get(act.move, ()):
                return lambda: self.answer(act)
        if act.verb in self.now.game.data["felt"].get("freely", ()):
            return (lambda: self.answer(act)) if self.players is not None else nothing
        if act.verb in ("say", "dispute"):
            return nothing  # what words bind a player to is a matter of the betting they are said in
        if act.verb == "put" and self._again_the_same(act):  # a second motion: the duties say what follows from it
            return (lambda: self.answer(act)) if self.players is not None else nothing
        unasked = self.now.game.data["felt"].get("unasked", {}).get(act.verb)
        if unasked and not self.ask and fact_named(unasked)(self.now):
            return nothing
        if act.verb in self.now.game.data["felt"].get("gestures", ()):
            return nothing  # whether anything follows from it is a matter of duties
        if act.verb in self.now.game.data["felt"].get("freely", ()):
            return (lambda: self.answer(act)) if self.players is not None else nothing
        players = self.players or self._last_players()
        if players is None or self._done_beforehand(*self._next_players()[:2], act):
            return nothing
        if self.players is None and act.verb == "show" and act.who in self.felt.places and not contested(self.now):
            return nothing  # the hand is over: a winner may show it
        broken = players.mechanic.fault(self.now, players.params, self.ask, act)
        if broken == NO_RULE:
            return (lambda: self.answer(act)) if self.players is not None else nothing
        if self.step is not None and players.params.get("again_from") == self.step.id:
            return nothing  # bets for the next round, while the last one is being cleared
        rules = players.params.get("rules", {})
        broken = rules.get(broken, broken)
        code = (
            broken
            if "/" in broken
            else f"play/{broken}"
            if "-" in broken
            else "play/out-of-turn"
            if asked is None
            else "play/illegal"
        )
        allowed = ", ".join(sorted(asked)) if asked else "not asked to act"
        if not (broken == "" and asked is None and not self.ask):
            drafts.append(Draft(players, code, allowed, act.text))
        open_ = self.players is not None
        return (lambda: self.answer(act)) if open_ else nothing

    def _again_the_same(self, act: Act) -> bool:
        """Whether the seat that acts was the last player to act since cards were dealt or bets brought in."""
        for past in reversed(self.log):
            if past.seat:
                return past.who == act.who and past.verb in (*MOTIONS, "call", "bet", "raise")
            if past.verb in ("deal", "burn", "sweep"):
                return False
        return False

    def _wait_is_over(self, act: Act, drafts: list[Draft]) -> bool:
        """Whether a player does what comes next for players, while the dealer still had something to do: that was
        skipped, and their step opens. So it does for a choice that is not allowed, if the dealer had to do nothing.
        """
        target, ask, between = self._next_players()
        if target is None or target.until or self._done_beforehand(target, ask, act):
            return False
        allowed = act.value in ask.get(act.who, {}).get(act.move, ())
        if not allowed and not (act.verb in target.mechanic.verbs and all(_may_be_left_out(it, self.now) for it in between)):
            return False
        begun, laps = self.begun, self.laps
        while (
            self.players is not target
            and self.begun == begun
            and self.laps <= laps + 1
            and (self.step is not None or self.agenda)
        ):
            if self.guarded is not None:
                self.head, self.guarded = self.guarded, None
            plan = self.plan()
            if self.step is not None and plan:
                self._skip(self.step, plan, self.planned, target, act, drafts)
            self.head, self.rest = None, []
            self.go_on()
        return self.players is target

    def _done_beforehand(self, step: PlayerStep | None, ask: Ask, act: Act) -> bool:
        """Whether players may do this before their step opens: its mechanic counts what lies there already."""
        return step is not None and bool(step.params.get("anytime")) and act.value in ask.get(act.who, {}).get(act.move, ())

    def _next_players(self) -> tuple[PlayerStep | None, Ask, list[Step]]:
        """The players' step that comes next in this round, or that a remedy has interrupted; what it asks; the dealer's
        steps before it.
        """
        between: list[Step] = [] if self.step is None else [self.step]
        for item in reversed(self.agenda):
            if isinstance(item, Waiting):
                if item.is_over:
                    continue
                return item.players, self.ask or item.ask, between
            if isinstance(item, DealerStep):
                between.append(item)
            elif isinstance(item, Loop) and item.section.part and item.section.repeat and item.section.repeat(self.now):
                turn = next((step for step in item.section.walk() if isinstance(step, PlayerStep)), None)
                if turn is not None and (ask := next(turn.mechanic.run(self.now, turn.params), None)) is not None:
                    return turn, ask, between
            elif not isinstance(item, Leave):
                break
        between = []
        for step in self._coming():
            if isinstance(step, PlayerStep) and step.holds(self.now):
                kept = dict(self.now.memo)
                try:
                    return step, next(step.mechanic.run(self.now, step.params)), between
                except StopIteration:
                    break
                finally:  # what it noted is for a round that has not begun
                    self.now.memo.clear()
                    self.now.memo.update(kept)
            between.append(step)
        return None, {}, between

    def _last_players(self) -> PlayerStep | None:
        """The players' step that is over but whose rules still hold: of the innermost section that repeats."""
        for item in reversed(self.agenda):
            if isinstance(item, Loop):
                steps = [step for step in item.section.walk() if isinstance(step, PlayerStep) and step.id in self.now.results]
                if steps or not item.section.part:
                    return steps[-1] if steps else None
        return None

    def write(self, drafts: Sequence[Draft]) -> None:
        """Drafts become findings; what is owed because of them is noted; rulings follow."""
        for draft in merged(drafts):
            if draft.code == NO_FAULT:
                if draft.owed is not None:  # it may still be done, until the grace is over
                    draft.owed.deadline = draft.owed.step.params.get("grace", "")
                    self.owed.append(draft.owed)
                continue
            if self.reported_once(draft.code):
                if draft.owed is not None:
                    same = (at for at in range(len(self.findings) - 1, -1, -1) if self.findings[at].code == draft.code)
                    draft.owed.finding = next(same, len(self.findings) - 1)
                    self.owed.append(draft.owed)
                continue
            step = draft.step
            finding = Finding(
                draft.code,
                step.id if step is not None else "",
                draft.expected,
                draft.got,
                len(self.log),
                cite=step.cite if step is not None else (),
                severity=draft.severity or (step.severity if step is not None and draft.code.startswith("step/") else ""),
            )
            self.findings.append(finding)
            for owed in [draft.owed, *draft.also] if draft.owed is not None else []:
                owed.finding = len(self.findings) - 1
                self.owed.append(owed)
            if draft.amend is not None:
                owner, due = draft.amend
                acts = list(owner.do.amend(self.now, due, self.log[-1]))
                if acts:
                    self.owed.append(Owed(owner, acts, len(acts), len(self.findings) - 1, amends=True, round=self.begun))
            if step is None or not step.remedy:
                self.ruled(finding)

    def reported_once(self, code: str) -> bool:  # noqa: ARG002 - for whoever knows the catalogue
        """Whether a code that is reported once a round has been reported in this one."""
        return False


def _may_be_left_out(step: Step, now: Situation) -> bool:
    """Whether going past a step is no fault of anybody."""
    return not step.holds(now) or (isinstance(step, DealerStep) and step.is_optional(now))
