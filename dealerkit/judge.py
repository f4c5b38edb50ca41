"""The judge: an act against what was expected. What was wrong comes back as findings; nothing is refused.

The order of questions for a dealer's act: is it what is due, or any of it where order does not matter; a wrong attempt at it; owed from before
(made good); the last act again (repeated); one place on (one skipped); further on in the same plan (misplaced); something that may float;
in a later step with no players between (what lies between was skipped); beyond a players' step (early); belonging to a step already done; unexpected.
First *what*, then *how*. The lookahead runs only when the act is not the one that is due.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import attrs

from dealerkit.errors import Impossible
from dealerkit.felt import Act
from dealerkit.procedure.cursor import Cursor, Item, Loop, Owed, Resume
from dealerkit.procedure.steps import DealerStep, PlayerStep, Section, Step


@attrs.frozen
class Finding:
    """One slip.

    Attributes:
        code: What kind: `family/fault`.
        step: The step it happened in, by its id.
        expected: What was due, as text; empty if nothing was.
        got: What came, as text.
        act: Which act of the record, counted from 1.
        self_corrected: Whether it was put right before the next player acted.
        cite: The rule ids of the step, where the catalogue has none of its own.
        severity: Of the step, for codes that the catalogue does not know; empty otherwise.
    """

    code: str
    step: str
    expected: str
    got: str
    act: int
    self_corrected: bool = False
    cite: tuple[str, ...] = ()
    severity: str = ""


@attrs.define
class Draft:
    """A finding that is being written: the step it belongs to, what is owed because of it."""

    step: Step | None
    code: str
    expected: str
    got: str
    owed: Owed | None = None
    amend: tuple[DealerStep, Act] | None = None
    also: list[Owed] = attrs.field(factory=list)


def texts(acts: Sequence[Act]) -> str:
    """Acts as one line; equal ones are counted."""
    lines: dict[str, int] = {}
    for act in acts:
        lines[act.text] = lines.get(act.text, 0) + 1
    return ", ".join(line if count == 1 else f"{line} ({count} times)" for line, count in lines.items())


NEVER_A_FAULT = frozenset({"floor", "slip", "relieve", "announce"})
"""Calling the floor, owning up, being relieved and saying something aloud are no slips, whenever they come."""


class Judge(Cursor):
    """A cursor that can say what was wrong with an act.

    Attributes:
        findings: What has been found, in order.
    """

    findings: list[Finding]
    last_player_act: int = 0
    judging: bool = False

    # -- the slow path --------------------------------------------------------------------------------------------

    def judge(self, act: Act) -> tuple[Finding, ...]:
        """Compare an act that is not simply the one due, let it happen, and go on.

        Raises:
            Impossible: If the felt cannot do it; then nothing has changed.
        """
        known = len(self.findings)
        drafts: list[Draft] = []
        self.now.act = act
        self.judging = True
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
        after()
        self.now.act = None
        return tuple(self.findings[known:])

    def refold(self) -> None:
        """Go back to how things stood after the acts of the log."""

    def floor(self, act: Act) -> Callable[[], None]:
        """The floor has ruled; whoever knows the rulings says what follows."""
        return _nothing

    def ruled(self, finding: Finding) -> None:
        """A finding stands; whoever knows the rulings says what follows."""

    def remarked(self, act: Act, remark: str) -> None:
        """The felt noticed something about an act."""

    # -- players --------------------------------------------------------------------------------------------------

    def player(self, act: Act, drafts: list[Draft]) -> Callable[[], None]:
        """A player did what was not asked: out of turn, or not allowed. It happens, and the mechanic is told."""
        asked = self.ask.get(act.who)
        if asked is not None and act.move in asked and act.value in asked[act.move]:
            return lambda: self.answer(act)
        players = self.players or self._last_players()
        if players is None:
            return _nothing
        broken = players.mechanic.fault(self.now, players.params, self.ask, act)
        if self.step is not None and players.params.get("again_from") == self.step.id:
            return _nothing  # bets for the next round, while the last one is being cleared
        rules = players.params.get("rules", {})
        broken = rules.get(broken, broken)
        code = broken if "/" in broken else f"play/{broken}" if "-" in broken else "play/out-of-turn" if asked is None else "play/illegal"
        allowed = ", ".join(sorted(asked)) if asked else "not asked to act"
        if not (broken == "" and asked is None and not self.ask):
            drafts.append(Draft(players, code, allowed, act.text))
        open_ = self.players is not None
        return (lambda: self.answer(act)) if open_ else _nothing

    def _last_players(self) -> PlayerStep | None:
        """The players' step that is over but whose rules still hold: of the innermost section that repeats."""
        loop = next((item for item in reversed(self.agenda) if isinstance(item, Loop)), None)
        if loop is None:
            return None
        steps = [step for step in loop.section.walk() if isinstance(step, PlayerStep) and step.id in self.now.results]
        return steps[-1] if steps else None

    # -- the dealer -----------------------------------------------------------------------------------------------

    def dealer(self, act: Act, drafts: list[Draft]) -> Callable[[], None]:
        """Find the act's place; change the cursor; say what is to be done when the act has happened."""
        if self.guarded is not None:
            self.head, self.guarded = self.guarded, None
        if self.head is None and self.players is not None and self.players.until:
            self.go_on()
            if self.guarded is not None:
                self.head, self.guarded = self.guarded, None
        for rung in (self._due, self._made_good, self._may_pass, self._further, self._floats, self._later, self._repeated, self._early, self._always, self._not_asked):
            after = rung(act, drafts)
            if after is not None:
                return after
        owner = self.step
        code = "step/unexpected"
        drafts.append(Draft(owner, code, texts(self.plan()), act.text))
        return _nothing

    def _due(self, act: Act, drafts: list[Draft]) -> Callable[[], None] | None:
        """The act that is due, any of the plan where order does not matter, or a wrong attempt at it."""
        step = self.step
        if step is None or self.head is None:
            return None
        plan = self.plan()
        if step.do.same(plan[0], act):
            return self._consume(step, 0, act, drafts)
        if self.bag:
            fits = [at for at, due in enumerate(plan) if due.what == act.what]
            if fits:
                return self._consume(step, fits[0], act, drafts)
        if step.do.attempt(step.params, plan[0], act) and not (step.do.named and any(due.what == act.what for due in plan)):
            drafts.append(Draft(step, step.code("wrong", self.now, act), plan[0].text, act.text, amend=(step, plan[0])))
            return self._used(step, 0, drafts)
        return None

    def _consume(self, step: DealerStep, at: int, act: Act, drafts: list[Draft]) -> Callable[[], None]:
        due = self.plan()[at]
        kind = self._how(step, due, act)
        if kind:
            drafts.append(Draft(step, step.code(kind, self.now, act), due.text, act.text, amend=(step, due)))
        return self._used(step, at, drafts)

    def _used(self, step: DealerStep, at: int, drafts: list[Draft]) -> Callable[[], None]:
        """One act of the plan has been done; deadlines that end with this step have passed."""
        if self.owed:
            self._deadline(step, drafts)
        self.drop(at)
        if self.may:
            self.may.clear()
        return _nothing if self.head is not None else self._move_on

    def _move_on(self) -> None:
        """The step is done; a remedy that has been put before the next one is open already."""
        if self.head is None and self.guarded is None:
            self.go_on()

    def _how(self, step: DealerStep, due: Act, act: Act) -> str:
        """In what way an act that is the right one was done wrongly; empty if it was not."""
        if due.verb in ("deal", "burn", "turn") and act.face != due.face:
            usual = self.felt.layout.places[act.to[0]].face if due.verb == "deal" else "down" if due.verb == "burn" else "up"
            if (act.face or usual) != (due.face or usual):
                return "wrong-face"
        if due.cards and act.cards and due.cards != act.cards:
            return "wrong-card"
        if due.verb in ("deal", "burn", "discard", "move"):
            if due.manner != tuple(word for word in act.manner if word != "boxed"):
                return "wrong"
            return "" if due.count == act.count or due.cards else "wrong-count"
        if due.n is None:
            least = step.params.get("minimum")
            return "wrong-count" if least is not None and act.n is not None and act.n < least else ""
        if act.n is None:
            return ""
        if due.verb == "strip":
            return "wrong-count" if act.n < due.n else ""
        if due.n != act.n:
            return "wrong-count" if due.verb in ("insert", "count") else "wrong-amount"
        return ""

    def _made_good(self, act: Act, drafts: list[Draft]) -> Callable[[], None] | None:
        """Something that was owed is done now."""
        for owed in self.owed:
            for at, due in enumerate(owed.acts):
                if not _same(due, act) or (owed.amends and due.verb in ("pay", "collect", "call") and due.n != act.n):
                    continue
                kind = self._how(owed.step, due, act)
                if kind:
                    drafts.append(Draft(owed.step, owed.step.code(kind, self.now, act), due.text, act.text, amend=(owed.step, due)))
                del owed.acts[at]
                if owed.finding < 0 and not owed.step.remedy:  # late, but within its time: only the order was wrong
                    drafts.append(Draft(owed.step, owed.step.code("misplaced", self.now, act), due.text, act.text))
                elif owed.finding >= 0 and not owed.acts and self.findings[owed.finding].act > self.last_player_act:
                    self.findings[owed.finding] = attrs.evolve(self.findings[owed.finding], self_corrected=True)
                self.owed = [it for it in self.owed if it.acts]
                return self._plan_again
        return None

    def _plan_again(self) -> None:
        """What could not be known while something was missing may be known now."""
        if not self.may:
            return
        steps, self.may = self.may, []
        self.interrupt(steps)

    def interrupt(self, nodes: Sequence[Item]) -> None:
        """Nodes go on top of the agenda; what is under way goes on after them."""
        if self.guarded is not None:
            self.head, self.guarded = self.guarded, None
        plan = self.plan()
        if self.step is not None and plan:
            self.agenda.append(Resume(self.step, plan[0], tuple(reversed(plan[1:])), self.bag))
        self.step, self.head, self.rest = None, None, []
        self.agenda.extend(reversed(nodes))
        self.go_on()

    def _may_pass(self, act: Act, drafts: list[Draft]) -> Callable[[], None] | None:
        """A step whose plan nobody can know: its acts pass in silence."""
        return _nothing if any(step.covers(act) for step in self.may) else None

    def _always(self, act: Act, drafts: list[Draft]) -> Callable[[], None] | None:
        """What is never a fault, and what always is one."""
        if act.verb in NEVER_A_FAULT:
            return _nothing
        code = self.now.game.data["felt"].get("never", {}).get(act.verb)
        if code is None:
            return None
        drafts.append(Draft(self.step or (self.passed[-1] if self.passed else None), str(code), texts(self.plan()[:1]), act.text))
        return _nothing

    def _repeated(self, act: Act, drafts: list[Draft]) -> Callable[[], None] | None:
        """The last act again."""
        return self._not_asked(act, drafts) if self._last_dealer_act(act) and self._owner(act) else None

    def _last_dealer_act(self, act: Act) -> bool:
        """Whether the dealer did just this last, and no player has acted since."""
        last = next((past for past in reversed(self.log) if past.who == "d"), None)
        return last is not None and last.what == act.what and not self.log[-1].seat

    def _round_begun(self) -> bool:
        """Whether the dealer has done anything since the innermost repeated section began."""
        loop = next((item for item in reversed(self.agenda) if isinstance(item, Loop)), None)
        return loop is None or any(past.who == "d" for past in self.now.since(loop.section.id))

    def _owner(self, act: Act) -> tuple[DealerStep, str] | None:
        """The step that an act nobody asked for belongs to, and the generic fault: one that is coming but asks for nothing, or the last one done."""
        for step in self._coming():
            if isinstance(step, PlayerStep):
                break
            if isinstance(step, DealerStep) and step is not self.step and step.covers(act) and step.holds(self.now):
                return step, "repeated" if self._last_dealer_act(act) else "early"
        begun = self._round_begun()
        for step in reversed(self.passed if begun else [*self.before, *self.passed]):
            if step.covers(act) and step.holds(self.now):
                return step, "repeated"
        return None

    def _further(self, act: Act, drafts: list[Draft]) -> Callable[[], None] | None:
        """One place on in the plan: one was skipped. Further on: out of place."""
        step = self.step
        if step is None or self.head is None:
            return None
        plan = self.plan()
        at = next((at for at, due in enumerate(plan) if due.what == act.what), 0)
        if at == 0:
            return None
        if at == 1:
            self._skip(step, plan[:1], len(plan), step, act, drafts)
            self.drop(0)
            return self._consume(step, 0, act, drafts)
        if not self._how(step, plan[at], act):
            drafts.append(Draft(step, step.code("misplaced", self.now, act), plan[0].text, act.text))
        return self._consume(step, at, act, drafts)

    def _skip(self, step: DealerStep, acts: Sequence[Act], total: int, over: Step, act: Act, drafts: list[Draft]) -> None:
        """Acts of a step were left out: report it, or wait for the step's deadline."""
        if step.is_optional(self.now):
            return
        owed = Owed(step, list(acts), total, deadline=step.deadline)
        same = next((it for it in self.owed if it.step is step and not it.amends), None)
        if step.deadline and over.id != step.deadline and self._deadline_ahead(step.deadline):
            if same is not None and same.finding < 0:
                same.acts += acts
                same.total = max(same.total, total)
            else:
                self.owed.append(owed)
            return
        missing = f"{len(acts)} of {total} missing: " if total > 1 and len(acts) < total or len(acts) > 1 else ""
        code = over.over_code(step, acts[0]) or step.code("skipped", self.now, acts[0])
        drafts.append(Draft(step, code, missing + texts(acts), act.text, owed=owed))

    def _deadline_ahead(self, deadline: str) -> bool:
        """Whether the step that ends a grace is still to come."""
        return any(step.id == deadline for step in self._coming())

    def _coming(self) -> Iterator[Step]:
        """The steps still to come, up to the next repetition."""
        if self.step is not None:
            yield self.step
        for item in reversed(self.agenda):
            if isinstance(item, Loop):
                return
            if isinstance(item, Section):
                yield from item.walk()
            elif isinstance(item, DealerStep | PlayerStep):
                yield item
            elif isinstance(item, Resume):
                yield item.step

    def _deadline(self, step: DealerStep, drafts: list[Draft]) -> None:
        """What had to be done before this step and was not."""
        over = {step.id, *(past.id for past in self.passed)}
        for owed in [it for it in self.owed if it.deadline in over and it.finding < 0]:
            self.owed.remove(owed)
            count = f"{len(owed.acts)} of {owed.total} missing: " if owed.total > 1 else ""
            code = step.over_code(owed.step, owed.acts[0]) or owed.step.code("skipped", self.now, owed.acts[0])
            owed.deadline = ""
            drafts.append(Draft(owed.step, code, count + texts(owed.acts), step.id, owed=owed))

    def _floats(self, act: Act, drafts: list[Draft]) -> Callable[[], None] | None:
        """A step that may be done anywhere once it is due."""
        for step in self._coming():
            if isinstance(step, DealerStep) and step.floating and step.covers(act):
                plan = step.plan(self.now)
                if plan is None or any(due.what == act.what for due in plan):
                    if plan:
                        self.credit.setdefault(step.id, []).append(act.plain)
                    return _nothing
        return None

    def _later(self, act: Act, drafts: list[Draft]) -> Callable[[], None] | None:
        """In a later step with no players between: what lies between was skipped and is owed."""
        target, beyond = self._find(act)
        if target is None or beyond or (self._last_dealer_act(act) and not self._round_begun()):
            return None
        current, plan = self.step, self.plan()
        if current is not None and plan:
            self._skip(current, plan, len(plan), target, act, drafts)
        self.head, self.rest = None, []
        begun = self.begun
        while self.begun == begun:  # a step that is not reached before the next round is not reached at all
            if self.players is not None and not self.players.until:
                if not self.players.passable:
                    return _nothing
                self._pass_over(act, drafts)
            self.go_on()
            if self.players is not None and self.step is None and self.agenda:
                continue
            if self.guarded is not None:
                self.head, self.guarded = self.guarded, None
            if self.step is None or self.step is target or target in self.may:
                break
            plan = self.plan()
            self._skip(self.step, plan, len(plan), target, act, drafts)
            self.head, self.rest = None, []
        if target in self.may:
            return _nothing  # nobody can know what was due there
        if self.step is None:
            return _nothing  # the plan has changed meanwhile; nothing more can be said
        return self._due(act, drafts) or self._made_good(act, drafts) or self._further(act, drafts) or _nothing

    def _pass_over(self, act: Act, drafts: list[Draft]) -> None:
        """The dealer did not wait for what a player was to do."""
        players = self.players
        if players is not None:
            if not players.optional:
                drafts.append(Draft(players, players.code("skipped", self.now, act), ", ".join(sorted(self.ask)), act.text))
            self.end_players()

    def _find(self, act: Act) -> tuple[DealerStep | None, bool]:
        """The next step that could ask for this act, and whether players come before it."""
        stack: list[Item] = list(self.agenda)
        beyond = self.players is not None and not self.players.passable
        while stack:
            item = stack.pop()
            if isinstance(item, Loop):
                break
            if isinstance(item, Section):
                if item.holds(self.now) and (item.repeat is None or item.repeat(self.now)):
                    stack.extend(reversed(item.nodes))
            elif isinstance(item, PlayerStep):
                if item.holds(self.now) and not item.passable:
                    beyond = True
            elif isinstance(item, Resume):
                if any(due.what == act.what for due in (item.head, *item.rest)):
                    return item.step, beyond
            elif isinstance(item, DealerStep) and item.covers(act) and item.holds(self.now):
                plan = item.plan(self.now)
                if plan is None or beyond or any(item.do.same(due, act) or item.do.attempt(item.params, due, act) for due in plan):
                    return item, beyond
        return None, False

    def _early(self, act: Act, drafts: list[Draft]) -> Callable[[], None] | None:
        """Beyond a players' step that is open or to come: early, and credited when its step opens."""
        target, beyond = self._find(act)
        if target is None or not beyond:
            return None
        if any(step.covers(act) for step in self.passed) and not target.plan(self.now):
            return None
        due = texts(self.plan()) or (", ".join(sorted(self.ask)) + " to act" if self.ask else "")
        drafts.append(Draft(target, target.code("early", self.now, act), due, act.text))
        self.credit.setdefault(target.id, []).append(act.plain)
        return _nothing

    def _not_asked(self, act: Act, drafts: list[Draft]) -> Callable[[], None] | None:
        """It belongs to a step already done, once too often, or to one that asks for nothing."""
        found = self._owner(act)
        if found is None or self._is_over(found[0]):
            return self._over_again(act, drafts)
        step, kind = found
        if step.is_optional(self.now):  # a call that need not be made may be made, rightly, at any time
            if step in self.passed and not step.plan(self.now):
                return _nothing
            for due in step.plan(self.now) or ():
                if due.what == act.what:
                    wrong = self._how(step, due, act)
                    if wrong:
                        drafts.append(Draft(step, step.code(wrong, self.now, act), due.text, act.text, amend=(step, due)))
                    return _nothing
        code = step.code("surplus", self.now, act)
        if code.startswith("step/"):
            code = step.code(kind, self.now, act)
        drafts.append(Draft(step, code, texts(self.plan()[:1]), act.text, amend=(step, act) if step.do.undo else None))
        return _nothing

    def _over_again(self, act: Act, drafts: list[Draft]) -> Callable[[], None] | None:
        """It belongs to a repeated section that is over, or that has just begun again and is left instead."""
        left = self._left_early(act, drafts)
        if left is not None:
            return left
        for section in self.program.sections():
            if section.repeat is None or section.id not in self.now.rounds or self._is_open(section):
                continue
            steps = [step for step in section.walk() if isinstance(step, DealerStep) and step.covers(act)]
            if not steps:
                continue
            drafts.append(Draft(steps[0], steps[0].code("surplus", self.now, act), texts(self.plan()), act.text))
            current, plan = self.step, self.plan()
            if current is not None and plan:
                self.agenda.append(Resume(current, plan[0], tuple(reversed(plan[1:])), self.bag))
            self.head, self.rest, self.step = None, [], None
            self.begin(section)
            begun = self.begun
            while self.step is not steps[0] and self.begun == begun:
                if self.players is not None and not self.players.passable:
                    return _nothing
                if not self.agenda:
                    return _nothing
                self.head, self.rest = None, []
                self.go_on()
            return self._due(act, []) or _nothing
        return None

    def _is_over(self, step: DealerStep) -> bool:
        """Whether the repeated section a step belongs to has come to its end."""
        return any(section.repeat is not None and not self._is_open(section) and step in section.walk() for section in self.program.sections())

    def _is_open(self, section: Section) -> bool:
        return any(isinstance(item, Loop) and item.section is section for item in self.agenda)

    def _left_early(self, act: Act, drafts: list[Draft]) -> Callable[[], None] | None:
        """At the top of a repetition the dealer goes on to what comes after it."""
        loop = next((item for item in reversed(self.agenda) if isinstance(item, Loop)), None)
        if loop is None or any(past.who == "d" for past in self.now.since(loop.section.id)):
            return None
        at = max(index for index, item in enumerate(self.agenda) if item is loop)
        kept, step, head, rest, players, run, ask = self.agenda, self.step, self.head, self.rest, self.players, self.run, self.ask
        self.agenda = self.agenda[:at]
        self.step, self.head, self.rest = None, None, []
        target, beyond = self._find(act)
        if target is None or beyond:
            self.agenda, self.step, self.head, self.rest, self.players, self.run, self.ask = kept, step, head, rest, players, run, ask
            return None
        code = loop.section.codes.get("left-early", f"step/{loop.section.id}-skipped")
        drafts.append(Draft(target, code, texts([head]) if head else loop.section.id, act.text))
        self.end_players()
        return self._later(act, drafts) or _nothing

    # -- writing down ---------------------------------------------------------------------------------------------

    def write(self, drafts: Sequence[Draft]) -> None:
        """Drafts become findings; what is owed because of them is noted; rulings follow."""
        for draft in _merged(drafts):
            if self.reported_once(draft.code):
                if draft.owed is not None:
                    draft.owed.finding = next(at for at in range(len(self.findings) - 1, -1, -1) if self.findings[at].code == draft.code)
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
                severity=step.severity if step is not None and draft.code.startswith("step/") else "",
            )
            self.findings.append(finding)
            for owed in [draft.owed, *draft.also] if draft.owed is not None else []:
                owed.finding = len(self.findings) - 1
                self.owed.append(owed)
            if draft.amend is not None:
                owner, due = draft.amend
                acts = list(owner.do.amend(self.now, due, self.log[-1]))
                if acts:
                    self.owed.append(Owed(owner, acts, len(acts), len(self.findings) - 1, amends=True))
            if step is None or not step.remedy:
                self.ruled(finding)

    def reported_once(self, code: str) -> bool:
        """Whether a code that is reported once a round has been reported in this one."""
        return False


def _same(due: Act, act: Act) -> bool:
    """Whether an act is the one that is owed; what was not taken in time is collected from the bettor."""
    return due.what == act.what or (due.verb == "take" and act.verb == "collect" and due.to == act.to and due.n == act.n)


def _merged(drafts: Sequence[Draft]) -> list[Draft]:
    """One act that skips several steps of the same kind is one slip; so is a remedy left out and what is wrong because of it."""
    found: list[Draft] = []
    if any(draft.step is None or not draft.step.remedy for draft in drafts):
        drafts = [draft for draft in drafts if draft.step is None or not draft.step.remedy or not draft.code.startswith("step/")]
    for draft in drafts:
        same = next((it for it in found if it.code == draft.code and it.owed is not None and draft.owed is not None), None)
        if same is None or same.owed is None or draft.owed is None or draft.code.startswith("step/"):
            found.append(draft)
        else:
            same.expected = f"{same.expected}, {draft.expected}"
            same.also.append(draft.owed)
    return found


def _nothing() -> None:
    """Nothing more is to be done."""
