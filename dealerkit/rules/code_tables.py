"""Tables that choose a finding's code by the facts: `codes:` at the top of a game's file. Steps, duties (acts required after
certain events) and places of the felt refer to a table by its name.

    codes:
      live_hand:
        absent_hand_taken: deal/absent-hand-not-killed    # a fact, and the finding if it holds; the first fact that holds decides
        otherwise: showdown/live-hand-killed

A step says `codes: {early: live_hand}` for one kind of fault, or `codes: live_hand` for every kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dealerkit.errors import Problem, RuleFileError, no_such
from dealerkit.rules.doc import Doc, Origin, Place, has

TABLES = "codes"
"""Key of the tables in a game's file."""

KINDS = ("skipped", "early", "again", "misplaced", "wrong-count", "wrong-amount", "wrong-face", "wrong-card", "wrong")
"""Kinds of fault of a step."""

ANY = "any"
"""Key, in a step's `codes`, for all kinds of fault that it does not list."""


def is_table_name(value: object) -> bool:
    """Return whether a value is the name of a table: codes of findings contain a slash, names of tables do not.

    >>> is_table_name("live_hand"), is_table_name("burn/doubled"), is_table_name({})
    (True, False, False)
    """
    return isinstance(value, str) and "/" not in value


def with_tables(doc: Doc) -> Doc:
    """Return a game's document with each table copied to where it is named, and removed from its own place.

    Args:
        doc: A game's document, with complete steps.

    Raises:
        RuleFileError: If a named table does not exist; with all such problems.

    >>> steps = {"burn": {"do": "burn", "codes": {"again": "doubled"}}}
    >>> doc = with_tables(Doc.of({"codes": {"doubled": {"aside": "step/no-fault"}}, "procedure": steps}))
    >>> doc.data["procedure"]["burn"]["codes"]
    {'again': {'aside': 'step/no-fault'}}
    """
    if not isinstance(doc.data, dict):
        return doc
    work = _TablePlacement(doc)
    data = {key: value for key, value in doc.data.items() if key != TABLES}
    for key, put in (("procedure", work.nodes), ("duties", work.duties), ("felt", work.felt)):
        if isinstance(data.get(key), dict):
            data[key] = put(data[key], (key,))
    if work.problems:
        raise RuleFileError(work.problems)
    return Doc(data, work.locate)


