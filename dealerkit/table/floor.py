"""The floor at a table: what is ruled on a slip, and the remedy that becomes what is expected because of it.

A rule set's own ruling is given as soon as a slip is found. What its remedies ask for goes on top of the agenda: at once, or
when the floor has ruled, as the remedy says. What was under way goes on below it.
"""

from __future__ import annotations

import difflib
from collections.abc import Container, Mapping, Sequence

import attrs

from dealerkit.errors import Impossible
from dealerkit.facts import Situation
from dealerkit.facts.disputes import DISPUTES
from dealerkit.facts.faults import FAULTS
from dealerkit.facts.situation import RuledOn
from dealerkit.facts.slips import chips_of_the_hand, overtaken, slip_called
from dealerkit.felt import FLOOR, Act
from dealerkit.felt.acts import is_seat
from dealerkit.judge.findings import Finding
from dealerkit.judge.lookahead import is_dealt, round_begun
from dealerkit.judge.matchers.due_act import After, nothing
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Agenda, Item, Leave, Loop, items, stacked
from dealerkit.procedure.compiled_game import CompiledGame
from dealerkit.procedure.remedies import BEGINS, BINDS, Remedy
from dealerkit.procedure.steps import DealerStep, Section
from dealerkit.rulings import OUTCOMES, UNDECIDED, Ruling, decide
from dealerkit.rulings.decision_lists import decision_list
from dealerkit.rulings.facts import known_facts
from dealerkit.rulings.implications import is_settled_by_others

NOT_DEALT, TWICE, FOREIGN, OUT_OF_ORDER = (
    "record/card-not-dealt",
    "record/duplicate-card",
    "record/foreign-card",
    "record/card-out-of-order",
)
CARD_CODES = frozenset({NOT_DEALT, TWICE, FOREIGN, OUT_OF_ORDER})
"""The findings about a card that cannot be where it is, in any game."""

_SHORT = {"void": "void_hand", "stands": "play_on"}
"""What a floor supervisor says for short."""

_FOR_THE_FLOOR = frozenset({UNDECIDED, "floor_discretion"})
"""Outcomes that leave it to the floor."""

_STANDS = frozenset({"play_on", "action_binding", "raise_allowed", "card_plays"})
"""Outcomes that leave what was done as it is."""

_PUT_RIGHT = frozenset({"corrected", "board_redealt", "card_does_not_play", "card_replaced"})
"""Outcomes by which something is put right on the table: said without a remedy, any of them confirms the one in force."""


@attrs.frozen
class Ruled:
    """A ruling given at the table.

    Attributes:
        act: The act after which it was given, counted from 1.
        ruling: The ruling.
        code: The finding it rules on; empty for what is nobody's slip.
    """

    act: int
    ruling: Ruling
    code: str


# -- what the rule set says -----------------------------------------------------------------------------------------


def facts_of(house: CompiledGame, now: Situation, fault: str) -> dict[str, object] | None:
    """Return what the table can tell about a fault, for a ruling; None if it can tell nothing of it.

    Nor is anything told where things lie in a way that the rule books have no words for, as a flop of three cards that
    somebody says has too many: a ruling from half of the facts would be another ruling.

    Args:
        house: What is in force.
        now: The table as it lies.
        fault: The fault, as the rule set names it.
    """
    tell = (DISPUTES if "showdown" in house.game.data else FAULTS).get(fault)
    told = None if tell is None else tell(now)
    known = known_facts()
    if told is None or not all(known[name].can_be(value) for name, value in told.items() if name in known):
        return None
    return told


def decided(house: CompiledGame, now: Situation, fault: str) -> Ruling | None:
    """Return how the rule set rules on a fault as things stand; None if it does not, or there is no such fault after all.

    Args:
        house: What is in force.
        now: The table as it lies.
        fault: The fault, as the rule set names it.
    """
    rules = house.game.rules
    if rules is None or fault not in rules.faults:
        return None
    facts = facts_of(house, now, fault)
    if facts is None:
        return None
    fault = str(facts.pop("fault", fault))  # it may have turned out to be another
    return decide(rules, fault, facts, options=house.game.options)


