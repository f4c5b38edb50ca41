"""The printed part of a game, which this package calls its paper: a file beside the game's, `holdem.paper.yaml` beside
`holdem.yaml`.

A game's own file has the play; its paper has the rule book, the dealer's card, and the texts for players and for the tables. The
paper is laid over the game as a file is over its base, so that a game in a single file means the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from dealerkit.errors import Problem, RuleFileError, no_such
from dealerkit.files.late_modules import late_imports
from dealerkit.rules.doc import Doc
from dealerkit.rules.files import SUFFIXES, read_file

with late_imports():  # not needed if everything is cached from an earlier run
    from dealerkit.rules.schemas import game as shapes

PARTS = ("card", "player", "printed", "rules")
"""Keys of a game's file that are only printed."""

MARK = ".paper"
"""End of a paper's file name, before `.yaml`."""


def paper_of(game: Path) -> Path:
    """Return the path that the paper (printed part) of a game has, whether or not it exists.

    >>> paper_of(Path("poker/holdem.yaml")).name
    'holdem.paper.yaml'
    """
    return game.with_suffix(MARK + game.suffix)


def is_paper(file: str | Path) -> bool:
    """Return whether a file's name is that of a game's paper (printed part): `NAME.paper.yaml`.

    >>> is_paper("poker/holdem.paper.yaml"), is_paper("poker/holdem.yaml"), is_paper("paper.yaml")
    (True, False, False)
    """
    path = Path(file)
    return path.suffix in SUFFIXES and Path(path.stem).suffix == MARK


def game_of(file: Path) -> Path:
    """Return the path of the game that a file belongs to: for a paper the game beside it, whether or not it exists; for any other
    file the file itself.

    >>> game_of(Path("poker/holdem.paper.yaml")).name, game_of(Path("poker/holdem.yaml")).name
    ('holdem.yaml', 'holdem.yaml')
    """
    return file.with_name(Path(file.stem).stem + file.suffix) if is_paper(file) else file


def with_papers(chain: Iterable[tuple[Path, Doc]]) -> list[tuple[Path, Doc | None]]:
    """Return the files of a game and its bases, each preceded by its paper (printed part).

    Args:
        chain: Files along `extends`, the requested game first, each with its document.

    Returns:
        Each file with its document; None as the document of a missing paper.

    Raises:
        RuleFileError: If a paper cannot be read, has a key that is not printed, or is given instead of a game.
    """
    papers: list[tuple[Path, Doc | None]] = []
    problems: list[Problem] = []
    for path, doc in chain:
        if is_paper(path):
            hint = f"name the game's own file, {game_of(path).name}"
            problems.append(doc.problem((), "this file has only the printed texts of a game, and is not a game", hint))
        paper = paper_of(path)
        paper_doc = read_file(paper) if paper.is_file() else None
        if paper_doc is not None:
            problems += _played(paper_doc, path)
        papers += [(paper, paper_doc), (path, doc)]
    if problems:
        raise RuleFileError(problems)
    return papers


def _played(paper: Doc, game: Path) -> Iterator[Problem]:
    """Yield a problem for each key of a paper that is not only printed, or unknown."""
    for key in paper.data:
        if key in shapes.PROCEDURE["properties"] and key not in shapes.PAPER["properties"]:
            yield paper.problem((key,), f"the key '{key}' is not for printed texts", f"move '{key}' to {game.name}", of_key=True)
        elif key not in shapes.PAPER["properties"]:
            yield paper.problem((key,), no_such("key for printed texts", key, PARTS), of_key=True)
