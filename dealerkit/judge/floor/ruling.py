"""The ruling on a slip when it is found: the rule set in force is asked, with the facts that the table shows."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

import attrs

from dealerkit.facts import Situation
from dealerkit.facts.faults import teller
from dealerkit.facts.situation import RuledOn
from dealerkit.felt import DEALER, FLOOR, VERBS, Act
from dealerkit.judge.findings import Finding
from dealerkit.judge.floor.remedies import put_on, under_way
from dealerkit.judge.reversal import AS_IT_LAY
from dealerkit.judge.severity import SEVERITIES, severity_of
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.compiled_game import CompiledGame
from dealerkit.procedure.remedies import BEGINS
from dealerkit.procedure.steps import DealerStep, PlayerStep
from dealerkit.rules.doc import Doc
from dealerkit.rules.sets import facts_doc
from dealerkit.rulings import UNDECIDED, Ruling, decide
from dealerkit.rulings.combination import combined
from dealerkit.rulings.facts import known_facts

NOT_DEALT, TWICE, FOREIGN, OUT_OF_ORDER = (
    "record/card-not-dealt",
    "record/duplicate-card",
    "record/foreign-card",
    "record/card-out-of-order",
)
CARD_CODES = frozenset({NOT_DEALT, TWICE, FOREIGN, OUT_OF_ORDER})
"""Codes for a card that cannot be where it is, in any game."""

FOR_THE_FLOOR = frozenset({UNDECIDED, "floor_discretion"})
"""Outcomes that leave the decision to the floor."""


@attrs.frozen
class Ruled:
    """A ruling given at the table.

    Attributes:
        act: Number of the act after which it was given, from 1.
        ruling: The ruling; if there were several on one act, the gravest, with the remedies of the others that are dealt too.
        code: Code of the finding that it is on; empty for an event without a slip.
    """

    act: int
    ruling: Ruling
    code: str


def floor_spoke(now: Situation) -> int:
    """Return the number of the floor's last act, from 1, since the last repeated section began; the length of the log then if the
    floor has not spoken since.
    """
    begun = now.begun
    for number in range(len(now.log), begun, -1):
        if now.log[number - 1].who == FLOOR:
            return number
    return begun


# -- what the rule set says -----------------------------------------------------------------------------------------


def facts_of(house: CompiledGame, now: Situation, fault: str) -> dict[str, object] | None:
    """Return the facts of a fault as the table shows them, for a ruling; None if the table shows none.

    It is None also if a fact has a value that the rule books do not cover, such as a disputed surplus in a flop of three cards,
    since the other facts alone would lead to a different ruling.

    Args:
        house: Compiled game in force.
        now: Situation at the table.
        fault: Name of the fault in the rule set.

    Returns:
        Values of the facts, by name.
    """
    facts = _facts_at(house, now, fault)
    return facts if facts is not None and _can_be(facts) else None


def _facts_at(house: CompiledGame, now: Situation, fault: str) -> dict[str, object] | None:
    """Return the facts of a fault at the table, even if the rule books do not cover their values."""
    tell = teller(house.game.data, fault)
    return None if tell is None else tell(now)


def _can_be(facts: Mapping[str, object]) -> bool:
    """Return whether every fact has a value that the rule books cover."""
    known = known_facts()
    return all(known[name].can_be(value) for name, value in facts.items() if name in known)


def decided(house: CompiledGame, now: Situation, fault: str) -> Ruling | None:
    """Return the rule set's ruling on a fault in the present situation; None if the fault did not happen here, or no rule covers
    it.

    Args:
        house: Compiled game in force.
        now: Situation at the table.
        fault: Name of the fault in the rule set.
    """
    rules = house.game.rules
    if rules is None or fault not in rules.faults:
        return None
    by_name = _facts_at(house, now, fault)
    if by_name is None:
        return None
    facts = tuple(by_name.items())
    try:
        hash(facts)
    except TypeError:
        return _decided(house, fault, by_name)
    return _decided_once(house, facts_doc(), fault, facts)


@functools.lru_cache(maxsize=2048)
def _decided_once(house: CompiledGame, _declared: Doc, fault: str, facts: tuple[tuple[str, object], ...]) -> Ruling | None:
    """Return the ruling on a fault, cached: equal facts get equal rulings, hand after hand.

    Args:
        house: Compiled game in force.
        _declared: Catalogue by which facts are read; part of the cache key only.
        fault: Name of the fault.
        facts: Facts of the table, as pairs of name and value.
    """
    return _decided(house, fault, dict(facts))


def _decided(house: CompiledGame, fault: str, facts: dict[str, object]) -> Ruling | None:
    """Return the rule set's ruling on a fault; None if a fact has a value that the rule books do not cover."""
    assert house.game.rules is not None  # there is a rule set with this fault
    if not _can_be(facts):
        return None
    fault = str(facts.pop("fault", fault))  # the facts may show that it is another fault
    return decide(house.game.rules, fault, facts, options=house.game.options)