# -- rulings --------------------------------------------------------------------------------------------------------


class Hearing:
    """One act before the floor: what was found in it, what is ruled on it, and what becomes of the agenda.

    Args:
        work: A working copy of where the table stands when the act has happened.
        findings: What was found before.
        rulings: What was ruled before.

    Attributes:
        found: What is found now.
        ruled: What is ruled now.
    """

    __slots__ = ("_findings", "_rulings", "found", "ruled", "work")

    def __init__(self, work: AgendaBuilder, findings: Sequence[Finding], rulings: Sequence[Ruled]) -> None:
        self.work, self._findings, self._rulings = work, findings, rulings
        self.found: list[Finding] = []
        self.ruled: list[Ruled] = []

    @property
    def findings(self) -> list[Finding]:
        """All findings so far."""
        return [*self._findings, *self.found]

    @property
    def rulings(self) -> list[Ruled]:
        """All rulings so far."""
        return [*self._rulings, *self.ruled]

    # -- findings -------------------------------------------------------------------------------------------------

    def is_reported(self, code: str) -> bool:
        """Return whether a code that is reported once a round has been reported in this one; if not, it is from now on."""
        if self.was_reported(code):
            return True
        work = self.work
        entry = work.house.catalogue.get(code, {})
        if entry.get("once"):
            work.round = work.round._replace(reported=work.round.reported | {entry.get("slip", code)})
        return False

    def was_reported(self, code: str) -> bool:
        """Return whether a code that is reported once a round has been reported in this one; codes with the same `slip` are
        one.
        """
        entry = self.work.house.catalogue.get(code, {})
        return bool(entry.get("once")) and entry.get("slip", code) in self.work.round.reported

    def rule_on(self, finding: Finding) -> None:
        """Give the rule set's own ruling on a finding; its remedy becomes what is expected."""
        house = self.work.house
        if house.game.rules is None:
            return
        entry = house.catalogue.get(finding.code, {})
        fault = str(entry.get("fault") or "")
        if fault:  # what is told once a round and is told again was put right in between
            since = max(self.work.now.marks.values(), default=0)
            anew = bool(entry.get("once")) and any(one.code == finding.code and one.act > since for one in self._findings)
            self._rule(fault, finding.code, finding.expected, again=bool(self.work.now.log[-1].seat) or anew)

    def remark(self, act: Act, remark: str) -> None:
        """Rule on what the felt noticed: a boxed card is ruled on, a card that cannot be there is found."""
        work = self.work
        work.now.remark = (len(work.now.log), remark)
        fault = self._odd_card(act, remark)
        if fault:
            self._rule(fault, "")
        elif remark == "elsewhere" and work.house.game.rules is not None:
            self._find(str(work.house.felt.get("ran_out", NOT_DEALT)), act)
        elif remark == "flawed":
            self._rule("foreign_card", "")
        elif remark == "dealer-change":
            self._rule("dealer_change", "")
        elif remark in {"duplicate", "foreign"}:
            if act.verb in work.house.watch and act.verb in work.house.felt.get("stops_for", ()):
                return  # it is no slip of the dealer's that such a card came; a duty says what is to be done
            self._find(TWICE if remark == "duplicate" else FOREIGN, act)
        elif remark == "out-of-order":
            self._find(OUT_OF_ORDER, act)

    def _odd_card(self, act: Act, remark: str) -> str:
        """Return the fault that a card is by itself, by what is odd about it: the game's `odd_cards` names them; empty if it
        is none.
        """
        odd: Mapping[str, str] = self.work.house.felt.get("odd_cards", {"boxed": "boxed_card"})
        word = next((word for word in act.manner if word in odd), remark)
        return str(odd.get(word, "")) if act.verb == "deal" else ""

    def _find(self, code: str, act: Act) -> None:
        if self.is_reported(code):
            return
        work = self.work
        step = work.step or (work.passed[-1] if work.passed else None)
        finding = Finding(code, step.id if step is not None else "", "", act.text, len(work.now.log))
        self.found.append(finding)
        self.rule_on(finding)

    # -- rulings --------------------------------------------------------------------------------------------------

    def _rule(self, fault: str, code: str, expected: str = "", *, again: bool = True) -> None:
        work = self.work
        now, house = work.now, work.house
        ruling = decided(house, now, fault)
        if ruling is None:
            return
        since = max(now.marks.values(), default=0)
        if not again and any(given.ruling == ruling and given.act > since for given in self.rulings):
            return  # what the dealer made of a ruling is not ruled on once more
        self.ruled.append(Ruled(len(now.log), ruling, code))
        work.note(slips=(*now.slips, RuledOn(ruling.fault, code, len(now.log), tuple(now.felt.moved), expected, ruling)))
        if ruling.outcome != UNDECIDED and not any(_outranks(house, given.ruling, ruling) for given in self.ruled[:-1]):
            known = house.remedies
            put_on(work, [name for name in ruling.to_deal if known[name].dealt and known[name].floor != BEGINS], code)