class _TablePlacement:
    """Copies tables to the places that name them.

    Attributes:
        taken: Places to which a table was copied, each with the table's own place.
        problems: Problems with the names.
    """

    def __init__(self, doc: Doc) -> None:
        self.doc = doc
        self.tables = tables_of(doc.data)
        self.taken: dict[Place, Place] = {}
        self.problems: list[Problem] = []

    def nodes(self, nodes: dict[str, object], place: Place) -> dict[str, object]:
        """Return a map of sections and steps with tables inserted."""
        return {name: self.node(node, (*place, name)) if isinstance(node, dict) else node for name, node in nodes.items()}

    def node(self, node: dict[str, Any], place: Place) -> dict[str, object]:
        """Return one section or step with tables inserted."""
        changed: dict[str, object] = {}
        if isinstance(node.get("steps"), dict):
            changed["steps"] = self.nodes(node["steps"], (*place, "steps"))
        if "codes" in node:
            changed["codes"] = self.codes(node["codes"], (*place, "codes"))
        if isinstance(node.get("over"), dict):
            changed["over"] = {step: self.over(codes, (*place, "over", step)) for step, codes in node["over"].items()}
        return {**node, **changed} if changed else node

    def codes(self, codes: object, place: Place) -> object:
        """Return a step's codes with tables inserted: for every kind, or by kind, or by verb and kind."""
        if is_table_name(codes):
            return {ANY: self.put(codes, place, (*place, ANY))}
        if not isinstance(codes, dict):
            return codes
        kinds = (*KINDS, ANY)
        return {key: (self.put if key in kinds else self.of_verb)(code, (*place, key)) for key, code in codes.items()}

    def over(self, value: object, place: Place) -> object:
        """Return the codes for one owed step with tables inserted."""
        return self.by_verb(value, place) if isinstance(value, dict) else self.put(value, place)

    def of_verb(self, value: object, place: Place) -> object:
        """Return the codes of one verb with tables inserted."""
        if is_table_name(value):
            return {ANY: self.put(value, place, (*place, ANY))}
        return self.by_verb(value, place) if isinstance(value, dict) else value

    def by_verb(self, codes: dict[str, object], place: Place) -> dict[str, object]:
        """Return a map by verb, kind or fact with tables inserted."""
        return {key: self.put(code, (*place, key)) for key, code in codes.items()}

    def duties(self, duties: dict[str, object], place: Place) -> dict[str, object]:
        """Return duties with tables inserted."""
        return {
            name: {**duty, "code": self.put(duty["code"], (*place, name, "code"))}
            if isinstance(duty, dict) and "code" in duty
            else duty
            for name, duty in duties.items()
        }

    def felt(self, felt: dict[str, object], place: Place) -> dict[str, object]:
        """Return the felt with tables inserted into its acts that are always a fault."""
        never = felt.get("never")
        return {**felt, "never": self.by_verb(never, (*place, "never"))} if isinstance(never, dict) else felt

    def put(self, value: Any, place: Place, at: Place | None = None) -> Any:
        """Return the table that a value names; any other value unchanged.

        Args:
            value: The value.
            place: Place of the value.
            at: Place to which the table is copied; None for the same place.
        """
        if not is_table_name(value):
            return value
        if value not in self.tables:
            hint = f"write the table under `{TABLES}:` in the game's file"
            self.problems.append(self.doc.problem(place, no_such("table of findings", value, self.tables), hint))
            return {}
        self.taken[at or place] = (TABLES, value)
        return self.tables[value]

    def locate(self, place: Place, *, of_key: bool) -> Origin | None:
        """Return the origin of a value: in a table, or at its own place."""
        if has(self.doc.data, place):
            return self.doc.locate(place, of_key=of_key)
        for end in range(len(place), 0, -1):
            table = self.taken.get(place[:end])
            if table is not None:
                return self.doc.locate((*table, *place[end:]), of_key=of_key)
        return self.doc.locate(place, of_key=of_key)


def opened(key: str, below: object, above: object, tables: Mapping[str, object]) -> object:
    """Return a value of the lower document in the form in which an upper one can be merged into it.

    If the lower value is the name of a table of findings, and the upper value is a map, they cannot be merged as they stand: the
    name is then replaced by the table itself, or by `{any: NAME}` if the upper map lists kinds of fault. Any other value is
    returned unchanged.

    Args:
        key: Key under which both values stand.
        below: Value in the lower document.
        above: Value in the upper document, which is laid over it.
        tables: The lower document's tables, by name.

    >>> tables = {"live_hand": {"otherwise": "showdown/live-hand-killed"}}
    >>> opened("early", "live_hand", {"time_was_up": "step/no-fault"}, tables)
    {'otherwise': 'showdown/live-hand-killed'}
    >>> opened("codes", "live_hand", {"early": "step/no-fault"}, tables)
    {'any': 'live_hand'}
    """
    if not (isinstance(below, str) and below in tables and isinstance(above, dict)):
        return below
    by_kind = key == TABLES or all(name in (*KINDS, ANY) for name in above)
    return {ANY: below} if by_kind else tables[below]


def named_in(codes: object) -> Iterator[str]:
    """Yield the names of tables of findings that are mentioned in the `codes` of a step, at any depth.

    >>> list(named_in({"early": "live_hand", "pay": {"wrong": "wrong_payout", "again": "burn/doubled"}}))
    ['live_hand', 'wrong_payout']
    """
    if isinstance(codes, Mapping | list):
        for inner in codes.values() if isinstance(codes, Mapping) else codes:
            yield from named_in(inner)
    elif is_table_name(codes):
        yield str(codes)


def tables_of(data: object) -> Mapping[str, Mapping[str, object]]:
    """Return the tables of findings in a game's data, by name; empty if it has none.

    Args:
        data: The data of the game's file.
    """
    tables = data.get(TABLES) if isinstance(data, dict) else None
    return tables if isinstance(tables, dict) else {}