# -- rulings --------------------------------------------------------------------------------------------------------


class Hearing:
    """The floor's view of one act: it collects the findings on the act, asks for rulings, and puts their remedies on the agenda.

    Args:
        work: Working copy of the agenda, after the act.
        findings: Earlier findings.
        rulings: Earlier rulings.
        open_before: Dealer's step that was open before the act; None for none.

    Attributes:
        found: Findings on this act.
        ruled: Rulings on this act.
    """

    __slots__ = ("_findings", "_open", "_open_before", "_rulings", "found", "ruled", "work")

    def __init__(
        self,
        work: AgendaBuilder,
        findings: Sequence[Finding],
        rulings: Sequence[Ruled],
        open_before: DealerStep | None = None,
    ) -> None:
        self.work, self._findings, self._rulings, self._open_before = work, findings, rulings, open_before
        self.found: list[Finding] = []
        self.ruled: list[Ruled] = []
        self._open: list[tuple[Ruling, RuledOn]] = []

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
        """Mark a code as reported in this round, and return whether it had been reported before. Only codes that are reported
        once a round are marked; for others the answer is False.
        """
        if self.was_reported(code):
            return True
        work = self.work
        entry = work.house.catalogue.get(code, {})
        if entry.get("once"):
            work.round = work.round._replace(reported=work.round.reported | {entry.get("slip", code)})
        return False

    def was_reported(self, code: str) -> bool:
        """Return whether a code has been reported in this round, if it is reported only once a round. Codes with the same `slip`
        in the catalogue count as one.
        """
        entry = self.work.house.catalogue.get(code, {})
        return bool(entry.get("once")) and entry.get("slip", code) in self.work.round.reported

    def rule_on(self, finding: Finding) -> None:
        """Ask the rule set for its ruling on a finding; `give` then puts the ruling into force."""
        entry = self.work.house.catalogue.get(finding.code, {})
        fault = str(entry.get("fault") or "")
        if fault:  # a code that is reported once a round and comes again was corrected in between
            now = self.work.now
            earlier = [other.act for other in self._findings if other.code == finding.code] if entry.get("once") else []
            anew = bool(earlier) and earlier[-1] > now.begun
            self._weigh(fault, finding.code, finding.expected, again=bool(now.log[-1].seat) or anew)

    def remark(self, act: Act, remark: str) -> None:
        """Act on a remark that the felt made on an act: a boxed card gets a ruling, a card that cannot be there gets a finding.

        Args:
            act: The act, which has happened.
            remark: The remark: a word listed in `dealerkit.felt.effects`.
        """
        work = self.work
        work.now.remark = (len(work.now.log), remark)
        fault = self._odd_card(act, remark)
        if fault:
            self._weigh(fault, "")
        elif remark == "elsewhere" and work.house.game.rules is not None:
            self._find(str(work.house.felt.get("ran_out", NOT_DEALT)), act)
        elif remark == "flawed":
            self._weigh("foreign_card", "")
        elif remark == "dealer-change":
            self._weigh("dealer_change", "")
        elif remark in {"duplicate", "foreign"}:
            if act.verb in work.house.watch and act.verb in work.house.felt.get("stops_for", ()):
                return  # such a card is not the dealer's slip; a duty says what must be done about it
            self._find(TWICE if remark == "duplicate" else FOREIGN, act)
        elif remark == "out-of-order":
            self._find(OUT_OF_ORDER, act)

    def _odd_card(self, act: Act, remark: str) -> str:
        """Return the fault of an odd card, by its kind of oddity in the game's `odd_cards`; empty for any other card."""
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

    def fold(self) -> None:
        """Link the findings on the act to one cause: the finding that was ruled on, or else the gravest, the first of equals."""
        if len(self.found) < 2:
            return
        act, known = len(self.work.now.log), self.work.house.catalogue
        own = [finding for finding in self.found if finding.because_of is None or finding.because_of[1] != act]
        ruled = self.ruled[-1].code if self.ruled else ""
        root = max(own, key=lambda finding: (finding.code == ruled, SEVERITIES.index(severity_of(known, finding))), default=None)
        if root is not None:
            follows = root.code, root.act
            self.found = [
                finding if finding is root or finding.because_of is not None else attrs.evolve(finding, because_of=follows)
                for finding in self.found
            ]

    # -- rulings --------------------------------------------------------------------------------------------------

    def _weigh(self, fault: str, code: str, expected: str = "", *, again: bool = True) -> None:
        now = self.work.now
        ruling = decided(self.work.house, now, fault)
        if ruling is None:
            return
        if not again and not self._is_left_for_the_same(ruling) and self._is_given(ruling):
            return  # the dealer's execution of a ruling is not ruled on again
        at = len(now.log)
        back: tuple[Act, ...] = ()
        for debt in self.work.books.debts:
            back += debt.acts if debt.step is AS_IT_LAY and debt.found == at else ()
        self._open.append((ruling, RuledOn(ruling.fault, code, at, tuple(now.felt.moved), expected, ruling, back)))

    def _is_given(self, ruling: Ruling) -> bool:
        """Return whether the ruling was given before in this round."""
        begun = self.work.now.begun
        for given in reversed(self.rulings):
            if given.act <= begun:
                return False
            if ruling in given.ruling.each:
                return True
        return False

    def _is_left_for_the_same(self, ruling: Ruling) -> bool:
        """Return whether the slip left out a remedy of the very ruling that it would bring again. Chips that the remedy was to
        move are owed anyway.
        """
        step, act = self._open_before, self.work.now.log[-1]
        left = step is not None and step.remedy and step.path.partition(".")[0] in ruling.remedies
        moved = act.who == DEALER and VERBS[DEALER, act.verb].amount
        return left and not moved and not under_way(self.work)

    def give(self) -> None:
        """Put the ruling on the act into force, and its remedies on the agenda.

        If there are several rulings, the gravest is given, together with those others whose remedies can be dealt as well.
        """
        work, rules = self.work, self.work.house.game.rules
        fresh, self._open = self._open, []
        if not fresh:
            return
        assert rules is not None
        earlier = self.ruled.pop() if self.ruled else None  # a ruling on an earlier finding of this act
        before = earlier.ruling.each if earlier is not None else ()
        codes = {ruling.fault: slip.code for ruling, slip in reversed(fresh)} | (
            {earlier.ruling.fault: earlier.code} if earlier else {}
        )
        rulings = {ruling.fault: ruling for ruling in (*before, *[ruling for ruling, _ in fresh])}
        gravest = combined(rules, list(rulings.values()))
        done = set(self._dealt(gravest))
        beside = tuple(ruling for ruling in gravest.beside if not done.issuperset(self._dealt(ruling)))
        gravest = attrs.evolve(gravest, beside=beside) if gravest.beside else gravest
        self.ruled.append(Ruled(len(work.now.log), gravest, codes[gravest.fault]))
        slips = sorted([slip for _, slip in fresh], key=lambda slip: slip.fault == gravest.fault)
        work.note(slips=(*work.now.slips, *slips))
        if not gravest.to_deal:
            self._let_bets_stand(codes[gravest.fault])
        for ruling in reversed(gravest.each):
            if ruling.decided and ruling not in before:
                put_on(
                    work, [name for name in self._dealt(ruling) if work.house.remedies[name].floor != BEGINS], codes[ruling.fault]
                )

    def _let_bets_stand(self, code: str) -> None:
        """Drop the chips owed back for an answer that the act has passed over: a ruling without a remedy lets what lies there
        stand (PIT-I12).

        Args:
            code: Code of the finding ruled on.
        """
        work, findings = self.work, self.findings
        steps = {finding.step for finding in self.found if finding.code == code}
        passed = [step for step in work.house.program.walk() if isinstance(step, PlayerStep) and step.id in steps]
        if any(step.mechanic.answered and step is not work.players for step in passed):
            work.debts = [
                debt
                for debt in work.debts
                if not (debt.step is AS_IT_LAY and debt.is_money and findings[debt.finding].step in steps)
            ]

    def _dealt(self, ruling: Ruling) -> list[str]:
        """Return the remedies of a ruling that are dealt at the table."""
        return [name for name in ruling.to_deal if self.work.house.remedies[name].dealt]


def outranks(house: CompiledGame, ruling: Ruling, other: Ruling) -> bool:
    """Return whether a ruling leaves no room for another: it comes first in the rule set's order and waits for the floor to end
    the hand, so that the other's remedies are not dealt.

    Args:
        house: The game with its remedies.
        ruling: The ruling that may wait for the floor.
        other: The other ruling.
    """
    known, rules = house.remedies, house.game.rules
    assert rules is not None  # there are rulings
    order = rules.precedence
    waits = any(known[name].floor == BEGINS and known[name].then is not None for name in ruling.to_deal)
    return waits and ruling.outcome in order and order.index(ruling.outcome) < _rank(order, other.outcome)


def _rank(order: Sequence[str], outcome: str) -> int:
    """Return the index of an outcome in an order of precedence; unlisted outcomes rank last."""
    return order.index(outcome) if outcome in order else len(order)