def _outranks(house: CompiledGame, ruling: Ruling, other: Ruling) -> bool:
    """Return whether a ruling waits for the floor to break the hand off, and so leaves nothing of another on the same act to
    be dealt: it stands before the other in the rule set's order of precedence.
    """
    known, rules = house.remedies, house.game.rules
    order = rules.precedence if rules is not None else ()
    waits = any(known[name].floor == BEGINS and known[name].then is not None for name in ruling.to_deal)
    return waits and ruling.outcome in order and order.index(ruling.outcome) < _rank(order, other.outcome)


def _rank(order: Sequence[str], outcome: str) -> int:
    """Return the place of an outcome in an order of precedence; the last for one that is not in it."""
    return order.index(outcome) if outcome in order else len(order)


# -- remedies -------------------------------------------------------------------------------------------------------


def put_on(work: AgendaBuilder, remedies: Sequence[str], code: str = "") -> None:
    """Make remedies what is expected: now, after the step that is under way, or before a street to come.

    Args:
        work: Where the table stands.
        remedies: Their ids.
        code: The finding they put right; empty for the last slip.
    """
    known = work.house.remedies
    nodes: list[Item] = []
    now = False
    for name in remedies:
        remedy = known[name]
        work.note(mended={**work.now.mended, name: slip_called(work.now, code)})
        if remedy.when == "after_section" and work.loop() is not None and round_begun(work):  # else the round has yet to begin
            _put_under_loop(work, remedy.nodes)
            continue
        now = now or remedy.when != "after_step" or bool(work.may)  # past what cannot be known, no step is under way
        nodes += remedy.at_once
        nodes += [part for part in work.house.program.sections() if part.id in remedy.parts and not is_dealt(work)]
        for streets, later in remedy.later.items():
            _put_before(work, streets, later)
        if remedy.then is not None:
            nodes.append(remedy.then)
    if not nodes:
        return
    waiting = work.players is not None and not work.players.until
    if waiting or (now and work.step is not None and work.plan):
        work.interrupt(nodes, beside=all(known[name].floor == BINDS for name in remedies))
        return
    work.stack = stacked(nodes, work.stack)
    if work.step is None and work.players is None:
        work.go_on()


def _put_under_loop(work: AgendaBuilder, nodes: Sequence[Item]) -> None:
    """Put nodes right before the innermost repetition."""
    before: list[Item] = []
    stack = work.stack
    while stack is not None and not isinstance(stack[0], Loop):
        before.append(stack[0])
        stack = stack[1]
    work.stack = stacked([*before, *nodes], stack)


