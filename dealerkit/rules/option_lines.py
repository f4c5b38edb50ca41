"""Texts that hang on options: lines of the dealer's card, of the player's page and of the rule book that hold in a game as it is
dealt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from dealerkit.errors import RuleFileError, no_such
from dealerkit.rules.differences import same
from dealerkit.rules.doc import Place
from dealerkit.rules.entries import Branch, ChapterEntry, Text
from dealerkit.rules.games import Game
from dealerkit.rules.texts import placeholders

Spec = Branch


@attrs.frozen
class RuleText:
    """A rule of a rule book as it stands in a game that is dealt.

    Attributes:
        rule: Its id.
        group: The name of its chapter.
        chapter: The chapter as it is written.
        texts: Its sentences, those of its lines that hold here.
        hangs_on: The options that decide which of its lines hold or whose values stand in one, in force or not, and the bets that
            must be offered for one.
        shows: The table row that it points at, as `tableau.3`; empty for none.
        of_set: Whether it stands in the rule set's book and not in the game's own.
    """

    rule: str
    group: str
    chapter: ChapterEntry
    texts: tuple[Text, ...]
    hangs_on: frozenset[str]
    shows: str
    of_set: bool


def applies(game: Game, spec: Spec, place: Place) -> bool:
    """Tell whether a line is printed: what its `if` wants of the options all holds, and nothing that its `unless` names; of the
    bets that its `offers` names one is offered.

    Args:
        game: The game as it is dealt.
        spec: What the game's file says of the line.
        place: Where it says so.

    Raises:
        RuleFileError: If it names an option, or a value of one, that the game does not have.
    """
    wanted = [_fits(game, place, "if", *one) for one in (spec.get("if") or {}).items()]
    barred = [_fits(game, place, "unless", *one) for one in (spec.get("unless") or {}).items()]
    return all(wanted) and not any(barred) and _offered(game, spec.get("offers"))


def _offered(game: Game, bets: list[str] | None) -> bool:
    spots: Branch = (game.data.get("felt") or {}).get("spots") or {}
    return bets is None or any((spots.get(bet) or {}).get("offered", bet in spots) for bet in bets)


def _fits(game: Game, place: Place, key: str, name: str, values: object) -> bool:
    here = (*place, key, name)
    if name not in game.choices:
        raise RuleFileError([game.doc.problem(here, no_such(f"option of {game.id}", name, game.choices), of_key=True)])
    option = game.choices[name]
    try:
        wanted = [option.read(value) for value in (values if isinstance(values, list) else [values])]
    except ValueError:
        hint = "allowed: " + ", ".join(option.allowed)
        raise RuleFileError([game.doc.problem(here, f"this is not a value of {name}", hint)]) from None
    return any(same(game.options[name], value) for value in wanted)


def lines_of(game: Game, place: Place) -> Iterator[tuple[str, Spec]]:
    """Yield the lines of a section of the game's file that are printed, each with its name; none if there is no such section.

    Raises:
        RuleFileError: If a line hangs on an option, or a value of one, that the game does not have.
    """
    section: object = game.data
    for key in place:
        section = section.get(key) if isinstance(section, Mapping) else None
    for name, spec in (section.get("lines") or {}).items() if isinstance(section, Mapping) else ():
        if isinstance(spec, Mapping) and applies(game, spec, (*place, "lines", name)):
            yield name, spec


def rule_lines(said: object) -> Mapping[str, Spec]:
    """Return what a rule book says of a rule, line by line, each with the options it hangs on; one line where it is a text alone.

    A rule is a text, or a map with `text`, or a map with `lines`, each with a `text` of its own; `if` and `unless` stand beside
    a text that hangs on options.

    >>> rule_lines("Cards speak.")
    {'': {'text': 'Cards speak.'}}
    >>> list(rule_lines({"lines": {"cap": {"if": {"raise_cap": "3"}, "text": "Three raises."}}}))
    ['cap']
    """
    if isinstance(said, Mapping) and "lines" in said:
        lines: Mapping[str, Spec] = {name: spec for name, spec in said["lines"].items() if isinstance(spec, Mapping)}
        return lines
    if isinstance(said, Mapping) and "text" in said:
        return {"": said}
    return {"": {"text": said}}


def rule_texts(game: Game) -> Iterator[RuleText]:
    """Yield the rules of a game's own book and then of its rule set's, each with what it says under the options in force; a rule
    of the set that the game says itself is left to the game, and one that says nothing here is left out.

    Raises:
        RuleFileError: If a line hangs on an option, or a value of one, that the game does not have.
    """
    own: set[str] = set()
    for group, chapter in (game.data.get("rules") or {}).items():
        for rule, said in chapter["rules"].items():
            own.add(rule)
            place = ("rules", group, "rules", rule)
            lines = [
                spec for name, spec in rule_lines(said).items() if applies(game, spec, (*place, "lines", name) if name else place)
            ]
            if lines:
                yield _text(rule, group, chapter, lines, of_set=False)
    for group, chapter in (game.rules.book if game.rules is not None else {}).items():
        for rule, said in chapter["rules"].items():
            lines = [spec for spec in rule_lines(said).values() if holds_in(game, spec)]
            if rule not in own and lines:
                yield _text(rule, group, chapter, lines, of_set=True)


def _text(rule: str, group: str, chapter: ChapterEntry, lines: list[Spec], *, of_set: bool) -> RuleText:
    shows = next((str(spec["shows"]) for spec in lines if spec.get("shows")), "")
    every = rule_lines(chapter["rules"][rule]).values()
    hangs_on = {name for spec in every for key in ("if", "unless", "offers") for name in spec.get(key) or ()}
    hangs_on |= {name for spec in every for name in placeholders(spec.get("text"))}
    return RuleText(rule, group, chapter, tuple(spec["text"] for spec in lines), frozenset(hangs_on), shows, of_set)


def holds_in(game: Game, spec: Spec) -> bool:
    """Tell whether a line of a rule set's book holds in a game; in one that lacks an option no line holds that wants it."""
    wanted, barred = spec.get("if") or {}, spec.get("unless") or {}
    return all(_has(game, *one) for one in wanted.items()) and not any(_has(game, *one) for one in barred.items())


def _has(game: Game, name: str, values: object) -> bool:
    option = game.choices.get(name)
    return option is not None and any(
        option.can_be(one) and same(game.options[name], option.read(one))
        for one in (values if isinstance(values, list) else [values])
    )
