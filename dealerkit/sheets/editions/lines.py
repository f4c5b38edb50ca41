"""Lines of an edition that hang on options: which of them hold in a game as it is dealt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dealerkit.errors import RuleFileError, no_such
from dealerkit.rules.differences import same
from dealerkit.rules.doc import Place
from dealerkit.rules.entries import Branch
from dealerkit.rules.games import Game

Spec = Branch


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
