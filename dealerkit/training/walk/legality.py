"""Whether a player's choice is legal before it is made, and the rule it would break. Only guided play uses it."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from dealerkit.felt import Act
from dealerkit.mechanics.registry import NO_RULE
from dealerkit.procedure.steps import PlayerStep
from dealerkit.rules import option_lines
from dealerkit.rules.games import Game
from dealerkit.table.rounds import round_section
from dealerkit.table.table import Table

ALWAYS = ("dispute",)
"""Moves allowed to anybody at any time."""


@attrs.frozen
class Barred:
    """A choice that a player may not make now.

    Attributes:
        act: The choice.
        rule: Id of the rule that it would break; empty if no rule covers it.
        open: The moves that this seat has instead, in words; empty if there are none.
    """

    act: Act
    rule: str
    open: tuple[str, ...]


def barred(table: Table, act: Act) -> Barred | None:
    """Return the reason why a player's act is not legal now; None if it is legal, or is not a player's.

    Args:
        table: The table before the act.
        act: The act.
    """
    if not act.seat or act.verb in ALWAYS or act.verb in table.game.data["felt"].get("gestures", ()):
        return None
    moves = table.ask.get(act.who)
    if moves is not None and act.value in moves.get(act.move, ()):
        return None
    if _is_their_right(table, act):
        return None
    step = table.players or _last(table)
    rule = ""
    if step is not None:
        broken = step.mechanic.breaks(table.now, step.params, table.ask, act)
        if broken == NO_RULE:
            return None
        rules = step.params.get("rules", {})
        rule = str(rules.get(broken, broken if broken.isupper() else ""))
    return Barred(act, rule, tuple(sorted(moves or ())))


def _is_their_right(table: Table, act: Act) -> bool:
    """Return whether a player may act although no step asks: an open duty allows it, or the act is a call that creates a duty
    of the dealer.
    """
    if any(open_.after(act) is not open_ for open_ in table.agenda.books.duties):
        return True
    if act.verb != "say":
        return False
    now = table.now
    now.act = act
    try:
        return any(duty.waits and duty.comes(now, act) for duty in table.house.watch.get(act.verb, ()))
    finally:
        now.act = None


def _last(table: Table) -> PlayerStep | None:
    """Return the players' step that was the last to end in this round; None if there is none."""
    section = round_section(table.house.program)
    steps = [step for step in section.walk() if isinstance(step, PlayerStep)] if section is not None else []
    over = [step for step in steps if step.id in table.now.results]
    return over[-1] if over else None


def rule_texts(game: Game) -> Mapping[str, str]:
    """Return the text of every rule that a hint or a ruling of a game can name, by the rule's id.

    The texts are those of the game's rule book and its rule set. A remedy has its title; a rule that occurs only in decision
    lists has the title of its fault.
    """
    by_rule: dict[str, str] = {}
    rules = game.rules
    for line in option_lines.rule_texts(game):
        by_rule.setdefault(line.rule, " ".join(game.say_in_one_line(text) for text in line.texts))
    if rules is not None:
        for name, remedy in rules.remedies.items():
            by_rule.setdefault(str(name), game.say_in_one_line(remedy.get("title", "")))
        for fault in rules.faults.values():
            for case in fault["cases"].values():
                if case.get("rule"):
                    by_rule.setdefault(str(case["rule"]), game.say_in_one_line(fault.get("title", "")))
    return by_rule
