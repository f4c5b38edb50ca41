"""The floor at a table: what is ruled on a slip, and the remedy that becomes what is expected because of it.

A rule set's own ruling is given as soon as a slip is found. What its remedies ask for goes on top of the agenda: at once, or
when the floor has ruled, as the remedy says. What was under way goes on below it.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from dealerkit.errors import Impossible
from dealerkit.facts.disputes import DISPUTES
from dealerkit.facts.faults import FAULTS
from dealerkit.facts.slips import RuledOn, chips_of_the_hand, puts_right, remember_slip, slip_called
from dealerkit.felt import DEALER, FLOOR, Act
from dealerkit.felt.acts import is_seat
from dealerkit.judge import Finding, Minder
from dealerkit.procedure.cursor import Leave, Loop
from dealerkit.procedure.remedies import BEGINS, BINDS, Remedy, compile_remedies
from dealerkit.procedure.steps import DealerStep, Section
from dealerkit.rules.games import Game
from dealerkit.rules.sets import RuleSet
from dealerkit.rulings import OUTCOMES, UNDECIDED, Ruling, decide
from dealerkit.rulings.facts import known_facts
from dealerkit.rulings.lists import decision_list

_SHORT = {"void": "void_hand", "stands": "play_on"}
"""What a floor supervisor says for short."""

_PUT_RIGHT = frozenset({"corrected", "board_redealt", "card_does_not_play", "card_replaced"})
"""Outcomes by which something is put right on the table: said without a remedy, any of them confirms the one in force."""

_OWNS_UP = frozenset({"floor", "slip"})
"""What a dealer says who has noticed a slip."""


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


class Floor(Minder):
    """A judge whose findings are ruled on.

    Attributes:
        game: The game.
        rules: The rule set in force; None without one.
        catalogue: What is known of each finding.
        rulings: The rulings given, in order.
    """

    game: Game
    rules: RuleSet | None
    catalogue: Mapping[str, Any]
    rulings: list[Ruled]

    # -- findings --------------------------------------------------------------------------------------------------

    def reported_once(self, code: str) -> bool:
        """Whether a code that is reported once a round has been reported in this one."""
        entry = self.catalogue.get(code, {})
        if not entry.get("once"):
            return False
        slip = entry.get("slip", code)  # codes with the same word are one slip
        if slip in self.reported:
            return True
        self.reported.add(slip)
        return False

    def ruled(self, finding: Finding) -> None:
        """The rule set's own ruling on a finding; its remedy becomes what is expected."""
        if self.rules is None:
            return
        fault = str(self.catalogue.get(finding.code, {}).get("fault") or "")
        if fault:
            self._rule(fault, finding.code, finding.expected, again=bool(self.log[-1].seat))

    def remarked(self, act: Act, remark: str) -> None:
        """What the felt noticed: a boxed card is ruled on, a card that cannot be there is found."""
        self.now.memo["remark"] = (len(self.log), remark)
        fault = self._odd_card(act, remark)
        if fault:
            self._rule(fault, "")
        elif remark == "elsewhere" and self.rules is not None:
            self._found(str(self.game.data["felt"].get("ran_out", "record/card-not-dealt")), act)
        elif remark == "boxed":
            pass
        elif remark == "flawed":
            self._rule("foreign_card", "")
        elif remark == "dealer-change":
            self._rule("dealer_change", "")
        elif remark in {"duplicate", "foreign"}:
            if act.verb in self.watch and act.verb in self.now.game.data["felt"].get("stops_for", ()):
                return  # it is no slip of the dealer's that such a card came; a duty says what is to be done
            self._found("record/duplicate-card" if remark == "duplicate" else "record/foreign-card", act)
        elif remark == "out-of-order":
            self._found("record/card-out-of-order", act)

    def _odd_card(self, act: Act, remark: str) -> str:
        """The fault that a card is by itself, by what is odd about it: the game's `odd_cards` names them; empty if it is none."""
        odd: Mapping[str, str] = self.game.data["felt"].get("odd_cards", {"boxed": "boxed_card"})
        word = next((word for word in act.manner if word in odd), remark)
        return str(odd.get(word, "")) if act.verb == "deal" else ""

    def _found(self, code: str, act: Act) -> None:
        if self.reported_once(code):
            return
        step = self.step or (self.passed[-1] if self.passed else None)
        finding = Finding(code, step.id if step is not None else "", "", act.text, len(self.log))
        self.findings.append(finding)
        self.ruled(finding)

    # -- rulings ---------------------------------------------------------------------------------------------------

    @property
    def here(self) -> list[Finding]:
        """What was found in the hand or coup that was played last, be it over or not."""
        section = next((it.section for it in reversed(self.agenda) if isinstance(it, Loop) and not it.section.part), None)
        since = 0
        if section is not None:
            since = self.now.marks[section.id]
            since = since if since < len(self.log) else self.now.ended[section.id]
        return [finding for finding in self.findings if finding.act > since]

    def fault_of(self, finding: Finding) -> str:
        """The fault that a finding is ruled on as, at once (`fault`) or if somebody disputes it (`dispute`); empty for none."""
        entry = self.catalogue.get(finding.code, {})
        return str(entry.get("fault") or entry.get("dispute") or "")

    @property
    def disputed(self) -> tuple[str, Finding] | None:
        """What is to be ruled on: the last finding of this hand or coup that leads to a fault, after that fault."""
        return next(((fault, finding) for finding in reversed(self.here) if (fault := self.fault_of(finding))), None)

    def facts_of(self, fault: str) -> dict[str, object] | None:
        """What the table can tell about a fault, for a ruling; None if it can tell nothing of it.

        Nor is anything told where things lie in a way that the rule books have no words for, as a flop of three cards that
        somebody says has too many: a ruling from half of the facts would be another ruling.
        """
        tell = (DISPUTES if "showdown" in self.game.data else FAULTS).get(fault)
        told = None if tell is None else tell(self.now)
        known = known_facts()
        if told is None or not all(known[name].can_be(value) for name, value in told.items() if name in known):
            return None
        return told

    def decided(self, fault: str) -> Ruling | None:
        """How the rule set rules on a fault as things stand; None if it does not, or there is no such fault after all."""
        rules = self.rules
        if rules is None or fault not in rules.faults:
            return None
        facts = self.facts_of(fault)
        if facts is None:
            return None
        fault = str(facts.pop("fault", fault))  # it may have turned out to be another
        return decide(rules, fault, facts, options=self.game.options)

    def _rule(self, fault: str, code: str, expected: str = "", *, again: bool = True) -> None:
        ruling = self.decided(fault)
        if ruling is None:
            return
        since = max(self.now.marks.values(), default=0)
        if not again and any(given.ruling == ruling and given.act > since for given in self.rulings):
            return  # what the dealer made of a ruling is not ruled on once more
        self.rulings.append(Ruled(len(self.log), ruling, code))
        remember_slip(self.now, RuledOn(ruling.fault, code, len(self.log), tuple(self.felt.moved), expected))
        if ruling.outcome != UNDECIDED:
            known = self.remedies()
            self._remedy([name for name in ruling.to_deal if known[name].dealt and known[name].floor != BEGINS], code)

    # -- remedies --------------------------------------------------------------------------------------------------

    def _remedy(self, remedies: Sequence[str], code: str = "") -> None:
        """Remedies become what is expected: now, after the step that is under way, or before a street to come."""
        nodes: list[Any] = []
        now = False
        for name in remedies:
            remedy = self.remedies()[name]
            puts_right(self.now, name, slip_called(self.now, code))
            loop = next((at for at in range(len(self.agenda) - 1, -1, -1) if isinstance(self.agenda[at], Loop)), None)
            if remedy.when == "after_section" and loop is not None and self._round_begun():  # else the round has yet to begin
                self.agenda[loop + 1 : loop + 1] = reversed(remedy.nodes)
                continue
            now = now or remedy.when != "after_step" or bool(self.may)  # past what cannot be known, no step is under way
            nodes += remedy.at_once
            nodes += [part for part in self.program.sections() if part.id in remedy.parts and not self._dealt()]
            for streets, later in remedy.later.items():
                self._put_before(streets, later)
            if remedy.then is not None:
                nodes.append(remedy.then)
        if not nodes:
            return
        waiting = self.players is not None and not self.players.until
        if waiting or (now and self.step is not None and self.plan()):
            self.interrupt(nodes, beside=all(self.remedies()[name].floor == BINDS for name in remedies))
            return
        self.agenda.extend(reversed(nodes))
        if self.step is None and self.players is None:
            self.go_on()

    def _put_before(self, streets: int, nodes: Sequence[DealerStep]) -> None:
        """Steps go before the next street (1) or the one after it (2); if no such street comes any more, they are not due."""
        for at in range(len(self.agenda) - 1, -1, -1):
            item = self.agenda[at]
            if isinstance(item, Loop):
                return
            if isinstance(item, Section) and any(
                isinstance(step, DealerStep) and "deal" in step.do.verbs for step in item.walk()
            ):
                streets -= 1
                if not streets:
                    self.agenda[at + 1 : at + 1] = reversed(nodes)
                    return

    def remedies(self) -> Mapping[str, Remedy]:
        """The remedies of the rule set in force, compiled."""
        return compile_remedies(self.game)

    def binds(self, step: DealerStep) -> bool:
        """Whether a step of a remedy may not be left out. Nobody can carry out what nobody has noticed: some remedies bind once
        the floor has ruled, the dealer has owned up, or part of it has been done.
        """
        remedy = self.remedies().get(step.path.partition(".")[0])
        if remedy is None or remedy.floor != BINDS:
            return True
        since = self.log[self.rulings[-1].act if self.rulings else 0 :]
        return any(act.who == FLOOR or (act.who == DEALER and act.verb in _OWNS_UP | remedy.own_verbs) for act in since)

    def open_step(self, step: DealerStep) -> bool:
        """Open a dealer's step; what a remedy that nobody has taken up would ask for later is not due."""
        if step.remedy and "streets_on" in step.params and not self.binds(step):
            return False
        return super().open_step(step)

    @property
    def to_rule(self) -> Act | None:
        """What the floor has to rule now, so that the remedy of the last ruling begins or binds; None if it has nothing to rule.

        A ruling that another act has overtaken is not to be given any more.
        """
        begun = max(self.now.marks.values(), default=0)
        for given in reversed(self.rulings):
            if given.act <= begun or any(act.who == FLOOR for act in self.log[given.act :]):
                return None
            known, ruling = self.remedies(), given.ruling
            of_floor = [known[name] for name in ruling.to_deal if known[name].dealt and known[name].floor]
            if not of_floor or ruling.outcome == UNDECIDED:
                continue
            if len(self.log) > given.act and not _same(self.decided(ruling.fault), ruling):
                continue
            if any(one.floor == BEGINS for one in of_floor) or self._under_way():
                return Act.make(FLOOR, "rule", ruling.outcome, *([given.code] if given.code else []))
        return None

    @property
    def puts_right(self) -> bool:
        """Whether something is being put right that the players wait for."""
        return self.step is not None and "of" in self.step.params

    def begins_by_floor(self) -> bool:
        """Whether what is to be ruled now begins only when the floor has ruled: nobody else makes a hand void."""
        known = self.remedies()
        return any(known[name].floor == BEGINS for name in self.rulings[-1].ruling.to_deal) if self.rulings else False

    def _under_way(self) -> bool:
        """Whether a step of a remedy is open or to come."""
        return (self.step is not None and self.step.remedy) or any(
            isinstance(item, DealerStep) and item.remedy for item in self.agenda
        )

    def floor(self, act: Act) -> Any:
        """The floor rules, on the finding it names or else on the last ruling: with a remedy's id, that follows; otherwise the
        ruling in force is confirmed or departed from.
        """
        outcome = _SHORT.get(act.to[0], act.to[0])
        if outcome not in OUTCOMES:
            near = difflib.get_close_matches(outcome, OUTCOMES, n=3, cutoff=0.5)
            msg = f"'{act.to[0]}' is no outcome of a ruling; there is {', '.join(near or OUTCOMES)}"
            raise Impossible(msg)
        known = self.remedies()
        codes = [word for word in act.to[1:] if "/" in word]
        names = [word.upper() for word in act.to[1:] if "/" not in word and not is_seat(word)]
        if unknown := [name for name in names if name not in known]:
            msg = f"no remedy of this rule set is called '{unknown[0]}'; there is {', '.join(known) or 'none'}"
            raise Impossible(msg)
        code = codes[0] if codes else ""
        ruling = self._in_force(code)
        if ruling is not None and (self._confirms(outcome, ruling) if not names else tuple(names) == ruling.remedies):
            dealt = [name for name in ruling.to_deal if known[name].dealt and known[name].floor]
            fresh = any(known[name].floor == BEGINS for name in dealt) or not self._under_way()
            return (lambda: self._depart(dealt, code)) if dealt and fresh else (lambda: None)
        names = names or self._usual(outcome, ruling)
        return (lambda: self._depart(names, code)) if names or ruling is not None else (lambda: None)

    def _in_force(self, code: str) -> Ruling | None:
        """The ruling that the floor speaks of: on the finding named, or the last one; as things stand now, if anybody has acted
        since it was given, or cards have come.

        Raises:
            Impossible: If nothing of that code was found.
        """
        if code and not any(finding.code == code for finding in self.findings):
            found = dict.fromkeys(finding.code for finding in self.findings)
            msg = f"nothing was found here that is called '{code}'; found so far: {', '.join(found) or 'nothing'}"
            raise Impossible(msg)
        given = next((one for one in reversed(self.rulings) if not code or one.code == code), None)
        fault = given.ruling.fault if given is not None else str(self.catalogue.get(code, {}).get("fault", ""))
        if given is not None and not any(act.seat or act.verb in ("deal", "burn") for act in self.log[given.act :]):
            return given.ruling
        return (self.decided(fault) if fault else None) or (given.ruling if given is not None else None)

    def _confirms(self, outcome: str, ruling: Ruling) -> bool:
        """Whether an outcome said without a remedy confirms a ruling: it is the same, or both put something right."""
        return outcome == ruling.outcome or (
            {outcome, ruling.outcome} <= _PUT_RIGHT and any(self.remedies()[name].floor == BINDS for name in ruling.to_deal)
        )

    def _usual(self, outcome: str, ruling: Ruling | None) -> list[str]:
        """The remedies that the rule set names with an outcome: for the fault ruled on, where nothing that is known is
        against it, or else for any, if the hand is over by it.
        """
        rules = self.rules
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

    def _depart(self, names: Sequence[str], code: str = "") -> None:
        """The floor has ruled: a remedy that was under way is dropped, those named take its place."""
        known = self.remedies()
        self.agenda[:] = [
            item for item in self.agenda if not ((isinstance(item, DealerStep) and item.remedy) or isinstance(item, Leave))
        ]
        self.now.memo["chips of the hand"] = chips_of_the_hand(self.now)
        if self.step is not None and self.step.remedy:
            self.step, self.head, self.rest, self.guarded = None, None, [], None
        self._remedy([name for name in names if known[name].dealt], code)
        if self.step is None and self.players is None:
            self.go_on()


def _same(one: Ruling | None, other: Ruling) -> bool:
    """Whether two rulings come to the same."""
    return one is not None and (one.outcome, one.to_deal) == (other.outcome, other.to_deal)
