"""`dealerkit rule`: facts in; ruling, remedy, words for the table and citation out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from dealerkit.cli.common import heading, json_option, line, rules_options, show, table
from dealerkit.errors import RuleFileError, UnknownName
from dealerkit.rules.loader import read_yaml
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.rules.texts import shown
from dealerkit.rulings import OUTCOMES, VERIFIED, Fact, Ruling, known_facts, known_faults
from dealerkit.rulings import rule as decide
from dealerkit.rulings.amounts import in_words


@click.command()
@click.argument("fault", nargs=-1)
@click.option("-f", "--fact", "given", metavar="FACT=VALUE", multiple=True, help="A fact, as face_seen=no; repeat it for more.")
@click.option(
    "--facts",
    "file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="A YAML or JSON file of facts; `fault` may stand in it too. -f wins over it.",
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    help="A record of the hand: what it tells need not be asked, and -f wins over it.",
)
@click.option("--at", "act", type=click.IntRange(1), help="With --record: after this act, counted from 1; the last if left out.")
@click.option("--hand", metavar="ID", help="With --record: which record of the file; the last if left out.")
@click.option("--ask", is_flag=True, help="Ask one question after another until it is ruled.")
@rules_options
@json_option
def rule(
    fault: tuple[str, ...],
    given: tuple[str, ...],
    file: Path | None,
    record: Path | None,
    act: int | None,
    hand: str | None,
    ask: bool,
    rules: tuple[str, ...],
    as_json: bool,
) -> None:
    """Rule on a dispute: what follows from what went wrong.

    FAULT is what happened, by its name or in the words of the trade. With --ask, or without FAULT at a terminal, the desk
    asks what happened and then only for what can still change the ruling. Otherwise, if facts are missing, the answer is
    the question to settle next. With --record the facts come from a hand as it was recorded, and so does the fault if none
    is named. Repeat --rules to see how other rule sets would rule.

    \b
    dealerkit rule --ask
    dealerkit rule late bet
    dealerkit rule card_exposed --rules rrop --rules tda -f deck_position=2 -f acts="call fold"
    dealerkit rule --record hand.rec --at 17
    dealerkit rule boxed_card --rules us --rules macau
    """
    facts = facts_given(file, given)
    told: dict[str, Any] = {}
    if record is not None:
        found, told, own = _from_record(record, hand, act, " ".join(fault), rules)
        fault, rules = (found,), rules or own
        facts = {**told, **facts}
    elif act is not None or hand is not None:
        msg = "--at and --hand belong to --record"
        raise click.UsageError(msg)
    named = " ".join(fault) if fault else facts.pop("fault", None)
    facts.pop("fault", None)
    several = facts.pop("faults", None)
    if isinstance(several, str):
        several = several.split(",")
    if ask or (named is None and not several and not facts and not as_json and _somebody_is_there()):
        _ask(named, rules, facts, told)
        return
    if named is None and not several:
        if facts:
            msg = "the facts do not say what happened; name the fault, as in: dealerkit rule boxed_card"
            raise click.UsageError(msg)
        show(_every_fault(), as_json, _list)
        return
    happened = [fault_named(str(one).strip(), rules) for one in [*([named] if named is not None else []), *(several or ())]]
    rulings = [decide({"faults": happened, **facts}, rules=name) for name in rules or (default_rules(happened[0]),)]
    if as_json:
        show({"rulings": [ruling.as_json() for ruling in rulings]}, as_json, str)
    else:
        show(rulings, as_json, lambda made: [*_known(told), *_told(made)])


def _somebody_is_there() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _ask(named: str | None, rules: tuple[str, ...], facts: dict[str, Any], told: dict[str, Any]) -> None:
    """Go through a dispute question by question; what has been ruled so far is shown even if nobody goes on answering."""
    from dealerkit.cli.asking import Stopped, conversation

    fault = fault_named(named, rules) if named is not None else None
    for row in _known(told):
        click.echo(row)
    try:
        desk = conversation(fault, rules, facts, lambda meant: (default_rules(meant),))
    except Stopped:
        click.echo("Nothing was ruled: the questions were not answered to the end.")
        return
    for row in _told(desk.rulings):
        click.echo(row)


def _known(told: dict[str, Any]) -> list[str]:
    facts = known_facts()
    said = [_said(name, value) for name, value in told.items() if name in facts]
    return [line("; ".join(said), 2, "from the record: "), ""] if said else []


def _from_record(
    file: Path, hand: str | None, act: int | None, named: str, rules: tuple[str, ...]
) -> tuple[str, dict[str, Any], tuple[str, ...]]:
    """What a record tells of a dispute: the fault, its facts, and the rule set that the hand was played under.

    Raises:
        RecordError: If the record cannot be read.
        UsageError: If nothing was found there that a rule set rules on, and no fault is named.
    """
    from dealerkit.record import one_record

    table = one_record(file, hand, act).play(act, rules[0] if rules else None)
    own = (table.selector or (table.rules.name if table.rules is not None else ""),)
    fault = fault_named(named, rules) if named else table.disputed
    if not fault:
        msg = "nothing that is ruled on was found up to there; name the fault, as in: dealerkit rule wrong_count --record ..."
        raise click.UsageError(msg)
    facts = table.facts_of(fault) or {}
    wanted = {*known_faults()[fault].facts, "acts"} if fault in known_faults() else known_facts().keys()
    return fault, {name: value for name, value in facts.items() if name in wanted}, own


def facts_given(file: Path | None, given: tuple[str, ...]) -> dict[str, Any]:
    """Read facts from a file and from `-f`, which wins over it."""
    facts: dict[str, Any] = {}
    if file is not None:
        doc = read_yaml(file)
        wrong = [
            doc.problem((name,), "a fact is one value, not a list or a map")
            for name, v in doc.data.items()
            if isinstance(v, dict)
        ]
        if wrong:
            raise RuleFileError(wrong)
        facts.update(doc.data)
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


def _folded(words: str) -> str:
    return " ".join(words.casefold().replace("_", " ").replace("-", " ").split())


def fault_named(named: str, rules: tuple[str, ...]) -> str:
    """Find a fault by its name, or by the words that people say for it."""
    known = {name: [name, fault.title, *fault.words] for name, fault in known_faults().items()}
    for name in rules:
        known.update({own: [own] for own in rule_set(name).faults if own not in known})
    wanted = _folded(named)
    for name in known:
        if wanted == _folded(name):
            return name
    meant = [name for name, words in known.items() if any(wanted == _folded(word) for word in words)]
    if len(meant) == 1:
        return meant[0]
    kind = "fault"
    raise UnknownName(kind, named, meant or known, "those that `dealerkit search WORD` finds")


def default_rules(fault: str) -> str:
    """Name the rule set that stands at the root of those that rule on a fault; the library's own default before others."""
    roots = [name for name in rule_sets() if len((found := rule_set(name)).chain) == 1 and fault in found.faults]
    return "us" if "us" in roots or not roots else roots[0]


