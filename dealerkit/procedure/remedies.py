"""Remedies, compiled: what a ruling makes the dealer do, ready to be put on the agenda."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import attrs

from dealerkit.procedure.cursor import Leave
from dealerkit.procedure.setup import compiler
from dealerkit.procedure.steps import Node, Section
from dealerkit.rules.games import Game


@attrs.frozen(eq=False)
class Remedy:
    """A remedy, compiled.

    Attributes:
        name: Its id.
        section: Its steps.
        when: `now`, `after_step` (when the step under way is done) or `after_section` (before the next round).
        then: What follows: the section is left or begun again.
        dealt: Whether its steps are dealt at the table, and not only told.
    """

    name: str
    section: Section
    when: str
    then: Leave | None
    dealt: bool = True

    @property
    def nodes(self) -> tuple[Node, ...]:
        """Its steps."""
        return self.section.nodes

    def all_nodes(self) -> list[Any]:
        """Its steps, and what comes after them."""
        return [*self.section.nodes, *([self.then] if self.then else [])]


@functools.lru_cache(maxsize=32)
def compile_remedies(game: Game) -> Mapping[str, Remedy]:
    """The remedies of a game's rule set, compiled once."""
    found = {}
    for name, spec in (game.rules.remedies if game.rules is not None else {}).items():
        section = compiler(game).program({name: {"steps": spec.get("steps", {})}}, "remedies").nodes[0]
        then = spec.get("then") or {}
        leave = Leave(then["end"]) if "end" in then else Leave(then["restart"], again=True) if "restart" in then else None
        found[name] = Remedy(name, section, str(spec.get("when", "now")), leave, not spec.get("told"))  # type: ignore[arg-type]
    return found
