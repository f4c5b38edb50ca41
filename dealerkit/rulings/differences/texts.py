"""Differences in text: two rule sets or two games compared value by value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from dealerkit.files.screen_text import count_of, heading, line
from dealerkit.rules.data import seen_from_here
from dealerkit.rules.differences import Difference, differences
from dealerkit.rules.doc import Doc, Origin, Place, path_text
from dealerkit.rules.games import Game, game, game_doc, games, games_under, under
from dealerkit.rules.option_values import CHOOSES_THE_SET
from dealerkit.rules.rule_set import HEAD
from dealerkit.rules.sets import RuleSet, rule_set
from dealerkit.rulings.differences.entries import options_in_force


@attrs.frozen
class TextDifferences:
    """All single values in which two rule sets differ, or two games.

    Attributes:
        a: The first rule set or game, as it was named.
        b: The second.
        found: The differences. If rule sets are compared, the place of a value in a game begins with `games` and the game's id.
    """

    a: str
    b: str
    found: tuple[Difference, ...]

    def as_json(self) -> dict[str, object]:
        """Return the differences as plain data for JSON."""
        return {
            "a": self.a,
            "b": self.b,
            "differences": [
                {
                    "path": path_text(difference.path),
                    "kind": difference.kind,
                    "old": difference.old,
                    "new": difference.new,
                    "old_at": _at(difference.old_origin),
                    "new_at": _at(difference.new_origin),
                }
                for difference in self.found
            ],
        }

    def lines(self) -> Iterator[str]:
        """Yield the differences as lines for a screen: under each place the old text and the new one, with file and line."""
        if not self.found:
            yield f"{self.a} and {self.b} say the same."
            return
        yield heading(f"{self.a} -> {self.b}: {count_of(len(self.found), 'difference')}")
        for difference in self.found:
            yield line(path_text(difference.path))
            if difference.kind == "moved":
                now, before = (f"after {key}" if key else "first" for key in (difference.new, difference.old))
                yield line(f"now {now}; before, {before}", 4)
                continue
            if difference.kind != "added":
                yield line(f"{_value(difference.old)}   {_where(difference.old_origin)}", 4, "- ")
            if difference.kind != "removed":
                yield line(f"{_value(difference.new)}   {_where(difference.new_origin)}", 4, "+ ")


def _at(origin: Origin | None) -> dict[str, object] | None:
    return None if origin is None else {"file": seen_from_here(origin.file), "line": origin.line, "column": origin.column}


def _where(origin: Origin | None) -> str:
    return f"({seen_from_here(origin.file)}:{origin.line})" if origin is not None else ""


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_value(inner)}" for key, inner in value.items()) + "}"
    return str(value)


def text_differences(a: str | Path, b: str | Path) -> TextDifferences:
    """Return the differences in text between two rule sets and the games under them, or between two games.

    Args:
        a: A rule set by name or path, or a game by name.
        b: Another of the same kind.

    Raises:
        UnknownName: If there is no such rule set.
        RuleFileError: If a file cannot be used.
    """
    if a in games() and b in games():
        return TextDifferences(str(a), str(b), tuple(differences(game_doc(a)[0], game_doc(b)[0])))
    old, new = rule_set(a), rule_set(b)
    own_differences = differences(_own(old), _own(new))
    both = [name for name in games_under(old) if name in games_under(new)]
    own_differences += _options([(game(name, a), game(name, b)) for name in both])
    for name in both:
        place: Place = ("games", name)
        base = game_doc(name)[0]
        own_differences += _below(place, differences(under(base, old), under(base, new)))
    return TextDifferences(str(a), str(b), tuple(own_differences))


def _options(dealt: Sequence[tuple[Game, Game]]) -> list[Difference]:
    """Return the options in force that differ, game by game; once for the family where all its games differ alike."""
    listed: list[Difference] = []
    alike: dict[tuple[str, Place, str, str], list[tuple[str, Difference]]] = {}
    for before, after in dealt:
        for difference in differences(options_in_force(before), options_in_force(after)):
            if difference.path[0] != CHOOSES_THE_SET:
                alike.setdefault((after.family, difference.path, str(difference.old), str(difference.new)), []).append(
                    (after.id, difference)
                )
    for (family, path, _, _), ones in alike.items():
        having = [after for _, after in dealt if after.family == family and path[0] in after.options]
        if len(ones) > 1 and len(ones) == len(having):
            ones = [(family, ones[0][1])]
        for name, difference in ones:
            listed += _below(("games", name, "options"), [difference])
    return listed


def _own(rules: RuleSet) -> Doc:
    """Leave out what only names the set, and the options, which are compared as they are in force."""
    left_out = HEAD | {"options", "family", "extends"}
    return rules.doc.with_data({key: value for key, value in rules.doc.data.items() if key not in left_out})


def _below(place: Place, differences: list[Difference]) -> list[Difference]:
    return [attrs.evolve(difference, path=place + difference.path) for difference in differences]
