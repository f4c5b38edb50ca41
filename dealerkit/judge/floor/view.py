"""The floor's view of a table: the open dispute, the ruling to give, and the outcomes to choose from."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dealerkit.facts import Situation
from dealerkit.facts.slips import overtaken
from dealerkit.felt import FLOOR, Act
from dealerkit.judge.findings import Finding
from dealerkit.judge.floor.act import is_same, unclear_between
from dealerkit.judge.floor.remedies import under_way
from dealerkit.judge.floor.ruling import FOR_THE_FLOOR, Ruled, decided, facts_of, floor_spoke, outranks
from dealerkit.procedure.agenda import Agenda, Loop, items
from dealerkit.procedure.compiled_game import CompiledGame
from dealerkit.procedure.remedies import BEGINS
from dealerkit.rulings import UNDECIDED, Ruling, decide
from dealerkit.rulings.decision_lists import decision_list
from dealerkit.rulings.derivation import is_settled_by_others


@attrs.frozen(eq=False)
class Floor:
    """The floor's view of a table.

    Attributes:
        house: Compiled game in force.
        agenda: Agenda of the table.
        now: Situation at the table.
        findings: Earlier findings.
        rulings: Earlier rulings.
    """

    house: CompiledGame
    agenda: Agenda
    now: Situation
    findings: Sequence[Finding]
    rulings: Sequence[Ruled]

    @property
    def here(self) -> list[Finding]:
        """Findings of the current or last hand or coup."""
        section = next(
            (item.section for item in items(self.agenda.stack) if isinstance(item, Loop) and not item.section.part), None
        )
        since, now = 0, self.now
        if section is not None:
            since = now.marks[section.id]
            since = since if since < len(now.log) else now.ended[section.id]
        return [finding for finding in self.findings if finding.act > since]

    @property
    def disputed(self) -> tuple[str, Finding] | None:
        """The fault and the finding to rule on: those of the last finding of this hand or coup that leads to a fault of the rule
        set; None if no finding does.
        """
        return next(((fault, finding) for finding in reversed(self.here) if (fault := self.fault_of(finding))), None)

    @property
    def to_rule(self) -> Act | None:
        """The floor's act that puts the remedy of the last ruling into force; None if no remedy is waiting for the floor.

        A ruling that a later act has overtaken is not given any more. Of several on one act, the ruling that ends the hand comes
        first.
        """
        given = self._to_rule_on
        return None if given is None else _floor_act(given)

    @property
    def to_repeat(self) -> Act | None:
        """The floor's act that confirms the last ruling while its remedy is being carried out; None if no remedy is."""
        known = self.house.remedies
        dealt = (given for given in reversed(self.rulings) if any(known[name].dealt for name in given.ruling.to_deal))
        given = next(dealt, None) if under_way(self.agenda) else None
        return None if given is None else _floor_act(given)

    @property
    def _to_rule_on(self) -> Ruled | None:
        """The ruling that the floor has to give next; None for none."""
        now, known = self.now, self.house.remedies
        begun, spoke = now.begun, floor_spoke(now)
        waiting = [given for given in self.rulings if given.act > begun and given.act >= spoke]
        for given in reversed(waiting):
            ruling = given.ruling
            if any(outranks(self.house, other.ruling, ruling) and self._holds(other) for other in waiting):
                continue
            of_floor = [known[name] for name in ruling.to_deal if known[name].dealt and known[name].floor]
            if not of_floor or ruling.outcome == UNDECIDED or not self._holds(given):
                continue
            if any(remedy.floor == BEGINS for remedy in of_floor) or under_way(self.agenda):
                return given
        return None

    def _holds(self, given: Ruled) -> bool:
        """Return whether the rule set would give the same ruling on the fault now."""
        return len(self.now.log) == given.act or is_same(self.decided(given.ruling.fault), given.ruling)

    @property
    def begins(self) -> bool:
        """Whether the next ruling takes effect only when the floor gives it, because only the floor declares a hand void."""
        given, known = self._to_rule_on, self.house.remedies
        return given is not None and any(known[name].floor == BEGINS for name in given.ruling.to_deal)

    @property
    def question(self) -> Ruled | None:
        """The last ruling of this hand or coup, if it leaves the decision to the floor, because a fact is missing or the rule
        book leaves it open, and the floor has not spoken since; None otherwise.
        """
        open_ = (given for given in reversed(self.rulings) if given.ruling.outcome in FOR_THE_FLOOR)
        given, now = next(open_, None), self.now
        return given if given is not None and given.act > now.begun and given.act >= floor_spoke(now) else None

    @property
    def answer(self) -> Act | None:
        """The floor's act for the open question, if the known facts are not disputed; None if they do not decide the question."""
        given, rules = self.question, self.house.game.rules
        if given is None or given.ruling.outcome != UNDECIDED:
            return None
        assert rules is not None  # there is a ruling
        facts: dict[str, object] = dict(given.ruling.facts)
        if overtaken(self.now, given.act):  # the action has gone further, so its facts are those of now
            known = self.facts_of(given.ruling.fault) or {}
            facts = {name: value for name, value in facts.items() if not is_settled_by_others(name)}
            facts |= {name: value for name, value in known.items() if name != "fault"}
        ruling = decide(rules, given.ruling.fault, facts, options=self.house.game.options, written=True)
        if ruling.outcome in FOR_THE_FLOOR:
            return None
        return _floor_act(given, ruling.outcome)

    @property
    def being_mended(self) -> frozenset[int]:
        """Numbers of the findings whose ruling has a remedy that is dealt at the table."""
        known = self.house.remedies
        mended = {
            (given.act, ruling.fault)
            for given in self.rulings
            for ruling in given.ruling.each
            if any(known[name].dealt for name in ruling.to_deal)
        }
        return frozenset(
            number for number, finding in enumerate(self.findings) if (finding.act, self.fault_of(finding)) in mended
        )

    def means(self, act: Act) -> tuple[Act, ...]:
        """Return the complete rulings that an outcome without a code can stand for.

        That is the ruling due, or the ruling on the open question; else one ruling for each finding that the outcome may refer
        to.

        Args:
            act: `f rule OUTCOME`.
        """
        due, question = self.to_rule, self.question
        if due is not None and due.to[0] == act.to[0]:
            return (due,)
        right = self.agenda.books.right
        wrong = {finding.code for number, finding in enumerate(self.findings) if number not in right}
        codes = unclear_between(self.now, act, wrong, self.rulings)
        if not codes and question is not None and question.code in wrong:
            codes = (question.code,)
        return tuple(Act.make(FLOOR, act.verb, *act.to, code) for code in codes) or (act,)

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The outcomes that the floor can choose on the present question: those in the rule set's decision list for the fault."""
        given, rules = self.question, self.house.game.rules
        if given is None:
            return ()
        assert rules is not None
        listed = given.ruling.possible if given.ruling.outcome == UNDECIDED else ()
        cases = decision_list(rules, given.ruling.fault).cases
        choices = dict.fromkeys(listed or (case.key[0] for case in cases))
        return tuple(outcome for outcome in choices if outcome not in FOR_THE_FLOOR) or ("play_on",)

    @property
    def choice(self) -> Act | None:
        """The floor's act if it may choose freely: play continues if that is among `outcomes`, else the first outcome.

        None if there is no question, or if `answer` already decides it.
        """
        given = self.question
        if given is None or not self.outcomes or self.answer is not None:
            return None
        outcome = "play_on" if "play_on" in self.outcomes else self.outcomes[0]
        return _floor_act(given, outcome)

    @property
    def puts_right(self) -> bool:
        """Whether a remedy is being carried out for which the players have to wait."""
        return self.agenda.place is not None and "of" in self.agenda.place.step.params

    def fault_of(self, finding: Finding) -> str:
        """Return the name of the fault, in the rule set, that a finding leads to, at once or if it is disputed; empty for
        none.
        """
        entry = self.house.catalogue.get(finding.code, {})
        return str(entry.get("fault") or entry.get("dispute") or "")

    def facts_of(self, fault: str) -> dict[str, object] | None:
        """Return the facts of a fault at the table, for a ruling; None if the table does not show them."""
        return facts_of(self.house, self.now, fault)

    def decided(self, fault: str) -> Ruling | None:
        """Return the rule set's ruling on a fault in the present situation; None if the fault did not happen here, or no rule
        covers it.
        """
        return decided(self.house, self.now, fault)


def _floor_act(given: Ruled, outcome: str = "") -> Act:
    """Return the floor's act that gives a ruling, with the ruling's outcome or another."""
    return Act.make(FLOOR, "rule", outcome or given.ruling.outcome, *([given.code] if given.code else []))