# In words


def _every_fault() -> dict[str, Any]:
    return {
        "faults": [
            {"fault": fault.name, "title": fault.title, "family": fault.family, "facts": list(fault.facts)}
            for fault in known_faults().values()
        ]
    }


def _list(document: dict[str, Any]) -> Iterator[str]:
    rows = [(one["fault"], one["family"], one["title"]) for one in document["faults"]]
    yield table(rows, header=("fault", "family", "what happened"))
    yield ""
    yield line("Go on with: dealerkit rule FAULT; it asks for the facts it needs.")


def _told(rulings: list[Ruling]) -> Iterator[str]:
    if len(rulings) > 1:
        yield table(
            [(one.rules_set, OUTCOMES.get(one.outcome, one.outcome), ", ".join(one.rules)) for one in rulings],
            header=("rules", "outcome", "rule"),
        )
        yield ""
    for number, ruling in enumerate(rulings):
        if number:
            yield ""
        yield from _ruling(ruling)


def _ruling(ruling: Ruling) -> Iterator[str]:
    yield heading(f"{OUTCOMES.get(ruling.outcome, ruling.outcome)}  [{ruling.rules_set}]")
    if ruling.freeze:
        yield line(ruling.freeze, 2, "first: ")
    if ruling.window:
        yield line(ruling.window, 2, "in time: ")
    if not ruling.decided:
        yield from _asks(ruling)
        return
    for number, step in enumerate(ruling.steps, 1):
        yield line(step, 2, f"{number}. ")
    for name, amount in ruling.amounts.items():
        yield line(f"{in_words(name)}: {amount}", 2, "$ ")
    yield line(ruling.because, 2, "why: ")
    if ruling.weigh:
        yield line("; ".join(ruling.weigh), 2, "weigh: ")
    if ruling.choices:
        yield line("; or ".join(ruling.choices), 2, "the floor may: ")
    yield line(f"{', '.join(ruling.rules)}; {ruling.cite}", 2, "rule: ")
    if ruling.verified != "read":
        yield line(f"not verified: {VERIFIED.get(ruling.verified, ruling.verified)}", 2, "! ")
    if ruling.assumed:
        yield line("; ".join(_said(name, value) for name, value in ruling.assumed.items()), 2, "taken for granted: ")
    for other in ruling.beside:
        said = OUTCOMES.get(other.outcome, other.outcome)
        yield line(f"{other.title}: {said}" + (f" ({', '.join(other.rules)})" if other.rules else ""), 2, "also: ")
    if ruling.would_change:
        yield line("It would be otherwise if")
        for change in ruling.would_change:
            rules = f" ({', '.join(change.rules)})" if change.rules else ""
            what = OUTCOMES.get(change.outcome, change.outcome) if change.outcome != "undecided" else "another ruling"
            yield line(f"{_said(change.fact, change.value)}: {what}{rules}", 4, "- ")
    if ruling.say:
        yield line(f'"{ruling.say}"', 2, "say: ")


def _asks(ruling: Ruling) -> Iterator[str]:
    facts = known_facts()
    first, *others = (facts[name] for name in ruling.needs)
    yield line(first.question, 2, "? ")
    yield table([(f"-f {first.name}={word}", meaning) for word, meaning in _answers(first)], indent=4)
    if others:
        yield line("; ".join(f"{fact.name} ({fact.title})" for fact in others), 2, "perhaps also: ")
    yield line("; or ".join(OUTCOMES.get(outcome, outcome) for outcome in ruling.possible), 2, "possible: ")


def _answers(fact: Fact) -> list[tuple[str, str]]:
    if fact.type == "bool":
        return [("yes", fact.answer(True)), ("no", fact.answer(False))]
    if fact.type == "choice":
        return [(value, fact.answer(value)) for value in fact.values]
    return [("...", fact.allowed[0])]


def _said(name: str, value: object) -> str:
    """Say a fact: its title for yes, the title and the value otherwise."""
    fact = known_facts()[name]
    return f"{fact.title}: {shown(value)} ({name})"
