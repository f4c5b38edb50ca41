"""Checks on the levels of walks that the schema of their files cannot make."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.errors import Problem, RuleFileError
from dealerkit.rules.doc import Doc
from dealerkit.rules.games import Game
from dealerkit.training.action.lesson import KINDS
from dealerkit.training.action.levels import doc_of
from dealerkit.training.action.mistakes import UNASKED, WAYS


def unknown(doc: Doc) -> Iterator[Problem]:
    """Yield a problem for each unknown question, and for each unknown mistake of patrons, that a walk's levels name.

    Args:
        doc: The document of the levels.
    """
    for number, entry in doc.data["levels"].items():
        for key, known in (("asks", KINDS), ("patrons", {**WAYS, **UNASKED})):
            for name in entry.get(key, {}):
                if name not in known:
                    what = f"unknown name under `{key}`: '{name}'"
                    yield doc.problem(("levels", number, key, name), what, f"known: {', '.join(known)}")


def checked(game: Game) -> None:
    """Check that the walk levels of a game name only questions and patrons' mistakes that exist.

    Args:
        game: The game, with the house's rule set.

    Raises:
        RuleFileError: If they name others; the error lists each with file and line.
    """
    doc = doc_of(game)
    problems = list(unknown(doc)) if doc is not None else []
    if problems:
        raise RuleFileError(problems)
