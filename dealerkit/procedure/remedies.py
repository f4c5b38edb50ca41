"""Remedies, compiled: the steps that a ruling makes the dealer do, ready to be put on the agenda."""

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
"""Ways in which a remedy hangs on the floor: it begins when the floor has ruled; or it is due at once, and may not be left out
any more when the floor has ruled or the dealer has owned up.
"""

_COMMON = frozenset({"deal", "burn", "floor"})
"""Verbs that a dealer uses without a remedy too: they do not show that it has begun."""


@attrs.frozen(eq=False)
class Remedy:
    """A remedy, compiled.

    Attributes:
        name: Its id.
        section: Its steps.
        when: `now`, `after_step` (when the step under way is done) or `after_section` (before the next round).
        then: What follows: the section is left or begun again.
        dealt: Whether its steps are dealt at the table, and not only told.
        floor: `begins`, `binds`, or empty: due at once, whatever the floor says.
        parts: Sections of the procedure that are done again because of it, while no card is out.
        own_verbs: The verbs that show that the dealer has begun with it.
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
        """The remedy's steps that do not wait for a street."""
        return [node for node in self.nodes if not (isinstance(node, DealerStep) and "streets_on" in node.params)]

    @property
    def later(self) -> Mapping[int, list[DealerStep]]:
        """The steps that wait, by the street they come before: the next one (1), or the one after it (2)."""
        by_street: dict[int, list[DealerStep]] = {}
        for node in self.nodes:
            if isinstance(node, DealerStep) and "streets_on" in node.params:
                by_street.setdefault(int(node.params["streets_on"]), []).append(node)
        return by_street


OWNS_UP = frozenset({"floor", "slip"})
"""Verbs of a dealer who has noticed a slip."""


def binds(remedies: Mapping[str, Remedy], step: DealerStep, now: Situation) -> bool:
    """Return whether a step of a remedy may not be left out.

    Nobody can carry out what nobody has noticed: some remedies bind once the floor has ruled, the dealer has owned up, or part
    of it has been done.

    Args:
        remedies: The remedies in force, by id.
        step: The step; one of no remedy always binds.
        now: Situation at the table.
    """
    remedy = remedies.get(step.path.partition(".")[0])
    if remedy is None or remedy.floor != BINDS:
        return True
    since = now.log[now.slips[-1].at if now.slips else 0 :]
    return any(act.who == FLOOR or (act.who == DEALER and act.verb in OWNS_UP | remedy.own_verbs) for act in since)


@functools.lru_cache(maxsize=32)
def compile_remedies(rules: RuleSet) -> Mapping[str, Remedy]:
    """Compile the remedies of a rule set, once for all games that are dealt under it.

    Raises:
        RuleFileError: With everything that is wrong in the first that cannot be carried out.
    """
    compiled = {}
    for name, spec in rules.remedies.items():
        if _of_no_family(rules, name, spec):
            continue
        of = f"{name}-" if "floor" in spec else ""  # no step of a remedy is taken for one of the game's
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
    """Return whether a remedy that comes with dealerkit asks for a word of a family of games that is not installed, so that no
    game that is dealt here needs it. In any other file an unknown word is a mistake.
    """
    steps = (spec.get("steps") or {}).values()
    known = all(do_word(step, DO) in DO if "do" in step else step["play"] in MECHANICS for step in steps)
    return not known and data_dir("rulings").resolve() in Path(rules.doc.origin(("remedies", name)).file).resolve().parents


def _usual(name: str, spec: Mapping[str, object]) -> dict[str, object]:
    """Return what holds for every step of a remedy that says nothing else: whose it is, its finding, the rules it rests on."""
    usual: dict[str, object] = {"of": name} if "floor" in spec else {}
    if "code" in spec:
        usual["codes"] = {**dict.fromkeys(("early", "again"), "step/no-fault"), "any": spec["code"]}
    if "cite" in spec:
        usual["cite"] = spec["cite"]
    return usual
