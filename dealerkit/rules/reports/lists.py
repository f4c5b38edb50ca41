"""Reports of `dealerkit rules list` and `dealerkit games`: the rule sets, the games, one game with its options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from dealerkit.files.screen_text import heading, line, table
from dealerkit.rules.games import Game
from dealerkit.rules.options import Option, Value
from dealerkit.rules.sets import RuleSet
from dealerkit.rules.texts import shown


@attrs.frozen
class RuleSetList:
    """Rule sets, one in each row.

    Attributes:
        sets: The rule sets, in order.
    """

    sets: Sequence[RuleSet]

    def as_json(self) -> list[dict[str, Any]]:
        """Return a map for each rule set: name, title, family, base (`extends`), numbers of faults and cases, and hash."""
        return [
            {
                "name": rules.name,
                "title": rules.title,
                "family": rules.family,
                "extends": rules.chain[1] if len(rules.chain) > 1 else None,
                "faults": len(rules.faults),
                "cases": sum(len(fault["cases"]) for fault in rules.faults.values()),
                "sha256": rules.sha256,
            }
            for rules in self.sets
        ]

    def lines(self) -> Iterator[str]:
        """Yield the report as a table."""
        shown = [
            (row["name"], row["family"] or "any", row["extends"] or "-", row["cases"], row["title"]) for row in self.as_json()
        ]
        yield table(shown, header=("set", "games", "extends", "cases", "title"))


@attrs.frozen
class GameReport:
    """A game with its options: values in force, allowed values, and rules.

    Attributes:
        game: The game with the options in force.
    """

    game: Game

    def as_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        players = self.game.data["players"]
        return {
            "id": self.game.id,
            "title": self.game.title,
            "family": self.game.family,
            "players": [players["min"], players["max"]],
            "groups": {name: self.game.say_in_one_line(title) for name, title in self.game.data.get("groups", {}).items()},
            "options": {name: _option(self.game, option, self.game.options[name]) for name, option in self.game.choices.items()},
            "summary": self.game.say_in_one_line(self.game.data.get("summary")),
        }

    def lines(self) -> Iterator[str]:
        """Yield the report as lines for a screen."""
        row = self.as_json()
        yield heading(f"{row['title']} ({row['id']})")
        if row["summary"]:
            yield line(row["summary"])
        yield f"  family {row['family']}, {_people(row['players'])} players"
        yield ""
        options: Mapping[str, Mapping[str, Any]] = row["options"]
        yield heading("Options" if options else "No options")
        groups: Mapping[str, str] = row["groups"]
        for group in [*groups, ""]:
            mine = {
                name: option
                for name, option in options.items()
                if (option["group"] if option["group"] in groups else "") == group
            }
            if mine and groups:
                yield heading(f"  {groups.get(group, 'And')}")
            for name, option in mine.items():
                yield from _one_option(name, option)


@attrs.frozen
class GameList:
    """Games, one in each row.

    Attributes:
        games: The games, in order.
    """

    games: Sequence[GameReport]

    def as_json(self) -> list[dict[str, Any]]:
        """Return each game with all its data."""
        return [game.as_json() for game in self.games]

    def lines(self) -> Iterator[str]:
        """Yield the report as a table."""
        yield table(
            [(row["id"], row["family"], _people(row["players"]), row["title"]) for row in map(GameReport.as_json, self.games)],
            header=("game", "family", "players", "title"),
        )
        yield ""
        yield "To see the options of a game: dealerkit games GAME"


def _values(option: Option) -> object:
    """Return an option's allowed values: a list, the range of a number by its kind, or the word `odds`."""
    if option.kind == "choice":
        return list(option.values)
    return option.kind if option.kind == "odds" else {option.kind: [str(option.low), str(option.high)]}


def _option(game: Game, option: Option, value: Value) -> dict[str, object]:
    return {
        "title": game.say_in_one_line(option.title),
        "value": value,
        "default": option.read(option.default),
        "values": _values(option),
        "allowed": option.allowed,
        "rule": option.rule or None,
        "help": game.say_in_one_line(option.help),
        "group": option.group or None,
        "answers": {
            name: words
            for name, answer in (game.data["options"][option.name].get("answers") or {}).items()
            if (words := game.say_in_one_line(answer)) != name.replace("_", " ")
        }
        | ({shown(value): option.words(value) for value in option.values} if option.unit else {}),
    }


def _people(players: list[int]) -> str:
    low, high = players
    return f"{low}" if low == high else f"{low} to {high}"


def _one_option(name: str, option: Mapping[str, Any]) -> Iterator[str]:
    rule = f" [{option['rule']}]" if option["rule"] else ""
    yield line(f"{name} = {shown(option['value'])}   {option['title']}{rule}", hang=4)
    standard = "" if option["value"] == option["default"] else f"; default {shown(option['default'])}"
    lines = [
        f"{word} ({answer})" if (answer := option["answers"].get(word)) and not word.isdecimal() else word
        for word in option["allowed"]
    ]
    yield line(f"{', '.join(lines)}{standard}", 6, "allowed: ")
    if option["help"]:
        yield line(option["help"], 6)
