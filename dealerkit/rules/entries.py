"""Types of the entries of rule files, as Python reads them after a schema has accepted them. Keys may be missing, since overlays
leave some out.

The shapes, with the meaning of each key, are in `dealerkit.rules.schemas`, and these types are made from them. Keys that depend
on another word of the entry, such as the parameters of a `do:` word, are not listed here: code that reads them takes a `Branch`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

Branch = Mapping[str, Any]
"""A part of a document whose keys no schema lists: the tables of a game, the parameters of a step, the data of a page.

The code that reads it knows the keys. The loader accepts only maps, lists, text, whole numbers, booleans and null.
"""
Text = str | Mapping[str, str]
"""A text: English, or a map from language tags to the text in each language."""
Literal = str | int | bool
"""A single value, as YAML has it."""
Codes = str | Mapping[str, "Codes"]
"""Codes of findings: a code, the name of a table of codes, or a map by kind or verb."""

# -- made by docs/scripts/make_entries.py from dealerkit/rules/schemas/views.py; change it there


class SourceEntry(TypedDict, total=False):
    """The source of an entry: the work, its section, and how much of the section was read."""

    work: str
    verified: str
    section: str | int
    note: Text


class PlaceEntry(TypedDict, total=False):
    """A place on the felt, such as a hand, the board or the muck."""

    title: Text
    kind: str
    face: str
    looks: str
    cleared: bool
    takes: str
    after: str
    whole: bool
    keeps: int
    instead: Sequence[Mapping[str, object]]


class WorkPlaceEntry(TypedDict, total=False):
    """A part of a cited work: how much of it was read, and its contents."""

    verified: str
    holds: Text


class WorkEntry(TypedDict, total=False):
    """A work that can be cited."""

    title: Text
    edition: str | int
    date: str | int
    publisher: str
    note: Text
    sections: Sequence[str]
    look_up: Text
    verified: str
    places: Mapping[str, Text | WorkPlaceEntry]


class MultipleEntry(TypedDict, total=False):
    """An amount that is a multiple of another amount, or the amount of a chip race: the share of a new chip that earns a chip."""

    times: int
    of: str
    less: str
    rest_earns: str


class CaseEntry(TypedDict, total=False):
    """A case of a decision list: the facts under which it applies, and what is ruled then."""

    rule: str
    outcome: str
    when: Mapping[str, Literal | list[Literal]]
    rules: Sequence[str]
    remedies: Sequence[str]
    dealt_by: Sequence[str]
    because: Text
    say: Text
    source: SourceEntry
    weigh: Sequence[Text]
    choices: Sequence[Text]
    amounts: Mapping[str, str | MultipleEntry]
    at: str
    hand: str
    penalty: Mapping[str, str]
    order: str
    note: Text


class AskedEntry(TypedDict, total=False):
    """The meaning of a fact in one fault, if it differs from the fact's own entry."""

    title: Text
    question: Text
    values: Sequence[str]


class KnownFaultEntry(TypedDict, total=False):
    """An entry of the catalogue of faults (things that can go wrong): its names, and the facts that rulings on it use."""

    title: Text
    note: Text
    words: Sequence[Text] | Mapping[str, Sequence[Text]]
    facts: Sequence[str]
    family: str
    forms: Sequence[str]
    games: Sequence[str]
    under: Mapping[str, Literal | list[Literal]]
    unless: Mapping[str, Literal | list[Literal]]
    instead_of: Sequence[str]
    also: Mapping[str, str]
    usual: Mapping[str, Literal]
    several: Mapping[str, Mapping[str, str]]
    asks: Mapping[str, AskedEntry]
    disputes: Sequence[str]
    kind: str
    goes_on: bool


class FaultEntry(KnownFaultEntry, total=False):
    """A decision list: the cases of one fault by name, in the order in which they are tried."""

    cases: Mapping[str, CaseEntry]
    order: str
    tells: Mapping[str, Mapping[str, object]]
    told: Sequence[str]
    unlike: Mapping[str, str]
    often: int


class FindingEntry(TypedDict, total=False):
    """An entry of the catalogue of findings: a mistake that is reported to the dealer, and its explanation."""

    title: Text
    severity: str
    why: Text
    remedy: Text
    cite: Sequence[str]
    source: SourceEntry
    fault: str
    dispute: str
    once: bool
    slip: str
    note: Text


class RungEntry(TypedDict, total=False):
    """A penalty in a ladder of penalties, from the mildest to the hardest."""

    title: Text
    counted: str


class RemedyEntry(TypedDict, total=False):
    """A remedy: the dealer's steps that correct a slip."""

    title: Text
    steps: Mapping[str, StepEntry]
    when: str
    then: Mapping[str, str]
    told: bool
    floor: str
    again: Sequence[str]
    ladder: Mapping[str, Mapping[str, RungEntry]]
    code: str
    cite: Sequence[str]
    source: SourceEntry
    say: Text
    why: Text
    note: Text


