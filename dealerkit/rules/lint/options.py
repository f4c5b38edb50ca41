"""Options that a rule set leaves as its games have them although its sisters fix them: notes, since that may be meant."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.errors import DealerkitError, Problem
from dealerkit.rules.games import game_doc, games
from dealerkit.rules.sets import RuleSet, rule_set, rule_sets


def unset_options(rules: RuleSet) -> Iterator[Problem]:
    """Note the options that another set on the same base fixes and this one leaves alone.

    A set that extends nothing is let off: what the games say by themselves is what it says.
    """
    if len(rules.chain) < 2:
        return
    own = _fixed(rules)
    others: dict[str, dict[str, None]] = {}
    for sister in _sisters(rules):
        for game, option in _fixed(sister):
            if (game, option) not in own:
                others.setdefault(option, {})[sister.name] = None
    if others:
        said = ", ".join(f"{option} ({', '.join(sorted(names))})" for option, names in sorted(others.items()))
        message = f"options are left as each game has them, though other sets on the same base fix them: {said}"
        yield rules.doc.problem(("set",), message, "write those that the games should not decide under `options`")


def _sisters(rules: RuleSet) -> Iterator[RuleSet]:
    """Yield the sets of dealerkit that stand on the same base, without those that this one extends, and without houses."""
    for name in rule_sets():
        if name in rules.chain:
            continue
        try:
            found = rule_set(name)
        except DealerkitError:
            continue
        if found.house is None and len(found.chain) > 1 and found.chain[-1] == rules.chain[-1] and found.family == rules.family:
            yield found


def _fixed(rules: RuleSet) -> set[tuple[str, str]]:
    """Return what a set fixes: game and option."""
    found: set[tuple[str, str]] = set()
    for name in games():
        try:
            data = game_doc(name)[0].data
        except DealerkitError:
            continue
        options = data.get("options", {})
        found |= {(name, option) for option in rules.fixed(name, data.get("family", ""), options)}
    return found
