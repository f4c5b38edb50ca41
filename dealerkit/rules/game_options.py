"""Options as a game's file defines them: their allowed values, and problems in their definitions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dealerkit.errors import Problem, RuleFileError, UnknownName, no_such
from dealerkit.rules.doc import Doc, Place
from dealerkit.rules.options import Option, Value, make_option


def read_options(doc: Doc) -> dict[str, Option]:
    """Return the options of a game by name, with their allowed values.

    Raises:
        RuleFileError: If an option has the wrong form, or its default is not allowed.
    """
    options, problems = options_of(doc)
    if problems:
        raise RuleFileError(problems)
    return options


def options_of(doc: Doc) -> tuple[dict[str, Option], list[Problem]]:
    """Return the options of a game by name, and all problems in their definitions; options too malformed to use are left out."""
    made_options: dict[str, Option] = {}
    problems: list[Problem] = []
    options = doc.data.get("options", {})
    for name, spec in options.items() if isinstance(options, dict) else ():
        place = ("options", name)
        if isinstance(spec, dict) and "title" not in spec:
            problems.append(doc.problem(place, "the key 'title' is missing"))
        try:
            made_options[name] = make_option(name, spec if isinstance(spec, dict) else {})
        except ValueError:
            hint = 'write `values: [8, 6]`, `values: 1-12`, or `values: {number: ["0.01", "1000"]}`'
            problems.append(doc.problem((*place, "values"), "the key 'values' is missing or has no allowed values", hint))
            continue
        problems += _option_problems(doc, place, made_options[name])
    for name, option in made_options.items():
        problems += [
            doc.problem(("options", name, "not_over", at), no_such("option", other, made_options))
            for at, other in enumerate(options[name].get("not_over", ()))
            if other not in made_options
        ]
        problems += _idle_problems(doc, name, made_options)
        others: list[Place] = [
            ("not_with", value, other) for value, against in options[name].get("not_with", {}).items() for other in against
        ]
        others += [
            ("comes_to", value, "with", other) for value, comes_to in option.comes_to.items() for other in comes_to["with"]
        ]
        problems += [
            doc.problem(("options", name, *place), no_such("option", str(place[-1]), made_options), of_key=True)
            for place in others
            if place[-1] not in options
        ]
    return made_options, problems


def _idle_problems(doc: Doc, name: str, options: Mapping[str, Option]) -> Iterator[Problem]:
    """Yield a problem for each unknown option or value in an option's `idle_with`."""
    for other, idle in options[name].idle_with.items():
        place = ("options", name, "idle_with", other)
        if other not in options:
            yield doc.problem(place, no_such("option", other, options), of_key=True)
        for at, value in enumerate(idle["is"] if other in options and options[other].kind == "choice" else ()):
            if not options[other].can_be(value):
                hint = "allowed: " + ", ".join(options[other].allowed)
                yield doc.problem((*place, "is", at), f"'{value}' is not a value of {other}", hint)


def _option_problems(doc: Doc, place: Place, option: Option) -> Iterator[Problem]:
    if option.default is None:
        yield doc.problem((*place, "default"), "the key 'default' is missing", "allowed: " + ", ".join(option.allowed))
        return
    for where, value in (
        (("default",), option.default),
        *([(("is_none",), option.is_none)] if option.is_none is not None else []),
        *((("aliases", alias), value) for alias, value in option.aliases.items()),
        *((("comes_to", value, "is"), comes_to["is"]) for value, comes_to in option.comes_to.items()),
    ):
        try:
            option.read(value)
        except ValueError:
            yield doc.problem((*place, *where), f"'{value}' is not allowed", "allowed: " + ", ".join(option.allowed))


def read_setting(option: Option, value: object) -> Value:
    """Return the value of an option for a text that somebody typed.

    Args:
        option: The option.
        value: Typed text, or already a value.

    Raises:
        UnknownName: If the option has no such value.
    """
    try:
        return option.read(value)
    except ValueError:
        names = option.allowed if option.kind == "choice" else ()
        allowed = "" if names else ", ".join(option.allowed)
        raise UnknownName(kind=f"value of {option.name}", name=str(value), known=names, allowed=allowed) from None
