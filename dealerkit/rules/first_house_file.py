"""Text of a first house file: every option of every game listed, ready to be decided, and an example of a changed ruling.

Lines that begin with `##` explain. To decide an option, remove `# ` from its line.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from dealerkit.errors import Problem, RuleFileError
from dealerkit.rules.files import is_path
from dealerkit.rules.games import Game, game, games_under
from dealerkit.rules.loader import WHOLE_NUMBER, WORDS
from dealerkit.rules.option_values import CHOOSES_THE_SET
from dealerkit.rules.options import Value
from dealerkit.rules.schemas.words import NAME
from dealerkit.rules.sets import RuleSet, rule_set, rule_sets
from dealerkit.rules.texts import text

PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*( [A-Za-z0-9_]+)*")


def new_rules(name: str, base: str | Path, where: Path | None = None) -> str:
    """Return the text of a new house file that lists every option and changes nothing yet.

    Args:
        name: Id of the new set.
        base: The rule set that it extends, by name or path.
        where: Folder in which the file will lie, to which a base's path is made relative; None for the current folder.

    Raises:
        UnknownName: If there is no such base.
        RuleFileError: If the base cannot be used, or the name is invalid or taken.
    """
    if not re.fullmatch(NAME["pattern"], name):
        raise RuleFileError(
            [Problem(name, 0, 0, "", f"'{name}' is not a valid rule-set name", "use only letters, digits, - and _")]
        )
    if name in rule_sets():
        raise RuleFileError([Problem(name, 0, 0, "", f"a rule set with the name '{name}' already exists", "choose another name")])
    rules = rule_set(base)
    return "\n".join([*_head(name, base, where, rules), *_options(rules), *_rulings(name, rules)]) + "\n"


def _head(name: str, base: str | Path, where: Path | None, rules: RuleSet) -> list[str]:
    extends = rules.name
    if is_path(base):
        extends = "./" + Path(base).name if where is None or Path(base).parent == where else str(Path(base).absolute())
    title = name.replace("-", " ").replace("_", " ").capitalize()
    return [
        f"## House rules of {title}: only the differences from {rules.title}.",
        "## Lines that begin with ## are explanations. Remove the # from another line to put the line in force.",
        f"## `dealerkit lint` shows the problems in this file, and `dealerkit rules diff {extends} FILE` shows its changes.",
        f"set: {name}",
        f"extends: {yaml_value(extends)}",
        f"title: {title}",
        f"# house: {title}",
        '# version: "1"',
    ]


def _options(rules: RuleSet) -> Iterator[str]:
    dealt = [game(name, rules.path) for name in games_under(rules)]
    if not dealt:
        return
    yield from ("", "options:")
    shared: set[str] = set()
    for family in dict.fromkeys(dealt.family for dealt in dealt):
        those = [dealt for dealt in dealt if dealt.family == family]
        common = _in_common(those)
        shared.update(common)
        if common:
            yield f"  ## Every {family} game"
            yield f"  {family}:"
            for name in common:
                owner = next(known for known in those if name in known.choices)
                yield from _option(owner, name)
    for other_game in dealt:
        yield from _options_of(other_game, shared)


def _in_common(dealt: Sequence[Game]) -> list[str]:
    """Return the options that are identical in all of the given games that have them, so that they can be decided once."""
    names = []
    for name in dict.fromkeys(name for dealt in dealt for name in dealt.choices):
        those = [dealt for dealt in dealt if name in dealt.choices]
        kinds = {(str(option.options[name]), *option.choices[name].allowed) for option in those}
        if len(those) > 1 and len(kinds) == 1 and name != CHOOSES_THE_SET:
            names.append(name)
    return names


def _options_of(dealt: Game, shared: Collection[str]) -> Iterator[str]:
    listed = [name for name in dealt.choices if name != CHOOSES_THE_SET and name not in shared]
    if not listed and shared:
        return
    yield f"  ## {dealt.title}"
    if not listed:
        yield f"  ## This game has no house options.\n  # {dealt.id}:"
        return
    yield f"  {dealt.id}:"
    for name in listed:
        yield from _option(dealt, name)


def _option(dealt: Game, name: str) -> Iterator[str]:
    option = dealt.choices[name]
    about = f"{text(option.title)}. Allowed: {', '.join(option.allowed)}." + (f" ({option.rule})" if option.rule else "")
    yield from textwrap.wrap(about, 120, initial_indent="    ## ", subsequent_indent="    ##   ")
    yield f"    # {name}: {yaml_value(dealt.options[name])}"


def _rulings(name: str, rules: RuleSet) -> Iterator[str]:
    fault = next((fault for fault, spec in rules.faults.items() if len(spec["cases"]) > 1), None)
    if fault is None:
        return
    case, ruled = next(iter(rules.faults[fault]["cases"].items()))
    work = f"{name}-house-rules"
    yield from (
        "",
        "## Your own rulings: change a case, remove a case with `null`, or add a case with `before:` another case.",
        f"## This example changes a case of the list {fault}; `dealerkit explain {fault}` shows the list as it is.",
        "## The first line gives the source of all cases, and `source` in a case gives its section.",
        f"# source: {{work: {work}}}",
        "# faults:",
        f"#   {fault}:",
        "#     cases:",
        f"#       {case}:",
        f"#         outcome: {ruled['outcome']}",
        "#         because: The reason for your house's ruling.",
        '#         source: "1.1"',
        "# sources:",
        f"#   {work}: {{title: Our house rules, verified: read}}",
    )


def yaml_value(value: Value) -> str:
    """Return the YAML text of a value, which reads back as the same value.

    >>> yaml_value("8 to 1"), yaml_value("0.05"), yaml_value(True), yaml_value("no")
    ('"8 to 1"', '"0.05"', 'true', 'no')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if PLAIN.fullmatch(value) and value not in WORDS and not WHOLE_NUMBER.fullmatch(value):
        return value
    return json.dumps(value, ensure_ascii=False)