def _put_before(work: AgendaBuilder, streets: int, nodes: Sequence[DealerStep]) -> None:
    """Put steps before the next street (1) or the one after it (2); if no such street comes any more, they are not due."""
    before: list[Item] = []
    stack = work.stack
    while stack is not None and not isinstance(stack[0], Loop):
        item = stack[0]
        if isinstance(item, Section) and any(isinstance(step, DealerStep) and "deal" in step.verbs for step in item.walk()):
            streets -= 1
            if not streets:
                work.stack = stacked([*before, *nodes], stack)
                return
        before.append(item)
        stack = stack[1]


def under_way(agenda: Agenda | AgendaBuilder) -> bool:
    """Return whether a step of a remedy is open or to come."""
    if isinstance(agenda, AgendaBuilder):
        step = agenda.step
    else:
        step = agenda.place.step if agenda.place is not None else None
    return (step is not None and step.remedy) or any(isinstance(item, DealerStep) and item.remedy for item in items(agenda.stack))


@attrs.frozen(eq=False)
class Floor:
    """The floor's look at a table as it stands.

    Attributes:
        house: What is in force.
        agenda: Where the table stands.
        now: The table as it lies.
        findings: What was found so far.
        rulings: What was ruled so far.
    """

    house: CompiledGame
    agenda: Agenda
    now: Situation
    findings: Sequence[Finding]
    rulings: Sequence[Ruled]

    @property
    def here(self) -> list[Finding]:
        """What was found in the hand or coup that was played last, be it over or not."""
        section = next((it.section for it in items(self.agenda.stack) if isinstance(it, Loop) and not it.section.part), None)
        since, now = 0, self.now
        if section is not None:
            since = now.marks[section.id]
            since = since if since < len(now.log) else now.ended[section.id]
        return [finding for finding in self.findings if finding.act > since]

    @property
    def disputed(self) -> tuple[str, Finding] | None:
        """What is to be ruled on: the last finding of this hand or coup that leads to a fault, after that fault."""
        return next(((fault, one) for one in reversed(self.here) if (fault := self.fault_of(one))), None)

    @property
    def to_rule(self) -> Act | None:
        """What the floor has to rule now, so that the remedy of the last ruling begins or binds; None if there is nothing.

        A ruling that another act has overtaken is not to be given any more; of several on one act that goes first which breaks
        the hand off.
        """
        given = self._to_rule_on
        if given is None:
            return None
        return Act.make(FLOOR, "rule", given.ruling.outcome, *([given.code] if given.code else []))

    @property
    def _to_rule_on(self) -> Ruled | None:
        """The ruling that the floor has to give."""
        now, known = self.now, self.house.remedies
        begun = max(now.marks.values(), default=0)
        for given in reversed(self.rulings):
            if given.act <= begun or any(act.who == FLOOR for act in now.log[given.act :]):
                return None
            ruling = given.ruling
            if any(one.act == given.act and _outranks(self.house, one.ruling, ruling) for one in self.rulings):
                continue
            of_floor = [known[name] for name in ruling.to_deal if known[name].dealt and known[name].floor]
            if not of_floor or ruling.outcome == UNDECIDED:
                continue
            if len(now.log) > given.act and not _is_same(self.decided(ruling.fault), ruling):
                continue
            if any(one.floor == BEGINS for one in of_floor) or under_way(self.agenda):
                return given
        return None

    @property
    def begins(self) -> bool:
        """Whether what is to be ruled now begins only when the floor has ruled: nobody else makes a hand void."""
        given, known = self._to_rule_on, self.house.remedies
        return given is not None and any(known[name].floor == BEGINS for name in given.ruling.to_deal)

    @property
    def question(self) -> Ruled | None:
        """The last ruling of this hand or coup, if the floor has to decide: a fact is missing, or the book leaves it open, and
        the floor has not spoken since.
        """
        begun, log = max(self.now.marks.values(), default=0), self.now.log
        spoke = next((at + 1 for at in range(len(log) - 1, -1, -1) if log[at].who == FLOOR), 0)
        open_ = (given for given in reversed(self.rulings) if given.ruling.outcome in _FOR_THE_FLOOR)
        given = next(open_, None)
        return given if given is not None and given.act > max(begun, spoke - 1) else None

    @property
    def answer(self) -> Act | None:
        """What a floor rules on that question that takes what nobody disputes for granted; None if that is not enough."""
        given, rules = self.question, self.house.game.rules
        if given is None or rules is None or given.ruling.outcome != UNDECIDED:
            return None
        facts: dict[str, object] = dict(given.ruling.facts)
        if overtaken(self.now, given.act):  # how far the action has gone is what it is now
            known = self.facts_of(given.ruling.fault) or {}
            facts = {name: value for name, value in facts.items() if not is_settled_by_others(name)}
            facts |= {name: value for name, value in known.items() if name != "fault"}
        ruling = decide(rules, given.ruling.fault, facts, options=self.house.game.options, written=True)
        if ruling.outcome in _FOR_THE_FLOOR:
            return None
        return Act.make(FLOOR, "rule", ruling.outcome, *([given.code] if given.code else []))

    @property
    def being_mended(self) -> frozenset[int]:
        """The findings on which a remedy was ruled that is dealt, by their number."""
        known = self.house.remedies
        mended = {(one.act, one.code) for one in self.rulings if any(known[name].dealt for name in one.ruling.to_deal)}
        return frozenset(number for number, one in enumerate(self.findings) if (one.act, one.code) in mended)

    def means(self, act: Act) -> tuple[Act, ...]:
        """Return what the floor means by an outcome said without a finding: what it has to rule, or what is open, if that can be
        told; else one ruling for each finding that it may speak of.

        Args:
            act: `f rule OUTCOME`.
        """
        due, question = self.to_rule, self.question
        if due is not None and due.to[0] == act.to[0]:
            return (due,)
        right = self.agenda.books.right
        wrong = {one.code for number, one in enumerate(self.findings) if number not in right}
        codes = _open(self.now, act, wrong, self.rulings)
        if not codes and question is not None and question.code in wrong:
            codes = (question.code,)
        return tuple(Act.make(FLOOR, act.verb, *act.to, code) for code in codes) or (act,)

    @property
    def outcomes(self) -> tuple[str, ...]:
        """What the floor can rule on the question that it has to decide: what the rule set's list of the fault can come to."""
        given, rules = self.question, self.house.game.rules
        if given is None or rules is None:
            return ()
        listed = given.ruling.possible if given.ruling.outcome == UNDECIDED else ()
        cases = decision_list(rules, given.ruling.fault).cases
        found = dict.fromkeys(listed or (case.key[0] for case in cases))
        return tuple(outcome for outcome in found if outcome not in _FOR_THE_FLOOR) or ("play_on",)

    @property
    def choice(self) -> Act | None:
        """What a floor rules where the choice is its own: of `outcomes` that play goes on, if that is one, else the first; None
        where nothing is asked, or where `answer` says what it rules.
        """
        given = self.question
        if given is None or not self.outcomes or self.answer is not None:
            return None
        outcome = "play_on" if "play_on" in self.outcomes else self.outcomes[0]
        return Act.make(FLOOR, "rule", outcome, *([given.code] if given.code else []))

    @property
    def puts_right(self) -> bool:
        """Whether something is being put right that the players wait for."""
        return self.agenda.place is not None and "of" in self.agenda.place.step.params

    def fault_of(self, finding: Finding) -> str:
        """Return the fault that a finding is ruled on as, at once or if somebody disputes it; empty for none."""
        entry = self.house.catalogue.get(finding.code, {})
        return str(entry.get("fault") or entry.get("dispute") or "")

    def facts_of(self, fault: str) -> dict[str, object] | None:
        """Return what the table can tell about a fault, for a ruling; None if it can tell nothing of it."""
        return facts_of(self.house, self.now, fault)

    def decided(self, fault: str) -> Ruling | None:
        """Return how the rule set rules on a fault as things stand; None if it does not, or there is no such fault after all."""
        return decided(self.house, self.now, fault)


