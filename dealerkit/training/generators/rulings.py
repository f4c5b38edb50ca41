"""Misdeal, remedy or play on, and early and irregular streets: the facts, and the ruling of the rule set in force."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from random import Random
from typing import Any

import attrs

from dealerkit.errors import DealerkitError
from dealerkit.rules.sets import facts_under
from dealerkit.rules.texts import text
from dealerkit.rulings import UNDECIDED, Ruling, known_facts, known_faults
from dealerkit.training.disputes import ASK, among_four, one_of, ruled_by, said_outcome, said_remedy, set_of, sets_asked, told
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.generators.find_slip import FindSlip
from dealerkit.training.items import Key, Question
from dealerkit.training.narration import wrapped
from dealerkit.training.replies import OneOfReply, PartsReply

_MOST = 14
"""Most facts shown."""
_SAMPLE = 25
"""Number of sets of facts drawn for each fault to find its possible outcomes."""
_GATES = ("action_reached", "substantial_action_reached", "live_action_reached")
"""Facts that follow from the acts since the forced bets; the acts are shown instead, so that the trainee derives these facts."""
_RECORD = FindSlip()


@attrs.frozen(eq=False)
class RulingsSituation:
    """Facts, and the rulings on them.

    Attributes:
        facts: The facts by name, `fault` among them.
        rulings: The ruling under each requested rule set, in order.
        picks: For each ruling, the outcomes and the remedies to choose from.
    """

    facts: Mapping[str, object]
    rulings: tuple[Ruling, ...]
    picks: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]


class Rulings(Generator[object]):
    """Exercises on rulings.

    A cell, the unit that comes back after a wrong answer, is a fault with the outcome under the first rule set; the outcome
    is its class.

    Under `with:` a level has `faults`, `given` (facts that always hold, by fault), `sets` (rule sets asked side by side; by
    default the one in force) and `acts` (words of possible acts); `record: true` hides the facts in a record.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return each fault of the level with each outcome that its decision list can have."""
        if setting.told("record"):
            return _RECORD.cells(setting)
        return _cells(setting)

    def draw(self, setting: Setting, cell: str, rng: Random) -> object:
        """Draw facts until they lead to the outcome of the cell; None if this attempt gave none."""
        if setting.told("record"):
            return _RECORD.draw(setting, cell, rng)
        fault, _, outcome = cell.partition(": ")
        for _ in range(40):
            facts = _facts(setting, fault.replace(" ", "_"), rng)
            if facts is None:
                continue
            rulings = tuple(ruled_by(setting, rules, facts) for rules in sets_asked(setting))
            if said_outcome(rulings[0]) == outcome:
                return RulingsSituation(facts, rulings, tuple(_picks(setting, ruling, rng) for ruling in rulings))
        return None

    def question(self, setting: Setting, given: Any) -> Question:
        """Describe the facts; ask for ruling and remedy."""
        if setting.told("record"):
            return _RECORD.question(setting, given)
        sets = [rules.name for rules in sets_asked(setting)]
        shown = [f"{setting.game.title}, rules {' and '.join(sets)}", *told(given.facts)]
        parts: list[tuple[str, OneOfReply]] = []
        for name, (outcomes, remedies) in zip(sets, given.picks, strict=True):
            of = f", {name}" if len(sets) > 1 else ""
            parts += [(f"ruling{of}", one_of(outcomes)), (f"remedy{of}", one_of(remedies))]
        return Question(tuple(shown), ASK, PartsReply(tuple(parts)))

    def key(self, setting: Setting, given: Any) -> Key:
        """Return ruling and remedy under each rule set, by its decision list."""
        if setting.told("record"):
            return _RECORD.key(setting, given)
        answers, rules, working = list[str](), list[str](), list[str]()
        for ruling in given.rulings:
            answers += [said_outcome(ruling), said_remedy(set_of(setting, ruling), ruling)]
            rules += ruling.rules
            because = f"{ruling.rules_set}: {ruling.because or ruling.say or said_outcome(ruling)}"
            working += wrapped(because, 72, "")
        codes = tuple(code for code in setting.drill.codes if "*" not in code)
        return Key((PartsReply.join(answers),), tuple(dict.fromkeys(rules))[:4] or setting.drill.cite, tuple(working), codes[:2])


@functools.lru_cache(maxsize=32)
def _cells(setting: Setting) -> Mapping[str, str]:
    """Return each fault with each outcome that facts drawn at random lead to; the outcome is its class."""
    rules, rng, cells = sets_asked(setting)[0], Random("cells"), dict[str, str]()
    for fault in setting.told("faults", ()):
        for _ in range(_SAMPLE):
            facts = _facts(setting, fault, rng)
            if facts is not None:
                outcome = said_outcome(ruled_by(setting, rules, facts))
                cells.setdefault(f"{fault.replace('_', ' ')}: {outcome}", outcome)
    return dict(sorted(cells.items()))


def _facts(setting: Setting, fault: str, rng: Random) -> dict[str, object] | None:
    """Draw facts of a fault until every rule set decides; return None if one of them never does, or the facts contradict each
    other.
    """
    with facts_under(*sets_asked(setting)):
        return _drawn(setting, fault, rng)


def _drawn(setting: Setting, fault: str, rng: Random) -> dict[str, object] | None:
    known, sets = known_faults()[fault], sets_asked(setting)
    facts: dict[str, object] = {"fault": fault, **dict(setting.told("given", {}).get(fault, {}))}
    form = setting.game.form
    if "form" in known.facts and form in known_facts()["form"].values:
        facts["form"] = str(form)
    if "acts" in known.facts:
        words = setting.told("acts", ["fold", "call", "raise"])
        facts["acts"] = " ".join(rng.choice(words) for _ in range(rng.randint(0, 4))) or "none"
        if facts["acts"] == "none":
            facts["acts"] = ""
    for name in known.facts:
        if (
            name not in facts
            and name not in _GATES
            and known_facts()[name].assume is not None
            and not known_facts()[name].of_game
            and rng.random() < 0.35
        ):
            facts[name] = _value(setting, name, rng)
    for _ in range(_MOST):
        try:
            rulings = [ruled_by(setting, rules_, facts) for rules_ in sets]
        except DealerkitError:
            return None
        needs = next((ruling.needs for ruling in rulings if ruling.needs), ())
        if not needs:
            return facts if all(ruling.outcome != UNDECIDED for ruling in rulings) else None
        if needs[0] in facts or needs[0] in _GATES:
            return None
        facts[needs[0]] = _value(setting, needs[0], rng)
    return None


def _value(setting: Setting, name: str, rng: Random) -> object:
    fact = known_facts()[name]
    if fact.type == "bool":
        return rng.choice([True, False])
    if fact.type == "choice":
        kept = setting.told("values", {}).get(name) or fact.values
        return rng.choice(list(kept))
    if fact.type == "int":
        high = fact.high if fact.high is not None else fact.low + 3
        return rng.randint(fact.low, min(high, fact.low + 3))
    return fact.example if fact.example is not None else ""


def _picks(setting: Setting, ruling: Ruling, rng: Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return outcomes and remedies to choose from: those of the level's faults, the right ones among them."""
    rules = set_of(setting, ruling)
    alike = [ruling.fault, *setting.told("faults", ())]
    cases = [case for name in alike if name in rules.faults for case in rules.faults[name]["cases"].values()]
    outcomes = dict.fromkeys(str(case["outcome"]).replace("_", " ") for case in cases)
    named = dict.fromkeys(name for case in cases for name in case.get("remedies") or ())
    remedies = dict.fromkeys(text(rules.remedies[name]["title"]) for name in named if name in rules.remedies)
    right = said_remedy(set_of(setting, ruling), ruling)
    return among_four(said_outcome(ruling), list(outcomes)[:8], rng), among_four(right, list(remedies)[:8], rng)


GENERATOR = Rulings()
