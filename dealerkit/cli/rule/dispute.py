"""A dispute on the command line: its fault and facts, from words, options, files and records."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import attrs
import click

from dealerkit.cli.common import bad_value, hand_option, misused
from dealerkit.cli.rule.choices import fault_meant
from dealerkit.errors import RuleFileError
from dealerkit.rulings.arguments import ARGUED, BETWEEN
from dealerkit.rulings.facts import known_facts
from dealerkit.rulings.given_facts import may_be_several

if TYPE_CHECKING:
    from dealerkit.rules.games import Game


@attrs.frozen
class ToldDispute:
    """A dispute on the command line.

    Attributes:
        words: The faults, each by its name or as a story; empty if none is given.
        facts: The facts, by name.
        record: A file with a record of the hand; None without one.
        act: Number of the act after which to rule, from 1; None for the last.
        hand: The ID or number of the record in that file; None for the last.
    """

    words: tuple[str, ...]
    facts: dict[str, Any]
    record: Path | None = None
    act: int | None = None
    hand: str | None = None

    def faults(self, rules: tuple[str, ...], game: Game | None, *, as_json: bool) -> list[str]:
        """Return the names of the faults; a story is matched with a fault, at a terminal by asking.

        Args:
            rules: The rule sets to rule under; empty for all.
            game: The game; None if it is not known.
            as_json: Whether the answer is for another program, so that nobody can be asked.
        """
        return [fault_meant(word, rules, game, as_json=as_json) for word in self.words]

    def refuse_facts_alone(self) -> NoReturn:
        """Refuse facts without a fault.

        Raises:
            UsageError: Always.
        """
        typed = click.get_current_context().command_path
        misused(f"the facts don't name the fault; add one, as in: {typed} boxed_card")


fact_option = click.option(
    "-f", "--fact", "given", metavar="FACT=VALUE", multiple=True, help="A fact, such as face_seen=no; repeatable."
)

_OPTIONS = (
    click.argument("fault", nargs=-1),
    fact_option,
    click.option(
        "--facts",
        "file",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="A YAML or JSON file of facts, which may include `fault`. -f overrides it.",
    ),
    click.option(
        "--record",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="A record of the hand: facts it shows are not asked. -f overrides it.",
    ),
    click.option(
        "--at",
        "act",
        type=click.IntRange(0),
        help="With --record: rule on the table after this act, counted from 1. Default: the last.",
    ),
    hand_option,
    click.option(
        "--bets",
        metavar="LINE",
        help="The bets of the round, in order, such as 'blinds 50/100, A raise 260, B call'; the disputed bet is one of them, "
        "or the next. You can add limits and blinds: 'min 10', 'limit 20', 'PLO 2/5', 'pot 100', '8 players'.",
    ),
)


def dispute_options(command: Callable[..., object]) -> Callable[..., object]:
    """Add the options of a dispute to a command; it is called with `dispute`, a `ToldDispute`."""
    names = ("fault", "given", "file", "bets", "record", "act", "hand")

    @functools.wraps(command)
    def with_dispute(**typed: Any) -> object:
        return command(dispute=_dispute_of(*(typed.pop(name) for name in names)), **typed)

    return functools.reduce(lambda command_, option: option(command_), reversed(_OPTIONS), with_dispute)


def _dispute_of(
    fault: tuple[str, ...], given: tuple[str, ...], file: Path | None, bets: str | None,
    record: Path | None, act: int | None, hand: str | None,
) -> ToldDispute:  # fmt: skip
    _check_words(fault)
    facts = facts_given(file, given)
    in_file, several = facts.pop("fault", None), facts.pop("faults", ())
    named = [" ".join(fault)] if fault else [in_file] if in_file is not None else []
    named += several.split(",") if isinstance(several, str) else several
    if bets is not None:
        if facts.setdefault("bets", bets) != bets:
            misused("the bets are given twice, with --bets and as a fact; leave one out")
        from dealerkit.felt.bets import read_line

        read_line(bets)
    if record is None and (act is not None or hand is not None):
        misused("--at and --hand need --record")
    return ToldDispute(tuple(str(word).strip() for word in named), facts, record, act, hand)


def facts_given(file: Path | None, given: tuple[str, ...]) -> dict[str, Any]:
    """Return the facts from a file and from `-f` options, by name.

    Args:
        file: A JSON or YAML file of facts; None without one.
        given: Facts as typed, such as `face_seen=yes`; they override those of the file.
    """
    facts: dict[str, object] = {}
    if file is not None:
        facts.update(_plain_json(file) or _strictly(file))
    values: dict[str, str] = {}
    for pair in given:
        name, sign, value = (part.strip() for part in pair.partition("="))
        if not (name and sign):
            bad_value(f"'{pair}' is not FACT=VALUE, as in -f face_seen=no", "-f")
        name = name.replace("-", "_")
        if name == ARGUED and name in values:
            values[name] = BETWEEN.join((values[name], value))
        elif name in values and values[name] != value and may_be_several(name):
            values[name] = f"{values[name]}, {value}"
        elif values.setdefault(name, value) != value:
            bad_value(f"{name} is given twice, as {values[name]} and as {value}", "-f")
    return facts | values


def _check_words(words: tuple[str, ...]) -> None:
    """Refuse a word of the story that looks like a fact typed without `-f`."""
    for word in words:
        name, sign, value = word.partition("=")
        if sign and value and name.replace("-", "_") in known_facts():
            misused(f"{word}: did you mean -f {word}?")


def _strictly(file: Path) -> dict[str, object]:
    """Read a file of facts with the strict reader for rule files."""
    from dealerkit.rules.loader import read_yaml

    doc = read_yaml(file)
    wrong = [
        doc.problem((name,), "a fact has one value, not a list or a map") for name, v in doc.data.items() if isinstance(v, dict)
    ]
    if wrong:
        raise RuleFileError(wrong)
    facts: dict[str, object] = doc.data
    return facts


def _plain_json(file: Path) -> dict[str, object] | None:
    """Return the facts of a file in plain JSON, as most programs write it; None for any other file, which the strict reader
    reads or reports.
    """
    if file.suffix != ".json":
        return None
    try:
        pairs: list[tuple[str, object]] = json.loads(file.read_bytes(), parse_float=str, object_pairs_hook=list)
        facts = dict(pairs)
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    plain = all(isinstance(value, str | int) or _words(value) for value in facts.values())
    return facts if plain and len(facts) == len(pairs) else None


def _words(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, str) for item in value)