# -- the floor's own act ----------------------------------------------------------------------------------------------


def ruled_by(work: AgendaBuilder, act: Act, findings: Sequence[Finding], rulings: Sequence[Ruled]) -> After:
    """Let the floor rule, on the finding it names or else on the last ruling: with a remedy's id, that follows; otherwise the
    ruling in force is confirmed or departed from.

    Args:
        work: Where the table stands.
        act: The floor's act: `f rule OUTCOME [CODE] [REMEDY ...]`.
        findings: What was found so far.
        rulings: What was ruled so far.

    Raises:
        Impossible: If nobody knows the outcome, the remedy or the finding.
    """
    known = work.house.remedies
    outcome = _SHORT.get(act.to[0], act.to[0])
    if outcome not in OUTCOMES:
        near = difflib.get_close_matches(outcome, OUTCOMES, n=3, cutoff=0.5)
        msg = f"'{act.to[0]}' is no outcome of a ruling; there is {', '.join(near or OUTCOMES)}"
        raise Impossible(msg)
    codes = [word for word in act.to[1:] if "/" in word]
    names = [word.upper() for word in act.to[1:] if "/" not in word and not is_seat(word)]
    if unknown := [name for name in names if name not in known]:
        msg = f"no remedy of this rule set is called '{unknown[0]}'; there is {', '.join(known) or 'none'}"
        raise Impossible(msg)
    code = codes[0] if codes else ""
    _ask_which(work, act, code, findings, rulings)
    ruling = _in_force(work, code, findings, rulings)
    if ruling is not None and (_confirms(work.house, outcome, ruling) if not names else tuple(names) == ruling.remedies):
        dealt = [
            name for name in ruling.to_deal if known[name].dealt and (known[name].floor or _is_left(work, known[name], rulings))
        ]
        fresh = any(known[name].floor == BEGINS for name in dealt) or not under_way(work)
        return (lambda: _depart(work, dealt, code)) if dealt and fresh else nothing
    names = names or _usual(work.house, outcome, ruling)
    if outcome in _STANDS:
        return lambda: _let_stand(work, names, code, findings)
    return (lambda: _depart(work, names, code)) if names or ruling is not None else nothing


