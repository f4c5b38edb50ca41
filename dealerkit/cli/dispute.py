"""What people give the dispute desk: facts from files and options, and faults by the names that people have for them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from dealerkit.cli.common import table
from dealerkit.cli.trouble import Refusal
from dealerkit.errors import RuleFileError
from dealerkit.rules.games import Game
from dealerkit.rules.sets import find_set, rule_set, rule_sets
from dealerkit.rulings import Fault, known_faults


def facts_given(file: Path | None, given: tuple[str, ...]) -> dict[str, Any]:
    """Read facts from a file and from `-f`, which wins over it."""
    facts: dict[str, Any] = {}
    if file is not None:
        facts.update(_plain_json(file) or _strictly(file))
    said: dict[str, str] = {}
    for pair in given:
        name, sign, value = (part.strip() for part in pair.partition("="))
        if not (name and sign):
            msg = f"'{pair}' is not FACT=VALUE, as in -f face_seen=no"
            raise click.BadParameter(msg, param_hint="-f")
        name = name.replace("-", "_")
        if said.setdefault(name, value) != value:
            msg = f"{name} is given twice, as {said[name]} and as {value}"
            raise click.BadParameter(msg, param_hint="-f")
    return facts | said


def _strictly(file: Path) -> dict[str, Any]:
    """Read a file of facts as strictly as any rule file."""
    from dealerkit.rules.loader import read_yaml

    doc = read_yaml(file)
    wrong = [
        doc.problem((name,), "a fact is one value, not a list or a map") for name, v in doc.data.items() if isinstance(v, dict)
    ]
    if wrong:
        raise RuleFileError(wrong)
    facts: dict[str, Any] = doc.data
    return facts


def _plain_json(file: Path) -> dict[str, Any] | None:
    """Read a file of facts that is plain JSON, as most programs write it; None where it takes the strict way, which also
    says what is wrong.
    """
    if file.suffix != ".json":
        return None
    try:
        pairs: list[tuple[str, Any]] = json.loads(file.read_bytes(), parse_float=str, object_pairs_hook=list)
        facts = dict(pairs)
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    plain = all(isinstance(value, str | int) or _words(value) for value in facts.values())
    return facts if plain and len(facts) == len(pairs) else None


def _words(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)


def _folded(words: str) -> str:
    return " ".join(words.casefold().replace("_", " ").replace("-", " ").split())


def faults_named(named: str, rules: Sequence[str]) -> list[str]:
    """The faults that go by a name exactly: by its id, or by its title or words that people say for it, of those that some
    of the rule sets rule on.
    """
    known = {name: [name, fault.title, *fault.words] for name, fault in known_faults().items()}
    for name in rules:
        known.update({own: [own] for own in rule_set(name).faults if own not in known})
    wanted = _folded(named)
    for name in known:
        if wanted == _folded(name):
            return [name]
    meant = [name for name, words in known.items() if any(wanted == _folded(word) for word in words)]
    sets = [rule_set(name) for name in rules]
    return [name for name in meant if any(name in one.faults for one in sets)] if sets else meant


def fault_named(named: str, rules: tuple[str, ...], game: Game | None = None) -> str:
    """Find a fault by its name, or by the words that people say for it.

    Args:
        named: What was said.
        rules: The rule sets to rule under.
        game: The game; of what is like it nothing of another game is named.

    Raises:
        Refusal: If none or several go by it; those that may be meant are named.
    """
    meant = faults_named(named, rules)
    if len(meant) == 1:
        return meant[0]
    near = [known_faults()[name] for name in meant if name in known_faults()] or faults_near(named, rules, game)
    what = f"'{named}' can be more than one thing" if meant else f"no fault is called '{named}'"
    if not near:
        msg = f"{what}; say it with other words, or look for it with `dealerkit search WORD`"
        raise Refusal(msg)
    if len(near) == 1:
        msg = f"{what}; did you mean {near[0].name}: {near[0].title}?"
        raise Refusal(msg)
    msg = f"{what}; did you mean one of these?\n{table([(fault.name, fault.title) for fault in near])}"
    raise Refusal(msg, f"go on with `dealerkit rule {near[0].name}`, or let it ask: dealerkit rule --ask")


def faults_near(named: str, rules: Sequence[str], game: Game | None = None) -> list[Fault]:
    """The faults that may be meant, the likeliest first: by a slip of the finger in a name, or else by words like its own."""
    import difflib

    from dealerkit.complaint import faults_like

    ids = difflib.get_close_matches(named.replace(" ", "_").casefold(), known_faults(), n=1, cutoff=0.8)
    if ids:
        return [known_faults()[name] for name in ids]
    return [one.fault for one in faults_like(named, [rule_set(name) for name in rules], limit=_OFFERED, game=game)]


_OFFERED = 4
"""So many are offered at once: more nobody reads at a table."""


def default_rules(fault: str) -> str:
    """Name the rule set that stands at the root of those that rule on a fault; the library's own default before others."""
    for name in sorted(rule_sets(), key=lambda name: (name != "us", name)):
        if not _extends(find_set(name)):
            found = rule_set(name)
            if len(found.chain) == 1 and fault in found.faults:
                return name
    return "us"


def _extends(place: Path) -> bool:
    """Whether a rule set says on a line of its own that it extends another, so that it need not be read to know."""
    head = place / "set.yaml" if place.is_dir() else place
    return b"\nextends:" in head.read_bytes()