class ChapterEntry(TypedDict, total=False):
    """A chapter of the rules on which a rule set or a game rests; a rule is a text, or a map with a `text` and its source."""

    rules: Mapping[str, Text | Mapping[str, object]]
    title: Text
    note: Text
    forms: Sequence[str]
    ours: Sequence[str]


IdleEntry = TypedDict(
    "IdleEntry",
    {
        "is": Sequence[Literal],
        "because": str,
    },
    total=False,
)
"""Values of another option under which an option decides nothing, and why."""


class MeaningEntry(TypedDict, total=False):
    """The other fact that a fact stands for while an option has a certain value."""

    when: Mapping[str, Literal]
    gate: Text
    gate_open: Text
    gate_passed: Text


class FactEntry(TypedDict, total=False):
    """An entry of the catalogue of facts that rulings can test."""

    type: str
    title: Text
    question: Text
    unit: Text
    values: Sequence[Literal] | str
    assume: Literal
    of_game: bool
    of_forms: Mapping[str, Sequence[str]]
    under: Mapping[str, Mapping[str, Literal | list[Literal]]]
    unless: Mapping[str, Mapping[str, Literal | list[Literal]]]
    spelled: Mapping[str, Sequence[str]]
    worked_out_of: Sequence[str]
    ask_those: bool
    of_cards: bool
    example: Literal
    note: Text
    answers: Mapping[str, Text]
    ask_first: str
    option: str
    means: Mapping[str, MeaningEntry]
    of_option: bool
    assume_by_form: Mapping[str, Literal]
    default_with: Mapping[str, Mapping[str, Literal]]


class SpokenWordEntry(TypedDict, total=False):
    """A word that players say, and its meaning."""

    also: Sequence[str]
    facing: str
    unfaced: str
    fits: Sequence[str]
    sum: str


class SpeechEntry(TypedDict, total=False):
    """The words of players, and their meanings."""

    said: Mapping[str, SpokenWordEntry]
    numbers: Mapping[str, int]
    times: Mapping[str, int]
    on_top: Sequence[str]
    stands_for: Sequence[int]
    rests_on: Mapping[str, Sequence[str]]


class StoryEntry(TypedDict, total=False):
    """The phrases in which people describe a fault."""

    told: Sequence[str]
    unlike: Mapping[str, str]
    often: int
    tells: Mapping[str, Mapping[str, object]]


class SignEntry(TypedDict, total=False):
    """A mark or a dot of a road on the scorecard."""

    letter: str
    colour: str
    title: Text
    when: Mapping[str, Literal | list[Literal]]
    corner: str


StepEntry = TypedDict(
    "StepEntry",
    {
        "steps": "Mapping[str, StepEntry]",
        "added_before": str,
        "title": Text,
        "if": str | Sequence[str],
        "repeat": str,
        "part": bool,
        "codes": Codes,
        "cite": Sequence[str],
        "say": Text,
        "why": Text,
        "do": str,
        "severity": str,
        "over": Mapping[str, Codes],
        "any_order": bool,
        "optional": bool | str,
        "floating": bool,
        "deadline": str,
        "verb": str,
        "grace": str,
        "minimum": int,
        "piecemeal": bool,
        "repeatable": bool,
        "laid_out": str,
        "excused": str,
        "streets_on": int,
        "play": str,
        "until": str,
        "passable": bool,
        "anytime": bool,
        "sums": bool,
        "again_from": str,
        "rules": Mapping[str, str],
        "like": str,
        "words": Mapping[str, object] | Sequence[str],
        "batches": Sequence[int],
        "cards": int,
        "n": int,
        "to": str,
        "face": str,
        "behind": int,
    },
    total=False,
)
"""A step or a section of a procedure, without the keys that only its planner or mechanic reads."""


DutyEntry = TypedDict(
    "DutyEntry",
    {
        "on": Mapping[str, str | Sequence[str]],
        "if": str | Sequence[str],
        "do": Sequence[str],
        "asks": str,
        "all": bool,
        "done": str | Sequence[str],
        "before": Sequence[str],
        "by": str | Sequence[str],
        "code": Codes,
        "severity": str,
        "say": Text,
        "cite": Sequence[str],
        "unplanned": bool,
        "outcome": bool,
        "ruled": Mapping[str, str | Sequence[str]],
        "unless": Mapping[str, str | Sequence[str]],
    },
    total=False,
)
"""A duty: an act that must follow if something happens."""


# -- written by hand


def names_in(value: object) -> list[str]:
    """Return the names in a value that is one name or a list of names; empty for no value.

    >>> names_in("burned"), names_in(["burned", "cut"]), names_in(None)
    (['burned'], ['burned', 'cut'], [])
    """
    if isinstance(value, list | tuple):
        return [str(name) for name in value]
    return [value] if isinstance(value, str) else []