def _is_left(work: AgendaBuilder, remedy: Remedy, rulings: Sequence[Ruled]) -> bool:
    """Return whether the dealer has left a remedy by which the round is to end or to begin again: the round it was ruled in
    still goes on.
    """
    begun = max(work.now.marks.values(), default=0)
    return remedy.then is not None and not under_way(work) and bool(rulings) and rulings[-1].act > begun


def _ask_which(work: AgendaBuilder, act: Act, code: str, findings: Sequence[Finding], rulings: Sequence[Ruled]) -> None:
    """Refuse a ruling that names no finding while several are open.

    Raises:
        Impossible: If nobody can know which is meant; it names them.
    """
    wrong = {one.code for number, one in enumerate(findings) if number not in work.books.right}
    open_ = () if code else _open(work.now, act, wrong, rulings)
    if open_:
        msg = f"'{act}': which finding is meant? Say it after the outcome: {', '.join(open_)}"
        raise Impossible(msg)


def _open(now: Situation, act: Act, wrong: Container[str], rulings: Sequence[Ruled]) -> tuple[str, ...]:
    """Return the findings between which a ruling of the floor leaves open which it means; none if it is clear.

    Args:
        now: The table as it lies.
        act: `f rule OUTCOME`, without a finding.
        wrong: The codes of the findings that are not put right.
        rulings: What was ruled so far.
    """
    log, since = now.log, max(now.marks.values(), default=0)
    spoke = next((at + 1 for at in range(len(log) - 1, -1, -1) if log[at].who == FLOOR), 0)
    open_ = {one.code: one.ruling for one in rulings if one.act > max(since, spoke) and one.code in wrong}
    meant = [ruling for ruling in open_.values() if ruling.outcome == act.to[0]]
    named = any(is_seat(word) for word in act.to[1:])
    clear = named or len({ruling.fault for ruling in open_.values()}) < 2 or len(meant) == 1
    return () if clear else tuple(sorted(open_))


