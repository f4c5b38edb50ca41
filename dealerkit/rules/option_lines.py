"""Printed texts that depend on options: the lines of the dealer's card, the player's page and the rule book that apply to a game
under its options.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from dealerkit.errors import RuleFileError, no_such
from dealerkit.rules.differences import same
from dealerkit.rules.doc import Place
from dealerkit.rules.entries import Branch, ChapterEntry, Text
from dealerkit.rules.games import Game
from dealerkit.rules.texts import text, without

Spec = Branch


@attrs.frozen
class RuleText:
    """A rule of a rule book, as it applies to a game under its options.

    Attributes:
        rule: Id of the rule.
        group: Name of its chapter.
        chapter: The chapter as written.
        texts: Sentences that apply under the options.
        shows: Row of a table that the rule refers to, such as `tableau.3`; empty for none.
        of_set: Whether it is from the rule set's book, not the game's own.
    """

    rule: str
    group: str
    chapter: ChapterEntry
    texts: tuple[Text, ...]
    shows: str
    of_set: bool


FORM = "form"
"""Name for the form of poker in `if` and `unless`."""


def applies(game: Game, spec: Spec, place: Place) -> bool:
    """Return whether a printed line applies to a game under its options.

    All conditions in its `if` must hold and none in its `unless`; at least one bet in its `offers` must be offered; and the game
    must have every option in its `has`.

    Args:
        game: The game under its options.
        spec: The line's data in the game's file.
        place: Keys that lead to the line, for messages.

    Raises:
        RuleFileError: If the line names an option, or a value of an option, that the game does not have.
    """
    if not _has_options(game, spec):
        return False
    wanted = [_fits(game, place, "if", *item) for item in (spec.get("if") or {}).items()]
    barred = [_fits(game, place, "unless", *item) for item in (spec.get("unless") or {}).items()]
    return all(wanted) and not any(barred) and _offered(game, spec.get("offers"))


def decides(game: Game, option: str) -> bool:
    """Return whether an option decides anything, given the game's other options in force. Only such options are printed.

    Args:
        game: The game under its options.
        option: Name of the option.
    """
    return applies(game, game.data["options"][option], ("options", option))


def _has_options(game: Game, spec: Spec) -> bool:
    return all(name in game.choices for name in spec.get("has") or ())


def _offered(game: Game, bets: list[str] | None) -> bool:
    spots: Branch = (game.data.get("felt") or {}).get("spots") or {}
    return bets is None or any((spots.get(bet) or {}).get("offered", bet in spots) for bet in bets)


def _fits(game: Game, place: Place, key: str, name: str, values: object) -> bool:
    here = (*place, key, name)
    if name == FORM:
        return _is_of_form(game, values)
    if name not in game.choices:
        raise RuleFileError([game.doc.problem(here, no_such(f"option of {game.id}", name, game.choices), of_key=True)])
    option = game.choices[name]
    try:
        wanted = [option.read(value) for value in (values if isinstance(values, list) else [values])]
    except ValueError:
        hint = "allowed: " + ", ".join(option.allowed)
        raise RuleFileError([game.doc.problem(here, f"this is not a value of {name}", hint)]) from None
    return any(same(game.options[name], value) for value in wanted)


def _is_of_form(game: Game, forms: object) -> bool:
    return game.form in (forms if isinstance(forms, list) else [forms])


def lines_of(game: Game, place: Place) -> Iterator[tuple[str, Spec]]:
    """Yield the lines of a section of the game's file that apply under its options, each with its name; none if there is no such
    section.

    Args:
        game: The game under its options.
        place: Keys that lead to the section in the game's file.

    Raises:
        RuleFileError: If a line names an option, or a value of an option, that the game does not have.
    """
    section: object = game.data
    for key in place:
        section = section.get(key) if isinstance(section, Mapping) else None
    for name, spec in (section.get("lines") or {}).items() if isinstance(section, Mapping) else ():
        if isinstance(spec, Mapping) and applies(game, spec, (*place, "lines", name)):
            yield name, spec


def rule_lines(value: object) -> Mapping[str, Spec]:
    """Return the lines of a rule in a rule book, each with its conditions on options; one line for a plain text.

    A rule is a text, a map with `text`, or a map with `lines` that each have a `text`; `if` and `unless` stand beside a text that
    depends on options.

    >>> rule_lines("Cards speak.")
    {'': {'text': 'Cards speak.'}}
    >>> list(rule_lines({"lines": {"cap": {"if": {"raise_cap": "3"}, "text": "Three raises."}}}))
    ['cap']
    """
    if isinstance(value, Mapping) and "lines" in value:
        lines: Mapping[str, Spec] = {name: spec for name, spec in value["lines"].items() if isinstance(spec, Mapping)}
        return lines
    if isinstance(value, Mapping) and "text" in value:
        return {"": value}
    return {"": {"text": value}}


def rule_texts(game: Game) -> Iterator[RuleText]:
    """Yield the rules of a game's own book and then those of its rule set's book, with the sentences that apply under its
    options.

    A rule that is in both is taken from the game. Rules of which no sentence applies, and chapters on other forms of the game,
    are left out.

    Raises:
        RuleFileError: If a line depends on an unknown option or value.
    """
    own: set[str] = set()
    for group, chapter in (game.data.get("rules") or {}).items():
        for rule, written in chapter["rules"].items():
            own.add(rule)
            place = ("rules", group, "rules", rule)
            lines = [
                spec
                for name, spec in rule_lines(written).items()
                if applies(game, spec, (*place, "lines", name) if name else place)
            ]
            if text := _text(game, rule, group, chapter, lines, of_set=False):
                yield text
    for group, chapter in (game.rules.book if game.rules is not None else {}).items():
        if game.form and game.form not in (chapter.get("forms") or [game.form]):
            continue
        for rule, written in chapter["rules"].items():
            lines = [spec for spec in rule_lines(written).values() if holds_in(game, spec)]
            if rule not in own and (text := _text(game, rule, group, chapter, lines, of_set=True)):
                yield text


def _text(game: Game, rule: str, group: str, chapter: ChapterEntry, lines: list[Spec], *, of_set: bool) -> RuleText | None:
    """Return a rule under the options in force; None if it has no text under them."""
    texts = tuple(line for spec in lines if text(line := without(spec["text"], game.switched_off)))
    if not texts:
        return None
    shows = next((str(spec["shows"]) for spec in lines if spec.get("shows")), "")
    return RuleText(rule, group, chapter, texts, shows, of_set)


def holds_in(game: Game, spec: Spec) -> bool:
    """Return whether a line of a rule set's book applies to a game; a condition on an option that the game lacks does not hold.

    Args:
        game: The game under its options.
        spec: The line's data in the rule set's book.
    """
    if not _has_options(game, spec):
        return False
    wanted, barred = spec.get("if") or {}, spec.get("unless") or {}
    return all(_has(game, *item) for item in wanted.items()) and not any(_has(game, *item) for item in barred.items())


def _has(game: Game, name: str, values: object) -> bool:
    if name == FORM:
        return _is_of_form(game, values)
    option = game.choices.get(name)
    return option is not None and any(
        option.can_be(value) and same(game.options[name], option.read(value))
        for value in (values if isinstance(values, list) else [values])
    )
