"""The state of a table after a case's acts, under the keys that the case's expectation names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dealerkit.cards import read_cards
from dealerkit.errors import ActError, check_name
from dealerkit.felt import read_number, written
from dealerkit.rules.entries import Branch
from dealerkit.table.table import Table

TABLE_KEYS = frozenset(
    {
        "findings", "expected", "ok", "chips", "spots", "marks", "places", "counts", "rulings", "step", "asks", "plays",
        "button", "options",
    }
)  # fmt: skip
"""Keys that a case of acts can expect.

    findings   every finding, in order: its code, or a map of code, severity, self_corrected, expected, got, step, act, cite
    expected   the dealer's next act as text; empty if players act first or nothing is due
    ok         whether nothing was found
    chips      stacks by seat, `house` for the rack
    spots      chips on the layout: spot to seat to amount; or pot rows
    marks      what is owed: seat to amount, or box to seat to amount
    places     cards by place, in order: `{player: 7h Th}`
    counts     how many cards lie in a place
    rulings    every ruling, in order: outcome, or a map of outcome, case, fault, rules, remedies, code
    step       the step that is open
    asks       what players may do: seat to moves
    plays      the cards that players may play: seat to cards
    button     the seat with the button, or that deals
    options    options in force, as text
"""


def figures_of(expect: Branch, table: Table) -> tuple[dict[str, object], dict[str, object]]:
    """Return the expectation of a case and the table's state, as two maps with the same keys, to be compared.

    Args:
        expect: The case's expectation; only its keys are looked up.
        table: The table after the case's acts.

    Raises:
        UnknownName: If the case names a seat, place or box that the table does not have.
        ActError: If it names something that is not a card.
    """
    wanted: dict[str, object] = {}
    got: dict[str, object] = {}
    for key, value in expect.items():
        wanted[key], got[key] = _TOLD[key](value, table)
    return wanted, got


def _findings(value: object, table: Table) -> tuple[object, object]:
    wanted = [slip if isinstance(slip, dict) else {"code": slip} for slip in _list(value)]
    full = any(slip.keys() - {"code"} for slip in wanted)
    occurred = []
    for finding in table.findings:
        explained = table.explain(finding)
        own = {name: getattr(finding, name) for name in ("code", "self_corrected", "expected", "got", "step", "act")}
        occurred.append({**own, "severity": explained.severity, "cite": list(explained.cite)})
    if len(wanted) != len(occurred) or not full:
        return [slip.get("code") for slip in wanted], [slip["code"] for slip in occurred]
    return wanted, occurred


def _expected(value: object, table: Table) -> tuple[object, object]:
    due = table.expected.dealer
    return value or "", str(due[0]) if due else ""


def _seats(table: Table) -> dict[str, int]:
    return {f"s{seat}": seat for seat in range(1, table.seats + 1)} | {"house": 0}


def _row(cells: list[int], value: Branch, table: Table) -> tuple[dict[str, str], dict[str, str]]:
    seats = _seats(table)
    wanted: dict[str, str] = {}
    got: dict[str, str] = {}
    for who, amount in value.items():
        check_name("seat", str(who), seats)
        wanted[who] = _amount(amount)
        got[who] = table.felt.money(cells[seats[who]])
    return wanted, got


def _amount(amount: object) -> str:
    """Write an amount as the table would; a debt has its sign."""
    digits = str(amount)
    return "-" + _amount(digits[1:]) if digits.startswith("-") else written(read_number(digits))


def _named_rows(rows: Mapping[str, list[int]], value: Branch, table: Table, kind: str) -> tuple[object, object]:
    wanted: dict[str, object] = {}
    got: dict[str, object] = {}
    for name, cells in value.items():
        check_name(kind, str(name), rows)
        if isinstance(cells, dict):
            wanted[name], got[name] = _row(rows[name], cells, table)
        else:
            wanted[name], got[name] = cells, table.felt.money(sum(rows[name]))
    return wanted, got


def _marks(value: Branch, table: Table) -> tuple[object, object]:
    marks = table.felt.marks
    if marks and not value.keys() & marks.keys():
        return _row(next(iter(marks.values())), value, table)
    return _named_rows(marks, value, table, "box")


def _places(value: Branch, table: Table) -> tuple[object, object]:
    felt = table.felt
    wanted, got = {}, {}
    for name, cards in value.items():
        check_name("place", str(name), table.felt.places)
        wanted[name] = ["??" if face is None else face.name for face in read_cards(str(cards or ""))]
        got[name] = felt.names(felt.cards(name))
    return wanted, got


def _counts(value: Branch, table: Table) -> tuple[object, object]:
    felt = table.felt
    for name in value:
        check_name("place", str(name), table.felt.places)
    return value, {name: len(felt.cards(name)) for name in value}


def _rulings(value: object, table: Table) -> tuple[object, object]:
    wanted = [entry if isinstance(entry, dict) else {"outcome": entry} for entry in _list(value)]
    got = [
        {name: getattr(ruled.ruling, name) for name in ("outcome", "case", "fault", "rules", "remedies")} | {"code": ruled.code}
        for ruled in table.rulings
    ]
    if len(wanted) != len(got):
        return [entry.get("outcome") for entry in wanted], [
            f"{entry['outcome']} ({entry['fault']}.{entry['case']})" for entry in got
        ]
    return wanted, got


def _step(value: object, table: Table) -> tuple[object, object]:
    path = table.expected.step
    return value or "", path if value == path else path.rpartition(".")[2]


def _asks(value: object, table: Table) -> tuple[object, object]:
    asked = table.expected.players
    got = {seat: sorted(moves) for seat, moves in asked.items()}
    if not isinstance(value, dict):
        return sorted(_list(value)), sorted(got)
    return {seat: sorted(_list(moves)) for seat, moves in value.items()}, got


def _plays(value: Branch, table: Table) -> tuple[object, object]:
    asked = table.expected.players
    got = {seat: sorted(map(str, moves["play"])) for seat, moves in asked.items() if "play" in moves}  # type: ignore[call-overload]
    return {seat: sorted(_list(cards)) for seat, cards in value.items()}, got


def _list(value: object) -> list[Any]:
    if value is not None and not isinstance(value, str | list):
        msg = f"expected a list, not {value}"
        raise ActError(msg)
    return value if isinstance(value, list) else [value] if value else []


_TOLD: Mapping[str, Callable[[Any, Table], tuple[object, object]]] = {
    "findings": _findings,
    "expected": _expected,
    "ok": lambda value, table: (value, table.ok),
    "chips": lambda value, table: _row(table.felt.rows["stack"], value, table),
    "spots": lambda value, table: _named_rows(table.felt.rows, value, table, "row of chips"),
    "marks": _marks,
    "places": _places,
    "counts": _counts,
    "rulings": _rulings,
    "step": _step,
    "asks": _asks,
    "plays": _plays,
    "button": lambda value, table: (value, table.felt.button),
    "options": lambda value, table: (value, dict(table.game.options)),
}
