"""A record played back: a table is set up by its header, and its acts are pushed one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from dealerkit.errors import DealerkitError, Impossible, RecordError, RuleFileError, UnfitRuleSet, UnknownName
from dealerkit.judge import Finding
from dealerkit.table.record import Header, Record, RecordLine, read_record
from dealerkit.table.table import Table


def table_of(header: Header, rules: str | Path | None = None) -> Table:
    """Return the table that a record's header describes.

    If a header has a hash of the rules but lacks an option, the option did not exist when the record was written. It then gets
    the value that applied before it existed (`unrecorded`).

    Args:
        header: Header of the record.
        rules: Another rule set to judge the record under; None for the header's own.

    Raises:
        RecordError: If the header describes an impossible table.
        RuleFileError, UnknownName: If the other rule set is for other games, cannot be read, or does not exist.
    """
    table = _set_up(header, rules, header.options)
    then = {name: str(value) for name, value in table.game.unrecorded.items() if name not in header.options}
    return _set_up(header, rules, {**header.options, **then}) if then and header.hash else table


def _set_up(header: Header, rules: str | Path | None, options: Mapping[str, str]) -> Table:
    try:
        return Table(
            header.game,
            rules if rules is not None else header.rules,
            seats=header.seats,
            button=header.button,
            seed=header.seed,
            options=options,
            stacks=header.stacks or None,
            unit=header.unit,
            deck=header.deck,
            given=header.given,
            recorded=True,
        )
    except RecordError:
        raise
    except DealerkitError as error:
        if rules is not None and _is_about(error, rules):
            raise  # the rule set was named by the caller, not by the record
        raise RecordError(header.file, header.line, str(error)) from error


def _is_about(error: DealerkitError, rules: str | Path) -> bool:
    """Return whether an error concerns this rule set: it is faulty, missing or for other games."""
    if isinstance(error, UnfitRuleSet):
        return error.name == str(rules)
    if isinstance(error, UnknownName):
        return error.kind == "rule set" and error.name == str(rules)
    named = Path(rules)
    files = [Path(problem.file) for problem in error.problems] if isinstance(error, RuleFileError) else []
    return any(named in (file, *file.parents) for file in files)


def push(table: Table, line: RecordLine, file: str) -> tuple[Finding, ...]:
    """Let an act of a record happen at the table, and return the findings on it.

    Args:
        table: The table.
        line: The act, with its line number.
        file: Name of the record's file, for messages.

    Raises:
        RecordError: If the act cannot have happened; the error names the line.
    """
    if line.act.highest > table.seats:
        hint = f"the seats are s1 to s{table.seats}; correct the line, or `seats` in the header"
        raise RecordError(file, line.line, f"'{line.act}': there is no seat {line.act.highest} at this table", hint)
    try:
        return table.push(line.act)
    except Impossible as error:
        raise RecordError(file, line.line, str(error), "this line, or an earlier one, can't have happened") from error


def replay(source: Record | Path | str, upto: int | None = None, rules: str | Path | None = None) -> Table:
    """Return the table after a record's acts.

    Args:
        source: A record, its path, or its text.
        upto: Number of acts to push; None for all.
        rules: Another rule set to judge the record under; None for its own.

    Raises:
        RecordError: If the record cannot be read, or cannot have happened.

    >>> import dealerkit as dk
    >>> table = dk.Table("mini-baccarat", seats=1, seed=7)
    >>> table.advance("close")
    >>> dk.replay(table.record()).felt.same_as(table.felt)
    True
    """
    record = source if isinstance(source, Record) else read_record(source)
    table = table_of(record.header, rules)
    for line in record.lines[:upto]:
        push(table, line, record.header.file)
    return table
