"""`dealerkit rules`: begin a house file, see which rule sets there are, see what differs between two."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dealerkit.cli.common import echo, heading, json_option, line, note, show, table
from dealerkit.cli.groups import Commands
from dealerkit.files.output import write_new
from dealerkit.rules.data import seen_from_here

if TYPE_CHECKING:
    from dealerkit.rules.doc import Origin


@click.group(cls=Commands)
def rules() -> None:
    """Rule sets: begin your own, list them, compare two."""


@rules.command("new")
@click.argument("name")
@click.option(
    "--from", "base", metavar="SET", required=True, help="The rule set it extends: a name from `rules list`, or a path."
)
@click.option("--out", type=click.Path(path_type=Path), help="Where to write it. Default: NAME.yaml here; - prints it.")
def new(name: str, base: str, out: Path | None) -> None:
    """Begin a house file called NAME, with every option listed and commented out.

    The file is good as it stands: it changes nothing. Take the # off a line to decide what the line says.
    """
    from dealerkit.rules.first_house_file import new_rules

    if out is not None and str(out) == "-":
        echo(new_rules(name, base), nl=False)
        return
    file = out or Path(f"{name}.yaml")
    text = new_rules(name, base, file.parent)
    try:
        write_new(file, text)
    except FileExistsError:
        msg = f"{file} is there already; choose another name, or --out another file"
        raise click.UsageError(msg) from None
    note(f"Wrote {file}. Decide what differs in it, then: dealerkit rules diff {base} {file}")


@rules.command("list")
@click.option(
    "--at", "day", metavar="DATE", help="Those in force on that day or at that time by the journal, with version and hash."
)
@click.option(
    "--journal",
    "where",
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="With --at: the journal. Default: DEALERKIT_JOURNAL.",
)
@json_option
def list_(day: str | None, where: Path | None, as_json: bool) -> None:
    """List the rule sets that come with dealerkit; with --at those that the journal says were in force."""
    from dealerkit.rules.sets import rule_set, rule_sets

    if day is not None:
        _in_force(day, where, as_json)
        return
    if where is not None:
        msg = "--journal goes with --at DATE"
        raise click.UsageError(msg)
    rows = []
    for name in rule_sets():
        found = rule_set(name)
        rows.append(
            {
                "name": name,
                "title": found.title,
                "family": found.family,
                "extends": found.chain[1] if len(found.chain) > 1 else None,
                "faults": len(found.faults),
                "cases": sum(len(fault["cases"]) for fault in found.faults.values()),
                "sha256": found.sha256,
            }
        )
    show(rows, as_json, _listed)


def _in_force(day: str, where: Path | None, as_json: bool) -> None:
    from dealerkit.jobs.journal.clock import moment
    from dealerkit.jobs.journal.rulesets import in_force
    from dealerkit.jobs.journal.store import Journal

    with Journal.open(where) as journal:
        at = moment(day, journal.settings["zone"], end=True)
        found = in_force(journal, at)
    rows = [
        {
            "name": one.set,
            "version": one.version or None,
            "since": one.at.isoformat(),
            "until": one.until.isoformat() if one.until else None,
            "sha256": one.sha256,
            "kept": one.kept,
            "entry": one.seq,
        }
        for one in found
    ]
    show(rows, as_json, lambda _: _told_in_force(rows, at.isoformat()))


def _told_in_force(rows: list[dict[str, Any]], at: str) -> Iterator[str]:
    if not rows:
        yield f"The journal knows of no rule set in force at {at}."
        return
    shown = [(row["name"], row["version"] or "-", row["since"][:16].replace("T", " "), row["sha256"][:16]) for row in rows]
    yield table(shown, header=("set", "version", "since", "sha256"))


def _listed(rows: list[dict[str, Any]]) -> Iterator[str]:
    shown = [(row["name"], row["family"] or "any", row["extends"] or "-", row["cases"], row["title"]) for row in rows]
    yield table(shown, header=("set", "games", "extends", "cases", "title"))


@rules.command("diff")
@click.argument("a")
@click.argument("b")
@click.argument("faults", metavar="[FAULT]...", nargs=-1)
@click.option("--outcomes", is_flag=True, help="What they rule differently on the same facts, each with an example.")
@json_option
def diff(a: str, b: str, faults: tuple[str, ...], outcomes: bool, as_json: bool) -> None:
    """Show every rule in which B differs from A, and the file and line of both.

    A and B are rule sets, by name or path; what they make of the games is compared too. Two games can be compared as well.

    With --outcomes it shows instead what comes of it at the table: every pair of rulings that the same facts lead to and that
    differ in outcome, remedies or sums of money, for all facts there can be, with one example each. FAULT narrows it.

    \b
    dealerkit rules diff rrop tda --outcomes
    dealerkit rules diff rrop tda --outcomes wrong_count
    """
    if outcomes:
        _diff_outcomes(a, b, faults, as_json)
        return
    if faults:
        msg = "a FAULT goes with --outcomes; without it everything is compared"
        raise click.UsageError(msg)
    from dealerkit.rules.doc import path_text
    from dealerkit.rulings.differences.rule_sets import compare

    rows = [
        {
            "path": path_text(one.path),
            "kind": one.kind,
            "old": one.old,
            "new": one.new,
            "old_at": _at(one.old_origin),
            "new_at": _at(one.new_origin),
        }
        for one in compare(a, b)
    ]
    show({"a": a, "b": b, "differences": rows}, as_json, _told)


def _diff_outcomes(a: str, b: str, faults: tuple[str, ...], as_json: bool) -> None:
    import attrs

    from dealerkit.rules.sets import rule_set
    from dealerkit.rulings.differences.outcomes import outcome_differences

    first, second = rule_set(a), rule_set(b)
    found = outcome_differences(first, second, faults)
    document = {"a": first.name, "b": second.name, **attrs.asdict(found)}
    show(document, as_json, _told_outcomes)


def _told_outcomes(found: dict[str, Any]) -> Iterator[str]:
    rows, a, b = found["differences"], found["a"], found["b"]
    for one, other, only in ((a, b, found["only_a"]), (b, a, found["only_b"])):
        if only:
            yield line(f"Only {one} rules on {', '.join(only)}; {other} says nothing.")
    over = f"{_many(len(found['faults']), 'fault')} and {_many(found['classes'], 'class')} of facts"
    if not rows:
        yield f"{a} and {b} come to the same rulings, over {over}."
        return
    faults = len({row["fault"] for row in rows})
    yield heading(f"{a} -> {b}: {_many(len(rows), 'other ruling')} on {_many(faults, 'fault')}, over {over}")
    width = max(len(a), len(b)) + 2
    last = ""
    for row in rows:
        if row["fault"] != last:
            yield ""
            yield heading(f"{row['title']}  [{row['fault']}]")
            last = row["fault"]
        yield line("; ".join(row["example"]) or "nothing else has to be said")
        for name, side in ((a, row["a"]), (b, row["b"])):
            yield line(f"{name:{width}}{_ruled(side)}", 4)


def _ruled(side: dict[str, Any]) -> str:
    """Say one side of a difference in a line: outcome, remedies and sums, then rules and place."""
    if not side["case"]:
        return "no case fits"
    does = [side["outcome"], *side["remedies"], *(f"{name} {sum_}" for name, sum_ in side["amounts"].items())]
    return f"{', '.join(does)}   {', '.join(side['rules'])} ({side['case']}, {side['where']})"


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 'es' if what.endswith('s') else 's'}"


def _at(origin: Origin | None) -> dict[str, object] | None:
    return None if origin is None else {"file": seen_from_here(origin.file), "line": origin.line, "column": origin.column}


def _told(found: dict[str, Any]) -> Iterator[str]:
    rows = found["differences"]
    if not rows:
        yield f"{found['a']} and {found['b']} say the same."
        return
    yield heading(f"{found['a']} -> {found['b']}: {len(rows)} difference{'s' * (len(rows) != 1)}")
    for row in rows:
        yield line(row["path"])
        if row["kind"] == "moved":
            yield line(
                f"stands after {row['new'] or 'nothing: it is first'}; it stood after {row['old'] or 'nothing: it was first'}", 4
            )
            continue
        if row["kind"] != "added":
            yield line(f"{_value(row['old'])}   {_place(row['old_at'])}", 4, "- ")
        if row["kind"] != "removed":
            yield line(f"{_value(row['new'])}   {_place(row['new_at'])}", 4, "+ ")


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_value(inner)}" for key, inner in value.items()) + "}"
    return str(value)


def _place(at: dict[str, object] | None) -> str:
    return f"({at['file']}:{at['line']})" if at else ""
