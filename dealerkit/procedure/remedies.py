"""Remedies, compiled: the dealer's steps that a ruling orders, ready for the agenda."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

import attrs

from dealerkit.facts import Situation
from dealerkit.felt import DEALER, FLOOR
from dealerkit.mechanics import MECHANICS
from dealerkit.procedure.agenda import Leave
from dealerkit.procedure.planners import DO
from dealerkit.procedure.setup import compiler
from dealerkit.procedure.steps import DealerStep, Node, Section
from dealerkit.rules.data import data_dir
from dealerkit.rules.entries import RemedyEntry
from dealerkit.rules.rule_set import RuleSet
from dealerkit.rules.step_words import do_word

BEGINS, BINDS = "begins", "binds"
"""How a remedy depends on the floor. `begins`: it is due only once the floor has ruled. `binds`: it may be done at once, and
becomes compulsory once the floor has ruled or the dealer has owned up.
"""

_COMMON = frozenset({"deal", "burn", "floor"})
"""Verbs that a dealer also uses without a remedy, so that they do not show its beginning."""


@attrs.frozen(eq=False)
class Remedy:
    """A remedy, compiled.

    Attributes:
        name: Id of the remedy.
        section: Its steps.
        when: `now`, `after_step` (when the open step is done) or `after_section` (before the next round).
        then: Item that abandons or repeats a section afterwards; None for none.
        dealt: Whether its steps are dealt at the table, and not only described.
        floor: The floor's part: `begins` if the remedy begins only when the floor orders it, `binds` if it becomes compulsory
            when the floor rules, empty if it is due at once.
        parts: Sections of the procedure that are done again because of it, while no card is out.
        own_verbs: Verbs of the acts with which the dealer begins it without the floor.
    """

    name: str
    section: Section
    when: str
    then: Leave | None
    dealt: bool = True
    floor: str = ""
    parts: tuple[str, ...] = ()
    own_verbs: frozenset[str] = frozenset()

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The remedy's steps."""
        return self.section.nodes

    @property
    def at_once(self) -> list[Node]:
        """The remedy's steps that do not wait for a later street."""
        return [node for node in self.nodes if not (isinstance(node, DealerStep) and "streets_on" in node.params)]

    @property
    def later(self) -> Mapping[int, list[DealerStep]]:
        """Steps to insert later, by the number of the street that they precede: the next one (1), or the one after it (2)."""
        by_street: dict[int, list[DealerStep]] = {}
        for node in self.nodes:
            if isinstance(node, DealerStep) and "streets_on" in node.params:
                by_street.setdefault(int(node.params["streets_on"]), []).append(node)
        return by_street


OWNS_UP = frozenset({"floor", "slip"})
"""Verbs by which a dealer admits a slip."""


def binds(remedies: Mapping[str, Remedy], step: DealerStep, now: Situation) -> bool:
    """Return whether a step of a remedy is compulsory.

    Nobody has to act on an unnoticed slip. Some remedies bind only once the floor has ruled, the dealer has admitted the slip, or
    part of the remedy is done.

    Args:
        remedies: The remedies in force, by id.
        step: The step; one outside a remedy always binds.
        now: Situation at the table.
    """
    remedy = remedies.get(step.path.partition(".")[0])
    if remedy is None or remedy.floor != BINDS:
        return True
    since = now.log[now.slips[-1].at if now.slips else 0 :]
    return any(act.who == FLOOR or (act.who == DEALER and act.verb in OWNS_UP | remedy.own_verbs) for act in since)


@functools.lru_cache(maxsize=32)
def compile_remedies(rules: RuleSet) -> Mapping[str, Remedy]:
    """Return the remedies of a rule set by id, compiled once for all games under it.

    Raises:
        RuleFileError: With every problem in the first remedy that cannot be carried out.
    """
    compiled = {}
    for name, spec in rules.remedies.items():
        if _of_no_family(rules, name, spec):
            continue
        of = f"{name}-" if "floor" in spec else ""  # so that no step of a remedy is taken for one of the game's
        steps = {of + step: {**_usual(name, spec), **own} for step, own in (spec.get("steps") or {}).items()}
        section = compiler(rules.doc).program({name: {"steps": steps}}, "remedies").nodes[0]
        then = spec.get("then") or {}
        anew = Leave(then["restart"], again=True) if "restart" in then else None
        leave = Leave(then["end"], otherwise=anew) if "end" in then else anew
        assert isinstance(section, Section)
        verbs = (verb for node in section.nodes if isinstance(node, DealerStep) for verb in node.verbs)
        compiled[name] = Remedy(
            name,
            section,
            str(spec.get("when", "now")),
            leave,
            not spec.get("told"),
            str(spec.get("floor", "")),
            tuple(spec.get("again", ())),
            frozenset(verbs) - _COMMON,
        )
    return compiled


def _of_no_family(rules: RuleSet, name: str, spec: RemedyEntry) -> bool:
    """Return whether a remedy of dealerkit's own files uses a word of a family of games that is not installed, so that no game
    here needs it. In any other file an unknown word is an error.
    """
    steps = (spec.get("steps") or {}).values()
    known = all(do_word(step, DO) in DO if "do" in step else step["play"] in MECHANICS for step in steps)
    return not known and data_dir("rulings").resolve() in Path(rules.doc.origin(("remedies", name)).file).resolve().parents


def _usual(name: str, spec: Mapping[str, object]) -> dict[str, object]:
    """Return the defaults of every step of a remedy: the remedy's id, its finding, its rules."""
    usual: dict[str, object] = {"of": name} if "floor" in spec else {}
    if "code" in spec:
        usual["codes"] = {**dict.fromkeys(("early", "again"), "step/no-fault"), "any": spec["code"]}
    if "cite" in spec:
        usual["cite"] = spec["cite"]
    return usual
