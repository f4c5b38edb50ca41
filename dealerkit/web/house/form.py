"""The options of a game as a form (value, value in the base rule set, rule), and reading the choices made in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import attrs

from dealerkit.rules.games import Game
from dealerkit.rules.option_values import CHOOSES_THE_SET
from dealerkit.rules.options import Option, Value
from dealerkit.rules.texts import shown
from dealerkit.training.walk.legality import rule_texts

BASE = ""
"""Value of a field that leaves an option to the base."""


@attrs.frozen
class OptionField:
    """An option as a field of the form.

    Attributes:
        name: The option's name.
        title: The option's title.
        help: Further explanation.
        choices: Value and text of each choice; empty if a number is typed.
        allowed: The allowed values, in words.
        said: The field's value; empty to keep the value of the rule set that the house extends.
        base: The value in that rule set, in words.
        rule: The id of the rule.
        authority: The text of the rule.
        problem: The error of the typed value; empty if there is none.
    """

    name: str
    title: str
    help: str
    choices: tuple[tuple[str, str], ...]
    allowed: str
    said: str
    base: str
    rule: str
    authority: str
    problem: str = ""


@attrs.frozen
class FieldGroup:
    """Options shown together.

    Attributes:
        title: The title of the group; empty for the rest.
        fields: The options.
    """

    title: str
    fields: tuple[OptionField, ...]

    @property
    def changed(self) -> int:
        """Number of these options that the house has decided."""
        return sum(bool(field.said) for field in self.fields)


def fields(
    game: Game,
    base: Game,
    own: Mapping[str, object],
    typed: Mapping[str, str] | None = None,
    wrong: Mapping[str, str] | None = None,
) -> Iterator[FieldGroup]:
    """Yield the options of a game, in groups.

    Args:
        game: The game under the house.
        base: The game under the rule set that the house extends.
        own: The house's own values, by option.
        typed: The values typed into the form, by option; None for the house's own.
        wrong: The error messages, by option.
    """
    book, titles = rule_texts(game), {str(name): _text(game, value) for name, value in (game.data.get("groups") or {}).items()}
    by_group: dict[str, list[OptionField]] = {name: [] for name in (*titles, "")}
    for name, option in game.choices.items():
        if name == CHOOSES_THE_SET:
            continue
        value = shown(own[name]) if name in own else BASE
        if typed is not None:
            value = typed.get(name, BASE)
        by_group[option.group if option.group in titles else ""].append(
            OptionField(
                name=name,
                title=_text(game, option.title),
                help=_text(game, option.help),
                choices=tuple(_choices(game, option)),
                allowed=", ".join(option.allowed),
                said=value,
                base=in_words(game, option, base.options[name]) if name in base.options else "",
                rule=option.rule,
                authority=book.get(option.rule, ""),
                problem=(wrong or {}).get(name, ""),
            )
        )
    yield from (FieldGroup(titles.get(name, ""), tuple(fields_)) for name, fields_ in by_group.items() if fields_)


def _text(game: Game, value: object) -> str:
    return " ".join(game.say(value).split()) if value else ""


def in_words(game: Game, option: Option, value: object) -> str:
    """Return a value of an option in words: its meaning in the game's file if it has one, else the value."""
    meaning = game.meanings(option.name).get(shown(value), "")
    word = option.words(value)
    if meaning and option.kind == "choice":
        return meaning
    return f"{word}: {meaning}" if meaning and meaning != word else word


def _choices(game: Game, option: Option) -> Iterator[tuple[str, str]]:
    if option.kind == "choice":
        for value in option.values:
            yield shown(value), in_words(game, option, value)


def chosen(game: Game, base: Game, field: Callable[[str], str]) -> tuple[dict[str, Value | None], dict[str, str], dict[str, str]]:
    """Return the choices in a form as three maps by option: the values (None to keep the base's), the typed texts, and the
    errors.

    Args:
        game: The game under the house.
        base: The game under the rule set that the house extends.
        field: Returns the text of a field.
    """
    values: dict[str, Value | None] = {}
    typed: dict[str, str] = {}
    wrong: dict[str, str] = {}
    for name, option in game.choices.items():
        if name == CHOOSES_THE_SET:
            continue
        value = " ".join(field(name).split())[:60]
        typed[name] = value
        if value == BASE:
            values[name] = None
            continue
        try:
            read = option.read(value)
        except ValueError:
            wrong[name] = f"'{value}' is not allowed: {', '.join(option.allowed)}"
            continue
        values[name] = None if name in base.options and read == base.options[name] else read
    return values, typed, wrong
