"""Differences entry by entry: the case, step, rule, option or table in which two rule sets or two games differ, and how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs

from dealerkit.rules.canonical import PROSE
from dealerkit.rules.differences import Difference, kind_of, unlike
from dealerkit.rules.doc import Doc, Origin, Place, value_at
from dealerkit.rules.games import Game
from dealerkit.rules.sets import RuleSet
from dealerkit.rulings.differences.authority import ASIDE


def entry_of(place: Place) -> Place:
    """Return the place of the entry to which a single value belongs: its case, step, rule, option or table.

    Args:
        place: Keys that lead to the value in a game's or a rule set's document.

    >>> entry_of(("procedure", "shoe", "steps", "burn", "cite"))
    ('procedure', 'shoe', 'steps', 'burn')
    >>> entry_of(("faults", "boxed_card", "cases", "otherwise", "outcome"))
    ('faults', 'boxed_card', 'cases', 'otherwise')
    """
    end = {"rules": 4, "felt": 3, "faults": 4 if place[2:3] == ("cases",) else 2}.get(str(place[0]), 2)
    while place[0] == "procedure" and len(place) > end + 1 and place[end] == "steps":
        end += 2
    return place[:end]


def by_entry(differences: Iterable[Difference], old: Doc, new: Doc) -> Iterator[Difference]:
    """Yield one difference for each entry in which single values differ, in the order of these.

    Args:
        differences: Single values in which two documents differ: all of them, or some.
        old: The first of the documents.
        new: The second.
    """
    grouped: dict[Place, list[Difference]] = {}
    for leaf in differences:
        if not is_last(leaf):
            grouped.setdefault(entry_of(leaf.path), []).append(leaf)
    for place, ones in grouped.items():
        was, now = (value_at(doc.data, place) for doc in (old, new))
        if was is not None and now is not None and all(leaf.kind == "moved" for leaf in ones):
            yield attrs.evolve(ones[-1], path=place)
        else:
            yield _entry(place, was, now)


def is_last(leaf: Difference) -> bool:
    """Return whether a difference is only that the last case of a list (`otherwise`) moved, because others were put before it.

    Args:
        leaf: Difference in a single value.
    """
    return leaf.kind == "moved" and leaf.path[-1] == "otherwise"


def _entry(place: Place, was: object, now: object) -> Difference:
    """Return how an entry differs."""
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        other = {key: Difference((*place, key), kind_of(old, new), old, new) for key, old, new in unlike(was, now)}
        parts = tuple(part for key, part in other.items() if key not in ASIDE)
        return Difference(
            place, "changed" if parts else "source" if other.keys() <= {"source"} else "wording", was, now, parts=parts
        )
    kind = kind_of(was, now)
    prose = place[0] == "rules" or place[-1] in PROSE
    return Difference(place, "wording" if prose and kind == "changed" else kind, was, now)


def options_in_force(dealt: Game, rules: RuleSet | None = None) -> Doc:
    """Return the options of a game with their values, as a document in which each has the file and line of its last change.

    Args:
        dealt: The game.
        rules: A rule set, for the values that it fixes regardless of choices made for the game; None for the values in force.
    """
    values: Mapping[str, object] = dealt.options
    if rules is not None:
        fixed = rules.fixed(dealt.id, dealt.family, dealt.choices)
        values = {name: option.read(fixed.get(name, option.default)) for name, option in dealt.choices.items()}
    by = rules or dealt.rules

    def locate(place: Place, *, of_key: bool) -> Origin | None:
        if len(place) != 1:
            return None
        ours = [by.doc.locate(("options", whose, *place), of_key=of_key) for whose in (dealt.id, dealt.family)] if by else []
        fixed_by = next((origin for origin in ours if origin is not None), None)
        return fixed_by or dealt.doc.origin(("options", *place, "default"), of_key=of_key)

    return Doc(values, locate)