def _let_stand(work: AgendaBuilder, names: Sequence[str], code: str, findings: Sequence[Finding]) -> None:
    """Leave what was done as it is, as the floor has ruled: nothing of it is owed any more."""
    last = code or (findings[-1].code if findings else "")
    ruled_on = {number for number, one in enumerate(findings) if one.code == last}
    work.debts = [debt for debt in work.debts if debt.finding not in ruled_on or not debt.amends]
    _depart(work, names, code)


def _in_force(work: AgendaBuilder, code: str, findings: Sequence[Finding], rulings: Sequence[Ruled]) -> Ruling | None:
    """Return the ruling that the floor speaks of: on the finding named, or the last one; as things stand now, if anybody has
    acted since it was given, or cards have come.

    Raises:
        Impossible: If nothing of that code was found.
    """
    if code and not any(finding.code == code for finding in findings):
        found = dict.fromkeys(finding.code for finding in findings)
        msg = f"nothing was found here that is called '{code}'; found so far: {', '.join(found) or 'nothing'}"
        raise Impossible(msg)
    house, now = work.house, work.now
    given = next((one for one in reversed(rulings) if not code or one.code == code), None)
    fault = given.ruling.fault if given is not None else str(house.catalogue.get(code, {}).get("fault", ""))
    if given is not None and not overtaken(now, given.act):
        return given.ruling
    return (decided(house, now, fault) if fault else None) or (given.ruling if given is not None else None)


def _confirms(house: CompiledGame, outcome: str, ruling: Ruling) -> bool:
    """Return whether an outcome said without a remedy confirms a ruling: it is the same, or both put something right."""
    return outcome == ruling.outcome or (
        {outcome, ruling.outcome} <= _PUT_RIGHT and any(house.remedies[name].floor == BINDS for name in ruling.to_deal)
    )


def _usual(house: CompiledGame, outcome: str, ruling: Ruling | None) -> list[str]:
    """Return the remedies that the rule set names with an outcome: for the fault ruled on, where nothing that is known is
    against it, or else for any, if the hand is over by it.
    """
    rules = house.game.rules
    if rules is None:
        return []
    for case in decision_list(rules, ruling.fault).cases if ruling is not None else ():
        if case.key[0] == outcome and case.key[2] and case.failing(ruling.facts if ruling is not None else {}) is None:
            return list(case.key[2])
    for fault in rules.faults if outcome in ("void_hand", "misdeal") else ():  # these need no fault to be ruled
        for case in decision_list(rules, fault).cases:
            if case.key[0] == outcome and case.key[2]:
                return list(case.key[2])
    return []


def _depart(work: AgendaBuilder, names: Sequence[str], code: str = "") -> None:
    """Drop a remedy that was under way, as the floor has ruled; those named take its place."""
    known = work.house.remedies
    work.stack = stacked(
        item for item in items(work.stack) if not ((isinstance(item, DealerStep) and item.remedy) or isinstance(item, Leave))
    )
    work.note(stakes=chips_of_the_hand(work.now))
    if work.step is not None and work.step.remedy:
        work.drop_step()
    put_on(work, [name for name in names if known[name].dealt], code)
    if work.step is None and work.players is None:
        work.go_on()


def _is_same(one: Ruling | None, other: Ruling) -> bool:
    """Return whether two rulings come to the same."""
    return one is not None and (one.outcome, one.to_deal) == (other.outcome, other.to_deal)
